/* The invariants of vm/ARCHITECTURE.md, on whole battles: MYTH_BATTLES (100) of the Duel and
 * MYTH_BATTLES_EARTH (20) of Mythic Earth, and as many as of the Duel of rules on a map
 * (tests/maps), of a bench ruleset with a map, decks, hands and two sides (tests/bench/idols), and
 * of two against two and a ghost (tests/four), MYTH_BATTLES_PANTHEON (20) of Pantheon; MYTH_GAME=0
 * to 5 plays only that game. Prints `hash`
 * and 16 digits over the rules, the last World, its saved form and the journal of each battle, and
 * over the tapes, so that builds can be compared. */
#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battles_fixture.h"
#include "odds.h"
#include "tape.h"
#include "trial.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct image *small;
static uint64_t battles = 100;

/* Its battles have thousands of questions. */
static bool long_game(void) {
    return at_play == &games[EARTH];
}

/* The heavier tests look at some of the battles only; of a long game at fewer. */
static uint64_t some(uint64_t most) {
    const uint64_t few = long_game() ? (most + 9) / 10 : most;
    return battles < few ? battles : few;
}

/* Asserts that a call gives NULL and not the reason of a refusal. */
#define ACCEPTED(CALL)                       \
    do {                                     \
        const char *refusal_ = (CALL);       \
        ASSERTm(refusal_, refusal_ == NULL); \
    } while (0)

/* ---- A record: each question with the World at it, each answer ---------------- */

struct step {
    enum ask_kind kind;
    int64_t who, count;
    uint64_t hash;
    size_t from, bytes; /* in record.bytes */
    bool pass, spelled;
    int64_t values;
    size_t first; /* in record.value */
};
struct record {
    struct step *step; /* one more than the answers: the end */
    size_t steps, step_room;
    int64_t *value;
    size_t values, value_room;
    struct bytes bytes;
    bool no_bytes;
    size_t every; /* bytes are kept at each so many-th question; 0: at each */
};

static struct step *new_step(struct record *r) {
    r->step = memory_grow(r->step, &r->step_room, r->steps + 1, sizeof *r->step);
    return memset(&r->step[r->steps], 0, sizeof *r->step);
}

static void keep_question(struct record *r, struct battle *b, const struct question *q) {
    struct step *s = new_step(r);
    s->kind = q ? q->kind : ASK_COUNT_;
    s->who = q ? q->who : NONE;
    s->count = q ? q->count : 0;
    s->hash = battle_hash(b);
    s->from = r->bytes.count;
    if (!r->no_bytes && (r->every == 0 || r->steps % r->every == 0 || !q)) put_battle(&r->bytes, b);
    s->bytes = r->bytes.count - s->from;
}

static void keep_answer(struct record *r, const struct answer *a) {
    struct step *s = &r->step[r->steps++];
    s->pass = a->pass;
    s->spelled = a->spelled;
    s->values = a->count;
    s->first = r->values;
    r->value =
        memory_grow(r->value, &r->value_room, r->values + (size_t)a->count, sizeof *r->value);
    if (a->count) memcpy(r->value + r->values, a->values, (size_t)a->count * sizeof *r->value);
    r->values += (size_t)a->count;
}

static struct answer kept(const struct record *r, size_t i) {
    const struct step *s = &r->step[i];
    return (struct answer){s->pass, s->spelled, s->values, r->value + s->first};
}

static void record_clear(struct record *r) {
    r->steps = r->values = r->bytes.count = 0;
}

static void record_free(struct record *r) {
    memory_free(r->step);
    memory_free(r->value);
    memory_free(r->bytes.at);
    *r = (struct record){0};
}

/* Plays a battle that has begun and asks, and keeps all of it. */
static bool record_on(struct record *r, struct battle *b) {
    const struct question *q;
    struct answer a;
    enum run_status status;
    record_clear(r);
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        keep_question(r, b, q);
        own_answer(b, q, &a);
        keep_answer(r, &a);
        if (run_answer(b, &a)) return false;
    }
    keep_question(r, b, NULL);
    return status == RUN_ENDED;
}

static bool same_answer(const struct answer *a, const struct answer *b) {
    return a->pass == b->pass && a->spelled == b->spelled && a->count == b->count &&
           (a->count == 0 ||
            memcmp(a->values, b->values, (size_t)a->count * sizeof *a->values) == 0);
}

/* Gives the answers from number i on; true if it ends as the record does. The
 * streams, which stand in the World, give these answers once more. */
static bool replay_on(const struct record *r, size_t i, struct battle *b) {
    const struct question *q;
    struct answer own;
    for (; i < r->steps; i++) {
        struct answer a = kept(r, i);
        if (run_next(b, &q) != RUN_QUESTION || q->kind != r->step[i].kind) return false;
        if (q->count != r->step[i].count || q->who != r->step[i].who) return false;
        own_answer(b, q, &own);
        if (!same_answer(&own, &a)) return false;
        if (battle_hash(b) != r->step[i].hash || run_answer(b, &a)) return false;
    }
    return run_next(b, &q) == RUN_ENDED && battle_hash(b) == r->step[i].hash;
}

/* ---- 1: equal rules and answers, equal bytes -------------------------------- */

TEST equal_answers_give_equal_bytes(void) {
    struct battle *a = fresh(played), *b = fresh(played), *c = fresh(played);
    struct bytes one = {0}, other = {0};
    uint64_t hash = fold(0, played->hash);
    for (uint64_t seed = 1; seed <= battles; seed++) {
        const struct run_options alone = options(seed, ALONE), asked = options(seed, ASKED);
        begin(a, &alone);
        begin(b, &alone);
        ASSERT(play_on(a));
        ASSERT(play_on(b));
        one.count = 0;
        put_battle(&one, a);
        ASSERTm("the same seed, other bytes", same_bytes(&one, 0, one.count, &other, b));
        ASSERT(same_journal(battle_journal(a), battle_journal(b)));
        if (seed <= 1000) {
            begin(c, &asked);
            ASSERT(play_on(c));
            ASSERTm("the same answers, handed out, other bytes",
                    world_equal(battle_world(a), battle_world(c)));
            ASSERT(same_journal(battle_journal(a), battle_journal(c)));
        }
        hash = fold(hash, battle_hash(a));
        hash = fold(hash, base_hash(one.at, one.count - sizeof(size_t), 1)); /* the saved form */
        for (size_t i = 0; i < battle_journal(a)->count; i++)
            hash = fold(hash, (uint64_t)battle_journal(a)->words[i]);
    }
    printf("hash %016" PRIx64 "\n", hash);
    memory_free(one.at);
    memory_free(other.at);
    battle_free(a);
    battle_free(b);
    battle_free(c);
    PASS();
}

