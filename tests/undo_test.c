/* Undo without a log: the answers that were kept are played again, and give what a log would have
 * given, to the byte of World and journal; whoever had answered, inside or outside. */
#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static const struct run_inside outside = {.own = NONE};

/* Begun with this way back: by the log, or by the answers. */
static void begin_with(struct battle *b, uint64_t seed, bool log, bool dice_asked) {
    struct run_options o = options(seed, dice_asked ? ASKED : ALONE);
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    o.history = log;
    o.answers = !log;
    begin(b, &o);
}

/* To the end, or until question `until` is at hand. Of each `turn` questions that are handed out
 * the first is answered outside; then `turn` choices are answered inside. 0: all outside. */
static bool play_until(struct battle *b, int64_t turn, uint64_t until) {
    const struct run_inside inside = {
        .policy = {POLICY_RANDOM, POLICY_RANDOM}, .own = NONE, .most = turn};
    const struct question *q;
    struct answer a;
    enum run_status status;
    battle_inside(b, &outside);
    while ((status = run_next(b, &q)) == RUN_QUESTION && battle_questions(b) < until) {
        own_answer(b, q, &a);
        if (run_answer(b, &a)) return false;
        if (turn) battle_inside(b, &inside);
    }
    return status != RUN_FAILED;
}

static bool play_out(struct battle *b, int64_t turn) {
    return play_until(b, turn, UINT64_MAX) && battle_over(b);
}

static bool alike(struct battle *a, struct battle *b) {
    static struct bytes one, other;
    one.count = 0;
    put_battle(&one, a);
    return same_bytes(&one, 0, one.count, &other, b) &&
           same_journal(battle_journal(a), battle_journal(b)) && battle_hash(a) == battle_hash(b);
}

enum { SEEDS = 3, PLACES = 6 };

/* Both undone to the same questions, far back and near, and played on from there. */
static enum greatest_test_res undone_alike(struct battle *log, struct battle *kept, uint64_t seed,
                                           int64_t turn) {
    for (uint64_t i = 0; i < PLACES; i++) {
        const uint64_t to = base_mix(seed * 64 + i) % battle_questions(log);
        ASSERT(battle_undo(log, to));
        ASSERT(battle_undo(kept, to));
        ASSERT_EQ(to, battle_questions(kept));
        ASSERTm("undone to other bytes", alike(log, kept));
        if (i % 2) continue; /* twice, without a step between */
        ASSERT(play_out(log, 0));
        ASSERT(play_out(kept, turn));
        ASSERTm("played on to another end", alike(log, kept));
    }
    PASS();
}

TEST kept_answers_lead_where_the_log_leads(int game) {
    at_play = &games[game];
    played = load(at_play->folder);
    struct battle *log = fresh(played), *kept = fresh(played);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (int64_t turn = 0; turn < 8; turn += 7) {
            for (int dice = 0; dice < 2; dice++) {
                begin_with(log, seed, true, dice);
                begin_with(kept, seed, false, dice);
                ASSERT(play_out(log, 0));
                ASSERT(play_out(kept, turn));
                ASSERTm("who answers changes the battle", alike(log, kept));
                CHECK_CALL(undone_alike(log, kept, seed, turn));
            }
        }
    }
    battle_free(log);
    battle_free(kept);
    image_free(played);
    PASS();
}

