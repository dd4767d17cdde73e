/* grammar: all rule text that there is parses; what does not is told once a
 * mistake, where it is; nothing crashes, hangs or is too deep. */
#include "grammar.h"

#include <string.h>

#include "arena.h"
#include "lex.h"
#include "syntax_files.h"

#undef ASSERT
#include "greatest.h"

static struct arena arena;
static struct diags *said;

static struct node *parsed_of(const char *path, struct span text) {
    said = diags_new(&arena);
    return grammar_parse(&arena, said, diag_file(said, path, text));
}

static struct node *parsed(const char *text) {
    struct span s = {text, strlen(text)};
    return parsed_of("t", s);
}

/* "line:column code" of each mistake. */
static const char *mistakes(const char *text) {
    parsed(text);
    const char *all = "";
    for (uint32_t i = 0; i < diag_kept(said); i++) {
        struct line_column w = diag_where(said, diag_kept_place(said, i));
        all = arena_print(&arena, "%s%s%u:%u %s", all, i ? ", " : "", w.line, w.column,
                          diag_row(diag_kept_id(said, i))->code);
    }
    return all;
}

static const char *message(const char *text) {
    parsed(text);
    struct span s = diag_printed(said, &arena, false);
    const char *all = arena_text(&arena, s.at, s.len), *from = strstr(all, ": error ");
    return from ? arena_text(&arena, from + 15, strcspn(from + 15, "\n")) : "";
}

static const char *dumped(const char *text) {
    struct span s = tree_dump(&arena, parsed(text));
    return diag_errors(said) ? "mistakes" : arena_text(&arena, s.at, s.len);
}

/* ---- What is well formed */

static void must_parse(const char *path, struct span text, void *user) {
    parsed_of(path, text);
    if (diag_errors(said) == 0) return;
    diag_print(said, stdout, false);
    ++*(int *)user;
}

TEST all_rule_text_parses(void) {
    int bad = 0;
    ASSERT_EQ_FMT(DUEL_FILES + TOUR_FILES + LANGUAGE_FILES, files_all(must_parse, &bad), "%d");
    ASSERT_EQ(0, bad);
    PASS();
}

TEST a_row_has_its_parts(void) {
    ASSERT_STR_EQ("FILE\n"
                  "  decls: ROW - [c.d] [e]\n"
                  "    amount: ARITH times\n"
                  "      left: LENGTH 10160\n"
                  "      right: NAME n\n"
                  "    per: DOT markers\n"
                  "      of: NAME u\n"
                  "    when: OR\n"
                  "      left: AND\n"
                  "        left: NOT\n"
                  "          of: NAME a\n"
                  "        right: IS not\n"
                  "          left: NAME b\n"
                  "          right: NAME c\n"
                  "      right: TRUTH 1\n"
                  "    label: TEXT \"x\"\n"
                  "    target: NUMREF hit\n"
                  "      of: NAME volley\n",
                  dumped("-4\" * n to hit of volley per u.markers when not a and b is not c or yes"
                         "  \"x\" [c.d] [e]"));
    PASS();
}

TEST what_binds_first(void) {
    ASSERT_STR_EQ("FILE\n"
                  "  decls: QUANTITY number x\n"
                  "    value: CHOICE\n"
                  "      then: ARITH +\n"
                  "        left: NUMBER 1\n"
                  "        right: ARITH times\n"
                  "          left: NEGATE\n"
                  "            of: NAME a\n"
                  "          right: NUMBER -2\n"
                  "      cond: COMPARE <=\n"
                  "        left: NAME b\n"
                  "        right: RANGE\n"
                  "          low: NUMBER 1\n"
                  "          high: NUMBER 2\n"
                  "      other: CHOICE\n"
                  "        then: NUMBER 3\n"
                  "        cond: NAME c\n"
                  "        other: NUMBER 4\n",
                  dumped("number x = 1 + -a * -2 if b <= 1..2 else 3 if c else 4"));
    ASSERT_STR_EQ("FILE\n"
                  "  decls: QUANTITY value s\n"
                  "    type: TYPE_SET\n"
                  "      of: TYPE_NAME unit\n"
                  "    value: WITH\n"
                  "      set: ARITH -\n"
                  "        left: NAME a\n"
                  "        right: NAME b\n"
                  "      where: IS_WITHIN\n"
                  "        left: NAME it\n"
                  "        reach: LENGTH 15240\n"
                  "        of: NAME x\n",
                  dumped("value s: set of unit = a - b where it is within 6\" of x"));
    PASS();
}

