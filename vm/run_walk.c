/*
 * Walks over sets, which ask something of each member and refuse most. What stands behind a NEXT_OF
 * is read once; the members that it would refuse are passed over here. The first that it would not
 * is the next: all that is asked of it runs as it stands. Nobody can tell but by the time it takes:
 * what is passed over changes nothing but temps that the next member writes anew, cannot fail, and
 * each member counts as a step.
 *
 *   NEXT_OF m   ask   [ask]   [ask]
 *   ask: FIELD x m   [load z]   compare y x z   end
 *        FIELD x m   [IS_NONE y x]   end
 *        [load z]   SAME y m z   end
 *        IS_KIND y m   end
 *        give x m   give x+1 z   QUANTITY y x (enemy, friendly)   end
 *        give x m   give x+1 z   [give x+2 far]   PRIMITIVE y x (within, touching)   end
 *   load: NUMBER | LOAD_NONE | THIS | ROLE | LOAD     give: MOVE, or a load
 *   end: [NOT y y]   JUMP_NOT | JUMP_IF y, back to NEXT_OF
 */
#include "run_op.h"

#include <string.h>

/* Whether the last instructions of a shape are there, and which truth is refused: what stands
 * behind them; NULL. */
static const struct image_code *ends(const struct machine *m, const struct image_code *next,
                                     const struct image_code *k, int32_t y, struct walk_ask *w) {
    bool turned = k->op == CODE_NOT && k->a == y && k->b == y;
    if (turned) k++;
    bool jump_if = k->op == CODE_JUMP_IF;
    if (!jump_if && k->op != CODE_JUMP_NOT) return NULL;
    w->refused = jump_if != turned;
    return k->a == y && k->d == next - m->code ? k + 1 : NULL;
}

/* What each is compared with, where it is loaded anew for each. */
static bool loads(struct machine *m, const struct image_code *k, int64_t *value) {
    switch ((enum opcode)k->op) {
    case CODE_NUMBER: *value = k->d; return true;
    case CODE_LOAD_NONE: *value = NONE; return true;
    case CODE_THIS: *value = m->env.self; return true;
    case CODE_ROLE: return run_op_quick_role(m, k, value);
    case CODE_LOAD: return run_op_quick_load(m, k, value);
    default: return false;
    }
}

static bool loadable(const struct image_code *k) {
    return k->op == CODE_NUMBER || k->op == CODE_LOAD_NONE || k->op == CODE_THIS ||
           k->op == CODE_ROLE || k->op == CODE_LOAD;
}

static const struct image_code *by_field(const struct machine *m, const struct image_code *next,
                                         const struct image_code *i, struct walk_ask *w) {
    const int32_t member = next->a, x = i->a;
    const struct image_code *k = i + 1, *end;
    w->asked = WALK_TRUTH;
    w->of = m->s->plain[i->d];
    if (i->b != member || w->of < 0) return NULL;
    if ((end = ends(m, next, k, x, w)) != NULL) return end;
    if (k->op == CODE_IS_NONE && k->b == x) {
        w->asked = WALK_NONE;
        return ends(m, next, k + 1, k->a, w);
    }
    const bool loaded = loadable(k);
    const int32_t at = loaded ? k->a : -1;
    w->loaded = loaded ? k : NULL;
    k += loaded;
    if (at == x) return NULL;
    if (k->op < CODE_SAME || k->op > CODE_EQUAL || (k->b == x) == (k->c == x)) return NULL;
    w->asked = WALK_FIELD;
    w->compare = (enum opcode)k->op;
    w->first = k->b == x;
    w->z = w->first ? k->c : k->b;
    if (loaded && w->z != at) return NULL;
    return ends(m, next, k + 1, k->a, w);
}

static bool gives(const struct image_code *k) {
    return k->op == CODE_MOVE || loadable(k);
}

/* These give the arguments from temp x on, one of them the member, the others as they lie in a temp
 * or are loaded. */
static bool given(const struct image_code *next, const struct image_code *i, int32_t count,
                  int32_t x, struct walk_ask *w) {
    const struct image_code *by[3] = {NULL, NULL, NULL};
    for (int32_t n = 0; n < count; n++) {
        const int32_t at = i[n].a - x;
        if (at < 0 || at >= count || by[at]) return false;
        by[at] = &i[n];
    }
    const bool left = by[0]->op == CODE_MOVE && by[0]->b == next->a;
    const bool right = by[1]->op == CODE_MOVE && by[1]->b == next->a;
    const struct image_code *other = by[left], *length = by[2];
    if (left == right) return false;
    w->z = other->op == CODE_MOVE ? other->b : other->a;
    w->loaded = other->op == CODE_MOVE ? NULL : other;
    if (!length) return true;
    w->far = length->op == CODE_MOVE ? length->b : length->a;
    w->length = length->op == CODE_MOVE ? NULL : length;
    return w->far != next->a;
}

