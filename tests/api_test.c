/* The public header, used as its own first paragraph says. */
#include <string.h>

#include "myth.h"

#include "greatest.h"

static char said[4000];

static void say(void *user, const char *text) {
    (void)user;
    size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s", text);
}

static struct myth_battle *begin(struct myth *rules, uint64_t seed) {
    struct myth_battle *b = myth_battle(rules, seed);
    bool good = myth_scenario(b, "open_field") && myth_roster(b, "red", "northerners") &&
                myth_roster(b, "blue", "northerners") && myth_start(b);
    if (good) return b;
    myth_battle_free(b);
    return NULL;
}

static uint64_t play(struct myth_battle *b) {
    struct myth_question q;
    while (myth_next(b, &q)) {
        if (!myth_answer_as(b, "random")) return 0;
    }
    return myth_hash(b);
}

TEST a_battle_is_played_and_forked(void) {
    struct myth *rules = myth_load("rules/duel", say, NULL);
    ASSERT_STR_EQ("", said);
    ASSERTm("the duel is read", rules != NULL);
    struct myth_battle *b = begin(rules, 3), *again = begin(rules, 3);
    ASSERTm("both begin", b && again);
    struct myth_question q;
    char name[100];
    ASSERTm("a question", myth_next(b, &q));
    ASSERT_STR_EQ("red", q.player);
    ASSERT_STR_EQ("Whom do you place?", q.prompt);
    ASSERT_EQ(4, (int)q.count);
    ASSERTm("its candidates have names", myth_candidate(b, 0, name, sizeof name) != NULL);
    ASSERT_FALSEm("there is no fifth", myth_answer(b, 4));
    uint64_t before = myth_hash(b);
    struct myth_battle *fork = myth_fork(b);
    uint64_t end = play(b);
    ASSERTm("equal seeds, equal ends", end != 0 && end == play(again));
    ASSERT_EQ(before, myth_hash(fork));
    ASSERTm("back to the start", myth_undo(b, 0));
    ASSERT_EQ(before, myth_hash(b));
    ASSERT_EQ(end, play(b));
    said[0] = 0;
    myth_report(b, say, NULL);
    ASSERTm("it has a report", strstr(said, "The Duel") != NULL);
    myth_battle_free(fork);
    myth_battle_free(again);
    myth_battle_free(b);
    myth_free(rules);
    said[0] = 0;
    PASS();
}

TEST a_battle_is_saved_and_goes_on_in_another(void) {
    static uint8_t bytes[1 << 16];
    struct myth *rules = myth_load("rules/duel", NULL, NULL);
    struct myth_battle *b = begin(rules, 3), *other = myth_battle(rules, 4);
    struct myth_question q;
    for (int i = 0; i < 20; i++)
        ASSERT(myth_next(b, &q) && myth_answer_as(b, i % 2 ? "random" : "first"));
    ASSERTm("at a question", myth_next(b, &q));
    const size_t size = myth_save(b, NULL, 0);
    ASSERT(size > 0 && size <= sizeof bytes);
    ASSERT_EQ(size, myth_save(b, bytes, sizeof bytes));
    bytes[size / 2] ^= 1;
    const uint64_t before = myth_hash(other);
    ASSERT_FALSE(myth_restore(other, bytes, size));
    ASSERTm(myth_why(other), strstr(myth_why(other), "something was altered in the things"));
    ASSERT_EQ(before, myth_hash(other));
    bytes[size / 2] ^= 1;
    ASSERTm(myth_why(other), myth_restore(other, bytes, size));
    ASSERT_EQ(myth_questions(b), myth_questions(other));
    ASSERT_FALSEm("nothing before is there to go back to", myth_undo(other, 3));
    const uint64_t end = play(b);
    ASSERTm("the same dice, the same end", end != 0 && end == play(other));
    ASSERTm("and back to where it was loaded", myth_undo(other, 25) && play(other) == end);
    myth_battle_free(b);
    myth_battle_free(other);
    myth_free(rules);
    PASS();
}

TEST what_is_not_there_is_said(void) {
    said[0] = 0;
    ASSERTm("no rules", myth_load("rules/nowhere", say, NULL) == NULL);
    ASSERTm("and why", said[0] != 0);
    struct myth *rules = myth_load("rules/duel", NULL, NULL);
    struct myth_battle *b = myth_battle(rules, 1);
    ASSERT_FALSE(myth_scenario(b, "nowhere"));
    ASSERT_STR_EQ("there is no scenario 'nowhere'", myth_why(b));
    ASSERT_FALSE(myth_roster(b, "green", "northerners"));
    ASSERT_STR_EQ("there is no player 'green'", myth_why(b));
    myth_battle_free(b);
    myth_free(rules);
    PASS();
}

SUITE(api) {
    RUN_TEST(a_battle_is_played_and_forked);
    RUN_TEST(a_battle_is_saved_and_goes_on_in_another);
    RUN_TEST(what_is_not_there_is_said);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(api);
    GREATEST_MAIN_END();
}
