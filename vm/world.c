#include "world.h"

#include <string.h>

#include "arena.h"

static size_t words_of(const uint32_t capacity[SEG_COUNT_]) {
    size_t n = 0;
    for (int s = 0; s < SEG_COUNT_; s++) n += capacity[s];
    return n;
}

static void lay_out(struct world *w) {
    size_t at = 0;
    for (int s = 0; s < SEG_COUNT_; s++) {
        w->base[s] = w->block + at;
        w->logged[s] = w->spans + at;
        at += w->capacity[s];
    }
}

/* Computes the hash from all used words but the header. Words beyond them are zero and would add
 * 0. */
static uint64_t hash_of_used(const struct world *w) {
    uint64_t hash = 0;
    for (int s = SEG_GLOBALS; s < SEG_COUNT_; s++) {
        const uint32_t used = world_used(w, (enum segment)s);
        for (uint32_t i = 0; i < used; i++) hash += world_word_hash(ADDR(s, i), w->base[s][i]);
    }
    return hash;
}

uint64_t world_hash(const struct world *w) {
    if (!w->known) return hash_of_used(w);
    uint64_t hash = w->settled;
    for (size_t i = w->settled_count; i < w->log_count; i++) {
        const struct world_log entry = w->log[i];
        int64_t now = w->base[ADDR_SEGMENT(entry.at)][ADDR_INDEX(entry.at)];
        if (now == entry.old || ADDR_SEGMENT(entry.at) == SEG_HEADER) continue;
        hash += world_word_hash(entry.at, now) - world_word_hash(entry.at, entry.old);
    }
    return hash;
}

/* Begins a span (the time between two marks), in which no word has been logged yet. */
static void next_span(struct world *w) {
    if (++w->span != 0) return;
    memset(w->spans, 0, words_of(w->capacity) * sizeof *w->spans);
    w->span = 1;
}

/* Brings `settled` up to the present hash and begins a new span, so that each word is logged again
 * when it is written next. */
static void settle_hash(struct world *w) {
    if (w->settled_count == w->log_count) return;
    if (w->known) w->settled = world_hash(w);
    w->settled_count = w->log_count;
    next_span(w);
}

/* To be called when all words were replaced: `hash` is theirs, and nothing before can be undone. */
static void begin_anew(struct world *w, uint64_t hash) {
    w->settled = hash;
    w->known = true;
    w->settled_count = w->log_count = 0;
    w->notes_count = w->notes_end = 0;
    w->turns++;
    w->anew++;
    next_span(w);
}

void world_open(struct world *w, const uint32_t capacity[SEG_COUNT_]) {
    memset(w, 0, sizeof *w);
    ASSERT(capacity[SEG_GLOBALS] >= WORLD_GLOBALS_FIRST);
    memcpy(w->capacity, capacity, sizeof w->capacity);
    w->block = memory_new(words_of(capacity) * sizeof *w->block);
    w->spans = memory_new(words_of(capacity) * sizeof *w->spans);
    w->span = 1;
    w->known = true;
    lay_out(w);
    world_used_set(w, SEG_HEADER, capacity[SEG_HEADER]);
    world_used_set(w, SEG_GLOBALS, capacity[SEG_GLOBALS]);
    world_forget(w);
}

void world_close(struct world *w) {
    memory_free(w->block);
    memory_free(w->spans);
    memory_free(w->log);
    memory_free(w->notes);
    memset(w, 0, sizeof *w);
}

void world_clear(struct world *w) {
    uint32_t header = world_used(w, SEG_HEADER), globals = world_used(w, SEG_GLOBALS);
    for (int s = SEG_COUNT_ - 1; s >= 0; s--) {
        memset(w->base[s], 0, world_used(w, (enum segment)s) * sizeof *w->block);
        if (s == SEG_GLOBALS) break;
    }
    memset(w->base[SEG_HEADER], 0, header * sizeof *w->block);
    begin_anew(w, 0);
    world_used_set(w, SEG_HEADER, header);
    world_used_set(w, SEG_GLOBALS, globals);
    world_forget(w);
}

