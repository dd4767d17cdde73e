#include "dice.h"

/* SEG_DICE holds a mask of the living pools, the die of each pool (16 bits a pool, NO_ONE_DIE if
 * its dice are of several kinds), then the cells, sorted and all different. Without living pools
 * the segment is empty. ANEW is the bit of a cell whose dice were re-rolled. */
enum { POOLS_ALIVE, POOLS_DIE, DIE_BITS = 16, DIES_A_WORD = 64 / DIE_BITS };
enum { FIRST_CELL = POOLS_DIE + MAX_POOLS / DIES_A_WORD };
enum { NO_ONE_DIE = 0xffff, ANEW = 1 << DIE_BITS };
/* By how much dice show more than their faces stands behind ANEW, with a sign. */
enum { MORE_SHIFT = DIE_BITS + 1, MORE_SIGN = 1 << (31 - MORE_SHIFT) };
_Static_assert((int)MAX_RAISE < (int)MORE_SIGN, "it has room in the head of a cell");

_Static_assert(MAX_POOLS == 64, "one bit a pool in a cell's holders");
_Static_assert(MAX_FACES == 64, "one bit a face in a cell's faces");

/* ---- Cells ------------------------------------------------------------- */

/* A cell as its words say (enum dice_cell_word). */
struct cell {
    /* the die, with ANEW added if its dice were re-rolled, and how much more they show */
    uint32_t kind;
    uint32_t count;
    uint64_t faces, holders;
};

static uint32_t cell_count(const struct world *w) {
    const uint32_t used = world_used(w, SEG_DICE);
    return used == 0 ? 0 : (used - FIRST_CELL) / CELL_WORDS;
}

static addr cell_addr(uint32_t i) {
    return ADDR(SEG_DICE, FIRST_CELL + i * CELL_WORDS);
}

static struct cell cell_get(const struct world *w, uint32_t i) {
    const int64_t *at = w->base[SEG_DICE] + FIRST_CELL + (size_t)i * CELL_WORDS;
    const uint64_t head = (uint64_t)at[CELL_HEAD];
    return (struct cell){(uint32_t)head, (uint32_t)(head >> 32), (uint64_t)at[CELL_FACES],
                         (uint64_t)at[CELL_HOLDERS]};
}

static void cell_words(struct cell c, int64_t words[CELL_WORDS]) {
    words[CELL_HEAD] = (int64_t)((uint64_t)c.count << 32 | c.kind);
    words[CELL_FACES] = (int64_t)c.faces;
    words[CELL_HOLDERS] = (int64_t)c.holders;
}

static void cell_put(struct world *w, uint32_t i, struct cell c) {
    int64_t words[CELL_WORDS];
    cell_words(c, words);
    world_set_words(w, cell_addr(i), words, CELL_WORDS);
}

static int32_t cell_die(struct cell c) {
    return (int32_t)(c.kind & NO_ONE_DIE);
}

static int64_t cell_more(struct cell c) {
    const int64_t more = c.kind >> MORE_SHIFT;
    return more & MORE_SIGN ? more - 2 * MORE_SIGN : more;
}

/* Returns the kind of dice that are like those of `kind`, but show `more` more than their faces. */
static uint32_t kind_raised(uint32_t kind, int64_t more) {
    return (kind & (NO_ONE_DIE | ANEW)) | (uint32_t)(more & (2 * MORE_SIGN - 1)) << MORE_SHIFT;
}

static void cells_set_count(struct world *w, uint32_t count) {
    world_used_set(w, SEG_DICE, FIRST_CELL + count * CELL_WORDS);
}

static int cell_order(struct cell a, struct cell b) {
    if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
    if (a.faces != b.faces) return a.faces < b.faces ? -1 : 1;
    if (a.holders != b.holders) return a.holders < b.holders ? -1 : 1;
    return 0;
}

