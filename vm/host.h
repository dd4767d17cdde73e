/*
 * host: Lua for scenario scripts, for rules in Lua and for leaves (numbers of rule text that Lua
 * computes). This is the only room that knows Lua. A script names a ruleset, sets up battles,
 * answers their questions or lets policies do so, adds rules of its own, and reads what came of a
 * battle. host.def lists what a script may call.
 *
 * A script runs behind a fence: an allow-list of functions, a budget of instructions, and a limit
 * on memory, none of which a script can get past. Nothing that a script sees differs between two
 * runs: no address, no clock, no order of a hash table.
 *
 * A rule in Lua has a handler, a Lua function that is run again from its start after each of its
 * calls into the rules. A log in the World (in the frame of the rule) answers its earlier calls, so
 * between two calls nothing of a running handler is kept in this room.
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
    HOST_LIMIT,   /* a limit was passed */
    HOST_STOPPED, /* the port asked to stop */
    HOST_USAGE    /* the options name a player, ruling or policy that does not fit the rules */
};

/* A request of battle:odds: the exact odds of what a battle comes to, from where it stands to its
 * end. */
struct host_odds {
    struct battle *from;
    /* enum run_policy: what answers the choices of all players; POLICY_ASK: the policies of the
     * command line do */
    int32_t policy;
    const struct outside_port *outside; /* runs the rules that the script has added */
    const struct outside_rule *rules;
    int32_t rules_count;
    /* `look` sets *key to a number for what an ended battle came to; it returns false if it fails.
     * Then `outcome` is called once for each key, with its odds as a fraction, such as "3/10", or a
     * whole number. */
    bool (*look)(void *looker, struct battle *ended, int64_t *key);
    void (*outcome)(void *looker, int64_t key, const char *odds);
    void *looker;
};

/* The program's services for a script. Only `rules` and `print` must be set. */
struct host_port {
    /* Returns the image of a ruleset, which must live as long as the host. Otherwise returns NULL,
     * with *end set to the sort of trouble and `why` to a sentence, or to "" if a message was
     * printed already. */
    const struct image *(*rules)(void *user, const char *name, enum host_end *end, char *why,
                                 size_t size);
    /* Returns the path of the file that `require` names, and sets *text to what is in it; NULL:
     * there is none. The same name always gives the same text. If the member is NULL, scripts have
     * no `require`. */
    const char *(*module)(void *user, const char *name, struct span *text);
    void (*print)(void *user, const char *text, size_t len);
    /* Takes notice that a battle was made, also by fork, but no view; nothing is in the battle
     * yet. */
    void (*made)(void *user, struct battle *b);
    /* Takes notice that a battle, which is no view, was played to its end. */
    void (*played)(void *user, struct battle *b, bool fork);
    /* Takes a figure that the script has given for a battle, for sums over many battles. A later
     * value of the same name replaces the earlier one. */
    void (*figure)(void *user, struct battle *b, const char *name, bool truth, int64_t value);
    /* Sets *out to an answer to a question, from a tape or a person. Returns 1 if there is one; 0
     * if the question is left to the script's policies; -1 if it cannot be answered, with `why` set
     * to the reason. */
    int (*answer)(void *user, struct battle *b, const struct question *q, struct answer *out,
                  char *why, size_t size);
    /* Returns the message for an answer of `answer` that the rules have refused for this reason. */
    const char *(*refused)(void *user, const char *reason);
    /* Computes exact odds. Returns false if it cannot, with `why` set to the reason. */
    bool (*odds)(void *user, const struct host_odds *what, char *why, size_t size);
    bool (*stopped)(void *user); /* whether the script is to stop, as after ^C */
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
    bool dice_asked; /* the port answers for dice; otherwise they are drawn */
    bool journal;    /* battles keep a journal */
    bool brief;      /* as in struct run_options */
    /* policies and readings of rulings from the command line, which replace those of the script */
    const struct host_policy *policies;
    int32_t policy_count;
    const struct host_reading *readings;
    int32_t reading_count;
    uint64_t steps, bytes; /* most instructions and memory; 0: the limits of limit.def */
};

struct host;
struct host *host_new(const struct host_options *options, const struct host_port *port);
void host_free(struct host *h);
/* Runs a script, named `path` in messages. If the result is not HOST_GOOD, host_why says why. */
enum host_end host_run(struct host *h, const char *path, const char *text, size_t len);
/* Returns the message about the end of the last run, with its place, without a line end; "" if the
 * port has printed it. */
const char *host_why(const struct host *h);
/* Sets *error to the error in the rules that ended the script, and *img to the image to which its
 * places refer. Returns false if there was no such error. */
bool host_rule_error(const struct host *h, const struct image **img, struct run_error *error);

/* Reads the Lua leaves of an image, if it has any; image_free closes them. Returns false if they
 * cannot be read, with `why` set to the reason. */
bool host_leaves(struct image *img, char *why, size_t size);

/* The reference of all that a script may call (`myth doc lua`), in the order of host.def. */
struct host_row {
    const char *section, *form, *sentence;
};
int32_t host_rows(void);
struct host_row host_row(int32_t i);

#endif
