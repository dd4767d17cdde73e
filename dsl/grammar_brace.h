/*
 * grammar_brace: finds declarations whose braces do not match, before the parser reads them. Their
 * ends are told by the indent of lines. Only the declaration that has a brace too many or too few
 * is left out; those behind it are read as usual.
 */
#ifndef MYTH_DSL_GRAMMAR_BRACE_H
#define MYTH_DSL_GRAMMAR_BRACE_H

#include "diag.h"
#include "lex.h"

/* A declaration whose braces do not match. All places are byte offsets in the file. */
struct grammar_broken {
    uint32_t from, to; /* from: where the declaration begins; to: behind the end of its last line */
    uint32_t at;       /* the brace to blame */
    /* a second place to show: where the text goes on without the brace, or the line that was meant
     * to open; NO_OFFSET: none */
    uint32_t also;
    enum {
        BRACE_OPENS,   /* a `{` that is never closed */
        BRACE_CLOSES,  /* a `}` that closes nothing */
        BRACE_MISSING, /* a line end at which a `{` is missing */
        BRACE_TOO_SOON /* a line that belongs into braces which a `}` has already closed */
    } what;
};

/* Returns the broken declarations of a file in the order of the text, as an array in the arena;
 * *count is how many. None are found if lines inside braces are not indented, because nothing shows
 * then where a declaration ends. */
struct grammar_broken *grammar_broken(struct arena *arena, struct diags *d, uint32_t file,
                                      uint32_t *count);

#endif
