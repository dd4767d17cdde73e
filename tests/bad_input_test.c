/*
 * Bad rule text through grammar, checker and emitter: the duel cut off and with each
 * token left out, texts of great size and depth, and rules that would never end. Every
 * mistake has a place, there is an image if and only if there is no error, and what is
 * printed stays small.
 */
#include "arena.h"
#include "check.h"
#include "diag.h"
#include "emit.h"
#include "grammar.h"
#include "image.h"
#include "lex.h"
#include "names.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct arena arena;
static struct diags *said;

/* A copy as long as the text and no longer, so that the sanitizers see who reads on. */
static struct image *compiled(struct span text) {
    char *copy = arena_new(&arena, text.len ? text.len : 1);
    if (text.len) memcpy(copy, text.at, text.len);
    said = diags_new(&arena);
    uint32_t file = diag_file(said, "bad.myth", (struct span){copy, text.len});
    struct node *tree = grammar_parse(&arena, said, file);
    struct names *names = names_new(&arena, said);
    return check_ruleset(names, &tree, 1) ? emit_image(names, said) : NULL;
}

/* NULL, or what is wrong with the answer to this text. */
static const char *trouble(struct span text, bool *good) {
    struct arena_mark mark = arena_mark(&arena);
    struct image *img = compiled(text);
    const char *why = NULL;
    if ((img != NULL) != (diag_errors(said) == 0)) why = "an image exactly if there is no error";
    if (diag_kept(said) > MAX_MISTAKES) why = "no more messages than the limit";
    for (uint32_t i = 0; i < diag_kept(said); i++) {
        struct place at = diag_kept_place(said, i);
        if (at.file != 0 || at.at > text.len || at.len > text.len - at.at) why = "a place in it";
    }
    if (diag_printed(said, &arena, false).len > MAX_MISTAKES * 2000) why = "few words";
    *good = img != NULL;
    if (img) image_free(img);
    arena_reset(&arena, mark);
    return why;
}

/* The whole duel as one text. */
static struct span duel(struct arena *to) {
    static const char *const files[] = {"actions", "cards",   "examples", "fighting",
                                        "figures", "ruleset", "turn"};
    enum { ROOM = 1 << 16 };
    char *text = arena_new(to, ROOM);
    size_t len = 0;
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        FILE *f = fopen(arena_print(to, "rules/duel/%s.myth", files[i]), "rb");
        if (!f) return (struct span){NULL, 0};
        len += fread(text + len, 1, ROOM - len, f);
        fclose(f);
    }
    return (struct span){text, len};
}

/* Of what is tried this is the step, 1 if MYTH_EVERY_BYTE is set. Under the sanitizers, where each
 * try costs six times as much, it is greater. */
static size_t step_of(size_t sanitized, size_t plain) {
#ifdef MYTH_ARENA_CHECK
    const bool checked = true;
#else
    const bool checked = false;
#endif
    if (getenv("MYTH_EVERY_BYTE")) return 1;
    return checked ? sanitized : plain;
}

TEST the_duel_is_cut_off(void) {
    struct arena own = {0};
    struct span whole = duel(&own);
    ASSERTm("the duel is there", whole.len > 10000);
    bool good = false;
    const char *why = trouble(whole, &good);
    ASSERT_STR_EQ("", why ? why : "");
    ASSERTm("the whole duel is good", good);
    const size_t step = step_of(15, 5);
    size_t bad = 0;
    for (size_t n = 0; n < whole.len; n += step) {
        why = trouble((struct span){whole.at, n}, &good);
        if (why) printf("cut at byte %zu: ", n);
        ASSERT_STR_EQ("", why ? why : "");
        bad += !good;
    }
    ASSERTm("hardly a cut is good", bad > whole.len / step * 9 / 10);
    arena_free(&own);
    PASS();
}

