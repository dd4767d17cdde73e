/*
 * run_hand: gives the question that one battle puts to a copy of it, which stands in the same
 * World. What was judged for the question is copied as well, so the copy can take an answer at once
 * and nothing is judged again.
 */
#include <string.h>

#include "run_int.h"

static void take_scratch(struct state *s, const struct state *from) {
    const size_t used = from->scratch_used;
    s->scratch = memory_grow(s->scratch, &s->scratch_capacity, used + 1, sizeof *s->scratch);
    if (used) memcpy(s->scratch, from->scratch, used * sizeof *s->scratch);
    s->scratch_used = used;
}

/* Copies the texts of the question, which lie in the battle. Only the labels `yes` and `no` lie in
 * the program. */
static void take_texts(struct battle *b, const struct battle *from) {
    struct question *q = &b->question;
    if (q->prompt == from->prompt) {
        memcpy(b->prompt, from->prompt, sizeof b->prompt);
        q->prompt = b->prompt;
    }
    memcpy(b->holes, from->holes, sizeof b->holes);
    if (q->labels != from->labels) return;
    memcpy(b->label_text, from->label_text, sizeof b->label_text);
    for (int64_t i = 0; i < q->count; i++)
        b->labels[i] = b->label_text + (from->labels[i] - from->label_text);
    q->labels = b->labels;
}

static void take_candidates(struct battle *b, const struct battle *from) {
    struct question *q = &b->question;
    const size_t count = q->values == from->offered && q->values ? (size_t)q->count : 0;
    if (count) {
        b->offered = memory_grow(b->offered, &b->offered_capacity, count + 1, sizeof *b->offered);
        memcpy(b->offered, from->offered, count * sizeof *b->offered);
    }
    if (q->values == from->offered) q->values = b->offered;
    run_take_many(b, from);
    const struct offers *offers = &from->offers;
    run_offers_room(&b->offers, offers->count);
    if (offers->count)
        memcpy(b->offers.at, offers->at, 4 * (size_t)offers->count * sizeof *offers->at);
    /* on a map a place or way is a pick */
    const bool spot = q->kind == ASK_PLACE || q->kind == ASK_PATH || q->mover != NONE;
    if (!spot && !q->together) return;
    b->geometry = from->geometry;
    b->geometry.head.env.roles = b->geometry.head.slots;
}

void run_take_hand(struct battle *b, const struct battle *from) {
    b->open = from->open;
    b->mute = NONE;
    if (!from->asking) return;
    b->question = from->question;
    take_scratch(&b->s, &from->s);
    take_texts(b, from);
    take_candidates(b, from);
    b->told = from->told;
    b->s.place = from->s.place;
    b->asking = true;
    run_keep_mark(b);
}
