/*
 * Walks over sets, which ask something of each member and refuse most. What stands behind a NEXT_OF
 * is read once; the members that it would refuse are passed over here. The first that it would not
 * is the next: all that is asked of it runs as it stands. Nobody can tell but by the time it takes:
 * what is passed over changes nothing but temps that the next member writes anew, cannot fail, and
 * each member counts as a step.
 *
 *   NEXT_OF m   FIELD x m   [NUMBER | LOAD_NONE | THIS | ROLE | LOAD z]   compare y x z   end
 *   NEXT_OF m   FIELD x m   [IS_NONE y x]   end
 *   NEXT_OF m   IS_KIND y m   end
 *   NEXT_OF m   MOVE x m   MOVE x+1 z   QUANTITY y x (enemy, friendly)   end
 *   NEXT_OF m   MOVE x m   MOVE x+1 z   [MOVE x+2 far]   PRIMITIVE y x (within, touching)   end
 *   end: [NOT y y]   JUMP_NOT | JUMP_IF y, back to NEXT_OF
 */
#include "run_op.h"

#include <string.h>

/* Whether the last instructions of a shape are there; which truth is refused. */
static bool ends(const struct machine *m, const struct image_code *from, const struct image_code *k,
                 int32_t y, struct walk *w) {
    bool turned = k->op == CODE_NOT && k->a == y && k->b == y;
    if (turned) k++;
    bool jump_if = k->op == CODE_JUMP_IF;
    if (!jump_if && k->op != CODE_JUMP_NOT) return false;
    w->refused = jump_if != turned;
    return k->a == y && k->d == from - m->code;
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

static bool by_field(const struct machine *m, const struct image_code *i, struct walk *w) {
    const int32_t member = i->a, x = i[1].a;
    const struct image_code *k = i + 2;
    w->asked = WALK_TRUTH;
    w->of = m->s->plain[i[1].d];
    if (i[1].b != member || w->of < 0 || x == member) return false;
    if (ends(m, i, k, x, w)) return true;
    if (k->op == CODE_IS_NONE && k->b == x) {
        w->asked = WALK_NONE;
        return k->a != member && ends(m, i, k + 1, k->a, w);
    }
    const bool loaded = loadable(k);
    const int32_t at = loaded ? k->a : -1;
    w->loaded = loaded ? k : NULL;
    k += loaded;
    if (at == x || at == member) return false;
    if (k->op < CODE_SAME || k->op > CODE_EQUAL || (k->b == x) == (k->c == x)) return false;
    w->asked = WALK_FIELD;
    w->compare = (enum opcode)k->op;
    w->first = k->b == x;
    const int32_t z = w->first ? k->c : k->b, y = k->a;
    if (z == member || z == i->b || (z == y && z != at)) return false;
    if (loaded && z != at) return false;
    w->z = z;
    return y != member && ends(m, i, k + 1, y, w);
}

static bool by_side(const struct machine *m, const struct image_code *i, struct walk *w) {
    const struct image_code *left = i + 1, *right = i + 2, *k = i + 3;
    const int32_t member = i->a, x = left->a;
    if (right->op != CODE_MOVE || right->a != x + 1) return false;
    if (k->op != CODE_QUANTITY || k->b != x || k->c != 2 || !run_op_by_side(m, k->d)) return false;
    if ((left->b == member) == (right->b == member)) return false;
    const int32_t z = left->b == member ? right->b : left->b;
    if (z == x || z == x + 1 || z == i->b || z == k->a) return false;
    if (x == member || x + 1 == member || k->a == member) return false;
    w->asked = WALK_SIDE;
    w->of = m->img->quantities[k->d].builtin;
    w->z = z;
    return ends(m, i, k + 1, k->a, w);
}

/* A temp that the walk leaves as it is: not what `count` arguments from x on lie in, nor y. */
static bool is_left(const struct image_code *i, int32_t temp, int32_t x, int32_t count, int32_t y) {
    return temp != i->a && temp != i->b && temp != y && (temp < x || temp >= x + count);
}

static bool by_near(const struct machine *m, const struct image_code *i, struct walk *w) {
    int32_t from[3] = {-1, -1, -1}, count = 0;
    while (count < 3 && i[1 + count].op == CODE_MOVE) count++;
    const struct image_code *k = i + 1 + count;
    const bool near =
        k->op == CODE_PRIMITIVE && k->c == count &&
        ((k->d == PRIM_WITHIN && count == 3) || (k->d == PRIM_TOUCHING && count == 2));
    const int32_t member = i->a, x = k->b;
    if (!near || k->a == member || (member >= x && member < x + count)) return false;
    for (int32_t n = 1; n <= count; n++) {
        const int32_t at = i[n].a - x;
        if (at < 0 || at >= count || from[at] >= 0) return false;
        from[at] = i[n].b;
    }
    if ((from[0] == member) == (from[1] == member)) return false;
    w->asked = WALK_NEAR;
    w->of = k->d;
    w->z = from[0] == member ? from[1] : from[0];
    w->far = from[2];
    if (!is_left(i, w->z, x, count, k->a)) return false;
    if (w->far >= 0 && !is_left(i, w->far, x, count, k->a)) return false;
    return ends(m, i, k + 1, k->a, w);
}

static bool by_kind(const struct machine *m, const struct image_code *i, struct walk *w) {
    w->asked = WALK_KIND;
    w->of = i[1].d;
    return i[1].b == i->a && i[1].a != i->a && ends(m, i, i + 2, i[1].a, w);
}

/* Whether the walk of this NEXT_OF is one of those that are known. */
static bool known(const struct machine *m, const struct image_code *i, struct walk *w) {
    switch ((enum opcode)i[1].op) {
    case CODE_FIELD:
    case CODE_STORED: return by_field(m, i, w);
    case CODE_IS_KIND: return by_kind(m, i, w);
    case CODE_MOVE: return by_side(m, i, w) || by_near(m, i, w);
    default: return false;
    }
}

static inline bool found(const struct state *s, const struct walk *w, int64_t other, int64_t member,
                         int asked, enum opcode compare) {
    if (asked == WALK_KIND) return state_is(s, member, w->of);
    if (asked == WALK_SIDE) return run_op_side(s, w->of == BUILTIN_FRIENDLY, member, other);
    int64_t value = state_word(s, member, (uint32_t)w->of);
    if (asked == WALK_NONE) return value == NONE;
    if (asked == WALK_TRUTH) return value == 1;
    return image_compares_read(compare, w->first, value, other);
}

/* The last from `at` on that is passed over. Made for each sort of question, so that the walk
 * itself asks nothing else. */
MYTH_INLINE int64_t past(const struct state *s, const struct walk *w, int64_t other, struct view v,
                         int64_t at, int asked, enum opcode compare) {
    for (; at + 1 < v.count; at++) {
        const int64_t member = v.at[at + 1];
        if (member <= 0 || found(s, w, other, member, asked, compare) != w->refused) break;
    }
    return at;
}

/* The same of what is not so near, or is. */
static int64_t past_near(struct state *s, const struct walk *w, int64_t other, int64_t far,
                         struct view v, int64_t at) {
    for (; at + 1 < v.count; at++) {
        bool yes;
        if (!prim_stood_near(s, (enum prim_id)w->of, other, v.at[at + 1], far, &yes)) break;
        if (yes != w->refused) break;
    }
    return at;
}

static int64_t passed(const struct state *s, const struct walk *w, int64_t other, struct view v,
                      int64_t at) {
    switch (w->asked) {
    case WALK_KIND: return past(s, w, other, v, at, WALK_KIND, CODE_SAME);
    case WALK_SIDE: return past(s, w, other, v, at, WALK_SIDE, CODE_SAME);
    case WALK_NONE: return past(s, w, other, v, at, WALK_NONE, CODE_SAME);
    case WALK_TRUTH: return past(s, w, other, v, at, WALK_TRUTH, CODE_SAME);
    case WALK_NEAR:
    case WALK_FIELD: break;
    }
    if (w->compare == CODE_SAME) return past(s, w, other, v, at, WALK_FIELD, CODE_SAME);
    return past(s, w, other, v, at, WALK_FIELD, w->compare);
}

/* The code of a battle stays where it is. */
static struct walk *walk_of(const struct machine *m, const struct image_code *i) {
    struct walk *w = &m->b->walks[(size_t)(i - m->img->code) % WALKS];
    if (MYTH_LIKELY(w->code == i)) return w;
    memset(w, 0, sizeof *w);
    w->code = i;
    w->known = known(m, i, w);
    return w;
}

void run_walk(struct machine *m, const struct image_code *i, struct view v) {
    const struct walk *w = walk_of(m, i);
    if (!w->known) return;
    int64_t other = m->t[w->z];
    if (w->loaded && !loads(m, w->loaded, &other)) return;
    if (w->asked == WALK_SIDE && m->s->outside_count) return; /* rules in Lua may speak of it */
    const int64_t from = m->t[i->b];
    const int64_t far = w->far >= 0 ? m->t[w->far] : NONE;
    const int64_t at = w->asked == WALK_NEAR ? past_near(m->s, w, other, far, v, from)
                                             : passed(m->s, w, other, v, from);
    m->t[i->b] = at;
    m->s->steps += at - from;
}
