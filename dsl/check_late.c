/* check_late: checks that need all declarations to be known: the `order` of the head, figures,
 * circles of numbers, silenced rows, warnings. */
#include <string.h>

#include "check_int.h"

/* ---- `order`: whose rules come first */

void check_order(struct check *c) {
    struct names *n = c->n;
    if (!n->order_node) return;
    const struct word *w = n->order_node->kind == NODE_NAME ? check_word(c, n->order_node) : NULL;
    struct quantity_decl *q = w ? w->quantities : NULL;
    if (w && (w->lost || (q && q->type && check_is_error(q->type)))) return;
    bool good = q && q->type && !q->next_of_name && !q->event && q->param_count == 0 &&
                check_fits(q->type, c->player);
    if (good) {
        n->order = q;
    } else {
        diag_add(c->diags, DIAG_ORDER_VALUE, n->order_node->place);
    }
}

/* ---- `answers`: who answers for a player */

void check_answers(struct check *c) {
    struct names *n = c->n;
    if (!n->answers_node) return;
    const struct word *w =
        n->answers_node->kind == NODE_NAME ? check_word(c, n->answers_node) : NULL;
    struct quantity_decl *q = w ? w->quantities : NULL;
    if (w && (w->lost || (q && q->type && check_is_error(q->type)))) return;
    bool good = q && q->type && !q->next_of_name && !q->event && q->param_count == 1 &&
                q->params[0].type == c->player && check_fits(q->type, c->player);
    if (good)
        n->answers = q;
    else
        diag_add(c->diags, DIAG_ANSWERS_VALUE, n->answers_node->place);
}

/* ---- Figures */

/* Reports where a figure reads a role of an event, or a number of an event. A figure is also read
 * when the battle is over, and then no event runs. */
static enum walk reads_event(struct node *n, void *user) {
    struct check *c = user;
    const struct event_decl *event = NULL;
    if (n->kind == NODE_DOT && (n->mark == MEAN_NEAREST || n->mark == MEAN_ROLE)) {
        event = ((const struct slot_decl *)n->meaning)->event;
    } else if (n->kind == NODE_NAME && n->mark == MEAN_QUANTITY) {
        event = ((const struct quantity_decl *)n->meaning)->event;
    }
    if (event) {
        diag_add(c->diags, DIAG_FIGURE_RUNS, n->place, event->name);
        return WALK_SKIP;
    }
    return WALK_ON;
}

/* Returns why the name or title of a figure cannot head a column of a table of battles; NULL if it
 * can. */
static const char *figure_name_refused(const struct quantity_decl *q) {
    static const char *const taken[] = {"seed", "winner", "questions", "points"};
    for (size_t i = 0; i < ARRAY_LEN(taken); i++) {
        if (span_is(q->name, taken[i])) {
            return "every battle has one of that name";
        }
    }
    if (q->name.len > MAX_FIGURE_NAME) {
        return "its name has more than 60 bytes (limit FIGURE_NAME)";
    }
    return q->label.len > MAX_FIGURE_NAME ? "its title has more than 60 bytes (limit FIGURE_NAME)"
                                          : NULL;
}

static void check_figure(struct check *c, struct quantity_decl *q) {
    const struct node *of = q->node->quantity.of;
    const char *refused = figure_name_refused(q);
    if (refused) {
        diag_add(c->diags, DIAG_FIGURE_NAMED, q->place, q->name, refused);
    }
    if (of && !q->lost && q->kind != c->n->base[BASE_PLAYER]) {
        struct diag *d = diag_add(c->diags, DIAG_FIGURE_OF, of->place, of->text);
        diag_hint(c->diags, d, "of the battle: without 'of'; of each player: of player");
        return;
    }
    const struct type *t = q->type;
    if (t->class != CLASS_NUMBER && t->class != CLASS_TRUTH && !check_is_error(t)) {
        struct diag *d = diag_add(c->diags, DIAG_WRONG_TYPE, q->start->place, "a number or a truth",
                                  check_text(c, t));
        if (t->class == CLASS_LENGTH) {
            diag_hint(c->diags, d, "say in what it is counted: (…) / 1\" rounded down");
        }
    }
    tree_walk(q->start, reads_event, c);
}

void check_figures(struct check *c) {
    const struct names *n = c->n;
    for (int32_t i = 0; i < n->figures_count; i++) {
        struct quantity_decl *q = n->figures[i];
        if (i == MAX_RULE_FIGURES) {
            diag_add(c->diags, DIAG_TOO_MANY, q->place, MAX_RULE_FIGURES, "figures",
                     "RULE_FIGURES");
            return;
        }
        check_figure(c, q);
        for (int32_t k = 0; k < i; k++) {
            if (!span_equal(n->figures[k]->name, q->name) || n->figures[k]->kind == q->kind) {
                /* figures of one name and one kind were reported where they are declared */
                continue;
            }
            struct diag *d = diag_add(c->diags, DIAG_TWICE, q->place, q->name);
            diag_also(c->diags, d, n->figures[k]->place, "the first");
        }
    }
}

