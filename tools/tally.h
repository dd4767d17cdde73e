/*
 * tally: statistics over many battles: shares, means, their intervals of 95%, and
 * whether a difference is chance. It computes with whole numbers and exact
 * fractions (GMP), so that the order of the battles and the machine make no
 * difference. Knows nothing of battles.
 */
#ifndef MYTH_TOOLS_TALLY_H
#define MYTH_TOOLS_TALLY_H

#include <gmp.h>

#include "../vm/base.h"

/* The sums of one column of numbers. */
struct tally {
    int64_t count, least, most;
    mpz_t sum, squares;
};
void tally_open(struct tally *t);
void tally_close(struct tally *t);
void tally_add(struct tally *t, int64_t value);
/* Adds value - other, which may not fit in an int64_t. */
void tally_add_less(struct tally *t, int64_t value, int64_t other);

/* An estimate and its interval as decimal texts. If there is no interval (a mean of fewer than two)
 * low and high are "". Bounds are rounded outwards: an interval is never too narrow. */
struct tally_text {
    char at[96], low[96], high[96];
};
/* k of n as a share, times `whole` (1, or 100 for percent), with Wilson's interval of 95%. */
void tally_share(int64_t k, int64_t n, int64_t whole, int places, struct tally_text *out);
/* The mean, with Student's interval of 95%. */
void tally_mean(const struct tally *t, int places, struct tally_text *out);

/* The probability of a split at least as uneven as a to b if both sides are equally likely: the
 * two-sided exact binomial test, as McNemar's test and the sign test use it. In parts of TALLY_ONE,
 * rounded to the nearest part. */
#define TALLY_ONE INT64_C(1000000000000)
int64_t tally_chance(int64_t a, int64_t b);

#endif
