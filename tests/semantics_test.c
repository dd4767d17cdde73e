/* What SEMANTICS.md says and an example cannot show: secrets of questions, worlds that are the
 * same, who asks nothing. The rest lies in tests/semantics. */
#include <stdio.h>
#include <string.h>

#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct image *odds_image, *until_image;

/* Plays the duel to its end; the first question of each prompt as it was put. */
struct put {
    const char *prompt;
    int32_t asked, secret;
};

static bool play_noting(struct battle *b, struct put *puts, int32_t count) {
    const struct question *q;
    struct answer a;
    enum run_status status;
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        for (int32_t i = 0; i < count; i++) {
            if (strcmp(q->prompt, puts[i].prompt) != 0) continue;
            puts[i].asked++;
            puts[i].secret += q->secret;
        }
        own_answer(b, q, &a);
        if (run_answer(b, &a)) return false;
    }
    return status == RUN_ENDED;
}

/* 16: a question put by a rule of a secret thing is secret; no other is. */
TEST questions_of_a_secret_card_are_secret(void) {
    struct put puts[] = {{"Whose head?", 0, 0}, {"Where?", 0, 0}, {"Whom do you order?", 0, 0}};
    struct run_options o = options(1, ASKED);
    struct battle *b = battle_new(duel, &o);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        o.seed = seed;
        begin(b, &o);
        ASSERTm("it ends", play_noting(b, puts, 3));
    }
    ASSERTm("somebody hunts a head", puts[0].asked > 0);
    ASSERT_EQ_FMT(puts[0].asked, puts[0].secret, "%d");
    ASSERTm("somebody is placed and ordered", puts[1].asked > 0 && puts[2].asked > 0);
    ASSERT_EQ_FMT(0, puts[1].secret + puts[2].secret, "%d");
    battle_free(b);
    PASS();
}

/* The World at the end of a block whose one die shows this face. */
static uint64_t world_after(int64_t face, uint64_t seed, uint64_t *questions) {
    const struct run_options o = {.seed = seed, .chance = CHANCE_ASK};
    struct battle *b = battle_new(odds_image, &o);
    const struct question *q;
    must(battle_block(b, block(odds_image, "Ways that meet")), b);
    while (run_next(b, &q) == RUN_QUESTION) {
        const struct answer a = {.count = 1, .values = &face};
        const char *why = run_answer(b, &a);
        if (why) printf("refused: %s\n", why);
    }
    uint64_t hash = battle_hash(b);
    *questions = battle_questions(b);
    battle_free(b);
    return hash;
}

/* 29: what was rolled and is forgotten, the seed and the counts are no part of the World. */
TEST ways_that_meet_are_one_world(void) {
    uint64_t asked = 0, one = world_after(1, 1, &asked);
    ASSERT_EQ_FMT(1u, (unsigned)asked, "%u");
    ASSERTm("another face, the same end", one == world_after(2, 1, &asked));
    ASSERTm("another seed", one == world_after(1, 77, &asked));
    ASSERTm("another end is another World", one != world_after(3, 1, &asked));
    PASS();
}

/* 29: counters of streams and counts of questions lie in the header, which is not hashed: whoever
 * rolls, the World is one of two. */
TEST the_header_is_not_hashed(void) {
    uint64_t asked = 0, low = world_after(1, 1, &asked), high = world_after(4, 1, &asked);
    int32_t lows = 0, highs = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        const struct run_options o = {.seed = seed, .chance = CHANCE_STREAM};
        struct battle *b = battle_new(odds_image, &o);
        const struct question *q;
        must(battle_block(b, block(odds_image, "Ways that meet")), b);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        lows += battle_hash(b) == low;
        highs += battle_hash(b) == high;
        battle_free(b);
    }
    ASSERT_EQ_FMT(16, lows + highs, "%d");
    ASSERTm("each comes", lows > 0 && highs > 0);
    PASS();
}

/* 9: outside of a block a scope that does not run is an error with a place. */
TEST until_the_end_of_what_does_not_run_is_an_error(void) {
    const struct run_options o = options(1, ALONE);
    struct battle *b = battle_new(until_image, &o);
    const struct question *q;
    int64_t axe = battle_create(b, blueprint(until_image, "axe"), battle_player(b, RED));
    must(battle_start(b, event(until_image, "inner_gift"), &axe, 1), b);
    ASSERT_EQ(RUN_FAILED, run_next(b, &q));
    ASSERT_STR_EQ("'until outer_scope ends', but no outer_scope is running", battle_error(b)->text);
    ASSERTm("with a place", battle_error(b)->place >= 0);
    battle_reset(b, &o);
    axe = battle_create(b, blueprint(until_image, "axe"), battle_player(b, RED));
    must(battle_start(b, event(until_image, "outer_scope"), &axe, 1), b);
    ASSERT_EQ(RUN_ENDED, run_next(b, &q));
    battle_free(b);
    PASS();
}

SUITE(semantics) {
    RUN_TEST(until_the_end_of_what_does_not_run_is_an_error);
    RUN_TEST(questions_of_a_secret_card_are_secret);
    RUN_TEST(ways_that_meet_are_one_world);
    RUN_TEST(the_header_is_not_hashed);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    duel = load("rules/duel");
    odds_image = load("tests/semantics/29_odds.myth");
    until_image = load("tests/semantics/09_until.myth");
    RUN_SUITE(semantics);
    image_free(duel);
    image_free(odds_image);
    image_free(until_image);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
