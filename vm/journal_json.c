/*
 * Writes the journal as JSON Lines. The keys of an entry and the form of each value come from the
 * payload in journal.def, so a new kind of entry needs no case here. The first line has what many
 * entries name, once: things, places in the rule text, titles (journal_tables.c).
 *
 * Entries and keys that say nothing are left out: accounts without rows, unless dice were counted
 * against them; values that an event had already when it began; a status `done`; keys without a
 * value.
 */
#include "journal_inner.h"

#include <stdio.h>
#include <string.h>

/* ---- Bytes ---- */

static void flush(struct json *o) {
    o->buf[o->len] = 0;
    if (o->len) o->sink.write(o->sink.user, o->buf);
    o->len = 0;
}

static void put_char(struct json *o, char c) {
    if (o->len + 1 == sizeof o->buf) flush(o);
    o->buf[o->len++] = c;
}

static void put_bytes(struct json *o, const char *text, size_t len) {
    if (o->len + len + 1 >= sizeof o->buf) flush(o);
    if (len + 1 < sizeof o->buf) {
        memcpy(o->buf + o->len, text, len);
        o->len += len;
        return;
    }
    for (size_t i = 0; i < len; i++) put_char(o, text[i]);
}

void json_raw(struct json *o, const char *text) {
    put_bytes(o, text, strlen(text));
}

void json_number(struct json *o, int64_t n) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do digits[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (n < 0) digits[--at] = '-';
    put_bytes(o, digits + at, sizeof digits - at);
}

void json_string(struct json *o, const char *text) {
    static const char hex[] = "0123456789abcdef";
    put_char(o, '"');
    for (;;) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= 0x20 && text[plain] != '"' && text[plain] != '\\' &&
               text[plain] != 0x7f)
            plain++;
        put_bytes(o, text, plain);
        text += plain;
        const char c = *text++;
        if (!c) break;
        if (c == '"' || c == '\\') {
            put_char(o, '\\');
            put_char(o, c);
        } else if (c == '\n') {
            json_raw(o, "\\n");
        } else {
            json_raw(o, "\\u00");
            put_char(o, hex[(unsigned char)c >> 4]);
            put_char(o, hex[(unsigned char)c & 15]);
        }
    }
    put_char(o, '"');
}

void json_key(struct json *o, const char *name) {
    const size_t len = strlen(name);
    if (o->len + len + 5 >= sizeof o->buf) flush(o);
    char *to = o->buf + o->len;
    *to++ = ',';
    *to++ = '"';
    memcpy(to, name, len);
    to += len;
    *to++ = '"';
    *to++ = ':';
    o->len = (size_t)(to - o->buf);
}

/* ---- Values ---- */

/* Writes the two halves of a word (a place or a size) as numbers, the high half behind `first`, the
 * low half behind `second`, and a closing brace. */
static void put_pair(struct json *o, const char *first, const char *second, int64_t word) {
    json_raw(o, first);
    json_number(o, (int32_t)(uint32_t)((uint64_t)word >> 32));
    json_raw(o, second);
    json_number(o, (int32_t)(uint32_t)(uint64_t)word);
    put_char(o, '}');
}

/* Writes the two halves of a place between brackets. */
static void put_spot(struct json *o, const char *before, int64_t word, char after) {
    json_raw(o, before);
    json_number(o, (int32_t)(uint32_t)((uint64_t)word >> 32));
    put_char(o, ',');
    json_number(o, (int32_t)(uint32_t)(uint64_t)word);
    put_char(o, after);
}

static const char *name_of_blueprint(const struct image *img, int64_t blueprint) {
    if (blueprint < 0 || blueprint >= img->blueprints_count) return "";
    return image_text(img, img->blueprints[blueprint].name);
}

/* Writes which thing: its number in the first line; a player by name; of what the reader may not
 * know its kind. If not `alone`, it is an object with one key. */
