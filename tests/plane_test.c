/*
 * The geometry of the table: cases worked by hand, and up to a hundred thousand
 * drawn ones a primitive, held against its definition in another spelling (a
 * rounded root by its two squares, the nearness of a line by walking along it,
 * a way by the judge) and against themselves moved, turned and mirrored.
 * Draws stand in statements of their own: their order is the same everywhere.
 */
#include "plane_fixture.h"
#include "reach_fixture.h"

#include <inttypes.h>
#undef ASSERT
#include "greatest.h"

__extension__ typedef __int128 big;

enum { CASES = 100000, TABLE = 36 * 2540 };

/* ---- drawing ---- */

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

static struct plane_set set(const struct plane_shape *shapes, size_t count) {
    return (struct plane_set){shapes, count};
}

static const struct plane_table square = {TABLE, TABLE};

static struct plane_ground ground_of(const struct plane_shape *blockers, size_t count) {
    return (struct plane_ground){square, {blockers, count}, {NULL, 0}, NULL};
}

static struct plane_shape disc_in(struct draw *d, int64_t west, int64_t east, int64_t south,
                                  int64_t north, int64_t least, int64_t most) {
    int64_t x = in_range(d, west, east), y = in_range(d, south, north);
    return disc(x, y, in_range(d, least, most));
}

/* Coordinates from a small field now and then, so that contacts and ties are drawn too. */
static int64_t coordinate(struct draw *d) {
    return next(d) % 4 == 0 ? in_range(d, 0, 12) : in_range(d, 0, TABLE);
}

static struct plane_point some_point(struct draw *d) {
    int64_t x = coordinate(d), y = coordinate(d);
    return at(x, y);
}

static struct plane_shape some_disc(struct draw *d) {
    static const int64_t widths[] = {3200, 2500, 4000, 635, 5, 0};
    int64_t x = coordinate(d), y = coordinate(d);
    return disc(x, y, x < 13 && y < 13 ? in_range(d, 0, 7) : widths[next(d) % 6]);
}

static struct plane_shape some_shape(struct draw *d) {
    if (next(d) % 3 != 0) return some_disc(d);
    int64_t x = coordinate(d), y = coordinate(d);
    int64_t most = x < 13 && y < 13 ? 6 : TABLE / 4;
    int64_t w = in_range(d, 0, most), h = in_range(d, 0, most);
    return box(x, y, w, h);
}

/* A unit of 1 to 6 models in formation, where it stands on the table. */
static size_t some_unit(struct draw *d, struct plane_shape *u) {
    size_t count = (size_t)in_range(d, 1, 6);
    enum plane_side look = (enum plane_side)(next(d) % 4);
    for (size_t i = 0; i < count; i++) u[i] = disc(0, 0, next(d) % 4 ? 3200 : 4001);
    if (plane_formation(u, count, at(0, 0), look) != PLANE_OK) abort();
    int64_t x = in_range(d, 20000, TABLE - 20000), y = in_range(d, 20000, TABLE - 20000);
    if (plane_shift(u, count, x, y) != PLANE_OK) abort();
    return count;
}

/* ---- moving all: the eight turns and mirrors, then a vector ---- */

struct motion {
    int turn; /* 0 to 3 quarter turns, then mirrored if 4 and more */
    int64_t dx, dy;
};

static struct motion some_motion(struct draw *d) {
    struct motion m;
    m.turn = (int)(next(d) % 8);
    m.dx = in_range(d, -9999, 9999);
    m.dy = in_range(d, -9999, 9999);
    return m;
}

static void turn(struct motion m, int64_t *x, int64_t *y) {
    for (int i = 0; i < m.turn % 4; i++) {
        int64_t t = *x;
        *x = *y, *y = -t;
    }
    if (m.turn >= 4) *x = -*x;
}

static struct plane_shape moved(struct plane_shape s, struct motion m) {
    int64_t x0 = s.at.x, y0 = s.at.y, x1 = x0, y1 = y0;
    if (s.kind == PLANE_BOX) x1 += s.a, y1 += s.b;
    turn(m, &x0, &y0);
    turn(m, &x1, &y1);
    int64_t w = x0 < x1 ? x0 : x1, e = x0 < x1 ? x1 : x0;
    int64_t t = y0 < y1 ? y0 : y1, n = y0 < y1 ? y1 : y0;
    if (s.kind == PLANE_ROUND) return disc(w + m.dx, t + m.dy, s.a);
    return box(w + m.dx, t + m.dy, e - w, n - t);
}

static void move_all(const struct plane_shape *in, size_t count, struct motion m,
                     struct plane_shape *out) {
    for (size_t i = 0; i < count; i++) out[i] = moved(in[i], m);
}

/* ---- roots ---- */

TEST roots_are_the_greatest_and_the_least(void) {
    struct draw d = {0, 1};
    for (int i = 0; i < CASES; i++) {
        uint64_t by = next(&d) % 64, high = next(&d) >> by, low = next(&d);
        if (next(&d) % 2) high = 0, low >>= next(&d) % 64;
        if (next(&d) % 4 == 0) { /* near a square */
            uint64_t r = next(&d) >> 3 >> by % 60;
            big s = (big)r * (big)r + in_range(&d, -1, 1);
            if (s < 0) s = 0;
            high = (uint64_t)(s >> 64), low = (uint64_t)s;
        }
        if (high > UINT64_MAX - 4) continue;
        high >>= 2; /* so that (r + 1)^2 fits */
        big n = (big)high << 64 | low;
        big r = (big)plane_root_down(high, low), up = (big)plane_root_up(high, low);
        ASSERT(r * r <= n && (r + 1) * (r + 1) > n);
        ASSERT(up == (r * r == n ? r : r + 1));
    }
    ASSERT_EQ(UINT64_MAX, plane_root_down(UINT64_MAX, UINT64_MAX));
    ASSERT_EQ(0, plane_root_up(0, 0));
    ASSERT_EQ(UINT64_C(4294967295), plane_root_down(0, UINT64_MAX));
    ASSERT_EQ(UINT64_C(4294967296), plane_root_up(0, UINT64_MAX));
    PASS();
}

/* ---- makers ---- */

TEST makers_refuse_what_is_out_of_range(void) {
    struct plane_point p = {7, 7}, corners[3] = {{0, 0}, {4, 0}, {0, 4}};
    struct plane_shape s;
    struct plane_table t;
    ASSERT_EQ(PLANE_RANGE, plane_point((int64_t)PLANE_MAX + 1, 0, &p));
    ASSERT_EQ(PLANE_RANGE, plane_point(0, INT64_MIN, &p));
    ASSERT_EQ(7, p.x);
    ASSERT_EQ(PLANE_OK, plane_point(-PLANE_MAX, PLANE_MAX, &p));
    ASSERT_EQ(PLANE_RANGE, plane_round(p, -1, &s));
    ASSERT_EQ(PLANE_RANGE, plane_box(p, 1, (int64_t)PLANE_MAX + 1, &s));
    ASSERT_EQ(PLANE_RANGE, plane_table(INT64_MAX, 1, &t));
    ASSERT_EQ(PLANE_RANGE, plane_oval(p, 6000, 0, (struct plane_point){0, 1}, &s));
    ASSERT_EQ(PLANE_RANGE, plane_oblong(p, -1, 5000, (struct plane_point){0, 1}, &s));
    ASSERT_EQ(PLANE_RANGE, plane_polygon(corners, 2, &s));
    ASSERT_EQ(PLANE_RANGE, plane_polygon(corners, PLANE_CORNERS + 1, &s));
    s = disc(0, 0, 4);
    ASSERT_EQ(PLANE_RANGE, plane_shift(&s, 1, INT64_MAX, 0));
    ASSERT_EQ(PLANE_RANGE, plane_shift(&s, 1, 0, (int64_t)PLANE_MAX + 1));
    ASSERT_EQ(0, s.at.y);
    PASS();
}

static bool is_box(struct plane_shape s, int64_t x, int64_t y, int64_t w, int64_t h) {
    return s.kind == PLANE_BOX && s.at.x == x && s.at.y == y && s.a == w && s.b == h;
}

TEST strips_corners_and_quarters_lie_where_they_are_named(void) {
    struct plane_table t = {100, 61};
    struct plane_shape s;
    ASSERT(plane_strip(t, PLANE_SOUTH, 8, &s) == PLANE_OK && is_box(s, 0, 0, 100, 8));
    ASSERT(plane_strip(t, PLANE_NORTH, 8, &s) == PLANE_OK && is_box(s, 0, 53, 100, 8));
    ASSERT(plane_strip(t, PLANE_WEST, 8, &s) == PLANE_OK && is_box(s, 0, 0, 8, 61));
    ASSERT(plane_strip(t, PLANE_EAST, 8, &s) == PLANE_OK && is_box(s, 92, 0, 8, 61));
    ASSERT(plane_strip(t, PLANE_CENTRE, 8, &s) == PLANE_OK && is_box(s, 0, 26, 100, 8));
    ASSERT(plane_strip(t, PLANE_NORTH, INT64_MAX, &s) == PLANE_OK && is_box(s, 0, 0, 100, 61));
    ASSERT_EQ(PLANE_RANGE, plane_strip(t, PLANE_NORTH, -1, &s));
    ASSERT(plane_corner(t, PLANE_NORTH_WEST, 18, &s) == PLANE_OK && is_box(s, 0, 43, 18, 18));
    ASSERT(plane_corner(t, PLANE_SOUTH_EAST, 70, &s) == PLANE_OK && is_box(s, 30, 0, 70, 61));
    ASSERT(plane_quarter(t, PLANE_NORTH_EAST, &s) == PLANE_OK && is_box(s, 50, 30, 50, 31));
    ASSERT(plane_quarter(t, PLANE_SOUTH_WEST, &s) == PLANE_OK && is_box(s, 0, 0, 50, 30));
    PASS();
}

