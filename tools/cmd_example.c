/* The command example: writes a moment of a battle as an example of the rules. It plays the tape
 * until all events around the wanted entry of the journal have ended, and keeps the World before
 * and after each of them (struct level). For the innermost event that can be told it writes an
 * example (struct page), runs the example, and prints it if it passes. */
#include "cmd.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../dsl/check.h"
#include "../dsl/form.h"
#include "../dsl/grammar.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "../vm/run.h"
#include "trial.h"

enum { LEVELS = MAX_DEPTH_EVENTS + 8, SLOTS = 64, ANSWERS_MOST = 200 };

/* One die or pick of an answer. */
struct said {
    struct said *next;
    /* die: a die, else a pick; first: the first die of its answer; cannot: an example has no way to
     * name it */
    bool die, first, cannot;
    /* its text; "" of a thing, whose name is known only when the example is written; NULL if
     * `cannot` is set because the value has no words */
    const char *text;
    /* thing: the thing that was picked, NONE if it is no thing; who: the player who answered, NONE
     * for chance */
    int64_t thing, who;
};
/* An event that was running at the wanted entry, with the World before and after it. */
struct level {
    uint32_t frame;
    int32_t event;
    bool ended;
    struct world begin, end;
    /* the event's slots, the roles first, then the kept values: as the event began, and as it
     * ended */
    int64_t role[SLOTS], kept[SLOTS];
    /* the answers given in the event: from the one that `from` links to, up to that which `to`
     * links to, exclusive */
    struct said **from, **to;
};
/* The moment of the battle that is written as an example. */
struct moment {
    struct cmd *c;
    /* the entry that is wanted, counted from 1 over all battles; how many entries have been seen */
    int64_t wanted, entries;
    size_t journal_at;
    /* found: the wanted entry has been seen; done: the outermost event around it has ended */
    bool found, done;
    const char *rules; /* the name by which the battle asked for its ruleset */
    uint64_t hash;
    struct level level[LEVELS];
    int32_t levels;
    struct said *said, **end;
    int64_t who; /* the player who answers now; NONE: chance */
};

/* ---- Watching the battle ------------------------------------------------------------------- */

static void look_at_journal(struct moment *m, struct battle *b) {
    struct journal_entry e;
    while (m->entries < m->wanted && journal_next(battle_journal(b), &m->journal_at, &e))
        m->entries++;
    m->found = m->entries >= m->wanted;
}

static void copy_world(struct world *to, struct battle *b) {
    if (!to->block) world_open(to, battle_world(b)->capacity);
    world_copy(to, battle_world(b));
}

static void copy_slots(struct battle *b, int32_t event, int64_t *to) {
    const struct image_event *e = &battle_image(b)->events[event];
    for (int32_t i = 0; i < e->kept && i < SLOTS; i++) to[i] = battle_role(b, i);
}

static void begins(struct moment *m, struct battle *b, int32_t event, uint32_t frame) {
    while (m->levels && m->level[m->levels - 1].frame >= frame) m->levels--;
    if (m->levels == LEVELS) return;
    struct level *l = &m->level[m->levels++];
    l->frame = frame;
    l->event = event;
    l->ended = false;
    l->from = m->end;
    copy_world(&l->begin, b);
    copy_slots(b, event, l->role);
}

static void ends(struct moment *m, struct battle *b, int32_t event, uint32_t frame) {
    for (int32_t i = m->levels - 1; i >= 0; i--) {
        struct level *l = &m->level[i];
        if (l->frame != frame || l->event != event || l->ended) continue;
        if (!m->found) {
            m->levels = i;
            return;
        }
        l->ended = true;
        l->to = m->end;
        copy_world(&l->end, b);
        copy_slots(b, event, l->kept);
        m->done = i == 0;
        return;
    }
}

static void at_event(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended) {
    struct moment *m = user;
    if (!m->found) look_at_journal(m, b);
    if (ended)
        ends(m, b, event, frame);
    else if (!m->found)
        begins(m, b, event, frame);
}

/* ---- What was answered --------------------------------------------------------------------- */

static struct said *new_said(struct moment *m, bool die, bool first) {
    struct said *s = NEW(&m->c->arena, struct said);
    *s = (struct said){.die = die, .first = first, .thing = NONE, .who = m->who, .text = ""};
    *m->end = s;
    m->end = &s->next;
    return s;
}

static const char *mm(struct arena *arena, int64_t units) {
    const char *sign = units < 0 ? "-" : "";
    uint64_t size = units < 0 ? 0 - (uint64_t)units : (uint64_t)units;
    uint64_t inch = size / UNITS_PER_INCH, part = size % UNITS_PER_MM;
    if (size % UNITS_PER_INCH == 0) return arena_print(arena, "%s%" PRIu64 "\"", sign, inch);
    if (part == 0) return arena_print(arena, "%s%" PRIu64 "mm", sign, size / UNITS_PER_MM);
    return arena_print(arena, "%s%" PRIu64 ".%02" PRIu64 "mm", sign, size / UNITS_PER_MM, part);
}

static const char *spot_text(struct arena *arena, int64_t spot) {
    int64_t x = spot >> 32, y = (int32_t)(uint32_t)(uint64_t)spot;
    return arena_print(arena, "(%s, %s)", mm(arena, x), mm(arena, y));
}