static void put_thing(struct json *o, int64_t word, bool alone) {
    const struct image *img = o->img;
    const struct journal_name n = journal_name_unpack(img, word);
    const bool known = n.kind >= 0 && n.kind < img->kinds_count;
    if (word == NONE) {
        json_raw(o, "null");
    } else if (known && img->kinds[n.kind].root == ROOT_PLAYER && n.owner >= 0) {
        if (!alone) json_raw(o, "{\"player\":");
        json_string(o, image_player(img, n.owner));
        if (!alone) put_char(o, '}');
    } else if (json_thing(o, word) > 0) {
        if (!alone) json_raw(o, "{\"thing\":");
        json_number(o, json_thing(o, word));
        if (!alone) put_char(o, '}');
    } else {
        json_raw(o, "{\"kind\":");
        json_string(o, known ? image_text(img, img->kinds[n.kind].name) : "?");
        put_char(o, '}');
    }
}

static void put_length(struct json *o, const char *key, int64_t units) {
    json_key(o, key);
    json_raw(o, "{\"units\":");
    json_number(o, units);
    put_char(o, '}');
}

static const char *const side_names[] = {"south",      "north",      "west",
                                         "east",       "centre",     "south west",
                                         "south east", "north west", "north east"};

static void put_side(struct json *o, int32_t side) {
    json_key(o, "side");
    bool known = side >= 0 && (size_t)side < ARRAY_LEN(side_names);
    json_string(o, known ? side_names[side] : "?");
}

static void put_points(struct json *o, const struct image_shape *shape) {
    json_key(o, "points");
    for (int32_t i = 0; i < shape->points; i++)
        put_pair(o,
                 i ? ",{\"x\":" : "[{\"x\":", ",\"y\":", o->img->constants[shape->first_point + i]);
    put_char(o, ']');
}

/* Writes a shape with all its measures. A shape without a centre lies where its thing stands. */
static void put_shape(struct json *o, int64_t number) {
    char text[40];
    json_raw(o, "{\"shape\":");
    json_string(o, journal_value_text(o->img, (struct image_type){V_SHAPE, 0, -1}, number, false,
                                      text, sizeof text));
    if (number < 0 || number >= o->img->shapes_count) {
        put_char(o, '}');
        return;
    }
    const struct image_shape *shape = &o->img->shapes[number];
    switch ((enum shape_what)shape->what) {
    case SHAPE_CIRCLE: put_length(o, "radius", shape->a); break;
    case SHAPE_OVAL:
    case SHAPE_RECTANGLE:
        put_length(o, "width", shape->a);
        put_length(o, "depth", shape->b);
        break;
    case SHAPE_RING: put_length(o, "depth", shape->a); break;
    case SHAPE_STRIP:
    case SHAPE_CORNER: put_length(o, "depth", shape->a); /* fallthrough */
    case SHAPE_HALF:
    case SHAPE_QUARTER: put_side(o, shape->side); break;
    case SHAPE_POLYGON: put_points(o, shape); break;
    }
    if (shape->centre != NONE) {
        json_key(o, "centre");
        put_pair(o, "{\"x\":", ",\"y\":", shape->centre);
    }
    put_char(o, '}');
}

static void put_value(struct json *o, struct image_type type, int64_t value) {
    char text[400];
    if (value == NONE || value == UNKEPT || type.class == V_VOID || type.class >= V_POOL) {
        json_raw(o, "null");
        return;
    }
    switch (type.class) {
    case V_NUMBER: json_number(o, value); break;
    case V_LENGTH:
        json_raw(o, "{\"units\":");
        json_number(o, value);
        put_char(o, '}');
        break;
    case V_TRUTH: json_raw(o, value ? "true" : "false"); break;
    case V_PLACE: put_pair(o, "{\"x\":", ",\"y\":", value); break;
    case V_SHAPE: put_shape(o, value); break;
    case V_SIZE: put_pair(o, "{\"width\":", ",\"depth\":", value); break;
    case V_THING: put_thing(o, value, false); break;
    case V_BLUEPRINT:
        json_raw(o, "{\"blueprint\":");
        json_string(o, name_of_blueprint(o->img, value));
        put_char(o, '}');
        break;
    case V_EVENT:
        json_raw(o, "{\"event\":");
        json_string(o, value >= 0 && value < o->img->events_count
                           ? image_text(o->img, o->img->events[value].name)
                           : "?");
        put_char(o, '}');
        break;
    case V_FACE:
        if (value >= FACE_NAMED / 2) {
            json_number(o, value);
            break;
        }
        json_string(o, journal_value_text(o->img, type, value, false, text, sizeof text));
        break;
    default:
        json_string(o, journal_value_text(o->img, type, value, false, text, sizeof text));
        break;
    }
}

