/*
 * cmd: the command line. Reads arguments by the table cmd.def, keeps the rules of
 * what is printed where (results on stdout, messages on stderr, colour only on a
 * terminal), of exit codes, of files that are read and written, and of ^C. Each
 * command is a function in cmd_*.c.
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
    const char *command; /* its name */
    const char **word;   /* positional arguments */
    int words;
    const char **given;  /* by option of cmd.def: its argument, "" for a flag, NULL */
    const char **ruling; /* --ruling, as often as it was said */
    int rulings;
    bool colour_out, colour_err, utf8;
    int width;        /* of the terminal; 0: not one */
    const char *home; /* the folder of the program, NULL */
    uint64_t warned;  /* of the rules whose warnings were told last, as they were named */
};

/* What main does. */
int cmd_main(int argc, char **argv);

/* The argument of an option of the command at hand, "" for a flag; NULL: not given. */
const char *cmd_option(const struct cmd *c, const char *option);
/* A whole number that an option must be; false: said so. */
bool cmd_number(const struct cmd *c, const char *option, int64_t least, int64_t most, int64_t *out);

/* A message: `myth: …` and a line end, on stderr. */
void cmd_say(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);
int cmd_usage(const struct cmd *c, const char *format, ...) MYTH_PRINTF(2, 3);

/* A whole file that is one, into the arena; false: said why. `-`: stdin. */
bool cmd_read(struct cmd *c, const char *path, struct span *out);
bool cmd_is_there(const char *path);
bool cmd_ends_in(const char *text, const char *end);
bool cmd_is_no_tape(const char *path); /* a file that holds something else */
/* A file that is written beside and renamed when it is closed, so that nobody ever finds half
 * of it, whatever ends the program. */
struct cmd_file {
    FILE *to;
    char *path, *beside; /* beside NULL: a device or a pipe, written as it stands */
};
bool cmd_create(struct cmd *c, const char *path, struct cmd_file *f);
bool cmd_finish(struct cmd *c, struct cmd_file *f);
void cmd_discard(struct cmd_file *f);

/* Whether no option of the command writes over this file that it reads; false: said so. */
bool cmd_spares(const struct cmd *c, const char *path, const char *what);

/* The path of a ruleset that is named by folder, by file, or as one under rules/; NULL:
 * said so, with what is near. */
const char *cmd_find_rules(struct cmd *c, const char *name, bool quiet);
/* Its image, or NULL and the exit code: mistakes have been printed. */
struct image *cmd_load(struct cmd *c, const char *name, enum cmd_exit *code);
/* The same for play: without examples, unread, and so with a mistake in one of them, too. */
struct image *cmd_load_for_play(struct cmd *c, const char *name, enum cmd_exit *code);
/* The same of a text in memory: one file of that name. */
/* `typed` is the part of the text that messages are about. */
struct image *cmd_load_text(struct cmd *c, const char *name, const char *text, struct span typed,
                            enum cmd_exit *code);
/* Its text and image side by side, in the arena; to be closed by source_close. False: said why. */
struct source;
bool cmd_source(struct cmd *c, const char *name, struct source *s, enum cmd_exit *code);
/* file:line of a place of an image. */
const char *cmd_place(struct cmd *c, const struct image *img, int32_t place);
/* A title that may have been meant: one that is near, or that begins so. */
struct nearest;
void cmd_near_title(struct nearest *near, const char *title);
/* What came of rules that failed while they ran; gives the exit code. */
enum cmd_exit cmd_failed(struct cmd *c, const struct image *img, const struct run_error *e);

/* What the commands that play scripts have in common: the arguments of --policy (room for
 * RUN_PLAYERS) and of --ruling, false: said why. */
struct host_policy;
struct host_reading;
bool cmd_take_policies(struct cmd *c, struct host_policy *to, int32_t *count);
bool cmd_take_rulings(struct cmd *c, struct host_reading **to, int32_t *count);
/* The text of a script; false: said why, as of a tape. */
bool cmd_read_script(struct cmd *c, const char *path, struct span *out, enum cmd_exit *code);

