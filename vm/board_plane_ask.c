/*
 * board_plane_ask: questions for a place or a way on the plane. It lists candidates, judges them
 * and says why one is refused (prim.h, "Questions of geometry"). It also writes the places of
 * things that are placed or moved.
 */
#include "plane.h"
#include "prim.h"
#include "board_plane_inner.h"

/* ---- places ---- */

/* The bases to be placed, in formation, with the first at (0, 0). If no mover is placed but only a
 * point, this is one base of diameter 0. `look`: the direction in which the owner looks. */
struct placed {
    struct prim_shapes u;
    enum plane_side look;
};

/* Moves the bases into formation with the first at `first`. Returns false if a base would lie
 * outside the range of places. */
static bool form(struct state *s, const struct placed *p, struct plane_point first) {
    return plane_formation(prim_nth(s, p->u, 0), p->u.count, first, p->look) == PLANE_OK;
}

/* Sets *out to the bases of the mover in formation, the first at (0, 0), and to the direction in
 * which its owner looks. If the mover is NONE, sets it to a point, and to north. */
static bool placed_of(struct state *s, int64_t mover, struct placed *out) {
    out->look = PLANE_NORTH;
    if (mover == NONE) {
        out->u = prim_room(s, 1);
        (void)plane_round((struct plane_point){0, 0}, 0, prim_nth(s, out->u, out->u.count++));
        return true;
    }
    if (!prim_bases_of(s, mover, &out->u)) return false;
    if (!prim_look(s, state_owner(s, mover), &out->look)) return false;
    return form(s, out, (struct plane_point){0, 0}) ||
           state_fail(s, "a formation is too large for any table");
}

/* Sets *out to the outline of the zone, or of the table if the zone is NONE. Sets *is to whether
 * the zone lies somewhere, as one shape; if not, *out is left alone. */
static bool outline_of(struct state *s, int64_t zone, struct plane_shape *out, bool *is) {
    struct plane_table table = {0};
    struct prim_shapes shapes;
    *is = true;
    if (zone == NONE) {
        if (!prim_table(s, &table)) return false;
        (void)plane_box((struct plane_point){0, 0}, table.width, table.height, out);
        return true;
    }
    if (!prim_shapes_of(s, zone, &shapes)) return false;
    *is = shapes.count == 1;
    if (*is) *out = *prim_nth(s, shapes, 0);
    return true;
}

/* Whether the place must lie within a distance of some thing. */
static bool is_bounded(const struct prim_place_ask *q) {
    return q->of != NONE && q->far != NONE;
}

static int64_t clamped(int64_t v, int64_t least, int64_t most) {
    return v < least ? least : v > most ? most : v;
}

/* Replaces *outline by the box in which the mover must lie to be within q->far of the thing q->of,
 * cut to the box around the outline. *is becomes false if no place can be within q->far. */
static bool box_within_far(struct state *s, const struct prim_place_ask *q, struct placed *p,
                           struct plane_shape *outline, bool *is) {
    struct prim_shapes of;
    struct plane_point corner;
    if (!prim_shapes_of(s, q->of, &of)) return false;
    *is = of.count > 0 && q->far >= 0;
    if (!*is) return true;
    struct prim_box box = prim_box_at(s, of), own = prim_box_of(prim_set(s, p->u));
    struct prim_box zone = prim_box_of(plane_one(outline));
    int64_t far = clamped(q->far, 0, PLANE_FAR);
    int64_t wide = far + own.east - own.west, high = far + own.north - own.south;
    int64_t west = clamped(box.west - wide, zone.west, zone.east);
    int64_t east = clamped(box.east + wide, zone.west, zone.east);
    int64_t south = clamped(box.south - high, zone.south, zone.north);
    int64_t north = clamped(box.north + high, zone.south, zone.north);
    return (plane_point(west, south, &corner) == PLANE_OK &&
            plane_box(corner, east - west, north - south, outline) == PLANE_OK) ||
           state_fail(s, "a zone is out of range");
}

