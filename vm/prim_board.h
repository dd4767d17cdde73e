/*
 * prim_board: what prim asks of the board on which things stand, and what a board may ask of prim.
 * A board knows how places are told apart, what is near, seen and in the way there. The plane with
 * models on it is one (board_plane.c). Another kind adds a room board_KIND with such a table, and a
 * way for prim_board to tell that a battle is on it: no other file of prim changes.
 */
#ifndef MYTH_VM_PRIM_BOARD_H
#define MYTH_VM_PRIM_BOARD_H

#include "state.h"

enum prim_id {
#define PRIM(name, text, args, result, reads, sentence) PRIM_##name,
#include "prim.def"
#undef PRIM
    PRIM_COUNT_
};
/* The column `reads` of prim.def: what, besides its arguments and what never changes of things, an
 * answer depends on. Whoever remembers answers goes by it. */
enum prim_reads {
    PRIM_READS_NOTHING,
    PRIM_READS_PLACES, /* where things stand, their shapes, groups and owners; the table */
    /* the same, but only near the thing or way of the question: the box is noted when it is asked
     * (state_near_box) */
    PRIM_READS_NEARNESS,
    PRIM_READS_SIGHT,   /* places, and the truth blocks_sight of the rules */
    PRIM_READS_WAYS,    /* places, and the truth blocks_move of the rules */
    PRIM_READS_PLAYERS, /* the players that take part */
    PRIM_READS_SIDES,   /* the same, and the truth enemy of the rules */
    PRIM_READS_LEDGER,  /* the ledger, and the winner */
    PRIM_READS_DICE     /* pools of dice, which only the machine has */
};
struct prim_row {
    const char *name, *args, *result, *sentence;
    enum prim_reads reads;
};
const struct prim_row *prim_row(enum prim_id id);

/* ---- What a board may ask of prim -------------------------------------------- */

/* False, with an error of the rules, if an argument that must be given is none. */
bool prim_given(struct state *s, enum prim_id id, int64_t value, const char *what);
/* Whether rules say something of a truth, so that its start is not all there is. */
bool prim_ruled(const struct state *s, int32_t quantity);
/* A truth, or number, of the game with its rows. Boards ask as often as they need to, so nobody is
 * told in the journal. False: an error was kept. */
bool prim_ask_quiet(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    int64_t *value);
bool prim_ask_truth(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    bool *yes);

/* ---- What prim asks of a board ------------------------------------------------ */

/* Of what a primitive finds the caller only looks at this, so the board may leave out the rest. */
struct prim_bounds {
    int64_t kind;   /* of things only those of this kind; NONE: all */
    int64_t enough; /* of a length only whether it is at most this; NONE: the length itself */
};
/* The box that something must touch: see prim_about_of. */
struct prim_about {
    int64_t west, south, east, north;
};
/* A question for a place. */
struct prim_place_ask {
    int64_t mover;   /* a piece or a group, with or without a place; NONE: only a point is placed */
    int64_t zone;    /* a zone or other thing; NONE: the table */
    int64_t far, of; /* must be within `far` of the thing `of`; no such bound if either is NONE */
    bool
        /* steps of a quarter of an inch: used in a body if no other candidate is legal */
        fine_grid;
};

/* The functions of prim.h of the same names say what each does. */
struct prim_board {
    /* A primitive of prim.def that is about places or ways, with all its arguments; and `within`
     * and `touching` alone, which are asked most. */
    bool (*answer)(struct state *s, enum prim_id id, int64_t *given, const struct prim_bounds *only,
                   int64_t *result);
    bool (*answer_near)(struct state *s, enum prim_id id, const int64_t *args, int64_t *result);
    /* Where things are, and what blocks by itself. */
    int64_t (*place_of)(const struct state *s, int64_t thing);
    bool (*way_at)(struct state *s, int64_t way, int64_t far, int64_t *spot);
    bool (*blocks_sight)(const struct state *s, int64_t thing, int64_t seer, int64_t seen);
    bool (*blocks_move)(const struct state *s, int64_t thing, int64_t mover);
    /* Answers that cost little; a board without any says false: not known. */
    bool (*stood_near)(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                       bool *yes);
    bool (*out_of_reach)(struct state *s, const int64_t *args, int64_t most);
    bool (*about_of)(struct state *s, enum prim_id id, int64_t other, int64_t far,
                     struct prim_about *out);
    /* Candidates of places and ways, and why one is refused. */
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
    /* Standing and moving. */
    bool (*stand)(struct state *s, int64_t thing, int64_t spot);
    bool (*carry)(struct state *s, int64_t thing, int64_t way);
    bool (*moved)(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to);
};
extern const struct prim_board prim_plane;

/* The board of a battle. */
static inline const struct prim_board *prim_board(const struct state *s) {
    (void)s; /* there is but one kind */
    return &prim_plane;
}

#endif
