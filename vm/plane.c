/* Roots, makers of shapes, distance and contact, sight, standing and formation: see plane.h. */
#include "plane.h"
#include "plane_inner.h"

/* ---- roots ---- */

/* Entry k - 64, for k from 64 to 255, differs by less than 1 from the square root of every number
 * from 256 * k to 256 * k + 256. */
static const uint8_t first_roots[192] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 143, 144,
    145, 146, 147, 148, 149, 150, 150, 151, 152, 153, 154, 155, 155, 156, 157, 158, 159, 159,
    160, 161, 162, 163, 163, 164, 165, 166, 167, 167, 168, 169, 170, 170, 171, 172, 173, 173,
    174, 175, 175, 176, 177, 178, 178, 179, 180, 181, 181, 182, 183, 183, 184, 185, 185, 186,
    187, 187, 188, 189, 189, 190, 191, 191, 192, 193, 193, 194, 195, 195, 196, 197, 197, 198,
    199, 199, 200, 201, 201, 202, 203, 203, 204, 204, 205, 206, 206, 207, 207, 208, 209, 209,
    210, 211, 211, 212, 212, 213, 214, 214, 215, 215, 216, 217, 217, 218, 218, 219, 219, 220,
    221, 221, 222, 222, 223, 223, 224, 225, 225, 226, 226, 227, 227, 228, 229, 229, 230, 230,
    231, 231, 232, 232, 233, 234, 234, 235, 235, 236, 236, 237, 237, 238, 238, 239, 239, 240,
    241, 241, 242, 242, 243, 243, 244, 244, 245, 245, 246, 246, 247, 247, 248, 248, 249, 249,
    250, 250, 251, 251, 252, 252, 253, 253, 254, 254, 255, 255,
};

/* Returns the square root of n, which is 2^62 or more, with an error of less than 1. Takes two
 * steps of Newton's method, each of which doubles the number of good bits. */
static uint64_t root_near(uint64_t n) {
    uint32_t r = first_roots[(n >> 56) - 64];
    r = (r << 7) + (uint32_t)(n >> 41) / r;
    /* The second step computes (r << 15) + (n >> 17) / r. The part of the quotient that is known
     * beforehand, r << 15, is subtracted before the division, so that mostly only 32 bits are left
     * to divide. */
    const uint64_t square = (uint64_t)r * r << 15, whole = n >> 17;
    if (whole < square) return ((uint64_t)r << 15) + whole / r;
    return ((uint64_t)r << 16) + base_over(whole - square, r);
}

uint64_t plane_root64(uint64_t n) {
    if (n == 0) return 0;
    int pairs = __builtin_clzll(n) / 2;
    uint64_t r = root_near(n << (2 * pairs)) >> pairs;
    if (r > UINT32_MAX) r = UINT32_MAX;
    return r * r > n ? r - 1 : r;
}

/* Whether r * r is more than n. */
static bool root_above(uint64_t r, struct wide n) {
    return wide_words_less(n, wide_words_product(r, r));
}

static uint64_t root_wide(struct wide n) {
    uint64_t high = wide_high(n), low = wide_low(n);
    if (high == 0) return plane_root64(low);
    int pairs = __builtin_clzll(high) / 2;
    if (pairs > 0) {
        high = high << (2 * pairs) | low >> (64 - 2 * pairs);
        low <<= 2 * pairs;
    }
    uint64_t r = plane_root64(high);
    ASSERT(r > 0); /* because one of the two highest bits of `high` is set */
    struct wide half = wide_words_over(wide_words(high >> 33, high << 31 | low >> 33), r);
    struct wide sum = wide_add(wide_words(0, r << 31), half);
    r = (wide_high(sum) > 0 ? UINT64_MAX : wide_low(sum)) >> pairs;
    while (root_above(r, n)) r--;
    while (r < UINT64_MAX && !root_above(r + 1, n)) r++;
    return r;
}

uint64_t plane_root_down(uint64_t high, uint64_t low) {
    return root_wide(wide_words(high, low));
}

uint64_t plane_root_up_wide(struct wide n) {
    uint64_t r = root_wide(n);
    if (!wide_words_less(wide_words_product(r, r), n)) return r;
    ASSERT(r < UINT64_MAX);
    return r + 1;
}

uint64_t plane_root_up(uint64_t high, uint64_t low) {
    return plane_root_up_wide(wide_words(high, low));
}

static int64_t root64_up(int64_t n) {
    uint64_t r = plane_root64((uint64_t)n);
    return (int64_t)(r * r < (uint64_t)n ? r + 1 : r);
}

int64_t plane_long_up(int64_t dx, int64_t dy) {
    return root64_up(dx * dx + dy * dy);
}

int64_t plane_scaled(int64_t v, int64_t num, int64_t den2) {
    uint64_t part = (uint64_t)(plane_abs(v) * num);
    int64_t r = (int64_t)root_wide(wide_words_over(wide_words_product(part, part), (uint64_t)den2));
    return v < 0 ? -r : r;
}

/* ---- makers ---- */

static bool in_plane(int64_t v) {
    return v >= -PLANE_MAX && v <= PLANE_MAX;
}

static bool is_width(int64_t v) {
    return v >= 0 && v <= PLANE_MAX;
}

enum plane_code plane_table(int64_t width, int64_t height, struct plane_table *out) {
    if (!is_width(width) || !is_width(height)) return PLANE_RANGE;
    *out = (struct plane_table){(int32_t)width, (int32_t)height};
    return PLANE_OK;
}

enum plane_code plane_box(struct plane_point south_west, int64_t width, int64_t height,
                          struct plane_shape *out) {
    if (!is_width(width) || !is_width(height)) return PLANE_RANGE;
    *out = (struct plane_shape){
        .kind = PLANE_BOX, .a = (int32_t)width, .b = (int32_t)height, .at = south_west};
    return PLANE_OK;
}

