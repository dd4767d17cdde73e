/*
 * image: a compiled ruleset, as read-only data. Kinds, fields, blueprints,
 * events, quantities (numbers, truths, values, ruled fields) with their rows,
 * rules by what they speak of, functions of bytecode, texts and their places in
 * the source. The front end fills it; the machine reads it; nobody else knows
 * its layout. All references are indices; -1 is "there is none".
 *
 * Everything hangs on one arena: image_free gives it back at once.
 */
#ifndef MYTH_VM_IMAGE_H
#define MYTH_VM_IMAGE_H

#include "arena.h"
#include "base.h"

/* ---- Values ---------------------------------------------------------- */

/* What one word means. Up to V_LAST_PLAIN the word is the value; the others
 * are handles of lists (sets and paths) or pools of dice. */
enum value_class {
    V_VOID,
    V_NUMBER,
    V_LENGTH,    /* units, 2540 to the inch */
    V_TRUTH,     /* 0 or 1 */
    V_TEXT,      /* index into texts */
    V_DIE,       /* index into dice */
    V_PLACE,     /* x in the high, y in the low 32 bits */
    V_SIZE,      /* as V_PLACE: width and depth */
    V_SHAPE,     /* index into shapes */
    V_ENUM,      /* index of a value of enumeration `of` */
    V_FACE,      /* a face of die `of`: its number, or named (image_face) */
    V_BLUEPRINT, /* index into blueprints, of kind `of` */
    V_THING,     /* id of a thing of kind `of` */
    V_EVENT,     /* index into events: what an offer hands back */
    V_STATUS,    /* enum event_status of a finished event */
    V_LAST_PLAIN = V_STATUS,
    V_SET,  /* list of words of class `elem` */
    V_PATH, /* list: the mover, then places */
    V_POOL, /* dice of die `of` */
    V_CLASS_COUNT_
};
struct image_type {
    uint8_t class; /* enum value_class */
    uint8_t elem;  /* of a set: enum value_class of its members */
    int16_t of;    /* kind, enumeration or die; -1: any */
};
enum event_status {
    STATUS_RUNNING,
    STATUS_DONE,
    STATUS_STOPPED,
    STATUS_CANCELLED,
    STATUS_FORBIDDEN
};

struct image_place { /* where in the rule text, for messages and reasons */
    int32_t file;    /* index into files */
    int32_t line, column;
};

/* ---- Kinds, fields, blueprints ---------------------------------------- */

/* What the language itself knows of; root[] in the image finds them. */
enum kind_root {
    ROOT_THING,
    ROOT_PLAYER,
    ROOT_GAME,
    ROOT_PIECE,
    ROOT_GROUP,
    ROOT_FEATURE,
    ROOT_ITEM,
    ROOT_CARD,
    ROOT_ZONE,
    ROOT_TERRAIN,
    ROOT_AREA,
    ROOT_BORDER,
    ROOT_COUNT_
};

/* The first words of each thing's record; fields follow at T_WORDS. */
enum thing_word {
    T_HEAD,  /* blueprint + 1 in the low 32 bits, thing_flag bits above; 0: the id is free */
    T_KIND,  /* kind */
    T_OWNER, /* player */
    /* a feature's or item's bearer, a member's group, the player whose pile a card lies in */
    T_HOLDER,
    T_PLACE,   /* of a piece, area of a map; NONE off the table */
    T_BORNE,   /* list: features and items it has, in the order in which they were given */
    T_SINCE,   /* its number in the order of coming into force */
    T_ORDINAL, /* the n-th of its blueprint and owner: part of its name */
    T_NOTED,   /* `whenever` rules that should look at it: one bit each */
    T_PILE,    /* the field of its holder (a player or game) whose pile it lies in, NONE */
    T_WORDS
};
/* UNSEEN: a card that went for good from a secret pile, so that others do not know which it was.
 * SHOWN: it was revealed where it lies. Above them stands in which pile it was shuffled last
 * (state_mixed). */
enum thing_flag { THING_GONE = 1, THING_UNSEEN = 2, THING_SHOWN = 4 };

/* Sorts of what numbers read, a bit each. Which things of a kind there are, and who bears some, is
 * a sort of each kind, the same of each feature, and so is each field that rules write (`reads` of
 * a kind, a blueprint, a field): where there are more than room is for, some share one. */
