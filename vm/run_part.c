/*
 * Words for one test of a condition that is followed (run_trace.c): what was compared, as the rules
 * name it, and the values, as "distance 26.1" is more than actor.range 24"".
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run_op.h"

/* One side of a comparison: what it is called in the rules, and its value. */
struct measured {
    char name[100]; /* "it" for the member of a walk; "": the value has no name */
    struct image_type type;
    int64_t value;
    bool typed;
    int32_t ruling; /* the value is the reading of this ruling; -1: it is none */
    char of[100];   /* " of red Guard 1": of what it is read, if the rules' words do not say that */
};

/* Writes a text. Where it does not fit, it is cut behind a whole character, and "…" follows. */
static void put(char *out, size_t size, const char *format, ...) MYTH_PRINTF(3, 4);
static void put(char *out, size_t size, const char *format, ...) {
    static const char more[] = "\u2026";
    va_list args;
    va_start(args, format);
    const int len = vsnprintf(out, size, format, args);
    va_end(args);
    if (len < 0 || (size_t)len < size || size < sizeof more) return;
    size_t at = size - sizeof more;
    while (at > 0 && ((unsigned char)out[at] & 0xc0) == 0x80) at--;
    memcpy(out + at, more, sizeof more);
}

/* ---- What wrote a temp -------------------------------- */

bool run_part_is_jump(const struct image_code *k) {
    return k->op == CODE_JUMP_IF || k->op == CODE_JUMP_NOT;
}

uint32_t run_part_ran(const struct machine *m, const struct run_trace *x,
                      const struct image_code *k) {
    const ptrdiff_t pc = k - m->code;
    return pc >= 0 && pc < TRACE_CODE ? x->ran[pc] : 0;
}

const struct image_code *run_part_writer(const struct machine *m, const struct run_trace *x,
                                         uint32_t before, int32_t temp) {
    const struct image_code *last = NULL;
    const int32_t most = m->fn->count < TRACE_CODE ? m->fn->count : TRACE_CODE;
    for (int32_t pc = 0; pc < most; pc++) {
        const struct image_code *k = m->code + pc;
        if (k->a != temp || x->ran[pc] == 0 || x->ran[pc] >= before) continue;
        if (last && x->ran[pc] < run_part_ran(m, x, last)) continue;
        if (strcmp(image_opcode((enum opcode)k->op)->a, "out") == 0) last = k;
    }
    return last;
}

/* ---- Names and values -------------------------------- */

static struct image_type result_type(const struct state *s, enum prim_id id) {
    switch (prim_row(id)->result[0]) {
    case 't':
    case 'e':
    case 'P': return (struct image_type){V_THING, 0, -1};
    case 'l': return (struct image_type){V_LENGTH, 0, -1};
    case 'B': return (struct image_type){V_THING, 0, -1};
    case 'p': return state_place_type(s);
    default: return (struct image_type){V_NUMBER, 0, -1};
    }
}

/* Computes the value of a primitive if the code has only asked whether it is at most so much
 * (ENOUGH), so that *value may be none. */
static void find_whole(const struct machine *m, const struct image_code *k, int64_t *value) {
    if (k > m->code && k[-1].op == CODE_ENOUGH && *value == NONE)
        prim_call(m->s, (enum prim_id)k->d, m->t + k->b, k->c, value);
}

/* The slot that a ROLE reads; NULL if the code speaks of no event. */
static const struct image_slot *role_slot(const struct machine *m, const struct image_code *k) {
    const struct image *img = m->img;
    if (m->env.event < 0) return NULL;
    return &img->slots[img->funcs[img->events[m->env.event].func].first_slot + k->d];
}

/* Whether the code walks over a set, and k takes the next member. */
static bool takes_member(const struct machine *m, const struct run_trace *x,
                         const struct image_code *k) {
    if (k->op == CODE_NEXT_OF) return true;
    if (k->op != CODE_MOVE) return false;
    const struct image_code *from = run_part_writer(m, x, run_part_ran(m, x, k), k->b);
    return from && from->op == CODE_NEXT_OF;
}

/* Writes the words in which the rules name what instruction k has written: "target",
 * "target.owner"; "" if they have none for it. `deep` bounds how far it goes back. */
