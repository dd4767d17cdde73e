/* check_body: checks the statements of bodies, among them those of an action's head (needs, pay,
 * limit). Statements that begin with `choose` are checked in check_choose.c, except `choose
 * one`. */
#include "check_int.h"

void check_block(struct check *c, struct node *block) {
    if (!block || block->kind != NODE_BLOCK) {
        return;
    }
    struct local *before = c->cx->scope;
    check_statements(c, block->block.statements);
    check_scope_end(c, before);
}

void check_statements(struct check *c, struct node *first) {
    for (struct node *n = first; n; n = n->next) {
        check_statement(c, n);
    }
}

void check_prompt(struct check *c, struct node *label) {
    if (label && label->kind == NODE_TEXT) {
        check_text_holes(c, label);
    }
}

void check_plain_label(struct check *c, struct node *label) {
    if (label && label->kind == NODE_TEXT && label->flags & FLAG_HOLES) {
        diag_add(c->diags, DIAG_LABEL_HOLE, label->place);
    }
}

/* ---- Events done */

static bool in_own_instead(const struct context *cx, const struct event_decl *e) {
    if (!cx->rule || cx->rule->sort != SORT_INSTEAD) {
        return false;
    }
    for (int32_t i = 0; i < cx->event_count; i++) {
        if (cx->events[i] == e) {
            return true;
        }
    }
    return false;
}

const struct type *check_do(struct check *c, struct node *n) {
    struct formal formals[MAX_FORMALS];
    struct event_decl *e = check_event_named(c, n, n->text);
    n->meaning = e;
    n->mark = DO_EVENT;
    if (!e) {
        for (struct node *a = n->do_.args; a; a = a->next) {
            if (names_arg_value(a)->kind != NODE_ARG_IN &&
                names_arg_value(a)->kind != NODE_ARG_FOR) {
                check_expr(c, names_arg_value(a), NULL);
            }
        }
        return n->type = c->error;
    }
    e->is_done = true;
    int32_t count = check_formals_roles(e, formals, true);
    if (in_own_instead(c->cx, e)) {
        n->mark = DO_CONTINUE;
        for (int32_t i = 0; i < count; i++) {
            formals[i].optional = true;
        }
    }
    check_args(c, n->do_.args, formals, count, n->text, n->place);
    return n->type = names_record_type(c->n, e);
}

static const struct type *check_offer(struct check *c, struct node *n) {
    struct event_decl *e = check_event_named(c, n, n->text);
    n->meaning = e;
    check_value(c, n->offer.player, c->player);
    if (n->offer.actor) {
        check_value(c, n->offer.actor, c->thing);
    }
    check_prompt(c, n->offer.label);
    if (e && !e->offered && !c->lossy) {
        diag_add(c->diags, DIAG_NOTHING_OFFERED, n->place, e->name);
    }
    return n->type = c->event;
}

struct field_decl *check_pile(struct check *c, struct node *n) {
    const struct type *t = check_expr(c, n, NULL);
    if (check_is_error(t)) {
        return NULL;
    }
    struct field_decl *f = n->kind == NODE_DOT && n->mark == MEAN_FIELD ? n->meaning : NULL;
    if (!f || !f->pile) {
        diag_add(c->diags, DIAG_NOT_PILE, n->place);
        return NULL;
    }
    return f;
}

/* Reports the first field of the kind or its ancestors that each card must set
 * (check_must_be_said). `create KIND` makes a thing without a card, so that its fields begin with
 * their defaults. Reports nothing if lines of the text could not be read or the kind was
 * refused. */
static void has_starts(struct check *c, const struct kind_decl *kind, struct place place) {
    const bool known = !c->lossy && !check_kind_lost(kind);
    for (const struct kind_decl *k = known ? kind : NULL; k; k = k->parent) {
        for (const struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            if (!check_must_be_said(f)) continue;
            diag_also(c->diags, check_start_missing(c, place, kind, f), f->place, "its field");
            return;
        }
    }
}

