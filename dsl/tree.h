/*
 * tree: the nodes of a text that was read. All kinds share one struct, which is allotted in an
 * arena only as long as the kind has children; node.def lists the kinds, their children by name and
 * their meanings. The parser builds nodes, the checker fills the last four members of each in
 * place, and everything later only reads.
 *
 * A node is never copied by assignment, since it may be shorter than its struct. Walkers may
 * recurse: the parser bounds the depth by MAX_DEPTH_TEXT. Chains by `next` are walked with a loop.
 */
#ifndef MYTH_DSL_TREE_H
#define MYTH_DSL_TREE_H

#include "../vm/arena.h"
#include "../vm/base.h"
#include "diag.h"

enum node_kind {
#define LEAF(KIND, sentence) NODE_##KIND,
#define NODE(KIND, member, kids, sentence) NODE_##KIND,
#include "node.def"
#undef LEAF
#undef NODE
    NODE_COUNT_
};

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

enum node_flag {
    FLAG_SECRET = 1,
    FLAG_EVEN_GONE = 2,
    FLAG_BODY = 4, /* braces were written, though they may be empty */
    FLAG_MAY = 8,
    FLAG_MUST = 16,
    FLAG_NOT = 32,
    FLAG_ANY = 64,
    FLAG_OR_ONE_ROW = 128,
    FLAG_PARENS = 256,
    FLAG_HOLES = 512,
    FLAG_STACKS = 1024,
    FLAG_OF_VARIANT = 2048, /* a variant put it here */
};

struct node;
typedef struct node *node_ref; /* lets one macro declare any number of children */

struct node {
    uint8_t kind; /* enum node_kind */
    uint8_t op;   /* enum node_op */
    uint16_t flags;
    struct place place;
    struct node *next;  /* the next node of a list */
    struct node *cites; /* list of CITE */
    struct span text;   /* its name, or what node.def says of the kind */
    int64_t number;
    const void *type; /* from here to `mark`: filled by the checker */
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

struct node *node_new(struct arena *arena, enum node_kind kind, struct place place);

/* The place of a node's name: the end of a DOT; the beginning of a CALL, ARG_NAMED or ARG_IN; the
 * place of any other node. */
struct place node_name_place(const struct node *n);

const char *node_name(enum node_kind kind);     /* "IF" */
const char *node_sentence(enum node_kind kind); /* as in node.def */
int node_kids(enum node_kind kind);             /* how many children it has room for */
const char *node_op_text(enum node_op op);

/* Says how a walk goes on after a node: into it, past it, or no further. */
enum walk { WALK_ON, WALK_SKIP, WALK_STOP };

/* Visits the node and all below it, each before its children. Children and lists come in the order
 * of the text, as far as node.def has them so; citations are not visited. False: a visit returned
 * WALK_STOP. */
bool tree_walk(struct node *n, enum walk (*visit)(struct node *n, void *user), void *user);

/* Prints the tree as indented text, one node a line, for tests and `--tree`. */
struct span tree_dump(struct arena *arena, const struct node *n);

#endif
