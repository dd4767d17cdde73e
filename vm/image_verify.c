/*
 * Checks an image before the machine runs it: every index must lie in its table, and every
 * instruction must have good operands, jumps and temps (temporary values of a function). The
 * machine trusts what is checked here. The front end asserts that each image which it makes passes.
 */
#include "image.h"

#include <string.h>

/* The kinds of operands of instructions. */
enum operand {
    OPERAND_NONE,  /* not used: 0 */
    OPERAND_OUT,   /* a temp that is written */
    OPERAND_IN,    /* a temp that is read */
    OPERAND_FIRST, /* the first of consecutive temps */
    OPERAND_COUNT, /* a number */
    /* the following for d only */
    OPERAND_FREE, /* any number */
    OPERAND_TO,   /* an instruction of the function: a jump */
    OPERAND_SLOT,
    OPERAND_UP,   /* 0 or 1 */
    OPERAND_INDEX /* index into a table */
};

/* The words by which code.def names operands, and which operand each word means. */
static const struct {
    const char *word;
    enum operand operand;
    size_t count; /* of OPERAND_INDEX: offset in struct image of the number of the table's rows */
    bool none;    /* -1 is allowed */
} words[] = {
    {"-", OPERAND_NONE, 0, false},         {"out", OPERAND_OUT, 0, false},
    {"in", OPERAND_IN, 0, false},          {"first", OPERAND_FIRST, 0, false},
    {"n", OPERAND_COUNT, 0, false},        {"number", OPERAND_FREE, 0, false},
    {"primitive", OPERAND_FREE, 0, false}, {"to", OPERAND_TO, 0, false},
    {"slot", OPERAND_SLOT, 0, false},      {"up", OPERAND_UP, 0, false},
#define INDEX(word, table, none) \
    { word, OPERAND_INDEX, offsetof(struct image, table##_count), none }
    INDEX("place", places, true),          INDEX("text", texts, true),
    INDEX("constants", constants, false),  INDEX("size", constants, false),
    INDEX("range", ranges, false),         INDEX("list", lists, false),
    INDEX("event", events, false),         INDEX("blueprint", blueprints, false),
    INDEX("ruling", rulings, false),       INDEX("kind", kinds, false),
    INDEX("field", fields, true),          INDEX("quantity", quantities, false),
    INDEX("func", funcs, false),           INDEX("chart", charts, false),
    INDEX("enum", enums, false),           INDEX("die", dice, false),
    INDEX("call", calls, false),           INDEX("choice", choices, false),
    INDEX("until", untils, false),         INDEX("template", templates, true),
#undef INDEX
};

/* The operands of an opcode. */
struct shape {
    uint8_t a, b, c, d; /* indices into words[] */
    bool body;          /* the instruction may stand in bodies only */
};

struct verify {
    const struct image *img;
    const char *what; /* the table and the fault found first; NULL: none so far */
    int32_t at;       /* index of the bad row */
    struct shape shapes[CODE_COUNT_];
};

static uint8_t operand_number(const char *word) {
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (strcmp(words[i].word, word) == 0) return (uint8_t)i;
    /* ASSERT prints this name: code.def names an operand that is not in words[] */
    bool known = false;
    ASSERT(known);
    return 0;
}

static void learn_shapes(struct verify *v) {
    for (int op = 0; op < CODE_COUNT_; op++) {
        const struct opcode_row *row = image_opcode((enum opcode)op);
        v->shapes[op] =
            (struct shape){operand_number(row->a), operand_number(row->b), operand_number(row->c),
                           operand_number(row->d), image_stands_in_bodies(row)};
    }
}

/* Notes a fault, unless one was noted before. Returns false. */
static bool bad(struct verify *v, const char *what, int32_t at) {
    if (!v->what) {
        v->what = what;
        v->at = at;
    }
    return false;
}

static bool in(int32_t i, int32_t count) {
    return i >= 0 && i < count;
}

static bool in_or_none(int32_t i, int32_t count) {
    return i == -1 || in(i, count);
}

/* Whether `count` rows from row `first` on lie within a table of `total` rows. */
static bool stretch(int32_t first, int32_t count, int32_t total) {
    return first >= 0 && count >= 0 && first <= total && count <= total - first;
}

/* Whether `count` groups of `words_each` words from `first` on lie within lists[]. */
static bool groups(const struct image *img, int32_t first, int32_t count, int32_t words_each) {
    return count >= 0 && count <= img->lists_count &&
           (int64_t)count * words_each <= img->lists_count &&
           stretch(first, count * words_each, img->lists_count);
}

/* Whether `count` words from `first` on lie within lists[], and each is an index below `below`, or
 * -1 if `none`. */
static bool list_of(const struct image *img, int32_t first, int32_t count, int32_t below,
                    bool none) {
    if (!stretch(first, count, img->lists_count)) return false;
    for (int32_t i = first; i < first + count; i++)
        if (!(none ? in_or_none(img->lists[i], below) : in(img->lists[i], below))) return false;
    return true;
}

static bool type_good(const struct image *img, struct image_type t) {
    if (t.class >= V_CLASS_COUNT_ || t.elem >= V_CLASS_COUNT_) return false;
    int class = t.class == V_SET ? t.elem : t.class;
    if (class == V_SET || class == V_PATH || class == V_POOL) {
        /* the members of a set are plain words: never lists or pools */
        if (t.class == V_SET) return false;
    }
    switch (class) {
    case V_THING:
    case V_BLUEPRINT: return in_or_none(t.of, img->kinds_count);
    case V_ENUM: return in_or_none(t.of, img->enums_count);
    case V_FACE:
    case V_POOL: return in_or_none(t.of, img->dice_count);
    default: return true;
    }
}

/* ---- Instructions ------------------------------------------------------- */

struct row_of_temps {
    int32_t first, count;
};

/* Returns how many values a function captures from the place where it stands: all its parameters
 * but the `own` ones, such as a candidate, which the machine fills in at each call; 0 for -1, no
 * function. */
static int32_t captured(const struct image *img, int32_t func, int32_t own) {
    return func < 0 ? 0 : img->funcs[func].params - own;
}

/* Returns the consecutive temps that an instruction reads. The operand d must have been checked. */
static struct row_of_temps row_of(const struct image *img, const struct image_code *i) {
    const struct image_choice *ch = NULL;
    switch (i->op) {
    case CODE_HAS: return (struct row_of_temps){i->b, i->c + 1};
    case CODE_QUANTITY:
    case CODE_CHART:
    case CODE_PRIMITIVE:
    case CODE_OPEN: return (struct row_of_temps){i->b, i->c};
    case CODE_POOL_WHERE:
    case CODE_POOL_COUNT: return (struct row_of_temps){i->c, captured(img, i->d, 1)};
    case CODE_DO:
    case CODE_CONTINUE: return (struct row_of_temps){i->a, img->calls[i->d].args};
    case CODE_CHOOSE:
    case CODE_CHOOSE_DICE:
        ch = &img->choices[i->d];
        if (ch->mode == MODE_SET) return (struct row_of_temps){i->c, captured(img, ch->where, 1)};
        return (struct row_of_temps){i->c, ch->mode == MODE_ONE || ch->mode == MODE_ANY ? 0 : 2};
    case CODE_CHOOSE_PLACE:
        return (struct row_of_temps){i->c, 3 + captured(img, img->choices[i->d].where, 1)};
    case CODE_CHOOSE_PATH:
        return (struct row_of_temps){i->c, 1 + captured(img, img->choices[i->d].where, 1)};
    case CODE_CHOOSE_STEP:
        return (struct row_of_temps){i->c, 2 + captured(img, img->choices[i->d].where, 1)};
    case CODE_CHOOSE_LABEL: return (struct row_of_temps){i->b, img->choices[i->d].labels};
    case CODE_CREATE:
    case CODE_GIVE: return (struct row_of_temps){i->c, img->blueprints[i->d].params};
    case CODE_UNTIL: return (struct row_of_temps){i->b, img->untils[i->d].captured};
    case CODE_DRAW: return (struct row_of_temps){i->b, 5};
    case CODE_SCORE:
        return (struct row_of_temps){i->c, i->d < 0 ? 0 : img->templates[i->d].texts - 1};
    case CODE_WIN:
    case CODE_TIE:
    case CODE_SAY:
    case CODE_HOLES:
        return (struct row_of_temps){i->b, i->d < 0 ? 0 : img->templates[i->d].texts - 1};
    case CODE_EXPECT_ROWS:
    case CODE_EXPECT_CLOSED:
    case CODE_MUST_OPEN: return (struct row_of_temps){i->a, i->b};
    default: return (struct row_of_temps){0, 0};
    }
}

static int32_t table_length(const struct image *img, uint8_t word) {
    int32_t count = 0;
    memcpy(&count, (const char *)img + words[word].count, sizeof count);
    return count;
}

static bool temp_good(uint8_t word, uint8_t temp, const struct image_func *f) {
    switch (words[word].operand) {
    case OPERAND_NONE: return temp == 0;
    case OPERAND_OUT:
    case OPERAND_IN: return temp < f->temps;
    default: return true; /* counts and first temps: code_good checks them by row_of */
    }
}

static bool last_good(const struct image *img, const struct image_func *f, uint8_t word,
                      int32_t d) {
    switch (words[word].operand) {
    case OPERAND_NONE: return d == 0;
    case OPERAND_TO: return in(d, f->count);
    case OPERAND_SLOT: return true; /* slot_good checks the slot, since the opcode says of what */
    case OPERAND_UP: return d == 0 || d == 1;
    case OPERAND_INDEX:
        return words[word].none ? in_or_none(d, table_length(img, word))
                                : in(d, table_length(img, word));
    default: return true;
    }
}

/* Whether the slot that an instruction names exists. LOAD, STORE and CLEAR name a slot of the own
 * frame, ROLE and SET_ROLE one of the event that the function speaks of, NEAREST and SET_NEAREST
 * one of event d. If the function speaks of any action (event -1), only slot 0, the actor, is known
 * to exist. */
static bool slot_good(const struct image *img, const struct image_func *f,
                      const struct image_code *i) {
    switch (i->op) {
    case CODE_LOAD:
    case CODE_STORE:
    case CODE_CLEAR: return in(i->d, f->slots);
    case CODE_ROLE:
    case CODE_SET_ROLE: return in(i->d, f->event < 0 ? 1 : img->events[f->event].kept);
    case CODE_NEAREST:
    case CODE_SET_NEAREST: return i->b < img->events[i->d].kept;
    default: return true;
    }
}

/* Whether an instruction meets the conditions that only its opcode has, beyond what the words in
 * code.def say of its operands. */
static bool demands_good(const struct image *img, const struct image_func *f,
                         const struct image_code *i) {
    switch (i->op) {
    case CODE_FIELD:
    case CODE_STORED:
    case CODE_SET_FIELD:
    case CODE_PUT:
    case CODE_SHUFFLE:
    case CODE_GIVEN_FILL: return i->d >= 0;
    case CODE_EXPECT:
        return i->d >= 0 && in_or_none(i->c - 1, f->slots) && in_or_none(i->b / 2 - 1, f->slots);
    case CODE_BLUEPRINTS:
        return list_of(img, i->d + 1, img->lists[i->d], img->blueprints_count, false);
    case CODE_DRAW:
        return in(i->d >> 16, img->fields_count) && in(i->d & 0xffff, img->fields_count);
    case CODE_CHOOSE:
    case CODE_CHOOSE_DICE:
    case CODE_CHOOSE_PLACE:
    case CODE_CHOOSE_STEP:
    case CODE_CHOOSE_PATH: return in_or_none(img->choices[i->d].otherwise, f->count);
    case CODE_POOL_WHERE:
    case CODE_POOL_COUNT: return img->funcs[i->d].pure && img->funcs[i->d].params >= 1;
    case CODE_QUANTITY: return img->quantities[i->d].params == i->c;
    case CODE_NATIVE: return i->d < EVENT_BUILTIN_COUNT_;
    default: return true;
    }
}

/* Whether a function may end with this instruction: what stands behind it never runs next. */
static bool ends(uint8_t op) {
    return op == CODE_END || op == CODE_RETURN || op == CODE_SKIP_ROW || op == CODE_STOP ||
           op == CODE_JUMP || op == CODE_CONTINUE || op == CODE_CANCEL || op == CODE_SHOWN;
}

static bool code_good(struct verify *v, const struct image_func *f, int32_t at) {
    const struct image *img = v->img;
    const struct image_code *i = &img->code[at];
    if (i->op >= CODE_COUNT_) return bad(v, "code: no such instruction", at);
    const struct shape *s = &v->shapes[i->op];
    if (f->pure && s->body) return bad(v, "code: it stands in a pure function", at);
    if (!f->pure && (i->op == CODE_RETURN || i->op == CODE_SKIP_ROW))
        return bad(v, "code: it stands in a body", at);
    if (!temp_good(s->a, i->a, f) || !temp_good(s->b, i->b, f) || !temp_good(s->c, i->c, f))
        return bad(v, "code: a temp out of range", at);
    if (!last_good(img, f, s->d, i->d)) return bad(v, "code: the last operand out of range", at);
    if (!slot_good(img, f, i)) return bad(v, "code: a slot out of range", at);
    if (!demands_good(img, f, i)) return bad(v, "code: an operand that it cannot have", at);
    struct row_of_temps row = row_of(img, i);
    if (row.count < 0 || (row.count > 0 && row.first + row.count > f->temps))
        return bad(v, "code: a row of temps out of range", at);
    if (at == f->first + f->count - 1 && !ends(i->op))
        return bad(v, "code: the function runs on past its end", at);
    return in_or_none(img->code_place[at], img->places_count) ||
           bad(v, "code_place: out of range", at);
}

static bool slots_good(struct verify *v, const struct image_func *f, int32_t at) {
    const struct image *img = v->img;
    bool kept = true;
    for (int32_t s = f->first_slot; s < f->first_slot + f->slots; s++) {
        const struct image_slot *slot = &img->slots[s];
        if (!in_or_none(slot->name, img->texts_count) || !type_good(img, slot->type))
            return bad(v, "slots: name or type", s);
        if (!in(slot->range, img->ranges_count + 1)) return bad(v, "slots: its range", s);
        if (slot->kept && !kept) return bad(v, "slots: a kept one behind one that is not", s);
        kept = slot->kept;
    }
    return f->slots <= MAX_SLOTS || bad(v, "funcs: too many slots", at);
}

/* Whether the bit sets of a row of rests[] are good: they lie within unread[], each bit stands for
 * a slot that exists, and in the two sets about pools for a slot that is a pool. */
static bool unread_good(const struct image *img, const struct image_func *f,
                        const struct image_rest *r) {
    const int32_t each = image_slot_words(f), sets = r->pools ? 3 : 1;
    if (!stretch(r->first, sets * each, img->unread_count)) return false;
    for (int32_t i = 0; i < sets * each * 64; i++) {
        const int32_t slot = i % (each * 64);
        if (!(img->unread[r->first + i / 64] >> (i % 64) & 1)) continue;
        if (slot >= f->slots) return false;
        if (i >= each * 64 && img->slots[f->first_slot + slot].type.class != V_POOL) return false;
    }
    return true;
}

/* Checks the rows of rests[] that belong to a function, which must be a body. */
static void rests_good(struct verify *v, const struct image_func *f) {
    const struct image *img = v->img;
    for (int32_t i = image_rests_from(img, f->first); i < img->rests_count; i++) {
        const struct image_rest *r = &img->rests[i];
        if (r->at >= f->first + f->count) return;
        if (f->pure || !in(r->pools, 2) || !unread_good(img, f, r)) bad(v, "rests", i);
    }
}

static void funcs_good(struct verify *v) {
    const struct image *img = v->img;
    if (img->code_place_count != img->code_count) bad(v, "code_place: its length", 0);
    for (int32_t i = 1; i < img->rests_count; i++)
        if (img->rests[i].at <= img->rests[i - 1].at) bad(v, "rests: their order", i);
    for (int32_t n = 0; n < img->funcs_count && !v->what; n++) {
        const struct image_func *f = &img->funcs[n];
        bool good = in_or_none(f->name, img->texts_count) && f->count > 0 &&
                    stretch(f->first, f->count, img->code_count) &&
                    stretch(f->first_slot, f->slots, img->slots_count) && f->temps >= 0 &&
                    f->temps <= MAX_TEMPS && f->params >= 0 && f->params <= f->temps &&
                    in_or_none(f->event, img->events_count) &&
                    in_or_none(f->place, img->places_count) &&
                    (f->pure ? f->slots == 0 : f->params == 0);
        if (!good)
            bad(v, "funcs: a function's frame", n);
        else if (slots_good(v, f, n)) {
            for (int32_t i = f->first; i < f->first + f->count; i++)
                if (!code_good(v, f, i)) break;
            if (!v->what) rests_good(v, f);
        }
    }
}

/* ---- Tables --------------------------------------------------------------- */

static bool cited(const struct image *img, int32_t first, int32_t count) {
    return stretch(first, count, img->cites_count);
}

static bool pure(const struct image *img, int32_t func) {
    return in_or_none(func, img->funcs_count) && (func < 0 || img->funcs[func].pure);
}

static bool body(const struct image *img, int32_t func) {
    return in_or_none(func, img->funcs_count) && (func < 0 || !img->funcs[func].pure);
}

#define TEXT(i) in_or_none((i), img->texts_count)
#define SPOT(i) in_or_none((i), img->places_count)

static void check_kinds(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->kinds_count; i++) {
        const struct image_kind *k = &img->kinds[i];
        bool good = TEXT(k->name) && TEXT(k->plural) && TEXT(k->label) && SPOT(k->place) &&
                    k->parent >= -1 && k->parent < i && k->end > i && k->end <= img->kinds_count &&
                    in(k->root, ROOT_COUNT_) && in_or_none(k->of, img->kinds_count) &&
                    in_or_none(k->rank, img->ranks) && in_or_none(k->members, img->fields_count) &&
                    k->words >= T_WORDS && k->words <= img->thing_words &&
                    in(k->reads, READS_COUNT_);
        /* Kinds are numbered in preorder: a child's range ends where its parent's ends, or
         * before. */
        if (good && k->parent >= 0) good = k->end <= img->kinds[k->parent].end;
        if (!good) bad(v, "kinds", i);
    }
    for (int32_t i = 0; i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        bool good = TEXT(f->name) && TEXT(f->label) && type_good(img, f->type) &&
                    in(f->kind, img->kinds_count) &&
                    in_or_none(f->quantity, img->quantities_count) &&
                    in(f->how, FIELD_LEDGER + 1) && SPOT(f->place) && f->least <= f->most &&
                    in(f->reads, READS_COUNT_);
        if (good && f->how == FIELD_STORED) good = f->slot > 0 && f->slot < img->thing_words;
        if (good && f->how == FIELD_DERIVED) good = f->quantity >= 0;
        if (!good) bad(v, "fields", i);
    }
}

static void check_blueprints(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        const struct image_blueprint *b = &img->blueprints[i];
        bool good = TEXT(b->name) && TEXT(b->title) && in(b->kind, img->kinds_count) &&
                    in_or_none(b->rank, img->ranks) &&
                    in_or_none(b->outer, img->blueprints_count) &&
                    in(b->form_of, img->blueprints_count) && body(img, b->init) &&
                    stretch(b->first_rule, b->rules, img->rules_count) &&
                    stretch(b->first_memory, b->memories, img->memory_count) && SPOT(b->place) &&
                    cited(img, b->cites, b->cite_count) && in(b->params, b->memories + 1) &&
                    b->words == img->kinds[b->kind].words + b->memories &&
                    b->words <= img->thing_words && in(b->reads, READS_COUNT_);
        if (!good) bad(v, "blueprints", i);
    }
    for (int32_t i = 0; i < img->memory_count; i++)
        if (!TEXT(img->memory[i].name) || !type_good(img, img->memory[i].type) ||
            !in(img->memory[i].range, img->ranges_count + 1))
            bad(v, "memory", i);
    for (int32_t i = 0; i < img->ranges_count; i++)
        if (img->ranges[i].least > img->ranges[i].most) bad(v, "ranges: it is empty", i);
}

