/*
 * board_map: the board that is a map of areas and borders. It answers what prim asks of a board
 * (prim_board.h): it numbers the areas and borders of the World, and has `graph` reckon on them.
 *
 * On a map a place is an area, so the word of a place is the id of a thing. A group stands where
 * its first member does; it moves as a whole. Lengths are numbers: of borders, or what crossing
 * them costs.
 */
#include "board_map_inner.h"

#include <string.h>

/* ---- The map of a battle ---- */

static uint32_t word_of(const struct image *img, enum kind_root root, const char *name) {
    const int32_t field = image_root_field(img, root, name);
    ASSERT(field >= 0);
    return (uint32_t)img->fields[field].slot;
}

/* Whether an instruction reads or writes one of the temps from to to, or may. */
static bool touches(const struct image_code *i, int32_t from, int32_t to, bool written) {
    const struct opcode_row *row = image_opcode((enum opcode)i->op);
    const char *const kinds[] = {row->a, row->b, row->c};
    const int32_t at[] = {i->a, i->b, i->c};
    bool any = false;
    for (int n = 0; n < 3; n++) {
        const bool out = strcmp(kinds[n], "out") == 0, first = strcmp(kinds[n], "first") == 0;
        if (out == written && (out || strcmp(kinds[n], "in") == 0))
            any |= at[n] >= from && at[n] <= to;
        const bool counts = n < 2 && strcmp(kinds[n + 1], "n") == 0;
        if (first && !written) any |= at[n] <= to && (!counts || at[n] + at[n + 1] > from);
    }
    return any;
}

/* Whether of its last argument, the goal, a function of may_cross asks only whether it is the
 * argument before it. */
static bool compares_goal(const struct image *img, int32_t func) {
    enum { THERE = 2, GOAL = 3 };
    if (func < 0) return true;
    const struct image_func *f = &img->funcs[func];
    for (const struct image_code *i = img->code + f->first; i < img->code + f->first + f->count;
         i++) {
        const bool same =
            i->op == CODE_SAME && i->b + i->c == THERE + GOAL && (i->b == GOAL || i->c == GOAL);
        if (touches(i, THERE, GOAL, true) || (!same && touches(i, GOAL, GOAL, false))) return false;
    }
    return true;
}

static bool goal_is_there(const struct image *img) {
    const struct image_quantity *q = &img->quantities[img->may_cross];
    bool is = compares_goal(img, q->start);
    for (int32_t i = 0; is && i < q->loose + q->keyed; i++) {
        const int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        is = compares_goal(img, img->rules[img->lists[at]].body);
    }
    return is;
}

static struct map_words words_of(const struct image *img) {
    return (struct map_words){
        .centre = word_of(img, ROOT_AREA, "centre"),
        .outline = word_of(img, ROOT_AREA, "outline"),
        .capacity = image_root_field(img, ROOT_AREA, "capacity"),
        .a = word_of(img, ROOT_BORDER, "a"),
        .b = word_of(img, ROOT_BORDER, "b"),
        .one_way = word_of(img, ROOT_BORDER, "one_way"),
        .goal_is_there = goal_is_there(img),
    };
}

static struct view things_of(const struct state *s, enum kind_root root) {
    return state_extent(s, s->img->root[root]);
}

enum { WORDS_AREA = 3, WORDS_BORDER = 4 };

/* Writes what a map of the present World is made of, or compares it with what is written there.
 * Returns false if it differs. */
static bool same_words(const struct state *s, const struct map_words *w, int64_t *made, bool fill) {
    const struct view areas = things_of(s, ROOT_AREA), borders = things_of(s, ROOT_BORDER);
    bool same = true;
    for (int64_t i = 0; i < areas.count && same; i++, made += WORDS_AREA) {
        const int64_t it = areas.at[i];
        const int64_t words[] = {it, state_word(s, it, w->centre), state_word(s, it, w->outline)};
        if (fill) memcpy(made, words, sizeof words);
        same = memcmp(made, words, sizeof words) == 0;
    }
    for (int64_t i = 0; i < borders.count && same; i++, made += WORDS_BORDER) {
        const int64_t it = borders.at[i];
        const int64_t words[] = {it, state_word(s, it, w->a), state_word(s, it, w->b),
                                 state_word(s, it, w->one_way)};
        if (fill) memcpy(made, words, sizeof words);
        same = memcmp(made, words, sizeof words) == 0;
    }
    return same;
}

