/*
 * emit_int: shared by the files of emit alone: the image under construction with its growing
 * tables, and the function under construction with its temps, slots, labels and captured values.
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

/* a hash table with open addressing; an entry is an index + 1 into one table of the image */
struct interned {
    int32_t *at;
    size_t size, used;
    struct arena room; /* memory of the entries only */
};
struct lines { /* the offsets at which the lines of a file begin */
    uint32_t *at;
    uint32_t count;
    bool ascii;       /* every byte is a character, so columns are bytes */
    uint32_t *first;  /* for each block of bytes, the line in which it begins */
    int32_t *stretch; /* for each stretch of a few bytes, row + 1 of the first place in it */
};

struct emit {
    struct names *names;
    struct diags *diags;
    struct arena scratch;   /* memory that is freed when the image is done */
    struct func_room *idle; /* arrays of functions that are done, for reuse */
    int32_t serial;         /* number of functions begun so far */
    struct image *img;
    struct {
#define IMAGE_TABLE(type, name, layout) size_t name;
#include "../vm/image_tables.def"
#undef IMAGE_TABLE
    } room;
    struct interned texts, constants;
    struct {
        uint32_t at;
        int32_t next; /* row + 1 of the next place in the same stretch */
    } * place_keys;   /* by row of the table of places */
    size_t place_keys_room;
    struct {
        /* a primitive of whose result only members of one kind will be looked at */
        const struct node *of;
        int32_t kind;
    } wanted;
    struct {
        const struct node *of; /* a primitive whose length is only compared with a greatest one */
        int32_t temp;
    } enough;
    struct lines *lines; /* by file */
    struct func *f;      /* the function under construction */
    struct made **made;  /* by rule_decl: its functions, a set for each event that it names */
    struct primitive *primitives;
    struct local *record; /* of the present example: the record of what its `when` did */
    bool refused;         /* something cannot be run, which was reported */
};

/* Adds a zeroed row at the end of a table and returns its index. */
#define IMAGE_TABLE(type, name, layout) int32_t emit_row_##name(struct emit *e);
#include "../vm/image_tables.def"
#undef IMAGE_TABLE

int32_t emit_text(struct emit *e, struct span text);         /* interned */
int32_t emit_text_or_none(struct emit *e, struct span text); /* -1 for the empty text */
/* the text of a TEXT node; -1 for NULL */
int32_t emit_label(struct emit *e, const struct node *text);
int32_t emit_constant(struct emit *e, int64_t value);   /* interned */
int32_t emit_place(struct emit *e, struct place place); /* interned */
/* returns the index of the first in lists[] */
int32_t emit_list(struct emit *e, const int32_t *members, int32_t count);
void emit_cites(struct emit *e, const struct node *cites, int32_t *first, int32_t *count);
struct image_type emit_type(const struct type *type);
/* Moves the tables into the image's own arena, cut to their lengths. */
void emit_finish_tables(struct emit *e);
/* Reports what the machine cannot run, once for a place; no image is made then. */
void emit_refuse(struct emit *e, struct place place, const char *what);

/* ---- Functions ---------------------------------------------------------- */

struct label {
    int32_t at; /* instruction; -1: not bound yet */
    /* the last jump that waits for it; each waiting jump holds the one before in d */
    int32_t jumps;
    int32_t choice; /* the choice whose `otherwise` it is; -1 */
};
#define LABEL ((struct label){-1, -1, -1})

/* The place where a local lives; local->emit points to it while it is bound. */
struct home {
    struct func *f;
    bool slot; /* a slot of the frame; otherwise a temp */
    int32_t index;
    int32_t *results; /* of a record: slots, in the order of local->results */
    int32_t status;   /* of a record: the slot of its status; -1 */
};

struct open_slot {
    struct local *local; /* NULL: a hidden slot */
    int32_t slot;
};
enum { MAX_HOISTED = 64 };

/* The arrays of a function under construction; the next function takes them over. */
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
    const struct event_decl *event; /* the event whose roles are read */
    bool own; /* the function is that event's body, so roles are slots of its own frame */
    const struct blueprint_decl *blueprint; /* the blueprint of `this`; NULL */
    const struct rule_decl *instead;        /* the `instead of` whose body it is; NULL */
    int32_t top;                            /* number of temps in use */
    int32_t bound;                          /* the instruction at which a label was bound last */
    int32_t place;                          /* place of the next instruction */
    int32_t serial;                         /* its number among all functions begun */
    struct captured {                       /* the values held by params from `own_params` on */
        const void *key;
        struct node *node; /* a node that reads the value */
    } * captured;
    int32_t own_params, captured_count;
    /* in the condition of an `until`: the event whose roles are read from it, not captured */
    const struct event_decl *fixed;
    struct open_slot *open; /* slots of the open blocks */
    int32_t open_count;
    size_t open_room;
    struct { /* rolls of the present statement, whose results wait in hidden slots */
        const struct node *node;
        int32_t slot;
    } hoisted[MAX_HOISTED];
    int32_t hoisted_count;
};

