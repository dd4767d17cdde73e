/*
 * world: all that can change during a battle, in one flat block of memory
 * without pointers. Words of 64 bits in segments; each segment grows, so a word
 * is named by an address (segment, index) that stays good when the block is
 * made larger. One function writes: it logs the old word for undo and keeps the
 * hash. Knows nothing of things, frames or rules.
 *
 * The header segment (counters of random streams, counts of questions and of
 * the journal) is kept by undo and copy, but neither hashed nor compared.
 * Unused words are zero.
 */
#ifndef MYTH_VM_WORLD_H
#define MYTH_VM_WORLD_H

#include "base.h"

enum segment { SEG_HEADER, SEG_GLOBALS, SEG_THINGS, SEG_DICE, SEG_STACK, SEG_HEAP, SEG_COUNT_ };

/* An address: the segment in the high 3 bits, the word in the low 29. */
typedef uint32_t addr;
#define ADDR(segment, index) (((addr)(segment) << 29) | (addr)(index))
#define ADDR_SEGMENT(a) ((a) >> 29)
#define ADDR_INDEX(a) ((a)&0x1fffffffu)

struct world_log {
    addr at;
    int64_t old;
};
struct world {
    int64_t *block;            /* the whole; segments one behind the other */
    int64_t *base[SEG_COUNT_]; /* into block */
    /* For each word the span in which it was logged last: between two marks a word is logged once,
     * as it was at the first of them. */
    uint32_t *spans;
    uint32_t *logged[SEG_COUNT_]; /* into spans */
    uint32_t span;                /* the one at hand; never 0 */
    uint32_t capacity[SEG_COUNT_];
    struct world_log *log;
    size_t log_count, log_capacity;
    /* The hash of all used words but the header, when the log was so long: what was written since
     * is in the log of this span, each word once, so that the hash of now follows from it. */
    uint64_t settled;
    size_t settled_count;
    /* Whoever hardly ever asks for the hash: it is not kept where the log is forgotten, but made
     * anew when it is asked for. `known`: `settled` is it. */
    bool lazy, known;
    /* From there on all words were zero when the log was forgotten, so that whole stretches are
     * written past it: to undo is to make them zero. UINT32_MAX where the log has to tell all. */
    uint32_t bare[SEG_COUNT_];
    uint64_t turns; /* how often words changed otherwise than by world_set: undo, copy, load */
    uint64_t anew;  /* how often all of them did: copy, load, clear */
    struct world_note *notes;
    size_t notes_count, notes_end; /* from count to end: of what was undone */
    size_t notes_capacity;
};

/* Noted where the log was so long. */
struct world_note {
    size_t at, what;
};

void world_open(struct world *w, const uint32_t capacity[SEG_COUNT_]);
void world_close(struct world *w);
/* All words zero again; memory is kept. */
void world_clear(struct world *w);
/* At least so many words in a segment. The block may move; addresses stay. */
MYTH_SELDOM void world_need_more(struct world *w, enum segment s, uint32_t words);
static inline void world_need(struct world *w, enum segment s, uint32_t words) {
    if (MYTH_UNLIKELY(words > w->capacity[s])) world_need_more(w, s, words);
}

static inline int64_t world_get(const struct world *w, addr a) {
    return w->base[ADDR_SEGMENT(a)][ADDR_INDEX(a)];
}
/* Odd, so that no word is lost; and it rises evenly with the address. */
static inline uint64_t world_word_factor(addr a) {
    return UINT64_C(0x9e3779b97f4a7c15) * (2 * (uint64_t)a + 1);
}
static inline uint64_t world_word_hash(addr a, int64_t v) { /* of 0 it is 0 */
    return base_mix((uint64_t)v * world_word_factor(a));
}
MYTH_SELDOM void world_log_grow(struct world *w,
                                size_t more); /* room for so many further entries */
/* The one store: what the word was is in the log, from which undo and hash follow. The header is
 * logged and not hashed. */
