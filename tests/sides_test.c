/* Sides, on whole battles of tests/four: two against two and a ghost. What is secret is known to a
 * side, what is `secret own` to one alone, and neither tells the others anything; who answers for
 * another knows what he knows; a side wins together; who is out is asked nothing. */
#include <inttypes.h>
#include <stdlib.h>

#include "battles_fixture.h"
#include "state.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

enum { GREEN = 2, YELLOW, GHOST, PLAYERS };

static uint64_t battles = 40;

static void set_up(struct battle *b, uint64_t seed, enum run_policy policy, const char *scenario) {
    struct run_options o = options(seed, ALONE);
    int64_t of = blueprint(played, scenario);
    for (int i = 0; i < RUN_PLAYERS; i++) o.policy[i] = policy;
    battle_reset(b, &o);
    must(battle_scenario(b, (int32_t)of), b);
    must(battle_start(b, played->battle, &of, 1), b);
}

/* ---- What a side may not know -------------------------------- */

/* Which scheme and which charm red keeps: numbers of candidates. */
struct kept {
    int64_t scheme, charm;
};
/* What a player was asked and knew, and what he may read afterwards, up to what was revealed. */
struct seen {
    struct bytes bytes, read;
    uint64_t questions;
};

static bool is_revealed(struct battle *b) {
    struct journal_entry e;
    for (size_t at = 0; journal_next(battle_journal(b), &at, &e);) {
        if (e.kind == J_REVEAL) return true;
    }
    return false;
}

/* Plays a battle in which all answer by a number that depends on the seed and on how many questions
 * have been put, but red keeps what he is told to keep. */
static bool play_kept(struct battle *b, struct battle *view, uint64_t seed, struct kept kept,
                      struct seen out[PLAYERS]) {
    const struct question *q;
    enum run_status status;
    uint64_t asked = 0;
    for (int i = 0; i < PLAYERS; i++) out[i].bytes.count = out[i].read.count = out[i].questions = 0;
    set_up(b, seed, POLICY_ASK, "two_sides");
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        const int32_t who = battle_player_number(b, q->who);
        const bool scheme = who == RED && strcmp(q->prompt, "Which scheme?") == 0;
        const bool charm = who == RED && strcmp(q->prompt, "Which charm?") == 0;
        int64_t n = (int64_t)(base_mix(seed * 1000 + ++asked) % (uint64_t)q->count);
        if (scheme) n = kept.scheme;
        if (charm) n = kept.charm;
        if (!is_revealed(b)) {
            put_question(&out[who].bytes, b, q);
            for (int i = 0; i < PLAYERS; i++) {
                if (asked % 5 && i != who) continue;
                if (!put_view(&out[i].bytes, view, b, i, seed + asked)) return false;
                out[i].questions++;
            }
        }
        const struct answer a = {.count = 1, .values = &n};
        if (run_answer(b, &a)) return false;
    }
    for (int i = 0; i < PLAYERS; i++) put_journal(&out[i].read, b, i);
    return status == RUN_ENDED;
}

static bool same_seen(const struct seen *a, const struct seen *b) {
    return a->questions == b->questions && a->bytes.count == b->bytes.count &&
           memcmp(a->bytes.at, b->bytes.at, a->bytes.count) == 0;
}
static bool same_read(const struct seen *a, const struct seen *b) {
    const size_t least = a->read.count < b->read.count ? a->read.count : b->read.count;
    return least > 0 && memcmp(a->read.at, b->read.at, least) == 0;
}

/* Of the same battle twice, but for one card that red keeps: who may see the difference. */
static enum greatest_test_res compare(struct kept one, struct kept other, const bool told[]) {
    struct battle *a = fresh(played), *b = fresh(played), *view = fresh(played);
    struct seen first[PLAYERS] = {0}, second[PLAYERS] = {0};
    uint64_t knew[PLAYERS] = {0};
    for (uint64_t seed = 1; seed <= battles; seed++) {
        ASSERT(play_kept(a, view, seed, one, first));
        ASSERT(play_kept(b, view, seed, other, second));
        ASSERT(!world_equal(battle_world(a), battle_world(b)));
        for (int i = 0; i < PLAYERS; i++) {
            const bool same = same_seen(&first[i], &second[i]);
            ASSERT_GT(first[i].questions, 3);
            knew[i] += !same && !same_read(&first[i], &second[i]);
            if (told[i]) continue;
            ASSERTm("what was kept is seen", same);
            ASSERTm("what was kept is told", same_read(&first[i], &second[i]));
        }
    }
    for (int i = 0; i < PLAYERS; i++) {
        ASSERT_EQ_FMT(told[i] ? battles : 0, knew[i], "%" PRIu64);
        memory_free(first[i].bytes.at);
        memory_free(first[i].read.at);
        memory_free(second[i].bytes.at);
        memory_free(second[i].read.at);
    }
    battle_free(a);
    battle_free(b);
    battle_free(view);
    PASS();
}

TEST a_secret_is_known_to_the_side_and_to_nobody_else(void) {
    static const bool told[PLAYERS] = {[RED] = true, [GREEN] = true};
    CHECK_CALL(compare((struct kept){0, 1}, (struct kept){1, 1}, told));
    CHECK_CALL(compare((struct kept){2, 0}, (struct kept){1, 0}, told));
    PASS();
}

TEST what_is_secret_own_is_known_to_one_alone(void) {
    static const bool told[PLAYERS] = {[RED] = true};
    CHECK_CALL(compare((struct kept){1, 0}, (struct kept){1, 1}, told));
    CHECK_CALL(compare((struct kept){0, 2}, (struct kept){0, 1}, told));
    PASS();
}

