/* Emits quantities (numbers, truths, values, ruled fields), events, and rules: rows, triggers,
 * permissions, `whenever`; then the lists of the rules that speak of each quantity and event.
 *
 * A rule of a blueprint whose condition has the conjunct `X is bearer`, where X is a role or
 * parameter, its owner or its group, is "keyed" by that role: the machine finds it among what X
 * bears. Any other rule is "loose". */
#include "emit_int.h"

/* ---- Quantities --------------------------------------------------------- */

static int32_t start_function(struct emit *e, const struct quantity_decl *q) {
    if (!q->start) return -1;
    struct func_frame frame = {.name = "number",
                               .text = q->name,
                               .place = q->start->place,
                               .event = q->event,
                               .blueprint = q->blueprint,
                               .pure = true,
                               .params = q->param_count};
    const int32_t range = q->within ? emit_range(e, q->within->least, q->within->most) : 0;
    if (range == 0) return emit_func_of(e, &frame, q->start, q->type, NULL);
    struct func f;
    emit_func_begin(e, &f, &frame);
    const int32_t temp = emit_func_temp(e);
    emit_expr_as(e, q->start, q->type, temp);
    emit_func_op(e, CODE_HOLD, temp, temp, 0, range - 1);
    emit_func_return(e, temp);
    return emit_func_end(e);
}

/* Returns the text that names the Lua function which computes the first value; -1 if there is
 * none. */
static int32_t leaf_name(struct emit *e, const struct quantity_decl *q) {
    if (!q->node || q->node->kind != NODE_QUANTITY) return -1;
    return emit_label(e, q->node->quantity.lua);
}

/* Whether the types of a quantity allow that results are remembered by the arguments. Whether its
 * code allows it is judged later, by emit_rule_steady. */
static bool may_be_steady(const struct quantity_decl *q) {
    if (q->event || q->sibling != q || emit_type(q->type).class == V_POOL) return false;
    for (int32_t i = 0; i < q->param_count; i++) {
        if (image_is_owned(emit_type(q->params[i].type))) return false;
    }
    return true;
}

/* Adds the ranges of a quantity's parameters to image.ranges, one for each parameter. Returns the
 * first; -1 if no parameter has a range. */
static int32_t param_ranges(struct emit *e, const struct quantity_decl *q) {
    bool any = false;
    for (int32_t i = 0; q->params && i < q->param_count; i++) {
        any = any || q->params[i].least != NUM_MIN || q->params[i].most != NUM_MAX;
    }
    const int32_t first = e->img->ranges_count;
    for (int32_t i = 0; any && i < q->param_count; i++) {
        const int32_t row = emit_row_ranges(e);
        e->img->ranges[row].least = q->params[i].least;
        e->img->ranges[row].most = q->params[i].most;
    }
    return any ? first : -1;
}

static void quantity_row(struct emit *e, const struct quantity_decl *q) {
    int32_t name = emit_text(e, q->name), label = emit_text_or_none(e, q->label);
    int32_t lua = leaf_name(e, q), cites, cite_count, first = e->img->hole_types_count;
    for (int32_t i = 0; q->params && i < q->param_count; i++) {
        int32_t type = emit_row_hole_types(e);
        e->img->hole_types[type] = emit_type(q->params[i].type);
    }
    emit_cites(e, q->node ? q->node->cites : NULL, &cites, &cite_count);
    const int32_t ranges = param_ranges(e, q);
    int32_t row = emit_row_quantities(e);
    struct image_quantity *to = &e->img->quantities[row];
    ASSERT(row == q->index);
    to->name = name;
    to->label = label;
    to->what = (int32_t)q->sort;
    to->type = emit_type(q->type);
    to->event = q->event ? q->event->index : -1;
    to->sibling = q->sibling != q ? q->sibling->index : -1;
    to->params = q->param_count;
    to->field = q->field ? q->field->index : -1;
    to->start = -1;
    to->leaf = lua;
    to->first_param = q->params ? first : -1;
    to->first_range = ranges;
    static const struct quantity_within without = NO_QUANTITY_WITHIN;
    const struct quantity_within *within = q->within ? q->within : &without;
    to->row_least = within->row_least;
    to->row_most = within->row_most;
    to->sum_least = within->sum_least;
    to->sum_most = within->sum_most;
    to->least = q->field ? q->field->least : within->least;
    to->most = q->field ? q->field->most : within->most;
    to->sum_or_one_row = within->sum_or_one_row;
    to->ruled = q->rows != NULL;
    to->steady = lua < 0 && may_be_steady(q);
    to->place = q->node ? emit_place(e, q->place) : -1;
    to->cites = cites;
    to->cite_count = cite_count;
    to->builtin = (int32_t)q->native;
}

