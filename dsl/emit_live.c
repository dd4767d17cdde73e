/*
 * Finds out what can still be read of a frame, its slots and the faces of dice in them, at each
 * instruction where its code may rest (struct image_rest). Exact odds forget all else.
 *
 * The code of each body is gone through backwards: what is read behind an instruction is known
 * before what is read before it. Kept values are read from outside the body, too: by rules that
 * speak of the event, by numbers of the event, and by code that names the event while it runs. The
 * slots into which a call hands back results do not count as read here: the machine asks what the
 * caller can still read.
 *
 * For a slot with a pool of dice, two more facts are kept: whether faces of dice that were never
 * re-rolled can be read ("fresh"), and whether those of dice that were re-rolled can ("again"). The
 * two differ because `reroll` of a whole pool replaces the faces of the fresh dice and keeps the
 * faces of the others.
 */
#include "emit_int.h"

#include <string.h>

/* What is read from one point of a body on. `slots` is the set of slots that are read. If the body
 * has pools, `fresh` and `again` are the slots whose dice's faces are read, of dice never re-rolled
 * and of those re-rolled. `temp_fresh` and `temp_again` are the same for temps, which hold looks at
 * pools within a statement. */
struct reads {
    uint64_t *slots, *fresh, *again, *temp_fresh, *temp_again;
};

/* The state of finding out what is read, for all functions and for the one at hand. */
struct live {
    struct emit *e;
    const struct image *img;
    /* HEARD_WORDS words for each event: the set of slots that code outside the body reads after the
     * body has begun */
    uint64_t *heard;
    bool actions_heard; /* some code reads the first role of any action */
    bool *early;        /* by function: whether it runs only before the body of its event begins */
    /* by function: index + 1 of the event if the function is its body; -index - 1 of the block if
     * the function is that of a block; 0 otherwise */
    int32_t *whose;
    /* the function that is gone through at present, and what is known of its code: */
    const struct image_func *fn;
    const struct image_code *code;
    /* words of a set of slots and of a set of temps; temp_words is 0 if the function has no
     * pools */
    int32_t slot_words, temp_words;
    size_t width; /* words of all the sets of a struct reads together */
    /* slots that count as read at every point; slots that hold pools */
    uint64_t always[(MAX_SLOTS + 63) / 64], pools[(MAX_SLOTS + 63) / 64];
    struct reads now; /* what is read from the present instruction on */
    /* by instruction: number of the label there, from 1; 0: no jump leads there */
    int32_t *label;
    uint64_t *words; /* memory of the sets of `now`, then of those of each label */
    size_t label_room, words_room;
};
enum { HEARD_WORDS = (MAX_SLOTS + 63) / 64 };

static void bit_on(uint64_t *set, int32_t i) {
    set[i / 64] |= UINT64_C(1) << (i % 64);
}
static void bit_off(uint64_t *set, int32_t i) {
    set[i / 64] &= ~(UINT64_C(1) << (i % 64));
}
static bool bit_of(const uint64_t *set, int32_t i) {
    return (set[i / 64] >> (i % 64) & 1) != 0;
}

/* ---- Kept values that others read ------------------------------------------------- */

static void run_early(struct live *l, int32_t func) {
    if (func >= 0) l->early[func] = true;
}

static void early_of_choice(struct live *l, const struct image_choice *c) {
    const struct image *img = l->img;
    const bool holes = c->prompt >= 0 && c->first_hole >= 0;
    run_early(l, c->where);
    for (int32_t k = 0; holes && k < img->templates[c->prompt].texts - 1; k++)
        run_early(l, img->lists[c->first_hole + k]);
}

/* Marks the functions that run before the body of their event begins: those of heads, of defaults
 * of roles, of `before`, `forbid` and `allow`, and the conditions of `instead of`. The body of an
 * `instead of` is none of them, because it may go on after the event's own body. */
