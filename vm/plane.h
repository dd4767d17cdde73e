/*
 * plane: exact geometry on a table, in whole units (2540 to the inch). This room defines what
 * distance, contact, sight, standing, formation and ways mean. It knows no World and no game,
 * allocates nothing and uses no floating point. A caller passes plain shapes and gets a number, a
 * truth, a point or a way. The caller decides which things block, see or stand. The comments of the
 * functions define the language's primitives exactly.
 *
 * Every answer is the same when the whole table is moved by a vector, turned by quarters or
 * mirrored, except where a comment says "first", "left" or "right", or names a side such as south.
 */
#ifndef MYTH_VM_PLANE_H
#define MYTH_VM_PLANE_H

#include "base.h"

/* Coordinates lie in -PLANE_MAX..PLANE_MAX and widths in 0..PLANE_MAX, which is some 26,000 inches.
 * A length above PLANE_FAR (twice PLANE_MAX) counts as PLANE_FAR; a length below 0 counts as 0. */
#define PLANE_MAX (INT32_C(1) << 26)
#define PLANE_FAR (INT64_C(1) << 27)
#define PLANE_TOUCH 2 /* bases this many units apart, or fewer, touch */

enum plane_code {
    PLANE_OK,
    PLANE_NONE,  /* there is no such way, line or box */
    PLANE_RANGE, /* a place or width is out of range */
    /* the answer may depend on ground outside of the known box (plane_ground.known) */
    PLANE_BEYOND,
    PLANE_TAKEN, /* no way was found, but one was open whose end another shape takes */
};

/* x grows east, y north; (0, 0) is the south-west corner of the table. */
struct plane_point {
    int32_t x, y;
};

/* A side of the table, numbered in quarter turns clockwise from north. As a player's look it is the
 * direction from his own edge of the table to the other side. */
enum plane_side { PLANE_NORTH, PLANE_EAST, PLANE_SOUTH, PLANE_WEST, PLANE_CENTRE };
enum plane_corner { PLANE_NORTH_WEST, PLANE_NORTH_EAST, PLANE_SOUTH_EAST, PLANE_SOUTH_WEST };

enum plane_kind {
    PLANE_ROUND, /* a circle. at: the centre; a: the diameter */
    PLANE_BOX,   /* at: the south-west corner; a: the extent east; b: the extent north */
    /* the following are figures, which are slower: */
    PLANE_OVAL,   /* at: the centre; a: the extent across the facing; b: along the facing */
    PLANE_OBLONG, /* a turned rectangle; at, a and b as of PLANE_OVAL */
    PLANE_WEDGE,  /* a triangle with a right angle. at: the corner of the right angle; a, b: how far
                    * the two sides go from there east and north; below 0: west and south */
    PLANE_POLYGON, /* at: the point to which the corners are relative; a: the number of corners */
};
#define PLANE_CORNERS 32 /* the most corners of a polygon */

/* A set of points with its border: a base where it stands, a zone, a piece of terrain. Only the
 * makers below make shapes. A caller may set `at` to another point that plane_point or plane_shift
 * made. */
struct plane_shape {
    enum plane_kind kind;
    int32_t a, b;
    struct plane_point at;
    /* a width in units, by which the shape is rounded off: all points within wide / 2 of it belong
     * to the shape, too. Not used by circles */
    int32_t wide;
    struct plane_point facing; /* the direction in which an oval or oblong faces; (0, 0): north */
    const struct plane_point *corners; /* of a polygon; the memory belongs to the caller */
};

/* Shapes in an order that the caller chooses: the bases of a unit, the blockers, one zone. */
struct plane_set {
    const struct plane_shape *shapes;
    size_t count;
};

struct plane_table {
    int32_t width, height; /* extent to the east, to the north */
};

/* The ground on which a unit moves. A unit may not pass a blocker; it may pass over a standing
 * shape but not end on it. Neither list holds the shapes of the unit, nor, for a way into contact
 * with v, those of v. */
struct plane_ground {
    struct plane_table table;
    struct plane_set blockers, standing;
    /* a box: the two lists may lack shapes that lie outside of it; NULL: they lack none */
    const struct plane_shape *known;
};

static inline struct plane_set plane_one(const struct plane_shape *shape) {
    return (struct plane_set){shape, 1};
}

