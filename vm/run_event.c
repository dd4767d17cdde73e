/*
 * run_event: the course of an event. run_event takes the frame on top through its phases (enum
 * frame_phase): rules that act before, instead of or after it, its body, its end, and the look of
 * `whenever` rules. vm/README.md ("The course of an event") lists the phases.
 */
#include "run_int.h"

/* number of slots that are written together with their frame, and the most roles that an event
 * has */
enum { FRAME_FIRST = 64 };

/* ---- Helpers -------------------------------- */

static const struct image_event *event_row(const struct battle *b, uint32_t frame) {
    return &b->s.img->events[frame_event(&b->s, frame)];
}

int32_t run_event_place(const struct state *s, uint32_t frame) {
    const int32_t event = frame_event(s, frame);
    return event < EVENT_BUILTIN_COUNT_ ? frame_doer_place(s, frame) : s->img->events[event].place;
}

static inline bool has_rules(const struct battle *b, int32_t event, enum rule_what what) {
    if (b->s.heard[event] >> what & 1) return true;
    for (int32_t i = 0; MYTH_UNLIKELY(i < b->outside_count); i++) {
        if (b->outside[i].target == event && run_of_event(b->outside[i].moment)) return true;
    }
    return false;
}

bool run_spoken(const struct battle *b, int32_t event) {
    for (int what = RULE_BEFORE; what < RULE_WHENEVER; what++) {
        if (has_rules(b, event, (enum rule_what)what)) return true;
    }
    return event == EVENT_MOVE && run_in_steps(b);
}

static struct image_type slot_type(const struct battle *b, int32_t func, int32_t slot) {
    return image_slot_of(b->s.img, func, slot)->type;
}

bool run_slot(struct battle *b, uint32_t frame, int32_t func, int32_t slot, int64_t value) {
    const struct image_slot *row = image_slot_of(b->s.img, func, slot);
    if (row->type.class == V_POOL && value != NONE && value != UNKEPT) {
        if (value & POOL_BIT) {
            value &= ~POOL_BIT;
        } else {
            struct dice_look look;
            run_look(b, value, &look);
            const int64_t roll = run_roll_of(b, &look);
            value = dice_hold(&b->s.w, &look);
            if (!value) return state_limit(&b->s, LIMIT_POOLS);
            run_note_roll(b, value, roll);
        }
    }
    frame_slot_set(&b->s, frame, func, slot, image_held(b->s.img, row->range, value));
    return true;
}

/* Copies the value of a slot to a slot of another frame; a value that is not kept yet becomes
 * NONE. */
static bool copy_slot(struct battle *b, uint32_t from, int32_t slot, uint32_t to, int32_t to_slot) {
    struct state *s = &b->s;
    int64_t value = frame_slots(s, from)[slot];
    struct image_type type = slot_type(b, frame_func(s, from), slot);
    if (value == UNKEPT) value = NONE;
    if (type.class == V_POOL && value != NONE) value = run_look_of(b, value);
    return run_slot(b, to, frame_func(s, to), to_slot, value);
}

static void tell_roles(struct battle *b, uint32_t frame, int32_t count) {
    struct state *s = &b->s;
    int32_t func = frame_func(s, frame);
    /* the last kept value of `draw` is no value for a reader: which pile it is */
    while (count > 0 && image_slot_of(s->img, func, count - 1)->name < 0) count--;
    for (int32_t i = 0; i < count; i++) {
        struct image_type type = slot_type(b, func, i);
        int64_t value = frame_slots(s, frame)[i];
        if (value == UNKEPT) type.class = V_VOID, value = 0;
        if (type.class == V_POOL) type.class = V_VOID, value = 0;
        bool list = image_is_list(type);
        if (list && value == NONE) type.class = V_VOID;
        state_tell_value(s, type, value);
    }
}

void run_tell_not_done(struct battle *b, uint32_t frame, enum journal_why why, const char *reason) {
    struct state *s = &b->s;
    if (!state_tells(s)) return;
    s->place = run_event_place(s, frame);
    state_tell(s, J_NOT_DONE);
    journal_word(&s->journal, frame_event(s, frame));
    journal_word(&s->journal, why);
    journal_words(&s->journal, reason);
    tell_roles(b, frame, event_row(b, frame)->roles);
    state_told(s);
}

static void observe(struct battle *b, uint32_t frame, bool ended) {
    const struct run_observer *o = &b->observer;
    if (MYTH_UNLIKELY(o->event != NULL))
        o->event(o->user, b, frame_event(&b->s, frame), frame, ended);
}

/* ---- Beginning -------------------------------- */

/* Returns the player who is asked in an event: the owner of the instance whose event it is; else
 * the owner of the thing in its role `actor`; else the player asked in the event around it;
 * NONE. */
static int64_t asked_in(struct battle *b, int32_t event, int64_t self, const int64_t *slots,
                        uint32_t around) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[event];
    int64_t me = state_owner(s, self);
    if (me != NONE) return me;
    if (e->actor >= 0 && slots[e->actor] != NONE) {
        int64_t owner = state_owner(s, slots[e->actor]);
        if (owner != NONE) return owner;
    }
    int64_t asked = around ? frame_word(s, around, F_ASKED) : 0;
    return asked ? asked : NONE;
}

/* Gives roles that were not given their defaults. A default may read the roles before it. Returns
 * false on an error. */
static bool fill_defaults(struct battle *b, uint32_t frame, int32_t event, uint64_t given) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[event];
    for (int32_t i = 0; i < e->roles; i++) {
        int32_t filler = s->img->defaults[e->first_default + i];
        if (given >> i & 1 || filler < 0) continue;
        struct env env = frame_env(s, frame);
        int64_t value;
        if (!run_evaluate(s, filler, &env, NULL, 0, &value)) return false;
        if (!run_slot(b, frame, e->func, i, value)) return false;
    }
    return true;
}

