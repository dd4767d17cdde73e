/* Alterations: which there are, that each is what the same change of the text would be, and that
 * nothing of it stays. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "alter.h"
#include "check.h"
#include "emit.h"
#include "grammar.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct arena arena;
static struct source s;
static struct alter a;
static const char path[] = "build/alter_test.myth";

static bool open_text(const char *text) {
    enum ruleset_result result;
    FILE *f = fopen(path, "w");
    if (!f) return false;
    fputs(text, f);
    fclose(f);
    bool good = source_open(&s, &arena, path, &result);
    if (good) alter_open(&a, &s, (struct alter_only){0});
    unlink(path);
    return good;
}

static void close_all(void) {
    alter_close(&a);
    source_close(&s);
}

static uint64_t hash_of(const struct alteration *x) {
    struct arena scratch = {0};
    struct names *names;
    struct image *img = alter_image(&a, x, NULL, &scratch, &names);
    uint64_t hash = img ? img->hash : 0;
    if (img) image_free(img);
    arena_free(&scratch);
    return hash;
}

/* 0: it has mistakes. */
static uint64_t hash_of_rules(const char *text) {
    struct arena scratch = {0};
    struct diags *d = diags_new(&scratch);
    struct node *tree =
        grammar_parse(&scratch, d, diag_file(d, path, (struct span){text, strlen(text)}));
    struct names *names = names_new(&scratch, d);
    struct image *img = NULL;
    if (!diag_errors(d) && check_ruleset(names, &tree, 1)) img = emit_image(names, d);
    uint64_t hash = img ? img->hash : 0;
    if (img) image_free(img);
    arena_free(&scratch);
    return hash;
}

/* The same from the text: `from` bytes at the place of the alteration are `became` there. */
static uint64_t hash_of_text(const struct alteration *x, size_t from) {
    static char text[20000];
    struct span was = diag_text(s.diags, 0);
    snprintf(text, sizeof text, "%.*s%s%.*s", (int)x->place.at, was.at, x->became,
             (int)(was.len - x->place.at - from), was.at + x->place.at + from);
    return hash_of_rules(text);
}

#define HEAD                                                                                    \
    "ruleset little \"Little\" { version \"1\"; players red, blue }\n"                          \
    "kind model, models is piece\n"                                                             \
    "kind unit, units is group of model { pace length = 4\"; hurt number 0..9 = 0; aim number " \
    "1..6 = 3 }\n"                                                                              \
    "unit band \"Band\" { models { 2 man \"Man\" { base circle(25mm) } } }\n"

/* The alterations that an author would expect, counted by hand. */
TEST each_number_row_and_condition_is_there(void) {
    ASSERT(open_text(HEAD "number hit of strike {\n"
                          "    start who.aim\n"
                          "    -2 when foe.hurt > 3 and who.hurt = 0 \"weak\"\n"
                          "    at least 1\n"
                          "}\n"
                          "event strike(who: unit, foe: unit) { foe.hurt += 1 }\n"
                          "forbid strike when who is foe\n"));
    static const char *const want[] = {"4\" > 5\"",
                                       "4\" > 3\"", /* pace */
                                       "0 > 1",
                                       "9 > 10",
                                       "9 > 8",
                                       "0 > 1", /* hurt: rules write to it */
                                       "3 > 4",
                                       "3 > 2", /* aim: its range binds cards only */
                                       "2 > 3",
                                       "2 > 1",
                                       "25mm > 50mm",
                                       "25mm > 0mm", /* band */
                                       ("-2 when foe.hurt > 3 and who.hurt = 0 \"weak\" > "
                                        "+2 when foe.hurt > 3 and who.hurt = 0 \"weak\""),
                                       "when foe.hurt > 3 and who.hurt = 0 > always",
                                       "-2 when foe.hurt > 3 and who.hurt = 0 \"weak\" > ",
                                       "2 > 3",
                                       "2 > 1",
                                       "foe.hurt > 3 and who.hurt = 0 > foe.hurt > 3",
                                       "foe.hurt > 3 and who.hurt = 0 > who.hurt = 0",
                                       "3 > 4",
                                       "3 > 2",
                                       "who.hurt = 0 > who.hurt != 0",
                                       "0 > 1",
                                       "at least 1 > ",
                                       "1 > 2",
                                       "1 > 0",
                                       "foe.hurt += 1 > ",
                                       "1 > 2",
                                       "1 > 0",
                                       "when who is foe > always",
                                       "forbid strike when who is foe > ",
                                       "who is foe > not (who is foe)"};
    for (int32_t i = 0; i < a.count; i++) {
        char got[300];
        snprintf(got, sizeof got, "%s > %s", a.at[i].was, a.at[i].became);
        ASSERT_STR_EQ(i < (int32_t)(sizeof want / sizeof *want) ? want[i] : "nothing more", got);
    }
    ASSERT_EQ((int32_t)(sizeof want / sizeof *want), a.count);
    close_all();
    PASS();
}

