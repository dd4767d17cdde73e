/*
 * base_near: the word nearest to a misspelt one, for "did you mean", in rule text, scripts and
 * commands alike.
 */
#ifndef MYTH_VM_BASE_NEAR_H
#define MYTH_VM_BASE_NEAR_H

#include "base.h"

/* Returns the `fewer` with which a search begins: one more than a near word takes at most. A word
 * is near if it takes at most (letters of the misspelt word + 1) / 3 changes, and at most 3. A
 * change is a letter changed, added, left out, or swapped with its neighbour. */
uint32_t base_near(struct span word);
/* Returns true if the candidate takes fewer than *fewer changes, and lowers *fewer to how many it
 * takes. So of equally near candidates the first is the last for which it is true. */
bool base_nearer(struct span word, struct span candidate, uint32_t *fewer);

#endif
