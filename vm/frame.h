/*
 * frame: what is running, as words in SEG_STACK: events with their roles, kept values and locals;
 * triggers about them; blocks. It finds the nearest event, keeps what ends with an event (scopes),
 * and counts uses of limits. It runs nothing.
 */
#ifndef MYTH_VM_FRAME_H
#define MYTH_VM_FRAME_H

#include "state.h"

enum frame_kind { FRAME_EVENT = 1, FRAME_TRIGGER, FRAME_WHENEVER, FRAME_BLOCK, FRAME_OUTSIDE };
enum frame_phase {
    PHASE_HEAD,  /* the head of an action is being answered */
    PHASE_START, /* judges whether it may happen, and collects the `before` rules */
    PHASE_BEFORE,
    PHASE_BEGIN, /* judged again after these; then it begins */
    PHASE_INSTEAD,
    PHASE_BODY,
    PHASE_AFTER, /* collects the `after` rules */
    PHASE_AFTERS,
    PHASE_END,      /* takes what lasts until its end */
    PHASE_WHENEVER, /* the event no longer runs; its frame stays while `whenever` rules look */
    PHASE_WHENEVERS
};
/* ORDERED: in this moment, each player orders his own rules. */
enum frame_flag {
    FRAME_DEAD = 1,
    FRAME_CONTINUED = 2,
    FRAME_SETTLED = 4,
    FRAME_QUIET = 8,
    FRAME_ORDERED = 16
};

enum frame_word {
    F_HEAD, /* kind, phase, status, flags: a byte each */
    F_CODE, /* function in the high half, instruction in the low half */
    /* in two halves: the frame that goes on after this one, and the event that this one is about */
    F_LINK,
    F_EVENT,  /* event + 1 in the low half; call + 1 in the high half, negative: frame_doer */
    F_THIS,   /* a thing; 0: none */
    F_ASKED,  /* the player who is asked; 0: nobody */
    F_AGENDA, /* list: rule and instance in turn, for the rules of this moment */
    F_NEXT,   /* position in the agenda; line of a head; thing of a `whenever` */
    F_SCOPES, /* list: entries of four words, the first an enum scope_tag */
    /* rule + 1 that this frame runs; of a continued body: the frame to go back to when it ends */
    F_RULE,
    F_WORDS
};
enum scope_tag { SCOPE_LIMIT = 1, SCOPE_UNTIL, SCOPE_WORDS = 4 };

static inline int64_t frame_word(const struct state *s, uint32_t frame, uint32_t word) {
    return s->w.base[SEG_STACK][frame + word];
}
static inline void frame_put(struct state *s, uint32_t frame, uint32_t word, int64_t v) {
    world_set(&s->w, ADDR(SEG_STACK, frame + word), v);
}
static inline enum frame_kind frame_kind(const struct state *s, uint32_t f) {
    return (enum frame_kind)(frame_word(s, f, F_HEAD) & 0xff);
}
static inline enum frame_phase frame_phase(const struct state *s, uint32_t f) {
    return (enum frame_phase)(frame_word(s, f, F_HEAD) >> 8 & 0xff);
}
static inline enum event_status frame_status(const struct state *s, uint32_t f) {
    return (enum event_status)(frame_word(s, f, F_HEAD) >> 16 & 0xff);
}
static inline bool frame_flag(const struct state *s, uint32_t f, enum frame_flag flag) {
    return (frame_word(s, f, F_HEAD) >> 24 & flag) != 0;
}
static inline void frame_head_byte(struct state *s, uint32_t f, int shift, int64_t value) {
    int64_t head = frame_word(s, f, F_HEAD) & ~(INT64_C(0xff) << shift);
    frame_put(s, f, F_HEAD, head | value << shift);
}
static inline void frame_phase_set(struct state *s, uint32_t f, enum frame_phase phase) {
    frame_head_byte(s, f, 8, phase);
}
static inline void frame_status_set(struct state *s, uint32_t f, enum event_status status) {
    frame_head_byte(s, f, 16, status);
}
static inline void frame_flag_set(struct state *s, uint32_t f, enum frame_flag flag, bool on) {
    int64_t flags = frame_word(s, f, F_HEAD) >> 24 & 0xff;
    frame_head_byte(s, f, 24, on ? flags | flag : flags & ~(int64_t)flag);
}

