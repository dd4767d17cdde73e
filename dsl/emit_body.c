/* emit_body: the statements of events, triggers and `whenever`, except questions (emit_ask.c). An
 * effect is an expression that rolls, asks or changes something, such as `roll`, `offer` or
 * `create`. */
#include "emit_int.h"

/* ---- Targets of writing ------------------------------------------------- */

void emit_body_store_slot(struct emit *e, const struct slot_decl *slot, int32_t temp) {
    emit_func_op(e, e->f->own ? CODE_STORE : CODE_SET_ROLE, temp, 0, 0,
                 emit_expr_slot_index(e, slot));
}

/* Computes the thing whose field or memory is written, before anything changes. Returns its temp;
 * -1 if the target is no field or memory. */
static int32_t target_thing(struct emit *e, struct node *target) {
    if (target->kind == NODE_DOT && (target->mark == MEAN_FIELD || target->mark == MEAN_MEMORY))
        return emit_expr_operand(e, target->dot.of);
    if (target->kind != NODE_NAME || target->mark != MEAN_MEMORY) return -1;
    int32_t temp = emit_func_temp(e);
    emit_expr_this(e, temp);
    return temp;
}

static void store_target(struct emit *e, struct node *target, int32_t thing, int32_t temp) {
    const struct local *local = target->meaning;
    const struct slot_decl *slot = target->meaning;
    const struct memory_decl *memory = target->meaning;
    const struct field_decl *field = target->meaning;
    const struct home *home;
    switch ((enum meaning)target->mark) {
    case MEAN_LOCAL:
        home = local->emit;
        emit_func_op(e, CODE_STORE, temp, 0, 0, home->index);
        break;
    case MEAN_ROLE: emit_body_store_slot(e, slot, temp); break;
    case MEAN_NEAREST:
        emit_func_op(e, CODE_SET_NEAREST, temp, slot->index, 0, slot->event->index);
        break;
    case MEAN_MEMORY:
        if (target->kind == NODE_DOT)
            emit_expr_still_of(e, target->dot.of, memory->blueprint, thing);
        emit_func_op(e, CODE_SET_MEMORY, thing, temp, memory->index, 0);
        break;
    case MEAN_FIELD:
        emit_expr_still_kind(e, target->dot.of, field->kind, thing);
        emit_func_op(e, CODE_SET_FIELD, thing, temp, 0, field->index);
        break;
    default: emit_refuse(e, target->place, "a write to this");
    }
}

/* Reads the old value of the target of `+=` or `-=`. Of a field this is the value as stored,
 * without rows. */
static void read_target(struct emit *e, struct node *target, int32_t thing, int32_t temp) {
    const struct field_decl *field = target->meaning;
    if (target->mark == MEAN_FIELD && target->kind == NODE_DOT)
        emit_func_op(e, CODE_STORED, temp, thing, 0, field->index);
    else
        emit_expr_into(e, target, temp);
}

/* ---- Values that are effects -------------------------------------------- */

static void create_bare(struct emit *e, struct node *n, int32_t temp) {
    struct node *what = n->create.what;
    const struct blueprint_decl *blueprint = what->meaning;
    const struct kind_decl *kind = what->meaning;
    int32_t mark = emit_func_mark(e), owner;
    if (n->create.owner) {
        owner = emit_expr_operand(e, n->create.owner);
    } else {
        owner = emit_func_temp(e);
        emit_expr_number(e, owner, NONE);
    }
    int32_t args = e->f->top;
    if (what->mark == MEAN_BLUEPRINT && what->kind != NODE_DOT) {
        emit_body_arguments(e, what, blueprint);
        emit_func_op(e, CODE_CREATE, temp, owner, blueprint->params > 0 ? args : 0,
                     blueprint->index);
    } else if (what->mark == MEAN_KIND) {
        emit_func_op(e, CODE_CREATE_KIND, temp, owner, 0, kind->index);
    } else {
        emit_func_op(e, CODE_CREATE_OF, temp, owner, emit_expr_operand(e, what), 0);
    }
    emit_func_release(e, mark);
}

