/*
 * image: a compiled ruleset, as read-only data. It holds kinds, fields, blueprints, events,
 * quantities (numbers, truths, values, ruled fields) with their rows, rules by what they speak of,
 * functions of bytecode, texts and their places in the source. The front end fills it and the
 * machine reads it; no other room knows its layout. All references are indices; -1 means that there
 * is none.
 *
 * Everything lies in one arena: image_free gives it back at once.
 */
#ifndef MYTH_VM_IMAGE_H
#define MYTH_VM_IMAGE_H

#include "arena.h"
#include "base.h"

/* ---- Values ---------------------------------------------------------- */

/* The class of a value: it says what one word means. Up to V_LAST_PLAIN the word itself is the
 * value; the later classes are handles of lists (sets and paths) or of pools of dice. */
enum value_class {
    V_VOID,
    V_NUMBER,
    V_LENGTH,    /* units, 2540 to the inch */
    V_TRUTH,     /* 0 or 1 */
    V_TEXT,      /* index into texts */
    V_DIE,       /* index into dice */
    V_PLACE,     /* x in the high 32 bits, y in the low; units */
    V_SIZE,      /* width and depth, packed like V_PLACE */
    V_SHAPE,     /* index into shapes */
    V_ENUM,      /* number of a value of the enumeration `of` */
    V_FACE,      /* a face of die `of`: its number, or named (image_face) */
    V_BLUEPRINT, /* index into blueprints, of kind `of` */
    V_THING,     /* id of a thing of kind `of` */
    V_EVENT,     /* index into events: the action that was done on an offer */
    V_STATUS,    /* enum event_status of a finished event */
    V_LAST_PLAIN = V_STATUS,
    V_SET,  /* handle of a list of words of class `elem` */
    V_PATH, /* handle of a list: the mover, then places */
    V_POOL, /* handle of a pool of dice of die `of` */
    V_CLASS_COUNT_
};
struct image_type {
    uint8_t class; /* enum value_class */
    uint8_t elem;  /* of a set: class of its members */
    int16_t of;    /* kind, enumeration or die; -1: any */
};
/* A value of it is the handle of a list, not the word itself. */
static inline bool image_is_list(struct image_type type) {
    return type.class == V_SET || type.class == V_PATH;
}
/* A slot or field of it owns what its word is the handle of. */
static inline bool image_is_owned(struct image_type type) {
    return image_is_list(type) || type.class == V_POOL;
}
/* A value of it is a thing, or a set of things. */
static inline bool image_is_of_things(struct image_type type) {
    return type.class == V_THING || (type.class == V_SET && type.elem == V_THING);
}
enum event_status {
    STATUS_RUNNING,
    STATUS_DONE,
    STATUS_STOPPED,
    STATUS_CANCELLED,
    STATUS_FORBIDDEN
};

struct image_place { /* a place in the rule text, for messages and reasons */
    int32_t file;    /* index into files */
    int32_t line, column;
};

/* ---- Kinds, fields, blueprints ---------------------------------------- */

/* The kinds that the language itself knows; image.root[] says which kind each is. */
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
    /* bearer of a feature or item; group of a member; player whose pile a card lies in */
    T_HOLDER,
    T_PLACE,   /* place of a piece; area of a map; NONE off the table */
    T_BORNE,   /* list: features and items that it bears, in the order in which they were given */
    T_SINCE,   /* place in the order in which things came into force */
    T_ORDINAL, /* number among the things of its blueprint and owner: part of its name */
    T_NOTED,   /* one bit for each `whenever` rule that must look at it again */
    /* a card in a pile: the field of its holder (a player or the game) that is the pile; NONE */
    T_PILE,
    T_WORDS
};
/* UNSEEN: a card that was removed from a secret pile; players must not learn which card it was.
 * SHOWN: a card that was revealed where it lies. The bits above say in which pile the card was
 * shuffled last (state_mixed). */
enum thing_flag { THING_GONE = 1, THING_UNSEEN = 2, THING_SHOWN = 4 };

