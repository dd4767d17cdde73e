/*
 * Writes the journal as JSON Lines. The keys of an entry and the form of each value come from the
 * payload in journal.def, so a new kind of entry needs no case here.
 */
#include "journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FORMAT_VERSION = 2 };

struct json {
    const struct image *img;
    struct image_sink sink;
    struct journal_names names;
    size_t root; /* bytes of each path that are left out: journal_root */
    size_t len;
    char buf[1024];
};

static void flush(struct json *o) {
    o->buf[o->len] = 0;
    if (o->len) o->sink.write(o->sink.user, o->buf);
    o->len = 0;
}

static void put_char(struct json *o, char c) {
    if (o->len + 1 == sizeof o->buf) flush(o);
    o->buf[o->len++] = c;
}

static void put_raw(struct json *o, const char *text) {
    for (; *text; text++) put_char(o, *text);
}

static void put_number(struct json *o, int64_t n) {
    char buf[24];
    snprintf(buf, sizeof buf, "%" PRId64, n);
    put_raw(o, buf);
}

static void put_string(struct json *o, const char *text) {
    put_char(o, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        char buf[8];
        if (c == '"' || c == '\\') {
            put_char(o, '\\');
            put_char(o, *text);
        } else if (c == '\n') {
            put_raw(o, "\\n");
        } else if (c < 0x20 || c == 0x7f) {
            snprintf(buf, sizeof buf, "\\u%04x", c);
            put_raw(o, buf);
        } else {
            put_char(o, *text);
        }
    }
    put_char(o, '"');
}

static void put_key(struct json *o, const char *name) {
    put_char(o, ',');
    put_string(o, name);
    put_char(o, ':');
}

/* Writes the two halves of a word (a place or a size) as numbers, the high half behind `first`, the
 * low half behind `second`, and a closing brace. */
static void put_pair(struct json *o, const char *first, const char *second, int64_t word) {
    put_raw(o, first);
    put_number(o, (int32_t)(uint32_t)((uint64_t)word >> 32));
    put_raw(o, second);
    put_number(o, (int32_t)(uint32_t)(uint64_t)word);
    put_char(o, '}');
}

static const char *name_of_blueprint(const struct image *img, int64_t blueprint) {
    if (blueprint < 0 || blueprint >= img->blueprints_count) return "";
    return image_text(img, img->blueprints[blueprint].name);
}

static void put_thing(struct json *o, int64_t word) {
    const struct image *img = o->img;
    word = journal_names_word(&o->names, word);
    struct journal_name n = journal_name_unpack(word);
    char text[200];
    put_raw(o, "{\"thing\":");
    put_string(o, journal_name_text(img, word, text, sizeof text));
    if (n.owner >= 0 && n.owner < img->players) {
        put_key(o, "owner");
        put_string(o, image_player(img, n.owner));
    }
    if (n.blueprint >= 0) {
        put_key(o, "blueprint");
        put_string(o, name_of_blueprint(img, n.blueprint));
    }
    if (n.kind >= 0 && n.kind < img->kinds_count) {
        put_key(o, "kind");
        put_string(o, image_text(img, img->kinds[n.kind].name));
    }
    if (n.ordinal > 0) {
        put_key(o, "ordinal");
        put_number(o, n.ordinal);
    }
    put_char(o, '}');
}

static void put_length(struct json *o, const char *key, int64_t units) {
    put_key(o, key);
    put_raw(o, "{\"units\":");
    put_number(o, units);
    put_char(o, '}');
}

static const char *const side_names[] = {"south",      "north",      "west",
                                         "east",       "centre",     "south west",
                                         "south east", "north west", "north east"};

static void put_side(struct json *o, int32_t side) {
    put_key(o, "side");
    bool known = side >= 0 && (size_t)side < ARRAY_LEN(side_names);
    put_string(o, known ? side_names[side] : "?");
}

static void put_points(struct json *o, const struct image_shape *shape) {
    put_key(o, "points");
    for (int32_t i = 0; i < shape->points; i++)
        put_pair(o,
                 i ? ",{\"x\":" : "[{\"x\":", ",\"y\":", o->img->constants[shape->first_point + i]);
    put_char(o, ']');
}