/* Emits an effect, whose value goes to `temp`. Returns false if n is no effect. */
static bool effect(struct emit *e, struct node *n, int32_t temp) {
    switch ((enum node_kind)n->kind) {
    case NODE_OFFER: emit_ask_offer(e, n, temp); return true;
    case NODE_CREATE: create_bare(e, n, temp); return true;
    case NODE_MAY_ASK: {
        int32_t choice = emit_ask_choice(e, n, CHOICE_MAY, n->may_ask.label);
        emit_ask_holes(e, choice, n->may_ask.label);
        emit_func_op(e, CODE_MAY, temp, 0, 0, choice);
        return true;
    }
    case NODE_DRAW:
    case NODE_DO: emit_refuse(e, n->place, "the value of this"); return true;
    default: break;
    }
    if (!emit_roll_is_effect(n)) return false;
    emit_roll_effect(e, n, temp);
    return true;
}

/* Emits code that places what `create` made (`at …`) and puts it on a pile (`on …`), as far as the
 * text says so. Each is a stretch of its own, for which the thing was kept in a slot. */
static void create_goes(struct emit *e, struct node *n, int32_t slot) {
    if (n->create.spot) {
        emit_func_statement(e, n->place);
        int32_t thing = emit_func_temp(e);
        emit_func_op(e, CODE_LOAD, thing, 0, 0, slot);
        emit_func_op(e, CODE_PLACE, thing, emit_expr_operand(e, n->create.spot), 0, 0);
    }
    if (n->create.pile) {
        const struct field_decl *pile = n->create.pile->meaning;
        emit_func_statement(e, n->place);
        int32_t thing = emit_func_temp(e);
        emit_func_op(e, CODE_LOAD, thing, 0, 0, slot);
        emit_func_op(e, CODE_PUT, thing, emit_expr_holder(e, n->create.pile), 0, pile->index);
    }
}

/* Computes a value, which may be an effect, into a slot of this frame. */
static void into_slot(struct emit *e, struct node *n, const struct type *type, int32_t slot) {
    struct rolls rolls;
    emit_roll_hoist(e, n, true);
    emit_func_statement(e, n->place);
    int32_t temp = emit_func_temp(e);
    if (!effect(e, n, temp)) emit_expr_as(e, n, type, temp);
    emit_func_op(e, CODE_STORE, temp, 0, 0, slot);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    if (n->kind == NODE_CREATE) create_goes(e, n, slot);
}

static void lower_create(struct emit *e, struct node *n) {
    int32_t slot = emit_func_hidden_of(e, emit_type(n->type));
    into_slot(e, n, n->type, slot);
    emit_func_give_back(e, slot);
}

static void lower_let(struct emit *e, struct node *n) {
    struct node *value = n->let.value;
    if (n->mark == BIND_SLOT) { /* a `let` that binds a slot of its event */
        const struct slot_decl *slot = n->meaning;
        into_slot(e, value, slot->type, emit_expr_slot_index(e, slot));
        return;
    }
    struct local *local = n->meaning;
    int32_t slot = emit_func_open_slot(e, local, emit_type(local->type));
    if (value->kind == NODE_DO)
        emit_body_do(e, value, local);
    else
        into_slot(e, value, local->type, slot);
}

static void lower_keep(struct emit *e, struct node *n) {
    const struct slot_decl *slot = n->meaning;
    if (!n->keep.value) return;
    ASSERT(e->f->own);
    into_slot(e, n->keep.value, slot->type, emit_expr_slot_index(e, slot));
}

static void lower_assign(struct emit *e, struct node *n) {
    struct rolls rolls;
    struct node *target = n->assign.target, *value = n->assign.value;
    const struct type *type = target->type;
    emit_roll_hoist(e, value, n->op == OP_SET);
    emit_func_statement(e, n->place);
    int32_t thing = target_thing(e, target), temp = emit_func_temp(e);
    if (n->op == OP_SET) {
        if (!effect(e, value, temp)) emit_expr_as(e, value, type, temp);
        if (value->kind == NODE_CREATE && (value->create.spot || value->create.pile))
            emit_refuse(e, n->place, "'create … at' as a value that is assigned");
    } else {
        bool set = emit_expr_is_set(type), minus = n->op == OP_MINUS;
        read_target(e, target, thing, temp);
        int32_t by = set ? emit_expr_set(e, value) : emit_expr_counted(e, value);
        enum opcode op = minus ? CODE_SUBTRACT : CODE_ADD;
        if (set) op = minus ? CODE_WITHOUT : CODE_UNION;
        if (type->class == CLASS_POOL) op = minus ? CODE_POOL_WITHOUT : CODE_POOL_JOIN;
        emit_func_op(e, op, temp, temp, by, 0);
    }
    store_target(e, target, thing, temp);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
}

