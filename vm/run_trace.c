/*
 * Follows how a condition comes to its result, and tells by what parts of it.
 *
 * A condition is code of tests: jumps on truths. Each instruction of the function that is followed
 * is looked at before it runs. A test has decided if the way that it did not take can lead to an
 * end without coming upon an instruction that ran later: with the other result all might have gone
 * otherwise. So of `A and B` the one that is no is told, of `A or B` both, without knowing how the
 * text was written.
 *
 * A function is followed as a whole, such as the condition of a rule, or the walk in which a set
 * is gathered, for why a thing is not in it. A walk inside of it (`any`, `none`, `every`)
 * becomes one test, told by the member that settled it. A truth that is asked for is computed once
 * more, and followed in turn.
 */
#include "run_op.h"

#include <stdio.h>
#include <string.h>

/* Appends why the truth that was computed last is so. */
static void because(const struct machine *m, const struct run_trace *x, bool yes, char *out,
                    size_t size);
/* Appends why a thing is not in the set that was computed last. */
static void missing(const struct machine *m, const struct run_trace *x, int64_t member, char *out,
                    size_t size);

/* Appends a text. Where it does not fit, it is cut behind a whole character, and "…" follows; then
 * nothing more is appended. */
static void say(char *to, size_t size, const char *text) {
    static const char more[] = "\u2026";
    const size_t used = strlen(to), keep = sizeof more;
    size_t len = strlen(text);
    if (used + keep > size || (used >= keep && strcmp(to + used + 1 - keep, more) == 0)) return;
    const size_t room = size - used - keep;
    const bool whole = len <= room;
    if (!whole) len = room;
    while (!whole && len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80) len--;
    memcpy(to + used, text, len);
    memcpy(to + used + len, whole ? "" : more, whole ? 1 : sizeof more);
}

/* ---- Tests -------------------------------- */

/* Whether the way from a jump to the instruction `other`, which was not taken, leads to another
 * result: it may come to an end, or to an instruction that has run since the clock `when` with
 * another value. There it comes with a value if something else than a test stands before. */
static bool goes_elsewhere(const struct machine *m, const struct run_trace *x, int32_t other,
                           uint32_t when) {
    bool seen[TRACE_CODE] = {false};
    struct {
        int32_t at;
        bool valued;
    } open[48];
    int32_t count = 0;
    if (other < 0) return true;
    open[count].at = other;
    open[count++].valued = false;
    while (count > 0) {
        const int32_t at = open[--count].at;
        const bool valued = open[count].valued;
        if (at >= m->fn->count || at >= TRACE_CODE || count + 2 > (int32_t)ARRAY_LEN(open))
            return true;
        if (x->ran[at] > when && valued) return true;
        if (x->ran[at] > when || seen[at]) continue;
        seen[at] = true;
        const struct image_code *k = m->code + at;
        if (k->op == CODE_RETURN || k->op == CODE_SKIP_ROW || k->op == CODE_APPEND) return true;
        const bool test = run_part_is_jump(k);
        if (k->op != CODE_JUMP) {
            open[count].at = at + 1;
            open[count++].valued = !test;
        }
        if (k->op == CODE_JUMP || k->op == CODE_NEXT_OF || test) {
            open[count].at = k->d;
            open[count++].valued = k->op == CODE_JUMP && valued;
        }
    }
    return false;
}

/* Tells the tests from number `first` on that have decided, with ", and " between them. Returns the
 * last of them; NULL if there is none that has words. */
static const struct trace_test *decided(const struct machine *m, const struct run_trace *x,
                                        int32_t first, char *out, size_t size) {
    const struct trace_test *last = NULL;
    for (int32_t i = first; i < x->tests; i++) {
        const struct trace_test *test = &x->test[i];
        if (!*test->text || !goes_elsewhere(m, x, test->other, test->when)) continue;
        if (last && strcmp(last->text, test->text) == 0) continue;
        if (last) say(out, size, ", and ");
        say(out, size, test->text);
        last = test;
    }
    return last;
}

/* The words for the walk that the code has just left, whose answer a test asks for. The answer lies
 * in the temp of the NUMBER behind the walk, which runs if no member settles it. */
