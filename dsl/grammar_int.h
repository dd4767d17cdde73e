/*
 * grammar_int: what the two halves of grammar share: the parser that lemon makes of grammar.y, and
 * grammar_read.c, which feeds it and recovers after mistakes.
 */
#ifndef MYTH_DSL_GRAMMAR_INT_H
#define MYTH_DSL_GRAMMAR_INT_H

#include "diag.h"
#include "lex.h"
#include "tree.h"

/* The parser's stack has a fixed height, which a text within MAX_DEPTH_TEXT cannot fill: a nested
 * expression takes at most a dozen entries for each pair of parentheses, an `else if` five. */
enum { GRAMMAR_HEIGHT = 4000, GRAMMAR_TOKENS = 160 };

struct grammar_parse {
    struct arena *arena;
    struct diags *diags;
    struct lexer *lex;
    struct node *root;     /* the FILE node */
    struct node *hole;     /* the expression read from the hole of a text */
    struct token token;    /* the token that is being read */
    struct token given_up; /* a declaration that is left out as a whole; length 0: none */
    bool failed;           /* the token cannot stand where it does */
    bool fatal;            /* nested too deep: reading ends */
};

static inline struct place grammar_place(const struct grammar_parse *p, struct token t) {
    struct place place = {p->lex->file, t.at, t.len};
    return place;
}

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
/* Feeds a token. Afterwards p->failed says whether it could not stand there. */
void grammar_parser_feed(struct grammar_parser *g, int id, struct token t);
bool grammar_parser_is_full(const struct grammar_parser *g);
void grammar_parser_states(const struct grammar_parser *g, struct grammar_states *s);
/* Whether the token could follow in these states. */
bool grammar_parser_allows(const struct grammar_states *s, int token);
/* The same; if true, *s becomes the states after the token, otherwise *s is spoilt. */
bool grammar_parser_move(struct grammar_states *s, int token);
/* Gives up the line, row or declaration that is being read: cuts the stack back to where the next
 * one may begin and puts an error there, with the token's text. A line end must be fed next. */
void grammar_parser_give_up(struct grammar_parser *g, struct token t);
/* Cuts the stack back to where a declaration may begin; true if one stands before that point. */
bool grammar_parser_restart(struct grammar_parser *g);
/* How many braces are open, according to the parser. */
uint32_t grammar_parser_braces(const struct grammar_parser *g);

#endif
