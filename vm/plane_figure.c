/* Tests of figures: of ovals, turned rectangles, wedges and polygons, at rest or moved along a leg.
 * They are slower than those of boxes and discs, so they are used only for pairs of which at least
 * one shape is a figure (plane_core.odd). Corners are compared with edges, one by one. */
#include "plane.h"
#include "plane_inner.h"

struct corner {
    int64_t x, y;
};
/* A region with its border. One corner: a point; two: a line; more: a polygon whose edges do not
 * cross. */
struct figure {
    int count;
    struct corner at[2 * PLANE_CORNERS];
};

/* Returns the vector that goes `right` units to the right and `ahead` units ahead of a base with
 * this facing, each coordinate rounded toward 0. */
static struct plane_point faced(struct plane_point facing, int64_t right, int64_t ahead) {
    int64_t fx = facing.x, fy = facing.y, long2 = fx * fx + fy * fy;
    if (long2 == 0) fy = long2 = 1;
    int64_t x = right * fy + ahead * fx, y = ahead * fy - right * fx;
    return (struct plane_point){(int32_t)plane_scaled(x, 1, long2),
                                (int32_t)plane_scaled(y, 1, long2)};
}

int plane_corners(const struct plane_shape *s, struct plane_point *out) {
    struct plane_point p = s->at, v, w;
    int64_t wide = s->a, deep = s->b;
    switch (s->kind) {
    case PLANE_ROUND: out[0] = p; return 1;
    case PLANE_BOX:
        out[0] = p;
        out[1] = (struct plane_point){p.x + s->a, p.y};
        out[2] = (struct plane_point){p.x + s->a, p.y + s->b};
        out[3] = (struct plane_point){p.x, p.y + s->b};
        return 4;
    case PLANE_OVAL: /* the ends of the middle line */
        v = wide > deep ? faced(s->facing, (wide - deep) / 2, 0)
                        : faced(s->facing, 0, (deep - wide) / 2);
        out[0] = (struct plane_point){p.x - v.x, p.y - v.y};
        out[1] = (struct plane_point){p.x + v.x, p.y + v.y};
        return v.x == 0 && v.y == 0 ? 1 : 2;
    case PLANE_OBLONG:
        v = faced(s->facing, wide / 2, deep / 2);
        w = faced(s->facing, wide / 2, -(deep / 2));
        out[0] = (struct plane_point){p.x + v.x, p.y + v.y};
        out[1] = (struct plane_point){p.x + w.x, p.y + w.y};
        out[2] = (struct plane_point){p.x - v.x, p.y - v.y};
        out[3] = (struct plane_point){p.x - w.x, p.y - w.y};
        return 4;
    case PLANE_WEDGE:
        out[0] = p;
        out[1] = (struct plane_point){p.x + s->a, p.y};
        out[2] = (struct plane_point){p.x, p.y + s->b};
        return 3;
    case PLANE_POLYGON:
        for (int i = 0; i < s->a; i++) {
            out[i] = (struct plane_point){p.x + s->corners[i].x, p.y + s->corners[i].y};
        }
        return s->a;
    }
    return 0;
}

/* Sets *out to the corners of a shape, moved by (x, y). */
static void figure_of(const struct plane_shape *s, int64_t x, int64_t y, struct figure *out) {
    struct plane_point corners[PLANE_CORNERS];
    out->count = plane_corners(s, corners);
    for (int i = 0; i < out->count; i++) {
        out->at[i] = (struct corner){corners[i].x + x, corners[i].y + y};
    }
}

/* Returns a number above 0 if c lies to the left of the line from a to b, below 0 if to the right,
 * 0 if on the line: twice the area of the triangle. */
