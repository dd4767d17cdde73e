/*
 * 10,000 duels by `myth bulk` on two cores against the same on one, by the clock on the wall: what
 * else the machine does counts, too. The least of three rounds of either, in turn.
 */
#include "bench.h"

#include <unistd.h>

enum { ROUNDS = 3 };

static double duels(const char *myth, int64_t battles, int jobs) {
    char line[500];
    snprintf(line, sizeof line,
             "'%s' bulk scenarios/first_duel.lua --policy red=random,blue=random --battles %d "
             "--jobs %d --out build/bench/bulk.%d",
             myth, (int)battles, jobs, jobs);
    uint64_t start = bench_tick();
    if (system(line) != 0) exit(1);
    return (double)(bench_tick() - start) / 1e9;
}

int main(int argc, char **argv) {
    const char *myth = getenv("MYTH");
    int64_t battles = argc > 1 ? atoll(argv[1]) : 10000;
    double one = 0, two = 0;
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        printf("bulk: there is only one core here\n");
        return 0;
    }
    for (int i = 0; i < ROUNDS; i++) {
        bench_least(&one, duels(myth ? myth : "build/myth", battles, 1));
        bench_least(&two, duels(myth ? myth : "build/myth", battles, 2));
    }
    printf("%-16s %d duels: %.2f s by one process, %.2f s by two: %.2f times as fast\n", "bulk",
           (int)battles, one, two, one / two);
    return bench_ratio("bulk_jobs", two, one, "s") ? 0 : 1;
}