/* Returns the distance between neighbouring candidates for a place, in units. */
static int64_t step_of(const struct prim_place_ask *q) {
    if (q->fine_grid) return UNITS_PER_INCH / 4;
    if (!is_bounded(q)) return PLANE_FIT_STEP;
    return clamped(q->far / 2, UNITS_PER_INCH / 2, PLANE_FIT_STEP);
}

/* The bases to be placed, and the outline in which they must lie; `is` is false if the outline lies
 * nowhere. */
struct placing {
    struct placed p;
    struct plane_shape outline;
    bool is;
};

static bool placing_of(struct state *s, const struct prim_place_ask *q, struct placing *out) {
    return placed_of(s, q->mover, &out->p) && outline_of(s, q->zone, &out->outline, &out->is);
}

/* Sets *fit to the grid of candidates for a place, which has no points if nothing can be placed. */
static bool grid_of(struct state *s, const struct prim_place_ask *q, struct placing *g,
                    struct plane_fit *fit) {
    struct plane_shape outline = g->outline;
    struct plane_table table = {0};
    bool is = g->is;
    *fit = (struct plane_fit){.step = 1};
    if (!is || g->p.u.count == 0) return true;
    if (is_bounded(q) && !box_within_far(s, q, &g->p, &outline, &is)) return false;
    if (!is || !prim_table(s, &table)) return !is;
    plane_fit_begin(fit, prim_set(s, g->p.u), g->p.look, &outline, table, step_of(q));
    return true;
}

int64_t board_plane_place_count(struct state *s, const struct prim_place_ask *q) {
    struct placing g;
    struct plane_fit fit;
    size_t mark = s->scratch_used;
    state_near_anywhere(s);
    bool ok = placing_of(s, q, &g) && grid_of(s, q, &g, &fit);
    s->scratch_used = mark;
    return ok ? (int64_t)plane_fit_count(&fit) : -1;
}

/* The judgement of a place: good, or why it is refused. PLACE_NO: refused, and the reason was not
 * sought or is none of the others. */
enum place { PLACE_GOOD, PLACE_NO, PLACE_OFF, PLACE_OUTSIDE, PLACE_TAKEN, PLACE_FAR };

/* Returns why the shapes u, which may not stand where they are, may not: they are not wholly on the
 * table, or not wholly in the outline; otherwise something else must be there. */
static enum place why_not_there(struct plane_set u, const struct plane_shape *outline,
                                struct plane_table table) {
    const struct plane_ground bare = {.table = table};
    if (!plane_stands(u, NULL, &bare)) return PLACE_OFF;
    return plane_stands(u, outline, &bare) ? PLACE_TAKEN : PLACE_OUTSIDE;
}

/* Sets *out to the judgement of a place, with the mover in formation there. Returns false after an
 * error. The reason for a refusal is sought only if `reason`. */
static bool judge_placing(struct state *s, const struct prim_place_ask *q, struct placing *g,
                          struct plane_point spot, bool reason, enum place *out) {
    struct plane_ground ground;
    struct prim_shapes of;
    *out = PLACE_NO;
    if (!g->is || g->p.u.count == 0 || !form(s, &g->p, spot)) return true;
    struct prim_box box = prim_box_of(prim_set(s, g->p.u));
    if (!prim_ground(s, q->mover, NONE, &box, false, &ground)) return false;
    if (!plane_stands(prim_set(s, g->p.u), &g->outline, &ground)) {
        if (reason) *out = why_not_there(prim_set(s, g->p.u), &g->outline, ground.table);
        return true;
    }
    *out = PLACE_GOOD;
    if (!is_bounded(q)) return true;
    if (!prim_shapes_of(s, q->of, &of)) return false;
    int64_t far = plane_distance(prim_set(s, g->p.u), prim_set(s, of), NULL);
    if (far == NONE || far > q->far) *out = PLACE_FAR;
    return true;
}

static bool judge_place(struct state *s, const struct prim_place_ask *q, struct plane_point spot,
                        bool reason, enum place *out) {
    struct placing g;
    *out = PLACE_NO;
    return placing_of(s, q, &g) && judge_placing(s, q, &g, spot, reason, out);
}

/* Sets *spot to the i-th candidate for a place, counted from 0. Returns false if there are fewer
 * candidates, this one is not legal, or an error was kept. `judged`: the candidate was found legal
 * before, and is not judged again. */
