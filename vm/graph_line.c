/*
 * Which areas a straight line crosses. The line runs from the centre of one area, t = 0, to that of
 * another, t = 1. All products fit in 128 bits, as coordinates have 27.
 */
#include "graph_inner.h"

#include "base_wide.h"

static bool is_before(struct graph_moment a, struct graph_moment b) {
    return wide_less(wide_product(a.over, b.by), wide_product(b.over, a.by));
}

struct vector {
    int64_t x, y;
};

static struct vector between(struct graph_point from, struct graph_point to) {
    return (struct vector){(int64_t)to.x - from.x, (int64_t)to.y - from.y};
}

static int64_t dot(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y;
}

/* Above 0 if b lies to the left of a, 0 on its line. */
static int64_t turn(struct vector a, struct vector b) {
    return a.x * b.y - a.y * b.x;
}

/* ---- Areas without an outline ---- */

/* Finds the centre that is nearest behind the moment at which `now` is left: among those that fall
 * faster the one that is met first, and of several then the one that falls fastest. Sets *left to
 * that moment. Returns -1 if none is met before the end of the line. */
static int32_t next_nearest(const struct graph_fall *all, int32_t count, int32_t now,
                            struct graph_moment *left) {
    struct graph_moment best = {1, 1};
    int32_t next = -1;
    for (int32_t i = 0; i < count; i++) {
        if (all[i].fall <= all[now].fall) continue;
        const struct graph_moment met = {all[i].high - all[now].high, all[i].fall - all[now].fall};
        if (!is_before(met, next < 0 ? (struct graph_moment){1, 1} : best)) {
            if (next < 0 || is_before(best, met) || all[i].fall <= all[next].fall) continue;
        }
        best = met;
        next = i;
    }
    *left = best;
    return next;
}

/* The column (or row) of the grid in which a coordinate lies, the first or last if it lies
 * outside. */
static int32_t line_of_grid(int64_t at, int64_t least, int64_t extent, int32_t side) {
    const int64_t n = (at - least) * side / extent;
    return n < 0 ? 0 : n >= side ? side - 1 : (int32_t)n;
}

static int32_t cell_at(const struct graph_grid *d, struct graph_point p) {
    return line_of_grid(p.y, d->south, d->deep, d->side) * d->side +
           line_of_grid(p.x, d->west, d->wide, d->side);
}

/* Widens the grid's box to all centres. */
static void measure(struct graph *g) {
    struct graph_grid *d = &g->grid;
    int64_t east = -GRAPH_MAX, north = -GRAPH_MAX;
    d->west = d->south = GRAPH_MAX;
    for (int32_t i = 0; i < g->count; i++) {
        const struct graph_point p = g->areas[i].centre;
        if (!g->areas[i].centred) continue;
        if (p.x < d->west) d->west = p.x;
        if (p.x > east) east = p.x;
        if (p.y < d->south) d->south = p.y;
        if (p.y > north) north = p.y;
    }
    d->wide = east >= d->west ? east - d->west + 1 : 1;
    d->deep = north >= d->south ? north - d->south + 1 : 1;
}

void graph_grid(struct graph *g, struct arena *arena) {
    struct graph_grid *d = &g->grid;
    measure(g);
    d->side = 1;
    while (d->side * d->side < g->count) d->side++;
    const int32_t cells = d->side * d->side;
    d->first = NEW_ARRAY(arena, (size_t)cells + 2, int32_t);
    d->in = NEW_ARRAY(arena, (size_t)g->count + 1, int32_t);
    for (int32_t i = 0; i < g->count; i++)
        if (g->areas[i].centred) d->first[cell_at(d, g->areas[i].centre) + 2]++;
    for (int32_t i = 2; i < cells + 2; i++) d->first[i] += d->first[i - 1];
    for (int32_t i = 0; i < g->count; i++)
        if (g->areas[i].centred) d->in[d->first[cell_at(d, g->areas[i].centre) + 1]++] = i;
}

/* Lists how the distances to all centres change that can be nearest anywhere on the line: those at
 * most half as far from it as it is long, as its ends are that near. Returns how many; *now is the
 * one at which the line begins. */
static int32_t falls_of(struct graph *g, int32_t a, struct vector way, int32_t *now) {
    const struct graph_grid *d = &g->grid;
    const struct graph_point from = g->areas[a].centre;
    const int64_t across = way.x < 0 ? -way.x : way.x, up = way.y < 0 ? -way.y : way.y;
    const int64_t far = (across + up) / 2 + 1; /* not less than half the length */
    const int64_t west = from.x + (way.x < 0 ? way.x : 0) - far;
    const int64_t south = from.y + (way.y < 0 ? way.y : 0) - far;
    const int32_t left = line_of_grid(west, d->west, d->wide, d->side);
    const int32_t right = line_of_grid(west + across + 2 * far, d->west, d->wide, d->side);
    const int32_t low = line_of_grid(south, d->south, d->deep, d->side);
    const int32_t high = line_of_grid(south + up + 2 * far, d->south, d->deep, d->side);
    int32_t count = 0;
    for (int32_t row = low; row <= high; row++) {
        for (int32_t i = d->first[row * d->side + left]; i < d->first[row * d->side + right + 1];
             i++) {
            const struct vector to = between(from, g->areas[d->in[i]].centre);
            if (d->in[i] == a) *now = count;
            g->falls[count++] = (struct graph_fall){dot(to, to), 2 * dot(way, to), d->in[i]};
        }
    }
    return count;
}

/* Lists the areas without an outline whose centre alone is nearest on some stretch, and where that
 * begins. */
