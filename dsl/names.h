/*
 * names: what the declarations of a ruleset declare. Owns interned words, the
 * records of kinds, fields, enumerations, blueprints, events, quantities, rules
 * and the rest, the static types, and what the language itself brings. The
 * checker fills them; emit and the tools read them.
 *
 * Records are numbered as image.h wants them: kinds in preorder, the language's
 * own events first (enum native_event), roles before kept values. Every record's
 * `index` is its place in the array of `struct names`.
 *
 * The enumerations CLASS_, BASE_ and NATIVE_ are those of vm/image.h (V_, ROOT_,
 * EVENT_) in the same order, said again because this layer does not see the
 * image; emit asserts that they agree.
 *
 * ---- What the checker leaves in the tree --------------------------------
 *
 * Every expression: n->type, never NULL. Where a set is wanted and n->type is no
 * set, n is a thing (the set of it alone) or none (the empty set). Where a truth
 * is wanted and n->type is CLASS_NONE, it is no.
 *
 * NAME, DOT, CALL (as expressions): n->mark is an enum meaning, n->meaning the
 * record it names, n->slot an index; the table at enum meaning says which.
 * Arguments of a CALL or DO: names_arg(call, i) is what fills parameter i.
 *
 * IS: n->mark is an enum is_how. IS_IN: enum in_how. IS_TO: n->meaning is the
 * quantity, or NULL and n->slot the primitive. IS_WITHIN: the primitive `is_within`.
 * COMPARE: by the operands' types; where one is a pool (only as the first argument
 * of count, any, every, none) n->type is CLASS_POOL: the dice for which it holds.
 * ARITH: by n->type (number, length, place, set, pool).
 * ROLL: n->type is CLASS_POOL, or without a count CLASS_NUMBER or CLASS_FACE;
 * n->meaning the struct die_decl (NULL: dN of n->roll.die, or a computed die: n->slot 1).
 * START_OF: n->meaning the field that is read without rows.
 * ARG_IN, ARG_FOR, WITH, REROLL, FOR, ASK_EACH, DIVIDE, WHENEVER: n->meaning is the
 * struct local that it binds (`it` where no name is said; NULL: no `where`). DIVIDE:
 * that is `it`; its ->twin is the share. ASK_EACH: n->slot is the number of statements
 * in its head. An `ask` block opens no scope: its names live to the end of the block around.
 * LET: n->meaning the local. KEEP: n->meaning the struct slot_decl.
 * LET, KEEP and CHOOSE in the head of an action bind a slot_decl: there LET's
 * n->mark is BIND_SLOT and n->meaning a slot_decl (else n->mark is BIND_LOCAL).
 * CHOOSE, CHOOSE_PLACE, CHOOSE_PATH: n->meaning is a struct binding.
 * ASSIGN: its target is a NAME or DOT with its meaning (LOCAL, ROLE, MEMORY, FIELD, NEAREST).
 * DO, STOP, OFFER, UNTIL, LIMIT, EVENT_REF, WHEN: n->meaning the struct event_decl (NULL:
 * `stop` alone, `any action`). DO in its own `instead of`: n->mark is DO_CONTINUE.
 * LIMIT: n->slot the number of its group (lines with one `as` share a number).
 * PAY: source is a DOT with MEAN_FIELD.
 * GIVE, TAKE: the feature is an expression of CLASS_BLUEPRINT (a new one) or CLASS_THING.
 * CREATE.what: MEAN_BLUEPRINT or MEAN_KIND. PUT.pile, DRAW.source, .taker, SHUFFLE.what,
 * CREATE.pile: a DOT with MEAN_FIELD of a field that is a pile. REVEAL: n->meaning NULL, or
 * the secret field or the memory (n->reveal.what says which) that alone is revealed.
 * TEXT: where n->flags has FLAG_HOLES, n->meaning is a struct text_holes.
 * PERMIT, TRIGGER, ROW: n->meaning is the struct rule_decl (WHENEVER: see above).
 * NUMREF: n->meaning the struct quantity_decl (of a field: the field's quantity).
 * SETTING, ITEM_ADD, …: flattened in blueprint_decl.given; do not walk them.
 */
#ifndef MYTH_DSL_NAMES_H
#define MYTH_DSL_NAMES_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"
#include "tree.h"

/* ---- Types ------------------------------------------------------------ */

