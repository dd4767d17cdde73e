/*
 * The head of a line of the story: what was done, and by which thing. It is the sentence by which
 * the rules tell an event or, without one, the title of the event, its subject and its roles.
 */
#include "report_inner.h"

#include <string.h>

/* Whether a role is put into a head: a thing but players and the game, a blueprint, a truth that is
 * yes; if `all`, values of other classes, too. */
static bool told_role(const struct report *r, const struct journal_item *item, bool all) {
    if (item->list || item->values[0] == NONE || item->values[0] == UNKEPT) return false;
    if (item->type.class == V_TRUTH) return item->values[0] == 1;
    if (item->type.class == V_BLUEPRINT) return true;
    if (item->type.class != V_THING) return all && item->type.class != V_VOID;
    struct journal_name n = journal_name_unpack(r->img, item->values[0]);
    int32_t root = n.kind >= 0 && n.kind < r->img->kinds_count ? r->img->kinds[n.kind].root : -1;
    return root != ROOT_PLAYER && root != ROOT_GAME;
}

int64_t report_thing_of(const struct report *r, const struct journal_item *item) {
    if (item->list || item->type.class != V_THING || item->values[0] == NONE) return NONE;
    return journal_names_word(&r->names, item->values[0]);
}

int64_t report_subject(const struct report *r, const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    struct journal_item item;
    bool role = !event || event->roles > 0; /* without roles, slot 0 is a kept value */
    return role && report_slot(r, node, 0, &item) ? report_thing_of(r, &item) : NONE;
}

bool report_said_slot(const struct report *r, const struct image_event *event, int32_t slot) {
    if (slot < event->roles) return true;
    for (int32_t i = 0; event->action && i < event->head; i++) {
        const struct image_head *h = &r->img->heads[event->first_head + i];
        if (h->what == HEAD_CHOOSE && h->slot == slot) return true;
    }
    return false;
}

/* Puts a role other than the subject behind a head: ", far" or ", dice 3", or with `arrow` " →
 * Guards 2". */
static void put_other(const struct report *r, struct report_text *t,
                      const struct image_event *event, int32_t slot,
                      const struct journal_item *item, bool arrow) {
    char name[100];
    report_put(t, arrow ? " " : ", ");
    if (arrow) {
        report_put(t, report_arrow(r));
        report_put(t, " ");
    } else {
        report_put_foreign(t, report_slot_name(r, event, slot, name, sizeof name));
        if (item->type.class == V_TRUTH) return;
        report_put(t, " ");
    }
    report_put_item(r, t, item);
}

/* Whether a value fills a hole of a sentence. None, no, an empty list and a value that was not kept
 * do not. */
static bool fills(const struct journal_item *item) {
    if (item->count == 0 || item->type.class == V_VOID) return false;
    int64_t value = item->values[0];
    return value != NONE && value != UNKEPT && (item->type.class != V_TRUTH || value == 1);
}

/* Whether the name at the beginning of a sentence is left out, because the paragraph is about that
 * thing: "Blue Guards" stands over "Struck Spears". */
static bool begins_with_actor(const struct report *r, int64_t actor,
                              const struct image_event *event, const struct report_node *node) {
    const struct image_template *p = &r->img->templates[event->told];
    const int32_t *texts = &r->img->lists[p->first_text];
    struct journal_item item;
    return actor != NONE && p->texts > 1 && !*image_text(r->img, texts[0]) &&
           *image_text(r->img, texts[1]) == ' ' &&
           report_slot(r, node, r->img->lists[event->first_told], &item) &&
           report_thing_of(r, &item) == actor;
}

/* Puts the sentence by which the rules tell an event. What stands in brackets is left out again if
 * a hole in it is not filled. A truth fills its hole with nothing, a value of an enumeration with
 * its words, without underscores. */
static void put_told(const struct report *r, int64_t actor, struct report_text *t,
                     const struct image_event *event, const struct report_node *node) {
    const struct image_template *p = &r->img->templates[event->told];
    bool short_form = begins_with_actor(r, actor, event, node);
    size_t bracket = t->len;
    bool filled = true;
    for (int32_t i = short_form ? 1 : 0; i < p->texts; i++) {
        const char *c = image_text(r->img, r->img->lists[p->first_text + i]);
        if (short_form && i == 1) c++; /* the blank behind the name */
        for (; *c; c++) {
            char one[2] = {*c, 0};
            if (*c == '[') {
                bracket = t->len;
                filled = true;
            } else if (*c != ']') {
                report_put_foreign(t, one);
            } else if (!filled) {
                t->at[t->len = bracket] = 0;
            }
        }
        struct journal_item item;
        if (i + 1 == p->texts) break;
        bool there = report_slot(r, node, r->img->lists[event->first_told + i], &item);
        filled = filled && there && fills(&item);
        const size_t from = t->len;
        if (there && fills(&item) && item.type.class != V_TRUTH) report_put_item(r, t, &item);
        for (size_t k = from; there && item.type.class == V_ENUM && k < t->len; k++)
            if (t->at[k] == '_') t->at[k] = ' ';
    }
}

