/*
 * Writing and reading the words of a journal, and names of things that are equal over a whole
 * journal.
 */
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

/* ---- Writing. An entry is two words and the payload. The first word holds the kind in the low 8
 * bits, the depth in the next 24, and the number of payload words in the high 32. The second word
 * is the place. */

enum { ENTRY_HEAD, ENTRY_PLACE, ENTRY_WORDS };

void journal_free(struct journal *j) {
    memory_free(j->words);
    *j = (struct journal){0};
}

void journal_cut(struct journal *j, size_t count) {
    ASSERT(count <= j->count);
    if (count < j->least) j->least = count;
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
    if (!image_is_list(type)) type = (struct image_type){V_SET, type.class, type.of};
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

/* ---- Names and types as one word. A packed name is never NONE, because its top bit is clear. */

enum {
    NAME_ID_BITS = 20,
    NAME_WHICH_BITS = 19, /* a blueprint, or the kind of what has none */
    NAME_ORDINAL_BITS = 17,
    NAME_OWNER_BITS = 6
};

/* Returns n, or the nearest number that fits into `bits` bits without a sign. */
static uint64_t squeezed(int64_t n, int bits) {
    int64_t most = (INT64_C(1) << bits) - 1;
    return (uint64_t)(n < 0 ? 0 : n > most ? most : n);
}

int64_t journal_name_pack(struct journal_name name) {
    /* A blueprint whose number does not fit is left out. The thing is then named by its kind alone,
     * which says less but nothing wrong. */
    const bool made = name.blueprint >= 0 && name.blueprint < 1 << NAME_WHICH_BITS;
    uint64_t w = squeezed(name.id, NAME_ID_BITS);
    w = w << 1 | made;
    w = w << NAME_WHICH_BITS | squeezed(made ? name.blueprint : name.kind, NAME_WHICH_BITS);
    w = w << NAME_ORDINAL_BITS | squeezed(name.ordinal, NAME_ORDINAL_BITS);
    w = w << NAME_OWNER_BITS | squeezed((int64_t)name.owner + 1, NAME_OWNER_BITS);
    return (int64_t)w;
}

/* Takes the lowest `bits` bits off a word and returns them. */
static int32_t low_bits(uint64_t *w, int bits) {
    int32_t n = (int32_t)(*w & ((UINT64_C(1) << bits) - 1));
    *w >>= bits;
    return n;
}

struct journal_name journal_name_unpack(const struct image *img, int64_t word) {
    struct journal_name name = {-1, -1, 0, -1, 0};
    if (word == NONE) return name;
    uint64_t w = (uint64_t)word;
    name.owner = low_bits(&w, NAME_OWNER_BITS) - 1;
    name.ordinal = low_bits(&w, NAME_ORDINAL_BITS);
    const int32_t which = low_bits(&w, NAME_WHICH_BITS);
    const bool made = low_bits(&w, 1);
    name.id = low_bits(&w, NAME_ID_BITS);
    if (made) name.blueprint = which;
    if (!made) name.kind = which;
    if (made && img && which < img->blueprints_count) name.kind = img->blueprints[which].kind;
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
    out->list = image_is_list(out->type);
    out->values = e->words + *at + 1;
    out->count = 1;
    *at += 2;
    if (!out->list) return true;
    out->count = out->values[0];
    if (out->count < 0 || (size_t)out->count > e->count - *at) return false;
    out->values++;
    *at += (size_t)out->count;
    const bool points = out->type.class == V_PATH && out->type.elem != V_THING;
    out->each = points ? (struct image_type){V_PLACE, 0, -1}
                       : (struct image_type){out->type.elem, 0, out->type.of};
    return true;
}

/* Returns the clauses that the choice at this place in the text cites. */
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
    case J_RAISE:
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

/* ---- Sides */

int32_t journal_side_field(const struct image *img) {
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        if (field->kind == img->root[ROOT_PLAYER] && field->how == FIELD_STORED &&
            strcmp(image_text(img, field->name), "side") == 0)
            return f;
    }
    return -1;
}

int32_t journal_side_set(const struct image *img, const struct journal_entry *e, int32_t side_field,
                         int64_t *side) {
    struct journal_item player, item;
    size_t at = 0;
    if (e->kind != J_SET || side_field < 0 || !journal_item(e, &at, &player)) return -1;
    if (player.list || player.values[0] == NONE || at >= e->count) return -1;
    if (e->words[at++] != side_field) return -1;
    for (int i = 0; i < 2; i++)
        if (!journal_item(e, &at, &item) || item.list) return -1;
    *side = item.values[0];
    return journal_name_unpack(img, player.values[0]).owner;
}

/* ---- Names over a whole journal */

size_t journal_words_count(const struct journal_entry *e, size_t at) {
    const size_t left = at < e->count ? e->count - at : 0;
    const size_t count = left ? 1 + ((size_t)e->words[at] + 7) / 8 : 0;
    return count < left ? count : left;
}

/* Returns the next letter of a payload and moves *at past the key behind it; 0 at the end. */
static char next_letter(const char **at) {
    const char *p = *at, letter = *p;
    if (!letter) return 0;
    for (p += 2; *p && *p != ' ';) p++;
    *at = *p ? p + 1 : p;
    return letter;
}

/* Goes through the payload by its letters: v, T, A, V, M and t hold values, in which names of
 * things stand. Nothing is visited in rows (letter R). */