/* Takes the outline of an area: a polygon, or a rectangle that has a centre. */
static bool outline_of(struct state *s, int64_t shape, struct arena *arena,
                       struct graph_area *out) {
    if (shape == NONE) return true;
    const struct image_shape *is = &s->img->shapes[shape];
    struct graph_point *at = NEW_ARRAY(arena, GRAPH_CORNERS, struct graph_point);
    out->corners = at;
    if (is->what == SHAPE_POLYGON) {
        for (int32_t i = 0; i < is->points && i < GRAPH_CORNERS; i++) {
            const int64_t spot = s->img->constants[is->first_point + i];
            at[i] = (struct graph_point){state_x(spot), state_y(spot)};
        }
        out->corner_count = is->points;
        return true;
    }
    const int64_t middle = is->centre;
    if (is->what != SHAPE_RECTANGLE || is->centre == NONE || is->a > GRAPH_MAX ||
        is->b > GRAPH_MAX) {
        return state_fail(s, "the outline of an area is a polygon, or a rectangle with a centre");
    }
    const int64_t west = state_x(middle) - is->a / 2, south = state_y(middle) - is->b / 2;
    const int32_t x[] = {(int32_t)west, (int32_t)(west + is->a)};
    const int32_t y[] = {(int32_t)south, (int32_t)(south + is->b)};
    at[0] = (struct graph_point){x[0], y[0]}, at[1] = (struct graph_point){x[1], y[0]};
    at[2] = (struct graph_point){x[1], y[1]}, at[3] = (struct graph_point){x[0], y[1]};
    out->corner_count = 4;
    return true;
}

static bool in_range(struct graph_point p) {
    return p.x >= -GRAPH_MAX && p.x <= GRAPH_MAX && p.y >= -GRAPH_MAX && p.y <= GRAPH_MAX;
}

static bool area_of(struct state *s, const struct map *m, int64_t thing, struct arena *arena,
                    struct graph_area *out) {
    const int64_t centre = state_word(s, thing, m->words.centre);
    *out = (struct graph_area){.centred = centre != NONE};
    if (out->centred) out->centre = (struct graph_point){state_x(centre), state_y(centre)};
    if (!outline_of(s, state_word(s, thing, m->words.outline), arena, out)) return false;
    bool good = in_range(out->centre);
    for (int32_t i = 0; i < out->corner_count; i++) good = good && in_range(out->corners[i]);
    return good || state_fail(s, "the centre or outline of an area is out of range");
}

/* Makes the graph. A border with an end that is no area leads nowhere. */
static bool make_graph(struct state *s, struct map *m) {
    struct arena room = {0};
    struct graph_area *areas = NEW_ARRAY(&room, (size_t)m->count + 1, struct graph_area);
    struct graph_border *borders = NEW_ARRAY(&room, (size_t)m->borders + 1, struct graph_border);
    bool good = true;
    for (int32_t i = 0; i < m->count && good; i++)
        good = area_of(s, m, m->area[i], &room, &areas[i]);
    for (int32_t i = 0; i < m->borders; i++) {
        borders[i].a = map_number(m, state_word(s, m->border[i], m->words.a));
        borders[i].b = map_number(m, state_word(s, m->border[i], m->words.b));
        borders[i].one_way = state_word(s, m->border[i], m->words.one_way) == 1;
    }
    if (good) m->graph = graph_new(&m->arena, areas, m->count, borders, m->borders);
    arena_free(&room);
    return good;
}

