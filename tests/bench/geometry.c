/*
 * Times questions of geometry with few and with many units on the table. Five units of ten models
 * ask about one another on the same ground in three settings: "few", they are alone; "many",
 * fifteen more units stand elsewhere on the table; "thick", the fifteen stand around them.
 *
 * Few and many ask the same, so the difference is what 150 more models cost by being there. Many
 * may cost at most twice as much as few.
 *
 * Thick asks something else. Four times as many bases lie between two units; a line of sight must
 * be tried against each of them, because whether it blocks is for the rules to say; a way has four
 * times as much to go round, and often there is none. No index can pass over what is in the way. So
 * the limit is on the cost of each further thing in the way (in the box around the two units),
 * against the cost of the whole question in few.
 *
 * The units asked about are as near as in a battle (16 inches for a charge, 30 for a shot), and the
 * rules say what blocks. The sorts of questions: sight; how far it is round what is in the way;
 * ways that keep an inch off; the candidates of a path. An argument names one sort. The bench also
 * checks that questions asked again allocate nothing.
 */
#include "bench.h"

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/run_int.h"

enum { ROUNDS = 30, FEW = 5, MANY = 20, TABLES = 20, ASKED = 400 };

struct table {
    struct battle *b;
    const struct image *img;
    int64_t unit[MANY];
    int units;
    /* how far the first FEW units are from one another, in units of length */
    int64_t far[FEW][FEW];
    int64_t foes[2]; /* by player: the set of the other player's units, kept in scratch memory */
};

static int32_t blueprint(const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        if (strcmp(image_text(img, img->blueprints[i].name), name) == 0) return i;
    }
    fprintf(stderr, "bench: there is no '%s'\n", name);
    exit(1);
}

static uint64_t draw(uint64_t *x, uint64_t below) {
    *x = base_mix(*x + 1);
    return *x % below;
}

static int64_t thing_named(const struct table *t, const char *name) {
    return state_instances(&t->b->s, blueprint(t->img, name)).at[0];
}

/* Whether a place is far from the corner where the five units stand. */
static bool is_elsewhere(int64_t spot) {
    return state_x(spot) > 90 * UNITS_PER_INCH || state_y(spot) > 66 * UNITS_PER_INCH;
}

static void stand(struct table *t, int i, bool elsewhere, uint64_t *x) {
    struct state *s = &t->b->s;
    int64_t unit = battle_create(t->b, blueprint(t->img, "band"), battle_player(t->b, i % 2));
    const struct prim_place_ask ask = {unit, elsewhere ? NONE : thing_named(t, "here"), NONE, NONE,
                                       false};
    int64_t count = prim_place_count(s, &ask), spot;
    do {
        while (!prim_place_candidate(s, &ask, (int64_t)draw(x, (uint64_t)count), &spot)) {
        }
    } while (elsewhere && !is_elsewhere(spot));
    if (!battle_place(t->b, unit, spot)) exit(1);
    t->unit[i] = unit;
}

/* Sets up a battle with units of ten models on free places. The first FEW units stand the same for
 * each seed, whatever other units there are. */
static void set_up(struct table *t, const struct image *img, int units, bool elsewhere,
                   uint64_t seed) {
    const struct run_options options = {.seed = seed, .chance = CHANCE_STREAM};
    t->img = img;
    t->units = units;
    t->b = battle_new(img, &options);
    struct state *s = &t->b->s;
    battle_scenario(t->b, blueprint(img, "field"));
    uint64_t x = seed;
    for (int i = 0; i < units; i++) stand(t, i, elsewhere && i >= FEW, &x);
    for (int i = 0; i < FEW * FEW; i++) {
        const int64_t two[] = {t->unit[i / FEW], t->unit[i % FEW]};
        if (!prim_call(s, PRIM_DISTANCE, two, 2, &t->far[i / FEW][i % FEW])) exit(1);
    }
    s->scratch_used = 0;
    for (int p = 0; p < 2; p++) {
        t->foes[p] = state_scratch(s, units);
        for (int i = 1 - p; i < units; i += 2) state_scratch_add(s, t->foes[p], t->unit[i]);
    }
    world_forget(&s->w);
}

enum sort { SIGHT, REACH, WAYS, PATHS, QUESTIONS };
static const char *const names[QUESTIONS] = {"geometry_sight", "geometry_reach", "geometry_ways",
                                             "geometry_paths"};

/* Returns one of the first FEW units within so many inches of the i-th; MANY if there is none. */
static size_t another(struct table *t, size_t i, int64_t inches, uint64_t *x) {
    size_t some[FEW], count = 0;
    for (size_t k = 0; k < FEW; k++) {
        if (k != i && t->far[i][k] <= inches * UNITS_PER_INCH) some[count++] = k;
    }
    return count > 0 ? some[draw(x, count)] : MANY;
}

