/*
 * check_title: titles with holes. The title of a card is filled from the fields of each of its
 * things, the title of an event or action from its roles. All other titles are told as they stand.
 */
#include "check_int.h"

static struct node *title_of(const struct node *n) {
    switch (n->kind) {
    case NODE_KIND: return n->kind_.label;
    case NODE_ENUM_VALUE: return n->enum_value.label;
    case NODE_FIELD: return n->field.label;
    case NODE_DERIVE: return n->derive.label;
    case NODE_MEMORY: return n->memory.label;
    case NODE_OPTION: return n->option.label;
    case NODE_QUANTITY: return n->quantity.label;
    case NODE_CHART: return n->chart.label;
    case NODE_DIE_DECL: return n->die_decl.label;
    case NODE_FORCE: return n->force.label;
    case NODE_ROSTER: return n->roster.label;
    case NODE_RULING: return n->ruling.label;
    case NODE_READING: return n->reading.label;
    case NODE_TRIGGER: return n->trigger.label;
    case NODE_WHENEVER: return n->whenever.label;
    default: return NULL;
    }
}

static void plain_cells(struct check *c, const struct node *table) {
    for (const struct node *row = table->table.rows; row; row = row->next) {
        const struct node *column = table->table.columns;
        struct node *cell = row->table_row.cells;
        for (; column && cell; column = column->next, cell = cell->next) {
            if (span_is(column->text, "label")) check_plain_label(c, cell);
        }
    }
}

/* Reports a title with holes of what is no event and no card: nothing is filled in. */
static enum walk plain_title(struct node *n, void *user) {
    struct check *c = user;
    /* what a variant declares is checked where it is applied */
    if (n->kind == NODE_VARIANT) return WALK_SKIP;
    if (n->kind == NODE_TABLE) plain_cells(c, n);
    check_plain_label(c, title_of(n));
    return WALK_ON;
}

/* Resolves a hole of the title of a card, `it.field`. Reports one that is something else, or a
 * field that things do not store: what a rule computes could not be told without the rule. */
static void title_field(struct check *c, const struct blueprint_decl *bp, struct node *hole) {
    const struct node *of = hole->kind == NODE_DOT ? hole->dot.of : NULL;
    struct field_decl *f = NULL;
    hole->type = c->error;
    if (of && of->kind == NODE_NAME && span_is(of->text, "it"))
        f = check_field_of(check_word(c, hole), bp->kind);
    if (!f || f->derived || f->borne || f->pile || f->slot < 0 || f->type->class == CLASS_SET) {
        diag_add(c->diags, DIAG_LABEL_HOLE, hole->place);
        return;
    }
    hole->meaning = f;
    hole->type = f->type;
}

/* Resolves the holes in the title of a card, once for all that have it. */
static void card_title(struct check *c, const struct blueprint_decl *bp) {
    struct node *label = bp->label;
    if (!label || label->kind != NODE_TEXT || !(label->flags & FLAG_HOLES) || label->meaning)
        return;
    struct text_holes *h = check_split_text(c, label);
    for (int32_t i = 0; i < h->count; i++) title_field(c, bp, h->holes[i]);
}

void check_event_title(struct check *c, struct node *title) {
    if (!title || title->kind != NODE_TEXT || !(title->flags & FLAG_HOLES)) return;
    check_text_holes(c, title);
    const struct text_holes *h = title->meaning;
    for (int32_t i = 0; h && i < h->count; i++) {
        const struct node *hole = h->holes[i];
        const struct slot_decl *slot =
            hole->kind == NODE_NAME && hole->mark == MEAN_ROLE ? hole->meaning : NULL;
        if ((!slot || !slot->role) && check_typed(hole)->class != CLASS_ERROR)
            diag_add(c->diags, DIAG_LABEL_HOLE, hole->place);
    }
}

void check_all_titles(struct check *c) {
    for (int32_t i = 0; i < c->file_count; i++) tree_walk(c->files[i], plain_title, c);
    for (int32_t i = 0; i < c->n->blueprints_count; i++) card_title(c, c->n->blueprints[i]);
}
