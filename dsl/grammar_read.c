/*
 * Feeds tokens to the parser, reports mistakes, and goes on behind them. A text is read quickly
 * first. Only if that fails it is read a second time, carefully: then it is known before each token
 * which tokens the parser would take, so a message can say what was expected.
 */
#include "grammar.h"

#include <string.h>

#include "grammar_brace.h"
#include "grammar_hint.h"
#include "grammar_int.h"
#include "lex.h"

/* ---- What was expected */

/* The tokens that may stand at a place. They are found from the parser's states before the wrong
 * token was fed, because lemon makes default reductions before it notices a mistake, which lose
 * some of those tokens. */
struct expected {
    bool may[GRAMMAR_TOKENS];
};

/* The words that say what may stand at a place, put together group by group. */
struct wording {
    struct arena *arena;
    struct expected e;       /* tokens that no word has been said for yet */
    const char *said, *last; /* all words but the last; the last word, which follows "or" */
};

/* Adds words for one group of tokens. words: "a value", "'{'" … */
static void add_words(struct wording *w, const char *words) {
    if (w->last) w->said = *w->said ? arena_print(w->arena, "%s, %s", w->said, w->last) : w->last;
    w->last = words;
}

/* Adds one name for a group of tokens, if the token `mark` may follow. All tokens of the group then
 * count as said. */
static void add_group(struct wording *w, int mark, const char *words, const int *tokens,
                      size_t count) {
    if (!w->e.may[mark]) return;
    for (size_t i = 0; i < count; i++) w->e.may[tokens[i]] = false;
    w->e.may[mark] = false;
    add_words(w, words);
}

static const int values_[] = {T_NAME,  T_NUM, T_LEN,   T_SIZE,   T_DIE_N, T_YES,
                              T_NO,    T_LP,  T_MINUS, T_ROLL,   T_BEST,  T_WORST,
                              T_START, T_ANY, T_NOT,   T_REROLL, T_STRING};
static const int types_[] = {T_NAME, T_NUMBER, T_DIE, T_PLACE, T_PATH, T_SET,
                             T_PILE, T_LP,     T_NUM, T_LEN,   T_PLUS, T_MINUS};
static const int operators_[] = {T_PLUS, T_MINUS, T_STAR, T_SLASH, T_DOTS, T_EQ,  T_NE,
                                 T_LT,   T_LE,    T_GT,   T_GE,    T_IS,   T_AND, T_OR,
                                 T_IF,   T_DOT,   T_LP,   T_WHERE, T_FOR,  T_PER};
static const int rows_[] = {T_PLUS,  T_MINUS, T_EQ, T_TIMES, T_AT,      T_HALVE,
                            T_START, T_YES,   T_NO, T_ROWS,  T_TOGETHER};
static const struct {
    int token;
    const char *words;
} signs_[] = {{T_NAME, "a name"}, {T_NUM, "a number"}, {T_LEN, "a length"}, {T_SIZE, "a size"},
              {T_LB, "'{'"},      {T_LP, "'('"},       {T_RP, "')'"},       {T_COMMA, "','"},
              {T_COLON, "':'"},   {T_EQ, "'='"},       {T_DOTS, "'..'"},    {T_DOT, "'.'"}};

/* Returns the words for a place where a whole line may begin; NULL for any other place. */
static const char *line_words(const struct expected *e) {
    if (e->may[T_VARIANT]) return "a declaration";
    if (e->may[T_OPTION] && e->may[T_KEEP]) return "a field, a rule or '}'";
    if (e->may[T_LET] && e->may[T_WHILE]) return "a statement or '}'";
    if (e->may[T_GIVEN]) return "given, when, rolls, picks, show or expect";
    return NULL;
}

