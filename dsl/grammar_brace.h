/*
 * grammar_brace: finds declarations whose braces do not match, in a text in which a first reading
 * has found a mistake. The ends of declarations are told by the indent of lines. Only the
 * declaration that has a brace too many or too few is left out; those behind it are read as usual.
 */
#ifndef MYTH_DSL_GRAMMAR_BRACE_H
#define MYTH_DSL_GRAMMAR_BRACE_H

#include "diag.h"
#include "lex.h"

/* A declaration whose braces do not match. All places are byte offsets in the file. */
struct grammar_broken {
    uint32_t from, to; /* from: where the declaration begins; to: behind the end of its last line */
    /* where the mistake is shown: at a brace, a line end or a line, as `what` says */
    uint32_t at;
    /* a second place to show, where the text goes on without the `}` that is missing; NO_OFFSET:
     * none */
    uint32_t also;
    enum {
        BRACE_OPENS,   /* a `{` that is never closed */
        BRACE_CLOSES,  /* a `}` that closes nothing */
        BRACE_MISSING, /* a line end at which a `{` is missing */
        /* a line that stands indented behind the `}` that closed the declaration */
        BRACE_TOO_SOON,
        /* a text that has braces which do not match, because its quote was forgotten */
        BRACE_IN_TEXT
    } what;
};

/* Returns the broken declarations of a file in the order of the text, as an array in the arena;
 * *count is how many. *count is 0 if the braces of the whole text match, if brackets are nested too
 * deep, or if lines inside braces are not indented, because then nothing shows where a declaration
 * ends. */
struct grammar_broken *grammar_broken(struct arena *arena, struct diags *d, uint32_t file,
                                      uint32_t *count);

#endif