/* A policy may have drawn from its player's stream before the question at hand is taken back. */
TEST the_question_at_hand_is_put_as_it_was(void) {
    const struct question *q;
    played = load(at_play->folder);
    struct battle *log = fresh(played), *kept = fresh(played);
    begin_with(log, 4, true, false);
    begin_with(kept, 4, false, false);
    ASSERT(play_until(kept, 5, 30));
    ASSERT(play_until(log, 0, battle_questions(kept)));
    ASSERT(alike(log, kept));
    const uint64_t at = battle_questions(kept);
    battle_draw(kept, RED);
    ASSERT_FALSE(alike(log, kept));
    ASSERT(battle_undo(kept, at));
    battle_inside(kept, &outside);
    ASSERT_EQ(RUN_QUESTION, run_next(kept, &q));
    ASSERT(alike(log, kept));
    ASSERT_FALSEm("a question that was not put", battle_undo(kept, at + 1));
    battle_draw(kept, RED); /* nor does it count on the way to an earlier one */
    ASSERT(battle_undo(kept, at - 9));
    ASSERT(battle_undo(log, at - 9));
    ASSERT(alike(log, kept));
    battle_free(log);
    battle_free(kept);
    image_free(played);
    PASS();
}

/* A copy, and what was loaded, go back to where they began and no farther. */
TEST a_copy_and_a_save_go_back_to_their_begin(void) {
    const struct question *q;
    played = load(at_play->folder);
    struct battle *b = fresh(played), *log = fresh(played), *copy = fresh(played);
    for (int saved = 0; saved < 2; saved++) {
        begin_with(b, 5, false, false);
        begin_with(log, 5, true, false);
        begin_with(copy, 5, false, false);
        ASSERT(play_until(b, 3, 40));
        const uint64_t at = battle_questions(b);
        ASSERT(play_out(log, 0));
        if (saved) {
            struct bytes bytes = {0};
            bytes.at = memory_grow(NULL, &bytes.room, battle_save_size(b), 1);
            battle_save(b, bytes.at);
            ASSERT(battle_load(copy, bytes.at, battle_save_size(b)));
            memory_free(bytes.at);
        } else {
            battle_copy(copy, b);
        }
        ASSERT(play_out(copy, 3));
        ASSERT_EQ(battle_hash(log), battle_hash(copy));
        ASSERT_FALSEm("before its begin", battle_undo(copy, at - 1));
        ASSERT(battle_undo(copy, at + 20));
        ASSERT(battle_undo(log, at + 20));
        ASSERT_EQ(battle_hash(log), battle_hash(copy));
        ASSERT_FALSEm("before its begin", battle_undo(copy, at - 1));
        ASSERT(battle_undo(copy, at));
        battle_inside(copy, &outside);
        ASSERT_EQ(RUN_QUESTION, run_next(copy, &q));
        ASSERT_EQ(battle_hash(b), battle_hash(copy));
        ASSERTm("the other is undone by its own answers", battle_undo(b, 7));
        ASSERT(battle_undo(log, 7));
        ASSERT(alike(log, b));
    }
    battle_free(b);
    battle_free(log);
    battle_free(copy);
    image_free(played);
    PASS();
}

static int64_t heard;

static void hears(void *user, struct battle *b, const struct question *q, const struct answer *a) {
    (void)user, (void)b, (void)q, (void)a;
    heard++;
}

TEST an_observer_hears_each_answer_once(void) {
    played = load(at_play->folder);
    struct battle *b = fresh(played);
    begin_with(b, 6, false, false);
    battle_observe(b, (struct run_observer){.answered = hears});
    heard = 0;
    ASSERT(play_out(b, 3));
    const uint64_t all = battle_questions(b);
    ASSERT_EQ((int64_t)all, heard);
    ASSERT(battle_undo(b, all - 10));
    ASSERT_EQm("it was told of what was played again", (int64_t)all, heard);
    ASSERT(play_out(b, 3));
    ASSERT_EQ((int64_t)all + 10, heard);
    battle_free(b);
    image_free(played);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_TESTp(kept_answers_lead_where_the_log_leads, DUEL);
    RUN_TESTp(kept_answers_lead_where_the_log_leads, EARTH);
    at_play = &games[DUEL];
    RUN_TEST(the_question_at_hand_is_put_as_it_was);
    RUN_TEST(a_copy_and_a_save_go_back_to_their_begin);
    RUN_TEST(an_observer_hears_each_answer_once);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
