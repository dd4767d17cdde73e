/*
 * frame_named: how things are named by what is not they: fields of other things, slots of what
 * runs, limits, `until`. Two things that are named in the same way are told apart by nothing
 * outside of them. For equal candidates of a choice (run_equal.c) and for kinds that are `alike`
 * (frame_alike.c).
 */
#ifndef MYTH_VM_FRAME_NAMED_H
#define MYTH_VM_FRAME_NAMED_H

#include "frame.h"

/* mark[id]: 0 for a thing that is not asked about, else 1 + its number. sign[number] gathers how it
 * is named: a sum, so that the order of namers is nothing. A set that has it counts, a list that a
 * loop goes through counts with the place at which it has it. */
struct frame_names {
    const struct state *s;
    int64_t end; /* number of ids */
    int32_t *mark;
    int64_t *sign; /* numbers of 64 bits */
    /* The frame in whose agenda somebody puts rules in order, from position `from` up to `to`: in
     * what order they stand there tells nothing. 0: there is none. */
    uint32_t order;
    int64_t from, to;
};

static inline uint64_t frame_mixed(uint64_t a, uint64_t b) {
    return base_mix((a ^ b) * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

/* The words of a thing. frame_head is their first without the flag that its neighbour in a pile
 * decides (THING_JOINED). */
static inline const int64_t *frame_record(const struct state *s, int64_t id) {
    return s->w.base[SEG_THINGS] + (size_t)id * s->stride;
}
static inline int64_t frame_head(const int64_t *words) {
    return words[T_HEAD] & ~HEAD_FLAG(THING_JOINED);
}

/* Whether a thing of a kind has words of its own that may name a thing of one of these root kinds,
 * a bit each. */
static inline bool frame_may_name(const struct state *s, int32_t kind, uint32_t roots) {
    const struct state_sweeps *of = &s->sweeps[kind];
    return (of->names & roots) != 0 || of->keeps || s->img->kinds[kind].root == ROOT_GROUP;
}
/* Adds to the sign of a thing. */
void frame_named(const struct frame_names *n, int64_t id, uint64_t how);
/* Adds how fields, parameters and memories of one thing name others. */
void frame_named_by_thing(const struct frame_names *n, int64_t id);
/* Adds how all frames, and the globals, name things. Answers to an `ask each` that is not over
 * count only if `who` has given them; NONE: all count. */
void frame_named_by_all(const struct frame_names *n, int64_t who);

static inline uint32_t frame_slots_of(const struct state *s, uint32_t f) {
    const int32_t func = frame_func(s, f);
    return func < 0 ? 0 : (uint32_t)s->img->funcs[func].slots;
}

/* Gives the things of kinds that are `alike` ids in an order that depends on nothing but what they
 * are and how they are named, and lists them in that order, behind all others: Worlds that differ
 * only in the order in which such things came into play become equal. For exact odds, at a
 * question; whatever was remembered of the World is stale then. */
void frame_alike(struct state *s);

#endif
