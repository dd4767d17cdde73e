/*
 * cmd_play: what the files of `myth play` share. A person answers for one player of a script;
 * everything else is as in `myth run`. A session is kept as the person's answers alone: undo and
 * load play the script again from its start, with fewer or other answers. All that the person is
 * shown is read from his view of the battle, a fork without what he may not know.
 */
#ifndef MYTH_TOOLS_CMD_PLAY_H
#define MYTH_TOOLS_CMD_PLAY_H

#include "../vm/ask.h"
#include "../vm/journal.h"
#include "../vm/run.h"
#include "cmd.h"
#include "prompt.h"

enum { PLAY_NAME = 160, PLAY_SHOWN = 40 };

/* How the session goes on when the script has ended or is left. */
enum play_then { PLAY_ENDS, PLAY_AGAIN, PLAY_LOAD };

/* An answer of the person, and the one before it. */
struct play_answer {
    struct answer a;
    struct play_answer *before;
};
struct play_session {
    struct cmd *c;
    struct cmd_script_options options;
    struct cmd_script *script;
    uint64_t seed;
    struct prompt *prompt;
    struct arena kept; /* holds answers and file names as long as the session */

    struct play_answer *given; /* the person's answers, the last first */
    /* how many answers there are; how many the script has taken since it was last begun */
    int64_t count, at;
    int64_t saved; /* how many answers the last saved file has; -1: no file has this session */
    /* the file in which the session is saved when it is left; NULL: no name yet */
    const char *file;
    const char *last; /* the file that was last written or read; NULL: none */
    char *tape;       /* the session as a tape, up to the question at hand */
    size_t tape_len, tape_room;

    enum play_then then;
    enum cmd_exit code;
    const char *load; /* PLAY_LOAD: the tape to go on from */
    bool caught_up;   /* after undo or load: the story so far is not told again */
    /* save was typed when the battle was over: save when the script has ended */
    bool save_at_end;
    size_t shown; /* how many words of the journal have been printed */

    /* ---- At a question */
    struct arena turn; /* emptied at the next question */
    struct battle *b, *view;
    /* the battle that he is shown: `view`, or `b` if the question depends on something hidden */
    struct battle *eye;
    struct journal told;         /* the battle's journal as he may read it */
    const struct question *q;    /* the question in `b`; NULL: the battle is over */
    const struct question *seen; /* the same question in `eye` */
    int32_t player;              /* the person's number as a player; -1: not known yet */
    /* the places or ways that are listed, as numbers of candidates; `spots` of them */
    int64_t spot[PLAY_SHOWN];
    int32_t spots;
    bool stay; /* the question has not been answered yet */
};

/* ---- cmd_play_ask.c: the question and its answers */
void play_show_question(struct play_session *s);
/* Reads a line as an answer. Returns false if it is none, after printing what was expected. */
bool play_read_answer(struct play_session *s, const char *line, struct answer *out);
/* Returns a candidate of a pick in words, in the arena `turn`. */
const char *play_candidate(struct play_session *s, int64_t i);
/* Prints a sentence, broken into lines of the terminal's width. */
void play_say(struct play_session *s, const char *format, ...) MYTH_PRINTF(2, 3);
/* Gives the prompt the words that Tab can complete. */
void play_offer_words(struct play_session *s);

/* ---- cmd_play_table.c: the table in characters, at a question */
void play_show_table(struct play_session *s);

/* ---- cmd_play_odds.c: the odds of what an answer to the question leads to */
void play_tell_odds(struct play_session *s, const struct answer *a);
/* prints the odds in short for each candidate of a pick of one */
void play_tell_all_odds(struct play_session *s);

/* ---- cmd_play_word.c: commands of the session */
/* Carries out a line if it is a command. Returns false if it is none. */
bool play_command(struct play_session *s, const char *line);
/* The number of commands, and the name of each. */
int32_t play_commands(void);
const char *play_command_name(int32_t i);
/* Sets s->told to the first `words` words of the journal, as the person may read them. */
void play_read_journal(struct play_session *s, size_t words);
/* Prints what happened since s->shown words of the journal, or everything (`all`). */
void play_tell(struct play_session *s, bool all);
/* Writes the session to `file`, or to s->file if `file` is NULL. Returns false if that failed, and
 * has said why. */
bool play_save(struct play_session *s, const char *file);
int play_width(const struct play_session *s);

#endif
