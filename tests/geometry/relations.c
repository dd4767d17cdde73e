/* Properties of what rests: distance, contact, being within, lines, sight, standing, zones. */
#include "property.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- samples as shapes ---- */

struct plane_point spot_of(int64_t x, int64_t y) {
    struct plane_point p = {0, 0};
    (void)plane_point(x, y, &p);
    return p;
}

static enum plane_code shape_of(const struct piece *p, struct plane_point at,
                                struct plane_point *corners, struct plane_shape *out) {
    struct plane_point facing = spot_of(p->fx, p->fy);
    switch ((enum form)p->form) {
    case ROUND: return plane_round(at, p->a, out);
    case BOX: return plane_box(at, p->a, p->b, out);
    case OVAL: return plane_oval(at, p->a, p->b, facing, out);
    case OBLONG: return plane_oblong(at, p->a, p->b, facing, out);
    case WEDGE:
        *out = (struct plane_shape){
            .kind = PLANE_WEDGE, .at = at, .a = (int32_t)p->a, .b = (int32_t)p->b};
        return PLANE_OK;
    case POLYGON:
        for (int i = 0; i < p->corners; i++) {
            corners[i] = spot_of(p->corner[2 * i], p->corner[2 * i + 1]);
        }
        if (plane_polygon(corners, (size_t)p->corners, out) != PLANE_OK) return PLANE_RANGE;
        out->at = at;
        return PLANE_OK;
    case FORMS: break;
    }
    return PLANE_RANGE;
}

bool shapes_of(const struct group *group, struct shapes *out) {
    out->count = (size_t)group->count;
    for (size_t i = 0; i < out->count; i++) {
        const struct piece *p = &group->piece[i];
        struct plane_point at;
        if (!exact_region(p, &out->region[i])) return false;
        if (plane_point(p->x, p->y, &at) != PLANE_OK) return false;
        if (shape_of(p, at, out->corners[i], &out->at[i]) != PLANE_OK) return false;
        if (plane_grow(&out->at[i], p->grown) != PLANE_OK) return false;
    }
    return true;
}

static int64_t size(int64_t v) {
    return v < 0 ? -v : v;
}

struct plane_table table_of(const struct sample *s) {
    struct plane_table t = {PLANE_MAX, PLANE_MAX};
    bool across = s->number[6] % 4 == 0;
    (void)plane_table(across ? size(s->number[4]) : PLANE_MAX,
                      across ? size(s->number[5]) : PLANE_MAX, &t);
    return t;
}

enum verdict same(char said[SAID], const char *what, int64_t is, int64_t should) {
    if (is == should) return HOLDS;
    snprintf(said, SAID, "%s is %" PRId64 ", should be %" PRId64, what, is, should);
    return BROKEN;
}

/* ---- distance and contact ---- */

static bool exact_nearest(const struct shapes *u, const struct shapes *v, struct plane_pair *out) {
    bool any = false;
    for (size_t i = 0; i < u->count; i++) {
        for (size_t k = 0; k < v->count; k++) {
            if (any && !exact_gap_less(&u->region[i], &v->region[k], &u->region[out->first],
                                       &v->region[out->second])) {
                continue;
            }
            *out = (struct plane_pair){i, k};
            any = true;
        }
    }
    return any;
}

static enum verdict distance(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    struct plane_pair pair = {0, 0}, exact = {0, 0};
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    int64_t d = plane_distance(set_of(&u), set_of(&v), &pair);
    if (plane_distance(set_of(&v), set_of(&u), NULL) != d) {
        return same(said, "the distance back", plane_distance(set_of(&v), set_of(&u), NULL), d);
    }
    if (!exact_nearest(&u, &v, &exact)) return same(said, "the distance", d, NONE);
    const struct region *a = &u.region[exact.first], *b = &v.region[exact.second];
    bool enough = exact_gap_against(a, b, 2 * d) <= 0;
    bool least = d == 0 || exact_gap_against(a, b, 2 * d - 2) > 0;
    if (d < 0 || !enough || !least) {
        snprintf(said, SAID, "the distance is %" PRId64 ", which is too %s", d,
                 enough ? "much" : "little");
        return BROKEN;
    }
    if (exact.first == pair.first)
        return same(said, "the second", (int64_t)pair.second, (int64_t)exact.second);
    return same(said, "the first", (int64_t)pair.first, (int64_t)exact.first);
}