enum reads_what {
    READS_PLACES,   /* where things stand and what geometry reads of them */
    READS_NEAR,     /* the same where it is only asked whether some are so near: not turned when a
                       piece that stands is put elsewhere, which is looked at by itself */
    READS_OWNERS,   /* whose a thing is */
    READS_HOLDERS,  /* of which group it is, in whose pile it lies */
    READS_BEARERS,  /* of features and items: who bears it */
    READS_PILES,    /* in which pile a card lies */
    READS_SHED,     /* whether a thing is still in play: of features and items, */
    READS_SPENT,    /* of cards, */
    READS_GONE,     /* of all others */
    READS_MEMORIES, /* what instances of blueprints keep */
    READS_OTHER,    /* the ledger, rulings, who has won, ordinals */
    READS_FIXED,    /* fields that no rule writes once a thing is made */
    READS_KINDS,
    READS_FEATURES = READS_KINDS + 24,
    READS_WORDS = READS_FEATURES + 78,
    READS_COUNT_ = 192
};
struct image_reads {
    uint64_t bits[READS_COUNT_ / 64];
};
_Static_assert(READS_COUNT_ % 64 == 0, "a bit for each");

struct image_kind { /* numbered in preorder: k is of kind a iff a <= k && k < kinds[a].end */
    int32_t name, plural, label;
    int32_t parent; /* -1 for `thing` only */
    int32_t end;
    int32_t root; /* enum kind_root */
    int32_t of;   /* of a group: its members' kind; of a feature: its bearers' kind */
    int32_t rank;
    int32_t members; /* of a group: the field that lists its members */
    int32_t words;   /* of a record, T_WORDS and fields of ancestors included */
    int32_t place;
    bool stacks;   /* a feature of it may be given twice */
    int32_t reads; /* which there are, who bears some: enum reads_what */
};

enum field_how {
    FIELD_STORED,  /* at `slot` of the record */
    FIELD_DERIVED, /* quantity only */
    FIELD_BORNE,   /* features or items in T_BORNE that are of kind type.of */
    FIELD_LAST_PLACE,
    FIELD_LEDGER /* `points` of a player: the sum of his entries */
};
struct image_field {
    int32_t name, label;
    struct image_type type;
    int32_t kind;        /* that declares it */
    int32_t how;         /* enum field_how */
    int32_t slot;        /* word of the record: below T_WORDS for what the language brings */
    int32_t quantity;    /* if it is derived, or if some row anywhere speaks of it */
    int64_t least, most; /* a write is held to them; NUM_MIN, NUM_MAX where there is no range */
    int64_t first;       /* default for new things */
    int32_t place;
    bool secret;
    bool pile;        /* a pile of cards; its list lies in the slot */
    bool has_default; /* first may be NONE: then none is allowed */
    uint64_t wakes;   /* `whenever` rules that read it: one bit each */
    int32_t reads;    /* of a stored one: the sort that it is of, enum reads_what */
    bool link;        /* numbers look for things by what it names */
};

struct image_blueprint {
    int32_t name, title;
    int32_t kind;
    int32_t rank;
    int32_t outer;   /* the blueprint in which it is a member or a thing, -1 */
    int32_t form_of; /* what it is when a rule asks: itself, or what it is with options */
    int32_t params;  /* how many; they lie at the record's words kinds[kind].words + 0, 1, … */
    int32_t words;   /* of a record: kind's words, parameters, own memory (keep) */
    int32_t init;    /* function that fills a new instance (`this`), -1 */
    int32_t first_rule, rules;      /* consecutive in rules[] */
    int32_t first_memory, memories; /* slots of types for words beyond the kind's: memory[] */
    int32_t place;
    int32_t cites, cite_count;
    bool speaks;   /* has rules: then it has its place in the order of force */
    int32_t reads; /* of a feature: who bears it, enum reads_what; of others as of their kind */
};
struct image_memory { /* a parameter or `keep` of a blueprint */
    int32_t name;
    struct image_type type;
    bool secret;
};

/* ---- Functions --------------------------------------------------------- */

