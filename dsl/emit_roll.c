/*
 * Emits what is left to chance inside expressions: rolls, re-rolls and picks at random, called
 * rolls below. A roll changes the World, so it is hoisted: it becomes a stretch (the code from one
 * STATEMENT mark to the next) of its own before the statement in which it stands, and its result
 * waits in a hidden slot. A roll behind `and`, `or` or `if … else` is made only if that part is
 * evaluated.
 */
#include "emit_int.h"

/* Whether n is `sum(roll N dX)` of a known die, which one instruction does without a pool. */
static bool fresh_sum(const struct node *n) {
    return n->kind == NODE_CALL && n->mark == MEAN_FUNCTION && n->slot == FUNCTION_SUM &&
           n->call.args && n->call.args->kind == NODE_ROLL && n->call.args->roll.count &&
           n->call.args->slot != 1;
}

bool emit_roll_raises(const struct node *n) {
    return n->kind == NODE_ARITH && emit_expr_type(n)->class == CLASS_POOL &&
           (emit_expr_type(n->arith.left)->class != CLASS_POOL ||
            emit_expr_type(n->arith.right)->class != CLASS_POOL);
}

bool emit_roll_is_effect(const struct node *n) {
    if (n->kind == NODE_ROLL || n->kind == NODE_REROLL || fresh_sum(n) || emit_roll_raises(n))
        return true;
    return n->kind == NODE_CALL && n->mark == MEAN_FUNCTION && n->slot == FUNCTION_RANDOM;
}

static enum walk is_one(struct node *n, void *user) {
    bool *found = user;
    *found = emit_roll_is_effect(n);
    return *found ? WALK_STOP : WALK_ON;
}

/* Whether n or something in it rolls dice or picks at random. n may be NULL. */
static bool holds_effect(struct node *n) {
    bool found = false;
    if (n) tree_walk(n, is_one, &found);
    return found;
}

/* Whether the die of a ROLL is known while compiling. A die that is computed (n->slot 1) is not. */
static bool known_die(const struct node *n) {
    return n->slot != 1;
}

void emit_roll_effect(struct emit *e, struct node *n, int32_t temp) {
    int32_t mark = emit_func_mark(e);
    if (n->kind == NODE_ROLL && !known_die(n)) {
        int32_t count = n->roll.count ? emit_expr_operand(e, n->roll.count) : -1;
        int32_t die = emit_expr_operand(e, n->roll.die);
        if (n->roll.count)
            emit_func_op(e, CODE_ROLL_BY, temp, count, die, 0);
        else
            emit_func_op(e, CODE_ROLL_ONE_BY, temp, die, 0, 0);
    } else if (n->kind == NODE_ROLL && !n->roll.count) {
        emit_func_op(e, CODE_ROLL_ONE, temp, 0, 0, emit_const_die(e, n->roll.die, n->meaning));
    } else if (n->kind == NODE_ROLL) {
        int32_t count = emit_expr_operand(e, n->roll.count);
        emit_func_op(e, CODE_ROLL, temp, count, 0, emit_const_die(e, n->roll.die, n->meaning));
    } else if (fresh_sum(n)) {
        int32_t count = emit_expr_operand(e, n->call.args->roll.count);
        emit_func_op(e, CODE_ROLL_SUM, temp, count, 0,
                     emit_const_die(e, n->call.args->roll.die, n->call.args->meaning));
    } else if (n->kind == NODE_REROLL) {
        int32_t pool = emit_expr_operand(e, n->reroll.pool), which = pool;
        if (n->reroll.where) {
            which = emit_func_temp(e);
            emit_set_pool_where(e, n->reroll.pool, n->reroll.where, n->meaning, CODE_POOL_WHERE,
                                which);
        }
        emit_func_op(e, CODE_REROLL, temp, pool, which, 0);
    } else if (emit_roll_raises(n)) {
        const bool first = emit_expr_type(n->arith.left)->class == CLASS_POOL;
        int32_t pool = emit_expr_operand(e, first ? n->arith.left : n->arith.right);
        int32_t by = emit_expr_counted(e, first ? n->arith.right : n->arith.left);
        emit_func_op(e, CODE_RAISE, temp, pool, by, n->op == OP_MINUS);
    } else {
        int32_t set = emit_func_temp(e);
        struct node *arg = n->call.args;
        if (arg->kind == NODE_ARG_IN)
            emit_set_gather(e, arg->arg_in.set, arg->arg_in.where, arg->meaning, set);
        else
            emit_set_gather(e, arg, NULL, NULL, set);
        const struct image_type of = emit_type(emit_expr_type(n));
        emit_func_op(e, CODE_RANDOM, temp, set, 0, of.class | (of.of + 1) << 8);
    }
    emit_func_release(e, mark);
}

/* Notes that the result of n waits in a hidden slot. */
static void put_by(struct emit *e, const struct node *n, int32_t slot) {
    struct func *f = e->f;
    if (f->hoisted_count == MAX_HOISTED) {
        emit_refuse(e, n->place, "so many rolls in one statement");
        return;
    }
    f->hoisted[f->hoisted_count].node = n;
    f->hoisted[f->hoisted_count++].slot = slot;
}

