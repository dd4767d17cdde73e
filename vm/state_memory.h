/*
 * state_memory: what a battle remembers of numbers. A steady number reads only its arguments and
 * things (image_quantity.steady); its result is kept until something that it has read changes. To
 * find that out there is a clock, which counts changes, and for each sort of words (enum
 * reads_what) and each thing the clock of the last change. state_changed.h keeps the clock;
 * state_recall.h remembers and recalls.
 */
#ifndef MYTH_VM_STATE_MEMORY_H
#define MYTH_VM_STATE_MEMORY_H

#include "image.h"

/* A remembered result of a steady number. The table is indexed by a hash of the number and its
 * arguments. Each index has one entry, as long as a cache line, and a new result displaces the old
 * one. The depth of nesting is kept with the result, so that numbers which read one another reach
 * their limit of depth at the same point, remembered or not. The table is no part of the World. */
enum { STATE_REMEMBERED_ARGS = 4 };
struct state_remembered {
    /* the clock when the result was computed, or was last found to be still valid */
    uint64_t at;
    int64_t args[STATE_REMEMBERED_ARGS];
    int64_t value; /* the result; for a list: index of its first word in state_memory.words */
    int32_t quantity;
    int32_t words; /* length of a list; -1: the result is no list */
    int32_t depth; /* how deep the numbers were nested from which this result was computed */
};
struct state_sorts {
    /* `last` is the latest change of one of these sorts, as looked up when the clock was `at` */
    uint64_t at, last;
    uint64_t what[READS_COUNT_ / 64];
};
/* The sorts that a number reads. `wide`: those that it reads of any things. `own`: those that it
 * reads only of its arguments, and of things that name an argument in a link. */
struct state_read {
    struct state_sorts wide, own;
    bool owns; /* `own` is not empty */
    bool near; /* of places, the number asks only whether things are within a distance */
    /* bits of events (image_event.asked): while one of them runs, the result may differ */
    uint64_t unless;
};
/* A box outside of which no piece matters to a number that only asks whether things are within a
 * distance: a piece that moves outside of the box does not change the result. Also a box around the
 * old and the new place of a piece that has moved. */
struct state_near {
    int32_t west, south, east, north;
    bool anywhere;
    /* the first so many of the boxes around moves (state_memory.steps) are known not to touch this
     * box */
    uint64_t seen;
};
enum { STATE_STEPS = 256 };
#define STATE_NOWHERE \
    { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, false, 0 }
/* The outcome of the last look of a `whenever` over all things of a kind. */
struct state_look {
    uint64_t at; /* the clock when a look last found nothing to act on; 0: none ever has */
    /* the first word that the rule's condition reads of each thing was enough to refuse all
     * things */
    bool worded;
    /* reads: sorts of all that the rule's condition reads; wide: those that the condition reads of
     * things other than x; words: those on which `worded` depends */
    struct state_sorts reads, wide, words;
};
/* A bit for an id; ids that are equal modulo 64 share a bit. */
static inline uint64_t state_name_bit(int64_t thing) {
    return UINT64_C(1) << (thing & 63);
}
/* How a number's result may be found without computing it. KEPT: it may be remembered. FRIENDS,
 * FOES: the language's own truth about the sides of two things, which no rule changes. ANEW: by
 * none of these. */
enum state_way { WAY_ANEW, WAY_KEPT, WAY_FRIENDS, WAY_FOES };
/* The facts of a number that are needed whenever it is asked for, side by side in memory. */
struct state_number {
    /* the function that computes the number's start; -1: the start is found without one, or by
     * Lua */
    int32_t start;
    int32_t event; /* image_quantity.event */
    uint8_t way;   /* enum state_way */
    bool siblings; /* there are several numbers of this name, each for another event */
    bool itself;   /* the language decides the number, and no row changes it */
    bool field, ruled;
    bool near;    /* state_read.near */
    bool list;    /* the number's value is a set or a way */
    bool guarded; /* a truth that has guards (rows_refuses) */
};
struct state_memory {
    /* by position of the `whenever` rule in lists[image.first_whenever …] */
    struct state_look *looks;
    void *room; /* the block in which `places` lies aligned */
    struct state_remembered *places;
    struct state_read *reads;
    struct state_number *numbers; /* only read while battles are played */
    uint64_t turns;
    uint64_t running; /* bits of the events on the stack (image_event.asked); all ones: not known */
    /* clock: number of changes; changed: by sort, the clock at its last change */
    uint64_t clock, changed[READS_COUNT_];
    uint64_t begun; /* results remembered before this clock are forgotten */
    uint64_t last;  /* the clock when something was last remembered, or found to be still valid, or
                     * when state_now was called last */
    /* by id: the clock when the thing was made, or when the id became free. born_last is the latest
     * of all. */
    uint64_t *born, born_last;
    /* by id: the clock when the thing was last written, or another thing that names it in a link */
    uint64_t *touched;
    /* by id: bits (state_name_bit) of the ids that the thing surely does not name, as a sweep has
     * found; 0: not known, because a word that names something may have been written. Not valid
     * unless unnamed_begun equals `begun`. */
    uint64_t *unnamed, unnamed_begun;
    uint64_t gone; /* bits of the ids of all tombstones; valid as `unnamed` is */
    size_t born_room, touched_room, unnamed_room;
    struct state_near *nears; /* by entry of `places`: the box of that result */
    /* the box of the number that is being computed; NULL: no box is wanted */
    struct state_near *near;
    /* the last boxes around moves of pieces; box n lies at n modulo STATE_STEPS */
    struct state_near step[STATE_STEPS];
    /* steps: number of boxes around moves so far; settled: that number when the boxes were last
     * compared with a result's box. Moves between two comparisons share one box. */
    uint64_t steps, settled;
    int64_t *words;
    size_t words_used;
};
struct state_cost { /* The notes that state_reckon makes before a number is computed. */
    size_t scratch;
    int32_t depth_most;
};

#endif
