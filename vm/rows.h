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
    return s->memory.reads[quantity].kept && state_recalls(s) &&
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
/* Reads the guards of all rules (rows_guard.c), once for a battle. */
void rows_open(struct state *s);
/* Whether a guard of the rule says no: then it does not apply. `args`: of a row. */
bool rows_refuses(struct state *s, int32_t rule, const struct env *env, const int64_t *args);
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
/* The next of those that are left in `among`. */
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

/* enemy, friendly by side, before rows. */
bool rows_friendly_by_side(const struct state *s, int64_t a, int64_t b);
bool rows_enemy_by_side(const struct state *s, int64_t a, int64_t b);

#endif
