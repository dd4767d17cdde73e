/* Any bytes as a tape of the Duel, or of Mythic Earth where they name that: each is told off
 * with its line, or replayed. What is refused changes nothing; what is taken whole is, written
 * again, taken whole again. */
#include "tape.h"

#include "../battles_fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void hold(bool holds) {
    if (!holds) abort();
}

/* Where tapes begin: a battle after so many questions that it has answered itself. Each input is
 * played from a copy of one, which its seed names, so that no input has to be a whole battle. */
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

/* NULL, or why not: then the battle is at the question that the tape did not answer. */
static const char *replayed(struct battle *b, struct tape_reader *r, struct tape_writer *w) {
    const struct image *img = battle_image(b);
    const struct question *q;
    enum run_status status;
    int32_t given = 0;
    while ((status = run_next(b, &q)) == RUN_QUESTION) {
        struct answer a;
        const char *why, *refused;
        const uint64_t hash = battle_hash(b), questions = battle_questions(b);
        struct tape_reader rest = *r;
        if (given++ == r->answers) told(tape_left(&rest, hash));
        if (!tape_next(r, img, q, hash, &a, &why)) return told(why);
        if (tape_check_due(w, q)) tape_write_check(w, hash);
        tape_write_answer(w, img, q, &a, "a remark");
        refused = run_answer(b, &a);
        if (!refused) continue;
        hold(battle_hash(b) == hash && battle_questions(b) == questions);
        return told(tape_refused(r, refused));
    }
    if (status == RUN_FAILED) return battle_error(b)->text;
    const char *why = told(tape_end(r, battle_hash(b)));
    if (!why) tape_write_end(w, battle_hash(b));
    return why ? why : told(tape_close(r));
}

static bool names_earth(const struct tape_reader *r) {
    return strcmp(r->head.rules[0].name, "mythic_earth") == 0;
}

/* Whether it was taken whole; what was is then in the writer. */
static bool taken(struct arena *arena, const char *text, size_t len, struct tape_writer *w) {
    struct tape_reader r;
    if (told(tape_read(&r, arena, "input", text, len))) return false;
    struct battle *b = battle_of(names_earth(&r) ? EARTH : DUEL, r.head.seed);
    const struct image *img = battle_image(b);
    told(tape_of_rules(&r, image_text(img, img->name), img->hash, image_text(img, img->version)));
    told(tape_of_script(&r, 1));
    tape_write_head(w, &r.head);
    return !replayed(b, &r, w);
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
    struct tape_writer w = {0}, again = {0};
    char *text = arena_new(&arena, size + 1);
    if (size) memcpy(text, bytes, size);
    if (!taken(&arena, text, size, &w)) {
        tape_writer_free(&w);
        w = (struct tape_writer){0};
        size = unchecked((const char *)bytes, size, text);
        taken(&arena, text, size, &w);
    } else {
        size_t len;
        const char *written = tape_text(&w, &len);
        hold(taken(&arena, written, len, &again));
    }
    tape_writer_free(&w);
    tape_writer_free(&again);
    arena_free(&arena);
    return 0;
}
