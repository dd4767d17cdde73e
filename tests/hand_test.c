/* A question goes with a copy or view of its battle. What was judged for it is not judged again;
 * it is the question that the World puts, and the copy does what the original does. */
#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

/* Candidates that are compared of a question with very many. */
enum { LOOKED_AT = 24 };

static enum greatest_test_res same_candidates(const struct question *q, struct battle *a,
                                              struct battle *b) {
    const int64_t step = q->count > LOOKED_AT ? q->count / LOOKED_AT : 1;
    for (int64_t i = 0; i < q->count; i += step) {
        const int64_t *values;
        int64_t n = 0, m = 0, kept[64];
        bool legal = run_candidate(a, i, &values, &n);
        if (legal) memcpy(kept, values, (size_t)(n < 64 ? n : 64) * sizeof *kept);
        ASSERT_EQ(legal, run_candidate(b, i, &values, &m));
        ASSERT_EQ(n, m);
        if (legal) ASSERT_EQ(0, memcmp(kept, values, (size_t)(n < 64 ? n : 64) * sizeof *kept));
    }
    PASS();
}

/* The question of `b` is the one that its World puts, in `anew`. */
static enum greatest_test_res is_put(struct battle *b, struct battle *anew) {
    const struct question *q, *o;
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    battle_stand(anew, battle_world(b));
    battle_chance(anew, CHANCE_ASK);
    ASSERT_EQ(RUN_QUESTION, run_next(anew, &o));
    ASSERT_EQ(q->kind, o->kind);
    ASSERT_EQ(q->who, o->who);
    ASSERT_EQ(q->choice, o->choice);
    ASSERT_EQ(q->count, o->count);
    ASSERT_EQ(q->may_pass, o->may_pass);
    ASSERT_EQ(q->least, o->least);
    ASSERT_EQ(q->most, o->most);
    ASSERT_EQ(q->together, o->together);
    ASSERT_EQ(q->mover, o->mover);
    ASSERT_EQ(q->zone, o->zone);
    ASSERT_STR_EQ(o->prompt, q->prompt);
    ASSERT_EQ(!q->labels, !o->labels);
    if (q->kind == ASK_PICK)
        ASSERT_EQ(0, memcmp(q->values, o->values, (size_t)q->count * sizeof *q->values));
    for (int64_t i = 0; q->labels && i < q->count; i++) ASSERT_STR_EQ(o->labels[i], q->labels[i]);
    if (q->kind == ASK_PLACE || q->kind == ASK_PATH) CHECK_CALL(same_candidates(q, b, anew));
    PASS();
}

static bool answer_alike(struct battle *a, struct battle *b) {
    const struct question *q;
    struct answer answer;
    int64_t values[256];
    if (run_next(a, &q) != RUN_QUESTION) return false;
    own_answer(a, q, &answer);
    if (answer.count > 256) return false;
    if (answer.count) memcpy(values, answer.values, (size_t)answer.count * sizeof *values);
    answer.values = values;
    return !run_answer(a, &answer) && !run_answer(b, &answer);
}

static struct run_options handed_out(uint64_t seed, bool dice) {
    struct run_options o = options(seed, dice ? ASKED : ALONE);
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    return o;
}

/* At each question two copies: into a fork that stands at another question, whose answer is then
 * given in both, and into one that is left behind and answered when its origin has long gone on. */
TEST a_copy_stands_at_the_question(int game) {
    at_play = &games[game];
    played = load(at_play->folder);
    struct battle *b = fresh(played), *fork = fresh(played), *late = fresh(played),
                  *anew = fresh(played);
    const struct question *q;
    struct answer a;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        const struct run_options o = handed_out(seed, seed % 2);
        begin(b, &o);
        uint64_t left = UINT64_MAX, hash = 0;
        for (uint64_t n = 0; run_next(b, &q) == RUN_QUESTION; n++) {
            battle_copy(fork, b);
            CHECK_CALL(is_put(fork, anew));
            if (n % 20 == 3) battle_copy(late, b), left = n;
            if (n == left + 11) { /* the one of before still puts its own */
                ASSERT_EQ(hash, battle_hash(late));
                CHECK_CALL(is_put(late, anew));
                ASSERT_EQ(RUN_QUESTION, run_next(late, &q));
                own_answer(late, q, &a);
                ASSERT_EQ(NULL, run_answer(late, &a));
                ASSERT(run_next(late, &q) != RUN_FAILED);
            }
            if (n == left) hash = battle_hash(late);
            ASSERT(answer_alike(b, fork));
            (void)run_next(b, &q), (void)run_next(fork, &q);
            ASSERTm("a copy goes another way", world_equal(battle_world(b), battle_world(fork)));
            ASSERT(same_journal(battle_journal(b), battle_journal(fork)));
        }
        ASSERT(battle_over(b));
    }
    battle_free(b);
    battle_free(fork);
    battle_free(late);
    battle_free(anew);
    image_free(played);
    PASS();
}