enum type_class {
    CLASS_VOID,
    CLASS_NUMBER,
    CLASS_LENGTH,
    CLASS_TRUTH,
    CLASS_TEXT,
    CLASS_DIE,
    CLASS_PLACE,
    CLASS_SIZE,
    CLASS_SHAPE,
    CLASS_ENUM,
    CLASS_FACE,
    CLASS_BLUEPRINT, /* a blueprint of kind `of`, as a value */
    CLASS_THING,
    CLASS_EVENT, /* the action that was done on an offer */
    CLASS_STATUS,
    CLASS_SET,
    CLASS_PATH,
    CLASS_POOL,
    /* The following are known to the checker only: */
    CLASS_NONE,   /* the word none: fits wherever none is allowed */
    CLASS_RECORD, /* `let t = do E`: roles and kept values of a finished event */
    /* a pile of cards, as `put`, `draw` and `shuffle` name it; elsewhere it is read as a set */
    CLASS_PILE,
    CLASS_RULING, /* a ruling, on the left of `is` */
    CLASS_ERROR   /* the mistake was reported; it fits everything and causes no further message */
};

struct names;
struct kind_decl;
struct enum_decl;
struct die_decl;
struct event_decl;
struct field_decl;
struct blueprint_decl;
struct quantity_decl;
struct rule_decl;
struct chart_decl;
struct ruling_decl;
struct force_decl;
struct roster_decl;

/* A type exists only once, so equal types are equal pointers. */
struct type {
    enum type_class class;
    const struct type *elem;  /* of a set: type of its members; NULL: the empty set, of any type */
    struct kind_decl *kind;   /* of a thing or blueprint: its kind; NULL: any */
    struct enum_decl *values; /* of an enumeration: its values */
    struct die_decl *die;     /* of a face or pool: its die; NULL: any die with numbers */
    struct event_decl *event; /* of a record: its event */
    struct type *set;         /* the type "set of these", made when first needed */
};

/* ---- Words ------------------------------------------------------------- */

struct local;      /* below */
struct value_use { /* an enumeration that has the word among its values */
    struct enum_decl *values;
    int32_t index;
    int32_t nth; /* counts the uses of the word as a value, from 1 */
    struct value_use *next;
};
struct face_use { /* a die with a face of this name */
    struct die_decl *die;
    int32_t face;
    struct face_use *next;
};
/* An interned word, with everything that it means anywhere. Kinds, plurals, blueprints, quantities,
 * charts, dice, rulings and players share one space of names; events, forces and rosters have one
 * each; fields, values and faces are found by what stands before them. */
struct word {
    struct span text;
    uint64_t hash;
    struct word *chain;
    struct local *local; /* the innermost of that name */
    struct kind_decl *kind, *plural;
    struct enum_decl *values, *values_plural; /* enumerations that have names */
    struct field_decl *fields;
    struct blueprint_decl *blueprints;
    struct quantity_decl *quantities;
    struct event_decl *event;
    struct chart_decl *chart;
    struct die_decl *die;
    struct ruling_decl *ruling;
    struct force_decl *force;
    struct roster_decl *roster;
    struct value_use *value_uses;
    struct face_use *face_uses;
    int16_t player, rank;        /* their number + 1; 0: the word names none */
    int16_t function, primitive; /* their number + 1; 0: the word names none */
    int16_t special;             /* enum special_word of the checker */
    uint32_t missed;         /* checker: the context in which it was last reported to be missing */
    struct missing *missing; /* checker: the message that reported it */
    struct place removed;    /* the place where a variant removed it; length 0: none did */
    struct word *removed_with; /* the thing in whose braces the removed one stood; NULL */
    /* checker: it occurs on a line that could not be read, so it may be declared there */
    bool lost;
};
struct word *names_word(struct names *n, struct span text);       /* interns */
struct word *names_find(const struct names *n, struct span text); /* NULL: never seen */

/* ---- Kinds and fields ---------------------------------------------------- */

enum base_kind {
    BASE_THING,
    BASE_PLAYER,
    BASE_GAME,
    BASE_PIECE,
    BASE_GROUP,
    BASE_FEATURE,
    BASE_ITEM,
    BASE_CARD,
    BASE_ZONE,
    BASE_TERRAIN,
    BASE_AREA,
    BASE_BORDER,
    BASE_COUNT_
};

struct kind_decl {
    int32_t index, end; /* numbered in preorder: k is of kind a iff a->index <= k->index < a->end */
    struct span name, plural, label;
    struct kind_decl *parent; /* NULL for `thing` only */
    enum base_kind base;
    /* of a group: kind of its members; of a feature: kind of its bearers (inherited) */
    struct kind_decl *of;
    struct kind_decl *group; /* of a kind of members: the kind of their groups; NULL */
    int32_t rank;
    bool stacks;
    struct field_decl *fields;  /* its own fields, in order of text, linked by next_in_kind */
    struct field_decl *members; /* of a group: the field that lists its members */
    int32_t words; /* words of a record: T_WORDS, and those of the fields of it and its ancestors */
    struct node *node; /* the KIND node; NULL: the language brings it */
    struct place place;
    const struct type *type;      /* type of a thing of this kind */
    const struct type *blueprint; /* type of a blueprint of this kind, as a value */
    /* used by the checker: */
    struct kind_decl *first_child, *next_sibling;
    struct field_decl *last_field;
    /* field_count: of its own fields; depth: number of its ancestors, itself included */
    int32_t field_count, depth;
    struct kind_default *defaults;
    bool lost; /* its parent was refused, so its fields are not all known */
};

