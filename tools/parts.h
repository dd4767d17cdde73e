/*
 * parts: rules as an author speaks of them: declarations by their names, and in each its fields,
 * rows, statements, lines. Equal rules have equal parts, however they are written: the file, an
 * order that means nothing, a table instead of braces, comments and citations make no difference.
 */
#ifndef MYTH_TOOLS_PARTS_H
#define MYTH_TOOLS_PARTS_H

#include "../dsl/diag.h"
#include "../dsl/tree.h"
#include "../vm/arena.h"

struct said {
    struct said *next, *body;
    const char *sort;          /* "number", "field", "row", "statement" … */
    const char *key;           /* its name among parts of its sort; "": it has none */
    const struct node *node;   /* what it says, apart from its body; NULL: see values */
    const struct node *values; /* what it says, if that is a list of values */
    const char *text;          /* the same as it is written, on one line */
    struct place place;
    bool met; /* written by `myth diff`: its counterpart on the other side was found */
};

/* The declarations in the order of the text; the last part, "rules", holds the rules that stand
 * outside of all braces. */
struct said *parts_of(struct arena *arena, const struct diags *d, struct node **files, int count);

/* Whether two parts say the same, bodies included. */
bool said_same(const struct said *a, const struct said *b);
/* The same, bodies left aside. */
bool said_alike(const struct said *a, const struct said *b);

#endif
