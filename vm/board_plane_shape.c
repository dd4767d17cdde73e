/*
 * board_plane_shape: turns things of the World into shapes of plane, keeps the shapes of groups,
 * and gathers what blocks sight, movement and ways; see board_plane_inner.h.
 */
#include "prim.h"
#include "board_plane_inner.h"

_Static_assert((int)SHAPE_CORNERS == PLANE_CORNERS, "as many corners as are computed");
_Static_assert(sizeof(struct plane_point) == sizeof(int64_t), "a point takes a word of scratch");

struct prim_shapes prim_room(struct state *s, int64_t shapes) {
    size_t bytes = (size_t)shapes * sizeof(struct plane_shape);
    int64_t handle = state_scratch(s, (int64_t)((bytes + sizeof(int64_t) - 1) / sizeof(int64_t)));
    return (struct prim_shapes){(size_t)(handle & ~SCRATCH_BIT) + 1, 0, 0};
}

/* ---- boxes ---- */

/* Returns the box around one shape. */
static struct prim_box box_around(const struct plane_shape *shape) {
    struct prim_box box = {shape->at.x, shape->at.y, shape->at.x, shape->at.y};
    if (shape->kind == PLANE_ROUND) {
        prim_box_grow(&box, (shape->a + 1) / 2);
        return box;
    }
    struct plane_shape around;
    if (shape->kind == PLANE_BOX && shape->wide == 0) {
        box.east += shape->a;
        box.north += shape->b;
        return box;
    }
    if (plane_bounds(plane_one(shape), &around) != PLANE_OK) return box;
    box.west = around.at.x, box.east = box.west + around.a;
    box.south = around.at.y, box.north = box.south + around.b;
    return box;
}

void prim_box_join(struct prim_box *box, struct prim_box other) {
    if (other.west < box->west) box->west = other.west;
    if (other.south < box->south) box->south = other.south;
    if (other.east > box->east) box->east = other.east;
    if (other.north > box->north) box->north = other.north;
}

struct prim_box prim_box_of(struct plane_set u) {
    ASSERT(u.count > 0);
    struct prim_box box = box_around(&u.shapes[0]);
    for (size_t i = 1; i < u.count; i++) prim_box_join(&box, box_around(&u.shapes[i]));
    return box;
}

struct prim_box prim_path_box(const struct state *s, struct prim_shapes u, struct prim_way way,
                              const struct plane_point *points) {
    struct prim_box box = prim_box_at(s, u), path = box;
    const struct plane_point *p = points != NULL ? points : prim_points(s, way);
    for (size_t i = 1; i < way.count; i++) {
        int64_t dx = (int64_t)p[i].x - p[0].x, dy = (int64_t)p[i].y - p[0].y;
        prim_box_join(
            &path, (struct prim_box){box.west + dx, box.south + dy, box.east + dx, box.north + dy});
    }
    prim_box_grow(&path, 2 * PLANE_TOUCH);
    return path;
}

static bool near_box(const struct plane_shape *shape, const struct prim_box *box) {
    struct prim_box own = box_around(shape);
    return prim_boxes_meet(&own, box);
}

/* ---- one thing ---- */

/* The result of looking for the shape of a thing: an error of the rules, the thing lies nowhere, or
 * the shape was found. */
enum sited { SITED_ERROR, SITED_NOWHERE, SITED_HERE };

/* Reports that a shape cannot be made. Returns SITED_ERROR. */
static enum sited wrong_shape(struct state *s, int64_t thing, enum plane_code code) {
    char name[100];
    state_text(s, (struct image_type){V_THING, 0, -1}, thing, name, sizeof name);
    if (code == PLANE_RANGE) {
        state_fail(s, "%s: its place or shape is out of range", name);
    } else {
        state_fail(s, "%s: a base is a circle, an oval or a rectangle", name);
    }
    return SITED_ERROR;
}

bool prim_table(struct state *s, struct plane_table *out) {
    int64_t size = state_global(s, G_TABLE);
    int64_t width = 1000 * UNITS_PER_INCH, depth = width;
    if (size != NONE) width = state_x(size), depth = state_y(size);
    if (plane_table(width, depth, out) == PLANE_OK) return true;
    return state_fail(s, "the size of the table is out of range");
}

static enum plane_side side_in(int32_t side) {
    switch ((enum side)side) {
    case SIDE_NORTH: return PLANE_NORTH;
    case SIDE_WEST: return PLANE_WEST;
    case SIDE_EAST: return PLANE_EAST;
    case SIDE_CENTRE: return PLANE_CENTRE;
    default: return PLANE_SOUTH;
    }
}

static enum plane_corner corner_in(int32_t side) {
    switch ((enum side)side) {
    case SIDE_NORTH_WEST: return PLANE_NORTH_WEST;
    case SIDE_NORTH_EAST: return PLANE_NORTH_EAST;
    case SIDE_SOUTH_EAST: return PLANE_SOUTH_EAST;
    default: return PLANE_SOUTH_WEST;
    }
}

/* Makes a rectangle along the axes around a centre. If an extent is odd, the greater half lies to
 * the east or north. */
static enum plane_code rectangle(const struct image_shape *shape, struct plane_point centre,
                                 struct plane_shape *out) {
    struct plane_point corner;
    if (shape->a < 0 || shape->a > PLANE_MAX || shape->b < 0 || shape->b > PLANE_MAX) {
        return PLANE_RANGE;
    }
    enum plane_code code = plane_point(centre.x - shape->a / 2, centre.y - shape->b / 2, &corner);
    return code == PLANE_OK ? plane_box(corner, shape->a, shape->b, out) : code;
}

static enum plane_code circle(int64_t radius, struct plane_point centre, struct plane_shape *out) {
    if (radius < 0 || radius > PLANE_MAX) return PLANE_RANGE;
    return plane_round(centre, 2 * radius, out);
}

