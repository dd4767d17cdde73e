/*
 * prim: the primitives that rule text and Lua share (prim.def), and the candidates of questions
 * about places and ways. Whatever depends on where things stand, prim asks of the board on which
 * they stand (prim_board.h); most functions here only hand on to it. The rest prim reads off the
 * World. A question about two things, such as `within` or `touching`, is one of nearness.
 */
#ifndef MYTH_VM_PRIM_H
#define MYTH_VM_PRIM_H

#include "prim_board.h"
#include "state.h"

/* Computes a primitive. Arguments and result are words of the types in prim.def; a set or way is
 * the handle of a list, and a result that is a list lies in scratch memory. An argument that was
 * left out is NONE. Returns false with an error in state.error if that fails. */
bool prim_call(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
               int64_t *result);
/* Computes a primitive for a caller who needs no more of the result than `only` says. */
bool prim_call_within(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
                      const struct prim_bounds *only, int64_t *result);
/* Sets *spot to the place of the mover's first model after `far` of a way: the end of the way that
 * the primitive `cut` would give. The way must not be empty. */
static inline bool prim_way_at(struct state *s, int64_t way, int64_t far, int64_t *spot) {
    return prim_board(s)->way_at(s, way, far, spot);
}

/* ---- Defaults for what blocks: the values of the truths blocks_sight and blocks_move before rows
 * change them ---- */

/* Whether a thing blocks sight by itself. A piece does, unless its unit is that of the seer or of
 * the seen. Terrain does if its yes_no field blocks_sight says so. Asked only of things that are no
 * part of the seer or the seen. */
static inline bool prim_blocks_sight(const struct state *s, int64_t thing, int64_t seer,
                                     int64_t seen) {
    return prim_board(s)->blocks_sight(s, thing, seer, seen);
}
/* Answers a question of nearness quickly, mostly from the boxes around groups and pieces with round
 * bases. Returns true and sets *yes to the answer, or returns false if the primitive must be
 * called. The questions: whether a and b are `within` far, or `touching`. Whether the way a
 * `ends_touching` b or `sweeps` b, and whether its `distance_after` to b is at most far; of these
 * three only the answer no can be told. Notes the boxes that the answer depends on, if a number is
 * being computed that is remembered (state_near_box). */
static inline bool prim_stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b,
                                   int64_t far, bool *yes) {
    return prim_board(s)->stood_near(s, id, a, b, far, yes);
}
/* Returns true if `reach` with these arguments is more than `most`, as the distance alone shows,
 * which is cheap to compute. Returns false if the distance does not show it. */
static inline bool prim_out_of_reach(struct state *s, const int64_t *args, int64_t most) {
    return prim_board(s)->out_of_reach(s, args, most);
}
/* Sets *out to a box for a question of nearness about `other`: for every group of round bases that
 * lies outside of the box, the answer is no. `other` is a group or piece with round bases, or a
 * way. Returns false if there is no such box. The box holds until something moves. */
static inline bool prim_about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                                 struct prim_about *out) {
    return prim_board(s)->about_of(s, id, other, far, out);
}
/* Returns true if a group lies outside of the box of prim_about_of, so the answer is no. Returns
 * false if it does not, or if this is not known. */
static inline bool prim_far_off(const struct state *s, const struct prim_about *about,
                                int64_t group) {
    if ((uint64_t)group >= s->stood_capacity) return false;
    const struct state_stood *u = &s->stood[group];
    return u->since == s->w.anew + 1 && u->count > 0 &&
           (u->west > about->east || u->east < about->west || u->south > about->north ||
            u->north < about->south);
}
/* Whether a thing blocks movement by itself. A piece does if it is of another unit than the mover.
 * Terrain does if its yes_no field blocks_move says so. A piece that does not block may be passed,
 * but not stood on. */
static inline bool prim_blocks_move(const struct state *s, int64_t thing, int64_t mover) {
    return prim_board(s)->blocks_move(s, thing, mover);
}

/* ---- Questions of geometry --------------------------------------------------
 *
 * The candidates of a question for a place or way are a finite list that depends on the World
 * alone. Each is made by its number, from 0. A function prim_…_candidate returns true if the
 * candidate is legal, and then sets the place or way. It returns false if the candidate is not
 * legal, or, with text in state.error, if the rules failed. A count of -1 is an error, too.
 *
 * The candidates for a place are points of a grid. The grid covers all places of the first model at
 * which the box around the mover, in formation, is on the table and within the box around the zone.
 * If the place must be within `far` of a thing, it is also within the box around that thing, grown
 * by `far` and the mover's own extent. Rows are numbered from the owner's edge outwards, and points
 * in a row from left to right as he looks; the last row and column lie at the far limit. The step
 * is 2 inches. Within `far` of a thing it is half of `far` if that is less, but at least half an
 * inch. For a fine grid (prim_place_ask.fine_grid) it is a quarter of an inch. */
