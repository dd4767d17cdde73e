/* dice: pools of cells. By hand: what is asked, and that nothing more is. By
 * chance: programs over pools give the same odds whether faces are asked for
 * lazily or every face of every die is tried by a naive second way. */
#include "dice.h"

#include "arena.h"
#include "stream.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

/* ---- An image with a few dice ------------------------------------------ */

enum { D3, D4, FATE, DOUBLE, D10, DICE };
static struct image_face faces[] = {
    {7, FACE_NAMED + 7},
    {7, FACE_NAMED + 7},
    {-1, 1},
    {-1, 2}, /* fate: blank, blank, 1, 2 */
    {-1, 3},
    {-1, 1},
    {-1, 3}, /* double: 3, 1, 3 */
};
static struct image_die dice[DICE] = {
    [D3] = {0, 3, -1, -1},    [D4] = {0, 4, -1, -1},   [FATE] = {0, 4, 0, -1},
    [DOUBLE] = {0, 3, 4, -1}, [D10] = {0, 10, -1, -1},
};
static const struct image img = {
    .dice = dice, .dice_count = DICE, .faces = faces, .faces_count = 7};

static uint64_t faces_up_to(int32_t die, int64_t most) {
    uint64_t mask = 0;
    for (int32_t f = 0; f < dice[die].sides; f++) {
        if (dice_face_value(&img, die, f) <= most) mask |= UINT64_C(1) << f;
    }
    return mask;
}

static void open_world(struct world *w) {
    const uint32_t capacity[SEG_COUNT_] = {1, WORLD_GLOBALS_FIRST, 0, 0, 0, 0};
    world_open(w, capacity);
}

enum { PARTS = 200 };
struct held_look {
    struct dice_look look;
    struct dice_part part[PARTS];
};
static struct dice_look *of(const struct world *w, uint32_t pool, struct held_look *l) {
    l->look.part = l->part;
    dice_of(w, pool, &l->look);
    return &l->look;
}
static struct dice_look *room(struct held_look *l) {
    l->look.part = l->part;
    return &l->look;
}

/* ---- By hand ----------------------------------------------------------- */

TEST a_count_is_one_question(void) {
    struct world w;
    open_world(&w);
    const uint32_t p = dice_new(&w, D10, dice_all_faces(&img, D10), 40);
    struct held_look l;
    struct dice_want want;
    int64_t n = -1;
    ASSERTm("asks", !dice_count(&w, of(&w, p, &l), faces_up_to(D10, 5), &n, &want));
    ASSERT_EQ(40, want.count);
    ASSERT_EQ(0x3ff, want.from);
    ASSERT_EQ(0x1f, want.wanted);
    dice_answer(&w, &want, 17);
    ASSERTm("knows", dice_count(&w, of(&w, p, &l), faces_up_to(D10, 5), &n, &want));
    ASSERT_EQ(17, n);
    ASSERTm("asks of those only", !dice_count(&w, of(&w, p, &l), faces_up_to(D10, 7), &n, &want));
    ASSERT_EQ(23, want.count);
    ASSERT_EQ(0x3e0, want.from);
    ASSERT_EQ(0x60, want.wanted);
    dice_let_go(&w, p);
    ASSERT_EQ(0, world_used(&w, SEG_DICE));
    ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    world_close(&w);
    PASS();
}

/* 3 of 5 d10: asks for tens; with 3 tens it asks no more. */
TEST best_asks_from_the_top_until_it_knows(void) {
    struct world w;
    open_world(&w);
    const uint32_t p = dice_new(&w, D10, dice_all_faces(&img, D10), 5);
    struct held_look l, out;
    struct dice_want want;
    const world_mark mark = world_now(&w);
    ASSERT_FALSE(dice_best(&w, &img, of(&w, p, &l), 3, false, room(&out), &want));
    ASSERT_EQ(0x200, want.wanted);
    dice_answer(&w, &want, 3);
    ASSERTm("three tens", dice_best(&w, &img, of(&w, p, &l), 3, false, room(&out), &want));
    ASSERT_EQ(3, dice_size(&out.look));
    world_undo(&w, mark);
    ASSERT_FALSE(dice_best(&w, &img, of(&w, p, &l), 3, false, room(&out), &want));
    dice_answer(&w, &want, 2);
    ASSERT_FALSE(dice_best(&w, &img, of(&w, p, &l), 3, false, room(&out), &want));
    ASSERT_EQ(3, want.count);
    ASSERT_EQ(0x100, want.wanted);
    dice_answer(&w, &want, 1);
    ASSERTm("known", dice_best(&w, &img, of(&w, p, &l), 3, false, room(&out), &want));
    int64_t sum;
    bool fits;
    ASSERTm("29", dice_sum(&w, &img, &out.look, &sum, &fits, &want) && fits && sum == 29);
    world_close(&w);
    PASS();
}

