/*
 * Walks over sets that test each member and refuse most of them.
 *
 * A walk is code that takes one member of a set after the other by NEXT_OF, tests it, and does
 * something with those that pass. The tests behind a NEXT_OF are read off the code once. If they
 * are of a known form, members that they would refuse are passed over here, without running the
 * code. The code then goes on behind the tests with the first member that passes. If all that it
 * does is to gather, count or compare members, that is done here, too. Otherwise the code runs as
 * it stands.
 *
 * No rule can tell the difference but by time: what is passed over changes only temps that are
 * written again before they are read, and cannot fail. Each member counts as a step all the same.
 *
 *   NEXT_OF m   test   [test]   [test]
 *   test: FIELD x m   [compute z]   compare y x z   end
 *         FIELD x m   [IS_NONE y x]   end
 *         [compute z]   SAME y m z   end
 *         IS_KIND y m   end
 *         [MOVE x m]   HAS y x (no arguments)   end
 *         [MOVE x m | two]   QUANTITY y x (a truth that is remembered, of one or two)   end
 *         two   QUANTITY y x (enemy, friendly)   end
 *         two   [x+2 a length]   PRIMITIVE y x (within, touching, ends_touching, sweeps)   end
 *         two   PRIMITIVE x x (distance_after)   NUMBER l   AT_MOST | LESS y x l   end
 *         two   none   ENOUGH l   PRIMITIVE r x (reach)   AT_MOST | LESS y r l   end
 *   two: in temps x and x+1 the member and another thing
 *   compute: instructions that do not depend on the member (`reckons`)
 *   end: [NOT y y]   JUMP_NOT | JUMP_IF y, back to NEXT_OF
 *
 *   then [APPEND r m | ADD r r x | FIELD x m   ADD | HIGHER | LOWER r r x]   JUMP back to NEXT_OF
 */
#include "run_op.h"

#include <string.h>

/* Reads the end of a test, whose result lies in temp y, and sets w->refused to the result with
 * which a member is refused. Returns the instruction behind it; NULL if no end stands here. */
static const struct image_code *ends(const struct machine *m, const struct image_code *next,
                                     const struct image_code *k, int32_t y, struct walk_ask *w) {
    bool turned = k->op == CODE_NOT && k->a == y && k->b == y;
    if (turned) k++;
    bool jump_if = k->op == CODE_JUMP_IF;
    if (!jump_if && k->op != CODE_JUMP_NOT) return NULL;
    w->refused = jump_if != turned;
    return k->a == y && k->d == next - m->code ? k + 1 : NULL;
}

static bool reads(const struct image_code *k, int32_t temp) {
    const bool two = k->op >= CODE_ADD && k->op <= CODE_MULTIPLY;
    const bool one = two || k->op == CODE_MOVE || k->op == CODE_FIELD || k->op == CODE_STORED;
    return (one && k->b == temp) || (two && k->c == temp);
}

/* Whether an instruction can be computed here (`reckon`) and does not depend on the member of the
 * walk: it is a number, none, THIS, a role or slot, or a copy, sum, difference, product or plain
 * field (state.plain) of a temp that is not the member's. */
static bool reckons(const struct machine *m, const struct image_code *next,
                    const struct image_code *k) {
    switch ((enum opcode)k->op) {
    case CODE_NUMBER:
    case CODE_LOAD_NONE:
    case CODE_THIS:
    case CODE_ROLE:
    case CODE_LOAD: return true;
    case CODE_MOVE:
    case CODE_ADD:
    case CODE_SUBTRACT:
    case CODE_MULTIPLY: return !reads(k, next->a);
    case CODE_FIELD:
    case CODE_STORED: return !reads(k, next->a) && m->s->plain[k->d] >= 0;
    default: return false;
    }
}

/* as the op of walk_ask.by: no instruction computes this value. No walk contains a STATEMENT, so
 * its number is free for that. */
enum { NOT_FOUND = CODE_STATEMENT };

/* Values of temps that were computed here and not by the code, which has not run. value_in finds
 * the value of a temp: the one that was computed for it last or, if none was, what lies in the
 * temp. */
struct reckoned {
    int32_t count, temp[WALK_RECKONED];
    int64_t value[WALK_RECKONED];
};

static int64_t value_in(const struct machine *m, const struct reckoned *r, int32_t temp) {
    for (int32_t i = r->count; i-- > 0;) {
        if (r->temp[i] == temp) return r->value[i];
    }
    return m->t[temp];
}

