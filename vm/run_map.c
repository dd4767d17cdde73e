/*
 * Questions for a place or a way on a map: a pick among areas, those in which the mover may stand,
 * or to which a way leads. Of a way the area is its end; the way itself follows from it.
 */
#include "run_int.h"

/* Returns the area of a candidate: the place itself, or the end of the way. */
static int64_t area_of(const struct battle *b, int64_t value) {
    if (!b->geometry.path) return value;
    const struct view way = state_list(&b->s, value);
    return view_at(way, way.count - 1);
}

bool run_map_put(struct battle *b) {
    struct state *s = &b->s;
    const int64_t count = run_geometry_count(b);
    if (count < 0) return false;
    const int64_t list = state_scratch(s, count);
    const size_t mark = s->scratch_used;
    s->error.text[0] = '\0';
    for (int64_t i = 0; i < count; i++, s->scratch_used = mark) {
        int64_t value;
        const bool legal = run_geometry(b, i, &value);
        if (s->error.text[0]) return false;
        if (legal) state_scratch_add(s, list, area_of(b, value));
    }
    b->question.kind = ASK_PICK;
    b->question.type = state_place_type(s);
    b->question.count = state_list(s, list).count;
    run_offered(b, list);
    return true;
}

/* ---- By steps ---- */

/* A way that is looked ahead: a list with room for an area more for each border that it may still
 * cross. */
struct ahead {
    struct battle *b;
    int64_t way, up_to;
};

static int64_t end_of(const struct state *s, int64_t way) {
    const struct view v = state_list(s, way);
    return view_at(v, v.count - 1);
}

static void shorten(struct state *s, int64_t way) {
    s->scratch[way & ~SCRATCH_BIT]--;
}

/* Sets *yes to whether the way, which costs `cost` so far, may go on to an area: nothing stops the
 * mover, it has not been there, and the way does not become too long. If so, the area is added and
 * its cost counted. */
static bool goes_on_to(struct ahead *a, int64_t area, int64_t *cost, bool *yes) {
    struct state *s = &a->b->s;
    const struct view way = state_list(s, a->way);
    int64_t more, sum;
    *yes = false;
    for (int64_t i = 1; i < way.count; i++)
        if (way.at[i] == area) return true;
    if (!prim_crossing(s, way.at[0], end_of(s, a->way), area, &more)) return false;
    if (more < 0 || !num_add(*cost, more, &sum) || sum > a->up_to) return true;
    *cost = sum;
    *yes = true;
    state_scratch_add(s, a->way, area);
    return true;
}

/* Sets *yes to whether the way, as it is or longer, is one that the rules' condition allows. It may
 * cross `borders` more. */
static bool can_end(struct ahead *a, int64_t cost, int64_t borders, bool *yes) {
    struct state *s = &a->b->s;
    const size_t mark = s->scratch_used;
    if (!run_spend_pure(a->b) || !run_spot_good(a->b, a->way, yes)) return false;
    s->scratch_used = mark;
    if (*yes || borders <= 0) return true;
    const int64_t next = prim_neighbours(s, end_of(s, a->way));
    bool ok = true;
    for (int64_t i = 0; ok && !*yes && i < state_list(s, next).count; i++) {
        int64_t sum = cost;
        bool on;
        ok = goes_on_to(a, state_list(s, next).at[i], &sum, &on);
        if (!ok || !on) continue;
        ok = can_end(a, sum, borders - 1, yes);
        shorten(s, a->way);
    }
    s->scratch_used = mark;
    return ok;
}

/* Makes the way that is looked ahead: `so_far`, or only the mover and where it stands. Sets *cost
 * to what it costs, and *borders to how many it may still cross. */
static bool begin_ahead(struct ahead *a, int64_t so_far, int64_t *cost, int64_t *borders) {
    struct state *s = &a->b->s;
    const int64_t mover = a->b->geometry.g.mover, count = state_list(s, so_far).count;
    const int64_t areas = state_extent(s, s->img->root[ROOT_AREA]).count;
    const int64_t gone = count > 2 ? count - 2 : 0;
    *borders = (a->up_to < areas ? a->up_to : areas) - gone;
    if (!prim_call(s, PRIM_WAY_COST, &so_far, 1, cost)) return false;
    a->way = state_scratch(s, count + 3 + (*borders > 0 ? *borders : 0));
    const struct view before = state_list(s, so_far);
    for (int64_t i = 0; i < count; i++) state_scratch_add(s, a->way, before.at[i]);
    if (count > 0) return true;
    state_scratch_add(s, a->way, mover);
    state_scratch_add(s, a->way, prim_place_of(s, mover));
    return true;
}

bool run_map_step(struct battle *b, int64_t so_far, bool *ends) {
    struct state *s = &b->s;
    struct ahead a = {b, 0, b->geometry.g.up_to};
    int64_t cost, borders, list = 0;
    *ends = false;
    b->question.type = state_place_type(s);
    if (b->geometry.g.mover == NONE || a.up_to == NONE) return true;
    if (prim_place_of(s, b->geometry.g.mover) == NONE) return true;
    if (!begin_ahead(&a, so_far, &cost, &borders)) return false;
    const bool first = state_list(s, a.way).count == 2;
    if (!first && !run_spot_good(b, a.way, ends)) return false;
    const int64_t next = prim_neighbours(s, end_of(s, a.way));
    list = state_scratch(s, state_list(s, next).count);
    for (int64_t i = 0; borders > 0 && i < state_list(s, next).count; i++) {
        const int64_t area = state_list(s, next).at[i];
        int64_t sum = cost;
        bool yes;
        if (!goes_on_to(&a, area, &sum, &yes)) return false;
        if (!yes) continue;
        if (!can_end(&a, sum, borders - 1, &yes)) return false;
        shorten(s, a.way);
        if (yes) state_scratch_add(s, list, area);
    }
    b->question.count = state_list(s, list).count;
    run_offered(b, list);
    return true;
}

/* ---- Answers ---- */

bool run_map_value(struct battle *b, int64_t area, int64_t *value) {
    struct state *s = &b->s;
    struct geometry *g = &b->geometry;
    *value = area;
    if (!g->path || area == NONE) return true;
    const size_t mark = s->scratch_used;
    const int64_t count = run_geometry_count(b);
    for (int64_t i = 0; i < count; i++, s->scratch_used = mark) {
        if (!prim_path_again(s, g->g.mover, g->g.up_to, i, value)) return false;
        if (area_of(b, *value) == area) return true;
    }
    return count >= 0 && state_fail(s, "no way leads there any more");
}