static int32_t native(const struct emit *e, enum native_quantity which) {
    return e->names->native[which] ? e->names->native[which]->index : -1;
}

/* Returns what crossing a border costs at least: 1 if all rows add a number that is written out to
 * the 1 with which the language begins; otherwise 0, for nothing is known. */
static int64_t border_least(const struct names *n) {
    const struct quantity_decl *q = n->native[NATIVE_CROSSING_COST];
    if (!q || q->node) return 0;
    for (const struct rule_decl *r = q->rows; r; r = r->next_of_target) {
        if (r->node->op == OP_SILENCE) continue;
        const struct node *amount = r->node->row.amount;
        const bool adds = r->node->op == OP_PLUS && amount && amount->kind == NODE_NUMBER;
        if (!adds || r->node->row.per) return 0;
    }
    return 1;
}

void emit_rule_quantities(struct emit *e) {
    const struct names *n = e->names;
    for (int32_t i = 0; i < n->quantities_count; i++) quantity_row(e, n->quantities[i]);
    for (int32_t i = 0; i < n->quantities_count; i++) {
        int32_t func = start_function(e, n->quantities[i]);
        e->img->quantities[i].start = func;
    }
    for (int32_t i = 0; i < n->figures_count; i++) {
        /* member by member: a struct stored as a whole may bring anything in its padding, which
         * must be 0 (image_take_hash) */
        int32_t row = emit_row_figures(e);
        struct image_figure *figure = &e->img->figures[row];
        figure->quantity = n->figures[i]->index;
        figure->each = n->figures[i]->kind != NULL;
    }
    e->img->in_force = native(e, NATIVE_IN_FORCE);
    e->img->enemy = native(e, NATIVE_ENEMY);
    e->img->friendly = native(e, NATIVE_FRIENDLY);
    e->img->blocks_sight = native(e, NATIVE_BLOCKS_SIGHT);
    e->img->blocks_move = native(e, NATIVE_BLOCKS_MOVE);
    e->img->on_map = n->on_map;
    e->img->goals = n->goals;
    e->img->has_room = native(e, NATIVE_HAS_ROOM);
    e->img->may_cross = native(e, NATIVE_MAY_CROSS);
    e->img->crossing_cost = native(e, NATIVE_CROSSING_COST);
    e->img->border_least = n->on_map ? border_least(n) : 0;
}

/* ---- Events ------------------------------------------------------------- */

static int32_t event_body(struct emit *e, const struct event_decl *event) {
    struct func f;
    struct func_frame frame = {.name = "event",
                               .text = event->name,
                               .place = event->place,
                               .event = event,
                               .blueprint = event->blueprint,
                               .own = true};
    /* an event of the language stands in no text */
    if (event->native) frame.place.file = UINT32_MAX;
    emit_func_begin(e, &f, &frame);
    const struct image_type number = {V_NUMBER, V_VOID, -1};
    for (const struct slot_decl *s = event->slots; s; s = s->next) {
        if (s->type && s->type->class == CLASS_PILE) {
            /* a word that says which pile it is: run_op_draw */
            emit_func_slot(e, (struct span){NULL, 0}, number, true);
            continue;
        }
        const int32_t slot = emit_func_slot(e, s->name, emit_type(s->type), true);
        emit_func_slot_range(e, slot, s->least, s->most);
    }
    if (event->native) {
        /* a move that goes step by step keeps in these slots the models that are under way, and the
         * way that they go */
        if (event->index == NATIVE_MOVE) {
            emit_func_hidden_of(e, (struct image_type){V_SET, V_THING, -1});
            emit_func_hidden_of(e, emit_type(event->slots->next->type));
        }
        /* of a DRAW, to which pile, and on what there: see run_op_draw */
        if (event->index == NATIVE_DRAW) emit_func_hidden(e, V_NUMBER);
        emit_func_statement(e, frame.place);
        emit_func_op(e, CODE_NATIVE, 0, 0, 0, event->index);
    } else if (event->body) {
        struct node *first = event->body->block.statements;
        for (int32_t i = 0; i < event->head; i++) first = first->next;
        emit_body_statements(e, first, -1);
    }
    emit_func_op(e, CODE_END, 0, 0, 0, 0);
    return emit_func_end(e);
}