TEST each_token_is_left_out(void) {
    struct arena own = {0};
    struct span whole = duel(&own);
    struct diags *d = diags_new(&own);
    struct lexer *x = NEW(&own, struct lexer);
    lex_start(x, &own, d, diag_file(d, "duel.myth", whole));
    char *text = arena_new(&own, whole.len);
    struct token t;
    const size_t step = step_of(3, 1);
    size_t tokens = 0;
    while (lex_next(x, &t) != 0) {
        if (tokens++ % step) continue;
        memcpy(text, whole.at, t.at);
        memcpy(text + t.at, whole.at + t.at + t.len, whole.len - t.at - t.len);
        bool good;
        const char *why = trouble((struct span){text, whole.len - t.len}, &good);
        if (why) printf("without the token at byte %u: ", t.at);
        ASSERT_STR_EQ("", why ? why : "");
    }
    ASSERTm("all of the duel's tokens", tokens > 2000);
    arena_free(&own);
    PASS();
}

/* ---- One message a mistake -------------------------------- */

enum { DUEL_FILES = 7 };
static const char *const duel_files[DUEL_FILES] = {"actions", "cards",   "examples", "fighting",
                                                   "figures", "ruleset", "turn"};

static struct span duel_file(struct arena *to, int n) {
    enum { ROOM = 1 << 16 };
    char *text = arena_new(to, ROOM);
    FILE *f = fopen(arena_print(to, "rules/duel/%s.myth", duel_files[n]), "rb");
    size_t len = f ? fread(text, 1, ROOM, f) : 0;
    if (f) fclose(f);
    return (struct span){text, len};
}

/* How many messages the duel gets with this in the place of its n-th file. */
static uint32_t messages(const struct span *whole, int n, struct span text) {
    struct arena_mark mark = arena_mark(&arena);
    struct node *trees[DUEL_FILES];
    said = diags_new(&arena);
    for (int i = 0; i < DUEL_FILES; i++) {
        uint32_t file = diag_file(said, duel_files[i], i == n ? text : whole[i]);
        trees[i] = grammar_parse(&arena, said, file);
    }
    struct names *names = names_new(&arena, said);
    struct image *img = check_ruleset(names, trees, DUEL_FILES) ? emit_image(names, said) : NULL;
    if (img) image_free(img);
    uint32_t count = diag_errors(said);
    arena_reset(&arena, mark);
    return count;
}

static bool is_bracket(int id) {
    return id == T_LB || id == T_RB || id == T_LP || id == T_RP;
}

/* Each token of each file is left out, and each fifth (each, if MYTH_EVERY_BYTE is set) stands
 * twice; under the sanitizers, which see tokens left out above, one in five of both, for what they
 * see does not hang on how many messages there are. A bracket costs two messages at most; of all
 * others all but one in fifty cost two or less: a name that was declared is missed where it is
 * read, and a start without its function has another type wherever it is used. */
TEST a_mistake_gets_few_messages(void) {
    struct arena own = {0};
    struct span whole[DUEL_FILES];
    const bool few = step_of(5, 1) > 1;
    for (int i = 0; i < DUEL_FILES; i++) whole[i] = duel_file(&own, i);
    uint32_t tokens = 0, many = 0, silent = 0;
    for (int n = 0; n < 2 * DUEL_FILES; n++) {
        const bool twice = n >= DUEL_FILES;
        const int which = n % DUEL_FILES;
        struct span text = whole[which];
        struct diags *d = diags_new(&own);
        struct lexer *x = NEW(&own, struct lexer);
        lex_start(x, &own, d, diag_file(d, "x", text));
        char *changed = arena_new(&own, 2 * text.len);
        struct token t;
        const size_t step = twice ? step_of(5, 5) : step_of(5, 1);
        uint32_t number = 0;
        for (int id = lex_next(x, &t); id != 0; id = lex_next(x, &t)) {
            if (number++ % step) continue;
            uint32_t kept = twice ? t.at + t.len : t.at, from = twice ? t.at : t.at + t.len;
            memcpy(changed, text.at, kept);
            memcpy(changed + kept, text.at + from, text.len - from);
            uint32_t count = messages(whole, which, (struct span){changed, kept + text.len - from});
            bool good = count <= (is_bracket(id) ? 2u : 8u);
            if (!good) printf("%s, byte %u: %u messages\n", duel_files[which], t.at, count);
            ASSERT(good);
            tokens++;
            many += count > 2;
            silent += count == 0;
        }
    }
    printf("%u of %u mistakes get more than two messages, %u none\n", many, tokens, silent);
    ASSERT(tokens > (few ? 1100 : 3500) && many * 50 <= tokens);
    arena_free(&own);
    PASS();
}