static bool make(struct state *s, struct map *m) {
    const struct view areas = things_of(s, ROOT_AREA), borders = things_of(s, ROOT_BORDER);
    arena_free(&m->arena);
    m->since = m->at = 0;
    m->asked.known = false;
    m->graph = NULL;
    if (areas.count > GRAPH_AREAS) return state_limit(s, LIMIT_THINGS);
    m->count = (int32_t)areas.count;
    m->borders = (int32_t)borders.count;
    m->ids = 1;
    for (int32_t i = 0; i < m->count; i++)
        if (areas.at[i] >= m->ids) m->ids = areas.at[i] + 1;
    m->area = NEW_ARRAY(&m->arena, (size_t)m->count + 1, int64_t);
    m->border = NEW_ARRAY(&m->arena, (size_t)m->borders + 1, int64_t);
    m->number = NEW_ARRAY(&m->arena, (size_t)m->ids, int32_t);
    m->list = NEW_ARRAY(&m->arena, (size_t)m->count + 1, int32_t);
    m->shut = NEW_ARRAY(&m->arena, (size_t)m->count + 1, uint8_t);
    for (int32_t i = 0; i < m->count; i++) {
        m->area[i] = areas.at[i];
        m->number[areas.at[i]] = i + 1;
    }
    for (int32_t i = 0; i < m->borders; i++) m->border[i] = borders.at[i];
    const size_t words = WORDS_AREA * (size_t)m->count + WORDS_BORDER * (size_t)m->borders;
    m->made_of = NEW_ARRAY(&m->arena, words + 1, int64_t);
    (void)same_words(s, &m->words, m->made_of, true);
    if (!make_graph(s, m)) return false;
    state_forget(s); /* numbers may have been remembered of another map */
    return true;
}

struct map *map_look(struct state *s) {
    struct map *m = s->map;
    if (m == NULL) {
        m = s->map = memory_new(sizeof *m);
        m->words = words_of(s->img);
    }
    const bool alike = m->graph != NULL && things_of(s, ROOT_AREA).count == m->count &&
                       things_of(s, ROOT_BORDER).count == m->borders;
    if (!alike || m->since != s->w.anew + 1) {
        if ((!alike || !same_words(s, &m->words, m->made_of, false)) && !make(s, m)) return NULL;
        m->since = s->w.anew + 1;
    }
    m->at = state_now(s);
    m->turns = s->w.turns;
    return m;
}

void prim_map_close(struct map *m) {
    if (m == NULL) return;
    arena_free(&m->arena);
    memory_free(m->asked.end);
    memory_free(m->asked.first);
    memory_free(m->asked.way);
    memory_free(m);
}

/* ---- Who stands where ---- */

struct view map_members(const struct state *s, int64_t group) {
    const int32_t members = s->img->kinds[state_kind(s, group)].members;
    return state_list(s, state_word(s, group, (uint32_t)s->img->fields[members].slot));
}

static int64_t place_of(const struct state *s, int64_t thing) {
    if (!state_thing(s, thing)) return NONE;
    if (!state_is_root(s, thing, ROOT_GROUP)) return state_word(s, thing, T_PLACE);
    const struct view members = map_members(s, thing);
    return members.count > 0 ? state_word(s, members.at[0], T_PLACE) : NONE;
}

/* Does map_where for a thing that is a piece or an area, and in play. */
static inline int32_t where(const struct state *s, const struct map *m, int64_t thing) {
    const int32_t self = map_number(m, thing);
    if (self >= 0 || !s->sites[state_kind(s, thing)].piece) return self;
    return map_number(m, state_word(s, thing, T_PLACE));
}

int32_t map_where(const struct state *s, const struct map *m, int64_t thing) {
    const int32_t self = map_number(m, thing);
    return self >= 0 ? self : map_number(m, place_of(s, thing));
}

/* Returns how many pieces stand in an area, without the mover and its members. */
static int64_t others_in(const struct state *s, int64_t area, int64_t mover) {
    const struct view pieces = things_of(s, ROOT_PIECE);
    int64_t count = 0;
    for (int64_t i = 0; i < pieces.count; i++) {
        const int64_t it = pieces.at[i];
        if (state_word(s, it, T_PLACE) != area) continue;
        count += it != mover && (mover == NONE || state_word(s, it, T_HOLDER) != mover);
    }
    return count;
}

