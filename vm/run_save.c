/*
 * A battle as bytes: a head, which says of which rules it is, and then its World. A seal follows
 * the head and each part of the World: a hash of the words since the seal before it. So an altered
 * file is refused before any of it is used.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run_int.h"

/* The head has five words: "mythsave", hash of the rules, seed, hash of the rules in Lua, seal of
 * these four. */
enum { HEAD_BYTES = 40 };
static const char save_name[] = "mythsave";

static uint64_t outside_hash(const struct battle *b) {
    uint64_t hash = 0;
    for (int32_t i = 0; i < b->outside_count; i++) {
        const struct outside_rule *r = &b->outside[i];
        const int32_t words[] = {(int32_t)r->moment, r->target, r->rank, r->number, r->when};
        for (size_t k = 0; k < ARRAY_LEN(words); k++) {
            hash = base_mix((hash ^ (uint32_t)words[k]) * UINT64_C(0x9e3779b97f4a7c15) + 1);
        }
    }
    return hash;
}

static uint64_t head_seal(const uint8_t *head) {
    return base_hash(head, HEAD_BYTES - 8, 1);
}

size_t battle_save_size(struct battle *b) {
    return HEAD_BYTES + world_save_size(run_formed(b));
}

void battle_save(struct battle *b, uint8_t *out) {
    memcpy(out, save_name, 8);
    world_put_word(out + 8, b->s.img->hash);
    world_put_word(out + 16, b->options.seed);
    world_put_word(out + 24, outside_hash(b));
    world_put_word(out + 32, head_seal(out));
    world_save(run_formed(b), out + HEAD_BYTES);
}

static bool refused(struct battle *b, const char *format, ...) MYTH_PRINTF(2, 3);
static bool refused(struct battle *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(b->error.text, sizeof b->error.text, format, args);
    va_end(args);
    b->error.place = b->error.limit = -1;
    return false;
}

static bool is_mine(struct battle *b, const uint8_t *in, size_t size) {
    const struct image *img = b->s.img;
    if (size < 8 || memcmp(in, save_name, 8) != 0)
        return refused(b, "byte 0: this is no saved battle: it does not begin with '%s'",
                       save_name);
    if (size < HEAD_BYTES) return refused(b, "byte %zu: the saved battle is cut off here", size);
    if (world_take_word(in + HEAD_BYTES - 8) != head_seal(in))
        return refused(b, "bytes 8 to %d: something was altered in the head of the saved battle",
                       HEAD_BYTES - 1);
    if (world_take_word(in + 8) != img->hash)
        return refused(
            b,
            "bytes 8 to 15: this battle is of other rules: theirs have the hash %016" PRIx64
            ", and '%s' has %016" PRIx64,
            world_take_word(in + 8), image_text(img, img->name), img->hash);
    return world_take_word(in + 24) == outside_hash(b) ||
           refused(b, "bytes 24 to 31: this battle is of other rules from outside");
}

bool battle_load(struct battle *b, const uint8_t *in, size_t size) {
    struct world_flaw flaw;
    if (!is_mine(b, in, size)) return false;
    if (!world_load(&b->s.w, in + HEAD_BYTES, size - HEAD_BYTES, &flaw)) {
        const size_t from = HEAD_BYTES + flaw.from, to = HEAD_BYTES + flaw.to;
        return from == to
                   ? refused(b, "byte %zu: of the saved battle %s%s", from, flaw.what, flaw.of)
                   : refused(b, "bytes %zu to %zu: of the saved battle %s%s", from, to - 1,
                             flaw.what, flaw.of);
    }
    b->options.seed = world_take_word(in + 16);
    if (!b->s.journal.off) {
        journal_cut(&b->s.journal, 0);
        world_set(&b->s.w, ADDR(SEG_HEADER, H_JOURNAL), 0);
        world_forget(&b->s.w);
    }
    run_stands(b);
    return true;
}
