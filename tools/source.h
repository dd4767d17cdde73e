/*
 * source: a ruleset as text and as image, side by side. For the commands that speak to an author
 * of his own words: which node of the tree a place of the image stands in, and what of the text
 * has run.
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

/* A place that the image kept, as an offset into the text. */
struct source_spot {
    uint32_t file, at;
};
struct source {
    struct arena *arena;
    const char *path;
    struct diags *diags;
    struct ruleset_text text;
    struct node **file; /* FILE nodes of plain rules, checked */
    int files;
    struct names *names;
    struct clauses clauses; /* of the lists that the head names */
    int unknown;            /* citations of none of them */
    struct image *img;
    struct source_spot *spot; /* in the order of the text */
    int32_t spots;
    int32_t *spot_of; /* by row of image.places */
};

/* False: there are messages in `diags`, and nothing is to be closed. */
bool source_open(struct source *s, struct arena *arena, const char *path,
                 enum ruleset_result *result);
void source_close(struct source *s);

/* A stretch of one file: the bytes from..to-1. */
struct stretch {
    uint32_t file, from, to;
};
/* From the first to the last byte of a node and all below it, citations apart. */
struct stretch source_extent(struct node *n);
/* Which spots lie in it. */
void source_spots(const struct source *s, struct stretch of, int32_t *first, int32_t *count);
/* The line of the text in which a place lies, without its indent, cut where it is longer. */
const char *source_line(const struct source *s, struct place place, size_t most);
/* "rules/duel/turn.myth:12", in the arena. */
const char *source_where(const struct source *s, struct place place);
/* The rules (image.rules) whose text begins at this node: -1, or the first; then the next. */
int32_t source_rule(const struct source *s, const struct node *n, int32_t after);

/* What has run: bytes by instruction, by rule, and by spot. */
struct source_run {
    uint8_t *code, *rules, *spots;
};
struct source_run source_run_new(const struct source *s);
void source_run_clear(const struct source *s, struct source_run *run);
/* Fills `spots` from `code`. */
void source_run_spots(const struct source *s, struct source_run *run);

#endif
