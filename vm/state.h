/*
 * state: the World as things, lists and ledger. Where everything lies (globals,
 * header, records), lists in the heap and in scratch memory, extents, what a
 * thing bears, what is noted for `whenever`. Evaluates no rule: whoever needs
 * one evaluated calls the port `evaluate`, which the machine fills.
 */
#ifndef MYTH_VM_STATE_H
#define MYTH_VM_STATE_H

#include "arena.h"
#include "base.h"
#include "image.h"
#include "journal.h"
#include "world.h"

/* ---- Where things lie in the World ------------------------------------- */

enum { NOBODY = 0 }; /* in the place of who has won: it is tied */

enum global {
    G_OVER = WORLD_GLOBALS_FIRST, /* 0 playing, 1 won, 2 a tie, 3 a block has shown */
    G_WINNER,                     /* NONE: nobody yet; NOBODY: it is tied */
    G_TABLE,                      /* size of the table, NONE without */
    G_TOP,                        /* index of the top frame in SEG_STACK, 0: none */
    G_DEPTH,                      /* running events */
    G_UNTIDY,                     /* enum untidy: the heap has holes, or lists out of order */
    G_LISTS,    /* in a tidy heap: behind the lists of things; from there on those of frames */
    G_NOTED,    /* `whenever` rules that have something to look at */
    G_LEDGER,   /* list: player, points, reason (text, or NUM_MIN + label value), label */
    G_WAITING,  /* list: `until next …`: WAIT_WORDS (agenda.h), then captured values, each */
    G_WHILE,    /* list: features that last while a condition holds */
    G_SINCE,    /* the last number in the order of coming into force */
    G_GAME,     /* the thing `game` */
    G_SCENARIO, /* the instance of the scenario laid out, NONE */
    G_GONE,     /* how many tombstones lie among the things that a sweep may free */
    G_FREE,     /* how many ids below the highest are free */
    G_EXTENTS /* for each kind a list; then for each blueprint; then rulings: state_global_words */
};
/* FRAMES: only lists that frames hold, or held; ALL: others too. DUE: both, since the last sweep.
 * So many bits further on the same of what sweeps before have put off. */
enum untidy { UNTIDY_FRAMES = 1, UNTIDY_ALL = 2, UNTIDY_DUE = 3, UNTIDY_LATER = 2 };
enum header { H_QUESTIONS, H_JOURNAL, H_STREAMS };
/* Each has streams of its own, so that an extra roll here changes nothing there. */
enum stream_use {
    STREAM_DICE,   /* of each event, by number; the last one: outside of events */
    STREAM_RANDOM, /* `random`: the same */
    STREAM_PICKS,  /* of each player's policy, by number; the last one: of nobody */
    STREAM_PILE    /* shuffles of each pile: a field and its player; the last one: the game's */
};

struct view { /* a list's words; good until something is written */
    const int64_t *at;
    int64_t count;
};
static inline int64_t view_at(struct view v, int64_t i) {
    ASSERT(v.at && i >= 0 && i < v.count);
    return v.at[i];
}

/* Who runs code, for those below the machine. env: what ROLE, THIS and the like read. */
struct env {
    const int64_t *roles; /* slots of the event at hand; NULL without */
    int32_t event;        /* which event these are, -1 */
    uint32_t frame;       /* its frame, 0: only imagined (an action's head) */
    int64_t self;         /* `this`, NONE */
};
/* Word by word: what has just been written in words is not read at once in wider pieces. */
static inline void state_env_copy(struct env *to, const struct env *from) {
    to->roles = from->roles;
    to->event = from->event;
    to->frame = from->frame;
    to->self = from->self;
}
/* A rule from outside the image, by what the machine must know of it. */
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
/* A quantity with its rows: for what lies below them. */
typedef bool state_quantity(struct state *s, int32_t quantity, const struct env *env,
                            const int64_t *args, int32_t count, int64_t *result);

/* A row from outside: what it gives and its label; false when it does not apply. */
typedef bool state_outside_row(struct state *s, int32_t number, const struct env *env,
                               const int64_t *args, int32_t count, int64_t *value, char *label,
                               size_t size);
