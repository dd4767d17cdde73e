#include "agenda.h"

#include <string.h>

/* A rule that speaks in a moment, for one instance. */
struct speaker {
    int32_t rule, rank; /* a negative rule is a rule in Lua: -1 - its number */
    /* place in the order of players: 0 for an instance without an owner, 1 for the player whom the
     * value `order` names, 2 for the player after him, and so on */
    int32_t turn;
    /* the instance (NONE: the rule belongs to none), and its number in the order of coming into
     * force */
    int64_t self, since;
};
struct speakers {
    struct speaker at[MAX_SPEAKERS];
    int32_t count;
};

/* Runs the condition `when` of a rule from its instruction `begin` on and sets *yes to whether it
 * holds; a rule without `when` always holds. The caller knows already that what stands before
 * `begin` holds (rows_guards). Returns false after an error. */
static bool when_holds(struct state *s, int32_t number, int32_t begin, const struct env *env,
                       bool *yes) {
    const struct image_rule *rule = &s->img->rules[number];
    int64_t value = 1;
    if (rule->when >= 0 && !s->evaluate(s, rule->when, begin, env, NULL, 0, &value)) return false;
    *yes = value == 1;
    return true;
}

/* ---- The rules of a moment ---------------------------------------------------- */

/* Returns the global that lists the instances of the feature that a role must bear for a rule at
 * the top of a file to speak. Returns 0 if the rule's condition requires no such feature, or
 * requires it only after a test that may fail with an error. */
static int32_t must_bear(const struct state *s, const struct image_event *e, int32_t rule) {
    const struct state_guard *g = s->guards + s->first_guard[rule],
                             *end = s->guards + s->first_guard[rule + 1];
    while (g < end && g->rank < GUARD_LATE) g++;
    const bool has = g < end && g->what == GUARD_HAS && g->yes && g->a.from == OPERAND_ROLE;
    if (!has || g->a.words > 0 || g->a.end || g->a.value >= e->roles) return 0;
    return (int32_t)state_instances_at(s, g->of);
}

/* Returns what is known of a rule without knowing the roles of an event (struct state_speaks). */
static struct state_speaks known_of(struct state *s, const struct image_event *e, int32_t rule) {
    const struct image_rule *r = &s->img->rules[rule];
    struct state_speaks known = {.rule = rule, .latest = r->latest >= 0};
    if (r->blueprint >= 0) {
        known.of = (int32_t)state_instances_at(s, r->blueprint);
    } else if (!rows_unasked(s)) {
        known.muted = rows_muted(s, rule);
        known.bears = must_bear(s, e, rule);
    }
    return known;
}

/* Fills the rows in s->speaks for the rules about one moment of an event. */
static MYTH_APART void look_up(struct state *s, struct state_moment *m, int32_t event,
                               enum rule_what what) {
    const struct image_event *e = &s->img->events[event];
    const int32_t *own = s->img->lists + e->first_rules[what], *any = s->any + s->first_any[what];
    struct state_speaks *to = s->speaks + m->first;
    for (int32_t i = 0; i < m->own; i++) *to++ = known_of(s, e, own[i]);
    for (int32_t i = m->own; i < m->all; i++) *to++ = known_of(s, e, any[i - m->own]);
}

/* The rules about a moment of an event, from `own` to before `end`: those of the event itself, then
 * those about any action. */
struct about {
    const struct state_speaks *own, *end;
};

/* Returns the rules about a moment of an event. The rules are looked up anew when rows_settled has
 * changed: after rulings were set, after the World was replaced or undone, and when guards begin or
 * cease to be asked. */
static inline struct about rules_about(struct state *s, int32_t event, enum rule_what what) {
    struct state_moment *m = &s->moments[event * MOMENTS + (int32_t)what - RULE_BEFORE];
    const uint32_t now = rows_settled(s);
    if (MYTH_UNLIKELY(WITHOUT_MOMENTS || m->settled != now)) {
        look_up(s, m, event, what);
        m->settled = now;
    }
    const struct state_speaks *first = s->speaks + m->first;
    return (struct about){first, first + m->all};
}

/* Called for each rule that speaks, with its instance (NONE: the rule has none). Returns false to
 * end the visit with an error. */
typedef bool each_speaker(struct state *s, void *user, int32_t rule, int64_t self);

