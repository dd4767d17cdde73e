#include "world.h"

#include "base.h"

#include <stdlib.h>

/* malloc(1), double and qsort( in a comment or a text are nobody's business. */
static const char *const text = "malloc(1); double qsort(";
static const int table[] = {1, 2};

int world_one(void) {
    return text[0] + table[1];
}
