/*
 * board_plane_way: primitives of ways round obstacles, and of places near something; prim.def says
 * what each does, with its arguments in the order of args[].
 *
 * To keep off a thing means to go round a shape that is grown by the gap. A mover that is nearer
 * than the gap when it sets out keeps the gap that it has.
 */
#include "plane.h"
#include "prim.h"
#include "board_plane_inner.h"

static const struct prim_box everywhere = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};

/* The things that a mover goes round besides those that block movement: the set `avoiding`, and,
 * with a gap of `apart`, the set `off`; and the set `through`, whose pieces do not block it. A set
 * that is NONE is empty; a gap that is NONE is 0. */
struct hinder {
    int64_t avoiding, apart, off, through;
};

static bool out_of_range(struct state *s) {
    return state_fail(s, "a place is out of range");
}

/* Clamps a length to a range in which shapes can be grown by it. */
static int64_t clamp_length(int64_t length) {
    return length < 0 ? 0 : length < PLANE_MAX / 4 ? length : PLANE_MAX / 4;
}

static int64_t set_count(const struct state *s, int64_t set) {
    return set == NONE ? 0 : state_list(s, set).count;
}

/* Whether a thing belongs to the unit of the mover or of its goal. */
static bool is_own(const struct state *s, int64_t thing, int64_t mover, int64_t goal) {
    int64_t unit = prim_unit(s, thing);
    return unit == prim_unit(s, mover) || (goal != NONE && unit == prim_unit(s, goal));
}

/* Returns how many shapes the things of a set have at most. */
static int64_t most_of(const struct state *s, int64_t set) {
    int64_t most = 0, count = set_count(s, set);
    for (int64_t i = 0; i < count; i++) most += prim_most(s, state_list(s, set).at[i]);
    return most;
}

/* Whether the box around the shapes `one`, grown by `by`, does not meet `box`. */
static bool apart_from(struct prim_box box, struct plane_set one, int64_t by) {
    struct prim_box other = prim_box_of(one);
    prim_box_grow(&other, by);
    return other.east < box.west || other.west > box.east || other.north < box.south ||
           other.south > box.north;
}

/* Adds a thing and its members to the set `seen` of things that are dealt with. */
static void see(struct state *s, int64_t seen, int64_t thing) {
    prim_bit_set(s, seen, thing);
    if (!state_is_root(s, thing, ROOT_GROUP)) return;
    struct view members = prim_members(s, thing);
    for (int64_t i = 0; i < members.count; i++) prim_bit_set(s, seen, members.at[i]);
}

/* Whether the box around a group of round bases, grown by `by`, does not meet a box; true for a
 * group without members. */
static bool stood_apart(const struct state_stood *group, const struct prim_box *box, int64_t by) {
    return group->count == 0 || group->east + by < box->west || group->west - by > box->east ||
           group->north + by < box->south || group->south - by > box->north;
}

/* The growing of shapes that a mover keeps off: by `apart`; but a shape to which the mover is
 * nearer already, only by the gap that the mover has. */
struct grown {
    int64_t apart;
    const struct prim_shapes *u; /* bases of the mover; NULL: all shapes are grown by `apart` */
    struct prim_box own;         /* the box around these bases */
    /* shapes that do not touch this box when they are grown are left out */
    const struct prim_box *box;
};

static struct grown grown_of(const struct state *s, int64_t apart, const struct prim_shapes *u,
                             const struct prim_box *box) {
    struct grown g = {apart, u != NULL && u->count > 0 ? u : NULL, {0, 0, 0, 0}, box};
    if (g.u != NULL) g.own = prim_box_at(s, *u);
    return g;
}

/* Grows a shape, and sets *ok to whether the grown shape is in range. Returns false, with *ok left
 * alone, if the shape would not touch g->box. */
static bool grow(const struct state *s, const struct grown *g, struct plane_shape *shape,
                 bool *ok) {
    int64_t by = g->apart;
    if (apart_from(*g->box, plane_one(shape), g->apart)) return false;
    if (g->u != NULL && !apart_from(g->own, plane_one(shape), g->apart)) {
        by = plane_kept(prim_set(s, *g->u), shape, g->apart);
    }
    *ok = plane_grow(shape, by) == PLANE_OK;
    return true;
}

/* Adds to `more` the shapes of a set's things, grown as g says, if they may touch the box of g, and
 * notes the things in more->seen. Things of the units of the mover and of its goal are left out. */
static bool add_grown(struct state *s, int64_t set, struct grown g, int64_t mover, int64_t goal,
                      struct prim_more *more) {
    struct prim_shapes *to = &more->shapes;
    for (int64_t i = 0; i < set_count(s, set); i++) {
        int64_t thing = state_list(s, set).at[i];
        size_t mark = s->scratch_used;
        struct prim_shapes x;
        bool ok = true;
        if (is_own(s, thing, mover, goal)) continue;
        if (!prim_shapes_of(s, thing, &x)) return false;
        see(s, more->seen, thing);
        if (x.stood && stood_apart(prim_stood(s, thing), g.box, g.apart)) continue;
        for (size_t k = 0; k < x.count; k++) {
            struct plane_shape shape = *prim_nth(s, x, k);
            if (!grow(s, &g, &shape, &ok)) continue;
            if (!ok) return out_of_range(s);
            *prim_nth(s, *to, to->count++) = shape;
        }
        s->scratch_used = mark;
    }
    return true;
}

/* Gathers the ground of a mover within a box, with what it is to go round besides: h, and the
 * shapes of `solid` (NULL: none). */