/* So many times the one text, between two others. */
static struct span many(struct arena *to, const char *first, const char *each, size_t times,
                        const char *last) {
    size_t a = strlen(first), b = strlen(each), c = strlen(last), len = a + b * times + c;
    char *text = arena_new(to, len + 1), *at = text;
    memcpy(at, first, a);
    at += a;
    for (size_t i = 0; i < times; i++, at += b) memcpy(at, each, b);
    memcpy(at, last, c);
    return (struct span){text, len};
}

static const char *only_said(struct span text, enum diag_id *id, size_t *memory) {
    struct arena_mark mark = arena_mark(&arena);
    size_t before = arena.total;
    struct image *img = compiled(text);
    *memory = arena.total - before;
    const char *why = img ? "it was good" : diag_kept(said) == 0 ? "nothing was said" : "";
    if (diag_kept(said)) *id = diag_kept_id(said, 0);
    if (img) image_free(img);
    arena_reset(&arena, mark);
    return why;
}

TEST what_is_too_deep_is_refused(void) {
    struct {
        const char *first, *each;
    } const texts[] = {{"number n = ", "("},        {"event e { ", "{ "},
                       {"event e { ", "if yes { "}, {"number n = 1", " + 1"},
                       {"number n = ", "not "},     {"number n = ", "- "},
                       {"number n = f", "(1, f"},   {"kind a, aa is piece { x ", "set of "}};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct arena own = {0};
        struct span text = many(&own, texts[i].first, texts[i].each, 1000000, "\n");
        enum diag_id id = DIAG_COUNT_;
        size_t memory = 0;
        ASSERT_STR_EQ("", only_said(text, &id, &memory));
        ASSERTm("memory in proportion", memory < 200 * text.len);
        arena_free(&own);
    }
    PASS();
}

TEST a_line_of_ten_million_bytes(void) {
    struct arena own = {0};
    bool good;
    struct span comment = many(&own, "# ", "long ", 2000000, "\n");
    const char *why = trouble(comment, &good);
    ASSERT_STR_EQ("", why ? why : "");
    ASSERTm("a long comment is good", good);
    struct span word = many(&own, "kind ", "longlonglo", 1000000, ", bb is piece\nkind 1\n");
    why = trouble(word, &good);
    ASSERT_STR_EQ("", why ? why : "");
    struct span junk = many(&own, "", "\xff\x01\xc3(", 1000000, "");
    why = trouble(junk, &good);
    ASSERT_STR_EQ("", why ? why : "");
    ASSERT_FALSE(good);
    struct span zeros = {arena_new(&own, 10000000), 10000000};
    why = trouble(zeros, &good);
    ASSERT_STR_EQ("", why ? why : "");
    ASSERT_FALSE(good);
    arena_free(&own);
    PASS();
}

/* An example of this rule text: the limit that its run passes, or -1. */
static int32_t limit_of(const char *rules) {
    struct arena_mark mark = arena_mark(&arena);
    const char *text =
        arena_print(&arena,
                    "ruleset t \"T\" { version \"1\"; players red, blue }\n"
                    "kind man, men is piece { hurt number = 0; friends set of man }\n"
                    "man axe \"Axe\" { base circle(32mm) }\n%s\n"
                    "example \"It\" { given red has axe as a at (10\", 10\"); when e(a); "
                    "expect a.hurt = 0 }\n",
                    rules);
    struct image *img = compiled((struct span){text, strlen(text)});
    struct trial_result result = {.limit = -2};
    if (img) {
        struct battle *b = trial_battle(img);
        trial_example(b, 0, &arena, &result);
        battle_free(b);
        image_free(img);
    } else {
        diag_print(said, stdout, false);
    }
    arena_reset(&arena, mark);
    return result.passed ? -1 : result.limit;
}