static bool reckon_two(const struct machine *m, const struct image_code *k,
                       const struct reckoned *r, int64_t *out) {
    const int64_t x = value_in(m, r, k->b), y = value_in(m, r, k->c);
    if (!run_op_both(x, y)) return false;
    if (k->op == CODE_ADD) return num_add(x, y, out);
    return k->op == CODE_SUBTRACT ? num_sub(x, y, out) : num_mul(x, y, out);
}

/* Computes what an instruction for which `reckons` holds would write. Returns false if it would
 * fail, or if more than reading words would be needed. */
static bool reckon(struct machine *m, const struct image_code *k, const struct reckoned *r,
                   int64_t *out) {
    switch ((enum opcode)k->op) {
    case CODE_NUMBER: *out = k->d; return true;
    case CODE_LOAD_NONE: *out = NONE; return true;
    case CODE_THIS: *out = m->env.self; return true;
    case CODE_ROLE: return run_op_quick_role(m, k, out);
    case CODE_LOAD: return run_op_quick_load(m, k, out);
    case CODE_MOVE: *out = value_in(m, r, k->b); return true;
    case CODE_FIELD:
    case CODE_STORED: {
        const int64_t thing = value_in(m, r, k->b);
        if (thing <= 0) return false;
        *out = state_word(m->s, thing, (uint32_t)m->s->plain[k->d]);
        return true;
    }
    default: return reckon_two(m, k, r, out);
    }
}

static MYTH_APART bool reckon_all(struct machine *m, const struct walk_ask *ask, int64_t with[2]) {
    struct reckoned r;
    r.count = 0;
    for (const struct image_code *k = ask->from; k < ask->to; k++) {
        if (k->op == CODE_MOVE && k->b == ask->member) continue;
        if (!reckon(m, k, &r, &r.value[r.count])) return false;
        r.temp[r.count++] = k->a;
    }
    with[0] = ask->z >= 0 ? value_in(m, &r, ask->z) : NONE;
    with[1] = ask->far >= 0 ? value_in(m, &r, ask->far) : NONE;
    return true;
}

static MYTH_APART bool found_by(struct machine *m, const struct image_code *by, int64_t *out) {
    switch ((enum opcode)by->op) {
    case CODE_NUMBER: *out = by->d; return true;
    case CODE_ROLE: return run_op_quick_role(m, by, out);
    case CODE_LOAD: return run_op_quick_load(m, by, out);
    case CODE_THIS: *out = m->env.self; return true;
    default: *out = NONE; return true;
    }
}

/* Finds the value that one instruction of walk_ask.by computes; mostly it is a MOVE, of a temp. */
static inline bool direct(struct machine *m, const struct image_code *by, int64_t *out) {
    if (MYTH_UNLIKELY(by->op != CODE_MOVE)) return found_by(m, by, out);
    *out = m->t[by->b];
    return true;
}

/* Computes the other value of a test (with[0]) and its length (with[1]). Returns false if that is
 * not possible now: then the code has to run. */
static inline bool with_what(struct machine *m, const struct walk_ask *ask, int64_t with[2]) {
    /* rules in Lua may change sides, so the code runs */
    if (ask->asked == WALK_SIDE && m->s->outside_count) return false;
    if (MYTH_UNLIKELY(!ask->direct)) return reckon_all(m, ask, with);
    if (!direct(m, &ask->by[0], &with[0])) return false;
    with[1] = NONE;
    return ask->by[1].op == CODE_LOAD_NONE || direct(m, &ask->by[1], &with[1]);
}

/* Finds out whether each of the two values of a test is computed by one instruction at most that
 * does not read the other value. Sets w->direct to that and, if so, w->by to the two instructions.
 * A MOVE stands for a value that lies in its temp already, a LOAD_NONE for one that the test does
 * not have. */
static void find_direct(struct walk_ask *w) {
    const int32_t temps[] = {w->z, w->far};
    w->direct = false;
    for (const struct image_code *k = w->from; k < w->to; k++) {
        const bool loads = k->op == CODE_NUMBER || k->op == CODE_LOAD_NONE || k->op == CODE_THIS ||
                           k->op == CODE_ROLE || k->op == CODE_LOAD || k->op == CODE_MOVE;
        const int32_t n = k->a == w->far;
        if (k->op == CODE_MOVE && k->b == w->member) continue;
        if (!loads || (k->a != w->z && !n) || w->by[n].op != NOT_FOUND) return;
        if (k->op == CODE_MOVE && (k->b == w->z || k->b == w->far)) return;
        w->by[n] = *k;
    }
    for (int n = 0; n < 2; n++) {
        if (w->by[n].op != NOT_FOUND) continue;
        w->by[n].op = temps[n] < 0 ? CODE_LOAD_NONE : CODE_MOVE;
        w->by[n].b = (uint8_t)(temps[n] < 0 ? 0 : temps[n]);
    }
    w->direct = true;
}

