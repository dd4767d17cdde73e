/*
 * Guards: tests at the beginning of a rule's condition, or of a truth, that are answered without
 * running its code.
 *
 * A guard compares two values: constants; the reading of a ruling; a role of the event or of an
 * event around it, an argument, the bearer, or a field of one of these; the first, the last or the
 * number of a group's models. Other guards ask of what kind or blueprint a thing is, whether two
 * things are of one side, whether an event runs, whether a thing bears a feature, or whether a
 * truth holds whose result is remembered. A truth may also ask whether one thing comes to another
 * by a way of some length at most; a guard says no where the distance shows it. The guards of all
 * rules are read off the code once, when an image is made. Reading stops at the first instruction
 * that this file does not know or that may fail. It goes on past some that may fail: reading a kept
 * value, a number or truth whose result may be remembered, and `has`. The guards from a kept value,
 * such a truth or `has` on are late (GUARD_LATE).
 *
 * If a guard says no, the rule does not apply, and its code is not run: nothing that stands before
 * the guard would fail, so running the code would have come to the same no. For that reason no
 * guard is asked after a late one that is left open. If all guards say yes and the condition
 * consists of guards alone, its code is not run either. No guard is asked if somebody counts which
 * code runs, or if there are rules in Lua (rows_unasked).
 */
#include <string.h>

#include "prim.h"
#include "rows.h"

enum {
    GUARDS_MOST = 12,
    KNOWN_TEMPS = 32,
    MEMBERS = 0xff /* as state_operand.end: the value is the list of members itself */
};

/* ---- Reading conditions -------------------------------- */

/* The knowledge about a temp (a register of the code) at some point of a condition: none, a value
 * that can be an operand of a guard, or a truth that can be a guard. */
struct known {
    /* REACHED: how far it is between the things in temps `value.value` and the next */
    enum { UNKNOWN, VALUE, TRUTH, REACHED } what;
    struct state_operand value;
    struct state_guard truth;
};
struct reading {
    const struct state *s;
    const struct image_rule *rule; /* NULL: the start of a truth is read, not a condition */
    const struct image_code *code; /* first instruction of the function */
    struct known temp[KNOWN_TEMPS];
    struct state_guard *found;
    int32_t count;
    int32_t behind; /* first instruction after those that belong to guards */
    bool late;      /* an instruction that may fail has been passed */
    bool whole;     /* all that was passed so far belongs to guards */
};

static const struct known unknown;

static struct known a_value(enum state_operand_from from, int64_t value, int32_t of) {
    return (struct known){VALUE, {.from = (uint8_t)from, .value = value, .of = of}, {.of = 0}};
}

static struct known a_truth(enum state_guard_what what, int32_t of) {
    return (struct known){TRUTH, {.of = 0}, {.what = (uint8_t)what, .of = of, .yes = true}};
}

static const struct known *temp(const struct reading *r, uint8_t number) {
    return number < KNOWN_TEMPS ? &r->temp[number] : &unknown;
}

static bool is_word_operand(const struct known *k) {
    return k->what == VALUE && k->value.end != MEMBERS;
}

/* Whether the word of an event's slot is the value itself, not the handle of a list or pool. */
static bool plain_slot(const struct image *img, int32_t event, int32_t slot) {
    /* Below 0 the rule is about any action. Such a rule reads slot 0 alone, which holds the actor,
     * a thing. */
    if (event < 0) return true;
    return image_slot_of(img, img->events[event].func, slot)->type.class <= V_LAST_PLAIN;
}

/* Returns a slot of the rule's event as an operand; `unknown` if the slot holds a list or pool. *ok
 * becomes false if the event has no such role or kept value. A role always has a value. Reading a
 * kept value fails before it is kept, so it sets r->late. */
static struct known a_role(struct reading *r, int32_t slot, bool *ok) {
    const struct image *img = r->s->img;
    *ok = r->rule != NULL;
    if (!*ok) return unknown;
    bool row = r->rule->what == RULE_ROW;
    int32_t event = row ? img->quantities[r->rule->target].event : r->rule->target;
    *ok = event < 0 ? !row && slot == 0 : slot < img->events[event].kept;
    if (!*ok || !plain_slot(img, event, slot)) return unknown;
    if (event >= 0 && slot >= img->events[event].roles) r->late = true;
    return a_value(OPERAND_ROLE, slot, -1);
}

static bool lists_members(const struct image *img, int32_t field) {
    const struct image_field *f = &img->fields[field];
    bool stored = f->quantity < 0 && f->how == FIELD_STORED;
    return stored && img->kinds[f->kind].members == field;
}

/* Returns the operand that reads word `word` of the record of the thing that `of` is; `unknown` if
 * an operand cannot express that, and for T_PLACE in a rule. */
static struct known word_operand(const struct reading *r, const struct known *of, int32_t word) {
    struct known k = *of;
    if (k.what != VALUE || k.value.end || k.value.words == OPERAND_WORDS) return unknown;
    if (k.value.from == OPERAND_NUMBER || k.value.from == OPERAND_GLOBAL) return unknown;
    if (k.value.from == OPERAND_RECALLED) return unknown;
    /* guards of rules may not depend on where things stand */
    if (word == T_PLACE && r->rule) return unknown;
    k.value.word[k.value.words++] = word;
    return k;
}

