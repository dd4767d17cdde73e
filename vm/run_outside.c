#include <stdio.h>
#include <string.h>

#include "run_int.h"

/*
 * Rules from outside (Lua), run by replay: SEMANTICS 32. The frame of a handler, which is the Lua
 * function of a rule, holds the log of its calls. When the handler wants something, it ends; the
 * machine does what it wants and adds the result to the log; then the handler is run again from its
 * start and finds the results in the log. So nothing of a battle lives outside the World.
 */

void battle_outside(struct battle *b, const struct outside_port *port,
                    const struct outside_rule *rules, int32_t count) {
    struct state *s = &b->s;
    b->port = port;
    b->outside = rules;
    b->outside_count = count;
    b->outside_whenever = false;
    s->outside = memory_grow(s->outside, &s->outside_capacity, (size_t)count, sizeof *s->outside);
    s->outside_count = count;
    s->silent_turns = 0;
    for (int32_t i = 0; i < count; i++) {
        static const int32_t what[] = {
            [OUTSIDE_BEFORE] = RULE_BEFORE, [OUTSIDE_INSTEAD] = RULE_INSTEAD,
            [OUTSIDE_AFTER] = RULE_AFTER,   [OUTSIDE_WHENEVER] = RULE_WHENEVER,
            [OUTSIDE_NUMBER] = RULE_ROW,    [OUTSIDE_TRUTH] = RULE_ROW,
            [OUTSIDE_FORBID] = RULE_FORBID, [OUTSIDE_ALLOW] = RULE_ALLOW,
            [OUTSIDE_CONDITION] = -1};
        b->outside_whenever |= rules[i].moment == OUTSIDE_WHENEVER;
        s->outside[i] = (struct state_outside){what[rules[i].moment], rules[i].target,
                                               rules[i].rank, rules[i].number};
    }
}

bool run_outside_value(struct state *s, int32_t number, const struct env *env, const int64_t *args,
                       int32_t count, struct outside_value *out) {
    struct battle *b = battle_of(s);
    const struct env *before = b->outside_env;
    b->outside_env = env;
    bool applies = b->port->value(b->port->user, b, number, args, count, out);
    b->outside_env = before;
    return applies;
}

bool run_outside_due(struct battle *b, const struct outside_rule *o, int64_t thing) {
    struct outside_value out = {.value = 0};
    struct env env = {NULL, -1, frame_top(&b->s), NONE, state_accounts_aside(&b->s)};
    return run_outside_value(&b->s, o->when, &env, &thing, 1, &out) && out.value == 1;
}

int64_t battle_outside_thing(const struct battle *b) {
    const struct state *s = &b->s;
    int64_t thing = frame_word(s, frame_top(s), F_NEXT);
    return frame_kind(s, frame_top(s)) == FRAME_OUTSIDE && thing > 0 ? thing : NONE;
}

int32_t battle_role_event(const struct battle *b) {
    return b->outside_env && b->outside_env->roles ? b->outside_env->event : -1;
}

int64_t battle_role(struct battle *b, int32_t slot) {
    struct state *s = &b->s;
    if (b->outside_env) return b->outside_env->roles ? b->outside_env->roles[slot] : NONE;
    uint32_t about = frame_about(s, frame_top(s));
    if (!about) return NONE;
    int64_t value = frame_slots(s, about)[slot];
    return value == UNKEPT ? NONE : value;
}

/* ---- Leaves: numbers computed by Lua functions -------------------------------- */

bool run_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result) {
    const struct image_leaves *l = &s->img->leaves;
    char why[200];
    if (!l->value) return state_fail(s, "the Lua leaves of these rules have not been read");
    return l->value(l->user, battle_of(s), quantity, args, result, why, sizeof why) ||
           state_fail(s, "%s", why);
}

/* ---- The log -------------------------------- */

static void log_call(struct battle *b, uint32_t frame, const struct outside_want *w,
                     int64_t result) {
    struct state *s = &b->s;
    addr at = ADDR(SEG_STACK, frame + F_AGENDA);
    for (int64_t i = 0; i < w->seen_count; i++) state_list_append(s, at, w->seen[i]);
    state_list_append(s, at, w->fingerprint);
    state_list_append(s, at, result);
}

/* To be called when an event that a handler did has ended: writes its status to the end of the
 * handler's log. */
void run_outside_done(struct battle *b, uint32_t frame, enum event_status status) {
    struct state *s = &b->s;
    struct view log = state_list(s, frame_word(s, frame, F_AGENDA));
    if (log.count == 0) return;
    addr at = ADDR(SEG_HEAP, frame_word(s, frame, F_AGENDA) + log.count);
    if (world_get(&s->w, at) == STATUS_RUNNING) world_set(&s->w, at, status);
}

/* ---- Requests of handlers -------------------------------- */