/* ---- distance ---- */

TEST distance_by_hand(void) {
    /* Centres 3, 4, 5 inches apart, bases of 32 and 40 mm. */
    struct plane_shape a = disc(0, 0, 3200), b = disc(3 * 2540, 4 * 2540, 4000);
    struct plane_set sa = plane_one(&a), sb = plane_one(&b), none = {NULL, 0};
    ASSERT_EQ_FMT((int64_t)(5 * 2540 - 3600), plane_distance(sa, sb, NULL), "%" PRId64);
    b.at.y++; /* by 0.8 units more: rounded up */
    ASSERT_EQ_FMT((int64_t)(5 * 2540 - 3599), plane_distance(sa, sb, NULL), "%" PRId64);
    a = disc(0, 0, 5), b = disc(10, 0, 6); /* half units: a gap of 4.5 */
    ASSERT_EQ(5, plane_distance(sa, sb, NULL));
    b = disc(3, 0, 6);
    ASSERT_EQ(0, plane_distance(sa, sb, NULL));
    ASSERT_EQ(NONE, plane_distance(none, sb, NULL));
    b = box(3, 4, 10, 10); /* from a point to the corner of a box */
    a = disc(0, 0, 0);
    ASSERT_EQ(5, plane_distance(sa, sb, NULL));
    ASSERT_EQ(5, plane_distance(sb, sa, NULL));
    a = disc(20, 8, 4); /* to its side: 7 less a radius of 2 */
    ASSERT_EQ(5, plane_distance(sa, sb, NULL));
    PASS();
}

/* Four times the square between the nearest points of two cores, corner by corner: if they do not
 * overlap in x or y, the nearest corners decide; else the gap is along one axis. */
static int64_t slow_far4(const struct plane_shape *a, const struct plane_shape *b) {
    int64_t ax[2] = {a->at.x, a->at.x}, ay[2] = {a->at.y, a->at.y};
    int64_t bx[2] = {b->at.x, b->at.x}, by[2] = {b->at.y, b->at.y};
    if (a->kind == PLANE_BOX) ax[1] += a->a, ay[1] += a->b;
    if (b->kind == PLANE_BOX) bx[1] += b->a, by[1] += b->b;
    bool over_x = ax[0] <= bx[1] && bx[0] <= ax[1], over_y = ay[0] <= by[1] && by[0] <= ay[1];
    int64_t least = INT64_MAX;
    for (int i = 0; i < 16; i++) {
        int64_t dx = over_x ? 0 : ax[i & 1] - bx[i >> 1 & 1];
        int64_t dy = over_y ? 0 : ay[i >> 2 & 1] - by[i >> 3];
        if (dx * dx + dy * dy < least) least = dx * dx + dy * dy;
    }
    return 4 * least;
}

static int64_t widths(const struct plane_shape *a, const struct plane_shape *b) {
    return (a->kind == PLANE_ROUND ? a->a : 0) + (b->kind == PLANE_ROUND ? b->a : 0);
}

/* Two shapes are at most n units apart. */
static bool slow_within(const struct plane_shape *a, const struct plane_shape *b, int64_t n) {
    int64_t m = widths(a, b) + 2 * n;
    return m >= 0 && slow_far4(a, b) <= m * m;
}

TEST distance_is_the_least_number_that_is_enough(void) {
    struct draw d = {0, 2};
    for (int i = 0; i < CASES; i++) {
        struct plane_shape a = some_shape(&d), b = some_shape(&d), ma, mb;
        int64_t n = plane_distance(plane_one(&a), plane_one(&b), NULL);
        ASSERT(slow_within(&a, &b, n));
        ASSERT(n == 0 || !slow_within(&a, &b, n - 1));
        ASSERT_EQ(n, plane_distance(plane_one(&b), plane_one(&a), NULL));
        struct motion m = some_motion(&d);
        ma = moved(a, m), mb = moved(b, m);
        ASSERT_EQ(n, plane_distance(plane_one(&ma), plane_one(&mb), NULL));
        ASSERT_EQ(n <= 2, plane_touching(plane_one(&a), plane_one(&b)));
    }
    PASS();
}

/* 2^20 times the gap, with an error of less than 1: far finer than a unit. */
static big fine_gap(const struct plane_shape *a, const struct plane_shape *b) {
    big q = (big)slow_far4(a, b) << 40;
    return (big)plane_root_down((uint64_t)(q >> 64), (uint64_t)q) - ((big)widths(a, b) << 20);
}

TEST the_nearest_pair_of_sets_has_the_least_gap(void) {
    struct draw d = {0, 3};
    for (int i = 0; i < CASES / 10; i++) {
        struct plane_shape u[6], v[6];
        size_t nu = (size_t)in_range(&d, 1, 6), nv = (size_t)in_range(&d, 1, 6);
        bool boxes = i % 2 == 0;
        for (size_t k = 0; k < nu; k++) u[k] = boxes ? some_shape(&d) : some_disc(&d);
        for (size_t k = 0; k < nv; k++) v[k] = some_disc(&d);
        struct plane_pair pair;
        int64_t n = plane_distance(set(u, nu), set(v, nv), &pair);
        big found = fine_gap(&u[pair.first], &v[pair.second]);
        bool met = false;
        for (size_t k = 0; k < nu * nv; k++) {
            size_t x = k / nv, y = k % nv;
            met = met || (x == pair.first && y == pair.second);
            big gap = fine_gap(&u[x], &v[y]);
            ASSERTm("a nearer pair", gap >= found - 1);
            bool same = slow_far4(&u[x], &v[y]) == slow_far4(&u[pair.first], &v[pair.second]) &&
                        widths(&u[x], &v[y]) == widths(&u[pair.first], &v[pair.second]);
            ASSERTm("an equal pair before it", met || !same);
        }
        ASSERT_EQ(n, plane_distance(plane_one(&u[pair.first]), plane_one(&v[pair.second]), NULL));
    }
    PASS();
}

TEST gaps_with_different_bases_are_compared_exactly(void) {
    /* 5 - 2.5 against sqrt(10) - 0.5: 2.5 < 2.66; and 5 - 2.5 against 3 - 0.5: equal. */
    struct plane_shape a = disc(0, 0, 0), v[2] = {disc(1, 3, 1), disc(3, 4, 5)};
    struct plane_pair pair;
    ASSERT_EQ(3, plane_distance(plane_one(&a), set(v, 2), &pair));
    ASSERT_EQ(1, pair.second);
    v[0] = disc(0, 3, 1);
    plane_distance(plane_one(&a), set(v, 2), &pair);
    ASSERT_EQ(0, pair.second);
    v[0] = disc(3, 4, 6), v[1] = disc(4, 3, 6); /* alike */
    plane_distance(plane_one(&a), set(v, 2), &pair);
    ASSERT_EQ(0, pair.second);
    v[0] = disc(3, 4, 5), v[1] = disc(0, 3, 1);
    plane_distance(plane_one(&a), set(v, 2), &pair);
    ASSERT_EQ(0, pair.second);
    PASS();
}

/* ---- overlapping, inside ---- */

TEST overlap_needs_inner_points(void) {
    struct plane_shape a = disc(0, 0, 6), b = disc(3, 4, 4), c = box(3, -5, 4, 10);
    ASSERT_FALSE(plane_overlapping(plane_one(&a), plane_one(&b))); /* they touch */
    b.at.y--;
    ASSERT(plane_overlapping(plane_one(&a), plane_one(&b)));
    ASSERT_FALSE(plane_overlapping(plane_one(&a), plane_one(&c)));
    c.at.x--;
    ASSERT(plane_overlapping(plane_one(&a), plane_one(&c)));
    struct plane_shape p = disc(0, 0, 0); /* a point has no inside */
    ASSERT_FALSE(plane_overlapping(plane_one(&a), plane_one(&p)));
    struct plane_shape x = box(0, 0, 4, 4), y = box(4, 0, 4, 4);
    ASSERT_FALSE(plane_overlapping(plane_one(&x), plane_one(&y)));
    y.at.x = 3;
    ASSERT(plane_overlapping(plane_one(&x), plane_one(&y)));
    struct plane_shape row[3] = {disc(0, 0, 4), disc(4, 0, 4), disc(8, 0, 4)};
    ASSERT(plane_apart(set(row, 3)));
    row[2].at.x = 7;
    ASSERT_FALSE(plane_apart(set(row, 3)));
    PASS();
}