/* Whether the siblings of a quantity form a ring, and each of the others belongs to an event. */
static bool ring(const struct image *img, int32_t from) {
    int32_t at = img->quantities[from].sibling, steps = 0;
    if (at < 0) return true;
    while (at != from) {
        if (!in(at, img->quantities_count) || ++steps > img->quantities_count) return false;
        if (img->quantities[at].event < 0) return false;
        at = img->quantities[at].sibling;
    }
    return true;
}

static void check_quantities(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        bool good =
            TEXT(q->name) && TEXT(q->label) && in(q->what, QUANTITY_FIELD + 1) &&
            type_good(img, q->type) && in_or_none(q->event, img->events_count) &&
            in_or_none(q->sibling, img->quantities_count) && ring(img, i) && q->params >= 0 &&
            in_or_none(q->field, img->fields_count) && pure(img, q->start) && TEXT(q->leaf) &&
            (q->first_param < 0 ? q->leaf < 0
                                : q->first_param <= img->hole_types_count - q->params) &&
            (q->first_range < 0 || stretch(q->first_range, q->params, img->ranges_count)) &&
            SPOT(q->place) && list_of(img, q->first_loose, q->loose, img->rules_count, false) &&
            list_of(img, q->first_keyed, q->keyed, img->rules_count, false) &&
            cited(img, q->cites, q->cite_count) &&
            (q->what != QUANTITY_FIELD || (q->field >= 0 && q->params == 1)) &&
            (q->start < 0 || img->funcs[q->start].params == q->params);
        if (!good) bad(v, "quantities", i);
    }
    for (int32_t i = 0; i < img->figures_count; i++) {
        const struct image_figure *f = &img->figures[i];
        const struct image_quantity *q = &img->quantities[f->quantity];
        bool good = in(f->quantity, img->quantities_count) && q->event < 0 &&
                    (q->type.class == V_NUMBER || q->type.class == V_TRUTH) &&
                    q->params == (f->each ? 1 : 0);
        if (!good) bad(v, "figures", i);
    }
}

