/*
 * Tells of the rules that --rule names how often an example looked at the condition of each, in
 * which event, and what it came to by what values; of one that was never looked at, why.
 */
#include "cmd_test.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/journal.h"
#include "../vm/run.h"
#include "cmd.h"

/* A look at the condition of a rule, and what it came to; looks that are alike are one. */
struct look {
    struct look *next;
    int32_t rule, times;
    bool held;
    int64_t amount;
    const char *why, *event, *whose;
    int64_t entry; /* of the event that ran; 0: none did */
};
enum { DEPTHS = 64 };
struct rule_story {
    struct cmd *c;
    struct arena *arena;
    const struct image *img;
    uint8_t *wanted;  /* by rule */
    int32_t *rule_of; /* by function, for battle_looks */
    uint8_t *code;    /* by instruction: whether it has run */
    uint8_t *spoken;  /* by rule: whether it has spoken */
    struct look *first, **last;
    /* the journal as far as it was read: how many entries, which events run now, by depth */
    size_t at;
    int64_t entries, begun[DEPTHS];
    int32_t depth;
};

/* ---- Names -------------------------------- */

static const char *titled(const struct image *img, int32_t title, int32_t name) {
    return image_text(img, title >= 0 ? title : name);
}

/* Whether a rule's label is this one. */
static bool labelled(const struct image *img, const struct image_rule *r, const char *said) {
    return r->label >= 0 && strcmp(image_text(img, r->label), said) == 0;
}

static bool is_called(const struct image *img, int32_t title, int32_t name, const char *said) {
    return (title >= 0 && strcmp(image_text(img, title), said) == 0) ||
           (name >= 0 && strcmp(image_text(img, name), said) == 0);
}

/* Whether `said` is the place of a rule: FILE:LINE, of the file's path its end. */
static bool stands_at(const struct image *img, const struct image_rule *r, const char *said) {
    const char *colon = strchr(said, ':');
    if (!colon || r->place < 0) return false;
    const struct image_place *p = &img->places[r->place];
    const char *file = img->files[p->file];
    const size_t len = (size_t)(colon - said), all = strlen(file);
    if (len == 0 || len > all || strncmp(file + all - len, said, len) != 0) return false;
    if (len < all && file[all - len - 1] != '/') return false;
    return strtol(colon + 1, NULL, 10) == p->line;
}

static bool rule_meant(const struct image *img, const struct image_rule *r, const char *said) {
    if (labelled(img, r, said) || stands_at(img, r, said)) return true;
    if (r->blueprint >= 0) {
        const struct image_blueprint *b = &img->blueprints[r->blueprint];
        if (is_called(img, b->title, b->name, said)) return true;
    }
    if (r->target < 0 || r->what == RULE_WHENEVER) return false;
    if (r->what == RULE_ROW) {
        const struct image_quantity *q = &img->quantities[r->target];
        return is_called(img, q->label, q->name, said);
    }
    const struct image_event *e = &img->events[r->target];
    return is_called(img, e->title, e->name, said);
}

static void near_text(struct nearest *near, const struct image *img, int32_t text) {
    if (text >= 0) diag_candidate_word(near, image_text(img, text));
}

/* Whether a number or an event has this name. */
static bool is_declared(const struct image *img, const char *said) {
    for (int32_t i = 0; i < img->quantities_count; i++)
        if (is_called(img, img->quantities[i].label, img->quantities[i].name, said)) return true;
    for (int32_t i = 0; i < img->events_count; i++)
        if (is_called(img, img->events[i].title, img->events[i].name, said)) return true;
    for (int32_t i = 0; i < img->blueprints_count; i++)
        if (is_called(img, img->blueprints[i].title, img->blueprints[i].name, said)) return true;
    return false;
}

