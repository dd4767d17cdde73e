/*
 * plane: exact geometry on a table, in whole units (2540 to the inch). Owns what distance, contact,
 * sight, standing, formation and ways mean; knows no World and no game, allocates nothing, uses no
 * floating point. A caller passes plain shapes and gets a number, a truth, a point or a way; the
 * caller decides which things block, see or stand. The sentences beside the functions are the
 * language's reference for its primitives.
 *
 * Every answer is the same when all is moved by a vector, turned by quarters or mirrored, save
 * where a sentence says "first", "left" or "right".
 */
#ifndef MYTH_VM_PLANE_H
#define MYTH_VM_PLANE_H

#include "base.h"

/* Coordinates lie in -PLANE_MAX..PLANE_MAX, widths in 0..PLANE_MAX: 26,000 inches. A length beyond
 * PLANE_FAR counts as PLANE_FAR (nothing is further), a length below 0 as 0. */
#define PLANE_MAX (INT32_C(1) << 26)
#define PLANE_FAR (INT64_C(1) << 27)
#define PLANE_TOUCH 2 /* bases this many units apart, or fewer, touch */

enum plane_code {
    PLANE_OK,
    PLANE_NONE,  /* there is no such way */
    PLANE_RANGE, /* a place or width out of range */
    /* the answer may depend on ground outside the box that is known (plane_ground.known) */
    PLANE_BEYOND,
};

/* x grows east, y north; (0, 0) is the south-west corner of the table. */
struct plane_point {
    int32_t x, y;
};

/* Quarter turns clockwise from north. As the direction in which a player looks: away from his edge
 * of the table. */
enum plane_side { PLANE_NORTH, PLANE_EAST, PLANE_SOUTH, PLANE_WEST, PLANE_CENTRE };
enum plane_corner { PLANE_NORTH_WEST, PLANE_NORTH_EAST, PLANE_SOUTH_EAST, PLANE_SOUTH_WEST };

enum plane_kind {
    PLANE_ROUND, /* at: centre; a: diameter */
    PLANE_BOX,   /* at: south-west corner; a: extent east; b: extent north */
    /* the following are figures, which are slower: */
    PLANE_OVAL,    /* at: centre; a: across; b: along facing */
    PLANE_OBLONG,  /* at: centre; a: across; b: along facing */
    PLANE_WEDGE,   /* a triangle with a right angle; at: its corner; a, b: how far its sides go from
                    * there east and north, below 0 west and south */
    PLANE_POLYGON, /* at: the point from which its corners are counted; a: how many corners */
};
#define PLANE_CORNERS 32 /* of a polygon, at most */

/* A closed set of points: a base where it stands, a zone, a piece of terrain. Only the makers below
 * make shapes; `at` may be changed to another point that plane_point or plane_shift made. */
struct plane_shape {
    enum plane_kind kind;
    int32_t a, b;
    struct plane_point at;
    int32_t wide; /* all but circles: every point within half of this belongs to it, too */
    struct plane_point facing; /* the direction in which it faces, any length; (0, 0): none */
    const struct plane_point *corners; /* of a polygon; the caller keeps them */
};

/* Shapes in the caller's order: a unit's bases, the blockers, one zone. */
struct plane_set {
    const struct plane_shape *shapes;
    size_t count;
};

struct plane_table {
    int32_t width, height; /* extent to the east, to the north */
};

/* The ground of a move. `standing` may be passed over but not stood on. Neither list holds the
 * mover; for a way into v neither holds v. */
struct plane_ground {
    struct plane_table table;
    struct plane_set blockers, standing;
    /* a box outside which the lists may lack something; NULL: they are whole */
    const struct plane_shape *known;
};

static inline struct plane_set plane_one(const struct plane_shape *shape) {
    return (struct plane_set){shape, 1};
}

/* ---- makers: return PLANE_OK or PLANE_RANGE; *out is untouched unless PLANE_OK ---- */

static inline enum plane_code plane_point(int64_t x, int64_t y, struct plane_point *out) {
    bool in_range = x >= -PLANE_MAX && x <= PLANE_MAX && y >= -PLANE_MAX && y <= PLANE_MAX;
    if (!in_range) return PLANE_RANGE;
    *out = (struct plane_point){(int32_t)x, (int32_t)y};
    return PLANE_OK;
}
enum plane_code plane_table(int64_t width, int64_t height, struct plane_table *out);
/* The circle of this diameter. A diameter, since half of an odd one is no whole number; radius r is
 * diameter 2 * r. */
