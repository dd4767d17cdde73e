/*
 * cmd_diff: how two rulesets differ in what their examples and their odds come to, for the command
 * diff with --play. Its other parts are the text (cmd_diff.c) and battles (bulk_compare).
 */
#ifndef MYTH_TOOLS_CMD_DIFF_H
#define MYTH_TOOLS_CMD_DIFF_H

#include "cmd.h"
#include "source.h"

/* Prints the examples of both rulesets (matched by their titles) that pass by one and fail by the
 * other, with the reason, and adds their number to *count. Returns the exit code: CMD_LIMIT if one
 * came to a limit, CMD_STOPPED after ^C. */
enum cmd_exit cmd_diff_examples(struct cmd *c, const struct source side[2], int *count);
/* Prints the values that a `chances` block of both rulesets shows and that have other odds by the
 * one than by the other, and adds the number of values to *count. Adds to *left_out how many blocks
 * could not be compared, each of which a message has named. Returns the exit code: not CMD_GOOD if
 * the odds of a block could not be computed, CMD_STOPPED after ^C. */
enum cmd_exit cmd_diff_odds(struct cmd *c, const struct source side[2], int *count, int *left_out);

#endif
