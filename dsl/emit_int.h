/*
 * emit_int: what the emit_*.c files share. It has the image under construction with its growing
 * tables, and the function under construction with its temps, slots, labels and captured values.
 *
 * A temp is a register that lives within one statement. A slot is a word of the frame of an event's
 * body, and outlives statements. A pure function has temps only; values that it needs from the
 * function around it are "captured": they are handed over as additional parameters.
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

/* A hash table with open addressing. A cell holds 1 + the index of a row of one table of the image;
 * 0: the cell is free. */
struct interned {
    int32_t *at;
    size_t size, used;
    struct arena room; /* memory of `at`, and of nothing else */
};
/* The lines of one file, for finding line and column of a byte offset. */
struct lines {
    uint32_t *at; /* the offset at which each line begins */
    uint32_t count;
    bool ascii;      /* every byte is one character, so columns can be counted in bytes */
    uint32_t *first; /* for each block of LINES_BLOCK bytes, the line in which it begins, from 0 */
    /* for each stretch of PLACES_STRETCH bytes, row + 1 of the first place in it; 0: none */
    int32_t *stretch;
};

/* The image under construction, and all that its construction needs. */
struct emit {
    struct names *names;
    struct diags *diags;
    struct arena scratch;   /* memory that is freed when the image is done */
    struct func_room *idle; /* arrays of finished functions, for the next functions to use */
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
        int32_t next; /* row + 1 of the next place in the same stretch; 0: none */
    } * place_keys;   /* by row of image.places */
    size_t place_keys_room;
    struct {
        /* a call of a primitive; only members of `kind` of its result will be looked at */
        const struct node *of;
        int32_t kind;
    } wanted;
    struct {
        /* a call of a primitive that gives a length; the text only asks whether the length is at
         * most the one in `temp` */
        const struct node *of;
        int32_t temp;
    } enough;
    struct lines *lines; /* by file */
    struct func *f;      /* the function under construction */
    /* by index of a rule_decl: the functions of the rule, one set for each event that the rule
     * names, or for each sibling of the quantity that a row changes */
    struct made **made;
    struct primitive *primitives;
    struct local *record; /* the record of the event that the `when` of the present example does */
    bool refused;         /* something that cannot be run was reported, so no image comes out */
};

/* Adds a zeroed row at the end of a table and returns its index. */
#define IMAGE_TABLE(type, name, layout) int32_t emit_row_##name(struct emit *e);
#include "../vm/image_tables.def"
#undef IMAGE_TABLE

/* Returns the row of a text in image.texts. Equal texts share a row. */
int32_t emit_text(struct emit *e, struct span text);
/* Returns the row of a text in image.texts, which equal texts share; -1 for the empty text. */
int32_t emit_text_or_none(struct emit *e, struct span text);
/* Returns the row of the text of a TEXT node; -1 for NULL. */
int32_t emit_label(struct emit *e, const struct node *text);
/* Returns the row of a constant. Equal constants share a row. */
int32_t emit_constant(struct emit *e, int64_t value);
/* Returns 1 + the row of a range, 0 for NUM_MIN, NUM_MAX, which is none. Equal ranges that follow
 * one another share a row. */
int32_t emit_range(struct emit *e, int64_t least, int64_t most);
/* Returns the row of a place in the rule text; -1: the place lies in no file. */
int32_t emit_place(struct emit *e, struct place place);
/* Adds the members to image.lists; returns the index of the first. */
int32_t emit_list(struct emit *e, const int32_t *members, int32_t count);
/* Adds the texts of a list of CITE nodes to image.cites; sets *first and *count to their rows
 * there. */
void emit_cites(struct emit *e, const struct node *cites, int32_t *first, int32_t *count);
struct image_type emit_type(const struct type *type);
/* Moves the tables of rows into the image's own arena, each cut to its length. */
void emit_finish_tables(struct emit *e);
/* Reports that the machine cannot run `what`, once for each place. After that no image is made. */
void emit_refuse(struct emit *e, struct place place, const char *what);

/* ---- Functions ---------------------------------------------------------- */

/* An instruction that jumps lead to. A label is bound when the code has come to that
 * instruction. */
struct label {
    int32_t at; /* index of the instruction; -1: not bound yet */
    /* the last jump that waits for the label to be bound, -1: none; d of a waiting jump is the one
     * that waited before */
    int32_t jumps;
    int32_t choice; /* the choice that goes on here without a candidate (`otherwise`); -1: none */
};
#define LABEL ((struct label){-1, -1, -1})