/* Adds the dice of c to an equal cell if there is one, otherwise inserts c in order. */
static void cells_add(struct world *w, struct cell c) {
    if (c.count == 0) return;
    const uint32_t n = cell_count(w);
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        struct cell other = cell_get(w, middle);
        const int order = cell_order(other, c);
        if (order == 0) {
            other.count += c.count;
            cell_put(w, middle, other);
            return;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    world_need(w, SEG_DICE, FIRST_CELL + (n + 1) * CELL_WORDS);
    cells_set_count(w, n + 1);
    for (uint32_t i = n; i > low; i--) cell_put(w, i, cell_get(w, i - 1));
    cell_put(w, low, c);
}

/* Takes `count` dice out of a cell. An empty cell is removed, and those behind it move up. */
static void cells_take(struct world *w, uint32_t i, uint32_t count) {
    struct cell c = cell_get(w, i);
    ASSERT(count <= c.count);
    c.count -= count;
    if (c.count > 0) {
        cell_put(w, i, c);
        return;
    }
    const uint32_t last = cell_count(w) - 1;
    for (; i < last; i++) cell_put(w, i, cell_get(w, i + 1));
    cell_put(w, last, (struct cell){0, 0, 0, 0});
    cells_set_count(w, last);
}

/* ---- Pools ------------------------------------------------------------- */

static uint64_t pool_bit(uint32_t pool) {
    ASSERT(pool >= 1 && pool <= MAX_POOLS);
    return UINT64_C(1) << (pool - 1);
}

static uint64_t pools_alive(const struct world *w) {
    return world_used(w, SEG_DICE) == 0 ? 0 : (uint64_t)w->base[SEG_DICE][POOLS_ALIVE];
}

static int pool_die_shift(uint32_t pool) {
    return (int)((pool - 1) % DIES_A_WORD) * DIE_BITS;
}

static addr pool_die_addr(uint32_t pool) {
    return ADDR(SEG_DICE, POOLS_DIE + (pool - 1) / DIES_A_WORD);
}

static int32_t pool_die(const struct world *w, uint32_t pool) {
    const uint64_t word = (uint64_t)world_get(w, pool_die_addr(pool));
    const uint32_t die = (uint32_t)(word >> pool_die_shift(pool)) & NO_ONE_DIE;
    return die == NO_ONE_DIE ? -1 : (int32_t)die;
}

static void pool_die_set(struct world *w, uint32_t pool, uint32_t die) {
    const uint64_t word = (uint64_t)world_get(w, pool_die_addr(pool));
    const uint64_t mask = (uint64_t)NO_ONE_DIE << pool_die_shift(pool);
    const uint64_t now = (word & ~mask) | (uint64_t)die << pool_die_shift(pool);
    world_set(w, pool_die_addr(pool), (int64_t)now);
}

/* Opens a pool for dice of `die` (-1: of several kinds) and returns its number; 0 if MAX_POOLS
 * pools are living. The lowest free number is taken, so that equal courses give equal worlds. */
static uint32_t pool_open(struct world *w, int32_t die) {
    ASSERT(die >= -1 && die < NO_ONE_DIE);
    const uint64_t alive = pools_alive(w);
    if (alive == UINT64_MAX) return 0;
    uint32_t pool = 1;
    while (alive & pool_bit(pool)) pool++;
    if (world_used(w, SEG_DICE) == 0) {
        world_need(w, SEG_DICE, FIRST_CELL);
        cells_set_count(w, 0);
    }
    world_set(w, ADDR(SEG_DICE, POOLS_ALIVE), (int64_t)(alive | pool_bit(pool)));
    pool_die_set(w, pool, die < 0 ? NO_ONE_DIE : (uint32_t)die);
    return pool;
}

uint32_t dice_new(struct world *w, int32_t die, uint64_t all_faces, int64_t count) {
    ASSERT(die >= 0 && all_faces != 0 && count >= 0 && count <= MAX_DICE_PER_ROLL);
    const uint32_t pool = pool_open(w, die);
    if (pool == 0) return 0;
    cells_add(w, (struct cell){(uint32_t)die, (uint32_t)count, all_faces, pool_bit(pool)});
    return pool;
}

/* Adds the dice of a new pool, which show these faces. No cell with this holder exists yet, so no
 * new cell equals an old one. Old and new cells are merged from the last to the first, so each old
 * cell is moved at most once. The cells are written in batches of AT_ONCE, which is cheaper than
 * one by one. */
static void add_faces(struct world *w, uint32_t kind, uint64_t holder, const uint8_t *face_index,
                      int64_t count) {
    enum { AT_ONCE = 32 };
    int64_t words[AT_ONCE][CELL_WORDS];
    uint32_t of[MAX_FACES] = {0}, fresh = 0, n = cell_count(w), i = n, free = AT_ONCE;
    uint64_t left = 0;
    for (int64_t k = 0; k < count; k++) {
        ASSERT(face_index[k] < MAX_FACES);
        fresh += of[face_index[k]]++ == 0;
        left |= UINT64_C(1) << face_index[k];
    }
    world_need(w, SEG_DICE, FIRST_CELL + (n + fresh) * CELL_WORDS);
    cells_set_count(w, n + fresh);
    while (left) {
        const int32_t f = base_top_bit(left);
        struct cell c = {kind, of[f], UINT64_C(1) << f, holder};
        struct cell other = c;
        if (i > 0) other = cell_get(w, i - 1);
        if (i > 0 && cell_order(other, c) > 0) {
            c = other;
            i--;
        } else {
            left &= ~c.faces;
            fresh--;
        }
        cell_words(c, words[--free]);
        /* The batch goes to words behind all cells that are still to be read. */
        if (free > 0 && left) continue;
        world_set_words(w, cell_addr(i + fresh), words[free],
                        (AT_ONCE - free) * (size_t)CELL_WORDS);
        free = AT_ONCE;
    }
}

uint32_t dice_rolled(struct world *w, int32_t die, const uint8_t *face_index, int64_t count) {
    ASSERT(die >= 0 && count >= 0 && count <= MAX_DICE_PER_ROLL);
    const uint32_t pool = pool_open(w, die);
    if (pool == 0) return 0;
    add_faces(w, (uint32_t)die, pool_bit(pool), face_index, count);
    return pool;
}

/* Adds the pool as a holder to the dice of a part. They move to a cell behind their old one, so a
 * caller with several parts begins with the last: the cells of the other parts then keep their
 * numbers. */
static void hold_part(struct world *w, uint32_t pool, struct dice_part part) {
    struct cell c = cell_get(w, part.cell);
    c.count = part.count;
    c.holders |= pool_bit(pool);
    cells_take(w, part.cell, c.count);
    cells_add(w, c);
}

uint32_t dice_hold(struct world *w, const struct dice_look *look) {
    const uint32_t pool = pool_open(w, look->die);
    if (pool == 0) return 0;
    for (uint32_t i = look->parts; i-- > 0;) hold_part(w, pool, look->part[i]);
    return pool;
}

static void clear_all(struct world *w) {
    world_zero_words(w, ADDR(SEG_DICE, 0), world_used(w, SEG_DICE));
    world_used_set(w, SEG_DICE, 0);
}

/* Removes the cells that the pool `bit` holds, if no other pool holds any of them; the cells behind
 * move up. Returns false, with nothing changed, if one of the cells has another holder, too. */
static bool cells_drop(struct world *w, uint64_t bit) {
    const uint32_t n = cell_count(w);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t holders = cell_get(w, i).holders;
        if (holders & bit && holders != bit) return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct cell c = cell_get(w, i);
        if (c.holders & bit) continue;
        if (kept < i) cell_put(w, kept, c);
        kept++;
    }
    if (kept < n) world_zero_words(w, cell_addr(kept), (size_t)(n - kept) * CELL_WORDS);
    cells_set_count(w, kept);
    return true;
}

