/*
 * check: resolves and types the trees of a whole ruleset in place, reports each mistake that it
 * finds once, and fills the records of names.h. Rule text that is well formed but cannot be run yet
 * is refused here, with codes of its own (E09xx).
 */
#ifndef MYTH_DSL_CHECK_H
#define MYTH_DSL_CHECK_H

#include "names.h"

/* Checks all files of a ruleset; `files` are FILE nodes in the order of the text. Returns false if
 * an error was reported, here or when the text was read. If it returns true, all that names.h
 * promises holds, and emit may assert that. */
bool check_ruleset(struct names *n, struct node *files[], int count);

/* What counting a roster for a FORCE_LIMIT gives. `has`: how much the roster has of what the limit
 * counts. `limit`: the amount that the limit states, multiplied, if it has a `per`, by how often
 * the roster has what stands behind `per`. */
struct force_count {
    int64_t has, limit;
};
struct force_count check_force_count(const struct roster_decl *r, const struct node *limit);

#endif