/* What a Lua leaf gives. */
typedef bool state_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result);

/* What is being read just now: a number that is read while it is computed for
 * the same arguments goes round in a circle. */
enum { STATE_READING_ARGS = 6 };
struct state_reading {
    int32_t quantity, count;
    uint32_t frame;
    int64_t args[STATE_READING_ARGS];
};

/* What steady numbers came to (image_quantity.steady), good while nothing of what they read has
 * changed: by number and arguments, in a table of as many places as there are, a cache line each.
 * The depth of one is kept, so that numbers that read one another pass their limit alike, whether
 * some of them are remembered or not. Never part of the World. */
enum { STATE_REMEMBERED_ARGS = 4 };
struct state_remembered {
    uint64_t at; /* when it was computed or found to hold on, by the clock of changes */
    int64_t args[STATE_REMEMBERED_ARGS];
    int64_t value; /* of a list: where it lies in words */
    int32_t quantity;
    int32_t words; /* of a list; -1: it is none */
    int32_t depth; /* how many numbers read one another for it */
};
struct state_sorts {
    uint64_t at, last; /* looked at then: when any of these had changed last */
    uint64_t what[READS_COUNT_ / 64];
};
struct state_read { /* of a number */
    struct state_sorts wide,
        own;         /* of whatever thing; of arguments alone, and of what names them */
    bool owns;       /* it reads of its arguments */
    bool near;       /* of where things stand it reads nothing but whether some are so near */
    uint64_t unless; /* while one of these events runs it may come to something else */
};
/* Where it would be seen in what a number came to that a piece is put elsewhere, if it only asks
 * whether things are so near: around one of each two, as far as is asked. Or where pieces stood
 * that were put elsewhere, and where they came to stand. */
struct state_near {
    int32_t west, south, east, north;
    bool anywhere;
    uint64_t seen; /* so many steps are known to have been elsewhere */
};
enum { STATE_STEPS = 256 };
#define STATE_NOWHERE \
    { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, false, 0 }
/* Of a `whenever` that looks at all things of a kind and was looked at in vain. */
struct state_look {
    uint64_t at; /* when that was last, by the clock; 0: never */
    bool worded; /* the first word that it asks of each refused them all */
    struct state_sorts reads, wide, words; /* all that it reads; not of x alone; that word */
};
/* For each id a bit, in turn again. */
static inline uint64_t state_name_bit(int64_t thing) {
    return UINT64_C(1) << (thing & 63);
}
/* How a number may be found without computing it: it is remembered, or it is whose side two are on
 * and no rule of the text says otherwise. */
enum state_way { WAY_ANEW, WAY_KEPT, WAY_FRIENDS, WAY_FOES };
/* Of each number what is looked at whenever it is asked for, close together. */
struct state_number {
    int32_t start; /* the function that it starts with; -1: it starts by itself */
    int32_t event; /* image_quantity.event */
    uint8_t way;   /* enum state_way */
    bool siblings; /* it is one of several events' */
    bool itself;   /* the language decides it, and no row of the text */
    bool field, ruled;
    bool near; /* state_read.near */
    bool list; /* a set or a way */
};
struct state_memory {
    struct state_look *looks; /* as they stand in image.first_whenever */
    void *room;               /* of the places */
    struct state_remembered *places;
    struct state_read *reads;
    const struct state_number *numbers;
    uint64_t turns;
    uint64_t running; /* bits of the events on the stack (image_event.asked); all: not known */
    uint64_t clock, changed[READS_COUNT_]; /* one more with each change; when each changed last */
    uint64_t begun;                        /* all from before is forgotten */
    uint64_t last;                         /* when something was remembered last, or held on */
    /* By id: when what it names now was made, or what it named went for good; the last of all. */
    uint64_t *born, born_last;
    uint64_t *touched; /* when it was written, or what names it in a field that is a link */
    /* By id, of which ids a thing in play names none, as sweeps have found; 0 where that is not
     * known: a word that names may have been written since. Forgotten with all from before then. */
    uint64_t *unnamed, unnamed_begun;
    uint64_t gone; /* bits of all tombstones, if these are of this World */
    size_t born_room, touched_room, unnamed_room;
    struct state_near *nears;            /* beside the places */
    struct state_near *near;             /* of the number at hand that reads so, NULL */
    struct state_near step[STATE_STEPS]; /* the last, round and round */
    uint64_t steps, settled;             /* how many there were; and when somebody looked last */
    int64_t *words;
    size_t words_used;
};
struct state_cost { /* where things stood before a number was computed */
    size_t scratch;
    int32_t depth_most;
};

