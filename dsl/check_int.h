/*
 * check_int: what the files of the checker share; no other room includes it.
 *
 * A context is the text of one function of the rules that is being checked: a body, a row, a
 * number. Contexts nest: while one is checked, the type of something may be needed that must be
 * checked first, in a context of its own. Names bound in the outer context are not visible in the
 * inner one: each local carries the number of its context.
 *
 * A quantity is a number, truth, value or computed field. A word is lost if it may be declared on a
 * line that could not be read; a lost word is not reported as missing.
 */
#ifndef MYTH_DSL_CHECK_INT_H
#define MYTH_DSL_CHECK_INT_H

#include "check.h"

enum special_word {
    WORD_PLAIN,
    WORD_IT,
    WORD_THIS,
    WORD_ME,
    WORD_BEARER,
    WORD_NONE,
    WORD_GAME,
    WORD_EMPTY,
    WORD_IN_PLAY,
    WORD_RUNNING,
    WORD_OPEN,
    WORD_CLOSED,
    WORD_OFFERED, /* `offered` and `asked` stand in picks, after `is` */
    WORD_ASKED,
    WORD_DONE,
    WORD_STOPPED,
    WORD_CANCELLED,
    WORD_FORBIDDEN,
    WORD_PASS,
    WORD_NUMBER, /* from here to WORD_SHAPE: names of types */
    WORD_LENGTH,
    WORD_YES_NO,
    WORD_TEXT,
    WORD_DIE,
    WORD_POOL,
    WORD_PLACE,
    WORD_PATH,
    WORD_SHAPE,
    WORD_CIRCLE, /* from here to WORD_QUARTER: shapes, in the order of enum shape_word */
    WORD_OVAL,
    WORD_RECTANGLE,
    WORD_STRIP,
    WORD_CORNER,
    WORD_POLYGON,
    WORD_RING,
    WORD_HALF,
    WORD_QUARTER,
    WORD_OF_OTHER_BOARD,
    WORD_SOUTH, /* from here to WORD_NORTH_EAST: sides, in the order of enum side_word */
    WORD_NORTH,
    WORD_WEST,
    WORD_EAST,
    WORD_CENTRE,
    WORD_SOUTH_WEST,
    WORD_SOUTH_EAST,
    WORD_NORTH_WEST,
    WORD_NORTH_EAST,
    WORD_SPECIAL_COUNT_
};

enum context_how {
    AT_EVENT,   /* the body of an event or action */
    AT_TRIGGER, /* the body or condition of before, instead of or after, or of a permission */
    AT_RULE,    /* a row, or the start of a quantity */
    AT_WHENEVER,
    AT_BLOCK,   /* an example or a chances block */
    AT_CONSTANT /* defaults and settings */
};

/* What a condition says of an expression while the condition holds: `path` (a NAME or DOT) is of a
 * narrower kind. */
struct narrow {
    struct node *path;
    const struct type *type;
    /* the blueprint that the thing is made from; NULL: not known */
    struct blueprint_decl *blueprint;
    struct narrow *outer;
};

struct context {
    uint32_t id;
    enum context_how how;
    /* events whose roles may be read by name; each of them must have the role that is read */
    struct event_decl **events;
    int32_t event_count;
    bool any_action;
    /* in the `when` of an `until`: the event that will come, whose roles are read; otherwise
     * NULL */
    struct event_decl *until;
    struct rule_decl *rule;
    struct blueprint_decl *blueprint; /* the blueprint of `this` */
    struct quantity_decl *quantity;   /* the quantity whose start or row is checked; NULL: none */
    struct param_decl *params;
    int32_t param_count;
    struct block_decl *block;
    int32_t pure; /* above 0: nothing may be rolled or asked */
    /* above 0: the expression is not evaluated in every case, so a read in it closes no circle */
    int32_t guarded;
    bool head;           /* whether a line of an action's head is checked */
    struct local *scope; /* the innermost local; the others follow by next_in_scope */
    struct narrow *narrow;
    struct context *outer;
};

/* A read of one quantity by another: of one without arguments, or of one that is asked for a
 * parameter of the reader. check_circles looks for circles of reads. */
