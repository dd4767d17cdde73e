/* Emits expressions. The value of an expression goes into a temp that the caller names. Temps that
 * the code needs on the way lie above the temps in use and are given back afterwards. */
#include "../vm/prim.h"
#include "emit_int.h"

#include <string.h>

bool emit_expr_is_set(const struct type *type) {
    return type && (type->class == CLASS_SET || type->class == CLASS_PILE);
}

void emit_expr_number(struct emit *e, int32_t temp, int64_t value) {
    if (value == NONE)
        emit_func_op(e, CODE_LOAD_NONE, temp, 0, 0, 0);
    else if (value >= INT32_MIN && value <= INT32_MAX)
        emit_func_op(e, CODE_NUMBER, temp, 0, 0, (int32_t)value);
    else
        emit_func_op(e, CODE_CONSTANT, temp, 0, 0, emit_constant(e, value));
}

int32_t emit_expr_temp(struct emit *e, struct node *n) {
    int32_t temp = emit_func_temp(e);
    emit_expr_into(e, n, temp);
    return temp;
}

int32_t emit_expr_operand(struct emit *e, struct node *n) {
    int32_t captured = -1;
    if (n->kind == NODE_NAME && n->mark == MEAN_LOCAL) {
        const struct home *h = ((const struct local *)n->meaning)->emit;
        if (h && h->f == e->f && !h->slot) return h->index;
        captured = emit_func_captured(e, n->meaning);
    } else if (n->kind == NODE_NAME && (n->mark == MEAN_PARAM || n->mark == MEAN_ROLE)) {
        captured = emit_func_captured(e, n->meaning);
        if (captured < 0 && n->mark == MEAN_PARAM) return n->slot;
    } else if (n->kind == NODE_NAME && n->mark == MEAN_THIS) {
        captured = emit_func_captured(e, &emit_key_this);
    }
    return captured >= 0 ? captured : emit_expr_temp(e, n);
}

/* ---- What names mean ---------------------------------------------------- */

void emit_expr_local(struct emit *e, struct local *local, int32_t temp) {
    int32_t captured = emit_func_captured(e, local);
    const struct home *h = local->emit;
    if (captured >= 0) {
        emit_func_op(e, CODE_MOVE, temp, captured, 0, 0);
    } else {
        ASSERT(h && h->f == e->f);
        if (h->slot)
            emit_func_op(e, CODE_LOAD, temp, 0, 0, h->index);
        else if (h->index != temp)
            emit_func_op(e, CODE_MOVE, temp, h->index, 0, 0);
    }
}

/* Returns the index of a role or kept value among the slots of the event that the present function
 * speaks of. A rule on several events is emitted once for each of them, so the slot may belong to
 * another of these events; then the slot of the same name counts. In a rule on any action returns
 * 0, the slot of the actor. */
int32_t emit_expr_slot_index(const struct emit *e, const struct slot_decl *slot) {
    const struct event_decl *event = e->f->event;
    if (!slot->event || !event) return 0; /* the actor of any action */
    if (slot->event != event) slot = names_event_slot(event, slot->name);
    ASSERT(slot);
    return slot->index;
}

void emit_expr_slot_decl(struct emit *e, const struct slot_decl *slot, int32_t temp) {
    int32_t captured = emit_func_captured(e, slot);
    if (captured >= 0)
        emit_func_op(e, CODE_MOVE, temp, captured, 0, 0);
    else
        emit_func_op(e, e->f->own ? CODE_LOAD : CODE_ROLE, temp, 0, 0,
                     emit_expr_slot_index(e, slot));
}

void emit_expr_this(struct emit *e, int32_t temp) {
    int32_t captured = emit_func_captured(e, &emit_key_this);
    if (captured >= 0)
        emit_func_op(e, CODE_MOVE, temp, captured, 0, 0);
    else
        emit_func_op(e, CODE_THIS, temp, 0, 0, 0);
}

const struct field_decl *emit_expr_native_field(const struct emit *e, const struct kind_decl *kind,
                                                enum native_field native) {
    for (const struct kind_decl *k = kind; k; k = k->parent)
        for (const struct field_decl *f = k->fields; f; f = f->next_in_kind)
            if (f->native == native) return f;
    for (int32_t i = 0; i < e->names->fields_count; i++)
        if (e->names->fields[i]->native == native) return e->names->fields[i];
    ASSERT(false);
    return NULL;
}

static void of_this(struct emit *e, enum native_field native, enum opcode op, int32_t temp) {
    const struct kind_decl *kind = e->f->blueprint ? e->f->blueprint->kind : NULL;
    emit_expr_this(e, temp);
    emit_func_op(e, op, temp, temp, 0, emit_expr_native_field(e, kind, native)->index);
}

static void result(struct emit *e, const struct node *n, int32_t temp) {
    const int32_t *slot = emit_func_result(e, n);
    int32_t captured = emit_func_captured(e, slot);
    if (captured >= 0)
        emit_func_op(e, CODE_MOVE, temp, captured, 0, 0);
    else
        emit_func_op(e, CODE_LOAD, temp, 0, 0, *slot);
}

/* Emits `EVENT.name`: reads a slot of the nearest running EVENT. In the `when` of an `until EVENT`
 * the slot is read of the event that begins or ends. */
static void load_nearest(struct emit *e, const struct slot_decl *slot, int32_t temp) {
    if (e->f->fixed && slot->event == e->f->fixed)
        emit_func_op(e, CODE_ROLE, temp, 0, 0, slot->index);
    else
        emit_func_op(e, CODE_NEAREST, temp, slot->index, 0, slot->event->index);
}

/* Returns the declared type of n if n is a role, or a memory of `this`, that holds a thing and may
 * be written after the text has asked what that thing is (`if who is chief { … }`). Returns NULL
 * for all other expressions. */
