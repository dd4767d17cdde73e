/*
 * board_plane_zone: primitives of areas, lines and groups on the plane; prim.def says what each
 * does, with its arguments in the order of args[].
 */
#include "plane.h"
#include "prim.h"
#include "board_plane_inner.h"

static bool point_of(struct state *s, int64_t spot, struct plane_point *out) {
    return plane_point(state_x(spot), state_y(spot), out) == PLANE_OK ||
           state_fail(s, "a place is out of range");
}

bool prim_wholly_near(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes a, b;
    if (!prim_given(s, PRIM_WHOLLY_NEAR, args[2], "distance")) return false;
    if (!prim_shapes_of(s, args[0], &a) || !prim_shapes_of(s, args[1], &b)) return false;
    *result = a.count > 0 && args[2] >= 0;
    for (size_t i = 0; i < a.count && *result; i++) {
        bool inside = false;
        for (size_t k = 0; k < b.count && !inside; k++) {
            struct plane_shape near = *prim_nth(s, b, k);
            if (plane_grow(&near, args[2] < PLANE_MAX ? args[2] : PLANE_MAX) != PLANE_OK) {
                return state_fail(s, "wholly_near: its distance is out of range");
            }
            inside = plane_wholly_within(plane_one(prim_nth(s, a, i)), &near);
        }
        *result = inside;
    }
    return true;
}

/* A disc or a line; each member of a set is tested for touching it. Of a disc `from` and `to` are
 * the centre, and `wide` is the radius. */
struct probe {
    const struct plane_shape *disc; /* NULL if the probe is a line */
    struct plane_point from, to;
    int64_t wide; /* width of the line */
};

/* Returns a box that everything which touches the disc or line must touch. */
static struct prim_box box_of(const struct probe *p) {
    struct prim_box box = {
        p->from.x < p->to.x ? p->from.x : p->to.x, p->from.y < p->to.y ? p->from.y : p->to.y,
        p->from.x > p->to.x ? p->from.x : p->to.x, p->from.y > p->to.y ? p->from.y : p->to.y};
    const int64_t most = 4 * PLANE_FAR, wide = p->wide < 0 ? 0 : p->wide;
    prim_box_grow(&box, (wide < most ? wide : most) + 2 * PLANE_TOUCH);
    return box;
}

/* Whether a thing is a round base outside the box. */
static bool is_beyond(const struct state *s, int64_t thing, const struct prim_box *box) {
    struct plane_shape base;
    return state_thing(s, thing) && prim_round(s, thing, &base) && !prim_round_in(&base, box);
}

/* Sets *result to a list of those members of a set that touch the disc or line of the probe. */
static bool touched(struct state *s, int64_t set, const struct probe *probe, int64_t *result) {
    int64_t count = set == NONE ? 0 : state_list(s, set).count;
    *result = state_scratch(s, count);
    size_t mark = s->scratch_used;
    const struct prim_box box = box_of(probe);
    for (int64_t i = 0; i < count; i++) {
        struct prim_shapes x;
        int64_t thing = state_list(s, set).at[i];
        if (is_beyond(s, thing, &box)) continue;
        if (!prim_shapes_of(s, thing, &x)) return false;
        struct plane_set u = prim_set(s, x);
        bool yes = probe->disc ? plane_in(u, probe->disc)
                               : plane_crossed(probe->from, probe->to, probe->wide, u);
        s->scratch_used = mark;
        if (yes) state_scratch_add(s, *result, thing);
    }
    return true;
}

bool prim_on_circle(struct state *s, const int64_t *args, int64_t *result) {
    struct plane_shape disc;
    struct plane_point centre = {0, 0};
    *result = 0;
    if (!prim_given(s, PRIM_ON_CIRCLE, args[1], "radius")) return false;
    if (args[0] == NONE) return true;
    if (!point_of(s, args[0], &centre)) return false;
    if (args[1] > PLANE_MAX || plane_round(centre, 2 * args[1], &disc) != PLANE_OK) {
        return state_fail(s, "on_circle: its radius is out of range");
    }
    return touched(s, args[2], &(struct probe){&disc, centre, centre, args[1]}, result);
}

bool prim_on_line(struct state *s, const int64_t *args, int64_t *result) {
    struct probe probe = {.wide = args[3] == NONE ? 0 : args[3]};
    *result = 0;
    if (args[0] == NONE || args[1] == NONE) return true;
    if (!point_of(s, args[0], &probe.from) || !point_of(s, args[1], &probe.to)) return false;
    return touched(s, args[2], &probe, result);
}