struct reads {
    struct quantity_decl *from, *to;
    struct place place;
    struct reads *next;
};

struct limit_group {
    struct word *word;
    int32_t group;
    struct limit_group *next;
};

struct span_limits {
    int64_t least, most;
};

/* One parameter, role or memory that an argument list is matched against. */
struct formal {
    struct word *word;
    const struct type *type;
    bool optional;
    int64_t least, most;
    struct place place;
};
enum { MAX_FORMALS = 64 };

struct check {
    struct names *n;
    struct arena *arena;
    struct diags *diags;
    struct node **files;
    int32_t file_count;
    struct context *cx;
    uint32_t contexts;   /* number of contexts entered so far; the last one has it as its id */
    int32_t depth;       /* number of contexts that are open */
    int32_t nesting;     /* depth of expressions and statements over all open contexts */
    bool pool_condition; /* the next comparison may have a pool on its left */
    /* the target of the assignment that is checked: it keeps its declared type, however it is
     * narrowed */
    const struct node *written;
    struct limit_group *limit_groups;
    /* the left side of the `or` whose right side is checked; NULL */
    const struct node *beside;
    /* what a `give` gives something to, while the giving is checked; NULL */
    const struct kind_decl *taker;
    /* set by check_where: the type of the set's members that its condition leaves */
    const struct type *where_elem;
    struct word *special[WORD_SPECIAL_COUNT_];
    /* steps that the limits of forces have taken over rosters */
    int64_t steps;
    bool stopped;  /* `steps` went above MAX_TEXT_STEPS, which was reported */
    bool in_block; /* an example or a `chances` block is checked */
    /* some lines could not be read, so a name that nothing has may be declared there */
    bool lossy;
    /* The types that have no parts, and those of things and players, by short names. */
    const struct type *number, *length, *truth, *text, *die, *size, *shape, *event, *status, *path,
        *none, *pile, *ruling, *error, *nothing, *thing, *player;
    /* a point of a plane; where something stands (on a map `place` is an area), and how far it is
     * or goes (on a map `far` is a number) */
    const struct type *point, *place, *far, *leg;
};

