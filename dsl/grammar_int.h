/*
 * grammar_int: what the two halves of the grammar share. One half is the parser that lemon makes of
 * grammar.y. The other is grammar_read.c, which feeds it tokens and recovers after mistakes.
 */
#ifndef MYTH_DSL_GRAMMAR_INT_H
#define MYTH_DSL_GRAMMAR_INT_H

#include "diag.h"
#include "lex.h"
#include "tree.h"

/* GRAMMAR_HEIGHT is how many entries the parser's stack has. Parentheses and braces within
 * MAX_DEPTH_TEXT do not fill it: a nested expression takes at most a dozen entries for each pair of
 * parentheses. A chain of `else if` takes five for each link, so one of some 800 links fills it,
 * which is reported as nested too deep. */
enum { GRAMMAR_HEIGHT = 4000, GRAMMAR_TOKENS = 160 };

/* The state of one parse, on which the actions of the grammar work. */
struct grammar_parse {
    struct arena *arena;
    struct diags *diags;
    struct lexer *lex;
    struct node *root;  /* the FILE node */
    struct node *hole;  /* the expression that was read, if a hole of a text was read */
    struct token token; /* the token that was fed last */
    /* a declaration that is left out as a whole, for the MISTAKE node that stands in its place;
     * length 0: none */
    struct token given_up;
    bool failed; /* the token that was fed last could not stand where it did */
    bool fatal;  /* the text is nested too deep (reported), and reading ends */
};

static inline struct place grammar_place(const struct grammar_parse *p, struct token t) {
    struct place place = {p->lex->file, t.at, t.len};
    return place;
}

/* Reports once that the text is nested too deep at a token. */
static inline void grammar_too_deep(struct grammar_parse *p, struct token t) {
    if (!p->fatal) diag_add(p->diags, DIAG_TOO_DEEP, grammar_place(p, t), MAX_DEPTH_TEXT);
    p->fatal = true;
}

/* Memory for lemon's parser, whose own type only grammar.y knows. */
struct grammar_parser {
    _Alignas(16) unsigned char room[(GRAMMAR_HEIGHT + 4) * 32];
};
/* The numbers of the states on the parser's stack. */
struct grammar_states {
    uint32_t count;
    uint16_t state[GRAMMAR_HEIGHT + 2];
};

void grammar_parser_start(struct grammar_parser *g, struct grammar_parse *p);
/* Feeds a token to the parser. Afterwards p->failed says whether it could not stand there. */
void grammar_parser_feed(struct grammar_parser *g, int id, struct token t);
/* Whether the parser's stack has hardly any room left. */
bool grammar_parser_is_full(const struct grammar_parser *g);
void grammar_parser_states(const struct grammar_parser *g, struct grammar_states *s);
/* Whether the token could follow in a parser with these states on its stack. */
bool grammar_parser_allows(const struct grammar_states *s, int token);
/* Whether the token could follow in a parser with these states on its stack. If true, *s becomes
 * the states behind the token; otherwise *s is spoilt. */
bool grammar_parser_move(struct grammar_states *s, int token);
/* Gives up the line, row or declaration that is being read: cuts the stack back to where the next
 * one may begin, and puts `error` on it with the text of token t. A line end must be fed next. */
void grammar_parser_give_up(struct grammar_parser *g, struct token t);
/* Cuts the stack back to where a declaration may begin. Returns true if a declaration stands before
 * that point, so that a line end must be fed next. */
bool grammar_parser_restart(struct grammar_parser *g);
/* Returns how many braces are open on the parser's stack. */
uint32_t grammar_parser_braces(const struct grammar_parser *g);

#endif
