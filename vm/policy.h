/*
 * policy: players that look ahead. At a question, such a player plays on in forks of what he may
 * know of the battle, and takes the answer that turned out best by the ruleset's own `number
 * worth(p: player)`. He draws what he needs from his own stream. This room knows no game.
 */
#ifndef MYTH_VM_POLICY_H
#define MYTH_VM_POLICY_H

#include "base.h"
#include "image.h"
#include "run.h"

enum policy_kind {
#define POLICY(name, text, least, first, sentence) POLICY_KIND_##name,
#include "policy.def"
#undef POLICY
    POLICY_KIND_COUNT_
};
struct policy {
    enum policy_kind kind;
    int64_t budget; /* number of playouts for one question, of kinds that have a budget */
};
struct policy_row {
    const char *name, *sentence;
    int64_t least, first; /* the least budget; the budget if none is named; 0: the kind has none */
};
const struct policy_row *policy_row(enum policy_kind kind);
/* Reads "greedy" or "search:200", of len bytes. NULL, or the mistake, written to `why`. */
const char *policy_read(const char *text, size_t len, struct policy *out, char *why, size_t size);
/* Writes a policy as policy_read reads it. */
const char *policy_text(struct policy p, char *out, size_t size);
/* Whether the machine itself can answer for it, as that policy of run. */
bool policy_inside(struct policy p, enum run_policy *as);

/* The battles used for looking ahead, kept from question to question. */
struct thinker;
struct thinker *thinker_new(const struct image *img);
/* Asked now and then while it looks ahead: true ends that. NULL: nobody is asked. */
void thinker_stop(struct thinker *t, bool (*stopped)(void *user), void *user);
void thinker_free(struct thinker *t);
/* NULL: it can think about battles of these rules; otherwise why not, in a sentence. */
const char *thinker_lacks(const struct thinker *t);
/* Gives an answer to the present question, which is put to a player; valid until the next call.
 * False: there is no question, the rules failed, here or in a fork (thinker_error), or it was
 * stopped. */
bool thinker_answer(struct thinker *t, struct policy p, struct battle *b, struct answer *out);
/* The error of the last answer; NULL: there was none, or it was stopped. */
const struct run_error *thinker_error(const struct thinker *t);

#endif
