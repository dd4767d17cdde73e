/* prim over a small image made by hand. Expected values are reckoned beside the tests. */
#include "prim_fixture.h"

#include <inttypes.h>
#include <string.h>
#undef ASSERT
#undef SKIP
#include "greatest.h"

/* ---- distance and contact ---- */

TEST distance_is_the_gap_rounded_up(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = model(&t, 1, SMALL, spot(50000, 50000));
    int64_t b = model(&t, 2, SMALL, spot(53000, 54000)); /* 5000 from centre to centre */
    ASSERT_EQ_FMT((int64_t)1800, call(&t, PRIM_DISTANCE, a, b, NONE), "%" PRId64);
    (void)prim_stand(&t.s, b, spot(53000, 54001)); /* 5000.8… */
    ASSERT_EQ_FMT((int64_t)1801, call(&t, PRIM_DISTANCE, a, b, NONE), "%" PRId64);
    ASSERT_EQ(1, call(&t, PRIM_WITHIN, a, b, 1801));
    ASSERT_EQ(0, call(&t, PRIM_WITHIN, a, b, 1800));
    ASSERT_EQ(0, call(&t, PRIM_WITHIN, a, b, NONE));
    int64_t c = model(&t, 2, LARGE, spot(50000 - 3602, 50000));
    ASSERT_EQ_FMT((int64_t)2, call(&t, PRIM_DISTANCE, a, c, NONE), "%" PRId64);
    ASSERT_EQ(1, call(&t, PRIM_TOUCHING, a, c, NONE));
    (void)prim_stand(&t.s, c, spot(50000 - 3603, 50000));
    ASSERT_EQ(0, call(&t, PRIM_TOUCHING, a, c, NONE));
    ASSERT_EQ((size_t)0, t.s.scratch_used);
    state_close(&t.s);
    PASS();
}

TEST units_are_as_near_as_their_nearest_models(void) {
    struct sample t;
    open_sample(&t);
    int64_t u = unit(&t, 1, 3, spot(50000, 50000)); /* eastwards to 56400 */
    int64_t m = model(&t, 2, SMALL, spot(66400, 50000));
    ASSERT_EQ_FMT((int64_t)(10000 - D), call(&t, PRIM_DISTANCE, u, m, NONE), "%" PRId64);
    ASSERT_EQ_FMT((int64_t)(10000 - D), call(&t, PRIM_DISTANCE, m, u, NONE), "%" PRId64);
    state_close(&t.s);
    PASS();
}

TEST without_a_place_there_is_no_distance(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = model(&t, 1, SMALL, spot(50000, 50000)), off = model(&t, 2, SMALL, NONE);
    int64_t empty = unit(&t, 2, 0, NONE);
    const int64_t nowhere[] = {off, empty, NONE, 1 /* a player */};
    for (size_t i = 0; i < ARRAY_LEN(nowhere); i++) {
        ASSERT_EQ(NONE, call(&t, PRIM_DISTANCE, a, nowhere[i], NONE));
        ASSERT_EQ(NONE, call(&t, PRIM_DISTANCE, nowhere[i], a, NONE));
        ASSERT_EQ(0, call(&t, PRIM_WITHIN, a, nowhere[i], NUM_MAX));
        ASSERT_EQ(0, call(&t, PRIM_TOUCHING, a, nowhere[i], NONE));
        ASSERT_EQ(0, call(&t, PRIM_SEES, a, nowhere[i], NONE));
        ASSERT_EQ(NONE, call(&t, PRIM_REACH, a, nowhere[i], NONE));
        ASSERT_EQ(NONE, call(&t, PRIM_LAST_PLACE, nowhere[i], NONE, NONE));
    }
    ASSERT_EQ(FAILED, call(&t, PRIM_DISTANCE, a, 99999, NONE));
    state_close(&t.s);
    PASS();
}

TEST what_has_gone_stands_at_its_last_place(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = model(&t, 1, SMALL, spot(50000, 50000));
    int64_t u = unit(&t, 2, 2, spot(60000, 50000));
    int64_t first = member(&t, u, 0), second = member(&t, u, 1);
    state_leave(&t.s, first);
    ASSERT_EQ_FMT((int64_t)(10000 - D), call(&t, PRIM_DISTANCE, a, first, NONE), "%" PRId64);
    /* The unit is now where its other model is. */
    int64_t x = state_x(state_word(&t.s, second, T_PLACE));
    ASSERT_EQ_FMT(x - 50000 - D, call(&t, PRIM_DISTANCE, a, u, NONE), "%" PRId64);
    state_leave(&t.s, second);
    ASSERT_EQ_FMT(x - 50000 - D, call(&t, PRIM_DISTANCE, a, u, NONE), "%" PRId64);
    state_leave(&t.s, u);
    state_sweep(&t.s, NULL, 0);
    ASSERT_EQ(FAILED, call(&t, PRIM_DISTANCE, a, u, NONE)); /* nobody named it */
    state_close(&t.s);
    PASS();
}

/* A sweep keeps what a unit in play without models needs to stand where it did. */
TEST an_empty_unit_outlives_a_sweep_where_it_stood(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = model(&t, 1, SMALL, spot(50000, 50000)), u = unit(&t, 2, 1, spot(60000, 50000));
    state_leave(&t.s, member(&t, u, 0));
    state_sweep(&t.s, NULL, 0);
    ASSERT_EQ_FMT((int64_t)(10000 - D), call(&t, PRIM_DISTANCE, a, u, NONE), "%" PRId64);
    ASSERT_EQ(spot(60000, 50000), call(&t, PRIM_LAST_PLACE, u, NONE, NONE));
    state_join(&t.s, u, state_create(&t.s, MODEL, -1, 2));
    ASSERT_EQ(NONE, state_word(&t.s, u, T_HOLDER));
    state_close(&t.s);
    PASS();
}

/* Things that something in play names stay, and so do those that these name, in whatever order they
 * lie; what is named only by tombstones that nothing names goes with them. */
TEST a_sweep_frees_what_nothing_in_play_leads_to(void) {
    enum { NAMED_FIRST, NAMED_SECOND, NAMED_THIRD, ALONE, PAIR, OTHER_OF_PAIR, HELD, GONE };
    struct sample t;
    open_sample(&t);
    int64_t gone[GONE], a = model(&t, 1, SMALL, NONE);
    for (size_t i = 0; i < GONE; i++) gone[i] = model(&t, 1, SMALL, NONE);
    for (size_t i = 0; i < GONE; i++) state_leave(&t.s, gone[i]);
    state_put(&t.s, a, T_HOLDER, gone[NAMED_SECOND]);
    state_put(&t.s, gone[NAMED_SECOND], T_HOLDER, gone[NAMED_FIRST]);
    state_put(&t.s, gone[NAMED_FIRST], T_HOLDER, gone[NAMED_THIRD]);
    state_put(&t.s, gone[PAIR], T_HOLDER, gone[OTHER_OF_PAIR]);
    state_put(&t.s, gone[OTHER_OF_PAIR], T_HOLDER, gone[PAIR]);
    state_list_append(&t.s, ADDR(SEG_GLOBALS, G_WAITING), gone[HELD]);
    int64_t last = model(&t, 1, SMALL, NONE); /* none of them lies at the end */
    state_sweep(&t.s, NULL, 0);
    for (size_t i = 0; i < GONE; i++) {
        ASSERT_EQ(i != ALONE && i != PAIR && i != OTHER_OF_PAIR, state_thing(&t.s, gone[i]));
    }
    ASSERT_EQ(4, state_global(&t.s, G_GONE));
    ASSERT_EQ(3, state_global(&t.s, G_FREE));
    state_put(&t.s, a, T_HOLDER, NONE);
    state_list_append(&t.s, state_at(&t.s, last, T_BORNE), gone[NAMED_FIRST]);
    state_touched(&t.s, last); /* what is borne is told by who lets it */
    state_untidy(&t.s, UNTIDY_ALL);
    state_sweep(&t.s, NULL, 0);
    for (size_t i = 0; i < GONE; i++) {
        bool named = i == NAMED_FIRST || i == NAMED_THIRD || i == HELD;
        ASSERT_EQ(named, state_thing(&t.s, gone[i]));
    }
    state_close(&t.s);
    PASS();
}

static int64_t three_units(struct sample *t) {
    open_sample(t);
    for (int32_t i = 1; i < 3; i++) unit(t, 1, i, spot(50000 * i, 50000));
    return unit(t, 2, 2, spot(150000, 50000));
}

/* Sweeps with junk in scratch memory, which must not matter. */
static void sweep_anew(struct state *s) {
    enum { MUCH = 4096 };
    size_t used = s->scratch_used;
    int64_t junk = state_scratch(s, MUCH);
    for (int64_t i = 0; i < MUCH; i++) state_scratch_add(s, junk, -1);
    s->scratch_used = used;
    state_sweep(s, NULL, 0);
    state_form(s, NULL, 0);
}

/* Lists that have grown and shrunk, in the place where they belong or not, are the same words after
 * a sweep as those that never did; and so are all that lie behind them. */
