#include "crew.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* The data that the pipes carry: spans of numbers to a worker, and results back. */
struct span_of_work {
    int64_t first, count; /* count 0: tells the worker to end */
};
struct result {
    int64_t number;
    int32_t code;
    uint32_t len; /* how many bytes of text follow */
};

/* AHEAD: how many spans a worker has at a time, the one that it works on included. SPAN_MOST: the
 * most numbers of a span. WAITING_MOST: room for results that wait for those of lower numbers. */
enum { AHEAD = 2, SPAN_MOST = 64, WAITING_MOST = 1 << 16 };

struct worker {
    pid_t pid;
    int to, from; /* pipes; -1: closed */
    FILE *said;   /* the file in which the worker's stdout and stderr end up */
    char *in;     /* bytes of results that are not complete yet */
    size_t in_used, in_room;
    /* what is left of the span that the worker works on, and the next span */
    struct span_of_work at[AHEAD];
    int spans;
};
struct held { /* a result that waits until all before it have been delivered */
    char *text;
    size_t len;
    bool there;
};
struct team {
    const struct crew *crew;
    struct arena *arena;
    struct worker *worker;
    int workers;
    int64_t next;  /* the number that is handed out next */
    int64_t taken; /* the number that is delivered next */
    int64_t end;   /* one past the last number that is still wanted */
    int64_t span;
    sigset_t outside;  /* the signals that are blocked outside of the crew's run */
    struct held *held; /* the result of number n, at n % WAITING_MOST */
    struct crew_failure failure;
    bool failed, enough;
};

/* ---- Bytes --------------------------------------------------------------------------------- */

