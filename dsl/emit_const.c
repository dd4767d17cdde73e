/* emit_const: folds constants, which are known before any battle: defaults, cells of charts, faces
 * of dice, shapes, places. */
#include "emit_int.h"

static int64_t packed(int64_t high, int64_t low) {
    return (int64_t)((uint64_t)high << 32 | (uint32_t)low);
}

static bool pair(struct emit *e, struct node *a, struct node *b, int64_t *value) {
    int64_t x, y;
    if (!emit_const_fold(e, a, &x) || !emit_const_fold(e, b, &y)) return false;
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) return false;
    *value = packed(x, y);
    return true;
}

static bool arith(struct emit *e, struct node *n, int64_t *value) {
    int64_t a, b;
    bool plain = n->type && (emit_expr_type(n)->class == CLASS_NUMBER ||
                             emit_expr_type(n)->class == CLASS_LENGTH);
    if (!plain || !emit_const_fold(e, n->arith.left, &a) || !emit_const_fold(e, n->arith.right, &b))
        return false;
    if (a == NONE || b == NONE) return false;
    switch ((enum node_op)n->op) {
    case OP_PLUS: return num_add(a, b, value);
    case OP_MINUS: return num_sub(a, b, value);
    case OP_TIMES: return num_mul(a, b, value);
    case OP_DIV_UP: return num_div(a, b, true, value);
    case OP_DIV_DOWN: return num_div(a, b, false, value);
    default: return false;
    }
}

/* ---- Shapes ------------------------------------------------------------- */

/* The arguments of a shape, told apart by name, form, type or what their word means. Size (width in
 * the high half, depth in the low one), radius and centre are NONE if they are not given;
 * everything else is then 0. `lengths`: the other lengths, in order; `count`: how many there are,
 * at most two. `of`: index of the blueprint that a ring surrounds. Each corner of a polygon lands
 * in `centre`, too, which is not used then. */
struct measures {
    int64_t lengths[2], size, radius, centre, side, of;
    int32_t count;
};

static bool measure(struct emit *e, struct node *arg, struct measures *m) {
    struct span name = {NULL, 0};
    if (arg->kind == NODE_ARG_NAMED) {
        name = arg->text;
        arg = arg->arg_named.value;
    }
    int64_t value;
    if (arg->mark == MEAN_NAMED) { /* the thing that a ring surrounds */
        m->of = ((const struct blueprint_decl *)arg->meaning)->index;
        return true;
    }
    if (!emit_const_fold(e, arg, &value)) return false;
    if (span_is(name, "radius"))
        m->radius = value;
    else if (arg->kind == NODE_SIZE)
        m->size = value;
    else if (arg->kind == NODE_NAME && arg->mark == MEAN_SIDE)
        m->side = value;
    else if (arg->type && emit_expr_type(arg)->class == CLASS_PLACE)
        m->centre = value;
    else if (m->count < 2)
        m->lengths[m->count++] = value;
    return true;
}

/* Puts the corners of a polygon one after the other into the table of constants. Returns false if
 * one is no constant. */
static bool corners(struct emit *e, struct node *n, int32_t *first, int32_t *count) {
    int64_t at[SHAPE_CORNERS];
    *count = 0;
    for (struct node *arg = n->call.args; arg && *count < SHAPE_CORNERS; arg = arg->next)
        if (!emit_const_fold(e, arg, &at[(*count)++])) return false;
    *first = e->img->constants_count;
    for (int32_t i = 0; i < *count; i++) {
        int32_t row = emit_row_constants(e);
        e->img->constants[row] = at[i];
    }
    return true;
}