static enum plane_side side_behind(enum plane_side side) {
    switch (side) {
    case PLANE_NORTH: return PLANE_SOUTH;
    case PLANE_EAST: return PLANE_WEST;
    case PLANE_WEST: return PLANE_EAST;
    default: return PLANE_NORTH;
    }
}

/* Makes one half of the table. If the middle line would lie at half a unit, it is rounded down. */
static enum plane_code half(struct plane_table table, enum side side, struct plane_shape *out) {
    int64_t w = table.width / 2, h = table.height / 2;
    switch (side) {
    case SIDE_SOUTH: return plane_strip(table, PLANE_SOUTH, h, out);
    case SIDE_NORTH: return plane_strip(table, PLANE_NORTH, table.height - h, out);
    case SIDE_WEST: return plane_strip(table, PLANE_WEST, w, out);
    case SIDE_EAST: return plane_strip(table, PLANE_EAST, table.width - w, out);
    case SIDE_CENTRE: return PLANE_RANGE;
    default: return plane_diagonal(table, corner_in((int32_t)side), out);
    }
}

static enum plane_code polygon(const struct state *s, const struct image_shape *shape,
                               struct plane_shape *out) {
    const struct plane_point *corners = (const void *)(s->corners + 2 * (size_t)shape->first_point);
    return plane_polygon(corners, (size_t)shape->points, out);
}

/* Makes the outline of terrain or a zone from a row of the image. `at`: the centre of a rectangle
 * or oval. Circles and rings are made elsewhere. */
static enum plane_code outline(const struct state *s, const struct image_shape *shape,
                               struct plane_point at, struct plane_table table,
                               struct plane_shape *out) {
    switch ((enum shape_what)shape->what) {
    case SHAPE_RECTANGLE: return rectangle(shape, at, out);
    case SHAPE_OVAL: return plane_oval(at, shape->a, shape->b, (struct plane_point){0, 0}, out);
    case SHAPE_STRIP: return plane_strip(table, side_in(shape->side), shape->a, out);
    case SHAPE_CORNER: return plane_corner(table, corner_in(shape->side), shape->a, out);
    case SHAPE_QUARTER: return plane_quarter(table, corner_in(shape->side), out);
    case SHAPE_HALF: return half(table, (enum side)shape->side, out);
    case SHAPE_POLYGON: return polygon(s, shape, out);
    case SHAPE_CIRCLE:
    case SHAPE_RING: break;
    }
    return PLANE_NONE;
}

/* Sets *out to a vector in the direction in which a piece faces. The piece's `facing` counts
 * sixteenths of a turn clockwise from north; none: the piece faces as its owner looks. */
static bool facing_of(struct state *s, int64_t piece, struct plane_point *out) {
    int32_t word = s->sites[state_kind(s, piece)].facing;
    int64_t n = word ? state_word(s, piece, (uint32_t)word) : NONE;
    enum plane_side look = PLANE_NORTH;
    if (n == NONE) {
        if (!prim_look(s, state_owner(s, piece), &look)) return false;
        n = 4 * (int64_t)look;
    }
    *out = plane_bearing((size_t)(n % 16 + 16) % 16, 1 << 20);
    return true;
}

/* Sets *out to the base of a piece at a place, if the base is an oval or a rectangle, and *code to
 * PLANE_OK if it could be made. For another shape *code becomes PLANE_NONE. Returns false after an
 * error of the rules. */
static bool base_at(struct state *s, int64_t piece, const struct image_shape *shape,
                    struct plane_point at, struct plane_shape *out, enum plane_code *code) {
    struct plane_point facing;
    *code = PLANE_NONE;
    if (shape->what != SHAPE_OVAL && shape->what != SHAPE_RECTANGLE) return true;
    if (!facing_of(s, piece, &facing)) return false;
    *code = shape->what == SHAPE_OVAL ? plane_oval(at, shape->a, shape->b, facing, out)
                                      : plane_oblong(at, shape->a, shape->b, facing, out);
    return true;
}

/* Finds an outline, or a base, that is no circle. `place`: where the thing stands; NONE: it has no
 * place. */
static enum sited site_other(struct state *s, int64_t thing, const struct image_shape *shape,
                             int64_t place, struct plane_shape *out) {
    struct plane_table table = {0};
    struct plane_point at = {0, 0};
    enum plane_code code = PLANE_NONE;
    bool piece = s->sites[state_kind(s, thing)].piece;
    bool centred = piece || shape->what == SHAPE_RECTANGLE || shape->what == SHAPE_OVAL;
    if (centred && place == NONE) return SITED_NOWHERE;
    if (!prim_table(s, &table)) return SITED_ERROR;
    if (centred && plane_point(state_x(place), state_y(place), &at) != PLANE_OK) {
        return wrong_shape(s, thing, PLANE_RANGE);
    }
    if (!piece) {
        code = outline(s, shape, at, table, out);
    } else if (!base_at(s, thing, shape, at, out, &code)) {
        return SITED_ERROR;
    }
    return code == PLANE_OK ? SITED_HERE : wrong_shape(s, thing, code);
}

/* A piece with a round base is the common case, so its shape is found here by a short way. The
 * function `site` finds the shape of any thing that is no group. */
bool prim_round(const struct state *s, int64_t thing, struct plane_shape *out) {
    const int64_t *record = s->w.base[SEG_THINGS] + (size_t)thing * s->stride;
    const struct state_site *kind = &s->sites[record[T_KIND]];
    int64_t place = record[T_PLACE], number = record[kind->shape];
    if (!kind->piece || !kind->shape || place == NONE) return false;
    if ((uint64_t)number >= (uint64_t)s->img->shapes_count) return false;
    const struct image_shape *shape = &s->img->shapes[number];
    if (shape->what != SHAPE_CIRCLE || (uint64_t)shape->a > PLANE_MAX) return false;
    struct plane_point at;
    return plane_point(state_x(place), state_y(place), &at) == PLANE_OK &&
           plane_round(at, 2 * (int64_t)shape->a, out) == PLANE_OK;
}

