/*
 * Within emit only: the image under construction with its growing tables, and the
 * function at hand with its temps, slots, labels and captured values.
 */
#ifndef MYTH_DSL_EMIT_INT_H
#define MYTH_DSL_EMIT_INT_H

#include "../vm/arena.h"
#include "../vm/image.h"
#include "diag.h"
#include "emit.h"
#include "names.h"
#include "tree.h"

/* ---- Tables ------------------------------------------------------------- */

struct interned { /* open addressing; entries are indices + 1 into one table */
    int32_t *at;
    size_t size, used;
    struct arena room; /* of these entries alone */
};
struct lines { /* byte offsets at which the lines of a file begin */
    uint32_t *at;
    uint32_t count;
    bool ascii;       /* a byte is a column */
    uint32_t *first;  /* for each block of bytes the line that its first is in */
    int32_t *stretch; /* for each few bytes the first place in them: its row + 1 */
};

struct emit {
    struct names *names;
    struct diags *diags;
    struct arena scratch;   /* all that is gone when the image is done */
    struct func_room *idle; /* of functions that are done */
    int32_t serial;         /* how many were begun */
    struct image *img;
    struct {
#define IMAGE_TABLE(type, name, layout) size_t name;
#include "../vm/image_tables.def"
#undef IMAGE_TABLE
    } room;
    struct interned texts, constants;
    struct {
        uint32_t at;
        int32_t next; /* row + 1 of the next in its stretch */
    } * place_keys;   /* by row */
    size_t place_keys_room;
    struct {
        const struct node *of; /* a primitive of whose members one kind alone is looked at */
        int32_t kind;
    } wanted;
    struct {
        const struct node *of; /* a primitive whose length is only asked to be at most so much */
        int32_t temp;
    } enough;
    struct lines *lines; /* by file */
    struct func *f;      /* the function at hand */
    struct made **made;  /* by rule_decl: its functions, one for each event it names */
    struct primitive *primitives;
    struct local *record; /* of the example at hand: what its `when` did */
    bool refused;         /* something cannot be run; it was reported */
};

/* Adds a zeroed row at the end of a table and gives its index. */
#define IMAGE_TABLE(type, name, layout) int32_t emit_row_##name(struct emit *e);
#include "../vm/image_tables.def"
#undef IMAGE_TABLE

int32_t emit_text(struct emit *e, struct span text);         /* interned */
int32_t emit_text_or_none(struct emit *e, struct span text); /* -1 for the empty one */
int32_t emit_label(struct emit *e, const struct node *text); /* of a TEXT or NULL: -1 */
int32_t emit_constant(struct emit *e, int64_t value);        /* interned */
int32_t emit_place(struct emit *e, struct place place);      /* interned */
int32_t emit_list(struct emit *e, const int32_t *members, int32_t count); /* first in lists[] */
void emit_cites(struct emit *e, const struct node *cites, int32_t *first, int32_t *count);
struct image_type emit_type(const struct type *type);
/* Copies the tables from scratch into the image's own arena, exactly as long as they are. */
void emit_finish_tables(struct emit *e);
/* What the machine cannot run: one message a place, and no image. */
void emit_refuse(struct emit *e, struct place place, const char *what);

/* ---- Functions ---------------------------------------------------------- */

struct label {
    int32_t at;     /* -1: not bound yet */
    int32_t jumps;  /* the last jump to it that waits; each names the one before in d */
    int32_t choice; /* the choice whose `otherwise` it is, -1 */
};
#define LABEL ((struct label){-1, -1, -1})

/* Where a local lives: local->emit points to one while it is bound. */
struct home {
    struct func *f;
    bool slot; /* a slot of the frame, else a temp */
    int32_t index;
    int32_t *results; /* of a record: slots, in order of local->results */
    int32_t status;   /* of a record: slot, -1 */
};

struct open_slot {
    struct local *local; /* NULL: hidden */
    int32_t slot;
};
enum { MAX_HOISTED = 64 };

/* The arrays of a function under construction; the next one takes them over. */
struct func_room {
    struct func_room *next;
    struct image_code *code;
    int32_t *places;
    struct image_slot *slots;
    bool *slot_free;
    size_t code_room, places_room, slots_room, free_room;
};

