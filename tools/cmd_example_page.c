/* Of the command example: writes the text of an example that has some of what a survey has listed.
 * A thing that the example does not make cannot be named, and is left out; whether that matters is
 * seen when the example is run. */
#include "cmd_example.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 100, INDENT = 12 }; /* of a line; the formatter's lead of a line of an example */

/* An example while it is written. */
struct pen {
    struct page *w;
    const struct choice *with;
    struct arena *arena;
    char *text;
    size_t len, room;
    int32_t lines;
    const char **name; /* by atom: the name of its thing in the example; NULL: it is not in it */
    int32_t letters;   /* how many made-up names have been tried */
    /* of the line `given` or `expect` that is written now: how wide it is; 0: there is none */
    size_t width;
    bool closed; /* nothing is added to it */
    const char *cannot;
};

static void append(struct pen *p, const char *format, ...) MYTH_PRINTF(2, 3);
static void append(struct pen *p, const char *format, ...) {
    va_list args;
    va_start(args, format);
    memory_print(&p->text, &p->room, &p->len, format, args);
    va_end(args);
}

static void end_line(struct pen *p) {
    append(p, "\n");
    p->lines++;
}

/* Ends the line that is written now, if there is one. */
static void close_line(struct pen *p) {
    if (p->width) end_line(p);
    p->width = 0;
    p->closed = false;
}

/* Writes a text in the line that is written now, behind `between`, if it goes there and has room;
 * else in a line of its own, behind `word`. `alone`: neither does anything else stand in its
 * line. */
static void put(struct pen *p, const char *word, const char *between, const char *text,
                bool alone) {
    size_t more = strlen(between) + strlen(text);
    bool joins =
        p->with->joined && p->width && !alone && !p->closed && p->width + more <= COLUMNS - INDENT;
    if (!joins) close_line(p);
    append(p, "%s%s", joins ? between : word, text);
    p->width += joins ? more : strlen(text);
    p->closed = alone;
}

static void cannot(struct pen *p, const char *why) {
    if (!p->cannot) p->cannot = why;
}

/* ---- Values in words ----------------------------------------------------------------------- */

static const char *mm(struct arena *arena, int64_t units) {
    const char *sign = units < 0 ? "-" : "";
    uint64_t size = units < 0 ? 0 - (uint64_t)units : (uint64_t)units;
    uint64_t inch = size / UNITS_PER_INCH, part = size % UNITS_PER_MM;
    if (size % UNITS_PER_INCH == 0) return arena_print(arena, "%s%" PRIu64 "\"", sign, inch);
    if (part == 0) return arena_print(arena, "%s%" PRIu64 "mm", sign, size / UNITS_PER_MM);
    return arena_print(arena, "%s%" PRIu64 ".%02" PRIu64 "mm", sign, size / UNITS_PER_MM, part);
}

static int64_t to_inches(int64_t units, bool round) {
    int64_t half = units < 0 ? -UNITS_PER_INCH / 2 : UNITS_PER_INCH / 2;
    return round ? (units + half) / UNITS_PER_INCH * UNITS_PER_INCH : units;
}

static const char *spot_text(struct arena *arena, int64_t spot, bool round) {
    int64_t x = to_inches(spot >> 32, round);
    int64_t y = to_inches((int32_t)(uint32_t)(uint64_t)spot, round);
    return arena_print(arena, "(%s, %s)", mm(arena, x), mm(arena, y));
}

const char *example_plain(struct arena *arena, const struct image *img, struct image_type type,
                          int64_t value) {
    if (value == NONE) return "none";
    switch ((enum value_class)type.class) {
    case V_NUMBER: return arena_print(arena, "%" PRId64, value);
    case V_LENGTH: return mm(arena, value);
    case V_TRUTH: return value ? "yes" : "no";
    case V_TEXT: return arena_print(arena, "\"%s\"", image_text(img, (int32_t)value));
    case V_PLACE: return spot_text(arena, value, false);
    case V_ENUM: return image_text(img, img->lists[img->enums[type.of].first_value + value]);
    case V_BLUEPRINT: return image_text(img, img->blueprints[value].name);
    case V_EVENT: return image_text(img, img->events[value].name);
    case V_FACE:
        if (value < FACE_NAMED / 2) return image_text(img, (int32_t)(value - FACE_NAMED));
        return arena_print(arena, "%" PRId64, value);
    default: return NULL;
    }
}