static bool rule_target(const struct image *img, const struct image_rule *r) {
    switch (r->what) {
    case RULE_ROW: return in(r->target, img->quantities_count) && in(r->op, ROW_SILENCE + 1);
    case RULE_WHENEVER: return r->target == -1 && r->set >= 0;
    default: return in_or_none(r->target, img->events_count);
    }
}

/* Whether `key` of a rule is -1, or a role, kept value or parameter that exists. A rule with a key
 * must stand in a blueprint and cannot be a whenever. */
static bool key_good(const struct image *img, const struct image_rule *r) {
    if (r->key < 0) return r->key == -1;
    int32_t event = r->target, roles = 0;
    if (r->what == RULE_ROW) {
        const struct image_quantity *q = &img->quantities[r->target];
        event = q->event;
        roles = q->params;
    }
    if (r->what == RULE_WHENEVER) return false;
    if (event >= 0)
        roles = img->events[event].kept;
    else if (r->what != RULE_ROW)
        roles = 1; /* of a rule about any action: only the actor is known to exist */
    return r->key < roles && r->blueprint >= 0 && in(r->via, VIA_OWNER + 1);
}

static void check_rules(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        bool acts = r->what == RULE_BEFORE || r->what == RULE_INSTEAD || r->what == RULE_AFTER ||
                    r->what == RULE_WHENEVER;
        bool good = in(r->what, RULE_WHENEVER + 1) && rule_target(img, r) && pure(img, r->when) &&
                    (acts ? r->body >= 0 && body(img, r->body) : pure(img, r->body)) &&
                    pure(img, r->set) && in_or_none(r->blueprint, img->blueprints_count) &&
                    in_or_none(r->rank, img->ranks) && key_good(img, r) && TEXT(r->label) &&
                    TEXT(r->silences) && SPOT(r->place) && cited(img, r->cites, r->cite_count);
        if (!good) bad(v, "rules", i);
    }
}

