/* Properties of what moves: lengths, bearings, the judge, straight ways, ways round, and what is
 * met along them. */
#include "property.h"
#include "../reach_fixture.h"

#include <inttypes.h>
#include <stdio.h>

static int64_t size(int64_t v) {
    return v < 0 ? -v : v;
}

/* ---- a way of a sample ---- */

enum { POINTS = 4 };
struct route {
    size_t count;
    struct plane_point at[POINTS];
};

/* From where the first shape stands, on by way of what the numbers say. */
static struct route route_of(const struct sample *s, const struct shapes *u) {
    struct route r = {.count = 1 + (size_t)size(s->number[7]) % POINTS};
    if (u->count > 0) r.at[0] = u->at[0].at;
    for (size_t i = 1; i < r.count; i++) {
        r.at[i] = spot_of(s->number[2 * i - 2], s->number[2 * i - 1]);
        /* Often along an axis, where what is passed is passed exactly. */
        if (s->number[6] % 5 == 1) r.at[i].x = r.at[i - 1].x;
        if (s->number[6] % 5 == 2) r.at[i].y = r.at[i - 1].y;
    }
    return r;
}

static int64_t leg_length(struct plane_point p, struct plane_point q) {
    int64_t x = (int64_t)q.x - p.x, y = (int64_t)q.y - p.y;
    return exact_root_up((wide)x * x + (wide)y * y);
}

static int64_t length_of(const struct plane_point *way, size_t count) {
    int64_t sum = 0;
    for (size_t i = 1; i < count; i++) sum += leg_length(way[i - 1], way[i]);
    return sum;
}

/* The point that lies so far along a leg, rounded toward its start; the end of a shorter leg. */
static struct plane_point along(struct plane_point p, struct plane_point q, int64_t far) {
    int64_t x = (int64_t)q.x - p.x, y = (int64_t)q.y - p.y;
    wide long2 = (wide)x * x + (wide)y * y;
    if (long2 <= (wide)far * far) return q;
    return spot_of(p.x + exact_part((wide)x * far, long2), p.y + exact_part((wide)y * far, long2));
}

static enum verdict cut(const struct sample *s, char said[SAID]) {
    struct shapes u = {.count = 0};
    struct route r = route_of(s, &u);
    int64_t length = size(s->number[6]), left = length;
    size_t count = r.count, i = 1;
    struct plane_point way[POINTS];
    for (size_t k = 0; k < count; k++) way[k] = r.at[k];
    enum verdict whole =
        same(said, "the length", plane_way_length(way, count), length_of(way, count));
    if (whole != HOLDS) return whole;
    size_t is = plane_cut(way, count, length);
    for (; i < count && leg_length(r.at[i - 1], r.at[i]) <= left; i++) {
        left -= leg_length(r.at[i - 1], r.at[i]);
    }
    if (i < count) {
        struct plane_point end = along(r.at[i - 1], r.at[i], left);
        bool moves = end.x != r.at[i - 1].x || end.y != r.at[i - 1].y;
        count = moves ? i + 1 : i;
        if (moves) r.at[i] = end;
    }
    if (is != count) return same(said, "how many points are left", (int64_t)is, (int64_t)count);
    for (size_t k = 0; k < count; k++) {
        if (way[k].x != r.at[k].x) return same(said, "a point's x", way[k].x, r.at[k].x);
        if (way[k].y != r.at[k].y) return same(said, "a point's y", way[k].y, r.at[k].y);
    }
    return HOLDS;
}

/* ---- what is left of a way ---- */

/* How far a point is from a leg, rounded up. */
static int64_t aside(struct plane_point p, struct plane_point from, struct plane_point to) {
    struct spot spot = {p.x, p.y}, ends[2] = {{from.x, from.y}, {to.x, to.y}};
    struct region point = exact_hull(&spot, 1), leg = exact_hull(ends, 2);
    struct ratio far2 = exact_far2(&point, &leg);
    return exact_root_up((far2.n + far2.d - 1) / far2.d);
}