/* ---- makers: each sets *out and returns PLANE_OK, or leaves *out and returns PLANE_RANGE ---- */

static inline enum plane_code plane_point(int64_t x, int64_t y, struct plane_point *out) {
    bool in_range = x >= -PLANE_MAX && x <= PLANE_MAX && y >= -PLANE_MAX && y <= PLANE_MAX;
    if (!in_range) return PLANE_RANGE;
    *out = (struct plane_point){(int32_t)x, (int32_t)y};
    return PLANE_OK;
}
enum plane_code plane_table(int64_t width, int64_t height, struct plane_table *out);
/* Makes the circle of this diameter. The diameter is given and not the radius, because half of an
 * odd diameter is no whole number. */
static inline enum plane_code plane_round(struct plane_point centre, int64_t diameter,
                                          struct plane_shape *out) {
    if (diameter < 0 || diameter > PLANE_MAX) return PLANE_RANGE;
    *out = (struct plane_shape){.kind = PLANE_ROUND, .a = (int32_t)diameter, .at = centre};
    return PLANE_OK;
}
/* Makes the rectangle along the axes with this south-west corner. */
enum plane_code plane_box(struct plane_point south_west, int64_t width, int64_t height,
                          struct plane_shape *out);
/* Makes a capsule: all points within half of the lesser extent of a middle line, which runs along
 * the greater extent. `facing` is a vector of any length; (0, 0) is north. The ends of the middle
 * line are rounded to the unit toward the centre; their distance is first rounded down to an even
 * number. */
enum plane_code plane_oval(struct plane_point centre, int64_t across, int64_t along,
                           struct plane_point facing, struct plane_shape *out);
/* Makes a rectangle that is turned to `facing`, a vector of any length; (0, 0) is north. The
 * corners are rounded to the unit toward the centre; the extents are first rounded down to even
 * numbers. */
enum plane_code plane_oblong(struct plane_point centre, int64_t across, int64_t along,
                             struct plane_point facing, struct plane_shape *out);
/* Makes a polygon of 3 to PLANE_CORNERS corners, clockwise or counter-clockwise. No two edges may
 * cross, which is not checked. */
enum plane_code plane_polygon(const struct plane_point *corners, size_t count,
                              struct plane_shape *out);
/* Makes the part of the table that is at most `depth` from a side. For PLANE_CENTRE makes the strip
 * from west to east, `depth` deep, midway between south and north; its south edge is rounded down.
 * If `depth` is more than the table's, the strip is the whole table. */
enum plane_code plane_strip(struct plane_table table, enum plane_side side, int64_t depth,
                            struct plane_shape *out);
/* Makes the square of this size in a corner of the table, cut off where the table ends. */
enum plane_code plane_corner(struct plane_table table, enum plane_corner corner, int64_t size,
                             struct plane_shape *out);
/* Makes the quarter of the table in this corner. Middle lines of the table at half a unit are
 * rounded down. */
enum plane_code plane_quarter(struct plane_table table, enum plane_corner corner,
                              struct plane_shape *out);
/* Makes the half of the table in this corner, on one side of the straight line between the two
 * corners next to it. Returns PLANE_RANGE if the table has no width or no height; *out is then set,
 * unlike in the other makers. */
enum plane_code plane_diagonal(struct plane_table table, enum plane_corner corner,
                               struct plane_shape *out);
/* Grows a shape by `by` units on all sides. Returns PLANE_RANGE and leaves the shape unchanged if
 * the shape would become too wide. */
enum plane_code plane_grow(struct plane_shape *shape, int64_t by);
/* Moves every shape by the same vector. Returns PLANE_RANGE and moves none if one would leave the
 * range of coordinates. */
enum plane_code plane_shift(struct plane_shape *shapes, size_t count, int64_t dx, int64_t dy);

/* ---- distance and contact ----
 * The gap of two shapes is the distance between their nearest points. If two bases overlap, the gap
 * is below 0 by how deep they do. A set without shapes is nowhere: it has no distance, and every
 * truth about it is no, except that its shapes are apart and that it keeps off everything. */

struct plane_pair {
    size_t first, second; /* index in the first set, index in the second */
};