static struct known field_of(const struct reading *r, const struct image_code *i) {
    const struct image_field *f = &r->s->img->fields[i->d];
    const bool list = f->type.class > V_LAST_PLAIN;
    if (i->op == CODE_STORED) return list ? unknown : word_operand(r, temp(r, i->b), f->slot);
    if (!lists_members(r->s->img, i->d)) return word_operand(r, temp(r, i->b), r->s->plain[i->d]);
    struct known k = word_operand(r, temp(r, i->b), f->slot);
    k.value.end = MEMBERS;
    k.value.members = i->d;
    return k;
}

static struct known compares(const struct known *a, const struct known *b, enum opcode op) {
    if (!is_word_operand(a) || !is_word_operand(b)) return unknown;
    struct known k = a_truth(GUARD_COMPARE, (int32_t)op);
    /* a constant always becomes the second operand */
    k.truth.first = a->value.from != OPERAND_NUMBER;
    k.truth.a = k.truth.first ? a->value : b->value;
    k.truth.b = k.truth.first ? b->value : a->value;
    return k;
}

/* Makes a guard of whether a reach is at most, or less than, a number. */
static struct known reaches(const struct reading *r, const struct known *reach,
                            const struct known *most) {
    const struct known *a = temp(r, (uint8_t)reach->value.value);
    const struct known *b = temp(r, (uint8_t)(reach->value.value + 1));
    if (!is_word_operand(a) || !is_word_operand(b) || !is_word_operand(most)) return unknown;
    struct known k = a_truth(GUARD_REACH, 0);
    k.truth.a = a->value;
    k.truth.b = b->value;
    k.truth.c = most->value;
    return k;
}

static struct known same_as(const struct known *a, int64_t value) {
    const struct known b = a_value(OPERAND_NUMBER, value, -1);
    return compares(a, &b, CODE_SAME);
}

static struct known asks(const struct known *a, enum state_guard_what what, int32_t of) {
    if (!is_word_operand(a)) return unknown;
    struct known k = a_truth(what, of);
    k.truth.a = a->value;
    return k;
}

/* Returns what is known as a truth: for a value, that it is 1; anything else as it is. */
static struct known as_truth(const struct known *k) {
    return is_word_operand(k) ? same_as(k, 1) : *k;
}

static struct known turned(const struct known *a) {
    struct known k = as_truth(a);
    if (k.what != TRUTH) return unknown;
    k.truth.yes = !k.truth.yes;
    return k;
}

static struct known has(const struct reading *r, const struct image_code *i) {
    struct known k = i->c == 0 ? asks(temp(r, i->b), GUARD_HAS, i->d) : unknown;
    return k.what == TRUTH ? k : a_truth(GUARD_BORNE, i->d);
}

/* Whether a step may change the number (it reads places) and the rule is about `step`. Guards of
 * rules about steps are asked once for a whole move (rows_listen), so such a number is no guard
 * there. */
static bool steps_change(const struct reading *r, int32_t number) {
    const struct image_reads *reads = &r->s->img->quantities[number].reads;
    const bool step = r->rule && r->rule->what != RULE_ROW && r->rule->target == EVENT_STEP;
    return step && ((reads->bits[READS_PLACES / 64] >> READS_PLACES % 64 & 1) != 0 ||
                    (reads->bits[READS_NEAR / 64] >> READS_NEAR % 64 & 1) != 0);
}

static bool is_argument(const struct known *k) {
    return k->what == VALUE && k->value.from == OPERAND_ARG && !k->value.words && !k->value.end;
}

/* Returns how far it is between two things, as a primitive says that stands between ENOUGH, with
 * the number in temp i[-1].b, and the comparison with this number. Computing it may fail where the
 * distance says nothing. Sets *ok to false if it is another question. */
static struct known reached(struct reading *r, const struct image_code *i, bool *ok) {
    const struct image_code *by = i + 1;
    *ok = i->d == PRIM_REACH && i->c >= 2 && i[-1].op == CODE_ENOUGH &&
          (by->op == CODE_AT_MOST || by->op == CODE_LESS) && by->b == i->a && by->c == i[-1].b;
    for (int32_t n = 2; *ok && n < i->c; n++) {
        const struct known *k = temp(r, (uint8_t)(i->b + n));
        *ok = is_word_operand(k) && k->value.from == OPERAND_NUMBER && k->value.value == NONE;
    }
    r->late = true;
    return *ok ? (struct known){REACHED, {.value = i->b}, {.of = 0}} : unknown;
}

/* Makes a guard of a truth: of one about sides, which cannot fail, or of one whose result may be
 * remembered. Computing the latter may fail where it is not remembered, so it sets r->late. Returns
 * `unknown` for a truth about sides whose operands are no known words. Of a number that may be
 * remembered a truth may compare the result. For any other quantity *ok becomes false: no guard
 * tells whether a number can be computed, so none may stand behind it. */
static struct known truth_guard(struct reading *r, const struct image_code *i, bool *ok) {
    const bool side = r->s->memory.numbers[i->d].way >= WAY_FRIENDS;
    const bool truth = r->s->img->quantities[i->d].type.class == V_TRUTH;
    const struct known *a = temp(r, i->b), *b = temp(r, (uint8_t)(i->b + 1));
    const bool known =
        (i->c < 1 || is_word_operand(a)) && (i->c < 2 || is_word_operand(b)) && i->c <= 2;
    const bool kept = known && r->s->memory.numbers[i->d].way == WAY_KEPT;
    if (!r->rule && kept && !truth && i->c == 1 && is_argument(a)) {
        r->late = true;
        return a_value(OPERAND_RECALLED, a->value.value, i->d);
    }
    *ok = side || (kept && truth && !steps_change(r, i->d));
    if (!*ok || !known) return unknown;
    const int32_t builtin = r->s->img->quantities[i->d].builtin;
    struct known k = side ? a_truth(GUARD_SIDE, builtin) : a_truth(GUARD_TRUTH, i->d);
    k.truth.count = i->c;
    if (i->c > 0) k.truth.a = a->value;
    if (i->c > 1) k.truth.b = b->value;
    r->late |= !side;
    return k;
}

