/*
 * board_plane_inner: what the files of board_plane share; no other room includes it. It turns
 * things of the World into shapes of plane: bases of pieces, outlines of terrain and zones, the
 * table, the direction in which a player looks, what blocks sight and moves.
 *
 * A piece is a single model with a base. A group is a unit of pieces, its members. Lengths and
 * places are in units (2540 to the inch).
 *
 * Shapes lie in scratch memory, or, if those of a group are kept, in state.stood_shapes, so the
 * number of models has no limit. Both move when they grow. So shapes are named by an index (struct
 * prim_shapes) and read through prim_set once all are gathered. The caller resets scratch memory
 * afterwards.
 *
 * A bool function returns false after an error of the rules, unless its comment says otherwise.
 */
#ifndef MYTH_VM_BOARD_PLANE_INNER_H
#define MYTH_VM_BOARD_PLANE_INNER_H

#include "plane.h"
#include "prim.h"

/* Some shapes. If `stood` is 0: `count` shapes from word `at` of scratch memory on. Otherwise the
 * `count` shapes kept for the group `stood`, from index `at` of state.stood_shapes on. */
struct prim_shapes {
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
/* Reserves room in scratch memory for so many shapes; the count of the result is 0. */
struct prim_shapes prim_room(struct state *s, int64_t shapes);

/* A box along the axes, in units. A function that is given a box may leave out whatever lies
 * outside it. */
struct prim_box {
    int64_t west, south, east, north;
};
static inline void prim_box_grow(struct prim_box *box, int64_t by) {
    box->west -= by, box->south -= by, box->east += by, box->north += by;
}
static inline bool prim_boxes_meet(const struct prim_box *a, const struct prim_box *b) {
    return a->west <= b->east && a->east >= b->west && a->south <= b->north && a->north >= b->south;
}
struct prim_box prim_box_of(struct plane_set u); /* needs at least one shape */
static inline struct prim_box prim_box_at(const struct state *s, struct prim_shapes u) {
    if (!u.stood) return prim_box_of(prim_set(s, u));
    const struct state_stood *kept = &s->stood[u.stood];
    return (struct prim_box){kept->west, kept->south, kept->east, kept->north};
}
void prim_box_join(struct prim_box *box, struct prim_box other);

/* ---- board_plane_index.c ---- */
/* A piece that stands somewhere. unit: the group of which the piece is a member, or the piece
 * itself. */
struct prim_piece {
    int64_t thing, holder, unit;
    bool round; /* the base is a circle; otherwise only `base.at` is set */
    struct plane_shape base;
};
/* The site of terrain or of a zone: where the thing lies, and its outline. */
struct prim_site {
    int64_t thing;
    /* known: the rest is valid; otherwise the outline must be computed at each question.
     * here: the thing lies somewhere. edged: the thing lies along an edge of the table */
    bool known, here, edged;
    enum plane_side edge; /* the edge of the table along which the thing lies, if `edged` */
    struct plane_shape shape;
    struct prim_box box; /* the box around `shape` */
};
/* Brings the sites up to date with what has moved. */
void prim_sites_follow(struct state *s);
/* Returns site number n if it is that of `thing`, otherwise NULL. */
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
/* Returns the site of a thing that is the n-th of all terrain or the n-th of all zones (root); NULL
 * if the index, which may be older, has another thing there. */
static inline const struct prim_site *prim_site_of(struct state *s, enum kind_root root, int64_t n,
                                                   int64_t thing) {
    return prim_site_at(s, root == ROOT_ZONE ? s->index.sites_zones + n : n, thing);
}
/* Returns the site of a thing; NULL if the thing is neither terrain nor a zone, or if the index
 * does not have it. */
static inline const struct prim_site *prim_site_by(struct state *s, int64_t thing) {
    if ((uint64_t)thing >= s->stood_capacity) return NULL;
    return prim_site_at(s, s->stood[thing].site, thing);
}
/* The pieces whose base may touch a box, in the order of entering play, for a walk by
 * prim_near_next. Nothing may move during the walk. Pieces held by a or b may be left out (0:
 * nobody). */
struct prim_near {
    size_t at; /* in scratch memory: a set of bits, one for each piece of the index */
    /* number of words of the set; the word that the walk has come to; number of pieces at most */
    int64_t words, word, count;
};
struct prim_near prim_near(struct state *s, struct prim_box box, int64_t a, int64_t b);
/* Gathers the bases whose surrounding box meets `box`, in the order of entering play, if at most
 * 128 pieces stand on the table and all bases are round; otherwise returns false and leaves *out
 * alone. Left out are the pieces but[0] and but[1], the pieces that these two things hold, and the
 * pieces of the units but[2] and but[3] (0: nobody). *out has room for `more` further shapes. */
bool prim_round_near(struct state *s, const struct prim_box *box, const int64_t but[4],
                     int64_t more, struct prim_shapes *out);
/* Returns the next piece of the walk; NULL if there are no more. */
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
/* Whether so few pieces stand on the table that looking for those near a place does not pay. */
bool prim_near_few(struct state *s);
/* Returns an upper bound on how far any base of a piece on the table reaches from the piece's
 * place. */
int64_t prim_widest(struct state *s);

/* Finds where terrain or a zone lies. out->known stays false if that depends on other things (a
 * ring round something), or if it cannot be found because of an error, which is not kept. */
void prim_site_find(struct state *s, int64_t thing, struct prim_site *out);
/* Returns how many shapes a thing has at most: a group as many as it has members, others 1. */
int64_t prim_most(const struct state *s, int64_t thing);
/* Appends the shapes of a thing where it stands: the base of a piece, the bases of a group's
 * members, the outline of a zone, terrain or area; nothing if the thing has no place. The caller
 * has reserved room for prim_most shapes. */
bool prim_add(struct state *s, int64_t thing, struct prim_shapes *to);
/* Sets *out to the shapes of a thing where it stands: shapes that are kept, or new ones in scratch
 * memory. The caller may only read them. */
bool prim_shapes_of(struct state *s, int64_t thing, struct prim_shapes *out);
/* Gathers and keeps the shapes of a group in which all members have round bases and a place.
 * Returns NULL for any other thing. */
const struct state_stood *prim_gather(struct state *s, int64_t thing);
/* Returns the entry of a thing in state.stood, for which room is made. */
struct state_stood *prim_stood_grow(struct state *s, int64_t thing);
/* Returns the shapes kept for a group of round bases; they are gathered again after something has
 * moved. NULL: the thing is no group, or a member has no place or a base that is not round. */
static inline const struct state_stood *prim_stood(struct state *s, int64_t thing) {
    state_undone(s);
    bool kept = (uint64_t)thing < s->stood_capacity && s->stood[thing].since == s->w.anew + 1;
    return MYTH_LIKELY(kept) ? &s->stood[thing] : prim_gather(s, thing);
}
/* Returns the group whose own list of members (not a copy of it) `things` is; NONE if there is no
 * such group. */
int64_t prim_group_of(const struct state *s, struct view things);
/* Finds the gap between two groups of round bases. Sets *apart to true if the boxes around them
 * show that the gap is more than `most`, or if one group has no members; *far is then 0. Otherwise
 * sets *apart to false and *far to the gap. Returns false if a or b is no group of round bases. */
bool prim_stood_gap(struct state *s, int64_t a, int64_t b, int64_t most, bool *apart, int64_t *far);
/* Sets *out to the bases of a piece or of a group's members, each moved to (0, 0). The pieces need
 * not have a place. */
bool prim_bases_of(struct state *s, int64_t thing, struct prim_shapes *out);
/* Returns the members of a group that count in geometry: its members; or, if it has none any more,
 * the piece that left it last. */
struct view prim_members(const struct state *s, int64_t group);
/* Whether the box around a round base meets a box. Written without branches, because either answer
 * is likely. */
static inline bool prim_round_in(const struct plane_shape *base, const struct prim_box *box) {
    const int64_t half = ((int64_t)base->a + 1) / 2, x = base->at.x, y = base->at.y;
    return ((x - half <= box->east) & (x + half >= box->west) & (y - half <= box->north) &
            (y + half >= box->south)) != 0;
}
/* Sets *out to the base of a piece that has a round base and a place. Returns false for any other
 * thing; that is no error. */
bool prim_round(const struct state *s, int64_t thing, struct plane_shape *out);
/* Returns the group of a piece that is a member of one; otherwise the thing itself. */
int64_t prim_unit(const struct state *s, int64_t thing);

/* Sets *out to the table; without a table, to one of 1000 by 1000 inches. */
bool prim_table(struct state *s, struct plane_table *out);
/* Sets *look to the direction in which a player looks. The first of his zones that touches an edge
 * of the table decides: he looks away from that edge. If the zone touches several edges, the one
 * along which it is longest counts; of equals, the first of south, north, west, east. Without such
 * a zone the first player looks north, the second south, and so on in turn; nobody (NONE) looks
 * north. */
bool prim_look(struct state *s, int64_t player, enum plane_side *look);

/* Gathers the pieces and terrain that may block a's sight of b and of which the truth blocks_sight
 * holds. `ends` are the boxes around the bases of a and of b. */
bool prim_sight(struct state *s, int64_t a, int64_t b, const struct prim_box ends[2],
                struct prim_shapes *out);
/* Gathers the ground of a mover within the box: the table, what blocks the mover's moves, and the
 * pieces that it may pass but not stand on. The mover and `goal` (NONE: nobody) are left out, with
 * the pieces that they hold. `way`: the truth blocks_move is asked which pieces block; otherwise
 * all pieces block. */
bool prim_ground(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box, bool way,
                 struct plane_ground *out);
/* Blockers to begin with: prim_ground_and adds to them what prim_ground would gather. */
struct prim_more {
    struct prim_shapes shapes;
    /* the things of these shapes, which are not gathered again, as a set of prim_bits; 0: no
     * things */
    int64_t seen;
    int64_t through; /* the pieces that do not block, as a set of prim_bits; 0: none */
};
bool prim_ground_and(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box,
                     bool way, const struct prim_more *more, struct plane_ground *out);
/* prim_bits makes an empty set of things, a list of bits in scratch memory; prim_bit_set adds a
 * thing to such a set. */
int64_t prim_bits(struct state *s);
void prim_bit_set(struct state *s, int64_t bits, int64_t thing);
/* Gathers the pieces and terrain that may lie between two boxes and belong to neither a nor b. args
 * are a, b and a kind: things that cannot be of that kind may be left out (NONE: none are). Appends
 * the thing of each shape to the list `owners`. */
bool prim_obstacles(struct state *s, const int64_t args[3], const struct prim_box ends[2],
                    struct prim_shapes *out, int64_t owners);

/* The points of a way, in scratch memory. */
struct prim_way {
    size_t at, count;
};
static inline struct plane_point *prim_points(const struct state *s, struct prim_way way) {
    return (struct plane_point *)(void *)(s->scratch + way.at);
}
/* Sets *out to the points of a way that is a list (a mover, then places). If `start` is not NULL,
 * the points are moved by one vector so that the first is `start`. Returns false, without keeping
 * an error, if a place is NONE or out of range. */
bool prim_way_of(struct state *s, int64_t list, const struct plane_point *start,
                 struct prim_way *out);
/* Returns the box around all that a mover with the bases u touches on its way from the first point
 * to the last, grown by 2 * PLANE_TOUCH. `points` are way.count points; NULL: the way's own. */
struct prim_box prim_path_box(const struct state *s, struct prim_shapes u, struct prim_way way,
                              const struct plane_point *points);

/* Returns the fault of a way, judged with the things in its path; PLANE_WAY_GOOD if there is none.
 * The way is `points`, way.count points outside of scratch memory; or, if `points` is NULL, `way`.
 * An error in the rules gives PLANE_WAY_EMPTY. Without `reason` the caller may rely only on whether
 * the way is good: if it is not, any of its faults is returned. */
enum plane_fault prim_way_fault(struct state *s, int64_t mover, struct prim_shapes u,
                                struct prim_way way, const struct plane_point *points,
                                int64_t up_to, bool reason);

/* ---- board_plane_zone.c: primitives of areas, lines and groups; prim.def says what each does. */
bool prim_wholly_near(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_circle(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_line(struct state *s, const int64_t *args, int64_t *result);
bool prim_shifted(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_table(struct state *s, const int64_t *args, int64_t *result);
bool prim_middle(struct state *s, const int64_t *args, int64_t *result);
bool prim_strays(struct state *s, const int64_t *args, int64_t *result);

/* ---- board_plane_way.c: primitives of ways round obstacles; prim.def says what each does. */
bool prim_reach(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_into(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_to(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_to_edge(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_away(struct state *s, const int64_t *args, int64_t *result);
bool prim_shortened(struct state *s, const int64_t *args, int64_t *result);
bool prim_straight(struct state *s, const int64_t *args, int64_t *result);
bool prim_way_clear(struct state *s, const int64_t *args, int64_t *result);
bool prim_keeps_off(struct state *s, const int64_t *args, int64_t *result);
bool prim_length_before(struct state *s, const int64_t *args, int64_t *result);
bool prim_distance_after(struct state *s, const int64_t *args, int64_t *result);
bool prim_spot_distance(struct state *s, const int64_t *args, int64_t *result);
bool prim_distance_at(struct state *s, const int64_t *args, int64_t *result);
bool prim_edge_distance(struct state *s, const int64_t *args, int64_t *result);
bool prim_place_by(struct state *s, const int64_t *args, int64_t *result);
/* Sets *way to a list: the way, at most up_to long, to the n-th nearest, from 0, of the things that
 * draw the mover near (value draws_near of the rules). Returns false if there are not so many, or
 * after an error. */
bool prim_drawn(struct state *s, int64_t mover, int64_t up_to, int64_t n, int64_t *way);
bool prim_free_place(struct state *s, const int64_t *args, int64_t *result);

/* ---- board_plane.c: ways as lists ---- */
/* Frees scratch memory down to `mark`, then sets *result to the list of a way: the mover, then the
 * points. *result is 0, the empty list, if the mover is NONE. */
void prim_hand_back(struct state *s, size_t mark, int64_t mover, const struct plane_point *points,
                    size_t count, int64_t *result);
/* Sets *u to the shapes of a way's mover where it stands now, and *way to the points of the way,
 * moved so that the way begins there; unmoved if the mover has no place. */
bool prim_under_way(struct state *s, int64_t list, struct prim_shapes *u, struct prim_way *way);

/* ---- The functions of the table prim_plane: struct prim_board says what each does. ---- */
bool board_plane_way_at(struct state *s, int64_t way, int64_t far, int64_t *spot);
int64_t board_plane_place_of(const struct state *s, int64_t thing);
bool board_plane_blocks_sight(const struct state *s, int64_t thing, int64_t seer, int64_t seen);
bool board_plane_blocks_move(const struct state *s, int64_t thing, int64_t mover);
bool board_plane_stood_near(struct state *s, enum prim_id id, int64_t a, int64_t b, int64_t far,
                            bool *yes);
bool board_plane_out_of_reach(struct state *s, const int64_t *args, int64_t most);
bool board_plane_about_of(struct state *s, enum prim_id id, int64_t other, int64_t far,
                          struct prim_about *out);
int64_t board_plane_place_count(struct state *s, const struct prim_place_ask *q);
bool board_plane_place_candidate(struct state *s, const struct prim_place_ask *q, int64_t i,
                                 int64_t *spot);
bool board_plane_place_again(struct state *s, const struct prim_place_ask *q, int64_t i,
                             int64_t *spot);
const char *board_plane_place_refused(struct state *s, const struct prim_place_ask *q,
                                      int64_t spot);
const char *board_plane_set_up_refused(struct state *s, int64_t thing, int64_t spot);
int64_t board_plane_path_count(struct state *s, int64_t mover, int64_t up_to);
bool board_plane_path_candidate(struct state *s, int64_t mover, int64_t up_to, int64_t i,
                                int64_t *way);
bool board_plane_path_again(struct state *s, int64_t mover, int64_t up_to, int64_t i, int64_t *way);
int64_t board_plane_path_tried(int64_t count, int64_t n);
const char *board_plane_path_refused(struct state *s, int64_t mover, int64_t up_to, int64_t way);
bool board_plane_stand(struct state *s, int64_t thing, int64_t spot);
bool board_plane_carry(struct state *s, int64_t thing, int64_t way);
bool board_plane_moved(struct state *s, int64_t piece, int64_t dx, int64_t dy, int64_t *to);

#endif