static void check_events(struct verify *v) {
    const struct image *img = v->img;
    if (img->events_count < EVENT_BUILTIN_COUNT_) bad(v, "events: the language's own", 0);
    for (int32_t i = 0; i < img->events_count; i++) {
        const struct image_event *e = &img->events[i];
        bool good = TEXT(e->name) && TEXT(e->title) && in(e->func, img->funcs_count) &&
                    body(img, e->func) && e->roles >= 0 && e->roles <= 64 && e->roles <= e->kept &&
                    e->kept <= img->funcs[e->func].slots && in_or_none(e->actor, e->roles) &&
                    stretch(e->first_default, e->roles, img->defaults_count) &&
                    stretch(e->first_head, e->head, img->heads_count) &&
                    list_of(img, e->first_during, e->during, img->events_count, false) &&
                    in_or_none(e->blueprint, img->blueprints_count) && SPOT(e->place) &&
                    cited(img, e->cites, e->cite_count) &&
                    in_or_none(e->told, img->templates_count);
        int32_t holes = good && e->told >= 0 ? img->templates[e->told].texts - 1 : 0;
        good = good && (holes == 0 || list_of(img, e->first_told, holes, e->kept, false));
        for (int m = RULE_BEFORE; good && m < RULE_WHENEVER; m++)
            good = list_of(img, e->first_rules[m], e->rules[m], img->rules_count, false);
        for (int32_t h = e->first_head; good && h < e->first_head + e->head; h++)
            good = img->heads[h].slot < e->kept;
        for (int32_t s = 0; good && s < e->kept; s++)
            good = img->slots[img->funcs[e->func].first_slot + s].kept;
        if (!good) bad(v, "events", i);
    }
    for (int32_t i = 0; i < img->defaults_count; i++)
        if (!pure(img, img->defaults[i])) bad(v, "defaults", i);
}