static void put_item(struct json *o, const struct journal_item *item) {
    if (!item->list) {
        put_value(o, item->type, item->values[0]);
        return;
    }
    put_char(o, '[');
    for (int64_t i = 0; i < item->count; i++) {
        if (i) put_char(o, ',');
        put_value(o, item->each, item->values[i]);
    }
    put_char(o, ']');
}

static void put_title(struct json *o, int32_t title) {
    if (title < 0) return;
    json_key(o, "title");
    json_string(o, image_text(o->img, title));
}

/* Writes the number of a place in the first line. */
static void put_at(struct json *o, int32_t place) {
    const int32_t number = json_place(o, place);
    if (number == 0) return;
    json_key(o, "at");
    json_number(o, number);
}

/* ---- The letters of a payload ---- */

static void put_template(struct json *o, const struct journal_entry *e, size_t *at) {
    int64_t template = e->words[(*at)++];
    char text[400];
    if (template <0 || template >= o->img->templates_count) {
        json_raw(o, "null");
        return;
    }
    /* Puts the texts and the values in the holes together, then writes the whole as one string. */
    const struct image_template *t = &o->img->templates[template];
    char whole[1024] = "";
    size_t len = 0;
    for (int32_t i = 0; i < t->texts; i++) {
        const char *piece = image_text(o->img, o->img->lists[t->first_text + i]);
        int n = snprintf(whole + len, sizeof whole - len, "%s", piece);
        len = (size_t)n < sizeof whole - len ? len + (size_t)n : sizeof whole - 1;
        struct journal_item hole;
        if (i + 1 == t->texts || !journal_item(e, at, &hole)) continue;
        for (int64_t k = 0; k < hole.count; k++) {
            int64_t word = hole.values[k];
            if (hole.each.class == V_THING) word = journal_names_word(&o->names, word);
            journal_value_text(o->img, hole.each, word, false, text, sizeof text);
            n = snprintf(whole + len, sizeof whole - len, "%s%s", k ? ", " : "", text);
            len = (size_t)n < sizeof whole - len ? len + (size_t)n : sizeof whole - 1;
        }
    }
    json_string(o, whole);
}

static const char *const row_op_names[] = {"add",      "set",     "times", "halve_up", "halve_down",
                                           "at_least", "at_most", "yes",   "no",       "silence"};

/* Writes the faces of a die whose bits are set in `mask`, as an array. */
static void put_mask(struct json *o, int64_t die, int64_t mask) {
    const struct image_die *d = die >= 0 && die < o->img->dice_count ? &o->img->dice[die] : NULL;
    if (!d || d->sides > MAX_FACES) {
        json_raw(o, "null");
        return;
    }
    bool first = true;
    put_char(o, '[');
    for (int32_t i = 0; i < d->sides; i++) {
        if (!((uint64_t)mask >> i & 1)) continue;
        if (!first) put_char(o, ',');
        first = false;
        int64_t value = d->first_face < 0 ? i + 1 : o->img->faces[d->first_face + i].value;
        put_value(o, (struct image_type){V_FACE, 0, -1}, value);
    }
    put_char(o, ']');
}