/* Makes the functions that give the defaults of an event's roles, and enters them in
 * image.defaults, one for each role, -1 for a role without a default. Returns the index of the
 * first. */
static int32_t defaults(struct emit *e, const struct event_decl *event) {
    int32_t first = e->img->defaults_count;
    for (int32_t i = 0; i < event->roles; i++) {
        int32_t row = emit_row_defaults(e);
        e->img->defaults[row] = -1;
    }
    const struct slot_decl *s = event->slots;
    for (int32_t i = 0; i < event->roles; i++, s = s->next) {
        if (!s->value) continue;
        struct func_frame frame = {.name = "default",
                                   .text = s->name,
                                   .place = s->value->place,
                                   .event = event,
                                   .blueprint = event->blueprint,
                                   .pure = true};
        int32_t func = emit_func_of(e, &frame, s->value, s->none_ok ? NULL : s->type, NULL);
        e->img->defaults[first + i] = func;
    }
    return first;
}

static void event_title(struct emit *e, const struct event_decl *d, const struct node *title) {
    const struct text_holes *holes = title->meaning;
    const int32_t text = emit_ask_template(e, title);
    int32_t first = e->img->lists_count;
    for (int32_t i = 0; i < holes->count && i < MAX_HOLES; i++)
        emit_list(e, &((const struct slot_decl *)holes->holes[i]->meaning)->index, 1);
    const int32_t row = emit_row_titled(e);
    e->img->titled[row] = (struct image_titled){d->index, -1, text, first};
}

/* Enters the sentence by which the report tells an event, and which slots fill its holes. */
static void told(struct emit *e, const struct event_decl *d, int32_t row) {
    const struct node *sentence = !d->node    ? NULL
                                  : d->action ? d->node->action.told
                                              : d->node->event.told;
    e->img->events[row].told = e->img->events[row].first_told = -1;
    const struct node *title = !d->node    ? NULL
                               : d->action ? d->node->action.label
                                           : d->node->event.label;
    const bool filled = title && title->flags & FLAG_HOLES && title->meaning;
    if (filled) event_title(e, d, title);
    if (!sentence && filled) sentence = title; /* a title that says of whom it is needs no more */
    if (!sentence) return;
    const struct text_holes *holes = sentence->meaning;
    e->img->events[row].told = emit_ask_template(e, sentence);
    for (int32_t i = 0; holes && i < holes->count && i < MAX_HOLES; i++) {
        const struct slot_decl *slot = holes->holes[i]->meaning;
        int32_t at = emit_list(e, &slot->index, 1);
        if (i == 0) e->img->events[row].first_told = at;
    }
}