static const struct kind_decl *created_kind(struct check *c, struct node *what) {
    struct word *w =
        what->kind == NODE_NAME || what->kind == NODE_CALL ? check_word(c, what) : NULL;
    if (w && w->blueprints && !check_local(c, w)) {
        check_expr(c, what, w->blueprints->kind->blueprint);
        struct blueprint_decl *bp = what->mark == MEAN_BLUEPRINT ? what->meaning : NULL;
        if (bp && what->kind == NODE_NAME) {
            struct formal formals[MAX_FORMALS];
            int32_t count = check_formals_memory(c, bp, formals);
            check_args(c, NULL, formals, count, what->text, what->place);
        }
        return bp ? bp->kind : NULL;
    }
    if (w && w->kind && what->kind == NODE_NAME && !check_local(c, w)) {
        what->mark = MEAN_KIND;
        what->meaning = w->kind;
        what->type = w->kind->blueprint;
        check_map_created(c, what, w->kind);
        has_starts(c, w->kind, what->place);
        return w->kind;
    }
    bool known = w && (check_local(c, w) || check_role(c, w, what->place) || w->chart ||
                       w->quantities || check_memory(c->cx->blueprint, w));
    if (known || what->kind == NODE_DOT || what->kind == NODE_CHOICE) {
        const struct type *t = check_expr(c, what, NULL);
        if (t->class == CLASS_BLUEPRINT && t->kind) {
            return t->kind;
        }
        if (check_is_error(t)) {
            return NULL;
        }
    }
    bool missed = w && check_missed(c, what);
    struct diag *d = missed ? NULL : diag_add(c->diags, DIAG_CREATE_WHAT, what->place);
    if (w) {
        check_suggest(c, d, what->text, SUGGEST_BLUEPRINT | SUGGEST_KIND);
    }
    what->type = c->error;
    return NULL;
}

static const struct type *check_create(struct check *c, struct node *n) {
    const struct kind_decl *k = created_kind(c, n->create.what);
    if (n->create.spot) {
        check_value(c, n->create.spot, c->place);
    }
    if (n->create.pile) {
        struct field_decl *f = check_pile(c, n->create.pile);
        if (f && k && !check_fits(k->type, f->type)) {
            diag_add(c->diags, DIAG_WRONG_TYPE, n->create.what->place, check_text(c, f->type->elem),
                     check_text(c, k->type));
        }
        struct node *what = n->create.what;
        if (what->mark == MEAN_BLUEPRINT) check_lists(c, what, what->meaning);
    }
    if (n->create.owner) {
        check_value(c, n->create.owner, c->player);
    }
    return n->type = k ? k->type : c->error;
}

static const struct type *check_draw(struct check *c, struct node *n) {
    check_value(c, n->draw.count, c->number);
    struct field_decl *from = check_pile(c, n->draw.source);
    struct field_decl *to = check_pile(c, n->draw.taker);
    if (from && to && !check_fits(from->type, to->type)) {
        diag_add(c->diags, DIAG_WRONG_TYPE, n->draw.taker->place, check_text(c, from->type),
                 check_text(c, to->type));
    }
    return n->type = c->nothing;
}

/* Checks what stands on the right of `=` and returns its type. Besides an expression it may be one
 * of five statements: do, offer, create, draw, may ask. (`draw` gives no value: its type is
 * CLASS_VOID.) */
static const struct type *check_given(struct check *c, struct node *v, const struct type *want) {
    switch ((int)v->kind) {
    case NODE_DO: return check_do(c, v);
    case NODE_OFFER: return check_offer(c, v);
    case NODE_CREATE: return check_create(c, v);
    case NODE_DRAW: return check_draw(c, v);
    case NODE_MAY_ASK: check_prompt(c, v->may_ask.label); return v->type = c->truth;
    default: return check_expr(c, v, want);
    }
}

/* ---- Values */

static const struct type *bindable(struct check *c, struct node *n, struct node *v,
                                   const struct type *t) {
    if (t->class == CLASS_NONE) {
        diag_add(c->diags, DIAG_NONE_TYPE, v->place, n->text);
        return c->error;
    }
    if (t->class == CLASS_VOID || (t->class == CLASS_SET && !t->elem)) {
        diag_add(c->diags, DIAG_NOTHING_BACK, v->place, n->text);
        return c->error;
    }
    return diag_bad_line(c->diags, v->place) ? c->error : t;
}