/* Writes the first slots of a new event: roles that were not given become NONE, kept values UNKEPT,
 * but how far a move has gone 0. Returns a bit for each given role that owns a list or pool: the
 * caller fills these in once the frame exists. */
static uint64_t first_slots(const struct image *img, const struct image_event *e,
                            const int64_t *roles, uint64_t given, int64_t *slots) {
    const struct image_slot *row = img->slots + img->funcs[e->func].first_slot;
    uint64_t owning = 0;
    for (int32_t i = 0; i < e->roles; i++) {
        slots[i] = given >> i & 1 ? image_held(img, row[i].range, roles[i]) : NONE;
        if (!image_is_owned(row[i].type) || slots[i] == NONE) continue;
        slots[i] = 0;
        owning |= UINT64_C(1) << i;
    }
    const int64_t kept = e == img->events + EVENT_MOVE ? 0 : UNKEPT;
    for (int32_t i = e->roles; i < e->kept && i < FRAME_FIRST; i++) slots[i] = kept;
    return owning;
}

bool run_do(struct battle *b, int32_t event, const int64_t *roles, uint64_t given, int32_t call,
            int64_t self) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[event];
    uint32_t around = frame_top(s);
    int64_t words[F_WORDS + FRAME_FIRST], *slots = words + F_WORDS;
    ASSERT(e->roles <= FRAME_FIRST);
    uint64_t owning = first_slots(s->img, e, roles, given, slots);
    bool actor_given = e->actor < 0 || given >> e->actor & 1;
    struct frame_new n = {FRAME_EVENT, e->func, event, call, 0, self, NONE};
    if (call < 0 && event < EVENT_BUILTIN_COUNT_) n.call = frame_doer(s->place);
    if (actor_given) n.asked = asked_in(b, event, self, slots, around);
    uint32_t frame = frame_begin(s, &n, words, e->kept < FRAME_FIRST ? e->kept : FRAME_FIRST);
    if (!frame) return false;
    for (int32_t i = FRAME_FIRST; i < e->kept; i++) {
        frame_put(s, frame, F_WORDS + (uint32_t)i, UNKEPT);
    }
    for (int32_t i = 0; owning && i < e->roles; i++) {
        if (owning >> i & 1 && !run_slot(b, frame, e->func, i, roles[i])) return false;
    }
    if (e->first_default >= 0 && !fill_defaults(b, frame, event, given)) return false;
    if (e->action && e->head > 0) {
        /* Arguments behind the roles are answers to choices of the head. */
        for (int32_t i = e->roles; i < e->kept && i < 64; i++) {
            if (given >> i & 1 && !run_slot(b, frame, e->func, i, roles[i])) return false;
        }
    }
    if (!actor_given) {
        int64_t asked = asked_in(b, event, self, frame_slots(s, frame), around);
        if (asked != NONE) frame_put(s, frame, F_ASKED, asked);
    }
    if (e->action || e->head > 0) frame_phase_set(s, frame, PHASE_HEAD);
    observe(b, frame, false);
    return true;
}

/* Stores the results of `let t = do …`, as the call lists them, in slots of the caller. */
static bool results(struct battle *b, uint32_t frame, uint32_t to, enum event_status status) {
    struct state *s = &b->s;
    const struct image_call *call = &s->img->calls[frame_call(s, frame)];
    for (int32_t i = 0; i < call->results; i++) {
        int32_t from_slot = s->img->lists[call->first_result + 2 * i];
        int32_t slot = s->img->lists[call->first_result + 2 * i + 1];
        if (from_slot < 0) {
            if (!run_slot(b, to, frame_func(s, to), slot, status)) return false;
        } else if (!copy_slot(b, frame, from_slot, to, slot)) {
            return false;
        }
    }
    return true;
}

bool run_hand_back(struct battle *b, uint32_t frame, enum event_status status) {
    const struct state *s = &b->s;
    const int32_t call = frame_call(s, frame);
    uint32_t to = frame_back(s, frame);
    if (to && frame_kind(s, to) == FRAME_OUTSIDE) {
        run_outside_done(b, to, status);
        return true;
    }
    if (call < 0 || !to || s->img->calls[call].results == 0) return true;
    return results(b, frame, to, status);
}

/* Ends an event that is not done. Such an event has no `after`, but features that were to last
 * until its end are taken. */
static enum outcome not_done(struct battle *b, uint32_t frame, enum event_status status,
                             enum journal_why why, const char *reason) {
    struct state *s = &b->s;
    frame_status_set(s, frame, status);
    frame_flag_set(s, frame, FRAME_QUIET, true);
    frame_phase_set(s, frame, PHASE_END);
    run_tell_not_done(b, frame, why, reason);
    return OUT_GO;
}

/* Sets *may to whether the event can happen: the thing in its first role is in play (unless the
 * event may also happen to what is gone), and no rule forbids it. If not, it is ended, and *out is
 * how to go on. Asked before the `before` rules and after them. Returns false on an error. */
static bool may_happen(struct battle *b, uint32_t frame, enum outcome *out, bool *may) {
    struct state *s = &b->s;
    const struct image_event *e = event_row(b, frame);
    *may = false;
    s->place = run_event_place(s, frame);
    if (e->roles > 0 && !e->even_gone) {
        int64_t first = frame_slots(s, frame)[0];
        bool thing = slot_type(b, e->func, 0).class == V_THING;
        if (thing && first != NONE && !state_in_play(s, first)) {
            *out = not_done(b, frame, STATUS_CANCELLED, WHY_GONE, "");
            return true;
        }
    }
    if (has_rules(b, frame_event(s, frame), RULE_FORBID)) {
        struct env env = frame_env(s, frame);
        const char *label;
        if (!agenda_forbidden(s, frame_event(s, frame), &env, &label)) return false;
        if (label) {
            *out = not_done(b, frame, STATUS_FORBIDDEN, WHY_FORBIDDEN, label);
            return true;
        }
    }
    const char *full = NULL;
    if (MYTH_UNLIKELY(s->img->on_map) &&
        !run_entry(b, frame_event(s, frame), frame_slots(s, frame), &full)) {
        return false;
    }
    if (full) *out = not_done(b, frame, STATUS_FORBIDDEN, WHY_FORBIDDEN, full);
    *may = !full;
    return true;
}

