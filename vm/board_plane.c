/*
 * board_plane: the board that is a table with models on it. It answers what prim asks of a board
 * (prim_board.h): it turns things of the World into shapes and has `plane` compute on them.
 *
 * A piece is a single model with a base; a group is a unit of pieces. Most bases are round, so the
 * shapes of a group of round bases are kept between questions with a box around them (struct
 * state_stood), and many questions are answered from the boxes alone.
 */
#include "prim.h"

#include "plane.h"
#include "board_plane_inner.h"

/* ---- two things ---- */

struct two {
    struct prim_shapes a, b;
};

/* Gathers the shapes of the two things args[0] and args[1]. */
static bool two_of(struct state *s, const int64_t *args, struct two *out) {
    return prim_shapes_of(s, args[0], &out->a) && prim_shapes_of(s, args[1], &out->b);
}

/* Whether both things have a place. */
static bool both_here(const struct two *two) {
    return two->a.count > 0 && two->b.count > 0;
}

static bool distance_of_two(struct state *s, const int64_t *args, int64_t *result) {
    struct two two;
    if (!two_of(s, args, &two)) return false;
    *result = plane_distance(prim_set(s, two.a), prim_set(s, two.b), NULL);
    return true;
}

/* Round bases and the box around them: the bases of a group, or the base of one piece, which then
 * lies in `one`. */
struct rounds {
    struct plane_shape one;
    struct plane_set set;
    struct prim_box box;
};

/* Finds the round bases of a piece or group; a group without members has none. Returns false if the
 * thing is something else, or if a base is not round or stands nowhere. */
static bool rounds_of(struct state *s, int64_t thing, struct rounds *out) {
    if (state_thing(s, thing) && prim_round(s, thing, &out->one)) {
        const struct plane_point at = out->one.at;
        out->set = plane_one(&out->one);
        out->box = (struct prim_box){at.x, at.y, at.x, at.y};
        prim_box_grow(&out->box, (out->one.a + 1) / 2);
        return true;
    }
    const struct state_stood *group = prim_stood(s, thing);
    if (group == NULL) return false;
    out->set = prim_set(s, (struct prim_shapes){group->at, group->count, thing});
    out->box = (struct prim_box){group->west, group->south, group->east, group->north};
    return true;
}

static bool is_piece(const struct state *s, int64_t thing) {
    return state_thing(s, thing) && s->sites[state_kind(s, thing)].piece;
}

/* Notes what the number that is being computed depends on: whether something is within `most` of
 * the things in a box depends only on pieces in that box grown by `most`. Notes nothing if `most`
 * is negative, because then nothing is that near. */
static void keeps_near(struct state *s, struct prim_box box, int64_t most) {
    if (most < 0) return;
    prim_box_grow(&box, most < PLANE_FAR ? most : PLANE_FAR);
    state_near_box(s, box.west, box.south, box.east, box.north);
}

/* Whether b, the second thing of a question, is the first argument of the number that is being
 * computed. The box of what the answer depends on is then noted around b, otherwise around the
 * first thing. Nothing is noted if that thing stands nowhere, because then the answer depends on no
 * other piece. */
static bool of_second(const struct state *s, int64_t b) {
    return s->depth_pure > 0 && s->reading[s->depth_pure - 1].args[0] == b;
}

/* Notes, for the number that is being computed, the box that decides whether two groups are within
 * `most`. */
static MYTH_APART void groups_near(struct state *s, int64_t a, int64_t b, int64_t most) {
    const struct state_stood *x = &s->stood[of_second(s, b) ? b : a];
    if (x->count > 0) keeps_near(s, (struct prim_box){x->west, x->south, x->east, x->north}, most);
}

/* Sets *yes to true if a and b, groups or single pieces with round bases, are within `most`;
 * otherwise leaves *yes alone. Returns false if a or b is something else, or a piece that stands
 * nowhere. */
