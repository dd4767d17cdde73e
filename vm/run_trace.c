/*
 * Explains why a thing is not in a set. The set's function is run once more, and each instruction
 * is looked at. Walks build the set by appending each member that passes their condition. When the
 * thing in question is the member, a jump back to the next member is the refusal, and the test
 * before that jump is the part of the condition that refused. The explanation names what was
 * compared, as the rules name it, and the values.
 */
#include <stdio.h>
#include <string.h>

#include "run_op.h"

/* One side of a comparison: what it is called in the rules, and its value. */
struct measured {
    const char *name; /* "it" for the member of the walk; "": the value has no name */
    struct image_type type;
    int64_t value;
    bool typed;
};

static void say(char *to, size_t size, const char *text) {
    const size_t used = strlen(to);
    snprintf(to + used, size - used, "%s", text);
}

/* ---- Names and values -------------------------------- */

static bool is_jump(const struct image_code *k) {
    return k->op == CODE_JUMP || k->op == CODE_JUMP_IF || k->op == CODE_JUMP_NOT;
}

/* The instruction that wrote a temp which is read at `at`; NULL if it was not written since the
 * present member was taken. */
static const struct image_code *writer(const struct machine *m, const struct run_trace *x,
                                       const struct image_code *at, int32_t temp) {
    for (const struct image_code *k = at - 1; k >= m->code + x->next; k--)
        if (k->a == temp && strcmp(image_opcode((enum opcode)k->op)->a, "out") == 0) return k;
    return NULL;
}

static struct image_type result_type(enum prim_id id) {
    switch (prim_row(id)->result[0]) {
    case 't':
    case 'e':
    case 'P': return (struct image_type){V_THING, 0, -1};
    case 'l': return (struct image_type){V_LENGTH, 0, -1};
    case 'p': return (struct image_type){V_PLACE, 0, -1};
    default: return (struct image_type){V_NUMBER, 0, -1};
    }
}

/* Computes the value of a primitive if the code has only asked whether it is at most so much
 * (ENOUGH), so that *value may be none. */
static void find_whole(const struct machine *m, const struct image_code *k, int64_t *value) {
    if (k[-1].op == CODE_ENOUGH && *value == NONE)
        prim_call(m->s, (enum prim_id)k->d, m->t + k->b, k->c, value);
}

static struct measured side_of(const struct machine *m, const struct run_trace *x,
                               const struct image_code *at, int32_t temp) {
    const struct image *img = m->img;
    const struct image_code *k = writer(m, x, at, temp);
    struct measured s = {.name = "", .value = m->t[temp]};
    if (k && k->op == CODE_NEXT_OF) s.name = "it";
    if (k && k->op == CODE_MOVE && k->b == m->code[x->next].a) s.name = "it";
    if (*s.name) {
        s.type = (struct image_type){V_THING, 0, -1};
        s.typed = true;
    } else if (k && (k->op == CODE_FIELD || k->op == CODE_STORED)) {
        s.name = image_text(img, img->fields[k->d].name);
        s.type = img->fields[k->d].type;
        s.typed = true;
    } else if (k && k->op == CODE_QUANTITY) {
        s.name = image_text(img, img->quantities[k->d].name);
        s.type = img->quantities[k->d].type;
        s.typed = true;
    } else if (k && k->op == CODE_PRIMITIVE) {
        s.name = prim_row((enum prim_id)k->d)->name;
        s.type = result_type((enum prim_id)k->d);
        s.typed = true;
        find_whole(m, k, &s.value);
    }
    return s;
}

/* The text of one side of a comparison: `range 24"`, `24"` or `it`. */
static void side_text(const struct machine *m, const struct measured *s, char *out, size_t size) {
    char value[80] = "";
    if (strcmp(s->name, "it") != 0) state_text(m->s, s->type, s->value, value, sizeof value);
    snprintf(out, size, "%s%s%s", s->name, *s->name && *value ? " " : "", value);
}

/* ---- Parts of a condition -------------------------------- */

