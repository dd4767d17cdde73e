/* The parts of dsl/SEMANTICS.md that no example can show: secret questions, worlds that are the
 * same, questions that are not asked. The rest lies in tests/semantics. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "battles_fixture.h"
#include "run_int.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct image *odds_image, *until_image, *questions_image, *neutral_image, *dice_image,
    *errors_image, *remembered_image, *views_image, *heads_image;

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
    struct battle *b = battle_new(played, &o);
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

static int32_t field_of(const struct image *img, const char *name) {
    FIND(fields, name);
}

static int64_t stored(struct battle *b, int64_t thing, const char *name) {
    const struct image *img = battle_image(b);
    return battle_word(b, thing, (uint32_t)img->fields[field_of(img, name)].slot);
}

/* The worth of the cards in a pile, one number for each order of them. */
static int64_t lies(struct battle *b, int64_t holder, const char *pile) {
    int64_t count, all[16], sum = 0;
    const int64_t *cards = battle_list(b, stored(b, holder, pile), &count);
    memcpy(all, cards, (size_t)count * sizeof *all);
    for (int64_t i = 0; i < count; i++) sum = sum * 100 + stored(b, all[i], "worth");
    return sum;
}

static void begin_views(struct battle *b, uint64_t seed) {
    const struct run_options o = {.seed = seed, .chance = CHANCE_STREAM};
    const struct image *img = battle_image(b);
    const int64_t field = blueprint(img, "field");
    battle_reset(b, &o);
    must(battle_scenario(b, (int32_t)field), b);
    must(battle_start(b, img->battle, &field, 1), b);
}

/* Blue may know his own hand and bid, and the card that red has shown. Red's other card and red's
 * bid are drawn among all that they may be. In which order the deck lies is open in the World, so
 * nothing of it is drawn. */
TEST a_view_draws_what_is_hidden(void) {
    struct run_options o = {.seed = 1};
    struct battle *b = battle_new(views_image, &o), *view = battle_new(views_image, &o);
    const struct question *q;
    uint64_t bids = 0;
    int64_t others[8] = {0}, decks[64] = {0}, other_count = 0, deck_count = 0;
    begin_views(b, 3);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERT_STR_EQ("Look", q->prompt);
    const int64_t red = battle_player(b, RED), blue = battle_player(b, BLUE), game = 3;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        ASSERT(battle_view(view, b, BLUE, seed));
        ASSERT_EQ(lies(b, blue, "hand"), lies(view, blue, "hand"));
        ASSERT_EQ(3, stored(view, blue, "bid"));
        /* The top of a hand is what was drawn last. */
        ASSERT_EQ(lies(b, red, "hand") / 100, lies(view, red, "hand") / 100);
        const int64_t bid = stored(view, red, "bid"), other = lies(view, red, "hand") % 100;
        ASSERT(bid >= 1 && bid <= 9);
        bids |= UINT64_C(1) << bid;
        int64_t i = 0, k = 0, deck = lies(view, game, "deck");
        while (i < other_count && others[i] != other) i++;
        if (i == other_count) others[other_count++] = other;
        while (k < deck_count && decks[k] != deck) k++;
        if (k == deck_count && k < 64) decks[deck_count++] = deck;
        /* Each card lies somewhere, and once. */
        ASSERT_EQ(127, other + lies(b, red, "hand") / 100 + lies(b, blue, "hand") % 100 +
                           lies(b, blue, "hand") / 100 + deck % 100 + deck / 100 % 100 +
                           deck / 10000);
    }
    ASSERT_EQ_FMT(1022u, (unsigned)bids, "%u");
    ASSERT_EQ(4, other_count); /* seven less two of his own and one that was shown */
    ASSERT_EQ(4, deck_count);  /* which three of four unseen ones lie there, in one order */
    battle_free(view);
    battle_free(b);
    PASS();
}

/* Each of the seven cards is on top after some shuffle, the one that was there before too: none of
 * them misses 200 times but once in 10^12. */
TEST each_card_may_come_to_lie_on_top(void) {
    struct run_options o = {.seed = 1};
    struct battle *b = battle_new(views_image, &o);
    const struct question *q;
    int64_t tops = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        begin_views(b, seed);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        /* The card drawn first lies under the next. */
        tops |= lies(b, battle_player(b, RED), "hand") % 100;
    }
    ASSERT_EQ_FMT(127, (int)tops, "%d");
    battle_free(b);
    PASS();
}

/* 15: what red has answered to an `ask each`, blue, who is asked next, cannot know. */
TEST answers_under_way_are_hidden(void) {
    struct run_options o = {.seed = 1};
    struct battle *b = battle_new(views_image, &o), *view = battle_new(views_image, &o);
    const struct question *q;
    uint64_t hash[4];
    for (int64_t wager = 0; wager < 4; wager++) {
        const int64_t no = 1;
        const struct answer pass = {.count = 1, .values = &no};
        const struct answer bid = {.count = 1, .values = &wager};
        begin_views(b, 5);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(NULL, run_answer(b, &pass));
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_STR_EQ("How much?", q->prompt);
        ASSERT_EQ(battle_player(b, RED), q->who);
        ASSERT_EQ(NULL, run_answer(b, &bid));
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(battle_player(b, BLUE), q->who);
        ASSERT(battle_view(view, b, BLUE, 9));
        hash[wager] = battle_hash(view);
        ASSERT_EQ_FMT(hash[0], hash[wager], "%" PRIx64);
        /* There red is asked once more, after blue. */
        ASSERT_EQ(RUN_QUESTION, run_next(view, &q));
        ASSERT_EQ(battle_player(b, BLUE), q->who);
        ASSERT_EQ(NULL, run_answer(view, &bid));
        ASSERT_EQ(RUN_QUESTION, run_next(view, &q));
        ASSERT_EQ(battle_player(b, RED), q->who);
        ASSERT_EQ(NULL, run_answer(view, &pass));
        ASSERT_EQ(RUN_ENDED, run_next(view, &q));
        ASSERT_EQ(2, stored(view, battle_player(b, RED), "bid"));
        ASSERT_EQ(wager + 1, stored(view, battle_player(b, BLUE), "bid"));
    }
    battle_free(view);
    battle_free(b);
    PASS();
}

