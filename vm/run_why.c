#include "run_int.h"

#include <stdio.h>
#include <string.h>

/* Explains why an action is closed: judges its head as an offer would, and reports what refused
 * it. */

/* Finds the instance whose action this is: one in force that the thing bears or that has the
 * thing's owner; *self is NONE if there is none. Returns false on an error. */
static bool instance_of(struct battle *b, int32_t action, int64_t first, int64_t *self) {
    struct state *s = &b->s;
    *self = NONE;
    struct view all = state_instances(s, s->img->events[action].blueprint);
    for (int64_t i = 0; i < all.count && *self == NONE; i++) {
        int64_t one = state_instances(s, s->img->events[action].blueprint).at[i];
        bool yes,
            his = state_word(s, one, T_HOLDER) == first ||
                  (state_owner(s, one) != NONE && state_owner(s, one) == state_owner(s, first));
        if (!rows_in_force(s, one, ACCOUNTS_NONE, &yes)) return false;
        if (yes && his) *self = one;
    }
    return true;
}

/* The first line of the head that chooses; NULL if there is none, or if that line chooses a place
 * or way. */
static const struct image_head *first_choice(const struct image *img, int32_t action) {
    const struct image_event *e = &img->events[action];
    for (int32_t i = 0; i < e->head; i++) {
        const struct image_head *line = &img->heads[e->first_head + i];
        if (line->what == HEAD_CHOOSE)
            return img->choices[line->choice].what == CHOICE_PICK ? line : NULL;
    }
    return NULL;
}

int32_t battle_choosable(const struct battle *b, int32_t action) {
    const struct image_head *line = first_choice(b->s.img, action);
    const struct image_choice *c = line ? &b->s.img->choices[line->choice] : NULL;
    return c && c->type.class == V_THING ? c->type.of : -1;
}

static enum run_gate gate_of(const struct image *img, int32_t action, int32_t place) {
    const struct image_event *e = &img->events[action];
    for (int32_t i = 0; i < e->head; i++) {
        const struct image_head *line = &img->heads[e->first_head + i];
        if (line->place != place) continue;
        switch ((enum head_what)line->what) {
        case HEAD_NEEDS: return GATE_NEEDS;
        case HEAD_PAY: return GATE_PAY;
        case HEAD_LIMIT: return GATE_LIMIT;
        case HEAD_LET:
        case HEAD_CHOOSE:
        case HEAD_LEADS: return GATE_CHOICE;
        }
    }
    return GATE_FORBIDDEN;
}

/* Finds out what keeps a thing out of a choice: builds the set of candidates once more, with a
 * trace (run_trace.c). Remembered numbers are forgotten before, so that all code runs and the trace
 * sees what refuses. Returns false on an error. */
static bool why_not_among(struct battle *b, struct head *h, const struct image_head *line,
                          int64_t chosen, struct run_refusal *out) {
    struct state *s = &b->s;
    struct run_trace x = {.member = chosen, .place = -1, .quantity = -1};
    struct run_trace *outer = s->reached.trace;
    int64_t set;
    state_forget(s);
    s->reached.trace = &x;
    state_watch(s);
    bool ok = run_evaluate(s, line->func, &h->env, NULL, 0, &set);
    s->reached.trace = outer;
    state_watch(s);
    out->first = !*x.why || x.first;
    out->place = x.place >= 0 ? x.place : line->place;
    snprintf(out->why, sizeof out->why, "%s",
             *x.why ? x.why : "it is not among what may be chosen");
    return ok;
}

/* Sets *yes to whether the chosen thing is a candidate of a line at all, with the lets above it
 * computed. If not, fills `out` with the reason. Returns false on an error. */
static bool is_among(struct battle *b, struct head *h, const struct image_head *line,
                     int64_t chosen, bool *yes, struct run_refusal *out) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[h->event];
    int64_t set;
    for (const struct image_head *l = &s->img->heads[e->first_head]; l < line; l++) {
        if (l->what == HEAD_LET && !run_evaluate(s, l->func, &h->env, NULL, 0, &h->slots[l->slot]))
            return false;
    }
    if (!run_evaluate(s, line->func, &h->env, NULL, 0, &set)) return false;
    *yes = state_has(state_list(s, set), chosen);
    return *yes || why_not_among(b, h, line, chosen, out);
}

