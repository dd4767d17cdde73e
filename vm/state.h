/*
 * state: the World as things, lists and ledger. It owns where everything lies (globals, header,
 * records), lists in the heap and in scratch memory, extents, what a thing bears, and what is noted
 * for `whenever`. It evaluates no rule: code here that needs one evaluated calls the port
 * `evaluate`, which the machine fills.
 */
#ifndef MYTH_VM_STATE_H
#define MYTH_VM_STATE_H

#include "arena.h"
#include "base.h"
#include "image.h"
#include "journal.h"
#include "world.h"

/* ---- Where things lie in the World ------------------------------------- */

enum { NOBODY = 0 }; /* stands in place of the winner: the battle is tied */

enum global {
    /* 0: it goes on; 1: won; 2: a tie; 3: a block has shown its values */
    G_OVER = WORLD_GLOBALS_FIRST,
    G_WINNER,   /* NONE: nobody so far; NOBODY: a tie */
    G_TABLE,    /* size of the table; NONE: there is no table */
    G_TOP,      /* index in SEG_STACK of the top frame; 0: there is none */
    G_DEPTH,    /* number of running events */
    G_UNTIDY,   /* enum untidy: the heap has holes, or lists out of order */
    G_LISTS,    /* in a tidy heap: where the lists of things end and those of frames begin */
    G_NOTED,    /* bits of the `whenever` rules that have something to look at */
    G_LEDGER,   /* list: player, points, reason (text, or NUM_MIN + label value), label */
    G_WAITING,  /* list: `until next …`: WAIT_WORDS (agenda.h), then captured values, each */
    G_WHILE,    /* list: features that last while a condition holds */
    G_SINCE,    /* the last number given in the order of coming into force */
    G_GAME,     /* the thing `game` */
    G_SCENARIO, /* the instance of the scenario that was laid out; NONE */
    G_GONE,     /* number of tombstones that a sweep may free */
    G_FREE,     /* number of free ids below the highest one in use */
    /* a list for each kind, then for each blueprint; then the rulings: state_global_words */
    G_EXTENTS
};
/* Which lists were written since the last sweep. FRAMES: only lists that frames hold or held; ALL:
 * others, too. DUE: both bits. The same bits moved by UNTIDY_LATER: work that earlier sweeps have
 * put off. */
enum untidy { UNTIDY_FRAMES = 1, UNTIDY_ALL = 2, UNTIDY_DUE = 3, UNTIDY_LATER = 2 };
enum header { H_QUESTIONS, H_JOURNAL, H_STREAMS };
/* Each use has streams of its own, so that an extra roll in one place changes no dice elsewhere. */
enum stream_use {
    STREAM_DICE,   /* one for each event, by number; the last for rolls outside events */
    STREAM_RANDOM, /* `random`: likewise */
    STREAM_PICKS,  /* one for each player's policy, by number; the last for questions to nobody */
    /* shuffles: one for each pile, that is a field and its player; the last for the game's */
    STREAM_PILE
};

struct view { /* the words of a list; valid until something is written */
    const int64_t *at;
    int64_t count;
};
static inline int64_t view_at(struct view v, int64_t i) {
    ASSERT(v.at && i >= 0 && i < v.count);
    return v.at[i];
}

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

/* A remembered result of a steady number (image_quantity.steady): valid until something that it
 * read changes. The table is indexed by a hash of number and arguments, one entry in each place,
 * one cache line each. The depth is kept with it, so that numbers which read one another reach
 * their limit at the same point, remembered or not. Never part of the World. */
enum { STATE_REMEMBERED_ARGS = 4 };
struct state_remembered {
    /* value of the clock of changes when it was computed, or last found to be still valid */
    uint64_t at;
    int64_t args[STATE_REMEMBERED_ARGS];
    int64_t value; /* for a list: where it begins in `words` */
    int32_t quantity;
    int32_t words; /* for a list: its length; -1: it is no list */
    int32_t depth; /* how deep the numbers were nested that it read */
};
struct state_sorts {
    uint64_t at, last; /* `last` is when one of the sorts had changed last, as seen at clock `at` */
    uint64_t what[READS_COUNT_ / 64];
};
struct state_read { /* of a number */
    struct state_sorts wide,
        /* wide: sorts read of any thing; own: sorts read only of arguments and of things that name
         * one */
        own;
    bool owns;       /* it reads something of its arguments */
    bool near;       /* of places it reads only whether things are within a distance */
    uint64_t unless; /* bits of events: while one of them runs its result may differ */
};
/* A box around what a result depends on, for a number that only asks whether things are within a
 * distance: a piece that moves outside it changes nothing. Also used for the box around a piece's
 * old and new place. */
