/*
 * check_ground: warnings of scenarios that can be read and cannot be meant: places outside the
 * table, and rosters with more bases than any zone has room for.
 */
#include "check_int.h"

/* ---- Places outside the table */

/* The table of a scenario, and how many of the places that were walked over lie on it. */
struct ground {
    struct check *c;
    int64_t wide, deep;
    int32_t on, off;
};

/* Notes on which side of the table's edge a place lies that is written in lengths. */
static bool noted(struct ground *g, const struct node *n) {
    if (n->kind != NODE_POINT) return false;
    const struct node *x = n->point.x, *y = n->point.y;
    if (x->kind != NODE_LENGTH || y->kind != NODE_LENGTH) return false;
    const bool on = x->number <= g->wide && y->number <= g->deep;
    g->on += on;
    g->off += !on;
    return !on;
}

static enum walk points_of_shape(struct node *n, void *user) {
    noted(user, n);
    return WALK_ON;
}

static void say_off_table(const struct ground *g, const struct node *n) {
    diag_add(g->c->diags, DIAG_OFF_TABLE, n->place, check_amount(g->c, g->wide, true),
             check_amount(g->c, g->deep, true));
}

/* Warns of an outline all of whose points lie outside the table, and of any other place there. */
static enum walk off_table(struct node *n, void *user) {
    struct ground *g = user;
    if (n->kind == NODE_CALL && n->mark == MEAN_SHAPE) {
        g->on = g->off = 0;
        tree_walk(n, points_of_shape, g);
        if (g->off > 0 && g->on == 0) say_off_table(g, n);
        return WALK_SKIP;
    }
    if (noted(g, n)) say_off_table(g, n);
    return WALK_ON;
}

static void say_places(struct check *c, const struct blueprint_decl *bp) {
    const struct node *size = bp->table_size;
    struct ground g = {.c = c, .wide = size->size.wide->number, .deep = size->size.deep->number};
    tree_walk(bp->node, off_table, &g);
}

/* ---- Ground that bases need, and that zones have */

/* Ground is counted in square units. A disc is 355 / 452 of the square around it. */
static int64_t disc(int64_t wide) {
    return wide * wide / 452 * 355;
}

/* The lengths that a shape is written with, in their order; a size has two. `radius`: the first of
 * them is a radius. */
struct extent {
    int64_t at[2];
    int32_t count;
    bool radius, known;
};

static void add_length(struct extent *x, const struct node *n) {
    x->known &= n->kind == NODE_LENGTH && x->count < 2;
    if (x->known) x->at[x->count++] = n->number;
}

static struct extent extent_of(const struct node *shape) {
    struct extent x = {.known = true};
    for (const struct node *arg = shape->call.args; arg; arg = arg->next) {
        const struct node *v = arg->kind == NODE_ARG_NAMED ? arg->arg_named.value : arg;
        if (v->kind == NODE_POINT || v->kind == NODE_NAME) continue; /* where it lies */
        x.radius |= arg->kind == NODE_ARG_NAMED && span_is(arg->text, "radius");
        if (v->kind == NODE_SIZE) {
            add_length(&x, v->size.wide);
            v = v->size.deep;
        }
        add_length(&x, v);
    }
    x.known &= x.count > 0;
    return x;
}

/* Returns how much ground a disc, an oval or a rectangle covers; 0: not known. */
static int64_t covered(const struct node *shape) {
    if (shape->kind != NODE_CALL || shape->mark != MEAN_SHAPE) return 0;
    const struct extent x = extent_of(shape);
    const int64_t a = x.at[0], b = x.at[1], least = a < b ? a : b, most = a < b ? b : a;
    if (!x.known) return 0;
    switch ((enum shape_word)shape->slot) {
    case SHAPE_IS_CIRCLE: return disc(x.radius ? 2 * a : a);
    case SHAPE_IS_OVAL: return disc(least) + (most - least) * least;
    case SHAPE_IS_RECTANGLE: return a * b;
    case SHAPE_IS_CORNER: return a * a;
    default: return 0;
    }
}