/* Says that no rule is called so, and what could stand there. */
static void no_rule(struct cmd *c, const struct image *img, const char *said) {
    if (is_declared(img, said)) {
        cmd_usage(
            c, "no rule stands on '%s' or speaks of it: it has no row and no condition to tell of",
            said);
        return;
    }
    struct nearest near = diag_nearest((struct span){said, strlen(said)});
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        near_text(&near, img, r->label);
        if (r->blueprint >= 0) {
            near_text(&near, img, img->blueprints[r->blueprint].name);
            near_text(&near, img, img->blueprints[r->blueprint].title);
        }
        if (r->target < 0 || r->what == RULE_WHENEVER) continue;
        const bool row = r->what == RULE_ROW;
        near_text(&near, img, row ? img->quantities[r->target].name : img->events[r->target].name);
    }
    cmd_usage(c,
              "there is no rule '%s'%s%.*s%s: a rule is named by its label, by the card on which "
              "it stands, by the number or event of which it speaks, or as FILE:LINE",
              said, near.best.len ? " (did you mean '" : "", (int)near.best.len,
              near.best.len ? near.best.at : "", near.best.len ? "'?)" : "");
}

/* Returns what a rule is, as `row "long range" of hit`. */
static const char *rule_words(struct rule_story *v, const struct image_rule *r) {
    static const char *const whens[] = {"row",    "before", "instead of", "after",
                                        "forbid", "allow",  "whenever"};
    const struct image *img = v->img;
    const char *label =
        r->label < 0 ? "" : arena_print(v->arena, " \"%s\"", image_text(img, r->label));
    const char *of = "any action", *card = "";
    if (r->what == RULE_WHENEVER)
        of = "";
    else if (r->target >= 0)
        of = image_text(img, r->what == RULE_ROW ? img->quantities[r->target].name
                                                 : img->events[r->target].name);
    if (r->blueprint >= 0)
        card = arena_print(
            v->arena, ", on %s",
            titled(img, img->blueprints[r->blueprint].title, img->blueprints[r->blueprint].name));
    if (r->what == RULE_ROW) return arena_print(v->arena, "row%s of %s%s", label, of, card);
    return arena_print(v->arena, "%s%s%s%s%s", whens[r->what], *of ? " " : "", of, label, card);
}

/* ---- While the example runs -------------------------------- */

/* Reads on in the journal, so that v->begun are the entries of the events that run. */
static void read_on(struct rule_story *v, struct battle *b) {
    struct journal_entry e;
    if (v->at > battle_journal(b)->count) v->at = 0, v->entries = 0, v->depth = 0;
    while (journal_next(battle_journal(b), &v->at, &e)) {
        v->entries++;
        const int32_t depth = e.depth < DEPTHS ? e.depth : DEPTHS - 1;
        if (e.kind == J_BEGIN) {
            v->begun[depth] = v->entries;
            v->depth = depth + 1;
        } else if (e.kind == J_END) {
            v->depth = depth;
        }
    }
}

static bool alike(const struct look *l, const struct run_look *look, int64_t entry) {
    return l->rule == look->rule && l->held == look->held && l->amount == look->amount &&
           l->entry == entry && strcmp(l->why, look->why) == 0 &&
           strcmp(l->event, look->event) == 0 && strcmp(l->whose, look->whose) == 0;
}

static void looked(void *user, struct battle *b, const struct run_look *look) {
    struct rule_story *v = user;
    read_on(v, b);
    const int64_t entry = v->depth > 0 ? v->begun[v->depth - 1] : 0;
    for (struct look *l = v->first; l; l = l->next) {
        if (!alike(l, look, entry)) continue;
        l->times++;
        return;
    }
    struct look *l = NEW(v->arena, struct look);
    *l = (struct look){
        .rule = look->rule, .times = 1, .held = look->held, .amount = look->amount, .entry = entry};
    l->why = arena_text(v->arena, look->why, strlen(look->why));
    l->event = arena_text(v->arena, look->event, strlen(look->event));
    l->whose = arena_text(v->arena, look->whose, strlen(look->whose));
    *v->last = l;
    v->last = &l->next;
}