static void check_heads(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->heads_count; i++) {
        const struct image_head *h = &img->heads[i];
        bool good = in(h->what, HEAD_LEADS + 1) && pure(img, h->func) && pure(img, h->whose) &&
                    in_or_none(h->field, img->fields_count) &&
                    list_of(img, h->first_per, h->pers, img->events_count, false) &&
                    h->slot >= -1 && in_or_none(h->choice, img->choices_count) && TEXT(h->label) &&
                    SPOT(h->place) && pure(img, h->reach) && pure(img, h->near) &&
                    cited(img, h->cites, h->cite_count);
        if (good && h->what == HEAD_PAY) good = h->field >= 0 && h->whose >= 0;
        if (good && h->what == HEAD_LIMIT) good = h->pers > 0;
        if (good && h->what == HEAD_CHOOSE) good = h->choice >= 0 && h->slot >= 0;
        if (good && h->what == HEAD_LEADS) good = h->func >= 0 && h->whose >= 0;
        if (good && h->what == HEAD_LET) good = h->func >= 0 && h->slot >= 0;
        if (!good) bad(v, "heads", i);
    }
}

static void check_calls(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->calls_count; i++) {
        const struct image_call *c = &img->calls[i];
        bool good = in(c->event, img->events_count) && SPOT(c->place) &&
                    groups(img, c->first_result, c->results, 2) &&
                    list_of(img, c->first_arg, c->args, img->events[c->event].kept, false);
        for (int32_t r = 0; good && r < c->results; r++)
            good = in_or_none(img->lists[c->first_result + 2 * r], img->events[c->event].kept) &&
                   img->lists[c->first_result + 2 * r + 1] >= 0;
        if (!good) bad(v, "calls", i);
    }
}