/* Where a local lives. local->emit points to its home while the local is bound. */
struct home {
    struct func *f;
    bool slot; /* a slot of the frame; otherwise a temp */
    int32_t index;
    /* of a record: the slots of the values that are read, in the order of local->results */
    int32_t *results;
    int32_t status; /* of a record: the slot of the status; -1: the status is not read */
};

/* A slot that is taken until the end of its block. */
struct open_slot {
    struct local *local; /* NULL: the slot is hidden, of no name */
    int32_t slot;
};
enum { MAX_HOISTED = 64 }; /* most rolls of one statement that are emitted before it */

/* The arrays of a function under construction. When it is done, a later function reuses them. */
struct func_room {
    struct func_room *next;
    struct image_code *code;
    int32_t *places;
    struct image_slot *slots;
    bool *slot_free;
    size_t code_room, places_room, slots_room, free_room;
};

/* A function under construction. */
struct func {
    struct func *outer;
    struct func_room *room;
    struct image_func row;
    /* the event whose roles and kept values the code reads; NULL: none */
    const struct event_decl *event;
    bool own; /* the function is the body of `event`, so roles are slots of its own frame */
    const struct blueprint_decl *blueprint; /* the blueprint of `this`; NULL: there is no `this` */
    const struct rule_decl *instead;        /* the `instead of` whose body this is; NULL */
    /* number of temps in use, which is also the next free temp */
    int32_t top;
    int32_t bound; /* the instruction at which a label was bound last */
    int32_t place; /* place of the next instruction */
    /* number of this function, counted from 1 in the order in which functions are begun */
    int32_t serial;
    struct captured { /* the values that parameters from own_params on hold */
        /* what the value is: a declaration, the word that holds the slot of a record's value, or
         * &emit_key_this */
        const void *key;
        struct node *node; /* a node that reads the value */
    } * captured;
    int32_t own_params, captured_count;
    /* in the condition of an `until EVENT`: that event. Its roles are read from the event, not
     * captured. NULL elsewhere */
    const struct event_decl *fixed;
    struct open_slot *open; /* slots of the blocks that are open, innermost last */
    int32_t open_count;
    size_t open_room;
    /* parts of the present statement that were emitted before it: rolls, and what is only evaluated
     * under a condition and has rolls in it. Their results wait in hidden slots */
    struct {
        const struct node *node;
        int32_t slot;
    } hoisted[MAX_HOISTED];
    int32_t hoisted_count;
};

/* What emit_func_begin needs to know of a function. */
struct func_frame {
    const char *name; /* name in a disassembly, if `text` is empty */
    struct span text;
    struct place place;
    const struct event_decl *event;
    const struct blueprint_decl *blueprint;
    bool own, pure;
    int32_t params;
};
/* Begins a function, which becomes the present one. Functions nest: emit_func_end ends the present
 * one, and the function around it is the present one again. */
void emit_func_begin(struct emit *e, struct func *f, const struct func_frame *frame);
/* Returns the index of the function in image.funcs. */
int32_t emit_func_end(struct emit *e);

void emit_func_op(struct emit *e, enum opcode op, int32_t a, int32_t b, int32_t c, int32_t d);
/* Emits temp = -of. If the last instruction loaded `of` as a number, that number is negated
 * instead. */
void emit_func_negate(struct emit *e, int32_t temp, int32_t of);
/* Emits a STATEMENT mark. Behind it no temp but the parameters is in use. */
void emit_func_statement(struct emit *e, struct place place);
/* Takes back the last instruction if that is a NOT of this temp. Returns whether there was such a
 * NOT. */
bool emit_func_unturned(struct emit *e, int32_t temp);
/* Emits RETURN of a temp. */
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

/* Slots of the frame. A slot of a `let`, and a hidden one, is taken for a block; at the end of the
 * block it is cleared and free for others. */
int32_t emit_func_slot(struct emit *e, struct span name, struct image_type type, bool kept);
/* Gives a slot the range to which the machine holds what is written there. */
void emit_func_slot_range(struct emit *e, int32_t slot, int64_t least, int64_t most);
int32_t emit_func_hidden(struct emit *e, enum value_class class);
int32_t emit_func_hidden_of(struct emit *e, struct image_type type);
/* Emits CLEAR. Afterwards the slot may be used for something else. */
void emit_func_give_back(struct emit *e, int32_t slot);
/* Takes a slot for a local (NULL: a hidden one) until the end of the scope. Returns the slot; -1
 * for a record, which has several. */
