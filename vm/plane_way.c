/* Ways: see plane.h, "ways". A leg is one straight part of a way. The move of a unit past shapes is
 * computed as moves of a point past cores (plane_inner.h), one for each pair of a shape of the unit
 * and another shape. */
#include "plane.h"
#include "plane_inner.h"

/* ---- length, bearings, candidates ---- */

static int64_t leg_length(struct plane_point from, struct plane_point to) {
    return plane_long_up((int64_t)to.x - from.x, (int64_t)to.y - from.y);
}

int64_t plane_way_length(const struct plane_point *way, size_t count) {
    int64_t sum = 0;
    for (size_t i = 1; i < count; i++) sum += leg_length(way[i - 1], way[i]);
    return sum;
}

/* Shortens the vector (*dx, *dy) to this length if it is longer. */
static void shorten(int64_t *dx, int64_t *dy, int64_t length) {
    int64_t long2 = *dx * *dx + *dy * *dy;
    if (long2 <= length * length) return;
    *dx = plane_scaled(*dx, length, long2);
    *dy = plane_scaled(*dy, length, long2);
}

size_t plane_cut(struct plane_point *way, size_t count, int64_t length) {
    int64_t left = length < 0 ? 0 : length;
    for (size_t i = 1; i < count; i++) {
        int64_t leg = leg_length(way[i - 1], way[i]);
        if (leg <= left) {
            left -= leg;
            continue;
        }
        int64_t dx = (int64_t)way[i].x - way[i - 1].x, dy = (int64_t)way[i].y - way[i - 1].y;
        shorten(&dx, &dy, left);
        if (dx == 0 && dy == 0) return i;
        way[i].x = (int32_t)(way[i - 1].x + dx);
        way[i].y = (int32_t)(way[i - 1].y + dy);
        return i + 1;
    }
    return count;
}

/* Returns the distance of the point `at` from the leg from `from` to `to`, rounded up. */
static int64_t off_leg(struct plane_point at, struct plane_point from, struct plane_point to) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    int64_t x = (int64_t)at.x - from.x, y = (int64_t)at.y - from.y, along = x * dx + y * dy;
    int64_t long2 = dx * dx + dy * dy;
    if (along <= 0) return leg_length(from, at);
    if (along >= long2) return leg_length(to, at);
    int64_t aside = x * dy - y * dx;
    struct wide square = wide_add(wide_product(aside, aside), wide_of(long2 - 1));
    return (int64_t)plane_root_up_wide(wide_words_over(square, (uint64_t)long2));
}

size_t plane_rest(struct plane_point *way, size_t count, struct plane_point from) {
    size_t next = 1, kept = 1;
    int64_t best = INT64_MAX;
    if (count == 0) return 0;
    for (size_t i = 1; i < count; i++) {
        int64_t off = off_leg(from, way[i - 1], way[i]);
        if (off > best && off > PLANE_TOUCH) continue;
        best = off;
        next = i;
    }
    way[0] = from;
    for (; next < count; next++) {
        struct plane_point at = way[next], last = way[kept - 1];
        if (at.x != last.x || at.y != last.y) way[kept++] = at;
    }
    return kept;
}

/* The vectors of length 2^60 in the first four sixteenths of a turn clockwise from north, rounded
 * down: sine and cosine of 0, 22.5, 45 and 67.5 degrees. The other sixteenths are these vectors,
 * turned by quarters. They are fine enough that every length in range is rounded to the same unit
 * as with exact values. */
static const int64_t sixteenths[4][2] = {
    {0, INT64_C(1152921504606846976)},
    {INT64_C(441203958630471860), INT64_C(1065160580698383124)},
    {INT64_C(815238614083298888), INT64_C(815238614083298888)},
    {INT64_C(1065160580698383124), INT64_C(441203958630471860)}};

struct plane_point plane_bearing(size_t n, int64_t length) {
    int64_t held = plane_length_held(length);
    const int64_t whole = INT64_C(1) << 60;
    int32_t x = (int32_t)plane_share(sixteenths[n % 4][0], held, whole);
    int32_t y = (int32_t)plane_share(sixteenths[n % 4][1], held, whole);
    switch (n / 4 % 4) {
    case 1: return (struct plane_point){y, -x};
    case 2: return (struct plane_point){-x, -y};
    case 3: return (struct plane_point){-y, x};
    default: return (struct plane_point){x, y};
    }
}

enum plane_code plane_way_nth(struct plane_point from, enum plane_side look, int64_t up_to,
                              size_t n, struct plane_point *to) {
    ASSERT(n < PLANE_WAY_CANDIDATES);
    int64_t thirds = 3 - (int64_t)(n / 16);
    struct plane_point by =
        plane_bearing(n % 16 + 4 * ((size_t)look % 4), plane_length_held(up_to) * thirds / 3);
    if (by.x == 0 && by.y == 0) return PLANE_NONE;
    return plane_point((int64_t)from.x + by.x, (int64_t)from.y + by.y, to);
}

/* ---- what a leg meets ---- */

/* Shapes that may be in the way, prepared for many legs. There is a box around each shape, and a
 * box around each file, which is FILE_OF shapes in a row. So most shapes are ruled out a file at a
 * time. */
enum { SIEVE_WORDS = 8, SIEVE = 64 * SIEVE_WORDS, FILE_OF = 8 };
struct sieve_box {
    int32_t west, south, east, north;
};
struct sieve {
    struct plane_set set;
    struct sieve_box files[SIEVE / FILE_OF], boxes[SIEVE];
};

enum { PROJECTED = 24 }; /* the most discs of a unit for which discs_meet is used */

/* A unit that moves: its shapes, and the box around them where they stand. */
struct mover {
    struct plane_set u;
    struct plane_core around;
    /* all shapes of the unit are discs with a width above 0, and there are at most PROJECTED */
    bool round;
    const struct sieve *sieve; /* boxes of the shapes that may be in the way; NULL: not made */
    const struct plane_shape *known; /* plane_ground.known */
    bool *beyond;                    /* set to true when a leg leaves `known` */
};

static struct mover mover_of(struct plane_set u) {
    struct mover m = {.u = u, .round = u.count <= PROJECTED};
    (void)plane_around(u, &m.around);
    for (size_t i = 0; i < u.count; i++) {
        m.round &= u.shapes[i].kind == PLANE_ROUND && u.shapes[i].a > 0;
    }
    return m;
}

static void sieve_make(struct sieve *g, struct plane_set set) {
    g->set = set;
    for (size_t i = 0; i < set.count; i++) {
        struct plane_core c = plane_core_of(&set.shapes[i]);
        int64_t half = c.width / 2 + 1;
        const struct sieve_box box = {(int32_t)(c.west - half), (int32_t)(c.south - half),
                                      (int32_t)(c.east + half), (int32_t)(c.north + half)};
        struct sieve_box *file = &g->files[i / FILE_OF];
        g->boxes[i] = box;
        if (i % FILE_OF == 0) *file = box;
        if (box.west < file->west) file->west = box.west;
        if (box.south < file->south) file->south = box.south;
        if (box.east > file->east) file->east = box.east;
        if (box.north > file->north) file->north = box.north;
    }
}

