/*
 * board_map_inner: what the files of board_map share; no other room includes it. Areas are numbered
 * in the order of entering play, as are borders; these numbers are those of the graph.
 *
 * A bool function returns false after an error of the rules, unless its comment says otherwise.
 */
#ifndef MYTH_VM_BOARD_MAP_INNER_H
#define MYTH_VM_BOARD_MAP_INNER_H

#include "graph.h"
#include "prim.h"

/* The words of areas and borders that the map is made of. */
struct map_words {
    uint32_t centre, outline, a, b, one_way;
    int32_t capacity; /* the field */
    /* of the goal of a way, may_cross asks only whether it is the area behind the border; so all
     * other goals are one to it, and what it said is remembered for all of them */
    bool goal_is_there;
};
/* The ways of a question, found when its candidates are counted. */
struct map_asked {
    int64_t mover, up_to;
    uint64_t turns;    /* of the World */
    int64_t questions; /* how many the battle has had */
    int32_t count;
    /* way i ends in area end[i], and has the areas way[first[i]] to way[first[i + 1] - 1] */
    int32_t *end, *first, *way;
    size_t end_capacity, first_capacity, way_capacity;
    bool known;
};
/* The map of a battle, beside the World. */
struct map {
    struct arena arena; /* of the graph and the tables below it */
    struct graph *graph;
    /* since: the World's `anew` + 1 when the map was compared with it last; turns, at: its `turns`
     * and the clock of changes when the map was last looked at */
    uint64_t since, turns, at;
    struct map_words words;
    int32_t count, borders;
    int64_t *area, *border; /* things, by number */
    int32_t *number;        /* by thing: the number of an area plus 1 */
    int64_t ids;            /* how many things `number` has room for */
    /* what the map was made of: five words of each border and area */
    int64_t *made_of;
    size_t made_of_count;
    int32_t *list; /* room for all areas; rules that are asked may change it */
    uint8_t *shut; /* likewise: which areas a way keeps off */
    bool seeking;  /* a way is sought */
    struct map_asked asked;
    char why[160]; /* a reason that was put together */
};

/* Returns the map, made anew if areas and borders have changed; NULL after an error. map_look is
 * for a map that is not known to be that of the present World. */
struct map *map_look(struct state *s);
static inline struct map *map_of(struct state *s) {
    struct map *m = s->map;
    const bool known = m && m->turns == s->w.turns && m->at == s->memory.clock;
    return MYTH_LIKELY(known) ? m : map_look(s);
}
/* Returns the number of the area that a thing is, or in which it stands; -1: none. */
int32_t map_where(const struct state *s, const struct map *m, int64_t thing);
/* Returns the number of an area; -1: the thing is none, or NONE. */
static inline int32_t map_number(const struct map *m, int64_t area) {
    return area > 0 && area < m->ids ? m->number[area] - 1 : -1;
}
struct view map_members(const struct state *s, int64_t group);
/* Sets *value to a number that the rules may declare with a narrower kind of mover, args[mover];
 * leaves *value alone if this mover is not of that kind. */
bool map_ask(struct state *s, int32_t quantity, int32_t mover, const int64_t *args, int64_t *value);
/* Sets *yes to whether a mover may be in an area: it is there, or has_room says so. */
bool map_has_room(struct state *s, const struct map *m, int64_t mover, int32_t area, bool *yes);

/* ---- board_map_way.c ---- */
/* Finds the cheapest ways of a mover that cost at most `up_to`, in the graph. goal: -1: to all
 * areas. shut: by area, which the way keeps off; NULL: off none. aim: where it ends, instead of
 * `goal`; NULL. *end is that end, or goal; -1 if no way leads there. */
struct map_sought {
    int64_t mover, up_to;
    int32_t goal;
    const uint8_t *shut;
    const struct graph_aim *aim;
};
bool map_routes(struct state *s, struct map *m, const struct map_sought *q, int32_t *end);
/* Sets *cost to what it costs a mover to cross from an area to the next, GRAPH_CLOSED if it may not
 * do that. It is not known where the way ends. */
bool map_crossing(struct state *s, const struct map *m, int64_t mover, int32_t here, int32_t there,
                  int64_t *cost);
bool map_way_cost(struct state *s, int64_t way, int64_t *cost);
bool map_clear_path(struct state *s, int64_t way, int64_t *result);

/* ---- board_map_aim.c ---- */
/* enough: only whether the cost is at most this is wanted, and *result may be none if it is more;
 * NONE: the cost itself. */
bool map_reach(struct state *s, const int64_t *args, int64_t enough, int64_t *result);
/* Sets *way to the way to an area that was found; -1: to a way that ends where the mover stands. */
void map_way_of(struct state *s, const struct map *m, int64_t mover, int32_t end, int64_t *way);
/* Answers way_into, way_to, way_away and way_toward. */
bool map_way_to(struct state *s, enum prim_id id, const int64_t *args, int64_t *result);

/* ---- board_map_way.c ---- */
int64_t board_map_path_count(struct state *s, int64_t mover, int64_t up_to);
bool board_map_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                              int64_t *way);
int64_t board_map_path_tried(int64_t count, int64_t n);
const char *board_map_path_refused(struct state *s, int64_t mover, int64_t up_to, int64_t way);

#endif