void dice_let_go(struct world *w, uint32_t pool) {
    const uint64_t bit = pool_bit(pool), alive = pools_alive(w);
    ASSERT(alive & bit);
    if (alive == bit) {
        clear_all(w);
        return;
    }
    world_set(w, ADDR(SEG_DICE, POOLS_ALIVE), (int64_t)(alive & ~bit));
    pool_die_set(w, pool, 0);
    if (cells_drop(w, bit)) return;
    /* A cell that loses a holder moves towards the front, or joins a cell there. So the cells
     * before i are done, and those from i on were not looked at yet. */
    for (uint32_t i = 0; i < cell_count(w);) {
        struct cell c = cell_get(w, i);
        const uint32_t before = cell_count(w);
        if (c.holders & bit) {
            c.holders &= ~bit;
            cells_take(w, i, c.count);
            if (c.holders) cells_add(w, c);
        }
        if (cell_count(w) == before) i++;
    }
}

/* ---- Looks ------------------------------------------------------------- */

/* A look may have several parts of one cell, because `best` takes equal dice from the front of a
 * cell and `worst` from the back, and dice that were taken may be left out. A look has at most
 * RUNS_MORE parts beyond one for each cell; after that, the parts of a cell are joined to one. The
 * number of dice stays right, and which of several equal dice they are makes no difference. */
enum { RUNS_MORE = 16 };

uint32_t dice_cells(const struct world *w) {
    return cell_count(w) + RUNS_MORE;
}

static bool same_cell_as_last(const struct dice_look *out, uint32_t cell) {
    return out->parts > 0 && out->part[out->parts - 1].cell == cell;
}

/* Counts the parts of a look beyond the first part of each cell. */
static uint32_t runs_more(const struct dice_look *look) {
    uint32_t more = 0;
    for (uint32_t i = 1; i < look->parts; i++) more += look->part[i].cell == look->part[i - 1].cell;
    return more;
}

/* Joins all parts of the last cell of a look to one part from die 0 on. */
static void lay_together(struct dice_look *out) {
    const uint32_t cell = out->part[out->parts - 1].cell;
    uint32_t total = 0;
    while (same_cell_as_last(out, cell)) total += out->part[--out->parts].count;
    out->part[out->parts++] = (struct dice_part){cell, 0, total};
}

/* Adds a part at the end of a look. Callers add parts in order of cell and `from`; a part that
 * overlaps the last one, or follows it directly, is joined to it. */
