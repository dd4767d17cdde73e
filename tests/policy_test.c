/* Players that look ahead: each against the one that it should beat. Mirrored: every seed is played
 * twice, with sides swapped. MYTH_MATCHES: all of them, as `make matrix` plays; else a few, and
 * with MYTH_BATTLES below 100 fewer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "battles_fixture.h"
#include "policy.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct battle *table;
static struct thinker *thinker;
static bool whole, few;

static struct policy policy_of(const char *text) {
    struct policy p;
    char why[200];
    if (!policy_read(text, strlen(text), &p, why, sizeof why)) return p;
    printf("%s\n", why);
    exit(1);
}

static void sit_down(int game) {
    at_play = &games[game];
    played = load(at_play->folder);
    table = fresh(played);
    thinker = thinker_new(played);
}

static void leave(void) {
    battle_free(table);
    thinker_free(thinker);
    image_free(played);
}

enum outcome { FAILED = -2, NOBODY_WON = -1 };

/* RED or BLUE, or an outcome. */
static int play(const struct policy by[2], uint64_t seed) {
    struct run_options o = options(seed, ALONE);
    const struct question *q;
    struct answer a;
    enum run_status status;
    o.journal = false;
    for (int i = 0; i < 2; i++) (void)policy_inside(by[i], &o.policy[i]);
    begin(table, &o);
    while ((status = run_next(table, &q)) == RUN_QUESTION) {
        const int who = q->who == battle_player(table, BLUE) ? BLUE : RED;
        if (!thinker_answer(thinker, by[who], table, &a) || run_answer(table, &a)) return FAILED;
    }
    if (status == RUN_FAILED) return FAILED;
    for (int i = 0; i < 2; i++) {
        if (battle_winner(table) == battle_player(table, i)) return i;
    }
    return NOBODY_WON;
}

/* How many of so many battles the first wins, of which half it plays red. */
static uint64_t wins(const char *first, const char *second, uint64_t battles) {
    const struct policy p[2] = {policy_of(first), policy_of(second)};
    uint64_t won[2] = {0, 0};
    for (uint64_t i = 0; i < battles; i++) {
        const int red = (int)(i % 2);
        const struct policy by[2] = {p[red], p[!red]};
        const int winner = play(by, 1 + i / 2);
        if (winner == FAILED) {
            printf("seed %" PRIu64 ": the battle failed\n", 1 + i / 2);
            exit(1);
        }
        if (winner >= 0) won[winner ^ red]++;
    }
    if (whole)
        printf("%s: %s wins %" PRIu64 " of %" PRIu64 " against %s, which wins %" PRIu64 "\n",
               at_play->folder, first, won[0], battles, second, won[1]);
    return won[0];
}

TEST greedy_beats_random_at_duels(void) {
    const uint64_t battles = whole ? 1000 : few ? 8 : 40;
    sit_down(DUEL);
    ASSERT_GTE(wins("greedy", "random", battles) * 100, battles * 60);
    leave();
    PASS();
}

TEST greedy_beats_random_on_mythic_earth(void) {
    const uint64_t battles = whole ? 100 : few ? 2 : 4;
    sit_down(EARTH);
    ASSERT_GTE(wins("greedy", "random", battles) * 100, battles * (whole ? 85 : 70));
    leave();
    PASS();
}

TEST search_beats_greedy_at_duels(void) {
    const uint64_t battles = whole ? 200 : few ? 2 : 10;
    sit_down(DUEL);
    ASSERT_GTE(wins("search:200", "greedy", battles) * 100, battles * 60);
    leave();
    PASS();
}

/* ---- What they hang on -------------------------------- */

static int asked_to_stop;

static bool stops(void *user) {
    return ++asked_to_stop == *(const int *)user;
}

TEST it_stops_in_the_midst_of_a_thought(void) {
    int at = 3;
    const struct question *q;
    struct answer a;
    struct run_options o = options(1, ALONE);
    sit_down(DUEL);
    (void)policy_inside(policy_of("greedy"), &o.policy[RED]);
    begin(table, &o);
    thinker_stop(thinker, stops, &at);
    ASSERT_EQ(RUN_QUESTION, run_next(table, &q));
    ASSERT_FALSE(thinker_answer(thinker, policy_of("search:40"), table, &a));
    ASSERT_EQm("a stop is no failure of the rules", NULL, thinker_error(thinker));
    ASSERT_EQ(at, asked_to_stop);
    ASSERT(thinker_answer(thinker, policy_of("search:40"), table, &a));
    leave();
    PASS();
}

