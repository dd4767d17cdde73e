/*
 * run_kept: undo for a battle that keeps no log (options.answers). The World at its beginning is
 * copied, and each answer is written down, except for those that come from streams of the rules.
 * Undo restores that World and plays the answers again, this time with the log, which from then on
 * leads to any question. A battle is a function of its beginning and its answers, so the same words
 * come out again; dice follow from counters that lie in the World.
 */
#include <string.h>

#include "run_int.h"

/* the two bits below the number of values in the third word of a kept answer */
enum { PASS = 1, SPELLED = 2, MEANINGS = 2 };

static bool keeps(const struct battle *b) {
    return b->options.answers && !b->options.history;
}

void run_kept_begin(struct battle *b) {
    struct kept *k = &b->kept_answers;
    k->count = 0;
    if (!keeps(b)) return;
    if (!k->begin.block) world_open(&k->begin, b->s.w.capacity);
    world_copy(&k->begin, &b->s.w);
}

void run_kept_close(struct battle *b) {
    if (b->kept_answers.begin.block) world_close(&b->kept_answers.begin);
    memory_free(b->kept_answers.words);
}

/* Whether the present question is an offer that was not declined. Its answer is kept as the number
 * of the offer: candidates may have other numbers when the battle is played again, because then
 * every offer is judged. */
static bool answers_offer(const struct battle *b) {
    return b->question.kind == ASK_PICK && b->offers.count > 0 && !b->answer.pass;
}

void run_keep_answer(struct battle *b) {
    struct kept *k = &b->kept_answers;
    const struct question *q = &b->question;
    const struct answer *a = &b->answer;
    if (!keeps(b)) return;
    if (ask_row(q->kind)->chance && b->options.chance == CHANCE_STREAM) return;
    const size_t values = a->pass ? 0 : (size_t)a->count;
    const int64_t meant = (a->pass ? PASS : 0) | (a->spelled ? SPELLED : 0);
    k->words = memory_grow(k->words, &k->capacity, k->count + 3 + values, sizeof *k->words);
    int64_t *at = k->words + k->count;
    at[0] = (int64_t)battle_questions(b);
    at[1] = run_counter(b);
    at[2] = (int64_t)(values << MEANINGS) | meant;
    if (values) memcpy(at + 3, a->values, values * sizeof *at);
    if (answers_offer(b)) at[3] = run_offer_of(b, a->values[0]);
    k->count += 3 + values;
}

bool run_kept_answer(struct battle *b) {
    struct kept *k = &b->kept_answers;
    const int64_t *at = k->words + k->at;
    if (k->at == k->count || at[0] != (int64_t)battle_questions(b)) return false;
    const size_t values = (size_t)(at[2] >> MEANINGS);
    b->values = memory_grow(b->values, &b->values_capacity, values + 1, sizeof *b->values);
    if (values) memcpy(b->values, at + 3, values * sizeof *at);
    b->answer = (struct answer){.pass = (at[2] & PASS) != 0,
                                .spelled = (at[2] & SPELLED) != 0,
                                .count = (int64_t)values,
                                .values = b->values};
    if (answers_offer(b)) b->values[0] = b->offers.at[at[3]];
    run_counter_set(b, at[1]);
    k->at += 3 + values;
    return true;
}

bool run_kept_play(struct battle *b, uint64_t question) {
    struct state *s = &b->s;
    struct kept *k = &b->kept_answers;
    const struct run_inside inside = b->inside, nobody = {.own = NONE};
    const struct run_observer observer = b->observer;
    uint64_t *times = s->reached.times;
    b->options.history = true;
    s->w.lazy = false;
    b->observer = (struct run_observer){0};
    battle_inside(b, &nobody);
    if (times) battle_times(b, NULL); /* code that runs a second time is not counted again */
    const size_t count = k->count;
    battle_stand(b, &k->begin);
    k->count = count;
    if (!s->journal.off)
        journal_cut(&s->journal, (size_t)world_get(&s->w, ADDR(SEG_HEADER, H_JOURNAL)));
    k->again = true;
    k->at = 0;
    k->until = question;
    const bool there = run_next(b, NULL) == RUN_QUESTION && battle_questions(b) == question;
    k->again = false;
    k->count = 0;
    b->inside = inside;
    b->observer = observer;
    if (times) battle_times(b, times);
    return there;
}