/* Returns a place in the words of an example: a point, or the name of an area. */
static const char *place_text(const struct pen *p, int64_t spot, bool round) {
    const struct image *img = p->w->img;
    if (!img->on_map || spot == NONE) return spot_text(p->arena, spot, round);
    return image_text(img, img->blueprints[battle_blueprint(p->w->b, spot)].name);
}

static const char *player_name(const struct pen *p, int64_t thing) {
    const int32_t number = battle_player_number(p->w->b, thing);
    return number < 0 ? NULL : image_player(p->w->img, number);
}

static const char *name_of(const struct pen *p, int64_t thing) {
    int32_t atom = example_atom(p->w, thing);
    return atom >= 0 && p->name[atom] ? p->name[atom] : player_name(p, thing);
}

static const char *members_name(const struct page *w, struct battle *b, int64_t group) {
    const struct image_kind *k = &w->img->kinds[battle_kind(b, group)];
    return image_text(w->img, w->img->fields[k->members].name);
}

/* Returns the value of a role or field in the words of an example: a thing by its name or, if it is
 * the first or last member of a group with a name, as `first(GROUP.FIELD)` or `last(…)`. Returns
 * NULL if an example cannot name it. */
static const char *value_text(struct pen *p, struct battle *b, struct image_type type,
                              int64_t value) {
    struct page *w = p->w;
    if (type.class == V_PLACE && value != NONE) return spot_text(p->arena, value, p->with->rounded);
    if (type.class != V_THING || value == NONE) return example_plain(p->arena, w->img, type, value);
    const char *name = name_of(p, value);
    if (name || !battle_in_play(b, value)) return name;
    int64_t group = example_group(w, b, value), count;
    const char *outer = group != NONE ? name_of(p, group) : NULL;
    if (!outer) return NULL;
    const int64_t *at = example_members(w, b, group, &count);
    const char *field = members_name(w, b, group);
    if (at[0] == value) return arena_print(p->arena, "first(%s.%s)", outer, field);
    if (at[count - 1] == value) return arena_print(p->arena, "last(%s.%s)", outer, field);
    return NULL;
}

/* ---- Names --------------------------------------------------------------------------------- */

static bool is_taken(const struct image *img, const char *name) {
    bool taken = false;
    for (int32_t i = 0; i < img->blueprints_count; i++)
        taken = taken || strcmp(image_text(img, img->blueprints[i].name), name) == 0;
    for (int32_t i = 0; i < img->quantities_count; i++)
        taken = taken || strcmp(image_text(img, img->quantities[i].name), name) == 0;
    for (int32_t i = 0; i < img->kinds_count; i++)
        taken = taken || strcmp(image_text(img, img->kinds[i].name), name) == 0;
    return taken || image_player_named(img, name) >= 0;
}

static const char *next_letter(struct pen *p) {
    for (;;) {
        int32_t n = p->letters++;
        const char *name = arena_print(p->arena, "%c", 'a' + (int)(n % 26));
        if (n >= 26) name = arena_print(p->arena, "%s_%d", name, (int)(n / 26));
        if (!is_taken(p->w->img, name)) return name;
    }
}

/* Whether the example has the atom, and what that needs. */
static bool has(const struct pen *p, int32_t i) {
    const struct atom *a = &p->w->atom[i];
    if (a->what == ATOM_LAID) return a->of >= 0 && p->with->in[a->of];
    return p->with->in[i] && (a->of < 0 || has(p, a->of));
}

/* Whether a card needs a name: something else is said of it. */
static bool is_spoken_of(const struct pen *p, int32_t card) {
    const struct page *w = p->w;
    bool spoken = false;
    for (int32_t i = 0; i < w->atoms; i++)
        spoken = spoken || (w->atom[i].of == card && p->with->in[i]);
    for (int32_t i = 0; i < w->facts; i++)
        spoken = spoken || (p->with->said[i] && w->fact[i].thing == w->atom[card].thing);
    return spoken;
}