static bool walk_text(const struct machine *m, const struct run_trace *x,
                      const struct image_code *k, char *out, size_t size) {
    const struct trace_walk *w = &x->left;
    const struct image_code *behind = k - 1;
    const bool quantified = k->op == CODE_MOVE && behind >= m->code && w->end > 0 &&
                            behind == m->code + w->end && behind->op == CODE_NUMBER &&
                            behind->a == k->b;
    if (!quantified) return false;
    /* the walk of `any` and `none` ends at each member that passes, that of `every` at no such */
    const bool finds = behind[-2].op == CODE_JUMP && behind[-2].d == w->end + 1;
    out[0] = '\0';
    if (!w->over) {
        say(out, size, finds || behind->d == 0 ? "there is one: " : "against it: ");
        say(out, size, *w->text ? w->text : "one of them");
    } else if (!finds && behind->d == 1) {
        say(out, size, "it is so of every one");
    } else {
        char more[40] = "";
        say(out, size, w->members > 0 && *w->text ? "there is none: " : "there is none");
        say(out, size, w->text);
        if (w->members > 2) snprintf(more, sizeof more, ", %d more", (int)w->members - 2);
        say(out, size, more);
    }
    return true;
}

/* Writes the words for the truth in temp y, which instruction k has computed, being `yes`. */
static bool truth_text(const struct machine *m, const struct run_trace *x,
                       const struct image_code *k, bool yes, bool *plain, char *out, size_t size) {
    const struct image *img = m->img;
    *plain = false;
    if (k->op == CODE_NOT) {
        const struct image_code *by = run_part_writer(m, x, run_part_ran(m, x, k), k->b);
        return by && truth_text(m, x, by, !yes, plain, out, size);
    }
    if (walk_text(m, x, k, out, size)) return true;
    if (!run_part_text(m, x, k, yes, plain, out, size)) return false;
    const bool rules = (k->op == CODE_QUANTITY && !img->quantities[k->d].builtin) ||
                       (k->op == CODE_FIELD && img->fields[k->d].quantity >= 0);
    if (rules && x->asked == k - m->code && x->depth < TRACE_DEPTH) because(m, x, yes, out, size);
    const struct image_code *set =
        k->op == CODE_CONTAINS ? run_part_writer(m, x, run_part_ran(m, x, k), k->c) : NULL;
    if (set && !yes && set->op == CODE_QUANTITY && x->asked == set - m->code && k->a != k->b &&
        x->depth < TRACE_DEPTH)
        missing(m, x, m->t[k->b], out, size);
    return true;
}

static struct trace_test *new_test(const struct machine *m, struct run_trace *x,
                                   const struct image_code *at) {
    const int32_t first = x->walks > 0 ? x->walk[x->walks - 1].first : 0;
    if (x->tests == TRACE_TESTS) { /* the newest are kept */
        x->dropped = x->dropped || x->walks == 0;
        if (first == TRACE_TESTS) return NULL;
        x->tests--;
        memmove(x->test + first, x->test + first + 1, (size_t)(x->tests - first) * sizeof *x->test);
    }
    struct trace_test *test = &x->test[x->tests++];
    test->is_first = x->tests - 1 == first;
    test->when = x->clock;
    test->place = (int32_t)(at - m->img->code);
    test->text[0] = '\0';
    return test;
}

static void note_jump(const struct machine *m, struct run_trace *x, const struct image_code *i) {
    const int32_t pc = (int32_t)(i - m->code);
    const bool yes = m->t[i->a] == 1, goes = (i->op == CODE_JUMP_IF) == yes;
    struct trace_walk *w = x->walks > 0 ? &x->walk[x->walks - 1] : NULL;
    const struct image_code *k = run_part_writer(m, x, x->clock, i->a);
    struct trace_test *test = k ? new_test(m, x, i) : NULL;
    if (pc >= TRACE_CODE) x->dropped = true;
    if (w) w->refused = goes && i->d == w->next;
    if (!test) return;
    test->other = goes ? pc + 1 : i->d;
    if (!truth_text(m, x, k, yes, &test->plain, test->text, sizeof test->text))
        test->text[0] = '\0';
}