static const struct type *written_elsewhere(const struct emit *e, const struct node *n) {
    const struct slot_decl *slot = n->meaning;
    const struct memory_decl *memory = n->meaning;
    const bool role = n->kind == NODE_NAME && n->mark == MEAN_ROLE;
    const bool own = n->kind == NODE_NAME && n->mark == MEAN_MEMORY;
    const void *key = role ? n->meaning : &emit_key_this;
    if (!role && !own) return NULL;
    /* A pure function writes nothing itself. Only a value that it captured may have been written
     * before. */
    if (e->f->row.pure && emit_func_captured(e, key) < 0) return NULL;
    const struct type *type = role ? slot->type : memory->type;
    return type && type->class == CLASS_THING ? type : NULL;
}

void emit_expr_still_kind(struct emit *e, const struct node *n, const struct kind_decl *kind,
                          int32_t temp) {
    const struct type *type = written_elsewhere(e, n);
    if (!type || !kind || (type->kind && names_kind_is(type->kind, kind))) return;
    emit_func_op(e, CODE_STILL_KIND, temp, 0, 0, kind->index);
}

void emit_expr_still_of(struct emit *e, const struct node *n, const struct blueprint_decl *bp,
                        int32_t temp) {
    if (bp && written_elsewhere(e, n)) emit_func_op(e, CODE_STILL_OF, temp, 0, 0, bp->index);
}

/* Returns the kind of the thing n that is certain, even if the name n is written after the text has
 * asked for a narrower kind. NULL: any kind. */
static const struct kind_decl *sure_kind(const struct emit *e, const struct node *n) {
    const struct type *type = written_elsewhere(e, n);
    return (type ? type : emit_expr_type(n))->kind;
}

int32_t emit_expr_holder(struct emit *e, struct node *field_of) {
    const struct field_decl *field = field_of->meaning;
    int32_t holder = emit_expr_operand(e, field_of->dot.of);
    emit_expr_still_kind(e, field_of->dot.of, field->kind, holder);
    return holder;
}

static void read_field(struct emit *e, struct node *n, enum opcode op, int32_t temp) {
    const struct field_decl *field = n->meaning;
    int32_t mark = emit_func_mark(e);
    if (field->native == NATIVE_POINTS) {
        int32_t row = emit_func_temp(e);
        emit_expr_into(e, n->dot.of, row);
        emit_func_op(e, CODE_LOAD_NONE, emit_func_temp(e), 0, 0, 0);
        emit_func_op(e, CODE_PRIMITIVE, temp, row, 2, emit_primitive(e, "points"));
    } else if (names_is_place_of_group(field)) {
        int32_t of = emit_expr_operand(e, n->dot.of);
        emit_func_op(e, CODE_PRIMITIVE, temp, of, 1, emit_primitive(e, "last_place"));
    } else {
        int32_t of = emit_expr_operand(e, n->dot.of);
        emit_expr_still_kind(e, n->dot.of, field->kind, of);
        emit_func_op(e, op, temp, of, 0, field->index);
    }
    emit_func_release(e, mark);
}

/* Whether n, where a truth is wanted, may come to none instead, which then has to be turned into
 * no. For example, a field of a thing that is none is none. */
static bool may_be_none(const struct node *n) {
    return emit_expr_type(n)->class == CLASS_NONE || n->kind == NODE_DOT ||
           (n->kind == NODE_NAME && (n->mark == MEAN_RESULT || n->mark == MEAN_MEMORY)) ||
           (n->kind == NODE_IS && n->mark == IS_FIELD && !(n->flags & FLAG_NOT)) ||
           n->kind == NODE_CHOICE;
}

/* Whether n must be converted to become a value of `type`: a thing to a set, or none to no. */
static bool is_made_over(const struct node *n, const struct type *type) {
    const bool single = emit_expr_is_set(type) && !emit_expr_is_set(n->type);
    return single || (type->class == CLASS_TRUTH && may_be_none(n));
}

static void check_kind(struct emit *e, const struct node *n, const struct type *type,
                       int32_t temp) {
    const struct type *one = emit_expr_is_set(type) ? type->elem : type;
    if (one && one->class == CLASS_THING) emit_expr_still_kind(e, n, one->kind, temp);
}

/* Returns a temp that holds n as a value of `type`: a temp in which n lies already, if it lies in
 * one and needs no conversion, otherwise a new one. */
static int32_t operand_as(struct emit *e, struct node *n, const struct type *type) {
    const struct type *from = emit_expr_type(n);
    if (!type || !from || is_made_over(n, type)) return emit_expr_as_temp(e, n, type);
    int32_t temp = emit_expr_operand(e, n);
    check_kind(e, n, type, temp);
    return temp;
}

/* Whether a value may be outside of the range of the parameter that it fills. */
static bool may_be_outside(const struct node *n, const struct param_decl *p) {
    const struct param_decl *param = n->mark == MEAN_PARAM ? n->meaning : NULL;
    const struct slot_decl *slot = n->mark == MEAN_ROLE ? n->meaning : NULL;
    const struct field_decl *field = n->mark == MEAN_FIELD ? n->meaning : NULL;
    int64_t least = NUM_MIN, most = NUM_MAX;
    if (n->kind == NODE_NUMBER || n->kind == NODE_LENGTH) least = most = n->number;
    if (n->kind == NODE_NAME && param) least = param->least, most = param->most;
    if (n->kind == NODE_NAME && slot) least = slot->least, most = slot->most;
    if (n->kind == NODE_DOT && field) least = field->least, most = field->most;
    return least < p->least || most > p->most;
}

int32_t emit_expr_arguments(struct emit *e, struct node *call, const struct param_decl *params,
                            int32_t count, bool held) {
    int32_t first = e->f->top;
    struct node *only = count == 1 ? names_arg(call, 0) : NULL;
    if (only && !(held && may_be_outside(only, params))) return operand_as(e, only, params[0].type);
    for (int32_t i = 0; i < count; i++) {
        int32_t temp = emit_func_temp(e);
        struct node *arg = names_arg(call, i);
        if (!arg) arg = params[i].value;
        if (!arg) {
            emit_expr_number(e, temp, NONE);
            continue;
        }
        emit_expr_as(e, arg, params[i].type, temp);
        if (!held || !may_be_outside(arg, &params[i])) continue;
        const int32_t range = emit_range(e, params[i].least, params[i].most);
        emit_func_op(e, CODE_HOLD, temp, temp, 0, range - 1);
    }
    return count > 0 ? first : 0;
}