static enum plane_code facing_shape(enum plane_kind kind, struct plane_point centre, int64_t across,
                                    int64_t along, struct plane_point facing,
                                    struct plane_shape *out) {
    if (!is_width(across) || !is_width(along) || across < 1 || along < 1) return PLANE_RANGE;
    *out = (struct plane_shape){
        .kind = kind, .a = (int32_t)across, .b = (int32_t)along, .at = centre, .facing = facing};
    if (kind == PLANE_OVAL) out->wide = (int32_t)(across < along ? across : along);
    return PLANE_OK;
}

enum plane_code plane_oval(struct plane_point centre, int64_t across, int64_t along,
                           struct plane_point facing, struct plane_shape *out) {
    return facing_shape(PLANE_OVAL, centre, across, along, facing, out);
}

enum plane_code plane_oblong(struct plane_point centre, int64_t across, int64_t along,
                             struct plane_point facing, struct plane_shape *out) {
    return facing_shape(PLANE_OBLONG, centre, across, along, facing, out);
}

enum plane_code plane_polygon(const struct plane_point *corners, size_t count,
                              struct plane_shape *out) {
    if (count < 3 || count > PLANE_CORNERS) return PLANE_RANGE;
    for (size_t i = 0; i < count; i++) {
        if (!in_plane(corners[i].x) || !in_plane(corners[i].y)) return PLANE_RANGE;
    }
    *out = (struct plane_shape){.kind = PLANE_POLYGON, .a = (int32_t)count, .corners = corners};
    return PLANE_OK;
}

enum plane_code plane_diagonal(struct plane_table table, enum plane_corner corner,
                               struct plane_shape *out) {
    bool north = corner == PLANE_NORTH_WEST || corner == PLANE_NORTH_EAST;
    bool east = corner == PLANE_NORTH_EAST || corner == PLANE_SOUTH_EAST;
    *out = (struct plane_shape){.kind = PLANE_WEDGE,
                                .a = east ? -table.width : table.width,
                                .b = north ? -table.height : table.height,
                                .at = {east ? table.width : 0, north ? table.height : 0}};
    return table.width > 0 && table.height > 0 ? PLANE_OK : PLANE_RANGE;
}

struct plane_core plane_core_odd(const struct plane_shape *s) {
    struct plane_point corners[PLANE_CORNERS];
    int count = plane_corners(s, corners);
    struct plane_core c = {.of = s, .odd = true, .width = s->wide};
    c.west = c.east = corners[0].x, c.south = c.north = corners[0].y;
    for (int i = 1; i < count; i++) {
        if (corners[i].x < c.west) c.west = corners[i].x;
        if (corners[i].x > c.east) c.east = corners[i].x;
        if (corners[i].y < c.south) c.south = corners[i].y;
        if (corners[i].y > c.north) c.north = corners[i].y;
    }
    return c;
}

static enum plane_code box_between(int64_t west, int64_t south, int64_t east, int64_t north,
                                   struct plane_shape *out) {
    struct plane_point at;
    enum plane_code code = plane_point(west, south, &at);
    return code == PLANE_OK ? plane_box(at, east - west, north - south, out) : code;
}

enum plane_code plane_strip(struct plane_table table, enum plane_side side, int64_t depth,
                            struct plane_shape *out) {
    if (depth < 0) return PLANE_RANGE;
    int64_t w = table.width, h = table.height;
    int64_t across = depth < w ? depth : w, up = depth < h ? depth : h;
    switch (side) {
    case PLANE_NORTH: return box_between(0, h - up, w, h, out);
    case PLANE_EAST: return box_between(w - across, 0, w, h, out);
    case PLANE_SOUTH: return box_between(0, 0, w, up, out);
    case PLANE_WEST: return box_between(0, 0, across, h, out);
    case PLANE_CENTRE: return box_between(0, (h - up) / 2, w, (h - up) / 2 + up, out);
    }
    return PLANE_RANGE;
}

/* Makes a box in a corner of the table. The box's corner nearest to the middle of the table is
 * given twice: `west_south` holds the x of a box on the west side and the y of one on the south
 * side, `east_north` the x of a box on the east side and the y of one on the north side. */
static enum plane_code in_corner(struct plane_table table, enum plane_corner corner,
                                 struct plane_point west_south, struct plane_point east_north,
                                 struct plane_shape *out) {
    bool north = corner == PLANE_NORTH_WEST || corner == PLANE_NORTH_EAST;
    bool east = corner == PLANE_NORTH_EAST || corner == PLANE_SOUTH_EAST;
    return box_between(east ? east_north.x : 0, north ? east_north.y : 0,
                       east ? table.width : west_south.x, north ? table.height : west_south.y, out);
}

enum plane_code plane_corner(struct plane_table table, enum plane_corner corner, int64_t size,
                             struct plane_shape *out) {
    if (size < 0) return PLANE_RANGE;
    int32_t w = (int32_t)(size < table.width ? size : table.width);
    int32_t h = (int32_t)(size < table.height ? size : table.height);
    return in_corner(table, corner, (struct plane_point){w, h},
                     (struct plane_point){table.width - w, table.height - h}, out);
}

enum plane_code plane_quarter(struct plane_table table, enum plane_corner corner,
                              struct plane_shape *out) {
    struct plane_point middle = {table.width / 2, table.height / 2};
    return in_corner(table, corner, middle, middle, out);
}

enum plane_code plane_grow(struct plane_shape *shape, int64_t by) {
    int32_t *width = shape->kind == PLANE_ROUND ? &shape->a : &shape->wide;
    if (by < 0 || by > PLANE_MAX || !is_width(*width + 2 * by)) return PLANE_RANGE;
    *width = (int32_t)(*width + 2 * by);
    return PLANE_OK;
}