/* Returns words, for an author, for everything that may stand at a place: "a name or '}'". */
static const char *expected_words(struct arena *arena, const struct expected *e) {
    if (line_words(e)) return line_words(e);
    struct wording w = {arena, *e, "", NULL};
    bool ends = e->may[T_NL] || e->may[0];
    w.e.may[T_NOTE] = false; /* it may stand behind much, and is seldom what was meant */
    if (ends) w.e.may[T_NL] = w.e.may[0] = w.e.may[T_RB] = false;
    add_group(&w, T_TOGETHER, "a row", rows_, ARRAY_LEN(rows_));
    if (e->may[T_ROLL]) add_group(&w, T_NUM, "a value", values_, ARRAY_LEN(values_));
    add_group(&w, T_PILE, "a type", types_, ARRAY_LEN(types_));
    add_group(&w, T_STAR, "an operator", operators_, ARRAY_LEN(operators_));
    add_group(&w, T_AND, "'and', 'or'", operators_, ARRAY_LEN(operators_));
    for (size_t i = 0; i < ARRAY_LEN(signs_); i++)
        add_group(&w, signs_[i].token, signs_[i].words, NULL, 0);
    for (uint32_t i = 0; i < lex_words(); i++) {
        const struct lex_word *word = lex_word(i);
        add_group(&w, word->token, arena_print(arena, "'%s'", word->word), NULL, 0);
    }
    add_group(&w, T_STRING, w.last || ends ? "a label" : "a text", NULL, 0);
    add_group(&w, T_RB, "'}'", NULL, 0);
    if (ends) add_words(&w, "the end of the line");
    if (!w.last) return "a citation";
    return *w.said ? arena_print(arena, "%s or %s", w.said, w.last) : w.last;
}

/* ---- Reporting mistakes */

/* One run of the parser over a text, or over a hole of a text. */
struct run {
    struct grammar_parse p;
    struct lexer lex;
    struct grammar_parser y;
    /* the parser's states before the token; kept only in a careful run */
    struct grammar_states before;
    bool careful;         /* the run that reports mistakes; see read_all */
    bool for_play;        /* blocks of examples are passed over */
    bool of_example;      /* the present token stands in the head of an example or `chances` */
    uint32_t braces;      /* how many braces were open before the token */
    uint32_t parens;      /* how many parentheses were open before the token */
    int last;             /* the token that was fed last */
    uint32_t indent;      /* how far the line is indented of the last token that is no line end */
    uint32_t base_indent; /* indent of the first declaration */
    uint32_t strays;      /* lexer.strays as it was at the beginning of the present line */
    uint32_t given_up;    /* offset of the token at which a line was last given up */
    /* offset of the brace inside which a line began that may not stand there (reported) */
    uint32_t block;
    const char *block_words; /* the words that were said of that line for what was expected */
    /* declarations with braces that do not match, those already passed left out */
    const struct grammar_broken *broken, *broken_end;
    int id; /* the present token */
    struct token token;
};

/* Whether the present token is the first of its line. */
static bool begins_line(const struct run *r) {
    return r->token.at == r->lex.first_at;
}

/* Whether a `}` was forgotten: the present line stands at the indent of declarations, although a
 * brace is open whose first line was indented. */
static bool fell_out(const struct run *r) {
    if (r->lex.depth == 0 || r->id == 0 || r->id == T_NL || r->id == T_RB) return false;
    const struct lex_open *o = &r->lex.open[r->lex.depth - 1];
    return !o->paren && o->at < r->lex.line_at && o->indented == INDENT_YES &&
           r->indent <= r->base_indent;
}

/* Returns words for the present token, as a message says it. */
static const char *token_words(struct run *r) {
    struct arena *arena = r->p.arena;
    struct span s = lex_span(&r->lex, r->token);
    switch (r->id) {
    case 0: return "the end of the file";
    case T_NL: return s.len && *s.at == ';' ? "';'" : "the end of the line";
    case T_STRING: return "a text";
    case T_CITE: return "a citation";
    default: return s.len > 40 ? "this" : arena_print(arena, "'%.*s'", (int)s.len, s.at);
    }
}

static bool is_comparison(int id) {
    return id == T_EQ || id == T_NE || id == T_LT || id == T_LE || id == T_GT || id == T_GE ||
           id == T_IS;
}

static bool is_operator(int id) {
    for (size_t i = 0; i < ARRAY_LEN(operators_); i++) {
        if (operators_[i] == id) return id != T_LP && id != T_IF && id != T_FOR && id != T_PER;
    }
    return false;
}

/* How reading goes on after a mistake. GIVE_UP gives up the line. LEAVE_OUT leaves the token out.
 * The READ_AS repairs read it as another token. CLOSE_PARENS, ROUND_DOWN and END_LINE put the
 * missing tokens before it. */
enum repair { GIVE_UP, LEAVE_OUT, READ_AS_NAME, READ_AS_AND, CLOSE_PARENS, ROUND_DOWN, END_LINE };

