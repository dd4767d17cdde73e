/*
 * check_map: rules that play on a map. Rules with areas do: there a place is an area, and how far
 * something is or goes is a number. Here is found whether they do, what the language brings then,
 * and what makes sense on a map or on a table only.
 */
#include <string.h>

#include "check_int.h"

/* ---- Whether there is a map ---- */

static bool says_area(const struct node *name) {
    return name && span_is(name->text, "area");
}

/* Whether a declaration, or one among the items of a scenario, is of the kind `area`. */
static bool has_area(const struct node *n) {
    const struct node *items = NULL;
    switch ((int)n->kind) {
    case NODE_KIND: return says_area(n->kind_.names) || says_area(n->kind_.parent);
    case NODE_TABLE: return span_is(n->text, "area");
    case NODE_ADD_TO: items = n->add_to.items; break;
    case NODE_THING:
        if (says_area(n->thing.kind)) return true;
        items = n->thing.items;
        break;
    default: return false;
    }
    for (; items; items = items->next) {
        if (items->kind == NODE_THING && says_area(items->thing.kind)) return true;
    }
    return false;
}

void check_map_find(struct check *c) {
    for (int32_t i = 0; i < c->file_count && !c->n->on_map; i++) {
        const struct node *n = c->files[i]->file.decls;
        while (n && !has_area(n)) n = n->next;
        c->n->on_map = n != NULL;
    }
}

/* ---- Numbers that the language brings ---- */

static const struct {
    const char *name;
    enum native_quantity which;
    enum quantity_sort sort;
    int least; /* a declaration of the rules may leave out the parameters from here on */
    const char *params[5];
} brought[] = {
    {"has_room", NATIVE_HAS_ROOM, SORT_TRUTH, 2, {"area", "mover", NULL}},
    {"may_cross", NATIVE_MAY_CROSS, SORT_TRUTH, 3, {"mover", "here", "there", "goal", NULL}},
    {"crossing_cost", NATIVE_CROSSING_COST, SORT_NUMBER, 3, {"mover", "here", "there", NULL}},
};

static bool is_mover(const char *name) {
    return span_is((struct span){name, strlen(name)}, "mover");
}

static void bring(struct check *c, size_t i) {
    struct quantity_decl *q = NEW(c->arena, struct quantity_decl);
    q->family = q->sibling = q;
    q->name = (struct span){brought[i].name, strlen(brought[i].name)};
    q->sort = brought[i].sort;
    q->native = (uint8_t)brought[i].which;
    q->type = brought[i].sort == SORT_TRUTH ? c->truth : c->number;
    while (brought[i].params[q->param_count]) q->param_count++;
    q->params = NEW_ARRAY(c->arena, (size_t)q->param_count, struct param_decl);
    for (int32_t k = 0; k < q->param_count; k++) {
        struct param_decl *p = &q->params[k];
        p->name = (struct span){brought[i].params[k], strlen(brought[i].params[k])};
        p->word = names_word(c->n, p->name);
        p->type = is_mover(brought[i].params[k]) ? c->thing : c->place;
        p->index = k;
        p->least = NUM_MIN;
        p->most = NUM_MAX;
    }
    names_word(c->n, q->name)->quantities = q;
    q->index = c->n->quantities_count;
    ADD(c, quantities, q);
    c->n->native[brought[i].which] = q;
}

/* The rules may declare such a number themselves, so that they can say of which kind the mover is:
 * theirs then takes the place of the one that the language brings. */
void check_map_numbers(struct check *c) {
    for (size_t i = 0; c->n->on_map && i < ARRAY_LEN(brought); i++) {
        struct word *w = names_word(c->n, (struct span){brought[i].name, strlen(brought[i].name)});
        if (w->quantities) {
            c->n->native[brought[i].which] = w->quantities;
        } else {
            bring(c, i);
        }
    }
}

void check_map_declared(struct check *c) {
    for (size_t i = 0; c->n->on_map && i < ARRAY_LEN(brought); i++) {
        const struct quantity_decl *q = c->n->native[brought[i].which];
        bool good = q->sort == brought[i].sort && !q->kind && !q->event && !q->next_of_name &&
                    q->param_count >= brought[i].least;
        for (int32_t k = 0; k < q->param_count && good; k++) {
            const char *name = brought[i].params[k];
            good = name != NULL && q->params[k].type &&
                   (is_mover(name) ? q->params[k].type->class == CLASS_THING
                                   : check_fits(c->place, q->params[k].type));
        }
        if (good || q->lost) continue;
        const char *list = "";
        for (int k = 0; brought[i].params[k]; k++) {
            list = arena_print(c->arena, "%s%s%s: %s", list, k ? ", " : "", brought[i].params[k],
                               is_mover(brought[i].params[k]) ? "thing" : "area");
        }
        diag_add(c->diags, DIAG_MAP_NUMBER, q->place, q->name,
                 q->sort == SORT_TRUTH ? "truth" : "number", list);
    }
}

/* ---- What makes sense where ---- */

bool check_map_primitive(struct check *c, const struct node *n, int32_t primitive) {
    if (names_primitive_on(primitive, c->n->on_map)) return true;
    if (c->n->on_map) {
        diag_add(c->diags, DIAG_ON_A_MAP, n->place, n->text);
    } else {
        diag_add(c->diags, DIAG_NO_MAP, n->place, n->text);
    }
    return false;
}

void check_map_created(struct check *c, const struct node *what, const struct kind_decl *k) {
    if (k->base == BASE_AREA || k->base == BASE_BORDER)
        diag_add(c->diags, DIAG_MAP_CREATED, what->place, k->name);
}