/* Sorts of words that numbers read, a bit each: a write to a sort makes remembered numbers that
 * read it stale. The members of each kind (with their bearers) are a sort, so are those of each
 * feature, and so is each field that rules write (member `reads` of a kind, blueprint or field).
 * Where there are more of them than bits, several share one. */
enum reads_what {
    READS_PLACES, /* where things stand, and all else that geometry reads of them */
    /* like READS_PLACES, for a number that only asks whether things are within a distance. A piece
     * that moves does not make it stale as a sort: the machine compares where the piece was and is
     * with the box that the number depends on */
    READS_NEAR,
    READS_OWNERS,   /* owners of things */
    READS_HOLDERS,  /* groups of members, holders of piles of cards */
    READS_BEARERS,  /* bearers of features and items */
    READS_PILES,    /* the pile that a card lies in */
    READS_SHED,     /* whether a feature or item is still in play */
    READS_SPENT,    /* whether a card is still in play */
    READS_GONE,     /* whether any other thing is still in play */
    READS_MEMORIES, /* parameters and memories of instances of blueprints */
    READS_OTHER,    /* the ledger, rulings, the winner, ordinals */
    READS_FIXED,    /* fields that no rule writes after the thing was made */
    READS_KINDS,
    READS_FEATURES = READS_KINDS + 24,
    READS_WORDS = READS_FEATURES + 78,
    READS_COUNT_ = 192
};
struct image_reads {
    uint64_t bits[READS_COUNT_ / 64];
};
_Static_assert(READS_COUNT_ % 64 == 0, "a bit for each");

struct image_kind { /* numbered in preorder: kind k is of kind a iff a <= k && k < kinds[a].end */
    int32_t name, plural, label;
    int32_t parent; /* parent kind; -1 for `thing` only */
    int32_t end;
    int32_t root; /* enum kind_root */
    int32_t of;   /* of a group: kind of its members; of a feature: kind of its bearers */
    int32_t rank;
    int32_t members; /* of a group: the field that lists its members */
    int32_t words;   /* words of a record: T_WORDS, then fields, those of ancestors included */
    int32_t place;
    bool stacks; /* a thing may bear two equal features of this kind */
    /* sort of "which things of this kind are there, and which bearers have one": enum reads_what */
    int32_t reads;
};

enum field_how {
    FIELD_STORED,  /* lies at `slot` of the record */
    FIELD_DERIVED, /* has no stored value: computed by its quantity */
    FIELD_BORNE,   /* the features or items of kind type.of in T_BORNE */
    FIELD_LAST_PLACE,
    FIELD_LEDGER /* `points` of a player: the sum of his entries in the ledger */
};
struct image_field {
    int32_t name, label;
    struct image_type type;
    int32_t kind;     /* the kind that declares it */
    int32_t how;      /* enum field_how */
    int32_t slot;     /* word of the record: below T_WORDS for what the language brings */
    int32_t quantity; /* set if the field is derived or some row anywhere changes it; -1 */
    /* a written value is clamped to this range; NUM_MIN, NUM_MAX without one */
    int64_t least, most;
    int64_t first; /* default of a new thing */
    int32_t place;
    bool secret;
    bool pile;        /* a pile of cards; its list lies in the slot */
    bool has_default; /* the kind gives a default; it may be NONE, which allows none as a value */
    uint64_t wakes;   /* one bit for each `whenever` rule that reads it */
    int32_t reads;    /* of a stored field: its sort, enum reads_what */
    /* some steady number finds things by searching for those that name a given thing in this
     * field */
    bool link;
};

