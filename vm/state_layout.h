/*
 * state_layout: where things lie in the World: the globals, the header, the positions of random
 * streams. Also how a list is viewed, and how a place is packed into one word.
 */
#ifndef MYTH_VM_STATE_LAYOUT_H
#define MYTH_VM_STATE_LAYOUT_H

#include "image.h"
#include "world.h"

enum { NOBODY = 0 }; /* value of G_WINNERS in a battle that is tied */

enum global {
    /* 0: the battle goes on; 1: a player has won; 2: a tie; 3: a block of an example or of chances
     * is done */
    G_OVER = WORLD_GLOBALS_FIRST,
    /* who has won, a bit for each player, bit 0 for the first; NONE: nobody yet; NOBODY: a tie */
    G_WINNERS,
    G_TABLE,  /* size of the table; NONE: the battle has no table */
    G_TOP,    /* index in SEG_STACK of the frame on top; 0: nothing runs */
    G_DEPTH,  /* number of events that run in one another */
    G_UNTIDY, /* enum untidy: what a sweep has to put in order */
    G_NOTED,  /* bits of the `whenever` rules that have something to look at */
    /* list of the ledger, three words an entry: player, points, reason (index of a text, or value
     * of a label; NONE) */
    G_LEDGER,
    /* list of what `until next …` waits for: for each entry WAIT_WORDS words (agenda.h), then its
     * captured values */
    G_WAITING,
    /* list of the features that last while a condition holds, with entries like those of
     * G_WAITING */
    G_WHILE,
    G_SINCE,    /* the number given last in the order of coming into force */
    G_GAME,     /* id of the thing `game` */
    G_SCENARIO, /* the instance of the scenario that was laid out; NONE: none was */
    G_GONE, /* number of tombstones (records of things that have left play) that a sweep may free */
    G_FREE, /* number of free ids below the highest one in use */
    /* From here on one word each: for each kind and then each blueprint the list of its things in
     * play, then for each ruling its reading (state_global_words). */
    G_EXTENTS
};
/* Work that a sweep has to do. FRAMES: lists that frames hold were written. ALL: other lists were
 * written, or things have left play. DUE: both bits. The same two bits, shifted left by
 * UNTIDY_LATER, are work that an earlier sweep has put off. */
enum untidy { UNTIDY_FRAMES = 1, UNTIDY_ALL = 2, UNTIDY_DUE = 3, UNTIDY_LATER = 2 };
/* H_POOLS: for each pool the roll of its dice, as an entry of the journal (journal_mark) plus 1; 0:
 * it was not told. */
enum header { H_QUESTIONS, H_JOURNAL, H_POOLS, H_STREAMS = H_POOLS + MAX_POOLS };
/* The uses of random numbers. Each use has streams of its own, so that an extra roll in one place
 * changes no dice elsewhere. */
enum stream_use {
    /* dice: a stream for each event, by number; the last one for rolls outside of events */
    STREAM_DICE,
    /* `random`: a stream for each event, by number; the last one outside of events */
    STREAM_RANDOM,
    /* answers of policies: a stream for each player, by number; the last one for questions that
     * nobody is asked */
    STREAM_PICKS,
    /* shuffles: a stream for each pile, that is, for each field that is a pile and each player; the
     * last one of a field for the game's pile */
    STREAM_PILE
};

struct view { /* The words of a list, valid until the World or scratch is written. */
    const int64_t *at;
    int64_t count;
};
static inline int64_t view_at(struct view v, int64_t i) {
    ASSERT(v.at && i >= 0 && i < v.count);
    return v.at[i];
}
uint32_t state_global_words(const struct image *img);
/* Index of a stream's position in the header, counted from H_STREAMS. `of` is an event or a field,
 * `player` a player's number. */
uint32_t state_stream(const struct image *img, enum stream_use use, int32_t of, int32_t player);
uint32_t state_header_words(const struct image *img);

/* A place packed into one word: x in the high half, y in the low half. */
static inline int64_t state_spot(int32_t x, int32_t y) {
    return (int64_t)((uint64_t)(uint32_t)x << 32 | (uint32_t)y);
}
static inline int32_t state_x(int64_t spot) {
    return (int32_t)(spot >> 32);
}
static inline int32_t state_y(int64_t spot) {
    return (int32_t)(uint32_t)(spot & 0xffffffff);
}

#endif
