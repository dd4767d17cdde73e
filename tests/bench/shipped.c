/*
 * Times the commands as a user runs them: battles of Mythic Earth (scenarios/first_battle.lua) by
 * the commands of the program, each as a ratio to the same battles on the bare machine (earth.c).
 * Times are processor times of child processes; all rows are run in turn, and the best round of
 * each counts. A row that can play many battles is timed with many and with few, and the difference
 * counts, so starting and loading the rules are left out. Other rows are timed from start to exit.
 *
 * Then two large odds are timed, in seconds. lua_players.sh tells how much of a battle with Lua
 * players the script's own functions take.
 */
#include "bench.h"
#include "child.h"

#define SCRIPT "scenarios/first_battle.lua"
#define AT_RANDOM "--policy red=random,blue=random"

enum { ROUNDS = 5 };

/* A command: in `line`, %B is the program, %E earth, %N the number of battles. */
struct row {
    const char *name, *line;
    int few, many; /* how many battles; many 0: one battle, timed from start to exit */
    int each;      /* how many battles the command plays for each of N */
    int rounds;
    double spent_few, spent_many; /* least times in ms */
};
static struct row rows[] = {
    {"bare", "%E %N only", 1, 101, 1, ROUNDS, 0, 0},
    {"bulk_random", "%B bulk " SCRIPT " " AT_RANDOM " --battles %N --jobs 1", 1, 101, 1, ROUNDS, 0,
     0},
    {"bulk_greedy", "%B bulk " SCRIPT " --policy red=greedy,blue=greedy --battles %N --jobs 1", 1,
     3, 1, 3, 0, 0},
    {"bulk_lua", "%B bulk " SCRIPT " --battles %N --jobs 1", 1, 11, 1, ROUNDS, 0, 0},
    {"compare_random",
     "%B compare mythic_earth mythic_earth " SCRIPT " " AT_RANDOM " --battles %N --jobs 1", 1, 51,
     2, ROUNDS, 0, 0},
    {"search_50", "%B run " SCRIPT " --policy red=search:50,blue=random --quiet", 0, 0, 1, 3, 0, 0},
    {"run_random", "%B run " SCRIPT " " AT_RANDOM, 0, 0, 1, ROUNDS, 0, 0},
    {"odds_duel", "%B odds duel", 0, 0, 1, ROUNDS, 0, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *myth;
static char folder[400], into[500];

/* Writes a row's line for the shell, with its programs and number filled in. `exec` makes the shell
 * become the command. */
static void spell(const char *line, int battles, char *out, size_t size) {
    char *end = out + size;
    out += snprintf(out, size, "exec ");
    for (; *line; line++) {
        size_t left = (size_t)(end - out);
        if (*line != '%') {
            out += snprintf(out, left, "%c", *line);
            continue;
        }
        line++;
        if (*line == 'B') out += snprintf(out, left, "'%s'", myth);
        if (*line == 'E') out += snprintf(out, left, "'%s/earth'", folder);
        if (*line == 'N') out += snprintf(out, left, "%d", battles);
    }
}

static struct bench_spent run(const char *line, int battles) {
    char text[1000];
    spell(line, battles, text, sizeof text);
    const char *const words[] = {"sh", "-c", text, NULL};
    return bench_run(words, into);
}

static void take_round(struct row *r, int round) {
    if (round >= r->rounds) return;
    if (r->many) {
        bench_least(&r->spent_few, run(r->line, r->few).ms);
        bench_least(&r->spent_many, run(r->line, r->many).ms);
    } else {
        bench_least(&r->spent_many, run(r->line, 0).ms);
    }
}

/* Returns the milliseconds of one battle. */
static double of_battle(const struct row *r) {
    if (!r->many) return r->spent_many / r->each;
    return (r->spent_many - r->spent_few) / (r->many - r->few) / r->each;
}

static void odds(const char *title, const char *policy, double seconds, int megabytes) {
    const char *const words[] = {
        myth, "odds", "tests/bench/odds.myth", title, policy ? "--policy" : NULL, policy, NULL};
    struct bench_spent spent = bench_run(words, into);
    printf("odds: %-32s %8.2f s, wanted: %.1f s; %6.0f MB, wanted: %d MB\n", title, spent.ms / 1000,
           seconds, (double)spent.memory / 1024, megabytes);
}

int main(int argc, char **argv) {
    (void)argc;
    bool fine = true;
    myth = getenv("MYTH") ? getenv("MYTH") : "build/myth";
    snprintf(folder, sizeof folder, "%s", argv[0]);
    char *slash = strrchr(folder, '/');
    snprintf(slash ? slash : folder, 2, "%s", slash ? "" : ".");
    snprintf(into, sizeof into, "%s/shipped.out", folder);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < ROWS; i++) take_round(&rows[i], round);
    }
    for (int i = 1; i < ROWS; i++) {
        fine = bench_ratio(rows[i].name, of_battle(&rows[i]), of_battle(&rows[0]), "ms") && fine;
    }
    odds("Two hundred dice", NULL, 0.3, 100);
    odds("Ten models, six rounds", "first", 5, 500);
    return fine ? 0 : 1;
}