TEST all_of_a_pool_is_its_best_without_a_question(void) {
    struct world w;
    open_world(&w);
    const uint32_t p = dice_new(&w, D10, dice_all_faces(&img, D10), 5);
    struct held_look l, out;
    struct dice_want want;
    ASSERTm("all", dice_best(&w, &img, of(&w, p, &l), 5, true, room(&out), &want));
    ASSERT_EQ(5, dice_size(&out.look));
    ASSERTm("none", dice_best(&w, &img, of(&w, p, &l), 0, true, room(&out), &want));
    ASSERT_EQ(0, dice_size(&out.look));
    world_close(&w);
    PASS();
}

/* The highest is known as soon as one die shows it. */
TEST highest_asks_no_more_than_it_needs(void) {
    struct world w;
    open_world(&w);
    const uint32_t p = dice_new(&w, D4, dice_all_faces(&img, D4), 3);
    struct held_look l;
    struct dice_want want;
    int64_t face = 0;
    ASSERT_FALSE(dice_extreme(&w, &img, of(&w, p, &l), false, &face, &want));
    ASSERT_EQ(8, want.wanted);
    dice_answer(&w, &want, 1);
    ASSERTm("a four", dice_extreme(&w, &img, of(&w, p, &l), false, &face, &want) && face == 4);
    ASSERT_FALSE(dice_extreme(&w, &img, of(&w, p, &l), true, &face, &want));
    ASSERT_EQ(2, want.count);
    ASSERT_EQ(1, want.wanted);
    const uint32_t none = dice_new(&w, D4, dice_all_faces(&img, D4), 0);
    ASSERTm("none", dice_extreme(&w, &img, of(&w, none, &l), true, &face, &want) && face == NONE);
    world_close(&w);
    PASS();
}

TEST repeated_faces_are_asked_for_together(void) {
    struct world w;
    open_world(&w);
    const uint32_t p = dice_new(&w, DOUBLE, dice_all_faces(&img, DOUBLE), 2);
    struct held_look l;
    struct dice_want want;
    int64_t got[2], sum;
    bool fits;
    ASSERT_FALSE(dice_sum(&w, &img, of(&w, p, &l), &sum, &fits, &want));
    ASSERT_EQ(5, want.wanted);
    dice_answer(&w, &want, 1);
    ASSERTm("3 + 1", dice_sum(&w, &img, of(&w, p, &l), &sum, &fits, &want) && sum == 4);
    ASSERTm("faces", dice_faces(&w, &img, of(&w, p, &l), got, &want));
    ASSERTm("lowest first", got[0] == 1 && got[1] == 3);
    world_close(&w);
    PASS();
}

TEST a_named_face_adds_nothing(void) {
    struct world w;
    open_world(&w);
    const uint8_t shown[] = {0, 1, 3, 2};
    const uint32_t p = dice_rolled(&w, FATE, shown, 4);
    struct held_look l;
    struct dice_want want;
    int64_t sum, face;
    bool fits;
    ASSERTm("0 + 0 + 2 + 1", dice_sum(&w, &img, of(&w, p, &l), &sum, &fits, &want) && sum == 3);
    ASSERTm("blank", dice_extreme(&w, &img, of(&w, p, &l), true, &face, &want));
    ASSERT_EQ(FACE_NAMED + 7, face);
    world_close(&w);
    PASS();
}

TEST no_die_is_rolled_a_third_time(void) {
    struct world w;
    open_world(&w);
    const uint8_t shown[] = {0, 0, 2}, anew[] = {0, 3};
    const uint32_t p = dice_rolled(&w, D4, shown, 3);
    struct held_look l, ones;
    struct dice_want want;
    ASSERT(dice_where(&w, of(&w, p, &l), 1, room(&ones), &want));
    ASSERT_EQ(2, dice_fresh(&w, &l.look, &ones.look));
    ASSERT_FALSE(dice_any_rerolled(&w, &l.look));
    const uint32_t q = dice_reroll(&w, &l.look, &ones.look, 0xf, anew);
    int64_t got[3];
    ASSERT(dice_faces(&w, &img, of(&w, q, &l), got, &want));
    ASSERTm("1 3 4", got[0] == 1 && got[1] == 3 && got[2] == 4);
    ASSERTm("marked", dice_any_rerolled(&w, &l.look));
    ASSERT(dice_where(&w, &l.look, 1, room(&ones), &want));
    ASSERT_EQ(1, dice_size(&ones.look));
    ASSERT_EQ(0, dice_fresh(&w, &l.look, &ones.look));
    ASSERT(dice_faces(&w, &img, of(&w, p, &l), got, &want));
    ASSERTm("the old pool has its old ones", got[0] == 1 && got[1] == 1 && got[2] == 3);
    world_close(&w);
    PASS();
}