/* Seeds 1 and 2 are not the same battle: what is compared above can differ. */
TEST another_seed_is_another_battle(void) {
    struct battle *a = fresh(played), *b = fresh(played);
    const struct run_options one = options(1, ALONE), two = options(2, ALONE);
    begin(a, &one);
    begin(b, &two);
    ASSERT(play_on(a));
    ASSERT(play_on(b));
    ASSERT_FALSE(world_equal(battle_world(a), battle_world(b)));
    ASSERT_FALSE(same_journal(battle_journal(a), battle_journal(b)));
    battle_free(a);
    battle_free(b);
    PASS();
}

/* All that is answered, by what it is, not by its place among the candidates; how many of these. */
struct heard {
    uint64_t answers, candidates;
};

static void hear(void *user, struct battle *b, const struct question *q, const struct answer *a) {
    struct heard *h = user;
    (void)b;
    h->answers = fold(fold(h->answers, q->kind), a->pass);
    for (int64_t i = 0; i < a->count; i++) {
        bool named = q->kind == ASK_PICK;
        h->answers = fold(h->answers, (uint64_t)(named ? q->values[a->values[i]] : a->values[i]));
    }
    if (!ask_row(q->kind)->chance) h->candidates += (uint64_t)q->count;
}

enum heard_how { TOLD, SEEN, BRIEFLY, BY_NOBODY, HEARD };

static bool heard_to_the_end(struct battle *b, struct run_options o, enum heard_how how,
                             struct heard *h) {
    *h = (struct heard){0};
    o.journal = how == TOLD;
    begin(b, &o);
    battle_observe(b, (struct run_observer){.answered = how == BY_NOBODY ? NULL : hear,
                                            .user = h,
                                            .brief = how == TOLD || how == BRIEFLY});
    return play_on(b);
}

/* Where nobody sees what else was open, only the answer that is drawn is judged. */
TEST what_nobody_sees_goes_the_same_way(void) {
    struct battle *b = fresh(played);
    for (uint64_t i = 1; i <= 2 * some(20); i++) {
        struct run_options o = options((i + 1) / 2, ALONE);
        struct heard h[HEARD];
        uint64_t ends[HEARD];
        for (int p = 0; p < RUN_PLAYERS && i % 2; p++) o.policy[p] = POLICY_FIRST;
        for (int how = TOLD; how < HEARD; how++) {
            ASSERT(heard_to_the_end(b, o, (enum heard_how)how, &h[how]));
            ends[how] = battle_hash(b);
            if (how == BY_NOBODY) continue;
            ASSERT_EQ(h[TOLD].answers, h[how].answers);
        }
        ASSERT_EQ(ends[SEEN], ends[BRIEFLY]);
        ASSERT_EQ(ends[SEEN], ends[BY_NOBODY]);
        /* With a journal, or for who looks, all that are open were found, and no others. */
        ASSERT_EQ(h[TOLD].candidates, h[SEEN].candidates);
        if (at_play != &games[MAPPED]) ASSERT(h[BRIEFLY].candidates > h[SEEN].candidates);
    }
    battle_free(b);
    PASS();
}

/* ---- 2: what was recorded replays -------------------------------- */

struct recorder {
    struct record record;
    struct tape_writer tape;
    const struct image *img;
};

static void overhear(void *user, struct battle *b, const struct question *q,
                     const struct answer *a) {
    struct recorder *r = user;
    keep_question(&r->record, b, q);
    keep_answer(&r->record, a);
    if (tape_check_due(&r->tape, q)) tape_write_check(&r->tape, battle_hash(b));
    const struct ask_names names = battle_names(b);
    tape_write_answer(&r->tape, r->img, &names, q, a, NULL);
}

static enum greatest_test_res replays(const struct record *r, struct battle *b,
                                      struct battle *original) {
    const struct question *q;
    for (size_t i = 0; i < r->steps; i++) {
        const struct step *s = &r->step[i];
        struct answer a = kept(r, i);
        ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
        ASSERT_EQ(s->kind, q->kind);
        ASSERT_EQ(s->count, q->count);
        ASSERT_EQ(s->who, q->who);
        /* At dice a World that rolled by itself need not have written where it is. */
        if (!ask_row(q->kind)->chance) ASSERT_EQ_FMT(s->hash, battle_hash(b), "%016" PRIx64);
        ACCEPTED(run_answer(b, &a));
    }
    ASSERT_EQ(RUN_ENDED, run_next(b, &q));
    ASSERT(world_equal(battle_world(original), battle_world(b)));
    ASSERT(same_journal(battle_journal(original), battle_journal(b)));
    PASS();
}

/* Through the text: each check in it is held against the World. */
static enum greatest_test_res tape_replays(struct tape_writer *w, struct battle *b) {
    struct arena arena = {0};
    struct tape_reader r;
    const struct question *q;
    const char *why = NULL;
    struct answer a;
    size_t len;
    const char *text = tape_text(w, &len);
    ACCEPTED(tape_read(&r, &arena, "the tape", text, len));
    while (run_next(b, &q) == RUN_QUESTION) {
        const struct ask_names names = battle_names(b);
        bool next = tape_next(&r, played, &names, q, battle_hash(b), &a, &why);
        ASSERTm(why, next);
        ACCEPTED(run_answer(b, &a));
    }
    ACCEPTED(tape_end(&r, battle_hash(b)));
    ACCEPTED(tape_close(&r));
    arena_free(&arena);
    PASS();
}

TEST what_was_recorded_replays(void) {
    struct battle *a = fresh(played), *b = fresh(played);
    struct recorder r = {.img = played};
    r.record.no_bytes = true;
    const char *ruleset = image_text(played, played->name);
    const struct tape_rules rules = {ruleset, image_text(played, played->version), played->hash, 0};
    uint64_t hash = 0;
    for (uint64_t seed = 1; seed <= battles; seed++) {
        const struct run_options alone = options(seed, ALONE), asked = options(seed, ASKED);
        const struct tape_head head = {.rules = &rules, .rules_count = 1, .seed = seed};
        record_clear(&r.record);
        tape_write_head(&r.tape, &head);
        begin(a, &alone);
        battle_observe(a, (struct run_observer){.answered = overhear, .user = &r});
        ASSERT(play_on(a));
        tape_write_end(&r.tape, battle_hash(a));
        begin(b, &asked);
        CHECK_CALL(replays(&r.record, b, a));
        if (seed <= 1000) {
            begin(b, &asked);
            CHECK_CALL(tape_replays(&r.tape, b));
        }
        size_t len;
        const char *text = tape_text(&r.tape, &len);
        hash = fold(hash, base_hash(text, len, 1));
        tape_writer_free(&r.tape);
    }
    printf("hash %016" PRIx64 "\n", hash);
    record_free(&r.record);
    battle_free(a);
    battle_free(b);
    PASS();
}

/* ---- 3: forks; saved forms -------------------------------- */

