/* check_call: checks calls: arguments against parameters, primitives, functions of sets and pools,
 * shapes, quantities, charts and blueprints. A formal (struct formal) is one parameter, role or
 * memory that an argument may fill. */
#include <string.h>

#include "check_int.h"

/* ---- Arguments */

int32_t check_formals_params(const struct param_decl *params, int32_t count, struct formal *out) {
    for (int32_t i = 0; i < count; i++) {
        out[i] = (struct formal){params[i].word,  params[i].type, params[i].value != NULL,
                                 params[i].least, params[i].most, params[i].place};
    }
    return count;
}

/* Writes the roles of an event to `out` as formals and returns their number. With `head` it also
 * writes, as optional, the slots that a choice in the action's head fills when the action is
 * offered. */
int32_t check_formals_roles(const struct event_decl *e, struct formal *out, bool head) {
    int32_t count = 0;
    for (const struct slot_decl *s = e->slots; s && count < MAX_FORMALS; s = s->next) {
        bool chosen =
            s->node && (s->node->kind == NODE_CHOOSE || s->node->kind == NODE_CHOOSE_PLACE ||
                        s->node->kind == NODE_CHOOSE_PATH);
        if (s->role || (head && chosen && s->type)) {
            out[count++] = (struct formal){s->word,  s->type, s->value != NULL || !s->role,
                                           s->least, s->most, s->place};
        }
    }
    return count;
}

int32_t check_formals_memory(struct check *c, const struct blueprint_decl *bp, struct formal *out) {
    int32_t count = 0;
    for (const struct memory_decl *m = bp->memory; m && m->param && count < MAX_FORMALS;
         m = m->next) {
        out[count++] = (struct formal){
            names_word(c->n, m->name), m->type, m->value != NULL, m->least, m->most, m->place};
    }
    return count;
}

/* Checks the value of an argument. Returns false if it does not fit. */
static bool check_arg(struct check *c, struct node *value, const struct formal *f) {
    if (value->kind == NODE_ARG_IN || value->kind == NODE_ARG_FOR) {
        diag_add(c->diags, DIAG_ARG_SET, value->place);
        return true;
    }
    if (!check_value(c, value, f->type)) return false;
    check_bounds(c, value, f->word->text, (struct span_limits){f->least, f->most});
    return true;
}

static int32_t named_formal(struct check *c, struct node *arg, const struct formal *formals,
                            int32_t count, struct span callee) {
    struct word *w = check_word(c, arg);
    for (int32_t i = 0; i < count; i++) {
        if (formals[i].word == w) {
            return i;
        }
    }
    if (check_is_lost(c, callee)) {
        return -1;
    }
    struct diag *d = diag_add(c->diags, DIAG_NO_PARAM, arg->place, callee, arg->text);
    struct nearest near = diag_nearest(arg->text);
    const char *all = "";
    for (int32_t i = 0; i < count; i++) {
        struct span s = formals[i].word->text;
        check_candidate(&near, s, formals[i].place);
        all = arena_print(c->arena, "%s%s%.*s", all, i ? ", " : "", (int)s.len, s.at);
    }
    if (count) diag_hint(c->diags, d, "it takes %s", all);
    diag_did_you_mean(c->diags, d, &near);
    return -1;
}

void check_args(struct check *c, struct node *list, const struct formal *formals, int32_t count,
                struct span name, struct place place) {
    bool given[MAX_FORMALS] = {false};
    bool wrong = false, fits = true;
    int32_t at = 0;
    for (struct node *arg = list; arg; arg = arg->next) {
        int32_t i = at++;
        if (arg->kind == NODE_ARG_NAMED) {
            i = named_formal(c, arg, formals, count, name);
            arg->slot = i;
        } else if (i >= count) {
            diag_add(c->diags, DIAG_TOO_MANY_ARGS, arg->place, name, (int)count);
            return;
        }
        if (i < 0) {
            wrong = true;
            check_expr(c, names_arg_value(arg), NULL);
            continue;
        }
        /* A value behind one that does not fit is often a part of it: `centre: 24", 24"`. */
        if (given[i] && !fits) {
            check_expr(c, names_arg_value(arg), NULL);
            continue;
        }
        if (given[i]) {
            diag_add(c->diags, DIAG_ARG_TWICE, arg->place, formals[i].word->text);
        }
        given[i] = true;
        fits = check_arg(c, names_arg_value(arg), &formals[i]);
    }
    for (int32_t i = 0; i < count && !wrong; i++) {
        if (!given[i] && !formals[i].optional) {
            struct diag *d =
                diag_add(c->diags, DIAG_ARG_MISSING, place, name, formals[i].word->text,
                         formals[i].type ? check_text(c, formals[i].type) : "a value");
            if (d) check_hint_args(c, d, name, list, formals, count, given);
            return;
        }
    }
}

