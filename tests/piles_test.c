/* Piles that are known as far as rules have looked (tests/piles). What `myth odds` prints of draws
 * is compared with hypergeometric numbers that are made here from Pascal's triangle and share no
 * code with it. And what a player may not know of decks and hands changes nothing that he is
 * shown. */
#include <inttypes.h>

#include "battles_fixture.h"
#include "run_int.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

/* ---- Odds -------------------------------- */

static uint64_t choose_of(uint64_t n, uint64_t k) {
    static uint64_t row[64][64];
    for (uint64_t i = 0; i <= n; i++) {
        row[i][0] = row[i][i] = 1;
        for (uint64_t j = 1; j < i; j++) row[i][j] = row[i - 1][j - 1] + row[i - 1][j];
    }
    return k > n ? 0 : row[n][k];
}

static uint64_t divisor(uint64_t a, uint64_t b) {
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Writes the odds that of `drawn` cards from a deck of `all` so many are of a sort of which the
 * deck has `of`, as the JSON of odds has them. */
static void hypergeometric(char *out, uint64_t all, uint64_t of, uint64_t drawn) {
    const uint64_t ways = choose_of(all, drawn);
    char *to = out + sprintf(out, "[");
    for (uint64_t k = 0; k <= drawn && k <= of; k++) {
        const uint64_t so = choose_of(of, k) * choose_of(all - of, drawn - k);
        const uint64_t by = divisor(so, ways);
        if (so == 0) continue;
        to += sprintf(to, "%s{\"value\": %" PRIu64 ", \"odds\": \"%" PRIu64 "/%" PRIu64 "\"}",
                      to > out + 1 ? ", " : "", k, so / by, ways / by);
    }
    sprintf(to, "]");
}

/* Gives what `myth odds` prints of a column of a block. The program runs again for another block
 * only. NULL: MYTH does not name it. */
static const char *odds_of(const char *title, const char *column) {
    static char all[200000], value[20000], of[60], command[600], key[80];
    const char *myth = getenv("MYTH");
    if (!myth) return NULL;
    if (strcmp(of, title) != 0) {
        snprintf(command, sizeof command, "'%s' odds --json tests/piles '%s'", myth, title);
        FILE *f = popen(command, "r");
        if (!f) return "";
        all[fread(all, 1, sizeof all - 1, f)] = 0;
        if (pclose(f) != 0) return "it failed";
        snprintf(of, sizeof of, "%s", title);
    }
    snprintf(key, sizeof key, "\"%s\": [", column);
    const char *from = strstr(all, key);
    if (!from) return "no such column";
    from += strlen(key) - 1;
    snprintf(value, sizeof value, "%.*s", (int)strcspn(from, "]") + 1, from);
    return value;
}

static enum greatest_test_res draws(const char *title, const char *column, uint64_t all,
                                    uint64_t of, uint64_t drawn) {
    char expected[4000];
    const char *came = odds_of(title, column);
    if (!came) SKIPm("MYTH does not name the program");
    hypergeometric(expected, all, of, drawn);
    ASSERT_STR_EQ(expected, came);
    PASS();
}

TEST five_of_thirty(void) {
    CHECK_CALL(draws("Five of thirty", "lands", 30, 12, 5));
    return draws("Five of thirty", "bolts", 30, 3, 5);
}
TEST ten_of_sixty(void) {
    CHECK_CALL(draws("Ten of sixty", "lands", 60, 24, 10));
    return draws("Ten of sixty", "walls", 60, 4, 10);
}
/* Cards drawn, seen, or put under by others change nothing, as long as nobody looks at what. */
TEST behind_others(void) {
    const char *each = "[{\"value\": 0, \"odds\": \"2/5\"}, {\"value\": 1, \"odds\": \"3/10\"}, "
                       "{\"value\": 2, \"odds\": \"1/5\"}, {\"value\": 3, \"odds\": \"1/10\"}]";
    const char *came = odds_of("Behind others", "top");
    if (!came) SKIPm("MYTH does not name the program");
    ASSERT_STR_EQ(each, came);
    ASSERT_STR_EQ(each, odds_of("Behind others", "bottom"));
    return draws("Behind others", "lands", 30, 12, 5);
}
TEST each_draw_is_heard_of(void) {
    return draws("Five, each heard of", "game.heard_lands", 30, 12, 5);
}

/* ---- What players may know -------------------------------- */

static int32_t field_of(const struct image *img, const char *name) {
    FIND(fields, name);
}

static const int64_t *pile_of(struct battle *b, int64_t holder, const char *name, int64_t *count) {
    const struct image *img = battle_image(b);
    const uint32_t slot = (uint32_t)img->fields[field_of(img, name)].slot;
    return battle_list(b, battle_word(b, holder, slot), count);
}

/* All that a player is shown at a question: his view, and what is asked there by name. */
static bool put_shown(struct bytes *out, struct battle *view, struct battle *b, int player,
                      uint64_t seed) {
    const struct question *q;
    char name[ASK_NAME];
    if (!battle_view(view, b, player, seed)) return false;
    put_battle(out, view);
    if (run_next(view, &q) != RUN_QUESTION || q->who != battle_player(view, player)) return false;
    put(out, q->prompt, strlen(q->prompt) + 1);
    put(out, &q->count, sizeof q->count);
    for (int64_t i = 0; i < q->count && q->type.class == V_THING; i++) {
        battle_name(view, q->values[i], name, sizeof name);
        put(out, name, strlen(name) + 1);
    }
    return true;
}

static void put_read(struct bytes *out, struct battle *b, int player) {
    struct journal j = {0};
    journal_view(battle_journal(b), battle_image(b), player, &j);
    put(out, j.words, j.count * sizeof *j.words);
    journal_free(&j);
}

/* Plays a battle in which the cards that come from a deck are chosen by two seeds: those of whom
 * `watches` by the first, and what he does not see by the second. `until` ends it. */
static bool watch(struct battle *b, struct battle *view, int watches, uint64_t open,
                  uint64_t hidden, const char *until, struct bytes *out) {
    const struct run_options o = options(1, ASKED);
    const struct question *q;
    const int64_t field = blueprint(played, "table_top"), me = battle_player(b, watches);
    uint64_t asked = 0, mine = 0;
    bool second = false;
    battle_reset(b, &o);
    must(battle_scenario(b, (int32_t)field), b);
    must(battle_start(b, played->battle, &field, 1), b);
    out->count = 0;
    while (run_next(b, &q) == RUN_QUESTION) {
        const bool chance = ask_row(q->kind)->chance;
        /* from the stock the first card goes to red, the second to blue */
        const bool stock = chance && q->pile == field_of(played, "stock");
        const bool his = stock ? watches == (second ? BLUE : RED) : !chance || q->holder == me;
        const uint64_t draw = his ? base_mix(open + mine++) : base_mix(hidden * 100 + asked++);
        int64_t n = (int64_t)(draw % (uint64_t)q->count);
        second = second || stock;
        if (q->who == me && !put_shown(out, view, b, watches, open + mine)) return false;
        if (q->who != NONE && strcmp(q->prompt, until) == 0) break;
        const struct answer a = {.count = 1, .values = &n};
        if (run_answer(b, &a)) return false;
    }
    put_read(out, b, watches);
    return true;
}

static enum greatest_test_res nothing_shown(int watches, const char *until) {
    struct battle *a = fresh(played), *b = fresh(played), *view = fresh(played);
    struct bytes one = {0}, other = {0};
    uint64_t differ = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        ASSERT(watch(a, view, watches, seed, 1, until, &one));
        ASSERT(watch(b, view, watches, seed, seed + 1, until, &other));
        ASSERT_EQ(one.count, other.count);
        ASSERTm("what is hidden is seen", memcmp(one.at, other.at, one.count) == 0);
        differ += !world_equal(battle_world(a), battle_world(b));
    }
    ASSERT(differ > 40);
    memory_free(one.at);
    memory_free(other.at);
    battle_free(a);
    battle_free(b);
    battle_free(view);
    PASS();
}