static inline enum plane_code plane_round(struct plane_point centre, int64_t diameter,
                                          struct plane_shape *out) {
    if (diameter < 0 || diameter > PLANE_MAX) return PLANE_RANGE;
    *out = (struct plane_shape){.kind = PLANE_ROUND, .a = (int32_t)diameter, .at = centre};
    return PLANE_OK;
}
/* The rectangle along the axes with this south-west corner. */
enum plane_code plane_box(struct plane_point south_west, int64_t width, int64_t height,
                          struct plane_shape *out);
/* A capsule: all points within half of the lesser extent of a middle line, which runs along the
 * greater extent. The facing is any vector; (0, 0) is north. Corners and the ends of a middle line
 * are rounded to the unit toward the centre, the extents to even units. */
enum plane_code plane_oval(struct plane_point centre, int64_t across, int64_t along,
                           struct plane_point facing, struct plane_shape *out);
/* A rectangle turned to face somewhere; facing and rounding as of plane_oval. */
enum plane_code plane_oblong(struct plane_point centre, int64_t across, int64_t along,
                             struct plane_point facing, struct plane_shape *out);
/* 3 to PLANE_CORNERS corners, clockwise or not; no two edges may cross. */
enum plane_code plane_polygon(const struct plane_point *corners, size_t count,
                              struct plane_shape *out);
/* All of the table that is at most `depth` from that side. PLANE_CENTRE: the strip from west to
 * east, `depth` deep, midway between south and north (its south edge rounded down). A depth beyond
 * the table gives the table. */
enum plane_code plane_strip(struct plane_table table, enum plane_side side, int64_t depth,
                            struct plane_shape *out);
/* The square of this size in that corner of the table, cut to the table. */
enum plane_code plane_corner(struct plane_table table, enum plane_corner corner, int64_t size,
                             struct plane_shape *out);
/* That quarter of the table; a middle line at half a unit is rounded down. */
enum plane_code plane_quarter(struct plane_table table, enum plane_corner corner,
                              struct plane_shape *out);
/* That half of the table by the straight line between the other two corners. */
enum plane_code plane_diagonal(struct plane_table table, enum plane_corner corner,
                               struct plane_shape *out);
/* Grows a shape by `by` on all sides; PLANE_RANGE, and nothing grown, if it would become too
 * wide. */
enum plane_code plane_grow(struct plane_shape *shape, int64_t by);
/* Moves every shape by the same vector; PLANE_RANGE, and nothing moved, if one would leave the
 * range. */
enum plane_code plane_shift(struct plane_shape *shapes, size_t count, int64_t dx, int64_t dy);

/* ---- distance and contact ----
 * The gap of two shapes is the distance between their nearest points; where two bases
 * overlap it is less than 0 by how deep. A set without shapes is nowhere: it has no
 * distance, and every truth about it is no. */

struct plane_pair {
    size_t first, second; /* index in the first set, index in the second */
};

/* The least whole number of units, 0 or more, that is no less than the least gap of a shape of
 * u and a shape of v (so `<= 10"` is exact); NONE if one of them is nowhere. *nearest, unless
 * NULL, is the pair with the least gap, compared exactly, save that of figures the square of twice
 * the gap without widths is rounded up; of equals the first in u, then in v. */
int64_t plane_distance(struct plane_set u, struct plane_set v, struct plane_pair *nearest);
/* Some shape of u is at most PLANE_TOUCH units from some shape of v. */
bool plane_touching(struct plane_set u, struct plane_set v);
/* Some shape of u and some shape of v have inner points in common; what merely touches does
 * not overlap. */
bool plane_overlapping(struct plane_set u, struct plane_set v);
/* No two shapes of u overlap. */
bool plane_apart(struct plane_set u);
/* Some shape of u has a point in common with the outline; its border belongs to it. */
bool plane_in(struct plane_set u, const struct plane_shape *outline);
/* Every point of every shape of u is in the outline; its border belongs to it. (In a polygon with a
 * notch: of a shape without inner points its ends; if the polygon is grown, of any its corners.) */