/* ---- Tests ---------------------------------------- */

static const struct image_code *by_field(const struct machine *m, const struct image_code *next,
                                         const struct image_code *i, struct walk_ask *w) {
    const int32_t x = i->a;
    const struct image_code *k = i + 1, *end;
    w->asked = WALK_WORD;
    w->of = m->s->plain[i->d];
    if (i->b != next->a || w->of < 0) return NULL;
    if ((end = ends(m, next, k, x, w)) != NULL) {
        w->by[0] = (struct image_code){.op = CODE_NUMBER, .d = 1};
        return end;
    }
    if (k->op == CODE_IS_NONE && k->b == x) return ends(m, next, k + 1, k->a, w);
    w->from = k;
    while (reckons(m, next, k)) {
        if (k++->a == x) return NULL;
    }
    w->to = k;
    if (k->op < CODE_SAME || k->op > CODE_EQUAL || (k->b == x) == (k->c == x)) return NULL;
    if (k->op != CODE_SAME && k->op != CODE_EQUAL) w->asked = WALK_FIELD;
    w->compare = (enum opcode)k->op;
    w->first = k->b == x;
    w->z = w->first ? k->c : k->b;
    return ends(m, next, k + 1, k->a, w);
}

static const struct image_code *by_kind(const struct machine *m, const struct image_code *next,
                                        const struct image_code *i, struct walk_ask *w) {
    w->asked = WALK_KIND;
    w->of = i->d;
    return i->b == next->a ? ends(m, next, i + 1, i->a, w) : NULL;
}

/* Whether one of the temps x and x + 1, the arguments of `call`, gets the member by a MOVE among
 * the instructions before it. The other temp is then w->z. */
static bool is_given(const struct image_code *next, const struct image_code *k,
                     const struct image_code *call, int32_t x, struct walk_ask *w) {
    const struct image_code *moved = NULL;
    for (; k < call; k++) {
        const bool moves = k->op == CODE_MOVE && k->b == next->a;
        if (moved && (moves || k->a == moved->a)) return false;
        if (moves) moved = k;
    }
    if (!moved || moved->a < x || moved->a > x + 1) return false;
    w->first = moved->a == x;
    w->z = w->first ? x + 1 : x;
    return true;
}

/* Reads a test of `reach` that only asks whether the reach is at most, or less than, a length, with
 * none for all arguments but the two things. Returns the instruction behind the test; NULL if it is
 * another test. */
static const struct image_code *by_reach(const struct machine *m, const struct image_code *next,
                                         const struct image_code *k, struct walk_ask *w) {
    const struct image_code *call = k + 1, *compare = k + 2;
    if (call->op != CODE_PRIMITIVE || call->d != PRIM_REACH || call->c < 2) return NULL;
    for (int32_t n = 2; n < call->c; n++) {
        const struct image_code *none = k - call->c + n;
        if (none < w->from || none->op != CODE_LOAD_NONE || none->a != call->b + n) return NULL;
    }
    w->to = k - (call->c - 2);
    if (compare->op != CODE_AT_MOST && compare->op != CODE_LESS) return NULL;
    if (compare->b != call->a || compare->c != k->b || k->b == call->a) return NULL;
    if (k->b >= call->b && k->b < call->b + call->c) return NULL;
    w->asked = WALK_REACH;
    w->far = k->b;
    if (!is_given(next, w->from, w->to, call->b, w)) return NULL;
    return ends(m, next, compare + 1, compare->a, w);
}

/* Reads a test of `distance_after` that only asks whether the distance is at most, or less than, a
 * length. Returns the instruction behind the test; NULL if it is another test. */
static const struct image_code *by_end(const struct machine *m, const struct image_code *next,
                                       const struct image_code *call, struct walk_ask *w) {
    const struct image_code *number = call + 1, *compare = call + 2;
    if (call->c != 2 || number->op != CODE_NUMBER || number->a == call->a) return NULL;
    if (compare->op != CODE_AT_MOST && compare->op != CODE_LESS) return NULL;
    if (compare->b != call->a || compare->c != number->a) return NULL;
    w->asked = WALK_NEAR;
    w->of = call->d;
    w->by[1] = *number;
    if (!is_given(next, w->from, call, call->b, w)) return NULL;
    return ends(m, next, compare + 1, compare->a, w);
}