/* Three equal dice: without the best and the worst of them one is left. */
TEST best_and_worst_of_equal_dice_are_two_dice(void) {
    struct world w;
    open_world(&w);
    const uint8_t shown[] = {1, 1, 1};
    const uint32_t p = dice_rolled(&w, D4, shown, 3);
    struct held_look l, best, worst, a, b;
    struct dice_want want;
    of(&w, p, &l);
    ASSERT(dice_best(&w, &img, &l.look, 1, false, room(&best), &want));
    ASSERT(dice_best(&w, &img, &l.look, 1, true, room(&worst), &want));
    dice_without(&l.look, &best.look, room(&a));
    dice_without(&a.look, &worst.look, room(&b));
    ASSERT_EQ(1, dice_size(&b.look));
    dice_join(&best.look, &worst.look, room(&a));
    ASSERT_EQ(2, dice_size(&a.look));
    dice_join(&a.look, &b.look, room(&l));
    ASSERT_EQ(3, dice_size(&l.look));
    world_close(&w);
    PASS();
}

/* More runs of one cell than a look has room for: the number stays right. */
TEST many_runs_are_laid_together(void) {
    struct world w;
    open_world(&w);
    uint8_t shown[100] = {0};
    const uint32_t p = dice_rolled(&w, D4, shown, 100);
    struct held_look evens, odds, both;
    room(&evens)->die = room(&odds)->die = D4;
    evens.look.parts = odds.look.parts = 15;
    for (uint32_t i = 0; i < 15; i++) {
        evens.part[i] = (struct dice_part){0, 6 * i, 1};
        odds.part[i] = (struct dice_part){0, 6 * i + 3, 1};
    }
    dice_join(&evens.look, &odds.look, room(&both));
    ASSERT_EQ(30, dice_size(&both.look));
    ASSERTm("in its room", both.look.parts <= dice_cells(&w));
    const uint32_t q = dice_hold(&w, &both.look);
    ASSERT_EQ(30, dice_size(of(&w, q, &evens)));
    ASSERT_EQ(100, dice_size(of(&w, p, &evens)));
    world_close(&w);
    PASS();
}

/* Each of thirty runs may be among the best: what is worked out of the first of them once is asked
 * of the others again. */
TEST the_best_of_many_runs(void) {
    struct world w;
    open_world(&w);
    uint8_t shown[100];
    memset(shown, 2, sizeof shown);
    (void)dice_rolled(&w, D4, shown, 100);
    struct held_look runs, best;
    struct dice_want want;
    room(&runs)->die = D4;
    runs.look.parts = 30;
    for (uint32_t i = 0; i < 30; i++) runs.part[i] = (struct dice_part){0, 3 * i, 1};
    for (int worst = 0; worst < 2; worst++) {
        ASSERT(dice_best(&w, &img, &runs.look, 28, worst, room(&best), &want));
        ASSERT_EQ(28, dice_size(&best.look));
    }
    world_close(&w);
    PASS();
}

TEST letting_go_leaves_no_trace(void) {
    struct world w, before;
    open_world(&w);
    open_world(&before);
    const uint8_t shown[] = {0, 1, 1, 3, 3, 3};
    const uint32_t p = dice_rolled(&w, D4, shown, 6);
    world_copy(&before, &w);
    struct held_look l, out;
    struct dice_want want;
    ASSERT(dice_best(&w, &img, of(&w, p, &l), 4, false, room(&out), &want));
    const uint32_t q = dice_hold(&w, &out.look);
    ASSERT(dice_where(&w, of(&w, p, &l), 8, room(&out), &want));
    const uint32_t r = dice_hold(&w, &out.look);
    ASSERTm("three pools", p == 1 && q == 2 && r == 3);
    dice_let_go(&w, q);
    ASSERT_EQ(world_hash_again(&w), world_hash(&w));
    dice_let_go(&w, r);
    ASSERTm("as before", world_equal(&w, &before));
    world_close(&w);
    world_close(&before);
    PASS();
}