static bool any_gap(const struct shapes *u, const struct shapes *v, int64_t halves) {
    for (size_t i = 0; i < u->count; i++) {
        for (size_t k = 0; k < v->count; k++) {
            if (exact_gap_against(&u->region[i], &v->region[k], halves) <= 0) return true;
        }
    }
    return false;
}

static enum verdict touching(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    bool should = any_gap(&u, &v, 4);
    enum verdict back = same(said, "touching back", plane_touching(set_of(&v), set_of(&u)), should);
    return back == HOLDS ? same(said, "touching", plane_touching(set_of(&u), set_of(&v)), should)
                         : back;
}

static bool any_overlap(const struct shapes *u, const struct shapes *v) {
    for (size_t i = 0; i < u->count; i++) {
        for (size_t k = 0; k < v->count; k++) {
            if (exact_overlap(&u->region[i], &v->region[k])) return true;
        }
    }
    return false;
}

static enum verdict overlapping(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    bool should = any_overlap(&u, &v);
    enum verdict back =
        same(said, "overlapping back", plane_overlapping(set_of(&v), set_of(&u)), should);
    if (back != HOLDS) return back;
    return same(said, "overlapping", plane_overlapping(set_of(&u), set_of(&v)), should);
}

static enum verdict apart(const struct sample *s, char said[SAID]) {
    struct shapes u;
    bool should = true;
    if (!shapes_of(&s->group[0], &u)) return NO_SAMPLE;
    for (size_t i = 0; i < u.count; i++) {
        for (size_t k = 0; k < i; k++) should &= !exact_overlap(&u.region[i], &u.region[k]);
    }
    return same(said, "apart", plane_apart(set_of(&u)), should);
}

static enum verdict in(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (v.count != 1) return NO_SAMPLE;
    return same(said, "in", plane_in(set_of(&u), v.at), any_gap(&u, &v, 0));
}

static enum verdict wholly_within(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    int should = 1;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (v.count != 1 || u.count == 0) return NO_SAMPLE;
    for (size_t i = 0; i < u.count && should == 1; i++) {
        /* A line in a polygon with a notch: only its ends are looked at. */
        if (!u.region[i].solid && v.at[0].kind == PLANE_POLYGON) return NO_SAMPLE;
        should = exact_within(&u.region[i], &v.region[0]);
    }
    if (should < 0) return NO_SAMPLE;
    return same(said, "wholly within", plane_wholly_within(set_of(&u), v.at), should);
}

/* ---- the table ---- */

static bool all_on(const struct shapes *u, struct plane_table table) {
    struct region all = exact_box(0, 0, table.width, table.height);
    for (size_t i = 0; i < u->count; i++) {
        if (exact_within(&u->region[i], &all) != 1) return false;
    }
    return u->count > 0;
}

/* Twice how far it reaches to a side: 0 west, 1 south, 2 east, 3 north. */
static int64_t reach_to(const struct region *r, int side) {
    int64_t most = INT64_MIN;
    for (int i = 0; i < r->count; i++) {
        int64_t v = side % 2 ? r->at[i].y : r->at[i].x;
        int64_t out = 2 * (side < 2 ? -v : v) + r->width;
        if (out > most) most = out;
    }
    return most;
}

static enum verdict table_edges(const struct sample *s, char said[SAID]) {
    struct shapes u;
    struct plane_table table;
    bool edge = false;
    if (!shapes_of(&s->group[0], &u)) return NO_SAMPLE;
    if (plane_table(size(s->number[0]), size(s->number[1]), &table) != PLANE_OK) return NO_SAMPLE;
    for (size_t i = 0; i < u.count; i++) {
        const int64_t far[] = {0, 0, 2 * (int64_t)table.width, 2 * (int64_t)table.height};
        for (int side = 0; side < 4; side++) {
            edge |= reach_to(&u.region[i], side) >= far[side] - 2 * PLANE_TOUCH;
        }
    }
    enum verdict on =
        same(said, "on the table", plane_on_table(set_of(&u), table), all_on(&u, table));
    if (on != HOLDS) return on;
    return same(said, "touches the edge", plane_touches_edge(set_of(&u), table), edge);
}