/* Whether a rule belongs to a blueprint that has no instance now. */
static inline bool nobody_has(const struct state *s, const struct state_speaks *r) {
    return r->of && !state_global(s, (uint32_t)r->of);
}

/* Whether a rule cannot speak now: its blueprint has no instance, a ruling refuses it, or there is
 * no instance of the feature that one of its roles must bear. */
static inline bool is_silent(struct state *s, const struct state_speaks *r) {
    if (r->of) return !state_global(s, (uint32_t)r->of);
    return r->muted || (r->bears && !state_global(s, (uint32_t)r->bears));
}

/* ---- Rules that speak ---------------------------------------------------------------- */

/* Calls `each` for a rule that speaks, and notes for coverage that it has spoken. */
static inline bool speaks(struct state *s, each_speaker *each, void *user, int32_t rule,
                          int64_t self) {
    if (MYTH_UNLIKELY(s->reached.rules != NULL)) s->reached.rules[rule] = 1;
    return each(s, user, rule, self);
}

/* Visits a rule at the top of a file, which has no instance, if it speaks: first its guards are
 * asked, then, if they leave it open, its condition is run. */
static bool speaks_alone(struct state *s, int32_t number, const struct env *env, each_speaker *each,
                         void *user) {
    enum rows_guarded said = GUARDED_YES;
    int32_t begin = 0;
    struct env nobody;
    state_env_copy(&nobody, env);
    nobody.self = NONE;
    if (s->img->rules[number].when >= 0) said = rows_guards(s, number, &nobody, NULL, &begin);
    bool yes = said == GUARDED_YES;
    if (said == GUARDED_OPEN && !when_holds(s, number, begin, &nobody, &yes)) return false;
    return !yes || speaks(s, each, user, number, NONE);
}

/* Visits the instances for which a rule of a blueprint speaks: those that are in force and for
 * which its `when` holds. Guards that do not ask about the instance are asked only once. */
static bool speakers_of(struct state *s, int32_t number, const struct env *env, each_speaker *each,
                        void *user) {
    const struct image_rule *rule = &s->img->rules[number];
    struct rows_speakers from = rows_speakers(s, rule, env->roles, env->accounts);
    if (from.among.count == 0) return true;
    struct env speaker;
    state_env_copy(&speaker, env);
    const bool asks = rule->when >= 0;
    enum rows_guarded all = GUARDED_YES;
    int32_t begin = 0;
    bool ok = true;
    for (bool first = true; rows_speaker(s, &from, &speaker.self, &ok); first = false) {
        enum rows_guarded said = GUARDED_YES;
        if (asks && first) all = rows_guards_of_all(s, number, env);
        if (asks) said = rows_guards_of_one(s, number, &speaker, all, &begin);
        bool yes = said == GUARDED_YES;
        if (said == GUARDED_OPEN && !when_holds(s, number, begin, &speaker, &yes)) return false;
        if (yes && !speaks(s, each, user, number, speaker.self)) return false;
    }
    return ok;
}

/* Visits a rule of a blueprint once for each instance for which it speaks; visits any other rule
 * once, if it speaks. */
static inline bool who_speaks(struct state *s, const struct state_speaks *r, const struct env *env,
                              each_speaker *each, void *user) {
    return r->of ? speakers_of(s, r->rule, env, each, user)
                 : speaks_alone(s, r->rule, env, each, user);
}

/* An each_speaker that sets the bool at `user` to true: some rule speaks. */
static bool count_speaker(struct state *s, void *user, int32_t rule, int64_t self) {
    (void)s, (void)rule, (void)self;
    *(bool *)user = true;
    return true;
}

/* Visits all rules in the rule text that speak in a moment of an event. `chosen`: only rules that
 * read answers to the choices of an action's head, beyond its roles. */
static bool for_speakers(struct state *s, int32_t event, enum rule_what what, bool chosen,
                         const struct env *env, each_speaker *each, void *user) {
    const struct about about = rules_about(s, event, what);
    for (const struct state_speaks *r = about.own; r < about.end; r++) {
        if ((chosen && !r->latest) || is_silent(s, r)) continue;
        if (!who_speaks(s, r, env, each, user)) return false;
    }
    return true;
}

/* An each_speaker that adds the rule to the struct speakers at `user`, with turn 0. Returns false
 * with an error if there is no room. */