bool prim_shifted(struct state *s, const int64_t *args, int64_t *result) {
    enum plane_side look = PLANE_NORTH;
    struct plane_point to;
    int64_t x, y;
    if (!prim_given(s, PRIM_SHIFTED, args[1], "way right")) return false;
    if (!prim_given(s, PRIM_SHIFTED, args[2], "way ahead")) return false;
    *result = NONE;
    if (args[0] == NONE) return true;
    if (args[3] != NONE && !prim_look(s, args[3], &look)) return false;
    bool ok = args[1] >= -PLANE_FAR && args[1] <= PLANE_FAR && args[2] >= -PLANE_FAR &&
              args[2] <= PLANE_FAR;
    if (ok) {
        plane_look_out(look, args[1], args[2], &x, &y);
        ok = plane_point(state_x(args[0]) + x, state_y(args[0]) + y, &to) == PLANE_OK;
    }
    if (!ok) return state_fail(s, "a place is out of range");
    *result = state_spot(to.x, to.y);
    return true;
}

bool prim_on_table(struct state *s, const int64_t *args, int64_t *result) {
    struct plane_table table = {0};
    if (!prim_table(s, &table)) return false;
    int64_t spot = args[0];
    *result = spot != NONE && state_x(spot) >= 0 && state_x(spot) <= table.width &&
              state_y(spot) >= 0 && state_y(spot) <= table.height;
    return true;
}

bool prim_middle(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes x;
    if (!prim_shapes_of(s, args[0], &x)) return false;
    *result = NONE;
    if (x.count == 0) return true;
    struct prim_box box = prim_box_of(prim_set(s, x));
    int64_t east = box.west + box.east, north = box.south + box.north;
    *result = state_spot((int32_t)((east - (east & 1)) / 2), (int32_t)((north - (north & 1)) / 2));
    return true;
}

/* ---- coherency ---- */

/* Finds the parts of a set of bases that hang together: two bases belong to one part if a chain of
 * gaps of at most `far` leads from one to the other. Sets part[i] to the number of the first base
 * in the part of base i. `queue` is room for u.count numbers. */
static void find_parts(const struct plane_set u, int64_t far, int64_t *part, int64_t *queue) {
    for (size_t i = 0; i < u.count; i++) part[i] = NONE;
    for (size_t first = 0; first < u.count; first++) {
        size_t head = 0, tail = 0;
        if (part[first] != NONE) continue;
        part[first] = (int64_t)first;
        queue[tail++] = (int64_t)first;
        while (head < tail) {
            struct plane_set here = plane_one(&u.shapes[queue[head++]]);
            for (size_t k = first + 1; k < u.count; k++) {
                if (part[k] != NONE) continue;
                if (plane_distance(here, plane_one(&u.shapes[k]), NULL) > far) continue;
                part[k] = (int64_t)first;
                queue[tail++] = (int64_t)k;
            }
        }
    }
}

/* Returns the number of the first base in the largest part, of those that hold one of `held` if one
 * does; of equals, in the first such part. `who` are the things to which the bases belong. */
static int64_t largest_part(const int64_t *part, size_t count, struct view who, struct view held) {
    int64_t best = 0, most = 0;
    bool holds = false;
    for (size_t first = 0; first < count; first++) {
        int64_t size = 0;
        bool here = false;
        for (size_t k = first; k < count; k++) {
            if (part[k] != (int64_t)first) continue;
            size++;
            for (int64_t i = 0; i < held.count; i++) here |= held.at[i] == who.at[k];
        }
        if ((holds && !here) || (holds == here && size <= most)) continue;
        holds = here, most = size, best = (int64_t)first;
    }
    return best;
}

bool prim_strays(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    *result = 0;
    if (!prim_given(s, PRIM_STRAYS, args[1], "distance")) return false;
    if (!state_thing(s, args[0]) || !state_is_root(s, args[0], ROOT_GROUP)) return true;
    const bool stood = prim_stood(s, args[0]) != NULL;
    if (stood && s->stood[args[0]].together <= args[1]) return true;
    int64_t count = prim_members(s, args[0]).count;
    *result = state_scratch(s, count);
    size_t mark = s->scratch_used;
    u = prim_room(s, count);
    int64_t who = state_scratch(s, count), part = state_scratch(s, count);
    int64_t queue = state_scratch(s, count);
    for (int64_t i = 0; i < count; i++) {
        int64_t member = view_at(prim_members(s, args[0]), i);
        size_t before = u.count;
        if (!prim_add(s, member, &u)) return false;
        if (u.count > before) state_scratch_add(s, who, member);
    }
    int64_t *parts = s->scratch + (part & ~SCRATCH_BIT) + 1;
    find_parts(prim_set(s, u), args[1], parts, s->scratch + (queue & ~SCRATCH_BIT) + 1);
    const struct view none = {0}, held = args[2] == NONE ? none : state_list(s, args[2]);
    int64_t main_part = largest_part(parts, u.count, state_list(s, who), held);
    for (size_t i = 0; i < u.count; i++) {
        if (parts[i] != main_part)
            state_scratch_add(s, *result, view_at(state_list(s, who), (int64_t)i));
    }
    if (stood && state_list(s, *result).count == 0) s->stood[args[0]].together = args[1];
    s->scratch_used = mark;
    return true;
}
