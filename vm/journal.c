#include "journal.h"

#include <string.h>

static const struct journal_row rows[] = {
#define J(name, text, payload, sentence) {text, payload, sentence},
#include "journal.def"
#undef J
};

const struct journal_row *journal_row(enum journal_kind kind) {
    ASSERT((size_t)kind < ARRAY_LEN(rows));
    return &rows[kind];
}

/* ---- Writing. An entry is two words and its payload: kind in the low 8 bits,
 * depth in the next 24, words of the payload in the high 32; then the place. */

enum { ENTRY_HEAD, ENTRY_PLACE, ENTRY_WORDS };

void journal_free(struct journal *j) {
    memory_free(j->words);
    *j = (struct journal){0};
}

void journal_cut(struct journal *j, size_t count) {
    ASSERT(count <= j->count);
    j->count = count;
    j->open = count;
}

void journal_word(struct journal *j, int64_t word) {
    if (j->off) return;
    if (j->count == j->capacity)
        j->words = memory_grow(j->words, &j->capacity, j->count + 1, sizeof *j->words);
    j->words[j->count++] = word;
}

void journal_begin(struct journal *j, enum journal_kind kind, int32_t depth, int32_t place) {
    if (j->off) return;
    ASSERT(kind < J_COUNT_ && depth >= 0 && depth < 1 << 24);
    j->open = j->count;
    journal_word(j, (int64_t)kind | (int64_t)depth << 8);
    journal_word(j, place);
}

void journal_value(struct journal *j, struct image_type type, int64_t value) {
    journal_word(j, journal_type_pack(type));
    journal_word(j, value);
}

void journal_list(struct journal *j, struct image_type type, const int64_t *values, int64_t count) {
    if (type.class != V_SET && type.class != V_PATH) type = (struct image_type){V_SET, type.class, type.of};
    journal_word(j, journal_type_pack(type));
    journal_word(j, count);
    for (int64_t i = 0; i < count; i++) journal_word(j, values[i]);
}

void journal_end(struct journal *j) {
    if (j->off) return;
    size_t payload = j->count - j->open - ENTRY_WORDS;
    ASSERT(j->count >= j->open + ENTRY_WORDS && payload < UINT32_C(1) << 31);
    j->words[j->open + ENTRY_HEAD] |= (int64_t)payload << 32;
    j->open = j->count;
}

/* ---- Names and types as one word. A name never looks like NONE: its top bit is clear. */

enum { NAME_KIND_BITS = 15, NAME_BLUEPRINT_BITS = 23, NAME_ORDINAL_BITS = 20, NAME_OWNER_BITS = 5 };

static uint64_t squeezed(int64_t n, int bits) {
    int64_t most = (INT64_C(1) << bits) - 1;
    return (uint64_t)(n < 0 ? 0 : n > most ? most : n);
}

int64_t journal_name_pack(struct journal_name name) {
    int64_t blueprint = (int64_t)name.blueprint + 1;
    /* One that is past the bits is named by its kind: never a wrong name. */
    if (blueprint >= INT64_C(1) << NAME_BLUEPRINT_BITS) blueprint = 0;
    uint64_t w = squeezed(name.kind, NAME_KIND_BITS);
    w = w << NAME_BLUEPRINT_BITS | squeezed(blueprint, NAME_BLUEPRINT_BITS);
    w = w << NAME_ORDINAL_BITS | squeezed(name.ordinal, NAME_ORDINAL_BITS);
    w = w << NAME_OWNER_BITS | squeezed((int64_t)name.owner + 1, NAME_OWNER_BITS);
    return (int64_t)w;
}

static int32_t low_bits(uint64_t *w, int bits) {
    int32_t n = (int32_t)(*w & ((UINT64_C(1) << bits) - 1));
    *w >>= bits;
    return n;
}

struct journal_name journal_name_unpack(int64_t word) {
    struct journal_name name = {-1, -1, 0, -1};
    if (word == NONE) return name;
    uint64_t w = (uint64_t)word;
    name.owner = low_bits(&w, NAME_OWNER_BITS) - 1;
    name.ordinal = low_bits(&w, NAME_ORDINAL_BITS);
    name.blueprint = low_bits(&w, NAME_BLUEPRINT_BITS) - 1;
    name.kind = low_bits(&w, NAME_KIND_BITS);
    return name;
}

int64_t journal_type_pack(struct image_type type) {
    return (int64_t)((uint32_t)type.class | (uint32_t)type.elem << 8 |
                     (uint32_t)(uint16_t)type.of << 16);
}

struct image_type journal_type_unpack(int64_t word) {
    uint32_t w = (uint32_t)word;
    return (struct image_type){(uint8_t)w, (uint8_t)(w >> 8), (int16_t)(uint16_t)(w >> 16)};
}

/* ---- Reading */

bool journal_next(const struct journal *j, size_t *at, struct journal_entry *out) {
    if (*at + ENTRY_WORDS > j->count) return false;
    uint64_t head = (uint64_t)j->words[*at + ENTRY_HEAD];
    out->kind = (enum journal_kind)(head & 0xff);
    out->depth = (int32_t)(head >> 8 & 0xffffff);
    out->place = (int32_t)j->words[*at + ENTRY_PLACE];
    out->words = j->words + *at + ENTRY_WORDS;
    out->count = (size_t)(head >> 32);
    ASSERT(out->kind < J_COUNT_ && out->count <= j->count - *at - ENTRY_WORDS);
    *at += ENTRY_WORDS + out->count;
    return true;
}

bool journal_item(const struct journal_entry *e, size_t *at, struct journal_item *out) {
    if (*at + 2 > e->count) return false;
    out->type = out->each = journal_type_unpack(e->words[*at]);
    out->list = out->type.class == V_SET || out->type.class == V_PATH;
    out->values = e->words + *at + 1;
    out->count = 1;
    *at += 2;
    if (!out->list) return true;
    out->count = out->values[0];
    if (out->count < 0 || (size_t)out->count > e->count - *at) return false;
    out->values++;
    *at += (size_t)out->count;
    out->each = out->type.class == V_PATH ? (struct image_type){V_PLACE, 0, -1}
                                          : (struct image_type){out->type.elem, 0, out->type.of};
    return true;
}

static struct journal_cites cites_of_choice(const struct image *img, int32_t place) {
    for (int32_t i = 0; place >= 0 && i < img->choices_count; i++) {
        const struct image_choice *c = &img->choices[i];
        if (c->place == place) return (struct journal_cites){c->cites, c->cite_count};
    }
    return (struct journal_cites){-1, 0};
}

struct journal_cites journal_entry_cites(const struct image *img, const struct journal_entry *e) {
    switch (e->kind) {
    case J_BEGIN:
    case J_END:
    case J_NOT_DONE:
    case J_ROLL:
    case J_REROLL:
        if (e->count > 0 && e->words[0] >= 0 && e->words[0] < img->events_count) {
            const struct image_event *event = &img->events[e->words[0]];
            return (struct journal_cites){event->cites, event->cite_count};
        }
        break;
    case J_ACCOUNT:
        if (e->count > 0 && e->words[0] >= 0 && e->words[0] < img->quantities_count) {
            const struct image_quantity *q = &img->quantities[e->words[0]];
            return (struct journal_cites){q->cites, q->cite_count};
        }
        break;
    case J_CHOICE:
    case J_PASS: return cites_of_choice(img, e->place);
    default: break;
    }
    return (struct journal_cites){-1, 0};
}
