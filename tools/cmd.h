/*
 * cmd: the command line. Reads arguments by the table cmd.def, and owns what all commands share:
 * what goes to stdout and stderr, colour, exit codes, reading and writing of files, ^C. Each
 * command is a function cmd_NAME in one of the cmd_*.c.
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
    int width;        /* columns of the terminal; 0: stdout is no terminal */
    const char *home; /* the folder in which the program lies; NULL: not known */
    uint64_t warned;  /* hash of the path and the number of warnings that were told last */
};

/* Runs the whole program and returns its exit code; main calls it. */
int cmd_main(int argc, char **argv);

/* Returns the argument of an option of the command that runs: "" for a flag, NULL if not given. */
const char *cmd_option(const struct cmd *c, const char *option);
/* Reads an option that must be a whole number from `least` to `most`. Leaves `out` as it is if the
 * option is not given. Returns false if the argument is wrong, which has been said then. */
bool cmd_number(const struct cmd *c, const char *option, int64_t least, int64_t most, int64_t *out);

/* Both print a message "myth: …" on stderr. cmd_usage adds a line that points to --help and returns
 * CMD_USAGE. */
void cmd_say(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);
int cmd_usage(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);

/* Reads a whole regular file ("-": stdin) into the arena. Returns false if that failed, and has
 * said why. */
bool cmd_read(struct cmd *c, const char *path, struct span *out);
bool cmd_is_there(const char *path);
bool cmd_ends_in(const char *text, const char *end);
bool cmd_is_no_tape(const char *path); /* whether there is a file that is not empty and no tape */
/* A file that is being written. It is written under another name in the same folder, and renamed
 * when it is whole. So half a file is never found under its own name, whatever ends the program.
 * cmd_create opens it, cmd_finish closes and renames it, cmd_discard removes it instead. */
struct cmd_file {
    FILE *to;
    /* beside: the other name; NULL for a device or a pipe, which is written directly */
    char *path, *beside;
};
bool cmd_create(struct cmd *c, const char *path, struct cmd_file *f);
bool cmd_finish(struct cmd *c, struct cmd_file *f);
void cmd_discard(struct cmd_file *f);

/* Whether no option of the command would write over the file `path`, which the command reads.
 * Returns false after a message; `what` names the file there. */
bool cmd_spares(const struct cmd *c, const char *path, const char *what);

/* Returns the path of a ruleset that is named by its folder, by a file, or by a name under rules/.
 * Returns NULL if there is none; unless `quiet`, it has said so then, with the most similar
 * name. */
const char *cmd_find_rules(struct cmd *c, const char *name, bool quiet);
/* Reads a ruleset and returns its image, or NULL after printing its mistakes. Sets the exit
 * code. */
struct image *cmd_load(struct cmd *c, const char *name, enum cmd_exit *code);
/* Does what cmd_load does, for play: examples are not read, so mistakes in them do not matter. */
struct image *cmd_load_for_play(struct cmd *c, const char *name, enum cmd_exit *code);
/* Makes the image of a text in memory as if it were one file called `name`. Messages show only the
 * part `typed` of the text. Returns NULL after printing the mistakes. Sets the exit code. */
struct image *cmd_load_text(struct cmd *c, const char *name, const char *text, struct span typed,
                            enum cmd_exit *code);
/* Reads a ruleset as text and image side by side (source.h); source_close closes it. Returns false
 * if that failed, and has said why. */
struct source;
bool cmd_source(struct cmd *c, const char *name, struct source *s, enum cmd_exit *code);
/* Returns a place of an image as "file:line:column", or the name of the rules if it is no place. */
const char *cmd_place(struct cmd *c, const struct image *img, int32_t place);
/* Offers a title to a search for the title that was meant. The search prefers one that begins with
 * the typed words, else takes the most similar. */
struct nearest;
void cmd_near_title(struct nearest *near, const char *title);
/* Reports the error by which rules failed while they ran; returns the exit code. */
enum cmd_exit cmd_failed(struct cmd *c, const struct image *img, const struct run_error *e);

/* Read the arguments of --policy (`to` has room for RUN_PLAYERS) and of --ruling, for all commands
 * that play scripts. Both return false if an argument is wrong, and have said why. */
struct host_policy;
struct host_reading;
bool cmd_take_policies(struct cmd *c, struct host_policy *to, int32_t *count);
bool cmd_take_rulings(struct cmd *c, struct host_reading **to, int32_t *count);
/* Reads a script. Returns false if it cannot be read or is a tape, and has said so. */
bool cmd_read_script(struct cmd *c, const char *path, struct span *out, enum cmd_exit *code);

