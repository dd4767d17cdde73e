/*
 * rows: computes quantities (numbers, truths, values, and fields that rules change) and decides
 * which things are in force. A row is a rule that changes a quantity, like `+1 to hit when …`. This
 * room gathers the rows that apply, orders them, has the condition and amount of each evaluated
 * (state.evaluate), applies them, and tells the journal which of them counted.
 *
 * A guard is a test at the beginning of a rule's condition that this room answers without running
 * code, or leaves open if that cannot be (rows_guard.c). A rule may belong to a blueprint; its
 * instances are the things of that blueprint, and the rule speaks once for each instance in force.
 *
 * This room writes nothing to the World.
 */
#ifndef MYTH_VM_ROWS_H
#define MYTH_VM_ROWS_H

#include "frame.h"
#include "state.h"

/* Computes a quantity for these arguments, as seen from env, or recalls the remembered result.
 * Returns false if an error was kept (state_fail). */
bool rows_value(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
                int32_t count, int64_t *result);
/* Sets *result to the remembered value of a quantity. Returns false if none is remembered. */
static inline bool rows_recalled(struct state *s, int32_t quantity, enum accounts accounts,
                                 const int64_t *args, int32_t count, int64_t *result) {
    return s->memory.numbers[quantity].way == WAY_KEPT && state_recalls(s, accounts) &&
           state_recall(s, quantity, args, count, result);
}
/* Computes a quantity like rows_value, but does not look for a remembered result of it. Remembers
 * the result. */
bool rows_anew(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
               int32_t count, int64_t *result);
/* Computes a field of a thing, with its rows. The field of no thing (NONE) is NONE. Returns false
 * on an error. */
bool rows_field(struct state *s, int32_t field, const struct env *env, int64_t thing,
                int64_t *result);
/* Sets *yes to whether a thing is in force, that is, whether its rules speak and `x is f` sees it.
 * Returns false on an error. */
bool rows_in_force(struct state *s, int64_t thing, enum accounts accounts, bool *yes);
/* Whether a thing would be in force if no row of in_force spoke of it: it is in play, and a feature
 * has a bearer, an item a bearer in play, and a card lies in no pile. */
bool rows_in_force_by_itself(const struct state *s, int64_t thing);
/* Derives what all battles of the image share, also the guards of its rules. Whoever makes an image
 * calls this once, before the first battle. */
void rows_derive(struct image *img);
/* The verdict of the guards of a rule's condition. NO: the condition does not hold. YES: it holds.
 * OPEN: its code has to be run, from instruction *begin on; this verdict holds until the World
 * changes. `args` are the arguments of the quantity if the rule is a row, otherwise NULL. */
enum rows_guarded { GUARDED_NO, GUARDED_OPEN, GUARDED_YES };
enum rows_guarded rows_guards(struct state *s, int32_t rule, const struct env *env,
                              const int64_t *args, int32_t *begin);
/* Asks the guards in two parts, for a rule with several instances. rows_guards_of_all asks once
 * those guards that do not read the instance. rows_guards_of_one then asks the others for the
 * instance env->self; `all` is what the first part said. */
enum rows_guarded rows_guards_of_all(struct state *s, int32_t rule, const struct env *env);
enum rows_guarded rows_guards_of_one(struct state *s, int32_t rule, const struct env *env,
                                     enum rows_guarded all, int32_t *begin);
/* Whether the guards of a truth (state_number.guarded) show that it is no for these arguments, so
 * that it need not be computed. */
bool rows_refuses(struct state *s, int32_t truth, const struct env *env, const int64_t *args);
/* Whether no guard may be asked, because somebody counts which code runs, or because rules in Lua
 * may change sides or what is in force. */
static inline bool rows_unasked(const struct state *s) {
    return WITHOUT_GUARDS || state_watched(s) || s->outside_count;
}
/* A number that changes whenever rulings are set or the World is replaced or undone, and whenever
 * guards begin or cease to be asked. Never 0. rows_settle forgets which rules and kinds rulings
 * mute. */
