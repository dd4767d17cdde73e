/*
 * run_dice: the instructions that roll dice and look at them. With lazy dice, rolling a pool fixes
 * no face; each look at the pool asks only for what it has to know (dice.h).
 */
#include "run_op.h"

#include <stdio.h>
#include <string.h>

/* ---- Looks at dice -------------------------------- */

/* Returns how many words the parts of a look at dice take. A look is a list in scratch: its length,
 * a word with the die in the low half and the number of parts in the high half, then the parts. */
static int64_t part_words(int64_t parts) {
    return (parts * (int64_t)sizeof(struct dice_part) + 7) / 8;
}

void run_look(struct battle *b, int64_t handle, struct dice_look *out) {
    if (handle == NONE) { /* the value of an event that was not done: no dice */
        *out = (struct dice_look){-1, 0, NULL};
        return;
    }
    int64_t *head = b->s.scratch + (handle & ~SCRATCH_BIT);
    out->die = (int32_t)(head[1] & 0xffffffff);
    out->parts = (uint32_t)(head[1] >> 32);
    out->part = (struct dice_part *)(void *)(head + 2);
}

static void look_head(int64_t *head, int32_t die, uint32_t parts) {
    head[0] = 1 + part_words(parts);
    head[1] = (int64_t)((uint64_t)parts << 32 | (uint32_t)die);
}

static int64_t look_room(struct battle *b, int64_t parts, int32_t die, struct dice_look *out) {
    int64_t handle = state_scratch(&b->s, 1 + part_words(parts));
    look_head(b->s.scratch + (handle & ~SCRATCH_BIT), die, 0);
    run_look(b, handle, out);
    return handle;
}

int64_t run_look_new(struct battle *b, int32_t die, struct dice_look *out) {
    return look_room(b, dice_cells(&b->s.w), die, out);
}

void run_look_close(struct battle *b, int64_t handle, const struct dice_look *look) {
    look_head(b->s.scratch + (handle & ~SCRATCH_BIT), look->die, look->parts);
}

int64_t run_look_of(struct battle *b, int64_t pool) {
    struct dice_look look;
    int64_t handle = run_look_new(b, -1, &look);
    dice_of(&b->s.w, (uint32_t)pool, &look);
    run_look_close(b, handle, &look);
    return handle;
}

/* Notes which dice a look took, for the journal: those of `count` that show a face of `mask`, or
 * (kept) so many highest of them, below 0 so many lowest. */
static void note_taken(struct machine *m, int64_t look, uint64_t mask, int64_t kept,
                       int64_t count) {
    if (m->frame && m->env.accounts && state_tells(m->s))
        m->b->taken = (struct run_taken){look, m->fn, m->mark, mask, kept, count};
}

/* Returns which dice a look took; NULL if that is not known. */
static const struct run_taken *taken(const struct machine *m, int64_t look) {
    const struct run_taken *t = &m->b->taken;
    return m->frame && t->look == look && t->fn == m->fn && t->mark == m->mark ? t : NULL;
}

/* ---- Dice -------------------------------- */

/* Asks for what a look has to know first, or takes the answer. Either way the statement then runs
 * again and looks again, so this always returns false. */
static bool wants(struct machine *m, const struct dice_want *w) {
    struct battle *b = m->b;
    /* only then a look has to ask: otherwise each face is known as soon as it is rolled */
    ASSERT(b->options.chance == CHANCE_LAZY);
    if (m->fn->pure) { /* a pure function has no statement that could be run again */
        return run_op_fail(m, "a number or condition looks at dice: exact odds cannot ask for them "
                              "there; let the event keep what it counts");
    }
    run_ask_count(b, w);
    switch (run_decide(b, m->frame, m->mark)) {
    case WAITING: m->out = OUT_ASK; return false;
    case FAILED: return false;
    case DECIDED: dice_answer(&m->s->w, w, b->answer.values[0]); break;
    case AGAIN: break;
    }
    m->out = OUT_AGAIN; /* the statement is run again */
    return false;
}

bool run_op_all_known(struct machine *m, const struct dice_look *look) {
    struct dice_want want;
    return dice_known(&m->s->w, m->img, look, &want) || wants(m, &want);
}

