/* emit_decl: the tables of kinds, fields, blueprints, enumerations, dice, charts and rulings, and
 * for each blueprint the function that fills a new instance. */
#include "emit_int.h"

/* ---- Kinds and fields --------------------------------------------------- */

static int32_t node_place(struct emit *e, const struct node *node, struct place place) {
    return node ? emit_place(e, place) : -1;
}

static void kind(struct emit *e, const struct kind_decl *k) {
    int32_t name = emit_text(e, k->name), plural = emit_text_or_none(e, k->plural);
    int32_t label = emit_text_or_none(e, k->label), row = emit_row_kinds(e);
    struct image_kind *to = &e->img->kinds[row];
    ASSERT(row == k->index);
    to->name = name;
    to->plural = plural;
    to->label = label;
    to->parent = k->parent ? k->parent->index : -1;
    to->end = k->end;
    to->root = (int32_t)k->base;
    to->of = to->members = -1;
    for (const struct kind_decl *a = k; a; a = a->parent) {
        if (a->of && to->of < 0) to->of = a->of->index;
        if (a->members && to->members < 0) to->members = a->members->index;
    }
    to->rank = k->rank;
    to->words = k->words;
    to->place = node_place(e, k->node, k->place);
    to->traits = (uint8_t)((k->stacks ? KIND_STACKS : 0) | (k->alike ? KIND_ALIKE : 0));
    if (k->words > e->img->thing_words) e->img->thing_words = k->words;
}

/* Returns the first value of a field or memory without a default: 0 for numbers, lengths and
 * truths, the empty set (0), otherwise none. */
static int64_t blank(struct image_type type) {
    switch ((enum value_class)type.class) {
    case V_NUMBER:
    case V_LENGTH:
    case V_TRUTH:
    case V_SET: return 0;
    default: return NONE;
    }
}

static void field(struct emit *e, const struct field_decl *f) {
    int64_t first = blank(emit_type(f->type));
    if (f->value && !emit_const_fold(e, f->value, &first) && !emit_expr_is_set(f->type))
        emit_refuse(e, f->value->place, "this default");
    int32_t name = emit_text(e, f->name), label = emit_text_or_none(e, f->label);
    int32_t row = emit_row_fields(e);
    struct image_field *to = &e->img->fields[row];
    ASSERT(row == f->index);
    to->name = name;
    to->label = label;
    to->type = emit_type(f->type);
    to->kind = f->kind->index;
    to->how = FIELD_STORED;
    if (f->derived) to->how = FIELD_DERIVED;
    if (f->borne) to->how = FIELD_BORNE;
    if (f->native == NATIVE_POINTS) to->how = FIELD_LEDGER;
    if (names_is_place_of_group(f)) to->how = FIELD_LAST_PLACE;
    to->slot = f->slot;
    to->quantity = f->quantity ? f->quantity->index : -1;
    to->least = f->least;
    to->most = f->most;
    to->first = f->none_ok ? NONE : first;
    to->place = node_place(e, f->node, f->place);
    to->secret = f->secret;
    to->pile = f->pile;
    to->has_default = f->value != NULL;
}

void emit_decl_kinds(struct emit *e) {
    const struct names *n = e->names;
    for (int32_t i = 0; i < n->kinds_count; i++) kind(e, n->kinds[i]);
    for (int32_t i = 0; i < BASE_COUNT_; i++) e->img->root[i] = n->base[i] ? n->base[i]->index : -1;
    for (int32_t i = 0; i < n->fields_count; i++) field(e, n->fields[i]);
}

/* ---- The functions that fill a new instance ------------------------------------------ */

/* Emits code that gives each feature of a line such as `talents a, b` to the new thing. */
static void give_each(struct emit *e, const struct given *g) {
    for (int32_t i = 0; i < g->count; i++) {
        struct node *value = g->values[i];
        const struct blueprint_decl *b = value->meaning;
        if ((value->kind != NODE_NAME && value->kind != NODE_CALL) ||
            value->mark != MEAN_BLUEPRINT) {
            emit_refuse(e, value->place, "a feature here that is computed");
            continue;
        }
        emit_func_statement(e, value->place);
        int32_t feature = emit_func_temp(e), self = emit_func_temp(e), args = e->f->top;
        emit_body_arguments(e, value, b);
        emit_expr_this(e, self);
        emit_func_op(e, CODE_GIVE, feature, self, b->params > 0 ? args : 0, b->index);
    }
}