/* Words of a record before its fields; the same numbers as enum thing_word of vm/image.h. */
enum { RECORD_OWNER = 2, RECORD_HOLDER = 3, RECORD_PLACE = 4, RECORD_WORDS = 10 };

/* `base shape = circle(32mm)` in a kind of piece: the value for blueprints that do not set the
 * field. */
struct kind_default {
    struct field_decl *field;
    struct node *value;
    struct kind_default *next;
};

/* The role of a field that the language brings. Stored ones lie in the word of enum thing_word
 * where there is one, otherwise at field_decl.slot. */
enum native_field {
    NATIVE_NOT,
    NATIVE_OWNER,    /* T_OWNER */
    NATIVE_HOLDER,   /* T_HOLDER: the bearer, or a member's group */
    NATIVE_PLACE,    /* T_PLACE */
    NATIVE_MEMBERS,  /* of a group: the list of its members, stored */
    NATIVE_STARTING, /* starting_strength, stored */
    NATIVE_BASE,     /* shape, stored */
    NATIVE_FACING,   /* stored */
    NATIVE_HEIGHT,   /* stored */
    NATIVE_OUTLINE,  /* shape, stored */
    NATIVE_SIDE,     /* of a player, stored */
    NATIVE_POINTS    /* of a player: sum of his entries in the ledger, as points(p) */
};

struct field_decl {
    int32_t index; /* number in names.fields: kind by kind, in order of text */
    struct span name, label;
    const struct type *type; /* type of its value; of a pile: set of its cards */
    struct kind_decl *kind;  /* the kind that declares it */
    enum native_field native;
    bool derived; /* computed by a quantity; has no slot */
    bool borne;   /* the features or items in T_BORNE of kind type->elem->kind; has no slot */
    bool pile, secret;
    int32_t slot;                   /* word of the record, -1: none */
    struct quantity_decl *quantity; /* set if it is derived or some row changes it */
    int64_t least, most;            /* NUM_MIN, NUM_MAX where there is no range */
    struct node *value;             /* default: a constant expression, checked; NULL: none given */
    bool none_ok;                   /* its default is none, so it may be none */
    struct node *node;              /* the FIELD or DERIVE node; NULL: the language brings it */
    struct place place;
    struct field_decl *next_in_kind;
    struct field_decl *next_of_name; /* the next field of the same name, in another kind */
    /* checker: the next field that holds values of the same enumeration */
    struct field_decl *next_of_enum;
};

struct enum_decl {
    int32_t index;
    struct span name; /* empty: the enumeration is written where it is used */
    struct span plural;
    struct span *values;
    struct span *labels;
    int32_t count;
    const struct type *type;
    struct place place;
    /* checker: the fields that hold its values, linked by next_of_enum */
    struct field_decl *fields;
};

/* ---- Blueprints ------------------------------------------------------------ */

/* a parameter or a `keep` of a blueprint: word kind->words + index of the record */
struct memory_decl {
    struct span name;
    const struct type *type;
    int32_t index; /* parameters first, then memories in order of text */
    bool param, secret, none_ok;
    struct node *value; /* default; NULL */
    struct blueprint_decl *blueprint;
    struct place place;
    struct memory_decl *next;
};

/* The values of one field for a new instance, after `like`, `add`, `remove` and `replace` have been
 * applied. */
struct given {
    struct field_decl *field;
    struct node *
        *values; /* checked expressions. A plain field has one; a yes_no that is yes has none */
    int32_t count, room;
    /* used by the checker: */
    const struct node *said_in; /* the list of items or the table that set it last … */
    struct place said_at;       /* … and the place where it did */
    struct given *next;
};
struct part { /* `count` members, or one thing in a thing */
    int64_t count;
    struct blueprint_decl *blueprint;
    struct part *next;
};

