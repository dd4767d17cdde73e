#include <stdlib.h>

void *plane_one(void);
void *plane_one(void) {
    return malloc(1);
}
