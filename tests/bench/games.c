/*
 * Plays whole battles of five games with random answers: Mythic Earth (units that move and shoot on
 * a table), the Duel (a small game of that sort), Realms (tests/bench/map: a map of lands that are
 * things, with 300 pieces, most of which differ in nothing), the Ring (tests/maps: a small map of
 * areas and borders), and the Alliance (a war on 45 areas with 350 pieces, decks and hands). The
 * output is the same in each build, whatever mechanisms the build leaves out (vm/base_without.h):
 * hashes of all answers and of the last Worlds or, with `journal`, all journals word by word.
 *
 *     games [GAME [BATTLES [journal]]]
 */
#include "bench.h"

/* For tests/gates/ablate: instructions are counted only while battles are played, not while rules
 * are read. */
#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif

#include "rules.h"

struct game {
    const char *name, *folder, *scenario;
    const char *rosters[2]; /* of the first two players; NULL: the rules create all that there is */
    uint64_t battles;
};
static const struct game games[] = {
    {"earth", "rules/mythic_earth", "first_field", {"rain_host", "four_roads"}, 20},
    {"duel", "rules/duel", "open_field", {"northerners", "northerners"}, 200},
    {"realms", "tests/bench/map", "open_realms", {NULL, NULL}, 20},
    {"ring", "tests/maps", "valley", {NULL, NULL}, 200},
    {"alliance", "tests/bench/alliance", "four", {NULL, NULL}, 4},
};

static void muster(struct battle *b, int32_t player, const char *name) {
    const struct image *img = battle_image(b);
    for (int32_t i = 0; i < img->rosters_count; i++) {
        const struct image_roster *r = &img->rosters[i];
        if (strcmp(image_text(img, r->name), name) != 0) continue;
        for (int32_t k = 0; k < r->entries; k++) {
            const int32_t *e = &img->lists[r->first_entry + 4 * k];
            for (int32_t n = 0; n < e[0]; n++) battle_create(b, e[1], battle_player(b, player));
        }
        return;
    }
    bench_fail("there is no roster", name);
}

static void answered(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    (void)b;
    uint64_t *answers = user;
    for (int64_t i = 0; i < a->count; i++) {
        int64_t value = q->kind == ASK_PICK ? q->values[a->values[i]] : a->values[i];
        *answers = *answers * 31 + (uint64_t)value;
    }
}

/* Plays a battle from an empty World to its end. */
static void play(struct battle *b, const struct game *g, bool journal, uint64_t seed,
                 uint64_t *answers) {
    struct run_options options = {.seed = seed, .chance = CHANCE_STREAM, .journal = journal};
    for (int i = 0; i < RUN_PLAYERS; i++) options.policy[i] = POLICY_RANDOM;
    const struct question *q;
    const struct image *img = battle_image(b);
    const int64_t scenario = bench_blueprint(img, g->scenario);
    battle_reset(b, &options);
    battle_observe(b, (struct run_observer){.answered = answered, .user = answers, .brief = true});
    battle_scenario(b, (int32_t)scenario);
    for (int32_t i = 0; i < 2 && g->rosters[i]; i++) muster(b, i, g->rosters[i]);
    const int32_t given = img->events[img->battle].roles > 0;
    if (battle_start(b, img->battle, &scenario, given) && run_next(b, &q) == RUN_ENDED) return;
    bench_fail("a battle failed", battle_error(b)->text);
}

static void battles(const struct game *g, uint64_t count, bool journal) {
    struct arena scratch = {0};
    const struct image *img = bench_rules(&scratch, g->folder);
    const struct run_options options = {.chance = CHANCE_STREAM};
    struct battle *b = battle_new(img, &options);
    uint64_t answers = 0, worlds = 0, start = bench_now();
#ifdef CALLGRIND_START_INSTRUMENTATION
    CALLGRIND_START_INSTRUMENTATION;
#endif
    for (uint64_t seed = 1; seed <= count; seed++) {
        play(b, g, journal, seed, &answers);
        worlds = worlds * 31 + battle_hash(b);
        const struct journal *j = battle_journal(b);
        if (journal && fwrite(j->words, sizeof *j->words, j->count, stdout) != j->count)
            bench_fail("it cannot be written what came of", g->name);
    }
    const double spent = (double)(bench_now() - start) / 1e9;
    if (!journal)
        printf("%s: %d battles, answers %016llx, worlds %016llx\n", g->name, (int)count,
               (unsigned long long)answers, (unsigned long long)worlds);
    fprintf(stderr, "%s: %.1f battles a second\n", g->name, (double)count / spent);
    battle_free(b);
    image_free((struct image *)(uintptr_t)img);
    arena_free(&scratch);
}

int main(int argc, char **argv) {
    const bool journal = argc > 3 && strcmp(argv[3], "journal") == 0;
    bool any = false;
    for (size_t i = 0; i < ARRAY_LEN(games); i++) {
        if (argc > 1 && strcmp(argv[1], games[i].name) != 0) continue;
        any = true;
        battles(&games[i], argc > 2 ? strtoull(argv[2], NULL, 10) : games[i].battles, journal);
    }
    if (!any) bench_fail("there is no game", argv[1]);
    return 0;
}
