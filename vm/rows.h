/*
 * rows: numbers, truths, values and ruled fields, and what is in force. It gathers the rows in
 * force, orders them, has each evaluated (state.evaluate), applies them, and tells the journal
 * which of them counted. It writes nothing to the World.
 */
#ifndef MYTH_VM_ROWS_H
#define MYTH_VM_ROWS_H

#include "frame.h"
#include "state.h"

/* A quantity for these arguments, as seen from env. False: an error was kept. */
bool rows_value(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
                int32_t count, int64_t *result);
/* The same if it is remembered; false: it is not. */
static inline bool rows_recalled(struct state *s, int32_t quantity, const int64_t *args,
                                 int32_t count, int64_t *result) {
    return s->memory.numbers[quantity].way == WAY_KEPT && state_recalls(s) &&
           state_recall(s, quantity, args, count, result);
}
/* The same, always computed. */
bool rows_anew(struct state *s, int32_t quantity, const struct env *env, const int64_t *args,
               int32_t count, int64_t *result);
/* A field with its rows; of none: none. */
bool rows_field(struct state *s, int32_t field, const struct env *env, int64_t thing,
                int64_t *result);
/* Whether a thing is in force: its rules speak, and `x is f` sees it. */
bool rows_in_force(struct state *s, int64_t thing, bool *yes);
/* The same without rows of in_force. */
bool rows_in_force_by_itself(const struct state *s, int64_t thing);
/* What battles of the image share, the guards of its rules among it (rows_guard.c): once, by
 * whoever makes it, before the first battle. */
void rows_derive(struct image *img);
/* What the guards of a rule's condition come to: it does not hold; it has to be run, at once and
 * from *begin on; it holds. `args`: of a row. */
enum rows_guarded { GUARDED_NO, GUARDED_OPEN, GUARDED_YES };
enum rows_guarded rows_guards(struct state *s, int32_t rule, const struct env *env,
                              const int64_t *args, int32_t *begin);
/* The same in two parts: first the guards that do not ask about the rule's instance, once for all
 * instances; then the others for each. */
enum rows_guarded rows_guards_of_all(struct state *s, int32_t rule, const struct env *env);
enum rows_guarded rows_guards_of_one(struct state *s, int32_t rule, const struct env *env,
                                     enum rows_guarded all, int32_t *begin);
/* True: guards are not asked, since somebody counts what is run, or since rows in Lua may change
 * sides or what is in force. */
static inline bool rows_unasked(const struct state *s) {
    return WITHOUT_GUARDS || state_watched(s) || s->outside_count;
}
/* A number that changes with the rulings, and with whether guards are asked; never 0. */
void rows_settle(struct state *s);
static inline uint32_t rows_settled(struct state *s) {
    if (MYTH_UNLIKELY(s->silent_turns != s->w.turns + 1)) rows_settle(s);
    return s->settled << 1 | rows_unasked(s);
}
/* Whether a ruling refuses a rule, whatever else it asks. */
enum { ROWS_MUTED = 1 };
bool rows_mute(struct state *s, int32_t rule); /* used where that is not known yet */
static inline bool rows_muted(struct state *s, int32_t rule) {
    const bool known = s->silent_turns == s->w.turns + 1 && s->muted[rule];
    return MYTH_LIKELY(known) ? s->muted[rule] == ROWS_MUTED : rows_mute(s, rule);
}
/* The first guard of a rule about one thing, if it tests a word of that thing; NULL. */
const struct state_guard *rows_first_word(const struct state *s, int32_t rule);
static inline bool rows_word_refuses(const struct state *s, const struct state_guard *g,
                                     int64_t thing) {
    const int64_t word = state_word(s, thing, (uint32_t)g->a.word[0]);
    return image_compares_read((enum opcode)g->of, g->first, word, g->b.value) != g->yes;
}
/* Instances of rules that guards do not refuse; `begin`: where the rest of the condition begins. */
enum { ROWS_CANDIDATES = 8 };
struct rows_candidates {
    int32_t count;
    struct {
        int32_t rule, begin;
        int64_t self;
    } at[ROWS_CANDIDATES];
};
/* Adds those of a rule. False: there is no room, or whether an instance is in force is not known
 * without running something. */
bool rows_listen(struct state *s, int32_t rule, const struct env *env,
                 struct rows_candidates *candidates);
/* True: guards alone show that no row of a quantity applies to this thing. Then its value is its
 * start, and nothing is told. */
bool rows_silent(struct state *s, const struct image_quantity *q, int64_t thing);
/* Walks over the instances for which a rule speaks now: those that the thing named by its key
 * bears, or all of its blueprint. */
struct rows_speakers {
    const struct image_rule *rule;
    /* borne by the thing that the key names, or all instances of the blueprint */
    struct view among;
    int64_t next;
    bool once; /* the rule stands at the top of a file: it speaks once, without an instance */
};
/* The instances, for a rule of a blueprint that has some. */
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
bool rows_next_speaker(struct state *s, struct rows_speakers *from, int64_t *self, bool *ok);
/* The next instance in force; NONE for a rule at the top of a file. False: there are no more. */
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
