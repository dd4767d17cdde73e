/*
 * Ovals, oblongs, wedges and polygons: boxes written as polygons or oblongs must
 * answer as boxes do; distances are held against the least over a fine walk along
 * both borders; a small table is tried point by point; all of it also turned by
 * quarters, mirrored and moved.
 */
#include "plane_fixture.h"
#include "reach_fixture.h"

#undef ASSERT
#include "greatest.h"

enum { CASES = 20000, TABLE = 36 * 2540 };

static struct plane_point some_point(struct draw *d, int64_t most) {
    int64_t x = in_range(d, 0, most);
    return at(x, in_range(d, 0, most));
}

static struct plane_shape disc(struct plane_point p, int64_t diameter) {
    struct plane_shape s;
    if (plane_round(p, diameter, &s) != PLANE_OK) abort();
    return s;
}

static struct plane_shape box(struct plane_point p, int64_t w, int64_t h) {
    struct plane_shape s;
    if (plane_box(p, w, h, &s) != PLANE_OK) abort();
    return s;
}

static struct plane_shape made(enum plane_code code, struct plane_shape s) {
    if (code != PLANE_OK) abort();
    return s;
}

static struct plane_set one(const struct plane_shape *s) {
    return (struct plane_set){s, 1};
}

/* The eight turns and mirrors. */
static struct plane_point turned(struct plane_point p, int turn) {
    for (int i = 0; i < turn % 4; i++) p = (struct plane_point){p.y, -p.x};
    if (turn >= 4) p.x = -p.x;
    return p;
}

/* A shape of any sort; polygons are L-shaped, with the given room for their corners. */
static struct plane_shape some_shape(struct draw *d, int64_t most, int64_t size,
                                     struct plane_point corners[6]) {
    struct plane_shape s = {.kind = PLANE_ROUND};
    struct plane_point p = some_point(d, most), facing = some_point(d, 200);
    int64_t w = 2 * in_range(d, 1, size / 2), h = 2 * in_range(d, 1, size / 2);
    facing.x -= 100, facing.y -= 100;
    switch (in_range(d, 0, 5)) {
    case 0: return disc(p, w);
    case 1: return box(p, w, h);
    case 2: return made(plane_oval(p, w, h, facing, &s), s);
    case 3: return made(plane_oblong(p, w, h, facing, &s), s);
    case 4:
        s = (struct plane_shape){.kind = PLANE_WEDGE, .at = p, .a = (int32_t)w, .b = (int32_t)h};
        if (in_range(d, 0, 1)) s.a = -s.a;
        if (in_range(d, 0, 1)) s.b = -s.b;
        return s;
    default: break;
    }
    const int64_t x[6] = {0, w, w, w / 2, w / 2, 0}, y[6] = {0, 0, h / 2, h / 2, h, h};
    for (int i = 0; i < 6; i++) corners[i] = at(p.x + x[i], p.y + y[i]);
    return made(plane_polygon(corners, 6, &s), s);
}

static struct plane_shape turn_shape(struct plane_shape s, int turn, struct plane_point *corners) {
    struct plane_point p = turned(s.at, turn), q = turned(at(s.at.x + s.a, s.at.y + s.b), turn);
    int64_t a = s.a, b = s.b;
    switch (s.kind) {
    case PLANE_ROUND: return disc(p, s.a);
    case PLANE_BOX:
        return box(at(p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y),
                   p.x < q.x ? q.x - p.x : p.x - q.x, p.y < q.y ? q.y - p.y : p.y - q.y);
    case PLANE_OVAL:
    case PLANE_OBLONG:
        if (s.facing.x == 0 && s.facing.y == 0) s.facing.y = 1;
        s.at = p, s.facing = turned(s.facing, turn);
        return s;
    case PLANE_WEDGE:
        a = q.x - p.x, b = q.y - p.y;
        return (struct plane_shape){.kind = PLANE_WEDGE, .at = p, .a = (int32_t)a, .b = (int32_t)b};
    case PLANE_POLYGON:
        for (int i = 0; i < s.a; i++) corners[i] = turned(s.corners[i], turn);
        s.corners = corners;
        return s;
    }
    return s;
}

