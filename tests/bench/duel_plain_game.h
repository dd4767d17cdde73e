/*
 * duel_plain_game: the whole Duel written by hand: open field, northerners against northerners,
 * both players at random. It draws the same dice and picks from the same streams as the machine,
 * lists candidates in the same order, and remembers what the machine remembers: distances, sight
 * and reach until somebody moves. The numbers of rules/duel stand where they are used, as they
 * would in a game that one writes for oneself. duel_plain.lua has the same functions in Lua.
 */
#ifndef MYTH_TESTS_BENCH_DUEL_PLAIN_GAME_H
#define MYTH_TESTS_BENCH_DUEL_PLAIN_GAME_H

#include <string.h>

#include "duel_plain_ways.h"

/* ---- streams: Philox 4x32-10, a key for each purpose, four draws a block ---- */

enum stream { AT_TURN, AT_NERVE, AT_VOLLEY, AT_FALLS, AT_BLOWS, PICKS, STREAMS = PICKS + 2 };

struct draws {
    uint32_t key[2], word[4];
    uint64_t at;
};

static uint64_t mixed(uint64_t x) {
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static uint64_t hashed(const char *text) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = mixed(1 + odd * (strlen(text) + 1));
    for (; *text; text++) h = mixed((h + (unsigned char)*text + 1) * odd);
    return h;
}

static void draws_begin(struct draws *d, uint64_t seed, uint64_t purpose) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t key = mixed(mixed(seed + odd) + purpose * odd + 1);
    d->key[0] = (uint32_t)key, d->key[1] = (uint32_t)(key >> 32);
    d->at = 0;
}

