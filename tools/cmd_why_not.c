/* why_not: at a question of a battle, why an action or what it may choose is not open. */
#include "cmd.h"

#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/run.h"

enum { NAME_MOST = 120 };

struct ask_why {
    struct cmd *c;
    int64_t wanted, entries;
    size_t journal_at;
    const char *unit, *action; /* as they were said, NULL */
    bool told, quiet;          /* quiet: which question it is needs no saying */
    const char *trouble;       /* what was said wrongly, NULL */
};

static const char *event_title(const struct image *img, int32_t event) {
    const struct image_event *e = &img->events[event];
    return image_text(img, e->title >= 0 ? e->title : e->name);
}

static const char *name_of(struct ask_why *v, struct battle *b, int64_t thing) {
    char name[NAME_MOST];
    battle_name(b, thing, name, sizeof name);
    return arena_text(&v->c->arena, name, strlen(name));
}

static const char *player_of(struct ask_why *v, struct battle *b, int64_t thing) {
    int64_t owner = battle_word(b, thing, T_OWNER);
    return owner == NONE || owner == thing ? ""
                                           : arena_print(&v->c->arena, "%s ", name_of(v, b, owner));
}

/* ---- One action, one thing ----------------------------------------------------------------- */

static const char *gate_text(struct ask_why *v, struct battle *b, const struct run_refusal *r) {
    switch (r->gate) {
    case GATE_OPEN: return "open";
    case GATE_NEEDS: return arena_print(&v->c->arena, "needed: %s", r->why);
    case GATE_PAY: return arena_print(&v->c->arena, "cannot pay: %s", r->why);
    case GATE_LIMIT: return arena_print(&v->c->arena, "limit: %s", r->why);
    case GATE_CHOICE: return r->why;
    case GATE_FORBIDDEN:
        return arena_print(&v->c->arena, "forbidden%s%s", *r->why ? ": " : "", r->why);
    case GATE_NOBODYS: return "it has nothing that gives it this";
    case GATE_FAILED: return battle_error(b)->text;
    }
    return "";
}

static void tell_gate(struct ask_why *v, struct battle *b, const char *what, int indent,
                      const struct run_refusal *r) {
    const char *place = r->place >= 0 ? cmd_place(v->c, battle_image(b), r->place) : "";
    printf("%*s%s: %s%s%s\n", indent, "", what, gate_text(v, b, r), *place ? "  " : "", place);
}

static bool is_during(const struct image *img, int32_t action, int32_t event) {
    const struct image_event *e = &img->events[action];
    for (int32_t i = 0; i < e->during; i++)
        if (img->lists[e->first_during + i] == event) return true;
    return false;
}

static bool may_hold(const struct image *img, struct battle *b, int32_t action, int64_t thing) {
    const struct image_event *e = &img->events[action];
    struct image_type type = img->slots[img->funcs[e->func].first_slot].type;
    return e->roles > 0 && type.class == V_THING &&
           (type.of < 0 || image_kind_is(img, battle_kind(b, thing), type.of));
}

/* What its first choice would have chosen among: each of that kind in play, and what bars it. */
static void tell_choices(struct ask_why *v, struct battle *b, int32_t action, int64_t thing) {
    int32_t kind = battle_choosable(b, action);
    int64_t count;
    if (kind < 0) return;
    const int64_t *at = battle_extent(b, kind, &count);
    int64_t *copy = NEW_ARRAY(&v->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    for (int64_t i = 0; i < count; i++) {
        struct run_refusal r = battle_refusal(b, action, thing, copy[i]);
        const char *who =
            arena_print(&v->c->arena, "%s%s", player_of(v, b, copy[i]), name_of(v, b, copy[i]));
        tell_gate(v, b, who, 4, &r);
    }
}

/* All that it could do in this event, with --at alone; one action in full. */
static void tell_thing(struct ask_why *v, struct battle *b, int32_t during, int64_t thing,
                       int32_t only) {
    const struct image *img = battle_image(b);
    printf("%s%s\n", player_of(v, b, thing), name_of(v, b, thing));
    for (int32_t i = 0; i < img->events_count; i++) {
        if (!img->events[i].action || (only >= 0 && i != only)) continue;
        bool here = during < 0 || is_during(img, i, during);
        if (only < 0 && (!here || !may_hold(img, b, i, thing))) continue;
        if (!here) {
            const struct image_event *e = &img->events[i];
            printf("  %s: not offered during %s  %s\n", event_title(img, i),
                   event_title(img, during), cmd_place(v->c, img, e->place));
            continue;
        }
        struct run_refusal r = battle_refusal(b, i, thing, NONE);
        if (only < 0 && r.gate == GATE_NOBODYS) continue;
        tell_gate(v, b, event_title(img, i), 2, &r);
        bool chooses = r.gate == GATE_CHOICE || r.gate == GATE_FORBIDDEN || r.gate == GATE_OPEN;
        if (only >= 0 && chooses) tell_choices(v, b, i, thing);
    }
}

/* ---- What was asked for -------------------------------------------------------------------- */

static bool same_word(const char *a, const char *b) {
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a == '_' ? ' ' : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b == '_' ? ' ' : *b;
        if (x != y) return false;
    }
    return *a == *b;
}

