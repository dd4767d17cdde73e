/*
 * grammar_brace: finds declarations whose braces do not match, by their indent, before the parser
 * sees them. So a brace too many or too few costs only its own declaration, not those behind it.
 */
#ifndef MYTH_DSL_GRAMMAR_BRACE_H
#define MYTH_DSL_GRAMMAR_BRACE_H

#include "diag.h"
#include "lex.h"

struct grammar_broken {
    uint32_t from, to; /* the declaration, up to and including its last line end */
    uint32_t at;       /* the brace to blame */
    /* a second place: where the mistake shows, or the line that was meant to open; NO_OFFSET:
     * none */
    uint32_t also;
    enum {
        BRACE_OPENS,   /* a `{` that is never closed */
        BRACE_CLOSES,  /* a `}` that closes nothing */
        BRACE_MISSING, /* a line end at which a `{` is missing */
        BRACE_TOO_SOON /* a line that belongs into braces which a `}` has already closed */
    } what;
};

/* Lists them in the order of the text, in the arena. None are found if lines inside braces are not
 * indented, since then nothing shows where a declaration ends. */
struct grammar_broken *grammar_broken(struct arena *arena, struct diags *d, uint32_t file,
                                      uint32_t *count);

#endif