struct image_code { /* one instruction; operands as code.def says */
    uint8_t op, a, b, c;
    int32_t d;
};
struct image_slot {
    int32_t name; /* -1: hidden */
    struct image_type type;
    /* 1: a role or kept value, as against a let or hidden one. A whole word: what is filled at
     * once may not have gaps. */
    int32_t kept;
};
struct image_func {
    int32_t name;
    int32_t first, count; /* in code[] and code_place[] */
    int32_t params;       /* pure: in temps 0 … params-1 */
    int32_t temps;
    /* of the frame: in slots[]; an event's roles and kept values come first */
    int32_t first_slot, slots;
    int32_t event; /* whose roles LDE reads, -1 */
    int32_t place;
    bool pure;
};

/* ---- Quantities and rules ---------------------------------------------- */

enum quantity_what { QUANTITY_NUMBER, QUANTITY_TRUTH, QUANTITY_VALUE, QUANTITY_FIELD };
struct image_quantity {
    int32_t name, label;
    int32_t what;
    struct image_type type;
    int32_t event;   /* whose roles its rows see, -1 */
    int32_t sibling; /* the same for another event: a ring; -1 */
    int32_t params;  /* arguments: `it` of a kind's, or its parameters */
    /* QUANTITY_FIELD: the field whose stored value is the start; also of a derived field */
    int32_t field;
    int32_t start;       /* function, -1: none (a field's start is stored; a truth's is no) */
    int32_t leaf;        /* Lua leaf instead of start, text of its name, -1 */
    int32_t first_param; /* the types of its parameters, in hole_types[]; -1: those of a field */
    int64_t row_least, row_most; /* rows within; NUM_MIN, NUM_MAX without */
    int64_t sum_least, sum_most; /* together within */
    int64_t least, most;         /* range of the field */
    bool sum_or_one_row;
    bool ruled;  /* has rows of its own or from elsewhere: else start is all */
    bool steady; /* comes to the same while nothing of what it reads changes, and its arguments are
                       no lists, */
    uint64_t unless; /* as long as no event runs that has one of these bits (image_event.asked) */
    struct image_reads reads;
    struct image_reads wide;    /* of these, what it reads not only of its arguments, and of things
                                that name them in a field that is a link */
    int32_t first_loose, loose; /* rules looked at always: in lists[], order of text */
    int32_t first_keyed, keyed; /* rules found through what a role bears: in lists[] */
    int32_t place;
    int32_t cites, cite_count;
    int32_t builtin; /* 0, or enum builtin_quantity */
};
enum builtin_quantity {
    BUILTIN_NO,
    BUILTIN_IN_FORCE,
    BUILTIN_ENEMY,
    BUILTIN_FRIENDLY,
    BUILTIN_BLOCKS_SIGHT,
    BUILTIN_BLOCKS_MOVE
};

enum row_op {
    ROW_ADD,
    ROW_SET,
    ROW_TIMES,
    ROW_HALVE_UP,
    ROW_HALVE_DOWN,
    ROW_AT_LEAST,
    ROW_AT_MOST,
    ROW_YES,
    ROW_NO,
    ROW_SILENCE
};
enum rule_what {
    RULE_ROW,
    RULE_BEFORE,
    RULE_INSTEAD,
    RULE_AFTER,
    RULE_FORBID,
    RULE_ALLOW,
    RULE_WHENEVER
};
enum key_via { VIA_SELF, VIA_GROUP, VIA_OWNER };

struct image_rule {
    int32_t what;   /* enum rule_what */
    int32_t target; /* quantity or event; of `any action`: -1 */
    int32_t op;     /* of a row: enum row_op */
    int32_t when;   /* pure function to a truth, -1: always. Of a row: -1, `body` says it all */
    int32_t body;   /* row: pure function to the amount, or SKIP when it does not apply (-1: applies
                          always, for yes, no, silence); trigger, whenever: function with a frame;
                          ROW_SILENCE: as yes */
    int32_t set;    /* whenever: pure function to the set S; its `when` and `body` have x */
    int32_t blueprint; /* whose instance must be in force, -1: at the top of a file */
    int32_t rank;
    int32_t key;      /* role or parameter that must be `bearer`, -1: loose */
    int32_t via;      /* enum key_via */
    int32_t label;    /* text, -1 */
    int32_t silences; /* ROW_SILENCE: text of the label */
    int32_t place;
    int32_t cites, cite_count;
    /* forbid, allow of an action: the last head slot that `when` reads, -1: roles only; where that
     * is not known, one that no head has */
    int32_t latest;
    int32_t own;          /* stands in the braces of its quantity */
    int16_t looks_at_all; /* whenever: reads more than the fields of x */
    int16_t steady;       /* whenever: reads things only, and S is all of a kind */
    /* whenever, if it is steady: what it reads, and what of it not of x alone */
    struct image_reads reads, wide;
};

