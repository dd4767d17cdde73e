/*
 * Finds out what wakes a `whenever x in S where C`, from the code of its set and its condition:
 * which fields (image_field.wakes), which events that begin or end (image_event.wakes), and whether
 * gains and losses of features do (image.bears_wakes). Each `whenever` has a bit in these words.
 *
 * A rule that reads only fields of its x is looked at again for the thing that was written. A rule
 * that reads more ("wide") is looked at for every x. A rule that reads what changes without notice
 * ("always": slots of events, places, memories) is looked at for every x whenever an event has
 * ended. So is a rule that a blueprint has, because its instances come and go.
 */
#include "emit_int.h"

#include "../vm/prim.h"

#include <string.h>

/* The state of scanning what one `whenever` reads. */
struct scan {
    struct emit *e;
    uint64_t bit; /* the bit of the rule in words of `wakes` */
    bool wide;    /* the rule reads more than the fields of x */
    bool always; /* the rule reads what changes without notice: slots of events, places, memories */
    /* by function and quantity: bit 1 if it was scanned with x as its argument, bit 2 if without */
    uint8_t *funcs, *quantities;
};

static void scan_func(struct scan *s, int32_t func, bool of_x);
static void scan_quantity(struct scan *s, int32_t quantity, bool of_x);

/* Notes that the rule depends on which features things bear, and on what decides whether a feature
 * is in force. */
static void scan_borne(struct scan *s) {
    struct image *img = s->e->img;
    s->wide = true;
    img->bears_wakes |= s->bit;
    if (img->in_force >= 0) scan_quantity(s, img->in_force, false);
}

/* Notes that the rule reads the stored fields that lie in this word of a record. */
static void scan_word(struct scan *s, uint32_t word) {
    struct image *img = s->e->img;
    for (int32_t f = 0; f < img->fields_count; f++) {
        struct image_field *field = &img->fields[f];
        if (field->how == FIELD_STORED && field->slot == (int32_t)word) field->wakes |= s->bit;
    }
}

static void scan_builtin(struct scan *s, enum builtin_quantity builtin) {
    switch (builtin) {
    case BUILTIN_NO: break;
    case BUILTIN_IN_FORCE: s->e->img->bears_wakes |= s->bit; break;
    case BUILTIN_ENEMY:
    case BUILTIN_FRIENDLY:
        scan_word(s, T_OWNER);
        s->e->img->fields[emit_expr_native_field(s->e, NULL, NATIVE_SIDE)->index].wakes |= s->bit;
        break;
    case BUILTIN_MAY_CROSS:
    case BUILTIN_CROSSING_COST: break;
    case BUILTIN_BLOCKS_SIGHT:
    case BUILTIN_HAS_ROOM:
    case BUILTIN_BLOCKS_MOVE: s->always = true; break;
    }
}

/* Scans a quantity: the first value and the rows. A row that a blueprint has comes and goes with
 * the instances of the blueprint, so the rule then depends on more than x. of_x: the argument of
 * the quantity is x. */
static void scan_quantity(struct scan *s, int32_t quantity, bool of_x) {
    const struct image *img = s->e->img;
    const struct image_quantity *q = &img->quantities[quantity];
    uint8_t seen = of_x ? 1 : 2;
    if (s->quantities[quantity] & seen) return;
    s->quantities[quantity] |= seen;
    if (q->builtin != BUILTIN_NO) s->wide = true;
    scan_builtin(s, (enum builtin_quantity)q->builtin);
    if (q->event >= 0 || q->leaf >= 0) s->always = true;
    if (q->start >= 0) scan_func(s, q->start, of_x);
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *r = &img->rules[img->lists[at]];
        if (r->blueprint >= 0) scan_borne(s);
        if (r->body >= 0) scan_func(s, r->body, of_x);
    }
}

static void scan_field(struct scan *s, const struct image_code *i, bool of_x) {
    struct image_field *field = &s->e->img->fields[i->d];
    if (!of_x) s->wide = true;
    if (field->how == FIELD_LEDGER) s->always = true;
    field->wakes |= s->bit;
    if (i->op == CODE_FIELD && field->quantity >= 0) scan_quantity(s, field->quantity, of_x);
}

static void scan_code(struct scan *s, const struct image_code *i, bool of_x) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    switch (row->reads) {
    case CODE_READS_NOTHING: break;
    case CODE_READS_FIELD:
    case CODE_READS_STORED: scan_field(s, i, of_x && i->b == 0); break;
    case CODE_READS_QUANTITY:
        s->wide = true;
        scan_quantity(s, i->d, false);
        break;
    case CODE_READS_DICE:
        if (strcmp(row->d, "func") == 0) scan_func(s, i->d, false);
        break;
    case CODE_READS_BORNE:
    case CODE_READS_BORNE_KIND: scan_borne(s); break;
    case CODE_READS_NAMED:
    case CODE_READS_PRESENCE:
    case CODE_READS_RULING:
    case CODE_READS_EXTENT: s->wide = true; break;
    case CODE_READS_RUNNING:
        s->wide = true;
        s->e->img->events[i->d].wakes |= s->bit;
        break;
    case CODE_READS_PRIMITIVE:
        s->always |= prim_row((enum prim_id)i->d)->reads != PRIM_READS_NOTHING;
        break;
    case CODE_READS_ROLE:
    case CODE_READS_NEAREST:
    case CODE_READS_SELF:
    case CODE_READS_FRAME:
    case CODE_READS_MEMORY:
    case CODE_READS_ANYTHING: s->always = true; break;
    }
}

/* Scans the code of a function. of_x: the first parameter, which stays in temp 0, is x. */
static void scan_func(struct scan *s, int32_t func, bool of_x) {
    const struct image_func *f = &s->e->img->funcs[func];
    uint8_t seen = of_x ? 1 : 2;
    if (s->funcs[func] & seen) return;
    s->funcs[func] |= seen;
    for (int32_t i = f->first; i < f->first + f->count; i++)
        scan_code(s, &s->e->img->code[i], of_x);
}

bool emit_is_extent(const struct image *img, int32_t func) {
    const struct image_func *f = &img->funcs[func];
    return f->count == 2 && img->code[f->first].op == CODE_EXTENT;
}

/* Scans one `whenever`; `number` is the number of the bit that stands for it. */
static void wakes_of(struct emit *e, int32_t rule, int32_t number) {
    struct image *img = e->img;
    struct image_rule *r = &img->rules[rule];
    struct scan s = {.e = e, .bit = UINT64_C(1) << number};
    s.funcs = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint8_t);
    s.quantities = NEW_ARRAY(&e->scratch, (size_t)img->quantities_count + 1, uint8_t);
    if (!emit_is_extent(img, r->set)) {
        s.wide = true;
        scan_func(&s, r->set, false);
    }
    if (r->when >= 0) scan_func(&s, r->when, true);
    r->looks_at_all = s.wide || s.always || r->blueprint >= 0;
    if (r->looks_at_all) img->whenever_wide |= s.bit;
    if (s.always || r->blueprint >= 0) img->whenever_all |= s.bit;
}

void emit_rule_wakes(struct emit *e) {
    struct image *img = e->img;
    int32_t order[MAX_WHENEVERS] = {0}, count = 0;
    for (int32_t i = 0; i < img->rules_count; i++) {
        if (img->rules[i].what != RULE_WHENEVER) continue;
        ASSERT(count < MAX_WHENEVERS); /* the checker reports more */
        /* inserted by rank, those of one rank in order of text */
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
