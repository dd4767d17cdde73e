/* The report reads as it was wished to read: exact lines, written by hand. */
#include "journal_fixture.h"
#include "report.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct fixture fx;
static struct fx_sink out;

static const int64_t low_faces[] = {3, 1, 9, 4, 10, 5};

/* The slingers shoot at five spears: one man falls at entry 31. */
static void play_volley(int64_t slingers, int64_t spears) {
    fx_begin(&fx, EV_VOLLEY, slingers, spears);
    fx_roll(&fx, EV_VOLLEY, low_faces, 6);
    fx_account(&fx, Q_HIT, 3, 2, RULE_LONG, -1);
    fx_count(&fx, PLACE_COUNT, 6, 1, 0x3);
    fx_set(&fx, spears, FIELD_SHAKEN, 0, 1);
    fx_roll(&fx, EV_VOLLEY, (const int64_t[]){9}, 1);
    fx_count(&fx, PLACE_SAVE, 1, 0, 0x1f);
    fx_begin(&fx, EV_CASUALTIES, spears, slingers);
    int64_t man = fx_name(BP_SPEAR, KIND_MODEL, 4, 1);
    fx_begin(&fx, EV_FALLS, man, slingers);
    fx_begin(&fx, EVENT_DESTROY, man, NONE);
    fx_one(&fx, J_DESTROY, man);
    fx_end(&fx, EVENT_DESTROY, man, NONE);
    fx_end(&fx, EV_FALLS, man, slingers);
    fx_begin(&fx, EV_NERVE, spears, NONE);
    fx_roll(&fx, EV_NERVE, (const int64_t[]){9}, 1);
    fx_account(&fx, Q_METTLE, 7, 6, RULE_SHAKEN, -1);
    fx_set(&fx, spears, FIELD_SHAKEN, 1, 2);
    fx_enter(&fx, J_END, -1);
    journal_word(&fx.j, EV_NERVE);
    journal_word(&fx.j, STATUS_DONE);
    fx_thing(&fx, spears);
    fx_truth(&fx, 0);
    fx_done(&fx);
    fx_begin(&fx, EV_FLIGHT, spears, slingers);
    fx_enter(&fx, J_MOVE, -1);
    fx_thing(&fx, spears);
    fx_place(&fx, fx_spot(18, 20));
    journal_list(&fx.j, (struct image_type){V_PATH, 0, -1}, (const int64_t[]){fx_spot(18, 30)}, 1);
    fx_done(&fx);
    fx_two(&fx, J_GIVE, fx_name(BP_FLED, KIND_STATUS, 1, 1), spears);
    fx_end(&fx, EV_FLIGHT, spears, slingers);
    fx_end(&fx, EV_CASUALTIES, spears, slingers);
    fx_enter(&fx, J_END, -1);
    journal_word(&fx.j, EV_VOLLEY);
    journal_word(&fx.j, STATUS_DONE);
    fx_thing(&fx, slingers);
    fx_thing(&fx, spears);
    fx_truth(&fx, 0);
    fx_truth(&fx, 1);
    journal_value(&fx.j, (struct image_type){V_VOID, 0, -1}, 0);
    fx_number(&fx, 1);
    fx_number(&fx, 1);
    fx_done(&fx);
}

static void choose(int64_t player, bool secret, int64_t chosen, int64_t other) {
    fx_enter(&fx, J_CHOICE, PLACE_WHOM);
    fx_thing(&fx, player);
    journal_word(&fx.j, secret);
    journal_word(&fx.j, 0);
    fx_thing(&fx, chosen);
    fx_thing(&fx, NONE);
    journal_word(&fx.j, 0);
    journal_word(&fx.j, 0);
    fx_thing(&fx, chosen);
    fx_thing(&fx, other);
    fx_done(&fx);
}