/* Finds the shape of a thing whose outline is no ring. A piece without a base is a point. */
static enum sited site_itself(struct state *s, int64_t thing, struct plane_shape *out) {
    const int64_t *record = s->w.base[SEG_THINGS] + (size_t)thing * s->stride;
    const struct state_site *kind = &s->sites[record[T_KIND]];
    int64_t place = record[T_PLACE], number = kind->shape ? record[kind->shape] : NONE;
    if (kind->piece ? place == NONE : number == NONE) return SITED_NOWHERE;
    int64_t radius = 0;
    if (number != NONE) {
        if (number < 0 || number >= s->img->shapes_count) return wrong_shape(s, thing, PLANE_RANGE);
        const struct image_shape *shape = &s->img->shapes[number];
        if (!kind->piece && shape->centre != NONE) place = shape->centre;
        if (shape->what != SHAPE_CIRCLE) return site_other(s, thing, shape, place, out);
        if (place == NONE) return SITED_NOWHERE;
        radius = shape->a;
    }
    struct plane_point at;
    enum plane_code code = plane_point(state_x(place), state_y(place), &at);
    if (code == PLANE_OK) code = circle(radius, at, out);
    return code == PLANE_OK ? SITED_HERE : wrong_shape(s, thing, code);
}

/* Returns the shape of a thing if it is a ring (all within some distance of another thing),
 * otherwise NULL. */
static const struct image_shape *ring_of(const struct state *s, int64_t thing) {
    const struct state_site *kind = &s->sites[state_kind(s, thing)];
    int64_t number = kind->shape ? state_word(s, thing, (uint32_t)kind->shape) : NONE;
    if (number < 0 || number >= s->img->shapes_count) return NULL;
    return s->img->shapes[number].what == SHAPE_RING ? &s->img->shapes[number] : NULL;
}

/* Finds the outline of a ring: everything within its depth (ring->a) of the first instance of the
 * blueprint that it lies round (ring->b) which lies somewhere. */
static enum sited site_ring(struct state *s, const struct image_shape *ring,
                            struct plane_shape *out) {
    struct view round = state_instances(s, (int32_t)ring->b);
    for (int64_t i = 0; i < round.count; i++) {
        if (ring_of(s, round.at[i]) != NULL) {
            state_fail(s, "a ring lies round another ring");
            return SITED_ERROR;
        }
        enum sited sited = site_itself(s, round.at[i], out);
        if (sited == SITED_NOWHERE) continue;
        if (sited == SITED_HERE && plane_grow(out, ring->a) != PLANE_OK) {
            return wrong_shape(s, round.at[i], PLANE_RANGE);
        }
        return sited;
    }
    return SITED_NOWHERE;
}

/* Finds the shape of any thing but a group, where the thing stands. */
static enum sited site(struct state *s, int64_t thing, struct plane_shape *out) {
    const struct image_shape *ring =
        s->sites[state_kind(s, thing)].piece ? NULL : ring_of(s, thing);
    return ring ? site_ring(s, ring, out) : site_itself(s, thing, out);
}

struct view prim_members(const struct state *s, int64_t group) {
    int32_t field = s->img->kinds[state_kind(s, group)].members;
    struct view members = {NULL, 0};
    if (field >= 0) {
        members = state_list(s, state_word(s, group, (uint32_t)s->img->fields[field].slot));
    }
    if (members.count > 0) return members;
    addr last = state_at(s, group, T_HOLDER);
    if (s->w.base[SEG_THINGS][ADDR_INDEX(last)] <= 0) return members;
    if (!state_is_root(s, world_get(&s->w, last), ROOT_PIECE)) return members;
    return (struct view){&s->w.base[SEG_THINGS][ADDR_INDEX(last)], 1};
}

int64_t prim_unit(const struct state *s, int64_t thing) {
    if (thing <= 0 || !s->sites[state_kind(s, thing)].piece) return thing;
    int64_t holder = state_word(s, thing, T_HOLDER);
    return state_is_root(s, holder, ROOT_GROUP) ? holder : thing;
}

int64_t prim_most(const struct state *s, int64_t thing) {
    if (!state_thing(s, thing)) return 1;
    return state_is_root(s, thing, ROOT_GROUP) ? prim_members(s, thing).count : 1;
}

/* Appends the shape of a thing that is no group, if the thing lies somewhere. */
static bool add_one(struct state *s, int64_t thing, struct prim_shapes *to) {
    struct plane_shape *out = prim_nth(s, *to, to->count);
    if (MYTH_LIKELY(prim_round(s, thing, out))) {
        to->count++;
        return true;
    }
    enum sited sited = site(s, thing, out);
    if (sited == SITED_HERE) to->count++;
    return sited != SITED_ERROR;
}

static bool known(struct state *s, int64_t thing) {
    return state_thing(s, thing) || state_fail(s, "no thing has the number %lld", (long long)thing);
}

bool prim_add(struct state *s, int64_t thing, struct prim_shapes *to) {
    if (thing == NONE) return true;
    if (!known(s, thing)) return false;
    if (!state_is_root(s, thing, ROOT_GROUP)) return add_one(s, thing, to);
    struct view members = prim_members(s, thing);
    for (int64_t i = 0; i < members.count; i++) {
        if (!add_one(s, members.at[i], to)) return false;
    }
    return true;
}

/* Entries of things keep facts about them between questions. New entries are zero. */
struct state_stood *prim_stood_grow(struct state *s, int64_t thing) {
    s->stood =
        memory_grow_zeroed(s->stood, &s->stood_capacity, (size_t)thing + 1, sizeof *s->stood);
    return &s->stood[thing];
}

/* Makes room for `count` kept shapes of a group. If the group had less room before, that room stays
 * unused until the next battle. */