static struct known end_of(const struct known *list, enum opcode op) {
    struct known k = *list;
    if (k.what != VALUE || k.value.end != MEMBERS) return unknown;
    k.value.end = (uint8_t)op;
    return k;
}

static struct known nearest_operand(struct reading *r, const struct image_code *i) {
    const struct image *img = r->s->img;
    const bool kept = i->b >= img->events[i->d].roles;
    /* what a move keeps changes with its steps, while guards are asked once */
    if (kept && i->d == EVENT_MOVE) return unknown;
    /* a kept value may not have been kept yet */
    if (kept) r->late = true;
    return plain_slot(img, i->d, i->b) ? a_value(OPERAND_NEAREST, i->b, i->d) : unknown;
}

/* Returns what is known of the temp that an instruction writes. Sets *ok to false if reading has to
 * stop here: the instruction may fail, or it is not known. */
static struct known result(struct reading *r, const struct image_code *i, bool *ok) {
    const struct image *img = r->s->img;
    const struct known *b = temp(r, i->b), *c = temp(r, i->c);
    switch ((enum opcode)i->op) {
    case CODE_NUMBER: return a_value(OPERAND_NUMBER, i->d, -1);
    case CODE_CONSTANT: return a_value(OPERAND_NUMBER, img->constants[i->d], -1);
    case CODE_LOAD_NONE: return a_value(OPERAND_NUMBER, NONE, -1);
    case CODE_MOVE: return *b;
    case CODE_THIS: *ok = r->rule != NULL; return a_value(OPERAND_THIS, 0, -1);
    case CODE_RULING: return a_value(OPERAND_GLOBAL, state_ruling_at(r->s, i->d), -1);
    case CODE_RUNNING: return a_truth(GUARD_RUNNING, i->d);
    case CODE_SAME:
    case CODE_DIFFER:
    case CODE_LESS:
    case CODE_AT_MOST:
    case CODE_EQUAL:
        return b->what == REACHED ? reaches(r, b, c) : compares(b, c, (enum opcode)i->op);
    case CODE_NOT: return turned(b);
    case CODE_IS_NONE: return same_as(b, NONE);
    case CODE_IS_BLUEPRINT: return same_as(b, i->d);
    case CODE_IS_KIND: return asks(b, GUARD_KIND, i->d);
    case CODE_IS_OF: return asks(b, GUARD_MADE, i->d);
    case CODE_HAS: r->late = true; return has(r, i);
    case CODE_STORED: return field_of(r, i);
    case CODE_NEAREST: *ok = r->rule != NULL; return nearest_operand(r, i);
    case CODE_PRIMITIVE: return reached(r, i, ok);
    case CODE_FIRST:
    case CODE_LAST:
    case CODE_COUNT: *ok = b->what == VALUE && b->value.end == MEMBERS; return end_of(b, i->op);
    case CODE_IS_EMPTY: {
        const struct known count = end_of(b, CODE_COUNT);
        *ok = count.what == VALUE;
        return same_as(&count, 0);
    }
    case CODE_FIELD:
        *ok = r->s->plain[i->d] >= 0 || lists_members(img, i->d);
        return *ok ? field_of(r, i) : unknown;
    case CODE_ROLE: return a_role(r, i->d, ok);
    case CODE_QUANTITY: return truth_guard(r, i, ok);
    default: *ok = false; return unknown;
    }
}

/* Whether the code at `to` says that the rule does not apply. A row says so only by CODE_SKIP_ROW,
 * as an amount of 0 still applies; other rules by returning 0. */
static bool says_no(const struct reading *r, const struct image_code *to) {
    if (r->rule && r->rule->what == RULE_ROW) return to[0].op == CODE_SKIP_ROW;
    return to[0].op == CODE_NUMBER && to[0].d == 0 && to[1].op == CODE_RETURN && to[1].a == to[0].a;
}

static bool of_one(const struct state_guard *g) {
    return g->a.from == OPERAND_THIS || g->b.from == OPERAND_THIS;
}

/* Whether a guard is of one of the forms of state_guard.of_args. */
static bool is_of_args(const struct state_guard *g) {
    const struct state_operand *a = &g->a, *b = &g->b, *c = &g->c;
    if (a->from != OPERAND_ARG || b->from != OPERAND_ARG || a->end || b->end || b->words)
        return false;
    if (g->what == GUARD_COMPARE) return a->words == 1;
    return g->what == GUARD_REACH && !a->words && c->from == OPERAND_RECALLED;
}

static bool is_quick(const struct state_guard *g) {
    const bool near = g->a.from < OPERAND_NEAREST && g->a.words < 2 && !g->a.end;
    const bool number = g->b.from == OPERAND_NUMBER && g->b.words == 0;
    return near && (g->what == GUARD_KIND || (g->what == GUARD_COMPARE && number));
}