static void event_row(struct emit *e, const struct event_decl *d) {
    int32_t name = emit_text(e, d->name), title = emit_text_or_none(e, d->title);
    int32_t first = e->img->lists_count, cites, cite_count;
    for (int32_t i = 0; i < d->during_count; i++) emit_list(e, &d->during[i]->index, 1);
    emit_cites(e, d->node ? d->node->cites : NULL, &cites, &cite_count);
    int32_t row = emit_row_events(e);
    struct image_event *to = &e->img->events[row];
    ASSERT(row == d->index);
    to->name = name;
    to->title = title;
    to->roles = d->roles;
    to->kept = d->kept;
    to->actor = d->actor ? d->actor->index : -1;
    to->first_during = first;
    to->during = d->during_count;
    to->blueprint = d->blueprint ? d->blueprint->index : -1;
    to->place = d->node ? emit_place(e, d->place) : -1;
    to->cites = cites;
    to->cite_count = cite_count;
    to->action = d->action;
    const struct slot_decl *s = d->slots;
    for (int32_t i = 0; i < d->roles && i < 64; i++, s = s->next) {
        if (i == 0) to->even_gone = s->even_gone;
        if (s->none_ok) to->none_ok |= UINT64_C(1) << i;
    }
    told(e, d, row);
}

void emit_rule_events(struct emit *e) {
    const struct names *n = e->names;
    for (int32_t i = 0; i < n->events_count; i++) event_row(e, n->events[i]);
    for (int32_t i = 0; i < n->events_count; i++) {
        int32_t first = defaults(e, n->events[i]), func = event_body(e, n->events[i]);
        e->img->events[i].first_default = first;
        e->img->events[i].func = func;
        emit_head_lines(e, n->events[i]);
    }
}

/* ---- Keys: a conjunct `X is bearer` ------------------------------------- */

/* The key of a rule: the conjunct `X is bearer` of its condition, and which X. */
struct key {
    const struct node *conjunct; /* the `X is bearer`; NULL: the rule is loose */
    int32_t role;                /* the role or parameter in X; -1: none */
    enum key_via via;            /* whether X is that role itself, its group or its owner */
};

/* Returns the index of the role or parameter that n names; -1 if n is something else. A kept value
 * is no key, because it may not be kept yet when the machine asks which rules speak. */
static int32_t role_of(const struct node *n, const struct event_decl *event) {
    const struct slot_decl *slot = n->meaning;
    if (n->kind != NODE_NAME) return -1;
    if (n->mark == MEAN_PARAM) return n->slot;
    if (n->mark != MEAN_ROLE || !slot->role) return -1;
    if (!slot->event || !event) return 0;
    return slot->event == event ? slot->index : names_event_slot(event, slot->name)->index;
}

/* Sets *key to the first conjunct of n that says `X is bearer`, where X is a role, the owner of a
 * role or the group of a role. Returns false if there is none. */
static bool key_of(const struct node *n, const struct event_decl *event, struct key *key) {
    if (n->kind == NODE_AND)
        return key_of(n->and_.left, event, key) || key_of(n->and_.right, event, key);
    if (n->kind != NODE_IS || n->mark != IS_SAME || (n->flags & FLAG_NOT)) return false;
    const struct node *of = n->is.left, *bearer = n->is.right;
    if (of->kind == NODE_NAME && of->mark == MEAN_BEARER) {
        of = n->is.right;
        bearer = n->is.left;
    }
    if (bearer->kind != NODE_NAME || bearer->mark != MEAN_BEARER) return false;
    enum key_via via = VIA_SELF;
    if (of->kind == NODE_DOT && of->mark == MEAN_FIELD) {
        const struct field_decl *field = of->meaning;
        const struct kind_decl *kind = emit_expr_type(of->dot.of)->kind;
        if (field->native == NATIVE_OWNER)
            via = VIA_OWNER;
        else if (field->native == NATIVE_HOLDER && kind && !names_is_borne(kind))
            via = VIA_GROUP;
        else
            return false;
        of = of->dot.of;
    }
    int32_t role = role_of(of, event);
    if (role < 0 || emit_expr_type(of)->class != CLASS_THING) return false;
    *key = (struct key){n, role, via};
    return true;
}

static struct key rule_key(const struct rule_decl *r, struct node *when,
                           const struct event_decl *event) {
    struct key key = {NULL, -1, VIA_SELF};
    if (when && r->blueprint) key_of(when, event, &key);
    return key;
}

/* Whether the condition has more parts than the conjunct that is the key. */
static bool left_over(const struct node *when, const struct key *key) {
    return when && when != key->conjunct;
}

