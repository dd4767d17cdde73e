/* check_rule: the contents of events, quantities and charts; rows, triggers, permissions,
 * whenever. */
#include <string.h>

#include "check_int.h"

struct event_decl *check_event_named(struct check *c, struct node *n, struct span text) {
    struct word *w = names_word(c->n, text);
    if (!w->event) {
        struct diag *d = check_missing(c, DIAG_NO_EVENT, n->place, text, SUGGEST_EVENT);
        const struct quantity_decl *q = names_word(c->n, text)->quantities;
        if (d && q && q->event)
            diag_hint(c->diags, d, "it is a number of the event '%t'", q->event->name);
        for (int32_t i = 0; d && i < c->n->events_count; i++) {
            const struct event_decl *e = c->n->events[i];
            bool helper = !e->node || (e->node->flags & FLAG_FOR_EXAMPLES);
            if (!helper && check_role_of(e, w)) {
                diag_hint(c->diags, d, "did you mean '%t', the event of which it is a role?",
                          e->name);
                break;
            }
        }
        return NULL;
    }
    return w->event;
}

/* ---- Events */

static void check_defaults(struct check *c, struct event_decl *e) {
    c->cx->pure++;
    for (struct slot_decl *s = e->slots; s && s->role; s = s->next) {
        if (s->value && check_value(c, s->value, s->type))
            check_bounds(c, s->value, s->name, (struct span_limits){s->least, s->most});
    }
    c->cx->pure--;
}

/* Whether a role or kept value may be none, no or without members when the event is told. A kept
 * value counts as such, because the event may have been stopped before it was kept. */
static bool may_lack(const struct slot_decl *s) {
    return !s->role || s->none_ok || s->type->class == CLASS_TRUTH || s->type->class == CLASS_SET;
}

/* Checks that the brackets in the sentence of an event are closed, each before the next is opened,
 * and have a hole each; and that a hole that may lack its value stands in brackets. */
static void check_told_brackets(struct check *c, const struct node *told) {
    const struct text_holes *h = told->meaning;
    bool open = false, filled = false, good = true;
    for (int32_t i = 0; i <= (h ? h->count : 0); i++) {
        const struct span text = h ? h->texts[i] : told->text;
        for (size_t k = 0; k < text.len; k++) {
            if (text.at[k] == '[') {
                good = good && !open;
                open = true;
                filled = false;
            } else if (text.at[k] == ']') {
                good = good && open && filled;
                open = false;
            }
        }
        if (!h || i == h->count) break;
        const struct node *hole = h->holes[i];
        const struct slot_decl *slot = hole->mark == MEAN_ROLE ? hole->meaning : NULL;
        if (slot && !open && may_lack(slot))
            diag_add(c->diags, DIAG_TOLD_NONE, hole->place, slot->name);
        filled = true;
    }
    if (!good || open) diag_add(c->diags, DIAG_TOLD_BRACKET, told->place);
}

/* Checks the title of an event, and the sentence by which the report tells it. Must be called when
 * the types of all its roles and kept values are known. */
static void check_told(struct check *c, const struct event_decl *e) {
    struct node *title = e->action ? e->node->action.label : e->node->event.label;
    struct node *told = e->action ? e->node->action.told : e->node->event.told;
    check_event_title(c, title);
    if (!told) return;
    check_text_holes(c, told);
    const struct text_holes *h = told->meaning;
    for (int32_t i = 0; h && i < h->count; i++) {
        const struct node *hole = h->holes[i];
        bool named = hole->kind == NODE_NAME && hole->mark == MEAN_ROLE;
        if (!named && check_typed(hole)->class != CLASS_ERROR)
            diag_add(c->diags, DIAG_TOLD_HOLE, hole->place);
    }
    check_told_brackets(c, told);
}

/* Checks the body of an event unless that was done or begun before; then returns false. It is
 * called before the event's turn where the type of one of its kept values is needed. */
bool check_event_body(struct check *c, struct event_decl *e) {
    if (e->state) {
        return false;
    }
    e->state = 1;
    struct context cx;
    struct event_decl *self = e;
    check_enter(c, &cx, AT_EVENT);
    cx.events = &self;
    cx.event_count = 1;
    cx.blueprint = e->blueprint;
    check_defaults(c, e);
    struct node *n = e->body && e->body->kind == NODE_BLOCK ? e->body->block.statements : NULL;
    cx.head = true;
    for (int32_t i = 0; n && i < e->head; i++, n = n->next) {
        check_statement(c, n);
    }
    cx.head = false;
    check_statements(c, n);
    for (struct slot_decl *s = e->slots; s; s = s->next) {
        s->type = s->type ? s->type : c->error;
    }
    if (e->node) check_told(c, e);
    check_leave(c, &cx);
    e->state = 2;
    return true;
}

