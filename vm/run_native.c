#include "run_int.h"

/* Does what the language's own events do (create, place, give, destroy …), and those statements
 * that have no event. None of it does anything to a thing that has left play, except that `reveal`
 * is still told to the journal. */

static struct image_type type_thing(const struct state *s, int64_t thing) {
    return (struct image_type){V_THING, 0, thing > 0 ? (int16_t)state_kind(s, thing) : -1};
}

static void tell_things(struct battle *b, enum journal_kind kind, int64_t a, int64_t c) {
    struct state *s = &b->s;
    if (!state_tells(s)) return;
    state_tell(s, kind);
    state_tell_thing(s, a);
    state_tell_value(s, type_thing(s, c), c);
    state_told(s);
}

static void tell_one(struct battle *b, enum journal_kind kind, int64_t thing) {
    struct state *s = &b->s;
    if (!state_tells(s)) return;
    state_tell(s, kind);
    state_tell_thing(s, thing);
    state_told(s);
}

/* ---- Making -------------------------------- */

/* Makes a thing of a blueprint. `outer` is the group that it joins; NONE. An `outer` that is no
 * such group, as the scenario of a zone, has no effect. Returns NONE on an error. */
int64_t run_make(struct battle *b, int32_t blueprint, int64_t owner, int64_t outer,
                 const int64_t *args) {
    struct state *s = &b->s;
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    int64_t id = state_create(s, bp->kind, blueprint, owner);
    if (id == NONE) return NONE;
    for (int32_t k = 0; k < bp->params; k++) {
        const struct image_memory *memory = &s->img->memory[bp->first_memory + k];
        const int64_t value = args ? image_held(s->img, memory->range, args[k]) : NONE;
        state_put(s, id, (uint32_t)(s->img->kinds[bp->kind].words + k), value);
    }
    if (outer != NONE && state_is_root(s, outer, ROOT_GROUP)) {
        int32_t of = s->img->kinds[state_kind(s, outer)].of;
        if (of >= 0 && image_kind_is(s->img, bp->kind, of)) state_join(s, outer, id);
    }
    tell_things(b, J_CREATE, id, state_word(s, id, T_HOLDER));
    if (bp->init >= 0 && !run_init(b, bp->init, id)) return NONE;
    int32_t strength = s->strength_field;
    if (strength >= 0 && image_kind_is(s->img, bp->kind, s->img->fields[strength].kind)) {
        int32_t members = s->img->kinds[bp->kind].members;
        uint32_t slot = (uint32_t)s->img->fields[members].slot;
        state_put(s, id, (uint32_t)s->img->fields[strength].slot,
                  state_list(s, state_word(s, id, slot)).count);
    }
    return id;
}

/* ---- Features and items -------------------------------- */

static int64_t equal_borne(const struct state *s, int64_t bearer, int32_t blueprint,
                           const int64_t *args, int32_t count) {
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    if (s->img->kinds[bp->kind].traits & KIND_STACKS) return NONE;
    struct view v = state_borne(s, bearer);
    for (int64_t i = 0; i < v.count; i++) {
        if (state_blueprint(s, v.at[i]) != blueprint) continue;
        uint32_t first = (uint32_t)s->img->kinds[bp->kind].words;
        bool same = true;
        for (int32_t k = 0; k < count && k < bp->params; k++) {
            same &= state_word(s, v.at[i], first + (uint32_t)k) == args[k];
        }
        if (same) return v.at[i];
    }
    return NONE;
}

/* Counts the ends that `until` and `while` have set for a feature; it lasts to the last of them. If
 * `change` is given, they become ends of the feature `to` instead; `to` 0: they are dropped. */