/* Returns a copy of a text (NULL: NULL), because the image by which the tape was played is freed
 * before the example is written. */
static const char *own_text(struct moment *m, const char *text) {
    return text ? arena_text(&m->c->arena, text, strlen(text)) : NULL;
}

/* Returns the words of a value in rule text ("none" for NONE); NULL if its type (a thing, a set …)
 * has no words there. */
static const char *plain_text(struct moment *m, const struct image *img, struct image_type type,
                              int64_t value) {
    struct arena *arena = &m->c->arena;
    if (value == NONE) return "none";
    switch ((enum value_class)type.class) {
    case V_NUMBER: return arena_print(arena, "%" PRId64, value);
    case V_LENGTH: return mm(arena, value);
    case V_TRUTH: return value ? "yes" : "no";
    case V_TEXT: return arena_print(arena, "\"%s\"", image_text(img, (int32_t)value));
    case V_PLACE: return spot_text(arena, value);
    case V_ENUM: return image_text(img, img->lists[img->enums[type.of].first_value + value]);
    case V_BLUEPRINT: return image_text(img, img->blueprints[value].name);
    case V_EVENT: return image_text(img, img->events[value].name);
    case V_FACE:
        if (value < FACE_NAMED / 2) return image_text(img, (int32_t)(value - FACE_NAMED));
        return arena_print(arena, "%" PRId64, value);
    default: return NULL;
    }
}

static void say_dice(struct moment *m, const struct image *img, const struct question *q,
                     const struct answer *a) {
    for (int64_t i = 0; i < a->count; i++) {
        struct said *s = new_said(m, true, i == 0);
        struct image_type face = {V_FACE, 0, -1};
        s->cannot = q->kind != ASK_ROLL && q->kind != ASK_RANDOM;
        s->text = own_text(m, plain_text(m, img, face, a->values[i] + (q->kind == ASK_RANDOM)));
    }
}

static void say_picks(struct moment *m, const struct image *img, const struct question *q,
                      const struct answer *a) {
    for (int64_t i = 0; i < a->count; i++) {
        struct said *s = new_said(m, false, false);
        int64_t at = a->values[i], value = q->values ? q->values[at] : at;
        bool may = q->choice >= 0 && img->choices[q->choice].what == CHOICE_MAY;
        if (q->labels)
            s->text =
                may ? (at == 0 ? "yes" : "no") : arena_print(&m->c->arena, "\"%s\"", q->labels[at]);
        else if (q->type.class == V_THING)
            s->thing = value;
        else
            s->text = own_text(m, plain_text(m, img, q->type, value));
        s->cannot = !s->text;
    }
    if (a->pass || a->count < q->most) new_said(m, false, false)->text = "pass";
}

static bool at_answer(void *user, struct battle *b, const struct question *q,
                      const struct answer *a) {
    struct moment *m = user;
    const struct image *img = battle_image(b);
    const int64_t *at = a->values;
    int64_t count = a->count;
    if (!m->found) look_at_journal(m, b);
    m->who = q->who;
    if (q->kind == ASK_PICK) {
        say_picks(m, img, q, a);
    } else if (q->kind != ASK_PLACE && q->kind != ASK_PATH) {
        say_dice(m, img, q, a);
    } else if (a->pass) {
        new_said(m, false, false)->text = "pass";
    } else {
        if (!a->spelled && !run_candidate(b, a->values[0], &at, &count)) count = 0;
        struct said *s = new_said(m, false, false);
        s->cannot = count == 0;
        if (count) s->text = spot_text(&m->c->arena, at[count - 1]);
    }
    return !m->done;
}

/* ---- Writing it ---------------------------------------------------------------------------- */

/* One event as the text of an example. Battle `b` stands where the event begins, `after` where it
 * has ended. In `fresh`, which is empty at first, the scenario and the things are made anew, to see
 * what their cards say. */
struct page {
    struct moment *m;
    const struct image *img;
    const struct level *level;
    struct battle *b, *after, *fresh;
    char *text;
    size_t len, room;
    /* By number of a thing that has a name in the example, `names` of them: the thing, its name,
     * whether the example makes it (else the scenario does), and the same thing in `fresh` (NONE:
     * not made there). */
    int64_t *id;
    const char **name;
    bool *own;
    int64_t *fresh_id;
    int32_t names, name_room, letters; /* letters: how many made-up names have been tried */
    bool idle;                         /* nothing changes that an example could expect */
    const char *cannot; /* why the event cannot be written as an example; NULL: it can */
};

static void append(struct page *w, const char *format, ...) MYTH_PRINTF(2, 3);
static void append(struct page *w, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    w->text = memory_grow(w->text, &w->room, w->len + (size_t)len + 1, 1);
    vsnprintf(w->text + w->len, (size_t)len + 1, format, again);
    va_end(again);
    w->len += (size_t)len;
}

static void cannot(struct page *w, const char *why) {
    if (!w->cannot) w->cannot = why;
}

static const char *player_name(const struct page *w, int64_t thing) {
    const int32_t number = battle_player_number(w->b, thing);
    return number < 0 ? NULL : image_player(w->img, number);
}

static const char *name_of(const struct page *w, int64_t thing) {
    for (int32_t i = 0; i < w->names; i++)
        if (w->id[i] == thing) return w->name[i];
    return player_name(w, thing);
}

