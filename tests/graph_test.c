/*
 * Maps against a slow reference that shares no code with vm/graph: steps by relaxing until nothing
 * changes, ways by trying all that enter no area twice, lines by cutting the segment at every place
 * where anything could change and looking at the middle of each part. Drawn maps, MYTH_CASES
 * (3,000) of them; `make matrix` takes a million. A map that breaks one is told by its number:
 *
 *   graph_test NUMBER     only this one
 */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#undef ASSERT
#undef SKIP
#include "greatest.h"

__extension__ typedef __int128 big;

enum { AREAS = 7, BORDERS = 14, CORNERS = 5, NEVER = 1000000 };

struct drawn {
    int32_t areas, borders;
    struct graph_area area[AREAS];
    struct graph_point corner[AREAS][CORNERS];
    struct graph_border border[BORDERS];
    int64_t toll[AREAS]; /* what it costs to enter an area; -1: nobody may */
    bool shut[AREAS];    /* ways that keep off some areas keep off it */
    int32_t far[AREAS][AREAS];
    int64_t up_to;
};

static uint64_t state;

static int32_t below(int32_t n) { /* a drawing of its own, so that nothing of vm/ decides it */
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int32_t)((state >> 33) % (uint64_t)n);
}

/* ---- Exact fractions for lines: coordinates are small ---- */

struct part {
    int64_t over, by; /* by > 0 */
};

static int compare(struct part a, struct part b) {
    const big x = (big)a.over * b.by, y = (big)b.over * a.by;
    return x < y ? -1 : x > y;
}

static struct part part(int64_t over, int64_t by) {
    return by < 0 ? (struct part){-over, -by} : (struct part){over, by};
}

struct spot {
    big x, y, by; /* a point x / by, y / by */
};

static struct spot spot_at(const struct drawn *d, int32_t a, int32_t b, struct part t) {
    const struct graph_point p = d->area[a].centre, q = d->area[b].centre;
    return (struct spot){(big)p.x * t.by + (big)(q.x - p.x) * t.over,
                         (big)p.y * t.by + (big)(q.y - p.y) * t.over, t.by};
}

static big square(struct spot s, struct graph_point p) {
    const big x = s.x - p.x * s.by, y = s.y - p.y * s.by;
    return x * x + y * y;
}

/* Whether the point lies inside, and not on an edge: by the edges that a ray to the east meets. */
static bool inside(const struct graph_area *area, struct spot s) {
    bool in = false;
    for (int32_t i = 0; i < area->corner_count; i++) {
        const struct graph_point p = area->corners[i];
        const struct graph_point q = area->corners[(i + 1) % area->corner_count];
        const big px = p.x * s.by - s.x, py = p.y * s.by - s.y;
        const big qx = q.x * s.by - s.x, qy = q.y * s.by - s.y;
        const big turn = px * qy - py * qx;
        if (turn == 0 && px * qx + py * qy <= 0) return false; /* on the edge */
        if ((py > 0) == (qy > 0)) continue;
        if ((turn > 0) == (qy > py)) in = !in;
    }
    return in;
}

/* Collects where the segment may come into another area: where two centres are equally near, and
 * where it meets the line of an edge. */