static bool ground_of(struct state *s, int64_t mover, struct prim_shapes u, int64_t goal,
                      const struct prim_box *box, const struct hinder *h,
                      const struct prim_shapes *solid, struct plane_ground *out) {
    struct prim_more more = {.seen = prim_bits(s)};
    if (set_count(s, h->through) > 0) more.through = prim_bits(s);
    for (int64_t i = 0; i < set_count(s, h->through); i++) {
        see(s, more.through, state_list(s, h->through).at[i]);
    }
    more.shapes = prim_room(s, most_of(s, h->avoiding) + most_of(s, h->off) +
                                   (solid ? (int64_t)solid->count : 0));
    for (size_t i = 0; solid != NULL && i < solid->count; i++) {
        *prim_nth(s, more.shapes, more.shapes.count++) = *prim_nth(s, *solid, i);
    }
    int64_t apart = h->apart == NONE ? 0 : clamp_length(h->apart);
    const struct grown avoiding = grown_of(s, 0, NULL, box), off = grown_of(s, apart, &u, box);
    if (!add_grown(s, h->avoiding, avoiding, mover, goal, &more)) return false;
    if (!add_grown(s, h->off, off, mover, goal, &more)) return false;
    return prim_ground_and(s, mover, goal, box, true, &more, out);
}

/* A search for a way. Unless few pieces stand on the table, a first search looks only at the ground
 * in a box around mover and goal. If a leg of a way leaves that box, a second search looks at all
 * ground, so the answer is the one for all ground. */
struct search {
    int64_t mover, goal, up_to;
    /* set to the length of the way, if that is at most up_to; NULL: the way itself is wanted */
    int64_t *reach;
    struct prim_shapes u, v;        /* the mover; the goal, unless `spot` is one */
    const struct plane_point *spot; /* the goal, if it is a point; NULL: the goal is v */
    const struct hinder *hinder;
};

/* Looks for another place of contact round the goal, because a way was open whose end is taken. */
static bool search_beside(struct state *s, const struct search *q, const struct plane_shape *known,
                          const struct prim_box *box, struct plane_way *way,
                          enum plane_code *code) {
    struct plane_ground ground;
    struct plane_way found = {.count = 0};
    *code = PLANE_NONE;
    if (q->spot != NULL || q->u.count != 1) return true;
    if (!ground_of(s, q->mover, q->u, q->goal, box, q->hinder, &q->v, &ground)) return false;
    ground.known = known;
    const int64_t most = q->reach ? q->up_to : INT64_MAX;
    *code = plane_way_beside(prim_set(s, q->u), prim_set(s, q->v), most, q->up_to, &ground, &found);
    if (found.count == 0) return true;
    if (q->reach) *q->reach = plane_way_length(found.points, found.count);
    if (way) *way = found;
    return true;
}

/* Searches with the ground in `box`. *code becomes PLANE_BEYOND if a leg leaves the box `known`
 * (NULL: all ground is known). */
static bool search_in(struct state *s, const struct search *q, const struct plane_shape *known,
                      const struct prim_box *box, struct plane_way *way, enum plane_code *code) {
    struct plane_ground ground;
    if (!ground_of(s, q->mover, q->u, q->goal, box, q->hinder, NULL, &ground)) return false;
    ground.known = known;
    const struct plane_set u = prim_set(s, q->u);
    if (q->reach != NULL) {
        *code = plane_reach(u, prim_set(s, q->v), q->up_to, &ground, q->reach);
    } else if (q->spot) {
        *code = plane_way_to(u, *q->spot, q->up_to, &ground, way);
    } else {
        *code = plane_way_into(u, prim_set(s, q->v), q->up_to, &ground, way);
    }
    return *code != PLANE_TAKEN || search_beside(s, q, known, box, way, code);
}

/* Searches for the way; sets *code to PLANE_OK if there is one. Returns false after an error. */
static bool search(struct state *s, const struct search *q, struct plane_way *way,
                   enum plane_code *code) {
    enum { AROUND = 6 * UNITS_PER_INCH };
    size_t mark = s->scratch_used;
    struct plane_shape known;
    struct plane_point corner;
    bool here = q->u.count > 0 && (q->spot || q->v.count > 0) && !prim_near_few(s);
    if (here) {
        struct prim_box box = prim_box_at(s, q->u), own = box;
        if (q->spot) {
            int64_t x = q->spot->x, y = q->spot->y, far = own.east - own.west;
            if (own.north - own.south > far) far = own.north - own.south;
            prim_box_join(&box, (struct prim_box){x - far, y - far, x + far, y + far});
        } else {
            prim_box_join(&box, prim_box_at(s, q->v));
        }
        prim_box_grow(&box, AROUND);
        here = plane_point(box.west, box.south, &corner) == PLANE_OK &&
               plane_box(corner, box.east - box.west, box.north - box.south, &known) == PLANE_OK;
        if (here && !search_in(s, q, &known, &box, way, code)) return false;
        if (here && *code != PLANE_BEYOND) return true;
        s->scratch_used = mark;
    }
    return search_in(s, q, NULL, &everywhere, way, code);
}

/* Prepares a search from args[0] to args[1]. The shapes of args[1] are grown by `gap`, unless it is
 * NONE. */
