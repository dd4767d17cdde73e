/*
 * The map itself, steps, cheapest ways, and where a way ends best.
 */
#include "graph_inner.h"

#include <string.h>

enum { KEPT_STEPS = 1 << 20, FAR_OFF = UINT16_MAX };

/* ---- Making a map ---- */

static bool leads(const struct graph *g, const struct graph_border *b) {
    return b->a >= 0 && b->b >= 0 && b->a < g->count && b->b < g->count && b->a != b->b;
}

/* Adds an arc, unless an earlier border leads there: `seen` has, by area, the last area whose arcs
 * were listed, plus 1. The arcs of one area are listed together. */
static void take_arc(struct graph *g, int32_t *seen, int32_t here, int32_t there, int32_t border) {
    if (seen[there] == here + 1) return;
    seen[there] = here + 1;
    g->arcs[g->arcs_used++] = (struct graph_arc){there, border};
}

/* Lists the arcs of each area in the order of the borders. The ends of borders are sorted by area
 * first, by counting. */
static void list_arcs(struct graph *g, struct arena *arena, const struct graph_border *borders,
                      int32_t count) {
    int32_t *first = NEW_ARRAY(arena, (size_t)g->count + 2, int32_t);
    int32_t *ends = NEW_ARRAY(arena, 2 * (size_t)count + 1, int32_t);
    int32_t *seen = NEW_ARRAY(arena, (size_t)g->count + 1, int32_t);
    for (int32_t i = 0; i < count; i++) {
        if (!leads(g, &borders[i])) continue;
        first[borders[i].a + 2]++;
        if (!borders[i].one_way) first[borders[i].b + 2]++;
    }
    for (int32_t i = 2; i < g->count + 2; i++) first[i] += first[i - 1];
    for (int32_t i = 0; i < count; i++) {
        if (!leads(g, &borders[i])) continue;
        ends[first[borders[i].a + 1]++] = i;
        if (!borders[i].one_way) ends[first[borders[i].b + 1]++] = i;
    }
    g->arcs = NEW_ARRAY(arena, (size_t)first[g->count] + 1, struct graph_arc);
    g->first_arc = NEW_ARRAY(arena, (size_t)g->count + 1, int32_t);
    for (int32_t here = 0; here < g->count; here++) {
        g->first_arc[here] = g->arcs_used;
        for (int32_t i = here ? first[here] : 0; i < first[here + 1]; i++) {
            const struct graph_border *b = &borders[ends[i]];
            take_arc(g, seen, here, b->a == here ? b->b : b->a, ends[i]);
        }
    }
    g->first_arc[g->count] = g->arcs_used;
}

static void copy_areas(struct graph *g, struct arena *arena, const struct graph_area *areas) {
    g->areas = NEW_ARRAY(arena, (size_t)g->count + 1, struct graph_area);
    for (int32_t i = 0; i < g->count; i++) {
        struct graph_area *to = &g->areas[i];
        *to = areas[i];
        if (to->corner_count == 0) continue;
        ASSERT(to->corner_count >= 3 && to->corner_count <= GRAPH_CORNERS);
        struct graph_point *corners =
            NEW_ARRAY(arena, (size_t)to->corner_count, struct graph_point);
        memcpy(corners, to->corners, (size_t)to->corner_count * sizeof *corners);
        to->corners = corners;
        g->outlines = true;
    }
}

static struct graph *new_graph(struct arena *arena, const struct graph_area *areas, int32_t count,
                               const struct graph_border *borders, int32_t border_count) {
    struct graph *g = NEW(arena, struct graph);
    const size_t n = (size_t)count + 1;
    g->count = count;
    copy_areas(g, arena, areas);
    list_arcs(g, arena, borders, border_count);
    g->rows = count == 0 ? 0 : KEPT_STEPS / count < count ? KEPT_STEPS / count : count;
    if (g->rows == 0) g->rows = 1;
    g->steps = NEW_ARRAY(arena, (size_t)g->rows * n, uint16_t);
    g->row_of = NEW_ARRAY(arena, n, int32_t);
    g->row_from = NEW_ARRAY(arena, (size_t)g->rows, int32_t);
    g->found = NEW_ARRAY(arena, n, struct graph_found);
    g->heap = NEW_ARRAY(arena, n, int32_t);
    g->queue = NEW_ARRAY(arena, n, int32_t);
    g->merged = NEW_ARRAY(arena, n, int32_t);
    g->lines = NEW_ARRAY(arena, GRAPH_LINES, struct graph_kept_line);
    g->falls = NEW_ARRAY(arena, n, struct graph_fall);
    g->entered = NEW_ARRAY(arena, n, struct graph_entered);
    graph_grid(g, arena);
    g->back = g;
    return g;
}