static enum outcome want_roll(struct battle *b, uint32_t frame, const struct outside_want *w) {
    struct state *s = &b->s;
    run_ask(b, ASK_ROLL, NONE, -1);
    b->question.die = (int32_t)w->args[0];
    b->question.count = 1;
    switch (run_decide(b, frame, -1)) {
    case WAITING: return OUT_ASK;
    case FAILED: return OUT_FAIL;
    case AGAIN: return OUT_GO;
    case DECIDED: break;
    }
    if (state_tells(s)) {
        struct image_type type = {V_SET, V_FACE, (int16_t)w->args[0]};
        state_tell(s, J_ROLL);
        journal_word(&s->journal, frame_event(s, frame_about(s, frame)));
        journal_word(&s->journal, w->args[0]);
        journal_word(&s->journal, 1);
        journal_word(&s->journal, -1);
        journal_list(&s->journal, type, b->answer.values, 1);
        state_told(s);
    }
    log_call(b, frame, w, b->answer.values[0]);
    return OUT_GO;
}

/* Takes the prompt from the text of a request, and, if `labels`, the labels behind it, a line
 * each. */
static void outside_words(struct battle *b, const struct outside_want *w, bool labels,
                          int64_t count) {
    size_t len = strlen(w->text);
    memcpy(b->label_text, w->text, len + 1);
    b->question.prompt = b->label_text;
    if (!labels) return;
    char *at = b->label_text;
    for (int64_t i = 0; i < count && i < (int64_t)ARRAY_LEN(b->labels); i++) {
        char *end = strchr(at, '\n');
        b->labels[i] = end ? end + 1 : "";
        if (!end) continue;
        *end = '\0';
        at = end + 1;
    }
    b->question.labels = b->labels;
}

static enum outcome want_pick(struct battle *b, uint32_t frame, const struct outside_want *w) {
    struct state *s = &b->s;
    int64_t count = w->count - 3, who = w->args[0];
    if (!run_speaker(b, &who)) return OUT_FAIL;
    run_ask(b, ASK_PICK, who, -1);
    b->question.count = count;
    b->question.type = (struct image_type){(uint8_t)w->args[1], 0, (int16_t)w->args[2]};
    int64_t list = state_scratch_copy(s, w->args + 3, count);
    run_offered(b, list);
    outside_words(b, w, w->args[1] == V_TEXT, count);
    int64_t index = 0;
    if (count > 1) {
        switch (run_decide(b, frame, -1)) {
        case WAITING: return OUT_ASK;
        case FAILED: return OUT_FAIL;
        case AGAIN: return OUT_GO;
        case DECIDED: break;
        }
        index = b->answer.values[0];
    }
    log_call(b, frame, w, index);
    return OUT_GO;
}

static enum outcome want_may(struct battle *b, uint32_t frame, const struct outside_want *w) {
    static const int64_t yes_no[] = {1, 0};
    static const char *const words[] = {"yes", "no"};
    int64_t who = w->args[0];
    if (!run_speaker(b, &who)) return OUT_FAIL;
    run_ask(b, ASK_PICK, who, -1);
    b->question.count = 2;
    b->question.type = (struct image_type){V_TRUTH, 0, -1};
    b->question.values = yes_no;
    outside_words(b, w, false, 0);
    b->question.labels = words;
    switch (run_decide(b, frame, -1)) {
    case WAITING: return OUT_ASK;
    case FAILED: return OUT_FAIL;
    case AGAIN: return OUT_GO;
    case DECIDED: break;
    }
    log_call(b, frame, w, yes_no[b->answer.values[0]]);
    return OUT_GO;
}

static enum outcome want_do(struct battle *b, uint32_t frame, const struct outside_want *w) {
    int64_t roles[64] = {0};
    uint64_t given = 0;
    for (int32_t i = 1; i + 1 < w->count; i += 2) {
        if (w->args[i] < 0 || w->args[i] >= 64) continue;
        roles[w->args[i]] = w->args[i + 1];
        given |= UINT64_C(1) << w->args[i];
    }
    log_call(b, frame, w, STATUS_RUNNING);
    return run_do(b, (int32_t)w->args[0], roles, given, -1, NONE) ? OUT_GO : OUT_FAIL;
}

static enum outcome want_give(struct battle *b, uint32_t frame, const struct outside_want *w) {
    struct state *s = &b->s;
    int64_t feature;
    if (!run_give(b, (int32_t)w->args[0], w->args[1], NULL, 0, false, &feature)) return OUT_FAIL;
    if (feature != NONE && w->args[2] >= 0) {
        uint32_t scope = frame_nearest(s, frame, (int32_t)w->args[2]);
        if (!scope) {
            state_fail(s, "a feature is to last until the end of an event that is not running");
            return OUT_FAIL;
        }
        const int64_t entry[SCOPE_WORDS] = {SCOPE_UNTIL, feature, 0, 0};
        frame_scope_add(s, scope, entry);
    }
    log_call(b, frame, w, feature);
    return OUT_GO;
}

static enum outcome want_set(struct battle *b, uint32_t frame, const struct outside_want *w) {
    struct state *s = &b->s;
    int64_t thing = w->args[0];
    int32_t field = (int32_t)w->args[1];
    state_write(s, thing, field, w->args[2]);
    log_call(b, frame, w, state_word(s, thing, (uint32_t)s->img->fields[field].slot));
    return OUT_GO;
}

