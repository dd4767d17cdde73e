/*
 * names: what the declarations of a ruleset declare. It has the interned words, the records of
 * kinds, fields, enumerations, blueprints, events, quantities, rules and the rest, the static
 * types, and what the language itself brings. The checker fills the records; emit and the tools
 * read them.
 *
 * Records are numbered as image.h wants them: kinds in preorder, the language's own events first
 * (enum native_event), roles before kept values. The `index` of a record is its place in the array
 * of `struct names`.
 *
 * The enumerations CLASS_, BASE_ and NATIVE_ are those of vm/image.h (V_, ROOT_, EVENT_) in the
 * same order. They are written again here because this layer does not see the image; emit asserts
 * that they agree.
 *
 * ---- What the checker leaves in the tree --------------------------------
 *
 * Every expression: n->type, never NULL. Where a set is wanted and n->type is no set, n is a thing
 * (it counts as the set of it alone) or none (the empty set). Where a truth is wanted and n->type
 * is CLASS_NONE, n counts as no.
 *
 * NAME, DOT, CALL (as expressions): n->mark is an enum meaning, n->meaning the record that is
 * named, n->slot an index; the table at enum meaning says which. Arguments of a CALL or DO:
 * names_arg(call, i) is what fills parameter i.
 *
 * IS: n->mark is an enum is_how. IS_IN: enum in_how. IS_TO: n->meaning is the quantity, or NULL and
 * n->slot the primitive. IS_WITHIN: the primitive `is_within`.
 *
 * COMPARE: follows the operands' types. If the left one is a pool (only as the argument of a
 * function over sets, such as count or any), n->type is CLASS_POOL: the dice for which the
 * comparison holds. ARITH: follows n->type (number, length, set, pool).
 *
 * ROLL: n->type is CLASS_POOL, or without a count CLASS_NUMBER or CLASS_FACE; n->meaning the struct
 * die_decl (NULL: dN of n->roll.die, or a computed die, then n->slot is 1). START_OF: n->meaning
 * the field that is read without rows.
 *
 * ARG_IN, ARG_FOR, WITH, REROLL, FOR, ASK_EACH, DIVIDE, WHENEVER: n->meaning is the struct local
 * that the node binds (`it` if no name is written; NULL if there is no `where`). DIVIDE: the local
 * is `it`; its ->twin is the share. ASK_EACH: n->slot is the number of statements in its head. An
 * `ask` block opens no scope: its names live to the end of the block around it.
 *
 * LET: n->mark is BIND_LOCAL and n->meaning the local; in the head of an action BIND_SLOT and the
 * struct slot_decl. KEEP: n->meaning the struct slot_decl. CHOOSE, CHOOSE_PLACE, CHOOSE_PATH:
 * n->meaning is a struct binding, in the head of an action of BIND_SLOT.
 *
 * ASSIGN: its target is a NAME or DOT with its meaning (LOCAL, ROLE, MEMORY, FIELD, NEAREST). DO,
 * STOP, OFFER, UNTIL, LIMIT, EVENT_REF, WHEN: n->meaning the struct event_decl (NULL: `stop` alone,
 * `any action`). DO in its own `instead of`: n->mark is DO_CONTINUE. LIMIT: n->slot the number of
 * its group (lines with one `as` share a number). PAY: source is a DOT with MEAN_FIELD.
 *
 * GIVE, TAKE: the feature is an expression of CLASS_BLUEPRINT (a new one) or CLASS_THING.
 * CREATE.what: MEAN_BLUEPRINT, MEAN_KIND, or another expression of CLASS_BLUEPRINT. PUT.pile,
 * DRAW.source, .taker, SHUFFLE.what, CREATE.pile: a DOT with MEAN_FIELD of a field that is a pile.
 * REVEAL: n->meaning NULL, or the secret field or the memory (n->reveal.what says which) that alone
 * is revealed.
 *
 * TEXT: where n->flags has FLAG_HOLES, n->meaning is a struct text_holes. PERMIT, TRIGGER, ROW:
 * n->meaning is the struct rule_decl (WHENEVER: see above). NUMREF: n->meaning the struct
 * quantity_decl (of a field: the field's quantity). SETTING, ITEM_ADD, …: their values are found in
 * blueprint_decl.given; do not walk these nodes.
 */
#ifndef MYTH_DSL_NAMES_H
#define MYTH_DSL_NAMES_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"
#include "tree.h"

/* ---- Types ------------------------------------------------------------ */

/* The class of a static type: the same numbers as enum value_class of vm/image.h, as far as that
 * goes. */
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
    CLASS_BLUEPRINT, /* a blueprint, as a value; type.kind is its kind */
    CLASS_THING,
    CLASS_EVENT, /* the action that was done on an offer */
    CLASS_STATUS,
    CLASS_SET,
    CLASS_PATH,
    CLASS_POOL,
    /* Types of the following classes exist only while checking, and have no class in the image: */
    CLASS_NONE,   /* the word `none`, which fits wherever none is allowed */
    CLASS_RECORD, /* `let t = do E`: roles and kept values of a finished event */
    /* a pile of cards, as `put`, `draw` and `shuffle` name it; elsewhere it is read as a set */
    CLASS_PILE,
    CLASS_RULING, /* a ruling, on the left of `is` */
    CLASS_LEG,    /* a part of a way over a map: from one area to the next; a number in an image */
    /* a mistake was reported; a value of this type fits everything and causes no further message */
    CLASS_ERROR
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
    /* of a set: the type of the members; NULL: the empty set, whatever set is wanted */
    const struct type *elem;
    struct kind_decl *kind;   /* of a thing or blueprint: the kind; NULL: any kind */
    struct enum_decl *values; /* of an enumeration: the values that it has */
    struct die_decl *die;     /* of a face or pool: the die; NULL: any die with numbers */
    struct event_decl *event; /* of a record: the event that has finished */
    /* the type of a set of such values, made when first needed; NULL before */
    struct type *set;
};