static bool lone_near(struct state *s, int64_t a, int64_t b, int64_t most, bool *yes) {
    struct rounds u, v;
    if (!rounds_of(s, a, &u) || !rounds_of(s, b, &v)) return false;
    const struct rounds *x = of_second(s, b) ? &v : &u;
    if (x->set.count > 0) keeps_near(s, x->box, most);
    if (u.set.count == 0 || v.set.count == 0 || most < 0) return true;
    prim_box_grow(&u.box, most < PLANE_FAR ? most : PLANE_FAR);
    if (prim_boxes_meet(&u.box, &v.box)) *yes = plane_distance(u.set, v.set, NULL) <= most;
    return true;
}

/* Sets *box to the box around a group of round bases after a move by the vector between two places.
 * Returns false if the first member's place would leave the range of coordinates. */
static bool box_moved(const struct state *s, const struct state_stood *u, int64_t from, int64_t to,
                      struct prim_box *box) {
    const struct plane_point at = ((struct plane_shape *)s->stood_shapes)[u->at].at;
    const int64_t dx = (int64_t)state_x(to) - state_x(from);
    const int64_t dy = (int64_t)state_y(to) - state_y(from);
    struct plane_point end;
    *box = (struct prim_box){u->west + dx, u->south + dy, u->east + dx, u->north + dy};
    return plane_point(at.x + dx, at.y + dy, &end) == PLANE_OK;
}

/* Sets *box to the box around the mover of a way at the end of the way, and notes the box around
 * the mover's present place for the number that is being computed. Returns false if the mover is no
 * group of round bases or has no members, if the way is not one straight leg, or if its end is out
 * of range. */
static bool box_at_end(struct state *s, int64_t way, struct prim_box *box) {
    const struct view words = state_list(s, way);
    if (words.count != 3 || words.at[1] == NONE || words.at[2] == NONE) return false;
    if (!prim_stood(s, words.at[0])) return false;
    const struct state_stood *u = &s->stood[words.at[0]];
    if (u->count == 0 || !box_moved(s, u, words.at[1], words.at[2], box)) return false;
    /* Because the end is found from where the mover sets out, the answer depends on that place,
     * too. */
    state_near_box(s, u->west, u->south, u->east, u->north);
    return true;
}

/* Returns true if the boxes show that the mover of a straight way, at its end, is more than `far`
 * from a thing; both are groups of round bases. Returns false if the boxes do not show it. */
static bool ends_apart(struct state *s, int64_t way, int64_t thing, int64_t far) {
    struct prim_box end;
    if (!box_at_end(s, way, &end) || !prim_stood(s, thing)) return false;
    const struct state_stood *x = &s->stood[thing];
    const struct prim_box there = {x->west, x->south, x->east, x->north};
    prim_box_grow(&end, far);
    state_near_box(s, end.west, end.south, end.east, end.north);
    return x->count > 0 && !prim_boxes_meet(&end, &there);
}

/* Sets *box to the box around a group of round bases, terrain or a zone. Returns false if the thing
 * is something else, lies nowhere, or is a ring, whose outline is not kept. */
static bool box_of(struct state *s, int64_t thing, struct prim_box *box) {
    const struct prim_site *site = prim_site_by(s, thing);
    if (site != NULL) {
        *box = site->box;
        return site->known && site->here;
    }
    const struct state_stood *group = prim_stood(s, thing);
    if (group == NULL) return false;
    *box = (struct prim_box){group->west, group->south, group->east, group->north};
    return group->count > 0;
}

/* Returns true if the boxes show that the mover of a way, a group of round bases, does not touch
 * `thing` anywhere on the way. Returns false if the boxes do not show it. */
static bool passes_apart(struct state *s, int64_t way, int64_t thing) {
    const struct view words = state_list(s, way);
    struct prim_box there, part;
    if (words.count < 2 || words.at[1] == NONE) return false;
    if (!box_of(s, thing, &there) || !prim_stood(s, words.at[0])) return false;
    const struct state_stood *u = &s->stood[words.at[0]];
    if (u->count == 0) return false;
    struct prim_box path = {u->west, u->south, u->east, u->north};
    for (int64_t i = 2; i < words.count; i++) {
        if (words.at[i] == NONE || !box_moved(s, u, words.at[1], words.at[i], &part)) return false;
        prim_box_join(&path, part);
    }
    prim_box_grow(&path, 2 * PLANE_TOUCH);
    state_near_box(s, path.west, path.south, path.east, path.north);
    return !prim_boxes_meet(&path, &there);
}

