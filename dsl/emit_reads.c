/*
 * Finds out what each number reads of things. The words of things are grouped into sorts (enum
 * reads_what), and what a number reads is a set of sorts. A number that the machine remembers stays
 * good until a word of one of these sorts is written. What is read is found in the bytecode of the
 * number and its rows, and in that of all numbers and fields which they read in turn.
 *
 * A sort is noted either as read of any thing (`any`) or as read only of the arguments of the
 * number and of things that name an argument in a field, a "link" (`own`). emit_whose.c decides
 * which of the two.
 */
#include "emit_int.h"

#include "../vm/prim.h"

#include <string.h>

/* The sorts that a function or number reads. */
struct sorts {
    struct image_reads any; /* sorts read of things that may be any */
    /* sorts read only of the arguments and of things that name an argument in a link */
    struct image_reads own;
};
/* An instruction that reads something of things. `whose` says of which things. For an EXTENT it
 * is the field by which alone the members are looked for, or -1. For a QUANTITY it is 1 if all
 * arguments are arguments of the reader or plain numbers, otherwise 0. For an instruction that
 * reads a field, or what a thing bears, it is an enum whose_it. For any other it is 0 and not
 * used. */
struct reading {
    const struct image_code *code;
    int32_t whose;
};
/* The state of finding out what is read. funcs and numbers: what each function, each number reads
 * so far. */
struct reader {
    struct image *img;
    struct sorts *funcs, *numbers;
    struct reading
        /* the readings of function f are readings[first_reading[f]] up to, without,
         * readings[first_reading[f + 1]] */
        *readings;
    int32_t *first_reading;
    /* sorts read by the rows of in_force, which decide whether something is in force */
    struct image_reads force;
};

static void add_sort(struct image_reads *r, uint32_t what) {
    r->bits[what / 64] |= UINT64_C(1) << what % 64;
}

static void add_sorts(struct image_reads *r, struct image_reads more) {
    for (size_t i = 0; i < ARRAY_LEN(r->bits); i++) r->bits[i] |= more.bits[i];
}

/* Notes for each function whether it fills new instances of a blueprint. */
static const uint8_t *inits_of(struct emit *e) {
    const struct image *img = e->img;
    uint8_t *is = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint8_t);
    for (int32_t i = 0; i < img->blueprints_count; i++)
        if (img->blueprints[i].init >= 0) is[img->blueprints[i].init] = 1;
    return is;
}

/* Returns *sort, and sets *sort to the next one of from … to - 1; the first follows the last. */
static int32_t next_sort(int32_t *sort, int32_t from, int32_t to) {
    int32_t here = *sort;
    *sort = here + 1 == to ? from : here + 1;
    return here;
}

/* Gives each field its sort. Stored fields that rules write, piles and lists of members get the
 * sorts from READS_WORDS on, several fields one sort if there are too few. All other fields share
 * READS_FIXED. Fields that only the functions for new instances write do not count as written. */
