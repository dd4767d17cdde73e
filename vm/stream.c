#include "stream.h"

/* The constants of Philox 4x32, from "Parallel random numbers: as easy as
 * 1, 2, 3" (Salmon, Moraes, Dror, Shaw, 2011). */
enum { ROUNDS = 10, LANES = 4 };
static const uint64_t multiply_0 = 0xD2511F53, multiply_1 = 0xCD9E8D57;
static const uint32_t bump_0 = 0x9E3779B9, bump_1 = 0xBB67AE85;

struct stream_block stream_philox(const uint32_t counter[4], const uint32_t key[2]) {
    uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t p = multiply_0 * a, q = multiply_1 * c;
        a = (uint32_t)(q >> 32) ^ b ^ k0;
        b = (uint32_t)q;
        c = (uint32_t)(p >> 32) ^ d ^ k1;
        d = (uint32_t)p;
        k0 += bump_0;
        k1 += bump_1;
    }
    return (struct stream_block){{a, b, c, d}};
}

/* Makes the key of a stream. Each step is invertible, so two purposes of one seed never have the
 * same key. */
static uint64_t key_of(uint64_t seed, uint64_t purpose) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    return base_mix(base_mix(seed + odd) + purpose * odd + 1);
}

static void take_block(struct stream_block_at *b, uint64_t seed, uint64_t purpose, uint64_t block) {
    const uint64_t key = key_of(seed, purpose);
    const uint32_t halves[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    const uint32_t counter[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0};
    *b = (struct stream_block_at){seed, purpose, block + 1, stream_philox(counter, halves)};
}

/* Returns draw number `at` of a stream. One block of Philox holds four draws. */
static inline uint32_t draw_at(struct stream_block_at *b, uint64_t seed, uint64_t purpose,
                               uint64_t at) {
    const bool has = b->after == at / LANES + 1 && b->purpose == purpose && b->seed == seed;
    if (!has) take_block(b, seed, purpose, at / LANES);
    return b->have.word[at % LANES];
}

/* Chooses below n by Lemire's method: the high half of draw * n. Draws that would make some results
 * likelier than others are thrown away: those with a low half below `spare`, which is 2^32 mod n.
 * As `spare` is less than n, it is computed only if the low half is below n. */
static inline uint32_t below(struct stream_block_at *b, uint64_t seed, uint64_t purpose,
                             uint64_t *counter, uint64_t n) {
    ASSERT(n >= 1 && n <= UINT64_C(1) << 32);
    uint64_t product = draw_at(b, seed, purpose, (*counter)++) * n;
    if (MYTH_UNLIKELY((uint32_t)product < n)) {
        const uint64_t spare = (UINT64_C(1) << 32) % n;
        while ((uint32_t)product < spare) product = draw_at(b, seed, purpose, (*counter)++) * n;
    }
    return (uint32_t)(product >> 32);
}

uint64_t stream_word(uint64_t seed, uint64_t purpose, uint64_t *counter) {
    struct stream_block_at b = {0};
    const uint64_t low = draw_at(&b, seed, purpose, (*counter)++);
    const uint64_t high = draw_at(&b, seed, purpose, (*counter)++);
    return high << 32 | low;
}

uint32_t stream_below(uint64_t seed, uint64_t purpose, uint64_t *counter, uint64_t n) {
    struct stream_block_at b = {0};
    return below(&b, seed, purpose, counter, n);
}

uint32_t stream_below_kept(struct stream_kept *kept, uint64_t seed, uint64_t purpose,
                           uint64_t *counter, uint64_t n) {
    if (WITHOUT_STREAMS) return stream_below(seed, purpose, counter, n);
    return below(kept->of + purpose % STREAM_KEPT, seed, purpose, counter, n);
}

enum { SIDE_BY_SIDE = 4 };

/* Computes SIDE_BY_SIDE blocks at once, so that the processor can work on them in parallel. */
static void blocks(const uint32_t key[2], uint64_t first, uint32_t out[SIDE_BY_SIDE * LANES]) {
    uint32_t a[SIDE_BY_SIDE], b[SIDE_BY_SIDE], c[SIDE_BY_SIDE] = {0}, e[SIDE_BY_SIDE] = {0};
    uint32_t k0 = key[0], k1 = key[1];
    for (uint32_t i = 0; i < SIDE_BY_SIDE; i++) {
        a[i] = (uint32_t)(first + i);
        b[i] = (uint32_t)((first + i) >> 32);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SIDE_BY_SIDE; i++) {
            const uint64_t p = multiply_0 * a[i], q = multiply_1 * c[i];
            a[i] = (uint32_t)(q >> 32) ^ b[i] ^ k0;
            b[i] = (uint32_t)q;
            c[i] = (uint32_t)(p >> 32) ^ e[i] ^ k1;
            e[i] = (uint32_t)p;
        }
        k0 += bump_0;
        k1 += bump_1;
    }
    for (int i = 0; i < SIDE_BY_SIDE; i++) {
        out[LANES * i] = a[i];
        out[LANES * i + 1] = b[i];
        out[LANES * i + 2] = c[i];
        out[LANES * i + 3] = e[i];
    }
}

void stream_many(uint64_t seed, uint64_t purpose, uint64_t *counter, uint32_t n, uint32_t *out,
                 size_t count) {
    enum { WORDS = SIDE_BY_SIDE * LANES };
    ASSERT(n >= 1);
    if (count <= LANES / 2) {
        struct stream_block_at b = {0};
        for (size_t i = 0; i < count; i++) out[i] = below(&b, seed, purpose, counter, n);
        return;
    }
    const uint64_t key = key_of(seed, purpose), spare = (UINT64_C(1) << 32) % n;
    const uint32_t halves[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    uint32_t word[WORDS];
    uint64_t at = *counter, first = at - at % LANES, end = first;
    for (size_t i = 0; i < count;) {
        if (at >= end) {
            first = at - at % LANES;
            end = first + WORDS;
            blocks(halves, first / LANES, word);
        }
        const uint64_t product = (uint64_t)word[at++ - first] * n;
        if (MYTH_UNLIKELY((uint32_t)product < spare)) continue;
        out[i++] = (uint32_t)(product >> 32);
    }
    *counter = at;
}
