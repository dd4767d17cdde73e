/*
 * stream: counter-based random numbers. A value is a pure function of a key
 * (seed, purpose) and a counter (Philox 4x32-10); faces are chosen without
 * bias. Nothing is remembered here: counters lie in the header of the World, and
 * who draws often keeps the blocks that he draws from.
 */
#ifndef MYTH_VM_STREAM_H
#define MYTH_VM_STREAM_H

#include "base.h"

struct stream_block {
    uint32_t word[4];
};
/* Philox 4x32-10, as its authors published it. */
struct stream_block stream_philox(const uint32_t counter[4], const uint32_t key[2]);

/* The stream of a purpose. `*counter` is where the stream stands (in single
 * draws); it is moved on by as many draws as were used. */
uint64_t stream_word(uint64_t seed, uint64_t purpose, uint64_t *counter);
/* One of 0 … n-1, each as likely; n from 1 to 2^32. */
uint32_t stream_below(uint64_t seed, uint64_t purpose, uint64_t *counter, uint64_t n);
/* The blocks that were drawn from last, zero at first. Which they are changes no draw. */
struct stream_block_at {
    uint64_t seed, purpose, after; /* its number, and one more; 0: none */
    struct stream_block have;
};
enum { STREAM_KEPT = 8 };
struct stream_kept {
    struct stream_block_at of[STREAM_KEPT]; /* by purposes, in turn again */
};
/* The same as stream_below. */
uint32_t stream_below_kept(struct stream_kept *kept, uint64_t seed, uint64_t purpose,
                           uint64_t *counter, uint64_t n);
/* count of them into out: the same as so many single ones, only faster. */
void stream_many(uint64_t seed, uint64_t purpose, uint64_t *counter, uint32_t n, uint32_t *out,
                 size_t count);

#endif
