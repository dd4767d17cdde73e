/*
 * prompt: reads lines that a person types. On a terminal a line editor gives history and
 * completion. Elsewhere the room reads plain lines and prints each behind its prompt, so that the
 * output reads like the session.
 */
#ifndef MYTH_TOOLS_PROMPT_H
#define MYTH_TOOLS_PROMPT_H

#include <stdbool.h>

#include "../vm/arena.h"

/* How reading a line ended: with a line; at the end of the input; by ^C. */
enum prompt_end { PROMPT_LINE, PROMPT_OVER, PROMPT_STOPPED };

struct prompt;
/* Makes a prompt, which prompt_free frees. `stopped` tells, after a signal has interrupted reading,
 * whether ^C was typed. */
struct prompt *prompt_new(bool (*stopped)(void));
void prompt_free(struct prompt *p);
bool prompt_is_terminal(const struct prompt *p);
/* Returns how many columns the terminal has, 80 if 20 or fewer; 0 if stdout is no terminal. */
int prompt_width(void);
/* Sets the words to which Tab completes a line. The array is not copied, and must stay until the
 * next call. */
void prompt_words(struct prompt *p, const char *const *words, int count);
/* Prints `ask` and reads the next line into the arena, without blanks at its ends. `line` is set if
 * the result is PROMPT_LINE. */
enum prompt_end prompt_line(struct prompt *p, const char *ask, struct arena *a, const char **line);

#endif