static void find_early(struct live *l) {
    const struct image *img = l->img;
    for (int32_t i = 0; i < img->defaults_count; i++) run_early(l, img->defaults[i]);
    for (int32_t i = 0; i < img->heads_count; i++) {
        const struct image_head *h = &img->heads[i];
        const int32_t funcs[] = {h->func, h->whose, h->reach, h->near};
        for (size_t k = 0; k < ARRAY_LEN(funcs); k++) run_early(l, funcs[k]);
        if (h->choice >= 0) early_of_choice(l, &img->choices[h->choice]);
    }
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        if (r->what == RULE_ROW || r->what == RULE_AFTER || r->what == RULE_WHENEVER) continue;
        run_early(l, r->when);
        if (r->what == RULE_BEFORE) run_early(l, r->body);
    }
}

/* Notes that code outside the body of an event reads a slot of the event. event -1 means any
 * action; the slot is then the first role, whatever `slot` is. */
static void hear(struct live *l, int32_t event, int32_t slot) {
    if (event < 0)
        l->actions_heard = true;
    else
        bit_on(l->heard + (size_t)event * HEARD_WORDS, slot);
}

/* Notes all slots of events that are read from outside: by NEAREST, by ROLE in functions that run
 * later than the begin of the body, and as keys of rows and `after` rules. */
static void find_heard(struct live *l) {
    const struct image *img = l->img;
    for (int32_t n = 0; n < img->funcs_count; n++) {
        const struct image_func *fn = &img->funcs[n];
        const struct image_code *i = img->code + fn->first, *end = i + fn->count;
        for (; i < end; i++) {
            if (i->op == CODE_NEAREST) hear(l, i->d, i->b);
            if (i->op == CODE_ROLE && !l->early[n]) hear(l, fn->event, i->d);
        }
    }
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        const int32_t of = r->what == RULE_ROW ? img->quantities[r->target].event : r->target;
        const bool row = r->what == RULE_ROW && of >= 0;
        if (r->key >= 0 && (row || r->what == RULE_AFTER)) hear(l, of, r->key);
    }
}

static void find_whose(struct live *l) {
    const struct image *img = l->img;
    for (int32_t i = 0; i < img->events_count; i++) l->whose[img->events[i].func] = i + 1;
    for (int32_t i = 0; i < img->blocks_count; i++) l->whose[img->blocks[i].func] = -i - 1;
}

/* ---- The body at hand -------------------------------------------------------------- */

/* Marks the slots of a block that battle_given and battle_show read from outside, so that they
 * count as read up to the end: the things that the block names, and the values that it shows, which
 * are its last slots. */
static void always_of_block(struct live *l, const struct image_block *b) {
    for (int32_t i = 0; i < l->fn->slots; i++) {
        const struct image_slot *slot = &l->img->slots[l->fn->first_slot + i];
        const bool named = slot->name >= 0 && slot->type.class == V_THING;
        if (named || i >= l->fn->slots - b->shows) bit_on(l->always, i);
    }
}

static void find_always(struct live *l, int32_t func) {
    const int32_t whose = l->whose[func];
    memset(l->always, 0, sizeof l->always);
    if (whose < 0) always_of_block(l, &l->img->blocks[-whose - 1]);
    if (whose <= 0) return;
    memcpy(l->always, l->heard + (size_t)(whose - 1) * HEARD_WORDS, sizeof l->always);
    if (l->actions_heard && l->img->events[whose - 1].action) bit_on(l->always, 0);
}

/* Sets l->pools to the slots of the function that hold pools of dice. Returns whether there are
 * any. */
static bool find_pools(struct live *l) {
    bool any = false;
    memset(l->pools, 0, sizeof l->pools);
    for (int32_t i = 0; i < l->fn->slots; i++) {
        if (l->img->slots[l->fn->first_slot + i].type.class != V_POOL) continue;
        bit_on(l->pools, i);
        any = true;
    }
    return any;
}

/* Returns the sets that belong to a label; label 0 is l->now. */
static struct reads reads_at(const struct live *l, int32_t label) {
    uint64_t *at = l->words + (size_t)label * l->width;
    const int32_t words = l->slot_words;
    uint64_t *temps = at + 3 * words;
    return (struct reads){at, at + words, at + 2 * words, temps, temps + l->temp_words};
}