TEST a_sweep_leaves_no_trace_of_what_lists_were(void) {
    struct sample plain, grown;
    int64_t last = three_units(&plain), first = 1;
    ASSERT_EQ(last, three_units(&grown));
    struct state *s = &grown.s;
    for (; !state_is(s, first, UNIT); first++) {
    }
    addr members = state_at(s, first, T_WORDS);
    int64_t had = state_list(s, world_get(&s->w, members)).count;
    for (int64_t i = had; i < 5; i++) state_list_append(s, members, last);
    sweep_anew(s); /* it has its larger room, where it belongs */
    for (int64_t i = had; i < 5; i++) state_list_remove(s, members, last);
    sweep_anew(s);
    sweep_anew(&plain.s);
    ASSERT(world_equal(&plain.s.w, &s->w));
    state_list_append(s, state_at(s, last, T_BORNE), first); /* behind all others */
    sweep_anew(s);
    state_list_free(s, state_at(s, last, T_BORNE));
    sweep_anew(s);
    ASSERT(world_equal(&plain.s.w, &s->w));
    state_close(&plain.s);
    state_close(s);
    PASS();
}

TEST zones_and_edges(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t z = sited(&t, ZONE, 1, SOUTH, NONE), m = model(&t, 1, SMALL, NONE);
    const struct {
        int64_t y;
        int64_t in, within, edge;
    } rows[] = {{R + 3, 1, 1, 0},        {R + 2, 1, 1, 1},
                {8 * INCH - R, 1, 1, 0}, {8 * INCH - R + 1, 1, 0, 0},
                {8 * INCH + R, 1, 0, 0}, {8 * INCH + R + 1, 0, 0, 0}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        (void)prim_stand(&t.s, m, spot(40000, rows[i].y));
        ASSERT_EQ_FMT(rows[i].in, call(&t, PRIM_IN_ZONE, m, z, NONE), "%" PRId64);
        ASSERT_EQ_FMT(rows[i].within, call(&t, PRIM_WHOLLY_WITHIN, m, z, NONE), "%" PRId64);
        ASSERT_EQ_FMT(rows[i].edge, call(&t, PRIM_TOUCHES_EDGE, m, NONE, NONE), "%" PRId64);
    }
    ASSERT_EQ(0, call(&t, PRIM_IN_ZONE, m, NONE, NONE));
    int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(40000, 40000));
    (void)prim_stand(&t.s, m, spot(40000 + 3 * INCH + R, 40000));
    ASSERT_EQ(1, call(&t, PRIM_IN_ZONE, m, wood, NONE));
    ASSERT_EQ(0, call(&t, PRIM_DISTANCE, m, wood, NONE));
    (void)prim_stand(&t.s, m, spot(40000 + 3 * INCH + R + 500, 40000));
    ASSERT_EQ_FMT((int64_t)500, call(&t, PRIM_DISTANCE, m, wood, NONE), "%" PRId64);
    state_close(&t.s);
    PASS();
}

TEST nearest_is_compared_before_rounding(void) {
    struct sample t;
    open_sample(&t);
    int64_t to = model(&t, 1, SMALL, spot(50000, 50000));
    int64_t even = model(&t, 2, SMALL, spot(55001, 50000)); /* 1801 */
    int64_t near = model(&t, 2, SMALL, spot(53000, 54001)); /* 1800.8… */
    int64_t same = model(&t, 2, SMALL, spot(47000, 54001));
    ASSERT_EQ(near, call(&t, PRIM_NEAREST, list_of(&t, even, near, same), to, NONE));
    ASSERT_EQ(same, call(&t, PRIM_NEAREST, list_of(&t, same, near, even), to, NONE));
    int64_t off = model(&t, 2, SMALL, NONE), u = unit(&t, 2, 4, spot(50000, 60000));
    ASSERT_EQ(u, call(&t, PRIM_NEAREST, list_of(&t, off, u, NONE), to, NONE));
    ASSERT_EQ(NONE, call(&t, PRIM_NEAREST, list_of(&t, off, NONE, NONE), to, NONE));
    ASSERT_EQ(NONE, call(&t, PRIM_NEAREST, 0, to, NONE));
    state_close(&t.s);
    PASS();
}

/* ---- sight ---- */

/* How the test's truths with rows answer: for Q_SIGHT and Q_MOVE yes for `yes_to` only, for
 * Q_ENEMY no for `friend` only. */
static struct { int64_t yes_to, friend, asked; } rule;

static bool ruled(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
                  int32_t count, int64_t *result) {
    (void)s, (void)env, (void)count;
    rule.asked++;
    *result = quantity == Q_ENEMY ? args[1] != rule.friend : args[0] == rule.yes_to;
    /* Computing a value may use scratch memory and make it move. */
    (void)state_scratch(s, 5000);
    return true;
}

static void with_rule(struct sample *t, int32_t quantity, int64_t yes_to) {
    t->s.quantity = ruled;
    t->quantities[quantity].ruled = true;
    if (quantity == Q_SIGHT) t->img.blocks_sight = quantity;
    if (quantity == Q_MOVE) t->img.blocks_move = quantity;
    if (quantity == Q_ENEMY) t->img.enemy = quantity;
    rule.yes_to = yes_to, rule.friend = NONE, rule.asked = 0;
}

TEST third_units_and_their_trait_block_sight(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = unit(&t, 1, 1, spot(50000, 50000)), b = unit(&t, 2, 1, spot(70000, 50000));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    int64_t c = model(&t, 1, SMALL, spot(60000, 50000)); /* a base as wide as theirs hides all */
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SEES, b, a, NONE));
    state_join(&t.s, a, c); /* of one's own unit: no third */
    ASSERT_EQ(1, call(&t, PRIM_SEES, member(&t, a, 0), b, NONE));
    ASSERT_EQ(1, call(&t, PRIM_SEES, b, a, NONE));
    (void)prim_stand(&t.s, c, NONE);
    int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(60000, 50000));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    state_put(&t.s, wood, T_WORDS + 1, 1);
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, wood, NONE)); /* it does not hide itself */
    state_close(&t.s);
    PASS();
}

TEST rows_may_block_and_silence_sight(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = unit(&t, 1, 3, spot(50000, 50000)), b = unit(&t, 2, 1, spot(75000, 50000));
    int64_t c = model(&t, 3, SMALL, spot(65000, 50000));
    int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(65000, 50000));
    (void)model(&t, 3, SMALL, spot(65000, 90000)); /* far from the line: never asked */
    with_rule(&t, Q_SIGHT, NONE);
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT_EQ_FMT((int64_t)2, rule.asked, "%" PRId64);
    with_rule(&t, Q_SIGHT, wood);
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    with_rule(&t, Q_SIGHT, c);
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    /* One's own mates block if the rules say so: they are no part of the one who looks. */
    with_rule(&t, Q_SIGHT, member(&t, a, 1));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SEES, member(&t, a, 0), b, NONE));
    state_close(&t.s);
    PASS();
}

TEST between_is_in_the_order_of_entering_play(void) {
    struct sample t;
    open_sample(&t);
    int64_t late = state_create(&t.s, MODEL, -1, 3);
    int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(60000, 50000));
    int64_t a = unit(&t, 1, 1, spot(50000, 50000)), b = unit(&t, 2, 1, spot(90000, 50000));
    int64_t other = model(&t, 3, SMALL, spot(65000, 51000));
    (void)model(&t, 3, SMALL, spot(75000, 50000 + R + 2)); /* beside the line */
    (void)prim_stand(&t.s, late, spot(80000, 49000));
    (void)sited(&t, ZONE, 1, ROUND, spot(60000, 50000)); /* neither piece nor terrain */
    ASSERTm("pieces and terrain",
            list_is(&t, call(&t, PRIM_BETWEEN, a, b, NONE), 3, late, wood, other));
    ASSERTm("the same back", list_is(&t, call(&t, PRIM_BETWEEN, b, a, NONE), 3, late, wood, other));
    ASSERTm("of itself", list_is(&t, call(&t, PRIM_BETWEEN, a, a, NONE), 0, 0, 0, 0));
    state_close(&t.s);
    PASS();
}

/* ---- formation, standing, moving ---- */

TEST formations_look_away_from_their_edge(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t at = spot(40000, 40000), u = unit(&t, 1, 8, at), v = unit(&t, 2, 8, at);
    /* The first looks north: to his right is east, behind him south. */
    ASSERT_EQ(spot(40000 + 5 * D, 40000), state_word(&t.s, member(&t, u, 5), T_PLACE));
    ASSERT_EQ(spot(40000, 40000 - D), state_word(&t.s, member(&t, u, 6), T_PLACE));
    ASSERT_EQ(spot(40000 + D, 40000 - D), state_word(&t.s, member(&t, u, 7), T_PLACE));
    /* The second looks south. */
    ASSERT_EQ(spot(40000 - 5 * D, 40000), state_word(&t.s, member(&t, v, 5), T_PLACE));
    ASSERT_EQ(spot(40000, 40000 + D), state_word(&t.s, member(&t, v, 6), T_PLACE));
    /* A zone in the south: north; one in the west, first in play: east. */
    (void)sited(&t, ZONE, 2, SOUTH, NONE);
    (void)prim_stand(&t.s, v, at);
    ASSERT_EQ(spot(40000 + D, 40000), state_word(&t.s, member(&t, v, 1), T_PLACE));
    (void)sited(&t, ZONE, 1, ROUND, spot(40000, 40000)); /* touches none */
    (void)sited(&t, ZONE, 1, WEST, NONE);
    (void)sited(&t, ZONE, 1, NORTH, NONE);
    (void)prim_stand(&t.s, u, at);
    ASSERT_EQ(spot(40000, 40000 - D), state_word(&t.s, member(&t, u, 1), T_PLACE));
    state_close(&t.s);
    PASS();
}