static bool place_nth(struct state *s, const struct prim_place_ask *q, int64_t i, bool judged,
                      int64_t *spot) {
    struct placing g;
    struct plane_fit fit;
    size_t mark = s->scratch_used;
    enum place place = judged ? PLACE_GOOD : PLACE_NO;
    bool ok = false;
    if (placing_of(s, q, &g) && grid_of(s, q, &g, &fit) && i >= 0 &&
        (size_t)i < plane_fit_count(&fit)) {
        struct plane_point at = plane_fit_nth(&fit, (size_t)i);
        *spot = state_spot(at.x, at.y);
        ok = judged || judge_placing(s, q, &g, at, false, &place);
    }
    s->scratch_used = mark;
    return ok && place == PLACE_GOOD;
}

bool board_plane_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                                 int64_t *spot) {
    return place_nth(s, q, i, false, spot);
}

bool board_plane_place_again(struct state *s, const struct prim_place_ask *q, int64_t i,
                             int64_t *spot) {
    return place_nth(s, q, i, true, spot);
}

static const char *const place_said[] = {
    [PLACE_NO] = "nothing can stand there",
    [PLACE_OFF] = "that is not wholly on the table",
    [PLACE_OUTSIDE] = "that is not wholly in the zone",
    [PLACE_TAKEN] = "something is there already",
    [PLACE_FAR] = "that is too far away",
};

const char *board_plane_set_up_refused(struct state *s, int64_t thing, int64_t spot) {
    const struct prim_place_ask q = {thing, NONE, NONE, NONE, false};
    int32_t kind = state_kind(s, thing);
    struct plane_point at;
    size_t mark = s->scratch_used;
    enum place place = PLACE_GOOD;
    if (!image_kind_is(s->img, kind, s->img->root[ROOT_PIECE]) &&
        !image_kind_is(s->img, kind, s->img->root[ROOT_GROUP]))
        return NULL;
    if (state_global(s, G_TABLE) == NONE || spot == NONE) return NULL;
    if (plane_point(state_x(spot), state_y(spot), &at) != PLANE_OK) return place_said[PLACE_OFF];
    bool ok = judge_place(s, &q, at, true, &place);
    s->scratch_used = mark;
    /* Clears an error of the rules, and refuses no place because of it: before the battle some
     * rules cannot answer yet. */
    s->error.text[0] = '\0';
    return ok && (place == PLACE_OFF || place == PLACE_TAKEN) ? place_said[place] : NULL;
}

const char *board_plane_place_refused(struct state *s, const struct prim_place_ask *q,
                                      int64_t spot) {
    struct plane_point at;
    size_t mark = s->scratch_used;
    enum place place = PLACE_NO;
    if (spot == NONE || plane_point(state_x(spot), state_y(spot), &at) != PLANE_OK)
        return place_said[PLACE_OFF];
    bool ok = judge_place(s, q, at, true, &place);
    s->scratch_used = mark;
    return ok ? place_said[place] : place_said[PLACE_NO];
}

/* ---- ways ---- */

/* Returns how many numbers of candidates for a way stand for ways toward things that draw the mover
 * near: 0 if the rules have no value draws_near. Fewer things may draw the mover. */
static int64_t drawn_count(const struct state *s) {
    return s->draws_near >= 0 ? PRIM_DRAWN : 0;
}

int64_t board_plane_path_count(struct state *s, int64_t mover, int64_t up_to) {
    struct prim_shapes u;
    size_t mark = s->scratch_used;
    bool ok = prim_shapes_of(s, mover, &u);
    s->scratch_used = mark;
    if (!ok) return -1;
    if (u.count == 0 || up_to == NONE || up_to <= 0) return 0;
    return (int64_t)PLANE_WAY_CANDIDATES + drawn_count(s);
}

/* Returns the number of the candidate to be tried n-th, if any legal way will do. Straight ways
 * come first, the shortest first. Of one length those to the sides come first, then ahead and back,
 * because a unit at an edge or in a row with others has room at one of its sides. Ways toward
 * things that draw the mover near come last. */