/* Answers both questions of 16_hidden as their player: some of three numbers, and one of four or
 * none. False: somebody else is asked. */
static bool answers_both(struct battle *b, int32_t player, const int64_t *some, int64_t count,
                         int64_t one) {
    const struct question *q;
    const struct answer first = {.count = count, .values = some};
    const struct answer then = {.count = one >= 0, .values = &one, .pass = one < 0};
    if (run_next(b, &q) != RUN_QUESTION || q->who != battle_player(b, player)) return false;
    if (run_answer(b, &first) || run_next(b, &q) != RUN_QUESTION) return false;
    return q->who == battle_player(b, player) && !run_answer(b, &then);
}

/* Whether red holds the one card that may lie there, and it is as it was made. */
static bool holds_as_made(struct battle *view, const char *pile, int64_t worth) {
    const struct image *img = battle_image(view);
    int64_t count, marks, met;
    const int64_t *cards = battle_list(view, stored(view, battle_player(view, RED), pile), &count);
    if (count != 1) return false;
    const int64_t card = *cards;
    (void)battle_list(view, stored(view, card, "marks"), &marks);
    const uint32_t memory = (uint32_t)img->kinds[battle_kind(view, card)].words;
    (void)battle_list(view, worth == 1 ? battle_word(view, card, memory) : 0, &met);
    return stored(view, card, "worth") == worth && marks == 0 && met == 0;
}

/* 16: truths, sets, places, and what cards keep. Of several questions to each, what blue has
 * answered stays; red, whose answers he may not know, answers anew, behind green. */
TEST a_view_draws_each_sort_of_value(void) {
    enum { GREEN = 2 };
    static const int64_t answers[4][2] = {{0, 2}, {1, 2}, {0, 1}, {0, 1}};
    struct image *img = load("tests/semantics/16_hidden.myth");
    struct run_options o = {.seed = 1};
    struct battle *b = battle_new(img, &o), *view = battle_new(img, &o);
    const struct question *q;
    bool sly[2] = {false, false};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint64_t hash = 0;
        for (int64_t i = 0; i < 4; i++) {
            begin_views(b, 3);
            ASSERT(answers_both(b, RED, answers[i], i % 3, i - 1));
            ASSERT(answers_both(b, BLUE, (const int64_t[]){1}, 1, -1));
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            ASSERT(battle_view(view, b, BLUE, seed));
            if (i == 0) hash = battle_hash(view);
            ASSERT_EQ_FMT(hash, battle_hash(view), "%" PRIx64);
        }
        const int64_t red = battle_player(view, RED), blue = battle_player(view, BLUE);
        int64_t favourites;
        ASSERT(holds_as_made(view, "hand", 1) && holds_as_made(view, "trumps", 2));
        (void)battle_list(view, stored(view, red, "favourites"), &favourites);
        ASSERT_EQ(0, favourites);
        ASSERT_EQ(NONE, stored(view, red, "lair"));
        sly[stored(view, red, "sly") == 1] = true;
        ASSERT(answers_both(view, GREEN, NULL, 0, 0));
        ASSERT(answers_both(view, RED, (const int64_t[]){0, 2}, 2, 3));
        ASSERT_EQ(RUN_ENDED, run_next(view, &q));
        ASSERT_EQ(4, stored(view, red, "some_of"));
        ASSERT_EQ(4, stored(view, red, "one_of"));
        ASSERT_EQ(2, stored(view, blue, "some_of"));
        ASSERT_EQ(0, stored(view, blue, "one_of"));
    }
    ASSERTm("either truth is drawn", sly[0] && sly[1]);
    battle_free(view);
    battle_free(b);
    image_free(img);
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

/* 13: outside of a block an event is not done whose limit is counted within what does not run. */
TEST a_limit_of_what_does_not_run_leaves_no_room(void) {
    const struct run_options o = options(1, ALONE);
    struct battle *b = battle_new(heads_image, &o);
    static const char *const done[] = {"startles_twice", "nap"};
    for (int i = 0; i < 2; i++) {
        const struct question *q;
        battle_reset(b, &o);
        int64_t axe = battle_create(b, blueprint(heads_image, "axe"), battle_player(b, RED));
        must(battle_start(b, event(heads_image, done[i]), &axe, 1), b);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        ASSERT_EQ_FMT((int64_t)i, stored(b, axe, "hurt"), "%" PRId64);
    }
    battle_free(b);
    PASS();
}

/* ---- 15: ask each -------------------------------- */

static const char *answer_number(struct battle *b, int64_t index) {
    return run_answer(b, &(struct answer){.count = 1, .values = &index});
}

/* The World at the question that comes after these answers, where dice are asked only as far as
 * rules look. */
static uint64_t world_asked(struct battle *b, const char *title, const int64_t *answers, int n) {
    struct run_options o = options(1, ASKED);
    const struct question *q;
    o.chance = CHANCE_LAZY;
    o.journal = o.history = false;
    battle_reset(b, &o);
    must(battle_block(b, block(battle_image(b), title)), b);
    for (int i = 0; i < n; i++) {
        if (run_next(b, &q) != RUN_QUESTION) printf("no question\n");
        const char *why = answer_number(b, answers[i]);
        if (why) printf("refused: %s\n", why);
    }
    if (run_next(b, &q) != RUN_QUESTION) printf("no question\n");
    return battle_hash(b);
}

/* 29: a caller reads a, nobody reads b; a rule that speaks after reads k; a pool that is thrown
 * anew as a whole is known by its number alone. */
TEST what_nothing_can_read_is_no_part_of_a_world(void) {
    struct image *img = load("tests/semantics/43_live.myth");
    const struct run_options o = options(1, ASKED);
    struct battle *b = battle_new(img, &o);
    const int64_t a_b[3][2] = {{0, 0}, {0, 1}, {1, 0}}, one[2] = {0, 1};
    const uint64_t none = world_asked(b, "Caller", a_b[0], 2);
    ASSERTm("b is forgotten", none == world_asked(b, "Caller", a_b[1], 2));
    ASSERTm("a is not", none != world_asked(b, "Caller", a_b[2], 2));
    ASSERTm("nor what is read after the event",
            world_asked(b, "After", &one[0], 1) != world_asked(b, "After", &one[1], 1));
    battle_free(b);
    image_free(img);
    img = load("tests/semantics/44_best.myth");
    b = battle_new(img, &o);
    const int64_t few = 3, many = 17;
    ASSERTm("faces are forgotten",
            world_asked(b, "Guess", &few, 1) == world_asked(b, "Guess", &many, 1));
    battle_free(b);
    image_free(img);
    PASS();
}