/* Emits code that sets a field of the thing that is made; with `of`, of the thing in play that
 * this blueprint names. */
static void set_field(struct emit *e, const struct given *g, const struct blueprint_decl *of) {
    const struct field_decl *f = g->field;
    if (f->borne) {
        give_each(e, g);
        return;
    }
    emit_func_statement(e, g->count > 0 ? g->values[0]->place : f->place);
    int32_t self = emit_func_temp(e), value = emit_func_temp(e);
    if (of)
        emit_func_op(e, CODE_NAMED, self, 0, 0, of->index);
    else
        emit_expr_this(e, self);
    if (emit_expr_is_set(f->type)) {
        int32_t one = emit_func_temp(e);
        emit_func_op(e, CODE_EMPTY, value, 0, 0, 0);
        for (int32_t i = 0; i < g->count; i++) {
            emit_expr_as(e, g->values[i], f->type, one);
            emit_func_op(e, CODE_UNION, value, value, one, 0);
        }
    } else if (g->count == 0)
        emit_expr_number(e, value, 1);
    else
        emit_expr_as(e, g->values[0], f->type, value);
    emit_func_op(e, CODE_SET_FIELD, self, value, 0, f->index);
}

static enum walk find_later(struct node *n, void *user) {
    const struct blueprint_decl **b = user, *named = n->meaning;
    const bool name = n->kind == NODE_NAME && n->mark == MEAN_NAMED;
    if (name && named->outer == (*b)->outer && named->index >= (*b)->index) *b = NULL;
    return *b ? WALK_ON : WALK_STOP;
}

/* Whether a field of a thing of a scenario names a thing of that scenario which is not yet made
 * when this one is: it is set when all of them are. */
static bool names_later(const struct blueprint_decl *b, const struct given *g) {
    const struct kind_decl *of = b->outer ? b->outer->kind->of : NULL;
    if (!b->named || !of || of->base != BASE_GAME || g->field->borne) return false;
    const struct blueprint_decl *found = b;
    for (int32_t i = 0; i < g->count && found; i++) tree_walk(g->values[i], find_later, &found);
    return !found;
}

static void set_memory(struct emit *e, const struct memory_decl *m) {
    int64_t none = blank(emit_type(m->type));
    if (m->param || (!m->value && none == 0)) return;
    emit_func_statement(e, m->place);
    int32_t self = emit_func_temp(e), value = emit_func_temp(e);
    emit_expr_this(e, self);
    if (m->value)
        emit_expr_as(e, m->value, m->none_ok ? NULL : m->type, value);
    else
        emit_expr_number(e, value, NONE);
    emit_func_op(e, CODE_SET_MEMORY, self, value, m->index, 0);
}

static void create_part(struct emit *e, const struct part *p, int32_t owner_field) {
    emit_func_statement(e, p->blueprint->place);
    int32_t self = emit_func_temp(e), made = emit_func_temp(e);
    emit_expr_this(e, self);
    emit_func_op(e, CODE_STORED, self, self, 0, owner_field);
    int32_t args = e->f->top;
    /* the node is no call, so the defaults are the arguments */
    emit_body_arguments(e, p->blueprint->node, p->blueprint);
    emit_func_op(e, CODE_CREATE, made, self, p->blueprint->params > 0 ? args : 0,
                 p->blueprint->index);
}

/* Emits code that creates the parts, such as 5 models. More than one are made in a loop, which
 * counts down in a hidden slot. */
static void create_parts(struct emit *e, const struct part *p, int32_t owner_field) {
    if (p->count == 1) {
        create_part(e, p, owner_field);
        return;
    }
    struct label top = LABEL, end = LABEL;
    int32_t left = emit_func_hidden(e, V_NUMBER);
    emit_func_statement(e, p->blueprint->place);
    int32_t count = emit_func_temp(e);
    emit_expr_number(e, count, p->count);
    emit_func_op(e, CODE_STORE, count, 0, 0, left);
    emit_func_bind(e, &top);
    emit_func_statement(e, p->blueprint->place);
    count = emit_func_temp(e);
    int32_t one = emit_func_temp(e), more = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, count, 0, 0, left);
    emit_expr_number(e, one, 1);
    emit_func_op(e, CODE_AT_MOST, more, one, count, 0);
    emit_func_jump(e, CODE_JUMP_NOT, more, &end);
    emit_func_op(e, CODE_SUBTRACT, count, count, one, 0);
    emit_func_op(e, CODE_STORE, count, 0, 0, left);
    create_part(e, p, owner_field);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    emit_func_give_back(e, left);
}