static void look_add(struct dice_look *out, struct dice_part p) {
    if (p.count == 0) return;
    if (same_cell_as_last(out, p.cell)) {
        struct dice_part *last = &out->part[out->parts - 1];
        if (last->from + last->count >= p.from) {
            const uint32_t end = p.from + p.count, had = last->from + last->count;
            if (end > had) last->count += end - had;
            return;
        }
        if (runs_more(out) == RUNS_MORE) {
            lay_together(out);
            out->part[out->parts - 1].count += p.count;
            return;
        }
    }
    out->part[out->parts++] = p;
}

void dice_of(const struct world *w, uint32_t pool, struct dice_look *out) {
    const uint64_t bit = pool_bit(pool);
    ASSERT(pools_alive(w) & bit);
    out->die = pool_die(w, pool);
    out->parts = 0;
    const uint32_t n = cell_count(w);
    for (uint32_t i = 0; i < n; i++) {
        const struct cell c = cell_get(w, i);
        if (!(c.holders & bit)) continue;
        out->part[out->parts++] = (struct dice_part){i, 0, c.count};
        if (c.kind >> MORE_SHIFT) out->die = -1;
    }
}

int64_t dice_size(const struct dice_look *look) {
    int64_t n = 0;
    for (uint32_t i = 0; i < look->parts; i++) n += look->part[i].count;
    return n;
}

void dice_join(const struct dice_look *a, const struct dice_look *b, struct dice_look *out) {
    out->parts = 0;
    out->die = a->die == b->die || b->parts == 0 ? a->die : a->parts == 0 ? b->die : -1;
    uint32_t i = 0, j = 0;
    while (i < a->parts && j < b->parts) {
        const struct dice_part *p = &a->part[i], *q = &b->part[j];
        bool first = p->cell < q->cell || (p->cell == q->cell && p->from <= q->from);
        look_add(out, first ? *p : *q);
        if (first) {
            i++;
        } else {
            j++;
        }
    }
    while (i < a->parts) look_add(out, a->part[i++]);
    while (j < b->parts) look_add(out, b->part[j++]);
}

/* Sets *out to the dice of a that are also in b (`common`), or to those that are not in b. */
static void look_cut(const struct dice_look *a, const struct dice_look *b, bool common,
                     struct dice_look *out) {
    out->die = a->die;
    out->parts = 0;
    uint32_t j = 0;
    for (uint32_t i = 0; i < a->parts; i++) {
        const uint32_t cell = a->part[i].cell, end = a->part[i].from + a->part[i].count;
        uint32_t at = a->part[i].from;
        while (j < b->parts &&
               (b->part[j].cell < cell ||
                (b->part[j].cell == cell && b->part[j].from + b->part[j].count <= at))) {
            j++;
        }
        for (uint32_t k = j; k < b->parts && b->part[k].cell == cell && b->part[k].from < end;
             k++) {
            const uint32_t from = b->part[k].from > at ? b->part[k].from : at;
            const uint32_t b_end = b->part[k].from + b->part[k].count;
            const uint32_t to = b_end < end ? b_end : end;
            if (!common) look_add(out, (struct dice_part){cell, at, from - at});
            if (common) look_add(out, (struct dice_part){cell, from, to - from});
            at = to;
        }
        if (!common) look_add(out, (struct dice_part){cell, at, end - at});
    }
}

void dice_without(const struct dice_look *a, const struct dice_look *b, struct dice_look *out) {
    look_cut(a, b, false, out);
}

/* ---- Faces ------------------------------------------------------------- */

int64_t dice_face_value(const struct image *img, int32_t die, int32_t index) {
    const struct image_die *d = &img->dice[die];
    ASSERT(index >= 0 && index < d->sides);
    return d->first_face < 0 ? index + 1 : img->faces[d->first_face + index].value;
}

uint64_t dice_all_faces(const struct image *img, int32_t die) {
    const int32_t sides = img->dice[die].sides;
    if (sides > MAX_FACES) return 0;
    return sides == MAX_FACES ? UINT64_MAX : (UINT64_C(1) << sides) - 1;
}

/* Whether a face has a name. It is no number then, and adds 0 to a sum. */
static bool is_named(int64_t value) {
    return value >= FACE_NAMED && value <= FACE_NAMED + INT32_MAX;
}

/* The least and greatest value that a die of a cell can still have. The value is known if they are
 * equal. */
struct spread {
    int64_t least, most;
    uint64_t of_least, of_most; /* masks of the possible faces with these values */
};

/* Returns the spread for a die with the faces 1, 2, 3 …, whose values rise with the index. */
static struct spread spread_of_plain(uint64_t faces) {
    const uint64_t least = faces & (~faces + 1);
    const int32_t top = base_top_bit(faces);
    return (struct spread){base_top_bit(least) + 1, top + 1, least, UINT64_C(1) << top};
}