/* Sets bit i of `out` for each shape i that may lie within `extra` units of the box. */
static void sieve_near(const struct sieve *g, const struct plane_core *box, int64_t extra,
                       uint64_t out[SIEVE_WORDS]) {
    const int64_t west = box->west - extra, east = box->east + extra;
    const int64_t south = box->south - extra, north = box->north + extra;
    for (size_t from = 0; from < g->set.count; from += FILE_OF) {
        const struct sieve_box *file = &g->files[from / FILE_OF], *b = &g->boxes[from];
        if (from % 64 == 0) out[from / 64] = 0;
        if (file->west > east || file->east < west || file->south > north || file->north < south)
            continue;
        const size_t left = g->set.count - from;
        for (size_t i = 0; i < (left < FILE_OF ? left : FILE_OF); i++, b++) {
            const bool near =
                (b->west <= east) & (b->east >= west) & (b->south <= north) & (b->north >= south);
            out[from / 64] |= (uint64_t)near << (from + i) % 64;
        }
    }
}

/* Moves the interval from *low to *high by `from`, and widens it to what it then sweeps when it
 * moves on by `by`. */
static void spread(int64_t *low, int64_t *high, int64_t from, int64_t by) {
    *low += from + (by < 0 ? by : 0);
    *high += from + (by > 0 ? by : 0);
}

/* Returns the box around all that a box sweeps on a leg. */
static struct plane_core swept(const struct plane_core *box, const struct plane_leg *leg) {
    struct plane_core out = *box;
    spread(&out.west, &out.east, leg->x, leg->dx);
    spread(&out.south, &out.north, leg->y, leg->dy);
    return out;
}

/* Whether a box and the box of a core, grown by width / 2 + extra and rounded up, have no point in
 * common. */
static bool is_clear_of(const struct plane_core *box, const struct plane_core *c, int64_t width,
                        int64_t extra) {
    int64_t half = width / 2 + 1 + extra;
    return c->west - half > box->east || c->east + half < box->west ||
           c->south - half > box->north || c->north + half < box->south;
}

/* An iterator over the pairs of a shape of the mover and a shape of the set that meet on a leg:
 * with extra 0 those that overlap at some point of the leg, otherwise those whose gap becomes
 * `extra` units or less. */

struct meeting {
    const struct mover *mover;
    const struct plane_leg *leg;
    struct plane_set set;
    int64_t extra;
    size_t next_shape, next_mine; /* the next pair: index in the set, index in the mover */
    bool sifted;                  /* only shapes whose `bits` are set can be near */
    struct plane_core path;       /* the box around all that the mover sweeps on the leg */
    /* of the pair that was found: the core of the set's shape as seen from the mover's shape */
    struct plane_core core;
    bool projected; /* `mine` is filled in */
    /* wide: the widths of the last two discs and 2 * extra, added up; -1: no two yet. within: the
     * square of `wide` times long2. Both are kept because the next pair often has the same
     * widths */
    int64_t wide;
    struct wide within;
    struct {
        int64_t along, across;
    } mine[PROJECTED]; /* by disc of the mover: project */
    uint64_t bits[SIEVE_WORDS];
};

static void meeting_begin(struct meeting *w, const struct mover *m, const struct plane_leg *leg,
                          struct plane_set set, int64_t extra) {
    w->mover = m, w->leg = leg, w->set = set, w->extra = extra;
    w->next_shape = w->next_mine = 0;
    w->projected = false;
    w->path = swept(&m->around, leg);
    if (m->known && (w->path.west < m->known->at.x || w->path.south < m->known->at.y ||
                     w->path.east > m->known->at.x + m->known->a ||
                     w->path.north > m->known->at.y + m->known->b)) {
        *m->beyond = true;
    }
    w->sifted = m->sieve != NULL && m->sieve->set.shapes == set.shapes;
    if (w->sifted) sieve_near(m->sieve, &w->path, extra, w->bits);
}

/* Whether a shape of the mover meets a shape of the set. Sets w->core. */
static bool pair_meets(struct meeting *w, const struct plane_core *mine,
                       const struct plane_core *other) {
    struct plane_core path = swept(mine, w->leg);
    if (is_clear_of(&path, other, mine->width + other->width, w->extra)) return false;
    w->core = plane_core_from(mine, other);
    if (w->extra > 0) {
        return plane_leg_near(w->leg, &w->core, w->core.width + 2 * w->extra, false);
    }
    return plane_leg_near(w->leg, &w->core, w->core.width, true) && plane_solid(mine) &&
           plane_solid(other);
}

/* Moves w->next_shape on to the next shape of the set that may be near; leaves it if pairs of the
 * present shape are still to come. Returns false after the last. */
static bool meeting_shape(struct meeting *w) {
    if (!w->sifted || w->next_mine > 0) return w->next_shape < w->set.count;
    for (size_t word = w->next_shape / 64; 64 * word < w->set.count; word++) {
        uint64_t left = w->bits[word];
        if (word == w->next_shape / 64) left &= ~UINT64_C(0) << (w->next_shape % 64);
        if (left == 0) continue;
        w->next_shape = 64 * word + (size_t)__builtin_ctzll(left);
        return true;
    }
    return false;
}

/* Computes for each disc of the mover how far the disc's centre lies along the leg and how far
 * across the leg, each times the leg's length. */
static void project(struct meeting *w) {
    const struct plane_set u = w->mover->u;
    const struct plane_leg *leg = w->leg;
    for (size_t i = 0; i < u.count; i++) {
        int64_t x = u.shapes[i].at.x + leg->x, y = u.shapes[i].at.y + leg->y;
        w->mine[i].along = x * leg->dx + y * leg->dy;
        w->mine[i].across = y * leg->dx - x * leg->dy;
    }
    w->projected = true;
    w->wide = -1;
}

/* Whether disc i of the mover meets a disc that lies `along` the leg and `across` it, both times
 * the leg's length. If the disc is passed on the leg, the distance across decides; otherwise the
 * gap at the nearer end of the leg. */
static inline bool discs_meet(struct meeting *w, size_t i, const struct plane_shape *other,
                              int64_t along, int64_t across) {
    const struct plane_shape *mine = &w->mover->u.shapes[i];
    const struct plane_leg *leg = w->leg;
    int64_t wide = (int64_t)mine->a + other->a + 2 * w->extra;
    bool strict = w->extra == 0;
    along -= w->mine[i].along;
    if (along > 0 && along < leg->long2) {
        across -= w->mine[i].across;
        struct wide left = wide_product(2 * across, 2 * across);
        if (wide != w->wide) {
            w->wide = wide;
            w->within = wide_product(wide * wide, leg->long2);
        }
        return strict ? wide_less(left, w->within) : !wide_less(w->within, left);
    }
    int64_t ex = (int64_t)other->at.x - mine->at.x - leg->x;
    int64_t ey = (int64_t)other->at.y - mine->at.y - leg->y;
    if (along > 0) ex -= leg->dx, ey -= leg->dy;
    int64_t far4 = 4 * (ex * ex + ey * ey);
    return strict ? far4 < wide * wide : far4 <= wide * wide;
}

