/* check_option: options of blueprints. A form is a blueprint with chosen options: it is `like` the
 * original and holds a copy of the text of those options. For each option a form with that one
 * alone is made, so that its text is checked even if nobody chooses it. Rosters and examples make
 * further forms. */
#include <string.h>

#include "check_int.h"

enum { MAX_OPTIONS = 16 };

struct form {
    struct blueprint_decl *blueprint;
    struct node *option[MAX_OPTIONS]; /* OPTION nodes in the order in which they were chosen */
    int32_t count;
    struct form *next;
};

/* ---- Finding -------------------------------------------------------------------------------- */

/* A search for an option by its label among the options of a blueprint, and of those that it is
 * `like`. */
struct option_walk {
    struct span label;
    struct node *found;
    struct nearest near;
};

static bool see_options(struct option_walk *w, struct node *items) {
    for (struct node *n = items; n; n = n->next) {
        if (n->kind != NODE_OPTION) {
            continue;
        }
        check_candidate(&w->near, n->option.label->text, n->option.label->place);
        if (span_equal(n->option.label->text, w->label)) {
            w->found = n;
            return true;
        }
    }
    return false;
}

static struct blueprint_decl *like_what(struct check *c, const struct blueprint_decl *bp) {
    bool thing = bp->node->kind == NODE_THING && bp->node->thing.like;
    return thing ? check_word(c, bp->node->thing.like)->blueprints : NULL;
}

static struct node *find_option(struct check *c, struct blueprint_decl *bp,
                                const struct node *label) {
    ASSERT(bp);
    struct option_walk w = {.label = label->text, .near = diag_nearest(label->text)};
    const struct blueprint_decl *of = bp;
    for (int32_t depth = 0; of && depth < MAX_OPTIONS; depth++, of = like_what(c, of)) {
        if (see_options(&w, of->items)) {
            return w.found;
        }
        for (struct node *more = of->more; more; more = more->meaning) {
            if (see_options(&w, more->add_to.items)) {
                return w.found;
            }
        }
    }
    struct diag *d = diag_add(c->diags, DIAG_NO_OPTION, label->place, bp->name, label->text);
    diag_did_you_mean(c->diags, d, &w.near);
    return NULL;
}

/* ---- Making --------------------------------------------------------------------------------- */

static struct node *copied(struct check *c, const struct node *n);

static struct node *copied_list(struct check *c, const struct node *list) {
    struct node *first = NULL;
    struct node **end = &first;
    for (; list; list = list->next) {
        *end = copied(c, list);
        end = &(*end)->next;
    }
    return first;
}

/* Returns a copy of a node and its children as they were read, without what the checker left on
 * them. The recursion is as deep as the text is nested, which the parser bounds. */
static struct node *copied(struct check *c, const struct node *n) {
    struct node *to = node_new(c->arena, (enum node_kind)n->kind, n->place);
    to->op = n->op;
    to->flags = n->flags;
    to->text = n->text;
    to->number = n->number;
    to->cites = n->cites;
    for (int i = 0; i < node_kids(n->kind); i++) {
        to->kid[i] = copied_list(c, n->kid[i]);
    }
    return to;
}

static bool may_stand(struct check *c, const struct node *n) {
    switch ((int)n->kind) {
    case NODE_SETTING:
    case NODE_ITEM_ADD:
    case NODE_ITEM_REMOVE:
    case NODE_ITEM_REPLACE:
    case NODE_MEMBERS:
    case NODE_ROW:
    case NODE_TRIGGER:
    case NODE_PERMIT:
    case NODE_WHENEVER:
    case NODE_MISTAKE: return true;
    default: diag_add(c->diags, DIAG_OPTION_HOLDS, n->place); return false;
    }
}

static struct node *items_of(struct check *c, const struct form *f) {
    struct node *first = NULL;
    struct node **end = &first;
    for (int32_t i = 0; i < f->count; i++) {
        for (const struct node *n = f->option[i]->option.items; n; n = n->next) {
            if (may_stand(c, n)) {
                *end = copied(c, n);
                end = &(*end)->next;
            }
        }
    }
    return first;
}

static struct blueprint_decl *make(struct check *c, struct blueprint_decl *base,
                                   const struct form *f) {
    struct node *n = node_new(c->arena, NODE_THING, base->place);
    struct blueprint_decl *bp = NEW(c->arena, struct blueprint_decl);
    n->text = base->name;
    n->thing.items = items_of(c, f);
    bp->name = base->name;
    bp->title = base->title;
    bp->label = base->label;
    bp->kind = base->kind;
    bp->of = base->of;
    bp->rank = base->rank;
    bp->node = n;
    bp->cites = base->cites;
    bp->place = base->place;
    bp->how_many = 1;
    bp->items = n->thing.items;
    bp->like = bp->form_of = base;
    bp->is_given = true;
    if (!c->in_block) base->is_brought = true;
    bp->index = c->n->blueprints_count;
    n->meaning = bp;
    ADD(c, blueprints, bp);
    check_declare_form(c, bp);
    return bp;
}

static bool same_form(const struct form *a, const struct form *b) {
    return a->count == b->count &&
           memcmp(a->option, b->option, (size_t)a->count * sizeof *a->option) == 0;
}

