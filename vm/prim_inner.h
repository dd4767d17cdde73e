/*
 * prim_inner: what the files of prim share and nobody else sees. It turns things
 * of the World into shapes of plane: bases, outlines, the table, which way a
 * player looks, what blocks sight and moves.
 *
 * Shapes lie in scratch memory, so that no number of models is a limit: they are
 * kept as an index (scratch moves when it grows) and looked at through prim_set,
 * once everything is gathered. The caller takes scratch back to where it was.
 */
#ifndef MYTH_VM_PRIM_INNER_H
#define MYTH_VM_PRIM_INNER_H

#include "plane.h"
#include "prim.h"

struct prim_shapes { /* in scratch, from word `at` on; stood (0: none): what is kept of a group */
    size_t at, count;
    int64_t stood;
};
static inline struct plane_shape *prim_nth(const struct state *s, struct prim_shapes p, size_t n) {
    if (p.stood) return (struct plane_shape *)s->stood_shapes + p.at + n;
    return (struct plane_shape *)(void *)(s->scratch + p.at) + n;
}
static inline struct plane_set prim_set(const struct state *s, struct prim_shapes p) {
    return (struct plane_set){p.count ? prim_nth(s, p, 0) : NULL, p.count};
}
/* Room for so many shapes; none is there yet. */
struct prim_shapes prim_room(struct state *s, int64_t shapes);

/* Sides along the axes; what lies outside of it does not matter. */
struct prim_box {
    int64_t west, south, east, north;
};
static inline void prim_box_grow(struct prim_box *box, int64_t by) {
    box->west -= by, box->south -= by, box->east += by, box->north += by;
}
static inline bool prim_boxes_meet(const struct prim_box *a, const struct prim_box *b) {
    return a->west <= b->east && a->east >= b->west && a->south <= b->north && a->north >= b->south;
}
struct prim_box prim_box_of(struct plane_set u); /* of at least one shape */
static inline struct prim_box prim_box_at(const struct state *s, struct prim_shapes u) {
    if (!u.stood) return prim_box_of(prim_set(s, u));
    const struct state_stood *kept = &s->stood[u.stood];
    return (struct prim_box){kept->west, kept->south, kept->east, kept->north};
}
void prim_box_join(struct prim_box *box, struct prim_box other);

/* ---- prim_index.c ---- */
/* A piece that stands somewhere, what holds it, and its group, or itself. */
struct prim_piece {
    int64_t thing, holder, unit;
    bool round; /* its base is a circle, and known; else there is but a place */
    struct plane_shape base;
};
/* Where terrain or a zone lies; `known` false: it is looked up where it is asked for. */
struct prim_site {
    int64_t thing;
    bool known, here, edged;
    enum plane_side edge; /* of the table, that it lies along (edged) */
    struct plane_shape shape;
    struct prim_box box;
};
void prim_sites_follow(struct state *s);
static inline const struct prim_site *prim_site_at(struct state *s, int64_t n, int64_t thing) {
    const struct state_index *x = &s->index;
    state_undone(s);
    if (MYTH_UNLIKELY(x->sites_since != s->w.anew + 1 || x->moved_sites < x->moved_count)) {
        prim_sites_follow(s);
    }
    if (n >= x->sites_count) return NULL;
    const struct prim_site *site = (const struct prim_site *)x->sites + n;
    return site->thing == thing ? site : NULL;
}
/* The n-th thing in the extent of terrain, or of zones, as it was when the index was made; NULL: it
 * was not. */
static inline const struct prim_site *prim_site_of(struct state *s, enum kind_root root, int64_t n,
                                                   int64_t thing) {
    return prim_site_at(s, root == ROOT_ZONE ? s->index.sites_zones + n : n, thing);
}
/* The same by the thing alone; NULL: it is neither, or is not known. */
static inline const struct prim_site *prim_site_by(struct state *s, int64_t thing) {
    if ((uint64_t)thing >= s->stood_capacity) return NULL;
    return prim_site_at(s, s->stood[thing].site, thing);
}
/* Pieces whose base may reach the box, in the order of entering play: each once, by a bit for
 * each in scratch. While they are gone through nothing may move. Of those that a or b holds (0:
 * nobody) some may be missing. */
struct prim_near {
    size_t at;
    int64_t words, word, count;
};
struct prim_near prim_near(struct state *s, struct prim_box box, int64_t a, int64_t b);
/* Of few pieces, all of them round: the bases that reach the box, in that order, with room for so
 * many more; but for those of two things and of two groups. False: they are not so. */
