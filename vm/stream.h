/*
 * stream: random numbers by position. A number is a pure function of a key (seed, purpose) and a
 * counter (Philox 4x32-10). Faces are chosen without bias. This file keeps no state: the counters
 * lie in the header of the World. A caller that draws often may pass a stream_kept, which saves
 * computing a block again.
 */
#ifndef MYTH_VM_STREAM_H
#define MYTH_VM_STREAM_H

#include "base.h"

struct stream_block {
    uint32_t word[4];
};
/* Philox 4x32-10, as its authors published it. */
struct stream_block stream_philox(const uint32_t counter[4], const uint32_t key[2]);

/* Returns two draws of the stream (seed, purpose) as one word. `*counter` is the position in the
 * stream, counted in draws of 32 bits. This function and those below advance it by the draws that
 * they use. */
uint64_t stream_word(uint64_t seed, uint64_t purpose, uint64_t *counter);
/* Returns one of 0 … n-1, each equally likely; n from 1 to 2^32. */
uint32_t stream_below(uint64_t seed, uint64_t purpose, uint64_t *counter, uint64_t n);
/* The block that was computed last for a stream; zeroed at first. It is a cache only: no number
 * depends on it. */
struct stream_block_at {
    uint64_t seed, purpose, after; /* `after`: number of the block + 1; 0: there is no block yet */
    struct stream_block have;
};
enum { STREAM_KEPT = 8 };
struct stream_kept {
    struct stream_block_at of[STREAM_KEPT]; /* index: purpose modulo STREAM_KEPT */
};
/* Returns the number that stream_below would return, using a cache of blocks. */
uint32_t stream_below_kept(struct stream_kept *kept, uint64_t seed, uint64_t purpose,
                           uint64_t *counter, uint64_t n);
/* Fills out[0 … count-1] with the numbers that `count` calls of stream_below would return. */
void stream_many(uint64_t seed, uint64_t purpose, uint64_t *counter, uint32_t n, uint32_t *out,
                 size_t count);

#endif