/* ---- boxes under other names ---- */

/* The same rectangle as a box, as a polygon and as an oblong. */
static void three_boxes(struct draw *d, struct plane_point corners[4], struct plane_shape out[3]) {
    struct plane_point p = some_point(d, 20000);
    int64_t w = 2 * in_range(d, 1, 4000), h = 2 * in_range(d, 1, 4000);
    out[0] = box(p, w, h);
    corners[0] = p, corners[1] = at(p.x, p.y + h);
    corners[2] = at(p.x + w, p.y + h), corners[3] = at(p.x + w, p.y);
    struct plane_shape s = {.kind = PLANE_ROUND};
    out[1] = made(plane_polygon(corners, 4, &s), s);
    out[2] = made(plane_oblong(at(p.x + w / 2, p.y + h / 2), h, w, at(7, 0), &s), s);
}

TEST a_box_is_a_box_by_any_name(void) {
    struct draw d = {0, 21};
    int touch = 0, over = 0, in = 0;
    for (int i = 0; i < CASES; i++) {
        struct plane_point corners[4], others[4];
        struct plane_shape s[3], o[3], x = disc(some_point(&d, 20000), in_range(&d, 0, 5000));
        struct plane_point way[2] = {x.at, some_point(&d, 20000)};
        three_boxes(&d, corners, s);
        three_boxes(&d, others, o);
        if (i % 3 == 0) x.at = at(s[0].at.x + s[0].a + x.a / 2 + in_range(&d, -2, 4), s[0].at.y);
        way[0] = x.at;
        struct plane_ground g = {{TABLE, TABLE}, one(&s[0]), {NULL, 0}, NULL};
        int64_t far = plane_distance(one(&s[0]), one(&x), NULL);
        int64_t apart = plane_distance(one(&s[0]), one(&o[0]), NULL);
        bool touches = plane_touching(one(&x), one(&s[0]));
        bool overlaps = plane_overlapping(one(&s[0]), one(&o[0]));
        bool within = plane_wholly_within(one(&x), &s[0]);
        bool crossed = plane_crossed(way[0], way[1], 10, one(&s[0]));
        enum plane_fault judged = plane_way_judge(one(&x), way, 2, INT64_MAX, &g);
        for (int k = 1; k < 3; k++) {
            ASSERT_EQ(far, plane_distance(one(&x), one(&s[k]), NULL));
            ASSERT_EQ(apart, plane_distance(one(&o[0]), one(&s[k]), NULL));
            ASSERT_EQ(apart, plane_distance(one(&o[3 - k]), one(&s[k]), NULL));
            ASSERT_EQ(touches, plane_touching(one(&x), one(&s[k])));
            ASSERT_EQ(plane_in(one(&x), &s[0]), plane_in(one(&x), &s[k]));
            ASSERT_EQ(overlaps, plane_overlapping(one(&s[k]), one(&o[0])));
            ASSERT_EQ(overlaps, plane_overlapping(one(&s[k]), one(&o[3 - k])));
            ASSERT_EQ(plane_overlapping(one(&x), one(&s[0])),
                      plane_overlapping(one(&x), one(&s[k])));
            ASSERT_EQ(within, plane_wholly_within(one(&x), &s[k]));
            ASSERT_EQ(plane_wholly_within(one(&o[0]), &s[0]),
                      plane_wholly_within(one(&o[k]), &s[k]));
            ASSERT_EQ(crossed, plane_crossed(way[0], way[1], 10, one(&s[k])));
            g.blockers = one(&s[k]);
            ASSERT_EQ(judged, plane_way_judge(one(&x), way, 2, INT64_MAX, &g));
        }
        touch += touches, over += overlaps, in += within;
    }
    ASSERT(touch > 50 && over > 50 && in > 20);
    PASS();
}

