/*
 * The slow exact reference: what plane.h says, computed from its words alone, in whole numbers and
 * fractions of them, sharing no code with it. A shape is a region (corners) and a width: all points
 * within half the width of the region. Regions are cut into triangles; two triangles are compared
 * corner by corner and edge by edge. Lengths are never taken: a rounded one is held between its
 * neighbours by their squares.
 */
#ifndef MYTH_TESTS_GEOMETRY_EXACT_H
#define MYTH_TESTS_GEOMETRY_EXACT_H

#include "sample.h"

__extension__ typedef __int128 wide;

struct spot {
    int64_t x, y;
};
enum { REGION = 16 };
/* One corner: a point; two: a line; more: a polygon whose edges do not cross. */
struct region {
    int count;
    struct spot at[REGION];
    int64_t width;
    bool solid; /* it has inner points */
};
/* n / d of no less than 0, d above 0. */
struct ratio {
    wide n, d;
};

/* False: it is no shape, or one without inner points where shapes of its form have some. */
bool exact_region(const struct piece *piece, struct region *out);
/* The region of these corners, however they lie; without a width. */
struct region exact_hull(const struct spot *at, int count);
struct region exact_box(int64_t west, int64_t south, int64_t east, int64_t north);
void exact_move(struct region *r, int64_t dx, int64_t dy);
/* All that a convex region covers on its way by the vector; width and solidity stay. */
struct region exact_swept(const struct region *r, int64_t dx, int64_t dy);

/* The square of the distance without widths. */
struct ratio exact_far2(const struct region *a, const struct region *b);
/* The sign of the gap of both minus so many half units. */
int exact_gap_against(const struct region *a, const struct region *b, int64_t halves);
/* The gap of a and b is less than that of c and d, with the squares of the distances rounded up to
 * a quarter; of discs and boxes none has to be. */
bool exact_gap_less(const struct region *a, const struct region *b, const struct region *c,
                    const struct region *d);
bool exact_overlap(const struct region *a, const struct region *b);
/* Every point of c is in o; of an o that is not convex and has a width nothing is known: -1. */
int exact_within(const struct region *c, const struct region *o);

/* The whole part of n / sqrt(d2) as n is signed: nearest to 0. */
int64_t exact_part(wide n, wide d2);
/* The least r with r * r >= n. */
int64_t exact_root_up(wide n);

#endif