TEST the_65th_pool_is_refused(void) {
    struct world w;
    open_world(&w);
    for (uint32_t i = 1; i <= MAX_POOLS; i++) ASSERT_EQ(i, dice_new(&w, D4, 0xf, 2));
    const uint64_t hash = world_hash(&w);
    ASSERT_EQ(0, dice_new(&w, D4, 0xf, 2));
    ASSERT_EQ(hash, world_hash(&w));
    dice_let_go(&w, 33);
    ASSERT_EQ(33, dice_new(&w, D4, 0xf, 2));
    ASSERT_EQ(hash, world_hash(&w));
    world_close(&w);
    PASS();
}

TEST dice_are_taken_by_what_they_show(void) {
    struct world w;
    open_world(&w);
    const uint8_t shown[] = {0, 1, 1, 3, 3, 3}, anew[] = {1};
    const uint32_t p = dice_rolled(&w, D4, shown, 6);
    struct held_look l, one, out;
    struct dice_want want;
    ASSERT(dice_where(&w, of(&w, p, &l), 1, room(&one), &want));
    const uint32_t q = dice_reroll(&w, of(&w, p, &l), &one.look, 0, anew);
    const int64_t values[] = {2, 4, 7};
    int64_t take[] = {2, 9, 1};
    dice_taken(&w, &img, of(&w, q, &l), values, take, 3, room(&out));
    ASSERT_EQ(5, dice_size(&out.look));
    ASSERTm("missing", take[0] == 0 && take[1] == 6 && take[2] == 1);
    ASSERTm("never re-rolled first", !dice_any_rerolled(&w, &out.look));
    world_close(&w);
    PASS();
}

TEST raised_dice_are_others_and_show_more(void) {
    struct world w;
    open_world(&w);
    const uint8_t shown[] = {0, 3, 3};
    const uint32_t p = dice_rolled(&w, D4, shown, 3);
    struct held_look l, m, out;
    struct dice_want want;
    bool fits;
    int64_t sum, shows[3];
    const uint32_t q = dice_raise(&w, of(&w, p, &l), 5);
    const uint32_t r = dice_raise(&w, of(&w, q, &l), -5);
    ASSERT(dice_sum(&w, &img, of(&w, p, &l), &sum, &fits, &want) && sum == 9);
    ASSERT(dice_sum(&w, &img, of(&w, q, &l), &sum, &fits, &want) && sum == 24);
    ASSERTm("the die is what it was",
            dice_one_die(&w, of(&w, q, &l)) == D4 && of(&w, q, &l)->die < 0);
    ASSERT(dice_faces(&w, &img, of(&w, q, &l), shows, &want));
    ASSERTm("beyond the greatest", shows[0] == 6 && shows[1] == 9 && shows[2] == 9);
    ASSERT(dice_sum(&w, &img, of(&w, r, &l), &sum, &fits, &want) && sum == 9);
    dice_without(of(&w, p, &l), of(&w, r, &m), room(&out));
    ASSERTm("other dice", dice_size(&out.look) == 3);
    ASSERT(dice_best(&w, &img, of(&w, q, &l), 1, true, room(&out), &want));
    ASSERT(dice_sum(&w, &img, &out.look, &sum, &fits, &want) && sum == 6);
    ASSERT_FALSE(dice_raises(&w, of(&w, q, &l), MAX_RAISE - 4));
    ASSERT(dice_raises(&w, of(&w, q, &l), MAX_RAISE - 5));
    ASSERT_FALSE(dice_raises(&w, of(&w, q, &l), -MAX_RAISE - 6));
    ASSERT_FALSE(dice_raises(&w, of(&w, q, &l), NUM_MAX));
    const struct dice_read nothing = {0, 0};
    ASSERTm("what nothing reads is no more than it is", dice_forget(&w, &img, &nothing));
    ASSERT_EQ(0, dice_cell_more(&w, 0));
    world_close(&w);
    PASS();
}

/* ---- By chance: lazily and face by face ---------------------------------- */

/* A program is a row of statements over three pools; each may put numbers into
 * its story. The odds of the stories are compared. */
enum expr_what { E_POOL, E_WHERE, E_BEST, E_WORST, E_JOIN, E_WITHOUT };
struct expr {
    enum expr_what what;
    int a, b;  /* pool, or indices of expressions */
    int64_t k; /* of best and worst; of where: mask by value */
    uint64_t faces;
};
enum statement_what {
    S_ROLL,
    S_HOLD,
    S_REROLL,
    S_COUNT,
    S_SUM,
    S_HIGHEST,
    S_LOWEST,
    S_SIZE,
    S_FACES
};
struct statement {
    enum statement_what what;
    int to, e, again;
    int64_t n;
    uint64_t faces;
};
enum { EXPRS = 64, STATEMENTS = 7, POOLS = 3, STORY = 12 };
struct program {
    int32_t die;
    struct expr expr[EXPRS];
    int exprs;
    struct statement s[STATEMENTS];
};