bool prim_round_near(struct state *s, const struct prim_box *box, const int64_t but[4],
                     int64_t more, struct prim_shapes *out);
/* NULL: no more. */
static inline const struct prim_piece *prim_near_next(struct state *s, struct prim_near *near) {
    uint64_t *bits = (uint64_t *)(void *)(s->scratch + near->at);
    for (; near->word < near->words; near->word++) {
        const uint64_t left = bits[near->word];
        if (left == 0) continue;
        bits[near->word] = left & (left - 1);
        return (const struct prim_piece *)s->index.pieces + 64 * near->word + __builtin_ctzll(left);
    }
    return NULL;
}
bool prim_near_few(struct state *s); /* of so few pieces all are near: none is looked for */
/* Where the answer to such a question is kept, and whether it is there; NULL: it is not. Who found
 * it keeps it with prim_keep. */
struct state_answer *prim_answer(struct state *s, enum prim_id id, const int64_t *args,
                                 bool *known);
static inline void prim_keep(const struct state *s, struct state_answer *answer, int64_t result) {
    answer->stamp = s->index.stamp;
    answer->result = result;
}
/* How far a base reaches from its place at most. */
int64_t prim_widest(struct state *s);

/* Fills in where terrain or a zone lies, if it hangs on nothing but itself and the table. */
void prim_site_find(struct state *s, int64_t thing, struct prim_site *out);
/* How many shapes a thing has at most: of a group, its members. */
int64_t prim_most(const struct state *s, int64_t thing);
/* Appends where a thing stands: a piece its base, a group its members' bases, a zone, terrain
 * or area its outline. Nothing, if it has no place. There is room. False: an error was kept. */
bool prim_add(struct state *s, int64_t thing, struct prim_shapes *to);
/* The same with room of its own, or as it was gathered before: to be read only. */
bool prim_shapes_of(struct state *s, int64_t thing, struct prim_shapes *out);
/* A group of nothing but round bases is gathered once, until one of them moves or goes; NULL: it is
 * something else. */
const struct state_stood *prim_gather(struct state *s, int64_t thing);
struct state_stood *prim_stood_grow(struct state *s, int64_t thing);
static inline const struct state_stood *prim_stood(struct state *s, int64_t thing) {
    state_undone(s);
    bool kept = (uint64_t)thing < s->stood_capacity && s->stood[thing].since == s->w.anew + 1;
    return MYTH_LIKELY(kept) ? &s->stood[thing] : prim_gather(s, thing);
}
/* All members of one group, in their order: the group; else NONE. */
int64_t prim_group_of(const struct state *s, struct view things);
/* Of two groups of round bases: *apart: by what is around them they are more than `most` apart, or
 * one is nowhere; else how far. False: something else is asked about. */
bool prim_stood_gap(struct state *s, int64_t a, int64_t b, int64_t most, bool *apart, int64_t *far);
/* The distance of two things that were turned into shapes, NONE; the nearest pair unless NULL. */
int64_t prim_gap(struct state *s, int64_t a, int64_t b, const struct prim_shapes *u,
                 const struct prim_shapes *v, struct plane_pair *nearest);
/* The bases of a piece or group, each at (0, 0), whether it has a place or not. */
bool prim_bases_of(struct state *s, int64_t thing, struct prim_shapes *out);
/* A group's members as they count in geometry: of a group without any, the last that went. */
struct view prim_members(const struct state *s, int64_t group);
/* Whether some of a round base may be in a box: without a jump, either is likely. */
static inline bool prim_round_in(const struct plane_shape *base, const struct prim_box *box) {
    const int64_t half = ((int64_t)base->a + 1) / 2, x = base->at.x, y = base->at.y;
    return ((x - half <= box->east) & (x + half >= box->west) & (y - half <= box->north) &
            (y + half >= box->south)) != 0;
}
/* A piece with a round base where it stands. False: it is another, or nowhere. */
bool prim_round(const struct state *s, int64_t thing, struct plane_shape *out);
/* The group of a member, else the thing itself. */
int64_t prim_unit(const struct state *s, int64_t thing);

bool prim_table(struct state *s, struct plane_table *out);
/* Which way a player looks: away from the edge that a zone of his touches; of several edges,
 * the one that it touches along the greatest length, of equals south, north, west, east; his
 * first zone that touches one. Without such a zone the first player looks north, the second
 * south, and so in turn; nobody looks north. */