static int64_t trace_of(struct battle *b, const struct image *img) {
    int64_t value = NONE, count;
    const int64_t *game = battle_extent(b, img->root[ROOT_GAME], &count);
    for (int32_t f = 0; f < img->fields_count; f++) {
        if (strcmp(image_text(img, img->fields[f].name), "trace") != 0) continue;
        battle_field(b, *game, f, &value);
    }
    return value;
}

/* The second is asked the same whatever the first has answered; a fork between them holds the
 * answer that was given. */
TEST each_is_asked_without_the_others_answers(void) {
    const struct run_options o = options(1, ASKED);
    struct battle *b = battle_new(questions_image, &o), *fork = battle_new(questions_image, &o);
    const struct question *q;
    struct question second[3];
    for (int64_t n = 0; n < 3; n++) {
        battle_reset(b, &o);
        must(battle_start(b, event(questions_image, "bids"), NULL, 0), b);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(battle_player(b, RED), q->who);
        ASSERT_EQ(NULL, answer_number(b, n));
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(battle_player(b, BLUE), q->who);
        ASSERT_EQ_FMT(0, (int)trace_of(b, questions_image), "%d");
        second[n] = *q;
        ASSERT_STR_EQ("How much?", q->prompt);
        ASSERT_EQ(second[0].count, q->count);
        ASSERT_EQ(second[0].place, q->place);
        ASSERT_EQ(second[0].secret, q->secret);
        battle_copy(fork, b);
        ASSERT_EQ(RUN_QUESTION, run_next(fork, &q));
        ASSERT_EQ(NULL, answer_number(fork, 2));
        ASSERT_EQ(RUN_ENDED, run_next(fork, &q));
        ASSERT_EQ_FMT((int)(n + 1) * 10 + 3, (int)trace_of(fork, questions_image), "%d");
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(NULL, answer_number(b, 0));
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        ASSERT_EQ_FMT((int)(n + 1) * 10 + 1, (int)trace_of(b, questions_image), "%d");
    }
    battle_free(fork);
    battle_free(b);
    PASS();
}

/* ---- 16: streams of policies -------------------------------- */

static int64_t last_pick(int64_t first, int64_t times, int64_t last, uint64_t seed) {
    const struct run_options o = options(seed, ALONE);
    struct battle *b = battle_new(questions_image, &o);
    const struct question *q;
    const int64_t args[] = {battle_player(b, (int32_t)first), times,
                            battle_player(b, (int32_t)last)};
    must(battle_start(b, event(questions_image, "asks_often"), args, 3), b);
    if (run_next(b, &q) != RUN_ENDED) printf("it does not end\n");
    int64_t pick = trace_of(b, questions_image);
    battle_free(b);
    return pick;
}

TEST each_policy_has_its_stream(void) {
    int32_t moved = 0, other = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        int64_t alone = last_pick(BLUE, 0, RED, seed);
        ASSERT_EQ_FMT((int)alone, (int)last_pick(BLUE, 5, RED, seed), "%d");
        moved += alone != last_pick(RED, 5, RED, seed);
        other += alone != last_pick(RED, 0, BLUE, seed);
    }
    ASSERTm("one's own questions do move it", moved >= 7);
    ASSERTm("the other draws something else", other >= 7);
    PASS();
}

/* ---- 14: what is picked -------------------------------- */

/* Two of three: each by its number, once, in order; what is refused changes nothing. */
TEST each_candidate_is_picked_once(void) {
    static const int64_t good[] = {0, 2};
    static const int64_t bad[][3] = {{1, 1}, {2, 0}, {0, 3}, {-1, 0}};
    struct image *img = load("tests/semantics/37_worth.myth");
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    struct battle *b = battle_new(img, &o);
    const int64_t field = blueprint(img, "field");
    const int64_t fourth = 3;
    const struct question *q;
    must(battle_scenario(b, (int32_t)field), b);
    for (int64_t i = 0; i < 3; i++) { /* where they stand tells them apart */
        const int64_t man = battle_create(b, blueprint(img, "axe"), battle_player(b, RED));
        must(battle_place(b, man, (2540 * (i + 1)) << 32 | 2540), b);
    }
    must(battle_start(b, img->battle, &field, 1), b);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERT_EQ(NULL, run_answer(b, &(struct answer){.count = 1, .values = &fourth}));
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERT_EQ_FMT(3, (int)q->count, "%d");
    const uint64_t hash = world_hash(battle_world(b));
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        ASSERT(run_answer(b, &(struct answer){.count = 2, .values = bad[i]}));
        ASSERT_EQ(hash, world_hash(battle_world(b)));
    }
    const int64_t all[] = {0, 1, 2};
    ASSERTm("more than two", run_answer(b, &(struct answer){.count = 3, .values = all}));
    ASSERT_EQ(NULL, run_answer(b, &(struct answer){.count = 2, .values = good}));
    battle_free(b);
    image_free(img);
    PASS();
}

/* Twelve ones and a six: of 8,192 sets only the twelve that leave out a single one come to 17. So
 * seldom is one drawn that all are looked at, and each of the twelve is as likely: 60 seeds find no
 * fewer than six but once in 10^16. */
TEST few_of_many_sets_are_found(void) {
    struct image *img = load("tests/semantics/16_sets.myth");
    struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    o.policy[RED] = POLICY_RANDOM;
    struct battle *b = battle_new(img, &o);
    const struct question *q;
    int32_t found = 0;
    bool left_out[13] = {false};
    for (o.seed = 1; o.seed <= 60; o.seed++) {
        battle_reset(b, &o);
        const int64_t args[] = {battle_player(b, RED), 17};
        battle_create(b, blueprint(img, "six_worth"), args[0]);
        for (int64_t i = 1; i <= 12; i++) {
            int64_t man = battle_create(b, blueprint(img, "one_worth"), args[0]);
            ASSERT(battle_set(b, man, field_of(img, "number_of"), i));
        }
        must(battle_start(b, event(img, "leaves_out"), args, 2), b);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        const int64_t out = trace_of(b, img);
        ASSERT(out >= 1 && out <= 12);
        found += !left_out[out];
        left_out[out] = true;
    }
    ASSERT(found >= 6);
    battle_free(b);
    image_free(img);
    PASS();
}

