/*
 * duel_plain_ways: the geometry of the Duel written by hand: distance, sight, standing, ways. It
 * knows only round bases, all of one diameter in a unit. Its results are those of vm/plane.h, whose
 * definitions it follows, and it shares no code with it. duel_plain_ways.lua has the same functions
 * in Lua. A width (`wide`) is a diameter; a name that ends in 2 (`long2`) is a square.
 */
#ifndef MYTH_TESTS_BENCH_DUEL_PLAIN_WAYS_H
#define MYTH_TESTS_BENCH_DUEL_PLAIN_WAYS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

__extension__ typedef __int128 wide_int;

enum { INCH = 2540, TABLE = 36 * INCH, TOUCH = 2, MODELS = 6, UNITS = 8 };
enum { WAY_POINTS = 10, WAYS = 48 };

struct point {
    int32_t x, y;
};

/* The bases of a unit, all of one diameter, and the box around their centres. */
struct bases {
    struct point at[MODELS];
    int count, wide;
    int32_t west, south, east, north;
};

/* The discs that may be in the way. */
struct disc {
    int32_t x, y, wide;
};
struct ground {
    struct disc disc[UNITS * MODELS];
    int count;
};

/* A straight piece of a way: from (x, y) by (dx, dy). Coordinates are relative to where the moving
 * unit stands at first. long2 is the square of its length. */
struct leg {
    int64_t x, y, dx, dy, long2;
};

/* A way, as the points of the unit's first base. */
struct way {
    int count;
    struct point at[WAY_POINTS];
};

static inline struct leg leg_make(int64_t x, int64_t y, int64_t dx, int64_t dy) {
    return (struct leg){x, y, dx, dy, dx * dx + dy * dy};
}