static void play(void) {
    int64_t slingers = fx_name(BP_SLINGERS, KIND_UNIT, 1, 0),
            chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0);
    int64_t spears = fx_name(BP_SPEARS, KIND_UNIT, 1, 1);
    fx_open(&fx);
    fx_make(&fx, BP_SLINGERS, BP_SLINGER, 6, 0); /* 1 … 7 */
    fx_make(&fx, BP_SPEARS, BP_SPEAR, 3, 0);     /* 8 … 11 */
    fx_make(&fx, BP_CHIEF, BP_CHIEF, 0, 0);      /* 12 */
    fx_make(&fx, BP_SPEARS, BP_SPEAR, 5, 1);     /* 13 … 18 */
    fx_enter(&fx, J_BEGIN, -1);                  /* 19 */
    journal_word(&fx.j, EV_BATTLE);
    journal_value(&fx.j, (struct image_type){V_BLUEPRINT, 0, KIND_SCENARIO}, BP_FIELD);
    fx_done(&fx);
    fx_enter(&fx, J_BEGIN, PLACE_TURN); /* 20 */
    journal_word(&fx.j, EV_TURN);
    fx_number(&fx, 1);
    fx_done(&fx);
    fx_roll(&fx, EV_TURN, (const int64_t[]){7}, 1); /* 21 */
    fx_roll(&fx, EV_TURN, (const int64_t[]){3}, 1); /* 22 */
    fx_begin(&fx, EV_ACTIVATION, slingers, NONE);   /* 23 */
    fx_set(&fx, slingers, FIELD_DONE, 0, 1);        /* 24 */
    choose(fx_player(0), false, spears, chief);     /* 25 */
    fx_begin(&fx, EV_SHOOT, slingers, NONE);        /* 26 */
    play_volley(slingers, spears);                  /* 27 … */
    fx_end(&fx, EV_SHOOT, slingers, spears);
    fx_end(&fx, EV_ACTIVATION, slingers, NONE);
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_enter(&fx, J_PASS, -1);
    fx_thing(&fx, fx_player(0));
    journal_word(&fx.j, 0);
    journal_word(&fx.j, -1);
    journal_word(&fx.j, 0);
    journal_word(&fx.j, 0);
    fx_done(&fx);
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    fx_enter(&fx, J_END, -1);
    journal_word(&fx.j, EV_TURN);
    journal_word(&fx.j, STATUS_DONE);
    fx_number(&fx, 1);
    fx_done(&fx);
    fx_enter(&fx, J_SCORE, -1);
    fx_thing(&fx, fx_player(0));
    journal_word(&fx.j, 5);
    journal_word(&fx.j, 1);
    fx_thing(&fx, spears);
    fx_done(&fx);
    fx_enter(&fx, J_WIN, -1);
    fx_thing(&fx, fx_player(0));
    journal_word(&fx.j, 2);
    fx_done(&fx);
}

static void print(enum report_level level, bool utf8, bool colour, int32_t width) {
    out.len = 0;
    out.text[0] = 0;
    struct report_options options = {
        .level = level, .width = width, .colour = colour, .utf8 = utf8};
    report_print(&fx.j, &fx.img, options, (struct image_sink){fx_write, &out});
}

TEST a_battle_reads_as_a_story(void) {
    play();
    print(REPORT_NORMAL, false, false, 0);
    fx_close(&fx);
    ASSERT_STR_EQ(
        "The Duel: Open field\n"
        "====================\n"
        "\n"
        "  Red   Slingers (6 models); Spears (3 models); Chief\n"
        "  Blue  Spears (5 models)\n"
        "\n"
        "Turn 1\n"
        "------\n"
        "Rolled 7, 3.\n"
        "Red Slingers\n"
        "  Shoot -> blue Spears. 6 dice: 1 3 4 5 9 10 - 2 or less (Aim 3, -1 long range): "
        "1 hit. 1 die: 9 - 5 or less (Nerve): 0 of 1. Lost 1. "
        "Blue Spears: Shaken 0 -> 1, 1 model lost, 4 left.\n"
        "  Nerve test, blue Spears. Rolled 9 against 6 (Nerve 7, -1 shaken): not passed. "
        "Shaken 1 -> 2.\n"
        "  Flight, blue Spears: 10\" north, now Fled.\n"
        "Red Chief: nothing.\n"
        "Red scores 5: the head of blue Spears.\n"
        "\n"
        "Red wins: the stronger at the end. Points: red 5, blue 0.\n"
        "  Red   Slingers (6 models); Spears (3 models); Chief\n"
        "  Blue  Spears (4 of 5 models)\n",
        out.text);
    PASS();
}

TEST signs_beyond_ascii_are_ours_to_choose(void) {
    play();
    print(REPORT_NORMAL, true, false, 0);
    fx_close(&fx);
    ASSERTm("arrow", strstr(out.text, "Shoot \xe2\x86\x92 blue Spears. "));
    ASSERTm("dash and minus", strstr(out.text, "9 10 \xe2\x80\x94 2 or less (Aim 3, \xe2\x88\x92"
                                               "1 long range): 1 hit."));
    PASS();
}

