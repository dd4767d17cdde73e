/* The tree of all answers from a position to a depth: how many leaves it
 * has, and a hash over them. One table guards rules, questions, dice and undo at once. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battles_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

struct perft {
    uint64_t leaves, hash;
    bool failed;
    struct bytes bytes; /* of the leaf at hand */
};

/* The lowest byte first, whatever the machine's order is. */
static void put_word(struct bytes *out, int64_t word) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)((uint64_t)word >> 8 * i);
    put(out, bytes, sizeof bytes);
}

static void put_field(struct bytes *out, struct battle *b, int64_t thing, const char *name) {
    for (int32_t i = 0; i < played->fields_count; i++) {
        const struct image_field *f = &played->fields[i];
        int64_t value = NONE;
        if (strcmp(image_text(played, f->name), name) != 0) continue;
        if (!image_kind_is(played, battle_kind(b, thing), f->kind)) continue;
        (void)battle_field(b, thing, i, &value);
        put_word(out, value);
        return;
    }
}

static void put_things(struct bytes *out, struct battle *b, const char *kind,
                       const char *const *fields, size_t count) {
    int32_t k = 0;
    while (k < played->kinds_count && strcmp(image_text(played, played->kinds[k].name), kind) != 0)
        k++;
    int64_t things, all[128];
    const int64_t *extent = battle_extent(b, k, &things);
    if (things > 128) things = 128;
    memcpy(all, extent, (size_t)things * sizeof *all);
    for (int64_t i = 0; i < things; i++) {
        char name[80];
        (void)battle_name(b, all[i], name, sizeof name);
        put(out, name, strlen(name) + 1);
        for (size_t f = 0; f < count; f++) put_field(out, b, all[i], fields[f]);
    }
}

/* Writes a leaf as a reader of the rules would describe it, independent of how it is stored: what
 * is asked of whom, and each unit and model by name with its numbers and its place. */
static void leaf(struct battle *b, const struct question *q, struct perft *out) {
    static const char *const of_unit[] = {"shaken", "actions", "done", "strength", "markers"};
    static const char *const of_model[] = {"place", "hurts"};
    struct bytes *bytes = &out->bytes;
    bytes->count = 0;
    if (q) {
        /* kinds of questions by numbers of their own: a kind that goes or comes changes no leaf */
        static const uint8_t kinds[ASK_COUNT_] = {
            [ASK_ROLL] = 0, [ASK_COUNT] = 1, [ASK_SUM] = 2, [ASK_RANDOM] = 3,
            [ASK_PICK] = 5, [ASK_PLACE] = 6, [ASK_PATH] = 7};
        const int64_t words[] = {kinds[q->kind], q->who == battle_player(b, BLUE),
                                 q->count,       q->least,
                                 q->most,        q->may_pass};
        for (size_t i = 0; i < ARRAY_LEN(words); i++) put_word(bytes, words[i]);
        put(bytes, q->prompt, strlen(q->prompt) + 1);
    }
    put_things(bytes, b, "unit", of_unit, ARRAY_LEN(of_unit));
    put_things(bytes, b, "model", of_model, ARRAY_LEN(of_model));
    for (size_t i = 0; i < bytes->count; i++) out->hash = fold(out->hash, bytes->at[i]);
    out->hash = fold(out->hash, 256);
    out->leaves++;
}

static void perft(struct battle *b, int depth, struct perft *out);

static void perft_answer(struct battle *b, uint64_t at, const struct answer *a, int depth,
                         struct perft *out) {
    const struct question *q;
    out->failed |= run_answer(b, a) != NULL;
    if (out->failed) return;
    perft(b, depth - 1, out);
    out->failed |= !battle_undo(b, at) || run_next(b, &q) != RUN_QUESTION;
}

/* How many answers a question of one number has, and the first of them. */
static int64_t perft_answers(struct battle *b, const struct question *q, int64_t *first) {
    *first = 0;
    switch (q->kind) {
    case ASK_COUNT: return q->count + 1;
    case ASK_RANDOM: return q->count;
    case ASK_ROLL: *first = 1; return q->count == 1 ? battle_image(b)->dice[q->die].sides : -1;
    case ASK_PICK: return q->least == 1 && q->most == 1 ? q->count : -1;
    case ASK_PLACE:
    case ASK_PATH: return q->count;
    default: return -1;
    }
}

/* Every answer, then every answer to what is asked next, to a depth; a leaf is a World
 * at that depth or at an end. Dice are asked lazily. All is undone again. */