/* From where it has come to along the way, or from where it has been put. */
static enum verdict rest(const struct sample *s, char said[SAID]) {
    struct shapes u, none = {.count = 0};
    if (!shapes_of(&s->group[0], &u)) return NO_SAMPLE;
    struct route r = route_of(s, &none);
    struct plane_point way[POINTS], part[POINTS], should[POINTS];
    for (size_t k = 0; k < r.count; k++) way[k] = part[k] = r.at[k];
    int64_t whole = length_of(way, r.count), gone = size(s->number[6]);
    if (gone > whole) gone = whole;
    size_t next = 1, left = 1, cut = plane_cut(part, r.count, gone);
    struct plane_point from = u.count > 0 ? u.at[0].at : part[cut - 1];
    for (size_t i = 2; i < r.count; i++) {
        int64_t off = aside(from, way[i - 1], way[i]);
        if (off <= 2 || off <= aside(from, way[next - 1], way[next])) next = i;
    }
    should[0] = from;
    for (size_t i = next; i < r.count; i++) {
        bool same_place = way[i].x == should[left - 1].x && way[i].y == should[left - 1].y;
        if (!same_place) should[left++] = way[i];
    }
    size_t is = plane_rest(way, r.count, from);
    if (is != left) return same(said, "how many points are left", (int64_t)is, (int64_t)left);
    for (size_t k = 0; k < left; k++) {
        if (way[k].x != should[k].x) return same(said, "a point's x", way[k].x, should[k].x);
        if (way[k].y != should[k].y) return same(said, "a point's y", way[k].y, should[k].y);
    }
    /* A cut rounds by less than two units, and each leg's length is rounded up. */
    int64_t most = whole - gone + 2 + (int64_t)r.count;
    return u.count > 0 ? HOLDS : same(said, "it is no longer", length_of(way, is) <= most, true);
}

/* ---- where a mover is on its way ---- */

static struct region moved(const struct region *r, struct plane_point from, struct plane_point to) {
    struct region out = *r;
    exact_move(&out, (int64_t)to.x - from.x, (int64_t)to.y - from.y);
    return out;
}

/* All that a shape covers between two points of the way of the first. */
static struct region path_of(const struct shapes *u, size_t i, struct plane_point from,
                             struct plane_point to) {
    struct region here = moved(&u->region[i], u->at[0].at, from);
    return exact_swept(&here, (int64_t)to.x - from.x, (int64_t)to.y - from.y);
}

static bool leg_overlaps(const struct shapes *u, struct plane_point from, struct plane_point to,
                         const struct region *x, size_t count) {
    for (size_t i = 0; i < u->count; i++) {
        struct region path = path_of(u, i, from, to);
        for (size_t k = 0; k < count; k++) {
            if (exact_overlap(&path, &x[k])) return true;
        }
    }
    return false;
}

static bool leg_touches(const struct shapes *u, struct plane_point from, struct plane_point to,
                        const struct shapes *x) {
    for (size_t i = 0; i < u->count; i++) {
        struct region path = path_of(u, i, from, to);
        for (size_t k = 0; k < x->count; k++) {
            if (exact_gap_against(&path, &x->region[k], 2 * PLANE_TOUCH) <= 0) return true;
        }
    }
    return false;
}

static bool all_on(const struct shapes *u, struct plane_point at, struct plane_table table) {
    struct region all = exact_box(0, 0, table.width, table.height);
    for (size_t i = 0; i < u->count; i++) {
        struct region there = moved(&u->region[i], u->at[0].at, at);
        if (exact_within(&there, &all) != 1) return false;
    }
    return true;
}

/* Of the third group the first half blocks, the rest stands. */
struct field {
    struct plane_table table;
    const struct shapes *w;
    size_t blockers;
};

static struct field field_of(const struct sample *s, const struct shapes *w) {
    return (struct field){table_of(s), w, (w->count + 1) / 2};
}

static struct plane_ground ground_of(const struct field *f) {
    return (struct plane_ground){f->table,
                                 {f->w->at, f->blockers},
                                 {f->w->at + f->blockers, f->w->count - f->blockers},
                                 NULL};
}

static enum plane_fault exact_judge(const struct shapes *u, const struct plane_point *way,
                                    size_t count, int64_t up_to, const struct field *f) {
    int64_t length = length_of(way, count);
    if (u->count == 0 || length == 0) return PLANE_WAY_EMPTY;
    if (way[0].x != u->at[0].at.x || way[0].y != u->at[0].at.y) return PLANE_WAY_START;
    if (length > up_to) return PLANE_WAY_LONG;
    for (size_t i = 0; i < count; i++) {
        if (!all_on(u, way[i], f->table)) return PLANE_WAY_OFF;
    }
    for (size_t i = 1; i < count; i++) {
        if (leg_overlaps(u, way[i - 1], way[i], f->w->region, f->blockers))
            return PLANE_WAY_BLOCKED;
    }
    if (leg_overlaps(u, way[count - 1], way[count - 1], f->w->region + f->blockers,
                     f->w->count - f->blockers)) {
        return PLANE_WAY_OCCUPIED;
    }
    return PLANE_WAY_GOOD;
}

