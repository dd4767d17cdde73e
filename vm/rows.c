/*
 * rows: computes a quantity in three steps: its start, the rows that apply, and the result of
 * applying them. A row with a key (image_rule.key) is found through what the keyed thing bears; the
 * other rows are gone through each time.
 */
#include "rows.h"

#include <string.h>

#include "base_near.h"
#include "prim.h"

/* A row that applies. */
struct row {
    const struct image_rule *rule;
    int32_t number; /* index of the rule in the image; -1 for a row in Lua */
    int64_t amount;
    int64_t since;
    const char *said; /* label that a row in Lua gave; NULL for other rows */
    int64_t self;     /* the instance that speaks; NONE */
};
enum { SAID_MAX = 16 };
struct rows {
    /* what they are gathered for: a quantity for these arguments, as seen from env */
    const struct image_quantity *q;
    const struct env *env;
    const int64_t *args;
    int32_t arg_count;
    struct row row[MAX_ROWS];
    struct outside_value said[SAID_MAX]; /* rows in Lua */
    int32_t said_count;
    int32_t count;
    uint32_t ops; /* a bit for each enum row_op that occurs among the rows */
};
static bool any_of(const struct rows *rows, enum row_op from, enum row_op to) {
    return (rows->ops >> from & ((2u << (to - from)) - 1)) != 0;
}

/* ---- In force ---------------------------------------------------------------- */

bool rows_in_force_by_itself(const struct state *s, int64_t thing) {
    if (!state_in_play(s, thing)) return false;
    switch ((enum kind_root)s->img->kinds[state_kind(s, thing)].root) {
    case ROOT_FEATURE: return state_word(s, thing, T_HOLDER) != NONE;
    case ROOT_ITEM: return state_in_play(s, state_word(s, thing, T_HOLDER));
    case ROOT_CARD: return state_word(s, thing, T_PILE) == NONE;
    default: return true;
    }
}

/* Whether it is known that no row of in_force speaks of the thing's kind, because silent_of_kind
 * (rows_guard.c) has found that before. */
static inline bool known_silent(const struct state *s, int64_t thing) {
    return !WITHOUT_SILENT && s->silent_turns == s->w.turns + 1 &&
           s->silent[state_kind(s, thing)] == ROWS_MUTED && s->outside_count == 0 &&
           !s->reached.code;
}

bool rows_in_force(struct state *s, int64_t thing, enum accounts accounts, bool *yes) {
    int32_t q = s->img->in_force;
    *yes = rows_in_force_by_itself(s, thing);
    if (thing > 0 && known_silent(s, thing)) return true;
    if (q < 0 || !state_in_play(s, thing)) return true;
    if (rows_silent(s, &s->img->quantities[q], thing)) return true;
    struct env env = {NULL, -1, frame_top(s), NONE, accounts};
    int64_t value;
    if (!rows_value(s, q, &env, &thing, 1, &value)) return false;
    *yes = value == 1;
    return true;
}

/* ---- Instances that speak --------------------------------------------------------------- */

static int64_t keyed_thing(const struct state *s, const struct image_rule *rule,
                           const int64_t *roles) {
    int64_t thing = roles[rule->key];
    if (thing == NONE || thing <= 0) return NONE;
    if (rule->via == VIA_OWNER) return state_word(s, thing, T_OWNER);
    if (rule->via == VIA_GROUP) return state_word(s, thing, T_HOLDER);
    return thing;
}

struct view rows_speaking(const struct state *s, const struct image_rule *rule,
                          const int64_t *roles) {
    if (rule->key < 0) return state_instances(s, rule->blueprint);
    const int64_t thing = keyed_thing(s, rule, roles);
    return thing != NONE ? state_borne(s, thing) : (struct view){NULL, 0};
}

bool rows_next_speaker(struct state *s, struct rows_speakers *from, int64_t *self, bool *ok) {
    while (from->next < from->among.count) {
        int64_t thing = from->among.at[from->next++];
        if (from->rule->key >= 0 && state_blueprint(s, thing) != from->rule->blueprint) continue;
        bool yes;
        /* Rows of in_force itself do not ask what is in force: that would go round in a circle. */
        if (from->rule->what == RULE_ROW && from->rule->target == s->img->in_force) {
            yes = rows_in_force_by_itself(s, thing);
        } else if (!rows_in_force(s, thing, from->accounts, &yes)) {
            return *ok = false;
        }
        if (!yes) continue;
        *self = thing;
        return true;
    }
    return false;
}