static int64_t ends_of(const struct state *s, int64_t feature, struct state *change, int64_t to) {
    int64_t n = 0;
    static const uint32_t lists[] = {G_WAITING, G_WHILE};
    for (size_t l = 0; l < ARRAY_LEN(lists); l++) {
        struct view v = state_list(s, state_global(s, lists[l]));
        for (int64_t i = 0; i < v.count; i += WAIT_WORDS + s->img->untils[v.at[i + 1]].captured) {
            if (v.at[i] != feature) continue;
            n++;
            /* an entry for feature 0 is dropped when it is looked at next */
            if (change) {
                addr at = ADDR(SEG_HEAP, state_global(s, lists[l]) + 1 + i);
                world_set(&change->w, at, to);
            }
        }
    }
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        struct view v = state_list(s, frame_word(s, f, F_SCOPES));
        for (int64_t i = 0; i + SCOPE_WORDS <= v.count; i += SCOPE_WORDS) {
            if (v.at[i] != SCOPE_UNTIL || v.at[i + 1] != feature) continue;
            n++;
            if (change) {
                addr at = ADDR(SEG_HEAP, frame_word(s, f, F_SCOPES) + 1 + i + (to ? 1 : 0));
                world_set(&change->w, at, to);
            }
        }
    }
    return n;
}

bool run_give(struct battle *b, int32_t blueprint, int64_t bearer, const int64_t *args,
              int32_t count, bool silent, int64_t *feature) {
    struct state *s = &b->s;
    *feature = NONE;
    if (bearer == NONE || !state_in_play(s, bearer)) return true;
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    int64_t there = equal_borne(s, bearer, blueprint, args, count);
    if (there != NONE) {
        /* The feature lasts without end if it was given without end now or before. Whether it gets
         * an end now shows only in an UNTIL that follows. If none follows, op_give drops the ends
         * set before (run_given_for_good). */
        *feature = ends_of(s, there, NULL, 0) > 0 ? there : NONE;
        b->given_again = *feature;
        return true;
    }
    int64_t id = state_create(s, bp->kind, blueprint, state_owner(s, bearer));
    if (id == NONE) return false;
    uint32_t first = (uint32_t)s->img->kinds[bp->kind].words;
    for (int32_t k = 0; k < count && k < bp->params; k++) {
        state_put(s, id, first + (uint32_t)k, args[k]);
    }
    if (bp->init >= 0 && !run_init(b, bp->init, id)) return false;
    *feature = id;
    const int64_t roles[2] = {id, bearer};
    if (silent) return run_native(b, EVENT_GIVE, roles);
    return run_native_event(b, EVENT_GIVE, roles, 2);
}

void run_given_for_good(struct battle *b, int64_t feature) {
    ends_of(&b->s, feature, &b->s, 0);
}

bool run_take(struct battle *b, int64_t feature) {
    struct state *s = &b->s;
    if (!state_in_play(s, feature)) return true;
    if (ends_of(s, feature, NULL, 0) > 0) return true; /* the feature lasts to a later end */
    const int64_t roles[2] = {feature, state_word(s, feature, T_HOLDER)};
    if (roles[1] == NONE) {
        state_leave(s, feature);
        return true;
    }
    return run_native_event(b, EVENT_TAKE, roles, 2);
}

bool run_take_all(struct battle *b, int64_t bearer, int32_t blueprint) {
    struct state *s = &b->s;
    if (bearer == NONE || !state_thing(s, bearer)) return true;
    struct view v = state_borne(s, bearer);
    for (int64_t i = v.count - 1; i >= 0; i--) {
        int64_t feature = state_borne(s, bearer).at[i];
        if (state_blueprint(s, feature) != blueprint) continue;
        ends_of(s, feature, s, 0);
        const int64_t roles[2] = {feature, bearer};
        if (!run_native_event(b, EVENT_TAKE, roles, 2)) return false;
    }
    return true;
}

/* Takes out of play what a thing bears, without events, because the thing itself has left play. */
void run_gone_borne(struct battle *b, int64_t thing) {
    struct state *s = &b->s;
    while (state_borne(s, thing).count > 0) {
        int64_t borne = state_borne(s, thing).at[0];
        state_unbear(s, borne);
        if (state_in_play(s, borne)) state_leave(s, borne);
    }
}

/* ---- Leaving -------------------------------- */

static void leave_all(struct battle *b, int64_t thing) {
    struct state *s = &b->s;
    if (state_is_root(s, thing, ROOT_GROUP)) {
        int32_t members = s->img->kinds[state_kind(s, thing)].members;
        struct view v = state_list(s, state_word(s, thing, (uint32_t)s->img->fields[members].slot));
        int64_t copy = state_scratch_copy(s, v.at, v.count);
        /* The first member leaves last, because a group without members stands where its last one
         * did. */
        for (int64_t i = state_list(s, copy).count - 1; i >= 0; i--) {
            int64_t member = state_list(s, copy).at[i];
            leave_all(b, member); /* a member may be a group itself */
            run_gone_borne(b, member);
        }
    }
    bool borne = state_is_root(s, thing, ROOT_FEATURE) || state_is_root(s, thing, ROOT_ITEM);
    if (borne && state_word(s, thing, T_HOLDER) != NONE) state_unbear(s, thing);
    state_leave(s, thing);
}

