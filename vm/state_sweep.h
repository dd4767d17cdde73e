/*
 * state_sweep: tidying the World before a question. A sweep frees tombstones (records of things
 * that have left play) that nothing names. Then or later, state_form brings the World into form, in
 * which equal states are equal bytes.
 */
#ifndef MYTH_VM_STATE_SWEEP_H
#define MYTH_VM_STATE_SWEEP_H

#include "state_thing.h"

/* Frees tombstones that nothing names, so that their ids are given to new things. This is the part
 * of a sweep that rules could notice; the rest is noted in G_UNTIDY and put off. `roots` are the
 * words of running frames that hold lists or name things; only if state_frees returns true are they
 * needed. */
void state_sweep(struct state *s, const struct state_root *roots, size_t count);
static inline bool state_frees(const struct state *s) {
    return (state_global(s, G_UNTIDY) & UNTIDY_ALL) != 0 && state_global(s, G_GONE) > 0;
}
/* Brings the World into form, so that equal states are equal bytes: lists lie in one order without
 * holes, and the numbers of coming into force have no gaps. No rule can tell whether this was
 * done. */
void state_form(struct state *s, const struct state_root *roots, size_t count);
/* Whether so much was put off that the heap is more than twice as long as it was in form and fills
 * more than half of its memory, or that the numbers of coming into force run too high. */
static inline bool state_shapeless(const struct state *s) {
    enum { NUMBERS = 4096 };
    const uint32_t used = world_used(&s->w, SEG_HEAP), words = world_used(&s->w, SEG_THINGS);
    return (used > 2 * s->formed && used > s->w.capacity[SEG_HEAP] / 2) ||
           state_global(s, G_SINCE) > (int64_t)words + NUMBERS;
}

#endif
