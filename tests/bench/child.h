/* child: runs another program to its end and measures what it took. */
#ifndef MYTH_TESTS_BENCH_CHILD_H
#define MYTH_TESTS_BENCH_CHILD_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The cost of a child process, with the processes that it started. */
struct bench_spent {
    double ms;      /* milliseconds of processor time, not of the clock */
    int64_t memory; /* the peak of the process's memory, in KB */
};

/* Runs a command to its end, with its output in the file `into`. Ends the bench if the command
 * fails. */
static inline struct bench_spent bench_run(const char *const *words, const char *into) {
    struct rusage use;
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int out = open(into, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (out >= 0 && dup2(out, STDOUT_FILENO) >= 0) execvp(words[0], (char **)(uintptr_t)words);
        fprintf(stderr, "bench: %s cannot be run\n", words[0]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &use) != child || status != 0) {
        fprintf(stderr, "bench: %s %s failed\n", words[0], words[1]);
        exit(1);
    }
    return (struct bench_spent){(double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000 +
                                    (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1000,
                                use.ru_maxrss};
}

#endif