int64_t board_plane_path_tried(int64_t count, int64_t n) {
    static const uint8_t turns[16] = {12, 4, 0, 8, 14, 2, 10, 6, 1, 9, 5, 13, 3, 11, 7, 15};
    const int64_t straight = (int64_t)PLANE_WAY_CANDIDATES;
    if (n >= straight) return count - 1 - n;
    return count - 16 * (n / 16 + 1) + turns[n % 16];
}

/* Sets *way to the i-th of the ways toward things that draw the mover near, counted from 0. Returns
 * false if there are fewer, the way is not legal, or an error was kept. The way is judged like one
 * that a player spells out, unless `judged` says that it was found legal before. */
static bool drawn_nth(struct state *s, int64_t mover, int64_t up_to, int64_t i, bool judged,
                      int64_t *way) {
    size_t mark = s->scratch_used;
    state_near_anywhere(s);
    bool yes = prim_drawn(s, mover, up_to, i, way) &&
               (judged || !board_plane_path_refused(s, mover, up_to, *way));
    if (!yes) s->scratch_used = mark;
    return yes;
}

/* Sets *way to the i-th candidate for a way, counted from 0. Returns false if there are fewer
 * candidates, this one is not legal, or an error was kept. `judged`: the candidate was found legal
 * before, and is not judged again. */
static bool path_nth(struct state *s, int64_t mover, int64_t up_to, int64_t i, bool judged,
                     int64_t *way) {
    struct prim_shapes u;
    if (i >= 0 && i < drawn_count(s)) return drawn_nth(s, mover, up_to, i, judged, way);
    i -= drawn_count(s);
    struct plane_point line[2];
    enum plane_side look;
    size_t mark = s->scratch_used;
    bool yes = i >= 0 && i < (int64_t)PLANE_WAY_CANDIDATES && up_to != NONE && up_to > 0 &&
               prim_shapes_of(s, mover, &u) && u.count > 0 &&
               prim_look(s, state_owner(s, mover), &look);
    if (yes) {
        line[0] = prim_nth(s, u, 0)->at;
        yes = plane_way_nth(line[0], look, up_to, (size_t)i, &line[1]) == PLANE_OK &&
              (judged || prim_way_fault(s, mover, u, (struct prim_way){0, 2}, line, up_to, false) ==
                             PLANE_WAY_GOOD);
    }
    s->scratch_used = mark;
    if (!yes) return false;
    const int64_t words[] = {mover, state_spot(line[0].x, line[0].y),
                             state_spot(line[1].x, line[1].y)};
    *way = state_scratch_copy(s, words, ARRAY_LEN(words));
    return true;
}

bool board_plane_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                                int64_t *way) {
    return path_nth(s, mover, up_to, i, false, way);
}

bool board_plane_path_again(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                            int64_t *way) {
    return path_nth(s, mover, up_to, i, true, way);
}

static enum plane_fault way_fault(struct state *s, int64_t mover, int64_t up_to, int64_t list) {
    struct prim_shapes u;
    struct prim_way way;
    struct view words = state_list(s, list);
    if (up_to == NONE || words.count < 2 || words.at[0] != mover) return PLANE_WAY_EMPTY;
    if (!prim_shapes_of(s, mover, &u) || u.count == 0) return PLANE_WAY_EMPTY;
    if (!prim_way_of(s, list, NULL, &way)) return PLANE_WAY_EMPTY;
    return prim_way_fault(s, mover, u, way, NULL, up_to, true);
}

const char *board_plane_path_refused(struct state *s, int64_t mover, int64_t up_to, int64_t way) {
    static const char *const said[] = {
        [PLANE_WAY_GOOD] = NULL,
        [PLANE_WAY_EMPTY] = "that way leads nowhere",
        [PLANE_WAY_START] = "that way does not begin where the mover stands",
        [PLANE_WAY_LONG] = "that way is too long",
        [PLANE_WAY_OFF] = "that way leads off the table",
        [PLANE_WAY_BLOCKED] = "something is in the way",
        [PLANE_WAY_OCCUPIED] = "something stands where that way ends",
    };
    size_t mark = s->scratch_used;
    enum plane_fault fault = way_fault(s, mover, up_to, way);
    s->scratch_used = mark;
    return said[fault];
}

