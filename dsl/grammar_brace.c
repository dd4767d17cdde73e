/*
 * Goes through the tokens of a file once and compares braces with indents. A line inside braces
 * must be indented deeper than the line that opened them. The first place in a declaration that
 * breaks this is noted as the mistake. The note counts only if the braces of the declaration do not
 * match.
 */
#include "grammar_brace.h"

#include <string.h>

/* A { that is open: its offset, the offset of its line, and the indent of that line. */
struct opened {
    uint32_t at, line_at, indent;
};

/* The state of going through a file. */
struct scan {
    struct arena *arena;
    struct lexer lex;
    struct token token;
    int id;
    uint32_t base; /* the indent of declarations, which is that of the first token of the text */
    struct opened open[MAX_DEPTH_TEXT + 1];
    uint32_t depth;
    int last;    /* the token before the present one, line ends left out */
    bool uneven; /* the present declaration has had a `}` that closes nothing */
    /* now: the present declaration; all: the declarations that were found to be broken */
    struct grammar_broken now, *all;
    uint32_t count;
    size_t room;
    bool wrong; /* a mistake is noted in `now`, which counts if the braces turn out not to match */
    bool flat;  /* some declaration ended right behind a `{`: lines in braces are not indented */
    /* The end of the last line without a `{` behind which the next line is indented deeper, and the
     * indent of that line; NO_OFFSET: there was none in this declaration. */
    uint32_t bare, bare_indent;
    /* end and indent of the line before the present one; NO_OFFSET: the line goes on */
    uint32_t line_end, line_indent;
    /* offset of the first text of this declaration in which braces do not match; NO_OFFSET: there
     * is none */
    uint32_t text_at;
    int64_t open_all; /* `{` minus `}` in the whole text */
    bool uneven_all;  /* at some point of the text there had been more `}` than `{` */
};

/* Notes that the `{` at offset `at` is never closed, unless a mistake is noted already. */
static void say_open(struct scan *s, uint32_t at, uint32_t also) {
    if (s->wrong) return;
    s->wrong = true;
    s->now.at = at;
    s->now.also = also;
    s->now.what = BRACE_OPENS;
}

/* Notes that the present `}` closes nothing, unless a mistake is noted already. If it is the first
 * of its line and has the indent of a line behind which lines were indented deeper, then that line
 * lacks its `{`, and the line is blamed instead. */
static void say_close(struct scan *s, bool first) {
    if (s->wrong) return;
    bool missing = first && s->bare != NO_OFFSET && s->bare_indent == lex_indent(&s->lex);
    s->wrong = true;
    s->now.at = missing ? s->bare : s->token.at;
    s->now.also = NO_OFFSET;
    s->now.what = missing ? BRACE_MISSING : BRACE_CLOSES;
}

/* Whether the braces of a text do not match, those behind a \ left out. In a text that is well
 * each opens or closes a hole. */
static bool uneven_text(const struct scan *s) {
    struct span text = lex_span(&s->lex, s->token);
    int open = 0;
    for (size_t i = 0; i < text.len && open >= 0; i++) {
        if (text.at[i] == '\\')
            i++;
        else
            open += (text.at[i] == '{') - (text.at[i] == '}');
    }
    return open != 0;
}

/* Ends the present declaration at the offset `to`, where the next one begins or the text ends. Adds
 * it to the list if its braces do not match and a mistake in it is noted. */
static void end_declaration(struct scan *s, uint32_t to) {
    if (s->depth > 0) {
        struct opened *o = &s->open[s->depth - 1];
        s->flat |= s->last == T_LB;
        /* At the end of the text (id 0) nothing is noted, because the parser reports a `{` that is
         * still open. */
        if (s->id) say_open(s, o->at, s->token.at);
    }
    if (s->text_at != NO_OFFSET && (s->depth > 0 || s->uneven)) {
        s->wrong = true;
        s->now.at = s->text_at;
        s->now.also = NO_OFFSET;
        s->now.what = BRACE_IN_TEXT;
    }
    if (s->wrong && (s->depth > 0 || s->uneven)) {
        if (s->count == s->room) {
            size_t room = s->room ? 2 * s->room : 8;
            struct grammar_broken *all = NEW_ARRAY(s->arena, room, struct grammar_broken);
            if (s->count) memcpy(all, s->all, s->count * sizeof *all);
            s->all = all;
            s->room = room;
        }
        s->now.to = to;
        s->all[s->count++] = s->now;
    }
    s->wrong = s->uneven = false;
    s->bare = s->text_at = NO_OFFSET;
    s->depth = 0;
    s->now.from = to;
}