/* Whether a QUANTITY computes a truth of one or two things that may be remembered. */
static bool is_remembered(const struct machine *m, const struct image_code *k) {
    const bool truth = m->img->quantities[k->d].type.class == V_TRUTH;
    return truth && k->c >= 1 && k->c <= 2 && m->s->memory.numbers[k->d].way == WAY_KEPT;
}

/* Reads a test of the member together with another thing, before which something may be computed.
 * Returns the instruction behind the test; NULL if it is no known test. */
static const struct image_code *by_two(const struct machine *m, const struct image_code *next,
                                       const struct image_code *i, struct walk_ask *w) {
    const struct image_code *k = i;
    int32_t moved = -1; /* the temp to which the member was moved; -1 */
    for (;; k++) {
        if (moved >= 0 && reads(k, moved)) return NULL;
        if (k->op == CODE_MOVE && k->b == next->a)
            moved = k->a;
        else if (!reckons(m, next, k))
            break;
    }
    w->from = i;
    w->to = k;
    if (k->op == CODE_ENOUGH) return by_reach(m, next, k, w);
    if (k->op == CODE_PRIMITIVE && k->d == PRIM_DISTANCE_AFTER) return by_end(m, next, k, w);
    if (k->op == CODE_SAME && moved < 0 && (k->b == next->a) != (k->c == next->a)) {
        w->asked = WALK_SAME;
        w->z = k->b == next->a ? k->c : k->b;
        return ends(m, next, k + 1, k->a, w);
    }
    if (k->op == CODE_HAS && k->c == 0 && k->b == (moved < 0 ? next->a : moved)) {
        w->asked = WALK_HAS;
        w->of = k->d;
        return ends(m, next, k + 1, k->a, w);
    }
    if (k->op == CODE_QUANTITY && k->c == 2 && m->s->memory.numbers[k->d].way >= WAY_FRIENDS) {
        w->asked = WALK_SIDE;
        w->of = m->img->quantities[k->d].builtin;
    } else if (k->op == CODE_QUANTITY && is_remembered(m, k)) {
        w->asked = WALK_RECALLED;
        w->of = k->d;
        if (k->c == 1 && k->b == (moved < 0 ? next->a : moved))
            return ends(m, next, k + 1, k->a, w);
        if (k->c == 1) return NULL;
    } else if (k->op == CODE_PRIMITIVE) {
        const bool within = k->d == PRIM_WITHIN && k->c == 3;
        const bool touches =
            k->d == PRIM_TOUCHING || k->d == PRIM_ENDS_TOUCHING || k->d == PRIM_SWEEPS;
        if (!within && (!touches || k->c != 2)) return NULL;
        w->asked = WALK_NEAR;
        w->of = k->d;
        if (within) w->far = k->b + 2;
    } else {
        return NULL;
    }
    return is_given(next, i, k, k->b, w) ? ends(m, next, k + 1, k->a, w) : NULL;
}

/* Reads the test that begins at i. Returns the instruction behind it; NULL if it is no known
 * test. */
static const struct image_code *ask_of(const struct machine *m, const struct image_code *next,
                                       const struct image_code *i, struct walk_ask *w) {
    *w = (struct walk_ask){.z = -1, .far = -1, .member = next->a};
    const bool field = i->op == CODE_FIELD || i->op == CODE_STORED;
    if (i->op == CODE_IS_KIND) return by_kind(m, next, i, w);
    return field && i->b == next->a ? by_field(m, next, i, w) : by_two(m, next, i, w);
}

/* Whether one of the instructions from k to before `end` writes a temp. */
static bool writes(const struct image_code *k, const struct image_code *end, int32_t temp) {
    for (; k < end; k++) {
        const bool none = k->op == CODE_JUMP_IF || k->op == CODE_JUMP_NOT || k->op == CODE_ENOUGH;
        if (!none && k->a == temp) return true;
    }
    return false;
}

/* Whether the value that instruction k of a test reads from a temp can be known when the test is
 * answered here: either the test itself computes it before k, or no instruction between `next` and
 * `end` writes the temp, so that it still holds what it held before the walk. `temp` below 0: there
 * is nothing to read. */
