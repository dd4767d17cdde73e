/*
 * board_plane_index: the index of the pieces on the table by their places (struct state_index).
 * Between two moves many questions are asked, so making the index costs less than walking over all
 * pieces at each question. A question first brings the index up to date if only a few pieces have
 * moved since; after larger changes the index is made anew.
 *
 * The rank of a piece is its position among the pieces on the table, in the order of entering play.
 * With at most INDEX_FEW pieces, runs list consecutive pieces of one holder, each run with the box
 * around it. With more, a grid of INDEX_SIDE by INDEX_SIDE cells lies over all places.
 */
#include <string.h>

#include "prim.h"
#include "board_plane_inner.h"

/* Returns the column or row of cells, 0 … INDEX_SIDE - 1, in which a coordinate lies. What lies
 * beyond the grid belongs to its outermost cells. `from`: where the grid begins; `cell`: the width
 * of a cell. */
static int64_t cell_number(int64_t v, int64_t from, int64_t cell) {
    if (v < from) return 0;
    return v - from < INDEX_SIDE * cell ? (int64_t)base_over((uint64_t)(v - from), (uint64_t)cell)
                                        : INDEX_SIDE - 1;
}

/* The number of pieces up to which looking for those near a place does not pay (prim_near_few). */
enum { ALL_NEAR = 64 };

static struct prim_piece *piece_at(const struct state_index *x, int32_t rank) {
    return (struct prim_piece *)x->pieces + rank;
}

/* Returns an upper bound on how far a piece's base reaches from its place: the radius of a circle,
 * otherwise half the sum of width and depth. */
static int64_t reach_of(const struct state *s, const int64_t *record) {
    int32_t word = s->sites[record[T_KIND]].shape;
    int64_t number = word ? record[word] : NONE;
    if (number < 0 || number >= s->img->shapes_count) return 0;
    const struct image_shape *shape = &s->img->shapes[number];
    return shape->what == SHAPE_CIRCLE ? shape->a : (shape->a + shape->b) / 2 + 1;
}

/* Enters all pieces that have a place into x->pieces, in the order of entering play. */
static void take_pieces(struct state *s, struct view pieces) {
    struct state_index *x = &s->index;
    struct prim_piece *last = NULL, *piece = x->pieces;
    int64_t kind = -1, number = -1;
    x->widest = 0;
    x->round = true;
    for (int64_t i = 0; i < pieces.count; i++) {
        const int64_t *record = s->w.base[SEG_THINGS] + (size_t)pieces.at[i] * s->stride;
        int64_t place = record[T_PLACE], holder = record[T_HOLDER];
        struct plane_point at = {state_x(place), state_y(place)}, fits;
        if (place == NONE) continue;
        /* If a piece has the same base as the one before, as most have, the base is not looked up
         * again. */
        bool same = last != NULL && record[T_KIND] == kind && last->round &&
                    record[s->sites[kind].shape] == number &&
                    plane_point(at.x, at.y, &fits) == PLANE_OK;
        if (same) {
            piece->round = true;
            piece->base = last->base;
        } else {
            int64_t reach = reach_of(s, record);
            if (reach > x->widest) x->widest = reach;
            piece->round = prim_round(s, pieces.at[i], &piece->base);
            kind = record[T_KIND];
            number = record[s->sites[kind].shape];
            x->round &= piece->round;
        }
        piece->base.at = at;
        piece->thing = pieces.at[i];
        piece->holder = holder;
        piece->unit = last != NULL && holder == last->holder && last->unit == holder
                          ? holder
                          : prim_unit(s, pieces.at[i]);
        last = piece++;
    }
    x->count = (int32_t)(piece - (struct prim_piece *)x->pieces);
}

/* Returns the number of the cell in which the piece of a rank lies. */
static int64_t cell_at(const struct state_index *x, int32_t rank) {
    struct plane_point at = piece_at(x, rank)->base.at;
    return cell_number(at.x, x->west, x->cell) + INDEX_SIDE * cell_number(at.y, x->south, x->cell);
}

