/* world: the one block. What is written can be undone to the same bytes, the
 * kept hash is the hash from scratch, and a copy, a growth or a saved form
 * changes nothing. */
#include "world.h"

#include <stdlib.h>

#include "arena.h"
#include "stream.h"

#undef ASSERT
#include "greatest.h"

enum { HEADER = 8, GLOBALS = WORLD_GLOBALS_FIRST + 8 };
static const uint32_t small[SEG_COUNT_] = {HEADER, GLOBALS, 16, 0, 16, 16};

static uint64_t at;
static uint32_t below(uint32_t n) {
    return stream_below(99, 1, &at, n);
}

/* Writes anywhere, as an owner of segments would: what is written is in use. */
static void scribble(struct world *w, int writes) {
    for (int i = 0; i < writes; i++) {
        const enum segment s = (enum segment)below(SEG_COUNT_);
        const uint32_t first = s == SEG_GLOBALS ? WORLD_GLOBALS_FIRST : 0;
        const uint32_t words = s == SEG_HEADER ? HEADER : s == SEG_GLOBALS ? GLOBALS : 100;
        const uint32_t index = first + below(words - first);
        if (index >= world_used(w, s)) {
            world_need(w, s, index + 1);
            world_used_set(w, s, index + 1);
        }
        world_set(w, ADDR(s, index), (int64_t)below(5) - 2);
    }
}

/* The last words of a segment go out of use, zeroed first. */
static void shrink(struct world *w, enum segment s, uint32_t words) {
    for (uint32_t i = words; i < world_used(w, s); i++) world_set(w, ADDR(s, i), 0);
    world_used_set(w, s, words);
}

static bool same_bytes(const struct world *a, const struct world *b) {
    for (int s = 0; s < SEG_COUNT_; s++) {
        const uint32_t n = world_used(a, (enum segment)s);
        if (n != world_used(b, (enum segment)s)) return false;
        if (n && memcmp(a->base[s], b->base[s], n * sizeof *a->block) != 0) return false;
    }
    return world_hash(a) == world_hash(b);
}

static bool beyond_is_zero(const struct world *w) {
    for (int s = 0; s < SEG_COUNT_; s++) {
        for (uint32_t i = world_used(w, (enum segment)s); i < w->capacity[s]; i++) {
            if (w->base[s][i] != 0) return false;
        }
    }
    return true;
}

TEST undo_brings_back_the_identical_bytes(void) {
    struct world w, before;
    world_open(&w, small);
    world_open(&before, small);
    for (int round = 0; round < 50; round++) {
        scribble(&w, 20);
        world_copy(&before, &w);
        const world_mark mark = world_now(&w);
        scribble(&w, 200);
        if (round % 2) shrink(&w, SEG_HEAP, world_used(&w, SEG_HEAP) / 2);
        ASSERTm("it had changed", !same_bytes(&w, &before));
        world_undo(&w, mark);
        ASSERTm("the bytes, header included", same_bytes(&w, &before));
        ASSERTm("and zero beyond", beyond_is_zero(&w));
        ASSERT_EQ(mark, world_now(&w));
    }
    world_close(&w);
    world_close(&before);
    PASS();
}

TEST undo_goes_back_through_several_marks(void) {
    struct world w, first;
    world_open(&w, small);
    world_open(&first, small);
    world_copy(&first, &w);
    world_mark marks[10];
    uint64_t hashes[10];
    for (int i = 0; i < 10; i++) {
        marks[i] = world_now(&w);
        hashes[i] = world_hash(&w);
        scribble(&w, 30);
    }
    for (int i = 9; i >= 0; i--) {
        world_undo(&w, marks[i]);
        ASSERT_EQ(hashes[i], world_hash(&w));
    }
    ASSERTm("as it began", same_bytes(&w, &first));
    world_close(&w);
    world_close(&first);
    PASS();
}

/* Between two undoes to one mark nothing is marked anew: what was undone is logged again. */
TEST the_same_mark_can_be_gone_back_to_again(void) {
    struct world w, before;
    world_open(&w, small);
    world_open(&before, small);
    scribble(&w, 100);
    world_copy(&before, &w);
    const world_mark mark = world_now(&w);
    for (int round = 0; round < 5; round++) {
        scribble(&w, 200);
        ASSERT_EQ(world_hash_again(&w), world_hash(&w));
        world_undo(&w, mark);
        ASSERTm("the bytes", same_bytes(&w, &before));
    }
    world_close(&w);
    world_close(&before);
    PASS();
}

