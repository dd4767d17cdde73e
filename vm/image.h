/*
 * image: a compiled ruleset, as read-only data. The front end (dsl/) fills it and the machine (vm/)
 * reads it.
 *
 * An image holds kinds, fields, blueprints, events, functions of bytecode, texts and their places
 * in the source. A quantity is a number, truth, value or ruled field; a row is a rule that changes
 * a quantity. A body is a function with a frame, which may ask questions and change the World; a
 * pure function has no frame and does neither.
 *
 * Every reference from one table to another is an index. -1 means that there is none. Everything
 * lies in one arena, so image_free frees the whole image at once.
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
    V_STATUS,    /* enum event_status */
    V_LAST_PLAIN = V_STATUS,
    V_SET,  /* handle of a list of words of class `elem` */
    V_PATH, /* handle of a list: the mover, then places */
    V_POOL, /* handle of a pool of dice of die `of` */
    V_CLASS_COUNT_
};
struct image_type {
    uint8_t class; /* enum value_class */
    uint8_t elem;  /* of a set: class of its members */
    int16_t of;    /* the kind, enumeration or die that the class names; -1: any */
};
/* Whether a value of this type is the handle of a list: the type is a set or a path. */
static inline bool image_is_list(struct image_type type) {
    return type.class == V_SET || type.class == V_PATH;
}
/* Whether a slot or field of this type owns the list or pool whose handle it holds. */
static inline bool image_is_owned(struct image_type type) {
    return image_is_list(type) || type.class == V_POOL;
}
/* Whether a value of this type is a thing or a set of things. */
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

/* The kinds that the language itself brings. image.root[] gives the index of each in kinds[]. */
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
    T_HEAD,  /* blueprint + 1 in the low 32 bits, enum thing_flag above; 0: the id is free */
    T_KIND,  /* kind */
    T_OWNER, /* player */
    /* bearer of a feature or item; group of a member; of a group the member that left it last;
     * player (or the game) whose pile a card lies in */
    T_HOLDER,
    T_PLACE,   /* place of a piece, or the area of a map on which it stands; NONE off the table */
    T_BORNE,   /* list: features and items that the thing bears, in the order of being given */
    T_SINCE,   /* place in the order in which things came into force */
    T_ORDINAL, /* number among the things of the same blueprint and owner: part of the name */
    T_NOTED,   /* one bit for each `whenever` rule that must look at this thing again */
    /* of a card: the pile in which it lies, as a field of its holder (a player or the game); NONE:
     * the card lies in no pile */
    T_PILE,
    T_WORDS
};
/* Flags of a thing. GONE: the thing has left play; the record stays while something names it.
 * UNSEEN: a card was removed from a secret pile, and players must not learn which card it was.
 * SHOWN: a card was revealed where it lies. JOINED: a card and the one before it in its pile lie
 * there in an order that nobody has looked at (state_pile.h). Bits further up say in which pile the
 * card was shuffled last (state_mixed). */
enum thing_flag { THING_GONE = 1, THING_UNSEEN = 2, THING_SHOWN = 4, THING_JOINED = 8 };

/* Sorts of words in the World. The machine remembers results of numbers; a write to a word of a
 * sort makes remembered numbers that read this sort stale, unless closer looks show that they still
 * hold (state_memory.c). Besides the sorts named here, the set of things of each kind is a sort,
 * and so is the set of instances of each feature, and so is each field that rules write. Member
 * `reads` of a kind, blueprint or field holds its sort. Where more sorts are needed than there are
 * bits, several kinds, features or fields share one bit. */