TEST a_fork_does_not_touch_its_origin(void) {
    struct battle *b = fresh(played), *fork = fresh(played), *end = fresh(played);
    struct bytes at = {0}, other = {0};
    const struct question *q;
    struct answer a;
    for (uint64_t seed = 1; seed <= some(10); seed++) {
        struct run_options o = options(seed, ASKED);
        o.history = seed % 2;
        begin(end, &o);
        ASSERT(play_on(end));
        begin(b, &o);
        for (uint64_t n = 0; run_next(b, &q) == RUN_QUESTION; n++) {
            if (long_game() && n % 23 != 5 && n % 16 != 5) {
                own_answer(b, q, &a);
                ACCEPTED(run_answer(b, &a));
                continue;
            }
            at.count = 0;
            put_battle(&at, b);
            uint64_t journal =
                base_hash(battle_journal(b)->words, battle_journal(b)->count * sizeof(int64_t), 1);
            battle_copy(fork, b);
            ASSERTm("a fork is not equal", world_equal(battle_world(fork), battle_world(b)));
            ASSERT(same_journal(battle_journal(fork), battle_journal(b)));
            for (int i = 0; i < 6 && run_next(fork, &q) == RUN_QUESTION; i++) {
                if (ask_row(q->kind)->chance)
                    run_chance_answer(fork, &a);
                else
                    run_policy_answer(fork, i % 2 ? POLICY_FIRST : POLICY_RANDOM, &a);
                ACCEPTED(run_answer(fork, &a));
            }
            ASSERTm("a fork touched its origin", same_bytes(&at, 0, at.count, &other, b));
            ASSERT_EQ(journal, base_hash(battle_journal(b)->words,
                                         battle_journal(b)->count * sizeof(int64_t), 1));
            if (n % (long_game() ? 160 : 16) == 5) {
                battle_copy(fork, b);
                ASSERT(play_on(fork));
                ASSERTm("a fork ends otherwise",
                        world_equal(battle_world(fork), battle_world(end)));
                ASSERT(same_journal(battle_journal(fork), battle_journal(end)));
            }
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            own_answer(b, q, &a);
            ACCEPTED(run_answer(b, &a));
        }
        ASSERT(world_equal(battle_world(b), battle_world(end)));
    }
    memory_free(at.at);
    memory_free(other.at);
    battle_free(b);
    battle_free(fork);
    battle_free(end);
    PASS();
}

TEST a_saved_world_plays_to_the_same_end(void) {
    struct battle *b = fresh(played), *from = fresh(played), *to = fresh(played);
    const size_t stride = long_game() ? 101 : 11;
    struct record r = {.every = long_game() ? stride : 0};
    for (uint64_t seed = 1; seed <= some(10); seed++) {
        const struct run_options asked = options(seed, ASKED);
        struct run_options unwritten = options(seed, ALONE);
        unwritten.journal = false;
        begin(b, &asked);
        ASSERT(record_on(&r, b));
        for (size_t i = r.every ? 0 : (size_t)seed % stride; i <= r.steps; i += stride) {
            const struct step *s = &r.step[i];
            battle_reset(from, &unwritten);
            battle_reset(to, &unwritten);
            struct world_flaw flaw;
            ASSERT(world_load(battle_world(from), r.bytes.at + s->from, s->bytes - sizeof(size_t),
                              &flaw));
            battle_stand(to, battle_world(from));
            ASSERT_EQ_FMT(s->hash, battle_hash(to), "%016" PRIx64);
            ASSERT(play_on(to));
            ASSERT(world_equal(battle_world(b), battle_world(to)));
        }
    }
    record_free(&r);
    battle_free(b);
    battle_free(from);
    battle_free(to);
    PASS();
}

/* ---- 4, 5: undo; the kept hash -------------------------------- */

static enum greatest_test_res is_at(const struct record *r, size_t i, struct battle *b,
                                    struct bytes *scratch) {
    const struct question *q;
    const struct step *s = &r->step[i];
    enum run_status wanted = i == r->steps ? RUN_ENDED : RUN_QUESTION;
    ASSERT_EQ_FMT(s->hash, battle_hash(b), "%016" PRIx64);
    ASSERTm("undo gives other bytes",
            s->bytes == 0 || same_bytes(&r->bytes, s->from, s->bytes, scratch, b));
    ASSERT_EQ(wanted, run_next(b, &q));
    ASSERTm("asking again gives other bytes",
            s->bytes == 0 || same_bytes(&r->bytes, s->from, s->bytes, scratch, b));
    if (!q) PASS();
    ASSERT_EQ(s->kind, q->kind);
    ASSERT_EQ(s->count, q->count);
    ASSERT_EQ(s->who, q->who);
    PASS();
}

TEST undo_gives_the_identical_bytes(void) {
    struct battle *b = fresh(played);
    struct record r = {.every = long_game() ? 29 : 0};
    struct bytes scratch = {0}, journal = {0};
    for (uint64_t seed = 1; seed <= some(100); seed++) {
        struct run_options o = options(seed, ASKED);
        o.history = true;
        begin(b, &o);
        ASSERT(record_on(&r, b));
        journal.count = 0;
        put(&journal, battle_journal(b)->words, battle_journal(b)->count * sizeof(int64_t));
        ASSERT_FALSEm("undone past the end", battle_undo(b, r.steps));
        for (size_t i = r.steps; i-- > 0;) {
            ASSERT(battle_undo(b, i));
            CHECK_CALL(is_at(&r, i, b, &scratch));
        }
        for (uint64_t jump = 0; jump < 3; jump++) {
            size_t from = jump == 0 ? 0 : (size_t)(base_mix(seed * 8 + jump) % r.steps);
            if (jump) ASSERT(battle_undo(b, from));
            CHECK_CALL(is_at(&r, from, b, &scratch));
            ASSERT(replay_on(&r, from, b));
            CHECK_CALL(is_at(&r, r.steps, b, &scratch));
            ASSERT_EQ(journal.count, battle_journal(b)->count * sizeof(int64_t));
            ASSERT_EQ(0, memcmp(journal.at, battle_journal(b)->words, journal.count));
        }
    }
    record_free(&r);
    memory_free(scratch.at);
    memory_free(journal.at);
    battle_free(b);
    PASS();
}

/* Undone to each question in turn, and on from there: by streams, to the same end. */
TEST play_after_undo_ends_the_same(void) {
    struct battle *b = fresh(played);
    struct bytes end = {0}, scratch = {0};
    const struct question *q;
    for (uint64_t seed = 1; seed <= some(3); seed++) {
        struct run_options o = options(seed, ALONE);
        o.history = true;
        begin(b, &o);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        end.count = 0;
        put_battle(&end, b);
        uint64_t questions = battle_questions(b);
        ASSERT_GT(questions, 20);
        for (uint64_t i = 0; i < questions; i += long_game() ? 1 + questions / 20 : 1) {
            ASSERT(battle_undo(b, i));
            ASSERT_EQ(i, battle_questions(b));
            ASSERT_EQ(RUN_ENDED, run_next(b, &q));
            ASSERT(same_bytes(&end, 0, end.count, &scratch, b));
        }
    }
    memory_free(end.at);
    memory_free(scratch.at);
    battle_free(b);
    PASS();
}

