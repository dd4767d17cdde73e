/* check_expr: checks expressions: which types each operator takes, and which type it gives. */
#include "grammar.h"
#include "check_int.h"

bool check_value(struct check *c, struct node *n, const struct type *want) {
    check_expr(c, n, want);
    return check_want(c, n, want);
}

bool check_truth(struct check *c, struct node *n) {
    return check_value(c, n, c->truth);
}

/* Returns true if something may be rolled or asked here. Otherwise reports `what` (such as "a
 * roll") and returns false. */
bool check_impure(struct check *c, struct node *n, const char *what) {
    if (c->cx->pure) {
        diag_add(c->diags, DIAG_IMPURE, n->place, what);
        return false;
    }
    return true;
}

static const struct type *wrong_operands(struct check *c, struct node *n, const struct type *a,
                                         const struct type *b) {
    if (a->class == CLASS_PLACE || b->class == CLASS_PLACE) {
        diag_add(c->diags, DIAG_PLACE_COMPUTED, n->place);
        return c->error;
    }
    diag_add(c->diags, DIAG_CANNOT_COMPUTE, n->place, node_op_text((enum node_op)n->op),
             check_text(c, a), check_text(c, b));
    return c->error;
}

/* ---- Arithmetic */

static bool may_be_set(const struct type *t) {
    return t->class == CLASS_SET || t->class == CLASS_THING || t->class == CLASS_NONE ||
           t->class == CLASS_ENUM || t->class == CLASS_BLUEPRINT;
}

static const struct type *arith_sum(struct check *c, struct node *n, const struct type *a,
                                    const struct type *b) {
    if (a == b && (a->class == CLASS_NUMBER || a->class == CLASS_LENGTH)) {
        return a;
    }
    const bool more = a->class == CLASS_POOL && b == c->number;
    if (more || (n->op == OP_PLUS && a == c->number && b->class == CLASS_POOL)) {
        check_impure(c, n, "a pool whose dice show more");
        return more ? a : b;
    }
    if (a->class == CLASS_POOL && b->class == CLASS_POOL) {
        if (a->die == b->die) {
            return a;
        }
        return wrong_operands(c, n, a, b);
    }
    bool sets =
        (a->class == CLASS_SET || b->class == CLASS_SET ||
         (a->class == CLASS_THING && b->class == CLASS_THING) ||
         (n->op == OP_PLUS && a->class == CLASS_BLUEPRINT && b->class == CLASS_BLUEPRINT)) &&
        may_be_set(a) && may_be_set(b);
    if (!sets) {
        return wrong_operands(c, n, a, b);
    }
    if (n->op == OP_MINUS && a->class == CLASS_SET && a->elem) {
        const struct type *elem = b->class == CLASS_SET ? b->elem : b;
        return !elem || elem->class == CLASS_NONE || check_join(c, a->elem, elem)
                   ? a
                   : wrong_operands(c, n, a, b);
    }
    const struct type *x = a->class == CLASS_SET ? a->elem : a;
    const struct type *y = b->class == CLASS_SET ? b->elem : b;
    x = x && x->class == CLASS_NONE ? NULL : x;
    y = y && y->class == CLASS_NONE ? NULL : y;
    const struct type *elem = !x ? y : !y ? x : check_join(c, x, y);
    if (x && y && !elem) {
        return wrong_operands(c, n, a, b);
    }
    return names_set_of(c->n, elem);
}

static const struct type *arith_product(struct check *c, struct node *n, const struct type *a,
                                        const struct type *b) {
    bool length = a->class == CLASS_LENGTH || b->class == CLASS_LENGTH;
    bool plain = (a->class == CLASS_LENGTH || a->class == CLASS_NUMBER) &&
                 (b->class == CLASS_LENGTH || b->class == CLASS_NUMBER);
    if (!plain) {
        return wrong_operands(c, n, a, b);
    }
    if (n->op == OP_TIMES) {
        return a == c->length && b == c->length ? wrong_operands(c, n, a, b)
                                                : (length ? c->length : c->number);
    }
    if (a == c->number && b == c->length) {
        return wrong_operands(c, n, a, b);
    }
    return a == c->length && b == c->number ? c->length : c->number;
}

