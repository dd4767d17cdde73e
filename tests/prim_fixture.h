/*
 * For the tests of prim: a small image made by hand, and functions that put things into a World of
 * it. The image has three players, models in units, zones and terrain. 2540 units are an inch; a
 * small base has a radius of 1600 units, a large one of 2000. All is static, for a test to include
 * once.
 */
#ifndef MYTH_TESTS_PRIM_FIXTURE_H
#define MYTH_TESTS_PRIM_FIXTURE_H

#include "board_plane_inner.h"

#include <stdlib.h>
#include <string.h>

enum kinds {
    THING,
    PLAYER,
    GAME,
    PIECE,
    MODEL,
    GROUP,
    UNIT,
    FEATURE,
    ITEM,
    CARD,
    ZONE,
    TERRAIN,
    AREA,
    BORDER,
    KINDS
};
enum fields { PLACE, BASE, MEMBERS, ZONE_OUTLINE, OUTLINE, SIGHT, MOVE, FIELDS };
enum shapes { SMALL, LARGE, SOUTH, NORTH, WEST, ROUND, OVAL, BLOCK, SHAPES };
enum quantities { Q_SIGHT, Q_MOVE, Q_ENEMY, QUANTITIES };
enum { R = 1600, D = 3200, INCH = UNITS_PER_INCH, PLACE_WAKES = 6 };

static const struct {
    int32_t parent, end, root;
    int32_t words;
} kind_rows[KINDS] = {
    [THING] = {-1, KINDS, ROOT_THING, T_WORDS},
    [PLAYER] = {THING, GAME, ROOT_PLAYER, T_WORDS},
    [GAME] = {THING, PIECE, ROOT_GAME, T_WORDS},
    [PIECE] = {THING, GROUP, ROOT_PIECE, T_WORDS + 1},
    [MODEL] = {PIECE, GROUP, ROOT_PIECE, T_WORDS + 1},
    [GROUP] = {THING, FEATURE, ROOT_GROUP, T_WORDS},
    [UNIT] = {GROUP, FEATURE, ROOT_GROUP, T_WORDS + 1},
    [FEATURE] = {THING, ITEM, ROOT_FEATURE, T_WORDS},
    [ITEM] = {THING, CARD, ROOT_ITEM, T_WORDS},
    [CARD] = {THING, ZONE, ROOT_CARD, T_WORDS},
    [ZONE] = {THING, TERRAIN, ROOT_ZONE, T_WORDS + 1},
    [TERRAIN] = {THING, AREA, ROOT_TERRAIN, T_WORDS + 3},
    [AREA] = {THING, BORDER, ROOT_AREA, T_WORDS},
    [BORDER] = {THING, KINDS, ROOT_BORDER, T_WORDS},
};

static const char *const text_rows[] = {"place",       "base",    "members",
                                        "outline",     "outline", "blocks_sight",
                                        "blocks_move", "man",     "captain"};

static const struct {
    uint8_t class;
    int32_t kind, slot;
    int64_t first;
} field_rows[FIELDS] = {
    [PLACE] = {V_PLACE, PIECE, T_PLACE, NONE},     [BASE] = {V_SHAPE, PIECE, T_WORDS, SMALL},
    [MEMBERS] = {V_SET, UNIT, T_WORDS, 0},         [ZONE_OUTLINE] = {V_SHAPE, ZONE, T_WORDS, NONE},
    [OUTLINE] = {V_SHAPE, TERRAIN, T_WORDS, NONE}, [SIGHT] = {V_TRUTH, TERRAIN, T_WORDS + 1, 0},
    [MOVE] = {V_TRUTH, TERRAIN, T_WORDS + 2, 0},
};

struct sample {
    struct image img;
    struct image_kind kinds[KINDS];
    struct image_field fields[FIELDS];
    struct image_shape shapes[SHAPES];
    struct image_quantity quantities[QUANTITIES];
    struct image_blueprint blueprints[2];
    struct state s;
};

static inline void fill_tables(struct sample *t) {
    for (int32_t k = 0; k < KINDS; k++) {
        t->kinds[k] = (struct image_kind){.parent = kind_rows[k].parent,
                                          .end = kind_rows[k].end,
                                          .root = kind_rows[k].root,
                                          .words = kind_rows[k].words,
                                          .of = k == UNIT ? MODEL : -1,
                                          .members = k == UNIT ? MEMBERS : -1};
        if (k != MODEL && k != UNIT) t->img.root[kind_rows[k].root] = k;
    }
    for (int32_t f = 0; f < FIELDS; f++) {
        t->fields[f] = (struct image_field){.name = f,
                                            .label = -1,
                                            .type = {field_rows[f].class, V_THING, -1},
                                            .kind = field_rows[f].kind,
                                            .how = FIELD_STORED,
                                            .slot = field_rows[f].slot,
                                            .first = field_rows[f].first,
                                            .quantity = -1};
    }
    t->fields[PLACE].wakes = PLACE_WAKES;
    const struct image_shape shapes[SHAPES] = {
        [SMALL] = {SHAPE_CIRCLE, -1, R, 0, NONE, 0, 0},
        [LARGE] = {SHAPE_CIRCLE, -1, 2000, 0, NONE, 0, 0},
        [SOUTH] = {SHAPE_STRIP, SIDE_SOUTH, 8 * INCH, 0, NONE, 0, 0},
        [NORTH] = {SHAPE_STRIP, SIDE_NORTH, 8 * INCH, 0, NONE, 0, 0},
        [WEST] = {SHAPE_STRIP, SIDE_WEST, 8 * INCH, 0, NONE, 0, 0},
        [ROUND] = {SHAPE_CIRCLE, -1, 3 * INCH, 0, NONE, 0, 0},
        [OVAL] = {SHAPE_OVAL, -1, 6000, 3500, NONE, 0, 0},
        [BLOCK] = {SHAPE_RECTANGLE, -1, 2000, 6000, NONE, 0, 0},
    };
    memcpy(t->shapes, shapes, sizeof shapes);
    for (int32_t b = 0; b < 2; b++) {
        t->blueprints[b] = (struct image_blueprint){.name = 7 + b,
                                                    .title = -1,
                                                    .kind = MODEL,
                                                    .outer = -1,
                                                    .init = -1,
                                                    .words = T_WORDS + 1};
    }
}

