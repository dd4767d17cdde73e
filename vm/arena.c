#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { CHUNK_MIN = 64 * 1024, CHUNK_MAX = 4 * 1024 * 1024, ALIGN = 8 };

struct arena_chunk {
    struct arena_chunk *older;
    size_t size, used;
    void *kept;   /* a block that arena_keep took over; NULL for an ordinary chunk */
    size_t dirty; /* bytes[] from this index on were never handed out, so they are still zero */
    _Alignas(16) unsigned char bytes[];
};

/* The account of the memory that this thread has asked the system for. Each thread has its own,
 * because battles of different threads share nothing but their image. */
static _Thread_local struct {
    uint64_t count, fail_at; /* number of requests so far; number of the one to fail, 0: none */
    /* bytes that arenas and growing tables hold, and may hold at most (0: no bound) */
    size_t held, most;
    void (*handler)(void *, bool bounded);
    void *user;
} account;

uint64_t memory_count(void) {
    return account.count;
}

void memory_fail_at(uint64_t n) {
    account.fail_at = n == 0 ? 0 : account.count + n;
}

void memory_on_exhausted(void (*handler)(void *, bool bounded), void *user) {
    account.handler = handler;
    account.user = user;
}

MYTH_NORETURN static void give_up(bool bounded) {
    account.most = 0;
    if (account.handler) account.handler(account.user, bounded);
    fputs("myth: no memory left\n", stderr);
    abort();
}

void memory_exhausted(void) {
    give_up(false);
}

static void hold(size_t size) {
    account.held += size;
    if (account.most && account.held > account.most) give_up(true);
}

static void let_go(size_t size) {
    account.held = account.held > size ? account.held - size : 0;
}

void memory_bound(size_t more) {
    account.most = more ? account.held + more : 0;
}

void memory_bound_more(size_t more) {
    if (account.most) account.most += more;
}

static void *request(void *old, size_t size) {
    account.count++;
    void *p = account.count == account.fail_at ? NULL : realloc(old, size);
    if (!p) memory_exhausted();
    return p;
}

/* Uses calloc, not malloc and memset: pages fresh from the system are zero already, so calloc need
 * not write to them. */
void *memory_new(size_t size) {
    account.count++;
    void *p = account.count == account.fail_at ? NULL : calloc(size ? size : 1, 1);
    if (!p) memory_exhausted();
    return p;
}

void *memory_resize(void *at, size_t size) {
    return request(at, size ? size : 1);
}

void memory_free(void *at) {
    free(at);
}

/* Advises the system to use large pages for a block. Without them, touching the syntax tree of a
 * long text page by page takes a quarter of the time for that text. Nothing depends on the advice.
 * The advice covers the block from its first page on: advice that began in the middle would split
 * the block in two for the system, which then could not move the block when it grows. */