static bool leaves(struct battle *b, int64_t thing, enum journal_kind kind) {
    struct state *s = &b->s;
    if (thing == NONE || !state_in_play(s, thing)) return true;
    if (state_is_root(s, thing, ROOT_AREA) || state_is_root(s, thing, ROOT_BORDER))
        return state_fail(s, "the areas and borders of a map do not leave play");
    tell_one(b, kind, thing);
    leave_all(b, thing);
    return true;
}

/* For an example: puts the members of a unit at places. A member without a place, or whose place is
 * NONE, has fallen before. */
bool run_stand_models(struct battle *b, int64_t group, const int64_t *spots, int32_t count) {
    struct state *s = &b->s;
    int64_t models[MAX_TEMPS];
    if (!state_is_root(s, group, ROOT_GROUP))
        return state_fail(s, "this has no models that could stand in several places");
    int32_t members = s->img->kinds[state_kind(s, group)].members;
    struct view v = state_list(s, state_word(s, group, (uint32_t)s->img->fields[members].slot));
    if (v.count < count || v.count > MAX_TEMPS)
        return state_fail(s, "here are %d places, and %d models", (int)count, (int)v.count);
    int64_t all = v.count;
    for (int64_t i = 0; i < all; i++) models[i] = v.at[i];
    for (int64_t i = 0; i < all; i++) {
        if (i < count && spots[i] != NONE) {
            if (!prim_stand(s, models[i], spots[i])) return false;
        } else {
            leave_all(b, models[i]);
            run_gone_borne(b, models[i]);
        }
    }
    return true;
}

/* ---- Cards -------------------------------- */

static void off_pile(struct state *s, int64_t card) {
    int64_t pile = state_word(s, card, T_PILE), holder = state_word(s, card, T_HOLDER);
    if (pile == NONE) return;
    state_pile_off(s, card);
    state_note(s, holder, s->img->fields[pile].wakes);
}

static void on_pile(struct state *s, int64_t card, int64_t holder, int32_t field,
                    enum run_put where) {
    switch (where) {
    case PUT_ON: state_pile_on(s, card, holder, field); break;
    case PUT_UNDER: state_pile_under(s, card, holder, field); break;
    case PUT_AMONG: state_pile_join(s, card, holder, field); break;
    }
}

bool run_put(struct battle *b, int64_t card, int64_t holder, int32_t field, enum run_put where) {
    struct state *s = &b->s;
    if (card == NONE || !state_in_play(s, card)) return true;
    if (holder == NONE) return state_fail(s, "there is no such pile: its player is none");
    off_pile(s, card);
    on_pile(s, card, holder, field, where);
    state_put(s, card, T_PILE, field);
    state_put(s, card, T_HOLDER, holder);
    int64_t mixed = state_mixed(s, card);
    if (mixed || state_flag(s, card, THING_SHOWN))
        state_known(s, card, false, s->img->fields[field].secret ? mixed : 0);
    if (state_is_root(s, holder, ROOT_PLAYER)) state_put(s, card, T_OWNER, holder);
    int32_t blueprint = state_blueprint(s, card);
    if (blueprint >= 0 && s->img->blueprints[blueprint].speaks) state_into_force(s, card);
    state_note(s, holder, s->img->fields[field].wakes);
    if (state_tells(s)) {
        state_tell(s, J_PUT);
        state_tell_thing(s, card);
        state_tell_thing(s, holder);
        journal_word(&s->journal, field);
        state_told(s);
    }
    return true;
}

/* ---- The language's own events -------------------------------- */

static bool stands(struct battle *b, int64_t thing, int64_t spot) {
    struct state *s = &b->s;
    if (thing == NONE || !state_in_play(s, thing)) return true;
    if (!prim_stand(s, thing, spot)) return false;
    if (state_tells(s)) {
        state_tell(s, J_PLACE);
        state_tell_thing(s, thing);
        state_tell_value(s, state_place_type(s), spot);
        state_tell_models(s, thing);
        state_told(s);
    }
    return true;
}

