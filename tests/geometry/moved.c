/* Every answer is the same when all is turned by quarters, mirrored or moved: all questions about a
 * sample, asked of it and of its image. */
#include "property.h"
#include "../reach_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- motions ---- */

/* Quarter turns clockwise round the middle of a square table, then mirrored, then moved. */
struct motion {
    int64_t turns, side;
    bool mirrored;
    int64_t dx, dy;
};

static struct spot turned(const struct motion *m, int64_t x, int64_t y) {
    for (int64_t i = 0; i < m->turns; i++) {
        int64_t t = x;
        x = y, y = -t;
    }
    return (struct spot){m->mirrored ? -x : x, y};
}

static struct spot moved(const struct motion *m, int64_t x, int64_t y) {
    struct spot middle = turned(m, m->side, m->side), p = turned(m, 2 * x, 2 * y);
    /* From the middle of the table, doubled lest half a unit be lost. */
    return (struct spot){(p.x - middle.x + m->side) / 2 + m->dx,
                         (p.y - middle.y + m->side) / 2 + m->dy};
}

static void move_box(const struct motion *m, struct piece *p) {
    struct spot a = moved(m, p->x, p->y), b = moved(m, p->x + p->a, p->y + p->b);
    p->x = a.x < b.x ? a.x : b.x, p->a = a.x < b.x ? b.x - a.x : a.x - b.x;
    p->y = a.y < b.y ? a.y : b.y, p->b = a.y < b.y ? b.y - a.y : a.y - b.y;
}

static void move_piece(const struct motion *m, struct piece *p) {
    if (p->form == BOX) {
        move_box(m, p);
        return;
    }
    struct spot at = moved(m, p->x, p->y);
    p->x = at.x, p->y = at.y;
    if (p->form == OVAL || p->form == OBLONG) {
        if (p->fx == 0 && p->fy == 0) p->fy = 1;
        struct spot facing = turned(m, p->fx, p->fy);
        p->fx = facing.x, p->fy = facing.y;
    }
    if (p->form == WEDGE) {
        struct spot a = turned(m, p->a, 0), b = turned(m, 0, p->b);
        p->a = a.x + b.x, p->b = a.y + b.y;
    }
    for (int64_t k = 0; k < p->corners; k++) {
        struct spot c = turned(m, p->corner[2 * k], p->corner[2 * k + 1]);
        p->corner[2 * k] = c.x, p->corner[2 * k + 1] = c.y;
    }
}

static void move_all(const struct motion *m, struct sample *s) {
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < s->group[g].count; i++) move_piece(m, &s->group[g].piece[i]);
    }
    for (int k = 0; k < 4; k += 2) {
        struct spot p = moved(m, s->number[k], s->number[k + 1]);
        s->number[k] = p.x, s->number[k + 1] = p.y;
    }
}

/* ---- answers ---- */

enum { ANSWERS = 200 };
struct answers {
    int count;
    const char *name[ANSWERS];
    int64_t at[ANSWERS];
};

static void add(struct answers *a, const char *name, int64_t value) {
    if (a->count == ANSWERS) abort();
    a->name[a->count] = name;
    a->at[a->count++] = value;
}

/* A place is moved before it is noted: that of the image must be where that of the sample goes. */
static void add_spot(struct answers *a, const struct motion *m, const char *name,
                     struct plane_point p) {
    struct spot q = m ? moved(m, p.x, p.y) : (struct spot){p.x, p.y};
    add(a, name, q.x);
    add(a, name, q.y);
}

static void add_way(struct answers *a, const struct motion *m, const char *name,
                    const struct plane_way *way) {
    add(a, name, (int64_t)way->count);
    for (size_t i = 0; i < way->count; i++) add_spot(a, m, name, way->points[i]);
}

static int64_t size(int64_t v) {
    return v < 0 ? -v : v;
}

static void ask_still(const struct sample *s, const struct shapes *u, const struct shapes *v,
                      const struct shapes *w, struct answers *a) {
    struct plane_set x = set_of(u), y = set_of(v), z = set_of(w);
    struct plane_pair pair = {0, 0};
    size_t list[PIECES];
    const int64_t *n = s->number;
    add(a, "distance", plane_distance(x, y, &pair));
    add(a, "nearest, first", (int64_t)pair.first);
    add(a, "nearest, second", (int64_t)pair.second);
    add(a, "distance back", plane_distance(y, x, NULL));
    add(a, "touching", plane_touching(x, y));
    add(a, "overlapping", plane_overlapping(x, y));
    add(a, "apart", plane_apart(x));
    add(a, "crossed", plane_crossed(spot_of(n[0], n[1]), spot_of(n[2], n[3]), size(n[4]), z));
    for (size_t i = 0; i < w->count; i++) {
        add(a, "in", plane_in(x, &w->at[i]));
        add(a, "wholly within", plane_wholly_within(x, &w->at[i]));
        add(a, "kept", plane_kept(x, &w->at[i], size(n[4])));
    }
    for (size_t i = 0; i < u->count + v->count; i++) {
        const struct plane_shape *p = i < u->count ? &u->at[i] : &v->at[i - u->count];
        if (p->kind != PLANE_ROUND) return;
    }
    add(a, "sees", plane_sees(x, y, z));
    size_t count = plane_between(x, y, z, list);
    for (size_t i = 0; i < count; i++) add(a, "between", (int64_t)list[i]);
    count = plane_veiling(x, y, z, list);
    for (size_t i = 0; i < count; i++) add(a, "veiling", (int64_t)list[i]);
}