TEST inside_counts_the_border(void) {
    struct plane_shape zone = box(0, 0, 100, 20), hill = disc(50, 50, 40), x;
    x = disc(3, 3, 6);
    ASSERT(plane_wholly_within(plane_one(&x), &zone));
    x = disc(3, 3, 7); /* sticks out by half a unit */
    ASSERT_FALSE(plane_wholly_within(plane_one(&x), &zone));
    ASSERT(plane_in(plane_one(&x), &zone));
    x = disc(50, 24, 8);
    ASSERT(plane_in(plane_one(&x), &zone));
    x = disc(50, 24, 7);
    ASSERT_FALSE(plane_in(plane_one(&x), &zone));
    x = disc(59, 62, 10); /* 15 from the centre, 5 more to its rim: 20 */
    ASSERT(plane_wholly_within(plane_one(&x), &hill));
    x.at.x++;
    ASSERT_FALSE(plane_wholly_within(plane_one(&x), &hill));
    x = disc(50, 50, 42);
    ASSERT_FALSE(plane_wholly_within(plane_one(&x), &hill));
    x = box(38, 34, 24, 32); /* its corners at 12, 16: 20 */
    ASSERT(plane_wholly_within(plane_one(&x), &hill));
    x.a++;
    ASSERT_FALSE(plane_wholly_within(plane_one(&x), &hill));
    ASSERT_FALSE(plane_wholly_within(set(NULL, 0), &hill));
    ASSERT_FALSE(plane_in(set(NULL, 0), &hill));
    PASS();
}

TEST relations_agree_with_each_other_and_move_along(void) {
    struct draw d = {0, 4};
    for (int i = 0; i < CASES; i++) {
        struct plane_shape a = some_disc(&d), b = some_shape(&d);
        bool within = plane_wholly_within(plane_one(&a), &b);
        bool over = plane_overlapping(plane_one(&a), plane_one(&b));
        ASSERT_EQ(slow_within(&a, &b, 0), plane_in(plane_one(&a), &b));
        ASSERT(!within || plane_in(plane_one(&a), &b));
        ASSERT(!over || plane_in(plane_one(&a), &b));
        /* By its four ends a disc is in a box; by 1 unit less it no longer touches what it did. */
        if (b.kind == PLANE_BOX) {
            bool ends = 2 * (a.at.x - b.at.x) >= a.a && 2 * (b.at.x + b.a - a.at.x) >= a.a &&
                        2 * (a.at.y - b.at.y) >= a.a && 2 * (b.at.y + b.b - a.at.y) >= a.a;
            ASSERT_EQ(ends, within);
        } else if (a.a > 0 && b.a > 0) {
            ASSERT_EQ(slow_far4(&a, &b) < widths(&a, &b) * widths(&a, &b), over);
        }
        ASSERT_EQ(over, plane_overlapping(plane_one(&b), plane_one(&a)));
        struct motion m = some_motion(&d);
        struct plane_shape ma = moved(a, m), mb = moved(b, m);
        ASSERT_EQ(within, plane_wholly_within(plane_one(&ma), &mb));
        ASSERT_EQ(over, plane_overlapping(plane_one(&ma), plane_one(&mb)));
    }
    PASS();
}

TEST the_edge_of_the_table(void) {
    struct plane_table t = {100, 60};
    struct plane_shape x = disc(50, 5, 10);
    ASSERT(plane_on_table(plane_one(&x), t));
    ASSERT(plane_touches_edge(plane_one(&x), t));
    x.at.y = 4;
    ASSERT_FALSE(plane_on_table(plane_one(&x), t));
    x.at.y = 7;
    ASSERT(plane_touches_edge(plane_one(&x), t));
    x.at.y = 8;
    ASSERT_FALSE(plane_touches_edge(plane_one(&x), t));
    static const struct plane_point near[4] = {{93, 30}, {50, 53}, {7, 30}, {50, 7}};
    for (int i = 0; i < 4; i++) {
        x.at = near[i];
        x.a = 10;
        ASSERT(plane_touches_edge(plane_one(&x), t));
        x.a = 9; /* 2.5 units */
        ASSERT_FALSE(plane_touches_edge(plane_one(&x), t));
    }
    x = disc(7, 30, 11);
    struct plane_shape b;
    ASSERT_EQ(PLANE_OK, plane_bounds(plane_one(&x), &b)); /* radius 5.5, outwards */
    ASSERT(is_box(b, 1, 24, 12, 12));
    ASSERT_EQ(PLANE_NONE, plane_bounds(set(NULL, 0), &b));
    PASS();
}

/* ---- sight ---- */

TEST between_by_hand(void) {
    struct plane_shape a = disc(0, 0, 10), b = disc(100, 0, 20);
    struct plane_shape o[5] = {disc(50, 6, 10), disc(50, 7, 10), box(89, -1, 3, 2), box(4, 1, 8, 8),
                               box(91, -9, 9, 18)};
    struct plane_point line[2];
    size_t hit[5];
    ASSERT_EQ(PLANE_OK, plane_line(plane_one(&a), plane_one(&b), line));
    ASSERT_EQ(5, line[0].x);
    ASSERT_EQ(90, line[1].x);
    /* 0 comes within one unit of the line; 1 does not; 4 begins one unit behind its end. */
    ASSERT_EQ(4, plane_between(plane_one(&a), plane_one(&b), set(o, 5), hit));
    ASSERT_EQ(0, hit[0]);
    ASSERT_EQ(2, hit[1]);
    ASSERT_EQ(3, hit[2]);
    ASSERT_EQ(4, hit[3]);
    b.at.x = 15; /* they touch: there is no line */
    ASSERT_EQ(0, plane_between(plane_one(&a), plane_one(&b), set(o, 5), hit));
    ASSERT_EQ(PLANE_NONE, plane_line(plane_one(&a), plane_one(&b), line));
    PASS();
}

TEST sight_by_hand(void) {
    struct plane_shape a = disc(0, 0, 3200), b = disc(20000, 0, 3200);
    struct plane_shape wall[4] = {disc(10000, 0, 3200), disc(10000, 3200, 3200),
                                  disc(10000, -3200, 3200), disc(10000, 6400, 3200)};
    struct plane_set sa = plane_one(&a), sb = plane_one(&b), none = {NULL, 0};
    ASSERT(plane_sees(sa, sb, none));
    /* One of equal size stands in all lines, as they run side by side or through its middle. */
    ASSERT_FALSE(plane_sees(sa, sb, set(wall, 1)));
    wall[0].a = 3000; /* past a smaller one the outer lines go */
    ASSERT(plane_sees(sa, sb, set(wall, 1)));
    wall[0].a = 3200;
    /* Between two that touch, straight through where they touch, nothing is seen. */
    wall[0].at.y = 1600, wall[1].at.y = -1600;
    ASSERT_FALSE(plane_sees(sa, sb, set(wall, 2)));
    wall[0].at.y = 1601, wall[1].at.y = -1601; /* 2 units apart is touching */
    ASSERT_FALSE(plane_sees(sa, sb, set(wall, 2)));
    wall[0].at.y = 1603, wall[1].at.y = -1603;
    ASSERT(plane_sees(sa, sb, set(wall, 2)));
    b.at.x = 3200; /* in contact */
    struct plane_shape fog = box(-9999, -9999, 20000, 20000);
    ASSERT(plane_sees(sa, sb, plane_one(&fog)));
    ASSERT_FALSE(plane_sees(none, sb, none));
    PASS();
}

TEST a_line_on_the_border_of_the_field_of_view(void) {
    /* A wall covers all lines but the one between the northern rims, two units off; a stone comes
     * within one unit of that, from outside the box around both. */
    struct plane_shape a = disc(0, 0, 3200), b = disc(20000, 0, 3200);
    struct plane_shape o[2] = {box(9000, -5000, 2000, 6598), disc(10000, 1651, 100)};
    ASSERT(plane_sees(plane_one(&a), plane_one(&b), set(o, 1)));
    ASSERT_FALSE(plane_sees(plane_one(&a), plane_one(&b), set(o, 2)));
    o[1].at.y++;
    ASSERT(plane_sees(plane_one(&a), plane_one(&b), set(o, 2)));
    o[0].b++;
    ASSERT_FALSE(plane_sees(plane_one(&a), plane_one(&b), set(o, 1)));
    PASS();
}

