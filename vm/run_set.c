/* Instructions that make sets out of others: unions, differences, reversed and sorted sets, ranges
 * of numbers, the values of an enumeration. Also the test whether one set contains another. */
#include "run_op.h"

#include <string.h>

bool run_op_set(struct machine *m, const struct image_code *i, bool join) {
    struct state *s = m->s;
    struct view x = state_list(s, m->t[i->b]), y = state_list(s, m->t[i->c]);
    if (!run_spend_looks(m->b, x.count, y.count)) return false;
    int64_t out = state_scratch(s, x.count + (join ? y.count : 0));
    x = state_list(s, m->t[i->b]);
    y = state_list(s, m->t[i->c]);
    for (int64_t k = 0; k < x.count; k++) {
        if (join || !state_has(y, x.at[k])) state_scratch_add(s, out, x.at[k]);
    }
    for (int64_t k = 0; join && k < y.count; k++) {
        if (!state_has(x, y.at[k])) state_scratch_add(s, out, y.at[k]);
    }
    m->t[i->a] = out;
    return true;
}

void run_op_reversed(struct machine *m, const struct image_code *i) {
    struct view v = state_list(m->s, m->t[i->b]);
    int64_t out = state_scratch(m->s, v.count);
    v = state_list(m->s, m->t[i->b]);
    for (int64_t k = v.count - 1; k >= 0; k--) state_scratch_add(m->s, out, v.at[k]);
    m->t[i->a] = out;
}

static bool key_after(int64_t x, int64_t y) { /* compares keys; none comes last */
    if (x == NONE) return y != NONE;
    return y != NONE && x > y;
}

/* Merges two sorted stretches that lie side by side, `half` and then the rest of `count` words,
 * into `to_word`. Of equal keys the left one comes first. */
static void merge_by_key(const int64_t *word, const int64_t *key, int64_t half, int64_t count,
                         int64_t *to_word, int64_t *to_key) {
    int64_t a = 0, b = half;
    for (int64_t n = 0; n < count; n++) {
        bool left = b == count || (a < half && !key_after(key[a], key[b]));
        int64_t from = left ? a++ : b++;
        to_word[n] = word[from];
        to_key[n] = key[from];
    }
}

/* Sorts words by their keys, the lowest first; equal keys keep their order. Each round merges
 * stretches of twice the length, from one buffer into the other. Returns the buffer in which the
 * sorted words lie at the end. */
static const int64_t *sort_by_key(int64_t *word, int64_t *key, int64_t *to, int64_t *to_key,
                                  int64_t count) {
    for (int64_t half = 1; half < count; half *= 2) {
        for (int64_t at = 0; at < count; at += 2 * half) {
            int64_t here = count - at < 2 * half ? count - at : 2 * half;
            merge_by_key(word + at, key + at, half < here ? half : here, here, to + at,
                         to_key + at);
        }
        int64_t *swap = word, *swap_key = key;
        word = to, key = to_key;
        to = swap, to_key = swap_key;
    }
    return word;
}

void run_op_sorted(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    struct view v = state_list(s, m->t[i->b]);
    int64_t out = state_scratch_copy(s, v.at, v.count);
    struct view keys = state_list(s, m->t[i->c]);
    int64_t by = state_scratch_copy(s, keys.at, keys.count);
    int64_t room = state_scratch(s, 2 * v.count);
    int64_t *word = s->scratch + (out & ~SCRATCH_BIT) + 1,
            *key = s->scratch + (by & ~SCRATCH_BIT) + 1,
            *other = s->scratch + (room & ~SCRATCH_BIT) + 1;
    const int64_t *sorted = sort_by_key(word, key, other, other + v.count, v.count);
    if (sorted != word) memcpy(word, sorted, (size_t)v.count * sizeof *word);
    m->t[i->a] = out;
}

bool run_op_range(struct machine *m, const struct image_code *i) {
    int64_t from = m->t[i->b], to = m->t[i->c];
    if (!run_op_numbers(m, from, to)) return false;
    int64_t most = 0;
    if (to >= from && (!num_sub(to, from, &most) || most > MAX_THINGS)) {
        return run_op_fail(m, "this range has too many numbers");
    }
    int64_t count = to >= from ? most + 1 : 0, out = state_scratch(m->s, count);
    for (int64_t n = 0; n < count; n++) state_scratch_add(m->s, out, from + n);
    m->t[i->a] = out;
    return true;
}

void run_op_values(struct machine *m, const struct image_code *i) {
    int64_t count = m->img->enums[i->d].values, out = state_scratch(m->s, count);
    for (int64_t n = 0; n < count; n++) state_scratch_add(m->s, out, n);
    m->t[i->a] = out;
}

void run_op_blueprints(struct machine *m, const struct image_code *i) {
    const int32_t *list = m->img->lists + i->d;
    const int64_t out = state_scratch(m->s, list[0]);
    for (int32_t n = 0; n < list[0]; n++) state_scratch_add(m->s, out, list[1 + n]);
    m->t[i->a] = out;
}

bool run_op_contains_all(struct machine *m, int64_t a, int64_t c, int64_t *all) {
    struct view inner = state_list(m->s, a), outer = state_list(m->s, c);
    *all = 1;
    for (int64_t i = 0; i < inner.count && *all; i++) *all = state_has(outer, inner.at[i]);
    return run_spend_looks(m->b, inner.count, outer.count);
}
