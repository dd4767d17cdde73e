/*
 * policy: players that look ahead. At a question, such a player makes a view of the battle, which
 * holds only what he may know. He tries possible answers in forks (copies) of the view, plays on
 * from each, and takes the answer that leads to the highest `number worth(p: player)` of the
 * ruleset. The random numbers that he needs come from his own stream. This room knows no game.
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
    int64_t budget; /* playouts for one question; not used by kinds without a budget */
};
/* A row of policy.def. */
struct policy_row {
    const char *name, *sentence;
    /* least: the least budget; first: the budget if the text names none, 0: the kind has no
     * budget */
    int64_t least, first;
};
const struct policy_row *policy_row(enum policy_kind kind);
/* Reads a policy from `len` bytes of text, as "greedy" or "search:200". Returns NULL and sets *out,
 * or writes the mistake to `why` and returns `why`. */
const char *policy_read(const char *text, size_t len, struct policy *out, char *why, size_t size);
/* Writes a policy to `out` in the form that policy_read reads. Returns `out`. */
const char *policy_text(struct policy p, char *out, size_t size);
/* Whether the machine itself can answer by this policy, without looking ahead. Sets *as to the
 * policy of `run` that does, or to POLICY_ASK. */
bool policy_inside(struct policy p, enum run_policy *as);

/* A thinker looks ahead for any player of any battle of one image. It holds two battles for this,
 * which it keeps from question to question. */
struct thinker;
struct thinker *thinker_new(const struct image *img);
/* Sets a function that is called now and then while the thinker looks ahead; if it returns true,
 * the thinker stops. NULL: no function is called. */
void thinker_stop(struct thinker *t, bool (*stopped)(void *user), void *user);
void thinker_free(struct thinker *t);
/* Returns NULL if a thinker can look ahead with these rules, otherwise a sentence that says what
 * the rules lack. */
const char *thinker_lacks(const struct thinker *t);
/* Sets *out to an answer to the present question of the battle. The answer is valid until the next
 * call. Returns false if there is no question, if the rules failed in the battle or in a fork
 * (thinker_error), or if the thinker was stopped. */
bool thinker_answer(struct thinker *t, struct policy p, struct battle *b, struct answer *out);
/* Returns the error that made the last thinker_answer fail; NULL if the rules did not fail. */
const struct run_error *thinker_error(const struct thinker *t);

#endif