enum plane_code plane_shift(struct plane_shape *shapes, size_t count, int64_t dx, int64_t dy) {
    if (plane_abs(dx) > 2 * (int64_t)PLANE_MAX || plane_abs(dy) > 2 * (int64_t)PLANE_MAX) {
        return count > 0 ? PLANE_RANGE : PLANE_OK;
    }
    for (size_t i = 0; i < count; i++) {
        if (!in_plane(shapes[i].at.x + dx) || !in_plane(shapes[i].at.y + dy)) return PLANE_RANGE;
    }
    for (size_t i = 0; i < count; i++) {
        shapes[i].at.x = (int32_t)(shapes[i].at.x + dx);
        shapes[i].at.y = (int32_t)(shapes[i].at.y + dy);
    }
    return PLANE_OK;
}

/* ---- distance and contact ---- */

/* Returns four times the square of the distance from (x, y) to a core without its width, rounded
 * up. */
static int64_t far4(const struct plane_core *c, int64_t x, int64_t y) {
    int64_t ex, ey;
    if (MYTH_UNLIKELY(c->odd)) return plane_figure_gap4(c, x, y, true, &ex, &ey);
    plane_toward_core(c, x, y, &ex, &ey);
    return 4 * (ex * ex + ey * ey);
}

/* Whether sqrt(p) - w < sqrt(q) - v. */
static bool gap_less(int64_t p, int64_t w, int64_t q, int64_t v) {
    if (w == v) return p < q;
    int64_t k2 = (w - v) * (w - v);
    if (w > v) { /* p - q - k2 < 2 * k * sqrt(q) */
        int64_t left = p - q - k2;
        return left < 0 || wide_less(wide_product(left, left), wide_product(4 * k2, q));
    }
    int64_t right = q - p - k2; /* 2 * -k * sqrt(p) < q - p - k2 */
    return right > 0 && wide_less(wide_product(4 * k2, p), wide_product(right, right));
}

static bool all_round(struct plane_set u) {
    for (size_t i = 0; i < u.count; i++) {
        if (u.shapes[i].kind != PLANE_ROUND) return false;
    }
    return true;
}

/* Finds the least gap between u, moved by (x, y), and v. All shapes of both sets must be circles,
 * as in most calls in a battle. 2 * gap = sqrt(*gap4) - *width. Returns false if u or v has no
 * shapes. */
static bool nearest_round(struct plane_set u, int64_t x, int64_t y, struct plane_set v,
                          struct plane_pair *pair, int64_t *gap4, int64_t *width) {
    int64_t best = INT64_MAX, bw = 0;
    for (size_t i = 0; i < u.count; i++) {
        const struct plane_shape *a = &u.shapes[i];
        for (size_t j = 0; j < v.count; j++) {
            const struct plane_shape *b = &v.shapes[j];
            int64_t dx = (int64_t)b->at.x - a->at.x - x, dy = (int64_t)b->at.y - a->at.y - y;
            int64_t q = 4 * (dx * dx + dy * dy), w = (int64_t)a->a + b->a;
            if (w == bw ? q >= best : best != INT64_MAX && !gap_less(q, w, best, bw)) continue;
            best = q;
            bw = w;
            *pair = (struct plane_pair){i, j};
        }
    }
    *gap4 = best;
    *width = bw;
    return best != INT64_MAX;
}

bool plane_nearest(struct plane_set u, int64_t x, int64_t y, struct plane_set v,
                   struct plane_pair *pair, struct plane_core *shrunk) {
    int64_t best = INT64_MAX, width = 0;
    if (all_round(u) && all_round(v)) {
        if (!nearest_round(u, x, y, v, pair, &best, &width)) return false;
        struct plane_core mine = plane_core_of(&u.shapes[pair->first]);
        struct plane_core other = plane_core_of(&v.shapes[pair->second]);
        *shrunk = plane_core_from(&mine, &other);
        return true;
    }
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core mine = plane_core_of(&u.shapes[i]);
        for (size_t j = 0; j < v.count; j++) {
            struct plane_core other = plane_core_of(&v.shapes[j]);
            struct plane_core c = plane_core_from(&mine, &other);
            int64_t q = far4(&c, x, y);
            if (best != INT64_MAX && !gap_less(q, c.width, best, width)) continue;
            best = q;
            width = c.width;
            *pair = (struct plane_pair){i, j};
            *shrunk = c;
        }
    }
    return best != INT64_MAX;
}

/* Finds the least gap between u and v, given as 2 * gap = sqrt(*gap4) - *width. Returns false if u
 * or v has no shapes. */
static bool least_gap(struct plane_set u, struct plane_set v, struct plane_pair *pair,
                      int64_t *gap4, int64_t *width) {
    if (all_round(u) && all_round(v)) {
        return nearest_round(u, 0, 0, v, pair, gap4, width);
    }
    struct plane_core c;
    if (!plane_nearest(u, 0, 0, v, pair, &c)) return false;
    *gap4 = far4(&c, 0, 0);
    *width = c.width;
    return true;
}

int64_t plane_distance(struct plane_set u, struct plane_set v, struct plane_pair *nearest) {
    struct plane_pair pair;
    int64_t gap4, width;
    if (!least_gap(u, v, &pair, &gap4, &width)) return NONE;
    if (nearest != NULL) *nearest = pair;
    int64_t twice = root64_up(gap4) - width;
    return twice <= 0 ? 0 : (twice + 1) / 2;
}

/* Whether the least gap between u and v is at most this many units. */
static bool gap_within(struct plane_set u, struct plane_set v, int64_t units) {
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core mine = plane_core_of(&u.shapes[i]);
        for (size_t j = 0; j < v.count; j++) {
            struct plane_core other = plane_core_of(&v.shapes[j]);
            struct plane_core c = plane_core_from(&mine, &other);
            int64_t m = c.width + 2 * units;
            if (far4(&c, 0, 0) <= m * m) return true;
        }
    }
    return false;
}

