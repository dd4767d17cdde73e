/*
 * bench: what the benches share: a clock, the limits in limits.txt, and a ratio that is held
 * against its limit. Only the benches use a clock and fractions.
 */
#ifndef MYTH_TESTS_BENCH_H
#define MYTH_TESTS_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Returns nanoseconds of this program's own processor time: what else runs on the machine is not
 * counted. */
static inline uint64_t bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Returns nanoseconds of the clock on the wall, for spans of less than a millisecond. A call costs
 * little, but the clock goes on while other programs run. */
static inline uint64_t bench_tick(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Returns the limit of this name in limits.txt; -1, after a message, if there is none. */
static inline double bench_limit(const char *name) {
    FILE *f = fopen("tests/bench/limits.txt", "r");
    char line[200], word[100];
    double limit = -1, value;
    while (f && fgets(line, sizeof line, f)) {
        if (sscanf(line, "%99s %lf", word, &value) == 2 && strcmp(word, name) == 0) limit = value;
    }
    if (f) fclose(f);
    if (limit < 0) fprintf(stderr, "bench: tests/bench/limits.txt has no limit '%s'\n", name);
    return limit;
}

/* Prints the ratio of two times. Returns true if it keeps the limit of this name. */
static inline bool bench_ratio(const char *name, double ours, double theirs, const char *unit) {
    double limit = bench_limit(name), ratio = ours / theirs;
    bool fine = ratio <= limit;
    printf("%-16s %10.1f %s against %10.1f %s: %5.2f times, at most %.3g: %s\n", name, ours, unit,
           theirs, unit, ratio, limit, fine ? "good" : "OVER ITS LIMIT");
    return fine;
}

/* Keeps the least of all values that it is given; `least` is 0 before the first. */
static inline void bench_least(double *least, double value) {
    if (*least <= 0 || value < *least) *least = value;
}

#endif
