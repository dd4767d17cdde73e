/*
 * run_op: shared by run.c and the files of its instructions: one run of the dispatch (struct
 * machine), its errors, and what is done when it has to wait.
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
    const struct image_code *at; /* the instruction that runs */
    int32_t mark;                /* index of the STATEMENT mark of the present statement */
    uint32_t frame;              /* the frame whose code runs; 0: a pure function, which has none */
    const int64_t *slots;        /* slots of that frame; valid while the World does not grow */
    struct env env;
    int64_t *t;
    int64_t *result;                   /* where a pure function leaves its result */
    const struct image_slot *own_rows; /* the slots of this function, for their types */
    /* the slots of the event of which the code speaks, once they were needed; NULL */
    const struct image_slot *role_rows;
    uint64_t own_owner_bits, role_owner_bits; /* state.owns of this function and of that event's */
    enum outcome out;
};

/* Notes for the error of which event a pure function was computed: run_where.c. */
void run_tell_judged(struct machine *m);

static inline bool run_op_fail(struct machine *m, const char *text) {
    int32_t place = m->img->code_place[m->at - m->img->code];
    if (place >= 0) m->s->place = place;
    if (!m->frame) run_tell_judged(m);
    return state_fail(m->s, "%s", text);
}

/* Notes for the error which value the temp r held when it was `what`, "none" or "0", and what the
 * text may ask first: run_where.c. */
void run_tell_operand(struct machine *m, uint8_t r, const char *what);

static inline bool run_op_numbers(struct machine *m, int64_t x, int64_t y) {
    if (MYTH_LIKELY(x != NONE && y != NONE)) return true;
    if (m->at->op >= CODE_ADD && m->at->op <= CODE_LOWER)
        run_tell_operand(m, x == NONE ? m->at->b : m->at->c, "none");
    return run_op_fail(m, "none does not count: a number was expected");
}

static inline bool run_op_in_range(struct machine *m, bool ok) {
    return ok || run_op_fail(m, "the result leaves the range of numbers");
}