/* ---- standing and moving ---- */

/* Writes the place of a thing, and notes what remembered numbers and `whenever` rules need to know
 * of the move. */
static void set_place(struct state *s, int64_t thing, int64_t spot) {
    const int64_t from = state_word(s, thing, T_PLACE);
    if (from == spot) return;
    if (from != NONE && spot != NONE && s->sites[state_kind(s, thing)].piece)
        state_step(s, thing, spot);
    else
        state_put(s, thing, T_PLACE, spot);
    if (!s->place_wakes) return;
    state_note(s, thing, s->place_wakes);
    int64_t unit = prim_unit(s, thing);
    if (unit != thing) state_note(s, unit, s->place_wakes);
}

/* Places the members of a group in formation, the first at `spot`; NONE takes all members off the
 * table. */
static bool stand_group(struct state *s, int64_t group, int64_t spot) {
    struct view members = prim_members(s, group);
    struct placed p;
    struct plane_point first;
    if (spot == NONE) {
        for (int64_t i = 0; i < members.count; i++) set_place(s, members.at[i], NONE);
        return true;
    }
    if (!placed_of(s, group, &p)) return false;
    if (plane_point(state_x(spot), state_y(spot), &first) != PLANE_OK || !form(s, &p, first)) {
        return state_fail(s, "a place is out of range");
    }
    for (int64_t i = 0; i < members.count; i++) {
        struct plane_point at = prim_nth(s, p.u, (size_t)i)->at;
        set_place(s, members.at[i], state_spot(at.x, at.y));
    }
    return true;
}

bool board_plane_stand(struct state *s, int64_t thing, int64_t spot) {
    struct plane_point at;
    if (!state_thing(s, thing)) return state_fail(s, "there is nothing to place");
    if (state_is_root(s, thing, ROOT_GROUP)) {
        size_t mark = s->scratch_used;
        bool ok = stand_group(s, thing, spot);
        s->scratch_used = mark;
        return ok;
    }
    if (spot != NONE && plane_point(state_x(spot), state_y(spot), &at) != PLANE_OK) {
        return state_fail(s, "a place is out of range");
    }
    const int32_t kind = state_kind(s, thing);
    if (spot != NONE && !s->sites[kind].stands) {
        return state_fail(s, "a %s stands nowhere: expected is a piece, a group, terrain or a zone",
                          image_text(s->img, s->img->kinds[kind].name));
    }
    set_place(s, thing, spot);
    return true;
}

/* Sets *to to the place `from` moved by a vector; NONE stays NONE. Returns false if the result is
 * out of range. */
static bool moved(int64_t from, int64_t dx, int64_t dy, int64_t *to) {
    struct plane_point at;
    *to = from;
    if (from == NONE) return true;
    if (plane_point(state_x(from) + dx, state_y(from) + dy, &at) != PLANE_OK) return false;
    *to = state_spot(at.x, at.y);
    return true;
}

bool board_plane_moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to) {
    return moved(state_word(s, piece, T_PLACE), dx, dy, to) ||
           state_fail(s, "a way leads out of range");
}

bool board_plane_carry(struct state *s, int64_t thing, int64_t way) {
    struct view words = state_list(s, way);
    if (!state_thing(s, thing)) return state_fail(s, "there is nothing to move");
    if (words.count < 3) return true;
    int64_t from = words.at[1], end = words.at[words.count - 1], to;
    int64_t dx = (int64_t)state_x(end) - state_x(from), dy = (int64_t)state_y(end) - state_y(from);
    bool group = state_is_root(s, thing, ROOT_GROUP);
    struct view who = group ? prim_members(s, thing) : (struct view){&thing, 1};
    for (int64_t i = 0; i < who.count; i++) {
        if (moved(state_word(s, who.at[i], T_PLACE), dx, dy, &to)) continue;
        return state_fail(s, "a way leads out of range");
    }
    for (int64_t i = 0; i < who.count; i++) {
        (void)moved(state_word(s, who.at[i], T_PLACE), dx, dy, &to);
        set_place(s, who.at[i], to);
    }
    return true;
}
