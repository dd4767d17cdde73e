/*
 * arena: memory of everything that is not the World. An arena hands out zeroed objects one behind
 * the other and frees them all together; arena_reset frees those handed out since a mark. arena.c
 * is the only file that asks the system for memory (calloc, realloc).
 *
 * With MYTH_ARENA_CHECK each object is a block of its own, so that a sanitizer sees an overrun
 * inside an arena.
 *
 * A request that fails does not return: it calls the handler set by memory_on_exhausted (the
 * program prints a message and exits with 4; a host may longjmp), and aborts if the handler
 * returns.
 */
#ifndef MYTH_VM_ARENA_H
#define MYTH_VM_ARENA_H

#include <stdarg.h>

#include "base.h"

struct arena_chunk;
struct arena {
    struct arena_chunk *chunk; /* the newest chunk; older chunks are linked behind it */
    size_t total;              /* bytes handed out and not taken back by arena_reset */
};
struct arena_mark {
    struct arena_chunk *chunk;
    size_t used;
    size_t total;
};

void *arena_new(struct arena *a, size_t size);
void *arena_array(struct arena *a, size_t count, size_t size);
char *arena_text(struct arena *a, const char *text, size_t len); /* a copy that ends in a 0 byte */
char *arena_print(struct arena *a, const char *format, ...) MYTH_PRINTF(2, 3);
struct arena_mark arena_mark(const struct arena *a);
void arena_reset(struct arena *a, struct arena_mark mark);
void arena_free(struct arena *a);

#define NEW(arena, type) ((type *)arena_new((arena), sizeof(type)))
#define NEW_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

/* Gives a block that memory_grow made to the arena. The arena shrinks the block from `capacity` to
 * `size` bytes and frees it together with its other memory. Returns the new address of the block.
 * The arena must have handed out something before. */
void *arena_keep(struct arena *a, void *block, size_t capacity, size_t size);

/* Widens the array `at`, of elements of `size` bytes, until at least `need` elements fit, and
 * returns its new address; *capacity is its number of elements. A small array doubles, a large one
 * grows by a sixteenth. For tables outside arenas that are kept and reused. memory_grow_zeroed also
 * zeroes what is added. */
void *memory_grow(void *at, size_t *capacity, size_t need, size_t size);
void *memory_grow_zeroed(void *at, size_t *capacity, size_t need, size_t size);
/* Appends a text to the *len bytes at *at, which memory_grow widens as needed, and adds its length
 * to *len. A zero byte follows it. */
void memory_print(char **at, size_t *capacity, size_t *len, const char *format, va_list args)
    MYTH_PRINTF(4, 0);
/* Frees an array that memory_grow widened. Its bytes no longer count for memory_bound. */
void memory_free_grown(void *at, size_t capacity, size_t size);
void *memory_new(size_t size); /* zeroed; given back by memory_free */
/* Changes the size of a block, or makes a block if `at` is NULL. Added bytes are not zeroed. The
 * bytes do not count for memory_bound: callers such as GMP count for themselves. */
void *memory_resize(void *at, size_t size);
void memory_free(void *at);
/* Returns the number of requests that this thread has made to the system since its start. A test
 * holds that a second battle makes none. */
uint64_t memory_count(void);
/* Makes the n-th request from now on fail; 0: no request fails. For `make torture`. */
void memory_fail_at(uint64_t n);
/* Sets the handler that a failed request calls. `bounded` is true if the system had memory left but
 * the bound set by memory_bound was passed. */
void memory_on_exhausted(void (*handler)(void *user, bool bounded), void *user);
/* Calls the handler, like a failed request of this room. To be called when a request for memory
 * that was made elsewhere has failed, for example in opendir or fopen. */
MYTH_NORETURN void memory_exhausted(void);
/* Allows the arenas and growing tables of this thread `more` bytes beyond what they hold now; 0
 * removes the bound. Passing the bound calls the handler, as if there were no memory left. Each
 * thread has one bound, so a bound fits only a stretch of work in which the thread allocates for
 * nothing else. */
void memory_bound(size_t more);
/* Widens the bound by `more` bytes; does nothing if there is no bound. */
void memory_bound_more(size_t more);

#endif