static enum outcome begin_event(struct battle *b, uint32_t frame);
static enum outcome instead(struct battle *b, uint32_t frame, bool now);
static enum outcome after(struct battle *b, uint32_t frame);
static enum outcome end(struct battle *b, uint32_t frame);
static enum outcome runs_no_longer(struct battle *b, uint32_t frame, enum event_status status);

/* The phases of an event, a function each. A phase in which nothing is to be done is not entered:
 * the function of the next phase is called at once. */
static enum outcome start(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    enum outcome out = OUT_GO;
    bool may;
    if (!may_happen(b, frame, &out, &may)) return OUT_FAIL;
    if (!may) return out;
    state_wake(s, event_row(b, frame)->wakes); /* the event runs from here on */
    if (has_rules(b, frame_event(s, frame), RULE_BEFORE)) {
        if (!agenda_settle(s, frame, RULE_BEFORE)) return OUT_FAIL;
        if (frame_word(s, frame, F_AGENDA)) {
            frame_flag_set(s, frame, FRAME_SETTLED, true);
            frame_phase_set(s, frame, PHASE_BEFORE);
            return OUT_GO;
        }
    }
    return begin_event(b, frame);
}

/* ---- The rules of a moment -------------------------------- */

/* Lists the things whose rules stand in the agenda from position `next` on, up to the first rule
 * with another rank or of another owner's thing, at *end. A thing whose rule does not speak any
 * more is left out. Returns false on an error. */
static bool rivals(struct battle *b, uint32_t frame, int64_t next, int64_t *list, int64_t *end) {
    struct state *s = &b->s;
    int64_t words = frame_word(s, frame, F_AGENDA), count = state_list(s, words).count;
    int32_t rank = -1;
    int64_t owner = NONE;
    *list = state_scratch(s, count / 2);
    for (int64_t i = *end = next; i < count; i += 2, *end = i) {
        int32_t rule = (int32_t)state_list(s, words).at[i];
        int64_t self = state_list(s, words).at[i + 1];
        if (rule < 0 || self == NONE || state_owner(s, self) == NONE) return true;
        if (i == next) rank = s->img->rules[rule].rank, owner = state_owner(s, self);
        if (s->img->rules[rule].rank != rank || state_owner(s, self) != owner) return true;
        bool yes;
        if (!agenda_speaks(s, frame, rule, self, &yes)) return false;
        if (yes && !state_has(state_list(s, *list), self)) state_scratch_add(s, *list, self);
    }
    return true;
}

/* Moves the first rule of a thing to the front of the agenda from position `next` on. */
static void comes_next(struct battle *b, uint32_t frame, int64_t next, int64_t self) {
    struct state *s = &b->s;
    int64_t words = frame_word(s, frame, F_AGENDA), at = next;
    while (state_list(s, words).at[at + 1] != self) at += 2;
    int64_t rule = state_list(s, words).at[at];
    for (int64_t k = at + 1; k >= next + 2; k--) {
        world_set(&s->w, ADDR(SEG_HEAP, words + 1 + k), state_list(s, words).at[k - 2]);
    }
    world_set(&s->w, ADDR(SEG_HEAP, words + 1 + next), rule);
    world_set(&s->w, ADDR(SEG_HEAP, words + 1 + next + 1), self);
}

static void tell_order(struct battle *b, int64_t chosen) {
    struct state *s = &b->s;
    const struct question *q = &b->question;
    if (!state_tells(s)) return;
    state_tell(s, J_CHOICE);
    state_tell_thing(s, q->who);
    journal_word(&s->journal, q->secret);
    state_tell_template(s, -1, NULL);
    state_tell_thing(s, q->values[chosen]);
    state_tell_thing(s, NONE);    /* none is an action */
    journal_word(&s->journal, 0); /* no two of them are equal */
    journal_word(&s->journal, 0); /* all are open */
    for (int64_t i = 0; i < q->count; i++) state_tell_thing(s, q->values[i]);
    state_told(s);
}

/* If each player orders his own rules, lets him choose which of his rules comes next. OUT_END: that
 * is settled; any other result is to be returned. */
static enum outcome order_own(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    int64_t next, list;
    if (!frame_flag(s, frame, FRAME_ORDERED)) return OUT_END;
    for (bool yes = false; !yes; frame_put(s, frame, F_NEXT, yes ? next : next + 2)) {
        struct view agenda = state_list(s, frame_word(s, frame, F_AGENDA));
        next = frame_word(s, frame, F_NEXT);
        if (next + 2 >= agenda.count || agenda.at[next] < 0) return OUT_END;
        int64_t self = agenda.at[next + 1];
        if (!agenda_speaks(s, frame, (int32_t)agenda.at[next], self, &yes)) return OUT_FAIL;
    }
    struct run_order order = {.frame = frame, .from = next};
    if (!rivals(b, frame, next, &list, &order.to)) return OUT_FAIL;
    struct view v = state_list(s, list);
    if (v.count < 2) return OUT_END;
    s->place = run_event_place(s, frame);
    int64_t who = state_owner(s, v.at[0]);
    if (!run_speaker(b, &who)) return OUT_FAIL;
    b->many.grouped = false;
    if (run_alike(b, list) && run_group_ordered(b, who, &order) < 2) return OUT_END;
    v = state_list(s, list);
    run_ask(b, ASK_PICK, who, -1);
    b->question.prompt = "Which comes first?";
    b->question.count = v.count;
    b->question.type = (struct image_type){V_THING, 0, -1};
    for (int64_t i = 0; i < v.count; i++) {
        int64_t pile = state_word(s, v.at[i], T_PILE);
        b->question.secret |= pile != NONE && s->img->fields[pile].secret;
    }
    run_offered(b, list);
    run_offer_group(b);
    switch (run_decide(b, frame, -1)) {
    case WAITING: return OUT_ASK;
    case AGAIN: return OUT_GO;
    case FAILED: return OUT_FAIL;
    case DECIDED: break;
    }
    tell_order(b, b->answer.values[0]);
    comes_next(b, frame, next, b->question.values[b->answer.values[0]]);
    return OUT_END;
}

