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
    struct arena_chunk *chunk; /* newest first */
    size_t total;              /* bytes handed out and not reset */
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

/* The arena takes over a block from memory_grow, of which it keeps the first `size` of `capacity`
 * bytes, until it is freed: where the block lies now. The arena has something already. */
void *arena_keep(struct arena *a, void *block, size_t capacity, size_t size);

/* A growable array outside arenas, for tables that are kept and reused: widens
 * `*at` (elements of `size` bytes) so that `need` fit, twofold while it is small. */
void *memory_grow(void *at, size_t *capacity, size_t need, size_t size);
void *memory_grow_zeroed(void *at, size_t *capacity, size_t need, size_t size);
void memory_free_grown(void *at, size_t capacity, size_t size); /* one that was widened much */
void *memory_new(size_t size);              /* zeroed; given back by memory_free */
void *memory_resize(void *at, size_t size); /* for who keeps its own account, as GMP does */
void memory_free(void *at);
/* How many times the system was asked for memory since the start: a test holds
 * that a second battle asks for none. */
uint64_t memory_count(void);
/* Makes the n-th next request fail (0: none): the torture runs. */
void memory_fail_at(uint64_t n);
/* `bounded`: there was memory, but a bound was passed. */
void memory_on_exhausted(void (*handler)(void *user, bool bounded), void *user);
/* For who asked the system in another way, as for a folder or a file, and was refused memory. */
MYTH_NORETURN void memory_exhausted(void);
/* From here on arenas and growing tables may take so many bytes more than they hold now; 0: no
 * bound any more. What is past it ends as if there were no memory. For a piece of work in which
 * all that grows is of its own. */
void memory_bound(size_t more);
void memory_bound_more(size_t more); /* a bound that stands is so much farther */

#endif