/* Moves w->next_mine on past the next disc of the mover that meets this disc of the set, and sets
 * w->core. Returns false if no further disc meets it. */
static bool meeting_round(struct meeting *w, const struct plane_shape *other) {
    const struct plane_set u = w->mover->u;
    int64_t x = other->at.x, y = other->at.y, half = other->a / 2 + 1 + w->extra;
    if (w->next_mine == 0 && !w->sifted &&
        (x - half > w->path.east || x + half < w->path.west || y - half > w->path.north ||
         y + half < w->path.south)) {
        return false;
    }
    if (!w->projected) project(w);
    int64_t along = x * w->leg->dx + y * w->leg->dy, across = y * w->leg->dx - x * w->leg->dy;
    while (w->next_mine < u.count) {
        size_t i = w->next_mine++;
        if (!discs_meet(w, i, other, along, across)) continue;
        struct plane_core from = plane_core_of(&u.shapes[i]), to = plane_core_of(other);
        w->core = plane_core_from(&from, &to);
        return true;
    }
    return false;
}

/* Finds the next pair that meets, and sets w->core. Returns false after the last. */
static bool meeting_next(struct meeting *w) {
    for (; meeting_shape(w); w->next_shape++, w->next_mine = 0) {
        const struct plane_shape *shape = &w->set.shapes[w->next_shape];
        if (w->mover->round && shape->kind == PLANE_ROUND && shape->a > 0) {
            if (meeting_round(w, shape)) return true;
            continue;
        }
        struct plane_core other = plane_core_of(shape);
        if (w->next_mine == 0 && is_clear_of(&w->path, &other, other.width, w->extra)) continue;
        while (w->next_mine < w->mover->u.count) {
            struct plane_core mine = plane_core_of(&w->mover->u.shapes[w->next_mine++]);
            if (pair_meets(w, &mine, &other)) return true;
        }
    }
    return false;
}

static bool leg_meets(const struct mover *m, const struct plane_leg *leg, struct plane_set set,
                      int64_t extra) {
    struct meeting w;
    meeting_begin(&w, m, leg, set, extra);
    return meeting_next(&w);
}

/* Whether all of the mover, moved by (x, y), is on the table. A shape is on the table exactly if
 * the box around the shape is. */
static bool on_table_at(const struct mover *m, int64_t x, int64_t y, struct plane_table table) {
    for (size_t i = 0; i < m->u.count; i++) {
        struct plane_core c = plane_core_of(&m->u.shapes[i]);
        if (2 * (c.west + x) < c.width || 2 * (c.south + y) < c.width ||
            2 * (table.width - c.east - x) < c.width ||
            2 * (table.height - c.north - y) < c.width) {
            return false;
        }
    }
    return true;
}

/* ---- judging and asking of ways ---- */

/* Returns a leg of a way as a move of the unit: it begins at the vector by which the unit has been
 * moved so far. */
static struct plane_leg leg_of(struct plane_set u, struct plane_point from, struct plane_point to) {
    struct plane_point at = u.shapes[0].at;
    return plane_leg((int64_t)from.x - at.x, (int64_t)from.y - at.y, (int64_t)to.x - from.x,
                     (int64_t)to.y - from.y);
}

enum plane_fault plane_way_judge(struct plane_set u, const struct plane_point *way, size_t count,
                                 int64_t up_to, const struct plane_ground *ground) {
    int64_t length = plane_way_length(way, count);
    if (u.count == 0 || length == 0) return PLANE_WAY_EMPTY;
    if (way[0].x != u.shapes[0].at.x || way[0].y != u.shapes[0].at.y) return PLANE_WAY_START;
    if (length > up_to) return PLANE_WAY_LONG;
    struct mover m = mover_of(u);
    for (size_t i = 0; i < count; i++) {
        struct plane_leg leg = leg_of(u, way[0], way[i]);
        if (!on_table_at(&m, leg.dx, leg.dy, ground->table)) return PLANE_WAY_OFF;
    }
    for (size_t i = 1; i < count; i++) {
        struct plane_leg leg = leg_of(u, way[i - 1], way[i]);
        if (leg_meets(&m, &leg, ground->blockers, 0)) return PLANE_WAY_BLOCKED;
    }
    struct plane_leg end = leg_of(u, way[count - 1], way[count - 1]);
    if (leg_meets(&m, &end, ground->standing, 0)) return PLANE_WAY_OCCUPIED;
    return PLANE_WAY_GOOD;
}

bool plane_ends_on(struct plane_set u, const struct plane_point *way, size_t count,
                   struct plane_set x) {
    if (u.count == 0 || x.count == 0) return false;
    struct mover m = mover_of(u);
    struct plane_leg end = leg_of(u, way[count - 1], way[count - 1]);
    return leg_meets(&m, &end, x, 0);
}

bool plane_sweeps(struct plane_set u, const struct plane_point *way, size_t count,
                  struct plane_set x) {
    if (u.count == 0) return false;
    if (count == 0) return plane_touching(u, x);
    struct mover m = mover_of(u);
    for (size_t i = count > 1 ? 1 : 0; i < count; i++) {
        struct plane_leg leg = leg_of(u, way[i > 0 ? i - 1 : 0], way[i]);
        if (leg_meets(&m, &leg, x, PLANE_TOUCH)) return true;
    }
    return false;
}

bool plane_ends_touching(struct plane_set u, const struct plane_point *way, size_t count,
                         struct plane_set x) {
    if (u.count == 0) return false;
    if (count == 0) return plane_touching(u, x);
    struct mover m = mover_of(u);
    struct plane_leg end = leg_of(u, way[count - 1], way[count - 1]);
    return leg_meets(&m, &end, x, PLANE_TOUCH);
}

/* ---- straight, cut short ----
 * A position on a leg is a number `part` from 0 to long2: the leg up to there is the vector
 * (dx, dy) * part / long2. */

static void least(int64_t *part, int64_t candidate) {
    if (candidate < *part) *part = candidate;
}

/* Lowers *part to where the leg enters the circle of this diameter around (x, y), if the leg's line
 * crosses the circle. */
static void enter_disc(const struct plane_leg *leg, int64_t x, int64_t y, int64_t width,
                       int64_t *part) {
    int64_t ex = x - leg->x, ey = y - leg->y;
    int64_t along = ex * leg->dx + ey * leg->dy, across = 2 * (leg->dx * ey - leg->dy * ex);
    struct wide left = wide_product(across, across);
    struct wide right = wide_product(width * width, leg->long2);
    /* The leg's line misses the disc, so *part stays as it is. If the disc is a corner of a core
     * that the leg crosses, the leg enters the core elsewhere. */
    if (!wide_less(left, right)) return;
    int64_t root = (int64_t)plane_root_up_wide(wide_sub(right, left));
    least(part, plane_floor_div(wide_of(2 * along - root), 2));
}

