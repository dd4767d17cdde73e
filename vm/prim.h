/*
 * prim: the primitives that rule text and Lua share (prim.def), and the candidates of questions
 * about places and ways. What hangs on where things stand it asks of the board on which they stand
 * (prim_board.h), of which it knows nothing else; the rest it reads off the World.
 */
#ifndef MYTH_VM_PRIM_H
#define MYTH_VM_PRIM_H

#include "prim_board.h"
#include "state.h"

/* Arguments and result are words of the types in prim.def; sets and ways are handles of lists,
 * results in scratch. An argument that was left out is NONE. False: state_fail has said why. */
bool prim_call(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
               int64_t *result);
/* The same for a caller who looks at no more of the result than that. */
bool prim_call_within(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
                      const struct prim_bounds *only, int64_t *result);
/* The place of the mover after `far` of the way, for a way that leads somewhere: the end of what
 * `cut` would leave. */
static inline bool prim_way_at(struct state *s, int64_t way, int64_t far, int64_t *spot) {
    return prim_board(s)->way_at(s, way, far, spot);
}

/* ---- Defaults for what blocks: the starts of the truths of these names, before rows --------- */
/* blocks_sight: a piece blocks unless its unit is that of the seer or the seen; terrain blocks if
 * its yes_no field of this name says so. Asked only of things that are no part of either. */
static inline bool prim_blocks_sight(const struct state *s, int64_t thing, int64_t seer,
                                     int64_t seen) {
    return prim_board(s)->blocks_sight(s, thing, seer, seen);
}
/* Answers some questions of nearness for groups and pieces with round bases, mostly from the boxes
 * around them: `within` far and `touching` of two of them; `ends_touching` of a way (a) and a group
 * far from its end; `sweeps` of a way that stays far from a group or terrain; and, with
 * `distance_after`, that it is more than `far`. False: it cannot tell, the primitive must be
 * called. While a remembered number is computed, the boxes that the answer depends on are noted
 * (state_near_box). */
static inline bool prim_stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b,
                                   int64_t far, bool *yes) {
    return prim_board(s)->stood_near(s, id, a, b, far, yes);
}
/* Whether `reach` would find more than `most`, told from the distance alone, which is cheap to
 * compute. */
static inline bool prim_out_of_reach(struct state *s, const int64_t *args, int64_t most) {
    return prim_board(s)->out_of_reach(s, args, most);
}
/* Gives the box which a group of round bases must touch for the answer to one of these questions,
 * about it and `other`, to be anything but no. `other` is a group or piece of round bases, or a
 * way. False: there is no such box. Good until something moves. */
static inline bool prim_about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                                 struct prim_about *out) {
    return prim_board(s)->about_of(s, id, other, far, out);
}
/* True: the group lies outside that box, so the answer is no. False: not known. */
static inline bool prim_far_off(const struct state *s, const struct prim_about *about,
                                int64_t group) {
    if ((uint64_t)group >= s->stood_capacity) return false;
    const struct state_stood *u = &s->stood[group];
    return u->since == s->w.anew + 1 && u->count > 0 &&
           (u->west > about->east || u->east < about->west || u->south > about->north ||
            u->north < about->south);
}
/* blocks_move: a piece blocks if it is of another unit; terrain blocks if its yes_no field of this
 * name says so. A piece that does not block may be passed, but not stood on. */
static inline bool prim_blocks_move(const struct state *s, int64_t thing, int64_t mover) {
    return prim_board(s)->blocks_move(s, thing, mover);
}

/* ---- Questions of geometry --------------------------------------------------
 *
 * Candidates are a finite list computed from the World alone, made one by one by their number. A
 * candidate function returns false for a number whose place or way is not legal; what it returns
 * true for is legal. False with an error in state.error is an error, and so is a count of -1.
 *
 * Candidates of a place: the points of a grid over all places of the first model with which the
 * mover, in formation, lies within the box around the zone (none: the table) and on the table; and,
 * within far of a thing, within the box around that thing, far and once the mover's own extent
 * larger. From the owner's edge outwards, in each row from left to right as he looks; the last row
 * and column lie at the far limit. The step is 2 inches; within far of a thing half of far, rounded
 * down, if that is less, but never less than half an inch. */