int32_t emit_func_open_slot(struct emit *e, struct local *local, struct image_type type);
/* Returns a mark of the slots that are open, for emit_func_scope_end. */
int32_t emit_func_scope(const struct emit *e);
/* Clears the slots that were opened since the mark `scope`, and unbinds their locals. */
void emit_func_scope_end(struct emit *e, int32_t scope);
void emit_func_bind_temp(struct emit *e, struct local *local, int32_t temp);
void emit_func_bind_slot(struct emit *e, struct local *local, int32_t slot);
void emit_func_unbind(struct local *local);

/* Captures: values of the surrounding function that an inner pure function needs.
 * emit_func_captures collects in `inner` those that the expression `tree` needs. */
void emit_func_captures(struct emit *e, struct func *inner, struct node *tree);
/* Returns the temp that holds the captured value in the present function; -1: it is not
 * captured. */
int32_t emit_func_captured(const struct emit *e, const void *key);
/* Returns the address of the word that holds the slot of a record's value. The address is the key
 * by which that value is captured. */
const int32_t *emit_func_result(const struct emit *e, const struct node *n);
/* the address of this variable is the key by which `this` is captured */
extern const char emit_key_this;

/* Returns the type that the checker gave an expression. */
static inline const struct type *emit_expr_type(const struct node *n) {
    return n->type;
}

/* ---- Expressions -------------------------------------------------------- */

void emit_expr_into(struct emit *e, struct node *n, int32_t temp);
/* Computes n into a new temp, which is returned. */
int32_t emit_expr_temp(struct emit *e, struct node *n);
/* Returns the temp in which the value of n lies already; otherwise computes it into a new one. */
int32_t emit_expr_operand(struct emit *e, struct node *n);
/* Returns the temp that holds an operand of arithmetic: a face of a die as its number, one with a
 * name as 0. */
int32_t emit_expr_counted(struct emit *e, struct node *n);
/* Computes the expression as a value of that type. If a set is wanted, a thing becomes the set of
 * it alone; if a truth is wanted, none becomes 0. */
void emit_expr_as(struct emit *e, struct node *n, const struct type *type, int32_t temp);
/* emit_expr_still_kind and emit_expr_still_of emit STILL_KIND and STILL_OF. These instructions are
 * an error of the rules if the value in temp is no longer of the kind, or made from the blueprint.
 * They are emitted only if the text has asked what the thing is and something else may have written
 * the name n since. */
void emit_expr_still_kind(struct emit *e, const struct node *n, const struct kind_decl *kind,
                          int32_t temp);
/* Computes the x of `x.pile`, tested by STILL_KIND to be of the kind that has the pile. */
int32_t emit_expr_holder(struct emit *e, struct node *field_of);
void emit_expr_still_of(struct emit *e, const struct node *n, const struct blueprint_decl *bp,
                        int32_t temp);
int32_t emit_expr_as_temp(struct emit *e, struct node *n, const struct type *type);
int32_t emit_expr_set(struct emit *e, struct node *n); /* Computes n as a set; returns the temp. */
/* emit_expr_jump_not emits a jump that is taken if the truth n does not hold, emit_expr_jump_if one
 * that is taken if it holds. */
void emit_expr_jump_not(struct emit *e, struct node *n, struct label *no);
void emit_expr_jump_if(struct emit *e, struct node *n, struct label *yes);
/* Emits NUMBER, CONSTANT or LOAD_NONE, whichever loads the value. */
void emit_expr_number(struct emit *e, int32_t temp, int64_t value);
void emit_expr_local(struct emit *e, struct local *local, int32_t temp);
void emit_expr_slot_decl(struct emit *e, const struct slot_decl *slot, int32_t temp);
int32_t emit_expr_slot_index(const struct emit *e, const struct slot_decl *slot);
void emit_expr_this(struct emit *e, int32_t temp);
/* Loads the values that `inner` captures into consecutive temps. Returns the first of them; 0 if
 * there are none. */
