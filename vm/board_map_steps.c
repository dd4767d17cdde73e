/*
 * Ways over a map by steps: which areas may come next, behind which the way can still come to a
 * good end. That is looked for depth first.
 */
#include "board_map_inner.h"

/* A way that is looked ahead, with room for as many areas more as it may still cross borders. */
struct ahead {
    struct state *s;
    const struct map *m;
    const struct prim_ahead *asked;
    int64_t way;
};

static int32_t end_of(const struct ahead *a) {
    const struct view v = state_list(a->s, a->way);
    return map_number(a->m, view_at(v, v.count - 1));
}

static void shorten(struct ahead *a) {
    a->s->scratch[a->way & ~SCRATCH_BIT]--;
}

/* Sets *yes to whether the way, which costs `cost` so far, may go on to an area: nothing stops the
 * mover, it has not been there, and the way does not become too long. If so, the area is added and
 * its cost counted. */
static bool goes_on_to(struct ahead *a, int32_t area, int64_t *cost, bool *yes) {
    const struct view way = state_list(a->s, a->way);
    int64_t more, sum;
    *yes = false;
    for (int64_t i = 1; i < way.count; i++)
        if (way.at[i] == a->m->area[area]) return true;
    if (!map_crossing(a->s, a->m, a->asked->mover, end_of(a), area, &more)) return false;
    if (more < 0 || !num_add(*cost, more, &sum) || sum > a->asked->up_to) return true;
    *cost = sum;
    *yes = true;
    state_scratch_add(a->s, a->way, a->m->area[area]);
    return true;
}

static bool can_go_on(struct ahead *a, int64_t cost, int64_t borders, int64_t list, bool *yes);

/* Sets *yes to whether the way, as it is or longer, is one that is asked for. It may cross
 * `borders` more. */
static bool can_end(struct ahead *a, int64_t cost, int64_t borders, bool *yes) {
    const size_t mark = a->s->scratch_used;
    if (!a->asked->good(a->asked->user, a->way, yes)) return false;
    a->s->scratch_used = mark;
    return *yes || can_go_on(a, cost, borders, NONE, yes);
}

/* Sets *yes to whether some way that is longer is asked for. With a list, all areas that begin such
 * a way are added to it. */
static bool can_go_on(struct ahead *a, int64_t cost, int64_t borders, int64_t list, bool *yes) {
    int32_t count = 0;
    const int32_t here = end_of(a);
    const struct graph_arc *arc = here < 0 ? NULL : graph_arcs(a->m->graph, here, &count);
    *yes = false;
    for (int32_t i = 0; borders > 0 && i < count && (!*yes || list != NONE); i++) {
        int64_t sum = cost;
        bool on;
        if (!goes_on_to(a, arc[i].there, &sum, &on)) return false;
        if (!on) continue;
        if (!can_end(a, sum, borders - 1, &on)) return false;
        shorten(a);
        if (on && list != NONE) state_scratch_add(a->s, list, a->m->area[arc[i].there]);
        *yes = *yes || on;
    }
    return true;
}

/* Makes the way that is looked ahead: `so_far`, or only the mover and where it stands. Sets *cost
 * to what it costs, and *borders to how many it may still cross. Returns false on an error. */
static bool begin(struct ahead *a, int64_t so_far, int64_t *cost, int64_t *borders) {
    struct state *s = a->s;
    const int64_t mover = a->asked->mover, count = state_list(s, so_far).count;
    const int64_t up_to = a->asked->up_to, gone = count > 2 ? count - 2 : 0;
    *borders = (up_to < a->m->count ? up_to : a->m->count) - gone;
    if (!map_way_cost(s, so_far, cost)) return false;
    a->way = state_scratch(s, count + 3 + (*borders > 0 ? *borders : 0));
    const struct view before = state_list(s, so_far);
    for (int64_t i = 0; i < count; i++) state_scratch_add(s, a->way, before.at[i]);
    if (count > 0) return true;
    state_scratch_add(s, a->way, mover);
    state_scratch_add(s, a->way, prim_place_of(s, mover));
    return true;
}

bool prim_ahead(struct state *s, const struct prim_ahead *asked, int64_t so_far, int64_t *list,
                bool *ends) {
    struct ahead a = {s, map_of(s), asked, 0};
    int64_t cost, borders;
    int32_t next = 0;
    bool some;
    *list = 0;
    *ends = false;
    if (a.m == NULL) return false;
    if (asked->mover == NONE || asked->up_to == NONE) return true;
    if (prim_place_of(s, asked->mover) == NONE) return true;
    if (!begin(&a, so_far, &cost, &borders)) return false;
    const size_t mark = s->scratch_used;
    if (state_list(s, a.way).count > 2 && !asked->good(asked->user, a.way, ends)) return false;
    s->scratch_used = mark;
    if (end_of(&a) >= 0) (void)graph_arcs(a.m->graph, end_of(&a), &next);
    *list = state_scratch(s, next);
    return can_go_on(&a, cost, borders, *list, &some);
}

bool prim_leads(struct state *s, const struct prim_ahead *asked, bool *yes) {
    struct ahead a = {s, map_of(s), asked, 0};
    int64_t cost, borders;
    *yes = false;
    if (a.m == NULL) return false;
    if (asked->mover == NONE || asked->up_to == NONE) return true;
    if (prim_place_of(s, asked->mover) == NONE) return true;
    const size_t mark = s->scratch_used;
    const bool ok = begin(&a, 0, &cost, &borders) && can_go_on(&a, cost, borders, NONE, yes);
    s->scratch_used = mark;
    return ok;
}
