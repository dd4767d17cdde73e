/*
 * check: resolves and types the trees of a whole ruleset in place, reports every mistake once, and
 * fills the records of names.h. Rule text that is well formed but cannot be run yet is refused
 * here, with codes of its own (E09xx).
 */
#ifndef MYTH_DSL_CHECK_H
#define MYTH_DSL_CHECK_H

#include "names.h"

/* Checks all files of the ruleset: FILE nodes in the order of the text. False: an error was
 * reported. True: all that names.h promises holds, and the emitter may assert it. */
bool check_ruleset(struct names *n, struct node *files[], int count);

/* How much a roster has of the thing that a FORCE_LIMIT counts, and how much it may have, `per`
 * taken into account. */
struct force_count {
    int64_t has, limit;
};
struct force_count check_force_count(const struct roster_decl *r, const struct node *limit);

#endif