static bool is_semicolon(const struct run *r) {
    return r->id == T_NL && r->token.len && *lex_span(&r->lex, r->token).at == ';';
}

/* Reports the mistake if it is one of parentheses, braces or line ends, and returns true; otherwise
 * returns false. *repair, GIVE_UP before the call, is changed where another repair is wanted. */
static bool say_of_lines(struct run *r, enum repair *repair) {
    struct diags *d = r->p.diags;
    struct place here = grammar_place(&r->p, r->token);
    if (r->lex.lost != NO_OFFSET) {
        struct place open = {r->lex.file, r->lex.lost, 1};
        diag_add(d, DIAG_NOT_CLOSED, open, "(");
        *repair = CLOSE_PARENS;
    } else if ((r->id == 0 && r->lex.depth > 0) || fell_out(r)) {
        const struct lex_open *o = &r->lex.open[r->lex.depth - 1];
        struct place open = {r->lex.file, o->at, 1};
        struct diag *m = diag_add(d, DIAG_NOT_CLOSED, open, o->paren ? "(" : "{");
        if (r->id) diag_also(d, m, here, "the text goes on without it here: a '}' before this");
    } else if ((r->id == T_RB && r->braces == 0) || (r->id == T_RP && r->parens == 0)) {
        diag_add(d, DIAG_NOT_OPENED, here, r->id == T_RB ? "}" : ")");
        *repair = r->id == T_RP ? LEAVE_OUT : GIVE_UP;
    } else if (r->id == T_ELSE && r->last == T_NL) {
        struct diag *m = diag_add(d, DIAG_ELSE_ALONE, here);
        diag_hint(d, m, "behind the '}' that ends the line before: } else { \xe2\x80\xa6 }");
    } else if (is_operator(r->id) && r->last == T_NL) {
        diag_add(d, DIAG_OPERATOR_BEGINS, here, lex_span(&r->lex, r->token));
    } else if (is_semicolon(r) && (r->last == T_NL || r->last == T_LB || r->last == T_FILE)) {
        diag_add(d, DIAG_EMPTY_LINE_PART, here);
        *repair = LEAVE_OUT;
    } else {
        return false;
    }
    return true;
}

/* Whether a message would say again what was said of an earlier line of the same block. A block of
 * the wrong sort is reported once, at its first line. */
static bool said_of_block(struct run *r, const struct expected *e) {
    const char *words = begins_line(r) && r->lex.depth ? line_words(e) : NULL;
    uint32_t block = r->lex.depth ? r->lex.open[r->lex.depth - 1].at : NO_OFFSET;
    bool said = words && words == r->block_words && block == r->block;
    if (words) r->block = block, r->block_words = words;
    return said;
}

/* Whether a line end is missing before the token: the token stands on the same line as the one
 * before, but could begin the next one. */
static bool end_left_out(const struct run *r, const struct expected *e) {
    struct grammar_states behind = r->before;
    bool goes_on = r->id == T_NL || r->id == T_RB || r->id == 0 || begins_line(r);
    return !goes_on && e->may[T_NL] && grammar_parser_move(&behind, T_NL) &&
           grammar_parser_allows(&behind, r->id);
}

/* Returns what is known of the place where the present token cannot stand. */
static struct grammar_slip slip_here(struct run *r, const struct expected *e) {
    return (struct grammar_slip){.arena = r->p.arena,
                                 .text = diag_text(r->p.diags, r->lex.file),
                                 .token = r->token,
                                 .id = r->id,
                                 .last = r->last,
                                 .may = e->may,
                                 .begins = r->last == T_NL || r->last == T_LB || r->last == T_FILE,
                                 .ends = end_left_out(r, e),
                                 .opened =
                                     r->lex.depth ? r->lex.open[r->lex.depth - 1].at : NO_OFFSET};
}

/* Reports the present token as one that cannot stand at this place, with the tokens that could, and
 * with a hint if one is known; nothing is reported if the same was said of an earlier line of the
 * block. Returns how reading goes on. */
static enum repair say_unexpected(struct run *r, const struct expected *e) {
    if (said_of_block(r, e)) return GIVE_UP;
    struct diag *m = diag_add(r->p.diags, DIAG_UNEXPECTED, grammar_place(&r->p, r->token),
                              token_words(r), expected_words(r->p.arena, e));
    struct grammar_slip slip = slip_here(r, e);
    const char *hint = m ? grammar_hint(&slip) : NULL;
    if (hint) diag_hint(r->p.diags, m, "%s", hint);
    /* A statement with a block is complete at its closing brace, so only the line end is
     * missing. */
    return r->last == T_RB && e->may[T_NL] ? END_LINE : GIVE_UP;
}

