/*
 * parts: rules as an author speaks of them: a tree of parts. The parts at the top are the
 * declarations, by their names; in each are its fields, rows, statements, lines. Parts keep the
 * order of the text; `myth diff` decides which order means nothing. Apart from that, equal rules
 * have equal parts, however they are written: the file, a table instead of braces, comments and
 * citations make no difference.
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
    /* the node that says the part, apart from the body; NULL: `values` says it or, if that is NULL
     * too, sort and key alone */
    const struct node *node;
    /* the values that say the part, if it is a list of values; else NULL */
    const struct node *values;
    /* the words that are shown for the part, on one line, mostly as it is written, without its
     * body; "" for a blueprint, the ruleset's head, `else` and "rules" */
    const char *text;
    struct place place;
    bool met; /* set by `myth diff`: the part's counterpart on the other side was found */
};

/* Returns a list of the declarations of all files in the order of the text. Each row of a table is
 * a part of its own; what an `add to` adds lies in the body of its thing; a kind that is opened
 * again goes on in its first part. Mistakes, variants and what variants remove give no part. The
 * last part, "rules", holds the rules that stand outside of all braces. */
struct said *parts_of(struct arena *arena, const struct diags *d, struct node **files, int count);

/* Whether two parts and their bodies say the same, the parts of the bodies in the same order. */
bool said_same(const struct said *a, const struct said *b);
/* Whether two parts have the same sort and key and their nodes or values say the same. Bodies are
 * not compared. */
bool said_alike(const struct said *a, const struct said *b);

#endif