struct blueprint_decl {
    int32_t index; /* in order of text; inner blueprints come after their outer one */
    struct span name, title;
    struct kind_decl *kind;
    int32_t rank;
    struct kind_decl *of;         /* of a feature: the kind of its bearers */
    struct blueprint_decl *outer; /* the blueprint in which it is a member or a thing; NULL */
    /* its rules, memory and parts hold for this one, too, and come before its own; NULL */
    struct blueprint_decl *like;
    /* Set for a form, the blueprint made by choosing options: the blueprint that has the options.
     * Where a rule asks for that blueprint, a form counts as it. NULL for all others. */
    struct blueprint_decl *form_of;
    struct memory_decl *memory; /* linked by `next`; those of `like` are copied in front */
    /* params: how many are parameters; memories: how many there are in all */
    int32_t params, memories;
    struct given *given;     /* complete, those of `like` included */
    struct part *parts;      /* members, zones and terrain; complete, those of `like` included */
    struct rule_decl *rules; /* linked by next_in_blueprint; without those of `like` */
    struct node *table_size; /* the SIZE in `table 36" x 36"`; NULL */
    bool named; /* a zone, terrain or thing in a thing, which rules know by name: MEAN_NAMED */
    struct node *node; /* the THING, TABLE_ROW or MEMBER node */
    struct node *cites;
    struct place place;
    /* used by the checker: */
    struct rule_decl *last_rule;
    struct blueprint_decl *next_of_name;
    struct blueprint_decl *first_inner, *last_inner, *next_inner;
    int64_t how_many;           /* of a member: how many there are */
    struct node *items, *table; /* table: of a row, its TABLE */
    /* its `add to` blocks: ADD_TO nodes, linked by their `meaning` */
    struct node *more, *last_more;
    struct memory_decl *last_memory;
    struct form *forms; /* of check_option: the forms made of it */
    int32_t form_count;
    uint8_t state;
    int32_t depth; /* length of the chain of `like` from here */
    bool is_given;
    bool doubtful; /* some of what it sets is not known, since it could not be read */
};

/* ---- Events ------------------------------------------------------------------ */

enum native_event {
    NATIVE_CREATE, /* thing */
    NATIVE_PUT_AT, /* place(thing, spot) */
    NATIVE_MOVE,   /* thing, path */
    NATIVE_STEP,   /* thing, spot */
    NATIVE_REMOVE, /* thing */
    NATIVE_DESTROY,
    NATIVE_GIVE,   /* feature, taker */
    NATIVE_TAKE,   /* feature, bearer */
    NATIVE_DRAW,   /* card, source, taker */
    NATIVE_REVEAL, /* thing */
    NATIVE_SCORE,  /* points, player */
    NATIVE_EVENT_COUNT_
};

struct slot_decl { /* a role or kept value of an event */
    struct span name;
    const struct type *type;  /* NULL until it is known (checker only) */
    struct event_decl *event; /* NULL: `actor` of any action, which is the first role */
    int32_t index;            /* roles first, then kept values, in order of text */
    bool role, even_gone, none_ok;
    int64_t least, most; /* of a role with a range: the range */
    struct node *value;  /* of a role: its default, checked; NULL */
    struct node *node;   /* the PARAM, KEEP, LET, CHOOSE… node; NULL */
    struct place place;
    struct slot_decl *next;
    struct word *word;
};

struct event_decl {
    int32_t index;
    struct span name, title;
    struct slot_decl *slots; /* linked by `next`: roles, then kept values */
    int32_t roles, kept;     /* roles: how many are roles; kept: how many there are in all */
    struct slot_decl *actor; /* the role named `actor`; NULL */
    bool action, native;
    struct event_decl **during; /* of an action: events one of which must be running */
    int32_t during_count;
    struct node *body; /* the BLOCK node; NULL */
    /* of an action: number of statements at the beginning of its body that are its head */
    int32_t head;
    struct blueprint_decl *blueprint; /* the blueprint that declares it; NULL */
    struct node *node;                /* the EVENT or ACTION node; NULL: the language brings it */
    struct place place;
    /* used by the checker: */
    struct slot_decl *last_slot;
    const struct type *record;
    uint8_t state;
    bool full;    /* too many slots were declared (reported) */
    bool offered; /* some action may be done during it */
    bool is_done; /* some text does it, or it is an action */
};

/* ---- Quantities and rules -------------------------------------------------------- */

enum quantity_sort { SORT_NUMBER, SORT_TRUTH, SORT_VALUE, SORT_FIELD };
/* The same as enum builtin_quantity. */
enum native_quantity {
    NATIVE_NO_QUANTITY,
    NATIVE_IN_FORCE,
    NATIVE_ENEMY,
    NATIVE_FRIENDLY,
    NATIVE_BLOCKS_SIGHT,
    NATIVE_BLOCKS_MOVE
};

struct param_decl { /* a parameter of a quantity or chart; the number of a kind has one, `it` */
    struct span name;
    const struct type *type;
    int32_t index;
    int64_t least, most;
    struct node *value; /* default, NULL */
    struct place place;
    struct word *word;
};