bool board_plane_stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                            bool *yes) {
    const int64_t most = id == PRIM_TOUCHING ? PLANE_TOUCH : far;
    int64_t gap;
    bool apart;
    *yes = false;
    if (id == PRIM_SWEEPS) return passes_apart(s, a, b);
    if (id == PRIM_ENDS_TOUCHING) return ends_apart(s, a, b, 2 * PLANE_TOUCH);
    if (id == PRIM_DISTANCE_AFTER) return far >= 0 && far <= PLANE_FAR && ends_apart(s, a, b, far);
    if (most == NONE) return true;
    if (is_piece(s, a) || is_piece(s, b) || !prim_stood_gap(s, a, b, most, &apart, &gap)) {
        return lone_near(s, a, b, most, yes);
    }
    if (MYTH_UNLIKELY(s->memory.near != NULL)) groups_near(s, a, b, most);
    *yes = !apart && gap <= most;
    return true;
}

bool board_plane_about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                          struct prim_about *out) {
    const bool ends = id == PRIM_ENDS_TOUCHING || id == PRIM_DISTANCE_AFTER;
    const int64_t most = id == PRIM_TOUCHING ? PLANE_TOUCH : id == PRIM_ENDS_TOUCHING ? 0 : far;
    struct rounds u;
    if (id == PRIM_SWEEPS || most < 0 || most > PLANE_FAR) return false;
    if (ends ? !box_at_end(s, other, &u.box) : !rounds_of(s, other, &u) || u.set.count == 0) {
        return false;
    }
    prim_box_grow(&u.box, most + 2 * PLANE_TOUCH);
    state_near_box(s, u.box.west, u.box.south, u.box.east, u.box.north);
    *out = (struct prim_about){u.box.west, u.box.south, u.box.east, u.box.north};
    return true;
}

static bool within(struct state *s, const int64_t *args, int64_t *result) {
    int64_t far;
    bool yes;
    *result = 0;
    if (board_plane_stood_near(s, PRIM_WITHIN, args[0], args[1], args[2], &yes)) {
        *result = yes;
        return true;
    }
    state_near_anywhere(s);
    if (!distance_of_two(s, args, &far)) return false;
    *result = far != NONE && far <= args[2];
    return true;
}

static bool touching(struct state *s, const int64_t *args, int64_t *result) {
    struct two two;
    bool yes;
    *result = 0;
    if (board_plane_stood_near(s, PRIM_TOUCHING, args[0], args[1], NONE, &yes)) {
        *result = yes;
        return true;
    }
    state_near_anywhere(s);
    if (!two_of(s, args, &two)) return false;
    *result = plane_touching(prim_set(s, two.a), prim_set(s, two.b));
    return true;
}

/* Replaces each base that is an oval or rectangle by the greatest disc around its centre that lies
 * in it, because lines of sight go from disc to disc. An outline that is no circle is an error. */
static bool as_discs(struct state *s, enum prim_id id, struct prim_shapes *x) {
    bool all_round = true;
    if (x->stood) return true;
    for (size_t i = 0; i < x->count; i++) all_round &= prim_nth(s, *x, i)->kind == PLANE_ROUND;
    if (all_round) return true;
    struct prim_shapes discs = prim_room(s, (int64_t)x->count);
    for (size_t i = 0; i < x->count; i++) {
        struct plane_shape shape = *prim_nth(s, *x, i);
        if (shape.kind == PLANE_OVAL || shape.kind == PLANE_OBLONG) {
            (void)plane_round(shape.at, shape.a < shape.b ? shape.a : shape.b, &shape);
        } else if (shape.kind != PLANE_ROUND) {
            return state_fail(s, "%s: lines from outlines are not reckoned, only from bases",
                              prim_row(id)->name);
        }
        *prim_nth(s, discs, discs.count++) = shape;
    }
    *x = discs;
    return true;
}

