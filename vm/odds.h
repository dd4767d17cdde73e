/*
 * odds: exact chances. The enumerator runs a battle and takes every answer that chance may give. It
 * expands each distinct World once: a World is looked up by its hash, then compared by its words.
 * Weights, which are whole numbers, flow from the first World to the ends of the battle. A player's
 * choices are answered by a policy, or so that the mean of one value is highest.
 *
 * The battle must have lazy chance, POLICY_ASK for all players, and no journal. Where the battle
 * stands after the enumerator has run is undefined.
 */
#ifndef MYTH_VM_ODDS_H
#define MYTH_VM_ODDS_H

#include "arena.h"
#include "run.h"

/* How choices are answered. ODDS_ASK: not at all (ODDS_CHOICE). ODDS_RANDOM: by every legal answer,
 * with the weights by which POLICY_RANDOM draws. ODDS_FIRST: as by POLICY_FIRST. */
enum odds_policy { ODDS_ASK, ODDS_RANDOM, ODDS_FIRST };

struct odds_options {
    enum odds_policy policy;
    int32_t best;        /* the column whose mean best play makes highest; -1: none */
    int64_t best_player; /* the player who plays best; NONE: every player does */
    uint64_t max_states; /* 0: MAX_STATES */
    /* a choice at this depth (battle_depth) or farther out counts as an end; 0: no choice does */
    uint32_t depth;
    /* things of kinds that are `alike` may get other ids: only if nobody who looks at an end names
     * things by ids that he knows from before */
    bool alike;
    bool (*stop)(void *user); /* asked now and then whether to stop; NULL: never */
    void *stop_user;
};

enum odds_result {
    ODDS_GOOD,
    /* a limit cut the search off: the table holds the odds that are known, and `rest` is the share
     * that is missing */
    ODDS_CUT,
    ODDS_CHOICE,  /* neither `policy` nor `best` answers a choice; `error` has its prompt */
    ODDS_STOPPED, /* options.stop returned true: nothing is known */
    ODDS_FAILED   /* the rules failed, or exact odds cannot do something; `error` says what */
};

/* A reduced fraction as text; 0 is "0" over "1". The decimal is rounded to six places. */
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
    /* `mean` is set: all values are numbers, lengths, truths or faces with numbers, none of them is
     * NONE, there is at least one, and no limit has cut anything off */
    bool has_mean;
    struct odds_fraction mean;
};
struct odds_table {
    struct odds_column *column;
    int32_t columns;
    struct odds_fraction rest; /* the share of the odds that a limit has cut off */
    uint64_t states, edges;    /* of the graph: nodes, answers */
    int32_t limit;             /* enum limit_id of the limit that cut something off; -1: none */
    struct run_error error;
};

/* Computes the odds of a `chances` block that battle_block has begun: a column for each `show`. */
enum odds_result odds_block(struct battle *b, int32_t block, const struct odds_options *options,
                            struct arena *a, struct odds_table *out);

/* Reads the values of a battle that has come to an end, one for each column. Returns false with the
 * reason in `why` if there are none. */
struct odds_look {
    bool (*look)(void *user, struct battle *ended, int64_t *values, struct run_error *why);
    void *user;
};
/* Computes the odds of the ends to which a battle may come from where it stands. The caller sets
 * name and type of each of the `count` columns. The table lies in `a`. */
enum odds_result odds_ends(struct battle *b, const struct odds_column *columns, int32_t count,
                           struct odds_look look, const struct odds_options *options,
                           struct arena *a, struct odds_table *out);

#endif