static void quantity(struct emit *e, struct node *n, int32_t temp) {
    const struct quantity_decl *q = n->meaning;
    int32_t mark = emit_func_mark(e), first = 0;
    if (n->kind == NODE_CALL) {
        first = emit_expr_arguments(e, n, q->params, q->param_count, true);
    } else if (n->kind == NODE_DOT) {
        first = emit_expr_operand(e, n->dot.of);
        emit_expr_still_kind(e, n->dot.of, q->kind, first);
    }
    emit_func_op(e, CODE_QUANTITY, temp, first, q->param_count, q->index);
    emit_func_release(e, mark);
}

static void primitive(struct emit *e, struct node *n, int32_t temp) {
    const struct primitive *p = &e->primitives[n->slot];
    int32_t mark = emit_func_mark(e), first = e->f->top;
    for (int32_t i = 0; i < p->count; i++) {
        struct node *arg = n->kind == NODE_CALL ? names_arg(n, i) : i == 0 ? n->dot.of : NULL;
        if (p->count == 1 && arg && p->types[0] != 'u' && p->types[0] != 's') {
            first = emit_expr_operand(e, arg);
            break;
        }
        int32_t at = emit_func_temp(e);
        if (!arg)
            emit_expr_number(e, at, NONE);
        else if ((p->types[i] == 'u' || p->types[i] == 's') && !emit_expr_is_set(arg->type) &&
                 emit_expr_type(arg)->class != CLASS_POOL) {
            emit_expr_into(e, arg, at);
            emit_func_op(e, CODE_SINGLE, at, at, 0, 0);
        } else
            emit_expr_into(e, arg, at);
    }
    if (e->wanted.of == n) emit_func_op(e, CODE_WANTED, 0, 0, 0, e->wanted.kind);
    if (e->enough.of == n) emit_func_op(e, CODE_ENOUGH, 0, e->enough.temp, 0, 0);
    emit_func_op(e, CODE_PRIMITIVE, temp, p->count > 0 ? first : 0, p->count, n->slot);
    emit_func_release(e, mark);
}

static void memory(struct emit *e, struct node *n, int32_t temp) {
    const struct memory_decl *m = n->meaning;
    int32_t mark = emit_func_mark(e);
    if (n->kind == NODE_DOT) {
        int32_t of = emit_expr_operand(e, n->dot.of);
        emit_expr_still_of(e, n->dot.of, m->blueprint, of);
        emit_func_op(e, CODE_MEMORY, temp, of, m->index, 0);
    } else {
        emit_expr_this(e, temp);
        emit_func_op(e, CODE_MEMORY, temp, temp, m->index, 0);
    }
    emit_func_release(e, mark);
}

/* Emits the row of a chart in which a die stands: that of its key, or of `else`; -1, which is no
 * row, if it has neither; none if there is no die. */
static void row_of_die(struct emit *e, const struct chart_decl *c, int32_t die, int32_t row) {
    struct label end = LABEL;
    int32_t mark = emit_func_mark(e), key = emit_func_temp(e), same = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD_NONE, row, 0, 0, 0);
    emit_func_op(e, CODE_IS_NONE, same, die, 0, 0);
    emit_func_jump(e, CODE_JUMP_IF, same, &end);
    for (int32_t i = 0; i < c->dice_count; i++) {
        int64_t value = -1;
        const bool known = emit_const_fold(e, c->dice[i], &value);
        ASSERT(known);
        emit_expr_number(e, row, i);
        emit_expr_number(e, key, value);
        emit_func_op(e, CODE_SAME, same, key, die, 0);
        emit_func_jump(e, CODE_JUMP_IF, same, &end);
    }
    emit_expr_number(e, row, c->rows > c->dice_count ? c->dice_count : -1);
    emit_func_bind(e, &end);
    emit_func_release(e, mark);
}

static void chart(struct emit *e, struct node *n, int32_t temp) {
    const struct chart_decl *c = n->meaning;
    int32_t mark = emit_func_mark(e);
    int32_t first = emit_expr_arguments(e, n, c->params, c->param_count, false);
    if (c->dice) {
        const int32_t rows = emit_func_temp(e);
        if (c->param_count > 1) emit_func_op(e, CODE_MOVE, emit_func_temp(e), first + 1, 0, 0);
        row_of_die(e, c, first, rows);
        first = rows;
    }
    emit_func_op(e, CODE_CHART, temp, first, c->param_count, c->index);
    emit_func_release(e, mark);
}

/* Emits what a blueprint's card says of a field: it stands in a table of all blueprints that have
 * the field. Of none it is none. */
static void card_field(struct emit *e, struct node *n, int32_t temp) {
    struct label end = LABEL;
    int32_t mark = emit_func_mark(e), none = emit_func_temp(e);
    int32_t of = emit_expr_operand(e, n->dot.of);
    emit_func_op(e, CODE_IS_NONE, none, of, 0, 0);
    emit_func_op(e, CODE_LOAD_NONE, temp, 0, 0, 0);
    emit_func_jump(e, CODE_JUMP_IF, none, &end);
    emit_func_op(e, CODE_CHART, temp, of, 1, emit_decl_cards(e, n->meaning));
    emit_func_bind(e, &end);
    emit_func_release(e, mark);
}

/* Emits the thing in play that a name stands for (MEAN_NAMED). Where several blueprints share the
 * name, at most one of them is in play: they are gone through to the first that is. */
static void named(struct emit *e, const struct node *n, int32_t temp) {
    const struct blueprint_decl *bp = n->meaning;
    const int32_t mark = emit_func_mark(e);
    emit_func_op(e, CODE_NAMED, temp, 0, 0, bp->index);
    while (n->slot == NAMED_WHICHEVER && (bp = bp->next_of_name)) {
        const int32_t test = emit_func_temp(e);
        struct label next = LABEL;
        emit_func_op(e, CODE_IS_NONE, test, temp, 0, 0);
        emit_func_jump(e, CODE_JUMP_NOT, test, &next);
        emit_func_op(e, CODE_NAMED, temp, 0, 0, bp->index);
        emit_func_bind(e, &next);
        emit_func_release(e, mark);
    }
}