static bool search_of(struct state *s, const int64_t *args, int64_t gap, const struct hinder *h,
                      struct search *q) {
    *q = (struct search){
        .mover = args[0], .goal = args[1], .up_to = INT64_MAX, .spot = NULL, .hinder = h};
    if (!prim_shapes_of(s, args[0], &q->u)) return false;
    if (gap == NONE) return prim_shapes_of(s, args[1], &q->v);
    q->v = prim_room(s, prim_most(s, args[1]));
    if (!prim_add(s, args[1], &q->v)) return false;
    for (size_t i = 0; i < q->v.count; i++) {
        if (plane_grow(prim_nth(s, q->v, i), clamp_length(gap)) != PLANE_OK) return out_of_range(s);
    }
    return true;
}

/* The number of units by which a way may be shorter than the distance, because a way ends as soon
 * as bases touch. */
enum { SPARED = 2 * PLANE_TOUCH };

bool board_plane_out_of_reach(struct state *s, const int64_t *args, int64_t most) {
    if (WITHOUT_ENOUGH) return false;
    int64_t far, spared = SPARED + (args[5] == NONE ? 0 : clamp_length(args[5]));
    bool apart;
    if (most < 0) return true;
    if (most > PLANE_FAR || !prim_stood_gap(s, args[0], args[1], most + spared, &apart, &far)) {
        return false;
    }
    return apart || far > most + spared;
}

bool prim_reach(struct state *s, const int64_t *args, int64_t *result) {
    struct hinder h = {args[2], args[3], args[4], NONE};
    struct search q;
    enum plane_code code = PLANE_NONE;
    int64_t length = 0;
    if (!search_of(s, args, args[5], &h, &q)) return false;
    *result = NONE;
    if (q.u.count == 0 || q.v.count == 0) return true;
    if (args[6] != NONE) q.up_to = args[6];
    q.reach = &length;
    int64_t far = plane_distance(prim_set(s, q.u), prim_set(s, q.v), NULL);
    if (far - SPARED > q.up_to || q.up_to < 0) return true;
    *result = 0;
    if (far <= PLANE_TOUCH) return true;
    if (!search(s, &q, NULL, &code)) return false;
    *result = code == PLANE_OK ? length : NONE;
    return true;
}

bool prim_way_into(struct state *s, const int64_t *args, int64_t *result) {
    struct hinder h = {args[3], args[4], args[5], args[7]};
    struct search q;
    struct plane_way way = {.count = 0};
    enum plane_code code;
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_WAY_INTO, args[2], "length")) return false;
    if (!search_of(s, args, args[6], &h, &q)) return false;
    q.up_to = args[2];
    if (!search(s, &q, &way, &code)) return false;
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

bool prim_way_to(struct state *s, const int64_t *args, int64_t *result) {
    struct hinder h = {args[3], args[4], args[5], args[6]};
    struct search q = {.mover = args[0], .goal = NONE, .up_to = args[2], .hinder = &h};
    struct plane_way way = {.count = 0};
    struct plane_point goal;
    enum plane_code code;
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_WAY_TO, args[2], "length")) return false;
    if (!prim_shapes_of(s, args[0], &q.u)) return false;
    if (args[1] != NONE) {
        if (plane_point(state_x(args[1]), state_y(args[1]), &goal) != PLANE_OK) {
            return out_of_range(s);
        }
        q.spot = &goal;
        if (!search(s, &q, &way, &code)) return false;
    }
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

/* ---- what draws a mover near ---- */

/* The nearest things found so far that draw the mover near, the nearest first. gap: how near the
 * rules draw the mover; far: how far the thing is now. */
struct drawn {
    int64_t count, thing[PRIM_DRAWN], gap[PRIM_DRAWN], far[PRIM_DRAWN];
};

static void keep_drawn(struct drawn *d, int64_t thing, int64_t gap, int64_t far) {
    int64_t at = d->count;
    while (at > 0 && d->far[at - 1] > far) at--;
    if (at == PRIM_DRAWN) return;
    if (d->count < PRIM_DRAWN) d->count++;
    for (int64_t k = d->count - 1; k > at; k--) {
        d->thing[k] = d->thing[k - 1], d->gap[k] = d->gap[k - 1], d->far[k] = d->far[k - 1];
    }
    d->thing[at] = thing, d->gap[at] = gap, d->far[at] = far;
}

/* Adds the things of a root kind that draw the mover nearer than it is, by the value draws_near. */
static bool draw_of(struct state *s, int64_t mover, enum kind_root root, struct drawn *d) {
    for (int64_t i = 0; i < state_extent(s, s->img->root[root]).count; i++) {
        int64_t thing = state_extent(s, s->img->root[root]).at[i], gap, far;
        const int64_t args[] = {mover, thing};
        size_t mark = s->scratch_used;
        struct prim_shapes u, x;
        if (prim_unit(s, mover) == thing) continue;
        if (!prim_ask_quiet(s, s->draws_near, args, ARRAY_LEN(args), &gap)) return false;
        if (gap == NONE) continue;
        if (!prim_shapes_of(s, mover, &u) || !prim_shapes_of(s, thing, &x)) return false;
        far = plane_distance(prim_set(s, u), prim_set(s, x), NULL);
        s->scratch_used = mark;
        if (far != NONE && far > gap + PLANE_TOUCH) keep_drawn(d, thing, gap, far);
    }
    return true;
}

bool prim_drawn(struct state *s, int64_t mover, int64_t up_to, int64_t n, int64_t *way) {
    struct drawn d = {.count = 0};
    if (!draw_of(s, mover, ROOT_GROUP, &d) || !draw_of(s, mover, ROOT_ZONE, &d)) return false;
    if (!draw_of(s, mover, ROOT_TERRAIN, &d) || n >= d.count) return false;
    const int64_t args[] = {mover, d.thing[n], up_to, NONE, NONE, NONE, d.gap[n], NONE};
    return prim_way_into(s, args, way);
}