bool prim_has_room(struct state *s, int64_t area, int64_t mover, int64_t *yes) {
    const struct map *m = map_of(s);
    if (m == NULL) return false;
    const struct image_field *f = &s->img->fields[m->words.capacity];
    int64_t capacity, need = 1;
    *yes = 0;
    if (map_number(m, area) < 0) return true;
    capacity = state_word(s, area, (uint32_t)f->slot);
    if (f->quantity >= 0 && !prim_ask_quiet(s, f->quantity, &area, 1, &capacity)) return false;
    *yes = 1;
    if (capacity == NONE) return true;
    if (mover != NONE && state_is_root(s, mover, ROOT_GROUP)) need = map_members(s, mover).count;
    *yes = others_in(s, area, mover) + need <= capacity;
    return true;
}

/* Whether a thing is of the kind that a number of the rules has as its parameter. */
static bool is_asked_of(const struct state *s, int32_t quantity, int32_t param, int64_t thing) {
    const struct image_quantity *q = &s->img->quantities[quantity];
    const struct image_type type = s->img->hole_types[q->first_param + param];
    return type.of < 0 || (thing != NONE && state_is(s, thing, type.of));
}

bool map_ask(struct state *s, int32_t quantity, int32_t mover, const int64_t *args,
             int64_t *value) {
    if (!is_asked_of(s, quantity, mover, args[mover])) return true;
    return prim_ask_quiet(s, quantity, args, s->img->quantities[quantity].params, value);
}

bool map_has_room(struct state *s, const struct map *m, int64_t mover, int32_t area, bool *yes) {
    const int64_t args[] = {m->area[area], mover};
    int64_t value = 1;
    *yes = true;
    if (mover == NONE || map_where(s, m, mover) == area) return true;
    if (!is_asked_of(s, s->img->has_room, 1, mover)) {
        if (!prim_has_room(s, args[0], mover, &value)) return false;
    } else if (!prim_ask_quiet(s, s->img->has_room, args, 2, &value)) {
        return false;
    }
    *yes = value == 1;
    return true;
}

/* ---- Primitives ---- */

static bool border_of(struct state *s, const struct map *m, enum prim_id id, const int64_t *args,
                      int64_t *result) {
    const int32_t here = map_number(m, args[0]), there = map_number(m, args[1]);
    const int32_t border = here < 0 || there < 0 ? -1 : graph_between(m->graph, here, there);
    (void)s;
    *result = id == PRIM_ADJACENT ? border >= 0 : border < 0 ? NONE : m->border[border];
    return true;
}

static int64_t steps_of(const struct map *m, int32_t a, int32_t b) {
    const int32_t steps = a < 0 || b < 0 ? -1 : graph_steps(m->graph, a, b);
    return steps < 0 ? NONE : steps;
}

static bool line_of(struct state *s, const struct map *m, const int64_t *args, int64_t *result) {
    const int32_t a = map_number(m, args[0]), b = map_number(m, args[1]);
    *result = 0;
    if (a < 0 || b < 0) return true;
    for (int i = 0; i < 2; i++) {
        if (state_word(s, args[i], m->words.centre) != NONE) continue;
        char name[100];
        (void)state_text(s, (struct image_type){V_THING, 0, -1}, args[i], name, sizeof name);
        return state_fail(s, "line: %s has no centre", name);
    }
    const int32_t count = graph_line(m->graph, a, b, m->list);
    *result = state_scratch(s, count);
    for (int32_t i = 0; i < count; i++) state_scratch_add(s, *result, m->area[m->list[i]]);
    return true;
}

/* The member of a set that fewest steps lead to. */
static bool nearest(struct state *s, const struct map *m, const int64_t *args, int64_t *result) {
    const struct view among = state_list(s, args[0]);
    const int32_t to = map_where(s, m, args[1]);
    int64_t best = NONE;
    *result = NONE;
    for (int64_t i = 0; i < among.count; i++) {
        const int64_t steps = steps_of(m, to, map_where(s, m, among.at[i]));
        if (steps == NONE || (best != NONE && steps >= best)) continue;
        best = steps;
        *result = among.at[i];
    }
    return true;
}