struct func {
    struct func *outer;
    struct func_room *room;
    struct image_func row;
    const struct event_decl *event; /* whose roles are read */
    bool own;                       /* it is that event's body: roles are slots of its frame */
    const struct blueprint_decl *blueprint; /* of `this`, NULL */
    const struct rule_decl *instead;        /* the trigger whose body it is, NULL */
    int32_t top;                            /* temps in use */
    int32_t bound;                          /* where a label was bound last */
    int32_t place;                          /* of the next instruction */
    int32_t serial;                         /* among all that were begun */
    struct captured {                       /* what params from `own_params` on hold */
        const void *key;
        struct node *node; /* one that reads it */
    } * captured;
    int32_t own_params, captured_count;
    const struct event_decl *fixed; /* until: the event whose roles are not captured */
    struct open_slot *open;         /* slots of the blocks that are open */
    int32_t open_count;
    size_t open_room;
    struct { /* rolls of the statement at hand, waiting in hidden slots */
        const struct node *node;
        int32_t slot;
    } hoisted[MAX_HOISTED];
    int32_t hoisted_count;
};

struct func_frame {
    const char *name; /* of what kind: for disassembly when there is no other name */
    struct span text;
    struct place place;
    const struct event_decl *event;
    const struct blueprint_decl *blueprint;
    bool own, pure;
    int32_t params;
};
void emit_func_begin(struct emit *e, struct func *f, const struct func_frame *frame);
int32_t emit_func_end(struct emit *e); /* its index; the function around it is at hand again */

void emit_func_op(struct emit *e, enum opcode op, int32_t a, int32_t b, int32_t c, int32_t d);
/* temp = -of; of a number just loaded at once. */
void emit_func_negate(struct emit *e, int32_t temp, int32_t of);
void emit_func_statement(struct emit *e,
                         struct place place); /* a STATEMENT mark; all temps are free */
/* Takes back a NOT of this temp that was the last instruction; false: it was none. */
bool emit_func_unturned(struct emit *e, int32_t temp);
void emit_func_return(struct emit *e, int32_t temp);
void emit_func_jump(struct emit *e, enum opcode op, int32_t temp, struct label *to);
void emit_func_next(struct emit *e, int32_t member, int32_t walk, int32_t set, struct label *end);
void emit_func_otherwise(struct emit *e, int32_t choice, struct label *to);
void emit_func_bind(struct emit *e, struct label *label);

int32_t emit_func_temp(struct emit *e);
static inline int32_t emit_func_mark(const struct emit *e) {
    return e->f->top;
}
static inline void emit_func_release(struct emit *e, int32_t mark) {
    e->f->top = mark;
}

/* Slots. A hidden or let slot is taken for a block and given back, zeroed, at its end. */
int32_t emit_func_slot(struct emit *e, struct span name, struct image_type type, bool kept);
int32_t emit_func_hidden(struct emit *e, enum value_class class);
int32_t emit_func_hidden_of(struct emit *e, struct image_type type);
void emit_func_give_back(struct emit *e, int32_t slot); /* CLEAR, and free for others */
int32_t emit_func_open_slot(struct emit *e, struct local *local, struct image_type type);
int32_t emit_func_scope(const struct emit *e);
void emit_func_scope_end(struct emit *e, int32_t scope); /* CLEARs, and the names are gone */
void emit_func_bind_temp(struct emit *e, struct local *local, int32_t temp);
void emit_func_bind_slot(struct emit *e, struct local *local, int32_t slot);
void emit_func_unbind(struct local *local);

/* Captures: what a pure function inside another needs of it. */
void emit_func_captures(struct emit *e, struct func *inner, struct node *tree);
int32_t emit_func_captured(const struct emit *e, const void *key); /* the temp that holds it, -1 */
/* What is captured of a record is one of its results: the word that holds its slot. */
const int32_t *emit_func_result(const struct emit *e, const struct node *n);
extern const char emit_key_this;