/* What geometry reads of a kind's records: words, 0 where it has none. */
struct state_site {
    bool piece;
    bool stands;    /* it, or what it stands for, has a place that geometry reads */
    int32_t shape;  /* the field `base` of a piece, `outline` of others */
    int32_t facing; /* the field of this name */
    int32_t blocks_sight, blocks_move; /* traits of terrain: fields of these names */
};

/* What was gathered of a group: where its pieces stand. Good while since is the World's anew + 1:
 * whoever writes what it was gathered from forgets it (state_moved), as does who undoes that. */
struct state_stood {
    uint64_t since;
    uint32_t at, room, count; /* in stood_shapes */
    uint32_t site; /* its number in index.sites, or in index.pieces, if those say so, too */
    int32_t west, south, east, north; /* what is around them, if there is any */
    int64_t together;                 /* so near to one another none strays; INT64_MAX: unknown */
};

/* Which pieces stand where: pieces in the order of entering play (a rank each), and, if they are
 * many, for each cell of a grid over all their places the ranks that stand in it; if few, runs of
 * those that one thing holds. Good while since is the World's anew + 1, but for those that have
 * moved since; filled by prim. Beside them where terrain and zones lie, while sites_since is so. */
enum { INDEX_SIDE = 16, INDEX_CELLS = INDEX_SIDE * INDEX_SIDE, INDEX_FEW = 128, INDEX_MOVED = 32 };
struct state_run {
    int32_t first, count, west, south, east, north; /* the box around their bases */
};
struct state_index {
    uint64_t since;
    bool round;                /* every base is a circle or a point */
    int64_t west, south, cell; /* where the grid begins, and how wide a cell is */
    int64_t widest;            /* no piece reaches farther from its place */
    int32_t count, first[INDEX_CELLS + 1];
    int32_t runs_count;
    struct state_run runs[INDEX_FEW];
    int32_t moved_count; /* what has moved since it was made; more than there is room for: anew */
    int64_t moved[INDEX_MOVED];
    void *pieces;   /* by rank, as prim keeps them */
    int32_t *ranks; /* cell by cell, from first[] */
    void *sites;    /* of terrain, then from sites_zones on of zones, as prim keeps them */
    int32_t sites_count, sites_zones;
    int32_t moved_sites; /* of what has moved so many first ones are no terrain and no zone */
    uint64_t sites_since;
    size_t pieces_capacity, ranks_capacity, sites_capacity;
};

/* Words of a kind's records that a sweep looks at, in state.swept from `first` on: those that hold
 * lists, in the order of the fields, then those that name a thing. */
struct state_swept {
    uint32_t word;
    struct image_type type;
};
struct state_sweeps {
    int32_t first, lists, all;
    uint32_t names; /* what they may name: a bit each of enum kind_root */
    bool keeps;     /* blueprints of the kind remember such, or lists */
};

