/*
 * emit: makes the image from the checked tree and its names. It trusts what the checker found good
 * and asserts it. Text that the machine cannot run yet is reported by name (E059x), never left out.
 *
 * How rule text is lowered, beyond what vm/code.def says:
 *
 *   - A statement of rule text becomes one or more stretches that begin with STATEMENT; each
 *     looks first, then changes the World once, then keeps what came of it. A roll inside an
 *     expression is a stretch of its own; its result waits in a hidden slot.
 *   - Rules: image_rule.key is a conjunct `X is bearer` of the rule's `when`, which its functions
 *     no longer test. A keyed row stands in its quantity's keyed list, any other in its loose one;
 *     a keyed trigger or permission stands in its event's list among the others, in order of text.
 *   - Rules on any action (target -1) stand in no event's list: they are found in image.rules by
 *     that target.
 *   - Rules that a blueprint has by `like` are rules of its own that share the functions.
 *   - The head of an action. HEAD_CHOOSE of a set: `func` gives the set, narrowed by its `where`.
 *     Of a place: `whose` gives the thing, `func` the zone, `reach` the length and `near` the thing
 *     to be near to (each -1: no such bound). Of a path: `whose` gives the thing, `func` the
 *     greatest length. choice.where is a pure function of the candidate alone. All these functions
 *     read the action's slots by ROLE.
 *   - The holes of a prompt are filled by HOLES, in the statement that asks; in the head of an
 *     action by pure functions that belong to the choice. A label to be chosen, and a reason of
 *     `needs`, `forbid` or a row, is kept as it is written, braces and all.
 */
#ifndef MYTH_DSL_EMIT_H
#define MYTH_DSL_EMIT_H

#include "../vm/image.h"
#include "diag.h"
#include "names.h"

/* Makes the image of a ruleset that was checked without errors; NULL if something in it cannot be
 * run (reported). The caller frees it with image_free. */
struct image *emit_image(struct names *names, struct diags *diags);

#endif
