/*
 * Access to an image, and its hash.
 */
#include "image.h"

#include <string.h>

void image_free(struct image *img) {
    if (!img) return;
    /* The image lies in the arena that it holds: the arena is copied out before it is freed. */
    struct arena arena = img->arena;
    if (img->leaves.close) img->leaves.close(img->leaves.user);
    arena_free(&arena);
}

const char *image_text(const struct image *img, int32_t text) {
    return text < 0 ? "" : img->texts[text];
}

const char *image_player(const struct image *img, int32_t number) {
    return image_text(img, img->lists[img->first_player + number]);
}

int32_t image_root_field(const struct image *img, enum kind_root root, const char *name) {
    for (int32_t i = 0; i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        if (f->kind == img->root[root] && strcmp(image_text(img, f->name), name) == 0) return i;
    }
    return -1;
}

const struct image_titled *image_titled_event(const struct image *img, int64_t event) {
    for (int32_t i = 0; i < img->titled_count; i++)
        if (img->titled[i].event == event && event >= 0) return &img->titled[i];
    return NULL;
}

const struct image_titled *image_titled_card(const struct image *img, int64_t blueprint) {
    for (int32_t i = 0; i < img->titled_count; i++)
        if (img->titled[i].blueprint == blueprint && blueprint >= 0) return &img->titled[i];
    return NULL;
}

int32_t image_player_named(const struct image *img, const char *name) {
    int32_t i = img->players - 1;
    while (i >= 0 && strcmp(image_player(img, i), name) != 0) i--;
    return i;
}

static const struct opcode_row rows[] = {
#define OP(name, a, b, c, d, does, reads, sentence) \
    {#name, a, b, c, d, sentence, DOES_##does, CODE_READS_##reads},
#include "code.def"
#undef OP
};

const struct opcode_row *image_opcode(enum opcode op) {
    ASSERT((size_t)op < ARRAY_LEN(rows));
    return &rows[op];
}

int32_t image_rests_from(const struct image *img, int32_t code) {
    int32_t low = 0, high = img->rests_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (img->rests[middle].at < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct image_rest *image_rest_at(const struct image *img, int32_t func, int32_t at) {
    const int32_t code = img->funcs[func].first + at, row = image_rests_from(img, code);
    return row < img->rests_count && img->rests[row].at == code ? &img->rests[row] : NULL;
}

/* A member of a row: the offset, the size in bytes, and the bytes of padding before it. An entry of
 * size 0 ends the list of members; its gap is the padding at the end of the row. */
struct member {
    size_t at, size, gap;
};
enum { MEMBERS = 64 };

/* Returns the size in bytes of a member by its letter in a layout. */
static size_t size_of(char kind) {
    return kind == 'b' ? 1 : kind == 'h' ? 2 : kind == 'i' ? 4 : 8;
}

/* Writes the members that a layout (image_tables.def) names, with the offsets at which the compiler
 * lays them out, to `to`. `size` is that of a row. Returns how many entries were written, the end
 * entry included. */
static int layout_members(const char *layout, size_t size, struct member *to) {
    struct pair {
        char before;
        int64_t word;
    };
    const size_t most = offsetof(struct pair, word);
    size_t end = 0;
    int n = 0;
    for (const char *l = layout; *l; l++) {
        size_t count = 0;
        for (; *l >= '0' && *l <= '9'; l++) count = count * 10 + (size_t)(*l - '0');
        for (size_t wide = size_of(*l); count > 0; count--) {
            size_t even = wide < most ? wide : most, at = (end + even - 1) / even * even;
            ASSERT(n < MEMBERS - 1 && at + wide <= size);
            to[n++] = (struct member){at, wide, at - end};
            end = at + wide;
        }
    }
    to[n++] = (struct member){size, 0, size - end};
    return n;
}

static uint64_t member_value(const unsigned char *at, size_t size) {
    uint16_t half;
    uint32_t whole;
    uint64_t word;
    switch (size) {
    case 1: return *at;
    case 2: memcpy(&half, at, sizeof half); return half;
    case 4: memcpy(&whole, at, sizeof whole); return whole;
    default: memcpy(&word, at, sizeof word); return word;
    }
}

/* A hash in the making. Rows are hashed member by member, so the byte order of the machine does not
 * matter. Bytes of padding are not hashed; `gaps` is the OR of all of them and must stay 0. */
struct hasher {
    uint64_t hash;
    uint8_t gaps;
};

/* Hashes `count` rows of a table from row `from` on. The table may be NULL if count is 0. A table
 * with the layout "" is skipped. */
static void hash_rows(struct hasher *h, const void *table, int32_t from, int32_t count, size_t size,
                      const char *layout) {
    struct member members[MEMBERS];
    const unsigned char *row = table;
    if (!*layout) return;
    if (count) row += (size_t)from * size;
    int n = layout_members(layout, size, members);
    uint64_t hash = base_mix(h->hash + (uint64_t)count);
    uint8_t gaps = 0;
    for (int32_t i = 0; i < count; i++, row += size) {
        for (const struct member *m = members;; m++) {
            for (size_t k = 1; k <= m->gap; k++) gaps |= row[m->at - k];
            if (m == members + n - 1) break;
            uint64_t value = member_value(row + m->at, m->size);
            hash = base_mix((hash + value + 1) * UINT64_C(0x9e3779b97f4a7c15));
        }
    }
    h->hash = hash;
    h->gaps |= gaps;
}

/* Hashes all tables: if `beside`, only the rows of `example` and `chances` blocks, which stand last
 * in each table; otherwise only the rows before them, which are the rules. */
static void hash_tables(struct hasher *h, const struct image *img, bool beside) {
#define IMAGE_TABLE(type, name, layout)                                                  \
    do {                                                                                 \
        const int32_t alone = img->name##_count - img->name##_beside;                    \
        hash_rows(h, img->name, beside ? alone : 0, beside ? img->name##_beside : alone, \
                  sizeof(type), layout);                                                 \
    } while (0);
#include "image_tables.def"
#undef IMAGE_TABLE
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
        img->answers,
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
    struct hasher h = {0};
    hash_tables(&h, img, false);
    hash_rows(&h, head, 0, (int32_t)ARRAY_LEN(head), sizeof *head, "1w");
    hash_rows(&h, img->root, 0, ROOT_COUNT_, sizeof *img->root, "1i");
    if (img->on_map) {
        const int64_t map[] = {img->has_room, img->may_cross, img->crossing_cost, img->goals};
        hash_rows(&h, map, 0, (int32_t)ARRAY_LEN(map), sizeof *map, "1w");
    }
    if (img->leaves.text) h.hash = base_hash(img->leaves.text, img->leaves.len, h.hash);
    for (int32_t i = 0; i < img->texts_count - img->texts_beside; i++)
        h.hash = base_hash(img->texts[i], strlen(img->texts[i]), h.hash);
    return h;
}

uint64_t image_hash(const struct image *img) {
    return hash_all(img).hash;
}

bool image_take_hash(struct image *img) {
    struct hasher h = hash_all(img), beside = {0};
    hash_tables(&beside, img, true);
    img->hash = h.hash;
    return h.gaps == 0 && beside.gaps == 0;
}
