/*
 * alter: every single alteration of a ruleset's rules, and the image of the rules with one of
 * them: a number one more or less, a row left out, a condition that always holds. The tree that
 * was read is altered and put back; nothing is read again.
 *
 * The names of the source are good until the first image is made: its tree is checked anew.
 */
#ifndef MYTH_TOOLS_ALTER_H
#define MYTH_TOOLS_ALTER_H

#include "source.h"

enum alter_what {
    ALTER_NUMBER, /* the node's number */
    ALTER_OP,     /* its op */
    ALTER_FLAG,   /* this flag, the other way */
    ALTER_PUT,    /* another node in its place, or none */
    ALTER_DROP    /* a whole declaration is left out */
};
struct alteration {
    enum alter_what what;
    struct node *node;
    int64_t number; /* what it becomes: number, op, flag */
    struct node **link, *put;
    const char *was, *became; /* as an author would write it */
    struct place place;
    int32_t spot, spots; /* of the source: the least stretch around it that can run */
    bool of_force; /* of a force's limit: it makes no code, and only a roster's example notices */
};

struct alter {
    struct source *s;
    struct alteration *at; /* in the order of the text */
    int32_t count;
    struct node **decl; /* declarations of all files, in order */
    int32_t decls;
    int32_t *end; /* by file: behind its last declaration, which may be of a variant's text */
    struct alter_inner *inner;
};

/* Which alterations: of files whose path ends so, or under citations that begin so; NULL: all. */
struct alter_only {
    const char *file, *clause;
};
/* The source must have been opened; alter_close before it is closed. */
void alter_open(struct alter *a, struct source *s, struct alter_only only);
void alter_close(struct alter *a);

/* The image of the rules so altered (NULL: as they are), with those examples alone whose
 * declarations `wanted` marks (NULL: all, and the chances). NULL: it is no ruleset then. All else
 * lies in `scratch`, which the caller empties. `names` are those of this image. */
struct image *alter_image(struct alter *a, const struct alteration *x, const uint8_t *wanted,
                          struct arena *scratch, struct names **names);

#endif
