/*
 * state_layout: where things lie in the World: globals, the header, random streams; a list's
 * words, and a place in one word.
 */
#ifndef MYTH_VM_STATE_LAYOUT_H
#define MYTH_VM_STATE_LAYOUT_H

#include "image.h"
#include "world.h"

enum { NOBODY = 0 }; /* stands in place of the winner: the battle is tied */

enum global {
    /* 0: it goes on; 1: won; 2: a tie; 3: a block has shown its values */
    G_OVER = WORLD_GLOBALS_FIRST,
    G_WINNER,   /* NONE: nobody so far; NOBODY: a tie */
    G_TABLE,    /* size of the table; NONE: there is no table */
    G_TOP,      /* index in SEG_STACK of the top frame; 0: there is none */
    G_DEPTH,    /* number of running events */
    G_UNTIDY,   /* enum untidy: the heap has holes, or lists out of order */
    G_LISTS,    /* in a tidy heap: where the lists of things end and those of frames begin */
    G_NOTED,    /* bits of the `whenever` rules that have something to look at */
    G_LEDGER,   /* list: player, points, reason (text, or NUM_MIN + label value), label */
    G_WAITING,  /* list: `until next …`: WAIT_WORDS (agenda.h), then captured values, each */
    G_WHILE,    /* list: features that last while a condition holds */
    G_SINCE,    /* the last number given in the order of coming into force */
    G_GAME,     /* the thing `game` */
    G_SCENARIO, /* the instance of the scenario that was laid out; NONE */
    G_GONE,     /* number of tombstones that a sweep may free */
    G_FREE,     /* number of free ids below the highest one in use */
    /* a list for each kind, then for each blueprint; then the rulings: state_global_words */
    G_EXTENTS
};
/* Which lists were written since the last sweep. FRAMES: only lists that frames hold or held; ALL:
 * others, too. DUE: both bits. The same bits moved by UNTIDY_LATER: work that earlier sweeps have
 * put off. */
enum untidy { UNTIDY_FRAMES = 1, UNTIDY_ALL = 2, UNTIDY_DUE = 3, UNTIDY_LATER = 2 };
enum header { H_QUESTIONS, H_JOURNAL, H_STREAMS };
/* Each use has streams of its own, so that an extra roll in one place changes no dice elsewhere. */
enum stream_use {
    STREAM_DICE,   /* one for each event, by number; the last for rolls outside events */
    STREAM_RANDOM, /* `random`: likewise */
    STREAM_PICKS,  /* one for each player's policy, by number; the last for questions to nobody */
    /* shuffles: one for each pile, that is a field and its player; the last for the game's */
    STREAM_PILE
};

struct view { /* the words of a list; valid until something is written */
    const int64_t *at;
    int64_t count;
};
static inline int64_t view_at(struct view v, int64_t i) {
    ASSERT(v.at && i >= 0 && i < v.count);
    return v.at[i];
}
uint32_t state_global_words(const struct image *img);
/* The position of a stream, from H_STREAMS on. `of`: an event or a field; `player`: by number. */
uint32_t state_stream(const struct image *img, enum stream_use use, int32_t of, int32_t player);
uint32_t state_header_words(const struct image *img);

/* A place packed into one word. */
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