void world_need_more(struct world *w, enum segment s, uint32_t words) {
    uint32_t capacity[SEG_COUNT_];
    memcpy(capacity, w->capacity, sizeof capacity);
    while (capacity[s] < words) capacity[s] = capacity[s] < 16 ? 16 : capacity[s] * 2;
    ASSERT(capacity[s] < 0x20000000u);
    int64_t *old = w->block;
    uint32_t *old_spans = w->spans;
    size_t from = 0;
    uint32_t had[SEG_COUNT_];
    memcpy(had, w->capacity, sizeof had);
    w->block = memory_new(words_of(capacity) * sizeof *w->block);
    w->spans = memory_new(words_of(capacity) * sizeof *w->spans);
    memcpy(w->capacity, capacity, sizeof capacity);
    lay_out(w);
    for (int i = 0; i < SEG_COUNT_; i++) {
        memcpy(w->base[i], old + from, had[i] * sizeof *old);
        memcpy(w->logged[i], old_spans + from, had[i] * sizeof *old_spans);
        from += had[i];
    }
    memory_free(old);
    memory_free(old_spans);
}

void world_log_grow(struct world *w, size_t more) {
    w->log = memory_grow(w->log, &w->log_capacity, w->log_count + more, sizeof *w->log);
}

static int64_t *words_at(struct world *w, addr a, size_t count) {
    ASSERT(ADDR_INDEX(a) + count <= w->capacity[ADDR_SEGMENT(a)]);
    if (w->log_count + count > w->log_capacity) world_log_grow(w, count);
    return w->base[ADDR_SEGMENT(a)] + ADDR_INDEX(a);
}

/* Writes one word as world_set does, for a log that has room; returns the end of the log. */
static inline struct world_log *put_word_at(int64_t *at, uint32_t *logged, uint32_t span,
                                            struct world_log *log, addr a, int64_t v) {
    int64_t old = *at;
    if (old == v) return log;
    *at = v;
    if (*logged == span) return log;
    *logged = span;
    *log = (struct world_log){a, old};
    return log + 1;
}

void world_set_words(struct world *w, addr a, const int64_t *words, size_t count) {
    int64_t *at = words_at(w, a, count);
    uint32_t *logged = w->logged[ADDR_SEGMENT(a)] + ADDR_INDEX(a), span = w->span;
    struct world_log *log = w->log + w->log_count;
    for (size_t i = 0; i < count; i++) {
        log = put_word_at(at + i, logged + i, span, log, a + (addr)i, words[i]);
    }
    w->log_count = (size_t)(log - w->log);
}

void world_zero_words(struct world *w, addr a, size_t count) {
    int64_t *at = words_at(w, a, count);
    uint32_t *logged = w->logged[ADDR_SEGMENT(a)] + ADDR_INDEX(a), span = w->span;
    struct world_log *log = w->log + w->log_count;
    for (size_t i = 0; i < count; i++) {
        log = put_word_at(at + i, logged + i, span, log, a + (addr)i, 0);
    }
    w->log_count = (size_t)(log - w->log);
}

world_mark world_now(struct world *w) {
    settle_hash(w);
    return w->log_count;
}

/* Undoes in two steps. First the entries of the present span are taken back; the hash in `settled`
 * does not contain them yet. Then older entries are taken back down to the mark, the last first,
 * and `settled` follows each. */
void world_undo(struct world *w, world_mark mark) {
    ASSERT(mark <= w->settled_count);
    w->turns++;
    for (size_t i = w->settled_count; i < w->log_count; i++) {
        const struct world_log entry = w->log[i];
        w->base[ADDR_SEGMENT(entry.at)][ADDR_INDEX(entry.at)] = entry.old;
        w->logged[ADDR_SEGMENT(entry.at)][ADDR_INDEX(entry.at)] = 0;
    }
    uint64_t hash = w->settled;
    for (size_t i = w->settled_count; i > mark; i--) {
        const struct world_log entry = w->log[i - 1];
        int64_t *at = &w->base[ADDR_SEGMENT(entry.at)][ADDR_INDEX(entry.at)];
        if (w->known && ADDR_SEGMENT(entry.at) != SEG_HEADER) {
            hash += world_word_hash(entry.at, entry.old) - world_word_hash(entry.at, *at);
        }
        *at = entry.old;
    }
    w->settled = hash;
    w->settled_count = w->log_count = mark;
    while (w->notes_count > 0 && w->notes[w->notes_count - 1].at >= mark) w->notes_count--;
}

