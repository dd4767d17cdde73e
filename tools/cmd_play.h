/*
 * cmd_play: what the files of `myth play` share. A person answers for one player of a
 * script; all else is as in `myth run`. His answers are all that is kept of a session:
 * undo and load play the script again from its begin, with fewer or other ones. What
 * is shown is read from his view of the battle. Nobody else includes it.
 */
#ifndef MYTH_TOOLS_CMD_PLAY_H
#define MYTH_TOOLS_CMD_PLAY_H

#include "../vm/ask.h"
#include "../vm/journal.h"
#include "../vm/run.h"
#include "cmd.h"
#include "prompt.h"

enum { PLAY_NAME = 160, PLAY_SHOWN = 40 };

/* What comes when the script is left, or has ended. */
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
    struct arena kept; /* answers and file names */

    struct play_answer *given; /* by the person, the last first */
    int64_t count, at;         /* how many; how many of them have been given again */
    int64_t saved;             /* how many the last file has; -1: none has them */
    const char *file;          /* where the session is kept when it is left; NULL: not named yet */
    const char *last;          /* what was last written or read; NULL */
    char *tape;                /* up to the question at hand */
    size_t tape_len, tape_room;

    enum play_then then;
    enum cmd_exit code;
    const char *load; /* PLAY_LOAD */
    bool caught_up;   /* quietly: what happened has been told */
    bool save_at_end;
    size_t shown; /* words of the journal that have been told */

    /* At a question */
    struct arena turn; /* until the next one */
    struct battle *b, *view;
    struct battle *eye;          /* what the question is told from: the view, see look */
    struct journal told;         /* the battle's journal as he may read it */
    const struct question *q;    /* of the battle; NULL: it is over */
    const struct question *seen; /* of eye */
    int32_t player;              /* -1: not known yet */
    int64_t spot[PLAY_SHOWN];    /* places and ways that are shown, by their candidates */
    int32_t spots;
    bool stay; /* nothing has been answered yet */
};

/* ---- cmd_play_ask.c: the question and its answers */
void play_show_question(struct play_session *s);
/* A line that is no command. False: said what was expected. */
bool play_read_answer(struct play_session *s, const char *line, struct answer *out);
/* A candidate of a pick in words, in the arena of the turn. */
const char *play_candidate(struct play_session *s, int64_t i);
/* A sentence, broken into lines of the width. */
void play_say(struct play_session *s, const char *format, ...) MYTH_PRINTF(2, 3);
/* What Tab completes to. */
void play_offer_words(struct play_session *s);

/* ---- cmd_play_table.c: the table in characters, at a question */
void play_show_table(struct play_session *s);

/* ---- cmd_play_odds.c: what may come of an answer to the question */
void play_tell_odds(struct play_session *s, const struct answer *a);
void play_tell_all_odds(struct play_session *s); /* of each candidate of a pick of one, in short */

/* ---- cmd_play_word.c: commands of the session */
/* Whether the line was one, and has been done. */
bool play_command(struct play_session *s, const char *line);
int32_t play_commands(void);
const char *play_command_name(int32_t i);
/* The first so many words of the journal, in s->told. */
void play_read_journal(struct play_session *s, size_t words);
/* What happened since it was last told, or all of it. */
void play_tell(struct play_session *s, bool all);
bool play_save(struct play_session *s, const char *file);
int play_width(const struct play_session *s);

#endif
