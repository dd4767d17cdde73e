/*
 * run_name: what the candidates of a question are called. Tapes, messages, persons and hosts all
 * take the names from here, so a candidate of a new sort gets its name here and nowhere else.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "run_int.h"

/* Whether values of a class have words by which they can be told apart. */
static bool has_words(struct image_type type) {
    switch ((enum value_class)type.class) {
    case V_NUMBER:
    case V_LENGTH:
    case V_TRUTH:
    case V_TEXT:
    case V_DIE:
    case V_FACE:
    case V_PLACE:
    case V_SIZE:
    case V_ENUM:
    case V_BLUEPRINT:
    case V_THING:
    case V_EVENT: return true;
    case V_VOID:
    case V_SHAPE:
    case V_SET:
    case V_PATH:
    case V_POOL:
    case V_STATUS:
    case V_CLASS_COUNT_: break;
    }
    return false;
}

/* Adds the owner of a thing, and how long its name is without its number. The number goes where a
 * candidate stands for several things, which differ in nothing but their numbers. */
static void name_thing(const struct state *s, int64_t thing, bool several, struct ask_name *out) {
    const struct journal_name name = state_name(s, thing);
    if (state_player_number(s, thing) < 0 && name.owner >= 0)
        out->owner = image_player(s->img, name.owner);
    char number[24];
    snprintf(number, sizeof number, " %" PRId32, name.ordinal);
    const size_t len = strlen(number);
    if (name.ordinal > 0 && out->bare > len && strcmp(out->text + out->bare - len, number) == 0)
        out->bare -= len;
    if (several) out->text[out->bare] = '\0';
}

/* Writes the title of an action that is offered: a hole for whoever would do it is filled, others
 * stand as the names of what fills them. */
static void name_action(const struct battle *b, const struct image_titled *t, int64_t candidate,
                        struct ask_name *out) {
    const struct state *s = &b->s;
    const struct image_template *text = &s->img->templates[t->title];
    const int32_t slots = s->img->funcs[s->img->events[t->event].func].first_slot;
    const int64_t actor = b->offers.offer_rows[3 * run_offer_of(b, candidate) + 1];
    size_t len = 0;
    for (int32_t i = 0; i < text->texts && len < sizeof out->text; i++) {
        const char *part = image_text(s->img, s->img->lists[text->first_text + i]);
        len += (size_t)snprintf(out->text + len, sizeof out->text - len, "%s", part);
        if (i + 1 == text->texts || len >= sizeof out->text) break;
        const int32_t slot = s->img->lists[t->first + i];
        char name[100];
        if (slot == 0)
            len += state_text(s, s->img->hole_types[text->first_hole + i], actor, out->text + len,
                              sizeof out->text - len);
        else
            len += (size_t)snprintf(
                out->text + len, sizeof out->text - len, "%s",
                journal_title(s->img, -1, s->img->slots[slots + slot].name, name, sizeof name));
    }
}

bool battle_candidate_name(const void *battle, const struct question *q, int64_t i,
                           struct ask_name *out) {
    const struct state *s = &((const struct battle *)battle)->s;
    out->owner = "";
    if (q->labels) {
        snprintf(out->text, sizeof out->text, "%s", q->labels[i]);
        out->bare = strlen(out->text);
        return true;
    }
    if (!q->values || !has_words(q->type)) return false;
    if (q->type.class == V_THING && !state_thing(s, q->values[i])) return false;
    state_text(s, q->type, q->values[i], out->text, sizeof out->text);
    const struct image_titled *titled =
        q->type.class == V_EVENT ? image_titled_event(s->img, q->values[i]) : NULL;
    if (titled && ((const struct battle *)battle)->offers.count > 0)
        name_action(battle, titled, i, out);
    out->bare = strlen(out->text);
    if (q->type.class == V_THING) name_thing(s, q->values[i], ask_many(q, i) > 1, out);
    return true;
}

size_t battle_candidate_text(const struct battle *b, int64_t i, char *out, size_t size) {
    const struct question *q = &b->question;
    struct ask_name name;
    ASSERT(q->kind == ASK_PICK && i >= 0 && i < q->count);
    if (!battle_candidate_name(b, q, i, &name)) {
        state_text(&b->s, q->type, q->values[i], out, size);
        return strlen(out);
    }
    snprintf(out, size, "%s", name.text);
    const size_t len = strlen(out);
    if (ask_many(q, i) > 1) snprintf(out + len, size - len, " ×%" PRId64, q->many[i]);
    return len;
}

struct ask_names battle_names(const struct battle *b) {
    return (struct ask_names){battle_candidate_name, b};
}