static bool is_root(const struct page *w, int32_t kind, enum kind_root root) {
    return kind >= 0 && image_kind_is(w->img, kind, w->img->root[root]);
}

static int64_t group_of(const struct page *w, struct battle *b, int64_t thing) {
    int64_t holder = battle_word(b, thing, T_HOLDER);
    return holder > 0 && is_root(w, battle_kind(b, holder), ROOT_GROUP) ? holder : NONE;
}

static uint32_t members_slot(const struct page *w, struct battle *b, int64_t group) {
    const struct image_kind *k = &w->img->kinds[battle_kind(b, group)];
    return (uint32_t)w->img->fields[k->members].slot;
}

/* Returns a copy of the list of a group's members. */
static const int64_t *members(const struct page *w, struct battle *b, int64_t group,
                              int64_t *count) {
    const int64_t *at = battle_list(b, battle_word(b, group, members_slot(w, b, group)), count);
    int64_t *copy = NEW_ARRAY(&w->m->c->arena, (size_t)*count + 1, int64_t);
    for (int64_t i = 0; i < *count; i++) copy[i] = at[i];
    return copy;
}

/* Returns the value of a role or field in the words of an example: a thing by its name or, if it is
 * the first or last member of a group with a name, as `first(GROUP.FIELD)` or `last(…)`. Returns
 * NULL if an example cannot name it. */
static const char *value_text(struct page *w, struct battle *b, struct image_type type,
                              int64_t value) {
    struct arena *arena = &w->m->c->arena;
    if (type.class != V_THING || value == NONE) return plain_text(w->m, w->img, type, value);
    const char *name = name_of(w, value);
    if (name || !battle_in_play(b, value)) return name;
    int64_t group = group_of(w, b, value), count;
    const char *outer = group != NONE ? name_of(w, group) : NULL;
    if (!outer) return NULL;
    const int64_t *at = members(w, b, group, &count);
    const struct image_kind *k = &w->img->kinds[battle_kind(b, group)];
    const char *field = image_text(w->img, w->img->fields[k->members].name);
    if (at[0] == value) return arena_print(arena, "first(%s.%s)", outer, field);
    if (at[count - 1] == value) return arena_print(arena, "last(%s.%s)", outer, field);
    return NULL;
}

/* ---- given --------------------------------------------------------------------------------- */

static bool is_taken(const struct page *w, const char *name) {
    const struct image *img = w->img;
    bool taken = false;
    for (int32_t i = 0; i < img->blueprints_count; i++)
        taken = taken || strcmp(image_text(img, img->blueprints[i].name), name) == 0;
    for (int32_t i = 0; i < img->quantities_count; i++)
        taken = taken || strcmp(image_text(img, img->quantities[i].name), name) == 0;
    for (int32_t i = 0; i < img->kinds_count; i++)
        taken = taken || strcmp(image_text(img, img->kinds[i].name), name) == 0;
    return taken || image_player_named(img, name) >= 0;
}

static const char *next_letter(struct page *w) {
    for (;;) {
        int32_t n = w->letters++;
        const char *name = arena_print(&w->m->c->arena, "%c", 'a' + (int)(n % 26));
        if (n >= 26) name = arena_print(&w->m->c->arena, "%s_%d", name, (int)(n / 26));
        if (!is_taken(w, name)) return name;
    }
}

/* Whether things of a kind cannot be made by `given PLAYER has NAME`: players, features, items,
 * cards, zones and the like. */
static bool is_other(const struct page *w, int32_t kind) {
    static const enum kind_root roots[] = {ROOT_PLAYER,  ROOT_GAME, ROOT_FEATURE,
                                           ROOT_ITEM,    ROOT_CARD, ROOT_ZONE,
                                           ROOT_TERRAIN, ROOT_AREA, ROOT_BORDER};
    for (size_t i = 0; i < ARRAY_LEN(roots); i++)
        if (w->img->root[roots[i]] >= 0 && is_root(w, kind, roots[i])) return true;
    return false;
}

/* Notes a thing with its name, as the last of `names`. `own`: the example has to make the thing. */
static void add_name(struct page *w, int64_t thing, const char *name, bool own) {
    struct arena *arena = &w->m->c->arena;
    if (w->names == w->name_room) {
        int32_t room = w->name_room ? 2 * w->name_room : 64;
        int64_t *id = NEW_ARRAY(arena, (size_t)room, int64_t);
        int64_t *fresh = NEW_ARRAY(arena, (size_t)room, int64_t);
        const char **names = NEW_ARRAY(arena, (size_t)room, const char *);
        bool *owns = NEW_ARRAY(arena, (size_t)room, bool);
        for (int32_t i = 0; i < w->names; i++) {
            id[i] = w->id[i], fresh[i] = w->fresh_id[i];
            names[i] = w->name[i], owns[i] = w->own[i];
        }
        w->id = id, w->fresh_id = fresh, w->name = names, w->own = owns;
        w->name_room = room;
    }
    w->id[w->names] = thing;
    w->fresh_id[w->names] = NONE;
    w->own[w->names] = own;
    w->name[w->names++] = name;
}

/* Returns a copy of a list of a battle. The list itself is good only until the next list is asked
 * for. */