/* The checker's type of an expression. */
static inline const struct type *emit_expr_type(const struct node *n) {
    return n->type;
}

/* ---- Expressions -------------------------------------------------------- */

void emit_expr_into(struct emit *e, struct node *n, int32_t temp);
int32_t emit_expr_temp(struct emit *e, struct node *n); /* into a new temp */
int32_t emit_expr_operand(struct emit *e,
                          struct node *n); /* where it lies already, else a new temp */
/* As a value of that type: a thing becomes the set of it, a truth 0 or 1. */
void emit_expr_as(struct emit *e, struct node *n, const struct type *type, int32_t temp);
/* Where the text relies on what it asked of a name that others may have written since: looked at
 * again, of the value in temp. */
void emit_expr_still_kind(struct emit *e, const struct node *n, const struct kind_decl *kind,
                          int32_t temp);
int32_t emit_expr_holder(struct emit *e, struct node *field_of); /* x of x.pile, sure to have it */
void emit_expr_still_of(struct emit *e, const struct node *n, const struct blueprint_decl *bp,
                        int32_t temp);
int32_t emit_expr_as_temp(struct emit *e, struct node *n, const struct type *type);
int32_t emit_expr_set(struct emit *e, struct node *n); /* as a set, in a new temp */
void emit_expr_jump_not(struct emit *e, struct node *n, struct label *no);
void emit_expr_jump_if(struct emit *e, struct node *n, struct label *yes);
void emit_expr_number(struct emit *e, int32_t temp, int64_t value); /* NUMBER or CONSTANT */
void emit_expr_local(struct emit *e, struct local *local, int32_t temp);
void emit_expr_slot_decl(struct emit *e, const struct slot_decl *slot, int32_t temp);
int32_t emit_expr_slot_index(const struct emit *e, const struct slot_decl *slot);
void emit_expr_this(struct emit *e, int32_t temp);
/* Loads what `inner` captures into a row of temps; the first of them. */
int32_t emit_expr_captures(struct emit *e, const struct func *inner);
int32_t emit_expr_arguments(struct emit *e, struct node *call, const struct param_decl *params,
                            int32_t count);
const struct field_decl *emit_expr_native_field(const struct emit *e, const struct kind_decl *kind,
                                                enum native_field native);
bool emit_expr_is_set(const struct type *type);

/* Constants, where the checker asked for one: false if it is none. */
bool emit_const_fold(struct emit *e, struct node *n, int64_t *value);
int32_t emit_const_die(struct emit *e, const struct node *die, const struct die_decl *decl);
bool emit_const_face(struct emit *e, const struct die_decl *die, int32_t face, int64_t *value);

/* Calls of set functions, pools, rolls (emit_set.c) */
void emit_set_function(struct emit *e, struct node *call, int32_t temp);
void emit_set_where(struct emit *e, struct node *with, int32_t temp);
void emit_set_gather(struct emit *e, struct node *set, struct node *where, struct local *local,
                     int32_t temp); /* S, or those of it for which `where` holds */
void emit_set_pool_where(struct emit *e, struct node *pool, struct node *cond, struct local *face,
                         enum opcode op, int32_t temp);
void emit_set_pool_compare(struct emit *e, struct node *compare, enum opcode op, int32_t temp);
struct loop {
    int32_t set, index, member;
    struct label top, end;
    struct local *local;
};
void emit_set_loop(struct emit *e, struct loop *w, int32_t set, struct local *local);
void emit_set_loop_end(struct emit *e, struct loop *w);

/* Rolls and other changes inside expressions (emit_roll.c) */
void emit_roll_hoist(struct emit *e, struct node *n, bool top); /* top: an effect n itself stays */
bool emit_roll_is_effect(const struct node *n);
void emit_roll_effect(struct emit *e, struct node *n, int32_t temp);
bool emit_roll_waiting(struct emit *e, const struct node *n,
                       int32_t temp); /* loaded if it was hoisted */
/* The hidden slots of the statement at hand: free for others, and zeroed wherever the
 * statement may end. */
struct rolls {
    int32_t slot[MAX_HOISTED];
    int32_t count;
};
void emit_roll_take(struct emit *e, struct rolls *rolls);
void emit_roll_zero(struct emit *e, const struct rolls *rolls);

