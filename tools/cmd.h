/*
 * cmd: the command line. The room reads the arguments by the table cmd.def, and owns what all
 * commands share: what goes to stdout and stderr, colour, exit codes, reading and writing of files,
 * ^C. Each command is a function cmd_NAME in one of the cmd_*.c.
 */
#ifndef MYTH_TOOLS_CMD_H
#define MYTH_TOOLS_CMD_H

#include <stdio.h>

#include "../vm/arena.h"
#include "../vm/base.h"

enum cmd_exit {
    CMD_GOOD = 0,
    CMD_MISTAKES = 1, /* mistakes in rules or a script, also while these run; examples that fail */
    CMD_USAGE = 2,
    /* input that is missing, unreadable or damaged, a folder without rules; output not written */
    CMD_INPUT = 3,
    CMD_LIMIT = 4,
    CMD_STOPPED = 130 /* stopped by ^C */
};

struct image;
struct image_sink;
struct run_error;

/* One run of the program: its arguments and its terminal. */
struct cmd {
    struct arena arena;
    const char *command; /* the name of the command that runs; NULL before it is known */
    const char **word;   /* the positional arguments, `words` of them */
    int words;
    /* by row of OPTION in cmd.def: the option's argument, "" for a flag, NULL if not given */
    const char **given;
    const char **ruling; /* the argument of each --ruling, `rulings` of them */
    int rulings;
    bool colour_out, colour_err, utf8;
    int width;        /* columns of the terminal by COLUMNS, else 80; 0: stdout is no terminal */
    const char *home; /* the folder in which the program lies; NULL: not known */
    /* hash of the path and the number of the warnings that were told last; 0: none were */
    uint64_t warned;
};

/* Runs the whole program and returns its exit code; main calls it. */
int cmd_main(int argc, char **argv);

/* Returns the argument of an option of the command that runs: "" for a flag, NULL if not given. */
const char *cmd_option(const struct cmd *c, const char *option);
/* Reads an option that must be a whole number from `least` to `most`. Leaves `out` as it is if the
 * option is not given. Returns false after a message if the argument is wrong. */
bool cmd_number(const struct cmd *c, const char *option, int64_t least, int64_t most, int64_t *out);

/* Both print a message "myth: …" and a line end on stderr. cmd_usage adds a line that points to
 * --help and returns CMD_USAGE. */
void cmd_say(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);
int cmd_usage(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);

/* Reads a whole regular file ("-": stdin) into the arena; a zero byte follows the text. Returns
 * false after a message if that failed or the file is longer than MAX_SOURCE_BYTES. Of a longer
 * stdin the text is cut behind that length: whoever parses it refuses it. */
bool cmd_read(struct cmd *c, const char *path, struct span *out);
bool cmd_is_there(const char *path);
bool cmd_ends_in(const char *text, const char *end);
/* whether the path is a file that is not empty and no tape */
bool cmd_is_no_tape(const char *path);
/* A file that is being written. A regular file is written under another name in the same folder,
 * and renamed when it is whole, so half a file is not found under its own name, whatever ends the
 * program. cmd_create opens it and says why if it cannot. cmd_finish closes and renames it; it
 * returns false after a message if not all was written, and then an older file of that name stays.
 * cmd_discard removes what was written. */
struct cmd_file {
    FILE *to;
    /* beside: the other name; NULL for a device or a pipe, which is written directly */
    char *path, *beside;
};
bool cmd_create(struct cmd *c, const char *path, struct cmd_file *f);
bool cmd_finish(struct cmd *c, struct cmd_file *f);
void cmd_discard(struct cmd_file *f);

/* Whether no option of the command that runs would write over the file `path`, which the command
 * reads. Prints a message and returns false if one would; `what` says in the message which file it
 * is. */
bool cmd_spares(const struct cmd *c, const char *path, const char *what);

/* Returns the path of a ruleset that is named by its folder, by a file, or by a name under rules/
 * here or beside the program's folder; "+VARIANT" may follow and stays. Returns NULL if there is
 * none; unless `quiet`, a message has said so then, with the most similar name. */