static const int64_t *copy_of(const struct page *w, const int64_t *at, int64_t count) {
    int64_t *copy = NEW_ARRAY(&w->m->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    return copy;
}

static void name_all(struct page *w, enum kind_root root) {
    int64_t count;
    const int64_t *at = battle_extent(w->b, w->img->root[root], &count);
    at = copy_of(w, at, count);
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(w->b, at[i]);
        if (name_of(w, at[i]) || group_of(w, w->b, at[i]) != NONE) continue;
        if (made < 0 || is_other(w, battle_kind(w->b, at[i]))) continue;
        bool outer = w->img->blueprints[made].outer >= 0;
        add_name(w, at[i],
                 outer ? image_text(w->img, w->img->blueprints[made].name) : next_letter(w),
                 !outer);
    }
}

static void given_scenario(struct page *w) {
    int64_t count, games;
    const int64_t *game = battle_extent(w->b, w->img->root[ROOT_GAME], &games);
    if (!games) return;
    const int64_t *at = battle_list(w->b, battle_word(w->b, game[0], T_BORNE), &count);
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(w->b, at[i]);
        if (made < 0) continue;
        const struct image_blueprint *p = &w->img->blueprints[made];
        append(w, "given %s %s\n", image_text(w->img, w->img->kinds[p->kind].name),
               image_text(w->img, p->name));
        battle_scenario(w->fresh, made);
    }
}

static void given_readings(struct page *w) {
    for (int32_t i = 0; i < w->img->rulings_count; i++) {
        const struct image_ruling *r = &w->img->rulings[i];
        int32_t now = battle_reading(w->b, i);
        if (now == r->chosen) continue;
        append(w, "given %s %s\n", image_text(w->img, r->name),
               image_text(w->img, w->img->lists[r->first_reading + 2 * now]));
        battle_ruling(w->fresh, i, now);
    }
}

/* Writes where a thing stands, or nothing if it stands nowhere. Of a group, writes where each model
 * on its card stands, with none for one that has fallen, as far as models are left; nothing if no
 * model stands on the table and none has fallen. `fresh` is the same thing with all its models, in
 * w->fresh. */
static void given_places(struct page *w, int64_t thing, int64_t fresh) {
    int64_t spot = battle_word(w->b, thing, T_PLACE), count, all;
    if (!is_root(w, battle_kind(w->b, thing), ROOT_GROUP)) {
        if (spot != NONE) append(w, " at %s", spot_text(&w->m->c->arena, spot));
        return;
    }
    const int64_t *now = members(w, w->b, thing, &count);
    const int64_t *was = members(w, w->fresh, fresh, &all);
    bool on = false;
    for (int64_t i = 0; i < count; i++) on = on || battle_word(w->b, now[i], T_PLACE) != NONE;
    if (!on && count == all) return;
    int64_t k = 0;
    for (int64_t i = 0; i < all && (k < count || i < 2); i++) {
        bool here =
            k < count && battle_blueprint(w->b, now[k]) == battle_blueprint(w->fresh, was[i]);
        append(w, "%s", i ? ", " : " at ");
        append(w, "%s",
               here ? spot_text(&w->m->c->arena, battle_word(w->b, now[k], T_PLACE)) : "none");
        if (here && battle_word(w->b, now[k], T_PLACE) == NONE)
            cannot(w, "a model is off the table");
        k += here;
    }
    if (k < count) cannot(w, "a unit has other models than its card");
}

static bool is_said(const struct image *img, int32_t kind, int32_t field) {
    const struct image_field *f = &img->fields[field];
    return image_kind_is(img, kind, f->kind) && f->how == FIELD_STORED && f->place >= 0 &&
           !f->pile && f->type.class != V_SET && f->type.class != V_PATH && f->slot >= T_WORDS;
}

/* Writes a line for each field of a thing in battle `b` that is not as in battle `then`, where the
 * thing is `before`. `line` is "given" (`then` is w->fresh, so the fields that differ from the card
 * are told) or "expect" (`then` is w->b, so those that the event has changed are). */
static void write_fields(struct page *w, struct battle *b, int64_t thing, struct battle *then,
                         int64_t before, const char *name, const char *line) {
    int32_t kind = battle_kind(b, thing);
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        const struct image_field *f = &w->img->fields[i];
        if (!is_said(w->img, kind, i)) continue;
        int64_t now = battle_word(b, thing, (uint32_t)f->slot);
        if (now == battle_word(then, before, (uint32_t)f->slot)) continue;
        const char *text = value_text(w, b, f->type, now);
        const char *field = image_text(w->img, f->name);
        bool expects = *line == 'e';
        /* a value without words is left out; running the example shows whether that matters */
        if (!text) continue;
        if (expects && f->type.class == V_TRUTH)
            append(w, "%s %s%s.%s\n", line, now ? "" : "not ", name, field);
        else if (expects && f->type.class != V_NUMBER && f->type.class != V_LENGTH)
            append(w, "%s %s.%s is %s\n", line, name, field, text);
        else
            append(w, "%s %s.%s = %s\n", line, name, field, text);
    }
}

static int bears(struct battle *b, int64_t thing, int32_t blueprint) {
    int64_t count;
    const int64_t *at = battle_list(b, battle_word(b, thing, T_BORNE), &count);
    int n = 0;
    for (int64_t i = 0; i < count; i++) n += battle_blueprint(b, at[i]) == blueprint;
    return n;
}