static struct state_stood *stood_room(struct state *s, int64_t group, size_t count) {
    struct state_stood *kept = prim_stood_grow(s, group);
    if (kept->room >= count) return kept;
    kept->at = (uint32_t)s->stood_used;
    kept->room = (uint32_t)count;
    s->stood_used += count;
    s->stood_shapes = memory_grow(s->stood_shapes, &s->stood_shapes_capacity, s->stood_used,
                                  sizeof(struct plane_shape));
    return kept;
}

/* Gathers the bases of a group's members into the room kept for it, with the box around them.
 * Returns false if some member has no round base or no place. *whole: the caller sets it to whether
 * as many bases were gathered the last time; it is then set to whether all members have moved by
 * the same vector since, with the same bases. */
static bool gather_group(struct state *s, struct view members, struct state_stood *kept,
                         bool *whole) {
    struct plane_shape *shapes = s->stood_shapes; /* NULL while no group has had a member */
    int64_t kind = -1, number = -1;
    int32_t half = 0;
    struct plane_shape base;
    int64_t dx = 0, dy = 0;
    kept->west = kept->south = INT32_MAX, kept->east = kept->north = INT32_MIN;
    for (int64_t i = 0; i < members.count; i++) {
        const int64_t *record = s->w.base[SEG_THINGS] + (size_t)members.at[i] * s->stride;
        /* If a member has the same base as the one before, as most have, the base is not looked up
         * again. */
        bool same = i > 0 && record[T_KIND] == kind && record[s->sites[kind].shape] == number;
        int64_t place = record[T_PLACE]; /* NONE gives a point that is out of range */
        struct plane_point at;
        if (plane_point(state_x(place), state_y(place), &at) != PLANE_OK) return false;
        if (!same) {
            if (!prim_round(s, members.at[i], &base)) return false;
            kind = record[T_KIND];
            number = record[s->sites[kind].shape];
            half = (base.a + 1) / 2;
        }
        struct plane_shape *shape = &shapes[kept->at + i];
        if (*whole) {
            const int64_t x = (int64_t)at.x - shape->at.x, y = (int64_t)at.y - shape->at.y;
            if (i == 0) dx = x, dy = y;
            *whole = x == dx && y == dy && shape->a == base.a;
        }
        *shape = base;
        shape->at = at;
        if (at.x - half < kept->west) kept->west = at.x - half;
        if (at.x + half > kept->east) kept->east = at.x + half;
        if (at.y - half < kept->south) kept->south = at.y - half;
        if (at.y + half > kept->north) kept->north = at.y + half;
    }
    return true;
}

const struct state_stood *prim_gather(struct state *s, int64_t thing) {
    if (!state_thing(s, thing) || !state_is_root(s, thing, ROOT_GROUP)) return NULL;
    struct view members = prim_members(s, thing);
    struct state_stood *kept = stood_room(s, thing, (size_t)members.count);
    bool whole = kept->count > 0 && kept->count == members.count;
    kept->since = kept->count = 0;
    if (!gather_group(s, members, kept, &whole)) return NULL;
    kept->count = (uint32_t)members.count;
    if (!whole) kept->together = INT64_MAX;
    kept->since = s->w.anew + 1;
    return kept;
}

int64_t prim_group_of(const struct state *s, struct view things) {
    if (things.count == 0 || !state_thing(s, things.at[0])) return NONE;
    int64_t group = state_word(s, things.at[0], T_HOLDER);
    if (!state_is_root(s, group, ROOT_GROUP)) return NONE;
    struct view members = prim_members(s, group);
    return members.at == things.at && members.count == things.count ? group : NONE;
}

static struct plane_set set_of(const struct state *s, const struct state_stood *kept) {
    return (struct plane_set){(struct plane_shape *)s->stood_shapes + kept->at, kept->count};
}

bool prim_stood_gap(struct state *s, int64_t a, int64_t b, int64_t most, bool *apart,
                    int64_t *far) {
    if (!prim_stood(s, a) || !prim_stood(s, b)) return false;
    const struct state_stood *u = &s->stood[a], *v = &s->stood[b];
    *far = 0;
    *apart = u->count == 0 || v->count == 0 || (int64_t)u->west - v->east > most ||
             (int64_t)v->west - u->east > most || (int64_t)u->south - v->north > most ||
             (int64_t)v->south - u->north > most;
    if (!*apart) *far = plane_distance(set_of(s, u), set_of(s, v), NULL);
    return true;
}

bool prim_shapes_of(struct state *s, int64_t thing, struct prim_shapes *out) {
    const struct state_stood *kept = prim_stood(s, thing);
    if (kept != NULL) {
        *out = (struct prim_shapes){kept->at, kept->count, thing};
        return true;
    }
    const struct prim_site *site = prim_site_by(s, thing);
    if (site != NULL && site->known) {
        *out = prim_room(s, 1);
        if (site->here) *prim_nth(s, *out, out->count++) = site->shape;
        return true;
    }
    *out = prim_room(s, prim_most(s, thing));
    return prim_add(s, thing, out);
}

/* Sets *out to the base of a piece at (0, 0), whether the piece has a place or not. */
static bool base_of(struct state *s, int64_t piece, struct plane_shape *out) {
    const struct state_site *kind = &s->sites[state_kind(s, piece)];
    int64_t number = kind->shape ? state_word(s, piece, (uint32_t)kind->shape) : NONE;
    if (!kind->piece) return state_fail(s, "only pieces and groups of pieces can be placed");
    int64_t radius = 0;
    if (number != NONE) {
        if (number < 0 || number >= s->img->shapes_count) {
            return wrong_shape(s, piece, PLANE_RANGE) == SITED_HERE;
        }
        const struct image_shape *shape = &s->img->shapes[number];
        if (shape->what != SHAPE_CIRCLE) {
            enum plane_code code;
            if (!base_at(s, piece, shape, (struct plane_point){0, 0}, out, &code)) return false;
            return code == PLANE_OK || wrong_shape(s, piece, code) == SITED_HERE;
        }
        radius = shape->a;
    }
    enum plane_code code = circle(radius, (struct plane_point){0, 0}, out);
    return code == PLANE_OK || wrong_shape(s, piece, code) == SITED_HERE;
}