static bool round_only(struct state *s, enum prim_id id, struct two *two) {
    return as_discs(s, id, &two->a) && as_discs(s, id, &two->b);
}

static bool sees(struct state *s, const int64_t *args, int64_t *result) {
    struct two two;
    struct prim_shapes blockers;
    if (!two_of(s, args, &two) || !round_only(s, PRIM_SEES, &two)) return false;
    *result = 0;
    if (!both_here(&two)) return true;
    const struct prim_box boxes[] = {prim_box_at(s, two.a), prim_box_at(s, two.b)};
    if (!prim_sight(s, args[0], args[1], boxes, &blockers)) return false;
    *result = plane_sees(prim_set(s, two.a), prim_set(s, two.b), prim_set(s, blockers));
    return true;
}

/* Sorts a list of pieces and terrain into the order in which all things entered play. */
static void in_order(struct state *s, int64_t list) {
    int64_t *words = s->scratch + (list & ~SCRATCH_BIT) + 1, count = words[-1], done = 0;
    /* The pieces of the list are in that order already, and so is the terrain behind them. So only
     * a list of both has to be sorted. */
    bool mixed = count > 1 && state_is_root(s, words[0], ROOT_PIECE) !=
                                  state_is_root(s, words[count - 1], ROOT_PIECE);
    if (!mixed) return;
    struct view all = state_extent(s, s->img->root[ROOT_THING]);
    for (int64_t i = 0; i < all.count && done < count; i++) {
        int64_t k = done;
        while (k < count && words[k] != all.at[i]) k++;
        if (k == count) continue;
        int64_t found = words[k];
        for (; k > done; k--) words[k] = words[k - 1];
        words[done++] = found;
    }
}

/* Lists in `owners`, an empty list with room for all pieces and terrain, the pieces and terrain
 * that lie between the nearest two bases of args[0] and args[1]: within a unit of the line between
 * them, or for `veiling` of the figure between their sides. The two things and the pieces that they
 * hold are never listed. None lie there if one of the two stands nowhere or there is no gap. Things
 * that are not of the kind args[2] may be left out; NONE: any kind. Returns false on an error. */
static bool crossed(struct state *s, enum prim_id id, const int64_t *args, int64_t owners) {
    struct two two;
    struct prim_shapes obstacles;
    struct plane_pair pair;
    if (!two_of(s, args, &two) || !round_only(s, id, &two)) return false;
    int64_t far = plane_distance(prim_set(s, two.a), prim_set(s, two.b), &pair);
    if (far == NONE || far == 0) return true;
    struct plane_shape ends[2] = {*prim_nth(s, two.a, pair.first),
                                  *prim_nth(s, two.b, pair.second)};
    const struct prim_box boxes[] = {prim_box_of(plane_one(&ends[0])),
                                     prim_box_of(plane_one(&ends[1]))};
    if (!prim_obstacles(s, args, boxes, &obstacles, owners)) return false;
    int64_t room = state_scratch(s, (int64_t)obstacles.count);
    _Static_assert(sizeof(size_t) <= sizeof(int64_t), "an index fits a word");
    size_t *hits = (size_t *)(void *)(s->scratch + (room & ~SCRATCH_BIT) + 1);
    struct plane_set u = plane_one(&ends[0]), v = plane_one(&ends[1]);
    size_t count = id == PRIM_VEILING ? plane_veiling(u, v, prim_set(s, obstacles), hits)
                                      : plane_between(u, v, prim_set(s, obstacles), hits);
    int64_t *words = s->scratch + (owners & ~SCRATCH_BIT) + 1;
    for (size_t i = 0; i < count; i++) words[i] = words[hits[i]];
    words[-1] = (int64_t)count;
    in_order(s, owners);
    return true;
}

/* Answers `between` and `veiling`: *result is a list of things in scratch. */
static bool between(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    int64_t room = state_extent(s, s->img->root[ROOT_PIECE]).count +
                   state_extent(s, s->img->root[ROOT_TERRAIN]).count;
    *result = state_scratch(s, room);
    size_t mark = s->scratch_used;
    bool ok = crossed(s, id, args, *result);
    s->scratch_used = mark;
    return ok;
}