/* the ranges of `rows within` and `together within`; NUM_MIN, NUM_MAX without */
struct quantity_within {
    int64_t row_least, row_most, sum_least, sum_most;
    bool sum_or_one_row;
};

/* There may be a million of these, so small members stand together. */
struct quantity_decl {
    int32_t index;
    uint8_t sort;   /* enum quantity_sort */
    uint8_t native; /* enum native_quantity */
    bool lost;      /* checker: the kind or event that it belongs to is not known */
    uint8_t state;  /* checker */
    struct span name, label;
    const struct type *type;  /* NULL until it is known (checker only) */
    struct event_decl *event; /* the event whose roles its rows read; NULL */
    /* A quantity of several events is declared once for each. The siblings form a ring, and
     * `family` is the first of them. */
    struct event_decl **events; /* the events whose common roles the declared text may read; NULL */
    struct quantity_decl *family, *sibling; /* itself, if there are no others */
    struct kind_decl *kind; /* `of KIND`: it is read like a field, and its one parameter is `it` */
    struct param_decl *params;
    int32_t param_count;
    int32_t event_count; /* 0, or at least 2 */
    /* SORT_FIELD: the field, stored (it starts with the stored value) or derived */
    struct field_decl *field;
    struct node *start; /* expression; NULL: a field starts with what is stored, a truth with no */
    /* NULL: neither `rows within` nor `together within` is written */
    struct quantity_within *within;
    /* all rows that speak of it, in order of text, linked by next_of_target */
    struct rule_decl *rows;
    struct blueprint_decl *blueprint; /* the blueprint in whose braces it stands; NULL */
    struct node *node;                /* the QUANTITY or DERIVE node; NULL */
    struct place place;
    /* used by the checker: */
    uint32_t low;
    struct rule_decl *last_row;
    struct quantity_decl *next_of_name;
    struct reads *reads;
};

enum rule_sort {
    SORT_ROW,
    SORT_BEFORE,
    SORT_INSTEAD,
    SORT_AFTER,
    SORT_FORBID,
    SORT_ALLOW,
    SORT_WHENEVER
};

struct rule_decl {
    int32_t index; /* in order of text */
    enum rule_sort sort;
    struct node *node; /* the ROW, TRIGGER, PERMIT or WHENEVER node */
    struct blueprint_decl
        /* an instance of this blueprint must be in force; NULL: the rule stands at the top of a
         * file */
        *blueprint;
    int32_t rank;
    struct quantity_decl *target; /* of a row: the quantity that it changes */
    bool of_all;                  /* of a row: it changes all siblings of the target, too */
    bool own;                     /* of a row: it stands in the braces of its quantity */
    struct event_decl **events;   /* of a trigger or permission: the events that it speaks of */
    int32_t event_count;          /* 0: any action */
    struct rule_decl *next_in_blueprint, *next_of_target;
};

/* ---- The rest ------------------------------------------------------------------------ */

struct die_decl {
    int32_t index;
    struct span name;
    struct node *node;
    int32_t sides;           /* number of faces, repeated ones counted */
    struct span *face_names; /* [sides] names of faces; empty: the face is a number */
    int64_t *faces;          /* [sides] numbers of faces */
    bool named;              /* some face has a name, so a roll gives a CLASS_FACE */
    struct place place;
    const struct type *face, *pool;
};
struct chart_decl {
    int32_t index;
    struct span name;
    struct param_decl *params;
    int32_t param_count; /* 1 or 2 */
    int64_t least, left; /* least: first value of the first parameter; left: of the second */
    int32_t rows, columns;
    struct node **cells; /* [rows * columns] row by row: constants, checked */
    const struct type *type;
    struct node *node;
    bool wrong; /* checker: a mistake in it was reported */
    struct place place;
};
struct ruling_decl {
    int32_t index;
    struct span name;
    struct node *node;
    int32_t count;
    struct place place;
};
struct block_decl { /* an example or a chances block */
    int32_t index;
    struct node *node;
    bool chances;
    struct local *names, *last_name; /* names from `given … as NAME`, linked by next_in_block */
    /* the event of the `when`, as a record that names can be read from; NULL without a `when` */
    struct local *record;
    struct node *when;          /* CALL, NULL */
    struct roster_decl *roster; /* of `given roster of FORCE`; it has no name. NULL: none */
    /* the limits that this roster breaks, in the order of the force's text */
    struct force_breach *breaches;
};
struct force_decl {
    int32_t index;
    struct span name;
    /* FORCE_FROM with names; FORCE_LIMIT, with `mark` and `meaning` saying what it counts, and its
     * `per` likewise */
    struct node *node;
    struct place place;
};
/* What a limit counts: units made from a blueprint; the sum of a number; units that have a feature
 * or item, or whose members have one; units that have a value (n->meaning: NULL), are of a kind, or
 * have a yes_no that is yes. */