void check_events(struct check *c) {
    for (int32_t i = 0; i < c->n->events_count; i++) {
        check_event_body(c, c->n->events[i]);
    }
}

/* ---- Quantities */

/* Opens a context for text that belongs to a quantity. `all`: the text holds for all siblings of
 * the quantity, so that it may read only the roles that all their events have. */
static void enter_quantity(struct check *c, struct context *cx, struct quantity_decl *q, bool all) {
    check_enter(c, cx, AT_RULE);
    cx->pure++;
    cx->quantity = q;
    cx->params = q->params;
    cx->param_count = q->param_count;
    if (all && q->family->events) {
        cx->events = q->family->events;
        cx->event_count = q->family->event_count;
    } else if (q->event) {
        cx->events = &q->event;
        cx->event_count = 1;
    }
}

static bool is_amount(const struct type *t) {
    return t->class == CLASS_NUMBER || t->class == CLASS_LENGTH;
}

/* Checks the start of a quantity and the defaults of its parameters, once, and sets its type. Its
 * rows are checked as rules. */
void check_quantity(struct check *c, struct quantity_decl *q) {
    if (q->family != q) {
        check_quantity(c, q->family);
        q->type = q->family->type;
        return;
    }
    if (q->state) {
        return;
    }
    q->state = 1;
    struct context cx;
    enter_quantity(c, &cx, q, true);
    for (int32_t i = 0; i < q->param_count; i++) {
        if (q->params[i].value) {
            check_value(c, q->params[i].value, q->params[i].type);
        }
    }
    if (q->lost) {
        q->type = c->error;
    } else if (q->start) {
        const struct type *t = check_expr(c, q->start, q->type);
        bool derived = q->sort == SORT_FIELD;
        if (q->sort == SORT_NUMBER && !is_amount(t) && !check_is_error(t)) {
            diag_add(c->diags, DIAG_WRONG_TYPE, q->start->place, "a number or a length",
                     check_text(c, t));
            t = c->error;
        } else if (q->type) {
            check_want(c, q->start, q->type);
        } else if (derived &&
                   (t->class == CLASS_NONE || t->class == CLASS_VOID || t->class == CLASS_POOL)) {
            diag_add(c->diags, DIAG_WRONG_TYPE, q->start->place, "a value", check_text(c, t));
            t = c->error;
        }
        bool unread = diag_bad_line(c->diags, q->start->place);
        q->type = q->type ? q->type : unread ? c->error : t;
    }
    q->type = q->type ? q->type : c->error;
    if (q->field && !q->field->type) {
        q->field->type = q->type;
    }
    check_leave(c, &cx);
    q->state = 2;
}

/* ---- Charts */

static bool same_die(const struct node *a, const struct node *b) {
    if (a->kind != b->kind) return false;
    return a->kind == NODE_DIE ? a->number == b->number : a->meaning == b->meaning;
}

/* Returns the row of a key that is a die; -1: it is no key of the chart. */
static int32_t die_row(const struct chart_decl *chart, const struct node *die) {
    for (int32_t i = 0; i < chart->dice_count; i++)
        if (same_die(chart->dice[i], die)) return i;
    return -1;
}

/* Collects the dice that are keys of a chart, whose rows they number. A key that is no die is left
 * for chart_keys to report. */
static void chart_dice(struct check *c, struct chart_decl *chart, struct param_decl *p) {
    int32_t count = 0, rest = 0;
    const struct node *one;
    for (one = chart->node->chart.cases; one; one = one->next) {
        if (one->kind != NODE_CHART_CASE) continue;
        for (const struct node *key = one->chart_case.keys; key; key = key->next) count++;
    }
    chart->dice = NEW_ARRAY(c->arena, (size_t)count + 1, struct node *);
    for (one = chart->node->chart.cases; one; one = one->next) {
        if (one->kind != NODE_CHART_CASE) continue;
        for (struct node *key = one->chart_case.keys; key; key = key->next) {
            if (key->kind == NODE_ELSE_KEY) rest = 1;
            if (key->kind == NODE_NAME) check_expr(c, key, c->die);
            if (key->kind == NODE_DIE) key->type = c->die;
            const bool die =
                key->kind == NODE_DIE || (key->kind == NODE_NAME && key->mark == MEAN_DIE);
            if (die && die_row(chart, key) < 0) chart->dice[chart->dice_count++] = key;
        }
    }
    p->least = 0;
    p->most = chart->dice_count + rest - 1;
}

