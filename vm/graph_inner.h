/*
 * graph_inner: what the files of graph share; no other room includes it.
 */
#ifndef MYTH_VM_GRAPH_INNER_H
#define MYTH_VM_GRAPH_INNER_H

#include "graph.h"

/* The best way to an area that is known. Valid if `search` is that of the graph. */
struct graph_found {
    int64_t cost;
    uint64_t search;
    int32_t legs;         /* how many borders it crosses */
    int32_t here, border; /* the area before the last, and the border between; -1 at the start */
    int32_t at;           /* its place in the heap; -1: it is settled */
};
/* A line whose areas are kept. a: plus 1; 0: none is kept here. */
enum { GRAPH_LINES = 1024, GRAPH_CROSSED = 12 };
struct graph_kept_line {
    int32_t a, b, count;
    int32_t crossed[GRAPH_CROSSED];
};
/* How the distance from a point to the centre of an area changes as the point goes along a line
 * from its begin (t = 0) to its end (t = 1): the square of the distance is high - t * fall, and a
 * part that is the same for all areas. */
struct graph_fall {
    int64_t high, fall;
    int32_t area;
};
/* A place on a line: over / by; `by` is above 0. An area, and where a line comes into it first. */
struct graph_moment {
    int64_t over, by;
};
struct graph_entered {
    struct graph_moment at;
    int32_t area;
};
/* A grid over all centres: cell i lists the areas first[i] to first[i + 1] - 1 of `in`. */
struct graph_grid {
    int32_t side, *first, *in;
    int64_t west, south, wide, deep; /* the box around all centres */
};
struct graph {
    int32_t count;
    struct graph *back; /* all borders the other way round; the same if none is one_way */
    struct graph_area *areas;
    bool outlines; /* some area has an outline */
    /* the arcs of area i: entries first_arc[i] to first_arc[i + 1] - 1 */
    struct graph_arc *arcs;
    int32_t *first_arc, arcs_used;
    /* rows of steps: row_of[i] - 1 is that of the steps from area i, 0: none is kept; row_from is
     * the other way round */
    uint16_t *steps;
    int32_t *row_of, *row_from, rows, next_row;
    /* of the last search. The queue lists the areas that were reached. */
    uint64_t search;
    struct graph_found *found;
    int32_t *heap, heap_used, *queue, reached, from;
    int32_t *merged; /* room for sorting */
    struct graph_kept_line *lines;
    struct graph_fall *falls;      /* room for a line */
    struct graph_entered *entered; /* likewise */
    struct graph_grid grid;
};

/* Puts all areas that have a centre into the grid. To be called once. */
void graph_grid(struct graph *g, struct arena *arena);

#endif
