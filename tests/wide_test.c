/*
 * Whole numbers of 128 bits against GMP, on drawn words and on the extremes: the compiler's own
 * where it has them, in halves_test the two words that stand for them elsewhere.
 */
#include "base_wide.h"

#include <gmp.h>

#undef ASSERT
#include "greatest.h"

enum { CASES = 20000 };

static uint64_t next(uint64_t *count) {
    uint64_t x = ++*count * UINT64_C(0x9e3779b97f4a7c15);
    return base_mix(base_mix(x) + *count);
}

/* Any word: of all lengths alike, or one at an edge, or one beside it. */
static uint64_t word(uint64_t *count) {
    static const uint64_t edges[] = {0,         UINT32_MAX,          UINT64_C(1) << 32,
                                     INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX};
    uint64_t how = next(count), drawn = next(count) >> how % 64;
    if (how >> 8 & 3) return how >> 10 & 1 ? 0 - drawn : drawn;
    return edges[(how >> 16) % ARRAY_LEN(edges)] + (how >> 32) % 3 - 1;
}

/* As a number of 0 or more, or (`sign`) of two's complement. */
static void reference(mpz_t out, uint64_t high, uint64_t low, bool sign) {
    const uint64_t words[2] = {high, low};
    mpz_import(out, 2, 1, sizeof words[0], 0, 0, words);
    if (!sign || high >> 63 == 0) return;
    mpz_t all;
    mpz_init_set_ui(all, 1);
    mpz_mul_2exp(all, all, 128);
    mpz_sub(out, out, all);
    mpz_clear(all);
}
static void reference_int64(mpz_t out, int64_t v) {
    reference(out, v < 0 ? UINT64_MAX : 0, (uint64_t)v, true);
}

static bool fits(const mpz_t n) { /* in 128 bits with a sign */
    return mpz_sizeinbase(n, 2) < 128;
}

static bool is(const mpz_t wanted, struct wide got, bool sign) {
    mpz_t n;
    mpz_init(n);
    reference(n, wide_high(got), wide_low(got), sign);
    bool same = mpz_cmp(n, wanted) == 0;
    mpz_clear(n);
    return same;
}

struct numbers {
    mpz_t a, b, r;
    uint64_t count;
};

static void begin(struct numbers *n) {
    mpz_inits(n->a, n->b, n->r, NULL);
    n->count = 0;
}
static void end(struct numbers *n) {
    mpz_clears(n->a, n->b, n->r, NULL);
}

TEST products(void) {
    struct numbers n;
    begin(&n);
    for (int i = 0; i < CASES; i++) {
        uint64_t a = word(&n.count), b = word(&n.count);
        reference(n.a, 0, a, false);
        reference(n.b, 0, b, false);
        mpz_mul(n.r, n.a, n.b);
        ASSERT(is(n.r, wide_words_product(a, b), false));
        reference_int64(n.a, (int64_t)a);
        reference_int64(n.b, (int64_t)b);
        ASSERT(is(n.a, wide_of((int64_t)a), true));
        ASSERT_EQ((int64_t)a, wide_int64(wide_of((int64_t)a)));
        mpz_mul(n.r, n.a, n.b);
        ASSERT(is(n.r, wide_product((int64_t)a, (int64_t)b), true));
    }
    end(&n);
    PASS();
}

TEST sums_differences_and_order(void) {
    struct numbers n;
    begin(&n);
    int fitted = 0;
    for (int i = 0; i < CASES; i++) {
        uint64_t high = word(&n.count), low = word(&n.count);
        struct wide a = wide_words(high, low), b;
        bool near = i % 4 == 0;
        if (near) {
            b = wide_words(high, low + next(&n.count) % 3 - 1);
        } else {
            uint64_t other = word(&n.count);
            b = wide_words(other, word(&n.count));
        }
        reference(n.a, high, low, true);
        reference(n.b, wide_high(b), wide_low(b), true);
        ASSERT_EQ(mpz_cmp(n.a, n.b) < 0, wide_less(a, b));
        ASSERT_EQ(mpz_sgn(n.a) < 0, wide_negative(a));
        mpz_add(n.r, n.a, n.b);
        if (fits(n.r)) ASSERT(is(n.r, wide_add(a, b), true));
        fitted += fits(n.r);
        mpz_sub(n.r, n.a, n.b);
        if (fits(n.r)) ASSERT(is(n.r, wide_sub(a, b), true));
        mpz_neg(n.r, n.a);
        if (fits(n.r)) ASSERT(is(n.r, wide_minus(a), true));
        reference(n.a, high, low, false);
        reference(n.b, wide_high(b), wide_low(b), false);
        ASSERT_EQ(mpz_cmp(n.a, n.b) < 0, wide_words_less(a, b));
    }
    ASSERT(fitted > CASES / 4);
    end(&n);
    PASS();
}

TEST quotients(void) {
    struct numbers n;
    begin(&n);
    for (int i = 0; i < CASES; i++) {
        uint64_t high = i % 3 ? word(&n.count) : 0, low = word(&n.count), by = word(&n.count);
        if (by == 0) continue;
        struct wide a = wide_words(high, low);
        reference(n.a, high, low, false);
        reference(n.b, 0, by, false);
        mpz_fdiv_q(n.r, n.a, n.b);
        ASSERT(is(n.r, wide_words_over(a, by), false));
        reference(n.a, high, low, true);
        reference_int64(n.b, (int64_t)by);
        if (!fits(n.a)) continue; /* the least of all has no size */
        mpz_tdiv_q(n.r, n.a, n.b);
        ASSERT(is(n.r, wide_over(a, (int64_t)by), true));
    }
    end(&n);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(products);
    RUN_TEST(sums_differences_and_order);
    RUN_TEST(quotients);
    GREATEST_MAIN_END();
}