/* Adds a guard: the condition goes on only if `asked` is true (`yes`) or not true (not `yes`).
 * Guards are kept sorted by rank. If `asked` can be no guard, or there is no room, nothing is
 * added. In both cases, and with GUARD_BORNE, which is never enough, the condition does not consist
 * of guards alone. */
static void conjunct(struct reading *r, const struct known *asked, bool yes) {
    const struct known k = yes ? as_truth(asked) : turned(asked);
    const bool room = r->count < GUARDS_MOST;
    const struct state_guard *g = &k.truth;
    r->whole &= k.what == TRUTH && room && g->what != GUARD_BORNE;
    if (k.what != TRUTH || !room) return;
    enum state_guard_rank rank = of_one(g) ? GUARD_OF_ONE : GUARD_OF_ALL;
    if (r->late) rank = GUARD_LATE;
    int32_t at = r->count++;
    for (; at > 0 && r->found[at - 1].rank > rank; at--) r->found[at] = r->found[at - 1];
    r->found[at] = *g;
    r->found[at].quick = is_quick(g);
    r->found[at].of_args = is_of_args(g);
    r->found[at].rank = (uint8_t)rank;
}

/* Reads one instruction and returns the next one to read; NULL if reading has to stop. */
static const struct image_code *read_one(struct reading *r, const struct image_code *i) {
    bool ok = true;
    switch ((enum opcode)i->op) {
    case CODE_JUMP_NOT:
    case CODE_JUMP_IF:
        if (i->d <= i - r->code || !says_no(r, r->code + i->d)) return NULL;
        conjunct(r, temp(r, i->a), i->op == CODE_JUMP_NOT);
        if (r->whole) r->behind = (int32_t)(i + 1 - r->code);
        return i + 1;
    case CODE_JUMP: return i->d > i - r->code ? r->code + i->d : NULL;
    case CODE_ENOUGH: return i + 1;
    default: break;
    }
    const struct known k = result(r, i, &ok);
    if (!ok) return NULL;
    if (i->a < KNOWN_TEMPS) r->temp[i->a] = k;
    return i + 1;
}

/* Reads the value that a condition returns, and makes it a guard if it is no constant. A condition
 * that returns a constant other than 1 does not consist of guards alone. */
static void read_end(struct reading *r, const struct known *came_to) {
    const struct state_operand *v = &came_to->value;
    const bool number = came_to->what == VALUE && v->from == OPERAND_NUMBER && v->words == 0;
    if (!number) {
        conjunct(r, came_to, true);
    } else if (v->value != 1) {
        r->whole = false;
    }
}

/* Whether an instruction surely reads no marked temp. Unmarks the temp that it writes. */
static bool reads_none(const struct image_code *i, bool marked[256]) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    const char *const what[] = {row->a, row->b, row->c};
    const int32_t number[] = {i->a, i->b, i->c};
    if (row->reads == CODE_READS_DICE || image_stands_in_bodies(row)) return false;
    for (int k = 0; k < 3; k++) {
        const bool first = strcmp(what[k], "first") == 0;
        if (!first && strcmp(what[k], "in") != 0) continue;
        const bool counts = k < 2 && strcmp(what[k + 1], "n") == 0;
        if (first && !counts) return false;
        for (int32_t n = 0; n <= (counts ? number[k + 1] : 0) && number[k] + n < 256; n++) {
            if (marked[number[k] + n]) return false;
        }
    }
    if (strcmp(row->a, "out") == 0) marked[i->a] = false;
    return true;
}

/* Returns the instruction at which the condition may begin once its guards have said yes: the one
 * behind them; 0, the beginning, if the code behind them reads a temp that the code of the guards
 * writes. */
static int32_t begins(const struct reading *r, const struct image_func *fn) {
    bool marked[256] = {false};
    for (const struct image_code *i = r->code; i < r->code + r->behind; i++) {
        const struct opcode_row *row = image_opcode((enum opcode)i->op);
        if (strcmp(row->a, "out") == 0) marked[i->a] = true;
    }
    for (int32_t i = r->behind; i < fn->count; i++) {
        if (!reads_none(&r->code[i], marked)) return 0;
    }
    return r->behind;
}

/* Reads the guards of a rule; without a rule, of the start of a truth, which is function `func`. */
static int32_t read_guards(const struct state *s, const struct image_rule *rule, int32_t func,
                           struct state_guard out[GUARDS_MOST], bool *whole, int32_t *behind) {
    const bool row = rule && rule->what == RULE_ROW;
    *whole = false;
    *behind = 0;
    if (func < 0) return 0;
    const struct image_func *fn = &s->img->funcs[func];
    struct reading r = {
        .s = s, .rule = rule, .code = s->img->code + fn->first, .found = out, .whole = true};
    for (int32_t i = 0; i < fn->params && i < KNOWN_TEMPS; i++) {
        r.temp[i] = a_value(OPERAND_ARG, i, -1);
    }
    const struct image_code *i = r.code, *end = i + fn->count;
    while (i && i < end && i->op != CODE_RETURN && i->op != CODE_SKIP_ROW) i = read_one(&r, i);
    if (!row && i && i < end && i->op == CODE_RETURN) {
        read_end(&r, temp(&r, i->a));
        *whole = r.whole && r.count > 0;
    }
    *behind = begins(&r, fn);
    return r.count;
}

/* Reads the guards of a rule, or, behind all rules, of a quantity: of a truth of the rules that no
 * row changes and that is the same whatever runs. */