/* Notes as a test what a function returns, if it is a truth that no jump has asked for. */
static void note_result(const struct machine *m, struct run_trace *x, const struct image_code *i) {
    const struct image_code *k = run_part_writer(m, x, x->clock, i->a);
    if (!k || k->op == CODE_NUMBER) return;
    for (int32_t n = 0; n < x->tests; n++) {
        const struct image_code *jump = m->img->code + x->test[n].place;
        if (jump - 1 == k && jump->a == k->a) return;
    }
    struct trace_test *test = new_test(m, x, i);
    if (!test) return;
    test->other = -1;
    if (!truth_text(m, x, k, m->t[i->a] == 1, &test->plain, test->text, sizeof test->text))
        test->text[0] = '\0';
}

/* ---- Walks -------------------------------- */

/* Whether a walk appends its members to a set. */
static bool gathers(const struct machine *m, const struct image_code *next) {
    for (const struct image_code *k = next + 1; k < m->code + next->d; k++)
        if (k->op == CODE_APPEND && k->b == next->a) return true;
    return false;
}

/* The type of the members of the set in a temp. */
static struct image_type element(const struct machine *m, const struct run_trace *x, int32_t temp) {
    const struct image *img = m->img;
    struct image_type type = {V_THING, 0, -1};
    const struct image_code *k = run_part_writer(m, x, x->clock, temp);
    for (int deep = 0; k && k->op == CODE_MOVE && deep < 4; deep++)
        k = run_part_writer(m, x, run_part_ran(m, x, k), k->b);
    if (k && k->op == CODE_RANGE) type.class = V_NUMBER;
    if (k && k->op == CODE_VALUES) type = (struct image_type){V_ENUM, 0, (int16_t)k->d};
    if (k && (k->op == CODE_QUANTITY || k->op == CODE_FIELD || k->op == CODE_STORED)) {
        const struct image_type set =
            k->op == CODE_QUANTITY ? img->quantities[k->d].type : img->fields[k->d].type;
        type = (struct image_type){set.elem, 0, set.of};
    }
    return type;
}

/* Appends the present member of a walk with what has decided over it: "red Guard 1 (wide 2 is at
 * most 4)". */
static void tell_member(const struct machine *m, const struct run_trace *x, struct trace_walk *w) {
    char name[120], why[RUN_PART] = "";
    const struct image_code *next = m->code + w->next;
    run_part_value(m->s, element(m, x, next->c), m->t[next->a], name, sizeof name);
    decided(m, x, w->first, why, sizeof why);
    if (*w->text) say(w->text, sizeof w->text, ", ");
    say(w->text, sizeof w->text, name);
    if (!*why) return;
    say(w->text, sizeof w->text, " (");
    say(w->text, sizeof w->text, why);
    say(w->text, sizeof w->text, ")");
}

/* Notes why the member in question is refused by the walk that gathers the set. */
static void refused(const struct machine *m, struct run_trace *x, const struct trace_walk *w) {
    char why[RUN_WHY] = "";
    const struct trace_test *last = decided(m, x, w->first, why, sizeof why);
    if (!last) return;
    if (*x->why) say(x->why, sizeof x->why, "; ");
    say(x->why, sizeof x->why, why);
    x->first = last->plain && last->is_first;
    x->place = m->img->code_place[last->place];
}

/* To be called at a NEXT_OF: begins a walk, or ends what was done with its present member. */
static void walk_on(const struct machine *m, struct run_trace *x, const struct image_code *i) {
    const int32_t pc = (int32_t)(i - m->code);
    struct trace_walk *w = x->walks > 0 ? &x->walk[x->walks - 1] : NULL;
    if (!w || w->next != pc) {
        if (x->walks == TRACE_WALKS) return;
        w = &x->walk[x->walks++];
        *w = (struct trace_walk){.next = pc, .end = i->d, .first = x->tests};
        return;
    }
    if (w->refused && !x->rule_of && x->quantity < 0 && x->walks == 1 && m->t[i->a] == x->member)
        refused(m, x, w);
    if (w->refused && w->members++ < 2) tell_member(m, x, w);
    w->refused = false;
    x->tests = w->first;
}

/* Ends the walks that the instruction pc is no part of. */
static void leave_walks(const struct machine *m, struct run_trace *x, int32_t pc) {
    while (x->walks > 0) {
        struct trace_walk *w = &x->walk[x->walks - 1];
        if (pc >= w->next && pc < w->end) return;
        w->over = x->last == w->next;
        if (!w->over) {
            w->text[0] = '\0';
            tell_member(m, x, w);
        }
        x->tests = w->first;
        x->left = *w;
        x->walks--;
    }
}

/* ---- Following -------------------------------- */