TEST standing_and_moving_wake_what_reads_places(void) {
    struct sample t;
    open_sample(&t);
    int64_t u = unit(&t, 1, 3, spot(40000, 40000)), m = member(&t, u, 2);
    ASSERT_EQ(PLACE_WAKES, state_word(&t.s, m, T_NOTED));
    ASSERT_EQ(PLACE_WAKES, state_word(&t.s, u, T_NOTED));
    int64_t was = state_word(&t.s, m, T_PLACE);
    int64_t way = list_of(&t, u, spot(40000, 40000), spot(40500, 39000));
    ASSERTm("carried", prim_carry(&t.s, u, way));
    ASSERT_EQ(spot(40500, 39000), prim_place_of(&t.s, u));
    ASSERT_EQ(spot(state_x(was) + 500, state_y(was) - 1000), state_word(&t.s, m, T_PLACE));
    /* Whoever has become its first is carried by the same. */
    state_leave(&t.s, member(&t, u, 0));
    ASSERTm("carried on", prim_carry(&t.s, u, way));
    ASSERT_EQ(spot(state_x(was) + 1000, state_y(was) - 2000), state_word(&t.s, m, T_PLACE));
    ASSERTm("taken off", prim_stand(&t.s, u, NONE));
    ASSERT_EQ(NONE, prim_place_of(&t.s, u));
    ASSERT_EQ(NONE, state_word(&t.s, m, T_PLACE));
    ASSERTm("out of range", !prim_stand(&t.s, u, spot(INT32_MAX, 0)));
    ASSERT_EQ(NONE, state_word(&t.s, m, T_PLACE));
    state_close(&t.s);
    PASS();
}

/* ---- questions of places ---- */

static bool says(const char *why, const char *words) {
    return why && strstr(why, words);
}

static int64_t legal_places(struct sample *t, const struct prim_place_ask *q, bool *agree) {
    int64_t count = prim_place_count(&t->s, q), legal = 0;
    *agree = true;
    for (int64_t i = 0; i < count; i++) {
        int64_t place = NONE;
        bool yes = prim_place_candidate(&t->s, q, i, &place);
        int64_t again = NONE;
        legal += yes;
        if (yes && (!prim_place_again(&t->s, q, i, &again) || again != place)) *agree = false;
        if (place == NONE || yes == (prim_place_refused(&t->s, q, place) != NULL)) *agree = false;
    }
    return legal;
}

TEST candidates_of_a_place_fill_the_zone(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t z = sited(&t, ZONE, 1, SOUTH, NONE), u = unit(&t, 1, 2, NONE), place;
    struct prim_place_ask q = {u, z, NONE, NONE, false};
    bool agree;
    /* First model: x in 1600..86640, y in 1600..18720, each 5080 and the far limit. */
    ASSERT_EQ_FMT((int64_t)(18 * 5), prim_place_count(&t.s, &q), "%" PRId64);
    ASSERTm("first", prim_place_candidate(&t.s, &q, 0, &place));
    ASSERT_EQ(spot(R, R), place);
    ASSERTm("last", prim_place_candidate(&t.s, &q, 89, &place));
    ASSERT_EQ(spot(86640, 18720), place);
    ASSERTm("no such", !prim_place_candidate(&t.s, &q, 90, &place));
    ASSERT_EQ_FMT((int64_t)90, legal_places(&t, &q, &agree), "%" PRId64);
    ASSERTm("candidates and judge agree", agree);
    /* Each 635 and the far limit. */
    q.fine_grid = true;
    ASSERT_EQ_FMT((int64_t)(135 * 28), prim_place_count(&t.s, &q), "%" PRId64);
    q.fine_grid = false;
    /* Something stands on the first candidate and, with its right half, on the second. */
    (void)model(&t, 2, SMALL, spot(R + D, R));
    ASSERT_EQ_FMT((int64_t)88, legal_places(&t, &q, &agree), "%" PRId64);
    ASSERTm("candidates and judge agree", agree);
    state_close(&t.s);
    PASS();
}

TEST the_judge_of_places_refuses(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t z = sited(&t, ZONE, 1, SOUTH, NONE), u = unit(&t, 1, 2, spot(20000, 30000));
    int64_t other = model(&t, 2, SMALL, spot(40000, 10000));
    int64_t rock = sited(&t, TERRAIN, NONE, ROUND, spot(70000, 10000));
    struct prim_place_ask q = {u, z, NONE, NONE, false};
    ASSERTm("free", !prim_place_refused(&t.s, &q, spot(20000, 10000)));
    ASSERTm("touching", !prim_place_refused(&t.s, &q, spot(40000 + D, 10000)));
    ASSERTm("overlapping",
            says(prim_place_refused(&t.s, &q, spot(40000 + D - 1, 10000)), "something is there"));
    ASSERTm(
        "its second overlaps",
        says(prim_place_refused(&t.s, &q, spot(40000 - 2 * D + 1, 10000)), "something is there"));
    ASSERTm("out of the zone",
            says(prim_place_refused(&t.s, &q, spot(20000, 8 * INCH - R + 1)), "the zone"));
    ASSERTm("off the table", says(prim_place_refused(&t.s, &q, spot(R - 1, 10000)), "the table"));
    ASSERTm("out of range", says(prim_place_refused(&t.s, &q, spot(INT32_MIN, 5)), "the table"));
    ASSERTm("none", says(prim_place_refused(&t.s, &q, NONE), "the table"));
    ASSERTm("open ground", !prim_place_refused(&t.s, &q, spot(70000, 10000)));
    state_put(&t.s, rock, T_WORDS + 2, 1);
    ASSERTm("rock", says(prim_place_refused(&t.s, &q, spot(70000, 10000)), "something is there"));
    q.zone = NONE;
    ASSERTm("its own old place", !prim_place_refused(&t.s, &q, spot(20000 + 100, 30000)));
    struct prim_place_ask bare = {NONE, z, NONE, NONE, false};
    ASSERTm("a bare place", !prim_place_refused(&t.s, &bare, spot(40000, 10000)));
    ASSERTm("a bare place outside",
            says(prim_place_refused(&t.s, &bare, spot(40000, 8 * INCH + 1)), "the zone"));
    ASSERT_STR_EQ("", t.s.error.text);
    (void)other;
    state_close(&t.s);
    PASS();
}

TEST places_within_far_of_a_thing(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t m = model(&t, 1, SMALL, NONE), of = model(&t, 1, SMALL, spot(40000, 40000));
    struct prim_place_ask q = {m, NONE, INCH, of, false};
    bool agree;
    ASSERTm("at far", !prim_place_refused(&t.s, &q, spot(40000 + D + INCH, 40000)));
    ASSERTm("further",
            says(prim_place_refused(&t.s, &q, spot(40000 + D + INCH + 1, 40000)), "too far"));
    /* Box of 1600 each way, grown by 2540 and the mover's 3200: places of its centre
     * lie in it by 1600, so in 40000 -+ 5740; 11480 in steps of 1270 are 11 each way. */
    ASSERT_EQ_FMT((int64_t)121, prim_place_count(&t.s, &q), "%" PRId64);
    int64_t legal = legal_places(&t, &q, &agree);
    ASSERTm("candidates and judge agree", agree);
    ASSERTm("there are some, and not all", legal > 20 && legal < 121);
    q.of = model(&t, 1, SMALL, NONE);
    ASSERT_EQ_FMT((int64_t)0, prim_place_count(&t.s, &q), "%" PRId64);
    ASSERTm("of nobody there", says(prim_place_refused(&t.s, &q, spot(40000, 50000)), "too far"));
    state_close(&t.s);
    PASS();
}

/* ---- ways ---- */

/* Two units apart touches, three does not, on each side; a way leads from where the mover is. */
TEST an_end_touches_on_every_side(void) {
    static const int64_t sides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    struct sample t;
    open_sample(&t);
    int64_t b = unit(&t, 2, 1, spot(520000, 510000));
    for (int i = 0; i < 16; i++) {
        const int64_t from = i / 8 ? 540000 : 500000, gap = 2 + i / 4 % 2;
        const int64_t x = 520000 + sides[i % 4][0] * (D + gap);
        const int64_t y = 510000 + sides[i % 4][1] * (D + gap);
        const int64_t a = unit(&t, 1, 1, spot(from, from));
        const int64_t way = list_of(&t, a, spot(from, from), spot(x, y));
        const int64_t off = list_of(&t, a, spot(from + 900, from - 1000), spot(x + 900, y - 1000));
        ASSERT_EQ(gap == 2, call(&t, PRIM_ENDS_TOUCHING, way, b, NONE));
        ASSERT_EQ(gap == 2, call(&t, PRIM_ENDS_TOUCHING, off, b, NONE));
    }
    state_close(&t.s);
    PASS();
}