TEST the_kept_hash_is_the_hash(void) {
    struct battle *b = fresh(played);
    const struct question *q;
    struct answer a;
    uint64_t questions = 0;
    for (uint64_t seed = 1; seed <= some(1000); seed++) {
        const struct run_options o = options(seed, ASKED);
        begin(b, &o);
        while (run_next(b, &q) == RUN_QUESTION) {
            if (questions++ % 4 == 0)
                ASSERT_EQ_FMT(world_hash_again(battle_world(b)), battle_hash(b), "%016" PRIx64);
            own_answer(b, q, &a);
            ACCEPTED(run_answer(b, &a));
        }
        ASSERT_EQ_FMT(world_hash_again(battle_world(b)), battle_hash(b), "%016" PRIx64);
    }
    ASSERT_GT(questions, 30 * some(1000));
    battle_free(b);
    PASS();
}

/* ---- 6: what is offered is accepted, what is not is refused -------------------------------- */

struct trying {
    struct battle *b, *fork;
    struct bytes at, scratch;
    uint64_t accepted, refused;
};

static enum greatest_test_res leads_on(struct trying *t, const struct answer *a) {
    const struct question *q;
    battle_copy(t->fork, t->b);
    ASSERT_EQ(RUN_QUESTION, run_next(t->fork, &q));
    ACCEPTED(run_answer(t->fork, a));
    enum run_status status = run_next(t->fork, &q);
    ASSERTm(battle_error(t->fork)->text, status != RUN_FAILED);
    ASSERT_GT(battle_questions(t->fork), battle_questions(t->b));
    t->accepted++;
    PASS();
}

static enum greatest_test_res is_refused(struct trying *t, const struct answer *a) {
    const struct question *q, *again;
    ASSERT_EQ(RUN_QUESTION, run_next(t->b, &q));
    const struct question before = *q;
    ASSERTm("a wrong answer is accepted", run_answer(t->b, a) != NULL);
    ASSERTm("what is refused changes the World",
            same_bytes(&t->at, 0, t->at.count, &t->scratch, t->b));
    ASSERT_EQ(RUN_QUESTION, run_next(t->b, &again));
    ASSERT_EQ(before.kind, again->kind);
    ASSERT_EQ(before.count, again->count);
    ASSERT_EQ(before.values, again->values);
    t->refused++;
    PASS();
}

static enum greatest_test_res tries(struct trying *t, bool good, const int64_t *values,
                                    int64_t count, bool spelled) {
    const struct answer a = {false, spelled, count, values};
    return good ? leads_on(t, &a) : is_refused(t, &a);
}

/* Several of them: the first so many, and one too few, one too many, one twice. */
static enum greatest_test_res try_several(struct trying *t, const struct question *q) {
    int64_t words[64];
    const int64_t least = q->least, most = q->most < q->count ? q->most : q->count;
    for (int64_t i = 0; i < 64; i++) words[i] = i;
    if (most + 1 > 64) PASS();
    CHECK_CALL(tries(t, true, words, least, false));
    CHECK_CALL(tries(t, true, words, most, false));
    if (least > 0) CHECK_CALL(tries(t, false, words, least - 1, false));
    CHECK_CALL(tries(t, false, words, most + 1, false));
    words[most - 1] = most > 1 ? 0 : -1;
    return tries(t, false, words, most, false);
}

/* One of so many candidates, and none and two of them. */
static enum greatest_test_res try_one(struct trying *t, int64_t count) {
    for (int64_t i = 0; i < count; i++) CHECK_CALL(tries(t, true, &i, 1, false));
    const int64_t wrong[] = {-1, count, count + 1, INT64_MAX, NONE};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) CHECK_CALL(tries(t, false, wrong + i, 1, false));
    const int64_t twice[] = {0, 0}, two[] = {0, 1};
    CHECK_CALL(tries(t, false, twice, 2, false));
    CHECK_CALL(tries(t, false, two, 2, false));
    return tries(t, false, wrong, 0, false);
}

static enum greatest_test_res try_pick(struct trying *t, const struct question *q) {
    return q->least != 1 || q->most != 1 ? try_several(t, q) : try_one(t, q->count);
}

/* A sample of the candidates; each that is legal also spelled out. */
static enum greatest_test_res try_spot(struct trying *t, const struct question *q) {
    const int64_t count = q->count, step = 1 + count / 12;
    const bool path = q->kind == ASK_PATH;
    const int64_t *spot;
    int64_t words[64], n, legal = 0;
    for (int64_t i = 0; i < count; i += step) {
        bool good = run_candidate(t->b, i, &spot, &n);
        if (good) memcpy(words, spot, (size_t)n * sizeof *words);
        CHECK_CALL(tries(t, good, &i, 1, false));
        if (!good) continue;
        legal++;
        CHECK_CALL(tries(t, true, words, n, true));
        /* The same, but ending a hundred inches to the west: off the table. */
        words[n - 1] -= (INT64_C(254000) << 32);
        CHECK_CALL(tries(t, false, words, n, true));
        if (!path) CHECK_CALL(tries(t, false, words, 0, true));
    }
    const int64_t wrong[] = {-1, count, NONE};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) CHECK_CALL(tries(t, false, wrong + i, 1, false));
    const int64_t nowhere[] = {NONE, NONE};
    CHECK_CALL(tries(t, false, nowhere, path ? 2 : 1, true));
    ASSERT_GTE(legal, 0);
    PASS();
}

/* The lowest face of a die; the others follow one by one. */
static int64_t lowest_face(int64_t die) {
    const int32_t first = played->dice[die].first_face;
    return first < 0 ? 1 : played->faces[first].value;
}

static enum greatest_test_res try_roll(struct trying *t, const struct question *q) {
    static int64_t faces[64];
    const int64_t count = q->count, sides = played->dice[q->die].sides;
    const int64_t least = lowest_face(q->die);
    for (int64_t i = 0; i < 64; i++) faces[i] = least + i % sides;
    for (int64_t face = least; face < least + sides; face++) {
        faces[0] = face;
        CHECK_CALL(tries(t, true, faces, count, false));
    }
    const int64_t wrong[] = {least - 1, least - 2, least + sides, NONE};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        faces[count - 1] = wrong[i];
        CHECK_CALL(tries(t, false, faces, count, false));
    }
    faces[count - 1] = least;
    CHECK_CALL(tries(t, false, faces, count - 1, false));
    return tries(t, false, faces, count + 1, false);
}