static int32_t cuts(const struct drawn *d, int32_t a, int32_t b, struct part *out) {
    const struct graph_point p = d->area[a].centre, q = d->area[b].centre;
    const int64_t dx = q.x - p.x, dy = q.y - p.y;
    int32_t n = 0;
    out[n++] = (struct part){0, 1};
    out[n++] = (struct part){1, 1};
    for (int32_t i = 0; i < d->areas; i++) {
        for (int32_t k = 0; k < i; k++) {
            if (!d->area[i].centred || !d->area[k].centred) continue;
            const struct graph_point u = d->area[i].centre, v = d->area[k].centre;
            const int64_t by = 2 * (dx * (v.x - u.x) + dy * (v.y - u.y));
            const int64_t over =
                (int64_t)(v.x - p.x) * (v.x - p.x) + (int64_t)(v.y - p.y) * (v.y - p.y) -
                (int64_t)(u.x - p.x) * (u.x - p.x) - (int64_t)(u.y - p.y) * (u.y - p.y);
            if (by != 0) out[n++] = part(over, by);
        }
        for (int32_t k = 0; k < d->area[i].corner_count; k++) {
            const struct graph_point u = d->area[i].corners[k];
            const struct graph_point v = d->area[i].corners[(k + 1) % d->area[i].corner_count];
            const int64_t ex = v.x - u.x, ey = v.y - u.y, by = dx * ey - dy * ex;
            if (by != 0) out[n++] = part((u.x - p.x) * ey - (u.y - p.y) * ex, by);
            out[n++] = part((u.x - p.x) * dx + (u.y - p.y) * dy, dx * dx + dy * dy);
        }
    }
    return n;
}

/* Lists in `crossed` the areas in which the segment has a part: for each two neighbouring cuts, the
 * area in which their middle lies; in `first` the cut behind which the first part lies. */
static void line_slowly(const struct drawn *d, int32_t a, int32_t b, bool *crossed,
                        struct part *first) {
    struct part cut[400];
    memset(crossed, 0, AREAS * sizeof *crossed);
    if (!d->area[a].centred || !d->area[b].centred) return;
    const struct graph_point p = d->area[a].centre, q = d->area[b].centre;
    if (p.x == q.x && p.y == q.y) return;
    const int32_t n = cuts(d, a, b, cut);
    for (int32_t i = 0; i < n; i++) {
        if (compare(cut[i], (struct part){0, 1}) < 0 || compare(cut[i], (struct part){1, 1}) >= 0)
            continue;
        struct part next = {1, 1};
        for (int32_t k = 0; k < n; k++)
            if (compare(cut[k], cut[i]) > 0 && compare(cut[k], next) < 0) next = cut[k];
        const struct part middle = {cut[i].over * next.by + next.over * cut[i].by,
                                    2 * cut[i].by * next.by};
        const struct spot s = spot_at(d, a, b, middle);
        for (int32_t k = 0; k < d->areas; k++) {
            if (k == a || k == b) continue;
            bool in = d->area[k].corner_count > 0 ? inside(&d->area[k], s) : d->area[k].centred;
            for (int32_t o = 0; d->area[k].corner_count == 0 && o < d->areas && in; o++)
                if (o != k && d->area[o].centred)
                    in = square(s, d->area[k].centre) < square(s, d->area[o].centre);
            if (in && (!crossed[k] || compare(cut[i], first[k]) < 0)) first[k] = cut[i];
            crossed[k] = crossed[k] || in;
        }
    }
}

/* ---- Ways, by trying all ---- */

static int32_t between_slowly(const struct drawn *d, int32_t here, int32_t there) {
    for (int32_t i = 0; i < d->borders; i++) {
        const struct graph_border *b = &d->border[i];
        if (b->a == b->b || here == there) continue;
        if (b->a == here && b->b == there) return i;
        if (b->b == here && b->a == there && !b->one_way) return i;
    }
    return -1;
}

/* Fills in how many borders lie between areas; NEVER: no way leads there. */
static void steps_slowly(struct drawn *d) {
    for (int32_t i = 0; i < d->areas; i++)
        for (int32_t k = 0; k < d->areas; k++)
            d->far[i][k] = i == k ? 0 : between_slowly(d, i, k) >= 0 ? 1 : NEVER;
    for (int32_t round = 0; round < d->areas; round++)
        for (int32_t i = 0; i < d->areas; i++)
            for (int32_t k = 0; k < d->areas; k++)
                for (int32_t by = 0; by < d->areas; by++)
                    if (d->far[i][by] + d->far[by][k] < d->far[i][k])
                        d->far[i][k] = d->far[i][by] + d->far[by][k];
}