struct state_near {
    int32_t west, south, east, north;
    bool anywhere;
    uint64_t seen; /* number of steps that are known not to have touched the box */
};
enum { STATE_STEPS = 256 };
#define STATE_NOWHERE \
    { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, false, 0 }
/* The state of a `whenever` that looks at all things of a kind, when it last found none. */
struct state_look {
    uint64_t at; /* when that was, by the clock; 0: never */
    bool worded; /* the first word that it asks of each thing refused them all */
    /* all that it reads; what it reads of things other than x; that first word */
    struct state_sorts reads, wide, words;
};
/* A bit for each id; ids that are equal modulo 64 share one. */
static inline uint64_t state_name_bit(int64_t thing) {
    return UINT64_C(1) << (thing & 63);
}
/* The short way to a number's result, if it has one: it may be remembered; or it says whether two
 * things are of one side, and no rule changes that. */
enum state_way { WAY_ANEW, WAY_KEPT, WAY_FRIENDS, WAY_FOES };
/* The facts of each number that are needed whenever it is asked for, side by side in memory. */
struct state_number {
    int32_t start; /* the function that computes its start; -1: it has none */
    int32_t event; /* image_quantity.event */
    uint8_t way;   /* enum state_way */
    bool siblings; /* it is one of several of its name, each for another event */
    bool itself;   /* the language decides it, and no row changes it */
    bool field, ruled;
    bool near; /* state_read.near */
    bool list; /* its value is a set or a way */
};
struct state_memory {
    struct state_look *looks; /* by place in image.first_whenever */
    void *room;               /* memory of `places`, not aligned */
    struct state_remembered *places;
    struct state_read *reads;
    const struct state_number *numbers;
    uint64_t turns;
    uint64_t running; /* bits of the events on the stack (image_event.asked); all bits: not known */
    /* clock: counts changes; changed: the clock at the last change of each sort */
    uint64_t clock, changed[READS_COUNT_];
    uint64_t begun; /* everything remembered before this clock is forgotten */
    uint64_t last;  /* the clock when something was last remembered, or found to be still valid */
    /* By id: the clock when the thing was made, or when the one before it left for good; and the
     * latest of all these. */
    uint64_t *born, born_last;
    /* by id: the clock when the thing was written, or one that names it in a field that is a
     * link */
    uint64_t *touched;
    /* By id: bits of those ids that the thing does not name, as sweeps have found; 0: not known,
     * since a word that names may have been written. Entries from before unnamed_begun do not
     * count. */
    uint64_t *unnamed, unnamed_begun;
    uint64_t gone; /* bits of all tombstones, if they are those of this World */
    size_t born_room, touched_room, unnamed_room;
    struct state_near *nears; /* boxes of the results in `places` */
    struct state_near *near; /* the box of the number that is being computed; NULL: it needs none */
    struct state_near step[STATE_STEPS]; /* boxes around the last moves of pieces, as a ring */
    /* number of moves so far; the number at which they were last looked at */
    uint64_t steps, settled;
    int64_t *words;
    size_t words_used;
};
struct state_cost { /* the state before a number was computed */
    size_t scratch;
    int32_t depth_most;
};

/* The words of a kind's records that geometry reads; 0: it has none such. */
struct state_site {
    bool piece;
    bool stands;    /* it, or its group, has a place that geometry reads */
    int32_t shape;  /* the field `base` of a piece, `outline` of any other thing */
    int32_t facing; /* the field `facing` */
    int32_t blocks_sight, blocks_move; /* the yes_no fields of terrain with these names */
};

