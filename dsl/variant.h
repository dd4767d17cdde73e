/*
 * variant: applies variants. A variant is a block of changes to other rules, its base: it replaces,
 * removes and adds declarations, rows and fields.
 *
 * It is applied to the trees of its base before anything is checked. The result is trees of plain
 * rules, in which each node keeps the place of the text that it comes from. A change whose target
 * is missing, or could be several things, or was changed before, is a mistake and reported at the
 * change. `remove row` alone may have several targets, and removes them all.
 */
#ifndef MYTH_DSL_VARIANT_H
#define MYTH_DSL_VARIANT_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

struct variant_work;

/* Begins the work on the trees of the base, which are given in the order of the text and are
 * changed in place. */
struct variant_work *variant_start(struct arena *arena, struct diags *d, struct node **files,
                                   int count);
/* Applies all `variant` blocks of that name in the base itself, in the order of the text. A block
 * that is a variant of other rules is reported instead. */
void variant_apply(struct variant_work *w, struct span name);
/* Moves the `variant` blocks of a file from the folder of the variant `name` that have other names
 * to the base, where variant_apply finds them. */
void variant_keep_others(struct variant_work *w, struct node *file, struct span name);
/* Whether a block is a variant of these rules, or of a variant that was applied to them; if not,
 * reports it. */
bool variant_is_of(struct variant_work *w, const struct node *block);
/* Applies a file from the folder of a variant: its `variant` blocks of that name, and all that it
 * declares beside them. */
void variant_apply_file(struct variant_work *w, struct node *file, struct span name);
/* Adds the variant to the name and title of the rules, as "rules+name" and "Title: Label". Must be
 * called once for each variant that was applied. label: the title of the variant; NULL: its name is
 * taken. */
void variant_name(struct variant_work *w, struct span name, struct node *label);

/* Returns the head of the rules, which is the THING `ruleset NAME`; NULL: the files have no
 * head. */
struct node *variant_head(struct node **files, int count);
/* Lists the variants of a text in `out`: for each name the first block of that name, at most `room`
 * of them. Returns how many names there are; if that is more than `room`, a name beyond may have
 * been counted more than once. */
int variant_blocks(struct node **files, int count, struct node **out, int room);

#endif
