/* The command why-not: tells why an action, or a thing that the action would choose, is not open at
 * a question. Also the word why-not in a session of `myth play`. */
#include "cmd.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/run.h"

enum { NAME_MOST = 120 };

struct ask_why {
    struct cmd *c;
    /* the entry of --at, and how many entries have been seen, both counted over all battles */
    int64_t wanted, entries;
    size_t journal_at;
    const char *unit, *action; /* the names that were typed; NULL: none */
    int width;
    /* told: the question was found; quiet: in a session, which has printed the question already */
    bool told, quiet;
    const char *trouble; /* a sentence about what was typed wrongly; NULL: nothing was */
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

static void print_gate(struct ask_why *v, struct battle *b, const char *what, int indent,
                       const struct run_refusal *r) {
    const char *place = r->place >= 0 ? cmd_place(v->c, battle_image(b), r->place) : "";
    const char *text = arena_print(&v->c->arena, "%s: %s%s%s", what, gate_text(v, b, r),
                                   *place ? "  " : "", place);
    cmd_wrap_hanging(stdout, text, indent, v->width);
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

/* A thing that an action might choose, and what battle_refusal says of it */
struct refused {
    struct run_refusal r;
    const char *who; /* the thing's name; NULL: printed on the line of another thing */
};

/* Prints on one line the thing `first` and those behind it, up to `end`, that the same condition of
 * the choice refuses. Does nothing if `first` has been printed so or is not refused by such a
 * condition. */
static void print_others(struct ask_why *v, struct battle *b, struct refused *first,
                         const struct refused *end) {
    const char *who = first->who;
    if (!who || first->r.gate != GATE_CHOICE || !first->r.first) return;
    for (struct refused *x = first + 1; x < end; x++) {
        if (!x->who || x->r.gate != GATE_CHOICE || !x->r.first) continue;
        if (x->r.place != first->r.place || strcmp(x->r.why, first->r.why) != 0) continue;
        who = arena_print(&v->c->arena, "%s, %s", who, x->who);
        x->who = NULL;
    }
    print_gate(v, b, who, 4, &first->r);
}

/* Prints, for each thing in play of the kind that an action chooses first, whether and why it is
 * refused when `thing` takes the action. Things that the same condition of the choice refuses share
 * a line. */
static void print_choices(struct ask_why *v, struct battle *b, int32_t action, int64_t thing) {
    int32_t kind = battle_choosable(b, action);
    int64_t count;
    if (kind < 0) return;
    const int64_t *at = battle_extent(b, kind, &count);
    int64_t *copy = NEW_ARRAY(&v->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    struct refused *all = NEW_ARRAY(&v->c->arena, (size_t)count + 1, struct refused);
    for (int64_t i = 0; i < count; i++) {
        struct refused *x = &all[i];
        x->r = battle_refusal(b, action, thing, copy[i]);
        x->who =
            arena_print(&v->c->arena, "%s%s", player_of(v, b, copy[i]), name_of(v, b, copy[i]));
        if (!(x->r.gate == GATE_CHOICE && x->r.first)) print_gate(v, b, x->who, 4, &x->r);
    }
    for (int64_t i = 0; i < count; i++) print_others(v, b, &all[i], all + count);
}

/* Prints for a thing whether and why each action is open that is offered during event `during` (-1:
 * any), but for actions that nothing gives to the thing. If `only` is an action (not -1), prints
 * for this one alone, also if it is not offered then, and what refuses each thing that it might
 * choose. */
static void print_thing(struct ask_why *v, struct battle *b, int32_t during, int64_t thing,
                        int32_t only) {
    const struct image *img = battle_image(b);
    printf("%s%s\n", player_of(v, b, thing), name_of(v, b, thing));
    for (int32_t i = 0; i < img->events_count; i++) {
        if (!img->events[i].action || (only >= 0 && i != only)) continue;
        bool here = during < 0 || is_during(img, i, during);
        if (only < 0 && (!here || !may_hold(img, b, i, thing))) continue;
        if (!here) {
            const struct image_event *e = &img->events[i];
            const char *text =
                arena_print(&v->c->arena, "%s: not offered during %s  %s", event_title(img, i),
                            event_title(img, during), cmd_place(v->c, img, e->place));
            cmd_wrap_hanging(stdout, text, 2, v->width);
            continue;
        }
        struct run_refusal r = battle_refusal(b, i, thing, NONE);
        if (only < 0 && r.gate == GATE_NOBODYS) continue;
        print_gate(v, b, event_title(img, i), 2, &r);
        bool chooses = r.gate == GATE_CHOICE || r.gate == GATE_FORBIDDEN || r.gate == GATE_OPEN;
        if (only >= 0 && chooses) print_choices(v, b, i, thing);
    }
}

/* ---- What was asked for -------------------------------------------------------------------- */

static bool same_letter(char a, char b) {
    char x = a >= 'A' && a <= 'Z' ? (char)(a + 32) : a == '_' ? ' ' : a;
    char y = b >= 'A' && b <= 'Z' ? (char)(b + 32) : b == '_' ? ' ' : b;
    return x == y;
}

static bool same_word(const char *a, const char *b) {
    for (; *a && *b; a++, b++)
        if (!same_letter(*a, *b)) return false;
    return *a == *b;
}

/* How well a name fits what was typed, from not at all to exactly. */
enum meant { NOT_MEANT, BY_A_WORD, BY_ITS_BEGIN, AS_A_WHOLE };

static enum meant meant_by(const char *name, const char *said) {
    if (same_word(name, said)) return AS_A_WHOLE;
    for (const char *p = name; *said && p; p = strpbrk(p, " _"), p = p ? p + 1 : NULL) {
        const char *begin = strlen(p) > strlen(said) ? p : "";
        size_t n = 0;
        while (said[n] && begin[n] && same_letter(begin[n], said[n])) n++;
        if (!said[n]) return p == name ? BY_ITS_BEGIN : BY_A_WORD;
    }
    return NOT_MEANT;
}

static enum meant better(enum meant a, enum meant b) {
    return a > b ? a : b;
}

/* Returns the action whose name or title fits best what was said, and sets `how` to how well; of
 * equals the first. Returns -1 if none fits. */
static int32_t action_meant(const struct image *img, const char *said, enum meant *how) {
    int32_t found = -1;
    *how = NOT_MEANT;
    for (int32_t i = 0; i < img->events_count; i++) {
        if (!img->events[i].action) continue;
        enum meant m = better(meant_by(image_text(img, img->events[i].name), said),
                              meant_by(event_title(img, i), said));
        if (m <= *how) continue;
        *how = m;
        found = i;
    }
    return found;
}

/* Returns what to say behind a name that is unknown: the most similar one or, if none is similar,
 * all that there are. */
static const char *or_else(struct cmd *c, const struct nearest *near, const char *all) {
    if (near->best.len)
        return arena_print(&c->arena, "; did you mean '%.*s'?", (int)near->best.len, near->best.at);
    return *all ? arena_print(&c->arena, "; there are %s", all) : "";
}

static int32_t find_action(struct ask_why *v, const struct image *img) {
    enum meant how;
    int32_t found = action_meant(img, v->action, &how);
    if (found >= 0) return found;
    struct nearest near = diag_nearest((struct span){v->action, strlen(v->action)});
    const char *all = "";
    for (int32_t i = 0; i < img->events_count; i++) {
        if (!img->events[i].action) continue;
        const char *name = image_text(img, img->events[i].name);
        diag_candidate_word(&near, name);
        all = arena_print(&v->c->arena, "%s%s%s", all, *all ? ", " : "", name);
    }
    v->trouble = arena_print(&v->c->arena, "there is no action '%s'%s", v->action,
                             or_else(v->c, &near, all));
    return -1;
}

/* Returns a name without the number at its end: "Guards" for "Guards 2"; a name without a number as
 * it is. */
static const char *unnumbered(struct ask_why *v, const char *name) {
    const char *blank = strrchr(name, ' ');
    if (!blank || blank[1] < '0' || blank[1] > '9') return name;
    return arena_text(&v->c->arena, name, (size_t)(blank - name));
}

static bool can_act(const struct image *img, struct battle *b, int64_t thing) {
    for (int32_t i = 0; i < img->events_count; i++)
        if (img->events[i].action && may_hold(img, b, i, thing)) return true;
    return false;
}

/* Returns the thing that a name means: "red Guards 2", "Guards 2", "Guards", or the beginning of a
 * word of these. The whole name with its owner settles it. Else, of several things, it is one that
 * may take an action, then one that fits best, then one of player `who`, then the first. NONE: none
 * fits. */
static int64_t unit_meant(struct ask_why *v, struct battle *b, int64_t who, const char *said) {
    int64_t count, found = NONE;
    int best = 0;
    const int64_t *at = battle_extent(b, battle_image(b)->root[ROOT_THING], &count);
    int64_t *copy = NEW_ARRAY(&v->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    for (int64_t i = 0; i < count; i++) {
        const char *name = name_of(v, b, copy[i]);
        const char *full = arena_print(&v->c->arena, "%s%s", player_of(v, b, copy[i]), name);
        bool his = battle_word(b, copy[i], T_OWNER) == who;
        if (same_word(full, said)) return copy[i];
        enum meant m = better(meant_by(name, said), meant_by(full, said));
        if (same_word(unnumbered(v, name), said) || same_word(unnumbered(v, full), said))
            m = AS_A_WHOLE;
        if (m == NOT_MEANT) continue;
        int rank = (can_act(battle_image(b), b, copy[i]) ? 16 : 0) + 2 * (int)m + his;
        if (rank > best) best = rank, found = copy[i];
    }
    return found;
}

static int64_t find_unit(struct ask_why *v, struct battle *b, int64_t who) {
    int64_t count, found = unit_meant(v, b, who, v->unit);
    const char *all = ""; /* those that could act */
    if (found != NONE) return found;
    struct nearest near = diag_nearest((struct span){v->unit, strlen(v->unit)});
    const int64_t *at = battle_extent(b, battle_image(b)->root[ROOT_THING], &count);
    int64_t *copy = NEW_ARRAY(&v->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    for (int64_t i = 0; i < count; i++) {
        const char *name = name_of(v, b, copy[i]);
        diag_candidate_word(&near,
                            arena_print(&v->c->arena, "%s%s", player_of(v, b, copy[i]), name));
        diag_candidate_word(&near, unnumbered(v, name));
        if (can_act(battle_image(b), b, copy[i]))
            all = arena_print(&v->c->arena, "%s%s%s%s", all, *all ? ", " : "",
                              player_of(v, b, copy[i]), name);
    }
    for (int32_t i = 0; v->quiet && i < battle_image(b)->events_count; i++)
        if (battle_image(b)->events[i].action)
            diag_candidate_word(&near,
                                image_text(battle_image(b), battle_image(b)->events[i].name));
    v->trouble = arena_print(&v->c->arena, "nothing in play is called '%s'%s", v->unit,
                             or_else(v->c, &near, all));
    return NONE;
}

static void print_question(struct ask_why *v, struct battle *b, const struct question *q) {
    const struct image *img = battle_image(b);
    printf("Before entry %" PRId64 ": %s", v->entries + 1, name_of(v, b, q->who));
    if (*q->prompt) printf(" is asked \"%s\"", q->prompt);
    printf("  %s\n", cmd_place(v->c, img, q->place));
    for (int64_t i = 0; i < q->count && q->type.class == V_EVENT && q->values; i++)
        printf("%s%s", i ? ", " : "Open: ", event_title(img, (int32_t)q->values[i]));
    if (q->type.class == V_EVENT && q->count) putchar('\n');
    putchar('\n');
}

static void print_reasons(struct ask_why *v, struct battle *b, const struct question *q) {
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
    if (!v->quiet) print_question(v, b, q);
    if (thing != NONE) {
        print_thing(v, b, during, thing, only);
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
            print_thing(v, b, during, copy[i], -1);
    }
}

/* ---- In a session --------------------------------------------------------------------------- */

static const char *first_of(struct ask_why *v, const char *said, const char *end) {
    while (end > said && end[-1] == ' ') end--;
    return arena_text(&v->c->arena, said, (size_t)(end - said));
}

/* Returns where in the typed text the name of an action begins, alone or behind the name of a unit;
 * NULL if it holds none. Whole names of actions are looked for first. If there is none, a text that
 * as a whole means a unit names no action. Only then do parts of actions' names count. */
static const char *action_in(struct ask_why *v, struct battle *b, int64_t who, const char *said) {
    const struct image *img = battle_image(b);
    enum meant how;
    for (const char *p = said; *p; p++) {
        if (p > said && p[-1] != ' ') continue;
        if (action_meant(img, p, &how) >= 0 && how == AS_A_WHOLE) return p;
    }
    if (unit_meant(v, b, who, said) != NONE) return NULL;
    for (const char *p = said + 1; *said && *p; p++) {
        if (p[-1] != ' ' || action_meant(img, p, &how) < 0) continue;
        if (unit_meant(v, b, who, first_of(v, said, p)) != NONE) return p;
    }
    return action_meant(img, said, &how) >= 0 ? said : NULL;
}

const char *cmd_tell_why_not(struct cmd *c, struct battle *b, const struct question *q,
                             const char *said, int width) {
    struct ask_why v = {.c = c, .width = width, .quiet = true};
    v.action = action_in(&v, b, q->who, said);
    const char *unit = first_of(&v, said, v.action ? v.action : said + strlen(said));
    if (*unit) v.unit = unit;
    print_reasons(&v, b, q);
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

/* Called for each answer of the tape. At the first question that a player answers from entry
 * `wanted` on, prints the reasons and returns false to stop. */
static bool at_question(void *user, struct battle *b, const struct question *q,
                        const struct answer *a) {
    struct ask_why *v = user;
    (void)a;
    count_entries(v, b);
    if (q->who == NONE || v->entries + 1 < v->wanted) return true;
    v->told = true;
    print_reasons(v, b, q);
    return false;
}

static void played(void *user, struct battle *b) {
    count_entries(user, b);
}

enum cmd_exit cmd_why_not(struct cmd *c) {
    struct ask_why v = {.c = c, .width = c->width ? c->width : INT_MAX};
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