void world_forget(struct world *w) {
    if (w->lazy && w->log_count > w->settled_count) w->known = false;
    settle_hash(w);
    w->settled_count = w->log_count = 0;
    /* Notes of undone stretches that nobody has taken yet are kept. */
    if (w->notes_count == w->notes_end) w->notes_end = 0;
    w->notes_count = 0;
}

enum { NOTES_LEAST = 4096 };

void world_note_room(struct world *w) {
    size_t n = w->notes_count;
    /* enough from the beginning for a battle of usual length */
    size_t need = n < NOTES_LEAST ? NOTES_LEAST : n + 1;
    w->notes = memory_grow(w->notes, &w->notes_capacity, need, sizeof *w->notes);
}

void world_copy(struct world *dst, const struct world *src) {
    for (int s = 0; s < SEG_COUNT_; s++) {
        world_need(dst, (enum segment)s, world_used(src, (enum segment)s));
    }
    for (int s = SEG_COUNT_ - 1; s >= 0; s--) {
        uint32_t mine = world_used(dst, (enum segment)s), used = world_used(src, (enum segment)s);
        memcpy(dst->base[s], src->base[s], used * sizeof *src->block);
        if (mine > used) memset(dst->base[s] + used, 0, (mine - used) * sizeof *src->block);
        /* The globals hold the numbers of used words of all segments, which this loop reads, so
         * they are copied last; the header follows below. */
        if (s == SEG_GLOBALS) break;
    }
    memcpy(dst->base[SEG_HEADER], src->base[SEG_HEADER],
           world_used(src, SEG_HEADER) * sizeof *src->block);
    begin_anew(dst, src->known ? world_hash(src) : 0);
    dst->known = src->known;
}

bool world_equal(const struct world *a, const struct world *b) {
    if (a->known && b->known && world_hash(a) != world_hash(b)) return false;
    for (int s = SEG_GLOBALS; s < SEG_COUNT_; s++) {
        uint32_t used = world_used(a, (enum segment)s);
        if (used != world_used(b, (enum segment)s)) return false;
        if (memcmp(a->base[s], b->base[s], used * sizeof *a->block) != 0) return false;
    }
    return true;
}

uint64_t world_hash_again(const struct world *w) {
    uint64_t hash = 0;
    for (int s = SEG_GLOBALS; s < SEG_COUNT_; s++) {
        for (uint32_t i = 0; i < w->capacity[s]; i++) {
            hash += world_word_hash(ADDR(s, i), w->base[s][i]);
        }
    }
    return hash;
}

/* Takes one more word into a seal. The step is invertible, so a different word, or a different seal
 * before it, always gives a different seal: a change within one word is always noticed. */