static bool within(struct state *s, const int64_t *args, int64_t *result) {
    const struct map *m = map_of(s);
    if (m == NULL) return false;
    const int64_t steps = steps_of(m, map_where(s, m, args[0]), map_where(s, m, args[1]));
    state_near_anywhere(s);
    *result = steps != NONE && args[2] != NONE && steps <= args[2];
    return true;
}

/* Answers `cut`, the way over the first args[1] borders, and `rest`, the way from the area in which
 * the mover now stands. */
static bool part_of(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    const struct view way = state_list(s, args[0]);
    int64_t from = 1, count = way.count - 1;
    *result = 0;
    if (id == PRIM_CUT && !prim_given(s, id, args[1], "number of borders")) return false;
    if (way.count == 0) return true;
    if (id == PRIM_CUT) {
        const int64_t most = args[1] < 0 ? 0 : args[1];
        count = most < count - 1 ? most + 1 : count;
    } else {
        const int64_t now = place_of(s, way.at[0]);
        for (int64_t i = 1; i < way.count; i++)
            if (way.at[i] == now) from = i;
        count = way.count - from;
    }
    *result = state_scratch(s, count + 1);
    const struct view again = state_list(s, args[0]);
    state_scratch_add(s, *result, again.at[0]);
    for (int64_t i = 0; i < count; i++) state_scratch_add(s, *result, again.at[from + i]);
    return true;
}

/* A leg is two areas in one word. */
static int64_t leg_of(int64_t here, int64_t there) {
    return here << 32 | there;
}

static bool legs_of(struct state *s, int64_t list, int64_t *result) {
    const int64_t count = state_list(s, list).count;
    *result = state_scratch(s, count);
    const struct view way = state_list(s, list);
    for (int64_t i = 2; i < count; i++)
        state_scratch_add(s, *result, leg_of(way.at[i - 1], way.at[i]));
    return true;
}

static bool part_of_leg(struct state *s, const struct map *m, enum prim_id id, int64_t leg,
                        int64_t *result) {
    const int64_t areas[] = {leg >> 32, leg & UINT32_MAX};
    *result = NONE;
    if (leg == NONE || leg < 0) return true;
    if (id == PRIM_LEG_BORDER) return border_of(s, m, PRIM_BORDER_BETWEEN, areas, result);
    const int64_t area = areas[id == PRIM_LEG_THERE];
    if (map_number(m, area) >= 0) *result = area;
    return true;
}

static bool answer(struct state *s, enum prim_id id, int64_t *given, const struct prim_bounds *only,
                   int64_t *result) {
    struct map *m = map_of(s);
    if (m == NULL) return false;
    switch (id) {
    case PRIM_STEPS:
        *result = steps_of(m, map_number(m, given[0]), map_number(m, given[1]));
        return true;
    case PRIM_ADJACENT:
    case PRIM_BORDER_BETWEEN: return border_of(s, m, id, given, result);
    case PRIM_LINE: return line_of(s, m, given, result);
    case PRIM_WITHIN: return within(s, given, result);
    case PRIM_IN_ZONE: {
        const int32_t area = map_number(m, given[1]);
        state_near_anywhere(s);
        *result = area >= 0 && map_number(m, place_of(s, given[0])) == area;
        return true;
    }
    case PRIM_NEAREST: return nearest(s, m, given, result);
    case PRIM_LAST_PLACE: *result = place_of(s, given[0]); return true;
    case PRIM_WAY_COST: return map_way_cost(s, given[0], result);
    case PRIM_WAY_LENGTH:
        *result = state_list(s, given[0]).count > 1 ? state_list(s, given[0]).count - 2 : 0;
        return true;
    case PRIM_WAY_END: {
        const struct view way = state_list(s, given[0]);
        *result = way.count > 1 ? way.at[way.count - 1] : NONE;
        return true;
    }
    case PRIM_CUT:
    case PRIM_REST: return part_of(s, id, given, result);
    case PRIM_WAY_LEGS: return legs_of(s, given[0], result);
    case PRIM_LEG_HERE:
    case PRIM_LEG_THERE:
    case PRIM_LEG_BORDER: return part_of_leg(s, m, id, given[0], result);
    case PRIM_REACH: return map_reach(s, given, only->enough, result);
    case PRIM_WAY_INTO:
    case PRIM_WAY_TO:
    case PRIM_WAY_AWAY:
    case PRIM_WAY_TOWARD: return map_way_to(s, id, given, result);
    case PRIM_CLEAR_PATH: return map_clear_path(s, given[0], result);
    default:
        return state_fail(s, "%s makes sense on a table only, and this battle is on a map",
                          prim_row(id)->name);
    }
}

