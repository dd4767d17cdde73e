/*
 * parts: rules as an author speaks of them: declarations by their names, in each its fields, rows,
 * statements, lines. What is written here or there, in one order or another where no order is
 * meant, in a table or in braces, with which comments and citations, is no part of it: equal rules
 * have equal parts.
 */
#ifndef MYTH_TOOLS_PARTS_H
#define MYTH_TOOLS_PARTS_H

#include "../dsl/diag.h"
#include "../dsl/tree.h"
#include "../vm/arena.h"

struct said {
    struct said *next, *body;
    const char *sort;          /* "number", "field", "row", "statement" … */
    const char *key;           /* by which it is known among its like; "": by nothing */
    const struct node *node;   /* what it says, but for what is part of its body; NULL: */
    const struct node *values; /* a list of values */
    const char *text;          /* the same as it is written, on one line */
    struct place place;
    bool met; /* for who compares: it has its like on the other side */
};

/* Declarations in the order of the text, then what has no name: rules, the last part. */
struct said *parts_of(struct arena *arena, const struct diags *d, struct node **files, int count);

/* Whether they say the same, bodies and all. */
bool said_same(const struct said *a, const struct said *b);
/* Bodies apart. */
bool said_alike(const struct said *a, const struct said *b);

#endif