bool plane_touching(struct plane_set u, struct plane_set v) {
    return gap_within(u, v, PLANE_TOUCH);
}

bool plane_cores_overlap(const struct plane_core *a, const struct plane_core *b) {
    struct plane_core c = plane_core_from(a, b);
    if (MYTH_UNLIKELY(c.odd)) {
        struct plane_leg here = plane_leg(0, 0, 0, 0);
        return plane_figure_near(&here, &c, c.width, true) && plane_solid(a) && plane_solid(b);
    }
    if (c.width == 0) {
        return c.west < 0 && c.east > 0 && c.south < 0 && c.north > 0 && plane_solid(a) &&
               plane_solid(b);
    }
    return far4(&c, 0, 0) < c.width * c.width && plane_solid(a) && plane_solid(b);
}

/* Whether a core overlaps some shape of v, after v was moved by (-x, -y). */
static bool one_overlaps(const struct plane_core *mine, struct plane_set v, int64_t x, int64_t y) {
    for (size_t j = 0; j < v.count; j++) {
        struct plane_core other = plane_core_of(&v.shapes[j]);
        plane_core_move(&other, -x, -y);
        if (plane_cores_overlap(mine, &other)) return true;
    }
    return false;
}

bool plane_overlapping(struct plane_set u, struct plane_set v) {
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core mine = plane_core_of(&u.shapes[i]);
        if (one_overlaps(&mine, v, 0, 0)) return true;
    }
    return false;
}

bool plane_apart(struct plane_set u) {
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core mine = plane_core_of(&u.shapes[i]);
        if (one_overlaps(&mine, (struct plane_set){u.shapes, i}, 0, 0)) return false;
    }
    return true;
}

bool plane_in(struct plane_set u, const struct plane_shape *outline) {
    return gap_within(u, plane_one(outline), 0);
}

static bool core_within(const struct plane_core *c, const struct plane_core *o) {
    /* A figure lies within a plain box if the box around the figure does. So the code below can
     * test that case, and only others go to plane_figure_within. */
    if (o->odd || (c->odd && o->width > 0)) return plane_figure_within(c, o);
    int64_t spare = o->width - c->width;
    int64_t west = 2 * (o->west - c->west), east = 2 * (c->east - o->east);
    int64_t south = 2 * (o->south - c->south), north = 2 * (c->north - o->north);
    if (o->width == 0 || spare < 0) {
        /* Here c is at least as wide as o, so it lies within o exactly if its box lies within o's
         * box made smaller by the difference. */
        return west <= spare && east <= spare && south <= spare && north <= spare;
    }
    /* Otherwise the corner of c furthest from o's box decides. */
    int64_t dx = west > east ? west : east, dy = south > north ? south : north;
    if (dx < 0) dx = 0;
    if (dy < 0) dy = 0;
    return dx * dx + dy * dy <= spare * spare;
}

/* Whether u, moved by (x, y), has shapes and all of them lie within o. */
static bool all_within(struct plane_set u, int64_t x, int64_t y, const struct plane_core *o) {
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core c = plane_core_of(&u.shapes[i]);
        plane_core_move(&c, x, y);
        if (!core_within(&c, o)) return false;
    }
    return u.count > 0;
}

bool plane_wholly_within(struct plane_set u, const struct plane_shape *outline) {
    struct plane_core o = plane_core_of(outline);
    return all_within(u, 0, 0, &o);
}

static struct plane_core table_core(struct plane_table table) {
    return (struct plane_core){.east = table.width, .north = table.height};
}

bool plane_on_table(struct plane_set u, struct plane_table table) {
    struct plane_core o = table_core(table);
    return all_within(u, 0, 0, &o);
}

bool plane_touches_edge(struct plane_set u, struct plane_table table) {
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core c = plane_core_of(&u.shapes[i]);
        int64_t least = 2 * PLANE_TOUCH + c.width;
        if (2 * c.west <= least || 2 * c.south <= least || 2 * (table.width - c.east) <= least ||
            2 * (table.height - c.north) <= least) {
            return true;
        }
    }
    return false;
}

bool plane_around(struct plane_set u, struct plane_core *box) {
    *box = (struct plane_core){
        .west = INT64_MAX, .south = INT64_MAX, .east = INT64_MIN, .north = INT64_MIN};
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core c = plane_core_of(&u.shapes[i]);
        int64_t half = (c.width + 1) / 2;
        if (c.west - half < box->west) box->west = c.west - half;
        if (c.south - half < box->south) box->south = c.south - half;
        if (c.east + half > box->east) box->east = c.east + half;
        if (c.north + half > box->north) box->north = c.north + half;
    }
    return u.count > 0;
}

enum plane_code plane_bounds(struct plane_set u, struct plane_shape *out) {
    struct plane_core box;
    if (!plane_around(u, &box)) return PLANE_NONE;
    return box_between(box.west, box.south, box.east, box.north, out);
}

/* ---- a straight line and a core ---- */

/* Whether some point of the leg is less than (strict), or at most, width / 2 away from (x, y). */
MYTH_INLINE bool leg_near_point(const struct plane_leg *leg, int64_t x, int64_t y, int64_t width,
                                bool strict) {
    int64_t ex = x - leg->x, ey = y - leg->y;
    int64_t along = ex * leg->dx + ey * leg->dy;
    if (along > 0 && along < leg->long2) {
        int64_t across = 2 * (leg->dx * ey - leg->dy * ex);
        struct wide left = wide_product(across, across);
        struct wide right = wide_product(width * width, leg->long2);
        return strict ? wide_less(left, right) : !wide_less(right, left);
    }
    if (along > 0) ex -= leg->dx, ey -= leg->dy;
    int64_t far = 4 * (ex * ex + ey * ey);
    return strict ? far < width * width : far <= width * width;
}

