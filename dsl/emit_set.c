/* Emits sets, the functions over sets (`count`, `any`, `sum` …) and pools of dice. A function over
 * a set becomes a loop in the code around it. A condition on the dice of a pool becomes a pure
 * function that one instruction calls for each face. */
#include "emit_int.h"

#include "../vm/prim.h"

/* Begins a loop over the set in a temp. The code that follows, up to emit_set_loop_end, runs for
 * each member, which `local` names. */
void emit_set_loop(struct emit *e, struct loop *w, int32_t set, struct local *local) {
    w->set = set;
    w->index = emit_func_temp(e);
    w->member = emit_func_temp(e);
    w->top = w->end = LABEL;
    w->local = local;
    emit_func_op(e, CODE_FIRST_OF, w->index, set, 0, 0);
    emit_func_bind(e, &w->top);
    emit_func_next(e, w->member, w->index, set, &w->end);
    emit_func_bind_temp(e, local, w->member);
}

void emit_set_loop_end(struct emit *e, struct loop *w) {
    emit_func_jump(e, CODE_JUMP, 0, &w->top);
    emit_func_bind(e, &w->end);
    emit_func_unbind(w->local);
}

/* Computes the set of a loop and returns its temp. If the set comes from a primitive that finds
 * things along a line (`between`, `veiling`), and the first part of the condition asks for a kind,
 * then the primitive is told by WANTED to look for that kind only. */
static int32_t set_where(struct emit *e, struct node *set, const struct node *where,
                         const struct local *local) {
    while (where && where->kind == NODE_AND) where = where->and_.left;
    bool finds = set->kind == NODE_CALL && set->mark == MEAN_PRIMITIVE &&
                 (set->slot == PRIM_BETWEEN || set->slot == PRIM_VEILING);
    if (finds && where && where->kind == NODE_IS && where->mark == IS_KIND &&
        !(where->flags & FLAG_NOT) && where->is.left->kind == NODE_NAME &&
        where->is.left->mark == MEAN_LOCAL && where->is.left->meaning == local) {
        const struct kind_decl *kind = where->is.right->meaning;
        e->wanted.of = set;
        e->wanted.kind = kind->index;
    }
    return emit_expr_set(e, set);
}

/* Emits `S where C` into temp: a new set of those members for which C holds; without C the set S
 * itself. */
void emit_set_gather(struct emit *e, struct node *set, struct node *where, struct local *local,
                     int32_t temp) {
    if (!where) {
        int32_t plain = emit_expr_set(e, set);
        emit_func_op(e, CODE_MOVE, temp, plain, 0, 0);
        return;
    }
    struct loop w;
    int32_t from = set_where(e, set, where, local), into = emit_func_temp(e);
    emit_func_op(e, CODE_GATHER, into, from, 0, 0);
    emit_set_loop(e, &w, from, local);
    emit_expr_jump_not(e, where, &w.top);
    emit_func_op(e, CODE_APPEND, into, w.member, 0, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_MOVE, temp, into, 0, 0);
}

void emit_set_where(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    if (emit_expr_type(n->with.set)->class == CLASS_POOL)
        emit_set_pool_where(e, n->with.set, n->with.where, n->meaning, CODE_POOL_WHERE, temp);
    else
        emit_set_gather(e, n->with.set, n->with.where, n->meaning, temp);
    emit_func_release(e, mark);
}

/* ---- The argument of a function of sets ------------------------------------------- */

/* The parts of an argument of a function of sets: `x in S where C`, `E for x in S where C`, `S
 * where C` or S. where, value (E) and local (x) are NULL where they are not written. */
struct over {
    struct node *set, *where, *value;
    struct local *local;
};

static struct over over(struct node *arg) {
    struct over o = {arg, NULL, NULL, NULL};
    if (arg->kind == NODE_ARG_IN) {
        o = (struct over){arg->arg_in.set, arg->arg_in.where, NULL, arg->meaning};
    } else if (arg->kind == NODE_ARG_FOR) {
        o = (struct over){arg->arg_for.set, arg->arg_for.where, arg->arg_for.value, arg->meaning};
    } else if (arg->kind == NODE_WITH) {
        o = (struct over){arg->with.set, arg->with.where, NULL, arg->meaning};
    }
    return o;
}