/* Returns the spread of a cell. `summed`: by what faces add to a sum, not by what they show. */
static struct spread spread_of(const struct image *img, struct cell c, bool summed) {
    struct spread s = {NUM_MAX, NUM_MIN, 0, 0};
    const int64_t more = cell_more(c);
    if (img->dice[cell_die(c)].first_face < 0) {
        s = spread_of_plain(c.faces);
        s.least += more;
        s.most += more;
        return s;
    }
    for (int32_t f = 0; f < MAX_FACES && c.faces >> f; f++) {
        const uint64_t bit = UINT64_C(1) << f;
        if (!(c.faces & bit)) continue;
        const int64_t face = dice_face_value(img, cell_die(c), f);
        const int64_t shown = is_named(face) ? face : face + more;
        const int64_t v = summed && is_named(face) ? 0 : shown;
        if (v < s.least || !s.of_least) {
            s.least = v;
            s.of_least = 0;
        }
        if (v > s.most || !s.of_most) {
            s.most = v;
            s.of_most = 0;
        }
        if (v == s.least) s.of_least |= bit;
        if (v == s.most) s.of_most |= bit;
    }
    return s;
}

/* Sets *want to the question how many dice of cell number i, whose content is c, show one of the
 * wanted faces. */
static void want_set(struct dice_want *want, uint32_t i, struct cell c, uint64_t wanted) {
    *want = (struct dice_want){.cell = i,
                               .die = cell_die(c),
                               .count = c.count,
                               .from = c.faces,
                               .wanted = c.faces & wanted};
}

/* ---- The questions ----------------------------------------------------- */

int32_t dice_cell_die(const struct world *w, uint32_t cell) {
    return cell_die(cell_get(w, cell));
}

int64_t dice_cell_more(const struct world *w, uint32_t cell) {
    return cell_more(cell_get(w, cell));
}

int32_t dice_one_die(const struct world *w, const struct dice_look *look) {
    if (look->die >= 0 || look->parts == 0) return look->die;
    const int32_t die = dice_cell_die(w, look->part[0].cell);
    for (uint32_t i = 1; i < look->parts; i++)
        if (dice_cell_die(w, look->part[i].cell) != die) return -1;
    return die;
}

uint64_t dice_cell_holders(const struct world *w, uint32_t cell) {
    return cell_get(w, cell).holders;
}

bool dice_count(const struct world *w, const struct dice_look *in, uint64_t faces, int64_t *n,
                struct dice_want *want) {
    int64_t count = 0;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct cell c = cell_get(w, in->part[i].cell);
        if ((c.faces & faces) == 0) continue;
        if (c.faces & ~faces) {
            want_set(want, in->part[i].cell, c, faces);
            return false;
        }
        count += in->part[i].count;
    }
    *n = count;
    return true;
}

bool dice_where(const struct world *w, const struct dice_look *in, uint64_t faces,
                struct dice_look *out, struct dice_want *want) {
    out->die = in->die;
    out->parts = 0;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct cell c = cell_get(w, in->part[i].cell);
        if ((c.faces & faces) == 0) continue;
        if (c.faces & ~faces) {
            want_set(want, in->part[i].cell, c, faces);
            return false;
        }
        look_add(out, in->part[i]);
    }
    return true;
}

/* The taking of the k best or worst dice of a look. Dice are taken value by value, and of one value
 * class by class; dice of a class have the same die, the same holders, and were all re-rolled or
 * all not. Which of several dice with equal values are taken must not depend on how much was asked
 * before. Therefore classes are taken in a fixed order, and dice of the next class are taken only
 * when the dice of this class that show the value are known. Within a class it makes no
 * difference. */
enum { SPREADS = 24 };
struct pick {
    const struct world *w;
    const struct image *img;
    const struct dice_look *in;
    bool worst;
    int64_t value; /* the value that is being taken */
    int64_t left;  /* number of dice still to be taken */
    struct dice_want *want;
    struct dice_look *out;        /* count of its part i: dice taken of part i of `in` */
    bool one_class;               /* all dice are of one class */
    struct spread known[SPREADS]; /* spreads of the first parts of `in`, computed once */
};

static bool same_class(struct cell a, struct cell b) {
    return a.kind == b.kind && a.holders == b.holders;
}

static struct spread spread_at(const struct pick *p, uint32_t part) {
    if (part < SPREADS) return p->known[part];
    return spread_of(p->img, cell_get(p->w, p->in->part[part].cell), false);
}

/* Computes p->known and p->one_class. */
static void spreads_take(struct pick *p) {
    p->one_class = true;
    struct cell first = {0, 0, 0, 0};
    for (uint32_t i = 0; i < p->in->parts; i++) {
        const struct cell c = cell_get(p->w, p->in->part[i].cell);
        if (i == 0) first = c;
        p->one_class = p->one_class && same_class(c, first);
        if (i < SPREADS) p->known[i] = spread_of(p->img, c, false);
    }
}