static const struct type *check_arith(struct check *c, struct node *n, const struct type *want) {
    const struct type *hint = want && want->class == CLASS_SET ? want : NULL;
    const struct type *a = check_expr(c, n->arith.left, hint);
    const struct type *b = check_expr(c, n->arith.right, hint);
    if (check_is_error(a) || check_is_error(b)) {
        return c->error;
    }
    /* A face counts as its number; a face with a name counts as 0. */
    a = a->class == CLASS_FACE ? c->number : a;
    b = b->class == CLASS_FACE ? c->number : b;
    if (n->op == OP_PLUS || n->op == OP_MINUS) {
        return arith_sum(c, n, a, b);
    }
    return arith_product(c, n, a, b);
}

/* ---- Comparison */

static bool is_ordered(const struct type *t) {
    return t->class == CLASS_NUMBER || t->class == CLASS_LENGTH || t->class == CLASS_FACE;
}

/* Checks `p <= 5`, where p is a pool: it gives the dice of p for which the comparison holds. It may
 * stand only as the argument of a function such as count or any, which `allowed` says. */
static const struct type *compare_pool(struct check *c, struct node *n, const struct type *pool,
                                       bool allowed) {
    const struct type *face = pool->die ? check_face_of(c, pool->die) : c->number;
    const struct type *b = check_expr(c, n->compare.right, face);
    if (!allowed) {
        struct diag *d = diag_add(c->diags, DIAG_POOL_COMPARED, n->place);
        diag_hint(c->diags, d, "write count(…) around it");
        return c->error;
    }
    if (!check_is_error(b) && b->class != CLASS_NUMBER && b != face && b->class != CLASS_NONE) {
        diag_add(c->diags, DIAG_CANNOT_COMPARE, n->place, "a face", check_text(c, b));
        return c->error;
    }
    return pool;
}

static const struct type *check_compare(struct check *c, struct node *n) {
    bool pools = c->pool_condition;
    c->pool_condition = false;
    const struct type *a = check_expr(c, n->compare.left, NULL);
    if (a->class == CLASS_POOL) {
        return compare_pool(c, n, a, pools);
    }
    const struct type *b = check_expr(c, n->compare.right, a);
    if (check_is_error(a) || check_is_error(b)) {
        return c->truth;
    }
    bool equal = n->op == OP_EQ || n->op == OP_NE;
    bool numbers = is_ordered(a) && is_ordered(b) &&
                   (a == b || (a->class != CLASS_LENGTH && b->class != CLASS_LENGTH));
    bool values = a->class == b->class && check_join(c, a, b) &&
                  (a->class == CLASS_ENUM || a->class == CLASS_TRUTH || a->class == CLASS_TEXT ||
                   a->class == CLASS_PLACE || a->class == CLASS_FACE || a->class == CLASS_DIE);
    bool none =
        (a->class == CLASS_NONE && is_ordered(b)) || (b->class == CLASS_NONE && is_ordered(a));
    if (numbers || (equal && values) || none) {
        return c->truth;
    }
    struct diag *d =
        diag_add(c->diags, DIAG_CANNOT_COMPARE, n->place, check_text(c, a), check_text(c, b));
    if (equal && a->class == CLASS_THING) {
        diag_hint(c->diags, d, "things are compared by is");
    }
    check_hint_compare(c, d, n->compare.left, n->compare.right);
    return pools ? c->error : c->truth;
}

/* ---- Truths */

static const struct type *check_both(struct check *c, struct node *left, struct node *right,
                                     bool holds) {
    check_truth(c, left);
    struct narrow *before = check_narrow(c, left, holds);
    c->cx->guarded++;
    const struct node *beside = c->beside;
    c->beside = holds ? NULL : left;
    check_truth(c, right);
    c->beside = beside;
    c->cx->guarded--;
    c->cx->narrow = before;
    return c->truth;
}

