/*
 * Texts for people: names of things, lengths, values and places of a journal.
 */
#include "journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *journal_title(const struct image *img, int32_t title, int32_t name, char *out,
                          size_t size) {
    const char *text = image_text(img, title);
    if (*text) {
        snprintf(out, size, "%s", text);
        return out;
    }
    snprintf(out, size, "%s", image_text(img, name));
    for (char *c = out; *c; c++)
        if (*c == '_') *c = ' ';
    return out;
}

const char *journal_name_text(const struct image *img, int64_t word, char *out, size_t size) {
    struct journal_name n = journal_name_unpack(img, word);
    if (word == NONE) {
        snprintf(out, size, "none");
        return out;
    }
    char title[160] = "?";
    if (n.blueprint >= 0 && n.blueprint < img->blueprints_count) {
        const struct image_blueprint *b = &img->blueprints[n.blueprint];
        journal_title(img, b->title, b->name, title, sizeof title);
    } else if (n.kind >= 0 && n.kind < img->kinds_count) {
        const struct image_kind *k = &img->kinds[n.kind];
        if (k->root == ROOT_PLAYER && n.owner >= 0 && n.owner < img->players)
            snprintf(title, sizeof title, "%s", image_player(img, n.owner));
        else
            journal_title(img, k->label, k->name, title, sizeof title);
    }
    if (n.ordinal > 0)
        snprintf(out, size, "%s %" PRId32, title, n.ordinal);
    else
        snprintf(out, size, "%s", title);
    return out;
}

const char *journal_length_text(int64_t units, char *out, size_t size) {
    bool below = units < 0;
    /* -units cannot overflow: units is at least NUM_MIN, which is above INT64_MIN. */
    uint64_t n = below ? (uint64_t)-units : (uint64_t)units;
    uint64_t whole = n / UNITS_PER_INCH;
    uint64_t part = (n % UNITS_PER_INCH * 100 + UNITS_PER_INCH / 2) / UNITS_PER_INCH;
    if (part == 100) {
        whole++;
        part = 0;
    }
    const char *sign = below && (whole || part) ? "-" : "";
    if (part == 0)
        snprintf(out, size, "%s%" PRIu64 "\"", sign, whole);
    else if (part % 10 == 0)
        snprintf(out, size, "%s%" PRIu64 ".%" PRIu64 "\"", sign, whole, part / 10);
    else
        snprintf(out, size, "%s%" PRIu64 ".%02" PRIu64 "\"", sign, whole, part);
    return out;
}

static const char *const shape_names[] = {
#define SHAPE(NAME, name, example, sentence) [SHAPE_##NAME] = name,
#include "shape.def"
#undef SHAPE
};
static const char *const status_names[] = {"running", "done", "stopped", "cancelled", "forbidden"};

static int64_t high_half(int64_t word) {
    return (int32_t)(uint32_t)((uint64_t)word >> 32);
}

static int64_t low_half(int64_t word) {
    return (int32_t)(uint32_t)(uint64_t)word;
}

static void pair_text(int64_t word, const char *before, const char *between, const char *after,
                      char *out, size_t size) {
    char a[40], b[40];
    journal_length_text(high_half(word), a, sizeof a);
    journal_length_text(low_half(word), b, sizeof b);
    snprintf(out, size, "%s%s%s%s%s", before, a, between, b, after);
}

static const char *text_at(const struct image *img, int64_t text) {
    return text >= 0 && text < img->texts_count ? img->texts[text] : "?";
}

static const char *enum_text(const struct image *img, int32_t of, int64_t value) {
    if (of < 0 || of >= img->enums_count) return "?";
    const struct image_enum *e = &img->enums[of];
    if (value < 0 || value >= e->values) return "?";
    return text_at(img, img->lists[e->first_value + value]);
}

static const char *const *named(size_t count, const char *const *names, int64_t value) {
    return value >= 0 && (uint64_t)value < count ? &names[value] : NULL;
}

static void number_text(int64_t value, bool utf8, char *out, size_t size) {
    if (value < 0 && utf8)
        snprintf(out, size, "\xe2\x88\x92%" PRIu64, (uint64_t)-value);
    else
        snprintf(out, size, "%" PRId64, value);
}

static void titled_text(const struct image *img, struct image_type type, int64_t value, char *out,
                        size_t size) {
    snprintf(out, size, "?");
    if (type.class == V_BLUEPRINT && value >= 0 && value < img->blueprints_count)
        journal_title(img, img->blueprints[value].title, img->blueprints[value].name, out, size);
    if (type.class == V_EVENT && value >= 0 && value < img->events_count)
        journal_title(img, img->events[value].title, img->events[value].name, out, size);
    if (type.class == V_DIE && value >= 0 && value < img->dice_count)
        snprintf(out, size, "%s", image_text(img, img->dice[value].name));
}

const char *journal_value_text(const struct image *img, struct image_type type, int64_t value,
                               bool utf8, char *out, size_t size) {
    const char *const *name;
    if (value == NONE || value == UNKEPT) {
        snprintf(out, size, "none");
        return out;
    }
    switch ((enum value_class)type.class) {
    case V_NUMBER: number_text(value, utf8, out, size); break;
    case V_FACE:
        if (value < FACE_NAMED / 2)
            snprintf(out, size, "%s", text_at(img, value - FACE_NAMED));
        else
            number_text(value, utf8, out, size);
        break;
    case V_LENGTH: journal_length_text(value, out, size); break;
    case V_TRUTH: snprintf(out, size, "%s", value ? "yes" : "no"); break;
    case V_TEXT: snprintf(out, size, "%s", text_at(img, value)); break;
    case V_PLACE: pair_text(value, "(", ", ", ")", out, size); break;
    case V_SIZE: pair_text(value, "", " x ", "", out, size); break;
    case V_SHAPE:
        name = NULL;
        if (value >= 0 && value < img->shapes_count)
            name = named(ARRAY_LEN(shape_names), shape_names, img->shapes[value].what);
        snprintf(out, size, "%s", name ? *name : "?");
        break;
    case V_ENUM: snprintf(out, size, "%s", enum_text(img, type.of, value)); break;
    case V_THING: journal_name_text(img, value, out, size); break;
    case V_STATUS:
        name = named(ARRAY_LEN(status_names), status_names, value);
        snprintf(out, size, "%s", name ? *name : "?");
        break;
    case V_DIE:
    case V_BLUEPRINT:
    case V_EVENT: titled_text(img, type, value, out, size); break;
    case V_VOID:
    case V_SET:
    case V_PATH:
    case V_POOL:
    case V_CLASS_COUNT_: snprintf(out, size, "none"); break;
    }
    return out;
}

/* Finds how many bytes all paths share, then goes back to the last slash among them. */
size_t journal_root(const struct image *img) {
    if (img->files_count == 0) return 0;
    const char *first = img->files[0];
    size_t shared = strlen(first);
    for (int32_t i = 1; i < img->files_count; i++) {
        size_t n = 0;
        while (n < shared && img->files[i][n] == first[n]) n++;
        shared = n;
    }
    while (shared > 0 && first[shared - 1] != '/') shared--;
    return shared;
}

const char *journal_place_text(const struct image *img, size_t root, int32_t place, char *out,
                               size_t size) {
    *out = 0;
    if (place < 0 || place >= img->places_count) return out;
    const struct image_place *p = &img->places[place];
    if (p->file < 0 || p->file >= img->files_count) return out;
    const char *path = img->files[p->file];
    if (root <= strlen(path)) path += root;
    snprintf(out, size, "%s:%" PRId32, path, p->line);
    return out;
}