static void check_let(struct check *c, struct node *n) {
    const struct type *t = bindable(c, n, n->let.value, check_given(c, n->let.value, NULL));
    struct word *w = check_word(c, n);
    n->type = t;
    struct slot_decl *s = c->cx->head ? check_role(c, w, n->place) : NULL;
    if (s && s->node == n) {
        s->type = t;
        n->mark = BIND_SLOT;
        n->meaning = s;
        return;
    }
    n->mark = BIND_LOCAL;
    n->meaning = check_bind(c, LOCAL_LET, n->text, t, n->place);
}

static void check_keep(struct check *c, struct node *n) {
    struct slot_decl *s = n->meaning;
    struct node *v = n->keep.value;
    if (c->cx->how != AT_EVENT || !s) {
        if (c->cx->how != AT_EVENT) {
            diag_add(c->diags, DIAG_KEEP_WHERE, n->place);
        }
        if (v) {
            check_given(c, v, NULL);
        }
        return;
    }
    const struct type *t = v ? check_given(c, v, s->type) : s->type;
    if (v && t->class == CLASS_RECORD) {
        diag_add(c->diags, DIAG_KEEP_RECORD, v->place, t->event->name);
        t = c->error;
    }
    if (s->type) {
        if (v && t != c->error && check_want(c, v, s->type)) {
            check_bounds(c, v, s->name, (struct span_limits){s->least, s->most});
        }
    } else {
        s->type = v ? bindable(c, n, v, t) : c->error;
    }
    n->type = s->type;
}

static bool is_writable(struct check *c, struct node *target) {
    switch ((int)target->mark) {
    case MEAN_ROLE:
    case MEAN_NEAREST:
    case MEAN_MEMORY:
    case MEAN_UNKNOWN: return true;
    case MEAN_LOCAL:
        return ((struct local *)target->meaning)->how == LOCAL_LET &&
               check_typed(target)->class != CLASS_RECORD;
    case MEAN_FIELD: {
        const struct field_decl *f = target->meaning;
        bool stored = !f->derived && !f->borne && !f->pile && f->native != NATIVE_HOLDER &&
                      f->native != NATIVE_MEMBERS && f->native != NATIVE_POINTS &&
                      f->native != NATIVE_OF_MAP;
        const bool of_map = f->native == NATIVE_PLACE && c->n->on_map;
        return stored && !names_is_place_of_group(f) && !of_map;
    }
    default: (void)c; return false;
    }
}

static void not_writable(struct check *c, struct node *target) {
    struct diag *d = diag_add(c->diags, DIAG_NOT_WRITABLE, target->place, target->text);
    const struct field_decl *f = target->mark == MEAN_FIELD ? target->meaning : NULL;
    if (f && f->borne) {
        diag_hint(c->diags, d, "give … to …, take … from …");
    } else if (f && f->pile) {
        diag_hint(c->diags, d, "put … on …, draw … from … to …");
    } else if (f && f->derived) {
        diag_hint(c->diags, d, "it is derived: give it a row");
    } else if (f && f->native == NATIVE_POINTS) {
        diag_hint(c->diags, d, "score … to …");
    } else if (f && f->native == NATIVE_OF_MAP) {
        diag_hint(c->diags, d, "the map stays: by rows of may_cross or crossing_cost");
    } else if (f && f->native == NATIVE_PLACE) {
        diag_hint(c->diags, d, "place … at …");
    }
}