struct image_blueprint {
    int32_t name, title;
    int32_t kind;
    int32_t rank;
    int32_t outer; /* the blueprint whose member it is, or in which it lies; -1 */
    /* the blueprint that rules see: itself; for a unit with options, the unit without them */
    int32_t form_of;
    int32_t params; /* how many; in the record they begin at word kinds[kind].words */
    /* words of a record: those of the kind, then parameters, then own memories (keep) */
    int32_t words;
    int32_t init;                   /* function that fills a new instance (`this`), -1 */
    int32_t first_rule, rules;      /* consecutive in rules[] */
    int32_t first_memory, memories; /* memory[]: types of the words beyond those of the kind */
    int32_t place;
    int32_t cites, cite_count;
    bool speaks; /* has rules, so its instances have a place in the order of coming into force */
    /* of a feature: sort of "which things bear it", enum reads_what; of others that of their
     * kind */
    int32_t reads;
};
struct image_memory { /* a parameter or `keep` of a blueprint */
    int32_t name;
    struct image_type type;
    bool secret;
};

/* ---- Functions --------------------------------------------------------- */

struct image_code { /* one instruction; code.def says what its operands mean */
    uint8_t op, a, b, c;
    int32_t d;
};
struct image_slot {
    int32_t name; /* -1: hidden */
    struct image_type type;
    /* 1: a role or kept value; 0: a let or a hidden slot. A whole word, so that a row has no
     * gaps. */
    int32_t kept;
};
struct image_func {
    int32_t name;
    int32_t first, count; /* instructions: in code[] and code_place[] */
    int32_t params;       /* of a pure function: they lie in temps 0 … params-1 */
    int32_t temps;
    /* slots of its frame, in slots[]; those of an event begin with its roles and kept values */
    int32_t first_slot, slots;
    int32_t event; /* the event whose roles ROLE reads, -1 */
    int32_t place;
    bool pure;
};

/* What can still be read of a frame where its code rests while dice are asked only as far as rules
 * look: at a mark, behind an event that it has
 * stopped or gone on with, and at its end. Where there is no row all is read. In unread[] sets of
 * slots, a bit each in image_slot_words() words: those that nothing reads any more; and if `pools`
 * two more of pools of whose dice nothing reads the faces: of those that were never re-rolled, and
 * of those that were. */
struct image_rest {
    int32_t at;    /* in code[], ascending */
    int32_t first; /* in unread[] */
    int32_t pools; /* 0 or 1 */
};

/* ---- Quantities and rules ---------------------------------------------- */

enum quantity_what { QUANTITY_NUMBER, QUANTITY_TRUTH, QUANTITY_VALUE, QUANTITY_FIELD };
struct image_quantity {
    int32_t name, label;
    int32_t what;
    struct image_type type;
    int32_t event;   /* the event whose roles its rows read, -1 */
    int32_t sibling; /* next of a ring of numbers of one name, each for another event; -1 */
    int32_t params;  /* how many arguments: the thing of a field, or parameters */
    /* QUANTITY_FIELD: the field whose stored value it begins with. A derived field: that field */
    int32_t field;
    /* function that gives the first value; -1: a field begins with what is stored, a truth with
     * no */
    int32_t start;
    int32_t leaf;        /* text: name of the Lua function that takes the place of `start`, -1 */
    int32_t first_param; /* hole_types[]: types of its parameters; -1: it is of a field */
    /* each row's amount is clamped to this range; NUM_MIN, NUM_MAX without one */
    int64_t row_least, row_most;
    int64_t sum_least, sum_most; /* the sum of all rows is clamped to this range */
    int64_t least, most;         /* the result is clamped to this range, that of the field */
    bool sum_or_one_row;
    bool ruled; /* some row speaks of it; without rows, the first value is the result */
    /* its result depends only on things and its arguments, none of which is a list; so it may be
     * remembered until a word of the sorts in `reads` is written … */
    bool steady;
    uint64_t unless; /* … and used while no event runs whose bit (image_event.asked) is set here */
    struct image_reads reads;
    /* those sorts of `reads` of which it reads things other than its arguments and other than
     * things that name an argument in a field that is a link */
    struct image_reads wide;
    int32_t first_loose, loose; /* lists[]: rules that are always looked at, in order of text */
    /* lists[]: rules that are found through the features which a role's thing bears */
    int32_t first_keyed, keyed;
    int32_t place;
    int32_t cites, cite_count;
    int32_t builtin; /* enum builtin_quantity; BUILTIN_NO for a number of the rules */
};
enum builtin_quantity {
    BUILTIN_NO,
    BUILTIN_IN_FORCE,
    BUILTIN_ENEMY,
    BUILTIN_FRIENDLY,
    BUILTIN_BLOCKS_SIGHT,
    BUILTIN_BLOCKS_MOVE
};