static void perft(struct battle *b, int depth, struct perft *out) {
    const struct question *q;
    enum run_status status = run_next(b, &q);
    out->failed |= status == RUN_FAILED;
    if (out->failed) return;
    if (depth == 0 || status == RUN_ENDED) {
        leaf(b, q, out);
        return;
    }
    const uint64_t at = battle_questions(b), hash = battle_hash(b);
    const bool geometry = q->kind == ASK_PLACE || q->kind == ASK_PATH, may_pass = q->may_pass;
    const int64_t *spot;
    int64_t first, n, count = perft_answers(b, q, &first);
    out->failed |= count < 0;
    for (int64_t i = first; i < first + count && !out->failed; i++) {
        const struct answer a = {.count = 1, .values = &i};
        if (!geometry || run_candidate(b, i, &spot, &n)) perft_answer(b, at, &a, depth, out);
    }
    const struct answer pass = {.pass = true};
    if (may_pass && !out->failed) perft_answer(b, at, &pass, depth, out);
    out->failed |= battle_hash(b) != hash;
}

/* The second way knows of no question how many answers it has, nor which: it says all numbers and
 * passes, and what is not refused is an answer. A fork for each, and nothing is undone. Leaves
 * only. */
static uint64_t walked(struct battle *b, int depth) {
    enum { SAID = 400 };
    const struct question *q;
    if (run_next(b, &q) != RUN_QUESTION || depth == 0) return 1;
    uint64_t leaves = 0;
    struct battle *fork = fresh(played);
    bool used = true;
    for (int64_t i = -2; i < SAID; i++) {
        const struct answer a = {.pass = i == -2, .count = i != -2, .values = &i};
        if (used) battle_copy(fork, b);
        used = false;
        if (run_next(fork, &q) != RUN_QUESTION) break;
        if (run_answer(fork, &a)) continue;
        leaves += walked(fork, depth - 1);
        used = true;
    }
    battle_free(fork);
    return leaves;
}

static struct run_options lazily(void) {
    struct run_options o = options(1, ASKED);
    o.chance = CHANCE_LAZY;
    o.history = true;
    return o;
}

static int64_t stands(struct battle *b, const char *name, int32_t player, int64_t x, int64_t y) {
    int64_t unit = battle_create(b, blueprint(played, name), battle_player(b, player));
    must(unit != NONE && battle_place(b, unit, x << 32 | y), b);
    return unit;
}

/* The first questions of a battle. */
static void opening(struct battle *b) {
    const struct run_options o = lazily();
    begin(b, &o);
}

/* Five spears in a fight with six slingers, in a turn. */
static void fight(struct battle *b) {
    const struct run_options o = lazily();
    battle_reset(b, &o);
    must(battle_scenario(b, blueprint(played, "open_field")), b);
    stands(b, "spears", RED, 18 * 2540, 18 * 2540);
    stands(b, "slingers", BLUE, 18 * 2540, 18 * 2540 + 3200);
    const int64_t round = 1;
    must(battle_start(b, event(played, "turn"), &round, 1), b);
}

/* Six slingers by the edge of the table, spears 18" before them. */
static void edge(struct battle *b) {
    const struct run_options o = lazily();
    battle_reset(b, &o);
    must(battle_scenario(b, blueprint(played, "open_field")), b);
    int64_t slingers = stands(b, "slingers", RED, 18 * 2540, 2 * 2540);
    stands(b, "spears", BLUE, 18 * 2540, 20 * 2540);
    must(battle_start(b, event(played, "activation"), &slingers, 1), b);
}

/* ---- Positions of Mythic Earth -------------------------------- */

enum { MM = 100 }; /* a millimetre */

static void field_of_earth(struct battle *b) {
    const struct run_options o = lazily();
    battle_reset(b, &o);
    must(battle_scenario(b, blueprint(played, "first_field")), b);
}

/* Five warriors in a row; a magic user touches the first, another the last of them. */
static void three(struct battle *b) {
    field_of_earth(b);
    const int64_t x = 36 * 2540, y = 36 * 2540;
    int64_t warriors = stands(b, "jaguar_warriors", RED, x, y);
    int64_t speaker = stands(b, "dream_speaker", BLUE, x, y + 32 * MM);
    stands(b, "cord_keeper", BLUE, x + 4 * 32 * MM, y - 32 * MM);
    const int64_t roles[] = {warriors, speaker, 1};
    must(battle_start(b, event(played, "melee"), roles, 3), b);
}

/* Three bearers of banners in the open, with a die of their own. */
static void open_ground(struct battle *b) {
    field_of_earth(b);
    const int64_t roles[] = {stands(b, "bannermen", RED, 36 * 2540, 36 * 2540), 6, 0};
    must(battle_start(b, event(played, "activation"), roles, 3), b);
}

