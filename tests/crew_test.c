/* Work that is spread over processes: whoever looks on cannot tell how many there were. */
#include "crew.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "greatest.h"

struct look {
    char took[100000];
    size_t used;
    int64_t enough_at, stop_at; /* -1: never */
    int64_t fail_at[2], die_at;
    bool stop;
};

static int work(void *user, int64_t number, struct span *text) {
    const struct look *l = user;
    static char out[40];
    if (number == l->die_at) abort();
    if (number == l->fail_at[0] || number == l->fail_at[1]) {
        fprintf(stderr, "no %d", (int)number);
        return 3;
    }
    fprintf(stderr, "noise");
    printf("noise");
    text->len = (size_t)snprintf(out, sizeof out, "%d:%d ", (int)number, (int)(number * number));
    text->at = out;
    return 0;
}

static bool take(void *user, int64_t number, const char *text, size_t len) {
    struct look *l = user;
    memcpy(l->took + l->used, text, len);
    l->used += len;
    if (number == l->stop_at) l->stop = true;
    return number != l->enough_at;
}

static bool stopped(void *user) {
    return ((const struct look *)user)->stop;
}

static enum crew_end run(struct look *l, int64_t first, int64_t count, int jobs,
                         struct crew_failure *f, struct arena *a) {
    struct crew crew = {.first = first,
                        .count = count,
                        .jobs = jobs,
                        .work = work,
                        .take = take,
                        .stopped = stopped,
                        .user = l};
    return crew_run(&crew, a, f);
}

static struct look looks(void) {
    return (struct look){.enough_at = -1, .stop_at = -1, .fail_at = {-1, -1}, .die_at = -1};
}

static bool no_children(void) {
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

TEST all_numbers_come_in_order(void) {
    static const int jobs[] = {1, 2, 3, 7, 200};
    static char expected[100000];
    size_t used = 0;
    for (int i = 0; i < 2000; i++)
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%d:%d ", 40 + i,
                                 (40 + i) * (40 + i));
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        struct arena a = {0};
        struct crew_failure f;
        struct look l = looks();
        ASSERT_EQ(CREW_GOOD, run(&l, 40, 2000, jobs[i], &f, &a));
        ASSERT_EQ(used, l.used);
        ASSERT(memcmp(expected, l.took, used) == 0);
        ASSERT(no_children());
        arena_free(&a);
    }
    PASS();
}

TEST of_failures_the_lowest_is_told(void) {
    for (int jobs = 1; jobs <= 4; jobs++) {
        struct arena a = {0};
        struct crew_failure f;
        struct look l = looks();
        l.fail_at[0] = 700;
        l.fail_at[1] = 311;
        ASSERT_EQ(CREW_FAILED, run(&l, 0, 1000, jobs, &f, &a));
        ASSERT_EQ(311, (int)f.number);
        ASSERT_EQ(3, f.code);
        ASSERT_EQ(0, f.signal);
        ASSERT(strstr(f.said, "no 311") != NULL && strstr(f.said, "no 700") == NULL);
        ASSERTm("all below were taken", strstr(l.took, "310:96100 ") != NULL);
        ASSERT(no_children());
        arena_free(&a);
    }
    PASS();
}

TEST who_dies_is_known_by_his_number(void) {
    for (int jobs = 1; jobs <= 3; jobs++) {
        struct arena a = {0};
        struct crew_failure f;
        struct look l = looks();
        l.die_at = 123;
        l.fail_at[0] = 124;
        ASSERT_EQ(CREW_FAILED, run(&l, 100, 500, jobs, &f, &a));
        ASSERT_EQ(123, (int)f.number);
        ASSERT_EQ(0, f.code);
        ASSERT_EQ(SIGABRT, f.signal);
        ASSERT(no_children());
        arena_free(&a);
    }
    PASS();
}

TEST nobody_is_left_when_it_is_stopped(void) {
    struct arena a = {0};
    struct crew_failure f;
    struct look l = looks();
    l.stop_at = 50;
    ASSERT_EQ(CREW_STOPPED, run(&l, 0, 100000, 2, &f, &a));
    ASSERT(no_children());
    l = looks();
    l.enough_at = 50;
    ASSERT_EQ(CREW_ENOUGH, run(&l, 0, 100000, 2, &f, &a));
    ASSERTm("nothing is taken behind it", l.used && strcmp(l.took + l.used - 8, "50:2500 ") == 0);
    ASSERT(no_children());
    arena_free(&a);
    PASS();
}

static volatile sig_atomic_t came, left;

static void on_signal(int number) {
    (void)number;
    if (++came == 2) left = !no_children();
}

static int never_done(void *user, int64_t number, struct span *text) {
    (void)user, (void)number, (void)text;
    while (getppid() != 1) pause(); /* it is killed */
    return 0;
}

/* Looks, and only then is sent a signal: as if it came between the look and the wait. */
static bool looks_too_early(void *user) {
    const bool so = came > 0;
    if (++*(int *)user <= 2) raise(SIGINT);
    return so;
}

/* Without the hold on signals the first would be lost, and the crew would wait for ever. */
TEST no_signal_is_lost_and_the_second_finds_nobody(void) {
    struct arena a = {0};
    struct crew_failure f;
    int asked = 0;
    struct crew crew = {.count = 9,
                        .jobs = 3,
                        .work = never_done,
                        .take = take,
                        .stopped = looks_too_early,
                        .user = &asked};
    struct sigaction catches = {0}, before;
    catches.sa_handler = on_signal;
    sigaction(SIGINT, &catches, &before);
    came = 0;
    left = 1;
    ASSERT_EQ(CREW_STOPPED, crew_run(&crew, &a, &f));
    sigaction(SIGINT, &before, NULL);
    ASSERT_EQ(2, came);
    ASSERT_EQ(0, left);
    arena_free(&a);
    PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    GREATEST_MAIN_BEGIN();
    RUN_TEST(all_numbers_come_in_order);
    RUN_TEST(of_failures_the_lowest_is_told);
    RUN_TEST(who_dies_is_known_by_his_number);
    RUN_TEST(nobody_is_left_when_it_is_stopped);
    RUN_TEST(no_signal_is_lost_and_the_second_finds_nobody);
    GREATEST_MAIN_END();
}
