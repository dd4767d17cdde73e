/*
 * variant: rules that name others and say what of them is different. A variant is
 * applied to the trees of its base before anything is checked: what comes out are the
 * trees of plain rules, in which each node keeps the place of the text it is from. A
 * change without a target, of which there are several, or of what was changed already
 * is a message at the change.
 */
#ifndef MYTH_DSL_VARIANT_H
#define MYTH_DSL_VARIANT_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

struct variant_work;

/* Over the trees of the base, in the order of the text. */
struct variant_work *variant_start(struct arena *arena, struct diags *d, struct node **files,
                                   int count);
/* All blocks of that name in the base itself, in the order of the text. */
void variant_apply(struct variant_work *w, struct span name);
/* A text that lies in the folder of a variant, as a whole: its blocks of that name, and
 * what is declared beside them. */
void variant_apply_file(struct variant_work *w, struct node *file, struct span name);
/* Names and titles the rules after their variant: to be called once for each. */
void variant_name(struct variant_work *w, struct span name, struct node *label);

/* The head of the rules, a THING; NULL. */
struct node *variant_head(struct node **files, int count);
/* The variants that a text tells of: the first block of each name. Gives how many there are;
 * `out` has room for `room`. */
int variant_blocks(struct node **files, int count, struct node **out, int room);

#endif
