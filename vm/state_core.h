/*
 * state_core: the state of a battle. It consists of the World, of tables that were derived from the
 * image, and of what is kept beside the World to make the machine faster. Here are also the ports
 * through which rooms below `run` have code run, and the errors of the rules.
 *
 * Many caches here are valid only while the World's words change by world_set alone. Such a cache
 * keeps the counter `turns` or `anew` of the World, plus 1; 0 means that it is not filled.
 */
#ifndef MYTH_VM_STATE_CORE_H
#define MYTH_VM_STATE_CORE_H

#include "arena.h"
#include "journal.h"
#include "state_guard.h"
#include "state_layout.h"
#include "state_memory.h"
#include "state_site.h"

/* Which of the numbers that code reads are told to the journal: none; those that it reads itself;
 * those, and all that they read in turn. */
enum accounts { ACCOUNTS_NONE, ACCOUNTS_OWN, ACCOUNTS_ALL };
/* The environment of code: the event whose slots the instruction ROLE reads, the instance that THIS
 * gives, and what is told of it. */
struct env {
    const int64_t *roles; /* slots of the event; NULL: no event is at hand */
    int32_t event;        /* index of that event; -1: none */
    /* frame of the event; 0: the event does not run, as while the head of an action is judged */
    uint32_t frame;
    int64_t self; /* the instance whose rule runs; NONE: none */
    enum accounts accounts;
};
/* Copies word by word: a wider read of words that were just written would stall the processor. */
static inline void state_env_copy(struct env *to, const struct env *from) {
    to->roles = from->roles;
    to->event = from->event;
    to->frame = from->frame;
    to->self = from->self;
    to->accounts = from->accounts;
}
/* A rule in Lua, as far as rooms below `run` must know it. */
struct state_outside {
    int32_t what; /* enum rule_what */
    int32_t target, rank, number;
};
/* The measures that a function took by primitives, itself and not in a walk, for an account. */
enum { STATE_MEASURES = 8, STATE_MEASURE_ARGS = 10 };
struct state_measures {
    int32_t func; /* the function that is asked */
    int32_t count;
    struct state_measure {
        int32_t primitive, args;
        int64_t arg[STATE_MEASURE_ARGS], value;
    } at[STATE_MEASURES];
};
struct state;
struct state_root { /* An address in a running frame whose word holds a list or names a thing. */
    addr at;
    struct image_type type;
};
/* Port: runs a pure function. `begin` is the instruction to begin with: 0, or the one behind the
 * guards of a condition that have said yes. Returns false on an error. */
typedef bool state_evaluate(struct state *s, int32_t func, int32_t begin, const struct env *env,
                            const int64_t *args, int32_t count, int64_t *result);
/* Port: computes a quantity with its rows, for rooms below `rows`. Returns false on an error. */
typedef bool state_quantity(struct state *s, int32_t quantity, const struct env *env,
                            const int64_t *args, int32_t count, int64_t *result);

/* Port: computes a row in Lua, with its amount and label. Returns false if the row does not
 * apply. */
typedef bool state_outside_row(struct state *s, int32_t number, const struct env *env,
                               const int64_t *args, int32_t count, struct outside_value *out);
/* Port: computes the start of a quantity by a function in Lua (a leaf). Returns false on an
 * error. */
typedef bool state_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result);

/* A quantity that is being computed. Computing it inside itself for the same arguments would go
 * round for ever; that is an error (state_circle). */
enum { STATE_READING_ARGS = 6 };
struct state_reading {
    int32_t quantity, count;
    uint32_t frame;
    int64_t args[STATE_READING_ARGS];
};

/* The words of a record that a sweep looks at. state.swept lists them by kind, from
 * state_sweeps.first on: first `lists` words that hold lists, then words that name a thing; `all`
 * of both. */
struct state_swept {
    uint32_t word;
    struct image_type type;
};
struct state_sweeps {
    int32_t first, lists, all;
    uint32_t names; /* a bit for each enum kind_root of the things that these words may name */
    /* blueprints of the kind have parameters or memories that hold lists or name things */
    bool keeps;
};

/* The ordinal given last, which is the highest of its blueprint and owner. Valid while the World's
 * `turns` + 1 equals `turns`. */
struct state_numbered {
    int32_t blueprint;
    int64_t owner, ordinal;
    uint64_t turns;
};

