/*
 * cmd_bulk: what bulk, merge and compare share: one battle as a row of figures, a run of many
 * battles as a table of such rows, and the sums of the rows. Each row begins with the battle's
 * `seed` and `winner`: who has won, and those of his side who are out of the battle. Then come its
 * columns: `points PLAYER` for each player and `questions`; the figures of the rules, `NAME` or
 * `NAME PLAYER`; the figures of the script.
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
    const char *rules; /* what follows the word `rules` in its line */
    const char *player[RUN_PLAYERS];
    struct bulk_column column[BULK_COLUMNS];
    int players, columns;
};
/* Reads a table, which goes on referring to `text`; its names lie in the arena. Returns false if
 * the text is no table; `line` (counted from 0) is the line at which it goes wrong. */
bool bulk_read_table(struct arena *a, struct span text, struct bulk_table *out, int *line);

/* A row. As a line it is SEED,WINNER,VALUE,… where WINNER is empty if nobody has won, NAME+NAME if
 * several have; the value of a truth is yes or no. */
struct bulk_row {
    int64_t seed;
    uint64_t winners; /* who has won, a bit for each of table.player; 0: nobody */
    int64_t value[BULK_COLUMNS];
};
/* Reads the line of a row, without its line end. Returns false if it does not fit the table. */
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
/* Reads the script and the options that the commands have in common which play one with many seeds
 * (--seed, --jobs, --policy, --ruling, and `battles`, which says how many), and sets the exit code.
 * Returns false after a message if something is wrong. */
bool bulk_begin(struct cmd *c, struct bulk *b, const char *path, const char *battles,
                enum cmd_exit *code);
/* Plays the script by two rulesets with the same seeds and prints what differs (cmd_compare.c). */
enum cmd_exit bulk_compare(const struct bulk *b, const char *one, const char *other, bool as_json,
                           FILE *to);

/* A player plays the script of `b` with one seed after the other. It is made in the parent and used
 * in the worker processes. `rules` are played instead of those that the script names; NULL: the
 * script's own. */
struct bulk_player;
struct bulk_player *bulk_player_new(struct bulk *b, const char *rules);
void bulk_player_free(struct bulk_player *p);
/* Plays a seed. Sets `table` and `row` (a line without its end) to texts that are good until the
 * next seed. If the result is not CMD_GOOD, they are not set; unless it is CMD_STOPPED, the reason
 * has been printed. */
enum cmd_exit bulk_play(struct bulk_player *p, uint64_t seed, struct span *table, struct span *row);

/* A range of seeds (`count` of them from `first` on), and what is done with each: `work` in a
 * worker process and `take` in this one, as in struct crew. If a seed fails, the command that plays
 * it by itself is printed: `alone`, the seed, `after`. */
struct bulk_work {
    int64_t first, count;
    const char *alone; /* the command up to `--seed ` */
    const char *after; /* the command's other options */
    int (*work)(void *user, int64_t number, struct span *text);
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    void *user;
};
/* Whether a seed has the same table as the first seed. The first call, with *kept all zero, keeps
 * the table there and returns true. Prints a message if the tables differ. */
bool bulk_same_table(struct bulk *b, int64_t seed, struct span table, struct bulk_table *kept);
/* Has the seeds worked on in several processes, and prints progress if stderr is a terminal.
 * Returns CMD_GOOD also if `take` wanted no more. If a seed failed, the reason is printed, and the
 * result is the code of `work`, or CMD_MISTAKES if the process died. */
enum cmd_exit bulk_spread(struct bulk *b, const struct bulk_work *work);
/* Returns the options that bear on a battle (--policy, --variant if the command has it, --ruling)
 * as they were typed, each with a blank before it, quoted for a shell. */
const char *bulk_options(struct cmd *c);
/* Returns a word as it is typed in a shell: in quotes if it has characters that a shell could take
 * otherwise, else as it is. */
const char *bulk_quoted(struct cmd *c, const char *word);

/* ---- Sums over all rows */
enum { BULK_SIDES = 64 };
struct bulk_sums {
    int64_t battles;
    /* by player: how many battles the player has won; behind the last player, at index
     * table.players: how many nobody has won */
    int64_t won[RUN_PLAYERS + 1];
    /* the sets of several players who have won together, with how often, in ascending order; a set
     * for which there is no room counts for its players alone */
    struct {
        uint64_t winners;
        int64_t won;
    } side[BULK_SIDES];
    int sides;
    int64_t yes[BULK_COLUMNS]; /* by column, of truths: how often it was true */
    /* by column, of numbers: the sums */
    struct tally of[BULK_COLUMNS];
};
/* Returns how it is said that several players win: "red and green win". */
const char *bulk_who_win(struct cmd *c, const struct bulk_table *t, uint64_t winners);
/* Prints them as a member of an object, behind another one: , "winners": ["red", "green"]. */
void bulk_json_winners(FILE *to, const struct bulk_table *t, uint64_t winners);
void bulk_sums_open(struct bulk_sums *s);
void bulk_sums_add(struct bulk_sums *s, const struct bulk_table *t, const struct bulk_row *row);
void bulk_sums_close(struct bulk_sums *s);

/* ---- What the head of a run, or of a piece of one, says */
struct bulk_head {
    const char *script;
    uint64_t hash;
    int64_t first, count; /* the seeds of the whole run: `count` of them from `first` on */
    /* the head is that of piece `shard`, counted from 1, of `of` pieces; 1 and 1: of the whole
     * run */
    int64_t shard, of;
    const char *policy, *variant; /* the arguments of --policy and --variant; NULL: not given */
    const char **ruling;
    int rulings;
};
/* Sets `first` and `count` to the seeds of piece h->shard of h->of: `count` of them from `first`
 * on. */
void bulk_piece(const struct bulk_head *h, int64_t *first, int64_t *count);

/* The first line of a piece. A piece is a text: this line, the other lines of the head, those of
 * the table, an empty line, the rows, and a line `end HASH`. HASH is the bulk_hash of all before
 * that line, as 16 hexadecimal digits. */
#define BULK_FIRST_LINE "myth bulk 1\n"
/* Returns the hash of bytes that come in parts. `hash` is what the call for the part before
 * returned; 1 for the first part. */
uint64_t bulk_hash(const char *bytes, size_t len, uint64_t hash);

/* The result of a run, and the form in which it is printed. `rows` is a file with a line for each
 * battle in the order of the seeds; printing begins at its start. */
enum bulk_form { BULK_PAGE, BULK_JSON, BULK_CSV, BULK_PIECE };
struct bulk_result {
    const struct bulk_head *head;
    const struct bulk_table *table;
    const struct bulk_sums *sums;
    FILE *rows;
};
void bulk_print(struct cmd *c, const struct bulk_result *r, enum bulk_form form, FILE *to);
/* The output: the file of --out, or stdout. bulk_open_out is called before anything is played; it
 * returns false after a message if the file cannot be made. */
struct bulk_out {
    struct cmd_file file;
    FILE *to;
};
bool bulk_open_out(struct cmd *c, struct bulk_out *o);
/* Closes the file of --out, or drops it if the run is not `good`; stdout stays open. Returns
 * whether the output is whole: false if the run is not good, and after a message if not all could
 * be written. */
bool bulk_close_out(struct cmd *c, struct bulk_out *o, bool good);

#endif