/* ---- Circles among numbers of one thing */

struct visit {
    struct quantity_decl *q;
    struct reads *next;
};

enum { CIRCLE_NEW, CIRCLE_OPEN, CIRCLE_DONE };

static void say_circle(struct check *c, const struct visit *stack, int32_t depth,
                       const struct reads *closing) {
    if (closing->to->type->class == CLASS_ERROR) {
        return; /* a quantity with the error type was reported before */
    }
    int32_t from = depth;
    while (from > 0 && stack[from - 1].q != closing->to) {
        from--;
    }
    const char *text = "";
    for (int32_t i = from > 0 ? from - 1 : 0; i < depth && i < from + 6; i++) {
        text = arena_print(c->arena, "%s%.*s reads ", text, (int)stack[i].q->name.len,
                           stack[i].q->name.at);
    }
    text = arena_print(c->arena, "%s%.*s", text, (int)closing->to->name.len, closing->to->name.at);
    diag_add(c->diags, DIAG_CIRCLE, closing->place, text);
}

void check_circles(struct check *c) {
    struct names *n = c->n;
    struct visit *stack = NEW_ARRAY(c->arena, (size_t)n->quantities_count + 1, struct visit);
    for (int32_t i = 0; i < n->quantities_count; i++) {
        int32_t depth = 0;
        if (n->quantities[i]->low == CIRCLE_NEW) {
            n->quantities[i]->low = CIRCLE_OPEN;
            stack[depth++] = (struct visit){n->quantities[i], n->quantities[i]->reads};
        }
        while (depth > 0) {
            struct visit *top = &stack[depth - 1];
            struct reads *r = top->next;
            if (!r) {
                top->q->low = CIRCLE_DONE;
                depth--;
                continue;
            }
            top->next = r->next;
            if (r->to->low == CIRCLE_OPEN) {
                say_circle(c, stack, depth, r);
            } else if (r->to->low == CIRCLE_NEW) {
                r->to->low = CIRCLE_OPEN;
                stack[depth++] = (struct visit){r->to, r->to->reads};
            }
        }
    }
}

/* ---- Rows that are silenced must exist */

struct labelled {
    const struct quantity_decl *q;
    struct span label;
};

static uint64_t label_hash(const struct quantity_decl *q, struct span label) {
    return base_mix(base_hash(label.at, label.len, (uint64_t)q->index + 1));
}

static bool find_label(struct labelled *table, size_t room, const struct quantity_decl *q,
                       struct span label, bool add) {
    size_t at = (size_t)label_hash(q, label) & (room - 1);
    while (table[at].q) {
        if (table[at].q == q && span_equal(table[at].label, label)) {
            return true;
        }
        at = (at + 1) & (room - 1);
    }
    if (add) {
        table[at] = (struct labelled){q, label};
    }
    return false;
}

/* Whether a variant removed the row with the label `text`, which r silences. If it did, reports
 * that: the message stands at the variant's line. */
static bool row_removed(struct check *c, const struct rule_decl *r, const struct node *text) {
    for (int32_t i = 0; i < c->file_count; i++) {
        for (const struct node *n = c->files[i]->file.decls; n; n = n->next) {
            if (n->kind != NODE_REMOVE_ROW || !span_equal(n->remove_row.row->text, text->text) ||
                !span_equal(n->remove_row.of->text, r->target->name)) {
                continue;
            }
            struct diag *d = diag_add(c->diags, DIAG_REMOVED_USED, n->place, text->text);
            diag_also(c->diags, d, text->place, "here");
            diag_hint(c->diags, d, "to change it: replace row \"%t\" of %t { … }", text->text,
                      r->target->name);
            return true;
        }
    }
    return false;
}

static void no_row(struct check *c, const struct rule_decl *r, const struct node *text) {
    if (diag_room(c->diags, text->place) && row_removed(c, r, text)) {
        return;
    }
    struct diag *d = diag_add(c->diags, DIAG_NO_ROW, text->place, r->target->name, text->text);
    struct nearest near = diag_nearest(text->text);
    for (const struct rule_decl *o = d ? r->target->rows : NULL; o; o = o->next_of_target) {
        if (o->node->row.label) {
            check_candidate(&near, o->node->row.label->text, o->node->place);
        }
    }
    diag_did_you_mean(c->diags, d, &near);
}

