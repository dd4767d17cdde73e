#include "image.h"

#include <string.h>

void image_free(struct image *img) {
    if (!img) return;
    /* The image itself lies in the arena that it holds. */
    struct arena arena = img->arena;
    if (img->leaves.close) img->leaves.close(img->leaves.user);
    arena_free(&arena);
}

const char *image_text(const struct image *img, int32_t text) {
    return text < 0 ? "" : img->texts[text];
}

static const struct opcode_row rows[] = {
#define OP(name, a, b, c, d, sentence) {#name, a, b, c, d, sentence},
#include "code.def"
#undef OP
};

const struct opcode_row *image_opcode(enum opcode op) {
    ASSERT((size_t)op < ARRAY_LEN(rows));
    return &rows[op];
}

/* A member of a row, and the bytes up to it, which are a gap. */
struct member {
    size_t at, size;
};

static struct member member_after(size_t end, char kind) {
    struct pair {
        char before;
        int64_t word;
    };
    const size_t most = offsetof(struct pair, word);
    size_t size = kind == 'b' ? 1 : kind == 'h' ? 2 : kind == 'i' ? 4 : 8;
    size_t even = size < most ? size : most;
    return (struct member){(end + even - 1) / even * even, size};
}

static uint64_t member_value(const unsigned char *at, size_t size) {
    uint16_t half;
    uint32_t whole;
    uint64_t word;
    switch (size) {
    case 1: return *at;
    case 2: memcpy(&half, at, size); return half;
    case 4: memcpy(&whole, at, size); return whole;
    default: memcpy(&word, at, sizeof word); return word;
    }
}

/* A table of rows, member by member, so that no machine's order of bytes has a say. What lies in
 * no member is no part of the hash, but of `gaps`. */
struct hasher {
    uint64_t hash;
    uint8_t gaps;
};

static void hash_row(struct hasher *h, const unsigned char *row, size_t size, const char *layout) {
    size_t end = 0;
    for (const char *l = layout; *l; l++) {
        size_t count = 0;
        for (; *l >= '0' && *l <= '9'; l++) count = count * 10 + (size_t)(*l - '0');
        for (; count > 0; count--) {
            struct member m = member_after(end, *l);
            ASSERT(m.at + m.size <= size);
            for (; end < m.at; end++) h->gaps |= row[end];
            uint64_t value = member_value(row + m.at, m.size);
            h->hash = base_mix((h->hash + value + 1) * UINT64_C(0x9e3779b97f4a7c15));
            end = m.at + m.size;
        }
    }
    for (; end < size; end++) h->gaps |= row[end];
}

static void hash_rows(struct hasher *h, const void *at, int32_t count, size_t size,
                      const char *layout) {
    const unsigned char *row = at;
    if (!*layout) return;
    h->hash = base_mix(h->hash + (uint64_t)count);
    for (int32_t i = 0; i < count; i++, row += size) hash_row(h, row, size, layout);
}

static struct hasher hash_tables(const struct image *img) {
    struct hasher h = {0};
#define IMAGE_TABLE(type, name, layout) \
    hash_rows(&h, img->name, img->name##_count, sizeof(type), layout);
#include "image_tables.def"
#undef IMAGE_TABLE
    return h;
}

static struct hasher hash_all(const struct image *img) {
    const int64_t head[] = {
        img->name,
        img->title,
        img->version,
        img->first_player,
        img->players,
        img->first_rank,
        img->ranks,
        img->order,
        img->battle,
        img->thing_words,
        img->step,
        img->in_force,
        img->enemy,
        img->friendly,
        img->blocks_sight,
        img->blocks_move,
        (int64_t)img->whenever_wide,
        (int64_t)img->whenever_all,
        (int64_t)img->bears_wakes,
        img->first_whenever,
        img->whenevers,
    };
    struct hasher h = hash_tables(img);
    hash_rows(&h, head, (int32_t)ARRAY_LEN(head), sizeof *head, "1w");
    hash_rows(&h, img->root, ROOT_COUNT_, sizeof *img->root, "1i");
    if (img->leaves.text) h.hash = base_hash(img->leaves.text, img->leaves.len, h.hash);
    for (int32_t i = 0; i < img->texts_count; i++)
        h.hash = base_hash(img->texts[i], strlen(img->texts[i]), h.hash);
    return h;
}

uint64_t image_hash(const struct image *img) {
    return hash_all(img).hash;
}

bool image_take_hash(struct image *img) {
    struct hasher h = hash_all(img);
    img->hash = h.hash;
    return h.gaps == 0;
}