static int32_t guards_of(const struct state *s, int32_t i, struct state_guard out[GUARDS_MOST],
                         bool *whole, int32_t *behind) {
    const struct image *img = s->img;
    if (i < img->rules_count) {
        const struct image_rule *rule = &img->rules[i];
        const int32_t func = rule->what == RULE_ROW ? rule->body : rule->when;
        return read_guards(s, rule, func, out, whole, behind);
    }
    const int32_t quantity = i - img->rules_count;
    const struct state_number *n = &s->memory.numbers[quantity];
    const bool plain = !n->siblings && !n->ruled && n->event < 0 && n->way == WAY_KEPT;
    const bool truth = img->quantities[quantity].type.class == V_TRUTH;
    return read_guards(s, NULL, plain && truth ? n->start : -1, out, whole, behind);
}

/* Prepares the looks of some `whenever` rules: of those over all things of a kind whose first guard
 * reads a word of the thing. Enters in state_look.words of the rule the sort of that word, and the
 * sort of which things of the kind are in play. */
static void open_looks(struct state *s) {
    const struct image *img = s->img;
    for (int32_t i = 0; i < img->whenevers; i++) {
        const int32_t rule = img->lists[img->first_whenever + i];
        const struct state_guard *g = rows_first_word(s, rule);
        const int32_t kind = image_extent(img, img->rules[rule].set);
        uint64_t *what = s->memory.looks[i].words.what;
        if (!g || kind < 0) continue;
        state_sort_add(what, (enum reads_what)img->kinds[kind].reads);
        for (int32_t k = kind; k < img->kinds[kind].end; k++) {
            state_sort_add(what, state_read_as(s, k, (uint32_t)g->a.word[0]));
        }
    }
}

static void fill_guards(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    const int32_t count_all = img->rules_count + img->quantities_count;
    const size_t room = (size_t)count_all + 1;
    struct state_guard found[GUARDS_MOST];
    bool whole, *guarded = NEW_ARRAY(a, room, bool);
    int32_t at, all = 0, *behind = NEW_ARRAY(a, room, int32_t);
    int32_t *first_guard = NEW_ARRAY(a, room, int32_t);
    for (int32_t i = 0; i < count_all; i++) all += guards_of(s, i, found, &whole, &at);
    struct state_guard *guards = NEW_ARRAY(a, (size_t)all + 1, struct state_guard);
    for (int32_t i = 0; i < count_all; i++) {
        const int32_t count = guards_of(s, i, found, &guarded[i], &behind[i]);
        at = first_guard[i];
        if (count) memcpy(guards + at, found, (size_t)count * sizeof *found);
        first_guard[i + 1] = at + count;
        if (i >= img->rules_count) s->memory.numbers[i - img->rules_count].guarded = count > 0;
    }
    s->guards = guards;
    s->first_guard = first_guard;
    s->guarded = guarded;
    s->behind = behind;
}

void rows_derive(struct image *img) {
    struct state *s = state_derive(img);
    fill_guards(s, &img->arena);
    open_looks(s);
}

/* ---- Asking guards -------------------------------- */

enum { SILENT = ROWS_MUTED, SPOKEN_OF };

static bool is_settled(const struct state_operand *o) {
    return (o->from == OPERAND_NUMBER || o->from == OPERAND_GLOBAL) && o->words == 0;
}

static int64_t settled_word(const struct state *s, const struct state_operand *o) {
    return o->from == OPERAND_GLOBAL ? state_global(s, (uint32_t)o->value) : o->value;
}

/* Whether a guard refuses everything under the present rulings: it compares nothing but constants
 * and rulings, and the result is not the one that its `yes` demands. A guard that is no comparison
 * never counts. */
static bool settled_no(const struct state *s, const struct state_guard *g) {
    if (g->what != GUARD_COMPARE || !is_settled(&g->a) || !is_settled(&g->b)) return false;
    const int64_t a = settled_word(s, &g->a), b = settled_word(s, &g->b);
    return image_compares_read((enum opcode)g->of, g->first, a, b) != g->yes;
}

/* Whether the guards of a rule that are not late show that it refuses every thing of kind `kind` as
 * its first argument, whatever the other values are; kind -1: that it refuses everything. */
static bool not_of_kind(const struct state *s, int32_t rule, int32_t kind) {
    for (int32_t i = s->first_guard[rule]; i < s->first_guard[rule + 1]; i++) {
        const struct state_guard *g = &s->guards[i];
        if (g->rank == GUARD_LATE) return false;
        if (settled_no(s, g)) return true;
        bool asks = g->what == GUARD_KIND && g->a.from == OPERAND_ARG && g->a.value == 0;
        if (!asks || g->a.words > 0 || kind < 0) continue;
        if (image_kind_is(s->img, kind, g->of) != g->yes) return true;
    }
    return false;
}

void rows_settle(struct state *s) {
    s->settled++;
    memset(s->silent, 0, (size_t)s->img->kinds_count);
    memset(s->muted, 0, (size_t)s->img->rules_count);
    s->silent_turns = s->w.turns + 1;
}

static bool silent_of_kind(struct state *s, const struct image_quantity *q, int32_t kind) {
    if (MYTH_UNLIKELY(s->silent_turns != s->w.turns + 1)) rows_settle(s);
    if (MYTH_LIKELY(s->silent[kind] && !WITHOUT_SILENT)) return s->silent[kind] == SILENT;
    bool silent = true;
    for (int32_t i = 0; i < q->loose && silent; i++) {
        silent = not_of_kind(s, s->img->lists[q->first_loose + i], kind);
    }
    s->silent[kind] = silent ? SILENT : SPOKEN_OF;
    return silent;
}

