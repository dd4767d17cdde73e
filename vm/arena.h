/*
 * arena: memory of everything that is not the World. Bump arenas by lifetime,
 * with mark and reset; the only file that calls malloc. Memory is zeroed.
 * Under MYTH_ARENA_CHECK each object is its own block, so that a sanitizer
 * sees an overrun inside an arena.
 *
 * Running out of memory never returns: the arena calls the handler set with
 * memory_on_exhausted (the program prints a message and exits with 4; a host
 * may longjmp), and aborts if that returns.
 */
#ifndef MYTH_VM_ARENA_H
#define MYTH_VM_ARENA_H

#include "base.h"

struct arena_chunk;
struct arena {
    struct arena_chunk *chunk; /* the newest; older chunks are linked behind it */
    size_t total;              /* bytes handed out since the start or the last reset */
};
struct arena_mark {
    struct arena_chunk *chunk;
    size_t used;
    size_t total;
};

void *arena_new(struct arena *a, size_t size);
void *arena_array(struct arena *a, size_t count, size_t size);
char *arena_text(struct arena *a, const char *text, size_t len); /* zero-ended copy */
char *arena_print(struct arena *a, const char *format, ...) MYTH_PRINTF(2, 3);
struct arena_mark arena_mark(const struct arena *a);
void arena_reset(struct arena *a, struct arena_mark mark);
void arena_free(struct arena *a);

#define NEW(arena, type) ((type *)arena_new((arena), sizeof(type)))
#define NEW_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

/* Hands a block that memory_grow made over to the arena, which shrinks it from `capacity` to `size`
 * bytes and frees it with everything else. Returns where the block lies afterwards. The arena must
 * have handed out something before. */
void *arena_keep(struct arena *a, void *block, size_t capacity, size_t size);

/* A growable array outside arenas, for tables that are kept and reused. Widens `*at`, whose
 * elements have `size` bytes each, until `need` elements fit: twofold while it is small, by a
 * sixteenth once it is large. */
void *memory_grow(void *at, size_t *capacity, size_t need, size_t size);
void *memory_grow_zeroed(void *at, size_t *capacity, size_t need, size_t size);
/* frees an array that memory_grow widened, and takes it off the account of memory_bound */
void memory_free_grown(void *at, size_t capacity, size_t size);
void *memory_new(size_t size); /* zeroed; given back by memory_free */
/* What is new in it is not zeroed, and no part of the account of memory_bound: callers such as GMP
 * count for themselves. NULL: a new block. */
void *memory_resize(void *at, size_t size);
void memory_free(void *at);
/* Counts the requests to the system since the start. A test holds that a second battle makes
 * none. */
uint64_t memory_count(void);
/* Makes the n-th request from now on fail; 0: none. The torture runs use it. */
void memory_fail_at(uint64_t n);
/* The handler is told `bounded` when memory was there but the bound of memory_bound was passed. */
void memory_on_exhausted(void (*handler)(void *user, bool bounded), void *user);
/* Call this when a request for memory outside arenas failed, as for a folder or a file: it ends
 * like a request of the arena's own. */
MYTH_NORETURN void memory_exhausted(void);
/* Allows arenas and growing tables `more` bytes beyond what they hold now; 0 removes the bound.
 * Passing the bound ends as if there were no memory left. Only for a stretch of work during which
 * nothing else of the thread allocates: each has an account of its own. */
void memory_bound(size_t more);
void memory_bound_more(size_t more); /* widens a bound that stands; does nothing without one */

#endif
