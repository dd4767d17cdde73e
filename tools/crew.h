/*
 * crew: spreads work over processes. It hands out numbers in order; a process with
 * memory of its own works on each, and the results are delivered in order again, so
 * that the output does not depend on how many processes there are. A process that
 * dies loses only the number that it worked on, and that number is known. Knows
 * nothing of battles.
 */
#ifndef MYTH_TOOLS_CREW_H
#define MYTH_TOOLS_CREW_H

#include "../vm/arena.h"
#include "../vm/base.h"

struct crew {
    int64_t first, count; /* the numbers */
    int jobs;             /* processes; never more than numbers */
    /* Called in a worker process: works on a number and gives the result as `text`, which must stay
     * good until the next call. 0, or a code above 0 if the number failed; what the process has
     * written to stderr then says why. */
    int (*work)(void *user, int64_t number, struct span *text);
    /* Called in the caller's process with the result of each number in turn; false: enough. */
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    void (*done)(void *user, int64_t count); /* progress: how many were taken so far; or NULL */
    bool (*stopped)(void *user);             /* ^C was typed; asked in every process */
    void *user;
};

enum crew_end {
    CREW_GOOD,
    CREW_ENOUGH,  /* take wanted no more */
    CREW_FAILED,  /* a number failed, or its process died: the lowest such is told */
    CREW_STOPPED, /* ^C; no process works any longer */
    CREW_TROUBLE  /* the system gives no processes: see `why` */
};
struct crew_failure {
    int64_t number;
    int code, signal; /* one of them is 0 */
    const char *said; /* what its process wrote to stderr, in the arena */
    const char *why;
};
/* Returns when the work is done or ended; no process of it is left then. */
enum crew_end crew_run(const struct crew *crew, struct arena *arena, struct crew_failure *failure);
/* The number of processors of the machine, from 1 to 256. */
int crew_processors(void);

#endif