/* ---- do ----------------------------------------------------------------- */

static void list_results(struct emit *e, const struct local *record, int32_t call) {
    const struct home *h = record->emit;
    int32_t first = e->img->lists_count, count = 0;
    for (int32_t i = 0; i < record->result_count; i++, count++) {
        const int32_t pair[] = {record->results[i]->index, h->results[i]};
        emit_list(e, pair, 2);
    }
    if (h->status >= 0) {
        const int32_t pair[] = {-1, h->status};
        emit_list(e, pair, 2);
        count++;
    }
    e->img->calls[call].first_result = first;
    e->img->calls[call].results = count;
}

void emit_body_do(struct emit *e, struct node *n, struct local *record) {
    const struct event_decl *event = n->meaning;
    struct rolls rolls;
    struct node *args = n->kind == NODE_WHEN ? n->when_.call->call.args : n->do_.args;
    struct node *call_node = n->kind == NODE_WHEN ? n->when_.call : n;
    for (struct node *arg = args; arg; arg = arg->next) emit_roll_hoist(e, arg, false);
    emit_func_statement(e, n->place);
    int32_t first = e->f->top, count = 0;
    int32_t roles[MAX_SLOTS];
    const struct slot_decl *slot = event->slots;
    for (int32_t i = 0; i < event->kept && slot; i++, slot = slot->next) {
        struct node *arg = names_arg(call_node, i);
        if (!arg) continue;
        emit_expr_as(e, arg, slot->type, emit_func_temp(e));
        roles[count++] = i;
    }
    int32_t call = emit_row_calls(e);
    int32_t list = emit_list(e, roles, count);
    struct image_call *c = &e->img->calls[call];
    c->event = event->index;
    c->first_arg = list;
    c->args = count;
    c->place = emit_place(e, n->place);
    c->first_result = 0;
    if (record) list_results(e, record, call);
    bool again = n->kind == NODE_DO && n->mark == DO_CONTINUE;
    if (count == 0) first = emit_func_temp(e);
    emit_func_op(e, again ? CODE_CONTINUE : CODE_DO, first, 0, 0, call);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
}

/* ---- Blocks ------------------------------------------------------------- */

static void lower_if(struct emit *e, struct node *n) {
    struct label no = LABEL, end = LABEL;
    struct rolls rolls;
    emit_roll_hoist(e, n->if_.cond, false);
    emit_func_statement(e, n->place);
    emit_expr_jump_not(e, n->if_.cond, &no);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    emit_body_block(e, n->if_.then);
    if (n->if_.other || rolls.count > 0) emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &no);
    emit_roll_zero(e, &rolls);
    if (n->if_.other && n->if_.other->kind == NODE_IF)
        lower_if(e, n->if_.other);
    else if (n->if_.other)
        emit_body_block(e, n->if_.other);
    emit_func_bind(e, &end);
}

static void lower_while(struct emit *e, struct node *n) {
    struct label top = LABEL, end = LABEL;
    struct rolls rolls;
    emit_func_bind(e, &top);
    emit_roll_hoist(e, n->while_.cond, false);
    emit_func_statement(e, n->place);
    emit_expr_jump_not(e, n->while_.cond, &end);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    emit_body_block(e, n->while_.body);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    emit_roll_zero(e, &rolls);
}

static void lower_repeat(struct emit *e, struct node *n) {
    struct label top = LABEL, end = LABEL;
    int32_t left = emit_func_hidden(e, V_NUMBER);
    into_slot(e, n->repeat.count, NULL, left);
    emit_func_bind(e, &top);
    emit_func_statement(e, n->place);
    int32_t count = emit_func_temp(e), nought = emit_func_temp(e), more = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, count, 0, 0, left);
    emit_expr_number(e, nought, 0);
    emit_func_op(e, CODE_LESS, more, nought, count, 0);
    emit_func_jump(e, CODE_JUMP_NOT, more, &end);
    emit_expr_number(e, nought, 1);
    emit_func_op(e, CODE_SUBTRACT, count, count, nought, 0);
    emit_func_op(e, CODE_STORE, count, 0, 0, left);
    emit_body_block(e, n->repeat.body);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    emit_func_give_back(e, left);
}