/* Narrows the parts *in … *out of a leg to those at which the leg lies within an open box along one
 * axis. The box reaches from `low` to `high`, both doubled and seen from the leg's start; `by` is
 * how far the leg goes along this axis. Returns false if that is 0 and the leg lies outside. A leg
 * that passes the box by may also be told by *in > *out. */
static bool enter_slab(int64_t low, int64_t high, int64_t by, int64_t long2, int64_t *in,
                       int64_t *out) {
    if (by == 0) return low < 0 && high > 0;
    int64_t first = by > 0 ? low : high, last = by > 0 ? high : low;
    int64_t enter = plane_floor_div(wide_product(first, long2), 2 * by);
    int64_t leave = plane_floor_div(wide_product(last, long2), 2 * by);
    if (enter > *in) *in = enter;
    if (leave < *out) *out = leave;
    return true;
}

/* Lowers *part to where the leg enters the box of a core, grown by half of grow_x and grow_y. */
static void enter_box(const struct plane_leg *leg, const struct plane_core *c, int64_t grow_x,
                      int64_t grow_y, int64_t *part) {
    int64_t in = INT64_MIN, out = INT64_MAX;
    bool x = enter_slab(2 * (c->west - leg->x) - grow_x, 2 * (c->east - leg->x) + grow_x, leg->dx,
                        leg->long2, &in, &out);
    bool y = enter_slab(2 * (c->south - leg->y) - grow_y, 2 * (c->north - leg->y) + grow_y, leg->dy,
                        leg->long2, &in, &out);
    /* `in` and `out` were rounded down, so they may be equal where the leg just misses the box. The
     * leg then stops a little early. */
    if (x && y && in <= out) least(part, in);
}

/* Lowers *part to where the leg, which crosses a core, first enters the core. A core is made up of
 * two boxes and four discs; the first entry into one of them counts. No entry lies behind the start
 * of the leg, because the core is convex and the start is outside. */
static void enter_core(const struct plane_leg *leg, const struct plane_core *c, int64_t *part) {
    if (MYTH_UNLIKELY(c->odd)) {
        least(part, plane_figure_enters(leg, c, c->width));
        return;
    }
    if (c->west == c->east && c->south == c->north) {
        enter_disc(leg, c->west, c->south, c->width, part);
        return;
    }
    enter_box(leg, c, c->width, 0, part);
    enter_box(leg, c, 0, c->width, part);
    if (c->width == 0) return;
    enter_disc(leg, c->west, c->south, c->width, part);
    enter_disc(leg, c->west, c->north, c->width, part);
    enter_disc(leg, c->east, c->south, c->width, part);
    enter_disc(leg, c->east, c->north, c->width, part);
}

/* Lowers *part to where the leg reaches an edge of the table. room / 2 is the distance to this edge
 * at the start of the leg; `by` is how far the whole leg goes toward the edge, below 0 if it goes
 * away from the edge. */
static void stop_at_edge(int64_t room, int64_t by, int64_t long2, int64_t *part) {
    if (by > 0) least(part, plane_floor_div(wide_product(room, long2), 2 * by));
}

static void stop_at_edges(const struct mover *m, const struct plane_leg *leg,
                          struct plane_table table, int64_t *part) {
    for (size_t i = 0; i < m->u.count; i++) {
        struct plane_core c = plane_core_of(&m->u.shapes[i]);
        int64_t x = leg->x, y = leg->y;
        stop_at_edge(2 * (table.width - c.east - x) - c.width, leg->dx, leg->long2, part);
        stop_at_edge(2 * (c.west + x) - c.width, -leg->dx, leg->long2, part);
        stop_at_edge(2 * (table.height - c.north - y) - c.width, leg->dy, leg->long2, part);
        stop_at_edge(2 * (c.south + y) - c.width, -leg->dy, leg->long2, part);
    }
}

/* Lowers *part to where the leg first meets a shape of the set. Returns whether it meets one. */
static bool stop_at_set(const struct mover *m, const struct plane_leg *leg, struct plane_set set,
                        int64_t *part) {
    struct meeting w;
    meeting_begin(&w, m, leg, set, 0);
    bool met = false;
    while (meeting_next(&w)) {
        met = true;
        enter_core(leg, &w.core, part);
    }
    return met;
}

/* Lowers *part to where the leg first meets one of the standing shapes that it would end on.
 * Returns whether it would end on one. */
static bool stop_before_standing(const struct mover *m, const struct plane_leg *leg,
                                 struct plane_set standing, int64_t *part) {
    struct plane_leg end = plane_leg(leg->x + leg->dx, leg->y + leg->dy, 0, 0);
    struct meeting w;
    meeting_begin(&w, m, &end, standing, 0);
    bool met = false;
    while (meeting_next(&w)) {
        met = true;
        enter_core(leg, &w.core, part);
    }
    return met;
}

/* Returns the leg up to `part`; an empty leg if `part` is 0 or less. */
static struct plane_leg leg_part(const struct plane_leg *leg, int64_t part) {
    if (part <= 0) return plane_leg(leg->x, leg->y, 0, 0);
    return plane_leg_part(leg, part);
}

/* The things that cut a leg short: the table's edge, the blockers and standing shapes of the
 * ground, and v, which is the goal while a way round is searched for and empty otherwise. */
struct hindrance {
    const struct plane_ground *ground;
    struct plane_set v;
};

/* Returns the part up to which the leg is free; long2 if the whole leg is. */
static int64_t free_part(const struct mover *m, const struct plane_leg *leg,
                         const struct hindrance *h) {
    int64_t part = leg->long2;
    stop_at_edges(m, leg, h->ground->table, &part);
    bool met = stop_at_set(m, leg, h->ground->blockers, &part);
    met |= stop_at_set(m, leg, h->v, &part);
    if (!met && part == leg->long2) {
        met = stop_before_standing(m, leg, h->ground->standing, &part);
    }
    return met && part == leg->long2 ? part - 1 : part;
}

/* Returns the leg, cut until it is free: an empty leg if the unit is not on the table at its start,
 * or if 32 cuts do not suffice. Rounding moves the end of a cut leg aside by less than a unit, so
 * the cut leg may graze a shape that the whole leg missed. Then it is cut again, by steps that
 * grow. Each cut is made from the whole leg, because cutting the cut leg could turn it more and
 * more toward that shape. */
static struct plane_leg cut_short(const struct mover *m, struct plane_leg whole,
                                  const struct hindrance *h) {
    enum { CUTS = 32, SMALL_CUTS = 4 };
    int64_t part = whole.long2, unit = (int64_t)plane_root64((uint64_t)whole.long2) + 1;
    struct plane_leg leg = whole;
    if (!on_table_at(m, leg.x, leg.y, h->ground->table)) return leg_part(&leg, 0);
    for (int cuts = 0; cuts < CUTS && leg.long2 > 0; cuts++) {
        int64_t free = free_part(m, &leg, h);
        if (free == leg.long2) return leg;
        int64_t next = plane_share(part, free, leg.long2);
        int64_t back = cuts == 0 ? 0 : unit << (cuts < SMALL_CUTS ? 0 : cuts - SMALL_CUTS);
        part = next < part - back ? next : part - back;
        leg = leg_part(&whole, part);
    }
    return leg_part(&leg, 0);
}

