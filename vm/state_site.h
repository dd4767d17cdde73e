/*
 * state_site: what geometry keeps of things beside the World: where kinds have their shapes, what
 * was gathered of groups, which pieces stand where. Filled by the board (board_plane.c).
 */
#ifndef MYTH_VM_STATE_SITE_H
#define MYTH_VM_STATE_SITE_H

#include "image.h"

/* The words of a kind's records that geometry reads; 0: it has none such. */
struct state_site {
    bool piece;
    bool stands;    /* it, or its group, has a place that geometry reads */
    int32_t shape;  /* the field `base` of a piece, `outline` of any other thing */
    int32_t facing; /* the field `facing` */
    int32_t blocks_sight, blocks_move; /* the yes_no fields of terrain with these names */
};

/* The places of a group's pieces, gathered. Valid while `since` is the World's `anew` + 1: code
 * that writes what they were gathered from resets it (state_moved), and so does an undo. */
struct state_stood {
    uint64_t since;
    uint32_t at, room, count; /* in stood_shapes */
    uint32_t site;            /* its number in index.sites, or in index.pieces, if these agree */
    int32_t west, south, east, north; /* the box around them, if there are any */
    /* the distance within which none of them strays from the rest; INT64_MAX: not known */
    int64_t together;
};

/* The index of pieces by place. Pieces have a rank, in the order of entering play. For many pieces,
 * each cell of a grid over all places lists the ranks that stand in it; for few, runs list
 * consecutive pieces of one holder. Valid while `since` is the World's `anew` + 1, except for
 * things that have moved since. Beside it lies where terrain and zones are, valid by sites_since.
 * prim fills it. */
enum { INDEX_SIDE = 16, INDEX_CELLS = INDEX_SIDE * INDEX_SIDE, INDEX_FEW = 128, INDEX_MOVED = 32 };
struct state_run {
    int32_t first, count, west, south, east, north; /* the box around the bases of the run */
};
struct state_index {
    uint64_t since;
    bool round;                /* every base is a circle or a point */
    int64_t west, south, cell; /* south-west corner of the grid, width of a cell */
    int64_t widest;            /* greatest reach of a base from its piece's place */
    int32_t count, first[INDEX_CELLS + 1];
    int32_t runs_count;
    struct state_run runs[INDEX_FEW];
    /* number of things that have moved since; if `moved` overflows, the index is made anew */
    int32_t moved_count;
    int64_t moved[INDEX_MOVED];
    void *pieces;   /* by rank; struct prim_piece */
    int32_t *ranks; /* the ranks of each cell in turn; first[] says where they begin */
    void *sites;    /* terrain, then zones from sites_zones on; struct prim_site */
    int32_t sites_count, sites_zones;
    /* so many of the moved things have been found to be neither terrain nor a zone */
    int32_t moved_sites;
    uint64_t sites_since;
    size_t pieces_capacity, ranks_capacity, sites_capacity;
};

#endif