/* A stretch of words, in use from then on; or zero again. */
static void scribble_stretches(struct world *w, int writes) {
    for (int i = 0; i < writes; i++) {
        const enum segment s = (enum segment)(SEG_THINGS + below(SEG_COUNT_ - SEG_THINGS));
        const uint32_t index = below(90), count = 1 + below(10);
        int64_t words[10];
        for (uint32_t k = 0; k < count; k++) words[k] = (int64_t)below(5) - 2;
        if (index + count > world_used(w, s)) {
            world_need(w, s, index + count);
            world_used_set(w, s, index + count);
        }
        if (below(3)) {
            world_set_words(w, ADDR(s, index), words, count);
        } else {
            world_zero_words(w, ADDR(s, index), count);
        }
    }
}

/* While the hash is not kept, words that were not in use are written past the log. */
TEST what_was_not_in_use_is_zero_again(void) {
    struct world w, before;
    world_open(&w, small);
    world_open(&before, small);
    w.lazy = true;
    for (int round = 0; round < 200; round++) {
        scribble(&w, 3);
        scribble_stretches(&w, 3);
        world_forget(&w);
        world_copy(&before, &w);
        for (int again = 0; again < 2; again++) {
            for (int i = 0; i < 5; i++) {
                scribble_stretches(&w, 3);
                scribble(&w, 10);
                const enum segment s = (enum segment)(SEG_THINGS + below(SEG_COUNT_ - SEG_THINGS));
                if (below(2)) shrink(&w, s, below(world_used(&w, s) + 1));
            }
            world_undo(&w, 0);
            ASSERTm("the bytes", same_bytes(&w, &before));
            ASSERTm("and zero beyond", beyond_is_zero(&w));
        }
        if (below(2)) shrink(&w, SEG_HEAP, below(world_used(&w, SEG_HEAP) + 1));
        if (below(2)) shrink(&w, SEG_STACK, below(world_used(&w, SEG_STACK) + 1));
    }
    world_close(&w);
    world_close(&before);
    PASS();
}

/* Several words at once, which an earlier stretch wrote too. */
TEST words_written_at_once_are_undone_stretch_by_stretch(void) {
    static const int64_t words[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 2, 0, 8}};
    const addr first = ADDR(SEG_THINGS, 2);
    struct world w;
    world_mark marks[4];
    world_open(&w, small);
    world_used_set(&w, SEG_THINGS, 8);
    for (int i = 0; i < 3; i++) {
        marks[i] = world_now(&w);
        world_set_words(&w, first, words[i], 4);
    }
    marks[3] = world_now(&w);
    world_zero_words(&w, first, 4);
    ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    for (int i = 3; i > 0; i--) {
        world_undo(&w, marks[i]);
        for (uint32_t k = 0; k < 4; k++) ASSERT_EQ(words[i - 1][k], world_get(&w, first + k));
        ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    }
    world_undo(&w, marks[0]);
    for (uint32_t k = 0; k < 4; k++) ASSERT_EQ(0, world_get(&w, first + k));
    world_close(&w);
    PASS();
}

static bool heard(struct world *w, size_t what) {
    bool found = false;
    for (size_t n; world_undone(w, &n);) found |= n == what;
    return found;
}

TEST what_was_noted_in_a_stretch_that_is_undone_is_heard_of(void) {
    struct world w;
    size_t nothing;
    world_open(&w, small);
    world_note(&w, 1);
    scribble(&w, 10);
    world_mark mark = world_now(&w);
    world_note(&w, 2);
    scribble(&w, 10);
    world_note(&w, 3);
    ASSERT(!world_undone(&w, &nothing));
    world_undo(&w, mark);
    ASSERT(!heard(&w, 1)); /* it stands */
    world_note(&w, 2);
    scribble(&w, 10);
    world_undo(&w, mark);
    ASSERT(heard(&w, 2));
    ASSERT(!world_undone(&w, &nothing)); /* once is enough */
    world_note(&w, 4);
    scribble(&w, 10);
    world_undo(&w, mark);
    world_forget(&w); /* it stays undone */
    ASSERT(heard(&w, 4));
    mark = world_now(&w);
    world_note(&w, 5);
    world_forget(&w);
    world_undo(&w, world_now(&w));
    ASSERT(!world_undone(&w, &nothing)); /* what was forgotten cannot be undone */
    world_close(&w);
    PASS();
}