static enum verdict judge(const struct sample *s, char said[SAID]) {
    struct shapes u, w;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[2], &w)) return NO_SAMPLE;
    struct route r = route_of(s, &u);
    struct field f = field_of(s, &w);
    struct plane_ground ground = ground_of(&f);
    int64_t up_to = s->number[6] % 3 == 0 ? size(s->number[6]) : PLANE_FAR;
    if (s->number[6] % 16 == 1) r.at[0].x++;
    return same(said, "the fault", plane_way_judge(set_of(&u), r.at, r.count, up_to, &ground),
                exact_judge(&u, r.at, r.count, up_to, &f));
}

/* ---- along a way ---- */

static enum verdict sweeps(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    bool should = false;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (u.count == 0) return NO_SAMPLE;
    struct route r = route_of(s, &u);
    for (size_t i = 0; i < r.count; i++) {
        should |= leg_touches(&u, r.at[i > 0 ? i - 1 : 0], r.at[i], &v);
    }
    bool is = plane_sweeps(set_of(&u), r.at, r.count, set_of(&v));
    if (is != should) return same(said, "it sweeps", is, should);
    struct plane_point end = r.at[r.count - 1];
    is = plane_ends_touching(set_of(&u), r.at, r.count, set_of(&v));
    should = leg_touches(&u, end, end, &v);
    if (is != should) return same(said, "it ends touching", is, should);
    should = true;
    for (size_t i = 1; i < r.count; i++) {
        should &= !leg_overlaps(&u, r.at[i - 1], r.at[i], v.region, v.count);
    }
    is = plane_keeps_off(set_of(&u), r.at, r.count, set_of(&v));
    if (is != should) return same(said, "it keeps off", is, should);
    bool met[sizeof v.region / sizeof *v.region];
    plane_way_meets(set_of(&u), r.at, r.count, set_of(&v), met);
    for (size_t k = 0; k < v.count; k++) {
        should = false;
        for (size_t i = 1; i < r.count; i++) {
            should |= leg_overlaps(&u, r.at[i - 1], r.at[i], &v.region[k], 1);
        }
        if (met[k] != should) return same(said, "it meets", met[k], should);
    }
    return HOLDS;
}

static enum verdict length_before(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    int64_t sum = 0;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (u.count == 0 || v.count == 0) return NO_SAMPLE;
    struct route r = route_of(s, &u);
    int64_t is = plane_length_before(set_of(&u), r.at, r.count, set_of(&v));
    if (leg_touches(&u, r.at[0], r.at[0], &v)) return same(said, "the length before", is, 0);
    for (size_t i = 1; i < r.count; i++) {
        struct plane_point p = r.at[i - 1], q = r.at[i];
        if (leg_touches(&u, p, q, &v)) {
            int64_t on = is - sum;
            if (is == NONE || on < 0) return same(said, "the length before", is, sum);
            bool enough = leg_touches(&u, p, along(p, q, on), &v);
            bool least = on == 0 || !leg_touches(&u, p, along(p, q, on - 1), &v);
            return enough && least ? HOLDS : same(said, "so far on a leg is the least", on, -1);
        }
        sum += leg_length(p, q);
    }
    return same(said, "the length before", is, NONE);
}

static enum verdict kept(const struct sample *s, char said[SAID]) {
    struct shapes u, v;
    int64_t apart = size(s->number[0]);
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (u.count == 0 || v.count != 1) return NO_SAMPLE;
    int64_t is = plane_kept(set_of(&u), v.at, apart);
    bool fits = true, more = is < apart;
    for (size_t i = 0; i < u.count; i++) {
        fits &= is == 0 || exact_gap_against(&u.region[i], &v.region[0], 2 * is) >= 0;
        more &= exact_gap_against(&u.region[i], &v.region[0], 2 * is + 2) >= 0;
    }
    if (is < 0 || is > apart || !fits) return same(said, "it keeps, too much,", is, apart);
    return more ? same(said, "it could keep more than", is, apart) : HOLDS;
}