bool plane_wholly_within(struct plane_set u, const struct plane_shape *outline);
/* Every point of every shape of u is on the table; its edges belong to it. */
bool plane_on_table(struct plane_set u, struct plane_table table);
/* Some shape of u is at most PLANE_TOUCH units from an edge of the table, or beyond it. */
bool plane_touches_edge(struct plane_set u, struct plane_table table);
/* The straight line between two points comes within wide / 2 + 1 units of some shape of u. */
bool plane_crossed(struct plane_point from, struct plane_point to, int64_t wide,
                   struct plane_set u);
/* The smallest box around the shapes of u; PLANE_NONE for nowhere. */
enum plane_code plane_bounds(struct plane_set u, struct plane_shape *out);

/* ---- sight: u and v are round bases ----
 * A rim point of a base in a direction lies on its rim in that direction as seen from its
 * centre, each coordinate rounded to the unit toward the centre. A line crosses a shape if it
 * comes within one unit of it; so bases that touch leave no gap. */

/* The straight line between the nearest points of the nearest pair: from the rim point of the
 * one toward the centre of the other to the rim point of the other toward the one.
 * PLANE_NONE if the two have no gap or are nowhere. */
enum plane_code plane_line(struct plane_set u, struct plane_set v, struct plane_point line[2]);
/* Lists the obstacles that the line of plane_line crosses: writes their indices, ascending, to
 * `crossed`, which has room for all obstacles, and returns how many. None if there is no line. */
size_t plane_between(struct plane_set u, struct plane_set v, struct plane_set obstacles,
                     size_t *crossed);
/* Lists, as plane_between, the obstacles that touch the four-sided figure between the nearest pair.
 * Its corners are the rim points of each base square to the left and right of the line from centre
 * to centre; touching is coming within one unit. These are all that hide a part of one base from a
 * part of the other. */
size_t plane_veiling(struct plane_set u, struct plane_set v, struct plane_set obstacles,
                     size_t *crossed);
/* Some base of u sees some base of v. A base sees another if they have no gap, or if one of
 * nine lines crosses no blocker: from each of three rim points of the one (toward the other,
 * square to the left and square to the right of it) to each of those three of the other, as it
 * looks back. It is the same from both ends. */
bool plane_sees(struct plane_set u, struct plane_set v, struct plane_set blockers);

/* ---- standing ---- */

/* Every shape of u is on the table, wholly within the outline (unless NULL), and overlaps
 * nothing of the ground's two lists. */
bool plane_stands(struct plane_set u, const struct plane_shape *outline,
                  const struct plane_ground *ground);
/* Places bases in formation, by writing their `at`: the first at the point; ranks of at most six;
 * in a rank each to the right of the one before, as its owner looks, its base touching it (at half
 * a unit: rounded up); the first of each rank straight behind the first model, the rank the least
 * whole number of units behind the one before with which no base overlaps one of an earlier rank;
 * if not all are round, by half the deepest of both ranks. Bases that are not round face as their
 * owner looks, with `a` across. PLANE_RANGE if one would leave the range; the places then mean
 * nothing. */
enum plane_code plane_formation(struct plane_shape *u, size_t count, struct plane_point first,
                                enum plane_side look);

/* Candidates for the first model of a unit that is placed: the points of a grid of this step,
 * over all places of the first model with which the unit's formation is within the box around
 * the outline and on the table; from the owner's edge outwards, in each row from left to
 * right as he looks; the grid begins in his left corner nearest to him, and the last row and
 * column lie at the far limit even if that is less than a step on. */
struct plane_fit {
    /* limits of the first model's place, in the axes of its owner's look */
    int64_t left, near, right, far;
    int64_t step;
    size_t columns, rows;
    enum plane_side look;
};
#define PLANE_FIT_STEP (2 * UNITS_PER_INCH)

/* Prepares the candidates for unit u, which stands in formation anywhere. No candidate (count 0) if
 * the box is too small. */
void plane_fit_begin(struct plane_fit *fit, struct plane_set u, enum plane_side look,
                     const struct plane_shape *outline, struct plane_table table, int64_t step);