static const struct type *check_is_in(struct check *c, struct node *n) {
    const struct type *set = check_expr(c, n->is_in.set, NULL);
    const struct type *elem = set->class == CLASS_SET ? set->elem : NULL;
    const struct type *left = check_expr(c, n->is_in.left, elem);
    n->mark = IN_SET;
    if (check_is_error(set) || check_is_error(left)) {
        return c->truth;
    }
    if (set->class == CLASS_THING) {
        enum base_kind base = set->kind ? set->kind->base : BASE_THING;
        n->mark = IN_ZONE;
        if (c->n->on_map && (base == BASE_ZONE || base == BASE_TERRAIN))
            check_map_elsewhere(c, n->is_in.set->place, set->kind->name);
        if (base == BASE_AREA && left->class == CLASS_THING) return c->truth;
        if ((base != BASE_ZONE && base != BASE_TERRAIN) || left->class != CLASS_THING) {
            diag_add(c->diags, DIAG_NOT_A_SET, n->is_in.set->place, check_text(c, set));
        }
        return c->truth;
    }
    if (set->class == CLASS_NONE) {
        return c->truth; /* `x in none` is always no */
    }
    if (set->class != CLASS_SET) {
        diag_add(c->diags, DIAG_NOT_A_SET, n->is_in.set->place, check_text(c, set));
        return c->truth;
    }
    if (n->is_in.set->kind == NODE_RANGE) {
        n->mark = IN_RANGE;
    } else if (left->class == CLASS_SET) {
        n->mark = IN_SUBSET;
        left = left->elem;
    }
    if (left && elem && !check_join(c, left, elem)) {
        diag_add(c->diags, DIAG_CANNOT_COMPARE, n->place, check_text(c, left), check_text(c, elem));
    }
    return c->truth;
}

/* Checks `x is friendly to y`. The word is a truth with two parameters, or a primitive that takes
 * two things and gives yes or no. */
static const struct type *check_is_to(struct check *c, struct node *n) {
    struct word *w = check_word(c, n);
    const struct type *a = check_expr(c, n->is_to.left, NULL);
    const struct type *b = check_expr(c, n->is_to.to, NULL);
    for (struct quantity_decl *q = w->quantities; q; q = q->next_of_name) {
        if (q->sort == SORT_TRUTH && q->param_count == 2 && !q->kind) {
            n->meaning = q;
            if (check_fits(a, q->params[0].type) || check_is_error(a)) {
                check_want(c, n->is_to.to, q->params[1].type);
            } else {
                check_want(c, n->is_to.left, q->params[0].type);
            }
            return c->truth;
        }
    }
    const struct primitive_row *row = w->primitive ? names_primitive(w->primitive - 1) : NULL;
    if (row && row->result[0] == 'b') {
        n->meaning = NULL;
        n->slot = w->primitive - 1;
        check_want(c, n->is_to.left, c->thing);
        check_want(c, n->is_to.to, c->thing);
        return c->truth;
    }
    (void)b;
    check_missing(c, DIAG_NO_TRUTH_OF_TWO, n->place, n->text, SUGGEST_QUANTITY);
    return c->truth;
}

static const struct type *check_is_within(struct check *c, struct node *n) {
    check_value(c, n->is_within.left, c->thing);
    check_value(c, n->is_within.reach, c->far);
    check_value(c, n->is_within.of, c->thing);
    return c->truth;
}

/* ---- Sets and pools */

/* Checks a condition in which `name` (`it` if none is written) stands for a member of the set.
 * Returns that local, and leaves it in binder->meaning unless `binder` is NULL. Sets c->where_elem
 * to the type of the members that the condition leaves. */
struct local *check_where(struct check *c, struct node *binder, struct span name,
                          struct place place, const struct type *elem, struct node *where) {
    struct local *before = c->cx->scope;
    struct word *it = c->special[WORD_IT];
    if (!name.len) {
        name = it->text;
        bool hides = check_local(c, it) != NULL;
        for (int32_t i = 0; i < c->cx->param_count; i++) {
            hides = hides || c->cx->params[i].word == it;
        }
        if (hides) {
            diag_add(c->diags, DIAG_IT_HIDDEN, place);
        }
    }
    struct local *l = check_bind(c, LOCAL_BOUND, name, elem, place);
    if (binder) {
        binder->meaning = l;
    }
    c->cx->pure++;
    c->cx->guarded++;
    check_truth(c, where);
    struct narrow *narrow = check_narrow(c, where, true);
    c->where_elem = elem;
    for (const struct narrow *w = c->cx->narrow; w != narrow; w = w->outer) {
        if (w->path->kind == NODE_NAME && w->path->meaning == l && check_fits(w->type, elem)) {
            c->where_elem = w->type;
        }
    }
    c->cx->narrow = narrow;
    c->cx->guarded--;
    c->cx->pure--;
    check_scope_end(c, before);
    return l;
}