static bool lasts(const struct image_code *next, const struct image_code *end,
                  const struct walk_ask *w, const struct image_code *k, int32_t temp) {
    return temp < 0 || writes(w->from, k, temp) || !writes(next + 1, end, temp);
}

/* Whether the instructions between `next` and `end` write neither the temps of the walk itself nor
 * what a test reads from before the walk. Also false if a test computes more than WALK_RECKONED
 * values. */
static bool undisturbed(const struct walk *w, const struct image_code *next,
                        const struct image_code *end) {
    if (writes(next + 1, end, next->a) || writes(next + 1, end, next->b)) return false;
    if (writes(next + 1, end, next->c)) return false;
    for (int32_t n = 0; n < w->count; n++) {
        const struct walk_ask *ask = &w->asks[n];
        if (ask->to - ask->from > WALK_RECKONED) return false;
        if (!lasts(next, end, ask, ask->to, ask->z)) return false;
        if (!lasts(next, end, ask, ask->to, ask->far)) return false;
        for (const struct image_code *k = ask->from; k < ask->to; k++) {
            if (k->op == CODE_MOVE && k->b == next->a) continue;
            if (reads(k, k->b) && !lasts(next, end, ask, k, k->b)) return false;
            if (reads(k, k->c) && !lasts(next, end, ask, k, k->c)) return false;
        }
    }
    return true;
}

/* The values with which one test compares members, computed once for all of them. */
struct compared {
    int64_t with[2];
    bool about_known;
    /* if about_known: the answer of the test is no for a member outside of this box */
    struct prim_about about;
};

/* One passage over members: the values of the first `found` tests, each computed when the passage
 * first gets to the test. */
struct passage {
    const struct walk *w;
    int32_t found;
    /* index: of the list by the word of the first test; NULL: none. place: 1 + the place of the
     * last member that it let through; 0: there is none more; -1: none yet */
    const struct word_index *index;
    int32_t place;
    struct compared with[WALK_ASKS];
};

static inline bool test_holds(const struct state *s, const struct walk_ask *w, int64_t other,
                              int64_t member, int asked) {
    if (asked == WALK_SAME) return member == other;
    if (asked == WALK_KIND) return state_is(s, member, w->of);
    if (asked == WALK_SIDE)
        return w->of == BUILTIN_FRIENDLY ? state_friends(s, member, other)
                                         : state_foes(s, member, other);
    const int64_t value = state_word(s, member, (uint32_t)w->of);
    if (asked == WALK_WORD) return value == other;
    return image_compares_read(w->compare, w->first, value, other);
}

/* Passes over the members behind index `at` that a test refuses, up to the first that it does not,
 * and returns the index of the last of them; `at` if there is none. Compiled once for each sort of
 * test (`asked`), so that the loop decides nothing else. */
MYTH_INLINE int64_t skip_by_test(const struct state *s, const struct walk_ask *w, int64_t other,
                                 struct view v, int64_t at, int asked) {
    for (; at + 1 < v.count; at++) {
        const int64_t member = v.at[at + 1];
        if (member <= 0 || test_holds(s, w, other, member, asked) != w->refused) break;
    }
    return at;
}

/* Tries to answer a test of nearness or reach without its primitive: returns true with *yes as the
 * answer. Returns false if only the primitive can tell. Of reach only a no can be told here, by the
 * distance. */
static bool near(struct state *s, const struct walk_ask *w, int64_t other, int64_t far,
                 int64_t member, bool *yes) {
    const int64_t a = w->first ? member : other, b = w->first ? other : member;
    if (w->asked == WALK_NEAR) return prim_stood_near(s, (enum prim_id)w->of, a, b, far, yes);
    const int64_t args[] = {a, b, NONE, NONE, NONE, NONE, NONE, NONE};
    *yes = false;
    return far != NONE && prim_out_of_reach(s, args, far);
}

/* Passes over the members behind index `at` that one of the first `count` tests refuses, all of
 * which compare a word of the member for equality, up to the first that none refuses. Returns the
 * index of the last of them; `at` if there is none. */