/* ---- one thing and a place ---- */

static bool touches_edge(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes a;
    struct plane_table table = {0};
    if (!prim_shapes_of(s, args[0], &a) || !prim_table(s, &table)) return false;
    *result = plane_touches_edge(prim_set(s, a), table);
    return true;
}

static bool in_zone(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    struct two two;
    state_near_anywhere(s);
    if (!two_of(s, args, &two)) return false;
    *result = 0;
    if (!both_here(&two)) return true;
    if (two.b.count > 1) {
        return state_fail(s, "%s: a group has no outline", prim_row(id)->name);
    }
    const struct plane_shape *outline = prim_nth(s, two.b, 0);
    struct plane_set a = prim_set(s, two.a);
    *result = id == PRIM_IN_ZONE ? plane_in(a, outline) : plane_wholly_within(a, outline);
    return true;
}

/* Sets *result to the nearest to args[1] among the members of a group whose shapes are kept.
 * args[0] lists these members in the order of the shapes. *result is NONE if args[1] stands
 * nowhere. */
static bool nearest_member(struct state *s, int64_t group, const int64_t *args, int64_t *result) {
    const int64_t both[] = {group, args[1]};
    struct two two;
    struct plane_pair pair;
    if (!two_of(s, both, &two)) return false;
    int64_t far = plane_distance(prim_set(s, two.a), prim_set(s, two.b), &pair);
    *result = far == NONE ? NONE : view_at(state_list(s, args[0]), (int64_t)pair.first);
    return true;
}

/* Sets *result to the nearest to args[1] among the things of the set args[0]; NONE if there is
 * none. If the set is the list of a group's members, their kept shapes are compared
 * (nearest_member). Otherwise the shapes of all its things are gathered in one list, with the thing
 * of each shape beside it, and compared exactly. */
static bool nearest_in_set(struct state *s, const int64_t *args, int64_t *result) {
    int64_t group = prim_group_of(s, state_list(s, args[0]));
    if (group != NONE && prim_stood(s, group)) return nearest_member(s, group, args, result);
    struct prim_shapes to, all;
    struct plane_pair pair;
    int64_t count = state_list(s, args[0]).count, most = 0;
    if (!prim_shapes_of(s, args[1], &to)) return false;
    struct view among = state_list(s, args[0]);
    for (int64_t i = 0; i < count; i++) most += prim_most(s, among.at[i]);
    all = prim_room(s, most);
    int64_t owners = state_scratch(s, most);
    among = state_list(s, args[0]);
    for (int64_t i = 0; i < count; i++) {
        size_t before = all.count;
        if (!prim_add(s, among.at[i], &all)) return false;
        for (; before < all.count; before++) state_scratch_add(s, owners, among.at[i]);
    }
    int64_t far = plane_distance(prim_set(s, all), prim_set(s, to), &pair);
    *result = far == NONE ? NONE : view_at(state_list(s, owners), (int64_t)pair.first);
    return true;
}

int64_t board_plane_place_of(const struct state *s, int64_t thing) {
    if (!state_thing(s, thing)) return NONE;
    if (!state_is_root(s, thing, ROOT_GROUP)) return state_word(s, thing, T_PLACE);
    struct view members = prim_members(s, thing);
    return members.count > 0 ? state_word(s, members.at[0], T_PLACE) : NONE;
}

/* ---- ways ---- */

static bool bad_way(struct state *s) {
    return state_fail(s, "a way leaves the range of places");
}

void prim_hand_back(struct state *s, size_t mark, int64_t mover, const struct plane_point *points,
                    size_t count, int64_t *result) {
    s->scratch_used = mark;
    *result = 0;
    if (mover == NONE) return;
    *result = state_scratch(s, (int64_t)count + 1);
    state_scratch_add(s, *result, mover);
    for (size_t i = 0; i < count; i++) {
        state_scratch_add(s, *result, state_spot(points[i].x, points[i].y));
    }
}

