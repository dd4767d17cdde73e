/*
 * policy: players that look ahead. Each plays on in forks of what its player may know of the
 * battle, which it is asked about, and takes what turned out best by the ruleset's own `number
 * worth(p: player)`. Draws what it needs from its player's stream; knows no game.
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
    int64_t budget; /* playouts for one question, of those that have one */
};
struct policy_row {
    const char *name, *sentence;
    int64_t least, first; /* the least budget, and that which holds where none is named; 0: none */
};
const struct policy_row *policy_row(enum policy_kind kind);
/* "greedy", "search:200"; len bytes. NULL, or what is wrong, in `why`. */
const char *policy_read(const char *text, size_t len, struct policy *out, char *why, size_t size);
/* As policy_read reads it. */
const char *policy_text(struct policy p, char *out, size_t size);
/* Whether the machine answers for it itself. */
bool policy_inside(struct policy p, enum run_policy *as);

/* The battles in which it is looked ahead, kept from question to question. */
struct thinker;
struct thinker *thinker_new(const struct image *img);
void thinker_free(struct thinker *t);
/* NULL: it can think of battles of these rules; else why not, in a sentence. */
const char *thinker_lacks(const struct thinker *t);
/* An answer to the question at hand, which a player is asked; good until the next. False: nothing
 * is asked, or the rules failed, here or where it looked ahead: thinker_error. */
bool thinker_answer(struct thinker *t, struct policy p, struct battle *b, struct answer *out);
/* How they failed when it last answered; NULL: they did not. */
const struct run_error *thinker_error(const struct thinker *t);

#endif
