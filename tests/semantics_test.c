/* What SEMANTICS.md says and an example cannot show: secrets of questions, worlds that are the
 * same, who asks nothing. The rest lies in tests/semantics. */
#include <stdio.h>
#include <string.h>

#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct image *odds_image;

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

/* 29: counts of questions are kept, and not hashed: after an undo the World is what it was. */
TEST the_header_is_not_hashed(void) {
    struct run_options o = options(5, ASKED);
    o.history = true;
    struct battle *b = battle_new(duel, &o);
    const struct question *q;
    struct answer a;
    begin(b, &o);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    uint64_t first = battle_hash(b);
    own_answer(b, q, &a);
    ASSERTm("it is taken", run_answer(b, &a) == NULL);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERTm("a placed unit is another World", first != battle_hash(b));
    ASSERTm("undone", battle_undo(b, 0));
    ASSERTm("the World as it was", first == battle_hash(b));
    battle_free(b);
    PASS();
}

SUITE(semantics) {
    RUN_TEST(questions_of_a_secret_card_are_secret);
    RUN_TEST(ways_that_meet_are_one_world);
    RUN_TEST(the_header_is_not_hashed);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    duel = load("rules/duel");
    odds_image = load("tests/semantics/29_odds.myth");
    RUN_SUITE(semantics);
    image_free(duel);
    image_free(odds_image);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