struct graph *graph_new(struct arena *arena, const struct graph_area *areas, int32_t count,
                        const struct graph_border *borders, int32_t border_count) {
    ASSERT(count >= 0 && count <= GRAPH_AREAS && border_count >= 0);
    struct graph *g = new_graph(arena, areas, count, borders, border_count);
    struct graph_border *turned = NEW_ARRAY(arena, (size_t)border_count + 1, struct graph_border);
    bool one_way = false;
    for (int32_t i = 0; i < border_count; i++) {
        turned[i] = (struct graph_border){borders[i].b, borders[i].a, borders[i].one_way};
        one_way = one_way || borders[i].one_way;
    }
    if (one_way) g->back = new_graph(arena, areas, count, turned, border_count);
    return g;
}

int32_t graph_areas(const struct graph *g) {
    return g->count;
}

const struct graph_arc *graph_arcs(const struct graph *g, int32_t here, int32_t *count) {
    ASSERT(here >= 0 && here < g->count);
    *count = g->first_arc[here + 1] - g->first_arc[here];
    return g->arcs + g->first_arc[here];
}

int32_t graph_between(const struct graph *g, int32_t here, int32_t there) {
    int32_t count;
    const struct graph_arc *arc = graph_arcs(g, here, &count);
    for (int32_t i = 0; i < count; i++) {
        if (arc[i].there == there) return arc[i].border;
    }
    return -1;
}

/* ---- Steps ---- */

/* Fills a row with the steps from an area to all others, breadth first. Its queue is the room for
 * sorting, for a search may be on. */
static void fill_row(struct graph *g, int32_t from, uint16_t *row) {
    int32_t used = 0, *queue = g->merged;
    for (int32_t i = 0; i < g->count; i++) row[i] = FAR_OFF;
    row[from] = 0;
    queue[used++] = from;
    for (int32_t at = 0; at < used; at++) {
        const int32_t here = queue[at];
        for (int32_t i = g->first_arc[here]; i < g->first_arc[here + 1]; i++) {
            const int32_t there = g->arcs[i].there;
            if (row[there] != FAR_OFF) continue;
            row[there] = (uint16_t)(row[here] + 1);
            queue[used++] = there;
        }
    }
}

/* Finds the row of steps from an area that has none. Of a large map only some rows are kept, and
 * the oldest makes room. */
static MYTH_APART void make_row(struct graph *g, int32_t from) {
    const int32_t row = g->next_row;
    g->next_row = row + 1 < g->rows ? row + 1 : 0;
    if (g->row_from[row] > 0) g->row_of[g->row_from[row] - 1] = 0;
    g->row_from[row] = from + 1;
    g->row_of[from] = row + 1;
    fill_row(g, from, g->steps + (size_t)row * (size_t)g->count);
}

static inline const uint16_t *row_of(struct graph *g, int32_t from) {
    if (MYTH_UNLIKELY(g->row_of[from] == 0)) make_row(g, from);
    return g->steps + (size_t)(g->row_of[from] - 1) * (size_t)g->count;
}

int32_t graph_steps(struct graph *g, int32_t a, int32_t b) {
    ASSERT(a >= 0 && b >= 0 && a < g->count && b < g->count);
    if (a == b) return 0;
    const uint16_t steps = row_of(g, a)[b];
    return steps == FAR_OFF ? -1 : steps;
}

int32_t graph_steps_to(struct graph *g, int32_t a, int32_t b) {
    return graph_steps(g->back, b, a);
}

/* ---- Sorting areas ---- */

/* Sorts areas, which are all different, in ascending order, by merging stretches of twice the
 * length in each round. */
static void in_order(struct graph *g, int32_t *at, int32_t count) {
    int32_t *from = at, *to = g->merged;
    for (int32_t half = 1; half < count; half *= 2) {
        for (int32_t i = 0; i < count; i += 2 * half) {
            const int32_t mid = i + half < count ? i + half : count;
            const int32_t end = i + 2 * half < count ? i + 2 * half : count;
            int32_t a = i, b = mid;
            for (int32_t n = i; n < end; n++) {
                const bool left = b == end || (a < mid && from[a] < from[b]);
                to[n] = left ? from[a++] : from[b++];
            }
        }
        int32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != at) memcpy(at, from, (size_t)count * sizeof *at);
}

/* ---- Cheapest ways ---- */

static struct graph_found *found_of(const struct graph *g, int32_t area) {
    struct graph_found *f = &g->found[area];
    return f->search == g->search ? f : NULL;
}