/* Whether a test of faces is `f <= E` or the like, between the face and one captured value. Such a
 * test need not be called for each face. */
static bool simple_test(const struct machine *m, const struct image_func *fn, int64_t with) {
    const struct image_code *c = m->img->code + fn->first;
    if (fn->params != 2 || fn->count < 2 || c[1].op != CODE_RETURN || c[1].a != c[0].a)
        return false;
    bool compares = c[0].op == CODE_AT_MOST || c[0].op == CODE_LESS || c[0].op == CODE_EQUAL;
    return compares && c[0].b <= 1 && c[0].c <= 1 && with != NONE;
}

static inline bool simple_yes(const struct image_code *c, int64_t face, int64_t with) {
    int64_t x = c->b ? with : face, y = c->c ? with : face;
    if (c->op == CODE_EQUAL) return x == y;
    return c->op == CODE_LESS ? x < y : x <= y;
}

/* The mask of those faces from 1 to `sides` that pass a simple test: all up to a bound, all from a
 * bound on, or one face. */
static uint64_t simple_mask(const struct image_code *c, int32_t sides, int64_t with) {
    const uint64_t all = ~UINT64_C(0) >> (64 - sides);
    if (c->b == c->c) return simple_yes(c, 1, with) ? all : 0;
    int64_t below = c->op == CODE_LESS ? 1 : 0; /* 1: the bound itself does not pass */
    if (c->op == CODE_EQUAL) return with >= 1 && with <= sides ? UINT64_C(1) << (with - 1) : 0;
    bool up_to = c->b == 0;
    if (with < 1) return up_to ? 0 : all;
    if (with > sides) return up_to ? all : 0;
    /* the first `low` faces are those up to the bound, or those below it */
    int64_t low = up_to ? with - below : with - 1 + below;
    uint64_t first = low > 0 ? ~UINT64_C(0) >> (64 - low) : 0;
    return up_to ? first : all & ~first;
}

/* Sets *mask to the faces of a die that pass a test, where the dice show `more` more than their
 * faces. */
static bool face_mask(struct machine *m, int32_t func, int32_t die, int64_t more,
                      const int64_t *captured, uint64_t *mask) {
    const struct image_func *fn = &m->img->funcs[func];
    const struct image_die *d = &m->img->dice[die];
    int64_t args[MAX_FACES];
    *mask = 0;
    for (int32_t k = 1; k < fn->params; k++) args[k] = captured[k - 1];
    bool simple = fn->params == 2 && simple_test(m, fn, args[1]);
    if (simple && d->first_face < 0 && more == 0) {
        *mask = simple_mask(m->img->code + fn->first, d->sides, args[1]);
        return true;
    }
    for (int32_t f = 0; f < d->sides; f++) {
        args[0] = d->first_face < 0 ? f + 1 : dice_face_value(m->img, die, f);
        if (args[0] > FACE_NAMED / 2) args[0] += more;
        bool yes;
        if (simple && args[0] > FACE_NAMED / 2) {
            yes = simple_yes(m->img->code + fn->first, args[0], args[1]);
        } else {
            int64_t value;
            if (!run_evaluate(m->s, func, &m->env, args, fn->params, &value)) return false;
            yes = value == 1;
        }
        if (yes) *mask |= UINT64_C(1) << f;
    }
    return true;
}

/* Writes to the look `handle` those dice of a look whose face passes the test of the instruction.
 * It goes part by part, because dice of several kinds have different faces. *mask becomes the mask
 * of the last kind. Returns false on an error, or if more has to be known. */