/* ---- Events and actions ------------------------------------------------- */

/* Events that the language brings come first, in this order, with these roles. */
enum builtin_event {
    EVENT_CREATE,  /* thing */
    EVENT_PLACE,   /* thing, spot */
    EVENT_MOVE,    /* thing, path */
    EVENT_STEP,    /* thing, spot */
    EVENT_REMOVE,  /* thing */
    EVENT_DESTROY, /* thing */
    EVENT_GIVE,    /* feature, taker */
    EVENT_TAKE,    /* feature, bearer */
    EVENT_DRAW,    /* card, source, taker */
    EVENT_REVEAL,  /* thing */
    EVENT_SCORE,   /* points, player */
    EVENT_BUILTIN_COUNT_
};
struct image_event {
    int32_t name, title;
    int32_t roles; /* slots 0 … roles-1 of its function */
    int32_t func;  /* body; roles and kept values are its first slots */
    int32_t kept;  /* how many of its slots are roles or kept */
    int32_t actor; /* slot of the role `actor`, -1 */
    /* roles with a default: defaults[first_default + role] is a pure function or -1 */
    int32_t first_default;
    int32_t first_head, head;     /* of an action: in heads[] */
    int32_t first_during, during; /* events, in lists[] */
    int32_t blueprint;            /* that contains it, -1 */
    int32_t place;
    int32_t cites, cite_count;
    bool action;
    bool even_gone;   /* of the first role */
    uint64_t none_ok; /* roles that may be none: one bit each */
    uint64_t wakes;   /* `whenever` rules that read whether it runs: one bit each */
    uint64_t asked;   /* its bit, if numbers are steady only while it does not run; 0 */
    /* rules in lists[], by moment, in order of text: with a key or without */
    /* by enum rule_what, RULE_ROW unused */
    int32_t first_rules[RULE_WHENEVER], rules[RULE_WHENEVER];
};
enum head_what { HEAD_NEEDS, HEAD_PAY, HEAD_LIMIT, HEAD_LET, HEAD_CHOOSE };
struct image_head { /* one line of an action's head; its functions read the action's slots by LDE */
    int32_t what;
    /* needs: truth; pay: amount; limit: how many (-1: 1); let: value; choose: set S, or see
     * choice */
    int32_t func;
    /* pay: function to the thing; limit: function to the thing counted for (-1: the actor;
     * player `me` too) */
    int32_t whose;
    int32_t field; /* pay: from */
    int32_t event; /* limit: per */
    /* limit: number of the `as` label, or of the line itself: limits of one number count
     * together */
    int32_t group;
    int32_t slot;   /* let, choose: bound */
    int32_t choice; /* choose */
    int32_t first;  /* choose from S, the last line: function to the first of S, -1 */
    /* choose place: functions to the length and of what (`within L of x`), -1 */
    int32_t reach, near;
    int32_t label; /* needs: the reason */
    int32_t place;
    int32_t cites, cite_count;
    /* choose place, path: whether any fits hangs on nothing but things and on what the other slots
     * hold; and what forbids the action asks nothing of it */
    bool steady;
    struct image_reads reads, wide; /* of a steady one; and what of it not of the slots alone */
};
struct image_call { /* a `do`: the temps from a on fill these roles */
    int32_t event;
    int32_t first_arg, args; /* lists[]: role of each argument */
    /* lists[]: so many pairs: event slot (-1: the status), slot of the caller */
    int32_t first_result, results;
    int32_t place;
};
enum choice_what {
    CHOICE_PICK,
    CHOICE_PLACE,
    CHOICE_PATH,
    CHOICE_FACING,
    CHOICE_LABEL,
    CHOICE_MAY,
    CHOICE_OFFER
};
enum choice_mode { MODE_ONE, MODE_EXACT, MODE_UP_TO, MODE_RANGE, MODE_ANY, MODE_SET };
struct image_choice {
    int32_t what, mode;
    struct image_type type; /* of one candidate */
    int32_t prompt;         /* template, -1 */
    int32_t where; /* place, path, facing, a set: pure function (candidate) to a truth, -1 */
    /* instruction of the function to go on at with nothing chosen; -1: stop the body */
    int32_t otherwise;
    int32_t first_label, labels; /* CHOICE_LABEL: templates, in lists[] */
    bool may;                    /* may be declined */
    int32_t place;
    int32_t cites, cite_count;
    int32_t event; /* CHOICE_OFFER */
    /* in the head of an action: lists[] of the pure functions that fill the prompt's holes;
     * elsewhere -1: HOLES fills them */
    int32_t first_hole;
};
/* An `ask each`: while its function goes on between these instructions, its head is put to one
 * player after the other, and what they have answered is for nobody else to see. */
