#include "run_int.h"

#include <string.h>

/*
 * The body of `move` where rules speak of its steps. Each model makes its first step, then each its
 * second, and so on. F_NEXT of the move's frame counts steps of models: 0: the move has not begun;
 * n + 1: n steps were begun; -n: n steps were begun, and the last of them was cancelled. The models
 * that set out, and the way that they go, are kept in hidden slots. If a rule about a step has
 * written another path, the models go by that from where they stand.
 */

enum { PATH_SLOT = 1, GONE_SLOT, MOVERS_SLOT, WAY_SLOT };

/* Facts that hold while nothing but steps of one move happens, computed once. For each of the first
 * MODELS_MOST models also the rules that may speak of its steps. */
enum { MODELS_MOST = 32 };
enum listening { NOT_ASKED, LISTENS, NOT_KNOWN };
struct stepping {
    /* length of the whole way; number of the step that was computed last, -1: none; its vector */
    int64_t whole, n, dx, dy;
    int64_t from, spot; /* where that step begins and ends */
    uint8_t listening[MODELS_MOST];
    struct rows_candidates candidates[MODELS_MOST];
};

/* Whether some rule in play may speak of steps. A rule of a blueprint is in play if the blueprint
 * has an instance. */
bool run_in_steps(const struct battle *b) {
    const struct state *s = &b->s;
    const struct image_event *e = &s->img->events[EVENT_STEP];
    if (s->img->step <= 0) return false;
    for (int what = RULE_BEFORE; what < RULE_WHENEVER; what++) {
        for (int32_t i = 0; i < e->rules[what]; i++) {
            const struct image_rule *r = &s->img->rules[s->img->lists[e->first_rules[what] + i]];
            if (r->blueprint < 0 || state_instances(s, r->blueprint).count > 0) return true;
        }
    }
    for (int32_t i = 0; i < b->outside_count; i++) {
        if (b->outside[i].target == EVENT_STEP && run_of_event(b->outside[i].moment)) return true;
    }
    return false;
}

static bool heard(struct battle *b, const int64_t *roles, enum rule_what what, bool *yes) {
    for (int32_t i = 0; i < b->outside_count && !*yes; i++) {
        *yes = b->outside[i].target == EVENT_STEP && run_of_event(b->outside[i].moment);
    }
    return *yes || agenda_heard(&b->s, EVENT_STEP, roles, what, yes);
}

/* Tells the journal where all models of a group stand; tells nothing of another thing. */
static void tell_stands(struct state *s, int64_t group) {
    if (!state_tells(s) || group == NONE || !state_is_root(s, group, ROOT_GROUP)) return;
    state_tell(s, J_STANDS);
    state_tell_thing(s, group);
    state_tell_models(s, group);
    state_told(s);
}

/* To be called when a step was made. If a rule speaks after it (`heard`), pushes an event for
 * that. */
static bool stepped(struct battle *b, const int64_t *roles, bool heard) {
    if (!heard) return true;
    tell_stands(&b->s, state_word(&b->s, roles[0], T_HOLDER));
    return run_stepped(b, roles);
}

/* Makes the step of one model, asking of all rules whether they speak of it. */
static bool any_step(struct battle *b, const int64_t *roles) {
    struct state *s = &b->s;
    bool yes = false;
    if (!heard(b, roles, RULE_FORBID, &yes) || !heard(b, roles, RULE_BEFORE, &yes) ||
        !heard(b, roles, RULE_INSTEAD, &yes)) {
        return false;
    }
    if (s->img->on_map && !yes) {
        const char *full;
        if (!run_entry(b, EVENT_STEP, roles, &full)) return false;
        yes = full != NULL; /* the event says why it is not done */
    }
    if (yes) {
        tell_stands(s, state_word(s, roles[0], T_HOLDER));
        return run_do(b, EVENT_STEP, roles, 3, -1, NONE);
    }
    if (!prim_stand(s, roles[0], roles[1])) return false;
    b->ended = true;
    return heard(b, roles, RULE_AFTER, &yes) && stepped(b, roles, yes);
}

/* Makes the step of model n. If guards can tell which rules may speak after its steps, only these
 * are asked; otherwise all rules are (any_step). */
