/*
 * trial: runs the example and chances blocks of a ruleset. In an example the dice
 * and picks that it names answer the questions, in order; too few or too many of
 * them is a failure that says which. In a chances block the enumerator answers.
 */
#ifndef MYTH_TOOLS_TRIAL_H
#define MYTH_TOOLS_TRIAL_H

#include "../vm/arena.h"
#include "../vm/image.h"
#include "../vm/odds.h"
#include "../vm/run.h"

/* One reason why an example fails: a sentence and its place in the text. */
struct trial_fault {
    struct trial_fault *next;
    const char *text;
    int32_t place; /* image.places, -1 */
};
struct trial_result {
    bool passed;
    int32_t limit; /* the limit (enum limit_id) that ended it; -1: none */
    int32_t expectations;
    struct trial_fault *faults;
};
/* Makes a battle that serves for all blocks of an image, one after the other. */
struct battle *trial_battle(const struct image *img);
void trial_example(struct battle *b, int32_t block, struct arena *arena, struct trial_result *out);
/* The same with a lower limit STEPS, for rules that may loop for ever. */
void trial_example_within(struct battle *b, int32_t block, int64_t steps, struct arena *arena,
                          struct trial_result *out);

struct trial_odds {
    enum odds_policy policy; /* ODDS_ASK: no --policy */
    const char *best;        /* of --best: the expression whose mean is maximised; NULL */
    bool expression;         /* the block was made of an expression that was typed */
};
/* trial_odds_battle makes a battle for trial_chances, in which chance is asked lazily.
 * best_missing: the block shows nothing of the name `best`. */
struct battle *trial_odds_battle(const struct image *img);
enum odds_result trial_chances(struct battle *b, int32_t block, const struct trial_odds *how,
                               struct arena *arena, struct odds_table *out, bool *best_missing);

/* Makes a ruleset of one chances block around a typed expression. `typed` is then the place of the
 * expression in that text; a zero byte follows the text. */
struct span trial_expression(struct arena *arena, struct span *typed);

#endif