/* Emits a jump to `no` unless all conjuncts of the condition but the key hold. */
static void jump_not(struct emit *e, struct node *when, const struct key *key, struct label *no) {
    if (when == key->conjunct) return;
    if (when->kind == NODE_AND && key->conjunct) {
        jump_not(e, when->and_.left, key, no);
        jump_not(e, when->and_.right, key, no);
    } else
        emit_expr_jump_not(e, when, no);
}

/* ---- Rows --------------------------------------------------------------- */

static enum row_op row_op(const struct node *row) {
    switch ((enum node_op)row->op) {
    case OP_SET: return ROW_SET;
    case OP_TIMES: return ROW_TIMES;
    case OP_HALVE_UP: return ROW_HALVE_UP;
    case OP_HALVE_DOWN: return ROW_HALVE_DOWN;
    case OP_AT_LEAST: return ROW_AT_LEAST;
    case OP_AT_MOST: return ROW_AT_MOST;
    case OP_YES: return ROW_YES;
    case OP_NO: return ROW_NO;
    case OP_SILENCE: return ROW_SILENCE;
    default: return ROW_ADD;
    }
}

/* Emits the amount of a row: 1 without an amount, negative for −, multiplied by its `per`. */
static void amount(struct emit *e, const struct rule_decl *r, int32_t temp) {
    struct node *row = r->node;
    if (!row->row.amount) {
        emit_expr_number(e, temp, 1);
        return;
    }
    emit_expr_as(e, row->row.amount, row->op == OP_SET ? r->target->type : NULL, temp);
    if (row->op == OP_MINUS) emit_func_negate(e, temp, temp);
    if (!row->row.per) return;
    int32_t per = emit_expr_operand(e, row->row.per);
    emit_func_op(e, CODE_MULTIPLY, temp, temp, per, 0);
}

/* Makes the function of a row, which gives the amount, or skips the row if the condition does not
 * hold. Returns the index of the function; -1 if the row has neither amount nor condition. */
static int32_t row_body(struct emit *e, const struct rule_decl *r, const struct event_decl *event,
                        const struct key *key) {
    struct node *row = r->node, *when = row->row.when;
    if (!row->row.amount && !left_over(when, key)) return -1;
    const struct quantity_decl *q = r->target;
    struct label skip = LABEL;
    struct func f;
    struct func_frame frame = {.name = "row",
                               .place = row->place,
                               .event = event,
                               .blueprint = r->blueprint,
                               .pure = true,
                               .params = q->param_count};
    if (row->row.label) frame.text = row->row.label->text;
    emit_func_begin(e, &f, &frame);
    if (left_over(when, key)) jump_not(e, when, key, &skip);
    int32_t temp = emit_func_temp(e);
    amount(e, r, temp);
    emit_func_return(e, temp);
    if (left_over(when, key)) {
        emit_func_bind(e, &skip);
        emit_func_op(e, CODE_SKIP_ROW, 0, 0, 0, 0);
    }
    return emit_func_end(e);
}

/* ---- Triggers, permissions, whenever ------------------------------------ */

/* Makes the function of a condition, without the conjunct that is the key. Returns the index of the
 * function; -1 if nothing else is left of the condition. */
static int32_t condition(struct emit *e, const struct rule_decl *r, struct node *when,
                         const struct key *key, const struct event_decl *event) {
    if (!left_over(when, key)) return -1;
    struct label no = LABEL;
    struct func f;
    struct func_frame frame = {.name = "when",
                               .place = when->place,
                               .event = event,
                               .blueprint = r->blueprint,
                               .pure = true};
    emit_func_begin(e, &f, &frame);
    int32_t temp = emit_func_temp(e);
    jump_not(e, when, key, &no);
    emit_expr_number(e, temp, 1);
    emit_func_return(e, temp);
    emit_func_bind(e, &no);
    emit_expr_number(e, temp, 0);
    emit_func_return(e, temp);
    return emit_func_end(e);
}