/* Odds of a story as whole numbers over a number that all ways share. */
struct story {
    int64_t told[STORY];
    int length;
};
struct odds {
    struct story story[4000];
    uint64_t weight[4000];
    int count;
    bool full;
};

static void odds_tell(struct odds *o, const struct story *s, uint64_t weight) {
    int i = 0;
    while (i < o->count && (o->story[i].length != s->length ||
                            memcmp(o->story[i].told, s->told, sizeof s->told) != 0)) {
        i++;
    }
    if (i == 4000) {
        o->full = true;
        return;
    }
    if (i == o->count) {
        o->story[o->count] = *s;
        o->weight[o->count++] = 0;
    }
    o->weight[i] += weight;
}

static uint64_t chance_at;
static int64_t chance(uint32_t n) {
    return stream_below(2024, 8, &chance_at, n);
}

static uint64_t some_faces(int32_t die) {
    const int64_t value = dice_face_value(&img, die, (int32_t)chance((uint32_t)dice[die].sides));
    const bool only = chance(2);
    uint64_t mask = 0;
    for (int32_t f = 0; f < dice[die].sides; f++) {
        const int64_t v = dice_face_value(&img, die, f);
        if (only ? v == value : v <= value) mask |= UINT64_C(1) << f;
    }
    return mask;
}

static int make_expr(struct program *p, int depth) {
    struct expr e = {.what = E_POOL, .a = (int)chance(POOLS)};
    if (depth > 0 && chance(4) > 0) {
        e.what = (enum expr_what)(1 + chance(5));
        e.k = chance(4);
        e.faces = some_faces(p->die);
        e.a = make_expr(p, depth - 1);
        if (e.what == E_JOIN || e.what == E_WITHOUT) e.b = make_expr(p, depth - 1);
    }
    p->expr[p->exprs] = e;
    return p->exprs++;
}

static void make_program(struct program *p) {
    memset(p, 0, sizeof *p);
    p->die = (int32_t)chance(4);
    for (int i = 0; i < STATEMENTS; i++) {
        struct statement *s = &p->s[i];
        s->to = (int)chance(POOLS);
        s->what = i == 0  ? S_ROLL
                  : i < 3 ? (enum statement_what)chance(3)
                          : (enum statement_what)(1 + chance(8));
        s->n = i == 0 ? 2 + chance(2) : chance(3);
        s->faces = some_faces(p->die);
        if (s->what == S_ROLL) continue;
        s->e = make_expr(p, 2);
        s->again = make_expr(p, 1);
    }
}

/* -- what both ways of trying every face keep: dice and pools, and the faces to try */

struct thing_die {
    int64_t face;
    int32_t index;
    bool anew;
};
struct naive {
    const struct program *p;
    struct thing_die die[40];
    int dice;
    uint64_t pool[64]; /* by number: bits of dice */
    uint64_t alive;
    uint32_t named[POOLS];
    int digit[40], digits, used;
};

static int naive_face(struct naive *n) {
    if (n->used == n->digits) n->digit[n->digits++] = 0;
    return n->digit[n->used++];
}

/* -- lazily, and rolled at once, with dice_* */

struct lazy {
    const struct program *p;
    struct odds *odds;
    bool whole; /* every division was exact, every hash right */
};

static bool look_at(const struct world *w, const struct program *p, const uint32_t *pools, int e,
                    struct held_look *out, struct dice_want *want) {
    const struct expr *x = &p->expr[e];
    struct held_look a, b;
    room(out);
    if (x->what == E_POOL) {
        out->look.die = p->die;
        out->look.parts = 0;
        if (pools[x->a]) dice_of(w, pools[x->a], &out->look);
        return true;
    }
    if (!look_at(w, p, pools, x->a, &a, want)) return false;
    switch (x->what) {
    case E_POOL: break;
    case E_WHERE: return dice_where(w, &a.look, x->faces, &out->look, want);
    case E_BEST: return dice_best(w, &img, &a.look, x->k, false, &out->look, want);
    case E_WORST: return dice_best(w, &img, &a.look, x->k, true, &out->look, want);
    case E_JOIN:
    case E_WITHOUT:
        if (!look_at(w, p, pools, x->b, &b, want)) return false;
        if (x->what == E_JOIN) dice_join(&a.look, &b.look, &out->look);
        if (x->what == E_WITHOUT) dice_without(&a.look, &b.look, &out->look);
    }
    return true;
}

static void assign(struct world *w, uint32_t *pools, int to, uint32_t pool) {
    if (pools[to]) dice_let_go(w, pools[to]);
    pools[to] = pool;
}

