/*
 * Times questions on a map of 40 areas and on one of 400, which has the same 40 in its middle: for
 * a way, for a place, for a line, for how many steps. The mover stands in the middle of the 40, and
 * what is asked lies among them, so both ask the same; the 400 may cost at most 1.5 times as much.
 */
#include "bench.h"

#include <stdarg.h>
#include <unistd.h>

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/run_int.h"

enum { ROUNDS = 20, ASKED = 4000, WIDE = 8, DEEP = 5 };

struct map {
    struct battle *b;
    struct image *img;
    int wide, deep;
    int64_t area[WIDE * DEEP]; /* those that both maps have, row by row */
    int64_t mover;
};

static struct arena arena;

static void add(char **text, size_t *len, size_t *room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    memory_print(text, room, len, format, args);
    va_end(args);
}

/* A grid of areas, two inches apart, in which some borders are dear and some areas are water. */
static struct span rules(int wide, int deep) {
    char *text = NULL;
    size_t len = 0, room = 0;
    add(&text, &len, &room,
        "ruleset grid \"Grid\" { version \"1\"; players red, blue }\n"
        "kind area { wet yes_no = no }\nkind unit is piece { swims yes_no = no }\n"
        "kind scenario is feature of game\nunit man \"Man\"\n"
        "no to may_cross when there.wet and mover is unit and not mover.swims \"water\"\n"
        "kind border { ford yes_no = no }\n"
        "= 2 to crossing_cost when border_between(here, there).ford \"ford\"\nscenario s \"S\" "
        "{\n");
    const int left = (wide - WIDE) / 2, low = (deep - DEEP) / 2;
    for (int y = 0; y < deep; y++) {
        for (int x = 0; x < wide; x++) {
            const int u = x - left + 40, v = y - low + 40;
            add(&text, &len, &room, "area a%d_%d { capacity 3; centre (%d\", %d\")%s }\n", u, v,
                2 * x, 2 * y, (5 * u + 3 * v) % 7 == 0 ? "; wet" : "");
        }
    }
    for (int y = 0; y < deep; y++) {
        for (int x = 0; x < wide; x++) {
            const int u = x - left + 40, v = y - low + 40;
            const char *ford = (u + 2 * v) % 5 == 0 ? "; ford" : "";
            if (x + 1 < wide)
                add(&text, &len, &room, "border h%d_%d { a a%d_%d; b a%d_%d%s }\n", u, v, u, v,
                    u + 1, v, ford);
            if (y + 1 < deep)
                add(&text, &len, &room, "border v%d_%d { a a%d_%d; b a%d_%d%s }\n", u, v, u, v, u,
                    v + 1, ford);
        }
    }
    add(&text, &len, &room, "}\nevent battle { stop }\n");
    const struct span all = {arena_text(&arena, text, len), len};
    memory_free(text);
    return all;
}

static int32_t blueprint(const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->blueprints_count; i++)
        if (strcmp(image_text(img, img->blueprints[i].name), name) == 0) return i;
    fprintf(stderr, "bench: there is no '%s'\n", name);
    exit(1);
}

static void set_up(struct map *m, int wide, int deep) {
    enum ruleset_result result;
    struct diags *d = diags_new(&arena);
    const struct span text = rules(wide, deep);
    char path[] = "/tmp/myth_bench_XXXXXX.myth";
    const int file = mkstemps(path, 5);
    if (file < 0 || write(file, text.at, text.len) != (ssize_t)text.len) exit(1);
    close(file);
    m->img = ruleset_load(&arena, d, path, &result);
    unlink(path);
    if (!m->img) {
        diag_print(d, stderr, false);
        exit(1);
    }
    const struct run_options options = {.seed = 1, .chance = CHANCE_STREAM};
    m->b = battle_new(m->img, &options);
    if (!battle_scenario(m->b, blueprint(m->img, "s"))) exit(1);
    for (int i = 0; i < WIDE * DEEP; i++) {
        char name[20];
        snprintf(name, sizeof name, "a%d_%d", 40 + i % WIDE, 40 + i / WIDE);
        m->area[i] = state_instances(&m->b->s, blueprint(m->img, name)).at[0];
    }
    for (int i = 0; i < WIDE * DEEP; i++) { /* a piece in each of the 40; the last moves */
        const int at = (i + WIDE * DEEP / 2 + 4) % (WIDE * DEEP);
        m->mover = battle_create(m->b, blueprint(m->img, "man"), battle_player(m->b, i % 2));
        if (!battle_place(m->b, m->mover, m->area[at])) exit(1);
    }
    const int middle = DEEP / 2 * WIDE + WIDE / 2;
    if (!battle_place(m->b, m->mover, m->area[middle])) exit(1);
    world_forget(&m->b->s.w);
}

enum sort { WAYS, PLACES, LINES, STEPS, QUESTIONS };
static const char *const names_of[QUESTIONS] = {"map_ways", "map_places", "map_lines", "map_steps"};

/* Asks a question; returns a digest of the answer, which both maps must give. */
static uint64_t ask(struct map *m, enum sort sort, int n) {
    struct state *s = &m->b->s;
    const size_t mark = s->scratch_used;
    const struct prim_place_ask place = {m->mover, NONE, 2, m->mover, false};
    const int64_t two[] = {m->area[n % (WIDE * DEEP)], m->area[n * 7 % (WIDE * DEEP)]};
    int64_t value = 0, sum = 0;
    switch (sort) {
    case WAYS:
        for (int64_t i = prim_path_count(s, m->mover, 2) - 1; i >= 0; i--) {
            if (!prim_path_again(s, m->mover, 2, i, &value)) exit(1);
            sum += state_list(s, value).count;
        }
        break;
    case PLACES:
        for (int64_t i = prim_place_count(s, &place) - 1; i >= 0; i--)
            sum += prim_place_candidate(s, &place, i, &value);
        break;
    case LINES:
        if (!prim_call(s, PRIM_LINE, two, 2, &value)) exit(1);
        sum = state_list(s, value).count;
        break;
    case STEPS:
        if (!prim_call(s, PRIM_STEPS, two, 2, &sum)) exit(1);
        break;
    case QUESTIONS: break;
    }
    s->scratch_used = mark;
    return (uint64_t)sum;
}

static double time_of(struct map *m, enum sort sort, uint64_t *digest) {
    const uint64_t start = bench_now();
    *digest = 0;
    for (int n = 0; n < ASKED; n++) *digest = *digest * 31 + ask(m, sort, n);
    return (double)(bench_now() - start) / ASKED;
}

int main(void) {
    struct map few = {.wide = WIDE}, many = {.wide = 20};
    bool fine = true;
    set_up(&few, WIDE, DEEP);
    set_up(&many, 20, 20);
    for (int sort = WAYS; sort < QUESTIONS; sort++) {
        double least_few = 0, least_many = 0;
        uint64_t a, b;
        for (int round = 0; round < ROUNDS; round++) {
            bench_least(&least_few, time_of(&few, (enum sort)sort, &a));
            bench_least(&least_many, time_of(&many, (enum sort)sort, &b));
            if (a != b) {
                fprintf(stderr, "bench: %s: the maps answer otherwise\n", names_of[sort]);
                return 1;
            }
        }
        fine &= bench_ratio(names_of[sort], least_many, least_few, "ns");
    }
    battle_free(few.b);
    battle_free(many.b);
    image_free(few.img);
    image_free(many.img);
    arena_free(&arena);
    return fine ? 0 : 1;
}