enum {
    FORCE_BY_BLUEPRINT,
    FORCE_BY_FIELD,
    FORCE_BY_BORNE,
    FORCE_BY_VALUE,
    FORCE_BY_KIND,
    FORCE_BY_TRUTH
};
struct roster_decl {
    int32_t index;
    struct span name;
    struct force_decl *force;
    struct node *node; /* ROSTER_ENTRY, whose meaning is a blueprint_decl, which may be a form */
    struct place place;
};
/* The mark of an EXPECT that speaks of the roster of its example. */
enum { EXPECT_LEGAL = 1, EXPECT_BROKEN };
/* A breach of a roster's force: of a limit, or an entry that the force may not be drawn from. */
struct force_breach {
    struct force_breach *next;
    struct node *node; /* FORCE_LIMIT or ROSTER_ENTRY */
    const char *text;  /* the limit in one standard form, or the sentence about the entry */
    int64_t has, limit;
};
/* a text with holes: texts[0] {holes[0]} texts[1] …, one more text than holes */
struct text_holes {
    struct span *texts;
    struct node **holes;
    int32_t count;
};

/* ---- What names mean --------------------------------------------------------------------- */

enum local_how {
    /* bound by let, choose, for, ask each or divide: a slot of the frame, until its block ends */
    LOCAL_LET,
    LOCAL_BOUND,    /* bound by a comprehension or `where`, or a candidate of a choice: a temp */
    LOCAL_WHENEVER, /* x of a `whenever`: parameter 0 of its condition, first slot of its body */
    LOCAL_GIVEN,    /* a thing that an example is given */
    LOCAL_RECORD    /* the event that the `when` of an example does */
};
struct local {
    enum local_how how;
    struct span name;
    const struct type *type;
    struct place place;
    struct local *twin; /* of DIVIDE: the share */
    /* of CLASS_RECORD: the roles and kept values that are read later, each once */
    struct slot_decl **results;
    int32_t result_count;
    bool status_read;
    int32_t home; /* used by emit: its slot or temp; -1 before that */
    void *emit;   /* used by emit */
    /* used by the checker: */
    struct local *hidden, *next_in_scope, *next_in_block;
    struct word *word;
    uint32_t context;
};

enum bind_how { BIND_LOCAL, BIND_SLOT, BIND_MEMORY };
struct binding {             /* where the result of a choice goes */
    enum bind_how how;       /* which of the members below says where the result is kept */
    struct local *candidate; /* the name of one candidate inside `where`: a LOCAL_BOUND */
    struct local *local;     /* of BIND_LOCAL */
    /* of BIND_SLOT: a role, a kept value, or a slot bound by an action's head */
    struct slot_decl *slot;
    struct memory_decl *memory; /* of BIND_MEMORY: a memory of `this` */
};

enum meaning {
    MEAN_UNKNOWN, /* the name has no meaning, which was reported */
    MEAN_LOCAL,   /* NAME: struct local */
    /* NAME, or EVENT.name in rules of EVENT: a struct slot_decl of the event that the text speaks
     * of. For rules of several events ask names_event_slot(event, slot->name) */
    MEAN_ROLE,
    MEAN_NEAREST, /* DOT: struct slot_decl of the nearest running slot->event */
    MEAN_RESULT,  /* DOT of a record, or NAME in an example: struct slot_decl */
    MEAN_PARAM,   /* NAME: struct param_decl of this quantity; n->slot its index */
    MEAN_MEMORY,  /* NAME: struct memory_decl of `this`; DOT: of the thing */
    MEAN_FIELD,   /* DOT: struct field_decl */
    /* a quantity without arguments (NAME), with dot.of as its only argument (DOT), or with
     * arguments (CALL) */
    MEAN_QUANTITY,
    MEAN_EXTENT,     /* NAME: struct kind_decl; the set of its things in play */
    MEAN_VALUES,     /* NAME: struct enum_decl; the set of its values */
    MEAN_ENUM_VALUE, /* NAME: struct enum_decl; n->slot the value */
    MEAN_FACE,       /* NAME: a named face; struct die_decl, n->slot the face's number, from 0 */
    MEAN_BLUEPRINT,  /* NAME or CALL with its arguments: struct blueprint_decl */
    MEAN_KIND,       /* NAME, after `is` and `create`: struct kind_decl */
    /* NAME: struct blueprint_decl; the only zone, terrain or thing in play that is made from it */
    MEAN_NAMED,
    MEAN_PLAYER,  /* NAME: n->slot, 0 the first */
    MEAN_GAME,    /* NAME */
    MEAN_THIS,    /* NAME */
    MEAN_ME,      /* NAME: the owner of `this` */
    MEAN_BEARER,  /* NAME: the thing that bears `this` */
    MEAN_NONE,    /* NAME */
    MEAN_RULING,  /* NAME: struct ruling_decl */
    MEAN_READING, /* NAME, right of is: struct ruling_decl; n->slot the reading */
    MEAN_EVENT,   /* NAME: struct event_decl as a value */
    MEAN_STATUS,  /* NAME, right of is: n->slot an enum status_word */
    /* a primitive with arguments (CALL), with dot.of as its only argument (DOT), or without (NAME);
     * n->slot: row of prim.def */
    MEAN_PRIMITIVE,
    MEAN_CHART,    /* CALL: struct chart_decl */
    MEAN_FUNCTION, /* CALL: n->slot, enum set_function */
    MEAN_SHAPE,    /* CALL: n->slot, enum shape_word; its arguments are constants */
    MEAN_SIDE,     /* NAME in a shape: n->slot, enum side_word */
    MEAN_ACTION,   /* CALL left of `is open`, `is closed`: struct event_decl */
    MEAN_DIE,      /* NAME: struct die_decl as a value */
    MEAN_PASS      /* NAME in picks */
};