static bool class_before(struct cell a, struct cell b) {
    return a.kind != b.kind ? a.kind < b.kind : a.holders < b.holders;
}

/* Returns the best value that a die of a part may have: the greatest, or the least for `worst`. */
static int64_t end_value(const struct pick *p, uint32_t part) {
    const struct spread s = spread_at(p, part);
    return p->worst ? s.least : s.most;
}

/* Sets p->value to the next best value (for `worst`: the next lowest) that is the end_value of some
 * part; to the best of all if `first`. Returns false if there is no further value. All dice that
 * could show a better value than p->value are known by then. */
static bool next_value(struct pick *p, bool first) {
    bool found = false;
    int64_t next = 0;
    for (uint32_t i = 0; i < p->in->parts; i++) {
        const int64_t v = end_value(p, i);
        if (!first && (p->worst ? v <= p->value : v >= p->value)) continue;
        if (!found || (p->worst ? v < next : v > next)) next = v;
        found = true;
    }
    p->value = next;
    return found;
}

/* Sets *found to a cell of the class that follows the class of `last` (NULL: of the first class)
 * among those with dice that may show p->value; for `worst` classes follow one another in the
 * opposite order. Returns false if there is no such class. */
static bool next_class(const struct pick *p, const struct cell *last, struct cell *found) {
    bool any = false;
    if (p->one_class) {
        *found = cell_get(p->w, p->in->part[0].cell);
        return !last;
    }
    for (uint32_t i = 0; i < p->in->parts; i++) {
        if (end_value(p, i) != p->value) continue;
        const struct cell c = cell_get(p->w, p->in->part[i].cell);
        if (last && !(p->worst ? class_before(c, *last) : class_before(*last, c))) continue;
        if (any && !(p->worst ? class_before(*found, c) : class_before(c, *found))) continue;
        *found = c;
        any = true;
    }
    return any;
}

/* Takes as many dice of part i of `in` as are still needed. */
static void take_part(struct pick *p, uint32_t i) {
    const int64_t size = p->in->part[i].count;
    const int64_t n = size < p->left ? size : p->left;
    p->out->part[i].count = (uint32_t)n;
    p->left -= n;
}

/* Takes the dice of a class that are known to show p->value. If they are too few and other dice of
 * the class may show that value, returns false, with p->want set to the question about them. */
static bool take_class(struct pick *p, struct cell class) {
    uint32_t unknown = UINT32_MAX;
    for (uint32_t n = 0; n < p->in->parts && p->left > 0; n++) {
        const uint32_t i = p->worst ? p->in->parts - 1 - n : n;
        const struct spread s = spread_at(p, i);
        if ((p->worst ? s.least : s.most) != p->value) continue;
        if (!same_class(cell_get(p->w, p->in->part[i].cell), class)) continue;
        if (s.least == s.most) {
            take_part(p, i);
        } else if (unknown == UINT32_MAX) {
            unknown = i;
        }
    }
    if (p->left == 0 || unknown == UINT32_MAX) return true;
    const struct cell c = cell_get(p->w, p->in->part[unknown].cell);
    const struct spread s = spread_at(p, unknown);
    want_set(p->want, p->in->part[unknown].cell, c, p->worst ? s.of_least : s.of_most);
    return false;
}

/* Takes dice until none are left to take. Returns false if something must be asked first. */
static bool take_values(struct pick *p) {
    for (bool first = true; p->left > 0 && next_value(p, first); first = false) {
        struct cell class, last;
        const struct cell *behind = NULL;
        while (p->left > 0 && next_class(p, behind, &class)) {
            if (!take_class(p, class)) return false;
            last = class;
            behind = &last;
        }
    }
    return true;
}

bool dice_best(const struct world *w, const struct image *img, const struct dice_look *in,
               int64_t k, bool worst, struct dice_look *out, struct dice_want *want) {
    out->die = in->die;
    out->parts = 0;
    if (k >= dice_size(in)) {
        for (uint32_t i = 0; i < in->parts; i++) look_add(out, in->part[i]);
        return true;
    }
    if (k <= 0) return true;
    /* Until all dice are taken, the count of part i of `out` is how many dice of part i of `in` are
     * taken; only then the parts of `out` are made. */
    struct pick p;
    p.w = w;
    p.img = img;
    p.in = in;
    p.worst = worst;
    p.left = k;
    p.want = want;
    p.out = out;
    spreads_take(&p);
    for (uint32_t i = 0; i < in->parts; i++) out->part[i].count = 0;
    if (!take_values(&p)) return false;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct dice_part part = in->part[i];
        const uint32_t taken = out->part[i].count;
        const uint32_t from = worst ? part.from + part.count - taken : part.from;
        look_add(out, (struct dice_part){part.cell, from, taken});
    }
    return true;
}