/* ---- Candidates whose rules fail -------------------------------- */

/* A policy that meets one fails as the rules do; who only looks finds it not legal, and the battle
 * goes on. */
TEST candidates_whose_rules_fail(void) {
    const int64_t inch = 2540, spot = (10 * inch) << 32 | 10 * inch;
    int32_t failed = 0, ended = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct run_options o = options(seed, ALONE);
        struct battle *b = battle_new(errors_image, &o);
        const struct question *q;
        int64_t axe = battle_create(b, blueprint(errors_image, "axe"), battle_player(b, RED));
        must(battle_place(b, axe, spot), b);
        must(battle_start(b, event(errors_image, "goes_where"), &axe, 1), b);
        enum run_status how = run_next(b, &q);
        failed += how == RUN_FAILED;
        ended += how == RUN_ENDED;
        if (how == RUN_FAILED) ASSERT_STR_EQ("a division by 0", battle_error(b)->text);
        o.policy[RED] = POLICY_ASK;
        battle_reset(b, &o);
        axe = battle_create(b, blueprint(errors_image, "axe"), battle_player(b, RED));
        must(battle_place(b, axe, spot), b);
        must(battle_start(b, event(errors_image, "goes_where"), &axe, 1), b);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        const int64_t *values;
        int64_t count, legal = -1, bad = 0;
        uint64_t hash = battle_hash(b);
        size_t told = battle_journal(b)->count;
        for (int64_t i = 0; i < q->count; i++) {
            if (run_candidate(b, i, &values, &count))
                legal = i;
            else
                bad++;
        }
        ASSERT(legal >= 0 && bad >= 1);
        ASSERTm("looking changes nothing", hash == battle_hash(b));
        ASSERT_EQ(told, battle_journal(b)->count);
        ASSERT_EQ(NULL, answer_number(b, legal));
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        battle_free(b);
    }
    ASSERTm("some meet it, some do not", failed > 0 && ended > 0 && failed + ended == 60);
    PASS();
}

/* In a block all numbers that are read are told; those of candidates that are only looked at are
 * not. */
TEST who_looks_tells_nothing(void) {
    struct run_options o = options(1, ASKED);
    struct battle *b = battle_new(errors_image, &o);
    const struct question *q;
    const int64_t *values;
    int64_t count, legal = 0;
    must(battle_block(b, block(errors_image, "A place that cannot be judged")), b);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERT_EQ(ASK_PLACE, q->kind);
    size_t told = battle_journal(b)->count;
    for (int64_t i = 0; i < q->count; i++) legal += run_candidate(b, i, &values, &count);
    ASSERT(legal > 0);
    ASSERT_EQ(told, battle_journal(b)->count);
    battle_free(b);
    b = battle_new(questions_image, &o);
    must(battle_block(b, block(questions_image, "An offer looks at numbers")), b);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    struct journal_entry e;
    for (size_t at = 0; journal_next(battle_journal(b), &at, &e);) {
        ASSERTm("an account of what is only looked at", e.kind != J_ACCOUNT);
    }
    battle_free(b);
    PASS();
}

/* ---- 20: neutrals -------------------------------- */

TEST a_neutrals_questions_go_to_whom_the_scenario_names(void) {
    static const char *const names[] = {"by_red", "by_blue"};
    for (int32_t i = 0; i < 2; i++) {
        const struct run_options o = options(1, ASKED);
        struct battle *b = battle_new(neutral_image, &o);
        const struct question *q;
        int64_t scenario = blueprint(neutral_image, names[i]);
        must(battle_scenario(b, (int32_t)scenario), b);
        battle_create(b, blueprint(neutral_image, "axe"), battle_player(b, 2));
        must(battle_start(b, neutral_image->battle, &scenario, 1), b);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(battle_player(b, i), q->who);
        battle_free(b);
    }
    PASS();
}

/* ---- 11: how it ends -------------------------------- */

TEST to_win_and_to_tie_end_the_battle(void) {
    static const char *const events[] = {"wins", "ties"};
    const struct run_options o = options(1, ALONE);
    for (int32_t i = 0; i < 2; i++) {
        struct battle *b = battle_new(until_image, &o);
        const struct question *q;
        int64_t axe = battle_create(b, blueprint(until_image, "axe"), battle_player(b, BLUE));
        must(battle_start(b, event(until_image, events[i]), &axe, 1), b);
        ASSERT_FALSE(battle_over(b));
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        ASSERTm("it is over", battle_over(b));
        ASSERT_EQ(i == 0 ? battle_player(b, BLUE) : NONE, battle_winner(b));
        ASSERT_EQ_FMT(i, (int)trace_of(b, until_image), "%d");
        battle_free(b);
    }
    PASS();
}

/* ---- 2, 3: who speaks is asked again -------------------------------- */

/* Two would stand for the body, and their player is asked which of them does. Before he answers the
 * game is changed, so that neither would: the body is run. */
TEST who_no_longer_stands_for_the_body_does_not(void) {
    struct image *img = load("tests/semantics/02_whose_first.myth");
    const struct run_options o = options(1, ASKED);
    struct battle *b = battle_new(img, &o);
    const struct question *q;
    for (int64_t trace = 0; trace < 2; trace++) {
        int64_t count;
        battle_reset(b, &o);
        must(battle_block(b, block(img, "The first that acts stands for the body")), b);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_STR_EQ("Which comes first?", q->prompt);
        const int64_t game = battle_extent(b, img->root[ROOT_GAME], &count)[0];
        ASSERT(battle_set(b, game, field_of(img, "trace"), trace));
        ASSERT_EQ(NULL, answer_number(b, 1));
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        ASSERT_EQ_FMT(trace ? 15 : 7, (int)trace_of(b, img), "%d");
    }
    battle_free(b);
    image_free(img);
    PASS();
}

/* ---- 27: what is said looks at nothing -------------------------------- */