/* ---- Words ------------------------------------------------------------- */

struct local; /* below */
/* An enumeration that has the word among its values. */
struct value_use {
    struct enum_decl *values;
    int32_t index;
    int32_t nth; /* number of this use among the uses of the word as a value, from 1 */
    struct value_use *next;
};
/* A die that has a face of the word's name. */
struct face_use {
    struct die_decl *die;
    int32_t face;
    struct face_use *next;
};
/* An interned word, with everything that it means anywhere. Kinds, plurals, blueprints, quantities,
 * charts, dice, rulings and players share one space of names. Events, forces and rosters have a
 * space each. Fields, values and faces are looked for by what stands before them. */
struct word {
    struct span text;
    uint64_t hash;
    struct word *chain;
    struct local *local; /* the innermost local of that name; NULL */
    struct kind_decl *kind, *plural;
    /* the enumeration of that name, or of that plural; NULL */
    struct enum_decl *values, *values_plural;
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
    /* the number of the player, or of the rank, that the word names, + 1; 0: none */
    int16_t player, rank;
    /* the number of the set function, or of the primitive, that the word names, + 1; 0: none */
    int16_t function, primitive;
    int16_t special; /* enum special_word of the checker */
    /* checker: the context in which the word was last reported as the name of nothing */
    uint32_t missed;
    /* checker: the message that reported the word as the name of nothing */
    struct missing *missing;
    /* the place where a variant removed what had this name; length 0: no variant did */
    struct place removed;
    struct word *removed_with; /* the thing in whose braces the removed thing stood; NULL */
    /* checker: the word stands on a line that could not be read, so it may be declared there */
    bool lost;
};
/* Returns the word of this text. A new text is interned. */
struct word *names_word(struct names *n, struct span text);
/* Returns the word of this text; NULL: the text was never interned. */
struct word *names_find(const struct names *n, struct span text);

/* ---- Kinds and fields ---------------------------------------------------- */

/* The kinds that the language brings: the same numbers as enum kind_root of vm/image.h. */
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

/* A kind of things, of the language or declared. */
struct kind_decl {
    /* numbered in preorder: kind k is of kind a iff a->index <= k->index < a->end */
    int32_t index, end;
    struct span name, plural, label;
    struct kind_decl *parent; /* NULL for `thing` only */
    enum base_kind base;
    /* of a group: the kind of the members; of a feature or item: the kind of the bearers
     * (inherited, too) */
    struct kind_decl *of;
    /* of a kind whose things are members: the kind of their groups; NULL */
    struct kind_decl *group;
    /* rank of the rules of blueprints of this kind, unless they say another: index in
     * names.ranks */
    int32_t rank;
    bool stacks; /* a thing may bear two equal features of this kind */
    bool alike;  /* the order in which things of this kind came into play counts for nothing */
    /* the fields that the kind declares itself, in order of text, linked by next_in_kind */
    struct field_decl *fields;
    struct field_decl *members; /* of a group: the field that lists the members */
    /* how many words a record has: T_WORDS, and those of the fields of this kind and its
     * ancestors */
    int32_t words;
    struct node *node; /* the KIND node; NULL: the language brings the kind */
    struct place place;
    const struct type *type;      /* the type of a thing of this kind */
    const struct type *blueprint; /* the type of a blueprint of this kind, as a value */
    /* The members below are used by the checker only: */
    struct kind_decl *first_child, *next_sibling;
    struct field_decl *last_field;
    /* field_count: how many fields the kind declares itself; depth: how many ancestors it has,
     * counting the kind itself */
    int32_t field_count, depth;
    struct kind_default *defaults;
    /* the parent that was written was refused, so not all fields of the kind are known */
    bool lost;
    /* a card, a force, a roster or a statement that fills a pile names a blueprint of the kind: so
     * the rules say where things of the kind come from */
    bool listed;
};

/* Some of the words that each record has before its fields, and how many these words are: the same
 * numbers as enum thing_word of vm/image.h. */
enum { RECORD_OWNER = 2, RECORD_HOLDER = 3, RECORD_PLACE = 4, RECORD_WORDS = 10 };

/* A default for a field, such as `base shape = circle(32mm)` in a kind of piece. It is the value
 * for blueprints that do not set the field. */
struct kind_default {
    struct field_decl *field;
    struct node *value;
    struct kind_default *next;
};

/* What part a field plays that the language brings. "Stored" ones lie at the word of enum
 * thing_word that is named, or, if none is, at field_decl.slot. */
enum native_field {
    NATIVE_NOT,   /* the rules declare the field */
    NATIVE_OWNER, /* `owner`, in word T_OWNER */
    /* the bearer of a feature or item, or the group of a member; in word T_HOLDER */
    NATIVE_HOLDER,
    NATIVE_PLACE,    /* `place`, in word T_PLACE; of a group it is computed */
    NATIVE_MEMBERS,  /* of a group: the list of its members; stored */
    NATIVE_STARTING, /* of a group: `starting_strength`; stored */
    NATIVE_BASE,     /* `base`, a shape; stored */
    NATIVE_FACING,   /* `facing`; stored */
    NATIVE_HEIGHT,   /* `height`; stored */
    NATIVE_OUTLINE,  /* `outline`, a shape; stored */
    NATIVE_SIDE,     /* of a player: `side`; stored */
    /* of a player: `points`, the sum of his entries in the ledger, as points(p) gives it */
    NATIVE_POINTS,
    /* of areas `capacity` and `centre`, of borders `a`, `b` and `one_way`; stored, and but for the
     * capacity the same as long as the battle lasts */
    NATIVE_CAPACITY,
    NATIVE_OF_MAP
};

