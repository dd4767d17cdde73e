/*
 * check: resolves and types the trees of a whole ruleset in place, reports every
 * mistake once, and fills the records of names.h. What the language can say and
 * this machine cannot run yet is refused here with a code of its own (E09xx).
 */
#ifndef MYTH_DSL_CHECK_H
#define MYTH_DSL_CHECK_H

#include "names.h"

/* All files of the ruleset, FILE nodes, in the order of the text. False if an
 * error was reported; else the emitter may assert all that names.h promises. */
bool check_ruleset(struct names *n, struct node *files[], int count);

/* What a roster has of a FORCE_LIMIT of its force, and how much it may have: with `per` that many
 * for each so many. */
struct force_count {
    int64_t has, limit;
};
struct force_count check_force_count(const struct roster_decl *r, const struct node *limit);

#endif