/* Lays the grid over the places of all pieces and lists the ranks in each cell. */
static void lay_grid(struct state_index *x) {
    int64_t east = INT64_MIN, north = INT64_MIN;
    x->west = x->south = INT64_MAX;
    for (int32_t r = 0; r < x->count; r++) {
        struct plane_point at = piece_at(x, r)->base.at;
        if (at.x < x->west) x->west = at.x;
        if (at.x > east) east = at.x;
        if (at.y < x->south) x->south = at.y;
        if (at.y > north) north = at.y;
    }
    int64_t wide = east - x->west > north - x->south ? east - x->west : north - x->south;
    x->cell = wide / INDEX_SIDE + 1;
    x->ranks = memory_grow(x->ranks, &x->ranks_capacity, (size_t)x->count, sizeof *x->ranks);
    for (int c = 0; c <= INDEX_CELLS; c++) x->first[c] = 0;
    for (int32_t r = 0; r < x->count; r++) x->first[cell_at(x, r) + 1]++;
    for (int c = 0; c < INDEX_CELLS; c++) x->first[c + 1] += x->first[c];
    /* x->first[c + 1] is the end of cell c here. Each cell is filled from its end to its beginning,
     * so that afterwards x->first[c + 1] is the beginning of cell c. */
    for (int32_t r = x->count - 1; r >= 0; r--) x->ranks[--x->first[cell_at(x, r) + 1]] = r;
    for (int c = 0; c < INDEX_CELLS; c++) x->first[c] = x->first[c + 1];
    x->first[INDEX_CELLS] = x->count;
}

/* Computes the box around the pieces of a run. If a base is not round, the box is without limits,
 * so that the run is always looked at. */
static void lay_run(const struct state_index *x, struct state_run *run) {
    const struct prim_piece *p = piece_at(x, run->first);
    run->west = run->south = INT32_MAX;
    run->east = run->north = INT32_MIN;
    for (const struct prim_piece *end = p + run->count; p < end; p++) {
        const struct plane_point at = p->base.at;
        const int32_t half = (p->base.a + 1) / 2;
        if (!p->round) {
            run->west = run->south = INT32_MIN;
            run->east = run->north = INT32_MAX;
            return;
        }
        if (at.x - half < run->west) run->west = at.x - half;
        if (at.x + half > run->east) run->east = at.x + half;
        if (at.y - half < run->south) run->south = at.y - half;
        if (at.y + half > run->north) run->north = at.y + half;
    }
}

/* Makes the runs: consecutive pieces of one holder form a run; a piece with a base that is not
 * round is a run of its own. */
static void lay_runs(struct state_index *x) {
    const struct prim_piece *last = NULL;
    x->runs_count = 0;
    for (int32_t r = 0; r < x->count; r++) {
        const struct prim_piece *p = piece_at(x, r);
        if (last == NULL || !p->round || !last->round || p->holder != last->holder) {
            x->runs[x->runs_count++] = (struct state_run){.first = r};
        }
        x->runs[x->runs_count - 1].count++;
        last = p;
    }
    for (int32_t i = 0; i < x->runs_count; i++) lay_run(x, &x->runs[i]);
}

/* Sets the bit of each rank in a run. */
static void mark_ranks(const struct state_run *run, uint64_t *bits) {
    const int32_t end = run->first + run->count;
    for (int32_t at = run->first, next; at < end; at = next) {
        next = (at / 64 + 1) * 64 < end ? (at / 64 + 1) * 64 : end;
        bits[at / 64] |= ~UINT64_C(0) >> (64 - (next - at)) << at % 64;
    }
}

/* Whether pieces of a run may touch the box. Written without branches, because a run may equally
 * well lie on any side of the box. */
static inline bool may_reach(const struct state_run *r, const struct prim_box *box) {
    return ((r->west <= box->east) & (r->east >= box->west) & (r->south <= box->north) &
            (r->north >= box->south)) != 0;
}

/* Sets the bits of the pieces in all runs that may touch the box, except runs that a or b holds,
 * and adds their number to near->count. */