TEST what_is_said_looks_at_nothing(void) {
    struct run_options o = options(1, ASKED);
    o.chance = CHANCE_LAZY;
    o.journal = false;
    struct battle *b = battle_new(dice_image, &o);
    const struct question *q;
    must(battle_block(b, block(dice_image, "Said before it is looked at")), b);
    ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
    ASSERT_EQ(ASK_COUNT, q->kind);
    ASSERT_EQ_FMT(3, (int)q->count, "%d");
    ASSERT_EQ(NULL, answer_number(b, 2));
    ASSERT_EQ(RUN_ENDED, run_next(b, &q));
    ASSERT_EQ_FMT(1, (int)battle_questions(b), "%d");
    battle_free(b);
    PASS();
}

/* Whoever throws for one who asks dice only as far as rules look throws them fairly: so many more
 * or less than their share (six times the root of 375) come up of 1,500 but once in 10^8. */
TEST dice_that_are_counted_are_thrown_fairly(void) {
    enum { BATTLES = 500, DICE = 3, SPREAD = 116 };
    struct run_options o = options(1, ASKED);
    o.chance = CHANCE_LAZY;
    struct battle *b = battle_new(dice_image, &o);
    const struct question *q;
    int64_t sum = 0, faces = 0, wanted = 0;
    for (o.seed = 1; o.seed <= BATTLES; o.seed++) {
        struct answer a;
        battle_reset(b, &o);
        must(battle_block(b, block(dice_image, "Said before it is looked at")), b);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(ASK_COUNT, q->kind);
        ASSERT_EQ(DICE, q->count);
        faces = wanted = 0;
        for (uint64_t left = q->from; left; left &= left - 1) faces++;
        for (uint64_t left = q->from & q->wanted; left; left &= left - 1) wanted++;
        run_chance_answer(b, &a);
        ASSERT(a.count == 1 && a.values[0] >= 0 && a.values[0] <= DICE);
        sum += a.values[0];
        ASSERT_EQ(NULL, run_answer(b, &a));
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
    }
    ASSERT(faces > wanted && wanted > 0);
    const int64_t off = sum * faces - BATTLES * DICE * wanted;
    ASSERT(off <= SPREAD * faces && off >= -SPREAD * faces);
    battle_free(b);
    PASS();
}

/* Faces with names as often as those with numbers: of 600 throws each of six 100 times, but once in
 * 10^8 no more than 55 off (six times the root of 83); two of them, whose names count nothing, come
 * to 2000 in sum, no more than 310 off (six times the root of 2667). */
TEST named_faces_are_thrown_fairly(void) {
    enum { BATTLES = 600 };
    struct image *img = load("tests/semantics/errors/odds.myth");
    struct run_options o = options(1, ASKED);
    o.chance = CHANCE_LAZY;
    struct battle *b = battle_new(img, &o);
    const struct question *q;
    int64_t named = 0, faces[5] = {0}, sum = 0;
    for (o.seed = 1; o.seed <= BATTLES; o.seed++) {
        struct answer a;
        battle_reset(b, &o);
        must(battle_block(b, block(img, "Named faces")), b);
        while (run_next(b, &q) == RUN_QUESTION) {
            run_chance_answer(b, &a);
            const int64_t value = a.values[0];
            if (q->kind == ASK_SUM) {
                sum += value;
            } else {
                ASSERT_EQ(ASK_ROLL, q->kind);
                ASSERT(value < FACE_NAMED / 2 || (value >= 1 && value <= 4));
                if (value < 0) named++;
                if (value > 0) faces[value]++;
            }
            ASSERT_EQ(NULL, run_answer(b, &a));
        }
    }
    for (int i = 1; i <= 4; i++) ASSERT(faces[i] >= 45 && faces[i] <= 155);
    ASSERT_EQ(BATTLES, named + faces[1] + faces[2] + faces[3] + faces[4]);
    ASSERT(sum >= 1690 && sum <= 2310);
    battle_free(b);
    image_free(img);
    PASS();
}

/* Dice that are rolled where no event is running have a stream, too. */
TEST dice_of_no_event_are_thrown(void) {
    struct image *img = load("tests/semantics/10_whenever.myth");
    struct run_options o = options(1, ALONE);
    struct battle *b = battle_new(img, &o);
    const struct question *q;
    int64_t seen = 0;
    for (o.seed = 1; o.seed <= 100; o.seed++) {
        battle_reset(b, &o);
        must(battle_block(b, block(img, "Rolled where no event is running")), b);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        const int64_t face = stored(b, battle_player(b, RED), "luck");
        ASSERT(face >= 1 && face <= 6);
        seen |= INT64_C(1) << face;
    }
    /* One of six is not thrown in a hundred throws but once in ten million. */
    ASSERT_EQ_FMT(126, (int)seen, "%d");
    battle_free(b);
    image_free(img);
    PASS();
}

/* A duel in which dice are known only as far as rules look. */
TEST a_battle_of_dice_that_are_only_counted_ends(void) {
    struct run_options o = options(1, ALONE);
    o.chance = CHANCE_LAZY;
    struct battle *b = battle_new(played, &o);
    for (o.seed = 1; o.seed <= 4; o.seed++) {
        begin(b, &o);
        ASSERT(play_on(b));
        ASSERT(battle_over(b));
    }
    battle_free(b);
    PASS();
}

/* ---- 21: what numbers read has changed -------------------------------- */

/* Battles with each instruction counted, and without: how many steps walks took, -1 if they are
 * not alike. Who counts has all of them run: no member is passed over, no guard stands for a
 * rule. */
static int64_t counted_and_not(const struct game *game, uint64_t seeds) {
    struct image *duel = played;
    at_play = game;
    if (game != &games[DUEL]) played = load(game->folder);
    struct run_options o = options(1, ALONE);
    struct battle *b = battle_new(played, &o), *counted = battle_new(played, &o);
    uint64_t *times = calloc((size_t)played->code_count, sizeof *times);
    int64_t walked = 0;
    battle_times(counted, times);
    for (uint64_t seed = 1; seed <= seeds && walked == 0; seed++) {
        o.seed = seed;
        begin(b, &o);
        begin(counted, &o);
        bool alike = play_on(b) && play_on(counted) && battle_hash(b) == battle_hash(counted);
        if (!alike || !same_journal(battle_journal(b), battle_journal(counted))) walked = -1;
    }
    for (int32_t i = 0; i < played->code_count && walked >= 0; i++) {
        if (played->code[i].op == CODE_NEXT_OF) walked += (int64_t)times[i];
    }
    free(times);
    battle_free(counted);
    battle_free(b);
    if (played != duel) image_free(played);
    at_play = &games[DUEL];
    played = duel;
    return walked;
}