/* ---- What came of it -------------------------------- */

static bool reached(const struct rule_story *v, int32_t func) {
    return func < 0 || v->code[v->img->funcs[func].first];
}

/* Whether an event of this number has begun, or was to begin and was not done. */
static bool came_up(struct battle *b, int32_t event) {
    struct journal_entry e;
    size_t at = 0;
    while (journal_next(battle_journal(b), &at, &e))
        if ((e.kind == J_BEGIN || e.kind == J_NOT_DONE) && e.words[0] == event) return true;
    return event < EVENT_BUILTIN_COUNT_; /* some of these are done without an entry of their own */
}

/* Returns how many things of a blueprint there are, and sets *forceless to how many of them are not
 * in force. */
static int64_t there_are(struct battle *b, int32_t blueprint, int64_t *forceless) {
    const struct image *img = battle_image(b);
    int64_t count, found = 0;
    const int64_t *at = battle_extent(b, img->blueprints[blueprint].kind, &count);
    *forceless = 0;
    for (int64_t i = 0; i < count; i++) {
        const int64_t thing = at[i];
        int64_t yes = 1;
        if (battle_blueprint(b, thing) != blueprint) continue;
        found++;
        if (img->in_force >= 0 && battle_quantity(b, img->in_force, &thing, 1, &yes))
            *forceless += yes != 1;
        at = battle_extent(b, img->blueprints[blueprint].kind, &count);
    }
    return found;
}

/* Returns why a rule was never looked at. */
static const char *never(struct rule_story *v, struct battle *b, const struct image_rule *r) {
    const struct image *img = v->img;
    const bool row = r->what == RULE_ROW;
    if (row && !reached(v, img->quantities[r->target].start))
        return arena_print(v->arena, "%s was not counted",
                           image_text(img, img->quantities[r->target].name));
    const bool event = !row && r->what != RULE_WHENEVER && r->target >= 0;
    if (event && !came_up(b, r->target))
        return arena_print(v->arena, "%s did not come up",
                           image_text(img, img->events[r->target].name));
    if (r->blueprint < 0) return "there was nothing that it could speak of";
    const struct image_blueprint *card = &img->blueprints[r->blueprint];
    const char *name = titled(img, card->title, card->name);
    int64_t forceless;
    const int64_t all = there_are(b, r->blueprint, &forceless);
    if (all == 0) return arena_print(v->arena, "nothing here has %s", name);
    if (all == forceless || r->key < 0) return arena_print(v->arena, "%s is not in force", name);
    const int32_t of = row ? img->quantities[r->target].event : r->target;
    if (of < 0) return arena_print(v->arena, "none of whom it was asked has %s", name);
    const struct image_func *f = &img->funcs[img->events[of].func];
    return arena_print(v->arena, "no %s of %s has %s",
                       image_text(img, img->slots[f->first_slot + r->key].name),
                       image_text(img, img->events[of].name), name);
}

static const char *times(struct rule_story *v, int32_t n) {
    return n == 1 ? "once" : n == 2 ? "twice" : arena_print(v->arena, "%d times", (int)n);
}

/* Returns " with AMOUNT" for a row that has added something. */
static const char *amount_text(struct rule_story *v, const struct look *l) {
    const struct image_rule *r = &v->img->rules[l->rule];
    char text[60];
    if (!l->held || r->what != RULE_ROW || r->op != ROW_ADD) return "";
    const struct image_type type = v->img->quantities[r->target].type;
    journal_value_text(v->img, type, l->amount, v->c->utf8, text, sizeof text);
    return arena_print(v->arena, " with %s%s", l->amount > 0 ? "+" : "", text);
}