static const struct type *check_with(struct check *c, struct node *n, const struct type *want) {
    const struct type *set = check_expr(c, n->with.set, want);
    const struct type *elem;
    if (set->class == CLASS_POOL) {
        elem = set->die ? check_face_of(c, set->die) : c->number;
    } else {
        elem = check_set_elem(c, set);
        if (!elem) {
            diag_add(c->diags, DIAG_NOT_A_SET, n->with.set->place, check_text(c, set));
            elem = c->error;
        }
        set = check_is_error(set) ? set : names_set_of(c->n, elem);
    }
    check_where(c, n, (struct span){"", 0}, n->with.where->place, elem, n->with.where);
    return set->class == CLASS_SET ? names_set_of(c->n, c->where_elem) : set;
}

static const struct type *check_reroll(struct check *c, struct node *n) {
    check_impure(c, n, "a re-roll");
    const struct type *pool = check_expr(c, n->reroll.pool, NULL);
    if (pool->class != CLASS_POOL) {
        check_want(c, n->reroll.pool, names_type(c->n, CLASS_POOL));
        pool = c->error;
    }
    if (n->reroll.where) {
        const struct type *face = pool->die ? check_face_of(c, pool->die) : c->number;
        check_where(c, n, (struct span){"", 0}, n->reroll.where->place,
                    check_is_error(pool) ? pool : face, n->reroll.where);
    }
    return pool;
}

static const struct type *check_roll(struct check *c, struct node *n) {
    struct node *die = n->roll.die;
    struct die_decl *decl = NULL;
    check_impure(c, n, "a roll");
    n->meaning = NULL;
    n->slot = 0;
    if (n->roll.count) {
        check_value(c, n->roll.count, c->number);
    }
    if (die->kind == NODE_DIE) {
        die->type = c->die;
        if (n->roll.count && die->number > MAX_FACES) {
            diag_add(c->diags, DIAG_LATER_BIG_POOL, die->place, MAX_FACES);
        }
    } else {
        const struct type *t = check_expr(c, die, c->die);
        if (!check_want(c, die, c->die) || check_is_error(t)) {
            return c->error;
        }
        if (die->mark != MEAN_DIE) {
            n->slot = 1;
        } else {
            decl = die->meaning;
            n->meaning = decl;
        }
    }
    return n->roll.count ? check_pool_of(c, decl) : check_face_of(c, decl);
}

static const struct type *check_best(struct check *c, struct node *n) {
    check_value(c, n->best.count, c->number);
    const struct type *pool = check_expr(c, n->best.pool, NULL);
    if (pool->class != CLASS_POOL) {
        check_want(c, n->best.pool, names_type(c->n, CLASS_POOL));
        return c->error;
    }
    return pool;
}

/* ---- The rest */

static const struct type *check_choice(struct check *c, struct node *n, const struct type *want) {
    check_truth(c, n->choice.cond);
    struct narrow *before = check_narrow(c, n->choice.cond, true);
    c->cx->guarded++;
    const struct type *a = check_expr(c, n->choice.then, want);
    c->cx->narrow = before;
    check_narrow(c, n->choice.cond, false);
    const struct type *b = check_expr(c, n->choice.other, want ? want : a);
    c->cx->narrow = before;
    c->cx->guarded--;
    const struct type *t = check_join(c, a, b);
    if (!t) {
        diag_add(c->diags, DIAG_CHOICE_DIFFERS, n->place, check_text(c, a), check_text(c, b));
        return c->error;
    }
    return t;
}

static const struct type *check_start_of(struct check *c, struct node *n) {
    const struct type *t = check_expr(c, n->start_of.of, NULL);
    struct node *of = n->start_of.of;
    if (check_is_error(t)) {
        return t;
    }
    struct field_decl *f = of->kind == NODE_DOT && of->mark == MEAN_FIELD ? of->meaning : NULL;
    if (!f || f->derived || f->borne) {
        diag_add(c->diags, DIAG_START_OF_WHAT, of->place);
        return c->error;
    }
    n->meaning = f;
    return t;
}

