/*
 * state_thing: the things of a battle: their records, kinds and blueprints; making things, writing
 * them and taking them out of play; bearers, groups, owners, players; also rulings and the ledger.
 * A thing is named by its id, the index of its record. A thing that has left play stays as a
 * tombstone until a sweep frees its id.
 */
#ifndef MYTH_VM_STATE_THING_H
#define MYTH_VM_STATE_THING_H

#include "state_list.h"

static inline addr state_at(const struct state *s, int64_t thing, uint32_t word) {
    return ADDR(SEG_THINGS, (uint32_t)thing * s->stride + word);
}
static inline int64_t state_word(const struct state *s, int64_t thing, uint32_t word) {
    return s->w.base[SEG_THINGS][(uint32_t)thing * s->stride + word];
}
#define HEAD_BLUEPRINT(head) ((int32_t)((head)&0xffffffff) - 1)
#define HEAD_FLAG(flag) ((int64_t)(flag) << 32)
#define HEAD_USED (INT64_C(1) << 40)
static inline bool state_flag(const struct state *s, int64_t thing, enum thing_flag flag) {
    return (state_word(s, thing, T_HEAD) & HEAD_FLAG(flag)) != 0;
}
/* The key of the pile in which a card was shuffled; it lies in the head of the card until the card
 * is seen. While it is set, nobody knows where in that pile the card lies, nor that it is this card
 * which is drawn. 0: the card is not mixed in, or the pile has no key. */
enum { MIXED_SHIFT = 41, MIXED_BITS = 21, MIXED_HOLDER_BITS = 8 };
static inline int64_t state_pile_key(int64_t holder, int64_t field) {
    int64_t key = (field + 1) << MIXED_HOLDER_BITS | holder;
    return holder >> MIXED_HOLDER_BITS || key >> MIXED_BITS ? 0 : key;
}
static inline int64_t state_mixed(const struct state *s, int64_t card) {
    return state_word(s, card, T_HEAD) >> MIXED_SHIFT & ((INT64_C(1) << MIXED_BITS) - 1);
}
/* Whether the id names a thing, in play or not. The test multiplies, because a division would take
 * longer than all the rest of it. */
static inline bool state_thing(const struct state *s, int64_t thing) {
    const uint64_t used = world_used(&s->w, SEG_THINGS), id = (uint64_t)thing;
    const bool there = thing > 0 && id < used && id * s->stride < used;
    return there && (state_word(s, thing, T_HEAD) & HEAD_USED) != 0;
}
static inline bool state_in_play(const struct state *s, int64_t thing) {
    return thing > 0 && !(state_word(s, thing, T_HEAD) & HEAD_FLAG(THING_GONE));
}
static inline int32_t state_kind(const struct state *s, int64_t thing) {
    return (int32_t)state_word(s, thing, T_KIND);
}
static inline int32_t state_blueprint(const struct state *s, int64_t thing) {
    return HEAD_BLUEPRINT(state_word(s, thing, T_HEAD));
}
static inline bool state_is(const struct state *s, int64_t thing, int32_t kind) {
    return thing > 0 && image_kind_is(s->img, state_kind(s, thing), kind);
}
static inline bool state_is_root(const struct state *s, int64_t thing, enum kind_root root) {
    return state_is(s, thing, s->img->root[root]);
}
void state_put(struct state *s, int64_t thing, uint32_t word, int64_t value);
/* writes the place of a piece that has one already and moves on */
void state_step(struct state *s, int64_t piece, int64_t spot);

/* Whether a tombstone stays as long as the battle lasts, because giving its id to another thing
 * would tell something hidden. */
static inline bool state_stays(const struct state *s, int64_t thing) {
    return state_flag(s, thing, THING_UNSEEN) || s->kept[state_kind(s, thing)];
}
/* Frees the record of a tombstone that nothing names. Only what is remembered for this id as an
 * argument has to be forgotten, because no number reads the record in any other way. */
void state_free(struct state *s, int64_t thing);
/* Makes a thing of a kind, with its fields at their defaults, and lists it among the things of its
 * kind and blueprint. Returns NONE if the limit of things is reached. */