/* Sets *out to the empty way of u. */
static void way_start(struct plane_set u, struct plane_way *out) {
    *out = (struct plane_way){.count = u.count > 0 ? 1 : 0};
    if (u.count > 0) out->points[0] = u.shapes[0].at;
}

/* Appends a leg to a way; a leg of length 0 adds nothing. */
static void way_add(struct plane_way *way, const struct plane_leg *leg) {
    ASSERT(way->count > 0 && way->count < PLANE_WAY_POINTS);
    struct plane_point last = way->points[way->count - 1];
    if (leg->long2 == 0) return;
    way->points[way->count++] =
        (struct plane_point){(int32_t)(last.x + leg->dx), (int32_t)(last.y + leg->dy)};
}

static void straight_by(struct plane_set u, int64_t dx, int64_t dy,
                        const struct plane_ground *ground, struct plane_way *out) {
    way_start(u, out);
    if (u.count == 0) return;
    struct mover m = mover_of(u);
    struct hindrance h = {ground, {NULL, 0}};
    struct plane_leg leg = cut_short(&m, plane_leg(0, 0, dx, dy), &h);
    way_add(out, &leg);
}

void plane_way_straight(struct plane_set u, struct plane_point vector,
                        const struct plane_ground *ground, struct plane_way *out) {
    straight_by(u, vector.x, vector.y, ground, out);
}

void plane_way_toward(struct plane_set u, struct plane_point point, int64_t length,
                      const struct plane_ground *ground, struct plane_way *out) {
    int64_t dx = 0, dy = 0;
    if (u.count > 0) {
        dx = (int64_t)point.x - u.shapes[0].at.x;
        dy = (int64_t)point.y - u.shapes[0].at.y;
    }
    shorten(&dx, &dy, plane_length_held(length));
    straight_by(u, dx, dy, ground, out);
}

/* Sets (*ex, *ey) to the vector to the nearest point of a core without its width. */
static void toward(const struct plane_core *c, int64_t *ex, int64_t *ey) {
    if (c->odd) {
        (void)plane_figure_gap4(c, 0, 0, true, ex, ey);
    } else {
        plane_toward_core(c, 0, 0, ex, ey);
    }
}

void plane_way_from(struct plane_set u, struct plane_set v, int64_t length,
                    const struct plane_ground *ground, struct plane_way *out) {
    struct plane_pair pair;
    struct plane_core c;
    int64_t ex = 0, ey = 0, held = plane_length_held(length);
    if (plane_nearest(u, 0, 0, v, &pair, &c)) toward(&c, &ex, &ey);
    int64_t long2 = ex * ex + ey * ey;
    if (long2 > 0) {
        ex = plane_scaled(-ex, held, long2);
        ey = plane_scaled(-ey, held, long2);
    }
    straight_by(u, ex, ey, ground, out);
}

/* ---- into contact ---- */

/* Sets *leg to the straight leg by which u, moved by (x, y), brings the nearest pair to touch. Each
 * coordinate is rounded toward the start by less than a unit, so the pair ends at most PLANE_TOUCH
 * apart. Returns false if u or v has no shapes. */
static bool leg_into(struct plane_set u, int64_t x, int64_t y, struct plane_set v,
                     struct plane_leg *leg) {
    struct plane_pair pair;
    struct plane_core c;
    int64_t e[2];
    if (!plane_nearest(u, x, y, v, &pair, &c)) return false;
    if (MYTH_UNLIKELY(c.odd)) {
        int64_t near = c.width + 2 * PLANE_TOUCH;
        bool touches = plane_figure_gap4(&c, x, y, true, &e[0], &e[1]) <= near * near;
        e[0] = e[1] = 0;
        if (!touches) plane_figure_into(&c, x, y, &e[0], &e[1]);
        *leg = plane_leg(x, y, e[0], e[1]);
        return true;
    }
    plane_toward_core(&c, x, y, &e[0], &e[1]);
    int64_t long2 = e[0] * e[0] + e[1] * e[1];
    if (4 * long2 <= (c.width + 2 * PLANE_TOUCH) * (c.width + 2 * PLANE_TOUCH)) {
        *leg = plane_leg(x, y, 0, 0);
        return true;
    }
    ASSERT(long2 > 0); /* because the pair does not even touch */
    for (int i = 0; i < 2; i++) {
        /* e becomes e - e * width / (2 * sqrt(long2)); what is subtracted is rounded up in size */
        int64_t top = plane_abs(e[i]) * c.width, den = 4 * long2;
        struct wide square = wide_add(wide_product(top, top), wide_of(den - 1));
        int64_t off = (int64_t)plane_root_up_wide(wide_words_over(square, (uint64_t)den));
        int64_t on = plane_abs(e[i]) - off;
        e[i] = e[i] < 0 ? -on : on;
    }
    *leg = plane_leg(x, y, e[0], e[1]);
    return true;
}

static bool ends_on_table(const struct mover *m, const struct plane_leg *leg,
                          const struct plane_ground *ground) {
    return on_table_at(m, leg->x + leg->dx, leg->y + leg->dy, ground->table);
}

/* Whether a leg ends on the table and on no standing shape. The caller knows that the leg crosses
 * no blocker. */
static bool ends_free(const struct mover *m, const struct plane_leg *leg,
                      const struct plane_ground *ground) {
    struct plane_leg end = plane_leg(leg->x + leg->dx, leg->y + leg->dy, 0, 0);
    return ends_on_table(m, leg, ground) && !leg_meets(m, &end, ground->standing, 0);
}

/* LEFT and RIGHT: the sides on which a leg passes a blocker; CLEARANCE: the gap in units that the
 * leg keeps to the blocker. */
enum { LEFT = 1, RIGHT = -1, CLEARANCE = 4 };

/* A leg that passes a circle on one side: it runs along the tangent to the circle, and on by half
 * the circle's radius. The vector of the leg is (x, y) * times / den. */
struct tangent {
    int64_t x, y, times, den;
};

/* Sets *out to the leg that passes, on `side`, the circle of diameter `width` whose centre is (ex,
 * ey) away. Returns false if the leg begins at the centre. */
static bool tangent_of(int64_t ex, int64_t ey, int64_t width, int side, struct tangent *out) {
    int64_t long2 = ex * ex + ey * ey, wide2 = width * width, tangent = 0;
    if (long2 == 0) return false;
    /* `tangent` is twice the length of the tangent. From inside of the circle there is no tangent:
     * the leg then runs across the line to the centre and a little away from the centre. */
    bool outside = 4 * long2 >= wide2;
    if (outside) tangent = (int64_t)plane_root64((uint64_t)(4 * long2 - wide2));
    int64_t ahead = outside ? tangent : -(width / 16);
    *out = (struct tangent){ex * ahead - side * ey * width, ey * ahead + side * ex * width,
                            2 * tangent + width, 8 * long2};
    return true;
}

