/*
 * A volley of ten shooters: the machine, with undo, hash and events (its journal off), against the
 * same volley written by hand in C, which has none of these. Both draw the same dice from the same
 * streams and ask the same geometry, so that the results can be compared. Before anything is timed
 * they are compared, seed by seed. After each volley the machine is asked for the hash of its
 * World. Then both go back to the state before the volley, the machine by undo, the other by a
 * copy; that is not timed.
 */
#include "bench.h"

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/plane.h"
#include "../../vm/run_int.h"
#include "duel.h"

enum { ROUNDS = 200, VOLLEYS = 150, COMPARED = 3000, UNITS = 16, MODELS = 12 };

/* ---- The set-up, for both ------------------------------------------------------------- */

static int32_t event_named(const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->events_count; i++) {
        if (strcmp(image_text(img, img->events[i].name), name) == 0) return i;
    }
    fprintf(stderr, "bench: the duel has no event '%s'\n", name);
    exit(1);
}

static int32_t field_named(const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->fields_count; i++) {
        if (strcmp(image_text(img, img->fields[i].name), name) == 0) return i;
    }
    fprintf(stderr, "bench: the duel has no field '%s'\n", name);
    exit(1);
}

static int64_t inches(int64_t x, int64_t y) {
    return state_spot((int32_t)(x * UNITS_PER_INCH), (int32_t)(y * UNITS_PER_INCH));
}

struct stage {
    struct battle *b;
    const struct image *img;
    int64_t shooter, target;
    uint32_t base; /* the frame of the turn around the volley */
    bool aimed;
};

static void give(struct stage *st, const char *feature, int64_t bearer) {
    int64_t id;
    if (!run_give(st->b, duel_blueprint(st->img, feature), bearer, NULL, 0, true, &id)) exit(1);
}

/* Makes a unit of so many models at a place. */
static int64_t raise(struct stage *st, const char *unit, const char *model, int32_t player,
                     int32_t models, int64_t spot) {
    int64_t id = battle_create(st->b, duel_blueprint(st->img, unit), battle_player(st->b, player));
    uint32_t members =
        (uint32_t)st->img->fields[st->img->kinds[state_kind(&st->b->s, id)].members].slot;
    while (state_list(&st->b->s, state_word(&st->b->s, id, members)).count < models) {
        run_make(st->b, duel_blueprint(st->img, model), battle_player(st->b, player), id, NULL);
    }
    int32_t starting = st->b->s.strength_field;
    if (starting >= 0) battle_set(st->b, id, starting, models);
    if (!battle_place(st->b, id, spot)) exit(1);
    return id;
}

/* Lets the `whenever` rules look at everything that was set up, so that they do not do so in each
 * volley. */
static void settle(struct stage *st) {
    uint32_t f = frame_push(&st->b->s, FRAME_EVENT, -1, -1, 0, NONE, NONE);
    frame_phase_set(&st->b->s, f, PHASE_WHENEVER);
    while (frame_top(&st->b->s) != st->base) {
        if (run_event(st->b, frame_top(&st->b->s)) != OUT_GO) exit(1);
    }
}

/* Sets up both sides of the duel. `all`: every modifier applies, and a wood stands between shooters
 * and target. */
static void set_up(struct stage *st, bool all) {
    const struct run_options options = {.seed = 1, .chance = CHANCE_STREAM};
    if (!st->b)
        st->b = battle_new(st->img, &options);
    else
        battle_reset(st->b, &options);
    battle_scenario(st->b, duel_blueprint(st->img, "open_field"));
    st->shooter = raise(st, "slingers", "slinger", 0, 10, all ? inches(12, 4) : inches(18, 12));
    raise(st, "slingers", "slinger", 0, 6, inches(22, 4));
    raise(st, "spears", "spear", 0, 5, inches(28, 6));
    raise(st, "chief", "chief_model", 0, 1, inches(24, 6));
    st->target = raise(st, "spears", "spear", 1, 10, all ? inches(12, 24) : inches(18, 20));
    raise(st, "slingers", "slinger", 1, 6, inches(22, 30));
    raise(st, "slingers", "slinger", 1, 6, inches(30, 30));
    raise(st, "chief", "chief_model", 1, 1, all ? inches(12, 28) : inches(18, 24));
    st->aimed = all;
    /* The target has lost half already, so any loss leads to a nerve test. */
    battle_set(st->b, st->target, st->b->s.strength_field, 20);
    if (all) {
        give(st, "charging", st->target);
        give(st, "dreadful", st->target);
    }
    /* A turn runs around the volley and waits; a unit that flees does so until the turn ends. */
    int32_t turn = event_named(st->img, "turn");
    st->base = frame_push(&st->b->s, FRAME_EVENT, st->img->events[turn].func, turn, 0, NONE, NONE);
    frame_phase_set(&st->b->s, st->base, PHASE_BODY);
    settle(st);
    world_forget(&st->b->s.w);
}

