/*
 * trial: runs the example and chances blocks of a ruleset. In an example the dice and picks that it
 * names answer the questions, in order; if they are too few, too many or no answers to what is
 * asked, the example fails and a fault says which. In a chances block the enumerator answers
 * (vm/odds.h).
 */
#ifndef MYTH_TOOLS_TRIAL_H
#define MYTH_TOOLS_TRIAL_H

#include "../vm/arena.h"
#include "../vm/image.h"
#include "../vm/odds.h"
#include "../vm/run.h"

/* A reason why an example fails: a sentence and its place in the text. */
struct trial_fault {
    struct trial_fault *next;
    const char *text;
    int32_t place;   /* row of image.places; -1: none */
    const char *row; /* the label of a row that was expected to count, and did not; NULL: none */
};
struct trial_result {
    bool passed;
    int32_t limit; /* the limit (enum limit_id) that ended the example; -1: none */
    /* how many expectations were looked at; 0 if the example failed before its end */
    int32_t expectations;
    struct trial_fault *faults;
};
/* Makes a battle in which the blocks of an image can be run one after the other; battle_free frees
 * it. */
struct battle *trial_battle(const struct image *img);
/* Runs the example in row `block` of image.blocks in a battle of trial_battle, which is reset
 * first. Sets all of `out`. The faults lie in the arena. */
void trial_example(struct battle *b, int32_t block, struct arena *arena, struct trial_result *out);
/* Runs the example in row `block` as above, but with `steps` as the limit STEPS (0: the usual one),
 * for rules that may loop for ever. */
void trial_example_within(struct battle *b, int32_t block, int64_t steps, struct arena *arena,
                          struct trial_result *out);

/* Options of trial_chances. */
struct trial_odds {
    /* who answers choices, apart from `best`; ODDS_ASK: nobody, as without --policy */
    enum odds_policy policy;
    /* the argument of --best: the name of the shown value; the player whom the block is about makes
     * his choices so that its mean is as high as can be. NULL: no --best */
    const char *best;
    bool expression; /* the block was made of an expression that was typed */
};
/* trial_odds_battle makes a battle for trial_chances, in which a die that was thrown is asked for
 * only when the rules look at it (CHANCE_LAZY). trial_chances resets it and computes the odds of
 * the chances block in row `block` of image.blocks; the table lies in the arena. `best_missing` is
 * set to whether how->best is no value that the block shows; then the result is ODDS_FAILED and
 * `out` is not set. */
struct battle *trial_odds_battle(const struct image *img);
enum odds_result trial_chances(struct battle *b, int32_t block, const struct trial_odds *how,
                               struct arena *arena, struct odds_table *out, bool *best_missing);

/* Returns the text of a ruleset with one chances block that shows the value of the expression
 * `typed`. `typed` is changed to the place of the expression in that text. A zero byte follows the
 * text. */
struct span trial_expression(struct arena *arena, struct span *typed);

#endif