bool prim_bases_of(struct state *s, int64_t thing, struct prim_shapes *out) {
    if (!known(s, thing)) return false;
    *out = prim_room(s, prim_most(s, thing));
    bool group = state_is_root(s, thing, ROOT_GROUP);
    struct view members = group ? prim_members(s, thing) : (struct view){&thing, 1};
    for (int64_t i = 0; i < members.count; i++) {
        if (!base_of(s, members.at[i], prim_nth(s, *out, out->count++))) return false;
    }
    return true;
}

/* ---- looking ---- */

/* Sets *edge to the edge of the table along which a shape touches it for the greatest length; of
 * equals the first of south, north, west, east counts. Shapes other than boxes and wedges count as
 * touching an edge in a point. Returns false if the shape touches no edge. */
static bool edge_touched(const struct plane_shape *shape, struct plane_table table,
                         enum plane_side *edge) {
    struct prim_box box = box_around(shape);
    bool sided = shape->kind == PLANE_BOX || shape->kind == PLANE_WEDGE;
    int64_t wide = sided ? shape->a : 0, high = sided ? shape->b : 0;
    if (shape->kind == PLANE_WEDGE) { /* a wedge lies only along the edges at its corner */
        box = (struct prim_box){shape->at.x, shape->at.y, shape->at.x, shape->at.y};
        wide = wide < 0 ? -wide : wide;
        high = high < 0 ? -high : high;
    }
    const struct {
        int64_t gap, along;
        enum plane_side side;
    } edges[] = {{box.south, wide, PLANE_SOUTH},
                 {table.height - box.north, wide, PLANE_NORTH},
                 {box.west, high, PLANE_WEST},
                 {table.width - box.east, high, PLANE_EAST}};
    int64_t best = -1;
    for (size_t i = 0; i < ARRAY_LEN(edges); i++) {
        if (edges[i].gap > PLANE_TOUCH || edges[i].along <= best) continue;
        best = edges[i].along;
        *edge = edges[i].side;
    }
    return best >= 0;
}

void prim_site_find(struct state *s, int64_t thing, struct prim_site *out) {
    struct plane_table table = {0};
    *out = (struct prim_site){.thing = thing};
    if (s->error.text[0] || ring_of(s, thing) != NULL) return;
    enum sited sited = prim_table(s, &table) ? site_itself(s, thing, &out->shape) : SITED_ERROR;
    out->known = sited != SITED_ERROR;
    out->here = sited == SITED_HERE;
    /* The error is not kept here: it is found again and reported when a rule asks for the thing. */
    if (!out->known) s->error.text[0] = '\0';
    if (!out->here) return;
    out->box = box_around(&out->shape);
    out->edged = edge_touched(&out->shape, table, &out->edge);
}

/* Sets *is to whether a zone lies along an edge of the table, and *edge to that edge. n: the number
 * of the zone among all zones. Returns false after an error. */
static bool edge_along(struct state *s, int64_t n, int64_t zone, enum plane_side *edge, bool *is) {
    const struct prim_site *known = prim_site_of(s, ROOT_ZONE, n, zone);
    if (known != NULL && known->known) {
        *is = known->edged;
        *edge = known->edge;
        return true;
    }
    struct plane_shape outline;
    struct plane_table table = {0};
    enum sited sited = site(s, zone, &outline);
    if (sited == SITED_ERROR || !prim_table(s, &table)) return false;
    *is = sited == SITED_HERE && edge_touched(&outline, table, edge);
    return true;
}

bool prim_look(struct state *s, int64_t player, enum plane_side *look) {
    struct view zones = state_extent(s, s->img->root[ROOT_ZONE]);
    struct plane_table table = {0};
    if (!prim_table(s, &table)) return false;
    for (int64_t i = 0; i < zones.count && player != NONE; i++) {
        enum plane_side edge = PLANE_SOUTH;
        bool is;
        if (state_owner(s, zones.at[i]) != player) continue;
        if (!edge_along(s, i, zones.at[i], &edge, &is)) return false;
        if (is) {
            *look = side_behind(edge);
            return true;
        }
    }
    *look = state_player_number(s, player) % 2 == 1 ? PLANE_SOUTH : PLANE_NORTH;
    return true;
}

/* ---- what blocks ---- */

/* Whether a yes_no field of terrain is yes. `word` is the word of the field in the record; 0: this
 * kind of terrain has no such field. */
static bool has_trait(const struct state *s, int64_t thing, int32_t word) {
    return word != 0 && state_word(s, thing, (uint32_t)word) == 1;
}

bool board_plane_blocks_sight(const struct state *s, int64_t thing, int64_t seer, int64_t seen) {
    if (!state_thing(s, thing)) return false;
    const struct state_site *kind = &s->sites[state_kind(s, thing)];
    if (!kind->piece) return has_trait(s, thing, kind->blocks_sight);
    int64_t unit = prim_unit(s, thing);
    return unit != prim_unit(s, seer) && unit != prim_unit(s, seen);
}

bool board_plane_blocks_move(const struct state *s, int64_t thing, int64_t mover) {
    if (!state_thing(s, thing)) return false;
    const struct state_site *kind = &s->sites[state_kind(s, thing)];
    if (!kind->piece) return has_trait(s, thing, kind->blocks_move);
    return prim_unit(s, thing) != prim_unit(s, mover);
}

/* The lane between two boxes: a line between their middles, so wide that every base which touches a
 * line from one box to the other has its place in the lane. */
struct lane {
    struct plane_point from, to;
    int64_t wide;
};

/* Returns the middle of a box, and raises *reach, if it is less, to the sum of how far the box
 * reaches from its middle to the east and to the north. */