static void put_rows(struct json *o, const struct journal_entry *e, size_t *at) {
    bool first = true;
    put_char(o, '[');
    struct journal_account_row row;
    struct journal_item amount;
    while (journal_account_row(e, at, &row, &amount)) {
        const int64_t rule = row.rule;
        json_raw(o, first ? "{" : ",{");
        first = false;
        const struct image_rule *r =
            rule >= 0 && rule < o->img->rules_count ? &o->img->rules[rule] : NULL;
        if (r && r->op >= 0 && (size_t)r->op < ARRAY_LEN(row_op_names)) {
            json_raw(o, "\"op\":");
            json_string(o, row_op_names[r->op]);
            put_char(o, ',');
        }
        json_raw(o, "\"amount\":");
        put_item(o, &amount);
        const char *label = r && r->label >= 0 ? image_text(o->img, r->label) : row.label;
        if (*label) {
            json_key(o, "label");
            json_string(o, label);
        }
        if (r) put_at(o, r->place);
        put_char(o, '}');
    }
    put_char(o, ']');
}

/* Writes values to the end of the entry as one array, in which the members of a list stand like
 * values of their own. */
static void put_values(struct json *o, const struct journal_entry *e, size_t *at) {
    struct journal_item item;
    bool first = true;
    put_char(o, '[');
    while (journal_item(e, at, &item)) {
        for (int64_t i = 0; i < item.count; i++) {
            if (!first) put_char(o, ',');
            put_value(o, item.each, item.values[i]);
            first = false;
        }
    }
    put_char(o, ']');
}

/* Writes a thing, or an array of several. */
static void put_things(struct json *o, const struct journal_entry *e, size_t *at) {
    struct journal_item item;
    if (!journal_item(e, at, &item)) {
        json_raw(o, "null");
        return;
    }
    if (item.list) put_char(o, '[');
    for (int64_t i = 0; i < item.count; i++) {
        if (i) put_char(o, ',');
        put_thing(o, item.values[i], true);
    }
    if (item.list) put_char(o, ']');
}

/* Writes each model and where it stands now: [number, x, y], on a map [number, area], or [number]
 * of one that stands nowhere. */
static void put_models(struct json *o, const struct journal_entry *e, size_t *at) {
    struct journal_item model, spot;
    bool first = true;
    put_char(o, '[');
    while (journal_item(e, at, &model) && journal_item(e, at, &spot)) {
        json_raw(o, first ? "[" : ",[");
        first = false;
        put_thing(o, model.values[0], true);
        if (spot.values[0] != NONE && spot.type.class == V_THING) {
            put_char(o, ',');
            put_thing(o, spot.values[0], true);
        } else if (spot.values[0] != NONE) {
            put_char(o, ',');
            json_number(o, (int32_t)(uint32_t)((uint64_t)spot.values[0] >> 32));
            put_char(o, ',');
            json_number(o, (int32_t)(uint32_t)(uint64_t)spot.values[0]);
        }
        put_char(o, ']');
    }
    put_char(o, ']');
}

/* Whether a slot has the value that it had when the event began, whose entry is `begin`. */
static bool as_begun(const struct journal_entry *begin, size_t *at,
                     const struct journal_item *now) {
    struct journal_item then;
    if (!begin || !journal_item(begin, at, &then) || then.count != now->count) return false;
    return journal_type_pack(then.type) == journal_type_pack(now->type) &&
           memcmp(then.values, now->values, (size_t)now->count * sizeof *now->values) == 0;
}

/* Writes roles or kept values as an object, with the names of the event's slots as keys. Left out
 * are values that were not kept, and those that are as in `begin`. Writes nothing, not even the
 * key, if none is left. */