static bool add_speaker(struct state *s, void *user, int32_t rule, int64_t self) {
    struct speakers *all = user;
    if (all->count == MAX_SPEAKERS) {
        return state_limit(s, LIMIT_SPEAKERS);
    }
    int64_t since = self > 0 ? state_word(s, self, T_SINCE) : 0;
    all->at[all->count++] = (struct speaker){rule, s->img->rules[rule].rank, 0, self, since};
    return true;
}

/* Whether a acts before b. Rules are ordered by rank (highest first for `instead of`), then by the
 * order of players, then by when their instances came into force, then by their place in the text.
 * Rules in Lua come last within their rank, by number. */
static bool speaks_before(const struct speaker *a, const struct speaker *b, bool highest_first) {
    if (a->rank != b->rank) return highest_first ? a->rank > b->rank : a->rank < b->rank;
    if (a->turn != b->turn) return a->turn < b->turn;
    if (a->since != b->since) return a->since < b->since;
    return a->rule < 0 ? a->rule > b->rule : a->rule < b->rule;
}

static void sort_speakers(struct speakers *all, bool highest_first) {
    for (int32_t i = 1; i < all->count; i++) {
        struct speaker moved = all->at[i];
        int32_t k = i;
        for (; k > 0 && speaks_before(&moved, &all->at[k - 1], highest_first); k--) {
            all->at[k] = all->at[k - 1];
        }
        all->at[k] = moved;
    }
}

/* Sets the turns of speakers by the value `order` in the ruleset's head, and *ordered to true. If
 * the head has no `order`, if its value names no player, or if there are fewer than two speakers,
 * all turns stay as they are and *ordered becomes false. A speaker without an owner keeps its turn.
 * Returns false after an error. */
static bool order_players(struct state *s, const struct env *env, struct speakers *all,
                          bool *ordered) {
    int64_t first;
    *ordered = false;
    if (s->img->order < 0 || all->count < 2) return true;
    if (!s->quantity(s, s->img->order, env, NULL, 0, &first)) return false;
    int32_t number = first == NONE ? -1 : state_player_number(s, first);
    if (number < 0) return true;
    for (int32_t i = 0; i < all->count; i++) {
        int64_t owner = all->at[i].self != NONE ? state_owner(s, all->at[i].self) : NONE;
        int32_t his = owner == NONE ? -1 : state_player_number(s, owner);
        if (his >= 0) all->at[i].turn = 1 + (his - number + s->img->players) % s->img->players;
    }
    *ordered = true;
    return true;
}

/* Sorts the speakers and makes them the agenda of a frame. Also notes in the frame whether each
 * player orders his own rules (FRAME_ORDERED). */
static MYTH_APART bool put_speakers(struct state *s, uint32_t frame, const struct env *env,
                                    enum rule_what what, struct speakers *all) {
    bool ordered;
    if (!order_players(s, env, all, &ordered)) return false;
    frame_flag_set(s, frame, FRAME_ORDERED, ordered);
    sort_speakers(all, what == RULE_INSTEAD);
    int64_t words[2 * MAX_SPEAKERS];
    for (int32_t i = 0; i < all->count; i++) {
        words[2 * i] = all->at[i].rule;
        words[2 * i + 1] = all->at[i].self;
    }
    state_list_store(s, ADDR(SEG_STACK, frame + F_AGENDA), (struct view){words, 2 * all->count});
    return true;
}

bool agenda_settle(struct state *s, uint32_t frame, enum rule_what what) {
    struct env env = frame_env(s, frame);
    env.self = NONE;
    struct speakers all;
    all.count = 0;
    if (frame_word(s, frame, F_AGENDA)) state_list_free(s, ADDR(SEG_STACK, frame + F_AGENDA));
    frame_put(s, frame, F_NEXT, 0);
    if (!for_speakers(s, env.event, what, false, &env, add_speaker, &all)) return false;
    for (int32_t i = 0; MYTH_UNLIKELY(i < s->outside_count); i++) {
        const struct state_outside *o = &s->outside[i];
        if (o->what != (int32_t)what || o->target != env.event) continue;
        if (all.count == MAX_SPEAKERS) return state_limit(s, LIMIT_SPEAKERS);
        /* a rule in Lua acts after all rules of its rank in the rule text */
        all.at[all.count++] =
            (struct speaker){-(o->number + 1), o->rank, INT32_MAX, NONE, INT64_MAX};
    }
    if (all.count > 0) return put_speakers(s, frame, &env, what, &all);
    frame_flag_set(s, frame, FRAME_ORDERED, false);
    return true;
}