TEST the_same_seed_gives_the_same_battle(void) {
    const struct policy by[2] = {policy_of("search:30"), policy_of("greedy")};
    sit_down(DUEL);
    for (uint64_t seed = 1; seed <= (few ? 1 : 3); seed++) {
        ASSERT(play(by, seed) != FAILED);
        const uint64_t hash = battle_hash(table), questions = battle_questions(table);
        ASSERT(play(by, seed + 7) != FAILED);
        ASSERT(hash != battle_hash(table));
        ASSERT(play(by, seed) != FAILED);
        ASSERT_EQ_FMT(hash, battle_hash(table), "%" PRIx64);
        ASSERT_EQ(questions, battle_questions(table));
    }
    leave();
    PASS();
}

/* A policy that thinks moves no die of the battle: who answers as it did throws the same. */
TEST thinking_leaves_the_battle_alone(void) {
    const struct policy by[2] = {policy_of("greedy"), policy_of("search:20")};
    sit_down(DUEL);
    struct battle *beside = fresh(played);
    struct run_options o = options(5, ALONE);
    const struct question *q, *other;
    struct answer a;
    o.policy[RED] = o.policy[BLUE] = POLICY_ASK;
    begin(table, &o);
    begin(beside, &o);
    while (run_next(table, &q) == RUN_QUESTION) {
        ASSERT_EQ(RUN_QUESTION, run_next(beside, &other));
        const uint64_t before = battle_hash(table);
        ASSERT(thinker_answer(thinker, by[q->who == battle_player(table, BLUE)], table, &a));
        ASSERT_EQ(before, battle_hash(table));
        ASSERT_EQ(NULL, run_answer(beside, &a));
        ASSERT_EQ(NULL, run_answer(table, &a));
        ASSERT(same_journal(battle_journal(table), battle_journal(beside)));
    }
    ASSERT_EQ(RUN_ENDED, run_next(beside, &other));
    ASSERT_EQ_FMT(battle_hash(table), battle_hash(beside), "%" PRIx64);
    battle_free(beside);
    leave();
    PASS();
}

/* Red thinks; blue, who takes the first of all that is open, keeps this goal. Red's answers up to
 * the first time that a goal is shown. */
static bool answers_of_red(struct policy by, uint64_t seed, int64_t goal, struct bytes *out) {
    struct run_options o = options(seed, ALONE);
    const struct question *q;
    struct answer a;
    const int32_t objective = played->blueprints[blueprint(played, "headhunter")].kind;
    o.policy[RED] = o.policy[BLUE] = POLICY_ASK;
    out->count = 0;
    begin(table, &o);
    while (run_next(table, &q) == RUN_QUESTION) {
        struct journal_entry e;
        for (size_t at = 0; journal_next(battle_journal(table), &at, &e);) {
            if (e.kind == J_REVEAL) return true;
        }
        const bool red = q->who == battle_player(table, RED);
        const bool of_goals = q->type.class == V_THING && q->kind == ASK_PICK &&
                              battle_kind(table, q->values[0]) == objective;
        if (!thinker_answer(thinker, red ? by : policy_of("first"), table, &a)) return false;
        const struct answer kept = {.count = 1, .values = &goal};
        if (!red && of_goals) a = kept;
        if (red) put(out, a.values, (size_t)a.count * sizeof *a.values);
        if (run_answer(table, &a)) return false;
    }
    return true;
}

TEST no_policy_knows_what_is_hidden(void) {
    static const char *const policies[] = {"greedy", "search:40"};
    struct bytes one = {0}, other = {0};
    sit_down(DUEL);
    for (uint64_t seed = 1; seed <= (whole ? 40 : few ? 2 : 8); seed++) {
        const struct policy by = policy_of(policies[seed % 2]);
        ASSERT(answers_of_red(by, seed, 0, &one));
        ASSERT(answers_of_red(by, seed, 1, &other));
        const size_t count = one.count < other.count ? one.count : other.count;
        ASSERT_GT(count, 0);
        ASSERTm("an answer hangs on what is hidden", memcmp(one.at, other.at, count) == 0);
    }
    memory_free(one.at);
    memory_free(other.at);
    leave();
    PASS();
}

TEST after_some_battles_no_memory_is_asked_for(void) {
    const struct policy by[2] = {policy_of("greedy"), policy_of("search:40")};
    uint64_t count = 0;
    sit_down(DUEL);
    for (uint64_t seed = 1; seed <= (few ? 6 : 12); seed++) {
        ASSERT(play(by, seed) != FAILED);
        if (seed == 4) count = memory_count();
    }
    ASSERT_EQ_FMT(count, memory_count(), "%" PRIu64);
    leave();
    PASS();
}

/* ---- Names -------------------------------- */

