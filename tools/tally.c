#include "tally.h"

#include <stdio.h>
#include <string.h>

#include "../vm/odds_graph.h"

/* ---- Sums ---------------------------------------------------------------------------------- */

/* Returns a GMP number, which must fit in an int64_t, as an int64_t. odds_int64 does the
 * reverse. */
static int64_t get_int64(const mpz_t from) {
    mpz_t high;
    mpz_init(high);
    mpz_tdiv_q_2exp(high, from, 32);
    uint64_t size = (uint64_t)mpz_get_ui(high) << 32;
    mpz_tdiv_r_2exp(high, from, 32);
    size |= mpz_get_ui(high);
    mpz_clear(high);
    return mpz_sgn(from) < 0 ? -(int64_t)size : (int64_t)size;
}

void tally_open(struct tally *t) {
    memset(t, 0, sizeof *t);
    mpz_init(t->sum);
    mpz_init(t->squares);
}

void tally_close(struct tally *t) {
    mpz_clear(t->sum);
    mpz_clear(t->squares);
}

static void add(struct tally *t, const mpz_t value) {
    mpz_add(t->sum, t->sum, value);
    mpz_addmul(t->squares, value, value);
    t->count++;
}

void tally_add(struct tally *t, int64_t value) {
    if (t->count == 0 || value < t->least) t->least = value;
    if (t->count == 0 || value > t->most) t->most = value;
    mpz_t v;
    mpz_init(v);
    odds_int64(v, value);
    add(t, v);
    mpz_clear(v);
}

void tally_add_less(struct tally *t, int64_t value, int64_t other) {
    mpz_t v, o;
    mpz_inits(v, o, NULL);
    odds_int64(v, value);
    odds_int64(o, other);
    mpz_sub(v, v, o);
    add(t, v);
    mpz_clears(v, o, NULL);
}

/* ---- Decimals ------------------------------------------------------------------------------ */

enum rounding { DOWN, NEAREST, UP };

/* Writes the number scaled / 10^places as a decimal. */
static void put_decimal(const mpz_t scaled, int places, char *out, size_t size) {
    char digits[64]; /* far more digits than an int64_t with some decimals has */
    ASSERT(mpz_sizeinbase(scaled, 10) + 2 <= sizeof digits && places < 20);
    mpz_get_str(digits, 10, scaled);
    const char *sign = digits[0] == '-' ? "-" : "", *d = digits + (digits[0] == '-');
    int len = (int)strlen(d), whole = len > places ? len - places : 0;
    snprintf(out, size, "%s%.*s%s%.*s%s", sign, whole ? whole : 1, whole ? d : "0",
             places ? "." : "", places > len ? places - len : 0, "00000000000000000000", d + whole);
}

/* Computes out = numerator / denominator * 10^places, rounded to a whole number as `how` says. The
 * denominator is above 0. */
static void scale(mpz_t out, const mpz_t numerator, const mpz_t denominator, int places,
                  enum rounding how) {
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, (unsigned long)places);
    mpz_mul(out, numerator, ten);
    if (how == NEAREST) { /* halves are rounded away from zero, so that n and -n read alike */
        bool minus = mpz_sgn(out) < 0;
        mpz_abs(out, out);
        mpz_mul_2exp(out, out, 1);
        mpz_add(out, out, denominator);
        mpz_mul_2exp(ten, denominator, 1);
        mpz_fdiv_q(out, out, ten);
        if (minus) mpz_neg(out, out);
    } else if (how == DOWN) {
        mpz_fdiv_q(out, out, denominator);
    } else {
        mpz_cdiv_q(out, out, denominator);
    }
    mpz_clear(ten);
}

static void put_ratio(const mpz_t numerator, const mpz_t denominator, int places, enum rounding how,
                      char *out, size_t size) {
    mpz_t scaled;
    mpz_init(scaled);
    scale(scaled, numerator, denominator, places, how);
    put_decimal(scaled, places, out, size);
    mpz_clear(scaled);
}

