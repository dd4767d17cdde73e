/*
 * board_plane_inner: what the files of board_plane share; no other room includes it. It turns
 * things of the World into shapes of plane: bases, outlines, the table, the direction in which a
 * player looks, what blocks sight and moves.
 *
 * Shapes lie in scratch memory, so that the number of models has no limit. Scratch moves when it
 * grows, so shapes are kept as an index and looked at through prim_set once everything is gathered.
 * The caller resets scratch afterwards.
 */
#ifndef MYTH_VM_BOARD_PLANE_INNER_H
#define MYTH_VM_BOARD_PLANE_INNER_H

#include "plane.h"
#include "prim.h"

/* `count` shapes from word `at` of scratch; or, with `stood` not 0, the shapes kept for that
 * group */
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
/* Reserves room for so many shapes; the count begins at 0. */
struct prim_shapes prim_room(struct state *s, int64_t shapes);

/* A box along the axes. Code that gets one may leave out whatever lies outside it. */
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

/* ---- prim_index.c ---- */
/* A piece that stands somewhere; its holder; its unit: the group it is a member of, or itself. */
struct prim_piece {
    int64_t thing, holder, unit;
    bool round; /* its base is a known circle; otherwise only `base.at` is set */
    struct plane_shape base;
};
/* Where terrain or a zone lies. `known` false: it must be looked up each time. `here`: it lies
 * somewhere. */