TEST without_them_all_is_ascii(void) {
    play();
    print(REPORT_VERBOSE, false, false, 60);
    fx_close(&fx);
    for (size_t i = 0; i < out.len; i++)
        ASSERTm("a byte beyond ASCII, or a style that was not turned into a colour",
                (unsigned char)out.text[i] < 0x7f &&
                    ((unsigned char)out.text[i] >= 0x20 || out.text[i] == '\n'));
    PASS();
}

TEST lines_keep_to_the_width(void) {
    play();
    print(REPORT_NORMAL, false, false, 60);
    fx_close(&fx);
    size_t column = 0;
    for (size_t i = 0; i < out.len; i++) {
        column = out.text[i] == '\n' ? 0 : column + 1;
        ASSERTm("a line is wider than 60", column <= 60);
    }
    ASSERTm("what goes on hangs below",
            strstr(out.text, "  Shoot -> blue Spears. 6 dice: 1 3 4 5 9 10 - 2 or less\n"
                             "      (Aim 3, -1 long range): 1 hit."));
    PASS();
}

TEST colour_only_when_asked_for(void) {
    play();
    print(REPORT_NORMAL, true, true, 0);
    ASSERTm("a player has his colour", strstr(out.text, "\x1b[34mblue\x1b[0m Spears"));
    ASSERTm("a loss is red", strstr(out.text, "\x1b[31m1 model lost\x1b[0m, 4 left"));
    print(REPORT_NORMAL, true, false, 0);
    fx_close(&fx);
    ASSERTm("no escape without colour", !strchr(out.text, '\x1b'));
    PASS();
}

TEST quiet_tells_what_it_cost(void) {
    play();
    print(REPORT_QUIET, false, false, 0);
    fx_close(&fx);
    ASSERT_STR_EQ("The Duel: Open field\n"
                  "====================\n"
                  "\n"
                  "  Red   Slingers (6 models); Spears (3 models); Chief\n"
                  "  Blue  Spears (5 models)\n"
                  "\n"
                  "Turn 1\n"
                  "------\n"
                  "Losses: blue Spears 4 of 5.\n"
                  "\n"
                  "Red wins: the stronger at the end. Points: red 5, blue 0.\n"
                  "  Red   Slingers (6 models); Spears (3 models); Chief\n"
                  "  Blue  Spears (4 of 5 models)\n",
                  out.text);
    PASS();
}

TEST verbose_numbers_every_entry(void) {
    play();
    print(REPORT_VERBOSE, false, false, 0);
    fx_close(&fx);
    ASSERTm("a choice with what else was open",
            strstr(out.text, "    25        red, \"Whom?\": blue Spears (of blue Spears, Chief)  "
                             "turn.myth:60 [du.range.2]\n"));
    ASSERTm("dice in the order they fell",
            strstr(out.text, "    28            6 d10: 1 3 4 5 9 10  fighting.myth:15"));
    ASSERTm("fields without a label too",
            strstr(out.text, "    24        Slingers: done 0 -> 1\n"));
    PASS();
}

TEST why_tells_dice_rows_and_the_choice(void) {
    play();
    out.len = 0;
    struct report_options options = {.level = REPORT_NORMAL, .all = true};
    ASSERT_EQ(true, report_why(&fx.j, &fx.img, 37, options, (struct image_sink){fx_write, &out}));
    fx_close(&fx);
    ASSERT_STR_EQ(
        "    37  blue Spear 4 is destroyed\n"
        "\n"
        "In\n"
        "    19  Battle, scenario Open field\n"
        "    20    Turn, round 1  turn.myth:40\n"
        "    23      Activation, Slingers\n"
        "    26        Shoot, Slingers -> blue Spears\n"
        "    27          Volley, Slingers, target blue Spears  fighting.myth:12 [du.volley.1]\n"
        "    34            Casualties, blue Spears, cause Slingers\n"
        "    35              Falls, blue Spear 4, cause Slingers\n"
        "\n"
        "Chosen\n"
        "    25  red, \"Whom?\": blue Spears (of blue Spears, Chief)  turn.myth:60 [du.range.2]\n"
        "\n"
        "Dice and numbers\n"
        "    27  Volley, Slingers, target blue Spears  fighting.myth:12 [du.volley.1]\n"
        "    28  6 d10: 1 3 4 5 9 10  fighting.myth:15 [du.volley.1]\n"
        "    29  To hit 2  fighting.myth:3\n"
        "            start: Aim 3\n"
        "            -1 long range  fighting.myth:7 [du.range.2]\n"
        "    30  1 of 6 with 2 or less  fighting.myth:15\n"
        "    32  1 d10: 9  fighting.myth:15 [du.volley.1]\n"
        "    33  0 of 1 with 5 or less  fighting.myth:20\n",
        out.text);
    PASS();
}

