/*
 * cmd_bulk: shared by bulk, merge and compare: one battle as a row of figures, a run
 * of many as a table of such rows, and its sums. Every battle has the columns
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
    const char *rules; /* the line `rules`, without that word */
    const char *player[RUN_PLAYERS];
    struct bulk_column column[BULK_COLUMNS];
    int players, columns;
};
/* Reads a table. False: the text is none, and `line` (from 0) is where it goes wrong. */
bool bulk_read_table(struct arena *a, struct span text, struct bulk_table *out, int *line);

/* A row: SEED,WINNER,VALUE,… where WINNER is empty if nobody has won. */
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
    uint64_t hash; /* of the text of the script */
    int64_t first, count;
    int jobs;
};
/* Reads the options that bulk and compare have in common, and the script; false: *code says why. */
bool bulk_begin(struct cmd *c, struct bulk *b, const char *path, enum cmd_exit *code);

/* Plays one seed after the other, in a worker. Table and row are texts that are good until the next
 * seed. */
struct bulk_player;
struct bulk_player *bulk_player_new(struct bulk *b, const char *rules);
void bulk_player_free(struct bulk_player *p);
/* If the result is not CMD_GOOD, the reason has been printed. */
enum cmd_exit bulk_play(struct bulk_player *p, uint64_t seed, struct span *table, struct span *row);

/* A range of seeds, and what is done with each. If one fails, the command that plays it by itself
 * is printed: alone, the seed, after. */
struct bulk_work {
    int64_t first, count;
    const char *alone; /* the command up to `--seed ` */
    const char *after; /* its other options */
    int (*work)(void *user, int64_t number, struct span *text);
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    void *user;
};
/* Keeps the table of the first seed in *kept; each other must be the same. False: said why. */
bool bulk_same_table(struct bulk *b, int64_t seed, struct span table, struct bulk_table *kept);
/* Plays the seeds in processes. CMD_GOOD also if `take` wanted no more. */
enum cmd_exit bulk_spread(struct bulk *b, const struct bulk_work *work);
/* The options as they were typed, each with a blank before it, quoted for a shell. */
const char *bulk_options(struct cmd *c);
/* A path or name, quoted for a shell. */
const char *bulk_quoted(struct cmd *c, const char *word);

/* ---- Sums */
struct bulk_sums {
    int64_t battles;
    int64_t won[RUN_PLAYERS + 1]; /* wins by player; the last: nobody's */
    int64_t yes[BULK_COLUMNS];    /* how often a truth was true */
    struct tally of[BULK_COLUMNS];
};
void bulk_sums_open(struct bulk_sums *s);
void bulk_sums_add(struct bulk_sums *s, const struct bulk_table *t, const struct bulk_row *row);
void bulk_sums_close(struct bulk_sums *s);

/* ---- A run, or a piece of one: what its head says */
struct bulk_head {
    const char *script;
    uint64_t hash;
    int64_t first, count; /* the seeds of the whole run */
    int64_t shard, of;
    const char *policy, *variant; /* the options; NULL: not given */
    const char **ruling;
    int rulings;
};
/* The seeds of the piece h->shard of h->of. */
void bulk_piece(const struct bulk_head *h, int64_t *first, int64_t *count);

/* A piece is a text: this line, the lines of the head and of the table, an empty line, the rows,
 * and `end HASH`, the hash of everything before. */
#define BULK_FIRST_LINE "myth bulk 1\n"
/* The hash of bytes that come in parts: `hash` is that of the parts before, 1 at first. */
uint64_t bulk_hash(const char *bytes, size_t len, uint64_t hash);

/* The result of a run and how it is printed. The rows are lines of a file, read from its start. */
enum bulk_form { BULK_PAGE, BULK_JSON, BULK_CSV, BULK_PIECE };
struct bulk_result {
    const struct bulk_head *head;
    const struct bulk_table *table;
    const struct bulk_sums *sums;
    FILE *rows;
};
void bulk_print(struct cmd *c, const struct bulk_result *r, enum bulk_form form, FILE *to);
/* The output: the file of --out, or stdout. It is opened before anything is played; false: said
 * why. */
struct bulk_out {
    struct cmd_file file;
    FILE *to;
};
bool bulk_open_out(struct cmd *c, struct bulk_out *o);
/* Closes the output; not good: drops it. False: it has not been written. */
bool bulk_close_out(struct cmd *c, struct bulk_out *o, bool good);

#endif
