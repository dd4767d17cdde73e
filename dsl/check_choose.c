/* check_choose: checks the statements `choose`, `choose place` and `choose path`: what may be
 * chosen, and where the result is kept (struct binding). */
#include "check_int.h"

struct choice_parts {
    struct node *where, *label, *body, *other;
    const struct type *candidate; /* type of one candidate, which `where` is asked about */
    const struct type *chosen;    /* type of the result: a candidate, or a set of them */
    bool unnamed;                 /* `where` is asked about `it`: the face of a die */
};

/* Returns where the result of a choice goes. If a role, kept value or memory has the name that the
 * choice gives, the result is written there. If a local hides that name, if the memory is a
 * parameter of the blueprint, or if nothing has the name, the result is a new local, which the
 * caller binds. */
static struct binding *new_binding(struct check *c, struct node *n, const struct type *chosen) {
    struct binding *b = NEW(c->arena, struct binding);
    struct word *w = check_word(c, n);
    struct slot_decl *s = check_local(c, w) ? NULL : check_role(c, w, n->place);
    struct memory_decl *m = s || check_local(c, w) ? NULL : check_memory(c->cx->blueprint, w);
    const struct type *kept = NULL;
    b->how = BIND_LOCAL;
    if (s) {
        b->how = BIND_SLOT;
        b->slot = s;
        if (!s->type) {
            s->type = chosen;
        }
        kept = s->type;
    } else if (m && !m->param) {
        b->how = BIND_MEMORY;
        b->memory = m;
        kept = m->type;
    }
    if (kept && !check_fits(chosen, kept)) {
        diag_add(c->diags, DIAG_WRONG_TYPE, n->place, check_text(c, kept), check_text(c, chosen));
    }
    return b;
}

static void check_parts(struct check *c, struct node *n, const struct choice_parts *p) {
    struct local *candidate = NULL;
    const struct type *chosen = p->chosen;
    if (p->where) {
        const struct span name = p->unnamed ? (struct span){"", 0} : n->text;
        candidate = check_where(c, NULL, name, n->place, p->candidate, p->where);
        if (p->unnamed) {
            /* the dice that are chosen have the name, and `it` is the face of one of them */
        } else if (p->candidate == p->chosen) {
            chosen = c->where_elem;
        } else if (p->chosen->class == CLASS_SET) {
            chosen = names_set_of(c->n, c->where_elem);
        }
    }
    check_prompt(c, p->label);
    struct binding *b = new_binding(c, n, chosen);
    b->candidate = candidate;
    n->meaning = b;
    n->type = chosen;
    struct local *before = c->cx->scope;
    if (b->how == BIND_LOCAL) {
        b->local = check_bind(c, LOCAL_LET, n->text, chosen, n->place);
    }
    if (p->body) {
        check_block(c, p->body);
        check_scope_end(c, before);
        check_block(c, p->other);
    }
}

static void check_pick(struct check *c, struct node *n) {
    const struct type *t = check_expr(c, n->choose.set, NULL);
    const struct type *elem = check_set_elem(c, t);
    const bool dice = t->class == CLASS_POOL;
    if (dice) {
        elem = t->die ? check_face_of(c, t->die) : c->number;
    } else if (!elem) {
        diag_add(c->diags, DIAG_NOT_A_SET, n->choose.set->place, check_text(c, t));
        elem = c->error;
    }
    if (n->choose.low) {
        check_value(c, n->choose.low, c->number);
    }
    if (n->choose.high) {
        check_value(c, n->choose.high, c->number);
    }
    const struct type *set = dice ? t : check_is_error(elem) ? elem : names_set_of(c->n, elem);
    struct choice_parts p = {n->choose.where,
                             n->choose.label,
                             n->choose.body,
                             n->choose.other,
                             n->op == OP_SET_OF ? set : elem,
                             n->op == OP_ONE && !dice ? elem : set,
                             dice && n->op != OP_SET_OF};
    check_parts(c, n, &p);
}

static void check_choose_place(struct check *c, struct node *n) {
    if (n->choose_place.who) {
        check_value(c, n->choose_place.who, c->thing);
    }
    struct node *zone = n->choose_place.zone;
    if (zone && c->n->on_map) {
        diag_add(c->diags, DIAG_ON_A_MAP, zone->place, diag_span(c->diags, zone->place));
    }
    if (zone && check_value(c, zone, c->thing) && !check_is_land(c, check_typed(zone))) {
        diag_add(c->diags, DIAG_WRONG_TYPE, zone->place, "a zone or terrain",
                 check_text(c, zone->type));
    }
    if (n->choose_place.reach) {
        check_value(c, n->choose_place.reach, c->far);
    }
    if (n->choose_place.of) {
        check_value(c, n->choose_place.of, c->thing);
    }
    struct choice_parts p = {n->choose_place.where,
                             n->choose_place.label,
                             n->choose_place.body,
                             n->choose_place.other,
                             c->place,
                             c->place,
                             false};
    check_parts(c, n, &p);
}

/* A visit of tree_walk: looks for the way of a choice, unless only its end, cost or length is asked
 * for. */
struct whole_way {
    struct span name;
    bool found;
};

static enum walk seek_whole_way(struct node *n, void *user) {
    struct whole_way *w = user;
    const bool part = n->kind == NODE_DOT && (span_is(n->text, "end") || span_is(n->text, "cost") ||
                                              span_is(n->text, "length"));
    if (part && n->dot.of->kind == NODE_NAME && span_equal(n->dot.of->text, w->name))
        return WALK_SKIP;
    w->found = w->found || (n->kind == NODE_NAME && span_equal(n->text, w->name));
    return w->found ? WALK_STOP : WALK_ON;
}

/* Warns of a condition on a way as a whole where only the cheapest way to each end is tried. */
static void check_cheapest(struct check *c, struct node *n) {
    struct whole_way w = {n->text, false};
    if (!c->n->on_map || n->flags & FLAG_STEPS || !n->choose_path.where) return;
    tree_walk(n->choose_path.where, seek_whole_way, &w);
    if (!w.found) return;
    struct diag *d = diag_add(c->diags, DIAG_CHEAPEST_WAY, n->choose_path.where->place, n->text);
    diag_hint(c->diags, d, "all ways: choose path %t by steps for \xe2\x80\xa6", n->text);
}

static void check_choose_path(struct check *c, struct node *n) {
    check_value(c, n->choose_path.who, c->thing);
    check_value(c, n->choose_path.reach, c->far);
    if (n->flags & FLAG_STEPS && !c->n->on_map) {
        check_map_elsewhere(c, n->place, (struct span){"by steps", 8});
    }
    struct choice_parts p = {n->choose_path.where,
                             n->choose_path.label,
                             n->choose_path.body,
                             n->choose_path.other,
                             c->path,
                             c->path,
                             false};
    check_parts(c, n, &p);
    check_cheapest(c, n);
}

void check_choose(struct check *c, struct node *n) {
    if (n->kind == NODE_CHOOSE) {
        check_pick(c, n);
    } else if (n->kind == NODE_CHOOSE_PLACE) {
        check_choose_place(c, n);
    } else if (n->kind == NODE_CHOOSE_PATH) {
        check_choose_path(c, n);
    } else {
        diag_add(c->diags, DIAG_LATER_FACING, n->place);
        n->type = c->error;
        check_bind(c, LOCAL_LET, n->text, c->error, n->place);
    }
}