TEST what_is_not_run_would_have_changed_nothing(void) {
    ASSERT(counted_and_not(&games[DUEL], 20) > 1000);
    ASSERT(counted_and_not(&games[EARTH], 3) > 1000);
    PASS();
}

/* Nobody is told, so that what numbers came to is recalled. */
static bool expects_hold(const struct image *img, const char *title) {
    const struct run_options o = {
        .seed = 1, .chance = CHANCE_STREAM, .policy = {POLICY_FIRST, POLICY_FIRST}};
    struct battle *b = battle_new(img, &o);
    const struct question *q;
    int32_t count = 0, held = 0;
    must(battle_block(b, block(img, title)), b);
    bool ended = run_next(b, &q) == RUN_ENDED;
    const struct run_finding *found = battle_findings(b, &count);
    for (int32_t k = 0; k < count; k++) held += found[k].holds;
    battle_free(b);
    return ended && count > 0 && held == count;
}

TEST what_is_remembered_is_what_would_be_computed(void) {
    static const char *const titles[] = {"What a number reads has changed",
                                         "A set that a number counts",
                                         "Found to hold on, then forgotten",
                                         "Who comes after one who is gone",
                                         "Read before it was borne",
                                         "Features that come and go",
                                         "In force no longer",
                                         "In force as before",
                                         "What it bears and who is there",
                                         "A winner is looked at anew",
                                         "What names it",
                                         "An item that is gone",
                                         "Whether something runs"};
    for (size_t i = 0; i < ARRAY_LEN(titles); i++)
        ASSERTm(titles[i], expects_hold(remembered_image, titles[i]));
    struct image *img = load("tests/semantics/21_handed_on.myth");
    ASSERT(expects_hold(img, "Who bears it now, and whose it is"));
    ASSERT(expects_hold(img, "Who bears the item now"));
    image_free(img);
    img = load("tests/semantics/21_ways.myth");
    ASSERT(expects_hold(img, "A way is looked for where something has changed"));
    image_free(img);
    img = load("tests/semantics/21_kept_lists.myth");
    ASSERT(expects_hold(img, "Members, what they bear and who stands near"));
    image_free(img);
    img = load("tests/semantics/42_read_once.myth");
    ASSERT(expects_hold(img, "Numbers hear of it"));
    ASSERT(expects_hold(img, "Heads hear of it"));
    ASSERT(expects_hold(img, "A whenever hears of it"));
    image_free(img);
    PASS();
}

/* Back in the midst of an event of which a number asks whether it runs, to go on from there. */
TEST what_runs_is_known_after_an_undo(void) {
    enum { QUESTIONS = 3 };
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM, .history = true};
    struct battle *b = battle_new(remembered_image, &o);
    const struct question *q;
    const int64_t first = 0;
    const struct answer a = {.count = 1, .values = &first};
    must(battle_block(b, block(remembered_image, "Whether something runs")), b);
    for (int again = 0; again <= QUESTIONS; again++) {
        int32_t count = 0, held = 0;
        ASSERT(again == 0 || battle_undo(b, (uint64_t)again - 1));
        for (int asked = again > 0 ? again - 1 : 0; asked < QUESTIONS; asked++) {
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            ASSERT_EQ(NULL, run_answer(b, &a));
        }
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        const struct run_finding *found = battle_findings(b, &count);
        for (int32_t k = 0; k < count; k++) held += found[k].holds;
        ASSERT(count > 0 && held == count);
    }
    battle_free(b);
    PASS();
}

TEST what_was_looked_at_in_vain_is_looked_at_again(void) {
    struct image *img = load("tests/semantics/10_whenever.myth");
    for (int32_t i = 0; i < img->blocks_count; i++) {
        const char *title = image_text(img, img->blocks[i].title);
        if (img->blocks[i].rolls == 0) ASSERTm(title, expects_hold(img, title));
    }
    image_free(img);
    PASS();
}

TEST what_hangs_on_sides_is_looked_at_again(void) {
    struct image *img = load("tests/semantics/49_sides.myth");
    for (int32_t i = 0; i < img->blocks_count; i++) {
        const char *title = image_text(img, img->blocks[i].title);
        ASSERTm(title, expects_hold(img, title));
    }
    image_free(img);
    PASS();
}

TEST who_listens_to_steps_sees_them(void) {
    struct image *img = load("tests/semantics/13_steps.myth");
    ASSERT(expects_hold(img, "Who comes near in the middle of a move is seen"));
    image_free(img);
    PASS();
}

TEST a_walk_asks_what_is_remembered_and_does_what_it_should(void) {
    static const char *const titles[] = {
        "By what they bear, and by truths", "What is remembered of some of them",
        "Counted, added up, compared",      "Of nobody",
        "By a field of which a row speaks", "By one word after another"};
    struct image *img = load("tests/semantics/35_walks.myth");
    for (size_t i = 0; i < ARRAY_LEN(titles); i++) ASSERTm(titles[i], expects_hold(img, titles[i]));
    image_free(img);
    PASS();
}

static int32_t quantity(const struct image *img, const char *name) {
    FIND(quantities, name);
}

/* The emitter computes anew what is done with a member: so code is put there that reads what was
 * asked. Of three stones two weigh 7, the first has 3 spare, the second 4. */
struct put_there {
    int32_t at;
    struct image_code code;
};
static int64_t comes_to(const struct image *img, const char *name, const struct put_there *puts,
                        int32_t count) {
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    static const int64_t of[3][2] = {{7, 3}, {7, 4}, {6, 5}};
    const uint32_t weight = (uint32_t)img->fields[field_of(img, "weight")].slot;
    const uint32_t spare = (uint32_t)img->fields[field_of(img, "spare")].slot;
    const int32_t number = quantity(img, name);
    for (int32_t k = 0; k < count; k++)
        img->code[img->funcs[img->quantities[number].start].first + puts[k].at] = puts[k].code;
    struct battle *b = battle_new(img, &o);
    for (int k = 0; k < 3; k++) {
        const int64_t stone = battle_create(b, blueprint(img, "big"), battle_player(b, RED));
        state_put(&b->s, stone, weight, of[k][0]);
        state_put(&b->s, stone, spare, of[k][1]);
    }
    int64_t value = 0;
    must(battle_quantity(b, number, NULL, 0, &value), b);
    battle_free(b);
    return value;
}