static bool faces_where(struct machine *m, const struct image_code *i, int64_t handle,
                        struct dice_look *out, uint64_t *mask) {
    struct dice_look look;
    struct dice_want want;
    int32_t die = -1;
    int64_t more = 0;
    *mask = 0;
    run_look(m->b, m->t[i->b], &look);
    for (uint32_t p = 0; p < look.parts; p++) {
        int32_t its = dice_cell_die(&m->s->w, look.part[p].cell);
        int64_t raised = dice_cell_more(&m->s->w, look.part[p].cell);
        bool other = its != die || raised != more;
        if (other && !face_mask(m, i->d, its, raised, m->t + i->c, mask)) return false;
        die = its;
        more = raised;
        run_look(m->b, m->t[i->b], &look); /* looked at last, because scratch may have moved */
        run_look(m->b, handle, out);
        ASSERT(look.part && out->part);
        out->parts = p == 0 ? 0 : out->parts;
        struct dice_part taken;
        struct dice_look one = {its, 1, &look.part[p]}, some = {its, 0, &taken};
        if (!dice_where(&m->s->w, &one, *mask, &some, &want)) return wants(m, &want);
        if (some.parts > 0) out->part[out->parts++] = taken;
        run_look_close(m->b, handle, out);
    }
    run_look(m->b, handle, out);
    return true;
}

bool run_op_pool_count(struct machine *m, const struct image_code *i) {
    struct dice_look look;
    uint64_t mask = 0;
    int64_t count = 0;
    run_look(m->b, m->t[i->b], &look);
    if (look.parts > 0 && look.die >= 0) {
        struct dice_want want;
        if (!face_mask(m, i->d, look.die, 0, m->t + i->c, &mask)) return false;
        run_look(m->b, m->t[i->b], &look);
        if (!dice_count(&m->s->w, &look, mask, &count, &want)) return wants(m, &want);
    } else if (look.parts > 0) {
        struct dice_look out;
        int64_t handle = run_look_new(m->b, look.die, &out);
        if (!faces_where(m, i, handle, &out, &mask)) return false;
        run_look(m->b, m->t[i->b], &look);
        count = dice_size(&out);
    }
    m->t[i->a] = count;
    if (look.parts > 0 && look.die >= 0 && m->env.accounts && state_tells(m->s)) {
        state_tell(m->s, J_COUNT);
        journal_word(&m->s->journal, look.die);
        journal_word(&m->s->journal, dice_size(&look));
        journal_word(&m->s->journal, m->t[i->a]);
        journal_word(&m->s->journal, (int64_t)mask);
        journal_word(&m->s->journal, run_roll_of(m->b, &look));
        state_told(m->s);
    }
    return true;
}

bool run_op_pool_where(struct machine *m, const struct image_code *i) {
    struct dice_look look, out;
    uint64_t mask;
    run_look(m->b, m->t[i->b], &look);
    int64_t handle = run_look_new(m->b, look.die, &out);
    if (!faces_where(m, i, handle, &out, &mask)) return false;
    run_look(m->b, m->t[i->b], &look);
    note_taken(m, handle, look.die >= 0 ? mask : 0, 0, dice_size(&look));
    m->t[i->a] = handle;
    return true;
}

bool run_op_pool_best(struct machine *m, const struct image_code *i) {
    struct dice_look look, out;
    struct dice_want want;
    if (!run_op_numbers(m, m->t[i->c], 0)) return false;
    run_look(m->b, m->t[i->b], &look);
    int64_t handle = run_look_new(m->b, look.die, &out);
    run_look(m->b, m->t[i->b], &look);
    bool worst = i->op == CODE_POOL_WORST;
    int64_t k = m->t[i->c] < 0 ? 0 : m->t[i->c];
    if (!dice_best(&m->s->w, m->img, &look, k, worst, &out, &want)) return wants(m, &want);
    run_look_close(m->b, handle, &out);
    note_taken(m, handle, 0, worst ? -k : k, dice_size(&look));
    m->t[i->a] = handle;
    return true;
}

static void tell_sum(struct state *s, int32_t die, int64_t of, int64_t kept, int64_t sum,
                     int64_t roll) {
    state_tell(s, J_SUM);
    journal_word(&s->journal, die);
    journal_word(&s->journal, of);
    journal_word(&s->journal, kept);
    journal_word(&s->journal, sum);
    journal_word(&s->journal, roll);
    state_told(s);
}

/* Tells the sum of a look, or its highest or lowest value, unless it is that of a single roll of
 * one die. */
