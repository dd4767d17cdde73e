/*
 * state_tell: the words of things and values in entries of the journal, and values as text.
 */
#include <stdio.h>
#include <string.h>

#include "state.h"

struct journal_name state_name(const struct state *s, int64_t thing) {
    struct journal_name name = {-1, -1, 0, -1, (int32_t)thing};
    if (!state_thing(s, thing)) return (struct journal_name){-1, -1, 0, -1, 0};
    name.blueprint = state_blueprint(s, thing);
    name.kind = state_kind(s, thing);
    name.owner = state_player_number(s, state_word(s, thing, T_OWNER));
    name.ordinal = (int32_t)state_word(s, thing, T_ORDINAL);
    if (name.blueprint < 0) name.ordinal = 0;
    return name;
}

void state_tell(struct state *s, enum journal_kind kind) {
    journal_begin(&s->journal, kind, (int32_t)state_global(s, G_DEPTH), s->place);
}

static int64_t told_word(const struct state *s, uint8_t class, int64_t value) {
    if (class != V_THING || value == NONE) return value;
    return journal_name_pack(state_name(s, value));
}

void state_tell_value(struct state *s, struct image_type type, int64_t value) {
    if (type.class == V_POOL) type.class = V_VOID, value = NONE;
    if (!image_is_list(type)) {
        journal_value(&s->journal, type, told_word(s, type.class, value));
        return;
    }
    struct view list = state_list(s, value);
    if (type.class == V_PATH) { /* a way is told as its places, without the mover */
        const int64_t places = list.count > 0 ? list.count - 1 : 0;
        if (type.elem != V_THING) {
            journal_list(&s->journal, type, list.at ? list.at + 1 : NULL, places);
            return;
        }
        list = (struct view){list.count > 0 ? list.at + 1 : NULL, places};
    }
    int64_t copy = state_scratch_copy(s, list.at, list.count);
    int64_t *words = s->scratch + (copy & ~SCRATCH_BIT) + 1;
    for (int64_t i = 0; i < list.count; i++) {
        words[i] = told_word(s, type.elem, words[i]);
    }
    journal_list(&s->journal, type, words, list.count);
}

void state_tell_thing(struct state *s, int64_t thing) {
    struct image_type type = {V_THING, 0, -1};
    if (thing != NONE) type.of = (int16_t)state_kind(s, thing);
    state_tell_value(s, type, thing);
}

/* Adds each member of a group and its place to the entry; nothing if the thing is no group. */
void state_tell_models(struct state *s, int64_t group) {
    if (!state_is_root(s, group, ROOT_GROUP)) return;
    int32_t members = s->img->kinds[state_kind(s, group)].members;
    int64_t list = state_word(s, group, (uint32_t)s->img->fields[members].slot);
    for (int64_t i = 0; i < state_list(s, list).count; i++) {
        int64_t model = state_list(s, list).at[i];
        state_tell_thing(s, model);
        state_tell_value(s, state_place_type(s), state_word(s, model, T_PLACE));
    }
}

void state_tell_template(struct state *s, int32_t tmpl, const int64_t *holes) {
    journal_word(&s->journal, tmpl);
    if (tmpl < 0) return;
    const struct image_template *t = &s->img->templates[tmpl];
    for (int32_t i = 0; i + 1 < t->texts; i++) {
        state_tell_value(s, s->img->hole_types[t->first_hole + i], holes[i]);
    }
}

/* The words that fill the holes in the title of a thing. */
static int64_t filling(const struct state *s, const struct image_titled *t, int32_t hole,
                       int64_t thing) {
    const struct image_field *f = &s->img->fields[s->img->lists[t->first + hole]];
    return state_word(s, thing, (uint32_t)f->slot);
}

void state_tell_title(struct state *s, int64_t thing, int32_t field) {
    const struct image_titled *t = image_titled_card(s->img, state_blueprint(s, thing));
    if (!t) return;
    const struct image_template *text = &s->img->templates[t->title];
    int64_t holes[MAX_HOLES];
    bool named = false;
    for (int32_t i = 0; i + 1 < text->texts; i++) {
        holes[i] = filling(s, t, i, thing);
        named = named || s->img->lists[t->first + i] == field;
    }
    if (!named) return;
    state_tell(s, J_TITLED);
    state_tell_thing(s, thing);
    state_tell_template(s, t->title, holes);
    for (int32_t i = 0; i + 1 < text->texts; i++)
        state_tell_value(s, s->img->hole_types[text->first_hole + i], holes[i]);
    state_told(s);
}