/* Emits a `for`. The set is computed once and waits in a hidden slot, so the walk goes over the
 * members that it had at the beginning. */
static void lower_for(struct emit *e, struct node *n) {
    struct label top = LABEL, end = LABEL;
    struct rolls rolls;
    struct local *local = n->meaning;
    struct image_type member = emit_type(local->type);
    int32_t set_slot = emit_func_hidden_of(e, (struct image_type){V_SET, member.class, member.of});
    int32_t index_slot = emit_func_hidden(e, V_NUMBER);
    emit_roll_hoist(e, n->for_.set, false);
    emit_func_statement(e, n->place);
    int32_t set = emit_func_temp(e), index = emit_func_temp(e);
    emit_set_gather(e, n->for_.set, n->for_.where, local, set);
    emit_expr_number(e, index, -1);
    emit_func_op(e, CODE_STORE, set, 0, 0, set_slot);
    emit_func_op(e, CODE_STORE, index, 0, 0, index_slot);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    emit_func_bind(e, &top);
    emit_func_statement(e, n->place);
    set = emit_func_temp(e), index = emit_func_temp(e);
    int32_t one = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, set, 0, 0, set_slot);
    emit_func_op(e, CODE_LOAD, index, 0, 0, index_slot);
    emit_func_next(e, one, index, set, &end);
    int32_t scope = emit_func_scope(e);
    emit_func_op(e, CODE_STORE, one, 0, 0, emit_func_open_slot(e, local, member));
    emit_func_op(e, CODE_STORE, index, 0, 0, index_slot);
    emit_body_block(e, n->for_.body);
    emit_func_scope_end(e, scope);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    emit_func_give_back(e, set_slot);
    emit_func_give_back(e, index_slot);
}

/* ---- Features ----------------------------------------------------------- */

int32_t emit_body_until(struct emit *e, struct node *until, struct node *cond, int32_t *first) {
    *first = 0;
    if (!until && !cond) return -1;
    const struct event_decl *event = until ? until->meaning : NULL;
    struct node *when = until ? until->until.when : cond;
    int32_t captured = 0, func = -1;
    if (when) {
        func = emit_func_capturing(e, when, NULL, 0, event, first);
        captured = e->img->funcs[func].params;
    }
    int32_t row = emit_row_untils(e);
    struct image_until *u = &e->img->untils[row];
    u->what = UNTIL_WHILE;
    if (until && until->op == OP_ENDS) u->what = UNTIL_ENDS;
    if (until && until->op == OP_NEXT_BEGINS) u->what = UNTIL_NEXT_BEGINS;
    if (until && until->op == OP_NEXT_ENDS) u->what = UNTIL_NEXT_ENDS;
    u->event = event ? event->index : -1;
    u->when = func;
    u->captured = captured;
    u->place = emit_place(e, until ? until->place : cond->place);
    return row;
}

/* Loads the arguments of a blueprint into temps, one for each parameter: the argument that `call`
 * gives, or the default, or none. */
void emit_body_arguments(struct emit *e, struct node *call, const struct blueprint_decl *b) {
    const struct memory_decl *param = b->memory;
    for (int32_t i = 0; i < b->params; i++, param = param->next) {
        int32_t temp = emit_func_temp(e);
        struct node *arg = call->kind == NODE_CALL ? names_arg(call, i) : NULL;
        if (!arg) arg = param->value;
        if (arg)
            emit_expr_as(e, arg, param->type, temp);
        else
            emit_expr_number(e, temp, NONE);
    }
}

static void lower_give(struct emit *e, struct node *n) {
    struct node *what = n->give.feature;
    const struct blueprint_decl *b = what->meaning;
    bool made = emit_expr_type(what)->class == CLASS_BLUEPRINT;
    struct rolls rolls;
    emit_roll_hoist(e, what, false);
    emit_roll_hoist(e, n->give.taker, false);
    emit_func_statement(e, n->place);
    int32_t feature = emit_func_temp(e);
    if (!made || what->mark != MEAN_BLUEPRINT) emit_expr_into(e, what, feature);
    int32_t taker = emit_expr_operand(e, n->give.taker), args = e->f->top, first;
    if (made && what->mark == MEAN_BLUEPRINT) emit_body_arguments(e, what, b);
    int32_t until = emit_body_until(e, n->give.until, n->give.cond, &first);
    if (!made)
        emit_func_op(e, CODE_GIVE_THING, feature, taker, 0, 0);
    else if (what->mark == MEAN_BLUEPRINT)
        emit_func_op(e, CODE_GIVE, feature, taker, b->params > 0 ? args : 0, b->index);
    else
        emit_func_op(e, CODE_GIVE_OF, feature, taker, feature, 0);
    if (until >= 0) emit_func_op(e, CODE_UNTIL, feature, first, 0, until);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
}

