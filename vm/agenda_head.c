/*
 * agenda_head: judges the head of an action line by line in imagined slots (struct head), pays it,
 * and lists the actions that may be offered. A choice is judged by trying its candidates: a
 * candidate is legal if the rest of the head is open with it.
 */
#include <stdio.h>
#include <string.h>

#include "agenda.h"
#include "prim.h"
#include "rows.h"

static bool is_given(const struct head *h, int32_t slot) {
    return (h->given[slot / 64] >> (slot % 64) & 1) != 0;
}

static void set_given(struct head *h, int32_t slot) {
    h->given[slot / 64] |= UINT64_C(1) << (slot % 64);
}

/* Returns the row of the image for a line of the head, counted from 0. */
static const struct image_head *line_of(const struct state *s, const struct head *h, int32_t line) {
    return &s->img->heads[s->img->events[h->event].first_head + line];
}

static void begin_head(struct state *s, struct head *h, int32_t event, int64_t self) {
    const struct image_event *e = &s->img->events[event];
    memset(h->given, 0, sizeof h->given);
    for (int32_t i = 0; i < e->kept; i++) h->slots[i] = i < e->roles ? NONE : UNKEPT;
    h->event = event;
    h->env = (struct env){h->slots, event, 0, self, ACCOUNTS_NONE};
    h->judged = h->unasked = h->unbarred = h->nothing_runs = false;
    h->why[0] = '\0';
    h->place = -1;
    h->payments = 0;
}

void agenda_head(struct state *s, struct head *h, int32_t event, int64_t self, const int64_t *args,
                 int32_t count) {
    begin_head(s, h, event, self);
    for (int32_t i = 0; i < count; i++) {
        h->slots[i] = args[i];
        set_given(h, i);
    }
}

void agenda_head_of(struct state *s, struct head *h, uint32_t frame) {
    int32_t event = frame_event(s, frame);
    int64_t self = frame_word(s, frame, F_THIS);
    begin_head(s, h, event, self ? self : NONE);
    const int64_t *slots = frame_slots(s, frame);
    const struct image_event *e = &s->img->events[event];
    for (int32_t i = 0; i < e->kept; i++) {
        h->slots[i] = slots[i];
        if (slots[i] != UNKEPT) set_given(h, i);
    }
}

/* Runs a pure function of a line, which reads the imagined slots as roles. */
static bool line_value(struct state *s, struct head *h, int32_t func, int64_t *value) {
    return s->evaluate(s, func, 0, &h->env, NULL, 0, value);
}

/* Notes the reason why the action is not open, unless a reason was noted before. If nobody asks for
 * reasons (h->unasked), "?" is noted in place of the text. */
static void closed(struct head *h, int32_t place, const char *why) {
    if (h->why[0]) return;
    h->place = place;
    if (!h->unasked) {
        snprintf(h->why, sizeof h->why, "%s", why);
        return;
    }
    h->why[0] = '?';
    h->why[1] = '\0';
}

/* ---- Lines ------------------------------------------------------------------- */

/* Sets *yes to whether the payer can pay the line's amount on top of what earlier lines have taken
 * from the same field of the same thing, and adds the amount to h->paid. */
static bool pay_open(struct state *s, struct head *h, const struct image_head *line, bool *yes) {
    int64_t amount, thing, have;
    if (!line_value(s, h, line->func, &amount) || !line_value(s, h, line->whose, &thing))
        return false;
    if (!rows_field(s, line->field, &h->env, thing, &have)) return false;
    int32_t i = 0;
    while (i < h->payments && (h->paid[i].thing != thing || h->paid[i].field != line->field)) i++;
    if (i == MAX_PAYMENTS) return state_limit(s, LIMIT_PAYMENTS);
    if (i == h->payments) {
        h->paid[i].thing = thing;
        h->paid[i].field = line->field;
        h->paid[i].sum = 0;
        h->payments++;
    }
    *yes = amount != NONE && have != NONE && num_add(h->paid[i].sum, amount, &h->paid[i].sum) &&
           h->paid[i].sum <= have;
    char why[120] = "";
    if (!*yes && !h->unasked) {
        const struct image_field *f = &s->img->fields[line->field];
        snprintf(why, sizeof why, "not enough %s", image_text(s->img, f->name));
    }
    if (!*yes) closed(h, line->place, why);
    return true;
}