TEST a_view_stands_at_the_question(int game) {
    at_play = &games[game];
    played = load(at_play->folder);
    struct battle *b = fresh(played), *view = fresh(played), *anew = fresh(played);
    const struct question *q;
    struct answer a;
    const struct run_options o = handed_out(7, false);
    begin(b, &o);
    while (run_next(b, &q) == RUN_QUESTION) {
        for (int32_t player = RED; player <= BLUE; player++) { /* the other's cards are hidden */
            ASSERT(battle_view(view, b, player, 5 + battle_questions(b)));
            CHECK_CALL(is_put(view, anew));
        }
        own_answer(b, q, &a);
        ASSERT_EQ(NULL, run_answer(b, &a));
    }
    ASSERT(battle_over(b));
    battle_free(b);
    battle_free(view);
    battle_free(anew);
    image_free(played);
    PASS();
}

/* Where something is hidden the view puts its own question: that of the battle would tell. */
TEST a_view_that_hides_puts_its_own_question(void) {
    struct image *veiled = load("tests/hand");
    const struct run_options o = handed_out(1, false);
    struct battle *b = battle_new(veiled, &o), *view = battle_new(veiled, &o);
    const struct question *q;
    int many = 0;
    ASSERT(battle_start(b, event(veiled, "guess"), NULL, 0));
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERT_EQ(2, q->count);
    for (uint64_t seed = 1; seed <= 64; seed++) {
        ASSERT(battle_view(view, b, RED, seed));
        ASSERT_EQ(RUN_QUESTION, run_next(view, &q));
        ASSERT(q->count == 2 || q->count == 6);
        many += q->count == 6;
        ASSERT(battle_view(view, b, BLUE, seed)); /* from him nothing is hidden */
        ASSERT_EQ(RUN_QUESTION, run_next(view, &q));
        ASSERT_EQ(2, q->count);
    }
    ASSERT(many > 12 && many < 52);
    battle_free(b);
    battle_free(view);
    image_free(veiled);
    PASS();
}

/* Undone or loaded in between, nothing of the old question is left. */
TEST a_question_that_is_taken_back_is_judged_anew(void) {
    at_play = &games[DUEL];
    played = load(at_play->folder);
    struct battle *b = fresh(played), *plain = fresh(played), *anew = fresh(played);
    const struct question *q;
    struct answer a;
    struct bytes saved = {0};
    struct run_options o = handed_out(3, false);
    o.answers = true;
    begin(b, &o);
    begin(plain, &o);
    for (uint64_t n = 0; run_next(b, &q) == RUN_QUESTION; n++) {
        if (n % 9 == 8) { /* an answer that is not taken, then another question's World */
            own_answer(b, q, &a);
            ASSERT_EQ(NULL, run_answer(b, &a));
            ASSERT(battle_undo(b, battle_questions(b)));
            CHECK_CALL(is_put(b, anew));
        }
        if (n % 9 == 4) {
            saved.at = memory_grow(saved.at, &saved.room, battle_save_size(plain), 1);
            battle_save(plain, saved.at);
            own_answer(b, q, &a);
            ASSERT_EQ(NULL, run_answer(b, &a));
            ASSERT(battle_load(b, saved.at, battle_save_size(plain)));
            CHECK_CALL(is_put(b, anew));
        }
        ASSERT_EQ(RUN_QUESTION, run_next(plain, &q));
        ASSERT(answer_alike(plain, b));
        (void)run_next(plain, &q), (void)run_next(b, &q);
        ASSERT_EQ(battle_hash(plain), battle_hash(b));
    }
    ASSERT(battle_over(b));
    memory_free(saved.at);
    battle_free(b);
    battle_free(plain);
    battle_free(anew);
    image_free(played);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TESTp(a_copy_stands_at_the_question, DUEL);
    RUN_TESTp(a_copy_stands_at_the_question, EARTH);
    RUN_TESTp(a_view_stands_at_the_question, DUEL);
    RUN_TESTp(a_view_stands_at_the_question, EARTH);
    RUN_TEST(a_view_that_hides_puts_its_own_question);
    RUN_TEST(a_question_that_is_taken_back_is_judged_anew);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
