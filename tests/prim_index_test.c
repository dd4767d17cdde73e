/* The index of pieces by place: what it finds and what it follows come to what all pieces, gathered
 * anew, come to. */
#include "prim_fixture.h"
#include "reach_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

/* Sight and reach among those that the index finds near, and among all; between the questions
 * units move, and leave. */
TEST the_index_finds_all_that_matters(int count) {
    enum { UNITS = 50 };
    struct sample t;
    uint64_t x = 1;
    int seen = 0, came = 0, cut_off = 0;
    open_sample(&t);
    small_table(&t);
    int64_t units[UNITS];
    for (int i = 0; i < count; i++) {
        x = base_mix(x + 1);
        units[i] = unit(&t, 1 + i % 2, 3,
                        spot(5000 + (int64_t)(x % 75000), 5000 + (int64_t)(x >> 32) % 80000));
    }
    for (int round = 0; round < 600; round++) {
        struct plane_shape u[3], v[3], all[3 * UNITS];
        x = base_mix(x + 1);
        int a = (int)(x % (uint64_t)count), b = (int)(x / UNITS % (uint64_t)count);
        if (round == 300) {
            for (int64_t k = 2; k >= 0; k--) state_leave(&t.s, member(&t, units[7], k));
            state_leave(&t.s, units[7]);
            units[7] = NONE;
        }
        if (a == b || units[a] == NONE || units[b] == NONE) continue;
        if (round % 7 == 0) { /* there and back again */
            world_mark mark = world_now(&t.s.w);
            (void)prim_stand(&t.s, units[b], spot(40000, 40000));
            if (round % 2) state_leave(&t.s, member(&t, units[a], 1));
            (void)call(&t, PRIM_SEES, units[a], units[b], NONE);
            world_undo(&t.s.w, mark);
        }
        struct plane_set two[] = {of_unit(&t, units[a], u), of_unit(&t, units[b], v)};
        struct plane_set others = {all, all_but(&t, units, count, a, b, all)};
        struct plane_ground ground = {.blockers = others};
        if (!prim_table(&t.s, &ground.table)) abort();
        if (round == 300) continue;
        int64_t far = call(&t, PRIM_DISTANCE, units[a], units[b], NONE);
        ASSERT_EQ(plane_distance(two[0], two[1], NULL), far);
        int64_t sees = call(&t, PRIM_SEES, units[a], units[b], NONE);
        ASSERT_EQ((int64_t)plane_sees(two[0], two[1], others), sees);
        int64_t reach = call(&t, PRIM_REACH, units[a], units[b], NONE);
        ASSERT_EQ(whole_reach(two[0], two[1], &ground), reach);
        seen += sees == 1, came += reach != NONE;
        cut_off += reach == NONE;
        if (round % 3 == 0) {
            x = base_mix(x + 1);
            (void)prim_stand(&t.s, units[a],
                             spot(5000 + (int64_t)(x % 75000), 5000 + (int64_t)(x >> 32) % 80000));
        }
    }
    ASSERT(seen > 100 && came > 100 && cut_off > 5);
    state_close(&t.s);
    PASS();
}

/* Something becomes of a piece: it goes far or a little, gets another base or unit, leaves, or one
 * comes; or it is undone. */
static void stir_piece(struct sample *t, int64_t *units, int count, uint64_t x) {
    const int64_t u = units[x % (uint64_t)count];
    const int64_t models = state_list(&t->s, state_word(&t->s, u, T_WORDS)).count;
    const int64_t place = spot(5000 + (int64_t)(x >> 8) % 75000, 5000 + (int64_t)(x >> 32) % 75000);
    if (models == 0) return;
    const int64_t one = member(t, u, (int64_t)(x >> 4) % models);
    switch (x >> 24 & 7) {
    case 0: (void)prim_stand(&t->s, u, place); break;
    case 1: {
        const int64_t from = prim_place_of(&t->s, one); /* aside, ahead, or anywhere */
        const bool along = (x >> 60 & 3) == 0, across = (x >> 60 & 3) == 1;
        if (from == NONE) break;
        (void)prim_stand(
            &t->s, one,
            spot(across ? state_x(from) : state_x(place), along ? state_y(from) : state_y(place)));
        break;
    }
    case 2: (void)prim_stand(&t->s, one, spot(200000, -70000 + (int64_t)(x >> 40) % 1000)); break;
    case 3: state_put(&t->s, one, T_WORDS, x >> 50 & 1 ? LARGE : SMALL); break;
    case 4: state_put(&t->s, one, T_WORDS, x >> 50 & 3 ? SMALL : OVAL); break;
    case 5: {
        const int64_t other = units[(x >> 40) % (uint64_t)count];
        addr members = state_at(&t->s, u, T_WORDS);
        if (models == 1 || other == u) break;
        state_list_remove(&t->s, members, one);
        state_join(&t->s, other, one);
        break;
    }
    case 6: {
        int64_t joins = state_create(&t->s, MODEL, -1, 1);
        state_join(&t->s, u, joins);
        (void)prim_stand(&t->s, joins, place);
        break;
    }
    default:
        if (models == 1) break;
        state_leave(&t->s, one);
    }
}