TEST rules_that_never_end_end_at_a_limit(void) {
    ASSERT_EQ(LIMIT_STEPS, limit_of("event e(who: man) \"E\" { while yes { } }"));
    /* A loop that writes fills the undo log long before it comes to the limit of steps. */
    ASSERT_EQ(LIMIT_RECORD_WORDS, limit_of("event e(who: man) \"E\" {\n"
                                           "    while yes { who.hurt += 1; who.hurt -= 1 }\n"
                                           "}"));
    /* Sets that are joined are looked through, each for the other's members. */
    ASSERT_EQ(LIMIT_PURE, limit_of("event e(who: man) \"E\" {\n"
                                   "    let s = 1..60000\n"
                                   "    while yes { let t = s + s }\n"
                                   "}"));
    /* Two that take turns never act twice on the same; what else they write fills it sooner. */
    ASSERT_EQ(LIMIT_RECORD_WORDS, limit_of("kind man { turns number = 0 }\n"
                                           "whenever m in men where m.hurt > 0 {\n"
                                           "    repeat 30 { m.turns += 1 }\n"
                                           "    m.hurt = 0\n"
                                           "}\n"
                                           "whenever m in men where m.hurt = 0 { m.hurt = 1 }\n"
                                           "event e(who: man) \"E\" { who.hurt = 1 }"));
    /* Two calls each, sixty deep. */
    int32_t doubling = limit_of("number f(n: number) {\n"
                                "    start 0\n"
                                "    +1 per f(n - 1) when n > 0\n"
                                "    +2 per f(n - 1) when n > 0\n"
                                "}\n"
                                "event e(who: man) \"E\" { who.hurt = f(60) }");
    ASSERTm("time or room", doubling == LIMIT_PURE || doubling == LIMIT_RECORD_WORDS);
    PASS();
}

TEST limits_that_rules_reach(void) {
    ASSERT_EQ(LIMIT_DEPTH_EVENTS, limit_of("event e(who: man) \"E\" { do e(who) }"));
    ASSERT_EQ(LIMIT_DEPTH_EVENTS, limit_of("event e(who: man) \"E\" { do f(who) }\n"
                                           "event f(who: man) \"F\" { do e(who) }"));
    ASSERT_EQ(LIMIT_DEPTH_NUMBERS, limit_of("number f(n: number) { start 0; +1 per f(n + 1) }\n"
                                            "event e(who: man) \"E\" { who.hurt = f(1) }"));
    ASSERT_EQ(LIMIT_DICE_PER_ROLL, limit_of("event e(who: man) \"E\" { let p = roll 1000001 d6 }"));
    ASSERT_EQ(LIMIT_DICE_PER_ROLL,
              limit_of("event e(who: man) \"E\" { let p = roll 9223372036854775807 d6 }"));
    PASS();
}

/* "", or what is wrong: after a die the step passes this limit, and the battle is where the die
 * was to be rolled, whatever the step had done before. */
