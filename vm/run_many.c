/*
 * run_many: answers to picks, as numbers of candidates. A candidate may stand for several equal
 * things (question.many); then an answer names it as often as it takes of them, and those that
 * stand first are taken. Here are also the draws of POLICY_RANDOM among candidates, and the walk
 * over the answers to a choice that judges sets as a whole.
 *
 * POLICY_RANDOM draws among things, not candidates: of six Troops and one Beast it takes a Troop
 * six times out of seven. So odds do not depend on whether things were found equal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "run_int.h"

int64_t run_things(const struct battle *b) {
    const struct question *q = &b->question;
    int64_t things = 0;
    if (!q->many) return q->count;
    for (int64_t i = 0; i < q->count; i++) things += q->many[i];
    return things;
}

void run_chosen(struct battle *b, const int64_t *indices, int64_t count, int64_t list) {
    const struct question *q = &b->question;
    struct state *s = &b->s;
    if (!q->many) {
        for (int64_t k = 0; k < count; k++) state_scratch_add(s, list, q->values[indices[k]]);
        return;
    }
    const struct many *m = &b->many;
    memset(m->take, 0, (size_t)q->count * sizeof *m->take);
    for (int64_t k = 0; k < count; k++) m->take[indices[k]]++;
    for (int64_t i = 0; i < m->things; i++) {
        if (m->take[m->candidate[i]] == 0) continue;
        m->take[m->candidate[i]]--;
        state_scratch_add(s, list, m->thing[i]);
    }
}

int64_t battle_candidate(const struct battle *b, int64_t value) {
    const struct question *q = &b->question;
    if ((q->kind != ASK_PICK && q->kind != ASK_RANDOM) || !q->values) return -1;
    for (int64_t i = 0; i < q->count; i++) {
        if (q->values[i] == value) return i;
    }
    for (int64_t i = 0; q->many && i < b->many.things; i++) {
        if (b->many.thing[i] == value) return b->many.candidate[i];
    }
    return -1;
}

/* ---- Memory ---------------------------------------------------------------- */

struct many *run_many_room(struct battle *b, int64_t things) {
    struct many *m = &b->many;
    const size_t n = (size_t)things + 1;
    m->table_size = 4;
    while (m->table_size < 2 * n) m->table_size *= 2;
    m->words = memory_grow(m->words, &m->capacity, 5 * n + m->table_size, sizeof *m->words);
    m->many = m->words;
    m->thing = m->many + n;
    m->candidate = m->thing + n;
    m->take = m->candidate + n;
    m->hash = m->take + n;
    m->table = m->hash + n;
    m->things = things;
    m->grouped = false;
    return m;
}

void run_take_many(struct battle *b, const struct battle *from) {
    if (!from->question.many) return;
    const struct many *of = &from->many;
    const size_t n = (size_t)of->things;
    struct many *m = run_many_room(b, of->things);
    memcpy(m->many, of->many, n * sizeof *m->many);
    memcpy(m->thing, of->thing, n * sizeof *m->thing);
    memcpy(m->candidate, of->candidate, n * sizeof *m->candidate);
    m->grouped = true;
    b->question.many = m->many;
}

/* ---- Draws of POLICY_RANDOM ---------------------------------------------------- */

/* The candidate that stands for the n-th thing, where things are counted candidate by candidate. */
static int64_t candidate_at(const struct question *q, int64_t n) {
    int64_t i = 0;
    if (!q->many) return n;
    while (n >= q->many[i]) n -= q->many[i++];
    return i;
}

void run_pick_random(struct battle *b, int64_t *values, struct answer *out) {
    const struct question *q = &b->question;
    const int64_t things = run_things(b);
    if (q->least == 1 && q->most == 1) {
        const int64_t n = run_draw(b, (uint64_t)(things + q->may_pass));
        out->pass = n == things;
        values[0] = out->pass ? n : candidate_at(q, n);
        out->count = out->pass ? 0 : 1;
        return;
    }
    const int64_t take = q->least + run_draw(b, (uint64_t)(q->most - q->least + 1));
    int64_t kept = 0, left = things;
    out->count = take;
    for (int64_t i = 0; i < q->count && kept < take; i++) {
        for (int64_t k = ask_many(q, i); k > 0 && kept < take; k--, left--) {
            if (run_draw(b, (uint64_t)left) < (uint64_t)(take - kept)) values[kept++] = i;
        }
    }
}

/* ---- Sets that are judged as a whole -------------------------------- */

enum { SETS_LOOKED_AT = 1 << 20 };