/* Returns the short answer for an entry. */
static const char *why(int64_t n) {
    out.len = 0;
    struct report_options options = {.level = REPORT_NORMAL};
    report_why(&fx.j, &fx.img, n, options, (struct image_sink){fx_write, &out});
    return out.text;
}

TEST why_answers_first_and_shortly(void) {
    play();
    ASSERT_STR_EQ("    29  To hit 2  fighting.myth:3\n"
                  "            start: Aim 3\n"
                  "            -1 long range  fighting.myth:7 [du.range.2]\n"
                  "    28  6 d10: 1 3 4 5 9 10  fighting.myth:15 [du.volley.1]\n"
                  "    30  1 of 6 with 2 or less  fighting.myth:15\n"
                  "\n"
                  "In\n"
                  "    20  Turn, round 1  turn.myth:40\n"
                  "    23    Activation, Slingers\n"
                  "    26      Shoot, Slingers -> blue Spears\n"
                  "    27        Volley, Slingers, target blue Spears  fighting.myth:12\n"
                  "\n"
                  "Chosen\n"
                  "    25  red, \"Whom?\": blue Spears (of blue Spears, Chief)  turn.myth:60 "
                  "[du.range.2]\n",
                  why(29));
    ASSERTm("a count, and what it needed",
            strstr(why(30), "    30  1 of 6 with 2 or less  fighting.myth:15\n"
                            "    28  6 d10: 1 3 4 5 9 10  fighting.myth:15 [du.volley.1]\n"
                            "    29  To hit 2  fighting.myth:3\n") == out.text);
    ASSERTm("a loss: what the report tells of it, and no dice one by one",
            strstr(why(37), "    37  blue Spear 4 is destroyed\n\nIn the report\n"
                            "    26  Shoot -> blue Spears. 6 dice: 1 3 4 5 9 10") == out.text);
    ASSERTm("it is in no dice", !strstr(out.text, "    28  "));
    fx_close(&fx);
    PASS();
}

TEST why_of_a_flight_tells_the_test_before_it(void) {
    play();
    out.len = 0;
    struct report_options options = {.level = REPORT_NORMAL, .all = true};
    /* 47: the status that the flight ended in. */
    ASSERT_EQ(true, report_why(&fx.j, &fx.img, 47, options, (struct image_sink){fx_write, &out}));
    ASSERTm("the entry", strstr(out.text, "    47  blue Spears: now Fled\n") == out.text);
    ASSERTm("the test that was failed",
            strstr(out.text, "    42  To stand 6\n            start: Nerve 7\n"
                             "            -1 shaken\n"));
    out.len = 0;
    ASSERT_EQ(false, report_why(&fx.j, &fx.img, 0, options, (struct image_sink){fx_write, &out}));
    ASSERT_EQ(false,
              report_why(&fx.j, &fx.img, 100000, options, (struct image_sink){fx_write, &out}));
    ASSERT_EQ_FMT((size_t)0, out.len, "%zu");
    fx_close(&fx);
    PASS();
}

TEST a_mark_given_and_taken_is_not_told(void) {
    int64_t chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0), mark = fx_name(BP_MARK, KIND_STATUS, 1, 0);
    fx_open(&fx);
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_two(&fx, J_GIVE, mark, chief);
    fx_set(&fx, chief, FIELD_SHAKEN, 2, 1);
    fx_two(&fx, J_TAKE, mark, chief);
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_two(&fx, J_GIVE, mark, chief);
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    /* Gone with its bearer: nothing to tell either. */
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_two(&fx, J_GIVE, mark, chief);
    fx_one(&fx, J_DESTROY, chief);
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    print(REPORT_NORMAL, false, false, 0);
    fx_close(&fx);
    ASSERT_STR_EQ("The Duel\n"
                  "========\n"
                  "\n"
                  "Red Chief: Shaken 2 -> 1.\n"
                  "Red Chief: now Charging.\n"
                  "Red Chief: destroyed.\n",
                  out.text);
    PASS();
}