/* Sets up a battle as an example is given, with its dice and picks still open. */
static void given(struct battle *b, const char *title) {
    const struct run_options o = lazily();
    int32_t k = 0;
    while (k < played->blocks_count && strcmp(image_text(played, played->blocks[k].title), title))
        k++;
    battle_reset(b, &o);
    must(k < played->blocks_count && battle_block(b, k), b);
}

/* A magic user attacks three bearers of banners, of whom it touches the first. */
static void attack(struct battle *b) {
    given(b, "A magic user attacks three bearers of banners, and misses");
}

/* A magic user charges another, who lies On Alert and may charge it in turn. */
static void alert(struct battle *b) {
    given(b, "One by one: a charge, and a countercharge");
}

/* A spell is cast at an enemy who may try to dispel it. */
static void spell(struct battle *b) {
    given(b, "A dispel roll equal to the caster's total cancels the spell");
}

struct figure {
    const char *name;
    void (*begin)(struct battle *b);
    int depth;
    uint64_t leaves, hash;
};
/* The first three of `opening`, all of `edge` and the first five of `fight` are also
 * reckoned by hand:
 *
 *   opening  Red has a chief, spears and two slingers to place: 4. Spots stand 2" apart in
 *            a strip of 36" x 8", the last by its far side: for a base of 40mm 1 + 18 by
 *            1 + 4 of them, for five or six abreast of 32mm 1 + 15 by 1 + 4: 95 + 3 * 80 =
 *            335. Then blue has four to place: 4 * 335.
 *   fight    Two dice say who is first: 10, 100. Whose turn it is has one unit, which may
 *            fight on or pass: 200. Five dice count 6 ways, six 7; who passes leaves the
 *            other to fight on or pass: 55 * (6 + 2) + 45 * (7 + 2). Of h hits 0 to h are
 *            saved, and without a hit the other has his 2: 55 * (2 + 20 + 7 + 1) +
 *            45 * (2 + 27 + 6 + 1).
 *   edge     Move, shoot, aimed shot, stand guard, pass: 5. Of 3 * 16 ways the 7 to the rear
 *            leave the table, but two of 2" do not: 29; twice 7 counts of six dice; guard
 *            and pass end it: 45. Then 29 times move, shoot, guard, pass; after no hit
 *            move, guard or pass, or nothing after an aimed shot; else 0 to h saved:
 *            116 + 3 + 27 + 1 + 27 + 2.
 *
 * The deepest of `fight` and the hashes are what the program found when the others were
 * right; a change of the rules of the duel changes them, one of the machine must not. */
static const struct figure figures[] = {
    {"opening", opening, 1, 4, 0x378ae4d57413bd31},
    {"opening", opening, 2, 335, 0xa4dea5f149bc8ad4},
    {"opening", opening, 3, 1340, 0x276d4328152c215e},
    {"fight", fight, 1, 10, 0x90efbac7b4ae81aa},
    {"fight", fight, 2, 100, 0x915dee0883ca7b6d},
    {"fight", fight, 3, 200, 0xd69987863897d7c7},
    {"fight", fight, 4, 845, 0x12c098a06b6a71a4},
    {"fight", fight, 5, 3270, 0x3d6d05d7f375448a},
    {"fight", fight, 6, 20915, 0xbae335c63f2ea012},
    {"edge", edge, 1, 5, 0xddd4b90412bb779d},
    {"edge", edge, 2, 45, 0x333482a5b08fd885},
    {"edge", edge, 3, 176, 0x09d626e76c87bfa2},
};

/* Mythic Earth:
 *
 *   three   Five dice to hit count 6 ways, and the one who is charged strikes with one: 12.
 *           Of h hits 0 to h are saved; without one the other's is saved or not, or nothing is
 *           left to do: 2 * (2 + 3 + 4 + 5 + 6) + 2 + 1. Then he who struck back is saved
 *           against too; without that the fight is over, for the winner is held by the third:
 *           20 + 2 * 20; only the blow of the one: saved and over, or one of three falls, since
 *           the two who alone touch one of their foes fall last: 1 + 3; and 1 of before.
 *   open    Lie low, On Alert, Move, March, pass: 5. 48 ways to Move and to March; all else
 *           ends it: 99. After a Move three are left: 48 * 3 + 48 + 3.
 *   alert   It countercharges or not: 2. If it would, it reacts or not; else it springs its trap
 *           at the first inch or not: 4. Who reacted, or failed to, is fought with one die a
 *           side: 4, and 8; who let the trap be, too: 2, and 4; who sprang it reacts or not: 2,
 *           then lies low or passes, or is struck at: 2 + 2. So 8, and 16.
 *   spell   What the program found when the second way found it too.
 *   attack  One die: 2. A hit is saved or not: 2 + 1. Else one of two falls, since who alone
 *           touches falls last: 2 + 2. Then they are brave or not: 2 + 2 * 2. */