bool agenda_speaks(struct state *s, uint32_t frame, int32_t rule, int64_t self, bool *yes) {
    *yes = true;
    struct env env = frame_env(s, frame);
    if (self != NONE && !rows_in_force(s, self, env.accounts, yes)) return false;
    /* *yes is true also for a feature whose bearer has just left play, because rows_in_force asks
     * only whether it has a bearer. So it still hears `after destroy` and `after remove`. */
    if (!*yes) return true;
    env.self = self;
    if (s->img->rules[rule].when < 0) return true;
    int32_t begin;
    const enum rows_guarded said = rows_guards(s, rule, &env, NULL, &begin);
    *yes = said == GUARDED_YES;
    return said != GUARDED_OPEN || when_holds(s, rule, begin, &env, yes);
}

bool agenda_heard(struct state *s, int32_t event, const int64_t *roles, enum rule_what what,
                  bool *yes) {
    const struct env env = {roles, event, 0, NONE, state_accounts_aside(s)};
    *yes = false;
    return for_speakers(s, event, what, false, &env, count_speaker, yes);
}

bool agenda_listen(struct state *s, int32_t event, const int64_t *roles,
                   struct rows_candidates *candidates) {
    const struct env env = {roles, event, 0, NONE, state_accounts_aside(s)};
    candidates->count = 0;
    if (WITHOUT_EARS || s->outside_count > 0) return false;
    for (int what = RULE_BEFORE; what <= RULE_FORBID; what++) {
        const struct about about = rules_about(s, event, (enum rule_what)what);
        for (const struct state_speaks *r = about.own; r < about.end; r++) {
            if (nobody_has(s, r)) continue;
            const int32_t others = candidates->count;
            if (!rows_listen(s, r->rule, &env, candidates)) return false;
            if (candidates->count > others && what != RULE_AFTER) return false;
        }
    }
    return true;
}

bool agenda_hears(struct state *s, int32_t event, const int64_t *roles,
                  const struct rows_candidates *candidates, bool *yes) {
    *yes = false;
    for (int32_t i = 0; i < candidates->count; i++) {
        const struct env env = {roles, event, 0, candidates->at[i].self, state_accounts_aside(s)};
        bool one;
        if (!when_holds(s, candidates->at[i].rule, candidates->at[i].begin, &env, &one))
            return false;
        *yes |= one;
    }
    return true;
}

/* ---- Permissions ---------------------------------------------------------------- */

/* The ranks of the rules that forbid and allow an event. An event that a rule forbids is forbidden
 * unless a rule of a higher rank allows it. */
struct verdict {
    int32_t forbid, allow; /* the highest ranks that speak; -1: none */
    int32_t label, place;  /* label and place of the rule that forbids with the highest rank */
    bool outside;          /* a rule in Lua forbids the event: the label is state.said */
};

/* An each_speaker that takes a rule which forbids or allows into the struct verdict at `user`, if
 * its rank is higher than those of its sort so far. */
static bool weigh(struct state *s, void *user, int32_t number, int64_t self) {
    (void)self;
    struct verdict *v = user;
    const struct image_rule *rule = &s->img->rules[number];
    if (rule->what == RULE_ALLOW) {
        if (rule->rank > v->allow) v->allow = rule->rank;
    } else if (rule->rank > v->forbid) {
        v->forbid = rule->rank;
        v->label = rule->label;
        v->place = rule->place;
    }
    return true;
}

/* Takes the rules in Lua that forbid or allow an event into the verdict. They are asked after all
 * rules of the rule text, so of equal ranks the label of the one in Lua stands. */
static void weigh_outside(struct state *s, int32_t event, enum rule_what what,
                          const struct env *env, struct verdict *v) {
    for (int32_t i = 0; MYTH_UNLIKELY(i < s->outside_count); i++) {
        const struct state_outside *o = &s->outside[i];
        struct outside_value out = {.value = 0};
        if (o->what != (int32_t)what || o->target != event) continue;
        if (o->rank < (what == RULE_ALLOW ? v->allow : v->forbid)) continue;
        if (!s->outside_value(s, o->number, env, NULL, 0, &out) || out.value != 1) continue;
        if (what == RULE_ALLOW) {
            v->allow = o->rank;
            continue;
        }
        v->forbid = o->rank;
        v->outside = true;
        memcpy(s->said, out.label, sizeof s->said);
    }
}

