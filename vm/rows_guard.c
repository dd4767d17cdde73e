/*
 * Guards: what the condition of a rule asks before anything else, as far as it can be told without
 * running it: how a doubt is settled, whether anybody bears a feature at all, whether an event
 * runs, of what kind or make a thing is, whether two are of one side, how a field compares with a
 * number. Read off the code when a battle is made. A rule whose guard says no is not run: it would
 * have said no, and what stands before the guard cannot fail. Who wants to know what has run has
 * all of it run.
 */
#include <string.h>

#include "rows.h"

enum { GUARDS_MOST = 6 };

/* Friend or foe, where no rule of the text says otherwise. */
static bool by_sides(const struct state *s, int32_t quantity) {
    const struct image_quantity *q = &s->img->quantities[quantity];
    bool side = q->builtin == BUILTIN_FRIENDLY || q->builtin == BUILTIN_ENEMY;
    return side && !q->ruled && q->sibling < 0;
}

/* Whether an instruction before a guard neither fails nor goes anywhere. */
static bool harmless(const struct state *s, const struct image_rule *rule,
                     const struct image_code *i) {
    switch ((enum opcode)i->op) {
    case CODE_NUMBER:
    case CODE_CONSTANT:
    case CODE_LOAD_NONE:
    case CODE_MOVE:
    case CODE_THIS:
    case CODE_RULING:
    case CODE_RUNNING:
    case CODE_SAME:
    case CODE_DIFFER:
    case CODE_LESS:
    case CODE_AT_MOST:
    case CODE_EQUAL:
    case CODE_NOT:
    case CODE_IS_NONE:
    case CODE_IS_KIND:
    case CODE_IS_OF:
    case CODE_STORED: return true;
    case CODE_FIELD: return s->plain[i->d] >= 0;
    /* A role is always there; a kept value may not be yet. */
    case CODE_ROLE: {
        bool row = rule->what == RULE_ROW;
        int32_t event = row ? s->img->quantities[rule->target].event : rule->target;
        return event < 0 ? !row && i->d == 0 : i->d < s->img->events[event].roles;
    }
    default: return false;
    }
}

/* Whether a jump there says no: the rule does not apply. */
static bool says_no(const struct image_code *to) {
    if (to[0].op == CODE_SKIP_ROW) return true;
    return to[0].op == CODE_NUMBER && to[0].d == 0 && to[1].op == CODE_RETURN && to[1].a == to[0].a;
}

/* FIELD x of an argument, NUMBER y, and how they compare. */
static bool field_guard(const struct state *s, const struct image_code *i,
                        const struct image_code *last, int32_t params, struct state_guard *g) {
    if (last - i != 2 || i[0].op != CODE_FIELD || i[1].op != CODE_NUMBER) return false;
    if (i[0].b >= params || s->plain[i[0].d] < 0 || i[0].a == i[1].a) return false;
    g->what = GUARD_FIELD;
    g->of = s->plain[i[0].d];
    g->value = i[0].b;
    g->other = i[1].d;
    g->compare = last->op;
    g->first = last->b == i[0].a;
    return g->first ? last->c == i[1].a : last->b == i[1].a && last->c == i[0].a;
}

/* MOVE x of an argument, MOVE x+1 of another, and on whose side they are. */
static bool side_guard(const struct state *s, const struct image_code *i,
                       const struct image_code *last, int32_t params, struct state_guard *g) {
    if (last - i != 2 || i[0].op != CODE_MOVE || i[1].op != CODE_MOVE) return false;
    if (!by_sides(s, last->d) || last->c != 2) return false;
    if (i[0].a != last->b || i[1].a != last->b + 1) return false;
    g->what = GUARD_SIDE;
    g->of = s->img->quantities[last->d].builtin;
    g->value = i[0].b;
    g->other = i[1].b;
    return g->value < params && g->other < params;
}