enum { LARGE_FROM = 4 * 1024 * 1024 };
static void large_pages(void *at, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    enum { PAGE = 4096 };
    uintptr_t from = (uintptr_t)at & ~(uintptr_t)(PAGE - 1);
    uintptr_t to = ((uintptr_t)at + size + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
    (void)at, (void)size;
#endif
}

/* A block of LARGE_FROM bytes or more grows by 1 / LARGE_GROWS_BY of its size. The steps may be
 * small, because the system moves a large block without copying it. A sanitizer copies the block,
 * so in that build it doubles. */
#ifdef MYTH_ARENA_CHECK
enum { LARGE_GROWS_BY = 1 };
#else
enum { LARGE_GROWS_BY = 16 };
#endif

void *memory_grow(void *at, size_t *capacity, size_t need, size_t size) {
    if (need <= *capacity) return at;
    size_t cap = *capacity ? *capacity : 16;
    while (cap < need) {
        if (cap > SIZE_MAX / 2 / size) memory_exhausted();
        cap += cap * size < LARGE_FROM ? cap : cap / LARGE_GROWS_BY;
    }
    hold((cap - *capacity) * size);
    at = request(at, cap * size);
    if (cap * size >= LARGE_FROM) large_pages(at, cap * size);
    *capacity = cap;
    return at;
}

void *memory_grow_zeroed(void *at, size_t *capacity, size_t need, size_t size) {
    const size_t had = *capacity;
    at = memory_grow(at, capacity, need, size);
    if (*capacity > had) memset((char *)at + had * size, 0, (*capacity - had) * size);
    return at;
}

static struct arena_chunk *chunk_new(struct arena *a, size_t need) {
    size_t size = a->chunk ? a->chunk->size * 2 : CHUNK_MIN;
    if (size > CHUNK_MAX) size = CHUNK_MAX;
#ifdef MYTH_ARENA_CHECK
    size = need;
#else
    if (size < need) size = need;
#endif
    if (size > SIZE_MAX - sizeof(struct arena_chunk)) memory_exhausted();
    hold(size);
    struct arena_chunk *c = memory_new(sizeof *c + size);
    if (size >= LARGE_FROM) large_pages(c, sizeof *c + size);
    c->older = a->chunk;
    c->size = size;
    a->chunk = c;
    return c;
}

static void chunk_free(struct arena_chunk *c) {
    let_go(c->size);
    if (c->kept) memory_free(c->kept);
    memory_free(c);
}

/* The chunk of the kept block is linked as the second newest, so that arena_new goes on filling the
 * newest chunk. */
void *arena_keep(struct arena *a, void *block, size_t capacity, size_t size) {
    struct arena_chunk *c = memory_new(sizeof *c);
    ASSERT(a->chunk && size > 0 && size <= capacity);
    c->kept = memory_resize(block, size);
    let_go(capacity - size);
    c->size = size;
    c->used = size;
    c->older = a->chunk->older;
    a->chunk->older = c;
    return c->kept;
}

void memory_free_grown(void *at, size_t capacity, size_t size) {
    let_go(capacity * size);
    memory_free(at);
}

void *arena_new(struct arena *a, size_t size) {
    if (size > SIZE_MAX - ALIGN) memory_exhausted();
#ifdef MYTH_ARENA_CHECK
    size_t need = size ? size : 1;
#else
    size_t need = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
#endif
    struct arena_chunk *c = a->chunk;
#ifdef MYTH_ARENA_CHECK
    c = NULL; /* every object gets a new chunk, also after arena_reset has kept one */
#endif
    if (!c || c->size - c->used < need) c = chunk_new(a, need);
    void *p = c->bytes + c->used;
    if (c->used < c->dirty) memset(p, 0, need < c->dirty - c->used ? need : c->dirty - c->used);
    c->used += need;
    if (c->used > c->dirty) c->dirty = c->used;
    a->total += need;
    return p;
}

void *arena_array(struct arena *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) memory_exhausted();
    return arena_new(a, count * size);
}

char *arena_text(struct arena *a, const char *text, size_t len) {
    char *p = arena_new(a, len + 1);
    if (len) memcpy(p, text, len);
    return p;
}

void memory_print(char **at, size_t *capacity, size_t *len, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    const int more = vsnprintf(NULL, 0, format, args);
    ASSERT(more >= 0);
    *at = memory_grow(*at, capacity, *len + (size_t)more + 1, 1);
    vsnprintf(*at + *len, (size_t)more + 1, format, again);
    va_end(again);
    *len += (size_t)more;
}

char *arena_print(struct arena *a, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    ASSERT(len >= 0);
    char *p = arena_new(a, (size_t)len + 1);
    vsnprintf(p, (size_t)len + 1, format, again);
    va_end(again);
    return p;
}

struct arena_mark arena_mark(const struct arena *a) {
    struct arena_mark m = {a->chunk, a->chunk ? a->chunk->used : 0, a->total};
    return m;
}

/* Keeps the oldest chunk when everything is given back, so that an arena which is emptied in a loop
 * does not ask the system for that chunk again. */
void arena_reset(struct arena *a, struct arena_mark mark) {
    while (a->chunk != mark.chunk) {
        struct arena_chunk *c = a->chunk;
        /* a block that arena_keep took over has no room for new objects, so it is not kept */
        if (!mark.chunk && !c->older && !c->kept) break;
        a->chunk = c->older;
        chunk_free(c);
    }
    if (a->chunk) a->chunk->used = mark.chunk ? mark.used : 0;
    a->total = mark.total;
}

void arena_free(struct arena *a) {
    while (a->chunk) {
        struct arena_chunk *c = a->chunk;
        a->chunk = c->older;
        chunk_free(c);
    }
    a->total = 0;
}
