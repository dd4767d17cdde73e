/*
 * frame: what is running, as words in SEG_STACK. A frame is an event with its roles, kept values
 * and locals; a trigger, that is a rule about an event; a `whenever` rule; a block (an example or a
 * `chances` block); or a rule in Lua. Its words are those of enum frame_word, then its slots.
 *
 * This room makes and removes frames, finds the nearest event of a sort, and keeps an event's
 * scopes: what was given until the event ends, and how often its limits were used. It runs no code.
 */
#ifndef MYTH_VM_FRAME_H
#define MYTH_VM_FRAME_H

#include "state.h"

/* FRAME_TRIGGER: a rule before, instead of or after an event. FRAME_OUTSIDE: a rule in Lua. */
enum frame_kind { FRAME_EVENT = 1, FRAME_TRIGGER, FRAME_WHENEVER, FRAME_BLOCK, FRAME_OUTSIDE };
/* The phases of an event, in order: what run_event does next with its frame. */
enum frame_phase {
    PHASE_HEAD,    /* has the head of an action answered */
    PHASE_START,   /* judges whether the event may happen, and collects the `before` rules */
    PHASE_BEFORE,  /* runs the `before` rules, one after another */
    PHASE_BEGIN,   /* judges again after the `before` rules; then the event begins */
    PHASE_INSTEAD, /* runs the first `instead of` rule that acts */
    PHASE_BODY,    /* runs the body */
    PHASE_AFTER,   /* collects the `after` rules */
    PHASE_AFTERS,  /* runs the `after` rules, one after another */
    PHASE_END,     /* takes back what was given until the event ends */
    PHASE_WHENEVER /* the event no longer runs; its frame stays while `whenever` rules look */
};
enum frame_flag {
    /* of a frame that is no event: its code does not go on, and it is popped when it is on top */
    FRAME_DEAD = 1,
    FRAME_CONTINUED = 2, /* an `instead of` rule has gone on with the event that it replaces */
    /* the rules of the moment were collected; in PHASE_INSTEAD: one of them has acted */
    FRAME_SETTLED = 4,
    FRAME_QUIET = 8,   /* the event never began, so the journal is not told of its end */
    FRAME_ORDERED = 16 /* in this moment each player orders his own rules */
};

/* The words of a frame. */
enum frame_word {
    F_HEAD, /* kind, phase, status, flags: a byte each, from the lowest on */
    F_CODE, /* function in the high half, instruction in the low half */
    /* high half: the frame that goes on after this one (frame_back); low half: the frame of the
     * event that this one is about (frame_about) */
    F_LINK,
    /* low half: number of the event + 1; high half: number of the `do` that calls the event + 1 (0:
     * none does), or a frame_doer + 1, which is negative. The whole word is 0 if the frame is no
     * event, or one without a number, which is there only to have `whenever` rules look */
    F_EVENT,
    F_THIS,  /* the thing `this`, whose rule the frame runs; 0: none */
    F_ASKED, /* the player whom questions of the frame are put to; 0: nobody */
    /* list: the rules of this moment of the event, two words each: rule (negative: a rule in Lua),
     * instance (NONE: the rule belongs to none). Of a rule in Lua: its log (host_see.c) */
    F_AGENDA,
    /* the progress of a phase: position in the agenda; 1 + line of a head; steps of a move. Of a
     * `whenever`: the thing for which the rule acts */
    F_NEXT,
    F_SCOPES, /* list: entries of SCOPE_WORDS words, the first of each an enum scope_tag */
    /* number + 1 of the rule that the frame runs; of an event whose body an `instead of` rule has
     * gone on with: the frame of that rule, which goes on when the body ends */
    F_RULE,
    F_WORDS
};
/* SCOPE_LIMIT: group of the limit, for whom it is counted, number of uses. SCOPE_UNTIL: a feature
 * that lasts until the event ends. */
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
/* Returns the frame of the event that the code of a frame speaks of: of an event the frame itself,
 * of a trigger the event that it is about; 0 if there is none. */
