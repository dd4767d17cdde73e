/* base: arithmetic at the edges of its range, against 128 bits; what an assertion says. */
#include "base.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#undef ASSERT
#include "greatest.h"

__extension__ typedef __int128 big;

static const int64_t edges[] = {NUM_MIN, NUM_MIN + 1, NUM_MIN / 2, -1000003,    -7,     -3,
                                -2,      -1,          0,           1,           2,      3,
                                7,       1000003,     NUM_MAX / 2, NUM_MAX - 1, NUM_MAX};

static bool fits(big v) {
    return v >= (big)NUM_MIN && v <= (big)NUM_MAX;
}

/* The quotient whose product with b is at most a in size, and then moved to the side that is asked:
 * by comparison of products, without a remainder. */
static big quotient(big a, big b, bool up) {
    big q = a / b;
    while (b > 0 ? q * b > a : q * b < a) q--;
    while (b > 0 ? (q + 1) * b <= a : (q + 1) * b >= a) q++;
    return up && q * b != a ? q + 1 : q;
}

static bool same(bool good, int64_t got, big want) {
    return good == fits(want) && got == (good ? (int64_t)want : 42);
}

TEST arithmetic_is_exact_or_refused(void) {
    for (size_t i = 0; i < ARRAY_LEN(edges); i++) {
        for (size_t k = 0; k < ARRAY_LEN(edges); k++) {
            const int64_t a = edges[i], b = edges[k];
            int64_t out = 42;
            bool good = num_add(a, b, &out);
            ASSERTm("sum", same(good, out, (big)a + b));
            out = 42;
            good = num_sub(a, b, &out);
            ASSERTm("difference", same(good, out, (big)a - b));
            out = 42;
            good = num_mul(a, b, &out);
            ASSERTm("product", same(good, out, (big)a * b));
            for (int up = 0; up < 2; up++) {
                out = 42;
                good = num_div(a, b, up, &out);
                ASSERTm("quotient", b == 0 ? !good : same(good, out, quotient(a, b, up)));
            }
        }
    }
    PASS();
}

/* None, and what stands for a value that was not kept yet, are no results. */
TEST no_result_is_none(void) {
    int64_t out = 42;
    ASSERT_FALSE(num_sub(NUM_MIN, 1, &out));
    ASSERT_FALSE(num_sub(NUM_MIN, 2, &out));
    ASSERT_FALSE(num_add(-(INT64_C(1) << 62), -(INT64_C(1) << 62), &out));
    ASSERT_FALSE(num_mul(INT64_C(1) << 62, -2, &out));
    ASSERT_EQ(42, out);
    ASSERT_FALSE(num_mul(NUM_MAX, -1, &out));
    ASSERT(num_mul(NUM_MAX - 1, -1, &out));
    ASSERT_EQ(NUM_MIN, out);
    PASS();
}

TEST spans_are_equal_by_their_bytes(void) {
    const char text[] = "ab\0c";
    ASSERT(span_is((struct span){"abc", 2}, "ab"));
    ASSERT_FALSE(span_is((struct span){"abc", 2}, "abc"));
    ASSERT(span_equal((struct span){NULL, 0}, (struct span){"x", 0}));
    ASSERT_FALSE(span_equal((struct span){text, 4}, (struct span){"ab\0d", 4}));
    ASSERT_FALSE(span_equal((struct span){text, 4}, (struct span){text, 3}));
    PASS();
}

/* An assertion that fails names its condition and place, and ends the program. */
TEST an_assertion_says_what_and_where(void) {
    int ends[2], status = 0;
    ASSERT_EQ(0, pipe(ends));
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        base_assert_failed("a < b", "room.c", 17);
    }
    close(ends[1]);
    char said[200] = "";
    size_t used = 0;
    for (ssize_t n; (n = read(ends[0], said + used, sizeof said - 1 - used)) > 0;)
        used += (size_t)n;
    close(ends[0]);
    ASSERT_EQ(child, waitpid(child, &status, 0));
    ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    char *end = strchr(said, '\n');
    if (end) end[1] = '\0'; /* qemu adds a line of its own */
    ASSERT_STR_EQ("room.c:17: this must hold and does not: a < b\n", said);
    PASS();
}

SUITE(base) {
    RUN_TEST(arithmetic_is_exact_or_refused);
    RUN_TEST(no_result_is_none);
    RUN_TEST(spans_are_equal_by_their_bytes);
    RUN_TEST(an_assertion_says_what_and_where);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(base);
    GREATEST_MAIN_END();
}