static void tell_number(struct machine *m, const struct image_code *i, int64_t look) {
    struct dice_look dice;
    if (!m->env.accounts || !state_tells(m->s)) return;
    run_look(m->b, look, &dice);
    int64_t of = dice_size(&dice), kept = 0;
    const struct run_taken *t = i->op == CODE_POOL_SUM ? taken(m, look) : NULL;
    if (i->op != CODE_POOL_SUM) kept = i->op == CODE_POOL_LOWEST ? -1 : 1;
    if (t && t->kept && (t->kept < 0 ? -t->kept : t->kept) == of) {
        kept = t->kept;
        of = t->count;
    }
    if (dice.die < 0 || of < 2 || m->t[i->a] == NONE || m->t[i->a] <= FACE_NAMED / 2) return;
    tell_sum(m->s, dice.die, of, kept, m->t[i->a], run_roll_of(m->b, &dice));
}

bool run_op_pool_number(struct machine *m, const struct image_code *i) {
    struct dice_look look;
    struct dice_want want;
    bool ok = true;
    run_look(m->b, m->t[i->b], &look);
    const int64_t handle = m->t[i->b];
    int64_t *out = &m->t[i->a];
    const bool known = i->op == CODE_POOL_SUM ? dice_sum(&m->s->w, m->img, &look, out, &ok, &want)
                                              : dice_extreme(&m->s->w, m->img, &look,
                                                             i->op == CODE_POOL_LOWEST, out, &want);
    if (!known) return wants(m, &want);
    if (!ok) return run_op_in_range(m, false);
    tell_number(m, i, handle);
    return true;
}

bool run_op_pool_faces(struct machine *m, const struct image_code *i) {
    struct dice_look look;
    struct dice_want want;
    run_look(m->b, m->t[i->b], &look);
    int64_t size = dice_size(&look), out = state_scratch(m->s, size);
    run_look(m->b, m->t[i->b], &look);
    int64_t *words = m->s->scratch + (out & ~SCRATCH_BIT);
    if (!dice_faces(&m->s->w, m->img, &look, words + 1, &want)) return wants(m, &want);
    words[0] = size;
    m->t[i->a] = out;
    return true;
}

void run_op_pool_two(struct machine *m, const struct image_code *i) {
    struct dice_look x, y, out;
    run_look(m->b, m->t[i->b], &x);
    run_look(m->b, m->t[i->c], &y);
    int64_t handle = look_room(m->b, (int64_t)x.parts + y.parts, -1, &out);
    run_look(m->b, m->t[i->b], &x);
    run_look(m->b, m->t[i->c], &y);
    out.die = x.parts ? x.die : y.die;
    if (i->op == CODE_POOL_JOIN)
        dice_join(&x, &y, &out);
    else
        dice_without(&x, &y, &out);
    run_look_close(m->b, handle, &out);
    m->t[i->a] = handle;
}

bool run_op_rerolled(struct machine *m, const struct image_code *i) {
    struct dice_look look;
    run_look(m->b, m->t[i->b], &look);
    m->t[i->a] = dice_any_rerolled(&m->s->w, &look);
    return true;
}

/* Returns the roll in which dice fell, the last one if they are of several, by the pools that hold
 * them: as an entry of the journal; -1: it is not known. */
int64_t run_roll_of(const struct battle *b, const struct dice_look *look) {
    const struct world *w = &b->s.w;
    int64_t last = -1;
    if (look->parts == 0 || !state_tells(&b->s)) return last;
    if (dice_cell_more(w, look->part->cell)) return last; /* they show more than they fell */
    for (uint64_t pools = dice_cell_holders(w, look->part->cell); pools; pools &= pools - 1) {
        const uint32_t pool = (uint32_t)__builtin_ctzll(pools);
        const int64_t roll = world_get(w, ADDR(SEG_HEADER, H_POOLS + pool)) - 1;
        if (roll > last && roll < (int64_t)b->s.journal.count) last = roll;
    }
    return last;
}

void run_note_roll(struct battle *b, int64_t pool, int64_t roll) {
    if (state_tells(&b->s) && pool > 0)
        world_set(&b->s.w, ADDR(SEG_HEADER, H_POOLS + (uint32_t)pool - 1), roll + 1);
}

/* Tells of dice that were thrown, `of` which roll if anew, and which faces `rolled` anew were
 * (0: not by faces); `were` lists what showed those that they replace, NONE: none. */