/* ---- edges ---- */

/* Returns an edge of the table as a strip without depth. */
static struct plane_shape edge_shape(struct plane_table table, enum plane_side side) {
    struct plane_shape shape = {.kind = PLANE_BOX};
    (void)plane_strip(table, side, 0, &shape);
    return shape;
}

/* Returns the distance of the middle of a box from an edge of the table, in half units. */
static int64_t middle_to_edge(const struct prim_box *box, struct plane_table table,
                              enum plane_side side) {
    const int64_t x = box->west + box->east, y = box->south + box->north;
    switch (side) {
    case PLANE_SOUTH: return y;
    case PLANE_NORTH: return 2 * (int64_t)table.height - y;
    case PLANE_WEST: return x;
    default: return 2 * (int64_t)table.width - x;
    }
}

/* Sets behind[side] for each edge of the table to whether it lies behind a thing of the set: the
 * middle of the box around the thing's bases is nearer to such an edge than that of the box around
 * u. */
static bool edges_behind(struct state *s, int64_t set, struct prim_shapes u,
                         struct plane_table table, bool behind[4]) {
    const size_t mark = s->scratch_used;
    for (int side = 0; side < 4; side++) behind[side] = false;
    if (u.count == 0) return true;
    const struct prim_box own = prim_box_at(s, u);
    for (int64_t i = 0; i < set_count(s, set); i++) {
        struct prim_shapes x;
        if (!prim_shapes_of(s, state_list(s, set).at[i], &x)) return false;
        if (x.count == 0) continue;
        const struct prim_box box = prim_box_at(s, x);
        for (int side = 0; side < 4; side++) {
            behind[side] |= middle_to_edge(&box, table, (enum plane_side)side) <
                            middle_to_edge(&own, table, (enum plane_side)side);
        }
        s->scratch_used = mark;
    }
    return true;
}

/* A question for an edge of the table. A player asks for the edge from which he looks away; if the
 * player is NONE, the edge nearest to the mover is asked for, or to the group of which the mover is
 * a member. */
struct edge_ask {
    int64_t mover, player, away_from;
    bool found; /* whether there is such an edge that lies behind no thing of `away_from` */
    struct plane_shape edge;
};

static bool edge_of(struct state *s, struct edge_ask *q) {
    static const enum plane_side sides[] = {PLANE_SOUTH, PLANE_NORTH, PLANE_WEST, PLANE_EAST};
    static const enum plane_side opposite[] = {
        [PLANE_NORTH] = PLANE_SOUTH,
        [PLANE_EAST] = PLANE_WEST,
        [PLANE_SOUTH] = PLANE_NORTH,
        [PLANE_WEST] = PLANE_EAST,
    };
    struct plane_table table = {0};
    struct prim_shapes u;
    enum plane_side look;
    bool behind[4];
    int64_t best = INT64_MAX;
    q->found = false;
    if (!prim_table(s, &table) || !prim_shapes_of(s, prim_unit(s, q->mover), &u)) return false;
    if (!edges_behind(s, q->away_from, u, table, behind)) return false;
    if (q->player != NONE) {
        if (!prim_look(s, q->player, &look)) return false;
        q->edge = edge_shape(table, opposite[look]);
        q->found = !behind[opposite[look]];
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
        struct plane_shape one = edge_shape(table, sides[i]);
        int64_t far = plane_distance(prim_set(s, u), plane_one(&one), NULL);
        if (behind[sides[i]] || (q->found && far >= best)) continue;
        best = far;
        q->edge = one;
        q->found = true;
    }
    return true;
}

bool prim_way_to_edge(struct state *s, const int64_t *args, int64_t *result) {
    struct hinder h = {args[3], args[4], args[5], args[8]};
    struct search q = {.mover = args[0], .goal = NONE, .up_to = args[1], .hinder = &h};
    struct edge_ask ask = {.mover = args[0], .player = args[2], .away_from = args[7]};
    struct plane_way way = {.count = 0};
    enum plane_code code;
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_WAY_TO_EDGE, args[1], "length")) return false;
    if (!prim_shapes_of(s, args[0], &q.u) || !edge_of(s, &ask)) return false;
    if (ask.found) {
        int64_t gap = args[6] == NONE ? 0 : clamp_length(args[6]);
        if (plane_grow(&ask.edge, gap) != PLANE_OK) return out_of_range(s);
        q.v = prim_room(s, 1);
        *prim_nth(s, q.v, q.v.count++) = ask.edge;
        if (!search(s, &q, &way, &code)) return false;
    }
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

bool prim_edge_distance(struct state *s, const int64_t *args, int64_t *result) {
    struct edge_ask ask = {.mover = args[0], .player = args[1], .away_from = args[2]};
    struct prim_shapes u;
    if (!prim_shapes_of(s, args[0], &u) || !edge_of(s, &ask)) return false;
    *result = ask.found ? plane_distance(prim_set(s, u), plane_one(&ask.edge), NULL) : NONE;
    return true;
}

/* ---- away ---- */

/* Sets *point to a point at least `far` from `from`, in the direction from the middle of the bases
 * v to that of the bases u. Returns false if these middles are the same, or the point is out of
 * range. */
