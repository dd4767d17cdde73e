/*
 * state_recall: remembering what steady numbers came to, and recalling it.
 */
#ifndef MYTH_VM_STATE_RECALL_H
#define MYTH_VM_STATE_RECALL_H

#include "state_changed.h"

/* Whether remembered numbers may be used. They may not if rules in Lua take part, or if the
 * computation has to be noted for coverage or told to the journal. */
static inline bool state_recalls(const struct state *s, enum accounts accounts) {
    return !WITHOUT_MEMORY && s->outside_count == 0 && !s->reached.rules &&
           !(accounts && !s->journal.off);
}
bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result);
/* Remembers *result, which was computed since state_reckon returned `cost`. Gives back the scratch
 * memory that the computation used; a list in *result is copied and stays. */
void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result);
/* Returns the present clock. Every later change gets a greater one. */
uint64_t state_now(struct state *s);
/* state_still: returns true if none of these sorts has changed since clock `at`, and the World was
 * neither undone nor replaced; returns false, too, if state_forget was called since.
 * state_untouched: returns true if neither the thing nor one that names it in a link was written
 * since; this counts only if state_still is true for the same clock. */
bool state_still(struct state *s, struct state_sorts *sorts, uint64_t at);
static inline bool state_untouched(const struct state *s, int64_t thing, uint64_t at) {
    const struct state_memory *m = &s->memory;
    return thing > 0 && (size_t)thing < m->touched_room && m->touched[thing] <= at;
}
/* Returns state_memory.unnamed, with an entry for each id below `end`, after clearing it if it is
 * no longer valid. */
uint64_t *state_unnamed(struct state *s, int64_t end);
/* state_reckon is to be called before a number is computed whose result may be remembered,
 * state_reckoned after it. In between, depth_most shows the depth that this number reached. */
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
