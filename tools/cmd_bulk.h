/*
 * cmd_bulk: what bulk, merge and compare share: one battle as a row of figures, a run of many
 * battles as a table of such rows, and the sums of the rows. Every battle has the columns `seed`,
 * `winner`, `points PLAYER` and `questions`; then come the figures of its rules, `NAME` or `NAME
 * PLAYER`, and those of the script.
 */
#ifndef MYTH_TOOLS_CMD_BULK_H
#define MYTH_TOOLS_CMD_BULK_H

#include <stdio.h>

#include "../vm/arena.h"
#include "../vm/host.h"
#include "cmd.h"
#include "crew.h"
#include "tally.h"

/* ---- Columns: what all rows of a table have in common. `text` says it in lines:
 *
 *     rules HASH VERSION NAME
 *     player NAME            (one for each player)
 *     number NAME            (a column; all columns stand in order)
 *     truth NAME             (a column whose values are truths) */
struct bulk_column {
    const char *name;
    bool truth;
};
enum { BULK_COLUMNS = (1 + MAX_RULE_FIGURES) * RUN_PLAYERS + 1 + MAX_FIGURES };
struct bulk_table {
    struct span text;
    const char *rules; /* the line `rules` without its first word */
    const char *player[RUN_PLAYERS];
    struct bulk_column column[BULK_COLUMNS];
    int players, columns;
};
/* Reads a table. Returns false if the text is no table; `line` (from 0) is where it goes wrong. */
bool bulk_read_table(struct arena *a, struct span text, struct bulk_table *out, int *line);

/* A row. As a line: SEED,WINNER,VALUE,… where WINNER is empty if nobody has won. */
struct bulk_row {
    int64_t seed;
    int winner; /* the winner's number; -1: nobody has won */
    int64_t value[BULK_COLUMNS];
};
/* Reads the line of a row. Returns false if it does not fit the table. */
bool bulk_read_row(const struct bulk_table *t, struct span line, struct bulk_row *out);

/* ---- A script that is played once for each seed: the `count` seeds from `first` on */
struct bulk {
    struct cmd *c;
    struct cmd_script_options script;
    struct host_policy policies[RUN_PLAYERS];
    uint64_t hash; /* bulk_hash of the script's text */
    int64_t first, count;
    int jobs;
};
/* Reads the script and the options that bulk and compare have in common. Returns false and sets the
 * exit code if something is wrong, which has been said then. */
bool bulk_begin(struct cmd *c, struct bulk *b, const char *path, enum cmd_exit *code);

/* Plays one seed after the other, in a worker process. `rules` are played instead of those that the
 * script names; NULL: the script's own. */
struct bulk_player;
struct bulk_player *bulk_player_new(struct bulk *b, const char *rules);
void bulk_player_free(struct bulk_player *p);
/* Plays a seed. Sets `table` and `row` to texts that are good until the next seed. If the result is
 * not CMD_GOOD, the reason has been printed. */
enum cmd_exit bulk_play(struct bulk_player *p, uint64_t seed, struct span *table, struct span *row);

/* A range of seeds, and what is done with each: `work` and `take` as in struct crew. If a seed
 * fails, a command that plays it by itself is printed: `alone`, the seed, `after`. */
struct bulk_work {
    int64_t first, count;
    const char *alone; /* the command up to `--seed ` */
    const char *after; /* the command's other options */
    int (*work)(void *user, int64_t number, struct span *text);
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    void *user;
};
/* Whether a seed has the same table as the first seed. The first call keeps its table in *kept.
 * Says so if the tables differ. */
bool bulk_same_table(struct bulk *b, int64_t seed, struct span table, struct bulk_table *kept);
/* Plays the seeds in several processes, and prints progress on a terminal. Returns CMD_GOOD also if
 * `take` wanted no more; if a seed failed, its exit code, with the reason printed. */
enum cmd_exit bulk_spread(struct bulk *b, const struct bulk_work *work);
/* Returns the options that bear on a battle (--policy, --variant, --ruling) as they were typed,
 * each with a blank before it, quoted for a shell. */
const char *bulk_options(struct cmd *c);
/* Returns a path or name, quoted for a shell if need be. */
const char *bulk_quoted(struct cmd *c, const char *word);

/* ---- Sums over all rows */
struct bulk_sums {
    int64_t battles;
    /* by player: how many battles the player has won; at index `players` of the table: how many
     * nobody has won */
    int64_t won[RUN_PLAYERS + 1];
    int64_t yes[BULK_COLUMNS]; /* by column, of truths: how often it was true */
    /* by column, of numbers: the sums */
    struct tally of[BULK_COLUMNS];
};
void bulk_sums_open(struct bulk_sums *s);
void bulk_sums_add(struct bulk_sums *s, const struct bulk_table *t, const struct bulk_row *row);
void bulk_sums_close(struct bulk_sums *s);

/* ---- A run, or a piece of one: what the head says */
struct bulk_head {
    const char *script;
    uint64_t hash;
    int64_t first, count; /* the seeds of the whole run: `count` of them from `first` on */
    /* the head is that of piece `shard`, counted from 1, of `of` pieces */
    int64_t shard, of;
    const char *policy, *variant; /* the arguments of --policy and --variant; NULL: not given */
    const char **ruling;
    int rulings;
};
/* Finds the seeds of piece h->shard of h->of: `count` of them from `first` on. */
void bulk_piece(const struct bulk_head *h, int64_t *first, int64_t *count);

/* The first line of a piece. A piece is a text: this line, the other lines of the head, those of
 * the table, an empty line, the rows, and `end HASH`, the bulk_hash of everything before. */
#define BULK_FIRST_LINE "myth bulk 1\n"
/* Hashes bytes that come in parts: `hash` is the hash of the parts before, 1 at first. */
uint64_t bulk_hash(const char *bytes, size_t len, uint64_t hash);

/* The result of a run, and the form in which it is printed. The rows are the lines of a file, which
 * is read from its start. */
enum bulk_form { BULK_PAGE, BULK_JSON, BULK_CSV, BULK_PIECE };
struct bulk_result {
    const struct bulk_head *head;
    const struct bulk_table *table;
    const struct bulk_sums *sums;
    FILE *rows;
};
void bulk_print(struct cmd *c, const struct bulk_result *r, enum bulk_form form, FILE *to);
/* The output: the file of --out, or stdout. bulk_open_out opens it before anything is played, and
 * returns false if that failed, after saying why. */
struct bulk_out {
    struct cmd_file file;
    FILE *to;
};
bool bulk_open_out(struct cmd *c, struct bulk_out *o);
/* Closes the output, or drops its file if the run is not `good`. Returns false if the output is not
 * whole; if `good`, it has said why. */
bool bulk_close_out(struct cmd *c, struct bulk_out *o, bool good);

#endif