/* Whether a line of the head behind another stands at a place of the text. */
static bool stands_behind(const struct image *img, int32_t action, const struct image_head *line,
                          int32_t place) {
    const struct image_event *e = &img->events[action];
    const struct image_head *end = &img->heads[e->first_head] + e->head;
    while (++line < end)
        if (line->place == place) return true;
    return false;
}

/* Judges an action of this instance (NONE: it stands on no card). */
static bool judge_instance(struct battle *b, int32_t action, int64_t self, int64_t first,
                           int64_t chosen, struct run_refusal *out) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[action];
    const struct image_head *choice = chosen != NONE ? first_choice(s->img, action) : NULL;
    struct head h;
    bool yes = true, open;
    agenda_head(s, &h, action, self, &first, e->roles > 0 ? 1 : 0);
    if (choice) {
        if (!is_among(b, &h, choice, chosen, &yes, out)) return false;
        h.slots[choice->slot] = chosen;
        h.given[choice->slot / 64] |= UINT64_C(1) << (choice->slot % 64);
    }
    if (!agenda_open(s, &h, 0, &open)) return false;
    if (open && yes) return true;
    if (!yes && !open && stands_behind(s->img, action, choice, h.place)) {
        out->gate = GATE_CHOICE; /* what it lacks to be chosen at all comes first */
        return true;
    }
    out->gate = open ? GATE_CHOICE : gate_of(s->img, action, h.place);
    if (open) return true;
    out->place = h.place;
    out->first = false;
    out->nothing_runs = h.nothing_runs;
    snprintf(out->why, sizeof out->why, "%s", h.why);
    return true;
}

static bool judge_action(struct battle *b, int32_t action, int64_t first, int64_t chosen,
                         struct run_refusal *out) {
    const struct image_event *e = &b->s.img->events[action];
    int64_t self = NONE;
    if (e->blueprint >= 0 && !instance_of(b, action, first, &self)) return false;
    if (e->blueprint >= 0 && self == NONE) {
        out->gate = GATE_NOBODYS;
        out->place = e->place;
        return true;
    }
    return judge_instance(b, action, self, first, chosen, out);
}

struct run_refusal battle_refusal(struct battle *b, int32_t action, int64_t first, int64_t chosen) {
    struct run_refusal out = {.gate = GATE_OPEN, .place = -1};
    size_t mark = b->s.scratch_used;
    b->s.steps = b->s.pure = 0; /* steps of earlier calls at the same question do not count */
    if (!judge_action(b, action, first, chosen, &out)) out.gate = GATE_FAILED;
    b->s.scratch_used = mark;
    return out;
}

/* Adds a text to one of so many bytes, as far as there is room. */
static void add_text(char *to, size_t size, const char *text) {
    const size_t used = strlen(to);
    snprintf(to + used, size - used, "%s", text);
}

static const char *named(const struct battle *b, int64_t thing, char *out, size_t size) {
    run_thing_text(&b->s, thing, out, size);
    return out;
}

/* Whether a thing fits the first role of an action that the offer has. */
static bool may_do(const struct battle *b, int32_t action, int64_t whom) {
    const struct state *s = &b->s;
    const int32_t offer = s->img->choices[b->question.choice].event;
    for (int32_t i = s->first_during[offer]; i < s->first_during[offer + 1]; i++) {
        const struct state_during *d = &s->during[i];
        if (d->event == action) return d->role >= 0 && state_is(s, whom, d->role);
    }
    return false;
}

/* Says why an action was judged for nothing: nobody whom the offer is made for has what it stands
 * on, or is what it is for. */
