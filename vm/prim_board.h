/*
 * prim_board: the interface between prim and the board on which things stand. A board knows which
 * places there are, and what is near, in sight and in the way. struct prim_board lists the
 * functions of a board. There are two: the plane with models on it (board_plane.c), and the map of
 * areas and borders (board_map.c), on which a place is an area. A new kind of board
 * adds a room board_KIND with such a table, and the function prim_board must then find out on which
 * board a battle is. No other file of prim changes.
 */
#ifndef MYTH_VM_PRIM_BOARD_H
#define MYTH_VM_PRIM_BOARD_H

#include "state.h"

enum prim_id {
#define PRIM(name, text, args, result, reads, boards, sentence) PRIM_##name,
#include "prim.def"
#undef PRIM
    PRIM_COUNT_
};
/* The column `reads` of prim.def: what the answer of a primitive depends on, besides the arguments
 * and what never changes of things. A remembered answer is used until that changes. */
enum prim_reads {
    PRIM_READS_NOTHING,
    PRIM_READS_PLACES, /* where things stand, their shapes, groups and owners; the table */
    /* what PRIM_READS_PLACES names, but only near the thing or way of the question; the primitive
     * notes the box of this (state_near_box) */
    PRIM_READS_NEARNESS,
    PRIM_READS_SIGHT,   /* places, and the truth blocks_sight of the rules */
    PRIM_READS_WAYS,    /* places, and the truth blocks_move of the rules */
    PRIM_READS_PLAYERS, /* the players that take part */
    PRIM_READS_SIDES,   /* the players that take part, and the truths enemy, friendly */
    PRIM_READS_LEDGER,  /* the ledger, and the winner */
    PRIM_READS_DICE     /* pools of dice, which only the machine has */
};
/* The column `boards` of prim.def: the boards on which a primitive makes sense. */
enum prim_of { PRIM_OF_TABLE = 1, PRIM_OF_MAP = 2, PRIM_OF_BOTH = PRIM_OF_TABLE | PRIM_OF_MAP };
/* A row of prim.def. */
struct prim_row {
    const char *name, *args, *result, *sentence;
    enum prim_reads reads;
    enum prim_of boards;
};
const struct prim_row *prim_row(enum prim_id id);

/* ---- What a board may ask of prim -------------------------------------------- */

/* Whether an argument that must be given is not NONE. If it is NONE, sets an error that calls the
 * argument `what`, and returns false. */
bool prim_given(struct state *s, enum prim_id id, int64_t value, const char *what);
/* Whether the ruleset has rows for a quantity, so that its value may differ from its start. */
bool prim_ruled(const struct state *s, int32_t quantity);
/* prim_ask_quiet sets *value to a number or truth of the rules, with its rows; prim_ask_truth sets
 * *yes to a truth. No account is written to the journal, because a board may ask any number of
 * times. Both return false with an error in state.error if the rules failed. */
bool prim_ask_quiet(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    int64_t *value);
bool prim_ask_truth(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    bool *yes);

/* ---- What prim asks of a board ------------------------------------------------ */

/* How much of a result the caller of a primitive needs; the board may leave out the rest. */
struct prim_bounds {
    int64_t kind;   /* of a set of things, only those of this kind; NONE: all */
    int64_t enough; /* of a length, only whether it is at most this; NONE: the length itself */
};
/* The box that prim_about_of makes. */
struct prim_about {
    int64_t west, south, east, north;
};
/* A question for a place. */
struct prim_place_ask {
    int64_t mover; /* a piece or a group, with or without a place; NONE: only a point is placed */
    int64_t zone;  /* a zone or other thing; NONE: the table */
    int64_t far,
        of; /* the place must be within `far` of the thing `of`; NONE in either: anywhere */
    bool
        /* candidates stand a quarter of an inch apart: used in a body if no other is legal */
        fine_grid;
};

/* The functions of a board. Except the first two, each does what the function of prim.h does that
 * has the same name with prim_ before it. */
