/*
 * The World of a duel that is under way. Times a fork against a bare copy of as many bytes, and a
 * write with undo and hash against a store into the same block. Where each write or store goes is
 * known only from the word read before it, so the processor cannot run ahead.
 */
#include "bench.h"

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/run_int.h"
#include "duel.h"

enum { ROUNDS = 60, FORKS = 400, WRITES = 20000, STEP = 500 };

static size_t used_words(const struct world *w) {
    size_t n = 0;
    for (int s = 0; s < SEG_COUNT_; s++) n += world_used(w, (enum segment)s);
    return n;
}

static bool fork_bench(struct battle *b, const struct image *img, uint64_t *sink) {
    const struct run_options options = {.seed = 1, .chance = CHANCE_STREAM};
    struct battle *other = battle_new(img, &options);
    size_t bytes = used_words(&b->s.w) * sizeof(int64_t);
    char *from = memory_new(bytes), *to = memory_new(bytes);
    double whole = 0, world = 0, bare = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = bench_tick();
        for (int i = 0; i < FORKS; i++) battle_copy(other, b);
        bench_least(&whole, (double)(bench_tick() - start) / FORKS);
        start = bench_tick();
        for (int i = 0; i < FORKS; i++) world_copy(&other->s.w, &b->s.w);
        bench_least(&world, (double)(bench_tick() - start) / FORKS);
        start = bench_tick();
        for (int i = 0; i < FORKS; i++) {
            memcpy(to, from, bytes);
            from[i % 8]++;
            *sink += (uint64_t)to[bytes - 1] + (uint64_t)to[i % 8];
        }
        bench_least(&bare, (double)(bench_tick() - start) / FORKS);
    }
    *sink += battle_hash(other);
    bool same = world_equal(&other->s.w, &b->s.w);
    if (!same) printf("fork: the copy is not equal\n");
    printf("%-16s %zu bytes; of the World alone %.1f ns\n", "fork", bytes, world);
    memory_free(from);
    memory_free(to);
    battle_free(other);
    return bench_ratio("fork", whole, bare, "ns") && same;
}

static double write_round(struct world *w, uint32_t words, uint64_t *sink) {
    uint64_t start = bench_tick(), x = *sink;
    for (int i = 0; i < WRITES; i++) {
        x = base_mix(x + (uint64_t)i);
        addr at = ADDR(SEG_HEAP, 1 + (x & (words - 1)));
        x += (uint64_t)world_get(w, at);
        world_set(w, at, (int64_t)x);
        if (i % STEP == 0) world_forget(w);
    }
    world_forget(w); /* takes the hash of the last writes, too */
    double each = (double)(bench_tick() - start) / WRITES;
    *sink = x;
    return each;
}

static double store_round(int64_t *words, uint32_t count, uint64_t *sink) {
    uint64_t start = bench_tick(), x = *sink;
    for (int i = 0; i < WRITES; i++) {
        x = base_mix(x + (uint64_t)i);
        int64_t *at = &words[1 + (x & (count - 1))];
        x += (uint64_t)*at;
        *at = (int64_t)x;
    }
    double each = (double)(bench_tick() - start) / WRITES;
    *sink = x;
    return each;
}

static bool write_bench(uint32_t words, uint64_t *sink) {
    uint32_t capacity[SEG_COUNT_] = {8, 64, 8, 8, 8, words + 1};
    struct world w;
    double ours = 0, theirs = 0;
    world_open(&w, capacity);
    world_used_set(&w, SEG_HEAP, words + 1);
    world_forget(&w);
    for (int round = 0; round < ROUNDS; round++) {
        bench_least(&ours, write_round(&w, words, sink));
        /* The stores bypass the hash, so the hash is made again, as after a load. */
        bench_least(&theirs, store_round(w.base[SEG_HEAP], words, sink));
        w.settled = world_hash_again(&w);
    }
    bool sound = world_hash(&w) == world_hash_again(&w);
    printf("%-16s %u KB in use\n", "write", words / 128);
    bool fine = bench_ratio("write", ours, theirs, "ns") && sound;
    world_close(&w);
    return fine;
}

int main(void) {
    struct arena scratch = {0};
    const struct image *img = duel_load(&scratch);
    struct battle *b = duel_new(img, 1);
    uint64_t sink = 1;
    duel_play(b, 60); /* plays up to the sixtieth question */
    bool fine = fork_bench(b, img, &sink);
    fine &= write_bench(4096, &sink);
    fine &= write_bench(32768, &sink);
    battle_free(b);
    duel_free(img, &scratch);
    return fine && sink ? 0 : 1;
}