static void runs_near(const struct state_index *x, const struct prim_box *box, int64_t a, int64_t b,
                      struct prim_near *near, uint64_t *bits) {
    for (int32_t i = 0; i < x->runs_count; i++) {
        const struct state_run *r = &x->runs[i];
        if (!may_reach(r, box)) continue;
        const int64_t holder = piece_at(x, r->first)->holder;
        if (holder == a || holder == b) continue;
        mark_ranks(r, bits);
        near->count += r->count;
    }
}

/* Enters terrain or a zone as site `number`, and notes the number so that the site can be found
 * from the thing. */
static void take_site(struct state *s, int64_t thing, uint32_t number) {
    if (thing <= 0) return;
    prim_stood_grow(s, thing)->site = number;
    prim_site_find(s, thing, (struct prim_site *)s->index.sites + number);
}

/* Enters all terrain, then all zones. */
static void take_sites(struct state *s) {
    struct state_index *x = &s->index;
    const struct view terrain = state_extent(s, s->img->root[ROOT_TERRAIN]);
    const struct view zones = state_extent(s, s->img->root[ROOT_ZONE]);
    const size_t count = (size_t)(terrain.count + zones.count);
    x->sites = memory_grow(x->sites, &x->sites_capacity, count + 1, sizeof(struct prim_site));
    uint32_t number = 0;
    x->sites_count = (int32_t)count;
    x->sites_zones = (int32_t)terrain.count;
    for (int64_t i = 0; i < terrain.count; i++) take_site(s, terrain.at[i], number++);
    for (int64_t i = 0; i < zones.count; i++) take_site(s, zones.at[i], number++);
}

/* Whether a site may have moved because this thing did: the thing is terrain or a zone, or is
 * neither a piece nor a group. */
static bool may_lie(const struct state *s, int64_t thing) {
    const struct state_index *x = &s->index;
    if (thing <= 0) return true;
    for (int32_t i = 0; i < x->sites_count; i++) {
        if (((const struct prim_site *)x->sites + i)->thing == thing) return true;
    }
    const int32_t kind = state_thing(s, thing) ? state_kind(s, thing) : -1;
    return kind >= 0 && !s->sites[kind].piece &&
           !image_kind_is(s->img, kind, s->img->root[ROOT_GROUP]);
}

/* If the sites are no longer valid, or terrain or a zone may have moved, all sites are found anew,
 * and the index of pieces becomes invalid. Moves of pieces and groups do not change sites. */
void prim_sites_follow(struct state *s) {
    struct state_index *x = &s->index;
    bool lie = x->sites_since == s->w.anew + 1;
    while (lie && x->moved_sites < x->moved_count) lie = !may_lie(s, x->moved[x->moved_sites++]);
    if (lie) return;
    take_sites(s);
    x->sites_since = s->w.anew + 1;
    x->since = 0;
    x->moved_count = x->moved_sites = 0;
}

/* ---- what has moved ---- */

/* Moves a rank from the list of one cell to that of another. The lists of all cells lie one behind
 * the other, so those between the two shift by one. */
static void change_cell(struct state_index *x, int32_t rank, int64_t from, int64_t to) {
    int32_t at = x->first[from];
    while (x->ranks[at] != rank) at++;
    for (; from < to; from++) {
        const int32_t last = --x->first[from + 1];
        for (; at < last; at++) x->ranks[at] = x->ranks[at + 1];
    }
    for (; from > to; from--) {
        const int32_t first = x->first[from]++;
        for (; at > first; at--) x->ranks[at] = x->ranks[at - 1];
    }
    x->ranks[at] = rank;
}

static bool has_rank(const struct state_index *x, int64_t thing, int64_t rank) {
    return rank < x->count && piece_at(x, (int32_t)rank)->thing == thing;
}

/* Returns the rank of a piece, which is looked for in the runs of its holder; -1 if the piece is
 * not in the index, or had another holder when it was entered. Only for an index with runs, that is
 * with at most INDEX_FEW pieces. */