static const char *left_at_the_die(const char *rules, int32_t limit) {
    const char *text =
        arena_print(&arena,
                    "ruleset t \"T\" { version \"1\"; players red, blue }\n"
                    "kind man, men is piece { hurt number = 0; friends set of man }\n"
                    "kind token, tokens is thing\n"
                    "man axe \"Axe\" { base circle(32mm) }\n"
                    "event e(who: man) { who.hurt = 1; let d = roll d6; who.hurt = 7; "
                    "create axe for red; say \"It was rolled\"\n%s }\n",
                    rules);
    struct image *img = compiled((struct span){text, strlen(text)});
    if (!img) return "refused";
    int32_t e = 0;
    while (strcmp(image_text(img, img->events[e].name), "e")) e++;
    const struct run_options options = {.chance = CHANCE_ASK, .journal = true, .history = true};
    struct battle *b = battle_new(img, &options);
    int64_t who = battle_create(b, 0, battle_player(b, 0)), face = 6;
    const struct question *q;
    const char *why = "";
    if (!battle_start(b, e, &who, 1) || run_next(b, &q) != RUN_QUESTION) why = "no question";
    uint64_t hash = battle_hash(b);
    size_t told = battle_journal(b)->count;
    if (run_answer(b, &(struct answer){.values = &face, .count = 1})) why = "the face is refused";
    if (run_next(b, &q) != RUN_FAILED) why = "it goes on";
    if (battle_error(b)->limit != limit) why = battle_error(b)->text;
    if (battle_hash(b) != hash) why = "something is left of the step";
    if (battle_journal(b)->count != told) why = "something is told of the step";
    battle_free(b);
    image_free(img);
    return why;
}

TEST past_a_limit_a_battle_is_at_its_last_question(void) {
    ASSERT_STR_EQ("", left_at_the_die("while yes { }", LIMIT_STEPS));
    ASSERT_STR_EQ(
        "", left_at_the_die("while yes { who.hurt += 1; who.hurt -= 1 }", LIMIT_RECORD_WORDS));
    ASSERT_STR_EQ("", left_at_the_die("do f\n}\nevent f {\ndo f", LIMIT_DEPTH_EVENTS));
    ASSERT_STR_EQ("", left_at_the_die("repeat 70000 { create token }", LIMIT_THINGS));
    ASSERT_STR_EQ("", left_at_the_die("repeat 1100 { create axe for red }\n"
                                      "for m in men { m.friends = men }",
                                      LIMIT_HEAP_WORDS));
    PASS();
}

/* The same text so many times, %d in it counted from 1, between two others. */
static const char *counted(const char *first, const char *each, int times, const char *last) {
    char *text =
        arena_new(&arena, strlen(first) + strlen(last) + 1 + (size_t)times * (strlen(each) + 12));
    char *at = text + sprintf(text, "%s", first);
    for (int i = 1; i <= times; i++) {
        const char *hole = strstr(each, "%d");
        at += hole ? sprintf(at, "%.*s%d%s", (int)(hole - each), each, i, hole + 2)
                   : sprintf(at, "%s", each);
    }
    sprintf(at, "%s", last);
    return text;
}

/* Just at a limit it is well, one more passes it. */
#define AT_AND_PAST(limit, first, each, most, last)                           \
    ASSERT_EQ_FMT(-1, (int)limit_of(counted(first, each, most, last)), "%d"); \
    ASSERT_EQ_FMT((int)(limit), (int)limit_of(counted(first, each, (most) + 1, last)), "%d")

/* The one message that a text gets; "" for none. */
static const char *refused(const char *text) {
    struct image *img = compiled((struct span){text, strlen(text)});
    if (img) image_free(img);
    return img ? "" : diag_row(diag_kept_id(said, 0))->code;
}