int32_t emit_expr_captures(struct emit *e, const struct func *inner);
/* Computes the arguments of a call, or where they are left out the defaults of the parameters, or
 * none, into consecutive temps. Returns the first of them; 0 if there are no parameters. A single
 * argument that lies in a temp already is not copied: that temp is returned. held: arguments are
 * held to the ranges of the parameters. */
int32_t emit_expr_arguments(struct emit *e, struct node *call, const struct param_decl *params,
                            int32_t count, bool held);
/* Returns the field that plays the part `native` (enum native_field) for things of the kind; if the
 * kind has none or is NULL, the first such field of any kind. */
const struct field_decl *emit_expr_native_field(const struct emit *e, const struct kind_decl *kind,
                                                enum native_field native);
bool emit_expr_is_set(const struct type *type);

/* Constants, for expressions that the checker requires to be constant. emit_const_fold and
 * emit_const_face set *value; they return false if there is no constant value. */
bool emit_const_fold(struct emit *e, struct node *n, int64_t *value);
int32_t emit_const_die(struct emit *e, const struct node *die, const struct die_decl *decl);
bool emit_const_face(struct emit *e, const struct die_decl *die, int32_t face, int64_t *value);

/* emit_set.c. emit_set_function emits the call of a function over sets or pools. */
void emit_set_function(struct emit *e, struct node *call, int32_t temp);
void emit_set_where(struct emit *e, struct node *with, int32_t temp);
/* Computes those members of the set for which `where` holds; all of them if `where` is NULL. */
void emit_set_gather(struct emit *e, struct node *set, struct node *where, struct local *local,
                     int32_t temp);
void emit_set_pool_where(struct emit *e, struct node *pool, struct node *cond, struct local *face,
                         enum opcode op, int32_t temp);
void emit_set_pool_compare(struct emit *e, struct node *compare, enum opcode op, int32_t temp);
/* A walk over a set: temps of the set, of the walk and of the present member. */
struct loop {
    int32_t set, index, member;
    struct label top, end;
    struct local *local;
};
void emit_set_loop(struct emit *e, struct loop *w, int32_t set, struct local *local);
void emit_set_loop_end(struct emit *e, struct loop *w);

/* emit_roll.c. emit_roll_hoist emits the rolls in n before the statement in which n stands. top: if
 * n itself is a roll or another effect, it is not hoisted. */
void emit_roll_hoist(struct emit *e, struct node *n, bool top);
/* Whether n is a pool and a number: new dice that show more. */
bool emit_roll_raises(const struct node *n);
/* Whether n itself rolls dice, makes dice that show more, or picks at random. */
bool emit_roll_is_effect(const struct node *n);
void emit_roll_effect(struct emit *e, struct node *n, int32_t temp);
/* Whether n was hoisted. If so, the result is loaded into temp, unless temp is -1. */
bool emit_roll_waiting(struct emit *e, const struct node *n, int32_t temp);
/* The hidden slots in which rolls of the present statement wait. emit_roll_take collects them and
 * frees them for other use. emit_roll_zero clears them; it must be called wherever the statement
 * may end. */
struct rolls {
    int32_t slot[MAX_HOISTED];
    int32_t count;
};
void emit_roll_take(struct emit *e, struct rolls *rolls);
void emit_roll_zero(struct emit *e, const struct rolls *rolls);

/* ---- Statements --------------------------------------------------------- */

/* Emits `count` statements from `first` on; -1: to the end of the list. */
void emit_body_statements(struct emit *e, struct node *first, int32_t count);
/* Emits a block, with a scope of its own in which its locals live. */
void emit_body_block(struct emit *e, struct node *block);
void emit_body_do(struct emit *e, struct node *n, struct local *record);
void emit_body_store_slot(struct emit *e, const struct slot_decl *slot, int32_t temp);
/* Emits the values of the holes of a text into consecutive temps. Returns its template, a row of
 * image.templates; -1 if `text` is NULL. *first is the first of these temps; 0 if there are
 * none. */
int32_t emit_body_template(struct emit *e, struct node *text, int32_t *first);
/* Makes the row of image.untils that says how long a feature lasts, from an `until` or a condition
 * `cond`. The values that its condition captures are loaded into temps from *first on. Returns the
 * index of the row; -1 if the feature lasts for good. */
int32_t emit_body_until(struct emit *e, struct node *until, struct node *cond, int32_t *first);
void emit_body_arguments(struct emit *e, struct node *call, const struct blueprint_decl *b);