/* Whether no row of in_force speaks of things of this kind, so that rows_in_force_by_itself is the
 * answer. */
static bool by_itself(struct state *s, int32_t kind) {
    if (s->img->in_force < 0) return true;
    const struct image_quantity *q = &s->img->quantities[s->img->in_force];
    if (!q->ruled) return true;
    return q->keyed == 0 && silent_of_kind(s, q, kind);
}

/* Finishes reading an operand of several words, or with an `end`. Without `end`, v is the thing
 * whose second word is read. With `end`, v leads to a group; *out becomes the first, the last or
 * the number of its members (NONE or 0 if there is no group). Returns false if the group keeps its
 * members in another field than o->members. */
static MYTH_APART bool farther(const struct state *s, const struct state_operand *o, int64_t v,
                               int64_t *out) {
    const int32_t last = o->words - 1;
    struct view list = {NULL, 0};
    if (last > 0 && (!o->end || v > 0)) {
        v = v > 0 ? state_word(s, v, (uint32_t)o->word[o->end ? 0 : 1]) : NONE;
    }
    *out = v;
    if (!o->end) return true;
    if (v > 0) {
        if (s->img->kinds[state_kind(s, v)].members != o->members) return false;
        list = state_list(s, state_word(s, v, (uint32_t)o->word[last]));
    }
    *out = list.count == 0 ? NONE : list.at[o->end == CODE_FIRST ? 0 : list.count - 1];
    if (o->end == CODE_COUNT) *out = list.count;
    return true;
}

static MYTH_APART int64_t of_nearest(const struct state *s, const struct state_operand *o,
                                     const struct env *env) {
    struct env near;
    return frame_reach(s, env, o->of, &near) ? near.roles[o->value] : NONE;
}

/* Sets *out to the value at which an operand begins. Returns false if the value is not known here;
 * always false for OPERAND_NEAREST and OPERAND_RECALLED. */
MYTH_INLINE bool beginning(const struct state *s, const struct state_operand *o,
                           const struct env *env, const int64_t *args, int64_t *out) {
    const int64_t v = o->value;
    switch ((enum state_operand_from)o->from) {
    case OPERAND_NUMBER: *out = v; return true;
    case OPERAND_ARG: *out = args[v]; return true;
    case OPERAND_ROLE: *out = env->roles ? env->roles[v] : UNKEPT; return *out != UNKEPT;
    case OPERAND_THIS: *out = env->self; return *out != NONE;
    case OPERAND_GLOBAL: *out = state_global(s, (uint32_t)v); return true;
    case OPERAND_NEAREST:
    case OPERAND_RECALLED: break;
    }
    return false;
}

/* Sets *out to the value at which an operand begins that is no word. Returns false if the value is
 * not known here. */
static MYTH_APART bool found_out(struct state *s, const struct state_operand *o,
                                 const struct env *env, const int64_t *args, int64_t *out) {
    if (o->from == OPERAND_RECALLED)
        return rows_recalled(s, o->of, env->accounts, args + o->value, 1, out);
    *out = of_nearest(s, o, env);
    return *out != UNKEPT;
}

/* Sets *out to the value of an operand. Returns false if the value is not known here. */
MYTH_INLINE bool operand(struct state *s, const struct state_operand *o, const struct env *env,
                         const int64_t *args, int64_t *out) {
    int64_t v = NONE;
    if (MYTH_UNLIKELY(o->from >= OPERAND_NEAREST) ? !found_out(s, o, env, args, &v)
                                                  : !beginning(s, o, env, args, &v))
        return false;
    if (o->words > 0 && !o->end) v = v > 0 ? state_word(s, v, (uint32_t)o->word[0]) : NONE;
    *out = v;
    return (o->words < 2 && !o->end) || farther(s, o, v, out);
}

/* Whether a thing bears an instance of a blueprint that is in force: GUARDED_YES or GUARDED_NO;
 * GUARDED_OPEN if code would have to run to tell. */
static enum rows_guarded bears(struct state *s, int64_t thing, int32_t blueprint) {
    const struct view v = thing > 0 ? state_borne(s, thing) : (struct view){NULL, 0};
    for (int64_t i = 0; i < v.count; i++) {
        if (state_blueprint(s, v.at[i]) != blueprint) continue;
        if (!by_itself(s, s->img->blueprints[blueprint].kind)) return GUARDED_OPEN;
        if (rows_in_force_by_itself(s, v.at[i])) return GUARDED_YES;
    }
    return GUARDED_NO;
}

static bool made_from(const struct state *s, int64_t thing, int32_t blueprint) {
    const int32_t made = thing > 0 ? state_blueprint(s, thing) : -1;
    return made >= 0 && s->img->blueprints[made].form_of == blueprint;
}

/* Sets *so to the remembered result of the guard's truth; `a` is its first argument. Returns false
 * if no result is remembered. */
static MYTH_APART bool truth(struct state *s, const struct state_guard *g, const struct env *env,
                             const int64_t *args, int64_t a, bool *so) {
    int64_t given[] = {a, 0}, value;
    if (g->count > 1 && !operand(s, &g->b, env, args, &given[1])) return false;
    if (!state_recalls(s, env->accounts) || !state_recall(s, g->of, given, g->count, &value))
        return false;
    *so = value == 1;
    return true;
}