static bool point_away(const struct state *s, struct prim_shapes u, struct prim_shapes v,
                       struct plane_point from, int64_t far, struct plane_point *point) {
    const struct prim_box own = prim_box_at(s, u), other = prim_box_at(s, v);
    const int64_t x = own.west + own.east - other.west - other.east;
    const int64_t y = own.south + own.north - other.south - other.north;
    const int64_t wide = x < 0 ? -x : x, high = y < 0 ? -y : y, most = wide > high ? wide : high;
    if (most == 0) return false;
    const int64_t times = far / most + 1;
    return plane_point(from.x + x * times, from.y + y * times, point) == PLANE_OK;
}

bool prim_way_away(struct state *s, const int64_t *args, int64_t *result) {
    struct hinder h = {args[3], args[4], args[5], args[6]};
    struct search q = {.mover = args[0], .goal = NONE, .up_to = args[2], .hinder = &h};
    struct plane_ground bare = {.known = NULL};
    struct plane_way way = {.count = 0};
    struct prim_shapes group, b;
    struct plane_point point;
    enum plane_code code;
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_WAY_AWAY, args[2], "length")) return false;
    if (!prim_shapes_of(s, args[0], &q.u) || !prim_shapes_of(s, args[1], &b)) return false;
    if (!prim_shapes_of(s, prim_unit(s, args[0]), &group)) return false;
    if (!prim_table(s, &bare.table)) return false;
    const int64_t far = clamp_length(args[2]);
    if (q.u.count > 0 && b.count > 0 &&
        point_away(s, group, b, prim_nth(s, q.u, 0)->at, far, &point)) {
        plane_way_toward(prim_set(s, q.u), point, far, &bare, &way);
    }
    if (way.count > 1) {
        const struct plane_point goal = way.points[way.count - 1];
        q.spot = &goal;
        if (!search(s, &q, &way, &code)) return false;
    }
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

/* ---- straight ---- */

bool prim_straight(struct state *s, const int64_t *args, int64_t *result) {
    struct hinder h = {args[4], args[5], args[6], NONE};
    int64_t player = args[3] == NONE ? state_owner(s, args[0]) : args[3], x, y;
    struct prim_shapes u;
    struct plane_ground ground;
    struct plane_way way;
    enum plane_side look = PLANE_NORTH;
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_STRAIGHT, args[1], "way right")) return false;
    if (!prim_given(s, PRIM_STRAIGHT, args[2], "way ahead")) return false;
    if (!prim_shapes_of(s, args[0], &u)) return false;
    if (player != NONE && !prim_look(s, player, &look)) return false;
    if (args[1] < -PLANE_MAX || args[1] > PLANE_MAX || args[2] < -PLANE_MAX ||
        args[2] > PLANE_MAX) {
        return out_of_range(s);
    }
    plane_look_out(look, args[1], args[2], &x, &y);
    if (!ground_of(s, args[0], u, NONE, &everywhere, &h, NULL, &ground)) return false;
    plane_way_straight(prim_set(s, u), (struct plane_point){(int32_t)x, (int32_t)y}, &ground, &way);
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

/* Adds to *sum, for each thing of a set that is less than `apart` from the bases `there`, by how
 * much it is too near. Things of the mover's unit do not count. */
static bool lacks(struct state *s, struct prim_shapes there, int64_t set, int64_t apart,
                  int64_t mover, int64_t *sum) {
    size_t mark = s->scratch_used;
    for (int64_t i = 0; i < set_count(s, set) && apart > 0; i++) {
        struct prim_shapes x;
        int64_t thing = state_list(s, set).at[i];
        if (is_own(s, thing, mover, NONE)) continue;
        if (!prim_shapes_of(s, thing, &x)) return false;
        int64_t far = plane_distance(prim_set(s, there), prim_set(s, x), NULL);
        if (far != NONE && far < apart) *sum += apart - far;
        s->scratch_used = mark;
    }
    return true;
}

/* Ends of ways and places are tried in 16 directions at each half inch, up to 60 inches away. */
enum { DIRECTIONS = 16, STEP = UNITS_PER_INCH / 2, TRIED = 60 * UNITS_PER_INCH };

/* Clamps a length to what is tried. */
static int64_t tried(int64_t length) {
    return length < TRIED ? clamp_length(length) : TRIED;
}

/* ---- clear of others ---- */

/* The search of way_clear for an end of a straight way that is clear of others. */
struct clear {
    struct prim_shapes u, there; /* the mover where it is; the mover where it would be */
    struct plane_ground ground;
    /* how much the best end so far is too near to others (the sum of `lacks`); INT64_MAX: no end
     * was found yet */
    int64_t least;
    struct plane_point ends[2]; /* the way to the best end */
};

/* Tries the way by the vector `by`: if its end lacks less than the best so far, and the way is
 * free, that becomes the best. Standing still (the vector is 0) counts as free. */
static bool try_clear(struct state *s, const int64_t *args, struct clear *c,
                      struct plane_point by) {
    struct plane_point way[2] = {prim_nth(s, c->u, 0)->at, {0, 0}};
    int64_t sum = 0;
    for (size_t i = 0; i < c->u.count; i++) *prim_nth(s, c->there, i) = *prim_nth(s, c->u, i);
    if (plane_shift(prim_nth(s, c->there, 0), c->there.count, by.x, by.y) != PLANE_OK) return true;
    way[1] = prim_nth(s, c->there, 0)->at;
    if (!lacks(s, c->there, args[3], args[2], args[0], &sum)) return false;
    /* Farther than `beyond` is at least one unit more. */
    if (!lacks(s, c->there, args[5], args[4] == NONE ? 0 : args[4] + 1, args[0], &sum))
        return false;
    if (sum >= c->least) return true;
    bool still = by.x == 0 && by.y == 0;
    if (!still && plane_way_judge(prim_set(s, c->u), way, 2, args[1], &c->ground) != PLANE_WAY_GOOD)
        return true;
    c->least = sum;
    c->ends[0] = way[0], c->ends[1] = way[1];
    return true;
}

