/* Ways away from others and to edges that do not lie behind them: what the board finds comes to
 * what is counted out here from the places of the models, in floating point where roots are
 * needed. */
#include "prim_fixture.h"

#include <inttypes.h>

#undef ASSERT
#undef SKIP
#include "greatest.h"

enum { TABLE = 36 * INCH, MODELS = 3 };
enum { TO_SOUTH, TO_NORTH, TO_WEST, TO_EAST, EDGES }; /* of equal edges the first counts */

static double root(double square) {
    double r = square > 1 ? square : 1;
    for (int i = 0; i < 100; i++) r = (r + square / r) / 2;
    return r;
}
static double hypotenuse(double x, double y) {
    return root(x * x + y * y);
}
static double lesser(double a, double b) {
    return a < b ? a : b;
}

/* The primitive's result with all of ten arguments; FAILED if it failed. */
static int64_t call_all(struct sample *t, enum prim_id id, const int64_t args[10]) {
    int64_t result = FAILED;
    return prim_call(&t->s, id, args, 10, &result) ? result : FAILED;
}

static int64_t edge_distance(struct sample *t, int64_t a, int64_t player, int64_t away_from) {
    const int64_t args[10] = {a, player, away_from, NONE, NONE, NONE, NONE, NONE, NONE, NONE};
    return call_all(t, PRIM_EDGE_DISTANCE, args);
}

static int64_t way_to_edge(struct sample *t, int64_t a, int64_t far, int64_t player, int64_t gap,
                           int64_t away_from, int64_t through) {
    const int64_t args[10] = {a, far, player, NONE, NONE, NONE, gap, away_from, through, NONE};
    return call_all(t, PRIM_WAY_TO_EDGE, args);
}

static int64_t way_away(struct sample *t, int64_t a, int64_t b, int64_t far, int64_t through) {
    const int64_t args[10] = {a, b, far, NONE, NONE, NONE, through, NONE, NONE, NONE};
    return call_all(t, PRIM_WAY_AWAY, args);
}

static int64_t length_of(struct sample *t, int64_t way) {
    return call(t, PRIM_WAY_LENGTH, way, NONE, NONE);
}
static int64_t end_of(struct sample *t, int64_t way) {
    return call(t, PRIM_WAY_END, way, NONE, NONE);
}

/* How far a place is from an edge. */
static int64_t to_edge(int64_t place, int edge) {
    switch (edge) {
    case TO_SOUTH: return state_y(place);
    case TO_NORTH: return TABLE - state_y(place);
    case TO_WEST: return state_x(place);
    default: return TABLE - state_x(place);
    }
}

/* How far the nearest and the farthest model of a unit are from an edge, by their places. */
static void from_edge(struct sample *t, int64_t group, int edge, int64_t *least, int64_t *most) {
    *least = INT64_MAX, *most = 0;
    for (int64_t k = 0; k < MODELS; k++) {
        int64_t far = to_edge(state_word(&t->s, member(t, group, k), T_PLACE), edge);
        if (far < *least) *least = far;
        if (far > *most) *most = far;
    }
}

static int64_t anywhere(uint64_t *x) {
    *x = base_mix(*x + 1);
    const int64_t room = TABLE - 2 * INCH;
    return spot(INCH + (int64_t)(*x % (uint64_t)room),
                INCH + (int64_t)((*x >> 32) % (uint64_t)room));
}

/* The models of a unit somewhere on the table, each by itself, overlapping nothing. */
static void scatter(struct sample *t, int64_t group, uint64_t *x) {
    for (int64_t k = 0; k < MODELS; k++) (void)prim_stand(&t->s, member(t, group, k), NONE);
    for (int64_t k = 0; k < MODELS; k++) {
        do {
            (void)prim_stand(&t->s, member(t, group, k), anywhere(x));
        } while (prim_set_up_refused(&t->s, member(t, group, k),
                                     state_word(&t->s, member(t, group, k), T_PLACE)));
    }
}

/* Whether another model of two units stands where one would touch an edge. */
static bool stands_near(struct sample *t, int64_t a, int64_t b, int64_t one, int64_t place,
                        int edge) {
    const bool across = edge == TO_WEST || edge == TO_EAST;
    for (int64_t k = 0; k < 2 * MODELS; k++) {
        int64_t other = member(t, k < MODELS ? a : b, k % MODELS);
        int64_t at = state_word(&t->s, other, T_PLACE);
        int64_t aside = across ? state_y(at) - state_y(place) : state_x(at) - state_x(place);
        if (other != one && aside < D && aside > -D && to_edge(at, edge) < R + D) return true;
    }
    return false;
}