/* The rim point of its definition: the greatest part that is not beyond the rim, by halving. */
static int64_t slow_rim(int64_t width, int64_t part, int64_t long2) {
    int64_t top = width * (part < 0 ? -part : part), low = 0, high = width + 1;
    while (high - low > 1) {
        int64_t mid = (low + high) / 2;
        if (4 * (big)mid * mid * long2 <= (big)top * top) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return part < 0 ? -low : low;
}

/* Four times the squared distance of a point to a segment, times the segment's squared length;
 * compared so: is it at most w / 2? */
static bool slow_near(int64_t px, int64_t py, int64_t qx, int64_t qy, int64_t x, int64_t y,
                      int64_t w) {
    int64_t dx = qx - px, dy = qy - py, ex = x - px, ey = y - py, fx = x - qx, fy = y - qy;
    big long2 = (big)dx * dx + (big)dy * dy, dot = (big)ex * dx + (big)ey * dy;
    big e2 = (big)ex * ex + (big)ey * ey, f2 = (big)fx * fx + (big)fy * fy, w2 = (big)w * w;
    if (4 * e2 <= w2 || 4 * f2 <= w2) return true;
    if (dot <= 0 || dot >= long2) return false;
    return 4 * (e2 * long2 - dot * dot) <= w2 * long2;
}

static bool slow_sees(const struct plane_shape *a, const struct plane_shape *b,
                      const struct plane_shape *o, size_t count) {
    static const int64_t way[3][2] = {{1, 0}, {0, 1}, {0, -1}};
    int64_t dx = (int64_t)b->at.x - a->at.x, dy = (int64_t)b->at.y - a->at.y;
    if (slow_within(a, b, 0)) return true;
    for (int i = 0; i < 9; i++) {
        int64_t end[2][2];
        for (int e = 0; e < 2; e++) {
            const int64_t *w = way[e == 0 ? i / 3 : i % 3];
            const struct plane_shape *base = e == 0 ? a : b;
            int64_t sign = e == 0 ? 1 : -1;
            int64_t x = sign * (w[0] * dx - w[1] * dy), y = sign * (w[0] * dy + w[1] * dx);
            end[e][0] = base->at.x + slow_rim(base->a, x, x * x + y * y);
            end[e][1] = base->at.y + slow_rim(base->a, y, x * x + y * y);
        }
        bool free = true;
        for (size_t k = 0; k < count && free; k++) {
            free = !slow_near(end[0][0], end[0][1], end[1][0], end[1][1], o[k].at.x, o[k].at.y,
                              o[k].a + 2);
        }
        if (free) return true;
    }
    return false;
}

TEST sight_is_that_of_its_definition(void) {
    struct draw d = {0, 5};
    int seen = 0, cases = CASES / 5;
    for (int i = 0; i < cases; i++) {
        struct plane_shape u[2], v[2], o[12], mu[2], mv[2], mo[12];
        size_t count = (size_t)in_range(&d, 1, 12);
        u[0] = disc_in(&d, 0, 9000, 0, 20000, 3200, 3200);
        u[1] = disc_in(&d, 0, 9000, 0, 20000, 0, 4000);
        v[0] = disc_in(&d, 16000, 25000, 0, 20000, 3200, 3200);
        v[1] = disc_in(&d, 16000, 25000, 0, 20000, 3201, 3201);
        for (size_t k = 0; k < count; k++) {
            o[k] = disc_in(&d, 11000, 14000, 0, 20000, 1, 5000);
        }
        bool sees = plane_sees(set(u, 2), set(v, 2), set(o, count));
        bool slow = false;
        for (int k = 0; k < 4; k++) slow = slow || slow_sees(&u[k / 2], &v[k % 2], o, count);
        seen += sees;
        ASSERT_EQ(slow, sees);
        ASSERT_EQ(sees, plane_sees(set(v, 2), set(u, 2), set(o, count)));
        struct motion m = some_motion(&d);
        move_all(u, 2, m, mu), move_all(v, 2, m, mv), move_all(o, count, m, mo);
        ASSERT_EQ(sees, plane_sees(set(mu, 2), set(mv, 2), set(mo, count)));
    }
    ASSERTm("both answers are drawn often", seen > cases / 5 && seen < cases - cases / 20);
    PASS();
}

TEST many_blockers_are_as_few(void) {
    /* More than a screen holds: 90 that do not matter, and one that does. */
    struct plane_shape a = disc(0, 0, 3200), b = disc(60000, 30000, 3200), o[91];
    for (int i = 0; i < 90; i++) o[i] = disc(600 * i, 30000 - (i % 7), 100);
    ASSERT(plane_sees(plane_one(&a), plane_one(&b), set(o, 90)));
    o[90] = disc(30000, 15000, 9000);
    ASSERT_FALSE(plane_sees(plane_one(&a), plane_one(&b), set(o, 91)));
    ASSERT_FALSE(plane_sees(plane_one(&a), plane_one(&b), plane_one(&o[90])));
    PASS();
}

TEST between_is_what_lies_within_one_unit_of_the_line(void) {
    struct draw d = {0, 6};
    for (int i = 0; i < CASES; i++) {
        struct plane_shape a = some_disc(&d), b = some_disc(&d), o = some_shape(&d);
        struct plane_point l[2];
        size_t hit[1];
        bool crossed = plane_between(plane_one(&a), plane_one(&b), plane_one(&o), hit) == 1;
        if (plane_line(plane_one(&a), plane_one(&b), l) != PLANE_OK) {
            ASSERT(slow_within(&a, &b, 0) && !crossed);
            continue;
        }
        /* The line's ends are on the bases, within 2 units of the nearest points. */
        int64_t dx = (int64_t)l[1].x - l[0].x, dy = (int64_t)l[1].y - l[0].y;
        int64_t gap = plane_distance(plane_one(&a), plane_one(&b), NULL);
        ASSERT(dx * dx + dy * dy >= (gap - 1) * (gap - 1));
        ASSERT(dx * dx + dy * dy <= (gap + 3) * (gap + 3));
        if (o.kind == PLANE_ROUND) {
            ASSERT_EQ(slow_near(l[0].x, l[0].y, l[1].x, l[1].y, o.at.x, o.at.y, o.a + 2), crossed);
            continue;
        }

        int64_t near = INT64_MAX,
                step = (plane_distance(plane_one(&a), plane_one(&b), NULL) + 9) / 32;
        for (int k = 0; k <= 32; k++) {
            struct plane_shape p = disc(l[0].x + dx * k / 32, l[0].y + dy * k / 32, 0);
            int64_t n = plane_distance(plane_one(&p), plane_one(&o), NULL);
            if (n < near) near = n;
        }
        if (near == 0) ASSERT(crossed);
        if (near > step + 4) ASSERT_FALSE(crossed);
    }
    PASS();
}

/* ---- standing, formation, places ---- */

TEST formation_by_hand(void) {
    struct plane_shape u[8];
    for (int i = 0; i < 8; i++) u[i] = disc(0, 0, 3200);
    ASSERT_EQ(PLANE_OK, plane_formation(u, 8, at(50000, 50000), PLANE_NORTH));
    ASSERT(u[5].at.x == 66000 && u[5].at.y == 50000);
    ASSERT(u[6].at.x == 50000 && u[6].at.y == 46800);
    ASSERT(u[7].at.x == 53200 && u[7].at.y == 46800);
    ASSERT_EQ(PLANE_OK, plane_formation(u, 8, at(50000, 50000), PLANE_EAST));
    ASSERT(u[1].at.x == 50000 && u[1].at.y == 46800);
    ASSERT(u[6].at.x == 46800 && u[6].at.y == 50000);
    ASSERT_EQ(PLANE_OK, plane_formation(u, 8, at(50000, 50000), PLANE_SOUTH));
    ASSERT(u[1].at.x == 46800 && u[6].at.y == 53200);
    ASSERT_EQ(PLANE_OK, plane_formation(u, 8, at(50000, 50000), PLANE_WEST));
    ASSERT(u[1].at.y == 53200 && u[6].at.x == 53200);
    ASSERT_EQ(PLANE_RANGE, plane_formation(u, 8, at(PLANE_MAX, 0), PLANE_NORTH));
    /* A big one at the head of the second rank, off centre from nothing: 3200 / 2 + 4000 / 2;
     * 25 mm after 32 mm: half a unit is rounded up. */
    u[6].a = 4000, u[1].a = 2501;
    ASSERT_EQ(PLANE_OK, plane_formation(u, 8, at(0, 0), PLANE_NORTH));
    ASSERT(u[6].at.y == -3600 && u[1].at.x == 2851);
    PASS();
}

TEST in_formation_bases_touch_and_never_overlap(void) {
    struct draw d = {0, 7};
    for (int i = 0; i < CASES / 10; i++) {
        struct plane_shape u[20], one[20];
        size_t count = (size_t)in_range(&d, 1, 20);
        for (size_t k = 0; k < count; k++) u[k] = disc(0, 0, in_range(&d, 1, 6000));
        memcpy(one, u, sizeof u);
        ASSERT_EQ(PLANE_OK, plane_formation(u, count, at(7, -9), (enum plane_side)(i % 4)));
        ASSERT(plane_apart(set(u, count)));
        for (size_t k = 1; k < count; k++) {
            if (k % 6 != 0) ASSERT(plane_touching(plane_one(&u[k - 1]), plane_one(&u[k])));
            if (k % 6 == 5 || k + 1 == count) /* a rank touches those before it */
                ASSERT(k < 6 || plane_touching(set(&u[k / 6 * 6], k % 6 + 1), set(u, k / 6 * 6)));
        }
        /* Turned, it is the same formation. */
        ASSERT_EQ(PLANE_OK, plane_formation(one, count, at(0, 0), PLANE_NORTH));
        struct motion m = {i % 4, 7, -9};
        move_all(one, count, m, one);
        for (size_t k = 0; k < count; k++) {
            ASSERT(one[k].at.x == u[k].at.x && one[k].at.y == u[k].at.y);
        }
    }
    PASS();
}

TEST places_of_a_unit_come_in_their_order(void) {
    struct plane_shape u[8], zone, ma[8];
    struct plane_fit fit;
    for (int i = 0; i < 8; i++) u[i] = disc(0, 0, 3200);
    plane_formation(u, 8, at(0, 0), PLANE_NORTH);
    plane_strip(square, PLANE_SOUTH, 8 * 2540, &zone);
    plane_fit_begin(&fit, set(u, 8), PLANE_NORTH, &zone, square, PLANE_FIT_STEP);
    /* 36" less six bases leaves 72240 units: 14 steps of 2" and a bit; 8" less two leaves 13920. */
    ASSERT_EQ(16, fit.columns);
    ASSERT_EQ(4, fit.rows);
    ASSERT_EQ(64, plane_fit_count(&fit));
    struct plane_point p = plane_fit_nth(&fit, 0), q = plane_fit_nth(&fit, 17);
    ASSERT(p.x == 1600 && p.y == 4800);
    ASSERT(q.x == 1600 + 5080 && q.y == 4800 + 5080);
    p = plane_fit_nth(&fit, 63);
    ASSERT(p.x == TABLE - 17600 && p.y == 8 * 2540 - 1600);
    struct plane_ground ground = ground_of(NULL, 0);
    for (size_t i = 0; i < 64; i++) {
        ASSERT(plane_fits(set(u, 8), plane_fit_nth(&fit, i), &zone, &ground));
        memcpy(ma, u, sizeof u);
        p = plane_fit_nth(&fit, i);
        plane_shift(ma, 8, p.x, p.y);
        ASSERT(plane_stands(set(ma, 8), &zone, &ground));
    }
    /* For the other side the same, turned by half. */
    plane_formation(u, 8, at(0, 0), PLANE_SOUTH);
    plane_strip(square, PLANE_NORTH, 8 * 2540, &zone);
    plane_fit_begin(&fit, set(u, 8), PLANE_SOUTH, &zone, square, PLANE_FIT_STEP);
    p = plane_fit_nth(&fit, 0);
    ASSERT(p.x == TABLE - 1600 && p.y == TABLE - 4800);
    p = plane_fit_nth(&fit, 17);
    ASSERT(p.x == TABLE - 6680 && p.y == TABLE - 9880);
    plane_strip(square, PLANE_NORTH, 6000, &zone); /* too shallow for two ranks */
    plane_fit_begin(&fit, set(u, 8), PLANE_SOUTH, &zone, square, PLANE_FIT_STEP);
    ASSERT_EQ(0, plane_fit_count(&fit));
    PASS();
}

TEST the_judge_of_places(void) {
    struct plane_shape u[2], zone = disc(20000, 20000, 20000), rock = disc(20000, 26000, 2000);
    struct plane_ground ground = ground_of(&rock, 1);
    for (int i = 0; i < 2; i++) u[i] = disc(0, 0, 3200);
    plane_formation(u, 2, at(0, 0), PLANE_NORTH);
    ASSERT(plane_fits(set(u, 2), at(18400, 20000), &zone, &ground));
    ASSERT_FALSE(plane_fits(set(u, 2), at(26000, 20000), &zone, &ground)); /* the second is out */
    ASSERT(plane_fits(set(u, 2), at(26000, 20000), NULL, &ground));
    ASSERT_FALSE(plane_fits(set(u, 2), at(18400, 25000), &zone, &ground)); /* on the rock */
    ASSERT(plane_fits(set(u, 2), at(16800, 23400), &zone, &ground));       /* it touches it */
    ASSERT_FALSE(plane_fits(set(u, 2), at(16800, 23401), &zone, &ground));
    ground.standing = ground.blockers, ground.blockers.count = 0;
    ASSERT_FALSE(plane_fits(set(u, 2), at(18400, 25000), &zone, &ground));
    ASSERT_FALSE(plane_fits(set(u, 2), at(1599, 20000), NULL, &ground)); /* off the table */
    PASS();
}

/* ---- ways ---- */

TEST bearings_and_candidates(void) {
    for (size_t n = 0; n < 16; n++) {
        struct plane_point b = plane_bearing(n, 30480), q = plane_bearing((n + 4) % 16, 30480);
        int64_t long2 = (int64_t)b.x * b.x + (int64_t)b.y * b.y;
        ASSERT(long2 <= INT64_C(30480) * 30480 && long2 > INT64_C(30478) * 30478);
        ASSERT(q.x == b.y && q.y == -b.x); /* a quarter turn clockwise */
        struct plane_point c = plane_bearing((n + 1) % 16, 30480);
        int64_t cross = (int64_t)b.x * c.y - (int64_t)b.y * c.x;
        ASSERT(cross < 0);
    }
    struct plane_point to, north = plane_bearing(0, 30480);
    ASSERT(north.x == 0 && north.y == 30480);
    ASSERT_EQ(PLANE_OK, plane_way_nth(at(5, 5), PLANE_EAST, 30480, 0, &to));
    ASSERT(to.x == 30485 && to.y == 5);
    ASSERT_EQ(PLANE_OK, plane_way_nth(at(5, 5), PLANE_WEST, 30480, 16 + 4, &to));
    ASSERT(to.x == 5 && to.y == 5 + 20320);
    ASSERT_EQ(PLANE_OK, plane_way_nth(at(0, 0), PLANE_NORTH, 30481, 32 + 8, &to));
    ASSERT(to.x == 0 && to.y == -10160);
    ASSERT_EQ(PLANE_NONE, plane_way_nth(at(5, 5), PLANE_WEST, 2, 32, &to));
    ASSERT_EQ(PLANE_NONE, plane_way_nth(at(5, 5), PLANE_WEST, -7, 0, &to));
    ASSERT_EQ(PLANE_RANGE, plane_way_nth(at(5, 5), PLANE_WEST, INT64_MAX, 0, &to));
    PASS();
}

TEST length_and_cut(void) {
    struct plane_point way[4] = {{0, 0}, {3000, 4000}, {3000, 5000}, {3001, 5001}};
    ASSERT_EQ(6002, plane_way_length(way, 4)); /* the last leg is sqrt(2), rounded up */
    ASSERT_EQ(0, plane_way_length(way, 1));
    ASSERT_EQ(4, plane_cut(way, 4, 6002));
    ASSERT_EQ(3, plane_cut(way, 4, 6000));
    ASSERT_EQ(3, plane_cut(way, 3, 5999));
    ASSERT(way[2].x == 3000 && way[2].y == 4999);
    ASSERT_EQ(2, plane_cut(way, 3, 2501));
    ASSERT(way[1].x == 1500 && way[1].y == 2000); /* 1500.6, 2000.8 */
    ASSERT_EQ(1, plane_cut(way, 2, 0));
    struct draw d = {0, 8};
    for (int i = 0; i < CASES; i++) {
        struct plane_point w[2] = {{0, 0}, some_point(&d)};
        w[0] = some_point(&d);
        struct plane_point c[2] = {w[0], w[1]};
        int64_t length = in_range(&d, 0, 40000), whole = plane_way_length(w, 2);
        size_t count = plane_cut(c, 2, length);
        int64_t got = plane_way_length(c, count);
        ASSERT(got <= length && got <= whole);
        ASSERT(length >= whole ? got == whole : got >= length - 2);
        /* Its end lies less than a unit each way from the line: so does its cross product. */
        int64_t dx = w[1].x - w[0].x, dy = w[1].y - w[0].y;
        int64_t ex = c[count - 1].x - w[0].x, ey = c[count - 1].y - w[0].y;
        int64_t cross = dx * ey - dy * ex;
        ASSERT((cross < 0 ? -cross : cross) <= (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
    }
    PASS();
}

TEST the_judge_of_ways(void) {
    struct plane_shape u[2] = {disc(10000, 10000, 3200), disc(13200, 10000, 3200)};
    struct plane_shape rock = disc(16400, 20000, 3200), pond = disc(11600, 30000, 3200);
    struct plane_ground g = {square, plane_one(&rock), plane_one(&pond), NULL};
    struct plane_point way[3] = {{10000, 10000}, {10000, 20000}, {10000, 20000}};
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(set(u, 2), way, 2, 10000, &g)); /* grazes the rock */
    ASSERT_EQ(PLANE_WAY_LONG, plane_way_judge(set(u, 2), way, 2, 9999, &g));
    ASSERT_EQ(PLANE_WAY_EMPTY, plane_way_judge(set(u, 2), way, 1, 9999, &g));
    ASSERT_EQ(PLANE_WAY_EMPTY, plane_way_judge(set(NULL, 0), way, 2, 9999, &g));
    way[1].x++;
    ASSERT_EQ(PLANE_WAY_BLOCKED, plane_way_judge(set(u, 2), way, 2, 20000, &g));
    way[0].x++;
    ASSERT_EQ(PLANE_WAY_START, plane_way_judge(set(u, 2), way, 2, 20000, &g));
    way[0].x--;
    way[1] = at(10000, 29000);
    ASSERT_EQ(PLANE_WAY_OCCUPIED, plane_way_judge(set(u, 2), way, 2, 20000, &g));
    way[1] = at(10000, 40000); /* over the pond and on */
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(set(u, 2), way, 2, 30000, &g));
    way[1] = at(1599, 12000), way[2] = at(5000, 12000); /* out and back in again */
    ASSERT_EQ(PLANE_WAY_OFF, plane_way_judge(set(u, 2), way, 3, 30000, &g));
    way[1] = at(1600, 12000);
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(set(u, 2), way, 3, 30000, &g));
    way[1] = at(16800, 30000), way[2] = at(40000, 12000); /* the second leg crosses nothing */
    ASSERT_EQ(PLANE_WAY_BLOCKED, plane_way_judge(set(u, 2), way, 3, 99999, &g));
    PASS();
}

