/*
 * Times of commands as a user waits for them, from start to exit. Those of the odds and of the duel
 * are only printed. `myth check` of a large ruleset is held against `luac5.4 -p` of as many lines
 * of Lua, and against `myth check` of a tenth of the lines. A time is the processor time of the
 * child, not the clock's.
 */
#include "bench.h"
#include "child.h"

enum { LINES = 200000, ROUNDS = 7, SHORT_ROUNDS = 15 };

static const char *myth;
static char folder[400];

/* Runs a command, with its output in the file `into` of the bench's folder. Returns how many
 * milliseconds it computed. */
static double run(const char *const *words, const char *into) {
    char path[500];
    snprintf(path, sizeof path, "%s/%s", folder, into);
    return bench_run(words, path).ms;
}

static double best_of(const char *const *words) {
    double best = 0;
    for (int i = 0; i < SHORT_ROUNDS; i++) bench_least(&best, run(words, "out.txt"));
    return best;
}

static void print_time(const char *what, const char *const *words, double wanted) {
    printf("%-44s %7.1f ms, wanted: %.0f ms\n", what, best_of(words), wanted);
}

static int lines_in(const char *name) {
    char path[500];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    int lines = 0;
    for (int c; f && (c = getc(f)) != EOF;) lines += c == '\n';
    if (f) fclose(f);
    return lines;
}

static void write_text(const char *from, int lines, const char *into) {
    char count[20];
    snprintf(count, sizeof count, "%d", lines);
    const char *const words[] = {"lua5.4", "tests/bench/rules_of_size.lua", from, count, NULL};
    run(words, into);
}

static bool check_bench(void) {
    char big[500], small[500], lua[500];
    snprintf(big, sizeof big, "%s/big.myth", folder);
    snprintf(small, sizeof small, "%s/small.myth", folder);
    snprintf(lua, sizeof lua, "%s/big.lua", folder);
    write_text("rules/duel", LINES, "big.myth");
    write_text("rules/duel", LINES / 10, "small.myth");
    write_text("lua", LINES, "big.lua");
    const char *const check_big[] = {myth, "check", big, NULL};
    const char *const check_small[] = {myth, "check", small, NULL};
    const char *const luac[] = {"luac5.4", "-p", lua, NULL};
    double large = 0, tenth = 0, theirs = 0;
    for (int i = 0; i < ROUNDS; i++) {
        bench_least(&large, run(check_big, "out.txt"));
        bench_least(&theirs, run(luac, "out.txt"));
        for (int k = 0; k < 5; k++) bench_least(&tenth, run(check_small, "out.txt"));
    }
    int lines = lines_in("big.myth"), lua_lines = lines_in("big.lua");
    printf("%-16s %d lines, %.2f million a second; luac5.4 -p: %d lines, %.2f million\n", "check",
           lines, lines / large / 1000, lua_lines, lua_lines / theirs / 1000);
    double tenfold = lines / (double)lines_in("small.myth") / 10;
    bool fine = bench_ratio("check", large * 1e6 / lines, theirs * 1e6 / lua_lines, "ns");
    return bench_ratio("check_growth", large / tenfold, tenth, "ms") && fine;
}

int main(int argc, char **argv) {
    (void)argc;
    myth = getenv("MYTH") ? getenv("MYTH") : "build/myth";
    snprintf(folder, sizeof folder, "%s", argv[0]);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    else
        snprintf(folder, sizeof folder, ".");
    const char *const version[] = {myth, "--version", NULL};
    const char *const forty[] = {myth, "odds", "tests/odds/probe.myth", "Forty", NULL};
    const char *const five[] = {myth, "odds", "sum(best 5 of roll 10 d10)", NULL};
    const char *const chains[] = {myth, "odds", "tests/odds/probe.myth", "Chains", NULL};
    const char *const duel[] = {myth, "run", "scenarios/first_duel.lua", NULL};
    print_time("myth --version", version, 5);
    print_time("odds: 40 dice to hit, saves and nerve", forty, 10);
    print_time("odds: best five of ten d10", five, 10);
    print_time("odds: twelve chains of endless sixes", chains, 300);
    print_time("run: the duel, start to exit", duel, 30);
    return check_bench() ? 0 : 1;
}