static void check_assign(struct check *c, struct node *n) {
    struct node *target = n->assign.target;
    c->written = target; /* the target keeps its declared type, even where a condition narrows it */
    const struct type *t = check_expr(c, target, NULL);
    c->written = NULL;
    if (!check_is_error(t) && !is_writable(c, target)) {
        not_writable(c, target);
        return;
    }
    const struct type *v = check_given(c, n->assign.value, t);
    if (target->mark == MEAN_FIELD) {
        struct field_decl *f = target->meaning;
        f->is_set = true;
    }
    if (check_is_error(t) || check_is_error(v)) {
        return;
    }
    if (n->op == OP_SET || (t->class == CLASS_POOL && v->class == CLASS_POOL)) {
        check_want(c, n->assign.value, t);
    } else if (t->class != CLASS_NUMBER && t->class != CLASS_LENGTH && t->class != CLASS_SET) {
        struct diag *d =
            diag_add(c->diags, DIAG_CANNOT_COMPUTE, n->place,
                     n->op == OP_PLUS ? "+=" : "-=", check_text(c, t), check_text(c, v));
        if (t->class == CLASS_POOL && v->class == CLASS_NUMBER)
            diag_hint(c->diags, d, "%t = %t %s …", target->text, target->text,
                      n->op == OP_PLUS ? "+" : "-");
    } else if (t->class != CLASS_NUMBER || v->class != CLASS_FACE) {
        /* A face counts as its number, one with a name as 0, as in arithmetic. */
        check_want(c, n->assign.value, t);
    }
}

/* ---- The head of an action, and needs */

static void check_needs(struct check *c, struct node *n) {
    check_truth(c, n->needs.cond);
    if (c->cx->head) {
        check_prompt(c, n->needs.label);
    } else {
        check_plain_label(c, n->needs.label);
    }
    if (c->cx->how != AT_EVENT && c->cx->how != AT_TRIGGER) {
        diag_add(c->diags, DIAG_NEEDS_WHERE, n->place);
    }
}

static void check_pay(struct check *c, struct node *n) {
    struct node *source = n->pay.source;
    if (!c->cx->head && !c->lossy) {
        diag_add(c->diags, DIAG_HEAD_ONLY, n->place, "pay");
    }
    const struct type *t = check_expr(c, source, NULL);
    const struct field_decl *f =
        source->kind == NODE_DOT && source->mark == MEAN_FIELD ? source->meaning : NULL;
    bool plain = f && f->slot >= 0 && !f->native && t->class == CLASS_NUMBER;
    if (!check_is_error(t) && !plain) {
        diag_add(c->diags, DIAG_PAY_FROM, source->place);
    }
    check_value(c, n->pay.amount, c->number);
}

static int32_t limit_group(struct check *c, struct word *w) {
    for (struct limit_group *g = c->limit_groups; g && w; g = g->next) {
        if (g->word == w) {
            return g->group;
        }
    }
    struct limit_group *g = NEW(c->arena, struct limit_group);
    *g = (struct limit_group){w, c->n->limit_groups++, c->limit_groups};
    if (w) {
        c->limit_groups = g;
    }
    return g->group;
}

/* Returns the node that stands for the `for` of a limit. In an action that belongs to no blueprint,
 * `for me` means the player in the action's first role, or the owner of the thing in that role. Any
 * other node is returned as it is. */
static struct node *owner_of_actor(struct check *c, struct node *me) {
    const struct slot_decl *first = c->cx->event_count ? c->cx->events[0]->slots : NULL;
    if (c->cx->blueprint || me->kind != NODE_NAME || !span_is(me->text, "me") || !first ||
        !first->role) {
        return me;
    }
    struct node *role = node_new(c->arena, NODE_NAME, me->place);
    role->text = first->name;
    if (!first->type || check_fits(first->type, c->player)) {
        return role;
    }
    struct node *owner = node_new(c->arena, NODE_DOT, me->place);
    owner->text = (struct span){"owner", 5};
    owner->dot.of = role;
    return owner;
}

static void check_limit(struct check *c, struct node *n) {
    if (!c->cx->head && !c->lossy) {
        diag_add(c->diags, DIAG_HEAD_ONLY, n->place, "limit");
    }
    check_value(c, n->limit.times, c->number);
    for (struct node *per = n->limit.scope; per; per = per->next) {
        if (!(per->flags & FLAG_ANY)) per->meaning = check_event_named(c, per, per->text);
    }
    if (n->limit.who) {
        n->limit.who = owner_of_actor(c, n->limit.who);
        check_value(c, n->limit.who, c->thing);
    }
    n->slot = limit_group(c, n->limit.share ? check_word(c, n->limit.share) : NULL);
}

