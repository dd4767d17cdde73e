/*
 * tree: the nodes of a text that was read. node.def lists the kinds of node, their children by name
 * and what they mean. All kinds share one struct, but a node takes only as much memory as its kind
 * has children. So a node is never copied by assignment: it may be shorter than the struct.
 *
 * The parser builds nodes, and a variant replaces and links them anew. The checker fills in type,
 * meaning, slot and mark of each. A walk over a tree may recurse: the parser bounds the nesting of
 * braces, parentheses and expressions by MAX_DEPTH_TEXT, and a chain of `else if`, in which each IF
 * is a child of the one before, by its stack at some 800 links. Chains by `next` may be long and
 * are walked with a loop.
 */
#ifndef MYTH_DSL_TREE_H
#define MYTH_DSL_TREE_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"

/* The kinds of node, by node.def. */
enum node_kind {
#define LEAF(KIND, sentence) NODE_##KIND,
#define NODE(KIND, member, kids, sentence) NODE_##KIND,
#include "node.def"
#undef LEAF
#undef NODE
    NODE_COUNT_
};

/* What a node is more closely than by its kind, such as the operator of a COMPARE or the word of a
 * QUANTITY; listed in the rows OP of node.def. Which kinds have an op is said there. */
enum node_op {
#define LEAF(KIND, sentence)
#define NODE(KIND, member, kids, sentence)
#define OP(NAME, text) OP_##NAME,
#include "node.def"
#undef OP
#undef LEAF
#undef NODE
    OP_COUNT_
};

/* Bits of node.flags; the sentences of node.def say which kinds have which. */
enum node_flag {
    FLAG_SECRET = 1,
    FLAG_EVEN_GONE = 2,
    FLAG_BODY = 4, /* braces were written, perhaps with nothing in them */
    FLAG_MAY = 8,
    FLAG_MUST = 16,
    FLAG_NOT = 32,
    FLAG_ANY = 64,
    FLAG_OR_ONE_ROW = 128,
    FLAG_PARENS = 256,
    FLAG_HOLES = 512,
    FLAG_STACKS = 1024,
    FLAG_OF_VARIANT = 2048, /* the node comes from the text of a variant */
    /* the node is of a declaration below a line `for examples`, which no rule names */
    FLAG_FOR_EXAMPLES = 4096,
    FLAG_OWN = 16384,    /* of a FIELD or MEMORY: `secret own`; FLAG_STEPS is of other nodes */
    FLAG_CHANGED = 8192, /* a variant changed something in the braces of the node */
    FLAG_STEPS = 16384,
    FLAG_ALIKE = 32768,
};

struct node;
/* a type without a *, so that one macro can declare several children */
typedef struct node *node_ref;

struct node {
    uint8_t kind; /* enum node_kind */
    uint8_t op;   /* enum node_op */
    uint16_t flags;
    struct place place;
    struct node *next;  /* the next node of a list */
    struct node *cites; /* list of CITE */
    struct span text;   /* the name, or what node.def says of the kind */
    int64_t number;     /* what node.def says of the kind */
    const void *type;   /* type, meaning, slot and mark are filled in by the checker: see names.h */
    void *meaning;
    int32_t slot;
    uint32_t mark;
    union {
        struct node *kid[8];
#define LEAF(KIND, sentence)
#define KIDS(...) node_ref __VA_ARGS__;
#define NODE(KIND, member, kids, sentence) \
    struct {                               \
        kids                               \
    } member;
#include "node.def"
#undef LEAF
#undef KIDS
#undef NODE
    };
};

/* Makes a node of a kind. Everything in it but kind and place is zero. */
struct node *node_new(struct arena *arena, enum node_kind kind, struct place place);

/* Returns the place of the name in a node's place: the last part of a DOT, behind the dot; the
 * first word of a CALL, ARG_NAMED or ARG_IN; the whole place of any other node. */
struct place node_name_place(const struct node *n);

const char *node_name(enum node_kind kind); /* Returns the name of the kind, as "IF". */
/* Returns the sentence of node.def that says what a node of the kind is. */
const char *node_sentence(enum node_kind kind);
/* Returns how many children a node of the kind has room for. */
int node_kids(enum node_kind kind);
/* Returns the text of an op in node.def, as "at least". */
const char *node_op_text(enum node_op op);

/* Returns where a declaration keeps its note: a SETTING, or NULL where it has none. Returns NULL
 * for what has no such place; a blueprint has its note among its items. */
struct node **tree_note(struct node *n);
/* Whether a TEXT has nothing but blanks. */
bool tree_is_blank(const struct node *text);

/* What a visit tells the walk: to go on with the node's children, to pass them over, or to end the
 * whole walk. */
enum walk { WALK_ON, WALK_SKIP, WALK_STOP };

/* Visits the node n and the nodes below it, each before its children; not the nodes that follow n
 * by `next`. The children of a node for which the visit returns WALK_SKIP are passed over. Children
 * and lists come in the order of the text, as far as node.def has them in that order. Citations are
 * not visited. Returns false if a visit returned WALK_STOP. */
bool tree_walk(struct node *n, enum walk (*visit)(struct node *n, void *user), void *user);

/* Returns the tree as indented text, one node a line, for tests and `--tree`. */
struct span tree_dump(struct arena *arena, const struct node *n);

#endif
