/*
 * Finds entries by what the story prints: by the number of a turn in the battle and of a paragraph
 * in it, and by the names of things.
 */
#include "report_inner.h"

#include <stdio.h>
#include <string.h>

/* ---- Turns */

/* Returns how many parts of the battle are the same event as `part`. */
static int32_t times(const struct report *r, const struct report_node *part) {
    int32_t n = 0;
    for (const struct report_node *c = part->parent->child; c; c = c->next)
        n += report_is_part(r, c, true) && c->e.words[0] == part->e.words[0];
    return n;
}

/* Returns the event that is most often a part of the battle, the first of several; -1 if each is
 * one only once, or there is no battle. */
static int64_t turn_event(const struct report *r) {
    const struct report_node *battle = report_battle(r);
    int32_t most = 1;
    int64_t event = -1;
    for (const struct report_node *c = battle ? battle->child : NULL; c; c = c->next) {
        if (!report_is_part(r, c, true) || times(r, c) <= most) continue;
        most = times(r, c);
        event = c->e.words[0];
    }
    return event;
}

/* Counts the paragraphs in a part that are turns of things and have a line in the story; found: set
 * to the entry of paragraph `item`. */
static void count_items(const struct report *r, const struct report_node *part,
                        const struct report_told *story, struct report_turn *t, int32_t item) {
    for (const struct report_node *c = part->child; c; c = c->next) {
        if (c->e.kind != J_BEGIN) continue;
        if (report_actor(r, c) == NONE) {
            count_items(r, c, story, t, item);
            continue;
        }
        const size_t last = report_last_number(c);
        bool told = false;
        for (size_t i = 0; i < story->count; i++)
            told = told || (story->at[i].entry >= c->number && story->at[i].entry <= last);
        if (told && ++t->items == item) t->entry = (int64_t)c->number;
    }
}

struct report_turn report_find_turn(const struct journal *j, const struct image *img, int32_t turn,
                                    int32_t item) {
    struct report r;
    struct report_told story = {0};
    struct report_turn t = {.event = -1};
    report_open(&r, j, img, (struct report_options){0}, (struct image_sink){0});
    report_collect(&r, &story);
    const struct report_node *battle = report_battle(&r);
    t.event = (int32_t)turn_event(&r);
    for (const struct report_node *c = battle ? battle->child : NULL; c; c = c->next) {
        if (!report_is_part(&r, c, true) || c->e.words[0] != t.event) continue;
        if (++t.turns == turn) count_items(&r, c, &story, &t, item);
    }
    report_told_free(&story);
    report_close(&r);
    return t;
}

/* ---- Names */

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* How well a name fits what was said. */
enum fit { FITS_NOT, FITS_BEGIN, FITS_UNNUMBERED, FITS };

static enum fit fit(const char *name, const char *said) {
    while (*said && small(*name) == small(*said)) name++, said++;
    if (*said) return FITS_NOT;
    if (!*name) return FITS;
    return *name == ' ' && strspn(name + 1, "0123456789") == strlen(name + 1) ? FITS_UNNUMBERED
                                                                              : FITS_BEGIN;
}

/* Puts the name of a thing as it is printed, but without styles; owner: with its owner before. */
static const char *plain_name(const struct report *r, struct report_text *t, int64_t word,
                              bool owner) {
    size_t to = 0;
    t->len = 0;
    report_put_name(r, t, word, owner);
    for (size_t i = 0; i < t->len; i++)
        if ((unsigned char)t->at[i] >= 0x20) t->at[to++] = t->at[i];
    t->len = to;
    if (t->at) t->at[to] = 0;
    return t->at ? t->at : "";
}

/* A name that is looked for, and the things that it fits best. */
struct named {
    const struct report *r;
    const char *said;
    enum fit best;
    struct report_text text;
    bool there; /* of one entry: it names such a thing, or a member of one */
};

/* A name is said as it is printed, with or without the owner before it. */
static enum fit fit_of(struct named *n, const struct report_thing *thing) {
    char text[200];
    enum fit c = thing->title >= 0
                     ? FITS_NOT
                     : fit(journal_name_text(n->r->img, thing->word, text, sizeof text), n->said);
    enum fit a = fit(plain_name(n->r, &n->text, thing->word, false), n->said);
    enum fit b = fit(plain_name(n->r, &n->text, thing->word, true), n->said);
    a = a > b ? a : b;
    return a > c ? a : c;
}