static void hoist(struct emit *e, struct node *n, bool top);

/* Emits one branch of a conditional value: first the rolls in it, then a statement that stores its
 * value in the slot. */
static void branch(struct emit *e, struct node *n, const struct type *type, int32_t slot) {
    hoist(e, n, false);
    emit_func_statement(e, n->place);
    int32_t temp = emit_func_temp(e);
    emit_expr_as(e, n, type, temp);
    emit_func_op(e, CODE_STORE, temp, 0, 0, slot);
}

static void hoist_choice(struct emit *e, struct node *n) {
    struct label other = LABEL, end = LABEL;
    int32_t slot = emit_func_hidden_of(e, emit_type(n->type));
    hoist(e, n->choice.cond, false);
    emit_func_statement(e, n->place);
    emit_expr_jump_not(e, n->choice.cond, &other);
    branch(e, n->choice.then, n->type, slot);
    emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &other);
    branch(e, n->choice.other, n->type, slot);
    emit_func_bind(e, &end);
    put_by(e, n, slot);
}

/* Emits `A and B` or `A or B`, where B holds a roll. The result is A, unless B has to be evaluated;
 * then it is B. */
static void hoist_junction(struct emit *e, struct node *n) {
    struct label end = LABEL;
    struct node *left = n->kind == NODE_AND ? n->and_.left : n->or_.left;
    struct node *right = n->kind == NODE_AND ? n->and_.right : n->or_.right;
    int32_t slot = emit_func_hidden(e, V_TRUTH);
    branch(e, left, n->type, slot);
    emit_func_statement(e, n->place);
    int32_t temp = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, temp, 0, 0, slot);
    emit_func_jump(e, n->kind == NODE_AND ? CODE_JUMP_NOT : CODE_JUMP_IF, temp, &end);
    branch(e, right, n->type, slot);
    emit_func_bind(e, &end);
    put_by(e, n, slot);
}

static void hoist_kids(struct emit *e, struct node *n) {
    for (int i = 0; i < node_kids((enum node_kind)n->kind); i++)
        for (struct node *kid = n->kid[i]; kid; kid = kid->next) hoist(e, kid, false);
}

static enum walk is_pool(struct node *n, void *user) {
    bool *found = user;
    *found = n->type && emit_expr_type(n)->class == CLASS_POOL;
    return *found ? WALK_STOP : WALK_ON;
}

/* Emits `count`, the N of `sum(roll N dX)`, in a stretch of its own if it looks at other dice. Its
 * result is known before the sum is asked for, so those other dice need not stay known while the
 * sum is open. */
static void count_first(struct emit *e, struct node *count) {
    bool looks = false;
    tree_walk(count, is_pool, &looks);
    if (!looks) return;
    int32_t slot = emit_func_hidden(e, V_NUMBER);
    emit_func_statement(e, count->place);
    emit_func_op(e, CODE_STORE, emit_expr_temp(e, count), 0, 0, slot);
    put_by(e, count, slot);
}

static void hoist(struct emit *e, struct node *n, bool top) {
    if (!holds_effect(n)) return;
    bool junction = (n->kind == NODE_AND && holds_effect(n->and_.right)) ||
                    (n->kind == NODE_OR && holds_effect(n->or_.right));
    bool chosen =
        n->kind == NODE_CHOICE && (holds_effect(n->choice.then) || holds_effect(n->choice.other));
    if (chosen)
        hoist_choice(e, n);
    else if (junction)
        hoist_junction(e, n);
    else if (fresh_sum(n)) {
        hoist_kids(e, n->call.args);
        count_first(e, n->call.args->roll.count);
    } else
        hoist_kids(e, n);
    if (!emit_roll_is_effect(n) || top) return;
    int32_t slot = emit_func_hidden_of(e, emit_type(n->type));
    emit_func_statement(e, n->place);
    int32_t temp = emit_func_temp(e);
    emit_roll_effect(e, n, temp);
    emit_func_op(e, CODE_STORE, temp, 0, 0, slot);
    put_by(e, n, slot);
}

void emit_roll_hoist(struct emit *e, struct node *n, bool top) {
    if (n) hoist(e, n, top);
}

bool emit_roll_waiting(struct emit *e, const struct node *n, int32_t temp) {
    const struct func *f = e->f;
    for (int32_t i = f->hoisted_count - 1; i >= 0; i--) {
        if (f->hoisted[i].node != n) continue;
        if (temp >= 0) emit_func_op(e, CODE_LOAD, temp, 0, 0, f->hoisted[i].slot);
        return true;
    }
    return false;
}

void emit_roll_take(struct emit *e, struct rolls *rolls) {
    struct func *f = e->f;
    rolls->count = f->hoisted_count;
    for (int32_t i = 0; i < f->hoisted_count; i++) {
        rolls->slot[i] = f->hoisted[i].slot;
        f->room->slot_free[rolls->slot[i]] = true;
    }
    f->hoisted_count = 0;
}

void emit_roll_zero(struct emit *e, const struct rolls *rolls) {
    for (int32_t i = 0; i < rolls->count; i++) emit_func_op(e, CODE_CLEAR, 0, 0, 0, rolls->slot[i]);
}