static const struct image_code *by_two(const struct machine *m, const struct image_code *next,
                                       const struct image_code *i, struct walk_ask *w) {
    int32_t count = 0;
    while (count < 3 && gives(&i[count])) count++;
    const struct image_code *k = i + count;
    if (count < 2 || k->c != count) return NULL;
    if (k->op == CODE_QUANTITY && count == 2 && run_op_by_side(m, k->d)) {
        w->asked = WALK_SIDE;
        w->of = m->img->quantities[k->d].builtin;
    } else if (k->op == CODE_PRIMITIVE && k->d == (count == 2 ? PRIM_TOUCHING : PRIM_WITHIN)) {
        w->asked = WALK_NEAR;
        w->of = k->d;
    } else {
        return NULL;
    }
    return given(next, i, count, k->b, w) ? ends(m, next, k + 1, k->a, w) : NULL;
}

static const struct image_code *by_itself(const struct machine *m, const struct image_code *next,
                                          const struct image_code *i, struct walk_ask *w) {
    const struct image_code *k = i->op == CODE_SAME ? i : i + 1;
    if (k->op != CODE_SAME || (k->b == next->a) == (k->c == next->a)) return NULL;
    w->asked = WALK_SAME;
    w->z = k->b == next->a ? k->c : k->b;
    w->loaded = k == i ? NULL : i;
    if (w->loaded && (!loadable(i) || i->a != w->z)) return NULL;
    return ends(m, next, k + 1, k->a, w);
}

static const struct image_code *by_kind(const struct machine *m, const struct image_code *next,
                                        const struct image_code *i, struct walk_ask *w) {
    w->asked = WALK_KIND;
    w->of = i->d;
    return i->b == next->a ? ends(m, next, i + 1, i->a, w) : NULL;
}

/* What is asked here, if it is one of those that are known: what stands behind it. */
static const struct image_code *ask_of(const struct machine *m, const struct image_code *next,
                                       const struct image_code *i, struct walk_ask *w) {
    *w = (struct walk_ask){.z = -1, .far = -1};
    switch ((enum opcode)i->op) {
    case CODE_FIELD:
    case CODE_STORED: return by_field(m, next, i, w);
    case CODE_IS_KIND: return by_kind(m, next, i, w);
    case CODE_SAME: return by_itself(m, next, i, w);
    default: break;
    }
    if (!gives(i)) return NULL;
    return i[1].op == CODE_SAME ? by_itself(m, next, i, w) : by_two(m, next, i, w);
}

/* What is asked writes a temp that the walk needs, or with which a member is compared: it would not
 * be for the next what it is for this one. */
static bool disturbs(const struct walk *w, const struct image_code *next,
                     const struct image_code *end) {
    for (const struct image_code *k = next + 1; k < end; k++) {
        if (k->op == CODE_JUMP_IF || k->op == CODE_JUMP_NOT) continue;
        if (k->a == next->a || k->a == next->b || k->a == next->c) return true;
        for (int32_t n = 0; n < w->count; n++) {
            const struct walk_ask *ask = &w->asks[n];
            if ((!ask->loaded && k->a == ask->z) || (!ask->length && k->a == ask->far)) return true;
        }
    }
    return false;
}

static inline bool found(const struct state *s, const struct walk_ask *w, int64_t other,
                         int64_t member, int asked, enum opcode compare) {
    if (asked == WALK_SAME) return member == other;
    if (asked == WALK_KIND) return state_is(s, member, w->of);
    int64_t value = state_word(s, member, (uint32_t)w->of);
    if (asked == WALK_NONE) return value == NONE;
    if (asked == WALK_TRUTH) return value == 1;
    return image_compares_read(compare, w->first, value, other);
}

/* The last from `at` on that is passed over. Made for each sort of question, so that the walk
 * itself asks nothing else. */
MYTH_INLINE int64_t past(const struct state *s, const struct walk_ask *w, int64_t other,
                         struct view v, int64_t at, int asked, enum opcode compare) {
    for (; at + 1 < v.count; at++) {
        const int64_t member = v.at[at + 1];
        if (member <= 0 || found(s, w, other, member, asked, compare) != w->refused) break;
    }
    return at;
}

/* The same by sides: whose the other is is looked up once. Who is of no side is nobody's foe, and
 * his own friend. */
