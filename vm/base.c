#include "base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void base_assert_failed(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: this must hold and does not: %s\n", file, line, what);
    abort();
}

static bool in_range(int64_t v) {
    return v >= NUM_MIN;
}

bool num_add(int64_t a, int64_t b, int64_t *out) {
    int64_t r;
    if (__builtin_add_overflow(a, b, &r) || !in_range(r)) return false;
    *out = r;
    return true;
}

bool num_sub(int64_t a, int64_t b, int64_t *out) {
    int64_t r;
    if (__builtin_sub_overflow(a, b, &r) || !in_range(r)) return false;
    *out = r;
    return true;
}

bool num_mul(int64_t a, int64_t b, int64_t *out) {
    int64_t r;
    if (__builtin_mul_overflow(a, b, &r) || !in_range(r)) return false;
    *out = r;
    return true;
}

bool num_div(int64_t a, int64_t b, bool up, int64_t *out) {
    if (b == 0) return false;
    if (b == -1) return num_sub(0, a, out);
    int64_t q = a / b, r = a % b;
    if (r != 0 && ((r < 0) != (b < 0)) && !up) q--;
    if (r != 0 && ((r < 0) == (b < 0)) && up) q++;
    *out = q;
    return true;
}

static const struct limit_row limits[] = {
#define LIMIT(name, value, end, sentence) {#name, value, LIMIT_END_##end, sentence},
#include "limit.def"
#undef LIMIT
};

static const struct limit_end_row limit_ends[] = {
#define LIMIT_END(name, code, sentence) {#name, code, sentence},
#include "limit_end.def"
#undef LIMIT_END
};

const struct limit_row *base_limit(enum limit_id id) {
    ASSERT((size_t)id < ARRAY_LEN(limits));
    return &limits[id];
}

const struct limit_end_row *base_limit_end(enum limit_end id) {
    ASSERT((size_t)id < ARRAY_LEN(limit_ends));
    return &limit_ends[id];
}

bool span_equal(struct span a, struct span b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bool span_is(struct span a, const char *text) {
    struct span b = {text, strlen(text)};
    return span_equal(a, b);
}

int span_columns(struct span s) {
    int n = 0;
    for (size_t i = 0; i < s.len; i++) n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return n;
}

int base_columns(const char *text) {
    return span_columns((struct span){text, strlen(text)});
}

static uint64_t hash_begin(uint64_t len, uint64_t seed) {
    return base_mix(seed + UINT64_C(0x9e3779b97f4a7c15) * (len + 1));
}
static uint64_t hash_byte(uint64_t h, uint8_t byte) {
    return base_mix((h + byte + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

uint64_t base_hash(const void *bytes, size_t len, uint64_t seed) {
    const unsigned char *p = bytes;
    uint64_t h = hash_begin(len, seed);
    for (size_t i = 0; i < len; i++) h = hash_byte(h, p[i]);
    return h;
}

uint64_t base_hash_words(const int64_t *words, size_t count, uint64_t seed) {
    uint64_t h = hash_begin(8 * (uint64_t)count, seed);
    for (size_t i = 0; i < count; i++) {
        for (int b = 0; b < 64; b += 8) h = hash_byte(h, (uint8_t)((uint64_t)words[i] >> b));
    }
    return h;
}