/* Asks a question of a sort, drawn by `seed`. Returns a digest of its answer. */
static uint64_t ask(struct table *t, enum sort q, uint64_t seed, int *asked) {
    struct state *s = &t->b->s;
    size_t mark = s->scratch_used;
    uint64_t x = seed;
    size_t i = draw(&x, FEW);
    size_t k = another(t, i, q == SIGHT ? 30 : 16, &x);
    if (k == MANY) return 0;
    (*asked)++;
    int64_t foes = t->foes[i % 2], result = 0;
    const int64_t two[] = {t->unit[i], t->unit[k],         NONE, 1 * UNITS_PER_INCH, foes,
                           NONE,       16 * UNITS_PER_INCH};
    const int64_t way[] = {t->unit[i], t->unit[k],         12 * UNITS_PER_INCH,
                           NONE,       1 * UNITS_PER_INCH, foes};
    bool fine = true;
    switch (q) {
    case SIGHT: fine = prim_call(s, PRIM_SEES, two, 2, &result); break;
    case REACH: fine = prim_call(s, PRIM_REACH, two, 7, &result); break;
    case WAYS: fine = prim_call(s, PRIM_WAY_INTO, way, 6, &result); break;
    case PATHS:
        for (int64_t n = 0; n < prim_path_count(s, t->unit[i], 8 * UNITS_PER_INCH); n += 3) {
            int64_t list;
            result += prim_path_candidate(s, t->unit[i], 8 * UNITS_PER_INCH, n, &list);
        }
        break;
    case QUESTIONS: break;
    }
    if (!fine) {
        fprintf(stderr, "bench: %s\n", s->error.text);
        exit(1);
    }
    s->scratch_used = mark;
    return base_mix((uint64_t)result);
}

/* Returns how many bases of other units there are in the box around units i and k. */
static int64_t in_the_way(const struct table *t, size_t i, size_t k) {
    const struct state *s = &t->b->s;
    struct view pieces = state_extent(s, s->img->root[ROOT_PIECE]);
    int64_t west = INT64_MAX, south = INT64_MAX, east = INT64_MIN, north = INT64_MIN, count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t n = 0; n < pieces.count; n++) {
            int64_t spot = state_word(s, pieces.at[n], T_PLACE), x = state_x(spot);
            int64_t unit = state_word(s, pieces.at[n], T_HOLDER), y = state_y(spot);
            bool own = unit == t->unit[i] || unit == t->unit[k];
            if (pass == 1) {
                count += !own && x >= west && x <= east && y >= south && y <= north;
            } else if (own) {
                west = x < west ? x : west, east = x > east ? x : east;
                south = y < south ? y : south, north = y > north ? y : north;
            }
        }
    }
    return count;
}

/* Returns the mean, over the questions of a sort, of how many bases are in the way. */
static double thickness(struct table *tables, enum sort q) {
    int64_t sum = 0, asked = 0;
    for (int k = 0; k < TABLES; k++) {
        for (uint64_t n = 0; n < ASKED / TABLES; n++) {
            uint64_t x = n * 7919 + (uint64_t)k;
            size_t i = draw(&x, FEW), other = another(&tables[k], i, q == SIGHT ? 30 : 16, &x);
            if (other == MANY) continue;
            sum += in_the_way(&tables[k], i, other);
            asked++;
        }
    }
    return (double)sum / (double)asked;
}

/* Returns how much room geometry has taken for itself on all tables. */
static size_t room_of(const struct table *tables) {
    size_t room = 0;
    for (int k = 0; k < TABLES; k++) {
        const struct state *s = &tables[k].b->s;
        room += s->scratch_capacity + s->stood_capacity + s->stood_shapes_capacity +
                s->index.pieces_capacity + s->index.ranks_capacity;
    }
    return room;
}

/* Returns the mean time of a question of a sort, in nanoseconds, over so many tables. */
static double round_of(struct table *tables, int count, enum sort q, uint64_t *sink) {
    uint64_t start = bench_now();
    int asked = 0;
    for (int k = 0; k < count; k++) {
        for (uint64_t i = 0; i < ASKED / (uint64_t)count; i++) {
            *sink += ask(&tables[k], q, i * 7919 + (uint64_t)k, &asked);
        }
    }
    return (double)(bench_now() - start) / asked;
}

int main(int argc, char **argv) {
    struct arena scratch = {0};
    enum ruleset_result result;
    const struct image *img =
        ruleset_load(&scratch, diags_new(&scratch), "tests/bench/geometry.myth", &result);
    static struct table few[TABLES], many[TABLES], thick[TABLES];
    uint64_t sink = 0;
    bool fine = img != NULL;
    for (int k = 0; fine && k < TABLES; k++) {
        set_up(&few[k], img, FEW, false, (uint64_t)k + 1);
        set_up(&many[k], img, MANY, true, (uint64_t)k + 1);
        set_up(&thick[k], img, MANY, false, (uint64_t)k + 1);
    }
    for (int q = 0; img && q < QUESTIONS; q++) {
        double least[3] = {0, 0, 0};
        char name[60];
        if (argc > 1 && strcmp(argv[1], names[q]) != 0) continue;
        (void)round_of(thick, TABLES, (enum sort)q, &sink);
        size_t room = room_of(thick);
        for (int round = 0; round < ROUNDS; round++) {
            bench_least(&least[0], round_of(few, TABLES, (enum sort)q, &sink));
            bench_least(&least[1], round_of(many, TABLES, (enum sort)q, &sink));
            bench_least(&least[2], round_of(thick, TABLES, (enum sort)q, &sink));
        }
        if (room_of(thick) != room) {
            printf("%s: it took more room after the first round\n", names[q]);
            fine = false;
        }
        fine &= bench_ratio(names[q], least[1], least[0], "ns");
        double some = thickness(few, (enum sort)q), more = thickness(thick, (enum sort)q);
        printf("%-16s %10.1f ns with %.1f in the way, %10.1f ns with %.1f\n", names[q], least[0],
               some, least[2], more);
        snprintf(name, sizeof name, "%s_each", names[q]);
        fine &= bench_ratio(name, (least[2] - least[0]) / (more - some), least[0], "ns");
    }
    for (int k = 0; img && k < TABLES; k++) {
        battle_free(few[k].b);
        battle_free(many[k].b);
        battle_free(thick[k].b);
    }
    if (img) image_free((struct image *)(uintptr_t)img);
    arena_free(&scratch);
    if (sink == 1) printf("\n");
    return fine ? 0 : 1;
}
