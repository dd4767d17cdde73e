/* form: one shape. Formatting changes no token and loses no comment, doing it twice
 * is doing it once, and the duel stands in its shape. */
#include "form.h"

#include <string.h>

#include "arena.h"
#include "lex.h"
#include "syntax_files.h"

#undef ASSERT
#include "greatest.h"

static struct arena arena;

static struct span formed_of(struct span text) {
    struct diags *d = diags_new(&arena);
    struct span out = {"mistakes", 8};
    form_text(&arena, d, diag_file(d, "t", text), &out);
    return out;
}

static const char *formed(const char *text) {
    struct span s = formed_of((struct span){text, strlen(text)});
    return arena_text(&arena, s.at, s.len);
}

/* The text without what the shape decides: blanks and the ; at an end of a line. */
static bool same_tokens(struct span a, struct span b) {
    static struct lexer x, y;
    struct diags *d = diags_new(&arena);
    lex_start(&x, &arena, d, diag_file(d, "a", a));
    lex_start(&y, &arena, d, diag_file(d, "b", b));
    for (;;) {
        struct token s, t;
        int id = lex_next(&x, &s);
        if (lex_next(&y, &t) != id) return false;
        if (id == 0) return true;
        if (id != T_NL && !span_equal(lex_span(&x, s), lex_span(&y, t))) return false;
    }
}

/* How many bytes of comments there are, blanks apart, outside of texts. */
static size_t comment_bytes(struct span s) {
    size_t n = 0;
    bool comment = false, text = false;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        if (c == '\n') comment = text = false;
        if (c == '"' && !comment && i > 0 && !(s.at[i - 1] >= '0' && s.at[i - 1] <= '9'))
            text = !text;
        if (c == '#' && !text) comment = true;
        n += comment && c != ' ' && c != '\r' && c != '\t';
    }
    return n;
}

struct outcome {
    int tokens, comments, twice, shape;
};

static void look_at(const char *path, struct span text, void *user) {
    struct outcome *o = user;
    struct span once = formed_of(text), twice = formed_of(once);
    o->tokens += !same_tokens(text, once);
    o->comments += comment_bytes(text) != comment_bytes(once);
    o->twice += !span_equal(once, twice);
    if (strncmp(path, "rules/", 6) == 0) o->shape += !span_equal(text, once);
    /* Without its indents it comes to the same shape. */
    char *rough = arena_new(&arena, once.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < once.len; i++) {
        bool begins = len == 0 || rough[len - 1] == '\n';
        if (!begins || once.at[i] != ' ') rough[len++] = once.at[i];
    }
    o->twice += !span_equal(once, formed_of((struct span){rough, len}));
}

TEST formatting_keeps_tokens_and_comments(void) {
    struct outcome o = {0, 0, 0, 0};
    ASSERT_EQ(DUEL_FILES + TOUR_FILES + LANGUAGE_FILES, files_all(look_at, &o));
    ASSERT_EQ_FMT(0, o.tokens, "%d");
    ASSERT_EQ_FMT(0, o.comments, "%d");
    PASS();
}

TEST twice_is_once(void) {
    struct outcome o = {0, 0, 0, 0};
    files_all(look_at, &o);
    ASSERT_EQ_FMT(0, o.twice, "%d");
    PASS();
}

TEST the_duel_is_in_shape(void) {
    struct outcome o = {0, 0, 0, 0};
    files_all(look_at, &o);
    ASSERT_EQ_FMT(0, o.shape, "%d");
    PASS();
}

TEST blanks_between_words(void) {
    ASSERT_STR_EQ(
        "number x(a: unit, b: number 1..6 = 2) = f(a.M, -1) - -b * (2 + 3) / 2 rounded up\n",
        formed("number   x( a :unit,b:number 1 .. 6=2 )=f( a . M,- 1)-  -b*( 2+3 )/2 rounded up"));
    ASSERT_STR_EQ("kind k { a (x, y) = x; b shape = circle(2mm) }\n",
                  formed("kind k {a(x,y)=x;b shape=circle (2mm)}"));
    ASSERT_STR_EQ("table t (a, b) {\n    x  -1  {p, q(2)}\n}\n",
                  formed("table t(a,b){\nx -1 { p,q( 2 )}\n}"));
    ASSERT_STR_EQ("die d { blank, -1, 1..5 }\n", formed("die d {blank,-1,1..5}"));
    ASSERT_STR_EQ("event e {}\n", formed("event e {}"));
    PASS();
}

