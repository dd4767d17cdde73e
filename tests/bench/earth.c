/*
 * Times whole battles of Mythic Earth: the forces of scenarios/first_battle.lua, 1,000 points a
 * side, random answers, no journal. Prints how many battles and choices come to a second and what
 * share of the time geometry, questions and rules take. Then times the loading of the rules.
 *
 *     earth [BATTLES [only]]      only: the battles and nothing else, for shipped.c
 */
#include "bench.h"

#include "rules.h"
#include "shares.h"

static const char folder[] = "rules/mythic_earth";
static const char *const forces[] = {"rain_host", "four_roads"};

static void muster(struct battle *b, int32_t player, const char *name) {
    const struct image *img = battle_image(b);
    for (int32_t i = 0; i < img->rosters_count; i++) {
        if (strcmp(image_text(img, img->rosters[i].name), name) != 0) continue;
        if (battle_muster(b, i, battle_player(b, player))) return;
    }
    bench_fail("there is no roster", name);
}

struct count {
    uint64_t choices, answers; /* how many choices; a hash of all answers, dice too */
};

static void answered(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    (void)b;
    struct count *count = user;
    if (!ask_row(q->kind)->chance) count->choices++;
    for (int64_t i = 0; i < a->count; i++) {
        int64_t value = q->kind == ASK_PICK ? q->values[a->values[i]] : a->values[i];
        count->answers = count->answers * 31 + (uint64_t)value;
    }
}

static struct run_options options_of(uint64_t seed) {
    struct run_options options = {.seed = seed, .chance = CHANCE_STREAM};
    for (int i = 0; i < RUN_PLAYERS; i++) options.policy[i] = POLICY_RANDOM;
    return options;
}

/* Plays a battle from an empty table to its end. Returns the hash of its last World. */
static uint64_t play(struct battle *b, uint64_t seed, struct count *count) {
    const struct image *img = battle_image(b);
    struct run_options options = options_of(seed);
    const struct question *q;
    int64_t none = NONE;
    battle_reset(b, &options);
    battle_observe(b, (struct run_observer){.answered = answered, .user = count, .brief = true});
    battle_scenario(b, bench_blueprint(img, "first_field"));
    for (int32_t player = 0; player < 2; player++) muster(b, player, forces[player]);
    if (battle_start(b, img->battle, &none, 0) && run_next(b, &q) == RUN_ENDED) {
        return battle_hash(b);
    }
    fprintf(stderr, "bench: seed %d: %s\n", (int)seed, battle_error(b)->text);
    exit(1);
}

/* Plays battles one by one and prints how many come to a second. */
static void battles(struct battle *b, uint64_t all) {
    struct count count = {0};
    uint64_t hashes = 0, start = bench_now();
    for (uint64_t seed = 1; seed <= all; seed++) hashes = hashes * 31 + play(b, seed, &count);
    double spent = (double)(bench_now() - start) / 1e9;
    printf("%-16s %d of them (worlds %016llx, answers %016llx): %.1f a second, wanted 150; %.0f "
           "choices a second, wanted 60000\n",
           "earth", (int)all, (unsigned long long)hashes, (unsigned long long)count.answers,
           (double)all / spent, (double)count.choices / spent);
}

static void shares(struct battle *b, uint64_t all) {
    struct count count = {0};
    int counts[SHARE_COUNT_];
    if (!shares_begin()) {
        printf("%-16s its objects are not beside it: no shares\n", "earth_shares");
        return;
    }
    for (uint64_t seed = 1; seed <= all; seed++) play(b, seed, &count);
    int samples = shares_end(counts);
    if (samples == 0) {
        printf("%-16s this machine interrupts nobody: no shares\n", "earth_shares");
        return;
    }
    double whole = 100.0 / samples;
    printf("%-16s geometry %.0f %%, questions %.0f %%, rules %.0f %% of %d looks\n", "earth_shares",
           counts[SHARE_GEOMETRY] * whole, counts[SHARE_QUESTIONS] * whole,
           counts[SHARE_RULES] * whole, samples);
    printf("%-16s %.2f times as much for rules as for geometry\n", "earth_rules",
           (double)counts[SHARE_RULES] / (counts[SHARE_GEOMETRY] ? counts[SHARE_GEOMETRY] : 1));
}

static void loading(void) {
    double best = 0;
    for (int i = 0; i < 7; i++) {
        struct arena scratch = {0};
        uint64_t start = bench_now();
        const struct image *img = bench_rules(&scratch, folder);
        bench_least(&best, (double)(bench_now() - start) / 1e6);
        image_free((struct image *)(uintptr_t)img);
        arena_free(&scratch);
    }
    printf("%-16s %.1f ms, wanted: 20 ms for play, 100 ms to be checked\n", "earth_load", best);
}

int main(int argc, char **argv) {
    uint64_t all = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
    bool only = argc > 2 && strcmp(argv[2], "only") == 0;
    struct arena scratch = {0};
    const struct image *img = bench_rules(&scratch, folder);
    struct run_options options = options_of(1);
    struct battle *b = battle_new(img, &options);
    struct count warm = {0};
    for (uint64_t seed = 1; seed <= 3; seed++) play(b, seed, &warm);
    battles(b, all);
    if (!only) {
        shares(b, all);
        loading();
    }
    battle_free(b);
    image_free((struct image *)(uintptr_t)img);
    arena_free(&scratch);
    return 0;
}
