/* Examples and chances: what their named dice and picks answer, and what is a failure. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "image.h"
#include "trial.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct cmd c;
static struct trial_result result;
static char first[600];

/* A little game: a thing that rolls and asks. */
static const char rules[] =
    "ruleset little \"Little\" { version \"1\"; players red, blue }\n"
    "kind model, models is piece\n"
    "kind unit, units is group of model { pace length = 4\"; hurt number 0..9 = 0 }\n"
    "unit band \"Band\" { models { 2 man \"Man\" { base circle(25mm) } } }\n"
    "unit crew like band\n"
    "unit stray like band\n"
    "force host { from band, crew; at most 1 band; exactly 1 crew per 1 band }\n"
    "event strike(who: unit, foe: unit) \"Strike\" {\n"
    "    keep rolled = roll 3 d6\n"
    "    keep hits = count(rolled <= 2)\n"
    "    foe.hurt += hits\n"
    "}\n"
    "event decide(actor: unit) \"Decide\" {\n"
    "    keep taken = 0\n"
    "    choose x in units where x is not actor \"Whom?\"\n"
    "    choose one \"How?\" { \"Hard\" { taken = 2 }; \"Soft\" { taken = 1 } }\n"
    "    may \"Again\" { taken += 10 }\n"
    "    x.hurt = taken\n"
    "}\n"
    "event go(actor: unit, whom: unit) \"Go\" {\n"
    "    offer go to red for actor\n"
    "    ask blue { may \"Follow\" { whom.hurt = 1 } }\n"
    "    offer go to red for actor\n"
    "}\n"
    "action step_on(actor: unit) during go \"Step\" {\n"
    "    limit once per go\n"
    "    choose place spot within 4\" of actor \"Where?\"\n"
    "    place actor at spot\n"
    "}\n"
    "action walk_on(actor: unit) during go \"Walk\" {\n"
    "    choose path way for actor up to 4\" \"Which way?\"\n"
    "    do move(actor, way)\n"
    "}\n"
    "action hit(actor: unit) during go \"Hit\" {\n"
    "    needs actor.hurt = 0 \"it is hurt\"\n"
    "    choose x in units where x is enemy to actor \"Whom?\"\n"
    "    x.hurt = 5\n"
    "}\n"
    "action sit(actor: unit) during decide \"Sit\" { stop }\n";

static bool given_places; /* a, b and d stand on the table */

/* Runs an example with these lines after its `given`; the first fault lies in `first`. */
static bool passes(const char *lines) {
    char text[4000];
    const char *at[] = {" at (10\", 10\")", " at (30\", 10\")", " at (30\", 30\")"};
    for (size_t i = 0; !given_places && i < 3; i++) at[i] = "";
    snprintf(text, sizeof text,
             "%sexample \"It\" {\n    given   red has band as a%s; blue has band as b%s; blue has "
             "band as d%s\n%s}\n",
             rules, at[0], at[1], at[2], lines);
    enum cmd_exit code;
    struct image *img = cmd_load_text(&c, "test", text, (struct span){text, strlen(text)}, &code);
    snprintf(first, sizeof first, "%s", img ? "" : "the text has mistakes");
    if (!img) return false;
    struct battle *b = trial_battle(img);
    trial_example(b, 0, &c.arena, &result);
    if (result.faults) snprintf(first, sizeof first, "%s", result.faults->text);
    battle_free(b);
    image_free(img);
    return result.passed;
}

#define PASSES(lines)                  \
    do {                               \
        bool passed_ = passes(lines);  \
        ASSERT_STR_EQ("", first);      \
        ASSERTm("it passes", passed_); \
    } while (0)
#define FAILS(lines, why)             \
    do {                              \
        bool passed_ = passes(lines); \
        ASSERT_STR_EQ(why, first);    \
        ASSERT_FALSE(passed_);        \
    } while (0)

TEST named_dice_fall_in_order(void) {
    PASSES("    when strike(a, b)\n    rolls 1 2 3\n    expect hits = 2 and b.hurt = 2\n");
    PASSES("    when strike(a, b)\n    rolls 6 6 6\n    expect hits = 0\n    expect d.hurt = 0\n");
    FAILS("    when strike(a, b)\n    rolls 1 2\n    expect hits = 2\n",
          "of the 2 named dice 2 are left, 1 2, and 3 d6 are rolled in Strike (who red Band 1, foe "
          "blue Band 1), at test:9");
    FAILS("    when strike(a, b)\n    rolls 1 2 3 4\n    expect hits = 2\n",
          "of the 4 named dice only 3 were rolled; left is 4; the last roll was 3 d6 in Strike "
          "(who red Band 1, foe blue Band 1), at test:9");
    FAILS("    when strike(a, b)\n    rolls 1 2 7\n    expect hits = 2\n",
          "a d6 has no 7: this is die 3 of 3 d6 rolled in Strike (who red Band 1, foe blue Band "
          "1), at test:9");
    PASS();
}

