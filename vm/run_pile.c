/*
 * run_pile: the instructions on piles of cards: to shuffle, to draw, and to look at the top or the
 * bottom; and one at random. A pile is known as far as rules have looked (state_pile.h): to shuffle
 * asks nothing, and a draw or a look is one question among the cards of a lot, in which equal cards
 * are one answer.
 */
#include "run_op.h"

/* Makes the things of a list the members of the present question, those that nothing tells apart
 * one member with their number as its weight. */
static void ask_among(struct battle *b, int64_t list) {
    b->question.count = state_list(&b->s, list).count;
    b->many.grouped = false;
    if (run_alike(b, list)) run_group(b, NONE);
    run_offered(b, list);
    run_offer_group(b);
}

/* Takes the member that the answer names, or the only one, for which nobody is asked. Returns false
 * if the answer is not there yet. */
static bool take_member(struct machine *m, int64_t *member) {
    const struct battle *b = m->b;
    const bool asked = b->question.count > 1;
    if (asked && !run_op_decided(m)) return false;
    *member = b->question.values[asked ? b->answer.values[0] : 0];
    return true;
}

bool run_op_random(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    struct state *s = m->s;
    const struct view members = state_list(s, m->t[i->b]);
    const struct image_type type = {(uint8_t)(i->d & 0xff), V_VOID, (int16_t)((i->d >> 8) - 1)};
    if (members.count <= 1) {
        m->t[i->a] = members.count ? members.at[0] : NONE;
        return true;
    }
    run_ask(b, ASK_RANDOM, NONE, -1);
    b->question.type = type;
    if (type.class == V_THING && state_is_root(s, members.at[0], ROOT_CARD)) {
        ask_among(b, m->t[i->b]);
    } else {
        run_offered(b, m->t[i->b]);
        b->question.count = members.count;
    }
    return take_member(m, &m->t[i->a]);
}

/* Puts the question which card of a lot of a pile comes: of those from `from` to before `end`. With
 * one member, nothing need be asked. */
static void ask_of_lot(struct battle *b, int64_t holder, int32_t field, int64_t from, int64_t end) {
    struct state *s = &b->s;
    const int64_t list = state_scratch(s, end - from);
    const struct view pile = state_pile(s, holder, field);
    for (int64_t k = from; k < end; k++) state_scratch_add(s, list, pile.at[k]);
    run_ask(b, ASK_RANDOM, NONE, -1);
    ask_among(b, list);
    b->question.type = (struct image_type){V_THING, V_VOID, s->img->fields[field].type.of};
    b->question.pile = field;
    b->question.holder = holder;
}

/* Asks which card of a lot comes. Returns false if the answer is not there yet, or on an error. */
static bool one_of_lot(struct machine *m, int64_t holder, int32_t field, int64_t from, int64_t end,
                       int64_t *card) {
    ask_of_lot(m->b, holder, field, from, end);
    return take_member(m, card);
}

bool run_ask_face_down(struct battle *b, int64_t who, int64_t list) {
    struct state *s = &b->s;
    const struct view first = state_list(s, list);
    if ((b->answered && b->question.kind != ASK_RANDOM) || first.count < 2 || who <= 0)
        return false;
    if (first.at[0] <= 0 || !state_is_root(s, first.at[0], ROOT_CARD)) return false;
    for (int64_t i = 0; i < state_list(s, list).count; i++) {
        const int64_t card = state_list(s, list).at[i];
        const int64_t field = state_word(s, card, T_PILE), holder = state_word(s, card, T_HOLDER);
        const uint8_t secret = field == NONE ? SECRET_NOT : s->img->fields[field].secret;
        const bool side = secret == SECRET_SIDE && state_friends(s, who, holder);
        if (!secret || holder == who || side) continue;
        const struct view pile = state_pile(s, holder, field);
        int64_t at = 0;
        while (pile.at[at] != card) at++;
        const int64_t from = state_lot_begin(s, pile, at), end = state_lot_end(s, pile, from);
        if (end - from == 1) continue;
        ask_of_lot(b, holder, (int32_t)field, from, end);
        if (b->question.count > 1) return true;
    }
    return false;
}