/* Sets *whose to the thing or player for whom a limit is counted. If the line names none, it is the
 * first role. */
static bool limit_whose(struct state *s, struct head *h, const struct image_head *line,
                        int64_t *whose) {
    if (line->whose >= 0) return line_value(s, h, line->whose, whose);
    *whose = h->slots[0];
    return true;
}

/* Returns the event within which a limit counts, as seen from a frame; 0: none runs. If none runs,
 * the limit of an event that is no action counts within the block, if it is in one. */
static uint32_t limit_scope(const struct state *s, uint32_t from, const struct head *h,
                            const struct image_head *line) {
    const uint32_t scope = frame_counting(s, from, s->img->lists + line->first_per, line->pers);
    return scope || s->img->events[h->event].action ? scope : frame_block(s);
}

/* Sets *yes to whether a limit leaves room for one more use, within the innermost running event of
 * those for which it is counted. If no such event runs, sets *yes to h->judged. */
static bool limit_open(struct state *s, struct head *h, const struct image_head *line, bool *yes) {
    int64_t most = 1, whose;
    if (line->func >= 0 && !line_value(s, h, line->func, &most)) return false;
    if (!limit_whose(s, h, line, &whose)) return false;
    uint32_t scope = limit_scope(s, frame_top(s), h, line);
    *yes = scope ? frame_limit_used(s, scope, line->group, whose) < most : h->judged;
    if (*yes) return true;
    const int32_t within = scope ? frame_event(s, scope) : s->img->lists[line->first_per];
    const char *event = within < 0 ? "block" : image_text(s->img, s->img->events[within].name);
    char why[120] = "";
    if (!scope && !h->unasked) {
        snprintf(why, sizeof why, "no %s is running", event);
    } else if (!h->unasked) {
        snprintf(why, sizeof why, "%s per %s", most == 1 ? "once" : "only so often", event);
    }
    h->nothing_runs = !scope && !h->why[0];
    closed(h, line->place, why);
    return true;
}

/* Sets *yes to whether a need holds; if not, notes the reason that the line states, with the holes
 * of its text filled in. */
static bool needs_open(struct state *s, struct head *h, const struct image_head *line, bool *yes) {
    int64_t value;
    if (!line_value(s, h, line->func, &value)) return false;
    *yes = value == 1;
    if (*yes) return true;
    if (line->choice < 0 || h->unasked) {
        closed(h, line->place, h->unasked ? "" : image_text(s->img, line->label));
        return true;
    }
    const struct image_choice *reason = &s->img->choices[line->choice];
    int32_t count = s->img->templates[reason->prompt].texts - 1;
    int64_t holes[MAX_HOLES];
    for (int32_t i = 0; i < count && i < MAX_HOLES; i++) {
        if (!line_value(s, h, s->img->lists[reason->first_hole + i], &holes[i])) return false;
    }
    char why[sizeof h->why];
    state_template(s, reason->prompt, holes, why, sizeof why);
    closed(h, line->place, why);
    return true;
}

/* ---- Choices -------------------------------------------------------------------- */

/* Computes a part of a choice by its function; leaves *value alone if func is -1, because the
 * choice then lacks that part. */
static bool part_value(struct state *s, const struct env *env, int32_t func, int64_t *value) {
    return func < 0 || s->evaluate(s, func, 0, env, NULL, 0, value);
}

