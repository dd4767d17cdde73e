/*
 * cmd_play: shared by the files of `myth play`. A person answers for one player of a
 * script; everything else is as in `myth run`. A session is kept as his answers alone:
 * undo and load play the script again from its start, with fewer or other answers. All
 * that he is shown is read from his view of the battle.
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
    struct arena kept; /* holds answers and file names for the whole session */

    struct play_answer *given; /* the person's answers, the last first */
    int64_t count, at;         /* how many; how many were replayed after undo or load */
    int64_t saved;             /* answers in the last saved file; -1: no file has this session */
    const char *file;          /* the session is saved here when it is left; NULL: no name yet */
    const char *last;          /* the file last written or read; NULL */
    char *tape;                /* the tape up to the question at hand */
    size_t tape_len, tape_room;

    enum play_then then;
    enum cmd_exit code;
    const char *load; /* PLAY_LOAD */
    bool caught_up;   /* replaying has come to the present, without telling the story again */
    bool save_at_end;
    size_t shown; /* words of the journal that have been printed */

    /* At a question */
    struct arena turn; /* emptied at the next question */
    struct battle *b, *view;
    struct battle *eye;          /* the battle that he is shown: his view, but see look() */
    struct journal told;         /* the battle's journal as he may read it */
    const struct question *q;    /* of the battle; NULL: it is over */
    const struct question *seen; /* the same question in eye */
    int32_t player;              /* his number; -1: not known yet */
    int64_t spot[PLAY_SHOWN];    /* candidates of the places and ways that are listed */
    int32_t spots;
    bool stay; /* the question has not been answered yet */
};

/* ---- cmd_play_ask.c: the question and its answers */
void play_show_question(struct play_session *s);
/* Reads a line as an answer. False: it is none, and what was expected has been printed. */
bool play_read_answer(struct play_session *s, const char *line, struct answer *out);
/* A candidate of a pick in words, in the arena `turn`. */
const char *play_candidate(struct play_session *s, int64_t i);
/* Prints a sentence, broken into lines of the terminal's width. */
void play_say(struct play_session *s, const char *format, ...) MYTH_PRINTF(2, 3);
/* Gives the prompt the words that Tab completes to. */
void play_offer_words(struct play_session *s);

/* ---- cmd_play_table.c: the table in characters, at a question */
void play_show_table(struct play_session *s);

/* ---- cmd_play_odds.c: what may come of an answer to the question */
void play_tell_odds(struct play_session *s, const struct answer *a);
void play_tell_all_odds(struct play_session *s); /* of each candidate of a pick of one, in short */

/* ---- cmd_play_word.c: commands of the session */
/* Carries out a line if it is a command; false: it is none. */
bool play_command(struct play_session *s, const char *line);
int32_t play_commands(void);
const char *play_command_name(int32_t i);
/* Sets s->told to the first `words` words of the journal, as he may read it. */
void play_read_journal(struct play_session *s, size_t words);
/* Prints what happened since the last time, or everything. */
void play_tell(struct play_session *s, bool all);
bool play_save(struct play_session *s, const char *file);
int play_width(const struct play_session *s);

#endif
