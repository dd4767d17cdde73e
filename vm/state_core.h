/*
 * state_core: the state of a battle itself: its World, what was derived from its image, what is
 * kept beside them; the ports by which lower rooms have code run; errors of the rules.
 */
#ifndef MYTH_VM_STATE_CORE_H
#define MYTH_VM_STATE_CORE_H

#include "arena.h"
#include "journal.h"
#include "state_guard.h"
#include "state_layout.h"
#include "state_memory.h"
#include "state_site.h"

/* The instance and event for which code is evaluated: what ROLE, THIS and similar instructions
 * read. */
struct env {
    const int64_t *roles; /* slots of the event; NULL: there is none */
    int32_t event;        /* that event; -1 */
    uint32_t frame;       /* its frame; 0: the event is only imagined (the head of an action) */
    int64_t self;         /* `this`; NONE */
};
/* Copies word by word: a wider read of words that were just written would stall. */
static inline void state_env_copy(struct env *to, const struct env *from) {
    to->roles = from->roles;
    to->event = from->event;
    to->frame = from->frame;
    to->self = from->self;
}
/* A rule in Lua, as far as the machine must know it. */
struct state_outside {
    int32_t what; /* enum rule_what */
    int32_t target, rank, number;
};
struct state;
struct state_root { /* a word of a running frame that holds a list or a thing */
    addr at;
    struct image_type type;
};
/* `begin`: the instruction to begin with, 0 unless what stands before it is known to say yes. */
typedef bool state_evaluate(struct state *s, int32_t func, int32_t begin, const struct env *env,
                            const int64_t *args, int32_t count, int64_t *result);
/* Port: computes a quantity with its rules, for rooms below them. */
typedef bool state_quantity(struct state *s, int32_t quantity, const struct env *env,
                            const int64_t *args, int32_t count, int64_t *result);

/* Port: the amount and label of a row in Lua; false: it does not apply. */
typedef bool state_outside_row(struct state *s, int32_t number, const struct env *env,
                               const int64_t *args, int32_t count, int64_t *value, char *label,
                               size_t size);
/* Port: the value of a Lua leaf. */
typedef bool state_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result);

/* A quantity that is being computed. Computing it again inside for the same arguments would go
 * round for ever, which is an error. */
enum { STATE_READING_ARGS = 6 };
struct state_reading {
    int32_t quantity, count;
    uint32_t frame;
    int64_t args[STATE_READING_ARGS];
};

/* A word of a record that a sweep looks at. For each kind, state.swept has them from `first` on:
 * words that hold lists, in the order of the fields, then words that name a thing. */
struct state_swept {
    uint32_t word;
    struct image_type type;
};
struct state_sweeps {
    int32_t first, lists, all;
    uint32_t names; /* the kinds of things that these may name: a bit for each enum kind_root */
    bool keeps;     /* blueprints of the kind have memories that hold lists or name things */
};

/* The thing made last that has an ordinal: the highest of its blueprint and owner. Valid while the
 * World's turns are `turns` - 1. */
struct state_numbered {
    int32_t blueprint;
    int64_t owner, ordinal;
    uint64_t turns;
};