static struct plane_point middle_of(const struct prim_box *box, int64_t *reach) {
    int64_t x = (box->west + box->east) / 2, y = (box->south + box->north) / 2;
    int64_t far = box->east - x + box->north - y;
    if (far > *reach) *reach = far;
    return (struct plane_point){(int32_t)x, (int32_t)y};
}

static struct lane lane_of(struct state *s, const struct prim_box *a, const struct prim_box *b) {
    int64_t reach = 0;
    struct lane lane;
    lane.from = middle_of(a, &reach);
    lane.to = middle_of(b, &reach);
    lane.wide = 2 * (reach + prim_widest(s) + 2 * PLANE_TOUCH);
    return lane;
}

/* Whether a place lies outside a lane. */
static bool beside_lane(const struct lane *lane, int64_t x, int64_t y) {
    struct plane_shape spot = {.kind = PLANE_ROUND, .at = {(int32_t)x, (int32_t)y}};
    return !plane_crossed(lane->from, lane->to, lane->wide, plane_one(&spot));
}

/* The yes_no field that terrain must have for a walk: blocks_sight, blocks_move, or none of
 * them. */
enum trait { TRAIT_ANY, TRAIT_SIGHT, TRAIT_MOVE };

static bool has_this(const struct state *s, int64_t terrain, enum trait trait) {
    const struct state_site *kind = &s->sites[state_kind(s, terrain)];
    if (trait == TRAIT_ANY) return true;
    return has_trait(s, terrain, trait == TRAIT_SIGHT ? kind->blocks_sight : kind->blocks_move);
}

/* A walk over the pieces that touch a box and, if there is a lane, have their place in the lane,
 * and then over the terrain that touches the box. */
struct walk {
    struct state *s;
    struct prim_near near; /* pieces still to be looked at */
    struct view terrain;
    int64_t a, b; /* things that are passed over, with the pieces that they hold; 0: nothing */
    const struct prim_box *box;
    const struct lane *lane; /* NULL: pieces are not tested for lying in a lane */
    enum trait trait;        /* terrain without this trait is passed over */
    /* position in `terrain`; the present thing; its unit, if it is a piece */
    int64_t next, thing, unit;
    bool piece;               /* the present thing is a piece */
    struct plane_shape shape; /* the shape of the present thing */
    bool failed;              /* an error of the rules has ended the walk */
};

/* Prepares a walk. `pieces` false: over the terrain only. */
static struct walk walk_of(struct state *s, int64_t a, int64_t b, const struct prim_box *box,
                           bool pieces) {
    struct walk w = {.s = s,
                     .terrain = state_extent(s, s->img->root[ROOT_TERRAIN]),
                     .a = a > 0 ? a : 0,
                     .b = b > 0 ? b : 0,
                     .box = box,
                     .piece = pieces};
    if (pieces) w.near = prim_near(s, *box, w.a, w.b);
    return w;
}

/* Returns how many things a walk that has just been prepared meets at most. */
static int64_t walk_most(const struct walk *w) {
    return w->near.count + w->terrain.count;
}

/* Makes a piece the present thing. Returns true if it touches the box and is not passed over; its
 * shape is then w->shape. */
static inline bool is_met(struct walk *w, const struct prim_piece *piece) {
    const struct plane_shape *base = &piece->base;
    w->thing = piece->thing;
    w->unit = piece->unit;
    if (piece->round && !prim_round_in(base, w->box)) return false;
    if (piece->holder == w->a || piece->holder == w->b) return false;
    if (piece->thing == w->a || piece->thing == w->b) return false;
    if (w->lane != NULL && beside_lane(w->lane, base->at.x, base->at.y)) return false;
    if (piece->round) {
        w->shape = *base;
        return true;
    }
    enum sited sited = site(w->s, w->thing, &w->shape);
    w->failed = sited == SITED_ERROR;
    return sited == SITED_HERE && near_box(&w->shape, w->box);
}

/* Returns true if the present terrain touches the box; its shape is then w->shape. `known`: its
 * site, or NULL. */
static bool lies_in(struct walk *w, const struct prim_site *known) {
    if (known != NULL && known->known) {
        if (!known->here || !prim_boxes_meet(&known->box, w->box)) return false;
        w->shape = known->shape;
        return true;
    }
    enum sited sited = site(w->s, w->thing, &w->shape);
    w->failed = sited == SITED_ERROR;
    return sited == SITED_HERE && near_box(&w->shape, w->box);
}

/* Goes to the next thing. Returns false if there are no more, or after an error (w->failed). */
static bool walk_next(struct walk *w) {
    while (w->piece) {
        const struct prim_piece *piece = prim_near_next(w->s, &w->near);
        w->piece = piece != NULL;
        if (w->piece && is_met(w, piece)) return true;
        if (w->failed) return false;
    }
    while (w->next < w->terrain.count) {
        int64_t n = w->next++;
        w->thing = w->terrain.at[n];
        if (w->thing == w->a || w->thing == w->b) continue;
        if (!has_this(w->s, w->thing, w->trait)) continue;
        if (lies_in(w, prim_site_of(w->s, ROOT_TERRAIN, n, w->thing))) return true;
        if (w->failed) return false;
    }
    return false;
}

bool prim_sight(struct state *s, int64_t a, int64_t b, const struct prim_box ends[2],
                struct prim_shapes *out) {
    int32_t quantity = s->img->blocks_sight;
    bool ruled = prim_ruled(s, quantity);
    /* a, b and their units, which do not block */
    const int64_t but[] = {a > 0 ? a : 0, b > 0 ? b : 0, prim_unit(s, a), prim_unit(s, b)};
    const int64_t terrain = state_extent(s, s->img->root[ROOT_TERRAIN]).count;
    struct prim_box box = ends[0];
    struct lane lane;
    prim_box_join(&box, ends[1]);
    prim_box_grow(&box, 2 * PLANE_TOUCH);
    const bool pieces = ruled || !prim_round_near(s, &box, but, terrain, out);
    struct walk w = walk_of(s, a, b, &box, pieces);
    if (!ruled) w.trait = TRAIT_SIGHT;
    if (ruled || !prim_near_few(s)) lane = lane_of(s, &ends[0], &ends[1]), w.lane = &lane;
    if (pieces) *out = prim_room(s, walk_most(&w));
    while (walk_next(&w)) {
        const int64_t args[] = {w.thing, a, b};
        bool blocks = false;
        if (!ruled) {
            blocks = w.piece ? w.unit != but[2] && w.unit != but[3]
                             : board_plane_blocks_sight(s, w.thing, a, b);
        } else if (!prim_ask_truth(s, quantity, args, ARRAY_LEN(args), &blocks)) {
            return false;
        }
        if (blocks) *prim_nth(s, *out, out->count++) = w.shape;
    }
    return !w.failed;
}