struct prim_board {
    /* answer computes a primitive of prim.def that is about places or ways; `given` has a word for
     * every argument, NONE for those that were left out. answer_near computes `is_within` and
     * `touching`, which are called most. */
    bool (*answer)(struct state *s, enum prim_id id, int64_t *given, const struct prim_bounds *only,
                   int64_t *result);
    bool (*answer_near)(struct state *s, enum prim_id id, const int64_t *args, int64_t *result);
    /* where things are, and what blocks by itself */
    int64_t (*place_of)(const struct state *s, int64_t thing);
    bool (*way_at)(struct state *s, int64_t way, int64_t far, int64_t *spot);
    bool (*blocks_sight)(const struct state *s, int64_t thing, int64_t seer, int64_t seen);
    bool (*blocks_move)(const struct state *s, int64_t thing, int64_t mover);
    /* quick answers; a board that has none returns false */
    bool (*stood_near)(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                       bool *yes);
    bool (*out_of_reach)(struct state *s, const int64_t *args, int64_t most);
    bool (*about_of)(struct state *s, enum prim_id id, int64_t other, int64_t far,
                     struct prim_about *out);
    /* candidates for places and ways, and the reasons why a place or way is refused */
    int64_t (*place_count)(struct state *s, const struct prim_place_ask *q);
    bool (*place_candidate)(struct state *s, const struct prim_place_ask *q, int64_t i,
                            int64_t *spot);
    bool (*place_again)(struct state *s, const struct prim_place_ask *q, int64_t i, int64_t *spot);
    const char *(*place_refused)(struct state *s, const struct prim_place_ask *q, int64_t spot);
    const char *(*set_up_refused)(struct state *s, int64_t thing, int64_t spot);
    int64_t (*path_count)(struct state *s, int64_t mover, int64_t up_to);
    bool (*path_candidate)(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
    bool (*path_again)(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
    int64_t (*path_tried)(int64_t count, int64_t n);
    const char *(*path_refused)(struct state *s, int64_t mover, int64_t up_to, int64_t way);
    /* standing and moving */
    bool (*stand)(struct state *s, int64_t thing, int64_t spot);
    bool (*carry)(struct state *s, int64_t thing, int64_t way);
    bool (*moved)(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to);
};
extern const struct prim_board prim_plane, prim_map;

/* ---- Of a map alone (board_map.c) ---- */

void prim_map_close(struct map *m); /* gives back what a battle keeps of its map; NULL: nothing */

/* The value of the truth has_room before rows change it: whether the pieces that stand in an area,
 * without the mover, and the mover are at most its capacity. */
bool prim_has_room(struct state *s, int64_t area, int64_t mover, int64_t *yes);
/* A way by steps that is looked ahead: of at most `up_to`, over at most as many borders, into no
 * area twice, and so that `good` holds of it when it ends; good returns false on an error. */
typedef bool prim_good(void *user, int64_t way, bool *yes);
struct prim_ahead {
    int64_t mover, up_to;
    prim_good *good;
    void *user;
};
/* Sets *list, in scratch memory, to the areas that may come behind the way `so_far`, which is empty
 * at first: those behind which such a way is still to be had. Sets *ends to whether it may end as
 * it is; if it is empty it may not. Returns false on an error. */
bool prim_ahead(struct state *s, const struct prim_ahead *a, int64_t so_far, int64_t *list,
                bool *ends);
/* Sets *yes to whether there is such a way at all. */
bool prim_leads(struct state *s, const struct prim_ahead *a, bool *yes);
/* Of a map only: sets *way to the cheapest way of a mover to an area that costs at most up_to;
 * NONE: there is none. Returns false after an error. */
bool prim_way_end(struct state *s, int64_t mover, int64_t up_to, int64_t area, int64_t *way);
/* Sets *why to the reason for which a thing may not enter an area: it is full; NULL if it may.
 * Returns false on an error. */
bool prim_entry(struct state *s, int64_t thing, int64_t area, const char **why);

/* Returns the board of a battle. */
static inline const struct prim_board *prim_board(const struct state *s) {
    return MYTH_UNLIKELY(s->img->on_map) ? &prim_map : &prim_plane;
}

#endif