TEST ways_into_from_toward(void) {
    struct sample t;
    open_sample(&t);
    int64_t from = spot(500000, 500000);
    int64_t a = unit(&t, 1, 1, from), b = unit(&t, 2, 1, spot(525400, 500000));
    int64_t gap = 25400 - D;
    ASSERT_EQ_FMT(gap, call(&t, PRIM_REACH, a, b, NONE), "%" PRId64);
    int64_t way = call(&t, PRIM_WAY_INTO, a, b, 30000);
    ASSERTm("into", list_is(&t, way, 3, a, from, spot(500000 + gap, 500000)));
    ASSERT_EQ(1, call(&t, PRIM_ENDS_TOUCHING, way, b, NONE));
    ASSERT_EQ(1, call(&t, PRIM_SWEEPS, way, b, NONE));
    ASSERT_EQ(1, call(&t, PRIM_CLEAR_PATH, way, NONE, NONE));
    ASSERT_EQ_FMT(gap, call(&t, PRIM_WAY_LENGTH, way, NONE, NONE), "%" PRId64);
    ASSERT_EQ(spot(500000 + gap, 500000), call(&t, PRIM_WAY_END, way, NONE, NONE));
    int64_t part = call(&t, PRIM_CUT, way, 1000, NONE);
    ASSERTm("cut", list_is(&t, part, 3, a, from, spot(501000, 500000)));
    ASSERT_EQ(0, call(&t, PRIM_ENDS_TOUCHING, part, b, NONE));
    way = call(&t, PRIM_WAY_INTO, a, b, 10000);
    ASSERTm("as far as it goes", list_is(&t, way, 3, a, from, spot(510000, 500000)));
    way = call(&t, PRIM_WAY_FROM, a, b, 7000);
    ASSERTm("from", list_is(&t, way, 3, a, from, spot(493000, 500000)));
    way = call(&t, PRIM_WAY_TOWARD, a, spot(500000, 400000), 6000);
    ASSERTm("toward", list_is(&t, way, 3, a, from, spot(500000, 494000)));
    way = call(&t, PRIM_WAY_TOWARD, a, spot(500000, 499000), 6000);
    ASSERTm("at most to it", list_is(&t, way, 3, a, from, spot(500000, 499000)));
    ASSERT_EQ(FAILED, call(&t, PRIM_WAY_FROM, a, b, NONE));
    state_close(&t.s);
    PASS();
}

TEST other_units_stop_a_way(void) {
    struct sample t;
    open_sample(&t);
    int64_t from = spot(500000, 500000), a = unit(&t, 1, 1, from);
    int64_t c = model(&t, 1, SMALL, spot(520000, 500000));
    int64_t way = call(&t, PRIM_WAY_TOWARD, a, spot(540000, 500000), 40000);
    ASSERT_EQ(spot(520000 - D, 500000), call(&t, PRIM_WAY_END, way, NONE, NONE));
    int64_t through = list_of(&t, a, from, spot(540000, 500000));
    int64_t onto = list_of(&t, a, from, spot(521000, 500000));
    ASSERT_EQ(0, call(&t, PRIM_CLEAR_PATH, through, NONE, NONE));
    ASSERTm("blocked", says(prim_path_refused(&t.s, a, 50000, through), "in the way"));
    ASSERT_EQ(1, call(&t, PRIM_SWEEPS, through, c, NONE));
    /* A piece that does not block is passed, but no way ends on it. */
    with_rule(&t, Q_MOVE, NONE);
    ASSERT_EQ(1, call(&t, PRIM_CLEAR_PATH, through, NONE, NONE));
    ASSERTm("passed", !prim_path_refused(&t.s, a, 50000, through));
    ASSERT_EQ(0, call(&t, PRIM_CLEAR_PATH, onto, NONE, NONE));
    ASSERTm("occupied", says(prim_path_refused(&t.s, a, 50000, onto), "that way ends"));
    with_rule(&t, Q_MOVE, c);
    ASSERTm("blocked by a row", says(prim_path_refused(&t.s, a, 50000, through), "in the way"));
    state_close(&t.s);
    PASS();
}

TEST a_way_goes_round_to_its_goal(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = unit(&t, 1, 1, spot(500000, 500000)), b = unit(&t, 2, 1, spot(520000, 500000));
    (void)model(&t, 3, SMALL, spot(510000, 500000));
    int64_t far = call(&t, PRIM_REACH, a, b, NONE), way = call(&t, PRIM_WAY_INTO, a, b, 60000);
    ASSERTm("longer than straight", far > 20000 - D);
    ASSERT_EQ_FMT(far, call(&t, PRIM_WAY_LENGTH, way, NONE, NONE), "%" PRId64);
    ASSERT_EQ(1, call(&t, PRIM_ENDS_TOUCHING, way, b, NONE));
    ASSERT_EQ(1, call(&t, PRIM_CLEAR_PATH, way, NONE, NONE));
    ASSERTm("the judge takes it", !prim_path_refused(&t.s, a, 60000, way));
    state_close(&t.s);
    PASS();
}

/* Answers are kept, and asked for twice here, until something changes that they hang on. */
TEST what_was_answered_is_asked_again_after_a_change(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = unit(&t, 1, 1, spot(20000, 50000)), b = unit(&t, 2, 1, spot(60000, 50000));
    int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(40000, 50000));
    const int64_t straight = 40000 - D;
    for (int twice = 0; twice < 2; twice++) {
        ASSERT_EQ(straight, call(&t, PRIM_REACH, a, b, NONE));
        ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    }
    world_mark before = world_now(&t.s.w);
    state_write(&t.s, wood, MOVE, 1);
    ASSERT(call(&t, PRIM_REACH, a, b, NONE) > straight);
    state_write(&t.s, wood, SIGHT, 1);
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    state_write(&t.s, wood, OUTLINE, SOUTH); /* eight inches end before they stand */
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT_EQ(straight, call(&t, PRIM_REACH, a, b, NONE));
    state_lay_table(&t.s, spot(80000, 51000)); /* they stand over its edge */
    ASSERT_EQ(NONE, call(&t, PRIM_REACH, a, b, NONE));
    world_undo(&t.s.w, before);
    ASSERT_EQ(straight, call(&t, PRIM_REACH, a, b, NONE));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    state_write(&t.s, member(&t, b, 0), BASE, LARGE);
    ASSERT_EQ(40000 - R - 2000, call(&t, PRIM_REACH, a, b, NONE));
    /* Up to a length is a question of its own. */
    const int64_t near[] = {a, b, NONE, NONE, NONE, NONE, 30000};
    int64_t result = FAILED;
    ASSERT(prim_call(&t.s, PRIM_REACH, near, 7, &result) && result == NONE);
    ASSERT_EQ(40000 - R - 2000, call(&t, PRIM_REACH, a, b, NONE));
    const int64_t gap[] = {a, b, NONE, NONE, NONE, INCH};
    ASSERT(prim_call(&t.s, PRIM_REACH, gap, 6, &result));
    ASSERT_EQ(40000 - R - 2000 - INCH, result);
    ASSERT(call(&t, PRIM_REACH, a, b, list_of(&t, wood, NONE, NONE)) > straight);
    ASSERT_EQ(40000 - R - 2000, call(&t, PRIM_REACH, a, b, NONE));
    with_rule(&t, Q_MOVE, wood);
    ASSERT(call(&t, PRIM_REACH, a, b, NONE) > straight);
    with_rule(&t, Q_MOVE, NONE);
    ASSERT_EQ(40000 - R - 2000, call(&t, PRIM_REACH, a, b, NONE));
    int64_t c = model(&t, 3, LARGE, spot(40000, 50000));
    with_rule(&t, Q_SIGHT, NONE);
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    with_rule(&t, Q_SIGHT, c);
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    state_close(&t.s);
    PASS();
}

/* The index follows who moves by the number that he had: another's, once one before him is gone. */
TEST who_is_found_again_is_who_moves(void) {
    struct sample t;
    open_sample(&t);
    const int64_t between = spot(40000, 50000), aside = spot(40000, 90000);
    int64_t a = unit(&t, 1, 1, spot(20000, 50000)), b = unit(&t, 2, 1, spot(60000, 50000)), c[4];
    for (int i = 0; i < 4; i++) c[i] = model(&t, 3, SMALL, spot(40000, 60000 + 2 * D * i));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT(prim_stand(&t.s, c[2], between));
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT(prim_stand(&t.s, c[0], NONE));
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT(prim_stand(&t.s, c[2], aside));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT(prim_stand(&t.s, c[3], between));
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    state_close(&t.s);
    PASS();
}

/* An oval faces as its owner looks: it turns, where it stands, when his edge becomes another's. */
TEST what_turns_where_it_stands_is_asked_again(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = unit(&t, 2, 1, spot(20000, 50000)), b = unit(&t, 2, 1, spot(60000, 50000));
    small_table(&t);
    int64_t west = sited(&t, ZONE, 1, WEST, NONE);
    /* Looking east it is 3000 units wide to the south, and in the way; looking north 1750. */
    (void)model(&t, 1, OVAL, spot(40000, 54000));
    ASSERT(call(&t, PRIM_REACH, a, b, NONE) > 40000 - D);
    state_put(&t.s, west, T_OWNER, 2);
    ASSERT_EQ(40000 - D, call(&t, PRIM_REACH, a, b, NONE));
    state_close(&t.s);
    PASS();
}