void journal_things(const struct image *img, const struct journal_entry *e,
                    void (*visit)(void *user, int64_t word), void *user) {
    const char *payload = journal_row(e->kind)->payload;
    size_t at = 0;
    for (char letter; (letter = next_letter(&payload)) && letter != 'R';) {
        int64_t values = 0, word;
        switch (letter) {
        case 'v':
        case 'T': values = 1; break;
        case 'V':
        case 'M': values = INT64_MAX; break;
        case 'z': at += journal_words_count(e, at); break;
        default:
            word = at < e->count ? e->words[at++] : 0;
            if (letter == 't' && word >= 0 && word < img->templates_count)
                values = img->templates[word].texts - 1;
            if (letter == 'A') values = word;
        }
        struct journal_item item;
        while (values-- > 0 && journal_item(e, &at, &item)) {
            if (item.each.class != V_THING) continue;
            for (int64_t i = 0; i < item.count; i++)
                if (item.values[i] != NONE) visit(user, item.values[i]);
        }
    }
}

/* Returns the word of `many` for the blueprint of a name, or for its kind if the name has no
 * blueprint. Returns NULL for a player or the game, which have no ordinals. */
static uint32_t *owners_of(const struct journal_names *n, struct journal_name name) {
    const struct image *img = n->img;
    if (name.blueprint >= 0 && name.blueprint < img->blueprints_count)
        return n->many + name.blueprint;
    if (name.kind < 0 || name.kind >= img->kinds_count) return NULL;
    int32_t root = img->kinds[name.kind].root;
    if (root == ROOT_PLAYER || root == ROOT_GAME) return NULL;
    return n->many + img->blueprints_count + name.kind;
}

static uint32_t owner_bit(struct journal_name name) {
    return UINT32_C(1) << (name.owner + 1);
}

/* Notes that the owner of a thing has several like it, if the ordinal is above 1. `user` is a
 * struct journal_names. */
static void mark_many(void *user, int64_t word) {
    const struct journal_names *n = user;
    struct journal_name name = journal_name_unpack(n->img, word);
    uint32_t *owners = owners_of(n, name);
    if (owners && name.ordinal > 1) *owners |= owner_bit(name);
}

void journal_names_open(struct journal_names *n, const struct journal *j, const struct image *img) {
    n->img = img;
    n->many = memory_new(sizeof *n->many * (size_t)(img->blueprints_count + img->kinds_count));
    size_t at = 0;
    struct journal_entry e;
    while (journal_next(j, &at, &e)) journal_things(img, &e, mark_many, n);
}

void journal_names_close(struct journal_names *n) {
    memory_free(n->many);
    n->many = NULL;
}

int64_t journal_names_word(const struct journal_names *n, int64_t word) {
    if (word == NONE) return word;
    struct journal_name name = journal_name_unpack(n->img, word);
    const uint32_t *owners = owners_of(n, name);
    if (!owners || !(*owners & owner_bit(name)))
        name.ordinal = 0;
    else if (name.ordinal == 0)
        name.ordinal = 1;
    return journal_name_pack(name);
}

void journal_words(struct journal *j, const char *text) {
    size_t len = strlen(text);
    journal_word(j, (int64_t)len);
    for (size_t i = 0; i < len; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < len; k++) {
            word |= (uint64_t)(unsigned char)text[i + k] << (8 * k);
        }
        journal_word(j, (int64_t)word);
    }
}

size_t journal_words_read(const int64_t *words, size_t count, char *out, size_t size) {
    size_t len = count > 0 && words[0] > 0 ? (size_t)words[0] : 0, used = 0;
    if (len > (count ? count - 1 : 0) * 8) len = (count ? count - 1 : 0) * 8;
    for (; used < len && used + 1 < size; used++) {
        out[used] = (char)((uint64_t)words[1 + used / 8] >> (8 * (used % 8)) & 0xff);
    }
    if (size) out[used] = '\0';
    return 1 + (len + 7) / 8;
}

size_t journal_account_start(const struct journal_entry *e) {
    struct journal_item item;
    size_t at = 2;
    for (int64_t n = e->count > 1 ? e->words[1] : 0; n > 0 && journal_item(e, &at, &item);) n--;
    const int64_t measured = at < e->count ? e->words[at++] : 0;
    for (int64_t n = measured; n > 0 && journal_item(e, &at, &item);) n--;
    return at;
}

bool journal_account_row(const struct journal_entry *e, size_t *at, struct journal_account_row *row,
                         struct journal_item *amount) {
    if (*at >= e->count) return false;
    row->rule = e->words[(*at)++];
    row->label[0] = '\0';
    if (!journal_item(e, at, amount)) return false;
    if (row->rule >= 0) return true;
    if (*at >= e->count) return false;
    *at += journal_words_read(e->words + *at, e->count - *at, row->label, sizeof row->label);
    return true;
}

bool journal_has_rows(const struct journal_entry *e) {
    struct journal_item item;
    struct journal_account_row row;
    size_t at = journal_account_start(e);
    return e->kind == J_ACCOUNT && journal_item(e, &at, &item) && journal_item(e, &at, &item) &&
           journal_account_row(e, &at, &row, &item);
}

int64_t journal_entries(const struct journal *j) {
    struct journal_entry e;
    int64_t n = 0;
    for (size_t at = 0; journal_next(j, &at, &e);) n++;
    return n;
}