/* ---- directions ---- */

/* 4 x^2 <= length^2 (2 +- root of 2) */
static bool is_at_most(int64_t x, int64_t length, int plus_or_minus) {
    wide rest = 2 * (wide)length * length - 4 * (wide)x * x, two4 = 2 * (wide)length * length;
    /* -rest <= root(2) length^2, or rest >= it */
    two4 *= (wide)length * length;
    if (plus_or_minus > 0) return rest >= 0 || rest * rest <= two4;
    return rest >= 0 && rest * rest >= two4;
}

/* The n-th candidate of a way is a bearing from where the owner looks: all, two thirds and a third
 * of the length. */
static enum verdict candidate(const struct sample *s, char said[SAID]) {
    int64_t length = size(s->number[0]), x = s->number[2], y = s->number[3];
    size_t n = (size_t)size(s->number[1]) % 48, look = (size_t)size(s->number[4]) % 4;
    struct plane_point from = spot_of(x, y), to;
    enum plane_code code = plane_way_nth(from, (enum plane_side)look, length, n, &to);
    const int64_t parts[] = {length, 2 * length / 3, length / 3};
    struct plane_point by = plane_bearing((n + 4 * look) % 16, parts[n / 16]);
    if (by.x == 0 && by.y == 0) return same(said, "the code", code, PLANE_NONE);
    if (size(x + by.x) > PLANE_MAX || size(y + by.y) > PLANE_MAX) {
        return same(said, "the code", code, PLANE_RANGE);
    }
    if (code != PLANE_OK) return same(said, "the code", code, PLANE_OK);
    return same(said, "it is there", to.x == x + by.x && to.y == y + by.y, true);
}

static enum verdict bearing(const struct sample *s, char said[SAID]) {
    int64_t length = size(s->number[0]);
    size_t n = (size_t)size(s->number[1]) % 16;
    struct plane_point p = plane_bearing(n, length), q = p;
    for (size_t i = 0; i < n / 4; i++) q = (struct plane_point){-q.y, q.x};
    int64_t x = n % 4 == 3 ? q.y : q.x, y = n % 4 == 3 ? q.x : q.y;
    if (x < 0 || y < 0) return same(said, "its quarter", 0, 1);
    if (n % 4 == 0) return same(said, "straight", y + size(x), length);
    if (n % 4 == 2) {
        bool least = 2 * (wide)x * x <= (wide)length * length;
        bool most = 2 * (wide)(x + 1) * (x + 1) > (wide)length * length;
        return same(said, "a diagonal is right", x == y && least && most, true);
    }
    bool right = is_at_most(x, length, -1) && !is_at_most(x + 1, length, -1) &&
                 is_at_most(y, length, 1) && !is_at_most(y + 1, length, 1);
    return same(said, "it is right", right, true);
}

/* ---- straight on ---- */

/* Something bars the next units from here on, or was passed so near that it may stop it earlier. */
static bool is_barred(const struct shapes *u, struct plane_point here, struct plane_point goal,
                      const struct field *f) {
    enum { NEXT = 6, GLANCE = 2 };
    struct plane_point next = along(here, goal, NEXT);
    for (size_t i = 0; i < u->count; i++) {
        struct region path = path_of(u, i, u->at[0].at, next);
        for (size_t k = 0; k < f->w->count; k++) {
            if (exact_gap_against(&path, &f->w->region[k], 2 * GLANCE) < 0) return true;
        }
        struct region all = exact_box(GLANCE, GLANCE, (int64_t)f->table.width - GLANCE,
                                      (int64_t)f->table.height - GLANCE);
        if (f->table.width < 2 * GLANCE || f->table.height < 2 * GLANCE) return true;
        if (exact_within(&path, &all) != 1) return true;
    }
    return false;
}

