/*
 * Battles of two games for tests: the Duel, which is played unless a test says otherwise, and
 * Mythic Earth. They are set up as scenarios/first_duel.lua and first_battle.lua set theirs up.
 * Also all that a battle is, as bytes, to compare battles. All is static, for a test to include
 * once.
 */
#ifndef MYTH_TESTS_BATTLES_FIXTURE_H
#define MYTH_TESTS_BATTLES_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "ruleset.h"
#include "run.h"
#include "world.h"

enum { RED, BLUE };

static struct arena loaded;
struct game {
    const char *folder, *scenario, *red, *blue;
};
static const struct game games[] = {
    {"rules/duel", "open_field", "northerners", "northerners"},
    {"rules/mythic_earth", "first_field", "rain_host", "four_roads"},
    {"tests/maps", "valley", NULL, NULL},
    {"tests/bench/idols", "plain", NULL, NULL},
    {"tests/four", "two_sides", NULL, NULL},
    {"rules/pantheon", "gems", "host_of_zeus", "host_of_hades"},
};
/* the games; and what some tests play besides: rules on a map, and rules with a map, decks, hands,
 * dice that are chosen and two sides of two players; and a whole game of that sort */
enum { DUEL, EARTH, GAMES, MAPPED = GAMES, IDOLS, FOUR, PANTHEON };
static const struct game *at_play = &games[DUEL];
static struct image *played;

/* ---- Names -------------------------------- */

#define FIND(table, name)                                                     \
    for (int32_t i = 0; i < img->table##_count; i++) {                        \
        if (strcmp(image_text(img, img->table[i].name), name) == 0) return i; \
    }                                                                         \
    printf("there is no '%s'\n", name);                                       \
    exit(1)

static inline int32_t blueprint(const struct image *img, const char *name) {
    FIND(blueprints, name);
}
static inline int32_t event(const struct image *img, const char *name) {
    FIND(events, name);
}
static inline int32_t roster(const struct image *img, const char *name) {
    FIND(rosters, name);
}
static inline int32_t block(const struct image *img, const char *title) {
    for (int32_t i = 0; i < img->blocks_count; i++) {
        if (strcmp(image_text(img, img->blocks[i].title), title) == 0) return i;
    }
    printf("there is no block '%s'\n", title);
    exit(1);
}

/* ---- A battle -------------------------------- */

/* Who answers: ALONE, the streams and random policies of the machine; ASKED, the test, each
 * question. */
enum who { ALONE, ASKED };

static inline struct run_options options(uint64_t seed, enum who who) {
    struct run_options o = {.seed = seed, .journal = true};
    o.chance = who == ASKED ? CHANCE_ASK : CHANCE_STREAM;
    for (int32_t i = 0; i < RUN_PLAYERS; i++)
        o.policy[i] = who == ASKED ? POLICY_ASK : POLICY_RANDOM;
    return o;
}

static inline void must(bool done, struct battle *b) {
    if (done) return;
    printf("the battle cannot be set up: %s\n", battle_error(b)->text);
    exit(1);
}

static inline void muster(struct battle *b, int32_t player) {
    const char *name = player == RED ? at_play->red : at_play->blue;
    if (name == NULL) return; /* the rules make all that takes part */
    must(battle_muster(b, roster(played, name), battle_player(b, player)), b);
}

/* Sets up and starts a battle of the game at play. */
static inline void begin(struct battle *b, const struct run_options *o) {
    battle_reset(b, o);
    int64_t scenario = blueprint(played, at_play->scenario);
    must(battle_scenario(b, (int32_t)scenario), b);
    muster(b, RED);
    muster(b, BLUE);
    must(battle_start(b, played->battle, &scenario, 1), b);
}

static inline struct battle *fresh(const struct image *img) {
    const struct run_options o = options(1, ASKED);
    return battle_new(img, &o);
}

/* Sets `a` to the answer that the machine itself would give. */
static inline void own_answer(struct battle *b, const struct question *q, struct answer *a) {
    if (ask_row(q->kind)->chance)
        run_chance_answer(b, a);
    else
        run_policy_answer(b, POLICY_RANDOM, a);
}

