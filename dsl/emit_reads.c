/*
 * What numbers read of things, a bit each (enum reads_what): what the machine remembers of a steady
 * number stays good until one of these changes. Read off the code, through all that it reads in
 * turn.
 */
#include "emit_int.h"

#include <string.h>

struct reader {
    struct image *img;
    struct image_reads *funcs, *numbers;
    struct image_reads force;   /* what rows read that say whether something is in force */
    struct image_reads drawing; /* what draws movers near */
};

static void add(struct image_reads *r, uint32_t what) {
    r->bits[what / 64] |= UINT64_C(1) << what % 64;
}

static void add_all(struct image_reads *r, struct image_reads more) {
    for (size_t i = 0; i < ARRAY_LEN(r->bits); i++) r->bits[i] |= more.bits[i];
}

/* What a new instance is filled with is not written to what was there. */
static bool is_init(const struct image *img, int32_t func) {
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        if (img->blueprints[i].init == func) return true;
    }
    return false;
}

/* The next of a stretch of sorts, round and round. */
static int32_t next_sort(int32_t *sort, int32_t from, int32_t to) {
    int32_t here = *sort;
    *sort = here + 1 == to ? from : here + 1;
    return here;
}

/* The sort of each field. Nothing needs to tell apart those that no rule writes. */
static void sort_fields(struct emit *e) {
    struct image *img = e->img;
    uint8_t *written = NEW_ARRAY(&e->scratch, (size_t)img->fields_count + 1, uint8_t);
    for (int32_t f = 0; f < img->funcs_count; f++) {
        const struct image_func *fn = &img->funcs[f];
        for (int32_t i = fn->first; i < fn->first + fn->count; i++) {
            if (img->code[i].op == CODE_SET_FIELD && !is_init(img, f)) written[img->code[i].d] = 1;
        }
    }
    for (int32_t k = 0; k < img->kinds_count; k++) {
        if (img->kinds[k].members >= 0) written[img->kinds[k].members] = 1;
    }
    int32_t sort = READS_WORDS;
    for (int32_t i = 0; i < img->fields_count; i++) {
        struct image_field *f = &img->fields[i];
        bool own = f->how == FIELD_STORED && (f->pile || written[i]);
        f->reads = own ? next_sort(&sort, READS_WORDS, READS_COUNT_) : READS_FIXED;
    }
}

/* A feature with options is of the sort of the feature: who asks for that finds it, too. */
static void sort_kinds(struct emit *e) {
    struct image *img = e->img;
    int32_t kind = READS_KINDS, feature = READS_FEATURES;
    for (int32_t k = 0; k < img->kinds_count; k++) {
        img->kinds[k].reads = next_sort(&kind, READS_KINDS, READS_FEATURES);
    }
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        struct image_blueprint *b = &img->blueprints[i];
        bool own = img->kinds[b->kind].root == ROOT_FEATURE && b->form_of == i;
        b->reads =
            own ? next_sort(&feature, READS_FEATURES, READS_WORDS) : img->kinds[b->kind].reads;
    }
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        struct image_blueprint *b = &img->blueprints[i];
        if (img->kinds[b->kind].root == ROOT_FEATURE) b->reads = img->blueprints[b->form_of].reads;
    }
}

static void of_number(const struct reader *r, int32_t quantity, struct image_reads *to) {
    if (quantity >= 0) add_all(to, r->numbers[quantity]);
}