enum is_how {
    IS_SAME,      /* left is the same as right, an expression: the same thing, or an equal value */
    IS_NONE,      /* is none */
    IS_EMPTY,     /* of a set, pile or pool: it is empty */
    IS_KIND,      /* right MEAN_KIND: left is a thing of that kind */
    IS_OF,        /* right MEAN_BLUEPRINT: left is a thing made from it */
    IS_BLUEPRINT, /* right MEAN_BLUEPRINT: left, a blueprint as a value, is that one */
    /* right MEAN_BLUEPRINT (NAME or CALL): left bears that feature or item, in force; arguments are
     * compared only where they are written */
    IS_HAS,
    IS_HAS_KIND, /* right MEAN_KIND of features or items: left bears one, in force */
    /* In the next three, the field or truth may belong to a narrower kind than left is known to be;
     * for things not of that kind the answer is no. */
    IS_FIELD, /* n->meaning: struct field_decl, a yes_no of left */
    IS_TRUTH, /* n->meaning: struct quantity_decl, a truth whose only argument is left */
    /* n->meaning: struct field_decl of left, an enumeration or a set of one; n->slot: the value */
    IS_VALUE,
    IS_IN_PLAY, /* left is in play */
    IS_RUNNING, /* left MEAN_EVENT */
    IS_OPEN,    /* left MEAN_ACTION */
    IS_CLOSED,
    IS_OFFERED, /* in picks: the next question offers left, which is written like a pick */
    /* in picks: left is the prompt of the next question (TEXT), or the player to whom it is put */
    IS_ASKED,
    IS_STATUS,  /* left a record; right MEAN_STATUS */
    IS_EVENT,   /* left CLASS_EVENT, right MEAN_EVENT */
    IS_READING, /* left MEAN_RULING, right MEAN_READING */
    /* left may be any thing, right MEAN_BLUEPRINT: it is made from that or bears it (IS_OF or
     * IS_HAS) */
    IS_OF_OR_HAS
};
enum in_how {
    IN_SET,   /* left is a member of the set */
    IN_RANGE, /* `set` is a RANGE: left is a number between its ends */
    IN_ZONE,  /* `set` is a zone or terrain: primitive in_zone */
    IN_SUBSET /* left is a set: all its members are in `set` */
};
enum status_word { /* the same numbers as enum event_status */
                   STATUS_IS_RUNNING,
                   STATUS_IS_DONE,
                   STATUS_IS_STOPPED,
                   STATUS_IS_CANCELLED,
                   STATUS_IS_FORBIDDEN
};
enum set_function {
    FUNCTION_COUNT, /* of a set or pool, of (x in S where C), or of a condition on a pool */
    FUNCTION_ANY,
    FUNCTION_EVERY,
    FUNCTION_NO, /* none(…) */
    FUNCTION_HIGHEST,
    FUNCTION_LOWEST,
    FUNCTION_SUM,
    FUNCTION_WITH_HIGHEST,
    FUNCTION_SORTED,
    FUNCTION_FIRST,
    FUNCTION_LAST,
    FUNCTION_REVERSED,
    FUNCTION_RANDOM,
    FUNCTION_JOINED, /* the union of sets */
    FUNCTION_COUNT_
};
enum shape_word {
    SHAPE_IS_CIRCLE,
    SHAPE_IS_OVAL,
    SHAPE_IS_RECTANGLE,
    SHAPE_IS_STRIP,
    SHAPE_IS_CORNER,
    SHAPE_IS_POLYGON,
    SHAPE_IS_RING,
    SHAPE_IS_HALF,
    SHAPE_IS_QUARTER
};                         /* the same numbers as enum shape_what */
enum { MAX_CORNERS = 32 }; /* greatest number of a polygon's corners */
enum side_word {
    SIDE_IS_SOUTH,
    SIDE_IS_NORTH,
    SIDE_IS_WEST,
    SIDE_IS_EAST,
    SIDE_IS_CENTRE,
    SIDE_IS_SOUTH_WEST,
    SIDE_IS_SOUTH_EAST,
    SIDE_IS_NORTH_WEST,
    SIDE_IS_NORTH_EAST
}; /* the same numbers as enum side */
enum { DO_EVENT, DO_CONTINUE };
/* mark of a NUMREF: the quantity alone, or all its siblings, too */
enum { NUMREF_ONE, NUMREF_SIBLINGS };