/* Begins a loop over the members for which the condition holds. emit_set_loop_end ends it. */
static void begin_walk(struct emit *e, const struct over *o, struct loop *w) {
    int32_t set = set_where(e, o->set, o->where, o->local);
    emit_set_loop(e, w, set, o->local);
    if (o->where) emit_expr_jump_not(e, o->where, &w->top);
}

/* Returns the temp that holds E for the present member, or the member itself without an E. */
static int32_t value_of_member(struct emit *e, const struct over *o, const struct loop *w) {
    return o->value ? emit_expr_operand(e, o->value) : w->member;
}

static void count(struct emit *e, const struct over *o, int32_t temp) {
    if (!o->where) {
        int32_t set = emit_expr_set(e, o->set);
        emit_func_op(e, CODE_COUNT, temp, set, 0, 0);
        return;
    }
    struct loop w;
    int32_t sum = emit_func_temp(e), one = emit_func_temp(e);
    emit_expr_number(e, sum, 0);
    emit_expr_number(e, one, 1);
    begin_walk(e, o, &w);
    emit_func_op(e, CODE_ADD, sum, sum, one, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_MOVE, temp, sum, 0, 0);
}

/* Emits `any`, `every` or `none`. The loop ends at the first member that settles the answer. */
static void quantified(struct emit *e, const struct over *o, enum set_function how, int32_t temp) {
    struct loop w;
    struct label settled = LABEL;
    bool every = how == FUNCTION_EVERY;
    int32_t answer = emit_func_temp(e);
    int32_t set = every ? emit_expr_set(e, o->set) : set_where(e, o->set, o->where, o->local);
    emit_expr_number(e, answer, how == FUNCTION_ANY);
    emit_set_loop(e, &w, set, o->local);
    /* In `every(x in S where C)`, C is what must hold of each member, not a condition on the
     * set. */
    if (o->where && (!every || o->value)) emit_expr_jump_not(e, o->where, &w.top);
    struct node *asked = o->value ? o->value : every ? o->where : NULL;
    if (!asked && every)
        emit_func_jump(e, CODE_JUMP, 0, &w.top);
    else if (asked && every)
        emit_expr_jump_not(e, asked, &settled);
    else if (asked)
        emit_expr_jump_if(e, asked, &settled);
    else
        emit_func_jump(e, CODE_JUMP, 0, &settled);
    emit_set_loop_end(e, &w);
    emit_expr_number(e, answer, how != FUNCTION_ANY);
    emit_func_bind(e, &settled);
    emit_func_op(e, CODE_MOVE, temp, answer, 0, 0);
}

/* Emits `highest` or `lowest` of E for the members; none if there are none. */
static void extreme(struct emit *e, const struct over *o, enum opcode op, int32_t temp) {
    struct loop w;
    int32_t best = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD_NONE, best, 0, 0, 0);
    begin_walk(e, o, &w);
    emit_func_op(e, op, best, best, value_of_member(e, o, &w), 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_MOVE, temp, best, 0, 0);
}

/* Emits `highest(a, b, …)` or `lowest(a, b, …)`. */
static void extreme_of_several(struct emit *e, struct node *args, enum opcode op, int32_t temp) {
    int32_t best = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD_NONE, best, 0, 0, 0);
    for (struct node *arg = args; arg; arg = arg->next) {
        int32_t mark = emit_func_mark(e);
        emit_func_op(e, op, best, best, emit_expr_operand(e, arg), 0);
        emit_func_release(e, mark);
    }
    emit_func_op(e, CODE_MOVE, temp, best, 0, 0);
}

/* Whether a sum is one of faces of a die, of which those with names count as 0. */
static bool sums_faces(const struct over *o) {
    if (o->value) return emit_expr_type(o->value)->class == CLASS_FACE;
    const struct type *t = emit_expr_type(o->set);
    return t->class == CLASS_SET && t->elem && t->elem->class == CLASS_FACE;
}

