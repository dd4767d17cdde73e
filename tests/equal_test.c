/* Candidates that nothing can tell apart: how many there are, what may be answered, and that what a
 * player may not know has no say. What examples can show lies in tests/semantics/56. */
#include <inttypes.h>

#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static int32_t event_of(const char *name) {
    for (int32_t i = 0; i < played->events_count; i++) {
        if (strcmp(image_text(played, played->events[i].name), name) == 0) return i;
    }
    return -1;
}

/* Begins an event whose roles are players and numbers, as the outermost one, up to its question. */
static const struct question *asked(struct battle *b, const char *event, const int64_t *roles,
                                    int32_t count) {
    struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    const struct question *q = NULL;
    battle_reset(b, &o);
    must(battle_start(b, event_of(event), roles, count), b);
    return run_next(b, &q) == RUN_QUESTION ? q : NULL;
}

static const char *answer(struct battle *b, int64_t count, const int64_t *values) {
    const struct answer a = {.count = count, .values = values};
    return run_refused(b, &a);
}

TEST an_answer_takes_so_many_of_each(void) {
    struct battle *b = fresh(played);
    const int64_t roles[] = {battle_player(b, RED), 2};
    const struct question *q = asked(b, "some_fall", roles, 2);
    char text[80];
    ASSERT(q != NULL);
    ASSERT_EQ(2, q->count);
    ASSERT_EQ(3, q->many[0]);
    ASSERT_EQ(2, q->many[1]);
    ASSERT_EQ(0, q->least);
    ASSERT_EQ(5, q->most);
    const size_t bare = battle_candidate_text(b, 0, text, sizeof text);
    ASSERT_STR_EQ("Axe ×3", text);
    ASSERT_EQ(3u, bare);
    ASSERT_EQ(NULL, answer(b, 5, (int64_t[]){0, 0, 0, 1, 1}));
    ASSERT_EQ(NULL, answer(b, 0, NULL));
    ASSERT_STR_EQ("there are not so many of them", answer(b, 3, (int64_t[]){1, 1, 1}));
    ASSERT_STR_EQ("there are not so many of them", answer(b, 4, (int64_t[]){0, 0, 0, 0}));
    ASSERT_STR_EQ("picks are named in order", answer(b, 3, (int64_t[]){0, 1, 0}));
    ASSERT_STR_EQ("there is no such candidate", answer(b, 1, (int64_t[]){2}));
    ASSERT_STR_EQ("that is not how many may be picked",
                  answer(b, 6, (int64_t[]){0, 0, 0, 1, 1, 1}));
    /* each thing is one of those for which its candidate stands */
    ASSERT_EQ(0, battle_candidate(b, q->values[0]));
    ASSERT_EQ(0, battle_candidate(b, q->values[0] + 1));
    ASSERT_EQ(1, battle_candidate(b, q->values[1] + 1));
    ASSERT_EQ(-1, battle_candidate(b, battle_player(b, RED)));
    battle_free(b);
    PASS();
}

/* The policies answer legally, and POLICY_RANDOM takes each number of each sort now and then. */
TEST policies_take_so_many_of_each(void) {
    struct battle *b = fresh(played);
    const int64_t roles[] = {battle_player(b, RED), 2};
    uint64_t seen = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct answer a;
        ASSERT(asked(b, "some_fall", roles, 2) != NULL);
        for (uint64_t i = 0; i < seed; i++) battle_draw(b, RED);
        ASSERT(run_policy_answer(b, POLICY_RANDOM, &a));
        int64_t n[2] = {0, 0};
        for (int64_t i = 0; i < a.count; i++) n[a.values[i]]++;
        seen |= UINT64_C(1) << (n[0] * 3 + n[1]);
        ASSERT_EQ(NULL, run_answer(b, &a));
    }
    ASSERT_EQ_FMT(0xfffu, (unsigned)seen, "%x"); /* 0 to 3 and 0 to 2 */
    battle_free(b);
    PASS();
}

/* How many candidates a question has, in the battle and in each view of the one who is asked. -1:
 * he is not asked; -2: a view asks something else. */
static int64_t candidates(const char *event, const int64_t *roles, int32_t count) {
    struct battle *b = fresh(played), *view = fresh(played);
    const struct question *q = asked(b, event, roles, count), *seen;
    int64_t n = q ? q->count : -1;
    for (uint64_t seed = 1; q && seed <= 20; seed++) {
        must(battle_view(view, b, RED, seed), view);
        if (run_next(view, &seen) != RUN_QUESTION || seen->count != q->count ||
            !seen->many != !q->many)
            n = -2;
    }
    battle_free(view);
    battle_free(b);
    return n;
}

TEST what_may_not_be_known_tells_nothing_apart(void) {
    struct battle *b = fresh(played);
    const int64_t red = battle_player(b, RED), blue = battle_player(b, BLUE);
    battle_free(b);
    for (int64_t named = 0; named <= 1; named++) {
        ASSERT_EQ_FMT(INT64_C(3), candidates("letters", (int64_t[]){red, blue, named}, 3),
                      "%" PRId64);
        ASSERT_EQ_FMT(INT64_C(3), candidates("plans", (int64_t[]){red, blue, named}, 3),
                      "%" PRId64);
    }
    ASSERT_EQ_FMT(INT64_C(-1), candidates("letters", (int64_t[]){red, red, 0}, 3), "%" PRId64);
    ASSERT_EQ_FMT(INT64_C(2), candidates("letters", (int64_t[]){red, red, 1}, 3), "%" PRId64);
    ASSERT_EQ_FMT(INT64_C(2), candidates("plans", (int64_t[]){red, red, 1}, 3), "%" PRId64);
    ASSERT_EQ_FMT(INT64_C(3), candidates("of_the_foe", (int64_t[]){red, blue, 0}, 3), "%" PRId64);
    ASSERT_EQ_FMT(INT64_C(-1), candidates("of_the_foe", (int64_t[]){red, blue, 1}, 3), "%" PRId64);
    ASSERT_EQ_FMT(INT64_C(2), candidates("hand_of", (int64_t[]){red, 1}, 2), "%" PRId64);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    played = load("tests/semantics/56_equal_things.myth");
    RUN_TEST(an_answer_takes_so_many_of_each);
    RUN_TEST(policies_take_so_many_of_each);
    RUN_TEST(what_may_not_be_known_tells_nothing_apart);
    image_free(played);
    GREATEST_MAIN_END();
}