static inline uint32_t frame_about(const struct state *s, uint32_t f) {
    return (uint32_t)(frame_word(s, f, F_LINK) & 0xffffffff);
}
static inline int32_t frame_event(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_EVENT) & 0xffffffff) - 1;
}
static inline int32_t frame_call(const struct state *s, uint32_t f) {
    return (int32_t)(frame_word(s, f, F_EVENT) >> 32) - 1;
}
/* Packs a place in the rule text where the number of a `do` would stand: for a builtin event
 * (`create`, `move` …) that some other statement causes. frame_doer_place returns the place; -1 if
 * it is not known. */
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
/* Returns the slots of a frame: roles, kept values and locals, in the order of image_func.slots. */
static inline const int64_t *frame_slots(const struct state *s, uint32_t f) {
    return s->w.base[SEG_STACK] + f + F_WORDS;
}
/* Writes a value into a slot. A list is copied. Of a pool the value is its number, which the slot
 * owns from then on; the pool that the slot owned before is released. */
void frame_slot_set(struct state *s, uint32_t f, int32_t func, int32_t slot, int64_t value);
/* Sets a slot to 0 and frees the list or pool that it owned. */
void frame_slot_clear(struct state *s, uint32_t f, int32_t func, int32_t slot);
/* Clears the slots of a frame from slot `from` on. */
void frame_slots_clear(struct state *s, uint32_t f, int32_t from);

struct frame_new {
    enum frame_kind kind;
    int32_t func, event, call; /* -1: none; `call` may be a frame_doer */
    uint32_t about;            /* F_LINK; ignored for an event, which is about itself */
    int64_t self, asked;       /* F_THIS and F_ASKED; NONE if there is none */
};
/* Makes a new frame on top and returns it; 0 if a limit is passed. `words` has F_WORDS words, which
 * are filled in here, and then values for the first `slots` slots, which may not own lists or
 * pools. */
uint32_t frame_begin(struct state *s, const struct frame_new *n, int64_t *words, int32_t slots);
uint32_t frame_push(struct state *s, enum frame_kind kind, int32_t func, int32_t event,
                    uint32_t about, int64_t self, int64_t asked);
/* Removes the top frame, and frees the lists and pools that it owned. */
void frame_pop(struct state *s);

/* Returns the frame of the innermost event number `event` that runs at or around the frame `from`;
 * 0 if there is none. An event runs from PHASE_BEFORE to PHASE_END. */
uint32_t frame_nearest(const struct state *s, uint32_t from, int32_t event);
/* Returns the frame of the innermost of several events at or around the frame `from` within which a
 * limit counts; 0 if there is none. An event counts as soon as it is judged which `before` rules
 * speak, so that a limit is the same for their conditions as for what they do. */
uint32_t frame_counting(const struct state *s, uint32_t from, const int32_t *events, int32_t count);
/* Returns the frame of the block (an example or a `chances` block) in which all other frames run;
 * 0 in a battle, which has no block. */
uint32_t frame_block(const struct state *s);
/* Returns the environment for code of a frame: the roles of the event that the frame is about, and
 * the frame's `this`. */
struct env frame_env(const struct state *s, uint32_t frame);
/* Sets *out to the environment for code that speaks of `event`, as seen from the environment
 * `from`: `from` itself if it has the roles of such an event, which need not run; otherwise with
 * the roles of the nearest such event that runs. Returns false if there is neither. */
bool frame_reach(const struct state *s, const struct env *from, int32_t event, struct env *out);

/* Adds an entry to an event's scopes (F_SCOPES). frame_limit_used returns how often the limit
 * `group` was used for `whose` while the event of this frame runs; frame_limit_use counts so
 * many uses more; -1 gives one back. */
void frame_scope_add(struct state *s, uint32_t frame, const int64_t entry[SCOPE_WORDS]);
int64_t frame_limit_used(const struct state *s, uint32_t frame, int64_t group, int64_t whose);
void frame_limit_use(struct state *s, uint32_t frame, int64_t group, int64_t whose, int uses);

/* A sweep tidies the World; lists and things that running frames hold are kept. frame_free_gone
 * frees tombstones (records of things that left play) that nothing names. frame_form brings the
 * World into form: equal states are equal words. frame_sweep does both. */
void frame_free_gone(struct state *s);
void frame_form(struct state *s);
void frame_sweep(struct state *s);

/* ---- What can still be read (frame_live.c), with lazy dice: dice whose faces are asked only as
 * far as rules look at them. */

/* Takes out of the World what nothing can read any more: slots, pools, faces of dice. Returns true
 * if lists or dice have moved, so that handles to them are stale. */
bool frame_forget(struct state *s);
/* Whether there are dice that the player `who` may see, whose faces can still be read and are not
 * known. If so, *want is set to what is to be asked about them next. */
struct dice_want;
bool frame_unseen(const struct state *s, int64_t who, struct dice_want *want);

#endif