/* ---- Gathering ------------------------------------------------------------------ */

/* Adds a row, if it applies as seen from `env`: that of the rows, with the instance that speaks. */
static bool add_row(struct state *s, struct rows *rows, int32_t number, const struct env *env) {
    const struct image_rule *rule = &s->img->rules[number];
    int64_t amount = 1;
    int32_t begin;
    if (rows_guards(s, number, env, rows->args, &begin) == GUARDED_NO) return true;
    if (rule->body >= 0 &&
        !s->evaluate(s, rule->body, begin, env, rows->args, rows->arg_count, &amount))
        return false;
    if (amount == SKIP) return true;
    if (MYTH_UNLIKELY(s->reached.rules != NULL)) s->reached.rules[number] = 1;
    if (rows->count == MAX_ROWS) {
        return state_limit(s, LIMIT_ROWS);
    }
    int64_t since = env->self > 0 ? state_word(s, env->self, T_SINCE) : 0;
    rows->row[rows->count++] = (struct row){rule, number, amount, since, NULL, env->self};
    rows->ops |= 1u << rule->op;
    return true;
}

/* Gathers those rows of lists[first …] that apply; `ops` has a bit for each enum row_op that is
 * wanted. Returns false on an error. */
static bool gather_list(struct state *s, struct rows *rows, uint32_t ops, int32_t first,
                        int32_t count) {
    const struct env *env = rows->env;
    /* speaker.self is NONE except while a rule of a blueprint speaks for an instance */
    struct env speaker;
    state_env_copy(&speaker, env);
    speaker.self = NONE;
    for (int32_t i = 0; i < count; i++) {
        int32_t number = s->img->lists[first + i];
        const struct image_rule *rule = &s->img->rules[number];
        if (!(ops >> rule->op & 1)) continue;
        if (rule->blueprint < 0) {
            if (rows_muted(s, number)) continue;
            if (!add_row(s, rows, number, &speaker)) return false;
            continue;
        }
        const struct image_quantity *q = &s->img->quantities[rule->target];
        const int64_t *roles = q->event >= 0 ? env->roles : rows->args;
        struct rows_speakers from = rows_speakers(s, rule, roles, env->accounts);
        bool ok = true;
        while (rows_speaker(s, &from, &speaker.self, &ok)) {
            if (!add_row(s, rows, number, &speaker)) return false;
        }
        if (!ok) return false;
        speaker.self = NONE;
    }
    return true;
}

/* Whether a row in Lua about the quantity `target` speaks of `quantity`. A row in Lua speaks of all
 * numbers that share the name of its target (siblings). */
static bool speaks_of(const struct state *s, int32_t target, int32_t quantity) {
    if (target == quantity) return true;
    int32_t at = s->img->quantities[quantity].sibling;
    while (at >= 0 && at != quantity && at != target) at = s->img->quantities[at].sibling;
    return at == target;
}

/* Gathers the rows in Lua that apply. The value of such a row is an amount to be added; for a
 * truth, a value of 0 is a `no` row and any other a `yes` row. */
static MYTH_APART bool gather_outside(struct state *s, struct rows *rows, int32_t quantity) {
    static const struct image_rule add = {.op = ROW_ADD, .label = -1},
                                   yes = {.op = ROW_YES, .label = -1},
                                   no = {.op = ROW_NO, .label = -1};
    bool truth = rows->q->type.class == V_TRUTH;
    for (int32_t i = 0; i < s->outside_count; i++) {
        const struct state_outside *o = &s->outside[i];
        if (o->what != RULE_ROW || !speaks_of(s, o->target, quantity)) continue;
        if (rows->said_count == SAID_MAX) {
            return state_fail(s, "more than %d rows in Lua apply to one number", SAID_MAX);
        }
        struct outside_value *said = &rows->said[rows->said_count];
        if (!s->outside_value(s, o->number, rows->env, rows->args, rows->arg_count, said)) continue;
        rows->said_count++;
        if (rows->count == MAX_ROWS) {
            return state_limit(s, LIMIT_ROWS);
        }
        const struct image_rule *rule = !truth ? &add : said->value ? &yes : &no;
        rows->row[rows->count++] =
            (struct row){rule, -1, said->value, INT64_MAX, said->label, NONE};
        rows->ops |= 1u << rule->op;
    }
    return true;
}