/* Whether what stands in a list, or is given, is still there. -1: of whatever kind. */
static void of_presence(const struct reader *r, int32_t kind, struct image_reads *to) {
    if (kind >= 0 && kind != r->img->root[ROOT_THING]) {
        add(to, image_kind_gone(r->img, kind));
        return;
    }
    add(to, READS_SHED);
    add(to, READS_SPENT);
    add(to, READS_GONE);
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

/* What rows ask that say whether things of a kind are in force. */
static void of_force(const struct reader *r, int32_t kind, struct image_reads *to) {
    const struct image *img = r->img;
    const struct image_quantity *q = img->in_force >= 0 ? &img->quantities[img->in_force] : NULL;
    for (int32_t i = 0; q && i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *row = &img->rules[img->lists[at]];
        if (row->blueprint >= 0) add_all(to, r->force);
        if (row->body >= 0 && !for_others(img, row, kind)) add_all(to, r->funcs[row->body]);
    }
}

/* Whether somebody bears one of that kind and sort that is in force. What leaves play is taken
 * before; an item goes with who bears it. */
static void of_bearing(const struct reader *r, int32_t kind, int32_t sort, struct image_reads *to) {
    add(to, (uint32_t)sort);
    if (r->img->kinds[kind].root != ROOT_FEATURE) add(to, READS_GONE);
    of_force(r, kind, to);
}

static void of_instances(const struct reader *r, int32_t blueprint, struct image_reads *to) {
    of_bearing(r, r->img->blueprints[blueprint].kind, r->img->blueprints[blueprint].reads, to);
}

static void of_word(const struct reader *r, const struct image_field *f, struct image_reads *to) {
    const bool any = f->kind == r->img->root[ROOT_THING];
    switch (f->slot) {
    case T_OWNER: add(to, READS_OWNERS); break;
    case T_HOLDER:
        if (any || image_kind_borne(r->img, f->kind)) add(to, READS_BEARERS);
        if (any || !image_kind_borne(r->img, f->kind)) add(to, READS_HOLDERS);
        break;
    case T_PLACE: /* a group stands where its first member does */
        add(to, READS_PLACES);
        add(to, READS_HOLDERS);
        add(to, READS_GONE);
        break;
    case T_PILE: add(to, READS_PILES); break;
    default: add(to, f->slot < T_WORDS ? READS_OTHER : (uint32_t)f->reads); break;
    }
}

static void of_field(const struct reader *r, int32_t field, bool rows, struct image_reads *to) {
    const struct image_field *f = &r->img->fields[field];
    if (rows) of_number(r, f->quantity, to);
    switch ((enum field_how)f->how) {
    case FIELD_STORED: of_word(r, f, to); break;
    case FIELD_DERIVED: break;
    case FIELD_BORNE: add(to, (uint32_t)r->img->kinds[f->type.of].reads); break;
    case FIELD_LAST_PLACE: add(to, READS_PLACES); break;
    case FIELD_LEDGER: add(to, READS_OTHER); break;
    }
    /* What has gone is in no list. */
    if (f->type.class == V_SET && f->type.elem == V_THING) of_presence(r, f->type.of, to);
    if (f->type.class == V_PATH) add(to, READS_GONE);
}

/* What stands is there, or goes: places change with it (state_create, state_leave). */
static void of_geometry(const struct reader *r, struct image_reads *to) {
    const struct image *img = r->img;
    add(to, READS_PLACES);
    add(to, READS_OWNERS);
    add(to, READS_HOLDERS);
    add(to, READS_GONE);
    add(to, READS_OTHER);
    of_number(r, img->blocks_sight, to);
    of_number(r, img->blocks_move, to);
    of_number(r, img->enemy, to);
    of_number(r, img->friendly, to);
}

/* Ways that a head offers go to what draws their mover near. */
static void of_drawing(struct reader *r) {
    for (int32_t i = 0; i < r->img->quantities_count; i++) {
        const char *name = r->img->texts[r->img->quantities[i].name];
        if (strcmp(name, "draws_near") == 0) of_number(r, i, &r->drawing);
    }
}

static void of_memory(struct image_reads *to) {
    for (uint32_t i = READS_KINDS; i < READS_WORDS; i++) add(to, i);
    add(to, READS_MEMORIES);
    add(to, READS_SHED);
    add(to, READS_SPENT);
    add(to, READS_GONE);
}

static void of_code(const struct reader *r, const struct image_code *i, struct image_reads *to) {
    switch ((enum opcode)i->op) {
    case CODE_FIELD: of_field(r, i->d, true, to); break;
    case CODE_STORED: of_field(r, i->d, false, to); break;
    case CODE_HAS: of_instances(r, i->d, to); break;
    case CODE_HAS_KIND: of_bearing(r, i->d, r->img->kinds[i->d].reads, to); break;
    case CODE_MEMORY: of_memory(to); break;
    case CODE_NAMED: add(to, (uint32_t)r->img->blueprints[i->d].reads); break;
    case CODE_EXTENT: add(to, (uint32_t)r->img->kinds[i->d].reads); break;
    case CODE_IN_PLAY: of_presence(r, -1, to); break;
    case CODE_RULING: add(to, READS_OTHER); break;
    case CODE_QUANTITY: of_number(r, i->d, to); break;
    case CODE_PRIMITIVE: of_geometry(r, to); break;
    default: break;
    }
}

static void of_func(const struct reader *r, int32_t func, struct image_reads *to) {
    if (func < 0) return;
    const struct image_func *f = &r->img->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) of_code(r, &r->img->code[i], to);
}

/* What blocks by itself: terrain by a trait, a piece unless it is of the same group. */
static void of_trait(const struct reader *r, const char *name, struct image_reads *to) {
    const struct image *img = r->img;
    add(to, READS_HOLDERS);
    for (int32_t i = 0; i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        if (f->how == FIELD_STORED && strcmp(img->texts[f->name], name) == 0) of_word(r, f, to);
    }
}