/* The words for a comparison of a with b that has come out as `yes`. `turned`: b is named first. */
static const char *relation(enum opcode op, bool yes, bool turned) {
    switch (op) {
    case CODE_LESS:
        if (turned) return yes ? "is more than" : "is at most";
        return yes ? "is less than" : "is at least";
    case CODE_AT_MOST:
        if (turned) return yes ? "is at least" : "is less than";
        return yes ? "is at most" : "is more than";
    default: return yes ? "is" : "is not";
    }
}

static bool compared(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                     bool yes, char *out, size_t size) {
    struct measured a = side_of(m, x, k, k->b), b = side_of(m, x, k, k->c);
    char left[90], right[90]; /* two such sides and the relation fit into a reason */
    /* the result has overwritten what was compared */
    if (k->a == k->b || k->a == k->c) return false;
    bool turned = !*a.name || (*b.name && strcmp(b.name, "it") == 0);
    if (turned) {
        const struct measured c = a;
        a = b;
        b = c;
    }
    if (!a.typed && b.typed) a.type = b.type;
    if (!b.typed && a.typed) b.type = a.type;
    if (!a.typed && !b.typed) a.type = b.type = (struct image_type){V_NUMBER, 0, -1};
    const bool whether = k->op == CODE_SAME || k->op == CODE_DIFFER || k->op == CODE_EQUAL;
    if (k->op == CODE_DIFFER) yes = !yes;
    if (!whether && a.value == NONE) {
        snprintf(out, size, "%s is none", *a.name ? a.name : "it");
        return true;
    }
    side_text(m, &a, left, sizeof left);
    side_text(m, &b, right, sizeof right);
    if (whether && yes) snprintf(left, sizeof left, "%s", *a.name ? a.name : "it");
    snprintf(out, size, "%s %s %s", left, relation((enum opcode)k->op, yes, turned), right);
    return true;
}

/* Explains a test of `within` by the distance. */
static bool within(const struct machine *m, const struct image_code *k, char *out, size_t size) {
    char near[60], far[60];
    int64_t gap;
    const struct image_type length = {V_LENGTH, 0, -1};
    if (!prim_call(m->s, PRIM_DISTANCE, m->t + k->b, 2, &gap)) return false;
    state_text(m->s, length, gap, near, sizeof near);
    state_text(m->s, length, m->t[k->b + 2], far, sizeof far);
    snprintf(out, size, "%s %s %s %s", prim_row(PRIM_DISTANCE)->name, near,
             relation(CODE_AT_MOST, m->t[k->a] == 1, false), far);
    return true;
}

static bool named(const char *name, bool yes, char *out, size_t size) {
    snprintf(out, size, "'%s' is %s", name, yes ? "yes" : "no");
    return true;
}

static bool is_what(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                    bool yes, char *out, size_t size) {
    const struct image *img = m->img;
    const struct measured s = side_of(m, x, k, k->b);
    bool bears = k->op == CODE_HAS || k->op == CODE_HAS_KIND;
    bool kind = k->op == CODE_IS_KIND || k->op == CODE_HAS_KIND;
    const char *what = image_text(img, kind ? img->kinds[k->d].name : img->blueprints[k->d].name);
    char who[120];
    if (!s.typed) return false;
    side_text(m, &s, who, sizeof who);
    snprintf(out, size, "%s %s%s %s", who, bears ? "has" : "is",
             yes     ? ""
             : bears ? " no"
                     : " not",
             what);
    return true;
}

/* Writes the result of instruction k as a sentence. Sets *plain to whether the sentence depends
 * on nothing but what the thing is: it measures nothing. Returns false if there are no words for
 * it. */