/* A field of a kind, of the language or declared. */
struct field_decl {
    int32_t index; /* number in names.fields: kind by kind, in order of text */
    struct span name, label;
    const struct type *type; /* type of the value; of a pile: the type of the set of its cards */
    struct kind_decl *kind;  /* the kind that declares the field */
    enum native_field native;
    bool derived; /* the value is computed by a quantity, so the field has no slot */
    /* the value is the features or items in T_BORNE of kind type->elem->kind, so the field has no
     * slot */
    bool borne;
    bool pile;
    uint8_t secret; /* 1: hidden from all but the side of the owner; 2: from all but him */
    int32_t slot;   /* the word of the record that holds the value; -1: none */
    /* made if the field is derived, or as soon as a row or an example's `expect rows` names the
     * field; otherwise NULL */
    struct quantity_decl *quantity;
    /* the range of the values; NUM_MIN, NUM_MAX: no range is written */
    int64_t least, most;
    struct node *value; /* default: a constant expression, checked; NULL: none given */
    bool none_ok;       /* the default is `none`, or the language lets its own field be none */
    bool is_set;        /* checker: a card, a statement or an example says the field */
    struct node *node;  /* the FIELD or DERIVE node; NULL: the language brings the field */
    struct place place;
    struct field_decl *next_in_kind;
    struct field_decl *next_of_name; /* the next field of the same name, in another kind */
    /* checker: the next field that holds values of the same enumeration */
    struct field_decl *next_of_enum;
};

/* An enumeration: the values that a field of that type may have. */
struct enum_decl {
    int32_t index;
    struct span name; /* empty: the enumeration is written where it is used, and has no name */
    struct span plural;
    struct span *values;
    struct span *labels;
    int32_t count;
    const struct type *type;
    struct place place;
    /* checker: the fields that hold values of this enumeration, linked by next_of_enum */
    struct field_decl *fields;
};

/* ---- Blueprints ------------------------------------------------------------ */

/* A parameter or a `keep` of a blueprint. Its value lies in word kind->words + index of a
 * record. */
struct memory_decl {
    struct span name;
    const struct type *type;
    int32_t index; /* parameters first, then memories in order of text */
    bool param, none_ok;
    uint8_t secret;      /* as that of a field */
    int64_t least, most; /* the range; NUM_MIN, NUM_MAX: none is written */
    struct node *value;  /* default; NULL */
    struct blueprint_decl *blueprint;
    struct place place;
    struct memory_decl *next;
};

/* The values of one field for a new instance of a blueprint, after `like`, `add`, `remove` and
 * `replace` have been applied. */
struct given {
    struct field_decl *field;
    /* checked expressions: one for a plain field, any number for a set; none for a yes_no that is
     * yes */
    struct node **values;
    int32_t count, room;
    /* The members below are used by the checker only: */
    /* checker: the list of items, or the table, that set the field last */
    const struct node *said_in;
    struct place said_at; /* checker: the place at which the field was set last */
    struct given *next;
};
/* A part of a blueprint: `count` members of a group, or one thing in a thing. */
struct part {
    int64_t count;
    struct blueprint_decl *blueprint;
    struct part *next;
};

/* A blueprint: what things of one sort are made from, such as `unit NAME { … }`. */
struct blueprint_decl {
    /* number in names.blueprints; an inner blueprint has a higher one than its outer one */
    int32_t index;
    /* title: with the names of what fills its holes in their place. label: the TEXT node of the
     * title; NULL: it has none, or a cell of a table says it */
    struct span name, title;
    struct node *label;
    struct kind_decl *kind;
    int32_t rank;         /* rank of the rules of this blueprint: index in names.ranks */
    struct kind_decl *of; /* of a feature: the kind of the bearers */
    /* the blueprint in whose braces this one is a member or a thing; NULL */
    struct blueprint_decl *outer;
    /* the blueprint that this one is `like`. Rules, memory and parts of that blueprint hold for
     * this one, too, and come before its own. NULL */
    struct blueprint_decl *like;
    /* Set only for a form, which is a blueprint made by choosing options of another blueprint: that
     * other one. Where a rule asks for the other one, a form counts as it. NULL for all blueprints
     * that are no form. */
    struct blueprint_decl *form_of;
    /* parameters and memories, linked by `next`; those of `like` are copied in front */
    struct memory_decl *memory;
    /* params: how many parameters there are; memories: how many parameters and memories together */
    int32_t params, memories;
    /* the values of the fields, linked by `next`: all, those of `like` included */
    struct given *given;
    /* the members, zones and terrain, linked by `next`: all, those of `like` included */
    struct part *parts;
    /* the rules of this blueprint, linked by next_in_blueprint; those of `like` are not among
     * them */
    struct rule_decl *rules;
    struct node *table_size; /* the SIZE in `table 36" x 36"`; NULL */
    /* of a scenario: the SETTINGs `players` and `sides`; those of `like` where it has none of its
     * own; NULL */
    struct node *players, *sides;
    /* what its card prints: a SETTING with texts, or the TEXT of a cell; that of `like` where it
     * has none of its own; NULL */
    const struct node *note;
    /* rules may name the one thing in play that is made from this blueprint (MEAN_NAMED). True for
     * a zone, a terrain and a thing in a thing */
    bool named;
    struct node *node; /* the THING, TABLE_ROW or MEMBER node */
    struct node *cites;
    struct place place;
    /* The members below are used by the checker only: */
    struct rule_decl *last_rule;
    struct blueprint_decl *next_of_name;
    struct blueprint_decl *first_inner, *last_inner, *next_inner;
    int64_t how_many; /* of a member of a group: how many of them the group has */
    /* items: the nodes in the blueprint's braces; table: of a row of a table, the TABLE */
    struct node *items, *table;
    /* the `add to` blocks of this blueprint: ADD_TO nodes, linked by their `meaning` */
    struct node *more, *last_more;
    struct memory_decl *last_memory;
    const struct node *note_in; /* the items, or the table, that gave it the note */
    struct form *forms;         /* the forms made of this blueprint by check_option */
    int32_t form_count;
    uint8_t state;
    int32_t depth; /* how many blueprints stand in the chain of `like` from here */
    bool is_given;
    /* is_brought: a card, a force, a roster or a statement outside the examples names it;
     * is_asked: some text asks whether a thing is it or has it, or counts those that do */
    bool is_brought, is_asked;
    /* part of the text could not be read, so not all that the blueprint sets is known */
    bool doubtful;
};