static bool has_outside(const struct state *s, int32_t quantity) {
    for (int32_t i = 0; i < s->outside_count; i++) {
        if (s->outside[i].what == RULE_ROW && speaks_of(s, s->outside[i].target, quantity))
            return true;
    }
    return false;
}

static bool gather_rows(struct state *s, struct rows *rows, uint32_t ops) {
    const struct image_quantity *q = rows->q;
    return (q->loose == 0 || gather_list(s, rows, ops, q->first_loose, q->loose)) &&
           (q->keyed == 0 || gather_list(s, rows, ops, q->first_keyed, q->keyed));
}

static MYTH_APART void silence_those(const struct state *s, struct rows *rows) {
    for (int32_t i = 0; i < rows->count; i++) {
        if (!rows->row[i].rule || rows->row[i].rule->op != ROW_SILENCE) continue;
        int32_t label = rows->row[i].rule->silences;
        for (int32_t k = 0; k < rows->count; k++) {
            struct row *row = &rows->row[k];
            if (!row->rule || row->rule->op == ROW_SILENCE) continue;
            bool same = row->said ? strcmp(row->said, image_text(s->img, label)) == 0
                                  : row->rule->label == label;
            if (same) row->rule = NULL;
        }
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < rows->count; i++) {
        if (rows->row[i].rule) rows->row[kept++] = rows->row[i];
    }
    rows->count = kept;
}

static inline void silence(const struct state *s, struct rows *rows) {
    if (MYTH_UNLIKELY(any_of(rows, ROW_SILENCE, ROW_SILENCE))) silence_those(s, rows);
}

/* ---- Applying --------------------------------------------------------------------- */

struct account { /* the rows that changed the value, and their amounts, for the journal */
    int32_t rule[MAX_ROWS];
    const char *said[MAX_ROWS];
    int64_t amount[MAX_ROWS];
    int64_t self[MAX_ROWS];
    int32_t count;
};

static void note_row(struct account *a, const struct row *row, int64_t amount) {
    a->rule[a->count] = row->number;
    a->said[a->count] = row->said;
    a->self[a->count] = row->self;
    a->amount[a->count++] = amount;
}

/* Applies at most one `= E` row: among several the one of the highest rank, of these the one whose
 * instance came into force last, of these the last in the text. */
static void apply_set(const struct rows *rows, int64_t *value, struct account *a) {
    const struct row *best = NULL;
    if (!any_of(rows, ROW_SET, ROW_SET)) return;
    for (int32_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (row->rule->op != ROW_SET) continue;
        bool later = !best || row->rule->rank > best->rule->rank ||
                     (row->rule->rank == best->rule->rank &&
                      (row->since > best->since ||
                       (row->since == best->since && row->number > best->number)));
        if (later) best = row;
    }
    if (!best) return;
    if (best->amount != *value) note_row(a, best, best->amount);
    *value = best->amount;
}

static int64_t clamp(int64_t v, int64_t least, int64_t most) {
    if (v < least) return least;
    return v > most ? most : v;
}

static MYTH_SELDOM bool adds_none(struct state *s, const struct image_quantity *q,
                                  const struct row *row) {
    const char *label = row->said               ? row->said
                        : row->rule->label >= 0 ? image_text(s->img, row->rule->label)
                                                : "";
    return state_fail(s, "the row%s%s%s of '%s' adds none", *label ? " \"" : "", label,
                      *label ? "\"" : "", image_text(s->img, q->name));
}

