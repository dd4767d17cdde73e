#include "grammar_brace.h"

#include <string.h>

struct opened {
    uint32_t at, line_at, indent;
};

struct scan {
    struct arena *arena;
    struct lexer lex;
    struct token token;
    int id;
    uint32_t base; /* the indent of declarations */
    struct opened open[MAX_DEPTH_TEXT + 1];
    uint32_t depth;
    int last;    /* the token before, line ends left out */
    bool uneven; /* a declaration has one `}` more than `{` */
    struct grammar_broken now, *all;
    uint32_t count;
    size_t room;
    bool wrong; /* `now` already says where the mistake is, in case its braces do not match */
    bool flat;  /* the lines in some braces are not indented */
    /* The end of a line without `{` after which the next line is indented deeper; its indent. */
    uint32_t bare, bare_indent;
    uint32_t line_end, line_indent; /* end and indent of the line before */
    int64_t open_all;               /* `{` minus `}` in the whole text */
    bool uneven_all;                /* at some point of the text more `}` than `{` had come */
};

static void say_open(struct scan *s, uint32_t at, uint32_t also) {
    if (s->wrong) return;
    s->wrong = true;
    s->now.at = at;
    s->now.also = also;
    s->now.what = BRACE_OPENS;
}

/* Notes a `}` too many. If its indent is that of a line after which the lines were indented deeper,
 * that line lacks its `{`. */
static void say_close(struct scan *s, bool first) {
    if (s->wrong) return;
    bool missing = first && s->bare != NO_OFFSET && s->bare_indent == lex_indent(&s->lex);
    s->wrong = true;
    s->now.at = missing ? s->bare : s->token.at;
    s->now.also = NO_OFFSET;
    s->now.what = missing ? BRACE_MISSING : BRACE_CLOSES;
}

/* Closes the books on a declaration: it ends where the next one begins. */
static void end_declaration(struct scan *s, uint32_t to) {
    if (s->depth > 0) {
        struct opened *o = &s->open[s->depth - 1];
        s->flat |= s->last == T_LB;
        if (s->id) say_open(s, o->at, s->token.at);
    }
    /* A mistake that shows only at the end of the text is left to the parser, which reports it as
     * well. */
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
    s->bare = NO_OFFSET;
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

/* Looks at the indent of a new line: a line must stand further to the right than the line that
 * opened its braces. */
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
    s->base = s->bare = s->line_end = NO_OFFSET;
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