static void chart_params(struct check *c, struct chart_decl *chart) {
    for (int32_t i = 0; i < chart->param_count; i++) {
        struct param_decl *p = &chart->params[i];
        bool values = p->type->class == CLASS_ENUM;
        if (p->type->class == CLASS_DIE && i == 0) chart_dice(c, chart, p);
        if (values) {
            p->least = 0;
            p->most = p->type->values->count - 1;
        }
        /* Each parameter must have a range, and the chart at most MAX_CHART_CELLS cells. */
        uint64_t span = (uint64_t)p->most - (uint64_t)p->least, cells = MAX_CHART_CELLS;
        if (i > 0) cells /= (uint64_t)(chart->params[0].most - chart->params[0].least + 1);
        if (check_is_error(p->type) || p->least > p->most) {
            p->least = p->most = 0;
        } else if (p->least == NUM_MIN || span >= cells) {
            diag_add(c->diags, DIAG_CHART_PARAM, p->place, p->name, MAX_CHART_CELLS);
            p->type = c->error;
            p->least = p->most = 0;
        }
    }
}

static void chart_fill(struct check *c, struct chart_decl *chart, struct node *one, int64_t low,
                       int64_t high, struct node *key) {
    const struct param_decl *p = &chart->params[0];
    for (int64_t v = low; v <= high; v++) {
        if (v < p->least || v > p->most) {
            check_outside(c, key->place, p->name, (struct span_limits){p->least, p->most}, false);
            chart->wrong = true;
            return;
        }
        struct node **row = &chart->cells[(v - p->least) * chart->columns];
        if (row[0]) {
            const char *number = arena_print(c->arena, "%lld", (long long)v);
            const bool named = chart->dice || key->kind == NODE_NAME;
            diag_add(c->diags, DIAG_CHART_TWICE, key->place,
                     named ? diag_span(c->diags, key->place)
                           : (struct span){number, strlen(number)});
            chart->wrong = true;
            return;
        }
        struct node *cell = one->chart_case.cells;
        for (int32_t i = 0; i < chart->columns && cell; i++, cell = cell->next) {
            row[i] = cell;
        }
    }
}

static void chart_keys(struct check *c, struct chart_decl *chart, struct node *one) {
    const struct param_decl *p = &chart->params[0];
    int32_t cells = 0;
    for (struct node *cell = one->chart_case.cells; cell; cell = cell->next) {
        cells++;
    }
    if (cells != chart->columns) {
        diag_add(c->diags, DIAG_CHART_CELLS, one->place, (int)chart->columns, (int)cells);
        chart->wrong = true;
        return;
    }
    for (struct node *key = one->chart_case.keys; key; key = key->next) {
        if (chart->dice && key->kind != NODE_ELSE_KEY) {
            const int32_t row = die_row(chart, key);
            if (row >= 0) {
                chart_fill(c, chart, one, row, row, key);
            } else {
                if (key->kind == NODE_NUMBER || key->kind == NODE_SPAN) key->type = c->number;
                if (key->type) check_want(c, key, c->die);
                chart->wrong = true;
            }
        } else if (key->kind == NODE_NUMBER) {
            chart_fill(c, chart, one, key->number, key->number, key);
        } else if (key->kind == NODE_SPAN) {
            chart_fill(c, chart, one, key->span.low->number, key->span.high->number, key);
        } else if (key->kind == NODE_NAME) {
            check_expr(c, key, p->type);
            if (check_want(c, key, p->type) && key->mark == MEAN_ENUM_VALUE) {
                chart_fill(c, chart, one, key->slot, key->slot, key);
            } else {
                chart->wrong = true;
            }
        } else if (key->kind == NODE_DIE) {
            diag_add(c->diags, DIAG_CHART_PARAM, key->place, p->name, MAX_CHART_CELLS);
            chart->wrong = true;
        }
    }
}

