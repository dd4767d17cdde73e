#include "dice.h"
#include "frame.h"

/*
 * frame_live: which slots of the running frames, and which faces of dice, code can still read.
 * frame_forget clears all the others, so that Worlds which differ only in them become equal. It is
 * called only with lazy dice (CHANCE_LAZY), because Worlds are compared only there.
 *
 * A frame rests at the instruction at which its code will go on. A row of the image (image_rest)
 * says which slots can be read from that instruction on, by the code of the frame or by rules about
 * its event. This file adds facts that only the machine knows:
 * - The results of an event are handed to slots of its caller, so they are read if those slots are.
 * - Rules in Lua may read every kept value.
 * - Nothing reads the slots of an event that is over, or of a trigger that was dropped.
 * - The first role of the event that a block does is read from outside (is_asked_for).
 */

/* The ways in which code can still read a slot, a bit each. READ_WORD: the word of the slot. For a
 * slot that holds a pool, READ_FRESH: faces of its dice that were never re-rolled; READ_AGAIN:
 * faces of its dice that were re-rolled. */
enum { READ_WORD = 1, READ_FRESH = 2, READ_AGAIN = 4, READ_ALL = 7 };

/* A description of what a frame's own code can still read: `row` says it of each slot; if `row` is
 * NULL, `reads` (READ_ALL or 0) holds for every slot. */
struct rest {
    const struct image_rest *row;
    unsigned reads;
};

/* Looks up the row for the instruction `at` of a function. Without a row, all slots are read. */
static struct rest rest_by_row(const struct state *s, int32_t func, int32_t at) {
    const struct image_rest *row = WITHOUT_LIVENESS ? NULL : image_rest_at(s->img, func, at);
    return (struct rest){row, READ_ALL};
}

/* Returns what can be read of an event's frame: before its body all slots, in its body by the row
 * of its next instruction, after its body by the row of the last one, and nothing once it is
 * over. */
static struct rest rest_of_event(const struct state *s, uint32_t f, int32_t func) {
    const enum frame_phase phase = frame_phase(s, f);
    if (phase >= PHASE_WHENEVER) return (struct rest){NULL, 0};
    if (phase < PHASE_BODY) return (struct rest){NULL, READ_ALL};
    if (phase == PHASE_BODY) return rest_by_row(s, func, frame_pc(s, f));
    return rest_by_row(s, func, s->img->funcs[func].count - 1);
}

static struct rest rest_of(const struct state *s, uint32_t f) {
    const int32_t func = frame_func(s, f);
    if (frame_kind(s, f) == FRAME_EVENT) return rest_of_event(s, f, func);
    if (frame_flag(s, f, FRAME_DEAD)) return (struct rest){NULL, 0};
    return rest_by_row(s, func, frame_pc(s, f));
}

static bool bit_of(const uint64_t *set, int32_t i) {
    return (set[i / 64] >> (i % 64) & 1) != 0;
}

/* Returns how the frame's own code, and rules about its event, can still read a slot. */
static unsigned reads_here(const struct state *s, struct rest at, int32_t func, int32_t slot) {
    if (!at.row) return at.reads;
    const int32_t words = image_slot_words(&s->img->funcs[func]);
    const uint64_t *sets = s->img->unread + at.row->first;
    if (bit_of(sets, slot)) return 0;
    unsigned reads = READ_ALL;
    if (at.row->pools && bit_of(sets + words, slot)) reads &= ~(unsigned)READ_FRESH;
    if (at.row->pools && bit_of(sets + 2 * words, slot)) reads &= ~(unsigned)READ_AGAIN;
    return reads;
}

static unsigned reads_of(const struct state *s, uint32_t f, struct rest at, int32_t slot);

/* Returns how the caller of an event can still read the result that a slot of the event holds: a
 * `do` copies results to slots of the caller when the event ends. 0 if the slot is no result. */
static unsigned reads_of_caller(const struct state *s, uint32_t f, int32_t slot) {
    const int32_t call = frame_call(s, f);
    const uint32_t to = frame_back(s, f);
    unsigned reads = 0;
    if (call < 0 || !to || frame_func(s, to) < 0) return 0;
    const struct image_call *c = &s->img->calls[call];
    const int32_t *pair = s->img->lists + c->first_result;
    for (int32_t i = 0; i < c->results; i++, pair += 2) {
        if (pair[0] == slot) reads |= reads_of(s, to, rest_of(s, to), pair[1]);
    }
    return reads;
}

/* Whether a slot is the first role of the event that a block (an example or a `chances` block)
 * does: battle_first_role reads that role from outside. */
static bool is_asked_for(const struct state *s, uint32_t f, int32_t slot) {
    return slot == 0 && frame_back(s, f) && frame_kind(s, frame_back(s, f)) == FRAME_BLOCK;
}

/* Returns how anything can still read a slot of frame f: its own code as `at` says, the caller,
 * rules in Lua, or battle_first_role. 0 if nothing can, so that the slot may be forgotten. */
static unsigned reads_of(const struct state *s, uint32_t f, struct rest at, int32_t slot) {
    const int32_t func = frame_func(s, f);
    const unsigned reads = reads_here(s, at, func, slot);
    if (frame_kind(s, f) != FRAME_EVENT || reads == READ_ALL || (!at.row && !at.reads))
        return reads;
    const bool kept = image_slot_of(s->img, func, slot)->kept != 0;
    if (!kept) return reads;
    if (s->outside_count > 0) return READ_ALL;
    return reads | reads_of_caller(s, f, slot) | (is_asked_for(s, f, slot) ? READ_WORD : 0);
}