static bool answer_near(struct state *s, enum prim_id id, const int64_t *args, int64_t *result) {
    if (id == PRIM_WITHIN) return within(s, args, result);
    return state_fail(s, "%s makes sense on a table only, and this battle is on a map",
                      prim_row(id)->name);
}

static bool way_at(struct state *s, int64_t way, int64_t far, int64_t *spot) {
    const struct view v = state_list(s, way);
    const int64_t last = v.count - 1, at = 1 + (far < 0 ? 0 : far);
    *spot = last < 1 ? NONE : v.at[at < last ? at : last];
    return true;
}

static bool blocks_nothing(const struct state *s, int64_t thing, int64_t mover) {
    (void)s, (void)thing, (void)mover;
    return false;
}

static bool hides_nothing(const struct state *s, int64_t thing, int64_t seer, int64_t seen) {
    (void)s, (void)thing, (void)seer, (void)seen;
    return false;
}

static bool stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                       bool *yes) {
    (void)s, (void)id, (void)a, (void)b, (void)far, (void)yes;
    return false;
}

static bool out_of_reach(struct state *s, const int64_t *args, int64_t most) {
    const struct map *m = WITHOUT_ENOUGH ? NULL : map_of(s);
    /* while a way is sought, asking for one is an error that has to be told */
    if (m == NULL || m->seeking || args[2] != NONE || args[3] != NONE || args[4] != NONE ||
        args[5] != NONE)
        return false;
    if (!state_in_play(s, args[0]) || !state_in_play(s, args[1])) return false;
    const int32_t from = where(s, m, args[0]), to = where(s, m, args[1]);
    const struct graph_search what = {from, to, most, s->img->border_least, NULL};
    return from >= 0 && to >= 0 && graph_too_far(m->graph, &what);
}

static bool about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                     struct prim_about *out) {
    (void)s, (void)id, (void)other, (void)far, (void)out;
    return false;
}

/* ---- Places ---- */

static bool is_anywhere(const struct prim_place_ask *q) {
    return q->of == NONE || q->far == NONE;
}

/* Lists the areas within the distance that is asked for, in m->list. */
static int64_t areas_near(struct state *s, struct map *m, const struct prim_place_ask *q) {
    const int32_t from = map_where(s, m, q->of);
    int32_t count;
    if (from < 0) return 0;
    const int32_t *near = graph_within(m->graph, from, q->far, &count);
    memcpy(m->list, near, (size_t)count * sizeof *near);
    return count;
}

static int64_t place_count(struct state *s, const struct prim_place_ask *q) {
    struct map *m = map_of(s);
    if (m == NULL) return -1;
    return is_anywhere(q) ? m->count : areas_near(s, m, q);
}

static bool place_again(struct state *s, const struct prim_place_ask *q, int64_t i, int64_t *spot) {
    struct map *m = map_of(s);
    const bool anywhere = is_anywhere(q);
    if (m == NULL || i < 0 || i >= (anywhere ? m->count : areas_near(s, m, q))) return false;
    *spot = m->area[anywhere ? i : m->list[i]];
    return true;
}

static bool place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                            int64_t *spot) {
    bool yes = false;
    if (!place_again(s, q, i, spot)) return false;
    const struct map *m = s->map;
    return map_has_room(s, m, q->mover, map_number(m, *spot), &yes) && yes;
}

