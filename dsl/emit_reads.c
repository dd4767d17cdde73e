/*
 * What numbers read of things, a bit each (enum reads_what): what the machine remembers of a steady
 * number stays good until one of these changes. Read off the code, through all that it reads in
 * turn.
 */
#include "emit_int.h"

#include <string.h>

struct reader {
    struct image *img;
    uint64_t *funcs, *numbers;
    uint64_t drawing; /* what draws movers near */
};

#define READS(what) (UINT64_C(1) << (what))
static const uint64_t in_play = READS(READS_BORNE) | READS(READS_EXTENTS);
static const uint64_t ties = in_play | READS(READS_TIES);

static uint64_t of_number(const struct reader *r, int32_t quantity) {
    return quantity < 0 ? 0 : r->numbers[quantity];
}

/* Which things of a kind are there; -1: of any. */
static uint64_t of_kind(const struct reader *r, int32_t kind) {
    if (kind < 0 || r->img->kinds[kind].root == ROOT_THING) return in_play;
    bool feature = r->img->kinds[kind].root == ROOT_FEATURE;
    return feature ? READS(READS_BORNE) : READS(READS_EXTENTS);
}

/* What is in force. */
static uint64_t of_force(const struct reader *r) {
    return ties | of_number(r, r->img->in_force);
}

/* Whether a row of in_force begins with a question for another kind than this, and than all that
 * are of it: then it is never in their way. */
static bool for_others(const struct image *img, const struct image_rule *row, int32_t kind) {
    if (row->body < 0) return false;
    const struct image_func *f = &img->funcs[row->body];
    const struct image_code *i = &img->code[f->first];
    bool asks = i[0].op == CODE_IS_KIND && i[0].b == 0 && f->params == 1 &&
                i[1].op == CODE_JUMP_NOT && i[1].a == i[0].a &&
                img->code[f->first + i[1].d].op == CODE_SKIP_ROW;
    return asks && !image_kind_is(img, kind, i[0].d) && !image_kind_is(img, i[0].d, kind);
}

/* Whether features of a kind are borne, and in force. */
static uint64_t of_borne(const struct reader *r, int32_t kind) {
    const struct image *img = r->img;
    if (img->kinds[kind].root != ROOT_FEATURE) return of_force(r);
    uint64_t bits = READS(READS_BORNE);
    const struct image_quantity *q = img->in_force >= 0 ? &img->quantities[img->in_force] : NULL;
    for (int32_t i = 0; q && i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *row = &img->rules[img->lists[at]];
        if (row->blueprint >= 0) return of_force(r);
        if (row->body >= 0 && !for_others(img, row, kind)) bits |= r->funcs[row->body];
    }
    return bits;
}

static uint64_t of_field(const struct reader *r, int32_t field, bool rows) {
    const struct image_field *f = &r->img->fields[field];
    uint64_t bits = rows ? of_number(r, f->quantity) : 0;
    switch ((enum field_how)f->how) {
    case FIELD_STORED: bits |= READS(image_reads(field, f->slot)); break;
    case FIELD_DERIVED: break;
    case FIELD_BORNE: bits |= ties; break;
    case FIELD_LAST_PLACE: bits |= READS(READS_PLACES); break;
    case FIELD_LEDGER: bits |= READS(READS_OTHER); break;
    }
    /* What has gone is in no list; a group stands where its first member does. */
    if (f->type.class == V_PATH || f->slot == T_PLACE) bits |= READS(READS_EXTENTS);
    if (f->type.class == V_SET && f->type.elem == V_THING) bits |= of_kind(r, f->type.of);
    return bits;
}

static uint64_t of_geometry(const struct reader *r) {
    const struct image *img = r->img;
    return READS(READS_EXTENTS) | READS(READS_TIES) | READS(READS_PLACES) | READS(READS_OTHER) |
           of_number(r, img->blocks_sight) | of_number(r, img->blocks_move) |
           of_number(r, img->enemy) | of_number(r, img->friendly);
}

/* Ways that a head offers go to what draws their mover near. */
static uint64_t of_drawing(const struct reader *r) {
    uint64_t bits = 0;
    for (int32_t i = 0; i < r->img->quantities_count; i++) {
        const char *name = r->img->texts[r->img->quantities[i].name];
        if (strcmp(name, "draws_near") == 0) bits |= r->numbers[i];
    }
    return bits;
}

