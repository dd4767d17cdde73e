/*
 * cmd: the command line. Reads arguments by the table cmd.def, and owns the rules
 * that all commands share: what goes to stdout and stderr, colour, exit codes, files
 * that are read and written, ^C. Each command is a function in cmd_*.c.
 */
#ifndef MYTH_TOOLS_CMD_H
#define MYTH_TOOLS_CMD_H

#include <stdio.h>

#include "../vm/arena.h"
#include "../vm/base.h"

enum cmd_exit {
    CMD_GOOD = 0,
    CMD_MISTAKES = 1, /* in rules or a script, also while they run; examples that fail */
    CMD_USAGE = 2,
    CMD_INPUT = 3, /* missing, unreadable, damaged; a folder without rules */
    CMD_LIMIT = 4,
    CMD_STOPPED = 130 /* ^C */
};

struct image;
struct image_sink;
struct run_error;

/* One run of the program. */
struct cmd {
    struct arena arena;
    const char *command; /* name of the command at hand */
    const char **word;   /* positional arguments */
    int words;
    const char **given;  /* by option of cmd.def: its argument, "" for a flag, NULL if not given */
    const char **ruling; /* the arguments of each --ruling */
    int rulings;
    bool colour_out, colour_err, utf8;
    int width;        /* of the terminal; 0: stdout is none */
    const char *home; /* the folder of the program; NULL: not known */
    uint64_t warned;  /* hash of the rules whose warnings were counted last */
};

/* The whole program: main calls it. */
int cmd_main(int argc, char **argv);

/* The argument of an option of the command at hand, "" for a flag; NULL: not given. */
const char *cmd_option(const struct cmd *c, const char *option);
/* Reads an option that must be a whole number; false: it is not, and that was said. */
bool cmd_number(const struct cmd *c, const char *option, int64_t least, int64_t most, int64_t *out);

/* Print a message "myth: …" on stderr; cmd_usage also points to --help, and gives CMD_USAGE. */
void cmd_say(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);
int cmd_usage(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);

/* Reads a whole regular file ("-": stdin) into the arena; false: said why. */
bool cmd_read(struct cmd *c, const char *path, struct span *out);
bool cmd_is_there(const char *path);
bool cmd_ends_in(const char *text, const char *end);
bool cmd_is_no_tape(const char *path); /* it is there and holds something else */
/* A file that is written under another name beside its own and renamed when it is whole, so that
 * half a file is never found, whatever ends the program. */
struct cmd_file {
    FILE *to;
    char *path, *beside; /* beside NULL: a device or a pipe, which is written directly */
};
bool cmd_create(struct cmd *c, const char *path, struct cmd_file *f);
bool cmd_finish(struct cmd *c, struct cmd_file *f);
void cmd_discard(struct cmd_file *f);

/* Whether no option of the command would write over this file, which it reads; false: said so. */
bool cmd_spares(const struct cmd *c, const char *path, const char *what);

/* The path of a ruleset named by its folder, by a file, or by a name under rules/; NULL: there is
 * none; unless `quiet` that was said, with similar names. */
const char *cmd_find_rules(struct cmd *c, const char *name, bool quiet);
/* The image of a ruleset, or NULL and the exit code; mistakes have been printed. */
struct image *cmd_load(struct cmd *c, const char *name, enum cmd_exit *code);
/* The same for play: examples are not read, so mistakes in them do not matter. */
struct image *cmd_load_for_play(struct cmd *c, const char *name, enum cmd_exit *code);
/* The same of a text in memory, as if it were one file of that name; messages show only the part
 * `typed` of it. */
struct image *cmd_load_text(struct cmd *c, const char *name, const char *text, struct span typed,
                            enum cmd_exit *code);
/* A ruleset's text and image side by side (source.h); close it by source_close. False: said why. */
struct source;
bool cmd_source(struct cmd *c, const char *name, struct source *s, enum cmd_exit *code);
/* A place of an image as "file:line". */
const char *cmd_place(struct cmd *c, const struct image *img, int32_t place);
/* Considers a title as the one that was meant: it is similar, or begins with what was typed. */
struct nearest;
void cmd_near_title(struct nearest *near, const char *title);
/* Reports rules that failed while they ran; gives the exit code. */
enum cmd_exit cmd_failed(struct cmd *c, const struct image *img, const struct run_error *e);

/* Read the arguments of --policy (`to` has room for RUN_PLAYERS) and of --ruling, for all commands
 * that play scripts; false: said why. */
