/* What steady numbers came to: see struct state_memory. Small and forgetful: a number whose place
 * is taken by another is computed again. */
#include "state.h"

#include <string.h>

/* THINGS: room at once for a battle of usual size. */
enum { PLACES_BITS = 13, PLACES = 1 << PLACES_BITS, WORDS_MOST = 1 << 15, THINGS = 1024 };

/* Numbers of things and of numbers are small: each is spread before the next is joined to it. */
static size_t place_of(int32_t quantity, const int64_t *args, int32_t count) {
    uint64_t h = (uint64_t)quantity + 1;
    for (int32_t i = 0; i < count; i++) {
        h *= UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
        h ^= (uint64_t)args[i];
    }
    return (size_t)((h * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - PLACES_BITS));
}

/* Whether something that this reads has changed since; looked up once between two changes. */
static bool changed_since(struct state *s, int32_t quantity, uint64_t at) {
    struct state_memory *m = &s->memory;
    if (at == m->clock) return false;
    int32_t row = quantity >= 0 ? quantity : s->img->quantities_count - 2 - quantity;
    struct state_read *r = &m->reads[row];
    if (r->at == m->clock) return at < r->last;
    uint64_t last = 0;
    for (size_t i = 0; i < ARRAY_LEN(r->what.bits); i++) {
        for (uint64_t bits = r->what.bits[i]; bits; bits &= bits - 1) {
            uint64_t changed = m->changed[64 * i + (size_t)__builtin_ctzll(bits)];
            if (changed > at) return true;
            if (changed > last) last = changed;
        }
    }
    r->at = m->clock;
    r->last = last;
    return false;
}

/* Whether one of these may be the id of a thing that was made since. */
static bool born_since(const struct state_memory *m, const int64_t *args, int32_t count,
                       uint64_t at) {
    if (at >= m->born_last) return false;
    for (int32_t i = 0; i < count; i++) {
        if (args[i] > 0 && args[i] < (int64_t)m->born_room && m->born[args[i]] > at) return true;
    }
    return false;
}

static bool is_it(const struct state_memory *m, const struct state_remembered *r, int32_t quantity,
                  const int64_t *args, int32_t count) {
    if (r->quantity != quantity || r->at < m->begun) return false;
    for (int32_t i = 0; i < count; i++) {
        if (r->args[i] != args[i]) return false;
    }
    return true;
}

void state_memory_open(struct state *s) {
    const struct image *img = s->img;
    struct state_memory *m = &s->memory;
    const size_t line = sizeof *m->places;
    _Static_assert(sizeof *m->places == 64, "a cache line each");
    m->room = memory_new((PLACES + 1) * line);
    m->places = (void *)((char *)m->room + (line - (uintptr_t)m->room % line) % line);
    m->reads = memory_new(((size_t)img->quantities_count + (size_t)img->heads_count + 1) *
                          sizeof *m->reads);
    for (int32_t i = 0; i < img->quantities_count; i++) m->reads[i].what = img->quantities[i].reads;
    for (int32_t i = 0; i < img->heads_count; i++) {
        m->reads[img->quantities_count + i].what = img->heads[i].reads;
    }
    m->words = memory_new(WORDS_MOST * sizeof *m->words);
    m->begun = m->clock = 1;
}

void state_memory_close(struct state *s) {
    memory_free(s->memory.room);
    memory_free(s->memory.reads);
    memory_free(s->memory.words);
    memory_free(s->memory.born);
}

void state_born(struct state *s, int64_t thing) {
    struct state_memory *m = &s->memory;
    const size_t had = m->born_room;
    const size_t need = thing < THINGS ? THINGS : (size_t)thing + 1;
    m->born = memory_grow(m->born, &m->born_room, need, sizeof *m->born);
    if (m->born_room > had) memset(m->born + had, 0, (m->born_room - had) * sizeof *m->born);
    m->born[thing] = m->born_last = ++m->clock;
}

bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result) {
    struct state_memory *m = &s->memory;
    if (count > STATE_REMEMBERED_ARGS) return false;
    if (m->turns != s->w.turns) {
        m->turns = s->w.turns;
        state_forget(s);
    }
    const struct state_remembered *r = &m->places[place_of(quantity, args, count)];
    if (!is_it(m, r, quantity, args, count) || changed_since(s, quantity, r->at)) return false;
    if (born_since(m, args, count, r->at)) return false;
    if (s->depth_pure + r->depth > MAX_DEPTH_NUMBERS) return false;
    if (s->depth_pure + r->depth > s->depth_most) s->depth_most = s->depth_pure + r->depth;
    s->steps += r->steps;
    *result = r->value;
    if (r->words >= 0) *result = state_scratch_copy(s, m->words + r->value, r->words);
    return true;
}

/* The words of a list. -1: it is too long. */
static int64_t keep_words(struct state *s, struct view v) {
    struct state_memory *m = &s->memory;
    if (v.count > WORDS_MOST / 4) return -1;
    if (m->words_used + (size_t)v.count > WORDS_MOST) state_forget(s);
    size_t used = m->words_used + (size_t)v.count;
    if (v.count) memcpy(m->words + m->words_used, v.at, (size_t)v.count * sizeof *m->words);
    m->words_used = used;
    return (int64_t)(used - (size_t)v.count);
}

void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result) {
    struct state_memory *m = &s->memory;
    if (count > STATE_REMEMBERED_ARGS) return;
    const int64_t steps = s->steps - cost->steps;
    if (steps > UINT32_MAX) return;
    uint8_t class = quantity < 0 ? V_TRUTH : s->img->quantities[quantity].type.class;
    int64_t value = *result, words = -1;
    if (class == V_SET || class == V_PATH) {
        struct view v = state_list(s, value);
        words = v.count;
        value = keep_words(s, v);
        if (value < 0) return;
    }
    s->scratch_used = cost->scratch;
    if (words >= 0) *result = state_scratch_copy(s, m->words + value, words);
    struct state_remembered *r = &m->places[place_of(quantity, args, count)];
    for (int32_t i = 0; i < count; i++) r->args[i] = args[i];
    r->at = m->last = m->clock;
    r->value = value;
    r->steps = (uint32_t)steps;
    r->quantity = quantity;
    r->words = (int32_t)words;
    r->depth = s->depth_most - s->depth_pure;
}