static int64_t cross(struct corner a, struct corner b, struct corner c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Replaces the corners of a figure by those of the smallest convex figure around them,
 * counter-clockwise and with no corner on an edge. */
static void make_hull(struct figure *f) {
    struct corner out[2 * PLANE_CORNERS + 1];
    int n = f->count, count = 0;
    for (int i = 1; i < n; i++) {
        struct corner c = f->at[i];
        int k = i;
        for (; k > 0 && (f->at[k - 1].x > c.x || (f->at[k - 1].x == c.x && f->at[k - 1].y > c.y));
             k--) {
            f->at[k] = f->at[k - 1];
        }
        f->at[k] = c;
    }
    for (int pass = 0; pass < 2; pass++) {
        int start = count;
        for (int i = 0; i < n; i++) {
            struct corner c = f->at[pass ? n - 1 - i : i];
            while (count - start >= 2 && cross(out[count - 2], out[count - 1], c) <= 0) count--;
            if (count > start && out[count - 1].x == c.x && out[count - 1].y == c.y) continue;
            out[count++] = c;
        }
        count--; /* The last corner of each half of the hull is also the first of the other half, so
                  * it is taken off here. */
    }
    if (count < 1) out[0] = f->at[0], count = 1;
    for (int i = 0; i < count; i++) f->at[i] = out[i];
    f->count = count;
}

/* Makes two figures of a core and a leg. *mine is the region that the core's mover sweeps on the
 * leg; if the core has no mover it is the leg itself. *other is the core's shape. */
static void pair_of(const struct plane_core *c, const struct plane_leg *leg, struct figure *mine,
                    struct figure *other) {
    if (c->by != NULL) {
        figure_of(c->by, leg->x, leg->y, mine);
    } else {
        *mine = (struct figure){.count = 1, .at = {{leg->x, leg->y}}};
    }
    figure_of(c->of, c->x, c->y, other);
    if (leg->long2 == 0) return;
    ASSERT(mine->count <= PLANE_CORNERS);
    for (int i = 0, n = mine->count; i < n; i++) {
        mine->at[mine->count++] = (struct corner){mine->at[i].x + leg->dx, mine->at[i].y + leg->dy};
    }
    make_hull(mine);
}

/* ---- distance ---- */

/* Returns how many edges to compare: a point counts as one edge of length 0. */
static int edges_of(const struct figure *f) {
    return f->count == 2 ? 1 : f->count;
}

/* Returns a / b to the nearest unit, halves toward 0, so that mirrored figures give mirrored
 * results. */
static int64_t nearest_unit(struct wide a, int64_t b) {
    struct wide size = wide_negative(a) ? wide_minus(a) : a;
    struct wide twice = wide_add(wide_add(size, size), wide_of(b - 1));
    int64_t q = wide_int64(wide_words_over(twice, (uint64_t)(2 * b)));
    return wide_negative(a) ? -q : q;
}

/* Sets (*ex, *ey) to the vector from p to the nearest point of the line from a to b, rounded to the
 * nearest unit. Returns four times the square of the exact vector's length, rounded up if `up`,
 * otherwise down. */
static int64_t to_line(struct corner p, struct corner a, struct corner b, bool up, int64_t *ex,
                       int64_t *ey) {
    int64_t rx = a.x - p.x, ry = a.y - p.y, dx = b.x - a.x, dy = b.y - a.y;
    int64_t along = -(rx * dx + ry * dy), long2 = dx * dx + dy * dy;
    if (along <= 0 || along >= long2) {
        if (along > 0) rx += dx, ry += dy;
        *ex = rx, *ey = ry;
        return 4 * (rx * rx + ry * ry);
    }
    int64_t side = dx * ry - dy * rx;
    *ex = nearest_unit(wide_product(-side, dy), long2);
    *ey = nearest_unit(wide_product(side, dx), long2);
    struct wide square = wide_product(2 * side, 2 * side);
    if (up) square = wide_add(square, wide_of(long2 - 1));
    return wide_int64(wide_words_over(square, (uint64_t)long2));
}

static int sign(int64_t v) {
    return (v > 0) - (v < 0);
}

/* Whether the inner points of the lines from a to b and from p to q cross. */
static bool lines_cross(struct corner a, struct corner b, struct corner p, struct corner q) {
    int one = sign(cross(a, b, p)) * sign(cross(a, b, q));
    int two = sign(cross(p, q, a)) * sign(cross(p, q, b));
    return one < 0 && two < 0;
}

/* Returns 1 if p lies inside of the figure, 0 on the border, -1 outside. The coordinates of the
 * figure are multiplied by `times` first; those of p are already. */
static int lies_in(struct corner p, const struct figure *f, int64_t times) {
    bool inside = false;
    for (int i = 0; i < f->count; i++) {
        struct corner a = f->at[i], b = f->at[(i + 1) % f->count];
        a.x *= times, a.y *= times, b.x *= times, b.y *= times;
        int64_t side = cross(a, b, p);
        if (side == 0 && (p.x - a.x) * (p.x - b.x) <= 0 && (p.y - a.y) * (p.y - b.y) <= 0) return 0;
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if ((b.y > a.y) == (side > 0)) inside = !inside;
    }
    return inside ? 1 : -1;
}

/* Returns four times the square of the distance between two figures, rounded up if `up`, otherwise
 * down; 0 if they meet. Sets (*ex, *ey) to the vector from a to b between their nearest points,
 * rounded to the nearest unit; (0, 0) if they meet. */
static int64_t gap4_of(const struct figure *a, const struct figure *b, bool up, int64_t *ex,
                       int64_t *ey) {
    int64_t best = INT64_MAX, vx, vy;
    *ex = *ey = 0;
    if (a->count > 2 && lies_in(b->at[0], a, 1) >= 0) return 0;
    if (b->count > 2 && lies_in(a->at[0], b, 1) >= 0) return 0;
    for (int i = 0; i < edges_of(a); i++) {
        struct corner a0 = a->at[i], a1 = a->at[(i + 1) % a->count];
        for (int k = 0; k < edges_of(b); k++) {
            struct corner b0 = b->at[k], b1 = b->at[(k + 1) % b->count];
            if (lines_cross(a0, a1, b0, b1)) {
                *ex = *ey = 0;
                return 0;
            }
            const struct corner from[4] = {a0, a1, b0, b1};
            for (int n = 0; n < 4; n++) {
                int64_t far = n < 2 ? to_line(from[n], b0, b1, up, &vx, &vy)
                                    : to_line(from[n], a0, a1, up, &vx, &vy);
                if (far >= best) continue;
                best = far;
                *ex = n < 2 ? vx : -vx;
                *ey = n < 2 ? vy : -vy;
            }
        }
    }
    return best;
}

int64_t plane_figure_gap4(const struct plane_core *c, int64_t x, int64_t y, bool up, int64_t *ex,
                          int64_t *ey) {
    struct plane_leg leg = plane_leg(x, y, 0, 0);
    struct figure mine, other;
    pair_of(c, &leg, &mine, &other);
    return gap4_of(&mine, &other, up, ex, ey);
}

/* ---- inner points in common ---- */

/* Whether the line from a to b has inner points of the convex, counter-clockwise figure f. */
static bool line_enters(const struct figure *f, struct corner a, struct corner b) {
    bool over = false, under = false;
    for (int i = 0; i < f->count; i++) {
        struct corner p = f->at[i], q = f->at[(i + 1) % f->count];
        if (cross(p, q, a) <= 0 && cross(p, q, b) <= 0) return false;
        int64_t side = cross(a, b, p);
        over = over || side > 0;
        under = under || side < 0;
    }
    return over && under;
}

/* Whether two figures have inner points in common. f must be convex and counter-clockwise; g may be
 * any figure. */
static bool insides_meet(const struct figure *f, const struct figure *g) {
    if (f->count < 3 || g->count < 3) return false;
    for (int i = 0; i < g->count; i++) {
        if (line_enters(f, g->at[i], g->at[(i + 1) % g->count])) return true;
    }
    /* No edge of g runs through the inside of f. So the inside of f lies inside of g either as a
     * whole or not at all, and one inner point of f, the middle of three corners, decides. */
    struct corner p = {f->at[0].x + f->at[1].x + f->at[2].x, f->at[0].y + f->at[1].y + f->at[2].y};
    return lies_in(p, g, 3) > 0;
}

/* Cuts an ear off the counter-clockwise figure f, and sets *ear to it. An ear is the triangle of a
 * corner and the two next to it that lies within f: it has no other corner in it, or it is flat
 * because its three corners lie on a line. */
static void cut_ear(struct figure *f, struct figure *ear) {
    int n = f->count, at = 0;
    for (int i = 0; i < n; i++) {
        struct corner a = f->at[(i + n - 1) % n], b = f->at[i], c = f->at[(i + 1) % n];
        *ear = (struct figure){.count = 3, .at = {a, b, c}};
        bool taken = cross(a, b, c) < 0;
        for (int k = 0; k < n && !taken && cross(a, b, c) > 0; k++) {
            bool own = k == i || k == (i + 1) % n || k == (i + n - 1) % n;
            taken = !own && lies_in(f->at[k], ear, 1) >= 0;
        }
        at = i;
        if (!taken) break;
    }
    f->count--;
    for (int k = at; k < f->count; k++) f->at[k] = f->at[k + 1];
}

/* Whether two figures of any form have inner points in common. f is cut into triangles, and each
 * triangle is tested by insides_meet. */
static bool any_insides_meet(struct figure *f, const struct figure *g) {
    struct figure ear;
    int64_t twice = 0; /* twice the area of f; negative if f is clockwise */
    for (int i = 0; i < f->count; i++) {
        struct corner a = f->at[i], b = f->at[(i + 1) % f->count];
        twice += a.x * b.y - a.y * b.x;
    }
    for (int i = 0, k = f->count - 1; twice < 0 && i < k; i++, k--) {
        struct corner t = f->at[i];
        f->at[i] = f->at[k], f->at[k] = t;
    }
    while (f->count > 2) {
        cut_ear(f, &ear);
        make_hull(&ear);
        if (insides_meet(&ear, g)) return true;
    }
    return false;
}

bool plane_figure_near(const struct plane_leg *leg, const struct plane_core *c, int64_t width,
                       bool strict) {
    struct figure mine, other;
    int64_t ex, ey;
    pair_of(c, leg, &mine, &other);
    if (width > 0) {
        int64_t gap4 = gap4_of(&mine, &other, !strict, &ex, &ey);
        return strict ? gap4 < width * width : gap4 <= width * width;
    }
    if (!strict) return gap4_of(&mine, &other, true, &ex, &ey) == 0;
    /* Shapes that move are convex. So if the mover is a polygon, the leg has length 0, and `mine`
     * is the polygon itself, which is cut into triangles. */
    if (c->by != NULL && c->by->kind == PLANE_POLYGON) {
        return any_insides_meet(&mine, &other);
    }
    make_hull(&mine);
    return insides_meet(&mine, &other);
}

/* ---- one within the other ---- */

/* Whether every corner of f is at most spare / 2 away from the region o. If o is convex, this then
 * holds for all points between the corners, too. */
static bool corners_near(const struct figure *f, const struct figure *o, int64_t spare) {
    int64_t ex, ey;
    for (int i = 0; i < f->count; i++) {
        struct figure one = {.count = 1, .at = {f->at[i]}};
        if (gap4_of(&one, o, true, &ex, &ey) > spare * spare) return false;
    }
    return true;
}

bool plane_figure_within(const struct plane_core *c, const struct plane_core *o) {
    struct figure f, g;
    int64_t ex, ey, spare = o->width - c->width;
    figure_of(c->of, c->x, c->y, &f);
    figure_of(o->of, o->x, o->y, &g);
    if (spare >= 0 && (spare > 0 || g.count < 3)) return corners_near(&f, &g, spare);
    if (g.count < 3 || !corners_near(&f, &g, 0)) return false;
    struct figure hull = f;
    make_hull(&hull);
    for (int i = 0; i < g.count; i++) {
        struct corner a = g.at[i], b = g.at[(i + 1) % g.count];
        struct figure edge = {.count = 2, .at = {a, b}};
        if (hull.count > 2 && line_enters(&hull, a, b)) return false;
        if (spare < 0 && gap4_of(&f, &edge, false, &ex, &ey) < spare * spare) return false;
    }
    return true;
}

/* ---- straight on ---- */

int64_t plane_figure_enters(const struct plane_leg *leg, const struct plane_core *c,
                            int64_t width) {
    int64_t low = 0, high = plane_long_up(leg->dx, leg->dy);
    int64_t whole = high;
    while (low < high) { /* finds the greatest length up to which the leg stays clear */
        int64_t middle = low + (high - low + 1) / 2;
        struct plane_leg some = plane_leg_part(leg, plane_share(leg->long2, middle, whole));
        if (plane_figure_near(&some, c, width, true)) {
            high = middle - 1;
        } else {
            low = middle;
        }
    }
    return whole > 0 ? plane_share(leg->long2, low, whole) : 0;
}

void plane_figure_into(const struct plane_core *c, int64_t x, int64_t y, int64_t *ex, int64_t *ey) {
    (void)plane_figure_gap4(c, x, y, true, ex, ey);
    int64_t long2 = *ex * *ex + *ey * *ey, vx = *ex, vy = *ey, least = 0;
    if (long2 == 0) return;
    /* Shapes without inner points never overlap. If one of the two has none, the mover stops at the
     * first contact instead. */
    struct plane_core goal = plane_core_of(c->of), mover = goal;
    if (c->by != NULL) mover = plane_core_of(c->by);
    bool solid = c->width > 0 || (plane_solid(&goal) && plane_solid(&mover));
    /* The search for the greatest length goes two units beyond the nearest point, because the
     * vector to this point was rounded and may be too short. */
    int64_t most = plane_long_up(vx, vy) + 2;
    while (least < most) {
        int64_t middle = least + (most - least + 1) / 2;
        /* The whole leg is tested and not only its end, because a small figure may lie before the
         * end. */
        struct plane_leg leg =
            plane_leg(x, y, plane_scaled(vx, middle, long2), plane_scaled(vy, middle, long2));
        if (plane_figure_near(&leg, c, c->width, solid)) {
            most = middle - 1;
        } else {
            least = middle;
        }
    }
    *ex = plane_scaled(vx, least, long2);
    *ey = plane_scaled(vy, least, long2);
}