static inline void world_set(struct world *w, addr a, int64_t v) {
    const uint32_t segment = ADDR_SEGMENT(a), i = ADDR_INDEX(a);
    int64_t *at = w->base[segment] + i, old = *at;
    if (old == v) return;
    uint32_t *logged = w->logged[segment] + i;
    if (*logged != w->span) {
        *logged = w->span;
        if (MYTH_UNLIKELY(w->log_count == w->log_capacity)) world_log_grow(w, 1);
        w->log[w->log_count++] = (struct world_log){a, old};
    }
    *at = v;
}
/* So many words one behind the other, as world_set each. `words` may lie in the World, but not
 * where it writes before it reads. */
void world_set_words(struct world *w, addr a, const int64_t *words, size_t count);
void world_zero_words(struct world *w, addr a, size_t count);

uint64_t world_hash(const struct world *w); /* of all used words but the header */

typedef size_t world_mark; /* a point of the log */
/* A point to come back to: what is written from here on is logged anew. */
world_mark world_now(struct world *w);
/* Back to such a point: the identical words and hash. */
void world_undo(struct world *w, world_mark mark);
/* Forgets the log up to now: nothing before can be undone; 0 is the mark of this point. */
void world_forget(struct world *w);

/* For who keeps what it has read in the World: notes what is written just now, to hear of it when
 * that is undone. Whoever notes has heard of all before. */
MYTH_SELDOM void world_note_room(struct world *w);
static inline void world_note(struct world *w, size_t what) {
    size_t n = w->notes_count;
    ASSERT(n == w->notes_end);
    if (n > 0 && w->notes[n - 1].at == w->log_count && w->notes[n - 1].what == what) return;
    if (MYTH_UNLIKELY(n == w->notes_capacity)) world_note_room(w);
    w->notes[n] = (struct world_note){w->log_count, what};
    w->notes_count = w->notes_end = n + 1;
}
/* What was noted in a stretch that was undone since, each at least once; false: no more. */
static inline bool world_undone(struct world *w, size_t *what) {
    if (w->notes_count == w->notes_end) return false;
    *what = w->notes[--w->notes_end].what;
    return true;
}

/* How many words of a segment are in use: all beyond are zero. Kept by the
 * owner of the segment through world_used_set, in the globals. */
enum world_global { WORLD_USED, WORLD_GLOBALS_FIRST = WORLD_USED + SEG_COUNT_ };
static inline uint32_t world_used(const struct world *w, enum segment s) {
    return (uint32_t)w->base[SEG_GLOBALS][WORLD_USED + s];
}
static inline void world_used_set(struct world *w, enum segment s, uint32_t words) {
    world_set(w, ADDR(SEG_GLOBALS, WORLD_USED + s), words);
}

/* dst becomes equal to src (used words, header, hash); its log is empty. */
void world_copy(struct world *dst, const struct world *src);
bool world_equal(const struct world *a, const struct world *b); /* used words but the header */
uint64_t world_hash_again(const struct world *w);               /* from scratch */

/* A word as eight bytes, the least first. */
static inline void world_put_word(uint8_t *out, uint64_t v) {
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)(v >> (8 * i));
}
static inline uint64_t world_take_word(const uint8_t *in) {
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--) v = v << 8 | in[i];
    return v;
}

/* Saved form, little-endian, the same bytes on every machine: how many words each segment uses,
 * then those, each segment with the seal of all before behind it. Seals find what was altered by
 * accident; who makes them again may write what he likes, and what then runs in such a World is
 * not said: from a stranger take a tape, which is played. */
size_t world_save_size(const struct world *w);
void world_save(const struct world *w, uint8_t *out);
struct world_flaw {
    const char *what, *of; /* one behind the other: "something was altered in ", "the things" */
    size_t from, to;       /* the bytes in which it lies: from, and before to */
};
/* False: what is wrong, and where; then nothing has changed. */
bool world_load(struct world *w, const uint8_t *in, size_t size, struct world_flaw *flaw);

#endif