static void give_names(struct pen *p) {
    const struct page *w = p->w;
    p->name = NEW_ARRAY(p->arena, (size_t)w->atoms + 1, const char *);
    for (int32_t i = 0; i < w->atoms; i++) {
        const struct atom *a = &w->atom[i];
        p->name[i] = NULL;
        if (!has(p, i)) continue;
        if (a->what == ATOM_LAID) p->name[i] = image_text(w->img, w->img->blueprints[a->row].name);
        if (a->what == ATOM_THING || (a->what == ATOM_CARD && is_spoken_of(p, i)))
            p->name[i] = next_letter(p);
    }
}

/* ---- given --------------------------------------------------------------------------------- */

/* Returns the places of a thing, as " at (…), (…)"; "" if it has none. */
static const char *places_text(struct pen *p, int32_t i) {
    const struct atom *a = &p->w->atom[i];
    enum formed form = (enum formed)p->with->form[i];
    const char *text = "";
    if (a->spots == 0 || form == FORM_OFF) return text;
    int32_t from = form == FORM_LAST ? a->spots - 1 : 0, to = form == FORM_FIRST ? 1 : a->spots;
    for (int32_t k = from; k < to; k++)
        text =
            arena_print(p->arena, "%s%s%s", text, k == from ? " at " : ", ",
                        a->spot[k] == NONE ? "none" : place_text(p, a->spot[k], p->with->round[i]));
    return text;
}

static void given_thing(struct pen *p, int32_t i) {
    const struct image *img = p->w->img;
    const struct atom *a = &p->w->atom[i];
    const char *places = places_text(p, i);
    if (a->cannot) cannot(p, a->cannot);
    put(p, "given ", "; ",
        arena_print(p->arena, "%s has %s as %s%s", image_player(img, a->player),
                    image_text(img, img->blueprints[a->row].name), p->name[i], places),
        *places);
}

static void given_card(struct pen *p, int32_t i) {
    const struct image *img = p->w->img;
    const struct atom *a = &p->w->atom[i];
    const char *card = image_text(img, img->blueprints[battle_blueprint(p->w->b, a->thing)].name);
    put(p, "given ", "; ",
        arena_print(p->arena, "%s.%s has %s%s%s", image_player(img, a->player),
                    image_text(img, img->fields[a->row].name), card, p->name[i] ? " as " : "",
                    p->name[i] ? p->name[i] : ""),
        false);
}

static const char *feature_text(struct pen *p, const struct atom *a, const char *name) {
    const struct image *img = p->w->img;
    const struct image_blueprint *made = &img->blueprints[a->row];
    const char *text = arena_print(p->arena, "%s has %s", name, image_text(img, made->name));
    for (int32_t k = 0; k < made->params; k++) {
        int64_t value =
            battle_word(p->w->b, a->value, (uint32_t)(img->kinds[made->kind].words + k));
        const char *of = value_text(p, p->w->b, img->memory[made->first_memory + k].type, value);
        if (!of) cannot(p, "a feature was given for something that no example can name");
        text = arena_print(p->arena, "%s%s%s%s", text, k ? ", " : "(", of ? of : "none",
                           k + 1 == made->params ? ")" : "");
    }
    return text;
}

/* The text of a line on a thing that is there; NULL if its value has no words. */
static const char *state_text(struct pen *p, int32_t i) {
    const struct image *img = p->w->img;
    const struct atom *a = &p->w->atom[i];
    const char *name = a->of >= 0       ? p->name[a->of]
                       : a->player >= 0 ? image_player(img, a->player)
                                        : "game";
    if (a->what == ATOM_FEATURE) return feature_text(p, a, name);
    const char *value = value_text(p, p->w->b, img->fields[a->row].type, a->value);
    if (!value) return NULL;
    return arena_print(p->arena, "%s.%s = %s", name, image_text(img, img->fields[a->row].name),
                       value);
}

