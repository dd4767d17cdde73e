/*
 * run_op: what the instructions share: one run of the dispatch, its errors and
 * its waiting. For run.c and the files of its instructions only.
 */
#ifndef MYTH_VM_RUN_OP_H
#define MYTH_VM_RUN_OP_H

#include "run_int.h"

struct machine {
    struct battle *b;
    struct state *s;
    const struct image *img;
    const struct image_func *fn;
    int32_t func;
    const struct image_code *code;
    const struct image_code *at; /* the instruction at hand */
    int32_t mark;                /* the statement at hand */
    uint32_t frame;              /* 0: pure */
    const int64_t *slots;        /* its own, while the World does not grow */
    struct env env;
    int64_t *t;
    const struct image_slot *own_rows;  /* this function's slots */
    const struct image_slot *role_rows; /* those of the event it speaks of, once it was needed */
    bool own_owns, role_owns;           /* some of them own a list or pool */
    int64_t result;
    enum outcome out;
};

static inline bool run_op_fail(struct machine *m, const char *text) {
    int32_t place = m->img->code_place[m->at - m->img->code];
    if (place >= 0) m->s->place = place;
    return state_fail(m->s, "%s", text);
}

static inline bool run_op_numbers(struct machine *m, int64_t x, int64_t y) {
    if (MYTH_LIKELY(x != NONE && y != NONE)) return true;
    return run_op_fail(m, "none does not count: a number was expected");
}

static inline bool run_op_in_range(struct machine *m, bool fine) {
    return fine || run_op_fail(m, "the result leaves the range of numbers");
}

static inline void run_op_refresh(struct machine *m) {
    m->slots = frame_slots(m->s, m->frame);
    if (m->frame) m->env = frame_env(m->s, m->frame);
}

static inline bool run_op_load_value(struct machine *m, struct image_type type, int64_t value,
                                     int64_t *out) {
    if (MYTH_UNLIKELY(value == UNKEPT))
        return run_op_fail(m, "this value is read before it is kept");
    *out = type.class == V_POOL && value > 0 ? run_look_of(m->b, value) : value;
    if (type.class == V_SET && type.elem == V_THING && value > 0) {
        *out = state_present(m->s, value);
    }
    return true;
}
/* True: decided. False: m->out says what else, or an error. */
static inline bool run_op_decided(struct machine *m) {
    switch (run_decide(m->b, m->frame, m->mark)) {
    case WAITING: m->out = OUT_ASK; return false;
    case FAILED: return false;
    case AGAIN: m->out = OUT_RETURN; return false;
    case DECIDED: break;
    }
    return true;
}

/* What costs much to list is not listed in a World that a question would sweep first. True: it
 * is tidy. False: it was swept, and the statement is run again. */
static inline bool run_op_tidy(struct machine *m) {
    if (m->b->answered || !state_global(m->s, G_UNTIDY)) return true;
    frame_sweep(m->s);
    m->out = OUT_RETURN;
    return false;
}

/* ---- Dice (run_dice.c) -------------------------------- */

bool run_op_pool_count(struct machine *m, const struct image_code *i);
bool run_op_pool_where(struct machine *m, const struct image_code *i);
bool run_op_pool_best(struct machine *m, const struct image_code *i);
bool run_op_pool_number(struct machine *m, const struct image_code *i);
bool run_op_pool_faces(struct machine *m, const struct image_code *i);
void run_op_pool_two(struct machine *m, const struct image_code *i);
bool run_op_rerolled(struct machine *m, const struct image_code *i);
bool run_op_roll(struct machine *m, const struct image_code *i);
bool run_op_roll_one(struct machine *m, const struct image_code *i);
bool run_op_roll_by(struct machine *m, const struct image_code *i);
bool run_op_roll_sum(struct machine *m, const struct image_code *i);
bool run_op_reroll(struct machine *m, const struct image_code *i);
bool run_op_random(struct machine *m, const struct image_code *i);

/* ---- Choices (run_choice.c) -------------------------------- */

bool run_op_choose(struct machine *m, const struct image_code *i);
bool run_op_choose_spot(struct machine *m, const struct image_code *i, bool path);
bool run_op_choose_label(struct machine *m, const struct image_code *i);
bool run_op_may(struct machine *m, const struct image_code *i);
bool run_op_offer(struct machine *m, const struct image_code *i);

#endif