TEST picks_name_things_labels_and_truths(void) {
    /* 12, held to 9 */
    PASSES("    when decide(a)\n    picks b, \"Hard\", yes\n    expect b.hurt = 9\n");
    PASSES("    when decide(a)\n    picks d, \"Soft\", no\n    expect d.hurt = 1 and b.hurt = 0\n");
    PASSES("    when decide(a)\n    picks d, \"Soft\", \"Again\"\n    expect d.hurt = 9\n");
    PASSES("    when decide(a)\n    picks d, \"Soft\", pass\n    expect d.hurt = 1\n");
    FAILS("    when decide(a)\n    picks a, \"Hard\", yes\n    expect b.hurt = 9\n",
          "a is no answer to 'Whom?' (of b, d)");
    FAILS("    when decide(a)\n    picks b, \"Hart\", yes\n    expect b.hurt = 9\n",
          "\"Hart\" is no answer to 'How?' (of \"Hard\", \"Soft\")");
    FAILS("    when decide(a)\n    picks b, \"Hard\"\n    expect b.hurt = 2\n",
          "'Again' (yes or no) is asked in Decide (actor red Band 1), at test:17, and no pick is "
          "left to answer it");
    FAILS("    when decide(a)\n    picks b, \"Hard\", no, yes\n    expect b.hurt = 2\n",
          "nothing asked for the pick yes");
    PASS();
}

TEST of_a_question_is_said_what_it_offers(void) {
    const char *good = "    when decide(a)\n"
                       "    picks a is not offered, d is offered, pass is not offered, b,\n"
                       "        \"Soft\" is offered, \"Hart\" is not offered, \"Hard\"\n"
                       "    picks \"Again\" is offered, no\n"
                       "    expect b.hurt = 2\n";
    PASSES(good);
    FAILS("    when decide(a)\n    picks b is not offered, b, \"Hard\", no\n",
          "b is offered by 'Whom?' (of b, d)");
    FAILS("    when decide(a)\n    picks a is offered, b, \"Hard\", no\n",
          "a is not offered by 'Whom?' (of b, d)");
    FAILS("    when decide(a)\n    picks b, b is not offered, \"Hard\", no\n",
          "b is nothing that could be offered by 'How?' (of \"Hard\", \"Soft\")");
    FAILS("    when decide(a)\n    picks man is not offered, b, \"Hard\", no\n",
          "man is nothing that could be offered by 'Whom?' (of b, d)");
    FAILS("    when decide(a)\n    picks red is not offered, b, \"Hard\", no\n",
          "red is nothing that could be offered by 'Whom?' (of b, d)");
    PASSES("    when decide(a)\n    picks crew is not offered, band is offered, b, \"Hard\", no\n");
    FAILS("    when decide(a)\n    picks pass is offered, b, \"Hard\", no\n",
          "pass is not offered by 'Whom?' (of b, d)");
    PASS();
}

TEST an_action_is_closed_within_an_event_and_why(void) {
    given_places = true;
    PASSES("    when go(a, a)\n"
           "    picks hit is offered, pass is offered, pass, yes, hit is not offered \"it is "
           "hurt\", pass\n");
    FAILS("    when go(a, a)\n    picks pass, yes, hit is not offered \"it is tired\", pass\n",
          "hit is not offered, but for another reason: it is hurt");
    FAILS("    when go(a, a)\n    picks pass, yes, hit is offered, pass\n",
          "hit is not offered by a choice (of step_on, walk_on, or pass); closed: it is hurt");
    FAILS("    when go(a, a)\n    picks sit is not offered, pass, yes, pass\n",
          "sit is nothing that could be offered by a choice (of step_on, walk_on, hit, or pass)");
    /* A limit, at the second offer of the event. */
    PASSES(
        "    when go(a, b)\n    picks step_on, (12\", 10\"), no, step_on is not offered, pass\n");
    FAILS("    when go(a, b)\n    picks step_on, (12\", 10\"), no, step_on is offered, pass\n",
          "step_on is not offered by a choice (of walk_on, hit, or pass); closed: once per go");
    given_places = false;
    PASS();
}