TEST policies_are_read_by_name(void) {
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"gredy", "there is no policy 'gredy'"},
        {"", "there is no policy ''"},
        {"first:3", "the policy 'first' has no budget"},
        {"search:", "the budget of 'search' is a number from 1 to 1000000, not ''"},
        {"search:0", "the budget of 'search' is a number from 1 to 1000000, not '0'"},
        {"search:1x", "the budget of 'search' is a number from 1 to 1000000, not '1x'"},
        {"search:1000001", "the budget of 'search' is a number from 1 to 1000000, not '1000001'"},
        {"search:99999999999999999999", "the budget of 'search' is a number from 1 to 1000000, not "
                                        "'99999999999999999999'"}};
    static const char *const good[] = {"random", "first", "greedy", "search:1", "search:1000000"};
    struct policy p;
    char why[200];
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        ASSERT(policy_read(bad[i].text, strlen(bad[i].text), &p, why, sizeof why));
        ASSERT_STR_EQ(bad[i].why, why);
    }
    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        p = policy_of(good[i]);
        ASSERT_STR_EQ(good[i], policy_text(p, why, sizeof why));
    }
    ASSERT_EQ(200, policy_of("search").budget);
    PASS();
}

TEST rules_without_worth_are_refused(void) {
    struct image *img = load("tests/invariants");
    struct thinker *t = thinker_new(img);
    ASSERT(thinker_lacks(t));
    thinker_free(t);
    image_free(img);
    sit_down(DUEL);
    ASSERT_EQ(NULL, thinker_lacks(thinker));
    leave();
    PASS();
}

/* A battle of its own on the field of the semantics of worth, begun. */
static struct battle *on_the_field(uint64_t seed, int axes) {
    const struct run_options o = {.seed = seed, .chance = CHANCE_STREAM};
    struct battle *b = battle_new(played, &o);
    const int64_t field = blueprint(played, "field");
    for (int i = 0; i < axes; i++) {
        battle_create(b, blueprint(played, "axe"), battle_player(b, RED));
    }
    must(battle_scenario(b, (int32_t)field), b);
    must(battle_start(b, played->battle, &field, 1), b);
    return b;
}

/* Of 1 to 6 the last three are worth as much: the fourth is the first of them. */
TEST of_equals_the_first_is_taken(void) {
    static const char *const by[] = {"greedy", "search:6", "search:60"};
    played = load("tests/semantics/37_worth.myth");
    thinker = thinker_new(played);
    for (size_t i = 0; i < ARRAY_LEN(by); i++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct battle *b = on_the_field(seed, 0);
            const struct question *q;
            struct answer a;
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            ASSERT(thinker_answer(thinker, policy_of(by[i]), b, &a));
            ASSERT_EQ_FMT(3, (int)a.values[0], "%d");
            battle_free(b);
        }
    }
    thinker_free(thinker);
    image_free(played);
    PASS();
}

/* Whatever is asked, a set among it: what a policy answers is legal, and the battle ends. */
TEST each_policy_answers_what_may_be_answered(void) {
    static const char *const by[] = {"random", "first", "greedy", "search:6", "search:60"};
    int64_t sizes = 0;
    played = load("tests/semantics/37_worth.myth");
    thinker = thinker_new(played);
    for (size_t i = 0; i < ARRAY_LEN(by); i++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct battle *b = on_the_field(seed, 5);
            const struct question *q;
            struct answer a;
            while (run_next(b, &q) == RUN_QUESTION) {
                ASSERT(thinker_answer(thinker, policy_of(by[i]), b, &a));
                if (q->together) sizes |= 1 << a.count;
                ASSERT_EQ(NULL, run_answer(b, &a));
            }
            ASSERT_EQ(RUN_ENDED, run_next(b, &q));
            ASSERT_EQ(battle_player(b, RED), battle_winner(b));
            battle_free(b);
        }
    }
    ASSERTm("sets of none to two, all of which are legal", sizes == 7);
    thinker_free(thinker);
    image_free(played);
    PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    const char *battles = getenv("MYTH_BATTLES");
    whole = getenv("MYTH_MATCHES") != NULL;
    few = battles && strtoull(battles, NULL, 10) < 100;
    GREATEST_MAIN_BEGIN();
    RUN_TEST(greedy_beats_random_at_duels);
    RUN_TEST(greedy_beats_random_on_mythic_earth);
    RUN_TEST(search_beats_greedy_at_duels);
    RUN_TEST(it_stops_in_the_midst_of_a_thought);
    RUN_TEST(the_same_seed_gives_the_same_battle);
    RUN_TEST(thinking_leaves_the_battle_alone);
    RUN_TEST(no_policy_knows_what_is_hidden);
    RUN_TEST(after_some_battles_no_memory_is_asked_for);
    RUN_TEST(of_equals_the_first_is_taken);
    RUN_TEST(each_policy_answers_what_may_be_answered);
    RUN_TEST(policies_are_read_by_name);
    RUN_TEST(rules_without_worth_are_refused);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