struct followed {
    int64_t seen;
    uint64_t between; /* which, and in which order */
    uint64_t clear;   /* who may go where */
    uint64_t swept;   /* who passes over the terrain */
    uint64_t astray;  /* who is off from his unit, at two distances */
    int count;
};
static struct followed followed_of(struct sample *t, const int64_t *units, int count, uint64_t x,
                                   int64_t terrain) {
    const int64_t a = units[x % (uint64_t)count], b = units[(x >> 9) % (uint64_t)count];
    struct followed out = {.seen = call(t, PRIM_SEES, a, b, NONE)};
    const struct view among = state_list(&t->s, call(t, PRIM_BETWEEN, a, b, NONE));
    for (int64_t i = 0; i < among.count; i++) {
        out.between = base_mix(out.between ^ (uint64_t)among.at[i]);
    }
    for (int i = 0; i < 2 * count; i++) {
        const size_t used = t->s.scratch_used;
        const struct view off =
            state_list(&t->s, call(t, PRIM_STRAYS, units[i / 2], 500 + i % 2 * 4000, NONE));
        for (int64_t k = 0; k < off.count; k++) {
            out.astray = base_mix(out.astray ^ (uint64_t)(off.at[k] * 2 + i % 2));
        }
        t->s.scratch_used = used;
    }
    for (int i = 0; i < 4 * count; i++) {
        static const int64_t by[4][2] = {{2000, -1000}, {-5000, 0}, {0, 3500}, {900, 900}};
        const size_t used = t->s.scratch_used;
        const int64_t who = units[i / 4], from = prim_place_of(&t->s, who);
        const int64_t x_to = state_x(from) + by[i % 4][0], y_to = state_y(from) + by[i % 4][1];
        const int64_t way = list_of(t, who, from, from == NONE ? NONE : spot(x_to, y_to));
        if (call(t, PRIM_CLEAR_PATH, way, NONE, NONE) == 1) {
            out.clear = base_mix(out.clear ^ (uint64_t)i);
            out.count++;
        }
        bool sweeps = true;
        if (from == NONE || !prim_stood_near(&t->s, PRIM_SWEEPS, way, terrain, NONE, &sweeps)) {
            sweeps = call(t, PRIM_SWEEPS, way, terrain, NONE) == 1;
        }
        if (sweeps) out.swept = base_mix(out.swept ^ (uint64_t)i);
        t->s.scratch_used = used;
    }
    return out;
}

