/* diag: a message stands where the mistake is, once, with its excerpt; messages
 * are in the order of the text and no more than the cap. */
#include "diag.h"

#include <string.h>

#include "arena.h"

#undef ASSERT
#include "greatest.h"

static struct arena arena;

static struct span text_of(const char *text) {
    struct span s = {text, strlen(text)};
    return s;
}

static struct place place_at(uint32_t file, uint32_t at, uint32_t len) {
    struct place p = {file, at, len};
    return p;
}

static const char *printed(struct diags *d) {
    struct span s = diag_printed(d, &arena, false);
    return arena_text(&arena, s.at, s.len);
}

TEST shows_excerpt_underline_and_suggestion(void) {
    struct diags *d = diags_new(&arena);
    const char *text =
        "\n\n\n\n\n\n\n\n\n\n\n\n\n    -1 to hti when target is bearer  \"dreadful\"\n";
    uint32_t other = diag_file(d, "rules/game/units.myth", text_of("a\nb\nnumber hit\n"));
    uint32_t file = diag_file(d, "rules/game/talents.myth", text_of(text));
    struct diag *m = diag_add(d, DIAG_RESERVED_WORD, place_at(file, 23, 3), text_of("hti"));
    struct nearest n = diag_nearest(text_of("hti"));
    diag_candidate(&n, text_of("save"), place_at(other, 0, 1));
    diag_candidate(&n, text_of("hit"), place_at(other, 11, 3));
    diag_did_you_mean(d, m, &n);
    diag_also(d, m, place_at(other, 2, 1), "it is also here");
    ASSERT_STR_EQ("rules/game/talents.myth:14:11: error E0121: 'hti' is a word of the language and "
                  "cannot be a name\n"
                  "  14 |     -1 to hti when target is bearer  \"dreadful\"\n"
                  "     |           ^~~ did you mean 'hit' (units.myth:3)?\n"
                  "     | rules/game/units.myth:2:1: it is also here\n",
                  printed(d));
    PASS();
}

TEST sorts_by_file_and_place_and_says_each_once(void) {
    struct diags *d = diags_new(&arena);
    uint32_t a = diag_file(d, "a", text_of("one\ntwo\n")), b = diag_file(d, "b", text_of("x\n"));
    ASSERT(diag_add(d, DIAG_BAD_UTF8, place_at(b, 0, 1)) != NULL);
    ASSERT(diag_add(d, DIAG_BAD_UTF8, place_at(a, 4, 3)) != NULL);
    ASSERT(diag_add(d, DIAG_BAD_UTF8, place_at(a, 0, 3)) != NULL);
    ASSERT_EQ(NULL, diag_add(d, DIAG_BAD_UTF8, place_at(a, 4, 3)));
    ASSERT(diag_add(d, DIAG_BAD_CITATION, place_at(a, 4, 3)) != NULL);
    ASSERT_EQ_FMT(4u, diag_errors(d), "%u");
    ASSERT_EQ_FMT(4u, diag_kept(d), "%u");
    ASSERT_EQ(0, diag_kept_place(d, 0).at);
    ASSERT_EQ(4, diag_kept_place(d, 1).at);
    ASSERT_EQ(DIAG_BAD_UTF8, diag_kept_id(d, 1));
    ASSERT_EQ(DIAG_BAD_CITATION, diag_kept_id(d, 2));
    ASSERT_EQ(b, diag_kept_place(d, 3).file);
    PASS();
}

/* Said from the end of the text to its begin: those at the begin are printed. */
TEST keeps_the_first_fifty_of_the_text_and_counts_the_rest(void) {
    struct diags *d = diags_new(&arena);
    char text[61] = {0};
    memset(text, 'x', 60);
    uint32_t file = diag_file(d, "a", text_of(text));
    for (uint32_t i = 60; i-- > 0;) diag_add(d, DIAG_BAD_UTF8, place_at(file, i, 1));
    ASSERT_EQ_FMT(60u, diag_errors(d), "%u");
    ASSERT_EQ_FMT(50u, diag_kept(d), "%u");
    for (uint32_t i = 0; i < 50; i++) ASSERT_EQ(i, diag_kept_place(d, i).at);
    ASSERT_FALSE(diag_room(d, place_at(file, 50, 1)));
    const char *said = printed(d), *last = strstr(said, "and ");
    ASSERT(last != NULL);
    ASSERT_STR_EQ("and 10 more (limit MISTAKES)\n", last);
    PASS();
}