static enum outcome want_set_role(struct battle *b, uint32_t frame, const struct outside_want *w) {
    uint32_t about = frame_about(&b->s, frame);
    if (!run_slot(b, about, frame_func(&b->s, about), (int32_t)w->args[0], w->args[1])) {
        return OUT_FAIL;
    }
    log_call(b, frame, w, w->args[1]);
    return OUT_GO;
}

static enum outcome want_native(struct battle *b, uint32_t frame, const struct outside_want *w,
                                int32_t event) {
    if (!run_native_event(b, event, w->args, w->count)) return OUT_FAIL;
    log_call(b, frame, w, 1);
    return OUT_GO;
}

static void score(struct battle *b, const struct outside_want *w) {
    struct state *s = &b->s;
    addr at = ADDR(SEG_GLOBALS, G_LEDGER);
    state_list_append(s, at, w->args[0]);
    state_list_append(s, at, w->args[1]);
    state_list_append(s, at, NONE);
    if (!state_tells(s)) return;
    state_tell(s, J_SCORE);
    state_tell_thing(s, w->args[0]);
    journal_word(&s->journal, w->args[1]);
    state_tell_template(s, -1, NULL);
    state_told(s);
}

/* Ends a handler. Fails if it was a `whenever` whose condition still holds after it has acted. */
static enum outcome over(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    int64_t number = frame_word(s, frame, F_RULE) - 1, thing = frame_word(s, frame, F_NEXT);
    frame_pop(s);
    if (thing <= 0 || !state_in_play(s, thing)) return OUT_GO;
    for (int32_t i = 0; i < b->outside_count; i++) {
        const struct outside_rule *o = &b->outside[i];
        if (o->moment != OUTSIDE_WHENEVER || o->number != number) continue;
        if (!run_outside_due(b, o, thing)) return OUT_GO;
        state_fail(s,
                   "a 'whenever' in Lua never settles: it has acted and its condition still holds");
        s->error.place = -1;
        return OUT_FAIL;
    }
    return OUT_GO;
}

static enum outcome do_want(struct battle *b, uint32_t frame, const struct outside_want *w) {
    struct state *s = &b->s;
    switch (w->what) {
    case WANT_ROLL: return want_roll(b, frame, w);
    case WANT_PICK: return want_pick(b, frame, w);
    case WANT_MAY: return want_may(b, frame, w);
    case WANT_DO: return want_do(b, frame, w);
    case WANT_CREATE: {
        int64_t id = run_make(b, (int32_t)w->args[0], w->args[1], NONE, NULL);
        if (id == NONE) return OUT_FAIL;
        log_call(b, frame, w, id);
        return OUT_GO;
    }
    case WANT_PLACE_THING: return want_native(b, frame, w, EVENT_PLACE);
    case WANT_GIVE: return want_give(b, frame, w);
    case WANT_TAKE:
        /* The feature is taken now, whatever ends were set for it: run_take would leave it in play
         * as long as one of them is still to come. */
        run_given_for_good(b, w->args[0]);
        if (!run_take(b, w->args[0])) return OUT_FAIL;
        log_call(b, frame, w, 1);
        return OUT_GO;
    case WANT_DESTROY: return want_native(b, frame, w, EVENT_DESTROY);
    case WANT_SET: return want_set(b, frame, w);
    case WANT_SET_ROLE: return want_set_role(b, frame, w);
    case WANT_SAY:
        if (state_tells(s)) {
            state_tell(s, J_WORDS);
            journal_words(&s->journal, w->text);
            state_told(s);
        }
        log_call(b, frame, w, 1);
        return OUT_GO;
    case WANT_CANCEL:
        if (frame_about(s, frame)) {
            frame_status_set(s, frame_about(s, frame), STATUS_CANCELLED);
        }
        return over(b, frame);
    case WANT_STOP: return over(b, frame);
    case WANT_SCORE:
        score(b, w);
        log_call(b, frame, w, 1);
        return OUT_GO;
    }
    return OUT_FAIL;
}

enum outcome run_outside(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    int32_t number = (int32_t)frame_word(s, frame, F_RULE) - 1;
    struct view log = state_list(s, frame_word(s, frame, F_AGENDA));
    struct outside_want want;
    memset(&want, 0, sizeof want);
    s->scratch_used = 0;
    if (b->ended) {
        /* The handler has ended an event that had no frame. `whenever` rules look first: that they
         * are due is not noted in the World, so a copy made at the handler's next question would
         * miss it. */
        b->ended = false;
        if (run_looks(b)) {
            uint32_t f = frame_push(s, FRAME_EVENT, -1, -1, 0, NONE, NONE);
            if (!f) return OUT_FAIL;
            frame_phase_set(s, f, PHASE_WHENEVER);
            return OUT_GO;
        }
    }
    s->place = -1; /* a handler has no place in rule text */
    switch (b->port->run(b->port->user, b, number, log.at, log.count, &want)) {
    case OUTSIDE_DONE: return over(b, frame);
    case OUTSIDE_WAITS: return do_want(b, frame, &want);
    case OUTSIDE_FAILED: break;
    }
    state_fail(s, "%s", want.text);
    s->error.place = -1;
    return OUT_FAIL;
}
