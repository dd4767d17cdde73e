/*
 * base: what every other file may rely on: words of fixed width, checked 64-bit arithmetic,
 * rounding division, assertions, hashing and the table of limits. It includes libc only and is the
 * one file with compiler attributes.
 */
#ifndef MYTH_VM_BASE_H
#define MYTH_VM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base_without.h"

/* A value of rule text is one signed 64-bit word; its static type says what the word means. NONE
 * stands for "none" in every type, so it lies outside the range of numbers: arithmetic that would
 * reach it is out of range. */
#define NONE INT64_MIN
#define NUM_MIN (INT64_MIN + 2)
#define NUM_MAX INT64_MAX
/* Stands in the slot of a kept value until the value is kept. Rule text never sees it. */
#define UNKEPT (INT64_MIN + 1)

#define UNITS_PER_INCH 2540
#define UNITS_PER_MM 100

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#if defined(__GNUC__)
#define MYTH_NORETURN __attribute__((noreturn))
#define MYTH_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define MYTH_LIKELY(x) __builtin_expect(!!(x), 1)
#define MYTH_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define MYTH_INLINE static inline __attribute__((always_inline))
/* never inlined: inlined, it would slow the loop that calls it */
#define MYTH_APART __attribute__((noinline))
/* cold: the compiler moves every path that leads to a call out of the way */
#define MYTH_SELDOM __attribute__((cold))
#else
#define MYTH_NORETURN
#define MYTH_PRINTF(fmt, args)
#define MYTH_LIKELY(x) (x)
#define MYTH_UNLIKELY(x) (x)
#define MYTH_INLINE static inline
#define MYTH_APART
#define MYTH_SELDOM
#endif

/* An assertion states an invariant of this program, never a property of its
 * input. It stays on unless MYTH_NO_ASSERT is defined. */
#ifdef MYTH_NO_ASSERT
#define ASSERT(x) ((void)0)
#else
#define ASSERT(x) ((x) ? (void)0 : base_assert_failed(#x, __FILE__, __LINE__))
#endif
MYTH_SELDOM MYTH_NORETURN void base_assert_failed(const char *what, const char *file, int line);

/* Checked arithmetic: false, and *out untouched, when the result would leave
 * NUM_MIN..NUM_MAX. Operands are numbers, never NONE. */
bool num_add(int64_t a, int64_t b, int64_t *out);
bool num_sub(int64_t a, int64_t b, int64_t *out);
bool num_mul(int64_t a, int64_t b, int64_t *out);
/* Quotient rounded toward minus infinity (down) or plus infinity (up);
 * false when b is 0 or the result leaves the range. */
bool num_div(int64_t a, int64_t b, bool up, int64_t *out);

/* Quotient of two words that are not negative, rounded down; b is not 0. The branch pays: most
 * operands fit in 32 bits, and a 32-bit division takes a third of the time. */
static inline uint64_t base_over(uint64_t a, uint64_t b) {
    return (a | b) >> 32 == 0 ? (uint32_t)a / (uint32_t)b : a / b;
}

/* limit.def lists every limit of the program with its reason; limit_end.def lists the ways in which
 * the program ends or goes on when a limit is passed. */
enum limit_end {
#define LIMIT_END(name, code, sentence) LIMIT_END_##name,
#include "limit_end.def"
#undef LIMIT_END
    LIMIT_END_COUNT_
};
enum limit_id {
#define LIMIT(name, value, end, sentence) LIMIT_##name,
#include "limit.def"
#undef LIMIT
    LIMIT_COUNT_
};
enum {
#define LIMIT(name, value, end, sentence) MAX_##name = (value),
#include "limit.def"
#undef LIMIT
};
struct limit_row {
    const char *name; /* as in a message and in `myth doc limits` */
    int64_t value;
    enum limit_end end;
    const char *sentence; /* what the limit bounds, and why */
};
struct limit_end_row {
    const char *name;
    int32_t code; /* exit code of the program */
    const char *sentence;
};
const struct limit_row *base_limit(enum limit_id id);
const struct limit_end_row *base_limit_end(enum limit_end id);

/* Bytes that need not end in a zero byte. */
struct span {
    const char *at;
    size_t len;
};
bool span_equal(struct span a, struct span b);
bool span_is(struct span a, const char *text);
/* Counts letters, not bytes: the characters of UTF-8. */
int span_columns(struct span s);
int base_columns(const char *text);

/* Mixes the bits of a word so that near inputs give far outputs; 0 gives 0. Every hash of words
 * uses it. */
static inline uint64_t base_mix(uint64_t x) {
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return x;
}
/* The number of the highest bit that is set, counted from 0; x is not 0. */
static inline int32_t base_top_bit(uint64_t x) {
#if defined(__GNUC__)
    return 63 - __builtin_clzll(x);
#else
    int32_t n = 0;
    while (x >>= 1) n++;
    return n;
#endif
}
uint64_t base_hash(const void *bytes, size_t len, uint64_t seed);
/* Gives the same on every machine: it equals base_hash of the words' bytes, lowest byte first. */
uint64_t base_hash_words(const int64_t *words, size_t count, uint64_t seed);

#endif
