/*
 * Lines, figures and distances kept on the table: each against a slower way of
 * saying the same (lines walked from side to side, lengths tried one by one)
 * and against itself turned, mirrored and made larger.
 */
#include "plane_fixture.h"

#undef ASSERT
#include "greatest.h"

enum { CASES = 20000, TABLE = 36 * 2540 };

static struct plane_shape disc(int64_t x, int64_t y, int64_t diameter) {
    struct plane_shape s;
    if (plane_round(at(x, y), diameter, &s) != PLANE_OK) abort();
    return s;
}

static struct plane_shape box(int64_t x, int64_t y, int64_t w, int64_t h) {
    struct plane_shape s;
    if (plane_box(at(x, y), w, h, &s) != PLANE_OK) abort();
    return s;
}

static struct plane_shape some_disc(struct draw *d, int64_t most) {
    int64_t x = in_range(d, 0, TABLE / 4), y = in_range(d, 0, TABLE / 4);
    return disc(x, y, in_range(d, 2, most));
}

static struct plane_shape some_shape(struct draw *d) {
    if (in_range(d, 0, 1)) return some_disc(d, 9000);
    int64_t x = in_range(d, 0, TABLE / 4), y = in_range(d, 0, TABLE / 4), w = in_range(d, 0, 9000);
    return box(x, y, w, in_range(d, 0, 9000));
}

/* Turned by quarters around the origin, then mirrored by 4 and more. */
static struct plane_shape turned(struct plane_shape s, int turn) {
    int64_t x0 = s.at.x, y0 = s.at.y, x1 = x0, y1 = y0;
    if (s.kind == PLANE_BOX) x1 += s.a, y1 += s.b;
    for (int i = 0; i < turn % 4; i++) {
        int64_t t = x0;
        x0 = y0, y0 = -t, t = x1, x1 = y1, y1 = -t;
    }
    if (turn >= 4) x0 = -x0, x1 = -x1;
    int64_t w = x0 < x1 ? x0 : x1, t = y0 < y1 ? y0 : y1;
    s.at = at(w, t);
    if (s.kind == PLANE_BOX) s = box(w, t, x0 + x1 - 2 * w, y0 + y1 - 2 * t);
    return s;
}

static bool veils(const struct plane_shape *a, const struct plane_shape *b,
                  const struct plane_shape *o) {
    size_t hit;
    return plane_veiling(plane_one(a), plane_one(b), plane_one(o), &hit) == 1;
}

/* Some of many lines from side to side comes within `wide` of o. */
static bool walked(const struct plane_shape *a, const struct plane_shape *b,
                   const struct plane_shape *o, int64_t wide) {
    enum { STEPS = 24 };
    int64_t dx = b->at.x - a->at.x, dy = b->at.y - a->at.y;
    int64_t far = (int64_t)plane_root_down(0, (uint64_t)(dx * dx + dy * dy));
    for (int64_t i = -STEPS; i <= STEPS; i++) {
        for (int64_t k = -STEPS; k <= STEPS; k++) {
            int64_t r = a->a * i, q = b->a * k, den = 2 * STEPS * far;
            struct plane_point from = at(a->at.x - dy * r / den, a->at.y + dx * r / den);
            struct plane_point to = at(b->at.x - dy * q / den, b->at.y + dx * q / den);
            if (plane_crossed(from, to, wide, plane_one(o))) return true;
        }
    }
    return false;
}

TEST what_veils_is_crossed_by_some_line_from_side_to_side(void) {
    struct draw d = {0, 11};
    int yes = 0, no = 0;
    for (int i = 0; i < CASES; i++) {
        struct plane_shape a = some_disc(&d, 6000), b = some_disc(&d, 6000), o = some_shape(&d);
        if (plane_distance(plane_one(&a), plane_one(&b), NULL) <= PLANE_TOUCH) continue;
        bool it = veils(&a, &b, &o);
        ASSERT_EQ(it, veils(&b, &a, &o));
        /* The lines walked are a few units apart, and their ends are rounded. */
        if (it) ASSERT(walked(&a, &b, &o, 600));
        size_t hit;
        if (plane_between(plane_one(&a), plane_one(&b), plane_one(&o), &hit)) ASSERT(it);
        if (!it)
            ASSERT(!walked(&a, &b, &o, 0) || plane_in(plane_one(&o), &a) ||
                   plane_in(plane_one(&o), &b));
        int turn = (int)in_range(&d, 1, 7);
        struct plane_shape ta = turned(a, turn), tb = turned(b, turn), to = turned(o, turn);
        ASSERT_EQ(it, veils(&ta, &tb, &to));
        yes += it, no += !it;
    }
    ASSERT(yes > CASES / 10 && no > CASES / 10);
    PASS();
}

