/*
 * plane_inner: what plane.c and plane_way.c share and nobody else sees. Every
 * relation here is one of a point or segment to a *core*: a box (for a disc one
 * point) and a width. The shape is all points within half the width of the
 * box. A core shrunk by another's box tells where the other's origin touches:
 * so a shape that moves past a shape is a point that moves past a core.
 *
 * Widths are full widths and lengths are doubled where they meet them, so no
 * half unit is ever lost. With coordinates below 2^27 a core's are below 2^28,
 * those of a shrunk core seen from a moved unit below 2^29, doubled squares
 * below 2^62; products of two squares are taken in 128 bits.
 */
#ifndef MYTH_VM_PLANE_INNER_H
#define MYTH_VM_PLANE_INNER_H

#include "plane.h"

__extension__ typedef __int128 plane_wide;

struct plane_core {
    int64_t west, south, east, north;
    int64_t width;
};

/* A straight line from (x, y) by (dx, dy); long2 is dx * dx + dy * dy. */
struct plane_leg {
    int64_t x, y, dx, dy, long2;
};

static inline struct plane_core plane_core_of(const struct plane_shape *s) {
    ASSERT(s->kind == PLANE_ROUND || s->kind == PLANE_BOX); /* the makers let no other pass */
    struct plane_core c = {s->at.x, s->at.y, s->at.x, s->at.y, s->wide};
    if (s->kind == PLANE_ROUND) {
        c.width = s->a;
    } else {
        c.east += s->a;
        c.north += s->b;
    }
    return c;
}

/* Where, as a vector from where `mover` is, it is at `other`. */
static inline struct plane_core plane_core_from(const struct plane_core *mover,
                                                const struct plane_core *other) {
    return (struct plane_core){other->west - mover->east, other->south - mover->north,
                               other->east - mover->west, other->north - mover->south,
                               other->width + mover->width};
}

/* It has inner points. */
static inline bool plane_solid(const struct plane_core *c) {
    return c->width > 0 || (c->west < c->east && c->south < c->north);
}

/* The vector from (x, y) to the nearest point of the box. */
static inline void plane_toward_core(const struct plane_core *c, int64_t x, int64_t y, int64_t *ex,
                                     int64_t *ey) {
    *ex = x < c->west ? c->west - x : x > c->east ? c->east - x : 0;
    *ey = y < c->south ? c->south - y : y > c->north ? c->north - y : 0;
}

static inline struct plane_leg plane_leg(int64_t x, int64_t y, int64_t dx, int64_t dy) {
    return (struct plane_leg){x, y, dx, dy, dx * dx + dy * dy};
}

static inline int64_t plane_abs(int64_t v) {
    return v < 0 ? -v : v;
}

/* The quotient rounded down, held to the range of parts of a leg (its squared length and more). */
static inline int64_t plane_floor_div(plane_wide a, plane_wide b) {
    const int64_t most = INT64_C(1) << 62;
    plane_wide q = a / b;
    if (a % b != 0 && (a < 0) != (b < 0)) q--;
    return q > most ? most : q < -most ? -most : (int64_t)q;
}

static inline int64_t plane_length_held(int64_t length) {
    return length < 0 ? 0 : length > PLANE_FAR ? PLANE_FAR : length;
}

/* The square root of n, 0 or more, rounded down. */
uint64_t plane_root64(uint64_t n);
/* The length of (dx, dy) rounded up. */
int64_t plane_long_up(int64_t dx, int64_t dy);
/* v * num / sqrt(den2), rounded to the unit toward 0. */
int64_t plane_scaled(int64_t v, int64_t num, int64_t den2);
/* Some point of the leg is less than (strict), or at most, width / 2 from the box; with strict
 * and width 0: inside it. */
bool plane_leg_near(const struct plane_leg *leg, const struct plane_core *c, int64_t width,
                    bool strict);
/* Two cores overlap: their inner points meet. */
bool plane_cores_overlap(const struct plane_core *a, const struct plane_core *b);
/* The least gap of u, moved by (x, y), and v; false if one is nowhere. `shrunk` is v's shape of
 * that pair from u's. */
bool plane_nearest(struct plane_set u, int64_t x, int64_t y, struct plane_set v,
                   struct plane_pair *pair, struct plane_core *shrunk);
/* The smallest box around all points of all shapes, half units outwards. */
bool plane_around(struct plane_set u, struct plane_core *box);

#endif