TEST columns_are_characters(void) {
    struct diags *d = diags_new(&arena);
    uint32_t file = diag_file(d, "a", text_of("\xef\xbb\xbf\t\xc3\xa9t\xc3\xa9 x\r\n\xff y"));
    struct line_column w = diag_where(d, place_at(file, 10, 1));
    ASSERT_EQ_FMT(1u, w.line, "%u");
    ASSERT_EQ_FMT(6u, w.column, "%u"); /* tab, e, t, e, blank, x; the mark of order is none */
    diag_add(d, DIAG_BAD_UTF8, place_at(file, 10, 1));
    diag_add(d, DIAG_BAD_UTF8, place_at(file, 13, 1));
    ASSERT_STR_EQ("a:1:6: error E0102: these bytes are not UTF-8\n"
                  "   1 | \t\xc3\xa9t\xc3\xa9 x\n"
                  "     | \t    ^\n"
                  "a:2:1: error E0102: these bytes are not UTF-8\n"
                  "   2 | \xef\xbf\xbd y\n"
                  "     | ^\n",
                  printed(d));
    PASS();
}

TEST a_long_line_is_cut_around_the_mark(void) {
    struct diags *d = diags_new(&arena);
    char text[1001] = {0};
    memset(text, 'x', 1000);
    uint32_t file = diag_file(d, "a", text_of(text));
    diag_add(d, DIAG_BAD_UTF8, place_at(file, 500, 400));
    const char *said = printed(d), *excerpt = strchr(said, '\n') + 1;
    size_t width = strcspn(excerpt, "\n");
    ASSERT_EQ_FMT((size_t)(7 + 3 + 100 + 3), width, "%zu"); /* number, dots, window, dots */
    const char *under = excerpt + width + 1, *mark = strchr(under, '^');
    ASSERT_EQ_FMT((long)(7 + 1 + 60), (long)(mark - under), "%ld");
    ASSERT_EQ_FMT((size_t)39, strspn(mark + 1, "~"), "%zu");
    PASS();
}

TEST the_end_of_a_text_is_behind_its_last_line(void) {
    struct diags *d = diags_new(&arena);
    uint32_t file = diag_file(d, "a", text_of("one\ntwo\n\n\n")),
             none = diag_file(d, "b", text_of(""));
    diag_add(d, DIAG_BAD_UTF8, place_at(file, 10, 0));
    diag_add(d, DIAG_BAD_UTF8, place_at(none, 0, 0));
    ASSERT_STR_EQ("a:2:4: error E0102: these bytes are not UTF-8\n"
                  "   2 | two\n"
                  "     |    ^\n"
                  "b:1:1: error E0102: these bytes are not UTF-8\n",
                  printed(d));
    PASS();
}

/* The hint for a word of another language, which stands at the first | of a text. */
static const char *foreign_at(const char *marked) {
    char text[100];
    size_t at = strcspn(marked, "|");
    snprintf(text, sizeof text, "%.*s%s", (int)at, marked, marked + at + 1);
    size_t len = strcspn(text + at, " ");
    const char *hint = diag_foreign(text_of(text), at, len);
    return hint ? hint : "";
}

TEST words_of_other_languages_are_known(void) {
    ASSERT_STR_EQ("equal is a single =: take one of the two away", foreign_at("if a =|= b"));
    ASSERT_STR_EQ("write and", foreign_at("a |&& b"));
    ASSERT_STR_EQ("write -", foreign_at("|\xe2\x88\x92 1 to hit"));
    ASSERT_STR_EQ("write yes", foreign_at("x = |true"));
    ASSERT_STR_EQ("write let", foreign_at("local |x = 1"));
    ASSERT_STR_EQ("dice are rolled: roll 2 d6", foreign_at("let a = |2d6"));
    ASSERT_STR_EQ("a die is rolled: roll d6", foreign_at("let a = |1d6"));
    ASSERT_STR_EQ("", foreign_at("let a = |2d"));
    ASSERT_STR_EQ("", foreign_at("a |= b"));
    ASSERT_STR_EQ("", foreign_at("nonlocal |x = 1"));
    ASSERT_STR_EQ("", foreign_at("true_north |x"));
    ASSERT_STR_EQ("", foreign_at("end|"));
    PASS();
}

