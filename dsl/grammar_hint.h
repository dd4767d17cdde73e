/*
 * grammar_hint: what to write in place of a token that cannot stand where it does. Hints are told
 * from the token, those around it and what could have stood there; grammar_read asks for one when
 * it reports a mistake.
 */
#ifndef MYTH_DSL_GRAMMAR_HINT_H
#define MYTH_DSL_GRAMMAR_HINT_H

#include "../vm/arena.h"
#include "diag.h"
#include "lex.h"

/* A token that cannot stand at its place, and what is known of the place. */
struct grammar_slip {
    struct arena *arena;
    struct span text; /* of the whole file */
    struct token token;
    int id, last;    /* the token and the one before it (T_…) */
    const bool *may; /* by T_…: what could stand at the place */
    bool begins;     /* the token is the first of its line or of its braces */
    bool ends;       /* a line end before the token would make it good */
    uint32_t opened; /* offset of the brace around the token; NO_OFFSET: it stands in none */
};

/* Returns what to write instead; NULL if nothing is known. */
const char *grammar_hint(const struct grammar_slip *s);
/* Returns the hint for a line that was written like other lines but needs a form of its own; NULL
 * for any other line. A word of the language in such a line is not meant as a name. */
const char *grammar_hint_form(const struct grammar_slip *s);
/* Returns the hint for a comparison of what is compared already, `1 <= x <= 3`: the token is the
 * second sign. */
const char *grammar_hint_chained(const struct grammar_slip *s);
/* Returns the hint for a word of the language in place of a name; NULL if nothing is known. */
const char *grammar_hint_word(const struct grammar_slip *s);

#endif
