/*
 * crew: spreads work over processes. The work is a row of numbers, which are handed out in order.
 * Each number is worked on by one of several worker processes, with memory of its own, and the
 * results are delivered in order again, so the output does not depend on how many processes there
 * are. If a worker dies, only the number that it worked on is lost, and that number is known. The
 * room knows nothing of battles.
 */
#ifndef MYTH_TOOLS_CREW_H
#define MYTH_TOOLS_CREW_H

#include "../vm/arena.h"
#include "../vm/base.h"

struct crew {
    int64_t first, count; /* the numbers of the work: `count` of them from `first` on */
    int jobs;             /* how many processes; no more are started than there are numbers */
    /* Called in a worker process: works on a number and sets `text` to the result, which must stay
     * good until the next call. Returns 0, or a code above 0 if the number failed; what the process
     * has written to stdout and stderr then says why. */
    int (*work)(void *user, int64_t number, struct span *text);
    /* Called in the caller's process with the result of each number, in order. Returns false if no
     * more results are wanted. */
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    /* Called as results are delivered, with how many were delivered so far. NULL: not wanted. */
    void (*done)(void *user, int64_t count);
    bool (*stopped)(void *user); /* whether ^C was typed; asked in every process */
    void *user;
};

enum crew_end {
    CREW_GOOD,
    CREW_ENOUGH, /* `take` returned false */
    /* a number failed, or its process died; the failure tells the lowest such number */
    CREW_FAILED,
    CREW_STOPPED, /* ^C was typed; no process works any longer */
    CREW_TROUBLE  /* the system gives no processes; `why` of the failure says why */
};
/* Why crew_run ended by CREW_FAILED (number, code, signal, said) or CREW_TROUBLE (why). */
struct crew_failure {
    int64_t number;
    /* the code that `work` returned or the process exited with, and the signal that killed the
     * process; 0 if there is none */
    int code, signal;
    const char *said; /* what the process wrote to stdout and stderr, in the arena */
    const char *why;
};
/* Runs the work. Returns when the work is done or ended; no worker process is left then. */
enum crew_end crew_run(const struct crew *crew, struct arena *arena, struct crew_failure *failure);
/* Returns the number of processors of the machine, from 1 to 256. */
int crew_processors(void);

#endif
