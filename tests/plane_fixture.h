/*
 * For the tests of geometry: numbers drawn at random by a counter, and points of the plane. All is
 * static, for a test to include once.
 */
#ifndef MYTH_TESTS_PLANE_FIXTURE_H
#define MYTH_TESTS_PLANE_FIXTURE_H

#include <stdlib.h>

#include "plane.h"

struct draw {
    uint64_t count, seed;
};

static inline uint64_t next(struct draw *d) {
    uint64_t x = (++d->count * UINT64_C(0x9e3779b97f4a7c15)) ^ d->seed;
    return base_mix(base_mix(x) + d->count);
}

static inline int64_t in_range(struct draw *d, int64_t low, int64_t high) {
    return low + (int64_t)(next(d) % (uint64_t)(high - low + 1));
}

static inline struct plane_point at(int64_t x, int64_t y) {
    struct plane_point p = {0, 0};
    if (plane_point(x, y, &p) != PLANE_OK) abort();
    return p;
}

#endif
