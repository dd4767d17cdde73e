/*
 * trial: runs the example and chances blocks of a ruleset. In an example its
 * named dice and picks answer, in order; what it does not use, or wants more
 * of, is a failure that says which. In a chances block the enumerator does.
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
    int32_t limit; /* enum limit_id that was passed, -1 */
    int32_t expectations;
    struct trial_fault *faults;
};
/* One battle serves all blocks of an image. */
struct battle *trial_battle(const struct image *img);
void trial_example(struct battle *b, int32_t block, struct arena *arena, struct trial_result *out);
/* The same with a lower limit STEPS, for rules that may go round for ever. */
void trial_example_within(struct battle *b, int32_t block, int64_t steps, struct arena *arena,
                          struct trial_result *out);

struct trial_odds {
    enum odds_policy policy; /* ODDS_ASK: no --policy */
    const char *best;        /* the shown text whose mean is made high, NULL */
    bool expression;         /* the block stands for an expression that was typed */
};
/* The battle is made with lazy chance. best_missing: no column of that name. */
struct battle *trial_odds_battle(const struct image *img);
enum odds_result trial_chances(struct battle *b, int32_t block, const struct trial_odds *how,
                               struct arena *arena, struct odds_table *out, bool *best_missing);

/* The rules, one chances block, that stand for one typed line; `typed` is then where it stands in
 * them; a zero stands behind the whole. */
struct span trial_expression(struct arena *arena, struct span *typed);

#endif