static void write_given(struct pen *p, struct sheet *out) {
    const struct page *w = p->w;
    const struct image *img = w->img;
    int32_t player = -1;
    for (int32_t i = 0; i < w->atoms; i++) {
        const struct atom *a = &w->atom[i];
        if (!has(p, i)) continue;
        if (a->what == ATOM_THING || a->what == ATOM_CARD) {
            /* what one player has does not join what another has */
            if (a->player != player) close_line(p);
            player = a->player;
        }
        switch (a->what) {
        case ATOM_SCENARIO:
            put(p, "given ", "",
                arena_print(p->arena, "%s %s",
                            image_text(img, img->kinds[img->blueprints[a->row].kind].name),
                            image_text(img, img->blueprints[a->row].name)),
                true);
            break;
        case ATOM_READING:
            put(p, "given ", "",
                arena_print(
                    p->arena, "%s %s", image_text(img, img->rulings[a->row].name),
                    image_text(img, img->lists[img->rulings[a->row].first_reading + 2 * a->value])),
                true);
            break;
        case ATOM_THING:
            given_thing(p, i);
            out->weight += 1 + a->spots;
            break;
        case ATOM_CARD: given_card(p, i); break;
        case ATOM_LAID:
        case ATOM_FIELD:
        case ATOM_FEATURE: break;
        }
    }
    close_line(p);
    for (int32_t i = 0; i < w->atoms; i++) {
        const struct atom *a = &w->atom[i];
        if ((a->what != ATOM_FIELD && a->what != ATOM_FEATURE) || !has(p, i)) continue;
        const char *text = state_text(p, i);
        if (text) put(p, "given ", "; ", text, false);
    }
    close_line(p);
}

/* ---- when, rolls, picks -------------------------------------------------------------------- */

static void write_when(struct pen *p) {
    const struct page *w = p->w;
    const struct image_event *e = &w->img->events[w->level->event];
    const struct image_slot *slot = &w->img->slots[w->img->funcs[e->func].first_slot];
    append(p, "when %s(", image_text(w->img, e->name));
    bool all = true;
    for (int32_t i = 0, n = 0; i < e->roles; i++) {
        int64_t value = w->level->role[i];
        bool list = slot[i].type.class == V_SET || slot[i].type.class == V_PATH ||
                    slot[i].type.class == V_POOL;
        if (value == NONE && !list) { /* the role is left out, because none is its default */
            all = false;
            continue;
        }
        const char *text = list ? NULL : value_text(p, w->b, slot[i].type, value);
        if (!text) cannot(p, "a role is filled by something that no example can name");
        append(p, "%s", n++ ? ", " : "");
        if (!all || i > 1) append(p, "%s: ", image_text(w->img, slot[i].name));
        append(p, "%s", text ? text : "none");
    }
    append(p, ")");
    end_line(p);
}

static const char *pick_words(struct pen *p, const struct said *s) {
    const struct page *w = p->w;
    if (s->spot != NONE) return spot_text(p->arena, s->spot, p->with->rounded);
    if (s->thing == NONE) return s->text;
    const char *name = name_of(p, s->thing);
    if (name) return name;
    int32_t made = battle_in_play(w->b, s->thing) ? battle_blueprint(w->b, s->thing) : -1;
    if (made < 0 && battle_in_play(w->after, s->thing)) made = battle_blueprint(w->after, s->thing);
    return made < 0 ? NULL : image_text(w->img, w->img->blueprints[made].name);
}

/* Whether answers that are no dice were given by more than one player in the event. */
static bool several_answer(const struct level *l) {
    int64_t who = NONE;
    for (struct said **at = l->from; at != l->to; at = &(*at)->next) {
        if ((*at)->die) continue;
        if (who != NONE && (*at)->who != who) return true;
        who = (*at)->who;
    }
    return false;
}

static void write_answers(struct pen *p, bool dice) {
    const struct level *l = p->w->level;
    bool several = several_answer(l);
    int64_t who = NONE;
    int n = 0;
    for (struct said **at = l->from; at != l->to; at = &(*at)->next) {
        const struct said *s = *at;
        if (s->die != dice) continue;
        const char *words = pick_words(p, s);
        if (s->cannot || !words) cannot(p, "something was answered that no example can name");
        if (n == 0) append(p, "%s", dice ? "rolls " : "picks ");
        append(p, "%s", n == 0 ? "" : dice ? (s->first ? "   " : " ") : ", ");
        const char *asked = !dice && several && s->who != who ? player_name(p, s->who) : NULL;
        if (asked) append(p, "%s is asked, ", asked);
        who = s->who;
        append(p, "%s", words ? words : "");
        n++;
    }
    if (n) end_line(p);
}

/* ---- expect -------------------------------------------------------------------------------- */