static void tell_thrown(struct machine *m, enum journal_kind kind, int32_t die, int64_t count,
                        int64_t of, uint64_t rolled, int64_t were) {
    struct state *s = m->s;
    if (!state_tells(s)) return;
    state_tell(s, kind);
    uint32_t about = frame_about(s, m->frame);
    journal_word(&s->journal, about ? frame_event(s, about) : -1);
    journal_word(&s->journal, die);
    journal_word(&s->journal, count);
    journal_word(&s->journal, of);
    struct image_type type = {V_SET, V_FACE, (int16_t)die};
    journal_list(&s->journal, type, m->b->answer.values, count);
    if (were != NONE) journal_list(&s->journal, type, state_list(s, were).at, count);
    if (kind == J_REROLL) journal_word(&s->journal, (int64_t)rolled);
    state_told(s);
}

static void tell_roll(struct machine *m, int32_t die, int64_t count) {
    tell_thrown(m, J_ROLL, die, count, -1, 0, NONE);
}

/* Tells which dice were rolled anew, from what to what. */
static void tell_reroll(struct machine *m, const struct image_code *i, int32_t die, int64_t count,
                        int64_t of) {
    struct dice_look in, again;
    if (!state_tells(m->s)) return;
    const struct run_taken *t = taken(m, m->t[i->c]);
    const int64_t were = state_scratch(m->s, count);
    run_look(m->b, m->t[i->b], &in);
    run_look(m->b, m->t[i->c], &again);
    int64_t *words = m->s->scratch + (were & ~SCRATCH_BIT);
    dice_fresh_faces(&m->s->w, m->img, &in, &again, words + 1);
    words[0] = count;
    tell_thrown(m, J_REROLL, die, count, of, t ? t->faces : 0, were);
}

/* Gets the faces of `count` dice, from a stream or an answer, into battle.answer. Returns false if
 * the question waits or on an error. */
static bool throw_dice(struct machine *m, int32_t die, int64_t count) {
    struct battle *b = m->b;
    if (run_throw(b, die, count)) return true;
    run_ask(b, ASK_ROLL, NONE, -1);
    b->question.die = die;
    b->question.count = count;
    switch (run_decide(b, m->frame, m->mark)) {
    case WAITING: m->out = OUT_ASK; return false;
    case FAILED: return false;
    case AGAIN: m->out = OUT_AGAIN; return false;
    case DECIDED: break;
    }
    return true;
}

static bool dice_wanted(struct machine *m, int64_t count) {
    if (count == NONE) return run_op_fail(m, "none dice cannot be rolled");
    if (count > MAX_DICE_PER_ROLL) return state_limit(m->s, LIMIT_DICE_PER_ROLL);
    return true;
}

static void face_indices(struct machine *m, int32_t die, int64_t count) {
    struct battle *b = m->b;
    b->faces = memory_grow(b->faces, &b->faces_capacity, (size_t)count + 1, 1);
    int32_t sides = m->img->dice[die].sides;
    bool plain = m->img->dice[die].first_face < 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t value = b->answer.values[i];
        int32_t f = plain ? (int32_t)(value - 1) : 0;
        while (!plain && f < sides - 1 && dice_face_value(m->img, die, f) != value) f++;
        b->faces[i] = (uint8_t)f;
    }
}

bool run_op_roll(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    int64_t count = m->t[i->b], roll = -1;
    uint32_t pool;
    if (!dice_wanted(m, count)) return false;
    if (count < 0) count = 0;
    if (b->options.chance == CHANCE_LAZY || count == 0) {
        pool = dice_new(&m->s->w, i->d, dice_all_faces(m->img, i->d), count);
    } else {
        if (!throw_dice(m, i->d, count)) return false;
        roll = journal_mark(&m->s->journal);
        tell_roll(m, i->d, count);
        face_indices(m, i->d, count);
        pool = dice_rolled(&m->s->w, i->d, b->faces, count);
    }
    if (!pool) return state_limit(m->s, LIMIT_POOLS);
    run_note_roll(b, pool, roll);
    m->t[i->a] = POOL_BIT | pool;
    return true;
}

