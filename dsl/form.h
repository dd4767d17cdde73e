/*
 * form: the formatter, which gives rule text its one shape. The author decides where lines end.
 * Indents, blanks between words, columns of fields, labels and citations, and empty lines are
 * settled here.
 *
 * Formatting a formatted text changes nothing. The tokens are the same before and after. Comments
 * are kept.
 */
#ifndef MYTH_DSL_FORM_H
#define MYTH_DSL_FORM_H

#include "../vm/arena.h"
#include "diag.h"

/* Sets *out to the text of a file in its one shape. Returns false if the text is not well formed;
 * then the mistakes have been reported. */
bool form_text(struct arena *arena, struct diags *d, uint32_t file, struct span *out);

#endif