/* What the condition of a rule asks before anything else: filled and asked by rows. */
enum state_guard_what {
    GUARD_BORNE,   /* there is an instance of blueprint `of` */
    GUARD_RUNNING, /* event `of` runs */
    GUARD_KIND,    /* a is of kind `of` */
    GUARD_MADE,    /* a was made from blueprint `of` */
    GUARD_SIDE,    /* a and b are friends, or foes, as builtin truth `of` says */
    GUARD_HAS,     /* a bears an instance of blueprint `of` in force */
    GUARD_TRUTH,   /* truth `of` of as many arguments as `count`, if it is remembered */
    GUARD_COMPARE  /* a and b compare as instruction `of` says, or b and a if not `first` */
};
/* A value that no code has to run for: words read one off the other, from where they begin. */
enum state_operand_from {
    OPERAND_NUMBER, /* `value` itself */
    OPERAND_ARG,    /* argument `value` */
    OPERAND_ROLE,   /* slot `value` of the event at hand */
    OPERAND_THIS,   /* the instance whose rule it is */
    OPERAND_GLOBAL, /* word `value` of the globals: the reading of a ruling */
    OPERAND_NEAREST /* slot `value` of the nearest event `of` */
};
enum { OPERAND_WORDS = 2 };
struct state_operand {
    int64_t value;
    uint8_t from, words, end; /* end: CODE_FIRST, CODE_LAST, CODE_COUNT of the members, or 0 */
    int32_t of;
    int32_t word[OPERAND_WORDS]; /* of its record; then the members lie in field `members` */
    int32_t members;
};
enum state_guard_rank { GUARD_OF_ALL, GUARD_OF_ONE, GUARD_LATE };
struct state_guard {
    struct state_operand a, b;
    int32_t of;
    uint8_t what, rank, count;
    bool yes; /* as against: it is not so */
    bool first;
    bool quick; /* a word at most a step away, against a number or a kind */
};

/* The last thing that was made and has an ordinal, the highest of its blueprint and owner, as the
 * World was at turns - 1. */
struct state_numbered {
    int32_t blueprint;
    int64_t owner, ordinal;
    uint64_t turns;
};
enum { HEARD_ANSWERS = 1 << RULE_ROW };

/* A rule about an event, its own or one about any action, as it is known since doubts were settled
 * last (agenda). Of globals 0 is none: who has what it is a rule of, if it stands in something; who
 * has what a role must bear for a rule at the top of a file. */
struct state_speaks {
    int32_t rule, of, bears;
    bool muted, latest; /* a doubt refuses it; it reads what a head was answered with */
};
/* Those of a moment, in state.speaks from `first` on: the event's own, then up to `all`. */
enum { MOMENTS = RULE_WHENEVER - RULE_BEFORE };
struct state_moment {
    uint32_t settled; /* when they were looked up: rows_settled */
    int32_t first, own, all;
};

/* An action, of which blueprint it is, -1, and of which kind things are that its first role may
 * hold; -1: it holds none. */
struct state_during {
    int32_t event, blueprint, role;
};