static int32_t rank_held(const struct state_index *x, int64_t thing, int64_t holder) {
    for (const struct state_run *r = x->runs, *end = r + x->runs_count; r < end; r++) {
        if (piece_at(x, r->first)->holder != holder) continue;
        for (int32_t i = r->first; i < r->first + r->count; i++) {
            if (has_rank(x, thing, i)) return i;
        }
    }
    return -1;
}

/* Returns the rank of a piece; -1 if the piece is not in the index; also -1 if it stands, there are
 * at most INDEX_FEW pieces, and it was entered with another holder. Tries the rank `next` first,
 * because members of a group mostly follow one another, then the rank at which the piece was found
 * last. */
static int32_t rank_of(struct state *s, int64_t thing, bool stands, int32_t next) {
    const struct state_index *x = &s->index;
    if (has_rank(x, thing, next)) return next;
    struct state_stood *kept = prim_stood_grow(s, thing);
    if (has_rank(x, thing, kept->site)) return (int32_t)kept->site;
    int32_t rank = -1;
    if (stands && x->count <= INDEX_FEW) {
        rank = rank_held(x, thing, state_word(s, thing, T_HOLDER));
    } else {
        for (int32_t i = 0; i < x->count && rank < 0; i++) rank = has_rank(x, thing, i) ? i : -1;
    }
    if (rank >= 0) kept->site = (uint32_t)rank;
    return rank;
}

/* Updates the place of a piece that has moved, and sets *next to the rank after it. Does nothing
 * for a piece that neither is in the index nor stands. Returns false if the index cannot simply
 * follow: the piece has come or gone, has another base or holder, or its base is not round. */
static bool follow_piece(struct state *s, int64_t thing, int32_t *next) {
    struct state_index *x = &s->index;
    struct plane_shape base;
    const bool there = state_thing(s, thing) && state_in_play(s, thing);
    const bool stands = there && state_word(s, thing, T_PLACE) != NONE;
    const int32_t rank = rank_of(s, thing, stands, *next);
    if (rank < 0) return !stands;
    struct prim_piece *piece = piece_at(x, rank);
    if (!there || !prim_round(s, thing, &base) || !piece->round) return false;
    if (piece->base.a != base.a || piece->holder != state_word(s, thing, T_HOLDER)) return false;
    if (x->count > INDEX_FEW) {
        const int64_t from = cell_at(x, rank);
        piece->base.at = base.at;
        const int64_t to = cell_at(x, rank);
        if (from != to) change_cell(x, rank, from, to);
    }
    piece->base.at = base.at;
    *next = rank + 1;
    return true;
}

/* Returns the run to which the piece of a rank belongs. */
static struct state_run *run_of(struct state_index *x, int32_t rank) {
    struct state_run *run = x->runs;
    while (run->first + run->count <= rank) run++;
    return run;
}

/* Adds a run for `count` pieces of one holder that were entered from this rank on. If they lie
 * inside a run, or beside a run of the same holder, all runs are made anew. */
static void enter_runs(struct state_index *x, int32_t rank, int32_t count) {
    const int64_t holder = piece_at(x, rank)->holder;
    const int32_t behind = rank + count;
    int32_t at = 0;
    while (at < x->runs_count && x->runs[at].first < rank) at++;
    const bool between = at < x->runs_count ? x->runs[at].first == rank : behind == x->count;
    if (!between || (rank > 0 && piece_at(x, rank - 1)->holder == holder) ||
        (behind < x->count && piece_at(x, behind)->holder == holder)) {
        lay_runs(x);
        return;
    }
    struct state_run *run = x->runs + at;
    memmove(run + 1, run, (size_t)(x->runs_count++ - at) * sizeof *run);
    for (int32_t i = at + 1; i < x->runs_count; i++) x->runs[i].first += count;
    *run = (struct state_run){.first = rank, .count = count};
    lay_run(x, run);
}

/* Returns the position of a piece among `all` pieces in play, and sets *rank to how many pieces
 * before it are in the index. Steps over whole runs: if the piece is inside a run, the position
 * returned is behind that run, so the caller must compare the piece there. Only for an index with
 * runs. */