/* Whether a thing may be of the kind `kind` (NONE: any) and also of the root kind `root`, such as
 * piece or terrain. */
static bool may_be(const struct state *s, int64_t kind, enum kind_root root) {
    int32_t of = s->img->root[root];
    return kind == NONE || image_kind_is(s->img, (int32_t)kind, of) ||
           image_kind_is(s->img, of, (int32_t)kind);
}

bool prim_obstacles(struct state *s, const int64_t args[3], const struct prim_box ends[2],
                    struct prim_shapes *out, int64_t owners) {
    struct prim_box box = ends[0];
    struct lane lane;
    prim_box_join(&box, ends[1]);
    prim_box_grow(&box, 2 * PLANE_TOUCH);
    bool pieces = may_be(s, args[2], ROOT_PIECE);
    struct walk w = walk_of(s, args[0], args[1], &box, pieces);
    if (!may_be(s, args[2], ROOT_TERRAIN)) w.terrain.count = 0;
    if (pieces && !prim_near_few(s)) lane = lane_of(s, &ends[0], &ends[1]), w.lane = &lane;
    *out = prim_room(s, walk_most(&w));
    while (walk_next(&w)) {
        *prim_nth(s, *out, out->count++) = w.shape;
        state_scratch_add(s, owners, w.thing);
    }
    return !w.failed;
}

bool prim_ground(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box, bool way,
                 struct plane_ground *out) {
    return prim_ground_and(s, mover, goal, box, way, &(struct prim_more){.seen = 0}, out);
}

int64_t prim_bits(struct state *s) {
    int64_t words = (world_used(&s->w, SEG_THINGS) / s->stride + 63) / 64;
    int64_t handle = state_scratch(s, words);
    for (int64_t i = 0; i < words; i++) state_scratch_add(s, handle, 0);
    return handle;
}

void prim_bit_set(struct state *s, int64_t bits, int64_t thing) {
    uint64_t *words = (uint64_t *)(void *)(s->scratch + (bits & ~SCRATCH_BIT) + 1);
    words[thing / 64] |= UINT64_C(1) << (thing % 64);
}

static bool bit_of(const struct state *s, int64_t bits, int64_t thing) {
    if (bits == 0) return false;
    return (uint64_t)state_list(s, bits).at[thing / 64] >> (thing % 64) & 1;
}

bool prim_ground_and(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box,
                     bool way, const struct prim_more *more, struct plane_ground *out) {
    int32_t quantity = s->img->blocks_move;
    bool ruled = prim_ruled(s, quantity);
    struct walk w = walk_of(s, mover, goal, box, true);
    if (!ruled) w.trait = TRAIT_MOVE;
    size_t most = (size_t)walk_most(&w) + more->shapes.count, standing = most;
    int64_t own = prim_unit(s, mover);
    struct prim_shapes list = prim_room(s, (int64_t)most);
    for (size_t i = 0; i < more->shapes.count; i++) {
        *prim_nth(s, list, list.count++) = *prim_nth(s, more->shapes, i);
    }
    if (!prim_table(s, &out->table)) return false;
    while (walk_next(&w)) {
        /* Blockers fill the list from the front. Pieces that may be passed, but not stood on, fill
         * it from the back. */
        bool piece = w.piece, blocks = piece && !way;
        if (bit_of(s, more->seen, w.thing)) continue;
        if ((way && !(piece && bit_of(s, more->through, w.thing))) || !piece) {
            const int64_t args[] = {w.thing, mover};
            if (!ruled) {
                blocks = piece ? w.unit != own : board_plane_blocks_move(s, w.thing, mover);
            } else if (!prim_ask_truth(s, quantity, args, ARRAY_LEN(args), &blocks)) {
                return false;
            }
        }
        if (blocks) {
            *prim_nth(s, list, list.count++) = w.shape;
        } else if (piece) {
            *prim_nth(s, list, --standing) = w.shape;
        }
    }
    out->known = NULL;
    out->blockers = prim_set(s, list);
    out->standing = (struct plane_set){prim_nth(s, list, standing), most - standing};
    return !w.failed;
}

/* ---- a way ---- */

/* The things that a way meets, with the shape of each. */
struct met {
    struct prim_shapes shapes;
    int64_t things; /* a scratch list: for each shape the id of its thing, negative for terrain */
};

/* Gathers the things that a way meets, among those that touch the box `path` around it. If the
 * rules have no rows for blocks_move, terrain that does not block moves is left out. Returns false
 * after an error. */
static bool met_by(struct state *s, int64_t mover, struct prim_shapes u, struct prim_way way,
                   const struct plane_point *points, const struct prim_box *path, struct met *out) {
    struct walk w = walk_of(s, mover, NONE, path, true);
    const int64_t most = walk_most(&w);
    out->shapes = prim_room(s, most);
    if (!prim_ruled(s, s->img->blocks_move)) w.trait = TRAIT_MOVE;
    out->things = state_scratch(s, most);
    const int64_t room = state_scratch(s, most);
    struct prim_shapes *list = &out->shapes;
    while (walk_next(&w)) {
        *prim_nth(s, *list, list->count++) = w.shape;
        state_scratch_add(s, out->things, w.piece ? w.thing : -w.thing);
    }
    if (w.failed || list->count == 0) return !w.failed;
    bool *is_met = (bool *)(s->scratch + (room & ~SCRATCH_BIT) + 1);
    if (points == NULL) points = prim_points(s, way);
    plane_way_meets(prim_set(s, u), points, way.count, prim_set(s, *list), is_met);
    int64_t *things = s->scratch + (out->things & ~SCRATCH_BIT) + 1;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!is_met[i]) continue;
        *prim_nth(s, *list, kept) = *prim_nth(s, *list, i);
        things[kept++] = things[i];
    }
    things[-1] = (int64_t)(list->count = kept);
    return true;
}

