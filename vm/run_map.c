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

/* A prim_good: whether the way, as it is, is one that the rules' condition allows. */
static bool is_good(void *user, int64_t way, bool *yes) {
    struct battle *b = user;
    return run_spend_pure(b) && run_spot_good(b, way, yes);
}

bool run_map_step(struct battle *b, int64_t so_far, bool *ends) {
    struct state *s = &b->s;
    const struct prim_ahead a = {b->geometry.g.mover, b->geometry.g.up_to, is_good, b};
    int64_t list;
    b->question.type = state_place_type(s);
    if (!prim_ahead(s, &a, so_far, &list, ends)) return false;
    b->question.count = state_list(s, list).count;
    run_offered(b, list);
    return true;
}

/* ---- Answers ---- */

bool run_map_value(struct battle *b, int64_t area, int64_t *value) {
    struct state *s = &b->s;
    const struct geometry *g = &b->geometry;
    *value = area;
    if (!g->path || area == NONE) return true;
    if (!prim_way_end(s, g->g.mover, g->g.up_to, area, value)) return false;
    return *value != NONE || state_fail(s, "no way leads there any more");
}
