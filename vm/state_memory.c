/* What steady numbers came to: see struct state_memory. Small and forgetful: a number whose place
 * is taken by another is computed again. */
#include "state.h"

#include <string.h>

enum { PLACES = 2048, WORDS_MOST = 1 << 16 };

static size_t place_of(int32_t quantity, const int64_t *args, int32_t count) {
    uint64_t h = (uint64_t)quantity + 1;
    for (int32_t i = 0; i < count; i++) {
        h = (h ^ (uint64_t)args[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return (size_t)((h * UINT64_C(0x9e3779b97f4a7c15)) >> 53);
}

/* A thing has changed since: all is forgotten. */
static void look_whether_changed(struct state_memory *m, const struct state *s) {
    if (m->changes == s->changes && m->turns == s->w.turns) return;
    m->changes = s->changes;
    m->turns = s->w.turns;
    m->age++;
    m->words_used = 0;
}

static bool is_it(const struct state_memory *m, const struct state_remembered *r, int32_t quantity,
                  const int64_t *args, int32_t count) {
    if (r->age != m->age || r->quantity != quantity || r->count != count) return false;
    for (int32_t i = 0; i < count; i++) {
        if (r->args[i] != args[i]) return false;
    }
    return true;
}

void state_memory_open(struct state *s) {
    s->memory.places = memory_new(PLACES * sizeof *s->memory.places);
    s->memory.age = 1;
}

void state_memory_close(struct state *s) {
    memory_free(s->memory.places);
    memory_free(s->memory.words);
}

bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result) {
    struct state_memory *m = &s->memory;
    if (count > STATE_REMEMBERED_ARGS) return false;
    look_whether_changed(m, s);
    const struct state_remembered *r = &m->places[place_of(quantity, args, count)];
    if (!is_it(m, r, quantity, args, count)) return false;
    if (s->depth_pure + r->depth > MAX_DEPTH_NUMBERS) return false;
    if (s->depth_pure + r->depth > s->depth_most) s->depth_most = s->depth_pure + r->depth;
    s->steps += r->steps;
    *result = r->value;
    if (r->words >= 0) *result = state_scratch_copy(s, m->words + r->value, r->words);
    return true;
}

/* The words of a list, kept for as long as nothing changes. -1: there is no room. */
static int64_t keep_words(struct state_memory *m, struct view v) {
    size_t used = m->words_used + (size_t)v.count;
    if (used > WORDS_MOST) return -1;
    m->words = memory_grow(m->words, &m->words_capacity, used + 1, sizeof *m->words);
    if (v.count) memcpy(m->words + m->words_used, v.at, (size_t)v.count * sizeof *m->words);
    m->words_used = used;
    return (int64_t)(used - (size_t)v.count);
}

void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result) {
    struct state_memory *m = &s->memory;
    if (count > STATE_REMEMBERED_ARGS) return;
    look_whether_changed(m, s);
    struct state_remembered r = {.age = m->age, .quantity = quantity, .count = count, .words = -1};
    uint8_t class = quantity < 0 ? V_TRUTH : s->img->quantities[quantity].type.class;
    memcpy(r.args, args, (size_t)count * sizeof *args);
    r.value = *result;
    if (class == V_SET || class == V_PATH) {
        struct view v = state_list(s, *result);
        if (v.count > INT32_MAX) return;
        r.words = (int32_t)v.count;
        r.value = keep_words(m, v);
        if (r.value < 0) return;
        s->scratch_used = cost->scratch;
        *result = state_scratch_copy(s, m->words + r.value, r.words);
    } else {
        s->scratch_used = cost->scratch;
    }
    r.depth = s->depth_most - s->depth_pure;
    r.steps = s->steps - cost->steps;
    m->places[place_of(quantity, args, count)] = r;
}
