/* lex: where lines end, what is a word and what a name, lengths and dice, and what
 * is said of bytes that are no text. */
#include "lex.h"

#include <string.h>

#include "arena.h"

#undef ASSERT
#include "greatest.h"

static struct arena arena;
static struct diags *said;

/* A text's tokens in short: words as they are, else a sign for the sort. */
static const char *short_of(int id) {
    const struct lex_word *w = lex_word_of(id);
    if (w) return w->word;
    static const struct {
        int id;
        const char *sign;
    } signs[] = {{T_NAME, "N"},  {T_NUM, "1"},    {T_LEN, "L"},      {T_SIZE, "S"},
                 {T_DIE_N, "D"}, {T_STRING, "T"}, {T_CITE, "C"},     {T_NL, "|"},
                 {T_LP, "("},    {T_RP, ")"},     {T_LB, "{"},       {T_RB, "}"},
                 {T_COMMA, ","}, {T_COLON, ":"},  {T_DOT, "."},      {T_DOTS, ".."},
                 {T_EQ, "="},    {T_NE, "!="},    {T_LT, "<"},       {T_LE, "<="},
                 {T_GT, ">"},    {T_GE, ">="},    {T_PLUS, "+"},     {T_MINUS, "-"},
                 {T_STAR, "*"},  {T_SLASH, "/"},  {T_PLUS_EQ, "+="}, {T_MINUS_EQ, "-="}};
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        if (signs[i].id == id) return signs[i].sign;
    }
    return "?";
}

static struct lexer lexer;

static uint32_t begin(const char *text, size_t len) {
    said = diags_new(&arena);
    struct span s = {text, len};
    uint32_t file = diag_file(said, "t", s);
    lex_start(&lexer, &arena, said, file);
    return file;
}

static const char *tokens_of(const char *text, size_t len) {
    begin(text, len);
    const char *all = "";
    struct token t;
    for (int id; (id = lex_next(&lexer, &t)) != 0;) {
        all = arena_print(&arena, "%s%s%s", all, *all ? " " : "", short_of(id));
    }
    return all;
}

static const char *tokens(const char *text) {
    return tokens_of(text, strlen(text));
}

static int64_t number_of(const char *text) {
    struct token t;
    begin(text, strlen(text));
    lex_next(&lexer, &t);
    return t.number;
}

static const char *codes(void) {
    const char *all = "";
    for (uint32_t i = 0; i < diag_kept(said); i++) {
        all =
            arena_print(&arena, "%s%s%s", all, i ? " " : "", diag_row(diag_kept_id(said, i))->code);
    }
    return all;
}

static const char *mistakes(const char *text) {
    tokens(text);
    return codes();
}

TEST a_line_ends_where_it_may(void) {
    ASSERT_STR_EQ("N | N |", tokens("a\nb\n"));
    ASSERT_STR_EQ("N | N |", tokens("\n\na\n\n\n# nothing\n   b"));
    ASSERT_STR_EQ("N = N + N |", tokens("a =\nb +\nc"));
    ASSERT_STR_EQ("N and N |", tokens("a and\n\n# so\nb"));
    ASSERT_STR_EQ("N ( N , N ) | N |", tokens("a(b,\nc\n)\nd"));
    ASSERT_STR_EQ("N { N | N } |", tokens("a {\nb; c }"));
    ASSERT_STR_EQ("N | - 1 | + 1 | = 1 |", tokens("a\n- 1\n+ 1\n= 1"));
    PASS();
}

TEST a_line_goes_on_before_a_citation(void) {
    ASSERT_STR_EQ("N C C | N |", tokens("a\n   [x.y]\n# and\n\n[z]\nb"));
    PASS();
}

TEST words_that_end_a_line_do(void) {
    for (uint32_t i = 0; i < lex_words(); i++) {
        static const char ends[] =
            " yes no stop cancel begins ends up down number die place path "
            "secret action destroy remove draw reveal score give take create "
            "row stacks alike examples once times ";
        const struct lex_word *w = lex_word(i);
        if (w->token == T_NOTE) continue; /* only before a text */
        bool may = strstr(ends, arena_print(&arena, " %s ", w->word)) != NULL;
        const char *wanted = arena_print(&arena, "%s %sN |", w->word, may ? "| " : "");
        ASSERT_STR_EQ(wanted, tokens(arena_print(&arena, "%s\nx", w->word)));
    }
    PASS();
}

/* `note` is a word before a text, also one in the next line, and a name elsewhere. */
TEST note_is_a_word_before_a_text(void) {
    ASSERT_STR_EQ("note T | N |", tokens("note \"a\"\nb"));
    ASSERT_STR_EQ("note T , T |", tokens("note\n\"a\",\n\"b\""));
    ASSERT_STR_EQ("N | N |", tokens("note\nb"));
    ASSERT_STR_EQ("N = N . N |", tokens("note = a.note"));
    ASSERT_STR_EQ("N N ( N ) |", tokens("note note (note)"));
    PASS();
}

