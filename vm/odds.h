/*
 * odds: exact chances. The enumerating answerer: takes every answer that chance
 * may give, expands each distinct world once (found by its hash, then compared
 * by its words), and lets whole-number weights flow to the ends. Choices are
 * answered by a named policy, or made so that the mean of one value is highest.
 *
 * The battle it is given is its own to run: lazy chance, all policies POLICY_ASK,
 * no journal. Where it stands afterwards is not said.
 */
#ifndef MYTH_VM_ODDS_H
#define MYTH_VM_ODDS_H

#include "arena.h"
#include "run.h"

/* The policies of run: ODDS_RANDOM has the odds of POLICY_RANDOM. */
enum odds_policy { ODDS_ASK, ODDS_RANDOM, ODDS_FIRST };

struct odds_options {
    enum odds_policy policy;
    int32_t best;        /* the column whose mean is made as high as can be; -1: none */
    int64_t best_player; /* by the choices of this player; NONE: of every player */
    uint64_t max_states; /* 0: MAX_STATES */
    uint32_t depth;      /* a choice that is asked no deeper (battle_depth) is an end; 0: none is */
    bool (*stop)(void *user); /* asked now and then whether to go on; NULL: nobody stops it */
    void *stop_user;
};

enum odds_result {
    ODDS_GOOD,
    ODDS_CUT,     /* a limit ended it: what is known is there, and `rest` bounds the other */
    ODDS_CHOICE,  /* a choice that neither option covers: error names it */
    ODDS_STOPPED, /* options.stop has said so: nothing is known */
    ODDS_FAILED   /* the rules failed, or something that exact odds cannot do: error */
};

/* Fractions are reduced; "0" is over "1". Decimals have six places, rounded. */
struct odds_fraction {
    const char *numerator, *denominator, *decimal;
};
struct odds_row {
    int64_t value;
    struct odds_fraction odds;
};
struct odds_column {
    const char *name; /* the shown expression */
    struct image_type type;
    struct odds_row *row; /* by value, ascending; NONE first */
    int32_t rows;
    bool has_mean; /* numbers, lengths, truths, numbered faces; no none, nothing cut */
    struct odds_fraction mean;
};
struct odds_table {
    struct odds_column *column;
    int32_t columns;
    struct odds_fraction rest; /* what a limit has cut off */
    uint64_t states, edges;
    int32_t limit; /* enum limit_id that cut, -1 */
    struct run_error error;
};

/* A block that battle_block has begun: a column for each show. */
enum odds_result odds_block(struct battle *b, int32_t block, const struct odds_options *options,
                            struct arena *a, struct odds_table *out);

/* From where a battle stands to its ends: `look` gives an end's values, one for
 * each column; false: it cannot, and `why` says so. */
struct odds_look {
    bool (*look)(void *user, struct battle *ended, int64_t *values, struct run_error *why);
    void *user;
};
/* name and type of the columns are set by the caller in `columns`. */
enum odds_result odds_ends(struct battle *b, const struct odds_column *columns, int32_t count,
                           struct odds_look look, const struct odds_options *options,
                           struct arena *a, struct odds_table *out);

#endif