/* ---- The machine ------------------------------------------------------------------------ */

static void fire(struct stage *st, int32_t event, uint64_t seed) {
    struct battle *b = st->b;
    const int64_t roles[3] = {st->shooter, st->target, st->aimed};
    b->options.seed = seed;
    b->s.steps = 0;
    enum outcome out = run_do(b, event, roles, 7, -1, NONE) ? OUT_GO : OUT_FAIL;
    while (out == OUT_GO && frame_top(&b->s) != st->base) {
        b->pushed = false;
        out = run_event(b, frame_top(&b->s));
    }
    if (out == OUT_GO) return;
    fprintf(stderr, "bench: the volley was not fired: %s\n", b->s.error.text);
    exit(1);
}

/* ---- By hand ------------------------------------------------------------------------------ */

struct hand_unit {
    int player;
    int64_t id;
    int aim, save, nerve, shots, shaken, starting;
    int64_t range, pace;
    bool gone, fled, charging, dreadful, leader, wall;
    size_t count;
    struct plane_shape model[MODELS];
};
enum { OF_VOLLEY, OF_FALLS, OF_NERVE, STREAMS };
struct hand {
    struct hand_unit unit[UNITS];
    size_t units;
    struct plane_shape cover[4];
    size_t covers;
    struct plane_table table;
    uint64_t counter[STREAMS];
};
struct hand_game { /* the part of a hand-written game that no volley changes */
    uint64_t seed, purpose[STREAMS];
    int64_t leads;
};

static struct plane_set bases(const struct hand_unit *u) {
    return (struct plane_set){u->model, u->count};
}

static int d10(struct hand *h, const struct hand_game *g, int stream) {
    return 1 + (int)stream_below(g->seed, g->purpose[stream], &h->counter[stream], 10);
}

static void leave(struct hand_unit *u) {
    u->gone = true;
}

static void fall(struct hand *h, const struct hand_game *g, struct hand_unit *who,
                 const struct hand_unit *cause) {
    struct plane_pair pair;
    plane_distance(bases(who), bases(cause), &pair);
    if (who->wall && d10(h, g, OF_FALLS) <= 3) return;
    who->count--;
    memmove(&who->model[pair.first], &who->model[pair.first + 1],
            (who->count - pair.first) * sizeof who->model[0]);
    if (who->count == 0) leave(who);
}

static bool stands(struct hand *h, const struct hand_game *g, struct hand_unit *who) {
    int mettle = who->nerve - who->shaken;
    for (size_t i = 0; i < h->units; i++) {
        const struct hand_unit *f = &h->unit[i];
        if (f->gone) continue;
        if (f->player == who->player) {
            bool near = false;
            if (f != who || f->leader) {
                int64_t far = plane_distance(bases(f), bases(who), NULL);
                near = f != who && far <= 6 * UNITS_PER_INCH;
                if (f->leader && far <= g->leads) mettle++;
            }
            if (near) mettle++;
        } else if (f->dreadful && plane_touching(bases(who), bases(f))) {
            mettle--;
        }
    }
    if (mettle < 1) mettle = 1;
    bool passed = d10(h, g, OF_NERVE) <= mettle;
    if (!passed)
        who->shaken += who->shaken < 9;
    else if (who->shaken > 0)
        who->shaken--;
    if (who->shaken >= who->nerve) leave(who);
    return passed;
}

static void flee(struct hand *h, struct hand_unit *who, const struct hand_unit *danger) {
    struct plane_shape in_way[UNITS * MODELS];
    struct plane_way way;
    size_t count = 0;
    for (size_t i = 0; i < h->units; i++) {
        const struct hand_unit *u = &h->unit[i];
        if (u == who || u->gone) continue;
        memcpy(in_way + count, u->model, u->count * sizeof *in_way);
        count += u->count;
    }
    const struct plane_ground ground = {h->table, {in_way, count}, {NULL, 0}, NULL};
    plane_way_from(bases(who), bases(danger), who->pace * 2, &ground, &way);
    if (way.count > 1) {
        struct plane_point from = way.points[0], to = way.points[way.count - 1];
        plane_shift(who->model, who->count, to.x - from.x, to.y - from.y);
    }
    if (plane_touches_edge(bases(who), h->table))
        leave(who);
    else
        who->fled = true;
}

