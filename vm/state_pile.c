/*
 * state_pile: see its header. Each function builds the whole list of the pile anew, in scratch; the
 * list in the World is written once.
 */
#include "state_pile.h"

#include <string.h>

#include "state.h"

static void join(struct state *s, int64_t card, bool joined) {
    const int64_t head = state_word(s, card, T_HEAD), bit = HEAD_FLAG(THING_JOINED);
    const int64_t now = joined ? head | bit : head & ~bit;
    /* no number reads this bit by itself: whoever sets it tells that the pile has changed */
    if (now != head) world_set(&s->w, state_at(s, card, T_HEAD), now);
}

int64_t state_lot_end(const struct state *s, struct view pile, int64_t from) {
    int64_t to = from + 1;
    while (to < pile.count && state_joined(s, pile.at[to])) to++;
    return to;
}

int64_t state_lot_begin(const struct state *s, struct view pile, int64_t at) {
    while (at > 0 && state_joined(s, pile.at[at])) at--;
    return at;
}

static addr list_of(const struct state *s, int64_t holder, int32_t field) {
    return state_at(s, holder, (uint32_t)s->img->fields[field].slot);
}

/* Tells that what is known of a pile has changed, though its list may be the same. */
static void pile_changed(struct state *s, int64_t holder, int32_t field) {
    const uint32_t slot = (uint32_t)s->img->fields[field].slot;
    state_changed(s, state_read_as(s, state_kind(s, holder), slot));
    state_touched(s, holder);
}

static bool before(const struct state *s, int64_t a, int64_t b) {
    const int32_t x = state_blueprint(s, a), y = state_blueprint(s, b);
    return x != y ? x < y : a < b;
}

/* Sorts cards, bottom up, by merging; `spare` is room for as many. */
static void sort(const struct state *s, int64_t *cards, int64_t *spare, int64_t count) {
    for (int64_t width = 1; width < count; width *= 2) {
        for (int64_t from = 0; from < count; from += 2 * width) {
            const int64_t middle = from + width < count ? from + width : count;
            const int64_t end = from + 2 * width < count ? from + 2 * width : count;
            int64_t i = from, j = middle;
            for (int64_t k = from; k < end; k++) {
                const bool left = i < middle && (j == end || !before(s, cards[j], cards[i]));
                spare[k] = left ? cards[i++] : cards[j++];
            }
        }
        memcpy(cards, spare, (size_t)count * sizeof *cards);
    }
}

/* Writes the list in scratch `to` as that of the pile. */
static void store(struct state *s, int64_t to, int64_t holder, int32_t field) {
    state_list_store(s, list_of(s, holder, field), state_list(s, to));
}

void state_pile_off(struct state *s, int64_t card) {
    const int64_t field = state_word(s, card, T_PILE), holder = state_word(s, card, T_HOLDER);
    const struct view pile = state_pile(s, holder, field);
    int64_t at = 0;
    while (at < pile.count && pile.at[at] != card) at++;
    ASSERT(at < pile.count);
    const bool first = !state_joined(s, card);
    if (first && at + 1 < pile.count) join(s, pile.at[at + 1], false);
    join(s, card, false);
    state_list_remove(s, list_of(s, holder, (int32_t)field), card);
}

/* Inserts a card into the list of a pile, before the card that is number `at`. */
static void insert(struct state *s, int64_t card, int64_t at, int64_t holder, int32_t field) {
    const int64_t count = state_pile(s, holder, field).count, to = state_scratch(s, count + 1);
    const struct view pile = state_pile(s, holder, field);
    for (int64_t i = 0; i < at; i++) state_scratch_add(s, to, pile.at[i]);
    state_scratch_add(s, to, card);
    for (int64_t i = at; i < count; i++) state_scratch_add(s, to, pile.at[i]);
    store(s, to, holder, field);
}

void state_pile_on(struct state *s, int64_t card, int64_t holder, int32_t field) {
    insert(s, card, 0, holder, field);
}

void state_pile_under(struct state *s, int64_t card, int64_t holder, int32_t field) {
    state_list_append(s, list_of(s, holder, field), card);
}

void state_pile_join(struct state *s, int64_t card, int64_t holder, int32_t field) {
    const struct view pile = state_pile(s, holder, field);
    if (pile.count == 0) {
        insert(s, card, 0, holder, field);
        return;
    }
    const int64_t end = state_lot_end(s, pile, 0), first = pile.at[0];
    int64_t at = 0;
    while (at < end && before(s, pile.at[at], card)) at++;
    join(s, at == 0 ? first : card, true);
    insert(s, card, at, holder, field);
    pile_changed(s, holder, field);
}

void state_pile_shuffle(struct state *s, int64_t holder, int32_t field) {
    const int64_t count = state_pile(s, holder, field).count;
    const struct view pile = state_pile(s, holder, field);
    for (int64_t i = 0; i < count; i++) join(s, pile.at[i], i > 0);
    state_pile_form(s, holder, field);
    pile_changed(s, holder, field);
}

/* Makes a card known as the first or last of its lot. */
static void know(struct state *s, int64_t card, bool last) {
    const int64_t holder = state_word(s, card, T_HOLDER);
    const int32_t field = (int32_t)state_word(s, card, T_PILE);
    const int64_t count = state_pile(s, holder, field).count, to = state_scratch(s, count);
    const struct view pile = state_pile(s, holder, field);
    int64_t at = 0;
    while (at < count && pile.at[at] != card) at++;
    ASSERT(at < count);
    const int64_t begin = state_lot_begin(s, pile, at), end = state_lot_end(s, pile, begin);
    if (end - begin == 1) return;
    for (int64_t i = 0; i < begin; i++) state_scratch_add(s, to, pile.at[i]);
    if (!last) state_scratch_add(s, to, card);
    for (int64_t i = begin; i < end; i++) {
        if (i != at) state_scratch_add(s, to, pile.at[i]);
    }
    if (last) state_scratch_add(s, to, card);
    for (int64_t i = end; i < count; i++) state_scratch_add(s, to, pile.at[i]);
    join(s, card, false);
    join(s, view_at(state_list(s, to), last ? begin : begin + 1), false);
    store(s, to, holder, field);
    pile_changed(s, holder, field);
}

void state_pile_first(struct state *s, int64_t card) {
    know(s, card, false);
}

void state_pile_last(struct state *s, int64_t card) {
    know(s, card, true);
}

void state_pile_form(struct state *s, int64_t holder, int32_t field) {
    const int64_t count = state_pile(s, holder, field).count;
    if (count == 0) return;
    const int64_t to = state_scratch(s, count), spare = state_scratch(s, count);
    const struct view pile = state_pile(s, holder, field);
    int64_t *cards = s->scratch + (to & ~SCRATCH_BIT) + 1;
    for (int64_t i = 0; i < count; i++) state_scratch_add(s, to, pile.at[i]);
    for (int64_t from = 0, end; from < count; from = end) {
        end = state_lot_end(s, pile, from);
        sort(s, cards + from, s->scratch + (spare & ~SCRATCH_BIT) + 1, end - from);
        /* `pile` still has the cards as they stood, by which the end of the next lot is found */
    }
    int64_t from = 0;
    while (from < count) {
        const int64_t end = state_lot_end(s, pile, from);
        for (int64_t i = from; i < end; i++) join(s, cards[i], i > from);
        from = end;
    }
    store(s, to, holder, field);
}