/* Emits `sum`. Members whose E is none add nothing. */
static void sum(struct emit *e, const struct over *o, int32_t temp) {
    struct loop w;
    int32_t total = emit_func_temp(e);
    emit_expr_number(e, total, 0);
    begin_walk(e, o, &w);
    int32_t v = value_of_member(e, o, &w), none = emit_func_temp(e);
    emit_func_op(e, CODE_IS_NONE, none, v, 0, 0);
    emit_func_jump(e, CODE_JUMP_IF, none, &w.top);
    if (sums_faces(o)) emit_func_op(e, CODE_FACE_NUMBER, none, v, 0, 0);
    emit_func_op(e, CODE_ADD, total, total, sums_faces(o) ? none : v, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_MOVE, temp, total, 0, 0);
}

/* Emits `with_highest`: the first of the members whose E is highest. Members whose E is none are
 * left out. */
static void with_highest(struct emit *e, const struct over *o, int32_t temp) {
    struct loop w;
    struct label take = LABEL;
    int32_t who = emit_func_temp(e), best = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD_NONE, who, 0, 0, 0);
    emit_func_op(e, CODE_LOAD_NONE, best, 0, 0, 0);
    begin_walk(e, o, &w);
    int32_t v = value_of_member(e, o, &w), test = emit_func_temp(e);
    emit_func_op(e, CODE_IS_NONE, test, v, 0, 0);
    emit_func_jump(e, CODE_JUMP_IF, test, &w.top);
    emit_func_op(e, CODE_IS_NONE, test, best, 0, 0);
    emit_func_jump(e, CODE_JUMP_IF, test, &take);
    emit_func_op(e, CODE_LESS, test, best, v, 0);
    emit_func_jump(e, CODE_JUMP_NOT, test, &w.top);
    emit_func_bind(e, &take);
    emit_func_op(e, CODE_MOVE, who, w.member, 0, 0);
    emit_func_op(e, CODE_MOVE, best, v, 0, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_MOVE, temp, who, 0, 0);
}

/* Emits `sorted`: the members in ascending order of E. Those whose E is none come last. */
static void sorted(struct emit *e, const struct over *o, int32_t temp) {
    struct loop w;
    struct label known = LABEL;
    int32_t set = emit_expr_set(e, o->set);
    int32_t members = emit_func_temp(e), keys = emit_func_temp(e), rest = emit_func_temp(e);
    emit_func_op(e, CODE_GATHER, members, set, 0, 0);
    emit_func_op(e, CODE_GATHER, keys, set, 0, 0);
    emit_func_op(e, CODE_GATHER, rest, set, 0, 0);
    emit_set_loop(e, &w, set, o->local);
    if (o->where) emit_expr_jump_not(e, o->where, &w.top);
    int32_t v = value_of_member(e, o, &w), none = emit_func_temp(e);
    emit_func_op(e, CODE_IS_NONE, none, v, 0, 0);
    emit_func_jump(e, CODE_JUMP_NOT, none, &known);
    emit_func_op(e, CODE_APPEND, rest, w.member, 0, 0);
    emit_func_jump(e, CODE_JUMP, 0, &w.top);
    emit_func_bind(e, &known);
    emit_func_op(e, CODE_APPEND, members, w.member, 0, 0);
    emit_func_op(e, CODE_APPEND, keys, v, 0, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_SORTED, members, members, keys, 0);
    emit_func_op(e, CODE_UNION, temp, members, rest, 0);
}

/* Emits `joined`: each member of any of the sets once, in the order in which the sets are
 * walked. */
static void joined(struct emit *e, const struct over *o, int32_t temp) {
    struct loop w;
    int32_t all = emit_func_temp(e);
    emit_func_op(e, CODE_EMPTY, all, 0, 0, 0);
    begin_walk(e, o, &w);
    int32_t mark = emit_func_mark(e), set;
    if (o->value)
        set = emit_expr_set(e, o->value);
    else
        emit_func_op(e, CODE_SINGLE, set = emit_func_temp(e), w.member, 0, 0);
    emit_func_op(e, CODE_UNION, all, all, set, 0);
    emit_func_release(e, mark);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_MOVE, temp, all, 0, 0);
}