static int32_t find_action(struct ask_why *v, const struct image *img) {
    struct nearest near = diag_nearest((struct span){v->action, strlen(v->action)});
    for (int32_t i = 0; i < img->events_count; i++) {
        if (!img->events[i].action) continue;
        const char *name = image_text(img, img->events[i].name);
        if (same_word(name, v->action) || same_word(event_title(img, i), v->action)) return i;
        diag_candidate_word(&near, name);
    }
    v->trouble = arena_print(&v->c->arena, "there is no action '%s'%s%.*s%s", v->action,
                             near.best.len ? "; did you mean '" : "", (int)near.best.len,
                             near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
    return -1;
}

/* Without its number: "Guards" of "Guards 2". */
static const char *unnumbered(struct ask_why *v, const char *name) {
    const char *blank = strrchr(name, ' ');
    if (!blank || blank[1] < '0' || blank[1] > '9') return name;
    return arena_text(&v->c->arena, name, (size_t)(blank - name));
}

/* "red Guards 2", "Guards 2" or "Guards": of several the first that is the player's. */
static int64_t find_unit(struct ask_why *v, struct battle *b, int64_t who) {
    int64_t count, found = NONE;
    struct nearest near = diag_nearest((struct span){v->unit, strlen(v->unit)});
    const int64_t *at = battle_extent(b, battle_image(b)->root[ROOT_THING], &count);
    int64_t *copy = NEW_ARRAY(&v->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    for (int64_t i = 0; i < count; i++) {
        const char *name = name_of(v, b, copy[i]);
        const char *full = arena_print(&v->c->arena, "%s%s", player_of(v, b, copy[i]), name);
        bool his = battle_word(b, copy[i], T_OWNER) == who;
        if (same_word(full, v->unit)) return copy[i];
        bool called = same_word(name, v->unit) || same_word(unnumbered(v, name), v->unit) ||
                      same_word(unnumbered(v, full), v->unit);
        bool first = found == NONE || (his && battle_word(b, found, T_OWNER) != who);
        if (called && first) found = copy[i];
        diag_candidate_word(&near, full);
        diag_candidate_word(&near, unnumbered(v, name));
    }
    for (int32_t i = 0; v->quiet && i < battle_image(b)->events_count; i++)
        if (battle_image(b)->events[i].action)
            diag_candidate_word(&near,
                                image_text(battle_image(b), battle_image(b)->events[i].name));
    if (found == NONE)
        v->trouble = arena_print(&v->c->arena, "nothing in play is called '%s'%s%.*s%s", v->unit,
                                 near.best.len ? "; did you mean '" : "", (int)near.best.len,
                                 near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
    return found;
}

static void tell_question(struct ask_why *v, struct battle *b, const struct question *q) {
    const struct image *img = battle_image(b);
    printf("Before entry %" PRId64 ": %s", v->entries + 1, name_of(v, b, q->who));
    if (*q->prompt) printf(" is asked \"%s\"", q->prompt);
    printf("  %s\n", cmd_place(v->c, img, q->place));
    for (int64_t i = 0; i < q->count && q->type.class == V_EVENT && q->values; i++)
        printf("%s%s", i ? ", " : "Open: ", event_title(img, (int32_t)q->values[i]));
    if (q->type.class == V_EVENT && q->count) putchar('\n');
    putchar('\n');
}

static void tell(struct ask_why *v, struct battle *b, const struct question *q) {
    const struct image *img = battle_image(b);
    const struct image_choice *c = q->choice >= 0 ? &img->choices[q->choice] : NULL;
    int32_t during = c && c->what == CHOICE_OFFER ? c->event : -1, only = -1;
    int64_t thing = during >= 0 || v->quiet ? q->mover : NONE, count;
    if (v->action && (only = find_action(v, img)) < 0) return;
    if (v->unit && (thing = find_unit(v, b, q->who)) == NONE) return;
    if (during < 0 && thing == NONE) {
        v->trouble = "no actions are offered there: name a unit, as in 'UNIT ACTION'";
        return;
    }
    if (!v->quiet) tell_question(v, b, q);
    if (thing != NONE) {
        tell_thing(v, b, during, thing, only);
        return;
    }
    const int64_t *at = battle_extent(b, img->root[ROOT_THING], &count);
    int64_t *copy = NEW_ARRAY(&v->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    for (int64_t i = 0; i < count; i++) {
        bool may = false;
        for (int32_t k = 0; k < img->events_count; k++)
            may = may || (img->events[k].action && is_during(img, k, during) &&
                          may_hold(img, b, k, copy[i]));
        if (may && battle_word(b, copy[i], T_OWNER) == q->who)
            tell_thing(v, b, during, copy[i], -1);
    }
}

/* ---- In a session --------------------------------------------------------------------------- */

/* Where the name of an action begins that stands behind a unit's, or alone; NULL: nowhere. */
static const char *action_in(const struct image *img, const char *said) {
    for (const char *p = said; *p; p++) {
        if (p > said && p[-1] != ' ') continue;
        for (int32_t i = 0; i < img->events_count; i++) {
            if (!img->events[i].action) continue;
            if (same_word(image_text(img, img->events[i].name), p)) return p;
            if (same_word(event_title(img, i), p)) return p;
        }
    }
    return NULL;
}

const char *cmd_tell_why_not(struct cmd *c, struct battle *b, const struct question *q,
                             const char *said) {
    struct ask_why v = {.c = c, .quiet = true};
    v.action = action_in(battle_image(b), said);
    size_t len = v.action ? (size_t)(v.action - said) : strlen(said);
    while (len && said[len - 1] == ' ') len--;
    if (len) v.unit = arena_text(&c->arena, said, len);
    tell(&v, b, q);
    return v.trouble;
}

/* ---- The command --------------------------------------------------------------------------- */

static void made(void *user, struct battle *b) {
    struct ask_why *v = user;
    (void)b;
    v->journal_at = 0;
}

static void count_entries(struct ask_why *v, struct battle *b) {
    struct journal_entry e;
    while (journal_next(battle_journal(b), &v->journal_at, &e)) v->entries++;
}

/* The question whose answer the entry tells of, or the next that a player answers. */
static bool at_question(void *user, struct battle *b, const struct question *q,
                        const struct answer *a) {
    struct ask_why *v = user;
    (void)a;
    count_entries(v, b);
    if (q->who == NONE || v->entries + 1 < v->wanted) return true;
    v->told = true;
    tell(v, b, q);
    return false;
}

static void played(void *user, struct battle *b) {
    count_entries(user, b);
}

enum cmd_exit cmd_why_not(struct cmd *c) {
    struct ask_why v = {.c = c};
    struct cmd_watch watch = {.made = made, .answers = at_question, .played = played, .user = &v};
    if (c->words < 1 || c->words > 3 || !cmd_option(c, "--at"))
        return (enum cmd_exit)cmd_usage(
            c, "why-not wants one tape, --at N, and a unit and its action");
    if (!cmd_number(c, "--at", 1, NUM_MAX, &v.wanted)) return CMD_USAGE;
    v.unit = c->words > 1 ? c->word[1] : NULL;
    v.action = c->words > 2 ? c->word[2] : NULL;
    enum cmd_exit code = cmd_watch_tape(c, c->word[0], &watch);
    if (code == CMD_GOOD && v.trouble) return (enum cmd_exit)cmd_usage(c, "%s", v.trouble);
    if (code != CMD_GOOD || v.told) return code;
    return (enum cmd_exit)cmd_usage(
        c, "no player is asked anything from entry %" PRId64 " on: the journal has %" PRId64,
        v.wanted, v.entries);
}
