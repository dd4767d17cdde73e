/*
 * state_sweep: what a sweep frees, and the form in which equal states are equal bytes.
 */
#ifndef MYTH_VM_STATE_SWEEP_H
#define MYTH_VM_STATE_SWEEP_H

#include "state_thing.h"

/* The part of a sweep that rules could notice: frees tombstones that nothing names, so that their
 * ids are given again. The rest is put off. `roots`: the words of running frames that hold lists or
 * things. */
void state_sweep(struct state *s, const struct state_root *roots, size_t count);
static inline bool state_frees(const struct state *s) {
    return (state_global(s, G_UNTIDY) & UNTIDY_ALL) != 0 && state_global(s, G_GONE) > 0;
}
/* Brings the World into form, so that equal states are equal bytes: lists in one order without
 * holes, numbers of force without gaps. No rule can tell when this is done. */
void state_form(struct state *s, const struct state_root *roots, size_t count);
/* Whether so much was put off that the heap is more than twice its size in form, or the numbers of
 * force run too high. */
static inline bool state_shapeless(const struct state *s) {
    enum { NUMBERS = 4096 };
    const uint32_t used = world_used(&s->w, SEG_HEAP), words = world_used(&s->w, SEG_THINGS);
    return (used > 2 * s->formed && used > s->w.capacity[SEG_HEAP] / 2) ||
           state_global(s, G_SINCE) > (int64_t)words + NUMBERS;
}

#endif
