/*
 * alter: lists every single alteration of a ruleset's rules (a number one more or less, a row left
 * out, a condition that always holds) and makes the image of the rules with one alteration applied.
 * The room alters the tree that `source` has read and puts it back afterwards, so no text is read
 * twice.
 *
 * Making the first image checks the tree anew. From then on `source.names` of the opened source
 * must not be used; each image comes with names of its own.
 */
#ifndef MYTH_TOOLS_ALTER_H
#define MYTH_TOOLS_ALTER_H

#include "source.h"

enum alter_what {
    ALTER_NUMBER, /* the node gets another number */
    ALTER_OP,     /* the node gets another op */
    ALTER_FLAG,   /* one flag of the node is flipped */
    ALTER_PUT,    /* another node takes the node's place, or the node is left out */
    ALTER_DROP    /* a whole declaration is left out */
};
struct alteration {
    enum alter_what what;
    struct node *node;
    int64_t number; /* ALTER_NUMBER, ALTER_OP: the new number or op; ALTER_FLAG: the flag to flip */
    /* ALTER_PUT: the pointer that leads to `node`, and what it points to instead (NULL:
     * nothing). */
    struct node **link, *put;
    /* the text before and after, as an author would write it; "": left out */
    const char *was, *became;
    struct place place;
    /* `spots` spots of the source from `spot` on: those of the smallest stretch of text around
     * `node` that makes code; 0: none does */
    int32_t spot, spots;
    /* `node` lies in a force's limit; that makes no code, so only examples with a roster can
     * notice */
    bool of_force;
};

struct alter {
    struct source *s;
    struct alteration *at; /* all alterations, in the order of the text */
    int32_t count;
    struct node **decl; /* the declarations of all files, in the order of the text */
    int32_t decls;
    /* by file: the index in `decl` one past its last declaration (which may come from a variant) */
    int32_t *end;
    struct alter_inner *inner;
};

/* Limits which alterations are listed: to files whose path ends in `file`, and to rules that cite a
 * clause whose id begins with `clause`. Either may be NULL: no such limit. */
struct alter_only {
    const char *file, *clause;
};
/* Finds the alterations of the rules of source `s`, which must be open, and puts them in a->at.
 * Call alter_close before `s` is closed. */
void alter_open(struct alter *a, struct source *s, struct alter_only only);
void alter_close(struct alter *a);

/* Makes the image of the rules with alteration `x` (NULL: unaltered). Of the examples and chances
 * blocks the image has only those whose declarations are marked in `wanted`, by the index in `decl`
 * (NULL: all). Returns NULL if the altered text is no valid ruleset. All memory but the image's
 * lies in `scratch`, which the caller empties; `names` is set to the names of this image. */
struct image *alter_image(struct alter *a, const struct alteration *x, const uint8_t *wanted,
                          struct arena *scratch, struct names **names);

#endif