static void chart_else(struct chart_decl *chart, struct node *one) {
    for (int32_t r = 0; r < chart->rows; r++) {
        struct node **row = &chart->cells[r * chart->columns];
        struct node *cell = one->chart_case.cells;
        if (row[0]) continue;
        for (int32_t i = 0; i < chart->columns && cell; i++, cell = cell->next) row[i] = cell;
    }
}

/* Returns the enumeration that the cells of a chart form if all of them are names, and none is
 * `none` or the name of a blueprint, player or value; NULL if not. The first pass counts the cells,
 * the second enters the values. */
static struct enum_decl *chart_names(struct check *c, struct chart_decl *chart) {
    struct enum_decl *e = NULL;
    for (int pass = 0; pass < 2; pass++) {
        int32_t count = 0;
        for (struct node *one = chart->node->chart.cases; one; one = one->next) {
            struct node *cell = one->kind == NODE_CHART_CASE ? one->chart_case.cells : NULL;
            for (; cell; cell = cell->next) {
                struct word *w = cell->kind == NODE_NAME ? check_word(c, cell) : NULL;
                if (!w || (!pass && (w->blueprints || w->player || w->value_uses ||
                                     w->special == WORD_NONE))) {
                    return NULL;
                }
                bool known = w->value_uses && e && w->value_uses->values == e;
                if (pass && !known) {
                    struct value_use *use = NEW(c->arena, struct value_use);
                    *use = (struct value_use){e, count, 1, w->value_uses};
                    w->value_uses = use;
                    e->values[count] = cell->text;
                    e->count = count + 1;
                }
                count += !known;
            }
        }
        if (!pass) {
            if (!check_room_for_kind(c, c->n->enums_count, chart->place, "enumerations")) {
                return NULL;
            }
            e = NEW(c->arena, struct enum_decl);
            e->values = NEW_ARRAY(c->arena, (size_t)count, struct span);
            e->labels = NEW_ARRAY(c->arena, (size_t)count, struct span);
            e->place = chart->place;
            e->index = c->n->enums_count;
            names_enum_type(c->n, e);
            ADD(c, enums, e);
        }
    }
    return e;
}

static void chart_types(struct check *c, struct chart_decl *chart) {
    struct enum_decl *own = chart_names(c, chart);
    const struct type *t = own ? own->type : NULL;
    for (struct node *one = chart->node->chart.cases; one; one = one->next) {
        struct node *cell = one->kind == NODE_CHART_CASE ? one->chart_case.cells : NULL;
        for (; cell; cell = cell->next) {
            const struct type *v = check_expr(c, cell, t);
            const struct type *joined = t ? check_join(c, t, v) : v;
            if (!joined) {
                diag_add(c->diags, DIAG_WRONG_TYPE, cell->place, check_text(c, t),
                         check_text(c, v));
            }
            t = joined && joined->class != CLASS_NONE ? joined : t;
        }
    }
    chart->type = t ? t : c->error;
}

static void check_chart(struct check *c, struct chart_decl *chart) {
    struct context cx;
    struct node *rest = NULL;
    check_enter(c, &cx, AT_CONSTANT);
    cx.pure++;
    chart->params = check_params(c, chart->node->chart.params, &chart->param_count);
    chart_params(c, chart);
    if (chart->param_count < 1 || chart->param_count > 2) {
        diag_add(c->diags, DIAG_CHART_PARAMS, chart->place);
    } else if (!check_is_error(chart->params[0].type) &&
               !check_is_error(chart->params[chart->param_count - 1].type)) {
        struct param_decl *p = chart->params;
        chart->least = p[0].least;
        chart->left = chart->param_count == 2 ? p[1].least : 0;
        chart->rows = (int32_t)(p[0].most - p[0].least + 1);
        chart->columns = chart->param_count == 2 ? (int32_t)(p[1].most - p[1].least + 1) : 1;
        chart->cells =
            NEW_ARRAY(c->arena, (size_t)chart->rows * (size_t)chart->columns, struct node *);
        for (struct node *one = chart->node->chart.cases; one; one = one->next) {
            if (one->kind == NODE_CHART_CASE) {
                struct node *key = one->chart_case.keys;
                bool others = key && key->kind == NODE_ELSE_KEY;
                if (others && rest) {
                    diag_add(c->diags, DIAG_TWICE, key->place, (struct span){"else", 4});
                }
                rest = others ? one : rest;
                chart_keys(c, chart, one);
            }
        }
        if (rest) {
            chart_else(chart, rest);
        }
        for (int32_t r = 0; !chart->wrong && !c->lossy && r < chart->rows; r++) {
            if (!chart->cells[r * chart->columns]) {
                diag_add(c->diags, DIAG_CHART_GAP, chart->place, chart->name,
                         (int64_t)(chart->least + r));
                break;
            }
        }
    }
    chart_types(c, chart);
    check_leave(c, &cx);
}