static int32_t trigger_body(struct emit *e, const struct rule_decl *r,
                            const struct event_decl *event) {
    struct func f;
    struct func_frame frame = {
        .name = "trigger", .place = r->node->place, .event = event, .blueprint = r->blueprint};
    if (event) frame.text = event->name;
    emit_func_begin(e, &f, &frame);
    emit_body_statements(e, r->node->trigger.body->block.statements, -1);
    emit_func_op(e, CODE_END, 0, 0, 0, 0);
    return emit_func_end(e);
}

/* The last slot of an event that was found in a condition. */
struct latest {
    const struct event_decl *event;
    int32_t slot;
};

static enum walk look_at_slot(struct node *n, void *user) {
    struct latest *l = user;
    const struct slot_decl *slot = n->meaning;
    if ((n->kind == NODE_NAME || n->kind == NODE_DOT) && n->mark == MEAN_ROLE && slot->event) {
        if (slot->event != l->event) slot = names_event_slot(l->event, slot->name);
        if (slot->index > l->slot) l->slot = slot->index;
    }
    return WALK_ON;
}

/* Returns the last slot of an event that a condition reads, if that slot lies behind the roles.
 * Returns -1 if the condition reads roles only, or if there is no event. */
static int32_t latest(struct node *when, const struct event_decl *event) {
    struct latest l = {event, -1};
    if (when && event) tree_walk(when, look_at_slot, &l);
    return event && l.slot >= event->roles ? l.slot : -1;
}

/* ---- Rules -------------------------------------------------------------- */

static struct image_rule blank_rule(struct emit *e, const struct rule_decl *r,
                                    const struct blueprint_decl *b, struct node *label) {
    struct image_rule rule = {.what = (int32_t)r->sort,
                              .target = -1,
                              .when = -1,
                              .body = -1,
                              .set = -1,
                              .blueprint = b ? b->index : -1,
                              .rank = r->rank,
                              .key = -1,
                              .silences = -1,
                              .latest = -1};
    if (b) rule.rank = b->rank;
    rule.label = emit_label(e, label);
    rule.place = emit_place(e, r->node->place);
    rule.own = r->own;
    emit_cites(e, r->node->cites, &rule.cites, &rule.cite_count);
    return rule;
}

/* The functions of a rule for one event, with the key. They are made once, even if several
 * blueprints have the rule by `like`. */
struct made {
    struct key key;
    int32_t when, body, set, latest;
    bool done;
};

static void make_functions(struct emit *e, const struct rule_decl *r,
                           const struct event_decl *event, struct made *m) {
    struct node *n = r->node, *when = NULL;
    if (n->kind == NODE_ROW)
        when = n->row.when;
    else if (n->kind == NODE_TRIGGER)
        when = n->trigger.when;
    else
        when = n->permit.when;
    m->key = rule_key(r, when, event);
    m->when = m->body = m->set = m->latest = -1;
    m->done = true;
    if (n->kind == NODE_ROW) {
        m->body = row_body(e, r, event, &m->key);
        return;
    }
    m->when = condition(e, r, when, &m->key, event);
    if (n->kind == NODE_TRIGGER)
        m->body = trigger_body(e, r, event);
    else if (event && event->action)
        m->latest = latest(when, event);
}

static void make_whenever(struct emit *e, const struct rule_decl *r, struct made *m) {
    struct node *n = r->node;
    struct local *x = n->meaning;
    struct func f;
    struct func_frame frame = {
        .name = "whenever", .place = n->place, .blueprint = r->blueprint, .pure = true};
    m->key = (struct key){NULL, -1, VIA_SELF};
    m->done = true;
    m->when = m->latest = -1;
    emit_func_begin(e, &f, &frame);
    int32_t set = emit_expr_set(e, n->whenever.set);
    emit_func_return(e, set);
    m->set = emit_func_end(e);
    frame.params = 1;
    if (n->whenever.where) m->when = emit_func_of(e, &frame, n->whenever.where, NULL, x);
    frame.pure = false;
    emit_func_begin(e, &f, &frame);
    emit_func_bind_slot(e, x, emit_func_slot(e, x->name, emit_type(x->type), false));
    emit_body_statements(e, n->whenever.body->block.statements, -1);
    emit_func_op(e, CODE_END, 0, 0, 0, 0);
    emit_func_unbind(x);
    m->body = emit_func_end(e);
}