/* After four thousand million stretches their numbers begin again: what was logged long ago, in one
 * of the same number, is logged anew. */
TEST stretches_begin_again(void) {
    struct world w;
    world_open(&w, small);
    const addr early = ADDR(SEG_HEADER, 1), other = ADDR(SEG_HEADER, 2);
    w.span = 1;
    world_set(&w, early, 5);
    (void)world_now(&w);
    w.span = UINT32_MAX;
    world_set(&w, other, 7);
    const world_mark mark = world_now(&w);
    ASSERT_EQ_FMT(1u, w.span, "%u");
    world_set(&w, early, 6);
    world_undo(&w, mark);
    ASSERT_EQ(5, world_get(&w, early));
    ASSERT_EQ(7, world_get(&w, other));
    world_close(&w);
    PASS();
}

TEST the_kept_hash_is_the_hash_from_scratch(void) {
    struct world w;
    world_open(&w, small);
    ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    for (int i = 0; i < 200; i++) {
        scribble(&w, 10);
        ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    }
    world_close(&w);
    PASS();
}

/* A hash that is not kept (world.lazy) is computed anew when it is asked for. */
TEST the_hash_that_is_not_kept_is_the_hash_from_scratch(void) {
    struct world w, kept, copy;
    world_open(&w, small);
    world_open(&kept, small);
    world_open(&copy, small);
    w.lazy = true;
    for (int round = 0; round < 50; round++) {
        scribble(&w, 20);
        world_forget(&w);
        scribble(&w, 20);
        ASSERT_EQ(world_hash_again(&w), world_hash(&w));
        const world_mark mark = world_now(&w);
        const uint64_t hash = world_hash(&w);
        scribble(&w, 20);
        world_undo(&w, mark);
        ASSERT_EQ(hash, world_hash(&w));
        world_copy(&copy, &w);
        ASSERT_EQ(hash, world_hash(&copy));
        ASSERTm("equal", world_equal(&copy, &w));
        copy.lazy = false;
        scribble(&copy, 1);
        world_forget(&copy);
        ASSERT_EQ(world_hash_again(&copy), world_hash(&copy));
    }
    world_copy(&kept, &copy);
    ASSERT_EQ(world_hash_again(&kept), world_hash(&kept));
    world_close(&w);
    world_close(&kept);
    world_close(&copy);
    PASS();
}

TEST the_header_is_neither_hashed_nor_compared_but_undone(void) {
    struct world a, b;
    world_open(&a, small);
    world_open(&b, small);
    scribble(&a, 100);
    world_copy(&b, &a);
    const uint64_t hash = world_hash(&a);
    const world_mark mark = world_now(&a);
    world_set(&a, ADDR(SEG_HEADER, 3), 77);
    ASSERT_EQ(hash, world_hash(&a));
    ASSERTm("equal all the same", world_equal(&a, &b));
    world_undo(&a, mark);
    ASSERTm("but undone", same_bytes(&a, &b));
    world_close(&a);
    world_close(&b);
    PASS();
}

TEST every_other_word_is_hashed_and_compared(void) {
    struct world a, b;
    world_open(&a, small);
    world_open(&b, small);
    scribble(&a, 300);
    world_copy(&b, &a);
    for (int s = SEG_GLOBALS; s < SEG_COUNT_; s++) {
        const uint32_t first = s == SEG_GLOBALS ? WORLD_GLOBALS_FIRST : 0;
        for (uint32_t i = first; i < world_used(&a, (enum segment)s); i++) {
            const int64_t was = world_get(&a, ADDR(s, i));
            world_set(&a, ADDR(s, i), was + 1);
            ASSERTm("hashed", world_hash(&a) != world_hash(&b));
            ASSERTm("compared", !world_equal(&a, &b));
            world_now(&a);
            a.settled = world_hash(&b);
            ASSERTm("by bytes too", !world_equal(&a, &b));
            a.settled = world_hash_again(&a);
            world_set(&a, ADDR(s, i), was);
            ASSERTm("and back", world_equal(&a, &b));
        }
    }
    world_close(&a);
    world_close(&b);
    PASS();
}

TEST the_order_of_writes_leaves_no_trace(void) {
    struct world a, b;
    world_open(&a, small);
    world_open(&b, small);
    for (uint32_t i = 0; i < 10; i++) world_set(&a, ADDR(SEG_THINGS, i), i + 1);
    for (uint32_t i = 10; i-- > 0;) world_set(&b, ADDR(SEG_THINGS, i), 5);
    for (uint32_t i = 10; i-- > 0;) world_set(&b, ADDR(SEG_THINGS, i), i + 1);
    world_used_set(&a, SEG_THINGS, 10);
    world_used_set(&b, SEG_THINGS, 10);
    ASSERT_EQ(world_hash(&a), world_hash(&b));
    ASSERTm("equal", world_equal(&a, &b));
    world_close(&a);
    world_close(&b);
    PASS();
}