/* Writes the centres of the circles by which a core is passed to `at`, as seen from the mover, and
 * sets *width to the diameter of the circles. A disc has one circle, a box one around each corner.
 * If the core is odd, there is one around each corner of the other shape, wide enough for the
 * mover's furthest corner. Returns how many there are. */
static int points_round(const struct plane_core *c, struct plane_point *at, int64_t *width) {
    *width = c->width + 2 * CLEARANCE;
    if (!c->odd) {
        bool is_point = c->west == c->east && c->south == c->north;
        for (int i = 0; i < 4; i++) {
            at[i] = (struct plane_point){(int32_t)(i & 1 ? c->east : c->west),
                                         (int32_t)(i & 2 ? c->north : c->south)};
        }
        return is_point ? 1 : 4;
    }
    struct plane_point mine[PLANE_CORNERS];
    int64_t widest = 0;
    for (int i = 0, n = plane_corners(c->by, mine); i < n; i++) {
        int64_t far =
            plane_long_up((int64_t)mine[i].x - c->by->at.x, (int64_t)mine[i].y - c->by->at.y);
        if (far > widest) widest = far;
    }
    *width += 2 * widest;
    int count = plane_corners(c->of, at);
    for (int i = 0; i < count; i++) {
        at[i].x = (int32_t)(at[i].x + c->x - c->by->at.x);
        at[i].y = (int32_t)(at[i].y + c->y - c->by->at.y);
    }
    return count;
}

/* The tangent that turns furthest to a side, of those tried so far for this side, and the length of
 * (t.x, t.y), rounded up. If `any` is false none was tried. */
struct furthest {
    struct tangent t;
    int64_t length;
    bool any;
};

/* Returns true if a circle lies ahead, and so far on the other side of the furthest tangent, that
 * its own tangent does not turn further. This rules out most circles without taking a root; false
 * says nothing. */
static bool is_inside(const struct furthest *f, int64_t ex, int64_t ey, int64_t width, int side) {
    const struct wide none = wide_of(0);
    if (!f->any || !wide_less(none, wide_add(wide_product(f->t.x, ex), wide_product(f->t.y, ey)))) {
        return false;
    }
    struct wide off = wide_sub(wide_product(f->t.x, side * ey), wide_product(f->t.y, side * ex));
    return !wide_less(wide_product(-width, f->length), wide_add(off, off));
}

/* Replaces *f by the tangent to a circle, if this turns further to `side`. */
static void turn_further(struct furthest *f, int64_t ex, int64_t ey, int64_t width, int side) {
    struct tangent t;
    if (is_inside(f, ex, ey, width, side) || !tangent_of(ex, ey, width, side, &t)) return;
    struct wide turn = wide_sub(wide_product(f->t.x, side * t.y), wide_product(f->t.y, side * t.x));
    if (f->any && !wide_less(wide_of(0), turn)) return;
    struct wide long2 = wide_add(wide_product(t.x, t.x), wide_product(t.y, t.y));
    *f = (struct furthest){t, (int64_t)plane_root_up_wide(long2), true};
}

/* Sorts points by how far along the leg they lie; points equally far, from the leg's right to its
 * left. Of corners whose tangents turn equally far the first is taken. With this order the choice
 * is the same when the whole table is turned. */
static void order_along(const struct plane_leg *leg, struct plane_point *at, int count) {
    for (int i = 1; i < count; i++) {
        struct plane_point p = at[i];
        int k = i;
        for (; k > 0; k--) {
            int64_t x = (int64_t)p.x - at[k - 1].x, y = (int64_t)p.y - at[k - 1].y;
            int64_t further = x * leg->dx + y * leg->dy, left = y * leg->dx - x * leg->dy;
            if (further > 0 || (further == 0 && left >= 0)) break;
            at[k] = at[k - 1];
        }
        at[k] = p;
    }
}

/* The furthest tangent for each side. */
struct turns {
    struct furthest left, right;
};

/* Finds, among the tangents to the blockers that `leg` would cross, the one that turns furthest to
 * `side` (LEFT, RIGHT; 0: one for each side). Returns false if `leg` crosses no blocker. */
static bool turn_furthest(const struct mover *m, const struct plane_leg *leg,
                          struct plane_set blockers, int side, struct turns *out) {
    struct plane_point at[PLANE_CORNERS];
    int64_t width;
    bool met = false;
    struct meeting w;
    out->left.any = out->right.any = false;
    out->left.t = out->right.t = (struct tangent){0, 0, 0, 1};
    meeting_begin(&w, m, leg, blockers, 0);
    while (meeting_next(&w)) {
        met = true;
        int n = points_round(&w.core, at, &width);
        if (n > 1) order_along(leg, at, n);
        for (int i = 0; i < n; i++) {
            int64_t ex = at[i].x - leg->x, ey = at[i].y - leg->y;
            if (side != RIGHT) turn_further(&out->left, ex, ey, width, LEFT);
            if (side != LEFT) turn_further(&out->right, ex, ey, width, RIGHT);
        }
    }
    return met;
}

/* Returns the leg along the furthest tangent, from where `leg` begins. */
static struct plane_leg turned(const struct plane_leg *leg, const struct furthest *f) {
    return plane_leg(leg->x, leg->y, plane_share(f->t.x, f->t.times, f->t.den),
                     plane_share(f->t.y, f->t.times, f->t.den));
}

/* Makes the first leg of a way round what a straight leg crosses, on one side. `first` is the
 * furthest tangent of the blockers that the straight leg crosses. The leg is turned further until
 * it crosses no blocker. Returns false if that fails or the leg leaves the table. */
static bool leg_round(const struct mover *m, const struct plane_leg *straight,
                      const struct furthest *first, const struct plane_ground *ground, int side,
                      struct plane_leg *out) {
    enum { TURNS = 32 };
    struct turns f;
    *out = turned(straight, first);
    for (int turns = 1; turns < TURNS; turns++) {
        if (!turn_furthest(m, out, ground->blockers, side, &f)) {
            return out->long2 > 0 && ends_on_table(m, out, ground);
        }
        *out = turned(out, side == LEFT ? &f.left : &f.right);
    }
    return false;
}

/* The goal of a search for a way: to touch v, or to bring the first shape to a point. */
struct goal {
    struct plane_set v;
    const struct plane_point *spot; /* NULL: the goal is v */
    int64_t most;                   /* ways that are longer need not be found */
    bool whole; /* only a way that reaches the goal is wanted, not the straight one cut short */
};

static bool any_odd(struct plane_set u) {
    for (size_t i = 0; i < u.count; i++) {
        if (u.shapes[i].kind > PLANE_BOX) return true;
    }
    return false;
}

/* Sets *leg to the straight leg from (x, y) to the goal. Returns false if the goal has no
 * shapes. */
static bool leg_to(struct plane_set u, int64_t x, int64_t y, const struct goal *goal,
                   struct plane_leg *leg) {
    if (goal->spot == NULL) return leg_into(u, x, y, goal->v, leg);
    struct plane_point at = u.shapes[0].at;
    *leg = plane_leg(x, y, (int64_t)goal->spot->x - at.x - x, (int64_t)goal->spot->y - at.y - y);
    return true;
}

