/*
 * Finds out which numbers are steady. A steady number has the same result for the same arguments as
 * long as no thing changes, so the machine may remember its results, unless an argument is a list.
 *
 * It is judged by the bytecode. A steady number reads things, what they bear, where they stand, and
 * other steady numbers. It does not read which events run or their slots, which player is asked,
 * dice, or a leaf (a function in Lua).
 *
 * A number that asks whether some events run, or reads a slot of one that runs, is steady while
 * none of these events runs: image_quantity.unless has a bit for each of them.
 */
#include "emit_int.h"

#include "../vm/prim.h"

#include <string.h>

/* The functions and numbers that have been looked at so far, and what was found of each. */
struct steady {
    struct image *img;
    uint8_t *unsteady; /* by function: 1 if it is known not to be steady */
    uint8_t *numbers;  /* by quantity: 1 if it is known not to be steady */
    /* judged for times at which none of the events with a bit (image_event.asked) runs */
    bool apart;
};

static bool steady_number(const struct steady *s, int32_t quantity) {
    return quantity < 0 || !s->numbers[quantity];
}

/* Returns the quantity, a truth of the rules, that a primitive asks for; -1: none. */
static int32_t truth_asked_by(const struct image *img, enum prim_reads reads) {
    switch (reads) {
    case PRIM_READS_NOTHING:
    case PRIM_READS_PLACES:
    case PRIM_READS_NEARNESS:
    case PRIM_READS_PLAYERS:
    case PRIM_READS_LEDGER:
    case PRIM_READS_DICE: break;
    case PRIM_READS_SIGHT: return img->blocks_sight;
    case PRIM_READS_WAYS: return img->blocks_move;
    case PRIM_READS_SIDES: return img->enemy;
    }
    return -1;
}

/* Returns the quantity of the capacity of areas, which has_room reads; -1: there is none. */
static int32_t capacity_of(const struct image *img) {
    for (int32_t i = 0; img->on_map && i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        if (f->kind == img->root[ROOT_AREA] && strcmp(img->texts[f->name], "capacity") == 0)
            return f->quantity;
    }
    return -1;
}

/* Whether what ways over a map ask the rules is steady. */
static bool steady_map(const struct steady *s) {
    return !s->img->on_map ||
           (steady_number(s, s->img->has_room) && steady_number(s, s->img->may_cross) &&
            steady_number(s, s->img->crossing_cost));
}

/* Whether one instruction reads only what a steady function may read. */
static bool steady_code(const struct steady *s, const struct image_code *i) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    switch (row->reads) {
    case CODE_READS_NOTHING:
    case CODE_READS_STORED:
    case CODE_READS_MEMORY:
    case CODE_READS_NAMED:
    case CODE_READS_EXTENT:
    case CODE_READS_PRESENCE:
    case CODE_READS_RULING:
    case CODE_READS_SELF: return row->does == DOES_PURE;
    case CODE_READS_BORNE:
    case CODE_READS_BORNE_KIND: return steady_number(s, s->img->in_force);
    case CODE_READS_FIELD: return steady_number(s, s->img->fields[i->d].quantity);
    case CODE_READS_QUANTITY: return steady_number(s, i->d);
    case CODE_READS_PRIMITIVE: {
        const enum prim_reads reads = prim_row((enum prim_id)i->d)->reads;
        const bool steady = steady_number(s, truth_asked_by(s->img, reads));
        return reads != PRIM_READS_DICE && steady && (reads != PRIM_READS_WAYS || steady_map(s));
    }
    case CODE_READS_RUNNING: return s->apart && s->img->events[i->d].asked != 0;
    case CODE_READS_ROLE:
    case CODE_READS_NEAREST:
    case CODE_READS_FRAME:
    case CODE_READS_DICE:
    case CODE_READS_ANYTHING: break;
    }
    return false;
}

/* Whether a function is steady. A slot of an event (NEAREST) may be read only behind an instruction
 * that asks whether that event runs. So while the event does not run, the slot is never read. */