/* The conjunct from `i` to the jump at `end`, if it is a guard. */
static bool guard_of(const struct state *s, const struct image_code *i,
                     const struct image_code *end, int32_t params, struct state_guard *g) {
    const bool turned = end[-1].op == CODE_NOT && end[-1].a == end->a && end[-1].b == end->a;
    const struct image_code *last = end - 1 - turned;
    *g = (struct state_guard){.yes = !turned};
    if (last < i || last->a != end->a) return false;
    switch ((enum opcode)last->op) {
    case CODE_DIFFER:
    case CODE_LESS:
    case CODE_AT_MOST:
    case CODE_EQUAL: return field_guard(s, i, last, params, g);
    case CODE_SAME:
        if (i[0].op == CODE_FIELD) return field_guard(s, i, last, params, g);
        if (last - i != 2 || i[0].op != CODE_RULING || i[1].op != CODE_NUMBER) return false;
        if (last->b != i[0].a || last->c != i[1].a || i[0].a == i[1].a) return false;
        g->what = GUARD_RULING;
        g->of = i[0].d;
        g->value = i[1].d;
        return true;
    case CODE_HAS:
        g->what = GUARD_BORNE;
        g->of = last->d;
        return !turned; /* where nobody bears it all do without */
    case CODE_RUNNING:
        g->what = GUARD_RUNNING;
        g->of = last->d;
        return last == i;
    case CODE_QUANTITY: return side_guard(s, i, last, params, g);
    case CODE_IS_OF:
        g->what = GUARD_MADE;
        g->of = last->d;
        g->value = last->b;
        return last == i && last->b < params;
    case CODE_IS_KIND:
        g->of = last->d;
        g->what = last == i ? GUARD_KIND : GUARD_ROLE_KIND;
        g->value = last == i ? last->b : i[0].d;
        if (last == i) return last->b < params;
        return last - i == 1 && i[0].op == CODE_ROLE && i[0].a == last->b;
    default: return false;
    }
}

static int32_t guards_of(const struct state *s, const struct image_rule *rule,
                         struct state_guard out[GUARDS_MOST]) {
    int32_t func = rule->what == RULE_ROW ? rule->body : rule->when, count = 0;
    if (func < 0) return 0;
    const struct image_func *fn = &s->img->funcs[func];
    const struct image_code *code = s->img->code + fn->first, *from = code;
    bool has = false;   /* what is borne may have rows that say whether it is in force */
    bool sided = false; /* whose side somebody is on may have rows in Lua */
    for (const struct image_code *i = code; i < code + fn->count && count < GUARDS_MOST; i++) {
        if (i->op == CODE_JUMP_NOT) {
            if (i->d <= i - code || !says_no(code + i->d)) break;
            bool guard = i > from && guard_of(s, from, i, fn->params, &out[count]);
            if (guard) count++;
            if (has || (sided && !guard)) break;
            from = i + 1;
            sided = false;
        } else if (i->op == CODE_HAS) {
            has = true;
        } else if (i->op == CODE_QUANTITY && by_sides(s, i->d)) {
            sided = true;
        } else if (!harmless(s, rule, i)) {
            break;
        }
    }
    return count;
}

void rows_open(struct state *s) {
    const struct image *img = s->img;
    struct state_guard found[GUARDS_MOST];
    int32_t all = 0;
    s->first_guard = memory_new(((size_t)img->rules_count + 1) * sizeof *s->first_guard);
    for (int32_t i = 0; i < img->rules_count; i++) all += guards_of(s, &img->rules[i], found);
    s->guards = memory_new(((size_t)all + 1) * sizeof *s->guards);
    s->silent = memory_new((size_t)img->kinds_count);
    for (int32_t i = 0; i < img->rules_count; i++) {
        int32_t count = guards_of(s, &img->rules[i], found), at = s->first_guard[i];
        if (count) memcpy(s->guards + at, found, (size_t)count * sizeof *found);
        s->first_guard[i + 1] = at + count;
    }
}