static const struct type *check_point(struct check *c, struct node *n) {
    if (n->point.more) {
        diag_add(c->diags, DIAG_UNEXPECTED, n->point.more->place, "a third value", "')'");
        return c->error;
    }
    if (check_value(c, n->point.x, c->length)) {
        return check_value(c, n->point.y, c->length) ? c->point : c->error;
    }
    /* if x is no length, the pair is hardly meant as a place, so y may be anything */
    check_expr(c, n->point.y, NULL);
    return c->error;
}

static const struct type *check_range(struct check *c, struct node *n) {
    bool low = check_value(c, n->range.low, c->number),
         high = check_value(c, n->range.high, c->number);
    return low && high ? names_set_of(c->n, c->number) : c->error;
}

static const struct type *check_negate(struct check *c, struct node *n) {
    const struct type *t = check_expr(c, n->negate.of, NULL);
    if (t->class != CLASS_LENGTH) {
        check_want(c, n->negate.of, c->number);
        return check_is_error(t) ? t : c->number;
    }
    return t;
}

struct text_holes *check_split_text(struct check *c, struct node *n) {
    struct text_holes *h = NEW(c->arena, struct text_holes);
    struct node *parts = grammar_text_parts(c->arena, c->diags, n);
    int32_t holes = 0;
    for (struct node *p = parts; p; p = p->next) {
        holes += p->kind != NODE_TEXT;
    }
    h->texts = NEW_ARRAY(c->arena, (size_t)holes + 1, struct span);
    h->holes = NEW_ARRAY(c->arena, (size_t)holes + 1, struct node *);
    for (struct node *p = parts; p; p = p->next) {
        if (p->kind == NODE_TEXT)
            h->texts[h->count] = p->text;
        else
            h->holes[h->count++] = p;
    }
    n->meaning = h;
    return h;
}

/* Checks the expressions in the holes of a text, and leaves them in n->meaning (struct
 * text_holes). */
void check_text_holes(struct check *c, struct node *n) {
    n->type = c->text;
    if (!(n->flags & FLAG_HOLES) || n->meaning) {
        return;
    }
    struct text_holes *h = check_split_text(c, n);
    c->cx->pure++;
    for (int32_t i = 0; i < h->count; i++) {
        struct node *p = h->holes[i];
        const struct type *t = check_expr(c, p, NULL);
        if (t->class == CLASS_VOID || t->class == CLASS_RECORD) {
            diag_add(c->diags, DIAG_WRONG_TYPE, p->place, "a value", check_text(c, t));
        }
    }
    c->cx->pure--;
}

static const struct type *expr_of(struct check *c, struct node *n, const struct type *want) {
    switch ((int)n->kind) {
    case NODE_NAME: return check_name(c, n, want);
    case NODE_DOT: return check_dot(c, n, want);
    case NODE_CALL: return check_call(c, n, want);
    case NODE_NUMBER: return c->number;
    case NODE_LENGTH: return c->length;
    case NODE_DIE: return c->die;
    case NODE_TRUTH: return c->truth;
    case NODE_SIZE: return c->size;
    case NODE_TEXT: check_text_holes(c, n); return c->text;
    case NODE_OR: return check_both(c, n->or_.left, n->or_.right, false);
    case NODE_AND: return check_both(c, n->and_.left, n->and_.right, true);
    case NODE_NOT: check_truth(c, n->not_.of); return c->truth;
    case NODE_COMPARE: return check_compare(c, n);
    case NODE_IS: return check_is(c, n);
    case NODE_IS_IN: return check_is_in(c, n);
    case NODE_IS_TO: return check_is_to(c, n);
    case NODE_IS_WITHIN: return check_is_within(c, n);
    case NODE_RANGE: return check_range(c, n);
    case NODE_ARITH: return check_arith(c, n, want);
    case NODE_NEGATE: return check_negate(c, n);
    case NODE_CHOICE: return check_choice(c, n, want);
    case NODE_WITH: return check_with(c, n, want);
    case NODE_REROLL: return check_reroll(c, n);
    case NODE_ROLL: return check_roll(c, n);
    case NODE_BEST: return check_best(c, n);
    case NODE_START_OF: return check_start_of(c, n);
    case NODE_POINT: return check_point(c, n);
    default: return c->error; /* NODE_MISTAKE, and nodes that the grammar has reported */
    }
}

const struct type *check_expr(struct check *c, struct node *n, const struct type *want) {
    c->nesting++;
    const struct type *t = expr_of(c, n, want);
    c->nesting--;
    n->type = t;
    return t;
}
