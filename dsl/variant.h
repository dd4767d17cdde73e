/*
 * variant: rules that name other rules and say what is different. A variant is applied to the trees
 * of its base before anything is checked: the result are trees of plain rules, in which each node
 * keeps the place of the text it came from. It is a mistake, reported at the change, if a change
 * has no target or several, or changes something a second time.
 */
#ifndef MYTH_DSL_VARIANT_H
#define MYTH_DSL_VARIANT_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

struct variant_work;

/* Begins with the trees of the base, in the order of the text. */
struct variant_work *variant_start(struct arena *arena, struct diags *d, struct node **files,
                                   int count);
/* Applies all blocks of that name in the base itself, in the order of the text. */
void variant_apply(struct variant_work *w, struct span name);
/* Applies a text from the folder of a variant: its blocks of that name, and all that it declares
 * beside them. */
void variant_apply_file(struct variant_work *w, struct node *file, struct span name);
/* Names and titles the rules after their variant; to be called once for each variant. */
void variant_name(struct variant_work *w, struct span name, struct node *label);

/* The head of the rules, a THING; NULL: there is none. */
struct node *variant_head(struct node **files, int count);
/* Lists the variants of a text: the first block of each name. Returns how many there are, even if
 * `out`, with room for `room`, is too small. */
int variant_blocks(struct node **files, int count, struct node **out, int room);

#endif
