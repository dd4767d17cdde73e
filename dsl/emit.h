/*
 * emit: the checked tree and its names to an image. It trusts what the checker
 * found good and asserts it; what the machine does not run yet is reported by name
 * (E059x), never left out.
 *
 * How rule text is lowered, beyond what vm/code.def says:
 *
 * - A statement of rule text is one or more stretches that begin with STATEMENT; each
 *   looks first, then changes the World once, then keeps what came of it. A roll
 *   inside an expression is a stretch of its own and waits in a hidden slot.
 * - Rules: image_rule.key is a conjunct `X is bearer` of the rule's `when`, no longer
 *   looked at by its functions. A keyed row stands in its quantity's keyed list, any
 *   other in its loose one; a keyed trigger or permission stands in its event's list
 *   among the others, in order of text.
 * - Rules on any action (target -1) stand in no event's list: they are found in
 *   image.rules by that.
 * - Rules that a blueprint has by `like` are rules of its own that share the functions.
 * - The head of an action. HEAD_CHOOSE of a set: `func` gives the set, already
 *   narrowed by its `where`. Of a place: `whose` gives the thing, `func` the zone,
 *   `reach` the length and `near` of what (each -1: no such bound). Of a path: `whose`
 *   the thing, `func` the greatest length. choice.where is a pure function of the
 *   candidate alone. All read the action's slots by ROLE.
 * - The holes of a prompt are filled by HOLES, in the statement that asks; in the head of
 *   an action by the choice's own pure functions. A label to be chosen, and a reason of
 *   `needs`, `forbid` or a row, is kept as it is written, braces and all.
 */
#ifndef MYTH_DSL_EMIT_H
#define MYTH_DSL_EMIT_H

#include "../vm/image.h"
#include "diag.h"
#include "names.h"

/* The image of a ruleset that was checked without errors; NULL if something in it
 * cannot be run (reported). The caller gives it back by image_free. */
struct image *emit_image(struct names *names, struct diags *diags);

#endif