static enum greatest_test_res try_all(struct trying *t, const struct question *q) {
    t->at.count = 0;
    put_battle(&t->at, t->b);
    if (!ask_row(q->kind)->chance) {
        const struct answer pass = {.pass = true};
        CHECK_CALL(q->may_pass ? leads_on(t, &pass) : is_refused(t, &pass));
    }
    switch (q->kind) {
    case ASK_ROLL: return try_roll(t, q);
    case ASK_RANDOM: return try_one(t, q->count);
    case ASK_PICK: return try_pick(t, q);
    case ASK_PLACE:
    case ASK_PATH: return try_spot(t, q);
    default: FAILm("a question that these games do not ask");
    }
}

TEST offers_are_accepted_and_all_else_refused(void) {
    struct trying t = {.b = fresh(played), .fork = fresh(played)};
    const struct question *q;
    struct answer a;
    for (uint64_t seed = 1; seed <= some(8); seed++) {
        const struct run_options o = options(seed, ASKED);
        begin(t.b, &o);
        for (uint64_t n = seed; run_next(t.b, &q) == RUN_QUESTION; n++) {
            if (n % (long_game() ? 37 : 3) == 0) CHECK_CALL(try_all(&t, q));
            ASSERT_EQ(RUN_QUESTION, run_next(t.b, &q));
            own_answer(t.b, q, &a);
            ACCEPTED(run_answer(t.b, &a));
        }
        const struct answer late = {.pass = true};
        ASSERTm("an answer after the end", run_answer(t.b, &late) != NULL);
    }
    ASSERT_GT(t.accepted, 50);
    ASSERT_GT(t.refused, 50);
    memory_free(t.at.at);
    memory_free(t.scratch.at);
    battle_free(t.b);
    battle_free(t.fork);
    PASS();
}

/* ---- 7, 8: odds -------------------------------- */

/* Whether n draws of odds p may have shown so many: within six deviations and one. */
static bool likely(const struct odds_fraction *p, unsigned long n, unsigned long seen) {
    mpz_t num, den, off, wide;
    mpz_init_set_str(num, p->numerator, 10);
    mpz_init_set_str(den, p->denominator, 10);
    mpz_init(off);
    mpz_init(wide);
    /* (|seen - n p| - 1)^2 <= 36 n p (1 - p), both sides times the denominator squared */
    mpz_mul_ui(off, den, seen);
    mpz_submul_ui(off, num, n);
    mpz_abs(off, off);
    mpz_sub(off, off, den);
    if (mpz_sgn(off) < 0) mpz_set_ui(off, 0);
    mpz_mul(off, off, off);
    mpz_sub(wide, den, num);
    mpz_mul(wide, wide, num);
    mpz_mul_ui(wide, wide, n);
    mpz_mul_ui(wide, wide, 36);
    bool fine = mpz_cmp(off, wide) <= 0;
    mpz_clears(num, den, off, wide, (mpz_ptr)NULL);
    return fine;
}

static const struct odds_table *odds_of(const struct image *img, const char *title,
                                        struct arena *arena) {
    const struct trial_odds how = {.policy = ODDS_ASK};
    struct battle *b = trial_odds_battle(img);
    struct odds_table *table = NEW(arena, struct odds_table);
    bool missing;
    enum odds_result result = trial_chances(b, block(img, title), &how, arena, table, &missing);
    battle_free(b);
    return result == ODDS_GOOD ? table : NULL;
}

TEST sampled_play_agrees_with_odds(void) {
    enum { MOST = 16 };
    struct arena arena = {0};
    const char *title = "Slingers at spears";
    const int32_t number = block(played, title);
    const struct odds_table *table = odds_of(played, title, &arena);
    const unsigned long runs = 200 * (unsigned long)some(100); /* as GMP counts */
    static unsigned long seen[2][MOST];
    memset(seen, 0, sizeof seen);
    ASSERT(table);
    ASSERT_EQ(2, table->columns);
    struct battle *b = fresh(played);
    for (uint64_t seed = 1; seed <= runs; seed++) {
        struct run_options o = options(seed, ALONE);
        o.journal = false;
        battle_reset(b, &o);
        ASSERT(battle_block(b, number));
        const struct question *q;
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        for (int32_t c = 0; c < 2; c++) {
            int64_t value = battle_show(b, c, NULL);
            ASSERT(value >= 0 && value < MOST);
            seen[c][value]++;
        }
    }
    for (int32_t c = 0; c < 2; c++) {
        uint64_t sum = 0;
        for (int32_t i = 0; i < table->column[c].rows; i++) {
            const struct odds_row *row = &table->column[c].row[i];
            ASSERT(row->value >= 0 && row->value < MOST);
            ASSERTm("sampled play is far from the odds",
                    likely(&row->odds, runs, seen[c][row->value]));
            sum += seen[c][row->value];
        }
        ASSERT_EQ_FMT((uint64_t)runs, sum, "%" PRIu64); /* nothing came up that has no odds */
    }
    battle_free(b);
    arena_free(&arena);
    PASS();
}

/* Takes each face of each die when all are rolled at once; weights add up to 1 over
 * `whole`, which is divided among the answers. */
static bool every_face(struct battle *b, uint64_t whole, uint64_t *sum, size_t most) {
    const struct question *q;
    enum run_status status = run_next(b, &q);
    if (status == RUN_ENDED) {
        int64_t value = battle_show(b, 0, NULL);
        if (value < 0 || (size_t)value >= most) return false;
        sum[value] += whole;
        return true;
    }
    if (status == RUN_FAILED || q->kind != ASK_ROLL || q->count > 8) return false;
    const uint64_t at = battle_questions(b);
    const int64_t count = q->count, sides = 4;
    int64_t faces[8] = {1, 1, 1, 1, 1, 1, 1, 1}, i;
    for (int64_t k = 0; k < count; k++) whole /= (uint64_t)sides;
    do {
        const struct answer a = {.count = count, .values = faces};
        if (run_answer(b, &a) || !every_face(b, whole, sum, most)) return false;
        if (!battle_undo(b, at) || run_next(b, &q) != RUN_QUESTION) return false;
        for (i = 0; i < count && faces[i] == sides; i++) faces[i] = 1;
        if (i < count) faces[i]++;
    } while (i < count);
    return true;
}

