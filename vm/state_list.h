/*
 * state_list: lists of words, in the heap of the World and in scratch memory. A list is named by a
 * handle. Scratch lists are C memory and die with the statement.
 */
#ifndef MYTH_VM_STATE_LIST_H
#define MYTH_VM_STATE_LIST_H

#include "state_core.h"

/* The words of a list. Handle 0 is the empty list; NONE reads as one, too. A handle with
 * SCRATCH_BIT is an index into scratch, any other an index into the heap. A list in the heap
 * belongs to the one word of the World that holds its handle. */
#define SCRATCH_BIT (INT64_C(1) << 40)
static inline struct view state_list(const struct state *s, int64_t handle) {
    if (handle == 0 || handle == NONE) return (struct view){NULL, 0};
    if (handle & SCRATCH_BIT) {
        const int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
        return (struct view){head + 1, head[0]};
    }
    /* In the heap, the high half of the first word is the room of the list, the low half the
     * count. */
    const int64_t *head = s->w.base[SEG_HEAP] + handle;
    return (struct view){head + 1, (int64_t)((uint64_t)*head & 0xffffffffu)};
}
/* Makes an empty list in scratch with room for so many words; no more may be added. */
int64_t state_scratch(struct state *s, int64_t room);
static inline void state_scratch_add(struct state *s, int64_t handle, int64_t word) {
    int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
    head[1 + head[0]++] = word;
}
int64_t state_scratch_copy(struct state *s, const int64_t *words, int64_t count);
bool state_has(struct view v, int64_t word);
/* Returns a list without the things that have left play: a copy in scratch, or the list itself if
 * all are in play. */
int64_t state_present(struct state *s, int64_t handle);

/* Replaces the list whose handle the word at `at` holds by a copy of these words, and frees the old
 * list. */
void state_list_store(struct state *s, addr at, struct view words);
void state_list_append(struct state *s, addr at, int64_t word);
/* removes a word that occurs at most once */
void state_list_remove(struct state *s, addr at, int64_t word);
void state_list_free(struct state *s, addr at); /* the word at `at` becomes 0 */

#endif