/* ---- Primitives ----------------------------------------------------------------------------- */

struct primitive_row {
    const char *name, *arguments, *result, *sentence;
};
int32_t names_primitive_count(void);
const struct primitive_row *names_primitive(int32_t primitive); /* in the order of prim.def */

/* ---- The whole ------------------------------------------------------------------------------- */

#define NAMES_TABLE(record, name) \
    struct record **name;         \
    int32_t name##_count;         \
    int32_t name##_room;

struct names {
    struct arena *arena;
    struct diags *diags;
    /* The head */
    struct span name, title, version;
    struct node *head; /* THING, NULL: there is none */
    struct span *players;
    int32_t player_count;
    struct span *ranks; /* lowest first; there is at least one */
    int32_t rank_count;
    int64_t step;
    struct node *clauses;    /* list of TEXT */
    struct node *leaf;       /* the first text after `lua`, NULL */
    struct node *order_node; /* the NAME of the value that says whose rules come first; NULL */
    struct quantity_decl *order;
    struct event_decl *battle; /* the event `battle`; NULL */
    struct kind_decl *base[BASE_COUNT_];
    struct quantity_decl *native[NATIVE_BLOCKS_MOVE + 1];
    struct slot_decl *any_actor; /* `actor` in rules about any action */
    int32_t limit_groups;
    bool for_play; /* examples are neither checked nor emitted */
    NAMES_TABLE(kind_decl, kinds)
    NAMES_TABLE(field_decl, fields)
    NAMES_TABLE(enum_decl, enums)
    NAMES_TABLE(blueprint_decl, blueprints)
    NAMES_TABLE(event_decl, events)
    NAMES_TABLE(quantity_decl, quantities)
    NAMES_TABLE(quantity_decl, figures) /* the quantities declared so, in the order of the text */
    NAMES_TABLE(rule_decl, rules)
    NAMES_TABLE(die_decl, dice)
    NAMES_TABLE(chart_decl, charts)
    NAMES_TABLE(ruling_decl, rulings)
    NAMES_TABLE(block_decl, blocks)
    NAMES_TABLE(force_decl, forces)
    NAMES_TABLE(roster_decl, rosters)
    struct word **words; /* hash table for names_word */
    size_t words_room, words_count;
    struct arena *word_arena; /* memory of the words and their table */
    struct type *plain[CLASS_ERROR + 1];
    struct type *no_set; /* type of the empty set */
};

struct names *names_new(struct arena *arena, struct diags *diags);
/* The same, with the words in an arena of their own, which may be freed before emit. */
struct names *names_new_apart(struct arena *arena, struct arena *words, struct diags *diags);

/* Types */
/* types of one class without parts */
const struct type *names_type(const struct names *n, enum type_class class);
const struct type *names_set_of(struct names *n, const struct type *elem);
bool names_kind_is(const struct kind_decl *k, const struct kind_decl *ancestor);
/* Whether things of this kind have a bearer. */
static inline bool names_is_borne(const struct kind_decl *k) {
    return k->base == BASE_FEATURE || k->base == BASE_ITEM;
}
/* Whether f is the place of a group. It is computed, from the place of the first member; no word of
 * the record holds it. */
bool names_is_place_of_group(const struct field_decl *f);
const struct type *names_enum_type(struct names *n, struct enum_decl *values);
const struct type *names_record_type(struct names *n, struct event_decl *event);
/* A type as an author would name it: "a number", "a set of units", "one of (a, b)". */
const char *names_type_text(struct names *n, const struct type *type);

/* The role or kept value of that name; NULL. */
struct slot_decl *names_event_slot(const struct event_decl *event, struct span name);
/* The expression that fills parameter `index` of a checked CALL or DO, without its ARG_NAMED. NULL:
 * it was left out, so the default holds. */
struct node *names_arg(const struct node *call, int32_t index);
/* The node without an ARG_NAMED around it. */
struct node *names_arg_value(struct node *arg);

#endif