static inline void run_op_refresh(struct machine *m) {
    m->slots = frame_slots(m->s, m->frame);
    if (!m->frame) return;
    const enum accounts accounts = m->env.accounts;
    m->env = frame_env(m->s, m->frame);
    m->env.accounts = accounts;
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
/* Decides the question in battle.question. Returns true once the answer is there. Otherwise m->out
 * says how to go on, or an error was kept. */
static inline bool run_op_decided(struct machine *m) {
    switch (run_decide(m->b, m->frame, m->mark)) {
    case WAITING: m->out = OUT_ASK; return false;
    case FAILED: return false;
    case AGAIN: m->out = OUT_AGAIN; return false;
    case DECIDED: break;
    }
    return true;
}

/* Sweeps before something is listed at some cost, if the question to this player would sweep
 * anyway. Returns false if it swept: the statement is run again. */
static inline bool run_op_tidy(struct machine *m, int64_t who) {
    if (m->b->answered || !run_sweep(m->b, who)) return true;
    run_tell_again(m->b, m->mark);
    m->out = OUT_AGAIN;
    return false;
}

/* ---- Instructions whose result is found quickly ----------- */

static inline bool run_op_both(int64_t x, int64_t y) {
    return MYTH_LIKELY(x != NONE && y != NONE);
}

/* Sets *out to the word of a slot. Returns false if the slot owns a set or pool, or its value is
 * not kept yet. */
static inline bool run_op_plain_word(const struct image_slot *rows, uint64_t owns, int32_t slot,
                                     int64_t value, int64_t *out) {
    if (value == UNKEPT || state_owns(owns, rows, slot)) return false;
    *out = value;
    return true;
}

static inline bool run_op_quick_load(const struct machine *m, const struct image_code *i,
                                     int64_t *out) {
    return run_op_plain_word(m->own_rows, m->own_owner_bits, i->d, m->slots[i->d], out);
}

/* Reads a slot of the event of which the code speaks. Returns false if that needs more than reading
 * a word. */
static inline bool run_op_quick_role(struct machine *m, const struct image_code *i, int64_t *out) {
    if (!m->env.roles || m->env.event < 0) return false;
    if (!m->role_rows) {
        int32_t func = m->img->events[m->env.event].func;
        m->role_rows = m->img->slots + m->img->funcs[func].first_slot;
        m->role_owner_bits = m->s->owns[func];
    }
    return run_op_plain_word(m->role_rows, m->role_owner_bits, i->d, m->env.roles[i->d], out);
}

/* ---- Walks (run_walk.c) ---------------------------------------- */

/* For a NEXT_OF over the set v: passes over the members that its tests refuse. Members that pass
 * are dealt with at once, as far as run_walk.c knows what the code does with them. Returns true if
 * the next member was taken and the code goes on with it, behind instruction *i. Returns false if
 * NEXT_OF has to run as usual. */
MYTH_APART bool run_walk(struct machine *m, const struct image_code **i, struct view v);

/* ---- Sets (run_set.c) -------------------------------- */

bool run_op_set(struct machine *m, const struct image_code *i, bool join);
void run_op_reversed(struct machine *m, const struct image_code *i);
void run_op_sorted(struct machine *m, const struct image_code *i);
bool run_op_range(struct machine *m, const struct image_code *i);
void run_op_values(struct machine *m, const struct image_code *i);
void run_op_blueprints(struct machine *m, const struct image_code *i);
bool run_op_contains_all(struct machine *m, int64_t a, int64_t c, int64_t *all);

/* ---- Instructions of examples (run_expect.c) -------------------- */

bool run_op_open(struct machine *m, const struct image_code *i, bool *open, struct head *h);
bool run_op_given_stands(struct machine *m, const struct image_code *i);
void run_op_expect(struct machine *m, const struct image_code *i);
void run_op_expect_rows(struct machine *m, const struct image_code *i);
bool run_op_expect_closed(struct machine *m, const struct image_code *i);
bool run_op_must_open(struct machine *m, const struct image_code *i);

/* ---- How a condition comes to its result (run_trace.c) -------------------- */

/* To be called before each instruction while s->reached.trace is set. */
MYTH_APART void run_trace_see(const struct machine *m, const struct image_code *i);
/* The same while s->reached.witness is set (run_witness.c). */
MYTH_APART void run_witness_see(const struct machine *m, const struct image_code *i);

/* ---- Words for a test (run_part.c) -------------------- */

/* Whether an instruction is a jump on a truth. */
bool run_part_is_jump(const struct image_code *k);
/* The clock when an instruction ran last; 0: it has not run. */
uint32_t run_part_ran(const struct machine *m, const struct run_trace *x,
                      const struct image_code *k);
/* The instruction that wrote a temp last before this clock; NULL: none has. */
const struct image_code *run_part_writer(const struct machine *m, const struct run_trace *x,
                                         uint32_t before, int32_t temp);
/* Writes a value, a thing with its owner. */
void run_part_value(const struct state *s, struct image_type type, int64_t value, char *out,
                    size_t size);
/* Writes as a sentence that the truth which instruction k has computed is `yes`. Sets *plain to
 * whether the sentence depends on nothing but what the thing is: it measures nothing. Returns false
 * if there are no words for it. */
bool run_part_text(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                   bool yes, bool *plain, char *out, size_t size);

/* ---- Dice (run_dice.c) -------------------------------- */

bool run_op_pool_count(struct machine *m, const struct image_code *i);
bool run_op_pool_where(struct machine *m, const struct image_code *i);
bool run_op_pool_best(struct machine *m, const struct image_code *i);
bool run_op_pool_number(struct machine *m, const struct image_code *i);
bool run_op_pool_faces(struct machine *m, const struct image_code *i);
void run_op_pool_two(struct machine *m, const struct image_code *i);
/* Asks a primitive, and notes it for state.measures (run_measure.c). */
bool run_measure(struct machine *m, const struct image_code *i, const struct prim_bounds *only);
bool run_op_rerolled(struct machine *m, const struct image_code *i);
bool run_op_roll(struct machine *m, const struct image_code *i);
bool run_op_roll_one(struct machine *m, const struct image_code *i);
bool run_op_roll_by(struct machine *m, const struct image_code *i);
bool run_op_roll_sum(struct machine *m, const struct image_code *i);
bool run_op_reroll(struct machine *m, const struct image_code *i);
bool run_op_raise(struct machine *m, const struct image_code *i);
/* Fails, as what is done with these dice cannot be done with several kinds of dice together. */
bool run_op_several_dice(struct machine *m, const struct dice_look *look, const char *what);
/* Makes all faces of a look known. Returns false if something must be asked first, or on an
 * error. */
bool run_op_all_known(struct machine *m, const struct dice_look *look);

/* ---- Piles, and one at random (run_pile.c) -------------------------------- */

bool run_op_random(struct machine *m, const struct image_code *i);
bool run_op_shuffle(struct machine *m, const struct image_code *i);
bool run_op_top(struct machine *m, const struct image_code *i);
bool run_op_draw(struct machine *m, const struct image_code *i);

/* ---- Choices (run_choice.c) -------------------------------- */

bool run_op_choose(struct machine *m, const struct image_code *i);
bool run_op_choose_step(struct machine *m, const struct image_code *i);
bool run_op_choose_dice(struct machine *m, const struct image_code *i);
bool run_op_choose_spot(struct machine *m, const struct image_code *i, bool path);
bool run_op_choose_label(struct machine *m, const struct image_code *i);
bool run_op_may(struct machine *m, const struct image_code *i);
bool run_op_offer(struct machine *m, const struct image_code *i);

#endif