/* The way is a straight one to the goal, or as far of it as it can go. */
static enum verdict is_straight(const struct shapes *u, const struct plane_way *way,
                                struct plane_point goal, const struct field *f, char said[SAID]) {
    struct plane_point from = u->at[0].at, end = way->points[way->count - 1];
    int64_t dx = (int64_t)goal.x - from.x, dy = (int64_t)goal.y - from.y;
    int64_t ex = (int64_t)end.x - from.x, ey = (int64_t)end.y - from.y;
    bool starts =
        !leg_overlaps(u, from, from, f->w->region, f->blockers) && all_on(u, from, f->table);
    if (way->count < 1 || way->count > 2) return same(said, "its points", (int64_t)way->count, 2);
    if (!starts) return same(said, "it moves from what it stands on", (int64_t)way->count, 1);
    if (way->count == 2) {
        enum plane_fault fault = exact_judge(u, way->points, 2, INT64_MAX, f);
        if (fault != PLANE_WAY_GOOD) return same(said, "the fault", fault, PLANE_WAY_GOOD);
        wide side = (wide)dx * ey - (wide)dy * ex, long2 = (wide)dx * dx + (wide)dy * dy;
        if (side * side >= 2 * long2) return same(said, "it leaves its line", 1, 0);
        if ((wide)dx * ex < 0 || (wide)dy * ey < 0) return same(said, "it goes back", 1, 0);
        if (size(ex) > size(dx) || size(ey) > size(dy)) return same(said, "it goes too far", 1, 0);
    }
    if (end.x == goal.x && end.y == goal.y) return HOLDS;
    return same(said, "it could go on", !is_barred(u, end, goal, f), false);
}

static enum verdict straight(const struct sample *s, char said[SAID]) {
    struct shapes u, w;
    struct plane_way way;
    struct plane_point goal, vector;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[2], &w)) return NO_SAMPLE;
    if (u.count == 0) return NO_SAMPLE;
    struct field f = field_of(s, &w);
    struct plane_ground ground = ground_of(&f);
    struct plane_point from = u.at[0].at;
    goal = spot_of(s->number[0], s->number[1]);
    if (plane_point((int64_t)goal.x - from.x, (int64_t)goal.y - from.y, &vector) != PLANE_OK) {
        return NO_SAMPLE;
    }
    plane_way_straight(set_of(&u), vector, &ground, &way);
    enum verdict by = is_straight(&u, &way, goal, &f, said);
    if (by != HOLDS) return by;
    int64_t far = size(s->number[2]);
    plane_way_toward(set_of(&u), goal, far, &ground, &way);
    return is_straight(&u, &way, along(from, goal, far), &f, said);
}

static enum verdict away(const struct sample *s, char said[SAID]) {
    struct shapes u, v, w;
    struct plane_way way;
    struct plane_point end;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (!shapes_of(&s->group[2], &w) || u.count != 1 || v.count != 1) return NO_SAMPLE;
    struct field f = field_of(s, &w);
    struct plane_ground ground = ground_of(&f);
    int64_t far = size(s->number[2]);
    int64_t x = (int64_t)u.at[0].at.x - v.at[0].at.x, y = (int64_t)u.at[0].at.y - v.at[0].at.y;
    wide long2 = (wide)x * x + (wide)y * y;
    plane_way_from(set_of(&u), set_of(&v), far, &ground, &way);
    if (long2 == 0) return same(said, "its points", (int64_t)way.count, 1);
    if (plane_point(u.at[0].at.x + exact_part((wide)x * far, long2),
                    u.at[0].at.y + exact_part((wide)y * far, long2), &end) != PLANE_OK) {
        return NO_SAMPLE;
    }
    return is_straight(&u, &way, end, &f, said);
}

/* ---- round what is in the way ---- */

/* A way that was found, good or as far as it goes: it may be gone, and is no longer than that. */
static enum verdict is_legal(const struct shapes *u, const struct plane_way *way, int64_t up_to,
                             const struct field *f, char said[SAID]) {
    if (way->count <= 1) return HOLDS;
    enum plane_fault fault = exact_judge(u, way->points, way->count, up_to, f);
    return same(said, "the fault", fault, PLANE_WAY_GOOD);
}