TEST a_set_and_its_condition(void) {
    ASSERT_STR_EQ("FILE\n"
                  "  decls: EVENT e\n"
                  "    body: BLOCK\n"
                  "      statements: FOR u\n"
                  "        set: NAME units\n"
                  "        where: NAME a\n"
                  "        body: BLOCK\n"
                  "      statements: FOR u\n"
                  "        set: WITH parens\n"
                  "          set: NAME units\n"
                  "          where: NAME a\n"
                  "        body: BLOCK\n"
                  "      statements: LET n\n"
                  "        value: CALL sum\n"
                  "          args: ARG_FOR v\n"
                  "            value: DOT M\n"
                  "              of: NAME v\n"
                  "            set: NAME units\n"
                  "            where: NAME a\n",
                  dumped("event e { for u in units where a { }; for u in (units where a) { }\n"
                         "let n = sum(v.M for v in units where a) }"));
    PASS();
}

TEST questions_keep_their_form(void) {
    ASSERT_STR_EQ("FILE\n"
                  "  decls: EVENT e\n"
                  "    body: BLOCK\n"
                  "      statements: CHOOSE choose n..m x may\n"
                  "        low: NUMBER 1\n"
                  "        high: CALL f\n"
                  "        set: NAME s\n"
                  "        label: TEXT \"Which?\"\n"
                  "        body: BLOCK\n"
                  "          statements: CANCEL\n"
                  "        other: BLOCK\n"
                  "          statements: STOP turn\n"
                  "      statements: CHOOSE_PLACE p [a.b]\n"
                  "        who: NAME u\n"
                  "        zone: NAME z\n"
                  "        reach: LENGTH 7620\n"
                  "        of: NAME v\n"
                  "        where: NAME c\n",
                  dumped("event e {\n"
                         "may choose 1..f() x in s \"Which?\" { cancel } else { stop turn }\n"
                         "choose place p for u in z within 3\" of v where c\n [a.b] }"));
    PASS();
}

TEST names_stand_where_they_are_said_to(void) {
    struct node *f = parsed("number x = alpha.beta + gamma(1)");
    struct node *sum = f->file.decls->quantity.value;
    ASSERT(span_is(diag_span(said, node_name_place(f->file.decls)), "x"));
    ASSERT(span_is(diag_span(said, sum->place), "alpha.beta + gamma(1)"));
    ASSERT(span_is(diag_span(said, sum->arith.left->place), "alpha.beta"));
    ASSERT(span_is(diag_span(said, node_name_place(sum->arith.left)), "beta"));
    ASSERT(span_is(diag_span(said, sum->arith.right->place), "gamma(1)"));
    ASSERT(span_is(diag_span(said, node_name_place(sum->arith.right)), "gamma"));
    PASS();
}

static enum walk count_names(struct node *n, void *user) {
    if (n->kind == NODE_NAME) ++*(int *)user;
    return n->kind == NODE_CALL ? WALK_SKIP : WALK_ON;
}

static enum walk stop_at_call(struct node *n, void *user) {
    ++*(int *)user;
    return n->kind == NODE_CALL ? WALK_STOP : WALK_ON;
}

TEST a_walk_goes_everywhere(void) {
    struct node *f = parsed("number x(p: unit = d) of a, b = c + f(g) + d\ntruth y = e");
    int names = 0, nodes = 0;
    ASSERT(tree_walk(f, count_names, &names));
    ASSERT_EQ_FMT(6, names, "%d"); /* d a b c d e */
    ASSERT_FALSE(tree_walk(f, stop_at_call, &nodes));
    ASSERT_EQ_FMT(11, nodes, "%d"); /* FILE, x, p, unit, d, a, b, two sums, c, the call */
    PASS();
}

/* ---- Holes of texts */

static const char *parts(const char *text) {
    struct node *f = parsed(arena_print(&arena, "event e { say \"%s\" }", text));
    struct node *say = f->file.decls->event.body->block.statements;
    const char *all = "";
    for (struct node *n = grammar_text_parts(&arena, said, say->say.label); n; n = n->next) {
        struct span s = n->kind == NODE_TEXT ? n->text : diag_span(said, n->place);
        all = arena_print(&arena, "%s<%s %.*s>", all, node_name((enum node_kind)n->kind),
                          (int)s.len, s.at);
    }
    return all;
}