/* Plays a battle to its end, and gives the machine's own answer to each question that is put.
 * Returns false if the rules failed or an answer was refused. */
static inline bool play_on(struct battle *b) {
    const struct question *q;
    struct answer a;
    enum run_status status;
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        own_answer(b, q, &a);
        if (run_answer(b, &a)) return false;
    }
    return status == RUN_ENDED;
}

/* ---- All that a battle is, as bytes -------------------------------- */

struct bytes {
    uint8_t *at;
    size_t count, room;
};

static inline void put(struct bytes *out, const void *from, size_t size) {
    out->at = memory_grow(out->at, &out->room, out->count + size, 1);
    if (size) memcpy(out->at + out->count, from, size);
    out->count += size;
}

/* Adds the World with its header, and the length of the journal. */
static inline void put_battle(struct bytes *out, struct battle *b) {
    const struct world *w = battle_world(b);
    size_t size = world_save_size(w), journal = battle_journal(b)->count;
    out->at = memory_grow(out->at, &out->room, out->count + size, 1);
    world_save(w, out->at + out->count);
    out->count += size;
    put(out, &journal, sizeof journal);
}

static inline bool same_bytes(const struct bytes *a, size_t from, size_t count,
                              struct bytes *scratch, struct battle *b) {
    scratch->count = 0;
    put_battle(scratch, b);
    return scratch->count == count && memcmp(scratch->at, a->at + from, count) == 0;
}

static inline bool same_journal(const struct journal *a, const struct journal *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->words, b->words, a->count * sizeof *a->words) == 0);
}

/* ---- All that a player is shown, as bytes -------------------------------- */

/* All that a question shows. */
static inline void put_question(struct bytes *out, struct battle *b, const struct question *q) {
    const int64_t head[] = {q->kind,  q->who,        q->place,     q->choice,   q->secret,
                            q->count, q->least,      q->most,      q->may_pass, q->mover,
                            q->up_to, q->type.class, q->type.elem, q->type.of};
    put(out, head, sizeof head);
    put(out, q->prompt, strlen(q->prompt) + 1);
    for (int64_t i = 0; i < q->count; i++) {
        if (q->kind == ASK_PICK) {
            char name[80] = "";
            put(out, &q->values[i], sizeof *q->values);
            if (q->type.class == V_THING && !q->labels) battle_name(b, q->values[i], name, 80);
            put(out, name, strlen(name) + 1);
            if (q->labels) put(out, q->labels[i], strlen(q->labels[i]) + 1);
        } else if (i % 7 == 0) {
            const int64_t *values;
            int64_t n;
            if (run_candidate(b, i, &values, &n)) put(out, values, (size_t)n * sizeof *values);
        }
    }
}

/* Writes everything that a player may know: the whole of his view, and what that asks. */
static inline bool put_view(struct bytes *out, struct battle *view, struct battle *b, int player,
                            uint64_t seed) {
    const struct question *q;
    if (!battle_view(view, b, player, seed)) return false;
    const uint64_t hash = battle_hash(view);
    if (hash != world_hash_again(battle_world(view))) return false;
    put_battle(out, view);
    if (run_next(view, &q) != RUN_QUESTION) return false;
    put_question(out, view, q);
    return true;
}

/* Writes the journal as a player may read it, up to the first card that was revealed. */
static inline void put_journal(struct bytes *out, struct battle *b, int player) {
    struct journal j = {0};
    struct journal_entry e;
    size_t end = 0;
    journal_view(battle_journal(b), played, player, &j);
    for (size_t at = 0; journal_next(&j, &at, &e) && e.kind != J_REVEAL;) end = at;
    put(out, j.words, end * sizeof *j.words);
    journal_free(&j);
}

static inline uint64_t fold(uint64_t hash, uint64_t word) {
    return base_mix((hash ^ word) * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

static inline struct image *load(const char *path) {
    enum ruleset_result result;
    struct diags *d = diags_new(&loaded);
    struct image *img = ruleset_load(&loaded, d, path, &result);
    if (img) return img;
    diag_print(d, stdout, false);
    exit(1);
}

#endif