/* The places of a group's pieces, gathered. Valid while `since` is the World's `anew` + 1: code
 * that writes what they were gathered from resets it (state_moved), and so does an undo. */
struct state_stood {
    uint64_t since;
    uint32_t at, room, count; /* in stood_shapes */
    uint32_t site;            /* its number in index.sites, or in index.pieces, if these agree */
    int32_t west, south, east, north; /* the box around them, if there are any */
    /* the distance within which none of them strays from the rest; INT64_MAX: not known */
    int64_t together;
};

/* The index of pieces by place. Pieces have a rank, in the order of entering play. For many pieces,
 * each cell of a grid over all places lists the ranks that stand in it; for few, runs list
 * consecutive pieces of one holder. Valid while `since` is the World's `anew` + 1, except for
 * things that have moved since. Beside it lies where terrain and zones are, valid by sites_since.
 * prim fills it. */
enum { INDEX_SIDE = 16, INDEX_CELLS = INDEX_SIDE * INDEX_SIDE, INDEX_FEW = 128, INDEX_MOVED = 32 };
struct state_run {
    int32_t first, count, west, south, east, north; /* the box around the bases of the run */
};
struct state_index {
    uint64_t since;
    bool round;                /* every base is a circle or a point */
    int64_t west, south, cell; /* south-west corner of the grid, width of a cell */
    int64_t widest;            /* greatest reach of a base from its piece's place */
    int32_t count, first[INDEX_CELLS + 1];
    int32_t runs_count;
    struct state_run runs[INDEX_FEW];
    /* number of things that have moved since; if `moved` overflows, the index is made anew */
    int32_t moved_count;
    int64_t moved[INDEX_MOVED];
    void *pieces;   /* by rank; struct prim_piece */
    int32_t *ranks; /* the ranks of each cell in turn; first[] says where they begin */
    void *sites;    /* terrain, then zones from sites_zones on; struct prim_site */
    int32_t sites_count, sites_zones;
    /* so many of the moved things have been found to be neither terrain nor a zone */
    int32_t moved_sites;
    uint64_t sites_since;
    size_t pieces_capacity, ranks_capacity, sites_capacity;
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

/* A guard: a test at the beginning of a rule's condition that needs no code to be run. `rows` fills
 * and asks them. */
enum state_guard_what {
    GUARD_BORNE,   /* blueprint `of` has an instance */
    GUARD_RUNNING, /* event `of` runs */
    GUARD_KIND,    /* a is of kind `of` */
    GUARD_MADE,    /* a was made from blueprint `of` */
    GUARD_SIDE,    /* a and b are friends, or enemies, as the builtin truth `of` says */
    GUARD_HAS,     /* a bears an instance of blueprint `of` in force */
    GUARD_TRUTH,   /* truth `of` of the first `count` arguments, if it is remembered */
    GUARD_COMPARE  /* a and b compare as the instruction `of` says; b and a if not `first` */
};
/* An operand of a guard: a value, or words read one from the other, beginning at a known place. */
enum state_operand_from {
    OPERAND_NUMBER, /* `value` itself */
    OPERAND_ARG,    /* argument `value` */
    OPERAND_ROLE,   /* slot `value` of the event at hand */
    OPERAND_THIS,   /* the instance to which the rule belongs */
    OPERAND_GLOBAL, /* word `value` of the globals, which is the reading of a ruling */
    OPERAND_NEAREST /* slot `value` of the nearest event `of` */
};
enum { OPERAND_WORDS = 2 };
struct state_operand {
    int64_t value;
    /* end: CODE_FIRST, CODE_LAST or CODE_COUNT of the members; 0: the value itself */
    uint8_t from, words, end;
    int32_t of;
    /* words of the records on the way; then, for `end`, the field of the members */
    int32_t word[OPERAND_WORDS];
    int32_t members;
};
enum state_guard_rank { GUARD_OF_ALL, GUARD_OF_ONE, GUARD_LATE };
struct state_guard {
    struct state_operand a, b;
    int32_t of;
    uint8_t what, rank, count;
    bool yes; /* the answer for which the guard lets the rule pass */
    bool first;
    bool quick; /* reads one word at most, and compares it with a number or a kind */
};

/* The thing made last that has an ordinal: the highest of its blueprint and owner. Valid while the
 * World's turns are `turns` - 1. */
struct state_numbered {
    int32_t blueprint;
    int64_t owner, ordinal;
    uint64_t turns;
};
enum { HEARD_ANSWERS = 1 << RULE_ROW };

/* A rule about an event, its own or one about any action, prepared since rulings were settled last
 * (agenda). `of`: the global that lists the instances of its blueprint; `bears`: for a rule at the
 * top of a file, the one that lists those of the feature that a role must bear. 0: none. */
struct state_speaks {
    int32_t rule, of, bears;
    /* muted: a ruling refuses it; latest: it reads what the head was answered with */
    bool muted, latest;
};
/* The rules of one moment of an event: in state.speaks from `first` on, first those of the event
 * itself, then up to `all` those about any action. */
enum { MOMENTS = RULE_WHENEVER - RULE_BEFORE };
struct state_moment {
    uint32_t settled; /* rows_settled when they were prepared */
    int32_t first, own, all;
};

/* An action; its blueprint, -1; the kind of its first role, -1 if that is no thing. */
struct state_during {
    int32_t event, blueprint, role;
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
    int32_t wanted;  /* 1 + the only kind of things that the next primitive need find; 0: all */
    int64_t enough;  /* the next primitive may give none for more than this; NONE: it may not */
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
uint32_t state_global_words(const struct image *img);
/* The position of a stream, from H_STREAMS on. `of`: an event or a field; `player`: by number. */
uint32_t state_stream(const struct image *img, enum stream_use use, int32_t of, int32_t player);
uint32_t state_header_words(const struct image *img);

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

/* ---- Lists ---------------------------------------------------------------- */

/* A handle: 0 is the empty list; with SCRATCH_BIT it is an index into scratch, otherwise an index
 * into the heap. A list in the heap belongs to the one word that holds its handle. */
#define SCRATCH_BIT (INT64_C(1) << 40)
static inline struct view state_list(const struct state *s, int64_t handle) {
    if (handle == 0 || handle == NONE) return (struct view){NULL, 0};
    if (handle & SCRATCH_BIT) {
        const int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
        return (struct view){head + 1, head[0]};
    }
    /* the high half of a head in the heap is the room of the list */
    const int64_t *head = s->w.base[SEG_HEAP] + handle;
    return (struct view){head + 1, (int64_t)((uint64_t)*head & 0xffffffffu)};
}
/* Makes an empty scratch list with this room; only so many words may be added. */
int64_t state_scratch(struct state *s, int64_t room);
static inline void state_scratch_add(struct state *s, int64_t handle, int64_t word) {
    int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
    head[1 + head[0]++] = word;
}
int64_t state_scratch_copy(struct state *s, const int64_t *words, int64_t count);
bool state_has(struct view v, int64_t word);
/* A list of things without those that have left play; the list itself if none has. */
int64_t state_present(struct state *s, int64_t handle);

/* Replaces the list that the word at `at` holds by a copy of these words, and frees the old one. */
void state_list_store(struct state *s, addr at, struct view words);
void state_list_append(struct state *s, addr at, int64_t word);
/* the word occurs once or not at all */
void state_list_remove(struct state *s, addr at, int64_t word);
void state_list_free(struct state *s, addr at); /* leaves 0 in the word */

/* ---- Things ---------------------------------------------------------------- */

static inline addr state_at(const struct state *s, int64_t thing, uint32_t word) {
    return ADDR(SEG_THINGS, (uint32_t)thing * s->stride + word);
}
static inline int64_t state_word(const struct state *s, int64_t thing, uint32_t word) {
    return s->w.base[SEG_THINGS][(uint32_t)thing * s->stride + word];
}
#define HEAD_BLUEPRINT(head) ((int32_t)((head)&0xffffffff) - 1)
#define HEAD_FLAG(flag) ((int64_t)(flag) << 32)
#define HEAD_USED (INT64_C(1) << 40)
static inline bool state_flag(const struct state *s, int64_t thing, enum thing_flag flag) {
    return (state_word(s, thing, T_HEAD) & HEAD_FLAG(flag)) != 0;
}
/* The pile in which a card was shuffled last and has not been seen since, so that nobody knows
 * where in it the card lies, or which card is drawn from it; 0: none. */
enum { MIXED_SHIFT = 41, MIXED_BITS = 21, MIXED_HOLDER_BITS = 8 };
static inline int64_t state_pile_key(int64_t holder, int64_t field) {
    int64_t key = (field + 1) << MIXED_HOLDER_BITS | holder;
    return holder >> MIXED_HOLDER_BITS || key >> MIXED_BITS ? 0 : key;
}
static inline int64_t state_mixed(const struct state *s, int64_t card) {
    return state_word(s, card, T_HEAD) >> MIXED_SHIFT & ((INT64_C(1) << MIXED_BITS) - 1);
}
/* Whether the id names a thing, in play or not. The test multiplies: a division would take longer
 * than everything else here. */
static inline bool state_thing(const struct state *s, int64_t thing) {
    const uint64_t used = world_used(&s->w, SEG_THINGS), id = (uint64_t)thing;
    const bool there = thing > 0 && id < used && id * s->stride < used;
    return there && (state_word(s, thing, T_HEAD) & HEAD_USED) != 0;
}
static inline bool state_in_play(const struct state *s, int64_t thing) {
    return thing > 0 && !(state_word(s, thing, T_HEAD) & HEAD_FLAG(THING_GONE));
}
static inline int32_t state_kind(const struct state *s, int64_t thing) {
    return (int32_t)state_word(s, thing, T_KIND);
}
static inline int32_t state_blueprint(const struct state *s, int64_t thing) {
    return HEAD_BLUEPRINT(state_word(s, thing, T_HEAD));
}
static inline bool state_is(const struct state *s, int64_t thing, int32_t kind) {
    return thing > 0 && image_kind_is(s->img, state_kind(s, thing), kind);
}
static inline bool state_is_root(const struct state *s, int64_t thing, enum kind_root root) {
    return state_is(s, thing, s->img->root[root]);
}
static inline void state_forget_stood(struct state *s, size_t thing) {
    if (thing < s->stood_capacity) s->stood[thing].since = 0;
}
/* The list of moved things is full: drops repeated ones, or gives the index up. */
void state_moved_more(struct state *s, size_t thing);
static inline void state_forget_place(struct state *s, size_t thing) {
    struct state_index *x = &s->index;
    state_forget_stood(s, thing);
    if (x->moved_count > 0 && x->moved[x->moved_count - 1] == (int64_t)thing) return;
    if (x->moved_count < INDEX_MOVED)
        x->moved[x->moved_count++] = (int64_t)thing;
    else
        state_moved_more(s, thing);
}
/* Forgets what was gathered in a stretch that has been undone. To be called before anything
 * gathered is used. */
static inline void state_undone(struct state *s) {
    for (size_t thing; world_undone(&s->w, &thing);) {
        state_forget_place(s, thing);
        s->index.since = 0;
    }
}
/* The sort that numbers read when they read this word; T_HEAD: when they ask which things there
 * are. */
static inline enum reads_what state_read_as(const struct state *s, int32_t kind, uint32_t word) {
    return (enum reads_what)s->read_as[(uint32_t)kind * s->stride + word];
}
static inline void state_sort_add(uint64_t *sorts, enum reads_what what) {
    sorts[what / 64] |= UINT64_C(1) << what % 64;
}
/* To be called when words of a sort were written: of a thing that was touched, or of none
 * (READS_OTHER, READS_PLACES). Only the first call after something was remembered has an effect. */
static inline void state_changed(struct state *s, enum reads_what what) {
    struct state_memory *m = &s->memory;
    if (m->changed[what] > m->last) return;
    m->changed[what] = ++m->clock;
}
/* A change that belongs to no sort. */
static inline uint64_t state_tick(struct state *s) {
    struct state_memory *m = &s->memory;
    m->clock++;
    return m->clock;
}
/* To be called before and after words of a thing are written: touches the thing, and all that it
 * names in a field that is a link (image_field.link). */
void state_touch_far(struct state *s, int64_t thing); /* makes room for its entry first */
static inline void state_touch_alone(struct state *s, int64_t thing) {
    struct state_memory *m = &s->memory;
    if (thing <= 0) return;
    if (MYTH_UNLIKELY((size_t)thing >= m->touched_room)) {
        state_touch_far(s, thing);
        return;
    }
    if (m->clock == m->last) state_tick(s); /* so that it is later than everything remembered */
    m->touched[thing] = m->clock;
}
/* no word that names a thing is written */
static inline void state_touched_plain(struct state *s, int64_t thing) {
    state_touch_alone(s, thing);
    const int32_t *link = s->links + s->first_link[state_kind(s, thing)];
    for (; *link; link++) state_touch_alone(s, state_word(s, thing, (uint32_t)*link));
}
static inline void state_touched(struct state *s, int64_t thing) {
    state_touched_plain(s, thing);
    if ((size_t)thing < s->memory.unnamed_room) s->memory.unnamed[thing] = 0;
}
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
/* From now on the id names something else, or nothing: forgets what is remembered of it. */
void state_born(struct state *s, int64_t thing);
/* True: nothing was remembered since the thing was made, so no remembered number has read it. */
static inline bool state_fresh(const struct state *s, int64_t thing) {
    const struct state_memory *m = &s->memory;
    return (size_t)thing < m->born_room && m->born[thing] > m->last;
}
/* Forgets everything that is remembered. */
static inline void state_forget(struct state *s) {
    s->memory.begun = state_tick(s);
    s->memory.words_used = 0;
}
/* To be called when a thing's place, base, terrain field or members are written: what was gathered
 * of it and of its group is forgotten. state_put does so for the words of its own. */
static inline void state_moved_near(struct state *s, int64_t thing) {
    int64_t holder = state_word(s, thing, T_HOLDER);
    state_changed(s, READS_PLACES);
    state_undone(s);
    state_forget_place(s, (size_t)thing);
    world_note(&s->w, (size_t)thing);
    if (holder <= 0) return;
    state_forget_stood(s, (size_t)holder);
    world_note(&s->w, (size_t)holder);
}
static inline void state_moved(struct state *s, int64_t thing) {
    state_changed(s, READS_NEAR);
    state_moved_near(s, thing);
}
/* To be called when a piece that stands is moved: numbers that only ask what is near compare their
 * box with this. */
void state_stepped(struct state *s, int64_t piece, int64_t to);
static inline void state_near_grow(struct state_near *near, int64_t west, int64_t south,
                                   int64_t east, int64_t north) {
    near->anywhere |=
        west < INT32_MIN || south < INT32_MIN || east > INT32_MAX || north > INT32_MAX;
    if (west < near->west) near->west = (int32_t)west;
    if (south < near->south) near->south = (int32_t)south;
    if (east > near->east) near->east = (int32_t)east;
    if (north > near->north) near->north = (int32_t)north;
}
/* For the number being computed: its result depends only on things inside this box; or on things
 * anywhere. */
static inline void state_near_box(struct state *s, int64_t west, int64_t south, int64_t east,
                                  int64_t north) {
    if (s->memory.near) state_near_grow(s->memory.near, west, south, east, north);
}
static inline void state_near_anywhere(struct state *s) {
    if (s->memory.near) s->memory.near->anywhere = true;
}
/* Adds the box of a number to that of the number that reads it. */
static inline void state_near_join(struct state *s, const struct state_near *near) {
    if (near->anywhere) state_near_anywhere(s);
    if (near->west <= near->east)
        state_near_box(s, near->west, near->south, near->east, near->north);
}
void state_put(struct state *s, int64_t thing, uint32_t word, int64_t value);
/* writes the place of a piece that stands */
void state_step(struct state *s, int64_t piece, int64_t spot);

/* Whether a tombstone must stay as long as the battle lasts: if it were freed, its number would
 * tell something hidden. */
static inline bool state_stays(const struct state *s, int64_t thing) {
    return state_flag(s, thing, THING_UNSEEN) || s->kept[state_kind(s, thing)];
}
/* Frees the record of a tombstone that nothing names. No number reads it, so only what is
 * remembered of this id is forgotten. */
void state_free(struct state *s, int64_t thing);
/* Makes a thing of a kind, with its fields at their defaults, and enters it in the extents. NONE at
 * the limit. */
int64_t state_create(struct state *s, int32_t kind, int32_t blueprint, int64_t owner);
/* Sets what others know of a card: whether it was shown, and in which pile it was shuffled (0:
 * none). */
void state_known(struct state *s, int64_t card, bool shown, int64_t mixed);
/* Takes a thing out of extents, group and pile: it becomes a tombstone. Its features were taken
 * before. No event is done. */
void state_leave(struct state *s, int64_t thing);
/* Writes a stored field, clamped to its range, and tells the journal and `whenever`. */
void state_lay_table(struct state *s, int64_t size); /* NONE: a table without edges */
void state_write(struct state *s, int64_t thing, int32_t field, int64_t value);
/* Notes that something of a thing was written which the rules of `whenever` in `wakes`, a bit each,
 * read: they must look at it again (T_NOTED). G_NOTED collects the bits of all things, and of rules
 * that look at all things. */
void state_note(struct state *s, int64_t thing, uint64_t wakes);
/* The same for a change that belongs to no thing: wakes rules that look at all things. */
static inline void state_wake(struct state *s, uint64_t wakes) {
    if (wakes) state_global_set(s, G_NOTED, (int64_t)((uint64_t)state_global(s, G_NOTED) | wakes));
}
struct view state_extent(const struct state *s, int32_t kind);
static inline uint32_t state_instances_at(const struct state *s, int32_t blueprint) {
    return (uint32_t)(G_EXTENTS + s->img->kinds_count + blueprint);
}
static inline struct view state_instances(const struct state *s, int32_t blueprint) {
    return state_list(s, state_global(s, state_instances_at(s, blueprint)));
}
static inline struct view state_borne(const struct state *s, int64_t thing) {
    return state_list(s, state_word(s, thing, T_BORNE));
}
/* Whether it bears some of that blueprint, in force or not. */
static inline bool state_bears(const struct state *s, int64_t thing, int32_t blueprint) {
    const struct view v = state_borne(s, thing);
    for (int64_t i = 0; i < v.count; i++) {
        if (state_blueprint(s, v.at[i]) == blueprint) return true;
    }
    return false;
}
static inline bool state_bears_kind(const struct state *s, int64_t thing, int32_t kind) {
    const struct view v = state_borne(s, thing);
    for (int64_t i = 0; i < v.count; i++) {
        if (state_is(s, v.at[i], kind)) return true;
    }
    return false;
}
void state_bear(struct state *s, int64_t bearer, int64_t borne); /* a feature or item */
void state_unbear(struct state *s, int64_t borne);
void state_join(struct state *s, int64_t group, int64_t member);
/* Enters a thing in the order of coming into force, as the last. */
void state_into_force(struct state *s, int64_t thing);
/* The i-th player of the ruleset's head; NONE if he takes no part. */
int64_t state_player(const struct state *s, int32_t number);
int32_t state_player_number(const struct state *s, int64_t player);
/* The owner of a thing as stored, without rows; a player owns himself; NONE: nobody. */
int64_t state_owner(const struct state *s, int64_t thing);
struct journal_name state_name(const struct state *s, int64_t thing);
/* Friend or foe by side, before rows: what has no side is nobody's foe, and its own friend only. */
static inline bool state_friends(const struct state *s, int64_t a, int64_t b) {
    const int64_t side = state_owner(s, a);
    return a == b ? a != NONE : side != NONE && side == state_owner(s, b);
}
static inline bool state_foes(const struct state *s, int64_t a, int64_t b) {
    const int64_t p = state_owner(s, a), q = state_owner(s, b);
    return p != NONE && q != NONE && p != q;
}
/* The global that holds the reading of a ruling. */
uint32_t state_ruling_at(const struct state *s, int32_t ruling);
int32_t state_ruling(const struct state *s, int32_t ruling);
void state_ruling_set(struct state *s, int32_t ruling, int32_t reading);
int64_t state_points(const struct state *s, int64_t player, int64_t reason); /* reason NONE: all */

/* A place packed into one word. */
static inline int64_t state_spot(int32_t x, int32_t y) {
    return (int64_t)((uint64_t)(uint32_t)x << 32 | (uint32_t)y);
}
static inline int32_t state_x(int64_t spot) {
    return (int32_t)(spot >> 32);
}
static inline int32_t state_y(int64_t spot) {
    return (int32_t)(uint32_t)(spot & 0xffffffff);
}

/* ---- Remembered numbers ---------------------------------------------------- */

/* Whether remembered numbers may be used: not where the reading would have to be told or noted. */
static inline bool state_recalls(const struct state *s) {
    return !WITHOUT_MEMORY && s->outside_count == 0 && !s->reached.rules &&
           !(s->account && !s->journal.off);
}
bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result);
/* It was computed since `cost`: what it left in scratch is given back, but for the result. */
void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result);
/* The clock at this moment: every later change has a greater one. */
uint64_t state_now(struct state *s);
/* Whether none of these sorts has changed since `at`; and whether the thing itself has not been
 * written. */