TEST indents_and_empty_lines(void) {
    ASSERT_STR_EQ(
        "event e {\n"
        "    if a {\n"
        "        b = f(c,\n"
        "              d)\n"
        "    } else {\n"
        "        b = c +\n"
        "            d\n"
        "    }\n"
        "\n"
        "    # why\n"
        "    stop  # here\n"
        "}\n",
        formed("\n\n  event e {\n\n if a {\nb = f(c,\nd)\n} else {\nb = c +\nd\n\n}\n\n\n\n"
               "# why  \n stop # here\n\n}\n\n\n"));
    PASS();
}

/* Labels of neighbours stand below each other, in a fixed place if there is room;
 * citations behind them. */
TEST columns(void) {
    ASSERT_STR_EQ(
        "number hit {\n"
        "    start 5\n"
        "    -1 when far                                        \"far\"           [a.b]\n"
        "    +1 when aimed                                      \"aimed\"         [c]\n"
        "}\n",
        formed("number hit {\nstart 5\n-1 when far \"far\" [a.b]\n+1 when aimed \"aimed\" [c]\n}"));
    ASSERT_STR_EQ("event e {\n"
                  "    keep far  = a\n"
                  "    keep some = b\n"
                  "    let x = c\n"
                  "}\n",
                  formed("event e {\nkeep far = a\nkeep some = b\nlet x = c\n}"));
    ASSERT_STR_EQ("kind k {\n"
                  "    a     number                            \"A\"  # first\n"
                  "    long  number 1..2 = 1\n"
                  "}\n",
                  formed("kind k {\na number \"A\" # first\nlong number 1..2 = 1\n}"));
    ASSERT_STR_EQ("example \"x\" {\n"
                  "    given   a has b\n"
                  "    rolls   1 2   3\n"
                  "    expect  c\n"
                  "}\n",
                  formed("example \"x\" {\ngiven a has b\nrolls 1 2      3\nexpect c\n}"));
    ASSERT_STR_EQ("table t (a, b) {\n"
                  "    bow    \"Bow\"    1\"\n"
                  "    sling  \"Sling\"  12\"                                                [x]\n"
                  "}\n",
                  formed("table t (a, b) {\nbow \"Bow\" 1\"\nsling \"Sling\" 12\" [x]\n}"));
    PASS();
}

TEST what_is_not_well_formed_is_left_alone(void) {
    struct diags *d = diags_new(&arena);
    struct span out = {"as it was", 9}, text = {"event {", 7};
    ASSERT_FALSE(form_text(&arena, d, diag_file(d, "t", text), &out));
    ASSERT(span_is(out, "as it was"));
    ASSERT(diag_errors(d) > 0);
    PASS();
}

TEST nothing_and_comments_only(void) {
    ASSERT_STR_EQ("", formed(""));
    ASSERT_STR_EQ("", formed("\n\n  \n"));
    ASSERT_STR_EQ("# a\n\n# b\n", formed("\n  # a\n\n\n\n\t# b  \r\n"));
    ASSERT_STR_EQ("event e  # x\n", formed("\xef\xbb\xbf"
                                           "event e # x\r\n"));
    PASS();
}

SUITE(form) {
    RUN_TEST(formatting_keeps_tokens_and_comments);
    RUN_TEST(twice_is_once);
    RUN_TEST(the_duel_is_in_shape);
    RUN_TEST(blanks_between_words);
    RUN_TEST(indents_and_empty_lines);
    RUN_TEST(columns);
    RUN_TEST(what_is_not_well_formed_is_left_alone);
    RUN_TEST(nothing_and_comments_only);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(form);
    GREATEST_MAIN_END();
}