/* Emits a NAME, DOT or CALL according to the meaning that the checker found (n->mark). */
static void name(struct emit *e, struct node *n, int32_t temp) {
    int64_t value;
    const struct kind_decl *kind = n->meaning;
    const struct enum_decl *values = n->meaning;
    const struct blueprint_decl *blueprint = n->meaning;
    const struct ruling_decl *ruling = n->meaning;
    switch ((enum meaning)n->mark) {
    case MEAN_LOCAL: emit_expr_local(e, n->meaning, temp); break;
    case MEAN_ROLE: emit_expr_slot_decl(e, n->meaning, temp); break;
    case MEAN_NEAREST: load_nearest(e, n->meaning, temp); break;
    case MEAN_RESULT: result(e, n, temp); break;
    case MEAN_PARAM: {
        int32_t at = emit_expr_operand(e, n);
        if (at != temp) emit_func_op(e, CODE_MOVE, temp, at, 0, 0);
        break;
    }
    case MEAN_MEMORY: memory(e, n, temp); break;
    case MEAN_FIELD: read_field(e, n, CODE_FIELD, temp); break;
    case MEAN_QUANTITY: quantity(e, n, temp); break;
    case MEAN_EXTENT: emit_func_op(e, CODE_EXTENT, temp, 0, 0, kind->index); break;
    case MEAN_VALUES: emit_func_op(e, CODE_VALUES, temp, 0, 0, values->index); break;
    case MEAN_NAMED: named(e, n, temp); break;
    case MEAN_PLAYER: emit_func_op(e, CODE_PLAYER, temp, 0, 0, n->slot); break;
    case MEAN_GAME: emit_func_op(e, CODE_GAME, temp, 0, 0, 0); break;
    case MEAN_THIS: emit_expr_this(e, temp); break;
    case MEAN_ME: of_this(e, NATIVE_OWNER, CODE_FIELD, temp); break;
    case MEAN_BEARER: of_this(e, NATIVE_HOLDER, CODE_STORED, temp); break;
    case MEAN_RULING: emit_func_op(e, CODE_RULING, temp, 0, 0, ruling->index); break;
    case MEAN_PRIMITIVE: primitive(e, n, temp); break;
    case MEAN_CHART: chart(e, n, temp); break;
    case MEAN_CARD_FIELD: card_field(e, n, temp); break;
    case MEAN_BLUEPRINTS:
        emit_func_op(e, CODE_BLUEPRINTS, temp, 0, 0, emit_decl_listed(e, kind));
        break;
    case MEAN_FUNCTION: emit_set_function(e, n, temp); break;
    case MEAN_BLUEPRINT:
        if (n->kind == NODE_CALL && n->slot > 0)
            emit_refuse(e, n->place, "a blueprint with arguments as a value");
        emit_func_op(e, CODE_NUMBER, temp, 0, 0, blueprint->index);
        break;
    case MEAN_ENUM_VALUE:
    case MEAN_FACE:
    case MEAN_NONE:
    case MEAN_READING:
    case MEAN_EVENT:
    case MEAN_STATUS:
    case MEAN_SHAPE:
    case MEAN_SIDE:
    case MEAN_DIE:
        if (emit_const_fold(e, n, &value))
            emit_expr_number(e, temp, value);
        else
            emit_refuse(e, n->place, "this value");
        break;
    case MEAN_UNKNOWN:
    case MEAN_KIND:
    case MEAN_ACTION:
    case MEAN_PASS: emit_refuse(e, n->place, "this as a value"); break;
    }
}

/* ---- Truths ------------------------------------------------------------- */

static void negated(struct emit *e, const struct node *n, int32_t temp) {
    if (n->flags & FLAG_NOT) emit_func_op(e, CODE_NOT, temp, temp, 0, 0);
}

/* Whether n is a call of the primitive `reach`, which gives the length of a way. */
static bool is_reach(const struct node *n) {
    return n->kind == NODE_CALL && n->mark == MEAN_PRIMITIVE && n->slot == PRIM_REACH;
}

/* Emits a call of `reach` of which the text only asks whether its length is at most the one in temp
 * `most`, and returns the temp of the length. The instruction ENOUGH tells the machine this.
 * Finding a way takes long, and with ENOUGH no way longer than `most` has to be searched for. For
 * such a way `reach` may give none, which compares as no, too. */
static int32_t reach_up_to(struct emit *e, struct node *reach, int32_t most) {
    e->enough.of = reach;
    e->enough.temp = most;
    return emit_expr_operand(e, reach);
}

static void compare(struct emit *e, struct node *n, int32_t temp) {
    if (emit_expr_type(n)->class == CLASS_POOL) {
        emit_set_pool_compare(e, n, CODE_POOL_WHERE, temp);
        return;
    }
    int32_t mark = emit_func_mark(e), l, r;
    bool up_to = n->op == OP_LT || n->op == OP_LE, down_to = n->op == OP_GT || n->op == OP_GE;
    if (up_to && is_reach(n->compare.left)) {
        r = emit_expr_operand(e, n->compare.right);
        l = reach_up_to(e, n->compare.left, r);
    } else if (down_to && is_reach(n->compare.right)) {
        l = emit_expr_operand(e, n->compare.left);
        r = reach_up_to(e, n->compare.right, l);
    } else {
        l = emit_expr_operand(e, n->compare.left), r = emit_expr_operand(e, n->compare.right);
    }
    switch ((enum node_op)n->op) {
    case OP_EQ: emit_func_op(e, CODE_EQUAL, temp, l, r, 0); break;
    case OP_NE: emit_func_op(e, CODE_DIFFER, temp, l, r, 0); break;
    case OP_LT: emit_func_op(e, CODE_LESS, temp, l, r, 0); break;
    case OP_LE: emit_func_op(e, CODE_AT_MOST, temp, l, r, 0); break;
    case OP_GT: emit_func_op(e, CODE_LESS, temp, r, l, 0); break;
    case OP_GE: emit_func_op(e, CODE_AT_MOST, temp, r, l, 0); break;
    default: ASSERT(false);
    }
    emit_func_release(e, mark);
}