/* Boxes that lie side by side, share an edge or are the same. */
TEST what_merely_touches_does_not_overlap(void) {
    for (int64_t x = -6; x <= 6; x++) {
        for (int64_t y = -6; y <= 6; y++) {
            struct plane_shape a = box(at(100, 100), 4, 4), b = box(at(100 + x, 100 + y), 4, 2), s;
            struct plane_point corners[4] = {b.at, at(b.at.x + 4, b.at.y),
                                             at(b.at.x + 4, b.at.y + 2), at(b.at.x, b.at.y + 2)};
            struct plane_shape p = made(plane_polygon(corners, 4, &s), s);
            bool yes = x > -4 && x < 4 && y > -2 && y < 4;
            ASSERT_EQ(yes, plane_overlapping(one(&a), one(&b)));
            ASSERT_EQ(yes, plane_overlapping(one(&a), one(&p)));
            ASSERT_EQ(yes, plane_overlapping(one(&p), one(&a)));
        }
    }
    PASS();
}

/* ---- any shape, point by point ---- */

/* Whether a point lies in a shape, from its definition and in whole numbers of its own: for convex
 * corners by the signs of the sides, for the L by its two boxes, for ovals by the nearest point. */
static bool has_point(const struct plane_shape *s, int64_t x, int64_t y) {
    int64_t px = x - s->at.x, py = y - s->at.y;
    switch (s->kind) {
    case PLANE_ROUND: return 4 * (px * px + py * py) <= (int64_t)s->a * s->a;
    case PLANE_BOX: return px >= 0 && px <= s->a && py >= 0 && py <= s->b;
    case PLANE_WEDGE: {
        int64_t u = s->a < 0 ? -px : px, v = s->b < 0 ? -py : py;
        int64_t a = s->a < 0 ? -s->a : s->a, b = s->b < 0 ? -s->b : s->b;
        return u >= 0 && v >= 0 && u * b + v * a <= a * b;
    }
    case PLANE_POLYGON: {
        int64_t w = s->corners[1].x - s->corners[0].x, h = s->corners[5].y - s->corners[0].y;
        px -= s->corners[0].x, py -= s->corners[0].y;
        return px >= 0 && py >= 0 && px <= w && py <= h && (px <= w / 2 || py <= h / 2);
    }
    default: return false;
    }
}

TEST every_point_is_in_or_out(void) {
    struct draw d = {0, 22};
    for (int i = 0; i < 300; i++) {
        struct plane_point corners[6];
        struct plane_shape s = some_shape(&d, 20, 16, corners);
        if (s.kind == PLANE_OVAL || s.kind == PLANE_OBLONG) continue;
        for (int64_t x = -20; x <= 44; x++) {
            for (int64_t y = -20; y <= 44; y++) {
                struct plane_shape p = disc(at(x, y), 0);
                bool yes = has_point(&s, x, y);
                ASSERT_EQ(yes, plane_in(one(&p), &s));
                ASSERT_EQ(yes, plane_wholly_within(one(&p), &s));
                ASSERT_EQ(yes, plane_distance(one(&p), one(&s), NULL) == 0);
            }
        }
    }
    PASS();
}

/* The least distance of a disc of no extent and a shape, by all points of the shape; a unit up. */
TEST distances_are_those_of_the_nearest_points(void) {
    struct draw d = {0, 23};
    for (int i = 0; i < 400; i++) {
        struct plane_point corners[6];
        struct plane_shape s = some_shape(&d, 20, 16, corners);
        struct plane_shape p = disc(some_point(&d, 60), 0);
        int64_t best = INT64_MAX;
        if (s.kind == PLANE_OVAL || s.kind == PLANE_OBLONG) continue;
        for (int64_t x = -20; x <= 44; x++) {
            for (int64_t y = -20; y <= 44; y++) {
                int64_t dx = x - p.at.x, dy = y - p.at.y;
                if (dx * dx + dy * dy < best && has_point(&s, x, y)) best = dx * dx + dy * dy;
            }
        }
        int64_t got = plane_distance(one(&p), one(&s), NULL);
        int64_t whole = (int64_t)plane_root_up(0, (uint64_t)best);
        /* Its nearest point may lie between whole units. */
        ASSERT(got <= whole && got >= whole - 1);
    }
    PASS();
}