struct func_frame {
    const char *name; /* names it in a disassembly, where it has no other name */
    struct span text;
    struct place place;
    const struct event_decl *event;
    const struct blueprint_decl *blueprint;
    bool own, pure;
    int32_t params;
};
void emit_func_begin(struct emit *e, struct func *f, const struct func_frame *frame);
/* returns its index; the function around it is the present one again */
int32_t emit_func_end(struct emit *e);

void emit_func_op(struct emit *e, enum opcode op, int32_t a, int32_t b, int32_t c, int32_t d);
/* temp = -of; if `of` was just loaded as a number, that number is negated instead. */
void emit_func_negate(struct emit *e, int32_t temp, int32_t of);
void emit_func_statement(struct emit *e,
                         struct place place); /* a STATEMENT mark; no temp is in use after it */
/* Takes back the last instruction if it is a NOT of this temp; false: it is not. */
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

/* Slots. A hidden slot, or that of a let, is taken for a block; at its end it is cleared and given
 * back. */
int32_t emit_func_slot(struct emit *e, struct span name, struct image_type type, bool kept);
int32_t emit_func_hidden(struct emit *e, enum value_class class);
int32_t emit_func_hidden_of(struct emit *e, struct image_type type);
/* emits CLEAR; the slot may be used again */
void emit_func_give_back(struct emit *e, int32_t slot);
int32_t emit_func_open_slot(struct emit *e, struct local *local, struct image_type type);
int32_t emit_func_scope(const struct emit *e);
/* clears the slots of a scope and unbinds its names */
void emit_func_scope_end(struct emit *e, int32_t scope);
void emit_func_bind_temp(struct emit *e, struct local *local, int32_t temp);
void emit_func_bind_slot(struct emit *e, struct local *local, int32_t slot);
void emit_func_unbind(struct local *local);

/* Captures: values of the surrounding function that an inner pure function needs. */
void emit_func_captures(struct emit *e, struct func *inner, struct node *tree);
int32_t emit_func_captured(const struct emit *e, const void *key); /* the temp that holds it; -1 */
/* The address of the word that holds the slot of a record's result: the key by which that result is
 * captured. */
const int32_t *emit_func_result(const struct emit *e, const struct node *n);
extern const char emit_key_this;

/* The type that the checker gave an expression. */
static inline const struct type *emit_expr_type(const struct node *n) {
    return n->type;
}

/* ---- Expressions -------------------------------------------------------- */

void emit_expr_into(struct emit *e, struct node *n, int32_t temp);
int32_t emit_expr_temp(struct emit *e, struct node *n); /* into a new temp */
int32_t emit_expr_operand(struct emit *e,
                          /* returns the temp in which it lies already, otherwise a new one */
                          struct node *n);
/* Computes the expression as a value of that type: a thing becomes the set of it, a truth 0 or
 * 1. */
void emit_expr_as(struct emit *e, struct node *n, const struct type *type, int32_t temp);
/* Emits STILL_KIND or STILL_OF where the text relies on what it asked of a name that others may
 * have written since; the value is in temp. */
void emit_expr_still_kind(struct emit *e, const struct node *n, const struct kind_decl *kind,
                          int32_t temp);
/* x of x.pile, tested to be of a kind that has the pile */
int32_t emit_expr_holder(struct emit *e, struct node *field_of);
void emit_expr_still_of(struct emit *e, const struct node *n, const struct blueprint_decl *bp,
                        int32_t temp);
int32_t emit_expr_as_temp(struct emit *e, struct node *n, const struct type *type);
int32_t emit_expr_set(struct emit *e, struct node *n); /* computes it as a set, into a new temp */
void emit_expr_jump_not(struct emit *e, struct node *n, struct label *no);
void emit_expr_jump_if(struct emit *e, struct node *n, struct label *yes);
void emit_expr_number(struct emit *e, int32_t temp, int64_t value); /* emits NUMBER or CONSTANT */
void emit_expr_local(struct emit *e, struct local *local, int32_t temp);
void emit_expr_slot_decl(struct emit *e, const struct slot_decl *slot, int32_t temp);
int32_t emit_expr_slot_index(const struct emit *e, const struct slot_decl *slot);
void emit_expr_this(struct emit *e, int32_t temp);
/* Loads the values that `inner` captures into consecutive temps; returns the first. */
int32_t emit_expr_captures(struct emit *e, const struct func *inner);
int32_t emit_expr_arguments(struct emit *e, struct node *call, const struct param_decl *params,
                            int32_t count);