/* Whether the leg meets the inside of a core's box, or crosses a box that is only a line. */
static bool leg_enters_box(const struct plane_leg *leg, const struct plane_core *c) {
    int64_t x0 = leg->dx < 0 ? leg->x + leg->dx : leg->x, x1 = x0 + plane_abs(leg->dx);
    int64_t y0 = leg->dy < 0 ? leg->y + leg->dy : leg->y, y1 = y0 + plane_abs(leg->dy);
    if (x0 >= c->east || x1 <= c->west || y0 >= c->north || y1 <= c->south) return false;
    if (leg->long2 == 0) return true;
    /* The leg's line enters the box if corners lie on both sides of it. */
    int64_t w = c->west - leg->x, e = c->east - leg->x;
    int64_t s = c->south - leg->y, n = c->north - leg->y;
    int64_t side[4] = {leg->dx * s - leg->dy * w, leg->dx * s - leg->dy * e,
                       leg->dx * n - leg->dy * w, leg->dx * n - leg->dy * e};
    bool over = false, under = false;
    for (int i = 0; i < 4; i++) {
        over = over || side[i] > 0;
        under = under || side[i] < 0;
    }
    return over && under;
}

bool plane_leg_near(const struct plane_leg *leg, const struct plane_core *c, int64_t width,
                    bool strict) {
    int64_t half = width / 2 + 1;
    int64_t x1 = leg->x + leg->dx, y1 = leg->y + leg->dy;
    if ((leg->x < c->west - half && x1 < c->west - half) ||
        (leg->x > c->east + half && x1 > c->east + half) ||
        (leg->y < c->south - half && y1 < c->south - half) ||
        (leg->y > c->north + half && y1 > c->north + half)) {
        return false;
    }
    if (MYTH_UNLIKELY(c->odd)) return plane_figure_near(leg, c, width, strict);
    if (c->west == c->east && c->south == c->north) {
        return leg_near_point(leg, c->west, c->south, width, strict);
    }
    if (leg_enters_box(leg, c)) return true;
    if (width == 0) return false;
    int64_t w2 = width * width, from = far4(c, leg->x, leg->y), to = far4(c, x1, y1);
    if (strict ? from < w2 || to < w2 : from <= w2 || to <= w2) return true;
    return leg_near_point(leg, c->west, c->south, width, strict) ||
           leg_near_point(leg, c->west, c->north, width, strict) ||
           leg_near_point(leg, c->east, c->south, width, strict) ||
           leg_near_point(leg, c->east, c->north, width, strict);
}

/* ---- sight ---- */

/* Returns the rim point of a base in the direction (dx, dy), as a vector from the base's centre
 * with each coordinate rounded toward 0. long2 is the square of the length of (dx, dy); `root` is
 * the square root of long2, rounded down. */
static struct plane_point rim(int32_t diameter, int64_t dx, int64_t dy, int64_t root,
                              int64_t long2) {
    /* v = floor(diameter * |d| / (2 * sqrt(long2))). The first guess divides by root + 1, which is
     * more than the true root, so the guess is never too large. The loop corrects it in few steps,
     * because the diameter is at most about twice the distance. */
    int64_t part[2] = {plane_abs(dx), plane_abs(dy)}, out[2];
    for (int i = 0; i < 2; i++) {
        int64_t top = diameter * part[i], v = top / (2 * (root + 1));
        struct wide square = wide_product(top, top);
        while (!wide_less(square, wide_product(4 * (v + 1) * (v + 1), long2))) v++;
        out[i] = v;
    }
    return (struct plane_point){(int32_t)(dx < 0 ? -out[0] : out[0]),
                                (int32_t)(dy < 0 ? -out[1] : out[1])};
}

/* Two round bases as seen from each other. */
struct view {
    const struct plane_shape *a, *b;
    /* Rim points in the direction from a to b, as vectors from the base's centre. front: of a, so
     * it lies toward b; back: of b, so it lies away from a. */
    struct plane_point front, back;
};

/* Prepares the view of two bases. Returns false if they have no gap. */
static bool view_of(const struct plane_shape *a, const struct plane_shape *b, struct view *out) {
    ASSERT(a->kind == PLANE_ROUND && b->kind == PLANE_ROUND);
    int64_t dx = (int64_t)b->at.x - a->at.x, dy = (int64_t)b->at.y - a->at.y;
    int64_t long2 = dx * dx + dy * dy, width = (int64_t)a->a + b->a;
    if (4 * long2 <= width * width) return false;
    int64_t root = (int64_t)plane_root64((uint64_t)long2);
    struct plane_point front = rim(a->a, dx, dy, root, long2), back = front;
    if (b->a != a->a) back = rim(b->a, dx, dy, root, long2);
    *out = (struct view){a, b, front, back};
    return true;
}

static struct plane_point plus(struct plane_point p, int64_t dx, int64_t dy) {
    return (struct plane_point){(int32_t)(p.x + dx), (int32_t)(p.y + dy)};
}

/* Sets `line` to the line from the rim point of a toward b to the rim point of b toward a. */
static void centre_line(const struct view *view, struct plane_point line[2]) {
    line[0] = plus(view->a->at, view->front.x, view->front.y);
    line[1] = plus(view->b->at, -(int64_t)view->back.x, -(int64_t)view->back.y);
}

enum plane_code plane_line(struct plane_set u, struct plane_set v, struct plane_point line[2]) {
    struct plane_pair pair;
    struct view view;
    int64_t gap4, width;
    if (!least_gap(u, v, &pair, &gap4, &width)) return PLANE_NONE;
    if (!view_of(&u.shapes[pair.first], &v.shapes[pair.second], &view)) return PLANE_NONE;
    centre_line(&view, line);
    return PLANE_OK;
}

