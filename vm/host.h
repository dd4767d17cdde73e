/*
 * host: Lua for scenario scripts and for rules in Lua; the only room that knows Lua. A script names
 * a ruleset, sets up battles, answers their questions or lets policies do so, adds rules of its
 * own, and reads what came of it. host.def lists what it may call.
 *
 * A script runs in a sandbox: an allow-list of functions, a budget of instructions and a ceiling of
 * memory that nothing in the script can get past, and nothing that differs between two runs (no
 * address, clock, or order of a hash). A rule in Lua is run by replay of the log in its frame, so
 * no state of a battle lives here.
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
    HOST_MISTAKE, /* a mistake in the script, or in rules while they ran */
    HOST_MISSING, /* something that the script names cannot be read */
    HOST_LIMIT,
    HOST_STOPPED, /* the port asked to stop */
    HOST_USAGE    /* the options name a player or ruling that the rules do not have */
};

/* What a script asks the odds of: from where a battle stands to its end. */
struct host_odds {
    struct battle *from;
    int32_t
        policy; /* enum run_policy answers the choices; POLICY_ASK: the policies of the run do */
    const struct outside_port *outside; /* the rules that the script has added */
    const struct outside_rule *rules;
    int32_t rules_count;
    /* `look` gives each ended battle a key; then `outcome` is called for each key with its odds,
     * "3/10". False: it failed. */
    bool (*look)(void *looker, struct battle *ended, int64_t *key);
    void (*outcome)(void *looker, int64_t key, const char *odds);
    void *looker;
};

/* The program's services for a script. Only `rules` and `print` must be set. */
struct host_port {
    /* Gives the image of a ruleset, which must live as long as the host. NULL: `end` is the sort of
     * trouble, and `why` says it in a sentence, or is empty if it was printed already. */
    const struct image *(*rules)(void *user, const char *name, enum host_end *end, char *why,
                                 size_t size);
    void (*print)(void *user, const char *text, size_t len);
    /* A battle was made (also by fork); nothing is in it yet. */
    void (*made)(void *user, struct battle *b);
    /* A battle was played to its end. */
    void (*played)(void *user, struct battle *b, bool fork);
    /* The script gave a figure of a battle, for sums over many battles; a later value of the same
     * name replaces the earlier one. */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* Asks for the answer to a question, from a tape or a person. 1: answered; 0: left to the
     * script's policies; -1: it cannot be answered, `why` says so. */
    int (*answer)(void *user, struct battle *b, const struct question *q, struct answer *out,
                  char *why, size_t size);
    /* The rules refused what `answer` gave: makes a better message than the reason alone. */
    const char *(*refused)(void *user, const char *reason);
    /* Computes exact odds. False: `why` says the reason. */
    bool (*odds)(void *user, const struct host_odds *what, char *why, size_t size);
    bool (*stopped)(void *user); /* whether to stop: ^C */
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
    bool dice_asked; /* dice are asked of the port, not drawn */
    bool journal;
    /* from the command line; they replace those of the script */
    const struct host_policy *policies;
    int32_t policy_count;
    const struct host_reading *readings; /* likewise */
    int32_t reading_count;
    uint64_t steps, bytes; /* 0: the limits of limit.def */
};

struct host;
struct host *host_new(const struct host_options *options, const struct host_port *port);
void host_free(struct host *h);
/* Runs a script, named `path` in messages. If the result is not HOST_GOOD, host_why says why. */
enum host_end host_run(struct host *h, const char *path, const char *text, size_t len);
/* One message with its place, without a line end; "" if the port has printed it. */
const char *host_why(const struct host *h);
/* The error in the rules that ended the script, with the image that its places refer to; false:
 * there was none. */
bool host_rule_error(const struct host *h, const struct image **img, struct run_error *error);

/* Reads the Lua leaves of an image that needs some; image_free closes them. False: `why` says the
 * reason. */
bool host_leaves(struct image *img, char *why, size_t size);

/* The reference of all that a script may call, in the order of host.def. */
struct host_row {
    const char *section, *form, *sentence;
};
int32_t host_rows(void);
struct host_row host_row(int32_t i);

#endif