const char *cmd_find_rules(struct cmd *c, const char *name, bool quiet);
/* Returns the name of a file without its folders. */
const char *cmd_last_name(const char *path);
/* Reads a ruleset and prints its mistakes and warnings. Returns its image, which image_free frees;
 * NULL if it has mistakes, cannot be read, or an option of the command would write over one of its
 * files, which a message has said. Sets the exit code. */
struct image *cmd_load(struct cmd *c, const char *name, enum cmd_exit *code);
/* Reads a ruleset for play: without its examples, so that mistakes in these do not matter. Of
 * warnings a message tells the number alone. Returns its image, which image_free frees; NULL if it
 * has mistakes, cannot be read, or an option of the command would write over one of its files,
 * which a message has said. Sets the exit code. */
struct image *cmd_load_for_play(struct cmd *c, const char *name, enum cmd_exit *code);
/* Makes the image of a text in memory as if it were one file called `name`. Messages show of the
 * text no more than `typed`, a part of it. Returns NULL after printing the mistakes. Sets the exit
 * code. */
struct image *cmd_load_text(struct cmd *c, const char *name, const char *text, struct span typed,
                            enum cmd_exit *code);
/* Reads a ruleset as text and image side by side (source.h); source_close closes it. Returns false
 * after a message if that failed. Sets the exit code. */
struct source;
bool cmd_source(struct cmd *c, const char *name, struct source *s, enum cmd_exit *code);
/* Returns a place (row of image.places) as "file:line:column"; the name of the rules if there is no
 * such row, as for -1. */
const char *cmd_place(struct cmd *c, const struct image *img, int32_t place);
/* Offers a title to a search for the title that was meant. The search takes the first that begins
 * with the typed words and is longer or, if none does, the one most similar to them. */
struct nearest;
void cmd_near_title(struct nearest *near, const char *title);
/* Sets *block to the row of the next example behind it (-1: the first), or of the next with that
 * title (NULL: any), and offers the titles on the way to `near`. Returns false if there is none. */
bool cmd_next_example(const struct image *img, const char *title, struct nearest *near,
                      int32_t *block);
/* Returns the text, in the arena, that tells why an example failed: its title and place, and its
 * faults, a line each. */
struct trial_result;
const char *cmd_faults(struct cmd *c, struct arena *arena, const struct image *img, int32_t block,
                       const struct trial_result *r, bool colour);
/* A value of a table of odds, its share of all as "26.2144 %", both in the arena; and a column of
 * one as JSON (cmd_odds.c). */
struct image_type;
struct odds_column;
struct odds_fraction;
const char *cmd_odds_value(struct cmd *c, const struct image *img, struct image_type type,
                           int64_t v);
const char *cmd_odds_share(struct cmd *c, const struct odds_fraction *odds);
void cmd_odds_json(struct cmd *c, const struct image *img, const struct odds_column *col);
/* Reports on stderr the error by which rules failed while they ran. Returns the exit code:
 * CMD_LIMIT if a limit was reached, else CMD_MISTAKES. */
enum cmd_exit cmd_failed(struct cmd *c, const struct image *img, const struct run_error *e);

/* Read the arguments of --policy and of --ruling of the command that runs. `to` has room for
 * RUN_PLAYERS policies; the array of rulings is made in the arena. `count` must be 0 and is set to
 * how many there are. Both return false after a message if an argument is wrong. */
struct host_policy;
struct host_reading;
bool cmd_take_policies(struct cmd *c, struct host_policy *to, int32_t *count);
bool cmd_take_rulings(struct cmd *c, struct host_reading **to, int32_t *count);
/* Reads a script. Returns false after a message, with `code` set to the exit code, if it cannot be
 * read or is a tape. */
bool cmd_read_script(struct cmd *c, const char *path, struct span *out, enum cmd_exit *code);