struct tried {
    const struct drawn *d;
    const struct graph_aim *aim; /* NULL: to everywhere */
    bool keeps_off;              /* areas that are shut are not entered */
    int32_t goal;                /* what may be crossed depends on it; -1: it does not */
    int32_t at[AREAS], count;
    int64_t cost;
    int32_t best[AREAS][AREAS], best_count[AREAS];
    int64_t best_cost[AREAS];
};

static int64_t toll(const struct drawn *d, int32_t goal, int32_t here, int32_t there) {
    if (d->toll[there] < 0) return -1;
    if (goal >= 0 && there != goal && d->toll[there] == 2) return -1;
    return d->toll[there] + (here + 2 * there) % 3 % 2;
}

/* Whether the way at hand is to be taken before the best one to the same end. */
static bool is_better(const struct tried *t, int32_t end) {
    if (t->best_count[end] == 0 || t->cost != t->best_cost[end])
        return t->best_count[end] == 0 || t->cost < t->best_cost[end];
    if (t->count != t->best_count[end]) return t->count < t->best_count[end];
    for (int32_t i = t->count - 1; i > 0; i--) {
        const int32_t mine = between_slowly(t->d, t->at[i - 1], t->at[i]);
        const int32_t other = between_slowly(t->d, t->best[end][i - 1], t->best[end][i]);
        if (mine != other) return mine < other;
    }
    return false;
}

static bool is_barred(const struct tried *t, int32_t here, int32_t there) {
    const struct drawn *d = t->d;
    if (t->keeps_off && d->shut[there]) return true;
    if (!t->aim) return false;
    const int32_t of = t->aim->of;
    if (t->aim->how == GRAPH_AWAY) return d->far[of][there] < d->far[of][here];
    return t->aim->how == GRAPH_TOWARD && d->far[there][of] >= d->far[here][of];
}

static void try_on(struct tried *t) {
    const int32_t here = t->at[t->count - 1];
    if (t->count > 1 && is_better(t, here)) {
        memcpy(t->best[here], t->at, sizeof t->at);
        t->best_count[here] = t->count;
        t->best_cost[here] = t->cost;
    }
    for (int32_t there = 0; there < t->d->areas; there++) {
        bool been = false;
        for (int32_t i = 0; i < t->count; i++) been = been || t->at[i] == there;
        if (been || between_slowly(t->d, here, there) < 0) continue;
        const int64_t more = toll(t->d, t->goal, here, there);
        if (is_barred(t, here, there)) continue;
        if (more < 0 || t->cost + more > t->d->up_to) continue;
        t->at[t->count++] = there;
        t->cost += more;
        try_on(t);
        t->cost -= more;
        t->count--;
    }
}

/* ---- Drawing maps ---- */

static void draw_outline(struct drawn *d, int32_t i) {
    const int32_t x = below(9), y = below(9), w = 1 + below(6), h = 1 + below(6);
    const struct graph_point p[] = {
        {x, y}, {x + w, y}, {x + w, y + h}, {x + w / 2, y + h / 2}, {x, y + h}};
    const bool dented = w > 1 && h > 1 && below(2);
    int32_t n = 0;
    for (int32_t k = 0; k < CORNERS; k++)
        if (k != 3 || dented) d->corner[i][n++] = p[k];
    d->area[i].corners = d->corner[i];
    d->area[i].corner_count = n;
}

static void draw_map(struct drawn *d, uint64_t number) {
    memset(d, 0, sizeof *d);
    state = number * UINT64_C(0x9e3779b97f4a7c15) + 1;
    (void)below(2);
    const int32_t size = below(2) ? 4 : 12; /* narrow ones have many things in line */
    d->areas = 2 + below(AREAS - 1);
    d->borders = below(BORDERS + 1);
    d->up_to = below(8);
    for (int32_t i = 0; i < d->areas; i++) {
        d->area[i].centred = below(12) > 0;
        d->area[i].centre = (struct graph_point){below(size), below(size)};
        d->toll[i] = below(5) - 1;
        if (below(4) == 0) draw_outline(d, i);
        d->shut[i] = below(4) == 0;
    }
    for (int32_t i = 0; i < d->borders; i++)
        d->border[i] = (struct graph_border){below(d->areas), below(d->areas), below(4) == 0};
    steps_slowly(d);
}