static inline int32_t frame_func(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_CODE) >> 32);
}
static inline int32_t frame_pc(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_CODE) & 0xffffffff);
}
static inline void frame_pc_set(struct state *s, uint32_t f, int32_t pc) {
    frame_put(s, f, F_CODE, (int64_t)frame_func(s, f) * (INT64_C(1) << 32) | pc);
}
static inline uint32_t frame_back(const struct state *s, uint32_t f) {
    return (uint32_t)(frame_word(s, f, F_LINK) >> 32);
}
/* The event that the code of a frame speaks of: the frame itself, or the event that a trigger is
 * about; 0: none. */
static inline uint32_t frame_about(const struct state *s, uint32_t f) {
    return (uint32_t)(frame_word(s, f, F_LINK) & 0xffffffff);
}
static inline int32_t frame_event(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_EVENT) & 0xffffffff) - 1;
}
static inline int32_t frame_call(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_EVENT) >> 32) - 1;
}
/* Stands for the call of an event that no `do` does, and holds the place where the rules do it;
 * frame_doer_place gives that place, -1: not known. */
static inline int32_t frame_doer(int32_t place) {
    return -2 - place;
}
static inline int32_t frame_doer_place(const struct state *s, uint32_t f) {
    const int32_t call = frame_call(s, f);
    return call < 0 ? -2 - call : s->img->calls[call].place;
}
static inline uint32_t frame_top(const struct state *s) {
    return (uint32_t)state_global(s, G_TOP);
}
/* Roles, kept values and locals, in the order of image_func.slots. */
static inline const int64_t *frame_slots(const struct state *s, uint32_t f) {
    return s->w.base[SEG_STACK] + f + F_WORDS;
}
/* Writes a value into a slot: a list is copied, a pool is held. The value of a pool is its
 * number. */
void frame_slot_set(struct state *s, uint32_t f, int32_t func, int32_t slot, int64_t value);
void frame_slot_clear(struct state *s, uint32_t f, int32_t func, int32_t slot);
/* clears this slot and all after it */
void frame_slots_clear(struct state *s, uint32_t f, int32_t from);

struct frame_new {
    enum frame_kind kind;
    int32_t func, event, call; /* -1: none; call may be a frame_doer */
    uint32_t about;            /* 0 for an event: the frame itself */
    int64_t self, asked;       /* NONE */
};
/* Makes a new frame on top, with its first slots. `words` are F_WORDS words, which are filled in
 * here, and then the slots; these may not own lists or pools. 0 at the limit. */
uint32_t frame_begin(struct state *s, const struct frame_new *n, int64_t *words, int32_t slots);
uint32_t frame_push(struct state *s, enum frame_kind kind, int32_t func, int32_t event,
                    uint32_t about, int64_t self, int64_t asked);
/* Removes the top frame, and frees what it held. */
void frame_pop(struct state *s);

/* The nearest running event of that sort around a frame; 0: none. An event that has ended and only
 * waits for `whenever` does not run. */
uint32_t frame_nearest(const struct state *s, uint32_t from, int32_t event);
/* The block that everything runs in; 0 in a battle. */
uint32_t frame_block(const struct state *s);
/* The environment for code of a frame: the roles of the event it speaks of, and its `this`. */
struct env frame_env(const struct state *s, uint32_t frame);
/* The environment for code that speaks of `event`, as seen from another environment. False: no such
 * event runs. */
bool frame_reach(const struct state *s, const struct env *from, int32_t event, struct env *out);

void frame_scope_add(struct state *s, uint32_t frame, const int64_t entry[SCOPE_WORDS]);
int64_t frame_limit_used(const struct state *s, uint32_t frame, int64_t group, int64_t whose);
void frame_limit_use(struct state *s, uint32_t frame, int64_t group, int64_t whose);

/* Sweeps with everything that runs as roots. frame_free_gone frees tombstones and puts the rest
 * off; frame_form brings the World into form; frame_sweep does both. */
void frame_free_gone(struct state *s);
void frame_form(struct state *s);
void frame_sweep(struct state *s);

/* ---- What can still be read (frame_live.c), where dice are asked only as far as rules look. Each
 * frame rests where its code goes on. */

/* What nothing can read any more is no part of the World: slots, pools, faces of dice. True: lists
 * or dice have moved. */
bool frame_forget(struct state *s);
/* Whether dice lie on the table, for this player to see, whose faces can still be read and are not
 * known: then what is to be asked next. */
struct dice_want;
bool frame_unseen(const struct state *s, int64_t who, struct dice_want *want);

#endif