bool prim_look(struct state *s, int64_t player, enum plane_side *look);

/* What blocks a's sight of b, whose bases lie in these boxes: see blocks_sight. */
bool prim_sight(struct state *s, int64_t a, int64_t b, const struct prim_box ends[2],
                struct prim_shapes *out);
/* What a mover finds within the box: its own bases and those of `goal` (NONE: nobody's) are
 * left out. `way`: pieces that do not block the mover may be passed; else nobody asks. */
bool prim_ground(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box, bool way,
                 struct plane_ground *out);
/* The same, and these shapes block, too; things with a bit in `seen` (0: none) are among them. */
struct prim_more {
    struct prim_shapes shapes;
    int64_t seen;
};
bool prim_ground_and(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box,
                     bool way, const struct prim_more *more, struct plane_ground *out);
int64_t prim_bits(struct state *s);
void prim_bit_set(struct state *s, int64_t bits, int64_t thing);
/* Pieces and terrain between the boxes that are not a's or b's, of a kind or (NONE) of all: args;
 * owners is as long a list. */
bool prim_obstacles(struct state *s, const int64_t args[3], const struct prim_box ends[2],
                    struct prim_shapes *out, int64_t owners);
/* A truth of the game with its rows. False: an error was kept. */
bool prim_ask_quiet(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    int64_t *value);
bool prim_ask_truth(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    bool *yes);
bool prim_ruled(const struct state *s, int32_t quantity);

/* A way's points, moved so that it begins at `start` unless NULL. False: one is out of range. */
struct prim_way {
    size_t at, count;
};
static inline struct plane_point *prim_points(const struct state *s, struct prim_way way) {
    return (struct plane_point *)(void *)(s->scratch + way.at);
}
bool prim_way_of(struct state *s, int64_t list, const struct plane_point *start,
                 struct prim_way *out);
/* Around all that the mover, which stands at the first point, touches on its way: of the way's own
 * points (NULL), or of as many others. */
struct prim_box prim_path_box(const struct state *s, struct prim_shapes u, struct prim_way way,
                              const struct plane_point *points);

/* What is wrong with a way, judged with what lies in its path: of points on the stack or of a way
 * in scratch (points NULL), which may move. Where the rules fail it goes nowhere. Without a reason
 * it is only told whether it is good. */
enum plane_fault prim_way_fault(struct state *s, int64_t mover, struct prim_shapes u,
                                struct prim_way way, const struct plane_point *points,
                                int64_t up_to, bool reason);

/* ---- prim_zone.c: primitives of areas, lines and groups: see prim.def ---- */
bool prim_wholly_near(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_circle(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_line(struct state *s, const int64_t *args, int64_t *result);
bool prim_shifted(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_table(struct state *s, const int64_t *args, int64_t *result);
bool prim_middle(struct state *s, const int64_t *args, int64_t *result);
bool prim_strays(struct state *s, const int64_t *args, int64_t *result);

/* ---- prim_way.c: primitives of ways round what is in the way: see prim.def ---- */
bool prim_reach(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_into(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_to(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_to_edge(struct state *s, const int64_t *args, int64_t *result);
bool prim_straight(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_clear(struct state *s, const int64_t *args, int64_t *result);
bool prim_keeps_off(struct state *s, const int64_t *args, int64_t *result);
bool prim_length_before(struct state *s, const int64_t *args, int64_t *result);
bool prim_distance_after(struct state *s, const int64_t *args, int64_t *result);
bool prim_distance_at(struct state *s, const int64_t *args, int64_t *result);
bool prim_edge_distance(struct state *s, const int64_t *args, int64_t *result);
bool prim_place_by(struct state *s, const int64_t *args, int64_t *result);
/* The n-th way toward what draws the mover near, as a list. False: there is none, or an error. */
bool prim_drawn(struct state *s, int64_t mover, int64_t up_to, int64_t n, int64_t *way);
bool prim_free_place(struct state *s, const int64_t *args, int64_t *result);

/* ---- prim.c: ways as lists ---- */
/* A way that was found, as a list; the scratch of finding it is given back first. */
void prim_hand_back(struct state *s, size_t mark, int64_t mover, const struct plane_point *points,
                    size_t count, int64_t *result);
/* A way's mover where it is now, and its points as they lead from there. */
bool prim_under_way(struct state *s, int64_t list, struct prim_shapes *u, struct prim_way *way);

#endif