static bool part_text(const struct machine *m, const struct run_trace *x,
                      const struct image_code *k, bool yes, bool *plain, char *out, size_t size) {
    const struct image *img = m->img;
    *plain = true;
    switch ((enum opcode)k->op) {
    case CODE_LESS:
    case CODE_AT_MOST:
    case CODE_EQUAL: *plain = false; return compared(m, x, k, yes, out, size);
    case CODE_SAME:
    case CODE_DIFFER: return compared(m, x, k, yes, out, size);
    case CODE_PRIMITIVE:
        *plain = false;
        if (k->d == PRIM_WITHIN) return within(m, k, out, size);
        return named(prim_row((enum prim_id)k->d)->name, yes, out, size);
    case CODE_QUANTITY:
        *plain = img->quantities[k->d].builtin != BUILTIN_NO;
        return named(image_text(img, img->quantities[k->d].name), yes, out, size);
    case CODE_FIELD:
    case CODE_STORED:
        *plain = false;
        return named(image_text(img, img->fields[k->d].name), yes, out, size);
    case CODE_HAS:
    case CODE_HAS_KIND: *plain = false; return is_what(m, x, k, yes, out, size);
    case CODE_IS_KIND:
    case CODE_IS_OF: return is_what(m, x, k, yes, out, size);
    default: return false;
    }
}

/* Writes the sentence for what a jump has tested. Returns false if there are no words for it. */
static bool jump_text(const struct machine *m, const struct run_trace *x,
                      const struct image_code *jump, bool *plain, char *out, size_t size) {
    const struct image_code *k = jump - 1;
    bool yes = m->t[jump->a] == 1;
    int32_t y = jump->a;
    if (k->op == CODE_NOT && k->a == y) {
        y = k->b;
        yes = !yes;
        k--;
    }
    return k->a == y && part_text(m, x, k, yes, plain, out, size);
}

/* ---- Looking -------------------------------- */

/* Whether a walk appends its members to a set. */
static bool gathers(const struct machine *m, const struct image_code *next) {
    for (const struct image_code *k = next + 1; k < m->code + next->d; k++)
        if (k->op == CODE_APPEND && k->b == next->a) return true;
    return false;
}

/* Whether a jump stands behind the first test of the member. */
static bool is_first(const struct machine *m, const struct run_trace *x,
                     const struct image_code *jump) {
    for (const struct image_code *k = m->code + x->next + 1; k < jump; k++)
        if (is_jump(k)) return false;
    return true;
}

static void refused(const struct machine *m, struct run_trace *x, const struct image_code *jump) {
    char part[RUN_WHY] = "";
    bool plain = false, known = jump_text(m, x, jump, &plain, part, sizeof part);
    if (!known) return;
    if (*x->why) say(x->why, sizeof x->why, "; ");
    if (x->aside_to == (int32_t)(jump - m->code) + 1) {
        say(x->why, sizeof x->why, x->aside);
        say(x->why, sizeof x->why, ", and ");
    }
    say(x->why, sizeof x->why, part);
    x->first = plain && is_first(m, x, jump);
    x->place = m->img->code_place[jump - m->img->code];
}

/* Notes a test that did not hold, among several of which any one would have sufficed. */
static void aside(const struct machine *m, struct run_trace *x, const struct image_code *jump) {
    char part[RUN_WHY] = "";
    bool plain;
    if (x->aside_to != jump->d) x->aside[0] = '\0';
    x->aside_to = jump->d;
    if (!jump_text(m, x, jump, &plain, part, sizeof part)) return;
    if (*x->aside) say(x->aside, sizeof x->aside, ", and ");
    say(x->aside, sizeof x->aside, part);
}

void run_trace_see(const struct machine *m, const struct image_code *i) {
    struct run_trace *x = m->s->reached.trace;
    const int32_t pc = (int32_t)(i - m->code);
    if (x->t) {
        /* A function that the condition calls may have walks of its own; these are not followed. */
        if (m->t > x->t) return;
        if (m->t < x->t || m->func != x->func || pc < x->next || pc >= x->end) x->t = NULL;
    }
    if (!x->t) {
        if (i->op != CODE_NEXT_OF || !gathers(m, i)) return;
        x->t = m->t;
        x->func = m->func;
        x->next = pc;
        x->end = i->d;
    }
    if (pc == x->next) x->aside_to = -1;
    if (!is_jump(i) || i->op == CODE_JUMP || m->t[m->code[x->next].a] != x->member) return;
    const bool goes = (i->op == CODE_JUMP_IF) == (m->t[i->a] == 1);
    if (goes && i->d == x->next)
        refused(m, x, i);
    else if (!goes && i->op == CODE_JUMP_IF && i->d > pc && i->d < x->end)
        aside(m, x, i);
}