/* By hand: of three d4, each hits with 1/2 and is then saved with 1/4: lost with 3/8. */
TEST rolled_at_once_or_lazily_the_same_odds(void) {
    static const uint64_t by_hand[] = {125, 225, 135, 27}; /* of 512 */
    struct arena arena = {0};
    uint64_t sum[4] = {0};
    struct run_options o = options(1, ASKED);
    o.history = true;
    struct battle *b = battle_new(small, &o);
    ASSERT(battle_block(b, block(small, "Tiny")));
    ASSERT(every_face(b, 512 * 4096, sum, 4));
    const struct odds_table *table = odds_of(small, "Tiny", &arena);
    ASSERT(table);
    ASSERT_EQ(4, table->column[0].rows);
    for (int i = 0; i < 4; i++) {
        const struct odds_row *row = &table->column[0].row[i];
        char text[40];
        snprintf(text, sizeof text, "%" PRIu64, by_hand[i]);
        ASSERT_EQ_FMT(by_hand[i] * 4096, sum[i], "%" PRIu64);
        ASSERT_EQ(i, row->value);
        ASSERT_STR_EQ(text, row->odds.numerator);
        ASSERT_STR_EQ("512", row->odds.denominator);
    }
    battle_free(b);
    arena_free(&arena);
    PASS();
}

/* ---- 9: what is hidden -------------------------------- */

static int64_t nth_legal(struct battle *b, const struct question *q, int64_t first) {
    const int64_t *values;
    int64_t n;
    for (int64_t i = 0; i < q->count; i++) {
        int64_t at = (first + i) % q->count;
        if (run_candidate(b, at, &values, &n)) return at;
    }
    return -1;
}

static bool revealed(const struct journal *j) {
    struct journal_entry e;
    for (size_t at = 0; journal_next(j, &at, &e);) {
        if (e.kind == J_REVEAL) return true;
    }
    return false;
}

struct secret {
    int64_t goal, quarry; /* which of the candidates */
};
struct seen {                 /* by a player, up to the first time that something is revealed */
    struct bytes bytes, read; /* what he was asked and knew; the journal */
    uint64_t questions;
    size_t open; /* what he had seen when a goal was shown; all, if none was */
    bool shown;
};

/* One keeps a goal, and picks with it whom it concerns; the other sees what he may. Both answer
 * by a number that depends on the seed, the player and how many open questions he had before. */
static bool play_hidden(struct battle *b, struct battle *view, uint64_t seed, int hider,
                        struct secret secret, struct seen *out) {
    struct run_options o = options(seed, ALONE);
    const struct question *q;
    enum run_status status;
    const int32_t objective = played->blueprints[blueprint(played, "headhunter")].kind;
    uint64_t asked[2] = {0, 0};
    o.policy[RED] = o.policy[BLUE] = POLICY_ASK;
    out->bytes.count = 0;
    out->questions = 0;
    out->open = SIZE_MAX;
    out->shown = false;
    begin(b, &o);
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        const int who = q->who == battle_player(b, BLUE) ? BLUE : RED;
        const bool of_goals = q->type.class == V_THING && q->kind == ASK_PICK &&
                              battle_kind(b, q->values[0]) == objective;
        if (!out->shown && revealed(battle_journal(b))) {
            out->shown = true;
            out->open = out->bytes.count;
        }
        if (who != hider) {
            put_question(&out->bytes, b, q);
            if (!put_view(&out->bytes, view, b, who, seed + out->questions)) return false;
            out->questions++;
        }
        uint64_t draw = base_mix(seed * 1000 + asked[who] * 2 + (uint64_t)who + 1);
        int64_t n = (int64_t)(draw % (uint64_t)q->count);
        if (who == hider && of_goals) {
            n = secret.goal;
        } else if (who == hider && q->secret) {
            n = secret.quarry;
        } else {
            asked[who]++;
            if (q->kind != ASK_PICK) n = nth_legal(b, q, n);
        }
        const struct answer a = {.pass = n < 0, .count = n >= 0, .values = &n};
        if (run_answer(b, &a)) return false;
    }
    if (!out->shown) out->open = out->bytes.count;
    out->read.count = 0;
    put_journal(&out->read, b, hider == RED ? BLUE : RED);
    return status == RUN_ENDED;
}

/* The same battle thrice, but for what one keeps in secret: neither what the other is asked, nor
 * what he may know of the battle, tells which it is. */
TEST what_is_hidden_changes_nothing_that_is_shown(void) {
    static const struct secret secrets[] = {{1, 0}, {1, 1}, {0, 0}};
    struct battle *a = fresh(played), *b = fresh(played), *view = fresh(played);
    struct seen one = {0}, other = {0};
    const uint64_t all = some(1000);
    uint64_t compared = 0, differ = 0;
    for (uint64_t seed = 1; seed <= all; seed++) {
        const int hider = seed % 2 ? BLUE : RED;
        ASSERT(play_hidden(a, view, seed, hider, secrets[0], &one));
        ASSERT(play_hidden(b, view, seed, hider, secrets[1 + seed / 2 % 2], &other));
        size_t open = one.open < other.open ? one.open : other.open;
        ASSERT(open <= one.bytes.count && open <= other.bytes.count);
        ASSERTm("what was kept in secret is seen", memcmp(one.bytes.at, other.bytes.at, open) == 0);
        size_t read = one.read.count < other.read.count ? one.read.count : other.read.count;
        ASSERT(read > 0);
        ASSERTm("what was kept in secret is told", memcmp(one.read.at, other.read.at, read) == 0);
        if (!one.shown && !other.shown) {
            ASSERT_EQ(one.questions, other.questions);
            ASSERT_EQ(one.bytes.count, other.bytes.count);
            compared += one.questions;
        }
        differ += !world_equal(battle_world(a), battle_world(b));
    }
    ASSERT_GT(compared, 20);
    ASSERT_EQ_FMT(all, differ, "%" PRIu64); /* what is hidden was not the same */
    memory_free(one.bytes.at);
    memory_free(one.read.at);
    memory_free(other.bytes.at);
    memory_free(other.read.at);
    battle_free(a);
    battle_free(b);
    battle_free(view);
    PASS();
}

/* And what is hidden is drawn among all that it may be, while his own stays as it is. */
TEST what_is_hidden_is_drawn_anew(void) {
    enum { VIEWS = 400 };
    struct battle *b = fresh(played), *view = fresh(played);
    struct run_options o = options(1, ALONE);
    const struct question *q;
    const int32_t hunter = blueprint(played, "headhunter");
    const struct image_blueprint *bp = &played->blueprints[hunter];
    const uint32_t quarry = (uint32_t)played->kinds[bp->kind].words;
    uint64_t hunts = 0, own = 0, named[128] = {0};
    int64_t goals, all[2];
    o.policy[RED] = o.policy[BLUE] = POLICY_ASK;
    begin(b, &o);
    while (run_next(b, &q) == RUN_QUESTION && strcmp(q->prompt, "Whom do you order?") != 0) {
        struct answer a;
        run_policy_answer(b, POLICY_FIRST, &a);
        ACCEPTED(run_answer(b, &a));
    }
    for (uint64_t seed = 1; seed <= VIEWS; seed++) {
        ASSERT(battle_view(view, b, RED, seed));
        const int64_t *cards = battle_extent(view, bp->kind, &goals);
        ASSERT_EQ(2, goals);
        memcpy(all, cards, sizeof all);
        for (int i = 0; i < 2; i++) {
            bool red = battle_word(view, all[i], T_OWNER) == battle_player(view, RED);
            bool hunting = battle_blueprint(view, all[i]) == hunter;
            if (red) own += battle_blueprint(view, all[i]) != battle_blueprint(b, all[i]);
            if (red || !hunting) continue;
            hunts++;
            int64_t whom = battle_word(view, all[i], quarry);
            ASSERT(whom > 0 && whom < 128);
            named[whom]++;
        }
    }
    ASSERT_EQ(0, own);
    ASSERT(hunts > VIEWS * 3 / 8 && hunts < VIEWS * 5 / 8);
    int32_t drawn = 0;
    for (int i = 0; i < 128; i++) drawn += named[i] > 0;
    ASSERT_EQ(8, drawn); /* four units a side */
    battle_free(b);
    battle_free(view);
    PASS();
}

