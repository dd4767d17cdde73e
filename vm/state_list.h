/*
 * state_list: lists, in the heap of the World and in scratch memory.
 */
#ifndef MYTH_VM_STATE_LIST_H
#define MYTH_VM_STATE_LIST_H

#include "state_core.h"

/* A handle: 0 is the empty list; with SCRATCH_BIT it is an index into scratch, otherwise an index
 * into the heap. A list in the heap belongs to the one word that holds its handle. */
#define SCRATCH_BIT (INT64_C(1) << 40)
static inline struct view state_list(const struct state *s, int64_t handle) {
    if (handle == 0 || handle == NONE) return (struct view){NULL, 0};
    if (handle & SCRATCH_BIT) {
        const int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
        return (struct view){head + 1, head[0]};
    }
    /* the high half of a head in the heap is the room of the list */
    const int64_t *head = s->w.base[SEG_HEAP] + handle;
    return (struct view){head + 1, (int64_t)((uint64_t)*head & 0xffffffffu)};
}
/* Makes an empty scratch list with this room; only so many words may be added. */
int64_t state_scratch(struct state *s, int64_t room);
static inline void state_scratch_add(struct state *s, int64_t handle, int64_t word) {
    int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
    head[1 + head[0]++] = word;
}
int64_t state_scratch_copy(struct state *s, const int64_t *words, int64_t count);
bool state_has(struct view v, int64_t word);
/* A list of things without those that have left play; the list itself if none has. */
int64_t state_present(struct state *s, int64_t handle);

/* Replaces the list that the word at `at` holds by a copy of these words, and frees the old one. */
void state_list_store(struct state *s, addr at, struct view words);
void state_list_append(struct state *s, addr at, int64_t word);
/* the word occurs once or not at all */
void state_list_remove(struct state *s, addr at, int64_t word);
void state_list_free(struct state *s, addr at); /* leaves 0 in the word */

#endif