struct map;
struct state {
    const struct image *img;
    struct world w;
    uint32_t stride; /* number of words of one record in SEG_THINGS */
    const struct state_swept *swept;
    const struct state_sweeps *sweeps; /* by kind */
    /* by kind: the words of a new record. Head, owner and ordinal are set anew for each thing. */
    int64_t *fresh;
    /* by kind and word: the sort to which the word belongs, enum reads_what */
    const uint8_t *read_as;
    /* links[first_link[kind]] …: the words of a kind that are links, ended by 0 */
    const int32_t *links, *first_link;
    const struct state_site *sites; /* by kind */
    struct state_stood *stood;      /* by thing; filled by the board, as are stood_shapes */
    size_t stood_capacity;
    void *stood_shapes;
    size_t stood_used, stood_shapes_capacity;
    struct state_index index;
    struct map *map; /* the map of areas and borders, made by the board; NULL: none yet */
    /* corners of all polygons: east and north of the corner at constants[i] at 2 * i */
    const int32_t *corners;
    /* bits of the `whenever` rules that read a place; an owner, holder or pile; what a thing
     * bears */
    uint64_t place_wakes, tie_wakes, borne_wakes;
    int32_t strength_field; /* the field starting_strength of groups; -1: none was found */
    int32_t side_word;      /* the word of a player that holds his side */
    int32_t draws_near;     /* the quantity draws_near(mover, thing); -1: the rules have none */
    /* by function: bits of the slots that own a list or pool. Bit 63 stands for slot 63 and all
     * later ones. */
    const uint64_t *owns;
    /* by field: whether it lies in one word that may be written by write_bare: it is no list,
     * shape, link or owner, and geometry does not read it */
    const bool *bare;
    /* by field: the field's slot, if the field's value is the word stored there; -1: the value must
     * be computed */
    const int32_t *plain;
    /* by kind: whether a secret field or memory may name a thing of the kind that has left play.
     * The id of such a thing is never freed, because that would tell whether the secret names
     * it. */
    const bool *kept;
    /* by field: the field is a pile from which a rule draws, so the order of its cards counts */
    const bool *drawn;
    bool secrets; /* some field that is no pile, or memory, is secret */
    bool piles;   /* there are piles */
    bool alike;   /* some kind is alike */
    /* by kind: whether a field, parameter or memory may name a thing of a kind that is alike */
    const bool *names_alike;
    const int32_t *any; /* the rules about any action, ordered by enum rule_what */
    /* by enum rule_what: index in `any` of the first such rule */
    int32_t first_any[RULE_WHENEVER + 1];
    /* by event: bit 1 << w is set if a rule of sort w (enum rule_what) speaks of the event.
     * HEARD_ANSWERS: a rule that forbids the event reads answers of its head. */
    const uint8_t *heard;
    /* the actions that may be done during event i, in the order of the text: entries
     * first_during[i] to first_during[i + 1] - 1 */
    const struct state_during *during;
    const int32_t *first_during; /* by event */
    /* No id up to this one is free. Valid while the World's `turns` + 1 equals taken_turns. */
    int64_t taken;
    uint64_t taken_turns;
    struct state_numbered numbered;
    /* by kind: ROWS_MUTED if no row of in_force speaks of things of the kind under the present
     * rulings; 0 if that is not known yet; another value if some row may speak of them. Valid, as
     * is `muted`, while the World's `turns` + 1 equals silent_turns. */
    uint8_t *silent;
    /* by rule: ROWS_MUTED if a ruling makes the rule refuse everything; 0 if that is not known yet;
     * another value if none does */
    uint8_t *muted;
    uint64_t silent_turns;
    uint32_t settled;             /* number of times that `silent` and `muted` were cleared */
    struct state_moment *moments; /* MOMENTS entries for each event */
    struct state_speaks *speaks;
    size_t speaks_count;
    /* the guards of rule i: entries first_guard[i] to first_guard[i + 1] - 1; those of quantity q
     * stand at i = rules_count + q */
    const struct state_guard *guards;
    const int32_t *first_guard;
    const bool *guarded; /* by rule: whether the whole condition consists of guards */
    /* by rule: the instruction behind the guards of the condition; 0: the code has to be run from
     * its beginning */
    const int32_t *behind;
    struct journal journal;
    /* lists that live for one statement */
    int64_t *scratch;
    size_t scratch_used, scratch_capacity;
    /* the words of frames that the last sweep looked at; kept for their memory */
    struct state_root *roots;
    uint32_t formed; /* number of used words of the heap when it was brought into form last */
    size_t roots_capacity;
    /* ports, which `run` fills */
    state_evaluate *evaluate;
    state_quantity *quantity;
    state_leaf *leaf;
    state_outside_row *outside_value; /* computes a row in Lua */
    struct state_outside *outside;
    int32_t outside_count;
    size_t outside_capacity;
    char said[80]; /* the reason that a rule in Lua gives for forbidding an event */
    /* the action that boards are to take as running, because its body is judged before it runs;
     * NULL: none */
    const struct env *judged;
    int32_t depth_pure; /* number of quantities that are being computed now, one inside the other */
    int32_t depth_most; /* the greatest depth_pure since state_reckon set it back */
    /* How many statements, and how many functions and members of sets, were run through since a
     * choice was answered or a question was handed out last. Limits: STEPS and PURE (run_spend,
     * run_spend_pure). */
    int64_t steps, pure;
    struct state_memory memory;
    struct state_reading reading[MAX_DEPTH_NUMBERS];
    int32_t place; /* place in the text of the present statement or row, for messages; -1 */
    /* For coverage, profiles and traces. `code` has a byte for each instruction, `rules` one for
     * each rule; the byte becomes 1 when the instruction has run or the rule has spoken. NULL: not
     * wanted. The arrays belong to the caller and are no part of the World. */
    struct {
        uint8_t *code, *rules;
        uint64_t *times; /* how often each instruction has run; NULL: not wanted */
        /* finds out why a set lacks a thing (run_trace.c); NULL: not wanted */
        struct run_trace *trace;
        /* notes which things make rows count (run_witness.c); NULL: not wanted */
        struct run_witness *witness;
        bool watched; /* one of these but `rules` is wanted (state_watch) */
    } reached;
    struct state_measures *measures; /* NULL: nobody wants to know what a function measures */
    enum accounts accounts; /* of the statements of events; constant while a battle is played */
    struct {
        int32_t place, limit;
        char text[240];
    } error;
};

