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

/* Rows of tables are hashed as bytes: the front end fills them in zeroed memory. */
static uint64_t hash_rows(const void *at, int32_t count, size_t size, uint64_t seed) {
    const unsigned char *from = at;
    size_t bytes = (size_t)count * size, whole = bytes - bytes % sizeof(uint64_t);
    uint64_t h = base_mix(seed + (uint64_t)count);
    for (size_t i = 0; i < whole; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, from + i, sizeof word);
        h = base_mix((h + word + 1) * UINT64_C(0x9e3779b97f4a7c15));
    }
    /* An empty table has no memory at all. */
    return base_hash(bytes > 0 ? from + whole : (const unsigned char *)"", bytes - whole, h);
}

/* Where something stands in the text changes with a comment and is no rule; texts
 * are hashed by what they say. */
static bool is_hashed(size_t table) {
    return table != offsetof(struct image, texts) && table != offsetof(struct image, files) &&
           table != offsetof(struct image, places) && table != offsetof(struct image, code_place);
}

static uint64_t hash_texts(const char **at, int32_t count, uint64_t seed) {
    for (int32_t i = 0; i < count; i++) seed = hash_rows(at[i], (int32_t)strlen(at[i]), 1, seed);
    return seed;
}

uint64_t image_hash(const struct image *img) {
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
    uint64_t h = base_hash(head, sizeof head, 0);
    h = base_hash(img->root, sizeof img->root, h);
#define IMAGE_TABLE(type, name)                  \
    if (is_hashed(offsetof(struct image, name))) \
        h = hash_rows(img->name, img->name##_count, sizeof(type), h);
#include "image_tables.def"
#undef IMAGE_TABLE
    if (img->leaves.text) h = base_hash(img->leaves.text, img->leaves.len, h);
    return hash_texts(img->texts, img->texts_count, h);
}