TEST no_way_leads_to_an_edge_behind_others(void) {
    struct sample t;
    uint64_t x = 7;
    int left_out = 0, none_of_player = 0, reached = 0;
    open_sample(&t);
    small_table(&t);
    int64_t a = unit(&t, 1, MODELS, spot(20 * INCH, 20 * INCH));
    int64_t b = unit(&t, 2, MODELS, spot(10 * INCH, 10 * INCH));
    for (int round = 0; round < 400; round++) {
        scatter(&t, a, &x);
        scatter(&t, b, &x);
        int64_t best = NONE, plain = INT64_MAX, gap[EDGES];
        int nearest = -1;
        bool behind[EDGES];
        for (int edge = 0; edge < EDGES; edge++) {
            int64_t near, far, its_near, its_far;
            from_edge(&t, a, edge, &near, &far);
            from_edge(&t, b, edge, &its_near, &its_far);
            gap[edge] = near - R;
            behind[edge] = its_near + its_far < near + far;
            if (gap[edge] < plain) plain = gap[edge];
            if (behind[edge] || (nearest >= 0 && gap[edge] >= best)) continue;
            best = gap[edge], nearest = edge;
        }
        size_t mark = t.s.scratch_used;
        const int64_t foes = list_of(&t, b, NONE, NONE);
        ASSERT_EQ_FMT(best, edge_distance(&t, a, NONE, foes), "%" PRId64);
        ASSERT_EQ_FMT(plain, edge_distance(&t, a, NONE, NONE), "%" PRId64);
        /* The first player looks north. */
        ASSERT_EQ_FMT(behind[TO_SOUTH] ? NONE : gap[TO_SOUTH], edge_distance(&t, a, 1, foes),
                      "%" PRId64);
        /* A member goes to the edge of its group. */
        int64_t one = member(&t, a, 1), place = state_word(&t.s, one, T_PLACE);
        ASSERT_EQ_FMT(to_edge(place, nearest) - R, edge_distance(&t, one, NONE, foes), "%" PRId64);
        int64_t way = way_to_edge(&t, one, TABLE, NONE, NONE, foes, list_of(&t, a, b, NONE));
        const bool ended = to_edge(end_of(&t, way), nearest) <= R + 2;
        ASSERTm("it comes to that edge", ended || stands_near(&t, a, b, one, place, nearest));
        reached += ended;
        way = way_to_edge(&t, one, TABLE, 1, NONE, foes, NONE);
        ASSERTm("no way", !behind[TO_SOUTH] || length_of(&t, way) == 0);
        left_out += best != plain;
        none_of_player += behind[TO_SOUTH];
        t.s.scratch_used = mark;
    }
    ASSERT(left_out > 50 && none_of_player > 50 && reached > 300);
    state_close(&t.s);
    PASS();
}

TEST a_way_to_an_edge_ends_before_it(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t a = unit(&t, 1, 1, spot(20 * INCH, 9 * INCH));
    for (int64_t gap = 0; gap < 4; gap++) {
        int64_t way = way_to_edge(&t, a, TABLE, 1, gap * INCH, NONE, NONE);
        ASSERT_EQ(spot(20 * INCH, gap * INCH + R), end_of(&t, way));
    }
    int64_t way = way_to_edge(&t, a, 4 * INCH, 1, INCH, NONE, NONE);
    ASSERT_EQ(spot(20 * INCH, 5 * INCH), end_of(&t, way));
    way = way_to_edge(&t, a, TABLE, 1, 9 * INCH, NONE, NONE);
    ASSERT_EQ_FMT(INT64_C(0), length_of(&t, way), "%" PRId64);
    state_close(&t.s);
    PASS();
}

/* How far a disc at (x, y) can go in a direction of length 1 until it touches an edge. */
static double until_edge(double x, double y, double dx, double dy) {
    double far = 1e9;
    if (dx > 0) far = lesser(far, (TABLE - R - x) / dx);
    if (dx < 0) far = lesser(far, (x - R) / -dx);
    if (dy > 0) far = lesser(far, (TABLE - R - y) / dy);
    if (dy < 0) far = lesser(far, (y - R) / -dy);
    return far;
}