struct image_asking {
    int32_t func, first, end;
    int32_t people, index; /* slots: who is asked, in order; how far it is */
    /* in lists[], ASKING_WORDS each. A list of answers: its slot; that of who gave one, or -1: all
     * did; -1. One player's answer that is itself a list: its slot; -1; his place in order. */
    int32_t first_answer, answers;
};
enum { ASKING_WORDS = 3 };
enum until_what { UNTIL_NONE, UNTIL_ENDS, UNTIL_NEXT_BEGINS, UNTIL_NEXT_ENDS, UNTIL_WHILE };
struct image_until {
    int32_t what;
    int32_t event;
    int32_t when;     /* pure function of `captured` values, with the event's roles by LDE; -1 */
    int32_t captured; /* how many temps are fixed when it is given */
    int32_t place;
};

/* ---- Texts, dice, charts, shapes ------------------------------------------- */

struct image_template {        /* "the head of {quarry}": texts with holes between them */
    int32_t first_text, texts; /* lists[]: texts; holes lie between, so there are texts - 1 */
    int32_t first_hole;        /* hole_types[] */
};
struct image_die {
    int32_t name;       /* "d10", or as declared */
    int32_t sides;      /* how many equally likely faces; faces may repeat */
    int32_t first_face; /* faces[], `sides` of them; -1: 1 … sides */
    int32_t place;
};
struct image_face {
    int32_t name;  /* text, -1: a number */
    int64_t value; /* a named face: its value is FACE_NAMED + text, so it equals only itself */
};
#define FACE_NAMED INT64_C(-4611686018427387904)

enum shape_what {
#define SHAPE(NAME, name, example, sentence) SHAPE_##NAME,
#include "shape.def"
#undef SHAPE
};
enum side {
    SIDE_SOUTH,
    SIDE_NORTH,
    SIDE_WEST,
    SIDE_EAST,
    SIDE_CENTRE,
    SIDE_SOUTH_WEST,
    SIDE_SOUTH_EAST,
    SIDE_NORTH_WEST,
    SIDE_NORTH_EAST
};
enum { SHAPE_CORNERS = 32 }; /* of a polygon, at most */
struct image_shape {
    int32_t what;
    int32_t side;   /* strip, corner, half, quarter */
    int64_t a, b;   /* circle: radius; oval, rectangle: width, depth; strip, corner: depth;
                     * ring: depth, the blueprint of the thing that it lies round */
    int64_t centre; /* place, NONE: where the thing stands */
    int32_t first_point, points; /* polygon: constants[] */
};

struct image_enum { /* an enumeration; its values are 0, 1, … */
    int32_t name;
    int32_t first_value, values; /* lists[]: texts */
};
struct image_chart { /* every value of the first parameter has a row, of the second a column */
    int32_t name;
    int64_t least, left; /* values of the first row, of the first column */
    int32_t rows, columns;
    int32_t first_cell; /* constants[], row by row */
    struct image_type type;
    int32_t place;
};

struct image_ruling {
    int32_t name, label;
    int32_t first_reading, readings; /* lists[]: so many pairs: name text, explanation text */
    int32_t chosen;                  /* the reading in force: 0 unless a variant says otherwise */
    int32_t place;
    int32_t cites, cite_count;
};

/* ---- Examples, chances, forces ------------------------------------------------ */

