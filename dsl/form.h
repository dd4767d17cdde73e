/*
 * form: the one shape of a text. The author decides where lines end; all else is settled here:
 * indents, blanks between words, the columns of fields, labels and citations, empty lines.
 * Formatting twice changes nothing, and the tokens are the same before and after. Comments are
 * kept.
 */
#ifndef MYTH_DSL_FORM_H
#define MYTH_DSL_FORM_H

#include "../vm/arena.h"
#include "diag.h"

/* Gives the text of a file in its one shape; false, with the mistakes reported, if it is not well
 * formed. */
bool form_text(struct arena *arena, struct diags *d, uint32_t file, struct span *out);

#endif