static enum verdict bounds(const struct sample *s, char said[SAID]) {
    struct shapes u;
    struct plane_shape box;
    int64_t far[4] = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};
    if (!shapes_of(&s->group[0], &u)) return NO_SAMPLE;
    enum plane_code code = plane_bounds(set_of(&u), &box);
    if (u.count == 0) return same(said, "code", code, PLANE_NONE);
    if (code == PLANE_RANGE) return NO_SAMPLE;
    for (int side = 0; side < 4; side++) {
        for (size_t i = 0; i < u.count; i++) {
            int64_t out = reach_to(&u.region[i], side);
            if (out > far[side]) far[side] = out;
        }
        far[side] = (far[side] + (far[side] & 1)) / 2;
    }
    const int64_t is[] = {-box.at.x, -box.at.y, (int64_t)box.at.x + box.a,
                          (int64_t)box.at.y + box.b};
    for (int side = 0; side < 4; side++) {
        if (is[side] != far[side]) return same(said, "a side", is[side], far[side]);
    }
    return HOLDS;
}

/* ---- lines ---- */

/* A line that is so wide on either side. */
static struct region line_of(struct spot from, struct spot to, int64_t halves) {
    const struct spot ends[] = {from, to};
    struct region line = exact_hull(ends, 2);
    line.width = halves;
    line.solid = true;
    return line;
}

static enum verdict crossed(const struct sample *s, char said[SAID]) {
    struct shapes u;
    bool should = false;
    const int64_t *n = s->number;
    if (!shapes_of(&s->group[0], &u)) return NO_SAMPLE;
    struct region line =
        line_of((struct spot){n[0], n[1]}, (struct spot){n[2], n[3]}, size(n[4]) + 2);
    for (size_t i = 0; i < u.count; i++) should |= exact_gap_against(&line, &u.region[i], 0) <= 0;
    bool is = plane_crossed(spot_of(n[0], n[1]), spot_of(n[2], n[3]), size(n[4]), set_of(&u));
    return same(said, "crossed", is, should);
}

/* The rim of a disc in a direction, rounded toward its centre. */
static struct spot rim(const struct region *disc, int64_t dx, int64_t dy) {
    wide long2 = 4 * (wide)(dx * dx + dy * dy);
    return (struct spot){disc->at[0].x + exact_part((wide)disc->width * dx, long2),
                         disc->at[0].y + exact_part((wide)disc->width * dy, long2)};
}

/* Toward the other, to the left and to the right of it. */
static void three(const struct region *a, const struct region *b, struct spot out[3]) {
    int64_t dx = b->at[0].x - a->at[0].x, dy = b->at[0].y - a->at[0].y;
    out[0] = rim(a, dx, dy);
    out[1] = rim(a, -dy, dx);
    out[2] = rim(a, dy, -dx);
}

static bool is_crossed(struct spot from, struct spot to, const struct shapes *w) {
    struct region line = line_of(from, to, 2);
    for (size_t i = 0; i < w->count; i++) {
        if (exact_gap_against(&line, &w->region[i], 0) <= 0) return true;
    }
    return false;
}

/* `veil`: what touches the figure between the sides; else what the line crosses. */
static enum verdict listed(const struct sample *s, char said[SAID], bool veil) {
    struct shapes u, v, w;
    struct plane_pair pair = {0, 0};
    struct spot from[3], to[3];
    size_t is[PIECES], count = 0;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (!shapes_of(&s->group[2], &w) || u.count == 0 || v.count == 0) return NO_SAMPLE;
    size_t found = veil ? plane_veiling(set_of(&u), set_of(&v), set_of(&w), is)
                        : plane_between(set_of(&u), set_of(&v), set_of(&w), is);
    (void)exact_nearest(&u, &v, &pair);
    const struct region *a = &u.region[pair.first], *b = &v.region[pair.second];
    if (exact_gap_against(a, b, 0) <= 0) return same(said, "how many", (int64_t)found, 0);
    three(a, b, from);
    three(b, a, to);
    const struct spot corners[] = {from[1], from[2], to[1], to[2]};
    struct region figure = veil ? exact_hull(corners, 4) : line_of(from[0], to[0], 2);
    figure.width = 2;
    for (size_t i = 0; i < w.count; i++) {
        if (exact_gap_against(&figure, &w.region[i], 0) > 0) continue;
        if (count >= found || is[count] != i) {
            return same(said, "what is listed", count < found ? (int64_t)is[count] : -1,
                        (int64_t)i);
        }
        count++;
    }
    return same(said, "how many", (int64_t)found, (int64_t)count);
}

