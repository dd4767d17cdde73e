/*
 * source: a ruleset as text and as image, side by side, for commands that speak to an author of his
 * own words. It tells in which node of the tree a place of the image lies, and which parts of the
 * text have run.
 *
 * Everything but the image lies in the caller's arena.
 */
#ifndef MYTH_TOOLS_SOURCE_H
#define MYTH_TOOLS_SOURCE_H

#include "../dsl/clauses.h"
#include "../dsl/diag.h"
#include "../dsl/names.h"
#include "../dsl/ruleset.h"
#include "../dsl/tree.h"
#include "../vm/arena.h"
#include "../vm/image.h"

struct battle;

/* A place of the image, as an offset into the text. */
struct source_spot {
    uint32_t file, at;
};
struct source {
    struct arena *arena;
    const char *path;
    struct diags *diags;
    struct ruleset_text text;
    struct node **file; /* the checked FILE nodes, variants already applied */
    int files;
    struct names *names;
    struct clauses clauses; /* from the lists that the head of the ruleset names */
    int unknown;            /* citations that are in no list */
    struct image *img;
    struct source_spot *spot; /* the image's places, in the order of the text */
    int32_t spots;
    int32_t *spot_of; /* index into spot, by row of image.places */
};

/* Reads a ruleset. False: the reasons are in `diags`, and nothing is to be closed. */
bool source_open(struct source *s, struct arena *arena, const char *path,
                 enum ruleset_result *result);
void source_close(struct source *s);

/* The bytes from..to-1 of one file. */
struct stretch {
    uint32_t file, from, to;
};
/* The stretch of a node and everything below it, without citations. */
struct stretch source_extent(struct node *n);
/* The spots that lie in a stretch: `count` from `first` on. */
void source_spots(const struct source *s, struct stretch of, int32_t *first, int32_t *count);
/* The line of text in which a place lies, without indent and cut after `most` bytes. */
const char *source_line(const struct source *s, struct place place, size_t most);
/* A place as "rules/duel/turn.myth:12", in the arena. */
const char *source_where(const struct source *s, struct place place);
/* The first rule (row of image.rules) behind `after` whose text begins at this node; -1: none.
 * Begin with after = -1. */
int32_t source_rule(const struct source *s, const struct node *n, int32_t after);

/* Notes what has run: a byte is 1 for each instruction, rule and spot that has. */
struct source_run {
    uint8_t *code, *rules, *spots;
};
struct source_run source_run_new(const struct source *s);
void source_run_clear(const struct source *s, struct source_run *run);
/* Sets `spots` from `code`. */
void source_run_spots(const struct source *s, struct source_run *run);

#endif