/* ---- Features, things, cards */

/* Checks that an expression is a feature or an item and returns its kind. Returns NULL if it is
 * none, which is reported, or if it is a mistake that was reported before. `computed` says whether
 * a chart or a local may give the blueprint; if it is false, the blueprint's own name must be
 * written, or the expression must be a thing. */
static const struct kind_decl *check_feature(struct check *c, struct node *n, bool computed) {
    const struct type *t = check_expr(c, n, c->n->base[BASE_FEATURE]->blueprint);
    const struct kind_decl *k = t->kind;
    if (check_is_error(t) || check_kind_lost(k)) {
        return NULL;
    }
    bool fits = (t->class == CLASS_BLUEPRINT || t->class == CLASS_THING) && k && names_is_borne(k);
    bool named = computed || t->class == CLASS_THING || n->mark == MEAN_BLUEPRINT;
    if (!fits || !named) {
        diag_add(c->diags, DIAG_WRONG_TYPE, n->place, "a feature or item", check_text(c, t));
        return NULL;
    }
    return k;
}

static void check_give(struct check *c, struct node *n) {
    bool taken = check_value(c, n->give.taker, c->thing);
    const struct type *taker = n->give.taker->type;
    c->taker = taken ? taker->kind : NULL;
    bool feature = check_feature(c, n->give.feature, true) != NULL;
    c->taker = NULL;
    if (taken && feature) check_bears(c, n->give.feature, n->give.taker->type);
    struct node *until = n->give.until;
    if (until && until->kind == NODE_UNTIL) {
        struct event_decl *e = check_event_named(c, until, until->text);
        until->meaning = e;
        if (until->until.when) {
            struct event_decl *before = c->cx->until;
            c->cx->until = e;
            c->cx->pure++;
            check_truth(c, until->until.when);
            c->cx->pure--;
            c->cx->until = before;
        }
    }
    if (n->give.cond) {
        c->cx->pure++;
        check_truth(c, n->give.cond);
        c->cx->pure--;
    }
}

static void check_put(struct check *c, struct node *n) {
    const struct type *t = check_expr(c, n->put.what, NULL);
    struct field_decl *f = check_pile(c, n->put.pile);
    if (f && !check_is_error(t)) {
        check_want(c, n->put.what, f->type->elem);
    }
}

static void check_reveal(struct check *c, struct node *n) {
    struct node *what = n->reveal.what;
    const struct type *t = check_expr(c, what, NULL);
    n->meaning = NULL;
    if (what->kind == NODE_DOT && what->mark == MEAN_FIELD) {
        struct field_decl *f = what->meaning;
        if (f->secret) {
            n->meaning = f;
            return;
        }
    }
    const struct memory_decl *m = what->mark == MEAN_MEMORY ? what->meaning : NULL;
    if (m && (m->secret || what->kind == NODE_DOT)) {
        n->meaning = what->meaning;
    } else if (!check_is_error(t)) {
        check_want(c, what, c->thing);
    }
}

static void check_score(struct check *c, struct node *n) {
    check_value(c, n->score.amount, c->number);
    check_value(c, n->score.player, c->player);
    struct node *label = n->score.label;
    if (label && label->kind == NODE_TEXT) {
        check_prompt(c, label);
    } else if (label) {
        check_value(c, label, c->text);
    }
}

static void check_stop(struct check *c, struct node *n) {
    n->meaning = n->text.len ? check_event_named(c, n, n->text) : NULL;
}

static void check_cancel(struct check *c, struct node *n) {
    if (c->cx->how != AT_TRIGGER || c->cx->rule->sort != SORT_BEFORE) {
        diag_add(c->diags, DIAG_CANCEL_WHERE, n->place);
    }
}

/* ---- Blocks */

static void check_if(struct check *c, struct node *n) {
    struct node *at = n;
    /* a loop, not recursion, because a chain of `else if` may be longer than MAX_DEPTH_TEXT */
    while (at && at->kind == NODE_IF) {
        check_truth(c, at->if_.cond);
        struct narrow *before = check_narrow_body(c, at->if_.cond, at->if_.then);
        check_block(c, at->if_.then);
        c->cx->narrow = before;
        at = at->if_.other;
    }
    check_block(c, at);
}

