/*
 * run_offer: which actions are open to a player, and how policies inside draw among them. All
 * actions that might be open are offers, numbered in the order of the rules. If somebody can see
 * which of them were open, every offer is judged, and the open ones are the candidates of the
 * question. If nobody can, all offers are candidates, and no more of them are judged than it takes
 * to know whether there is a question and which of them the policy draws. The draws are the same in
 * both cases.
 */
#include "run_op.h"

#include <string.h>

/* Whether nobody but the policy that answers can see which actions are open. */
static bool seen_by_nobody(const struct battle *b, int64_t player) {
    const struct state *s = &b->s;
    const struct run_observer *o = &b->observer;
    if (WITHOUT_OFFERS) return false;
    return !b->answered && run_policy_of(b, player) != POLICY_ASK &&
           (!state_tells(s) || b->options.brief) && (!o->answered || o->brief) &&
           !state_watched(s) && !s->reached.rules && s->outside_count == 0;
}

void run_offers_room(struct offers *l, int64_t count) {
    l->count = count;
    l->at = memory_grow(l->at, &l->capacity, 4 * (size_t)count + 1, sizeof *l->at);
    l->offer_rows = l->at + count;
}

static void begin_offers(struct battle *b, int64_t offer_rows) {
    struct offers *l = &b->offers;
    const struct view v = state_list(&b->s, offer_rows);
    run_offers_room(l, v.count / 3);
    for (int64_t i = 0; i < l->count; i++) l->at[i] = OFFER_UNKNOWN;
    if (v.count) memcpy(l->offer_rows, v.at, (size_t)v.count * sizeof *l->offer_rows);
}

bool run_offer_open(struct battle *b, int64_t i, bool *open) {
    struct offers *l = &b->offers;
    *open = l->at[i] >= 0;
    if (l->at[i] != OFFER_UNKNOWN) return true;
    if (!agenda_offered(&b->s, l->offer_rows + 3 * i, open)) return false;
    l->at[i] = *open ? i : OFFER_CLOSED;
    return true;
}

/* Judges every offer. The open ones are numbered as candidates; *open becomes how many they are. */
static bool judge_all(struct battle *b, int64_t *open) {
    struct offers *l = &b->offers;
    *open = 0;
    for (int64_t i = 0; i < l->count; i++) {
        bool yes;
        if (!run_offer_open(b, i, &yes)) return false;
        if (yes) l->at[i] = (*open)++;
    }
    return true;
}

static bool judge_one(struct battle *b, int64_t i, int64_t *open) {
    bool yes;
    if (b->offers.at[i] != OFFER_UNKNOWN) return true;
    if (!run_offer_open(b, i, &yes)) return false;
    *open += yes;
    return true;
}

/* Judges offers until it is clear whether there is a question at all: first those that the policy
 * will draw next (at most six draws), then the others in order. *open becomes the number found open
 * so far. */
static bool judge_some(struct battle *b, int64_t player, bool may, int64_t *open) {
    enum { AHEAD = 6 };
    const int64_t enough = may ? 1 : 2, count = b->offers.count;
    uint64_t drawn = 0;
    *open = 0;
    for (int n = 0; n < AHEAD && count > 0 && *open < enough; n++) {
        int64_t i = run_will_draw(b, player, &drawn, (uint64_t)(count + may));
        if (i < 0) break;
        if (i < count && !judge_one(b, i, open)) return false;
    }
    for (int64_t i = 0; i < count && *open < enough; i++) {
        if (!judge_one(b, i, open)) return false;
    }
    return true;
}

static bool judge(struct battle *b, int64_t player, bool few, bool may, int64_t *open) {
    return few ? judge_some(b, player, may, open) : judge_all(b, open);
}

/* Lists the actions that are the candidates of the question: those of the open offers; with `few`,
 * of all offers. */
static int64_t candidates(struct battle *b, bool few) {
    struct state *s = &b->s;
    const struct offers *l = &b->offers;
    int64_t set = state_scratch(s, l->count);
    for (int64_t i = 0; i < l->count; i++) {
        if (few || l->at[i] >= 0) state_scratch_add(s, set, l->offer_rows[3 * i]);
    }
    return set;
}