/* An example or chances block: a function with a frame, run in an empty battle. */
struct image_block {
    int32_t title;
    int32_t func;
    int32_t chances;           /* 0 or 1 */
    int32_t first_roll, rolls; /* constants[]: faces in order */
    int32_t first_pick, picks; /* image.picks[] */
    /* Texts of the shown expressions, in lists[]; their values lie in the last `shows` slots
     * of func, in order. */
    int32_t first_show, shows;
    int32_t place;
    int32_t cites, cite_count;
};
enum pick_what {
    PICK_PASS,
    PICK_YES,
    PICK_NO,
    PICK_LABEL,
    PICK_EVENT,
    PICK_SLOT,
    PICK_NUMBER,
    PICK_PLACE,
    PICK_ENUM,
    PICK_BLUEPRINT,
    PICK_PLAYER,
    /* Said of the question that the next pick answers; of what is said in the row behind. The
     * value is the text of the reason why not, or NONE. */
    SAID_OFFERED,
    SAID_NOT_OFFERED,
    SAID_ASKED,
    SAID_NOT_ASKED
};
struct image_pick { /* one named pick; PICK_SLOT: a thing by its name in `given` */
    int32_t what, place;
    /* text, event, slot, number, place, value of an enumeration, blueprint, player */
    int64_t value;
};
struct image_force {
    int32_t name, title;
    int32_t first_from, from; /* lists[]: blueprints */
    int32_t place;
};
struct image_roster {
    int32_t name, title, force;
    int32_t first_entry, entries; /* lists[]: so many fours: number, blueprint, title text, place */
    int32_t place;
};

/* Between members there are zeros (image_take_hash): a row that is filled or copied as a whole
 * has no gaps, so its truths are whole words; the others are filled member by member in zeroed
 * memory. */

/* ---- The whole ------------------------------------------------------------------ */

struct battle;
/* Lua leaves: their text, if some quantity asks for one, and who computes them once it has been
 * read (host_leaves). The arguments are as many as the quantity has parameters. */
struct image_leaves {
    const char *path, *text; /* NULL: none is asked for */
    size_t len;
    bool (*value)(void *user, struct battle *b, int32_t quantity, const int64_t *args,
                  int64_t *value, char *why, size_t size);
    void (*close)(void *user);
    void *user;
};

struct image {
    struct arena arena;
    struct image_leaves leaves;
    uint64_t hash;                 /* of everything that a battle depends on: a tape names it */
    int32_t name, title, version;  /* texts */
    int32_t first_player, players; /* lists[]: names, in the order of the head */
    int32_t first_rank, ranks;     /* lists[]: names, lowest first */
    int32_t order;                 /* value that says whose rules come first: quantity, -1 */
    int32_t battle;                /* event `battle`, -1 */
    int32_t thing_words;           /* the widest record */
    int64_t step;                  /* of the head; 0 */
    int32_t root[ROOT_COUNT_];     /* kinds */
    int32_t in_force, enemy, friendly, blocks_sight, blocks_move; /* quantities */
    /* `whenever` rules, one bit each: what is looked at for all things, of these what is looked at
     * whenever an event ends, and what is to be looked at when somebody bears more or less. */
    uint64_t whenever_wide, whenever_all, bears_wakes;
    int32_t first_whenever, whenevers; /* lists[]: rules, by rank, then text; at most 64 */

    /* Each table, and how many of its last rows only examples and `chances` need, which are no
     * rules: an image that was made for play has none. */
#define IMAGE_TABLE(type, name, layout) \
    type *name;                         \
    int32_t name##_count, name##_beside;
#include "image_tables.def"
#undef IMAGE_TABLE
};

void image_free(struct image *img);
const char *image_text(const struct image *img, int32_t text); /* "" for -1 */
static inline bool image_kind_is(const struct image *img, int32_t kind, int32_t ancestor) {
    return kind >= ancestor && kind < img->kinds[ancestor].end;
}
/* Features and items, which things bear. */
static inline bool image_kind_borne(const struct image *img, int32_t kind) {
    return img->kinds[kind].root == ROOT_FEATURE || img->kinds[kind].root == ROOT_ITEM;
}
static inline enum reads_what image_kind_gone(const struct image *img, int32_t kind) {
    if (image_kind_borne(img, kind)) return READS_SHED;
    return img->kinds[kind].root == ROOT_CARD ? READS_SPENT : READS_GONE;
}
/* Checks that every index is in range and every function well formed (operands,
 * jumps, temps): -1, or the index of the first bad instruction. */
int32_t image_verify(const struct image *img, const char **what);
/* Of all that a battle depends on: the tables without files, places and examples. */
uint64_t image_hash(const struct image *img);
/* Takes it as its own; false: what the layouts of image_tables.def do not tell of is not zero, as
 * rows are filled in zeroed memory. A member that is missing there would not count for the hash. */