static bool one_step(struct battle *b, const int64_t *roles, int64_t n, struct stepping *now) {
    struct state *s = &b->s;
    bool yes;
    if (n >= MODELS_MOST || s->img->on_map) return any_step(b, roles);
    if (now->listening[n] == NOT_ASKED) {
        const bool known = agenda_listen(s, EVENT_STEP, roles, &now->candidates[n]);
        now->listening[n] = known ? LISTENS : NOT_KNOWN;
    }
    if (now->listening[n] == NOT_KNOWN) return any_step(b, roles);
    if (!prim_stand(s, roles[0], roles[1])) return false;
    b->ended = true;
    return agenda_hears(s, EVENT_STEP, roles, &now->candidates[n], &yes) && stepped(b, roles, yes);
}

/* Computes the vector of the n-th step, from 0. Sets *more to false if the way ends before it.
 * Returns false on an error. */
static bool by_step(struct battle *b, int64_t way, int64_t n, struct stepping *now, bool *more) {
    struct state *s = &b->s;
    if (now->n < 0 && !prim_call(s, PRIM_WAY_LENGTH, &way, 1, &now->whole)) return false;
    *more = n * s->img->step < now->whole;
    if (!*more || n == now->n) return true;
    const bool next = now->n >= 0 && n == now->n + 1;
    now->from = now->spot;
    if (!next && !prim_way_at(s, way, n * s->img->step, &now->from)) return false;
    if (!prim_way_at(s, way, (n + 1) * s->img->step, &now->spot)) return false;
    now->n = n;
    now->dx = (int64_t)state_x(now->spot) - state_x(now->from);
    now->dy = (int64_t)state_y(now->spot) - state_y(now->from);
    return true;
}

/* Lets the models of a move go by its path, from the first step on. */
static void take_path(struct state *s, uint32_t frame) {
    const int64_t path = frame_slots(s, frame)[PATH_SLOT];
    const struct view v = state_list(s, path);
    frame_slot_set(s, frame, frame_func(s, frame), WAY_SLOT, state_scratch_copy(s, v.at, v.count));
    frame_put(s, frame, F_NEXT, 1);
}

static void set_out(struct battle *b, uint32_t frame, int64_t mover) {
    struct state *s = &b->s;
    bool group = state_is_root(s, mover, ROOT_GROUP);
    struct view who = {&mover, 1};
    if (group) {
        int32_t members = s->img->kinds[state_kind(s, mover)].members;
        who = state_list(s, state_word(s, mover, (uint32_t)s->img->fields[members].slot));
    }
    int64_t copy = state_scratch_copy(s, who.at, who.count);
    frame_slot_set(s, frame, frame_func(s, frame), MOVERS_SLOT, copy);
    take_path(s, frame);
}

/* Adds a step to how far the move has gone. left: how long the way is from here on. */
static void count_step(struct state *s, uint32_t frame, int64_t left) {
    const int64_t gone = frame_slots(s, frame)[GONE_SLOT];
    frame_put(s, frame, F_WORDS + GONE_SLOT, gone + (left < s->img->step ? left : s->img->step));
}

/* Whether a model was put into another area of a map since its last step. */
static bool put_elsewhere(const struct state *s, const struct stepping *now, int64_t model) {
    return MYTH_UNLIKELY(s->img->on_map) && prim_place_of(s, model) != now->from;
}

/* Makes the next step of the next model. OUT_GO: made; OUT_END: the move is over; OUT_STOP: its
 * last step was cancelled. */
static enum outcome next_step(struct battle *b, uint32_t frame, struct stepping *now) {
    struct state *s = &b->s;
    const int64_t way = frame_slots(s, frame)[WAY_SLOT];
    for (;;) {
        int64_t done = frame_word(s, frame, F_NEXT) - 1;
        bool more;
        if (done < 0) return OUT_STOP;
        struct view who = state_list(s, frame_slots(s, frame)[MOVERS_SLOT]);
        if (who.count == 0) return OUT_END;
        const int64_t step = (int64_t)base_over((uint64_t)done, (uint64_t)who.count);
        if (!by_step(b, way, step, now, &more)) return OUT_FAIL;
        if (!more) return OUT_END;
        who = state_list(s, frame_slots(s, frame)[MOVERS_SLOT]);
        const int64_t number = done - step * who.count;
        ASSERT(number >= 0 && number < who.count);
        int64_t roles[2] = {view_at(who, number), NONE};
        const bool elsewhere = put_elsewhere(s, now, roles[0]);
        if (elsewhere && who.count == 1) return OUT_END;
        frame_put(s, frame, F_NEXT, done + 2);
        if (number == 0) count_step(s, frame, now->whole - step * s->img->step);
        if (!state_in_play(s, roles[0]) || elsewhere) continue;
        if (!prim_moved(s, roles[0], now->dx, now->dy, &roles[1])) return OUT_FAIL;
        if (roles[1] == NONE) continue;
        if (s->img->on_map) roles[1] = now->spot;
        return one_step(b, roles, number, now) ? OUT_GO : OUT_FAIL;
    }
}