static bool titled_good(const struct image *img, const struct image_titled *t) {
    const bool event = in(t->event, img->events_count);
    if (event == in(t->blueprint, img->blueprints_count) || !in(t->title, img->templates_count))
        return false;
    const int32_t holes = img->templates[t->title].texts - 1;
    const int32_t most = event ? img->events[t->event].roles : img->fields_count;
    if (holes < 1 || holes > MAX_HOLES || !list_of(img, t->first, holes, most, false)) return false;
    for (int32_t i = 0; !event && i < holes; i++)
        if (img->fields[img->lists[t->first + i]].slot < 0) return false;
    return true;
}

static void check_choices(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->choices_count; i++) {
        const struct image_choice *c = &img->choices[i];
        bool good = in(c->what, CHOICE_OFFER + 1) && in(c->mode, MODE_SET + 1) &&
                    type_good(img, c->type) && in_or_none(c->prompt, img->templates_count) &&
                    pure(img, c->where) && (c->where < 0 || img->funcs[c->where].params >= 1) &&
                    list_of(img, c->first_label, c->labels, img->templates_count, false) &&
                    (c->labels <= 0 || list_of(img, c->first_label + c->labels, c->labels,
                                               img->texts_count, false)) &&
                    SPOT(c->place) && cited(img, c->cites, c->cite_count) &&
                    (c->what != CHOICE_OFFER || in(c->event, img->events_count));
        int32_t holes = good && c->prompt >= 0 ? img->templates[c->prompt].texts - 1 : 0;
        good &= holes >= 0 && holes <= MAX_HOLES;
        if (good && holes > 0 && c->first_hole >= 0) {
            good = list_of(img, c->first_hole, holes, img->funcs_count, false);
            for (int32_t k = 0; good && k < holes; k++) {
                good = pure(img, img->lists[c->first_hole + k]);
            }
        }
        if (!good) bad(v, "choices", i);
    }
    for (int32_t i = 0; i < img->askings_count; i++) {
        const struct image_asking *a = &img->askings[i];
        bool good = in(a->func, img->funcs_count);
        const struct image_func *fn = good ? &img->funcs[a->func] : NULL;
        good = good && a->first >= 0 && a->first <= a->end && a->end <= fn->count &&
               in(a->people, fn->slots) && in(a->index, fn->slots) && a->answers >= 0 &&
               stretch(a->first_answer, a->answers * ASKING_WORDS, img->lists_count);
        for (int32_t k = 0; good && k < a->answers; k++) {
            const int32_t *of = img->lists + a->first_answer + k * ASKING_WORDS;
            good = in(of[0], fn->slots) && in_or_none(of[1], fn->slots) && of[2] >= -1;
        }
        if (!good) bad(v, "askings", i);
    }
    for (int32_t i = 0; i < img->untils_count; i++) {
        const struct image_until *u = &img->untils[i];
        bool good = in(u->what, UNTIL_WHILE + 1) && in_or_none(u->event, img->events_count) &&
                    pure(img, u->when) && SPOT(u->place) && u->captured >= 0 &&
                    (u->when < 0 || img->funcs[u->when].params == u->captured);
        if (!good) bad(v, "untils", i);
    }
    for (int32_t i = 0; i < img->templates_count; i++) {
        const struct image_template *t = &img->templates[i];
        bool good = t->texts >= 1 &&
                    list_of(img, t->first_text, t->texts, img->texts_count, false) &&
                    stretch(t->first_hole, t->texts - 1, img->hole_types_count);
        if (!good) bad(v, "templates", i);
    }
    for (int32_t i = 0; i < img->titled_count; i++)
        if (!titled_good(img, &img->titled[i])) bad(v, "titled", i);
    for (int32_t i = 0; i < img->hole_types_count; i++)
        if (!type_good(img, img->hole_types[i])) bad(v, "hole_types", i);
}