bool image_take_hash(struct image *img);
/* Prints a function's instructions, a line each. */
struct image_sink {
    void (*write)(void *user, const char *text);
    void *user;
};
void image_disassemble(const struct image *img, int32_t func, struct image_sink sink);

enum opcode {
#define OP(name, a, b, c, d, does, reads, sentence) CODE_##name,
#include "code.def"
#undef OP
    CODE_COUNT_
};
/* What the comparing instructions find; none with anything but none itself is no. */
static inline bool image_compares(enum opcode op, int64_t x, int64_t y) {
    bool both = x != NONE && y != NONE;
    switch (op) {
    case CODE_SAME: return x == y;
    case CODE_EQUAL: return x == y && both;
    case CODE_DIFFER: return x != y && both;
    case CODE_LESS: return x < y && both;
    default: return x <= y && both;
    }
}

/* The same of what was read and what it is held against: `first`, it is on the left. */
static inline bool image_compares_read(enum opcode op, bool first, int64_t read, int64_t other) {
    return first ? image_compares(op, read, other) : image_compares(op, other, read);
}

/* The kind of which a function says all that are in play, -1: it is another. */
static inline int32_t image_extent(const struct image *img, int32_t func) {
    const struct image_code *i = img->code + img->funcs[func].first;
    return i[0].op == CODE_EXTENT && i[1].op == CODE_RETURN && i[1].a == i[0].a ? i[0].d : -1;
}

/* The feature that a truth asks for first of its argument: who bears none of it, of him it says no.
 * -1: it begins with something else. */
static inline int32_t image_needs_feature(const struct image *img, int32_t func) {
    const struct image_code *first = img->code + img->funcs[func].first, *i = first;
    bool moved = i->op == CODE_MOVE && i->b == 0;
    uint8_t asked = moved ? i->a : 0;
    i += moved;
    if (i->op != CODE_HAS || i->b != asked || i->c != 0) return -1;
    if (i[1].op == CODE_RETURN && i[1].a == i->a) return i->d;
    if (i[1].op != CODE_JUMP_NOT || i[1].a != i->a) return -1;
    const struct image_code *no = first + i[1].d;
    bool ends = no[0].op == CODE_NUMBER && no[0].d == 0 && no[1].op == CODE_RETURN;
    return ends && no[1].a == no[0].a ? i->d : -1;
}

/* The columns `does` and `reads` of code.def. */
enum code_does { DOES_PURE, DOES_LOOKS, DOES_BODY, DOES_ASKS };
enum code_reads {
    CODE_READS_NOTHING, /* operands, the image, and what never changes of a thing: its kind,
                              what it was made from, which player it is */
    CODE_READS_FIELD,   /* field d of thing b, with its rows */
    CODE_READS_STORED,  /* the same without rows */
    CODE_READS_MEMORY,  /* what an instance of a blueprint keeps */
    CODE_READS_BORNE,   /* what thing b bears of blueprint d, and what says that it is in force */
    CODE_READS_BORNE_KIND, /* the same of kind d */
    CODE_READS_NAMED,      /* which things of blueprint d are in play */
    CODE_READS_EXTENT,     /* which things of kind d are in play */
    CODE_READS_PRESENCE,   /* whether a thing is in play */
    CODE_READS_RULING,     /* the reading of a doubt */
    CODE_READS_QUANTITY,   /* what quantity d reads */
    CODE_READS_PRIMITIVE,  /* what primitive d reads: prim.def */
    CODE_READS_SELF,       /* the instance whose rule runs */
    CODE_READS_ROLE,       /* a slot of the event at hand */
    CODE_READS_NEAREST,    /* a slot of the nearest running event d */
    CODE_READS_RUNNING,    /* whether event d runs */
    CODE_READS_FRAME,      /* what runs: its slots, who is asked, how dice are thrown */
    CODE_READS_DICE,       /* pools of dice */
    CODE_READS_ANYTHING
};
struct opcode_row {
    const char *name, *a, *b, *c, *d, *sentence;
    enum code_does does;
    enum code_reads reads;
};
const struct opcode_row *image_opcode(enum opcode op);
static inline bool image_stands_in_bodies(const struct opcode_row *row) {
    return row->does == DOES_BODY || row->does == DOES_ASKS;
}

/* What a row's function hands back when the row does not apply. */
#define SKIP UNKEPT

#endif