bool run_op_roll_one(struct machine *m, const struct image_code *i) {
    if (!throw_dice(m, i->d, 1)) return false;
    tell_roll(m, i->d, 1);
    m->t[i->a] = m->b->answer.values[0];
    return true;
}

/* Rolls a die that only a temp names. It may not have named faces, nor, for a pool, more than
 * MAX_FACES faces. */
bool run_op_roll_by(struct machine *m, const struct image_code *i) {
    bool one = i->op == CODE_ROLL_ONE_BY;
    int64_t die = m->t[one ? i->b : i->c];
    if (die == NONE) return run_op_fail(m, "a die that is none cannot be rolled");
    const struct image_die *d = &m->img->dice[die];
    for (int32_t f = 0; f < d->sides && d->first_face >= 0; f++) {
        if (dice_face_value(m->img, (int32_t)die, f) <= FACE_NAMED / 2) {
            return run_op_fail(m, "a die with named faces is rolled by its own name only");
        }
    }
    if (!one && d->sides > MAX_FACES) {
        return run_op_fail(m, "dice of more than 64 faces are rolled one at a time");
    }
    struct image_code same = *i;
    same.d = (int32_t)die;
    return one ? run_op_roll_one(m, &same) : run_op_roll(m, &same);
}

/* Computes the least and the greatest sum of `count` dice. Returns false if they leave the range of
 * numbers. */
bool run_dice_sums(const struct battle *b, int32_t die, int64_t count, int64_t *least,
                   int64_t *most) {
    const struct image *img = b->s.img;
    const int32_t sides = img->dice[die].sides;
    const bool plain = img->dice[die].first_face < 0;
    *least = plain ? 1 : NUM_MAX;
    *most = plain ? sides : NUM_MIN;
    for (int32_t f = 0; f < sides && !plain; f++) {
        int64_t face = dice_face_value(img, die, f);
        if (face <= FACE_NAMED / 2) face = 0; /* a named face adds nothing */
        *least = face < *least ? face : *least;
        *most = face > *most ? face : *most;
    }
    return num_mul(*least, count, least) && num_mul(*most, count, most);
}

bool run_op_roll_sum(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    int64_t count = m->t[i->b], sum = 0, least, most;
    if (!dice_wanted(m, count)) return false;
    m->t[i->a] = 0;
    if (count <= 0) return true;
    if (!run_dice_sums(b, i->d, count, &least, &most)) return run_op_in_range(m, false);
    if (b->options.chance == CHANCE_LAZY) {
        run_ask(b, ASK_SUM, NONE, -1);
        b->question.die = i->d;
        b->question.count = count;
        switch (run_decide(b, m->frame, m->mark)) {
        case WAITING: m->out = OUT_ASK; return false;
        case FAILED: return false;
        case AGAIN: m->out = OUT_AGAIN; return false;
        case DECIDED: break;
        }
        m->t[i->a] = b->answer.values[0];
        return true;
    }
    if (!throw_dice(m, i->d, count)) return false;
    const int64_t roll = journal_mark(&m->s->journal);
    tell_roll(m, i->d, count);
    for (int64_t k = 0; k < count; k++) {
        int64_t face = b->answer.values[k];
        if (face > FACE_NAMED / 2 && !num_add(sum, face, &sum)) return run_op_in_range(m, false);
    }
    if (count > 1 && state_tells(m->s)) tell_sum(m->s, i->d, count, 0, sum, roll);
    m->t[i->a] = sum;
    return true;
}

bool run_op_several_dice(struct machine *m, const struct dice_look *look, const char *what) {
    char kinds[120] = "";
    size_t used = 0;
    uint64_t seen[2] = {0};
    for (uint32_t i = 0; i < look->parts && used < sizeof kinds; i++) {
        const int32_t die = dice_cell_die(&m->s->w, look->part[i].cell);
        if (die < 128 && (seen[die / 64] >> (die % 64) & 1)) continue;
        if (die < 128) seen[die / 64] |= UINT64_C(1) << (die % 64);
        used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s", used ? " and " : "",
                                 image_text(m->img, m->img->dice[die].name));
    }
    char text[240];
    snprintf(text, sizeof text,
             "dice of several kinds (%s) are not %s together: do it with those of each kind", kinds,
             what);
    return run_op_fail(m, text);
}