/* A quantity that battles are counted by; each: every player has a value of it. */
struct image_figure {
    int32_t quantity;
    bool each;
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
    int32_t target; /* quantity or event; -1: any action */
    int32_t op;     /* of a row: enum row_op */
    /* pure function to a truth, -1: always. Of a row always -1: its `body` holds the condition,
     * too */
    int32_t when;
    /* of a row: pure function to the amount, or to SKIP where the row does not apply (for yes, no
     * and silence -1: it always applies). Of a trigger or whenever: function with a frame */
    int32_t body;
    /* whenever: pure function to the set S that it looks at; its `when` and `body` get the member
     * as x */
    int32_t set;
    /* an instance of this blueprint must be in force; -1: the rule stands at the top of a file */
    int32_t blueprint;
    int32_t rank;
    /* the role or parameter that must be the bearer; -1: the rule is found without a bearer
     * (loose) */
    int32_t key;
    int32_t via;      /* enum key_via: the bearer is that thing itself, its group or its owner */
    int32_t label;    /* text, -1 */
    int32_t silences; /* ROW_SILENCE: text, the label of the rows that it silences */
    int32_t place;
    int32_t cites, cite_count;
    /* forbid, allow: the last slot of the action's head that `when` reads; -1: it reads roles only.
     * Where this is not known, a number above all slots of the head */
    int32_t latest;
    int32_t own;          /* 1: stands in the braces of its quantity */
    int16_t looks_at_all; /* whenever: 1: it reads more than the fields of x */
    /* whenever: 1: its condition reads things only, and S is all things of a kind */
    int16_t steady;
    /* a steady whenever: sorts that its condition reads, and those that it reads of others than
     * x */
    struct image_reads reads, wide;
};

/* ---- Events and actions ------------------------------------------------- */

/* The events of the language come first, in this order; behind each stand its roles. */
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
    int32_t roles; /* how many; they lie in slots 0 … roles-1 of its function */
    int32_t func;  /* its body, whose first slots are roles and kept values */
    int32_t kept;  /* how many of its slots are roles or kept */
    int32_t actor; /* slot of the role `actor`, -1 */
    /* roles with a default: defaults[first_default + role] is a pure function or -1 */
    int32_t first_default;
    int32_t first_head, head;     /* of an action: in heads[] */
    int32_t first_during, during; /* lists[]: events that must be running (`during`) */
    int32_t blueprint;            /* the blueprint that declares it, -1 */
    int32_t place;
    int32_t cites, cite_count;
    bool action;
    bool even_gone;   /* goes on although the thing in its first role has left play */
    uint64_t none_ok; /* one bit for each role that may be none */
    uint64_t wakes;   /* one bit for each `whenever` rule that reads whether it runs */
    /* its bit of image_quantity.unless, if some number is steady only while it does not run; 0 */
    uint64_t asked;
    /* lists[]: the rules that speak of it, those with a key and those without, in order of text; */
    /* by enum rule_what; the entry of RULE_ROW is not used */
    int32_t first_rules[RULE_WHENEVER], rules[RULE_WHENEVER];
};
enum head_what { HEAD_NEEDS, HEAD_PAY, HEAD_LIMIT, HEAD_LET, HEAD_CHOOSE };
/* one line of an action's head; its functions read the slots of the action by ROLE */
struct image_head {
    int32_t what;
    /* needs: function to a truth; pay: to the amount; limit: to how many (-1: 1); let: to the
     * value; choose: to the set of candidates, to the
     * zone of places, or to the greatest length of ways */
    int32_t func;
    /* pay: function to the thing that pays; limit: to the thing or player counted for (-1: the
     * actor); choose place, path: to the thing that is to be placed or moved */
    int32_t whose;
    int32_t field; /* pay: the field that is lowered */
    int32_t event; /* limit: counted within one run of this event */
    /* limit: number of its `as` label, or of the line itself; limits of one number count
     * together */
    int32_t group;
    int32_t slot;   /* let, choose: the slot that is set */
    int32_t choice; /* choose: index into choices[]. needs: the template of a reason with holes */
    /* choose place: functions to the length L and thing x of `within L of x`, -1 */
    int32_t reach, near;
    int32_t label; /* needs: text of the reason */
    int32_t place;
    int32_t cites, cite_count;
};
struct image_call { /* a `do`: these roles are filled from consecutive temps */
    int32_t event;
    int32_t first_arg, args; /* lists[]: the role that each argument fills */
    /* lists[]: `results` pairs: slot of the event (-1: its status), slot of the caller */
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
    int32_t where; /* place, path, facing, set: pure function of a candidate to a truth, -1 */
    /* instruction at which the function goes on if there is no candidate; -1: the body stops */
    int32_t otherwise;
    int32_t first_label, labels; /* CHOICE_LABEL: templates, in lists[] */
    bool may;                    /* may be declined */
    int32_t place;
    int32_t cites, cite_count;
    int32_t event; /* CHOICE_OFFER: the offered action's event */
    /* lists[]: pure functions that fill the holes of the prompt, in the head of an action; -1
     * elsewhere, where the instruction HOLES fills them */
    int32_t first_hole;
};
/* An `ask each`: its head is put to one player after the other. While its function stands between
 * instructions `first` and `end`, players may not see what others have answered. */