/* Whether a name is wanted at the place: a name could stand there, but no number, type or `when`,
 * and no whole line could begin there. */
static bool wants_name(const struct expected *e) {
    return e->may[T_NAME] && !e->may[T_NUM] && !e->may[T_PILE] && !e->may[T_WHEN] && !line_words(e);
}

/* Whether a name seems to be missing before the token: the token could follow a name, but if it
 * did, the token behind it could not stand there. */
static bool name_left_out(const struct run *r) {
    struct lexer ahead = r->lex;
    struct token t;
    int after = lex_next(&ahead, &t);
    struct grammar_states behind = r->before;
    if (!grammar_parser_move(&behind, T_NAME) || !grammar_parser_allows(&behind, r->id)) {
        return false;
    }
    return !grammar_parser_allows(&behind, after);
}

/* Reports the mistake at the present token; returns how reading goes on. */
static enum repair say_mistake(struct run *r) {
    struct diags *d = r->p.diags;
    struct place here = grammar_place(&r->p, r->token);
    enum repair repair = GIVE_UP;
    if (r->lex.strays != r->strays) return GIVE_UP; /* the lexer has reported what is wrong */
    if (say_of_lines(r, &repair)) return repair;
    if (!diag_room(d, here)) {
        /* past the cap on messages, one is only counted */
        diag_add(d, DIAG_UNEXPECTED, here, "", "");
        return GIVE_UP;
    }
    struct expected e;
    for (int i = 0; i < GRAMMAR_TOKENS; i++) e.may[i] = grammar_parser_allows(&r->before, i);
    if (e.may[T_ROUNDED] && !e.may[T_NL]) {
        diag_add(d, DIAG_DIVISION_ROUNDS, here);
        return grammar_parser_allows(&r->before, T_PLUS) ? GIVE_UP : ROUND_DOWN;
    }
    if (is_comparison(r->id) && e.may[T_AND] && !e.may[T_LT]) {
        struct diag *m = diag_add(d, DIAG_CHAINED_COMPARISON, here);
        struct grammar_slip slip = slip_here(r, &e);
        if (m) diag_hint(d, m, "%s", grammar_hint_chained(&slip));
        return r->id == T_IS ? GIVE_UP : READ_AS_AND;
    }
    if (r->id == T_STRING && e.may[T_NUM] && e.may[T_ROLL]) {
        diag_add(d, DIAG_TEXT_AS_VALUE, here);
        return READ_AS_NAME;
    }
    struct grammar_slip slip = slip_here(r, &e);
    bool form = grammar_hint_form(&slip) != NULL;
    if (!form && lex_word_of(r->id) && wants_name(&e) && !name_left_out(r)) {
        struct diag *m = diag_add(d, DIAG_RESERVED_WORD, here, lex_span(&r->lex, r->token));
        const char *hint = m ? grammar_hint_word(&slip) : NULL;
        if (hint)
            diag_hint(d, m, "%s", hint);
        else
            diag_hint(d, m, "take another: my_%t", lex_span(&r->lex, r->token));
        return hint ? GIVE_UP : READ_AS_NAME;
    }
    return say_unexpected(r, &e);
}

/* ---- Recovering after a mistake */

static void feed(struct run *r, int id, struct token t) {
    r->p.failed = false;
    r->p.token = t;
    grammar_parser_feed(&r->y, id, t);
    r->last = id;
    if (id == T_NL || id == T_FILE) r->strays = r->lex.strays;
    if (grammar_parser_is_full(&r->y)) grammar_too_deep(&r->p, t);
}

/* Must be called after each token. At the `{` of an example or `chances` outside all braces it
 * goes on at the brace that closes the block (lex_skip_block), so that the parser gets an empty
 * block. */
static void pass_over(struct run *r) {
    bool outermost = r->braces == 0 && r->parens == 0;
    if (outermost && (r->id == T_EXAMPLE || r->id == T_CHANCES)) r->of_example = true;
    if (r->of_example && r->id == T_LB) lex_skip_block(&r->lex);
    if (r->id == T_NL || r->id == T_LB) r->of_example = false;
}

