/*
 * Times whole battles of two bench rulesets, of the size of games with maps: the Idols, a skirmish
 * with cards (14 areas, decks and hands, dice that are set aside, two sides of two players), and
 * the Alliance, a war (45 areas, about 370 pieces most of which differ in nothing, decks, two sides
 * and a player for whom others answer); and of Pantheon, whose players recruit. Random answers, no
 * journal. Prints for each what a battle takes, how many choices it has, and what share of the time
 * geometry, questions and rules take.
 *
 *     sized [BATTLES]
 */
#include "bench.h"

#include "rules.h"
#include "shares.h"

struct sized {
    const char *name, *folder, *scenario, *pieces;
    uint64_t share; /* one of so many battles is played */
    /* ms a battle; 0: nothing was wanted. For the Alliance 10 were, which it does not reach: where
     * its time goes is written in vm/README.md */
    double wanted;
};
static const struct sized games[] = {
    {"idols", "tests/bench/idols", "plain", "unit", 1, 0},
    {"alliance", "tests/bench/alliance", "four", "unit", 10, 20},
    {"pantheon", "rules/pantheon", "gems", "unit", 1, 5},
};

struct count {
    uint64_t choices;
    int32_t kind;
    int64_t most;    /* pieces in play at once */
    uint64_t worlds; /* a hash of the last Worlds */
};

static void answered(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    struct count *count = user;
    int64_t pieces;
    (void)a;
    if (ask_row(q->kind)->chance) return;
    (void)battle_extent(b, count->kind, &pieces);
    if (pieces > count->most) count->most = pieces;
    count->choices++;
}

static void play(struct battle *b, const struct sized *g, uint64_t seed, struct count *count) {
    struct run_options options = {.seed = seed, .chance = CHANCE_STREAM};
    const struct question *q;
    for (int i = 0; i < RUN_PLAYERS; i++) options.policy[i] = POLICY_RANDOM;
    battle_reset(b, &options);
    if (count)
        battle_observe(b,
                       (struct run_observer){.answered = answered, .user = count, .brief = true});
    const int64_t scenario = bench_blueprint(battle_image(b), g->scenario);
    battle_scenario(b, (int32_t)scenario);
    if (battle_start(b, battle_image(b)->battle, &scenario, 1) && run_next(b, &q) == RUN_ENDED)
        return;
    fprintf(stderr, "sized: %s, seed %d: %s\n", g->name, (int)seed, battle_error(b)->text);
    exit(1);
}

static void shares(struct battle *b, const struct sized *g, uint64_t all) {
    int counts[SHARE_COUNT_], samples = 0;
    if (shares_begin()) {
        for (uint64_t seed = 1; seed <= all; seed++) play(b, g, seed, NULL);
        samples = shares_end(counts);
    }
    if (samples == 0) {
        printf("%-16s no shares on this machine\n", g->name);
        return;
    }
    const double whole = 100.0 / samples;
    printf("%-16s geometry %.0f %%, questions %.0f %%, rules %.0f %% of %d looks\n", g->name,
           counts[SHARE_GEOMETRY] * whole, counts[SHARE_QUESTIONS] * whole,
           counts[SHARE_RULES] * whole, samples);
}

static void battles(const struct sized *g, uint64_t all) {
    struct arena scratch = {0};
    struct image *img = bench_rules(&scratch, g->folder);
    const struct run_options options = {.chance = CHANCE_STREAM};
    struct battle *b = battle_new(img, &options);
    struct count count = {.kind = bench_kind(img, g->pieces)};
    for (uint64_t seed = 1; seed <= all; seed++) {
        play(b, g, seed, &count);
        count.worlds = count.worlds * 31 + battle_hash(b);
    }
    const uint64_t start = bench_now();
    for (uint64_t seed = 1; seed <= all; seed++) play(b, g, seed, NULL);
    const double spent = (double)(bench_now() - start) / 1e6;
    printf("%-16s %d battles: %.1f a second, %.2f ms each", g->name, (int)all,
           (double)all * 1000 / spent, spent / (double)all);
    if (g->wanted > 0) printf(", wanted %.0f ms", g->wanted);
    printf("; %.0f choices each, at most %d pieces; worlds %016llx\n",
           (double)count.choices / (double)all, (int)count.most, (unsigned long long)count.worlds);
    shares(b, g, all);
    battle_free(b);
    image_free(img);
    arena_free(&scratch);
}

int main(int argc, char **argv) {
    const uint64_t all = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const uint64_t some = all / games[i].share;
        battles(&games[i], some ? some : 1);
    }
    return 0;
}
