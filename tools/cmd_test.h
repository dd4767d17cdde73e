/*
 * cmd_test: what the command `test` and its option --rule (cmd_test_rule.c) share.
 */
#ifndef MYTH_TOOLS_CMD_TEST_H
#define MYTH_TOOLS_CMD_TEST_H

#include "cmd.h"

struct battle;
struct image;
struct rule_story;
/* Finds the rules that `said` names: by a label, a card, a number, an event or FILE:LINE. Returns
 * NULL after a message if it names none. */
struct rule_story *cmd_test_rules(struct cmd *c, const struct image *img, const char *said);
/* To be called before an example is run in the battle: from now on these rules are watched. */
void cmd_test_rules_begin(struct rule_story *v, struct battle *b);
/* Prints what the example that has just been run made of them; they are watched no longer. */
void cmd_test_rules_print(struct rule_story *v, struct battle *b);

#endif