static enum verdict into(const struct sample *s, char said[SAID]) {
    struct shapes u, v, w;
    struct plane_way way;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (!shapes_of(&s->group[2], &w) || u.count == 0 || v.count == 0) return NO_SAMPLE;
    struct field f = field_of(s, &w);
    struct plane_ground ground = ground_of(&f);
    int64_t up_to = s->number[6] % 2 ? PLANE_FAR : size(s->number[6]), length;
    struct plane_point from = u.at[0].at;
    bool starts = leg_touches(&u, from, from, &v);
    enum plane_code code = plane_way_into(set_of(&u), set_of(&v), up_to, &ground, &way);
    enum verdict legal = is_legal(&u, &way, up_to, &f, said);
    if (starts) return same(said, "it touches already, and goes", (int64_t)way.count, 1);
    if (legal != HOLDS) return legal;
    struct plane_point end = way.points[way.count - 1];
    bool ends = leg_touches(&u, end, end, &v);
    if (code == PLANE_OK && !ends) return same(said, "it ends touching", ends, true);
    for (size_t i = 1; i < way.count && code == PLANE_OK; i++) {
        if (leg_overlaps(&u, way.points[i - 1], way.points[i], v.region, v.count)) {
            return same(said, "it goes through its goal", 1, 0);
        }
    }
    int64_t whole = whole_reach(set_of(&u), set_of(&v), &ground);
    length = plane_way_length(way.points, way.count);
    if (code == PLANE_OK && whole != length) return same(said, "the reach", whole, length);
    if (code != PLANE_OK && whole != NONE && whole <= up_to) {
        return same(said, "the reach", whole, NONE);
    }
    int64_t far = plane_distance(set_of(&u), set_of(&v), NULL);
    if (whole != NONE && whole < far - 2 * PLANE_TOUCH) return same(said, "the reach", whole, far);
    code = plane_reach(set_of(&u), set_of(&v), up_to, &ground, &length);
    if (code != PLANE_OK) return HOLDS;
    return same(said, "how far it is, within a limit,", length <= up_to && length >= far - 4, true);
}

static enum verdict to(const struct sample *s, char said[SAID]) {
    struct shapes u, w;
    struct plane_way way;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[2], &w)) return NO_SAMPLE;
    if (u.count == 0) return NO_SAMPLE;
    struct field f = field_of(s, &w);
    struct plane_ground ground = ground_of(&f);
    struct plane_point goal = spot_of(s->number[0], s->number[1]);
    int64_t up_to = s->number[6] % 2 ? PLANE_FAR : size(s->number[6]);
    enum plane_code code = plane_way_to(set_of(&u), goal, up_to, &ground, &way);
    enum verdict legal = is_legal(&u, &way, up_to, &f, said);
    if (legal != HOLDS) return legal;
    struct plane_point end = way.points[way.count - 1];
    if (code != PLANE_OK) return HOLDS;
    return same(said, "it ends there", end.x == goal.x && end.y == goal.y, true);
}

const struct property ways[] = {
    {"cut", {{0, 0, ANY}, {0, 0, ANY}, {0, 0, ANY}}, cut, 0, 0},
    {"rest", {{0, 1, ROUNDS}, {0, 0, ANY}, {0, 0, ANY}}, rest, 0, 0},
    {"bearing", {{0, 0, ANY}, {0, 0, ANY}, {0, 0, ANY}}, bearing, 0, 0},
    {"candidate", {{0, 0, ANY}, {0, 0, ANY}, {0, 0, ANY}}, candidate, 0, 0},
    {"judge_plain", {{0, 3, ROUNDS}, {0, 0, ANY}, {0, 4, ROUNDS | 1 << BOX | GROWN}}, judge, 0, 0},
    {"judge", {{0, 3, BASES}, {0, 0, ANY}, {0, 4, ANY | GROWN}}, judge, 0, 0},
    {"sweeps", {{1, 3, BASES}, {0, 2, ANY | GROWN}, {0, 0, ANY}}, sweeps, 0, 0},
    {"length_before", {{1, 3, BASES}, {1, 2, ANY | GROWN}, {0, 0, ANY}}, length_before, 0, 0},
    {"kept", {{1, 3, BASES}, {1, 1, ANY}, {0, 0, ANY}}, kept, 0, 0},
    {"straight", {{1, 3, BASES}, {0, 0, ANY}, {0, 4, ANY | GROWN}}, straight, 0, 0},
    {"away", {{1, 1, ROUNDS}, {1, 1, ROUNDS}, {0, 4, ANY | GROWN}}, away, 0, 0},
    {"into", {{1, 3, BASES}, {1, 2, BASES}, {0, 6, ANY | GROWN}}, into, 0, 0},
    {"into_round", {{1, 2, ROUNDS}, {1, 2, ROUNDS}, {0, 14, ROUNDS}}, into, 0, 0},
    {"to", {{1, 3, BASES}, {0, 0, ANY}, {0, 10, ANY | GROWN}}, to, 0, 0},
};
const size_t ways_count = sizeof ways / sizeof *ways;
