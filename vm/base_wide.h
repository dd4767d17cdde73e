/*
 * base_wide: whole numbers of 128 bits, for products of two 64-bit words. A number (struct wide) is
 * the compiler's 128-bit type if the compiler has one, otherwise a pair of words. MYTH_HALVES
 * forces the pair, so that tests can compare the two builds. Only the functions of this file look
 * inside a struct wide, so no caller can tell which of the two a build uses.
 *
 * The caller makes sure that every result fits in 128 bits. In the build with pairs wide_add and
 * wide_sub assert this.
 */
#ifndef MYTH_VM_BASE_WIDE_H
#define MYTH_VM_BASE_WIDE_H

#include "base.h"

#if defined(__SIZEOF_INT128__) && !defined(MYTH_HALVES)

__extension__ typedef __int128 wide_native;
__extension__ typedef unsigned __int128 wide_unsigned;

struct wide {
    wide_native all;
};

MYTH_INLINE struct wide wide_of(int64_t v) {
    return (struct wide){v};
}
MYTH_INLINE struct wide wide_words(uint64_t high, uint64_t low) {
    return (struct wide){(wide_native)((wide_unsigned)high << 64 | low)};
}
MYTH_INLINE uint64_t wide_high(struct wide a) {
    return (uint64_t)((wide_unsigned)a.all >> 64);
}
MYTH_INLINE uint64_t wide_low(struct wide a) {
    return (uint64_t)a.all;
}
MYTH_INLINE struct wide wide_product(int64_t a, int64_t b) {
    return (struct wide){(wide_native)a * b};
}
MYTH_INLINE struct wide wide_add(struct wide a, struct wide b) {
    return (struct wide){a.all + b.all};
}
MYTH_INLINE struct wide wide_sub(struct wide a, struct wide b) {
    return (struct wide){a.all - b.all};
}
MYTH_INLINE bool wide_less(struct wide a, struct wide b) {
    return a.all < b.all;
}

/* The functions wide_words_… are unsigned: they read a struct wide as a number from 0 to
 * 2^128 - 1. */
MYTH_INLINE struct wide wide_words_product(uint64_t a, uint64_t b) {
    return (struct wide){(wide_native)((wide_unsigned)a * b)};
}
MYTH_INLINE bool wide_words_less(struct wide a, struct wide b) {
    return (wide_unsigned)a.all < (wide_unsigned)b.all;
}
/* Returns the unsigned quotient a / by, rounded down; `by` is not 0. */
MYTH_INLINE struct wide wide_words_over(struct wide a, uint64_t by) {
    if (wide_high(a) == 0) return (struct wide){(wide_native)base_over(wide_low(a), by)};
    return (struct wide){(wide_native)((wide_unsigned)a.all / by)};
}

#else

struct wide {
    uint64_t high, low; /* the two halves of one 128-bit number in two's complement */
};

MYTH_INLINE struct wide wide_of(int64_t v) {
    return (struct wide){v < 0 ? UINT64_MAX : 0, (uint64_t)v};
}
MYTH_INLINE struct wide wide_words(uint64_t high, uint64_t low) {
    return (struct wide){high, low};
}
MYTH_INLINE uint64_t wide_high(struct wide a) {
    return a.high;
}
MYTH_INLINE uint64_t wide_low(struct wide a) {
    return a.low;
}
MYTH_INLINE struct wide wide_words_product(uint64_t a, uint64_t b) {
    uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
    uint64_t low = a0 * b0, one = a1 * b0 + (low >> 32), other = a0 * b1 + (one & UINT32_MAX);
    return (struct wide){a1 * b1 + (one >> 32) + (other >> 32), other << 32 | (low & UINT32_MAX)};
}
MYTH_INLINE struct wide wide_product(int64_t a, int64_t b) {
    struct wide r = wide_words_product((uint64_t)a, (uint64_t)b);
    if (a < 0) r.high -= (uint64_t)b; /* each negative operand was read as 2^64 too large */
    if (b < 0) r.high -= (uint64_t)a;
    return r;
}
MYTH_INLINE struct wide wide_add(struct wide a, struct wide b) {
    uint64_t low = a.low + b.low, high = a.high + b.high + (low < a.low);
    ASSERT(((a.high ^ high) & (b.high ^ high)) >> 63 == 0);
    return (struct wide){high, low};
}
MYTH_INLINE struct wide wide_sub(struct wide a, struct wide b) {
    uint64_t high = a.high - b.high - (a.low < b.low);
    ASSERT(((a.high ^ b.high) & (a.high ^ high)) >> 63 == 0);
    return (struct wide){high, a.low - b.low};
}
MYTH_INLINE bool wide_words_less(struct wide a, struct wide b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}
MYTH_INLINE bool wide_less(struct wide a, struct wide b) {
    return a.high != b.high ? (int64_t)a.high < (int64_t)b.high : a.low < b.low;
}
/* Computes one digit, base 2^32, of a long division: returns (*rest * 2^32 + next) / by and leaves
 * the remainder in *rest. The caller guarantees that *rest < by and that the highest bit of `by` is
 * set; the digit is then less than 2^32. The first guess divides by the upper half of `by` alone
 * and is too large by 2 at most; the loop lowers the guess. */
static inline uint64_t wide_digit(uint64_t *rest, uint64_t next, uint64_t by) {
    uint64_t b1 = by >> 32, b0 = by & UINT32_MAX, q = *rest / b1, r = *rest % b1;
    while (q * b0 > (r << 32 | next)) {
        q--;
        r += b1;
        if (r > UINT32_MAX) break;
    }
    *rest = (*rest << 32) + next - q * by;
    return q;
}
static inline struct wide wide_words_over(struct wide a, uint64_t by) {
    uint64_t high = a.high / by, rest = a.high % by;
    int up = 63 - base_top_bit(by);
    uint64_t low = a.low << up, top = rest << up;
    if (up > 0) top |= a.low >> (64 - up);
    uint64_t one = wide_digit(&top, low >> 32, by << up);
    uint64_t other = wide_digit(&top, low & UINT32_MAX, by << up);
    return (struct wide){high, one << 32 | other};
}

#endif

MYTH_INLINE bool wide_negative(struct wide a) {
    return wide_high(a) >> 63 != 0;
}
MYTH_INLINE struct wide wide_minus(struct wide a) {
    return wide_sub(wide_of(0), a);
}
/* Returns the signed quotient a / by, rounded toward 0; `by` is not 0. */
MYTH_INLINE struct wide wide_over(struct wide a, int64_t by) {
    bool minus = wide_negative(a) != (by < 0);
    struct wide q = wide_words_over(wide_negative(a) ? wide_minus(a) : a,
                                    by < 0 ? 0 - (uint64_t)by : (uint64_t)by);
    return minus ? wide_minus(q) : q;
}
/* Converts a number that the caller knows to fit in one signed word. */
MYTH_INLINE int64_t wide_int64(struct wide a) {
    return (int64_t)wide_low(a);
}

#endif