/* Pushes the next rule of the agenda that still speaks. Sets *more to false if there is none: the
 * moment is over. `now`: the agenda was made just now, so its first rule need not be judged again.
 * Returns false on an error. */
static bool next_speaker(struct battle *b, uint32_t frame, bool now, bool *more) {
    struct state *s = &b->s;
    for (;; now = false) {
        struct view agenda = state_list(s, frame_word(s, frame, F_AGENDA));
        int64_t next = frame_word(s, frame, F_NEXT);
        *more = next < agenda.count;
        if (!*more) {
            state_list_free(s, ADDR(SEG_STACK, frame + F_AGENDA));
            frame_put(s, frame, F_NEXT, 0);
            return true;
        }
        ASSERT(agenda.at);
        int32_t rule = (int32_t)agenda.at[next];
        int64_t self = agenda.at[next + 1];
        frame_put(s, frame, F_NEXT, next + 2);
        bool yes = true;
        if (rule < 0) { /* a rule in Lua */
            int64_t who = frame_word(s, frame, F_ASKED);
            uint32_t f = frame_push(s, FRAME_OUTSIDE, -1, -1, frame, NONE, who ? who : NONE);
            if (!f) return false;
            frame_put(s, f, F_RULE, -rule);
            return true;
        }
        if (!now && !agenda_speaks(s, frame, rule, self, &yes)) return false;
        if (!yes) continue;
        const struct image_rule *r = &s->img->rules[rule];
        int64_t asked = self != NONE ? state_owner(s, self) : NONE;
        if (asked == NONE) {
            asked = frame_word(s, frame, F_ASKED);
            if (asked == 0) asked = NONE;
        }
        uint32_t f = frame_push(s, FRAME_TRIGGER, r->body, -1, frame, self, asked);
        if (!f) return false;
        frame_put(s, f, F_RULE, rule + 1);
        return true;
    }
}

/* Pushes the next rule of the moment. OUT_END: done, or *more is false; any other result is to be
 * returned. */
static enum outcome speak(struct battle *b, uint32_t frame, bool now, bool *more) {
    enum outcome out = order_own(b, frame);
    if (out != OUT_END) return out;
    return next_speaker(b, frame, now, more) ? OUT_END : OUT_FAIL;
}

static enum outcome before(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    bool more = false;
    if (frame_status(s, frame) == STATUS_CANCELLED) {
        state_list_free(s, ADDR(SEG_STACK, frame + F_AGENDA));
        frame_put(s, frame, F_NEXT, 0);
        if (s->img->events[frame_event(s, frame)].head > 0 && !agenda_unused(s, frame))
            return OUT_FAIL;
        return not_done(b, frame, STATUS_CANCELLED, WHY_CANCELLED, "");
    }
    enum outcome out = speak(b, frame, false, &more);
    if (out != OUT_END) return out;
    if (!more) frame_phase_set(s, frame, PHASE_BEGIN);
    return OUT_GO;
}

static bool roles_counted(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    const struct image_event *e = event_row(b, frame);
    for (int32_t i = 0; i < e->roles; i++) {
        if (frame_slots(s, frame)[i] != NONE || e->none_ok >> i & 1) continue;
        const struct image_func *fn = &s->img->funcs[e->func];
        return state_fail(s, "'%s' of '%s' is none",
                          image_text(s->img, s->img->slots[fn->first_slot + i].name),
                          image_text(s->img, e->name));
    }
    return true;
}

static void tell_begin(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    if (!state_tells(s)) return;
    s->place = run_event_place(s, frame);
    state_tell(s, J_BEGIN);
    journal_word(&s->journal, frame_event(s, frame));
    tell_roles(b, frame, event_row(b, frame)->roles);
    state_told(s);
}

bool run_stepped(struct battle *b, const int64_t *roles) {
    if (!run_do(b, EVENT_STEP, roles, 3, -1, NONE)) return false;
    uint32_t frame = frame_top(&b->s);
    tell_begin(b, frame);
    frame_phase_set(&b->s, frame, PHASE_AFTER);
    b->pushed = true;
    return true;
}

static bool action_needs(struct battle *b, uint32_t frame, enum outcome *out, bool *ok) {
    struct head h;
    *ok = true;
    if (!event_row(b, frame)->action) return true;
    if (!agenda_needs(&b->s, frame, &h, ok)) return false;
    if (!*ok) *out = not_done(b, frame, STATUS_FORBIDDEN, WHY_FORBIDDEN, h.why);
    return true;
}

static enum outcome begin_event(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    enum outcome out = OUT_GO;
    bool waits = state_global(s, G_WAITING) != 0;
    if (waits) frame_phase_set(s, frame, PHASE_BEGIN);
    if (frame_flag(s, frame, FRAME_SETTLED)) {
        bool may;
        if (!may_happen(b, frame, &out, &may)) return OUT_FAIL;
        if (!may) return out;
        if (!action_needs(b, frame, &out, &may)) return OUT_FAIL;
        if (!may) return out;
        frame_flag_set(s, frame, FRAME_SETTLED, false);
    }
    if (!roles_counted(b, frame)) return OUT_FAIL;
    if (waits) {
        int64_t feature;
        if (!agenda_ended(s, frame, UNTIL_NEXT_BEGINS, &feature)) return OUT_FAIL;
        if (feature != NONE) return run_take(b, feature) ? OUT_GO : OUT_FAIL;
    }
    tell_begin(b, frame);
    frame_phase_set(s, frame, PHASE_BODY);
    if (has_rules(b, frame_event(s, frame), RULE_INSTEAD)) {
        if (!agenda_settle(s, frame, RULE_INSTEAD)) return OUT_FAIL;
        if (frame_word(s, frame, F_AGENDA)) {
            frame_phase_set(s, frame, PHASE_INSTEAD);
            return instead(b, frame, true);
        }
    }
    return run_code(b, frame);
}