static int to_hit(const struct hand *h, const struct hand_unit *shooter,
                  const struct hand_unit *target, bool far, bool aimed) {
    size_t crossed[4];
    int hit = shooter->aim;
    hit -= (int)plane_between(bases(shooter), bases(target),
                              (struct plane_set){h->cover, h->covers}, crossed);
    if (target->charging) hit--;
    if (far) hit--;
    if (aimed) hit++;
    if (target->dreadful) hit--;
    return hit < 1 ? 1 : hit;
}

static int rolled(struct hand *h, const struct hand_game *g, uint32_t dice, int at_most) {
    uint32_t face[64];
    int n = 0;
    stream_many(g->seed, g->purpose[OF_VOLLEY], &h->counter[OF_VOLLEY], 10, face, dice);
    for (uint32_t i = 0; i < dice; i++) n += (int)face[i] + 1 <= at_most;
    return n;
}

static void hand_fire(struct hand *h, const struct hand_game *g, size_t from, size_t at,
                      bool aimed) {
    const struct hand_unit *shooter = &h->unit[from];
    struct hand_unit *target = &h->unit[at];
    bool far = plane_distance(bases(shooter), bases(target), NULL) > shooter->range / 2;
    uint32_t dice = (uint32_t)shooter->count * (uint32_t)shooter->shots;
    int hits = rolled(h, g, dice, to_hit(h, shooter, target, far, aimed));
    if (hits == 0) return;
    target->shaken += target->shaken < 9;
    int lost = hits - rolled(h, g, (uint32_t)hits, target->save);
    for (int i = 0; i < lost && !target->gone; i++) fall(h, g, target, shooter);
    if (!target->gone && lost > 0 && (int)target->count * 2 < target->starting) {
        if (!stands(h, g, target) && !target->gone) flee(h, target, shooter);
    }
    if (!target->gone && target->shaken >= target->nerve) leave(target);
}

/* ---- The one read from the other ------------------------------------------------------------- */

static int64_t field_of(struct stage *st, int64_t thing, const char *name) {
    int64_t value = 0;
    battle_field(st->b, thing, field_named(st->img, name), &value);
    return value;
}

static bool bears(struct stage *st, int64_t thing, const char *feature) {
    struct view v = state_borne(&st->b->s, thing);
    for (int64_t i = 0; i < v.count; i++) {
        if (state_blueprint(&st->b->s, v.at[i]) == duel_blueprint(st->img, feature)) return true;
    }
    return false;
}

static void read_unit(struct stage *st, int64_t id, struct hand_unit *u) {
    struct state *s = &st->b->s;
    memset(u, 0, sizeof *u);
    u->id = id;
    u->gone = !state_in_play(s, id);
    u->player = (int)state_owner(s, id);
    u->aim = (int)field_of(st, id, "aim");
    u->save = (int)field_of(st, id, "save");
    u->nerve = (int)field_of(st, id, "nerve");
    u->shots = (int)field_of(st, id, "shots");
    u->shaken = (int)field_of(st, id, "shaken");
    u->starting = (int)state_word(s, id, (uint32_t)st->img->fields[s->strength_field].slot);
    u->range = field_of(st, id, "range");
    u->pace = field_of(st, id, "pace");
    u->charging = bears(st, id, "charging");
    u->dreadful = bears(st, id, "dreadful");
    u->leader = bears(st, id, "leader");
    u->wall = bears(st, id, "shield_wall");
    u->fled = bears(st, id, "fled");
    uint32_t members = (uint32_t)st->img->fields[st->img->kinds[state_kind(s, id)].members].slot;
    struct view v = state_list(s, state_word(s, id, members));
    bool chief = state_blueprint(s, id) == duel_blueprint(st->img, "chief");
    for (int64_t i = 0; i < v.count; i++) {
        int64_t spot = state_word(s, v.at[i], T_PLACE);
        struct plane_point at = {state_x(spot), state_y(spot)};
        plane_round(at, chief ? 4000 : 3200, &u->model[u->count++]);
    }
}

static void read_hand(struct stage *st, struct hand *h, struct hand_game *g) {
    struct state *s = &st->b->s;
    static const char *const events[STREAMS] = {"volley", "falls", "nerve_test"};
    memset(h, 0, sizeof *h);
    struct view units = state_extent(s, st->img->root[ROOT_GROUP]);
    for (int64_t i = 0; i < units.count; i++) read_unit(st, units.at[i], &h->unit[h->units++]);
    for (int i = 0; i < 2; i++) {
        struct plane_point at = {(i ? 24 : 12) * UNITS_PER_INCH, 18 * UNITS_PER_INCH};
        plane_round(at, 6 * UNITS_PER_INCH, &h->cover[h->covers++]);
    }
    plane_table(36 * UNITS_PER_INCH, 36 * UNITS_PER_INCH, &h->table);
    for (int i = 0; i < STREAMS; i++) {
        g->purpose[i] = st->b->purpose[event_named(st->img, events[i])];
    }
    g->leads = 8 * UNITS_PER_INCH;
}