const struct field_decl *emit_expr_native_field(const struct emit *e, const struct kind_decl *kind,
                                                enum native_field native);
bool emit_expr_is_set(const struct type *type);

/* Constants, for expressions that the checker requires to be constant; false: it is none. */
bool emit_const_fold(struct emit *e, struct node *n, int64_t *value);
int32_t emit_const_die(struct emit *e, const struct node *die, const struct die_decl *decl);
bool emit_const_face(struct emit *e, const struct die_decl *die, int32_t face, int64_t *value);

/* Calls of set functions, pools, rolls (emit_set.c) */
void emit_set_function(struct emit *e, struct node *call, int32_t temp);
void emit_set_where(struct emit *e, struct node *with, int32_t temp);
void emit_set_gather(struct emit *e, struct node *set, struct node *where, struct local *local,
                     int32_t temp); /* S, or those members for which `where` holds */
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
/* top: if n itself is an effect, it stays where it is */
void emit_roll_hoist(struct emit *e, struct node *n, bool top);
bool emit_roll_is_effect(const struct node *n);
void emit_roll_effect(struct emit *e, struct node *n, int32_t temp);
bool emit_roll_waiting(struct emit *e, const struct node *n,
                       int32_t temp); /* whether n was hoisted; then its result is loaded */
/* The hidden slots of the present statement. They are free for others, but must be cleared wherever
 * the statement may end. */
struct rolls {
    int32_t slot[MAX_HOISTED];
    int32_t count;
};
void emit_roll_take(struct emit *e, struct rolls *rolls);
void emit_roll_zero(struct emit *e, const struct rolls *rolls);

/* ---- Statements --------------------------------------------------------- */

/* count -1: to the end of the list */
void emit_body_statements(struct emit *e, struct node *first, int32_t count);
void emit_body_block(struct emit *e, struct node *block); /* with a scope of its own */
void emit_body_do(struct emit *e, struct node *n, struct local *record);
void emit_body_store_slot(struct emit *e, const struct slot_decl *slot, int32_t temp);
/* returns the template; *first is the first of its holes */
int32_t emit_body_template(struct emit *e, struct node *text, int32_t *first);
/* Makes the row that says how long a feature lasts, from `until` or `cond`; the captured values lie
 * in temps from *first on. Returns its index, -1 for none. */
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
/* Whether a function gives all things of a kind: what enters play is looked at anyway. */
bool emit_is_extent(const struct image *img, int32_t func);
void emit_rule_steady(struct emit *e);
void emit_rule_reads(struct emit *e);
/* Of which things the instruction `at` of a pure function reads (emit_whose.c). */
struct whose {
    const struct image *img;
    const struct image_code *code; /* the function's code */
    int32_t count, params;
};
enum whose_it {
    WHOSE_ANYBODY,
    WHOSE_ARGUMENT, /* an argument of the function */
    WHOSE_MEMBER    /* a thing that names an argument in a field that is a link */
};
enum whose_it emit_whose(const struct whose *w, int32_t at, int32_t temp);
/* Whether `count` temps from `first` on hold arguments or plain numbers. */
bool emit_whose_arguments(const struct whose *w, int32_t at, int32_t first, int32_t count);
/* The field by which alone the members of an EXTENT are looked for; -1. */
int32_t emit_whose_link(const struct whose *w, int32_t at);
void emit_head_lines(struct emit *e, const struct event_decl *event);
void emit_live(struct emit *e); /* when all code is there */
void emit_block_examples(struct emit *e);
void emit_block_forces(struct emit *e);

/* Makes a pure function of a condition inside the present function: `own` parameters, the first of
 * them `param`, then the captured values, which are loaded into temps from *first on. Roles of
 * `fixed` are read from the event that the condition is asked about. */
int32_t emit_func_capturing(struct emit *e, struct node *cond, struct local *param, int32_t own,
                            const struct event_decl *fixed, int32_t *first);
/* Makes a pure function of an expression whose parameters the caller has bound. */
int32_t emit_func_of(struct emit *e, const struct func_frame *frame, struct node *n,
                     const struct type *type, struct local *param);

/* ---- Primitives --------------------------------------------------------- */

struct primitive {
    int32_t count;
    char types[8];
};
int32_t emit_primitive(const struct emit *e, const char *name);

#endif