TEST an_oval_is_as_a_row_of_discs(void) {
    struct draw d = {0, 24};
    for (int i = 0; i < 400; i++) {
        struct plane_point corners[6], facing = at(in_range(&d, -3, 3), in_range(&d, 1, 3)), c[32];
        struct plane_shape oval, x = some_shape(&d, 9000, 3000, corners), row[33];
        (void)c;
        int64_t w = 2 * in_range(&d, 100, 1000), h = w + 2 * in_range(&d, 0, 2000);
        ASSERT_EQ(PLANE_OK, plane_oval(some_point(&d, 9000), w, h, facing, &oval));
        int64_t long2 = (int64_t)facing.x * facing.x + (int64_t)facing.y * facing.y;
        int64_t root = (int64_t)plane_root_down(0, (uint64_t)(long2 << 40));
        for (int64_t k = 0; k < 33; k++) {
            int64_t along = (h - w) / 2 * (k - 16) / 16;
            int64_t dx = facing.x * along * (INT64_C(1) << 20) / root;
            int64_t dy = facing.y * along * (INT64_C(1) << 20) / root;
            row[k] = disc(at(oval.at.x + dx, oval.at.y + dy), w);
        }
        struct plane_set discs = {row, 33};
        int64_t far = plane_distance(one(&oval), one(&x), NULL);
        int64_t near = plane_distance(discs, one(&x), NULL);
        /* Discs that stand 62 units apart at most reach less far by far less than 20 of 100. */
        ASSERT(far <= near + 2 && near <= far + 22);
    }
    PASS();
}

TEST figures_turn_and_mirror(void) {
    struct draw d = {0, 25};
    int touch = 0, within = 0;
    for (int i = 0; i < CASES; i++) {
        struct plane_point ca[6], cb[6], ta[6], tb[6];
        struct plane_shape a = some_shape(&d, 9000, 4000, ca), b = some_shape(&d, 9000, 4000, cb);
        int turn = (int)in_range(&d, 1, 7);
        struct plane_shape ma = turn_shape(a, turn, ta), mb = turn_shape(b, turn, tb);
        int64_t far = plane_distance(one(&a), one(&b), NULL);
        ASSERT_EQ(far, plane_distance(one(&b), one(&a), NULL));
        ASSERT_EQ(far, plane_distance(one(&ma), one(&mb), NULL));
        ASSERT_EQ(plane_touching(one(&a), one(&b)), plane_touching(one(&ma), one(&mb)));
        ASSERT_EQ(plane_wholly_within(one(&a), &b), plane_wholly_within(one(&ma), &mb));
        bool both = a.kind == PLANE_POLYGON && b.kind == PLANE_POLYGON;
        if (!both) {
            ASSERT_EQ(plane_overlapping(one(&a), one(&b)), plane_overlapping(one(&ma), one(&mb)));
            ASSERT_EQ(plane_overlapping(one(&b), one(&a)), plane_overlapping(one(&a), one(&b)));
            if (far > 0) ASSERT(!plane_overlapping(one(&a), one(&b)));
        }
        struct plane_point p = some_point(&d, 9000), q = some_point(&d, 9000);
        ASSERT_EQ(plane_crossed(p, q, 6, one(&a)),
                  plane_crossed(turned(p, turn), turned(q, turn), 6, one(&ma)));
        touch += far == 0;
        within += plane_wholly_within(one(&a), &b);
    }
    if (GREATEST_IS_VERBOSE()) printf("touch %d within %d\n", touch, within);
    ASSERT(touch > CASES / 20 && within > 5);
    PASS();
}