static void path_of(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                    int deep, char *out, size_t size) {
    const struct image *img = m->img;
    out[0] = '\0';
    if (!k) return;
    if (k->op == CODE_ROLE && role_slot(m, k) && role_slot(m, k)->name >= 0) {
        put(out, size, "%s", image_text(img, role_slot(m, k)->name));
    } else if (k->op == CODE_THIS) {
        put(out, size, "this");
    } else if (k->op == CODE_MOVE && deep > 0) {
        path_of(m, x, run_part_writer(m, x, run_part_ran(m, x, k), k->b), deep - 1, out, size);
    } else if (k->op == CODE_NEAREST) {
        const struct image_event *e = &img->events[k->d];
        const int32_t name = img->slots[img->funcs[e->func].first_slot + k->b].name;
        put(out, size, "%s.%s", image_text(img, e->name), image_text(img, name));
    } else if (k->op == CODE_FIELD || k->op == CODE_STORED) {
        char of[60] = "";
        const struct image_field *f = &img->fields[k->d];
        const struct image_code *by = run_part_writer(m, x, run_part_ran(m, x, k), k->b);
        /* the bearer of the card on which the rule stands */
        const bool bearer = f->slot == T_HOLDER && by && by->op == CODE_THIS;
        if (deep > 0 && !bearer) path_of(m, x, by, deep - 1, of, sizeof of);
        put(out, size, "%s%s%s", of, *of ? "." : "", bearer ? "bearer" : image_text(img, f->name));
    }
}

/* Sets *type to the type of a parameter of the function that runs. Returns false if that is not
 * known: it is no number or truth of the rules, no row of one, and no `whenever`. */
static bool param_type(const struct machine *m, int32_t param, struct image_type *type) {
    const struct image *img = m->img;
    const struct image_quantity *q = NULL;
    *type = (struct image_type){V_THING, 0, -1};
    if (param >= m->fn->params) return false;
    for (int32_t i = 0; i < img->quantities_count && !q; i++)
        if (img->quantities[i].start == m->func) q = &img->quantities[i];
    for (int32_t i = 0; i < img->rules_count && !q; i++) {
        const struct image_rule *r = &img->rules[i];
        if (r->what == RULE_ROW && r->body == m->func) q = &img->quantities[r->target];
        if (r->what == RULE_WHENEVER && r->when == m->func) return param == 0;
    }
    if (!q || param >= q->params) return false;
    if (q->first_param >= 0) *type = img->hole_types[q->first_param + param];
    return true;
}

/* Writes " of THING" if a field is read of a parameter, which has no name here. */
static void of_param(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                     char *out, size_t size) {
    struct image_type type;
    out[0] = '\0';
    if (k->op != CODE_FIELD && k->op != CODE_STORED) return;
    if (run_part_writer(m, x, run_part_ran(m, x, k), k->b) || k->a == k->b) return;
    if (!param_type(m, k->b, &type) || type.class != V_THING) return;
    put(out, size, " of ");
    run_thing_text(m->s, m->t[k->b], out + strlen(out), size - strlen(out));
}

static void reading_text(const struct machine *m, int32_t ruling, int64_t value, char *out,
                         size_t size) {
    const struct image_ruling *r = &m->img->rulings[ruling];
    const bool known = value >= 0 && value < r->readings;
    const int32_t text = known ? m->img->lists[r->first_reading + 2 * value] : -1;
    put(out, size, "%s", image_text(m->img, text));
}