static bool moves(struct battle *b, int64_t thing, int64_t way) {
    struct state *s = &b->s;
    if (thing == NONE || !state_in_play(s, thing) || way == NONE) return true;
    /* a way lists its mover and then places; with one place it leads nowhere */
    if (state_list(s, way).count < 3) return true;
    int64_t from = prim_place_of(s, thing);
    if (!prim_carry(s, thing, way)) return false;
    if (state_tells(s)) {
        state_tell(s, J_MOVE);
        state_tell_thing(s, thing);
        state_tell_value(s, state_place_type(s), from);
        state_tell_value(s, state_path_type(s), way);
        state_tell_models(s, thing);
        state_told(s);
    }
    return true;
}

/* Whether the taker of a feature that is handed on bears an equal one already. If so, the feature
 * that was handed on leaves play, and the other lasts to the later end of both, without end if
 * either had none. */
static bool given_twice(struct battle *b, int64_t feature, int64_t taker) {
    struct state *s = &b->s;
    const int32_t blueprint = state_blueprint(s, feature);
    if (blueprint < 0 || state_word(s, feature, T_HOLDER) == NONE) return false;
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    const int64_t *args =
        s->w.base[SEG_THINGS] + (size_t)feature * s->stride + s->img->kinds[bp->kind].words;
    int64_t there = equal_borne(s, taker, blueprint, args, bp->params);
    if (there == NONE || there == feature) return false;
    bool both_end = ends_of(s, there, NULL, 0) > 0 && ends_of(s, feature, NULL, 0) > 0;
    if (both_end) {
        ends_of(s, feature, s, there);
    } else {
        ends_of(s, there, s, 0);
        ends_of(s, feature, s, 0);
    }
    tell_things(b, J_TAKE, feature, state_word(s, feature, T_HOLDER));
    state_unbear(s, feature);
    state_leave(s, feature);
    return true;
}

static bool given(struct battle *b, int64_t feature, int64_t taker) {
    struct state *s = &b->s;
    if (taker == NONE || !state_in_play(s, taker) || !state_in_play(s, feature)) return true;
    if (given_twice(b, feature, taker)) return true;
    if (state_word(s, feature, T_HOLDER) != NONE) state_unbear(s, feature);
    state_bear(s, taker, feature);
    tell_things(b, J_GIVE, feature, taker);
    return true;
}

static bool taken(struct battle *b, int64_t feature) {
    struct state *s = &b->s;
    if (!state_in_play(s, feature)) return true;
    tell_things(b, J_TAKE, feature, state_word(s, feature, T_HOLDER));
    if (state_word(s, feature, T_HOLDER) != NONE) state_unbear(s, feature);
    state_leave(s, feature);
    return true;
}

/* Puts a drawn card on the taker's pile. `roles`: card, source, taker, the pile it comes from, and
 * which field is the taker's pile + 1; above it how many cards of a lot were drawn one after the
 * other, with this one (run_op_draw). */
static bool drawn(struct battle *b, const int64_t *roles) {
    struct state *s = &b->s;
    const int64_t among = roles[4] >> 32;
    const int32_t to = (int32_t)(roles[4] & 0xffff) - 1;
    if (roles[4] <= 0) return state_fail(s, "'draw' is done by the statement 'draw'");
    if (roles[0] == NONE || !state_in_play(s, roles[0])) return true;
    if (roles[2] == NONE) return state_fail(s, "there is no such pile: its player is none");
    const struct view pile = state_pile(s, roles[2], to);
    run_tell_answering(b);
    const bool on_lot = among > 1 && pile.count && state_lot_end(s, pile, 0) == among - 1;
    if (!run_put(b, roles[0], roles[2], to, on_lot ? PUT_AMONG : PUT_ON)) return false;
    if (state_tells(s)) {
        state_tell(s, J_DRAW);
        state_tell_thing(s, roles[2]);
        state_tell_thing(s, roles[0]);
        state_told(s);
    }
    return true;
}

/* Marks a card in a secret pile as known to all, until it is put elsewhere. */
static void shown(struct state *s, int64_t card) {
    int64_t pile = state_word(s, card, T_PILE);
    if (pile != NONE && s->img->fields[pile].secret) state_known(s, card, true, 0);
}