static bool apply_sum(struct state *s, const struct image_quantity *q, const struct rows *rows,
                      int64_t *value, struct account *a) {
    int64_t sum = 0, least = q->sum_least, most = q->sum_most;
    bool any = false;
    for (int32_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (row->rule->op != ROW_ADD) continue;
        if (row->amount == NONE) return adds_none(s, q, row);
        int64_t amount = clamp(row->amount, q->row_least, q->row_most);
        if (!num_add(sum, amount, &sum))
            return state_fail(s, "the rows leave the range of numbers");
        any = true;
        if (q->sum_or_one_row && amount < least) least = amount;
        if (q->sum_or_one_row && amount > most) most = amount;
        if (amount != 0) note_row(a, row, amount);
    }
    if (!any) return true;
    /* not an error yet: with_rows reports it and names the thing */
    if (*value == NONE) return false;
    sum = clamp(sum, least, most);
    if (!num_add(*value, sum, value)) return state_fail(s, "the sum leaves the range of numbers");
    return true;
}

/* Half of the value in whole steps: a step is 1 unless the row says to what it rounds. */
static bool halve(int64_t *value, int64_t step, bool up) {
    int64_t two_steps = 0;
    return num_mul(step, 2, &two_steps) && num_div(*value, two_steps, up, value) &&
           num_mul(*value, step, value);
}

static bool apply_factor(struct state *s, const struct row *row, int64_t *value) {
    bool ok = true, halves = row->rule->op != ROW_TIMES;
    if (halves && (row->amount == NONE || row->amount <= 0))
        return state_fail(s, "a row rounds to a step that is not more than 0");
    switch ((enum row_op)row->rule->op) {
    case ROW_TIMES: ok = row->amount != NONE && num_mul(*value, row->amount, value); break;
    case ROW_HALVE_UP: ok = halve(value, row->amount, true); break;
    case ROW_HALVE_DOWN: ok = halve(value, row->amount, false); break;
    default: break;
    }
    return ok || state_fail(s, "a row leaves the range of numbers");
}

/* Applies the rows that multiply or halve, in the order of the text. */
static bool apply_factors(struct state *s, const struct rows *rows, int64_t *value,
                          struct account *a) {
    if (!any_of(rows, ROW_TIMES, ROW_HALVE_DOWN)) return true;
    for (int32_t last = -1;;) {
        const struct row *next = NULL;
        for (int32_t i = 0; i < rows->count; i++) {
            const struct row *row = &rows->row[i];
            int32_t op = row->rule->op;
            if (op != ROW_TIMES && op != ROW_HALVE_UP && op != ROW_HALVE_DOWN) continue;
            /* A row that two bearers give occurs twice under one rule number, so its position in
             * `rows` is added to tell the two apart. */
            int32_t order = row->number * MAX_ROWS + i;
            if (order > last &&
                (!next || order < next->number * MAX_ROWS + (int32_t)(next - rows->row))) {
                next = row;
            }
        }
        if (!next) return true;
        last = next->number * MAX_ROWS + (int32_t)(next - rows->row);
        if (*value == NONE) return false;
        int64_t before = *value;
        if (!apply_factor(s, next, value)) return false;
        if (*value != before) note_row(a, next, next->amount);
    }
}

static void apply_bounds(const struct rows *rows, int64_t *value, struct account *a) {
    for (int op = ROW_AT_LEAST; op <= ROW_AT_MOST; op++) {
        if (!any_of(rows, (enum row_op)op, (enum row_op)op)) continue;
        for (int32_t i = 0; i < rows->count; i++) {
            const struct row *row = &rows->row[i];
            if (row->rule->op != op || row->amount == NONE || *value == NONE) continue;
            if (op == ROW_AT_LEAST ? row->amount <= *value : row->amount >= *value) continue;
            *value = row->amount;
            note_row(a, row, row->amount);
        }
    }
}

static bool some_row_is(const struct rows *rows, enum row_op op, struct account *a) {
    bool any = false;
    for (int32_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (row->rule->op != (int32_t)op) continue;
        any = true;
        note_row(a, row, op == ROW_YES);
    }
    return any;
}

/* Applies yes and no rows. The `no` rows of the ruleset are gathered only if the truth is yes
 * without them: otherwise they could change nothing. */