static struct measured side_of(const struct machine *m, const struct run_trace *x,
                               const struct image_code *at, int32_t temp) {
    const struct image *img = m->img;
    const struct image_code *k = run_part_writer(m, x, run_part_ran(m, x, at), temp);
    struct measured s = {.name = "", .value = m->t[temp], .ruling = -1, .typed = true};
    path_of(m, x, k, 2, s.name, sizeof s.name);
    if (k) of_param(m, x, k, s.of, sizeof s.of);
    if (!k) {
        s.typed = param_type(m, temp, &s.type);
    } else if (takes_member(m, x, k)) {
        put(s.name, sizeof s.name, "it");
        s.type = (struct image_type){V_THING, 0, -1};
    } else if (k->op == CODE_FIELD || k->op == CODE_STORED) {
        s.type = img->fields[k->d].type;
    } else if (k->op == CODE_QUANTITY) {
        put(s.name, sizeof s.name, "%s", image_text(img, img->quantities[k->d].name));
        s.type = img->quantities[k->d].type;
    } else if (k->op == CODE_PRIMITIVE) {
        put(s.name, sizeof s.name, "%s", prim_row((enum prim_id)k->d)->name);
        s.type = result_type(m->s, (enum prim_id)k->d);
        find_whole(m, k, &s.value);
    } else if (k->op == CODE_ROLE && role_slot(m, k)) {
        s.type = role_slot(m, k)->type;
    } else if (k->op == CODE_NEAREST) {
        s.type = img->slots[img->funcs[img->events[k->d].func].first_slot + k->b].type;
    } else if (k->op == CODE_RULING) {
        put(s.name, sizeof s.name, "%s", image_text(img, img->rulings[k->d].name));
        s.ruling = k->d;
    } else if (k->op == CODE_THIS || k->op == CODE_NAMED || k->op == CODE_PLAYER) {
        s.type = (struct image_type){V_THING, 0, -1};
    } else if (k->op == CODE_COUNT || (k->op == CODE_MOVE && !*s.name && s.value >= 0)) {
        /* a walk that counts leaves its sum so */
        if (k->op == CODE_COUNT || (k > m->code && k[-1].op == CODE_JUMP))
            put(s.name, sizeof s.name, "count");
        s.type = (struct image_type){V_NUMBER, 0, -1};
        s.typed = *s.name;
    } else {
        s.typed = false;
    }
    return s;
}

void run_part_value(const struct state *s, struct image_type type, int64_t value, char *out,
                    size_t size) {
    if (type.class == V_THING)
        run_thing_text(s, value, out, size);
    else
        state_text(s, type, value, out, size);
}

/* The text of one side of a comparison: `range 24"`, `24"` or `it`. bare: without the value, where
 * it has a name. */
static void side_text(const struct machine *m, const struct measured *s, bool bare, char *out,
                      size_t size) {
    char value[100] = "";
    const bool it = strcmp(s->name, "it") == 0 || (bare && *s->name);
    if (!it) run_part_value(m->s, s->type, s->value, value, sizeof value);
    put(out, size, "%s%s%s%s", s->name, *s->name && *value ? " " : "", value, s->of);
}

/* ---- Sorts of tests -------------------------------- */

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

/* Writes "RULING is READING", of the reading that holds. */
static bool of_ruling(const struct machine *m, const struct measured *s, char *out, size_t size) {
    char reading[80];
    reading_text(m, s->ruling, s->value, reading, sizeof reading);
    put(out, size, "%s is %s", s->name, reading);
    return true;
}

static bool compared(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                     bool yes, char *out, size_t size) {
    /* the result has overwritten what was compared */
    if (k->a == k->b || k->a == k->c) return false;
    struct measured a = side_of(m, x, k, k->b), b = side_of(m, x, k, k->c);
    char left[110], right[110]; /* two such sides and the relation fit into a part */
    if (a.ruling >= 0) return of_ruling(m, &a, out, size);
    if (b.ruling >= 0) return of_ruling(m, &b, out, size);
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
        put(out, size, "%s is none", *a.name ? a.name : "it");
        return true;
    }
    side_text(m, &a, whether && yes, left, sizeof left);
    side_text(m, &b, false, right, sizeof right);
    put(out, size, "%s %s %s", left, relation((enum opcode)k->op, yes, turned), right);
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
    put(out, size, "%s %s %s %s", prim_row(PRIM_DISTANCE)->name, near,
        relation(CODE_AT_MOST, m->t[k->a] == 1, false), far);
    return true;
}

static bool named(const char *name, bool yes, char *out, size_t size) {
    put(out, size, "'%s' is %s", name, yes ? "yes" : "no");
    return true;
}