static int64_t skip_by_words(const struct state *s, const struct passage *p, int32_t count,
                             struct view v, int64_t at) {
    const int64_t *const things = s->w.base[SEG_THINGS];
    const struct walk_ask *const asks = p->w->asks;
    const size_t stride = s->stride, word = (size_t)asks->of;
    const int64_t with = p->with->with[0];
    const bool refused = asks->refused;
    const int64_t *const end = v.at + v.count, *next = v.at + at + 1;
    for (; next < end; next++) {
        const int64_t member = *next;
        if (member <= 0) break;
        const int64_t *const record = things + (size_t)member * stride;
        if (MYTH_LIKELY((record[word] == with) == refused)) continue;
        int32_t n = 1;
        while (n < count && (record[asks[n].of] == p->with[n].with[0]) != asks[n].refused) n++;
        if (n >= count) break;
    }
    return next - v.at - 1;
}

/* Does skip_by_words by an index of the list by the word of the first test, which lets one value
 * through. */
static int64_t skip_by_index(const struct state *s, struct passage *p, int32_t count, struct view v,
                             int64_t at) {
    const struct word_index *x = p->index;
    const struct walk_ask *const asks = p->w->asks;
    const int64_t with = p->with->with[0];
    int32_t place = p->place;
    if (place < 0) place = with > 0 && with < x->ids ? x->first[with] : 0;
    for (; place > 0; place = x->next[place - 1]) {
        if (place - 1 <= at) continue;
        int32_t n = 1;
        while (n < count && (state_word(s, v.at[place - 1], (uint32_t)asks[n].of) ==
                             p->with[n].with[0]) != asks[n].refused)
            n++;
        if (n >= count) break;
    }
    p->place = place;
    return place > 0 ? place - 2 : v.count - 1;
}

static int64_t skip_refused(struct state *s, struct passage *p, int32_t words, struct view v,
                            int64_t at) {
    const struct walk_ask *const w = p->w->asks;
    const int64_t other = p->with->with[0];
    switch (w->asked) {
    case WALK_KIND: return skip_by_test(s, w, other, v, at, WALK_KIND);
    case WALK_SIDE: return skip_by_test(s, w, other, v, at, WALK_SIDE);
    case WALK_SAME: return skip_by_test(s, w, other, v, at, WALK_SAME);
    case WALK_FIELD: return skip_by_test(s, w, other, v, at, WALK_FIELD);
    case WALK_WORD:
        return p->index ? skip_by_index(s, p, words, v, at) : skip_by_words(s, p, words, v, at);
    case WALK_HAS:
    case WALK_RECALLED:
    case WALK_NEAR:
    case WALK_REACH: break;
    }
    return at;
}

/* Whether an instruction reads a temp, or may read it: for some instructions it is not known how
 * many temps in a row they read. */
static bool may_read(const struct image_code *k, int32_t temp) {
    const struct opcode_row *row = image_opcode((enum opcode)k->op);
    const char *const kinds[] = {row->a, row->b, row->c};
    const int32_t at[] = {k->a, k->b, k->c};
    const bool counted = k->op == CODE_QUANTITY || k->op == CODE_PRIMITIVE;
    for (int n = 0; n < 3; n++) {
        if (strcmp(kinds[n], "in") == 0 && at[n] == temp) return true;
        if (strcmp(kinds[n], "first") != 0 || temp < at[n]) continue;
        if (!counted || temp < k->b + k->c) return true;
    }
    return k->op == CODE_HAS && temp > k->b && temp <= k->b + k->c;
}

/* Whether a temp is read by the instructions from k to before `end`, before one of them writes
 * it. */
static bool is_wanted(const struct image_code *k, const struct image_code *end, int32_t temp) {
    for (; k < end; k++) {
        if (may_read(k, temp)) return true;
        if (k->a == temp && strcmp(image_opcode((enum opcode)k->op)->a, "out") == 0) return false;
    }
    return false;
}

/* Sets w->behind to where the code may go on with a member that has passed the tests: behind them,
 * if the code there reads nothing that the tests have written but at most one plain field of the
 * member. That field, and the temp that the code reads it from, become w->shows and w->shown.
 * Leaves w->behind NULL if the code there reads more. */
static void read_behind(const struct machine *m, const struct image_code *next,
                        const struct image_code *behind, struct walk *w) {
    const struct image_code *end = m->code + next->d;
    w->shown = w->shows = -1;
    for (const struct image_code *k = behind; --k > next;) {
        if (k->op == CODE_JUMP_IF || k->op == CODE_JUMP_NOT || k->op == CODE_ENOUGH) continue;
        if (k->a == w->shown || !is_wanted(behind, end, k->a)) continue;
        const bool plain = k->op == CODE_FIELD && k->b == next->a && m->s->plain[k->d] >= 0;
        if (!plain || w->shown >= 0) return;
        w->shown = k->a;
        w->shows = m->s->plain[k->d];
    }
    w->behind = behind;
}