bool agenda_geometry(struct state *s, const struct head *h, int32_t number, enum accounts accounts,
                     struct agenda_geometry *out) {
    const struct image_head *line = line_of(s, h, number);
    const struct image_choice *c = &s->img->choices[line->choice];
    struct env env = h->env;
    env.accounts = accounts;
    *out = (struct agenda_geometry){NONE, NONE, NONE, NONE, NONE};
    if (!part_value(s, &env, line->whose, &out->mover)) return false;
    if (c->what == CHOICE_PATH) return part_value(s, &env, line->func, &out->up_to);
    return part_value(s, &env, line->func, &out->zone) &&
           part_value(s, &env, line->reach, &out->far) && part_value(s, &env, line->near, &out->of);
}

/* Sets *yes to whether the head is open behind a choice that is answered with `value`. The slot and
 * the payments are then put back, so that the next candidate can be tried. */
static bool rest_open(struct state *s, struct head *h, int32_t line, int64_t value, bool *yes) {
    const struct image_head *l = line_of(s, h, line);
    int64_t before = h->slots[l->slot];
    int32_t payments = h->payments;
    int64_t sums[MAX_PAYMENTS];
    for (int32_t i = 0; i < payments; i++) sums[i] = h->paid[i].sum;
    h->slots[l->slot] = value;
    bool ok = agenda_open(s, h, line + 1, yes);
    h->slots[l->slot] = before;
    h->payments = payments;
    for (int32_t i = 0; i < payments; i++) h->paid[i].sum = sums[i];
    return ok;
}

bool agenda_spot(struct state *s, struct head *h, int32_t number, int64_t value, bool *yes) {
    const struct image_head *line = line_of(s, h, number);
    const struct image_choice *c = &s->img->choices[line->choice];
    struct env env = h->env;
    int64_t good = 1;
    *yes = false;
    if (c->where >= 0 && !s->evaluate(s, c->where, 0, &env, &value, 1, &good)) return false;
    return good != 1 || rest_open(s, h, number, value, yes);
}

/* Called after a candidate has left the head closed. Sets *over to true if the action is forbidden
 * whatever is chosen, so that the other candidates need not be tried. agenda_shut is asked only
 * once, at the first candidate for which a reason was noted; *looked then becomes true. */
static bool none_can_open(struct state *s, struct head *h, bool *looked, bool *over) {
    *over = false;
    if (*looked || !h->why[0]) return true;
    *looked = true;
    return agenda_shut(s, h, over);
}

/* Sets *yes to whether a choice of a place or way has a candidate that leaves the rest of the head
 * open. */
static bool some_open(struct state *s, struct head *h, int32_t number, bool *yes) {
    const struct image_choice *c = &s->img->choices[line_of(s, h, number)->choice];
    struct agenda_geometry g;
    *yes = false;
    if (!agenda_geometry(s, h, number, ACCOUNTS_NONE, &g)) return false;
    struct prim_place_ask place = {g.mover, g.zone, g.far, g.of, false};
    bool path = c->what == CHOICE_PATH;
    int64_t count = path ? prim_path_count(s, g.mover, g.up_to) : prim_place_count(s, &place);
    if (count < 0) return false;
    bool looked = false;
    size_t mark = s->scratch_used;
    for (int64_t n = 0; n < count && !*yes; n++, s->scratch_used = mark) {
        int64_t i = path && h->unasked && !WITHOUT_TRIED ? prim_path_tried(s, count, n) : n, value;
        bool legal = path ? prim_path_candidate(s, g.mover, g.up_to, i, &value)
                          : prim_place_candidate(s, &place, i, &value);
        if (!legal && s->error.text[0]) return false;
        if (!legal) continue;
        if (!agenda_spot(s, h, number, value, yes)) return false;
        bool over;
        if (!*yes && !none_can_open(s, h, &looked, &over)) return false;
        if (!*yes && over) break;
    }
    s->scratch_used = mark;
    if (!*yes) closed(h, line_of(s, h, number)->place, "nowhere to go");
    return true;
}

/* A way by steps with which the body of an action begins: the head, and the function that tests a
 * way; -1: none. */
struct leading {
    struct state *s;
    const struct head *h;
    int32_t func;
};

