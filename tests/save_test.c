/* A battle that was saved: it goes on as it would have, its dice included, wherever it is loaded;
 * one that was altered, or is of other rules, is refused with its bytes, and nothing changes. */
#include <inttypes.h>

#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct run_options quietly(uint64_t seed, enum who who) {
    struct run_options o = options(seed, who);
    o.journal = false;
    return o;
}

static void save(struct bytes *to, struct battle *b) {
    to->count = 0;
    to->at = memory_grow(to->at, &to->room, battle_save_size(b), 1);
    to->count = battle_save_size(b);
    battle_save(b, to->at);
}

/* A battle of some questions, and then another one, as far as to its own next. */
static void play_some(struct battle *b, int questions) {
    const struct question *q;
    for (; run_next(b, &q) == RUN_QUESTION && questions > 0; questions--) {
        struct answer a;
        own_answer(b, q, &a);
        if (run_answer(b, &a)) exit(1);
    }
}

TEST a_saved_battle_goes_on_as_it_would_have(void) {
    struct run_options o = quietly(7, ASKED);
    const struct run_options alone = quietly(8, ALONE);
    struct battle *b = battle_new(played, &o), *other = battle_new(played, &alone);
    struct bytes saved = {0}, again = {0};
    for (int questions = 0; questions < 120; questions += 13) {
        begin(b, &o);
        play_some(b, questions);
        save(&saved, b);
        battle_reset(other, &alone);
        if (questions % 2) begin(other, &alone); /* whatever stood there before */
        ASSERTm(battle_error(other)->text, battle_load(other, saved.at, saved.count));
        ASSERT_EQ_FMT(battle_hash(b), battle_hash(other), "%016" PRIx64);
        ASSERT_EQ_FMT(battle_questions(b), battle_questions(other), "%" PRIu64);
        ASSERT_EQ_FMT(UINT64_C(7), battle_seed(other), "%" PRIu64);
        save(&again, other);
        ASSERTm("the same bytes",
                again.count == saved.count && memcmp(again.at, saved.at, saved.count) == 0);
        ASSERT(play_on(b) && play_on(other));
        ASSERT_EQ_FMT(battle_hash(b), battle_hash(other), "%016" PRIx64);
    }
    memory_free(saved.at);
    memory_free(again.at);
    battle_free(b);
    battle_free(other);
    PASS();
}

/* A battle of more things than there is room for at once, loaded where none has been yet: what is
 * written to the last of them is seen. */
TEST a_large_battle_is_loaded_into_a_new_one(void) {
    enum { MEN = 1100 };
    struct image *img = load("tests/semantics/21_remembered.myth");
    const struct run_options o = quietly(7, ASKED);
    struct battle *b = battle_new(img, &o), *other = battle_new(img, &o);
    struct bytes saved = {0};
    int32_t hurt = 0;
    int64_t man = NONE, value;
    while (strcmp(image_text(img, img->fields[hurt].name), "hurt") != 0) hurt++;
    for (int i = 0; i < MEN; i++)
        man = battle_create(b, blueprint(img, "axe"), battle_player(b, RED));
    ASSERT(man > MEN);
    save(&saved, b);
    ASSERTm(battle_error(other)->text, battle_load(other, saved.at, saved.count));
    ASSERT(battle_set(b, man, hurt, 5) && battle_set(other, man, hurt, 5));
    ASSERT_EQ_FMT(battle_hash(b), battle_hash(other), "%016" PRIx64);
    ASSERT(battle_field(other, man, hurt, &value));
    ASSERT_EQ(5, value);
    memory_free(saved.at);
    battle_free(other);
    battle_free(b);
    image_free(img);
    PASS();
}

TEST who_keeps_a_journal_begins_it_there(void) {
    struct run_options o = options(3, ASKED);
    struct battle *b = battle_new(played, &o), *other = battle_new(played, &o);
    struct bytes saved = {0};
    begin(b, &o);
    play_some(b, 30);
    save(&saved, b);
    begin(other, &o);
    ASSERT(battle_load(other, saved.at, saved.count));
    ASSERT_EQ_FMT((size_t)0, battle_journal(other)->count, "%zu");
    ASSERT(play_on(b) && play_on(other));
    ASSERTm("what followed", battle_journal(other)->count > 0);
    ASSERTm("and no more", battle_journal(other)->count < battle_journal(b)->count);
    ASSERTm("the same end", battle_hash(b) == battle_hash(other));
    memory_free(saved.at);
    battle_free(b);
    battle_free(other);
    PASS();
}