static void write_arguments(struct page *w, int64_t feature, int32_t made) {
    const struct image_blueprint *p = &w->img->blueprints[made];
    for (int32_t k = 0; k < p->params; k++) {
        int64_t value = battle_word(w->b, feature, (uint32_t)(w->img->kinds[p->kind].words + k));
        const char *text = value_text(w, w->b, w->img->memory[p->first_memory + k].type, value);
        if (!text) cannot(w, "a feature was given for something that no example can name");
        append(w, "%s%s%s", k ? ", " : "(", text ? text : "none", k + 1 == p->params ? ")" : "");
    }
}

static void given_features(struct page *w, int64_t thing, int64_t fresh, const char *name) {
    int64_t count;
    const int64_t *at = battle_list(w->b, battle_word(w->b, thing, T_BORNE), &count);
    int64_t *copy = NEW_ARRAY(&w->m->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(w->b, copy[i]);
        if (made < 0 || bears(w->fresh, fresh, made)) continue;
        append(w, "given %s has %s", name, image_text(w->img, w->img->blueprints[made].name));
        write_arguments(w, copy[i], made);
        append(w, "\n");
    }
}

static void given_thing(struct page *w, int32_t n) {
    int64_t thing = w->id[n];
    int32_t made = battle_blueprint(w->b, thing);
    if (!w->own[n]) return;
    int32_t number = battle_player_number(w->b, battle_word(w->b, thing, T_OWNER));
    /* A thing of nobody is given to the first player. If that matters, running the example shows
     * it. */
    if (number < 0) number = 0;
    int64_t fresh = battle_create(w->fresh, made, battle_player(w->fresh, number));
    if (fresh == NONE) {
        cannot(w, "a thing could not be made anew");
        return;
    }
    append(w, "given %s has %s as %s", image_player(w->img, number),
           image_text(w->img, w->img->blueprints[made].name), w->name[n]);
    given_places(w, thing, fresh);
    append(w, "\n");
    w->fresh_id[n] = fresh;
}

/* Writes those fields and features of thing n that its card does not say. They may refer to other
 * things, so all things must have their names by now. */
static void given_state(struct page *w, int32_t n) {
    int64_t fresh = w->fresh_id[n], count;
    const char *name = w->name[n];
    /* A thing that the scenario makes is compared with what the scenario lays out in `fresh`. */
    if (!w->own[n]) {
        const int64_t *at = battle_extent(w->fresh, battle_kind(w->b, w->id[n]), &count);
        for (int64_t i = 0; i < count; i++)
            if (battle_blueprint(w->fresh, at[i]) == battle_blueprint(w->b, w->id[n]))
                fresh = at[i];
    }
    if (fresh <= 0) return;
    write_fields(w, w->b, w->id[n], w->fresh, fresh, name, "given");
    given_features(w, w->id[n], fresh, name);
}

/* Whether a thing has a field that is not as on its card. `fresh` is a new thing of the same
 * blueprint in w->fresh. */
static bool is_altered(const struct page *w, int64_t thing, int64_t fresh) {
    int32_t kind = battle_kind(w->b, thing);
    bool other = false;
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        uint32_t slot = (uint32_t)w->img->fields[i].slot;
        other = other || (is_said(w->img, kind, i) &&
                          battle_word(w->b, thing, slot) != battle_word(w->fresh, fresh, slot));
    }
    return other;
}

static void given_piles(struct page *w, int64_t player, const char *name) {
    int32_t kind = battle_kind(w->b, player);
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        const struct image_field *f = &w->img->fields[i];
        int64_t count;
        if (!f->pile || !image_kind_is(w->img, kind, f->kind)) continue;
        const int64_t *at = battle_list(w->b, battle_word(w->b, player, (uint32_t)f->slot), &count);
        at = copy_of(w, at, count);
        for (int64_t k = 0; k < count; k++) {
            int32_t made = battle_blueprint(w->b, at[k]);
            if (made < 0) continue;
            append(w, "given %s.%s has %s", name, image_text(w->img, f->name),
                   image_text(w->img, w->img->blueprints[made].name));
            int64_t fresh = battle_create(w->fresh, made, NONE);
            if (fresh != NONE && is_altered(w, at[k], fresh)) {
                add_name(w, at[k], next_letter(w), true);
                w->fresh_id[w->names - 1] = fresh;
                append(w, " as %s", w->name[w->names - 1]);
            }
            append(w, "\n");
        }
    }
}

static void write_given(struct page *w) {
    given_scenario(w);
    given_readings(w);
    name_all(w, ROOT_GROUP);
    name_all(w, ROOT_PIECE);
    name_all(w, ROOT_THING);
    int32_t things = w->names;
    for (int32_t i = 0; i < things; i++) given_thing(w, i);
    for (int32_t i = 0; i < w->img->players; i++)
        given_piles(w, battle_player(w->b, i), image_player(w->img, i));
    for (int32_t i = 0; i < w->names; i++) given_state(w, i);
    for (int32_t i = 0; i < w->img->players; i++)
        write_fields(w, w->b, battle_player(w->b, i), w->fresh, battle_player(w->fresh, i),
                     image_player(w->img, i), "given");
    int64_t games, others;
    const int64_t *game = battle_extent(w->b, w->img->root[ROOT_GAME], &games);
    int64_t id = games ? game[0] : NONE;
    const int64_t *other = battle_extent(w->fresh, w->img->root[ROOT_GAME], &others);
    if (games && others) write_fields(w, w->b, id, w->fresh, other[0], "game", "given");
}

