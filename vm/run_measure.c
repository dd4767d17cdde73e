/*
 * run_measure: what code measures by primitives, for the accounts of the journal. While a function
 * is run for that, each primitive that it asks itself is noted, but for those in walks over sets,
 * of which the machine may pass over some.
 */
#include "run_op.h"

#include <string.h>

/* Whether a primitive tells how things lie to one another: not where, nor by what way. */
static bool measures(const struct prim_row *row) {
    const bool lies = row->reads == PRIM_READS_PLACES || row->reads == PRIM_READS_NEARNESS ||
                      row->reads == PRIM_READS_SIGHT || row->reads == PRIM_READS_WAYS;
    return strchr("lbunq", row->result[0]) && (lies || row->boards == PRIM_OF_MAP);
}

/* Whether an instruction stands in a walk over a set. */
static bool in_walk(const struct machine *m, const struct image_code *i) {
    for (const struct image_code *k = m->code; k < i; k++)
        if (k->op == CODE_NEXT_OF && m->code + k->d > i) return true;
    return false;
}

static bool is_noted(const struct state_measures *all, const struct state_measure *one) {
    for (int32_t i = 0; i < all->count; i++) {
        const struct state_measure *m = &all->at[i];
        if (m->primitive == one->primitive && m->args == one->args &&
            memcmp(m->arg, one->arg, (size_t)m->args * sizeof *m->arg) == 0)
            return true;
    }
    return false;
}

bool run_measure(struct machine *m, const struct image_code *i, const struct prim_bounds *only) {
    struct state_measures *all = m->s->measures;
    struct state_measure one = {.primitive = i->d, .args = i->c};
    const struct prim_row *row = prim_row((enum prim_id)i->d);
    const int32_t most = one.args < STATE_MEASURE_ARGS ? one.args : STATE_MEASURE_ARGS;
    memcpy(one.arg, m->t + i->b,
           (size_t)most * sizeof *one.arg); /* the result may take their place */
    if (!prim_call_within(m->s, (enum prim_id)i->d, m->t + i->b, i->c, only, &m->t[i->a]))
        return false;
    one.value = m->t[i->a];
    if (m->func != all->func || all->count == STATE_MEASURES || most < one.args) return true;
    /* what was asked only up to a bound is no measure */
    if (!measures(row) || only->enough != NONE || in_walk(m, i) || is_noted(all, &one)) return true;
    if (row->result[0] == 'b' && one.value != 1 && i->d != PRIM_SEES) return true;
    all->at[all->count++] = one;
    return true;
}