struct state {
    const struct image *img;
    struct world w;
    uint32_t stride; /* words of a record */
    const struct state_swept *swept;
    const struct state_sweeps *sweeps; /* for each kind */
    int64_t *fresh;         /* for each kind the words of a new record (its head, owner and
                                    ordinal those of the last one), */
    const uint8_t *read_as; /* and what numbers read where they read one: enum reads_what */
    const int32_t *links, *first_link; /* for each kind the words that are links, up to a 0 */
    const struct state_site *sites;    /* for each kind */
    struct state_stood *stood;         /* for each thing; filled by prim, whose shapes these are */
    size_t stood_capacity;
    void *stood_shapes;
    size_t stood_used, stood_shapes_capacity;
    struct state_index index;
    const int32_t *corners; /* of all polygons, east and north, as constants are numbered */
    /* `whenever` rules that read a place, whose a thing is, what is borne */
    uint64_t place_wakes, tie_wakes, borne_wakes;
    int32_t strength_field; /* starting_strength of groups, -1 */
    int32_t draws_near;   /* the length draws_near(mover, thing) of the rules; -1: there is none */
    const uint64_t *owns; /* for each function which slots own a list or pool: a bit each, the last
                           for all beyond */
    const bool *bare;     /* for each field whether it holds a word, nobody's link, site or owner */
    const int32_t *plain; /* for each field its slot, if what is read is what lies there; else -1 */
    const bool
        *kept; /* for each kind: a secret may name what has gone, so none of it is ever freed */
    const int32_t *any;                   /* rules about any action, those of each sort */
    int32_t first_any[RULE_WHENEVER + 1]; /* from there on, up to the next: enum rule_what */
    /* For each event of which sorts there are rules about it, a bit each; and whether one forbids
     * it that asks what its head was answered with. */
    const uint8_t *heard;
    const struct state_during *during; /* actions during event i, in the order of the text, */
    const int32_t *first_during;       /* from first_during[i] to first_during[i + 1] */
    int64_t taken; /* up to this id none is free, as the World was at taken_turns - 1 */
    uint64_t taken_turns;
    struct state_numbered numbered;
    /* For each kind whether no row of in_force speaks of it, by what is settled of a battle and of
     * a kind; not looked at yet while 0, nor once the World is another. */
    uint8_t *silent;
    uint8_t *muted; /* the same of rules: whether a doubt, as it is settled, refuses each */
    uint64_t silent_turns;
    uint32_t settled;             /* how often they were looked at anew */
    struct state_moment *moments; /* of each event MOMENTS */
    struct state_speaks *speaks;
    size_t speaks_count;
    const struct state_guard *guards; /* of rule i from first_guard[i] to first_guard[i + 1] */
    const int32_t *first_guard;
    const bool *guarded;   /* of rule i all of its condition are guards */
    const int32_t *behind; /* else where what is no guard begins, 0: it cannot be begun there */
    struct journal journal;
    /* scratch: lists of one statement */
    int64_t *scratch;
    size_t scratch_used, scratch_capacity;
    struct state_root *roots; /* of the last sweep: memory kept for the next */
    uint32_t formed;          /* so many words the heap had in form, the last time */
    size_t roots_capacity;
    /* port and account of the machine */
    state_evaluate *evaluate;
    state_quantity *quantity;
    state_leaf *leaf;
    state_outside_row *outside_value; /* a row from outside: false when it does not apply */
    struct state_outside *outside;
    int32_t outside_count;
    size_t outside_capacity;
    char said[80];      /* why a rule from outside forbids */
    int32_t depth_pure; /* numbers that read one another just now */
    int32_t depth_most; /* and at most, since who wanted to know set it back */
    /* Since the last question that went out: limits STEPS and PURE (run_spend, run_spend_pure). */
    int64_t steps, pure;
    struct state_memory memory;
    struct state_reading reading[MAX_DEPTH_NUMBERS];
    int32_t place; /* of the statement or row at hand, for messages */
    /* For who wants to know what has run: a byte for each instruction and each rule, 1 once it
     * has run or spoken; NULL: nobody does. Theirs; never part of the World. */
    struct {
        uint8_t *code, *rules;
        uint64_t *times;         /* how often each instruction has run */
        struct run_trace *trace; /* why a set lacks a thing, while it is asked */
        bool watched;            /* one of these but `rules` (state_watch) */
    } reached;
    int32_t wanted;  /* the kind that the next primitive is asked for, + 1; 0: all */
    int64_t enough;  /* of more than this the next primitive may say none; NONE: it may not */
    int32_t account; /* quantities read now are told to the journal */
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
void state_clear(struct state *s); /* an empty World: players and the game are there */
uint32_t state_global_words(const struct image *img);
/* Where a stream stands, from H_STREAMS. `of`: an event or a field; `player`: by number. */
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
/* An error of the rules while they run: kept with the place at hand; always false. */
MYTH_SELDOM bool state_fail(struct state *s, const char *format, ...) MYTH_PRINTF(2, 3);
MYTH_SELDOM bool state_limit(struct state *s, enum limit_id limit);
bool state_reading_same(const struct state_reading *a, const struct state_reading *b);
bool state_circle(struct state *s, int32_t from); /* the error that prints the circle */

/* ---- Lists ---------------------------------------------------------------- */

/* A handle: 0 the empty list; with SCRATCH_BIT an index into scratch; else an
 * index into the heap. A list in the heap belongs to the one word that holds it. */
#define SCRATCH_BIT (INT64_C(1) << 40)
static inline struct view state_list(const struct state *s, int64_t handle) {
    if (handle == 0 || handle == NONE) return (struct view){NULL, 0};
    if (handle & SCRATCH_BIT) {
        const int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
        return (struct view){head + 1, head[0]};
    }
    /* In the heap the room lies in the high half of the head. */
    const int64_t *head = s->w.base[SEG_HEAP] + handle;
    return (struct view){head + 1, (int64_t)((uint64_t)*head & 0xffffffffu)};
}
/* A scratch list with room for so many, empty; append within that room. */
int64_t state_scratch(struct state *s, int64_t room);
static inline void state_scratch_add(struct state *s, int64_t handle, int64_t word) {
    int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
    head[1 + head[0]++] = word;
}
int64_t state_scratch_copy(struct state *s, const int64_t *words, int64_t count);
bool state_has(struct view v, int64_t word);
/* A list of things as rules see it: without those that have gone. Itself, where none has. */
int64_t state_present(struct state *s, int64_t handle);

/* The word at `at` holds a list: it becomes a copy of these words; the old one is freed. */
void state_list_store(struct state *s, addr at, struct view words);
void state_list_append(struct state *s, addr at, int64_t word);
void state_list_remove(struct state *s, addr at, int64_t word); /* it is there once, or not */
void state_list_free(struct state *s, addr at);                 /* the word is 0 then */

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
/* The pile in which a card was shuffled last, so that nobody knows where it lies there, nor which
 * one is drawn from it; 0: none, or all have seen it since. */
enum { MIXED_SHIFT = 41, MIXED_BITS = 21, MIXED_HOLDER_BITS = 8 };
static inline int64_t state_pile_key(int64_t holder, int64_t field) {
    int64_t key = (field + 1) << MIXED_HOLDER_BITS | holder;
    return holder >> MIXED_HOLDER_BITS || key >> MIXED_BITS ? 0 : key;
}
static inline int64_t state_mixed(const struct state *s, int64_t card) {
    return state_word(s, card, T_HEAD) >> MIXED_SHIFT & ((INT64_C(1) << MIXED_BITS) - 1);
}
/* An id that names something, gone or not. Its record is looked for by a product: a quotient would
 * take longer than all the rest. */
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
/* One more than there is room for: of what moved often the index need know but once. */
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
/* Of what was undone nothing is kept. Before anything that was kept is looked at. */
static inline void state_undone(struct state *s) {
    for (size_t thing; world_undone(&s->w, &thing);) {
        state_forget_place(s, thing);
        s->index.since = 0;
    }
}
/* What numbers read where they read this word; T_HEAD: where they ask which things there are. */
static inline enum reads_what state_read_as(const struct state *s, int32_t kind, uint32_t word) {
    return (enum reads_what)s->read_as[(uint32_t)kind * s->stride + word];
}
static inline void state_sort_add(uint64_t *sorts, enum reads_what what) {
    sorts[what / 64] |= UINT64_C(1) << what % 64;
}
/* Something that numbers read was written: of a thing that was touched, or of none (READS_OTHER,
 * READS_PLACES). Once is enough until something is remembered again. */
static inline void state_changed(struct state *s, enum reads_what what) {
    struct state_memory *m = &s->memory;
    if (m->changed[what] > m->last) return;
    m->changed[what] = ++m->clock;
}
/* What no sort of words is about. */
static inline uint64_t state_tick(struct state *s) {
    struct state_memory *m = &s->memory;
    m->clock++;
    return m->clock;
}
/* Words of a thing will be written, or have been: itself, and all that it names in a field by which
 * numbers look for things (image_field.link), before as after. */
void state_touch_far(struct state *s, int64_t thing); /* of which no room was made */
static inline void state_touch_alone(struct state *s, int64_t thing) {
    struct state_memory *m = &s->memory;
    if (thing <= 0) return;
    if (MYTH_UNLIKELY((size_t)thing >= m->touched_room)) {
        state_touch_far(s, thing);
        return;
    }
    if (m->clock == m->last) state_tick(s); /* later than all that is remembered */
    m->touched[thing] = m->clock;
}
static inline void state_touched_plain(struct state *s, int64_t thing) { /* no word that names */
    state_touch_alone(s, thing);
    const int32_t *link = s->links + s->first_link[state_kind(s, thing)];
    for (; *link; link++) state_touch_alone(s, state_word(s, thing, (uint32_t)*link));
}
static inline void state_touched(struct state *s, int64_t thing) {
    state_touched_plain(s, thing);
    if ((size_t)thing < s->memory.unnamed_room) s->memory.unnamed[thing] = 0;
}
/* Somebody wants to know what has run, or how often: nothing is passed over. */
static inline bool state_watched(const struct state *s) {
    return s->reached.watched;
}
/* Of state.owns: false for each slot whose word is its value. */
static inline bool state_may_own(uint64_t owns, int32_t slot) {
    return (owns >> (slot < 63 ? slot : 63) & 1) != 0;
}
/* One of these rows: what its word says is not its value. */
static inline bool state_owns(uint64_t owns, const struct image_slot *rows, int32_t slot) {
    if (MYTH_LIKELY(!state_may_own(owns, slot))) return false;
    const uint8_t class = rows[slot].type.class;
    return class == V_POOL || class == V_SET;
}
static inline void state_watch(struct state *s) {
    s->reached.watched = s->reached.code || s->reached.times || s->reached.trace;
}
/* The id names something else from now on, or nothing: what is remembered of it is forgotten. */
void state_born(struct state *s, int64_t thing);
/* Nothing was remembered since it was made: no number that is has read a word of it. */
static inline bool state_fresh(const struct state *s, int64_t thing) {
    const struct state_memory *m = &s->memory;
    return (size_t)thing < m->born_room && m->born[thing] > m->last;
}
/* All that is remembered. */
static inline void state_forget(struct state *s) {
    s->memory.begun = state_tick(s);
    s->memory.words_used = 0;
}
/* A thing's place, base, trait or members were or will be written: also its group forgets what was
 * gathered. state_put sees to it for words of its own. */
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
/* A piece that stands will be put elsewhere: who reads only how near things are looks at this. */
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
/* Whether some things are so near hangs on nobody who stays out of this box, or on anybody. */
static inline void state_near_box(struct state *s, int64_t west, int64_t south, int64_t east,
                                  int64_t north) {
    if (s->memory.near) state_near_grow(s->memory.near, west, south, east, north);
}
static inline void state_near_anywhere(struct state *s) {
    if (s->memory.near) s->memory.near->anywhere = true;
}
/* What a number reads so is read by who asks for it. */
static inline void state_near_join(struct state *s, const struct state_near *near) {
    if (near->anywhere) state_near_anywhere(s);
    if (near->west <= near->east)
        state_near_box(s, near->west, near->south, near->east, near->north);
}
void state_put(struct state *s, int64_t thing, uint32_t word, int64_t value);
void state_step(struct state *s, int64_t piece, int64_t spot); /* its place, if it stands */

/* Whether a tombstone lies there as long as the battle lasts, whatever names it: were it freed, its
 * number would tell what is hidden. */
static inline bool state_stays(const struct state *s, int64_t thing) {
    return state_flag(s, thing, THING_UNSEEN) || s->kept[state_kind(s, thing)];
}
/* The record of a tombstone that nothing names: no number reads it, so that none is forgotten but
 * those of this very id. */
void state_free(struct state *s, int64_t thing);
/* A new thing of a kind, its fields at their defaults, in the extents. NONE at the limit. */
int64_t state_create(struct state *s, int32_t kind, int32_t blueprint, int64_t owner);
/* A card as others know it: whether it was shown, and in which pile it was shuffled (0: none). */
void state_known(struct state *s, int64_t card, bool shown, int64_t mixed);
/* Out of extents, group, pile; a tombstone. What is borne was unborne before. Fires nothing. */
void state_leave(struct state *s, int64_t thing);
/* A stored field, held to its range; the journal and `whenever` are told. */
void state_lay_table(struct state *s, int64_t size); /* none: without edges */
void state_write(struct state *s, int64_t thing, int32_t field, int64_t value);
/* Notes a thing for rules of `whenever`, a bit each in `wakes`: something that they read of
 * it was written, so each should look at it again (T_NOTED; G_NOTED holds the bits of all, and
 * alone those of rules that look at all things). */
void state_note(struct state *s, int64_t thing, uint64_t wakes);
/* The same where it is of no thing: for rules that look at all. */
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
void state_bear(struct state *s, int64_t bearer, int64_t borne); /* feature or item */
void state_unbear(struct state *s, int64_t borne);
void state_join(struct state *s, int64_t group, int64_t member);
/* Into the order of coming into force, as the last. */
void state_into_force(struct state *s, int64_t thing);
/* The i-th player of the head; NONE when he takes no part. */
int64_t state_player(const struct state *s, int32_t number);
int32_t state_player_number(const struct state *s, int64_t player);
/* Whose a thing is: a player owns himself; of nobody NONE. Stored, no rows. */
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
/* The global in which the reading of a ruling lies. */
uint32_t state_ruling_at(const struct state *s, int32_t ruling);
int32_t state_ruling(const struct state *s, int32_t ruling);
void state_ruling_set(struct state *s, int32_t ruling, int32_t reading);
int64_t state_points(const struct state *s, int64_t player, int64_t reason); /* NONE: all */

/* A place in one word. */
static inline int64_t state_spot(int32_t x, int32_t y) {
    return (int64_t)((uint64_t)(uint32_t)x << 32 | (uint32_t)y);
}
static inline int32_t state_x(int64_t spot) {
    return (int32_t)(spot >> 32);
}
static inline int32_t state_y(int64_t spot) {
    return (int32_t)(uint32_t)(spot & 0xffffffff);
}

/* ---- What numbers came to ---------------------------------------------------- */

/* Whether numbers may be recalled just now: not where a recalled one would not be told or noted. */
static inline bool state_recalls(const struct state *s) {
    return !WITHOUT_MEMORY && s->outside_count == 0 && !s->reached.rules &&
           !(s->account && !s->journal.off);
}
bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result);
/* It was computed since `cost`: what it left in scratch is given back, but for the result. */
void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result);
/* From now on each change is later than this. */
uint64_t state_now(struct state *s);
/* Whether none of these has changed since such a moment; and the thing itself was not written. */
bool state_still(struct state *s, struct state_sorts *sorts, uint64_t at);
static inline bool state_untouched(const struct state *s, int64_t thing, uint64_t at) {
    const struct state_memory *m = &s->memory;
    return thing > 0 && (size_t)thing < m->touched_room && m->touched[thing] <= at;
}
/* What is known of all ids before `end`. */
uint64_t *state_unnamed(struct state *s, int64_t end);
/* Around what is computed, whether it is then remembered or not. */
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

