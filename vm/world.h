/*
 * world: all that can change during a battle, in one flat block of memory without pointers. The
 * block consists of segments of 64-bit words. Segments grow and the block may move, so a word is
 * named by an address (segment and index), which stays good. During a battle only world_set and its
 * forms for several words write. They log the old word; undo and the hash follow from the log. This
 * room knows nothing of things, frames or rules.
 *
 * The header segment (counters of random streams, of questions and of the journal) is undone and
 * copied like the others, but neither hashed nor compared. Unused words are zero.
 */
#ifndef MYTH_VM_WORLD_H
#define MYTH_VM_WORLD_H

#include "base.h"

enum segment { SEG_HEADER, SEG_GLOBALS, SEG_THINGS, SEG_DICE, SEG_STACK, SEG_HEAP, SEG_COUNT_ };

/* An address: the segment in the high 3 bits, the index of the word in the low 29. */
typedef uint32_t addr;
#define ADDR(segment, index) (((addr)(segment) << 29) | (addr)(index))
#define ADDR_SEGMENT(a) ((a) >> 29)
#define ADDR_INDEX(a) ((a)&0x1fffffffu)

struct world_log {
    addr at;
    int64_t old;
};
struct world {
    int64_t *block;            /* all segments, one behind the other */
    int64_t *base[SEG_COUNT_]; /* where each segment begins in `block` */
    /* for each word of `block`, the number of the span in which it was logged last. A span is the
     * time between two marks. Within a span a word is logged once, with the value that it had when
     * the span began. */
    uint32_t *spans;
    uint32_t *logged[SEG_COUNT_]; /* where the part of each segment begins in `spans` */
    uint32_t span;                /* number of the present span; never 0 */
    uint32_t capacity[SEG_COUNT_];
    struct world_log *log;
    size_t log_count, log_capacity;
    /* The hash of all used words but the header, when the log had settled_count entries. Later
     * entries belong to the present span and each name another word, so the present hash can be
     * computed from `settled` and them. */
    uint64_t settled;
    size_t settled_count;
    /* lazy: world_forget drops the hash instead of bringing it up to date, for a battle that hardly
     * ever asks for it. known: `settled` is valid; otherwise world_hash computes the hash from all
     * words. */
    bool lazy, known;
    /* number of times that words were changed not by world_set but by undo, copy, load or clear */
    uint64_t turns;
    uint64_t anew; /* number of those times when all words were replaced: by copy, load or clear */
    struct world_note *notes;
    /* Notes before notes_count are of what still holds; those from there up to notes_end belong to
     * a stretch that was undone, and wait for world_undone. */
    size_t notes_count, notes_end;
    size_t notes_capacity;
};

/* A note of world_note: `what` was written when the log had `at` entries. */
struct world_note {
    size_t at, what;
};

void world_open(struct world *w, const uint32_t capacity[SEG_COUNT_]);
void world_close(struct world *w);
/* Makes all words zero; the memory is kept. */
void world_clear(struct world *w);
/* Makes room for at least `words` words in a segment. The block may move; addresses stay good. */
MYTH_SELDOM void world_need_more(struct world *w, enum segment s, uint32_t words);
static inline void world_need(struct world *w, enum segment s, uint32_t words) {
    if (MYTH_UNLIKELY(words > w->capacity[s])) world_need_more(w, s, words);
}

static inline int64_t world_get(const struct world *w, addr a) {
    return w->base[ADDR_SEGMENT(a)][ADDR_INDEX(a)];
}
/* A factor for each address. It is odd, so multiplying by it loses no bits of a word. */
static inline uint64_t world_word_factor(addr a) {
    return UINT64_C(0x9e3779b97f4a7c15) * (2 * (uint64_t)a + 1);
}
/* A word's part of the hash: 0 for the word 0, so unused words need no hashing. */
static inline uint64_t world_word_hash(addr a, int64_t v) {
    return base_mix((uint64_t)v * world_word_factor(a));
}
MYTH_SELDOM void world_log_grow(struct world *w,
                                size_t more); /* makes room for `more` further entries */
