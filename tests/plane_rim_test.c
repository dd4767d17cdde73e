/*
 * Ways to another place of contact, and ways cut back to where a unit may end: each against places
 * tried one by one with doubles.
 */
#include "plane_fixture.h"

#undef ASSERT
#include "greatest.h"

enum { CASES = 3000, TABLE = 24 * 2540, OTHERS = 8 };

static struct plane_shape disc(int64_t x, int64_t y, int64_t diameter) {
    struct plane_shape s;
    if (plane_round(at(x, y), diameter, &s) != PLANE_OK) abort();
    return s;
}

static double hypotenuse(double x, double y) {
    const double square = x * x + y * y;
    double root = (x < 0 ? -x : x) + (y < 0 ? -y : y);
    for (int i = 0; i < 60 && root > 0; i++) root = (root + square / root) / 2;
    return root;
}

static double far_of(const struct plane_shape *a, const struct plane_shape *b) {
    return hypotenuse((double)a->at.x - (double)b->at.x, (double)a->at.y - (double)b->at.y) -
           ((double)a->a + (double)b->a) / 2;
}

/* A goal, and others around it, which may be stood on by nobody. None overlaps another. */
struct field {
    struct plane_shape goal, others[OTHERS];
    size_t count;
};

static struct field some_field(struct draw *d) {
    struct field f = {.goal = disc(TABLE / 2, TABLE / 2, in_range(d, 2000, 6000))};
    for (int i = 0; i < OTHERS; i++) {
        struct plane_shape s = disc(TABLE / 2 + in_range(d, -9000, 9000),
                                    TABLE / 2 + in_range(d, -9000, 9000), in_range(d, 2000, 6000));
        bool free = far_of(&s, &f.goal) > 0;
        for (size_t k = 0; k < f.count; k++) free &= far_of(&s, &f.others[k]) > 0;
        if (free) f.others[f.count++] = s;
    }
    return f;
}

/* Whether a base at its place lies more than half a unit on one of the field. */
static bool overlaps(const struct field *f, const struct plane_shape *base) {
    bool met = far_of(base, &f->goal) < -0.5;
    for (size_t k = 0; k < f->count; k++) met |= far_of(base, &f->others[k]) < -0.5;
    return met;
}

TEST a_place_beside_the_goal_is_free_and_no_far_one(void) {
    struct draw d = {0, 11};
    int came = 0, taken = 0;
    for (int i = 0; i < CASES; i++) {
        const struct field f = some_field(&d);
        const struct plane_shape u = disc(in_range(&d, 2000, TABLE - 2000), 3000, 2540);
        const struct plane_ground g = {.table = {TABLE, TABLE},
                                       .blockers = plane_one(&f.goal),
                                       .standing = {f.others, f.count}};
        struct plane_way way = {.count = 0};
        struct plane_shape end = u;
        if (overlaps(&f, &u)) continue;
        enum plane_code code =
            plane_way_beside(plane_one(&u), plane_one(&f.goal), INT64_MAX, INT64_MAX, &g, &way);
        bool some = false; /* whether one of 360 places round the goal has room to spare */
        double nearest = 1e18;
        double east = 0, north = 1; /* turned by a degree at a time */
        for (int n = 0; n < 360; n++) {
            const double r = (f.goal.a + u.a) / 2.0 + 2;
            const double turned = east * 0.9998476951563913 + north * 0.0174524064372835;
            north = north * 0.9998476951563913 - east * 0.0174524064372835;
            east = turned;
            const struct plane_shape there = disc((int64_t)(f.goal.at.x + r * east),
                                                  (int64_t)(f.goal.at.y + r * north), u.a + 1200);
            bool free = true;
            for (size_t k = 0; k < f.count; k++) free &= far_of(&there, &f.others[k]) > 0;
            if (!free) continue;
            some = true;
            const double far = hypotenuse((double)there.at.x - u.at.x, (double)there.at.y - u.at.y);
            if (far < nearest) nearest = far;
        }
        if (code != PLANE_OK) {
            ASSERT_EQ(PLANE_NONE, code);
            ASSERT_EQ((size_t)0, way.count);
            ASSERT_FALSE(some);
            taken++;
            continue;
        }
        came++;
        end.at = way.points[way.count - 1];
        ASSERT(plane_touching(plane_one(&end), plane_one(&f.goal)));
        ASSERT_FALSE(overlaps(&f, &end));
        ASSERT_EQ(PLANE_WAY_GOOD,
                  plane_way_judge(plane_one(&u), way.points, way.count, INT64_MAX, &g));
        /* round half of the goal at most, besides */
        if (some) {
            ASSERT((double)plane_way_length(way.points, way.count) <
                   nearest + 3.2 * (f.goal.a + u.a) / 2.0);
        }
    }
    ASSERT(came > CASES / 2);
    ASSERT(taken >= 0);
    PASS();
}