TEST a_text_has_parts(void) {
    ASSERT_STR_EQ("<TEXT plain>", parts("plain"));
    ASSERT_STR_EQ("<NAME x><TEXT  and \"><ARITH y.z + 1>", parts("{x} and \\\"{y.z + 1}"));
    ASSERT_STR_EQ("", parts(""));
    ASSERT_EQ(0, diag_errors(said));
    ASSERT_STR_EQ("<TEXT a ><MISTAKE x y><TEXT  b>", parts("a {x y} b"));
    ASSERT_EQ(DIAG_BAD_HOLE, diag_kept_id(said, 0));
    parts("a {x");
    ASSERT_EQ_FMT(1u, diag_errors(said), "%u");
    parts("a } b");
    ASSERT_EQ_FMT(1u, diag_errors(said), "%u");
    parts("a {} b");
    ASSERT_EQ_FMT(1u, diag_errors(said), "%u");
    PASS();
}

/* ---- What is not well formed */

TEST two_bad_lines_around_a_good_one_are_two(void) {
    ASSERT_STR_EQ("2:5 E0120, 4:5 E0120", mistakes("event e {\nlet = 3\nstop\nlet = 4\n}"));
    ASSERT_STR_EQ("1:8 E0120, 3:8 E0120", mistakes("number 3\ntruth a\nnumber 4"));
    ASSERT_STR_EQ("2:1 E0120, 4:1 E0120", mistakes("number n {\n3\nat least 1\n4\n}"));
    ASSERT_STR_EQ("2:3 E0120, 4:3 E0120", mistakes("kind k {\nb 3\nc number\nd 4\n}"));
    ASSERT_STR_EQ("2:3 E0120, 4:3 E0120", mistakes("unit u {\nb :\nc\nd :\n}"));
    ASSERT_STR_EQ("2:7 E0120, 4:6 E0120", mistakes("example \"x\" {\ngiven 3\nrolls 1\nwhen 3\n}"));
    PASS();
}

TEST each_mistake_is_said_once_and_in_place(void) {
    ASSERT_STR_EQ("1:7 E0121", mistakes("event draw(a: unit) { do x }"));
    ASSERT_STR_EQ("1:25 E0130", mistakes("event e { let a = b / 2 }"));
    ASSERT_STR_EQ("1:17 E0131", mistakes("truth t = 1 < a < 5"));
    ASSERT_STR_EQ("1:19 E0132", mistakes("event e { let a = b = c }"));
    ASSERT_STR_EQ("1:14 E0120", mistakes("event e { a =\ndo f\n}"));
    ASSERT_STR_EQ("1:15 E0127", mistakes("truth t = a = \"x\""));
    ASSERT_STR_EQ("2:1 E0126", mistakes("event e { let a = b\n* c }"));
    ASSERT_STR_EQ("3:1 E0125", mistakes("event e {\nif a { stop }\nelse { stop }\nstop }"));
    ASSERT_STR_EQ("1:15 E0123", mistakes("event e { do f(a\nlet b = c }"));
    ASSERT_STR_EQ("1:18 E0124", mistakes("event e { do f(a)) }"));
    ASSERT_STR_EQ("1:18 E0124", mistakes("event e { stop } }\nevent f { stop }"));
    ASSERT_STR_EQ("1:9 E0123", mistakes("event e { stop"));
    ASSERT_STR_EQ("1:11 E0129", mistakes("event e { ; stop }"));
    ASSERT_STR_EQ("1:14 E0104", mistakes("number x = a & b + c"));
    ASSERT_STR_EQ("1:8 E0120", mistakes("number ("));
    ASSERT_STR_EQ("1:1 E0120", mistakes("3\n"));
    PASS();
}

/* A brace that is missing is one mistake, wherever the text goes on. */
TEST a_missing_brace_is_one_mistake(void) {
    ASSERT_STR_EQ(
        "2:10 E0123",
        mistakes("event e {\n    if a {\n        stop\nevent f {\n    stop\n}\ntruth t\n"));
    ASSERT_STR_EQ("2:9 E0120",
                  mistakes("event e {\n    if a\n        stop\n    }\n    cancel\n}\ntruth t\n"));
    ASSERT_STR_EQ("4:5 E0120",
                  mistakes("event e {\n    stop\n}\n    do f\n    do g\n}\ntruth t\n"));
    PASS();
}

/* Texts on which an earlier version looped for ever. */
TEST every_mistake_goes_on(void) {
    ASSERT_STR_EQ("1:1 E0104", mistakes("] {\n    start x\n}"));
    ASSERT_STR_EQ("1:3 E0120", mistakes("  {\n    start x\n  }\n"));
    PASS();
}

