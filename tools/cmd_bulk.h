/*
 * cmd_bulk: what bulk, merge and compare share: one battle as a row of figures, a
 * run of many as a table of such rows, and its sums. Every battle has the columns
 * `seed`, `winner`, `points PLAYER` and `questions`; then come the figures of its
 * rules, `NAME` or `NAME PLAYER`, and those of the script.
 */
#ifndef MYTH_TOOLS_CMD_BULK_H
#define MYTH_TOOLS_CMD_BULK_H

#include <stdio.h>

#include "../vm/arena.h"
#include "../vm/host.h"
#include "cmd.h"
#include "crew.h"
#include "tally.h"

/* ---- Columns: what all rows of a table have in common, as the lines of `text`:
 *
 *     rules HASH NAME VERSION
 *     player NAME            (each)
 *     number NAME            (each column, in order; or)
 *     truth NAME
 */
struct bulk_column {
    const char *name;
    bool truth;
};
enum { BULK_COLUMNS = (1 + MAX_RULE_FIGURES) * RUN_PLAYERS + 1 + MAX_FIGURES };
struct bulk_table {
    struct span text;
    const char *rules; /* the line, behind its first word */
    const char *player[RUN_PLAYERS];
    struct bulk_column column[BULK_COLUMNS];
    int players, columns;
};
/* False: it is no such text; line: where, from 0. */
bool bulk_read_table(struct arena *a, struct span text, struct bulk_table *out, int *line);

/* A row: SEED,WINNER,VALUE,… — nobody's name is empty. */
struct bulk_row {
    int64_t seed;
    int winner; /* -1: nobody */
    int64_t value[BULK_COLUMNS];
};
bool bulk_read_row(const struct bulk_table *t, struct span line, struct bulk_row *out);

/* ---- A script that is played once for each seed */
struct bulk {
    struct cmd *c;
    struct cmd_script_options script;
    struct host_policy policies[RUN_PLAYERS];
    uint64_t hash; /* of the script */
    int64_t first, count;
    int jobs;
};
/* By the options that bulk and compare have in common, and the script's path; false: *code. */
bool bulk_begin(struct cmd *c, struct bulk *b, const char *path, enum cmd_exit *code);

/* One seed played: table and row as text, which stay until the next. In a worker. */
struct bulk_player;
struct bulk_player *bulk_player_new(struct bulk *b, const char *rules);
void bulk_player_free(struct bulk_player *p);
/* Said why, if it is not CMD_GOOD. */
enum cmd_exit bulk_play(struct bulk_player *p, uint64_t seed, struct span *table, struct span *row);

/* All seeds of a share of the work, by processes. `alone` is printed with the seed where one
 * failed: the command that plays it by itself. */
struct bulk_work {
    int64_t first, count;
    const char *alone; /* ends in `--seed `, behind which the number stands */
    const char *after; /* what stands behind that */
    int (*work)(void *user, int64_t number, struct span *text);
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    void *user;
};
/* The table of a seed: the first is kept in *kept, each other must be the same; false: said why. */
bool bulk_same_table(struct bulk *b, int64_t seed, struct span table, struct bulk_table *kept);
/* CMD_GOOD also when `take` has seen enough. */
enum cmd_exit bulk_spread(struct bulk *b, const struct bulk_work *work);
/* The options as they were given, each with a blank before it, ready to be typed again. */
const char *bulk_options(struct cmd *c);
/* A path or name as a shell reads it. */
const char *bulk_quoted(struct cmd *c, const char *word);

/* ---- Sums */
struct bulk_sums {
    int64_t battles;
    int64_t won[RUN_PLAYERS + 1]; /* by player; the last: nobody */
    int64_t yes[BULK_COLUMNS];    /* of truths */
    struct tally of[BULK_COLUMNS];
};
void bulk_sums_open(struct bulk_sums *s);
void bulk_sums_add(struct bulk_sums *s, const struct bulk_table *t, const struct bulk_row *row);
void bulk_sums_close(struct bulk_sums *s);

/* ---- A run, or a piece of one: what its head says */
struct bulk_head {
    const char *script;
    uint64_t hash;
    int64_t first, count; /* seeds of the whole run */
    int64_t shard, of;
    const char *policy, *variant; /* NULL: none was given */
    const char **ruling;
    int rulings;
};
/* The seeds of its own piece. */
void bulk_piece(const struct bulk_head *h, int64_t *first, int64_t *count);

/* A piece: this line, the head and the table a line each, an empty line, the rows, and the hash of
 * all before: `end HASH`. */
#define BULK_FIRST_LINE "myth bulk 1\n"
/* Of bytes that come bit by bit; begun with 1. */
uint64_t bulk_hash(const char *bytes, size_t len, uint64_t hash);

/* What is printed. Rows lie in a file of lines, which is read from its begin. */
enum bulk_form { BULK_PAGE, BULK_JSON, BULK_CSV, BULK_PIECE };
struct bulk_result {
    const struct bulk_head *head;
    const struct bulk_table *table;
    const struct bulk_sums *sums;
    FILE *rows;
};
void bulk_print(struct cmd *c, const struct bulk_result *r, enum bulk_form form, FILE *to);
/* Where --out says, or on stdout. The file is made before anything is played; false: said why. */
struct bulk_out {
    struct cmd_file file;
    FILE *to;
};
bool bulk_open_out(struct cmd *c, struct bulk_out *o);
/* `good`: what has been written is to stay. False: it is not there. */
bool bulk_close_out(struct cmd *c, struct bulk_out *o, bool good);

#endif