/* `m`: how places are noted; NULL: as they are. */
static void ask_ways(const struct sample *s, const struct shapes *u, const struct shapes *v,
                     const struct shapes *w, int64_t side, const struct motion *m, bool round,
                     struct answers *a) {
    struct plane_set x = set_of(u), y = set_of(v);
    const int64_t *n = s->number;
    struct plane_table table = {(int32_t)side, (int32_t)side};
    const struct plane_ground ground = {
        table, {w->at, w->count / 2}, {w->at + w->count / 2, w->count - w->count / 2}, NULL};
    struct plane_point goal = spot_of(n[0], n[1]), on = spot_of(n[2], n[3]);
    struct plane_point points[3] = {u->at[0].at, goal, on};
    struct plane_way way;
    add(a, "on the table", plane_on_table(x, table));
    add(a, "touches the edge", plane_touches_edge(x, table));
    add(a, "stands", plane_stands(x, NULL, &ground));
    add(a, "fits", plane_fits(x, goal, NULL, &ground));
    add(a, "judge", plane_way_judge(x, points, 3, PLANE_FAR, &ground));
    add(a, "sweeps", plane_sweeps(x, points, 3, y));
    add(a, "ends touching", plane_ends_touching(x, points, 3, y));
    add(a, "keeps off", plane_keeps_off(x, points, 3, y));
    add(a, "length", plane_way_length(points, 3));
    add(a, "length before", plane_length_before(x, points, 3, y));
    struct plane_way rest = {.count = 3, .points = {points[0], points[1], points[2]}};
    rest.count = plane_rest(rest.points, 3, v->count > 0 ? v->at[0].at : points[0]);
    add_way(a, m, "rest", &rest);
    plane_way_toward(x, goal, size(n[4]), &ground, &way);
    add_way(a, m, "way toward", &way);
    plane_way_from(x, y, size(n[4]), &ground, &way);
    add_way(a, m, "way from", &way);
    if (!round) return;
    add(a, "way into, code", plane_way_into(x, y, PLANE_FAR, &ground, &way));
    add_way(a, m, "way into", &way);
    add(a, "way up to, code", plane_way_into(x, y, size(n[4]), &ground, &way));
    add_way(a, m, "way up to", &way);
    add(a, "way to, code", plane_way_to(x, goal, PLANE_FAR, &ground, &way));
    add_way(a, m, "way to", &way);
    add(a, "reach", whole_reach(x, y, &ground));
}

static enum verdict compare(const struct answers *is, const struct answers *should,
                            char said[SAID]) {
    for (int i = 0; i < is->count && i < should->count; i++) {
        if (is->at[i] != should->at[i])
            return same(said, should->name[i], is->at[i], should->at[i]);
    }
    return same(said, "how many answers there are", is->count, should->count);
}

/* ---- properties ---- */

static enum verdict in_motion(const struct sample *s, const struct motion *m, int64_t side,
                              bool with_ways, char said[SAID]) {
    struct sample image = *s;
    struct shapes group[GROUPS], there[GROUPS];
    struct answers should = {.count = 0}, is = {.count = 0};
    move_all(m, &image);
    for (int g = 0; g < GROUPS; g++) {
        if (!shapes_of(&s->group[g], &group[g])) return NO_SAMPLE;
        if (!shapes_of(&image.group[g], &there[g])) return NO_SAMPLE;
    }
    for (int k = 0; k < 4; k++) {
        if (size(s->number[k]) > PLANE_MAX || size(image.number[k]) > PLANE_MAX) return NO_SAMPLE;
    }
    ask_still(s, &group[0], &group[1], &group[2], &should);
    ask_still(&image, &there[0], &there[1], &there[2], &is);
    if (with_ways && group[0].count > 0) {
        ask_ways(s, &group[0], &group[1], &group[2], side, m, !m->mirrored, &should);
        ask_ways(&image, &there[0], &there[1], &there[2], side, NULL, !m->mirrored, &is);
    }
    return compare(&is, &should, said);
}

static int64_t turns_of(const struct sample *s) {
    return size(s->number[7]) % 4;
}

/* On a square table, its edges near. */
static enum verdict turning(const struct sample *s, char said[SAID]) {
    int64_t side = 2 * (size(s->number[5]) + 1);
    struct motion m = {turns_of(s), side, size(s->number[6]) % 2, 0, 0};
    if (side > PLANE_MAX) return NO_SAMPLE;
    return in_motion(s, &m, side, true, said);
}

