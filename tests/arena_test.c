/* Memory that grows: what was in it stays, and of what is large nothing is copied. */
#include "arena.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#undef ASSERT
#undef SKIP
#include "greatest.h"

TEST what_was_in_it_stays(void) {
    enum { MOST = 16 * 1024 * 1024 / sizeof(uint64_t) };
    size_t capacity = 0, grown = 0;
    uint64_t *at = NULL;
    for (size_t n = 0; n < MOST; n++) {
        const size_t before = capacity;
        at = memory_grow(at, &capacity, n + 1, sizeof *at);
        ASSERT(capacity > n);
        grown += capacity != before;
        at[n] = base_mix(n);
    }
    for (size_t n = 0; n < MOST; n++) ASSERT_EQ(base_mix(n), at[n]);
    ASSERT(grown > 10);
    memory_free(at);
    PASS();
}

/* Nobody writes into the block: a page of it is there only if somebody copied it. */
TEST what_is_large_grows_without_a_copy(void) {
#if !defined(__linux__) || defined(MYTH_ARENA_CHECK)
    SKIPm("it may be copied here");
#else
    enum { MOST = 128 * 1024 * 1024 };
    size_t capacity = 0;
    char *at = NULL;
    for (size_t need = 1; need <= MOST; need = capacity + 1) {
        at = memory_grow(at, &capacity, need, 1);
    }
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *first = at + (page - (uintptr_t)at % page), *end = at + capacity;
    const size_t pages = (size_t)(end - first) / page;
    unsigned char *there = malloc(pages);
    ASSERT(there);
    ASSERT_EQ(0, mincore(first, pages * page, there));
    size_t count = 0;
    for (size_t i = 0; i < pages; i++) count += there[i] & 1;
    ASSERTm("most of it was never touched", count * 4 < pages);
    free(there);
    memory_free(at);
    PASS();
#endif
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TEST(what_was_in_it_stays);
    RUN_TEST(what_is_large_grows_without_a_copy);
    GREATEST_MAIN_END();
}