TEST a_semicolon_always_ends(void) {
    ASSERT_STR_EQ("N { | N | }", arena_text(&arena, tokens("a { ; b; }"), 11));
    ASSERT_STR_EQ("N | N |", tokens("a;\nb"));
    PASS();
}

TEST a_word_that_touches_a_dot_is_a_name(void) {
    ASSERT_STR_EQ("N . N |", tokens("turn.number"));
    ASSERT_STR_EQ("N . N . N |", tokens("destroy.place.take"));
    ASSERT_STR_EQ("1 .. number |", tokens("1..number"));
    ASSERT_STR_EQ("yes .. no |", tokens("yes..no"));
    ASSERT_STR_EQ("N N |", tokens("numbers Number"));
    PASS();
}

TEST lengths_are_exact(void) {
    ASSERT_EQ(25400, number_of("10\""));
    ASSERT_EQ(6350, number_of("2.5\""));
    ASSERT_EQ(30480 * 4, number_of("4'"));
    ASSERT_EQ(3200, number_of("32mm"));
    ASSERT_EQ(1550, number_of("1.55cm"));
    ASSERT_EQ(INT64_C(9223372036854775807), number_of("9223372036854775807"));
    ASSERT_EQ(1, number_of("0.010000000000000000000000000mm"));
    ASSERT_EQ(INT64_C(9223372036854775800), number_of("92233720368547758mm"));
    ASSERT_STR_EQ("", codes());
    ASSERT_STR_EQ("E0107", mistakes("92233720368547759mm"));
    ASSERT_STR_EQ("E0107", mistakes("9223372036854775808"));
    ASSERT_STR_EQ("E0107", mistakes("99999999999999999999999\""));
    ASSERT_STR_EQ("E0110", mistakes("0.001mm"));
    ASSERT_STR_EQ("E0110", mistakes("2.00001\""));
    ASSERT_STR_EQ("E0110", mistakes("0.0000000000000000000000001\""));
    PASS();
}

TEST a_size_is_two_lengths(void) {
    ASSERT_STR_EQ("S |", tokens("72\" x 48\""));
    ASSERT_STR_EQ("S |", tokens("25mmx50mm"));
    ASSERT_STR_EQ("L N |", tokens("72\" x"));
    struct token t;
    int64_t wide, deep;
    begin("2\" x 30mm", 9);
    lex_next(&lexer, &t);
    lex_size(&lexer, t, &wide, &deep);
    ASSERT_EQ(5080, wide);
    ASSERT_EQ(3000, deep);
    PASS();
}

TEST dice_and_ranges(void) {
    ASSERT_STR_EQ("D D N |", tokens("d6 d1000000 d6x"));
    ASSERT_EQ(10, number_of("d10"));
    ASSERT_STR_EQ("1 .. 1 |", tokens("1..6"));
    ASSERT_STR_EQ("L .. L |", tokens("1\"..12\""));
    ASSERT_STR_EQ("E0113", mistakes("d0"));
    ASSERT_STR_EQ("E0113", mistakes("d1000001"));
    ASSERT_STR_EQ("E0113", mistakes("d99999999999999999999999"));
    PASS();
}

TEST what_is_no_token_is_said_once(void) {
    ASSERT_STR_EQ("E0108", mistakes("2.5"));
    ASSERT_STR_EQ("E0109", mistakes("3abc"));
    ASSERT_STR_EQ("E0109", mistakes("5mmx"));
    ASSERT_STR_EQ("E0111", mistakes("+1\"label\""));
    ASSERT_STR_EQ("", mistakes("+1\" \"label\""));
    ASSERT_STR_EQ("E0105", mistakes("\"open\n"));
    ASSERT_STR_EQ("E0105", mistakes("\"open"));
    ASSERT_STR_EQ("E0106", mistakes("\"a\\tb\""));
    ASSERT_STR_EQ("", mistakes("\"a\\n\\\"\\\\\""));
    ASSERT_STR_EQ("E0112", mistakes("[a b]"));
    ASSERT_STR_EQ("E0112", mistakes("[a.]"));
    ASSERT_STR_EQ("E0112", mistakes("[a"));
    ASSERT_STR_EQ("E0104", mistakes("a $$ b"));
    ASSERT_STR_EQ("E0104", mistakes("a \xc3\xa9 b"));
    PASS();
}