/* Finds the value of a role of an event, in the entry of its begin or end, or in one that says why
 * it was not done. */
static bool role_in(const struct journal_entry *e, int32_t role, struct journal_item *out) {
    size_t at = e->kind == J_BEGIN ? 1 : e->kind == J_END ? 2 : 2 + journal_words_count(e, 2);
    for (int32_t i = 0; i <= role; i++)
        if (!journal_item(e, &at, out)) return false;
    return true;
}

uint64_t report_put_event(const struct report *r, struct report_text *t,
                          const struct journal_entry *e) {
    const struct image_event *event = report_event(r, e);
    const struct image_titled *titled = event ? image_titled_event(r->img, e->words[0]) : NULL;
    uint64_t named = 0;
    if (!event) return 0;
    if (!titled) {
        report_put_title(r, t, event->title, event->name);
        return 0;
    }
    const struct image_template *p = &r->img->templates[titled->title];
    for (int32_t i = 0; i < p->texts; i++) {
        struct journal_item item;
        report_put_foreign(t, image_text(r->img, r->img->lists[p->first_text + i]));
        if (i + 1 == p->texts) break;
        const int32_t role = r->img->lists[titled->first + i];
        if (!role_in(e, role, &item)) continue;
        report_put_item(r, t, &item);
        if (role < 64) named |= UINT64_C(1) << role;
    }
    return named;
}

static bool is_named(uint64_t named, int32_t slot) {
    return slot < 64 && (named >> slot & 1);
}

bool report_in_words(const struct image_event *event, const struct report_own *own) {
    return own->form == FORM_HEADED && event && event->told >= 0 && !own->started;
}

bool report_begins_with_subject(const struct report *r, const struct image_event *event) {
    const struct image_template *p = &r->img->templates[event->told];
    return p->texts > 1 && !*image_text(r->img, r->img->lists[p->first_text]) &&
           r->img->lists[event->first_told] == 0;
}

/* Whether the head of an event that is no action names a thing other than the subject. The subject
 * must then be named, too: otherwise the event would seem to happen to the other thing. */
static bool names_other(const struct report *r, const struct image_event *event,
                        const struct report_own *own) {
    struct journal_item item;
    for (int32_t slot = 1; !event->action && slot < event->kept; slot++) {
        if (!report_said_slot(r, event, slot) || !report_slot(r, own->event, slot, &item)) continue;
        int64_t thing = told_role(r, &item, false) ? report_thing_of(r, &item) : NONE;
        if (thing != NONE && thing != own->subject) return true;
    }
    return false;
}

void report_put_own_head(const struct report *r, int64_t actor, bool all, struct report_text *t,
                         const struct report_own *own) {
    const struct image_event *event = report_event(r, &own->event->e);
    if (own->form != FORM_HEADED || !event) return;
    if (!all && report_in_words(event, own)) {
        size_t from = t->len;
        put_told(r, actor, t, event, own->event);
        report_capital(t, from);
        return;
    }
    const uint64_t named = report_put_event(r, t, &own->event->e);
    struct journal_item item;
    if (own->subject != NONE && !is_named(named, 0) &&
        (own->subject != actor || names_other(r, event, own))) {
        report_put(t, ", ");
        report_put_name(r, t, own->subject, false);
    }
    bool arrow = event->action;
    if (own->started && !all)
        return; /* a second line of the same event does not repeat the roles */
    for (int32_t slot = own->subject != NONE ? 1 : 0; slot < event->kept; slot++) {
        if (!report_said_slot(r, event, slot) || !report_slot(r, own->event, slot, &item)) continue;
        if (is_named(named, slot) || !told_role(r, &item, all)) continue;
        int64_t thing = report_thing_of(r, &item);
        /* The actor's name is left out, because the paragraph is about the actor. It is put where
         * an action of another thing is aimed at the actor. */
        bool aimed = event->action && own->subject != actor;
        if (thing != NONE && (thing == own->subject || (thing == actor && !aimed))) continue;
        bool points = arrow && item.type.class != V_TRUTH;
        put_other(r, t, event, slot, &item, points);
        if (points) arrow = false;
    }
}

void report_put_head(const struct report *r, struct report_text *t,
                     const struct report_node *node) {
    const struct report_own own = {node, report_subject(r, node), NONE, false, false, FORM_HEADED,
                                   0};
    report_put_own_head(r, NONE, true, t, &own);
}