TEST candidates_of_a_way_and_their_judge_agree(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    int64_t from = spot(40000, 10000), u = unit(&t, 1, 3, from), way = 0;
    (void)model(&t, 2, SMALL, spot(43000, 18000));
    int64_t up_to = 12000, count = prim_path_count(&t.s, u, up_to), legal = 0;
    ASSERT_EQ_FMT((int64_t)48, count, "%" PRId64);
    for (int64_t i = 0; i < count; i++) {
        const bool is_legal = prim_path_candidate(&t.s, u, up_to, i, &way);
        if (!is_legal && prim_path_again(&t.s, u, up_to, i, &way)) {
            ASSERTm("the judge refuses it", prim_path_refused(&t.s, u, up_to, way));
        }
        if (!is_legal) continue;
        legal++;
        const int64_t end = call(&t, PRIM_WAY_END, way, NONE, NONE);
        ASSERTm("again", prim_path_again(&t.s, u, up_to, i, &way));
        ASSERTm("as before", list_is(&t, way, 3, u, from, end));
        ASSERTm("the judge takes it", !prim_path_refused(&t.s, u, up_to, way));
        ASSERTm("it is no longer", call(&t, PRIM_WAY_LENGTH, way, NONE, NONE) <= up_to);
        ASSERTm("it is clear", call(&t, PRIM_CLEAR_PATH, way, NONE, NONE) == 1);
        ASSERTm("the judge's limit", says(prim_path_refused(&t.s, u, 3000, way), "too long"));
    }
    ASSERTm("some, not all", legal > 10 && legal < 48);
    for (int64_t all = count; all <= count + PRIM_DRAWN; all += PRIM_DRAWN) {
        uint64_t tried = 0;
        for (int64_t n = 0; n < all; n++) {
            const int64_t i = prim_path_tried(&t.s, all, n);
            ASSERTm("each is tried", i >= 0 && i < all && !(tried >> i & 1));
            ASSERTm("the shortest first",
                    n < count ? (all - 1 - i) / 16 == n / 16 : i < all - count);
            tried |= UINT64_C(1) << i;
        }
    }
    ASSERTm("north is blocked", !prim_path_candidate(&t.s, u, up_to, 0, &way));
    ASSERTm("south leaves the table", !prim_path_candidate(&t.s, u, up_to, 8, &way));
    ASSERTm("a third of it north", prim_path_candidate(&t.s, u, up_to, 32, &way));
    ASSERTm("as looked", list_is(&t, way, 3, u, from, spot(40000, 14000)));
    ASSERTm("no such", !prim_path_candidate(&t.s, u, up_to, 48, &way));
    ASSERT_EQ_FMT((int64_t)0, prim_path_count(&t.s, u, 0), "%" PRId64);
    ASSERTm("not from here",
            says(prim_path_refused(&t.s, u, up_to, list_of(&t, u, from + 1, from + 9)), "begin"));
    ASSERTm("not its own",
            says(prim_path_refused(&t.s, u, up_to, list_of(&t, u + 1, from, from + 9)), "nowhere"));
    ASSERTm("empty",
            says(prim_path_refused(&t.s, u, up_to, list_of(&t, u, from, NONE)), "nowhere"));
    ASSERTm("no way", says(prim_path_refused(&t.s, u, up_to, 0), "nowhere"));
    ASSERT_STR_EQ("", t.s.error.text);
    state_close(&t.s);
    PASS();
}

/* ---- near, without its distance ---- */

/* Pieces and groups, round or not, here or nowhere: what stands so near is what is no farther. */
TEST within_is_no_farther_than_that(void) {
    struct sample t;
    uint64_t x = 3;
    int near = 0, touch = 0;
    open_sample(&t);
    small_table(&t);
    int64_t all[9] = {unit(&t, 1, 3, spot(1, 1)), unit(&t, 2, 2, spot(1, 1)), unit(&t, 2, 0, NONE)};
    for (int i = 3; i < 8; i++) all[i] = model(&t, 1, i == 7 ? OVAL : SMALL, spot(1, 1));
    all[8] = sited(&t, TERRAIN, NONE, ROUND, spot(20000, 20000));
    for (int round = 0; round < 400; round++) {
        for (int i = 0; i < 8; i++) {
            x = base_mix(x + 1);
            const int64_t east = (int64_t)(x % 20000), north = (int64_t)(x >> 40) % 20000;
            if (i != 2) (void)prim_stand(&t.s, all[i], x >> 20 & 7 ? spot(east, north) : NONE);
        }
        for (int i = 0; i < 81; i++) {
            const int64_t a = all[i / 9], b = all[i % 9];
            const int64_t gap = call(&t, PRIM_DISTANCE, a, b, NONE);
            const int64_t far = gap == NONE ? 50000 : gap;
            ASSERT_EQ(gap != NONE, call(&t, PRIM_WITHIN, a, b, far));
            ASSERT_EQ(0, call(&t, PRIM_WITHIN, a, b, far - 1));
            ASSERT_EQ(gap != NONE, call(&t, PRIM_WITHIN, a, b, far + 1 + (int64_t)(x >> 50)));
            int64_t touching, two[] = {a, b};
            ASSERT(prim_call(&t.s, PRIM_TOUCHING, two, 2, &touching));
            ASSERT_EQ(gap != NONE && gap <= PLANE_TOUCH, touching);
            near += gap != NONE, touch += (int)touching;
        }
    }
    ASSERT(near > 9000 && touch > 1000);
    ASSERT_EQ((size_t)0, t.s.scratch_used);
    state_close(&t.s);
    PASS();
}

/* ---- moved, all is the same ---- */

static void stir(uint64_t *seed, int64_t span, int64_t *out) {
    *seed = base_mix(*seed + UINT64_C(0x9e3779b97f4a7c15));
    *out = (int64_t)(*seed % (uint64_t)span);
}

struct answers {
    int64_t words[5][5][4];
};

static void ask_all(struct sample *t, const int64_t *things, struct answers *out) {
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
            int64_t *w = out->words[i][k];
            w[0] = call(t, PRIM_DISTANCE, things[i], things[k], NONE);
            w[1] = call(t, PRIM_SEES, things[i], things[k], NONE);
            w[2] = call(t, PRIM_REACH, things[i], things[k], NONE);
            w[3] = state_list(&t->s, call(t, PRIM_BETWEEN, things[i], things[k], NONE)).count;
        }
    }
}

TEST what_is_asked_does_not_depend_on_where_the_table_is(void) {
    struct sample t;
    uint64_t seed = 7;
    struct answers before, after;
    for (int round = 0; round < 20; round++) {
        int64_t things[5], x, y;
        open_sample(&t);
        for (int i = 0; i < 5; i++) {
            stir(&seed, 40000, &x), stir(&seed, 40000, &y);
            things[i] = unit(&t, 1 + i % 3, 1 + i, spot(1000000 + x, 1000000 + y));
        }
        ask_all(&t, things, &before);
        stir(&seed, 300000, &x), stir(&seed, 300000, &y);
        for (int i = 0; i < 5; i++) {
            int64_t from = prim_place_of(&t.s, things[i]);
            int64_t to = spot(state_x(from) + x, state_y(from) - y);
            ASSERTm("carried", prim_carry(&t.s, things[i], list_of(&t, things[i], from, to)));
        }
        ask_all(&t, things, &after);
        ASSERTm("the same answers", memcmp(&before, &after, sizeof before) == 0);
        state_close(&t.s);
    }
    PASS();
}

/* ---- players, ledger, sorts, errors ---- */

TEST players_take_turns(void) {
    struct sample t;
    open_sample(&t);
    ASSERTm("from the second", list_is(&t, call(&t, PRIM_TURN_ORDER, 2, NONE, NONE), 3, 2, 3, 1));
    ASSERT_EQ(1, call(&t, PRIM_OPPONENT, 3, NONE, NONE));
    ASSERT_EQ(2, call(&t, PRIM_OPPONENT, 1, NONE, NONE));
    with_rule(&t, Q_ENEMY, NONE);
    rule.friend = 1;
    ASSERT_EQ(2, call(&t, PRIM_OPPONENT, 3, NONE, NONE));
    ASSERT_EQ(NONE, call(&t, PRIM_OPPONENT, NONE, NONE, NONE));
    const int64_t ledger[] = {1, 5, 7, 2, 3, 7, 1, 4, 8};
    for (size_t i = 0; i < ARRAY_LEN(ledger); i++) {
        state_list_append(&t.s, ADDR(SEG_GLOBALS, G_LEDGER), ledger[i]);
    }
    ASSERT_EQ_FMT((int64_t)9, call(&t, PRIM_POINTS, 1, NONE, NONE), "%" PRId64);
    ASSERT_EQ_FMT((int64_t)4, call(&t, PRIM_POINTS, 1, 8, NONE), "%" PRId64);
    ASSERT_EQ_FMT((int64_t)0, call(&t, PRIM_POINTS, 3, NONE, NONE), "%" PRId64);
    state_close(&t.s);
    PASS();
}

/* Names are counted by blueprint and owner; who has gone keeps his as long as his tombstone lies
 * there. */