static struct plane_leg line_leg(struct plane_point from, struct plane_point to) {
    return plane_leg(from.x, from.y, (int64_t)to.x - from.x, (int64_t)to.y - from.y);
}

/* Whether a line comes within one unit of a core. */
static bool line_crosses(const struct plane_leg *line, const struct plane_core *c) {
    /* Most cores are discs. They are tested at once, because comparing boxes first would cost more
     * than it saves. */
    if (MYTH_LIKELY(c->west == c->east && c->south == c->north && !c->odd)) {
        return leg_near_point(line, c->west, c->south, c->width + 2, false);
    }
    return plane_leg_near(line, c, c->width + 2, false);
}

size_t plane_between(struct plane_set u, struct plane_set v, struct plane_set obstacles,
                     size_t *crossed) {
    struct plane_point line[2];
    size_t count = 0;
    if (plane_line(u, v, line) != PLANE_OK) return 0;
    struct plane_leg leg = line_leg(line[0], line[1]);
    for (size_t i = 0; i < obstacles.count; i++) {
        struct plane_core c = plane_core_of(&obstacles.shapes[i]);
        if (line_crosses(&leg, &c)) crossed[count++] = i;
    }
    return count;
}

static void three_points(const struct plane_shape *base, struct plane_point s, int64_t sign,
                         struct plane_point out[3]);

size_t plane_veiling(struct plane_set u, struct plane_set v, struct plane_set obstacles,
                     size_t *crossed) {
    struct plane_pair pair;
    struct view view;
    struct plane_point from[3], to[3];
    int64_t gap4, width;
    size_t count = 0;
    if (!least_gap(u, v, &pair, &gap4, &width)) return 0;
    if (!view_of(&u.shapes[pair.first], &v.shapes[pair.second], &view)) return 0;
    three_points(view.a, view.front, 1, from);
    three_points(view.b, view.back, -1, to);
    /* b looks toward a, so the left of b is on the side of the right of a. In this order the
     * corners go round the figure. */
    const struct plane_point corners[5] = {from[1], from[2], to[1], to[2], from[1]};
    for (size_t i = 0; i < obstacles.count; i++) {
        struct plane_core c = plane_core_of(&obstacles.shapes[i]);
        bool near = false;
        int inside = 0, sides = 0;
        for (int k = 0; k < 4 && !near; k++) {
            struct plane_leg side = line_leg(corners[k], corners[k + 1]);
            near = line_crosses(&side, &c);
            struct plane_point in = c.of->at;
            if (c.of->kind == PLANE_POLYGON) in = plus(in, c.of->corners[0].x, c.of->corners[0].y);
            int64_t turn = side.dx * (in.y - side.y) - side.dy * (in.x - side.x);
            inside += turn > 0 ? 1 : turn < 0 ? -1 : 0;
            /* a side of length 0, of a base with diameter 0, has no inner side and is not
             * counted */
            sides += side.long2 > 0;
        }
        if (near || inside == sides || inside == -sides) crossed[count++] = i;
    }
    return count;
}

bool plane_crossed(struct plane_point from, struct plane_point to, int64_t wide,
                   struct plane_set u) {
    struct plane_leg line = line_leg(from, to);
    int64_t held = plane_length_held(wide);
    for (size_t i = 0; i < u.count; i++) {
        struct plane_core c = plane_core_of(&u.shapes[i]);
        if (plane_leg_near(&line, &c, c.width + held + 2, false)) return true;
    }
    return false;
}

/* The blockers near the box around two units, found once for all lines between the two. If there
 * are at most SCREEN_FEW blockers, all of them are taken. If more than SCREEN are near, `near` does
 * not hold all of them, and each line is tested against all blockers: this is slower, but the
 * answer is the same. */
enum { SCREEN = 64, SCREEN_FEW = 16 };
struct screen {
    struct plane_set blockers;
    /* count: blockers that are near, which may be more than SCREEN; last: index in `near` of the
     * blocker that stopped a line most recently, 0 at first. It is tried first, because it likely
     * stops the next line, too */
    size_t count, last;
    struct plane_core near[SCREEN];
};

static void screen_of(struct plane_set u, struct plane_set v, struct plane_set blockers,
                      struct screen *out) {
    struct plane_core a, b;
    out->blockers = blockers;
    out->count = out->last = 0;
    if (blockers.count <= SCREEN_FEW) {
        out->count = blockers.count;
        for (size_t i = 0; i < out->count; i++) out->near[i] = plane_core_of(&blockers.shapes[i]);
        return;
    }
    if (!plane_around(u, &a) || !plane_around(v, &b)) return;
    if (b.west < a.west) a.west = b.west;
    if (b.south < a.south) a.south = b.south;
    if (b.east > a.east) a.east = b.east;
    if (b.north > a.north) a.north = b.north;
    for (size_t i = 0; i < blockers.count; i++) {
        struct plane_core c = plane_core_of(&blockers.shapes[i]);
        int64_t half = c.width / 2 + 2;
        if (c.west - half > a.east || c.east + half < a.west || c.south - half > a.north ||
            c.north + half < a.south) {
            continue;
        }
        if (out->count < SCREEN) out->near[out->count] = c;
        out->count++;
    }
}

static bool line_free_of_all(const struct plane_leg *line, struct plane_set blockers) {
    for (size_t i = 0; i < blockers.count; i++) {
        struct plane_core c = plane_core_of(&blockers.shapes[i]);
        if (line_crosses(line, &c)) return false;
    }
    return true;
}

static bool line_free(struct plane_point from, struct plane_point to, struct screen *screen) {
    struct plane_leg line = line_leg(from, to);
    if (screen->count > SCREEN) return line_free_of_all(&line, screen->blockers);
    if (line_crosses(&line, &screen->near[screen->last])) return false;
    for (size_t i = 0; i < screen->count; i++) {
        if (i != screen->last && line_crosses(&line, &screen->near[i])) {
            screen->last = i;
            return false;
        }
    }
    return true;
}