/* Pieces that the index follows stand in it as if all were gathered anew. */
TEST what_moves_is_followed(void) {
    enum { UNITS = 50, ROUNDS = 1500 };
    for (int count = 5; count <= UNITS; count += UNITS - 5) {
        struct sample t;
        uint64_t x = 77;
        int seen = 0, clear = 0, swept = 0;
        open_sample(&t);
        small_table(&t);
        t.shapes[LARGE].a = 4000;
        int64_t units[UNITS];
        for (int i = 0; i < count; i++) {
            x = base_mix(x + 1);
            units[i] = unit(&t, 1 + i % 2, 3,
                            spot(5000 + (int64_t)(x % 75000), 5000 + (int64_t)(x >> 32) % 75000));
        }
        const int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(40000, 40000));
        state_put(&t.s, wood, T_WORDS + 1, 1);
        for (int round = 0; round < ROUNDS; round++) {
            const world_mark mark = world_now(&t.s.w);
            x = base_mix(x + 1);
            for (uint64_t n = 1 + (x >> 62); n > 0; n--) {
                x = base_mix(x + n);
                stir_piece(&t, units, count, x);
            }
            if (x >> 12 & 1) {
                const int64_t at[] = {(int64_t)(x >> 16) % 75000, (int64_t)(x >> 40) % 75000};
                state_put(&t.s, wood, T_PLACE, spot(5000 + at[0], 5000 + at[1]));
            }
            for (int n = 0; n < 4; n++) { /* off the table, and onto it again */
                x = base_mix(x + 1);
                const int64_t u = units[x % (uint64_t)count];
                const int64_t next = units[(x % (uint64_t)count + 1) % (uint64_t)count];
                const int64_t to = spot(5000 + (int64_t)(x >> 30) % 75000, 9000 + n * 15000);
                const int64_t models = state_list(&t.s, state_word(&t.s, u, T_WORDS)).count;
                const int64_t one = models == 0 ? u : member(&t, u, (int64_t)(x >> 40) % models);
                (void)prim_stand(&t.s, x >> 20 & 1 ? one : u, NONE);
                if (x >> 21 & 1) (void)prim_stand(&t.s, next, NONE);
                (void)prim_near_few(&t.s);
                if (x >> 22 & 1) continue;
                (void)prim_stand(&t.s, x >> 23 & 1 ? one : u, to);
                if (x >> 24 & 1)
                    (void)prim_stand(&t.s, next, spot(state_x(to), state_y(to) - 3000));
            }
            for (int i = 0; round % 10 == 0 && i < count; i++) {
                (void)prim_stand(&t.s, units[i], spot(4000 + i % 6 * 14000, 9000 + i / 6 * 9000));
            }
            if (x >> 20 & 1) (void)prim_near_few(&t.s);
            if (x >> 22 & 1) world_undo(&t.s.w, mark);
            struct followed kept = followed_of(&t, units, count, x, wood);
            t.s.w.anew++;
            memset(t.s.stood, 0, t.s.stood_capacity * sizeof *t.s.stood);
            struct followed anew = followed_of(&t, units, count, x, wood);
            ASSERT_EQ(anew.seen, kept.seen);
            ASSERT_EQ(anew.between, kept.between);
            ASSERT_EQ(anew.clear, kept.clear);
            ASSERT_EQ(anew.swept, kept.swept);
            ASSERT_EQ(anew.astray, kept.astray);
            seen += kept.seen == 1, clear += kept.count, swept += kept.swept != 0;
        }
        ASSERT(seen > ROUNDS / 9 && seen < ROUNDS && clear > ROUNDS && swept > ROUNDS / 9);
        state_close(&t.s);
    }
    PASS();
}

/* Of what moved to and fro the index is told but once when there is no more room; so it is looked
 * at again whether terrain is among it. */
TEST terrain_is_followed_behind_much_that_moved(void) {
    struct sample t;
    enum plane_side look;
    open_sample(&t);
    small_table(&t);
    int64_t a = model(&t, 1, SMALL, spot(10000, 40000)),
            b = model(&t, 2, SMALL, spot(70000, 40000));
    int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(40000, 40000));
    (void)sited(&t, ZONE, 1, SOUTH, NONE);
    state_put(&t.s, wood, T_WORDS + 1, 1);
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    for (int i = 0; i < INDEX_MOVED; i++) {
        (void)prim_stand(&t.s, i % 2 ? b : a, spot(i % 2 ? 70000 : 10000, 40000 + i));
    }
    ASSERT(prim_look(&t.s, 1, &look));
    (void)prim_stand(&t.s, a, spot(10000, 40000));
    state_put(&t.s, wood, T_PLACE, spot(40000, 80000));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    state_close(&t.s);
    PASS();
}