/* Far from the edges of a large one. */
static enum verdict moving(const struct sample *s, char said[SAID]) {
    enum { SIDE = 1 << 25 };
    struct motion off = {0, 0, false, SIDE / 2, SIDE / 2};
    struct motion m = {turns_of(s), SIDE, size(s->number[6]) % 2, s->number[5] % 10000,
                       s->number[6] % 10000};
    struct sample t = *s;
    for (int k = 0; k < 5; k++) {
        if (size(s->number[k]) > 1 << 20) return NO_SAMPLE;
    }
    move_all(&off, &t);
    return in_motion(&t, &m, SIDE, true, said);
}

/* A unit in formation, as its owner looks, wherever he stands. */
static enum verdict formed(const struct sample *s, char said[SAID]) {
    struct motion m = {turns_of(s), 0, false, s->number[5] % 10000, s->number[6] % 10000};
    struct shapes u, v;
    struct answers should = {.count = 0}, is = {.count = 0};
    int64_t look = size(s->number[2]) % 4;
    if (!shapes_of(&s->group[0], &u) || u.count == 0) return NO_SAMPLE;
    if (!shapes_of(&s->group[0], &v)) return NO_SAMPLE;
    struct plane_point first = spot_of(s->number[0], s->number[1]);
    struct spot there = moved(&m, first.x, first.y);
    if (size(there.x) > PLANE_MAX || size(there.y) > PLANE_MAX) return NO_SAMPLE;
    for (size_t i = 0; i < u.count; i++) {
        u.at[i].facing = v.at[i].facing = (struct plane_point){0, 1};
    }
    enum plane_code one = plane_formation(u.at, u.count, first, (enum plane_side)look);
    enum plane_code other = plane_formation(v.at, v.count, spot_of(there.x, there.y),
                                            (enum plane_side)((look + m.turns) % 4));
    if (one != PLANE_OK || other != PLANE_OK) return NO_SAMPLE;
    for (size_t i = 0; i < u.count; i++) {
        add_spot(&should, &m, "a place in formation", u.at[i].at);
        add_spot(&is, NULL, "a place in formation", v.at[i].at);
    }
    return compare(&is, &should, said);
}

/* Far things beside those that matter change nothing, however many there are. */
static enum verdict crowded(const struct sample *s, char said[SAID]) {
    enum { SIDE = 1 << 25, FAR_ONES = 100 };
    const struct motion off = {0, 0, false, SIDE / 2, SIDE / 2};
    struct shapes group[GROUPS];
    struct plane_shape crowd[FAR_ONES + PIECES];
    struct sample t = *s;
    for (int k = 0; k < 5; k++) {
        if (size(s->number[k]) > 1 << 20) return NO_SAMPLE;
    }
    move_all(&off, &t);
    for (int g = 0; g < GROUPS; g++) {
        if (!shapes_of(&t.group[g], &group[g])) return NO_SAMPLE;
    }
    size_t count = 0, own = group[2].count;
    for (size_t i = 0; i < FAR_ONES; i++) {
        struct plane_point at = spot_of((int64_t)(i % 10) * 4000, (int64_t)(i / 10) * 4000);
        if (plane_round(at, 3000, &crowd[count++]) != PLANE_OK) return NO_SAMPLE;
        /* Those that matter stand among them: the first of them early, the last of them late. */
        for (size_t k = 0; k < own; k++) {
            if (i == (k + 1) * FAR_ONES / (own + 1)) crowd[count++] = group[2].at[k];
        }
    }
    const struct plane_set x = set_of(&group[0]), y = set_of(&group[1]), all = {crowd, count};
    struct plane_ground few = {{SIDE, SIDE}, set_of(&group[2]), {NULL, 0}, NULL}, many = few;
    struct plane_point goal = spot_of(t.number[0], t.number[1]);
    struct answers should = {.count = 0}, is = {.count = 0};
    many.blockers = all;
    for (int k = 0; k < 2; k++) {
        const struct plane_ground *ground = k ? &many : &few;
        struct answers *a = k ? &is : &should;
        struct plane_way way;
        add(a, "sees", plane_sees(x, y, ground->blockers));
        add(a, "stands", plane_stands(x, NULL, ground));
        add(a, "reach", whole_reach(x, y, ground));
        add(a, "way to, code", plane_way_to(x, goal, PLANE_FAR, ground, &way));
        add_way(a, NULL, "way to", &way);
        plane_way_toward(x, goal, PLANE_FAR, ground, &way);
        add_way(a, NULL, "way toward", &way);
    }
    return compare(&is, &should, said);
}

const struct property motions[] = {
    {"crowded", {{1, 3, ROUNDS}, {1, 3, ROUNDS}, {0, 8, ANY | GROWN}}, crowded, 4, 0},
    {"turning", {{1, 3, BASES}, {1, 3, BASES}, {0, 5, ANY | GROWN}}, turning, 0, 0},
    {"turning_round", {{1, 3, ROUNDS}, {1, 3, ROUNDS}, {0, 6, ROUNDS}}, turning, 0, 0},
    {"moving", {{1, 3, BASES}, {1, 3, BASES}, {0, 5, ANY | GROWN}}, moving, 0, 0},
    {"formed", {{1, 14, BASES}, {0, 0, ANY}, {0, 0, ANY}}, formed, 0, 0},
};
const size_t motions_count = sizeof motions / sizeof *motions;