static const char *nearest_of(const char *word, const char *a, const char *b) {
    struct nearest n = diag_nearest(text_of(word));
    diag_candidate_word(&n, a);
    diag_candidate_word(&n, b);
    return arena_text(&arena, n.best.at, n.best.len);
}

TEST the_nearest_word_is_near(void) {
    ASSERT_STR_EQ("hit", nearest_of("hti", "ha", "hit")); /* swapped: one change */
    ASSERT_STR_EQ("shooter", nearest_of("shoter", "shots", "shooter"));
    ASSERT_STR_EQ("unit", nearest_of("unlt", "unit", "uni")); /* of equals the first */
    ASSERT_STR_EQ("", nearest_of("volley", "wound", "v"));
    ASSERT_STR_EQ("", nearest_of("a", "b", "c"));
    PASS();
}

TEST every_code_is_one_and_has_a_page(void) {
    for (int i = 0; i < DIAG_COUNT_; i++) {
        const struct diag_row *row = diag_row((enum diag_id)i);
        ASSERT_EQ(5, strlen(row->code));
        ASSERT(strspn(row->code + 1, "0123456789") == 4);
        ASSERT(row->code[0] == (row->severity == DIAG_ERROR ? 'E' : 'W'));
        ASSERT_EQ(row, diag_find(row->code)); /* the first of its code is itself: no code twice */
        ASSERT(strlen(row->message) > 5 && strlen(row->page) > 10);
    }
    ASSERT_EQ(diag_row(DIAG_UNEXPECTED), diag_find("e0120"));
    ASSERT_EQ(diag_row(DIAG_UNEXPECTED), diag_find("120"));
    ASSERT_EQ(NULL, diag_find("E9999"));
    ASSERT_EQ(NULL, diag_find(""));
    PASS();
}

TEST a_line_that_is_not_well_formed_gets_no_other_message(void) {
    struct diags *d = diags_new(&arena);
    uint32_t file = diag_file(d, "a", text_of("one two\nthree\n"));
    diag_add(d, DIAG_BAD_CITATION, place_at(file, 4, 3));
    ASSERT_EQ(NULL, diag_add(d, DIAG_NO_NAME, place_at(file, 0, 3), text_of("one")));
    ASSERT(diag_add(d, DIAG_NO_NAME, place_at(file, 8, 5), text_of("three")) != NULL);
    ASSERT(diag_add(d, DIAG_BAD_UTF8, place_at(file, 0, 1)) != NULL);
    ASSERT_EQ_FMT(3u, diag_errors(d), "%u");
    PASS();
}

TEST a_sink_apart_changes_nothing(void) {
    struct diags *d = diags_new(&arena);
    uint32_t file = diag_file(d, "a", text_of("x"));
    struct diags *apart = diags_apart(&arena, d);
    diag_add(apart, DIAG_BAD_UTF8, place_at(file, 0, 1));
    ASSERT_EQ(1, diag_errors(apart));
    ASSERT_EQ(0, diag_errors(d));
    ASSERT_STR_EQ("", printed(d));
    PASS();
}

SUITE(diag) {
    RUN_TEST(shows_excerpt_underline_and_suggestion);
    RUN_TEST(sorts_by_file_and_place_and_says_each_once);
    RUN_TEST(keeps_the_first_fifty_of_the_text_and_counts_the_rest);
    RUN_TEST(columns_are_characters);
    RUN_TEST(a_long_line_is_cut_around_the_mark);
    RUN_TEST(the_end_of_a_text_is_behind_its_last_line);
    RUN_TEST(words_of_other_languages_are_known);
    RUN_TEST(the_nearest_word_is_near);
    RUN_TEST(every_code_is_one_and_has_a_page);
    RUN_TEST(a_line_that_is_not_well_formed_gets_no_other_message);
    RUN_TEST(a_sink_apart_changes_nothing);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(diag);
    GREATEST_MAIN_END();
}
