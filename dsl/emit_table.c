/* The tables of the image under construction: adding rows, interned texts and constants (equal ones
 * share a row), and places in the rule text, for which the line is found from a byte offset. */
#include "emit_int.h"

#include <string.h>

/* Defines emit_row_NAME for each table: it adds a zeroed row and returns its index. A table lies in
 * memory of its own, which may move when it grows, until emit_finish_tables. */
#define IMAGE_TABLE(type, name, layout)                                             \
    int32_t emit_row_##name(struct emit *e) {                                       \
        struct image *img = e->img;                                                 \
        size_t count = (size_t)img->name##_count;                                   \
        img->name = memory_grow(img->name, &e->room.name, count + 1, sizeof(type)); \
        memset(&img->name[count], 0, sizeof(type));                                 \
        return img->name##_count++;                                                 \
    }
#include "../vm/image_tables.def"
#undef IMAGE_TABLE

/* Moves each table into the image's arena, cut to its rows. A table whose rows were all taken back
 * is freed, and is NULL in the image. Also frees the hash tables of texts and constants, and
 * e->place_keys. */
void emit_finish_tables(struct emit *e) {
    struct image *img = e->img;
    void *to = NULL;
#define IMAGE_TABLE(type, name, layout)                                      \
    to = NULL;                                                               \
    if (img->name##_count > 0)                                               \
        to = arena_keep(&img->arena, img->name, e->room.name * sizeof(type), \
                        (size_t)img->name##_count * sizeof(type));           \
    else                                                                     \
        memory_free_grown(img->name, e->room.name, sizeof(type));            \
    img->name = to;
#include "../vm/image_tables.def"
#undef IMAGE_TABLE
    arena_free(&e->texts.room);
    arena_free(&e->constants.room);
    memory_free_grown(e->place_keys, e->place_keys_room, sizeof *e->place_keys);
}

void emit_refuse(struct emit *e, struct place place, const char *what) {
    e->refused = true;
    diag_add(e->diags, DIAG_LATER_OTHER, place, what);
}

/* ---- Interning ---------------------------------------------------------- */

/* Returns the cell of an entry in a hash table: the one that holds it, or the free one where it
 * belongs. `same` tests whether the entry of an index is the one sought by `key`. */
static int32_t *cell(struct emit *e, struct interned *t, uint64_t hash,
                     bool (*same)(const struct emit *e, int32_t index, const void *key),
                     const void *key) {
    size_t i = (size_t)hash & (t->size - 1);
    while (t->at[i] != 0 && !same(e, t->at[i] - 1, key)) i = (i + 1) & (t->size - 1);
    return &t->at[i];
}

/* Doubles the size of a hash table if it is at least half full; one without cells gets its first
 * cells. The hashes of its entries are computed anew. */
static void widen(struct emit *e, struct interned *t,
                  uint64_t (*hash)(const struct emit *e, int32_t index)) {
    if (t->used * 2 < t->size) return;
    struct interned wider = {.size = t->size ? t->size * 2 : 256, .used = t->used};
    wider.at = NEW_ARRAY(&wider.room, wider.size, int32_t);
    for (size_t i = 0; i < t->size; i++) {
        if (t->at[i] == 0) continue;
        size_t to = (size_t)hash(e, t->at[i] - 1) & (wider.size - 1);
        while (wider.at[to] != 0) to = (to + 1) & (wider.size - 1);
        wider.at[to] = t->at[i];
    }
    arena_free(&t->room);
    *t = wider;
}

static bool same_text(const struct emit *e, int32_t index, const void *key) {
    const struct span *text = key;
    return span_is(*text, e->img->texts[index]);
}

/* Hashes a text eight bytes at a time, because there are many texts. The result may depend on the
 * machine's byte order, because nothing outside this table sees it. */
static uint64_t hash_of_text(struct span text) {
    uint64_t hash = text.len + 1;
    for (; text.len > 0;) {
        uint64_t word = 0;
        size_t n = text.len < sizeof word ? text.len : sizeof word;
        memcpy(&word, text.at, n);
        hash = base_mix((hash + word) * UINT64_C(0x9e3779b97f4a7c15));
        text.at += n;
        text.len -= n;
    }
    return hash;
}

static uint64_t text_hash(const struct emit *e, int32_t index) {
    return hash_of_text((struct span){e->img->texts[index], strlen(e->img->texts[index])});
}

int32_t emit_text(struct emit *e, struct span text) {
    widen(e, &e->texts, text_hash);
    int32_t *at = cell(e, &e->texts, hash_of_text(text), same_text, &text);
    if (*at == 0) {
        int32_t row = emit_row_texts(e);
        e->img->texts[row] = arena_text(&e->img->arena, text.at, text.len);
        *at = row + 1;
        e->texts.used++;
    }
    return *at - 1;
}

int32_t emit_text_or_none(struct emit *e, struct span text) {
    return text.len == 0 ? -1 : emit_text(e, text);
}

int32_t emit_label(struct emit *e, const struct node *text) {
    return text ? emit_text(e, text->text) : -1;
}

static bool same_constant(const struct emit *e, int32_t index, const void *key) {
    const int64_t *value = key;
    return e->img->constants[index] == *value;
}

static uint64_t constant_hash(const struct emit *e, int32_t index) {
    return base_mix((uint64_t)e->img->constants[index]);
}

int32_t emit_constant(struct emit *e, int64_t value) {
    widen(e, &e->constants, constant_hash);
    int32_t *at = cell(e, &e->constants, base_mix((uint64_t)value), same_constant, &value);
    if (*at == 0) {
        int32_t row = emit_row_constants(e);
        e->img->constants[row] = value;
        *at = row + 1;
        e->constants.used++;
    }
    return *at - 1;
}

int32_t emit_range(struct emit *e, int64_t least, int64_t most) {
    if (least == NUM_MIN && most == NUM_MAX) return 0;
    const int32_t last = e->img->ranges_count;
    if (last > 0 && e->img->ranges[last - 1].least == least &&
        e->img->ranges[last - 1].most == most)
        return last;
    const int32_t row = emit_row_ranges(e);
    e->img->ranges[row].least = least;
    e->img->ranges[row].most = most;
    return row + 1;
}

int32_t emit_list(struct emit *e, const int32_t *members, int32_t count) {
    int32_t first = e->img->lists_count;
    for (int32_t i = 0; i < count; i++) {
        int32_t row = emit_row_lists(e);
        e->img->lists[row] = members[i];
    }
    return first;
}

void emit_cites(struct emit *e, const struct node *cites, int32_t *first, int32_t *count) {
    *first = e->img->cites_count;
    *count = 0;
    for (const struct node *c = cites; c; c = c->next) {
        int32_t text = emit_text(e, c->text);
        int32_t row = emit_row_cites(e);
        e->img->cites[row] = text;
        (*count)++;
    }
}

/* ---- Places ------------------------------------------------------------- */

/* In bytes of text: how much struct lines has an entry for, in `first` and in `stretch`. */
enum { LINES_BLOCK = 256, PLACES_STRETCH = 32 };

static bool is_ascii(const char *at, size_t len) {
    uint64_t bits = 0, eight;
    size_t i = 0;
    for (; len - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, at + i, sizeof eight);
        bits |= eight;
    }
    for (; i < len; i++) bits |= (unsigned char)at[i];
    return (bits & UINT64_C(0x8080808080808080)) == 0;
}

/* Returns one more than the number of line ends in a text. */
static size_t count_lines(struct span text) {
    const char *end = text.at + text.len;
    size_t count = 1;
    for (const char *at = text.at; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++)
        count++;
    return count;
}

/* Fills in l->at, where each line begins, and l->first, the line in which each block of LINES_BLOCK
 * bytes begins. */
static void find_lines(struct lines *l, struct span text) {
    const char *end = text.at + text.len;
    size_t block = 0, blocks = text.len / LINES_BLOCK + 1;
    l->count = 1;
    for (const char *at = text.at; at < end && (at = memchr(at, '\n', (size_t)(end - at)));) {
        uint32_t next = (uint32_t)(++at - text.at);
        for (; block * LINES_BLOCK < next; block++) l->first[block] = l->count - 1;
        l->at[l->count++] = next;
    }
    for (; block < blocks; block++) l->first[block] = l->count - 1;
}

/* Returns the lines of a file, which are found when first asked for. */
static struct lines *lines_of(struct emit *e, uint32_t file) {
    if (!e->lines) e->lines = NEW_ARRAY(&e->scratch, diag_files(e->diags) + 1, struct lines);
    struct lines *l = &e->lines[file];
    if (l->at) return l;
    struct span text = diag_text(e->diags, file);
    l->at = NEW_ARRAY(&e->scratch, count_lines(text), uint32_t);
    l->first = NEW_ARRAY(&e->scratch, text.len / LINES_BLOCK + 1, uint32_t);
    l->ascii = is_ascii(text.at, text.len);
    find_lines(l, text);
    return l;
}

/* Sets *to to file, line and column of a place. It is faster than diag_where, which searches the
 * beginnings of all lines of the file: the search begins at the line in which the block of the
 * place begins. Unlike diag_where it counts a byte order mark as a column. */
static void locate(struct emit *e, struct place place, struct image_place *to) {
    struct lines *l = lines_of(e, place.file);
    struct span text = diag_text(e->diags, place.file);
    uint32_t at = place.at < text.len ? place.at : (uint32_t)text.len;
    uint32_t low = l->first[at / LINES_BLOCK];
    while (low + 1 < l->count && l->at[low + 1] <= at) low++;
    int32_t column = 1 + (l->ascii ? (int32_t)(at - l->at[low]) : 0);
    for (uint32_t i = l->at[low]; !l->ascii && i < at; i++)
        column += ((unsigned char)text.at[i] & 0xc0) != 0x80;
    /* a byte order mark stands in no column, as in messages (diag_where) */
    if (low == 0 && at >= 3 && strncmp(text.at, "\xef\xbb\xbf", 3) == 0) column--;
    to->file = (int32_t)place.file;
    to->line = (int32_t)low + 1;
    to->column = column;
}

/* Returns the link to the row of a place. The link holds row + 1, or 0 if the place has no row yet.
 * All places within one stretch of PLACES_STRETCH bytes are chained. Places are asked for roughly
 * in the order of the text, so the chains that are needed together lie together in memory. */
static int32_t *place_link(struct emit *e, struct place place) {
    struct lines *l = lines_of(e, place.file);
    size_t len = diag_text(e->diags, place.file).len;
    if (!l->stretch) l->stretch = NEW_ARRAY(&e->scratch, len / PLACES_STRETCH + 1, int32_t);
    int32_t *link = &l->stretch[(place.at < len ? place.at : len) / PLACES_STRETCH];
    while (*link && e->place_keys[*link - 1].at != place.at) link = &e->place_keys[*link - 1].next;
    return link;
}

/* Returns the row of a place, which is added when it is first asked for, so that equal places share
 * a row. Returns -1 for a place of the language itself, which lies in no file. */
int32_t emit_place(struct emit *e, struct place place) {
    if (place.file >= diag_files(e->diags)) return -1;
    int32_t *link = place_link(e, place);
    if (*link) return *link - 1;
    int32_t row = emit_row_places(e);
    *link = row + 1; /* set before memory_grow below, which may move what link points to */
    locate(e, place, &e->img->places[row]);
    size_t need = (size_t)row + 1;
    e->place_keys = memory_grow(e->place_keys, &e->place_keys_room, need, sizeof *e->place_keys);
    e->place_keys[row].at = place.at;
    e->place_keys[row].next = 0;
    return row;
}

/* ---- Types -------------------------------------------------------------- */

/* The layer of names and checker does not see the image, so these enumerations are written twice,
 * with the same numbers. */
_Static_assert((int)CLASS_NUMBER == (int)V_NUMBER && (int)CLASS_SHAPE == (int)V_SHAPE &&
                   (int)CLASS_THING == (int)V_THING && (int)CLASS_STATUS == (int)V_STATUS &&
                   (int)CLASS_SET == (int)V_SET && (int)CLASS_PATH == (int)V_PATH &&
                   (int)CLASS_POOL == (int)V_POOL && (int)CLASS_NONE == (int)V_CLASS_COUNT_,
               "enum type_class is enum value_class");
_Static_assert((int)BASE_COUNT_ == (int)ROOT_COUNT_ && (int)BASE_ZONE == (int)ROOT_ZONE &&
                   (int)BASE_BORDER == (int)ROOT_BORDER,
               "enum base_kind is enum kind_root");
_Static_assert((int)NATIVE_EVENT_COUNT_ == (int)EVENT_BUILTIN_COUNT_ &&
                   (int)NATIVE_SCORE == (int)EVENT_SCORE && (int)NATIVE_DRAW == (int)EVENT_DRAW,
               "enum native_event is enum builtin_event");
_Static_assert((int)NATIVE_IN_FORCE == (int)BUILTIN_IN_FORCE &&
                   (int)NATIVE_CROSSING_COST == (int)BUILTIN_CROSSING_COST,
               "enum native_quantity is enum builtin_quantity");
_Static_assert((int)SORT_NUMBER == (int)QUANTITY_NUMBER && (int)SORT_FIELD == (int)QUANTITY_FIELD,
               "enum quantity_sort is enum quantity_what");
_Static_assert((int)SORT_ROW == (int)RULE_ROW && (int)SORT_FORBID == (int)RULE_FORBID &&
                   (int)SORT_WHENEVER == (int)RULE_WHENEVER,
               "enum rule_sort is enum rule_what");
_Static_assert((int)STATUS_IS_FORBIDDEN == (int)STATUS_FORBIDDEN &&
                   (int)STATUS_IS_DONE == (int)STATUS_DONE,
               "enum status_word is enum event_status");
_Static_assert((int)SHAPE_IS_QUARTER == (int)SHAPE_QUARTER &&
                   (int)SIDE_IS_NORTH_EAST == (int)SIDE_NORTH_EAST &&
                   (int)MAX_CORNERS == (int)SHAPE_CORNERS,
               "shape_word and side_word are shape_what and side");

/* Returns what `of` is in an image_type: the number of a kind, enumeration or die; -1: any. */
static int16_t type_of(const struct type *t) {
    switch (t->class) {
    case CLASS_THING:
    case CLASS_BLUEPRINT: return t->kind ? (int16_t)t->kind->index : -1;
    case CLASS_ENUM: return t->values ? (int16_t)t->values->index : -1;
    case CLASS_FACE:
    case CLASS_POOL: return t->die ? (int16_t)t->die->index : -1;
    default: return -1;
    }
}

struct image_type emit_type(const struct type *type) {
    if (type && type->class == CLASS_LEG) return (struct image_type){V_NUMBER, V_VOID, -1};
    if (type && type->class == CLASS_SET && type->elem && type->elem->class == CLASS_LEG)
        return (struct image_type){V_SET, V_NUMBER, -1};
    if (!type || type->class >= CLASS_NONE) {
        if (!type || type->class != CLASS_PILE) return (struct image_type){V_VOID, V_VOID, -1};
        return (struct image_type){V_SET, V_THING, type->kind ? (int16_t)type->kind->index : -1};
    }
    if (type->class == CLASS_SET) {
        if (!type->elem || type->elem->class >= CLASS_NONE)
            return (struct image_type){V_SET, V_VOID, -1};
        return (struct image_type){V_SET, (uint8_t)type->elem->class, type_of(type->elem)};
    }
    if (type->class == CLASS_PATH && type->elem) /* a way over a map */
        return (struct image_type){V_PATH, V_THING, type_of(type->elem)};
    return (struct image_type){(uint8_t)type->class, V_VOID, type_of(type)};
}