static bool apply_truth(struct state *s, struct rows *rows, int64_t *value, struct account *a) {
    bool yes = some_row_is(rows, ROW_YES, a) || *value == 1;
    *value = yes;
    if (!yes) return true;
    if (!gather_rows(s, rows, 1u << ROW_NO)) return false;
    silence(s, rows);
    *value = !some_row_is(rows, ROW_NO, a);
    return true;
}

/* Whether a function asks a primitive itself. */
static bool asks_primitives(const struct image *img, int32_t func) {
    const struct image_func *f = &img->funcs[func];
    for (int32_t i = 0; i < f->count; i++)
        if (img->code[f->first + i].op == CODE_PRIMITIVE) return true;
    return false;
}

/* Runs a function once more, as it has just run, and notes what it measures. */
static void measure(struct state *s, struct state_measures *all, int32_t func,
                    const struct env *env, int64_t self, const int64_t *args, int32_t count) {
    struct env speaker;
    int64_t value;
    if (func < 0 || !asks_primitives(s->img, func)) return;
    state_env_copy(&speaker, env);
    speaker.self = self;
    speaker.accounts = ACCOUNTS_NONE;
    const int64_t pure = s->pure;
    const int32_t place = s->place;
    /* it counts towards no limit, and nobody who counts or traces sees it */
    unsigned char reached[sizeof s->reached];
    memcpy(reached, &s->reached, sizeof reached);
    memset(&s->reached, 0, sizeof s->reached);
    s->pure = 0;
    all->func = func;
    s->measures = all;
    s->evaluate(s, func, 0, &speaker, args, count, &value);
    s->measures = NULL;
    memcpy(&s->reached, reached, sizeof reached);
    s->pure = pure;
    s->place = place;
}

static struct image_type type_by_letter(const struct state *s, char letter, bool result) {
    switch (letter) {
    case 't':
    case 'P':
    case 'z':
    case 'B': return (struct image_type){V_THING, 0, -1};
    case 'l': return (struct image_type){V_LENGTH, 0, -1};
    case 'n': return (struct image_type){V_NUMBER, 0, -1};
    case 'b': return (struct image_type){V_TRUTH, 0, -1};
    case 'p': return state_place_type(s);
    case 'w': return state_path_type(s);
    case 'u':
    case 'q':
        if (result) return (struct image_type){V_SET, V_THING, -1};
        break;
    default: break;
    }
    return (struct image_type){V_VOID, 0, -1};
}

/* Tells a measure: the primitive, its arguments (of sets none), its result, and of a line of sight
 * that is none what stands between. */
static void tell_measure(struct state *s, const struct state_measure *m) {
    const struct image_type number = {V_NUMBER, 0, -1}, set = {V_SET, V_THING, -1};
    const struct prim_row *row = prim_row((enum prim_id)m->primitive);
    const char *arg = row->args;
    int64_t between;
    state_tell_value(s, number, m->primitive);
    state_tell_value(s, number, m->args);
    for (int32_t i = 0; i < m->args; i++) {
        arg = strchr(arg, ':');
        const struct image_type type = type_by_letter(s, arg ? arg[1] : 0, false);
        state_tell_value(s, type, type.class == V_VOID ? NONE : m->arg[i]);
        if (arg) arg++;
    }
    state_tell_value(s, type_by_letter(s, row->result[0], true), m->value);
    const bool hidden = m->primitive == PRIM_SEES && m->value != 1 &&
                        prim_call(s, PRIM_BETWEEN, m->arg, 2, &between);
    state_tell_value(s, hidden ? set : (struct image_type){V_VOID, 0, -1}, hidden ? between : NONE);
}

/* Notes what the start of a number and the rows that counted measure. */
static void measure_all(struct state *s, struct state_measures *all, int32_t quantity,
                        const struct env *env, const int64_t *args, int32_t count,
                        const struct account *a) {
    measure(s, all, s->img->quantities[quantity].start, env, NONE, args, count);
    for (int32_t i = 0; i < a->count; i++)
        if (a->rule[i] >= 0)
            measure(s, all, s->img->rules[a->rule[i]].body, env, a->self[i], args, count);
}