static int64_t player_bit(const struct node *v) {
    return v->mark == MEAN_PLAYER ? INT64_C(1) << v->slot : 0;
}

static void set_side(struct emit *e, struct node *player, int64_t side) {
    emit_func_statement(e, player->place);
    int32_t who = emit_func_temp(e), value = emit_func_temp(e);
    emit_expr_as(e, player, player->type, who);
    emit_expr_number(e, value, side);
    emit_func_op(e, CODE_SET_FIELD, who, value, 0,
                 emit_expr_native_field(e, NULL, NATIVE_SIDE)->index);
}

/* Emits code that takes those out of a battle whom its scenario does not name, and that forms its
 * sides: they are numbered from 1, in the order of the text. */
static void sides(struct emit *e, const struct blueprint_decl *b) {
    if (b->players) {
        int64_t mask = 0;
        for (struct node *v = b->players->setting.values; v; v = v->next) mask |= player_bit(v);
        emit_func_statement(e, b->players->place);
        emit_func_op(e, CODE_TAKE_PART, 0, 0, 0, emit_constant(e, mask));
    }
    int64_t side = 1;
    for (struct node *v = b->sides ? b->sides->setting.values : NULL; v; v = v->next, side++) {
        if (v->kind != NODE_POINT) {
            set_side(e, v, side);
            continue;
        }
        set_side(e, v->point.x, side);
        set_side(e, v->point.y, side);
        for (struct node *k = v->point.more; k; k = k->next) set_side(e, k, side);
    }
}

static bool fills(const struct blueprint_decl *b) {
    if (b->given || b->parts || b->table_size || b->players || b->sides) return true;
    for (const struct memory_decl *m = b->memory; m; m = m->next)
        if (!m->param && (m->value || blank(emit_type(m->type)) != 0)) return true;
    return false;
}

static int32_t init(struct emit *e, const struct blueprint_decl *b) {
    if (!fills(b)) return -1;
    struct func f;
    struct func_frame frame = {.name = "new", .text = b->name, .place = b->place, .blueprint = b};
    emit_func_begin(e, &f, &frame);
    if (b->table_size) {
        int64_t size;
        emit_func_statement(e, b->table_size->place);
        if (emit_const_fold(e, b->table_size, &size))
            emit_func_op(e, CODE_TABLE, 0, 0, 0, emit_constant(e, size));
        else
            emit_refuse(e, b->table_size->place, "this size");
    }
    sides(e, b);
    for (const struct memory_decl *m = b->memory; m; m = m->next) set_memory(e, m);
    for (const struct given *g = b->given; g; g = g->next)
        if (!names_later(b, g)) set_field(e, g, NULL);
    int32_t owner = b->parts ? emit_expr_native_field(e, b->kind, NATIVE_OWNER)->index : -1;
    for (const struct part *p = b->parts; p; p = p->next) create_parts(e, p, owner);
    for (const struct part *p = b->parts; p; p = p->next)
        for (const struct given *g = p->blueprint->given; g; g = g->next)
            if (names_later(p->blueprint, g)) set_field(e, g, p->blueprint);
    emit_func_op(e, CODE_END, 0, 0, 0, 0);
    return emit_func_end(e);
}

/* ---- Blueprints --------------------------------------------------------- */

static void card_title(struct emit *e, const struct blueprint_decl *b) {
    const struct node *label = b->label;
    const struct text_holes *holes = label && label->flags & FLAG_HOLES ? label->meaning : NULL;
    if (!holes) return;
    const int32_t title = emit_ask_template(e, label);
    int32_t first = e->img->lists_count;
    for (int32_t i = 0; i < holes->count && i < MAX_HOLES; i++)
        emit_list(e, &((const struct field_decl *)holes->holes[i]->meaning)->index, 1);
    const int32_t row = emit_row_titled(e);
    e->img->titled[row] = (struct image_titled){-1, b->index, title, first};
}