/* Returns how much ground a zone covers on a table of this size: all of it, if that is not
 * known. */
static int64_t ground_of_zone(const struct node *shape, int64_t wide, int64_t deep) {
    const int64_t all = wide * deep, most = covered(shape);
    if (most > 0) return most < all ? most : all;
    if (shape->kind != NODE_CALL || shape->mark != MEAN_SHAPE) return all;
    if (shape->slot == (int32_t)SHAPE_IS_HALF) return all / 2;
    if (shape->slot == (int32_t)SHAPE_IS_QUARTER) return all / 4;
    if (shape->slot != (int32_t)SHAPE_IS_STRIP) return all;
    const struct node *side = shape->call.args;
    const struct extent x = extent_of(shape);
    if (!x.known || !side || side->mark != MEAN_SIDE) return all;
    const bool upright = side->slot == (int32_t)SIDE_IS_WEST || side->slot == (int32_t)SIDE_IS_EAST;
    const int64_t along = upright ? deep : wide, across = upright ? wide : deep;
    return along * (x.at[0] < across ? x.at[0] : across);
}

static const struct node *said(const struct blueprint_decl *bp, enum native_field native) {
    const struct given *g = bp->given;
    while (g && g->field->native != native) g = g->next;
    return g && g->count > 0 ? g->values[0] : NULL;
}

/* Returns the sum of a and `times` times b; the greatest number if it is greater than that. */
static int64_t more_ground(int64_t a, int64_t times, int64_t b) {
    int64_t sum;
    return num_mul(times, b, &sum) && num_add(a, sum, &sum) ? sum : NUM_MAX;
}

/* Returns how much ground the bases of a thing cover, those of its members included. */
static int64_t ground_of_bases(const struct blueprint_decl *bp) {
    const struct node *base = said(bp, NATIVE_BASE);
    int64_t sum = base ? covered(base) : 0;
    for (const struct part *p = bp->parts; p; p = p->next)
        if (p->blueprint->kind && p->blueprint->kind->base != BASE_ZONE)
            sum = more_ground(sum, p->count, ground_of_bases(p->blueprint));
    return sum;
}

/* Returns the ground of the largest zone with an owner, of all scenarios; 0: there is none. */
static int64_t largest_zone(const struct names *n) {
    int64_t most = 0;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *zone = n->blueprints[i], *of = zone->outer;
        if (!zone->kind || zone->kind->base != BASE_ZONE || !said(zone, NATIVE_OWNER)) continue;
        const struct node *outline = said(zone, NATIVE_OUTLINE), *size = of ? of->table_size : NULL;
        if (!outline || !size) return NUM_MAX;
        const int64_t ground =
            ground_of_zone(outline, size->size.wide->number, size->size.deep->number);
        if (ground > most) most = ground;
    }
    return most;
}

static void say_ground(struct check *c, const struct roster_decl *r, int64_t room) {
    const int64_t inch = UNITS_PER_INCH * UNITS_PER_INCH;
    int64_t need = 0;
    for (const struct node *e = r->node->roster.entries; e; e = e->next)
        if (e->kind == NODE_ROSTER_ENTRY && e->meaning)
            need = more_ground(need, e->number, ground_of_bases(e->meaning));
    if (need > room)
        diag_add(c->diags, DIAG_NO_GROUND, r->place, r->name, need / inch, room / inch);
}

void check_ground(struct check *c) {
    const struct names *n = c->n;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct node *size = n->blueprints[i]->table_size;
        if (size && size->kind == NODE_SIZE && !n->blueprints[i]->doubtful)
            say_places(c, n->blueprints[i]);
    }
    const int64_t room = largest_zone(n);
    for (int32_t i = 0; i < n->rosters_count && room > 0; i++) say_ground(c, n->rosters[i], room);
}