/* Returns the instruction to which the instruction i may jump; -1 if it never jumps. */
static int32_t jumps_to(const struct live *l, const struct image_code *i) {
    switch (i->op) {
    case CODE_JUMP:
    case CODE_JUMP_IF:
    case CODE_JUMP_NOT:
    case CODE_JUMP_SILENT:
    case CODE_NEXT_OF: return i->d;
    case CODE_CHOOSE:
    case CODE_CHOOSE_DICE:
    case CODE_CHOOSE_PLACE:
    case CODE_CHOOSE_STEP:
    case CODE_CHOOSE_PATH: return l->img->choices[i->d].otherwise;
    default: return -1;
    }
}

/* Numbers the instructions that jumps lead to, and makes an empty struct reads for each. */
static void find_labels(struct live *l) {
    const size_t count = (size_t)l->fn->count;
    int32_t labels = 0;
    l->label = memory_grow(l->label, &l->label_room, count, sizeof *l->label);
    memset(l->label, 0, count * sizeof *l->label);
    for (int32_t i = 0; i < l->fn->count; i++) {
        const int32_t to = jumps_to(l, &l->code[i]);
        if (to >= 0 && !l->label[to]) l->label[to] = ++labels;
    }
    const size_t words = ((size_t)labels + 1) * l->width;
    l->words = memory_grow(l->words, &l->words_room, words, sizeof *l->words);
    memset(l->words, 0, words * sizeof *l->words);
    l->now = reads_at(l, 0);
}

/* Adds the members of the set `from` to the set `to`. Returns true if `to` has grown. */
static bool join(uint64_t *to, const uint64_t *from, size_t words) {
    uint64_t more = 0;
    for (size_t i = 0; i < words; i++) {
        more |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return more != 0;
}

/* ---- Instructions, from behind ------------------------------------------------------ */

/* Marks all faces of the dice in a temp as read. */
static void faces_read(struct live *l, int32_t temp) {
    bit_on(l->now.temp_fresh, temp);
    bit_on(l->now.temp_again, temp);
}

/* Marks faces of the dice in temp `to` as read: those never re-rolled, those re-rolled, or both.
 * The code behind reads them in another temp or slot, to which the dice came from `to`. */
static void faces_move(struct live *l, int32_t to, bool fresh, bool again) {
    if (fresh) bit_on(l->now.temp_fresh, to);
    if (again) bit_on(l->now.temp_again, to);
}

/* Whether an instruction reads not only the temp of this "in" operand but possibly also the temps
 * behind that temp. operand 0, 1, 2 is a, b, c. */
static bool reads_on(enum opcode op, int operand) {
    switch (op) {
    case CODE_DO: return operand == 0;
    case CODE_HAS: return operand == 1;
    case CODE_POOL_WHERE:
    case CODE_POOL_COUNT: return operand == 2;
    default: return false;
    }
}

/* Marks the faces of all temps that an instruction reads as read. pool_step does not call this for
 * the instructions that only pass dice on or count them. */
static void operands_read(struct live *l, const struct image_code *i) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    const char *const words[] = {row->a, row->b, row->c};
    const uint8_t temps[] = {i->a, i->b, i->c};
    for (int k = 0; k < 3; k++) {
        const bool in = strcmp(words[k], "in") == 0;
        const bool on = strcmp(words[k], "first") == 0 || (in && reads_on((enum opcode)i->op, k));
        if (in) faces_read(l, temps[k]);
        for (int32_t t = temps[k]; on && t < l->fn->temps; t++) faces_read(l, t);
    }
}

/* Steps back over one instruction, as far as faces of dice in temps are concerned. Before it, faces
 * in the temp that the instruction writes are not read, but faces in the temps from which the dice
 * come may be. */