/* A value that is itself a truth: "target.shut is yes"; with nothing before it "'shut' is yes". */
static bool truth_named(const struct machine *m, const struct run_trace *x,
                        const struct image_code *k, bool yes, char *out, size_t size) {
    char path[100], of[100];
    path_of(m, x, k, 2, path, sizeof path);
    of_param(m, x, k, of, sizeof of);
    if (!*path) return false;
    if (*of) {
        put(out, size, "'%s'%s is %s", path, of, yes ? "yes" : "no");
        return true;
    }
    if (!strchr(path, '.')) return named(path, yes, out, size);
    put(out, size, "%s is %s", path, yes ? "yes" : "no");
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
    if (!s.typed || (!*s.name && k->a == k->b)) return false;
    put(who, sizeof who, "%s", s.name);
    /* with equal temps the result has overwritten of whom it was asked */
    if (k->a != k->b) side_text(m, &s, false, who, sizeof who);
    put(out, size, "%s %s%s %s", who, bears ? "has" : "is",
        yes     ? ""
        : bears ? " no"
                : " not",
        what);
    return true;
}

/* Words for a test of one value: whether it is none, in play, empty. */
static bool is_so(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                  bool yes, const char *what, char *out, size_t size) {
    const struct image_code *by = run_part_writer(m, x, run_part_ran(m, x, k), k->b);
    char path[100] = "it";
    if (by && !takes_member(m, x, by)) path_of(m, x, by, 2, path, sizeof path);
    if (by && by->op == CODE_QUANTITY)
        put(path, sizeof path, "%s", image_text(m->img, m->img->quantities[by->d].name));
    if (!*path) return false;
    put(out, size, "%s is %s%s", path, yes ? "" : "not ", what);
    return true;
}

static bool contained(const struct machine *m, const struct run_trace *x,
                      const struct image_code *k, bool yes, char *out, size_t size) {
    if (k->a == k->b || k->a == k->c) return false;
    const struct measured who = side_of(m, x, k, k->b);
    const struct image_code *by = run_part_writer(m, x, run_part_ran(m, x, k), k->c);
    char left[120], set[100];
    path_of(m, x, by, 2, set, sizeof set);
    if (by && by->op == CODE_QUANTITY)
        put(set, sizeof set, "%s", image_text(m->img, m->img->quantities[by->d].name));
    if (!who.typed || !*set) return false;
    side_text(m, &who, false, left, sizeof left);
    put(out, size, "%s is %sin %s", left, yes ? "" : "not ", set);
    return true;
}

static bool runs(const struct machine *m, const struct image_code *k, bool yes, char *out,
                 size_t size) {
    put(out, size, "%s %s", image_text(m->img, m->img->events[k->d].name),
        yes ? "is running" : "is not running");
    return true;
}

bool run_part_text(const struct machine *m, const struct run_trace *x, const struct image_code *k,
                   bool yes, bool *plain, char *out, size_t size) {
    const struct image *img = m->img;
    *plain = false;
    switch ((enum opcode)k->op) {
    case CODE_LESS:
    case CODE_AT_MOST:
    case CODE_EQUAL: return compared(m, x, k, yes, out, size);
    case CODE_SAME:
    case CODE_DIFFER: *plain = true; return compared(m, x, k, yes, out, size);
    case CODE_PRIMITIVE:
        if (k->d == PRIM_WITHIN) return within(m, k, out, size);
        return named(prim_row((enum prim_id)k->d)->name, yes, out, size);
    case CODE_QUANTITY:
        *plain = img->quantities[k->d].builtin != BUILTIN_NO;
        return named(image_text(img, img->quantities[k->d].name), yes, out, size);
    case CODE_FIELD:
    case CODE_STORED:
    case CODE_ROLE:
    case CODE_NEAREST: return truth_named(m, x, k, yes, out, size);
    case CODE_HAS:
    case CODE_HAS_KIND: return is_what(m, x, k, yes, out, size);
    case CODE_IS_KIND:
    case CODE_IS_OF: *plain = true; return is_what(m, x, k, yes, out, size);
    case CODE_IS_NONE: return is_so(m, x, k, yes, "none", out, size);
    case CODE_IN_PLAY: return is_so(m, x, k, yes, "in play", out, size);
    case CODE_IS_EMPTY: return is_so(m, x, k, yes, "empty", out, size);
    case CODE_CONTAINS: return contained(m, x, k, yes, out, size);
    case CODE_RUNNING: return runs(m, k, yes, out, size);
    default: return false;
    }
}