static enum verdict between(const struct sample *s, char said[SAID]) {
    return listed(s, said, false);
}

static enum verdict veiling(const struct sample *s, char said[SAID]) {
    return listed(s, said, true);
}

static bool base_sees(const struct region *a, const struct region *b, const struct shapes *w) {
    struct spot from[3], to[3];
    if (exact_gap_against(a, b, 0) <= 0) return true;
    three(a, b, from);
    three(b, a, to);
    for (int i = 0; i < 9; i++) {
        if (!is_crossed(from[i / 3], to[i % 3], w)) return true;
    }
    return false;
}

static enum verdict sees(const struct sample *s, char said[SAID]) {
    struct shapes u, v, w;
    bool should = false;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (!shapes_of(&s->group[2], &w)) return NO_SAMPLE;
    for (size_t i = 0; i < u.count && !should; i++) {
        for (size_t k = 0; k < v.count && !should; k++) {
            should = base_sees(&u.region[i], &v.region[k], &w);
        }
    }
    bool back = plane_sees(set_of(&v), set_of(&u), set_of(&w));
    if (back != should) return same(said, "it sees back", back, should);
    return same(said, "it sees", plane_sees(set_of(&u), set_of(&v), set_of(&w)), should);
}

/* ---- standing ---- */

static enum verdict stands(const struct sample *s, char said[SAID]) {
    struct shapes u, v, w;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (!shapes_of(&s->group[2], &w)) return NO_SAMPLE;
    size_t half = w.count / 2;
    const struct plane_ground ground = {
        table_of(s), {w.at, half}, {w.at + half, w.count - half}, NULL};
    bool should = all_on(&u, ground.table) && !any_overlap(&u, &w);
    for (size_t i = 0; i < u.count && v.count > 0 && should; i++) {
        int within = exact_within(&u.region[i], &v.region[0]);
        if (within < 0) return NO_SAMPLE;
        should = within == 1;
    }
    const struct plane_shape *outline = v.count > 0 ? v.at : NULL;
    enum verdict here = same(said, "it stands", plane_stands(set_of(&u), outline, &ground), should);
    if (here != HOLDS || u.count == 0) return here;
    /* From elsewhere it fits where it stands. */
    struct plane_point first = u.at[0].at;
    if (plane_shift(u.at, u.count, s->number[0] % 1000, s->number[1] % 1000) != PLANE_OK) {
        return HOLDS;
    }
    return same(said, "it fits", plane_fits(set_of(&u), first, outline, &ground), should);
}

/* The vector from the first as its owner looks: to the right, and ahead. */
static struct spot seen_from(const struct plane_shape *u, size_t i, int64_t look) {
    int64_t x = (int64_t)u[i].at.x - u[0].at.x, y = (int64_t)u[i].at.y - u[0].at.y;
    for (int64_t k = 0; k < look; k++) { /* a quarter turn to the left each */
        int64_t t = x;
        x = -y, y = t;
    }
    return (struct spot){x, y};
}

/* No base of the rank from `start` on, `back` further behind, overlaps one before. */
static bool rank_fits(const struct plane_shape *u, size_t count, size_t start, int64_t look,
                      int64_t back) {
    for (size_t i = start; i < count && i < start + 6; i++) {
        for (size_t k = 0; k < start; k++) {
            struct spot p = seen_from(u, i, look), q = seen_from(u, k, look);
            int64_t x = p.x - q.x, y = p.y - back - q.y, width = (int64_t)u[i].a + u[k].a;
            if (4 * (x * x + y * y) < width * width && width > 0) return false;
        }
    }
    return true;
}

