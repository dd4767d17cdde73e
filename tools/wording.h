/*
 * wording: rule text as it is written: of one item in the braces of a declaration, and of many in
 * the shape that `myth fmt` gives them.
 */
#ifndef MYTH_TOOLS_WORDING_H
#define MYTH_TOOLS_WORDING_H

#include "../dsl/diag.h"
#include "../dsl/tree.h"
#include "../vm/arena.h"

/* Returns the text of an item from its first word to its end, over several lines where it has them.
 * Its citations are left out, and given to `cite`. The file of the item must be well formed. */
const char *wording_item(struct arena *arena, struct diags *d, const struct node *item,
                         void (*cite)(void *user, struct span id), void *user);
/* Returns the texts of a note, a SETTING or the TEXT of a cell, as one; "" for NULL. */
const char *wording_note(struct arena *arena, const struct node *note);
/* Returns the text of items, each of which ends with a line end, in its one shape, at the left
 * margin. A text that cannot be read is returned as it is. */
const char *wording_formed(struct arena *arena, const char *items);

#endif
