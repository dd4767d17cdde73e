/*
 * prompt: lines that a person types. On a terminal with a line editor, which knows
 * what was typed before and completes words; else plain lines, each said again behind
 * its prompt, so that what is written reads as it was played.
 */
#ifndef MYTH_TOOLS_PROMPT_H
#define MYTH_TOOLS_PROMPT_H

#include <stdbool.h>

#include "../vm/arena.h"

enum prompt_end { PROMPT_LINE, PROMPT_OVER, PROMPT_STOPPED };

struct prompt;
/* `stopped` is looked at when a signal has come. */
struct prompt *prompt_new(bool (*stopped)(void));
void prompt_free(struct prompt *p);
bool prompt_is_terminal(const struct prompt *p);
/* Columns of the terminal; 0: none. */
int prompt_width(void);
/* What the next lines may be completed to; kept by the caller. */
void prompt_words(struct prompt *p, const char *const *words, int count);
/* The next line without its end and outer blanks, in the arena. */
enum prompt_end prompt_line(struct prompt *p, const char *ask, struct arena *a, const char **line);

#endif