/* While the value of a die is not known, dice_sum asks how many dice of its cell show the highest
 * value that is possible. */
bool dice_sum(const struct world *w, const struct image *img, const struct dice_look *in,
              int64_t *sum, bool *in_range, struct dice_want *want) {
    int64_t total = 0;
    bool fits = true;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct cell c = cell_get(w, in->part[i].cell);
        const struct spread s = spread_of(img, c, true);
        if (s.least != s.most) {
            want_set(want, in->part[i].cell, c, s.of_most);
            return false;
        }
        int64_t more;
        fits = fits && num_mul(s.most, in->part[i].count, &more) && num_add(total, more, &total);
    }
    *sum = total;
    *in_range = fits;
    return true;
}

bool dice_extreme(const struct world *w, const struct image *img, const struct dice_look *in,
                  bool lowest, int64_t *face, struct dice_want *want) {
    int64_t value = NONE;
    bool found = false, known = true;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct cell c = cell_get(w, in->part[i].cell);
        const struct spread s = spread_of(img, c, false);
        const int64_t v = lowest ? s.least : s.most;
        const bool sure = s.least == s.most;
        if (!found || (lowest ? v < value : v > value)) {
            known = sure;
            value = v;
            want_set(want, in->part[i].cell, c, lowest ? s.of_least : s.of_most);
        } else if (v == value && sure) {
            known = true;
        }
        found = true;
    }
    if (!known) return false;
    *face = value;
    return true;
}

bool dice_known(const struct world *w, const struct image *img, const struct dice_look *in,
                struct dice_want *want) {
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct cell c = cell_get(w, in->part[i].cell);
        const struct spread s = spread_of(img, c, false);
        if (s.least == s.most) continue;
        want_set(want, in->part[i].cell, c, s.of_least);
        return false;
    }
    return true;
}

bool dice_faces(const struct world *w, const struct image *img, const struct dice_look *in,
                int64_t *out, struct dice_want *want) {
    if (!dice_known(w, img, in, want)) return false;
    struct pick p;
    p.w = w;
    p.img = img;
    p.in = in;
    p.worst = true;
    spreads_take(&p);
    for (bool first = true; next_value(&p, first); first = false) {
        for (uint32_t i = 0; i < in->parts; i++) {
            if (end_value(&p, i) != p.value) continue;
            for (uint32_t n = 0; n < in->part[i].count; n++) *out++ = p.value;
        }
    }
    return true;
}

/* Cells of dice that were never re-rolled come before those that were (cell_order), so they are
 * taken first. */
void dice_taken(const struct world *w, const struct image *img, const struct dice_look *in,
                const int64_t *values, int64_t *take, int64_t count, struct dice_look *out) {
    out->die = in->die;
    out->parts = 0;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct dice_part part = in->part[i];
        const int64_t value = spread_of(img, cell_get(w, part.cell), false).least;
        int64_t k = 0;
        while (k < count && values[k] != value) k++;
        if (k == count) continue;
        const int64_t n = take[k] < part.count ? take[k] : part.count;
        take[k] -= n;
        look_add(out, (struct dice_part){part.cell, part.from, (uint32_t)n});
    }
}

void dice_answer(struct world *w, const struct dice_want *want, int64_t k) {
    struct cell yes = cell_get(w, want->cell), no = yes;
    ASSERT(yes.count == want->count && yes.faces == want->from);
    ASSERT(k >= 0 && k <= want->count);
    yes.faces &= want->wanted;
    no.faces &= ~want->wanted;
    yes.count = (uint32_t)k;
    no.count -= yes.count;
    cells_take(w, want->cell, yes.count + no.count);
    cells_add(w, yes);
    cells_add(w, no);
}

/* ---- What rules may still read ------------------------------------------ */

void dice_read_of(struct dice_read *read, uint32_t pool, bool fresh, bool again) {
    if (fresh) read->fresh |= pool_bit(pool);
    if (again) read->again |= pool_bit(pool);
}

/* Whether the faces of a cell's dice may still be read. */
static bool cell_read(struct cell c, const struct dice_read *read) {
    return (c.holders & (c.kind & ANEW ? read->again : read->fresh)) != 0;
}

bool dice_forget(struct world *w, const struct image *img, const struct dice_read *read) {
    bool changed = false;
    for (uint32_t i = 0; i < cell_count(w);) {
        struct cell c = cell_get(w, i);
        const uint64_t all = dice_all_faces(img, cell_die(c));
        if (cell_read(c, read) || (c.faces == all && cell_more(c) == 0)) {
            i++;
            continue;
        }
        /* The cell moves behind those of its kind that have fewer faces, so mostly another cell
         * comes to lie at i. The cell at i is the next to look at in any case. */
        cells_take(w, i, c.count);
        c.faces = all;
        c.kind = kind_raised(c.kind, 0);
        cells_add(w, c);
        changed = true;
    }
    return changed;
}