/* Returns how many different cards some view of a battle has in a player's hand; -1: no view. */
static int cards_in_hand(struct battle *view, struct battle *b, int of, int viewer) {
    const int32_t kind = played->blueprints[blueprint(played, "sling")].kind;
    uint64_t cards = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        int64_t count;
        if (!battle_view(view, b, viewer, seed)) return -1;
        const int64_t *all = battle_extent(view, kind, &count);
        for (int64_t i = 0; i < count; i++) {
            const bool his = battle_word(view, all[i], T_OWNER) == battle_player(view, of);
            if (his) cards |= UINT64_C(1) << all[i] % 64;
        }
    }
    return __builtin_popcountll(cards);
}

/* The ghost's hand: red is at turn, so blue, the next of the other side, answers for the ghost. */
TEST who_answers_for_another_knows_what_he_knows(void) {
    struct battle *b = fresh(played), *view = fresh(played);
    const struct question *q;
    set_up(b, 3, POLICY_ASK, "two_sides");
    bool put = false;
    while (!put && run_next(b, &q) == RUN_QUESTION) {
        struct answer a;
        put = strcmp(q->prompt, "Which scheme?") != 0 && strcmp(q->prompt, "Which charm?") != 0;
        if (put) break;
        run_policy_answer(b, POLICY_FIRST, &a);
        ASSERT_EQ(NULL, run_answer(b, &a));
    }
    ASSERT(put);
    ASSERT_EQ(battle_player(b, RED), q->who);
    ASSERT_EQ(2, cards_in_hand(view, b, GHOST, GHOST));
    ASSERT_EQ(2, cards_in_hand(view, b, GHOST, BLUE));
    /* of fourteen cards, less those of his own hand and of his ally's; red has drawn his third */
    ASSERT_EQ(14 - 2 - 2, cards_in_hand(view, b, GHOST, YELLOW));
    ASSERT_EQ(14 - 3 - 2, cards_in_hand(view, b, GHOST, RED));
    battle_free(b);
    battle_free(view);
    PASS();
}

/* ---- Who wins, and who is asked -------------------------------- */

struct heard {
    uint64_t ghost, gone, all;
};

static void hear(void *user, struct battle *b, const struct question *q, const struct answer *a) {
    struct heard *h = user;
    (void)a;
    if (ask_row(q->kind)->chance) return;
    h->all++;
    h->ghost += q->who == battle_player(b, GHOST);
    h->gone += !battle_in_play(b, q->who);
}

TEST nobody_asks_the_ghost_or_who_is_out(void) {
    struct battle *b = fresh(played);
    struct heard h = {0};
    uint64_t fell = 0, won = 0, alone = 0;
    const struct question *q;
    for (uint64_t seed = 1; seed <= 5 * battles; seed++) {
        const struct run_observer o = {.user = &h, .answered = hear};
        set_up(b, seed, POLICY_RANDOM, "two_sides");
        battle_observe(b, o);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        const uint64_t winners = battle_winners(b), red = 1 << RED | 1 << GREEN,
                       blue = 1 << BLUE | 1 << YELLOW;
        ASSERT(winners == 0 || (winners & red) == winners || (winners & blue) == winners);
        won += winners != 0;
        alone += battle_winner(b) != NONE;
        ASSERT_EQ((winners & (winners - 1)) == 0 && winners != 0, battle_winner(b) != NONE);
        for (int i = 0; i < PLAYERS; i++) fell += !battle_in_play(b, battle_player(b, i));
    }
    ASSERT_EQ(0, h.ghost);
    ASSERT_EQ(0, h.gone);
    ASSERT_GT(h.all, 1000);
    ASSERT_GT(fell, 10);
    ASSERT_GT(won, alone);
    battle_free(b);
    PASS();
}

TEST each_scenario_has_its_players(void) {
    static const struct {
        const char *scenario;
        int players;
    } rows[] = {{"two_sides", 5}, {"each_for_himself", 5}, {"three", 3}, {"two", 2}};
    struct battle *b = fresh(played);
    const struct question *q;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        set_up(b, 1, POLICY_RANDOM, rows[i].scenario);
        int in = 0;
        for (int p = 0; p < PLAYERS; p++) in += battle_in_play(b, battle_player(b, p));
        ASSERT_EQ(rows[i].players, in);
        for (uint64_t seed = 1; seed <= battles; seed++) {
            set_up(b, seed, POLICY_RANDOM, rows[i].scenario);
            ASSERT_EQ(RUN_ENDED, run_next(b, &q));
            for (int p = rows[i].players; p < PLAYERS; p++) ASSERT(!(battle_winners(b) >> p & 1));
        }
    }
    battle_free(b);
    PASS();
}

SUITE(sides) {
    RUN_TEST(a_secret_is_known_to_the_side_and_to_nobody_else);
    RUN_TEST(what_is_secret_own_is_known_to_one_alone);
    RUN_TEST(who_answers_for_another_knows_what_he_knows);
    RUN_TEST(nobody_asks_the_ghost_or_who_is_out);
    RUN_TEST(each_scenario_has_its_players);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    const char *said = getenv("MYTH_BATTLES");
    if (said) battles = strtoull(said, NULL, 10);
    GREATEST_MAIN_BEGIN();
    played = load("tests/four");
    RUN_SUITE(sides);
    image_free(played);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