/* A prim_good. */
static bool is_good_way(void *user, int64_t way, bool *yes) {
    const struct leading *l = user;
    int64_t good = 1;
    *yes = false;
    if (l->func >= 0 && !l->s->evaluate(l->s, l->func, 0, &l->h->env, &way, 1, &good)) return false;
    *yes = good == 1;
    return true;
}

/* Sets *yes to whether a way by steps can begin at all. */
static bool leads_open(struct state *s, struct head *h, const struct image_head *line, bool *yes) {
    struct leading l = {s, h, line->near};
    struct prim_ahead a = {NONE, NONE, is_good_way, &l};
    if (!line_value(s, h, line->whose, &a.mover) || !line_value(s, h, line->func, &a.up_to))
        return false;
    s->judged = &h->env;
    const bool ok = prim_leads(s, &a, yes);
    s->judged = NULL;
    if (!ok) return false;
    if (!*yes) closed(h, line->place, "nowhere to go");
    return true;
}

/* Sets *yes to whether no rule forbids the action with the slots filled so far. */
static bool not_forbidden(struct state *s, struct head *h, bool *yes) {
    const char *label;
    int32_t place;
    if (!agenda_barred(s, h, &label, &place)) return false;
    *yes = !label;
    if (label) closed(h, place, label);
    return true;
}

/* Sets *yes to whether some candidate of a choice that is a pick, or declining it, leaves the rest
 * of the head open. */
static bool pick_open(struct state *s, struct head *h, int32_t number, bool *yes) {
    const struct image_head *line = line_of(s, h, number);
    const struct image_choice *c = &s->img->choices[line->choice];
    int64_t set = 0;
    *yes = false;
    if (!line_value(s, h, line->func, &set)) return false;
    bool looked = false, over = false;
    size_t mark = s->scratch_used;
    int64_t count = state_list(s, set).count;
    for (int64_t i = 0; i < count && !*yes && !over; i++, s->scratch_used = mark) {
        if (!rest_open(s, h, number, state_list(s, set).at[i], yes)) return false;
        if (!*yes && !none_can_open(s, h, &looked, &over)) return false;
    }
    if (!*yes && !over && c->may && !rest_open(s, h, number, NONE, yes)) return false;
    if (!*yes) closed(h, line->place, "nothing to choose");
    return true;
}

bool agenda_picks(struct state *s, struct head *h, int32_t number, int64_t *list) {
    int64_t set;
    if (!line_value(s, h, line_of(s, h, number)->func, &set)) return false;
    int64_t count = state_list(s, set).count;
    *list = state_scratch(s, count);
    size_t mark = s->scratch_used;
    for (int64_t i = 0; i < count; i++, s->scratch_used = mark) {
        bool yes;
        int64_t value = state_list(s, set).at[i];
        if (!rest_open(s, h, number, value, &yes)) return false;
        if (yes) state_scratch_add(s, *list, value);
    }
    return true;
}

/* ---- Openness of a head -------------------------------------------------------------------- */

/* Sets *yes to false if it is certain that the action is forbidden whatever its choices are
 * answered with, else to true. Called before a choice is tried, and only if nobody asks for the
 * reason (h->unasked), because this notes only "?" as the reason. */
static bool not_shut(struct state *s, struct head *h, bool *yes) {
    bool shut;
    if (!agenda_shut(s, h, &shut)) return false;
    *yes = !shut;
    if (shut) closed(h, -1, "");
    return true;
}

/* Judges the lines from `line` on, up to the first choice that was not answered. That choice judges
 * the lines behind it with one candidate after the other, until one leaves them open. Without such
 * a choice it is also judged whether a rule forbids the action. */