/* Whether anybody listens. */
static inline bool state_tells(const struct state *s) {
    return !s->journal.off;
}
/* Begins an entry at the place at hand. */
MYTH_SELDOM void state_tell(struct state *s, enum journal_kind kind);
void state_tell_value(struct state *s, struct image_type type, int64_t value);
void state_tell_thing(struct state *s, int64_t thing);
void state_tell_models(struct state *s, int64_t group); /* and where they stand */
void state_tell_template(struct state *s, int32_t tmpl, const int64_t *holes);
void state_told(struct state *s); /* ends it; the header keeps the length */

/* Text of a value as a person reads it, without rules: used for prompts. */
size_t state_text(const struct state *s, struct image_type type, int64_t value, char *out,
                  size_t size);
size_t state_template(const struct state *s, int32_t tmpl, const int64_t *holes, char *out,
                      size_t size);

/* What a sweep decides: tombstones that nothing names are freed, so that their ids are given
 * again. What is left to do is put off. `roots`: the words of running frames that hold lists and
 * things. */
void state_sweep(struct state *s, const struct state_root *roots, size_t count);
static inline bool state_frees(const struct state *s) {
    return (state_global(s, G_UNTIDY) & UNTIDY_ALL) != 0 && state_global(s, G_GONE) > 0;
}
/* Lists back in one order without holes, numbers of force made dense: so that equal states are
 * equal bytes. No rule can tell when it is done. */
void state_form(struct state *s, const struct state_root *roots, size_t count);
/* So much was put off that it takes more room than what there is, or soon more than was had so far.
 * In form there are no more numbers of force than things. */
static inline bool state_shapeless(const struct state *s) {
    enum { NUMBERS = 4096 };
    const uint32_t used = world_used(&s->w, SEG_HEAP), words = world_used(&s->w, SEG_THINGS);
    return (used > 2 * s->formed && used > s->w.capacity[SEG_HEAP] / 2) ||
           state_global(s, G_SINCE) > (int64_t)words + NUMBERS;
}

#endif