static size_t unit_of(const struct hand *h, int64_t id) {
    size_t i = 0;
    while (h->unit[i].id != id) i++;
    return i;
}

/* ---- Compared, then timed ------------------------------------------------------- */

static bool same(struct stage *st, const struct hand_unit *u) {
    struct hand_unit m;
    read_unit(st, u->id, &m);
    if (m.gone != u->gone) return false;
    if (m.gone) return true;
    if (m.count != u->count || m.shaken != u->shaken || m.fled != u->fled) return false;
    for (size_t i = 0; i < m.count; i++) {
        if (m.model[i].at.x != u->model[i].at.x || m.model[i].at.y != u->model[i].at.y)
            return false;
    }
    return true;
}

struct ends {
    int lost, fled, gone;
};

static bool compare(struct stage *st, int32_t event, const struct hand *first, struct hand_game *g,
                    struct ends *ends) {
    size_t from = unit_of(first, st->shooter), at = unit_of(first, st->target);
    world_mark mark = world_now(&st->b->s.w);
    uint64_t hash = battle_hash(st->b);
    for (uint64_t seed = 1; seed <= COMPARED; seed++) {
        struct hand h = *first;
        g->seed = seed;
        fire(st, event, seed);
        hand_fire(&h, g, from, at, st->aimed);
        if (!same(st, &h.unit[at])) {
            printf("volley: with seed %d the machine and the volley by hand part\n", (int)seed);
            return false;
        }
        ends->lost += (int)(first->unit[at].count - h.unit[at].count);
        ends->fled += h.unit[at].fled;
        ends->gone += h.unit[at].gone;
        world_undo(&st->b->s.w, mark);
        if (battle_hash(st->b) != hash) {
            printf("volley: undo did not lead back\n");
            return false;
        }
    }
    return true;
}

static double machine_round(struct stage *st, int32_t event, uint64_t *sink) {
    world_mark mark = world_now(&st->b->s.w);
    uint64_t spent = 0;
    for (uint64_t seed = 1; seed <= VOLLEYS; seed++) {
        uint64_t start = bench_tick();
        fire(st, event, seed);
        *sink += battle_hash(st->b);
        spent += bench_tick() - start;
        world_undo(&st->b->s.w, mark);
    }
    return (double)spent / VOLLEYS;
}

static double hand_round(struct stage *st, const struct hand *first, struct hand_game *g,
                         uint64_t *sink) {
    size_t from = unit_of(first, st->shooter), at = unit_of(first, st->target);
    struct hand h = *first;
    uint64_t spent = 0;
    for (uint64_t seed = 1; seed <= VOLLEYS; seed++) {
        g->seed = seed;
        uint64_t start = bench_tick();
        hand_fire(&h, g, from, at, st->aimed);
        spent += bench_tick() - start;
        *sink += h.unit[at].count;
        h.unit[at] = first->unit[at]; /* nothing else of the units has changed */
        memset(h.counter, 0, sizeof h.counter);
    }
    return (double)spent / VOLLEYS;
}

static bool volley(struct stage *st, const char *name, bool all, uint64_t *sink) {
    static struct hand first;
    struct hand_game g;
    struct ends ends = {0, 0, 0};
    double ours = 0, theirs = 0;
    int32_t event = event_named(st->img, "volley");
    set_up(st, all);
    read_hand(st, &first, &g);
    if (!compare(st, event, &first, &g, &ends)) return false;
    printf("%-16s %d volleys alike: %d lost, %d times fled, %d times gone\n", name, COMPARED,
           ends.lost, ends.fled, ends.gone);
    for (int i = 0; i < ROUNDS; i++) {
        bench_least(&ours, machine_round(st, event, sink));
        bench_least(&theirs, hand_round(st, &first, &g, sink));
    }
    return bench_ratio(name, ours, theirs, "ns");
}

int main(void) {
    struct arena scratch = {0};
    struct stage st = {.img = duel_load(&scratch)};
    uint64_t sink = 0;
    bool fine = volley(&st, "volley", true, &sink);
    fine &= volley(&st, "volley_plain", false, &sink);
    battle_free(st.b);
    duel_free(st.img, &scratch);
    return sink && fine ? 0 : 1;
}