static void put_slots(struct json *o, const struct journal_entry *e, size_t *at, const char *key,
                      const struct journal_entry *begin) {
    const struct image *img = o->img;
    const int64_t event = e->count > 0 ? e->words[0] : -1;
    const bool known = event >= 0 && event < img->events_count && img->events[event].func >= 0;
    const struct image_func *f = known ? &img->funcs[img->events[event].func] : NULL;
    struct journal_item item;
    size_t begun = 1;
    bool first = true;
    for (int32_t slot = 0; f && journal_item(e, at, &item) && slot < f->slots; slot++) {
        const bool told = as_begun(begin, &begun, &item);
        if (told || item.type.class == V_VOID || item.type.class >= V_CLASS_COUNT_) continue;
        if (!item.list && item.values[0] == UNKEPT) continue;
        if (first) json_key(o, key);
        json_raw(o, first ? "{\"" : ",\"");
        json_raw(o, image_text(img, img->slots[f->first_slot + slot].name));
        json_raw(o, "\":");
        put_item(o, &item);
        first = false;
    }
    if (!first) put_char(o, '}');
}

static const char *const why_names[] = {"gone", "forbidden", "cancelled"};

static void put_word(struct json *o, char letter, int64_t word) {
    const struct image *img = o->img;
    struct image_type type = {V_VOID, 0, -1};
    switch (letter) {
    case 'e':
        json_string(o, word >= 0 && word < img->events_count
                           ? image_text(img, img->events[word].name)
                           : "?");
        return;
    case 'q':
        json_string(o, image_text(img, img->quantities[word].name));
        if (!json_first_of_name(o, 'q', word)) put_title(o, img->quantities[word].label);
        return;
    case 'f':
        json_string(o, image_text(img, img->fields[word].name));
        if (!json_first_of_name(o, 'f', word)) put_title(o, img->fields[word].label);
        return;
    case 'n': json_number(o, word); return;
    case 'w':
        json_string(o, word >= 0 && (size_t)word < ARRAY_LEN(why_names) ? why_names[word] : "?");
        return;
    case 'x': type.class = V_TEXT; break;
    case 'D': type.class = V_DIE; break;
    case 's': type.class = V_STATUS; break;
    default: break;
    }
    put_value(o, type, word < 0 ? NONE : word);
}

/* Writes what was measured for an account: the primitive, its arguments, its result. */
static void put_measured(struct json *o, const struct journal_entry *e, size_t *at) {
    const size_t end_count = (size_t)e->words[(*at)++];
    struct journal_item item;
    size_t read = 0;
    bool first = true;
    put_char(o, '[');
    while (read < end_count && journal_item(e, at, &item)) {
        const char *name = o->options->primitive ? o->options->primitive(item.values[0]) : "?";
        json_raw(o, first ? "{\"what\":" : ",{\"what\":");
        first = false;
        json_string(o, name);
        if (!journal_item(e, at, &item)) break;
        const int64_t args = item.values[0];
        json_key(o, "of");
        put_char(o, '[');
        for (int64_t i = 0; i < args && journal_item(e, at, &item); i++) {
            if (i) put_char(o, ',');
            put_item(o, &item);
        }
        put_char(o, ']');
        if (!journal_item(e, at, &item)) break;
        json_key(o, "is");
        put_item(o, &item);
        if (!journal_item(e, at, &item)) break;
        if (item.list) json_key(o, "between");
        if (item.list) put_item(o, &item);
        put_char(o, '}');
        read += (size_t)args + 4;
    }
    put_char(o, ']');
}

/* Writes what an entry has behind a key, for letters that stand for several words. Returns false
 * for other letters. */
static bool put_long(struct json *o, const struct journal_entry *e, size_t *at, char letter) {
    struct journal_item item;
    char text[512];
    switch (letter) {
    case 'v':
        if (journal_item(e, at, &item))
            put_item(o, &item);
        else
            json_raw(o, "null");
        return true;
    case 'T': put_things(o, e, at); return true;
    case 'A': {
        int64_t count = *at < e->count ? e->words[(*at)++] : 0;
        put_char(o, '[');
        for (int64_t i = 0; i < count && journal_item(e, at, &item); i++) {
            if (i) put_char(o, ',');
            put_item(o, &item);
        }
        put_char(o, ']');
        return true;
    }
    case 'V': put_values(o, e, at); return true;
    case 'M': put_models(o, e, at); return true;
    case 'R': put_rows(o, e, at); return true;
    case 'z':
        *at += journal_words_read(e->words + *at, e->count - *at, text, sizeof text);
        json_string(o, text);
        return true;
    case 't': put_template(o, e, at); return true;
    default: return false;
    }
}