/* The direction from the middle of the box around the models of b to that around those of a, as a
 * vector of length 1, from their places. */
static void direction_from(struct sample *t, int64_t b, int64_t a, double *dx, double *dy) {
    double v[EDGES];
    for (int edge = 0; edge < EDGES; edge++) {
        int64_t near, far, its_near, its_far;
        from_edge(t, a, edge, &near, &far);
        from_edge(t, b, edge, &its_near, &its_far);
        v[edge] = (double)(near + far - its_near - its_far);
    }
    double length = hypotenuse(v[TO_WEST], v[TO_SOUTH]);
    *dx = v[TO_WEST] / length, *dy = v[TO_SOUTH] / length;
}

TEST a_way_away_leads_straight_off_the_middle(void) {
    struct sample t;
    uint64_t x = 3;
    int cut = 0, round_it = 0;
    open_sample(&t);
    small_table(&t);
    int64_t a = unit(&t, 1, MODELS, spot(20 * INCH, 20 * INCH));
    int64_t b = unit(&t, 2, MODELS, spot(10 * INCH, 10 * INCH));
    int64_t c = unit(&t, 2, MODELS, spot(10 * INCH, 30 * INCH));
    for (int round = 0; round < 400; round++) {
        double dx, dy;
        scatter(&t, a, &x);
        scatter(&t, b, &x);
        scatter(&t, c, &x);
        direction_from(&t, b, a, &dx, &dy);
        int64_t one = member(&t, a, round % MODELS), from = state_word(&t.s, one, T_PLACE);
        double far = lesser(10.0 * INCH, until_edge(state_x(from), state_y(from), dx, dy));
        size_t mark = t.s.scratch_used;
        /* Through all, for nothing to be in its way but where it would end on one. */
        int64_t through = list_of(&t, b, c, NONE);
        int64_t end = end_of(&t, way_away(&t, one, b, 10 * INCH, through));
        double off = hypotenuse(state_x(from) + far * dx - state_x(end),
                                state_y(from) + far * dy - state_y(end));
        bool on_one = false;
        for (int64_t k = 0; k < 3 * MODELS; k++) {
            int64_t other = member(&t, k < MODELS ? a : k < 2 * MODELS ? b : c, k % MODELS);
            int64_t at = state_word(&t.s, other, T_PLACE);
            on_one |= other != one && hypotenuse(state_x(from) + far * dx - state_x(at),
                                                 state_y(from) + far * dy - state_y(at)) < D + 4;
        }
        ASSERTm("straight away", on_one || off < 8);
        /* Round them: no farther, over nobody, and to the same place if that is not too far. */
        int64_t way = way_away(&t, one, b, 10 * INCH, NONE);
        ASSERT(length_of(&t, way) <= 10 * INCH);
        ASSERT(length_of(&t, way) == 0 || call(&t, PRIM_CLEAR_PATH, way, NONE, NONE) == 1);
        if (!on_one && far < 9.0 * INCH) {
            ASSERTm("it comes there", end_of(&t, way) == end || (double)length_of(&t, way) > far);
        }
        cut += far < 10.0 * INCH;
        round_it += !on_one && end_of(&t, way) == end && (double)length_of(&t, way) > far + 3;
        t.s.scratch_used = mark;
    }
    ASSERT(cut > 100 && round_it > 0);
    ASSERT_EQ_FMT(INT64_C(0), length_of(&t, way_away(&t, a, a, INCH, NONE)), "%" PRId64);
    state_close(&t.s);
    PASS();
}