static const char rules[] = HEAD
    "truth near(u: unit, v: unit) = u is within 6\" of v or not (u.hurt < 2)\n"
    "number hit of strike {\n"
    "    start (who.aim if near(who, foe) else 1)\n"
    "    +(who.aim / 2 rounded up) when foe.hurt > 3 \"weak\"\n"
    "    -1 per who.hurt \"hurt\"\n"
    "    at most 5\n"
    "}\n"
    "event strike(who: unit, foe: unit) {\n"
    "    let rolled = roll (who.aim * 3 + 1) d6\n"
    "    let low = worst 2 of rolled\n"
    "    if count(low <= hit) >= 1 and foe is in_play { foe.hurt += 2 } else { who.hurt += 1 }\n"
    "    for u in units where u.hurt != 9 { u.pace = 3\" }\n"
    "}\n"
    "event turn_about() { for p in players { offer turn_about to p } }\n"
    "action act(actor: unit) during turn_about {\n"
    "    needs actor.hurt < 5 \"too much hurt\"\n"
    "    pay 1 from actor.hurt\n"
    "    limit twice per turn_about\n"
    "    choose foe in units where foe is not actor \"Whom?\"\n"
    "    do strike(actor, foe)\n"
    "}\n"
    "whenever u in units where u.hurt >= 7 { destroy u }\n"
    "after strike when foe.hurt > 0 { foe.pace = 1\" }\n"
    "example \"It\" {\n    given red has band as a; blue has band as b\n    when strike(a, b)\n"
    "    rolls 1 1 1 1 1 1 1 1 1 1\n    expect b.hurt = 2\n}\n";

/* Two ways to the same rules: the tree altered, the text altered and read. */
/* The limits of a force; what a roster holds is no rule, and keeps no altered limit from being
 * tried. */
TEST the_limits_of_a_force_are_there(void) {
    ASSERT(open_text(HEAD "force host { from band; at most 2 band per 3 model }\n"
                          "roster two of host { 0 band }\n"
                          "event strike(who: unit) { }\n"));
    static const char *const want[] = {"2 > 3",
                                       "2 > 1",
                                       "at most > exactly",
                                       "at most > at least",
                                       "at most 2 band per 3 model > ",
                                       "3 > 4",
                                       "3 > 2"};
    int32_t found = 0;
    for (int32_t i = 0; i < a.count; i++) {
        struct arena scratch = {0};
        struct names *names;
        char got[300];
        if (!a.at[i].of_force) continue;
        snprintf(got, sizeof got, "%s > %s", a.at[i].was, a.at[i].became);
        ASSERT_STR_EQ(found < 7 ? want[found] : "nothing more", got);
        struct image *img = alter_image(&a, &a.at[i], NULL, &scratch, &names);
        ASSERTm(got, img != NULL);
        ASSERT_EQ(0, img->rosters_count);
        image_free(img);
        arena_free(&scratch);
        found++;
    }
    ASSERT_EQ(7, found);
    close_all();
    PASS();
}

TEST an_alteration_is_the_altered_text(void) {
    int compared = 0;
    ASSERT(open_text(rules));
    uint64_t as_it_is = hash_of(NULL);
    ASSERT_EQ(as_it_is, s.img->hash);
    for (int32_t i = 0; i < a.count; i++) {
        const struct alteration *x = &a.at[i];
        size_t from = x->place.len;
        static const char *const said[] = {"always",      "never", "rounded down",
                                           "rounded up",  "best",  "once",
                                           "any of them", "",      "all of them"};
        bool words = x->node->kind == NODE_MEMBER || x->node->kind == NODE_ROW ||
                     x->what == ALTER_DROP || x->what == ALTER_FLAG ||
                     strchr(x->was, '(') != NULL || strcmp(x->was, "2") == 0;
        for (size_t k = 0; k < sizeof said / sizeof *said; k++)
            words = words || strcmp(x->became, said[k]) == 0;
        /* Skipped: replacements that stand elsewhere in the text. */
        bool moved = x->put && x->put->place.at != x->place.at;
        if (words || moved) continue;
        uint64_t hash = hash_of(x);
        ASSERT_EQm(x->became, hash_of_text(x, from), hash);
        ASSERTm(x->became, hash != as_it_is);
        compared += hash != 0;
    }
    ASSERT(compared > 30);
    ASSERT_EQm("nothing stays", as_it_is, hash_of(NULL));
    close_all();
    PASS();
}

