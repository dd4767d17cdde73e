/*
 * state_pile: piles of cards, known as far as rules have looked.
 *
 * A pile is a row of lots, from its top to its bottom. In which order the cards of one lot lie is
 * open: each order is as likely. A card whose place is known is a lot by itself. To shuffle a pile
 * makes it one lot; a card that is put on or under it is a lot of its own; a look at the top takes
 * a card out of the first lot and makes it known (run_pile.c asks which). So a shuffled pile with
 * cards put on and under it is a known top, an open middle and a known bottom.
 *
 * The cards of all lots stand in one list, the pile's. THING_JOINED of a card says that it is in
 * one lot with the card before it. Within a lot cards stand in one order, by blueprint and id, so
 * that equal piles are equal words.
 */
#ifndef MYTH_VM_STATE_PILE_H
#define MYTH_VM_STATE_PILE_H

#include "state_thing.h"

static inline bool state_joined(const struct state *s, int64_t card) {
    return state_flag(s, card, THING_JOINED);
}
static inline struct view state_pile(const struct state *s, int64_t holder, int64_t field) {
    return state_list(s, state_word(s, holder, (uint32_t)s->img->fields[field].slot));
}
/* The index behind the lot that begins at `from`, and that of the first card of the lot in which
 * card `at` lies. */
int64_t state_lot_end(const struct state *s, struct view pile, int64_t from);
int64_t state_lot_begin(const struct state *s, struct view pile, int64_t at);

/* Takes a card out of the list of its pile. It still says in which pile it lay. */
void state_pile_off(struct state *s, int64_t card);
/* Puts a card that lies in no list on the pile, or under it. */
void state_pile_on(struct state *s, int64_t card, int64_t holder, int32_t field);
void state_pile_under(struct state *s, int64_t card, int64_t holder, int32_t field);
/* Adds a card that lies in no list to the first lot of the pile. */
void state_pile_join(struct state *s, int64_t card, int64_t holder, int32_t field);
/* Makes the pile one lot. */
void state_pile_shuffle(struct state *s, int64_t holder, int32_t field);
/* Makes it known of a card that it is the first of its lot, or the last. */
void state_pile_first(struct state *s, int64_t card);
void state_pile_last(struct state *s, int64_t card);
/* Brings the cards of each lot into their one order. */
void state_pile_form(struct state *s, int64_t holder, int32_t field);

#endif