static enum outcome instead(struct battle *b, uint32_t frame, bool now) {
    struct state *s = &b->s;
    bool more = false;
    /* An `instead of` rule has acted in place of the body, so the event goes on with its `after`
     * rules. */
    if (frame_flag(s, frame, FRAME_SETTLED)) {
        frame_flag_set(s, frame, FRAME_SETTLED, false);
        state_list_free(s, ADDR(SEG_STACK, frame + F_AGENDA));
        frame_put(s, frame, F_NEXT, 0);
        frame_phase_set(s, frame, PHASE_AFTER);
        return after(b, frame);
    }
    enum outcome out = speak(b, frame, now, &more);
    if (out != OUT_END) return out;
    if (more) {
        frame_flag_set(s, frame, FRAME_SETTLED, true);
    } else {
        frame_phase_set(s, frame, PHASE_BODY);
    }
    return OUT_GO;
}

/* ---- `do` of the same event in its `instead of` -------------------------------- */

enum outcome run_continue(struct battle *b, uint32_t trigger, const struct image_call *call,
                          const int64_t *args) {
    struct state *s = &b->s;
    uint32_t frame = frame_about(s, trigger);
    if (frame_flag(s, trigger, FRAME_CONTINUED)) {
        state_fail(s, "the event that an 'instead of' replaces can be done only once in it");
        return OUT_FAIL;
    }
    frame_flag_set(s, trigger, FRAME_CONTINUED, true);
    for (int32_t i = 0; i < call->args; i++) {
        int32_t role = s->img->lists[call->first_arg + i];
        if (!run_slot(b, frame, frame_func(s, frame), role, args[i])) return OUT_FAIL;
    }
    bool more = false;
    /* A further `instead of` rule may act. Its frame is pushed above this trigger, which goes on
     * when that frame is popped. */
    if (!next_speaker(b, frame, false, &more)) return OUT_FAIL;
    if (more) return OUT_GO;
    frame_put(s, frame, F_RULE, trigger);
    frame_pc_set(s, frame, 0);
    frame_phase_set(s, frame, PHASE_BODY);
    state_global_set(s, G_TOP, frame);
    return OUT_GO;
}

/* Clears the position in the body and its locals: they mean nothing any more, and the World must
 * not differ by them. */
static void leave_body(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    frame_slots_clear(s, frame, event_row(b, frame)->kept);
    frame_pc_set(s, frame, 0);
}

/* To be called when the body of an event has ended. The event goes on; or, if an `instead of` rule
 * had done the body by `do`, that rule goes on. */
static enum outcome body_over(struct battle *b, uint32_t frame, enum outcome how) {
    struct state *s = &b->s;
    if (how == OUT_STOP && frame_status(s, frame) == STATUS_RUNNING) {
        frame_status_set(s, frame, STATUS_STOPPED);
    }
    if (!run_steps_told(b, frame)) return OUT_FAIL;
    uint32_t trigger = (uint32_t)frame_word(s, frame, F_RULE);
    if (trigger) {
        leave_body(b, frame);
        frame_put(s, frame, F_RULE, 0);
        frame_phase_set(s, frame, PHASE_INSTEAD);
        state_global_set(s, G_TOP, trigger);
        return OUT_GO;
    }
    if (!has_rules(b, frame_event(s, frame), RULE_AFTER)) return end(b, frame);
    leave_body(b, frame);
    frame_phase_set(s, frame, PHASE_AFTER);
    return OUT_GO;
}

/* ---- Ending -------------------------------- */

/* To be called when a body was stopped that `instead of` rules had done by `do`: marks the frames
 * of these rules as dead and puts them on top, so that they are popped. Returns false if there are
 * none. */
static bool drops_triggers(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    uint32_t trigger = (uint32_t)frame_word(s, frame, F_RULE);
    if (!trigger) return false;
    for (uint32_t f = trigger; f != frame; f = frame_back(s, f)) {
        frame_flag_set(s, f, FRAME_DEAD, true);
    }
    frame_put(s, frame, F_RULE, 0);
    state_global_set(s, G_TOP, trigger);
    return true;
}

static enum outcome after(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    if (drops_triggers(b, frame)) return OUT_GO;
    if (!run_steps_told(b, frame)) return OUT_FAIL;
    if (has_rules(b, frame_event(s, frame), RULE_AFTER)) {
        if (!agenda_settle(s, frame, RULE_AFTER)) return OUT_FAIL;
        if (frame_word(s, frame, F_AGENDA)) {
            frame_phase_set(s, frame, PHASE_AFTERS);
            return OUT_GO;
        }
    }
    return end(b, frame);
}

static enum outcome afters(struct battle *b, uint32_t frame) {
    bool more = false;
    enum outcome out = speak(b, frame, false, &more);
    if (out != OUT_END) return out;
    if (!more) frame_phase_set(&b->s, frame, PHASE_END);
    return OUT_GO;
}

/* Takes the next feature that was given until this event ends off the event's list, and returns it;
 * features that have left play are passed over. Returns NONE if there is no further one. */
static int64_t next_scoped(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    struct view v = state_list(s, frame_word(s, frame, F_SCOPES));
    for (int64_t i = 0; i + SCOPE_WORDS <= v.count; i += SCOPE_WORDS) {
        if (v.at[i] != SCOPE_UNTIL) continue;
        int64_t feature = v.at[i + 1];
        addr at = ADDR(SEG_HEAP, frame_word(s, frame, F_SCOPES) + 1 + i);
        world_set(&s->w, at, 0);
        if (state_in_play(s, feature)) return feature;
    }
    return NONE;
}