static inline int64_t prim_place_count(struct state *s, const struct prim_place_ask *q) {
    return prim_board(s)->place_count(s, q);
}
static inline bool prim_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                                        int64_t *spot) {
    return prim_board(s)->place_candidate(s, q, i, spot);
}
/* The same for a candidate that was found legal before, and still is. */
static inline bool prim_place_again(struct state *s, const struct prim_place_ask *q, int64_t i,
                                    int64_t *spot) {
    return prim_board(s)->place_again(s, q, i, spot);
}
/* NULL if the mover may stand there: every model in formation, wholly within the zone, on the
 * table, overlapping nothing, within far. Otherwise the reason in words. */
static inline const char *prim_place_refused(struct state *s, const struct prim_place_ask *q,
                                             int64_t spot) {
    return prim_board(s)->place_refused(s, q, spot);
}
/* For the set-up before a battle: NULL, or the reason if a piece or group would lie off the table
 * or on something that stands already, as no chosen place may. Things without a base may lie
 * anywhere. */
static inline const char *prim_set_up_refused(struct state *s, int64_t thing, int64_t spot) {
    return prim_board(s)->set_up_refused(s, thing, spot);
}

/* Ways of at most up_to. A way is a list: the mover, then places of its first model, beginning with
 * its own place. Candidates: where the rules have a value draws_near(mover, thing): length, first
 * the ways (see way_into) to that distance of each group, zone and terrain for which it is not
 * none, cut to up_to; of those things that are not as near already the nearest PRIM_DRAWN, the
 * nearest first, of equals the one that entered play first. Then straight legs of all, two thirds
 * and a third of up_to (rounded down), each first straight on as the owner looks, then clockwise in
 * sixteenths of a turn. */
enum { PRIM_DRAWN = 16 };
static inline int64_t prim_path_count(struct state *s, int64_t mover, int64_t up_to) {
    return prim_board(s)->path_count(s, mover, up_to);
}
static inline bool prim_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                                       int64_t *way) {
    return prim_board(s)->path_candidate(s, mover, up_to, i, way);
}
static inline bool prim_path_again(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                                   int64_t *way) {
    return prim_board(s)->path_again(s, mover, up_to, i, way);
}
/* The candidate to be tried n-th by a caller that only needs some legal one: the shortest ways come
 * first, as they have the least in their way and are judged soonest. */
static inline int64_t prim_path_tried(const struct state *s, int64_t count, int64_t n) {
    return prim_board(s)->path_tried(count, n);
}
/* NULL, or the reason why it is no legal way. */
static inline const char *prim_path_refused(struct state *s, int64_t mover, int64_t up_to,
                                            int64_t way) {
    return prim_board(s)->path_refused(s, mover, up_to, way);
}

/* ---- Standing and moving: writes places, and tells nothing to the journal
 * ------------------------- */
/* Places a thing. A group is placed in formation by the place of its first member; NONE takes all
 * of it off the table. */
static inline bool prim_stand(struct state *s, int64_t thing, int64_t spot) {
    return prim_board(s)->stand(s, thing, spot);
}
/* Moves a thing along a way: all members are moved by the vector that the way moves the first
 * by. */
static inline bool prim_carry(struct state *s, int64_t thing, int64_t way) {
    return prim_board(s)->carry(s, thing, way);
}
/* The place of a piece after moving it by a vector. A piece off the table stays off it (NONE). */
static inline bool prim_moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to) {
    return prim_board(s)->moved(s, piece, dx, dy, to);
}
/* The place of a piece, or of a group's first member; for a thing that has left play, its last
 * place. NONE: off the table. */
static inline int64_t prim_place_of(const struct state *s, int64_t thing) {
    return prim_board(s)->place_of(s, thing);
}

#endif