TEST sweeps_and_ends(void) {
    struct plane_shape u = disc(10000, 10000, 3200), x = disc(13202, 15000, 3200);
    struct plane_point way[2] = {{10000, 10000}, {10000, 20000}};
    ASSERT(plane_sweeps(plane_one(&u), way, 2, plane_one(&x))); /* passes 2 units off */
    ASSERT_FALSE(plane_ends_touching(plane_one(&u), way, 2, plane_one(&x)));
    x.at.x++;
    ASSERT_FALSE(plane_sweeps(plane_one(&u), way, 2, plane_one(&x)));
    x = disc(10000, 23202, 3200);
    ASSERT(plane_ends_touching(plane_one(&u), way, 2, plane_one(&x)));
    ASSERT(plane_sweeps(plane_one(&u), way, 2, plane_one(&x)));
    x = disc(10000, 6798, 3200); /* where it starts */
    ASSERT(plane_sweeps(plane_one(&u), way, 2, plane_one(&x)));
    ASSERT(plane_sweeps(plane_one(&u), way, 0, plane_one(&x)));
    ASSERT(plane_ends_touching(plane_one(&u), way, 1, plane_one(&x)));
    struct plane_shape cart = box(10000, 10000, 900, 900), hut = box(10899, 20000, 500, 500);
    ASSERT(plane_sweeps(plane_one(&cart), way, 2, plane_one(&hut)));
    struct plane_ground g = {square, {NULL, 0}, plane_one(&hut), NULL};
    ASSERT_EQ(PLANE_WAY_OCCUPIED, plane_way_judge(plane_one(&cart), way, 2, 10000, &g));
    hut.at.x++;
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(plane_one(&cart), way, 2, 10000, &g));
    x = box(11603, 14000, 500, 500);
    ASSERT_FALSE(plane_sweeps(plane_one(&u), way, 2, plane_one(&x)));
    x.at.x--;
    ASSERT(plane_sweeps(plane_one(&u), way, 2, plane_one(&x)));
    PASS();
}