/* Writes a shape with all its measures. A shape without a centre lies where its thing stands. */
static void put_shape(struct json *o, int64_t number) {
    char text[40];
    put_raw(o, "{\"shape\":");
    put_string(o, journal_value_text(o->img, (struct image_type){V_SHAPE, 0, -1}, number, false,
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
        put_key(o, "centre");
        put_pair(o, "{\"x\":", ",\"y\":", shape->centre);
    }
    put_char(o, '}');
}

static void put_value(struct json *o, struct image_type type, int64_t value) {
    char text[400];
    if (value == NONE || value == UNKEPT || type.class == V_VOID || type.class >= V_POOL) {
        put_raw(o, "null");
        return;
    }
    switch (type.class) {
    case V_NUMBER: put_number(o, value); break;
    case V_LENGTH:
        put_raw(o, "{\"units\":");
        put_number(o, value);
        put_char(o, '}');
        break;
    case V_TRUTH: put_raw(o, value ? "true" : "false"); break;
    case V_PLACE: put_pair(o, "{\"x\":", ",\"y\":", value); break;
    case V_SHAPE: put_shape(o, value); break;
    case V_SIZE: put_pair(o, "{\"width\":", ",\"depth\":", value); break;
    case V_THING: put_thing(o, value); break;
    case V_BLUEPRINT:
        put_raw(o, "{\"blueprint\":");
        put_string(o, name_of_blueprint(o->img, value));
        put_char(o, '}');
        break;
    case V_EVENT:
        put_raw(o, "{\"event\":");
        put_string(o, value >= 0 && value < o->img->events_count
                          ? image_text(o->img, o->img->events[value].name)
                          : "?");
        put_char(o, '}');
        break;
    case V_FACE:
        if (value >= FACE_NAMED / 2) {
            put_number(o, value);
            break;
        }
        put_string(o, journal_value_text(o->img, type, value, false, text, sizeof text));
        break;
    default:
        put_string(o, journal_value_text(o->img, type, value, false, text, sizeof text));
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
    put_key(o, "title");
    put_string(o, image_text(o->img, title));
}

static void put_cites(struct json *o, int32_t first, int32_t count) {
    if (first < 0 || count <= 0) return;
    put_key(o, "cites");
    put_char(o, '[');
    for (int32_t i = 0; i < count; i++) {
        if (i) put_char(o, ',');
        put_string(o, image_text(o->img, o->img->cites[first + i]));
    }
    put_char(o, ']');
}

static void put_at(struct json *o, int32_t place) {
    char text[400];
    journal_place_text(o->img, o->root, place, text, sizeof text);
    if (!*text) return;
    put_key(o, "at");
    put_string(o, text);
}

/* ---- The letters of a payload */

static void put_template(struct json *o, const struct journal_entry *e, size_t *at) {
    int64_t template = e->words[(*at)++];
    char text[400];
    if (template <0 || template >= o->img->templates_count) {
        put_raw(o, "null");
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
    put_string(o, whole);
}

static const char *const row_op_names[] = {"add",      "set",     "times", "halve_up", "halve_down",
                                           "at_least", "at_most", "yes",   "no",       "silence"};

static void put_rows(struct json *o, const struct journal_entry *e, size_t *at) {
    bool first = true;
    put_char(o, '[');
    struct journal_account_row row;
    struct journal_item amount;
    while (journal_account_row(e, at, &row, &amount)) {
        const int64_t rule = row.rule;
        put_raw(o, first ? "{" : ",{");
        first = false;
        const struct image_rule *r =
            rule >= 0 && rule < o->img->rules_count ? &o->img->rules[rule] : NULL;
        if (r && r->op >= 0 && (size_t)r->op < ARRAY_LEN(row_op_names)) {
            put_raw(o, "\"op\":");
            put_string(o, row_op_names[r->op]);
            put_char(o, ',');
        }
        put_raw(o, "\"amount\":");
        put_item(o, &amount);
        if (r && r->label >= 0) {
            put_key(o, "label");
            put_string(o, image_text(o->img, r->label));
        } else if (!r && row.label[0]) {
            put_key(o, "label");
            put_string(o, row.label);
        }
        if (r) {
            put_at(o, r->place);
            put_cites(o, r->cites, r->cite_count);
        }
        put_char(o, '}');
    }
    put_char(o, ']');
}

/* Writes the faces of a die whose bits are set in `mask`, as an array. */
static void put_mask(struct json *o, int64_t die, int64_t mask) {
    const struct image_die *d = die >= 0 && die < o->img->dice_count ? &o->img->dice[die] : NULL;
    if (!d || d->sides > MAX_FACES) {
        put_raw(o, "null");
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

/* Writes all values to the end of the entry. If `event` is an event, they are an object with the
 * names of the event's slots as keys; values that were not kept are left out. If `event` is -1 they
 * are one array, in which the members of a list stand like values of their own. */
static void put_values(struct json *o, const struct journal_entry *e, size_t *at, int64_t event) {
    const struct image_func *f = NULL;
    if (event >= 0 && event < o->img->events_count && o->img->events[event].func >= 0)
        f = &o->img->funcs[o->img->events[event].func];
    struct journal_item item;
    bool first = true;
    put_char(o, f ? '{' : '[');
    for (int32_t slot = 0; journal_item(e, at, &item); slot++) {
        if (f) {
            if (item.type.class == V_VOID || item.type.class >= V_CLASS_COUNT_) continue;
            if (!item.list && item.values[0] == UNKEPT) continue;
            if (slot >= f->slots) break;
            if (!first) put_char(o, ',');
            put_string(o, image_text(o->img, o->img->slots[f->first_slot + slot].name));
            put_char(o, ':');
            put_item(o, &item);
            first = false;
            continue;
        }
        for (int64_t i = 0; i < item.count; i++) {
            if (!first) put_char(o, ',');
            put_value(o, item.each, item.values[i]);
            first = false;
        }
    }
    put_char(o, f ? '}' : ']');
}

static void put_field(struct json *o, int64_t field) {
    if (field < 0 || field >= o->img->fields_count) {
        put_raw(o, "null");
        return;
    }
    const struct image_field *f = &o->img->fields[field];
    put_string(o, image_text(o->img, f->name));
    put_title(o, f->label);
}

static void put_event(struct json *o, int64_t event) {
    if (event < 0 || event >= o->img->events_count) {
        put_raw(o, "null");
        return;
    }
    put_string(o, image_text(o->img, o->img->events[event].name));
    put_title(o, o->img->events[event].title);
}

static void put_quantity(struct json *o, int64_t quantity) {
    if (quantity < 0 || quantity >= o->img->quantities_count) {
        put_raw(o, "null");
        return;
    }
    const struct image_quantity *q = &o->img->quantities[quantity];
    put_string(o, image_text(o->img, q->name));
    put_title(o, q->label);
}

static const char *const why_names[] = {"gone", "forbidden", "cancelled"};

static void put_word(struct json *o, char letter, int64_t word) {
    struct image_type type = {V_VOID, 0, -1};
    switch (letter) {
    case 'e': put_event(o, word); return;
    case 'q': put_quantity(o, word); return;
    case 'f': put_field(o, word); return;
    case 'n': put_number(o, word); return;
    case 'w':
        put_string(o, word >= 0 && (size_t)word < ARRAY_LEN(why_names) ? why_names[word] : "?");
        return;
    case 'x': type.class = V_TEXT; break;
    case 'D': type.class = V_DIE; break;
    case 's': type.class = V_STATUS; break;
    default: break;
    }
    put_value(o, type, word < 0 ? NONE : word);
}

/* Writes the value of one letter of an entry's payload. Its words begin at *at, which is moved past
 * them. */
static void put_letter(struct json *o, const struct journal_entry *e, size_t *at, char letter,
                       const char *key) {
    struct journal_item item;
    switch (letter) {
    case 'v':
        if (journal_item(e, at, &item))
            put_item(o, &item);
        else
            put_raw(o, "null");
        return;
    case 'V': {
        bool named = strcmp(key, "roles") == 0 || strcmp(key, "kept") == 0;
        put_values(o, e, at, named && e->count > 0 ? e->words[0] : -1);
        return;
    }
    case 'R': put_rows(o, e, at); return;
    case 'z': {
        char text[512];
        *at += journal_words_read(e->words + *at, e->count - *at, text, sizeof text);
        put_string(o, text);
        return;
    }
    case 't':
        if (*at < e->count)
            put_template(o, e, at);
        else
            put_raw(o, "null");
        return;
    default: break;
    }
    if (*at >= e->count) {
        put_raw(o, "null");
    } else if (letter == 'm') {
        put_mask(o, e->words[0], e->words[(*at)++]);
    } else {
        put_word(o, letter, e->words[(*at)++]);
    }
}

static void put_entry(struct json *o, const struct journal_entry *e, int64_t n) {
    const struct journal_row *row = journal_row(e->kind);
    put_raw(o, "{\"n\":");
    put_number(o, n);
    put_key(o, "depth");
    put_number(o, e->depth);
    put_key(o, "kind");
    put_string(o, row->name);
    size_t at = 0;
    for (const char *p = row->payload; *p;) {
        char letter = *p++;
        char key[32];
        size_t len = 0;
        if (*p == ' ') p++;
        while (*p && *p != ' ' && len + 1 < sizeof key) key[len++] = *p++;
        key[len] = 0;
        if (*p == ' ') p++;
        put_key(o, key);
        put_letter(o, e, &at, letter, key);
    }
    put_at(o, e->place);
    struct journal_cites cites = journal_entry_cites(o->img, e);
    put_cites(o, cites.first, cites.count);
    put_raw(o, "}\n");
}

void journal_json(const struct journal *j, const struct image *img, int64_t before,
                  struct image_sink sink) {
    struct json o = {.img = img, .sink = sink, .root = journal_root(img)};
    journal_names_open(&o.names, j, img);
    put_raw(&o, "{\"format\":\"myth journal\",\"version\":");
    put_number(&o, FORMAT_VERSION);
    put_key(&o, "ruleset");
    put_string(&o, image_text(img, img->name));
    put_title(&o, img->title);
    put_key(&o, "ruleset_version");
    put_string(&o, image_text(img, img->version));
    put_raw(&o, "}\n");
    size_t at = 0;
    struct journal_entry e;
    for (int64_t n = before; journal_next(j, &at, &e);) put_entry(&o, &e, ++n);
    flush(&o);
    journal_names_close(&o.names);
}