/* ---- Primitives: their types stand in prim.def */

static const struct type *primitive_type(struct check *c, char letter, const struct type *same) {
    switch (letter) {
    case 't': return c->thing;
    case 'u': return names_set_of(c->n, c->thing);
    case 's': return names_set_of(c->n, NULL);
    case 'e': return same ? same : c->thing;
    case 'n': return c->number;
    case 'l': return c->far;
    case 'b': return c->truth;
    case 'p': return c->place;
    case 'q': return names_set_of(c->n, c->place);
    case 'g': return c->leg;
    case 'G': return names_set_of(c->n, c->leg);
    case 'B': return c->n->base[BASE_BORDER]->type;
    case 'w': return c->path;
    case 'z': return c->thing;
    case 'P': return c->player;
    case 'x': return c->text;
    default: return NULL; /* other letters: an argument of any type */
    }
}

/* Reads the next "name:T", "name:T=none" or "name:T=table" of a primitive's arguments: the name,
 * the letter T of the type, whether the argument may be left out, and whether it makes sense on a
 * table only. Returns where it ends; NULL if no argument is left. */
static const char *next_argument(const char *at, struct span *name, char *letter, bool *optional,
                                 bool *of_table) {
    while (*at == ' ' || *at == ',') {
        at++;
    }
    name->at = at;
    while (*at && *at != ':') {
        at++;
    }
    name->len = (size_t)(at - name->at);
    if (!*at) {
        return NULL;
    }
    *letter = at[1];
    *optional = at[2] == '=';
    *of_table = *optional && at[3] == 't';
    while (*at && *at != ',') at++;
    return at;
}

static const struct type *primitive_call(struct check *c, struct node *n, int32_t primitive) {
    const struct primitive_row *row = names_primitive(primitive);
    struct formal formals[MAX_FORMALS];
    char letters[MAX_FORMALS] = {0};
    int32_t count = 0;
    struct span name;
    bool optional, of_table[MAX_FORMALS];
    for (const char *at = row->arguments;
         (at = next_argument(at, &name, &letters[count], &optional, &of_table[count])) != NULL;
         count++) {
        const struct type *t = primitive_type(c, letters[count], NULL);
        formals[count] = (struct formal){
            names_word(c->n, name), t ? t : c->error, optional, NUM_MIN, NUM_MAX, n->place};
    }
    n->mark = MEAN_PRIMITIVE;
    n->slot = primitive;
    check_args(c, n->call.args, formals, count, n->text, n->place);
    const struct type *same = NULL;
    for (int32_t i = 0; i < count; i++) {
        struct node *arg = names_arg(n, i);
        const struct type *t = arg && arg->type ? arg->type : c->error;
        if (arg && (letters[i] == 'u' || letters[i] == 's')) {
            same = check_set_elem(c, t);
        }
        if (arg && of_table[i] && c->n->on_map) {
            check_map_elsewhere(c, arg->place, formals[i].word->text);
        }
        const bool area = c->n->on_map && check_fits(t, c->place);
        if (arg && letters[i] == 'z' && !area && !check_is_land(c, t)) {
            diag_add(c->diags, DIAG_WRONG_TYPE, arg->place, "a zone or terrain", check_text(c, t));
        }
    }
    if (row->result[0] == 'u') {
        return names_set_of(c->n, letters[0] == 'P' ? c->player : same ? same : c->thing);
    }
    return primitive_type(c, row->result[0], same);
}

static bool is_part(const struct primitive_row *row, const char *of, struct span name) {
    const size_t len = strlen(of);
    const bool alone = strcmp(row->arguments, *of == 'w' ? "way:w" : "g:g") == 0;
    return alone && strncmp(row->name, of, len) == 0 && row->name[len] == '_' &&
           span_is(name, row->name + len + 1);
}