/* Sets `out` to three rim points of a base, as it looks along the vector sign * s (sign is 1 or
 * -1): straight ahead, square to the left, square to the right. s is a vector from the base's
 * centre to a rim point. */
static void three_points(const struct plane_shape *base, struct plane_point s, int64_t sign,
                         struct plane_point out[3]) {
    int64_t x = sign * s.x, y = sign * s.y;
    out[0] = plus(base->at, x, y);
    out[1] = plus(base->at, -y, x);
    out[2] = plus(base->at, y, -x);
}

/* Whether a core comes within one unit of a base. A line that begins or ends on the rim of such a
 * base need not cross the core. */
static bool reaches_base(const struct plane_core *c, const struct plane_shape *base) {
    struct plane_leg here = plane_leg(base->at.x, base->at.y, 0, 0);
    return plane_leg_near(&here, c, c->width + base->a + 2, false);
}

/* Whether one of eight of the nine lines of sight is free. plane_sees has tried the ninth, along
 * the line of centres, before. */
static bool base_sees(const struct view *view, struct screen *screen) {
    struct plane_point from[3], to[3];
    three_points(view->a, view->front, 1, from);
    three_points(view->b, view->back, -1, to);
    if (line_free(from[1], to[2], screen)) return true;
    /* A convex blocker that crosses both outer lines and lies clear of both bases also crosses
     * every line between these two. */
    if (screen->count <= SCREEN) {
        const struct plane_core *c = &screen->near[screen->last];
        struct plane_leg other = line_leg(from[2], to[1]);
        if (c->of->kind != PLANE_POLYGON && line_crosses(&other, c) && !reaches_base(c, view->a) &&
            !reaches_base(c, view->b)) {
            return false;
        }
    }
    for (int i = 1; i < 9; i++) {
        bool tried = i == 3 * 1 + 2;
        if (!tried && line_free(from[i / 3], to[i % 3], screen)) return true;
    }
    return false;
}

bool plane_sees(struct plane_set u, struct plane_set v, struct plane_set blockers) {
    enum { VIEWS = 128 };
    struct screen screen;
    struct view view, views[VIEWS];
    struct plane_point line[2];
    size_t count = 0;
    screen_of(u, v, blockers, &screen);
    if (screen.count == 0) return u.count > 0 && v.count > 0;
    /* The lines along the lines of centres are tried first for all pairs: they are cheap, and
     * mostly one of them is free. */
    for (size_t i = 0; i < u.count; i++) {
        for (size_t j = 0; j < v.count; j++, count++) {
            if (!view_of(&u.shapes[i], &v.shapes[j], &view)) return true;
            centre_line(&view, line);
            if (line_free(line[0], line[1], &screen)) return true;
            if (count < VIEWS) views[count] = view;
        }
    }
    for (size_t n = 0; n < count; n++) {
        if (n < VIEWS) {
            view = views[n];
        } else {
            (void)view_of(&u.shapes[n / v.count], &v.shapes[n % v.count], &view);
        }
        if (base_sees(&view, &screen)) return true;
    }
    return false;
}

/* ---- standing ---- */

/* Whether u, moved by (x, y), overlaps a shape of the set. `around` is the box around u once
 * moved. */
static bool stands_on(struct plane_set u, int64_t x, int64_t y, const struct plane_core *around,
                      struct plane_set set) {
    for (size_t i = 0; i < set.count; i++) {
        struct plane_core c = plane_core_of(&set.shapes[i]);
        int64_t half = c.width / 2 + 1;
        if (c.west - half > around->east || c.east + half < around->west ||
            c.south - half > around->north || c.north + half < around->south) {
            continue;
        }
        if (one_overlaps(&c, u, -x, -y)) return true;
    }
    return false;
}

/* Whether u, moved by (x, y), stands legally, as plane_stands says it. */
static bool stands_at(struct plane_set u, int64_t x, int64_t y, const struct plane_shape *outline,
                      const struct plane_ground *ground) {
    struct plane_core o = table_core(ground->table), around;
    if (!all_within(u, x, y, &o)) return false;
    if (outline != NULL) {
        o = plane_core_of(outline);
        if (!all_within(u, x, y, &o)) return false;
    }
    (void)plane_around(u, &around);
    around.west += x, around.east += x, around.south += y, around.north += y;
    return !stands_on(u, x, y, &around, ground->blockers) &&
           !stands_on(u, x, y, &around, ground->standing);
}

bool plane_stands(struct plane_set u, const struct plane_shape *outline,
                  const struct plane_ground *ground) {
    return stands_at(u, 0, 0, outline, ground);
}

bool plane_fits(struct plane_set u, struct plane_point first, const struct plane_shape *outline,
                const struct plane_ground *ground) {
    if (u.count == 0) return false;
    struct plane_point at = u.shapes[0].at;
    return stands_at(u, (int64_t)first.x - at.x, (int64_t)first.y - at.y, outline, ground);
}

void plane_look_out(enum plane_side look, int64_t right, int64_t ahead, int64_t *x, int64_t *y) {
    switch (look) {
    case PLANE_EAST: *x = ahead, *y = -right; return;
    case PLANE_SOUTH: *x = -right, *y = -ahead; return;
    case PLANE_WEST: *x = -ahead, *y = right; return;
    case PLANE_NORTH:
    case PLANE_CENTRE: break;
    }
    *x = right, *y = ahead;
}

/* Sets *right and *ahead to the vector (x, y) as a player with this look sees it: the reverse of
 * plane_look_out. */