/* Returns the least gap between a shape of u and a shape of v in units, rounded up, and 0 if they
 * overlap; NONE if u or v is nowhere. Because of the rounding up, a comparison such as `<= 10"` is
 * exact. Sets *nearest, unless NULL, to the pair with the least gap; of pairs with equal gaps to
 * the first in u, then in v. Gaps are compared exactly, except that between figures the square of
 * twice the distance without widths is rounded up first. */
int64_t plane_distance(struct plane_set u, struct plane_set v, struct plane_pair *nearest);
/* Whether some shape of u is at most PLANE_TOUCH units from some shape of v. */
bool plane_touching(struct plane_set u, struct plane_set v);
/* Whether some shape of u and some shape of v have inner points in common. Shapes that share only
 * points of their borders do not overlap. */
bool plane_overlapping(struct plane_set u, struct plane_set v);
/* Whether no two shapes of u overlap. */
bool plane_apart(struct plane_set u);
/* Whether some shape of u has a point in common with the outline; the border is part of the
 * outline. */
bool plane_in(struct plane_set u, const struct plane_shape *outline);
/* Whether every point of every shape of u lies in the outline; the border is part of the outline.
 * In a polygon with a notch less is tested: of a shape without inner points the ends alone, and if
 * the polygon is rounded off by a greater width than the shape, the corners of the shape alone. */
bool plane_wholly_within(struct plane_set u, const struct plane_shape *outline);
/* Whether every point of every shape of u lies on the table; the edges are part of the table. */
bool plane_on_table(struct plane_set u, struct plane_table table);
/* Whether some shape of u is at most PLANE_TOUCH units from an edge of the table, or beyond one. */
bool plane_touches_edge(struct plane_set u, struct plane_table table);
/* Whether the straight line between two points comes within wide / 2 + 1 units of a shape of u. */
bool plane_crossed(struct plane_point from, struct plane_point to, int64_t wide,
                   struct plane_set u);
/* Sets *out to the smallest box around the shapes of u. Returns PLANE_NONE if u is nowhere. */
enum plane_code plane_bounds(struct plane_set u, struct plane_shape *out);

/* ---- sight: u and v are round bases ----
 * The rim point of a base in a direction is the point of its border in that direction from its
 * centre, each coordinate rounded to the unit toward the centre. A line crosses a shape if it comes
 * within one unit of the shape. So no line passes between two bases that touch. */

/* Sets `line` to the straight line between the nearest points of the nearest pair of bases: from
 * the rim point of the first toward the second to the rim point of the second toward the first.
 * Returns PLANE_NONE if the two bases have no gap or there is no pair. */
enum plane_code plane_line(struct plane_set u, struct plane_set v, struct plane_point line[2]);
/* Lists the obstacles that the line of plane_line crosses. Writes their indices, ascending, to
 * `crossed`, which has room for all obstacles, and returns how many. Returns 0 if there is no
 * line. */
size_t plane_between(struct plane_set u, struct plane_set v, struct plane_set obstacles,
                     size_t *crossed);
/* Lists the obstacles that come within one unit of the four-sided figure between the nearest pair
 * of bases, in the form of plane_between. The corners of this figure are the rim points of each
 * base square to the left and to the right of the line from centre to centre. So the list has every
 * obstacle that hides a part of one base from a part of the other. */
size_t plane_veiling(struct plane_set u, struct plane_set v, struct plane_set obstacles,
                     size_t *crossed);
/* Whether some base of u sees some base of v. A base sees another if they have no gap, or if one of
 * nine lines crosses no blocker. The lines go from each of three rim points of the one base (toward
 * the other base, square to the left and square to the right of that) to each of the three of the
 * other base toward the one. If a base sees another, the other sees it. */
bool plane_sees(struct plane_set u, struct plane_set v, struct plane_set blockers);

/* ---- standing ---- */

/* Whether every shape of u is on the table and wholly within the outline (unless NULL), and
 * overlaps no blocker and no standing shape of the ground. */
bool plane_stands(struct plane_set u, const struct plane_shape *outline,
                  const struct plane_ground *ground);