/* Movers with corners among shapes with corners: what is found is what the judge lets pass. */
TEST ways_of_figures_are_judged_good(void) {
    struct draw d = {0, 26};
    int came = 0, bent = 0;
    for (int i = 0; i < 400; i++) {
        struct plane_point corners[4][6], some[6];
        struct plane_shape u = {.kind = PLANE_ROUND}, v, o[4];
        struct plane_point facing = at(in_range(&d, -9, 9), in_range(&d, 1, 9));
        if (i % 2) {
            ASSERT_EQ(PLANE_OK, plane_oval(at(8000, 30000), 3500, 6000, facing, &u));
        } else {
            ASSERT_EQ(PLANE_OK, plane_oblong(at(8000, 30000), 2500, 5000, facing, &u));
        }
        v = some_shape(&d, 0, 4000, some);
        if (v.kind == PLANE_POLYGON) continue;
        v.at = at(60000, 30000 + in_range(&d, -8000, 8000));
        for (int k = 0; k < 4; k++) {
            o[k] = some_shape(&d, 30000, 9000, corners[k]);
            struct plane_point *at_of = corners[k];
            if (o[k].kind == PLANE_POLYGON) {
                for (int n = 0; n < 6; n++) at_of[n].x += 15000, at_of[n].y += 15000;
            } else {
                o[k].at = at(o[k].at.x + 15000, o[k].at.y + 15000);
            }
        }
        struct plane_ground g = {{TABLE, TABLE}, {o, 4}, {NULL, 0}, NULL};
        struct plane_way way;
        int64_t n = whole_reach(one(&u), one(&v), &g);
        enum plane_code code = plane_way_into(one(&u), one(&v), INT64_MAX, &g, &way);
        ASSERT_EQ(n != NONE, code == PLANE_OK);
        int64_t length = plane_way_length(way.points, way.count);
        if (length > 0) {
            ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(one(&u), way.points, way.count, length, &g));
        }
        if (code != PLANE_OK) continue;
        ASSERT(plane_ends_touching(one(&u), way.points, way.count, one(&v)));
        ASSERT(length + 3 >= plane_distance(one(&u), one(&v), NULL));
        came++;
        bent += way.count > 2;
        struct plane_way straight;
        plane_way_straight(one(&u), at(70000, 0), &g, &straight);
        if (straight.count > 1) {
            ASSERT_EQ(PLANE_WAY_GOOD,
                      plane_way_judge(one(&u), straight.points, straight.count, INT64_MAX, &g));
        }
    }
    ASSERT(came > 250 && bent > 60);
    PASS();
}

TEST diagonal_halves_share_their_line_alone(void) {
    struct plane_table t = {60, 40};
    struct plane_shape half[4];
    for (int k = 0; k < 4; k++) {
        ASSERT_EQ(PLANE_OK, plane_diagonal(t, (enum plane_corner)k, &half[k]));
    }
    for (int64_t x = 0; x <= 60; x++) {
        for (int64_t y = 0; y <= 40; y++) {
            struct plane_shape p = disc(at(x, y), 0);
            /* South west to north east: x / 60 against y / 40. */
            bool on = 40 * x == 60 * y, other = 40 * x + 60 * y == 2400;
            ASSERT_EQ(on || 40 * x < 60 * y, plane_in(one(&p), &half[PLANE_NORTH_WEST]));
            ASSERT_EQ(on || 40 * x > 60 * y, plane_in(one(&p), &half[PLANE_SOUTH_EAST]));
            ASSERT_EQ(other || 40 * x + 60 * y < 2400, plane_in(one(&p), &half[PLANE_SOUTH_WEST]));
            ASSERT_EQ(other || 40 * x + 60 * y > 2400, plane_in(one(&p), &half[PLANE_NORTH_EAST]));
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_box_is_a_box_by_any_name);
    RUN_TEST(what_merely_touches_does_not_overlap);
    RUN_TEST(every_point_is_in_or_out);
    RUN_TEST(distances_are_those_of_the_nearest_points);
    RUN_TEST(an_oval_is_as_a_row_of_discs);
    RUN_TEST(figures_turn_and_mirror);
    RUN_TEST(ways_of_figures_are_judged_good);
    RUN_TEST(diagonal_halves_share_their_line_alone);
    GREATEST_MAIN_END();
}