/* Sets *label and *place to those of the rule that forbids the event; *label is NULL if none does,
 * and *place is -1 for a rule in Lua. `chosen`: of the rules of the text only those that read
 * answers to the choices of the head are asked to forbid. */
static bool forbidden(struct state *s, int32_t event, bool chosen, const struct env *env,
                      const char **label, int32_t *place) {
    struct verdict v = {-1, -1, -1, -1, false};
    *label = NULL;
    *place = -1;
    if (chosen && !(s->heard[event] & HEARD_ANSWERS) && s->outside_count == 0) return true;
    if (!for_speakers(s, event, RULE_FORBID, chosen, env, weigh, &v)) return false;
    weigh_outside(s, event, RULE_FORBID, env, &v);
    if (v.forbid < 0) return true;
    if (!for_speakers(s, event, RULE_ALLOW, false, env, weigh, &v)) return false;
    weigh_outside(s, event, RULE_ALLOW, env, &v);
    if (v.allow > v.forbid) return true;
    *label = v.outside ? s->said : image_text(s->img, v.label);
    *place = v.outside ? -1 : v.place;
    return true;
}

bool agenda_forbidden(struct state *s, int32_t event, const struct env *env, const char **label) {
    int32_t place;
    return forbidden(s, event, false, env, label, &place);
}

bool agenda_barred(struct state *s, struct head *h, const char **label, int32_t *place) {
    return forbidden(s, h->event, h->unbarred, &h->env, label, place);
}

/* Whether the ruleset has a rule that allows this event, whether the rule's condition holds or
 * not. */
static bool some_allow(struct state *s, int32_t event) {
    const struct about about = rules_about(s, event, RULE_ALLOW);
    return about.own < about.end;
}

bool agenda_shut(struct state *s, struct head *h, bool *yes) {
    *yes = false;
    if (WITHOUT_SHUT || h->unbarred || s->outside_count > 0) return true;
    if (some_allow(s, h->event)) return true;
    const struct about about = rules_about(s, h->event, RULE_FORBID);
    for (const struct state_speaks *r = about.own; !*yes && r < about.end; r++) {
        if (r->latest || is_silent(s, r)) continue;
        if (!who_speaks(s, r, &h->env, count_speaker, yes)) return false;
    }
    /* While somebody counts or traces instructions, h->unbarred stays false. The rules are then
     * asked again each time, so that they are seen to run. */
    h->unbarred = !*yes && !state_watched(s);
    return true;
}

/* ---- What lasts until -------------------------------------------------------------- */

/* Returns how many running events number `event` have begun and not ended: they are in a phase from
 * PHASE_INSTEAD to PHASE_END. */
static int64_t begun(const struct state *s, int32_t event) {
    int64_t n = 0;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        enum frame_phase phase = frame_phase(s, f);
        n += frame_event(s, f) == event && phase > PHASE_BEGIN && phase < PHASE_WHENEVER;
    }
    return n;
}

/* Adds an entry for a feature to the list in `global`, G_WAITING or G_WHILE: WAIT_WORDS words, then
 * the captured values. */
static void wait_add(struct state *s, uint32_t global, int64_t feature, int32_t until,
                     const int64_t *captured) {
    addr at = ADDR(SEG_GLOBALS, global);
    const struct image_until *u = &s->img->untils[until];
    state_list_append(s, at, feature);
    state_list_append(s, at, until);
    state_list_append(s, at, u->what == UNTIL_NEXT_ENDS ? begun(s, u->event) : 0);
    for (int32_t i = 0; i < s->img->untils[until].captured; i++) {
        state_list_append(s, at, captured[i]);
    }
}

