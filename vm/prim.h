/*
 * prim: the primitives that rule text and Lua share (prim.def), and the candidates of questions
 * about places and ways. It reads things and their places from the World, asks plane for the
 * geometry, and asks the game what blocks.
 */
#ifndef MYTH_VM_PRIM_H
#define MYTH_VM_PRIM_H

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

/* Arguments and result are words of the types in prim.def; sets and ways are handles of lists,
 * results in scratch. An argument that was left out is NONE. False: state_fail has said why. */
bool prim_call(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
               int64_t *result);
/* The place of the mover after `far` of the way, for a way that leads somewhere: the end of what
 * `cut` would leave. */
bool prim_way_at(struct state *s, int64_t way, int64_t far, int64_t *spot);

/* ---- Defaults for what blocks: the starts of the truths of these names, before rows --------- */
/* blocks_sight: a piece blocks unless its unit is that of the seer or the seen; terrain blocks if
 * its yes_no field of this name says so. Asked only of things that are no part of either. */
bool prim_blocks_sight(const struct state *s, int64_t thing, int64_t seer, int64_t seen);
/* Answers some questions of nearness for groups and pieces with round bases, mostly from the boxes
 * around them: `within` far and `touching` of two of them; `ends_touching` of a way (a) and a group
 * far from its end; `sweeps` of a way that stays far from a group or terrain; and, with
 * `distance_after`, that it is more than `far`. False: it cannot tell, the primitive must be
 * called. While a remembered number is computed, the boxes that the answer depends on are noted
 * (state_near_box). */
bool prim_stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                     bool *yes);
/* Whether `reach` would find more than `most`, told from the distance alone, which is cheap to
 * compute. */
bool prim_out_of_reach(struct state *s, const int64_t *args, int64_t most);
/* Gives the box which a group of round bases must touch for the answer to one of these questions,
 * about it and `other`, to be anything but no. `other` is a group or piece of round bases, or a
 * way. False: there is no such box. Good until something moves. */
struct prim_about {
    int64_t west, south, east, north;
};
bool prim_about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                   struct prim_about *out);
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
bool prim_blocks_move(const struct state *s, int64_t thing, int64_t mover);

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
struct prim_place_ask {
    int64_t mover;   /* a piece or a group, with or without a place; NONE: only a point is placed */
    int64_t zone;    /* a zone or other thing; NONE: the table */
    int64_t far, of; /* must be within `far` of the thing `of`; no such bound if either is NONE */
    bool fine; /* steps of a quarter of an inch: used in a body if no other candidate is legal */
};
int64_t prim_place_count(struct state *s, const struct prim_place_ask *q);
bool prim_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                          int64_t *spot);
/* The same for a candidate that was found legal before, and still is. */
bool prim_place_again(struct state *s, const struct prim_place_ask *q, int64_t i, int64_t *spot);
/* NULL if the mover may stand there: every model in formation, wholly within the zone, on the
 * table, overlapping nothing, within far. Otherwise the reason in words. */
const char *prim_place_refused(struct state *s, const struct prim_place_ask *q, int64_t spot);
/* For the set-up before a battle: NULL, or the reason if a piece or group would lie off the table
 * or on something that stands already, as no chosen place may. Things without a base may lie
 * anywhere. */
const char *prim_set_up_refused(struct state *s, int64_t thing, int64_t spot);

/* Ways of at most up_to. A way is a list: the mover, then places of its first model, beginning with
 * its own place. Candidates: where the rules have a value draws_near(mover, thing): length, first
 * the ways (see way_into) to that distance of each group, zone and terrain for which it is not
 * none, cut to up_to; of those things that are not as near already the nearest PRIM_DRAWN, the
 * nearest first, of equals the one that entered play first. Then straight legs of all, two thirds
 * and a third of up_to (rounded down), each first straight on as the owner looks, then clockwise in
 * sixteenths of a turn. */
enum { PRIM_DRAWN = 16 };
int64_t prim_path_count(struct state *s, int64_t mover, int64_t up_to);
bool prim_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
bool prim_path_again(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
/* The candidate to be tried n-th by a caller that only needs some legal one: the shortest ways come
 * first, as they have the least in their way and are judged soonest. */
int64_t prim_path_tried(int64_t count, int64_t n);
/* NULL, or the reason why it is no legal way. */
const char *prim_path_refused(struct state *s, int64_t mover, int64_t up_to, int64_t way);

/* ---- Standing and moving: writes places, and tells nothing to the journal
 * ------------------------- */
/* Places a thing. A group is placed in formation by the place of its first member; NONE takes all
 * of it off the table. */
bool prim_stand(struct state *s, int64_t thing, int64_t spot);
/* Moves a thing along a way: all members are moved by the vector that the way moves the first
 * by. */
bool prim_carry(struct state *s, int64_t thing, int64_t way);
/* The place of a piece after moving it by a vector. A piece off the table stays off it (NONE). */
bool prim_moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to);
/* The place of a piece, or of a group's first member; for a thing that has left play, its last
 * place. NONE: off the table. */
int64_t prim_place_of(const struct state *s, int64_t thing);

#endif
