/*
 * Times 10,000 duels by `myth bulk` with two processes against the same with one. The ratio is
 * taken by the clock on the wall, which counts what else the machine does, so it wants an idle
 * machine. Either side is run three times, in turn, and its least time counts. The processors' own
 * time is printed, too, and does not depend on other work: if two processes take as much of it as
 * one, spreading costs nothing.
 */
#include "bench.h"

#include <sys/resource.h>
#include <unistd.h>

enum { ROUNDS = 3 };

/* Returns the seconds of processors that all ended children have taken. */
static double spent(void) {
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

static double duels(const char *myth, int64_t battles, int jobs, double *own) {
    char line[500];
    snprintf(line, sizeof line,
             "'%s' bulk scenarios/first_duel.lua --policy red=random,blue=random --battles %d "
             "--jobs %d --out build/bench/bulk.%d",
             myth, (int)battles, jobs, jobs);
    double before = spent();
    uint64_t start = bench_tick();
    if (system(line) != 0) exit(1);
    double wall = (double)(bench_tick() - start) / 1e9;
    bench_least(own, spent() - before);
    return wall;
}

int main(int argc, char **argv) {
    const char *myth = getenv("MYTH");
    int64_t battles = argc > 1 ? atoll(argv[1]) : 10000;
    double one = 0, two = 0, own_one = 0, own_two = 0;
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        printf("bulk: there is only one core here\n");
        return 0;
    }
    for (int i = 0; i < ROUNDS; i++) {
        bench_least(&one, duels(myth ? myth : "build/myth", battles, 1, &own_one));
        bench_least(&two, duels(myth ? myth : "build/myth", battles, 2, &own_two));
    }
    printf("%-16s %d duels: %.2f s by one process, %.2f s by two: %.2f times as fast; of the "
           "processors %.2f s and %.2f s\n",
           "bulk", (int)battles, one, two, one / two, own_one, own_two);
    return bench_ratio("bulk_jobs", two, one, "s") ? 0 : 1;
}