bool agenda_until(struct state *s, uint32_t frame, int64_t feature, int32_t until,
                  const int64_t *captured) {
    const struct image_until *u = &s->img->untils[until];
    if (u->what == UNTIL_WHILE) {
        wait_add(s, G_WHILE, feature, until, captured);
        return true;
    }
    if (u->what == UNTIL_NEXT_BEGINS || u->what == UNTIL_NEXT_ENDS) {
        wait_add(s, G_WAITING, feature, until, captured);
        return true;
    }
    uint32_t scope = frame_nearest(s, frame, u->event);
    /* If no such event runs, the block (an example or a `chances` block) in which all runs stands
     * for it: the feature lasts until the block ends. */
    if (!scope) scope = frame_block(s);
    if (!scope) {
        return state_fail(s, "'until %s ends', but no %s is running",
                          image_text(s->img, s->img->events[u->event].name),
                          image_text(s->img, s->img->events[u->event].name));
    }
    const int64_t entry[SCOPE_WORDS] = {SCOPE_UNTIL, feature, 0, 0};
    frame_scope_add(s, scope, entry);
    return true;
}

/* Removes `count` words of the list in `global`, from position `at` on. */
static void wait_drop(struct state *s, uint32_t global, int64_t at, int64_t count) {
    struct view v = state_list(s, state_global(s, global));
    int64_t kept = state_scratch(s, v.count);
    v = state_list(s, state_global(s, global));
    for (int64_t i = 0; i < v.count; i++) {
        if (i < at || i >= at + count) state_scratch_add(s, kept, v.at[i]);
    }
    state_list_store(s, ADDR(SEG_GLOBALS, global), state_list(s, kept));
}

/* Sets *yes to whether the feature of an entry ends now. For UNTIL_WHILE it ends if its condition
 * no longer holds. Otherwise it ends if the event of `frame` is the one that the entry waits for,
 * the entry waits for the moment `what` (the event's beginning or its end), and the entry's `when`
 * holds. May also lower the number words[2] of the entry. `entry` is the index of the entry in
 * SEG_HEAP. Returns false after an error. */
static bool due(struct state *s, uint32_t entry, uint32_t frame, int32_t what, bool *yes) {
    const int64_t *words = (const int64_t *)s->w.base[SEG_HEAP] + entry;
    const struct image_until *u = &s->img->untils[words[1]];
    const int64_t *captured = words + WAIT_WORDS;
    *yes = false;
    if (frame && u->event != frame_event(s, frame)) return true;
    /* words[2] is how many events of this sort ran when the feature was given. The end of one of
     * those does not count: the entry is due only while more than words[2] run. When an event
     * begins and fewer than words[2] run, the number is lowered, so that the end of the new event
     * counts. */
    if (words[2] > 0) {
        int64_t depth = begun(s, u->event);
        if (what == UNTIL_NEXT_BEGINS && depth < words[2]) {
            world_set(&s->w, ADDR(SEG_HEAP, entry + 2), depth);
        }
        if (what == UNTIL_NEXT_ENDS && depth <= words[2]) return true;
    }
    if (u->what != what) return true;
    *yes = true;
    if (u->when < 0) return true;
    struct env env = {NULL, -1, frame_top(s), NONE, state_accounts_aside(s)};
    if (frame) env = frame_env(s, frame);
    int64_t value;
    if (!s->evaluate(s, u->when, 0, &env, captured, u->captured, &value)) return false;
    *yes = what == UNTIL_WHILE ? value != 1 : value == 1;
    return true;
}

bool agenda_ended(struct state *s, uint32_t frame, int32_t what, int64_t *feature) {
    uint32_t global = what == UNTIL_WHILE ? G_WHILE : G_WAITING;
    *feature = NONE;
    for (int64_t i = 0;;) {
        struct view v = state_list(s, state_global(s, global));
        if (i >= v.count) return true;
        ASSERT(v.at);
        int64_t thing = v.at[i];
        const struct image_until *u = &s->img->untils[v.at[i + 1]];
        /* A feature without a bearer is not gone: its `give` is still running. */
        int64_t holder = state_word(s, thing, T_HOLDER);
        bool gone = !state_in_play(s, thing) || (holder != NONE && !state_in_play(s, holder));
        bool yes = false;
        uint32_t entry = (uint32_t)state_global(s, global) + 1 + (uint32_t)i;
        if (!gone && !due(s, entry, frame, what, &yes)) return false;
        if (!gone && !yes) {
            i += WAIT_WORDS + u->captured;
            continue;
        }
        /* The entry is removed, whether its feature is gone or due. A feature that is gone is not
         * handed out, because it need not be taken. */
        wait_drop(s, global, i, WAIT_WORDS + u->captured);
        if (gone) continue;
        *feature = thing;
        s->place = u->place;
        return true;
    }
}