/* Reads the next token, which becomes the present one. */
static void next(struct run *r) {
    r->braces = r->lex.braces;
    r->parens = r->lex.parens;
    r->id = lex_next(&r->lex, &r->token);
    if (r->id != T_NL && r->id != 0) r->indent = lex_indent(&r->lex);
    if (r->for_play) pass_over(r);
}

/* Reads a word that has few places of its own, such as `once`, as a name where it cannot stand as a
 * word and a name can. */
static void read_as_name(struct run *r) {
    struct grammar_states now;
    if (r->id != T_ONCE && r->id != T_TIMES && r->id != T_NOTE) return;
    grammar_parser_states(&r->y, &now);
    if (!grammar_parser_allows(&now, r->id) && grammar_parser_allows(&now, T_NAME)) r->id = T_NAME;
}

/* Goes back to the beginning of the line and reads it again as a line that may begin a
 * declaration. */
static void restart_at_line(struct run *r) {
    bool after = grammar_parser_restart(&r->y);
    uint32_t line = r->lex.line_at;
    lex_rewind(&r->lex, line);
    if (after) feed(r, T_NL, (struct token){line, 0, 0});
    next(r);
}

/* Skips the rest of a line that was given up, with the blocks that it opened and the lines behind
 * it that are indented deeper. Stops at the first token behind all these, and feeds a line end
 * before it. */
static void skip_line(struct run *r) {
    uint32_t open = grammar_parser_braces(&r->y), indent = open ? r->indent : r->base_indent;
    bool deeper = false;
    for (; r->id != 0; next(r)) {
        if (r->id == T_RB && r->lex.braces < open) {
            if (!deeper || !begins_line(r) || r->indent != indent) return;
            r->lex.braces++; /* it closes a block of the line that was given up */
            r->lex.depth++;
        }
        if (r->id != T_NL || r->lex.braces != open) continue;
        struct lexer here = r->lex;
        struct token end = r->token;
        next(r);
        bool closes =
            r->id == T_RB && (r->braces == 0 || (deeper && begins_line(r) && r->indent == indent));
        bool on = r->id != 0 && (r->indent > indent || closes);
        deeper = deeper || on;
        if (!on) {
            feed(r, T_NL, end);
            return;
        }
        r->lex = here;
    }
}

/* Reports a text in which a brace stands because its quote was forgotten, or that has no end. */
static void say_text(struct run *r, struct place place) {
    struct diags *d = r->p.diags;
    struct span text = diag_text(d, place.file);
    size_t to = place.at + 1;
    while (to < text.len && text.at[to] != '"' && text.at[to] != '\n') to++;
    bool ended = to < text.len && text.at[to] == '"';
    place.len = (uint32_t)(to + ended) - place.at;
    struct diag *m = diag_add(d, ended ? DIAG_TEXT_BRACE : DIAG_TEXT_NOT_ENDED, place);
    diag_unquoted(d, m, place);
}

/* Leaves out a declaration whose braces do not match, if the present token stands in it, and
 * reports the brace. Returns whether it did. */
static bool leave_out_broken(struct run *r) {
    while (r->broken < r->broken_end && r->broken->to <= r->token.at) r->broken++;
    const struct grammar_broken *b = r->broken;
    if (b == r->broken_end || r->token.at < b->from || r->id == T_NL) return false;
    struct diags *d = r->p.diags;
    struct place brace = {r->lex.file, b->at, 1}, also = {r->lex.file, b->also, 1};
    struct diag *m = NULL;
    switch (b->what) {
    case BRACE_OPENS: m = diag_add(d, DIAG_NOT_CLOSED, brace, "{"); break;
    case BRACE_CLOSES: diag_add(d, DIAG_NOT_OPENED, brace, "}"); break;
    case BRACE_MISSING: diag_add(d, DIAG_UNEXPECTED, brace, "the end of the line", "'{'"); break;
    case BRACE_IN_TEXT: say_text(r, brace); break;
    case BRACE_TOO_SOON:
        diag_add(d, DIAG_UNEXPECTED, brace, "this line",
                 "a declaration: a '}' before it closes too much");
        break;
    }
    if (b->also != NO_OFFSET)
        diag_also(d, m, also, "the text goes on without it here: a '}' before this");
    struct token all = {b->from, b->to - b->from, 0};
    if (r->last != T_NL && r->last != T_FILE) restart_at_line(r);
    r->p.token = r->p.given_up = all;
    grammar_parser_give_up(&r->y, all);
    feed(r, T_NL, (struct token){b->to, 0, 0});
    r->broken++;
    lex_rewind(&r->lex, b->to);
    next(r);
    return true;
}