static inline void open_sample(struct sample *t) {
    memset(t, 0, sizeof *t);
    fill_tables(t);
    struct image *img = &t->img;
    img->texts = (const char **)(uintptr_t)text_rows;
    img->texts_count = (int32_t)ARRAY_LEN(text_rows);
    img->kinds = t->kinds, img->kinds_count = KINDS;
    img->fields = t->fields, img->fields_count = FIELDS;
    img->shapes = t->shapes, img->shapes_count = SHAPES;
    img->quantities = t->quantities, img->quantities_count = QUANTITIES;
    img->blueprints = t->blueprints, img->blueprints_count = 2;
    img->players = 3;
    img->thing_words = T_WORDS + 3;
    img->blocks_sight = img->blocks_move = img->enemy = img->in_force = img->friendly = -1;
    /* What is derived from the image lies in the image's arena. All samples use one arena, which is
     * never freed. */
    static struct arena derived;
    img->arena = derived;
    (void)state_derive(img);
    derived = img->arena;
    state_open(&t->s, img);
}

static inline int64_t spot(int64_t x, int64_t y) {
    return state_spot((int32_t)x, (int32_t)y);
}

/* Makes a lone model with a base of shape `shape`. `place` NONE: the model has no place. */
static inline int64_t model(struct sample *t, int64_t owner, int64_t shape, int64_t place) {
    int64_t id = state_create(&t->s, MODEL, -1, owner);
    state_put(&t->s, id, T_WORDS, shape);
    (void)prim_stand(&t->s, id, place);
    return id;
}

static inline int64_t unit(struct sample *t, int64_t owner, int32_t models, int64_t place) {
    int64_t id = state_create(&t->s, UNIT, -1, owner);
    for (int32_t i = 0; i < models; i++) {
        state_join(&t->s, id, state_create(&t->s, MODEL, -1, owner));
    }
    (void)prim_stand(&t->s, id, place);
    return id;
}

static inline int64_t member(struct sample *t, int64_t group, int64_t n) {
    return state_list(&t->s, state_word(&t->s, group, T_WORDS)).at[n];
}

static inline int64_t sited(struct sample *t, int32_t kind, int64_t owner, int64_t shape,
                            int64_t place) {
    int64_t id = state_create(&t->s, kind, -1, owner);
    state_put(&t->s, id, T_WORDS, shape);
    state_put(&t->s, id, T_PLACE, place);
    return id;
}

static inline void small_table(struct sample *t) {
    state_lay_table(&t->s, spot(36 * INCH, 36 * INCH));
}

/* Calls a primitive with up to three arguments. Returns its result, or FAILED if it failed. */
enum { FAILED = -77 };
static inline int64_t call(struct sample *t, enum prim_id id, int64_t a, int64_t b, int64_t c) {
    const int64_t args[] = {a, b, c};
    int64_t result = FAILED;
    return prim_call(&t->s, id, args, 3, &result) ? result : FAILED;
}

static inline int64_t list_of(struct sample *t, int64_t a, int64_t b, int64_t c) {
    const int64_t words[] = {a, b, c};
    int64_t count = b == NONE ? 1 : c == NONE ? 2 : 3;
    return state_scratch_copy(&t->s, words, count);
}

static inline bool list_is(struct sample *t, int64_t handle, int64_t count, int64_t a, int64_t b,
                           int64_t c) {
    struct view v = state_list(&t->s, handle);
    const int64_t words[] = {a, b, c};
    return v.count == count && (count == 0 || memcmp(v.at, words, (size_t)count * 8) == 0);
}

/* Finds the bases of all models but those of units a and b, by walking over all units (of three
 * models each). Returns how many they are. */
static inline size_t all_but(struct sample *t, const int64_t *units, int count, int a, int b,
                             struct plane_shape *out) {
    size_t n = 0;
    for (int i = 0; i < count; i++) {
        if (i == a || i == b || units[i] == NONE) continue;
        for (int64_t k = 0; k < 3; k++) {
            int64_t place = state_word(&t->s, member(t, units[i], k), T_PLACE);
            struct plane_point at = {state_x(place), state_y(place)};
            if (plane_round(at, D, &out[n++]) != PLANE_OK) abort();
        }
    }
    return n;
}

static inline struct plane_set of_unit(struct sample *t, int64_t unit_id, struct plane_shape *out) {
    for (int64_t k = 0; k < 3; k++) {
        int64_t place = state_word(&t->s, member(t, unit_id, k), T_PLACE);
        struct plane_point at = {state_x(place), state_y(place)};
        if (plane_round(at, D, &out[k]) != PLANE_OK) abort();
    }
    return (struct plane_set){out, 3};
}

#endif