static void show_faces(struct naive *n, uint8_t *shown, int64_t count) {
    for (int64_t i = 0; i < count; i++) shown[i] = (uint8_t)naive_face(n);
}

/* Does one statement, or says what it wants to know. */
static bool lazy_statement(struct world *w, const struct program *p, const struct statement *s,
                           uint32_t *pools, struct story *story, struct dice_want *want,
                           struct naive *at_once) {
    uint8_t shown[40];
    const uint64_t all = dice_all_faces(&img, p->die);
    struct held_look l, again;
    int64_t v[16] = {0}, n = 1;
    bool fits = true;
    if (s->what == S_ROLL) {
        if (at_once) show_faces(at_once, shown, s->n);
        assign(w, pools, s->to,
               at_once ? dice_rolled(w, p->die, shown, s->n) : dice_new(w, p->die, all, s->n));
        return true;
    }
    if (!look_at(w, p, pools, s->e, &l, want)) return false;
    if (s->what == S_HOLD) {
        assign(w, pools, s->to, dice_hold(w, &l.look));
        return true;
    }
    if (s->what == S_REROLL) {
        if (!look_at(w, p, pools, s->again, &again, want)) return false;
        if (at_once) show_faces(at_once, shown, dice_fresh(w, &l.look, &again.look));
        assign(w, pools, s->to, dice_reroll(w, &l.look, &again.look, all, at_once ? shown : NULL));
        return true;
    }
    if (s->what == S_COUNT && !dice_count(w, &l.look, s->faces, v, want)) return false;
    if (s->what == S_SUM && !dice_sum(w, &img, &l.look, v, &fits, want)) return false;
    if (s->what == S_HIGHEST && !dice_extreme(w, &img, &l.look, false, v, want)) return false;
    if (s->what == S_LOWEST && !dice_extreme(w, &img, &l.look, true, v, want)) return false;
    if (s->what == S_SIZE) v[0] = dice_size(&l.look);
    if (s->what == S_FACES) {
        if (!dice_faces(w, &img, &l.look, v, want)) return false;
        n = dice_size(&l.look);
    }
    for (int64_t i = 0; i < n && story->length < STORY; i++) story->told[story->length++] = v[i];
    return true;
}

