/* Any bytes as a tape of the Duel, or of Mythic Earth where they name that: each is told off
 * with its line, or replayed. What is refused changes nothing; and what was played until then is,
 * written as a tape, taken to its last line. */
#include "tape.h"

#include "../battles_fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void hold(bool holds) {
    if (!holds) abort();
}

/* The battles from which tapes are played: each has answered some questions by itself. The seed of
 * an input names the one of which a copy is taken, so that no input has to be a whole battle. */
enum { STAGES = 8, STAGE_QUESTIONS = 14 };
static struct battle *stages[GAMES][STAGES], *at_hand[GAMES];

static void begin_stages(int game) {
    struct run_options o = options(1, ASKED);
    const struct question *q;
    o.steps = 1000000;
    at_play = &games[game];
    played = load(at_play->folder);
    at_hand[game] = battle_new(played, &o);
    begin(at_hand[game], &o);
    for (int i = 0; i < STAGES; i++) {
        stages[game][i] = battle_new(played, &o);
        battle_copy(stages[game][i], at_hand[game]);
        for (int k = 0; k < STAGE_QUESTIONS && run_next(at_hand[game], &q) == RUN_QUESTION; k++) {
            struct answer a;
            own_answer(at_hand[game], q, &a);
            hold(!run_answer(at_hand[game], &a));
        }
    }
}

static struct battle *battle_of(int game, uint64_t seed) {
    if (!at_hand[game]) begin_stages(game);
    battle_copy(at_hand[game], stages[game][seed % STAGES]);
    return at_hand[game];
}

/* Says the line, or at least the tape. */
static const char *told(const char *why) {
    hold(!why || strncmp(why, "input:", 6) == 0);
    return why;
}

/* Plays what the tape answers, and writes it: to the end, or to where it says something else. */
static enum run_status replay(struct battle *b, struct tape_reader *r, struct tape_writer *w,
                              const char **why) {
    const struct image *img = battle_image(b);
    const struct question *q;
    enum run_status status;
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        struct answer a;
        const uint64_t hash = battle_hash(b), questions = battle_questions(b);
        const struct ask_names names = battle_names(b);
        if (!tape_next(r, img, &names, q, hash, &a, why)) break;
        const bool due = tape_check_due(w, q);
        const char *refused = run_answer(b, &a);
        if (refused) {
            hold(battle_hash(b) == hash && battle_questions(b) == questions);
            *why = tape_refused(r, refused);
            break;
        }
        if (due) tape_write_check(w, hash);
        tape_write_answer(w, img, &names, q, &a, "a remark");
    }
    return status;
}

static struct battle *battle_for(struct tape_reader *r) {
    const bool earth = strcmp(r->head.rules[0].name, "mythic_earth") == 0;
    return battle_of(earth ? EARTH : DUEL, r->head.seed);
}

/* Reads and plays again what was written: it must come to the same World, and no further. */
static void hold_again(struct arena *arena, const char *text, size_t len, enum run_status was,
                       uint64_t hash) {
    struct tape_reader r;
    struct tape_writer w = {0};
    const char *why = tape_read(&r, arena, "again", text, len);
    hold(!why);
    struct battle *b = battle_for(&r);
    struct tape_reader rest = r;
    hold(replay(b, &r, &w, &why) == was && battle_hash(b) == hash);
    if (was == RUN_ENDED) hold(!tape_end(&r, hash) && !tape_close(&r));
    if (was == RUN_QUESTION) {
        hold(r.at + 1 == r.count); /* all but `left` was taken */
        rest.at = r.at;
        hold(!tape_left(&rest, hash));
    }
    tape_writer_free(&w);
}

static void play(struct arena *arena, const char *text, size_t len) {
    struct tape_reader r;
    struct tape_writer w = {0};
    const char *why = NULL;
    if (told(tape_read(&r, arena, "input", text, len))) return;
    struct battle *b = battle_for(&r);
    const struct image *img = battle_image(b);
    const char *name = image_text(img, img->name), *version = image_text(img, img->version);
    told(tape_of_rules(&r, name, img->hash, version));
    told(tape_of_script(&r, 1));
    const uint64_t begun = battle_questions(b);
    enum run_status status = replay(b, &r, &w, &why);
    const uint64_t hash = battle_hash(b);
    told(why);
    if (status == RUN_ENDED && !told(tape_end(&r, hash))) told(tape_close(&r));
    if (status == RUN_QUESTION && battle_questions(b) == begun + (uint64_t)r.answers)
        told(tape_left(&r, hash));
    const struct tape_rules rules = {name, version, img->hash, 0};
    const struct tape_head head = {.rules = &rules, .rules_count = 1, .seed = r.head.seed};
    tape_write_head(&w, &head);
    if (status == RUN_ENDED) tape_write_end(&w, hash);
    const char *written =
        status == RUN_QUESTION ? tape_text_left(&w, hash, &len) : tape_text(&w, &len);
    if (status != RUN_FAILED) hold_again(arena, written, len, status, hash);
    tape_writer_free(&w);
}

/* Without its checks, which nobody but the writer of a tape can get right. */
static size_t unchecked(const char *text, size_t len, char *out) {
    size_t n = 0;
    for (size_t i = 0, end; i < len; i = end) {
        const char *stop = memchr(text + i, '\n', len - i);
        end = stop ? (size_t)(stop - text) + 1 : len;
        if (end - i > 6 && memcmp(text + i, "check ", 6) == 0) continue;
        memcpy(out + n, text + i, end - i);
        n += end - i;
    }
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    char *text = arena_new(&arena, size + 1);
    if (size) memcpy(text, bytes, size);
    play(&arena, text, size);
    const size_t rest = unchecked((const char *)bytes, size, text);
    if (rest < size) play(&arena, text, rest);
    arena_free(&arena);
    return 0;
}
