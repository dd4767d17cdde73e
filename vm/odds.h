/*
 * odds: exact chances. The enumerator takes every answer that chance may give, expands each
 * distinct world once (found by its hash, then compared by its words), and lets whole-number
 * weights flow to the ends. Choices are answered by a named policy, or such that the mean of one
 * value is highest.
 *
 * The battle it is given must have lazy chance, all policies POLICY_ASK, and no journal. The
 * enumerator runs it as it likes; where it stands afterwards is undefined.
 */
#ifndef MYTH_VM_ODDS_H
#define MYTH_VM_ODDS_H

#include "arena.h"
#include "run.h"

/* The policies of run; ODDS_RANDOM weighs all answers equally, as POLICY_RANDOM draws them. */
enum odds_policy { ODDS_ASK, ODDS_RANDOM, ODDS_FIRST };

struct odds_options {
    enum odds_policy policy;
    int32_t best;        /* the column whose mean is to be highest; -1: none */
    int64_t best_player; /* only this player's choices are made so; NONE: every player's */
    uint64_t max_states; /* 0: MAX_STATES */
    /* a choice at this depth (battle_depth) or farther out counts as an end; 0: none does */
    uint32_t depth;
    bool (*stop)(void *user); /* asked now and then whether to stop; NULL: never */
    void *stop_user;
};

enum odds_result {
    ODDS_GOOD,
    /* a limit ended it: the table holds what is known, and `rest` bounds what is missing */
    ODDS_CUT,
    ODDS_CHOICE,  /* a choice is answered by neither option; `error` names it */
    ODDS_STOPPED, /* options.stop has said so: nothing is known */
    ODDS_FAILED   /* the rules failed, or exact odds cannot do something: `error` */
};

/* A reduced fraction; 0 is "0" over "1". The decimal has six places, rounded. */
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
    struct odds_row *row; /* sorted by value, ascending; NONE comes first */
    int32_t rows;
    /* The values are numbers, lengths, truths or faces with numbers; none of them is `none`, there
     * is at least one, and no limit has cut anything off. */
    bool has_mean;
    struct odds_fraction mean;
};
struct odds_table {
    struct odds_column *column;
    int32_t columns;
    struct odds_fraction rest; /* the share of the odds that a limit has cut off */
    uint64_t states, edges;
    int32_t limit; /* enum limit_id of the limit; -1: none */
    struct run_error error;
};

/* The odds of a block that battle_block has begun: a column for each show. */
enum odds_result odds_block(struct battle *b, int32_t block, const struct odds_options *options,
                            struct arena *a, struct odds_table *out);

/* The odds from where a battle stands to its ends. `look` gives the values of an end, one for each
 * column; false: it cannot, and `why` says so. */
struct odds_look {
    bool (*look)(void *user, struct battle *ended, int64_t *values, struct run_error *why);
    void *user;
};
/* The caller sets name and type of each column in `columns`. */
enum odds_result odds_ends(struct battle *b, const struct odds_column *columns, int32_t count,
                           struct odds_look look, const struct odds_options *options,
                           struct arena *a, struct odds_table *out);

#endif