enum reads_what {
    READS_PLACES, /* where things stand, and all else that geometry reads of them */
    /* where things stand, for a number that only asks whether things are within a distance. A move
     * does not make every such number stale: the machine keeps for each number the box of the table
     * that it depends on, and compares it with the old and new place of the piece */
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

/* A kind of things. Kinds are numbered in preorder: k is a or below a iff a <= k < kinds[a].end. */
/* STACKS: a thing may bear two features of this kind that are equal. ALIKE: the order in which
 * things of this kind came into play is no part of the World. */
enum kind_trait { KIND_STACKS = 1, KIND_ALIKE = 2 };
struct image_kind {
    int32_t name, plural, label;
    int32_t parent; /* parent kind; -1 for `thing` only */
    int32_t end;    /* the first number behind those of this kind and the kinds below it */
    int32_t root;   /* enum kind_root: the nearest kind of the language at or above this one */
    int32_t of;     /* of a group: kind of its members; of a feature: kind of its bearers */
    int32_t rank;
    int32_t members; /* of a group: the field that lists its members */
    int32_t words;   /* words of a record: T_WORDS, then fields, those of ancestors included */
    int32_t place;
    uint8_t traits; /* enum kind_trait */
    /* enum reads_what: the sort of "which things of this kind are in play, and who bears them" */
    int32_t reads;
};

enum field_how {
    FIELD_STORED,  /* the value is word `slot` of the record */
    FIELD_DERIVED, /* no value is stored: `quantity` computes it */
    FIELD_BORNE,   /* the features or items of kind type.of that stand in T_BORNE */
    FIELD_LAST_PLACE,
    FIELD_LEDGER /* `points` of a player: the sum of his entries in the ledger */
};
/* From whom the value of a field, or what lies in a pile, is hidden: from all but the side of its
 * owner, or from all but him. */
enum image_secret { SECRET_NOT, SECRET_SIDE, SECRET_OWN };
struct image_field {
    int32_t name, label;
    struct image_type type;
    int32_t kind;     /* the kind that declares it */
    int32_t how;      /* enum field_how */
    int32_t slot;     /* word of the record; below T_WORDS for a field of the language itself */
    int32_t quantity; /* the quantity of a field that is derived or changed by rows; -1 */
    /* a written value is clamped to this range; NUM_MIN, NUM_MAX without one */
    int64_t least, most;
    int64_t first; /* value in a new thing */
    int32_t place;
    uint8_t secret;   /* enum image_secret */
    bool pile;        /* a pile of cards, whose list lies in the slot */
    bool has_default; /* the kind gives a default; a default of NONE allows none as a value */
    uint64_t wakes;   /* one bit for each `whenever` rule that reads this field */
    int32_t reads;    /* enum reads_what: the sort of a stored field */
    /* some steady number (image_quantity.steady) searches for the things that name a given thing
     * in this field */
    bool link;
};

struct image_blueprint {
    int32_t name, title;
    int32_t kind;
    int32_t rank;
    int32_t outer; /* the blueprint of which this one is a member, or in which it lies; -1 */
    /* the blueprint that rules see: for a unit with options the unit without them, otherwise this
     * blueprint itself */
    int32_t form_of;
    int32_t params; /* how many parameters; in the record they begin at word kinds[kind].words */
    /* words of a record: those of the kind, then parameters, then own memories (keep) */
    int32_t words;
    int32_t init;                   /* body that fills in a new instance (`this`), -1 */
    int32_t first_rule, rules;      /* consecutive in rules[] */
    int32_t first_memory, memories; /* memory[]: types of the words beyond those of the kind */
    int32_t place;
    int32_t cites, cite_count;
    /* the blueprint has rules, so its instances have a place in the order of coming into force */
    bool speaks;
    /* enum reads_what: for a feature, the sort of "which things bear it"; otherwise the sort of the
     * blueprint's kind */
    int32_t reads;
};
struct image_range { /* the least and the greatest value that what has the range may hold */
    int64_t least, most;
};
struct image_memory { /* a parameter or `keep` of a blueprint */
    int32_t name;
    struct image_type type;
    int32_t range;  /* index into ranges[] + 1; 0: it has no range */
    uint8_t secret; /* enum image_secret */
};

/* ---- Functions --------------------------------------------------------- */

struct image_code { /* one instruction; code.def says what its operands mean */
    uint8_t op, a, b, c;
    int32_t d;
};
struct image_slot {
    int32_t name; /* -1: hidden */
    struct image_type type;
    /* 1: a role or kept value; 0: a let or a hidden slot. This truth is an int32_t so that the
     * struct has no padding. */
    int32_t kept;
    int32_t range; /* index into ranges[] + 1; 0: it has no range */
};
struct image_func {
    int32_t name;
    int32_t first, count; /* instructions: in code[] and code_place[] */
    int32_t params;       /* of a pure function: they lie in temps 0 … params-1 */
    int32_t temps;
    /* slots[]: the slots of the frame; in the body of an event, roles and kept values come first */
    int32_t first_slot, slots;
    int32_t event; /* the event whose roles the instruction ROLE reads, -1 */
    int32_t place;
    bool pure;
};

/* The slots of a frame that no code reads any more once the frame rests at instruction `at`. A
 * frame rests at a mark, behind an event that it has stopped or gone on with, and at its end. If an
 * instruction has no row here, every slot may still be read. With lazy dice the machine forgets the
 * unread slots (frame_live.c).
 *
 * unread[first] begins a bit set over the slots, image_slot_words() words long: the slots that
 * nothing reads. If `pools` is 1, two more sets follow, of slots that are pools: those of whose
 * never re-rolled dice nothing reads the faces, and the same for dice that were re-rolled. */
struct image_rest {
    int32_t at;    /* index into code[]; rows are in ascending order of `at` */
    int32_t first; /* index into unread[] */
    int32_t pools; /* 0 or 1 */
};

/* ---- Quantities and rules ---------------------------------------------- */

enum quantity_what { QUANTITY_NUMBER, QUANTITY_TRUTH, QUANTITY_VALUE, QUANTITY_FIELD };
struct image_quantity {
    int32_t name, label;
    int32_t what;
    struct image_type type;
    int32_t event;   /* the event whose roles its rows read, -1 */
    int32_t sibling; /* next in a ring of numbers of one name, each for another event; -1 */
    int32_t params;  /* how many arguments: 1 for a field (its thing), otherwise the parameters */
    /* of QUANTITY_FIELD: the field whose stored value the rows begin with; of the quantity of a
     * derived field: that field; otherwise -1 */
    int32_t field;
    /* function that gives the value before any row. -1: a field begins with its stored value, a
     * quantity with a `leaf` with what Lua gives, and any other truth with no */
    int32_t start;
    int32_t leaf;        /* text: name of the Lua function that takes the place of `start`, -1 */
    int32_t first_param; /* hole_types[]: types of the parameters; -1: the quantity is of a field */
    /* ranges[]: ranges of the parameters, as many as there are parameters; -1: none has a range */
    int32_t first_range;
    /* the amount of each row that adds is clamped to this range; NUM_MIN, NUM_MAX without one */
    int64_t row_least, row_most;
    int64_t sum_least, sum_most; /* the sum of all rows that add is clamped to this range */
    int64_t least, most;         /* the result is clamped to this range */
    bool sum_or_one_row;         /* the range of the sum is widened to each single row that adds */
    bool ruled; /* some row changes this quantity; without rows, the first value is the result */
    /* the result depends only on the arguments, none of which is a list, and on words of the World
     * of the sorts in `reads`. The machine remembers the result until such a word is written that
     * it may depend on */
    bool steady;
    /* a remembered result is not used while an event runs whose bit (image_event.asked) is here */
    uint64_t unless;
    struct image_reads reads;
    /* the sorts of `reads` that the quantity reads of other things than its arguments. Things that
     * name an argument in a link (image_field.link) do not count as other things */
    struct image_reads wide;
    int32_t first_loose, loose; /* lists[]: rows without a key (image_rule.key), in text order */
    /* lists[]: rows with a key; they are found through the features that the key's thing bears */
    int32_t first_keyed, keyed;
    int32_t place;
    int32_t cites, cite_count;
    int32_t builtin; /* enum builtin_quantity; BUILTIN_NO if the ruleset declares the quantity */
};
enum builtin_quantity {
    BUILTIN_NO,
    BUILTIN_IN_FORCE,
    BUILTIN_ENEMY,
    BUILTIN_FRIENDLY,
    BUILTIN_BLOCKS_SIGHT,
    BUILTIN_BLOCKS_MOVE,
    BUILTIN_HAS_ROOM,
    BUILTIN_MAY_CROSS,
    BUILTIN_CROSSING_COST
};

/* A figure: a number or truth by which battles are counted (`myth bulk`). If `each` is set, the
 * quantity takes a player, and a battle gives one value for each player. */
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
    /* pure function that returns whether the rule applies; -1: the rule always applies. A row has
     * -1 here, because its `body` holds the condition too */
    int32_t when;
    /* of a row: pure function that returns the amount, or SKIP if the row does not apply; -1 for
     * yes, no and silence that always apply. Of before, instead, after, whenever: the body */
    int32_t body;
    /* whenever: pure function that returns the set S of things that the rule looks at; `when` and
     * `body` get one member of S after the other as x */
    int32_t set;
    /* the blueprint in which the rule stands, of which an instance must be in force; -1: the rule
     * stands outside of blueprints */
    int32_t blueprint;
    int32_t rank;
    /* the role or parameter through whose thing the rule is found: this thing, its group or its
     * owner must bear the rule's blueprint; -1: the rule is found without a bearer (loose) */
    int32_t key;
    int32_t
        via; /* enum key_via: the bearer is the thing of `key`, the thing's group or its owner */
    int32_t label;    /* text, -1 */
    int32_t silences; /* ROW_SILENCE: text, the label of the rows that do not count any more */
    int32_t place;
    int32_t cites, cite_count;
    /* forbid, allow: the last slot of the action's head that `when` reads; -1: `when` reads roles
     * only; a number above all slots of the head: the last slot is not known */
    int32_t latest;
    int32_t own; /* 1: the row stands in the braces of its quantity */
    /* whenever: 1 if the rule reads more than the fields of x, or stands in a blueprint */
    int16_t looks_at_all;
    /* whenever: 1 if the condition reads only things, and S is all things of one kind */
    int16_t steady;
    /* of a steady whenever: the sorts that the condition reads; the sorts that it reads of other
     * things than x */
    struct image_reads reads, wide;
};