static const struct type *walked(struct check *c, struct node *set) {
    const struct type *t = check_expr(c, set, NULL);
    if (t->class == CLASS_POOL) {
        return t->die ? check_face_of(c, t->die) : c->number;
    }
    const struct type *elem = check_set_elem(c, t);
    if (!elem) {
        diag_add(c->diags, DIAG_NOT_A_SET, set->place, check_text(c, t));
        return c->error;
    }
    return elem;
}

/* Checks `for x in S where C { … }`. The condition and the body share one local x. */
static void check_for(struct check *c, struct node *n) {
    const struct type *elem = walked(c, n->for_.set);
    struct local *before = c->cx->scope;
    struct narrow *narrow = c->cx->narrow;
    struct local *l = check_bind(c, LOCAL_LET, n->text, elem, n->place);
    n->meaning = l;
    if (n->for_.where) {
        c->cx->pure++;
        check_truth(c, n->for_.where);
        c->cx->pure--;
        check_narrow_body(c, n->for_.where, n->for_.body);
    }
    check_block(c, n->for_.body);
    c->cx->narrow = narrow;
    check_scope_end(c, before);
}

static void check_divide(struct check *c, struct node *n) {
    check_value(c, n->divide.count, c->number);
    const struct type *elem = walked(c, n->divide.among);
    /* Of dice, `it` is the die, a pool of one, so that it can be taken out of its pool. */
    if (check_typed(n->divide.among)->class == CLASS_POOL) elem = check_typed(n->divide.among);
    struct local *before = c->cx->scope;
    struct word *it = c->special[WORD_IT];
    if (check_local(c, it)) {
        diag_add(c->diags, DIAG_IT_HIDDEN, n->place);
    }
    struct local *l = check_bind(c, LOCAL_LET, it->text, elem, n->place);
    check_prompt(c, n->divide.label);
    l->twin = check_bind(c, LOCAL_LET, n->text, c->number, n->place);
    n->meaning = l;
    check_block(c, n->divide.body);
    check_scope_end(c, before);
}

static bool asks_first(const struct node *n) {
    bool plain = n->kind == NODE_LET &&
                 (n->let.value->kind == NODE_MAY_ASK ||
                  (n->let.value->kind != NODE_DO && n->let.value->kind != NODE_OFFER &&
                   n->let.value->kind != NODE_CREATE && n->let.value->kind != NODE_DRAW));
    return plain || n->kind == NODE_CHOOSE || n->kind == NODE_CHOOSE_PLACE ||
           n->kind == NODE_CHOOSE_PATH || n->kind == NODE_CHOOSE_ONE || n->kind == NODE_MAY ||
           n->kind == NODE_IF;
}

static void check_ask_each(struct check *c, struct node *n) {
    const struct type *elem = walked(c, n->ask_each.set);
    struct local *before = c->cx->scope;
    if (!check_is_error(elem) && !check_fits(elem, c->player)) {
        diag_add(c->diags, DIAG_WRONG_TYPE, n->ask_each.set->place, "a set of player",
                 check_text(c, elem));
    }
    n->meaning = check_bind(c, LOCAL_LET, n->text, elem, n->place);
    if (n->ask_each.where) {
        c->cx->pure++;
        check_truth(c, n->ask_each.where);
        c->cx->pure--;
    }
    n->slot = 0;
    for (struct node *s = n->ask_each.body->block.statements; s && asks_first(s); s = s->next) {
        n->slot++;
    }
    check_block(c, n->ask_each.body);
    check_scope_end(c, before);
}

static void check_ask(struct check *c, struct node *n) {
    check_value(c, n->ask.player, c->player);
    check_statements(c, n->ask.body->block.statements);
}

static void check_while(struct check *c, struct node *n) {
    check_truth(c, n->while_.cond);
    check_block(c, n->while_.body);
}

