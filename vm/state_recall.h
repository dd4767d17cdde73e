/*
 * state_recall: recalling what numbers came to, and remembering it.
 */
#ifndef MYTH_VM_STATE_RECALL_H
#define MYTH_VM_STATE_RECALL_H

#include "state_changed.h"

/* Whether remembered numbers may be used: not where the reading would have to be told or noted. */
static inline bool state_recalls(const struct state *s) {
    return !WITHOUT_MEMORY && s->outside_count == 0 && !s->reached.rules &&
           !(s->account && !s->journal.off);
}
bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result);
/* It was computed since `cost`: what it left in scratch is given back, but for the result. */
void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result);
/* The clock at this moment: every later change has a greater one. */
uint64_t state_now(struct state *s);
/* Whether none of these sorts has changed since `at`; and whether the thing itself has not been
 * written. */
bool state_still(struct state *s, struct state_sorts *sorts, uint64_t at);
static inline bool state_untouched(const struct state *s, int64_t thing, uint64_t at) {
    const struct state_memory *m = &s->memory;
    return thing > 0 && (size_t)thing < m->touched_room && m->touched[thing] <= at;
}
/* What is known of all ids before `end` (state_memory.unnamed). */
uint64_t *state_unnamed(struct state *s, int64_t end);
/* Surrounds a computation whose result may be remembered. */
static inline struct state_cost state_reckon(struct state *s) {
    const struct state_cost cost = {s->scratch_used, s->depth_most};
    s->depth_most = s->depth_pure;
    return cost;
}
static inline void state_reckoned(struct state *s, const struct state_cost *cost) {
    if (cost->depth_most > s->depth_most) s->depth_most = cost->depth_most;
}
void state_memory_derive(struct state *s, struct arena *a);
void state_memory_open(struct state *s);
void state_memory_close(struct state *s);

#endif