/* ---- Statements --------------------------------------------------------- */

void emit_body_statements(struct emit *e, struct node *first, int32_t count); /* count -1: all */
void emit_body_block(struct emit *e, struct node *block); /* with a scope of its own */
void emit_body_do(struct emit *e, struct node *n, struct local *record);
void emit_body_store_slot(struct emit *e, const struct slot_decl *slot, int32_t temp);
int32_t emit_body_template(struct emit *e, struct node *text, int32_t *first); /* and its holes */
/* The feature in temp `feature` lasts as `until` (or `cond`) says; the captured values lie
 * from `first` on. */
int32_t emit_body_until(struct emit *e, struct node *until, struct node *cond, int32_t *first);
void emit_body_arguments(struct emit *e, struct node *call, const struct blueprint_decl *b);

void emit_ask_choose(struct emit *e, struct node *n); /* CHOOSE, CHOOSE_PLACE, CHOOSE_PATH, … */
void emit_ask_may(struct emit *e, struct node *n);
void emit_ask_one(struct emit *e, struct node *n);
void emit_ask_player(struct emit *e, struct node *n);
void emit_ask_each(struct emit *e, struct node *n);
void emit_ask_divide(struct emit *e, struct node *n);
void emit_ask_offer(struct emit *e, struct node *n, int32_t temp);
int32_t emit_ask_choice(struct emit *e, struct node *n, enum choice_what what, struct node *label);
void emit_ask_holes(struct emit *e, int32_t choice, const struct node *label);
enum choice_mode emit_ask_mode(const struct node *choose);

/* ---- Declarations ------------------------------------------------------- */

void emit_decl_kinds(struct emit *e);
void emit_decl_blueprints(struct emit *e);
void emit_decl_matter(struct emit *e); /* enumerations, dice, charts, rulings */
void emit_rule_quantities(struct emit *e);
void emit_rule_events(struct emit *e);
void emit_rule_rules(struct emit *e);
void emit_rule_lists(struct emit *e);
void emit_rule_wakes(struct emit *e);
/* Whether a set is all things of a kind: what enters play is looked at anyway. */
bool emit_is_extent(const struct image *img, int32_t func);
void emit_rule_steady(struct emit *e);
void emit_rule_reads(struct emit *e);
/* Of whom an instruction reads that stands at `at` in a pure function (emit_whose.c): */
struct whose {
    const struct image *img;
    const struct image_code *code; /* the function's own */
    int32_t count, params;
    bool roles; /* what it reads by name of an action's roles and answers is of arguments, too */
};
enum whose_it {
    WHOSE_ANYBODY,
    WHOSE_ARGUMENT, /* an argument of the function */
    WHOSE_MEMBER    /* what names one of them in a field that is a link */
};
enum whose_it emit_whose(const struct whose *w, int32_t at, int32_t temp);
/* Whether so many temps from the first on hold arguments or plain numbers. */
bool emit_whose_arguments(const struct whose *w, int32_t at, int32_t first, int32_t count);
/* The field by which alone members of an EXTENT are looked for, -1. */
int32_t emit_whose_link(const struct whose *w, int32_t at);
void emit_head_lines(struct emit *e, const struct event_decl *event);
void emit_block_examples(struct emit *e);
void emit_block_forces(struct emit *e);

/* A pure function of a condition inside the function at hand: `own` parameters (the first
 * is `param`), then what it captures, which is loaded into temps from *first on. Roles of
 * `fixed` are read from the event that it is asked about. */
int32_t emit_func_capturing(struct emit *e, struct node *cond, struct local *param, int32_t own,
                            const struct event_decl *fixed, int32_t *first);
/* A pure function of an expression, its parameters bound by the caller. */
int32_t emit_func_of(struct emit *e, const struct func_frame *frame, struct node *n,
                     const struct type *type, struct local *param);

/* ---- Primitives --------------------------------------------------------- */

struct primitive {
    int32_t count;
    char types[8];
};
int32_t emit_primitive(const struct emit *e, const char *name);

#endif