/* Emits code that sets temp to whether the set or pool n has no members. */
static void is_empty(struct emit *e, struct node *n, int32_t temp) {
    if (emit_expr_type(n)->class != CLASS_POOL) {
        emit_func_op(e, CODE_IS_EMPTY, temp, emit_expr_set(e, n), 0, 0);
        return;
    }
    int32_t size = emit_expr_temp(e, n), nought = emit_func_temp(e);
    emit_func_op(e, CODE_POOL_SIZE, size, size, 0, 0);
    emit_expr_number(e, nought, 0);
    emit_func_op(e, CODE_EQUAL, temp, size, nought, 0);
}

/* Emits `left is VALUE`: whether a field of left has that value of its enumeration or, if the field
 * is a set, contains the value. If left may be of a kind that lacks the field, the kind is tested
 * first, and the answer for other kinds is no. */
static void is_value(struct emit *e, struct node *n, int32_t temp) {
    const struct field_decl *field = n->meaning;
    struct label no = LABEL, end = LABEL;
    int32_t mark = emit_func_mark(e);
    int32_t left = emit_expr_operand(e, n->is.left), value = emit_func_temp(e);
    const struct kind_decl *kind = sure_kind(e, n->is.left);
    bool guarded = kind && !names_kind_is(kind, field->kind);
    if (guarded) {
        emit_func_op(e, CODE_IS_KIND, value, left, 0, field->kind->index);
        emit_func_jump(e, CODE_JUMP_NOT, value, &no);
    }
    int32_t read = emit_func_temp(e);
    emit_func_op(e, CODE_FIELD, read, left, 0, field->index);
    emit_expr_number(e, value, n->slot);
    if (emit_expr_is_set(field->type))
        emit_func_op(e, CODE_CONTAINS, temp, value, read, 0);
    else
        emit_func_op(e, CODE_SAME, temp, read, value, 0);
    if (guarded) {
        emit_func_jump(e, CODE_JUMP, 0, &end);
        emit_func_bind(e, &no);
        emit_expr_number(e, temp, 0);
        emit_func_bind(e, &end);
    }
    emit_func_release(e, mark);
}

static void is_has(struct emit *e, struct node *n, int32_t temp) {
    const struct blueprint_decl *b = n->is.right->meaning;
    int32_t mark = emit_func_mark(e), given = 0;
    const bool with = n->is.right->kind == NODE_CALL;
    int32_t first = with ? emit_expr_temp(e, n->is.left) : emit_expr_operand(e, n->is.left);
    if (with) {
        const struct memory_decl *param = b->memory;
        for (int32_t i = 0; i < b->params; i++, param = param->next) {
            struct node *arg = names_arg(n->is.right, i);
            if (!arg) break;
            emit_expr_as(e, arg, param->type, emit_func_temp(e));
            given++;
        }
        if (given < n->is.right->slot)
            emit_refuse(e, n->is.right->place, "'is' with an argument left out before another");
    }
    emit_func_op(e, CODE_HAS, temp, first, given, b->index);
    emit_func_release(e, mark);
}

static void is_open(struct emit *e, struct node *n, int32_t temp) {
    const struct event_decl *action = n->is.left->meaning;
    int32_t mark = emit_func_mark(e), first = e->f->top, count = 0;
    const struct slot_decl *role = action->slots;
    for (int32_t i = 0; i < action->kept; i++, role = role->next) {
        struct node *arg = names_arg(n->is.left, i);
        if (!arg) break;
        emit_expr_as(e, arg, role->type, emit_func_temp(e));
        count++;
    }
    emit_func_op(e, CODE_OPEN, temp, count > 0 ? first : 0, count, action->index);
    if (n->mark == IS_CLOSED) emit_func_op(e, CODE_NOT, temp, temp, 0, 0);
    emit_func_release(e, mark);
}

static void is_status(struct emit *e, struct node *n, int32_t temp) {
    const struct local *record = n->is.left->meaning;
    const struct home *h = record->emit;
    int32_t mark = emit_func_mark(e), status = emit_func_temp(e), wanted = emit_func_temp(e);
    int32_t captured = emit_func_captured(e, &h->status);
    if (captured >= 0)
        emit_func_op(e, CODE_MOVE, status, captured, 0, 0);
    else
        emit_func_op(e, CODE_LOAD, status, 0, 0, h->status);
    emit_expr_number(e, wanted, n->is.right->slot);
    emit_func_op(e, CODE_SAME, temp, status, wanted, 0);
    emit_func_release(e, mark);
}

static int32_t right_kind(const struct node *n) {
    const struct kind_decl *kind = n->is.right->meaning;
    return kind->index;
}

static int32_t right_blueprint(const struct node *n) {
    const struct blueprint_decl *blueprint = n->is.right->meaning;
    return blueprint->index;
}

/* Emits the forms of `is` that one instruction answers from the left side and an index for the
 * right side (IS_NONE, IS_KIND …). Returns false for the other forms, and emits nothing. */
static bool is_plain(struct emit *e, struct node *n, int32_t temp) {
    enum opcode op;
    int32_t d = 0;
    const struct field_decl *field = n->meaning;
    switch ((enum is_how)n->mark) {
    case IS_NONE: op = CODE_IS_NONE; break;
    case IS_KIND: op = CODE_IS_KIND, d = right_kind(n); break;
    case IS_HAS_KIND: op = CODE_HAS_KIND, d = right_kind(n); break;
    case IS_OF: op = CODE_IS_OF, d = right_blueprint(n); break;
    case IS_BLUEPRINT: op = CODE_IS_BLUEPRINT, d = right_blueprint(n); break;
    case IS_FIELD: op = CODE_FIELD, d = field->index; break;
    case IS_IN_PLAY: op = CODE_IN_PLAY; break;
    default: return false;
    }
    int32_t mark = emit_func_mark(e);
    emit_func_op(e, op, temp, emit_expr_operand(e, n->is.left), 0, d);
    emit_func_release(e, mark);
    return true;
}

/* Returns the kind that has the field (IS_FIELD) or truth (IS_TRUTH) on the right side, if left may
 * be of another kind, so that the kind of left must be tested first. Returns NULL if no test is
 * needed. */
