/*
 * cmd_play: what the files of `myth play` share. A person answers for one player of a script;
 * everything else is as in `myth run`. A session is kept as the person's answers alone: undo and
 * load play the script again from its start, with fewer or other answers. The person is shown his
 * view of the battle, a fork without what he may not know (but see play_session.eye), and as much
 * of the journal as he may read.
 */
#ifndef MYTH_TOOLS_CMD_PLAY_H
#define MYTH_TOOLS_CMD_PLAY_H

#include "../vm/ask.h"
#include "../vm/journal.h"
#include "../vm/run.h"
#include "cmd.h"
#include "prompt.h"

enum { PLAY_NAME = 160, PLAY_SHOWN = 40 };

/* How the session goes on when the script has ended or is left: not at all; with the script again,
 * after undo; with the tape `load`. */
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
    /* how many answers are in `given`; how many of them the script has taken since it was last
     * begun */
    int64_t count, at;
    /* how many answers the file has that was last written or read; -1: no file has this session */
    int64_t saved;
    /* the file in which the session is saved when it is left; NULL: no name yet */
    const char *file;
    const char *last; /* the file that was last written or read; NULL: none */
    char *tape;       /* the session as a tape up to the question at hand, `tape_len` bytes */
    size_t tape_len, tape_room;

    enum play_then then;
    enum cmd_exit code;
    const char *load; /* PLAY_LOAD: the tape to go on from */
    /* after undo, or a load that failed: the story up to the next question is not told again */
    bool caught_up;
    /* save was typed when the battle was over: the session is saved when the script has ended */
    bool save_at_end;
    struct cmd_behind behind; /* what made rows count, by entries of the battle's own journal */
    size_t shown;             /* how many words of the battle's journal have been told */

    /* ---- At a question */
    struct arena turn; /* emptied at the next question */
    struct battle *b, *view;
    /* the battle that the person is shown: `view`, or `b` if the question depends on something
     * hidden from him */
    struct battle *eye;
    /* the journal of `b` as the person may read it; see play_read_journal */
    struct journal told;
    const struct question *q;    /* the question in `b`; NULL: the battle is over */
    const struct question *seen; /* the same question in `eye` */
    /* the number of the player whom the person answers for; -1: not known yet */
    int32_t player;
    /* the places or ways that are listed, as numbers of candidates; `spots` of them */
    int64_t spot[PLAY_SHOWN];
    int32_t spots;
    bool stay; /* the question has not been answered yet */
};

/* ---- cmd_play_ask.c: the question and its answers */
void play_show_question(struct play_session *s);
/* Reads a line as an answer to the question at hand. Returns false if it is none, or one that the
 * rules refuse, after printing what was expected or why. */
bool play_read_answer(struct play_session *s, const char *line, struct answer *out);
/* Returns candidate i (from 0) of a pick in words, good until the next question. */
const char *play_candidate(struct play_session *s, int64_t i);
/* Prints a sentence, broken between words into lines of the terminal's width. */
void play_say(struct play_session *s, const char *format, ...) MYTH_PRINTF(2, 3);
/* Gives the prompt the words that Tab can complete: the commands, the candidates of a pick, and
 * `pass` if it may be. */
void play_offer_words(struct play_session *s);

/* ---- cmd_play_table.c: the table in characters, at a question */
void play_show_table(struct play_session *s);
/* Returns all things of a kind of the language that the person sees, in the arena `turn`. */
const int64_t *play_extent(struct play_session *s, enum kind_root root, int64_t *count);

/* ---- cmd_play_map.c: a map of areas in characters */
void play_show_map(struct play_session *s);

/* ---- cmd_play_odds.c: the odds of what an answer to the question leads to */
void play_tell_odds(struct play_session *s, const struct answer *a);
/* prints, for each candidate of a pick of one, the means of what the answer leads to */
void play_tell_all_odds(struct play_session *s);

/* ---- cmd_play_word.c: commands of the session */
/* Carries out a line if it is a command. Returns false if it begins with no command's name. */
bool play_command(struct play_session *s, const char *line);
/* The number of commands, and the name of each. */
int32_t play_commands(void);
const char *play_command_name(int32_t i);
/* Sets s->told to the first `words` words of the battle's journal, or to all if it has fewer,
 * without what the person may not read. */
void play_read_journal(struct play_session *s, size_t words);
/* Prints what happened since the first s->shown words of the journal, or everything if `all` is
 * set. Leaves s->shown as it is. */
void play_tell(struct play_session *s, bool all);
/* Writes s->tape to `file`, or to s->file (a new name if it has none) if `file` is NULL, and says
 * so. Returns false after a message if that failed. */
bool play_save(struct play_session *s, const char *file);
int play_width(const struct play_session *s);

#endif
