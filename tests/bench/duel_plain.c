/*
 * The whole Duel, both players at random: the machine against the same game written by hand in C
 * (duel_plain_game.h) and in plain Lua (duel_plain.lua).
 *
 * All three list candidates and compute sight and ways in the same way and draw from the same
 * streams, so one seed is one battle. Before anything is timed they play battles of which all
 * answers (dice and places, too) and the ends must be equal.
 *
 * A timed battle is played from the set-up to the end, the machine with undo and hash and without a
 * journal. It is timed in two ways: all three list what is open to a unit before one of these is
 * drawn; or none lists it, and no more is looked at than is drawn.
 */
#include "bench.h"

#include <lauxlib.h>
#include <lualib.h>

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/run.h"
#include "duel.h"
#include "duel_plain_game.h"

enum { ROUNDS = 12, BATTLES = 40, COMPARED = 1000 };

/* The result of a battle: a hash of all its answers, how many picks and dice they were, who won
 * (-1: nobody), the points. */
struct ends {
    uint64_t told;
    int64_t picks, dice, winner, points[2];
};

/* ---- The machine ---------------------------------------- */

static void fold(struct ends *e, int64_t word) {
    e->told = mixed((e->told + (uint64_t)word + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

static void on_number(void *user, struct battle *b, const struct question *q,
                      const struct answer *a) {
    struct ends *e = user;
    (void)b, (void)a;
    if (q->kind == ASK_ROLL)
        e->dice += q->count;
    else
        e->picks++;
}

static void on_answer(void *user, struct battle *b, const struct question *q,
                      const struct answer *a) {
    struct ends *e = user;
    fold(e, q->count);
    for (int64_t i = 0; i < a->count; i++) fold(e, a->values[i]);
    on_number(user, b, q, a);
}

static void on_nothing(void *user, struct battle *b, const struct question *q,
                       const struct answer *a) {
    (void)user, (void)b, (void)q, (void)a;
}

static void machine_battle(struct battle *b, uint64_t seed, struct ends *e, bool lists) {
    struct run_options options = duel_options(seed);
    const struct question *q;
    for (int i = 0; i < RUN_PLAYERS; i++) options.policy[i] = POLICY_RANDOM;
    battle_reset(b, &options);
    duel_lay_out(b);
    if (e) *e = (struct ends){.told = 0};
    battle_observe(b, (struct run_observer){.answered = e       ? (lists ? on_answer : on_number)
                                                        : lists ? on_nothing
                                                                : NULL,
                                            .user = e,
                                            .brief = !lists});
    if (run_next(b, &q) != RUN_ENDED) {
        fprintf(stderr, "bench: the duel did not end: %s\n", battle_error(b)->text);
        exit(1);
    }
    if (!e) return;
    e->winner = -1;
    for (int p = 0; p < 2; p++) {
        int64_t player = battle_player(b, p);
        e->points[p] = battle_points(b, player, -1);
        if (battle_winner(b) == player) e->winner = p;
    }
}

/* ---- By hand ---------------------------------------- */

static void hand_battle(uint64_t seed, struct ends *e, bool lists) {
    static struct plain g;
    plain_battle(&g, seed, e != NULL, lists);
    if (e) *e = (struct ends){g.told, g.picks, g.dice, g.winner, {g.points[0], g.points[1]}};
}

static lua_State *lua_game(void) {
    lua_State *l = luaL_newstate();
    if (!l) exit(1);
    luaL_openlibs(l);
    if (luaL_dofile(l, "tests/bench/duel_plain.lua") == LUA_OK) return l;
    fprintf(stderr, "bench: %s\n", lua_tostring(l, -1));
    exit(1);
}

static void lua_battle(lua_State *l, uint64_t seed, struct ends *e, bool lists) {
    lua_pushvalue(l, -1);
    lua_pushinteger(l, (lua_Integer)seed);
    lua_pushboolean(l, e != NULL);
    lua_pushboolean(l, lists);
    if (lua_pcall(l, 3, 6, 0) != LUA_OK) {
        fprintf(stderr, "bench: %s\n", lua_tostring(l, -1));
        exit(1);
    }
    if (e) {
        *e = (struct ends){(uint64_t)lua_tointeger(l, -6),
                           lua_tointeger(l, -5),
                           lua_tointeger(l, -4),
                           lua_tointeger(l, -3),
                           {lua_tointeger(l, -2), lua_tointeger(l, -1)}};
    }
    lua_pop(l, 6);
}

/* ---- Compared, then timed ---------------------------------------- */

static bool ends_alike(const struct ends *a, const struct ends *b) {
    return a->picks == b->picks && a->dice == b->dice && a->winner == b->winner &&
           a->points[0] == b->points[0] && a->points[1] == b->points[1];
}

static bool same(const struct ends *a, const struct ends *b) {
    return a->told == b->told && ends_alike(a, b);
}

static bool compare(struct battle *b, lua_State *l) {
    int64_t picks = 0, dice = 0, won = 0;
    for (uint64_t seed = 1; seed <= COMPARED; seed++) {
        struct ends machine, drawn, hand, lua;
        machine_battle(b, seed, &machine, true);
        machine_battle(b, seed, &drawn, false);
        hand_battle(seed, &hand, true);
        lua_battle(l, seed, &lua, true);
        const char *other = !same(&machine, &hand)          ? "the duel in C"
                            : !same(&machine, &lua)         ? "the duel in Lua"
                            : !ends_alike(&machine, &drawn) ? "the machine that draws"
                                                            : NULL;
        if (other) {
            printf("duel: with seed %d the machine and %s part\n", (int)seed, other);
            return false;
        }
        picks += machine.picks;
        dice += machine.dice;
        won += machine.winner >= 0;
    }
    printf("%-16s %d battles alike: %d choices, %d dice, %d won\n", "duel", COMPARED, (int)picks,
           (int)dice, (int)won);
    return true;
}

static bool timed(struct battle *b, lua_State *l, bool lists) {
    double ours = 0, plain = 0, lua = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t start = bench_now(), seed;
        for (seed = 1; seed <= BATTLES; seed++) machine_battle(b, seed, NULL, lists);
        uint64_t then = bench_now();
        bench_least(&ours, (double)(then - start) / 1000 / BATTLES);
        for (seed = 1; seed <= BATTLES; seed++) hand_battle(seed, NULL, lists);
        start = bench_now();
        bench_least(&plain, (double)(start - then) / 1000 / BATTLES);
        for (seed = 1; seed <= BATTLES; seed++) lua_battle(l, seed, NULL, lists);
        bench_least(&lua, (double)(bench_now() - start) / 1000 / BATTLES);
    }
    bool fine = bench_ratio(lists ? "duel_c" : "duel_c_drawn", ours, plain, "us");
    return bench_ratio(lists ? "duel_lua" : "duel_lua_drawn", ours, lua, "us") && fine;
}

int main(void) {
    struct arena scratch = {0};
    const struct image *img = duel_load(&scratch);
    struct battle *b = duel_new(img, 1);
    lua_State *l = lua_game();
    bool fine = compare(b, l) && timed(b, l, true);
    fine = timed(b, l, false) && fine;
    lua_close(l);
    battle_free(b);
    duel_free(img, &scratch);
    return fine ? 0 : 1;
}
