/*
 * tally: sums over many battles, and what they are good for: how often, how much
 * on the average, between which bounds that lies, and whether a difference is
 * chance. Whole numbers and exact fractions throughout (GMP), so that sums do not
 * depend on the order in which they are made and texts not on the machine. Knows
 * nothing of battles.
 */
#ifndef MYTH_TOOLS_TALLY_H
#define MYTH_TOOLS_TALLY_H

#include <gmp.h>

#include "../vm/base.h"

/* Of one column of numbers. */
struct tally {
    int64_t count, least, most;
    mpz_t sum, squares;
};
void tally_open(struct tally *t);
void tally_close(struct tally *t);
void tally_add(struct tally *t, int64_t value);
/* value less other: it may be more than an int64_t holds. */
void tally_add_less(struct tally *t, int64_t value, int64_t other);

/* Decimal texts. Where there is no interval (a mean of fewer than two) low and high are "".
 * Bounds are rounded outwards, so that an interval is never narrower than it should be. */
struct tally_text {
    char at[96], low[96], high[96];
};
/* k of n as a share, times `whole` (1, or 100 for percent), with Wilson's interval of 95%. */
void tally_share(int64_t k, int64_t n, int64_t whole, int places, struct tally_text *out);
/* The mean, with Student's interval of 95%. */
void tally_mean(const struct tally *t, int places, struct tally_text *out);

/* How likely a split at least as uneven as a to b would be, were either side as likely each time:
 * the two-sided exact binomial test, as McNemar's and as the sign test use it. In parts of
 * TALLY_ONE, to its precision: 0 is less than half a part. */
#define TALLY_ONE INT64_C(1000000000000)
int64_t tally_chance(int64_t a, int64_t b);

#endif