void run_trace_begin(struct run_trace *x) {
    x->tests = x->walks = 0;
    x->dropped = false;
    x->clock = 0;
    x->last = x->asked = -1;
    x->left.end = 0;
    memset(x->ran, 0, sizeof x->ran);
}

/* The rule whose condition a function is, among the rows of the truth that is followed; -1: its
 * start; -2: neither. */
static int32_t row_of(const struct machine *m, const struct run_trace *x) {
    const struct image *img = m->img;
    const struct image_quantity *q = &img->quantities[x->quantity];
    if (q->start == m->func) return -1;
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        const int32_t rule =
            img->lists[i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose];
        if (img->rules[rule].body == m->func) return rule;
    }
    return -2;
}

/* Whether something is followed from instruction i on. */
static bool begins(const struct machine *m, struct run_trace *x, const struct image_code *i) {
    const int32_t pc = (int32_t)(i - m->code);
    const bool whole = x->rule_of || x->quantity >= 0;
    if (whole && pc != 0) return false;
    if (x->rule_of)
        x->rule = x->rule_of[m->func] - 1;
    else if (x->quantity >= 0)
        x->rule = row_of(m, x);
    else if (i->op != CODE_NEXT_OF || !gathers(m, i))
        return false;
    if ((x->rule_of && x->rule < 0) || (x->quantity >= 0 && x->rule < -1)) return false;
    run_trace_begin(x);
    x->t = m->t;
    x->func = m->func;
    x->from = pc;
    x->end = whole ? m->fn->count : i->d;
    return true;
}

/* Tells whoever wanted it what a condition has come to. */
static void tell_rule(const struct machine *m, const struct run_trace *x, bool held, int64_t amount,
                      const char *why, int32_t place) {
    char event[RUN_PART] = "", whose[120] = "";
    struct battle *b = m->b;
    const bool each = m->img->rules[x->rule].what == RULE_WHENEVER;
    const int64_t bearer = m->env.self > 0 ? state_word(m->s, m->env.self, T_HOLDER) : NONE;
    if (each || (bearer != NONE && bearer > 0))
        run_thing_text(m->s, each ? m->t[0] : bearer, whose, sizeof whose);
    if (m->env.event >= 0 && m->env.roles)
        run_event_text(m->s, m->env.event, m->env.roles, event, sizeof event);
    const struct run_look look = {x->rule, held, amount, why, place, event, whose};
    x->looked(x->user, b, &look);
}

/* Notes what the start of the truth that is followed has come to, or a row of it that says yes or
 * no. The last of these that agrees with the result tells why it is so. */
static void tell_row(const struct machine *m, struct run_trace *x, bool held, const char *why) {
    const struct image_rule *rule = x->rule >= 0 ? &m->img->rules[x->rule] : NULL;
    const bool says = rule && held && (rule->op == ROW_YES || rule->op == ROW_NO);
    if (rule && !says) return;
    x->why[0] = '\0';
    x->yes = rule ? rule->op == ROW_YES : held;
    if (says && rule->label >= 0) {
        say(x->why, sizeof x->why, "\"");
        say(x->why, sizeof x->why, image_text(m->img, rule->label));
        say(x->why, sizeof x->why, *why ? "\": " : "\"");
    }
    say(x->why, sizeof x->why, why);
}

/* To be called at the end of a function that is followed. */
static void concluded(const struct machine *m, struct run_trace *x, const struct image_code *i) {
    char why[RUN_WHY] = "";
    const bool row = x->rule >= 0 && m->img->rules[x->rule].what == RULE_ROW;
    const bool held = row ? i->op != CODE_SKIP_ROW : m->t[i->a] == 1;
    if (!row) note_result(m, x, i);
    const struct trace_test *last = decided(m, x, 0, why, sizeof why);
    if (x->dropped) say(why, sizeof why, *why ? ", \u2026" : "\u2026");
    const int32_t place = last ? m->img->code_place[last->place] : -1;
    x->t = NULL;
    if (x->rule_of)
        tell_rule(m, x, held, row && held ? m->t[i->a] : 0, why, place);
    else
        tell_row(m, x, held, why);
}

/* Whether what was followed is not any more: the code is outside of it. */
static bool gone(const struct machine *m, const struct run_trace *x, int32_t pc) {
    const bool again = pc == 0 && x->from == 0 && x->clock > 0 && (x->rule_of || x->quantity >= 0);
    return m->t < x->t || m->func != x->func || pc < x->from || pc >= x->end || again;
}