TEST a_place_is_offered_or_not(void) {
    given_places = true;
    PASSES("    when go(a, b)\n    picks step_on, (12\", 10\") is offered, (30\", 10\") is not "
           "offered,\n"
           "        (14\", 10\"), no, pass\n");
    FAILS("    when go(a, b)\n    picks step_on, (12\", 10\") is not offered, (14\", 10\"), no, "
          "pass\n",
          "(12\", 10\") is offered by 'Where?'");
    FAILS("    when go(a, b)\n    picks step_on, (30\", 10\") is offered, (14\", 10\"), no, pass\n",
          "(30\", 10\") is not offered by 'Where?'");
    PASSES("    when go(a, b)\n    picks walk_on, (13\", 10\") is offered, (10\", 15\") is not "
           "offered,\n"
           "        (10\", 14\"), no, pass\n");
    FAILS("    when go(a, b)\n    picks walk_on, (10\", 14\") is not offered, (10\", 13\"), no, "
          "pass\n",
          "(10\", 14\") is offered by 'Which way?'");
    FAILS("    when go(a, b)\n    picks walk_on, (10\", 15\") is offered, (10\", 13\"), no, pass\n",
          "(10\", 15\") is not offered by 'Which way?'");
    given_places = false;
    PASS();
}

TEST who_is_asked_and_what_is_said(void) {
    given_places = true;
    PASSES("    when go(a, b)\n    picks red is asked, \"Follow\" is not asked, pass,\n"
           "        blue is asked, red is not asked, \"Follow\" is asked, no, pass\n");
    FAILS("    when go(a, b)\n    picks pass, red is asked, no, pass\n",
          "red is not asked here: 'Follow' (yes or no) is put to blue");
    FAILS("    when go(a, b)\n    picks pass, blue is not asked, no, pass\n",
          "blue is asked here: 'Follow' (yes or no) is put to blue");
    FAILS("    when go(a, b)\n    picks pass, \"Fellow\" is asked, no, pass\n",
          "\"Fellow\" is not asked here: 'Follow' (yes or no) is put to blue");
    FAILS("    when go(a, b)\n    picks pass, \"Follow\" is not asked, no, pass\n",
          "\"Follow\" is asked here: 'Follow' (yes or no) is put to blue");
    given_places = false;
    PASS();
}

TEST behind_the_last_question_nothing_is_offered(void) {
    given_places = true;
    PASSES("    when go(a, b)\n    picks pass, no, pass, hit is not offered, red is not asked\n");
    FAILS("    when go(a, b)\n    picks pass, no, pass, hit is not offered \"it is hurt\"\n",
          "nothing more is asked, so it cannot be seen why hit is not offered");
    FAILS("    when go(a, b)\n    picks pass, no, pass, hit is offered\n",
          "nothing more is asked, so it cannot be seen that hit is offered");
    FAILS("    when go(a, b)\n    picks pass, no, pass, red is asked\n",
          "nothing more is asked, so it cannot be seen that red is asked");
    given_places = false;
    PASS();
}

TEST what_is_expected_and_is_not_fails(void) {
    passes("    when strike(a, b)\n    rolls 1 2 3\n    expect hits = 3\n    expect b.hurt = 2\n");
    ASSERT_FALSE(result.passed);
    ASSERT_EQ(2, result.expectations);
    ASSERTm(first, strstr(first, "hits = 3") != NULL);
    ASSERTm("only one fault", result.faults && !result.faults->next);
    PASS();
}

/* Of conditions joined by `and` the first that does not hold is named, with what is there
 * instead; what stands behind it is not looked at. */
TEST the_part_that_does_not_hold_is_named(void) {
    FAILS("    when strike(a, b)\n    rolls 1 2 3\n    expect hits = 2 and b.hurt > 2 and d.hurt = "
          "7\n",
          "expected: b.hurt > 2; it is 2");
    ASSERT_EQ(1, result.expectations);
    FAILS("    when strike(a, b)\n    rolls 1 2 3\n    expect hits = 2 and a.pace = 5\"\n",
          "expected: a.pace = 5\"; it is 4\"");
    FAILS("    when strike(a, b)\n    rolls 1 2 3\n    expect 3 = hits\n",
          "expected: 3 = hits; it is 2");
    FAILS("    when strike(a, b)\n    rolls 1 2 3\n    expect not hits = 2\n",
          "expected: not hits = 2");
    FAILS("    when strike(a, b)\n    rolls 1 2 3\n"
          "    expect hits = 3 and 6 / (hits - 2) rounded down = 1\n",
          "expected: hits = 3; it is 2");
    PASSES("    when strike(a, b)\n    rolls 1 2 3\n    expect hits = 2 and b.hurt = 2 and d.hurt "
           "= 0\n");
    ASSERT_EQ(1, result.expectations);
    PASS();
}

