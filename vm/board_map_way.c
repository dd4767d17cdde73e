/*
 * Ways over a map: what may be crossed and what it costs, the cheapest ways, and the candidates of
 * a question for a way.
 */
#include "board_map_inner.h"

#include <string.h>

/* ---- What a border costs ---- */

struct crossing {
    struct state *s;
    const struct map *m;
    int64_t mover;
};

static bool bad_cost(struct state *s, const int64_t *args, int64_t cost) {
    const struct image_type thing = {V_THING, 0, -1};
    char here[60], there[60];
    (void)state_text(s, thing, args[1], here, sizeof here);
    (void)state_text(s, thing, args[2], there, sizeof there);
    if (cost == NONE)
        return state_fail(s, "crossing_cost from %s to %s is none: expected is 0 or more", here,
                          there);
    return state_fail(s, "crossing_cost from %s to %s is %lld: expected is 0 or more", here, there,
                      (long long)cost);
}

/* A graph_cross: asks the rules whether a mover may go from here to there, and what it costs. */
static bool cross(void *user, int32_t goal, int32_t here, int32_t there, int64_t *cost) {
    const struct crossing *c = user;
    struct state *s = c->s;
    const int64_t to = goal < 0 ? NONE : c->m->area[goal], area = c->m->area[there];
    const bool other = c->m->words.goal_is_there && to != area && !s->outside_count;
    const int64_t args[] = {c->mover, c->m->area[here], area, other ? NONE : to};
    int64_t may = 1, value = 1;
    bool room;
    *cost = GRAPH_CLOSED;
    if (!map_ask(s, s->img->may_cross, 0, args, &may)) return false;
    if (may != 1) return true;
    if (!map_has_room(s, c->m, c->mover, there, &room)) return false;
    if (!room) return true;
    if (!map_ask(s, s->img->crossing_cost, 0, args, &value)) return false;
    if (value < 0) return bad_cost(s, args, value); /* NONE is below 0, too */
    *cost = value;
    return true;
}

bool map_routes(struct state *s, struct map *m, const struct map_sought *q, int32_t *end) {
    struct crossing c = {s, m, q->mover};
    const size_t mark = s->scratch_used;
    const struct graph_search what = {map_where(s, m, q->mover), q->goal, q->up_to,
                                      s->img->border_least, q->shut};
    *end = q->goal;
    if (m->seeking)
        return state_fail(s, "may_cross, crossing_cost and has_room cannot ask for a way: they are "
                             "asked while a way is sought");
    m->seeking = true;
    const bool ok = q->aim ? graph_aim(m->graph, &what, q->aim, cross, &c, end)
                           : graph_routes(m->graph, &what, cross, &c);
    m->seeking = false;
    s->scratch_used = mark;
    if (ok && *end >= 0 && graph_cost(m->graph, *end) < 0) *end = -1;
    return ok;
}

bool map_crossing(struct state *s, const struct map *m, int64_t mover, int32_t here, int32_t there,
                  int64_t *cost) {
    struct crossing c = {s, m, mover};
    const size_t mark = s->scratch_used;
    const bool ok = cross(&c, -1, here, there, cost);
    s->scratch_used = mark;
    return ok;
}

bool map_way_cost(struct state *s, int64_t list, int64_t *cost) {
    const struct map *m = map_of(s);
    const int64_t count = state_list(s, list).count;
    *cost = 0;
    if (m == NULL) return false;
    for (int64_t i = 2; i < count; i++) {
        const struct view way = state_list(s, list);
        const int64_t args[] = {way.at[0], way.at[i - 1], way.at[i]};
        int64_t value = 1;
        if (map_number(m, args[1]) < 0 || map_number(m, args[2]) < 0)
            return state_fail(s, "a way leads through what is no area");
        if (!map_ask(s, s->img->crossing_cost, 0, args, &value)) return false;
        if (value < 0) return bad_cost(s, args, value);
        if (!num_add(*cost, value, cost)) return state_fail(s, "the cost of a way is out of range");
    }
    return true;
}

/* ---- What may be gone ---- */

bool map_clear_path(struct state *s, int64_t list, int64_t *result) {
    const struct map *m = map_of(s);
    const struct view way = state_list(s, list);
    *result = 0;
    if (m == NULL) return false;
    if (way.count < 2) return true;
    struct crossing c = {s, m, way.at[0]};
    const int32_t goal = map_number(m, way.at[way.count - 1]);
    for (int64_t i = 2; i < state_list(s, list).count; i++) {
        const struct view v = state_list(s, list);
        const int32_t here = map_number(m, v.at[i - 1]), there = map_number(m, v.at[i]);
        int64_t cost;
        if (here < 0 || there < 0 || graph_between(m->graph, here, there) < 0) return true;
        if (!cross(&c, goal, here, there, &cost)) return false;
        if (cost == GRAPH_CLOSED) return true;
    }
    *result = 1;
    return true;
}

bool prim_entry(struct state *s, int64_t thing, int64_t area, const char **why) {
    const struct map *m = map_of(s);
    bool yes = true;
    if (m == NULL) return false;
    const int32_t number = map_number(m, area);
    if (number >= 0 && !map_has_room(s, m, thing, number, &yes)) return false;
    *why = yes ? NULL : "it is full";
    return true;
}

