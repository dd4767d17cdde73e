/*
 * What a `whenever` looks at. Read off the code of its condition: the fields whose
 * writing wakes it, and whether it reads more than the fields of its x; then it is
 * looked at for each x, whatever was written.
 */
#include "emit_int.h"

#include <string.h>

struct scan {
    struct emit *e;
    uint64_t bit;
    bool all;
    uint8_t *funcs, *quantities; /* seen: 1 with x as its argument, 2 without */
};

static void scan_func(struct scan *s, int32_t func, bool of_x);

/* Rows that come and go with things, or see an event, are no matter of x alone. */
static void scan_quantity(struct scan *s, int32_t quantity, bool of_x) {
    const struct image *img = s->e->img;
    const struct image_quantity *q = &img->quantities[quantity];
    uint8_t seen = of_x ? 1 : 2;
    if (s->quantities[quantity] & seen) return;
    s->quantities[quantity] |= seen;
    if (q->builtin != BUILTIN_NO || q->event >= 0 || q->leaf >= 0) s->all = true;
    if (q->start >= 0) scan_func(s, q->start, of_x);
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *r = &img->rules[img->lists[at]];
        if (r->blueprint >= 0) s->all = true;
        if (r->body >= 0) scan_func(s, r->body, of_x);
    }
}

static void scan_code(struct scan *s, const struct image_code *i, bool of_x) {
    struct image *img = s->e->img;
    switch ((enum opcode)i->op) {
    case CODE_FIELD:
    case CODE_STORED:
        of_x = of_x && i->b == 0;
        if (!of_x) s->all = true;
        img->fields[i->d].wakes |= s->bit;
        if (i->op == CODE_FIELD && img->fields[i->d].quantity >= 0)
            scan_quantity(s, img->fields[i->d].quantity, of_x);
        break;
    case CODE_QUANTITY:
        s->all = true;
        scan_quantity(s, i->d, false);
        break;
    case CODE_CALL:
    case CODE_POOL_WHERE:
    case CODE_POOL_COUNT: scan_func(s, i->d, false); break;
    case CODE_ROLE:
    case CODE_NEAREST:
    case CODE_RUNNING:
    case CODE_THIS:
    case CODE_GAME:
    case CODE_NAMED:
    case CODE_ASKED:
    case CODE_MEMORY:
    case CODE_HAS:
    case CODE_HAS_KIND:
    case CODE_IN_PLAY:
    case CODE_PRIMITIVE:
    case CODE_OPEN:
    case CODE_EXTENT: s->all = true; break;
    default: break;
    }
}

/* of_x: its first argument is x, which stays in temp 0. */
static void scan_func(struct scan *s, int32_t func, bool of_x) {
    const struct image_func *f = &s->e->img->funcs[func];
    uint8_t seen = of_x ? 1 : 2;
    if (s->funcs[func] & seen) return;
    s->funcs[func] |= seen;
    for (int32_t i = f->first; i < f->first + f->count; i++)
        scan_code(s, &s->e->img->code[i], of_x);
}

/* Whether S is all things of a kind: what enters play is looked at anyway. */
static bool is_extent(const struct image *img, int32_t func) {
    const struct image_func *f = &img->funcs[func];
    return f->count == 2 && img->code[f->first].op == CODE_EXTENT;
}

static void wakes_of(struct emit *e, int32_t rule, int32_t number) {
    struct image *img = e->img;
    struct image_rule *r = &img->rules[rule];
    struct scan s = {.e = e, .bit = UINT64_C(1) << number};
    s.funcs = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint8_t);
    s.quantities = NEW_ARRAY(&e->scratch, (size_t)img->quantities_count + 1, uint8_t);
    if (!is_extent(img, r->set)) {
        s.all = true;
        scan_func(&s, r->set, false);
    }
    if (r->when >= 0) scan_func(&s, r->when, true);
    r->looks_at_all = s.all;
    if (s.all) img->whenever_all |= s.bit;
}

void emit_rule_wakes(struct emit *e) {
    struct image *img = e->img;
    int32_t order[MAX_WHENEVERS] = {0}, count = 0;
    for (int32_t i = 0; i < img->rules_count; i++) {
        if (img->rules[i].what != RULE_WHENEVER) continue;
        ASSERT(count < MAX_WHENEVERS); /* the checker has counted them */
        /* By rank, then in order of text. */
        int32_t at = count++;
        while (at > 0 && img->rules[order[at - 1]].rank > img->rules[i].rank) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    img->first_whenever = emit_list(e, order, count);
    img->whenevers = count;
    for (int32_t i = 0; i < count; i++) wakes_of(e, order[i], i);
}