static void lower_take(struct emit *e, struct node *n) {
    struct node *what = n->take.feature;
    const struct blueprint_decl *b = what->meaning;
    emit_func_statement(e, n->place);
    if (emit_expr_type(what)->class != CLASS_BLUEPRINT)
        emit_func_op(e, CODE_TAKE_THING, emit_expr_operand(e, what), 0, 0, 0);
    else if (what->mark == MEAN_BLUEPRINT)
        emit_func_op(e, CODE_TAKE, emit_expr_operand(e, n->take.bearer), 0, 0, b->index);
    else
        emit_refuse(e, n->place, "'take' of a blueprint that is computed");
}

/* ---- Simple ones -------------------------------------------------------- */

int32_t emit_body_template(struct emit *e, struct node *text, int32_t *first) {
    *first = 0;
    if (!text) return -1;
    const struct text_holes *holes = text->flags & FLAG_HOLES ? text->meaning : NULL;
    int32_t count = holes ? holes->count : 0, texts = 0, types = e->img->hole_types_count;
    if (count > 0) *first = e->f->top;
    for (int32_t i = 0; i < count; i++) {
        emit_expr_into(e, holes->holes[i], emit_func_temp(e));
        int32_t type = emit_row_hole_types(e);
        e->img->hole_types[type] = emit_type(holes->holes[i]->type);
    }
    for (int32_t i = 0; i <= count; i++) {
        int32_t part = emit_text(e, holes ? holes->texts[i] : text->text);
        int32_t at = emit_list(e, &part, 1);
        if (i == 0) texts = at;
    }
    int32_t row = emit_row_templates(e);
    e->img->templates[row].first_text = texts;
    e->img->templates[row].texts = count + 1;
    e->img->templates[row].first_hole = types;
    return row;
}

static void lower_score(struct emit *e, struct node *n) {
    int32_t points = emit_expr_operand(e, n->score.amount),
            player = emit_expr_operand(e, n->score.player);
    struct node *label = n->score.label;
    if (label && label->kind != NODE_TEXT) {
        int32_t as = emit_expr_operand(e, label);
        emit_func_op(e, CODE_SCORE_AS, points, player, as, 0);
        return;
    }
    int32_t first, template = emit_body_template(e, label, &first);
    emit_func_op(e, CODE_SCORE, points, player, first, template);
}

/* Emits a `draw`: a loop that draws one card after the other. Source, taker and number are computed
 * once and kept in hidden slots. The pile is looked at again for each card, since rules about the
 * card before may have changed the pile. */