/* The bytes of a message, "bytes 8 to 15: …" or "byte 9: …". */
static bool says_where(const char *text, size_t *from, size_t *to) {
    if (sscanf(text, "bytes %zu to %zu: ", from, to) == 2) return true;
    *to = SIZE_MAX;
    return sscanf(text, "byte %zu: ", from) == 1;
}

static enum greatest_test_res refused(struct battle *b, const struct bytes *before,
                                      const uint8_t *bytes, size_t size, size_t first) {
    static struct bytes now;
    size_t from, to;
    const char *why = battle_error(b)->text;
    ASSERT_FALSEm("it was taken", battle_load(b, bytes, size));
    ASSERTm(why, says_where(why, &from, &to));
    ASSERTm(why, from <= first && first <= to);
    save(&now, b);
    ASSERTm("it changed something",
            now.count == before->count && memcmp(now.at, before->at, now.count) == 0);
    PASS();
}

TEST any_byte_that_is_altered_is_refused(void) {
    struct run_options o = quietly(7, ASKED);
    struct battle *b = battle_new(played, &o);
    struct bytes saved = {0}, before = {0};
    begin(b, &o);
    play_some(b, 60);
    save(&saved, b);
    play_some(b, 9);
    save(&before, b);
    size_t tried = 0;
    const size_t flips = getenv("MYTH_EVERY_BYTE") ? 8 : 1;
    for (size_t i = 0; i < saved.count; i++) {
        for (size_t k = 0; k < flips; k++, tried++) {
            const uint8_t flip = (uint8_t)(1u << (i + k) % 8);
            saved.at[i] ^= flip;
            CHECK_CALL(refused(b, &before, saved.at, saved.count, i));
            saved.at[i] ^= flip;
        }
        if (i % 31 == 0 || i < 100) CHECK_CALL(refused(b, &before, saved.at, i, i));
    }
    saved.at = memory_grow(saved.at, &saved.room, saved.count + 1, 1);
    saved.at[saved.count] = 0;
    CHECK_CALL(refused(b, &before, saved.at, saved.count + 1, saved.count));
    printf("%zu altered bytes refused\n", tried);
    ASSERT(battle_load(b, saved.at, saved.count));
    memory_free(saved.at);
    memory_free(before.at);
    battle_free(b);
    PASS();
}

TEST what_is_of_others_is_refused_by_name(void) {
    struct run_options o = quietly(7, ASKED);
    struct battle *b = battle_new(played, &o);
    struct bytes saved = {0};
    struct image *harsh = load("rules/mythic_earth");
    struct battle *other = battle_new(harsh, &o);
    const struct outside_port port = {0};
    const struct outside_rule rule = {OUTSIDE_BEFORE, EVENT_MOVE, 0, 0, -1};
    begin(b, &o);
    save(&saved, b);
    ASSERT_FALSE(battle_load(other, saved.at, saved.count));
    ASSERTm(battle_error(other)->text,
            strstr(battle_error(other)->text, "bytes 8 to 15: this battle is of other rules: "));
    ASSERTm(battle_error(other)->text, strstr(battle_error(other)->text, "'mythic_earth' has"));
    battle_outside(b, &port, &rule, 1);
    ASSERT_FALSE(battle_load(b, saved.at, saved.count));
    ASSERT_STR_EQ("bytes 24 to 31: this battle is of other rules from outside",
                  battle_error(b)->text);
    ASSERT_FALSE(battle_load(b, (const uint8_t *)"myth tape 1\n", 12));
    ASSERT_STR_EQ("byte 0: this is no saved battle: it does not begin with 'mythsave'",
                  battle_error(b)->text);
    memory_free(saved.at);
    battle_free(b);
    battle_free(other);
    image_free(harsh);
    PASS();
}

SUITE(save_suite) {
    RUN_TEST(a_saved_battle_goes_on_as_it_would_have);
    RUN_TEST(a_large_battle_is_loaded_into_a_new_one);
    RUN_TEST(who_keeps_a_journal_begins_it_there);
    RUN_TEST(any_byte_that_is_altered_is_refused);
    RUN_TEST(what_is_of_others_is_refused_by_name);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    played = load("rules/duel");
    RUN_SUITE(save_suite);
    image_free(played);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