/* Sets w->does to what is done with a member that has passed the tests, if that is one known
 * instruction, perhaps behind the reading of a field, and then the jump back. */
static void read_done(const struct machine *m, const struct image_code *next, struct walk *w) {
    const struct image_code *k = w->behind, *end;
    int32_t word = w->shows, x = w->shown;
    if (k->op == CODE_FIELD && k->b == next->a && m->s->plain[k->d] >= 0) {
        word = m->s->plain[k->d];
        x = k++->a;
    }
    end = k + 1;
    if (end->op != CODE_JUMP || end->d != next - m->code || !undisturbed(w, next, end)) return;
    if (k->op == CODE_APPEND && k->b == next->a) {
        w->into = k->a;
    } else if (k->op == CODE_ADD || k->op == CODE_HIGHER || k->op == CODE_LOWER) {
        const bool same = k->c == x;
        if (k->a != k->b || k->a == k->c || (!same && k->op != CODE_ADD)) return;
        if (k->c == next->a || writes(next + 1, k, k->a) || (!same && writes(next + 1, k, k->c)))
            return;
        w->into = k->a;
        w->word = same ? word : -1;
        w->of = k->c;
    } else {
        return;
    }
    w->does = (enum opcode)k->op;
}

/* Returns what is known of the walk at a NEXT_OF. That is read off the code when the walk is met,
 * and kept until another walk takes the same entry of the table. Code does not move while a battle
 * lasts, so its address identifies it. */
static struct walk *walk_of(const struct machine *m, const struct image_code *next) {
    struct walk *w = &m->b->walks[(size_t)(next - m->img->code) % WALKS];
    if (MYTH_LIKELY(w->code == next)) return w;
    const struct image_code *i = next + 1, *behind;
    *w = (struct walk){.code = next, .does = CODE_RETURN};
    for (; w->count < WALK_ASKS; i = behind) {
        if ((behind = ask_of(m, next, i, &w->asks[w->count])) == NULL) break;
        find_direct(&w->asks[w->count++]);
        if (!undisturbed(w, next, behind)) {
            w->count--;
            break;
        }
        if (w->asks[w->count - 1].asked == WALK_WORD && w->words == w->count - 1) w->words++;
    }
    read_behind(m, next, i, w);
    if (w->behind) read_done(m, next, w);
    return w;
}

enum verdict { REFUSED, LET_THROUGH, NOT_KNOWN };

/* Sets *yes to the remembered result of a truth of the member, or of the member and the other thing
 * of the test; to no, if none is remembered, and its guards refuse. Returns false if it has to be
 * computed. */
static bool recalled(struct machine *m, const struct walk_ask *w, int64_t other, int64_t member,
                     bool *yes) {
    struct state *s = m->s;
    const int64_t two[] = {w->first ? member : other, w->first ? other : member};
    int64_t value;
    if (s->memory.numbers[w->of].guarded &&
        rows_refuses(s, w->of, &m->env, w->z < 0 ? &member : two)) {
        *yes = false;
        return true;
    }
    const bool known =
        state_recalls(s, m->env.accounts) && (w->z < 0 ? state_recall(s, w->of, &member, 1, &value)
                                                       : state_recall(s, w->of, two, 2, &value));
    *yes = known && value == 1;
    return known;
}

static MYTH_APART void find_about(struct state *s, const struct walk_ask *w, struct compared *c) {
    const enum prim_id id = w->asked == WALK_REACH ? PRIM_REACH : (enum prim_id)w->of;
    const bool way = id == PRIM_ENDS_TOUCHING || id == PRIM_DISTANCE_AFTER;
    c->about_known = !(way && w->first) && prim_about_of(s, id, c->with[0], c->with[1], &c->about);
}

static inline bool compared_of(struct machine *m, const struct walk_ask *w, struct compared *c) {
    if (!with_what(m, w, c->with)) return false;
    /* EQUAL with none is no, even for a member whose word is none, which a comparison of words
     * would take for equal. So the code runs */
    if (w->compare == CODE_EQUAL && c->with[0] == NONE) return false;
    c->about_known = false;
    if (w->asked >= WALK_NEAR && !WITHOUT_ABOUT) find_about(m->s, w, c);
    return true;
}