TEST what_is_expected_is_in_an_authors_words(void) {
    ASSERT_STR_EQ("'x' cannot stand here; expected is an operator, a label or the end of the line",
                  message("event e { needs a x }"));
    ASSERT_STR_EQ("'3' cannot stand here; expected is a name", message("number 3"));
    ASSERT_STR_EQ("')' cannot stand here; expected is a type", message("event e(a: ) { }"));
    ASSERT_STR_EQ("the end of the file cannot stand here; expected is a value",
                  message("truth t ="));
    ASSERT_STR_EQ("'stop' cannot stand here; expected is a declaration", message("stop"));
    ASSERT_STR_EQ("'kind' cannot stand here; expected is a field, a rule or '}'",
                  message("unit u { kind k }"));
    ASSERT_STR_EQ("'4' cannot stand here; expected is a statement or '}'",
                  message("event e { 4 }"));
    ASSERT_STR_EQ("a text cannot stand here; expected is '(' or the end of the line",
                  message("event e { do f \"x\" }"));
    PASS();
}

/* ---- Texts that are cut */

/* The first declarations of a long text: what is cut costs as much as what stands before it. */
static struct span first_of(struct span text) {
    size_t len = 0;
    for (size_t i = 0; i + 1 < text.len && (len == 0 || i < 4000); i++)
        if (text.at[i] == '}' && text.at[i + 1] == '\n' && (i == 0 || text.at[i - 1] == '\n'))
            len = i + 2;
    return text.len > 4000 ? (struct span){text.at, len} : text;
}

static void cut_everywhere(const char *path, struct span text, void *user) {
    text = first_of(text);
    for (size_t len = 0; len < text.len; len++) {
        struct arena_mark mark = arena_mark(&arena);
        struct span cut = {text.at, len};
        parsed_of(path, cut);
        *(int *)user += (int)diag_errors(said);
        arena_reset(&arena, mark);
    }
}

TEST the_duel_may_be_cut_anywhere(void) {
    int all = 0;
    ASSERT_EQ(DUEL_FILES, files_in("rules/duel", cut_everywhere, &all));
    ASSERT(all > 1000);
    PASS();
}

struct cuts {
    int all, good, joined;
};

/* The lines that a text has for the parser, by the lexer's line ends. */
static int line_ends(const char *path, struct span text) {
    static struct lexer l;
    struct token t;
    int n = 0;
    struct diags *d = diags_new(&arena);
    lex_start(&l, &arena, d, diag_file(d, path, text));
    for (int id; (id = lex_next(&l, &t)) != 0;) n += id == T_NL;
    return n;
}

/* A token was left out: what still parses must not have made one line of two. A token
 * that was a line of its own may go with it. */
static void cut_token(const char *path, struct span text, struct token t, int lines,
                      struct cuts *cuts) {
    struct arena_mark mark = arena_mark(&arena);
    char *left = arena_text(&arena, text.at, text.len);
    memset(left + t.at, ' ', t.len);
    struct span cut = {left, text.len};
    parsed_of(path, cut);
    cuts->all++;
    if (diag_errors(said) == 0) {
        size_t from = t.at, to = t.at + t.len;
        while (from > 0 && text.at[from - 1] == ' ') from--;
        while (to < text.len && text.at[to] == ' ') to++;
        bool alone = from == 0 || strchr("\n{;", text.at[from - 1])
                         ? strchr("\n};#", text.at[to]) != NULL
                         : false;
        cuts->good++;
        if (line_ends(path, cut) < lines && !alone)
            printf("joined: %s %u %.*s\n", path, t.at, (int)t.len, text.at + t.at);
        cuts->joined += line_ends(path, cut) < lines && !alone;
    }
    arena_reset(&arena, mark);
}

static void cut_tokens(const char *path, struct span text, void *user) {
    static struct lexer l;
    struct token t;
    text = (struct span){arena_text(&arena, text.at, first_of(text).len), first_of(text).len};
    struct diags *d = diags_new(&arena);
    int lines = line_ends(path, text);
    lex_start(&l, &arena, d, diag_file(d, path, text));
    for (int id; (id = lex_next(&l, &t)) != 0;) {
        if (id != T_NL && id != T_STRING && id != T_CITE) cut_token(path, text, t, lines, user);
    }
}

TEST a_word_left_out_joins_no_lines(void) {
    struct cuts cuts = {0, 0, 0};
    ASSERT_EQ(DUEL_FILES, files_in("rules/duel", cut_tokens, &cuts));
    ASSERT_EQ_FMT(0, cuts.joined, "%d");
    ASSERT(cuts.good * 5 < cuts.all);
    PASS();
}