/* A node of the search for a way: the end of a leg. Nodes are expanded in the order of `guess`, at
 * most EXPANDED of them. */
enum { EXPANDED = 24, NODES = 2 * EXPANDED + 1 };
struct node {
    struct plane_leg into; /* the straight leg from the node to the goal */
    /* length: of the way to the node; guess: of the way to the goal if nothing is in the way of
     * `into` */
    int64_t length, guess;
    int from, legs; /* the node before, -1 at the start; legs up to here */
    bool open;      /* not expanded yet */
};
/* The state of a search. */
struct find {
    struct mover *m;
    const struct goal *goal;
    const struct plane_ground *ground;
    bool odd; /* the goal is v, and a figure is among the shapes of v or among those that move */
    int count;
    struct node nodes[NODES];
};

/* Shortens a leg by a unit, up to four times, while it overlaps the goal v. That is needed because
 * a figure that passes a corner of the goal goes on a little, and another figure of the same unit
 * may then overlap the goal. */
static void step_back(const struct mover *m, struct plane_set v, struct plane_leg *leg) {
    enum { STEPS = 4 };
    int64_t length = plane_long_up(leg->dx, leg->dy);
    for (int i = 0; i < STEPS && leg->long2 > 0 && leg_meets(m, leg, v, 0); i++) {
        int64_t dx = leg->dx, dy = leg->dy;
        shorten(&dx, &dy, --length);
        *leg = plane_leg(leg->x, leg->y, dx, dy);
    }
}

/* Adds a node at (x, y), reached by a way of `length`, unless a node at this place is known that is
 * reached by a way no longer, or the whole way would be too long. */
static void add_node(struct find *f, int from, int64_t x, int64_t y, int64_t length) {
    struct node *n = &f->nodes[f->count];
    for (int i = 0; i < f->count; i++) {
        const struct plane_leg *known = &f->nodes[i].into;
        if (known->x == x && known->y == y && f->nodes[i].length <= length) return;
    }
    *n = (struct node){.length = length, .from = from, .open = true};
    if (from >= 0) n->legs = f->nodes[from].legs + 1;
    if (!leg_to(f->m->u, x, y, f->goal, &n->into)) return;
    if (f->odd) step_back(f->m, f->goal->v, &n->into);
    n->guess = length + plane_long_up(n->into.dx, n->into.dy);
    /* Ways that are too long by up to an eighth are kept, because straighten may shorten them. */
    if (n->guess - f->goal->most > f->goal->most / 8) return;
    f->count++;
}

/* Returns the open node with the least guess, the first of equals; -1 if no node is open. */
static int best_node(const struct find *f) {
    int best = -1;
    for (int i = 0; i < f->count; i++) {
        if (f->nodes[i].open && (best < 0 || f->nodes[i].guess < f->nodes[best].guess)) best = i;
    }
    return best;
}

/* Adds up to two nodes behind a node whose straight leg would meet something: the end of a leg that
 * leads round by the left, then of one that leads round by the right. */
static void expand(struct find *f, int from, const struct turns *turns) {
    const struct node *n = &f->nodes[from];
    struct hindrance h = {f->ground, f->goal->v};
    struct plane_leg leg;
    if (n->legs + 2 >= PLANE_WAY_POINTS) return;
    for (int side = LEFT; side >= RIGHT; side -= LEFT - RIGHT) {
        const struct furthest *first = side == LEFT ? &turns->left : &turns->right;
        if (!leg_round(f->m, &n->into, first, f->ground, side, &leg)) continue;
        if (leg_meets(f->m, &leg, f->goal->v, 0)) leg = cut_short(f->m, leg, &h);
        if (leg.long2 == 0) continue;
        add_node(f, from, leg.x + leg.dx, leg.y + leg.dy,
                 f->nodes[from].length + plane_long_up(leg.dx, leg.dy));
    }
}

static void write_way(const struct find *f, int last, struct plane_way *out) {
    struct plane_leg legs[PLANE_WAY_POINTS];
    int count = 0;
    for (int i = last; f->nodes[i].from >= 0; i = f->nodes[i].from) {
        const struct plane_leg *end = &f->nodes[i].into;
        const struct plane_leg *start = &f->nodes[f->nodes[i].from].into;
        legs[count++] = plane_leg(start->x, start->y, end->x - start->x, end->y - start->y);
    }
    way_start(f->m->u, out);
    while (count > 0) way_add(out, &legs[--count]);
    way_add(out, &f->nodes[last].into);
}

/* Removes each inner point of a way if a leg from the point before it to the point after it would
 * meet no blocker and not v. */
static void straighten(const struct find *f, struct plane_way *way) {
    struct plane_set u = f->m->u;
    for (size_t i = 1; i + 1 < way->count;) {
        struct plane_leg leg = leg_of(u, way->points[i - 1], way->points[i + 1]);
        if (leg_meets(f->m, &leg, f->ground->blockers, 0) || leg_meets(f->m, &leg, f->goal->v, 0)) {
            i++;
            continue;
        }
        way->count--;
        for (size_t k = i; k < way->count; k++) way->points[k] = way->points[k + 1];
        i = i > 1 ? i - 1 : 1;
    }
}

/* Finds the way to the goal, without cutting it at a length. Returns PLANE_OK; PLANE_NONE if none
 * is found; PLANE_TAKEN if none is found and a straight leg to the goal is free but for its end. */
static enum plane_code whole_way(struct mover *m, const struct goal *goal,
                                 const struct plane_ground *ground, struct plane_way *out) {
    struct find f;
    struct sieve sieve;
    struct turns turns;
    enum plane_code none = PLANE_NONE;
    f.m = m, f.goal = goal, f.ground = ground, f.count = 0;
    f.odd = goal->spot == NULL && (any_odd(m->u) || any_odd(goal->v));
    if (ground->blockers.count > 0 && ground->blockers.count <= SIEVE) {
        sieve_make(&sieve, ground->blockers);
        m->sieve = &sieve;
    }
    add_node(&f, -1, 0, 0, 0);
    for (int expanded = 0; expanded < EXPANDED; expanded++) {
        int i = best_node(&f);
        if (i < 0) return none;
        f.nodes[i].open = false;
        bool met = turn_furthest(m, &f.nodes[i].into, ground->blockers, 0, &turns);
        if (!met && ends_free(m, &f.nodes[i].into, ground)) {
            write_way(&f, i, out);
            straighten(&f, out);
            return PLANE_OK;
        }
        if (!met) none = PLANE_TAKEN;
        if (met) expand(&f, i, &turns);
        if (m->known && *m->beyond) return PLANE_NONE;
    }
    return none;
}

/* Cuts a way at up_to, and then cuts the last leg short so that u meets and stands on nothing. If
 * nothing is left of this leg, the leg before is cut short in the same way. */
static void cut_way(const struct mover *m, int64_t up_to, const struct plane_ground *ground,
                    struct plane_way *way) {
    struct hindrance h = {ground, {NULL, 0}};
    way->count = plane_cut(way->points, way->count, up_to);
    while (way->count > 1) {
        struct plane_leg leg =
            leg_of(m->u, way->points[way->count - 2], way->points[way->count - 1]);
        leg = cut_short(m, leg, &h);
        way->count--;
        way_add(way, &leg);
        if (leg.long2 > 0) return;
    }
}