size_t plane_fit_count(const struct plane_fit *fit);
struct plane_point plane_fit_nth(const struct plane_fit *fit, size_t n);
/* Whether u stands legally (plane_stands) with its first model at `first` and the others keeping
 * formation. */
bool plane_fits(struct plane_set u, struct plane_point first, const struct plane_shape *outline,
                const struct plane_ground *ground);

/* ---- ways ----
 * A way is a list of points: where the unit's first shape is, then where each straight leg
 * takes it; all shapes of the unit move by the same vector. One point or none is the empty
 * way. The length of a way is the sum of its legs, each rounded up to the unit. */

#define PLANE_WAY_POINTS 10 /* at most, of a way that is made here */

struct plane_way {
    size_t count;
    struct plane_point points[PLANE_WAY_POINTS];
};

int64_t plane_way_length(const struct plane_point *way, size_t count);
/* Cuts the way after `length`, by moving the last point that is left: the cut leg's vector is
 * shortened and each coordinate rounded to the unit toward the leg's start. Returns how many points
 * are left. */
size_t plane_cut(struct plane_point *way, size_t count, int64_t length);
/* Rewrites the way as the rest of it from a point: the point itself, the end of a leg, and all
 * points after that. The leg is the last one that the point touches (at most PLANE_TOUCH off); if
 * it touches none, the nearest one, each distance rounded up, of equals the last. Returns how many
 * points it has, no more than before; none if the way has none. */
size_t plane_rest(struct plane_point *way, size_t count, struct plane_point from);

/* Candidates of a way up to a length: straight legs of all, two thirds and a third of it
 * (rounded down), each first straight on as the owner looks, then clockwise in sixteenths of a
 * turn; coordinates are rounded toward the start. Candidate n goes from `from` to *to;
 * PLANE_NONE if that is the empty way, PLANE_RANGE if it leaves the range. */
#define PLANE_WAY_CANDIDATES ((size_t)48)
enum plane_code plane_way_nth(struct plane_point from, enum plane_side look, int64_t up_to,
                              size_t n, struct plane_point *to);
/* The vector `right` to the right and `ahead` ahead of a player who looks there, as east and
 * north. */
void plane_look_out(enum plane_side look, int64_t right, int64_t ahead, int64_t *x, int64_t *y);
/* The vector of this length in the n-th sixteenth of a turn clockwise from north, each
 * coordinate rounded toward 0: never longer than the length. */
struct plane_point plane_bearing(size_t n, int64_t length);

/* Judges any way for u. The result is the first fault that holds, in this order. */
enum plane_fault {
    PLANE_WAY_GOOD,
    PLANE_WAY_EMPTY,    /* it goes nowhere */
    PLANE_WAY_START,    /* it does not begin where u's first shape is */
    PLANE_WAY_LONG,     /* it is longer than up_to */
    PLANE_WAY_OFF,      /* a shape leaves the table */
    PLANE_WAY_BLOCKED,  /* a shape overlaps a blocker on the way; touching is allowed */
    PLANE_WAY_OCCUPIED, /* at the end a shape overlaps one of the ground's standing */
};
enum plane_fault plane_way_judge(struct plane_set u, const struct plane_point *way, size_t count,
                                 int64_t up_to, const struct plane_ground *ground);

/* At the end of a way of one point or more, some shape of u overlaps some shape of x. */
bool plane_ends_on(struct plane_set u, const struct plane_point *way, size_t count,
                   struct plane_set x);

/* Some shape of u, moved along the way, touches some shape of x at some moment, the ends
 * included (the empty way: where it is). */
bool plane_sweeps(struct plane_set u, const struct plane_point *way, size_t count,
                  struct plane_set x);
/* u touches x at the end of the way. */
bool plane_ends_touching(struct plane_set u, const struct plane_point *way, size_t count,
                         struct plane_set x);

/* Straight ways are cut short: by the table's edge, by the first blocker (touching it is allowed)
 * and, so that u does not stand on anything, before a standing shape on which they would end.
 * Coordinates are rounded toward the start, so u ends at most PLANE_TOUCH units from an edge that
 * cut it; a blocker that is only grazed may stop it earlier. A u that overlaps a blocker at the
 * start, or is not on the table, does not move. */