static int32_t cells(struct graph *g, int32_t a, struct vector way) {
    int32_t used = 0, now = -1;
    struct graph_moment at = {0, 1};
    const int32_t count = falls_of(g, a, way, &now);
    for (; now >= 0; now = next_nearest(g->falls, count, now, &at)) {
        const struct graph_fall *f = &g->falls[now];
        int32_t alike = 0;
        for (int32_t i = 0; i < count; i++)
            alike += g->falls[i].high == f->high && g->falls[i].fall == f->fall;
        if (alike == 1 && g->areas[f->area].corner_count == 0)
            g->entered[used++] = (struct graph_entered){at, f->area};
    }
    return used;
}

/* ---- Areas with an outline ---- */

/* Corners of an outline, seen from the begin of a line: how far to the left of the line they lie,
 * and how far along it. */
struct seen {
    int32_t count;
    struct vector way, at[GRAPH_CORNERS];
    int64_t left[GRAPH_CORNERS];
};

/* The moment at which an edge, from corner i on, meets the line. The line is thought moved a
 * little to its left (or to its right), so that no corner lies on it. Returns false if they do not
 * meet. */
static bool meets(const struct seen *s, int32_t i, bool to_left, struct graph_moment *out) {
    const int32_t k = i + 1 < s->count ? i + 1 : 0;
    const bool a = to_left ? s->left[i] > 0 : s->left[i] >= 0;
    const bool b = to_left ? s->left[k] > 0 : s->left[k] >= 0;
    if (a == b) return false;
    if (s->left[i] == 0 || s->left[k] == 0) {
        const int32_t on = s->left[i] == 0 ? i : k;
        *out = (struct graph_moment){dot(s->way, s->at[on]), dot(s->way, s->way)};
        return true;
    }
    int64_t over = turn(s->at[i], s->at[k]), by = s->left[k] - s->left[i];
    *out = by > 0 ? (struct graph_moment){over, by} : (struct graph_moment){-over, -by};
    return true;
}

/* Whether the points just behind a moment, moved a little to the left (or right), are inside. */
static bool inside_behind(const struct seen *s, struct graph_moment now, bool to_left) {
    bool inside = false;
    struct graph_moment met;
    for (int32_t i = 0; i < s->count; i++) {
        if (meets(s, i, to_left, &met) && !is_before(now, met)) inside = !inside;
    }
    return inside;
}

/* Whether a stretch of the line lies inside of the outline: whether, just behind its begin or a
 * moment at which it meets an edge, the points on both sides of it are inside. Sets *at to the
 * first such moment. */
static bool enters(const struct graph_area *area, struct graph_point from, struct vector way,
                   struct graph_moment *at) {
    static const struct graph_moment begin = {0, 1}, end = {1, 1};
    struct seen s = {.count = area->corner_count, .way = way};
    bool yes = false;
    for (int32_t i = 0; i < s.count; i++) {
        s.at[i] = between(from, area->corners[i]);
        s.left[i] = turn(way, s.at[i]);
    }
    *at = begin;
    if (inside_behind(&s, begin, true) && inside_behind(&s, begin, false)) return true;
    for (int32_t i = 0; i < 2 * s.count; i++) {
        struct graph_moment met;
        if (!meets(&s, i / 2, i % 2 == 0, &met)) continue;
        if (is_before(met, begin) || !is_before(met, end)) continue;
        if (yes && !is_before(met, *at)) continue;
        if (!inside_behind(&s, met, true) || !inside_behind(&s, met, false)) continue;
        *at = met;
        yes = true;
    }
    return yes;
}

/* ---- The whole ---- */

/* Whether an area is listed before another: it is entered before it, or at once with it and has the
 * lower number. */
static bool precedes(const struct graph_entered *a, const struct graph_entered *b) {
    if (is_before(a->at, b->at)) return true;
    return !is_before(b->at, a->at) && a->area < b->area;
}

static int32_t crossed(struct graph *g, int32_t a, int32_t b, int32_t *out) {
    const struct vector way = between(g->areas[a].centre, g->areas[b].centre);
    if (!g->areas[a].centred || !g->areas[b].centred || (way.x == 0 && way.y == 0)) return 0;
    int32_t used = cells(g, a, way), kept = 0;
    struct graph_entered *all = g->entered;
    for (int32_t i = 0; g->outlines && i < g->count; i++) {
        all[used].area = i;
        if (g->areas[i].corner_count > 0 &&
            enters(&g->areas[i], g->areas[a].centre, way, &all[used].at))
            used++;
    }
    for (int32_t i = 0; i < used; i++) { /* few: they are put in order one by one */
        const struct graph_entered it = all[i];
        int32_t k = i;
        for (; k > 0 && precedes(&it, &all[k - 1]); k--) all[k] = all[k - 1];
        all[k] = it;
    }
    for (int32_t i = 0; i < used; i++) {
        if (all[i].area != a && all[i].area != b) out[kept++] = all[i].area;
    }
    return kept;
}

int32_t graph_line(struct graph *g, int32_t a, int32_t b, int32_t *out) {
    ASSERT(a >= 0 && b >= 0 && a < g->count && b < g->count);
    const uint64_t hash = base_mix(((uint64_t)a << 32 | (uint64_t)b) + 1);
    struct graph_kept_line *kept = &g->lines[hash % GRAPH_LINES];
    if (kept->a != a + 1 || kept->b != b) {
        const int32_t count = crossed(g, a, b, out);
        if (count > GRAPH_CROSSED) return count;
        *kept = (struct graph_kept_line){a + 1, b, count, {0}};
        for (int32_t i = 0; i < count; i++) kept->crossed[i] = out[i];
    }
    for (int32_t i = 0; i < kept->count; i++) out[i] = kept->crossed[i];
    return kept->count;
}