/* Whether what stands at word `at` of the payload is not worth a key. */
static bool is_idle(const struct journal_entry *e, size_t at, char letter, const char *key) {
    if (at >= e->count) return letter != 'V';
    const int64_t word = e->words[at];
    switch (letter) {
    case 's': return word == STATUS_DONE;
    case 'n':
        return word == 0 &&
               (strcmp(key, "secret") == 0 || strcmp(key, "kept") == 0 || strcmp(key, "most") == 0);
    case 'm': return word == 0 && strcmp(key, "rolled") == 0;
    case 'x':
    case 'r':
    case 't': return word < 0;
    case 'z':
    case 'A': return word == 0;
    default: return false;
    }
}

static void put_letter(struct json *o, const struct journal_entry *e, size_t *at, char letter,
                       const char *key) {
    if (letter == 'V' && (strcmp(key, "roles") == 0 || strcmp(key, "kept") == 0)) {
        put_slots(o, e, at, key, e->kind == J_END ? json_begin_of(o, e) : NULL);
        return;
    }
    if (letter == 'V' && strcmp(key, "open") == 0) {
        if (*at >= e->count) return; /* a place or way, of which nobody lists all */
        json_key(o, "of");
        json_number(o, json_count_open(e, *at));
        if (!o->options->open) return;
    }
    if (strcmp(key, "by") == 0 && *at + 1 < e->count && e->words[*at + 1] == NONE) {
        *at += 2; /* no action was chosen */
        return;
    }
    if (is_idle(e, *at, letter, key)) {
        if (*at < e->count) ++*at;
        return;
    }
    if (letter == 'V' && *at >= e->count) return;
    json_key(o, key);
    if (strcmp(key, "measured") == 0) {
        put_measured(o, e, at);
        return;
    }
    if (put_long(o, e, at, letter)) return;
    const int64_t word = e->words[(*at)++];
    if (letter == 'D') o->die = word;
    if (letter == 'm')
        put_mask(o, o->die, word);
    else if (letter == 'r')
        json_number(o, json_roll_number(o, word));
    else
        put_word(o, letter, word);
}

/* Notes where a thing was placed, and its models. Where models stand in the middle of a move
 * (J_STANDS) is not noted, because the move is told from where they set out. */
static void note_stands(struct json *o, const struct journal_entry *e) {
    struct journal_item thing, spot;
    size_t at = 0;
    if (e->kind != J_PLACE) return;
    while (journal_item(e, &at, &thing) && journal_item(e, &at, &spot))
        json_stands(o, json_thing(o, thing.values[0]), spot.values[0]);
}

/* Writes a point of a way: [x, y], or the number of an area. */
static void put_point(struct json *o, bool area, int64_t spot) {
    put_char(o, ',');
    if (area && spot != NONE)
        put_thing(o, spot, true);
    else if (spot != NONE)
        put_spot(o, "[", spot, ']');
    else
        json_raw(o, "null");
}

static int64_t shifted(int64_t spot, int64_t from, int64_t to) {
    const uint64_t x = ((uint64_t)spot >> 32) + ((uint64_t)to >> 32) - ((uint64_t)from >> 32);
    const uint64_t y = (uint64_t)spot + (uint64_t)to - (uint64_t)from;
    return (int64_t)(x << 32 | (y & UINT32_MAX));
}

/* Writes the way of one model: where it stood, the turns of the way, where it stands. The models of
 * a group keep formation on the way, so each turns as far from the turn of the first as it stood
 * from it. */
