/* Sums and what they are good for. Expected values are from tables and by hand; chances also by
 * adding up binomial coefficients as whole numbers. */
#include "tally.h"

#include <string.h>

#include "greatest.h"

#define TEXTS(at_, low_, high_, t)    \
    do {                              \
        ASSERT_STR_EQ(at_, t.at);     \
        ASSERT_STR_EQ(low_, t.low);   \
        ASSERT_STR_EQ(high_, t.high); \
    } while (0)

TEST shares_have_wilsons_interval(void) {
    struct tally_text t;
    tally_share(5, 10, 1, 4, &t);
    TEXTS("0.5000", "0.2365", "0.7635", t); /* 0.236594, 0.763406, outwards */
    tally_share(0, 10, 100, 2, &t);
    TEXTS("0.00", "0.00", "27.76", t); /* z²/(10+z²) = 27.7533 % */
    tally_share(1, 1, 1, 4, &t);
    TEXTS("1.0000", "0.2065", "1.0000", t); /* 1/(1+z²) = 0.206549 */
    tally_share(2, 3, 100, 2, &t);
    ASSERT_STR_EQ("66.67", t.at);
    tally_share(1, INT64_C(4000000000000000000), 100, 2, &t);
    TEXTS("0.00", "0.00", "0.01", t);
    PASS();
}

static void of(struct tally *t, const int64_t *values, int n) {
    tally_open(t);
    for (int i = 0; i < n; i++) tally_add(t, values[i]);
}

TEST means_have_students_interval(void) {
    struct tally t;
    struct tally_text text;
    of(&t, (const int64_t[]){1, 2, 3, 4, 5}, 5);
    tally_mean(&t, 3, &text); /* s² = 2.5, t of 4 = 2.776446: 3 ± 1.963244 */
    TEXTS("3.000", "1.036", "4.964", text);
    ASSERT_EQ(1, (int)t.least);
    ASSERT_EQ(5, (int)t.most);
    tally_close(&t);
    of(&t, (const int64_t[]){-1, -2}, 2);
    tally_mean(&t, 2, &text); /* s² = 0.5, t of 1 = 12.706205: −1.5 ± 6.353103 */
    TEXTS("-1.50", "-7.86", "4.86", text);
    tally_close(&t);
    of(&t, (const int64_t[]){7}, 1);
    tally_mean(&t, 2, &text);
    TEXTS("7.00", "", "", text);
    tally_close(&t);
    of(&t, (const int64_t[]){4, 4, 4}, 3);
    tally_mean(&t, 1, &text);
    TEXTS("4.0", "4.0", "4.0", text);
    tally_close(&t);
    PASS();
}

TEST decimals_round_alike_on_both_sides_of_zero(void) {
    struct tally t;
    struct tally_text text;
    of(&t, (const int64_t[]){0, 0, 0, 0, 0, 0, 0, 1}, 8);
    tally_mean(&t, 2, &text); /* 0.125 */
    ASSERT_STR_EQ("0.13", text.at);
    tally_close(&t);
    of(&t, (const int64_t[]){0, 0, 0, 0, 0, 0, 0, -1}, 8);
    tally_mean(&t, 2, &text);
    ASSERT_STR_EQ("-0.13", text.at);
    tally_close(&t);
    of(&t, (const int64_t[]){0, 0, -1}, 3);
    tally_mean(&t, 0, &text); /* −0.33: no sign is left */
    ASSERT_STR_EQ("0", text.at);
    tally_close(&t);
    PASS();
}

TEST the_largest_numbers_are_summed(void) {
    struct tally t;
    struct tally_text text;
    of(&t, (const int64_t[]){INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, 4);
    tally_mean(&t, 1, &text);
    TEXTS("9223372036854775807.0", "9223372036854775807.0", "9223372036854775807.0", text);
    tally_close(&t);
    tally_open(&t);
    tally_add_less(&t, INT64_MAX, -INT64_MAX);
    tally_mean(&t, 0, &text);
    ASSERT_STR_EQ("18446744073709551614", text.at);
    tally_close(&t);
    PASS();
}

TEST a_split_has_its_chance(void) {
    ASSERT_EQ(TALLY_ONE, tally_chance(0, 0));
    ASSERT_EQ(TALLY_ONE, tally_chance(0, 1));
    ASSERT_EQ(TALLY_ONE, tally_chance(3, 3));
    ASSERT_EQ(INT64_C(62500000000), tally_chance(0, 5));  /* 2/32 */
    ASSERT_EQ(INT64_C(62500000000), tally_chance(5, 0));  /* the same the other way */
    ASSERT_EQ(INT64_C(70312500000), tally_chance(1, 7));  /* 2 (1+8) / 256 */
    ASSERT_EQ(INT64_C(38574218750), tally_chance(10, 2)); /* 2 (1+12+66) / 4096 */
    ASSERT_EQ(INT64_C(226562500000), tally_chance(3, 8)); /* 2 (1+11+55+165) / 2048 */
    ASSERT_EQ(0, tally_chance(0, 100000));
    ASSERT_EQ(TALLY_ONE, tally_chance(500000, 500000));
    PASS();
}

/* Twice the sum of C(n, 0..few), over 2^n, in parts of TALLY_ONE, to the nearest. */
static int64_t added_up(unsigned long n, unsigned long few) {
    mpz_t sum, one, all;
    mpz_inits(sum, one, all, NULL);
    for (unsigned long k = 0; k <= few; k++) {
        mpz_bin_uiui(one, n, k);
        mpz_add(sum, sum, one);
    }
    mpz_mul_ui(sum, sum, 2);
    mpz_set_ui(all, 1);
    mpz_mul_2exp(all, all, n);
    if (mpz_cmp(sum, all) > 0) mpz_set(sum, all);
    mpz_ui_pow_ui(one, 10, 12);
    mpz_mul(sum, sum, one);
    mpz_mul_ui(sum, sum, 2);
    mpz_add(sum, sum, all);
    mpz_mul_ui(all, all, 2);
    mpz_fdiv_q(sum, sum, all);
    mpz_fdiv_q_2exp(one, sum, 32); /* where long has 32 bits, mpz_get_ui gives the lowest 32 */
    int64_t out = (int64_t)mpz_get_ui(one) << 32 | (int64_t)(mpz_get_ui(sum) & UINT32_MAX);
    mpz_clears(sum, one, all, NULL);
    return out;
}

TEST chances_are_those_of_the_coefficients(void) {
    for (unsigned long n = 0; n <= 120; n++)
        for (unsigned long a = 0; a <= n / 2; a++)
            ASSERT_EQ(added_up(n, a), tally_chance((int64_t)a, (int64_t)(n - a)));
    for (unsigned long a = 440; a <= 500; a += 7)
        ASSERT_EQ(added_up(1001, a), tally_chance((int64_t)(1001 - a), (int64_t)a));
    PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(shares_have_wilsons_interval);
    RUN_TEST(means_have_students_interval);
    RUN_TEST(decimals_round_alike_on_both_sides_of_zero);
    RUN_TEST(the_largest_numbers_are_summed);
    RUN_TEST(a_split_has_its_chance);
    RUN_TEST(chances_are_those_of_the_coefficients);
    GREATEST_MAIN_END();
}