static void tell_measures(struct state *s, const struct state_measures *all) {
    int64_t values = 0;
    for (int32_t i = 0; i < all->count; i++) values += all->at[i].args + 4;
    journal_word(&s->journal, values);
    for (int32_t i = 0; i < all->count; i++) tell_measure(s, &all->at[i]);
}

static MYTH_APART void tell_account(struct state *s, int32_t quantity, const struct env *env,
                                    const int64_t *args, int32_t count, int64_t start,
                                    int64_t result, const struct account *a) {
    const struct image_quantity *q = &s->img->quantities[quantity];
    struct state_measures measured = {.count = 0};
    measure_all(s, &measured, quantity, env, args, count, a);
    state_tell(s, J_ACCOUNT);
    journal_word(&s->journal, quantity);
    journal_word(&s->journal, q->params);
    for (int32_t i = 0; i < q->params; i++) {
        if (q->first_param < 0)
            state_tell_thing(s, args[i]);
        else
            state_tell_value(s, s->img->hole_types[q->first_param + i], args[i]);
    }
    tell_measures(s, &measured);
    state_tell_value(s, q->type, start);
    state_tell_value(s, q->type, result);
    for (int32_t i = 0; i < a->count; i++) {
        journal_word(&s->journal, a->rule[i]);
        state_tell_value(s, q->type, a->amount[i]);
        if (a->said[i]) journal_words(&s->journal, a->said[i]);
    }
    state_told(s);
}

/* ---- The whole ---------------------------------------------------------------------- */

static MYTH_APART bool start_by_itself(struct state *s, int32_t quantity, const int64_t *args,
                                       int64_t *value) {
    const struct image_quantity *q = &s->img->quantities[quantity];
    switch ((enum builtin_quantity)q->builtin) {
    case BUILTIN_IN_FORCE: *value = rows_in_force_by_itself(s, args[0]); return true;
    case BUILTIN_ENEMY: *value = state_foes(s, args[0], args[1]); return true;
    case BUILTIN_FRIENDLY: *value = state_friends(s, args[0], args[1]); return true;
    case BUILTIN_BLOCKS_SIGHT:
        *value = prim_blocks_sight(s, args[0], args[1], args[2]);
        return true;
    case BUILTIN_BLOCKS_MOVE: *value = prim_blocks_move(s, args[0], args[1]); return true;
    case BUILTIN_HAS_ROOM: return prim_has_room(s, args[0], args[1], value);
    case BUILTIN_MAY_CROSS:
    case BUILTIN_CROSSING_COST: *value = 1; return true;
    case BUILTIN_NO: break;
    }
    if (q->leaf >= 0) return s->leaf(s, quantity, args, value);
    if (q->field >= 0 && q->what == QUANTITY_FIELD) {
        const struct image_field *f = &s->img->fields[q->field];
        *value = state_word(s, args[0], (uint32_t)f->slot);
        return true;
    }
    *value = q->what == QUANTITY_TRUTH ? 0 : NONE;
    return true;
}

static inline bool start_of(struct state *s, int32_t quantity, const struct env *env,
                            const int64_t *args, int32_t count, int64_t *value) {
    const int32_t start = s->memory.numbers[quantity].start;
    if (MYTH_LIKELY(start >= 0)) return s->evaluate(s, start, 0, env, args, count, value);
    return start_by_itself(s, quantity, args, value);
}

static MYTH_APART bool apply_rows(struct state *s, const struct image_quantity *q,
                                  const struct rows *rows, int64_t *value, struct account *a) {
    apply_set(rows, value, a);
    if (!apply_sum(s, q, rows, value, a) || !apply_factors(s, rows, value, a)) return false;
    apply_bounds(rows, value, a);
    return true;
}

/* Reports that a row counts with a quantity whose start is none. The message names the thing that
 * the quantity was asked of: its first argument, or else the first role of its event. */