/* Whatever was asked before it. */
TEST terrain_is_swept_where_it_lies_now(void) {
    struct sample t;
    open_sample(&t);
    small_table(&t);
    const int64_t from = spot(20000, 20000), u = unit(&t, 1, 3, from);
    const int64_t wood = sited(&t, TERRAIN, NONE, ROUND, spot(40000, 20000));
    const int64_t east = list_of(&t, u, from, spot(50000, 20000));
    const int64_t north = list_of(&t, u, from, spot(20000, 50000));
    ASSERT_EQ(1, call(&t, PRIM_SWEEPS, east, wood, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SWEEPS, north, wood, NONE));
    state_put(&t.s, wood, T_PLACE, spot(20000, 40000));
    ASSERT_EQ(1, call(&t, PRIM_SWEEPS, north, wood, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SWEEPS, east, wood, NONE));
    state_close(&t.s);
    PASS();
}

/* Two units that are far apart by their surroundings are so by their distance, and there are such
 * units; a piece that has moved is never judged by where it stood. */
TEST who_is_far_off_is_far(void) {
    enum { UNITS = 12, FAR = 9000, ROUNDS = 400 };
    struct sample t;
    uint64_t x = 5;
    int off = 0, may = 0;
    open_sample(&t);
    small_table(&t);
    int64_t units[UNITS];
    for (int i = 0; i < UNITS; i++) {
        x = base_mix(x + 1);
        units[i] =
            unit(&t, 1, 3, spot(5000 + (int64_t)(x % 30000), 5000 + (int64_t)(x >> 32) % 30000));
    }
    for (int round = 0; round < ROUNDS; round++) {
        x = base_mix(x + 1);
        const int64_t a = units[x % UNITS], alone = member(&t, a, 0);
        const int64_t from = prim_place_of(&t.s, a), to = spot(20000, 20000);
        const int64_t way = list_of(&t, a, from, to);
        struct prim_about near, reach, end, lone;
        for (int i = 0; i < UNITS; i++) (void)prim_stood(&t.s, units[i]);
        ASSERT(prim_about_of(&t.s, PRIM_WITHIN, a, FAR, &near));
        ASSERT(prim_about_of(&t.s, PRIM_WITHIN, alone, FAR, &lone));
        ASSERT(prim_about_of(&t.s, PRIM_REACH, a, FAR, &reach));
        ASSERT(prim_about_of(&t.s, PRIM_DISTANCE_AFTER, way, FAR, &end));
        for (int i = 0; i < UNITS; i++) {
            if (units[i] == a) continue;
            const int64_t far = call(&t, PRIM_DISTANCE, a, units[i], NONE);
            const bool is_off = prim_far_off(&t.s, &near, units[i]);
            off += is_off, may += !is_off;
            if (is_off) ASSERT(far > FAR);
            if (prim_far_off(&t.s, &reach, units[i])) ASSERT(far > FAR + PLANE_TOUCH);
            if (prim_far_off(&t.s, &lone, units[i])) {
                ASSERT(call(&t, PRIM_DISTANCE, alone, units[i], NONE) > FAR);
            }
            if (prim_far_off(&t.s, &end, units[i])) {
                ASSERT(call(&t, PRIM_DISTANCE_AFTER, way, units[i], NONE) > FAR);
            }
        }
        const int64_t b = units[(x >> 20) % UNITS];
        (void)prim_stand(&t.s, member(&t, b, (int64_t)(x >> 40) % 3), spot(state_x(from), 35000));
        ASSERT_FALSE(prim_far_off(&t.s, &near, b));
        (void)prim_stand(&t.s, b,
                         spot(5000 + (int64_t)(x % 60000), 5000 + (int64_t)(x >> 32) % 60000));
    }
    ASSERT(off > ROUNDS && may > ROUNDS);
    state_close(&t.s);
    PASS();
}