bool prim_way_clear(struct state *s, const int64_t *args, int64_t *result) {
    struct clear c = {.least = INT64_MAX};
    struct hinder h = {NONE, args[6], args[7], NONE};
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_WAY_CLEAR, args[1], "length")) return false;
    if (!prim_given(s, PRIM_WAY_CLEAR, args[2], "distance")) return false;
    if (!prim_shapes_of(s, args[0], &c.u)) return false;
    *result = 0;
    if (c.u.count == 0) return true;
    c.there = prim_room(s, (int64_t)c.u.count);
    c.there.count = c.u.count;
    /* Makes scratch large enough for all that follows, since the ground is kept by address while
     * more is gathered. */
    size_t now = s->scratch_used;
    int64_t most_set = most_of(s, args[3]) + most_of(s, args[5]) + most_of(s, args[7]);
    (void)prim_room(s, 2 * most_set + state_extent(s, s->img->root[ROOT_PIECE]).count +
                           state_extent(s, s->img->root[ROOT_TERRAIN]).count + 8);
    s->scratch_used = now;
    struct prim_box box = prim_box_at(s, c.u);
    prim_box_grow(&box, tried(args[1]) + 2 * PLANE_TOUCH);
    if (!ground_of(s, args[0], c.u, NONE, &box, &h, NULL, &c.ground)) return false;
    if (!try_clear(s, args, &c, (struct plane_point){0, 0})) return false;
    int64_t most = tried(args[1]);
    for (int64_t far = STEP; c.least > 0 && far < most + STEP; far += STEP) {
        for (size_t n = 0; n < DIRECTIONS && c.least > 0; n++) {
            if (!try_clear(s, args, &c, plane_bearing(n, far < most ? far : most))) return false;
        }
    }
    prim_hand_back(s, mark, args[0], c.ends, 2, result);
    return true;
}

/* ---- along a way ---- */

/* The number of shapes in a batch: shapes to be kept off are tested batch by batch. */
enum { AT_ONCE = 32 };

/* Sets *yes to whether a way keeps args[1] away from all things of the set args[2]; from a thing
 * that is nearer now, only as far as it is. Things of the mover's unit do not count. */
static bool keeps_off(struct state *s, const int64_t *args, int64_t mover,
                      const struct prim_shapes *u, struct prim_way way, bool *yes) {
    const int64_t apart = clamp_length(args[1]), own = prim_unit(s, mover);
    const struct prim_box path = prim_path_box(s, *u, way, NULL);
    const struct prim_about about = {path.west - apart, path.south - apart, path.east + apart,
                                     path.north + apart};
    state_near_box(s, about.west, about.south, about.east, about.north);
    const struct grown g = grown_of(s, apart, u, &path);
    const int64_t all_of_them = set_count(s, args[2]);
    struct plane_shape all[AT_ONCE];
    size_t count = 0, mark = s->scratch_used;
    *yes = true;
    state_undone(s);
    for (int64_t i = 0; i < all_of_them && *yes; i++) {
        int64_t thing = state_list(s, args[2]).at[i];
        struct prim_shapes x;
        bool ok = true;
        if (prim_far_off(s, &about, thing) || prim_unit(s, thing) == own) continue;
        const struct state_stood *stood = prim_stood(s, thing);
        if (stood != NULL && stood_apart(stood, &path, apart)) continue;
        s->scratch_used = mark;
        if (!prim_shapes_of(s, thing, &x)) return false;
        for (size_t k = 0; k < x.count && *yes; k++) {
            all[count] = *prim_nth(s, x, k);
            if (!grow(s, &g, &all[count], &ok)) continue;
            if (!ok) return out_of_range(s);
            if (++count < AT_ONCE) continue;
            *yes = plane_keeps_off(prim_set(s, *u), prim_points(s, way), way.count,
                                   (struct plane_set){all, count});
            count = 0;
        }
    }
    if (*yes && count > 0) {
        *yes = plane_keeps_off(prim_set(s, *u), prim_points(s, way), way.count,
                               (struct plane_set){all, count});
    }
    return true;
}

bool prim_keeps_off(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    struct prim_way way;
    int64_t mover =
        args[0] == NONE || state_list(s, args[0]).count == 0 ? NONE : state_list(s, args[0]).at[0];
    bool yes;
    *result = 1;
    if (!prim_given(s, PRIM_KEEPS_OFF, args[1], "distance")) return false;
    if (mover == NONE) return true;
    if (!prim_under_way(s, args[0], &u, &way)) return false;
    if (u.count == 0) return true;
    if (!keeps_off(s, args, mover, &u, way, &yes)) return false;
    *result = yes;
    return true;
}