struct prim_site {
    int64_t thing;
    bool known, here, edged;
    enum plane_side edge; /* the edge of the table that it lies along, if `edged` */
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
/* The site of the n-th thing in the extent of terrain or of zones, as these were when the index was
 * made; NULL: the index does not have it there. */
static inline const struct prim_site *prim_site_of(struct state *s, enum kind_root root, int64_t n,
                                                   int64_t thing) {
    return prim_site_at(s, root == ROOT_ZONE ? s->index.sites_zones + n : n, thing);
}
/* The same by the thing alone; NULL: it is neither terrain nor a zone, or is not in the index. */
static inline const struct prim_site *prim_site_by(struct state *s, int64_t thing) {
    if ((uint64_t)thing >= s->stood_capacity) return NULL;
    return prim_site_at(s, s->stood[thing].site, thing);
}
/* The pieces whose base may touch the box, in the order of entering play: a set of bits in scratch.
 * Nothing may move while they are walked over. Pieces held by a or b may be missing (0: nobody). */
struct prim_near {
    size_t at;
    int64_t words, word, count;
};
struct prim_near prim_near(struct state *s, struct prim_box box, int64_t a, int64_t b);
/* Gathers the bases that touch the box, in the order of entering play, if at most 128 pieces stand
 * on the table and the bases of all of them are round. False: it is not so, and *out is as it was.
 * Left out are but[0] and but[1] with the pieces that they hold, and the members of the groups
 * but[2] and but[3] (0: nobody). *out has room for `more` further shapes. */
bool prim_round_near(struct state *s, const struct prim_box *box, const int64_t but[4],
                     int64_t more, struct prim_shapes *out);
/* The next piece; NULL: there are no more. */
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
/* there are so few pieces that all of them count as near; then none is sought by place */
bool prim_near_few(struct state *s);
/* The greatest distance of any point of a base from its piece's place. */
int64_t prim_widest(struct state *s);

/* Finds where terrain or a zone lies, if that depends only on itself and the table. */
void prim_site_find(struct state *s, int64_t thing, struct prim_site *out);
/* How many shapes a thing may have: for a group, the number of its members. */
int64_t prim_most(const struct state *s, int64_t thing);
/* Appends the shapes of a thing where it stands: the base of a piece, the bases of a group's
 * members, the outline of a zone, terrain or area; nothing if it has no place. The caller has
 * reserved room. False: an error was kept. */
bool prim_add(struct state *s, int64_t thing, struct prim_shapes *to);
/* The same in room of its own, or as gathered before; the shapes may only be read. */
bool prim_shapes_of(struct state *s, int64_t thing, struct prim_shapes *out);
/* The kept shapes of a group with only round bases: they are gathered once and hold until a member
 * moves or leaves. NULL: it is no such group. */
const struct state_stood *prim_gather(struct state *s, int64_t thing);
struct state_stood *prim_stood_grow(struct state *s, int64_t thing);
static inline const struct state_stood *prim_stood(struct state *s, int64_t thing) {
    state_undone(s);
    bool kept = (uint64_t)thing < s->stood_capacity && s->stood[thing].since == s->w.anew + 1;
    return MYTH_LIKELY(kept) ? &s->stood[thing] : prim_gather(s, thing);
}
/* The group of which `things` are all members, in their order; otherwise NONE. */
int64_t prim_group_of(const struct state *s, struct view things);
/* The gap between two groups of round bases. *apart: the boxes around them show that it is more
 * than `most`, or one is nowhere; otherwise *far is the gap. False: they are not two such
 * groups. */
bool prim_stood_gap(struct state *s, int64_t a, int64_t b, int64_t most, bool *apart, int64_t *far);
/* The bases of a piece or group, each at (0, 0), whether it has a place or not. */
bool prim_bases_of(struct state *s, int64_t thing, struct prim_shapes *out);
/* The members of a group that count in geometry; of a group without members, the one that left
 * last. */
struct view prim_members(const struct state *s, int64_t group);
/* Whether a round base may touch a box. Written without branches, as either answer is likely. */
static inline bool prim_round_in(const struct plane_shape *base, const struct prim_box *box) {
    const int64_t half = ((int64_t)base->a + 1) / 2, x = base->at.x, y = base->at.y;
    return ((x - half <= box->east) & (x + half >= box->west) & (y - half <= box->north) &
            (y + half >= box->south)) != 0;
}
/* The base of a piece that is round and stands somewhere; false for any other thing. */
bool prim_round(const struct state *s, int64_t thing, struct plane_shape *out);
/* The group of a member, else the thing itself. */
int64_t prim_unit(const struct state *s, int64_t thing);

bool prim_table(struct state *s, struct plane_table *out);
/* The direction in which a player looks: away from the edge that his first zone touching one
 * touches; of several edges, the one it touches along the greatest length, of equals south, north,
 * west, east. Without such a zone the first player looks north, the second south, and so on in
 * turn; for no player (NONE) it is north. */
bool prim_look(struct state *s, int64_t player, enum plane_side *look);

/* Gathers what blocks a's sight of b; `ends` are the boxes around their bases. See blocks_sight. */
bool prim_sight(struct state *s, int64_t a, int64_t b, const struct prim_box ends[2],
                struct prim_shapes *out);
/* Gathers the ground of a mover within the box. Its own bases and those of `goal` (NONE: nobody)
 * are left out. `way`: the rules are asked which pieces block (the others may be passed, but not
 * stood on); otherwise all pieces count as blockers. */
bool prim_ground(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box, bool way,
                 struct plane_ground *out);
/* The same with further blockers: `shapes`; things whose bit is set in `seen` (0: none) are among
 * them already. */
struct prim_more {
    struct prim_shapes shapes;
    int64_t seen;
};
bool prim_ground_and(struct state *s, int64_t mover, int64_t goal, const struct prim_box *box,
                     bool way, const struct prim_more *more, struct plane_ground *out);
int64_t prim_bits(struct state *s);
void prim_bit_set(struct state *s, int64_t bits, int64_t thing);
/* Gathers pieces and terrain between two boxes that belong to neither a nor b: args are a, b and a
 * kind (NONE: all). `owners` lists the thing of each shape. */
bool prim_obstacles(struct state *s, const int64_t args[3], const struct prim_box ends[2],
                    struct prim_shapes *out, int64_t owners);

/* The points of a way; moved to begin at `start`, unless NULL. False: a point is out of range. */
struct prim_way {
    size_t at, count;
};
static inline struct plane_point *prim_points(const struct state *s, struct prim_way way) {
    return (struct plane_point *)(void *)(s->scratch + way.at);
}
bool prim_way_of(struct state *s, int64_t list, const struct plane_point *start,
                 struct prim_way *out);
/* The box around all that the mover, which stands at the first point, touches on its way: the way's
 * own points (NULL), or as many others. */
struct prim_box prim_path_box(const struct state *s, struct prim_shapes u, struct prim_way way,
                              const struct plane_point *points);

/* The fault of a way, judged with the things in its path. The way is a list of points on the stack,
 * or (points NULL) a way in scratch, which may move. An error in the rules counts as a way that
 * goes nowhere. Without `reason` only PLANE_WAY_GOOD or not is reliable: the cheapest fault is
 * returned. */
enum plane_fault prim_way_fault(struct state *s, int64_t mover, struct prim_shapes u,
                                struct prim_way way, const struct plane_point *points,
                                int64_t up_to, bool reason);

/* ---- prim_zone.c: primitives of areas, lines and groups; prim.def says what each does ---- */
bool prim_wholly_near(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_circle(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_line(struct state *s, const int64_t *args, int64_t *result);
bool prim_shifted(struct state *s, const int64_t *args, int64_t *result);
bool prim_on_table(struct state *s, const int64_t *args, int64_t *result);
bool prim_middle(struct state *s, const int64_t *args, int64_t *result);
bool prim_strays(struct state *s, const int64_t *args, int64_t *result);

/* ---- prim_way.c: primitives of ways round obstacles; prim.def says what each does ---- */
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
/* The n-th way toward something that draws the mover near, as a list. False: there is none, or an
 * error was kept. */
bool prim_drawn(struct state *s, int64_t mover, int64_t up_to, int64_t n, int64_t *way);
bool prim_free_place(struct state *s, const int64_t *args, int64_t *result);

/* ---- prim.c: ways as lists ---- */
/* Resets scratch to `mark`, then makes a list of a way that was found. */
void prim_hand_back(struct state *s, size_t mark, int64_t mover, const struct plane_point *points,
                    size_t count, int64_t *result);
/* The shapes of a way's mover where it is now, and the way's points moved to begin there. */
bool prim_under_way(struct state *s, int64_t list, struct prim_shapes *u, struct prim_way *way);

/* ---- What prim asks by its board: see prim_board.h ---- */
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