/* Whether the way to x is better than the way to y: cheaper, or as cheap with fewer borders. */
static bool is_better(const struct graph *g, int32_t x, int32_t y) {
    const struct graph_found *a = &g->found[x], *b = &g->found[y];
    return a->cost != b->cost ? a->cost < b->cost : a->legs < b->legs;
}

static void set_at(struct graph *g, int32_t at, int32_t area) {
    g->heap[at] = area;
    g->found[area].at = at;
}

/* Moves an area up in the heap, whose first entry has the best way, to where it belongs. */
static void rise(struct graph *g, int32_t area) {
    int32_t at = g->found[area].at;
    for (; at > 0 && is_better(g, area, g->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        set_at(g, at, g->heap[(at - 1) / 2]);
    }
    set_at(g, at, area);
}

/* Takes the area with the best way out of the heap. */
static int32_t take_best(struct graph *g) {
    const int32_t best = g->heap[0], last = g->heap[--g->heap_used];
    g->found[best].at = -1;
    if (g->heap_used == 0) return best;
    int32_t at = 0;
    for (int32_t next = 1; next < g->heap_used; next = 2 * at + 1) {
        if (next + 1 < g->heap_used && is_better(g, g->heap[next + 1], g->heap[next])) next++;
        if (!is_better(g, g->heap[next], last)) break;
        set_at(g, at, g->heap[next]);
        at = next;
    }
    set_at(g, at, last);
    return best;
}

/* Keeps a way to an area over a border, if it is better than the one that is known. */
static void offer_way(struct graph *g, int32_t here, const struct graph_arc *arc, int64_t cost) {
    struct graph_found *f = &g->found[arc->there];
    const int32_t legs = g->found[here].legs + 1;
    const bool known = f->search == g->search;
    if (known && (f->at < 0 || cost > f->cost)) return;
    if (known && cost == f->cost && legs > f->legs) return;
    if (known && cost == f->cost && legs == f->legs && arc->border >= f->border) return;
    *f = (struct graph_found){cost, g->search, legs, here, arc->border, known ? f->at : -1};
    if (!known) {
        g->queue[g->reached++] = arc->there;
        f->at = g->heap_used++;
    }
    rise(g, arc->there);
}

/* Whether no way leads on from an area to the goal for what is left after `more` borders more. Of
 * large maps too few rows of steps are kept to say so. */
static inline bool too_far(struct graph *g, const struct graph_search *s, int32_t there,
                           int64_t left, int32_t more) {
    if (s->goal < 0 || s->least <= 0 || g->rows < g->count) return false;
    const uint16_t steps = row_of(g, there)[s->goal];
    const int64_t most = MYTH_LIKELY(s->least == 1) ? left : left / s->least;
    return steps == FAR_OFF || most < steps + more;
}

bool graph_too_far(struct graph *g, const struct graph_search *s) {
    return s->from != s->goal && too_far(g, s, s->from, s->up_to, 0);
}

/* Returns how many borders lie from area `of` to another, or the other way round. */
static int32_t steps_off(struct graph *g, const struct graph_aim *aim, int32_t area) {
    const int32_t steps =
        aim->how == GRAPH_AWAY ? graph_steps(g, aim->of, area) : graph_steps_to(g, area, aim->of);
    return steps < 0 ? FAR_OFF : steps;
}

/* Whether a search does not cross a border, whatever the rules say. */
static bool is_shut(struct graph *g, const struct graph_search *s, const struct graph_aim *aim,
                    int32_t here, int32_t there) {
    if (s->shut && s->shut[there]) return true;
    if (!aim || aim->how == GRAPH_NEAR) return false;
    const int32_t before = steps_off(g, aim, here), behind = steps_off(g, aim, there);
    return aim->how == GRAPH_AWAY ? behind < before : behind >= before;
}

static bool routes(struct graph *g, const struct graph_search *s, const struct graph_aim *aim,
                   graph_cross *cross, void *user) {
    const int32_t from = s->from;
    ASSERT(from >= 0 && from < g->count);
    g->search++;
    g->reached = g->heap_used = 0;
    g->from = from;
    g->found[from] = (struct graph_found){0, g->search, 0, -1, -1, -1};
    if (graph_too_far(g, s)) return true;
    for (int32_t here = from;; here = take_best(g)) {
        const int64_t so_far = g->found[here].cost;
        if (here == s->goal) break;
        for (int32_t i = g->first_arc[here]; i < g->first_arc[here + 1]; i++) {
            const struct graph_arc *arc = &g->arcs[i];
            int64_t cost, sum;
            const struct graph_found *there = found_of(g, arc->there);
            if (there && there->at < 0) continue; /* its way is settled */
            if (too_far(g, s, arc->there, s->up_to - so_far, 1)) continue;
            if (is_shut(g, s, aim, here, arc->there)) continue;
            if (!cross(user, s->goal, here, arc->there, &cost)) return false;
            if (cost == GRAPH_CLOSED || !num_add(so_far, cost, &sum) || sum > s->up_to) continue;
            offer_way(g, here, arc, sum);
        }
        if (g->heap_used == 0) break;
    }
    in_order(g, g->queue, g->reached);
    return true;
}

bool graph_routes(struct graph *g, const struct graph_search *s, graph_cross *cross, void *user) {
    return routes(g, s, NULL, cross, user);
}

const int32_t *graph_reached(const struct graph *g, int32_t *count) {
    *count = g->reached;
    return g->queue;
}

int64_t graph_cost(const struct graph *g, int32_t end) {
    const struct graph_found *f = found_of(g, end);
    return f ? f->cost : -1;
}

int32_t graph_way(const struct graph *g, int32_t end, int32_t *out) {
    const struct graph_found *f = found_of(g, end);
    if (!f) return 0;
    const int32_t count = f->legs + 1;
    for (int32_t i = count - 1, area = end; out && i >= 0; i--) {
        out[i] = area;
        area = g->found[area].here;
    }
    return count;
}

/* ---- Where a way ends ---- */

/* An end that may be chosen: the least rank counts, then the least cost, then the fewest areas. */
struct end {
    int32_t area, rank, areas;
    int64_t cost;
};

static bool is_better_end(const struct end *a, const struct end *b) {
    if (b->area < 0 || a->rank != b->rank) return b->area < 0 || a->rank < b->rank;
    return a->cost != b->cost ? a->cost < b->cost : a->areas < b->areas;
}

/* Sets *rank to how an area ranks as the end of a way; returns false if none may end there. */
static bool ranks(struct graph *g, const struct graph_aim *aim, int32_t area, int32_t *rank) {
    const int32_t steps = steps_off(g, aim, area);
    switch (aim->how) {
    case GRAPH_NEAR: *rank = 0; return steps < FAR_OFF && steps <= aim->gap;
    case GRAPH_TOWARD: *rank = steps; return steps < FAR_OFF;
    case GRAPH_AWAY: *rank = -steps; return true;
    }
    return false;
}

bool graph_aim(struct graph *g, const struct graph_search *what, const struct graph_aim *aim,
               graph_cross *cross, void *user, int32_t *end) {
    struct graph_search s = *what;
    struct end best = {.area = -1};
    s.goal = -1;
    *end = -1;
    if (!aim->one_by_one && !routes(g, &s, aim, cross, user)) return false;
    for (int32_t i = 0; i < g->count; i++) {
        struct end it = {.area = i};
        if (!ranks(g, aim, i, &it.rank) || (best.area >= 0 && it.rank > best.rank)) continue;
        s.goal = i;
        if (aim->one_by_one && !routes(g, &s, aim, cross, user)) return false;
        it.cost = graph_cost(g, i);
        it.areas = graph_way(g, i, NULL);
        if (it.cost >= 0 && is_better_end(&it, &best)) best = it;
    }
    *end = s.goal = best.area;
    return !aim->one_by_one || best.area < 0 || routes(g, &s, aim, cross, user);
}

void graph_shut(struct graph *g, int32_t of, int32_t now, int64_t apart, uint8_t *shut) {
    const int32_t kept = graph_steps(g, of, now);
    const int64_t least = kept >= 0 && kept < apart ? kept : apart;
    for (int32_t i = 0; i < g->count; i++) {
        const int32_t steps = graph_steps(g, of, i);
        if (steps >= 0 && steps < least) shut[i] = 1;
    }
}

/* ---- Areas near by ---- */

static bool counts_steps(void *user, int32_t goal, int32_t here, int32_t there, int64_t *cost) {
    (void)user, (void)goal, (void)here, (void)there;
    *cost = 1;
    return true;
}

const int32_t *graph_within(struct graph *g, int32_t from, int64_t most, int32_t *count) {
    *count = 0;
    if (most < 0) return g->queue;
    (void)graph_routes(g, &(struct graph_search){from, -1, most, 0, NULL}, counts_steps, NULL);
    g->queue[g->reached++] = from;
    in_order(g, g->queue, g->reached);
    *count = g->reached;
    g->search++; /* what was found are steps, not ways that somebody asked for */
    return g->queue;
}