bool run_native(struct battle *b, int32_t event, const int64_t *roles) {
    switch ((enum builtin_event)event) {
    case EVENT_CREATE:
    case EVENT_SCORE: return true; /* the instructions CREATE and SCORE have done it */
    case EVENT_PLACE: return stands(b, roles[0], roles[1]);
    case EVENT_MOVE: return moves(b, roles[0], roles[1]);
    case EVENT_STEP: return stands(b, roles[0], roles[1]);
    case EVENT_REMOVE: return leaves(b, roles[0], J_REMOVE);
    case EVENT_DESTROY: return leaves(b, roles[0], J_DESTROY);
    case EVENT_GIVE: return given(b, roles[0], roles[1]);
    case EVENT_TAKE: return taken(b, roles[0]);
    case EVENT_REVEAL:
        if (roles[0] == NONE) return true;
        tell_one(b, J_REVEAL, roles[0]);
        if (state_is_root(&b->s, roles[0], ROOT_CARD)) shown(&b->s, roles[0]);
        return true;
    case EVENT_DRAW: return drawn(b, roles);
    case EVENT_BUILTIN_COUNT_: break;
    }
    return state_fail(&b->s, "the event '%s' is not run yet",
                      image_text(b->s.img, b->s.img->events[event].name));
}

bool run_entry(struct battle *b, int32_t event, const int64_t *roles, const char **why) {
    struct state *s = &b->s;
    *why = NULL;
    if (event != EVENT_PLACE && event != EVENT_STEP && event != EVENT_MOVE) return true;
    if (roles[0] == NONE || roles[1] == NONE || !state_in_play(s, roles[0])) return true;
    if (event != EVENT_MOVE) return prim_entry(s, roles[0], roles[1], why);
    for (int64_t i = 2; i < state_list(s, roles[1]).count && !*why; i++) {
        if (!prim_entry(s, roles[0], state_list(s, roles[1]).at[i], why)) return false;
    }
    return true;
}

bool run_native_event(struct battle *b, int32_t event, const int64_t *roles, int32_t count) {
    bool about_thing = event == EVENT_DESTROY || event == EVENT_REMOVE;
    if (about_thing && (roles[0] == NONE || !state_in_play(&b->s, roles[0]))) return true;
    const char *full = NULL;
    if (MYTH_UNLIKELY(b->s.img->on_map) && !run_entry(b, event, roles, &full)) return false;
    if (!full && !run_spoken(b, event)) {
        int64_t first = roles[0];
        if (!run_native(b, event, roles)) return false;
        if (about_thing) run_gone_borne(b, first);
        b->ended = true; /* an event has ended, so `whenever` rules are due */
        return true;
    }
    if (!run_do(b, event, roles, (UINT64_C(1) << count) - 1, -1, NONE)) return false;
    b->pushed = true;
    return true;
}

/* ---- Laying out a scenario -------------------------------- */

void run_take_part(struct battle *b, uint64_t players) {
    struct state *s = &b->s;
    for (int32_t i = 0; i < s->img->players; i++) {
        const int64_t player = state_player(s, i);
        if (players >> i & 1 || !state_in_play(s, player)) continue;
        tell_one(b, J_REMOVE, player);
        leave_all(b, player);
        run_gone_borne(b, player);
    }
}

/* Makes the instance of a scenario, whose init makes table, zones and terrain. In an example's
 * block it is given to the game at once, otherwise when the battle begins. */
bool run_lay_out(struct battle *b, int32_t scenario) {
    struct state *s = &b->s;
    const struct image_kind *kind = &s->img->kinds[s->img->blueprints[scenario].kind];
    if (kind->root != ROOT_FEATURE || !image_kind_is(s->img, s->img->root[ROOT_GAME], kind->of))
        return state_fail(s, "this is of kind '%s', and no scenario, which is a feature of game",
                          image_text(s->img, kind->name));
    int64_t id = run_make(b, scenario, NONE, NONE, NULL);
    if (id == NONE) return false;
    state_global_set(s, G_SCENARIO, id);
    if (frame_block(s)) state_bear(s, state_global(s, G_GAME), id);
    return true;
}
