/*
 * frame: what runs, as words in SEG_STACK: events with their roles, kept values
 * and locals; triggers that speak about them; blocks. Who is nearest, what ends
 * with whom (scopes), how often a limit was used. Runs nothing.
 */
#ifndef MYTH_VM_FRAME_H
#define MYTH_VM_FRAME_H

#include "state.h"

enum frame_kind { FRAME_EVENT = 1, FRAME_TRIGGER, FRAME_WHENEVER, FRAME_BLOCK, FRAME_OUTSIDE };
enum frame_phase {
    PHASE_HEAD,  /* an action's head is answered */
    PHASE_START, /* may it happen at all? who speaks before? */
    PHASE_BEFORE,
    PHASE_BEGIN, /* looked at again; begins */
    PHASE_INSTEAD,
    PHASE_BODY,
    PHASE_AFTER, /* who speaks after? */
    PHASE_AFTERS,
    PHASE_END,      /* what lasts until its end is taken */
    PHASE_WHENEVER, /* no longer running: only `whenever` is looked at before it goes */
    PHASE_WHENEVERS
};
/* ORDERED: of this moment, each player orders the rules that are his. */
enum frame_flag {
    FRAME_DEAD = 1,
    FRAME_CONTINUED = 2,
    FRAME_SETTLED = 4,
    FRAME_QUIET = 8,
    FRAME_ORDERED = 16
};

enum frame_word {
    F_HEAD,   /* kind, phase, status, flags: a byte each */
    F_CODE,   /* function in the high, instruction in the low half */
    F_LINK,   /* the frame that goes on after this one, and the event it is about */
    F_EVENT,  /* event + 1 in the low half, call + 1 in the high half: below 0, frame_doer */
    F_THIS,   /* thing, 0: none */
    F_ASKED,  /* player who is asked, 0: nobody */
    F_AGENDA, /* list: rule and instance in turn, who speaks in this moment */
    F_NEXT,   /* place in the agenda; a head's line; the thing of a `whenever` */
    F_SCOPES, /* list: entries of four words, enum scope_tag first */
    F_RULE,   /* rule + 1 that this runs; the frame to go back to when a continued body ends */
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
/* The event that a frame's code speaks of: itself, or what a trigger is about; 0. */
static inline uint32_t frame_about(const struct state *s, uint32_t f) {
    return (uint32_t)(frame_word(s, f, F_LINK) & 0xffffffff);
}
static inline int32_t frame_event(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_EVENT) & 0xffffffff) - 1;
}
static inline int32_t frame_call(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_EVENT) >> 32) - 1;
}
/* What stands for the call of an event that no `do` does, with the place where the rules do it; and
 * that place again, -1: none is known. */
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
/* Roles, kept values and locals, in order of image_func.slots. */
static inline const int64_t *frame_slots(const struct state *s, uint32_t f) {
    return s->w.base[SEG_STACK] + f + F_WORDS;
}
/* A value into a slot: a list is copied, a pool is held. `value` of a pool is its number. */
void frame_slot_set(struct state *s, uint32_t f, int32_t func, int32_t slot, int64_t value);
void frame_slot_clear(struct state *s, uint32_t f, int32_t func, int32_t slot);
void frame_slots_clear(struct state *s, uint32_t f, int32_t from); /* from there on all of them */

struct frame_new {
    enum frame_kind kind;
    int32_t func, event, call; /* -1: none; or frame_doer */
    uint32_t about;            /* of an event: itself */
    int64_t self, asked;       /* NONE */
};
/* A new frame on top, with its first slots: words that own no list or pool, behind F_WORDS others
 * that are filled here. 0 at the limit. */
uint32_t frame_begin(struct state *s, const struct frame_new *n, int64_t *words, int32_t slots);
uint32_t frame_push(struct state *s, enum frame_kind kind, int32_t func, int32_t event,
                    uint32_t about, int64_t self, int64_t asked);
/* The top frame goes; what it held is let go. */
void frame_pop(struct state *s);

/* The nearest running event of that name around a frame, 0. An event that has
 * ended and only waits for `whenever` does not run. */
uint32_t frame_nearest(const struct state *s, uint32_t from, int32_t event);
/* The block around everything, 0 in a battle. */
uint32_t frame_block(const struct state *s);
/* What evaluates for a frame: the roles of the event it speaks of, its `this`. */
struct env frame_env(const struct state *s, uint32_t frame);
/* What code of a function that speaks of `event` sees from where env is. False:
 * no such event runs. */
bool frame_reach(const struct state *s, const struct env *from, int32_t event, struct env *out);

void frame_scope_add(struct state *s, uint32_t frame, const int64_t entry[SCOPE_WORDS]);
int64_t frame_limit_used(const struct state *s, uint32_t frame, int64_t group, int64_t whose);
void frame_limit_use(struct state *s, uint32_t frame, int64_t group, int64_t whose);

/* With everything that runs as roots: frees tombstones and puts the form off; brings the World into
 * form, whatever has put it off; both. */
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