const struct type *check_part(struct check *c, struct node *n, const char *of) {
    int32_t i = 0;
    while (i < names_primitive_count() && !is_part(names_primitive(i), of, n->text)) i++;
    const bool known = i < names_primitive_count();
    n->meaning = NULL;
    if (known && names_primitive_on(i, c->n->on_map)) {
        n->mark = MEAN_PRIMITIVE;
        n->slot = i;
        return n->type = primitive_type(c, names_primitive(i)->result[0], NULL);
    }
    n->mark = MEAN_UNKNOWN;
    n->slot = -1;
    if (known) {
        diag_add(c->diags, DIAG_NO_MAP, n->place, n->text);
    } else if (*of == 'w') {
        diag_add(c->diags, DIAG_NO_FIELD, n->place, "a path", n->text);
    } else {
        struct diag *d = diag_add(c->diags, DIAG_NO_FIELD, n->place, "a leg", n->text);
        diag_hint(c->diags, d, "a leg has here, there and border");
    }
    return n->type = c->error;
}

/* ---- Functions of sets and pools */

struct walk_arg {
    const struct type *elem; /* type of the set's members; NULL: not known */
    /* type of E in `E for x in S`; without such an E the type of the set's members */
    const struct type *value;
    const struct type *set; /* type of the set itself */
    /* `pool`: the argument is a pool of dice. `condition`: the argument is `x in S where C` or a
     * comparison. `each`: the argument is `E for x in S`. */
    bool pool, condition, each;
};

