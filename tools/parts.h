/*
 * parts: rules as an author speaks of them: a tree of parts. The parts at the top are the
 * declarations, by their names; in each are its fields, rows, statements, lines. Equal rules have
 * equal parts, however they are written: the file, an order that means nothing, a table instead of
 * braces, comments and citations make no difference.
 */
#ifndef MYTH_TOOLS_PARTS_H
#define MYTH_TOOLS_PARTS_H

#include "../dsl/diag.h"
#include "../dsl/tree.h"
#include "../vm/arena.h"

/* A part. `body` are the parts in it. */
struct said {
    struct said *next, *body;
    const char *sort; /* "number", "field", "row", "statement" … */
    const char *key;  /* the part's name among parts of its sort; "": it has none */
    /* the node that says the part, apart from the body; NULL: see `values` */
    const struct node *node;
    /* the values that say the part, if it is a list of values; else NULL */
    const struct node *values;
    const char *text; /* the text of the part as it is written, on one line */
    struct place place;
    bool met; /* set by `myth diff`: the part's counterpart on the other side was found */
};

/* Returns the declarations of all files in the order of the text. The last part, "rules", holds the
 * rules that stand outside of all braces. */
struct said *parts_of(struct arena *arena, const struct diags *d, struct node **files, int count);

/* Whether two parts say the same, bodies included. */
bool said_same(const struct said *a, const struct said *b);
/* Whether two parts say the same, apart from their bodies. */
bool said_alike(const struct said *a, const struct said *b);

#endif