static const char *place_refused(struct state *s, const struct prim_place_ask *q, int64_t spot) {
    const struct map *m = map_of(s);
    bool yes = false;
    if (m == NULL || map_number(m, spot) < 0) return "that is no area of the map";
    if (q->of != NONE && q->far != NONE) {
        const int64_t steps = steps_of(m, map_where(s, m, q->of), map_number(m, spot));
        if (steps == NONE || steps > q->far) return "that is too far away";
    }
    if (!map_has_room(s, m, q->mover, map_number(m, spot), &yes)) return "the rules fail";
    return yes ? NULL : "it is full";
}

/* Pieces that the set-up has put into the area count; rules that cannot answer yet refuse
 * nothing. */
static const char *set_up_refused(struct state *s, int64_t thing, int64_t spot) {
    const int32_t kind = state_kind(s, thing);
    int64_t yes = 1;
    if (!image_kind_is(s->img, kind, s->img->root[ROOT_PIECE]) &&
        !image_kind_is(s->img, kind, s->img->root[ROOT_GROUP]))
        return NULL;
    if (spot == NONE) return NULL;
    const struct map *m = map_of(s);
    if (m == NULL || map_number(m, spot) < 0) return "that is no area of the map";
    const int64_t args[] = {spot, thing};
    if (!is_asked_of(s, s->img->has_room, 1, thing)) {
        if (!prim_has_room(s, spot, thing, &yes)) yes = 1;
    } else if (!prim_ask_quiet(s, s->img->has_room, args, 2, &yes)) {
        yes = 1;
    }
    s->error.text[0] = '\0';
    return yes == 1 ? NULL : "it is full";
}

/* ---- Standing and moving ---- */

static void set_place(struct state *s, int64_t thing, int64_t spot) {
    if (state_word(s, thing, T_PLACE) == spot) return;
    state_put(s, thing, T_PLACE, spot);
    if (!s->place_wakes) return;
    state_note(s, thing, s->place_wakes);
    const int64_t unit = state_word(s, thing, T_HOLDER);
    if (unit > 0 && state_is_root(s, unit, ROOT_GROUP)) state_note(s, unit, s->place_wakes);
}

static bool stand(struct state *s, int64_t thing, int64_t spot) {
    const struct map *m = map_of(s);
    if (m == NULL) return false;
    if (!state_thing(s, thing)) return state_fail(s, "there is nothing to place");
    if (spot != NONE && map_number(m, spot) < 0) return state_fail(s, "a place is no area");
    const int32_t kind = state_kind(s, thing);
    if (state_is_root(s, thing, ROOT_GROUP)) {
        const struct view members = map_members(s, thing);
        for (int64_t i = 0; i < members.count; i++) set_place(s, members.at[i], spot);
        return true;
    }
    if (spot != NONE && !s->sites[kind].piece) {
        return state_fail(s, "a %s stands in no area: expected is a piece or a group",
                          image_text(s->img, s->img->kinds[kind].name));
    }
    set_place(s, thing, spot);
    return true;
}

static bool carry(struct state *s, int64_t thing, int64_t way) {
    const struct view words = state_list(s, way);
    return words.count < 3 || stand(s, thing, words.at[words.count - 1]);
}

static bool moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to) {
    (void)dx, (void)dy;
    *to = state_word(s, piece, T_PLACE);
    return true;
}

const struct prim_board prim_map = {
    .answer = answer,
    .answer_near = answer_near,
    .way_at = way_at,
    .place_of = place_of,
    .blocks_sight = hides_nothing,
    .blocks_move = blocks_nothing,
    .stood_near = stood_near,
    .out_of_reach = out_of_reach,
    .about_of = about_of,
    .place_count = place_count,
    .place_candidate = place_candidate,
    .place_again = place_again,
    .place_refused = place_refused,
    .set_up_refused = set_up_refused,
    .path_count = board_map_path_count,
    .path_candidate = board_map_path_candidate,
    .path_again = board_map_path_candidate,
    .path_tried = board_map_path_tried,
    .path_refused = board_map_path_refused,
    .stand = stand,
    .carry = carry,
    .moved = moved,
};