static void pool_step(struct live *l, const struct image_code *i) {
    struct reads *now = &l->now;
    const bool gives = strcmp(image_opcode((enum opcode)i->op)->a, "out") == 0;
    const bool fresh = gives && bit_of(now->temp_fresh, i->a);
    const bool again = gives && bit_of(now->temp_again, i->a);
    if (gives) {
        bit_off(now->temp_fresh, i->a);
        bit_off(now->temp_again, i->a);
    }
    switch (i->op) {
    case CODE_LOAD:
        if (fresh) bit_on(now->fresh, i->d);
        if (again) bit_on(now->again, i->d);
        break;
    case CODE_MOVE: faces_move(l, i->b, fresh, again); break;
    case CODE_POOL_JOIN:
        faces_move(l, i->b, fresh, again);
        faces_move(l, i->c, fresh, again);
        break;
    case CODE_POOL_WITHOUT: faces_move(l, i->b, fresh, again); break;
    case CODE_REROLL: faces_move(l, i->b, fresh && i->b != i->c, again); break;
    case CODE_POOL_SIZE: break;
    default: operands_read(l, i); break;
    }
}

/* Steps back over STORE or CLEAR: what the slot held before is not read. */
static void slot_written(struct live *l, const struct image_code *i) {
    struct reads *now = &l->now;
    if (l->temp_words > 0) {
        if (i->op == CODE_STORE)
            faces_move(l, i->a, bit_of(now->fresh, i->d), bit_of(now->again, i->d));
        bit_off(now->fresh, i->d);
        bit_off(now->again, i->d);
    }
    bit_off(now->slots, i->d);
}

/* Turns l->now from what is read behind the instruction i into what is read from i on. */
static void step_back(struct live *l, const struct image_code *i) {
    const int32_t to = jumps_to(l, i);
    switch (i->op) {
    case CODE_JUMP:
    /* JUMP_SILENT always jumps in a run that asks dice only as far as rules look. The sets are used
     * only in such a run. */
    case CODE_JUMP_SILENT:
    case CODE_END:
    case CODE_STOP:
    case CODE_CANCEL:
    case CODE_SHOWN: memset(l->now.slots, 0, l->width * sizeof *l->words); break;
    default: break;
    }
    if (to >= 0) join(l->now.slots, reads_at(l, l->label[to]).slots, l->width);
    if (i->op == CODE_STORE || i->op == CODE_CLEAR) {
        slot_written(l, i);
        return;
    }
    if (l->temp_words > 0) pool_step(l, i);
    if (i->op == CODE_LOAD) bit_on(l->now.slots, i->d);
    if (i->op == CODE_EXPECT && i->c > 0) bit_on(l->now.slots, i->c - 1);
    if (i->op == CODE_EXPECT && i->b > 1) bit_on(l->now.slots, i->b / 2 - 1);
}

/* ---- The rows ----------------------------------------------------------------------- */

/* Whether a frame may rest at this instruction: at a STATEMENT mark, at END, or behind an
 * instruction that stopped an event or went on with it. */
static bool rests_at(const struct live *l, int32_t at) {
    const int32_t before = at > 0 ? l->code[at - 1].op : CODE_STATEMENT;
    const int32_t op = l->code[at].op;
    return op == CODE_STATEMENT || op == CODE_END || before == CODE_STOP_EVENT ||
           before == CODE_CONTINUE;
}

static void set_add(struct live *l, uint64_t word) {
    const int32_t row = emit_row_unread(l->e);
    l->e->img->unread[row] = word;
}

/* Returns the index in unread[] where the sets that begin at `first` can be found: that of the sets
 * of the row added before, if those are equal, otherwise `first`. `from` is the first row of this
 * body. */
static int32_t sets_shared(const struct live *l, int32_t first, int32_t from) {
    const struct image *img = l->img;
    const int32_t rows = img->rests_count;
    if (rows <= from) return first;
    const int32_t last = img->rests[rows - 1].first, words = img->unread_count - first;
    const size_t size = (size_t)words * sizeof *img->unread;
    return memcmp(img->unread + last, img->unread + first, size) == 0 ? last : first;
}

/* Adds a row that says what is no longer read at instruction `at`. Adds nothing if all can still be
 * read. */