/* Places the bases of a unit in formation, by writing `at` of each. The first base stands at the
 * point `first`. A rank has at most six bases. In a rank each base stands to the right of the one
 * before, as the owner looks, and touches it; half a unit is rounded up. The first base of each
 * rank stands straight behind the very first. A rank stands the least whole number of units behind
 * the rank before with which no base overlaps one of an earlier rank. If not all bases are round,
 * this distance is half the sum of the deepest base of each of the two ranks, rounded up. Bases
 * that are not round must face as the owner looks, with `a` across. Returns PLANE_RANGE if a base
 * would leave the range of coordinates; the places then mean nothing. */
enum plane_code plane_formation(struct plane_shape *u, size_t count, struct plane_point first,
                                enum plane_side look);

/* Candidates for the place of the first model of a unit that is placed in formation: points of a
 * grid. The grid covers all places of the first model at which the box around the whole formation
 * is on the table and within the box around the outline. Candidates are numbered row by row, the
 * row nearest to the owner's edge first, and in a row from left to right as the owner looks. The
 * grid begins in the near left corner. The last row and the last column lie at the far limit, even
 * if this is less than a step further. */
struct plane_fit {
    /* limits of the first model's place, along the axes of the owner's look */
    int64_t left, near, right, far;
    int64_t step;
    size_t columns, rows;
    enum plane_side look;
};
#define PLANE_FIT_STEP (2 * UNITS_PER_INCH)

/* Prepares the candidates for unit u, which stands in formation at any place. There is no candidate
 * (plane_fit_count is 0) if the box around the outline is too small. */
void plane_fit_begin(struct plane_fit *fit, struct plane_set u, enum plane_side look,
                     const struct plane_shape *outline, struct plane_table table, int64_t step);
size_t plane_fit_count(const struct plane_fit *fit);
struct plane_point plane_fit_nth(const struct plane_fit *fit, size_t n);
/* Whether u stands legally (plane_stands) with its first model at `first` and the others keeping
 * formation. */
bool plane_fits(struct plane_set u, struct plane_point first, const struct plane_shape *outline,
                const struct plane_ground *ground);

/* ---- ways ----
 * A way is a list of points: the place of the unit's first shape, then the place to which each
 * straight leg takes this shape. All shapes of the unit move by the same vector. A way of one point
 * or none is empty. The length of a way is the sum of its legs, each rounded up to the unit. */

#define PLANE_WAY_POINTS 10 /* the most points of a way that this room makes */

struct plane_way {
    size_t count;
    struct plane_point points[PLANE_WAY_POINTS];
};

int64_t plane_way_length(const struct plane_point *way, size_t count);
/* Cuts a way off at `length`. The vector of the leg that is cut is shortened, each coordinate
 * rounded to the unit toward the leg's start, and the leg's end is moved there. Returns how many
 * points are left. */
size_t plane_cut(struct plane_point *way, size_t count, int64_t length);
/* Replaces a way by the rest of it from a point: the point itself, then the end of the leg on which
 * the point lies, and all points after that. The leg is the last one that is at most PLANE_TOUCH
 * from the point. If no leg is, it is the nearest one, each distance rounded up, and of equal ones
 * the last. Returns how many points the rest has: no more than the way had, and 0 if it had
 * none. */
size_t plane_rest(struct plane_point *way, size_t count, struct plane_point from);

/* Sets *to to the end of candidate n of a way up to a length. A candidate is one straight leg from
 * `from`. The first 16 are as long as `up_to`, the next 16 two thirds of it, the last 16 a third,
 * rounded down. The first of 16 goes straight on as the owner looks, each other one a sixteenth of
 * a turn further clockwise. Coordinates are rounded toward the start. Returns PLANE_NONE if the leg
 * is empty, PLANE_RANGE if it leaves the range of coordinates. */
#define PLANE_WAY_CANDIDATES ((size_t)48)
enum plane_code plane_way_nth(struct plane_point from, enum plane_side look, int64_t up_to,
                              size_t n, struct plane_point *to);
/* Sets *x (to the east) and *y (to the north) to the vector that goes `right` units to the right
 * and `ahead` units ahead of a player with this look. */
void plane_look_out(enum plane_side look, int64_t right, int64_t ahead, int64_t *x, int64_t *y);
/* Returns the vector of this length in the direction n sixteenths of a turn clockwise from north.
 * Each coordinate is rounded toward 0, so the vector is never longer than `length`. */
struct plane_point plane_bearing(size_t n, int64_t length);
/* Returns a vector of this length in the n-th of thirty-two directions clockwise from north, 0
 * being north. Its parts are rounded toward 0. */
