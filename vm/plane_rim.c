/* Places round the rim of a goal, for a base whose straight way into contact ends where another
 * stands: see plane.h, plane_way_beside. */
#include "plane.h"
#include "plane_inner.h"

/* Places tried round each circle of the goal; the most places to which ways are searched for. */
enum { ROUND = 32, TRIED = 12 };

/* The free places found so far, the nearest first; of places equally near, the one found first. */
struct rim {
    struct plane_shape base; /* the base that is to stand there */
    struct plane_point from; /* where it is now */
    const struct plane_ground *ground;
    size_t count;
    struct {
        struct plane_point at;
        int64_t far2; /* square of the distance from `from` */
    } places[TRIED];
};

struct plane_point plane_direction(size_t n, int64_t length) {
    struct plane_point a = plane_bearing(n / 2, length), b = plane_bearing(n / 2 + 1, length);
    if (n % 2 == 0) return a;
    int64_t x = (int64_t)a.x + b.x, y = (int64_t)a.y + b.y;
    /* The vectors a and b are a sixteenth of a turn apart, so their sum is 2 * cos(11.25 degrees) =
     * 1.961571 times as long as each of them. */
    return (struct plane_point){(int32_t)(x * 1000000 / 1961571), (int32_t)(y * 1000000 / 1961571)};
}

/* Keeps a place if the base may stand there, and it is one of the nearest. */
static void keep_place(struct rim *r, int64_t x, int64_t y) {
    struct plane_point at;
    if (plane_point(x, y, &at) != PLANE_OK) return;
    const int64_t dx = x - r->from.x, dy = y - r->from.y, far2 = dx * dx + dy * dy;
    if (r->count == TRIED && far2 >= r->places[TRIED - 1].far2) return;
    r->base.at = at;
    if (!plane_stands(plane_one(&r->base), NULL, r->ground)) return;
    size_t k = r->count < TRIED ? r->count++ : TRIED - 1;
    for (; k > 0 && r->places[k - 1].far2 > far2; k--) r->places[k] = r->places[k - 1];
    r->places[k].at = at;
    r->places[k].far2 = far2;
}

/* Keeps, of the places at most two units from (x, y) at which the base touches the circle `of` and
 * does not overlap the circle `other`, the one nearest to that; of equals the first. */
static void keep_snug(struct rim *r, const struct plane_shape *of, const struct plane_shape *other,
                      int64_t x, int64_t y) {
    enum { ROUNDED = 2 };
    const int64_t touch = (int64_t)of->a + r->base.a + 2 * PLANE_TOUCH;
    const int64_t clear = (int64_t)other->a + r->base.a;
    int64_t best = INT64_MAX, best_x = 0, best_y = 0;
    for (int64_t i = x - ROUNDED; i <= x + ROUNDED; i++) {
        for (int64_t k = y - ROUNDED; k <= y + ROUNDED; k++) {
            const int64_t ex = i - of->at.x, ey = k - of->at.y;
            const int64_t ox = i - other->at.x, oy = k - other->at.y;
            const int64_t off = 4 * (ox * ox + oy * oy);
            if (4 * (ex * ex + ey * ey) > touch * touch || off < clear * clear) continue;
            if (off < best) best = off, best_x = i, best_y = k;
        }
    }
    if (best < INT64_MAX) keep_place(r, best_x, best_y);
}

/* Keeps the two places at which the base touches the circle `of` and stands close beside the
 * circle `other`. The centre of the base then lies where two circles cross: one round the centre of
 * `of`, one round that of `other`. */
static void keep_between(struct rim *r, const struct plane_shape *of,
                         const struct plane_shape *other) {
    const int64_t near = ((int64_t)of->a + r->base.a) / 2 + PLANE_TOUCH;
    const int64_t far = ((int64_t)other->a + r->base.a + 1) / 2;
    const int64_t dx = (int64_t)other->at.x - of->at.x, dy = (int64_t)other->at.y - of->at.y;
    const int64_t long2 = dx * dx + dy * dy;
    if (long2 == 0 || long2 > (near + far) * (near + far)) return;
    /* along and aside: how far from the centre of `of` the circles cross, along the line between
     * the centres and square to it, both times the length of that line */
    const int64_t along = (near * near - far * far + long2) / 2;
    const struct wide all = wide_product(near * near, long2), part = wide_product(along, along);
    if (wide_less(all, part)) return;
    const int64_t aside = (int64_t)plane_root_up_wide(wide_sub(all, part));
    const int64_t x = of->at.x + plane_share(along, dx, long2);
    const int64_t y = of->at.y + plane_share(along, dy, long2);
    const int64_t by_x = plane_share(aside, dy, long2), by_y = plane_share(aside, dx, long2);
    keep_snug(r, of, other, x - by_x, y + by_y);
    keep_snug(r, of, other, x + by_x, y - by_y);
}

static void keep_beside(struct rim *r, const struct plane_shape *of, struct plane_set others) {
    for (size_t i = 0; i < others.count; i++) {
        const struct plane_shape *other = &others.shapes[i];
        if (other->kind != PLANE_ROUND) continue;
        if (other->at.x == of->at.x && other->at.y == of->at.y) continue;
        keep_between(r, of, other);
    }
}

/* Keeps places round a circle of the goal. */
static void keep_round(struct rim *r, const struct plane_shape *of) {
    if (of->kind != PLANE_ROUND) return;
    /* Two units are added, because the parts of a direction are rounded toward 0. The base still
     * touches at that distance. */
    const int64_t radius = ((int64_t)of->a + r->base.a) / 2 + PLANE_TOUCH;
    for (size_t n = 0; n < ROUND; n++) {
        const struct plane_point by = plane_direction(n, radius);
        keep_place(r, (int64_t)of->at.x + by.x, (int64_t)of->at.y + by.y);
    }
    keep_beside(r, of, r->ground->blockers);
    keep_beside(r, of, r->ground->standing);
}

enum plane_code plane_way_beside(struct plane_set u, struct plane_set v, int64_t most,
                                 int64_t up_to, const struct plane_ground *ground,
                                 struct plane_way *out) {
    struct plane_way way;
    struct plane_point best = {0, 0};
    int64_t least = most < PLANE_FAR ? most + 1 : PLANE_FAR + 1;
    bool found = false;
    if (u.count != 1 || u.shapes[0].kind != PLANE_ROUND) return PLANE_NONE;
    struct rim r = {.base = u.shapes[0], .from = u.shapes[0].at, .ground = ground};
    for (size_t i = 0; i < v.count; i++) keep_round(&r, &v.shapes[i]);
    for (size_t i = 0; i < r.count && r.places[i].far2 < least * least; i++) {
        enum plane_code code = plane_way_to(u, r.places[i].at, INT64_MAX, ground, &way);
        if (code == PLANE_BEYOND) return code;
        const int64_t length = plane_way_length(way.points, way.count);
        if (code != PLANE_OK || length >= least) continue;
        least = length;
        best = r.places[i].at;
        found = true;
    }
    return found ? plane_way_to(u, best, up_to, ground, out) : PLANE_NONE;
}
