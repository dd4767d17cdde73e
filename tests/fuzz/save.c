/* Any bytes as a saved battle of the Duel, or a true one with any alterations, whose seals are then
 * made again or not. What is refused says its bytes and changes nothing; what is taken is, saved
 * again, the same bytes; and what was saved so is played to the end that it had. */
#include "../battles_fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void hold(bool holds) {
    if (!holds) abort();
}

/* Saves along one battle, how it ends, and the battle into which all are loaded. */
enum { SAVES = 8, APART = 19, SAVE_ROOM = 1 << 16 };
struct save {
    size_t size;
    uint8_t bytes[SAVE_ROOM];
};
static struct save saves[SAVES], altered, again;
static struct battle *b;
static uint64_t end;

static struct run_options unwritten(enum who who, uint64_t seed) {
    struct run_options o = options(seed, who);
    o.journal = false;
    return o;
}

static void save(struct save *to, struct battle *from) {
    to->size = battle_save_size(from);
    hold(to->size <= sizeof to->bytes);
    battle_save(from, to->bytes);
}

static void begin_saves(void) {
    struct run_options o = unwritten(ASKED, 1);
    const struct question *q;
    played = load("rules/duel");
    struct battle *one = battle_new(played, &o);
    begin(one, &o);
    for (int i = 0; i < SAVES; i++) {
        for (int k = 0; k < APART && run_next(one, &q) == RUN_QUESTION; k++) {
            struct answer a;
            own_answer(one, q, &a);
            hold(!run_answer(one, &a));
        }
        run_next(one, &q);
        save(&saves[i], one);
    }
    hold(play_on(one));
    end = battle_hash(one);
    battle_free(one);
    o = unwritten(ALONE, 2);
    b = battle_new(played, &o);
}

static bool same(const struct save *a, const struct save *c) {
    return a->size == c->size && memcmp(a->bytes, c->bytes, a->size) == 0;
}

/* A true one must be taken; played, it must end as it did. */
static void take(const uint8_t *bytes, size_t size, bool true_one, bool played_too) {
    static struct save before;
    struct run_options o = unwritten(ALONE, 2);
    battle_reset(b, &o);
    save(&before, b);
    if (!battle_load(b, bytes, size)) {
        save(&again, b);
        hold(!true_one && same(&before, &again));
        hold(strncmp(battle_error(b)->text, "byte", 4) == 0);
        return;
    }
    hold(world_hash_again(battle_world(b)) == battle_hash(b));
    save(&again, b);
    hold(again.size == size && memcmp(again.bytes, bytes, size) == 0);
    if (true_one && played_too) hold(play_on(b) && battle_hash(b) == end);
}

/* ---- Alterations -------------------------------- */

struct wishes { /* what is left of the input */
    const uint8_t *at;
    size_t len;
};

static size_t wish(struct wishes *w, int bytes) {
    size_t n = 0;
    for (; bytes > 0; bytes--) {
        n = n << 8 | (w->len ? *w->at : 0);
        if (w->len) w->at++, w->len--;
    }
    return n;
}

static void alter(struct save *s, struct wishes *w) {
    const size_t what = wish(w, 1), at = s->size ? wish(w, 2) % s->size : 0, n = wish(w, 2);
    const size_t behind = s->size - at;
    uint8_t *here = s->bytes + at;
    switch (what % 8) {
    case 0: *here = (uint8_t)n; break;
    case 1: *here = (uint8_t)(*here ^ 1U << n % 8); break;
    case 2: /* a whole word */
        if (at / 8 * 8 + 8 <= s->size) world_put_word(s->bytes + at / 8 * 8, n);
        break;
    case 3: s->size = at; break; /* cut */
    case 4:                      /* some more */
        if (s->size + n % 64 > SAVE_ROOM) break;
        memmove(here + n % 64, here, behind);
        s->size += n % 64;
        break;
    case 5: /* some less */
        if (n % 64 > behind) break;
        memmove(here, here + n % 64, behind - n % 64);
        s->size -= n % 64;
        break;
    case 6: /* from elsewhere */
        if (s->size) memmove(here, s->bytes + n % s->size, behind < 8 ? 0 : 1);
        break;
    default: { /* two words trade places */
        const size_t one = at / 8 * 8, other = s->size ? n % s->size / 8 * 8 : 0;
        if (one + 8 > s->size || other + 8 > s->size) break;
        const uint64_t kept = world_take_word(s->bytes + one);
        world_put_word(s->bytes + one, world_take_word(s->bytes + other));
        world_put_word(s->bytes + other, kept);
    }
    }
}

/* Makes all seals fit, as who wants to forge one would. */
static uint64_t sealed(uint64_t seal, uint64_t word) {
    return base_mix((seal ^ word) * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

static void forge(struct save *s) {
    enum { HEAD = 40, SIZES = 8 };
    if (s->size < HEAD) return;
    world_put_word(s->bytes + HEAD - 8, base_hash(s->bytes, HEAD - 8, 1));
    uint64_t seal = 0, next = SIZES - 1;
    int segment = 0;
    for (size_t at = HEAD; at + 8 <= s->size; at += 8, next--) {
        if (next == 0) {
            world_put_word(s->bytes + at, seal);
            next = segment == SEG_COUNT_
                       ? UINT64_MAX
                       : world_take_word(s->bytes + HEAD + 8 * (1 + (size_t)segment)) + 1;
            segment++;
        }
        seal = sealed(seal, world_take_word(s->bytes + at));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (!b) begin_saves();
    if (size == 0 || *bytes == 'm') { /* as they are */
        take(bytes, size, false, false);
        return 0;
    }
    struct wishes w = {bytes + 1, size - 1};
    const struct save *from = &saves[*bytes / 2 % SAVES];
    altered = *from;
    while (w.len) alter(&altered, &w);
    if (*bytes % 2) forge(&altered);
    take(altered.bytes, altered.size, same(&altered, from), size == 1 && *bytes < 2 * SAVES);
    return 0;
}
