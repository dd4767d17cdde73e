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

/* The goal may be left out where rules ask `may_cross`: it is none. */
static struct node *no_goal(struct check *c) {
    struct node *none = NEW(c->arena, struct node);
    none->kind = NODE_NAME;
    none->text = (struct span){"none", 4};
    none->mark = MEAN_NONE;
    none->slot = -1;
    none->type = names_type(c->n, CLASS_NONE);
    return none;
}

static void bring(struct check *c, size_t i) {
    struct quantity_decl *q = NEW(c->arena, struct quantity_decl);
    q->family = q->sibling = q;
    q->name = (struct span){brought[i].name, strlen(brought[i].name)};
    q->sort = (uint8_t)brought[i].sort;
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
        if (k >= brought[i].least) p->value = no_goal(c);
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

/* By primitive of the other board: the words to write in its place. */
static const char *const elsewhere[][2] = {
    {"distance", "how far: steps(a.area, b.area), reach(a, b)"},
    {"touching", "in one area: a.area is b.area; next to each other: adjacent(a.area, b.area)"},
    {"sees", "what lies between two areas: none(x in line(a.area, b.area) where \xe2\x80\xa6)"},
    {"between", "areas: line(a.area, b.area)"},
    {"veiling", "areas: line(a.area, b.area)"},
    {"on_line", "areas: line(here, there)"},
    {"on_circle", "areas where steps(here, it) = 2"},
    {"way_from", "way_away(a, b, far)"},
    {"straight", "way_toward(a, some_area, far)"},
    {"shortened", "cut(way, 2)"},
    {"ends_touching", "way.end is x.area"},
    {"sweeps", "any(g in way.legs where g.there is x.area)"},
    {"keeps_off", "every(g in way.legs where steps(x.area, g.there) >= 2)"},
    {"length_before", "way.legs, one by one"},
    {"distance_after", "steps(way.end, x.area)"},
    {"distance_at", "steps(spot, b.area)"},
    {"spot_distance", "steps(spot, x.area)"},
    {"wholly_within", "a is in some_area"},
    {"wholly_near", "a is within 2 of b"},
    {"place_by", "nearest(areas where adjacent(it, x.area) and has_room(it, a), a)"},
    {"free_place", "nearest(areas where has_room(it, a), a)"},
    {"way_clear", "nearest(areas where \xe2\x80\xa6, a), way_to(a, some_area, far)"},
    {"strays", "a group stands in one area: the others are u.models where it.area is not u.area"},
    {"middle", "a place is an area: of.area"},
    {"shifted", "a map has no directions: areas where adjacent(here, it)"},
    {"on_table", "a map has no edge: let areas say it by a field"},
    {"touches_edge", "a map has no edge: let areas say it by a field"},
    {"edge_distance", "a map has no edge: let areas say it by a field"},
    {"way_to_edge", "a map has no edge: way_to(a, some_area, far)"},
    {"through", "nothing stands in the way but a full area: may_cross, has_room"},
    {"steps", "distance(a, b)"},
    {"adjacent", "touching(a, b)"},
    {"line", "between(a, b)"},
    {"border_between", "terrain in the way: between(a, b)"},
    {"by steps", "choose path way for u up to 6\""},
};

void check_map_elsewhere(struct check *c, struct place place, struct span text) {
    const enum diag_id id = c->n->on_map ? DIAG_ON_A_MAP : DIAG_NO_MAP;
    struct diag *d = diag_add(c->diags, id, place, text);
    for (size_t i = 0; i < ARRAY_LEN(elsewhere); i++) {
        if (span_is(text, elsewhere[i][0])) diag_hint(c->diags, d, "%s", elsewhere[i][1]);
    }
}

void check_map_created(struct check *c, const struct node *what, const struct kind_decl *k) {
    if (k->base == BASE_AREA || k->base == BASE_BORDER)
        diag_add(c->diags, DIAG_MAP_CREATED, what->place, k->name);
}

/* ---- What a map is made of ---- */

static const struct given *said(const struct blueprint_decl *bp, const char *name) {
    const struct given *g = bp->given;
    while (g && !(g->field->native == NATIVE_OF_MAP && span_is(g->field->name, name))) g = g->next;
    return g;
}

/* Returns the area of a scenario that a border names as its end; NULL: none, or another thing. */
static const struct blueprint_decl *end_of(const struct blueprint_decl *border, const char *name) {
    const struct given *g = said(border, name);
    const struct node *n = g && g->count > 0 ? g->values[0] : NULL;
    return n && n->kind == NODE_NAME && n->mark == MEAN_NAMED ? n->meaning : NULL;
}

/* Reports an outline that is neither a polygon nor a rectangle with a centre. */
static void check_outline(struct check *c, const struct blueprint_decl *bp) {
    const struct given *g = said(bp, "outline");
    const struct node *n = g && g->count > 0 ? g->values[0] : NULL;
    if (!n || n->kind != NODE_CALL || n->mark != MEAN_SHAPE) return;
    bool good = n->slot == (int32_t)SHAPE_IS_POLYGON;
    for (const struct node *arg = n->call.args; arg; arg = arg->next) {
        const bool centre = arg->kind == NODE_ARG_NAMED && span_is(arg->text, "centre");
        good = good || (n->slot == (int32_t)SHAPE_IS_RECTANGLE && centre);
    }
    if (!good) diag_add(c->diags, DIAG_AREA_OUTLINE, n->place);
}

static bool is_one_way(const struct blueprint_decl *border) {
    const struct given *g = said(border, "one_way");
    return g && (g->count == 0 || (g->values[0]->kind == NODE_TRUTH && g->values[0]->number == 1));
}

void check_map_things(struct check *c) {
    const struct names *n = c->n;
    for (int32_t i = 0; n->on_map && i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        if (!bp->kind || bp->doubtful) continue;
        if (bp->kind->base == BASE_AREA) check_outline(c, bp);
        if (bp->kind->base != BASE_BORDER) continue;
        const struct blueprint_decl *a = end_of(bp, "a"), *b = end_of(bp, "b");
        if (!a || !b || a == b) diag_add(c->diags, DIAG_BORDER_ENDS, bp->place, bp->name);
    }
}

void check_map_ways(struct check *c) {
    const struct names *n = c->n;
    if (!n->on_map) return;
    /* by blueprint: whether a border leads to the area, or stands in the scenario */
    uint8_t *led = NEW_ARRAY(c->arena, (size_t)n->blueprints_count + 1, uint8_t);
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        if (!bp->kind || bp->kind->base != BASE_BORDER || !bp->outer) continue;
        const struct blueprint_decl *a = end_of(bp, "a"), *b = end_of(bp, "b");
        if (b) led[b->index] = 1;
        if (a && !is_one_way(bp)) led[a->index] = 1;
        led[bp->outer->index] = 1;
    }
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        const bool area = bp->kind && bp->kind->base == BASE_AREA && bp->outer;
        if (area && led[bp->outer->index] && !led[i])
            diag_add(c->diags, DIAG_NO_WAY_IN, bp->place, bp->name);
    }
}