static int64_t past_side(const struct state *s, const struct walk_ask *w, int64_t other,
                         struct view v, int64_t at) {
    const int64_t side = state_owner(s, other);
    const bool friends = w->of == BUILTIN_FRIENDLY;
    for (; at + 1 < v.count; at++) {
        const int64_t member = v.at[at + 1];
        if (member <= 0) break;
        const int64_t own = state_word(s, member, T_OWNER);
        const bool both = own != NONE && side != NONE;
        const bool yes = friends ? member == other || (own == side && both) : own != side && both;
        if (yes != w->refused) break;
    }
    return at;
}

/* The same of what is not so near, or is. */
static int64_t past_near(struct state *s, const struct walk_ask *w, int64_t other, int64_t far,
                         struct view v, int64_t at) {
    for (; at + 1 < v.count; at++) {
        bool yes;
        if (!prim_stood_near(s, (enum prim_id)w->of, other, v.at[at + 1], far, &yes)) break;
        if (yes != w->refused) break;
    }
    return at;
}

static int64_t passed(struct state *s, const struct walk_ask *w, const int64_t with[2],
                      struct view v, int64_t at) {
    const int64_t other = with[0];
    switch (w->asked) {
    case WALK_KIND: return past(s, w, other, v, at, WALK_KIND, CODE_SAME);
    case WALK_SIDE: return past_side(s, w, other, v, at);
    case WALK_NONE: return past(s, w, other, v, at, WALK_NONE, CODE_SAME);
    case WALK_TRUTH: return past(s, w, other, v, at, WALK_TRUTH, CODE_SAME);
    case WALK_SAME: return past(s, w, other, v, at, WALK_SAME, CODE_SAME);
    case WALK_NEAR: return past_near(s, w, other, with[1], v, at);
    case WALK_FIELD: break;
    }
    if (w->compare == CODE_SAME) return past(s, w, other, v, at, WALK_FIELD, CODE_SAME);
    return past(s, w, other, v, at, WALK_FIELD, w->compare);
}

/* The code of a battle stays where it is. */
static struct walk *walk_of(const struct machine *m, const struct image_code *next) {
    struct walk *w = &m->b->walks[(size_t)(next - m->img->code) % WALKS];
    if (MYTH_LIKELY(w->code == next)) return w;
    const struct image_code *i = next + 1;
    w->code = next;
    w->count = 0;
    while (w->count < WALK_ASKS && (i = ask_of(m, next, i, &w->asks[w->count])) != NULL) {
        w->count++;
        if (!disturbs(w, next, i)) continue;
        w->count--;
        break;
    }
    return w;
}

/* With what a member is compared, and a length. False: it cannot be told now. */
static bool with_what(struct machine *m, const struct walk_ask *ask, int64_t with[2]) {
    /* Rules in Lua may speak of sides. */
    if (ask->asked == WALK_SIDE && m->s->outside_count) return false;
    with[0] = ask->z >= 0 ? m->t[ask->z] : NONE;
    with[1] = ask->far >= 0 ? m->t[ask->far] : NONE;
    if (ask->loaded && !loads(m, ask->loaded, &with[0])) return false;
    return !ask->length || loads(m, ask->length, &with[1]);
}

static bool refuses(struct state *s, const struct walk_ask *w, const int64_t with[2],
                    int64_t member) {
    bool yes;
    if (member <= 0) return false;
    if (w->asked == WALK_NEAR) {
        const bool told = prim_stood_near(s, (enum prim_id)w->of, with[0], member, with[1], &yes);
        return told && yes == w->refused;
    }
    if (w->asked == WALK_SIDE) {
        return run_op_side(s, w->of == BUILTIN_FRIENDLY, member, with[0]) == w->refused;
    }
    return found(s, w, with[0], member, (int)w->asked, w->compare) == w->refused;
}

/* Whom the first question lets through is asked the others. */
static bool refused_later(struct machine *m, const struct walk *w, int64_t member) {
    for (int32_t n = 1; n < w->count; n++) {
        int64_t with[2];
        if (!with_what(m, &w->asks[n], with)) return false;
        if (refuses(m->s, &w->asks[n], with, member)) return true;
    }
    return false;
}

void run_walk(struct machine *m, const struct image_code *i, struct view v) {
    const struct walk *w = walk_of(m, i);
    int64_t with[2];
    if (w->count == 0 || !with_what(m, &w->asks[0], with)) return;
    const int64_t from = m->t[i->b];
    int64_t at = passed(m->s, &w->asks[0], with, v, from);
    while (w->count > 1 && at + 1 < v.count && refused_later(m, w, v.at[at + 1])) {
        at = passed(m->s, &w->asks[0], with, v, at + 1);
    }
    m->t[i->b] = at;
    m->s->steps += at - from;
}