static uint64_t ones(uint64_t mask) {
    uint64_t n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

static uint64_t power(uint64_t base, int64_t n) {
    uint64_t r = 1;
    while (n-- > 0) r *= base;
    return r;
}

static uint64_t choose(int64_t n, int64_t k) {
    uint64_t r = 1;
    for (int64_t i = 1; i <= k; i++) r = r * (uint64_t)(n - k + i) / (uint64_t)i;
    return r;
}

/* Every answer to every question; weight is exact in units of one in SHARED. */
static void lazily(struct lazy *z, struct world *w, const uint32_t *pools_in, int at,
                   const struct story *told, uint64_t weight) {
    uint32_t pools[POOLS];
    struct story story = *told;
    struct dice_want want;
    memcpy(pools, pools_in, sizeof pools);
    const world_mark mark = world_now(w);
    while (at < STATEMENTS && lazy_statement(w, z->p, &z->p->s[at], pools, &story, &want, NULL))
        at++;
    z->whole &= world_hash_again(w) == world_hash(w);
    if (at == STATEMENTS) {
        odds_tell(z->odds, &story, weight);
        world_undo(w, mark);
        return;
    }
    const uint64_t a = ones(want.wanted), f = ones(want.from);
    z->whole &= a > 0 && a < f;
    for (int64_t k = 0; k <= want.count; k++) {
        const world_mark here = world_now(w);
        const uint64_t ways = choose(want.count, k) * power(a, k) * power(f - a, want.count - k);
        const uint64_t all = power(f, want.count);
        z->whole &= weight * ways % all == 0 && weight <= UINT64_MAX / ways;
        dice_answer(w, &want, k);
        lazily(z, w, pools, at, &story, weight * ways / all);
        world_undo(w, here);
    }
    world_undo(w, mark);
}

/* -- face by face: dice are things with a face, pools are lists of their numbers */

static int naive_roll(struct naive *n, bool anew) {
    const int32_t index = naive_face(n);
    n->die[n->dice] = (struct thing_die){dice_face_value(&img, n->p->die, index), index, anew};
    return n->dice++;
}

static uint64_t naive_holders(const struct naive *n, int d) {
    uint64_t holders = 0;
    for (int q = 0; q < 64; q++) {
        if ((n->alive >> q & 1) && (n->pool[q] >> d & 1)) holders |= UINT64_C(1) << q;
    }
    return holders;
}

/* Whether a comes before b among the best: by face, and of equal faces those
 * that were not re-rolled, then by who holds them. */
static bool naive_before(const struct naive *n, int a, int b) {
    const struct thing_die *x = &n->die[a], *y = &n->die[b];
    if (x->face != y->face) return x->face > y->face;
    if (x->anew != y->anew) return y->anew;
    if (naive_holders(n, a) != naive_holders(n, b))
        return naive_holders(n, a) < naive_holders(n, b);
    return a < b;
}

static uint64_t naive_best(const struct naive *n, uint64_t set, int64_t k, bool worst) {
    uint64_t taken = 0;
    for (; k > 0 && taken != set; k--) {
        int pick = -1;
        for (int d = 0; d < n->dice; d++) {
            if (!((set & ~taken) >> d & 1)) continue;
            if (pick < 0 || naive_before(n, d, pick) != worst) pick = d;
        }
        taken |= UINT64_C(1) << pick;
    }
    return taken;
}

static uint64_t naive_set(const struct naive *n, int e) {
    const struct expr *x = &n->p->expr[e];
    if (x->what == E_POOL) return n->named[x->a] ? n->pool[n->named[x->a] - 1] : 0;
    const uint64_t a = naive_set(n, x->a);
    if (x->what == E_BEST || x->what == E_WORST) return naive_best(n, a, x->k, x->what == E_WORST);
    if (x->what == E_JOIN) return a | naive_set(n, x->b);
    if (x->what == E_WITHOUT) return a & ~naive_set(n, x->b);
    uint64_t set = 0;
    for (int d = 0; d < n->dice; d++) {
        if ((a >> d & 1) && (x->faces >> n->die[d].index & 1)) set |= UINT64_C(1) << d;
    }
    return set;
}

static void naive_assign(struct naive *n, int to, uint64_t set) {
    uint32_t q = 0;
    while (n->alive >> q & 1) q++;
    n->alive |= UINT64_C(1) << q;
    n->pool[q] = set;
    if (n->named[to]) n->alive &= ~(UINT64_C(1) << (n->named[to] - 1));
    n->named[to] = q + 1;
}

static void naive_tell(const struct naive *n, const struct statement *s, struct story *story) {
    const uint64_t set = naive_set(n, s->e);
    int64_t v[40], count = 0, sum = 0, hits = 0;
    for (int d = 0; d < n->dice; d++) {
        if (!(set >> d & 1)) continue;
        const int64_t face = n->die[d].face;
        int64_t i = count++;
        for (; i > 0 && v[i - 1] > face; i--) v[i] = v[i - 1];
        v[i] = face;
        sum += face > 0 ? face : 0; /* no number on our dice is below 1 */
        hits += (int64_t)(s->faces >> n->die[d].index & 1);
    }
    int64_t one = s->what == S_COUNT    ? hits
                  : s->what == S_SUM    ? sum
                  : s->what == S_SIZE   ? count
                  : count == 0          ? NONE
                  : s->what == S_LOWEST ? v[0]
                                        : v[count - 1];
    if (s->what != S_FACES) {
        v[0] = one;
        count = 1;
    }
    for (int64_t i = 0; i < count && story->length < STORY; i++)
        story->told[story->length++] = v[i];
}

static void naive_statement(struct naive *n, const struct statement *s, struct story *story) {
    uint64_t set = 0;
    if (s->what == S_ROLL) {
        for (int64_t i = 0; i < s->n; i++) set |= UINT64_C(1) << naive_roll(n, false);
        naive_assign(n, s->to, set);
    } else if (s->what == S_HOLD) {
        naive_assign(n, s->to, naive_set(n, s->e));
    } else if (s->what == S_REROLL) {
        set = naive_set(n, s->e);
        const uint64_t again = set & naive_set(n, s->again);
        const int had = n->dice;
        for (int d = 0; d < had; d++) {
            if (!(again >> d & 1) || n->die[d].anew) continue;
            set &= ~(UINT64_C(1) << d);
            set |= UINT64_C(1) << naive_roll(n, true);
        }
        naive_assign(n, s->to, set);
    } else {
        naive_tell(n, s, story);
    }
}

enum { SHARED_DICE = 13, RUNS = 20000 };

static void naive_run(struct naive *n, const struct program *p, struct story *story) {
    n->p = p;
    n->dice = 0;
    n->alive = 0;
    memset(n->named, 0, sizeof n->named);
    for (int i = 0; i < STATEMENTS; i++) naive_statement(n, &p->s[i], story);
}

/* The same program with pools whose faces are shown at once. */
static void run_at_once(struct naive *n, const struct program *p, struct story *story) {
    struct world w;
    uint32_t pools[POOLS] = {0};
    struct dice_want want;
    open_world(&w);
    for (int i = 0; i < STATEMENTS; i++) {
        if (!lazy_statement(&w, p, &p->s[i], pools, story, &want, n)) story->length = -1;
    }
    world_close(&w);
}

/* Every face of every die; false when that would take too long. */
static bool face_by_face(struct naive *n, const struct program *p, struct odds *odds,
                         bool at_once) {
    const int sides = dice[p->die].sides;
    n->digits = 0;
    for (int run = 0; run < RUNS; run++) {
        struct story story = {.length = 0};
        n->used = 0;
        if (at_once) {
            run_at_once(n, p, &story);
        } else {
            naive_run(n, p, &story);
        }
        if (n->used > SHARED_DICE) return false;
        odds_tell(odds, &story, power((uint64_t)sides, SHARED_DICE - n->used));
        while (n->digits > 0 && n->digit[n->digits - 1] == sides - 1) n->digits--;
        if (n->digits == 0) return !odds->full;
        n->digit[n->digits - 1]++;
    }
    return false;
}

static bool same_odds(const struct odds *a, const struct odds *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        int j = 0;
        while (j < b->count && (a->story[i].length != b->story[j].length ||
                                memcmp(&a->story[i], &b->story[j], sizeof a->story[i]) != 0)) {
            j++;
        }
        if (j == b->count || a->weight[i] != b->weight[j]) return false;
    }
    return true;
}