struct plane_point plane_direction(size_t n, int64_t length);

/* A fault of a way for a unit u. */
enum plane_fault {
    PLANE_WAY_GOOD,
    PLANE_WAY_EMPTY,    /* the way has length 0, or u has no shapes */
    PLANE_WAY_START,    /* the way does not begin at the place of u's first shape */
    PLANE_WAY_LONG,     /* the way is longer than up_to */
    PLANE_WAY_OFF,      /* a shape of u leaves the table */
    PLANE_WAY_BLOCKED,  /* a shape of u overlaps a blocker on the way; touching is allowed */
    PLANE_WAY_OCCUPIED, /* at the end a shape of u overlaps a standing shape of the ground */
};
/* Judges a way for u, whoever made the way. Returns the first fault that holds, in the order of
 * plane_fault. */
enum plane_fault plane_way_judge(struct plane_set u, const struct plane_point *way, size_t count,
                                 int64_t up_to, const struct plane_ground *ground);

/* Whether at the end of the way, which has one point or more, some shape of u overlaps some shape
 * of x. */
bool plane_ends_on(struct plane_set u, const struct plane_point *way, size_t count,
                   struct plane_set x);

/* Whether some shape of u, moved along the way, touches some shape of x at some moment, beginning
 * and end included. On the empty way: whether it touches one where it is. */
bool plane_sweeps(struct plane_set u, const struct plane_point *way, size_t count,
                  struct plane_set x);
/* Whether u touches x at the end of the way. */
bool plane_ends_touching(struct plane_set u, const struct plane_point *way, size_t count,
                         struct plane_set x);

/* The three functions plane_way_straight, plane_way_toward and plane_way_from make a straight way
 * and cut it short: at the edge of the table, at the first blocker (touching it is allowed), and
 * before a standing shape on which the way would end. Coordinates are rounded toward the start, so
 * u ends at most PLANE_TOUCH units from the edge that cut the way. A blocker that u would only
 * graze may stop u earlier. A unit that overlaps a blocker at the start, or is not on the table,
 * does not move. */

/* Makes the straight way by this vector, cut short. */
void plane_way_straight(struct plane_set u, struct plane_point vector,
                        const struct plane_ground *ground, struct plane_way *out);
/* Makes the straight way that takes the first shape of u toward the point, not beyond the point and
 * not further than `length`, cut short. */
void plane_way_toward(struct plane_set u, struct plane_point point, int64_t length,
                      const struct plane_ground *ground, struct plane_way *out);
/* Makes the straight way of this length that leads the nearest shape of u away from the nearest
 * shape of v, cut short. For discs the direction is from centre to centre, otherwise along the
 * vector between the nearest points without widths. The way is empty if this vector is 0 or v is
 * nowhere. */
void plane_way_from(struct plane_set u, struct plane_set v, int64_t length,
                    const struct plane_ground *ground, struct plane_way *out);
/* Makes the way of u into contact with v. If u touches v already, the way is empty. Otherwise, if
 * nothing cuts it short, the way is straight: along the line between the nearest points of the
 * nearest pair, until these touch. Otherwise u goes round, in at most PLANE_WAY_POINTS - 1 legs, of
 * which the last is straight in the same sense.
 *
 * The way round is searched for. Where a straight leg would meet something, one leg leads round
 * that by the left and another by the right. Of all ways begun, the search goes on with the one
 * that would be shortest if nothing more were in its way; of equals with the one begun first, the
 * left before the right. It does so at most 24 times.
 *
 * A leg that leads round a blocker runs along the tangent on its side of a circle around the
 * blocker, and on past the tangent's end by half the circle's radius. The radius is half the sum of
 * the widths of base and blocker, plus 4 units. From inside of the circle, the leg runs square to
 * the line to the blocker's centre, turned outwards by one unit in sixteen. Its length is half the
 * radius, times the radius, divided by the distance from the centre. A box has a circle around each
 * corner. The leg goes round the blocker that turns it furthest, of those that bases of u would
 * cross on the straight leg. If the new leg crosses blockers, it is turned again in the same way,
 * until it crosses none. A leg that meets v ends there. Last, points over which a free leg can pass
 * are left out, the first one first.
 *
 * A way longer than up_to is cut there, and before a standing shape on which it would end. Returns
 * PLANE_OK if the way ends touching v. Returns PLANE_NONE if it does not; if no way into v was
 * found at all, *out is the straight way cut short, and PLANE_TAKEN is returned if the last leg of
 * a way was free but for its end, which lies on a standing shape or off the table. Returns
 * PLANE_BEYOND if a leg that was tried left the known part of the ground; *out then means
 * nothing. */