/* A tape that is played while somebody looks on; each may be NULL. */
struct question;
struct answer;
struct battle;
struct cmd_watch {
    void (*made)(void *user, struct battle *b); /* it is there, and still empty */
    /* Each question with the tape's answer, before it is given; false: seen enough. */
    bool (*answers)(void *user, struct battle *b, const struct question *q, const struct answer *a);
    void (*played)(void *user, struct battle *b); /* ended, or left where it was seen enough */
    void (*ended)(void *user, struct battle *b);  /* ended, and no fork */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* As run_observer has it. */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* Where there is no tape, a question before anybody is asked: 1 answered, 0 left to the
     * policies, -1 leave off here. The answer is one that run_refused does not refuse. */
    int (*question)(void *user, struct battle *b, const struct question *q, struct answer *out);
    void (*print)(void *user, const char *text, size_t len); /* what the script prints */
    void *user;
    bool part;          /* the tape may end before its battle does: there it is left */
    const char **rules; /* gets the name of the ruleset of each battle, as it is asked for */
};
enum cmd_exit cmd_watch_tape(struct cmd *c, const char *tape, const struct cmd_watch *watch);

/* A script that is played again and again, seed by seed, while somebody looks on; what it prints
 * goes nowhere. The rules are read once. */
struct cmd_script;
struct cmd_script_options {
    const char *path;
    struct span text;
    const char *variant; /* of the rules that it names, NULL */
    const char *rules;   /* to be played by instead of those, NULL */
    const struct host_policy *policies;
    struct host_reading *readings;
    int32_t policy_count, reading_count;
    const char *person; /* of a tape: the player whose answers came from a person; NULL */
};
struct cmd_script *cmd_script_new(struct cmd *c, const struct cmd_script_options *o);
enum cmd_exit cmd_script_play(struct cmd_script *s, uint64_t seed, const struct cmd_watch *watch);
void cmd_script_free(struct cmd_script *s);
/* The options that a tape was made with, and its seed; false: said why. */
bool cmd_script_of_tape(struct cmd *c, const char *tape, struct cmd_script_options *to,
                        uint64_t *seed);
/* All answers so far as a tape that ends where the battle stands, at a question, or NULL: where
 * the script has ended. Good until the next answer. */
const char *cmd_script_tape(struct cmd_script *s, const char *person, struct battle *b,
                            size_t *len);

/* What battles spend instructions on, by the places of the rules (cmd_profile.c): fills who looks
 * on while they are played; then prints, in place of a report. */
struct profile;
struct profile *cmd_profile(struct cmd *c, struct cmd_watch *watch);
void cmd_profile_print(struct profile *p);

/* At a question, why an action or what it may choose is not open (cmd_why_not.c), of "UNIT",
 * "ACTION" or "UNIT ACTION"; NULL, or what was said wrongly. */
const char *cmd_tell_why_not(struct cmd *c, struct battle *b, const struct question *q,
                             const char *said, int width);

/* ^C: from here on it only sets a flag, until the command ends. */
void cmd_catch(void);
bool cmd_stopped(void);

struct image_sink cmd_sink(FILE *to);
void cmd_json(FILE *to, const char *text); /* quoted and escaped */
void cmd_words(void);                      /* the words of the language, a line each */
void cmd_statements(void);                 /* what stands in bodies */
/* Words broken into lines, each begun by so many blanks. */
void cmd_wrap(FILE *to, const char *text, int indent, int width);
/* The same, but all lines of a paragraph behind its first stand four deeper. */
void cmd_wrap_hanging(FILE *to, const char *text, int indent, int width);

#define CMD(name, arguments, sentence, examples) enum cmd_exit cmd_##name(struct cmd *c);
#define OPTION(name, option, argument, sentence)
#include "cmd.def"
#undef CMD
#undef OPTION

#endif
