#include "api.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "../vm/image.h"
#include "../vm/report.h"
#include "../vm/run.h"

struct myth {
    struct image *img;
};
struct myth_battle {
    const struct image *img;
    struct battle *b;
    struct run_options options;
    const struct question *q;
    int32_t scenario;
    char why[300];
};

/* ---- Names --------------------------------------------------------------------------------- */

static bool unknown(struct myth_battle *b, const char *what, const char *name) {
    snprintf(b->why, sizeof b->why, "there is no %s '%s'", what, name);
    return false;
}

static bool failed(struct myth_battle *b) {
    const struct run_error *e = battle_error(b->b);
    snprintf(b->why, sizeof b->why, "%s", e && e->text[0] ? e->text : "the rules failed");
    return false;
}

/* ---- Setting up ---------------------------------------------------------------------------- */

struct myth_battle *myth_battle(struct myth *rules, uint64_t seed) {
    struct myth_battle *b = memory_new(sizeof *b);
    b->img = rules->img;
    b->scenario = -1;
    b->options = (struct run_options){
        .seed = seed, .chance = CHANCE_STREAM, .journal = true, .history = true};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) b->options.policy[i] = POLICY_ASK;
    b->b = battle_new(b->img, &b->options);
    return b;
}

void myth_battle_free(struct myth_battle *b) {
    if (!b) return;
    battle_free(b->b);
    memory_free(b);
}

const char *myth_why(const struct myth_battle *b) {
    return b->why;
}

bool myth_scenario(struct myth_battle *b, const char *name) {
    b->why[0] = 0;
    for (int32_t i = 0; i < b->img->blueprints_count; i++) {
        if (strcmp(image_text(b->img, b->img->blueprints[i].name), name) != 0) continue;
        b->scenario = i;
        return battle_scenario(b->b, i) || failed(b);
    }
    return unknown(b, "scenario", name);
}

bool myth_roster(struct myth_battle *b, const char *player, const char *name) {
    const struct image *img = b->img;
    int32_t p = image_player_named(img, player);
    b->why[0] = 0;
    if (p < 0) return unknown(b, "player", player);
    for (int32_t i = 0; i < img->rosters_count; i++) {
        if (strcmp(image_text(img, img->rosters[i].name), name) != 0) continue;
        return battle_muster(b->b, i, battle_player(b->b, p)) || failed(b);
    }
    return unknown(b, "roster", name);
}

bool myth_start(struct myth_battle *b) {
    b->why[0] = 0;
    if (b->img->battle < 0) return unknown(b, "event", "battle");
    int64_t scenario = b->scenario >= 0 ? b->scenario : NONE;
    int32_t n = b->img->events[b->img->battle].roles ? 1 : 0;
    return battle_start(b->b, b->img->battle, &scenario, n) || failed(b);
}

/* ---- Running ------------------------------------------------------------------------------- */

bool myth_next(struct myth_battle *b, struct myth_question *out) {
    b->why[0] = 0;
    enum run_status status = run_next(b->b, &b->q);
    if (status == RUN_FAILED) failed(b);
    if (status != RUN_QUESTION) {
        b->q = NULL;
        return false;
    }
    *out = (struct myth_question){
        .prompt = b->q->prompt, .count = b->q->count, .may_pass = b->q->may_pass};
    const int32_t who = battle_player_number(b->b, b->q->who);
    if (who >= 0) out->player = image_player(b->img, who);
    return true;
}

const char *myth_candidate(struct myth_battle *b, int64_t i, char *out, size_t size) {
    const struct question *q = b->q;
    if (!q || i < 0 || i >= q->count) return NULL;
    if (q->kind == ASK_PICK) {
        battle_candidate_text(b->b, i, out, size);
    } else {
        const int64_t *at;
        int64_t n;
        if (!run_candidate(b->b, i, &at, &n) || n == 0) return NULL;
        int64_t end = at[n - 1];
        snprintf(out, size, "(%" PRId64 ", %" PRId64 ")", end >> 32,
                 (int64_t)(int32_t)(uint32_t)((uint64_t)end & UINT32_MAX));
    }
    return out;
}