/* Writes all that the player who is asked is shown: the question, and his view for a seed. */
static bool put_shown(struct bytes *out, struct battle *view, struct battle *b, int player) {
    const struct question *q;
    out->count = 0;
    if (run_next(b, &q) != RUN_QUESTION) return false;
    put_question(out, b, q);
    return put_view(out, view, b, player, 7);
}

/* Of two players against two: a World in which all that a player and his side may not know is drawn
 * anew shows him the same as the true one, whichever it is. */
TEST what_a_side_may_not_know_changes_nothing(void) {
    struct battle *b = fresh(played), *other = fresh(played), *view = fresh(played);
    struct bytes one = {0}, two = {0};
    const struct question *q;
    struct answer a;
    uint64_t shown = 0, differ = 0;
    for (uint64_t seed = 1; seed <= some(100); seed++) {
        struct run_options o = options(seed, ALONE);
        for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
        begin(b, &o);
        for (uint64_t n = seed; run_next(b, &q) == RUN_QUESTION; n++) {
            int player = 0;
            while (battle_player(b, player) != q->who) player++;
            if (n % 11 == 0) {
                ASSERT(put_shown(&one, view, b, player));
                ASSERT(battle_view(other, b, player, n));
                ASSERT(put_shown(&two, view, other, player));
                ASSERT_EQ(one.count, two.count);
                ASSERTm("what a side may not know is seen", memcmp(one.at, two.at, one.count) == 0);
                differ += !world_equal(battle_world(b), battle_world(other));
                shown++;
            }
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            own_answer(b, q, &a);
            ACCEPTED(run_answer(b, &a));
        }
    }
    ASSERT_GT(shown, 5 * some(100));
    ASSERT_GT(differ, shown / 2); /* what is hidden was not the same */
    memory_free(one.at);
    memory_free(two.at);
    battle_free(b);
    battle_free(other);
    battle_free(view);
    PASS();
}

/* ---- 10: errors -------------------------------- */

TEST after_an_error_the_world_is_at_its_last_question(void) {
    const struct question *q;
    struct bytes at = {0}, scratch = {0};
    for (int history = 0; history < 2; history++) {
        for (int dice = 0; dice < 2; dice++) {
            struct run_options o = options(3, dice ? ASKED : ALONE);
            o.policy[RED] = o.policy[BLUE] = POLICY_ASK;
            o.history = history;
            struct battle *b = battle_new(small, &o);
            int64_t yes = 0, no = 1, face = 4;
            const struct answer first = {.count = 1, .values = &yes},
                                roll = {.count = 1, .values = &face};
            const struct answer other = {.count = 1, .values = &no};
            ASSERT(battle_start(b, event(small, "breaks"), NULL, 0));
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            if (dice) {
                ACCEPTED(run_answer(b, &roll));
                ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            }
            ASSERT_STR_EQ("Go on", q->prompt);
            ACCEPTED(run_answer(b, &other)); /* n = 4 - 3 at the brink: 12 / 0 */
            ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
            ASSERT_STR_EQ("To the brink", q->prompt);
            at.count = 0;
            put_battle(&at, b);
            uint64_t questions = battle_questions(b), hash = battle_hash(b);
            ACCEPTED(run_answer(b, &first));
            ASSERT_EQ(RUN_FAILED, run_next(b, &q));
            ASSERT(battle_error(b)->text[0]);
            ASSERT_GTE(battle_error(b)->place, 0);
            ASSERTm("an error leaves a trace", same_bytes(&at, 0, at.count, &scratch, b));
            ASSERT_EQ(hash, world_hash_again(battle_world(b)));
            ASSERT_EQ(RUN_FAILED, run_next(b, &q));
            if (history) { /* and may be undone: another answer is good */
                ASSERT_EQ(questions, battle_questions(b));
                ASSERT(battle_undo(b, questions - 1));
                ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
                ASSERT_STR_EQ("Go on", q->prompt);
                ACCEPTED(run_answer(b, &other));
                ASSERT_EQ(RUN_QUESTION, run_next(b, &q));
                ASSERT(same_bytes(&at, 0, at.count, &scratch, b));
                ACCEPTED(run_answer(b, &other));
                ASSERT_EQ(RUN_ENDED, run_next(b, &q));
                ASSERT_EQ(5 + 4, battle_points(b, battle_player(b, RED), -1));
            }
            battle_free(b);
        }
    }
    memory_free(at.at);
    memory_free(scratch.at);
    PASS();
}

/* ---- 11: the journal gives the number that was used -------------------------------- */

struct tally {
    uint64_t accounts, rows, counts, ops;
};

/* Half of the value, in whole steps: as many as fit twice, and one more where some is left. */
static int64_t halved(int64_t value, int64_t step, bool up) {
    int64_t left = ((value % (2 * step)) + 2 * step) % (2 * step);
    return (value - left) / 2 + (up && left > 0 ? step : 0);
}

static int64_t second_way(int32_t op, int64_t value, int64_t amount) {
    const bool bounds = op == ROW_AT_LEAST || op == ROW_AT_MOST;
    if (value == NONE && op != ROW_SET) return bounds ? amount : NONE;
    if (amount == NONE && op != ROW_SET && op != ROW_SILENCE) return bounds ? value : NONE;
    switch ((enum row_op)op) {
    case ROW_ADD: return value + amount;
    case ROW_SET: return amount;
    case ROW_TIMES: return value * amount;
    case ROW_HALVE_UP:
    case ROW_HALVE_DOWN: return halved(value, amount, op == ROW_HALVE_UP);
    case ROW_SILENCE: return value;
    case ROW_AT_LEAST: return value < amount ? amount : value;
    case ROW_AT_MOST: return value > amount ? amount : value;
    default: return NONE; /* a truth */
    }
}