/* ---- Holding one against the other ---- */

static bool same_steps(const struct drawn *d, struct graph *g) {
    for (int32_t i = 0; i < d->areas; i++) {
        for (int32_t k = 0; k < d->areas; k++) {
            const int32_t far = d->far[i][k] >= NEVER ? -1 : d->far[i][k];
            if (graph_steps(g, i, k) != far || graph_steps_to(g, i, k) != far) return false;
            if (graph_between(g, i, k) != between_slowly(d, i, k)) return false;
        }
        int32_t count, n = 0;
        const int32_t *near = graph_within(g, i, 2, &count);
        for (int32_t k = 0; k < d->areas; k++)
            if (d->far[i][k] <= 2 && (n >= count || near[n++] != k)) return false;
        if (n != count) return false;
    }
    return true;
}

static bool asks(void *user, int32_t goal, int32_t here, int32_t there, int64_t *cost) {
    *cost = toll(user, -1, here, there);
    (void)goal;
    return true;
}

/* What a border costs at least: what entering the cheapest area does. */
static int64_t least(const struct drawn *d) {
    int64_t n = INT64_MAX;
    for (int32_t i = 0; i < d->areas; i++)
        if (d->toll[i] >= 0 && d->toll[i] < n) n = d->toll[i];
    return n == INT64_MAX ? 0 : n;
}

static bool same_ways(struct drawn *d, struct graph *g) {
    for (int32_t from = 0; from < d->areas; from++) {
        struct tried t = {.d = d, .goal = -1, .at = {from}, .count = 1};
        int32_t way[AREAS + 1], count, ends = 0;
        try_on(&t);
        t.best_count[from] = 0;
        for (int32_t end = 0; end < d->areas; end++) {
            if (end == from) continue;
            if (!graph_routes(g, &(struct graph_search){from, end, d->up_to, least(d), NULL}, asks,
                              d))
                return false;
            if (graph_cost(g, end) != (t.best_count[end] ? t.best_cost[end] : -1)) return false;
        }
        if (!graph_routes(g, &(struct graph_search){from, -1, d->up_to, 0, NULL}, asks, d))
            return false;
        for (int32_t end = 0; end < d->areas; end++) {
            if (end == from) continue;
            const int32_t n = graph_way(g, end, way);
            if (n != t.best_count[end]) return false;
            if (n && memcmp(way, t.best[end], (size_t)n * sizeof *way) != 0) return false;
            ends += n > 0;
        }
        const int32_t *reached = graph_reached(g, &count);
        if (count != ends) return false;
        for (int32_t i = 1; i < count; i++)
            if (reached[i] <= reached[i - 1]) return false;
    }
    return true;
}

static bool asks_for_goal(void *user, int32_t goal, int32_t here, int32_t there, int64_t *cost) {
    *cost = toll(user, goal, here, there);
    return true;
}

/* Gives the rank of an area as the end of a way, the least first; NEVER + 1: it is none. */
static int32_t rank_slowly(const struct drawn *d, const struct graph_aim *aim, int32_t end) {
    if (aim->how == GRAPH_AWAY) return -d->far[aim->of][end];
    if (d->far[end][aim->of] >= NEVER) return NEVER + 1;
    if (aim->how == GRAPH_TOWARD) return d->far[end][aim->of];
    return d->far[end][aim->of] <= aim->gap ? 0 : NEVER + 1;
}