/* ---- Events and actions ------------------------------------------------- */

/* The events of the language. They are the first rows of events[], in this order. The comment of
 * each lists the roles. */
enum builtin_event {
    EVENT_CREATE,  /* thing */
    EVENT_PLACE,   /* thing, spot */
    EVENT_MOVE,    /* thing, path; kept: gone */
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
/* A title with holes: that of an event, whose roles fill them, or of a blueprint, whose things fill
 * them by their fields. */
struct image_titled {
    int32_t event, blueprint; /* one of them is -1 */
    int32_t title;            /* the template */
    int32_t first;            /* lists[first + hole]: the slot of a role, or the field */
};
struct image_event {
    int32_t name, title;
    /* the sentence by which the report tells the event: a template, -1: none, the report tells the
     * title and the roles. lists[first_told + hole]: the slot that fills a hole. Brackets in the
     * texts hold what is told only if all holes between them have a value that is not no */
    int32_t told, first_told;
    int32_t roles; /* how many roles; they lie in slots 0 … roles-1 of `func` */
    int32_t func;  /* the event's body, whose first slots are roles, then kept values */
    int32_t kept;  /* how many slots of `func` are roles or kept values */
    int32_t actor; /* slot of the role `actor`; -1: the event has no such role */
    /* defaults[first_default + role]: pure function that returns the default of a role, -1: none */
    int32_t first_default;
    int32_t first_head, head;     /* in heads[]; of an event that is no action: its limits */
    int32_t first_during, during; /* lists[]: events that must be running (`during`) */
    int32_t blueprint;            /* the blueprint that declares it, -1 */
    int32_t place;
    int32_t cites, cite_count;
    bool action;
    bool even_gone;   /* the event goes on although the thing in its first role has left play */
    uint64_t none_ok; /* one bit for each role that may be none */
    uint64_t wakes;   /* one bit for each `whenever` rule that reads whether this event runs */
    /* the event's bit in image_quantity.unless, if some steady number asks whether this event runs;
     * otherwise 0 */
    uint64_t asked;
    /* lists[], by enum rule_what (the entry of RULE_ROW is not used): the rules about this event,
     * with and without a key, in order of text */
    int32_t first_rules[RULE_WHENEVER], rules[RULE_WHENEVER];
};
enum head_what { HEAD_NEEDS, HEAD_PAY, HEAD_LIMIT, HEAD_LET, HEAD_CHOOSE, HEAD_LEADS };
/* One line of an action's head, or of that of another event, which has only limits. The functions
 * read the slots of the event by the instruction ROLE. */
struct image_head {
    int32_t what;
    /* pure function, -1: none. needs: returns whether the need is met; pay: the amount; limit: how
     * often (-1: once); let: the value; choose: the set of candidates, the zone of places, or the
     * greatest length of ways; leads, of a way by steps with which the body begins: likewise */
    int32_t func;
    /* pure function, -1: none. pay: returns the thing that pays; limit: the thing or player for
     * which is counted (-1: the actor); choose place or path, leads: the thing to be placed or
     * moved */
    int32_t whose;
    int32_t field; /* pay: the field of `whose` that is lowered */
    /* limit: the count begins anew with each run of one of these events (in lists[]), of several
     * that run the innermost */
    int32_t first_per, pers;
    /* limit: number of the `as` label, or of the line itself; lines of the same number share one
     * count */
    int32_t group;
    int32_t slot; /* let, choose: the slot that is set */
    /* choose: index into choices[]. needs: index into choices[] of a row whose prompt is the reason
     * as a template with holes; -1: the reason is `label` */
    int32_t choice;
    /* choose place: pure functions that return the length L and the thing x of `within L of x`, -1.
     * leads: near is the pure function that tests a way, its only parameter; -1: none */
    int32_t reach, near;
    int32_t label; /* needs: text of the reason */
    int32_t place;
    int32_t cites, cite_count;
};
/* A `do` of an event. The arguments lie in consecutive temps. */
struct image_call {
    int32_t event;
    int32_t first_arg, args; /* lists[]: the role that each argument fills */
    /* lists[]: `results` pairs of slots. When the event has ended, the first slot of a pair, which
     * is one of the event (-1: the event's status), is copied to the second, one of the caller */
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
    /* place, path, facing, set: pure function that returns whether a candidate is allowed; -1 */
    int32_t where;
    /* instruction at which the body goes on if there is no candidate; -1: the body stops */
    int32_t otherwise;
    int32_t first_label, labels; /* CHOICE_LABEL: templates, in lists[] */
    bool may;                    /* the player may decline */
    int32_t place;
    int32_t cites, cite_count;
    int32_t event; /* CHOICE_OFFER: the actions that are declared `during` this event are offered */
    /* lists[]: for a choice in the head of an action, pure functions that fill the holes of the
     * prompt; -1 for a choice in a body, where the instruction HOLES fills them */
    int32_t first_hole;
};
/* An `ask each` in the body `func`: several players are asked one after the other. While the body
 * stands between instructions `first` and `end`, no player may see what others have answered. */
struct image_asking {
    int32_t func, first, end;
    /* slots: the list of the players who are asked, in order; the index of the present one in it */
    int32_t people, index;
    /* lists[]: ASKING_WORDS numbers for each slot with answers. For a slot that lists an answer of
     * each player: this slot; the slot that lists who gave which answer, or -1 if everybody
     * answers; -1. For a slot that holds the answer of one player, itself a list: this slot; -1;
     * the player's index in `people`. */
    int32_t first_answer, answers;
};
enum { ASKING_WORDS = 3 };
enum until_what { UNTIL_NONE, UNTIL_ENDS, UNTIL_NEXT_BEGINS, UNTIL_NEXT_ENDS, UNTIL_WHILE };
struct image_until {
    int32_t what;
    int32_t event;
    /* pure function, -1: none. For UNTIL_WHILE it returns whether the feature still lasts,
     * otherwise whether the end has come. Its parameters are the `captured` values, and it reads
     * the roles of `event` by the instruction ROLE */
    int32_t when;
    int32_t captured; /* how many values are fixed when the feature is given */
    int32_t place;
};

/* ---- Texts, dice, charts, shapes ------------------------------------------- */

/* A text with holes, as "the head of {quarry}". */
struct image_template {
    /* lists[]: the texts around the holes; there are texts - 1 holes, one between each two texts */
    int32_t first_text, texts;
    int32_t first_hole; /* hole_types[]: types of the values that fill the holes */
};
struct image_die {
    int32_t name;       /* "d10", or as declared */
    int32_t sides;      /* how many sides, each equally likely; two sides may show the same face */
    int32_t first_face; /* faces[]: `sides` rows; -1: the faces are 1 … sides */
    int32_t place;
};
struct image_face {
    int32_t name; /* text; -1: the face shows a number */
    /* the number that the face shows; of a named face FACE_NAMED + name, which equals no number and
     * no other name */
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
    int32_t side; /* enum side, of a strip, corner, half or quarter */
    /* measures in units. circle: a is the radius; oval, rectangle: a the width, b the depth; strip,
     * corner: a the depth; ring: a the depth, b the blueprint of the thing inside the ring */
    int64_t a, b;
    int64_t centre;              /* place; NONE: the shape lies where its thing stands */
    int32_t first_point, points; /* polygon: the corners, places in constants[] */
};

struct image_enum { /* an enumeration; its values are numbered 0, 1, … */
    int32_t name;
    int32_t first_value, values; /* lists[]: texts */
};
/* A chart: a table of numbers. The first parameter chooses the row, the second the column. */
struct image_chart {
    int32_t name;
    /* the value of the first parameter that chooses the first row; the value of the second that
     * chooses the first column */
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

/* An `example` or `chances` block: a body that is run in an empty battle. */
struct image_block {
    int32_t title;
    int32_t func;
    int32_t chances;           /* 1: a chances block, 0: an example */
    int32_t first_roll, rolls; /* constants[]: the faces that dice show, in order */
    int32_t first_roll_place;  /* lists[]: where each of these faces is named, rows of places[] */
    int32_t first_pick, picks; /* image.picks[]: the answers to choices, in order */
    /* lists[]: texts of the expressions that the block shows; the values lie in the last `shows`
     * slots of `func`, in the same order */
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
    /* A row with one of these answers nothing: it states something about the question that the next
     * answer is for. The row behind it describes a candidate, which the row says to be offered or
     * not, or a player, who the row says is asked or not. `value` is the text of the reason why the
     * candidate is not offered, or NONE. */
    SAID_OFFERED,
    SAID_NOT_OFFERED,
    SAID_ASKED,
    SAID_NOT_ASKED
};
/* One answer in an example. PICK_SLOT answers a thing by the slot of its name in `given`. */
struct image_pick {
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

/* The padding between the members of a row must be zero. image_take_hash takes a byte in it that is
 * not zero as a sign that a layout in image_tables.def lacks a member. Therefore rows with padding
 * are filled member by member in zeroed memory. A struct whose rows are assigned as a whole has no
 * padding: its truths are int32_t. */

/* ---- The whole ------------------------------------------------------------------ */

struct battle;
struct state;
/* What a rule in Lua that only reads comes to: an amount, or 1 for yes; and its label, "" if it
 * gives none. */
struct outside_value {
    int64_t value;
    char label[80];
};
/* Leaves are numbers that Lua functions compute. This struct holds the text of the file leaves.lua
 * and the functions by which the host computes leaves. The host sets these functions once it has
 * read the file (host_leaves.c). `value` gets as many arguments as the quantity has parameters, and
 * returns false with a reason in `why` if the Lua function fails. */
struct image_leaves {
    const char *path, *text; /* NULL: no quantity is a leaf */
    size_t len;
    bool (*value)(void *user, struct battle *b, int32_t quantity, const int64_t *args,
                  int64_t *value, char *why, size_t size);
    void (*close)(void *user);
    void *user;
};

struct image {
    struct arena arena;
    struct image_leaves leaves;
    const struct state *derived;  /* tables that all battles share (state_derive); NULL: not made */
    uint64_t hash;                /* of everything that a battle depends on; a tape names it */
    int32_t name, title, version; /* texts */
    int32_t first_player, players; /* lists[]: names, in the order of the ruleset's head */
    int32_t first_rank, ranks;     /* lists[]: names, lowest first */
    int32_t answers;               /* quantity: the value that says who answers for a player, -1 */
    int32_t order;       /* quantity: the value that names the player whose rules come first, -1 */
    int32_t battle;      /* the event `battle`, -1 */
    int32_t thing_words; /* words of the widest record */
    int64_t step;        /* length of one step of a move, as the ruleset's head says; 0: none */
    int32_t root[ROOT_COUNT_]; /* by enum kind_root: index into kinds[], -1 */
    /* the quantities of these names: indices into quantities[], -1 */
    int32_t in_force, enemy, friendly, blocks_sight, blocks_move;
    /* Only rules with areas have these: they play on a map, where a place is an area. A piece may
     * `has_room`: be in an area; `may_cross`: go from an area to the next on its way to a goal.
     * goals: some rule asks may_cross for its goal, so that ways to different ends differ. */
    int32_t has_room, may_cross, crossing_cost;
    bool on_map, goals;
    int64_t border_least; /* what crossing a border costs at least; 0: the rules may say anything */
    /* Three sets of `whenever` rules, a bit each. wide: rules that read more than the fields of x
     * or stand in a blueprint, so that a change of what they read has them look at all things, not
     * only at the thing that was changed; all: those of `wide` that look again whenever an event
     * ends; bears: rules that look again when a thing gets or loses a feature. */
    uint64_t whenever_wide, whenever_all, bears_wakes;
    int32_t first_whenever,
        whenevers; /* lists[]: `whenever` rules, by rank, then text; at most 64 */

