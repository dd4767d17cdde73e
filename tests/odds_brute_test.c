/* The odds that `myth odds` prints and those of tests/brute.c, which shares no
 * code with it and tries every face: the same to the byte; and some by hand. Both
 * are programs that were built before; MYTH names the first, the other lies beside
 * this one. */
#include "greatest.h"

#include <string.h>
#include <sys/wait.h>

static char brute[400];

/* Runs a command and keeps what it prints. Gives its exit code; -1: it could not be run. */
static int printed(const char *command, char *out, size_t size) {
    FILE *f = popen(command, "r");
    out[0] = 0;
    if (!f) return -1;
    const size_t n = fread(out, 1, size - 1, f);
    out[n] = 0;
    const int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Does the same, and keeps only what stands from the first column's values on. */
static int shown(const char *command, char *out, size_t size) {
    const int code = printed(command, out, size);
    char *values = strchr(out, '[');
    memmove(out, values ? values : "", strlen(values ? values : "") + 1);
    return code;
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
/* The means and odds beside each block of 43_live.myth and 44_best.myth. */
static enum greatest_test_res comes_to(const char *odds, const char *expected) {
    static char command[1000], ours[20000];
    const char *myth = getenv("MYTH");
    if (!myth) SKIPm("MYTH does not name the program");
    snprintf(command, sizeof command, "'%s' odds --json tests/semantics/%s 2>&1", myth, odds);
    ASSERT_EQ(0, shown(command, ours, sizeof ours));
    /* All columns: values and odds alone. */
    char *to = ours;
    for (const char *from = ours; *from; from++) {
        const bool said =
            strncmp(from, "\"value\": ", 9) == 0 || strncmp(from, "\"odds\": ", 8) == 0;
        const char *end = said ? strpbrk(from, ",}") : NULL;
        if (!end) continue;
        from = strchr(from, ' ') + 1;
        to += sprintf(to, "%.*s ", (int)(end - from), from);
        from = end;
    }
    *to = 0;
    ASSERT_STR_EQ(expected, ours);
    PASS();
}

/* Where four of six are equal, and two, the odds are those of six that are each another. */
static enum greatest_test_res as_apart(const char *options) {
    static char command[1000], apart[200000], equal[200000];
    const char *myth = getenv("MYTH");
    if (!myth) SKIPm("MYTH does not name the program");
    const char *best = strstr(options, "--best") ? ", best" : "";
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "'%s' odds --json tests/semantics/56_equal_things.myth '%s%s' %s", myth,
                 i ? "Equal" : "Apart", best, options);
        ASSERT_EQ(0, shown(command, i ? equal : apart, sizeof apart));
    }
    ASSERT_STR_EQ(apart, equal);
    PASS();
}
TEST equal_things_have_the_odds_of_things_apart(void) {
    return as_apart("--policy random");
}
TEST the_best_of_equal_things_is_that_of_things_apart(void) {
    CHECK_CALL(as_apart("--best bows"));
    return as_apart("--best next_one");
}

/* Eight men, nine blows, each at any of them: a second one kills. By the numbers of the unhurt and
 * the hurt alone, reckoned in fractions elsewhere. Told apart they pass the limit of worlds. */
TEST alike_things_are_one_world(void) {
    return comes_to("58_alike.myth 'Nine blows at eight' --policy random",
                    "4 \"111002573/553190400\" 5 \"51475089061/92935987200\" "
                    "6 \"47911998055/208176611328\" 7 \"118071315/7710244864\" "
                    "1 \"111002573/553190400\" 3 \"51475089061/92935987200\" "
                    "5 \"47911998055/208176611328\" 7 \"118071315/7710244864\" ");
}
/* Three at two, by counts: 212089/262080 and 3541/34944 (a reference that shares no code). */
#define CHARGE \
    "false \"49991/262080\" true \"212089/262080\" false \"31403/34944\" true \"3541/34944\" "
TEST a_fight_by_pieces_is_a_fight_by_counts(void) {
    CHECK_CALL(comes_to("58_alike.myth 'Three at two, by counts'", CHARGE));
    return comes_to("58_alike.myth 'Three at two, by pieces' --policy random", CHARGE);
}

TEST a_rule_that_speaks_after_reads_what_was_kept(void) {
    return comes_to("43_live.myth After", "0 \"1/2\" 1 \"1/2\" ");
}
#define TWO_AND_ONE "0 \"3/8\" 1 \"1/8\" 2 \"3/8\" 3 \"1/8\" "
TEST a_caller_reads_one_result_of_three(void) {
    return comes_to("43_live.myth Caller", TWO_AND_ONE);
}
TEST a_number_reads_what_its_event_has_kept(void) {
    return comes_to("43_live.myth Number", TWO_AND_ONE);
}
TEST an_event_inside_reads_what_one_around_it_has_kept(void) {
    return comes_to("43_live.myth Around", TWO_AND_ONE);
}
TEST what_lasts_until_an_event_ends_reads_what_it_kept(void) {
    return comes_to("43_live.myth Until", "false \"1/2\" true \"1/2\" ");
}
TEST a_loop_goes_on_with_what_it_counts(void) {
    return comes_to("43_live.myth Loop", "0 \"27/64\" 1 \"27/64\" 2 \"9/64\" 3 \"1/64\" ");
}
TEST a_pool_is_read_later_only_if(void) {
    return comes_to("43_live.myth Perhaps", "false \"1/2\" true \"1/2\" false \"71/72\" true "
                                            "\"1/72\" false \"71/72\" true \"1/72\" ");
}
TEST dice_rolled_anew_keep_their_faces(void) {
    return comes_to("43_live.myth Anew", "0 \"25/36\" 1 \"1/9\" 10 \"5/36\" 11 \"1/18\" ");
}
TEST dice_of_two_pools_are_known_while_one_is_read(void) {
    return comes_to("43_live.myth 'Two hold'",
                    "false \"5/6\" true \"1/6\" false \"35/36\" true \"1/36\" ");
}