size_t plane_shorten(struct plane_set u, struct plane_point *way, size_t count,
                     const struct plane_ground *ground, struct plane_set off) {
    enum { ROUNDS = 8 };
    const struct plane_ground apart = {.table = ground->table, .standing = off};
    const struct hindrance both[2] = {{ground, {NULL, 0}}, {&apart, {NULL, 0}}};
    if (u.count == 0) return count;
    const struct mover m = mover_of(u);
    for (; count > 1; count--) {
        struct plane_leg leg = leg_of(u, way[count - 2], way[count - 1]);
        int fits = 0;
        for (int round = 0; round < 2 * ROUNDS && fits < 2; round++) {
            const int64_t before = leg.long2;
            leg = cut_short(&m, leg, &both[round % 2]);
            fits = leg.long2 == before ? fits + 1 : 1;
        }
        if (fits < 2 || leg.long2 == 0) continue;
        way[count - 1].x = (int32_t)(way[count - 2].x + leg.dx);
        way[count - 1].y = (int32_t)(way[count - 2].y + leg.dy);
        return count;
    }
    return count;
}

/* Makes the way to a goal: plane_way_into tells how. */
static enum plane_code way_to(struct plane_set u, const struct goal *goal, int64_t up_to,
                              const struct plane_ground *ground, struct plane_way *out) {
    struct plane_leg straight;
    way_start(u, out);
    if (u.count == 0 || !leg_to(u, 0, 0, goal, &straight)) return PLANE_NONE;
    if (straight.long2 == 0) return PLANE_OK;
    struct mover m = mover_of(u);
    bool beyond = false;
    m.known = ground->known, m.beyond = &beyond;
    enum plane_code code = PLANE_NONE;
    if (on_table_at(&m, 0, 0, ground->table)) code = whole_way(&m, goal, ground, out);
    m.sieve = NULL;
    if (code != PLANE_OK && goal->whole) return beyond ? PLANE_BEYOND : code;
    if (code != PLANE_OK) {
        way_start(u, out);
        way_add(out, &straight);
        cut_way(&m, up_to, ground, out);
        return beyond ? PLANE_BEYOND : code;
    }
    if (beyond) return PLANE_BEYOND;
    if (plane_way_length(out->points, out->count) <= up_to) return PLANE_OK;
    cut_way(&m, up_to, ground, out);
    return PLANE_NONE;
}

enum plane_code plane_way_into(struct plane_set u, struct plane_set v, int64_t up_to,
                               const struct plane_ground *ground, struct plane_way *out) {
    return way_to(u, &(struct goal){v, NULL, INT64_MAX, false}, up_to, ground, out);
}

enum plane_code plane_way_to(struct plane_set u, struct plane_point spot, int64_t up_to,
                             const struct plane_ground *ground, struct plane_way *out) {
    return way_to(u, &(struct goal){{NULL, 0}, &spot, INT64_MAX, false}, up_to, ground, out);
}

enum plane_code plane_reach(struct plane_set u, struct plane_set v, int64_t most,
                            const struct plane_ground *ground, int64_t *length) {
    struct plane_way way;
    enum plane_code code = way_to(u, &(struct goal){v, NULL, most, true}, INT64_MAX, ground, &way);
    if (code != PLANE_OK) return code;
    *length = plane_way_length(way.points, way.count);
    return *length > most ? PLANE_NONE : code;
}

/* ---- along a way ---- */

int64_t plane_kept(struct plane_set u, const struct plane_shape *shape, int64_t apart) {
    struct plane_pair pair;
    struct plane_core c;
    int64_t ex, ey, least = apart;
    if (u.count == 0 || apart <= 0) return 0;
    /* plane_nearest compares distances between figures that were rounded up, so it may choose a
     * shape that is not the nearest. Therefore each shape is measured by itself if there are
     * figures. */
    bool odd = any_odd(u) || any_odd(plane_one(shape));
    for (size_t i = 0; i < (odd ? u.count : 1); i++) {
        struct plane_set some = odd ? plane_one(&u.shapes[i]) : u;
        int64_t gap4;
        (void)plane_nearest(some, 0, 0, plane_one(shape), &pair, &c);
        if (c.odd) {
            gap4 = plane_figure_gap4(&c, 0, 0, false, &ex, &ey);
        } else {
            plane_toward_core(&c, 0, 0, &ex, &ey);
            gap4 = 4 * (ex * ex + ey * ey);
        }
        int64_t twice = (int64_t)plane_root64((uint64_t)gap4) - c.width;
        int64_t gap = twice < 0 ? 0 : twice / 2;
        if (gap < least) least = gap;
    }
    return least;
}

void plane_way_meets(struct plane_set u, const struct plane_point *way, size_t count,
                     struct plane_set x, bool *met) {
    for (size_t k = 0; k < x.count; k++) met[k] = false;
    if (u.count == 0 || x.count == 0) return;
    struct mover m = mover_of(u);
    for (size_t i = 1; i < count; i++) {
        struct plane_leg leg = leg_of(u, way[i - 1], way[i]);
        struct meeting w;
        meeting_begin(&w, &m, &leg, x, 0);
        for (; meeting_next(&w); w.next_shape++, w.next_mine = 0) met[w.next_shape] = true;
    }
}

bool plane_keeps_off(struct plane_set u, const struct plane_point *way, size_t count,
                     struct plane_set x) {
    if (u.count == 0) return true;
    struct mover m = mover_of(u);
    for (size_t i = 1; i < count; i++) {
        struct plane_leg leg = leg_of(u, way[i - 1], way[i]);
        if (leg_meets(&m, &leg, x, 0)) return false;
    }
    return true;
}

/* Returns the least length at which the leg, cut off there, touches a shape of x. The whole leg
 * must touch one. */
static int64_t touch_on_leg(const struct mover *m, const struct plane_leg *leg,
                            struct plane_set x) {
    int64_t low = 0, high = plane_long_up(leg->dx, leg->dy);
    while (low < high) {
        int64_t middle = low + (high - low) / 2, dx = leg->dx, dy = leg->dy;
        shorten(&dx, &dy, middle);
        struct plane_leg part = plane_leg(leg->x, leg->y, dx, dy);
        if (leg_meets(m, &part, x, PLANE_TOUCH)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

int64_t plane_length_before(struct plane_set u, const struct plane_point *way, size_t count,
                            struct plane_set x) {
    int64_t sum = 0;
    if (u.count == 0) return NONE;
    if (plane_touching(u, x)) return 0;
    struct mover m = mover_of(u);
    for (size_t i = 1; i < count; i++) {
        struct plane_leg leg = leg_of(u, way[i - 1], way[i]);
        if (leg_meets(&m, &leg, x, PLANE_TOUCH)) return sum + touch_on_leg(&m, &leg, x);
        sum += leg_length(way[i - 1], way[i]);
    }
    return NONE;
}