    /* The tables. The last name##_beside rows of each table belong to `example` and `chances`
     * blocks. These rows do not count for the hash, and an image made for play has none of them. */
#define IMAGE_TABLE(type, name, layout) \
    type *name;                         \
    int32_t name##_count, name##_beside;
#include "image_tables.def"
#undef IMAGE_TABLE
};

void image_free(struct image *img);
/* Returns text number `text`; "" for -1. */
const char *image_text(const struct image *img, int32_t text);
/* Returns how many values all figures of one battle have together. */
static inline int32_t image_figure_values(const struct image *img) {
    int32_t count = 0;
    for (int32_t i = 0; i < img->figures_count; i++)
        count += img->figures[i].each ? img->players : 1;
    return count;
}
/* Returns the name of a player; 0 is the first in the head of the ruleset. */
/* Returns the title with holes of an event, or of a blueprint; NULL if it has none. */
const struct image_titled *image_titled_event(const struct image *img, int64_t event);
const struct image_titled *image_titled_card(const struct image *img, int64_t blueprint);
const char *image_player(const struct image *img, int32_t number);
/* Returns the number of the player of this name, or -1 if no player has it. */
int32_t image_player_named(const struct image *img, const char *name);
/* Returns the field of this name that a kind of the language has; -1: it has none. */
int32_t image_root_field(const struct image *img, enum kind_root root, const char *name);
/* Whether `kind` is `ancestor` or a kind below it. */
static inline bool image_kind_is(const struct image *img, int32_t kind, int32_t ancestor) {
    return kind >= ancestor && kind < img->kinds[ancestor].end;
}
/* Whether things of this kind are borne by other things: features and items are. */
static inline bool image_kind_borne(const struct image *img, int32_t kind) {
    return img->kinds[kind].root == ROOT_FEATURE || img->kinds[kind].root == ROOT_ITEM;
}
/* Returns the sort of words that changes when a thing of this kind leaves play. */
static inline enum reads_what image_kind_gone(const struct image *img, int32_t kind) {
    if (image_kind_borne(img, kind)) return READS_SHED;
    return img->kinds[kind].root == ROOT_CARD ? READS_SPENT : READS_GONE;
}
/* Checks that every index is in range and every function well formed (operands, jumps, temps).
 * Returns -1 if the image is good. Otherwise returns the index of the first bad row, and sets *what
 * to a text that begins with the name of its table. */
int32_t image_verify(const struct image *img, const char **what);
/* Computes a hash of everything that a battle depends on: the tables but files, places, and the
 * rows of `example` and `chances` blocks. */
uint64_t image_hash(const struct image *img);
/* Stores the image_hash in the image. Returns false if a byte that no layout in image_tables.def
 * covers is not zero: then a member is missing there and does not count for the hash. */
bool image_take_hash(struct image *img);
/* Returns the index of the first row of rests[] whose `at` is `code` or more; rests_count if there
 * is none. */
int32_t image_rests_from(const struct image *img, int32_t code);
/* Returns the row of rests[] for instruction `at` of a function, counted from the function's first;
 * NULL if there is none. */
const struct image_rest *image_rest_at(const struct image *img, int32_t func, int32_t at);
/* Returns how many 64-bit words a set of the function's slots takes, a bit each. */
static inline int32_t image_slot_words(const struct image_func *f) {
    return (f->slots + 63) / 64;
}
/* Returns the word of the set that holds all slots: bits for those of the slots 64 * word …
 * 64 * word + 63 that the function has. */
static inline uint64_t image_slots_in_word(const struct image_func *f, int32_t word) {
    const int32_t more = f->slots - 64 * word;
    return more >= 64 ? UINT64_MAX : (UINT64_C(1) << more) - 1;
}
/* Returns the row of a function's slot. */
static inline const struct image_slot *image_slot_of(const struct image *img, int32_t func,
                                                     int32_t slot) {
    const struct image_func *f = &img->funcs[func];
    ASSERT(slot >= 0 && slot < f->slots);
    return &img->slots[f->first_slot + slot];
}
/* Returns a value held to a range (index into ranges[] + 1; 0: no range); none stays none. */
static inline int64_t image_held(const struct image *img, int32_t range, int64_t value) {
    if (MYTH_LIKELY(range == 0) || value == NONE) return value;
    const struct image_range *r = &img->ranges[range - 1];
    return value < r->least ? r->least : value > r->most ? r->most : value;
}
/* A function that takes printed text, and the pointer that it is called with. */
struct image_sink {
    void (*write)(void *user, const char *text);
    void *user;
};
/* Prints the instructions of a function, a line each. */
void image_disassemble(const struct image *img, int32_t func, struct image_sink sink);

enum opcode {
#define OP(name, a, b, c, d, does, reads, sentence) CODE_##name,
#include "code.def"
#undef OP
    CODE_COUNT_
};
/* Returns the result of a comparing instruction. NONE is the same as NONE and differs from all
 * else; it is neither equal to a number, nor less, nor more. */
static inline bool image_compares(enum opcode op, int64_t x, int64_t y) {
    bool both = x != NONE && y != NONE;
    switch (op) {
    case CODE_SAME: return x == y;
    case CODE_EQUAL: return x == y && both;
    case CODE_DIFFER: return x != y;
    case CODE_LESS: return x < y && both;
    default: return x <= y && both;
    }
}

/* Returns the result of a comparing instruction between a value that was read and another one.
 * `first`: the value that was read stands on the left. */
static inline bool image_compares_read(enum opcode op, bool first, int64_t read, int64_t other) {
    return first ? image_compares(op, read, other) : image_compares(op, other, read);
}

/* Returns the kind if the function does nothing but list all things of one kind; otherwise -1. */
static inline int32_t image_extent(const struct image *img, int32_t func) {
    const struct image_code *i = img->code + img->funcs[func].first;
    return i[0].op == CODE_EXTENT && i[1].op == CODE_RETURN && i[1].a == i[0].a ? i[0].d : -1;
}

/* The columns `does` and `reads` of code.def: what an instruction may do, and what it reads of
 * the World beyond its operands. */
enum code_does { DOES_PURE, DOES_LOOKS, DOES_BODY, DOES_ASKS };
enum code_reads {
    /* only operands, the image, and what never changes of a thing: its kind, its blueprint, which
     * player it is */
    CODE_READS_NOTHING,
    CODE_READS_FIELD,  /* field d of thing b, with its rows */
    CODE_READS_STORED, /* field d of thing b as stored, without its rows */
    CODE_READS_MEMORY, /* parameters and memories of an instance */
    /* the features of blueprint d that thing b bears, and what decides whether they are in force */
    CODE_READS_BORNE,
    /* the features of kind d that thing b bears, and what decides whether they are in force */
    CODE_READS_BORNE_KIND,
    CODE_READS_NAMED,     /* the things of blueprint d that are in play */
    CODE_READS_EXTENT,    /* the things of kind d that are in play */
    CODE_READS_PRESENCE,  /* whether thing b is in play */
    CODE_READS_RULING,    /* the reading of a ruling */
    CODE_READS_QUANTITY,  /* all that quantity d reads */
    CODE_READS_PRIMITIVE, /* all that primitive d reads: see prim.def */
    CODE_READS_SELF,      /* the instance of a blueprint whose rule runs */
    CODE_READS_ROLE,      /* a slot of the event that the function speaks of */
    CODE_READS_NEAREST,   /* a slot of the innermost running event of number d */
    CODE_READS_RUNNING,   /* whether event d runs */
    /* the running frame: its slots, the player who is asked in it, how dice are thrown in it */
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

/* The function of a row returns this if the row does not apply. */
#define SKIP UNKEPT

#endif
