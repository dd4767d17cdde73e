/* The odds that `myth odds` prints and those of tests/brute.c, which shares no
 * code with it and tries every face: the same to the byte; and some by hand. Both
 * are programs that were built before; MYTH names the first, the other lies beside
 * this one. */
#include "greatest.h"

#include <string.h>
#include <sys/wait.h>

static char brute[400];

/* Runs a command and keeps what it prints from the first column's values on. Gives its exit code;
 * -1: it could not be run. */
static int shown(const char *command, char *out, size_t size) {
    FILE *f = popen(command, "r");
    if (!f) return -1;
    const size_t n = fread(out, 1, size - 1, f);
    out[n] = 0;
    const int status = pclose(f);
    char *values = strchr(out, '[');
    memmove(out, values ? values : "", strlen(values ? values : "") + 1);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static enum greatest_test_res same(const char *odds, const char *args) {
    static char command[1000], ours[2000000], theirs[2000000];
    const char *myth = getenv("MYTH");
    if (!myth) SKIPm("MYTH does not name the program");
    snprintf(command, sizeof command, "'%s' odds --json %s", myth, odds);
    ASSERT_EQ(0, shown(command, ours, sizeof ours));
    snprintf(command, sizeof command, "'%s' %s", brute, args);
    ASSERT_EQ(0, shown(command, theirs, sizeof theirs));
    ASSERT_STR_EQ(theirs, ours);
    PASS();
}

TEST six_slingers_at_spears(void) {
    return same("rules/duel 'Slingers at spears'", "");
}
TEST the_best_five_of_ten(void) {
    return same("'sum(best 5 of roll 10 d10)'", "best 5 10 10");
}
TEST the_best_two_of_four(void) {
    return same("'sum(best 2 of roll 4 d6)'", "best 2 4 6");
}
TEST the_sum_of_all(void) {
    return same("'sum(roll 5 d8)'", "best 5 5 8");
}
TEST ones_thrown_once_more(void) {
    return same("'count((reroll (roll 4 d6) where it <= 1) <= 3)'", "reroll 4 6 1 3");
}

TEST chains_of_sixes(void) {
    return same("tests/odds Chains", "chains 12 8");
}

/* By hand: see each. */
static enum greatest_test_res gives(const char *odds, int code, const char *expected) {
    static char command[1000], ours[4000000];
    const char *myth = getenv("MYTH");
    if (!myth) SKIPm("MYTH does not name the program");
    snprintf(command, sizeof command, "'%s' odds --json %s 2>&1", myth, odds);
    ASSERT_EQ(code, shown(command, ours, sizeof ours));
    ASSERT_STRN_EQ(expected, ours, strlen(expected));
    PASS();
}

/* Thrown again until they differ: worlds that lead back to each other. */
TEST a_roll_off_is_even(void) {
    return gives("tests/odds 'Roll off'", 0,
                 "[{\"value\": false, \"odds\": \"1/2\"}, {\"value\": true, \"odds\": \"1/2\"}]}}");
}
/* 1, 2, 3 are thrown again, since a throw is worth 3 1/2: a 4 comes with 1/6 + 1/2 * 1/6. */
TEST the_best_choice_after_the_roll(void) {
    return gives("tests/odds Again --best result", 0,
                 "[{\"value\": 1, \"odds\": \"1/12\"}, {\"value\": 2, \"odds\": \"1/12\"}, "
                 "{\"value\": 3, \"odds\": \"1/12\"}, {\"value\": 4, \"odds\": \"1/4\"}, "
                 "{\"value\": 5, \"odds\": \"1/4\"}, {\"value\": 6, \"odds\": \"1/4\"}]}}");
}
TEST a_choice_that_nobody_answers_is_wrong_usage(void) {
    return gives("tests/odds Again", 2, "");
}
TEST what_never_ends_is_cut_and_says_so(void) {
    return gives("tests/odds Endless", 4, "[{\"value\": 0, \"odds\": \"5/6\"}, ");
}

SUITE(odds_and_brute_force) {
    RUN_TEST(six_slingers_at_spears);
    RUN_TEST(the_best_five_of_ten);
    RUN_TEST(the_best_two_of_four);
    RUN_TEST(the_sum_of_all);
    RUN_TEST(ones_thrown_once_more);
    RUN_TEST(chains_of_sixes);
    RUN_TEST(a_roll_off_is_even);
    RUN_TEST(the_best_choice_after_the_roll);
    RUN_TEST(a_choice_that_nobody_answers_is_wrong_usage);
    RUN_TEST(what_never_ends_is_cut_and_says_so);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    snprintf(brute, sizeof brute, "%.*sbrute", slash ? (int)(slash + 1 - argv[0]) : 0, argv[0]);
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(odds_and_brute_force);
    GREATEST_MAIN_END();
}