static void tell_end(struct battle *b, uint32_t frame, enum event_status status) {
    struct state *s = &b->s;
    if (!state_tells(s)) return;
    s->place = run_event_place(s, frame);
    state_tell(s, J_END);
    journal_word(&s->journal, frame_event(s, frame));
    journal_word(&s->journal, status);
    tell_roles(b, frame, event_row(b, frame)->kept);
    state_told(s);
}

/* Finishes one of the language's own events. After destroy and remove, what the thing bore leaves
 * play. After a give that was not done, the feature leaves play unless it has a bearer. After a
 * step that was not done, the move around it ends. */
static void end_of_native(struct battle *b, uint32_t frame, bool quiet) {
    struct state *s = &b->s;
    int32_t event = frame_event(s, frame);
    if (quiet && event == EVENT_STEP) run_step_failed(b, frame);
    if (!quiet && (event == EVENT_DESTROY || event == EVENT_REMOVE)) {
        int64_t thing = frame_slots(s, frame)[0];
        /* an `instead of` rule may have kept the thing in play; then it keeps what it bears */
        if (state_thing(s, thing) && !state_in_play(s, thing)) run_gone_borne(b, thing);
    }
    if (quiet && event == EVENT_GIVE) {
        /* the feature was given to nobody; it leaves play unless it has a bearer */
        int64_t feature = frame_slots(s, frame)[0];
        bool loose = state_thing(s, feature) && state_in_play(s, feature) &&
                     state_word(s, feature, T_HOLDER) == NONE;
        if (loose) state_leave(s, feature);
    }
}

static enum outcome end(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    state_wake(s, event_row(b, frame)->wakes); /* the event runs no longer from here on */
    const bool quiet = frame_flag(s, frame, FRAME_QUIET);
    /* Features may have to be taken before the frame goes, and each take may be an event; so the
     * phase is entered. */
    if (frame_word(s, frame, F_SCOPES) || state_global(s, G_WAITING)) {
        if (frame_phase(s, frame) == PHASE_BODY) leave_body(b, frame);
        frame_phase_set(s, frame, PHASE_END);
    }
    if (frame_word(s, frame, F_SCOPES)) {
        int64_t feature = next_scoped(b, frame);
        s->place = run_event_place(s, frame);
        if (feature != NONE) return run_take(b, feature) ? OUT_GO : OUT_FAIL;
    }
    if (!quiet && state_global(s, G_WAITING)) {
        int64_t feature;
        if (!agenda_ended(s, frame, UNTIL_NEXT_ENDS, &feature)) return OUT_FAIL;
        if (feature != NONE) return run_take(b, feature) ? OUT_GO : OUT_FAIL;
    }
    enum event_status status = frame_status(s, frame);
    if (status == STATUS_RUNNING) status = STATUS_DONE;
    if (frame_event(s, frame) < EVENT_BUILTIN_COUNT_) end_of_native(b, frame, quiet);
    if (!quiet) tell_end(b, frame, status);
    observe(b, frame, true);
    if (!run_hand_back(b, frame, status)) return OUT_FAIL;
    if (run_looks(b)) return runs_no_longer(b, frame, status);
    s->scratch_used = 0;
    frame_pop(s);
    return OUT_GO;
}

/* ---- Whenever -------------------------------- */

static bool some_act(const struct battle *b) {
    const struct state *s = &b->s;
    uint32_t f = frame_top(s);
    while (f && frame_kind(s, f) != FRAME_WHENEVER) f = frame_back(s, f);
    return f != 0;
}

/* Whether a frame of this `whenever` rule runs that acts on a thing; `thing` NONE: on any thing. */
static bool acts_already(const struct battle *b, int32_t rule, int64_t thing) {
    const struct state *s = &b->s;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        if (frame_kind(s, f) != FRAME_WHENEVER || frame_word(s, f, F_RULE) != rule + 1) continue;
        if (thing == NONE || frame_word(s, f, F_NEXT) == thing) return true;
    }
    return false;
}

static bool condition(struct battle *b, const struct image_rule *r, const struct env *env,
                      int64_t thing, bool *yes) {
    int64_t value = 1;
    const int32_t number = (int32_t)(r - b->s.img->rules);
    *yes = true;
    if (r->when < 0) return true;
    int32_t begin;
    const enum rows_guarded said = rows_guards(&b->s, number, env, &thing, &begin);
    *yes = said == GUARDED_YES;
    if (said != GUARDED_OPEN) return true;
    if (!run_evaluate_from(&b->s, r->when, begin, env, &thing, 1, &value)) return false;
    *yes = value == 1;
    return true;
}

/* Whether a look would find nothing, as the last one did: either the rule is steady, and nothing
 * that it reads has changed since; or the first word that it tests was enough to refuse all things,
 * and no such word has changed since. */
static bool in_vain(struct state *s, const struct image_rule *r, struct state_look *seen) {
    if (!seen || !seen->at) return false;
    if (r->steady && state_still(s, &seen->reads, seen->at)) return true;
    return seen->worded && state_still(s, &seen->words, seen->at);
}

/* Whether things that were not written since the last look are still refused, because the rule is
 * steady and nothing that it reads of other things has changed since. */
static bool still_refused(struct state *s, const struct image_rule *r, struct state_look *seen) {
    return seen && seen->at && r->steady && state_still(s, &seen->wide, seen->at);
}

/* The finding of a look for something to act: rule + 1 (0: nothing), its instance, and the thing.
 * `others`: some `whenever` acts already. */
struct acting {
    int32_t rule;
    bool others;
    int64_t self, thing;
};

/* Looks among the things of the rule's set for the first on which the rule acts. `bit` is the
 * rule's bit in T_NOTED. Leaves *first if the rule acts on none. Returns false on an error. */