TEST the_name_of_one_who_is_gone_is_not_given_again(void) {
    struct sample t;
    open_sample(&t);
    const int64_t a = state_create(&t.s, MODEL, 0, 1), b = state_create(&t.s, MODEL, 0, 1);
    const int64_t other = state_create(&t.s, MODEL, 0, 2), sort = state_create(&t.s, MODEL, 1, 1);
    ASSERT_EQ(1, state_word(&t.s, a, T_ORDINAL));
    ASSERT_EQ(2, state_word(&t.s, b, T_ORDINAL));
    ASSERT_EQ(1, state_word(&t.s, other, T_ORDINAL));
    ASSERT_EQ(1, state_word(&t.s, sort, T_ORDINAL));
    state_leave(&t.s, b);
    ASSERT_EQ(3, state_word(&t.s, state_create(&t.s, MODEL, 0, 1), T_ORDINAL));
    ASSERT_EQ(2, state_word(&t.s, state_create(&t.s, MODEL, 0, 2), T_ORDINAL));
    state_close(&t.s);
    PASS();
}

static int64_t made(struct sample *t, int64_t owner) {
    return state_create(&t->s, MODEL, 0, owner);
}

static int64_t ordinal(struct sample *t, int64_t thing) {
    return state_word(&t->s, thing, T_ORDINAL);
}

/* The highest was just given, but it is somebody else's by now, lies there no longer, or never did:
 * the next is reckoned anew. */
TEST names_are_counted_among_those_that_lie_there(void) {
    struct sample t;
    open_sample(&t);
    (void)made(&t, 1);
    const int64_t turncoat = made(&t, 1);
    state_put(&t.s, turncoat, T_OWNER, 2);
    ASSERT_EQ(2, ordinal(&t, made(&t, 1)));
    ASSERT_EQ(3, ordinal(&t, made(&t, 2)));
    const int64_t gone = made(&t, 2);
    state_leave(&t.s, gone);
    ASSERT_EQ(5, ordinal(&t, made(&t, 2)));
    const int64_t last = made(&t, 1);
    ASSERT_EQ(3, ordinal(&t, last));
    state_leave(&t.s, last);
    state_sweep(&t.s, NULL, 0);
    ASSERT_EQ(3, ordinal(&t, made(&t, 1)));
    const world_mark mark = world_now(&t.s.w);
    ASSERT_EQ(4, ordinal(&t, made(&t, 1)));
    world_undo(&t.s.w, mark);
    ASSERT_EQ(4, ordinal(&t, made(&t, 1)));
    ASSERT_EQ(5, ordinal(&t, made(&t, 1)));
    state_close(&t.s);
    PASS();
}

TEST sorts_are_told_by_blueprint(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = state_create(&t.s, MODEL, 0, 1), b = state_create(&t.s, MODEL, 0, 2);
    int64_t c = state_create(&t.s, MODEL, 1, 1), none = state_create(&t.s, MODEL, -1, 1);
    ASSERTm("two sorts",
            list_is(&t, call(&t, PRIM_SORTS, list_of(&t, b, a, c), NONE, NONE), 2, b, c, 0));
    ASSERT_EQ(1, call(&t, PRIM_SAME_SORT, a, b, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SAME_SORT, a, c, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SAME_SORT, none, none, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SAME_SORT, a, NONE, NONE));
    ASSERT_EQ(FAILED, call(&t, PRIM_REROLLED, 0, NONE, NONE));
    state_close(&t.s);
    PASS();
}

TEST what_is_not_reckoned_says_so(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = model(&t, 1, SMALL, spot(50000, 50000));
    int64_t oval = model(&t, 1, OVAL, spot(60000, 50000));
    /* A capsule 6000 by 3500 that faces north reaches 3000 to the west. */
    ASSERT_EQ_FMT((int64_t)(10000 - 3000 - R), call(&t, PRIM_DISTANCE, a, oval, NONE), "%" PRId64);
    (void)prim_stand(&t.s, oval, NONE);
    int64_t wall = sited(&t, TERRAIN, NONE, BLOCK, spot(60000, 50000));
    ASSERT_EQ_FMT((int64_t)(10000 - 1000 - R), call(&t, PRIM_DISTANCE, a, wall, NONE), "%" PRId64);
    ASSERT_EQ(FAILED, call(&t, PRIM_SEES, a, wall, NONE));
    ASSERTm("says why", strstr(t.s.error.text, "sees") != NULL);
    ASSERT_EQ((size_t)0, t.s.scratch_used);
    state_close(&t.s);
    PASS();
}

/* Put there, a lone model is on the table, overlaps nobody and is as far from whom it keeps off. */
static bool is_as_asked(struct sample *t, int64_t put, const struct plane_set *all,
                        struct plane_set keep_off, int64_t apart) {
    struct plane_shape base;
    struct plane_table table;
    if (plane_round((struct plane_point){state_x(put), state_y(put)}, D, &base) != PLANE_OK)
        abort();
    struct plane_set one = plane_one(&base);
    if (!prim_table(&t->s, &table) || !plane_on_table(one, table)) return false;
    return !plane_overlapping(one, *all) && plane_distance(one, keep_off, NULL) >= apart;
}

static int64_t gap_at(int64_t put, struct plane_set set) {
    struct plane_shape base;
    if (plane_round((struct plane_point){state_x(put), state_y(put)}, D, &base) != PLANE_OK)
        abort();
    return plane_distance(plane_one(&base), set, NULL);
}

static int64_t length_of(int64_t from, int64_t to) {
    struct plane_point way[2] = {{state_x(from), state_y(from)}, {state_x(to), state_y(to)}};
    return plane_way_length(way, 2);
}

TEST places_that_are_found_are_as_asked(void) {
    enum { UNITS = 8, ROUNDS = 400 };
    struct sample t;
    uint64_t x = 7;
    int found = 0, none = 0, free_ones = 0;
    open_sample(&t);
    small_table(&t);
    int64_t units[UNITS], lone = model(&t, 1, SMALL, spot(45000, 45000));
    for (int i = 0; i < UNITS; i++) units[i] = unit(&t, 1 + i % 2, 3, spot(5000, 5000));
    for (int round = 0; round < ROUNDS; round++) {
        struct plane_shape all[3 * UNITS], goal[3], other[3];
        for (int i = 0; i < UNITS; i++) {
            x = base_mix(x + 1);
            (void)prim_stand(&t.s, units[i],
                             spot(5000 + (int64_t)(x % 30000), 5000 + (int64_t)(x >> 32) % 30000));
        }
        const struct plane_set everyone = {all, all_but(&t, units, UNITS, -1, -1, all)};
        struct plane_set near = of_unit(&t, units[0], goal), off = of_unit(&t, units[1], other);
        int64_t here = spot(2000 + (int64_t)(x % 40000), 2000 + (int64_t)(x >> 20) % 40000);
        int64_t up_to = 12 * INCH, gap = (int64_t)(x % 3) * 300, apart = 2540, put = FAILED;
        (void)prim_stand(&t.s, lone, here);
        size_t mark = t.s.scratch_used;
        const int64_t by[] = {lone, units[0], up_to,
                              gap,  apart,    state_scratch_copy(&t.s, &units[1], 1)};
        ASSERT(prim_call(&t.s, PRIM_PLACE_BY, by, 6, &put));
        found += put != NONE, none += put == NONE;
        if (put != NONE) {
            ASSERT(is_as_asked(&t, put, &everyone, off, apart));
            ASSERT(length_of(here, put) <= up_to);
            ASSERT(gap_at(put, near) >= gap && gap_at(put, near) <= gap + 6);
        }
        const int64_t free_one[] = {lone, here, up_to, apart, by[5]};
        ASSERT(prim_call(&t.s, PRIM_FREE_PLACE, free_one, 5, &put));
        free_ones += put != NONE;
        if (put != NONE) {
            ASSERT(is_as_asked(&t, put, &everyone, off, apart));
            ASSERT(length_of(here, put) <= up_to);
            /* It is the nearest ring: where it stands now, if it may. */
            ASSERT(!is_as_asked(&t, here, &everyone, off, apart) || put == here);
        }
        t.s.scratch_used = mark;
        world_forget(&t.s.w);
    }
    ASSERT(found > 100 && none > 10 && free_ones > 300);
    state_close(&t.s);
    PASS();
}

/* The least distance of two points when one goes straight by (dx, dy): walked in small steps. */
static int64_t least_on_leg(int64_t x, int64_t y, int64_t dx, int64_t dy) {
    enum { STEPS = 400 };
    int64_t least = INT64_MAX;
    for (int64_t i = 0; i <= STEPS; i++) {
        int64_t px = x - dx * i / STEPS, py = y - dy * i / STEPS;
        if (px * px + py * py < least) least = px * px + py * py;
    }
    return (int64_t)plane_root_down(0, (uint64_t)least);
}

/* On the whole way every model of u is so far from every one of v, or as far as u was from it. */
static bool stays_off(struct plane_set u, struct plane_set v, struct view way, int64_t apart) {
    for (size_t n = 0; n < u.count * v.count; n++) {
        const struct plane_shape *mine = &u.shapes[n / v.count], *off = &v.shapes[n % v.count];
        int64_t had = plane_distance(u, plane_one(off), NULL), most = had < apart ? had : apart;
        int64_t x = off->at.x - mine->at.x + state_x(way.at[1]);
        int64_t y = off->at.y - mine->at.y + state_y(way.at[1]);
        for (int64_t i = 2; i < way.count; i++) {
            int64_t fx = state_x(way.at[i - 1]), fy = state_y(way.at[i - 1]);
            int64_t dx = state_x(way.at[i]) - fx, dy = state_y(way.at[i]) - fy;
            if (least_on_leg(x - fx, y - fy, dx, dy) < D + most - 2) return false;
        }
    }
    return true;
}