/* ---- Texts that are too deep, too long, too many */

static const char *repeated(const char *before, const char *part, size_t count, const char *after) {
    size_t len = strlen(part), start = strlen(before);
    char *at = arena_new(&arena, start + len * count + strlen(after) + 1);
    memcpy(at, before, start);
    for (size_t i = 0; i < count; i++) memcpy(at + start + i * len, part, len);
    memcpy(at + start + len * count, after, strlen(after));
    return at;
}

TEST what_is_too_deep_is_told_once(void) {
    static const struct {
        const char *before, *part;
    } deep[] = {{"truth t = ", "("},
                {"event e ", "{ if x "},
                {"truth t = ", "not "},
                {"number n = ", "-"},
                {"number n = 1", " + 1"},
                {"number n = x", ".x"},
                {"number n = ", "1 if x else "},
                {"event e { if x { }", " else if x { }"},
                {"truth t = a", " or a"},
                {"number n = ", "roll f("},
                {"unit u ", "{ a "}};
    for (size_t i = 0; i < ARRAY_LEN(deep); i++) {
        parsed(repeated(deep[i].before, deep[i].part, 100000, ""));
        ASSERT_EQ_FMT(1u, diag_errors(said), "%u");
        ASSERT_EQ(DIAG_TOO_DEEP, diag_kept_id(said, 0));
    }
    PASS();
}

TEST what_is_as_deep_as_may_be_parses(void) {
    const char *open = repeated("number n = ", "(", MAX_DEPTH_TEXT, "1");
    ASSERT_STR_EQ("", mistakes(repeated(open, ")", MAX_DEPTH_TEXT, "")));
    open = repeated("number n = ", "x or y and z < 1 + 2 * f(", MAX_DEPTH_TEXT / 7, "1");
    ASSERT_STR_EQ("", mistakes(repeated(open, ")", MAX_DEPTH_TEXT / 7, "")));
    open = repeated("event e { ", "if x { ", MAX_DEPTH_TEXT - 1, "");
    ASSERT_STR_EQ("", mistakes(repeated(open, "}", MAX_DEPTH_TEXT, "")));
    ASSERT_STR_EQ("", mistakes(repeated("number n = 1", " + 1", MAX_DEPTH_TEXT, "")));
    PASS();
}

TEST many_and_long(void) {
    ASSERT_STR_EQ("", mistakes(""));
    ASSERT_STR_EQ("", mistakes("# only\n\n   # this"));
    ASSERT_STR_EQ("", mistakes(repeated("", "event a(b: unit) \"A\" { do c(b) }\n", 100000, "")));
    ASSERT_STR_EQ("", mistakes(repeated("number a = f(", "1, ", 100000, "1)")));
    ASSERT_STR_EQ("", mistakes(repeated("truth t ", "[a.b] ", 100000, "")));
    parsed(repeated("", "event a(b unit) \"A\" { do c(b) }\n", 100000, ""));
    ASSERT_EQ_FMT(100000u, diag_errors(said), "%u");
    parsed(repeated("event e {\n", "do )\n", 1000, "}"));
    ASSERT_EQ_FMT(1000u, diag_errors(said), "%u");
    PASS();
}

SUITE(grammar) {
    RUN_TEST(all_rule_text_parses);
    RUN_TEST(a_row_has_its_parts);
    RUN_TEST(what_binds_first);
    RUN_TEST(a_set_and_its_condition);
    RUN_TEST(questions_keep_their_form);
    RUN_TEST(names_stand_where_they_are_said_to);
    RUN_TEST(a_walk_goes_everywhere);
    RUN_TEST(a_text_has_parts);
    RUN_TEST(two_bad_lines_around_a_good_one_are_two);
    RUN_TEST(each_mistake_is_said_once_and_in_place);
    RUN_TEST(a_missing_brace_is_one_mistake);
    RUN_TEST(every_mistake_goes_on);
    RUN_TEST(what_is_expected_is_in_an_authors_words);
    RUN_TEST(the_duel_may_be_cut_anywhere);
    RUN_TEST(a_word_left_out_joins_no_lines);
    RUN_TEST(what_is_too_deep_is_told_once);
    RUN_TEST(what_is_as_deep_as_may_be_parses);
    RUN_TEST(many_and_long);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(grammar);
    GREATEST_MAIN_END();
}
