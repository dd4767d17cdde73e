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

static bool judge_action(struct battle *b, int32_t action, int64_t first, int64_t chosen,
                         struct run_refusal *out) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[action];
    const struct image_head *choice = chosen != NONE ? first_choice(s->img, action) : NULL;
    int64_t self = NONE;
    struct head h;
    bool yes = true, open;
    if (e->blueprint >= 0 && !instance_of(b, action, first, &self)) return false;
    if (e->blueprint >= 0 && self == NONE) {
        out->gate = GATE_NOBODYS;
        out->place = e->place;
        return true;
    }
    agenda_head(s, &h, action, self, &first, e->roles > 0 ? 1 : 0);
    if (choice) {
        if (!is_among(b, &h, choice, chosen, &yes, out)) return false;
        h.slots[choice->slot] = chosen;
        h.given[choice->slot / 64] |= UINT64_C(1) << (choice->slot % 64);
    }
    if (!agenda_open(s, &h, 0, &open)) return false;
    if (open && yes) return true;
    out->gate = open ? GATE_CHOICE : gate_of(s->img, action, h.place);
    if (open) return true;
    out->place = h.place;
    out->first = false;
    out->nothing_runs = h.nothing_runs;
    snprintf(out->why, sizeof out->why, "%s", h.why);
    return true;
}

struct run_refusal battle_refusal(struct battle *b, int32_t action, int64_t first, int64_t chosen) {
    struct run_refusal out = {.gate = GATE_OPEN, .place = -1};
    size_t mark = b->s.scratch_used;
    b->s.steps = b->s.pure = 0; /* steps of earlier calls at the same question do not count */
    if (!judge_action(b, action, first, chosen, &out)) out.gate = GATE_FAILED;
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
