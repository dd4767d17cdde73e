/*
 * alter: lists alterations of a ruleset's rules, each one small change of the text (for example a
 * number one more or less, a row left out, a condition that always holds), and makes the image of
 * the rules with one of them applied. To make it, the room alters the tree that `source` has read,
 * checks that tree and puts it back as it was, so no text is read twice.
 *
 * The check for the first image wipes what the check in source_open noted on the nodes. From then
 * on `source.names` of the opened source must not be used; each image comes with names of its own.
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
    /* ALTER_PUT: the pointer that leads to `node`, and what it points to instead: another node, the
     * node behind `node` in its list, or NULL */
    struct node **link, *put;
    /* what is altered, before and after, in an author's words (a text of rules, or a word such as
     * "always"); `became` is "" if it is left out */
    const char *was, *became;
    struct place place;
    /* `spots` spots of the source (source.spot) from `spot` on: those in the text of the constant,
     * row or statement that is altered or, if it has none, of the nearest statement, row or
     * declaration around it. 0: not even the declaration has one */
    int32_t spot, spots;
    /* `node` is a force's limit or lies in one. A limit makes no code, so it has no spots to tell
     * which examples could notice the alteration: those with a roster could */
    bool of_force;
};

struct alter {
    struct source *s;
    struct alteration *at; /* all alterations, in the order of the text */
    int32_t count;
    int32_t for_examples; /* declarations of the wanted file, or of all, below `for examples` */
    struct node **decl;   /* the declarations of all files, in the order of the text */
    int32_t decls;
    /* by index of source.file: the index in `decl` one past the last declaration of that file
     * (which may come from a variant) */
    int32_t *end;
    struct alter_inner *inner;
};

/* Limits which alterations are listed: to files whose path ends in `file`, a whole name or several
 * ("b.myth" does not stand for "ab.myth"), and to text in a declaration, row or statement that
 * cites a clause whose id begins with `clause`. Either may be NULL: no such limit. What stands
 * below `for examples` is listed only if `with_examples` is set. */
struct alter_only {
    const char *file, *clause;
    bool with_examples;
};
/* Finds the alterations of the rules of source `s`, which must be open, and puts them in a->at.
 * That list and the list of nodes are freed by alter_close. All else that `a` points to lies in the
 * arena of `s`, so alter_close is to be called before that arena is emptied. */
void alter_open(struct alter *a, struct source *s, struct alter_only only);
void alter_close(struct alter *a);
/* Whether a node is a statement of one step, which can be left out of the block that it lies in. */
bool alter_is_step(const struct node *n);

/* Makes the image of the rules with alteration `x` (NULL: unaltered); the caller frees it. Of the
 * examples and chances blocks the image has those whose declarations are marked in `wanted`, by the
 * index in `decl` (NULL: all); if a force's limit is altered, it has no rosters. Returns NULL if
 * the altered text is no valid ruleset. All memory but the image's lies in `scratch`, which the
 * caller empties; `names` is set to the names of this image. */
struct image *alter_image(struct alter *a, const struct alteration *x, const uint8_t *wanted,
                          struct arena *scratch, struct names **names);

#endif