TEST five_and_more_stand_round_one_of_their_size(void) {
    struct plane_shape all[8];
    all[0] = disc(30000, 30000, 3200);
    for (size_t n = 1; n <= 5; n++) {
        const struct plane_shape u = disc(30000, 10000, 3200);
        const struct plane_ground g = {
            .table = {TABLE, TABLE}, .blockers = plane_one(&all[0]), .standing = {all + 1, n - 1}};
        struct plane_way way = {.count = 0};
        ASSERT_EQ(PLANE_OK, plane_way_beside(plane_one(&u), plane_one(&all[0]), INT64_MAX,
                                             INT64_MAX, &g, &way));
        all[n] = disc(way.points[way.count - 1].x, way.points[way.count - 1].y, 3200);
        ASSERT(plane_touching(plane_one(&all[n]), plane_one(&all[0])));
        ASSERT(plane_apart((struct plane_set){all, n + 1}));
    }
    PASS();
}

/* Back from its end unit by unit, the first place with room is where the way is cut, give or take
 * what a cut at an angle loses. */
TEST a_way_is_cut_where_the_unit_may_end(void) {
    struct draw d = {0, 12};
    int cut = 0, none = 0;
    for (int i = 0; i < CASES; i++) {
        const struct field f = some_field(&d);
        const struct plane_shape u = disc(in_range(&d, 2000, TABLE - 2000), 3000, 2540);
        const struct plane_ground g = {.table = {TABLE, TABLE}, .standing = {f.others, f.count}};
        const struct plane_point end =
            at(in_range(&d, 15000, TABLE - 15000), in_range(&d, 15000, TABLE - 15000));
        struct plane_point way[2] = {u.at, end};
        if (overlaps(&f, &u)) continue;
        size_t count = plane_shorten(plane_one(&u), way, 2, &g, plane_one(&f.goal));
        struct plane_shape there = u;
        if (count == 2) there.at = way[1];
        ASSERT_FALSE(count == 2 && overlaps(&f, &there));
        const double long_ = hypotenuse((double)end.x - u.at.x, (double)end.y - u.at.y);
        const double left =
            count < 2 ? 0 : hypotenuse((double)way[1].x - u.at.x, (double)way[1].y - u.at.y);
        for (double s = left + 60; s <= long_; s += 20) {
            there = u;
            there.a += 8;
            there.at = at((int64_t)(u.at.x + ((double)end.x - u.at.x) * s / long_),
                          (int64_t)(u.at.y + ((double)end.y - u.at.y) * s / long_));
            ASSERT(overlaps(&f, &there));
        }
        cut += count == 2 && left < long_ - 60;
        none += count < 2;
    }
    ASSERT(cut > CASES / 20);
    ASSERT(none >= 0);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_place_beside_the_goal_is_free_and_no_far_one);
    RUN_TEST(five_and_more_stand_round_one_of_their_size);
    RUN_TEST(a_way_is_cut_where_the_unit_may_end);
    GREATEST_MAIN_END();
}