/* Emits one instruction on the set of those members for which the condition holds. */
static void whole(struct emit *e, const struct over *o, enum opcode op, int32_t temp) {
    int32_t set = emit_func_temp(e);
    emit_set_gather(e, o->set, o->where, o->local, set);
    emit_func_op(e, op, temp, set, 0, 0);
}

/* Returns the pile of which a set is a part, as far as conditions alone cut it; NULL: of none. */
static struct node *pile_of(struct node *set) {
    while (set->kind == NODE_WITH) set = set->with.set;
    const struct field_decl *f =
        set->kind == NODE_DOT && set->mark == MEAN_FIELD ? set->meaning : NULL;
    return f && f->pile ? set : NULL;
}

/* Emits `first` or `last`. Of a pile they look at the order in which its cards lie. */
static void outermost(struct emit *e, const struct over *o, enum opcode op, int32_t temp) {
    struct node *pile = pile_of(o->set);
    if (!pile || o->value) {
        whole(e, o, op, temp);
        return;
    }
    const struct field_decl *f = pile->meaning;
    int32_t holder = emit_expr_holder(e, pile), set = emit_func_temp(e);
    emit_set_gather(e, o->set, o->where, o->local, set);
    emit_func_op(e, op == CODE_FIRST ? CODE_TOP : CODE_BOTTOM, temp, holder, set, f->index);
}

/* ---- Pools -------------------------------------------------------------- */

void emit_set_pool_where(struct emit *e, struct node *pool, struct node *cond, struct local *face,
                         enum opcode op, int32_t temp) {
    int32_t dice = emit_expr_operand(e, pool), first;
    int32_t func = emit_func_capturing(e, cond, face, 1, NULL, &first);
    emit_func_op(e, op, temp, dice, first, func);
}

/* Emits `pool <= E` and the other comparisons. op CODE_POOL_WHERE gives the dice for which the
 * comparison holds, CODE_POOL_COUNT how many they are. E is computed once, and handed to the
 * function that tests a face. */
void emit_set_pool_compare(struct emit *e, struct node *n, enum opcode op, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    int32_t dice = emit_expr_operand(e, n->compare.left);
    int32_t with = emit_expr_operand(e, n->compare.right);
    struct func f;
    struct func_frame frame = {.name = "faces",
                               .place = n->place,
                               .event = e->f->event,
                               .blueprint = e->f->blueprint,
                               .pure = true,
                               .params = 2};
    emit_func_begin(e, &f, &frame);
    int32_t yes = emit_func_temp(e), l = 0, r = 1;
    switch ((enum node_op)n->op) {
    case OP_EQ: emit_func_op(e, CODE_EQUAL, yes, l, r, 0); break;
    case OP_NE: emit_func_op(e, CODE_DIFFER, yes, l, r, 0); break;
    case OP_LT: emit_func_op(e, CODE_LESS, yes, l, r, 0); break;
    case OP_LE: emit_func_op(e, CODE_AT_MOST, yes, l, r, 0); break;
    case OP_GT: emit_func_op(e, CODE_LESS, yes, r, l, 0); break;
    default: emit_func_op(e, CODE_AT_MOST, yes, r, l, 0); break;
    }
    emit_func_return(e, yes);
    int32_t func = emit_func_end(e);
    emit_func_op(e, op, temp, dice, with, func);
    emit_func_release(e, mark);
}

/* Emits how many dice a pool has, or how many of them fulfil a condition. arg: the pool, a
 * comparison with it, `pool where C`, or `x in pool`, with or without a `where`. */
