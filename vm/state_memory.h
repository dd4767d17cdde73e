/*
 * state_memory: the memory of numbers as it lies in a battle: what steady numbers came to, and
 * what is known of when something changed. What is done with it is in state_changed.h and
 * state_recall.h.
 */
#ifndef MYTH_VM_STATE_MEMORY_H
#define MYTH_VM_STATE_MEMORY_H

#include "image.h"

/* A remembered result of a steady number (image_quantity.steady): valid until something that it
 * read changes. The table is indexed by a hash of number and arguments, one entry in each place,
 * one cache line each. The depth is kept with it, so that numbers which read one another reach
 * their limit at the same point, remembered or not. Never part of the World. */
enum { STATE_REMEMBERED_ARGS = 4 };
struct state_remembered {
    /* value of the clock of changes when it was computed, or last found to be still valid */
    uint64_t at;
    int64_t args[STATE_REMEMBERED_ARGS];
    int64_t value; /* for a list: where it begins in `words` */
    int32_t quantity;
    int32_t words; /* for a list: its length; -1: it is no list */
    int32_t depth; /* how deep the numbers were nested that it read */
};
struct state_sorts {
    uint64_t at, last; /* `last` is when one of the sorts had changed last, as seen at clock `at` */
    uint64_t what[READS_COUNT_ / 64];
};
struct state_read { /* of a number */
    struct state_sorts wide,
        /* wide: sorts read of any thing; own: sorts read only of arguments and of things that name
         * one */
        own;
    bool owns;       /* it reads something of its arguments */
    bool near;       /* of places it reads only whether things are within a distance */
    uint64_t unless; /* bits of events: while one of them runs its result may differ */
};
/* A box around what a result depends on, for a number that only asks whether things are within a
 * distance: a piece that moves outside it changes nothing. Also used for the box around a piece's
 * old and new place. */
struct state_near {
    int32_t west, south, east, north;
    bool anywhere;
    uint64_t seen; /* number of steps that are known not to have touched the box */
};
enum { STATE_STEPS = 256 };
#define STATE_NOWHERE \
    { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, false, 0 }
/* The state of a `whenever` that looks at all things of a kind, when it last found none. */
struct state_look {
    uint64_t at; /* when that was, by the clock; 0: never */
    bool worded; /* the first word that it asks of each thing refused them all */
    /* all that it reads; what it reads of things other than x; that first word */
    struct state_sorts reads, wide, words;
};
/* A bit for each id; ids that are equal modulo 64 share one. */
static inline uint64_t state_name_bit(int64_t thing) {
    return UINT64_C(1) << (thing & 63);
}
/* The short way to a number's result, if it has one: it may be remembered; or it says whether two
 * things are of one side, and no rule changes that. */
enum state_way { WAY_ANEW, WAY_KEPT, WAY_FRIENDS, WAY_FOES };
/* The facts of each number that are needed whenever it is asked for, side by side in memory. */
struct state_number {
    int32_t start; /* the function that computes its start; -1: it has none */
    int32_t event; /* image_quantity.event */
    uint8_t way;   /* enum state_way */
    bool siblings; /* it is one of several of its name, each for another event */
    bool itself;   /* the language decides it, and no row changes it */
    bool field, ruled;
    bool near; /* state_read.near */
    bool list; /* its value is a set or a way */
};
struct state_memory {
    struct state_look *looks; /* by place in image.first_whenever */
    void *room;               /* memory of `places`, not aligned */
    struct state_remembered *places;
    struct state_read *reads;
    const struct state_number *numbers;
    uint64_t turns;
    uint64_t running; /* bits of the events on the stack (image_event.asked); all bits: not known */
    /* clock: counts changes; changed: the clock at the last change of each sort */
    uint64_t clock, changed[READS_COUNT_];
    uint64_t begun; /* everything remembered before this clock is forgotten */
    uint64_t last;  /* the clock when something was last remembered, or found to be still valid */
    /* By id: the clock when the thing was made, or when the one before it left for good; and the
     * latest of all these. */
    uint64_t *born, born_last;
    /* by id: the clock when the thing was written, or one that names it in a field that is a
     * link */
    uint64_t *touched;
    /* By id: bits of those ids that the thing does not name, as sweeps have found; 0: not known,
     * since a word that names may have been written. Entries from before unnamed_begun do not
     * count. */
    uint64_t *unnamed, unnamed_begun;
    uint64_t gone; /* bits of all tombstones, if they are those of this World */
    size_t born_room, touched_room, unnamed_room;
    struct state_near *nears; /* boxes of the results in `places` */
    struct state_near *near; /* the box of the number that is being computed; NULL: it needs none */
    struct state_near step[STATE_STEPS]; /* boxes around the last moves of pieces, as a ring */
    /* number of moves so far; the number at which they were last looked at */
    uint64_t steps, settled;
    int64_t *words;
    size_t words_used;
};
struct state_cost { /* the state before a number was computed */
    size_t scratch;
    int32_t depth_most;
};

#endif