/* Derives from an image what all its battles share: a state without a World, in the image's arena.
 * Each battle begins as a copy of this state (state_open); tables in which a battle writes are
 * copied, too. Whoever makes an image calls rows_derive, which calls this, once. */
struct state *state_derive(struct image *img);
/* Makes the state of a new battle. state_derive must have been called for the image. */
void state_open(struct state *s, const struct image *img);
void state_close(struct state *s);
void state_clear(struct state *s); /* makes an empty World, with players and the game */

/* The accounts of code that is no body: conditions, rows, what is asked from outside. */
static inline enum accounts state_accounts_aside(const struct state *s) {
    return s->accounts == ACCOUNTS_ALL ? ACCOUNTS_ALL : ACCOUNTS_NONE;
}
static inline int64_t state_global(const struct state *s, uint32_t g) {
    return s->w.base[SEG_GLOBALS][g];
}
static inline void state_global_set(struct state *s, uint32_t g, int64_t v) {
    world_set(&s->w, ADDR(SEG_GLOBALS, g), v);
}
static inline void state_untidy(struct state *s, enum untidy what) {
    state_global_set(s, G_UNTIDY, state_global(s, G_UNTIDY) | what);
}
/* Keeps an error of the rules, with the place of the present statement. Always returns false. */
MYTH_SELDOM bool state_fail(struct state *s, const char *format, ...) MYTH_PRINTF(2, 3);
MYTH_SELDOM bool state_limit(struct state *s, enum limit_id limit);
bool state_reading_same(const struct state_reading *a, const struct state_reading *b);
/* Keeps the error that a number reads itself, naming the circle. Always returns false. */
bool state_circle(struct state *s, int32_t from);
/* Whether somebody counts or traces which instructions run, so that none may be skipped. */
static inline bool state_watched(const struct state *s) {
    return s->reached.watched;
}
/* Whether a slot may own a list or pool, or have a range; `owns` is an entry of state.owns. If
 * false, the slot's word is its value, and any value may be written to it. */
static inline bool state_may_own(uint64_t owns, int32_t slot) {
    return (owns >> (slot < 63 ? slot : 63) & 1) != 0;
}
/* Whether a slot owns a set or pool. `rows` are the slots of its function, `owns` the entry of
 * state.owns. */
static inline bool state_owns(uint64_t owns, const struct image_slot *rows, int32_t slot) {
    if (MYTH_LIKELY(!state_may_own(owns, slot))) return false;
    const uint8_t class = rows[slot].type.class;
    return class == V_POOL || class == V_SET;
}
static inline void state_watch(struct state *s) {
    s->reached.watched =
        s->reached.code || s->reached.times || s->reached.trace || s->reached.witness;
}

#endif