enum plane_code plane_way_into(struct plane_set u, struct plane_set v, int64_t up_to,
                               const struct plane_ground *ground, struct plane_way *out);
/* Makes the way that brings the first shape of u to a point, found and cut as by plane_way_into. */
enum plane_code plane_way_to(struct plane_set u, struct plane_point spot, int64_t up_to,
                             const struct plane_ground *ground, struct plane_way *out);
/* Sets *length to how far u must go to touch v and returns PLANE_OK, if that is at most `most`: the
 * length of the way of plane_way_into without a limit, so 0 if they touch already. Otherwise, or if
 * no way was found, returns PLANE_NONE, or PLANE_TAKEN or PLANE_BEYOND as plane_way_into does. The
 * search gives up a way that would be longer than `most` by more than an eighth even if nothing
 * more were in its way. */
enum plane_code plane_reach(struct plane_set u, struct plane_set v, int64_t most,
                            const struct plane_ground *ground, int64_t *length);
/* Makes the shortest way found, at most `most` long, by which u, a single circle, comes to touch a
 * circle of v at a place where it may stand (plane_stands); u and v do not touch yet. v is among
 * the blockers of the ground. Tried are, of the places in thirty-two directions from each circle of
 * v, and of those close beside another circle of the ground, the twelve nearest to u; of places
 * equally near, those found first. Each way is found, and the shortest is cut, as by plane_way_to;
 * of ways equally long the one to the nearer place is taken. Returns PLANE_OK if the way is at most
 * up_to long, PLANE_NONE if it is longer, or if there is none: *out is then left alone. Returns
 * PLANE_BEYOND as plane_way_into does. */
enum plane_code plane_way_beside(struct plane_set u, struct plane_set v, int64_t most,
                                 int64_t up_to, const struct plane_ground *ground,
                                 struct plane_way *out);

/* Returns by how many units to grow `shape` (plane_grow) so that u, blocked by the grown shape,
 * stays `apart` units away from the shape itself. If u is nearer than `apart` now, returns the
 * present gap, rounded down, but at least 0. Returns 0 if u is nowhere or `apart` is not above
 * 0. */
int64_t plane_kept(struct plane_set u, const struct plane_shape *shape, int64_t apart);
/* Sets met[k], for each shape k of x, to whether some shape of u overlaps it on a leg of the
 * way. */
void plane_way_meets(struct plane_set u, const struct plane_point *way, size_t count,
                     struct plane_set x, bool *met);
/* Whether on no leg of the way a shape of u overlaps a shape of x. */
bool plane_keeps_off(struct plane_set u, const struct plane_point *way, size_t count,
                     struct plane_set x);
/* Cuts a way of u from its end back to where u may end: on the table, overlapping no standing shape
 * and no blocker of the ground, and none of `off`. A leg on which u may end nowhere is left out,
 * and so is one on which that is not found in eight rounds of cutting. Returns how many points are
 * left: 1 if u may end on no leg. */
size_t plane_shorten(struct plane_set u, struct plane_point *way, size_t count,
                     const struct plane_ground *ground, struct plane_set off);
/* Returns the length of the way up to where some shape of u first touches some shape of x; 0 if
 * they touch now, NONE if they never do. On the leg in question it is the least length at which the
 * leg, cut off there, brings them to touch. */
int64_t plane_length_before(struct plane_set u, const struct plane_point *way, size_t count,
                            struct plane_set x);

/* ---- roots ---- */

/* Returns the square root of n = high * 2^64 + low, rounded down. */
uint64_t plane_root_down(uint64_t high, uint64_t low);
/* Returns the square root of n = high * 2^64 + low, rounded up. Asserts that n is at most 2^128 -
 * 2^65 + 1, because the root of a greater n would be 2^64. */
uint64_t plane_root_up(uint64_t high, uint64_t low);

#endif
