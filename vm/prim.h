/*
 * prim: the primitives that rule text and Lua share (prim.def), and what
 * questions of geometry offer. Reads things and their places from the World,
 * asks plane for the geometry and the game for what blocks.
 */
#ifndef MYTH_VM_PRIM_H
#define MYTH_VM_PRIM_H

#include "state.h"

enum prim_id {
#define PRIM(name, text, args, result, sentence) PRIM_##name,
#include "prim.def"
#undef PRIM
    PRIM_COUNT_
};
struct prim_row {
    const char *name, *args, *result, *sentence;
};
const struct prim_row *prim_row(enum prim_id id);

/* Arguments and result are words as prim.def types them; sets and ways are
 * lists, results in scratch. What was left out is NONE. False: state_fail said why. */
bool prim_call(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
               int64_t *result);

/* ---- Questions of geometry --------------------------------------------------
 * Candidates are a finite list computed from the World alone; the i-th is made
 * by its index and may be illegal. */
struct prim_place_ask {
    int64_t mover;   /* a piece or a group, with or without a place; NONE: a bare place */
    int64_t zone;    /* thing; NONE: the table */
    int64_t far, of; /* within far of the thing `of`; NONE */
};
int64_t prim_place_count(struct state *s, const struct prim_place_ask *q);
bool prim_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i, int64_t *spot);
/* Whether the mover may stand there: every model in formation, wholly within the
 * zone, on the table, overlapping nothing, within far. */
bool prim_place_legal(struct state *s, const struct prim_place_ask *q, int64_t spot);

/* Ways of at most up_to. A way is a list: mover, then places of its first model,
 * its own place first. */
int64_t prim_path_count(struct state *s, int64_t mover, int64_t up_to);
bool prim_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
bool prim_path_legal(struct state *s, int64_t mover, int64_t up_to, int64_t way);

/* ---- Standing and moving: writes places, tells nobody ------------------------- */
/* A group is placed in formation by its first member's place; NONE takes all off. */
bool prim_stand(struct state *s, int64_t thing, int64_t spot);
/* All members are carried along by what the way carries the first. */
bool prim_carry(struct state *s, int64_t thing, int64_t way);
/* Where a piece is, a group's first member; of what has gone its last place. NONE: off the table. */
int64_t prim_place_of(const struct state *s, int64_t thing);

#endif
