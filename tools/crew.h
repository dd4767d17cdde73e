/*
 * crew: work that is spread over processes. Numbers are handed out in order; each
 * is worked on in a process with memory of its own, and what came of it is given
 * out in order again, so that nobody can tell how many worked. A process that
 * dies takes only its own number with it, and that number is known. Knows nothing
 * of battles.
 */
#ifndef MYTH_TOOLS_CREW_H
#define MYTH_TOOLS_CREW_H

#include "../vm/arena.h"
#include "../vm/base.h"

struct crew {
    int64_t first, count; /* the numbers */
    int jobs;             /* processes; never more than numbers */
    /* In a process of its own: what comes of a number, which stays until it works on the next; 0,
     * or a code above 0 when the number failed: then what it has written to stderr says why. */
    int (*work)(void *user, int64_t number, struct span *text);
    /* In this process, number after number: what came of it; false: seen enough. */
    bool (*take)(void *user, int64_t number, const char *text, size_t len);
    void (*done)(void *user, int64_t count); /* so many were taken: now and then; NULL */
    bool (*stopped)(void *user);             /* ^C; in every process */
    void *user;
};

enum crew_end {
    CREW_GOOD,
    CREW_ENOUGH,  /* take said so */
    CREW_FAILED,  /* a number failed, or what worked on it died: the lowest such */
    CREW_STOPPED, /* ^C; nobody works any longer */
    CREW_TROUBLE  /* the system gives no processes: `why` */
};
struct crew_failure {
    int64_t number;
    int code, signal; /* one of them is 0 */
    const char *said; /* on stderr, in the arena */
    const char *why;
};
/* None of its processes is left when it returns. */
enum crew_end crew_run(const struct crew *crew, struct arena *arena, struct crew_failure *failure);
/* As many as the machine has processors at work. */
int crew_processors(void);

#endif
