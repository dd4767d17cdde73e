/* check_apart: what is declared below a line `for examples` is named by examples, and by what is
 * declared there, too. Where a rule names it, that is reported: it would be a rule that `myth
 * mutate` does not alter. */
#include "check_int.h"

/* Returns the node that declares what a NAME, DOT or CALL means; NULL: none does, or it cannot be
 * for examples alone. A role is passed over: a rule that reads one names its event. */
static const struct node *meant(const struct node *n) {
    const void *m = n->meaning;
    switch ((enum meaning)n->mark) {
    case MEAN_NEAREST: return ((const struct slot_decl *)m)->node;
    case MEAN_MEMORY: return ((const struct memory_decl *)m)->blueprint->node;
    case MEAN_FIELD: return ((const struct field_decl *)m)->node;
    case MEAN_QUANTITY: return ((const struct quantity_decl *)m)->node;
    case MEAN_EXTENT:
    case MEAN_KIND: return ((const struct kind_decl *)m)->node;
    case MEAN_FACE:
    case MEAN_DIE: return ((const struct die_decl *)m)->node;
    case MEAN_BLUEPRINT:
    case MEAN_NAMED: return ((const struct blueprint_decl *)m)->node;
    case MEAN_RULING:
    case MEAN_READING: return ((const struct ruling_decl *)m)->node;
    case MEAN_EVENT:
    case MEAN_ACTION: return ((const struct event_decl *)m)->node;
    case MEAN_CHART: return ((const struct chart_decl *)m)->node;
    default: return NULL;
    }
}

/* The same of the word behind `is`. */
static const struct node *asked(const struct node *n) {
    switch ((enum is_how)n->mark) {
    case IS_TRUTH: return ((const struct quantity_decl *)n->meaning)->node;
    case IS_FIELD:
    case IS_VALUE: return ((const struct field_decl *)n->meaning)->node;
    default: return NULL;
    }
}

/* The same of a kind or card of this name. */
static const struct node *kind_named(struct check *c, const struct node *name) {
    const struct word *w = name ? names_find(c->n, name->text) : NULL;
    return w && w->kind ? w->kind->node : NULL;
}

static const struct node *card_named(struct check *c, const struct node *name) {
    const struct word *w = names_find(c->n, name->text);
    return w && w->blueprints ? w->blueprints->node : NULL;
}

static const struct node *declaration_of(struct check *c, const struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_TYPE_NAME: return kind_named(c, n);
    case NODE_THING: return kind_named(c, n->thing.kind);
    case NODE_KIND: return kind_named(c, n->kind_.parent);
    case NODE_ROSTER_ENTRY: return card_named(c, n);
    default: break;
    }
    if (!n->meaning) return NULL;
    switch ((enum node_kind)n->kind) {
    case NODE_NAME:
    case NODE_DOT:
    case NODE_CALL: return meant(n);
    case NODE_IS: return asked(n);
    case NODE_IS_TO:
    case NODE_NUMREF: return ((const struct quantity_decl *)n->meaning)->node;
    case NODE_START_OF: return ((const struct field_decl *)n->meaning)->node;
    case NODE_ROLL: return ((const struct die_decl *)n->meaning)->node;
    case NODE_DO:
    case NODE_OFFER:
    case NODE_STOP:
    case NODE_UNTIL:
    case NODE_LIMIT:
    case NODE_EVENT_REF: return ((const struct event_decl *)n->meaning)->node;
    default: return NULL;
    }
}

static bool is_apart(const struct node *declared) {
    return declared && (declared->flags & FLAG_FOR_EXAMPLES);
}

static void report(struct check *c, struct place place, const struct node *declared) {
    const struct place at = node_name_place(declared);
    struct diag *d = diag_add(c->diags, DIAG_FOR_EXAMPLES, place, diag_span(c->diags, at));
    diag_also(c->diags, d, at, "it is declared here");
}

static enum walk names_apart(struct node *n, void *user) {
    struct check *c = user;
    const struct node *declared = declaration_of(c, n);
    if (is_apart(declared)) report(c, node_name_place(n), declared);
    if (n->kind == NODE_TEXT && (n->flags & FLAG_HOLES) && n->meaning) {
        const struct text_holes *h = n->meaning;
        for (int32_t i = 0; i < h->count; i++) tree_walk(h->holes[i], names_apart, user);
    }
    for (const struct node *f = n->kind == NODE_FORCE_FROM ? n->force_from.names : NULL; f;
         f = f->next)
        if (is_apart(card_named(c, f))) report(c, f->place, card_named(c, f));
    /* what a card sets is found in blueprint_decl.given */
    return n->kind == NODE_SETTING ? WALK_SKIP : WALK_ON;
}

static void check_card(struct check *c, const struct blueprint_decl *bp) {
    if (is_apart(bp->node)) return;
    if (bp->like && is_apart(bp->like->node)) report(c, bp->place, bp->like->node);
    for (const struct given *g = bp->given; g; g = g->next) {
        if (is_apart(g->field->node)) report(c, g->said_at, g->field->node);
        for (int32_t i = 0; i < g->count; i++) tree_walk(g->values[i], names_apart, c);
    }
}

void check_apart(struct check *c) {
    bool any = false;
    for (int32_t i = 0; i < c->file_count; i++)
        for (const struct node *n = c->files[i]->file.decls; n; n = n->next)
            any = any || n->kind == NODE_FOR_EXAMPLES;
    for (int32_t i = 0; any && i < c->file_count; i++) {
        for (struct node *n = c->files[i]->file.decls; n; n = n->next) {
            if (!is_apart(n) && n->kind != NODE_EXAMPLE && n->kind != NODE_VARIANT)
                tree_walk(n, names_apart, c);
        }
    }
    for (int32_t i = 0; any && i < c->n->blueprints_count; i++) check_card(c, c->n->blueprints[i]);
}