struct image_asking {
    int32_t func, first, end;
    /* slots: the list of those who are asked, in order; the number of the present one */
    int32_t people, index;
    /* lists[], ASKING_WORDS numbers for each answer. For a list of answers: its slot; the slot that
     * lists who gave each, or -1 if all did; -1. For an answer of one player that is itself a list:
     * its slot; -1; the player's number in the order. */
    int32_t first_answer, answers;
};
enum { ASKING_WORDS = 3 };
enum until_what { UNTIL_NONE, UNTIL_ENDS, UNTIL_NEXT_BEGINS, UNTIL_NEXT_ENDS, UNTIL_WHILE };
struct image_until {
    int32_t what;
    int32_t event;
    /* pure function of the `captured` values, which reads the roles of `event` by ROLE; -1 */
    int32_t when;
    int32_t captured; /* how many values are fixed when the feature is given */
    int32_t place;
};

/* ---- Texts, dice, charts, shapes ------------------------------------------- */

struct image_template { /* "the head of {quarry}": texts with holes between them */
    /* lists[]: `texts` texts; there is a hole between each two, so texts - 1 holes */
    int32_t first_text, texts;
    int32_t first_hole; /* hole_types[]: types of the holes */
};
struct image_die {
    int32_t name;       /* "d10", or as declared */
    int32_t sides;      /* how many equally likely faces; faces may repeat */
    int32_t first_face; /* faces[], `sides` of them; -1: 1 … sides */
    int32_t place;
};
struct image_face {
    int32_t name; /* text; -1: the face shows a number */
    /* of a named face FACE_NAMED + its text, so that it equals no number and no other name */
    int64_t value;
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
enum { SHAPE_CORNERS = 32 }; /* greatest number of a polygon's corners */
struct image_shape {
    int32_t what;
    int32_t side; /* strip, corner, half, quarter */
    /* circle: radius; oval, rectangle: width, depth; strip, corner: depth; ring: depth, blueprint
     * of the thing that it surrounds */
    int64_t a, b;
    int64_t centre;              /* place; NONE: where its thing stands */
    int32_t first_point, points; /* polygon: constants[] */
};

struct image_enum { /* an enumeration; its values are numbered 0, 1, … */
    int32_t name;
    int32_t first_value, values; /* lists[]: texts */
};
/* a chart: each value of the first parameter has a row, of the second a column */
struct image_chart {
    int32_t name;
    /* value of the first parameter in the first row, of the second in the first column */
    int64_t least, left;
    int32_t rows, columns;
    int32_t first_cell; /* constants[], row by row */
    struct image_type type;
    int32_t place;
};

struct image_ruling {
    int32_t name, label;
    int32_t first_reading, readings; /* lists[]: `readings` pairs of texts: name, explanation */
    int32_t chosen;                  /* the reading in force: 0 unless a variant says otherwise */
    int32_t place;
    int32_t cites, cite_count;
};

/* ---- Examples, chances, forces ------------------------------------------------ */

/* An example or chances block: a function with a frame, run in an empty battle. */
struct image_block {
    int32_t title;
    int32_t func;
    int32_t chances;           /* 1: a chances block, 0: an example */
    int32_t first_roll, rolls; /* constants[]: the faces that dice show, in order */
    int32_t first_pick, picks; /* image.picks[]: the answers to choices, in order */
    /* lists[]: texts of the expressions that it shows; their values lie in the last `shows` slots
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
    /* Statements about the question that the next pick answers: whether the thing described by the
     * following row is on offer, or that player is asked. `value` is the text of the reason why
     * not, or NONE. */
    SAID_OFFERED,
    SAID_NOT_OFFERED,
    SAID_ASKED,
    SAID_NOT_ASKED
};
struct image_pick { /* one answer; PICK_SLOT names a thing by its name in `given` */
    int32_t what, place;
    /* text, event, slot, number, place, number of an enumeration's value, blueprint or player */
    int64_t value;
};
struct image_force {
    int32_t name, title;
    int32_t first_from, from; /* lists[]: blueprints */
    int32_t place;
};
struct image_roster {
    int32_t name, title, force;
    /* lists[]: `entries` times four: number, blueprint, text of the title, place */
    int32_t first_entry, entries;
    int32_t place;
};

/* Gaps between members must hold zeros: a byte that is not zero in a gap is how image_take_hash
 * notices that a layout has forgotten a member.
 * A row that is assigned as a whole may have no gaps, so its truths are whole words; rows with gaps
 * are filled member by member in zeroed memory. */

/* ---- The whole ------------------------------------------------------------------ */

struct battle;
struct state;
/* Numbers computed by Lua functions ("leaves"): the text of their file, and the port through which
 * the host computes them once it has read it (host_leaves). `value` gets as many arguments as the
 * quantity has parameters. */
struct image_leaves {
    const char *path, *text; /* NULL: no quantity is computed by Lua */
    size_t len;
    bool (*value)(void *user, struct battle *b, int32_t quantity, const int64_t *args,
                  int64_t *value, char *why, size_t size);
    void (*close)(void *user);
    void *user;
};

struct image {
    struct arena arena;
    struct image_leaves leaves;
    const struct state *derived;   /* what its battles share (state_derive); NULL: it has none */
    uint64_t hash;                 /* covers everything that a battle depends on; a tape names it */
    int32_t name, title, version;  /* texts */
    int32_t first_player, players; /* lists[]: names, in the order of the ruleset's head */
    int32_t first_rank, ranks;     /* lists[]: names, lowest first */
    int32_t order;       /* quantity: the value that names the player whose rules come first, -1 */
    int32_t battle;      /* the event `battle`, -1 */
    int32_t thing_words; /* words of the widest record */
    int64_t step;        /* length of one step of a move, as the ruleset's head says; 0: none */
    int32_t root[ROOT_COUNT_];                                    /* kinds */
    int32_t in_force, enemy, friendly, blocks_sight, blocks_move; /* quantities */
    /* One bit for each `whenever` rule: those that read more than x, so that a change anywhere
     * concerns all things; of these, those to be looked at whenever an event ends; those to be
     * looked at when some thing gets or loses a feature. */
    uint64_t whenever_wide, whenever_all, bears_wakes;
    int32_t first_whenever, whenevers; /* lists[]: rules, by rank, then text; at most 64 */