static void blueprint(struct emit *e, const struct blueprint_decl *b) {
    int32_t name = emit_text(e, b->name), title = emit_text_or_none(e, b->title);
    int32_t memory = e->img->memory_count, cites, cite_count, count = 0;
    for (const struct memory_decl *m = b->memory; m; m = m->next, count++) {
        int32_t text = emit_text(e, m->name), at = emit_row_memory(e);
        e->img->memory[at].name = text;
        e->img->memory[at].type = emit_type(m->type);
        e->img->memory[at].range = emit_range(e, m->least, m->most);
        e->img->memory[at].secret = m->secret;
    }
    ASSERT(count == b->memories);
    emit_cites(e, b->cites, &cites, &cite_count);
    int32_t row = emit_row_blueprints(e);
    struct image_blueprint *to = &e->img->blueprints[row];
    ASSERT(row == b->index);
    to->name = name;
    to->title = title;
    to->kind = b->kind->index;
    to->rank = b->rank;
    to->outer = b->outer ? b->outer->index : -1;
    to->form_of = b->form_of ? b->form_of->index : b->index;
    to->params = b->params;
    to->words = b->kind->words + b->memories;
    to->init = -1;
    to->first_memory = memory;
    to->memories = b->memories;
    to->place = emit_place(e, b->place);
    to->cites = cites;
    to->cite_count = cite_count;
    if (to->words > e->img->thing_words) e->img->thing_words = to->words;
    card_title(e, b);
}

void emit_decl_blueprints(struct emit *e) {
    const struct names *n = e->names;
    for (int32_t i = 0; i < n->blueprints_count; i++) blueprint(e, n->blueprints[i]);
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        int32_t func = init(e, n->blueprints[i]);
        e->img->blueprints[i].init = func;
    }
    for (int32_t i = 0; i < n->events_count; i++)
        if (n->events[i]->blueprint)
            e->img->blueprints[n->events[i]->blueprint->index].speaks = true;
}

/* ---- Enumerations, dice, charts, rulings -------------------------------- */

static void enumeration(struct emit *e, const struct enum_decl *d) {
    int32_t name = emit_text(e, d->name), first = e->img->lists_count;
    for (int32_t i = 0; i < d->count; i++) {
        int32_t text = emit_text(e, d->values[i]);
        emit_list(e, &text, 1);
    }
    int32_t row = emit_row_enums(e);
    ASSERT(row == d->index);
    e->img->enums[row].name = name;
    e->img->enums[row].first_value = first;
    e->img->enums[row].values = d->count;
}

static void die(struct emit *e, const struct die_decl *d) {
    int32_t name = emit_text(e, d->name), first = e->img->faces_count;
    for (int32_t i = 0; i < d->sides; i++) {
        int32_t text = emit_text_or_none(e, d->face_names[i]);
        int32_t face = emit_row_faces(e);
        e->img->faces[face].name = text;
        emit_const_face(e, d, i, &e->img->faces[face].value);
    }
    int32_t row = emit_row_dice(e);
    ASSERT(row == d->index);
    e->img->dice[row].name = name;
    e->img->dice[row].sides = d->sides;
    e->img->dice[row].first_face = first;
    e->img->dice[row].place = emit_place(e, d->place);
}

static void chart(struct emit *e, const struct chart_decl *c) {
    int32_t name = emit_text(e, c->name), cells = c->rows * c->columns;
    int64_t *values = NEW_ARRAY(&e->scratch, (size_t)cells + 1, int64_t);
    for (int32_t i = 0; i < cells; i++)
        if (!emit_const_fold(e, c->cells[i], &values[i]))
            emit_refuse(e, c->cells[i]->place, "this cell");
    /* Cells must lie side by side, so they are not interned as other constants are. */
    int32_t first = e->img->constants_count;
    for (int32_t i = 0; i < cells; i++) {
        int32_t at = emit_row_constants(e);
        e->img->constants[at] = values[i];
    }
    int32_t row = emit_row_charts(e);
    struct image_chart *to = &e->img->charts[row];
    ASSERT(row == c->index);
    to->name = name;
    to->least = c->least;
    to->left = c->left;
    to->rows = c->rows;
    to->columns = c->columns;
    to->first_cell = first;
    to->type = emit_type(c->type);
    to->place = emit_place(e, c->place);
}

/* ---- Blueprints as values ----------------------------------------------- */