bool agenda_open(struct state *s, struct head *h, int32_t line, bool *yes) {
    const struct image_event *e = &s->img->events[h->event];
    *yes = true;
    for (; line < e->head && *yes; line++) {
        const struct image_head *l = line_of(s, h, line);
        bool ok = true;
        switch ((enum head_what)l->what) {
        case HEAD_NEEDS: ok = needs_open(s, h, l, yes); break;
        case HEAD_PAY: ok = pay_open(s, h, l, yes); break;
        case HEAD_LIMIT: ok = limit_open(s, h, l, yes); break;
        case HEAD_LET: ok = line_value(s, h, l->func, &h->slots[l->slot]); break;
        case HEAD_LEADS: ok = leads_open(s, h, l, yes); break;
        case HEAD_CHOOSE:
            if (is_given(h, l->slot)) break;
            if (h->unasked && !not_shut(s, h, yes)) return false;
            if (!*yes) return true;
            if (s->img->choices[l->choice].what == CHOICE_PICK) return pick_open(s, h, line, yes);
            return some_open(s, h, line, yes);
        }
        if (!ok) return false;
    }
    return !*yes || not_forbidden(s, h, yes);
}

/* ---- Paying -------------------------------------------------------------------------- */

/* Lowers the field of the payer by the amount that the line names. */
static bool pay_line(struct state *s, struct head *h, const struct image_head *line) {
    int64_t amount, thing, left;
    if (!line_value(s, h, line->func, &amount) || !line_value(s, h, line->whose, &thing))
        return false;
    const struct image_field *f = &s->img->fields[line->field];
    if (!num_sub(state_word(s, thing, (uint32_t)f->slot), amount, &left)) {
        return state_fail(s, "a payment leaves the range of numbers");
    }
    if (state_tells(s)) {
        state_tell(s, J_PAID);
        state_tell_thing(s, thing);
        journal_word(&s->journal, line->field);
        journal_word(&s->journal, amount);
        state_told(s);
    }
    bool off = s->journal.off;
    /* keeps state_write from telling the journal, which was told of the payment */
    s->journal.off = true;
    state_write(s, thing, line->field, left);
    s->journal.off = off;
    return true;
}

/* Counts a use of a limit more, or one less where there is one. */
static bool count_use(struct state *s, struct head *h, uint32_t frame,
                      const struct image_head *line, int uses) {
    int64_t whose;
    if (!limit_whose(s, h, line, &whose)) return false;
    uint32_t scope = limit_scope(s, frame, h, line);
    if (!scope) scope = frame_block(s);
    if (!scope) return true;
    if (uses > 0 || frame_limit_used(s, scope, line->group, whose) > 0)
        frame_limit_use(s, scope, line->group, whose, uses);
    return true;
}

/* Goes through the head of an action. With `uses` 1 each line is paid and each limit counts a use
 * more; with -1 each limit counts a use less, and nothing is paid back. */
static bool settle(struct state *s, uint32_t frame, int uses) {
    struct head h;
    agenda_head_of(s, &h, frame);
    h.env.accounts = state_accounts_aside(s);
    const struct image_event *e = &s->img->events[h.event];
    for (int32_t i = 0; i < e->head; i++) {
        const struct image_head *line = line_of(s, &h, i);
        if (uses > 0) s->place = line->place;
        if (uses > 0 && line->what == HEAD_PAY && !pay_line(s, &h, line)) return false;
        if (line->what == HEAD_LIMIT && !count_use(s, &h, frame, line, uses)) return false;
    }
    return true;
}

bool agenda_pay(struct state *s, uint32_t frame) {
    return settle(s, frame, 1);
}

bool agenda_unused(struct state *s, uint32_t frame) {
    return settle(s, frame, -1);
}

bool agenda_needs(struct state *s, uint32_t frame, struct head *h, bool *hold) {
    agenda_head_of(s, h, frame);
    h->env.accounts = state_accounts_aside(s);
    const struct image_event *e = &s->img->events[h->event];
    *hold = true;
    for (int32_t i = 0; i < e->head && *hold; i++) {
        const struct image_head *line = line_of(s, h, i);
        if (line->what != HEAD_NEEDS) continue;
        if (!needs_open(s, h, line, hold)) return false;
    }
    return true;
}

/* ---- Offers ---------------------------------------------------------------------------- */