/* ---- when, rolls, picks -------------------------------------------------------------------- */

static void write_when(struct page *w) {
    const struct image_event *e = &w->img->events[w->level->event];
    const struct image_slot *slot = &w->img->slots[w->img->funcs[e->func].first_slot];
    append(w, "when %s(", image_text(w->img, e->name));
    bool all = true;
    for (int32_t i = 0, n = 0; i < e->roles; i++) {
        int64_t value = w->level->role[i];
        bool list = slot[i].type.class == V_SET || slot[i].type.class == V_PATH ||
                    slot[i].type.class == V_POOL;
        if (value == NONE && !list) { /* the role is left out, because none is its default */
            all = false;
            continue;
        }
        const char *text = list ? NULL : value_text(w, w->b, slot[i].type, value);
        if (!text) cannot(w, "a role is filled by something that no example can name");
        append(w, "%s", n++ ? ", " : "");
        if (!all || i > 1) append(w, "%s: ", image_text(w->img, slot[i].name));
        append(w, "%s", text ? text : "none");
    }
    append(w, ")\n");
}

static const char *pick_words(struct page *w, const struct said *s) {
    if (s->thing == NONE) return s->text;
    const char *name = name_of(w, s->thing);
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

static void write_answers(struct page *w, bool dice) {
    bool several = several_answer(w->level);
    int64_t who = NONE;
    int n = 0;
    for (struct said **at = w->level->from; at != w->level->to; at = &(*at)->next) {
        const struct said *s = *at;
        if (s->die != dice) continue;
        const char *words = pick_words(w, s);
        if (s->cannot || !words) cannot(w, "something was answered that no example can name");
        if (n == ANSWERS_MOST) cannot(w, "too much was answered in it");
        if (n == 0) append(w, "%s", dice ? "rolls " : "picks ");
        append(w, "%s", n == 0 ? "" : dice ? (s->first ? "   " : " ") : ", ");
        const char *asked = !dice && several && s->who != who ? player_name(w, s->who) : NULL;
        if (asked) append(w, "%s is asked, ", asked);
        who = s->who;
        append(w, "%s", words ? words : "");
        n++;
    }
    if (n) append(w, "\n");
}

/* ---- expect -------------------------------------------------------------------------------- */

static void expect_kept(struct page *w) {
    const struct image_event *e = &w->img->events[w->level->event];
    const struct image_slot *slot = &w->img->slots[w->img->funcs[e->func].first_slot];
    for (int32_t i = e->roles; i < e->kept && i < SLOTS; i++) {
        int64_t value = w->level->kept[i];
        const char *name = image_text(w->img, slot[i].name);
        uint8_t class = slot[i].type.class;
        bool fit = class == V_NUMBER || class == V_TRUTH || class == V_LENGTH || class == V_ENUM ||
                   class == V_THING;
        const char *text =
            fit && value != NONE ? value_text(w, w->after, slot[i].type, value) : NULL;
        if (!text) continue;
        if (class == V_TRUTH)
            append(w, "expect %s%s\n", value ? "" : "not ", name);
        else
            append(w, "expect %s %s %s\n", name, class == V_ENUM || class == V_THING ? "is" : "=",
                   text);
    }
}

static void expect_features(struct page *w, int64_t thing, const char *name) {
    for (int32_t k = 0; k < w->img->blueprints_count; k++) {
        if (!is_root(w, w->img->blueprints[k].kind, ROOT_FEATURE) || w->img->blueprints[k].params)
            continue;
        int was = bears(w->b, thing, k), now = bears(w->after, thing, k);
        if (was == now || (was && now)) continue;
        append(w, "expect %s is %s%s\n", name, now ? "" : "not ",
               image_text(w->img, w->img->blueprints[k].name));
    }
}

static void expect_thing(struct page *w, int32_t n) {
    int64_t thing = w->id[n], was, now;
    bool there = battle_in_play(w->after, thing) &&
                 battle_blueprint(w->after, thing) == battle_blueprint(w->b, thing);
    if (!there) {
        append(w, "expect %s is not in_play\n", w->name[n]);
        return;
    }
    if (is_root(w, battle_kind(w->b, thing), ROOT_GROUP)) {
        const struct image_kind *k = &w->img->kinds[battle_kind(w->b, thing)];
        const int64_t *from = members(w, w->b, thing, &was),
                      *to = members(w, w->after, thing, &now);
        const char *field = image_text(w->img, w->img->fields[k->members].name);
        int64_t stood = was ? battle_word(w->b, from[0], T_PLACE) : NONE;
        int64_t stands = now ? battle_word(w->after, to[0], T_PLACE) : NONE;
        if (stands != NONE && (from[0] != to[0] || stood != stands))
            append(w, "expect first(%s.%s).place = %s\n", w->name[n], field,
                   spot_text(&w->m->c->arena, stands));
        if (was != now) append(w, "expect count(%s.%s) = %" PRId64 "\n", w->name[n], field, now);
    }
    write_fields(w, w->after, thing, w->b, thing, w->name[n], "expect");
    expect_features(w, thing, w->name[n]);
}

static void expect_player(struct page *w, int32_t number) {
    int64_t player = battle_player(w->b, number), was, now;
    const char *name = image_player(w->img, number);
    write_fields(w, w->after, player, w->b, player, name, "expect");
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        const struct image_field *f = &w->img->fields[i];
        if (!f->pile || !image_kind_is(w->img, battle_kind(w->b, player), f->kind)) continue;
        battle_list(w->b, battle_word(w->b, player, (uint32_t)f->slot), &was);
        battle_list(w->after, battle_word(w->after, player, (uint32_t)f->slot), &now);
        if (was != now)
            append(w, "expect count(%s.%s) = %" PRId64 "\n", name, image_text(w->img, f->name),
                   now);
    }
}

