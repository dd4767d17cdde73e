/*
 * duel: what the benches need of the Duel: its rules, a battle of two rosters, a player who answers
 * at random.
 */
#ifndef MYTH_TESTS_BENCH_DUEL_H
#define MYTH_TESTS_BENCH_DUEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/image.h"
#include "../../vm/run.h"

static inline const struct image *duel_load(struct arena *scratch) {
    enum ruleset_result result;
    const struct image *img = ruleset_load(scratch, diags_new(scratch), "rules/duel", &result);
    if (img) return img;
    fprintf(stderr, "bench: rules/duel has mistakes\n");
    exit(1);
}

static inline void duel_free(const struct image *img, struct arena *scratch) {
    image_free((struct image *)(uintptr_t)img);
    arena_free(scratch);
}

static inline int32_t duel_blueprint(const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        if (strcmp(image_text(img, img->blueprints[i].name), name) == 0) return i;
    }
    fprintf(stderr, "bench: the duel has no '%s'\n", name);
    exit(1);
}

static inline struct run_options duel_options(uint64_t seed) {
    struct run_options options = {.seed = seed, .chance = CHANCE_STREAM};
    for (int i = 0; i < RUN_PLAYERS; i++) options.policy[i] = POLICY_ASK;
    return options;
}

static inline void duel_lay_out(struct battle *b) {
    const struct image *img = battle_image(b);
    const struct image_roster *r = &img->rosters[0];
    battle_scenario(b, duel_blueprint(img, "open_field"));
    for (int32_t player = 0; player < img->players; player++) {
        for (int32_t k = 0; k < r->entries; k++) {
            const int32_t *e = &img->lists[r->first_entry + 4 * k];
            for (int32_t n = 0; n < e[0]; n++) battle_create(b, e[1], battle_player(b, player));
        }
    }
    int64_t none = NONE;
    if (battle_start(b, img->battle, &none, 0)) return;
    fprintf(stderr, "bench: the battle did not start: %s\n", battle_error(b)->text);
    exit(1);
}

static inline struct battle *duel_new(const struct image *img, uint64_t seed) {
    struct run_options options = duel_options(seed);
    struct battle *b = battle_new(img, &options);
    duel_lay_out(b);
    return b;
}

static inline void duel_again(struct battle *b, uint64_t seed) {
    struct run_options options = duel_options(seed);
    battle_reset(b, &options);
    duel_lay_out(b);
}

/* Plays a battle with random answers to its end, or until so many choices were made. Returns how
 * many were made. */
static inline int duel_play(struct battle *b, int choices) {
    const struct question *q;
    struct answer a;
    int n = 0;
    enum run_status status = run_next(b, &q);
    for (; status == RUN_QUESTION && n < choices; n++, status = run_next(b, &q)) {
        run_policy_answer(b, POLICY_RANDOM, &a);
        if (run_answer(b, &a)) break;
    }
    if (status != RUN_FAILED) return n;
    fprintf(stderr, "bench: %s\n", battle_error(b)->text);
    exit(1);
}

#endif