TEST a_line_is_near_what_one_of_its_points_is_near(void) {
    struct draw d = {0, 12};
    int yes = 0;
    for (int i = 0; i < CASES; i++) {
        struct plane_shape o = i % 2 ? disc(in_range(&d, 0, 60), in_range(&d, 0, 60), 2)
                                     : box(in_range(&d, 0, 60), in_range(&d, 0, 60), 4, 3);
        struct plane_point from = at(in_range(&d, 0, 60), in_range(&d, 0, 60)), to = from;
        int64_t along = in_range(&d, -60, 60), wide = 2 * in_range(&d, 0, 8);
        bool east = in_range(&d, 0, 1) == 1, near = false;
        if (east) {
            to = at(from.x + along, from.y);
        } else {
            to = at(from.x, from.y + along);
        }
        /* Along an axis whole points are enough: corners and centres lie on whole units. */
        int64_t step = along < 0 ? -1 : 1;
        for (int64_t k = 0; k != along + step && !near; k += step) {
            struct plane_shape p = disc(from.x + (east ? k : 0), from.y + (east ? 0 : k), wide + 2);
            near = plane_in(plane_one(&p), &o);
        }
        ASSERT_EQ(near, plane_crossed(from, to, wide, plane_one(&o)));
        ASSERT_EQ(near, plane_crossed(to, from, wide, plane_one(&o)));
        yes += near;
    }
    ASSERT(yes > CASES / 20);
    PASS();
}

TEST what_is_grown_is_nearer_by_so_much(void) {
    struct draw d = {0, 13};
    for (int i = 0; i < CASES; i++) {
        struct plane_shape a = some_shape(&d), b = some_disc(&d, 6000), grown = a;
        int64_t by = in_range(&d, 0, 9000);
        int64_t far = plane_distance(plane_one(&a), plane_one(&b), NULL);
        ASSERT_EQ(PLANE_OK, plane_grow(&grown, by));
        ASSERT_EQ(far > by ? far - by : 0, plane_distance(plane_one(&grown), plane_one(&b), NULL));
        ASSERT(plane_wholly_within(plane_one(&a), &grown));
        /* Inside the grown shape is who is wholly within `by` of it: all eight of his far sides. */
        if (plane_wholly_within(plane_one(&b), &grown)) {
            for (size_t n = 0; n < 16; n++) {
                struct plane_point rim = plane_bearing(n, b.a / 2);
                struct plane_shape p = disc(b.at.x + rim.x, b.at.y + rim.y, 0);
                ASSERT(plane_in(plane_one(&p), &grown));
            }
        } else {
            struct plane_shape small = grown, wide = b;
            wide.a += 2; /* all of b is not in it: nor is what is larger */
            ASSERT(!plane_wholly_within(plane_one(&wide), &small));
        }
    }
    struct plane_shape s = box(0, 0, 10, 10);
    ASSERT_EQ(PLANE_RANGE, plane_grow(&s, -1));
    ASSERT_EQ(PLANE_RANGE, plane_grow(&s, PLANE_MAX));
    ASSERT_EQ(0, s.wide);
    PASS();
}

/* A disc is in a rounded box: walked round, point by point, with the distance of each. */
TEST wholly_within_a_rounded_box(void) {
    struct plane_shape b = box(100, 100, 40, 20), d;
    ASSERT_EQ(PLANE_OK, plane_grow(&b, 5));
    int64_t inside = 0;
    for (int64_t x = 90; x <= 150; x++) {
        for (int64_t y = 90; y <= 130; y++) {
            /* Wider than the rounding (radius 8): within the box less 3 on each side. */
            d = disc(x, y, 16);
            ASSERT_EQ(x >= 103 && x <= 137 && y >= 103 && y <= 117,
                      plane_wholly_within(plane_one(&d), &b));
            /* Narrower (radius 2): at most 3 from the box. */
            int64_t ex = x < 100 ? 100 - x : x > 140 ? x - 140 : 0;
            int64_t ey = y < 100 ? 100 - y : y > 120 ? y - 120 : 0;
            d = disc(x, y, 4);
            ASSERT_EQ(ex * ex + ey * ey <= 9, plane_wholly_within(plane_one(&d), &b));
            inside += ex * ex + ey * ey <= 9;
        }
    }
    ASSERT(inside > 500);
    PASS();
}