static void write_expect(struct page *w) {
    size_t len = w->len;
    expect_kept(w);
    for (int32_t i = 0; i < w->names; i++) expect_thing(w, i);
    for (int32_t i = 0; i < w->img->players; i++) expect_player(w, i);
    w->idle = w->len == len;
    if (w->idle) append(w, "expect yes\n");
}

/* Writes the example of the event w->level to w->text. Returns false if it cannot be written;
 * w->cannot then says why. */
static bool write_page(struct page *w, const char *title) {
    struct run_options o = {.seed = 1, .chance = CHANCE_ASK};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    battle_reset(w->fresh, &o);
    battle_stand(w->b, &w->level->begin);
    battle_stand(w->after, &w->level->end);
    w->len = 0, w->names = w->name_room = w->letters = 0, w->cannot = NULL;
    append(w, "example \"%s\" {\n", title);
    write_given(w);
    write_when(w);
    write_answers(w, true);
    write_answers(w, false);
    write_expect(w);
    append(w, "}\n");
    return !w->cannot;
}

/* ---- Trying it ----------------------------------------------------------------------------- */

enum { DROPS_MOST = 64 };

/* The `expect` lines that fail when the example is run, by line number in its text. A line may
 * fail, for instance, because something was given until the end of an event that is not in the
 * example. */
struct drops {
    int32_t line[DROPS_MOST];
    int32_t count; /* -1: the example passes, fails in another way, or cannot be run */
};

/* Whether a place lies in the text of the example, which is the last file. */
static bool is_own(const struct image *img, int32_t place) {
    return place >= 0 && img->places[place].file == img->files_count - 1;
}

/* Returns the row of image.blocks that is the example; -1 if there is none. It need not be the last
 * row, because those that a variant adds come later. */
static int32_t own_block(const struct image *img) {
    int32_t i = img->blocks_count;
    while (i-- > 0 && !is_own(img, img->blocks[i].place)) {
    }
    return i;
}

static void note_drops(const struct image *img, const struct trial_result *r, struct drops *drops) {
    drops->count = 0;
    for (const struct trial_fault *f = r->faults; f; f = f->next) {
        bool own = is_own(img, f->place) && !strncmp(f->text, "expected: ", 10);
        if (!own || drops->count == DROPS_MOST) {
            drops->count = -1;
            return;
        }
        drops->line[drops->count++] = img->places[f->place].line;
    }
}

/* Reads the rules, with the example `text` as a last file, and runs the example. Returns NULL if it
 * passes, else why not. `drops` is set to the `expect` lines that fail if nothing else does; else
 * its count is -1. */
static const char *why_it_fails(struct moment *m, const char *rules, struct span text,
                                struct drops *drops) {
    struct arena scratch = {0};
    struct ruleset_text t;
    struct diags *d = diags_new(&scratch);
    const char *why = "the rules cannot be read again";
    drops->count = -1;
    ruleset_begin();
    if (ruleset_read(&scratch, d, rules, &t)) {
        struct node **files = NEW_ARRAY(&scratch, (size_t)t.count + 1, struct node *);
        int count;
        memcpy(files, t.files, (size_t)t.count * sizeof *files);
        files[t.count++] = grammar_parse(&scratch, d, diag_file(d, "example", text));
        t.files = files;
        struct node **file = ruleset_resolve(&scratch, d, &t, files, &count);
        struct names *names = names_new(&scratch, d);
        struct image *with = NULL;
        if (check_ruleset(names, file, count) && !diag_errors(d))
            with = ruleset_image(&scratch, d, &t, names);
        why = with ? NULL : "it is no example of these rules";
        char leaves[300];
        if (with && !host_leaves(with, leaves, sizeof leaves))
            why = "the Lua leaves cannot be read";
        int32_t own = with ? own_block(with) : -1;
        if (with && !why && own < 0) why = "it is no example of these rules";
        if (with && !why) {
            struct trial_result r;
            struct battle *b = trial_battle(with);
            trial_example(b, own, &m->c->arena, &r);
            if (!r.passed) why = r.faults ? r.faults->text : "it fails";
            if (!r.passed) note_drops(with, &r, drops);
            battle_free(b);
        }
        if (with) image_free(with);
    }
    ruleset_end();
    arena_free(&scratch);
    return why;
}