static void draws_block(struct draws *d) {
    uint64_t n = d->at / 4;
    uint32_t a = (uint32_t)n, b = (uint32_t)(n >> 32), c = 0, e = 0, k0 = d->key[0], k1 = d->key[1];
    for (int i = 0; i < 10; i++) {
        const uint64_t p = UINT64_C(0xD2511F53) * a, q = UINT64_C(0xCD9E8D57) * c;
        a = (uint32_t)(q >> 32) ^ b ^ k0;
        b = (uint32_t)q;
        c = (uint32_t)(p >> 32) ^ e ^ k1;
        e = (uint32_t)p;
        k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    d->word[0] = a, d->word[1] = b, d->word[2] = c, d->word[3] = e;
}

/* Draws a number from 0 to n-1, each as likely. */
static int below(struct draws *d, uint32_t n) {
    for (;;) {
        if (d->at % 4 == 0) draws_block(d);
        uint64_t product = (uint64_t)d->word[d->at++ % 4] * n;
        if ((uint32_t)product >= n || (uint32_t)product >= -n % n) return (int)(product >> 32);
    }
}

/* ---- the table ---- */

enum kind { CHIEF, SPEARS, SLINGERS, KINDS };
struct sort {
    int models, wide, pace, aim, fight, save, nerve, range;
};
static const struct sort sorts[KINDS] = {
    [CHIEF] = {1, 4000, 6 * INCH, 3, 7, 6, 9, 0},
    [SPEARS] = {5, 3200, 5 * INCH, 3, 6, 5, 7, 0},
    [SLINGERS] = {6, 3200, 6 * INCH, 5, 3, 2, 5, 20 * INCH},
};
static const enum kind roster[UNITS / 2] = {CHIEF, SPEARS, SLINGERS, SLINGERS};
static const struct disc cover[2] = {{12 * INCH, 18 * INCH, 6 * INCH},
                                     {24 * INCH, 18 * INCH, 6 * INCH}};

struct unit {
    const struct sort *sort;
    enum kind kind;
    int player, strength, shaken, actions;
    bool placed, gone, done, shot, steadied, on_guard, charging, fled;
    struct bases bases; /* of a unit that has gone: its last model, where that stood */
    uint32_t stamp;     /* changes when the unit moves */
};

/* The relations of two units that are remembered. The gap is good until one of the two moves, sight
 * and reach until any unit moves. */
struct two {
    uint32_t gap_stamp[2], sees_stamp, reach_stamp;
    struct pair pair;
    int64_t gap, reach; /* reach: the length of the way into contact; -1: there is none */
    bool sees;
};

enum goal { HOLD_GROUND, HEADHUNTER };

struct plain {
    struct unit unit[UNITS];
    struct two two[UNITS][UNITS];
    uint32_t stamp;
    struct draws draws[STREAMS];
    enum goal goal[2];
    int quarry[2], points[2];
    int winner; /* the winner's number; -1: a tie */
    int picks, dice;
    bool tells; /* answers are hashed into `told` */
    bool lists; /* all open actions are found before one is drawn */
    uint64_t told;
};

/* ---- answers ---- */

static void tell(struct plain *g, uint64_t word) {
    g->told = mixed((g->told + word + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

static int answered(struct plain *g, int count, int answer) {
    g->picks++;
    if (g->tells) tell(g, (uint64_t)count), tell(g, (uint64_t)answer);
    return answer;
}

static int pick(struct plain *g, int player, int count) {
    if (count == 1) return 0;
    return answered(g, count, below(&g->draws[PICKS + player], (uint32_t)count));
}

/* Throws d10s. Returns how many show at most `at_most`. */
static int rolled(struct plain *g, enum stream stream, int dice, int at_most) {
    int n = 0;
    if (g->tells && dice > 0) tell(g, (uint64_t)dice);
    g->dice += dice;
    for (int i = 0; i < dice; i++) {
        int face = 1 + below(&g->draws[stream], 10);
        if (g->tells) tell(g, (uint64_t)face);
        n += face <= at_most;
    }
    return n;
}

static int d10(struct plain *g, enum stream stream) {
    int face = 1 + below(&g->draws[stream], 10);
    g->dice++;
    if (g->tells) tell(g, 1), tell(g, (uint64_t)face);
    return face;
}

/* ---- what is asked of the table ---- */

static void stands(struct plain *g, struct unit *u) {
    bases_box(&u->bases);
    u->stamp = ++g->stamp;
}

static inline struct two *two_of(struct plain *g, const struct unit *a, const struct unit *b) {
    return &g->two[a - g->unit][b - g->unit];
}

static const struct two *gap(struct plain *g, const struct unit *a, const struct unit *b) {
    struct two *t = two_of(g, a, b);
    if (t->gap_stamp[0] == a->stamp && t->gap_stamp[1] == b->stamp) return t;
    t->pair = nearest_pair(&a->bases, 0, 0, &b->bases);
    t->gap = gap_of(&t->pair, a->bases.wide + b->bases.wide);
    t->gap_stamp[0] = a->stamp, t->gap_stamp[1] = b->stamp;
    return t;
}

static bool within(struct plain *g, const struct unit *a, const struct unit *b, int64_t far) {
    return !boxes_apart(&a->bases, &b->bases, far) && gap(g, a, b)->gap <= far;
}

static bool touching(struct plain *g, const struct unit *a, const struct unit *b) {
    return within(g, a, b, TOUCH);
}

static void ground_add(struct ground *out, const struct unit *u) {
    for (int i = 0; i < u->bases.count; i++) {
        out->disc[out->count++] = (struct disc){u->bases.at[i].x, u->bases.at[i].y, u->bases.wide};
    }
}

/* Finds all bases on the table but those of units a and b. */
static void ground_of(const struct plain *g, const struct unit *a, const struct unit *b,
                      struct ground *out) {
    out->count = 0;
    for (const struct unit *u = g->unit; u < g->unit + UNITS; u++) {
        if (u->gone || !u->placed || u == a || u == b) continue;
        ground_add(out, u);
    }
}

static bool sees(struct plain *g, const struct unit *a, const struct unit *b) {
    struct two *t = two_of(g, a, b);
    if (t->sees_stamp == g->stamp) return t->sees;
    struct ground ground;
    ground_of(g, a, b, &ground);
    t->sees = bases_see(&a->bases, &b->bases, &ground);
    t->sees_stamp = g->stamp;
    return t->sees;
}

static bool reaches(struct plain *g, const struct unit *a, const struct unit *b, int64_t far) {
    struct two *t = two_of(g, a, b);
    /* A way ends where the bases touch, which is up to 2 * TOUCH before the gap is closed. */
    if (gap(g, a, b)->gap - 2 * TOUCH > far) return false;
    if (t->reach_stamp != g->stamp) {
        struct ground ground, goal = {.count = 0};
        struct way way;
        ground_of(g, a, b, &ground);
        ground_add(&goal, b);
        t->reach = gap(g, a, b)->gap <= TOUCH                              ? 0
                   : whole_way(&a->bases, &b->bases, &ground, &goal, &way) ? way_length(&way)
                                                                           : -1;
        t->reach_stamp = g->stamp;
    }
    return t->reach >= 0 && t->reach <= far;
}

static int covers_between(struct plain *g, const struct unit *a, const struct unit *b) {
    const struct two *t = gap(g, a, b);
    struct facing view;
    int n = 0;
    if (!facing_of(a->bases.at[t->pair.first], a->bases.wide, b->bases.at[t->pair.second],
                   b->bases.wide, &view)) {
        return 0;
    }
    struct leg line = centre_line(&view);
    for (int i = 0; i < 2; i++) n += line_near(&line, cover[i].x, cover[i].y, cover[i].wide + 2);
    return n;
}

/* ---- leaving play ---- */

/* Takes a unit out of play. Its last model is kept, for questions about where it stood. */
static void leaves(struct plain *g, struct unit *u) {
    if (u->gone) return;
    u->gone = true;
    u->strength = 0;
    u->bases.count = 1;
    u->on_guard = u->charging = u->fled = false;
    stands(g, u);
}

/* Called when an event has ended: takes out of play the units that have lost all models or are
 * shaken beyond their nerve. */
static void look(struct plain *g) {
    for (struct unit *u = g->unit; u < g->unit + UNITS; u++) {
        if (!u->gone && (u->strength == 0 || u->shaken >= u->sort->nerve)) leaves(g, u);
    }
}

static void shake(struct unit *u) {
    if (u->shaken < 9) u->shaken++;
}

static void falls(struct plain *g, struct unit *u, const struct unit *cause, bool missiles) {
    int who = gap(g, u, cause)->pair.first;
    if (u->kind == SPEARS && missiles && d10(g, AT_FALLS) <= 3) return;
    if (u->strength == 1) {
        u->strength = 0;
    } else {
        u->strength = --u->bases.count;
        memmove(&u->bases.at[who], &u->bases.at[who + 1],
                (size_t)(u->bases.count - who) * sizeof u->bases.at[0]);
        stands(g, u);
    }
}

/* ---- nerve ---- */

static bool keeps_nerve(struct plain *g, struct unit *who) {
    int mettle = who->sort->nerve - who->shaken;
    for (const struct unit *f = g->unit; f < g->unit + UNITS; f++) {
        if (f->gone) continue;
        if (f->player == who->player) {
            mettle += f != who && within(g, f, who, 6 * INCH);
            mettle += f->kind == CHIEF && within(g, who, f, 8 * INCH);
        } else {
            mettle -= f->kind == CHIEF && touching(g, who, f);
        }
    }
    bool passed = d10(g, AT_NERVE) <= most_of(mettle, 1);
    if (!passed) shake(who);
    if (passed && who->shaken > 0) who->shaken--;
    look(g);
    return passed;
}

static void move_by(struct plain *g, struct unit *u, int64_t dx, int64_t dy) {
    if (dx == 0 && dy == 0) return;
    for (int i = 0; i < u->bases.count; i++) {
        u->bases.at[i].x += (int32_t)dx;
        u->bases.at[i].y += (int32_t)dy;
    }
    stands(g, u);
}

static bool at_edge(const struct bases *u) {
    int64_t least = u->wide + 2 * TOUCH;
    return 2 * u->west <= least || 2 * u->south <= least || 2 * (TABLE - u->east) <= least ||
           2 * (TABLE - u->north) <= least;
}

static void flees(struct plain *g, struct unit *who, const struct unit *danger) {
    if (who->gone) return;
    struct ground ground;
    ground_of(g, who, who, &ground);
    struct leg leg = leg_from(&who->bases, &danger->bases, who->sort->pace * 2, &ground);
    move_by(g, who, leg.dx, leg.dy);
    if (at_edge(&who->bases))
        leaves(g, who);
    else
        who->fled = true;
}

static void casualties(struct plain *g, struct unit *who, int losses, const struct unit *cause,
                       bool missiles) {
    if (who->gone) return;
    for (int i = 0; i < losses && !who->gone; i++) {
        falls(g, who, cause, missiles);
        look(g);
    }
    if (!who->gone && losses > 0 && who->strength * 2 < who->sort->models) {
        if (!keeps_nerve(g, who)) flees(g, who, cause);
    }
    look(g);
}

/* ---- fighting ---- */

static void volley(struct plain *g, struct unit *shooter, struct unit *target, bool aimed) {
    int hit = shooter->sort->aim - covers_between(g, shooter, target);
    bool far = gap(g, shooter, target)->gap > shooter->sort->range / 2;
    hit += aimed - target->charging - far - (target->kind == CHIEF);
    int hits = rolled(g, AT_VOLLEY, shooter->strength, (int)most_of(hit, 1));
    if (hits == 0) return;
    shake(target);
    int lost = hits - rolled(g, AT_VOLLEY, hits, target->sort->save);
    casualties(g, target, lost, shooter, true);
}

static int blows(struct plain *g, const struct unit *striker, const struct unit *struck,
                 bool charging) {
    int strike = striker->sort->fight;
    if (charging) strike += struck->on_guard ? -1 : 1;
    int hits = rolled(g, AT_BLOWS, striker->strength, strike);
    return hits - rolled(g, AT_BLOWS, hits, struck->sort->save);
}

static void beaten(struct plain *g, struct unit *who, const struct unit *winner) {
    if (who->gone) return;
    shake(who);
    if (!keeps_nerve(g, who)) flees(g, who, winner);
}

static void melee(struct plain *g, struct unit *actor, struct unit *target, bool charge) {
    int ours = blows(g, actor, target, charge);
    int theirs = charge ? blows(g, target, actor, false) : 0;
    casualties(g, target, ours, actor, false);
    casualties(g, actor, theirs, target, false);
    if (ours > theirs) beaten(g, target, actor);
    if (theirs > ours) beaten(g, actor, target);
}

static bool engaged(struct plain *g, const struct unit *u) {
    for (const struct unit *e = g->unit; e < g->unit + UNITS; e++) {
        if (!e->gone && e->player != u->player && touching(g, u, e)) return true;
    }
    return false;
}

/* Lets a unit on guard shoot at the charging unit, if its player wants. Returns false if the charge
 * is called off. */
static bool guard_shoots(struct plain *g, struct unit *actor, struct unit *guard) {
    if (!guard->on_guard || !sees(g, guard, actor) || engaged(g, guard)) return true;
    if (pick(g, guard->player, 2) == 0) {
        volley(g, guard, actor, false);
        guard->on_guard = false;
    }
    return !actor->gone && !actor->fled;
}

static void charge(struct plain *g, struct unit *actor, struct unit *target) {
    actor->charging = true;
    if (guard_shoots(g, actor, target)) {
        struct ground ground, goal = {.count = 0};
        struct way way;
        ground_of(g, actor, target, &ground);
        ground_add(&goal, target);
        way_into(&actor->bases, &target->bases, actor->sort->pace * 2, &ground, &goal, &way);
        const struct point *end = &way.at[way.count - 1];
        move_by(g, actor, end->x - way.at[0].x, end->y - way.at[0].y);
    }
    if (!actor->gone && touching(g, actor, target)) melee(g, actor, target, true);
    actor->charging = false;
}

/* ---- what is open to a unit ---- */

enum action { WALK, SHOOT, TAKE_AIM, CHARGE, PRESS, STEADY, STAND_GUARD, ACTIONS };

/* Makes the n-th way to walk: three lengths in 16 directions. Returns false if it is not legal or
 * ends in contact with an enemy. */
static bool walk_nth(struct plain *g, const struct unit *u, const struct ground *ground, int n,
                     struct leg *leg) {
    static const int64_t sixteenths[4][2] = {
        {0, INT64_C(1152921504606846976)},
        {INT64_C(441203958630471860), INT64_C(1065160580698383124)},
        {INT64_C(815238614083298888), INT64_C(815238614083298888)},
        {INT64_C(1065160580698383124), INT64_C(441203958630471860)}};
    int64_t length = (int64_t)u->sort->pace * (3 - n / 16) / 3;
    int turn = (n % 16 + 8 * u->player) % 16;
    int64_t x = (int64_t)((wide_int)sixteenths[turn % 4][0] * length >> 60);
    int64_t y = (int64_t)((wide_int)sixteenths[turn % 4][1] * length >> 60);
    switch (turn / 4) {
    case 0: *leg = leg_make(0, 0, x, y); break;
    case 1: *leg = leg_make(0, 0, y, -x); break;
    case 2: *leg = leg_make(0, 0, -x, -y); break;
    default: *leg = leg_make(0, 0, -y, x); break;
    }
    if (!on_table_at(&u->bases, leg->dx, leg->dy)) return false;
    if (leg_meets(&u->bases, leg, ground->disc, ground->count)) return false;
    struct bases there = u->bases;
    there.west += (int32_t)leg->dx, there.east += (int32_t)leg->dx;
    there.south += (int32_t)leg->dy, there.north += (int32_t)leg->dy;
    for (const struct unit *e = g->unit; e < g->unit + UNITS; e++) {
        if (e->gone || e->player == u->player || boxes_apart(&there, &e->bases, TOUCH)) continue;
        int64_t wide = u->bases.wide + e->bases.wide + 2 * TOUCH;
        if (4 * nearest_pair(&u->bases, leg->dx, leg->dy, &e->bases).long2 <= wide * wide) {
            return false;
        }
    }
    return true;
}

static bool may_walk(struct plain *g, const struct unit *u) {
    struct ground ground;
    struct leg leg;
    ground_of(g, u, u, &ground);
    for (int n = 0; n < WAYS; n++) {
        if (walk_nth(g, u, &ground, n, &leg)) return true;
    }
    return false;
}

/* Walks along a legal way at random: draws any way until one is legal; after 64 misses draws among
 * the legal ones. */
static void walk(struct plain *g, struct unit *u) {
    struct draws *draws = &g->draws[PICKS + u->player];
    struct ground ground;
    struct leg leg, at = {0, 0, 0, 0, 0};
    int chosen = -1, legal = 0;
    ground_of(g, u, u, &ground);
    for (int tries = 0; tries < 64 && chosen < 0; tries++) {
        int n = below(draws, WAYS);
        if (walk_nth(g, u, &ground, n, &at)) chosen = n;
    }
    for (int n = 0; n < WAYS && (chosen < 0 || legal > 0); n++) {
        if (!walk_nth(g, u, &ground, n, &leg) || below(draws, (uint32_t)++legal) > 0) continue;
        chosen = n;
        at = leg;
    }
    answered(g, WAYS, chosen);
    move_by(g, u, at.dx, at.dy);
}

/* Finds the enemies that a unit may choose for an action, in the order of units. */
static int targets_of(struct plain *g, struct unit *u, enum action action, struct unit **out) {
    int count = 0;
    for (struct unit *e = g->unit; e < g->unit + UNITS; e++) {
        if (e->gone || e->player == u->player) continue;
        bool yes = action == CHARGE  ? reaches(g, u, e, u->sort->pace * 2)
                   : action == PRESS ? touching(g, u, e)
                                     : sees(g, u, e) && gap(g, u, e)->gap <= u->sort->range;
        if (yes) out[count++] = e;
    }
    return count;
}

/* Which actions are open to a unit, as far as that has been looked at: 1, 0, or -1 for not yet. */
struct offer {
    struct unit *u;
    /* no enemy is in contact */
    bool free;
    /* there is an enemy to shoot at: 1, 0, or -1 for not yet */
    int shoots;
    int open[ACTIONS];
};

static bool shoots(struct plain *g, struct offer *o) {
    struct unit *some[UNITS];
    if (!o->free || o->u->sort->range == 0) return false;
    if (o->shoots < 0) o->shoots = targets_of(g, o->u, SHOOT, some) > 0;
    return o->shoots;
}

static bool judged(struct plain *g, struct offer *o, enum action action) {
    struct unit *some[UNITS], *u = o->u;
    bool two = u->actions >= 2;
    switch (action) {
    case WALK: return o->free && may_walk(g, u);
    case SHOOT: return !u->shot && shoots(g, o);
    case TAKE_AIM: return two && shoots(g, o);
    case CHARGE: return o->free && two && targets_of(g, u, CHARGE, some) > 0;
    case PRESS: return two && targets_of(g, u, PRESS, some) > 0;
    case STEADY: return u->shaken > 0 && !u->steadied;
    case STAND_GUARD: return o->free && u->sort->range > 0;
    case ACTIONS: break;
    }
    return false;
}

static bool is_open(struct plain *g, struct offer *o, int action) {
    if (o->open[action] < 0) o->open[action] = judged(g, o, (enum action)action);
    return o->open[action];
}

/* Chooses an action at random. Draws one of all actions or "none" until it is an open one or
 * "none"; after 64 misses draws among these. Returns -1 if none is taken. If no action is open, the
 * stream stays as if nothing had been drawn. */
static int choose_action(struct plain *g, struct unit *u) {
    struct offer o = {u, !engaged(g, u), -1, {-1, -1, -1, -1, -1, -1, -1}};
    struct draws *draws = &g->draws[PICKS + u->player], ahead = *draws;
    int n = ACTIONS, legal = 0, open = 0, before = 0;
    bool found = false;
    if (u->fled) return -1;
    for (int i = 0; i < ACTIONS && g->lists; i++) is_open(g, &o, i);
    for (int tries = 0; tries < 64 && !found; tries++) {
        n = below(&ahead, ACTIONS + 1);
        found = n == ACTIONS || is_open(g, &o, n);
    }
    for (int i = 0; i <= ACTIONS && !found; i++) {
        if ((i == ACTIONS || is_open(g, &o, i)) && below(&ahead, (uint32_t)++legal) == 0) n = i;
    }
    bool any = n < ACTIONS;
    for (int i = 0; i < ACTIONS && !any; i++) any = is_open(g, &o, i);
    if (!any) return -1;
    *draws = ahead;
    g->picks++;
    if (!g->tells) return n == ACTIONS ? -1 : n;
    for (int i = 0; i < ACTIONS; i++) {
        open += is_open(g, &o, i);
        if (i < n) before = open;
    }
    tell(g, (uint64_t)open);
    if (n < ACTIONS) tell(g, (uint64_t)before);
    return n == ACTIONS ? -1 : n;
}

static void act(struct plain *g, struct unit *u, enum action action) {
    struct unit *some[UNITS], *target = NULL;
    if (action == SHOOT || action == TAKE_AIM || action == CHARGE || action == PRESS) {
        target = some[pick(g, u->player, targets_of(g, u, action, some))];
    }
    u->actions -= action == TAKE_AIM || action == CHARGE || action == PRESS ? 2 : 1;
    switch (action) {
    case WALK: walk(g, u); break;
    case SHOOT:
        u->shot = true;
        volley(g, u, target, false);
        break;
    case TAKE_AIM: volley(g, u, target, true); break;
    case CHARGE: charge(g, u, target); break;
    case PRESS: melee(g, u, target, false); break;
    case STEADY:
        u->steadied = true;
        u->shaken--;
        break;
    case STAND_GUARD:
        u->actions = 0;
        u->on_guard = true;
        break;
    case ACTIONS: break;
    }
    look(g);
}

static void activate(struct plain *g, struct unit *u) {
    u->on_guard = u->shot = u->steadied = false;
    u->done = true;
    u->actions = 2;
    if (u->shaken > 0 && !keeps_nerve(g, u)) return;
    while (u->actions > 0) {
        int action = choose_action(g, u);
        if (action < 0) return;
        act(g, u, (enum action)action);
    }
}

/* ---- deployment ---- */

/* The places of a unit's first model for which all its models stand on the player's strip: a grid
 * of two inches, row by row from his edge outwards, in a row from his left to his right. */
struct grid {
    int64_t right, ahead; /* how far the grid reaches from its first place */
    int columns, rows;
};

static struct grid grid_of(const struct unit *u) {
    enum { STEP = 2 * INCH };
    struct grid grid;
    grid.right = TABLE - (int64_t)u->sort->models * u->sort->wide;
    grid.ahead = 8 * INCH - u->sort->wide;
    grid.columns = 1 + (int)((grid.right + STEP - 1) / STEP);
    grid.rows = 1 + (int)((grid.ahead + STEP - 1) / STEP);
    return grid;
}

static bool place_nth(const struct plain *g, struct unit *u, const struct grid *grid, int n) {
    int64_t wide = u->sort->wide, half = wide / 2;
    int64_t right = half + least_of(n % grid->columns * 2 * INCH, grid->right);
    int64_t ahead = half + least_of(n / grid->columns * 2 * INCH, grid->ahead);
    u->bases.count = u->sort->models;
    u->bases.wide = (int)wide;
    for (int i = 0; i < u->bases.count; i++, right += wide) {
        u->bases.at[i] = u->player == 0
                             ? (struct point){(int32_t)right, (int32_t)ahead}
                             : (struct point){(int32_t)(TABLE - right), (int32_t)(TABLE - ahead)};
    }
    bases_box(&u->bases);
    for (const struct unit *f = g->unit; f < g->unit + UNITS; f++) {
        if (!f->placed || boxes_apart(&u->bases, &f->bases, 0)) continue;
        int64_t both = wide + f->bases.wide;
        if (4 * nearest_pair(&u->bases, 0, 0, &f->bases).long2 < both * both) return false;
    }
    return true;
}

static void place(struct plain *g, struct unit *u) {
    struct draws *draws = &g->draws[PICKS + u->player];
    struct grid grid = grid_of(u);
    int count = grid.columns * grid.rows, chosen = -1, legal = 0;
    for (int tries = 0; tries < 64 && chosen < 0; tries++) {
        int n = below(draws, (uint32_t)count);
        if (place_nth(g, u, &grid, n)) chosen = n;
    }
    for (int n = 0; n < count && (chosen < 0 || legal > 0); n++) {
        if (place_nth(g, u, &grid, n) && below(draws, (uint32_t)++legal) == 0) chosen = n;
    }
    place_nth(g, u, &grid, answered(g, count, chosen));
    u->placed = true;
    stands(g, u);
}

static void deploy(struct plain *g) {
    for (int left = UNITS, player = 0; left > 0; left--, player = 1 - player) {
        struct unit *reserve[UNITS / 2];
        int count = 0;
        for (struct unit *u = g->unit; u < g->unit + UNITS; u++) {
            if (u->player == player && !u->placed) reserve[count++] = u;
        }
        place(g, reserve[pick(g, player, count)]);
    }
}

/* ---- the battle ---- */

static void choose_goals(struct plain *g) {
    for (int p = 0; p < 2; p++) g->goal[p] = pick(g, p, 2) == 0 ? HOLD_GROUND : HEADHUNTER;
    for (int p = 0; p < 2; p++) {
        if (g->goal[p] != HEADHUNTER) continue;
        g->quarry[p] = UNITS / 2 * (1 - p) + pick(g, p, UNITS / 2);
    }
}

static int to_order(struct plain *g, int player, struct unit **out) {
    int count = 0;
    for (struct unit *u = g->unit; u < g->unit + UNITS; u++) {
        if (!u->gone && !u->done && u->player == player) out[count++] = u;
    }
    return count;
}

static bool in_middle(const struct unit *u) {
    for (int i = 0; i < u->bases.count; i++) {
        int64_t x = u->bases.at[i].x - 18 * INCH, y = u->bases.at[i].y - 18 * INCH;
        int64_t within = 12 * INCH + u->bases.wide;
        if (4 * (x * x + y * y) <= within * within) return true;
    }
    return false;
}

static bool wholly_in_middle(const struct unit *u) {
    for (int i = 0; i < u->bases.count; i++) {
        int64_t x = u->bases.at[i].x - 18 * INCH, y = u->bases.at[i].y - 18 * INCH;
        int64_t spare = 12 * INCH - u->bases.wide;
        if (4 * (x * x + y * y) > spare * spare) return false;
    }
    return true;
}

static void hold_ground(struct plain *g, int player) {
    bool held = false;
    for (const struct unit *u = g->unit; u < g->unit + UNITS; u++) {
        if (u->gone) continue;
        if (u->player == player)
            held = held || wholly_in_middle(u);
        else if (in_middle(u))
            return;
    }
    if (held) g->points[player] += 2;
}

static void turn(struct plain *g) {
    struct unit *some[UNITS];
    for (struct unit *u = g->unit; u < g->unit + UNITS; u++) u->done = false;
    int a = d10(g, AT_TURN), b = d10(g, AT_TURN);
    for (int player = a >= b ? 0 : 1;; player = 1 - player) {
        int count = to_order(g, player, some);
        if (count > 0) {
            activate(g, some[pick(g, player, count)]);
            look(g);
        } else if (to_order(g, 1 - player, some) == 0) {
            break;
        }
    }
    for (int p = 0; p < 2; p++) {
        if (g->goal[p] == HOLD_GROUND) hold_ground(g, p);
    }
    for (struct unit *u = g->unit; u < g->unit + UNITS; u++) u->fled = false;
}

static void plain_battle(struct plain *g, uint64_t seed, bool tells, bool lists) {
    static const char *const events[PICKS] = {"turn", "nerve_test", "volley", "falls", "blows"};
    memset(g, 0, sizeof *g);
    g->tells = tells;
    g->lists = lists;
    for (int i = 0; i < PICKS; i++) draws_begin(&g->draws[i], seed, hashed(events[i]) >> 4);
    for (int p = 0; p < 2; p++) {
        draws_begin(&g->draws[PICKS + p], seed, (UINT64_C(1) << 60) + 1 + (uint64_t)p);
    }
    for (int i = 0; i < UNITS; i++) {
        struct unit *u = &g->unit[i];
        u->kind = roster[i % (UNITS / 2)];
        u->sort = &sorts[u->kind];
        u->player = i / (UNITS / 2);
        u->strength = u->sort->models;
    }
    deploy(g);
    choose_goals(g);
    for (int round = 0; round < 4; round++) turn(g);
    for (int p = 0; p < 2; p++) {
        if (g->goal[p] == HEADHUNTER && g->unit[g->quarry[p]].gone) g->points[p] += 5;
    }
    for (int i = 0; i < UNITS; i++) g->points[g->unit[i].player] += g->unit[i].strength;
    g->winner = g->points[0] == g->points[1] ? -1 : g->points[1] > g->points[0];
}

#endif