static bool holds(const struct state *s, const struct state_guard *g, const struct env *env,
                  const int64_t *args) {
    struct env out;
    switch ((enum state_guard_what)g->what) {
    case GUARD_RULING: return (state_ruling(s, g->of) == g->value) == g->yes;
    case GUARD_BORNE: return state_instances(s, g->of).count > 0;
    case GUARD_RUNNING: return frame_reach(s, env, g->of, &out) == g->yes;
    case GUARD_KIND: return state_is(s, args[g->value], g->of) == g->yes;
    case GUARD_MADE: {
        int32_t made = args[g->value] > 0 ? state_blueprint(s, args[g->value]) : -1;
        return (made >= 0 && s->img->blueprints[made].form_of == g->of) == g->yes;
    }
    case GUARD_SIDE: {
        const int64_t a = args[g->value], b = args[g->other];
        bool friend = g->of == BUILTIN_FRIENDLY;
        bool so = friend ? rows_friendly_by_side(s, a, b) : rows_enemy_by_side(s, a, b);
        return so == g->yes;
    }
    case GUARD_FIELD: {
        int64_t thing = args[g->value], word = NONE;
        if (thing > 0) word = state_word(s, thing, (uint32_t)g->of);
        bool so = image_compares_read((enum opcode)g->compare, g->first, word, g->other);
        return so == g->yes;
    }
    case GUARD_ROLE_KIND: return !env->roles || state_is(s, env->roles[g->value], g->of) == g->yes;
    }
    return true;
}

static bool refuses(struct state *s, int32_t rule, const struct env *env, const int64_t *args) {
    for (int32_t i = s->first_guard[rule]; i < s->first_guard[rule + 1]; i++) {
        const struct state_guard *g = &s->guards[i];
        /* Rows in Lua may speak of sides: what stands behind is not looked at either. */
        if (g->what == GUARD_SIDE && MYTH_UNLIKELY(s->outside_count)) return false;
        if (!holds(s, g, env, args)) return true;
    }
    return false;
}

bool rows_refuses(struct state *s, int32_t rule, const struct env *env, const int64_t *args) {
    if (MYTH_UNLIKELY(s->reached.code || s->reached.times)) return false;
    if (!refuses(s, rule, env, args)) return false;
    s->steps++; /* as if it had run */
    return true;
}

/* Whether a rule never speaks of a thing of a kind, as doubts are settled in this battle. */
static bool not_of_kind(const struct state *s, int32_t rule, int32_t kind) {
    for (int32_t i = s->first_guard[rule]; i < s->first_guard[rule + 1]; i++) {
        const struct state_guard *g = &s->guards[i];
        if (g->what == GUARD_RULING && !holds(s, g, NULL, NULL)) return true;
        bool asks = g->what == GUARD_KIND && g->value == 0;
        if (asks && image_kind_is(s->img, kind, g->of) != g->yes) return true;
    }
    return false;
}

enum { SILENT = 1, SPOKEN_OF };

static bool silent_of_kind(struct state *s, const struct image_quantity *q, int32_t kind) {
    if (MYTH_UNLIKELY(s->silent_turns != s->w.turns + 1)) {
        memset(s->silent, 0, (size_t)s->img->kinds_count);
        s->silent_turns = s->w.turns + 1;
    }
    if (MYTH_LIKELY(s->silent[kind])) return s->silent[kind] == SILENT;
    bool silent = true;
    for (int32_t i = 0; i < q->loose && silent; i++) {
        silent = not_of_kind(s, s->img->lists[q->first_loose + i], kind);
    }
    s->silent[kind] = silent ? SILENT : SPOKEN_OF;
    return silent;
}

bool rows_silent(struct state *s, const struct image_quantity *q, int64_t thing) {
    const struct env nobody = {NULL, -1, frame_top(s), NONE};
    if (!q->ruled) return true;
    if (q->keyed > 0 || s->outside_count > 0 || s->reached.code) return false;
    if (silent_of_kind(s, q, state_kind(s, thing))) return true;
    for (int32_t i = 0; i < q->loose; i++) {
        if (!refuses(s, s->img->lists[q->first_loose + i], &nobody, &thing)) return false;
    }
    return true;
}