static void open_brace(struct scan *s) {
    if (s->depth > MAX_DEPTH_TEXT) return;
    s->open[s->depth++] = (struct opened){s->token.at, s->lex.line_at, lex_indent(&s->lex)};
}

static void close_brace(struct scan *s, bool first) {
    uint32_t indent = lex_indent(&s->lex);
    if (s->depth == 0) {
        s->uneven = true;
        say_close(s, first);
        return;
    }
    struct opened *o = &s->open[s->depth - 1];
    bool same_line = o->line_at == s->lex.line_at;
    if (first && indent < o->indent) say_open(s, o->at, s->token.at);
    bool alone = (first && indent > o->indent) || (!first && !same_line);
    if (alone) say_close(s, first);
    s->depth--;
}

/* Looks at the indent of a new line, notes a mistake that it shows, and remembers the line for
 * say_close. A line in braces must stand further to the right than the line that opened them; a
 * line behind the last `}` of a declaration must not be indented. */
static void begin_line(struct scan *s) {
    if (s->depth == 0 && s->last == T_RB && !s->wrong && lex_indent(&s->lex) > s->base) {
        say_open(s, s->token.at, NO_OFFSET);
        s->now.what = BRACE_TOO_SOON;
    }
    if (s->line_end != NO_OFFSET && s->last != T_LB && lex_indent(&s->lex) > s->line_indent) {
        s->bare = s->line_end;
        s->bare_indent = s->line_indent;
    }
    s->line_indent = lex_indent(&s->lex);
    if (s->depth == 0 || s->id == T_RB) return;
    struct opened *o = &s->open[s->depth - 1];
    if (lex_indent(&s->lex) <= o->indent && o->line_at != s->lex.line_at) {
        say_open(s, o->at, s->token.at);
    }
}

struct grammar_broken *grammar_broken(struct arena *arena, struct diags *d, uint32_t file,
                                      uint32_t *count) {
    struct scan *s = NEW(arena, struct scan);
    *count = 0;
    s->arena = arena;
    s->base = s->bare = s->line_end = s->text_at = NO_OFFSET;
    if (!lex_start(&s->lex, arena, diags_apart(arena, d), file)) return NULL;
    while ((s->id = lex_next(&s->lex, &s->token)) != 0) {
        if (s->id == T_NL) s->line_end = s->token.at;
        if (s->id == T_NL) continue;
        bool first = s->token.at == s->lex.first_at;
        s->open_all += (s->id == T_LB) - (s->id == T_RB);
        s->uneven_all |= s->open_all < 0;
        if (s->base == NO_OFFSET) {
            s->base = lex_indent(&s->lex);
            s->now.from = s->lex.line_at;
        } else if (first && lex_indent(&s->lex) <= s->base && s->id != T_RB) {
            end_declaration(s, s->lex.line_at);
        }
        if (first) begin_line(s);
        if (s->id == T_STRING && s->text_at == NO_OFFSET && uneven_text(s))
            s->text_at = s->token.at;
        if (s->id == T_LB) open_brace(s);
        if (s->id == T_RB) close_brace(s, first);
        s->last = s->id;
        s->line_end = NO_OFFSET;
    }
    bool even = s->open_all == 0 && !s->uneven_all;
    if (s->base != NO_OFFSET) end_declaration(s, (uint32_t)diag_text(d, file).len);
    *count = even || s->flat || s->lex.too_deep ? 0 : s->count;
    return s->all;
}