/* A file of Lua beside a script, which require "NAME" runs. */
struct cmd_module {
    struct cmd_module *next;
    const char *name, *path;
    struct span text;
};
/* The files that a script requires, and that those require, in the order in which they are
 * named. */
struct cmd_modules {
    struct cmd_module *first;
    /* CMD_GOOD; else one is there and cannot be read, or would be written over: a message said
     * so */
    enum cmd_exit trouble;
};
/* Reads the files that the text of a script (its path is `script`) requires by name. A name that
 * leads to no file in the script's folder is passed over: `require` says so when it runs. */
struct cmd_modules *cmd_read_modules(struct cmd *c, const char *script, struct span text);
/* Returns the file of that name; NULL: there is none. */
const struct cmd_module *cmd_module(const struct cmd_modules *all, const char *name);
/* Adds the names and texts of the files to the hash of a script. */
uint64_t cmd_modules_hash(const struct cmd_modules *all, uint64_t hash);

/* The callbacks of cmd_watch are called while a tape or script is played; each may be NULL. */
struct question;
struct answer;
struct battle;
struct cmd_watch {
    /* called when a battle was made, also by a fork; it is still empty */
    void (*made)(void *user, struct battle *b);
    /* With a tape: called for each question with the tape's answer, before that is given. Returns
     * false to leave the battle and the script here. */
    bool (*answers)(void *user, struct battle *b, const struct question *q, const struct answer *a);
    /* called when a battle, perhaps a fork, has ended or was left */
    void (*played)(void *user, struct battle *b);
    /* called when a battle that is no fork has ended */
    void (*ended)(void *user, struct battle *b);
    /* A figure that the script gives by battle:figure. */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* Called when an event begins (`ended` is false) or has ended, with the number of its frame;
     * see run_observer (run.h). Called only while a tape is read or written. */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* Without a tape: called for each question of a battle that is no fork, before the policies
     * answer it. Returns 1 if it has set `out` to an answer that run_refused accepts, 0 to leave
     * the question to the policies, -1 to leave the battle and the script here. */
    int (*question)(void *user, struct battle *b, const struct question *q, struct answer *out);
    void (*print)(void *user, const char *text, size_t len); /* given what the script prints */
    void *user;
    bool part; /* a tape that ends before its battle does is no failure: the battle is left there */
    /* set to the name of each battle's ruleset, with its variant, when the battle is made */
    const char **rules;
};
/* Plays a tape with these callbacks, without printing a report. */
enum cmd_exit cmd_watch_tape(struct cmd *c, const char *tape, const struct cmd_watch *watch);

/* A script that is played again and again, seed by seed, with the callbacks above. What it prints
 * goes to watch->print and is not shown. Each of its rulesets is read once. */
struct cmd_script;
struct cmd_script_options {
    const char *path;
    struct span text;
    const char *variant; /* a variant of the rules that the script names; NULL: none */
    const char *rules;   /* rules to use instead of the ones that the script names; NULL: none */
    const struct host_policy *policies;
    struct host_reading *readings;
    int32_t policy_count, reading_count;
    /* set by cmd_script_of_tape: the player whose answers on the tape came from a person; NULL:
     * nobody */
    const char *person;
    bool unrecorded; /* the battles keep no journal */
};
struct cmd_script *cmd_script_new(struct cmd *c, const struct cmd_script_options *o);
enum cmd_exit cmd_script_play(struct cmd_script *s, uint64_t seed, const struct cmd_watch *watch);
void cmd_script_free(struct cmd_script *s);
/* Reads a tape and the script that it names, and sets `to` and `seed` to the options and the seed
 * with which the tape was made. Returns false after a message if that failed. */
bool cmd_script_of_tape(struct cmd *c, const char *tape, struct cmd_script_options *to,
                        uint64_t *seed);
/* Returns as a tape all answers since the script was last begun, which it must have been with a
 * `question` callback. The tape ends at the question where battle `b` stands; `b` is NULL if the
 * script has ended. `person` is the player whom a person answered for, NULL: nobody. The text is
 * good until the next answer. */