static MYTH_SELDOM bool counts_with_none(struct state *s, const struct image_quantity *q,
                                         const struct env *env, const int64_t *args) {
    struct image_type type = {V_THING, 0, -1};
    char whose[120] = "";
    struct env of;
    if (q->params > 0) {
        if (q->first_param >= 0) type = s->img->hole_types[q->first_param];
        state_text(s, type, args[0], whose, sizeof whose);
    } else if (q->event >= 0 && s->img->events[q->event].roles > 0 &&
               frame_reach(s, env, q->event, &of)) {
        const struct image_func *f = &s->img->funcs[s->img->events[q->event].func];
        state_text(s, s->img->slots[f->first_slot].type, of.roles[0], whose, sizeof whose);
    }
    return state_fail(s, "'%s'%s%s is none, and a row counts with it", image_text(s->img, q->name),
                      *whose ? " of " : "", whose);
}

static bool with_rows(struct state *s, int32_t quantity, struct env *env, const int64_t *args,
                      int32_t count, int64_t *result) {
    const struct image_quantity *q = &s->img->quantities[quantity];
    struct rows rows;
    rows.q = q;
    rows.env = env;
    rows.args = args;
    rows.arg_count = count;
    rows.count = rows.said_count = 0;
    rows.ops = 0;
    struct account account;
    account.count = 0;
    const bool told = env->accounts && state_tells(s);
    if (env->accounts == ACCOUNTS_OWN) env->accounts = ACCOUNTS_NONE;
    int64_t value;
    bool truth = q->type.class == V_TRUTH;
    uint32_t ops = truth ? ~(1u << ROW_NO) : ~0u;
    bool ok = start_of(s, quantity, env, args, count, &value) && gather_rows(s, &rows, ops) &&
              (!s->outside_count || gather_outside(s, &rows, quantity));
    int64_t start = value;
    if (ok) silence(s, &rows);
    if (ok && truth) ok = apply_truth(s, &rows, &value, &account);
    if (!ok) return false;
    if (!truth && rows.count > 0 && !apply_rows(s, q, &rows, &value, &account))
        return value == NONE ? counts_with_none(s, q, env, args) : false;
    bool counted = q->type.class == V_NUMBER || q->type.class == V_LENGTH;
    const bool ranged = q->field >= 0 || q->what == QUANTITY_VALUE;
    if (ranged && counted && value != NONE) value = clamp(value, q->least, q->most);
    if (told) tell_account(s, quantity, env, args, count, start, value, &account);
    *result = value;
    return true;
}

/* Chooses among siblings, numbers of one name that belong to different events: the one of the
 * event that env speaks of, otherwise the one of the nearest running event, otherwise `quantity`
 * itself. */
static int32_t nearest_sibling(const struct state *s, int32_t quantity, const struct env *env) {
    int32_t best = quantity, at = quantity;
    uint32_t nearest = 0, from = env->frame ? env->frame : frame_top(s);
    do {
        int32_t event = s->img->quantities[at].event;
        if (env->roles && env->event == event) return at;
        uint32_t f = frame_nearest(s, from, event);
        if (f > nearest) { /* a frame that began later has a higher index, so it is nearer */
            nearest = f;
            best = at;
        }
        at = s->img->quantities[at].sibling;
    } while (at != quantity);
    return best;
}

bool rows_value(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
                int32_t count, int64_t *result) {
    return rows_recalled(s, quantity, env->accounts, args, count, result) ||
           rows_anew(s, quantity, env, args, count, result);
}

/* Fails because a number is read of an event that does not run. What some event keeps under nearly
 * the same name was probably meant. */
static MYTH_SELDOM bool none_runs(struct state *s, const struct image_quantity *q) {
    const struct image *img = s->img;
    const char *name = image_text(img, q->name), *near = NULL;
    uint32_t fewer = base_near((struct span){name, strlen(name)});
    for (int32_t e = 0; e < img->events_count; e++) {
        const struct image_event *event = &img->events[e];
        for (int32_t i = event->roles; i < event->kept; i++) {
            const int32_t slot = img->slots[img->funcs[event->func].first_slot + i].name;
            const char *kept = slot < 0 ? name : image_text(img, slot);
            if (strcmp(kept, name) != 0 && base_nearer((struct span){name, strlen(name)},
                                                       (struct span){kept, strlen(kept)}, &fewer))
                near = kept;
        }
    }
    return state_fail(s, "'%s' is a number of '%s', and is there only while that runs%s%s%s", name,
                      image_text(img, img->events[q->event].name),
                      near ? "; did you mean what was kept, '" : "", near ? near : "",
                      near ? "'?" : "");
}