/* Returns the text without the lines in `drops`. */
static struct span text_without(struct moment *m, struct span text, const struct drops *drops) {
    char *to = arena_new(&m->c->arena, text.len + 1);
    size_t len = 0;
    int32_t line = 1;
    for (size_t i = 0; i < text.len; i++) {
        bool drop = false;
        for (int32_t k = 0; k < drops->count; k++) drop = drop || drops->line[k] == line;
        if (!drop) to[len++] = text.at[i];
        line += text.at[i] == '\n';
    }
    return (struct span){to, len};
}

static bool expects(struct span text) {
    static const char word[] = "\n    expect";
    for (size_t i = 0; i + sizeof word <= text.len; i++)
        if (memcmp(text.at + i, word, sizeof word - 1) == 0) return true;
    return false;
}

static const char *shaped(struct moment *m, const struct page *w, struct span *shape) {
    struct diags *d = diags_new(&m->c->arena);
    char *text = arena_text(&m->c->arena, w->text, w->len);
    *shape = (struct span){text, w->len};
    uint32_t file = diag_file(d, "example", *shape);
    return form_text(&m->c->arena, d, file, shape) ? NULL : "it is no rule text";
}

/* Prints the example of the innermost event that can be written, passes, and changes something that
 * an example can expect; `expect` lines that fail are dropped from it first. If there is none,
 * prints that of the innermost event that can be written and passes. If there is none either, says
 * why. */
static enum cmd_exit write_example(struct moment *m, const struct image *img, const char *path) {
    struct page w = {.m = m, .img = img};
    const char *first = NULL;
    struct span idle = {NULL, 0};
    bool good = false;
    w.b = trial_battle(img), w.after = trial_battle(img), w.fresh = trial_battle(img);
    for (int32_t i = m->levels - 1; i >= 0 && !good; i--) {
        const struct image_event *e = &img->events[m->level[i].event];
        struct span shape = {"", 0};
        w.level = &m->level[i];
        if (!w.level->ended || m->level[i].event < EVENT_BUILTIN_COUNT_) continue;
        const char *title =
            arena_print(&m->c->arena, "%s, entry %" PRId64,
                        image_text(img, e->title >= 0 ? e->title : e->name), m->wanted);
        const char *why = write_page(&w, title) ? shaped(m, &w, &shape) : w.cannot;
        struct drops drops = {.count = -1};
        if (!why) why = why_it_fails(m, path, shape, &drops);
        if (why && !w.cannot && drops.count > 0) {
            struct span less = text_without(m, shape, &drops);
            if (expects(less) && !why_it_fails(m, path, less, &drops)) why = NULL, shape = less;
        }
        good = !why && !w.idle;
        if (good) fwrite(shape.at, 1, shape.len, stdout);
        if (!why && w.idle && !idle.at) idle = shape;
        if (why && !first)
            first = arena_print(&m->c->arena, "%s: %s", image_text(img, e->name), why);
    }
    if (!good && idle.at) good = fwrite(idle.at, 1, idle.len, stdout) == idle.len;
    if (!m->levels)
        cmd_say(m->c, "entry %" PRId64 " stands before the first event: it is of the set-up",
                m->wanted);
    else if (!good)
        cmd_say(m->c,
                "no event around entry %" PRId64 " can be said as an example that passes (%s)",
                m->wanted, first ? first : "there is none");
    memory_free(w.text);
    battle_free(w.b), battle_free(w.after), battle_free(w.fresh);
    return good ? CMD_GOOD : CMD_MISTAKES;
}

static enum cmd_exit example(struct moment *m) {
    enum cmd_exit code;
    struct image *img = cmd_load_for_play(m->c, m->rules, &code);
    if (!img) return code;
    code = CMD_INPUT;
    if (img->hash != m->hash)
        cmd_say(m->c, "the rules %s have changed since", m->rules);
    else
        code = write_example(m, img, cmd_find_rules(m->c, m->rules, true));
    image_free(img);
    return code;
}

static void made(void *user, struct battle *b) {
    struct moment *m = user;
    if (m->found) return;
    m->hash = battle_image(b)->hash;
    m->journal_at = 0;
    m->levels = 0;
}

static void played(void *user, struct battle *b) {
    struct moment *m = user;
    if (!m->found) look_at_journal(m, b);
}

enum cmd_exit cmd_example(struct cmd *c) {
    struct moment *m = NEW(&c->arena, struct moment);
    m->c = c;
    m->end = &m->said;
    struct cmd_watch watch = {.made = made,
                              .answers = at_answer,
                              .played = played,
                              .event = at_event,
                              .user = m,
                              .rules = &m->rules};
    if (c->words != 1 || !cmd_option(c, "--at"))
        return (enum cmd_exit)cmd_usage(c, "example wants one tape, and --at N");
    if (!cmd_number(c, "--at", 1, NUM_MAX, &m->wanted)) return CMD_USAGE;
    enum cmd_exit code = cmd_watch_tape(c, c->word[0], &watch);
    if (code == CMD_GOOD && !m->found)
        code = (enum cmd_exit)cmd_usage(c, "the journal has no entry %" PRId64 ": it has %" PRId64,
                                        m->wanted, m->entries);
    if (code == CMD_GOOD) code = example(m);
    for (int32_t i = 0; i < LEVELS; i++) {
        if (m->level[i].begin.block) world_close(&m->level[i].begin);
        if (m->level[i].end.block) world_close(&m->level[i].end);
    }
    return code;
}