TEST ways_keep_off_whom_they_are_told_to(void) {
    enum { UNITS = 12, ROUNDS = 500 };
    struct sample t;
    uint64_t x = 11;
    int came = 0, round_it = 0;
    open_sample(&t);
    small_table(&t);
    int64_t units[UNITS];
    for (int i = 0; i < UNITS; i++) units[i] = unit(&t, 1 + i % 2, 3, spot(5000, 5000));
    for (int n = 0; n < ROUNDS; n++) {
        struct plane_shape u[3], v[3], off[3], other[3];
        for (int i = 0; i < UNITS; i++) {
            x = base_mix(x + 1);
            (void)prim_stand(&t.s, units[i],
                             spot(5000 + (int64_t)(x % 75000), 5000 + (int64_t)(x >> 32) % 75000));
        }
        struct plane_set mover = of_unit(&t, units[0], u), goal = of_unit(&t, units[1], v);
        struct plane_set foes[] = {of_unit(&t, units[3], off), of_unit(&t, units[5], other)};
        const int64_t set[] = {units[3], units[5]};
        size_t mark = t.s.scratch_used;
        int64_t gap = (int64_t)(x % 2) * 2540, handle = state_scratch_copy(&t.s, set, 2), way,
                reach;
        const int64_t asked[] = {units[0], units[1], NONE, 2540, handle, gap, NONE};
        const int64_t led[] = {units[0], units[1], PLANE_FAR, NONE, 2540, handle, gap};
        ASSERT(prim_call(&t.s, PRIM_REACH, asked, 7, &reach));
        ASSERT(prim_call(&t.s, PRIM_WAY_INTO, led, 7, &way));
        struct view points = state_list(&t.s, way);
        if (reach != NONE && points.count > 2) {
            int64_t after = call(&t, PRIM_DISTANCE_AFTER, way, units[1], NONE);
            points = state_list(&t.s, way);
            ASSERT(stays_off(mover, foes[0], points, 2540));
            ASSERT(stays_off(mover, foes[1], points, 2540));
            ASSERT_EQ(reach, call(&t, PRIM_WAY_LENGTH, way, NONE, NONE));
            ASSERT(after >= gap && after <= gap + PLANE_TOUCH);
            ASSERT(reach >= plane_distance(mover, goal, NULL) - gap - PLANE_TOUCH);
            came++, round_it += points.count > 3;
        }
        t.s.scratch_used = mark;
        world_forget(&t.s.w);
    }
    ASSERT(came > 300 && round_it > 100);
    state_close(&t.s);
    PASS();
}

/* Of many that it is told to keep off only those near its path are looked at: it comes to what all
 * of them, each grown by what the mover can keep, come to in one. */
TEST a_way_keeps_off_each_of_many(void) {
    enum { UNITS = 24, ROUNDS = 300 };
    struct sample t;
    uint64_t x = 5;
    int kept = 0, crowded = 0;
    open_sample(&t);
    small_table(&t);
    int64_t units[UNITS], wall = model(&t, 2, BLOCK, spot(30000, 30000));
    for (int i = 0; i < UNITS; i++) units[i] = unit(&t, 1 + i % 2, 3, spot(5000, 5000));
    for (int n = 0; n < ROUNDS; n++) {
        struct plane_shape u[3], all[3 * UNITS + 1];
        const int64_t span = n % 3 == 0 ? 75000 : 26000, apart = n % 4 * 1270;
        size_t count = 0, mark = t.s.scratch_used;
        for (int i = 0; i < UNITS; i++) {
            x = base_mix(x + 1);
            int64_t east = (int64_t)(x % (uint64_t)span), north = (int64_t)(x >> 32) % span;
            if (i > 0 && n % 3 == 1) north += 12000;
            (void)prim_stand(&t.s, units[i], spot(5000 + east, 5000 + north));
        }
        struct plane_set mover = of_unit(&t, units[0], u);
        for (int i = 1; i < UNITS; i++) count += of_unit(&t, units[i], all + count).count;
        ASSERT_EQ(PLANE_OK, plane_oblong((struct plane_point){30000, 30000}, 2000, 6000,
                                         (struct plane_point){0, 1 << 20}, &all[count++]));
        for (size_t k = 0; k < count; k++) {
            int64_t by = plane_kept(mover, &all[k], apart);
            ASSERT_EQ(PLANE_OK, plane_grow(&all[k], by));
        }
        x = base_mix(x + 1);
        struct plane_point way[3] = {u[0].at, u[0].at, u[0].at};
        way[1].x += (int32_t)(x % 30000) - 15000, way[1].y += (int32_t)(x >> 33) % 20000 - 10000;
        way[2].x += (int32_t)(x >> 20) % 9000, way[2].y -= (int32_t)(x >> 40) % 9000;
        int64_t words[4] = {units[0]}, set[UNITS + 1] = {wall};
        for (int i = 0; i < 3; i++) words[1 + i] = spot(way[i].x, way[i].y);
        for (int i = 0; i < UNITS; i++) set[1 + i] = units[i];
        int64_t list = state_scratch_copy(&t.s, words, 4);
        int64_t others = state_scratch_copy(&t.s, set, UNITS + 1);
        bool keeps = plane_keeps_off(mover, way, 3, (struct plane_set){all, count});
        ASSERT_EQ((int64_t)keeps, call(&t, PRIM_KEEPS_OFF, list, apart, others));
        for (int i = 0; i < UNITS; i++) (void)prim_stood(&t.s, units[i]);
        ASSERT_EQ((int64_t)keeps, call(&t, PRIM_KEEPS_OFF, list, apart, others));
        kept += keeps, crowded += !keeps;
        t.s.scratch_used = mark;
    }
    ASSERT(kept > 60 && crowded > 60);
    state_close(&t.s);
    PASS();
}

/* A piece or group that goes straight past another keeps off it on either side; not if it stands a
 * little nearer. */
TEST a_way_keeps_off_to_each_side(void) {
    static const int side[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const int64_t from = 40000, halfway = 10000, apart = 2540;
    struct sample t;
    open_sample(&t);
    small_table(&t);
    const int64_t mover = unit(&t, 1, 1, spot(from, from));
    const int64_t foes[2] = {unit(&t, 2, 1, NONE), model(&t, 2, SMALL, NONE)};
    for (int n = 0; n < 16; n++) {
        const int64_t x = side[n % 4][0], y = side[n % 4][1], foe = foes[n / 4 % 2];
        const int64_t off = D + apart + (n < 8 ? 10 : -10);
        (void)prim_stand(&t.s, foe,
                         spot(from + x * off + y * halfway, from + y * off + x * halfway));
        const int64_t words[] = {mover, spot(from, from),
                                 spot(from + 2 * y * halfway, from + 2 * x * halfway)};
        const int64_t way = state_scratch_copy(&t.s, words, 3);
        (void)prim_stood(&t.s, foe);
        ASSERT_EQ((int64_t)(n < 8),
                  call(&t, PRIM_KEEPS_OFF, way, apart, list_of(&t, foe, NONE, NONE)));
        (void)prim_stand(&t.s, foe, NONE);
        t.s.scratch_used = 0;
    }
    state_close(&t.s);
    PASS();
}

/* Each is numbered by its part, the lowest number spreading until nothing changes. The main part is
 * looked for among those of the bases from `held` on, two of them; 0: among all. */
static int64_t parts_by_spreading(struct plane_set u, int64_t far, int64_t *part, size_t held) {
    int64_t best = 0, most = 0;
    for (size_t i = 0; i < u.count; i++) part[i] = (int64_t)i;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < u.count * u.count; i++) {
            size_t a = i / u.count, b = i % u.count;
            if (plane_distance(plane_one(&u.shapes[a]), plane_one(&u.shapes[b]), NULL) > far ||
                part[a] <= part[b]) {
                continue;
            }
            part[a] = part[b];
            more = true;
        }
    }
    for (size_t i = 0; i < u.count; i++) {
        int64_t size = 0;
        for (size_t k = 0; k < u.count; k++) size += part[k] == (int64_t)i;
        if (held > 0 && part[held] != (int64_t)i && part[held + 1] != (int64_t)i) continue;
        if (size > most) most = size, best = (int64_t)i;
    }
    return best;
}

TEST strays_are_all_outside_the_largest_part(void) {
    enum { MODELS = 9, FAR = 2540 };
    struct sample t;
    uint64_t x = 3;
    int strayed = 0, together = 0, other = 0;
    open_sample(&t);
    small_table(&t);
    int64_t group = unit(&t, 1, MODELS, spot(20000, 20000)), part[MODELS];
    for (int round = 0; round < 400; round++) {
        struct plane_shape u[MODELS];
        for (int64_t k = 0; k < MODELS; k++) {
            x = base_mix(x + 1);
            int64_t at = spot(5000 + (int64_t)(x % 18000), 5000 + (int64_t)(x >> 32) % 18000);
            (void)prim_stand(&t.s, member(&t, group, k), at);
            if (plane_round((struct plane_point){state_x(at), state_y(at)}, D, &u[k]) != PLANE_OK)
                abort();
        }
        for (int ask = 0; ask < 4; ask++) { /* what none strays by may be remembered */
            const int64_t far = ask == 1 ? FAR / 2 : FAR;
            const size_t held = ask == 3 ? 6 : 0;
            const struct plane_set all = {u, MODELS};
            const int64_t largest = parts_by_spreading(all, far, part, 0);
            int64_t main_part = parts_by_spreading(all, far, part, held), n = 0;
            size_t mark = t.s.scratch_used;
            int64_t holding = list_of(&t, member(&t, group, 6), member(&t, group, 7), NONE);
            struct view strays =
                state_list(&t.s, call(&t, PRIM_STRAYS, group, far, held > 0 ? holding : NONE));
            other += main_part != largest;
            for (int64_t k = 0; k < MODELS; k++) {
                if (part[k] == main_part) continue;
                ASSERT(n < strays.count && strays.at[n] == member(&t, group, k));
                n++;
            }
            ASSERT_EQ(n, strays.count);
            strayed += n > 0 && ask == 0;
            together += n == 0 && ask == 0;
            t.s.scratch_used = mark;
        }
        world_forget(&t.s.w);
    }
    ASSERT(strayed > 100 && together > 10 && other > 20);
    state_close(&t.s);
    PASS();
}