/* Sets *value to what a blueprint's card says of a plain field, or else its kinds. Returns false if
 * that is no constant. */
static bool card_value(struct emit *e, const struct blueprint_decl *b, const struct field_decl *f,
                       int64_t *value) {
    struct node *said = NULL;
    bool yes = false;
    for (const struct given *g = b->given; g; g = g->next) {
        if (g->field != f) continue;
        yes = g->count == 0;
        said = g->count > 0 ? g->values[0] : NULL;
    }
    for (const struct kind_decl *k = b->kind; k && !said; k = k->parent)
        for (const struct kind_default *d = k->defaults; d && !said; d = d->next)
            if (d->field == f) said = d->value;
    if (!said) said = f->value;
    *value = yes ? 1 : f->none_ok ? NONE : blank(emit_type(f->type));
    return yes || !said || emit_const_fold(e, said, value);
}

int32_t emit_decl_cards(struct emit *e, const struct field_decl *f) {
    const struct names *n = e->names;
    struct place at = f->place;
    int32_t least = -1, most = -1;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        if (!names_kind_is(n->blueprints[i]->kind, f->kind)) continue;
        least = least < 0 ? i : least;
        most = i;
    }
    const int32_t rows = least < 0 ? 1 : most - least + 1, first = e->img->constants_count;
    int64_t *values = NEW_ARRAY(&e->scratch, (size_t)rows, int64_t);
    for (int32_t i = 0; i < rows; i++) {
        const struct blueprint_decl *b = least < 0 ? NULL : n->blueprints[least + i];
        values[i] = NONE;
        if (b && names_kind_is(b->kind, f->kind) && !card_value(e, b, f, &values[i]))
            emit_refuse(e, at, "a field that some card computes, of a blueprint");
    }
    for (int32_t i = 0; i < rows; i++) {
        const int32_t row = emit_row_constants(e);
        e->img->constants[row] = values[i];
    }
    const int32_t name = emit_text(e, f->name), place = emit_place(e, f->place);
    const int32_t row = emit_row_charts(e);
    struct image_chart *to = &e->img->charts[row];
    to->name = name;
    to->least = least < 0 ? 0 : least;
    to->rows = rows;
    to->columns = 1;
    to->first_cell = first;
    to->type = emit_type(f->type);
    to->place = place;
    return row;
}

int32_t emit_decl_listed(struct emit *e, const struct kind_decl *k) {
    const struct names *n = e->names;
    int32_t *list = NEW_ARRAY(&e->scratch, (size_t)n->blueprints_count + 1, int32_t);
    list[0] = 0;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *b = n->blueprints[i];
        const bool helper = b->node && b->node->flags & FLAG_FOR_EXAMPLES;
        if (b->outer || b->form_of || b->params > 0 || helper || !names_kind_is(b->kind, k))
            continue;
        list[++list[0]] = i;
    }
    return emit_list(e, list, list[0] + 1);
}

static void ruling(struct emit *e, const struct ruling_decl *d) {
    int32_t name = emit_text(e, d->name), label = emit_label(e, d->node->ruling.label);
    int32_t first = e->img->lists_count, count = 0, cites, cite_count;
    for (const struct node *r = d->node->ruling.readings; r; r = r->next, count++) {
        int32_t pair[2];
        pair[0] = emit_text(e, r->text);
        pair[1] = emit_label(e, r->reading.label);
        emit_list(e, pair, 2);
    }
    emit_cites(e, d->node->cites, &cites, &cite_count);
    int32_t row = emit_row_rulings(e);
    struct image_ruling *to = &e->img->rulings[row];
    ASSERT(row == d->index && count == d->count);
    to->name = name;
    to->label = label;
    to->first_reading = first;
    to->readings = count;
    to->place = emit_place(e, d->place);
    to->cites = cites;
    to->cite_count = cite_count;
}

void emit_decl_matter(struct emit *e) {
    const struct names *n = e->names;
    for (int32_t i = 0; i < n->enums_count; i++) enumeration(e, n->enums[i]);
    for (int32_t i = 0; i < n->dice_count; i++) die(e, n->dice[i]);
    for (int32_t i = 0; i < n->charts_count; i++) chart(e, n->charts[i]);
    for (int32_t i = 0; i < n->rulings_count; i++) ruling(e, n->rulings[i]);
}