/* Three dice, each a hit by 1/3. */
/* A roster breaks what is said of it, and nothing that is not said; what it breaks is told. */
TEST of_a_roster_is_said_what_it_breaks(void) {
    PASSES("    given roster of host { 1 band; 1 crew }\n    expect legal\n");
    ASSERT_EQ(1, result.expectations);
    PASSES("    given roster of host { 2 band; 2 crew }\n    expect broken \"at most 1 band\"\n");
    PASSES("    given roster of host { 2 band }\n    expect broken\n");
    PASSES("    given roster of host { 2 band }\n    expect broken \"at most 1 band\"\n"
           "    expect broken \"exactly 1 crew per 1 band\"\n");
    FAILS("    given roster of host { 2 band; 2 crew }\n    expect legal\n",
          "expected: legal; the roster breaks: at most 1 band (it has 2)");
    FAILS(
        "    given roster of host { 1 band }\n    expect broken \"at most 1 band\"\n",
        "expected: broken \"at most 1 band\"; the roster breaks: exactly 1 crew per 1 band (which "
        "makes 1; it has 0)");
    FAILS("    given roster of host { 2 band }\n    expect broken \"at most 1 band\"\n",
          "expected: broken \"at most 1 band\"; the roster breaks: at most 1 band (it has 2), "
          "exactly "
          "1 crew per 1 band (which makes 2; it has 0)");
    FAILS("    given roster of host { 1 band; 1 crew }\n    expect broken\n",
          "expected: broken; the roster keeps every limit");
    FAILS("    given roster of host { 1 band; 1 crew; 1 stray }\n    expect legal\n",
          "expected: legal; the roster breaks: stray is not among what host is drawn from");
    PASSES("    given roster of host { }\n    when strike(a, b)\n    rolls 1 2 3\n"
           "    expect hits = 2\n    expect legal\n");
    PASS();
}

TEST chances_are_exact(void) {
    char text[4000];
    snprintf(text, sizeof text,
             "%schances \"It\" {\n    given red has band as a; blue has band as b\n    when "
             "strike(a, b)\n    show hits, b.hurt\n}\n"
             "chances \"Choice\" {\n    given red has band as a; blue has band as b; blue has band "
             "as d\n    when decide(a)\n    show b.hurt\n}\n",
             rules);
    enum cmd_exit code;
    struct image *img = cmd_load_text(&c, "test", text, (struct span){text, strlen(text)}, &code);
    ASSERTm("it is good rule text", img != NULL);
    struct battle *b = trial_odds_battle(img);
    struct trial_odds how = {.policy = ODDS_ASK};
    struct odds_table t = {0};
    bool missing;
    ASSERT_EQ(ODDS_GOOD, trial_chances(b, 0, &how, &c.arena, &t, &missing));
    ASSERT_EQ(2, t.columns);
    static const char *const numerators[] = {"8", "4", "2", "1"}, *const denominators[] = {
                                                                      "27", "9", "9", "27"};
    for (int i = 0; i < 4; i++) {
        ASSERT_EQ_FMT((int64_t)i, t.column[1].row[i].value, "%" PRId64);
        ASSERT_STR_EQ(numerators[i], t.column[1].row[i].odds.numerator);
        ASSERT_STR_EQ(denominators[i], t.column[1].row[i].odds.denominator);
    }
    ASSERT_EQ(ODDS_CHOICE, trial_chances(b, 1, &how, &c.arena, &t, &missing));
    ASSERTm(t.error.text, strstr(t.error.text, "Whom?") != NULL);
    /* Red has the choices: b, hard, and again: 12, held to 9. */
    how.best = "b.hurt";
    ASSERT_EQ(ODDS_GOOD, trial_chances(b, 1, &how, &c.arena, &t, &missing));
    ASSERT_EQ(1, t.column[0].rows);
    ASSERT_EQ(9, t.column[0].row[0].value);
    how.best = "b.hurts";
    trial_chances(b, 1, &how, &c.arena, &t, &missing);
    ASSERTm("it says that this is not shown", missing);
    battle_free(b);
    image_free(img);
    PASS();
}

SUITE(trials) {
    RUN_TEST(named_dice_fall_in_order);
    RUN_TEST(picks_name_things_labels_and_truths);
    RUN_TEST(of_a_question_is_said_what_it_offers);
    RUN_TEST(an_action_is_closed_within_an_event_and_why);
    RUN_TEST(a_place_is_offered_or_not);
    RUN_TEST(who_is_asked_and_what_is_said);
    RUN_TEST(behind_the_last_question_nothing_is_offered);
    RUN_TEST(what_is_expected_and_is_not_fails);
    RUN_TEST(the_part_that_does_not_hold_is_named);
    RUN_TEST(of_a_roster_is_said_what_it_breaks);
    RUN_TEST(chances_are_exact);
    arena_free(&c.arena);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(trials);
    GREATEST_MAIN_END();
}
