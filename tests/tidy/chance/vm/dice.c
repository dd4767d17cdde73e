#include <stdlib.h>
int dice_one(void);
int dice_one(void) {
    return rand();
}