static enum greatest_test_res account_adds_up(const struct journal_entry *e, struct tally *t) {
    struct journal_item start, result, amount;
    size_t at = journal_account_start(e);
    const struct image_quantity *q = &played->quantities[e->words[0]];
    ASSERT(journal_item(e, &at, &start));
    ASSERT(journal_item(e, &at, &result));
    if (start.list || result.list) PASS(); /* a set: its rows are in force or not */
    int64_t value = start.values[0];
    bool yes = value == 1, no = false;
    while (at < e->count) {
        const struct image_rule *rule = &played->rules[e->words[at++]];
        ASSERT(journal_item(e, &at, &amount));
        ASSERT_EQ(RULE_ROW, rule->what);
        if (rule->op != ROW_SILENCE) ASSERT_EQ(e->words[0], rule->target);
        yes = yes || rule->op == ROW_YES;
        no = no || rule->op == ROW_NO;
        t->ops |= UINT64_C(1) << rule->op;
        t->rows++;
        if (q->type.class == V_TRUTH) continue;
        value = second_way(rule->op, value, amount.values[0]);
    }
    if (q->type.class == V_TRUTH) value = yes && !no;
    if (q->field >= 0 && value != NONE && value < q->least) value = q->least;
    if (q->field >= 0 && value > q->most) value = q->most;
    ASSERT_EQ_FMTm(image_text(played, q->name), value, result.values[0], "%" PRId64);
    t->accounts++;
    PASS();
}

/* Of the last roll: dice are counted as soon as they lie. */
static enum greatest_test_res count_agrees(const struct journal_entry *e,
                                           const struct journal_entry *roll, struct tally *t) {
    const int64_t die = e->words[0], of = e->words[1], counted = e->words[2];
    const uint64_t mask = (uint64_t)e->words[3];
    t->counts++;
    ASSERT(counted >= 0 && counted <= of);
    if (of == 0) PASS();
    ASSERT_EQ(die, roll->words[1]);
    ASSERT_EQ(of, roll->words[2]);
    struct journal_item face;
    size_t at = 4;
    int64_t n = 0, faces = 0;
    while (journal_item(roll, &at, &face)) {
        for (int64_t i = 0; i < face.count; i++, faces++)
            n += (int64_t)(mask >> (face.values[i] - lowest_face(die)) & 1);
    }
    ASSERT_EQ_FMT(of, faces, "%" PRId64);
    ASSERT_EQ_FMT(n, counted, "%" PRId64);
    PASS();
}

TEST the_journal_adds_up(void) {
    struct battle *b = fresh(played);
    struct tally t = {0, 0, 0, 0};
    for (uint64_t seed = 1; seed <= some(1000); seed++) {
        const struct run_options o = options(seed, ALONE);
        struct journal_entry e, roll = {0};
        bool again = false;
        begin(b, &o);
        ASSERT(play_on(b));
        for (size_t at = 0; journal_next(battle_journal(b), &at, &e);) {
            if (e.kind == J_ROLL) roll = e;
            /* Dice that were rolled anew, or set aside, lie among those that were not. */
            const bool chosen = at_play == &games[IDOLS] && e.kind == J_CHOICE;
            again =
                e.kind == J_REROLL || e.kind == J_RAISE || chosen || (again && e.kind != J_ROLL);
            if (e.kind == J_ACCOUNT) CHECK_CALL(account_adds_up(&e, &t));
            if (e.kind == J_COUNT && !again) CHECK_CALL(count_agrees(&e, &roll, &t));
        }
    }
    ASSERT_GT(t.accounts, 2 * some(1000));
    ASSERT_GT(t.rows, some(1000));
    /* Most dice of the Idols are set aside before they are counted; who plays Pantheon at random
     * hardly ever attacks. */
    if (at_play != &games[PANTHEON]) {
        ASSERT_GT(t.counts, some(1000) / (at_play == &games[IDOLS] ? 10 : 1));
        ASSERT(t.ops >> ROW_ADD & 1);
    }
    battle_free(b);
    PASS();
}

/* ---- 12: memory -------------------------------- */

TEST after_ten_battles_no_memory_is_asked_for(void) {
    struct battle *b = fresh(played);
    uint64_t count = 0;
    for (uint64_t seed = 1; seed <= 10 + (long_game() ? 1 : 5) * some(100); seed++) {
        struct run_options o = options(seed, ALONE);
        o.history = seed % 2;
        begin(b, &o);
        ASSERT(play_on(b));
        if (seed == 10) count = memory_count();
    }
    ASSERT_EQ_FMT(count, memory_count(), "%" PRIu64);
    battle_free(b);
    PASS();
}

SUITE(invariants) {
    RUN_TEST(equal_answers_give_equal_bytes);
    RUN_TEST(another_seed_is_another_battle);
    RUN_TEST(what_nobody_sees_goes_the_same_way);
    RUN_TEST(what_was_recorded_replays);
    RUN_TEST(a_fork_does_not_touch_its_origin);
    RUN_TEST(a_saved_world_plays_to_the_same_end);
    RUN_TEST(undo_gives_the_identical_bytes);
    RUN_TEST(play_after_undo_ends_the_same);
    RUN_TEST(the_kept_hash_is_the_hash);
    RUN_TEST(offers_are_accepted_and_all_else_refused);
    if (at_play != &games[MAPPED]) RUN_TEST(the_journal_adds_up); /* it counts no dice */
    RUN_TEST(after_ten_battles_no_memory_is_asked_for);
}

/* Shown on blocks and goals of the Duel, and on a small ruleset. */
SUITE(of_the_duel) {
    RUN_TEST(sampled_play_agrees_with_odds);
    RUN_TEST(rolled_at_once_or_lazily_the_same_odds);
    RUN_TEST(what_is_hidden_changes_nothing_that_is_shown);
    RUN_TEST(what_is_hidden_is_drawn_anew);
    RUN_TEST(after_an_error_the_world_is_at_its_last_question);
}

static uint64_t wanted(const char *name, uint64_t unless_said) {
    const char *said = getenv(name);
    const uint64_t n = said ? strtoull(said, NULL, 10) : unless_said;
    return n ? n : 1;
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    const char *only = getenv("MYTH_GAME");
    small = load("tests/invariants");
    GREATEST_MAIN_BEGIN();
    for (int i = 0; i <= PANTHEON; i++) {
        if (only && strtol(only, NULL, 10) != i) continue;
        at_play = &games[i];
        played = load(at_play->folder);
        battles = i == EARTH      ? wanted("MYTH_BATTLES_EARTH", 20)
                  : i == PANTHEON ? wanted("MYTH_BATTLES_PANTHEON", 20)
                                  : wanted("MYTH_BATTLES", 100);
        RUN_SUITE(invariants);
        if (i == DUEL) RUN_SUITE(of_the_duel);
        if (i == IDOLS || i == PANTHEON) RUN_TEST(what_a_side_may_not_know_changes_nothing);
        image_free(played);
    }
    image_free(small);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