static const struct kind_decl *is_guard(const struct emit *e, const struct node *n) {
    const struct kind_decl *kind = sure_kind(e, n->is.left), *of = NULL;
    if (n->mark == IS_FIELD) {
        const struct field_decl *field = n->meaning;
        of = field->kind;
    } else if (n->mark == IS_TRUTH) {
        const struct quantity_decl *q = n->meaning;
        of = q->params[0].type->kind;
    }
    return of && kind && !names_kind_is(kind, of) ? of : NULL;
}

/* Emits whether a word says that it is this pile: its field and its holder, as run_op_draw packs
 * them. */
static void is_pile(struct emit *e, struct node *n, int32_t temp) {
    struct label end = LABEL;
    const struct field_decl *pile = n->is.right->meaning;
    int32_t which = emit_expr_operand(e, n->is.left), holder = emit_expr_holder(e, n->is.right);
    int32_t word = emit_func_temp(e);
    emit_func_op(e, CODE_IS_NONE, temp, holder, 0, 0);
    emit_func_op(e, CODE_NOT, temp, temp, 0, 0);
    emit_func_jump(e, CODE_JUMP_NOT, temp, &end);
    emit_expr_number(e, word, (int64_t)(pile->index + 1) << 32);
    emit_func_op(e, CODE_ADD, word, word, holder, 0);
    emit_func_op(e, CODE_SAME, temp, which, word, 0);
    emit_func_bind(e, &end);
}

static void is(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e), l, r;
    const struct quantity_decl *q = n->meaning;
    const struct kind_decl *guard = is_guard(e, n);
    struct label end = LABEL;
    if (guard) {
        emit_func_op(e, CODE_IS_KIND, temp, emit_expr_operand(e, n->is.left), 0, guard->index);
        emit_func_jump(e, CODE_JUMP_NOT, temp, &end);
    } else if (n->mark == IS_OF_OR_HAS) {
        const struct blueprint_decl *b = n->is.right->meaning;
        emit_func_op(e, CODE_IS_OF, temp, emit_expr_operand(e, n->is.left), 0, b->index);
        emit_func_jump(e, CODE_JUMP_IF, temp, &end);
    }
    if (!is_plain(e, n, temp)) {
        switch ((enum is_how)n->mark) {
        case IS_EMPTY: is_empty(e, n->is.left, temp); break;
        case IS_HAS:
        case IS_OF_OR_HAS: is_has(e, n, temp); break;
        case IS_TRUTH:
            l = emit_expr_operand(e, n->is.left);
            emit_func_op(e, CODE_QUANTITY, temp, l, 1, q->index);
            break;
        case IS_VALUE: is_value(e, n, temp); break;
        case IS_PILE: is_pile(e, n, temp); break;
        case IS_MADE_OF:
            l = emit_expr_operand(e, n->is.left);
            r = emit_expr_operand(e, n->is.right);
            emit_func_op(e, CODE_IS_MADE_OF, temp, l, r, 0);
            break;
        case IS_RUNNING: {
            const struct event_decl *event = n->is.left->meaning;
            emit_func_op(e, CODE_RUNNING, temp, 0, 0, event->index);
            break;
        }
        case IS_OPEN:
        case IS_CLOSED: is_open(e, n, temp); break;
        case IS_STATUS: is_status(e, n, temp); break;
        case IS_SAME:
        case IS_EVENT:
        case IS_READING:
        default:
            l = emit_expr_operand(e, n->is.left);
            r = emit_expr_operand(e, n->is.right);
            emit_func_op(e, CODE_SAME, temp, l, r, 0);
            break;
        }
    }
    if (end.jumps >= 0) emit_func_bind(e, &end);
    emit_func_release(e, mark);
    negated(e, n, temp);
}

static void is_in_range(struct emit *e, struct node *n, int32_t temp) {
    struct label end = LABEL;
    int32_t left = emit_expr_operand(e, n->is_in.left);
    int32_t low = emit_expr_operand(e, n->is_in.set->range.low);
    emit_func_op(e, CODE_AT_MOST, temp, low, left, 0);
    emit_func_jump(e, CODE_JUMP_NOT, temp, &end);
    int32_t high = emit_expr_operand(e, n->is_in.set->range.high);
    emit_func_op(e, CODE_AT_MOST, temp, left, high, 0);
    emit_func_bind(e, &end);
}

static void is_in(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e), first;
    switch ((enum in_how)n->mark) {
    case IN_RANGE: is_in_range(e, n, temp); break;
    case IN_ZONE:
        first = emit_func_temp(e);
        emit_expr_into(e, n->is_in.left, first);
        emit_expr_into(e, n->is_in.set, emit_func_temp(e));
        emit_func_op(e, CODE_PRIMITIVE, temp, first, 2, emit_primitive(e, "in_zone"));
        break;
    case IN_SUBSET:
        first = emit_expr_set(e, n->is_in.left);
        emit_func_op(e, CODE_WITHIN_SET, temp, first, emit_expr_set(e, n->is_in.set), 0);
        break;
    case IN_SET:
    default:
        first = emit_expr_operand(e, n->is_in.left);
        emit_func_op(e, CODE_CONTAINS, temp, first, emit_expr_set(e, n->is_in.set), 0);
        break;
    }
    emit_func_release(e, mark);
    negated(e, n, temp);
}

static void is_to(struct emit *e, struct node *n, int32_t temp) {
    const struct quantity_decl *q = n->meaning;
    int32_t mark = emit_func_mark(e), first = emit_func_temp(e);
    emit_expr_into(e, n->is_to.left, first);
    emit_expr_into(e, n->is_to.to, emit_func_temp(e));
    if (q)
        emit_func_op(e, CODE_QUANTITY, temp, first, 2, q->index);
    else
        emit_func_op(e, CODE_PRIMITIVE, temp, first, 2, n->slot);
    emit_func_release(e, mark);
    negated(e, n, temp);
}