/* Computes the square root, rounded up: an interval may be too wide, never too narrow. */
static void root_up(mpz_t out, const mpz_t of) {
    mpz_t rest;
    mpz_init(rest);
    mpz_sqrtrem(out, rest, of);
    if (mpz_sgn(rest) != 0) mpz_add_ui(out, out, 1);
    mpz_clear(rest);
}

/* ---- Intervals ----------------------------------------------------------------------------- */

/* The 97.5% points of the normal distribution and, by degrees of freedom, of Student's
 * distribution, in millionths, rounded up. Degrees between two rows use the row with fewer, which
 * makes an interval a little wider. */
enum { NORMAL = 1959964 };
static const struct {
    int64_t freedom, point;
} student[] = {
    {1, 12706205},    {2, 4302653},   {3, 3182447},   {4, 2776446},    {5, 2570582},
    {6, 2446912},     {7, 2364625},   {8, 2306005},   {9, 2262158},    {10, 2228139},
    {11, 2200986},    {12, 2178813},  {13, 2160369},  {14, 2144787},   {15, 2131450},
    {16, 2119906},    {17, 2109816},  {18, 2100923},  {19, 2093025},   {20, 2085964},
    {21, 2079614},    {22, 2073874},  {23, 2068658},  {24, 2063899},   {25, 2059539},
    {26, 2055530},    {27, 2051831},  {28, 2048408},  {29, 2045230},   {30, 2042273},
    {40, 2021076},    {60, 2000298},  {80, 1990064},  {100, 1983972},  {150, 1975906},
    {200, 1971897},   {300, 1967904}, {500, 1964720}, {1000, 1962340}, {2000, 1961151},
    {10000, 1960202},
};
static const int64_t MILLION = 1000000;

static int64_t student_point(int64_t freedom) {
    size_t i = 0;
    while (i + 1 < ARRAY_LEN(student) && student[i + 1].freedom <= freedom) i++;
    return student[i].point;
}

/* Wilson's interval is (k + z²/2 ± z √(k (n−k) / n + z²/4)) / (n + z²). With Z = 10^6 z, M = 10^6,
 * and both sides of the fraction multiplied by 2 n M², it is (2 k n M² + n Z² ± Z √(n (4 k (n−k) M²
 * + n Z²))) / (2 n (n M² + Z²)). */
void tally_share(int64_t k, int64_t n, int64_t whole, int places, struct tally_text *out) {
    ASSERT(n > 0 && k >= 0 && k <= n);
    mpz_t kk, nn, mm, zz, under, middle, below, side;
    mpz_inits(kk, nn, mm, zz, under, middle, below, side, NULL);
    odds_int64(kk, k);
    odds_int64(nn, n);
    odds_int64(mm, MILLION * MILLION);
    odds_int64(zz, (int64_t)NORMAL * NORMAL);
    mpz_sub(under, nn, kk);
    mpz_mul(under, under, kk);
    mpz_mul(under, under, mm);
    mpz_mul_2exp(under, under, 2);
    mpz_addmul(under, nn, zz);
    mpz_mul(under, under, nn);
    mpz_mul(under, under, zz);
    root_up(side, under);
    mpz_mul(middle, kk, nn);
    mpz_mul(middle, middle, mm);
    mpz_mul_2exp(middle, middle, 1);
    mpz_addmul(middle, nn, zz);
    mpz_mul(below, nn, mm);
    mpz_add(below, below, zz);
    mpz_mul(below, below, nn);
    mpz_mul_2exp(below, below, 1);
    odds_int64(mm, whole);
    mpz_mul(kk, kk, mm);
    put_ratio(kk, nn, places, NEAREST, out->at, sizeof out->at);
    mpz_sub(under, middle, side);
    /* the exact bound is not below 0; the root, which is rounded up, can bring it there */
    if (mpz_sgn(under) < 0) mpz_set_ui(under, 0);
    mpz_mul(under, under, mm);
    put_ratio(under, below, places, DOWN, out->low, sizeof out->low);
    mpz_add(under, middle, side);
    if (mpz_cmp(under, below) > 0) mpz_set(under, below);
    mpz_mul(under, under, mm);
    put_ratio(under, below, places, UP, out->high, sizeof out->high);
    mpz_clears(kk, nn, mm, zz, under, middle, below, side, NULL);
}