TEST a_sweep_is_what_a_walk_meets(void) {
    struct draw d = {0, 9};
    for (int i = 0; i < CASES / 4; i++) {
        struct plane_shape u = some_disc(&d), x = some_shape(&d);
        struct plane_point way[2] = {u.at, some_point(&d)};
        int64_t dx = (int64_t)way[1].x - u.at.x, dy = (int64_t)way[1].y - u.at.y;
        bool sweeps = plane_sweeps(plane_one(&u), way, 2, plane_one(&x));
        int64_t near = INT64_MAX, step = plane_way_length(way, 2) / 16 + 2;
        for (int k = 0; k <= 16; k++) {
            struct plane_shape at_k = disc(u.at.x + dx * k / 16, u.at.y + dy * k / 16, u.a);
            int64_t n = plane_distance(plane_one(&at_k), plane_one(&x), NULL);
            if (n < near) near = n;
        }
        if (near == 0) ASSERT(sweeps);
        if (near > step + 4) ASSERT_FALSE(sweeps);
        if (x.kind == PLANE_ROUND) {
            ASSERT_EQ(slow_near(u.at.x, u.at.y, way[1].x, way[1].y, x.at.x, x.at.y, u.a + x.a + 4),
                      sweeps);
        }
        struct motion m = some_motion(&d);
        struct plane_shape mu = moved(u, m), mx = moved(x, m),
                           end = moved(disc(way[1].x, way[1].y, 0), m);
        struct plane_point mway[2] = {mu.at, end.at};
        ASSERT_EQ(sweeps, plane_sweeps(plane_one(&mu), mway, 2, plane_one(&mx)));
    }
    PASS();
}

/* ---- cut short, away, toward ---- */

TEST away_by_hand(void) {
    struct plane_shape u = disc(10000, 10000, 3200), v = disc(14000, 10000, 3200);
    struct plane_ground g = ground_of(NULL, 0);
    struct plane_way way;
    plane_way_from(plane_one(&u), plane_one(&v), 5000, &g, &way);
    ASSERT(way.count == 2 && way.points[1].x == 5000 && way.points[1].y == 10000);
    plane_way_from(plane_one(&u), plane_one(&v), 30000, &g, &way); /* to the edge */
    ASSERT(way.count == 2 && way.points[1].x == 1600);
    struct plane_shape rock = disc(5000, 10000, 2000);
    g.blockers = plane_one(&rock);
    plane_way_from(plane_one(&u), plane_one(&v), 30000, &g, &way);
    ASSERT(way.count == 2 && way.points[1].x == 7600);
    rock.at.x = 7400; /* touched already */
    plane_way_from(plane_one(&u), plane_one(&v), 30000, &g, &way);
    ASSERT_EQ(1, way.count);
    g.blockers.count = 0, g.standing = plane_one(&rock); /* passed over, not stood on */
    plane_way_from(plane_one(&u), plane_one(&v), 6000, &g, &way);
    ASSERT(way.count == 2 && way.points[1].x == 4000);
    plane_way_from(plane_one(&u), plane_one(&v), 4000, &g, &way);
    ASSERT_EQ(1, way.count);
    plane_way_from(plane_one(&u), plane_one(&u), 4000, &g, &way); /* away from where? */
    ASSERT_EQ(1, way.count);
    plane_way_from(plane_one(&u), set(NULL, 0), 4000, &g, &way);
    ASSERT_EQ(1, way.count);
    PASS();
}

TEST toward_by_hand(void) {
    struct plane_shape u[2] = {disc(10000, 10000, 3200), disc(13200, 10000, 3200)};
    struct plane_shape wall = box(12000, 20000, 8000, 1000);
    struct plane_ground g = ground_of(NULL, 0);
    struct plane_way way;
    plane_way_toward(set(u, 2), at(10000, 30000), 99999, &g, &way);
    ASSERT(way.count == 2 && way.points[1].x == 10000 && way.points[1].y == 30000);
    plane_way_toward(set(u, 2), at(10000, 30000), 2540, &g, &way);
    ASSERT(way.count == 2 && way.points[1].y == 12540);
    g.blockers = plane_one(&wall); /* the second model meets its south side */
    plane_way_toward(set(u, 2), at(10000, 30000), 99999, &g, &way);
    ASSERT(way.count == 2 && way.points[1].y == 18400);
    wall.at.x = 14160; /* now its corner: 960 to the east, so 1280 to the north (3, 4, 5) */
    plane_way_toward(set(u, 2), at(10000, 30000), 99999, &g, &way);
    ASSERT(way.count == 2 && way.points[1].y == 18720);
    plane_way_toward(set(u, 2), u[0].at, 99999, &g, &way);
    ASSERT_EQ(1, way.count);
    plane_way_toward(set(NULL, 0), at(10000, 30000), 99999, &g, &way);
    ASSERT_EQ(0, way.count);
    PASS();
}