/* Goes on after a mistake: behind the line, which is given up, or at the present line if a `}` was
 * forgotten before it. At the end of the text it ends the reading. */
static void go_on(struct run *r) {
    r->lex.lost = NO_OFFSET;
    if (r->id == 0) {
        r->last = 0;
    } else if (fell_out(r)) {
        restart_at_line(r);
    } else {
        uint32_t at = r->token.at;
        bool again = r->given_up == at;
        r->given_up = at;
        grammar_parser_give_up(&r->y, r->token);
        if (again) next(r);
        skip_line(r);
    }
}

/* Whether a token can stand here. Keeps the parser's states in r->before. */
static bool can_stand(struct run *r, int id) {
    grammar_parser_states(&r->y, &r->before);
    return grammar_parser_allows(&r->before, id);
}

/* Feeds the present token if it can stand at this place; otherwise reports the mistake and repairs
 * it. */
static void feed_carefully(struct run *r) {
    if (leave_out_broken(r)) return;
    if (!can_stand(r, r->id)) {
        switch (say_mistake(r)) {
        case GIVE_UP: go_on(r); return;
        case LEAVE_OUT:
            r->lex.strays++; /* the line counts as reported, so no more is said of it */
            next(r);
            return;
        case END_LINE:
            feed(r, T_NL, (struct token){r->token.at, 0, 0});
            if (can_stand(r, r->id)) break;
            go_on(r);
            return;
        case READ_AS_NAME: r->id = T_NAME; break;
        case READ_AS_AND: r->id = T_AND; break;
        case CLOSE_PARENS:
            r->lex.lost = NO_OFFSET;
            while (!can_stand(r, r->id) && can_stand(r, T_RP)) feed(r, T_RP, r->token);
            break;
        case ROUND_DOWN:
            feed(r, T_ROUNDED, r->token);
            feed(r, T_DOWN, r->token);
            break;
        }
    }
    feed(r, r->id, r->token);
    if (r->id != 0) next(r);
}

/* Reads to the end. Returns false if the end was not reached, or if there was a mistake and
 * `careful` is not set. A careful run keeps the parser's states before each token, from which what
 * was expected is found. That costs time, so a text is read so only after the first run failed. */
static bool read_all(struct run *r, int first) {
    grammar_parser_start(&r->y, &r->p);
    feed(r, first, (struct token){0, 0, 0});
    next(r);
    r->base_indent = r->indent;
    while (!r->p.fatal && !r->lex.too_deep && !(r->id == 0 && r->last == 0)) {
        read_as_name(r);
        if (r->careful) {
            feed_carefully(r);
        } else {
            feed(r, r->id, r->token);
            if (r->p.failed) return false;
            if (r->id != 0) next(r);
        }
    }
    return !r->p.fatal && !r->lex.too_deep;
}

static void run_start(struct run *r, struct arena *arena, struct diags *d, bool careful) {
    memset(&r->p, 0, sizeof r->p);
    r->p.arena = arena;
    r->p.diags = d;
    r->p.lex = &r->lex;
    r->careful = careful;
    r->for_play = r->of_example = false;
    r->broken = r->broken_end = NULL;
    r->last = r->id = 0;
    r->strays = 0;
    r->indent = 0;
    r->given_up = r->block = NO_OFFSET;
    r->block_words = NULL;
}

static enum walk mark(struct node *n, void *user) {
    (void)user;
    n->flags |= FLAG_FOR_EXAMPLES;
    return WALK_ON;
}

/* Marks what stands below a line `for examples`, but not what a variant there adds or replaces:
 * that is of the rules of the variant. */
static void mark_for_examples(struct node *list) {
    while (list && list->kind != NODE_FOR_EXAMPLES) list = list->next;
    for (; list; list = list->next)
        if (list->kind != NODE_VARIANT && list->kind != NODE_EXAMPLE) tree_walk(list, mark, NULL);
}