/* Writes one word. The old one is logged, once within a span, for undo and hash. Words of the
 * header are logged but not hashed. */
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
/* Writes `count` consecutive words as world_set does. `words` may lie in the World, if this call
 * writes no word before it reads it. */
void world_set_words(struct world *w, addr a, const int64_t *words, size_t count);
void world_zero_words(struct world *w, addr a, size_t count);

uint64_t world_hash(const struct world *w); /* of all used words but the header */

typedef size_t world_mark; /* a length of the log, to which undo can return */
/* Sets a mark, and returns it. Words written from here on are logged again. */
world_mark world_now(struct world *w);
/* Returns to a mark: all words and the hash become as they were there. */
void world_undo(struct world *w, world_mark mark);
/* Empties the log. Nothing before this point can be undone, and the mark of this point is 0. */
void world_forget(struct world *w);

/* Notes that `what` (a number of the caller's choice) was written at this point. If the point is
 * undone, world_undone hands the note out, so that a caller who has cached what he read can forget
 * it. All earlier notes of world_undone must have been taken before. */
MYTH_SELDOM void world_note_room(struct world *w);
static inline void world_note(struct world *w, size_t what) {
    size_t n = w->notes_count;
    ASSERT(n == w->notes_end);
    if (n > 0 && w->notes[n - 1].at == w->log_count && w->notes[n - 1].what == what) return;
    if (MYTH_UNLIKELY(n == w->notes_capacity)) world_note_room(w);
    w->notes[n] = (struct world_note){w->log_count, what};
    w->notes_count = w->notes_end = n + 1;
}
/* Sets *what to the next note of an undone stretch. Returns false if there are no more. Notes that
 * were not undone may be handed out as well. */
static inline bool world_undone(struct world *w, size_t *what) {
    if (w->notes_count == w->notes_end) return false;
    *what = w->notes[--w->notes_end].what;
    return true;
}

/* The number of used words of each segment; all words beyond are zero. The counts lie in the first
 * globals. The room that owns a segment sets its count. */
enum world_global { WORLD_USED, WORLD_GLOBALS_FIRST = WORLD_USED + SEG_COUNT_ };
static inline uint32_t world_used(const struct world *w, enum segment s) {
    return (uint32_t)w->base[SEG_GLOBALS][WORLD_USED + s];
}
static inline void world_used_set(struct world *w, enum segment s, uint32_t words) {
    world_set(w, ADDR(SEG_GLOBALS, WORLD_USED + s), words);
}

/* Makes dst equal to src: used words, header and hash. The log of dst is empty then. */
void world_copy(struct world *dst, const struct world *src);
/* whether the used words of all segments but the header are equal */
bool world_equal(const struct world *a, const struct world *b);
/* the hash computed from all words, for tests of world_hash */
uint64_t world_hash_again(const struct world *w);

/* Writes a word as eight bytes, the lowest first; world_take_word reads it. */
static inline void world_put_word(uint8_t *out, uint64_t v) {
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)(v >> (8 * i));
}
static inline uint64_t world_take_word(const uint8_t *in) {
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--) v = v << 8 | in[i];
    return v;
}

/* Writes the World little-endian, the same bytes on every machine: the number of used words of each
 * segment, then the words of each. A seal, which is a hash of the words since the seal before it,
 * follows the sizes and each segment. Seals find accidental changes only. Somebody who computes
 * them anew can write any World, and what such a World does is undefined. So accept tapes from
 * strangers, which are played, not saved Worlds. */
size_t world_save_size(const struct world *w);
void world_save(const struct world *w, uint8_t *out);
struct world_flaw {
    const char *what, *of; /* two halves of a sentence: "something was altered in ", "the things" */
    size_t from, to;       /* the flaw lies in bytes `from` to `to` - 1 */
};
/* Reads what world_save wrote. Returns false, with `flaw` saying what is wrong and where, if it
 * cannot; the World is unchanged then. */
bool world_load(struct world *w, const uint8_t *in, size_t size, struct world_flaw *flaw);

#endif
