#include <stdlib.h>
#define GIVE free

void plane_one(void *p);
void plane_one(void *p) {
    GIVE(p);
}