/* Features that end as a unit's turn to act begins are told with what that unit does. */
TEST what_ends_as_somebody_acts_is_told_with_him(void) {
    int64_t chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0), mark = fx_name(BP_MARK, KIND_STATUS, 1, 0);
    int64_t spears = fx_name(BP_SPEARS, KIND_UNIT, 1, 1);
    fx_open(&fx);
    fx_enter(&fx, J_BEGIN, -1);
    journal_word(&fx.j, EV_TURN);
    fx_number(&fx, 2);
    fx_done(&fx);
    fx_two(&fx, J_TAKE, mark, spears);
    fx_begin(&fx, EVENT_TAKE, mark, NONE);
    fx_two(&fx, J_TAKE, mark, chief);
    fx_end(&fx, EVENT_TAKE, mark, NONE);
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_set(&fx, chief, FIELD_SHAKEN, 2, 1);
    fx_begin(&fx, EV_SHOOT, chief, NONE);
    fx_set(&fx, chief, FIELD_SHAKEN, 1, 0);
    fx_end(&fx, EV_SHOOT, chief, NONE);
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    fx_begin(&fx, EV_ACTIVATION, spears, NONE);
    fx_begin(&fx, EV_SHOOT, spears, NONE);
    fx_set(&fx, chief, FIELD_SHAKEN, 0, 1);
    fx_end(&fx, EV_SHOOT, spears, chief);
    fx_end(&fx, EV_ACTIVATION, spears, NONE);
    print(REPORT_NORMAL, false, false, 0);
    fx_close(&fx);
    ASSERT_STR_EQ("The Duel\n"
                  "========\n"
                  "\n"
                  "Turn 2\n"
                  "------\n"
                  "Blue Spears: no longer Charging.\n"
                  "Red Chief\n"
                  "  No longer Charging.\n"
                  "  Shaken 2 -> 1.\n"
                  "  Shoot: Shaken 1 -> 0.\n"
                  "Blue Spears - Shoot -> Chief. Chief: Shaken 0 -> 1.\n",
                  out.text);
    PASS();
}

/* A unit has a paragraph even if its turns to act are nested deep in a part; and an event without a
 * title is told as if the event around it did its work. */
TEST turns_within_rounds_are_paragraphs_and_bookkeeping_has_no_head(void) {
    int64_t chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0),
            spears = fx_name(BP_SPEARS, KIND_UNIT, 1, 1);
    fx_open(&fx);
    fx.events[EV_FALLS].title = -1;
    for (int64_t round = 2; round <= 3; round++) { /* a part, and a round in it */
        fx_enter(&fx, J_BEGIN, -1);
        journal_word(&fx.j, EV_TURN);
        fx_number(&fx, round);
        fx_done(&fx);
    }
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_begin(&fx, EV_SHOOT, chief, NONE);
    fx_set(&fx, spears, FIELD_SHAKEN, 2, 1);
    fx_begin(&fx, EV_FALLS, spears, NONE);
    fx_set(&fx, spears, FIELD_SHAKEN, 1, 0);
    fx_end(&fx, EV_FALLS, spears, NONE);
    fx_end(&fx, EV_SHOOT, chief, NONE);
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    fx_begin(&fx, EV_ACTIVATION, spears, NONE);
    fx_set(&fx, spears, FIELD_SHAKEN, 0, 1);
    fx_end(&fx, EV_ACTIVATION, spears, NONE);
    print(REPORT_NORMAL, false, false, 0);
    fx_close(&fx);
    ASSERT_STR_EQ("The Duel\n"
                  "========\n"
                  "\n"
                  "Turn 2\n"
                  "------\n"
                  "Red Chief - Shoot. Spears: Shaken 2 -> 1 -> 0.\n"
                  "Blue Spears: Shaken 0 -> 1.\n",
                  out.text);
    PASS();
}

static void keep_line(void *user, const struct report_line *line) {
    static const char *const levels[] = {"battle", "turn", "activation", "step"};
    char text[300];
    snprintf(text, sizeof text, "%s %d-%d %d %s\n", levels[line->level], (int)line->from,
             (int)line->to, line->side, line->text);
    fx_write(user, text);
}

