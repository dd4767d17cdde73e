/*
 * grammar_brace: declarations whose braces do not close, found by their indent before the parser
 * sees them. A brace that is missing or too many costs its own declaration then, not those behind.
 */
#ifndef MYTH_DSL_GRAMMAR_BRACE_H
#define MYTH_DSL_GRAMMAR_BRACE_H

#include "diag.h"
#include "lex.h"

struct grammar_broken {
    uint32_t from, to; /* the declaration with its last line end */
    uint32_t at;       /* the brace */
    uint32_t also;     /* where that shows, or what is meant to open; NO_OFFSET */
    enum {
        BRACE_OPENS,   /* a `{` that is never closed */
        BRACE_CLOSES,  /* a `}` that closes nothing */
        BRACE_MISSING, /* a line end where a `{` is missing */
        BRACE_TOO_SOON /* a line that stood in braces, had a `}` not closed them before */
    } what;
};

/* In the order of the text, in the arena. None if lines inside braces are not indented: then
 * nothing tells where a declaration ends. */
struct grammar_broken *grammar_broken(struct arena *arena, struct diags *d, uint32_t file,
                                      uint32_t *count);

#endif