/* Whether the mover would overlap a piece where the way ends. A piece that may be passed counts,
 * too. */
static bool ends_on_piece(const struct state *s, struct prim_shapes u, struct prim_way way,
                          const struct plane_point *points, const struct met *met) {
    const struct view things = state_list(s, met->things);
    const struct plane_set all = prim_set(s, met->shapes);
    size_t pieces = 0; /* pieces are listed before terrain */
    while (pieces < all.count && things.at[pieces] > 0) pieces++;
    if (points == NULL) points = prim_points(s, way);
    return plane_ends_on(prim_set(s, u), points, way.count, (struct plane_set){all.shapes, pieces});
}

/* Sets *blocked to whether something that the way meets blocks the move, by the truth blocks_move.
 * Returns false after an error. */
static bool is_blocked(struct state *s, int64_t mover, const struct met *met, bool *blocked) {
    const bool ruled = prim_ruled(s, s->img->blocks_move);
    const int64_t own = prim_unit(s, mover);
    *blocked = false;
    for (size_t i = 0; i < met->shapes.count && !*blocked; i++) {
        const int64_t entry = view_at(state_list(s, met->things), (int64_t)i);
        const int64_t args[] = {entry < 0 ? -entry : entry, mover};
        if (!ruled) {
            *blocked =
                entry > 0 ? prim_unit(s, entry) != own : board_plane_blocks_move(s, -entry, mover);
        } else if (!prim_ask_truth(s, s->img->blocks_move, args, ARRAY_LEN(args), blocked)) {
            return false;
        }
    }
    return true;
}

/* Whether the way leads somewhere, begins where the mover is, and is not too long. */
static bool is_way(const struct state *s, struct prim_shapes u, struct prim_way way,
                   const struct plane_point *points, int64_t up_to) {
    const struct plane_point *p = points != NULL ? points : prim_points(s, way);
    const struct plane_point at = prim_nth(s, u, 0)->at;
    const int64_t length = plane_way_length(p, way.count);
    return length > 0 && length <= up_to && p[0].x == at.x && p[0].y == at.y;
}

/* Whether the box `path` lies on the table, or beyond its edges by at most `but` units. */
static bool on_table(const struct prim_box *path, struct plane_table table, int64_t but) {
    return path->west >= -but && path->south >= -but && path->east <= table.width + but &&
           path->north <= table.height + but;
}

enum plane_fault prim_way_fault(struct state *s, int64_t mover, struct prim_shapes u,
                                struct prim_way way, const struct plane_point *points,
                                int64_t up_to, bool reason) {
    const struct prim_box path = prim_path_box(s, u, way, points);
    struct plane_ground bare = {.blockers = {NULL, 0}, .standing = {NULL, 0}};
    struct met met;
    bool blocked;
    if (!prim_table(s, &bare.table)) return PLANE_WAY_EMPTY;
    state_near_box(s, path.west, path.south, path.east, path.north);
    /* A way that leaves the table, or is no way, is refused whatever it meets. The box `path` is
     * 2 * PLANE_TOUCH wider than what the mover touches. So only a box that leaves the table by
     * more shows by itself that the way does. */
    if (!reason && !on_table(&path, bare.table, 3 * PLANE_TOUCH)) return PLANE_WAY_OFF;
    if (!on_table(&path, bare.table, 0) || !is_way(s, u, way, points, up_to)) {
        const struct plane_point *p = points != NULL ? points : prim_points(s, way);
        enum plane_fault fault = plane_way_judge(prim_set(s, u), p, way.count, up_to, &bare);
        if (fault != PLANE_WAY_GOOD) return fault;
    }
    if (!met_by(s, mover, u, way, points, &path, &met)) return PLANE_WAY_EMPTY;
    if (met.shapes.count == 0) return PLANE_WAY_GOOD;
    /* A way that ends on a piece is refused in any case. Whether the piece also blocks the way
     * matters only for the reason that is reported. */
    const bool occupied = ends_on_piece(s, u, way, points, &met);
    if (occupied && !reason) return PLANE_WAY_OCCUPIED;
    if (!is_blocked(s, mover, &met, &blocked)) return PLANE_WAY_EMPTY;
    if (blocked) return PLANE_WAY_BLOCKED;
    return occupied ? PLANE_WAY_OCCUPIED : PLANE_WAY_GOOD;
}

/* ---- ways ---- */

bool prim_way_of(struct state *s, int64_t list, const struct plane_point *start,
                 struct prim_way *out) {
    int64_t count = state_list(s, list).count - 1;
    *out = (struct prim_way){0, 0};
    if (count <= 0) return true;
    int64_t room = state_scratch(s, count);
    struct view words = state_list(s, list);
    *out = (struct prim_way){(size_t)(room & ~SCRATCH_BIT) + 1, (size_t)count};
    struct plane_point *points = prim_points(s, *out);
    int64_t dx = 0, dy = 0;
    if (start != NULL) {
        dx = (int64_t)start->x - state_x(words.at[1]);
        dy = (int64_t)start->y - state_y(words.at[1]);
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t word = words.at[1 + i];
        if (word == NONE) return false;
        if (plane_point(state_x(word) + dx, state_y(word) + dy, &points[i]) != PLANE_OK)
            return false;
    }
    return true;
}