static uint64_t of_code(const struct reader *r, const struct image_code *i) {
    switch ((enum opcode)i->op) {
    case CODE_FIELD: return of_field(r, i->d, true);
    case CODE_STORED: return of_field(r, i->d, false);
    case CODE_HAS: return of_borne(r, r->img->blueprints[i->d].kind);
    case CODE_HAS_KIND: return of_borne(r, i->d);
    case CODE_MEMORY: return READS(READS_MEMORIES) | in_play;
    case CODE_NAMED: return of_kind(r, r->img->blueprints[i->d].kind);
    case CODE_EXTENT: return of_kind(r, i->d);
    case CODE_IN_PLAY: return in_play;
    case CODE_RULING: return READS(READS_OTHER);
    case CODE_QUANTITY: return of_number(r, i->d);
    case CODE_PRIMITIVE: return of_geometry(r);
    default: return 0;
    }
}

static uint64_t of_func(const struct reader *r, int32_t func) {
    if (func < 0) return 0;
    const struct image_func *f = &r->img->funcs[func];
    uint64_t bits = r->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) bits |= of_code(r, &r->img->code[i]);
    return bits;
}

static uint64_t of_builtin(const struct reader *r, enum builtin_quantity builtin) {
    switch (builtin) {
    case BUILTIN_NO: break;
    case BUILTIN_IN_FORCE: return of_force(r);
    case BUILTIN_ENEMY:
    case BUILTIN_FRIENDLY: return READS(READS_TIES);
    case BUILTIN_BLOCKS_SIGHT:
    case BUILTIN_BLOCKS_MOVE: return of_geometry(r);
    }
    return 0;
}

static uint64_t of_quantity(const struct reader *r, int32_t number) {
    const struct image_quantity *q = &r->img->quantities[number];
    uint64_t bits = r->numbers[number] | of_func(r, q->start);
    bits |= of_builtin(r, (enum builtin_quantity)q->builtin);
    if (q->what == QUANTITY_FIELD && q->field >= 0) bits |= of_field(r, q->field, false);
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *rule = &r->img->rules[r->img->lists[at]];
        bits |= of_func(r, rule->body);
        if (rule->blueprint >= 0) bits |= of_borne(r, r->img->blueprints[rule->blueprint].kind);
        if (rule->blueprint >= 0 && rule->via) bits |= READS(READS_TIES);
    }
    return bits;
}

/* A choice of a place or way in a head, and the lines after it. */
static uint64_t of_line(const struct reader *r, const struct image_event *e, int32_t line) {
    uint64_t bits = of_geometry(r) | r->drawing;
    for (; line < e->head; line++) {
        const struct image_head *l = &r->img->heads[e->first_head + line];
        bits |= of_func(r, l->func) | of_func(r, l->whose) | of_func(r, l->reach);
        bits |= of_func(r, l->near);
        if (l->choice >= 0 && l->what == HEAD_CHOOSE) {
            bits |= of_func(r, r->img->choices[l->choice].where);
        }
    }
    return bits;
}

/* Round after round, until nothing reads more. Where that goes on for very long they are taken to
 * read all. */
void emit_rule_reads(struct emit *e) {
    enum { ROUNDS = 64 };
    struct image *img = e->img;
    struct reader r = {.img = img};
    r.funcs = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint64_t);
    r.numbers = NEW_ARRAY(&e->scratch, (size_t)img->quantities_count + 1, uint64_t);
    int rounds = 0;
    for (bool more = true; more; rounds++) {
        more = false;
        if (rounds == ROUNDS) {
            memset(r.funcs, 0xff, (size_t)img->funcs_count * sizeof *r.funcs);
            memset(r.numbers, 0xff, (size_t)img->quantities_count * sizeof *r.numbers);
        }
        for (int32_t f = 0; f < img->funcs_count; f++) {
            uint64_t bits = of_func(&r, f);
            more |= bits != r.funcs[f];
            r.funcs[f] = bits;
        }
        for (int32_t i = 0; i < img->quantities_count; i++) {
            uint64_t bits = of_quantity(&r, i);
            more |= bits != r.numbers[i];
            r.numbers[i] = bits;
        }
    }
    r.drawing = of_drawing(&r);
    for (int32_t i = 0; i < img->quantities_count; i++) img->quantities[i].reads = r.numbers[i];
    for (int32_t i = 0; i < img->events_count; i++) {
        const struct image_event *event = &img->events[i];
        for (int32_t k = 0; k < event->head; k++) {
            struct image_head *l = &img->heads[event->first_head + k];
            if (l->steady) l->reads = of_line(&r, event, k);
        }
    }
}
