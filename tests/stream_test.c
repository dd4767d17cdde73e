/* stream: the published vectors of Philox 4x32-10, and that faces are chosen
 * without bias and the same way one by one or many at once. */
#include "stream.h"

#undef ASSERT
#include "greatest.h"

#define LOW UINT64_C(0xffffffff)

static bool philox_gives(const uint32_t in[6], const uint32_t out[4]) {
    const struct stream_block b = stream_philox(in, in + 4);
    return memcmp(b.word, out, sizeof b.word) == 0;
}

/* kat_vectors of Random123, the lines "philox4x32 10". */
TEST philox_gives_the_published_vectors(void) {
    const uint32_t zeros[6] = {0}, of_zeros[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    const uint32_t f = 0xffffffff, ones[6] = {f, f, f, f, f, f};
    const uint32_t of_ones[4] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    const uint32_t pi[6] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0};
    const uint32_t of_pi[4] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    ASSERTm("zeros", philox_gives(zeros, of_zeros));
    ASSERTm("ones", philox_gives(ones, of_ones));
    ASSERTm("pi", philox_gives(pi, of_pi));
    PASS();
}

TEST a_draw_depends_on_seed_purpose_and_counter_alone(void) {
    uint64_t at = 5, again = 5, later = 6;
    const uint64_t a = stream_word(1, 2, &at);
    ASSERTm("the same", a == stream_word(1, 2, &again));
    ASSERTm("two draws make a word", at == 7 && again == 7);
    ASSERTm("counter", a != stream_word(1, 2, &later));
    again = 5;
    ASSERTm("purpose", a != stream_word(1, 3, &again));
    again = 5;
    ASSERTm("seed", a != stream_word(2, 2, &again));
    again = 5;
    ASSERTm("not their sum", stream_word(2, 1, &again) != a);
    PASS();
}

/* The whole range is one draw as it is: so a word is its two draws. */
TEST a_word_is_two_draws(void) {
    uint64_t at = 3, one = 3;
    const uint64_t word = stream_word(9, 9, &at);
    const uint64_t low = stream_below(9, 9, &one, LOW + 1);
    const uint64_t high = stream_below(9, 9, &one, LOW + 1);
    ASSERT_EQ(word, high << 32 | low);
    ASSERT_EQ(at, one);
    PASS();
}

TEST many_are_the_same_as_one_by_one(void) {
    const uint32_t sides[] = {1, 2, 6, 10, 1000000, 0x80000001u, 0xffffffffu};
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        for (uint64_t start = 0; start < 41; start++) {
            uint32_t many[40];
            uint64_t at = start, one = start;
            const size_t count = 1 + ((size_t)start * 11 + s * 7) % 40;
            stream_many(7, 11, &at, sides[s], many, count);
            for (size_t i = 0; i < count; i++) {
                ASSERT_EQ(many[i], stream_below(7, 11, &one, sides[s]));
                ASSERTm("below n", many[i] < sides[s]);
            }
            ASSERT_EQ(one, at);
        }
    }
    uint64_t at = 4;
    stream_many(7, 11, &at, 6, NULL, 0);
    ASSERT_EQ(4, at);
    PASS();
}

/* More streams in turn than blocks are kept, of two seeds, and one that goes back. */
TEST kept_blocks_change_no_draw(void) {
    struct stream_kept kept = {0};
    uint64_t ats[3 * STREAM_KEPT] = {0}, ones[3 * STREAM_KEPT] = {0};
    for (uint64_t i = 0; i < 4000; i++) {
        const uint64_t of = i % 7 == 0 ? 1 : i * i % (3 * STREAM_KEPT), seed = i / 3 % 2;
        ASSERT_EQ(stream_below(seed, of, &ones[of], 1 + i),
                  stream_below_kept(&kept, seed, of, &ats[of], 1 + i));
        ASSERT_EQ(ones[of], ats[of]);
        if (i % 50 == 0) ones[of] = ats[of] = i / 90;
    }
    struct stream_kept fresh = {0};
    uint64_t at = 0, one = 0;
    ASSERT_EQ(stream_below(0, 0, &one, LOW), stream_below_kept(&fresh, 0, 0, &at, LOW));
    PASS();
}

/* With n a little above 2^31 nearly half of the draws would favour some
 * results: they must be thrown away, and the counter tells that they were. By
 * another way: draw x stands for x * n / 2^32 unless x * n mod 2^32 is below
 * 2^32 mod n. */
TEST results_that_would_be_likelier_are_drawn_again(void) {
    const uint64_t n = 0x80000001u, spare = (LOW + 1) % n;
    uint64_t at = 0, raw = 0, redrawn = 0;
    for (int i = 0; i < 1000; i++) {
        const uint64_t got = stream_below(3, 4, &at, n);
        uint64_t x = stream_below(3, 4, &raw, LOW + 1);
        while (((x * n) & LOW) < spare) {
            x = stream_below(3, 4, &raw, LOW + 1);
            redrawn++;
        }
        ASSERT_EQ((x * n) >> 32, got);
        ASSERT_EQ(raw, at);
    }
    ASSERTm("about half are drawn again", redrawn > 800 && redrawn < 1200);
    PASS();
}

/* 600,000 throws of a d6: each face 100,000 times, with a standard deviation of
 * 289; six of them are allowed. */
TEST faces_come_equally_often(void) {
    static uint32_t out[600000];
    long count[6] = {0};
    uint64_t at = 0;
    stream_many(12345, 1, &at, 6, out, 600000);
    for (int i = 0; i < 600000; i++) count[out[i]]++;
    for (int f = 0; f < 6; f++) ASSERTm("face", count[f] > 98268 && count[f] < 101732);
    PASS();
}

/* Whole blocks lie 2^34 draws apart only in the counter's high word. */
TEST the_high_half_of_the_counter_counts(void) {
    uint64_t low = 0, high = UINT64_C(1) << 34;
    ASSERT_NEQ(stream_word(1, 1, &low), stream_word(1, 1, &high));
    PASS();
}

/* Many at once, over the end of what the low word of the counter holds. */
TEST many_carry_into_the_high_half(void) {
    for (uint64_t before = 1; before <= 40; before++) {
        const uint64_t from = (UINT64_C(1) << 34) - before;
        uint64_t at = from, one = from;
        uint32_t many[60];
        stream_many(5, 9, &at, 1000, many, 60);
        for (int i = 0; i < 60; i++) ASSERT_EQ(many[i], stream_below(5, 9, &one, 1000));
        ASSERT_EQ(one, at);
    }
    PASS();
}

SUITE(stream) {
    RUN_TEST(philox_gives_the_published_vectors);
    RUN_TEST(a_draw_depends_on_seed_purpose_and_counter_alone);
    RUN_TEST(a_word_is_two_draws);
    RUN_TEST(many_are_the_same_as_one_by_one);
    RUN_TEST(kept_blocks_change_no_draw);
    RUN_TEST(results_that_would_be_likelier_are_drawn_again);
    RUN_TEST(faces_come_equally_often);
    RUN_TEST(the_high_half_of_the_counter_counts);
    RUN_TEST(many_carry_into_the_high_half);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(stream);
    GREATEST_MAIN_END();
}