static bool shape(struct emit *e, struct node *n, int64_t *value) {
    int32_t first = 0, points = 0;
    if (n->slot == (int32_t)SHAPE_IS_POLYGON && !corners(e, n, &first, &points)) return false;
    struct measures m = {{0, 0}, NONE, NONE, NONE, 0, 0, 0};
    for (struct node *arg = n->call.args; arg; arg = arg->next)
        if (!measure(e, arg, &m)) return false;
    int32_t row = emit_row_shapes(e);
    struct image_shape *s = &e->img->shapes[row];
    s->what = n->slot;
    s->side = (int32_t)m.side;
    s->centre = n->slot == (int32_t)SHAPE_IS_POLYGON ? NONE : m.centre;
    s->first_point = first;
    s->points = points;
    switch ((enum shape_word)n->slot) {
    case SHAPE_IS_CIRCLE: s->a = m.radius != NONE ? m.radius : m.lengths[0] / 2; break;
    case SHAPE_IS_OVAL:
    case SHAPE_IS_RECTANGLE:
        s->a = m.size != NONE ? m.size >> 32 : m.lengths[0];
        s->b = m.size != NONE ? (int32_t)m.size : m.lengths[1];
        break;
    case SHAPE_IS_STRIP:
    case SHAPE_IS_CORNER: s->a = m.lengths[0]; break;
    case SHAPE_IS_RING:
        s->a = m.lengths[0];
        s->b = m.of;
        break;
    case SHAPE_IS_POLYGON:
    case SHAPE_IS_HALF:
    case SHAPE_IS_QUARTER: break;
    }
    *value = row;
    return true;
}

/* ---- Dice --------------------------------------------------------------- */

int32_t emit_const_die(struct emit *e, const struct node *die, const struct die_decl *decl) {
    if (decl) return decl->index;
    const struct image *img = e->img;
    for (int32_t i = e->names->dice_count; i < img->dice_count; i++)
        if (img->dice[i].sides == die->number) return i;
    char name[24] = "d";
    size_t len = 1;
    char digits[20];
    size_t count = 0;
    for (int64_t left = die->number; left > 0; left /= 10)
        digits[count++] = (char)('0' + left % 10);
    while (count > 0) name[len++] = digits[--count];
    int32_t text = emit_text(e, (struct span){name, len});
    int32_t row = emit_row_dice(e);
    e->img->dice[row].name = text;
    e->img->dice[row].sides = (int32_t)die->number;
    e->img->dice[row].first_face = -1;
    e->img->dice[row].place = -1;
    return row;
}

bool emit_const_face(struct emit *e, const struct die_decl *die, int32_t face, int64_t *value) {
    if (face < 0 || face >= die->sides) return false;
    *value = die->face_names[face].len > 0 ? FACE_NAMED + emit_text(e, die->face_names[face])
                                           : die->faces[face];
    return true;
}

/* ---- Names -------------------------------------------------------------- */

static bool name(struct emit *e, struct node *n, int64_t *value) {
    const struct blueprint_decl *blueprint = n->meaning;
    const struct event_decl *event = n->meaning;
    const struct die_decl *die = n->meaning;
    switch ((enum meaning)n->mark) {
    case MEAN_NONE: *value = NONE; return true;
    case MEAN_ENUM_VALUE:
    case MEAN_READING:
    case MEAN_STATUS:
    case MEAN_SIDE: *value = n->slot; return true;
    case MEAN_FACE: return emit_const_face(e, die, n->slot, value);
    case MEAN_BLUEPRINT: *value = blueprint->index; return n->kind == NODE_NAME || n->slot == 0;
    case MEAN_EVENT: *value = event->index; return true;
    case MEAN_DIE: *value = die->index; return true;
    case MEAN_SHAPE: return n->kind == NODE_CALL && shape(e, n, value);
    default: return false;
    }
}

bool emit_const_fold(struct emit *e, struct node *n, int64_t *value) {
    switch ((enum node_kind)n->kind) {
    case NODE_NUMBER:
    case NODE_LENGTH:
    case NODE_TRUTH: *value = n->number; return true;
    case NODE_TEXT: *value = emit_text(e, n->text); return true;
    case NODE_DIE: *value = emit_const_die(e, n, NULL); return true;
    case NODE_SIZE: return pair(e, n->size.wide, n->size.deep, value);
    case NODE_POINT: return pair(e, n->point.x, n->point.y, value);
    case NODE_ARITH: return arith(e, n, value);
    case NODE_NEGATE:
        return emit_const_fold(e, n->negate.of, value) && *value != NONE &&
               num_sub(0, *value, value);
    case NODE_NAME:
    case NODE_CALL: return name(e, n, value);
    case NODE_ARG_NAMED: return emit_const_fold(e, n->arg_named.value, value);
    default: return false;
    }
}