static void check_matter(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->dice_count; i++) {
        const struct image_die *d = &img->dice[i];
        if (!TEXT(d->name) || d->sides < 1 || !SPOT(d->place) ||
            (d->first_face != -1 && !stretch(d->first_face, d->sides, img->faces_count)))
            bad(v, "dice", i);
    }
    for (int32_t i = 0; i < img->faces_count; i++)
        if (!TEXT(img->faces[i].name)) bad(v, "faces", i);
    for (int32_t i = 0; i < img->shapes_count; i++) {
        const struct image_shape *s = &img->shapes[i];
        if (!in(s->what, SHAPE_QUARTER + 1) || !in(s->side, SIDE_NORTH_EAST + 1) ||
            (s->what == SHAPE_RING && (s->b < 0 || s->b >= img->blueprints_count)) ||
            s->points > SHAPE_CORNERS || !stretch(s->first_point, s->points, img->constants_count))
            bad(v, "shapes", i);
    }
    for (int32_t i = 0; i < img->enums_count; i++)
        if (!TEXT(img->enums[i].name) ||
            !list_of(img, img->enums[i].first_value, img->enums[i].values, img->texts_count, false))
            bad(v, "enums", i);
    for (int32_t i = 0; i < img->charts_count; i++) {
        const struct image_chart *c = &img->charts[i];
        bool good = TEXT(c->name) && c->rows >= 0 && c->columns >= 1 && SPOT(c->place) &&
                    (int64_t)c->rows * c->columns <= img->constants_count &&
                    stretch(c->first_cell, c->rows * c->columns, img->constants_count) &&
                    type_good(img, c->type);
        if (!good) bad(v, "charts", i);
    }
    for (int32_t i = 0; i < img->rulings_count; i++) {
        const struct image_ruling *r = &img->rulings[i];
        bool good =
            TEXT(r->name) && TEXT(r->label) && groups(img, r->first_reading, r->readings, 2) &&
            list_of(img, r->first_reading, 2 * r->readings, img->texts_count, true) &&
            in(r->chosen, r->readings) && SPOT(r->place) && cited(img, r->cites, r->cite_count);
        if (!good) bad(v, "rulings", i);
    }
}