/* How far behind the rank before one stands that has something other than discs before it: half the
 * deepest of both. */
static int64_t rank_depth(const struct plane_shape *u, size_t count, size_t start) {
    int64_t deep[2] = {0, 0};
    for (size_t i = start - 6; i < count && i < start + 6; i++) {
        int64_t own = u[i].kind == PLANE_ROUND ? u[i].a : u[i].b;
        if (own > deep[i >= start]) deep[i >= start] = own;
    }
    return (deep[0] + deep[1] + 1) / 2;
}

static bool all_round(const struct plane_shape *u, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (u[i].kind != PLANE_ROUND) return false;
    }
    return true;
}

static enum verdict formation(const struct sample *s, char said[SAID]) {
    struct shapes u;
    int64_t look = size(s->number[2]) % 4;
    if (!shapes_of(&s->group[0], &u) || u.count == 0) return NO_SAMPLE;
    struct plane_point first = spot_of(s->number[0], s->number[1]);
    if (plane_formation(u.at, u.count, first, (enum plane_side)look) != PLANE_OK) return NO_SAMPLE;
    if (u.at[0].at.x != first.x || u.at[0].at.y != first.y) {
        return same(said, "the first", u.at[0].at.x, first.x);
    }
    for (size_t i = 1; i < u.count; i++) {
        struct spot here = seen_from(u.at, i, look), before = seen_from(u.at, i - 1, look);
        if (i % 6 != 0) {
            int64_t step = (int64_t)u.at[i - 1].a + u.at[i].a;
            if (here.y != before.y) return same(said, "ahead", here.y, before.y);
            if (here.x - before.x != (step + 1) / 2) {
                return same(said, "to the right", here.x - before.x, (step + 1) / 2);
            }
            continue;
        }
        if (here.x != 0) return same(said, "the first of a rank, right", here.x, 0);
        if (!all_round(u.at, i + 6 < u.count ? i + 6 : u.count)) {
            int64_t back = seen_from(u.at, i - 6, look).y - here.y;
            if (back != rank_depth(u.at, u.count, i)) {
                return same(said, "a rank is behind", back, rank_depth(u.at, u.count, i));
            }
            continue;
        }
        if (!rank_fits(u.at, u.count, i, look, 0)) return same(said, "a rank overlaps", 1, 0);
        if (here.y < before.y && rank_fits(u.at, u.count, i, look, -1)) {
            return same(said, "a rank could be nearer", 1, 0);
        }
        if (here.y > before.y) return same(said, "a rank is ahead of the one before", 1, 0);
    }
    return HOLDS;
}

/* ---- zones ---- */

/* Whether a point is in a part of the table, by the words of the language. */
static bool point_in_zone(const struct sample *s, struct plane_table t, int64_t x, int64_t y) {
    int64_t deep = size(s->number[2]), w = t.width, h = t.height;
    int64_t corner = size(s->number[3]) % 4;
    bool north = corner == PLANE_NORTH_WEST || corner == PLANE_NORTH_EAST;
    bool east = corner == PLANE_NORTH_EAST || corner == PLANE_SOUTH_EAST;
    int64_t right = east ? w - x : x, up = north ? h - y : y; /* from the corner */
    if (x < 0 || y < 0 || x > w || y > h) return false;
    switch (size(s->number[4]) % 5) {
    case 0:
        switch ((enum plane_side)corner) {
        case PLANE_NORTH: return y >= h - deep;
        case PLANE_EAST: return x >= w - deep;
        case PLANE_SOUTH: return y <= deep;
        default: return x <= deep;
        }
    case 1: return right <= deep && up <= deep;
    case 2: return (east ? x >= w / 2 : x <= w / 2) && (north ? y >= h / 2 : y <= h / 2);
    case 3: return (wide)right * h + (wide)up * w <= (wide)w * h;
    default: {
        int64_t up_to = deep < h ? deep : h, from = (h - up_to) / 2;
        return y >= from && y <= from + up_to;
    }
    }
}