/* Adds a row to an offer: an action, the thing that fills its first role, and its instance. */
static void add_offer_row(struct state *s, int32_t event, int64_t whom, int64_t self,
                          int64_t list) {
    state_scratch_add(s, list, event);
    state_scratch_add(s, list, whom);
    state_scratch_add(s, list, self);
}

/* Adds a row for each thing that the action d may be offered for. If `whom` is not NONE, that is
 * `whom`, if it fits the first role. Otherwise it is the player himself, if he fits, or else all
 * things of the player's that fit. An action whose first role is no thing (d->role < 0) gets one
 * row without a thing, if `whom` is NONE. */
static void offer_to(struct state *s, const struct state_during *d, int64_t player, int64_t whom,
                     int64_t self, int64_t list) {
    if (d->role < 0) {
        if (whom == NONE) add_offer_row(s, d->event, NONE, self, list);
        return;
    }
    if (whom == NONE && state_is(s, player, d->role)) whom = player;
    if (whom != NONE) {
        if (state_is(s, whom, d->role)) add_offer_row(s, d->event, whom, self, list);
        return;
    }
    struct view all = state_extent(s, d->role);
    for (int64_t i = 0; i < all.count; i++) {
        int64_t thing = state_extent(s, d->role).at[i];
        if (state_owner(s, thing) == player) add_offer_row(s, d->event, thing, self, list);
    }
}

/* Adds the rows of an action that stands in a blueprint, for each instance. A feature or item whose
 * bearer fits the first role offers the action to this bearer, if the bearer is `whom` or, with
 * `whom` NONE, belongs to the player. Every other instance that the player or nobody owns offers
 * the action as offer_to does. */
static void offer_of_instances(struct state *s, const struct state_during *d, int64_t player,
                               int64_t whom, int64_t list) {
    struct view all = state_instances(s, d->blueprint);
    for (int64_t i = 0; i < all.count; i++) {
        int64_t self = state_instances(s, d->blueprint).at[i];
        int64_t holder = state_word(s, self, T_HOLDER), owner = state_owner(s, self);
        bool borne = state_is_root(s, self, ROOT_FEATURE) || state_is_root(s, self, ROOT_ITEM);
        if (borne && d->role >= 0 && state_is(s, holder, d->role)) {
            if (whom != NONE ? whom != holder : state_owner(s, holder) != player) continue;
            add_offer_row(s, d->event, holder, self, list);
        } else if (owner == player || owner == NONE) {
            offer_to(s, d, player, whom, self, list);
        }
    }
}

void agenda_offer(struct state *s, int32_t event, int64_t player, int64_t whom,
                  int64_t *offer_rows) {
    const struct state_during *first = s->during + s->first_during[event],
                              *end = s->during + s->first_during[event + 1];
    int64_t room = 0;
    for (const struct state_during *d = first; d < end; d++) {
        room += d->blueprint < 0 ? 1 : state_instances(s, d->blueprint).count;
    }
    if (whom == NONE) room *= state_extent(s, s->img->root[ROOT_THING]).count + 1;
    *offer_rows = state_scratch(s, 3 * room);
    for (const struct state_during *d = first; d < end; d++) {
        if (d->blueprint < 0)
            offer_to(s, d, player, whom, NONE, *offer_rows);
        else
            offer_of_instances(s, d, player, whom, *offer_rows);
    }
}

bool agenda_offered(struct state *s, const int64_t *three, bool *yes) {
    const int32_t event = (int32_t)three[0];
    const int64_t whom = three[1], self = three[2];
    if (self != NONE) {
        if (!rows_in_force(s, self, ACCOUNTS_NONE, yes)) return false;
        if (!*yes) return true;
    }
    struct head h;
    int32_t roles = s->img->events[event].roles;
    agenda_head(s, &h, event, self, &whom, roles > 0 && whom != NONE ? 1 : 0);
    h.unasked = true;
    size_t mark = s->scratch_used;
    if (!agenda_open(s, &h, 0, yes)) return false;
    s->scratch_used = mark;
    return true;
}