static void print_look(struct rule_story *v, const struct look *l, int width) {
    const bool each = v->img->rules[l->rule].what == RULE_WHENEVER;
    const char *why = *l->why ? arena_print(v->arena, ": %s", l->why) : "";
    const char *event = *l->event ? arena_print(v->arena, ", in %s", l->event) : "";
    const char *whose =
        *l->whose ? arena_print(v->arena, ", %s %s", each ? "of" : "bearer", l->whose) : "";
    const char *often = l->times > 1 ? arena_print(v->arena, " (%s)", times(v, l->times)) : "";
    const char *entry = l->entry ? arena_print(v->arena, "%" PRId64, l->entry) : "-";
    cmd_wrap_hanging(stdout,
                     arena_print(v->arena, "%s  %s%s%s%s%s%s", entry, l->held ? "held" : "no",
                                 amount_text(v, l), often, why, whose, event),
                     4, width);
}

static void print_rule(struct rule_story *v, struct battle *b, int32_t rule, int width) {
    const struct image_rule *r = &v->img->rules[rule];
    int32_t all = 0, held = 0;
    for (const struct look *l = v->first; l; l = l->next) {
        if (l->rule != rule) continue;
        all += l->times;
        held += l->held ? l->times : 0;
    }
    const bool asks = r->what == RULE_ROW ? r->body >= 0 : r->when >= 0;
    const char *sum;
    if (!asks && v->spoken[rule])
        sum = "it has no condition, and held";
    else if (all == 0)
        sum = arena_print(v->arena, "never looked at: %s", never(v, b, r));
    else
        sum = arena_print(v->arena, "looked at %s, %s", times(v, all),
                          held == all ? "always held"
                          : held      ? arena_print(v->arena, "held %s", times(v, held))
                                      : "never held");
    cmd_wrap_hanging(stdout,
                     arena_print(v->arena, "%s (%s): %s", rule_words(v, r),
                                 cmd_place(v->c, v->img, r->place), sum),
                     0, width);
    for (const struct look *l = v->first; l; l = l->next)
        if (l->rule == rule) print_look(v, l, width);
}

/* ---- For the command -------------------------------- */

struct rule_story *cmd_test_rules(struct cmd *c, const struct image *img, const char *said) {
    struct rule_story *v = NEW(&c->arena, struct rule_story);
    bool any = false;
    v->c = c;
    v->arena = &c->arena;
    v->img = img;
    v->wanted = NEW_ARRAY(&c->arena, (size_t)img->rules_count + 1, uint8_t);
    v->spoken = NEW_ARRAY(&c->arena, (size_t)img->rules_count + 1, uint8_t);
    v->code = NEW_ARRAY(&c->arena, (size_t)img->code_count + 1, uint8_t);
    v->rule_of = NEW_ARRAY(&c->arena, (size_t)img->funcs_count + 1, int32_t);
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        if (!rule_meant(img, r, said)) continue;
        const int32_t func = r->what == RULE_ROW ? r->body : r->when;
        any = true;
        v->wanted[i] = 1;
        if (func >= 0) v->rule_of[func] = i + 1;
    }
    if (any) return v;
    no_rule(c, img, said);
    return NULL;
}

void cmd_test_rules_begin(struct rule_story *v, struct battle *b) {
    v->first = NULL;
    v->last = &v->first;
    v->at = 0;
    v->entries = v->depth = 0;
    memset(v->code, 0, (size_t)v->img->code_count);
    memset(v->spoken, 0, (size_t)v->img->rules_count);
    battle_reached(b, v->code, v->spoken);
    battle_looks(b, v->rule_of, looked, v);
}

void cmd_test_rules_print(struct rule_story *v, struct battle *b) {
    const int width = v->c->width ? v->c->width : INT_MAX;
    battle_looks(b, NULL, NULL, NULL);
    battle_reached(b, NULL, NULL);
    for (int32_t i = 0; i < v->img->rules_count; i++)
        if (v->wanted[i]) print_rule(v, b, i, width);
}