void state_told(struct state *s) {
    journal_end(&s->journal);
    world_set(&s->w, ADDR(SEG_HEADER, H_JOURNAL), (int64_t)s->journal.count);
}

/* ---- Values as a person reads them ------------------------------------------ */

struct writer {
    char *out;
    size_t size, used;
    int titles; /* how many titles are being filled, one inside the other */
};
enum { TITLES = 3 }; /* so many at most: a thing might be named in its own title */

static void write_text(struct writer *w, const char *text) {
    for (; *text; text++, w->used++) {
        if (w->used + 1 < w->size) w->out[w->used] = *text;
    }
    if (w->size) w->out[w->used < w->size ? w->used : w->size - 1] = '\0';
}

static void write_number(struct writer *w, int64_t n) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)n);
    write_text(w, text);
}

/* Writes a length in inches, rounded to at most two decimals. */
static void write_length(struct writer *w, int64_t units) {
    uint64_t size = units < 0 ? 0 - (uint64_t)units : (uint64_t)units;
    uint64_t hundredths = (size % UNITS_PER_INCH * 100 + UNITS_PER_INCH / 2) / UNITS_PER_INCH;
    uint64_t inches = size / UNITS_PER_INCH + hundredths / 100;
    hundredths %= 100;
    if (units < 0) write_text(w, "-");
    char text[40];
    if (hundredths == 0) {
        snprintf(text, sizeof text, "%llu\"", (unsigned long long)inches);
    } else if (hundredths % 10 == 0) {
        snprintf(text, sizeof text, "%llu.%llu\"", (unsigned long long)inches,
                 (unsigned long long)hundredths / 10);
    } else {
        snprintf(text, sizeof text, "%llu.%02llu\"", (unsigned long long)inches,
                 (unsigned long long)hundredths);
    }
    write_text(w, text);
}

static void put_template(struct writer *w, const struct state *s, int32_t tmpl,
                         const int64_t *holes);

/* Whether another thing of the same owner has the same title, all its holes filled alike. */
static bool is_titled_twice(const struct state *s, const struct image_titled *t, int64_t thing) {
    const int32_t holes = s->img->templates[t->title].texts - 1;
    const struct view all = state_instances(s, t->blueprint);
    for (int64_t i = 0; i < all.count; i++) {
        bool same = all.at[i] != thing &&
                    state_word(s, all.at[i], T_OWNER) == state_word(s, thing, T_OWNER);
        for (int32_t k = 0; same && k < holes; k++)
            same = filling(s, t, k, all.at[i]) == filling(s, t, k, thing);
        if (same) return true;
    }
    return false;
}

/* Writes the title of a thing with its holes filled, and its number only if the title does not tell
 * it from others. */
static void put_titled(struct writer *w, const struct state *s, const struct image_titled *t,
                       int64_t thing, int32_t ordinal) {
    int64_t holes[MAX_HOLES];
    for (int32_t i = 0; i + 1 < s->img->templates[t->title].texts; i++)
        holes[i] = filling(s, t, i, thing);
    w->titles++;
    put_template(w, s, t->title, holes);
    w->titles--;
    if (ordinal > 0 && is_titled_twice(s, t, thing)) write_text(w, " "), write_number(w, ordinal);
}

static void put_thing(struct writer *w, const struct state *s, int64_t thing) {
    struct journal_name name = state_name(s, thing);
    const struct image *img = s->img;
    int32_t player = state_player_number(s, thing);
    const struct image_titled *titled =
        img->titled_count && w->titles < TITLES ? image_titled_card(img, name.blueprint) : NULL;
    if (player >= 0) {
        write_text(w, image_player(img, player));
    } else if (titled) {
        put_titled(w, s, titled, thing, name.ordinal);
    } else if (name.blueprint >= 0) {
        const struct image_blueprint *b = &img->blueprints[name.blueprint];
        write_text(w, image_text(img, b->title >= 0 ? b->title : b->name));
        if (name.ordinal > 0) write_text(w, " "), write_number(w, name.ordinal);
    } else if (name.kind >= 0) {
        const struct image_kind *k = &img->kinds[name.kind];
        write_text(w, image_text(img, k->label >= 0 ? k->label : k->name));
    } else {
        write_text(w, "nobody");
    }
}