static void pool_count(struct emit *e, struct node *arg, int32_t temp) {
    if (arg->kind == NODE_COMPARE)
        emit_set_pool_compare(e, arg, CODE_POOL_COUNT, temp);
    else if (arg->kind == NODE_WITH)
        emit_set_pool_where(e, arg->with.set, arg->with.where, arg->meaning, CODE_POOL_COUNT, temp);
    else if (arg->kind == NODE_ARG_IN && arg->arg_in.where)
        emit_set_pool_where(e, arg->arg_in.set, arg->arg_in.where, arg->meaning, CODE_POOL_COUNT,
                            temp);
    else {
        struct node *pool = arg->kind == NODE_ARG_IN ? arg->arg_in.set : arg;
        emit_func_op(e, CODE_POOL_SIZE, temp, emit_expr_operand(e, pool), 0, 0);
    }
}

static void pool_quantified(struct emit *e, struct node *arg, enum set_function how, int32_t temp) {
    int32_t held = emit_func_temp(e), all = emit_func_temp(e);
    pool_count(e, arg, held);
    if (how == FUNCTION_EVERY) {
        struct node *pool = arg;
        if (arg->kind == NODE_COMPARE) pool = arg->compare.left;
        if (arg->kind == NODE_ARG_IN) pool = arg->arg_in.set;
        emit_func_op(e, CODE_POOL_SIZE, all, emit_expr_operand(e, pool), 0, 0);
        emit_func_op(e, CODE_EQUAL, temp, held, all, 0);
        return;
    }
    emit_expr_number(e, all, 0);
    emit_func_op(e, how == FUNCTION_ANY ? CODE_LESS : CODE_EQUAL, temp, all, held, 0);
}

static bool looks_at_pool(const struct node *arg) {
    if (arg->kind == NODE_ARG_IN) return emit_expr_type(arg->arg_in.set)->class == CLASS_POOL;
    return arg->type && emit_expr_type(arg)->class == CLASS_POOL;
}

static bool pool_function(struct emit *e, struct node *arg, enum set_function how, int32_t temp) {
    enum opcode op = CODE_POOL_SUM;
    switch (how) {
    case FUNCTION_COUNT: pool_count(e, arg, temp); return true;
    case FUNCTION_ANY:
    case FUNCTION_EVERY:
    case FUNCTION_NO: pool_quantified(e, arg, how, temp); return true;
    case FUNCTION_HIGHEST: op = CODE_POOL_HIGHEST; break;
    case FUNCTION_LOWEST: op = CODE_POOL_LOWEST; break;
    case FUNCTION_SUM: break;
    default: return false;
    }
    emit_func_op(e, op, temp, emit_expr_operand(e, arg), 0, 0);
    return true;
}

/* ---- All ---------------------------------------------------------------- */

void emit_set_function(struct emit *e, struct node *call, int32_t temp) {
    struct node *arg = call->call.args;
    enum set_function how = (enum set_function)call->slot;
    int32_t mark = emit_func_mark(e);
    if (arg->next)
        extreme_of_several(e, arg, how == FUNCTION_HIGHEST ? CODE_HIGHER : CODE_LOWER, temp);
    else if (!looks_at_pool(arg) || !pool_function(e, arg, how, temp)) {
        struct over o = over(arg);
        switch (how) {
        case FUNCTION_COUNT: count(e, &o, temp); break;
        case FUNCTION_ANY:
        case FUNCTION_EVERY:
        case FUNCTION_NO: quantified(e, &o, how, temp); break;
        case FUNCTION_HIGHEST: extreme(e, &o, CODE_HIGHER, temp); break;
        case FUNCTION_LOWEST: extreme(e, &o, CODE_LOWER, temp); break;
        case FUNCTION_SUM: sum(e, &o, temp); break;
        case FUNCTION_WITH_HIGHEST: with_highest(e, &o, temp); break;
        case FUNCTION_SORTED: sorted(e, &o, temp); break;
        case FUNCTION_FIRST: outermost(e, &o, CODE_FIRST, temp); break;
        case FUNCTION_LAST: outermost(e, &o, CODE_LAST, temp); break;
        case FUNCTION_REVERSED: whole(e, &o, CODE_REVERSED, temp); break;
        case FUNCTION_JOINED: joined(e, &o, temp); break;
        case FUNCTION_RANDOM:
        case FUNCTION_COUNT_: emit_refuse(e, call->place, "'random' here"); break;
        }
    }
    emit_func_release(e, mark);
}
