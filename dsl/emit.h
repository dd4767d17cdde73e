/*
 * emit: makes the image from the checked tree and its names. It trusts what the checker found good
 * and asserts it. Text that the machine cannot run yet is reported by name (E059x), never left out.
 *
 * How rule text is lowered, beyond what vm/code.def says:
 *
 *   - A statement of rule text becomes one or more stretches that begin with STATEMENT. A
 *     stretch looks first, then changes the World once, then keeps what came of that in slots.
 *     A roll inside an expression is a stretch of its own; its result waits in a hidden slot.
 *   - Rules: image_rule.key is the role or parameter X of a conjunct `X is bearer`, `X.owner is
 *     bearer` or `X.GROUP is bearer` in the rule's `when` (image_rule.via says which); -1: the
 *     `when` has none. The functions of the rule no longer test that conjunct. A row with a key
 *     stands in the keyed list of its quantity, any other row in the loose list. A trigger or
 *     permission with a key stands in the list of its event among the others, in the order of
 *     the text.
 *   - Rules about any action (target -1) stand in no event's list: they are found in
 *     image.rules by that target.
 *   - Rules that a blueprint has by `like` are rules of its own, which share the functions.
 *   - The head of an action has a line HEAD_CHOOSE for each choice. Of a set: `func` gives the
 *     set, narrowed by its `where`. Of a place: `whose` gives the thing, `func` the zone,
 *     `reach` the length and `near` the thing to be near to (each -1: no such bound). Of a
 *     path: `whose` gives the thing, `func` the greatest length. choice.where is a pure
 *     function of the candidate alone. All these functions read the action's slots by ROLE. A way
 *     by steps with which the body begins has a line HEAD_LEADS as the last: whether it leads
 *     anywhere.
 *   - The holes of a prompt are filled by HOLES in the statement that asks. In the head of an
 *     action they are filled by pure functions that belong to the choice. A label to be chosen,
 *     and a reason of `needs`, `forbid` or a row, is kept as it is written, braces and all.
 */
#ifndef MYTH_DSL_EMIT_H
#define MYTH_DSL_EMIT_H

#include "../vm/image.h"
#include "diag.h"
#include "names.h"

/* Makes the image of a ruleset that was checked without errors. Returns NULL, after a message, if
 * something in the rules cannot be run. The caller frees the image with image_free. */
struct image *emit_image(struct names *names, struct diags *diags);

#endif