/* Red is asked when blue has drawn, searched, and drawn from a common stock. */
TEST red_does_not_see_what_blue_draws(void) {
    return nothing_shown(RED, "");
}
/* Blue, who takes a card of red's hand unseen, does not see which it is before he has it. */
TEST blue_does_not_see_what_red_draws(void) {
    return nothing_shown(BLUE, "Which one, unseen?");
}

/* The one who looks knows which cards are in his own deck, not their order, which no World has: a
 * view leaves the deck as it is. */
TEST his_own_deck_is_as_it_is(void) {
    struct battle *b = fresh(played), *view = fresh(played);
    struct bytes out = {0};
    int64_t count, same, all[40];
    ASSERT(watch(b, view, RED, 3, 5, "Go on", &out));
    const int64_t *cards = pile_of(b, battle_player(b, RED), "deck", &count);
    ASSERT_EQ(28, count);
    memcpy(all, cards, (size_t)count * sizeof *all);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        ASSERT(battle_view(view, b, RED, seed));
        cards = pile_of(view, battle_player(view, RED), "deck", &same);
        ASSERT_EQ(count, same);
        ASSERT(memcmp(all, cards, (size_t)count * sizeof *all) == 0);
    }
    memory_free(out.at);
    battle_free(b);
    battle_free(view);
    PASS();
}

/* Of the two cards that red has drawn at once blue always takes the first, and it is sometimes the
 * one that stands later in the text: they do not lie in an order that tells which is which. */
TEST the_first_card_face_down_is_any(void) {
    struct battle *b = fresh(played), *view = fresh(played);
    const struct question *q;
    int later = 0, earlier = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        const struct run_options o = options(seed, ALONE);
        const int64_t field = blueprint(played, "table_top");
        int64_t count;
        battle_reset(b, &o);
        struct run_options first = o;
        for (int32_t i = 0; i < RUN_PLAYERS; i++) first.policy[i] = POLICY_FIRST;
        battle_reset(b, &first);
        must(battle_scenario(b, (int32_t)field), b);
        must(battle_start(b, played->battle, &field, 1), b);
        ASSERT_EQ(RUN_ENDED, run_next(b, &q));
        const int64_t *cards = pile_of(b, battle_player(b, BLUE), "discard", &count);
        ASSERT_EQ(1, count);
        const int32_t taken = battle_blueprint(b, cards[0]);
        cards = pile_of(b, battle_player(b, RED), "hand", &count);
        ASSERT_EQ(2, count);
        later += taken > battle_blueprint(b, cards[0]);
        earlier += taken < battle_blueprint(b, cards[0]);
    }
    /* each is about 70 of 200 */
    ASSERT(later > 30 && earlier > 30);
    battle_free(b);
    battle_free(view);
    PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    played = load("tests/piles");
    RUN_TEST(five_of_thirty);
    RUN_TEST(ten_of_sixty);
    RUN_TEST(behind_others);
    RUN_TEST(each_draw_is_heard_of);
    RUN_TEST(red_does_not_see_what_blue_draws);
    RUN_TEST(blue_does_not_see_what_red_draws);
    RUN_TEST(his_own_deck_is_as_it_is);
    RUN_TEST(the_first_card_face_down_is_any);
    image_free(played);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