#define ADD(c, table, record)                                                \
    check_add((c), (void ***)(void *)&(c)->n->table, &(c)->n->table##_count, \
              &(c)->n->table##_room, (record))
void check_add(struct check *c, void ***table, int32_t *count, int32_t *room, void *record);

/* ---- check_map.c */
/* Finds out whether the rules play on a map (names.on_map). */
void check_map_find(struct check *c);
/* Enters the numbers that the language brings on a map, as far as the rules declare none of these
 * names. To be called when all is declared. */
void check_map_numbers(struct check *c);
/* Reports where the rules declare such a number with other parameters. */
void check_map_declared(struct check *c);
/* Reports borders that join no two areas, and outlines that areas cannot have. */
void check_map_things(struct check *c);
/* Warns of areas to which no border of their scenario leads. */
void check_map_ways(struct check *c);
/* Reports a `create` of an area or border. */
void check_map_created(struct check *c, const struct node *what, const struct kind_decl *k);
/* Reports a word that makes sense on the other sort of board only, a map or a table. */
void check_map_elsewhere(struct check *c, struct place place, struct span text);

/* ---- check.c: contexts, scopes, types */
void check_enter(struct check *c, struct context *cx, enum context_how how);
void check_leave(struct check *c, struct context *cx);
struct local *check_bind(struct check *c, enum local_how how, struct span name,
                         const struct type *type, struct place place);
/* unbinds the locals that were bound after this one; NULL: all of the context */
void check_scope_end(struct check *c, struct local *scope);
struct local *check_local(const struct check *c, const struct word *w);
bool check_fits(const struct type *have, const struct type *want);
/* Whether the checked node fits `want`; if not, reports that and gives the node the error type. The
 * name of a scenario becomes MEAN_NAMED if a thing is wanted. */
bool check_want(struct check *c, struct node *n, const struct type *want);
const struct type *check_join(struct check *c, const struct type *a, const struct type *b);
/* Returns the type of the members of a set; of the empty set it is any thing. A thing, or a value
 * of an enumeration, counts as a set of one, and the error type is returned as it is. Returns NULL
 * for any other type. */
const struct type *check_set_elem(struct check *c, const struct type *t);
static inline const struct type *check_typed(const struct node *n) {
    return n->type;
}
static inline bool check_is_error(const struct type *t) {
    return t->class == CLASS_ERROR;
}
/* Whether a thing of this type may be a zone or terrain. Also true if the type is no thing, which
 * is reported elsewhere. */
bool check_is_land(const struct check *c, const struct type *t);
const struct type *check_pool_of(struct check *c, struct die_decl *die);
const struct type *check_face_of(struct check *c, struct die_decl *die);
/* Returns an amount as text: "1\"", "2.5\"" or "3.5mm" if `length` is true, otherwise a number. */
const char *check_amount(struct check *c, int64_t value, bool length);
/* Returns the unit that rule text writes elsewhere behind the word before this place; NULL if it
 * writes none. */
const char *check_unit_before(struct check *c, struct place place);
/* Reports that a number or length is outside the range that belongs to this name. */
void check_outside(struct check *c, struct place place, struct span name, struct span_limits range,
                   bool length);
/* Reports a value that is outside the range of this name, if it is written as a number or
 * length. */
void check_bounds(struct check *c, const struct node *value, struct span name,
                  struct span_limits range);
/* Whether each card must set the field: it is a number or length that the rules declare, it has no
 * default, and its range excludes 0. */
bool check_must_be_said(const struct field_decl *f);
/* Reports that the field f of a new thing of kind k has no value to begin with: no card sets the
 * field, and its default (0) is outside its range. */
struct diag *check_start_missing(struct check *c, struct place place, const struct kind_decl *k,
                                 const struct field_decl *f);
/* The word that is the text of the node. */
struct word *check_word(struct check *c, const struct node *n);
const char *check_text(struct check *c, const struct type *t);
bool check_same_tree(const struct node *a, const struct node *b);

/* Which words "did you mean" may suggest, by what they mean. The values are bits. */
enum suggest {
    SUGGEST_KIND = 1,
    SUGGEST_EVENT = 2,
    SUGGEST_QUANTITY = 4, /* also fields, which rows may change */
    SUGGEST_VALUE = 8,    /* names that are values by themselves, such as plurals and blueprints */
    SUGGEST_CALL = 16,
    SUGGEST_BLUEPRINT = 32,
    SUGGEST_FORCE = 64,
    SUGGEST_RANK = 128,
    SUGGEST_RULING = 256
};
/* Offers a name as candidate. A place of length 0 means that the language brings the name. */
void check_candidate(struct nearest *near, struct span name, struct place place);
void check_suggest(struct check *c, struct diag *d, struct span word, unsigned what);
void check_suggest_near(struct check *c, struct diag *d, struct nearest *near, unsigned what);

/* Reports that nothing has this name, and suggests near ones. Returns NULL if no message of its own
 * was made: a variant removed the name, which is said at the variant; the name was reported before;
 * or its declaration may stand on a line that could not be read. */
struct diag *check_missing(struct check *c, enum diag_id id, struct place place, struct span text,
                           unsigned what);
bool check_is_lost(struct check *c, struct span text);
/* Whether a missing name is not to be reported because lines could not be read: the name may be
 * declared there, or was reported already. Always false if all lines could be read. If it is
 * false although some could not, the name counts as reported from then on, so the caller must
 * report it. */
bool check_missed(struct check *c, struct node *n);
/* Whether the parent of a kind or of one of its ancestors was refused, so that not all its fields
 * and bearers are known. */
bool check_kind_lost(const struct kind_decl *k);
/* Whether the word was reported as missing before, with the same code and the same `of` (the type
 * that lacks it, or NULL). If it was, adds this place to that message. */
bool check_missing_again(struct check *c, const struct word *w, enum diag_id id, const void *of,
                         struct place place);
/* Declarations that form chains, such as kinds and their parents: how to go up from one, and its
 * depth in the chain (0 until known). check_bound_chains cuts each chain above MAX_DEPTH_KINDS, so
 * that code that goes up a chain later need not count. */
struct check_chains {
    int32_t count;
    void *(*at)(const struct names *n, int32_t i);
    void *(*above)(const void *x); /* the declaration above x; NULL if x is the topmost */
    int32_t *(*depth)(void *x);
    /* cuts the chain above x and reports that; returns the depth that x has then */
    int32_t (*cut)(struct check *c, void *x);
};
void check_bound_chains(struct check *c, const struct check_chains *chains);
/* Returns the blueprint of a thing that name `n` means: of several of that name (`first` and those
 * behind it) the one in the braces in which the name stands. If none stands there and they are
 * things of scenarios, the first, with *slot set to NAMED_WHICHEVER: the name means whichever is in
 * play. NULL after a message if it is not clear which is meant. Else *slot is set to -1. */
struct blueprint_decl *check_one_named(struct check *c, const struct node *n,
                                       struct blueprint_decl *first, int32_t *slot);
/* Reports a name that several blueprints have. If a variant added one of them, and so made text of
 * its base ambiguous, the message stands at the variant. */
void check_several(struct check *c, const struct blueprint_decl *bp, const struct node *n);
bool check_removed(struct check *c, struct word *w, struct place place);
void check_missing_said(struct check *c, struct word *w, enum diag_id id, const void *of,
                        struct diag *d);

/* ---- check_kind.c: kinds, fields, types in the text */
void check_native(struct check *c);
void check_kinds(struct check *c);
void check_fields(struct check *c);
void check_record_slots(struct check *c);
struct kind_decl *check_kind_named(struct check *c, const struct node *name, struct span text);
const struct type *check_type(struct check *c, struct node *type, struct span_limits *limits);
struct field_decl *check_field_of(const struct word *w, const struct kind_decl *k);
/* Adds to the message about a derived field that cannot be set: the place where the field is
 * computed. If each member of a group has a field of that name, it also says so. */
void check_say_computed(struct check *c, struct diag *d, const struct field_decl *f);
void check_field_values(struct check *c);
int32_t check_rank(struct check *c, const struct node *ranked);
bool check_declared(struct check *c, struct word *w, struct place place, struct place *first);
/* Reports that too many things have one name, and makes the word a lost one. */
void check_too_many_alike(struct check *c, struct word *w, struct place place);
bool check_room_for_kind(struct check *c, int32_t count, struct place place, const char *what);

/* ---- check_decl.c: all other declarations, by name and by shape */
void check_head(struct check *c);
void check_declare(struct check *c);
void check_shapes(struct check *c);
struct quantity_decl *check_field_quantity(struct check *c, struct field_decl *f);
struct rule_decl *check_new_rule(struct check *c, struct node *n, enum rule_sort sort,
                                 struct blueprint_decl *bp);
struct param_decl *check_params(struct check *c, struct node *list, int32_t *count);

/* ---- check_thing.c: the contents of blueprints; check_force.c: forces, rosters */
void check_blueprints(struct check *c);
void check_forces(struct check *c);

/* ---- check_option.c: blueprints with options chosen */
void check_declare_options(struct check *c); /* called after all blueprints are declared */
/* Returns the form of a blueprint with these options (list of TEXT): the blueprint itself if the
 * list is empty, NULL after a message. */
struct blueprint_decl *check_form(struct check *c, struct blueprint_decl *bp,
                                  const struct node *options);
void check_prices(struct check *c, struct blueprint_decl *form);
/* check_side_setting: takes the SETTING n if it says which players take part in a scenario, or of
 * which sides they are, and returns whether it does; `in` is the list of items where it stands.
 * check_side_players: compares the two once both are known. */
bool check_side_setting(struct check *c, struct blueprint_decl *bp, const struct node *in,
                        struct node *n);
void check_side_players(struct check *c, struct blueprint_decl *bp);
/* whether the node is a CALL with arguments, all of them texts: labels of options */
bool check_names_options(const struct node *call);
struct given *check_given_of(struct check *c, struct blueprint_decl *bp, struct field_decl *f);
/* Declares what stands in the options of a form. */
void check_declare_form(struct check *c, struct blueprint_decl *form);

/* ---- check_name.c */
const struct type *check_name(struct check *c, struct node *n, const struct type *want);
const struct type *check_dot(struct check *c, struct node *n, const struct type *want);
const struct type *check_is(struct check *c, struct node *n);
const struct type *check_quantity_type(struct check *c, struct quantity_decl *q,
                                       struct place place);
const struct type *check_slot_type(struct check *c, struct slot_decl *s, struct place place);
struct slot_decl *check_role(struct check *c, const struct word *w, struct place place);
void check_bears(struct check *c, const struct node *feature, const struct type *taker);
struct memory_decl *check_memory(const struct blueprint_decl *bp, const struct word *w);
/* Narrows by a condition, and returns the narrowing that held before. The caller restores that in
 * context.narrow when the condition no longer holds. */
struct narrow *check_narrow(struct check *c, struct node *cond, bool holds);
struct narrow *check_narrow_body(struct check *c, struct node *cond, struct node *body);
const struct type *check_narrowed(struct check *c, struct node *n, const struct type *t);
/* Notes that, from here on, the local is a thing that is made from this blueprint. */
void check_made_from(struct check *c, struct local *l, struct blueprint_decl *bp);
void check_no_name(struct check *c, struct node *n, enum diag_id id);
void check_reads(struct check *c, struct quantity_decl *q, struct place place);

/* ---- check_hint.c: what to write instead. `d` may be NULL; then nothing is added */
/* The values of an enumeration, and the readings of a ruling, as a message lists them. */
const char *check_list_values(struct check *c, const struct enum_decl *e);
const char *check_list_readings(struct check *c, const struct node *ruling);
/* Adds to the message that a node has not the type `want`. */
void check_hint_want(struct check *c, struct diag *d, const struct node *n,
                     const struct type *want);
/* Adds one more name to a list for a message, "a, b, c"; behind LISTED names it says only that
 * there are more. n: how many names are in the list already. */
enum { LISTED = 12 };
const char *check_listed(struct check *c, const char *list, int32_t n, struct span name);
/* Returns the role of an event that has this name; NULL: none has. */
struct slot_decl *check_role_of(const struct event_decl *e, const struct word *w);
/* Adds which arguments are missing of a call, and the call with something for each of them. given:
 * by parameter. */
void check_hint_args(struct check *c, struct diag *d, struct span name, const struct node *list,
                     const struct formal *formals, int32_t count, const bool *given);
/* Adds to the message that a blueprint stands where one of its things is wanted. */
void check_hint_blueprint(struct check *c, struct diag *d, const struct blueprint_decl *bp);
/* Adds to the message that a length and a number cannot be compared. */
void check_hint_compare(struct check *c, struct diag *d, const struct node *left,
                        const struct node *right);
/* Adds to the message that two things cannot be the same: one has a field that may be the other. */
void check_hint_things(struct check *c, struct diag *d, const struct node *left,
                       const struct node *right);
/* Adds to the message that a thing of kind `taker` does not bear what things of kind `of` bear. */
void check_hint_bearer(struct check *c, struct diag *d, const struct kind_decl *taker,
                       const struct kind_decl *of);
/* Reports at the target of a row that it is a field, so that the condition cannot speak of roles
 * such as n; returns false, and reports nothing, if n is a name of another sort. */
bool check_row_of_field(struct check *c, const struct node *n);
/* Reports a name without a meaning where the name of a blueprint, or a value of a list, is wanted;
 * the first returns false, and reports nothing, if the name means something else. */
bool check_no_blueprint_named(struct check *c, struct node *n, const struct type *want);
bool check_no_value_named(struct check *c, struct node *n, const struct enum_decl *e);

/* ---- check_expr.c, check_call.c */
const struct type *check_expr(struct check *c, struct node *n, const struct type *want);
/* Checks an expression, and whether its type fits `want`; if not, reports that and returns
 * false. */
bool check_value(struct check *c, struct node *n, const struct type *want);
bool check_truth(struct check *c, struct node *n);
const struct type *check_call(struct check *c, struct node *n, const struct type *want);
/* Resolves `way.end`, `leg.here` and the like: parts of a "way" or a "leg", each of which is a
 * primitive of it alone that is called way_… or leg_…. Returns the type. */
const struct type *check_part(struct check *c, struct node *n, const char *of);
void check_args(struct check *c, struct node *list, const struct formal *formals, int32_t count,
                struct span name, struct place place);
int32_t check_formals_params(const struct param_decl *params, int32_t count, struct formal *out);
int32_t check_formals_roles(const struct event_decl *e, struct formal *out, bool head);
int32_t check_formals_memory(struct check *c, const struct blueprint_decl *bp, struct formal *out);
bool check_impure(struct check *c, struct node *n, const char *what);
struct local *check_where(struct check *c, struct node *binder, struct span name,
                          struct place place, const struct type *elem, struct node *where);
void check_text_holes(struct check *c, struct node *text);

/* ---- check_body.c, check_choose.c */
void check_block(struct check *c, struct node *block);
void check_statements(struct check *c, struct node *first);
const struct type *check_do(struct check *c, struct node *n);
void check_choose(struct check *c, struct node *n);
/* Reports a label with holes (`{x}`) that is printed as it is written, so that holes are not
 * filled. */
void check_plain_label(struct check *c, struct node *label);
void check_prompt(struct check *c, struct node *label);
struct field_decl *check_pile(struct check *c, struct node *n);
void check_statement(struct check *c, struct node *n);
bool check_event_body(struct check *c, struct event_decl *e);

/* ---- check_rule.c: quantities and rules */
void check_quantities(struct check *c);
void check_order(struct check *c);
/* Whether a field or memory is secret: 0, SECRET_SIDE or SECRET_OWN of vm/image.h. */
static inline uint8_t check_secret(const struct node *n) {
    return (uint8_t)(n->flags & FLAG_SECRET ? 1 + ((n->flags & FLAG_OWN) != 0) : 0);
}
void check_answers(struct check *c); /* `answers` of the head */
void check_events(struct check *c);
void check_rules(struct check *c);
void check_quantity(struct check *c, struct quantity_decl *q);
struct event_decl *check_event_named(struct check *c, struct node *n, struct span text);
/* Returns the quantity that a NUMREF means; NULL after a message. `truth`: the NUMREF is the target
 * of a row with yes or no. */
struct quantity_decl *check_numref(struct check *c, struct node *n, bool truth);

/* ---- check_example.c, check_late.c */
void check_blocks(struct check *c);
void check_figures(struct check *c);
/* Checks titles: resolves the holes of those of cards, and reports those that nothing fills. */
void check_all_titles(struct check *c);
/* Checks the title of an event, in whose context it must be called. */
void check_event_title(struct check *c, struct node *title);
/* Splits a text with holes into its texts and the nodes of its holes, which are not checked, and
 * leaves them in n->meaning. */
struct text_holes *check_split_text(struct check *c, struct node *n);
void check_circles(struct check *c);
void check_silences(struct check *c);
void check_warnings(struct check *c);
/* check_apart.c: what is declared for examples is named by examples alone */
void check_apart(struct check *c);

/* Whether the node stands in an example, or below `for examples`: no battle comes to it. */
static inline bool check_is_apart(const struct check *c, const struct node *n) {
    return c->in_block || (n->flags & FLAG_FOR_EXAMPLES);
}
/* Notes that the node `n` names the blueprint, in a place other than a condition. */
static inline void check_names(const struct check *c, const struct node *n,
                               struct blueprint_decl *bp) {
    bp->is_given = true;
    bp->is_brought |= !check_is_apart(c, n);
}

/* The same where the node is one of a list that says what there is of a kind. */
static inline void check_lists(const struct check *c, const struct node *n,
                               struct blueprint_decl *bp) {
    check_names(c, n, bp);
    if (bp->kind) bp->kind->listed |= !check_is_apart(c, n);
}

/* ---- check_card.c: warnings of what can be read and cannot be meant */
/* of the fields and members of cards */
void check_cards(struct check *c);
/* of features and their rules */
void check_features(struct check *c);
/* of blueprints that nothing brings into play */
void check_brought(struct check *c);
/* ---- check_ground.c: warnings of places off the table, and of rosters without ground */
void check_ground(struct check *c);

#endif
