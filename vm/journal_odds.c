/*
 * The exact odds of dice in a journal as JSON Lines: of a count of faces, also where those that
 * showed certain faces were rolled anew, and of a sum, also of the highest or lowest dice of a
 * roll. Nothing is written where the numbers would be too large, or where it is not known how the
 * dice came to be.
 */
#include <string.h>

#include "journal_inner.h"

/* Returns the greatest number that divides both. */
static uint64_t common(uint64_t a, uint64_t b) {
    while (b) {
        const uint64_t rest = base_over(a, b);
        const uint64_t next = a - rest * b;
        a = b;
        b = next;
    }
    return a ? a : 1;
}

static void put_fraction(struct json *o, const char *before, uint64_t n, uint64_t of) {
    const uint64_t by = common(n, of);
    json_raw(o, before);
    json_number(o, (int64_t)base_over(n, by));
    json_raw(o, "/");
    json_number(o, (int64_t)base_over(of, by));
    json_raw(o, "\"");
}

/* Writes the chance that of `count` dice, each of which counts with the chance p / of, at least
 * `counted` do. Writes nothing if the numbers are too large. */
static void put_at_least(struct json *o, int64_t count, int64_t counted, int64_t p, int64_t of) {
    int64_t ways[MAX_FACES] = {1}, all = 1;
    if (count >= (int64_t)ARRAY_LEN(ways)) return;
    for (int64_t i = 0; i < count; i++) {
        if (!num_mul(all, of, &all)) return;
        /* no way is more than all */
        for (int64_t k = i + 1; k >= 0; k--)
            ways[k] = (k <= i ? ways[k] * (of - p) : 0) + (k > 0 ? ways[k - 1] * p : 0);
    }
    int64_t least = 0;
    for (int64_t k = counted; k <= count; k++) least += ways[k];
    put_fraction(o, ",\"least\":\"", (uint64_t)least, (uint64_t)all);
}

static uint64_t bits(uint64_t mask) {
    return (uint64_t)__builtin_popcountll(mask);
}

/* Returns how many dice of a roll showed a face of a set; -1: that is not known. */
static int64_t shown(const struct json *o, const struct json_roll *roll, uint64_t faces) {
    const struct image *img = o->img;
    const struct image_die *die = &img->dice[roll->die];
    struct journal_entry e;
    struct journal_item item;
    size_t at = (size_t)roll->mark, word = 4;
    int64_t n = 0;
    if (!journal_next(o->j, &at, &e) || e.kind != J_ROLL || !journal_item(&e, &word, &item))
        return -1;
    for (int64_t i = 0; i < item.count; i++) {
        for (int32_t f = 0; f < die->sides; f++) {
            const int64_t value =
                die->first_face < 0 ? f + 1 : img->faces[die->first_face + f].value;
            if (value != item.values[i]) continue;
            n += (int64_t)(faces >> f & 1);
            break;
        }
    }
    return n;
}

/* Sets the chance *p / *of that a die of a roll shows one of the faces: a fresh die, or one of a
 * roll after those that showed certain faces were rolled anew. Returns false if it is not known. */
static bool chance_of(const struct json *o, const struct json_roll *roll, int64_t count,
                      uint64_t faces, uint64_t *p, uint64_t *of) {
    const uint64_t sides = (uint64_t)o->img->dice[roll->die].sides;
    *p = bits(faces);
    *of = sides;
    if (!roll->again) return roll->count == count;
    const struct json_roll *first = json_roll_at(o, roll->of);
    if (!first || first->again || first->die != roll->die || first->count != count) return false;
    if (!roll->rolled || shown(o, first, roll->rolled) != roll->count) return false;
    *p = bits(faces & ~roll->rolled) * sides + bits(roll->rolled) * bits(faces);
    *of = sides * sides;
    return true;
}

void json_count_odds(struct json *o, const struct journal_entry *e) {
    const struct image *img = o->img;
    const int64_t die = e->words[0], count = e->words[1], counted = e->words[2];
    const struct json_roll *roll = json_roll_at(o, e->words[4]);
    uint64_t p, of;
    if (!roll || die < 0 || die >= img->dice_count || img->dice[die].sides > MAX_FACES) return;
    if (roll->die != die || count < 0 || counted < 0 || counted > count) return;
    if (!chance_of(o, roll, count, (uint64_t)e->words[3], &p, &of) || p > of) return;
    const uint64_t by = common(p, of);
    json_key(o, "odds");
    put_fraction(o, "{\"each\":\"", p, of);
    put_fraction(o, ",\"mean\":\"", p * (uint64_t)count, of);
    put_at_least(o, count, counted, (int64_t)base_over(p, by), (int64_t)base_over(of, by));
    json_raw(o, "}");
}