static void look_in(enum plane_side look, int64_t x, int64_t y, int64_t *right, int64_t *ahead) {
    switch (look) {
    case PLANE_EAST: *right = -y, *ahead = x; return;
    case PLANE_SOUTH: *right = -x, *ahead = -y; return;
    case PLANE_WEST: *right = y, *ahead = -x; return;
    case PLANE_NORTH:
    case PLANE_CENTRE: break;
    }
    *right = x, *ahead = y;
}

enum { RANK = 6 }; /* the most models of a rank */

/* A place in a formation as the owner sees it: how far to the right of the first model, and how far
 * ahead. */
struct spot {
    int64_t right, ahead;
};

static struct spot spot_of(const struct plane_shape *u, size_t i, enum plane_side look) {
    struct spot s;
    look_in(look, (int64_t)u[i].at.x - u[0].at.x, (int64_t)u[i].at.y - u[0].at.y, &s.right,
            &s.ahead);
    return s;
}

/* Returns how far ahead of the first model the rank stands that begins with model `start`; the
 * result is 0 or less. It is the greatest number with which no model of the rank overlaps one of an
 * earlier rank and the rank is not ahead of the one before. The earlier ranks are placed already.
 * If not all bases are round, the rank is half the depth of both ranks behind the one before. */
static int64_t rank_ahead(const struct plane_shape *u, size_t count, size_t start,
                          enum plane_side look) {
    int64_t ahead = spot_of(u, start - 1, look).ahead, right = 0;
    if (!all_round((struct plane_set){u, start + RANK < count ? start + RANK : count})) {
        int64_t before = 0, now = 0;
        for (size_t i = start - RANK; i < count && i < start + RANK; i++) {
            int64_t deep = u[i].kind == PLANE_ROUND ? u[i].a : u[i].b;
            if (i < start && deep > before) before = deep;
            if (i >= start && deep > now) now = deep;
        }
        return ahead - (before + now + 1) / 2;
    }
    for (size_t i = start; i < count && i < start + RANK; i++) {
        if (i > start) right += ((int64_t)u[i - 1].a + u[i].a + 1) / 2;
        for (size_t k = 0; k < start; k++) {
            struct spot s = spot_of(u, k, look);
            int64_t across = 2 * (right - s.right), width = (int64_t)u[i].a + u[k].a;
            if (plane_abs(across) >= width) continue;
            int64_t least = (root64_up(width * width - across * across) + 1) / 2;
            if (s.ahead - least < ahead) ahead = s.ahead - least;
        }
    }
    return ahead;
}

enum plane_code plane_formation(struct plane_shape *u, size_t count, struct plane_point first,
                                enum plane_side look) {
    struct spot s = {0, 0};
    for (size_t i = 0; i < count; i++) {
        ASSERT(u[i].kind != PLANE_POLYGON && u[i].kind != PLANE_BOX);
        if (i > 0 && i % RANK == 0) {
            s = (struct spot){0, rank_ahead(u, count, i, look)};
        } else if (i > 0) {
            s.right += ((int64_t)u[i - 1].a + u[i].a + 1) / 2;
        }
        int64_t x, y;
        plane_look_out(look, s.right, s.ahead, &x, &y);
        enum plane_code code = plane_point(first.x + x, first.y + y, &u[i].at);
        if (code != PLANE_OK) return code;
    }
    return PLANE_OK;
}

/* Returns a box in the axes of a player's look: west is the player's left, north the far side. */
static struct plane_core box_in(enum plane_side look, const struct plane_core *box) {
    struct plane_core r;
    look_in(look, box->west, box->south, &r.west, &r.south);
    look_in(look, box->east, box->north, &r.east, &r.north);
    if (r.west > r.east) {
        int64_t t = r.west;
        r.west = r.east, r.east = t;
    }
    if (r.south > r.north) {
        int64_t t = r.south;
        r.south = r.north, r.north = t;
    }
    r.width = 0;
    return r;
}

void plane_fit_begin(struct plane_fit *fit, struct plane_set u, enum plane_side look,
                     const struct plane_shape *outline, struct plane_table table, int64_t step) {
    struct plane_core region, table_box = table_core(table), unit;
    *fit = (struct plane_fit){.look = look, .step = step < 1 ? 1 : step};
    if (!plane_around(u, &unit)) return;
    (void)plane_around(plane_one(outline), &region);
    if (region.west < table_box.west) region.west = table_box.west;
    if (region.south < table_box.south) region.south = table_box.south;
    if (region.east > table_box.east) region.east = table_box.east;
    if (region.north > table_box.north) region.north = table_box.north;
    if (region.west > region.east || region.south > region.north) return;
    unit.west -= u.shapes[0].at.x, unit.east -= u.shapes[0].at.x;
    unit.south -= u.shapes[0].at.y, unit.north -= u.shapes[0].at.y;
    struct plane_core r = box_in(look, &region), b = box_in(look, &unit);
    fit->left = r.west - b.west;
    fit->right = r.east - b.east;
    fit->near = r.south - b.south;
    fit->far = r.north - b.north;
    if (fit->left > fit->right || fit->near > fit->far) return;
    fit->columns = 1 + (size_t)((fit->right - fit->left + fit->step - 1) / fit->step);
    fit->rows = 1 + (size_t)((fit->far - fit->near + fit->step - 1) / fit->step);
}

size_t plane_fit_count(const struct plane_fit *fit) {
    return fit->columns * fit->rows;
}

struct plane_point plane_fit_nth(const struct plane_fit *fit, size_t n) {
    ASSERT(n < plane_fit_count(fit));
    int64_t right = fit->left + (int64_t)(n % fit->columns) * fit->step;
    int64_t ahead = fit->near + (int64_t)(n / fit->columns) * fit->step;
    int64_t x, y;
    if (right > fit->right) right = fit->right;
    if (ahead > fit->far) ahead = fit->far;
    plane_look_out(fit->look, right, ahead, &x, &y);
    return (struct plane_point){(int32_t)x, (int32_t)y};
}