/* By halving: about the longest part of the straight line from u to `to` that the judge takes. */
static int64_t longest_by_judge(struct plane_set u, struct plane_point to,
                                const struct plane_ground *g) {
    struct plane_point line[2] = {u.shapes[0].at, to};
    int64_t all = plane_way_length(line, 2), low = 0, high = all + 1;
    int64_t dx = (int64_t)to.x - line[0].x, dy = (int64_t)to.y - line[0].y;
    while (high - low > 1) {
        int64_t mid = (low + high) / 2;
        line[1] = at(line[0].x + dx * mid / all, line[0].y + dy * mid / all);
        enum plane_fault fault = plane_way_judge(u, line, 2, INT64_MAX, g);
        if (fault == PLANE_WAY_GOOD || fault == PLANE_WAY_EMPTY) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return low;
}

TEST straight_ways_are_as_long_as_they_can_be(void) {
    struct draw d = {0, 10};
    int cut = 0, glances = 0, cases = CASES / 10;
    for (int i = 0; i < cases; i++) {
        struct plane_shape u[6], end[6], o[8];
        size_t nu = some_unit(&d, u), count = 0;
        while (count < 8) {
            o[count] = some_shape(&d);
            if (!plane_overlapping(plane_one(&o[count]), set(u, nu))) count++;
        }
        struct plane_ground g = ground_of(o, 8);
        struct plane_way way;
        struct plane_point to = disc_in(&d, -20000, TABLE + 20000, -20000, TABLE + 20000, 0, 0).at;
        plane_way_toward(set(u, nu), to, INT64_MAX, &g, &way);
        int64_t got = plane_way_length(way.points, way.count);
        enum plane_fault fault = plane_way_judge(set(u, nu), way.points, way.count, got, &g);
        ASSERT(fault == PLANE_WAY_GOOD || (got == 0 && fault == PLANE_WAY_EMPTY));
        int64_t longest = longest_by_judge(set(u, nu), to, &g);
        bool glance = got + 5 < longest;
        ASSERTm("and a glance takes little", got + 100 > longest);
        struct plane_point last = way.points[way.count - 1];
        memcpy(end, u, sizeof u);
        plane_shift(end, nu, last.x - u[0].at.x, last.y - u[0].at.y);
        bool whole = last.x == to.x && last.y == to.y;
        ASSERT(whole || glance || plane_touches_edge(set(end, nu), square) ||
               plane_touching(set(end, nu), set(o, 8)));
        cut += !whole;
        glances += glance;
    }
    ASSERT_GT(cut, cases / 4);
    ASSERTm("glances stop few", glances * 500 < cases);
    PASS();
}

TEST away_is_away_and_ends_on_nothing(void) {
    struct draw d = {0, 12};
    for (int i = 0; i < CASES / 10; i++) {
        struct plane_shape u[6], v[6], o[6];
        size_t nu = some_unit(&d, u), nv = some_unit(&d, v), count = 0;
        while (count < 6) {
            o[count] = some_disc(&d);
            if (!plane_overlapping(plane_one(&o[count]), set(u, nu))) count++;
        }
        struct plane_ground g = {square, set(o, 3), set(o + 3, 3), NULL};
        struct plane_way way;
        int64_t length = in_range(&d, 0, 40000);
        plane_way_from(set(u, nu), set(v, nv), length, &g, &way);
        int64_t got = plane_way_length(way.points, way.count);
        ASSERT(got <= length);
        enum plane_fault fault = plane_way_judge(set(u, nu), way.points, way.count, length, &g);
        ASSERT(fault == PLANE_WAY_GOOD || (got == 0 && fault == PLANE_WAY_EMPTY));
        if (got == 0) continue;
        /* Along the line of the nearest pair: their gap grows by it, but for rounding. */
        struct plane_pair pair;
        int64_t gap = plane_distance(set(u, nu), set(v, nv), &pair);
        struct plane_shape one = u[pair.first];
        plane_shift(&one, 1, way.points[1].x - u[0].at.x, way.points[1].y - u[0].at.y);
        int64_t after = plane_distance(plane_one(&one), plane_one(&v[pair.second]), NULL);
        if (gap > 0) ASSERT(after >= gap + got - 3 && after <= gap + got + 1);
    }
    PASS();
}

/* ---- into contact ---- */

TEST reach_by_hand(void) {
    struct plane_shape u = disc(20000, 40000, 3200), v = disc(60000, 40000, 3200), o[16];
    struct plane_ground g = ground_of(o, 0);
    struct plane_way way;
    ASSERT_EQ(36800, whole_reach(plane_one(&u), plane_one(&v), &g));
    ASSERT_EQ(PLANE_OK, plane_way_into(plane_one(&u), plane_one(&v), 36800, &g, &way));
    ASSERT(way.count == 2 && way.points[1].x == 56800);
    ASSERT_EQ(PLANE_NONE, plane_way_into(plane_one(&u), plane_one(&v), 36799, &g, &way));
    ASSERT(way.count == 2 && way.points[1].x == 56799);
    /* One in the middle: two tangents and an arc round the circle of radius 3200 would be 37,313
     * long; the way found is longer by no more than 1%. */
    o[0] = disc(40000, 40000, 3200), g.blockers.count = 1;
    int64_t round = whole_reach(plane_one(&u), plane_one(&v), &g);
    ASSERT(round >= 37313 && round <= 37686);
    ASSERT_EQ(PLANE_OK, plane_way_into(plane_one(&u), plane_one(&v), round, &g, &way));
    ASSERT_EQ(3, way.count);
    ASSERTm("equal on both sides: by the left", way.points[1].y > 40000);
    o[0].at.y += 500; /* now the right is shorter */
    ASSERT_EQ(PLANE_OK, plane_way_into(plane_one(&u), plane_one(&v), INT64_MAX, &g, &way));
    ASSERT(way.points[1].y < 40000);
    /* Eight around v that touch each other: nobody comes in. */
    for (int i = 0; i < 16; i++) {
        struct plane_point b = plane_bearing((size_t)i, 5400);
        o[i] = disc(60000 + b.x, 40000 + b.y, 3200);
    }
    g.blockers.count = 16;
    ASSERT_EQ(NONE, whole_reach(plane_one(&u), plane_one(&v), &g));
    ASSERT_EQ(PLANE_NONE, plane_way_into(plane_one(&u), plane_one(&v), INT64_MAX, &g, &way));
    ASSERTm("as far as it goes straight on", way.count == 2 && way.points[1].x == 51400);
    ASSERT_EQ(NONE, whole_reach(plane_one(&u), set(NULL, 0), &g));
    v.at.x = 23202;
    ASSERT_EQ(0, whole_reach(plane_one(&u), plane_one(&v), &g)); /* they touch */
    PASS();
}

TEST round_a_unit_and_a_wall(void) {
    /* A rank of six with its flank to nobody, a long wall, and both at once. */
    struct plane_shape u[3], v = disc(45000, 70000, 3200), o[8];
    struct plane_ground g = ground_of(o, 6);
    struct plane_way way;
    for (int i = 0; i < 8; i++) o[i] = disc(0, 0, 3200);
    for (int i = 0; i < 3; i++) u[i] = disc(0, 0, 3200);
    plane_formation(u, 3, at(41800, 30000), PLANE_NORTH);
    plane_formation(o, 6, at(38000, 50000), PLANE_NORTH);
    int64_t n = whole_reach(set(u, 3), plane_one(&v), &g);
    ASSERT_GT(n, 40000 - 3200);
    ASSERT_LT(n, 44000);
    ASSERT_EQ(PLANE_OK, plane_way_into(set(u, 3), plane_one(&v), n, &g, &way));
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(set(u, 3), way.points, way.count, n, &g));
    o[6] = box(30000, 55000, 40000, 500), o[7] = box(30000, 52000, 500, 3500);
    g.blockers.count = 8;
    n = whole_reach(set(u, 3), plane_one(&v), &g);
    ASSERT_NEQ(NONE, n);
    ASSERT_EQ(PLANE_OK, plane_way_into(set(u, 3), plane_one(&v), n, &g, &way));
    ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(set(u, 3), way.points, way.count, n, &g));
    ASSERT(plane_ends_touching(set(u, 3), way.points, way.count, plane_one(&v)));
    PASS();
}

TEST from_contact_a_unit_gets_round(void) {
    /* It touches the end of a chain of blockers square before v, exactly or with a gap of some
     * units; the vectors of 3, 4, 5 and 20, 21, 29 make exact contacts aslant. */
    static const int64_t way_to[4][3] = {{0, 1, 1}, {3, 4, 5}, {-20, 21, 29}, {-119, -120, 169}};
    for (int i = 0; i < 64; i++) {
        const int64_t *w = way_to[i % 4];
        int64_t part = 3200 / w[2] + 1, width = part * w[2], gap = i / 8, side = i / 4 % 2 ? 1 : -1;
        struct plane_shape u = disc(45000, 45000, width), o[5];
        struct plane_shape v = disc(45000 + 6 * w[0] * part, 45000 + 6 * w[1] * part, width);
        struct plane_ground g = ground_of(o, 5);
        struct plane_way way;
        for (int k = 0; k < 5; k++) {
            o[k] = disc(45000 + (w[0] - side * k * w[1]) * part,
                        45000 + (w[1] + side * k * w[0]) * part + (w[1] < 0 ? -gap : gap), width);
        }
        ASSERT_EQ(PLANE_OK, plane_way_into(plane_one(&u), plane_one(&v), INT64_MAX, &g, &way));
        ASSERT_EQ(PLANE_WAY_GOOD,
                  plane_way_judge(plane_one(&u), way.points, way.count, INT64_MAX, &g));
        int64_t straight = plane_distance(plane_one(&u), plane_one(&v), NULL);
        ASSERT_LT(plane_way_length(way.points, way.count), straight * 5 / 4);
    }
    PASS();
}

TEST contact_is_never_overlap(void) {
    /* The gap is 2.5: the way is 2 long, as 3 would be too far. */
    struct plane_shape u = disc(10, 10, 1), v = disc(10, 13, 0);
    struct plane_ground g = ground_of(NULL, 0);
    struct plane_way way;
    ASSERT_EQ(PLANE_OK, plane_way_into(plane_one(&u), plane_one(&v), 9, &g, &way));
    ASSERT(way.count == 2 && way.points[1].x == 10 && way.points[1].y == 12);
    u = disc(500, 5000, 3200), v = disc(20000, 5000, 3200); /* half off the table */
    ASSERT_EQ(NONE, whole_reach(plane_one(&u), plane_one(&v), &g));
    ASSERT_EQ(PLANE_NONE, plane_way_into(plane_one(&u), plane_one(&v), INT64_MAX, &g, &way));
    ASSERT_EQ(1, way.count);
    PASS();
}

TEST nearly_along_an_axis_nothing_overflows(void) {
    struct plane_shape u = disc(PLANE_MAX / 2, 10, 20), o = box(0, 50000000, PLANE_MAX, 100);
    struct plane_ground g = {{PLANE_MAX, PLANE_MAX}, plane_one(&o), {NULL, 0}, NULL};
    struct plane_way way;
    plane_way_straight(plane_one(&u), at(1, PLANE_MAX / 2), &g, &way);
    ASSERT(way.count == 2 && way.points[1].y == 10 + PLANE_MAX / 2);     /* far before the wall */
    plane_way_straight(plane_one(&u), at(-1, PLANE_MAX - 19), &g, &way); /* up to the wall */
    ASSERT(way.count == 2 && way.points[1].y <= 49999990 && way.points[1].y >= 49999988);
    g.blockers.count = 0; /* up to the edge */
    plane_way_straight(plane_one(&u), at(-1, PLANE_MAX - 19), &g, &way);
    ASSERT(way.count == 2 && way.points[1].y <= PLANE_MAX - 10);
    ASSERT(way.points[1].y >= PLANE_MAX - 12);
    PASS();
}