/* Adds a rule to the image and returns its index. b: the blueprint that has it, NULL for a rule at
 * the top of a file. target: of a row, the quantity that it changes; otherwise NULL. */
static int32_t add_rule(struct emit *e, const struct rule_decl *r, const struct blueprint_decl *b,
                        const struct event_decl *event, const struct quantity_decl *target,
                        const struct made *m) {
    struct node *n = r->node, *label = NULL;
    if (n->kind == NODE_ROW)
        label = n->row.label;
    else if (n->kind == NODE_TRIGGER)
        label = n->trigger.label;
    else if (n->kind == NODE_WHENEVER)
        label = n->whenever.label;
    else
        label = n->permit.label;
    struct image_rule rule = blank_rule(e, r, b, label);
    rule.when = m->when;
    rule.body = m->body;
    rule.set = m->set;
    rule.key = m->key.role;
    rule.via = (int32_t)m->key.via;
    rule.latest = m->latest;
    if (n->kind == NODE_ROW) {
        ASSERT(target);
        rule.target = target->index;
        rule.op = (int32_t)row_op(n);
    } else if (event)
        rule.target = event->index;
    int32_t row = emit_row_rules(e);
    e->img->rules[row] = rule;
    return row;
}

/* Returns the functions of a rule, as an array: for a row one, or one for each sibling of its
 * quantity if the row changes them all; for other rules one for each event. */
static struct made *made_of(struct emit *e, const struct rule_decl *r) {
    if (!e->made)
        e->made = NEW_ARRAY(&e->scratch, (size_t)e->names->rules_count + 1, struct made *);
    struct made **at = &e->made[r->index];
    int32_t count = r->of_all ? r->target->family->event_count : r->event_count;
    if (!*at) *at = NEW_ARRAY(&e->scratch, (size_t)count + 1, struct made);
    return *at;
}

/* Adds a row for one blueprint: one image rule, or one for each sibling of its quantity if the row
 * changes them all. A row that silences others is one image rule for each label. */
static void add_row(struct emit *e, const struct rule_decl *r, const struct blueprint_decl *b) {
    struct made *m = made_of(e, r);
    const struct quantity_decl *q = r->target;
    do {
        if (!m->done) make_functions(e, r, q->event, m);
        const struct node *label = r->node->op == OP_SILENCE ? r->node->row.silenced : NULL;
        do {
            const int32_t row = add_rule(e, r, b, q->event, q, m);
            if (!label) break;
            e->img->rules[row].silences = emit_label(e, label);
            label = label->next;
        } while (label);
        m++;
        q = q->sibling;
    } while (r->of_all && q != r->target);
}

/* Adds a rule for one blueprint (NULL: for none): one image rule for each event that it names, or
 * one for a `whenever` and for a rule on any action. */
static void rule_of_blueprint(struct emit *e, const struct rule_decl *r,
                              const struct blueprint_decl *b) {
    struct made *m = made_of(e, r);
    if (r->sort == SORT_ROW) {
        add_row(e, r, b);
        return;
    }
    bool plain = r->sort == SORT_WHENEVER || r->event_count == 0;
    int32_t count = plain ? 1 : r->event_count;
    for (int32_t i = 0; i < count; i++) {
        const struct event_decl *event = plain ? NULL : r->events[i];
        if (!m[i].done) {
            if (r->sort == SORT_WHENEVER)
                make_whenever(e, r, &m[i]);
            else
                make_functions(e, r, event, &m[i]);
        }
        add_rule(e, r, b, event, NULL, &m[i]);
    }
}

/* Adds to blueprint b the rules of `from`: first those that `from` has by `like`, then its own in
 * order of text. */
static void rules_of(struct emit *e, const struct blueprint_decl *from,
                     const struct blueprint_decl *b) {
    if (from->like) rules_of(e, from->like, b);
    for (const struct rule_decl *r = from->rules; r; r = r->next_in_blueprint)
        rule_of_blueprint(e, r, b);
}