/* A value of a type, as an expectation says it: `x = 3`, `x is y`, `x`, `not x`. */
static const char *expected(struct pen *p, const char *what, struct image_type type,
                            int64_t value) {
    const char *text = value_text(p, p->w->after, type, value);
    if (!text) return NULL;
    if (type.class == V_TRUTH && value != NONE)
        return arena_print(p->arena, "%s%s", value ? "" : "not ", what);
    bool equal = (type.class == V_NUMBER || type.class == V_LENGTH) && value != NONE;
    return arena_print(p->arena, "%s %s %s", what, equal ? "=" : "is", text);
}

static const char *place_fact(struct pen *p, const struct fact *f, const char *name) {
    const struct page *w = p->w;
    int64_t now;
    const int64_t *to = example_members(w, w->after, f->thing, &now);
    return arena_print(p->arena,
                       w->img->on_map ? "first(%s.%s) is in %s" : "first(%s.%s).place = %s", name,
                       members_name(w, w->b, f->thing),
                       place_text(p, battle_word(w->after, to[0], T_PLACE), p->with->rounded));
}

/* The text of a fact; NULL if the example cannot say it. */
static const char *fact_text(struct pen *p, const struct fact *f) {
    const struct page *w = p->w;
    const struct image *img = w->img;
    const char *name = f->thing != NONE ? name_of(p, f->thing) : "", *of;
    int64_t now;
    if (f->what == FACT_FIELD && !name && battle_kind(w->b, f->thing) == img->root[ROOT_GAME])
        name = "game";
    if (!name) return NULL;
    switch (f->what) {
    case FACT_YES: return "yes";
    case FACT_ROWS:
        of = image_text(img, img->quantities[f->row].name);
        return arena_print(p->arena, "rows of %s are %s", of, w->m->labels);
    case FACT_KEPT: {
        const struct image_event *e = &img->events[w->level->event];
        const struct image_slot *slot = &img->slots[img->funcs[e->func].first_slot + f->row];
        return expected(p, image_text(img, slot->name), slot->type, w->level->kept[f->row]);
    }
    case FACT_GONE: return arena_print(p->arena, "%s is not in_play", name);
    case FACT_COUNT:
        example_members(w, w->after, f->thing, &now);
        return arena_print(p->arena, "count(%s.%s) = %" PRId64, name,
                           members_name(w, w->b, f->thing), now);
    case FACT_PLACE: return place_fact(p, f, name);
    case FACT_FIELD:
        of = arena_print(p->arena, "%s.%s", name, image_text(img, img->fields[f->row].name));
        return expected(p, of, img->fields[f->row].type,
                        battle_word(w->after, f->thing, (uint32_t)img->fields[f->row].slot));
    case FACT_FEATURE:
        return arena_print(p->arena, "%s is %s%s", name, f->value ? "" : "not ",
                           image_text(img, img->blueprints[f->row].name));
    case FACT_PILE:
        battle_list(w->after, battle_word(w->after, f->thing, (uint32_t)img->fields[f->row].slot),
                    &now);
        return arena_print(p->arena, "count(%s.%s) = %" PRId64, name,
                           image_text(img, img->fields[f->row].name), now);
    }
    return NULL;
}

static void write_expect(struct pen *p, struct sheet *out) {
    const struct page *w = p->w;
    for (int32_t i = 0; i < w->facts; i++) {
        const char *text = p->with->said[i] ? fact_text(p, &w->fact[i]) : NULL;
        if (!text || out->expects == FACTS_MOST) continue;
        put(p, "expect ", " and ", text, w->fact[i].what == FACT_ROWS);
        out->line[out->expects] = p->lines;
        out->fact[out->expects++] = i;
    }
    close_line(p);
    if (!out->expects) cannot(p, "what came of it cannot be said");
}

void example_write(struct page *w, const struct choice *with, const char *title,
                   struct sheet *out) {
    struct pen p = {.w = w, .with = with, .arena = w->arena};
    *out = (struct sheet){0};
    give_names(&p);
    append(&p, "example \"%s\" {", title);
    end_line(&p);
    write_given(&p, out);
    write_when(&p);
    write_answers(&p, true);
    write_answers(&p, false);
    write_expect(&p, out);
    append(&p, "}");
    end_line(&p);
    out->text = arena_text(w->arena, p.text, p.len);
    out->len = p.len;
    out->lines = p.lines;
    out->cannot = p.cannot;
    memory_free(p.text);
}