static void put_value(struct writer *w, const struct state *s, struct image_type type,
                      int64_t value);

static void put_list(struct writer *w, const struct state *s, struct image_type type,
                     int64_t value) {
    struct view list = state_list(s, value);
    struct image_type elem = {type.elem, 0, type.of};
    if (list.count == 0) write_text(w, "nothing");
    for (int64_t i = 0; i < list.count; i++) {
        if (i) write_text(w, i + 1 < list.count ? ", " : " and ");
        put_value(w, s, elem, list.at[i]);
    }
}

static void put_spot(struct writer *w, int64_t spot, const char *between) {
    write_length(w, state_x(spot));
    write_text(w, between);
    write_length(w, state_y(spot));
}

static void put_value(struct writer *w, const struct state *s, struct image_type type,
                      int64_t value) {
    const struct image *img = s->img;
    if (value == NONE && type.class != V_SET) {
        write_text(w, "none");
        return;
    }
    switch ((enum value_class)type.class) {
    case V_LENGTH: write_length(w, value); break;
    case V_TRUTH: write_text(w, value ? "yes" : "no"); break;
    case V_TEXT: write_text(w, image_text(img, (int32_t)value)); break;
    case V_DIE: write_text(w, image_text(img, img->dice[value].name)); break;
    case V_PLACE:
        write_text(w, "(");
        put_spot(w, value, ", ");
        write_text(w, ")");
        break;
    case V_SIZE: put_spot(w, value, " x "); break;
    case V_ENUM: {
        const struct image_enum *e = &img->enums[type.of];
        write_text(w, image_text(img, img->lists[e->first_value + value]));
        break;
    }
    case V_FACE:
    case V_NUMBER:
        if (value < FACE_NAMED / 2) {
            write_text(w, image_text(img, (int32_t)(value - FACE_NAMED)));
        } else {
            write_number(w, value);
        }
        break;
    case V_BLUEPRINT: {
        const struct image_blueprint *b = &img->blueprints[value];
        write_text(w, image_text(img, b->title >= 0 ? b->title : b->name));
        break;
    }
    case V_THING: put_thing(w, s, value); break;
    case V_EVENT: {
        const struct image_event *e = &img->events[value];
        write_text(w, image_text(img, e->title >= 0 ? e->title : e->name));
        break;
    }
    case V_SET: put_list(w, s, type, value); break;
    case V_PATH: write_text(w, "a way"); break;
    case V_SHAPE: write_text(w, "a shape"); break;
    case V_POOL: write_text(w, "dice"); break;
    case V_STATUS:
    case V_VOID:
    case V_CLASS_COUNT_: write_number(w, value); break;
    }
}

static void put_template(struct writer *w, const struct state *s, int32_t tmpl,
                         const int64_t *holes) {
    const struct image_template *t = &s->img->templates[tmpl];
    for (int32_t i = 0; i < t->texts; i++) {
        write_text(w, image_text(s->img, s->img->lists[t->first_text + i]));
        if (i + 1 < t->texts) put_value(w, s, s->img->hole_types[t->first_hole + i], holes[i]);
    }
}

size_t state_text(const struct state *s, struct image_type type, int64_t value, char *out,
                  size_t size) {
    struct writer w = {out, size, 0, 0};
    write_text(&w, "");
    put_value(&w, s, type, value);
    return w.used;
}

size_t state_template(const struct state *s, int32_t tmpl, const int64_t *holes, char *out,
                      size_t size) {
    struct writer w = {out, size, 0, 0};
    write_text(&w, "");
    if (tmpl < 0) return 0;
    put_template(&w, s, tmpl, holes);
    return w.used;
}
