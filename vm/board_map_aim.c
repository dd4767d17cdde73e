/*
 * Ways over a map to where they aim: to an area, near to it, toward it or away from it, and what
 * they keep off.
 */
#include "board_map_inner.h"

#include <string.h>

/* The arguments of a primitive about a way; NONE where one was left out. */
struct asked {
    int64_t mover, other, up_to;
    int64_t avoiding, apart, off, gap;
};

/* ---- What a way keeps off ---- */

static int64_t unit_of(const struct state *s, int64_t thing) {
    const int64_t unit = thing == NONE ? NONE : state_word(s, thing, T_HOLDER);
    return unit > 0 && state_is_root(s, unit, ROOT_GROUP) ? unit : thing;
}

/* Shuts the areas in which things of a set stand, or which they are; with `apart`, those nearer to
 * them. The units of the mover and of `other` are left out. */
static void shut_of(const struct state *s, const struct map *m, const struct asked *q, int64_t set,
                    int64_t apart) {
    const struct view things = state_list(s, set);
    const int32_t from = map_where(s, m, q->mover);
    for (int64_t i = 0; i < things.count; i++) {
        const int64_t it = things.at[i];
        const int32_t at = map_where(s, m, it);
        const int64_t unit = unit_of(s, it);
        if (at < 0 || unit == unit_of(s, q->mover) || unit == unit_of(s, q->other)) continue;
        if (apart == NONE) {
            m->shut[at] = 1;
        } else {
            graph_shut(m->graph, at, from, apart, m->shut);
        }
    }
}

static const uint8_t *shut_by(const struct state *s, const struct map *m, const struct asked *q) {
    if (q->avoiding == NONE && (q->off == NONE || q->apart == NONE)) return NULL;
    memset(m->shut, 0, (size_t)m->count * sizeof *m->shut);
    if (q->avoiding != NONE) shut_of(s, m, q, q->avoiding, NONE);
    if (q->off != NONE && q->apart != NONE) shut_of(s, m, q, q->off, q->apart);
    return m->shut;
}

/* ---- Where a way ends ---- */

/* Seeks the way that was asked for; leaves it in the graph, and its end in *end, -1 if there is
 * none. */
static bool seek(struct state *s, struct map *m, enum prim_id id, const struct asked *q,
                 int32_t *end) {
    const int32_t from = map_where(s, m, q->mover), to = map_where(s, m, q->other);
    const enum graph_how how = id == PRIM_WAY_AWAY     ? GRAPH_AWAY
                               : id == PRIM_WAY_TOWARD ? GRAPH_TOWARD
                                                       : GRAPH_NEAR;
    const struct graph_aim aim = {how, to, q->gap, s->img->goals};
    const bool at = how == GRAPH_NEAR && (q->gap == NONE || q->gap <= 0);
    *end = -1;
    if (from < 0 || to < 0) return true;
    const struct map_sought sought = {q->mover, q->up_to, at ? to : -1, shut_by(s, m, q),
                                      at ? NULL : &aim};
    return map_routes(s, m, &sought, end);
}

void map_way_of(struct state *s, const struct map *m, int64_t mover, int32_t end, int64_t *way) {
    const int32_t from = map_where(s, m, mover);
    const int32_t count = from < 0 ? 0 : end < 0 ? 1 : graph_way(m->graph, end, m->list);
    *way = state_scratch(s, count + 1);
    if (count > 0) state_scratch_add(s, *way, mover);
    if (end < 0) m->list[0] = from;
    for (int32_t i = 0; i < count; i++) state_scratch_add(s, *way, m->area[m->list[i]]);
}

/* Refuses the argument `through`. The checker does so in rule text; a script can give it all the
 * same. */
static bool passes_through(struct state *s, int64_t through) {
    return through == NONE || state_fail(s, "'through' makes sense on a table only; on a map "
                                            "may_cross and has_room say what closes an area");
}

bool map_reach(struct state *s, const int64_t *args, int64_t enough, int64_t *result) {
    struct map *m = map_of(s);
    struct asked q = {args[0], args[1], args[6] == NONE ? NUM_MAX : args[6], args[2], args[3],
                      args[4], args[5]};
    int32_t end;
    if (enough != NONE && enough < q.up_to) q.up_to = enough;
    *result = NONE;
    if (m == NULL || !seek(s, m, PRIM_REACH, &q, &end)) return false;
    if (end >= 0) *result = graph_cost(m->graph, end);
    return true;
}

bool map_way_to(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    struct map *m = map_of(s);
    struct asked q = {args[0], args[1], NUM_MAX, NONE, NONE, NONE, NONE};
    const bool cut = id == PRIM_WAY_INTO || id == PRIM_WAY_TO;
    int32_t end;
    *result = 0;
    if (m == NULL || !prim_given(s, id, args[2], "number")) return false;
    if (id != PRIM_WAY_TOWARD) q.avoiding = args[3], q.apart = args[4], q.off = args[5];
    if (id == PRIM_WAY_INTO) q.gap = args[6];
    if (id != PRIM_WAY_TOWARD && !passes_through(s, args[id == PRIM_WAY_INTO ? 7 : 6]))
        return false;
    if (!cut) q.up_to = args[2];
    if (!seek(s, m, id, &q, &end)) return false;
    map_way_of(s, m, args[0], end, result);
    int64_t *words = s->scratch + (*result & ~SCRATCH_BIT);
    int64_t count = words[0];
    while (count > 2 && graph_cost(m->graph, map_number(m, words[count])) > args[2]) count--;
    words[0] = count; /* cut to what up_to pays for */
    return true;
}