TEST kept_is_no_more_than_the_gap(void) {
    struct draw d = {0, 14};
    for (int i = 0; i < CASES; i++) {
        struct plane_shape a = some_disc(&d, 4000), o = some_shape(&d), grown = o;
        int64_t apart = in_range(&d, 0, 20000), by = plane_kept(plane_one(&a), &o, apart);
        ASSERT(by >= 0 && by <= apart);
        ASSERT_EQ(PLANE_OK, plane_grow(&grown, by));
        bool apart_now = !plane_overlapping(plane_one(&a), plane_one(&o));
        if (apart_now) ASSERT(!plane_overlapping(plane_one(&a), plane_one(&grown)));
        if (by < apart && apart_now) {
            ASSERT_EQ(PLANE_OK, plane_grow(&grown, 2));
            ASSERT(plane_overlapping(plane_one(&a), plane_one(&grown)) || a.a == 0);
        }
    }
    PASS();
}

TEST the_length_before_is_the_first_that_touches(void) {
    struct draw d = {0, 15};
    int met = 0;
    for (int i = 0; i < CASES / 100; i++) {
        struct plane_shape a = disc(in_range(&d, 0, 4000), in_range(&d, 0, 4000), 400);
        struct plane_shape o = box(in_range(&d, 0, 4000), in_range(&d, 0, 4000), 600, 300);
        struct plane_point way[3] = {a.at};
        way[1] = at(in_range(&d, 0, 4000), in_range(&d, 0, 4000));
        way[2] = at(in_range(&d, 0, 4000), in_range(&d, 0, 4000));
        int64_t all = plane_way_length(way, 3), first = NONE;
        for (int64_t n = 0; n <= all && first == NONE; n++) {
            struct plane_point cut[3] = {way[0], way[1], way[2]};
            size_t count = plane_cut(cut, 3, n);
            if (plane_sweeps(plane_one(&a), cut, count, plane_one(&o))) first = n;
        }
        int64_t got = plane_length_before(plane_one(&a), way, 3, plane_one(&o));
        /* Cut coordinates are rounded: at a glance one unit more or less may touch. */
        ASSERT_EQ(first == NONE, got == NONE);
        ASSERT(got == NONE || (got >= first && got <= first + 1));
        met += got != NONE && got > 0;
    }
    ASSERT(met > 20);
    PASS();
}

/* A wall with a way round either side, and a bay before it: left, right, and out of the bay. */
TEST ways_turn_to_both_sides(void) {
    struct plane_shape o[] = {box(30000, 10000, 1000, 50000), box(20000, 60000, 11000, 1000),
                              box(50000, 30000, 1000, 61440)};
    struct plane_shape u = disc(25000, 40000, 3200), v = disc(70000, 60000, 3200);
    struct plane_ground g = {{TABLE, TABLE}, {o, 3}, {NULL, 0}, NULL};
    struct plane_way way;
    ASSERT_EQ(PLANE_OK, plane_way_into(plane_one(&u), plane_one(&v), INT64_MAX, &g, &way));
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(plane_one(&u), way.points, way.count, INT64_MAX, &g));
    ASSERT(plane_ends_touching(plane_one(&u), way.points, way.count, plane_one(&v)));
    ASSERT_EQ(PLANE_OK, plane_way_to(plane_one(&u), at(70000, 60000), INT64_MAX, &g, &way));
    ASSERT(way.points[way.count - 1].x == 70000 && way.points[way.count - 1].y == 60000);
    ASSERT_EQ(PLANE_NONE, plane_way_to(plane_one(&u), at(70000, 60000), 5000, &g, &way));
    ASSERT(plane_way_length(way.points, way.count) <= 5000);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(what_veils_is_crossed_by_some_line_from_side_to_side);
    RUN_TEST(a_line_is_near_what_one_of_its_points_is_near);
    RUN_TEST(what_is_grown_is_nearer_by_so_much);
    RUN_TEST(wholly_within_a_rounded_box);
    RUN_TEST(kept_is_no_more_than_the_gap);
    RUN_TEST(the_length_before_is_the_first_that_touches);
    RUN_TEST(ways_turn_to_both_sides);
    GREATEST_MAIN_END();
}