struct host_policy;
struct host_reading;
bool cmd_take_policies(struct cmd *c, struct host_policy *to, int32_t *count);
bool cmd_take_rulings(struct cmd *c, struct host_reading **to, int32_t *count);
/* Reads a script; false: it is none (a tape perhaps), and that was said. */
bool cmd_read_script(struct cmd *c, const char *path, struct span *out, enum cmd_exit *code);

/* Callbacks while a tape or script is played; each may be NULL. */
struct question;
struct answer;
struct battle;
struct cmd_watch {
    void (*made)(void *user, struct battle *b); /* a battle was made and is still empty */
    /* Each question with the tape's answer, before it is given; false: leave off here. */
    bool (*answers)(void *user, struct battle *b, const struct question *q, const struct answer *a);
    void (*played)(void *user, struct battle *b); /* a battle has ended or was left */
    void (*ended)(void *user, struct battle *b);  /* a battle that is no fork has ended */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* See run_observer (run.h). */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* Without a tape: each question, before anything else answers it. 1: answered, by an answer
     * that run_refused accepts; 0: left to the policies; -1: leave off here. */
    int (*question)(void *user, struct battle *b, const struct question *q, struct answer *out);
    void (*print)(void *user, const char *text, size_t len); /* what the script prints */
    void *user;
    bool part;          /* the tape may end before its battle does, which is left there */
    const char **rules; /* is set to the name by which each battle asks for its ruleset */
};
enum cmd_exit cmd_watch_tape(struct cmd *c, const char *tape, const struct cmd_watch *watch);

/* Plays a script again and again, seed by seed, with the same callbacks. Its output is dropped, and
 * its rules are read once. */
struct cmd_script;
struct cmd_script_options {
    const char *path;
    struct span text;
    const char *variant; /* a variant of the rules that it names; NULL */
    const char *rules;   /* rules to use instead of those; NULL */
    const struct host_policy *policies;
    struct host_reading *readings;
    int32_t policy_count, reading_count;
    const char *person; /* from a tape: the player whose answers came from a person; NULL */
    bool unrecorded;    /* battles keep no journal */
};
struct cmd_script *cmd_script_new(struct cmd *c, const struct cmd_script_options *o);
enum cmd_exit cmd_script_play(struct cmd_script *s, uint64_t seed, const struct cmd_watch *watch);
void cmd_script_free(struct cmd_script *s);
/* Reads the options and the seed with which a tape was made; false: said why. */
bool cmd_script_of_tape(struct cmd *c, const char *tape, struct cmd_script_options *to,
                        uint64_t *seed);
/* All answers so far as a tape that ends at the question where the battle stands; b is NULL where
 * the script has ended. Good until the next answer. */
const char *cmd_script_tape(struct cmd_script *s, const char *person, struct battle *b,
                            size_t *len);

/* Counts instructions by the places of the rules that they belong to (cmd_profile.c): sets the
 * callbacks of `watch`; cmd_profile_print then prints the counts in place of a report. */
struct profile;
struct profile *cmd_profile(struct cmd *c, struct cmd_watch *watch);
void cmd_profile_print(struct profile *p);

/* Prints why an action, or a thing that it would choose, is not open at a question (cmd_why_not.c).
 * `said` is "UNIT", "ACTION" or "UNIT ACTION". NULL, or a sentence about what `said` gets wrong. */
const char *cmd_tell_why_not(struct cmd *c, struct battle *b, const struct question *q,
                             const char *said, int width);

/* From here on ^C only sets a flag, which cmd_stopped reads; before, it ends the program. */
void cmd_catch(void);
bool cmd_stopped(void);

struct image_sink cmd_sink(FILE *to);
void cmd_json(FILE *to, const char *text); /* quoted and escaped */
void cmd_words(void);                      /* prints the words of the language, a line each */
void cmd_statements(void);                 /* prints the forms of statements */
/* Prints a text broken into lines of at most `width` columns, each with that indent. */
void cmd_wrap(FILE *to, const char *text, int indent, int width);
/* The same, with all lines of a paragraph after its first indented by four more. */
void cmd_wrap_hanging(FILE *to, const char *text, int indent, int width);

#define CMD(name, arguments, sentence, examples) enum cmd_exit cmd_##name(struct cmd *c);
#define OPTION(name, option, argument, sentence)
#include "cmd.def"
#undef CMD
#undef OPTION

#endif