static void put_way(struct json *o, int64_t model, const struct journal_item *way, int64_t from,
                    int64_t now) {
    const int64_t number = json_thing(o, model), stood = json_spot(o, number);
    const bool area = way->each.class == V_THING;
    put_char(o, '[');
    put_thing(o, model, true);
    int64_t begin = stood;
    if (begin == NONE && now != NONE && way->count)
        begin = area ? from : shifted(now, way->values[way->count - 1], from);
    put_point(o, area, begin);
    for (int64_t i = 1; i + 1 < way->count; i++)
        put_point(o, area,
                  area || begin == NONE ? way->values[i] : shifted(way->values[i], from, begin));
    put_point(o, area, now);
    put_char(o, ']');
    json_stands(o, number, now);
}

/* Writes the ways of all that an entry moves: those of the models of a group, or of the thing. */
static void put_ways(struct json *o, const struct journal_entry *e) {
    struct journal_item thing, from, way, model, spot;
    size_t at = 0;
    if (!journal_item(e, &at, &thing) || !journal_item(e, &at, &from) ||
        !journal_item(e, &at, &way))
        return;
    json_key(o, "ways");
    put_char(o, '[');
    if (at >= e->count)
        put_way(o, thing.values[0], &way, from.values[0],
                way.count ? way.values[way.count - 1] : from.values[0]);
    for (bool first = true; journal_item(e, &at, &model) && journal_item(e, &at, &spot);
         first = false) {
        if (!first) put_char(o, ',');
        put_way(o, model.values[0], &way, from.values[0], spot.values[0]);
    }
    put_char(o, ']');
}

static void put_payload(struct json *o, const struct journal_entry *e) {
    size_t at = 0;
    note_stands(o, e);
    o->die = -1;
    for (const char *p = journal_row(e->kind)->payload; *p;) {
        const char letter = *p;
        char key[32];
        size_t len = 0;
        for (p += 2; *p && *p != ' ' && len + 1 < sizeof key;) key[len++] = *p++;
        key[len] = 0;
        if (*p == ' ') p++;
        put_letter(o, e, &at, letter, key);
        if (e->kind == J_MOVE) break; /* the other keys are told as ways */
    }
    if (e->kind == J_MOVE) put_ways(o, e);
}

/* Writes the number and the depth of an entry where they do not follow from the entry before: the
 * number is one more, the depth that of the events that run, a begin and an end included. */
static void put_where(struct json *o, const struct journal_entry *e, int64_t n) {
    const int32_t follows = o->running + (e->kind == J_BEGIN);
    if (o->written < 0 || n != o->written + 1) {
        json_raw(o, "\"n\":");
        json_number(o, o->options->before + n);
        json_raw(o, ",");
    }
    if (e->depth != follows) {
        json_raw(o, "\"depth\":");
        json_number(o, e->depth);
        json_raw(o, ",");
    }
    o->written = n;
    if (e->kind == J_BEGIN) o->running = e->depth;
    if (e->kind == J_END) o->running = e->depth - 1;
}

static void put_entry(struct json *o, const struct journal_entry *e, int64_t n) {
    json_raw(o, "{");
    put_where(o, e, n);
    json_raw(o, "\"kind\":\"");
    json_raw(o, journal_row(e->kind)->name);
    put_char(o, '"');
    put_payload(o, e);
    if (e->kind == J_COUNT) {
        json_counted(o, n);
        json_count_odds(o, e);
    }
    if (e->kind == J_SUM) json_sum_odds(o, e);
    put_at(o, e->place);
    json_raw(o, "}\n");
}

void journal_json(const struct journal *j, const struct image *img,
                  const struct journal_json_options *options, struct image_sink sink) {
    struct json *o = memory_new(sizeof *o);
    o->img = img;
    o->sink = sink;
    o->options = options;
    o->root = journal_root(img);
    o->written = -1;
    journal_names_open(&o->names, j, img);
    json_survey(o, j);
    json_head(o);
    size_t at = 0;
    struct journal_entry e;
    for (int64_t n = 0; json_next(o, j, &at, &e, &n);)
        if (json_told(o, &e, n)) put_entry(o, &e, n);
    flush(o);
    json_forget(o);
    journal_names_close(&o->names);
    memory_free(o);
}