/* Gathers the ground (the table, what blocks and what stands) that a mover with the bases `u` can
 * touch when it goes at most `far`. */
static bool ground_around(struct state *s, int64_t mover, struct prim_shapes u, int64_t far,
                          struct plane_ground *out) {
    struct prim_box box = {0, 0, 0, 0};
    if (u.count > 0) box = prim_box_at(s, u);
    prim_box_grow(&box, 2 * PLANE_TOUCH + (far < 0 ? 0 : far < PLANE_FAR ? far : PLANE_FAR));
    return prim_ground(s, mover, NONE, &box, true, out);
}

static bool way_from(struct state *s, const int64_t *args, int64_t *result) {
    struct two two;
    struct plane_ground ground;
    struct plane_way way;
    size_t mark = s->scratch_used;
    if (!prim_given(s, PRIM_WAY_FROM, args[2], "length") || !two_of(s, args, &two)) return false;
    if (!ground_around(s, args[0], two.a, args[2], &ground)) return false;
    plane_way_from(prim_set(s, two.a), prim_set(s, two.b), args[2], &ground, &way);
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

static bool way_toward(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    struct plane_ground ground;
    struct plane_way way;
    struct plane_point goal;
    size_t mark = s->scratch_used;
    int64_t length = args[1] == NONE ? 0 : args[2];
    if (!prim_given(s, PRIM_WAY_TOWARD, args[2], "length") || !prim_shapes_of(s, args[0], &u))
        return false;
    if (args[1] == NONE) {
        goal = u.count > 0 ? prim_nth(s, u, 0)->at : (struct plane_point){0, 0};
    } else if (plane_point(state_x(args[1]), state_y(args[1]), &goal) != PLANE_OK) {
        return bad_way(s);
    }
    if (!ground_around(s, args[0], u, length, &ground)) return false;
    plane_way_toward(prim_set(s, u), goal, length, &ground, &way);
    prim_hand_back(s, mark, args[0], way.points, way.count, result);
    return true;
}

static int64_t mover_of(const struct state *s, int64_t way) {
    struct view words = state_list(s, way);
    return words.count > 0 ? words.at[0] : NONE;
}

bool prim_under_way(struct state *s, int64_t list, struct prim_shapes *u, struct prim_way *way) {
    if (!prim_shapes_of(s, mover_of(s, list), u)) return false;
    struct plane_point start;
    if (u->count > 0) start = prim_nth(s, *u, 0)->at;
    return prim_way_of(s, list, u->count > 0 ? &start : NULL, way) || bad_way(s);
}

static bool along_way(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    struct prim_shapes u, x;
    struct prim_way way;
    bool touches;
    *result = 0;
    if (board_plane_stood_near(s, id, args[0], args[1], NONE, &touches)) return true;
    if (!prim_under_way(s, args[0], &u, &way) || !prim_shapes_of(s, args[1], &x)) return false;
    const struct plane_point *points = prim_points(s, way);
    struct plane_set mover = prim_set(s, u), target = prim_set(s, x);
    if (u.count == 0 || x.count == 0) return true;
    const struct prim_box path = prim_path_box(s, u, way, NULL), there = prim_box_at(s, x);
    state_near_box(s, path.west, path.south, path.east, path.north);
    if (!prim_boxes_meet(&path, &there)) return true;
    *result = id == PRIM_SWEEPS ? plane_sweeps(mover, points, way.count, target)
                                : plane_ends_touching(mover, points, way.count, target);
    return true;
}

static bool clear_path(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_shapes u;
    struct prim_way way;
    struct plane_ground ground;
    const int64_t mover = mover_of(s, args[0]);
    if (!prim_under_way(s, args[0], &u, &way)) return false;
    *result = 0;
    if (u.count == 0) return true;
    if (plane_way_length(prim_points(s, way), way.count) > 0) {
        *result = prim_way_fault(s, mover, u, way, NULL, INT64_MAX, false) == PLANE_WAY_GOOD;
        return !s->error.text[0];
    }
    if (!ground_around(s, mover, u, 0, &ground)) return false;
    *result = plane_stands(prim_set(s, u), NULL, &ground);
    return true;
}

static bool way_length(struct state *s, const int64_t *args, int64_t *result) {
    struct prim_way way;
    if (!prim_way_of(s, args[0], NULL, &way)) return bad_way(s);
    *result = plane_way_length(prim_points(s, way), way.count);
    return true;
}

static bool way_end(struct state *s, const int64_t *args, int64_t *result) {
    struct view words = state_list(s, args[0]);
    *result = words.count > 1 ? words.at[words.count - 1] : NONE;
    return true;
}

/* Answers `cut`, the first part of a way, which is args[1] long, and `rest`, the part of a way that
 * is left from where the mover stands now. *result is 0, the empty list, if the way is empty. */
static bool part_of(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    struct prim_way way;
    struct prim_shapes u = {.count = 0};
    int64_t mover = mover_of(s, args[0]);
    *result = 0;
    if (id == PRIM_CUT && !prim_given(s, id, args[1], "length")) return false;
    if (mover == NONE) return true;
    *result = state_scratch(s, state_list(s, args[0]).count);
    size_t mark = s->scratch_used;
    if (id == PRIM_REST && !prim_shapes_of(s, mover, &u)) return false;
    if (!prim_way_of(s, args[0], NULL, &way)) return bad_way(s);
    struct plane_point *points = prim_points(s, way);
    size_t count = way.count;
    if (id == PRIM_CUT) count = plane_cut(points, count, args[1]);
    if (u.count > 0) count = plane_rest(points, count, prim_nth(s, u, 0)->at);
    state_scratch_add(s, *result, mover);
    for (size_t i = 0; i < count; i++) {
        state_scratch_add(s, *result, state_spot(points[i].x, points[i].y));
    }
    s->scratch_used = mark;
    return true;
}

bool board_plane_way_at(struct state *s, int64_t way, int64_t far, int64_t *spot) {
    enum { SHORT = 8 };
    struct plane_point points[SHORT];
    struct view words = state_list(s, way);
    if (words.count < 2 || words.count > SHORT + 1) {
        if (!part_of(s, PRIM_CUT, (const int64_t[]){way, far}, &way)) return false;
        words = state_list(s, way);
        *spot = view_at(words, words.count - 1);
        return true;
    }
    const size_t count = (size_t)words.count - 1;
    for (size_t i = 0; i < count; i++) {
        const int64_t word = words.at[1 + i];
        if (word == NONE || plane_point(state_x(word), state_y(word), &points[i]) != PLANE_OK)
            return bad_way(s);
    }
    const struct plane_point end = points[plane_cut(points, count, far) - 1];
    *spot = state_spot(end.x, end.y);
    return true;
}

/* ---- the table ---- */

/* Answers the primitives whose result is no list in scratch, so that the caller can free all
 * scratch memory that they have used. */
static bool call_plain(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    switch (id) {
    case PRIM_DISTANCE: return distance_of_two(s, args, result);
    case PRIM_WITHIN: return within(s, args, result);
    case PRIM_TOUCHING: return touching(s, args, result);
    case PRIM_SEES: return sees(s, args, result);
    case PRIM_REACH: return prim_reach(s, args, result);
    case PRIM_ENDS_TOUCHING:
    case PRIM_SWEEPS: return along_way(s, id, args, result);
    case PRIM_WAY_LENGTH: return way_length(s, args, result);
    case PRIM_WAY_END: return way_end(s, args, result);
    case PRIM_KEEPS_OFF: return prim_keeps_off(s, args, result);
    case PRIM_LENGTH_BEFORE: return prim_length_before(s, args, result);
    case PRIM_DISTANCE_AFTER: return prim_distance_after(s, args, result);
    case PRIM_SPOT_DISTANCE: return prim_spot_distance(s, args, result);
    case PRIM_DISTANCE_AT: return prim_distance_at(s, args, result);
    case PRIM_EDGE_DISTANCE: return prim_edge_distance(s, args, result);
    case PRIM_PLACE_BY: return prim_place_by(s, args, result);
    case PRIM_FREE_PLACE: return prim_free_place(s, args, result);
    case PRIM_WHOLLY_NEAR: return prim_wholly_near(s, args, result);
    case PRIM_SHIFTED: return prim_shifted(s, args, result);
    case PRIM_ON_TABLE: return prim_on_table(s, args, result);
    case PRIM_MIDDLE: return prim_middle(s, args, result);
    case PRIM_TOUCHES_EDGE: return touches_edge(s, args, result);
    case PRIM_IN_ZONE:
    case PRIM_WHOLLY_WITHIN: return in_zone(s, id, args, result);
    case PRIM_NEAREST: return nearest_in_set(s, args, result);
    case PRIM_LAST_PLACE: *result = board_plane_place_of(s, args[0]); return true;
    case PRIM_CLEAR_PATH: return clear_path(s, args, result);
    default: return state_fail(s, "%s: this board does not answer it", prim_row(id)->name);
    }
}

/* Answers a primitive, as prim_call. `given` has all arguments of the primitive; those that were
 * left out are NONE. `only` says how much of the answer the caller looks at. */
static bool answer(struct state *s, enum prim_id id, int64_t *given, const struct prim_bounds *only,
                   int64_t *result) {
    switch (id) {
    case PRIM_BETWEEN:
    case PRIM_VEILING: given[2] = only->kind; return between(s, id, given, result);
    case PRIM_ON_CIRCLE: return prim_on_circle(s, given, result);
    case PRIM_ON_LINE: return prim_on_line(s, given, result);
    case PRIM_STRAYS: return prim_strays(s, given, result);
    case PRIM_WAY_INTO: return prim_way_into(s, given, result);
    case PRIM_WAY_TO: return prim_way_to(s, given, result);
    case PRIM_WAY_TO_EDGE: return prim_way_to_edge(s, given, result);
    case PRIM_WAY_AWAY: return prim_way_away(s, given, result);
    case PRIM_STRAIGHT: return prim_straight(s, given, result);
    case PRIM_SHORTENED: return prim_shortened(s, given, result);
    case PRIM_WAY_CLEAR: return prim_way_clear(s, given, result);
    case PRIM_WAY_FROM: return way_from(s, given, result);
    case PRIM_WAY_TOWARD: return way_toward(s, given, result);
    case PRIM_CUT:
    case PRIM_REST: return part_of(s, id, given, result);
    default: break;
    }
    if (id == PRIM_REACH && only->enough != NONE &&
        board_plane_out_of_reach(s, given, only->enough)) {
        *result = NONE;
        return true;
    }
    size_t mark = s->scratch_used;
    bool ok = call_plain(s, id, given, result);
    s->scratch_used = mark;
    return ok;
}

/* Answers `within` or `touching` for two things. These are asked most, so they take a short way. */
static bool answer_near(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    size_t mark = s->scratch_used;
    bool ok = (id == PRIM_WITHIN ? within : touching)(s, args, result);
    s->scratch_used = mark;
    return ok;
}

const struct prim_board prim_plane = {
    .answer = answer,
    .answer_near = answer_near,
    .way_at = board_plane_way_at,
    .place_of = board_plane_place_of,
    .blocks_sight = board_plane_blocks_sight,
    .blocks_move = board_plane_blocks_move,
    .stood_near = board_plane_stood_near,
    .out_of_reach = board_plane_out_of_reach,
    .about_of = board_plane_about_of,
    .place_count = board_plane_place_count,
    .place_candidate = board_plane_place_candidate,
    .place_again = board_plane_place_again,
    .place_refused = board_plane_place_refused,
    .set_up_refused = board_plane_set_up_refused,
    .path_count = board_plane_path_count,
    .path_candidate = board_plane_path_candidate,
    .path_again = board_plane_path_again,
    .path_tried = board_plane_path_tried,
    .path_refused = board_plane_path_refused,
    .stand = board_plane_stand,
    .carry = board_plane_carry,
    .moved = board_plane_moved,
};