/* ---- Sums */

enum { SUM_DICE = 32, SUM_CELLS = 8192 };
#define SUM_WAYS (INT64_C(1) << 50) /* so many at most: a mean then stays in 64 bits */

/* Ways in which dice fall: by how many of them have a face, and by the sum of those that are kept.
 * The faces are gone through from the highest to the lowest, so the first that fall are kept. */
struct falls {
    int64_t dice, kept, sides, sums;
    int64_t ways[SUM_CELLS];
};

static int64_t lesser(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Adds to the ways those in which some of the dice that are left show this face. */
static void fall(struct falls *f, int64_t face) {
    for (int64_t used = f->dice - 1; used >= 0; used--) {
        for (int64_t sum = 0; sum < f->sums; sum++) {
            const int64_t ways = f->ways[used * f->sums + sum];
            int64_t choose = 1; /* in so many ways k of the dice that are left are chosen */
            for (int64_t k = 1; ways && used + k <= f->dice; k++) {
                choose =
                    (int64_t)base_over((uint64_t)(choose * (f->dice - used - k + 1)), (uint64_t)k);
                const int64_t more = lesser(used + k, f->kept) - lesser(used, f->kept);
                f->ways[(used + k) * f->sums + sum + more * face] += ways * choose;
            }
        }
    }
}

/* Counts the ways in which `of` dice fall, for the sum of the `kept` highest of them. Returns in
 * how many ways they fall; 0 if these are too many. */
static int64_t count_falls(struct falls *f, int64_t of, int64_t kept, int64_t sides) {
    int64_t all = 1;
    f->dice = of;
    f->kept = kept;
    f->sides = sides;
    f->sums = kept * sides + 1;
    if (of > SUM_DICE || (of + 1) * f->sums > SUM_CELLS) return 0;
    for (int64_t i = 0; i < of; i++)
        if (!num_mul(all, sides, &all) || all > SUM_WAYS) return 0;
    memset(f->ways, 0, (size_t)((of + 1) * f->sums) * sizeof *f->ways);
    f->ways[0] = 1;
    for (int64_t face = sides; face > 0; face--) fall(f, face);
    return all;
}

void json_sum_odds(struct json *o, const struct journal_entry *e) {
    const struct image *img = o->img;
    const int64_t die = e->words[0], of = e->words[1], told = e->words[2];
    const struct json_roll *roll = json_roll_at(o, e->words[4]);
    if (!roll || roll->again || roll->die != die || roll->count != of) return;
    if (die < 0 || die >= img->dice_count || img->dice[die].first_face >= 0) return;
    const bool lowest = told < 0;
    const int64_t kept = told == 0 ? of : lowest ? -told : told, sides = img->dice[die].sides;
    /* The lowest dice are the highest of dice on which each face f stands for sides + 1 - f. */
    const int64_t sum = lowest ? kept * (sides + 1) - e->words[3] : e->words[3];
    struct falls *f = NEW(&o->arena, struct falls);
    const int64_t all = kept > of ? 0 : count_falls(f, of, kept, sides);
    if (!all || sum < 0 || sum >= f->sums) return;
    const int64_t *ways = f->ways + of * f->sums;
    int64_t below = 0, above = 0, mean = 0;
    for (int64_t s = 0; s < f->sums; s++) {
        mean += ways[s] * (lowest ? kept * (sides + 1) - s : s);
        if (s <= sum) below += ways[s];
        if (s >= sum) above += ways[s];
    }
    json_key(o, "odds");
    put_fraction(o, "{\"mean\":\"", (uint64_t)mean, (uint64_t)all);
    put_fraction(o, ",\"least\":\"", (uint64_t)(lowest ? below : above), (uint64_t)all);
    put_fraction(o, ",\"most\":\"", (uint64_t)(lowest ? above : below), (uint64_t)all);
    json_raw(o, "}");
}