TEST what_is_not_stood_on_may_be_passed(void) {
    struct plane_shape u = disc(20000, 40000, 3200), v = disc(60000, 40000, 3200);
    struct plane_shape o = disc(40000, 40000, 3200);
    struct plane_ground g = {square, {NULL, 0}, plane_one(&o), NULL};
    struct plane_way way;
    ASSERT_EQ(36800, whole_reach(plane_one(&u), plane_one(&v), &g));
    ASSERT_EQ(PLANE_NONE, plane_way_into(plane_one(&u), plane_one(&v), 20500, &g, &way));
    ASSERTm("it stops before it", way.count == 2 && way.points[1].x == 36800);
    ASSERT_EQ(PLANE_NONE, plane_way_into(plane_one(&u), plane_one(&v), 24000, &g, &way));
    ASSERT(way.count == 2 && way.points[1].x == 44000);
    o.at.x = 56000; /* where u would end it stands */
    ASSERT_EQ(NONE, whole_reach(plane_one(&u), plane_one(&v), &g));
    PASS();
}

TEST ways_into_contact_hold_what_they_promise(void) {
    struct draw d = {0, 11};
    int cases = CASES / 10, straight = 0, bent = 0, none = 0;
    for (int i = 0; i < cases; i++) {
        struct plane_shape u[6], v[6], o[10], mu[6], mv[6], mo[10];
        size_t nu = some_unit(&d, u), nv = some_unit(&d, v), count = 0, tries = 0;
        if (plane_overlapping(set(u, nu), set(v, nv))) continue;
        size_t want = (size_t)in_range(&d, 0, 10);
        for (; count < want && tries < 100; tries++) {
            o[count] = disc_in(&d, 2800, TABLE - 2800, 2800, TABLE - 2800, 3200, 5600);
            if (next(&d) % 8 == 0) o[count] = some_shape(&d);
            if (!plane_overlapping(plane_one(&o[count]), set(u, nu)) &&
                !plane_overlapping(plane_one(&o[count]), set(v, nv))) {
                count++;
            }
        }
        struct plane_ground g = ground_of(o, count);
        struct plane_way way;
        int64_t gap = plane_distance(set(u, nu), set(v, nv), NULL);
        int64_t n = whole_reach(set(u, nu), set(v, nv), &g);
        enum plane_code code = plane_way_into(set(u, nu), set(v, nv), INT64_MAX, &g, &way);
        if (gap <= PLANE_TOUCH) {
            ASSERT(n == 0 && code == PLANE_OK && way.count == 1);
            continue;
        }
        ASSERT_EQ(n != NONE, code == PLANE_OK);
        if (code == PLANE_OK) {
            ASSERT_EQ(n, plane_way_length(way.points, way.count));
            ASSERT_EQ(PLANE_WAY_GOOD, plane_way_judge(set(u, nu), way.points, way.count, n, &g));
            ASSERT(plane_ends_touching(set(u, nu), way.points, way.count, set(v, nv)));
            struct plane_ground only = ground_of(v, nv);
            ASSERTm("it never enters v",
                    plane_way_judge(set(u, nu), way.points, way.count, n, &only) == PLANE_WAY_GOOD);
            struct plane_ground clear = {square, {NULL, 0}, {NULL, 0}, NULL};
            struct plane_way direct;
            ASSERT_EQ(PLANE_OK, plane_way_into(set(u, nu), set(v, nv), gap, &clear, &direct));
            bool is_free =
                plane_way_judge(set(u, nu), direct.points, direct.count, gap, &g) == PLANE_WAY_GOOD;
            ASSERT(n >= gap - 3 && (!is_free || n <= gap));
            straight += way.count == 2;
            bent += way.count > 2;
        } else {
            none++;
        }
        /* Cut anywhere it is legal and no longer than it may be. */
        int64_t limit = in_range(&d, 0, 60000);
        enum plane_code short_code = plane_way_into(set(u, nu), set(v, nv), limit, &g, &way);
        int64_t got = plane_way_length(way.points, way.count);
        ASSERT_EQ(n != NONE && n <= limit, short_code == PLANE_OK);
        ASSERT(got <= limit);
        ASSERT(got == 0 ||
               plane_way_judge(set(u, nu), way.points, way.count, limit, &g) == PLANE_WAY_GOOD);
        /* Turned or mirrored, the table with it, it is as far. */
        struct motion m = {(int)(next(&d) % 8), 0, 0};
        struct plane_shape whole = moved(box(0, 0, TABLE, TABLE), m);
        m.dx = -whole.at.x, m.dy = -whole.at.y;
        move_all(u, nu, m, mu), move_all(v, nv, m, mv), move_all(o, count, m, mo);
        struct plane_ground mg = ground_of(mo, count);
        ASSERT_EQ(n, whole_reach(set(mu, nu), set(mv, nv), &mg));
    }
    if (GREATEST_IS_VERBOSE()) printf("straight %d bent %d none %d\n", straight, bent, none);
    ASSERT(straight > cases / 4 && bent > cases / 20);
    ASSERTm("few are shut out on an open table", none < cases / 5);
    PASS();
}

/* ---- the ends of the range ---- */

TEST at_the_ends_of_the_range_nothing_overflows(void) {
    int64_t m = PLANE_MAX;
    struct plane_shape u = disc(-m, -m, m), v = disc(m, m, m), b = box(m, m, m, m),
                       o = disc(0, 0, m);
    struct plane_point way[2] = {{-PLANE_MAX, -PLANE_MAX}, {PLANE_MAX, PLANE_MAX}};
    struct plane_ground g = {{PLANE_MAX, PLANE_MAX}, plane_one(&o), plane_one(&b), NULL};
    struct plane_way out;
    size_t hit[1];
    int64_t n = plane_distance(plane_one(&u), plane_one(&v), NULL); /* 2 sqrt(2) m - m */
    ASSERT((n + m) * (n + m) >= 8 * m * m && (n + m - 1) * (n + m - 1) < 8 * m * m);
    ASSERT_FALSE(plane_touching(plane_one(&u), plane_one(&b)));
    ASSERT_EQ(1, plane_between(plane_one(&u), plane_one(&v), plane_one(&o), hit));
    ASSERT_FALSE(plane_sees(plane_one(&u), plane_one(&v), plane_one(&o)));
    ASSERT(plane_sweeps(plane_one(&u), way, 2, plane_one(&b)));
    ASSERT_EQ(PLANE_WAY_OFF, plane_way_judge(plane_one(&u), way, 2, INT64_MAX, &g));
    ASSERT_EQ(NONE, whole_reach(plane_one(&u), plane_one(&v), &g));
    plane_way_from(plane_one(&u), plane_one(&v), INT64_MAX, &g, &out);
    ASSERT_EQ(1, out.count); /* it is off the table */
    u = disc(m / 2, m / 2, 2);
    g.blockers.count = 0;
    plane_way_from(plane_one(&u), plane_one(&v), INT64_MAX, &g, &out);
    ASSERT(out.count == 2 && out.points[1].x == 1 && out.points[1].y == 1);
    PASS();
}

SUITE(roots_and_shapes) {
    RUN_TEST(roots_are_the_greatest_and_the_least);
    RUN_TEST(makers_refuse_what_is_out_of_range);
    RUN_TEST(strips_corners_and_quarters_lie_where_they_are_named);
    RUN_TEST(distance_by_hand);
    RUN_TEST(distance_is_the_least_number_that_is_enough);
    RUN_TEST(the_nearest_pair_of_sets_has_the_least_gap);
    RUN_TEST(gaps_with_different_bases_are_compared_exactly);
    RUN_TEST(overlap_needs_inner_points);
    RUN_TEST(inside_counts_the_border);
    RUN_TEST(relations_agree_with_each_other_and_move_along);
    RUN_TEST(the_edge_of_the_table);
}

SUITE(sight_and_standing) {
    RUN_TEST(between_by_hand);
    RUN_TEST(sight_by_hand);
    RUN_TEST(sight_is_that_of_its_definition);
    RUN_TEST(a_line_on_the_border_of_the_field_of_view);
    RUN_TEST(many_blockers_are_as_few);
    RUN_TEST(between_is_what_lies_within_one_unit_of_the_line);
    RUN_TEST(formation_by_hand);
    RUN_TEST(in_formation_bases_touch_and_never_overlap);
    RUN_TEST(places_of_a_unit_come_in_their_order);
    RUN_TEST(the_judge_of_places);
}

SUITE(ways) {
    RUN_TEST(bearings_and_candidates);
    RUN_TEST(length_and_cut);
    RUN_TEST(the_judge_of_ways);
    RUN_TEST(sweeps_and_ends);
    RUN_TEST(a_sweep_is_what_a_walk_meets);
    RUN_TEST(away_by_hand);
    RUN_TEST(toward_by_hand);
    RUN_TEST(straight_ways_are_as_long_as_they_can_be);
    RUN_TEST(away_is_away_and_ends_on_nothing);
    RUN_TEST(reach_by_hand);
    RUN_TEST(round_a_unit_and_a_wall);
    RUN_TEST(from_contact_a_unit_gets_round);
    RUN_TEST(contact_is_never_overlap);
    RUN_TEST(nearly_along_an_axis_nothing_overflows);
    RUN_TEST(what_is_not_stood_on_may_be_passed);
    RUN_TEST(ways_into_contact_hold_what_they_promise);
    RUN_TEST(at_the_ends_of_the_range_nothing_overflows);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(roots_and_shapes);
    RUN_SUITE(sight_and_standing);
    RUN_SUITE(ways);
    GREATEST_MAIN_END();
}