void rows_settle(struct state *s);
static inline uint32_t rows_settled(struct state *s) {
    if (MYTH_UNLIKELY(s->silent_turns != s->w.turns + 1)) rows_settle(s);
    return s->settled << 1 | rows_unasked(s);
}
/* Whether a ruling makes a rule's condition refuse everything. False where guards may not be
 * asked. */
enum { ROWS_MUTED = 1 };
bool rows_mute(struct state *s, int32_t rule); /* finds out what rows_muted returns */
static inline bool rows_muted(struct state *s, int32_t rule) {
    const bool known = s->silent_turns == s->w.turns + 1 && s->muted[rule];
    return MYTH_LIKELY(known) ? s->muted[rule] == ROWS_MUTED : rows_mute(s, rule);
}
/* The first guard of a rule whose condition gets one thing, if that guard compares a word of this
 * thing with a number; otherwise NULL. rows_word_refuses asks this guard about a thing. */
const struct state_guard *rows_first_word(const struct state *s, int32_t rule);
static inline bool rows_word_refuses(const struct state *s, const struct state_guard *g,
                                     int64_t thing) {
    const int64_t word = state_word(s, thing, (uint32_t)g->a.word[0]);
    return image_compares_read((enum opcode)g->of, g->first, word, g->b.value) != g->yes;
}
/* Up to ROWS_CANDIDATES pairs of a rule and an instance for which the rule's guards neither refuse
 * nor suffice, so that its condition has to be run, from instruction `begin` on. `self` is the
 * instance; NONE for a rule at the top of a file. */
enum { ROWS_CANDIDATES = 8 };
struct rows_candidates {
    int32_t count;
    struct {
        int32_t rule, begin;
        int64_t self;
    } at[ROWS_CANDIDATES];
};
/* Adds a rule, once for each instance that its guards do not refuse. Returns false if the rules
 * fail, or if the list does not suffice to tell whether the rule speaks: guards are not asked,
 * guards alone say that it speaks, the list is full, or finding out whether an instance is in force
 * would need code to run. */
bool rows_listen(struct state *s, int32_t rule, const struct env *env,
                 struct rows_candidates *candidates);
/* Whether guards alone show that no row of in_force, which is q, applies to this thing. The value
 * of the quantity is then its start, and nothing is told to the journal. */
bool rows_silent(struct state *s, const struct image_quantity *q, int64_t thing);
/* A walk over the instances for which a rule speaks now. */
struct rows_speakers {
    const struct image_rule *rule;
    /* features and items borne by the thing that the rule's key names (of any blueprint), or, for a
     * rule without a key, all instances of its blueprint */
    struct view among;
    int64_t next;
    enum accounts accounts; /* of asking whether an instance is in force */
    bool once; /* the rule stands at the top of a file: it speaks once, without an instance */
};
/* The list for rows_speakers.among; `rule` belongs to a blueprint with an instance in play. */
struct view rows_speaking(const struct state *s, const struct image_rule *rule,
                          const int64_t *roles);
static inline struct rows_speakers rows_speakers(const struct state *s,
                                                 const struct image_rule *rule,
                                                 const int64_t *roles, enum accounts accounts) {
    struct rows_speakers from = {rule, {NULL, 0}, 0, accounts, rule->blueprint < 0};
    bool some = rule->blueprint >= 0 && state_global(s, state_instances_at(s, rule->blueprint));
    if (some) from.among = rows_speaking(s, rule, roles);
    return from;
}
/* Sets *self to the next instance in `among` that is in force. Returns false if there are no more,
 * and sets *ok to false on an error. */
bool rows_next_speaker(struct state *s, struct rows_speakers *from, int64_t *self, bool *ok);
/* Sets *self to the next instance in force for which the rule speaks; to NONE, once, for a rule at
 * the top of a file. Returns false if there are no more, with *ok false on an error. */
static inline bool rows_speaker(struct state *s, struct rows_speakers *from, int64_t *self,
                                bool *ok) {
    *ok = true;
    if (from->next < from->among.count) return rows_next_speaker(s, from, self, ok);
    if (!from->once) return false;
    from->once = false;
    *self = NONE;
    return true;
}

#endif