/* Finds the best end by trying all ways to each; *way is the best to it. */
static int32_t aim_slowly(const struct drawn *d, int32_t from, const struct graph_aim *aim,
                          bool keeps_off, int32_t *way, int32_t *count) {
    int32_t best = -1, best_rank = 0;
    int64_t best_cost = 0;
    *count = 0;
    for (int32_t end = 0; end < d->areas; end++) {
        const int32_t rank = rank_slowly(d, aim, end);
        struct tried t = {.d = d,
                          .aim = aim,
                          .keeps_off = keeps_off,
                          .goal = aim->one_by_one ? end : -1,
                          .at = {from},
                          .count = 1};
        try_on(&t);
        if (end == from) t.best_count[end] = 1, t.best_cost[end] = 0, t.best[end][0] = from;
        if (rank > NEVER || t.best_count[end] == 0) continue;
        bool better = best < 0 || rank < best_rank;
        if (!better && rank == best_rank)
            better = t.best_cost[end] < best_cost ||
                     (t.best_cost[end] == best_cost && t.best_count[end] < *count);
        if (!better) continue;
        best = end, best_rank = rank, best_cost = t.best_cost[end], *count = t.best_count[end];
        memcpy(way, t.best[end], (size_t)*count * sizeof *way);
    }
    return best;
}

static bool same_aims(struct drawn *d, struct graph *g) {
    uint8_t shut[AREAS];
    for (int32_t i = 0; i < d->areas; i++) shut[i] = d->shut[i];
    for (int32_t n = 0; n < 24; n++) {
        const int32_t from = n % d->areas;
        const struct graph_aim aim = {(enum graph_how)(n % 3), (n * 5 + 1) % d->areas, n % 4,
                                      n % 2 == 0};
        const bool keeps_off = n % 5 > 2;
        const struct graph_search s = {from, -1, d->up_to, least(d), keeps_off ? shut : NULL};
        int32_t end, count, slow[AREAS], quick[AREAS];
        if (!graph_aim(g, &s, &aim, asks_for_goal, d, &end)) return false;
        if (end != aim_slowly(d, from, &aim, keeps_off, slow, &count)) return false;
        if (end < 0) continue;
        if (graph_way(g, end, quick) != count) return false;
        if (memcmp(slow, quick, (size_t)count * sizeof *slow) != 0) return false;
    }
    for (int32_t of = 0; of < d->areas; of++) {
        const int32_t now = d->areas - 1 - of, apart = of % 4;
        memset(shut, 0, sizeof shut);
        graph_shut(g, of, now, apart, shut);
        for (int32_t i = 0; i < d->areas; i++)
            if ((d->far[of][i] < apart && d->far[of][i] < d->far[of][now]) != (shut[i] == 1))
                return false;
    }
    return true;
}

static bool same_lines(const struct drawn *d, struct graph *g) {
    for (int twice = 0; twice < 2; twice++) { /* once reckoned, once as kept */
        for (int32_t a = 0; a < d->areas; a++) {
            for (int32_t b = 0; b < d->areas; b++) {
                int32_t out[AREAS], n = 0;
                bool crossed[AREAS];
                struct part first[AREAS];
                const int32_t count = graph_line(g, a, b, out);
                line_slowly(d, a, b, crossed, first);
                for (int32_t k = 0; k < d->areas; k++) n += crossed[k];
                if (n != count) return false;
                for (int32_t k = 0; k < count; k++) {
                    if (!crossed[out[k]]) return false;
                    if (k == 0) continue;
                    const int later = compare(first[out[k]], first[out[k - 1]]);
                    if (later < 0 || (later == 0 && out[k] <= out[k - 1])) return false;
                }
            }
        }
    }
    return true;
}

static const char *judge(uint64_t number) {
    struct arena arena = {0};
    static struct drawn d;
    draw_map(&d, number);
    struct graph *g = graph_new(&arena, d.area, d.areas, d.border, d.borders);
    const char *broken = !same_steps(&d, g)   ? "steps"
                         : !same_ways(&d, g)  ? "ways"
                         : !same_aims(&d, g)  ? "aims"
                         : !same_lines(&d, g) ? "lines"
                                              : NULL;
    arena_free(&arena);
    return broken;
}

static uint64_t first, last;

TEST drawn_maps_are_as_the_slow_reference_says(void) {
    for (uint64_t number = first; number < last; number++) {
        const char *broken = judge(number);
        if (broken) printf("graph_test %llu: %s differ\n", (unsigned long long)number, broken);
        ASSERT(broken == NULL);
    }
    PASS();
}