static enum verdict judged(struct machine *m, const struct walk_ask *w, const struct compared *c,
                           int64_t member) {
    struct state *s = m->s;
    const int64_t *with = c->with;
    bool yes;
    switch (w->asked) {
    case WALK_HAS:
        yes = false;
        /* the member bears one, which may not be in force */
        if (state_bears(s, member, w->of)) return NOT_KNOWN;
        break;
    case WALK_RECALLED:
        if (!recalled(m, w, with[0], member, &yes)) return NOT_KNOWN;
        break;
    case WALK_NEAR:
    case WALK_REACH:
        yes = false;
        if (c->about_known && prim_far_off(s, &c->about, member)) break;
        if (!near(s, w, with[0], with[1], member, &yes)) return NOT_KNOWN;
        break;
    default: yes = test_holds(s, w, with[0], member, (int)w->asked);
    }
    return yes == w->refused ? REFUSED : LET_THROUGH;
}

/* Judges a member by the tests from number `from` on. Returns REFUSED if one refuses it,
 * LET_THROUGH if none does, NOT_KNOWN if the code has to run with the member. */
static enum verdict judged_from(struct machine *m, struct passage *p, int32_t from,
                                int64_t member) {
    if (member <= 0) return NOT_KNOWN;
    for (int32_t n = from; n < p->w->count; n++) {
        const struct walk_ask *ask = &p->w->asks[n];
        if (n == p->found && !compared_of(m, ask, &p->with[n])) return NOT_KNOWN;
        if (n == p->found) p->found++;
        const enum verdict verdict = judged(m, ask, &p->with[n], member);
        if (verdict != LET_THROUGH) return verdict;
    }
    return p->w->behind ? LET_THROUGH : NOT_KNOWN;
}

/* Does the walk's action (walk.does) with a member that has passed the tests. Returns false if the
 * walk has no known action, or if it would fail; then nothing is done. */
static inline bool done_with(struct machine *m, const struct walk *w, int64_t member) {
    if (w->does == CODE_RETURN) return false;
    if (w->does == CODE_APPEND) {
        state_scratch_add(m->s, m->t[w->into], member);
        return true;
    }
    int64_t *into = &m->t[w->into];
    const int64_t x = w->word >= 0 ? state_word(m->s, member, (uint32_t)w->word) : m->t[w->of];
    if (w->does == CODE_ADD) return run_op_both(*into, x) && num_add(*into, x, into);
    const bool other =
        *into == NONE || (x != NONE && (w->does == CODE_HIGHER ? x > *into : x < *into));
    if (other) *into = x;
    return true;
}

bool run_walk(struct machine *m, const struct image_code **i, struct view v) {
    if (WITHOUT_WALKS) return false;
    const struct image_code *next = *i;
    const struct walk *w = walk_of(m, next);
    const int64_t *const scratch = m->s->scratch;
    struct passage p;
    p.w = w;
    p.found = 0;
    if (w->count == 0 && w->does == CODE_RETURN) return false;
    if (w->count > 0 && !compared_of(m, &w->asks[0], &p.with[p.found++])) return false;
    while (p.found < w->words && compared_of(m, &w->asks[p.found], &p.with[p.found])) p.found++;
    const bool at_once = w->count > 0 && w->asks[0].asked <= WALK_SIDE;
    /* the test with which to begin for members that skip_refused has not passed over */
    const int32_t behind = w->words > 0 ? p.found : at_once;
    p.place = -1;
    p.index = NULL;
    if (w->words > 0 && !w->asks[0].refused && p.with[0].with[0] > 0)
        p.index = run_indexed(m->b, m->t[next->c], v, (uint32_t)w->asks[0].of);
    const int64_t from = m->t[next->b];
    int64_t at = from;
    enum verdict verdict = NOT_KNOWN;
    for (; at + 1 < v.count; at++) {
        if (at_once) at = skip_refused(m->s, &p, behind, v, at);
        if (at + 1 >= v.count) break;
        verdict = judged_from(m, &p, behind, v.at[at + 1]);
        if (verdict == NOT_KNOWN) break;
        if (verdict == LET_THROUGH && !done_with(m, w, v.at[at + 1])) break;
    }
    ASSERT(m->s->scratch == scratch); /* the tests use no scratch, in which v may lie */
    m->t[next->b] = at;
    m->s->pure += at - from;
    if (verdict != LET_THROUGH || at + 1 >= v.count) return false;
    const int64_t member = v.at[++m->t[next->b]];
    m->t[next->a] = member;
    if (w->shown >= 0) m->t[w->shown] = state_word(m->s, member, (uint32_t)w->shows);
    *i = w->behind - 1;
    return true;
}