int64_t state_create(struct state *s, int32_t kind, int32_t blueprint, int64_t owner);
/* Sets what others know of a card: whether it is shown where it lies, and the key of the pile into
 * which it was shuffled (state_pile_key; 0: none). */
void state_known(struct state *s, int64_t card, bool shown, int64_t mixed);
/* Takes a thing out of play: out of the lists of its kind and blueprint, its group and its pile. It
 * becomes a tombstone. What it bears stays on it: the caller has to take that off, as well as the
 * thing off its own bearer. No event is done. */
void state_leave(struct state *s, int64_t thing);
/* Sets the size of the table; NONE: there is no table; geometry then takes one of 1000 by 1000
 * inches (prim_table). */
void state_lay_table(struct state *s, int64_t size);
/* Writes a stored field, clamped to its range. Tells the journal, and the `whenever` rules that
 * read the field. */
void state_write(struct state *s, int64_t thing, int32_t field, int64_t value);
struct view state_extent(const struct state *s, int32_t kind);
static inline uint32_t state_instances_at(const struct state *s, int32_t blueprint) {
    return (uint32_t)(G_EXTENTS + s->img->kinds_count + blueprint);
}
static inline struct view state_instances(const struct state *s, int32_t blueprint) {
    return state_list(s, state_global(s, state_instances_at(s, blueprint)));
}
static inline struct view state_borne(const struct state *s, int64_t thing) {
    return state_list(s, state_word(s, thing, T_BORNE));
}
/* Whether a thing bears an instance of a blueprint, in force or not. */
static inline bool state_bears(const struct state *s, int64_t thing, int32_t blueprint) {
    const struct view v = state_borne(s, thing);
    for (int64_t i = 0; i < v.count; i++) {
        if (state_blueprint(s, v.at[i]) == blueprint) return true;
    }
    return false;
}
static inline bool state_bears_kind(const struct state *s, int64_t thing, int32_t kind) {
    const struct view v = state_borne(s, thing);
    for (int64_t i = 0; i < v.count; i++) {
        if (state_is(s, v.at[i], kind)) return true;
    }
    return false;
}
void state_bear(struct state *s, int64_t bearer, int64_t borne); /* `borne` is a feature or item */
void state_unbear(struct state *s, int64_t borne);
void state_join(struct state *s, int64_t group, int64_t member);
/* Gives a thing the last place in the order of coming into force. */
void state_into_force(struct state *s, int64_t thing);
/* The player with this number in the ruleset's head, counted from 0; NONE if there is no such
 * player. */
int64_t state_player(const struct state *s, int32_t number);
int32_t state_player_number(const struct state *s, int64_t player);
/* The owner of a thing as stored, without rows: NONE if nobody owns it. A player owns himself. */
int64_t state_owner(const struct state *s, int64_t thing);
struct journal_name state_name(const struct state *s, int64_t thing);
/* Whether two different players stand on one side. A player without a side stands for himself. */
static inline bool state_allied(const struct state *s, int64_t p, int64_t q) {
    const int64_t side = state_word(s, p, (uint32_t)s->side_word);
    return side != NONE && side == state_word(s, q, (uint32_t)s->side_word);
}
/* state_friends: whether the owners of two things are of one side; state_foes: whether they are
 * not; both as stored, without rows. A thing without owner is nobody's foe, and only its own
 * friend. */
static inline bool state_friends(const struct state *s, int64_t a, int64_t b) {
    const int64_t p = state_owner(s, a), q = state_owner(s, b);
    if (a == b) return a != NONE;
    return p != NONE && (p == q || (q != NONE && state_allied(s, p, q)));
}
static inline bool state_foes(const struct state *s, int64_t a, int64_t b) {
    const int64_t p = state_owner(s, a), q = state_owner(s, b);
    return p != NONE && q != NONE && p != q && !state_allied(s, p, q);
}
/* Index of the global that holds the reading of a ruling. */
uint32_t state_ruling_at(const struct state *s, int32_t ruling);
int32_t state_ruling(const struct state *s, int32_t ruling);
void state_ruling_set(struct state *s, int32_t ruling, int32_t reading);
/* sum of a player's entries in the ledger; `reason` NONE: whatever they were for */
int64_t state_points(const struct state *s, int64_t player, int64_t reason);

#endif