/* Whether the distance alone shows that b is farther from a than c. */
static MYTH_APART bool is_too_far(struct state *s, const struct state_guard *g,
                                  const struct env *env, const int64_t *args, int64_t a) {
    int64_t two[] = {a, NONE, NONE, NONE, NONE, NONE, NONE, NONE}, most;
    return operand(s, &g->b, env, args, &two[1]) && operand(s, &g->c, env, args, &most) && a > 0 &&
           two[1] > 0 && most != NONE && prim_out_of_reach(s, two, most);
}

/* Answers a guard: GUARDED_YES if its test comes out as its `yes` demands, GUARDED_NO if it does
 * not, GUARDED_OPEN if the test cannot be answered without running code. */
static MYTH_APART enum rows_guarded says(struct state *s, const struct state_guard *g,
                                         const struct env *env, const int64_t *args) {
    struct env out;
    int64_t a = 0, b = 0;
    bool so = false;
    if (g->what > GUARD_RUNNING && !operand(s, &g->a, env, args, &a)) return GUARDED_OPEN;
    switch ((enum state_guard_what)g->what) {
    case GUARD_BORNE:
        if (state_instances(s, g->of).count > 0) return GUARDED_OPEN;
        break;
    case GUARD_RUNNING: so = frame_reach(s, env, g->of, &out); break;
    case GUARD_KIND: so = state_is(s, a, g->of); break;
    case GUARD_MADE: so = made_from(s, a, g->of); break;
    case GUARD_HAS: {
        const enum rows_guarded bearing = bears(s, a, g->of);
        if (bearing == GUARDED_OPEN) return GUARDED_OPEN;
        so = bearing == GUARDED_YES;
        break;
    }
    case GUARD_TRUTH:
        if (!truth(s, g, env, args, a, &so)) return GUARDED_OPEN;
        break;
    case GUARD_REACH:
        if (!is_too_far(s, g, env, args, a)) return GUARDED_OPEN;
        break;
    case GUARD_SIDE:
        if (!operand(s, &g->b, env, args, &b)) return GUARDED_OPEN;
        so = g->of == BUILTIN_FRIENDLY ? state_friends(s, a, b) : state_foes(s, a, b);
        break;
    case GUARD_COMPARE:
        if (!operand(s, &g->b, env, args, &b)) return GUARDED_OPEN;
        so = image_compares_read((enum opcode)g->of, g->first, a, b);
        break;
    }
    return so == g->yes ? GUARDED_YES : GUARDED_NO;
}

/* Answers a quick guard, which reads one word at most and compares it with a number or a kind:
 * GUARDED_YES, GUARDED_NO, or GUARDED_OPEN if the value is not known here. */
MYTH_INLINE enum rows_guarded says_quickly(const struct state *s, const struct state_guard *g,
                                           const struct env *env, const int64_t *args) {
    int64_t v;
    if (!beginning(s, &g->a, env, args, &v)) return GUARDED_OPEN;
    if (g->a.words) v = v > 0 ? state_word(s, v, (uint32_t)g->a.word[0]) : NONE;
    const bool kind = g->what == GUARD_KIND;
    const bool so = kind ? state_is(s, v, g->of)
                         : image_compares_read((enum opcode)g->of, g->first, v, g->b.value);
    return so == g->yes ? GUARDED_YES : GUARDED_NO;
}

/* Asks a rule's guards with ranks `from` to `to`, in order. Returns GUARDED_NO if one says no, else
 * GUARDED_OPEN if one is open, else GUARDED_YES. After an open late guard no further guard is
 * asked, because the code between the two may fail. */
static inline enum rows_guarded ask(struct state *s, int32_t rule, const struct env *env,
                                    const int64_t *args, int from, int to) {
    const struct state_guard *g = s->guards + s->first_guard[rule],
                             *end = s->guards + s->first_guard[rule + 1];
    enum rows_guarded all = GUARDED_YES;
    for (; g < end && g->rank <= to; g++) {
        if (g->rank < from) continue;
        const enum rows_guarded one =
            g->quick ? says_quickly(s, g, env, args) : says(s, g, env, args);
        if (one == GUARDED_NO) return GUARDED_NO;
        if (one == GUARDED_YES) continue;
        all = GUARDED_OPEN;
        if (g->rank == GUARD_LATE) break;
    }
    return all;
}

static inline bool not_asked(const struct state *s) {
    return MYTH_UNLIKELY(rows_unasked(s));
}

bool rows_mute(struct state *s, int32_t rule) {
    if (not_asked(s)) return false;
    if (s->silent_turns != s->w.turns + 1) rows_settle(s);
    const bool never = not_of_kind(s, rule, -1);
    s->muted[rule] = never ? SILENT : SPOKEN_OF;
    return never;
}

const struct state_guard *rows_first_word(const struct state *s, int32_t rule) {
    const struct state_guard *g = s->guards + s->first_guard[rule];
    if (not_asked(s) || s->first_guard[rule] == s->first_guard[rule + 1]) return NULL;
    const bool of_it = g->a.from == OPERAND_ARG && g->a.value == 0 && g->a.words == 1;
    return g->quick && g->rank == GUARD_OF_ALL && g->what == GUARD_COMPARE && of_it ? g : NULL;
}

/* The verdict when all guards have said yes: the condition holds if it consists of guards alone;
 * otherwise its code has to be run from *begin on. */
