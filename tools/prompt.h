/*
 * prompt: reads lines that a person types. On a terminal a line editor gives history
 * and completion; elsewhere it reads plain lines and prints each behind its prompt, so
 * that the output reads like the session.
 */
#ifndef MYTH_TOOLS_PROMPT_H
#define MYTH_TOOLS_PROMPT_H

#include <stdbool.h>

#include "../vm/arena.h"

enum prompt_end { PROMPT_LINE, PROMPT_OVER, PROMPT_STOPPED };

struct prompt;
/* `stopped` tells, after a signal, whether it was ^C. */
struct prompt *prompt_new(bool (*stopped)(void));
void prompt_free(struct prompt *p);
bool prompt_is_terminal(const struct prompt *p);
/* Columns of the terminal; 0: there is none. */
int prompt_width(void);
/* Sets the words that Tab completes to; the caller keeps them. */
void prompt_words(struct prompt *p, const char *const *words, int count);
/* Reads the next line, without outer blanks, into the arena. */
enum prompt_end prompt_line(struct prompt *p, const char *ask, struct arena *a, const char **line);

#endif