static inline void reads_now(struct state_reading *r, int32_t quantity, uint32_t frame,
                             const int64_t *args, int32_t count) {
    r->quantity = quantity;
    r->frame = frame;
    r->count = count;
    for (int32_t i = 0; i < count && i < STATE_READING_ARGS; i++) r->args[i] = args[i];
    /* Further arguments are hashed into the last word. */
    for (int32_t i = STATE_READING_ARGS; i < count; i++) {
        uint64_t last = (uint64_t)r->args[STATE_READING_ARGS - 1];
        r->args[STATE_READING_ARGS - 1] = (int64_t)base_mix(last + 1 + (uint64_t)args[i]);
    }
}

bool rows_anew(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
               int32_t count, int64_t *result) {
    const struct state_number *n = &s->memory.numbers[quantity];
    if (MYTH_UNLIKELY(n->siblings)) {
        quantity = nearest_sibling(s, quantity, env);
        n = &s->memory.numbers[quantity];
    }
    /* A truth that the language decides reads no other number. So no circle is possible, and none
     * is looked for. */
    if (n->itself && !s->outside_count) return start_by_itself(s, quantity, args, result);
    struct env at;
    state_env_copy(&at, env);
    if (n->event >= 0 && !frame_reach(s, env, n->event, &at)) {
        return none_runs(s, &s->img->quantities[quantity]);
    }
    at.self = NONE; /* inside a number `this` names nothing */
    if (n->field && args[0] <= 0) {
        *result = NONE;
        return true;
    }
    if (s->depth_pure >= MAX_DEPTH_NUMBERS) return state_limit(s, LIMIT_DEPTH_NUMBERS);
    struct state_reading *r = &s->reading[s->depth_pure];
    reads_now(r, quantity, at.frame, args, count);
    for (int32_t i = s->depth_pure - 1; i >= 0; i--) {
        bool may = s->reading[i].quantity == quantity;
        if (may && state_reading_same(&s->reading[i], r)) return state_circle(s, i);
    }
    const struct state_cost cost = state_reckon(s);
    s->depth_most = ++s->depth_pure;
    bool ok;
    struct state_near own, *outer = NULL;
    if (MYTH_UNLIKELY(n->near)) {
        own = (struct state_near)STATE_NOWHERE;
        outer = s->memory.near;
        s->memory.near = &own;
    }
    if (n->ruled || (s->outside_count && has_outside(s, quantity))) {
        ok = with_rows(s, quantity, &at, args, count, result);
    } else {
        ok = start_of(s, quantity, &at, args, count, result);
    }
    s->depth_pure--;
    if (ok && n->way == WAY_KEPT && state_recalls(s, env->accounts))
        state_remember(s, quantity, args, count, &cost, result);
    if (MYTH_UNLIKELY(n->near)) {
        s->memory.near = outer;
        state_near_join(s, &own);
    }
    state_reckoned(s, &cost);
    return ok;
}

bool rows_field(struct state *s, int32_t field, const struct env *env, int64_t thing,
                int64_t *result) {
    const struct image_field *f = &s->img->fields[field];
    if (thing == NONE || thing <= 0) {
        *result = NONE;
        return true;
    }
    if (f->quantity >= 0) return rows_value(s, f->quantity, env, &thing, 1, result);
    if (f->how == FIELD_BORNE) {
        struct view borne = state_borne(s, thing);
        int64_t out = state_scratch(s, borne.count);
        borne = state_borne(s, thing);
        for (int64_t i = 0; i < borne.count; i++) {
            if (state_is(s, borne.at[i], f->type.of)) state_scratch_add(s, out, borne.at[i]);
        }
        *result = out;
        return true;
    }
    bool group = f->slot == T_PLACE && state_is_root(s, thing, ROOT_GROUP);
    *result = group ? prim_place_of(s, thing) : state_word(s, thing, (uint32_t)f->slot);
    return true;
}