static inline enum rows_guarded passed(const struct state *s, int32_t rule, int32_t *begin) {
    if (s->guarded[rule]) return GUARDED_YES;
    *begin = s->behind[rule];
    return GUARDED_OPEN;
}

enum rows_guarded rows_guards_of_all(struct state *s, int32_t rule, const struct env *env) {
    if (not_asked(s)) return GUARDED_OPEN;
    return ask(s, rule, env, NULL, GUARD_OF_ALL, GUARD_OF_ALL);
}

enum rows_guarded rows_guards_of_one(struct state *s, int32_t rule, const struct env *env,
                                     enum rows_guarded all, int32_t *begin) {
    *begin = 0;
    if (not_asked(s) || all == GUARDED_NO) return all;
    const enum rows_guarded one = ask(s, rule, env, NULL, GUARD_OF_ONE, GUARD_LATE);
    if (one != GUARDED_YES) return one;
    return all == GUARDED_YES ? passed(s, rule, begin) : all;
}

enum rows_guarded rows_guards(struct state *s, int32_t rule, const struct env *env,
                              const int64_t *args, int32_t *begin) {
    *begin = 0;
    if (not_asked(s)) return GUARDED_OPEN;
    const enum rows_guarded said = ask(s, rule, env, args, GUARD_OF_ALL, GUARD_LATE);
    return said == GUARDED_YES ? passed(s, rule, begin) : said;
}

/* Answers a guard of a truth like `says`, those of the usual forms without it: the comparison of a
 * word of an argument with another argument, and a reach that is at most a number. */
static inline enum rows_guarded says_of_truth(struct state *s, const struct state_guard *g,
                                              const struct env *env, const int64_t *args) {
    int64_t v;
    if (g->quick) return says_quickly(s, g, env, args);
    if (!g->of_args) return says(s, g, env, args);
    const int64_t a = args[g->a.value], b = args[g->b.value];
    if (g->what == GUARD_COMPARE) {
        v = a > 0 ? state_word(s, a, (uint32_t)g->a.word[0]) : NONE;
        return image_compares_read((enum opcode)g->of, g->first, v, b) == g->yes ? GUARDED_YES
                                                                                 : GUARDED_NO;
    }
    const int64_t two[] = {a, b, NONE, NONE, NONE, NONE, NONE, NONE};
    const bool far = a > 0 && b > 0 && state_recall(s, g->c.of, args + g->c.value, 1, &v) &&
                     v != NONE && prim_out_of_reach(s, two, v);
    return far && g->yes ? GUARDED_NO : GUARDED_OPEN;
}

bool rows_refuses(struct state *s, int32_t truth, const struct env *env, const int64_t *args) {
    const int32_t at = s->img->rules_count + truth, depth = s->depth_pure;
    const struct state_guard *g = s->guards + s->first_guard[at], *const end =
                                                                      s->guards +
                                                                      s->first_guard[at + 1];
    if (not_asked(s) || !state_recalls(s, env->accounts) || depth + 1 >= MAX_DEPTH_NUMBERS)
        return false;
    enum rows_guarded said = GUARDED_YES;
    s->depth_pure = depth + 1; /* as if the truth were computed */
    for (; g < end && said != GUARDED_NO; g++) {
        if (said == GUARDED_OPEN && g[-1].rank == GUARD_LATE) break;
        said = says_of_truth(s, g, env, args);
    }
    s->depth_pure = depth;
    if (said == GUARDED_NO && s->depth_most <= depth) s->depth_most = depth + 1;
    return said == GUARDED_NO;
}

bool rows_listen(struct state *s, int32_t rule, const struct env *env,
                 struct rows_candidates *candidates) {
    const struct image_rule *row = &s->img->rules[rule];
    const bool borne = row->blueprint >= 0;
    if (not_asked(s)) return false;
    if (borne && !by_itself(s, s->img->blueprints[row->blueprint].kind)) return false;
    const enum rows_guarded all = rows_guards_of_all(s, rule, env);
    if (all == GUARDED_NO) return true;
    struct env speaker;
    state_env_copy(&speaker, env);
    struct rows_speakers from = rows_speakers(s, row, env->roles, env->accounts);
    bool ok = true;
    while (rows_speaker(s, &from, &speaker.self, &ok)) {
        int32_t begin;
        const enum rows_guarded said = rows_guards_of_one(s, rule, &speaker, all, &begin);
        if (said == GUARDED_NO) continue;
        if (said == GUARDED_YES || candidates->count == ROWS_CANDIDATES) return false;
        const int32_t at = candidates->count++;
        candidates->at[at].rule = rule;
        candidates->at[at].begin = begin;
        candidates->at[at].self = speaker.self;
    }
    return ok;
}

bool rows_silent(struct state *s, const struct image_quantity *q, int64_t thing) {
    const struct env nobody = {NULL, -1, frame_top(s), NONE, ACCOUNTS_NONE};
    if (!q->ruled) return true;
    if (q->keyed > 0 || s->outside_count > 0 || s->reached.code) return false;
    if (silent_of_kind(s, q, state_kind(s, thing))) return true;
    for (int32_t i = 0; i < q->loose; i++) {
        const int32_t rule = s->img->lists[q->first_loose + i];
        if (ask(s, rule, &nobody, &thing, GUARD_OF_ALL, GUARD_LATE) != GUARDED_NO) return false;
    }
    return true;
}