static bool give(struct myth_battle *b, const struct answer *a) {
    const char *why = run_answer(b->b, a);
    snprintf(b->why, sizeof b->why, "%s", why ? why : "");
    if (!why) b->q = NULL;
    return !why;
}

bool myth_answer(struct myth_battle *b, int64_t i) {
    struct answer a = {.pass = i < 0, .count = i < 0 ? 0 : 1, .values = &i};
    if (!b->q) return unknown(b, "question", "at hand");
    return give(b, &a);
}

bool myth_answer_as(struct myth_battle *b, const char *policy) {
    struct answer a = {0};
    bool first = strcmp(policy, "first") == 0;
    if (!b->q) return unknown(b, "question", "at hand");
    if (!first && strcmp(policy, "random") != 0) return unknown(b, "policy", policy);
    run_policy_answer(b->b, first ? POLICY_FIRST : POLICY_RANDOM, &a);
    return give(b, &a);
}

bool myth_undo(struct myth_battle *b, uint64_t n) {
    b->q = NULL;
    return n <= battle_questions(b->b) && battle_undo(b->b, n);
}

struct myth_battle *myth_fork(struct myth_battle *b) {
    struct myth_battle *to = memory_new(sizeof *to);
    *to = *b;
    to->q = NULL;
    to->b = battle_new(b->img, &b->options);
    battle_copy(to->b, b->b);
    return to;
}

/* ---- Looking ------------------------------------------------------------------------------- */

size_t myth_save(const struct myth_battle *b, uint8_t *out, size_t room) {
    const size_t size = battle_save_size(b->b);
    if (size <= room) battle_save(b->b, out);
    return size;
}

bool myth_restore(struct myth_battle *b, const uint8_t *bytes, size_t count) {
    b->why[0] = 0;
    if (!battle_load(b->b, bytes, count)) return failed(b);
    b->q = NULL;
    return true;
}

uint64_t myth_questions(const struct myth_battle *b) {
    return battle_questions(b->b);
}

uint64_t myth_hash(const struct myth_battle *b) {
    return battle_hash(b->b);
}

const char *myth_winner(struct myth_battle *b) {
    const int32_t who = battle_player_number(b->b, battle_over(b->b) ? battle_winner(b->b) : NONE);
    return who < 0 ? NULL : image_player(b->img, who);
}

bool myth_has_won(struct myth_battle *b, const char *player) {
    const int32_t p = image_player_named(b->img, player);
    return p >= 0 && battle_over(b->b) && (battle_winners(b->b) >> p & 1) != 0;
}

int64_t myth_points(struct myth_battle *b, const char *player) {
    int32_t p = image_player_named(b->img, player);
    return p < 0 ? 0 : battle_points(b->b, battle_player(b->b, p), -1);
}

void myth_report(struct myth_battle *b, void (*say)(void *user, const char *text), void *user) {
    struct report_options o = {.level = REPORT_NORMAL, .utf8 = true};
    int64_t *figures = memory_new((size_t)image_figure_values(b->img) * sizeof *figures + 1);
    if (battle_figures(b->b, figures)) o.figures = figures;
    report_print(battle_journal(b->b), b->img, o, (struct image_sink){say, user});
    memory_free(figures);
}

/* ---- Rules --------------------------------------------------------------------------------- */

struct myth *myth_load(const char *path, void (*say)(void *user, const char *text), void *user) {
    struct arena arena = {0};
    struct diags *d = diags_new(&arena);
    enum ruleset_result result = RULESET_GOOD;
    struct image *img = ruleset_load_for_play(&arena, d, path, &result);
    struct span text = diag_printed(d, &arena, false);
    if (text.len && say) say(user, arena_text(&arena, text.at, text.len));
    arena_free(&arena);
    char why[300];
    if (img && !host_leaves(img, why, sizeof why)) {
        if (say) say(user, why);
        image_free(img);
        img = NULL;
    }
    if (!img) return NULL;
    struct myth *rules = memory_new(sizeof *rules);
    rules->img = img;
    return rules;
}

void myth_free(struct myth *rules) {
    if (!rules) return;
    image_free(rules->img);
    memory_free(rules);
}