static void of_builtin(const struct reader *r, enum builtin_quantity builtin,
                       struct image_reads *to) {
    switch (builtin) {
    case BUILTIN_NO: break;
    case BUILTIN_IN_FORCE:
        of_presence(r, -1, to);
        add(to, READS_BEARERS);
        add(to, READS_HOLDERS);
        add(to, READS_PILES);
        break;
    case BUILTIN_ENEMY:
    case BUILTIN_FRIENDLY: add(to, READS_OWNERS); break;
    case BUILTIN_BLOCKS_SIGHT: of_trait(r, "blocks_sight", to); break;
    case BUILTIN_BLOCKS_MOVE: of_trait(r, "blocks_move", to); break;
    }
}

/* Which instances of its blueprint speak a rule: those that a role bears, or all. */
static void of_speakers(const struct reader *r, const struct image_rule *rule,
                        struct image_reads *to) {
    if (rule->blueprint < 0) return;
    of_instances(r, rule->blueprint, to);
    add(to, READS_OWNERS);
    add(to, READS_HOLDERS);
    add(to, READS_PILES);
}

static void of_rows(const struct reader *r, const struct image_quantity *q,
                    struct image_reads *to) {
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *rule = &r->img->rules[r->img->lists[at]];
        of_func(r, rule->body, to);
        of_speakers(r, rule, to);
    }
}

static void of_quantity(const struct reader *r, int32_t number, struct image_reads *to) {
    const struct image_quantity *q = &r->img->quantities[number];
    add_all(to, r->numbers[number]);
    of_func(r, q->start, to);
    of_builtin(r, (enum builtin_quantity)q->builtin, to);
    if (q->what == QUANTITY_FIELD && q->field >= 0) of_field(r, q->field, false, to);
    of_rows(r, q, to);
}

/* A choice of a place or way in a head, and the lines after it. */
static void of_line(const struct reader *r, const struct image_event *e, int32_t line,
                    struct image_reads *to) {
    of_geometry(r, to);
    add_all(to, r->drawing);
    for (; line < e->head; line++) {
        const struct image_head *l = &r->img->heads[e->first_head + line];
        of_func(r, l->func, to);
        of_func(r, l->whose, to);
        of_func(r, l->reach, to);
        of_func(r, l->near, to);
        if (l->choice >= 0 && l->what == HEAD_CHOOSE) {
            of_func(r, r->img->choices[l->choice].where, to);
        }
    }
}

/* Whether there is more. */
static bool grown(struct image_reads *had, struct image_reads now) {
    bool more = memcmp(had, &now, sizeof now) != 0;
    *had = now;
    return more;
}

static bool round_of(struct reader *r) {
    const struct image *img = r->img;
    bool more = false;
    struct image_reads reads = r->force;
    if (img->in_force >= 0) of_rows(r, &img->quantities[img->in_force], &reads);
    more |= grown(&r->force, reads);
    for (int32_t i = 0; i < img->funcs_count; i++) {
        reads = r->funcs[i];
        of_func(r, i, &reads);
        more |= grown(&r->funcs[i], reads);
    }
    for (int32_t i = 0; i < img->quantities_count; i++) {
        reads = r->numbers[i];
        of_quantity(r, i, &reads);
        more |= grown(&r->numbers[i], reads);
    }
    return more;
}

/* Round after round, until nothing reads more. Where that goes on for very long they are taken to
 * read all. */
void emit_rule_reads(struct emit *e) {
    enum { ROUNDS = 64 };
    struct image *img = e->img;
    struct reader r = {.img = img};
    struct arena scratch = {0};
    r.funcs = NEW_ARRAY(&scratch, (size_t)img->funcs_count + 1, struct image_reads);
    r.numbers = NEW_ARRAY(&scratch, (size_t)img->quantities_count + 1, struct image_reads);
    sort_fields(e);
    sort_kinds(e);
    for (int rounds = 0; round_of(&r); rounds++) {
        if (rounds != ROUNDS) continue;
        memset(&r.force, 0xff, sizeof r.force);
        memset(r.funcs, 0xff, (size_t)img->funcs_count * sizeof *r.funcs);
        memset(r.numbers, 0xff, (size_t)img->quantities_count * sizeof *r.numbers);
    }
    of_drawing(&r);
    for (int32_t i = 0; i < img->quantities_count; i++) img->quantities[i].reads = r.numbers[i];
    for (int32_t i = 0; i < img->events_count; i++) {
        const struct image_event *event = &img->events[i];
        for (int32_t k = 0; k < event->head; k++) {
            struct image_head *l = &img->heads[event->first_head + k];
            if (l->steady) of_line(&r, event, k, &l->reads);
        }
    }
    arena_free(&scratch);
}