void run_face_down(struct battle *b) {
    state_pile_first(&b->s, b->question.values[b->answer.values[0]]);
}

bool run_op_shuffle(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    const int64_t holder = m->t[i->a];
    if (holder == NONE) return run_op_fail(m, "there is no such pile: its player is none");
    const struct view pile = state_pile(s, holder, i->d);
    const int64_t mixed = state_pile_key(holder, i->d);
    if (pile.count > 1) {
        for (int64_t k = 0; k < pile.count; k++) state_known(s, pile.at[k], false, mixed);
        state_pile_shuffle(s, holder, i->d);
    }
    if (state_tells(s)) {
        state_tell(s, J_SHUFFLE);
        state_tell_thing(s, holder);
        journal_word(&s->journal, i->d);
        state_told(s);
    }
    return true;
}

/* Finds the first of the cards in set c as they lie in a pile from its top, or the last. Where its
 * lot is open, asks for the first or last card of the lot, which is known then; the statement looks
 * again until it meets one of the set. */
bool run_op_top(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    const bool last = i->op == CODE_BOTTOM;
    const int64_t holder = m->t[i->b];
    const struct view set = state_list(s, m->t[i->c]);
    m->t[i->a] = NONE;
    if (holder == NONE || set.count == 0) return true;
    const int64_t card = set.at[last ? set.count - 1 : 0];
    const struct view pile = state_pile(s, holder, i->d);
    int64_t at = 0, next;
    while (at < pile.count && pile.at[at] != card) at++;
    ASSERT(at < pile.count);
    const int64_t from = state_lot_begin(s, pile, at), end = state_lot_end(s, pile, from);
    if (end - from == 1) {
        m->t[i->a] = card;
        return true;
    }
    if (m->fn->pure) { /* a pure function has no statement that could be run again */
        return run_op_fail(m, "a number or condition looks at the order of a shuffled pile, which "
                              "nobody knows: let the event look, and keep the card");
    }
    if (!one_of_lot(m, holder, i->d, from, end, &next)) return false;
    if (last)
        state_pile_last(s, next);
    else
        state_pile_first(s, next);
    m->out = OUT_AGAIN;
    return false;
}

/* Draws one card. Temp a becomes 1 if a card is drawn, 2 if the pile is empty but rules speak of
 * `draw` and the word behind the number of cards is not 1 (then the event is done without a card),
 * otherwise 0. The word behind that counts the cards that this statement has drawn one after the
 * other from lots: they lie in one lot on the taker's pile. The frame of `draw` keeps in slots
 * behind its roles from which pile (`draw.pile`: field + 1, holder), and to which, with that
 * number. */
bool run_op_draw(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    int64_t *row = m->t + i->b;
    const int32_t from = i->d >> 16, to = i->d & 0xffff;
    if (!run_op_numbers(m, row[2], 0)) return false;
    if (row[0] == NONE || row[1] == NONE)
        return run_op_fail(m, "there is no such pile: its player is none");
    m->t[i->a] = 0;
    if (row[2] <= 0) return true;
    const struct view pile = state_pile(s, row[0], from);
    const bool spoken = run_spoken(m->b, EVENT_DRAW), missed = pile.count == 0;
    if (missed && (!spoken || row[3] == 1)) return true;
    int64_t card = missed ? NONE : pile.at[0];
    const int64_t end = missed ? 0 : state_lot_end(s, pile, 0);
    if (end > 1) {
        if (!one_of_lot(m, row[0], from, 0, end, &card)) return false;
        state_pile_first(s, card);
    }
    m->t[i->a] = missed ? 2 : 1;
    const int64_t among = end > 1 ? row[4] + 1 : 0;
    const int64_t roles[] = {card, row[0], row[1], (int64_t)(from + 1) << 32 | row[0],
                             (int64_t)(to + 1) | among << 32};
    row[4] = among;
    if (!spoken) return run_native(m->b, EVENT_DRAW, roles);
    if (!run_do(m->b, EVENT_DRAW, roles, 7, -1, NONE)) return false;
    uint32_t frame = frame_top(s);
    for (int32_t k = 3; k < 5; k++) frame_slot_set(s, frame, frame_func(s, frame), k, roles[k]);
    m->b->pushed = true;
    return true;
}