TEST what_was_asked_of_a_member_may_be_read_behind_that(void) {
    struct image *img = load("tests/semantics/35_walks.myth");
    const int32_t field = field_of(img, "weight");
    ASSERT_EQ_FMT(INT64_C(2), comes_to(img, "twos", NULL, 0), "%" PRId64);
    /* The value compared with and the result of the comparison are no fields. */
    const struct put_there seven[] = {{9, {CODE_ADD, 1, 1, 8, 0}}};
    ASSERT_EQ_FMT(INT64_C(14), comes_to(img, "twos", seven, 1), "%" PRId64);
    const struct put_there is_so[] = {{9, {CODE_ADD, 1, 1, 6, 0}}};
    ASSERT_EQ_FMT(INT64_C(2), comes_to(img, "twos", is_so, 1), "%" PRId64);
    /* Two fields, of two questions. */
    ASSERT_EQ_FMT(INT64_C(1), comes_to(img, "twins", NULL, 0), "%" PRId64);
    const struct put_there both[] = {{5, {CODE_FIELD, 0, 5, 0, field}},
                                     {7, {CODE_EQUAL, 6, 0, 8, 0}},
                                     {13, {CODE_ADD, 1, 0, 7, 0}}};
    ASSERT_EQ_FMT(INT64_C(10), comes_to(img, "twins", both, 3), "%" PRId64);
    /* The one that was asked is added, not the one that was read since. */
    ASSERT_EQ_FMT(INT64_C(4), comes_to(img, "spared", NULL, 0), "%" PRId64);
    const struct put_there asked[] = {{0, {CODE_NUMBER, 1, 0, 0, 0}}, {9, {CODE_ADD, 1, 1, 6, 0}}};
    ASSERT_EQ_FMT(INT64_C(14), comes_to(img, "spared", asked, 2), "%" PRId64);
    image_free(img);
    PASS();
}

/* Whoever puts the name of a thing into a field by which numbers look for things has what is
 * remembered of that thing forgotten, before as after: also where no rule writes (state_put). */
TEST what_is_put_into_a_link_is_seen(void) {
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    const struct image *img = remembered_image;
    const int32_t marked = quantity(img, "marked_told");
    const uint32_t slot = (uint32_t)img->fields[field_of(img, "man")].slot;
    struct battle *b = battle_new(img, &o);
    int64_t men[2], value;
    for (int i = 0; i < 2; i++)
        men[i] = battle_create(b, blueprint(img, "axe"), battle_player(b, RED));
    const int64_t chip = battle_create(b, blueprint(img, "token"), battle_player(b, RED));
    for (int turn = 0; turn < 6; turn++) {
        state_put(&b->s, chip, slot, men[turn % 2]);
        for (int i = 0; i < 2; i++) {
            must(battle_quantity(b, marked, &men[i], 1, &value), b);
            ASSERT_EQ_FMT((int64_t)(i == turn % 2), value, "%" PRId64);
        }
    }
    battle_free(b);
    PASS();
}

/* Names are told apart among those of one owner: whose they are now, who was told of it or not. */
TEST a_turncoat_takes_his_number_along(void) {
    struct image *img = load("tests/semantics/35_walks.myth");
    const int32_t owner = field_of(img, "owner"), big = blueprint(img, "big");
    for (int journal = 0; journal < 2; journal++) {
        const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM, .journal = journal > 0};
        struct battle *b = battle_new(img, &o);
        const int64_t red = battle_player(b, RED), blue = battle_player(b, BLUE);
        (void)battle_create(b, big, red);
        state_write(&b->s, battle_create(b, big, red), owner, blue);
        const int64_t his = battle_create(b, big, red), another = battle_create(b, big, blue);
        ASSERT_EQ_FMT(INT64_C(2), state_word(&b->s, his, T_ORDINAL), "%" PRId64);
        ASSERT_EQ_FMT(INT64_C(3), state_word(&b->s, another, T_ORDINAL), "%" PRId64);
        battle_free(b);
    }
    image_free(img);
    PASS();
}

/* A tombstone lies there as long as somebody names it, whoever did at the sweep before. */
TEST what_is_named_is_not_freed(void) {
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    struct image *img = load("tests/semantics/10_whenever.myth");
    const uint32_t lord = (uint32_t)img->fields[field_of(img, "lord")].slot;
    struct battle *b = battle_new(img, &o);
    struct state *s = &b->s;
    int64_t man[6];
    for (int i = 0; i < 6; i++)
        man[i] = battle_create(b, blueprint(img, "axe"), battle_player(b, RED));
    state_put(s, man[4], lord, man[5]); /* which goes later */
    state_put(s, man[3], lord, man[2]); /* the last, so that all others are looked at before */
    state_leave(s, man[2]);
    frame_sweep(s);
    ASSERT(state_thing(s, man[2]));
    state_put(s, man[0], lord, man[2]);
    state_put(s, man[3], lord, NONE);
    state_leave(s, man[3]); /* so that there is something to do */
    frame_sweep(s);
    ASSERT(state_thing(s, man[2]));
    ASSERT(!state_thing(s, man[3]));
    state_leave(s, man[1]);
    frame_sweep(s);
    ASSERT(state_thing(s, man[2]));
    ASSERT(!state_thing(s, man[1]));
    state_put(s, man[0], lord, NONE);
    state_leave(s, man[0]);
    state_leave(s, man[5]);
    frame_sweep(s);
    ASSERT(!state_thing(s, man[2]));
    ASSERT(state_thing(s, man[5]));
    battle_free(b);
    image_free(img);
    PASS();
}