/* A ring of models too close for a base to pass between. */
TEST what_a_way_leads_through_does_not_block_it(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    const int64_t x = 18 * INCH, y = 18 * INCH, off = D + 50;
    int64_t a = unit(&t, 1, 1, spot(x, y)), ring = unit(&t, 2, MODELS, NONE);
    int64_t last = model(&t, 2, SMALL, spot(x - off, y));
    (void)prim_stand(&t.s, member(&t, ring, 0), spot(x, y - off));
    (void)prim_stand(&t.s, member(&t, ring, 1), spot(x, y + off));
    (void)prim_stand(&t.s, member(&t, ring, 2), spot(x + off, y));
    ASSERT(length_of(&t, way_to_edge(&t, a, 6 * INCH, 1, NONE, NONE, NONE)) <= 50);
    ASSERT(length_of(&t, way_away(&t, a, last, 6 * INCH, NONE)) <= 50);
    int64_t through = list_of(&t, ring, NONE, NONE), both = list_of(&t, ring, last, NONE);
    int64_t way = way_to_edge(&t, a, 6 * INCH, 1, NONE, NONE, through);
    ASSERT_EQ(spot(x, y - 6 * INCH), end_of(&t, way));
    /* It does not end on one of them: it is cut where it would touch it. */
    way = way_to_edge(&t, a, off, 1, NONE, NONE, both);
    ASSERT(length_of(&t, way) >= 48 && length_of(&t, way) <= 50);
    const int64_t into[10] = {a, last, 6 * INCH, NONE, NONE, NONE, NONE, through, NONE, NONE};
    ASSERT(length_of(&t, call_all(&t, PRIM_WAY_INTO, into)) >= 48);
    const int64_t to[10] = {
        a, spot(x + 6 * INCH, y), 9 * INCH, NONE, NONE, NONE, through, NONE, NONE, NONE};
    ASSERT_EQ(spot(x + 6 * INCH, y), end_of(&t, call_all(&t, PRIM_WAY_TO, to)));
    state_close(&t.s);
    PASS();
}

TEST a_place_is_so_far_from_the_nearest_base(void) {
    struct sample t;
    uint64_t x = 11;
    open_sample(&t);
    small_table(&t);
    int64_t b = unit(&t, 2, MODELS, spot(10 * INCH, 10 * INCH));
    int64_t z = sited(&t, ZONE, 1, SOUTH, NONE);
    for (int round = 0; round < 300; round++) {
        double best = 1e18;
        scatter(&t, b, &x);
        int64_t place = anywhere(&x);
        for (int64_t k = 0; k < MODELS; k++) {
            int64_t at = state_word(&t.s, member(&t, b, k), T_PLACE);
            best = lesser(best,
                          hypotenuse(state_x(place) - state_x(at), state_y(place) - state_y(at)));
        }
        int64_t far = call(&t, PRIM_SPOT_DISTANCE, place, b, NONE);
        ASSERT(best <= R ? far == 0 : (double)far >= best - R && (double)far < best - R + 1.001);
        int64_t past = state_y(place) - 8 * INCH;
        ASSERT_EQ_FMT(past < 0 ? 0 : past, call(&t, PRIM_SPOT_DISTANCE, place, z, NONE),
                      "%" PRId64);
    }
    ASSERT_EQ(NONE, call(&t, PRIM_SPOT_DISTANCE, NONE, b, NONE));
    ASSERT_EQ(NONE, call(&t, PRIM_SPOT_DISTANCE, spot(0, 0), model(&t, 1, SMALL, NONE), NONE));
    state_close(&t.s);
    PASS();
}

/* At least `apart` from some, farther than `beyond` from others. */
TEST clear_of_others_is_farther_than_said(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    for (int64_t more = -1; more < 2; more++) {
        int64_t a = unit(&t, 1, 1, spot(18 * INCH, 18 * INCH));
        int64_t b = unit(&t, 2, 1, spot(18 * INCH, 21 * INCH + D + more));
        const int64_t off = list_of(&t, b, NONE, NONE);
        const int64_t least[10] = {a, 6 * INCH, 3 * INCH, off, NONE, NONE, NONE, NONE, NONE, NONE};
        const int64_t beyond[10] = {a, 6 * INCH, 0, off, 3 * INCH, off, NONE, NONE, NONE, NONE};
        ASSERT_EQ(more >= 0, length_of(&t, call_all(&t, PRIM_WAY_CLEAR, least)) == 0);
        ASSERT_EQ(more > 0, length_of(&t, call_all(&t, PRIM_WAY_CLEAR, beyond)) == 0);
        state_leave(&t.s, member(&t, a, 0));
        state_leave(&t.s, member(&t, b, 0));
    }
    state_close(&t.s);
    PASS();
}

SUITE(prim_away_suite) {
    RUN_TEST(no_way_leads_to_an_edge_behind_others);
    RUN_TEST(a_way_to_an_edge_ends_before_it);
    RUN_TEST(a_way_away_leads_straight_off_the_middle);
    RUN_TEST(what_a_way_leads_through_does_not_block_it);
    RUN_TEST(a_place_is_so_far_from_the_nearest_base);
    RUN_TEST(clear_of_others_is_farther_than_said);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(prim_away_suite);
    GREATEST_MAIN_END();
}