#define SEEN_FACES "1 \"1/12\" 2 \"1/12\" 3 \"1/12\" 4 \"1/4\" 5 \"1/4\" 6 \"1/4\" "
TEST the_best_choice_sees_the_dice_on_the_table(void) {
    CHECK_CALL(comes_to("44_best.myth Seen --best game.s", SEEN_FACES));
    return comes_to("44_best.myth Around --best game.s", SEEN_FACES);
}
TEST dice_that_nothing_can_read_any_more_are_not_asked(void) {
    CHECK_CALL(comes_to("44_best.myth 'Two pools' --best game.s", SEEN_FACES));
    return comes_to("44_best.myth Guess --best game.s", "0 \"215955/262144\" 1 \"46189/262144\" ");
}
TEST the_best_choice_does_not_see_secret_dice(void) {
    CHECK_CALL(comes_to("44_best.myth Open --best game.s", SEEN_FACES));
    return comes_to("44_best.myth Secret --best game.s",
                    "1 \"1/6\" 2 \"1/6\" 3 \"1/6\" 4 \"1/6\" 5 \"1/6\" 6 \"1/6\" ");
}

/* Runs a command and keeps the mean that it prints, as a fraction; "" if it prints none. */
static int mean_of(const char *command, char *out, size_t size) {
    const int code = printed(command, out, size);
    const char *mean = strstr(out, "mean ");
    const char *from = mean ? strstr(mean, "= ") : NULL;
    const size_t len = from ? strcspn(from + 2, "\n") : 0;
    if (from) memmove(out, from + 2, len);
    out[len] = 0;
    return code;
}

static enum greatest_test_res best_mean(int dice, int against, const char *expected) {
    static char command[1000], ours[20000];
    const char *myth = getenv("MYTH");
    if (!myth) SKIPm("MYTH does not name the program");
    snprintf(command, sizeof command, "'%s' odds tests/odds '%d dice against %d' --best wounds",
             myth, dice, against);
    ASSERT_EQ(0, mean_of(command, ours, sizeof ours));
    ASSERT_STR_EQ(expected, ours);
    PASS();
}

/* Which dice are set aside, and what they add, is chosen at once: as good as one by one. */
TEST dice_are_chosen_as_well_as_one_at_a_time(void) {
    static const int cases[][2] = {{3, 5}, {3, 7}, {4, 4}, {4, 7}, {4, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[500], theirs[100] = "";
        snprintf(command, sizeof command, "'%s' aside %d %d", brute, cases[i][0], cases[i][1]);
        FILE *f = popen(command, "r");
        ASSERT(f && fgets(theirs, sizeof theirs, f));
        ASSERT_EQ(0, pclose(f));
        theirs[strcspn(theirs, "\n")] = 0;
        CHECK_CALL(best_mean(cases[i][0], cases[i][1], theirs));
    }
    PASS();
}
/* Reckoned before there was such a choice, by fractions. */
TEST six_dice_of_which_some_are_set_aside(void) {
    CHECK_CALL(best_mean(3, 5, "103/108"));
    return best_mean(6, 4, "138583/46656");
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
    RUN_TEST(equal_things_have_the_odds_of_things_apart);
    RUN_TEST(the_best_of_equal_things_is_that_of_things_apart);
    RUN_TEST(alike_things_are_one_world);
    RUN_TEST(a_fight_by_pieces_is_a_fight_by_counts);
    RUN_TEST(a_rule_that_speaks_after_reads_what_was_kept);
    RUN_TEST(a_caller_reads_one_result_of_three);
    RUN_TEST(a_number_reads_what_its_event_has_kept);
    RUN_TEST(an_event_inside_reads_what_one_around_it_has_kept);
    RUN_TEST(what_lasts_until_an_event_ends_reads_what_it_kept);
    RUN_TEST(a_loop_goes_on_with_what_it_counts);
    RUN_TEST(a_pool_is_read_later_only_if);
    RUN_TEST(dice_rolled_anew_keep_their_faces);
    RUN_TEST(dice_of_two_pools_are_known_while_one_is_read);
    RUN_TEST(the_best_choice_sees_the_dice_on_the_table);
    RUN_TEST(dice_that_nothing_can_read_any_more_are_not_asked);
    RUN_TEST(the_best_choice_does_not_see_secret_dice);
    RUN_TEST(dice_are_chosen_as_well_as_one_at_a_time);
    RUN_TEST(six_dice_of_which_some_are_set_aside);
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