/* Each line of the story with the entries of its event; before it whose turn it is, and in what. */
TEST lines_say_which_entries_they_cover(void) {
    int64_t slingers = fx_name(BP_SLINGERS, KIND_UNIT, 1, 0),
            spears = fx_name(BP_SPEARS, KIND_UNIT, 1, 1);
    fx_open(&fx);
    fx_begin(&fx, EV_BATTLE, NONE, NONE);
    fx_begin(&fx, EV_TURN, NONE, NONE);
    fx_begin(&fx, EV_ACTIVATION, spears, NONE);
    fx_set(&fx, spears, FIELD_SHAKEN, 0, 1);
    fx_end(&fx, EV_ACTIVATION, spears, NONE);
    fx_begin(&fx, EV_ACTIVATION, slingers, NONE);
    fx_set(&fx, spears, FIELD_SHAKEN, 1, 0);
    fx_end(&fx, EV_ACTIVATION, slingers, NONE);
    fx_end(&fx, EV_TURN, NONE, NONE);
    fx_end(&fx, EV_BATTLE, NONE, NONE);
    out.len = 0;
    report_data(&fx.j, &fx.img, (struct report_options){.before = 100}, keep_line, &out);
    fx_close(&fx);
    ASSERT_STR_EQ("turn 102-109 -1 Turn\n"
                  "activation 103-105 1 Blue Spears\n"
                  "step 104-105 1 Shaken 0 → 1.\n"
                  "activation 106-108 0 Red Slingers\n"
                  "step 107-108 0 Spears: Shaken 1 → 0.\n",
                  out.text);
    PASS();
}

TEST the_loss_of_the_only_one_is_told_once(void) {
    int64_t chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0),
            spears = fx_name(BP_SPEARS, KIND_UNIT, 1, 1);
    fx_open(&fx);
    fx_make(&fx, BP_CHIEF, BP_SPEAR, 1, 0);
    fx_make(&fx, BP_SPEARS, BP_SPEAR, 2, 1);
    fx_begin(&fx, EV_ACTIVATION, spears, NONE);
    fx_one(&fx, J_DESTROY, fx_name(BP_SPEAR, KIND_MODEL, 1, 0));
    fx_one(&fx, J_DESTROY, chief);
    fx_one(&fx, J_DESTROY, fx_name(BP_SPEAR, KIND_MODEL, 1, 1));
    fx_one(&fx, J_DESTROY, fx_name(BP_SPEAR, KIND_MODEL, 2, 1));
    fx_one(&fx, J_DESTROY, spears);
    fx_end(&fx, EV_ACTIVATION, spears, NONE);
    print(REPORT_NORMAL, false, false, 0);
    fx_close(&fx);
    ASSERT_STR_EQ("The Duel\n"
                  "========\n"
                  "\n"
                  "  Red   Chief\n"
                  "  Blue  Spears (2 models)\n"
                  "\n"
                  "Blue Spears - Chief: destroyed; 2 models lost, destroyed.\n",
                  out.text);
    PASS();
}

/* An event that was forbidden names the rule; one that was merely cancelled has no reason. */
TEST what_is_not_done_is_told_with_its_reason(void) {
    int64_t chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0);
    for (int forbidden = 0; forbidden < 2; forbidden++) {
        fx_open(&fx);
        fx_begin(&fx, EV_ACTIVATION, chief, NONE);
        fx_enter(&fx, J_NOT_DONE, -1);
        journal_word(&fx.j, EV_SHOOT);
        journal_word(&fx.j, forbidden ? WHY_FORBIDDEN : WHY_CANCELLED);
        journal_words(&fx.j, forbidden ? "too far away" : "");
        fx_thing(&fx, chief);
        fx_done(&fx);
        fx_end(&fx, EV_ACTIVATION, chief, NONE);
        print(REPORT_NORMAL, false, false, 0);
        fx_close(&fx);
        ASSERTm(out.text, strstr(out.text, forbidden ? "Shoot does not happen: too far away.\n"
                                                     : "Shoot does not happen.\n"));
    }
    PASS();
}