TEST growing_keeps_words_hash_and_undo(void) {
    struct world w, before, grown;
    world_open(&w, small);
    world_open(&before, small);
    world_open(&grown, small);
    scribble(&w, 100);
    world_copy(&before, &w);
    const world_mark mark = world_now(&w);
    scribble(&w, 40);
    world_copy(&grown, &w);
    for (int s = SEG_THINGS; s < SEG_COUNT_; s++) {
        world_need(&w, (enum segment)s, w.capacity[s] * 2 + 1);
        ASSERTm("addresses and words stay", same_bytes(&w, &grown));
        ASSERT_EQ(world_hash_again(&w), world_hash(&w));
        ASSERTm("new words are zero", beyond_is_zero(&w));
    }
    world_undo(&w, mark);
    ASSERTm("undo across the growth", same_bytes(&w, &before));
    world_close(&w);
    world_close(&before);
    world_close(&grown);
    PASS();
}

TEST a_copy_is_equal_and_apart(void) {
    struct world a, b;
    world_open(&a, small);
    world_open(&b, small);
    for (int round = 0; round < 20; round++) {
        scribble(&a, 100);
        scribble(&b, 150);
        if (round % 2) shrink(&a, SEG_STACK, below(world_used(&a, SEG_STACK) + 1));
        world_copy(&b, &a);
        ASSERTm("the same bytes", same_bytes(&a, &b));
        ASSERTm("equal", world_equal(&a, &b));
        ASSERTm("nothing of the old is left", beyond_is_zero(&b));
        ASSERT_EQ(world_hash_again(&b), world_hash(&b));
        ASSERT_EQ(0, world_now(&b));
        const uint64_t hash = world_hash(&a);
        world_set(&b, ADDR(SEG_GLOBALS, WORLD_GLOBALS_FIRST), 1000 + round);
        ASSERT_EQ(hash, world_hash_again(&a));
    }
    world_close(&a);
    world_close(&b);
    PASS();
}

TEST a_cleared_world_is_a_new_one(void) {
    struct world w, fresh;
    world_open(&w, small);
    world_open(&fresh, small);
    scribble(&w, 500);
    world_clear(&w);
    ASSERTm("no word is left", beyond_is_zero(&w) && same_bytes(&w, &fresh));
    ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    const uint64_t asked = memory_count();
    scribble(&w, 50);
    world_clear(&w);
    ASSERT_EQ(asked, memory_count());
    world_close(&w);
    world_close(&fresh);
    PASS();
}

TEST saved_and_loaded_is_the_same(void) {
    struct world a, b;
    world_open(&a, small);
    world_open(&b, small);
    for (int round = 0; round < 10; round++) {
        scribble(&a, 100);
        scribble(&b, 100);
        const size_t size = world_save_size(&a);
        uint8_t *bytes = memory_new(size);
        world_save(&a, bytes);
        struct world_flaw flaw;
        ASSERTm("it loads", world_load(&b, bytes, size, &flaw));
        ASSERTm("the same", same_bytes(&a, &b) && beyond_is_zero(&b));
        ASSERT_EQ(world_hash_again(&b), world_hash(&b));
        memory_free(bytes);
    }
    world_close(&a);
    world_close(&b);
    PASS();
}

/* Header and globals are as long as rules make them. */
TEST a_world_of_other_rules_is_refused(void) {
    static const enum segment longer[] = {SEG_HEADER, SEG_GLOBALS};
    struct world a, b;
    world_open(&a, small);
    scribble(&a, 100);
    const size_t size = world_save_size(&a);
    uint8_t *bytes = memory_new(size);
    world_save(&a, bytes);
    for (size_t i = 0; i < ARRAY_LEN(longer); i++) {
        uint32_t words[SEG_COUNT_];
        struct world_flaw flaw;
        memcpy(words, small, sizeof words);
        words[longer[i]]++;
        world_open(&b, words);
        const uint64_t hash = world_hash(&b);
        ASSERTm("taken", !world_load(&b, bytes, size, &flaw));
        ASSERT_STR_EQ("this World is of other rules", flaw.what);
        ASSERT_EQ(hash, world_hash(&b));
        world_close(&b);
    }
    memory_free(bytes);
    world_close(&a);
    PASS();
}