/* Whether the next step may be made at once, without going through a mark: the last step has pushed
 * nothing, no look of `whenever` rules is due, no instructions are counted, and the heap is not too
 * large. */
static bool goes_on(const struct battle *b, uint32_t frame) {
    const struct state *s = &b->s;
    const bool pushed = b->pushed || frame_top(s) != frame;
    return !WITHOUT_GOES_ON && !state_watched(s) && !pushed && !run_looks(b) &&
           world_used(&s->w, SEG_HEAP) <= MAX_HEAP_WORDS;
}

/* Tells the journal of a move in steps, of which `done` steps of models were made, `count` to each
 * step of the thing. */
static bool tell_steps(struct battle *b, uint32_t frame, int64_t done, int64_t count) {
    struct state *s = &b->s;
    const int64_t mover = frame_slots(s, frame)[0], way = frame_slots(s, frame)[WAY_SLOT];
    int64_t part;
    if (!state_tells(s) || !state_thing(s, mover)) return true;
    const int64_t args[] = {way, (done + count - 1) / count * s->img->step};
    if (!prim_call(s, PRIM_CUT, args, 2, &part)) return false;
    struct view v = state_list(s, part);
    s->place = run_event_place(s, frame);
    if (v.count < 3) {
        /* it is back where it set out */
        const bool whole = state_is_root(s, mover, ROOT_GROUP);
        tell_stands(s, whole ? mover : state_word(s, mover, T_HOLDER));
        return true;
    }
    state_tell(s, J_MOVE);
    state_tell_thing(s, mover);
    state_tell_value(s, state_place_type(s), v.at[1]);
    state_tell_value(s, state_path_type(s), part);
    state_tell_models(s, mover);
    state_told(s);
    return true;
}

/* Tells the journal how far a move in steps has gone by its way. */
static bool tell_gone(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    const int64_t count = state_list(s, frame_slots(s, frame)[MOVERS_SLOT]).count;
    const int64_t done = frame_word(s, frame, F_NEXT) - 1;
    return count == 0 || done == 0 || tell_steps(b, frame, done, count);
}

/* Whether a rule has written another path since the models set out by their way. */
static bool has_new_path(const struct state *s, uint32_t frame) {
    const struct view path = state_list(s, frame_slots(s, frame)[PATH_SLOT]);
    const struct view way = state_list(s, frame_slots(s, frame)[WAY_SLOT]);
    if (path.count != way.count) return true;
    for (int32_t i = 0; i < path.count; i++) {
        if (path.at[i] != way.at[i]) return true;
    }
    return false;
}

/* Goes on with a move. OUT_GO: a step was made and something else comes first; OUT_END: the move is
 * over; OUT_STOP: its last step was cancelled. */
enum outcome run_steps(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    const int64_t mover = frame_slots(s, frame)[0], path = frame_slots(s, frame)[PATH_SLOT];
    const int32_t place = s->place;
    if (mover == NONE || !state_in_play(s, mover) || path == NONE) return OUT_END;
    if (frame_word(s, frame, F_NEXT) > 0 && has_new_path(s, frame)) {
        if (!tell_gone(b, frame)) return OUT_FAIL;
        take_path(s, frame);
        int64_t length;
        if (!prim_call(s, PRIM_WAY_LENGTH, &path, 1, &length)) return OUT_FAIL;
        if (length == 0) frame_put(s, frame, F_NEXT, 0);
        if (length == 0) return OUT_END;
    }
    if (state_list(s, path).count < 3) return OUT_END;
    if (frame_word(s, frame, F_NEXT) == 0) set_out(b, frame, mover);
    struct stepping now;
    now.n = -1;
    memset(now.listening, NOT_ASKED, sizeof now.listening);
    for (;;) {
        const enum outcome out = next_step(b, frame, &now);
        if (out != OUT_GO || !goes_on(b, frame)) return out;
        b->ended = false;
        b->told = s->journal.count;
        s->scratch_used = 0;
        s->place = place;
        if (!run_spend(b)) return OUT_FAIL;
    }
}

