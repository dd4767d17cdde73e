/*
 * tally: statistics over many values: shares, means, their intervals of 95%, and how likely it is
 * that a difference is chance. The room computes with whole numbers and exact fractions (GMP), so
 * the order of the values and the machine make no difference. It knows nothing of battles.
 */
#ifndef MYTH_TOOLS_TALLY_H
#define MYTH_TOOLS_TALLY_H

#include <gmp.h>

#include "../vm/base.h"

/* The sums of one column of numbers: how many there are, the least, the highest, their sum and the
 * sum of their squares. */
struct tally {
    int64_t count, least, most;
    mpz_t sum, squares;
};
void tally_open(struct tally *t);
void tally_close(struct tally *t);
void tally_add(struct tally *t, int64_t value);
/* Adds value - other, which may not fit in an int64_t; so `least` and `most` are left as they
 * are. */
void tally_add_less(struct tally *t, int64_t value, int64_t other);

/* An estimate, rounded to the nearest, and its interval as decimal texts. If there is no interval
 * (of a mean of fewer than two values), low and high are "". The bounds are rounded outwards, so
 * the interval is not narrower than the exact one. */
struct tally_text {
    char at[96], low[96], high[96];
};
/* Computes the share of k in n (0 <= k <= n, n > 0), times `whole` (1, or 100 for percent), with
 * Wilson's interval of 95%. `places` is the number of decimals. */
void tally_share(int64_t k, int64_t n, int64_t whole, int places, struct tally_text *out);
/* Computes the mean with Student's interval of 95%, with `places` decimals. All texts are "" if
 * there are no values. */
void tally_mean(const struct tally *t, int places, struct tally_text *out);

/* Returns the probability of a split at least as uneven as a to b if both sides are equally likely:
 * the two-sided exact binomial test, as McNemar's test and the sign test use it. The unit is 1 /
 * TALLY_ONE, rounded to the nearest. */
#define TALLY_ONE INT64_C(1000000000000)
int64_t tally_chance(int64_t a, int64_t b);

#endif