static void is_within(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e), first = emit_func_temp(e);
    emit_expr_into(e, n->is_within.left, first);
    int32_t of = emit_func_temp(e), far = emit_func_temp(e);
    emit_expr_into(e, n->is_within.reach, far);
    emit_expr_into(e, n->is_within.of, of);
    emit_func_op(e, CODE_PRIMITIVE, temp, first, 3, emit_primitive(e, "is_within"));
    emit_func_release(e, mark);
    negated(e, n, temp);
}

/* Emits a jump to `to` on the truth n. If the code of n ends with a NOT, that NOT is taken back and
 * the opposite jump is emitted instead. */
static void jump_on(struct emit *e, enum opcode jump, struct node *n, struct label *to) {
    int32_t mark = emit_func_mark(e), truth = emit_expr_operand(e, n);
    const bool turned = truth >= mark && emit_func_unturned(e, truth);
    if (turned) jump = jump == CODE_JUMP_IF ? CODE_JUMP_NOT : CODE_JUMP_IF;
    emit_func_jump(e, jump, truth, to);
    emit_func_release(e, mark);
}

void emit_expr_jump_not(struct emit *e, struct node *n, struct label *no) {
    if (n->kind == NODE_AND && !emit_roll_waiting(e, n, -1)) {
        emit_expr_jump_not(e, n->and_.left, no);
        emit_expr_jump_not(e, n->and_.right, no);
    } else if (n->kind == NODE_OR && !emit_roll_waiting(e, n, -1)) {
        struct label yes = LABEL;
        emit_expr_jump_if(e, n->or_.left, &yes);
        emit_expr_jump_not(e, n->or_.right, no);
        emit_func_bind(e, &yes);
    } else if (n->kind == NODE_NOT) {
        emit_expr_jump_if(e, n->not_.of, no);
    } else {
        jump_on(e, CODE_JUMP_NOT, n, no);
    }
}

void emit_expr_jump_if(struct emit *e, struct node *n, struct label *yes) {
    if (n->kind == NODE_OR && !emit_roll_waiting(e, n, -1)) {
        emit_expr_jump_if(e, n->or_.left, yes);
        emit_expr_jump_if(e, n->or_.right, yes);
    } else if (n->kind == NODE_AND && !emit_roll_waiting(e, n, -1)) {
        struct label no = LABEL;
        emit_expr_jump_not(e, n->and_.left, &no);
        emit_expr_jump_if(e, n->and_.right, yes);
        emit_func_bind(e, &no);
    } else if (n->kind == NODE_NOT) {
        emit_expr_jump_not(e, n->not_.of, yes);
    } else {
        jump_on(e, CODE_JUMP_IF, n, yes);
    }
}

/* Emits `and` or `or` as a value, 1 or 0. temp is written last, because the operands may read what
 * lies in it. */
static void junction(struct emit *e, struct node *n, int32_t temp) {
    struct label no = LABEL, end = LABEL;
    emit_expr_jump_not(e, n, &no);
    emit_expr_number(e, temp, 1);
    emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &no);
    emit_expr_number(e, temp, 0);
    emit_func_bind(e, &end);
}

static void choice(struct emit *e, struct node *n, int32_t temp) {
    struct label other = LABEL, end = LABEL;
    emit_expr_jump_not(e, n->choice.cond, &other);
    emit_expr_as(e, n->choice.then, n->type, temp);
    emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &other);
    emit_expr_as(e, n->choice.other, n->type, temp);
    emit_func_bind(e, &end);
}

/* ---- Arithmetic --------------------------------------------------------- */

int32_t emit_expr_counted(struct emit *e, struct node *n) {
    int32_t temp = emit_expr_operand(e, n);
    if (emit_expr_type(n)->class != CLASS_FACE) return temp;
    int32_t number = emit_func_temp(e);
    emit_func_op(e, CODE_FACE_NUMBER, number, temp, 0, 0);
    return number;
}

static void arith(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e), l, r;
    bool minus = n->op == OP_MINUS;
    enum opcode op;
    if (emit_roll_raises(n)) emit_refuse(e, n->place, "a pool whose dice show more, here");
    if (emit_expr_is_set(n->type)) {
        l = emit_expr_set(e, n->arith.left);
        r = emit_expr_set(e, n->arith.right);
        op = minus ? CODE_WITHOUT : CODE_UNION;
    } else {
        l = emit_expr_counted(e, n->arith.left);
        r = emit_expr_counted(e, n->arith.right);
        if (emit_expr_type(n)->class == CLASS_POOL)
            op = minus ? CODE_POOL_WITHOUT : CODE_POOL_JOIN;
        else if (n->op == OP_PLUS)
            op = CODE_ADD;
        else if (n->op == OP_MINUS)
            op = CODE_SUBTRACT;
        else if (n->op == OP_TIMES)
            op = CODE_MULTIPLY;
        else
            op = CODE_DIVIDE;
    }
    emit_func_op(e, op, temp, l, r, n->op == OP_DIV_UP);
    emit_func_release(e, mark);
}

static void point(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    int32_t x = emit_expr_operand(e, n->point.x), y = emit_expr_operand(e, n->point.y);
    emit_func_op(e, CODE_POINT, temp, x, y, 0);
    emit_func_release(e, mark);
}

static void range(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    int32_t low = emit_expr_operand(e, n->range.low), high = emit_expr_operand(e, n->range.high);
    emit_func_op(e, CODE_RANGE, temp, low, high, 0);
    emit_func_release(e, mark);
}

static void best(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    int32_t count = emit_expr_operand(e, n->best.count), pool = emit_expr_operand(e, n->best.pool);
    emit_func_op(e, n->op == OP_BEST ? CODE_POOL_BEST : CODE_POOL_WORST, temp, pool, count, 0);
    emit_func_release(e, mark);
}

static void start_of(struct emit *e, struct node *n, int32_t temp) {
    struct node *of = n->start_of.of;
    const struct field_decl *field = n->meaning;
    if (of->kind == NODE_DOT && field && !field->derived)
        read_field(e, of, CODE_STORED, temp);
    else
        emit_refuse(e, n->place, "'start of' of what is not stored");
}

/* ---- All ---------------------------------------------------------------- */

