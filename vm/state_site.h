/*
 * state_site: what geometry keeps of things beside the World: in which words their shapes lie, the
 * places of each group's pieces, and an index of all pieces by place. The board fills it
 * (board_plane*.c).
 */
#ifndef MYTH_VM_STATE_SITE_H
#define MYTH_VM_STATE_SITE_H

#include "image.h"

/* The words of a kind's records that geometry reads; 0: the kind has no such field. */
struct state_site {
    bool piece;
    /* things of the kind, or their members, have a place or shape that geometry reads */
    bool stands;
    int32_t shape;  /* word of the field `base` of a piece, `outline` of any other thing */
    int32_t facing; /* word of the field `facing` */
    int32_t blocks_sight, blocks_move; /* words of the yes_no fields of terrain with these names */
};

/* The gathered shapes of a group's pieces. Valid while `since` equals the World's `anew` + 1. Code
 * that writes what they were gathered from sets `since` to 0 (state_moved), and so does an undo. */
struct state_stood {
    uint64_t since;
    /* in stood_shapes: index of the first shape, number of shapes that there is room for, number in
     * use */
    uint32_t at, room, count;
    /* of a zone or terrain: its index in index.sites; of a piece: the rank at which it was found
     * last. Only a hint: whether the entry there is of this thing has to be tested. */
    uint32_t site;
    /* the box around the shapes; empty (west > east) if there are none */
    int32_t west, south, east, north;
    /* a distance for which it is known that all pieces hang together by gaps of at most this;
     * INT64_MAX: not known */
    int64_t together;
};

/* The index of pieces by place. The rank of a piece is its position in the order of entering play.
 * If there are more than INDEX_FEW pieces, a grid lies over all places, and each cell lists the
 * ranks of the pieces in it. Otherwise runs list consecutive pieces of one holder. Valid while
 * `since` equals the World's `anew` + 1, but for the things listed in `moved`. Beside the index lie
 * the shapes of terrain and zones, valid by sites_since. The board fills both. */
enum { INDEX_SIDE = 16, INDEX_CELLS = INDEX_SIDE * INDEX_SIDE, INDEX_FEW = 128, INDEX_MOVED = 32 };
struct state_run {
    /* the box around the bases of the run's pieces */
    int32_t first, count, west, south, east, north;
};
struct state_index {
    uint64_t since;
    bool round;                /* every base is a circle or a point */
    int64_t west, south, cell; /* south-west corner of the grid; width of a cell; in units */
    int64_t widest;            /* the farthest that a base reaches from the place of its piece */
    int32_t count, first[INDEX_CELLS + 1];
    int32_t runs_count;
    struct state_run runs[INDEX_FEW];
    /* number of things in `moved`, which have moved since the index was brought up to date; if
     * there is no room for them, the index is made anew */
    int32_t moved_count;
    int64_t moved[INDEX_MOVED];
    void *pieces;   /* struct prim_piece, by rank */
    int32_t *ranks; /* the ranks in each cell, cell after cell; those of cell c begin at first[c] */
    void *sites;    /* struct prim_site: terrain, and from index sites_zones on zones */
    int32_t sites_count, sites_zones;
    /* the first so many entries of `moved` are known to be neither terrain nor a zone */
    int32_t moved_sites;
    uint64_t sites_since;
    size_t pieces_capacity, ranks_capacity, sites_capacity;
};

#endif