const char *cmd_script_tape(struct cmd_script *s, const char *person, struct battle *b,
                            size_t *len);

/* Counts instructions by the places of the rules that they belong to (cmd_profile.c). cmd_profile
 * sets the callbacks of `watch`, with which a script is then played; cmd_profile_print prints the
 * counts, in place of a report. */
struct profile;
struct profile *cmd_profile(struct cmd *c, struct cmd_watch *watch);
void cmd_profile_print(struct profile *p);

/* The place that --at of the command why names (cmd_why.c): one of these is set. */
struct cmd_spot {
    int64_t entry;      /* of the journal, from 1 */
    int64_t answer;     /* of the tape, from 1: the entry that comes next after it */
    int32_t turn, item; /* a paragraph of the report, as report_find_turn counts */
};
/* Reads "352", "#352", "answer 40" or "2.4". Returns false if it is none of these. */
bool cmd_read_spot(const char *text, struct cmd_spot *spot);
/* The things that made rows of numbers count in a battle, in the order of the entries; the caller
 * gives `at` back by memory_free. cmd_note_behind collects them from now on. */
struct journal_behind;
struct cmd_behind {
    struct journal_behind *at;
    size_t count, room;
};
void cmd_note_behind(struct cmd_behind *all, struct battle *b);
/* Return a sentence, in the arena, that says why there is no such turn, or nothing about a name in
 * an entry (0: the whole journal), and what there is. */
struct journal;
struct report_turn;
const char *cmd_turn_missed(struct arena *arena, const struct image *img,
                            const struct report_turn *t, const struct cmd_spot *spot);
const char *cmd_name_missed(struct arena *arena, const struct journal *j, const struct image *img,
                            int64_t entry, const char *name);

/* Prints why an action, or a thing that the action would choose, is or is not open at question `q`,
 * where battle `b` stands (cmd_why_not.c). `said` is "UNIT", "ACTION" or "UNIT ACTION". Lines are
 * at most `width` columns. Returns NULL; or, if it printed nothing, a sentence (small first letter,
 * no full stop) that says what is wrong in `said`. */
const char *cmd_tell_why_not(struct cmd *c, struct battle *b, const struct question *q,
                             const char *said, int width);

/* After cmd_catch the first ^C sets a flag, which cmd_stopped returns, and a second one ends the
 * program. Before, the first one ends it. SIGTERM and SIGHUP count as ^C. */
void cmd_catch(void);
bool cmd_stopped(void);

struct image_sink cmd_sink(FILE *to);
/* Writes the journal of a battle as JSON Lines. */
struct cmd_journal {
    FILE *to;
    int64_t before; /* how many entries earlier battles had */
    bool open;      /* its choices have the list of what was open */
    bool view;      /* it is what one player may know */
};
void cmd_journal(struct cmd *c, const struct journal *j, const struct image *img,
                 const struct cmd_journal *how);
void cmd_json(FILE *to, const char *text); /* prints a string of JSON, with its quotes */
/* Prints a list of JSON with the names of the players whose bits the mask has. */
void cmd_json_players(FILE *to, const struct image *img, uint64_t players);
void cmd_words(void);      /* prints the words of the rule language, a line each */
void cmd_statements(void); /* prints the forms of statements */
/* Prints a text broken between words into lines of at most `width` columns (100 if `width` is 40 or
 * less), each indented by `indent`. */
void cmd_wrap(FILE *to, const char *text, int indent, int width);
/* Prints a text broken between words into lines of at most `width` columns (100 if `width` is 40 or
 * less). The first line of each paragraph is indented by `indent`, its other lines by four more. */
void cmd_wrap_hanging(FILE *to, const char *text, int indent, int width);

#define CMD(name, arguments, sentence, examples) enum cmd_exit cmd_##name(struct cmd *c);
#define OPTION(name, option, argument, sentence)
#include "cmd.def"
#undef CMD
#undef OPTION

#endif