static void lower_draw(struct emit *e, struct node *n) {
    const struct field_decl *from = n->draw.source->meaning, *to = n->draw.taker->meaning;
    struct label top = LABEL, end = LABEL;
    struct rolls rolls;
    /* source, taker, number left, whether a card was missing, how many came from one lot */
    enum { ROW = 5 };
    int32_t slots[ROW];
    if (from->index > INT16_MAX || to->index > INT16_MAX)
        emit_refuse(e, n->place, "a draw between so many fields");
    for (int i = 0; i < ROW; i++) slots[i] = emit_func_hidden(e, i < 2 ? V_THING : V_NUMBER);
    for (int i = 0; i < node_kids(NODE_DRAW); i++) emit_roll_hoist(e, n->kid[i], false);
    emit_func_statement(e, n->place);
    int32_t row = emit_func_temp(e);
    for (int i = 1; i < ROW; i++) emit_func_temp(e);
    emit_expr_into(e, n->draw.count, row + 2);
    emit_expr_into(e, n->draw.source->dot.of, row);
    emit_expr_still_kind(e, n->draw.source->dot.of, from->kind, row);
    emit_expr_into(e, n->draw.taker->dot.of, row + 1);
    emit_expr_still_kind(e, n->draw.taker->dot.of, to->kind, row + 1);
    emit_expr_number(e, row + 3, 0);
    emit_expr_number(e, row + 4, 0);
    for (int i = 0; i < ROW; i++) emit_func_op(e, CODE_STORE, row + i, 0, 0, slots[i]);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    emit_func_bind(e, &top);
    emit_func_statement(e, n->place);
    row = emit_func_temp(e);
    for (int i = 1; i < ROW; i++) emit_func_temp(e);
    int32_t got = emit_func_temp(e), test = emit_func_temp(e), number = emit_func_temp(e);
    for (int i = 0; i < ROW; i++) emit_func_op(e, CODE_LOAD, row + i, 0, 0, slots[i]);
    emit_func_op(e, CODE_DRAW, got, row, 0, from->index << 16 | to->index);
    emit_expr_number(e, number, 0);
    emit_func_op(e, CODE_SAME, test, got, number, 0);
    emit_func_jump(e, CODE_JUMP_IF, test, &end);
    emit_expr_number(e, number, 1);
    emit_func_op(e, CODE_SAME, test, got, number, 0);
    emit_func_op(e, CODE_SUBTRACT, row + 2, row + 2, test, 0);
    emit_func_op(e, CODE_STORE, row + 2, 0, 0, slots[2]);
    emit_expr_number(e, number, 2);
    emit_func_op(e, CODE_SAME, test, got, number, 0);
    emit_func_op(e, CODE_HIGHER, row + 3, row + 3, test, 0);
    emit_func_op(e, CODE_STORE, row + 3, 0, 0, slots[3]);
    emit_func_op(e, CODE_STORE, row + 4, 0, 0, slots[4]);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    for (int i = 0; i < ROW; i++) emit_func_give_back(e, slots[i]);
}

static void lower_reveal(struct emit *e, struct node *n) {
    struct node *what = n->reveal.what;
    const struct field_decl *field = n->meaning;
    const struct memory_decl *memory = what->meaning;
    if (!field)
        emit_func_op(e, CODE_REVEAL, emit_expr_operand(e, what), 0, 0, -1);
    else if (what->mark == MEAN_FIELD)
        emit_func_op(e, CODE_REVEAL, emit_expr_holder(e, what), 0, 0, field->index);
    else if (what->kind == NODE_DOT) {
        int32_t of = emit_expr_operand(e, what->dot.of);
        emit_expr_still_of(e, what->dot.of, memory->blueprint, of);
        emit_func_op(e, CODE_REVEAL_MEMORY, of, 0, memory->index, 0);
    } else {
        int32_t this = emit_func_temp(e);
        emit_expr_this(e, this);
        emit_func_op(e, CODE_REVEAL_MEMORY, this, 0, memory->index, 0);
    }
}

static void lower_stop(struct emit *e, struct node *n) {
    const struct event_decl *event = n->meaning;
    if (event)
        emit_func_op(e, CODE_STOP_EVENT, 0, 0, 0, event->index);
    else
        emit_func_op(e, CODE_STOP, 0, 0, 0, 0);
}

static void lower_put(struct emit *e, struct node *n) {
    const struct field_decl *pile = n->put.pile->meaning;
    int32_t card = emit_expr_operand(e, n->put.what), owner = emit_expr_holder(e, n->put.pile);
    emit_expr_still_kind(e, n->put.what, e->names->base[BASE_CARD], card);
    emit_func_op(e, CODE_PUT, card, owner, n->op == OP_UNDER, pile->index);
}

static void lower_shuffle(struct emit *e, struct node *n) {
    const struct field_decl *pile = n->shuffle.what->meaning;
    emit_func_op(e, CODE_SHUFFLE, emit_expr_holder(e, n->shuffle.what), 0, 0, pile->index);
}

static void lower_place(struct emit *e, struct node *n) {
    int32_t what = emit_expr_operand(e, n->place_.what);
    emit_func_op(e, CODE_PLACE, what, emit_expr_operand(e, n->place_.spot), 0, 0);
}

static void lower_needs(struct emit *e, struct node *n) {
    int32_t label = emit_label(e, n->needs.label);
    emit_func_op(e, CODE_NEEDS, emit_expr_operand(e, n->needs.cond), 0, 0, label);
}