static bool look_at(struct battle *b, int32_t number, int64_t bit, int64_t self,
                    struct state_look *seen, struct acting *first) {
    struct state *s = &b->s;
    const struct image_rule *r = &s->img->rules[number];
    struct env env = {NULL, -1, frame_top(s), self, state_accounts_aside(s)};
    int64_t set, of = s->reached.code ? -1 : image_extent(s->img, r->set);
    const bool acting = first->others && acts_already(b, number, NONE);
    /* the result depends on which frames act, too, so nothing is remembered */
    if (acting) seen = NULL;
    if (in_vain(s, r, seen)) return true;
    if (of >= 0) {
        set = state_global(s, (uint32_t)(G_EXTENTS + of));
    } else if (!run_evaluate(s, r->set, &env, NULL, 0, &set)) {
        return false;
    }
    struct view v = state_list(s, set);
    const bool again = still_refused(s, r, seen);
    const struct state_guard *word = rows_first_word(s, number);
    bool all_worded = word != NULL;
    for (int64_t i = 0; i < v.count; i++) {
        const int64_t thing = v.at[i];
        int64_t noted = 0; /* things have notes only for rules that read nothing but x */
        if (!r->looks_at_all && !((noted = state_word(s, thing, T_NOTED)) & bit)) continue;
        bool yes = false;
        if (acting && acts_already(b, number, thing)) continue;
        const bool untouched = again && state_untouched(s, thing, seen->at);
        const bool worded = untouched ? seen->worded : word && rows_word_refuses(s, word, thing);
        all_worded &= worded;
        if (!worded && !untouched) {
            if (!condition(b, r, &env, thing, &yes)) return false;
            v = state_list(s, set); /* the list may have moved */
        }
        if (!yes) {
            if (noted & bit && self == NONE) state_put(s, thing, T_NOTED, noted & ~bit);
            continue;
        }
        *first = (struct acting){number + 1, first->others, self, thing};
        return true;
    }
    if (seen) {
        seen->at = state_now(s);
        seen->worded = all_worded;
    }
    return true;
}

/* Returns the note in which to write that a rule was looked at in vain; NULL if that may not be
 * noted for this rule. */
static struct state_look *looks_of(struct state *s, const struct image_rule *r, int64_t bit) {
    if (WITHOUT_LOOKS || !r->looks_at_all || r->blueprint >= 0 || state_watched(s) ||
        !state_recalls(s, state_accounts_aside(s)))
        return NULL;
    const bool all = image_extent(s->img, r->set) >= 0;
    return all ? &s->memory.looks[__builtin_ctzll((uint64_t)bit)] : NULL;
}

static bool look_for(struct battle *b, int32_t number, int64_t bit, struct acting *first) {
    struct state *s = &b->s;
    const struct image_rule *r = &s->img->rules[number];
    struct state_look *seen = looks_of(s, r, bit);
    struct rows_speakers from = rows_speakers(s, r, NULL, state_accounts_aside(s));
    int64_t self;
    bool ok = true;
    while (!first->rule && rows_speaker(s, &from, &self, &ok)) {
        if (!look_at(b, number, bit, self, seen, first)) return false;
    }
    if (first->rule && s->reached.rules) s->reached.rules[number] = 1;
    return ok;
}

/* Looks for the first rule, in order, that acts, and clears the notes that need no further look. */
static bool look_for_all(struct battle *b, struct acting *first) {
    struct state *s = &b->s;
    uint64_t todo = (uint64_t)state_global(s, G_NOTED) | s->img->whenever_all;
    first->rule = 0;
    first->others = some_act(b);
    for (int32_t i = 0; i < s->img->whenevers && todo; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        if (!(todo & bit)) continue;
        const int32_t number = s->img->lists[s->img->first_whenever + i];
        if (!look_for(b, number, (int64_t)bit, first)) return false;
        if (first->rule) return true;
        state_global_set(s, G_NOTED, (int64_t)((uint64_t)state_global(s, G_NOTED) & ~bit));
    }
    return true;
}

static bool push_acting(struct battle *b, const struct acting *a) {
    struct state *s = &b->s;
    const struct image_rule *r = &s->img->rules[a->rule - 1];
    const int64_t asked = a->self != NONE ? state_owner(s, a->self) : NONE;
    const uint32_t f = frame_push(s, FRAME_WHENEVER, r->body, -1, 0, a->self, asked);
    if (!f) return false;
    frame_put(s, f, F_RULE, a->rule);
    frame_put(s, f, F_NEXT, a->thing);
    frame_put(s, f, F_WORDS, a->thing); /* x is the first slot of its body */
    return true;
}

static bool acts_outside(const struct battle *b, int32_t number, int64_t thing) {
    const struct state *s = &b->s;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        if (frame_kind(s, f) != FRAME_OUTSIDE || frame_word(s, f, F_RULE) != number + 1) continue;
        if (frame_word(s, f, F_NEXT) == thing) return true;
    }
    return false;
}

/* Looks for a WHENEVER in Lua that acts on a thing of its kind, and pushes its frame. Sets *acts to
 * whether there is one. Returns false on an error. */
static bool look_outside(struct battle *b, bool *acts) {
    struct state *s = &b->s;
    *acts = false;
    for (int32_t i = 0; i < b->outside_count; i++) {
        const struct outside_rule *o = &b->outside[i];
        if (o->moment != OUTSIDE_WHENEVER) continue;
        for (int64_t k = 0; k < state_extent(s, o->target).count; k++) {
            int64_t thing = state_extent(s, o->target).at[k];
            if (acts_outside(b, o->number, thing) || !run_outside_due(b, o, thing)) continue;
            uint32_t f = frame_push(s, FRAME_OUTSIDE, -1, -1, 0, NONE, NONE);
            if (!f) return false;
            frame_put(s, f, F_RULE, o->number + 1);
            frame_put(s, f, F_NEXT, thing);
            *acts = true;
            return true;
        }
    }
    return true;
}