static void sort_fields(struct emit *e) {
    struct image *img = e->img;
    uint8_t *written = NEW_ARRAY(&e->scratch, (size_t)img->fields_count + 1, uint8_t);
    const uint8_t *init = inits_of(e);
    for (int32_t f = 0; f < img->funcs_count; f++) {
        const struct image_func *fn = &img->funcs[f];
        for (int32_t i = fn->first; i < fn->first + fn->count; i++) {
            if (img->code[i].op == CODE_SET_FIELD && !init[f]) written[img->code[i].d] = 1;
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
    /* who is whose friend depends on sides and owners alike */
    img->fields[emit_expr_native_field(e, NULL, NATIVE_SIDE)->index].reads = READS_OWNERS;
}

/* Gives kinds and features their sorts. A blueprint that is no feature has the sort of its kind. A
 * form, which is a feature with options chosen, has the sort of the feature without them, because
 * text that asks for that feature finds the form, too. */
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

/* Returns the sorts read of any thing and those read of arguments together. */
static struct image_reads all_of(struct sorts s) {
    add_sorts(&s.any, s.own);
    return s.any;
}

/* Adds all that another number reads; nothing for -1. */
static void of_number(const struct reader *r, int32_t quantity, struct image_reads *to) {
    if (quantity >= 0) add_sorts(to, all_of(r->numbers[quantity]));
}

/* Adds what another number reads. own: the other number is called with arguments of the reader.
 * Then what it reads of its arguments counts as read of the reader's arguments; otherwise as read
 * of any thing. */
static void of_number_with(const struct reader *r, int32_t quantity, bool own, struct sorts *to) {
    if (quantity < 0) return;
    add_sorts(&to->any, r->numbers[quantity].any);
    add_sorts(own ? &to->own : &to->any, r->numbers[quantity].own);
}

/* Adds the sorts that say whether things of a kind are still in play. kind -1: things of any
 * kind. */
static void of_presence(const struct reader *r, int32_t kind, struct image_reads *to) {
    if (kind >= 0 && kind != r->img->root[ROOT_THING]) {
        add_sort(to, image_kind_gone(r->img, kind));
        return;
    }
    add_sort(to, READS_SHED);
    add_sort(to, READS_SPENT);
    add_sort(to, READS_GONE);
}

/* Whether a row of in_force begins by asking whether its thing is of a kind that shares no things
 * with `kind`. Then the row never applies to things of `kind`. */
static bool for_others(const struct image *img, const struct image_rule *row, int32_t kind) {
    if (row->body < 0) return false;
    const struct image_func *f = &img->funcs[row->body];
    const struct image_code *i = &img->code[f->first];
    bool asks = i[0].op == CODE_IS_KIND && i[0].b == 0 && f->params == 1 &&
                i[1].op == CODE_JUMP_NOT && i[1].a == i[0].a &&
                img->code[f->first + i[1].d].op == CODE_SKIP_ROW;
    return asks && !image_kind_is(img, kind, i[0].d) && !image_kind_is(img, i[0].d, kind);
}

/* Adds what is read by the rows that decide whether things of this kind are in force. */
static void of_force(const struct reader *r, int32_t kind, struct image_reads *to) {
    const struct image *img = r->img;
    const struct image_quantity *q = img->in_force >= 0 ? &img->quantities[img->in_force] : NULL;
    for (int32_t i = 0; q && i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *row = &img->rules[img->lists[at]];
        if (row->blueprint >= 0) add_sorts(to, r->force);
        if (row->body >= 0 && !for_others(img, row, kind))
            add_sorts(to, all_of(r->funcs[row->body]));
    }
}

/* Adds what is read by the question whether a thing bears a feature or item, of this kind and sort,
 * that is in force. An item leaves play together with its bearer, so READS_GONE is added for it. A
 * feature is taken from its bearer before it leaves play. */
static void of_bearing(const struct reader *r, int32_t kind, int32_t sort, bool own,
                       struct sorts *to) {
    add_sort(own ? &to->own : &to->any, (uint32_t)sort);
    if (r->img->kinds[kind].root != ROOT_FEATURE) add_sort(&to->any, READS_GONE);
    of_force(r, kind, &to->any);
}

static void of_instances(const struct reader *r, int32_t blueprint, bool own, struct sorts *to) {
    const struct image_blueprint *b = &r->img->blueprints[blueprint];
    of_bearing(r, b->kind, b->reads, own, to);
}

/* Adds the sort of a stored field. */
static void of_word(const struct reader *r, const struct image_field *f, struct image_reads *to) {
    const bool any = f->kind == r->img->root[ROOT_THING];
    switch (f->slot) {
    case T_OWNER: add_sort(to, READS_OWNERS); break;
    case T_HOLDER:
        if (any || image_kind_borne(r->img, f->kind)) add_sort(to, READS_BEARERS);
        if (any || !image_kind_borne(r->img, f->kind)) add_sort(to, READS_HOLDERS);
        break;
    case T_PLACE: /* the place of a group is that of its first member */
        add_sort(to, READS_PLACES);
        add_sort(to, READS_HOLDERS);
        add_sort(to, READS_GONE);
        break;
    case T_PILE: add_sort(to, READS_PILES); break;
    default: add_sort(to, f->slot < T_WORDS ? READS_OTHER : (uint32_t)f->reads); break;
    }
}

/* Whether a stored field of a thing is a word of this thing alone. The place of a group is not. */
static bool of_one_thing(const struct image_field *f) {
    return f->slot >= T_WORDS || f->slot == T_OWNER || f->slot == T_HOLDER || f->slot == T_PILE;
}

static void of_field(const struct reader *r, int32_t field, bool rows, enum whose_it whose,
                     struct sorts *to) {
    const struct image_field *f = &r->img->fields[field];
    struct image_reads *own = whose == WHOSE_ANYBODY ? &to->any : &to->own;
    if (rows) of_number_with(r, f->quantity, whose == WHOSE_ARGUMENT, to);
    switch ((enum field_how)f->how) {
    case FIELD_STORED: of_word(r, f, of_one_thing(f) ? own : &to->any); break;
    case FIELD_DERIVED: break;
    case FIELD_BORNE: add_sort(own, (uint32_t)r->img->kinds[f->type.of].reads); break;
    case FIELD_LAST_PLACE: add_sort(&to->any, READS_PLACES); break;
    case FIELD_LEDGER: add_sort(&to->any, READS_OTHER); break;
    }
    /* Things in a list may have left play. When a thing leaves, lists of members, of what is borne
     * and piles are written anew, so that the sort of the list tells it. Other lists are not
     * written, and the thing is left out when they are read. */
    const bool kept = f->pile || f->how == FIELD_BORNE || r->img->kinds[f->kind].members == field;
    const bool things = f->type.class == V_SET && f->type.elem == V_THING;
    if (things && !kept) of_presence(r, f->type.of, &to->any);
    if (f->type.class == V_PATH) add_sort(&to->any, READS_GONE);
}

/* Adds the sorts that say whether things stand on the table at all. A place also changes when a
 * thing enters play (state_create) or leaves it (state_leave). */
static void of_standing(struct image_reads *to) {
    add_sort(to, READS_OWNERS);
    add_sort(to, READS_HOLDERS);
    add_sort(to, READS_GONE);
    add_sort(to, READS_OTHER);
}

static void of_places(struct image_reads *to) {
    of_standing(to);
    add_sort(to, READS_PLACES);
}

/* Adds what questions of nearness read. The machine notes the box of the table on which the answer
 * depends (state_near_box), or that there is no such box. */
static void of_nearness(struct image_reads *to) {
    of_standing(to);
    add_sort(to, READS_NEAR);
}

static void of_players(const struct reader *r, struct image_reads *to) {
    add_sort(to, (uint32_t)r->img->kinds[r->img->root[ROOT_PLAYER]].reads);
    add_sort(to, READS_GONE);
}

static void of_primitive(const struct reader *r, int32_t id, struct image_reads *to) {
    switch (prim_row((enum prim_id)id)->reads) {
    case PRIM_READS_NOTHING:
    case PRIM_READS_DICE: break; /* a number that reads dice is never remembered */
    case PRIM_READS_PLACES: of_places(to); break;
    case PRIM_READS_NEARNESS: of_nearness(to); break;
    case PRIM_READS_SIGHT:
        of_places(to);
        of_number(r, r->img->blocks_sight, to);
        break;
    case PRIM_READS_WAYS:
        of_places(to);
        of_number(r, r->img->blocks_move, to);
        if (!r->img->on_map) break;
        of_number(r, r->img->has_room, to);
        of_number(r, r->img->may_cross, to);
        of_number(r, r->img->crossing_cost, to);
        break;
    case PRIM_READS_PLAYERS: of_players(r, to); break;
    case PRIM_READS_SIDES:
        of_players(r, to);
        add_sort(to, READS_OWNERS);
        of_number(r, r->img->enemy, to);
        of_number(r, r->img->friendly, to);
        break;
    case PRIM_READS_LEDGER: add_sort(to, READS_OTHER); break;
    }
}

/* Adds what is read with a parameter or memory of a thing: the memories of all things, which things
 * of each kind and feature there are, and whether things are still in play. */
static void of_memory(struct image_reads *to) {
    for (uint32_t i = READS_KINDS; i < READS_WORDS; i++) add_sort(to, i);
    add_sort(to, READS_MEMORIES);
    add_sort(to, READS_SHED);
    add_sort(to, READS_SPENT);
    add_sort(to, READS_GONE);
}

/* Returns whether the instruction `at` reads something of things, and sets *out to what it reads
 * and of which things. */
static bool reading_of(const struct whose *w, int32_t at, struct reading *out) {
    const struct image_code *i = w->code + at;
    *out = (struct reading){i, 0};
    switch (image_opcode((enum opcode)i->op)->reads) {
    case CODE_READS_FIELD:
    case CODE_READS_STORED:
    case CODE_READS_BORNE:
    case CODE_READS_BORNE_KIND: out->whose = (int32_t)emit_whose(w, at, i->b); return true;
    case CODE_READS_EXTENT: out->whose = emit_whose_link(w, at); return true;
    case CODE_READS_QUANTITY: out->whose = emit_whose_arguments(w, at, i->b, i->c); return true;
    case CODE_READS_MEMORY:
    case CODE_READS_NAMED:
    case CODE_READS_PRESENCE:
    case CODE_READS_RULING:
    case CODE_READS_PRIMITIVE: return true;
    case CODE_READS_NOTHING:
    case CODE_READS_SELF:
    case CODE_READS_ROLE:
    case CODE_READS_NEAREST:
    case CODE_READS_RUNNING:
    case CODE_READS_FRAME:
    case CODE_READS_DICE:
    /* the cases above, from CODE_READS_NOTHING on, read no words of things, or what keeps a number
     * from being remembered at all */
    case CODE_READS_ANYTHING: break;
    }
    return false;
}

static void of_extent(const struct reader *r, const struct reading *reading, struct sorts *to) {
    const int32_t link = reading->whose;
    if (link >= 0) r->img->fields[link].link = true;
    add_sort(link >= 0 ? &to->own : &to->any, (uint32_t)r->img->kinds[reading->code->d].reads);
}

static void of_reading(const struct reader *r, const struct reading *reading, struct sorts *to) {
    const struct image_code *i = reading->code;
    const enum whose_it whose = (enum whose_it)reading->whose;
    const bool own = whose != WHOSE_ANYBODY;
    switch (image_opcode((enum opcode)i->op)->reads) {
    case CODE_READS_FIELD: of_field(r, i->d, true, whose, to); break;
    case CODE_READS_STORED: of_field(r, i->d, false, whose, to); break;
    case CODE_READS_BORNE: of_instances(r, i->d, own, to); break;
    case CODE_READS_BORNE_KIND: of_bearing(r, i->d, r->img->kinds[i->d].reads, own, to); break;
    case CODE_READS_MEMORY: of_memory(&to->any); break;
    case CODE_READS_NAMED: add_sort(&to->any, (uint32_t)r->img->blueprints[i->d].reads); break;
    case CODE_READS_EXTENT: of_extent(r, reading, to); break;
    case CODE_READS_PRESENCE: of_presence(r, -1, &to->any); break;
    case CODE_READS_RULING: add_sort(&to->any, READS_OTHER); break;
    case CODE_READS_QUANTITY: of_number_with(r, i->d, reading->whose != 0, to); break;
    case CODE_READS_PRIMITIVE: of_primitive(r, i->d, &to->any); break;
    default: break; /* reading_of has left these out */
    }
}

/* Collects the readings of all pure functions. Bodies, which no number runs, are passed over; the
 * init of a large scenario is long. */
static void read_code(struct reader *r, struct arena *scratch) {
    const struct image *img = r->img;
    int32_t used = 0;
    r->readings = NEW_ARRAY(scratch, (size_t)img->code_count + 1, struct reading);
    r->first_reading = NEW_ARRAY(scratch, (size_t)img->funcs_count + 1, int32_t);
    for (int32_t n = 0; n < img->funcs_count; n++) {
        const struct image_func *f = &img->funcs[n];
        const struct whose w = {img, img->code + f->first, f->count, f->params};
        for (int32_t i = 0; f->pure && i < f->count; i++)
            used += reading_of(&w, i, &r->readings[used]);
        r->first_reading[n + 1] = used;
    }
}

/* Adds what a function reads, if its first temps are the arguments of the reader. func -1:
 * nothing. */
static void of_func_with(const struct reader *r, int32_t func, struct sorts *to) {
    if (func < 0) return;
    for (int32_t i = r->first_reading[func]; i < r->first_reading[func + 1]; i++) {
        of_reading(r, &r->readings[i], to);
    }
}

static void of_func(const struct reader *r, int32_t func, struct image_reads *to) {
    struct sorts all = {0};
    of_func_with(r, func, &all);
    add_sorts(to, all_of(all));
}

/* Adds what decides whether a thing blocks sight or movement when no row speaks: terrain by its
 * yes_no field `name`, a piece unless it is of the same group. */
static void of_trait(const struct reader *r, const char *name, struct image_reads *to) {
    const struct image *img = r->img;
    add_sort(to, READS_HOLDERS);
    for (int32_t i = 0; i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        if (f->how == FIELD_STORED && strcmp(img->texts[f->name], name) == 0) of_word(r, f, to);
    }
}

/* Adds what decides how many pieces an area may hold. */
static void of_capacity(const struct reader *r, struct image_reads *to) {
    const struct image *img = r->img;
    for (int32_t i = 0; i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        if (f->kind != img->root[ROOT_AREA] || strcmp(img->texts[f->name], "capacity") != 0)
            continue;
        of_word(r, f, to);
        of_number(r, f->quantity, to);
    }
}

/* Adds what the first value of a number of the language reads, which the machine computes. */
static void of_builtin(const struct reader *r, enum builtin_quantity builtin,
                       struct image_reads *to) {
    switch (builtin) {
    case BUILTIN_NO: break;
    case BUILTIN_IN_FORCE:
        of_presence(r, -1, to);
        add_sort(to, READS_BEARERS);
        add_sort(to, READS_HOLDERS);
        add_sort(to, READS_PILES);
        break;
    case BUILTIN_ENEMY:
    case BUILTIN_FRIENDLY: add_sort(to, READS_OWNERS); break;
    case BUILTIN_BLOCKS_SIGHT: of_trait(r, "blocks_sight", to); break;
    case BUILTIN_BLOCKS_MOVE: of_trait(r, "blocks_move", to); break;
    case BUILTIN_HAS_ROOM:
        of_places(to);
        of_capacity(r, to);
        break;
    case BUILTIN_MAY_CROSS:
    case BUILTIN_CROSSING_COST: break;
    }
}

/* Adds what decides which instances of a blueprint speak one of its rules: for a rule keyed by the
 * thing in a role itself (VIA_SELF) those that this thing bears, for any other rule all. */
static void of_speakers(const struct reader *r, const struct image_rule *rule, struct sorts *to) {
    if (rule->blueprint < 0) return;
    const int32_t kind = r->img->blueprints[rule->blueprint].kind;
    const bool own = rule->key >= 0 && rule->via == VIA_SELF;
    of_instances(r, rule->blueprint, own, to);
    if (own && r->img->kinds[kind].root == ROOT_FEATURE) return;
    add_sort(&to->any, READS_OWNERS);
    add_sort(&to->any, READS_HOLDERS);
    add_sort(&to->any, READS_PILES);
}

static void of_rows(const struct reader *r, const struct image_quantity *q, struct sorts *to) {
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        const struct image_rule *rule = &r->img->rules[r->img->lists[at]];
        of_func_with(r, rule->body, to);
        of_speakers(r, rule, to);
    }
}

static void of_quantity(const struct reader *r, int32_t number, struct sorts *to) {
    const struct image_quantity *q = &r->img->quantities[number];
    of_func_with(r, q->start, to);
    of_builtin(r, (enum builtin_quantity)q->builtin, &to->any);
    if (q->what == QUANTITY_FIELD && q->field >= 0) {
        of_field(r, q->field, false, WHOSE_ARGUMENT, to);
    }
    of_rows(r, q, to);
}

/* Sets the sorts that a steady `whenever` reads: all (`reads`), and those read of things other than
 * its x (`wide`). */
static void of_whenever(const struct reader *r, struct image_rule *rule) {
    struct sorts all = {0};
    of_func(r, rule->set, &all.any);
    of_func_with(r, rule->when, &all);
    rule->reads = all_of(all);
    rule->wide = all.any;
}

/* Whether `now` differs from `had`, which is the state of the round before. Copies `now` to
 * `had`. */
static bool grown(void *had, const void *now, size_t size) {
    bool more = memcmp(had, now, size) != 0;
    memcpy(had, now, size);
    return more;
}

/* Adds to each function and number what it reads by what is known so far. Returns true if some set
 * has grown. */
static bool round_of(struct reader *r) {
    const struct image *img = r->img;
    bool more = false;
    if (img->in_force >= 0) {
        struct sorts rows = {0};
        struct image_reads force = r->force;
        of_rows(r, &img->quantities[img->in_force], &rows);
        add_sorts(&force, all_of(rows));
        more |= grown(&r->force, &force, sizeof force);
    }
    for (int32_t i = 0; i < img->funcs_count; i++) {
        struct sorts reads = r->funcs[i];
        of_func_with(r, i, &reads);
        more |= grown(&r->funcs[i], &reads, sizeof reads);
    }
    for (int32_t i = 0; i < img->quantities_count; i++) {
        struct sorts reads = r->numbers[i];
        of_quantity(r, i, &reads);
        more |= grown(&r->numbers[i], &reads, sizeof reads);
    }
    return more;
}

/* Repeats round_of until no set grows. After ROUNDS rounds all numbers count as reading everything,
 * which is only slower. */
void emit_rule_reads(struct emit *e) {
    enum { ROUNDS = 64 };
    struct image *img = e->img;
    struct reader r = {.img = img};
    struct arena scratch = {0};
    r.funcs = NEW_ARRAY(&scratch, (size_t)img->funcs_count + 1, struct sorts);
    r.numbers = NEW_ARRAY(&scratch, (size_t)img->quantities_count + 1, struct sorts);
    sort_fields(e);
    sort_kinds(e);
    read_code(&r, &scratch);
    for (int rounds = 0; round_of(&r); rounds++) {
        if (rounds != ROUNDS) continue;
        memset(&r.force, 0xff, sizeof r.force);
        memset(r.funcs, 0xff, (size_t)img->funcs_count * sizeof *r.funcs);
        memset(r.numbers, 0xff, (size_t)img->quantities_count * sizeof *r.numbers);
    }
    for (int32_t i = 0; i < img->quantities_count; i++) {
        img->quantities[i].reads = all_of(r.numbers[i]);
        img->quantities[i].wide = r.numbers[i].any;
    }
    for (int32_t i = 0; i < img->rules_count; i++) {
        if (img->rules[i].steady) of_whenever(&r, &img->rules[i]);
    }
    arena_free(&scratch);
}