/* Callbacks while a tape or script is played; each may be NULL. */
struct question;
struct answer;
struct battle;
struct cmd_watch {
    /* called when a battle was made, which is still empty */
    void (*made)(void *user, struct battle *b);
    /* With a tape: called for each question with the tape's answer, before that is given. Returns
     * false to leave off here. */
    bool (*answers)(void *user, struct battle *b, const struct question *q, const struct answer *a);
    void (*played)(void *user, struct battle *b); /* called when a battle has ended or was left */
    /* called when a battle that is no fork has ended */
    void (*ended)(void *user, struct battle *b);
    /* A figure that the script gives by battle:figure. */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* Called when an event begins or has ended; see run_observer (run.h). Called only while a tape
     * is read or written. */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* Without a tape: called for each question before anything else answers it. Returns 1 if it has
     * set `out` to an answer that run_refused accepts, 0 to leave the question to the policies, -1
     * to leave off here. */
    int (*question)(void *user, struct battle *b, const struct question *q, struct answer *out);
    void (*print)(void *user, const char *text, size_t len); /* given what the script prints */
    void *user;
    bool part; /* the tape may end before its battle does; the battle is left there */
    /* set to the name of each battle's ruleset, with its variant, when the battle is made */
    const char **rules;
};
/* Plays a tape, without printing a report. */
enum cmd_exit cmd_watch_tape(struct cmd *c, const char *tape, const struct cmd_watch *watch);

/* A script that is played again and again, seed by seed, with the callbacks above. What it prints
 * is dropped, and its rules are read once. */
struct cmd_script;
struct cmd_script_options {
    const char *path;
    struct span text;
    const char *variant; /* a variant of the rules that the script names; NULL: none */
    const char *rules;   /* rules to use instead of the ones that the script names; NULL: none */
    const struct host_policy *policies;
    struct host_reading *readings;
    int32_t policy_count, reading_count;
    /* set by cmd_script_of_tape: the player whose answers came from a person; NULL: nobody */
    const char *person;
    bool unrecorded; /* the battles keep no journal */
};
struct cmd_script *cmd_script_new(struct cmd *c, const struct cmd_script_options *o);
enum cmd_exit cmd_script_play(struct cmd_script *s, uint64_t seed, const struct cmd_watch *watch);
void cmd_script_free(struct cmd_script *s);
/* Reads a tape's script, and the options and the seed with which the tape was made. Returns false
 * if that failed, and has said why. */
bool cmd_script_of_tape(struct cmd *c, const char *tape, struct cmd_script_options *to,
                        uint64_t *seed);
/* Returns all answers so far as a tape, which ends at the question where battle `b` stands; `b` is
 * NULL if the script has ended. `person` is the player whom a person answered for. The text is good
 * until the next answer. */
const char *cmd_script_tape(struct cmd_script *s, const char *person, struct battle *b,
                            size_t *len);

/* Counts instructions by the places of the rules that they belong to (cmd_profile.c). cmd_profile
 * sets the callbacks of `watch`; cmd_profile_print then prints the counts, in place of a report. */
struct profile;
struct profile *cmd_profile(struct cmd *c, struct cmd_watch *watch);
void cmd_profile_print(struct profile *p);

/* Prints why an action, or a thing that the action would choose, is not open at a question
 * (cmd_why_not.c). `said` is "UNIT", "ACTION" or "UNIT ACTION". Returns NULL, or a sentence that
 * says what is wrong in `said`. */
const char *cmd_tell_why_not(struct cmd *c, struct battle *b, const struct question *q,
                             const char *said, int width);

/* After cmd_catch ^C only sets a flag, which cmd_stopped reads, and a second ^C ends the program.
 * Before, the first one does. */
void cmd_catch(void);
bool cmd_stopped(void);

struct image_sink cmd_sink(FILE *to);
void cmd_json(FILE *to, const char *text); /* prints a string of JSON, with its quotes */
void cmd_words(void);                      /* prints the words of the rule language, a line each */
void cmd_statements(void);                 /* prints the forms of statements */
/* Prints a text broken into lines of at most `width` columns (100 if `width` is 40 or less), each
 * indented by `indent`. */
void cmd_wrap(FILE *to, const char *text, int indent, int width);
/* Prints as cmd_wrap does, but indents all lines of a paragraph after its first by four more. */
void cmd_wrap_hanging(FILE *to, const char *text, int indent, int width);

#define CMD(name, arguments, sentence, examples) enum cmd_exit cmd_##name(struct cmd *c);
#define OPTION(name, option, argument, sentence)
#include "cmd.def"
#undef CMD
#undef OPTION

#endif