/* Each run of bad bytes is one mistake, in a comment, a text or between words. */
TEST bytes_that_are_no_text(void) {
    ASSERT_STR_EQ("E0102", mistakes("# \xff\xfe\xff\n"));
    ASSERT_STR_EQ("E0102", mistakes("a\x80\x80"
                                    "b"));
    ASSERT_STR_EQ("E0102", mistakes("\"\xc0\xaf\""));       /* too long a form of / */
    ASSERT_STR_EQ("E0102", mistakes("# \xed\xa0\x80"));     /* half of a pair */
    ASSERT_STR_EQ("E0102", mistakes("# \xf4\x90\x80\x80")); /* beyond the last character */
    ASSERT_STR_EQ("", mistakes("# \xf4\x8f\xbf\xbf \xe2\x82\xac"));
    ASSERT_STR_EQ("E0102", mistakes("# \xe2\x82")); /* cut off */
    ASSERT_STR_EQ("E0103", mistakes("a \x01\x02 b"));
    ASSERT_STR_EQ("E0103", mistakes("a\rb"));
    ASSERT_STR_EQ("N | N |", tokens("a\r\nb\r\n"));
    ASSERT_STR_EQ("", codes());
    ASSERT_STR_EQ("N N |", tokens_of("a \0\0\0 b", 7));
    ASSERT_STR_EQ("E0103", codes());
    ASSERT_STR_EQ("N |", tokens("\xef\xbb\xbf"
                                "a"));
    ASSERT_STR_EQ("", codes());
    PASS();
}

/* Any byte, wherever it stands among others that are passed over in stretches. */
TEST each_byte_is_looked_at(void) {
    for (size_t at = 1; at < 26; at++) {
        for (int byte = 1; byte < 256; byte++) {
            char text[] = "#abcdefghijkl~ nopqrstuvwxyz\n";
            text[at] = (char)byte;
            bool control = (byte < 32 && byte != '\t' && byte != '\n') || byte == 127;
            if (byte == '\n') continue; /* what follows is no comment */
            ASSERT_STR_EQ(control ? "E0103" : byte >= 128 ? "E0102" : "", mistakes(text));
        }
    }
    PASS();
}

TEST a_text_means_what_it_says(void) {
    struct token t;
    begin("\"a\\\"b\\\\\\n{x}\" \"plain\"", 21);
    ASSERT_EQ(T_STRING, lex_next(&lexer, &t));
    ASSERT_EQ(TEXT_ESCAPES | TEXT_HOLES, t.number);
    ASSERT(span_is(lex_unquote(&arena, &lexer, t), "a\"b\\\n{x}"));
    ASSERT_EQ(T_STRING, lex_next(&lexer, &t));
    ASSERT_EQ(0, t.number);
    ASSERT(span_is(lex_unquote(&arena, &lexer, t), "plain"));
    PASS();
}

/* A word that begins a line, and every brace, ends parentheses left open. */
TEST open_parentheses_end_with_their_line(void) {
    ASSERT_STR_EQ("do N ( N | let N |", tokens("do f(a\nlet b"));
    ASSERT_STR_EQ("do N ( N }", arena_text(&arena, tokens("do f(a }"), 10));
    ASSERT_STR_EQ("N = | do N |", tokens("a =\ndo f"));
    ASSERT_STR_EQ("before N , draw N |", tokens("before a,\n draw b"));
    ASSERT_STR_EQ("do N ( N number ) |", tokens("do f(a\nnumber)"));
    PASS();
}

TEST brackets_have_a_limit(void) {
    char text[MAX_DEPTH_TEXT + 2] = {0};
    memset(text, '(', MAX_DEPTH_TEXT);
    ASSERT_STR_EQ("", mistakes(text));
    memset(text, '(', MAX_DEPTH_TEXT + 1);
    ASSERT_STR_EQ("E0122", mistakes(text));
    ASSERT(lexer.too_deep);
    PASS();
}

/* Every word is found, and has its sentence. */
TEST every_word_is_a_word(void) {
    for (uint32_t i = 0; i < lex_words(); i++) {
        const struct lex_word *w = lex_word(i);
        struct token t;
        const char *text = arena_print(&arena, "%s \"\"", w->word);
        begin(text, strlen(text));
        ASSERT_EQ(w->token, lex_next(&lexer, &t));
        ASSERT(strlen(w->sentence) > 5);
        if (i) ASSERT(strcmp(lex_word(i - 1)->word, w->word) < 0);
    }
    PASS();
}

SUITE(lex) {
    RUN_TEST(a_line_ends_where_it_may);
    RUN_TEST(a_line_goes_on_before_a_citation);
    RUN_TEST(words_that_end_a_line_do);
    RUN_TEST(note_is_a_word_before_a_text);
    RUN_TEST(a_semicolon_always_ends);
    RUN_TEST(a_word_that_touches_a_dot_is_a_name);
    RUN_TEST(lengths_are_exact);
    RUN_TEST(a_size_is_two_lengths);
    RUN_TEST(dice_and_ranges);
    RUN_TEST(what_is_no_token_is_said_once);
    RUN_TEST(bytes_that_are_no_text);
    RUN_TEST(each_byte_is_looked_at);
    RUN_TEST(a_text_means_what_it_says);
    RUN_TEST(open_parentheses_end_with_their_line);
    RUN_TEST(brackets_have_a_limit);
    RUN_TEST(every_word_is_a_word);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(lex);
    GREATEST_MAIN_END();
}