static bool write_all(int fd, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool read_all(int fd, void *bytes, size_t size) {
    char *at = bytes;
    while (size) {
        ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* ---- A worker ------------------------------------------------------------------------------ */

/* Ends this worker when the parent has ended: the kernel kills it whenever that happens (Linux
 * alone can do so), and it exits here if it has happened already. */
static void follow(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(0);
}

static MYTH_NORETURN void work(const struct crew *crew, int in, int out, FILE *said) {
    dup2(fileno(said), STDERR_FILENO);
    dup2(fileno(said), STDOUT_FILENO);
    struct span_of_work span;
    while (read_all(in, &span, sizeof span) && span.count) {
        for (int64_t i = 0; i < span.count; i++) {
            struct span text = {"", 0};
            int code = crew->work(crew->user, span.first + i, &text);
            fflush(NULL);
            struct result r = {span.first + i, code, (uint32_t)text.len};
            /* Each result is sent as soon as it is there, so that it is not lost if this process
             * dies at the next number. */
            bool sent = write_all(out, &r, sizeof r) && write_all(out, text.at, text.len);
            if (!sent || code || crew->stopped(crew->user)) _exit(0);
        }
    }
    _exit(0);
}

/* ---- The team ------------------------------------------------------------------------------ */

static void close_pipe(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static bool start(struct team *t, struct worker *w) {
    int to[2], from[2];
    w->to = w->from = -1;
    w->pid = -1;
    w->said = tmpfile();
    if (!w->said && errno == ENOMEM) memory_exhausted();
    if (!w->said || pipe(to) != 0) return false;
    if (pipe(from) != 0) {
        close(to[0]), close(to[1]);
        return false;
    }
    if (from[0] >= FD_SETSIZE) { /* pselect could not wait for it */
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        errno = EMFILE;
        return false;
    }
    w->to = to[1];
    w->from = from[0];
    pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        follow(parent);
        sigprocmask(SIG_SETMASK, &t->outside, NULL);
        /* The worker closes the parent's ends of all pipes made so far, which it has inherited.
         * Else the workers started before would not see their pipes end when the parent closes
         * them. */
        for (struct worker *o = t->worker; o <= w; o++) close_pipe(&o->to), close_pipe(&o->from);
        work(t->crew, to[0], from[1], w->said);
    }
    close(to[0]);
    close(from[1]);
    return w->pid > 0;
}

static void hand_out(struct team *t, struct worker *w) {
    while (w->to >= 0 && w->spans < AHEAD && t->next < t->end &&
           t->next - t->taken < WAITING_MOST - SPAN_MOST) {
        struct span_of_work span = {t->next,
                                    t->end - t->next < t->span ? t->end - t->next : t->span};
        if (!write_all(w->to, &span, sizeof span)) {
            /* the worker has died; `hear` will find its other pipe at its end */
            close_pipe(&w->to);
            return;
        }
        t->next += span.count;
        w->at[w->spans++] = span;
    }
}

static const char *what_it_said(struct team *t, struct worker *w) {
    fseek(w->said, 0, SEEK_END);
    long size = ftell(w->said);
    if (size < 0) size = 0;
    if (size > 100000) size = 100000;
    char *text = arena_new(t->arena, (size_t)size + 1);
    rewind(w->said);
    text[fread(text, 1, (size_t)size, w->said)] = 0;
    return text;
}

/* Notes that a number failed. All numbers below it are still waited for; if one of those fails,
 * that failure replaces this one, and a failure at a higher number is passed over. So the lowest
 * failure is reported, however many processes there are. */
static void fails(struct team *t, struct worker *w, int64_t number, int code, int signal) {
    if (number >= t->end) return;
    t->failed = true;
    t->end = number;
    t->failure = (struct crew_failure){number, code, signal, what_it_said(t, w), ""};
}

static void take_results(struct team *t) {
    for (;;) {
        struct held *h = &t->held[t->taken % WAITING_MOST];
        if (t->taken >= t->end || !h->there || t->enough) return;
        t->enough = !t->crew->take(t->crew->user, t->taken, h->text, h->len);
        memory_free(h->text);
        *h = (struct held){0};
        t->taken++;
    }
}

static void result(struct team *t, struct worker *w, const struct result *r, const char *text) {
    struct span_of_work *span = &w->at[0];
    ASSERT(w->spans && span->first == r->number);
    span->first++;
    if (--span->count == 0) {
        w->at[0] = w->at[1];
        w->spans--;
    }
    if (r->code) {
        fails(t, w, r->number, r->code, 0);
        return;
    }
    struct held *h = &t->held[r->number % WAITING_MOST];
    h->text = memory_new((size_t)r->len + 1);
    memcpy(h->text, text, r->len);
    h->len = r->len;
    h->there = true;
}

static void results(struct team *t, struct worker *w) {
    size_t at = 0;
    struct result r;
    while (w->in_used - at >= sizeof r) {
        memcpy(&r, w->in + at, sizeof r);
        if (w->in_used - at - sizeof r < r.len) break;
        result(t, w, &r, w->in + at + sizeof r);
        at += sizeof r + r.len;
    }
    memmove(w->in, w->in + at, w->in_used - at);
    w->in_used -= at;
}

static void ended(struct team *t, struct worker *w) {
    int status = 0;
    close_pipe(&w->from);
    close_pipe(&w->to);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) continue;
    w->pid = -1;
    if (w->spans == 0) return;
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    fails(t, w, w->at[0].first, number ? 0 : WEXITSTATUS(status), number);
    w->spans = 0;
}

/* Reads what a worker has sent and takes up the results that are complete. Returns false if the
 * worker's pipe has ended or cannot be read. */
static bool hear(struct team *t, struct worker *w) {
    enum { ROOM = 65536 };
    w->in = memory_grow(w->in, &w->in_room, w->in_used + ROOM, 1);
    ssize_t n = read(w->from, w->in + w->in_used, ROOM);
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) return false;
    w->in_used += (size_t)n;
    results(t, w);
    return true;
}

/* Waits for workers and takes what they have sent. Signals come through only while it waits. */
static void go_round(struct team *t) {
    fd_set ready;
    int highest = -1;
    FD_ZERO(&ready);
    for (int i = 0; i < t->workers; i++) {
        hand_out(t, &t->worker[i]);
        const int from = t->worker[i].from;
        if (from >= 0) FD_SET(from, &ready);
        if (from > highest) highest = from;
    }
    if (highest < 0) { /* no worker is left, and number `taken` is still wanted: that one fails */
        fails(t, &t->worker[0], t->taken, 0, 0);
        return;
    }
    if (pselect(highest + 1, &ready, NULL, NULL, NULL, &t->outside) < 0) return; /* a signal came */
    for (int i = 0; i < t->workers; i++) {
        struct worker *w = &t->worker[i];
        if (w->from >= 0 && FD_ISSET(w->from, &ready) && !hear(t, w)) ended(t, w);
    }
    int64_t before = t->taken;
    take_results(t);
    if (t->crew->done && t->taken != before)
        t->crew->done(t->crew->user, t->taken - t->crew->first);
}

static void send_home(struct team *t) {
    for (int i = 0; i < t->workers; i++) {
        struct worker *w = &t->worker[i];
        close_pipe(&w->to);
        close_pipe(&w->from);
        if (w->pid > 0) kill(w->pid, SIGKILL);
    }
    for (int i = 0; i < t->workers; i++) {
        struct worker *w = &t->worker[i];
        while (w->pid > 0 && waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) continue;
        if (w->said) fclose(w->said);
        memory_free(w->in);
    }
    for (int64_t n = 0; t->held && n < WAITING_MOST; n++) memory_free(t->held[n].text);
    memory_free(t->held);
}

/* Blocks the signals by which a person or a scheduler stops a program, and notes in *before what
 * was blocked. So a signal that comes just before the wait is not lost, and a second one, at which
 * a program ends at once, finds no worker alive. */
static void hold_signals(sigset_t *before) {
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGHUP);
    sigprocmask(SIG_BLOCK, &stops, before);
}

enum crew_end crew_run(const struct crew *crew, struct arena *arena, struct crew_failure *failure) {
    struct team t = {.crew = crew,
                     .arena = arena,
                     .workers = crew->jobs < crew->count ? crew->jobs : (int)crew->count,
                     .next = crew->first,
                     .taken = crew->first,
                     .end = crew->first + crew->count};
    t.span = crew->count / t.workers / 8;
    t.span = t.span < 1 ? 1 : t.span > SPAN_MOST ? SPAN_MOST : t.span;
    t.worker = NEW_ARRAY(arena, (size_t)t.workers, struct worker);
    t.held = memory_new(WAITING_MOST * sizeof *t.held);
    /* each worker inherits what is still buffered here, and would write it out, too */
    fflush(NULL);
    hold_signals(&t.outside);
    bool good = true;
    for (int i = 0; good && i < t.workers; i++) good = start(&t, &t.worker[i]);
    enum crew_end end = CREW_GOOD;
    if (!good) t.failure.why = strerror(errno);
    while (good && !t.enough && t.taken < t.end && !crew->stopped(crew->user)) go_round(&t);
    if (!good)
        end = CREW_TROUBLE;
    else if (crew->stopped(crew->user))
        end = CREW_STOPPED;
    else if (t.enough)
        end = CREW_ENOUGH;
    else if (t.failed)
        end = CREW_FAILED;
    send_home(&t);
    sigprocmask(SIG_SETMASK, &t.outside, NULL);
    *failure = t.failure;
    return end;
}

int crew_processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 256 ? 256 : (int)n;
}