static bool steady_func(const struct steady *s, int32_t func) {
    if (func < 0) return true;
    if (s->unsteady[func]) return false;
    const struct image_func *f = &s->img->funcs[func];
    uint64_t asked = 0;
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        const struct image_code *c = &s->img->code[i];
        if (s->apart && c->op == CODE_RUNNING) asked |= s->img->events[c->d].asked;
        if (c->op == CODE_NEAREST && (s->img->events[c->d].asked & asked) != 0) continue;
        if (!steady_code(s, c)) return false;
    }
    return true;
}

/* Returns how many rows a quantity has. */
static int32_t rows_of(const struct image_quantity *q) {
    return q->loose + q->keyed;
}

/* Returns row n of a quantity, loose rows first. */
static const struct image_rule *row_of(const struct image *img, const struct image_quantity *q,
                                       int32_t n) {
    const int32_t at = n < q->loose ? q->first_loose + n : q->first_keyed + n - q->loose;
    return &img->rules[img->lists[at]];
}

static bool steady_rows(const struct steady *s, const struct image_quantity *q) {
    for (int32_t i = 0; i < rows_of(q); i++) {
        const struct image_rule *r = row_of(s->img, q, i);
        if (!steady_func(s, r->body)) return false;
        if (r->blueprint >= 0 && !steady_number(s, s->img->in_force)) return false;
    }
    if (q->builtin == BUILTIN_HAS_ROOM && !steady_number(s, capacity_of(s->img))) return false;
    return steady_func(s, q->start);
}

/* Whether a function reads a number of an event. The rows of such a number may read any slot of
 * that event. */
static bool reads_event(const struct image *img, int32_t func) {
    if (func < 0) return false;
    const struct image_func *f = &img->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        const struct image_code *code = &img->code[i];
        if (code->op == CODE_QUANTITY && img->quantities[code->d].event >= 0) return true;
    }
    return false;
}

/* Sets image_rule.latest of each `forbid` and `allow` whose condition reads a number of an event.
 * Which answers of an action's head such a number reads is not known, so `latest` becomes
 * MAX_SLOTS, a number above all slots. */
static void verdicts_of_answers(struct image *img) {
    for (int32_t i = 0; i < img->rules_count; i++) {
        struct image_rule *r = &img->rules[i];
        const bool verdict = r->what == RULE_FORBID || r->what == RULE_ALLOW;
        if (verdict && reads_event(img, r->when)) r->latest = MAX_SLOTS;
    }
}

/* Judges all functions and quantities. At first all count as steady. Each round takes out what
 * reads something unsteady, until a round takes out no more. After ROUNDS rounds no function counts
 * as steady, which is only slower. */