/* Whether the last pick of a block answers a question. A row that only states something about a
 * question (SAID_OFFERED and later) needs another row behind it. */
static bool picks_end(const struct image *img, const struct image_block *b) {
    return b->picks == 0 || img->picks[b->first_pick + b->picks - 1].what < SAID_OFFERED;
}

static void check_blocks(struct verify *v) {
    const struct image *img = v->img;
    for (int32_t i = 0; i < img->blocks_count; i++) {
        const struct image_block *b = &img->blocks[i];
        bool good = TEXT(b->title) && in(b->func, img->funcs_count) && body(img, b->func) &&
                    stretch(b->first_roll, b->rolls, img->constants_count) &&
                    list_of(img, b->first_roll_place, b->rolls, img->places_count, true) &&
                    stretch(b->first_pick, b->picks, img->picks_count) && picks_end(img, b) &&
                    list_of(img, b->first_show, b->shows, img->texts_count, false) &&
                    b->shows <= img->funcs[b->func].slots && SPOT(b->place) &&
                    cited(img, b->cites, b->cite_count);
        if (!good) bad(v, "blocks", i);
    }
    for (int32_t i = 0; i < img->picks_count; i++)
        if (!in(img->picks[i].what, SAID_NOT_ASKED + 1) || !SPOT(img->picks[i].place))
            bad(v, "picks", i);
    for (int32_t i = 0; i < img->forces_count; i++) {
        const struct image_force *f = &img->forces[i];
        bool good = TEXT(f->name) && TEXT(f->title) && SPOT(f->place) &&
                    list_of(img, f->first_from, f->from, img->blueprints_count, false);
        if (!good) bad(v, "forces", i);
    }
    for (int32_t i = 0; i < img->rosters_count; i++) {
        const struct image_roster *r = &img->rosters[i];
        bool good = TEXT(r->name) && TEXT(r->title) && SPOT(r->place) &&
                    in(r->force, img->forces_count) && groups(img, r->first_entry, r->entries, 4);
        if (!good) bad(v, "rosters", i);
    }
}

static void check_whole(struct verify *v) {
    const struct image *img = v->img;
    bool good = TEXT(img->name) && TEXT(img->title) && TEXT(img->version) &&
                list_of(img, img->first_player, img->players, img->texts_count, false) &&
                list_of(img, img->first_rank, img->ranks, img->texts_count, false) &&
                in_or_none(img->order, img->quantities_count) &&
                in_or_none(img->answers, img->quantities_count) &&
                in_or_none(img->battle, img->events_count) &&
                in_or_none(img->in_force, img->quantities_count) &&
                in_or_none(img->enemy, img->quantities_count) &&
                in_or_none(img->friendly, img->quantities_count) &&
                in_or_none(img->blocks_sight, img->quantities_count) &&
                in_or_none(img->blocks_move, img->quantities_count) && img->whenevers <= 64 &&
                list_of(img, img->first_whenever, img->whenevers, img->rules_count, false);
    for (int r = 0; good && r < ROOT_COUNT_; r++) good = in_or_none(img->root[r], img->kinds_count);
    if (!good) bad(v, "the head", 0);
    for (int32_t i = 0; i < img->places_count; i++)
        if (!in_or_none(img->places[i].file, img->files_count)) bad(v, "places", i);
    for (int32_t i = 0; i < img->cites_count; i++)
        if (!in(img->cites[i], img->texts_count)) bad(v, "cites", i);
}

int32_t image_verify(const struct image *img, const char **what) {
    struct verify v = {.img = img};
    learn_shapes(&v);
    /* Tables are checked before functions, because the check of an instruction trusts the rows that
     * it names; a bad row ends the check. */
    static void (*const checks[])(struct verify *) = {
        check_whole, check_kinds,   check_blueprints, check_quantities, check_rules,  check_heads,
        check_calls, check_choices, check_matter,     check_blocks,     check_events, funcs_good};
    for (size_t i = 0; i < ARRAY_LEN(checks) && !v.what; i++) checks[i](&v);
    if (what) *what = v.what;
    return v.what ? v.at : -1;
}