/* Questions of every sort of geometry about two units, a third to keep off and a wood. */
static void ask_each(struct sample *t, const int64_t unit[3], int64_t wood) {
    struct state *s = &t->s;
    size_t mark = s->scratch_used;
    const int64_t a = unit[0], b = unit[1], here = spot(20 * INCH, 20 * INCH), far = 8 * INCH;
    const int64_t off = list_of(t, unit[2], wood, NONE), all = list_of(t, a, b, unit[2]);
    int64_t way = NONE, result;
    const int64_t into[] = {a, b, far, NONE, INCH, off, INCH};
    if (!prim_call(s, PRIM_WAY_INTO, into, 7, &way)) abort();
    const struct {
        enum prim_id id;
        int64_t args[7];
    } asked[] = {
        {PRIM_DISTANCE, {a, b}},
        {PRIM_WITHIN, {a, b, far}},
        {PRIM_TOUCHING, {a, b}},
        {PRIM_SEES, {a, b}},
        {PRIM_BETWEEN, {a, b}},
        {PRIM_VEILING, {a, b}},
        {PRIM_REACH, {a, b, NONE, INCH, off, NONE, far}},
        {PRIM_WAY_FROM, {a, b, far}},
        {PRIM_WAY_TOWARD, {a, here, far}},
        {PRIM_WAY_TO, {a, here, far, NONE, INCH, off}},
        {PRIM_WAY_TO_EDGE, {a, far, NONE, NONE, INCH, off}},
        {PRIM_STRAIGHT, {a, INCH, far, NONE, NONE, INCH, off}},
        {PRIM_WAY_CLEAR, {a, far, INCH, off, NONE, NONE}},
        {PRIM_ENDS_TOUCHING, {way, b}},
        {PRIM_SWEEPS, {way, b}},
        {PRIM_WAY_LENGTH, {way}},
        {PRIM_CUT, {way, INCH}},
        {PRIM_SHORTENED, {way, INCH, off}},
        {PRIM_CLEAR_PATH, {way}},
        {PRIM_KEEPS_OFF, {way, INCH, off}},
        {PRIM_LENGTH_BEFORE, {way, off}},
        {PRIM_DISTANCE_AFTER, {way, b}},
        {PRIM_DISTANCE_AT, {a, here, b}},
        {PRIM_EDGE_DISTANCE, {a, NONE}},
        {PRIM_TOUCHES_EDGE, {a}},
        {PRIM_IN_ZONE, {a, wood}},
        {PRIM_WHOLLY_WITHIN, {a, wood}},
        {PRIM_WHOLLY_NEAR, {a, b, far}},
        {PRIM_NEAREST, {all, wood}},
        {PRIM_ON_CIRCLE, {here, far, all}},
        {PRIM_ON_LINE, {here, spot(1, 1), all, INCH}},
        {PRIM_MIDDLE, {a}},
        {PRIM_STRAYS, {a, INCH}},
        {PRIM_PLACE_BY, {member(t, a, 0), b, far, INCH, INCH, off}},
        {PRIM_FREE_PLACE, {a, here, far, INCH, off}},
    };
    for (size_t i = 0; i < ARRAY_LEN(asked); i++) {
        if (!prim_call(s, asked[i].id, asked[i].args, 7, &result)) abort();
    }
    for (int64_t n = 0; n < prim_path_count(s, a, far); n++) {
        (void)prim_path_candidate(s, a, far, n, &result);
    }
    s->scratch_used = mark;
}

/* From the second time on nothing is asked of the system, wherever the units stand. */
TEST geometry_asks_for_no_memory(void) {
    enum { UNITS = 12 };
    struct sample t;
    int64_t units[UNITS];
    uint64_t before = 0;
    open_sample(&t);
    small_table(&t);
    int64_t wood = sited(&t, TERRAIN, NONE, LARGE, spot(40000, 40000));
    for (int i = 0; i < UNITS; i++) units[i] = unit(&t, 1 + i % 2, 3, spot(5000, 5000));
    for (int round = 0; round < 2; round++) {
        uint64_t x = 1;
        before = memory_count();
        for (int i = 0; i < 20 * UNITS; i++) {
            const int64_t three[] = {units[i % UNITS], units[(i + 1 + i / UNITS) % UNITS],
                                     units[(i + 5) % UNITS]};
            x = base_mix(x + 1);
            (void)prim_stand(&t.s, three[0],
                             spot(5000 + (int64_t)(x % 75000), 5000 + (int64_t)(x >> 32) % 80000));
            if (three[0] != three[1] && three[0] != three[2]) ask_each(&t, three, wood);
            world_forget(&t.s.w);
        }
    }
    ASSERT_EQ_FMT((unsigned long)before, (unsigned long)memory_count(), "%lu");
    state_close(&t.s);
    PASS();
}

TEST every_primitive_has_its_row(void) {
    ASSERT_STR_EQ("distance", prim_row(PRIM_DISTANCE)->name);
    ASSERT_STR_EQ("way:w", prim_row(PRIM_CLEAR_PATH)->args);
    struct sample t;
    open_sample(&t);
    /* Of nothing at all each answers, or says why it does not. */
    for (int id = 0; id < PRIM_COUNT_; id++) {
        const char *type = strchr(prim_row((enum prim_id)id)->args, ':');
        const bool set = type && strchr("usw", type[1]) != NULL;
        int64_t args[] = {set ? 0 : NONE, NONE, NONE}, result = FAILED;
        t.s.error.text[0] = '\0';
        bool fine = prim_call(&t.s, (enum prim_id)id, args, 3, &result);
        ASSERTm("an answer or a reason", fine ? result != FAILED : t.s.error.text[0] != '\0');
    }
    state_close(&t.s);
    PASS();
}

SUITE(prim_suite) {
    RUN_TEST(distance_is_the_gap_rounded_up);
    RUN_TEST(units_are_as_near_as_their_nearest_models);
    RUN_TEST(without_a_place_there_is_no_distance);
    RUN_TEST(what_has_gone_stands_at_its_last_place);
    RUN_TEST(an_empty_unit_outlives_a_sweep_where_it_stood);
    RUN_TEST(a_sweep_frees_what_nothing_in_play_leads_to);
    RUN_TEST(a_sweep_leaves_no_trace_of_what_lists_were);
    RUN_TEST(zones_and_edges);
    RUN_TEST(nearest_is_compared_before_rounding);
    RUN_TEST(third_units_and_their_trait_block_sight);
    RUN_TEST(rows_may_block_and_silence_sight);
    RUN_TEST(between_is_in_the_order_of_entering_play);
    RUN_TEST(formations_look_away_from_their_edge);
    RUN_TEST(standing_and_moving_wake_what_reads_places);
    RUN_TEST(candidates_of_a_place_fill_the_zone);
    RUN_TEST(the_judge_of_places_refuses);
    RUN_TEST(places_within_far_of_a_thing);
    RUN_TEST(an_end_touches_on_every_side);
    RUN_TEST(ways_into_from_toward);
    RUN_TEST(other_units_stop_a_way);
    RUN_TEST(a_way_goes_round_to_its_goal);
    RUN_TEST(what_was_answered_is_asked_again_after_a_change);
    RUN_TEST(who_is_found_again_is_who_moves);
    RUN_TEST(what_turns_where_it_stands_is_asked_again);
    RUN_TEST(candidates_of_a_way_and_their_judge_agree);
    RUN_TEST(within_is_no_farther_than_that);
    RUN_TEST(what_is_asked_does_not_depend_on_where_the_table_is);
    RUN_TEST(players_take_turns);
    RUN_TEST(the_name_of_one_who_is_gone_is_not_given_again);
    RUN_TEST(names_are_counted_among_those_that_lie_there);
    RUN_TEST(sorts_are_told_by_blueprint);
    RUN_TEST(what_is_not_reckoned_says_so);
    RUN_TEST(places_that_are_found_are_as_asked);
    RUN_TEST(ways_keep_off_whom_they_are_told_to);
    RUN_TEST(a_way_keeps_off_each_of_many);
    RUN_TEST(a_way_keeps_off_to_each_side);
    RUN_TEST(strays_are_all_outside_the_largest_part);
    RUN_TEST(geometry_asks_for_no_memory);
    RUN_TEST(every_primitive_has_its_row);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(prim_suite);
    GREATEST_MAIN_END();
}