static void row_add(struct live *l, int32_t at, int32_t from) {
    struct image *img = l->e->img;
    const int32_t first = img->unread_count;
    uint64_t any = 0;
    for (int32_t w = 0; w < l->slot_words; w++) {
        const uint64_t unread = ~(l->now.slots[w] | l->always[w]) & image_slots_in_word(l->fn, w);
        any |= unread;
        set_add(l, unread);
    }
    for (int k = 0; k < 2 && l->temp_words > 0; k++) {
        for (int32_t w = 0; w < l->slot_words; w++) {
            const uint64_t read = (k ? l->now.again : l->now.fresh)[w] | l->always[w];
            any |= l->pools[w] & ~read;
            set_add(l, l->pools[w] & ~read);
        }
    }
    const int32_t shared = sets_shared(l, first, from);
    if (shared != first || !any) img->unread_count = first;
    if (!any) return;
    const int32_t row = emit_row_rests(l->e);
    img->rests[row] = (struct image_rest){l->fn->first + at, shared, l->temp_words > 0};
}

/* Reverses the order of the rows from `from` on. They were found from the last instruction to the
 * first, and image.rests is in ascending order. */
static void turn_round(struct image *img, int32_t from) {
    for (int32_t a = from, b = img->rests_count - 1; a < b; a++, b--) {
        const struct image_rest other = img->rests[a];
        img->rests[a] = img->rests[b];
        img->rests[b] = other;
    }
}

/* Goes through the body once, from the last instruction to the first. Returns true if more is read
 * at some label than was known; then another pass is needed. */
static bool pass(struct live *l) {
    bool more = false;
    memset(l->now.slots, 0, l->width * sizeof *l->words);
    for (int32_t i = l->fn->count - 1; i >= 0; i--) {
        step_back(l, &l->code[i]);
        if (l->label[i]) more |= join(reads_at(l, l->label[i]).slots, l->now.slots, l->width);
    }
    return more;
}

/* Adds the rows of one function, once no pass finds more that is read. */
static void live_of_body(struct live *l, int32_t func) {
    const int32_t from = l->img->rests_count;
    l->fn = &l->img->funcs[func];
    l->code = l->img->code + l->fn->first;
    const bool pools = find_pools(l);
    l->slot_words = image_slot_words(l->fn);
    l->temp_words = pools ? (l->fn->temps + 63) / 64 : 0;
    l->width = (size_t)l->slot_words;
    if (pools) l->width = 3 * l->width + 2 * (size_t)l->temp_words;
    find_always(l, func);
    find_labels(l);
    while (pass(l)) {
    }
    memset(l->now.slots, 0, l->width * sizeof *l->words);
    for (int32_t i = l->fn->count - 1; i >= 0; i--) {
        step_back(l, &l->code[i]);
        if (rests_at(l, i)) row_add(l, i, from);
    }
    turn_round(l->e->img, from);
}

/* Notes that the rows from here on belong to functions that only examples need. rests_beside and
 * unread_beside hold the negated count of the rows before, until emit_live adds the counts of all
 * rows. */
static void beside_from(struct image *img) {
    img->rests_beside = -img->rests_count;
    img->unread_beside = -img->unread_count;
}

void emit_live(struct emit *e) {
    const struct image *img = e->img;
    struct live l = {.e = e, .img = img};
    l.heard = NEW_ARRAY(&e->scratch, (size_t)img->events_count * HEARD_WORDS + 1, uint64_t);
    l.early = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, bool);
    l.whose = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, int32_t);
    find_early(&l);
    find_heard(&l);
    find_whose(&l);
    const int32_t rules = img->funcs_count - img->funcs_beside;
    for (int32_t i = 0; i < img->funcs_count; i++) {
        if (i == rules) beside_from(e->img);
        const bool native = l.whose[i] > 0 && l.whose[i] <= EVENT_BUILTIN_COUNT_;
        if (!img->funcs[i].pure && img->funcs[i].slots > 0 && !native) live_of_body(&l, i);
    }
    if (rules == img->funcs_count) beside_from(e->img);
    e->img->rests_beside += e->img->rests_count;
    e->img->unread_beside += e->img->unread_count;
    memory_free_grown(l.label, l.label_room, sizeof *l.label);
    memory_free_grown(l.words, l.words_room, sizeof *l.words);
}