/* ---- Events ------------------------------------------------------------------ */

/* The events that the language brings: the numbers of enum builtin_event of vm/image.h. Behind each
 * stand its roles. */
enum native_event {
    NATIVE_CREATE, /* thing */
    NATIVE_PUT_AT, /* `place`: thing, spot */
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

/* A role or kept value of an event; also what a `let` or `choose` in the head of an action
 * binds. */
struct slot_decl {
    struct span name;
    const struct type *type; /* NULL until the checker has found the type */
    /* the event that has the slot; NULL: the `actor` of any action, which is the first role */
    struct event_decl *event;
    int32_t index; /* roles first, then kept values, in order of text */
    bool role, even_gone, none_ok;
    int64_t least, most; /* the range of a role or kept value; NUM_MIN, NUM_MAX: none is written */
    struct node *value;  /* of a role: the default, checked; NULL: there is none */
    struct node *node;   /* the PARAM, KEEP, LET, CHOOSE… node; NULL */
    struct place place;
    struct slot_decl *next;
    struct word *word;
};

/* An event or action, of the language or declared. */
struct event_decl {
    int32_t index;
    struct span name, title;
    struct slot_decl *slots; /* roles, then kept values, linked by `next` */
    /* roles: how many of the slots are roles; kept: how many slots there are, roles included */
    int32_t roles, kept;
    struct slot_decl *actor; /* the role named `actor`; NULL */
    bool action, native;
    struct event_decl **during; /* of an action: the events of which one must be running */
    int32_t during_count;
    struct node *body; /* the BLOCK node; NULL */
    /* of an action: how many statements at the beginning of the body are the head */
    int32_t head;
    /* the body of the action begins with a way by steps, without which nothing would be done */
    bool leads;
    /* the blueprint in whose braces the event is declared; NULL */
    struct blueprint_decl *blueprint;
    /* the EVENT or ACTION node; NULL: the language brings the event */
    struct node *node;
    struct place place;
    /* The members below are used by the checker only: */
    struct slot_decl *last_slot;
    const struct type *record;
    uint8_t state;
    bool full;    /* too many slots were declared (reported) */
    bool offered; /* some action may be done while the event runs */
    bool is_done; /* some text does the event, or it is an action */
};

/* ---- Quantities and rules -------------------------------------------------------- */

/* What a quantity is: a `number`, a `truth`, a `value`, or a field that is derived or changed by
 * rows. */
enum quantity_sort { SORT_NUMBER, SORT_TRUTH, SORT_VALUE, SORT_FIELD };
/* The same numbers as enum builtin_quantity of vm/image.h. */
enum native_quantity {
    NATIVE_NO_QUANTITY,
    NATIVE_IN_FORCE,
    NATIVE_ENEMY,
    NATIVE_FRIENDLY,
    NATIVE_BLOCKS_SIGHT,
    NATIVE_BLOCKS_MOVE,
    /* the last three exist on a map only */
    NATIVE_HAS_ROOM,
    NATIVE_MAY_CROSS,
    NATIVE_CROSSING_COST
};

/* A parameter of a quantity or chart. A number of a kind (`of KIND`) has one parameter, `it`. */
struct param_decl {
    struct span name;
    const struct type *type;
    int32_t index;
    int64_t least, most;
    struct node *value; /* default, NULL */
    struct place place;
    struct word *word;
};

/* The ranges that `rows within`, `together within` and the type of the result give; NUM_MIN,
 * NUM_MAX: none is written. */
struct quantity_within {
    int64_t row_least, row_most, sum_least, sum_most, least, most;
    bool sum_or_one_row;
};
#define NO_QUANTITY_WITHIN \
    { NUM_MIN, NUM_MAX, NUM_MIN, NUM_MAX, NUM_MIN, NUM_MAX, false }

/* There may be a million quantities, so small members stand together and leave no gaps. */
struct quantity_decl {
    int32_t index;
    uint8_t sort;   /* enum quantity_sort */
    uint8_t native; /* enum native_quantity */
    bool lost;      /* checker: the kind or event to which the quantity belongs is not known */
    uint8_t state;  /* checker */
    struct span name, label;
    const struct type *type;  /* NULL until the checker has found the type */
    struct event_decl *event; /* the event whose roles the rows read; NULL */
    /* of a quantity of several events: the events, whose common roles the declared text may read;
     * NULL */
    struct event_decl **events;
    /* A quantity of several events is recorded once for each event. These records are siblings and
     * form a ring; `family` is the first of them. In any other quantity both point to the quantity
     * itself. */
    struct quantity_decl *family, *sibling;
    /* of a quantity `of KIND`: the kind. Such a quantity is read like a field, and has the one
     * parameter `it`. NULL */
    struct kind_decl *kind;
    struct param_decl *params;
    int32_t param_count;
    int32_t event_count; /* how many `events` there are: 0, or at least 2 */
    /* of SORT_FIELD: the field. If that is stored, the quantity starts with the stored value */
    struct field_decl *field;
    /* the expression of the first value; NULL: a field starts with what is stored, a truth with
     * no */
    struct node *start;
    /* NULL: no range is written */
    struct quantity_within *within;
    /* the rows that have this quantity as their target, linked by next_of_target; a row for all
     * siblings stands at one of them alone */
    struct rule_decl *rows;
    struct blueprint_decl *blueprint; /* the blueprint in whose braces the quantity stands; NULL */
    struct node *node;                /* the QUANTITY or DERIVE node; NULL */
    struct place place;
    /* The members below are used by the checker only: */
    uint32_t low;
    struct rule_decl *last_row;
    struct quantity_decl *next_of_name;
    struct reads *reads;
};

/* What a rule is: a row of a quantity, a trigger at a moment of an event, a permission, or a
 * `whenever`. */
enum rule_sort {
    SORT_ROW,
    SORT_BEFORE,
    SORT_INSTEAD,
    SORT_AFTER,
    SORT_FORBID,
    SORT_ALLOW,
    SORT_WHENEVER
};

/* A rule, declared in a blueprint or at the top of a file. */
struct rule_decl {
    int32_t index; /* in order of text */
    enum rule_sort sort;
    struct node *node; /* the ROW, TRIGGER, PERMIT or WHENEVER node */
    /* an instance of this blueprint must be in force; NULL: the rule stands at the top of a file */
    struct blueprint_decl *blueprint;
    int32_t rank;
    struct quantity_decl *target; /* of a row: the quantity that the row changes */
    bool of_all;                  /* of a row: the row changes all siblings of the target as well */
    bool own;                     /* of a row: the row stands in the braces of the quantity */
    bool cited;                   /* the `add to` in which the rule stands cites a clause */
    /* of a trigger or permission: the events that the rule is about */
    struct event_decl **events;
    int32_t event_count; /* how many `events` there are; 0: the rule is about any action */
    struct rule_decl *next_in_blueprint, *next_of_target;
};

/* ---- The rest ------------------------------------------------------------------------ */

/* A die that is declared. */
struct die_decl {
    int32_t index;
    struct span name;
    struct node *node;
    int32_t sides;           /* number of faces, repeated ones counted */
    struct span *face_names; /* [sides] names of the faces; an empty one: the face shows a number */
    int64_t *faces;          /* [sides] numbers of the faces */
    bool named;              /* some face has a name, so one such die gives a CLASS_FACE */
    struct place place;
    const struct type *face, *pool;
};
/* A chart: a table that is read by one or two parameters. */
struct chart_decl {
    int32_t index;
    struct span name;
    struct param_decl *params;
    int32_t param_count; /* 1 or 2 */
    /* least: the value of the first parameter in the first row; left: of the second in the first
     * column */
    int64_t least, left;
    int32_t rows, columns;
    /* of a chart whose first parameter is a die: the dice that are its keys, a row each, as they
     * are written; behind them comes the row of `else`, if there is one. NULL for other charts */
    struct node **dice;
    int32_t dice_count;
    struct node **cells; /* [rows * columns] cells, row by row: constant expressions, checked */
    const struct type *type;
    struct node *node;
    bool wrong; /* checker: a mistake in the chart was reported */
    struct place place;
};
/* A ruling: a doubt about the rules, with readings of which one holds. */
struct ruling_decl {
    int32_t index;
    struct span name;
    struct node *node;
    int32_t count;
    struct place place;
};
/* An example or a `chances` block. */
struct block_decl {
    int32_t index;
    struct node *node;
    bool chances;
    struct local *names, *last_name; /* names from `given … as NAME`, linked by next_in_block */
    /* a record from which names read what the event of the `when` left; NULL without a `when` */
    struct local *record;
    /* the CALL of the `when`: the event or action to be done; NULL: there is no `when` */
    struct node *when;
    /* the roster of `given roster of FORCE`, which has no name; NULL: none */
    struct roster_decl *roster;
    /* what makes that roster illegal: first entries that the force may not be drawn from, then
     * limits that are broken; NULL: nothing */
    struct force_breach *breaches;
};
/* One line of a force: a NAME of a `from`, or a FORCE_LIMIT. */
struct force_line {
    struct force_line *next;
    struct node *node;
};
/* A force: what rosters of it may be drawn from, and the limits that they must keep. */
struct force_decl {
    int32_t index;
    struct span name;
    /* the FORCE node. `mark` and `meaning` of a FORCE_LIMIT below it say what the limit counts;
     * those of the limit's `per` say what that counts */
    struct node *node;
    struct node *more, *last_more; /* its `add to` blocks: ADD_TO, linked by their `meaning` */
    /* names that it may be drawn from and limits, in the order of the text, with all that is added
     * to it and without what is removed; gone: the names and limits that were removed */
    struct force_line *from, *limits, *gone;
    bool open; /* it has no `from`: a roster may be drawn from everything */
    struct place place;
};
/* What a limit of a force counts (mark of FORCE_LIMIT and of its `per`). By blueprint: units made
 * from it, or, if it is a member of a unit, members made from it. By field: the sum of a number. By
 * borne: units that have a feature or item, or whose members have one. By value: units that have a
 * value (n->meaning is NULL). By kind: units of a kind. By truth: units that have a yes_no that is
 * yes. */
enum {
    FORCE_BY_BLUEPRINT,
    FORCE_BY_FIELD,
    FORCE_BY_BORNE,
    FORCE_BY_VALUE,
    FORCE_BY_KIND,
    FORCE_BY_TRUTH
};
/* A roster: a list of units, drawn from a force. */
struct roster_decl {
    int32_t index;
    struct span name;
    struct force_decl *force;
    /* the ROSTER node; the meaning of a ROSTER_ENTRY below it is a blueprint_decl, which may be a
     * form */
    struct node *node;
    struct place place;
};
/* The mark of an `expect legal` and an `expect broken`, which judge the roster of their example. */
enum { EXPECT_LEGAL = 1, EXPECT_BROKEN };
/* What makes a roster illegal: a limit that is broken, or an entry that the force may not be drawn
 * from. */
struct force_breach {
    struct force_breach *next;
    struct node *node; /* FORCE_LIMIT or ROSTER_ENTRY */
    /* the limit, written in one standard form, or the sentence about the entry */
    const char *text;
    /* of a limit: how much the roster has of what the limit counts, and how much the limit says,
     * after it was multiplied for its `per` */
    int64_t has, limit;
};
/* A text with holes: texts[0] {holes[0]} texts[1] …. count is the number of holes; there is one
 * text more. */
struct text_holes {
    struct span *texts;
    struct node **holes;
    int32_t count;
};

/* ---- What names mean --------------------------------------------------------------------- */

/* What binds a local, and so where it lives in the code. */
enum local_how {
    /* bound by let, choose, for, ask each or divide: lives in a slot of the frame until the block
     * ends */
    LOCAL_LET,
    /* bound by a comprehension or `where`, or a candidate of a choice: lives in a temp */
    LOCAL_BOUND,
    LOCAL_WHENEVER, /* x of a `whenever`: parameter 0 of its condition, first slot of its body */
    LOCAL_GIVEN,    /* a thing that an example or a `chances` block is given */
    LOCAL_RECORD    /* the record of the event that the `when` of an example does */
};
/* A name that text binds for a stretch of text. */
struct local {
    enum local_how how;
    struct span name;
    const struct type *type;
    struct place place;
    struct local *twin; /* of the `it` of DIVIDE: the local of the share */
    /* of a record: the roles and kept values that are read somewhere, each once */
    struct slot_decl **results;
    int32_t result_count;
    bool status_read;
    int32_t home; /* set to -1 by the checker, and not read; see `emit` */
    void *emit;   /* for emit: the struct home that says where the local lives; NULL */
    /* The members below are used by the checker only: */
    struct local *hidden, *next_in_scope, *next_in_block;
    struct word *word;
    uint32_t context;
};

/* Where the result of a choice is put: a member of struct binding for each. */
enum bind_how { BIND_LOCAL, BIND_SLOT, BIND_MEMORY };
/* Where the result of a choice is put. */
struct binding {
    enum bind_how how;       /* which of the members below says where the result is kept */
    struct local *candidate; /* the local that names one candidate inside `where`: a LOCAL_BOUND */
    struct local *local;     /* of BIND_LOCAL */
    /* of BIND_SLOT: a role, a kept value, or a slot bound by an action's head */
    struct slot_decl *slot;
    struct memory_decl *memory; /* of BIND_MEMORY: a memory of `this` */
};

/* What a NAME, DOT or CALL means: its n->mark. Behind each stand the sorts of node that may mean
 * it, the record in n->meaning, and what n->slot holds. */
enum meaning {
    MEAN_UNKNOWN, /* the name stands for nothing that is known, which was reported */
    MEAN_LOCAL,   /* NAME: struct local */
    /* NAME, or EVENT.name in rules of EVENT: struct slot_decl of the event that the text speaks of.
     * In rules of several events names_event_slot(event, slot->name) gives the slot of each */
    MEAN_ROLE,
    MEAN_NEAREST, /* DOT, EVENT.name: struct slot_decl of the nearest running slot->event */
    MEAN_RESULT,  /* DOT of a record, or NAME in an example: struct slot_decl */
    /* NAME: struct param_decl of the quantity whose text this is; n->slot its index */
    MEAN_PARAM,
    MEAN_MEMORY, /* NAME: struct memory_decl of `this`; DOT: of the thing before the dot */
    MEAN_FIELD,  /* DOT: struct field_decl */
    /* struct quantity_decl: without arguments (NAME), with dot.of as the only argument (DOT), or
     * with arguments (CALL) */
    MEAN_QUANTITY,
    MEAN_EXTENT,     /* NAME: struct kind_decl; stands for the set of its things in play */
    MEAN_VALUES,     /* NAME: struct enum_decl; stands for the set of its values */
    MEAN_ENUM_VALUE, /* NAME: struct enum_decl; n->slot the value */
    MEAN_FACE,       /* NAME: a named face; struct die_decl, n->slot the face's number, from 0 */
    MEAN_BLUEPRINT,  /* NAME or CALL with its arguments: struct blueprint_decl */
    MEAN_KIND,       /* NAME, after `is` and `create`: struct kind_decl */
    /* NAME: struct blueprint_decl; stands for the only zone, terrain or thing in play that is made
     * from it or, if n->slot is NAMED_WHICHEVER, from it or another blueprint of that name */
    MEAN_NAMED,
    MEAN_PLAYER, /* NAME: n->slot, 0 the first */
    MEAN_GAME,   /* NAME: the one game */
    /* NAME: the instance of the blueprint in whose braces the text stands */
    MEAN_THIS,
    MEAN_ME,      /* NAME: the owner of `this` */
    MEAN_BEARER,  /* NAME: the thing that bears `this` */
    MEAN_NONE,    /* NAME: `none` */
    MEAN_RULING,  /* NAME: struct ruling_decl */
    MEAN_READING, /* NAME, right of is: struct ruling_decl; n->slot the reading */
    MEAN_EVENT,   /* NAME: struct event_decl as a value */
    MEAN_STATUS,  /* NAME, right of is: n->slot an enum status_word */
    /* a primitive with arguments (CALL), with dot.of as the only argument (DOT), or without any
     * (NAME); n->slot: its row of prim.def */
    MEAN_PRIMITIVE,
    MEAN_CHART,    /* CALL: struct chart_decl */
    MEAN_FUNCTION, /* CALL: n->slot, enum set_function */
    MEAN_SHAPE,    /* CALL: n->slot, enum shape_word; its arguments are constants */
    MEAN_SIDE,     /* NAME in a shape: n->slot, enum side_word */
    MEAN_ACTION,   /* CALL left of `is open`, `is closed`: struct event_decl */
    MEAN_DIE,      /* NAME: struct die_decl as a value */
    MEAN_PASS,     /* NAME in `picks`: the player passes */
    /* DOT of a blueprint: struct field_decl; what its card says of a plain field */
    MEAN_CARD_FIELD,
    MEAN_BLUEPRINTS /* CALL, `blueprints(KIND)`: struct kind_decl */
};

/* What an IS asks: its n->mark. left and right are the two sides of `is`; MEAN_… behind a side is
 * the mark of that node. */
enum is_how {
    /* whether left is the same thing as right, or an equal value; right is any expression */
    IS_SAME,
    IS_NONE,      /* whether left is none */
    IS_EMPTY,     /* whether left, a set, pile or pool, is empty */
    IS_KIND,      /* right MEAN_KIND: whether left is a thing of that kind */
    IS_OF,        /* right MEAN_BLUEPRINT: whether left is a thing made from that blueprint */
    IS_BLUEPRINT, /* right MEAN_BLUEPRINT: whether left, a blueprint as a value, is that one */
    /* right MEAN_BLUEPRINT (NAME or CALL): whether left bears a feature or item made from that
     * blueprint, in force. Arguments are compared only if they are written */
    IS_HAS,
    /* right MEAN_KIND of features or items: whether left bears one of that kind, in force */
    IS_HAS_KIND,
    /* IS_FIELD, IS_TRUTH, IS_VALUE: the field or truth may belong to a narrower kind than left is
     * known to be. For a thing that is not of that kind the answer is no. */
    IS_FIELD, /* n->meaning: struct field_decl, a yes_no field of left; whether it is yes */
    /* n->meaning: struct quantity_decl, a truth whose only argument is left; whether it holds */
    IS_TRUTH,
    /* n->meaning: struct field_decl of left, an enumeration or a set of one; n->slot: a value;
     * whether the field is that value or contains it */
    IS_VALUE,
    IS_MADE_OF, /* right a computed blueprint: whether left is a thing made from it */
    IS_PILE,    /* right a DOT of a pile: whether left, a pile of cards, is that pile */
    IS_IN_PLAY, /* whether left is in play */
    IS_RUNNING, /* left MEAN_EVENT: whether such an event runs */
    IS_OPEN,    /* left MEAN_ACTION: whether the action is open to be done */
    IS_CLOSED,  /* left MEAN_ACTION: whether the action is not open */
    /* in `picks`: whether the next question offers left, which is written like a pick */
    IS_OFFERED,
    /* in `picks`: whether left is the prompt of the next question (left a TEXT), or the player who
     * is asked it */
    IS_ASKED,
    IS_STATUS, /* left a record, right MEAN_STATUS: whether the event ended so */
    /* left CLASS_EVENT, right MEAN_EVENT: whether the action that was done is that one */
    IS_EVENT,
    IS_READING, /* left MEAN_RULING, right MEAN_READING: whether that reading of the ruling holds */
    /* right MEAN_BLUEPRINT: whether left, a thing of any kind, is made from that blueprint (IS_OF)
     * or bears one in force (IS_HAS) */
    IS_OF_OR_HAS
};
/* What an IS_IN asks: its n->mark. left and `set` are the two sides of `is in`. */
enum in_how {
    IN_SET,   /* whether left is a member of `set` */
    IN_RANGE, /* `set` is a RANGE: whether left is a number between its ends, or one of them */
    /* `set` is a zone or terrain: whether some base of left touches it (primitive in_zone) */
    IN_ZONE,
    IN_SUBSET /* left is a set: whether all members of left are in `set` */
};
/* The same numbers as enum event_status of vm/image.h. */
enum status_word {
    STATUS_IS_RUNNING,
    STATUS_IS_DONE,
    STATUS_IS_STOPPED,
    STATUS_IS_CANCELLED,
    STATUS_IS_FORBIDDEN
};
/* The functions over sets and pools; names.c has the words for them. */
enum set_function {
    FUNCTION_COUNT, /* count of a set or pool, of (x in S where C), or of a condition on a pool */
    FUNCTION_ANY,
    FUNCTION_EVERY,
    FUNCTION_NO, /* none(…), which is yes if no member fulfils the condition */
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
/* The words for shapes: the same numbers as enum shape_what of vm/image.h. */
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
};
enum { MAX_CORNERS = 32 };    /* greatest number of a polygon's corners */
enum { NAMED_WHICHEVER = 1 }; /* see MEAN_NAMED */

/* The sides that a shape may lie at: the same numbers as enum side of vm/image.h. */
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
};
/* The mark of a DO: do the event; or, in an `instead of` of that event, go on with the event. */
enum { DO_EVENT, DO_CONTINUE };
/* The mark of a NUMREF: one quantity alone, or the quantity with all its siblings. */
enum { NUMREF_ONE, NUMREF_SIBLINGS };

