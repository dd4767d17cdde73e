/*
 * host: Lua for scenario scripts and for rules in Lua. A script names a ruleset,
 * sets up battles, answers their questions or lets policies do so, adds rules of
 * its own, and reads what came of it. host.def lists what it may call.
 *
 * A script runs in a sandbox: an allow-list of functions, a budget of
 * instructions and a ceiling of memory that nothing in the script can outlast,
 * and nothing that differs between two runs (no address, clock, or order of a
 * hash). A rule in Lua is run by replay of the log in its frame, so nothing of a
 * battle lives here. The only room that knows Lua.
 */
#ifndef MYTH_VM_HOST_H
#define MYTH_VM_HOST_H

#include "arena.h"
#include "base.h"
#include "image.h"
#include "policy.h"
#include "run.h"

enum host_end {
    HOST_GOOD,
    HOST_MISTAKE, /* of the script, or of rules while they ran */
    HOST_MISSING, /* something that it names cannot be read */
    HOST_LIMIT,
    HOST_STOPPED, /* the port said so */
    HOST_USAGE    /* a player or ruling of the options that the rules do not have */
};

/* Whom a script asks for what it cannot do itself. Only `rules` and `print` must be there. */
struct host_port {
    /* The image of a ruleset, which lives as long as the host. NULL: `end` says what kind of
     * trouble, `why` says it in a sentence, or is empty when it has been printed. */
    const struct image *(*rules)(void *user, const char *name, enum host_end *end, char *why,
                                 size_t size);
    void (*print)(void *user, const char *text, size_t len);
    /* A battle was made (also by fork), before anything is in it. */
    void (*made)(void *user, struct battle *b);
    /* It has been played to its end. */
    void (*played)(void *user, struct battle *b, bool fork);
    /* A figure of it, for sums over many; the later value of a name holds. */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* The answer to a question, from a tape or a person: 1 answered, 0 left to the script's
     * policies, -1 cannot be answered: `why`. */
    int (*answer)(void *user, struct battle *b, const struct question *q, struct answer *out,
                  char *why, size_t size);
    /* What `answer` said was refused by the rules: a better sentence than the reason alone. */
    const char *(*refused)(void *user, const char *reason);
    /* Exact odds from where a battle stands to its end. `policy` (enum run_policy) answers the
     * choices, POLICY_ASK: as the run says. `look` gives each ended battle a key;
     * `outcome` is then called for each key with its odds, "3/10". `rules` are those that the
     * script has added. False: `why`. */
    bool (*odds)(void *user, struct battle *from, int32_t policy,
                 const struct outside_port *outside, const struct outside_rule *rules,
                 int32_t count, bool (*look)(void *looker, struct battle *ended, int64_t *key),
                 void (*outcome)(void *looker, int64_t key, const char *odds), void *looker,
                 char *why, size_t size);
    bool (*stopped)(void *user); /* ^C */
    void *user;
};

struct host_policy {
    const char *player;
    struct policy policy;
};
struct host_reading {
    const char *ruling, *reading;
};
struct host_options {
    uint64_t seed;
    bool dice_asked; /* dice are questions to the port, not drawn inside */
    bool journal;
    const struct host_policy *policies; /* of the command line: they go before a script's */
    int32_t policy_count;
    const struct host_reading *readings; /* the same */
    int32_t reading_count;
    uint64_t steps, bytes; /* 0: the limits of limit.def */
};

struct host;
struct host *host_new(const struct host_options *options, const struct host_port *port);
void host_free(struct host *h);
/* Runs a script; `path` is what its messages say. Anything but HOST_GOOD: host_why. */
enum host_end host_run(struct host *h, const char *path, const char *text, size_t len);
/* One located message, without a line end; "" when it has been printed by the port. */
const char *host_why(const struct host *h);
/* The error of the rules that ended the script, with the image of its places; false if none. */
bool host_rule_error(const struct host *h, const struct image **img, struct run_error *error);

/* Reads the Lua leaves of an image that asks for some; image_free closes them. False: why. */
bool host_leaves(struct image *img, char *why, size_t size);

/* The reference of what a script may call, in the order of host.def. */
struct host_row {
    const char *section, *form, *sentence;
};
int32_t host_rows(void);
struct host_row host_row(int32_t i);

#endif
