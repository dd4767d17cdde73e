/* A library that tests/gates/torture loads before the C library (LD_PRELOAD). It counts what the
 * program and its libraries ask of the C library, and
 *
 *     MYTH_FAIL=N    refuses the N-th request for memory; N+ refuses all from the N-th on
 *     MYTH_SIGNAL=N  sends SIGINT just before the N-th call, in the first process only; a call is a
 *                    request for memory or a function that writes a file (below)
 *     MYTH_COUNT=F   writes both counts, of requests and of calls, to the file F at the end */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *at, size_t size);

static struct {
    unsigned long requests, calls, fail, signal;
    int all;
    pid_t owner;
} state;

__attribute__((constructor)) static void begin(void) {
    const char *fail = getenv("MYTH_FAIL"), *sig = getenv("MYTH_SIGNAL");
    state.owner = getpid();
    state.requests = state.calls = 0; /* the requests of the loader, before this, are not counted */
    state.fail = fail ? strtoul(fail, NULL, 10) : 0;
    state.all = fail && fail[strlen(fail) - 1] == '+';
    state.signal = sig ? strtoul(sig, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *file = getenv("MYTH_COUNT");
    char text[64];
    if (!file || getpid() != state.owner) return;
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int n = snprintf(text, sizeof text, "%lu %lu\n", state.requests, state.calls);
    if (fd < 0 || write(fd, text, (size_t)n) != n) _exit(99);
    close(fd);
}

static void call(void) {
    if (++state.calls == state.signal && getpid() == state.owner) raise(SIGINT);
}

static int refused(void) {
    call();
    state.requests++;
    if (!state.fail || (state.all ? state.requests < state.fail : state.requests != state.fail))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return refused() ? NULL : __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
    return refused() ? NULL : __libc_calloc(n, size);
}
void *realloc(void *at, size_t size) {
    return refused() ? NULL : __libc_realloc(at, size);
}

/* Returns the C library's function of a name that this library has, too. */
static void *behind(const char *name) {
    void *f = dlsym(RTLD_NEXT, name);
    if (!f) _exit(98);
    return f;
}

int mkstemp(char *name) {
    call();
    return ((int (*)(char *))behind("mkstemp"))(name);
}
FILE *fdopen(int fd, const char *mode) {
    call();
    return ((FILE * (*)(int, const char *)) behind("fdopen"))(fd, mode);
}
int fflush(FILE *f) {
    call();
    return ((int (*)(FILE *))behind("fflush"))(f);
}
int fclose(FILE *f) {
    call();
    return ((int (*)(FILE *))behind("fclose"))(f);
}
int rename(const char *from, const char *to) {
    call();
    return ((int (*)(const char *, const char *))behind("rename"))(from, to);
}
int unlink(const char *path) {
    call();
    return ((int (*)(const char *))behind("unlink"))(path);
}
size_t fwrite(const void *at, size_t size, size_t n, FILE *to) {
    call();
    return ((size_t(*)(const void *, size_t, size_t, FILE *))behind("fwrite"))(at, size, n, to);
}
