#include "card.h"

#include <string.h>

#include "../dsl/tree.h"
#include "../vm/run.h"
#include "trial.h"

enum { VALUE_MOST = 200 };

void card_reader_reset(struct card_reader *v) {
    struct run_options o = {.seed = 1, .chance = CHANCE_ASK};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    if (!v->b) v->b = trial_battle(v->img);
    battle_reset(v->b, &o);
}

const char *card_title(const struct image *img, int32_t blueprint) {
    const struct image_blueprint *p = &img->blueprints[blueprint];
    return image_text(img, p->title >= 0 ? p->title : p->name);
}

/* ---- Values in words ----------------------------------------------------------------------- */

static const char *value_text(const struct card_reader *v, struct image_type type, int64_t value) {
    char text[VALUE_MOST];
    battle_text(v->b, type, value, text, sizeof text);
    return arena_text(v->arena, text, strlen(text));
}

/* Returns the title of a thing's blueprint, with the arguments with which it was used, as
 * "Leader (8")". */
static const char *thing_text(const struct card_reader *v, int64_t thing, int32_t made) {
    const struct image_blueprint *p = &v->img->blueprints[made];
    const uint32_t first = (uint32_t)v->img->kinds[p->kind].words;
    const char *text = card_title(v->img, made);
    for (int32_t i = 0; i < p->params; i++) {
        const int64_t value = battle_word(v->b, thing, first + (uint32_t)i);
        text = arena_print(v->arena, "%s%s%s%s", text, i ? ", " : " (",
                           value_text(v, v->img->memory[p->first_memory + i].type, value),
                           i + 1 == p->params ? ")" : "");
    }
    return text;
}

/* Returns the members of a list. A thing is named by its blueprint; any other value, and a thing
 * without a blueprint, in words. */
static const char *list_text(const struct card_reader *v, struct image_type type, int64_t value) {
    int64_t count;
    const int64_t *at = battle_list(v->b, value, &count);
    const struct image_type elem = {type.elem, 0, type.of};
    const char *text = "";
    for (int64_t i = 0; i < count; i++) {
        const int32_t made = elem.class == V_THING ? battle_blueprint(v->b, at[i]) : -1;
        const char *one = made < 0 ? value_text(v, elem, at[i]) : thing_text(v, at[i], made);
        text = arena_print(v->arena, "%s%s%s", text, i ? ", " : "", one);
    }
    return text;
}

/* ---- Fields -------------------------------------------------------------------------------- */

/* Whether a field is left off the card: if it is an empty set, no or none; or if it has its
 * default, and that is 0 or a word of an enumeration. */
static bool is_empty(const struct card_reader *v, const struct image_field *f, int64_t value) {
    int64_t count;
    if (f->type.class == V_SET) return battle_list(v->b, value, &count), count == 0;
    if (value == NONE || (f->type.class == V_TRUTH && !value)) return true;
    const bool plain = f->type.class == V_ENUM || value == 0;
    return plain && f->has_default && value == f->first;
}

static bool is_on_cards(const struct image *img, const struct image_kind *k, int32_t field) {
    const struct image_field *f = &img->fields[field];
    if (f->place < 0 || f->secret || f->pile || field == k->members) return false;
    if (f->how != FIELD_STORED && f->how != FIELD_BORNE) return false;
    return f->label >= 0 || f->type.class == V_SET;
}

bool card_fields(const struct card_reader *v, int64_t thing, struct card_field **first) {
    const int32_t kind = battle_kind(v->b, thing);
    struct card_field **end = first;
    *first = NULL;
    for (int32_t k = 0; k < 2 * v->img->fields_count; k++) {
        const int32_t i = k % v->img->fields_count;
        const struct image_field *f = &v->img->fields[i];
        const bool list = f->type.class == V_SET;
        int64_t value;
        if (list != (k >= v->img->fields_count) || !image_kind_is(v->img, kind, f->kind)) continue;
        if (!is_on_cards(v->img, &v->img->kinds[kind], i)) continue;
        if (!battle_field(v->b, thing, i, &value)) return false;
        if (is_empty(v, f, value)) continue;
        struct card_field *to = NEW(v->arena, struct card_field);
        to->name = image_text(v->img, f->name);
        to->label = f->label >= 0 ? image_text(v->img, f->label) : to->name;
        to->list = list;
        to->value = list                       ? list_text(v, f->type, value)
                    : f->type.class == V_TRUTH ? ""
                                               : value_text(v, f->type, value);
        *end = to;
        end = &to->next;
    }
    return true;
}

const char *card_line(struct arena *arena, const struct card_field *first) {
    const char *line = "";
    for (const struct card_field *f = first; f; f = f->next)
        line = arena_print(arena, "%s%s%s%s%s", line,
                           f == first ? ""
                           : f->list  ? "; "
                                      : ", ",
                           f->label, *f->value ? " " : "", f->value);
    return line;
}

/* ---- Members ------------------------------------------------------------------------------- */

/* Returns what is said of each of them, without their number. */
static const char *each_text(struct arena *arena, const struct card_members *m) {
    return arena_print(arena, "%s%s%s", m->title, m->fields ? ": " : "",
                       card_line(arena, m->fields));
}

bool card_members(const struct card_reader *v, int64_t thing, struct card_members **first) {
    const struct image_kind *k = &v->img->kinds[battle_kind(v->b, thing)];
    struct card_members *last = NULL;
    int64_t list, count;
    *first = NULL;
    if (k->members < 0) return true;
    if (!battle_field(v->b, thing, k->members, &list)) return false;
    const int64_t *at = battle_list(v->b, list, &count);
    int64_t *member = NEW_ARRAY(v->arena, (size_t)count + 1, int64_t);
    if (count) memcpy(member, at, (size_t)count * sizeof *at);
    for (int64_t i = 0; i < count; i++) {
        struct card_members *m = NEW(v->arena, struct card_members);
        m->blueprint = battle_blueprint(v->b, member[i]);
        m->title = m->blueprint < 0 ? "" : card_title(v->img, m->blueprint);
        if (!card_fields(v, member[i], &m->fields)) return false;
        if (!last || strcmp(each_text(v->arena, last), each_text(v->arena, m)) != 0) {
            *(last ? &last->next : first) = m;
            last = m;
        }
        last->count++;
    }
    return true;
}

const char *card_members_line(struct arena *arena, const struct card_members *m) {
    return arena_print(arena, "%d %s", (int)m->count, each_text(arena, m));
}

const char *card_option(struct arena *arena, const struct node *option) {
    const struct node *price = option->option.price, *field = option->option.field;
    const struct span label = option->option.label->text;
    const char *head = arena_print(arena, "option \"%.*s\"", (int)label.len, label.at);
    if (price) head = arena_print(arena, "%s %lld", head, (long long)price->number);
    if (price && field)
        head = arena_print(arena, "%s %.*s", head, (int)field->text.len, field->text.at);
    return head;
}