static void lower_say(struct emit *e, struct node *n) {
    int32_t first, template;
    if (n->kind == NODE_WIN) {
        int32_t player = emit_expr_operand(e, n->win.player);
        template = emit_body_template(e, n->win.label, &first);
        emit_func_op(e, CODE_WIN, player, first, emit_expr_is_set(n->win.player->type), template);
        return;
    }
    if (n->kind == NODE_TIE) {
        template = emit_body_template(e, n->tie.label, &first);
        emit_func_op(e, CODE_TIE, 0, first, 0, template);
        return;
    }
    struct label end = LABEL;
    if (n->say.label && n->say.label->flags & FLAG_HOLES)
        emit_func_jump(e, CODE_JUMP_SILENT, 0, &end);
    template = emit_body_template(e, n->say.label, &first);
    emit_func_op(e, CODE_SAY, 0, first, 0, template);
    emit_func_bind(e, &end);
}

/* Emits a statement of one stretch: it looks, then changes something once. Its rolls were hoisted
 * before, into stretches of their own. Returns false if the statement is of another sort. */
static bool simple(struct emit *e, struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_NEEDS: lower_needs(e, n); return true;
    case NODE_PLACE: lower_place(e, n); return true;
    case NODE_PUT: lower_put(e, n); return true;
    case NODE_REMOVE:
        emit_func_op(e, CODE_REMOVE, emit_expr_operand(e, n->remove_.what), 0, 0, 0);
        return true;
    case NODE_DESTROY:
        emit_func_op(e, CODE_DESTROY, emit_expr_operand(e, n->destroy.what), 0, 0, 0);
        return true;
    case NODE_SHUFFLE: lower_shuffle(e, n); return true;
    case NODE_REVEAL: lower_reveal(e, n); return true;
    case NODE_SCORE: lower_score(e, n); return true;
    case NODE_WIN:
    case NODE_TIE:
    case NODE_SAY: lower_say(e, n); return true;
    case NODE_STOP: lower_stop(e, n); return true;
    case NODE_CANCEL: emit_func_op(e, CODE_CANCEL, 0, 0, 0, 0); return true;
    case NODE_OFFER: emit_ask_offer(e, n, emit_func_temp(e)); return true;
    default: return false;
    }
}

/* ---- All ---------------------------------------------------------------- */

static bool with_block(struct emit *e, struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_LET: lower_let(e, n); return true;
    case NODE_KEEP: lower_keep(e, n); return true;
    case NODE_ASSIGN: lower_assign(e, n); return true;
    case NODE_DO: emit_body_do(e, n, NULL); return true;
    case NODE_CREATE: lower_create(e, n); return true;
    case NODE_GIVE: lower_give(e, n); return true;
    case NODE_DRAW: lower_draw(e, n); return true;
    case NODE_TAKE: lower_take(e, n); return true;
    case NODE_IF: lower_if(e, n); return true;
    case NODE_WHILE: lower_while(e, n); return true;
    case NODE_REPEAT: lower_repeat(e, n); return true;
    case NODE_FOR: lower_for(e, n); return true;
    case NODE_CHOOSE:
    case NODE_CHOOSE_PLACE:
    case NODE_CHOOSE_PATH: emit_ask_choose(e, n); return true;
    case NODE_CHOOSE_ONE: emit_ask_one(e, n); return true;
    case NODE_MAY: emit_ask_may(e, n); return true;
    case NODE_ASK: emit_ask_player(e, n); return true;
    case NODE_ASK_EACH: emit_ask_each(e, n); return true;
    case NODE_DIVIDE: emit_ask_divide(e, n); return true;
    default: return false;
    }
}

static void statement(struct emit *e, struct node *n) {
    if (with_block(e, n)) return;
    struct rolls rolls;
    for (int i = 0; i < node_kids((enum node_kind)n->kind); i++)
        emit_roll_hoist(e, n->kid[i], false);
    emit_func_statement(e, n->place);
    if (!simple(e, n)) emit_refuse(e, n->place, "this statement");
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
}

void emit_body_statements(struct emit *e, struct node *first, int32_t count) {
    for (struct node *n = first; n && count != 0; n = n->next, count--) statement(e, n);
}

void emit_body_block(struct emit *e, struct node *block) {
    int32_t scope = emit_func_scope(e);
    emit_body_statements(e, block->block.statements, -1);
    emit_func_scope_end(e, scope);
}