static const struct type *set_walked(struct check *c, struct node *set) {
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

static void walk_in(struct check *c, struct node *arg, struct walk_arg *w) {
    w->elem = w->value = set_walked(c, arg->arg_in.set);
    w->set = names_set_of(c->n, w->elem);
    w->condition = arg->arg_in.where != NULL;
    arg->type = w->set;
    if (arg->arg_in.where) {
        check_where(c, arg, arg->text, arg->place, w->elem, arg->arg_in.where);
        w->elem = w->value = c->where_elem;
        w->set = names_set_of(c->n, w->elem);
    } else {
        arg->meaning = NULL;
    }
}

static void walk_for(struct check *c, struct node *arg, struct walk_arg *w, bool truth) {
    w->each = true;
    w->elem = set_walked(c, arg->arg_for.set);
    w->set = names_set_of(c->n, w->elem);
    arg->type = w->set;
    struct local *before = c->cx->scope;
    struct local *l = check_bind(c, LOCAL_BOUND, arg->text, w->elem, arg->place);
    arg->meaning = l;
    c->cx->pure++;
    c->cx->guarded++;
    struct narrow *narrow = c->cx->narrow;
    if (arg->arg_for.where) {
        check_truth(c, arg->arg_for.where);
        check_narrow(c, arg->arg_for.where, true);
    }
    w->value = check_expr(c, arg->arg_for.value, NULL);
    if (truth) {
        check_want(c, arg->arg_for.value, c->truth);
    }
    c->cx->narrow = narrow;
    c->cx->guarded--;
    c->cx->pure--;
    check_scope_end(c, before);
}

static bool walk_plain(struct check *c, struct node *arg, struct walk_arg *w) {
    c->pool_condition = arg->kind == NODE_COMPARE;
    const struct type *t = check_expr(c, arg, NULL);
    c->pool_condition = false;
    w->set = t;
    w->condition = arg->kind == NODE_COMPARE;
    if (t->class == CLASS_POOL) {
        w->pool = true;
        w->elem = w->value = t->die ? check_face_of(c, t->die) : c->number;
        return true;
    }
    if (t->class == CLASS_NONE) {
        w->set = names_set_of(c->n, NULL);
        w->elem = w->value = c->thing;
        return true;
    }
    w->elem = w->value = check_set_elem(c, t);
    if (!w->elem && w->condition && check_is_error(check_typed(arg->compare.left))) {
        return false; /* what stands left of the comparison is a mistake, which was reported */
    }
    if (!w->elem) {
        diag_add(c->diags, DIAG_NOT_A_SET, arg->place, check_text(c, t));
        return false;
    }
    w->set = check_is_error(t) ? t : names_set_of(c->n, w->elem);
    return !check_is_error(t);
}

static const struct type *want_ordered(struct check *c, struct node *arg, const struct type *t) {
    if (t->class == CLASS_NUMBER || t->class == CLASS_LENGTH || check_is_error(t) ||
        t->class == CLASS_FACE) {
        return t;
    }
    struct node *at = arg->kind == NODE_ARG_FOR ? arg->arg_for.value : arg;
    diag_add(c->diags, DIAG_WRONG_TYPE, at->place, "a number or a length", check_text(c, t));
    return c->error;
}

/* Reports a function that asks for the order of things of a kind that has none, as it is alike.
 * Of cards it may be the order of a pile, which is no order of coming into play. Examples may look
 * at whichever thing comes first. */
static void want_order(struct check *c, const struct node *n, const struct type *elem) {
    const struct kind_decl *k = elem->class == CLASS_THING ? elem->kind : NULL;
    if (k && k->alike && k->base != BASE_CARD && !c->in_block)
        diag_add(c->diags, DIAG_ALIKE_ORDER, n->place, k->name, n->text);
}

static const struct type *function_result(struct check *c, struct node *n, enum set_function f,
                                          const struct walk_arg *w) {
    struct node *arg = n->call.args;
    switch (f) {
    case FUNCTION_COUNT: return c->number;
    case FUNCTION_ANY:
    case FUNCTION_EVERY:
    case FUNCTION_NO:
        if (!w->condition && !w->each && f == FUNCTION_EVERY) {
            diag_add(c->diags, DIAG_EVERY_WHAT, n->place);
        }
        return c->truth;
    case FUNCTION_HIGHEST:
    case FUNCTION_LOWEST: return want_ordered(c, arg, w->value);
    case FUNCTION_SUM: {
        const struct type *t = want_ordered(c, arg, w->value);
        return t->class == CLASS_FACE ? c->number : t;
    }
    case FUNCTION_WITH_HIGHEST:
    case FUNCTION_SORTED:
        if (!w->each && w->elem->class == CLASS_THING) {
            diag_add(c->diags, DIAG_BY_WHAT, n->place, n->text);
        } else {
            want_ordered(c, arg, w->value);
        }
        return f == FUNCTION_SORTED ? names_set_of(c->n, w->elem) : w->elem;
    case FUNCTION_RANDOM: check_impure(c, n, "chance"); return w->elem;
    case FUNCTION_FIRST:
    case FUNCTION_LAST: want_order(c, n, w->elem); return w->elem;
    case FUNCTION_REVERSED: want_order(c, n, w->elem); return w->set;
    case FUNCTION_JOINED: {
        const struct type *elem =
            w->value->class == CLASS_THING ? w->value : check_set_elem(c, w->value);
        if (elem) return names_set_of(c->n, elem);
        struct node *at = arg->kind == NODE_ARG_FOR ? arg->arg_for.value : arg;
        diag_add(c->diags, DIAG_WRONG_TYPE, at->place, "a set for each", check_text(c, w->value));
        return c->error;
    }
    case FUNCTION_COUNT_:
    default: return c->error;
    }
}

/* Checks `highest(a, b, …)` or `lowest(a, b, …)`, whose amounts are written one by one. Returns the
 * type of the amounts, number or length; the error type after a message. */
static const struct type *extreme_of_several(struct check *c, struct node *n) {
    const struct type *all = NULL;
    for (struct node *arg = n->call.args; arg; arg = arg->next) {
        if (arg->kind == NODE_ARG_NAMED || arg->kind == NODE_ARG_IN || arg->kind == NODE_ARG_FOR) {
            diag_add(c->diags, DIAG_ARG_SET, names_arg_value(arg)->place);
            return c->error;
        }
        const struct type *t = check_expr(c, arg, all);
        bool amount = t->class == CLASS_NUMBER || t->class == CLASS_LENGTH;
        if (!amount && t->class != CLASS_NONE && !check_is_error(t)) {
            diag_add(c->diags, DIAG_WRONG_TYPE, arg->place, "a number or a length",
                     check_text(c, t));
            all = c->error;
        } else if (!all || (amount && all->class == CLASS_NONE) || check_is_error(t)) {
            all = t;
        } else if (!check_is_error(all)) {
            check_want(c, arg, all->class == CLASS_NONE ? t : all);
        }
    }
    return all->class == CLASS_NONE ? c->number : all;
}

static const struct type *function_call(struct check *c, struct node *n, enum set_function f) {
    struct node *arg = n->call.args;
    struct walk_arg w = {.elem = c->error, .value = c->error, .set = c->error};
    n->mark = MEAN_FUNCTION;
    n->slot = (int32_t)f;
    if (arg && arg->next && (f == FUNCTION_HIGHEST || f == FUNCTION_LOWEST)) {
        return extreme_of_several(c, n);
    }
    if (!arg || arg->next || arg->kind == NODE_ARG_NAMED) {
        diag_add(c->diags, DIAG_ONE_ARG, n->place, n->text);
        return c->error;
    }
    bool truth =
        f == FUNCTION_COUNT || f == FUNCTION_ANY || f == FUNCTION_EVERY || f == FUNCTION_NO;
    if (arg->kind == NODE_ARG_IN) {
        walk_in(c, arg, &w);
    } else if (arg->kind == NODE_ARG_FOR) {
        walk_for(c, arg, &w, truth);
    } else if (!walk_plain(c, arg, &w)) {
        return truth ? (f == FUNCTION_COUNT ? c->number : c->truth) : c->error;
    }
    bool of_sets = f == FUNCTION_FIRST || f == FUNCTION_LAST || f == FUNCTION_REVERSED ||
                   f == FUNCTION_SORTED || f == FUNCTION_WITH_HIGHEST || f == FUNCTION_RANDOM ||
                   f == FUNCTION_JOINED;
    if (w.pool && of_sets) {
        diag_add(c->diags, DIAG_NOT_A_SET, arg->place, "a pool of dice");
        return c->error;
    }
    return function_result(c, n, f, &w);
}

/* ---- Shapes: constants */

static struct formal shape_formal(struct check *c, const char *name, const struct type *type) {
    return (struct formal){names_word(c->n, (struct span){name, strlen(name)}),
                           type,
                           true,
                           NUM_MIN,
                           NUM_MAX,
                           (struct place){0, 0, 0}};
}

static void circle_args(struct check *c, struct node *n) {
    struct formal formals[MAX_FORMALS];
    formals[0] = shape_formal(c, "diameter", c->length);
    formals[1] = shape_formal(c, "radius", c->length);
    formals[2] = shape_formal(c, "centre", c->point);
    check_args(c, n->call.args, formals, 3, n->text, n->place);
    if (!names_arg(n, 0) == !names_arg(n, 1)) {
        diag_add(c->diags, DIAG_ARG_MISSING, n->place, n->text, formals[1].word->text,
                 check_text(c, c->length));
    }
}

static bool is_constant_length(const struct node *n) {
    switch ((int)n->kind) {
    case NODE_LENGTH:
    case NODE_NUMBER:
    case NODE_SIZE: return true;
    case NODE_NEGATE: return is_constant_length(n->negate.of);
    case NODE_ARITH: return is_constant_length(n->arith.left) && is_constant_length(n->arith.right);
    case NODE_POINT: return is_constant_length(n->point.x) && is_constant_length(n->point.y);
    default: return false;
    }
}

/* Whether a shape may have this side: a strip has one of four sides or the centre, a half a side or
 * a corner, a corner or quarter one of four corners. `side` is an enum side_word. */
static bool is_side_of(enum shape_word shape, int32_t side) {
    bool corner = side >= (int32_t)SIDE_IS_SOUTH_WEST;
    switch ((int)shape) {
    case SHAPE_IS_STRIP: return !corner;
    case SHAPE_IS_HALF: return side != (int32_t)SIDE_IS_CENTRE;
    default: return corner;
    }
}

static void shape_side(struct check *c, enum shape_word shape, struct node *side) {
    struct word *w = side->kind == NODE_NAME ? check_word(c, side) : NULL;
    side->type = c->error;
    if (!w || w->special < WORD_SOUTH || w->special > WORD_NORTH_EAST ||
        !is_side_of(shape, w->special - WORD_SOUTH)) {
        diag_add(c->diags, DIAG_NO_SIDE, side->place,
                 shape == SHAPE_IS_STRIP  ? "south, north, west, east or centre"
                 : shape == SHAPE_IS_HALF ? "a side or a corner"
                                          : "south_west, south_east, north_west or north_east");
        return;
    }
    side->type = c->nothing;
    side->mark = MEAN_SIDE;
    side->slot = w->special - WORD_SOUTH;
}

/* Checks strip(side, depth), corner(side, size), half(side), quarter(side). The side is a word, not
 * an expression. */
static void sided_args(struct check *c, struct node *n, enum shape_word shape) {
    struct node *side = n->call.args;
    bool deep = shape == SHAPE_IS_STRIP || shape == SHAPE_IS_CORNER;
    if (!side || !side->next != !deep || (deep && side->next->next)) {
        diag_add(c->diags, DIAG_ARG_MISSING, n->place, n->text,
                 side ? (struct span){"depth", 5} : (struct span){"side", 4},
                 deep ? "its side and its depth" : "its side alone");
        return;
    }
    shape_side(c, shape, names_arg_value(side));
    if (side->kind == NODE_ARG_NAMED) {
        /* the slot of a NODE_ARG_NAMED is its parameter; that of a bare side says which side it
         * is */
        side->slot = 0;
    }
    if (!deep) {
        return;
    }
    check_value(c, names_arg_value(side->next), c->length);
    if (side->next->kind == NODE_ARG_NAMED) {
        side->next->slot = 1;
    }
}

/* Checks oval(60mm x 35mm), rectangle(14" x 8", centre: (7", 24")). */
static void sized_args(struct check *c, struct node *n) {
    struct formal formals[MAX_FORMALS];
    formals[0] = shape_formal(c, "size", c->size);
    formals[0].optional = false;
    formals[1] = shape_formal(c, "centre", c->point);
    check_args(c, n->call.args, formals, 2, n->text, n->place);
}

static void polygon_args(struct check *c, struct node *n) {
    int32_t count = 0;
    for (struct node *a = n->call.args; a; a = a->next) {
        check_value(c, names_arg_value(a), c->point);
        count++;
    }
    if (count < 3 || count > MAX_CORNERS) {
        diag_add(c->diags, DIAG_ARG_MISSING, n->place, n->text, (struct span){"corners", 7},
                 "3 to 32 places");
    }
}

/* Checks ring(copse, 6"). The first argument must be a name with MEAN_NAMED: a zone, terrain or
 * thing of which the rules have only one. */
static void ring_args(struct check *c, struct node *n) {
    struct formal formals[MAX_FORMALS];
    formals[0] = shape_formal(c, "round", c->thing);
    formals[1] = shape_formal(c, "depth", c->length);
    formals[0].optional = formals[1].optional = false;
    check_args(c, n->call.args, formals, 2, n->text, n->place);
    struct node *of = names_arg(n, 0);
    const bool one = of && of->mark == MEAN_NAMED && of->slot != NAMED_WHICHEVER;
    if (of && of->type && !check_is_error(of->type) && !one) {
        diag_add(c->diags, DIAG_RING_ROUND, of->place);
        n->mark = MEAN_UNKNOWN;
    }
}

static const struct type *shape_call(struct check *c, struct node *n, struct word *w) {
    enum shape_word shape = (enum shape_word)(w->special - WORD_CIRCLE);
    n->mark = MEAN_SHAPE;
    n->slot = (int32_t)shape;
    switch (shape) {
    case SHAPE_IS_CIRCLE: circle_args(c, n); break;
    case SHAPE_IS_OVAL:
    case SHAPE_IS_RECTANGLE: sized_args(c, n); break;
    case SHAPE_IS_POLYGON: polygon_args(c, n); break;
    case SHAPE_IS_RING: ring_args(c, n); break;
    default: sided_args(c, n, shape); break;
    }
    for (struct node *a = n->call.args; a; a = a->next) {
        struct node *v = names_arg_value(a);
        bool named = v->mark == MEAN_SIDE || (shape == SHAPE_IS_RING && v == names_arg(n, 0));
        if (v->type && !check_is_error(v->type) && !named && !is_constant_length(v)) {
            diag_add(c->diags, DIAG_NOT_CONSTANT, v->place);
        }
    }
    return c->shape;
}

/* ---- Calls */

static const struct type *quantity_call(struct check *c, struct node *n, struct quantity_decl *q) {
    struct formal formals[MAX_FORMALS];
    int32_t count = check_formals_params(q->params, q->param_count, formals);
    n->mark = MEAN_QUANTITY;
    n->meaning = q;
    check_args(c, n->call.args, formals, count, n->text, n->place);
    return check_quantity_type(c, q, n->place);
}

static const struct type *chart_call(struct check *c, struct node *n, struct chart_decl *chart) {
    struct formal formals[MAX_FORMALS];
    int32_t count = check_formals_params(chart->params, chart->param_count, formals);
    for (int32_t i = 0; i < count; i++) {
        formals[i].least = NUM_MIN;
        formals[i].most = NUM_MAX;
    }
    n->mark = MEAN_CHART;
    n->meaning = chart;
    check_args(c, n->call.args, formals, count, n->text, n->place);
    return chart->type ? chart->type : c->error;
}

static const struct type *blueprint_call(struct check *c, struct node *n,
                                         struct blueprint_decl *bp) {
    struct formal formals[MAX_FORMALS];
    int32_t count = check_formals_memory(c, bp, formals);
    n->mark = MEAN_BLUEPRINT;
    n->meaning = bp;
    check_names(c, n, bp);
    check_args(c, n->call.args, formals, count, n->text, n->place);
    return bp->kind->blueprint;
}

/* Checks blueprints(KIND). The kind is named, not computed. */
static const struct type *blueprints_call(struct check *c, struct node *n) {
    struct node *arg = n->call.args;
    if (!arg || arg->next || arg->kind != NODE_NAME) {
        diag_add(c->diags, DIAG_ONE_ARG, n->place, n->text);
        return c->error;
    }
    struct kind_decl *k = check_kind_named(c, arg, arg->text);
    arg->type = c->nothing;
    arg->mark = MEAN_KIND;
    arg->meaning = k;
    if (!k) return c->error;
    n->mark = MEAN_BLUEPRINTS;
    n->meaning = k;
    return names_set_of(c->n, k->blueprint);
}

/* Reports a call of something that cannot be called. Of its arguments those are checked that do not
 * need to know what is called: `x in S` names something only where a function says so. */
static const struct type *unknown_call(struct check *c, struct node *n, struct word *w) {
    if (w->special == WORD_OF_OTHER_BOARD) {
        check_map_elsewhere(c, n->place, n->text);
    } else if (w->event) {
        struct diag *d = diag_add(c->diags, DIAG_EVENT_CALLED, n->place, n->text);
        diag_hint(c->diags, d, "do %t(…)", n->text);
    } else {
        check_no_name(c, n, DIAG_NO_FUNCTION);
    }
    n->mark = MEAN_UNKNOWN;
    for (struct node *arg = n->call.args; arg; arg = arg->next)
        if (arg->kind != NODE_ARG_IN && arg->kind != NODE_ARG_FOR && arg->kind != NODE_WITH)
            check_expr(c, names_arg_value(arg), NULL);
    return c->error;
}

const struct type *check_call(struct check *c, struct node *n, const struct type *want) {
    (void)want;
    struct word *w = check_word(c, n);
    /* Rules may give the name of a function, as middle is one, to what takes no arguments, as a
     * zone: with arguments it is the function. */
    const bool function = w->primitive || w->function;
    for (struct quantity_decl *q = w->quantities; q; q = q->next_of_name) {
        if (!q->kind && !(function && q->param_count == 0)) {
            return quantity_call(c, n, q);
        }
    }
    if (w->chart) {
        return chart_call(c, n, w->chart);
    }
    if (w->blueprints && !(function && w->blueprints->params == 0)) {
        return blueprint_call(c, n, w->blueprints);
    }
    if (span_is(n->text, "blueprints")) {
        return blueprints_call(c, n);
    }
    if (w->primitive) {
        return primitive_call(c, n, w->primitive - 1);
    }
    if (w->function) {
        return function_call(c, n, (enum set_function)(w->function - 1));
    }
    if (w->special >= WORD_CIRCLE && w->special <= WORD_QUARTER) {
        return shape_call(c, n, w);
    }
    return unknown_call(c, n, w);
}