static int64_t place_of(const struct state_index *x, struct view all, int64_t thing,
                        int32_t *rank) {
    const struct state_run *run = x->runs, *end = run + x->runs_count;
    int64_t at = 0;
    *rank = 0;
    while (at < all.count && all.at[at] != thing) {
        while (run < end && run->first < *rank) run++;
        const bool whole = run < end && run->first == *rank && has_rank(x, all.at[at], *rank);
        *rank += whole ? run->count : 0;
        at += whole ? run->count : 1;
    }
    return at;
}

/* Enters pieces of one holder, with round bases, that had no place and now stand: moved[i] and
 * those behind it in x->moved, as long as they follow one another in the order of entering play.
 * Returns how many were entered, and sets *next to the rank after them. Returns 0 if moved[i] is no
 * such piece, or if the index has no runs or would have more than INDEX_FEW pieces. */
static int32_t enter(struct state *s, int32_t i, int32_t *next) {
    struct state_index *x = &s->index;
    const struct view all = state_extent(s, s->img->root[ROOT_PIECE]);
    struct prim_piece fresh[INDEX_MOVED];
    int32_t rank, count = 0;
    if (x->count >= INDEX_FEW) return 0;
    int64_t at = place_of(x, all, x->moved[i], &rank);
    for (; i < x->moved_count && at < all.count && all.at[at] == x->moved[i]; i++, at++) {
        const int64_t thing = all.at[at], holder = state_word(s, thing, T_HOLDER);
        struct prim_piece *p = fresh + count;
        if (has_rank(x, thing, rank) || (count > 0 && holder != fresh[0].holder)) break;
        *p = (struct prim_piece){.thing = thing, .holder = holder, .unit = prim_unit(s, thing)};
        p->round = prim_round(s, thing, &p->base);
        if (!p->round) break;
        count++;
    }
    if (count == 0 || x->count + count > INDEX_FEW) return 0;
    x->pieces =
        memory_grow(x->pieces, &x->pieces_capacity, (size_t)(x->count + count) + 1, sizeof *fresh);
    struct prim_piece *to = piece_at(x, rank);
    memmove(to + count, to, (size_t)(x->count - rank) * sizeof *to);
    memcpy(to, fresh, (size_t)count * sizeof *to);
    x->count += count;
    for (int32_t k = 0; k < count; k++) {
        const int64_t *record = s->w.base[SEG_THINGS] + (size_t)fresh[k].thing * s->stride;
        const int64_t reach = reach_of(s, record);
        if (reach > x->widest) x->widest = reach;
    }
    enter_runs(x, rank, count);
    *next = rank + count;
    return count;
}

/* Brings the index up to date with the things in x->moved. Returns false if the index must be made
 * anew. A moved group needs nothing done, because its pieces are listed, too. */
static bool follow(struct state *s) {
    struct state_index *x = &s->index;
    /* with at most INDEX_FEW pieces: the run of the last piece that moved; its box must be computed
     * anew */
    struct state_run *run = NULL;
    int32_t next = 0;
    for (int32_t i = 0; i < x->moved_count; i++) {
        const int64_t thing = x->moved[i];
        if (thing <= 0) return false;
        const int32_t kind = state_thing(s, thing) ? state_kind(s, thing) : -1;
        if (kind >= 0 && image_kind_is(s->img, kind, s->img->root[ROOT_GROUP])) continue;
        if (kind >= 0 && !s->sites[kind].piece) return false;
        const int32_t before = next;
        if (!follow_piece(s, thing, &next)) {
            if (run != NULL) lay_run(x, run);
            run = NULL;
            const int32_t entered = enter(s, i, &next);
            if (entered == 0) return false;
            i += entered - 1;
            continue;
        }
        if (x->count > INDEX_FEW || next == before) continue;
        if (run == NULL || next <= run->first || next > run->first + run->count) {
            if (run != NULL) lay_run(x, run);
            run = run_of(x, next - 1);
        }
    }
    if (run != NULL) lay_run(x, run);
    return true;
}