/* By hand: three areas in a row; the middle one is crossed, and its neighbour beside the line is
 * not, nor is one that touches the line only in a point or along its edge. */
TEST a_part_of_the_line_must_lie_inside(void) {
    static const struct graph_point beside[] = {{2, 0}, {4, 0}, {4, 2}, {2, 2}};
    static const struct graph_point corner[] = {{5, 0}, {6, 1}, {5, 2}, {4, 1}};
    static const struct graph_point inside_of[] = {{6, -1}, {8, -1}, {8, 1}, {6, 1}};
    const struct graph_area areas[] = {{true, {0, 0}, NULL, 0},       {true, {10, 0}, NULL, 0},
                                       {false, {0, 0}, beside, 4},    {false, {0, 0}, corner, 4},
                                       {false, {0, 0}, inside_of, 4}, {true, {5, 100}, NULL, 0}};
    struct arena arena = {0};
    struct graph *g = graph_new(&arena, areas, 6, NULL, 0);
    int32_t out[6];
    ASSERT_EQ(1, graph_line(g, 0, 1, out));
    ASSERT_EQ(4, out[0]);
    ASSERT_EQ(0, graph_line(g, 0, 2, out)); /* it has no centre */
    arena_free(&arena);
    PASS();
}

/* By hand, at the ends of the coordinates: nothing overflows. */
TEST far_away_is_exact_too(void) {
    const int32_t far = GRAPH_MAX;
    const struct graph_area areas[] = {{true, {-far, -far}, NULL, 0},
                                       {true, {far, far}, NULL, 0},
                                       {true, {1, 0}, NULL, 0},
                                       {true, {far, -far}, NULL, 0}};
    struct arena arena = {0};
    struct graph *g = graph_new(&arena, areas, 4, NULL, 0);
    int32_t out[4];
    ASSERT_EQ(1, graph_line(g, 0, 1, out));
    ASSERT_EQ(2, out[0]);
    arena_free(&arena);
    PASS();
}

/* The sight checks of a printed map of 14 areas, as its sheet gives them, in the order from one end
 * to the other. */
TEST the_sheet_of_a_printed_map_is_right(void) {
    static const struct graph_point at[] = {{10, 10}, {31, 9},  {50, 12}, {70, 10}, {20, 31},
                                            {41, 30}, {60, 29}, {11, 50}, {30, 51}, {51, 49},
                                            {70, 50}, {21, 70}, {40, 71}, {61, 69}};
    static const int32_t checks[][5] = {/* from, to, how many, which */
                                        {1, 9, 1, 5},
                                        {4, 10, 1, 7},
                                        {5, 10, 1, 6},
                                        {2, 9, 2, 6, 5},
                                        {6, 14, 1, 10}};
    struct graph_area areas[14];
    struct arena arena = {0};
    for (int i = 0; i < 14; i++) areas[i] = (struct graph_area){true, at[i], NULL, 0};
    struct graph *g = graph_new(&arena, areas, 14, NULL, 0);
    for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
        int32_t out[14];
        const int32_t *c = checks[i];
        ASSERT_EQ(c[2], graph_line(g, c[0] - 1, c[1] - 1, out));
        for (int32_t k = 0; k < c[2]; k++) ASSERT_EQ(c[3 + k] - 1, out[k]);
    }
    arena_free(&arena);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    const char *cases = getenv("MYTH_CASES");
    last = cases ? strtoull(cases, NULL, 10) : 3000;
    if (argc == 2 && argv[1][0] >= '0' && argv[1][0] <= '9') {
        first = strtoull(argv[1], NULL, 10);
        last = first + 1;
        argc = 1;
    }
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_part_of_the_line_must_lie_inside);
    RUN_TEST(far_away_is_exact_too);
    RUN_TEST(the_sheet_of_a_printed_map_is_right);
    RUN_TEST(drawn_maps_are_as_the_slow_reference_says);
    GREATEST_MAIN_END();
}