static struct blueprint_decl *form_with(struct check *c, struct blueprint_decl *base,
                                        const struct form *want) {
    for (struct form *f = base->forms; f; f = f->next) {
        if (same_form(f, want)) {
            return f->blueprint;
        }
    }
    if (base->form_count == MAX_FORMS) {
        diag_add(c->diags, DIAG_TOO_MANY, base->place, MAX_FORMS,
                 "sets of options with which one blueprint is made", "FORMS");
        return NULL;
    }
    base->form_count++;
    struct form *f = NEW(c->arena, struct form);
    *f = *want;
    f->next = base->forms;
    base->forms = f;
    f->blueprint = make(c, base, f);
    return f->blueprint;
}

struct blueprint_decl *check_form(struct check *c, struct blueprint_decl *bp,
                                  const struct node *options) {
    struct form f = {.count = 0};
    for (const struct node *o = options; o; o = o->next) {
        struct node *option = find_option(c, bp, o);
        if (!option) {
            return NULL;
        }
        for (int32_t i = 0; i < f.count; i++) {
            if (f.option[i] == option) {
                diag_add(c->diags, DIAG_OPTION_TWICE, o->place, o->text);
                return NULL;
            }
        }
        if (f.count == MAX_OPTIONS) {
            diag_add(c->diags, DIAG_OPTION_TWICE, o->place, o->text);
            return NULL;
        }
        f.option[f.count++] = option;
    }
    return f.count ? form_with(c, bp, &f) : bp;
}

/* ---- Prices --------------------------------------------------------------------------------- */

static void add_price(struct check *c, struct blueprint_decl *form, const struct node *option) {
    const struct node *name = option->option.field;
    struct field_decl *f = name ? check_field_of(check_word(c, name), form->kind) : NULL;
    if (!name) {
        return;
    }
    if (!f || !f->type || f->type->class != CLASS_NUMBER || f->derived) {
        diag_add(c->diags, DIAG_OPTION_PRICE, name->place, form->kind->name, name->text);
        return;
    }
    struct given *g = check_given_of(c, form, f);
    int64_t sum = option->option.price->number;
    bool plain = g->count == 1 && g->values[0]->kind == NODE_NUMBER;
    if (plain && !num_add(sum, g->values[0]->number, &sum)) {
        sum = NUM_MAX;
    }
    if (sum < f->least || sum > f->most) {
        check_outside(c, option->option.price->place, f->name,
                      (struct span_limits){f->least, f->most}, false);
        return;
    }
    struct node *n = node_new(c->arena, NODE_NUMBER, option->option.price->place);
    n->number = sum;
    check_value(c, n, f->type);
    g->values = NEW_ARRAY(c->arena, 1, struct node *);
    g->values[0] = n;
    g->count = g->room = 1;
}

/* Adds the price of each option of a form to the field of the form that the price names. */
void check_prices(struct check *c, struct blueprint_decl *form) {
    struct form *f = form->form_of ? form->form_of->forms : NULL;
    while (f && f->blueprint != form) {
        f = f->next;
    }
    for (int32_t i = 0; f && i < f->count; i++) {
        add_price(c, form, f->option[i]);
    }
}

/* ---- All of them ---------------------------------------------------------------------------- */

bool check_names_options(const struct node *call) {
    if (call->kind != NODE_CALL || !call->call.args) {
        return false;
    }
    for (const struct node *a = call->call.args; a; a = a->next) {
        if (a->kind != NODE_TEXT) {
            return false;
        }
    }
    return true;
}

static void each_alone(struct check *c, struct blueprint_decl *bp, struct node *items) {
    for (struct node *n = items; n; n = n->next) {
        if (n->kind == NODE_OPTION) {
            struct form f = {.option = {n}, .count = 1};
            form_with(c, bp, &f);
        }
    }
}

static void of_roster(struct check *c, struct node *roster) {
    for (struct node *e = roster->roster.entries; e; e = e->next) {
        if (e->kind != NODE_ROSTER_ENTRY) {
            continue;
        }
        struct blueprint_decl *bp = check_word(c, e)->blueprints;
        e->meaning =
            bp && e->roster_entry.options ? check_form(c, bp, e->roster_entry.options) : bp;
    }
}

static void of_example(struct check *c, struct node *example) {
    for (struct node *l = example->example.lines; l; l = l->next) {
        if (l->kind == NODE_ROSTER) {
            of_roster(c, l);
        }
        struct node *what = l->kind == NODE_GIVEN_HAS ? l->given_has.what : NULL;
        if (what && check_names_options(what) && check_word(c, what)->blueprints) {
            check_form(c, check_word(c, what)->blueprints, what->call.args);
        }
    }
}

void check_declare_options(struct check *c) {
    int32_t count = c->n->blueprints_count;
    for (int32_t i = 0; i < count; i++) {
        struct blueprint_decl *bp = c->n->blueprints[i];
        if (bp->outer) {
            continue;
        }
        each_alone(c, bp, bp->items);
        for (struct node *more = bp->more; more; more = more->meaning) {
            each_alone(c, bp, more->add_to.items);
        }
    }
    for (int32_t i = 0; i < c->file_count; i++) {
        for (struct node *n = c->files[i]->file.decls; n; n = n->next) {
            if (n->kind == NODE_ROSTER) {
                of_roster(c, n);
            } else if (n->kind == NODE_EXAMPLE) {
                of_example(c, n);
            }
        }
    }
}