/* Returns the index, brought up to date or made anew. */
static const struct state_index *made(struct state *s) {
    struct state_index *x = &s->index;
    state_undone(s);
    if (MYTH_LIKELY(x->since == s->w.anew + 1 && x->moved_count == 0)) return x;
    prim_sites_follow(s);
    if (x->since != s->w.anew + 1 || !follow(s)) {
        struct view pieces = state_extent(s, s->img->root[ROOT_PIECE]);
        x->pieces = memory_grow(x->pieces, &x->pieces_capacity, (size_t)pieces.count + 1,
                                sizeof(struct prim_piece));
        take_pieces(s, pieces);
        if (x->count > INDEX_FEW)
            lay_grid(x);
        else
            lay_runs(x);
    }
    x->moved_count = x->moved_sites = 0;
    x->since = s->w.anew + 1;
    return x;
}

bool prim_near_few(struct state *s) {
    return made(s)->count <= ALL_NEAR;
}

int64_t prim_widest(struct state *s) {
    return made(s)->widest;
}

/* Clamps a coordinate to a range that is wider than any place, so that sums stay in range. */
static int64_t clamp_coordinate(int64_t v) {
    const int64_t most = 4 * PLANE_FAR;
    return v < -most ? -most : v > most ? most : v;
}

struct prim_near prim_near(struct state *s, struct prim_box box, int64_t a, int64_t b) {
    const struct state_index *x = made(s);
    int64_t words = (x->count + 63) / 64, handle = state_scratch(s, words);
    struct prim_near near = {(size_t)(handle & ~SCRATCH_BIT) + 1, words, 0, 0};
    uint64_t *bits = (uint64_t *)(void *)(s->scratch + near.at);
    for (int64_t i = 0; i < words; i++) bits[i] = 0;
    if (x->count == 0) return near;
    if (x->count <= INDEX_FEW) {
        runs_near(x, &box, a, b, &near, bits);
        return near;
    }
    box = (struct prim_box){clamp_coordinate(box.west), clamp_coordinate(box.south),
                            clamp_coordinate(box.east), clamp_coordinate(box.north)};
    prim_box_grow(&box, x->widest);
    int64_t east = cell_number(box.east, x->west, x->cell),
            west = cell_number(box.west, x->west, x->cell);
    int64_t north = cell_number(box.north, x->south, x->cell);
    for (int64_t row = cell_number(box.south, x->south, x->cell); row <= north; row++) {
        int32_t from = x->first[row * INDEX_SIDE + west];
        int32_t to = x->first[row * INDEX_SIDE + east + 1];
        for (int32_t i = from; i < to; i++) {
            bits[x->ranks[i] / 64] |= UINT64_C(1) << (x->ranks[i] % 64);
            near.count++;
        }
    }
    return near;
}

bool prim_round_near(struct state *s, const struct prim_box *box, const int64_t but[4],
                     int64_t more, struct prim_shapes *out) {
    const struct state_index *x = made(s);
    if (x->count > INDEX_FEW || !x->round) return false;
    *out = prim_room(s, x->count + more);
    struct plane_shape *to = x->count > 0 ? prim_nth(s, *out, 0) : NULL;
    for (const struct state_run *r = x->runs, *end = r + x->runs_count; r < end; r++) {
        if (!may_reach(r, box)) continue;
        const struct prim_piece *p = piece_at(x, r->first), *behind = p + r->count;
        if (p->holder == but[0] || p->holder == but[1]) continue;
        for (; p < behind; p++) {
            const struct plane_point at = p->base.at;
            const int32_t half = (p->base.a + 1) / 2;
            if (at.x - half > box->east || at.x + half < box->west || at.y - half > box->north ||
                at.y + half < box->south) {
                continue;
            }
            if (p->thing == but[0] || p->thing == but[1]) continue;
            if (p->unit != but[2] && p->unit != but[3]) to[out->count++] = p->base;
        }
    }
    return true;
}