static void nobodys(struct battle *b, int32_t action, struct run_refusal *out) {
    const struct state *s = &b->s;
    const struct image *img = s->img;
    const struct image_event *e = &img->events[action];
    const int64_t whom = b->question.mover;
    char card[200], name[200];
    out->gate = GATE_NOBODYS;
    out->place = e->place;
    if (whom != NONE && !may_do(b, action, whom)) {
        snprintf(out->why, sizeof out->why, "it is no action of %s",
                 named(b, whom, name, sizeof name));
        return;
    }
    if (e->blueprint < 0) {
        snprintf(out->why, sizeof out->why, "nobody is there whom it is for");
        return;
    }
    const struct image_blueprint *bp = &img->blueprints[e->blueprint];
    journal_title(img, bp->title, bp->name, card, sizeof card);
    const struct view all = state_instances(s, e->blueprint);
    if (all.count == 0) {
        snprintf(out->why, sizeof out->why, "it stands on %s, which nobody has here", card);
        return;
    }
    const int64_t holder = state_word(s, all.at[0], T_HOLDER), owner = state_owner(s, all.at[0]);
    const bool borne =
        state_is_root(s, all.at[0], ROOT_FEATURE) || state_is_root(s, all.at[0], ROOT_ITEM);
    snprintf(out->why, sizeof out->why, "it stands on %s, which %s has: only %s is offered it",
             card, named(b, borne && holder != NONE ? holder : owner, name, sizeof name),
             borne ? "who bears it" : "its owner");
}

/* Adds why one row of an offer is closed. Several rows of one reason say it once. */
static bool add_reason(struct battle *b, const int64_t *row, int64_t rows, struct run_refusal *out,
                       char *each, size_t size) {
    struct run_refusal one = {.gate = GATE_OPEN, .place = -1};
    char name[200];
    bool yes = true;
    if (row[2] != NONE && !rows_in_force(&b->s, row[2], ACCOUNTS_NONE, &yes)) return false;
    if (!yes)
        snprintf(one.why, sizeof one.why, "%s is not in force",
                 named(b, row[2], name, sizeof name));
    else if (!judge_instance(b, (int32_t)row[0], row[2], row[1], NONE, &one))
        return false;
    if (row[1] != NONE) {
        add_text(each, size, *each ? "; " : "");
        add_text(each, size, named(b, row[1], name, sizeof name));
        add_text(each, size, ": ");
        add_text(each, size, one.why);
    }
    if (rows == 1)
        *out = one;
    else if (strcmp(one.why, out->why) != 0)
        out->several = true;
    return true;
}

struct run_refusal battle_offer_refusal(struct battle *b, int32_t action) {
    struct run_refusal out = {.gate = GATE_OPEN, .place = -1};
    const size_t mark = b->s.scratch_used;
    char each[sizeof out.why] = "";
    int64_t rows = 0;
    b->s.steps = b->s.pure = 0;
    for (int64_t i = 0; i < b->offers.count; i++) {
        const int64_t *row = b->offers.offer_rows + 3 * i;
        if (row[0] != action) continue;
        if (!add_reason(b, row, ++rows, &out, each, sizeof each)) out.gate = GATE_FAILED;
    }
    if (rows == 0) nobodys(b, action, &out);
    if (out.several) snprintf(out.why, sizeof out.why, "%s", each);
    b->s.scratch_used = mark;
    return out;
}

void battle_wants(struct battle *b, int32_t action) {
    b->wanted.action = action + 1;
    b->wanted.missed = false;
}

void run_note_missed(struct battle *b, int32_t offer, int64_t whom) {
    const int64_t steps = b->s.steps, pure = b->s.pure;
    b->wanted.refusal = battle_refusal(b, b->wanted.action - 1, whom, NONE);
    b->wanted.missed = true;
    b->wanted.offer = offer;
    b->wanted.place = b->s.place;
    b->s.steps = steps;
    b->s.pure = pure;
}

const struct run_refusal *battle_missed(const struct battle *b, int32_t *offer, int32_t *place) {
    *offer = b->wanted.offer;
    *place = b->wanted.place;
    return b->wanted.missed ? &b->wanted.refusal : NULL;
}
