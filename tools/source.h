/*
 * source: a ruleset as text and as image, side by side, for commands that speak to an author in the
 * words of the text. It finds the places and rules of the image that a node of the tree made, and
 * the parts of the text that have run.
 *
 * All memory but the image's lies in the caller's arena.
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

/* A spot: a place of the image as an offset in bytes into the text of a file. */
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
    struct clauses clauses; /* the clauses in the lists that the head of the ruleset names */
    int unknown;            /* how many citations are in no list */
    struct image *img;
    struct source_spot *spot; /* the image's places, in the order of the text */
    int32_t spots;
    int32_t *spot_of; /* by row of image.places: the index into `spot` */
};

/* Reads a ruleset and sets `result`. Returns false if that failed: the reasons are in `diags` (of a
 * part in Lua: on stderr), and nothing is to be closed. */
bool source_open(struct source *s, struct arena *arena, const char *path,
                 enum ruleset_result *result);
void source_close(struct source *s);

/* The bytes from..to-1 of one file. */
struct stretch {
    uint32_t file, from, to;
};
/* Returns the stretch of text that a node and everything below it cover in the node's file, without
 * citations. */
struct stretch source_extent(struct node *n);
/* Finds the spots that lie in a stretch: sets `first` to the index in source.spot of the first of
 * them and `count` to their number, which may be 0. */
void source_spots(const struct source *s, struct stretch of, int32_t *first, int32_t *count);
/* Returns the line of text in which a place lies, without the blanks at its beginning. A line of
 * more than `most` bytes is cut, not inside a character, and "..." added. */
const char *source_line(const struct source *s, struct place place, size_t most);
/* Returns the file and line of a place, as "rules/duel/turn.myth:12", in the arena. */
const char *source_where(const struct source *s, struct place place);
/* Returns the first row of image.rules behind row `after` whose place is the beginning of this
 * node; -1 if there is none. With `after` -1 the search begins at the first row. */
int32_t source_rule(const struct source *s, const struct node *n, int32_t after);

/* The code that has run: a byte is 1 for each instruction (of image.code), rule (of image.rules)
 * and spot (of source.spot) that has run, else 0. `code` and `rules` are filled by battle_reached,
 * `spots` by source_run_spots. */
struct source_run {
    uint8_t *code, *rules, *spots;
};
struct source_run source_run_new(const struct source *s);
/* Forgets what instructions and rules have run; leaves `spots` as they are. */
void source_run_clear(const struct source *s, struct source_run *run);
/* Sets all of `spots` from `code`: a spot has run if an instruction with its place has. */
void source_run_spots(const struct source *s, struct source_run *run);

#endif