static struct node *parse(struct arena *arena, struct diags *d, uint32_t file, bool for_play) {
    struct place place = {file, 0, (uint32_t)diag_text(d, file).len};
    struct run r;
    for (int careful = 0; careful < 2; careful++) {
        struct arena_mark mark = arena_mark(arena);
        struct diags *sink = careful ? d : diags_apart(arena, d);
        run_start(&r, arena, sink, careful);
        r.for_play = for_play && !careful;
        r.p.root = node_new(arena, NODE_FILE, place);
        if (careful) {
            uint32_t count;
            r.broken = grammar_broken(arena, d, file, &count);
            r.broken_end = r.broken ? r.broken + count : NULL;
        }
        bool good = lex_start(&r.lex, arena, sink, file) && read_all(&r, T_FILE);
        if (careful || (good && diag_errors(sink) == 0)) break;
        arena_reset(arena, mark);
    }
    mark_for_examples(r.p.root->file.decls);
    return r.p.root;
}

struct node *grammar_parse(struct arena *arena, struct diags *d, uint32_t file) {
    return parse(arena, d, file, false);
}

struct node *grammar_parse_for_play(struct arena *arena, struct diags *d, uint32_t file) {
    return parse(arena, d, file, true);
}

/* ---- The holes of a text */

/* Reads the expression in a hole. Returns a MISTAKE node, and reports it, if there is none. */
static struct node *read_hole(struct arena *arena, struct diags *d, uint32_t file, uint32_t from,
                              uint32_t to) {
    struct place place = {file, from, to - from};
    struct diags *sink = diags_apart(arena, d);
    struct run r;
    run_start(&r, arena, sink, false);
    lex_within(&r.lex, arena, sink, file, from, to);
    grammar_parser_start(&r.y, &r.p);
    feed(&r, T_HOLE, (struct token){from, 0, 0});
    do {
        next(&r);
        read_as_name(&r);
        if (r.id != T_NL) feed(&r, r.id, r.token);
    } while (r.id != 0 && !r.p.failed && !r.p.fatal);
    if (!r.p.failed && !r.p.fatal && diag_errors(sink) == 0 && r.p.hole) return r.p.hole;
    struct diag *m = diag_add(d, DIAG_BAD_HOLE, place);
    diag_hint(d, m, "one value, as a name: {bearer}, {who}");
    return node_new(arena, NODE_MISTAKE, place);
}

/* Makes the TEXT node of a part that is printed as it is. from, to: offsets in the source, where
 * its escapes still stand. */
static struct node *plain_part(struct arena *arena, struct place whole, const char *source,
                               uint32_t from, uint32_t to) {
    struct place place = {whole.file, from, to - from};
    struct node *n = node_new(arena, NODE_TEXT, place);
    char *at = arena_new(arena, (size_t)(to - from) + 1);
    n->text.at = at;
    for (uint32_t i = from; i < to; i++) {
        char c = source[i];
        if (c == '\\' && i + 1 < to) c = source[++i] == 'n' ? '\n' : source[i];
        at[n->text.len++] = c;
    }
    return n;
}

/* Adds a node at the end of a chain; returns the new end. */
static struct node **added(struct node **last, struct node *n) {
    *last = n;
    return &n->next;
}

struct node *grammar_text_parts(struct arena *arena, struct diags *d, const struct node *of) {
    ASSERT(of->kind == NODE_TEXT);
    const char *source = diag_text(d, of->place.file).at;
    uint32_t from = of->place.at + 1, end = of->place.at + of->place.len;
    if (end > from && source[end - 1] == '"') end--;
    struct node *first = NULL, **last = &first;
    for (uint32_t i = from; i <= end; i++) {
        if (i < end && source[i] != '{' && source[i] != '}') {
            if (source[i] == '\\' && i + 1 < end) i++;
            continue;
        }
        if (i > from) last = added(last, plain_part(arena, of->place, source, from, i));
        if (i == end) break;
        uint32_t to = i + 1;
        while (source[i] == '{' && to < end && source[to] != '}' && source[to] != '{') to++;
        if (to < end && source[i] == '{' && source[to] == '}') {
            last = added(last, read_hole(arena, d, of->place.file, i + 1, to));
            from = to + 1;
            i = to;
        } else {
            struct place place = {of->place.file, i, to - i};
            struct diag *m = diag_add(d, DIAG_BAD_HOLE, place);
            diag_hint(d, m, "a hole opens and closes: {who}");
            last = added(last, node_new(arena, NODE_MISTAKE, place));
            from = i + 1;
        }
    }
    return first;
}