/* Parts that are left out or always hold, against a text that is written so. */
TEST what_is_left_out_is_as_if_it_were_not_there(void) {
    static const struct {
        const char *was, *became, *from, *to;
    } row[] = {
        {"after strike when foe.hurt > 0", "", "after strike when foe.hurt > 0 { foe.pace = 1\" }",
         ""},
        {"u in units where u.hurt >= 7", "", "whenever u in units where u.hurt >= 7 { destroy u }",
         ""},
        {"limit twice per turn_about", "", "    limit twice per turn_about\n", ""},
        {"pay 1 from actor.hurt", "", "    pay 1 from actor.hurt\n", ""},
        {"at most 5", "", "    at most 5\n", ""},
        {"when foe.hurt > 3", "always", " when foe.hurt > 3", ""},
        {"when foe.hurt > 0", "always", " when foe.hurt > 0", ""},
        {"where u.hurt >= 7", "any of them", " where u.hurt >= 7", ""},
        {"where foe is not actor", "any of them", " where foe is not actor", ""},
        {"per who.hurt", "once", " per who.hurt", ""},
        {"if count(low <= hit) >= 1 and foe is in_play", "never",
         "count(low <= hit) >= 1 and foe is in_play", "no"},
        {"who.aim / 2 rounded up", "rounded down", "2 rounded up", "2 rounded down"},
        {"worst 2 of rolled", "best", "worst 2", "best 2"},
    };
    ASSERT(open_text(rules));
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        static char text[20000];
        const struct alteration *x = NULL;
        for (int32_t i = 0; i < a.count && !x; i++)
            if (!strcmp(a.at[i].was, row[k].was) && !strcmp(a.at[i].became, row[k].became))
                x = &a.at[i];
        ASSERTm(row[k].was, x != NULL);
        const char *at = strstr(rules, row[k].from);
        ASSERTm(row[k].from, at != NULL);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - rules), rules, row[k].to,
                 at + strlen(row[k].from));
        uint64_t want = hash_of_rules(text);
        ASSERTm(row[k].from, want != 0);
        ASSERT_EQm(row[k].was, want, hash_of(x));
    }
    close_all();
    PASS();
}

/* A millimetre is a hundred units, and is altered by 25. */
TEST tenths_of_millimetres_are_told(void) {
    static const char text[] =
        HEAD "event near(who: unit) { keep gap = 0.1mm; keep far = 30.25mm }\n";
    static const char *const said[][2] = {
        {"0.1mm", "25.1mm"}, {"0.1mm", "0mm"}, {"30.25mm", "55.25mm"}, {"30.25mm", "5.25mm"}};
    ASSERT(open_text(text));
    for (int32_t i = 0; i < 4; i++) {
        const struct alteration *x = &a.at[a.count - 4 + i];
        ASSERT_STR_EQ(said[i][0], x->was);
        ASSERT_STR_EQ(said[i][1], x->became);
    }
    close_all();
    PASS();
}

/* An event below the line has one number, one more and one less, and a step, left out: three. A
 * rule above the line is altered as ever. */
TEST what_is_for_examples_is_listed_only_if_it_is_asked_for(void) {
    static const char below[] =
        HEAD "event hurts(who: unit) { who.hurt += 2 }\n"
             "for examples\n"
             "event heals(who: unit) { who.hurt -= 2 }\n"
             "example \"E\" { given red has band as u at (1\", 1\"); u.hurt = 4; when heals(u); "
             "expect u.hurt = 2 }\n";
    ASSERT(open_text(HEAD "event hurts(who: unit) { who.hurt += 2 }\n"));
    const int32_t of_rules = a.count;
    ASSERT_EQ(0, a.for_examples);
    close_all();
    ASSERT(open_text(below));
    ASSERT_EQ(of_rules, a.count);
    ASSERT_EQ(1, a.for_examples);
    alter_close(&a);
    alter_open(&a, &s, (struct alter_only){.with_examples = true});
    ASSERT_EQ(of_rules + 3, a.count);
    close_all();
    PASS();
}

TEST only_the_examples_that_are_wanted(void) {
    struct arena scratch = {0};
    struct names *names;
    uint8_t wanted[64] = {0};
    ASSERT(open_text(rules));
    struct image *img = alter_image(&a, NULL, wanted, &scratch, &names);
    ASSERT(img);
    ASSERT_EQ(0, img->blocks_count);
    image_free(img);
    memset(wanted, 1, sizeof wanted);
    img = alter_image(&a, NULL, wanted, &scratch, &names);
    ASSERT_EQ(1, img->blocks_count);
    ASSERT_EQ(s.img->hash, img->hash);
    image_free(img);
    arena_free(&scratch);
    close_all();
    PASS();
}

SUITE(alterations) {
    RUN_TEST(each_number_row_and_condition_is_there);
    RUN_TEST(the_limits_of_a_force_are_there);
    RUN_TEST(an_alteration_is_the_altered_text);
    RUN_TEST(what_is_left_out_is_as_if_it_were_not_there);
    RUN_TEST(tenths_of_millimetres_are_told);
    RUN_TEST(what_is_for_examples_is_listed_only_if_it_is_asked_for);
    RUN_TEST(only_the_examples_that_are_wanted);
    arena_free(&arena);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(alterations);
    GREATEST_MAIN_END();
}