enum { ROUNDS = 64 };
static struct steady steady_of(struct emit *e, bool apart) {
    struct image *img = e->img;
    struct steady s = {.img = img, .apart = apart};
    s.unsteady = NEW_ARRAY(&e->scratch, (size_t)img->funcs_count + 1, uint8_t);
    s.numbers = NEW_ARRAY(&e->scratch, (size_t)img->quantities_count + 1, uint8_t);
    int rounds = 0;
    for (bool more = true; more; rounds++) {
        if (rounds == ROUNDS) memset(s.unsteady, 1, (size_t)img->funcs_count);
        more = false;
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
    return s;
}

/* ---- Numbers that are steady while some events do not run ------------------------ */

/* Gives a bit (image_event.asked) to each event of which the function asks whether it runs, as long
 * as there are bits left in *bit. Two sorts of events get none: actions, because the machine may
 * act as if one ran when it judges whether that action is open; and events of the language, because
 * they are done without a frame. */
static void events_asked(struct image *img, int32_t func, uint64_t *bit) {
    const struct image_func *f = func >= 0 ? &img->funcs[func] : NULL;
    for (int32_t i = 0; f && i < f->count; i++) {
        const struct image_code *c = &img->code[f->first + i];
        if (c->op != CODE_RUNNING || c->d < EVENT_BUILTIN_COUNT_) continue;
        struct image_event *event = &img->events[c->d];
        if (event->asked || event->action) continue;
        event->asked = *bit;
        *bit <<= 1;
    }
}

/* Returns the bits of the events that a number asks for so far; 0 for -1. */
static uint64_t unless_of(const struct image *img, int32_t quantity) {
    return quantity >= 0 ? img->quantities[quantity].unless : 0;
}

/* Returns the bits of the events of which a function asks whether they run, by itself or through
 * the numbers that it reads. */
static uint64_t asked_by(const struct image *img, int32_t func) {
    uint64_t all = 0;
    if (func < 0) return 0;
    const struct image_func *f = &img->funcs[func];
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        const struct image_code *c = &img->code[i];
        switch (image_opcode((enum opcode)c->op)->reads) {
        case CODE_READS_RUNNING:
        case CODE_READS_NEAREST: all |= img->events[c->d].asked; break;
        case CODE_READS_BORNE:
        case CODE_READS_BORNE_KIND: all |= unless_of(img, img->in_force); break;
        case CODE_READS_FIELD: all |= unless_of(img, img->fields[c->d].quantity); break;
        case CODE_READS_QUANTITY: all |= unless_of(img, c->d); break;
        case CODE_READS_PRIMITIVE:
            all |= unless_of(img, truth_asked_by(img, prim_row((enum prim_id)c->d)->reads));
            if (prim_row((enum prim_id)c->d)->reads != PRIM_READS_WAYS) break;
            all |= unless_of(img, img->has_room) | unless_of(img, img->may_cross) |
                   unless_of(img, img->crossing_cost);
            break;
        default: break; /* nothing else asks whether an event runs */
        }
    }
    return all;
}

/* Sets image_quantity.unless to the events that each number asks for, also through other numbers.
 * Returns false if ROUNDS rounds were not enough. */
static bool numbers_ask(struct image *img) {
    bool more = true;
    for (int rounds = 0; more && rounds < ROUNDS; rounds++) {
        more = false;
        for (int32_t i = 0; i < img->quantities_count; i++) {
            struct image_quantity *q = &img->quantities[i];
            uint64_t all = q->unless | asked_by(img, q->start);
            if (q->builtin == BUILTIN_HAS_ROOM) all |= unless_of(img, capacity_of(img));
            for (int32_t n = 0; n < rows_of(q); n++) {
                const struct image_rule *row = row_of(img, q, n);
                all |= asked_by(img, row->body);
                if (row->blueprint >= 0) all |= unless_of(img, img->in_force);
            }
            more |= all != q->unless;
            q->unless = all;
        }
    }
    return !more;
}

/* Marks the numbers that are steady, always or while the events that they ask for do not run.
 * `steady` says which ones are steady always. Afterwards only the events for which a number of the
 * second sort asks keep their bit. */
static void steady_apart(struct emit *e, const struct steady *steady) {
    struct image *img = e->img;
    uint64_t bit = 1, left = 0;
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        events_asked(img, q->start, &bit);
        for (int32_t n = 0; n < rows_of(q); n++) events_asked(img, row_of(img, q, n)->body, &bit);
    }
    const struct steady apart = steady_of(e, true);
    const bool known = numbers_ask(img);
    for (int32_t i = 0; i < img->quantities_count; i++) {
        struct image_quantity *q = &img->quantities[i];
        q->steady &= !steady->numbers[i] || (known && !apart.numbers[i]);
        if (!q->steady || !steady->numbers[i]) q->unless = 0;
        left |= q->unless;
    }
    for (int32_t i = 0; i < img->events_count; i++) img->events[i].asked &= left;
}

void emit_rule_steady(struct emit *e) {
    struct image *img = e->img;
    const struct steady s = steady_of(e, false);
    steady_apart(e, &s);
    for (int32_t i = 0; i < img->rules_count; i++) {
        struct image_rule *r = &img->rules[i];
        if (r->what != RULE_WHENEVER) continue;
        r->steady = emit_is_extent(img, r->set) && steady_func(&s, r->when);
    }
    verdicts_of_answers(img);
}