void check_quantities(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = 0; i < n->charts_count; i++) {
        check_chart(c, n->charts[i]);
    }
    for (int32_t i = 0; i < n->quantities_count; i++) {
        check_quantity(c, n->quantities[i]);
    }
    const struct type *first = NULL;
    for (int32_t i = 0; i < n->events_count; i++) {
        const struct event_decl *e = n->events[i];
        if (e->action && e->roles) {
            const struct type *t = e->slots->type;
            first = !first ? t : check_join(c, first, t);
            first = first ? first : c->thing;
        }
    }
    if (first && first->class == CLASS_THING) {
        n->any_actor->type = first;
    }
}

/* ---- Rows */

/* Whether a reference to a number can mean the number of this kind or event: it says no `of WORD`
 * (`of` is NULL), or WORD is the kind or the event. */
static bool numref_fits(const struct word *of, const struct kind_decl *kind,
                        const struct event_decl *event) {
    return !of || (kind && of->kind == kind) || (event && of->event == event);
}

/* Lists the numbers of an event for a message: "of blow there is hit, wound; "; "" if it has
 * none. */
static const char *numbers_of(struct check *c, const struct event_decl *e) {
    enum { SHOWN = 6 };
    const char *list = "";
    int32_t n = 0;
    for (int32_t i = 0; e && i < c->n->quantities_count && n < SHOWN; i++) {
        const struct quantity_decl *q = c->n->quantities[i];
        if (q->event == e)
            list = arena_print(c->arena, "%s%s%.*s", list, n++ ? ", " : "", (int)q->name.len,
                               q->name.at);
    }
    if (!n) return "";
    return arena_print(c->arena, "of %.*s there is %s; ", (int)e->name.len, e->name.at, list);
}

/* Adds a hint to the message that there is no `NAME of WORD`, where something has the name NAME but
 * is not of WORD. */
static void hint_other_of(struct check *c, struct diag *d, const struct word *w,
                          const struct word *of) {
    const struct quantity_decl *q = w->quantities;
    const struct field_decl *f = w->fields;
    if ((of->kind || of->event) && q && (q->event || q->kind)) {
        diag_hint(c->diags, d, "%s'%t' is of %t", numbers_of(c, of->event), w->text,
                  q->event ? q->event->name : q->kind->name);
    } else if ((of->kind || of->event) && f) {
        diag_hint(c->diags, d, "%s'%t' is a field of %t", numbers_of(c, of->event), w->text,
                  f->kind->name);
    } else if (of->kind || of->event) {
        diag_hint(c->diags, d, "not of %t", of->text);
    } else if (w->fields) {
        diag_hint(c->diags, d, "whose it is, a condition says: to %t when it is %t", w->text,
                  of->text);
    } else {
        diag_hint(c->diags, d,
                  "behind 'of' stands an event; whose it is, a condition says: when … is %t",
                  of->text);
    }
}