static void show_program(const struct program *p) {
    printf("\ndie %d\n", p->die);
    for (int i = 0; i < p->exprs; i++) {
        const struct expr *x = &p->expr[i];
        printf("  e%d: what %d a %d b %d k %d faces %x\n", i, x->what, x->a, x->b, (int)x->k,
               (unsigned)x->faces);
    }
    for (int i = 0; i < STATEMENTS; i++) {
        const struct statement *s = &p->s[i];
        printf("  s%d: what %d to %d e%d again e%d n %d faces %x\n", i, s->what, s->to, s->e,
               s->again, (int)s->n, (unsigned)s->faces);
    }
}

TEST lazily_and_face_by_face_give_the_same_odds(void) {
    static struct odds lazy_odds, naive_odds;
    static struct naive naive;
    static struct program p;
    int compared = 0;
    for (int i = 0; i < 1500; i++) {
        make_program(&p);
        memset(&lazy_odds, 0, sizeof lazy_odds);
        memset(&naive_odds, 0, sizeof naive_odds);
        if (!face_by_face(&naive, &p, &naive_odds, false)) continue;
        struct world w;
        open_world(&w);
        const uint32_t pools[POOLS] = {0};
        struct lazy z = {&p, &lazy_odds, true};
        const struct story nothing = {.length = 0};
        lazily(&z, &w, pools, 0, &nothing, power((uint64_t)dice[p.die].sides, SHARED_DICE));
        world_close(&w);
        ASSERTm("weights are whole, hashes right", z.whole);
        if (!same_odds(&lazy_odds, &naive_odds)) {
            show_program(&p);
            FAILm("the odds differ");
        }
        if (compared++ % 10) continue;
        memset(&lazy_odds, 0, sizeof lazy_odds);
        ASSERTm("at once", face_by_face(&naive, &p, &lazy_odds, true));
        ASSERTm("rolled at once: the same", same_odds(&lazy_odds, &naive_odds));
    }
    ASSERTm("enough of them were small", compared > 1000);
    PASS();
}

SUITE(pools) {
    RUN_TEST(a_count_is_one_question);
    RUN_TEST(best_asks_from_the_top_until_it_knows);
    RUN_TEST(all_of_a_pool_is_its_best_without_a_question);
    RUN_TEST(highest_asks_no_more_than_it_needs);
    RUN_TEST(repeated_faces_are_asked_for_together);
    RUN_TEST(a_named_face_adds_nothing);
    RUN_TEST(no_die_is_rolled_a_third_time);
    RUN_TEST(best_and_worst_of_equal_dice_are_two_dice);
    RUN_TEST(many_runs_are_laid_together);
    RUN_TEST(the_best_of_many_runs);
    RUN_TEST(letting_go_leaves_no_trace);
    RUN_TEST(dice_are_taken_by_what_they_show);
    RUN_TEST(raised_dice_are_others_and_show_more);
    RUN_TEST(the_65th_pool_is_refused);
    RUN_TEST(lazily_and_face_by_face_give_the_same_odds);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(pools);
    GREATEST_MAIN_END();
}
