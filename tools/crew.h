/*
 * crew: spreads work over processes. The work is a row of numbers, which are handed out in order.
 * Each number is worked on by one of several worker processes, with memory of its own, and the
 * results are delivered in order again, so the output does not depend on how many processes there
 * are. If a number fails or a worker dies at one, the results before that number are still
 * delivered, the work ends, and the failure names the number. The room knows nothing of battles.
 */
#ifndef MYTH_TOOLS_CREW_H
#define MYTH_TOOLS_CREW_H

#include "../vm/arena.h"
#include "../vm/base.h"

struct crew {
    int64_t first, count; /* the numbers of the work: `count` of them (1 or more) from `first` on */
    /* how many processes, 1 or more; no more are started than there are numbers */
    int jobs;
    /* Called in a worker process: works on a number and sets `text` to the result, which must stay
     * good until the next call. Returns 0, or a code above 0 if the number failed; then `text` is
     * not delivered, and what the process has written to stdout and stderr says why. */
    int (*work)(void *user, int64_t number, struct span *text);
    /* Called in the caller's process with the result of each number, in order. Returns false if no
     * more results are wanted. */
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    /* Called after some results were delivered, with how many were delivered in all. NULL: not
     * wanted. */
    void (*done)(void *user, int64_t count);
    bool (*stopped)(void *user); /* whether ^C was typed; asked in every process */
    void *user;
};

enum crew_end {
    CREW_GOOD,
    CREW_ENOUGH, /* `take` returned false */
    /* a number failed, or the process that worked on it died; the failure tells the lowest such
     * number, and `take` was given the results of all numbers below it */
    CREW_FAILED,
    CREW_STOPPED, /* ^C was typed: `stopped` returned true */
    /* a process, a pipe or a temporary file could not be made; `why` of the failure says why */
    CREW_TROUBLE
};
/* Why crew_run ended with CREW_FAILED (number, code, signal, said) or CREW_TROUBLE (why). After
 * another end the fields mean nothing. */
struct crew_failure {
    int64_t number;
    /* the code that `work` returned or the process exited with, and the signal that killed the
     * process; 0 if there is none */
    int code, signal;
    /* what the process wrote to stdout and stderr, at most 100,000 bytes, in the arena */
    const char *said;
    const char *why;
};
/* Runs the work. Returns when it is done or ended; no worker process is left then. */
enum crew_end crew_run(const struct crew *crew, struct arena *arena, struct crew_failure *failure);
/* Returns the number of processors of the machine, from 1 to 256. */
int crew_processors(void);

#endif
