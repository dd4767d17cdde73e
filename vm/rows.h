/*
 * rows: numbers, truths, values and ruled fields. Gathers the rows that are in
 * force, orders them, has each evaluated (state.evaluate) and applies them; tells
 * the journal which counted. Also what is in force. Writes nothing.
 */
#ifndef MYTH_VM_ROWS_H
#define MYTH_VM_ROWS_H

#include "frame.h"
#include "state.h"

/* The quantity of these arguments as seen from env. False: an error was kept. */
bool rows_value(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
                int32_t count, int64_t *result);
/* The same where it is remembered: false, if it is not. */
static inline bool rows_recalled(struct state *s, int32_t quantity, const int64_t *args,
                                 int32_t count, int64_t *result) {
    return s->memory.numbers[quantity].way == WAY_KEPT && state_recalls(s) &&
           state_recall(s, quantity, args, count, result);
}
/* The same where it is not. */
bool rows_anew(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
               int32_t count, int64_t *result);
/* A field with its rows, of a thing or of none (none). */
bool rows_field(struct state *s, int32_t field, const struct env *env, int64_t thing,
                int64_t *result);
/* Whether a thing's rules speak and `x is f` sees it. */
bool rows_in_force(struct state *s, int64_t thing, bool *yes);
/* Where no row says otherwise. */
bool rows_in_force_by_itself(const struct state *s, int64_t thing);
/* What battles of the image share, the guards of its rules among it (rows_guard.c): once, by
 * whoever makes it, before the first battle. */
void rows_derive(struct image *img);
/* What the guards of a rule's condition come to: it does not hold; it has to be run, at once and
 * from *begin on; it holds. `args`: of a row. */
enum rows_guarded { GUARDED_NO, GUARDED_OPEN, GUARDED_YES };
enum rows_guarded rows_guards(struct state *s, int32_t rule, const struct env *env,
                              const int64_t *args, int32_t *begin);
/* The same in two: first those that ask nothing of the instance whose rule it is, once for all of
 * them; then the others for each. The step that running it would have been is not reckoned. */
enum rows_guarded rows_guards_of_all(struct state *s, int32_t rule, const struct env *env);
enum rows_guarded rows_guards_of_one(struct state *s, int32_t rule, const struct env *env,
                                     enum rows_guarded all, int32_t *begin);
/* Guards are not asked: who counts has all of it run; rows in Lua may speak of sides, or of what is
 * in force. */
static inline bool rows_unasked(const struct state *s) {
    return WITHOUT_GUARDS || state_watched(s) || s->outside_count;
}
/* What changes with what is said of rules by how doubts are settled, and by whether guards are
 * asked; never 0. */
void rows_settle(struct state *s);
static inline uint32_t rows_settled(struct state *s) {
    if (MYTH_UNLIKELY(s->silent_turns != s->w.turns + 1)) rows_settle(s);
    return s->settled << 1 | rows_unasked(s);
}
/* Whether a doubt, as it is settled in this battle, refuses a rule whatever it is asked of. */
enum { ROWS_MUTED = 1 };
bool rows_mute(struct state *s, int32_t rule); /* where that is not known */
static inline bool rows_muted(struct state *s, int32_t rule) {
    const bool known = s->silent_turns == s->w.turns + 1 && s->muted[rule];
    return MYTH_LIKELY(known) ? s->muted[rule] == ROWS_MUTED : rows_mute(s, rule);
}
/* The first guard of a rule about one thing, if it asks of a word of that thing; NULL. */
const struct state_guard *rows_first_word(const struct state *s, int32_t rule);
static inline bool rows_word_refuses(const struct state *s, const struct state_guard *g,
                                     int64_t thing) {
    const int64_t word = state_word(s, thing, (uint32_t)g->a.word[0]);
    return image_compares_read((enum opcode)g->of, g->first, word, g->b.value) != g->yes;
}
/* Instances of rules that guards do not refuse, and where the rest of the condition of each
 * begins. */
enum { ROWS_EARS = 8 };
struct rows_ears {
    int32_t count;
    struct {
        int32_t rule, begin;
        int64_t self;
    } at[ROWS_EARS];
};
/* Adds those of a rule. False: there is no room, or who is in force is not known without running
 * something. */
bool rows_listen(struct state *s, int32_t rule, const struct env *env, struct rows_ears *ears);
/* Whether all rows of a quantity are silent about this thing by their guards alone: then it is as
 * it starts, and nothing is told of it. */
bool rows_silent(struct state *s, const struct image_quantity *q, int64_t thing);
/* Whether a rule found by its key or its blueprint speaks for an instance that
 * bears on `owner` just now: the instances, one after another. */
struct rows_speakers {
    const struct image_rule *rule;
    struct view among; /* borne by whom the key names, or instances of the blueprint */
    int64_t next;
    bool once; /* a rule at the top of a file: one speaker, nobody */
};
/* Those of a rule that has a blueprint of which there are instances. */
struct view rows_speaking(const struct state *s, const struct image_rule *rule,
                          const int64_t *roles);
static inline struct rows_speakers
rows_speakers(const struct state *s, const struct image_rule *rule, const int64_t *roles) {
    struct rows_speakers from = {rule, {NULL, 0}, 0, rule->blueprint < 0};
    bool some = rule->blueprint >= 0 && state_global(s, state_instances_at(s, rule->blueprint));
    if (some) from.among = rows_speaking(s, rule, roles);
    return from;
}
/* The next of those in `among`. */
bool rows_next_speaker(struct state *s, struct rows_speakers *from, int64_t *self, bool *fine);
/* The next instance in force; NONE for a rule at the top of a file. False: no more. */
static inline bool rows_speaker(struct state *s, struct rows_speakers *from, int64_t *self,
                                bool *fine) {
    *fine = true;
    if (from->next < from->among.count) return rows_next_speaker(s, from, self, fine);
    if (!from->once) return false;
    from->once = false;
    *self = NONE;
    return true;
}

#endif