static inline int64_t least_of(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t most_of(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static inline int64_t floor_div(int64_t a, int64_t b) {
    int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/* ---- roots: exact up to 2^52, which no square of a length on the table comes near ---- */

static inline int64_t root_down(int64_t n) {
    return (int64_t)sqrt((double)n);
}

static inline int64_t root_up(int64_t n) {
    int64_t r = (int64_t)sqrt((double)n);
    return r * r < n ? r + 1 : r;
}

static inline int64_t length_up(int64_t dx, int64_t dy) {
    return root_up(dx * dx + dy * dy);
}

/* Returns v * num / sqrt(den2), rounded toward 0. */
static inline int64_t scaled(int64_t v, int64_t num, int64_t den2) {
    wide_int part = (wide_int)llabs(v) * num;
    int64_t r = root_down((int64_t)(part * part / den2));
    return v < 0 ? -r : r;
}

/* ---- distance ---- */

static void bases_box(struct bases *u) {
    u->west = u->east = u->at[0].x;
    u->south = u->north = u->at[0].y;
    for (int i = 1; i < u->count; i++) {
        u->west = (int32_t)least_of(u->west, u->at[i].x);
        u->east = (int32_t)most_of(u->east, u->at[i].x);
        u->south = (int32_t)least_of(u->south, u->at[i].y);
        u->north = (int32_t)most_of(u->north, u->at[i].y);
    }
}

/* The nearest pair of bases of two units u and v, of equals the first. (ex, ey) is the vector from
 * u's base, after u was moved by (x, y), to v's base; long2 is the square of its length. */
struct pair {
    int first, second;
    int64_t ex, ey, long2;
};

static struct pair nearest_pair(const struct bases *u, int64_t x, int64_t y,
                                const struct bases *v) {
    struct pair best = {0, 0, 0, 0, INT64_MAX};
    for (int i = 0; i < u->count; i++) {
        int64_t ux = u->at[i].x + x, uy = u->at[i].y + y;
        for (int j = 0; j < v->count; j++) {
            int64_t ex = v->at[j].x - ux, ey = v->at[j].y - uy, long2 = ex * ex + ey * ey;
            if (long2 < best.long2) best = (struct pair){i, j, ex, ey, long2};
        }
    }
    return best;
}

/* Returns the gap between the two bases of a pair, rounded up. `wide` is the sum of their
 * diameters. */
static inline int64_t gap_of(const struct pair *p, int64_t wide) {
    int64_t twice = root_up(4 * p->long2) - wide;
    return twice <= 0 ? 0 : (twice + 1) / 2;
}

/* Whether the boxes alone show that two units are more than `most` apart. */
static inline bool boxes_apart(const struct bases *u, const struct bases *v, int64_t most) {
    int64_t far = (u->wide + v->wide) / 2 + most;
    return u->west - v->east > far || v->west - u->east > far || u->south - v->north > far ||
           v->south - u->north > far;
}

/* ---- sight ---- */

/* Whether a line comes within wide / 2 of the point (x, y). */
static inline bool line_near(const struct leg *line, int64_t x, int64_t y, int64_t wide) {
    int64_t ex = x - line->x, ey = y - line->y, along = ex * line->dx + ey * line->dy;
    if (along > 0 && along < line->long2) {
        int64_t across = 2 * (line->dx * ey - line->dy * ex);
        return (wide_int)across * across <= (wide_int)(wide * wide) * line->long2;
    }
    if (along > 0) ex -= line->dx, ey -= line->dy;
    return 4 * (ex * ex + ey * ey) <= wide * wide;
}

/* Returns the point of a base's rim in the direction (dx, dy), relative to the base's centre and
 * rounded toward it. long2 is the square of the direction's length, root the length rounded
 * down. */
static struct point rim(int64_t wide, int64_t dx, int64_t dy, int64_t root, int64_t long2) {
    int64_t part[2] = {llabs(dx), llabs(dy)};
    for (int i = 0; i < 2; i++) {
        int64_t top = wide * part[i], v = top / (2 * (root + 1));
        while (4 * (v + 1) * (v + 1) * long2 <= top * top) v++;
        part[i] = v;
    }
    return (struct point){(int32_t)(dx < 0 ? -part[0] : part[0]),
                          (int32_t)(dy < 0 ? -part[1] : part[1])};
}

/* Two bases, seen from the one at `a` to the one at `b`. `front` leads from a to a's rim toward b;
 * `back` from b's rim toward a to b. */
struct facing {
    struct point a, b, front, back;
};

/* Returns false if there is no gap between the two bases. */
static bool facing_of(struct point a, int64_t wide_a, struct point b, int64_t wide_b,
                      struct facing *out) {
    int64_t dx = b.x - a.x, dy = b.y - a.y, long2 = dx * dx + dy * dy, wide = wide_a + wide_b;
    if (4 * long2 <= wide * wide) return false;
    int64_t root = root_down(long2);
    out->a = a, out->b = b;
    out->front = out->back = rim(wide_a, dx, dy, root, long2);
    if (wide_b != wide_a) out->back = rim(wide_b, dx, dy, root, long2);
    return true;
}

static struct leg line_between(int64_t x, int64_t y, int64_t to_x, int64_t to_y) {
    return leg_make(x, y, to_x - x, to_y - y);
}

static struct leg centre_line(const struct facing *v) {
    return line_between(v->a.x + v->front.x, v->a.y + v->front.y, v->b.x - v->back.x,
                        v->b.y - v->back.y);
}

/* The discs that may block a line. `last` is the one that blocked last; it likely blocks the next
 * line, too. */
struct screen {
    struct disc disc[UNITS * MODELS];
    int count, last;
};

static inline bool disc_blocks(const struct leg *line, const struct disc *d) {
    return line_near(line, d->x, d->y, d->wide + 2);
}

static bool line_free(const struct leg *line, struct screen *s) {
    if (disc_blocks(line, &s->disc[s->last])) return false;
    for (int i = 0; i < s->count; i++) {
        if (i == s->last || !disc_blocks(line, &s->disc[i])) continue;
        s->last = i;
        return false;
    }
    return true;
}

/* Returns the n-th of three points of a base's rim: straight ahead, left, right. */
static struct point rim_nth(struct point at, struct point rim, int n) {
    if (n == 0) return (struct point){at.x + rim.x, at.y + rim.y};
    if (n == 1) return (struct point){at.x - rim.y, at.y + rim.x};
    return (struct point){at.x + rim.y, at.y - rim.x};
}

static bool disc_reaches(const struct disc *d, struct point at, int64_t wide) {
    int64_t x = d->x - at.x, y = d->y - at.y, within = d->wide + wide + 2;
    return 4 * (x * x + y * y) <= within * within;
}

/* Whether one of eight lines is free: those between three rim points of each base, but for the
 * centre line, which the caller has tried. */
static bool base_sees(const struct facing *v, int64_t wide_a, int64_t wide_b, struct screen *s) {
    const struct point away = {-v->back.x, -v->back.y};
    struct leg line[9];
    for (int i = 1; i < 9; i++) {
        struct point from = rim_nth(v->a, v->front, i / 3), to = rim_nth(v->b, away, i % 3);
        line[i] = line_between(from.x, from.y, to.x, to.y);
    }
    if (line_free(&line[3 + 2], s)) return true;
    /* A disc that blocks both side lines and lies clear of the bases blocks all lines. */
    const struct disc *d = &s->disc[s->last];
    if (disc_blocks(&line[6 + 1], d) && !disc_reaches(d, v->a, wide_a) &&
        !disc_reaches(d, v->b, wide_b)) {
        return false;
    }
    for (int i = 1; i < 9; i++) {
        if (i != 3 + 2 && line_free(&line[i], s)) return true;
    }
    return false;
}

static void screen_of(const struct bases *u, const struct bases *v, const struct ground *g,
                      struct screen *s) {
    int64_t half_u = u->wide / 2, half_v = v->wide / 2;
    int64_t west = least_of(u->west - half_u, v->west - half_v);
    int64_t south = least_of(u->south - half_u, v->south - half_v);
    int64_t east = most_of(u->east + half_u, v->east + half_v);
    int64_t north = most_of(u->north + half_u, v->north + half_v);
    s->count = s->last = 0;
    for (int i = 0; i < g->count; i++) {
        const struct disc *d = &g->disc[i];
        int64_t half = d->wide / 2 + 2;
        if (d->x - half > east || d->x + half < west || d->y - half > north || d->y + half < south)
            continue;
        s->disc[s->count++] = *d;
    }
}

static bool bases_see(const struct bases *u, const struct bases *v, const struct ground *g) {
    struct facing view[MODELS * MODELS];
    struct screen screen;
    int count = 0;
    screen_of(u, v, g, &screen);
    if (screen.count == 0) return true;
    for (int i = 0; i < u->count; i++) {
        for (int j = 0; j < v->count; j++, count++) {
            if (!facing_of(u->at[i], u->wide, v->at[j], v->wide, &view[count])) return true;
            struct leg line = centre_line(&view[count]);
            if (line_free(&line, &screen)) return true;
        }
    }
    for (int n = 0; n < count; n++) {
        if (base_sees(&view[n], u->wide, v->wide, &screen)) return true;
    }
    return false;
}

/* ---- what a leg meets ---- */

/* Whether a base that moves along the leg overlaps a disc. (ex, ey) leads from where the base
 * begins to the disc; `wide` is the sum of their diameters. With `wide` greater by twice a
 * distance: whether the base comes nearer than that distance. Where the disc lies beside the leg,
 * its distance from the line counts, else the distance from the nearer end. */
static inline bool meets(const struct leg *leg, int64_t ex, int64_t ey, int64_t wide) {
    int64_t along = ex * leg->dx + ey * leg->dy;
    if (along > 0 && along < leg->long2) {
        int64_t across = 2 * (leg->dx * ey - leg->dy * ex);
        return (wide_int)across * across < (wide_int)(wide * wide) * leg->long2;
    }
    if (along > 0) ex -= leg->dx, ey -= leg->dy;
    return 4 * (ex * ex + ey * ey) < wide * wide;
}

/* The box around the centres of the moving unit all along its leg. */
struct swept {
    int64_t west, south, east, north;
};

static inline struct swept swept_by(const struct bases *u, const struct leg *leg) {
    return (struct swept){
        u->west + leg->x + least_of(leg->dx, 0), u->south + leg->y + least_of(leg->dy, 0),
        u->east + leg->x + most_of(leg->dx, 0), u->north + leg->y + most_of(leg->dy, 0)};
}

static inline bool is_beside(const struct swept *s, const struct disc *d, int64_t wide) {
    int64_t half = wide / 2;
    return d->x - half > s->east || d->x + half < s->west || d->y - half > s->north ||
           d->y + half < s->south;
}

static bool leg_meets(const struct bases *u, const struct leg *leg, const struct disc *disc,
                      int count) {
    struct swept swept = swept_by(u, leg);
    for (int k = 0; k < count; k++) {
        int64_t wide = u->wide + disc[k].wide;
        if (is_beside(&swept, &disc[k], wide)) continue;
        int64_t x = disc[k].x - leg->x, y = disc[k].y - leg->y;
        for (int i = 0; i < u->count; i++) {
            if (meets(leg, x - u->at[i].x, y - u->at[i].y, wide)) return true;
        }
    }
    return false;
}

static inline bool on_table_at(const struct bases *u, int64_t x, int64_t y) {
    return 2 * (u->west + x) >= u->wide && 2 * (u->south + y) >= u->wide &&
           2 * (TABLE - u->east - x) >= u->wide && 2 * (TABLE - u->north - y) >= u->wide;
}

/* ---- a leg cut short: how far along it something lies is kept as a part of long2 ---- */

static void enter_disc(const struct leg *leg, int64_t ex, int64_t ey, int64_t wide, int64_t *part) {
    int64_t along = ex * leg->dx + ey * leg->dy, across = leg->dx * ey - leg->dy * ex;
    wide_int inside = (wide_int)(wide * wide) * leg->long2 - 4 * (wide_int)across * across;
    if (inside <= 0) return;
    int64_t root = (int64_t)sqrt((double)inside);
    while ((wide_int)root * root < inside) root++;
    while ((wide_int)(root - 1) * (root - 1) >= inside) root--;
    *part = least_of(*part, floor_div(2 * along - root, 2));
}

static bool stop_at_set(const struct bases *u, const struct leg *leg, const struct disc *disc,
                        int count, int64_t *part) {
    struct swept swept = swept_by(u, leg);
    bool met = false;
    for (int k = 0; k < count; k++) {
        int64_t wide = u->wide + disc[k].wide;
        if (is_beside(&swept, &disc[k], wide)) continue;
        for (int i = 0; i < u->count; i++) {
            int64_t ex = disc[k].x - leg->x - u->at[i].x, ey = disc[k].y - leg->y - u->at[i].y;
            if (!meets(leg, ex, ey, wide)) continue;
            met = true;
            enter_disc(leg, ex, ey, wide, part);
        }
    }
    return met;
}

static void stop_at_edges(const struct bases *u, const struct leg *leg, int64_t *part) {
    int64_t dx = leg->dx, dy = leg->dy, room;
    if (dx != 0) {
        room = dx > 0 ? TABLE - u->east - leg->x : u->west + leg->x;
        *part = least_of(*part, floor_div((2 * room - u->wide) * leg->long2, 2 * llabs(dx)));
    }
    if (dy != 0) {
        room = dy > 0 ? TABLE - u->north - leg->y : u->south + leg->y;
        *part = least_of(*part, floor_div((2 * room - u->wide) * leg->long2, 2 * llabs(dy)));
    }
}

static struct leg leg_part(const struct leg *leg, int64_t part) {
    if (part <= 0) return leg_make(leg->x, leg->y, 0, 0);
    return leg_make(leg->x, leg->y, leg->dx * part / leg->long2, leg->dy * part / leg->long2);
}

/* The things that cut a leg short: the ground, and the goal. */
struct hindrance {
    const struct ground *ground;
    const struct ground *goal; /* NULL: there is no goal */
};

static int64_t free_part(const struct bases *u, const struct leg *leg, struct hindrance h) {
    int64_t part = leg->long2;
    stop_at_edges(u, leg, &part);
    bool met = stop_at_set(u, leg, h.ground->disc, h.ground->count, &part);
    if (h.goal) met |= stop_at_set(u, leg, h.goal->disc, h.goal->count, &part);
    return met && part == leg->long2 ? part - 1 : part;
}

static struct leg cut_short(const struct bases *u, struct leg whole, struct hindrance h) {
    enum { CUTS = 32, SMALL_CUTS = 4 };
    int64_t part = whole.long2, unit = root_down(whole.long2) + 1;
    struct leg leg = whole;
    if (!on_table_at(u, leg.x, leg.y)) return leg_part(&leg, 0);
    for (int cuts = 0; cuts < CUTS && leg.long2 > 0; cuts++) {
        int64_t free = free_part(u, &leg, h);
        if (free == leg.long2) return leg;
        int64_t next = (int64_t)((wide_int)part * free / leg.long2);
        int64_t back = cuts == 0 ? 0 : unit << (cuts < SMALL_CUTS ? 0 : cuts - SMALL_CUTS);
        part = least_of(next, part - back);
        leg = leg_part(&whole, part);
    }
    return leg_part(&leg, 0);
}

/* ---- ways as points of the first base ---- */

static void way_start(const struct bases *u, struct way *way) {
    way->count = 1;
    way->at[0] = u->at[0];
}

static void way_add(struct way *way, const struct leg *leg) {
    struct point last = way->at[way->count - 1];
    if (leg->long2 == 0) return;
    way->at[way->count++] =
        (struct point){(int32_t)(last.x + leg->dx), (int32_t)(last.y + leg->dy)};
}

static int64_t way_length(const struct way *way) {
    int64_t sum = 0;
    for (int i = 1; i < way->count; i++) {
        sum += length_up(way->at[i].x - way->at[i - 1].x, way->at[i].y - way->at[i - 1].y);
    }
    return sum;
}

static struct leg leg_of(const struct bases *u, struct point from, struct point to) {
    return leg_make(from.x - u->at[0].x, from.y - u->at[0].y, to.x - from.x, to.y - from.y);
}

static void shorten(int64_t *dx, int64_t *dy, int64_t length) {
    int64_t long2 = *dx * *dx + *dy * *dy;
    if (long2 <= length * length) return;
    *dx = scaled(*dx, length, long2);
    *dy = scaled(*dy, length, long2);
}

static void cut_at(struct way *way, int64_t left) {
    for (int i = 1; i < way->count; i++) {
        struct point from = way->at[i - 1];
        int64_t dx = way->at[i].x - from.x, dy = way->at[i].y - from.y, leg = length_up(dx, dy);
        if (leg <= left) {
            left -= leg;
            continue;
        }
        shorten(&dx, &dy, left);
        way->count = dx == 0 && dy == 0 ? i : i + 1;
        way->at[i] = (struct point){(int32_t)(from.x + dx), (int32_t)(from.y + dy)};
        return;
    }
}

static void cut_way(const struct bases *u, int64_t up_to, const struct ground *g, struct way *way) {
    cut_at(way, up_to);
    while (way->count > 1) {
        struct leg leg = leg_of(u, way->at[way->count - 2], way->at[way->count - 1]);
        leg = cut_short(u, leg, (struct hindrance){g, NULL});
        way->count--;
        way_add(way, &leg);
        if (leg.long2 > 0) return;
    }
}

/* Returns the leg by which u goes straight away from the nearest base of v, of length `length` if
 * nothing cuts it short. */
static struct leg leg_from(const struct bases *u, const struct bases *v, int64_t length,
                           const struct ground *g) {
    struct pair p = nearest_pair(u, 0, 0, v);
    int64_t dx = p.ex, dy = p.ey;
    if (p.long2 > 0) {
        dx = scaled(-dx, length, p.long2);
        dy = scaled(-dy, length, p.long2);
    }
    return cut_short(u, leg_make(0, 0, dx, dy), (struct hindrance){g, NULL});
}

/* ---- round what is in the way ---- */

/* Returns the leg from (x, y) by which the nearest pair of bases comes to touch. */
static struct leg leg_into(const struct bases *u, int64_t x, int64_t y, const struct bases *v) {
    struct pair p = nearest_pair(u, x, y, v);
    int64_t e[2] = {p.ex, p.ey}, wide = u->wide + v->wide;
    if (4 * p.long2 <= (wide + 2 * TOUCH) * (wide + 2 * TOUCH)) return leg_make(x, y, 0, 0);
    for (int i = 0; i < 2; i++) {
        int64_t top = llabs(e[i]) * wide, den = 4 * p.long2;
        int64_t on = llabs(e[i]) - root_up((top * top + den - 1) / den);
        e[i] = e[i] < 0 ? -on : on;
    }
    return leg_make(x, y, e[0], e[1]);
}

enum { LEFT = 1, RIGHT = -1, CLEARANCE = 4 };
/* A turn of a leg to one side, round what is in the way: (x, y) is the direction that is turned
 * furthest so far. `times` / `den` of (x, y) is the leg along the tangent and on past it. */
struct turn {
    bool any;
    int64_t x, y, times, den, length;
};

static void turn_further(struct turn *t, int64_t ex, int64_t ey, int64_t wide, int side) {
    int64_t long2 = ex * ex + ey * ey, tangent = 0, ahead = -(wide / 16);
    if (t->any && t->x * ex + t->y * ey > 0 &&
        2 * side * (t->x * ey - t->y * ex) <= -wide * t->length) {
        return; /* all of the disc lies on the other side */
    }
    if (long2 == 0) return;
    if (4 * long2 >= wide * wide) ahead = tangent = root_down(4 * long2 - wide * wide);
    int64_t x = ex * ahead - side * ey * wide, y = ey * ahead + side * ex * wide;
    if (t->any && side * ((wide_int)t->x * y - (wide_int)t->y * x) <= 0) return;
    wide_int square = (wide_int)x * x + (wide_int)y * y;
    int64_t length = (int64_t)sqrt((double)square);
    while ((wide_int)length * length < square) length++;
    while ((wide_int)(length - 1) * (length - 1) >= square) length--;
    *t = (struct turn){true, x, y, 2 * tangent + wide, 8 * long2, length};
}

/* Finds the furthest turns round all that the leg would meet: to the left [0] and to the right [1].
 * `side` is LEFT, RIGHT, or 0 for both. Returns false if the leg meets nothing. */
static bool turn_furthest(const struct bases *u, const struct leg *leg, const struct ground *g,
                          int side, struct turn out[2]) {
    struct swept swept = swept_by(u, leg);
    bool met = false;
    out[0].any = out[1].any = false;
    for (int k = 0; k < g->count; k++) {
        const struct disc *d = &g->disc[k];
        int64_t wide = u->wide + d->wide;
        if (is_beside(&swept, d, wide)) continue;
        for (int i = 0; i < u->count; i++) {
            int64_t ex = d->x - leg->x - u->at[i].x, ey = d->y - leg->y - u->at[i].y;
            if (!meets(leg, ex, ey, wide)) continue;
            met = true;
            if (side != RIGHT) turn_further(&out[0], ex, ey, wide + 2 * CLEARANCE, LEFT);
            if (side != LEFT) turn_further(&out[1], ex, ey, wide + 2 * CLEARANCE, RIGHT);
        }
    }
    return met;
}

static struct leg turned(const struct leg *leg, const struct turn *t) {
    return leg_make(leg->x, leg->y, t->any ? t->x * t->times / t->den : 0,
                    t->any ? t->y * t->times / t->den : 0);
}

static bool leg_round(const struct bases *u, const struct leg *straight, const struct turn *first,
                      const struct ground *g, int side, struct leg *out) {
    enum { TURNS = 32 };
    struct turn t[2];
    *out = turned(straight, first);
    for (int turns = 1; turns < TURNS; turns++) {
        if (!turn_furthest(u, out, g, side, t)) {
            return out->long2 > 0 && on_table_at(u, out->x + out->dx, out->y + out->dy);
        }
        *out = turned(out, &t[side == LEFT ? 0 : 1]);
    }
    return false;
}

/* The search for a way, which looks at the most promising node first. A node is the end of a leg:
 * the length of the way so far, and the leg by which it would go on straight to the goal
 * (`into`). */
enum { EXPANDED = 24, NODES = 2 * EXPANDED + 1 };
struct node {
    struct leg into;
    int64_t length, guess;
    int from, legs;
    bool open;
};
struct find {
    const struct bases *u, *v;
    const struct ground *ground, *goal;
    int count;
    struct node node[NODES];
};

static void add_node(struct find *f, int from, int64_t x, int64_t y, int64_t length) {
    for (int i = 0; i < f->count; i++) {
        const struct node *n = &f->node[i];
        if (n->into.x == x && n->into.y == y && n->length <= length) return;
    }
    struct node *n = &f->node[f->count++];
    n->into = leg_into(f->u, x, y, f->v);
    n->length = length;
    n->guess = length + length_up(n->into.dx, n->into.dy);
    n->from = from;
    n->legs = from >= 0 ? f->node[from].legs + 1 : 0;
    n->open = true;
}

static int best_node(const struct find *f) {
    int best = -1;
    for (int i = 0; i < f->count; i++) {
        if (f->node[i].open && (best < 0 || f->node[i].guess < f->node[best].guess)) best = i;
    }
    return best;
}

static void expand(struct find *f, int from, const struct turn turns[2]) {
    const struct node *n = &f->node[from];
    if (n->legs + 2 >= WAY_POINTS) return;
    for (int k = 0; k < 2; k++) {
        struct leg leg;
        if (!leg_round(f->u, &n->into, &turns[k], f->ground, k == 0 ? LEFT : RIGHT, &leg)) continue;
        if (leg_meets(f->u, &leg, f->goal->disc, f->goal->count)) {
            leg = cut_short(f->u, leg, (struct hindrance){f->ground, f->goal});
        }
        if (leg.long2 == 0) continue;
        add_node(f, from, leg.x + leg.dx, leg.y + leg.dy, n->length + length_up(leg.dx, leg.dy));
    }
}

static void write_way(const struct find *f, int last, struct way *way) {
    int at[WAY_POINTS], count = 0;
    for (int i = last; f->node[i].from >= 0; i = f->node[i].from) at[count++] = i;
    way_start(f->u, way);
    while (count-- > 0) {
        const struct leg *end = &f->node[at[count]].into;
        const struct leg *start = &f->node[f->node[at[count]].from].into;
        struct leg leg = leg_make(start->x, start->y, end->x - start->x, end->y - start->y);
        way_add(way, &leg);
    }
    way_add(way, &f->node[last].into);
}

/* Leaves out points of a way that a free leg can pass over. */
static void straighten(const struct find *f, struct way *way) {
    for (int i = 1; i + 1 < way->count;) {
        struct leg leg = leg_of(f->u, way->at[i - 1], way->at[i + 1]);
        if (leg_meets(f->u, &leg, f->ground->disc, f->ground->count) ||
            leg_meets(f->u, &leg, f->goal->disc, f->goal->count)) {
            i++;
            continue;
        }
        way->count--;
        for (int k = i; k < way->count; k++) way->at[k] = way->at[k + 1];
        i = i > 1 ? i - 1 : 1;
    }
}

/* Finds the way of u into contact with v, however long. Returns false if none is found. `goal` are
 * v's bases. */
static bool whole_way(const struct bases *u, const struct bases *v, const struct ground *g,
                      const struct ground *goal, struct way *way) {
    struct find f;
    struct turn turns[2];
    f.u = u, f.v = v, f.ground = g, f.goal = goal, f.count = 0;
    add_node(&f, -1, 0, 0, 0);
    for (int expanded = 0; expanded < EXPANDED; expanded++) {
        int i = best_node(&f);
        if (i < 0) return false;
        struct node *n = &f.node[i];
        n->open = false;
        if (turn_furthest(u, &n->into, g, 0, turns)) {
            expand(&f, i, turns);
        } else if (on_table_at(u, n->into.x + n->into.dx, n->into.y + n->into.dy)) {
            write_way(&f, i, way);
            straighten(&f, way);
            return true;
        }
    }
    return false;
}

/* Finds the way of u into contact with v, cut to the length `up_to`. If there is none, u goes
 * straight on as far as it can. */
static void way_into(const struct bases *u, const struct bases *v, int64_t up_to,
                     const struct ground *g, const struct ground *goal, struct way *way) {
    struct leg straight = leg_into(u, 0, 0, v);
    way_start(u, way);
    if (straight.long2 == 0) return;
    if (whole_way(u, v, g, goal, way)) {
        if (way_length(way) <= up_to) return;
    } else {
        way_start(u, way);
        way_add(way, &straight);
    }
    cut_way(u, up_to, g, way);
}

#endif