struct quantity_decl *check_numref(struct check *c, struct node *n, bool truth) {
    struct word *w = check_word(c, n);
    struct node *of_node = n->numref.of;
    struct word *of = of_node ? check_word(c, of_node) : NULL;
    struct quantity_decl *found = NULL;
    struct field_decl *field = NULL;
    int32_t count = 0;
    n->mark = NUMREF_ONE;
    struct place places[2] = {{0, 0, 0}, {0, 0, 0}};
    for (struct quantity_decl *q = w->quantities; q; q = q->next_of_name) {
        if (!of && q->family != q) {
            n->mark = NUMREF_SIBLINGS;
        } else if (numref_fits(of, q->kind, q->event)) {
            places[count < 2 ? count : 1] = q->place;
            count++;
            found = found ? found : q;
        }
    }
    for (struct field_decl *f = w->fields; f; f = f->next_of_name) {
        bool inherits = of && of->kind && names_kind_is(of->kind, f->kind);
        if (inherits || numref_fits(of, f->kind, NULL)) {
            places[count < 2 ? count : 1] = f->place;
            count++;
            field = field ? field : f;
        }
    }
    if (!count) {
        bool other = of && (w->quantities || w->fields);
        const enum diag_id id = truth ? DIAG_NO_TRUTH : DIAG_NO_NUMBER;
        const char *both = NULL;
        if (other && (of->kind || of->event) && !check_removed(c, w, n->place))
            both = arena_print(c->arena, "%.*s of %.*s", (int)n->text.len, n->text.at,
                               (int)of->text.len, of->text.at);
        struct diag *d = both ? diag_add(c->diags, id, n->place, (struct span){both, strlen(both)})
                              : check_missing(c, id, n->place, n->text, 0);
        if (other) {
            hint_other_of(c, d, w, of);
        } else if (d) {
            /* a number is meant sooner than a field */
            struct nearest near = diag_nearest(n->text);
            for (int32_t i = 0; i < c->n->quantities_count; i++) {
                const struct quantity_decl *q = c->n->quantities[i];
                if (!q->field) check_candidate(&near, q->name, q->place);
            }
            check_suggest_near(c, d, &near, SUGGEST_QUANTITY);
        }
        return NULL;
    }
    if (count > 1) {
        struct diag *d = diag_add(c->diags, DIAG_NUMBERS, n->place, n->text);
        diag_hint(c->diags, d, "say of which: %t of …", n->text);
        if (places[1].len) {
            diag_also(c->diags, d, places[1], "another");
        }
        return NULL;
    }
    found = found ? found : check_field_quantity(c, field);
    n->meaning = found;
    return found;
}

static void row_amount(struct check *c, struct rule_decl *r, struct node *row,
                       const struct type *t) {
    struct node *amount = row->row.amount;
    switch ((int)row->op) {
    case OP_PLUS:
    case OP_MINUS:
    case OP_AT_LEAST:
    case OP_AT_MOST:
        if (is_amount(t)) {
            check_value(c, amount, t);
            return;
        }
        break;
    case OP_SET: check_value(c, amount, t); return;
    case OP_TIMES:
        if (is_amount(t)) {
            check_value(c, amount, c->number);
            return;
        }
        break;
    case OP_HALVE_UP:
    case OP_HALVE_DOWN:
        if (is_amount(t)) {
            if (amount) check_value(c, amount, t);
            return;
        }
        break;
    case OP_YES:
    case OP_NO:
        if (t->class == CLASS_TRUTH) {
            return;
        }
        break;
    default: return;
    }
    if (amount) {
        check_expr(c, amount, NULL);
    }
    if (!check_is_error(t)) {
        diag_add(c->diags, DIAG_ROW_NOT_FOR, row->place, node_op_text((enum node_op)row->op),
                 r->target->name, check_text(c, t));
    }
}

static void check_row(struct check *c, struct rule_decl *r) {
    struct node *row = r->node;
    struct context cx;
    if (row->row.target) {
        r->target = check_numref(c, row->row.target, row->op == OP_YES || row->op == OP_NO);
        r->of_all = r->target && row->row.target->mark == NUMREF_SIBLINGS;
    }
    struct quantity_decl *q = r->target;
    if (!q || q->lost) {
        return; /* the roles of a quantity are not known without its events */
    }
    if (q->last_row) {
        q->last_row->next_of_target = r;
    } else {
        q->rows = r;
    }
    q->last_row = r;
    const struct type *t = check_quantity_type(c, q, row->place);
    enter_quantity(c, &cx, q, r->of_all);
    cx.rule = r;
    cx.blueprint = r->blueprint;
    cx.guarded = r->blueprint ? 1 : 0;
    if (row->row.when) {
        check_truth(c, row->row.when);
        check_narrow(c, row->row.when, true);
        cx.guarded++;
    }
    row_amount(c, r, row, t);
    check_plain_label(c, row->row.label);
    if (row->row.per) {
        bool counts = row->op == OP_PLUS || row->op == OP_MINUS;
        check_value(c, row->row.per, c->number);
        if (!counts) {
            diag_add(c->diags, DIAG_PER_WHERE, row->row.per->place);
        }
    }
    check_leave(c, &cx);
}