bool run_op_reroll(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    struct world *w = &m->s->w;
    struct dice_look in, again;
    run_look(b, m->t[i->b], &in);
    run_look(b, m->t[i->c], &again);
    int64_t fresh = dice_fresh(w, &in, &again);
    const int32_t die = dice_one_die(w, &in);
    if (fresh > 0 && die < 0) return run_op_several_dice(m, &in, "rolled anew");
    const uint8_t *faces = NULL;
    int64_t roll = run_roll_of(b, &in);
    if (b->options.chance != CHANCE_LAZY && fresh > 0) {
        if (!throw_dice(m, die, fresh)) return false;
        const int64_t of = roll;
        roll = journal_mark(&m->s->journal);
        tell_reroll(m, i, die, fresh, of);
        face_indices(m, die, fresh);
        faces = b->faces;
        run_look(b, m->t[i->b], &in);
        run_look(b, m->t[i->c], &again);
    }
    uint64_t all = die >= 0 ? dice_all_faces(m->img, die) : 0;
    in.die = die;
    uint32_t pool = dice_reroll(w, &in, &again, all, faces);
    if (!pool) return state_limit(m->s, LIMIT_POOLS);
    run_note_roll(b, pool, roll);
    m->t[i->a] = POOL_BIT | pool;
    return true;
}

/* Returns what the dice of a pool show, all of which is known, as a list in scratch, lowest
 * first. */
static int64_t faces_shown(struct machine *m, int64_t pool) {
    struct dice_want want;
    struct dice_look look;
    run_look(m->b, pool, &look);
    const int64_t n = dice_size(&look), list = state_scratch(m->s, n);
    run_look(m->b, pool, &look); /* it may lie in scratch itself, which has moved */
    int64_t *words = m->s->scratch + (list & ~SCRATCH_BIT);
    const bool known = dice_faces(&m->s->w, m->img, &look, words + 1, &want);
    ASSERT(known);
    words[0] = n;
    return list;
}

/* Tells that dice show something else than they did: what those of a look show now, what they
 * showed, and in which roll they fell. */
static void tell_raise(struct machine *m, int64_t look, int64_t were, int64_t of) {
    struct state *s = m->s;
    struct dice_look now;
    const int64_t faces = faces_shown(m, look);
    const struct view new = state_list(s, faces), old = state_list(s, were);
    if (memcmp(new.at, old.at, (size_t) new.count * sizeof *new.at) == 0) return;
    run_look(m->b, look, &now);
    const int32_t die = dice_one_die(&s->w, &now);
    m->b->values =
        memory_grow(m->b->values, &m->b->values_capacity, (size_t) new.count, sizeof *m->b->values);
    memcpy(m->b->values, new.at, (size_t) new.count * sizeof *new.at);
    m->b->answer.values = m->b->values;
    tell_thrown(m, J_RAISE, die, new.count, of, 0, were);
}

bool run_op_raise(struct machine *m, const struct image_code *i) {
    struct dice_look look;
    int64_t more = m->t[i->c];
    if (!run_op_numbers(m, more, 0)) return false;
    if (i->d && !num_sub(0, more, &more)) return run_op_in_range(m, false);
    run_look(m->b, m->t[i->b], &look);
    if (!run_op_all_known(m, &look)) return false;
    if (!dice_raises(&m->s->w, &look, more)) return state_limit(m->s, LIMIT_RAISE);
    const bool told = state_tells(m->s) && look.parts > 0;
    const int64_t roll = told ? run_roll_of(m->b, &look) : -1;
    const int64_t were = told ? faces_shown(m, m->t[i->b]) : NONE;
    run_look(m->b, m->t[i->b], &look);
    const uint32_t pool = dice_raise(&m->s->w, &look, more);
    if (!pool) return state_limit(m->s, LIMIT_POOLS);
    run_note_roll(m->b, pool, -1);
    m->t[i->a] = POOL_BIT | pool;
    if (told) tell_raise(m, run_look_of(m->b, pool), were, roll);
    return true;
}