static int32_t slots_of(const struct state *s, uint32_t f) {
    const int32_t func = frame_func(s, f);
    return func < 0 ? 0 : s->img->funcs[func].slots;
}

/* Clears a slot. The slot of a kept value becomes UNKEPT, so code that reads it against the row of
 * the image ends in an error. Returns true if the slot owned a list or pool, which is freed. */
static bool forget_slot(struct state *s, uint32_t f, const struct image_slot *row, int32_t slot) {
    const int64_t value = frame_word(s, f, F_WORDS + (uint32_t)slot);
    const uint8_t class = row->type.class;
    const bool list = class == V_SET || class == V_PATH, owns = list || class == V_POOL;
    const bool gone = class == V_THING && value > 0 && !state_in_play(s, value);
    /* The slot may be the last word that names this tombstone, so the next sweep has to look. */
    if (gone) state_untidy(s, UNTIDY_ALL);
    frame_slot_clear(s, f, frame_func(s, f), slot);
    frame_put(s, f, F_WORDS + (uint32_t)slot, row->kept ? UNKEPT : 0);
    return owns && value > 0;
}

/* Returns a mask of the slots that the frame's own code does not read: bit i stands for slot
 * 64 * word + i. */
static uint64_t unread_here(const struct state *s, struct rest at, int32_t func, int32_t word) {
    if (at.row) return s->img->unread[at.row->first + word];
    if (at.reads) return 0;
    return image_slots_in_word(&s->img->funcs[func], word);
}

/* Clears the slots of frame f that nothing can read. Returns true if a list or pool was freed. */
static bool forget_slots(struct state *s, uint32_t f, struct rest at) {
    const int32_t func = frame_func(s, f);
    bool moved = false;
    for (int32_t word = 0; word < image_slot_words(&s->img->funcs[func]); word++) {
        for (uint64_t left = unread_here(s, at, func, word); left; left &= left - 1) {
            const int32_t i = 64 * word + __builtin_ctzll(left);
            const struct image_slot *row = image_slot_of(s->img, func, i);
            const int64_t forgotten = row->kept ? UNKEPT : 0;
            if (frame_word(s, f, F_WORDS + (uint32_t)i) == forgotten) continue;
            if (!reads_of(s, f, at, i)) moved |= forget_slot(s, f, row, i);
        }
    }
    return moved;
}

/* Adds to `dice` the pools that slots of frame f hold, and notes of each whether faces of its dice
 * can be read: of those never re-rolled, and of those re-rolled. */
static void note_pools(const struct state *s, uint32_t f, struct rest at, struct dice_read *dice) {
    const int32_t func = frame_func(s, f), slots = slots_of(s, f);
    if (s->owns[func] == 0) return;
    for (int32_t i = 0; i < slots; i++) {
        const int64_t pool = frame_word(s, f, F_WORDS + (uint32_t)i);
        if (pool <= 0 || image_slot_of(s->img, func, i)->type.class != V_POOL) continue;
        const unsigned reads = reads_of(s, f, at, i);
        dice_read_of(dice, (uint32_t)pool, (reads & READ_FRESH) != 0, (reads & READ_AGAIN) != 0);
    }
}

bool frame_forget(struct state *s) {
    const uint32_t end = world_used(&s->w, SEG_STACK);
    struct dice_read dice = {0, 0};
    bool moved = false;
    if (WITHOUT_LIVENESS) return false;
    for (uint32_t f = 1; f < end; f += F_WORDS + (uint32_t)slots_of(s, f)) {
        if (slots_of(s, f) == 0) continue;
        const struct rest at = rest_of(s, f);
        moved |= forget_slots(s, f, at);
        if (world_used(&s->w, SEG_DICE) > 0) note_pools(s, f, at, &dice);
    }
    if (world_used(&s->w, SEG_DICE) == 0) return moved;
    return dice_forget(&s->w, s->img, &dice) || moved;
}

/* Whether the dice of frame f are hidden from the player `who`: the frame runs a rule of a card
 * that lies in a secret pile of somebody else. */
static bool is_hidden(const struct state *s, uint32_t f, int64_t who) {
    const int64_t self = frame_word(s, f, F_THIS);
    const int64_t pile = self > 0 ? state_word(s, self, T_PILE) : NONE;
    const int64_t holder = self > 0 ? state_word(s, self, T_HOLDER) : NONE;
    if (pile == NONE || holder == who) return false;
    const uint8_t secret = s->img->fields[pile].secret;
    return secret == SECRET_OWN || (secret && !state_friends(s, holder, who));
}

bool frame_unseen(const struct state *s, int64_t who, struct dice_want *want) {
    const uint32_t end = world_used(&s->w, SEG_STACK);
    struct dice_read dice = {0, 0};
    if (world_used(&s->w, SEG_DICE) == 0) return false;
    for (uint32_t f = 1; f < end; f += F_WORDS + (uint32_t)slots_of(s, f)) {
        if (slots_of(s, f) > 0 && !is_hidden(s, f, who)) note_pools(s, f, rest_of(s, f), &dice);
    }
    return dice_unknown(&s->w, s->img, &dice, want);
}