TEST limits_of_the_text_at_and_past_them(void) {
    static const char head[] = "kind man, men is piece { hurt number = 0 }\n"
                               "event f(who: man) { do e(who) }\n";
    const char *event = arena_print(&arena, "%sevent e(who: man) {\n", head);
    ASSERT_STR_EQ("", refused(counted(event, "keep k%d = 1\n", MAX_SLOTS - 1, "}\n")));
    ASSERT_STR_EQ("E0338", refused(counted(event, "keep k%d = 1\n", MAX_SLOTS, "}\n")));
    const char *asks = arena_print(&arena, "%sevent e(who: man) { may \"", head);
    ASSERT_STR_EQ("", refused(counted(asks, "{who.hurt} ", MAX_HOLES, "\" { stop } }\n")));
    ASSERT_STR_EQ("E0590", refused(counted(asks, "{who.hurt} ", MAX_HOLES + 1, "\" { stop } }\n")));
    const char *sky = arena_print(&arena, "%sevent e(who: man) { }\n", head);
    ASSERT_STR_EQ("", refused(counted(sky, "whenever m in men where m.hurt = %d { m.hurt = 0 }\n",
                                      MAX_WHENEVERS, "")));
    ASSERT_STR_EQ("E0339",
                  refused(counted(sky, "whenever m in men where m.hurt = %d { m.hurt = 0 }\n",
                                  MAX_WHENEVERS + 1, "")));
    const char *row = counted("chart c(d: 1..100, e: 1..100) { else ", "0 ", 100, "}\n");
    ASSERT_STR_EQ("", refused(row));
    ASSERT_STR_EQ("E0331", refused("chart c(d: 1..101, e: 1..100) { else 0 }\n"));
    PASS();
}

TEST limits_at_and_past_them(void) {
    struct arena_mark mark = arena_mark(&arena);
    AT_AND_PAST(LIMIT_ROWS, "number n { start 0\n", "+1 when yes \"row %d\"\n", MAX_ROWS,
                "}\nevent e(who: man) \"E\" { let x = n }");
    AT_AND_PAST(LIMIT_SPEAKERS, "event e(who: man) \"E\" { }\n", "after e { who.hurt = 0 }\n",
                MAX_SPEAKERS, "");
    AT_AND_PAST(
        LIMIT_PAYMENTS, "action e(who: man) during days \"E\" {\n", "pay 0 from who.f%d\n",
        MAX_PAYMENTS,
        "}\nevent days { let x = offer days to red }\nkind man { f1 number = 0; f2 number = "
        "0; f3 number = 0; f4 number = 0; f5 number = 0; f6 number = 0; f7 number = 0; f8 "
        "number = 0; f9 number = 0 }");
    AT_AND_PAST(LIMIT_LABELS, "event e(who: man) \"E\" { ask red { choose one \"Which\" {\n",
                "\"label %d\" when who.hurt = 1 { }\n", MAX_LABELS, "} } }");
    /* As many members in each of as many sets; with the words that a list has before them. */
    static const char each[] = "event e(who: man) \"E\" { repeat %d { create axe for red }\n"
                               "for m in men { m.friends = men } }";
    ASSERT_EQ_FMT(-1, (int)limit_of(arena_print(&arena, each, 900)), "%d");
    ASSERT_EQ_FMT((int)LIMIT_HEAP_WORDS, (int)limit_of(arena_print(&arena, each, 1100)), "%d");
    /* The game, two players and the one that is given are there; number 0 is none. */
    static const char made[] = "event e(who: man) \"E\" { repeat %d { create token } }\n"
                               "kind token, tokens is thing";
    ASSERT_EQ_FMT(-1, (int)limit_of(arena_print(&arena, made, MAX_THINGS - 5)), "%d");
    ASSERT_EQ_FMT((int)LIMIT_THINGS, (int)limit_of(arena_print(&arena, made, MAX_THINGS - 4)),
                  "%d");
    arena_reset(&arena, mark);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_duel_is_cut_off);
    RUN_TEST(each_token_is_left_out);
    RUN_TEST(a_mistake_gets_few_messages);
    RUN_TEST(what_is_too_deep_is_refused);
    RUN_TEST(a_line_of_ten_million_bytes);
    RUN_TEST(rules_that_never_end_end_at_a_limit);
    RUN_TEST(limits_that_rules_reach);
    RUN_TEST(past_a_limit_a_battle_is_at_its_last_question);
    RUN_TEST(limits_at_and_past_them);
    RUN_TEST(limits_of_the_text_at_and_past_them);
    arena_free(&arena);
    GREATEST_MAIN_END();
}