TEST ways_are_told_by_length_and_wind(void) {
    static const struct {
        int64_t x, y;
        const char *text;
    } ways[] = {{24, 18, "Red Chief: 6\" east."},       {12, 18, "Red Chief: 6\" west."},
                {18, 14, "Red Chief: 4\" south."},      {21, 22, "Red Chief: 5\" north-east."},
                {14, 15, "Red Chief: 5\" south-west."}, {22, 17, "Red Chief: 4.12\" east."},
                {17, 22, "Red Chief: 4.12\" north."},   {15, 20, "Red Chief: 3.61\" north-west."}};
    int64_t chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0);
    for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
        fx_open(&fx);
        int64_t to = fx_spot(ways[i].x, ways[i].y);
        fx_begin(&fx, EV_ACTIVATION, chief, NONE);
        fx_enter(&fx, J_MOVE, -1);
        fx_thing(&fx, chief);
        fx_place(&fx, fx_spot(18, 18));
        journal_list(&fx.j, (struct image_type){V_PATH, 0, -1}, &to, 1);
        fx_done(&fx);
        fx_end(&fx, EV_ACTIVATION, chief, NONE);
        print(REPORT_NORMAL, false, false, 0);
        fx_close(&fx);
        ASSERTm(ways[i].text, strstr(out.text, ways[i].text));
    }
    PASS();
}

TEST many_dice_are_told_by_how_many_of_each(void) {
    int64_t faces[30], chief = fx_name(BP_CHIEF, KIND_UNIT, 1, 0);
    for (int64_t i = 0; i < 30; i++) faces[i] = i < 17 ? 8 : i < 29 ? 2 : 10;
    fx_open(&fx);
    fx_begin(&fx, EV_ACTIVATION, chief, NONE);
    fx_roll(&fx, EV_ACTIVATION, faces, 30);
    fx_count(&fx, PLACE_SAVE, 30, 18, 0x382); /* 2, 8, 9, 10 */
    fx_end(&fx, EV_ACTIVATION, chief, NONE);
    print(REPORT_NORMAL, false, false, 0);
    fx_close(&fx);
    ASSERTm(out.text,
            strstr(out.text, "30 dice: 12x 2, 17x 8, 1x 10 - 2, 8, 9 or 10 (Nerve): 18 of 30."));
    PASS();
}

TEST a_journal_cut_short_is_still_told(void) {
    play();
    /* Cut between any two entries: no end of what runs, no crash, a title. */
    size_t at = 0, cuts[128], count = 0;
    struct journal_entry e;
    while (count < ARRAY_LEN(cuts) && journal_next(&fx.j, &at, &e)) cuts[count++] = at;
    while (count-- > 0) {
        journal_cut(&fx.j, cuts[count]);
        for (int level = REPORT_QUIET; level <= REPORT_VERBOSE; level++) {
            print((enum report_level)level, true, true, 40);
            ASSERTm("a title", strstr(out.text, "The Duel"));
        }
        struct report_options options = {
            .level = REPORT_NORMAL, .width = 40, .colour = true, .utf8 = true};
        for (int all = 0; all < 2; all++, options.all = true)
            ASSERT_EQ(true, report_why(&fx.j, &fx.img, (int64_t)count + 1, options,
                                       (struct image_sink){fx_write, &out}));
    }
    fx_close(&fx);
    PASS();
}

SUITE(report) {
    RUN_TEST(a_battle_reads_as_a_story);
    RUN_TEST(signs_beyond_ascii_are_ours_to_choose);
    RUN_TEST(without_them_all_is_ascii);
    RUN_TEST(lines_keep_to_the_width);
    RUN_TEST(colour_only_when_asked_for);
    RUN_TEST(quiet_tells_what_it_cost);
    RUN_TEST(verbose_numbers_every_entry);
    RUN_TEST(why_tells_dice_rows_and_the_choice);
    RUN_TEST(why_answers_first_and_shortly);
    RUN_TEST(why_of_a_flight_tells_the_test_before_it);
    RUN_TEST(a_mark_given_and_taken_is_not_told);
    RUN_TEST(what_ends_as_somebody_acts_is_told_with_him);
    RUN_TEST(turns_within_rounds_are_paragraphs_and_bookkeeping_has_no_head);
    RUN_TEST(lines_say_which_entries_they_cover);
    RUN_TEST(the_loss_of_the_only_one_is_told_once);
    RUN_TEST(what_is_not_done_is_told_with_its_reason);
    RUN_TEST(ways_are_told_by_length_and_wind);
    RUN_TEST(many_dice_are_told_by_how_many_of_each);
    RUN_TEST(a_journal_cut_short_is_still_told);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(report);
    GREATEST_MAIN_END();
}
