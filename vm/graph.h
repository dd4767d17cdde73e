/*
 * graph: maps of areas and borders, on plain arrays. How many borders lie between two areas, which
 * ways are cheapest, which areas a straight line crosses: exact, in whole numbers. Knows no World.
 *
 * Areas and borders are numbered from 0. A border joins two areas, both ways unless it is one_way,
 * from a to b. Borders that join an area with itself, or whose a or b is below 0, lead nowhere.
 * Several borders may join the same two areas; then the first counts.
 */
#ifndef MYTH_VM_GRAPH_H
#define MYTH_VM_GRAPH_H

#include "arena.h"
#include "base.h"

/* Coordinates lie in -GRAPH_MAX..GRAPH_MAX. */
#define GRAPH_MAX (INT32_C(1) << 26)
enum { GRAPH_CORNERS = 32, GRAPH_AREAS = 65535 };

struct graph_point {
    int32_t x, y;
};
struct graph_border {
    int32_t a, b;
    bool one_way;
};
/* Where an area lies, which only graph_line asks. An area is the inside of its outline, a polygon
 * whose edges do not cross; without one it is the points that are nearer to its centre than to the
 * centre of any other area. */
struct graph_area {
    bool centred; /* the area has a centre */
    struct graph_point centre;
    const struct graph_point *corners; /* of the outline; the graph keeps a copy */
    int32_t corner_count;              /* 3 to GRAPH_CORNERS; 0: there is no outline */
};

struct graph;
/* Makes a map in an arena. It asks for no memory later. */
struct graph *graph_new(struct arena *arena, const struct graph_area *areas, int32_t count,
                        const struct graph_border *borders, int32_t border_count);
int32_t graph_areas(const struct graph *g);

/* The areas to which borders lead from an area, each once, in the order of the borders; the
 * border that leads there is the first of several. */
struct graph_arc {
    int32_t there, border;
};
const struct graph_arc *graph_arcs(const struct graph *g, int32_t here, int32_t *count);
/* Returns the border that leads from here to there; -1: none. */
int32_t graph_between(const struct graph *g, int32_t here, int32_t there);
/* Returns how many borders must be crossed at least from a to b, 0 if they are the same; -1: no way
 * leads there. What was found is kept for the next question. */
int32_t graph_steps(struct graph *g, int32_t a, int32_t b);
/* Lists all areas at most `most` steps from an area, itself included, in ascending order; returns
 * how many. The list is good until the next call. */
const int32_t *graph_within(struct graph *g, int32_t from, int64_t most, int32_t *count);

/* Lists the areas other than a and b in which a part of the line from the centre of a to that of b
 * lies that is longer than a point, in the order in which the line comes into them, of those into
 * which it comes at once in ascending order; returns how many. `out` has room for all areas. If a
 * or b has no centre, or the centres are the same, there are none. */
int32_t graph_line(struct graph *g, int32_t a, int32_t b, int32_t *out);

/* Returns the same as graph_steps; meant for one b and many a. */
int32_t graph_steps_to(struct graph *g, int32_t a, int32_t b);

/* ---- Cheapest ways ---- */

/* Asks what it costs to cross from here to there on a way to `goal`, which is -1 if ways to all
 * areas are sought: sets *cost to 0 or more, or to GRAPH_CLOSED if that may not be done. Returns
 * false to give the search up. */
#define GRAPH_CLOSED INT64_C(-1)
typedef bool graph_cross(void *user, int32_t goal, int32_t here, int32_t there, int64_t *cost);

/* A search of graph_routes: for ways from an area to all others that cost at most `up_to`. goal:
 * search only until this area is reached; -1: everywhere. least: no border costs less, 0 if nothing
 * is known; borders are not asked for behind which the goal is too far. shut: by area, whether no
 * way enters it; NULL: all may be entered. */
struct graph_search {
    int32_t from, goal;
    int64_t up_to, least;
    const uint8_t *shut;
};
/* Finds the cheapest ways. Of ways of one cost that with the fewest borders counts; of these that
 * whose last border comes first in the order of the borders, then whose last but one does, and so
 * on. Returns false if `cross` gave up. */
bool graph_routes(struct graph *g, const struct graph_search *what, graph_cross *cross, void *user);
/* Whether the goal of a search is too far, as the number of borders shows, of which none is asked
 * for. */
bool graph_too_far(struct graph *g, const struct graph_search *what);
/* The areas that the last graph_routes has reached, without the start, in ascending order. */
const int32_t *graph_reached(const struct graph *g, int32_t *count);
/* Returns the cost of the way that graph_routes found to an area; -1: none. */
int64_t graph_cost(const struct graph *g, int32_t end);
/* Returns how many areas that way has, with start and end, and lists them in `out`, unless it is
 * NULL; 0: there is no way. */
int32_t graph_way(const struct graph *g, int32_t end, int32_t *out);

/* The end of a way that is sought. NEAR: at most `gap` borders before area `of`. TOWARD: as few as
 * possible before it, each border leading nearer to it. AWAY: as many as possible behind it, no
 * border leading nearer; an area to which no way leads from it is farthest. */
enum graph_how { GRAPH_NEAR, GRAPH_TOWARD, GRAPH_AWAY };
struct graph_aim {
    enum graph_how how;
    int32_t of;
    int64_t gap;
    bool one_by_one; /* what may be crossed depends on the goal: each end is sought by itself */
};
/* Sets *end to the best end of a way that starts at what->from, of equals the cheapest to come to,
 * then that with the fewest borders before it, then the first in ascending order; the way is then
 * that of graph_routes. -1: none. what->goal does not matter. Returns false if `cross` gave up. */
bool graph_aim(struct graph *g, const struct graph_search *what, const struct graph_aim *aim,
               graph_cross *cross, void *user, int32_t *end);
/* Shuts all areas that lie fewer than `apart` borders behind area `of`, or fewer than `now` does.
 * */
void graph_shut(struct graph *g, int32_t of, int32_t now, int64_t apart, uint8_t *shut);

#endif