bool state_still(struct state *s, struct state_sorts *sorts, uint64_t at);
static inline bool state_untouched(const struct state *s, int64_t thing, uint64_t at) {
    const struct state_memory *m = &s->memory;
    return thing > 0 && (size_t)thing < m->touched_room && m->touched[thing] <= at;
}
/* What is known of all ids before `end` (state_memory.unnamed). */
uint64_t *state_unnamed(struct state *s, int64_t end);
/* Surrounds a computation whose result may be remembered. */
static inline struct state_cost state_reckon(struct state *s) {
    const struct state_cost cost = {s->scratch_used, s->depth_most};
    s->depth_most = s->depth_pure;
    return cost;
}
static inline void state_reckoned(struct state *s, const struct state_cost *cost) {
    if (cost->depth_most > s->depth_most) s->depth_most = cost->depth_most;
}
void state_memory_derive(struct state *s, struct arena *a);
void state_memory_open(struct state *s);
void state_memory_close(struct state *s);

/* ---- Journal of things ------------------------------------------------------ */

/* Whether the journal is kept. */
static inline bool state_tells(const struct state *s) {
    return !s->journal.off;
}
/* Begins an entry with the present place. */
MYTH_SELDOM void state_tell(struct state *s, enum journal_kind kind);
void state_tell_value(struct state *s, struct image_type type, int64_t value);
void state_tell_thing(struct state *s, int64_t thing);
void state_tell_models(struct state *s, int64_t group); /* and their places */
void state_tell_template(struct state *s, int32_t tmpl, const int64_t *holes);
void state_told(struct state *s); /* ends the entry; the header keeps the journal's length */