    /* Each table; the last `beside` of its rows are needed by examples and `chances` only. They are
     * no rules: an image made for play has none of them. */
#define IMAGE_TABLE(type, name, layout) \
    type *name;                         \
    int32_t name##_count, name##_beside;
#include "image_tables.def"
#undef IMAGE_TABLE
};

void image_free(struct image *img);
const char *image_text(const struct image *img, int32_t text); /* "" for -1 */
/* How many values battle_figures gives. */
static inline int32_t image_figure_values(const struct image *img) {
    int32_t count = 0;
    for (int32_t i = 0; i < img->figures_count; i++)
        count += img->figures[i].each ? img->players : 1;
    return count;
}
/* The n-th player of the head, 0 the first, by name. */
const char *image_player(const struct image *img, int32_t number);
int32_t image_player_named(const struct image *img, const char *name); /* -1: none is called so */
static inline bool image_kind_is(const struct image *img, int32_t kind, int32_t ancestor) {
    return kind >= ancestor && kind < img->kinds[ancestor].end;
}
/* Whether things bear it: features and items. */
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
/* A hash of all that a battle depends on: the tables without files, places and examples. */
uint64_t image_hash(const struct image *img);
/* Stores image_hash in the image. False: some byte that no layout in image_tables.def covers is not
 * zero, so a member is missing there and would not count for the hash. */
bool image_take_hash(struct image *img);
/* The first row from an instruction of code[] on; the row of one of a function, NULL: there is
 * none. */
int32_t image_rests_from(const struct image *img, int32_t code);
const struct image_rest *image_rest_at(const struct image *img, int32_t func, int32_t at);
static inline int32_t image_slot_words(const struct image_func *f) {
    return (f->slots + 63) / 64;
}
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
/* The result of a comparing instruction. None compared with anything but none is no. */
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

/* The same for a value that was read and the one it is compared with; `first`: the value that was
 * read stands on the left. */
static inline bool image_compares_read(enum opcode op, bool first, int64_t read, int64_t other) {
    return first ? image_compares(op, read, other) : image_compares(op, other, read);
}

/* If the function does nothing but list all things of one kind: that kind, otherwise -1. */
static inline int32_t image_extent(const struct image *img, int32_t func) {
    const struct image_code *i = img->code + img->funcs[func].first;
    return i[0].op == CODE_EXTENT && i[1].op == CODE_RETURN && i[1].a == i[0].a ? i[0].d : -1;
}

/* The columns `does` and `reads` of code.def. */
enum code_does { DOES_PURE, DOES_LOOKS, DOES_BODY, DOES_ASKS };
enum code_reads {
    /* only operands, the image, and what never changes of a thing: its kind, the blueprint it was
     * made from, the player that it is */
    CODE_READS_NOTHING,
    CODE_READS_FIELD,  /* field d of thing b, with its rows */
    CODE_READS_STORED, /* field d of thing b as stored, without its rows */
    CODE_READS_MEMORY, /* parameters and memories of an instance */
    /* the features of blueprint d that thing b bears, and what decides whether they are in force */
    CODE_READS_BORNE,
    CODE_READS_BORNE_KIND, /* the same for features of kind d */
    CODE_READS_NAMED,      /* the things of blueprint d that are in play */
    CODE_READS_EXTENT,     /* the things of kind d that are in play */
    CODE_READS_PRESENCE,   /* whether thing b is in play */
    CODE_READS_RULING,     /* the reading of a ruling */
    CODE_READS_QUANTITY,   /* all that quantity d reads */
    CODE_READS_PRIMITIVE,  /* all that primitive d reads: see prim.def */
    CODE_READS_SELF,       /* the instance whose rule runs */
    CODE_READS_ROLE,       /* a slot of the event that the function speaks of */
    CODE_READS_NEAREST,    /* a slot of the nearest running event d */
    CODE_READS_RUNNING,    /* whether event d runs */
    /* the running frame: its slots, the player asked in it, the way in which dice are thrown */
    CODE_READS_FRAME,
    CODE_READS_DICE, /* pools of dice */
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

/* What the function of a row returns when the row does not apply. */
#define SKIP UNKEPT

#endif
