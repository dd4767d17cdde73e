/*
 * Indexes: of all things of a kind, which of them have a value in a word, so that a walk that asks
 * for one value need not look at all. An index is made when the things have been walked by a word
 * often enough while nothing was written, and holds until something is written.
 */
#include "run_int.h"

#include <string.h>

/* FEW: so few things have no index; WALKS_FIRST: walks that pay for making one */
enum { FEW = 48, WALKS_FIRST = 2 };

/* Returns the kind whose things a list has; -1: none. */
static int32_t kind_of(const struct state *s, int64_t list, struct view v) {
    int32_t kind = state_kind(s, v.at[0]);
    while (kind >= 0 && state_global(s, (uint32_t)(G_EXTENTS + kind)) != list)
        kind = s->img->kinds[kind].parent;
    return kind;
}

static bool make(const struct state *s, struct word_index *x, struct view v) {
    const size_t ids = world_used(&s->w, SEG_THINGS) / s->stride, count = (size_t)v.count;
    x->first = memory_grow(x->first, &x->ids_capacity, ids, sizeof *x->first);
    x->next = memory_grow(x->next, &x->capacity, count, sizeof *x->next);
    memset(x->first, 0, ids * sizeof *x->first);
    for (int64_t i = v.count; i-- > 0;) {
        if (v.at[i] <= 0) return false;
        const int64_t value = state_word(s, v.at[i], x->word);
        if (value <= 0 || value >= (int64_t)ids) continue;
        x->next[i] = x->first[value];
        x->first[value] = (int32_t)i + 1;
    }
    x->ids = (int64_t)ids;
    return true;
}

const struct word_index *run_indexed(struct battle *b, int64_t list, struct view v, uint32_t word) {
    struct state *s = &b->s;
    if (WITHOUT_INDEXES || v.count < FEW || v.count > INT32_MAX || v.at[0] <= 0) return NULL;
    const int32_t kind = kind_of(s, list, v);
    if (kind < 0) return NULL;
    struct word_index *x = &b->indexes[((uint32_t)kind + word) % WORD_INDEXES];
    const uint64_t now = state_now(s);
    if (x->at != now || x->turns != s->w.turns || x->kind != kind || x->word != word) {
        x->kind = kind;
        x->word = word;
        x->turns = s->w.turns;
        x->at = now;
        x->walks = 0;
        x->made = false;
    }
    if (x->walks < WALKS_FIRST && ++x->walks == WALKS_FIRST) x->made = make(s, x, v);
    return x->made ? x : NULL;
}

void run_indexes_free(struct battle *b) {
    for (int i = 0; i < WORD_INDEXES; i++) {
        memory_free(b->indexes[i].first);
        memory_free(b->indexes[i].next);
    }
}
