/*
 * plane_inner: what plane.c, plane_way.c and plane_figure.c share. No other room includes it.
 *
 * A *core* is a box, which for a disc is one point, and a width. The shape of a core is all points
 * within half the width of the box. A *leg* is a straight line that something moves along. All
 * tests are of a point or leg against a core. A shape that moves past another shape is reduced to a
 * point that moves past a core: the core of the other shape, grown by the box and the width of the
 * mover and seen from the mover's origin (plane_core_from).
 *
 * Widths are full widths, and a length is doubled where it is compared with a width, so no half
 * unit is ever lost. Coordinates are below 2^27, so those of a core are below 2^28, and those of a
 * core seen from a moved unit below 2^29. Doubled squares are below 2^62. Products of two squares
 * are taken in 128 bits.
 */
#ifndef MYTH_VM_PLANE_INNER_H
#define MYTH_VM_PLANE_INNER_H

#include "base_wide.h"
#include "plane.h"

struct plane_core {
    int64_t west, south, east, north;
    int64_t width;
    /* a shape in question is a figure (enum plane_kind): the box is only the box around the shape,
     * and tests must look at `of` and `by` themselves */
    bool odd;
    /* of: the shape; by: the mover from whose origin the core is seen, NULL: there is none */
    const struct plane_shape *of, *by;
    int64_t x, y; /* the vector by which the core has been moved away from where `of` is */
};

/* A straight line from (x, y) by the vector (dx, dy). long2 is the square of its length. */
struct plane_leg {
    int64_t x, y, dx, dy, long2;
};

/* Writes the corners of a shape without its width to `out`: of a disc the centre, of an oval the
 * ends of the middle line. Returns how many; `out` needs room for PLANE_CORNERS. */
int plane_corners(const struct plane_shape *s, struct plane_point *out);
/* Returns the core of a figure. */
struct plane_core plane_core_odd(const struct plane_shape *s);

/* Returns the core of a shape. */
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

/* Returns the core of `other` as seen from `mover`: moving the mover by a vector makes it meet
 * `other` exactly if the point at the end of the vector lies in this core. */
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

/* Whether the shape of a core has inner points. A figure is taken to have some. */
static inline bool plane_solid(const struct plane_core *c) {
    return c->width > 0 || c->odd || (c->west < c->east && c->south < c->north);
}

/* Sets (*ex, *ey) to the vector from (x, y) to the nearest point of the core's box. */
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

/* Returns a / b rounded down, clamped to ±2^62, which no part of a leg exceeds. */
static inline int64_t plane_floor_div(struct wide a, int64_t b) {
    const int64_t most = INT64_C(1) << 62;
    bool minus = wide_negative(a) != (b < 0);
    struct wide by = wide_of(b < 0 ? -b : b), size = wide_negative(a) ? wide_minus(a) : a;
    /* a negative quotient is rounded down by rounding its absolute value up */
    if (minus) size = wide_sub(wide_add(size, by), wide_of(1));
    struct wide q = wide_words_over(size, wide_low(by));
    int64_t held = wide_less(wide_of(most), q) ? most : wide_int64(q);
    return minus ? -held : held;
}

/* Returns a * b / c, rounded toward 0. The quotient must fit in one word. */
static inline int64_t plane_share(int64_t a, int64_t b, int64_t c) {
    return wide_int64(wide_over(wide_product(a, b), c));
}

/* Returns the first part of a leg: its vector is that of the leg times part / long2, rounded toward
 * 0. */
static inline struct plane_leg plane_leg_part(const struct plane_leg *leg, int64_t part) {
    return plane_leg(leg->x, leg->y, plane_share(leg->dx, part, leg->long2),
                     plane_share(leg->dy, part, leg->long2));
}

/* Clamps a length to 0 … PLANE_FAR. */
static inline int64_t plane_length_held(int64_t length) {
    return length < 0 ? 0 : length > PLANE_FAR ? PLANE_FAR : length;
}

/* ---- plane_figure.c: tests for cores that are odd ---- */

/* Returns four times the square of the distance between the mover at (x, y) and the figure, both
 * without widths, rounded up if `up`, otherwise down. Sets (*ex, *ey) to the vector from the mover
 * to the figure between the nearest points, rounded to the nearest unit. */
int64_t plane_figure_gap4(const struct plane_core *c, int64_t x, int64_t y, bool up, int64_t *ex,
                          int64_t *ey);
/* Whether some point of the leg is less than (strict), or at most, width / 2 from the figure. With
 * width 0 and strict: whether the leg meets inner points. With width 0 and not strict: whether the
 * leg has a point in common with the figure. */
bool plane_figure_near(const struct plane_leg *leg, const struct plane_core *c, int64_t width,
                       bool strict);
/* Whether all of c lies in o. If o has a greater width than c and is not convex, only the corners
 * of c are tested. */
bool plane_figure_within(const struct plane_core *c, const struct plane_core *o);
/* Returns the part of the leg, as a share of long2, up to which it stays at least width / 2 away
 * from the figure. */
int64_t plane_figure_enters(const struct plane_leg *leg, const struct plane_core *c, int64_t width);
/* Sets (*ex, *ey) to the vector by which the mover at (x, y) goes straight to the figure until the
 * two touch. */
void plane_figure_into(const struct plane_core *c, int64_t x, int64_t y, int64_t *ex, int64_t *ey);

/* Returns the square root of n, rounded down. */
uint64_t plane_root64(uint64_t n);
/* Returns the square root of n, rounded up. */
uint64_t plane_root_up_wide(struct wide n);
/* Returns the length of the vector (dx, dy), rounded up. */
int64_t plane_long_up(int64_t dx, int64_t dy);
/* Returns v * num / sqrt(den2), rounded to the unit toward 0. */
int64_t plane_scaled(int64_t v, int64_t num, int64_t den2);
/* Whether some point of the leg is less than (strict), or at most, width / 2 from the core's box;
 * of a core that is odd, from its figure (plane_figure_near). With width 0: whether some point lies
 * inside of the box, or the leg crosses a box that is only a line; of a box that is one point,
 * whether the leg goes through it (with strict: no). */
bool plane_leg_near(const struct plane_leg *leg, const struct plane_core *c, int64_t width,
                    bool strict);
/* Whether the shapes of two cores have inner points in common. */
bool plane_cores_overlap(const struct plane_core *a, const struct plane_core *b);
/* Finds the least gap between u, moved by (x, y), and v. Sets *pair to the pair, and *shrunk to the
 * core of the pair's shape of v as seen from the pair's shape of u (plane_core_from). Returns false
 * if u or v has no shapes. */
bool plane_nearest(struct plane_set u, int64_t x, int64_t y, struct plane_set v,
                   struct plane_pair *pair, struct plane_core *shrunk);
/* Sets *box to the smallest box around all points of all shapes, rounded outwards to the unit.
 * Returns false if u has no shapes. */
bool plane_around(struct plane_set u, struct plane_core *box);

#endif