bool dice_unknown(const struct world *w, const struct image *img, const struct dice_read *read,
                  struct dice_want *want) {
    for (uint32_t i = 0; i < cell_count(w); i++) {
        const struct cell c = cell_get(w, i);
        if (!cell_read(c, read)) continue;
        const struct spread s = spread_of(img, c, false);
        if (s.least == s.most) continue;
        want_set(want, i, c, s.of_most);
        return true;
    }
    return false;
}

/* ---- Re-rolls ---------------------------------------------------------- */

int64_t dice_fresh(const struct world *w, const struct dice_look *in,
                   const struct dice_look *again) {
    int64_t n = 0;
    uint32_t j = 0;
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct dice_part a = in->part[i];
        if (cell_get(w, a.cell).kind & ANEW) continue;
        while (j < again->parts && again->part[j].cell < a.cell) j++;
        for (uint32_t k = j; k < again->parts && again->part[k].cell == a.cell; k++) {
            const struct dice_part b = again->part[k];
            const uint32_t from = a.from > b.from ? a.from : b.from;
            const uint32_t a_end = a.from + a.count, b_end = b.from + b.count;
            const uint32_t to = a_end < b_end ? a_end : b_end;
            if (to > from) n += to - from;
        }
    }
    return n;
}

/* Returns how many dice of part i of `in` are not replaced by a re-roll: those that are not in
 * `again`, and those that were re-rolled before. */
static uint32_t staying(const struct world *w, const struct dice_look *in,
                        const struct dice_look *again, uint32_t i) {
    struct dice_part part = in->part[i];
    const struct dice_look one = {in->die, 1, &part};
    return part.count - (uint32_t)dice_fresh(w, &one, again);
}

void dice_fresh_faces(const struct world *w, const struct image *img, const struct dice_look *in,
                      const struct dice_look *again, int64_t *out) {
    for (uint32_t i = 0; i < in->parts; i++) {
        const struct spread s = spread_of(img, cell_get(w, in->part[i].cell), false);
        uint32_t n = in->part[i].count - staying(w, in, again, i);
        while (n-- > 0) *out++ = s.least;
    }
}

/* The dice that are replaced stay in the other pools that hold them. */
uint32_t dice_reroll(struct world *w, const struct dice_look *in, const struct dice_look *again,
                     uint64_t all_faces, const uint8_t *face_index) {
    const int64_t fresh = dice_fresh(w, in, again);
    const uint32_t pool = pool_open(w, in->die);
    if (pool == 0) return 0;
    for (uint32_t i = in->parts; i-- > 0;) {
        const uint32_t stay = staying(w, in, again, i);
        if (stay) hold_part(w, pool, (struct dice_part){in->part[i].cell, 0, stay});
    }
    if (fresh == 0) return pool;
    ASSERT(in->die >= 0);
    const uint32_t kind = (uint32_t)in->die | ANEW;
    if (face_index) {
        add_faces(w, kind, pool_bit(pool), face_index, fresh);
    } else {
        cells_add(w, (struct cell){kind, (uint32_t)fresh, all_faces, pool_bit(pool)});
    }
    return pool;
}

bool dice_any_rerolled(const struct world *w, const struct dice_look *in) {
    for (uint32_t i = 0; i < in->parts; i++) {
        if (cell_get(w, in->part[i].cell).kind & ANEW) return true;
    }
    return false;
}

/* ---- Dice that show more ----------------------------------------------- */

bool dice_raises(const struct world *w, const struct dice_look *in, int64_t more) {
    bool good = true;
    for (uint32_t i = 0; i < in->parts && good; i++) {
        int64_t sum;
        good = num_add(cell_more(cell_get(w, in->part[i].cell)), more, &sum) && sum <= MAX_RAISE &&
               sum >= -MAX_RAISE;
    }
    return good;
}

/* Returns the cell that had number `cell` before cells of the new pool `bit` were added. No other
 * pool holds the dice of those. */
static struct cell cell_before(const struct world *w, uint64_t bit, uint32_t cell) {
    uint32_t i = 0;
    while (cell > 0 || cell_get(w, i).holders == bit) cell -= cell_get(w, i++).holders != bit;
    return cell_get(w, i);
}

uint32_t dice_raise(struct world *w, const struct dice_look *in, int64_t more) {
    const uint32_t pool = pool_open(w, in->die);
    if (pool == 0) return 0;
    for (uint32_t i = 0; i < in->parts; i++) {
        struct cell c = cell_before(w, pool_bit(pool), in->part[i].cell);
        c.kind = kind_raised(c.kind, cell_more(c) + more);
        c.count = in->part[i].count;
        c.holders = pool_bit(pool);
        cells_add(w, c);
    }
    return pool;
}