struct state {
    const struct image *img;
    struct world w;
    uint32_t stride; /* words of one record */
    const struct state_swept *swept;
    const struct state_sweeps *sweeps; /* for each kind */
    /* by kind: the words of a new record; its head, owner and ordinal are those of the last one
     * made */
    int64_t *fresh;
    /* by kind and word: the sort of a reading of that word, enum reads_what */
    const uint8_t *read_as;
    const int32_t *links, *first_link; /* by kind: the words that are links, ended by 0 */
    const struct state_site *sites;    /* for each kind */
    struct state_stood *stood;         /* by thing; prim fills it, and the shapes are prim's */
    size_t stood_capacity;
    void *stood_shapes;
    size_t stood_used, stood_shapes_capacity;
    struct state_index index;
    const int32_t *corners; /* corners of all polygons: east, north, numbered like the constants */
    /* bits of the `whenever` rules that read a place, an owner, what is borne */
    uint64_t place_wakes, tie_wakes, borne_wakes;
    int32_t strength_field; /* the field starting_strength of groups; -1 */
    int32_t draws_near;     /* the quantity draws_near(mover, thing) of the rules; -1 */
    /* by function: bits of the slots that own a list or pool; the last bit stands for all further
     * slots */
    const uint64_t *owns;
    const bool *bare; /* for each field whether it holds a word, nobody's link, site or owner */
    /* by field: its slot, if reading it means reading the word there; otherwise -1 */
    const int32_t *plain;
    const bool
        /* by kind: a secret may name things of it that have left play, so no id of it is ever
         * freed */
        *kept;
    const int32_t *any;                   /* rules about any action, sort by sort */
    int32_t first_any[RULE_WHENEVER + 1]; /* where each sort begins in `any`: enum rule_what */
    /* By event: a bit for each sort of rules about it; HEARD_ANSWERS: one that forbids it reads
     * answers of its head. */
    const uint8_t *heard;
    /* the actions during event i, in order of text, are those … */
    const struct state_during *during;
    const int32_t *first_during; /* … from first_during[i] to before first_during[i + 1] */
    int64_t taken; /* no id up to this one is free, while the World's turns are taken_turns - 1 */
    uint64_t taken_turns;
    struct state_numbered numbered;
    /* By kind: whether no row of in_force speaks of it, given the rulings; 0: not looked at. Valid
     * while the World's turns are silent_turns - 1. */
    uint8_t *silent;
    uint8_t *muted; /* by rule: whether a ruling refuses it; likewise */
    uint64_t silent_turns;
    uint32_t settled;             /* counts how often these two were begun anew */
    struct state_moment *moments; /* by event, MOMENTS for each */
    struct state_speaks *speaks;
    size_t speaks_count;
    /* those of rule i from first_guard[i] to before first_guard[i + 1] */
    const struct state_guard *guards;
    const int32_t *first_guard;
    const bool *guarded; /* by rule: its whole condition consists of guards */
    /* by rule: the instruction after the guards in its condition; 0: it cannot begin there */
    const int32_t *behind;
    struct journal journal;
    /* scratch: lists that live for one statement */
    int64_t *scratch;
    size_t scratch_used, scratch_capacity;
    struct state_root *roots; /* memory of the last sweep, kept for the next */
    uint32_t formed;          /* number of words in the heap after it was last brought into form */
    size_t roots_capacity;
    /* ports to the machine, and what it counts */
    state_evaluate *evaluate;
    state_quantity *quantity;
    state_leaf *leaf;
    state_outside_row *outside_value; /* computes a row in Lua; false: it does not apply */
    struct state_outside *outside;
    int32_t outside_count;
    size_t outside_capacity;
    char said[80];      /* the reason that a rule in Lua gives for forbidding */
    int32_t depth_pure; /* how deep numbers are nested now */
    int32_t depth_most; /* the greatest depth since it was set back (state_reckon) */
    /* Used since the last question that went out; limits STEPS and PURE (run_spend,
     * run_spend_pure). */
    int64_t steps, pure;
    struct state_memory memory;
    struct state_reading reading[MAX_DEPTH_NUMBERS];
    int32_t place; /* place of the present statement or row, for messages */
    /* For coverage: a byte for each instruction and each rule, which becomes 1 when it has run or
     * spoken; NULL: not wanted. The memory is the caller's; never part of the World. */
    struct {
        uint8_t *code, *rules;
        uint64_t *times;         /* how often each instruction has run */
        struct run_trace *trace; /* finds out why a set lacks a thing; NULL */
        bool watched;            /* one of these except `rules` is there (state_watch) */
    } reached;
    int32_t account; /* quantities that are read are told to the journal */
    struct {
        int32_t place, limit;
        char text[240];
    } error;
};

/* What battles of an image read off it, in its arena: a state without a World, of which each of
 * theirs begins as a copy. Whoever makes an image derives it once (rows_derive); from then on it is
 * only read. Tables that a battle writes in are copied with it. */
struct state *state_derive(struct image *img);
void state_open(struct state *s, const struct image *img); /* of which it was derived */
void state_close(struct state *s);
void state_clear(struct state *s); /* makes an empty World, with players and the game */

static inline int64_t state_global(const struct state *s, uint32_t g) {
    return s->w.base[SEG_GLOBALS][g];
}
static inline void state_global_set(struct state *s, uint32_t g, int64_t v) {
    world_set(&s->w, ADDR(SEG_GLOBALS, g), v);
}
static inline void state_untidy(struct state *s, enum untidy what) {
    state_global_set(s, G_UNTIDY, state_global(s, G_UNTIDY) | what);
}
/* Keeps an error of the rules, with the present place. Always returns false. */
MYTH_SELDOM bool state_fail(struct state *s, const char *format, ...) MYTH_PRINTF(2, 3);
MYTH_SELDOM bool state_limit(struct state *s, enum limit_id limit);
bool state_reading_same(const struct state_reading *a, const struct state_reading *b);
bool state_circle(struct state *s, int32_t from); /* the error that prints the circle */
/* Whether somebody counts what is run, so that nothing may be skipped. */
static inline bool state_watched(const struct state *s) {
    return s->reached.watched;
}
/* Whether a slot may own a list or pool, by state.owns. False: its word is its value. */
static inline bool state_may_own(uint64_t owns, int32_t slot) {
    return (owns >> (slot < 63 ? slot : 63) & 1) != 0;
}
/* The same, exactly, for a slot of these rows. */
static inline bool state_owns(uint64_t owns, const struct image_slot *rows, int32_t slot) {
    if (MYTH_LIKELY(!state_may_own(owns, slot))) return false;
    const uint8_t class = rows[slot].type.class;
    return class == V_POOL || class == V_SET;
}
static inline void state_watch(struct state *s) {
    s->reached.watched = s->reached.code || s->reached.times || s->reached.trace;
}

#endif