/* Student's interval is Σx / n ± t √(v / n) with v = (n Σx² − (Σx)²) / (n (n−1)). Its half-width is
 * t √((n Σx² − (Σx)²) / (n−1)) / n. With t in millionths, n times the half-width is computed as a
 * whole number of units of 1 / 10^(places+12), rounded up. */
void tally_mean(const struct tally *t, int places, struct tally_text *out) {
    memset(out, 0, sizeof *out);
    if (t->count == 0) return;
    mpz_t n, v, side, point, ten, bound;
    mpz_inits(n, v, side, point, ten, bound, NULL);
    odds_int64(n, t->count);
    put_ratio(t->sum, n, places, NEAREST, out->at, sizeof out->at);
    if (t->count > 1) {
        mpz_ui_pow_ui(ten, 10, (unsigned long)places + 6);
        mpz_mul(v, n, t->squares);
        mpz_submul(v, t->sum, t->sum);
        mpz_mul(v, v, ten);
        mpz_mul(v, v, ten);
        odds_int64(point, student_point(t->count - 1));
        mpz_mul(v, v, point);
        mpz_mul(v, v, point);
        mpz_sub_ui(side, n, 1);
        mpz_cdiv_q(v, v, side);
        root_up(side, v); /* n times the half-width, times 10^(places+6) times 10^6 */
        odds_int64(point, MILLION);
        mpz_mul(ten, ten, point);
        mpz_mul(bound, t->sum, ten);
        mpz_mul(n, n, ten);
        mpz_sub(v, bound, side);
        put_ratio(v, n, places, DOWN, out->low, sizeof out->low);
        mpz_add(v, bound, side);
        put_ratio(v, n, places, UP, out->high, sizeof out->high);
    }
    mpz_clears(n, v, side, point, ten, bound, NULL);
}

/* ---- Chance -------------------------------------------------------------------------------- */

enum { FIXED = 256 }; /* how many bits a fixed-point number has behind the point */

/* Computes, in units of 1 / TALLY_ONE, twice the chance of at most `few` heads, the smaller of a
 * and b, among n = a + b coins; at most 1. The terms are computed from the middle one outwards,
 * each from its neighbour by a small factor, because the middle one is never too small for a
 * fixed-point number. */
int64_t tally_chance(int64_t a, int64_t b) {
    int64_t n = a + b, few = a < b ? a : b;
    mpz_t term, sum;
    mpz_inits(term, sum, NULL);
    mpz_setbit(term, FIXED);
    int64_t k = n / 2;
    for (int64_t i = 1; i <= k; i++) { /* C(2i, i) / 4^i = the term before, times (2i-1) / 2i */
        mpz_mul_ui(term, term, (unsigned long)(2 * i - 1));
        mpz_fdiv_q_ui(term, term, (unsigned long)(2 * i));
    }
    if (n % 2) { /* C(n, k) / 2^n for n = 2k + 1: times (2k+1) / (2k+2) */
        mpz_mul_ui(term, term, (unsigned long)n);
        mpz_fdiv_q_ui(term, term, (unsigned long)n + 1);
    }
    for (; k >= 0 && mpz_sgn(term) != 0; k--) {
        if (k <= few) mpz_add(sum, sum, term);
        mpz_mul_ui(term, term, (unsigned long)k); /* C(n, k-1) = C(n, k) k / (n-k+1) */
        mpz_fdiv_q_ui(term, term, (unsigned long)(n - k + 1));
    }
    mpz_mul_2exp(sum, sum, 1);
    odds_int64(term, TALLY_ONE);
    mpz_mul(sum, sum, term);
    mpz_set_ui(term, 0);
    mpz_setbit(term, FIXED - 1); /* a half, to round */
    mpz_add(sum, sum, term);
    mpz_fdiv_q_2exp(sum, sum, FIXED);
    int64_t out = get_int64(sum);
    mpz_clears(term, sum, NULL);
    return out > TALLY_ONE ? TALLY_ONE : out;
}