/* ---- Questions for a way ---- */

static void keep_way(struct map *m, int32_t end) {
    struct map_asked *q = &m->asked;
    const size_t n = (size_t)q->count, from = n ? (size_t)q->first[n] : 0;
    const int32_t count = graph_way(m->graph, end, NULL);
    q->end = memory_grow(q->end, &q->end_capacity, n + 1, sizeof *q->end);
    q->first = memory_grow(q->first, &q->first_capacity, n + 2, sizeof *q->first);
    q->way = memory_grow(q->way, &q->way_capacity, from + (size_t)count, sizeof *q->way);
    q->end[n] = end;
    q->first[n] = (int32_t)from;
    q->first[n + 1] = (int32_t)from + graph_way(m->graph, end, q->way + from);
    q->count++;
}

/* Finds a way to each area that rules of may_cross, which ask for the goal, let the mover come to.
 * They are sought one by one, among those at most `up_to` borders away. */
static bool find_each(struct state *s, struct map *m, int64_t mover, int64_t up_to) {
    const int32_t from = map_where(s, m, mover);
    struct map_sought q = {mover, up_to, -1, NULL, NULL};
    for (int32_t end = 0; end < m->count; end++) {
        const int32_t steps = end == from ? -1 : graph_steps(m->graph, from, end);
        if (steps < 0 || steps > up_to) continue;
        int32_t found;
        q.goal = end;
        if (!map_routes(s, m, &q, &found)) return false;
        if (found >= 0) keep_way(m, end);
    }
    return true;
}

static bool find_ways(struct state *s, struct map *m, int64_t mover, int64_t up_to) {
    struct map_asked *q = &m->asked;
    int32_t count, none;
    q->count = 0;
    if (map_where(s, m, mover) < 0 || up_to == NONE || up_to < 0) return true;
    if (s->img->goals) return find_each(s, m, mover, up_to);
    const struct map_sought all = {mover, up_to, -1, NULL, NULL};
    if (!map_routes(s, m, &all, &none)) return false;
    const int32_t *ends = graph_reached(m->graph, &count);
    for (int32_t i = 0; i < count; i++) keep_way(m, ends[i]);
    return true;
}

bool prim_way_end(struct state *s, int64_t mover, int64_t up_to, int64_t area, int64_t *way) {
    struct map *m = map_of(s);
    *way = NONE;
    if (m == NULL) return false;
    const int32_t from = map_where(s, m, mover), end = map_number(m, area);
    if (from < 0 || end < 0 || from == end || up_to == NONE || up_to < 0) return true;
    const struct map_sought q = {mover, up_to, s->img->goals ? end : -1, NULL, NULL};
    int32_t found;
    if (!map_routes(s, m, &q, &found)) return false;
    if (graph_cost(m->graph, end) >= 0) map_way_of(s, m, mover, end, way);
    return true;
}

static int64_t questions_of(const struct state *s) {
    return world_get(&s->w, ADDR(SEG_HEADER, H_QUESTIONS));
}

int64_t board_map_path_count(struct state *s, int64_t mover, int64_t up_to) {
    struct map *m = map_of(s);
    if (m == NULL) return -1;
    struct map_asked *q = &m->asked;
    q->mover = mover;
    q->up_to = up_to;
    q->turns = s->w.turns;
    q->questions = questions_of(s);
    q->known = find_ways(s, m, mover, up_to);
    return q->known ? q->count : -1;
}

bool board_map_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                              int64_t *way) {
    struct map *m = map_of(s);
    if (m == NULL) return false;
    const struct map_asked *q = &m->asked;
    const bool known = q->known && q->mover == mover && q->up_to == up_to &&
                       q->turns == s->w.turns && q->questions == questions_of(s);
    if (!known && board_map_path_count(s, mover, up_to) < 0) return false;
    if (i < 0 || i >= q->count) return false;
    const int32_t count = q->first[i + 1] - q->first[i];
    *way = state_scratch(s, count + 1);
    state_scratch_add(s, *way, mover);
    for (int32_t k = 0; k < count; k++)
        state_scratch_add(s, *way, m->area[q->way[q->first[i] + k]]);
    return true;
}

int64_t board_map_path_tried(int64_t count, int64_t n) {
    (void)count;
    return n;
}

const char *board_map_path_refused(struct state *s, int64_t mover, int64_t up_to, int64_t way) {
    const struct map *m = map_of(s);
    const struct view words = state_list(s, way);
    int64_t clear = 0, cost = 0;
    if (m == NULL || words.count < 3 || words.at[0] != mover) return "that way leads nowhere";
    if (map_number(m, words.at[1]) != map_where(s, m, mover))
        return "that way does not begin where the mover stands";
    if (!map_clear_path(s, way, &clear) || !map_way_cost(s, way, &cost)) return "the rules fail";
    if (!clear) return "that way may not be gone";
    return cost > up_to ? "that way costs too much" : NULL;
}
