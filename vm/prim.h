/*
 * prim: the primitives that rule text and Lua share (prim.def), and what
 * questions of geometry offer. Reads things and their places from the World,
 * asks plane for the geometry and the game for what blocks.
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
    PRIM_READS_PLACES, /* what stands where, how large it is, of which group and whose; the table */
    PRIM_READS_NEARNESS, /* the same, only near what it tells of as it is asked (state_near_box) */
    PRIM_READS_SIGHT,    /* places, and the truth blocks_sight */
    PRIM_READS_WAYS,     /* places, and the truth blocks_move */
    PRIM_READS_PLAYERS,  /* who takes part */
    PRIM_READS_SIDES,    /* the same, and the truth enemy */
    PRIM_READS_LEDGER,   /* the ledger, and who has won */
    PRIM_READS_DICE      /* pools: only the machine has them */
};
struct prim_row {
    const char *name, *args, *result, *sentence;
    enum prim_reads reads;
};
const struct prim_row *prim_row(enum prim_id id);

/* Arguments and result are words as prim.def types them; sets and ways are
 * lists, results in scratch. What was left out is NONE. False: state_fail said why. */
bool prim_call(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
               int64_t *result);
/* Where a way that leads somewhere is so far on: the end of `cut`. */
bool prim_way_at(struct state *s, int64_t way, int64_t far, int64_t *spot);

/* ---- What blocks, before rows: the start of the truths of these names --------- */
/* blocks_sight: a piece whose unit is neither the seer's nor the seen's; terrain whose yes_no
 * field of this name says so. It is asked of pieces and terrain that are no part of either. */
bool prim_blocks_sight(const struct state *s, int64_t thing, int64_t seer, int64_t seen);
/* Tells what is around one of them, if a number that asks so is computed (state_near_box).
 * What `within` (far), or `touching`, says of two groups or pieces of round bases, `ends_touching`
 * of a way (a) that ends far from a group, `sweeps` of one that leads past far from it or from
 * terrain, and whether `distance_after` is at most `far`, if it is not. False: ask. */
bool prim_stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                     bool *yes);
/* By their distance alone, which costs little, what `reach` finds is more than `most`. */
bool prim_out_of_reach(struct state *s, const int64_t *args, int64_t most);
/* The box that a group of round bases must reach lest one of these questions is answered by no,
 * asked of it and of `other`, which is a group or piece of round bases, or a way. False: it is not
 * known. Good until something moves. */
struct prim_about {
    int64_t west, south, east, north;
};
bool prim_about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                   struct prim_about *out);
/* So it does not reach it. False: it may. */
static inline bool prim_far_off(const struct state *s, const struct prim_about *about,
                                int64_t group) {
    if ((uint64_t)group >= s->stood_capacity) return false;
    const struct state_stood *u = &s->stood[group];
    return u->since == s->w.anew + 1 && u->count > 0 &&
           (u->west > about->east || u->east < about->west || u->south > about->north ||
            u->north < about->south);
}
/* blocks_move: a piece of another unit; terrain whose yes_no field of this name says so. A piece
 * that does not block may be passed, but not stood on. */
bool prim_blocks_move(const struct state *s, int64_t thing, int64_t mover);

/* ---- Questions of geometry --------------------------------------------------
 * Candidates are a finite list computed from the World alone, made one by one by
 * their index. A candidate function says no to an index whose place or way is not
 * legal; what it says yes to, the judge accepts. A no with an error kept in
 * state.error is an error, and so is a count of -1.
 *
 * Candidates of a place: the points of a grid over all places of the first model with which the
 * mover, in formation, lies within the box around the zone (none: the table) and on the table;
 * and, within far of a thing, within the box around that thing, far and once the mover's own
 * extent larger. From the owner's edge outwards, in each row from left to right as he looks;
 * the last row and column lie at the far limit. The step is 2 inches; within far of a thing half of
 * far, rounded down, if that is less, but never less than half an inch. */
struct prim_place_ask {
    int64_t mover;   /* a piece or a group, with or without a place; NONE: a bare place */
    int64_t zone;    /* thing; NONE: the table */
    int64_t far, of; /* within far of the thing `of`; one of them NONE: no such bound */
    bool fine;       /* a step of a quarter of an inch: asked in a body when no other is legal */
};
int64_t prim_place_count(struct state *s, const struct prim_place_ask *q);
bool prim_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                          int64_t *spot);
/* The same of one that was found to be legal, as it still is. */
bool prim_place_again(struct state *s, const struct prim_place_ask *q, int64_t i, int64_t *spot);
/* NULL if the mover may stand there: every model in formation, wholly within the zone, on the
 * table, overlapping nothing, within far. Else why not, in words. */
const char *prim_place_refused(struct state *s, const struct prim_place_ask *q, int64_t spot);
/* Before a battle: NULL, or that a piece or group would lie off the table or upon what stands
 * already, as a place that is chosen may not. What has no base may lie anywhere. */
const char *prim_set_up_refused(struct state *s, int64_t thing, int64_t spot);

/* Ways of at most up_to. A way is a list: mover, then places of its first model,
 * its own place first. Candidates: where the rules have a value draws_near(mover, thing): length,
 * first the ways (see way_into) to that distance of each group, zone and terrain for which it is
 * one, cut to up_to: of those that are not as near already the nearest PRIM_DRAWN, the nearest
 * first, of equals the one that entered play first. Then straight legs of all, two thirds and a
 * third of up_to (rounded down), each first straight on as the owner looks, then clockwise in
 * sixteenths of a turn. */
enum { PRIM_DRAWN = 16 };
int64_t prim_path_count(struct state *s, int64_t mover, int64_t up_to);
bool prim_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
bool prim_path_again(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
/* Of so many candidates the one that is tried n-th by who wants but one that fits: the shortest
 * first, as what little is in their way is soon looked at. */
int64_t prim_path_tried(int64_t count, int64_t n);
/* NULL, or why that is no way. */
const char *prim_path_refused(struct state *s, int64_t mover, int64_t up_to, int64_t way);

/* ---- Standing and moving: writes places, tells nobody ------------------------- */
/* A group is placed in formation by its first member's place; NONE takes all off. */
bool prim_stand(struct state *s, int64_t thing, int64_t spot);
/* All members are carried along by what the way carries the first. */
bool prim_carry(struct state *s, int64_t thing, int64_t way);
/* Where a piece would be, moved by a vector; what is off the table stays off it (NONE). */
bool prim_moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to);
/* Where a piece is, a group's first member; of what has gone its last place. NONE: off the
 * table. */
int64_t prim_place_of(const struct state *s, int64_t thing);

#endif
