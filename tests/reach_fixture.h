/*
 * For the tests of geometry: how far one shape must go to touch another, without a limit.
 */
#ifndef MYTH_TESTS_REACH_FIXTURE_H
#define MYTH_TESTS_REACH_FIXTURE_H

#include "plane.h"

/* NONE: no way was found */
static inline int64_t whole_reach(struct plane_set u, struct plane_set v,
                                  const struct plane_ground *ground) {
    int64_t length;
    return plane_reach(u, v, INT64_MAX, ground, &length) == PLANE_OK ? length : NONE;
}

#endif