bool prim_shortened(struct state *s, const int64_t *args, int64_t *result) {
    const struct hinder none = {NONE, NONE, NONE, NONE};
    struct prim_shapes u;
    struct prim_way way;
    struct plane_ground ground;
    struct prim_more off = {.seen = prim_bits(s)};
    *result = 0;
    if (args[0] == NONE || state_list(s, args[0]).count < 2) return true;
    const int64_t mover = state_list(s, args[0]).at[0];
    const int64_t apart = args[1] == NONE ? 0 : clamp_length(args[1]);
    *result = state_scratch(s, state_list(s, args[0]).count);
    const size_t mark = s->scratch_used;
    if (!prim_under_way(s, args[0], &u, &way)) return false;
    if (u.count == 0) return true;
    struct prim_box box = prim_path_box(s, u, way, NULL);
    prim_box_grow(&box, apart);
    off.shapes = prim_room(s, most_of(s, args[2]));
    const struct grown grown = grown_of(s, apart, NULL, &box);
    if (!add_grown(s, args[2], grown, mover, NONE, &off)) return false;
    if (!ground_of(s, mover, u, NONE, &box, &none, NULL, &ground)) return false;
    size_t count = plane_shorten(prim_set(s, u), prim_points(s, way), way.count, &ground,
                                 prim_set(s, off.shapes));
    const struct plane_point *points = prim_points(s, way);
    state_scratch_add(s, *result, mover);
    for (size_t i = 0; i < count; i++) {
        state_scratch_add(s, *result, state_spot(points[i].x, points[i].y));
    }
    s->scratch_used = mark;
    return true;
}

bool prim_length_before(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    struct prim_way way;
    if (!prim_under_way(s, args[0], &u, &way)) return false;
    struct prim_shapes x = prim_room(s, most_of(s, args[1]));
    for (int64_t i = 0; i < set_count(s, args[1]); i++) {
        if (!prim_add(s, state_list(s, args[1]).at[i], &x)) return false;
    }
    *result = plane_length_before(prim_set(s, u), prim_points(s, way), way.count, prim_set(s, x));
    return true;
}

bool prim_spot_distance(struct state *s, const int64_t *args, int64_t *result) {
    struct plane_shape spot = {.kind = PLANE_ROUND};
    struct prim_shapes x;
    *result = NONE;
    if (args[0] == NONE || args[1] == NONE) return true;
    if (plane_point(state_x(args[0]), state_y(args[0]), &spot.at) != PLANE_OK) {
        return out_of_range(s);
    }
    if (!prim_shapes_of(s, args[1], &x)) return false;
    *result = plane_distance(plane_one(&spot), prim_set(s, x), NULL);
    return true;
}

/* Sets *result to the distance between a thing and the bases u, moved so that the first is at
 * `first`; NONE if there are none. */
static bool distance_there(struct state *s, struct prim_shapes u, struct plane_point first,
                           int64_t thing, int64_t *result) {
    struct prim_shapes x, there = prim_room(s, (int64_t)u.count);
    *result = NONE;
    if (u.count == 0) return true;
    for (; there.count < u.count; there.count++) {
        *prim_nth(s, there, there.count) = *prim_nth(s, u, there.count);
    }
    struct plane_point at = prim_nth(s, u, 0)->at;
    if (plane_shift(prim_nth(s, there, 0), there.count, (int64_t)first.x - at.x,
                    (int64_t)first.y - at.y) != PLANE_OK) {
        return out_of_range(s);
    }
    if (!prim_shapes_of(s, thing, &x)) return false;
    *result = plane_distance(prim_set(s, there), prim_set(s, x), NULL);
    return true;
}

bool prim_distance_after(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    struct prim_way way;
    state_near_anywhere(s);
    if (!prim_under_way(s, args[0], &u, &way)) return false;
    struct plane_point end = {0, 0};
    if (way.count > 0) {
        end = prim_points(s, way)[way.count - 1];
    } else if (u.count > 0) {
        end = prim_nth(s, u, 0)->at;
    }
    return distance_there(s, u, end, args[1], result);
}

/* Sets *u to the bases of a thing where it stands; if it has no place, to its bases in formation,
 * the first at (0, 0). Returns false after an error, if there is no such thing, or if the formation
 * would leave the range of places. */
static bool standing_of(struct state *s, int64_t thing, struct prim_shapes *u) {
    enum plane_side look = PLANE_NORTH;
    if (!prim_shapes_of(s, thing, u)) return false;
    if (u->count > 0) return true;
    if (!state_thing(s, thing)) return false;
    if (!prim_bases_of(s, thing, u) || !prim_look(s, state_owner(s, thing), &look)) return false;
    return u->count == 0 || plane_formation(prim_nth(s, *u, 0), u->count,
                                            (struct plane_point){0, 0}, look) == PLANE_OK;
}

bool prim_distance_at(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    struct plane_point first;
    *result = NONE;
    if (args[0] == NONE || args[1] == NONE) return true;
    if (!standing_of(s, args[0], &u)) return false;
    if (plane_point(state_x(args[1]), state_y(args[1]), &first) != PLANE_OK) {
        return out_of_range(s);
    }
    return distance_there(s, u, first, args[2], result);
}

/* ---- places near something ---- */

/* The search of place_by for a place of a piece beside a thing. */
struct beside {
    struct plane_shape base; /* base of the piece that is to be placed */
    bool here;               /* the piece has a place now, which is `from` */
    struct plane_point from;
    /* the place lies at most `up_to` from `from` (NONE: however far), and at least `gap` from x */
    int64_t up_to, gap;
    struct prim_shapes x; /* the thing beside which the piece is placed */
    struct plane_ground ground;
    /* square of the distance from `from` to the best place so far, 0 if the piece has no place
     * now; -1: no place has been found */
    int64_t best;
    struct plane_point at; /* the best place so far */
};

/* Makes a place the best so far if it is nearer than that to where the piece is now, at most
 * b->up_to from there, at least b->gap from x, and the piece may stand there. */