void check_silences(struct check *c) {
    struct names *n = c->n;
    size_t room = 64, labels = 0;
    for (int32_t i = 0; i < n->rules_count; i++) {
        const struct rule_decl *r = n->rules[i];
        labels += r->target ? (size_t)r->target->family->event_count + 1 : 1;
    }
    while (room < labels * 2) {
        room *= 2;
    }
    struct labelled *table = NEW_ARRAY(c->arena, room, struct labelled);
    bool any = false;
    for (int32_t i = 0; i < n->rules_count; i++) {
        const struct rule_decl *r = n->rules[i];
        const struct node *label = r->sort == SORT_ROW ? r->node->row.label : NULL;
        any = any || (r->sort == SORT_ROW && r->node->op == OP_SILENCE);
        if (label && r->target && r->node->op != OP_SILENCE) {
            find_label(table, room, r->target, label->text, true);
            for (const struct quantity_decl *q = r->target->sibling; r->of_all && q != r->target;
                 q = q->sibling) {
                find_label(table, room, q, label->text, true);
            }
        }
    }
    for (int32_t i = 0; any && !c->lossy && i < n->rules_count; i++) {
        const struct rule_decl *r = n->rules[i];
        if (r->sort != SORT_ROW || !r->target || r->node->op != OP_SILENCE) continue;
        for (const struct node *text = r->node->row.silenced; text; text = text->next) {
            bool found = find_label(table, room, r->target, text->text, false);
            for (const struct quantity_decl *q = r->target->sibling;
                 r->of_all && !found && q != r->target; q = q->sibling) {
                found = find_label(table, room, q, text->text, false);
            }
            if (!found) no_row(c, r, text);
        }
    }
}

/* ---- Warnings: of a ruleset, not of a lone file */

/* A variant's own rules need not stand in the book of the rules that it varies, nor need those that
 * are for examples alone. */
static void warn_uncited(struct check *c, const struct rule_decl *r) {
    const struct node *card = r->blueprint ? r->blueprint->node : NULL;
    if (r->node->flags & (FLAG_OF_VARIANT | FLAG_FOR_EXAMPLES)) return;
    if (card && (card->flags & FLAG_FOR_EXAMPLES)) return;
    if (c->n->clauses && !r->own && !r->cited && !r->node->cites &&
        !(r->blueprint && r->blueprint->cites)) {
        diag_add(c->diags, DIAG_NOT_CITED, r->node->place);
    }
}

/* Warns if two `=` rows of one number have the same rank and always apply (they have no `when`
 * and stand in no blueprint), with no other such row between them: only the second of them ever
 * counts. */
static void warn_equal_rows(struct check *c, const struct quantity_decl *q) {
    const struct rule_decl *first = NULL;
    for (const struct rule_decl *r = q->rows; r; r = r->next_of_target) {
        if (r->node->op != OP_SET || r->node->row.when || r->blueprint) {
            continue;
        }
        if (first && first->rank == r->rank) {
            struct diag *d = diag_add(c->diags, DIAG_EQUAL_ROWS, r->node->place, q->name);
            diag_also(c->diags, d, first->node->place, "the first");
            return;
        }
        first = r;
    }
}

void check_warnings(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = 0; i < n->quantities_count; i++) {
        warn_equal_rows(c, n->quantities[i]);
    }
    if (!n->head || diag_errors(c->diags)) {
        return;
    }
    for (int32_t i = 0; i < n->rules_count; i++) {
        warn_uncited(c, n->rules[i]);
    }
    check_features(c);
    check_brought(c);
    check_ground(c);
    check_map_ways(c);
    if (n->for_play) {
        return; /* examples were not read, and one may do the event or give the feature */
    }
    bool varied = memchr(n->name.at, '+', n->name.len) != NULL;
    for (int32_t i = 0; i < n->events_count; i++) {
        const struct event_decl *e = n->events[i];
        /* a variant may have removed the example that does it */
        if (varied && e->node && (e->node->flags & FLAG_FOR_EXAMPLES) &&
            !(e->node->flags & FLAG_OF_VARIANT)) {
            continue;
        }
        if (!e->is_done && e != n->battle) {
            diag_add(c->diags, DIAG_NEVER_DONE, e->place, e->name);
        }
    }
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        bool of_game = bp->of && bp->of == n->base[BASE_GAME];
        if (bp->kind->base == BASE_FEATURE && !bp->is_given && !of_game && !bp->outer) {
            diag_add(c->diags, DIAG_NEVER_GIVEN, bp->place, bp->name);
        }
    }
}