/* Emits a `choose` of whatever sort: CHOOSE, CHOOSE_PLACE or CHOOSE_PATH. */
void emit_ask_choose(struct emit *e, struct node *n);
void emit_ask_may(struct emit *e, struct node *n);
void emit_ask_one(struct emit *e, struct node *n);
void emit_ask_player(struct emit *e, struct node *n);
void emit_ask_each(struct emit *e, struct node *n);
void emit_ask_divide(struct emit *e, struct node *n);
void emit_ask_offer(struct emit *e, struct node *n, int32_t temp);
/* Makes the template of a prompt, a label or the sentence of an event, texts with holes between
 * them, and returns its row. */
int32_t emit_ask_template(struct emit *e, const struct node *label);
int32_t emit_ask_choice(struct emit *e, struct node *n, enum choice_what what, struct node *label);
void emit_ask_holes(struct emit *e, int32_t choice, const struct node *label);
enum choice_mode emit_ask_mode(const struct node *choose);

/* ---- Declarations ------------------------------------------------------- */

void emit_decl_kinds(struct emit *e);
void emit_decl_blueprints(struct emit *e);
/* Returns the chart of what the card of each blueprint says of a field, by its number. */
int32_t emit_decl_cards(struct emit *e, const struct field_decl *f);
/* Returns where in image.lists the blueprints of a kind stand that are declared by themselves, for
 * play and without parameters, behind their number. */
int32_t emit_decl_listed(struct emit *e, const struct kind_decl *k);
void emit_decl_matter(struct emit *e); /* emits enumerations, dice, charts and rulings */
void emit_rule_quantities(struct emit *e);
void emit_rule_events(struct emit *e);
void emit_rule_rules(struct emit *e);
void emit_rule_lists(struct emit *e);
void emit_rule_wakes(struct emit *e);
/* Whether a function does nothing but give all things of a kind. The set of a `whenever` that is
 * such a function is no reason to look at everything again when a thing enters play: the `whenever`
 * looks at the new thing alone. */
bool emit_is_extent(const struct image *img, int32_t func);
void emit_rule_steady(struct emit *e);
void emit_rule_reads(struct emit *e);
/* A function for emit_whose.c to look at. emit_whose says whose words an instruction reads: of
 * which thing the id lies in `temp` at instruction `at`. */
struct whose {
    const struct image *img;
    const struct image_code *code; /* code of the function */
    int32_t count, params;
};
/* From whose words an instruction reads. */
enum whose_it {
    WHOSE_ANYBODY,  /* not known, so any thing */
    WHOSE_ARGUMENT, /* an argument of the function */
    WHOSE_MEMBER    /* a thing that names an argument in a field that is a link */
};
enum whose_it emit_whose(const struct whose *w, int32_t at, int32_t temp);
/* Whether at `at` the `count` temps from `first` on all hold arguments or plain numbers. */
bool emit_whose_arguments(const struct whose *w, int32_t at, int32_t first, int32_t count);
/* Returns the field by which alone the members of the EXTENT at instruction `at` are looked for; -1
 * if there is no such field. */
int32_t emit_whose_link(const struct whose *w, int32_t at);
void emit_head_lines(struct emit *e, const struct event_decl *event);
/* Adds the rows of image.rests and image.unread. Must be called when all code has been emitted. */
void emit_live(struct emit *e);
void emit_block_examples(struct emit *e);
void emit_block_forces(struct emit *e);

/* Makes a pure function of a condition that stands in the present function. It has `own` parameters
 * (0 or 1, which is `param`), then the captured values, which are loaded into temps from *first on.
 * Roles of the event `fixed` are read from that event, which the machine hands over when it asks.
 * Returns the index of the function. */
int32_t emit_func_capturing(struct emit *e, struct node *cond, struct local *param, int32_t own,
                            const struct event_decl *fixed, int32_t *first);
/* Makes a pure function that computes n as a value of `type`. `param`, unless NULL, is the local
 * that names its first parameter. Returns its index. */
int32_t emit_func_of(struct emit *e, const struct func_frame *frame, struct node *n,
                     const struct type *type, struct local *param);

/* ---- Primitives --------------------------------------------------------- */

/* A primitive of prim.def: how many arguments it has, and the letter of the type of each. */
struct primitive {
    int32_t count;
    char types[10];
};
int32_t emit_primitive(const struct emit *e, const char *name);

#endif