static void check_may(struct check *c, struct node *n) {
    check_prompt(c, n->may.label);
    check_block(c, n->may.body);
    check_block(c, n->may.other);
}

static void check_cases(struct check *c, struct node *n) {
    check_prompt(c, n->choose_one.label);
    for (struct node *k = n->choose_one.cases; k; k = k->next) {
        if (k->kind != NODE_CASE) {
            continue;
        }
        check_prompt(c, k->case_.label);
        if (k->case_.when) {
            c->cx->pure++;
            check_truth(c, k->case_.when);
            c->cx->pure--;
        }
        check_block(c, k->case_.body);
    }
}

/* Checks who wins: a player, or a set of players. */
static void check_win(struct check *c, struct node *who) {
    const struct type *t = check_expr(c, who, NULL);
    const bool set = t->class == CLASS_SET && t->elem && check_fits(t->elem, c->player);
    if (!set) check_want(c, who, c->player);
}

static bool check_simple(struct check *c, struct node *n) {
    switch ((int)n->kind) {
    case NODE_LET: check_let(c, n); return true;
    case NODE_KEEP: check_keep(c, n); return true;
    case NODE_ASSIGN: check_assign(c, n); return true;
    case NODE_DO: check_do(c, n); return true;
    case NODE_OFFER: check_offer(c, n); return true;
    case NODE_CREATE: check_create(c, n); return true;
    case NODE_DRAW: check_draw(c, n); return true;
    case NODE_NEEDS: check_needs(c, n); return true;
    case NODE_PAY: check_pay(c, n); return true;
    case NODE_LIMIT: check_limit(c, n); return true;
    case NODE_GIVE: check_give(c, n); return true;
    case NODE_TAKE:
        check_feature(c, n->take.feature, false);
        check_value(c, n->take.bearer, c->thing);
        return true;
    case NODE_PLACE:
        check_value(c, n->place_.what, c->thing);
        check_value(c, n->place_.spot, c->place);
        return true;
    case NODE_PUT: check_put(c, n); return true;
    case NODE_REMOVE: check_value(c, n->remove_.what, c->thing); return true;
    case NODE_DESTROY: check_value(c, n->destroy.what, c->thing); return true;
    case NODE_SHUFFLE: check_pile(c, n->shuffle.what); return true;
    case NODE_REVEAL: check_reveal(c, n); return true;
    case NODE_SCORE: check_score(c, n); return true;
    case NODE_WIN:
        check_win(c, n->win.player);
        check_prompt(c, n->win.label);
        return true;
    case NODE_TIE: check_prompt(c, n->tie.label); return true;
    case NODE_STOP: check_stop(c, n); return true;
    case NODE_CANCEL: check_cancel(c, n); return true;
    case NODE_SAY: check_prompt(c, n->say.label); return true;
    default: return false;
    }
}

static void check_compound(struct check *c, struct node *n) {
    switch ((int)n->kind) {
    case NODE_BLOCK: check_block(c, n); break;
    case NODE_CHOOSE:
    case NODE_CHOOSE_FACING:
    case NODE_CHOOSE_PLACE:
    case NODE_CHOOSE_PATH: check_choose(c, n); break;
    case NODE_CHOOSE_ONE: check_cases(c, n); break;
    case NODE_MAY: check_may(c, n); break;
    case NODE_IF: check_if(c, n); break;
    case NODE_WHILE: check_while(c, n); break;
    case NODE_REPEAT:
        check_value(c, n->repeat.count, c->number);
        check_block(c, n->repeat.body);
        break;
    case NODE_FOR: check_for(c, n); break;
    case NODE_DIVIDE: check_divide(c, n); break;
    case NODE_ASK: check_ask(c, n); break;
    case NODE_ASK_EACH: check_ask_each(c, n); break;
    case NODE_SETTING: diag_add(c->diags, DIAG_NOTE_WHERE, n->place); break;
    default: break; /* a NODE_MISTAKE, which the parser has reported */
    }
}

void check_statement(struct check *c, struct node *n) {
    c->nesting++;
    if (!check_simple(c, n)) {
        check_compound(c, n);
    }
    c->nesting--;
}