static inline int64_t prim_place_count(struct state *s, const struct prim_place_ask *q) {
    return prim_board(s)->place_count(s, q);
}
static inline bool prim_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                                        int64_t *spot) {
    return prim_board(s)->place_candidate(s, q, i, spot);
}
/* Sets *spot to the place of a candidate that is known to be legal, without judging it again. */
static inline bool prim_place_again(struct state *s, const struct prim_place_ask *q, int64_t i,
                                    int64_t *spot) {
    return prim_board(s)->place_again(s, q, i, spot);
}
/* Returns NULL if the mover may stand at a place: with all models in formation on the table, wholly
 * within the zone, within `far` of the thing `of`, and overlapping nothing. Otherwise returns the
 * reason in words. */
static inline const char *prim_place_refused(struct state *s, const struct prim_place_ask *q,
                                             int64_t spot) {
    return prim_board(s)->place_refused(s, q, spot);
}
/* Returns NULL if the set-up of a battle may put a thing at a place. Otherwise returns the reason:
 * a piece or group would lie off the table, or on something that stands already. Other things may
 * lie anywhere, and without a table everything may. */
static inline const char *prim_set_up_refused(struct state *s, int64_t thing, int64_t spot) {
    return prim_board(s)->set_up_refused(s, thing, spot);
}

/* Candidates for a way of at most up_to. A way is a list: the mover, then places of its first
 * model, beginning with the present place.
 *
 * If the rules have a value draws_near(mover, thing): length, ways toward things come first. They
 * lead to each group, zone and terrain for which this value is not none, until the mover is that
 * near (way_into), cut to up_to. Things to which the mover is as near already are left out. Of the
 * others, the PRIM_DRAWN nearest count, the nearest first; of equals groups before zones before
 * terrain, and of these the one that entered play first.
 *
 * Then follow straight legs: 16 of length up_to, 16 of two thirds and 16 of a third of it, rounded
 * down. The first of 16 goes straight on as the owner looks, the others each a sixteenth of a turn
 * further clockwise. */
enum { PRIM_DRAWN = 16 };
static inline int64_t prim_path_count(struct state *s, int64_t mover, int64_t up_to) {
    return prim_board(s)->path_count(s, mover, up_to);
}
static inline bool prim_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                                       int64_t *way) {
    return prim_board(s)->path_candidate(s, mover, up_to, i, way);
}
/* Sets *way to a candidate that is known to be legal, without judging it again. */
static inline bool prim_path_again(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                                   int64_t *way) {
    return prim_board(s)->path_again(s, mover, up_to, i, way);
}
/* Returns the number of the candidate that should be tried n-th by a caller that needs only one
 * legal way. The shortest ways come first, because they have the least in their way and are judged
 * quickest. */
static inline int64_t prim_path_tried(const struct state *s, int64_t count, int64_t n) {
    return prim_board(s)->path_tried(count, n);
}
/* Returns NULL if a way is legal for the mover, otherwise the reason in words. */
static inline const char *prim_path_refused(struct state *s, int64_t mover, int64_t up_to,
                                            int64_t way) {
    return prim_board(s)->path_refused(s, mover, up_to, way);
}

/* ---- Standing and moving: these functions write places of things, but no entry of the journal
 * ---- */

/* Places a thing. A group is placed in formation, with its first member at `spot`. NONE takes the
 * whole thing off the table. */
static inline bool prim_stand(struct state *s, int64_t thing, int64_t spot) {
    return prim_board(s)->stand(s, thing, spot);
}
/* Moves a thing to the end of a way. All members are moved by the vector from the way's first to
 * its last place. */
static inline bool prim_carry(struct state *s, int64_t thing, int64_t way) {
    return prim_board(s)->carry(s, thing, way);
}
/* Sets *to to the place of a piece after a move by a vector; NONE for a piece off the table. */
static inline bool prim_moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to) {
    return prim_board(s)->moved(s, piece, dx, dy, to);
}
/* Returns the place of a piece, or of the first member of a group; for a thing that has left play,
 * the last place; NONE for a thing off the table. */
static inline int64_t prim_place_of(const struct state *s, int64_t thing) {
    return prim_board(s)->place_of(s, thing);
}

#endif
