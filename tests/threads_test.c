/* Battles of one image share nothing that is written: played side by side in threads, each comes to
 * what it comes to alone, and each thread has an account of memory of its own. */
#include <pthread.h>

#include "arena.h"
#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

enum { THREADS = 3, BATTLES = 4 };

struct player {
    pthread_barrier_t *all; /* NULL: alone */
    uint64_t first, hash[BATTLES], asked;
    bool well;
};

static void *play(void *user) {
    struct player *p = user;
    struct run_options o = options(p->first, ALONE);
    const uint64_t before = memory_count();
    if (p->all) (void)pthread_barrier_wait(p->all); /* all begin before one is at its end */
    struct battle *b = battle_new(played, &o);
    if (p->all) (void)pthread_barrier_wait(p->all);
    p->well = true;
    for (uint64_t i = 0; i < BATTLES; i++) {
        o.seed = p->first + i;
        begin(b, &o);
        p->well &= play_on(b);
        p->hash[i] = battle_hash(b);
    }
    battle_free(b);
    p->asked = memory_count() - before;
    return NULL;
}

TEST battles_of_one_image_are_played_in_threads(void) {
    struct player alone[THREADS] = {{0}}, beside[THREADS] = {{0}};
    pthread_t thread[THREADS];
    pthread_barrier_t all;
    ASSERT_EQ(0, pthread_barrier_init(&all, NULL, THREADS));
    for (uint64_t i = 0; i < THREADS; i++) {
        alone[i].first = beside[i].first = 1 + i * BATTLES;
        beside[i].all = &all;
        (void)play(&alone[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        ASSERT_EQ(0, pthread_create(&thread[i], NULL, play, &beside[i]));
    }
    for (int i = 0; i < THREADS; i++) ASSERT_EQ(0, pthread_join(thread[i], NULL));
    (void)pthread_barrier_destroy(&all);
    for (int i = 0; i < THREADS; i++) {
        ASSERT(alone[i].well && beside[i].well);
        ASSERT(memcmp(alone[i].hash, beside[i].hash, sizeof alone[i].hash) == 0);
        ASSERT_EQ(alone[i].asked, beside[i].asked); /* no other thread's requests are counted */
    }
    PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    played = load(at_play->folder);
    RUN_TEST(battles_of_one_image_are_played_in_threads);
    image_free(played);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