bool run_set_good(struct battle *b, const int64_t *indices, int64_t count, bool *yes) {
    struct state *s = &b->s;
    const struct geometry *g = &b->geometry;
    size_t mark = s->scratch_used;
    int64_t args[33], good = 1;
    if (g->dice != NONE) {
        args[0] = run_dice_chosen(b, indices, count);
    } else {
        args[0] = state_scratch(s, count);
        run_chosen(b, indices, count, args[0]);
    }
    memcpy(args + 1, g->captured, (size_t)g->captured_count * sizeof *args);
    struct env env = frame_env(s, g->frame);
    bool ok =
        run_evaluate(s, s->img->choices[g->choice].where, &env, args, 1 + g->captured_count, &good);
    s->scratch_used = mark;
    *yes = ok && good == 1;
    return ok;
}

/* Goes on to the next set: a number whose digits say how many of each candidate are in it, the
 * first candidate the lowest digit. Returns false behind the last set. */
static bool step_set(const struct question *q, struct many_set *set) {
    if (!set->begun) {
        memset(set->of, 0, (size_t)q->count * sizeof *set->of);
        set->begun = true;
    } else {
        int64_t i = 0;
        for (; i < q->count && set->of[i] == ask_many(q, i); i++) set->of[i] = 0;
        if (i == q->count) return false;
        set->of[i]++;
    }
    set->count = 0;
    for (int64_t i = 0; i < q->count; i++) {
        for (int64_t k = 0; k < set->of[i]; k++) set->indices[set->count++] = i;
    }
    return true;
}

bool run_next_set(struct battle *b, struct many_set *set) {
    int64_t looked = 0;
    while (step_set(&b->question, set)) {
        bool yes;
        if (++looked > SETS_LOOKED_AT) return state_limit(&b->s, LIMIT_PURE);
        if (!run_set_good(b, set->indices, set->count, &yes)) return false;
        if (yes) return true;
    }
    return false;
}

/* How many sets of things the answer stands for: at most 2^63, for there are at most 63 things. */
static uint64_t sets_of(const struct question *q, const struct many_set *set) {
    uint64_t sets = 1;
    for (int64_t i = 0; i < q->count; i++) {
        uint64_t ways = 1, n = (uint64_t)ask_many(q, i);
        for (uint64_t k = 1; k <= (uint64_t)set->of[i]; k++) {
            /* C(n, k) from C(n, k - 1), whose product with n could pass 64 bits */
            const uint64_t times = n - k + 1;
            ways = ways / k * times + ways % k * times / k;
        }
        sets *= ways;
    }
    return sets;
}

/* Draws a number below n, which may need more than one draw of 32 bits. */
static uint64_t draw_wide(struct battle *b, uint64_t n) {
    if (n <= UINT32_MAX) return run_draw(b, n);
    for (;;) {
        uint64_t wide = 0;
        for (int i = 0; i < 4; i++) wide = wide << 16 | run_draw(b, 1 << 16);
        const uint64_t whole = UINT64_MAX / n * n;
        if (wide < whole) return wide % n;
    }
}

void run_set_random(struct battle *b, int64_t *values, struct answer *out) {
    const struct question *q = &b->question;
    for (int tries = 0; tries < 64; tries++) {
        bool yes;
        out->count = 0;
        for (int64_t i = 0; i < q->count; i++) {
            for (int64_t k = ask_many(q, i); k > 0; k--) {
                if (run_draw(b, 2)) values[out->count++] = i;
            }
        }
        if (run_set_good(b, values, out->count, &yes) && yes) return;
    }
    uint64_t legal = 0;
    struct many_set set = {.begun = false};
    while (run_next_set(b, &set)) {
        const uint64_t sets = sets_of(q, &set);
        legal += sets;
        if (draw_wide(b, legal) >= sets) continue;
        memcpy(values, set.indices, (size_t)set.count * sizeof *values);
        out->count = set.count;
    }
}

void run_set_first(struct battle *b, int64_t *values, struct answer *out) {
    struct many_set set = {.begun = false};
    out->count = run_next_set(b, &set) ? set.count : 0;
    memcpy(values, set.indices, (size_t)out->count * sizeof *values);
}

int64_t run_pick_first(const struct battle *b, int64_t *values) {
    const struct question *q = &b->question;
    const int64_t want = q->least > 0 ? q->least : (q->most > 0 && q->count > 0);
    for (int64_t k = 0; k < want; k++) values[k] = candidate_at(q, k);
    return want;
}