/* ---- Primitives ----------------------------------------------------------------------------- */

/* A row of prim.def: its columns as they are written there. */
struct primitive_row {
    const char *name, *arguments, *result, *sentence;
};
int32_t names_primitive_count(void);
/* Returns the row of a primitive. Primitives are numbered in the order of prim.def. */
/* Whether a primitive makes sense on a map (`map`), or on a table. */
bool names_primitive_on(int32_t primitive, bool map);
const struct primitive_row *names_primitive(int32_t primitive);

/* ---- The whole ------------------------------------------------------------------------------- */

#define NAMES_TABLE(record, name) \
    struct record **name;         \
    int32_t name##_count;         \
    int32_t name##_room;

/* All that is declared in a ruleset and brought by the language. */
struct names {
    struct arena *arena;
    struct diags *diags;
    /* The head of the ruleset: */
    struct span name, title, version;
    struct node *head; /* the THING `ruleset NAME`; NULL: there is none */
    struct span *players;
    int32_t player_count;
    struct span *ranks; /* lowest first; there is at least one */
    int32_t rank_count;
    int64_t step;
    struct node *clauses; /* list of TEXT: the files with lists of clauses */
    /* the first text behind `lua` in a number: the name of a Lua function; NULL: there is none */
    struct node *leaf;
    const struct node *note; /* what the head says of the rules: a SETTING with texts; NULL */
    struct node *order_node; /* the NAME of the value whose player's rules come first; NULL */
    struct quantity_decl *order;
    struct node *answers_node; /* the NAME of the value that says who answers for a player; NULL */
    struct quantity_decl *answers;
    struct event_decl *battle; /* the event `battle`; NULL */
    struct kind_decl *base[BASE_COUNT_];
    struct quantity_decl *native[NATIVE_CROSSING_COST + 1];
    struct slot_decl *any_actor; /* what `actor` means in rules about any action */
    int32_t limit_groups;
    bool for_play; /* examples are neither checked nor emitted */
    /* the rules have areas, so things stand in areas, not at points: a place is an area, and how
     * far something is or goes is a number of borders */
    bool on_map, goals; /* goals: as in struct image */
    NAMES_TABLE(kind_decl, kinds)
    NAMES_TABLE(field_decl, fields)
    NAMES_TABLE(enum_decl, enums)
    NAMES_TABLE(blueprint_decl, blueprints)
    NAMES_TABLE(event_decl, events)
    NAMES_TABLE(quantity_decl, quantities)
    /* the quantities declared as `figure`, in the order of the text */
    NAMES_TABLE(quantity_decl, figures)
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

/* Makes names without declarations. Known are the words of primitives and of functions over sets,
 * and the types without parts; the checker enters the kinds, fields and events of the language. */
struct names *names_new(struct arena *arena, struct diags *diags);
/* Makes names without declarations, as names_new does, but puts the words and their table into the
 * arena `words`, which may be freed before emit. */
struct names *names_new_apart(struct arena *arena, struct arena *words, struct diags *diags);

/* names_type returns the type of a class without its parts: CLASS_NUMBER is any number, CLASS_THING
 * a thing of any kind, CLASS_SET the empty set. names_set_of returns the type of a set with members
 * of this type. */
const struct type *names_type(const struct names *n, enum type_class class);
const struct type *names_set_of(struct names *n, const struct type *elem);
/* Whether k is `ancestor` or a kind below it; true for any k if ancestor is NULL. */
bool names_kind_is(const struct kind_decl *k, const struct kind_decl *ancestor);
/* Whether things of this kind have a bearer. */
static inline bool names_is_borne(const struct kind_decl *k) {
    return k->base == BASE_FEATURE || k->base == BASE_ITEM;
}
/* Whether f is the place of a group. That place is computed from the place of the first member; no
 * word of the record holds it. */
bool names_is_place_of_group(const struct field_decl *f);
const struct type *names_enum_type(struct names *n, struct enum_decl *values);
const struct type *names_record_type(struct names *n, struct event_decl *event);
/* Returns a type in the words of an author: "a number", "a set of unit", "one of (a, b)". */
const char *names_type_text(struct names *n, const struct type *type);

/* Returns the role or kept value of that name; NULL: the event has none. */
struct slot_decl *names_event_slot(const struct event_decl *event, struct span name);
/* Returns the expression that fills parameter `index` of a checked CALL or DO, without an ARG_NAMED
 * around it. Returns NULL if the argument was left out, so that the default holds. */
struct node *names_arg(const struct node *call, int32_t index);
/* Returns the node without an ARG_NAMED around it. */
struct node *names_arg_value(struct node *arg);

#endif