/* Straight by this vector, cut short. */
void plane_way_straight(struct plane_set u, struct plane_point vector,
                        const struct plane_ground *ground, struct plane_way *out);
/* Straight with the first shape toward the point, at most to it and at most `length`, cut short. */
void plane_way_toward(struct plane_set u, struct plane_point point, int64_t length,
                      const struct plane_ground *ground, struct plane_way *out);
/* Straight by `length` in the direction from v's centre to u's of the nearest pair, cut short;
 * empty if these are one point, or v is nowhere. */
void plane_way_from(struct plane_set u, struct plane_set v, int64_t length,
                    const struct plane_ground *ground, struct plane_way *out);
/* The way of u into contact with v. Touching already, it is empty. Otherwise it is straight, along
 * the line between the nearest points of the nearest pair until these touch, if nothing cuts it
 * short. Otherwise u goes round, in at most PLANE_WAY_POINTS - 1 legs, the last of them straight as
 * above. The search: where a straight leg would meet something, one leg leads round it by the left
 * and another by the right. Of all ways begun, the search continues the one that would be shortest
 * if nothing more were in its way (of equals the one begun first, the left before the right), 24
 * times at most. Each such leg passes a blocker at a radius of half both widths and 4 units, along
 * its tangent on that side and on past it by half that radius (from within it, square to the line
 * to the blocker's centre and a sixteenth outwards, half the radius long). Of the blockers (of a
 * box, its corners) that bases of u would cross, first on the straight way and then on the leg as
 * found so far, it passes the one that turns it furthest, until it crosses none; where it meets v
 * it ends. Last, a point is left out, the first one first, if the leg that passes over it is free.
 *
 * A way longer than up_to is cut there, and before a standing shape on which it would end.
 * PLANE_OK: it ends touching v. PLANE_NONE: it does not; if there is no way into v, it is the
 * straight one cut short. PLANE_BEYOND: a leg that was tried left the known part of the ground; the
 * way means nothing. */
enum plane_code plane_way_into(struct plane_set u, struct plane_set v, int64_t up_to,
                               const struct plane_ground *ground, struct plane_way *out);
/* The same for the way that brings the first shape of u to a point. */
enum plane_code plane_way_to(struct plane_set u, struct plane_point spot, int64_t up_to,
                             const struct plane_ground *ground, struct plane_way *out);
/* How far u must go to touch v: the length of the way into v if nothing limits it, so 0 if they
 * touch; NONE if there is none. */
int64_t plane_reach(struct plane_set u, struct plane_set v, const struct plane_ground *ground);
/* The same as the code of plane_way_into, PLANE_NONE also if the way is longer than `most`. Quicker
 * than asking for the length: a way that would be longer than `most` by an eighth even if nothing
 * more were in its way is given up. */
enum plane_code plane_reach_within(struct plane_set u, struct plane_set v, int64_t most,
                                   const struct plane_ground *ground, int64_t *length);

/* By how much to grow `shape` (plane_grow) so that u, blocked by the grown shape, keeps `apart`
 * away from it. Where u is nearer than that already, it keeps the gap that it has, rounded down. */
int64_t plane_kept(struct plane_set u, const struct plane_shape *shape, int64_t apart);
/* Writes to `met` for each shape of x whether some shape of u overlaps it on some leg of the
 * way. */
void plane_way_meets(struct plane_set u, const struct plane_point *way, size_t count,
                     struct plane_set x, bool *met);
/* On no leg of the way does a shape of u overlap one of x. */
bool plane_keeps_off(struct plane_set u, const struct plane_point *way, size_t count,
                     struct plane_set x);
/* The length of the way until some shape of u touches some of x: of the first leg that does, the
 * least length at which it, cut there, does; 0 if they touch now, NONE if they never do. */
int64_t plane_length_before(struct plane_set u, const struct plane_point *way, size_t count,
                            struct plane_set x);

/* ---- roots ---- */

/* The greatest r with r * r <= n, and the least r with r * r >= n; the square root of n rounded
 * down and up. n is high * 2^64 + low. */
uint64_t plane_root_down(uint64_t high, uint64_t low);
/* The least r; asserts that n is at most 2^128 - 2^65 + 1, since beyond it the root would be
 * 2^64. */
uint64_t plane_root_up(uint64_t high, uint64_t low);

#endif
