/*
 * alter: lists every single alteration of a ruleset's rules (a number one more or less, a row left
 * out, a condition that always holds) and makes the image of the rules with one of them. It alters
 * the tree that was read and puts it back, so that no text is read twice.
 *
 * The names of the source are good until the first image is made: that checks the tree anew.
 */
#ifndef MYTH_TOOLS_ALTER_H
#define MYTH_TOOLS_ALTER_H

#include "source.h"

enum alter_what {
    ALTER_NUMBER, /* the node's number */
    ALTER_OP,     /* the node's op */
    ALTER_FLAG,   /* one flag of the node, flipped */
    ALTER_PUT,    /* another node takes its place, or none does */
    ALTER_DROP    /* a whole declaration is left out */
};
struct alteration {
    enum alter_what what;
    struct node *node;
    int64_t number; /* the new number or op; the flag to flip */
    struct node **link, *put;
    const char *was, *became; /* as an author would write it */
    struct place place;
    int32_t spot, spots; /* of the source: the smallest stretch around it that makes code */
    bool of_force; /* in a force's limit, which makes no code: only examples of rosters notice */
};

struct alter {
    struct source *s;
    struct alteration *at; /* in the order of the text */
    int32_t count;
    struct node **decl; /* declarations of all files, in order */
    int32_t decls;
    int32_t *end; /* by file: one past its last declaration (which may come from a variant) */
    struct alter_inner *inner;
};

/* Limits the alterations to files whose path ends in `file` and to rules whose citation begins with
 * `clause`; NULL: no such limit. */
struct alter_only {
    const char *file, *clause;
};
/* The source must have been opened; alter_close before it is closed. */
void alter_open(struct alter *a, struct source *s, struct alter_only only);
void alter_close(struct alter *a);

/* Makes the image of the rules with alteration x (NULL: unaltered). Of the examples and chances it
 * has only those whose declarations are marked in `wanted` (NULL: all). Gives NULL if the altered
 * text is no valid ruleset. Everything but the image lies in `scratch`, which the caller empties;
 * `names` gets the names of this image. */
struct image *alter_image(struct alter *a, const struct alteration *x, const uint8_t *wanted,
                          struct arena *scratch, struct names **names);

#endif