/* Of all that is asked whether it is on a line or in a circle each says so that is, by its base. */
TEST who_is_on_a_line_or_circle_is_found(void) {
    enum { MODELS = 60, ROUNDS = 400 };
    struct sample t;
    uint64_t x = 3;
    int on = 0, in = 0;
    open_sample(&t);
    small_table(&t);
    const int64_t all = state_scratch(&t.s, MODELS);
    for (int i = 0; i < MODELS; i++) {
        x = base_mix(x + 1);
        const int64_t at = spot((int64_t)(x % 80000), (int64_t)(x >> 32) % 80000);
        state_scratch_add(&t.s, all, model(&t, 1, i % 3 ? SMALL : LARGE, at));
    }
    for (int round = 0; round < ROUNDS; round++) {
        const size_t used = t.s.scratch_used;
        struct plane_point from, to;
        struct plane_shape disc;
        x = base_mix(x + 1);
        ASSERT_EQ(PLANE_OK, plane_point((int64_t)(x % 80000), (int64_t)(x >> 20) % 80000, &from));
        ASSERT_EQ(PLANE_OK, plane_point((int64_t)(x >> 40) % 80000, round * 200, &to));
        const int64_t wide = round % 4 * 1500;
        ASSERT_EQ(PLANE_OK, plane_round(from, 2 * wide, &disc));
        const int64_t args[] = {spot(from.x, from.y), spot(to.x, to.y), all, wide};
        int64_t line, circle;
        ASSERT(prim_call(&t.s, PRIM_ON_LINE, args, 4, &line));
        ASSERT(prim_call(&t.s, PRIM_ON_CIRCLE, (const int64_t[]){args[0], wide, all}, 3, &circle));
        for (int i = 0; i < MODELS; i++) {
            const int64_t thing = state_list(&t.s, all).at[i];
            struct plane_shape base;
            ASSERT(prim_round(&t.s, thing, &base));
            const bool crossed = plane_crossed(from, to, wide, plane_one(&base));
            const bool inside = plane_in(plane_one(&base), &disc);
            ASSERT_EQ(crossed, state_has(state_list(&t.s, line), thing));
            ASSERT_EQ(inside, state_has(state_list(&t.s, circle), thing));
            on += crossed, in += inside;
        }
        t.s.scratch_used = used;
    }
    ASSERT(on > ROUNDS && in > ROUNDS / 9);
    state_close(&t.s);
    PASS();
}

TEST what_gets_a_number_again_enters_play_as_the_last(void) {
    struct sample t;
    open_sample(&t);
    int64_t a = model(&t, 1, SMALL, spot(10000, 10000)),
            p = model(&t, 2, SMALL, spot(20000, 10000));
    int64_t q = model(&t, 2, SMALL, spot(30000, 10000)),
            b = model(&t, 1, SMALL, spot(40000, 10000));
    ASSERT(list_is(&t, call(&t, PRIM_BETWEEN, a, b, NONE), 2, p, q, NONE));
    state_leave(&t.s, p);
    state_free(&t.s, p);
    state_global_set(&t.s, G_FREE, 1);
    ASSERT_EQ(p, model(&t, 2, SMALL, spot(20000, 10000)));
    ASSERT(list_is(&t, call(&t, PRIM_BETWEEN, a, b, NONE), 2, q, p, NONE));
    state_close(&t.s);
    PASS();
}

/* A piece that nothing holds is not taken for one of the group whose oval base came before it. */
TEST who_comes_behind_an_oval_base_is_met(void) {
    struct sample t;
    open_sample(&t);
    t.shapes[LARGE].a = 6000;
    int64_t a = unit(&t, 1, 1, spot(10000, 40000));
    state_put(&t.s, member(&t, a, 0), T_WORDS, OVAL);
    int64_t between = model(&t, 2, LARGE, spot(40000, 40000));
    int64_t b = unit(&t, 2, 1, spot(70000, 40000));
    ASSERT_EQ(0, call(&t, PRIM_SEES, a, b, NONE));
    ASSERT_EQ(0, call(&t, PRIM_SEES, b, a, NONE));
    (void)prim_stand(&t.s, between, spot(40000, 60000));
    ASSERT_EQ(1, call(&t, PRIM_SEES, a, b, NONE));
    state_close(&t.s);
    PASS();
}

SUITE(prim_index_suite) {
    RUN_TESTp(the_index_finds_all_that_matters, 30);
    RUN_TESTp(the_index_finds_all_that_matters, 50); /* more than are kept by groups */
    RUN_TEST(what_moves_is_followed);
    RUN_TEST(terrain_is_followed_behind_much_that_moved);
    RUN_TEST(who_is_far_off_is_far);
    RUN_TEST(terrain_is_swept_where_it_lies_now);
    RUN_TEST(who_is_on_a_line_or_circle_is_found);
    RUN_TEST(what_gets_a_number_again_enters_play_as_the_last);
    RUN_TEST(who_comes_behind_an_oval_base_is_met);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(prim_index_suite);
    GREATEST_MAIN_END();
}