int64_t run_offer_of(const struct battle *b, int64_t candidate) {
    int64_t i = 0;
    while (b->offers.at[i] != candidate) i++;
    return i;
}

static int64_t first_open(const struct offers *l) {
    int64_t i = 0;
    while (l->at[i] < 0) i++;
    return i;
}

static void ask(struct machine *m, const struct image_code *i, int64_t who, bool few) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    const int64_t set = candidates(b, few), offers = b->offers.count;
    run_ask(b, ASK_PICK, who, i->d);
    run_prompt(b, c->prompt);
    b->offers.count = offers;
    b->offers.few = few;
    b->question.count = state_list(&b->s, set).count;
    b->question.type = (struct image_type){V_EVENT, 0, -1};
    b->question.may_pass = c->may;
    run_offered(b, set);
    b->question.mover = m->t[i->c];
}

/* Lists what may be open and puts the question. Nothing is asked if nothing is open, or a single
 * action that may not be declined: then *asked is false, and *offer is -1 or the number of that
 * offer. Returns false on an error, or if m->out says how to go on. */
static bool put_offer(struct machine *m, const struct image_code *i, bool *asked, int64_t *offer) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    const int64_t player = m->t[i->b];
    int64_t offer_rows, open, who = player;
    if (!run_speaker(b, &who)) return false;
    *asked = false;
    *offer = -1;
    if (b->mute == who) return true; /* nobody is there to whom an offer could be made */
    if (!run_op_tidy(m, who)) return false;
    const bool few = seen_by_nobody(b, who);
    agenda_offer(m->s, c->event, player, m->t[i->c], &offer_rows);
    begin_offers(b, offer_rows);
    if (!judge(b, who, few, c->may, &open)) return false;
    *asked = open > 1 || (open == 1 && c->may);
    *offer = open == 0 ? -1 : first_open(&b->offers);
    if (*asked) ask(m, i, who, few);
    if (!*asked && b->wanted.action && m->t[i->c] != NONE) run_note_missed(b, c->event, m->t[i->c]);
    return true;
}

/* Notes that the action that was just begun is open (found_open). Nothing is noted if the action
 * has further roles, which have got their defaults since it was judged, or if somebody counts which
 * code runs. */
static void note_open(struct battle *b, const struct image_event *e) {
    struct state *s = &b->s;
    const bool same = !WITHOUT_FOUND_OPEN && e->roles <= 1 && !state_watched(s);
    b->found = (struct found_open){same ? frame_top(s) : 0, s->w.turns, state_now(s)};
}

bool run_found_open(struct battle *b, uint32_t frame) {
    const struct state *s = &b->s;
    const struct found_open found = b->found;
    b->found.frame = 0;
    return found.frame == frame && found.turns == s->w.turns && found.at == s->memory.clock &&
           s->outside_count == 0;
}

bool run_op_offer(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    bool asked = true;
    const bool answered = b->answered;
    int64_t offer = -1, roles[64];
    if (m->t[i->b] == NONE) return run_op_fail(m, "nobody is offered anything: the player is none");
    /* An answer from outside is to the question as it was put, so nothing is judged again. */
    if (!answered && !put_offer(m, i, &asked, &offer)) return false;
    m->t[i->a] = NONE;
    if (asked) {
        if (!run_op_decided(m)) return false;
        run_tell_choice(b, b->answer.values, b->answer.count);
        if (b->answer.pass) return true;
        offer = run_offer_of(b, b->answer.values[0]);
    }
    if (offer < 0) return true;
    const int64_t *three = b->offers.offer_rows + 3 * offer;
    roles[0] = three[1];
    m->t[i->a] = three[0];
    uint64_t given = m->img->events[three[0]].roles > 0 ? 1 : 0;
    if (!run_do(b, (int32_t)three[0], roles, given, -1, three[2])) return false;
    if (!answered) note_open(b, &m->img->events[three[0]]);
    b->pushed = true;
    return true;
}