/* The text of a value as a person reads it, without rules; used for prompts. */
size_t state_text(const struct state *s, struct image_type type, int64_t value, char *out,
                  size_t size);
size_t state_template(const struct state *s, int32_t tmpl, const int64_t *holes, char *out,
                      size_t size);

/* The part of a sweep that rules could notice: frees tombstones that nothing names, so that their
 * ids are given again. The rest is put off. `roots`: the words of running frames that hold lists or
 * things. */
void state_sweep(struct state *s, const struct state_root *roots, size_t count);
static inline bool state_frees(const struct state *s) {
    return (state_global(s, G_UNTIDY) & UNTIDY_ALL) != 0 && state_global(s, G_GONE) > 0;
}
/* Brings the World into form, so that equal states are equal bytes: lists in one order without
 * holes, numbers of force without gaps. No rule can tell when this is done. */
void state_form(struct state *s, const struct state_root *roots, size_t count);
/* Whether so much was put off that the heap is more than twice its size in form, or the numbers of
 * force run too high. */
static inline bool state_shapeless(const struct state *s) {
    enum { NUMBERS = 4096 };
    const uint32_t used = world_used(&s->w, SEG_HEAP), words = world_used(&s->w, SEG_THINGS);
    return (used > 2 * s->formed && used > s->w.capacity[SEG_HEAP] / 2) ||
           state_global(s, G_SINCE) > (int64_t)words + NUMBERS;
}

#endif