/* The form is the same on every machine: a world of two words, its bytes written out by hand, the
 * seals by the formulas in world.c and base.h (Python). */
TEST a_saved_form_is_these_bytes(void) {
    static const uint32_t few[SEG_COUNT_] = {1, WORLD_GLOBALS_FIRST, 1, 0, 0, 0};
    /* clang-format off */
#define WORD(low) low, 0, 0, 0, 0, 0, 0, 0
    static const uint8_t form[] = {
        'm', 'y', 'w', 'o', 'r', 'l', 'd', '3',
        WORD(1), WORD(6), WORD(1), WORD(0), WORD(0), WORD(0), /* used, by segment */
        0xdc, 0xbd, 0x1f, 0x9b, 0xc3, 0x4d, 0x75, 0x0a,
        0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, /* header */
        0xe2, 0x12, 0xd0, 0x42, 0xc9, 0xb3, 0x0c, 0xe3,
        WORD(1), WORD(6), WORD(1), WORD(0), WORD(0), WORD(0), /* globals: the same once more */
        0x21, 0xe7, 0x42, 0xf0, 0x59, 0x94, 0xcf, 0xb8,
        8, 7, 6, 5, 4, 3, 2, 1, /* things */
        0x9b, 0x98, 0xcd, 0x8f, 0x16, 0x39, 0x64, 0x3c,
        0x2b, 0x03, 0xb1, 0xb0, 0xb8, 0xfe, 0xe8, 0xd6,
        0x2b, 0x03, 0xb1, 0xb0, 0xb8, 0xfe, 0xe8, 0xd6,
        0x2b, 0x03, 0xb1, 0xb0, 0xb8, 0xfe, 0xe8, 0xd6,
    };
#undef WORD
    /* clang-format on */
    struct world w, loaded;
    struct world_flaw flaw;
    uint8_t bytes[sizeof form];
    world_open(&w, few);
    world_open(&loaded, few);
    world_used_set(&w, SEG_THINGS, 1);
    world_set(&w, ADDR(SEG_HEADER, 0), -2);
    world_set(&w, ADDR(SEG_THINGS, 0), INT64_C(0x0102030405060708));
    ASSERT_EQ(sizeof form, world_save_size(&w));
    world_save(&w, bytes);
    ASSERT_MEM_EQ(form, bytes, sizeof form);
    ASSERT(world_load(&loaded, form, sizeof form, &flaw));
    ASSERT(same_bytes(&w, &loaded));
    world_close(&w);
    world_close(&loaded);
    PASS();
}

/* A saved World and another one, which must stay as it is, whatever is refused. */
struct altered {
    struct world other, untouched;
    uint8_t *bytes;
    size_t size, refused;
};

/* Bytes that are not those that were saved, from the first in which they differ; ANYWHERE: all
 * behind it has moved, too. */
#define ANYWHERE SIZE_MAX
static bool refuses(struct altered *t, const uint8_t *bytes, size_t size, size_t first) {
    struct world_flaw flaw = {0};
    t->refused++;
    if (world_load(&t->other, bytes, size, &flaw)) return false;
    /* Said where: in these bytes, or in what is missing or too much behind them. */
    const bool there = first == ANYWHERE || (flaw.from <= first && first < flaw.to) ||
                       (flaw.from == first && flaw.to == size);
    return flaw.what && flaw.of && flaw.to <= size && there && same_bytes(&t->other, &t->untouched);
}

static void alter_open(struct altered *t) {
    struct world w;
    *t = (struct altered){0};
    world_open(&w, small);
    world_open(&t->other, small);
    world_open(&t->untouched, small);
    scribble(&w, 60);
    scribble(&t->other, 80);
    world_copy(&t->untouched, &t->other);
    t->size = world_save_size(&w);
    t->bytes = memory_new(2 * t->size + 64);
    world_save(&w, t->bytes);
    world_close(&w);
}

static void alter_close(struct altered *t) {
    memory_free(t->bytes);
    world_close(&t->other);
    world_close(&t->untouched);
}

