/*
 * Times whole duels, played one after another in one struct battle, and checks that the peak of
 * memory after 10,000 of them is about that after the first ten. Also checks that playing the first
 * ten again asks the system for no memory.
 */
#include "bench.h"

#include <sys/resource.h>

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/run_int.h"
#include "duel.h"

static double peak_kb(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)use.ru_maxrss;
}

static uint64_t battles(struct battle *b, uint64_t from, uint64_t to) {
    uint64_t choices = 0;
    for (uint64_t seed = from; seed <= to; seed++) {
        duel_again(b, seed);
        choices += (uint64_t)duel_play(b, 100000);
    }
    return choices;
}

int main(int argc, char **argv) {
    uint64_t all = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000;
    struct arena scratch = {0};
    const struct image *img = duel_load(&scratch);
    struct battle *b = duel_new(img, 1);
    battles(b, 1, 10);
    uint64_t asked = memory_count();
    double first = peak_kb();
    battles(b, 1, 10);
    bool fine = memory_count() == asked;
    if (!fine) printf("battles: the same ten battles asked for memory again\n");
    uint64_t start = bench_now(), choices = battles(b, 1, all);
    double spent = (double)(bench_now() - start);
    printf("%-16s %d of them: %.1f us each, %.2f million choices a second\n", "battles", (int)all,
           spent / 1000 / (double)all, (double)choices * 1000 / spent);
    printf("%-16s %d requests in all %d battles, %d in the first ten\n", "battles_memory",
           (int)memory_count(), (int)all, (int)asked);
    fine &= bench_ratio("battles_memory", peak_kb(), first, "KB");
    battle_free(b);
    duel_free(img, &scratch);
    return fine ? 0 : 1;
}