void run_trace_see(const struct machine *m, const struct image_code *i) {
    struct run_trace *x = m->s->reached.trace;
    const int32_t pc = (int32_t)(i - m->code);
    if (x->t) {
        /* functions that the condition calls are not followed with it */
        if (m->t > x->t) return;
        if (gone(m, x, pc)) x->t = NULL;
    }
    if (!x->t && !begins(m, x, i)) return;
    x->clock++;
    if (pc < TRACE_CODE) x->ran[pc] = x->clock;
    leave_walks(m, x, pc);
    if (i->op == CODE_NEXT_OF) walk_on(m, x, i);
    if (run_part_is_jump(i)) note_jump(m, x, i);
    if (i->op == CODE_QUANTITY || i->op == CODE_FIELD) {
        x->asked = pc;
        x->arg_count = i->op == CODE_FIELD ? 1 : i->c < TRACE_ARGS ? i->c : TRACE_ARGS;
        memcpy(x->args, m->t + i->b, (size_t)x->arg_count * sizeof *x->args);
    }
    x->last = pc;
    if (i->op == CODE_RETURN || i->op == CODE_SKIP_ROW) concluded(m, x, i);
}

/* ---- What is computed once more -------------------------------- */

/* Computes the number or field that was asked for last once more, and follows it in `sub`. Returns
 * false if that cannot be, or fails. */
static bool again(const struct machine *m, const struct run_trace *x, int32_t quantity,
                  struct run_trace *sub, int64_t *value) {
    struct state *s = m->s;
    struct run_trace *outer = s->reached.trace;
    struct env env;
    if (m->img->quantities[quantity].params > TRACE_ARGS ||
        m->img->quantities[quantity].sibling >= 0)
        return false;
    sub->depth = x->depth + 1;
    state_env_copy(&env, &m->env);
    env.accounts = ACCOUNTS_NONE;
    const int64_t steps = s->steps, pure = s->pure;
    const size_t scratch = s->scratch_used;
    const int32_t place = s->place, depth = s->depth_most,
                  count = m->img->quantities[quantity].params;
    s->reached.trace = sub;
    const bool ok = rows_anew(s, quantity, &env, x->args, count, value);
    s->reached.trace = outer;
    s->steps = steps;
    s->pure = pure;
    s->scratch_used = scratch;
    s->place = place;
    s->depth_most = depth;
    if (!ok) s->error.text[0] = m->b->none[0] = m->b->judged[0] = '\0';
    return ok && *sub->why;
}

static void say_aside(char *out, size_t size, const char *why) {
    say(out, size, " (");
    say(out, size, why);
    say(out, size, ")");
}

static void because(const struct machine *m, const struct run_trace *x, bool yes, char *out,
                    size_t size) {
    const struct image_code *k = m->code + x->asked;
    const int32_t quantity = k->op == CODE_QUANTITY ? k->d : m->img->fields[k->d].quantity;
    struct run_trace sub;
    int64_t value;
    if (m->img->quantities[quantity].type.class != V_TRUTH) return;
    memset(&sub, 0, sizeof sub);
    sub.quantity = quantity;
    if (again(m, x, quantity, &sub, &value) && (value == 1) == yes && sub.yes == yes)
        say_aside(out, size, sub.why);
}

static void missing(const struct machine *m, const struct run_trace *x, int64_t member, char *out,
                    size_t size) {
    const struct image_code *k = m->code + x->asked;
    struct run_trace sub;
    int64_t value;
    memset(&sub, 0, sizeof sub);
    sub.quantity = -1;
    sub.member = member;
    if (again(m, x, k->d, &sub, &value)) say_aside(out, size, sub.why);
}

void battle_looks(struct battle *b, const int32_t *rule_of, run_looked *looked, void *user) {
    if (!b->look) b->look = memory_new(sizeof *b->look);
    *b->look =
        (struct run_trace){.rule_of = rule_of, .looked = looked, .user = user, .quantity = -1};
    b->s.reached.trace = rule_of ? b->look : NULL;
    state_watch(&b->s);
    /* guards are not asked while conditions are followed, so what is known by guards is dropped */
    b->s.silent_turns = 0;
}