/* By a bit, by the highest, by all of them; with MYTH_EVERY_BYTE to each other byte. */
TEST any_byte_that_is_altered_is_refused(void) {
    struct altered t;
    struct world_flaw flaw;
    const bool every = getenv("MYTH_EVERY_BYTE") != NULL;
    const size_t each = every ? 255 : 3;
    alter_open(&t);
    for (size_t i = 0; i < t.size; i++) {
        const uint8_t was = t.bytes[i], few[] = {(uint8_t)(1u << i % 7), 0x80, 0xff};
        for (size_t k = 0; k < each; k++) {
            t.bytes[i] = (uint8_t)(was ^ (every ? k + 1 : few[k]));
            ASSERTm("another byte", refuses(&t, t.bytes, t.size, i));
        }
        t.bytes[i] = was;
    }
    printf("%zu altered bytes refused\n", t.refused);
    ASSERT_EQ_FMT(each * t.size, t.refused, "%zu");
    ASSERTm("whole again", world_load(&t.other, t.bytes, t.size, &flaw));
    alter_close(&t);
    PASS();
}

/* A byte more or less anywhere, so many of the last cut off, something behind the end. */
TEST what_is_cut_or_goes_on_is_refused(void) {
    struct altered t;
    alter_open(&t);
    uint8_t *bytes = memory_new(2 * t.size);
    for (size_t i = 0; i < t.size; i++) {
        ASSERTm("cut", refuses(&t, t.bytes, i, i));
        memcpy(bytes, t.bytes, i);
        memcpy(bytes + i, t.bytes + i + 1, t.size - i - 1);
        ASSERTm("one less", refuses(&t, bytes, t.size - 1, ANYWHERE));
        bytes[i] = 0;
        memcpy(bytes + i + 1, t.bytes + i, t.size - i);
        ASSERTm("one more", refuses(&t, bytes, t.size + 1, ANYWHERE));
    }
    memcpy(bytes, t.bytes, t.size);
    memset(bytes + t.size, 0, t.size);
    for (size_t more = 1; more < t.size; more++)
        ASSERTm("something behind", refuses(&t, bytes, t.size + more, t.size));
    memory_free(bytes);
    alter_close(&t);
    PASS();
}

/* Also where no word is lost: two words that trade places. */
TEST words_in_another_order_are_refused(void) {
    struct altered t;
    alter_open(&t);
    const size_t words = t.size / 8;
    for (size_t i = 0; i < words; i++) {
        for (size_t k = i + 1; k < words; k++) {
            const uint64_t one = world_take_word(t.bytes + 8 * i);
            const uint64_t two = world_take_word(t.bytes + 8 * k);
            if (one == two) continue;
            struct world_flaw flaw;
            world_put_word(t.bytes + 8 * i, two);
            world_put_word(t.bytes + 8 * k, one);
            ASSERTm("traded", !world_load(&t.other, t.bytes, t.size, &flaw));
            world_put_word(t.bytes + 8 * i, one);
            world_put_word(t.bytes + 8 * k, two);
        }
    }
    ASSERTm("nothing was taken", same_bytes(&t.other, &t.untouched));
    alter_close(&t);
    PASS();
}

SUITE(world) {
    RUN_TEST(undo_brings_back_the_identical_bytes);
    RUN_TEST(undo_goes_back_through_several_marks);
    RUN_TEST(the_same_mark_can_be_gone_back_to_again);
    RUN_TEST(what_was_not_in_use_is_zero_again);
    RUN_TEST(words_written_at_once_are_undone_stretch_by_stretch);
    RUN_TEST(what_was_noted_in_a_stretch_that_is_undone_is_heard_of);
    RUN_TEST(stretches_begin_again);
    RUN_TEST(the_kept_hash_is_the_hash_from_scratch);
    RUN_TEST(the_hash_that_is_not_kept_is_the_hash_from_scratch);
    RUN_TEST(the_header_is_neither_hashed_nor_compared_but_undone);
    RUN_TEST(every_other_word_is_hashed_and_compared);
    RUN_TEST(the_order_of_writes_leaves_no_trace);
    RUN_TEST(growing_keeps_words_hash_and_undo);
    RUN_TEST(a_copy_is_equal_and_apart);
    RUN_TEST(a_cleared_world_is_a_new_one);
    RUN_TEST(saved_and_loaded_is_the_same);
    RUN_TEST(a_world_of_other_rules_is_refused);
    RUN_TEST(a_saved_form_is_these_bytes);
    RUN_TEST(any_byte_that_is_altered_is_refused);
    RUN_TEST(what_is_cut_or_goes_on_is_refused);
    RUN_TEST(words_in_another_order_are_refused);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(world);
    GREATEST_MAIN_END();
}
