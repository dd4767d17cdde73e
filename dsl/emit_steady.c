/*
 * Which numbers are steady: while no thing changes they come to the same, for the same
 * arguments, so that the machine may remember them. Read off the code: a steady number reads
 * things, what they bear, where they stand, and other steady numbers; not what is running, who
 * is asked, dice, or a leaf in Lua.
 */
#include "emit_int.h"

#include "../vm/prim.h"

struct steady {
    struct image *img;
    uint8_t *unsteady; /* functions */
    bool places;       /* so is what geometry asks the rules */
};

static bool steady_number(const struct steady *s, int32_t quantity) {
    return quantity < 0 || s->img->quantities[quantity].steady;
}

static bool steady_code(const struct steady *s, const struct image_code *i) {
    switch ((enum opcode)i->op) {
    case CODE_JUMP:
    case CODE_JUMP_IF:
    case CODE_JUMP_NOT:
    case CODE_RETURN:
    case CODE_SKIP_ROW:
    case CODE_FAIL:
    case CODE_NUMBER:
    case CODE_CONSTANT:
    case CODE_LOAD_NONE:
    case CODE_MOVE:
    case CODE_THIS:
    case CODE_GAME:
    case CODE_PLAYER:
    case CODE_NAMED:
    case CODE_RULING:
    case CODE_ADD:
    case CODE_SUBTRACT:
    case CODE_MULTIPLY:
    case CODE_DIVIDE:
    case CODE_NEGATE:
    case CODE_FACE_NUMBER:
    case CODE_HIGHER:
    case CODE_LOWER:
    case CODE_POINT:
    case CODE_SAME:
    case CODE_DIFFER:
    case CODE_LESS:
    case CODE_AT_MOST:
    case CODE_EQUAL:
    case CODE_NOT:
    case CODE_IS_NONE:
    case CODE_IS_KIND:
    case CODE_IS_OF:
    case CODE_IS_BLUEPRINT:
    case CODE_IN_PLAY:
    case CODE_CONTAINS:
    case CODE_WITHIN_SET:
    case CODE_STORED:
    case CODE_MEMORY:
    case CODE_CHART:
    case CODE_EXTENT:
    case CODE_EMPTY:
    case CODE_SINGLE:
    case CODE_RANGE:
    case CODE_VALUES:
    case CODE_GATHER:
    case CODE_APPEND:
    case CODE_FIRST_OF:
    case CODE_NEXT_OF:
    case CODE_UNION:
    case CODE_WITHOUT:
    case CODE_COUNT:
    case CODE_FIRST:
    case CODE_LAST:
    case CODE_REVERSED:
    case CODE_SORTED: return true;
    case CODE_HAS:
    case CODE_HAS_KIND: return steady_number(s, s->img->in_force);
    case CODE_FIELD: return steady_number(s, s->img->fields[i->d].quantity);
    case CODE_QUANTITY: return steady_number(s, i->d);
    case CODE_CALL: return !s->unsteady[i->d];
    case CODE_PRIMITIVE: return s->places && i->d != PRIM_REROLLED;
    default: return false;
    }
}

static bool steady_func(const struct steady *s, int32_t func) {
    if (func < 0) return true;
    if (s->unsteady[func]) return false;
    const struct image_func *f = &s->img->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        if (!steady_code(s, &s->img->code[i])) return false;
    }
    return true;
}

static bool steady_rows(const struct steady *s, const struct image_quantity *q) {
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *r = &s->img->rules[s->img->lists[at]];
        if (!steady_func(s, r->body)) return false;
        if (r->blueprint >= 0 && !steady_number(s, s->img->in_force)) return false;
    }
    return steady_func(s, q->start);
}

/* Those that read an unsteady one are taken out until none is left that does. */
void emit_rule_steady(struct emit *e) {
    struct image *img = e->img;
    struct steady s = {.img = img};
    s.unsteady = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint8_t);
    for (bool more = true; more;) {
        more = false;
        bool places = steady_number(&s, img->blocks_sight) && steady_number(&s, img->blocks_move);
        s.places = places && steady_number(&s, img->enemy) && steady_number(&s, img->friendly);
        for (int32_t f = 0; f < img->funcs_count; f++) {
            if (s.unsteady[f] || steady_func(&s, f)) continue;
            s.unsteady[f] = 1;
            more = true;
        }
        for (int32_t i = 0; i < img->quantities_count; i++) {
            struct image_quantity *q = &img->quantities[i];
            if (!q->steady || steady_rows(&s, q)) continue;
            q->steady = false;
            more = true;
        }
    }
}