static enum outcome whenever(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    if (state_global(s, G_WHILE)) {
        int64_t feature;
        if (!agenda_ended(s, 0, UNTIL_WHILE, &feature)) return OUT_FAIL;
        if (feature != NONE) return run_take(b, feature) ? OUT_GO : OUT_FAIL;
    }
    struct acting first;
    if (!look_for_all(b, &first)) return OUT_FAIL;
    if (first.rule) return push_acting(b, &first) ? OUT_GO : OUT_FAIL;
    if (b->outside_whenever) {
        bool acts;
        if (!look_outside(b, &acts)) return OUT_FAIL;
        if (acts) return OUT_GO;
    }
    s->scratch_used = 0;
    ASSERT(frame_top(s) == frame);
    frame_pop(s);
    return OUT_GO;
}

/* Whether nothing but what look_for_all finds can act: no feature lasts while a condition holds,
 * and there is no WHENEVER in Lua. */
static bool rules_alone(const struct battle *b) {
    return !state_global(&b->s, G_WHILE) && !b->outside_whenever;
}

/* Ends an event after which `whenever` rules have to look. Mostly nothing acts, so the looking is
 * tried first, and the frame popped as it is. */
static enum outcome runs_no_longer(struct battle *b, uint32_t frame, enum event_status status) {
    struct state *s = &b->s;
    const bool body = frame_phase(s, frame) == PHASE_BODY, alone = rules_alone(b);
    struct acting first = {.rule = 0};
    frame_phase_set(s, frame, PHASE_WHENEVER);
    if (alone && !look_for_all(b, &first)) return OUT_FAIL;
    if (alone && !first.rule) {
        s->scratch_used = 0;
        frame_pop(s);
        return OUT_GO;
    }
    if (body) leave_body(b, frame);
    frame_status_set(s, frame, status);
    if (!alone) return whenever(b, frame);
    return push_acting(b, &first) ? OUT_GO : OUT_FAIL;
}

bool run_look_about(struct battle *b) {
    struct state *s = &b->s;
    const uint32_t f = frame_push(s, FRAME_EVENT, -1, -1, 0, NONE, NONE);
    if (f) frame_phase_set(s, f, PHASE_WHENEVER);
    return f != 0;
}

/* Fails if a rule that has acted would act on the same thing again, because then it would never
 * settle. */
static bool has_settled(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    int32_t number = (int32_t)frame_word(s, frame, F_RULE) - 1;
    const struct image_rule *r = &s->img->rules[number];
    int64_t thing = frame_word(s, frame, F_NEXT), self = frame_word(s, frame, F_THIS), set;
    struct env env = {NULL, -1, frame, self ? self : NONE, state_accounts_aside(s)};
    if (!state_in_play(s, thing)) return true;
    if (!run_evaluate(s, r->set, &env, NULL, 0, &set)) return false;
    if (!state_has(state_list(s, set), thing)) return true;
    bool yes;
    env.frame = frame_top(s);
    if (!condition(b, r, &env, thing, &yes)) return false;
    if (!yes) return true;
    s->place = r->place;
    return state_fail(s,
                      "this 'whenever' never settles: it has acted and its condition still holds");
}

/* ---- After the end of code, and the phases -------------------------------- */

enum outcome run_code_ended(struct battle *b, uint32_t frame, enum outcome how) {
    struct state *s = &b->s;
    switch (frame_kind(s, frame)) {
    case FRAME_EVENT: return body_over(b, frame, how);
    case FRAME_WHENEVER:
        if (!has_settled(b, frame)) return OUT_FAIL;
        frame_pop(s);
        return OUT_GO;
    case FRAME_BLOCK: state_global_set(s, G_OVER, 3); return OUT_GO;
    case FRAME_TRIGGER:
    case FRAME_OUTSIDE: break;
    }
    frame_pop(s);
    return OUT_GO;
}

/* Ends the nearest running event of this sort, and all events inside it, the innermost first: an
 * event that has begun is stopped and goes on with its `after` rules (or with what follows, if it
 * has come to these already); an event that has not begun is cancelled. Frames of rules in between
 * are dropped. */
void run_stop_event(struct battle *b, int32_t event) {
    struct state *s = &b->s;
    uint32_t target = frame_nearest(s, frame_top(s), event);
    if (!target) return;
    for (uint32_t f = frame_top(s);; f = frame_back(s, f)) {
        if (frame_kind(s, f) != FRAME_EVENT) {
            frame_flag_set(s, f, FRAME_DEAD, true);
        } else if (frame_phase(s, f) < PHASE_AFTER) {
            bool begun = frame_phase(s, f) > PHASE_BEGIN;
            frame_status_set(s, f, begun ? STATUS_STOPPED : STATUS_CANCELLED);
            if (!begun) frame_flag_set(s, f, FRAME_QUIET, true);
            frame_flag_set(s, f, FRAME_SETTLED, false);
            frame_phase_set(s, f, begun ? PHASE_AFTER : PHASE_END);
            state_list_free(s, ADDR(SEG_STACK, f + F_AGENDA));
        }
        if (f == target) return;
    }
}

enum outcome run_event(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    if (frame_kind(s, frame) != FRAME_EVENT) {
        bool dead = frame_flag(s, frame, FRAME_DEAD);
        if (!dead && frame_kind(s, frame) == FRAME_OUTSIDE) return run_outside(b, frame);
        if (!dead) return run_code(b, frame);
        frame_pop(s);
        return OUT_GO;
    }
    switch (frame_phase(s, frame)) {
    case PHASE_HEAD: return run_head(b, frame);
    case PHASE_START: return start(b, frame);
    case PHASE_BEFORE: return before(b, frame);
    case PHASE_BEGIN: return begin_event(b, frame);
    case PHASE_INSTEAD: return instead(b, frame, false);
    case PHASE_BODY: return run_code(b, frame);
    case PHASE_AFTER: return after(b, frame);
    case PHASE_AFTERS: return afters(b, frame);
    case PHASE_END: return end(b, frame);
    case PHASE_WHENEVER: return whenever(b, frame);
    }
    return OUT_FAIL;
}