/* However many changes of something else have come after it. */
TEST what_changed_long_ago_is_seen(void) {
    enum { CHANGES = 40 };
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    const struct image *img = remembered_image;
    const int32_t outer = quantity(img, "outer"), upper = quantity(img, "upper_told");
    const uint32_t up = (uint32_t)img->fields[field_of(img, "turned_up")].slot;
    struct battle *b = battle_new(img, &o);
    const int64_t red = battle_player(b, RED), blue = battle_player(b, BLUE);
    const int64_t man = battle_create(b, blueprint(img, "axe"), red);
    const int64_t chip = battle_create(b, blueprint(img, "token"), red);
    int64_t before, value;
    for (int changes = 0; changes < CHANGES; changes++) {
        state_put(&b->s, man, T_OWNER, red);
        must(battle_quantity(b, outer, &man, 1, &before), b);
        state_put(&b->s, man, T_OWNER, blue);
        for (int turn = 0; turn < changes; turn++) {
            state_put(&b->s, chip, up, turn % 2);
            must(battle_quantity(b, upper, &red, 1, &value), b);
            ASSERT_EQ_FMT((int64_t)(turn % 2), value, "%" PRId64);
        }
        must(battle_quantity(b, outer, &man, 1, &value), b);
        ASSERT_EQ_FMT(before + 100000, value, "%" PRId64);
    }
    battle_free(b);
    PASS();
}

/* Rules that a reading refuses are looked at again when the ruling has another reading. */
TEST a_doubt_may_be_settled_anew(void) {
    const struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    const struct image *img = remembered_image;
    struct battle *b = battle_new(img, &o);
    const struct question *q;
    const int32_t told = quantity(img, "wit_told");
    int64_t count, value;
    must(battle_block(b, block(img, "In force as before")), b);
    ASSERT_EQ(RUN_ENDED, run_next(b, &q));
    const int64_t man = battle_extent(b, img->root[ROOT_PIECE], &count)[0];
    for (int32_t reading = 0; reading < 4; reading++) {
        battle_ruling(b, 0, reading % 2);
        must(battle_quantity(b, told, &man, 1, &value), b);
        ASSERT_EQ_FMT((int64_t)(reading % 2 == 0), value, "%" PRId64);
    }
    battle_free(b);
    PASS();
}

/* With coverage on, all numbers are computed and nothing is remembered. */
TEST battles_that_remember_nothing_are_the_same(void) {
    struct image *earth = load(games[EARTH].folder), *before = played;
    struct run_options o = options(1, ALONE);
    o.journal = false;
    at_play = &games[EARTH];
    played = earth;
    struct battle *b = battle_new(earth, &o), *computed = battle_new(earth, &o);
    uint8_t *rules = calloc((size_t)earth->rules_count, 1);
    battle_reached(computed, NULL, rules);
    for (o.seed = 1; o.seed <= 3; o.seed++) {
        begin(b, &o);
        begin(computed, &o);
        ASSERT(play_on(b) && play_on(computed));
        ASSERT_EQ(battle_hash(computed), battle_hash(b));
    }
    free(rules);
    battle_free(computed);
    battle_free(b);
    at_play = &games[DUEL];
    played = before;
    image_free(earth);
    PASS();
}

SUITE(semantics) {
    RUN_TEST(battles_that_remember_nothing_are_the_same);
    RUN_TEST(a_doubt_may_be_settled_anew);
    RUN_TEST(what_is_remembered_is_what_would_be_computed);
    RUN_TEST(what_runs_is_known_after_an_undo);
    RUN_TEST(what_was_looked_at_in_vain_is_looked_at_again);
    RUN_TEST(what_hangs_on_sides_is_looked_at_again);
    RUN_TEST(what_is_named_is_not_freed);
    RUN_TEST(what_is_put_into_a_link_is_seen);
    RUN_TEST(what_changed_long_ago_is_seen);
    RUN_TEST(a_turncoat_takes_his_number_along);
    RUN_TEST(what_is_not_run_would_have_changed_nothing);
    RUN_TEST(who_listens_to_steps_sees_them);
    RUN_TEST(a_walk_asks_what_is_remembered_and_does_what_it_should);
    RUN_TEST(what_was_asked_of_a_member_may_be_read_behind_that);
    RUN_TEST(each_is_asked_without_the_others_answers);
    RUN_TEST(each_policy_has_its_stream);
    RUN_TEST(each_candidate_is_picked_once);
    RUN_TEST(few_of_many_sets_are_found);
    RUN_TEST(candidates_whose_rules_fail);
    RUN_TEST(who_looks_tells_nothing);
    RUN_TEST(a_neutrals_questions_go_to_whom_the_scenario_names);
    RUN_TEST(to_win_and_to_tie_end_the_battle);
    RUN_TEST(who_no_longer_stands_for_the_body_does_not);
    RUN_TEST(what_is_said_looks_at_nothing);
    RUN_TEST(dice_that_are_counted_are_thrown_fairly);
    RUN_TEST(named_faces_are_thrown_fairly);
    RUN_TEST(dice_of_no_event_are_thrown);
    RUN_TEST(a_battle_of_dice_that_are_only_counted_ends);
    RUN_TEST(until_the_end_of_what_does_not_run_is_an_error);
    RUN_TEST(a_limit_of_what_does_not_run_leaves_no_room);
    RUN_TEST(questions_of_a_secret_card_are_secret);
    RUN_TEST(a_view_draws_what_is_hidden);
    RUN_TEST(answers_under_way_are_hidden);
    RUN_TEST(a_view_draws_each_sort_of_value);
    RUN_TEST(each_card_may_come_to_lie_on_top);
    RUN_TEST(ways_that_meet_are_one_world);
    RUN_TEST(the_header_is_not_hashed);
    RUN_TEST(what_nothing_can_read_is_no_part_of_a_world);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    played = load("rules/duel");
    odds_image = load("tests/semantics/29_odds.myth");
    until_image = load("tests/semantics/09_until.myth");
    heads_image = load("tests/semantics/12_heads.myth");
    questions_image = load("tests/semantics/15_questions.myth");
    neutral_image = load("tests/semantics/20_neutral.myth");
    dice_image = load("tests/semantics/24_dice.myth");
    errors_image = load("tests/semantics/errors/running.myth");
    remembered_image = load("tests/semantics/21_remembered.myth");
    views_image = load("tests/semantics/16_views.myth");
    RUN_SUITE(semantics);
    image_free(views_image);
    image_free(remembered_image);
    image_free(played);
    image_free(odds_image);
    image_free(until_image);
    image_free(heads_image);
    image_free(questions_image);
    image_free(neutral_image);
    image_free(dice_image);
    image_free(errors_image);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