static void see(void *user, int64_t word) {
    struct named *n = user;
    for (const struct report_thing *t = report_thing(n->r, word); t;
         t = report_thing(n->r, t->holder))
        n->there = n->there || fit_of(n, t) == n->best;
}

/* Whether an entry, or one inside of it if it is an event, names the thing that is looked for. */
static bool names_it(struct named *n, const struct report_node *node) {
    size_t last = node->e.kind == J_BEGIN ? report_last_number(node) : node->number;
    n->there = false;
    for (size_t i = node->number; i <= last && !n->there; i++)
        journal_things(n->r->img, &n->r->nodes[i - 1]->e, see, n);
    return n->there;
}

/* Returns the event that an entry is, ends or stands in; NULL: the whole journal. */
static const struct report_node *scope_of(const struct report *r, int64_t n) {
    const struct report_node *node = n > 0 ? r->nodes[n - 1] : NULL;
    if (node && node->e.kind != J_BEGIN) node = node->parent;
    while (node && (report_is_shell(node) && node->parent)) node = node->parent;
    return node && node->parent ? node : NULL;
}

static bool about(struct report *r, int64_t entry, const char *name) {
    struct named n = {.r = r, .said = name};
    struct report_told story = {0}, found = {0};
    const struct report_node *scope = scope_of(r, entry), *only = NULL;
    size_t first = scope ? scope->number : 1, last = scope ? report_last_number(scope) : r->count;
    for (size_t i = 0; i < r->thing_room; i++)
        if (r->things[i].word != NONE) {
            enum fit how = fit_of(&n, &r->things[i]);
            if (how > n.best) n.best = how;
        }
    if (n.best != FITS_NOT) report_collect(r, &story);
    for (size_t i = 0; i < story.count; i++) {
        const struct report_told_line *l = &story.at[i];
        if (!*l->text || l->entry < first || l->entry > last) continue;
        if (!names_it(&n, r->nodes[l->entry - 1])) continue;
        found.at = memory_grow(found.at, &found.room, found.count + 1, sizeof *found.at);
        found.at[found.count++] = *l;
    }
    for (size_t i = last; !found.count && n.best != FITS_NOT && !only && i >= first; i--) {
        const struct report_node *node = r->nodes[i - 1];
        if (node->e.kind != J_END && !report_is_shell(node) && node != scope && names_it(&n, node))
            only = node;
    }
    if (found.count == 1) only = r->nodes[found.at[0].entry - 1];
    if (only)
        report_short(r, only, only);
    else if (found.count)
        report_short_lines(r, scope, &found);
    const bool any = only || found.count;
    memory_free(found.at);
    report_told_free(&story);
    report_text_free(&n.text);
    return any;
}

bool report_about(const struct journal *j, const struct image *img, int64_t n, const char *name,
                  struct report_options options, struct image_sink sink) {
    struct report r;
    report_open(&r, j, img, options, sink);
    const bool found = n >= 0 && (uint64_t)n <= r.count && about(&r, n, name);
    report_close(&r);
    return found;
}

void report_names(const struct journal *j, const struct image *img, int64_t n,
                  void (*take)(void *user, const char *name), void *user) {
    struct report r;
    struct report_text t = {0};
    report_open(&r, j, img, (struct report_options){0}, (struct image_sink){0});
    const struct report_node *scope = n >= 0 && (uint64_t)n <= r.count ? scope_of(&r, n) : NULL;
    struct named one = {.r = &r, .best = FITS};
    for (size_t i = 0; i < r.count; i++) {
        const struct journal_entry *e = &r.nodes[i]->e;
        const struct report_thing *thing =
            e->kind == J_CREATE ? report_thing(&r, report_word(e, &(size_t){0})) : NULL;
        if (!thing) continue;
        const struct journal_name name = journal_name_unpack(img, thing->word);
        const int32_t root =
            name.kind >= 0 && name.kind < img->kinds_count ? img->kinds[name.kind].root : -1;
        const bool shown = root == ROOT_GROUP || (root == ROOT_PIECE && thing->holder == NONE);
        if (!shown || name.blueprint < 0) continue;
        char said[200];
        snprintf(said, sizeof said, "%s", plain_name(&r, &t, thing->word, true));
        one.said = said;
        if (!scope || names_it(&one, scope)) take(user, said);
    }
    report_text_free(&one.text);
    report_text_free(&t);
    report_close(&r);
}
