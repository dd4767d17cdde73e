#include "world.h"

int world_two(void);
int world_two(void) {
    return world_one();
}
