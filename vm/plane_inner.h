/*
 * plane_inner: what plane.c, plane_way.c and plane_figure.c share; no other room includes it. Every
 * relation here is one of a point or segment to a *core*: a box (for a disc one point) and a width.
 * The shape is all points within half the width of the box. Moving a shape past a shape is reduced
 * to moving a point past a core: the other's core is grown by the mover's box, seen from the
 * mover's origin.
 *
 * Widths are full widths, and lengths are doubled where they meet them, so no half unit is ever
 * lost. Coordinates are below 2^27, so those of a core are below 2^28, those of a core seen from a
 * moved unit below 2^29, doubled squares below 2^62; products of two squares are taken in 128 bits.
 */
#ifndef MYTH_VM_PLANE_INNER_H
#define MYTH_VM_PLANE_INNER_H

#include "base_wide.h"
#include "plane.h"

struct plane_core {
    int64_t west, south, east, north;
    int64_t width;
    /* `odd`: the shape is a figure, and the box is only the one around it; `of` then decides. */
    bool odd;
    /* by: the mover from whose origin the core is seen; NULL: none */
    const struct plane_shape *of, *by;
    int64_t x, y; /* the vector by which `of` has been moved since */
};

/* A straight line from (x, y) by (dx, dy); long2 is dx * dx + dy * dy. */
struct plane_leg {
    int64_t x, y, dx, dy, long2;
};

/* Lists the corners of a shape without its width: of a disc its centre, of an oval the ends of its
 * middle line. Returns how many; `out` needs room for PLANE_CORNERS. */
int plane_corners(const struct plane_shape *s, struct plane_point *out);
struct plane_core plane_core_odd(const struct plane_shape *s);

static inline struct plane_core plane_core_of(const struct plane_shape *s) {
    if (MYTH_UNLIKELY(s->kind > PLANE_BOX)) return plane_core_odd(s);
    struct plane_core c = {s->at.x, s->at.y, s->at.x, s->at.y, s->wide, false, s, NULL, 0, 0};
    if (s->kind == PLANE_ROUND) {
        c.width = s->a;
    } else {
        c.east += s->a;
        c.north += s->b;
    }
    return c;
}

static inline void plane_core_move(struct plane_core *c, int64_t x, int64_t y) {
    c->west += x, c->east += x, c->south += y, c->north += y;
    c->x += x, c->y += y;
}

/* The core of `other` as seen from `mover`: where the vector from the mover's place puts the mover
 * at `other`. */
static inline struct plane_core plane_core_from(const struct plane_core *mover,
                                                const struct plane_core *other) {
    return (struct plane_core){other->west - mover->east,
                               other->south - mover->north,
                               other->east - mover->west,
                               other->north - mover->south,
                               other->width + mover->width,
                               mover->odd || other->odd,
                               other->of,
                               mover->of,
                               other->x - mover->x,
                               other->y - mover->y};
}

/* Whether the shape has inner points. */
static inline bool plane_solid(const struct plane_core *c) {
    return c->width > 0 || c->odd || (c->west < c->east && c->south < c->north);
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

/* The quotient rounded down, clamped to ±2^62, which no part of a leg exceeds. */
static inline int64_t plane_floor_div(struct wide a, int64_t b) {
    const int64_t most = INT64_C(1) << 62;
    bool minus = wide_negative(a) != (b < 0);
    struct wide by = wide_of(b < 0 ? -b : b), size = wide_negative(a) ? wide_minus(a) : a;
    /* rounding a negative quotient down is rounding its size up */
    if (minus) size = wide_sub(wide_add(size, by), wide_of(1));
    struct wide q = wide_words_over(size, wide_low(by));
    int64_t held = wide_less(wide_of(most), q) ? most : wide_int64(q);
    return minus ? -held : held;
}

/* a * b / c, rounded toward 0; the quotient must fit in one word. */
static inline int64_t plane_share(int64_t a, int64_t b, int64_t c) {
    return wide_int64(wide_over(wide_product(a, b), c));
}

/* The beginning of the leg whose share of the whole is part / long2, its vector rounded toward
 * 0. */
static inline struct plane_leg plane_leg_part(const struct plane_leg *leg, int64_t part) {
    return plane_leg(leg->x, leg->y, plane_share(leg->dx, part, leg->long2),
                     plane_share(leg->dy, part, leg->long2));
}

static inline int64_t plane_length_held(int64_t length) {
    return length < 0 ? 0 : length > PLANE_FAR ? PLANE_FAR : length;
}

/* ---- plane_figure.c: the same questions for cores that are odd ---- */
/* With the mover at (x, y): returns four times the square of the distance without widths, rounded
 * up or down, and writes the vector between the nearest points, to the nearest unit. */
int64_t plane_figure_gap4(const struct plane_core *c, int64_t x, int64_t y, bool up, int64_t *ex,
                          int64_t *ey);
/* The same as plane_leg_near; with width 0 and not strict: the leg has a point of the figure. */
bool plane_figure_near(const struct plane_leg *leg, const struct plane_core *c, int64_t width,
                       bool strict);
/* All of c lies in o. If o has a width of its own and is no convex figure, only the corners of c
 * are tested. */
bool plane_figure_within(const struct plane_core *c, const struct plane_core *o);
/* The part of the leg up to which it stays at least width / 2 away from the figure. */
int64_t plane_figure_enters(const struct plane_leg *leg, const struct plane_core *c, int64_t width);
/* The vector by which the mover at (x, y) goes straight up to the figure. */
void plane_figure_into(const struct plane_core *c, int64_t x, int64_t y, int64_t *ex, int64_t *ey);

/* The square root of n, 0 or more, rounded down. */
uint64_t plane_root64(uint64_t n);
uint64_t plane_root_up_wide(struct wide n);
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
/* Finds the least gap between u, moved by (x, y), and v; false if either has no shapes. `shrunk` is
 * v's shape of the nearest pair as seen from u's. */
bool plane_nearest(struct plane_set u, int64_t x, int64_t y, struct plane_set v,
                   struct plane_pair *pair, struct plane_core *shrunk);
/* The smallest box around all points of all shapes, rounded outwards where it falls on half a
 * unit. */
bool plane_around(struct plane_set u, struct plane_core *box);

#endif