static uint64_t seal_word(uint64_t seal, uint64_t word) {
    return base_mix((seal ^ word) * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

/* A saved form that is being written or read: the position of the next byte, and the running seal
 * of the words since the last seal. */
struct saved {
    uint8_t *out;
    const uint8_t *in;
    size_t at;
    uint64_t seal;
};

static void save_word(struct saved *to, uint64_t v) {
    world_put_word(to->out + to->at, v);
    to->at += 8;
    to->seal = seal_word(to->seal, v);
}

static uint64_t load_word(struct saved *from) {
    const uint64_t v = world_take_word(from->in + from->at);
    from->at += 8;
    from->seal = seal_word(from->seal, v);
    return v;
}

/* Whether the next word is the seal of the words since the seal before it. load_word takes that
 * word into the running seal, too; a seal that fits leaves the running seal at a constant, so the
 * next seal covers only the words behind this one. */
static bool seal_fits(struct saved *from) {
    const uint64_t seal = from->seal;
    return load_word(from) == seal;
}

static const uint64_t save_magic = UINT64_C(0x33646c726f77796d); /* "myworld3", lowest byte first */
enum {
    SAVE_WORDS = 2 + SEG_COUNT_ /* without a seal behind each segment */
};
static const char *const segment_names[] = {"the counters", "the globals",     "the things",
                                            "the dice",     "what is running", "the lists"};

size_t world_save_size(const struct world *w) {
    size_t n = SAVE_WORDS + SEG_COUNT_;
    for (int s = 0; s < SEG_COUNT_; s++) n += world_used(w, (enum segment)s);
    return 8 * n;
}

void world_save(const struct world *w, uint8_t *out) {
    struct saved to = {.out = out};
    save_word(&to, save_magic);
    for (int s = 0; s < SEG_COUNT_; s++) save_word(&to, world_used(w, (enum segment)s));
    save_word(&to, to.seal);
    for (int s = 0; s < SEG_COUNT_; s++) {
        const uint32_t used = world_used(w, (enum segment)s);
        for (uint32_t i = 0; i < used; i++) save_word(&to, (uint64_t)w->base[s][i]);
        save_word(&to, to.seal);
    }
}

static bool flawed(struct world_flaw *flaw, size_t from, size_t to, const char *what,
                   const char *of) {
    *flaw = (struct world_flaw){what, of, from, to};
    return false;
}

/* Reads the number of words of each segment. Returns false, with `flaw` set, if no World is saved
 * here, the sizes were altered, or the saved form has not exactly the length to which they add
 * up. */
static bool load_sizes(struct saved *from, size_t size, uint32_t used[SEG_COUNT_],
                       struct world_flaw *flaw) {
    size_t total = SAVE_WORDS + SEG_COUNT_;
    if (size < 8) return flawed(flaw, size, size, "it is cut off", "");
    if (load_word(from) != save_magic) return flawed(flaw, 0, 8, "no World is saved here", "");
    if (size < 8 * SAVE_WORDS) return flawed(flaw, size, size, "it is cut off", "");
    uint64_t n[SEG_COUNT_];
    for (int s = 0; s < SEG_COUNT_; s++) n[s] = load_word(from);
    if (!seal_fits(from)) {
        return flawed(flaw, 8, 8 * SAVE_WORDS, "something was altered in ", "its sizes");
    }
    for (int s = 0; s < SEG_COUNT_; s++) {
        if (n[s] > size / 8) return flawed(flaw, size, size, "it is cut off", "");
        used[s] = (uint32_t)n[s];
        total += used[s];
    }
    if (total > size / 8) return flawed(flaw, size, size, "it is cut off", "");
    return size == 8 * total || flawed(flaw, 8 * total, size, "something follows its end", "");
}

/* Checks all seals and computes the hash, before any word is stored: so a form that is refused
 * changes nothing. */
static bool words_are_whole(struct saved from, const uint32_t used[SEG_COUNT_], uint64_t *hash,
                            struct world_flaw *flaw) {
    *hash = 0;
    bool agree = true;
    for (int s = 0; s < SEG_COUNT_; s++) {
        const size_t first = from.at;
        for (uint32_t i = 0; i < used[s]; i++) {
            const uint64_t v = load_word(&from);
            if (s != SEG_HEADER) *hash += world_word_hash(ADDR(s, i), (int64_t)v);
            if (s == SEG_GLOBALS && i < WORLD_GLOBALS_FIRST) agree &= v == used[i - WORLD_USED];
        }
        if (!seal_fits(&from)) {
            return flawed(flaw, first, from.at, "something was altered in ", segment_names[s]);
        }
        if (!agree) return flawed(flaw, first, from.at, "its sizes are not those of ", "the World");
    }
    return true;
}

bool world_load(struct world *w, const uint8_t *in, size_t size, struct world_flaw *flaw) {
    struct saved from = {.in = in};
    uint32_t used[SEG_COUNT_];
    uint64_t hash;
    if (!load_sizes(&from, size, used, flaw)) return false;
    if (used[SEG_HEADER] != world_used(w, SEG_HEADER) ||
        used[SEG_GLOBALS] != world_used(w, SEG_GLOBALS)) {
        return flawed(flaw, 8, 24, "this World is of other rules", "");
    }
    if (!words_are_whole(from, used, &hash, flaw)) return false;
    for (int s = 0; s < SEG_COUNT_; s++) world_need(w, (enum segment)s, used[s]);
    world_clear(w);
    for (int s = 0; s < SEG_COUNT_; s++) {
        for (uint32_t i = 0; i < used[s]; i++) w->base[s][i] = (int64_t)load_word(&from);
        from.at += 8; /* skips the segment's seal */
    }
    begin_anew(w, hash);
    return true;
}