static void blueprint_rules(struct emit *e, const struct blueprint_decl *b, bool *done) {
    if (done[b->index]) return;
    done[b->index] = true;
    int32_t first = e->img->rules_count;
    rules_of(e, b, b);
    struct image_blueprint *to = &e->img->blueprints[b->index];
    to->first_rule = first;
    to->rules = e->img->rules_count - first;
    if (to->rules > 0) to->speaks = true;
}

/* Adds all rules in order of text. The rules of a blueprint stand together, where the first of its
 * own stands in the text; those of blueprints that have rules by `like` alone come last. */
void emit_rule_rules(struct emit *e) {
    const struct names *n = e->names;
    bool *done = NEW_ARRAY(&e->scratch, (size_t)n->blueprints_count + 1, bool);
    for (int32_t i = 0; i < n->rules_count; i++) {
        const struct rule_decl *r = n->rules[i];
        if (r->blueprint)
            blueprint_rules(e, r->blueprint, done);
        else
            rule_of_blueprint(e, r, NULL);
    }
    for (int32_t i = 0; i < n->blueprints_count; i++) blueprint_rules(e, n->blueprints[i], done);
}

/* ---- Lists of the rules for each quantity and event ------------------------------------------ */

/* Returns the number of the list that a rule belongs to. Each quantity q has the lists 2 * q of
 * loose and 2 * q + 1 of keyed rows; behind those of all quantities each event has one for each
 * enum rule_what below RULE_WHENEVER. Returns -1 for a `whenever` and for a rule on any action,
 * which stand in no list. */
static int32_t group_of(const struct emit *e, const struct image_rule *r) {
    int32_t quantities = e->img->quantities_count;
    if (r->what == RULE_ROW) return 2 * r->target + (r->key >= 0);
    if (r->what == RULE_WHENEVER || r->target < 0) return -1;
    return 2 * quantities + r->target * RULE_WHENEVER + r->what;
}

/* Fills the lists of rules. The rules of each list are counted first, then each is put in its
 * place, so that a list is in the order of image.rules. */
void emit_rule_lists(struct emit *e) {
    struct image *img = e->img;
    int32_t count = 2 * img->quantities_count + img->events_count * RULE_WHENEVER;
    struct arena scratch = {0};
    int32_t *lengths = NEW_ARRAY(&scratch, (size_t)count + 1, int32_t);
    int32_t *at = NEW_ARRAY(&scratch, (size_t)count + 1, int32_t);
    int32_t *flat = NEW_ARRAY(&scratch, (size_t)img->rules_count + 1, int32_t);
    for (int32_t i = 0; i < img->rules_count; i++) {
        int32_t g = group_of(e, &img->rules[i]);
        if (g >= 0) lengths[g]++;
    }
    for (int32_t g = 1; g < count; g++) at[g] = at[g - 1] + lengths[g - 1];
    int32_t total = count > 0 ? at[count - 1] + lengths[count - 1] : 0, base = img->lists_count;
    for (int32_t i = 0; i < img->rules_count; i++) {
        int32_t g = group_of(e, &img->rules[i]);
        if (g >= 0) flat[at[g]++] = i;
    }
    emit_list(e, flat, total);
    for (int32_t i = 0; i < img->quantities_count; i++) {
        struct image_quantity *q = &img->quantities[i];
        q->loose = lengths[2 * i];
        q->first_loose = base + at[2 * i] - q->loose;
        q->keyed = lengths[2 * i + 1];
        q->first_keyed = base + at[2 * i + 1] - q->keyed;
        q->ruled = q->loose + q->keyed > 0;
    }
    for (int32_t i = 0; i < img->events_count; i++) {
        for (int m = RULE_BEFORE; m < RULE_WHENEVER; m++) {
            int32_t g = 2 * img->quantities_count + i * RULE_WHENEVER + m;
            img->events[i].rules[m] = lengths[g];
            img->events[i].first_rules[m] = base + at[g] - lengths[g];
        }
    }
    arena_free(&scratch);
}