static void compound(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    switch ((enum node_kind)n->kind) {
    case NODE_OR:
    case NODE_AND: junction(e, n, temp); break;
    case NODE_NOT: emit_func_op(e, CODE_NOT, temp, emit_expr_operand(e, n->not_.of), 0, 0); break;
    case NODE_COMPARE: compare(e, n, temp); break;
    case NODE_IS: is(e, n, temp); break;
    case NODE_IS_IN: is_in(e, n, temp); break;
    case NODE_IS_TO: is_to(e, n, temp); break;
    case NODE_IS_WITHIN: is_within(e, n, temp); break;
    case NODE_RANGE: range(e, n, temp); break;
    case NODE_ARITH: arith(e, n, temp); break;
    case NODE_NEGATE: emit_func_negate(e, temp, emit_expr_operand(e, n->negate.of)); break;
    case NODE_CHOICE: choice(e, n, temp); break;
    case NODE_WITH: emit_set_where(e, n, temp); break;
    case NODE_BEST: best(e, n, temp); break;
    case NODE_START_OF: start_of(e, n, temp); break;
    case NODE_POINT: point(e, n, temp); break;
    case NODE_ARG_NAMED: emit_expr_into(e, n->arg_named.value, temp); break;
    default: emit_refuse(e, n->place, "this expression"); break;
    }
    emit_func_release(e, mark);
}

void emit_expr_into(struct emit *e, struct node *n, int32_t temp) {
    int32_t place = e->f->place, mark = emit_func_mark(e);
    int64_t value;
    e->f->place = emit_place(e, n->place);
    switch ((enum node_kind)n->kind) {
    case NODE_NUMBER:
    case NODE_LENGTH:
    case NODE_TRUTH: emit_expr_number(e, temp, n->number); break;
    case NODE_TEXT:
    case NODE_DIE:
    case NODE_SIZE:
        if (emit_const_fold(e, n, &value))
            emit_expr_number(e, temp, value);
        else
            emit_refuse(e, n->place, "this value");
        break;
    case NODE_NAME:
    case NODE_DOT:
    case NODE_CALL:
        if (!emit_roll_waiting(e, n, temp)) name(e, n, temp);
        break;
    default:
        if (emit_roll_waiting(e, n, temp)) break;
        if (n->kind == NODE_POINT && emit_const_fold(e, n, &value))
            emit_expr_number(e, temp, value);
        else
            compound(e, n, temp);
        break;
    }
    emit_func_release(e, mark);
    e->f->place = place;
}

/* ---- Conversions ------------------------------------------------ */

void emit_expr_as(struct emit *e, struct node *n, const struct type *type, int32_t temp) {
    emit_expr_into(e, n, temp);
    if (!type || !n->type) return;
    check_kind(e, n, type, temp);
    if (emit_expr_is_set(type) && !emit_expr_is_set(n->type)) {
        emit_func_op(e, CODE_SINGLE, temp, temp, 0, 0);
    } else if (type->class == CLASS_TRUTH && may_be_none(n)) {
        emit_func_op(e, CODE_NOT, temp, temp, 0, 0);
        emit_func_op(e, CODE_NOT, temp, temp, 0, 0);
    }
}

int32_t emit_expr_as_temp(struct emit *e, struct node *n, const struct type *type) {
    int32_t temp = emit_func_temp(e);
    emit_expr_as(e, n, type, temp);
    return temp;
}

int32_t emit_expr_set(struct emit *e, struct node *n) {
    if (n->type && emit_expr_type(n)->class == CLASS_POOL) {
        int32_t faces = emit_func_temp(e);
        emit_expr_into(e, n, faces);
        emit_func_op(e, CODE_POOL_FACES, faces, faces, 0, 0);
        return faces;
    }
    if (emit_expr_is_set(n->type)) return emit_expr_operand(e, n);
    int32_t temp = emit_expr_temp(e, n);
    emit_func_op(e, CODE_SINGLE, temp, temp, 0, 0);
    return temp;
}

/* Loads the values that `inner` captures into consecutive temps, each as the present function reads
 * it. Returns the first of these temps; 0 if nothing is captured. */
int32_t emit_expr_captures(struct emit *e, const struct func *inner) {
    int32_t first = e->f->top;
    for (int32_t i = 0; i < inner->captured_count; i++) {
        int32_t temp = emit_func_temp(e);
        const struct captured *c = &inner->captured[i];
        if (c->key == &emit_key_this)
            emit_expr_this(e, temp);
        else if (c->node->kind == NODE_IS) {
            const int32_t *slot = c->key;
            int32_t captured = emit_func_captured(e, slot);
            if (captured >= 0)
                emit_func_op(e, CODE_MOVE, temp, captured, 0, 0);
            else
                emit_func_op(e, CODE_LOAD, temp, 0, 0, *slot);
        } else
            name(e, c->node, temp);
    }
    return inner->captured_count > 0 ? first : 0;
}

int32_t emit_func_capturing(struct emit *e, struct node *cond, struct local *param, int32_t own,
                            const struct event_decl *fixed, int32_t *first) {
    struct func f, inner = {.captured_count = 0};
    emit_func_captures(e, &inner, cond);
    *first = emit_expr_captures(e, &inner);
    struct func_frame frame = {.name = "condition",
                               .place = cond->place,
                               .event = fixed ? fixed : e->f->event,
                               .blueprint = e->f->blueprint,
                               .pure = true,
                               .params = own + inner.captured_count};
    emit_func_begin(e, &f, &frame);
    f.own_params = own;
    f.captured = inner.captured;
    f.captured_count = inner.captured_count;
    f.fixed = fixed;
    if (own > 0) emit_func_bind_temp(e, param, 0);
    int32_t yes = emit_func_temp(e);
    emit_expr_into(e, cond, yes);
    emit_func_return(e, yes);
    emit_func_unbind(param);
    return emit_func_end(e);
}

int32_t emit_func_of(struct emit *e, const struct func_frame *frame, struct node *n,
                     const struct type *type, struct local *param) {
    struct func f;
    emit_func_begin(e, &f, frame);
    emit_func_bind_temp(e, param, 0);
    int32_t temp = emit_func_temp(e);
    emit_expr_as(e, n, type, temp);
    emit_func_return(e, temp);
    emit_func_unbind(param);
    return emit_func_end(e);
}