static const struct figure of_earth[] = {
    {"three", three, 1, 6, 0xcf2508d344072db3},
    {"three", three, 2, 12, 0x8d6c9107873a0b6d},
    {"three", three, 3, 43, 0x423dfc9cfbb609fa},
    {"three", three, 4, 65, 0x03c70f6268741242},
    {"open", open_ground, 1, 5, 0x4b3925626aad02f6},
    {"open", open_ground, 2, 99, 0x6a0ffd8d9b5ed26f},
    {"open", open_ground, 3, 195, 0x02765e0f40b9c11d},
    {"alert", alert, 1, 2, 0xb3bb1dfa674ce35c},
    {"alert", alert, 2, 4, 0x764cc7c1b2bdfdd5},
    {"alert", alert, 3, 8, 0xbda4d97228086ba7},
    {"alert", alert, 4, 16, 0x7a6ea6c306219525},
    {"spell", spell, 1, 3, 0x53c5468af93b5234},
    {"spell", spell, 2, 6, 0xa96444024e003b5b},
    {"spell", spell, 3, 10, 0xba8b15621a26b705},
    {"spell", spell, 4, 15, 0x97974eb8cec77aeb},
    {"spell", spell, 5, 21, 0xa001ea650d12aa23},
    {"attack", attack, 1, 2, 0x43445a4da4f2dedc},
    {"attack", attack, 2, 3, 0x381025c99b3867f1},
    {"attack", attack, 3, 4, 0xd015fc50151d77b3},
    {"attack", attack, 4, 6, 0x843b50f5f68a4909},
};

/* A griffin at a crossing of six borders; where one of them leads there is no room. */
static void griffin(struct battle *b) {
    given(b, "Walks go over borders, each an entry, and into no full area");
}

/* A deck runs dry, and is made anew of two cards. */
static void dry(struct battle *b) {
    given(b, "The deck runs dry, and is made anew");
}

/* The Idols, by hand:
 *
 *   griffin  Walk, leap, pass: 3. A walk enters five areas, or the leap ends in eleven of thirteen
 *            within two borders, for one is full and one a cliff; who passes is asked again: 5 + 11
 *            + 3. The walk may end in each of the five, or goes on to 3, 4, 1, 2, 2 others; who has
 *            leapt may walk or pass; who has passed has 5 and 11 left, or is done: 17 + 22 + 17.
 *   dry      One of two cards comes: 2. With the art one may pay for nobody, or not: 2 + 1. */
static const struct figure of_idols[] = {
    {"griffin", griffin, 1, 3, 0x1cec06b3275217f0},
    {"griffin", griffin, 2, 19, 0xa4ecb4a292b2d051},
    {"griffin", griffin, 3, 56, 0x304690e50520e74a},
    {"dry", dry, 1, 2, 0x61d37adba5b215a2},
    {"dry", dry, 2, 3, 0x1c22c1bc50664ed5},
};

static enum greatest_test_res as_known(const struct figure *of, size_t count) {
    struct battle *b = fresh(played);
    for (size_t i = 0; i < count; i++) {
        const struct figure *f = &of[i];
        struct perft p = {0};
        f->begin(b);
        perft(b, f->depth, &p);
        ASSERT_FALSEm(f->name, p.failed);
        if (p.leaves != f->leaves || p.hash != f->hash)
            printf("%s, depth %d: %" PRIu64 " leaves, 0x%016" PRIx64 "\n", f->name, f->depth,
                   p.leaves, p.hash);
        ASSERT_EQ_FMTm(f->name, f->leaves, p.leaves, "%" PRIu64);
        ASSERT_EQ_FMTm(f->name, f->hash, p.hash, "0x%016" PRIx64);
        memory_free(p.bytes.at);
        f->begin(b);
        if (f->leaves < 1000) ASSERT_EQ_FMTm(f->name, f->leaves, walked(b, f->depth), "%" PRIu64);
    }
    battle_free(b);
    PASS();
}

TEST the_tree_of_answers_is_as_known(void) {
    if (at_play == &games[DUEL]) return as_known(figures, ARRAY_LEN(figures));
    if (at_play == &games[EARTH]) return as_known(of_earth, ARRAY_LEN(of_earth));
    return as_known(of_idols, ARRAY_LEN(of_idols));
}

SUITE(perft_of_a_game) {
    RUN_TEST(the_tree_of_answers_is_as_known);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    for (int i = 0; i <= IDOLS; i++) {
        if (i == MAPPED) continue;
        at_play = &games[i];
        played = load(at_play->folder);
        RUN_SUITE(perft_of_a_game);
        image_free(played);
    }
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