/* ---- Triggers and permissions */

static void rule_events(struct check *c, struct rule_decl *r, struct node *list,
                        struct context *cx) {
    int32_t count = 0;
    for (struct node *e = list; e; e = e->next) {
        count++;
    }
    r->events = NEW_ARRAY(c->arena, (size_t)count, struct event_decl *);
    for (struct node *e = list; e; e = e->next) {
        if (e->flags & FLAG_ANY) {
            e->meaning = NULL;
            cx->any_action = true;
            continue;
        }
        struct event_decl *named = check_event_named(c, e, e->text);
        if (named && named->native && named->index == NATIVE_STEP && c->n->step <= 0 &&
            !c->n->on_map) {
            diag_add(c->diags, DIAG_NO_STEP, e->place);
        }
        e->meaning = named;
        if (named) {
            r->events[r->event_count++] = named;
        }
    }
    if (cx->any_action && list && list->next) {
        diag_add(c->diags, DIAG_ANY_AMONG, list->place);
    }
    cx->any_action = cx->any_action && !r->event_count;
    cx->events = r->events;
    cx->event_count = r->event_count;
}

static void enter_rule(struct check *c, struct context *cx, struct rule_decl *r,
                       enum context_how how) {
    check_enter(c, cx, how);
    cx->rule = r;
    cx->blueprint = r->blueprint;
}

static bool check_when(struct check *c, struct node *when) {
    if (!when) {
        return false;
    }
    c->cx->pure++;
    check_truth(c, when);
    c->cx->pure--;
    return true;
}

static void check_trigger(struct check *c, struct rule_decl *r) {
    struct context cx;
    struct node *n = r->node;
    enter_rule(c, &cx, r, AT_TRIGGER);
    rule_events(c, r, n->trigger.events, &cx);
    if (r->event_count || cx.any_action) {
        if (check_when(c, n->trigger.when)) {
            check_narrow_body(c, n->trigger.when, n->trigger.body);
        }
        check_block(c, n->trigger.body);
    }
    check_leave(c, &cx);
}

static void check_permit(struct check *c, struct rule_decl *r) {
    struct context cx;
    struct node *n = r->node;
    enter_rule(c, &cx, r, AT_TRIGGER);
    rule_events(c, r, n->permit.events, &cx);
    check_plain_label(c, n->permit.label);
    if (r->event_count || cx.any_action) {
        check_when(c, n->permit.when);
    }
    check_leave(c, &cx);
}

static void check_whenever(struct check *c, struct rule_decl *r) {
    struct context cx;
    struct node *n = r->node;
    enter_rule(c, &cx, r, AT_WHENEVER);
    cx.pure++;
    const struct type *t = check_expr(c, n->whenever.set, NULL);
    const struct type *elem = check_set_elem(c, t);
    if (!elem || (elem->class != CLASS_THING && !check_is_error(elem))) {
        diag_add(c->diags, DIAG_NOT_A_SET, n->whenever.set->place, check_text(c, t));
        elem = c->error;
    }
    struct local *l = check_bind(c, LOCAL_WHENEVER, n->text, elem, n->place);
    if (n->whenever.where) {
        check_truth(c, n->whenever.where);
        check_narrow_body(c, n->whenever.where, n->whenever.body);
    }
    cx.pure--;
    check_block(c, n->whenever.body);
    check_leave(c, &cx);
    n->meaning = l;
}

void check_rules(struct check *c) {
    struct names *n = c->n;
    int32_t whenevers = 0;
    for (int32_t i = 0; i < n->rules_count; i++) {
        struct rule_decl *r = n->rules[i];
        switch (r->sort) {
        case SORT_ROW: check_row(c, r); break;
        case SORT_BEFORE:
        case SORT_INSTEAD:
        case SORT_AFTER: check_trigger(c, r); break;
        case SORT_FORBID:
        case SORT_ALLOW: check_permit(c, r); break;
        case SORT_WHENEVER:
            check_whenever(c, r);
            if (++whenevers == MAX_WHENEVERS + 1) {
                diag_add(c->diags, DIAG_TOO_MANY_WHENEVER, r->node->place, MAX_WHENEVERS);
            }
            break;
        }
    }
    for (int32_t i = 0; i < n->quantities_count; i++) {
        /* some are new: a row that names a field makes its quantity */
        check_quantity(c, n->quantities[i]);
    }
}
