/*
 * base: what every other file may rely on: words of fixed width, checked 64-bit arithmetic,
 * rounding division, assertions, hashing and the table of limits. base.h includes only headers of
 * the C library and base_without.h. No other file of the program names an attribute of the
 * compiler.
 */
#ifndef MYTH_VM_BASE_H
#define MYTH_VM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base_without.h"

/* A value of rule text is one signed 64-bit word; the static type of the value says what the word
 * means. NONE is the value "none" of every type. Numbers lie between NUM_MIN and NUM_MAX, so no
 * arithmetic gives NONE. */
#define NONE INT64_MIN
#define NUM_MIN (INT64_MIN + 2)
#define NUM_MAX INT64_MAX
/* The content of a kept value's slot while no value is kept in it: before a rule keeps one, and
 * after it was forgotten. Rule text never sees UNKEPT. */
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
/* Marks a function that is never inlined, because its code would slow the loop that calls it. */
#define MYTH_APART __attribute__((noinline))
/* Marks a function that is seldom called. The compiler moves paths that lead to a call of the
 * function away from the code that runs often. */
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

/* ASSERT(x) states an invariant of this program, never a property of its input. Assertions are
 * compiled in unless MYTH_NO_ASSERT is defined. */
#ifdef MYTH_NO_ASSERT
#define ASSERT(x) ((void)0)
#else
#define ASSERT(x) ((x) ? (void)0 : base_assert_failed(#x, __FILE__, __LINE__))
#endif
MYTH_SELDOM MYTH_NORETURN void base_assert_failed(const char *what, const char *file, int line);

/* num_add, num_sub and num_mul write a + b, a - b or a * b to *out. They return false and leave
 * *out alone if the result lies outside NUM_MIN … NUM_MAX. Operands are never NONE. */
bool num_add(int64_t a, int64_t b, int64_t *out);
bool num_sub(int64_t a, int64_t b, int64_t *out);
bool num_mul(int64_t a, int64_t b, int64_t *out);
/* Writes the quotient a / b to *out, rounded toward plus infinity if `up`, else toward minus
 * infinity. Returns false and leaves *out alone if b is 0 or the quotient leaves the range. */
bool num_div(int64_t a, int64_t b, bool up, int64_t *out);

/* Returns the quotient a / b of two unsigned words, rounded down; b is not 0. Operands that fit in
 * 32 bits are divided as such, because on some processors a 64-bit division takes several times as
 * long. */
static inline uint64_t base_over(uint64_t a, uint64_t b) {
    return (a | b) >> 32 == 0 ? (uint32_t)a / (uint32_t)b : a / b;
}

/* limit.def lists every limit of the program with the reason for the limit. limit_end.def lists the
 * ways in which the program ends or goes on when a limit is passed. MAX_NAME is the value of the
 * limit NAME. */
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
    const char *name; /* the name that messages and `myth doc limits` print */
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

/* A stretch of `len` bytes from `at` on, not necessarily followed by a zero byte. */
struct span {
    const char *at;
    size_t len;
};
bool span_equal(struct span a, struct span b);
bool span_is(struct span a, const char *text);
/* Counts the characters of a text in UTF-8, not its bytes. */
int span_columns(struct span s);
int base_columns(const char *text);

/* Mixes the bits of a word so that similar inputs give dissimilar outputs; 0 gives 0. Hashes of
 * words are built on base_mix. */
static inline uint64_t base_mix(uint64_t x) {
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return x;
}
/* Returns the number of the highest bit of x that is set, counted from 0; x is not 0. */
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
/* Hashes words so that every machine gives the same hash: base_hash of the bytes of the words, with
 * the lowest byte of each word first. */
uint64_t base_hash_words(const int64_t *words, size_t count, uint64_t seed);

#endif