static void try_beside(struct state *s, struct beside *b, struct plane_point at) {
    int64_t dx = (int64_t)at.x - b->from.x, dy = (int64_t)at.y - b->from.y;
    int64_t far2 = b->here ? dx * dx + dy * dy : 0;
    if (b->best >= 0 && far2 >= b->best) return;
    if (b->here && b->up_to != NONE && far2 > b->up_to * b->up_to) return;
    b->base.at = at;
    struct plane_set one = plane_one(&b->base);
    if (plane_distance(one, prim_set(s, b->x), NULL) < b->gap) return;
    if (!plane_stands(one, NULL, &b->ground)) return;
    b->best = far2;
    b->at = at;
}

/* Tries thirty-two places round a round base of x. */
static void try_round(struct state *s, struct beside *b, const struct plane_shape *of) {
    enum { ROUND = 32 };
    struct plane_point at;
    if (of->kind != PLANE_ROUND) return;
    /* Two units are added, because the parts of a direction are rounded toward 0. The piece still
     * touches at that distance. */
    int64_t radius = b->gap + ((int64_t)of->a + b->base.a + 1) / 2 + 2;
    for (size_t n = 0; n < ROUND; n++) {
        struct plane_point by = plane_direction(n, radius);
        if (plane_point((int64_t)of->at.x + by.x, (int64_t)of->at.y + by.y, &at) == PLANE_OK) {
            try_beside(s, b, at);
        }
    }
}

/* Tries the place that the piece would reach if it went straight up to the shape `of`, with nothing
 * in the way. Does nothing if the piece has no place now. */
static void try_straight(struct state *s, struct beside *b, const struct plane_shape *of) {
    struct plane_ground bare = {.table = b->ground.table};
    struct plane_shape goal = *of, from = b->base;
    struct plane_way way;
    from.at = b->from;
    if (!b->here || plane_grow(&goal, b->gap) != PLANE_OK) return;
    if (plane_way_into(plane_one(&from), plane_one(&goal), PLANE_FAR, &bare, &way) != PLANE_OK)
        return;
    try_beside(s, b, way.points[way.count - 1]);
}

/* Gathers the ground near the thing x, with what the piece keeps off (args[4], args[5]). */
static bool ground_beside(struct state *s, const int64_t *args, struct beside *b) {
    struct prim_box box = prim_box_at(s, b->x);
    prim_box_grow(&box, clamp_length(b->gap) + 2 * (int64_t)b->base.a + 4 * PLANE_TOUCH);
    int64_t apart = args[4] == NONE ? 0 : clamp_length(args[4]);
    struct prim_more more = {.seen = prim_bits(s)};
    more.shapes = prim_room(s, most_of(s, args[5]));
    const struct grown off = grown_of(s, apart, NULL, &box);
    if (!add_grown(s, args[5], off, args[0], args[1], &more)) return false;
    return prim_ground_and(s, args[0], NONE, &box, false, &more, &b->ground);
}

bool prim_place_by(struct state *s, const int64_t *args, int64_t *result) {
    struct beside b = {.best = -1, .gap = args[3] == NONE ? 0 : clamp_length(args[3])};
    struct prim_shapes own;
    *result = NONE;
    if (args[0] == NONE || args[1] == NONE) return true;
    if (!prim_bases_of(s, args[0], &own) || !prim_shapes_of(s, args[1], &b.x)) return false;
    if (own.count != 1 || state_is_root(s, args[0], ROOT_GROUP)) {
        return state_fail(s, "place_by: a single piece is placed, no group");
    }
    if (b.x.count == 0) return true;
    int64_t spot = board_plane_place_of(s, args[0]);
    b.base = *prim_nth(s, own, 0);
    b.here = spot != NONE && plane_point(state_x(spot), state_y(spot), &b.from) == PLANE_OK;
    b.up_to = args[2] == NONE ? NONE : clamp_length(args[2]);
    if (!ground_beside(s, args, &b)) return false;
    for (size_t i = 0; i < b.x.count; i++) {
        try_straight(s, &b, prim_nth(s, b.x, i));
        try_round(s, &b, prim_nth(s, b.x, i));
    }
    if (b.best >= 0) *result = state_spot(b.at.x, b.at.y);
    return true;
}

bool prim_free_place(struct state *s, const int64_t *args, int64_t *result) {
    const struct prim_place_ask ask = {args[0], NONE, NONE, NONE, false};
    struct prim_shapes u;
    enum plane_side look = PLANE_NORTH;
    *result = NONE;
    if (!prim_given(s, PRIM_FREE_PLACE, args[2], "length")) return false;
    if (args[0] == NONE || args[1] == NONE) return true;
    if (!prim_bases_of(s, args[0], &u)) return false;
    if (!prim_look(s, state_owner(s, args[0]), &look)) return false;
    for (int64_t far = 0; far <= tried(args[2]); far += STEP) {
        for (size_t n = 0; n < (far ? DIRECTIONS : 1); n++) {
            struct plane_point by = plane_bearing(n, far), at;
            int64_t sum = 0;
            if (plane_point(state_x(args[1]) + (int64_t)by.x, state_y(args[1]) + (int64_t)by.y,
                            &at) != PLANE_OK) {
                continue;
            }
            int64_t spot = state_spot(at.x, at.y);
            if (board_plane_place_refused(s, &ask, spot)) {
                if (s->error.text[0]) return false;
                continue;
            }
            if (plane_formation(prim_nth(s, u, 0), u.count, at, look) != PLANE_OK) continue;
            if (!lacks(s, u, args[4], args[3] == NONE ? 0 : args[3], args[0], &sum)) return false;
            if (sum > 0) continue;
            *result = spot;
            return true;
        }
    }
    return true;
}