static enum plane_code zone_of(const struct sample *s, struct plane_table t,
                               struct plane_shape *out) {
    int64_t deep = size(s->number[2]), corner = size(s->number[3]) % 4;
    switch (size(s->number[4]) % 5) {
    case 0: return plane_strip(t, (enum plane_side)corner, deep, out);
    case 1: return plane_corner(t, (enum plane_corner)corner, deep, out);
    case 2: return plane_quarter(t, (enum plane_corner)corner, out);
    case 3: return plane_diagonal(t, (enum plane_corner)corner, out);
    default: return plane_strip(t, PLANE_CENTRE, deep, out);
    }
}

static enum verdict zones(const struct sample *s, char said[SAID]) {
    struct plane_table t;
    struct plane_shape zone, point;
    if (plane_table(size(s->number[0]), size(s->number[1]), &t) != PLANE_OK) return NO_SAMPLE;
    if (zone_of(s, t, &zone) != PLANE_OK) return NO_SAMPLE;
    int64_t x = s->number[5], y = s->number[6];
    if (s->number[7] % 4 == 0) x = size(s->number[7]) % 2 ? t.width : t.width / 2;
    if (s->number[7] % 3 == 0) y = t.height / 2;
    if (plane_round(spot_of(x, y), 0, &point) != PLANE_OK) return NO_SAMPLE;
    bool should = point_in_zone(s, t, x, y);
    enum verdict one = same(said, "a point in it", plane_in(plane_one(&point), &zone), should);
    if (one != HOLDS) return one;
    return same(said, "a point within it", plane_wholly_within(plane_one(&point), &zone), should);
}

const struct property relations[] = {
    {"distance", {{0, 3, ANY | GROWN}, {0, 3, ANY | GROWN}, {0, 0, ANY}}, distance, 0, 0},
    {"distance_round", {{1, 6, ROUNDS}, {1, 6, ROUNDS}, {0, 0, ANY}}, distance, 0, 0},
    {"touching", {{0, 2, ANY | GROWN}, {0, 2, ANY | GROWN}, {0, 0, ANY}}, touching, 0, 0},
    {"overlapping", {{0, 2, ANY | GROWN}, {0, 2, ANY | GROWN}, {0, 0, ANY}}, overlapping, 0, 0},
    {"overlapping_plain",
     {{1, 2, 1 << BOX}, {1, 2, 1 << BOX | ROUNDS}, {0, 0, ANY}},
     overlapping,
     0,
     0},
    {"apart", {{0, 4, BASES}, {0, 0, ANY}, {0, 0, ANY}}, apart, 0, 0},
    {"in", {{0, 2, BASES}, {1, 1, ANY | GROWN}, {0, 0, ANY}}, in, 0, 0},
    {"wholly_within", {{1, 2, ANY}, {1, 1, ANY | GROWN}, {0, 0, ANY}}, wholly_within, 0, 0},
    {"table", {{0, 2, ANY}, {0, 0, ANY}, {0, 0, ANY}}, table_edges, 0, 0},
    {"bounds", {{0, 3, ANY | GROWN}, {0, 0, ANY}, {0, 0, ANY}}, bounds, 0, 0},
    {"crossed", {{0, 3, ANY | GROWN}, {0, 0, ANY}, {0, 0, ANY}}, crossed, 0, 0},
    {"between", {{1, 3, ROUNDS}, {1, 3, ROUNDS}, {0, 5, ANY}}, between, 0, 0},
    {"veiling", {{1, 3, ROUNDS}, {1, 3, ROUNDS}, {0, 5, ANY}}, veiling, 0, 0},
    {"sees", {{0, 2, ROUNDS}, {0, 2, ROUNDS}, {0, 5, ANY}}, sees, 0, 0},
    {"stands", {{0, 3, BASES}, {0, 1, ANY}, {0, 3, ANY}}, stands, 0, 0},
    {"formation", {{1, 14, ROUNDS}, {0, 0, ANY}, {0, 0, ANY}}, formation, 0, 0},
    {"formation_any", {{1, 14, BASES}, {0, 0, ANY}, {0, 0, ANY}}, formation, 0, 0},
    {"zones", {{0, 0, ANY}, {0, 0, ANY}, {0, 0, ANY}}, zones, 0, 0},
};
const size_t relations_count = sizeof relations / sizeof *relations;
