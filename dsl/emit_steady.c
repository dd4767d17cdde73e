/*
 * Which numbers are steady: while no thing changes they come to the same, for the same arguments,
 * so that the machine may remember those whose arguments are no lists. Read off the code: a steady
 * number reads things, what they bear, where they stand, and other steady numbers; not what is
 * running, who is asked, dice, or a leaf in Lua. And which choices in heads are.
 */
#include "emit_int.h"

#include "../vm/prim.h"

#include <string.h>

enum { MOST_SLOTS = 4 }; /* what the machine remembers something by */

struct steady {
    struct image *img;
    uint8_t *unsteady; /* functions */
    uint8_t *numbers;  /* that are not, by quantity */
    bool places;       /* so is what geometry asks the rules */
};

static bool steady_number(const struct steady *s, int32_t quantity) {
    return quantity < 0 || !s->numbers[quantity];
}

static bool steady_code(const struct steady *s, const struct image_code *i) {
    switch ((enum opcode)i->op) {
    case CODE_JUMP:
    case CODE_JUMP_IF:
    case CODE_JUMP_NOT:
    case CODE_RETURN:
    case CODE_SKIP_ROW:
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
    case CODE_IS_EMPTY:
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
    case CODE_WANTED:
    case CODE_ENOUGH: return true;
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

/* With the slots of the event at hand besides: they are asked for with them. */
static bool steady_with_roles(const struct steady *s, int32_t func) {
    if (func < 0) return true;
    const struct image_func *f = &s->img->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        const struct image_code *code = &s->img->code[i];
        if (code->op == CODE_ROLE) continue;
        if (!steady_code(s, code)) return false;
    }
    return true;
}

static bool list_slot(const struct steady *s, const struct image_event *e, int32_t slot) {
    uint8_t class = s->img->slots[s->img->funcs[e->func].first_slot + slot].type.class;
    return class == V_SET || class == V_PATH || class == V_POOL;
}

static bool steady_line(const struct steady *s, const struct image_head *l) {
    if (l->what == HEAD_PAY || l->what == HEAD_LIMIT) return false;
    int32_t where = l->what == HEAD_CHOOSE ? s->img->choices[l->choice].where : -1;
    int32_t first = l->what == HEAD_NEEDS && l->choice >= 0 ? 0 : -1; /* a reason with holes */
    return first < 0 && steady_with_roles(s, l->func) && steady_with_roles(s, l->whose) &&
           steady_with_roles(s, l->reach) && steady_with_roles(s, l->near) &&
           steady_with_roles(s, where);
}

/* Whether it reads a number of an event, whose rows may read any slot of it. */
static bool reads_event(const struct image *img, int32_t func) {
    if (func < 0) return false;
    const struct image_func *f = &img->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        const struct image_code *code = &img->code[i];
        if (code->op == CODE_QUANTITY && img->quantities[code->d].event >= 0) return true;
    }
    return false;
}

/* What forbids actions, or allows them, and asks something of what their heads are answered with:
 * of which, or of all. */
static bool verdicts_of_answers(struct image *img, uint8_t *events) {
    bool of_all = false;
    for (int32_t i = 0; i < img->rules_count; i++) {
        struct image_rule *r = &img->rules[i];
        if (r->what != RULE_FORBID && r->what != RULE_ALLOW) continue;
        if (reads_event(img, r->when)) r->latest = MAX_SLOTS;
        int32_t roles = r->target < 0 ? 1 : img->events[r->target].roles;
        if (r->latest < 0 && r->key < roles) continue;
        if (r->target < 0) of_all = true;
        if (r->target >= 0) events[r->target] = 1;
    }
    return of_all;
}

/* The choices of a place or way: the other slots and whose action it is are what it hangs on. */
static void steady_heads(const struct steady *s, int32_t event) {
    const struct image_event *e = &s->img->events[event];
    if (!e->action || e->kept > MOST_SLOTS) return;
    for (int32_t i = e->head - 1; i >= 0; i--) {
        struct image_head *l = &s->img->heads[e->first_head + i];
        if (!steady_line(s, l)) return;
        if (l->what != HEAD_CHOOSE || s->img->choices[l->choice].what == CHOICE_PICK) continue;
        l->steady = true;
        for (int32_t k = 0; k < e->kept; k++) l->steady &= k == l->slot || !list_slot(s, e, k);
    }
}

/* Those that read an unsteady one are taken out until none is left that does. Where that goes on
 * for very long none is steady: they are only computed again. */
void emit_rule_steady(struct emit *e) {
    enum { ROUNDS = 64 };
    struct image *img = e->img;
    struct steady s = {.img = img};
    s.unsteady = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint8_t);
    s.numbers = NEW_ARRAY(&e->scratch, (size_t)img->quantities_count + 1, uint8_t);
    int rounds = 0;
    for (bool more = true; more; rounds++) {
        if (rounds == ROUNDS) memset(s.unsteady, 1, (size_t)img->funcs_count);
        more = false;
        bool places = steady_number(&s, img->blocks_sight) && steady_number(&s, img->blocks_move);
        s.places = places && steady_number(&s, img->enemy) && steady_number(&s, img->friendly);
        for (int32_t f = 0; f < img->funcs_count; f++) {
            if (s.unsteady[f] || steady_func(&s, f)) continue;
            s.unsteady[f] = 1;
            more = true;
        }
        for (int32_t i = 0; i < img->quantities_count; i++) {
            const struct image_quantity *q = &img->quantities[i];
            if (s.numbers[i] || (q->event < 0 && q->leaf < 0 && steady_rows(&s, q))) continue;
            s.numbers[i] = 1;
            more = true;
        }
    }
    for (int32_t i = 0; i < img->quantities_count; i++) {
        if (s.numbers[i]) img->quantities[i].steady = false;
    }
    for (int32_t i = 0; i < img->rules_count; i++) {
        struct image_rule *r = &img->rules[i];
        if (r->what != RULE_WHENEVER) continue;
        r->steady = emit_is_extent(img, r->set) && steady_func(&s, r->when);
    }
    uint8_t *answers = NEW_ARRAY(&e->scratch, (size_t)img->events_count + 1, uint8_t);
    if (verdicts_of_answers(img, answers)) return;
    for (int32_t i = 0; i < img->events_count; i++) {
        if (!answers[i]) steady_heads(&s, i);
    }
}