/* Marks the move around a step that was not done as ending with this step (F_NEXT). Does nothing if
 * the thing that steps has left play, or if no such move runs. */
void run_step_failed(struct battle *b, uint32_t step) {
    struct state *s = &b->s;
    uint32_t move = frame_back(s, step);
    bool around = move && frame_kind(s, move) == FRAME_EVENT &&
                  frame_event(s, move) == EVENT_MOVE && frame_phase(s, move) == PHASE_BODY &&
                  frame_word(s, move, F_NEXT) > 0;
    if (!around || !state_in_play(s, frame_slots(s, step)[0])) return;
    frame_put(s, move, F_NEXT, 1 - frame_word(s, move, F_NEXT));
}

/* Sets *clear to whether all models could stand at `to`, where they were after an earlier step,
 * coming from `from`, where they have stopped. Returns false on an error. */
static bool stood_clear(struct state *s, int64_t mover, int64_t from, int64_t to, bool *clear) {
    const int64_t words[] = {mover, from, to};
    int64_t way = state_scratch_copy(s, words, from == to ? 2 : 3), yes = 0;
    if (!prim_call(s, PRIM_CLEAR_PATH, &way, 1, &yes)) return false;
    *clear = yes != 0;
    return true;
}

/* Takes a group that has stopped on another piece back, step by step, to where it can stand; at
 * worst to where it set out. *done, the number of steps of models, becomes the number of those that
 * remain. Not if models have made different numbers of steps, or were moved in another way. Returns
 * false on an error. */
static bool step_back(struct battle *b, uint32_t frame, int64_t count, int64_t *done) {
    struct state *s = &b->s;
    const int64_t mover = frame_slots(s, frame)[0], way = frame_slots(s, frame)[WAY_SLOT];
    int64_t n = *done / count, whole, at, back;
    if (s->img->on_map) return true; /* a group stands in one area with whoever is there */
    if (*done % count != 0 || !prim_call(s, PRIM_WAY_LENGTH, &way, 1, &whole)) return *done % count;
    if (n * s->img->step >= whole) return true;
    if (!prim_way_at(s, way, n * s->img->step, &at)) return false;
    if (prim_place_of(s, mover) != at) return true;
    for (bool clear = false; n > 0; n--) {
        if (!prim_way_at(s, way, n * s->img->step, &back)) return false;
        if (!stood_clear(s, mover, at, back, &clear)) return false;
        if (clear) break;
    }
    if (n == *done / count) return true;
    if (!prim_way_at(s, way, n * s->img->step, &back)) return false;
    const int64_t words[] = {mover, at, back};
    const int64_t gone = frame_slots(s, frame)[GONE_SLOT] - (*done / count - n) * s->img->step;
    frame_put(s, frame, F_WORDS + GONE_SLOT, gone);
    *done = n * count;
    return prim_carry(s, mover, state_scratch_copy(s, words, ARRAY_LEN(words)));
}

/* To be called when a move in steps is over, in whatever way it has ended: takes a group that
 * cannot stand where it has stopped back (step_back), and tells how far the move went. */
bool run_steps_over(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    int64_t next = frame_word(s, frame, F_NEXT), done = (next < 0 ? -next : next) - 1;
    if (next == 0) return true;
    frame_put(s, frame, F_NEXT, 0);
    const int64_t mover = frame_slots(s, frame)[0], path = frame_slots(s, frame)[PATH_SLOT];
    int64_t count = state_list(s, frame_slots(s, frame)[MOVERS_SLOT]).count;
    if (mover == NONE || path == NONE || count == 0) return true;
    if (state_in_play(s, mover) && !step_back(b, frame, count, &done)) return false;
    return tell_steps(b, frame, done, count);
}

/* To be called when a move was made at once, not in steps: keeps how far it has gone. */
bool run_moved(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    const int64_t mover = frame_slots(s, frame)[0], path = frame_slots(s, frame)[PATH_SLOT];
    int64_t gone = 0;
    if (frame_event(s, frame) != EVENT_MOVE) return true;
    const bool moved = mover != NONE && state_in_play(s, mover) && path != NONE;
    if (moved && !prim_call(s, PRIM_WAY_LENGTH, &path, 1, &gone)) return false;
    frame_put(s, frame, F_WORDS + GONE_SLOT, gone);
    return true;
}
