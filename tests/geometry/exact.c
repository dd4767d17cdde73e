/* The slow exact reference: see exact.h. */
#include "exact.h"

#include <gmp.h>
#include <stdlib.h>

/* ---- whole numbers ---- */

static void set_wide(mpz_t out, wide v) {
    wide part = v < 0 ? -v : v;
    mpz_set_ui(out, (unsigned long)(part >> 62));
    mpz_mul_2exp(out, out, 62);
    mpz_add_ui(out, out, (unsigned long)(part & ((1ul << 62) - 1)));
    if (v < 0) mpz_neg(out, out);
}

int64_t exact_part(wide n, wide d2) {
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    set_wide(a, n);
    set_wide(b, d2);
    mpz_mul(a, a, a);
    mpz_tdiv_q(a, a, b);
    mpz_sqrt(a, a);
    int64_t part = mpz_get_si(a);
    mpz_clears(a, b, NULL);
    return n < 0 ? -part : part;
}

int64_t exact_root_up(wide n) {
    mpz_t a, rest;
    mpz_inits(a, rest, NULL);
    set_wide(a, n);
    mpz_sqrtrem(a, rest, a);
    int64_t root = mpz_get_si(a) + (mpz_sgn(rest) > 0);
    mpz_clears(a, rest, NULL);
    return root;
}

static int64_t turn(struct spot p, struct spot q, struct spot r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

static int sign_of(int64_t v) {
    return (v > 0) - (v < 0);
}

static bool same(struct spot p, struct spot q) {
    return p.x == q.x && p.y == q.y;
}

static struct spot spot_at(int64_t x, int64_t y) {
    return (struct spot){x, y};
}

/* ---- regions ---- */

/* The corners of a walk round the outside, always to the rightmost of all that are left. */
struct region exact_hull(const struct spot *at, int count) {
    struct region r = {.count = 0};
    struct spot first = at[0];
    for (int i = 1; i < count; i++) {
        if (at[i].x < first.x || (at[i].x == first.x && at[i].y < first.y)) first = at[i];
    }
    struct spot here = first;
    do {
        if (r.count == REGION) abort();
        r.at[r.count++] = here;
        struct spot next = here;
        for (int i = 0; i < count; i++) {
            int64_t side = same(next, here) ? -1 : turn(here, next, at[i]);
            if (same(at[i], here)) continue;
            int64_t nx = next.x - here.x, ny = next.y - here.y;
            int64_t ix = at[i].x - here.x, iy = at[i].y - here.y;
            if (side < 0 || (side == 0 && ix * ix + iy * iy > nx * nx + ny * ny)) next = at[i];
        }
        here = next;
    } while (!same(here, first));
    r.solid = r.count > 2;
    return r;
}

struct region exact_box(int64_t west, int64_t south, int64_t east, int64_t north) {
    const struct spot at[] = {{west, south}, {east, south}, {east, north}, {west, north}};
    return exact_hull(at, 4);
}

void exact_move(struct region *r, int64_t dx, int64_t dy) {
    for (int i = 0; i < r->count; i++) r->at[i].x += dx, r->at[i].y += dy;
}

struct region exact_swept(const struct region *r, int64_t dx, int64_t dy) {
    struct spot at[2 * REGION];
    for (int i = 0; i < r->count; i++) {
        at[2 * i] = r->at[i];
        at[2 * i + 1] = spot_at(r->at[i].x + dx, r->at[i].y + dy);
    }
    struct region out = exact_hull(at, 2 * r->count);
    out.width = r->width;
    out.solid = r->solid;
    return out;
}

/* The point that lies so far to the right and ahead of a piece as it faces; no facing: north. */
static struct spot faced(const struct piece *p, int64_t right, int64_t ahead) {
    int64_t fx = p->fx, fy = p->fx == 0 && p->fy == 0 ? 1 : p->fy;
    wide long2 = fx * fx + fy * fy;
    return spot_at(exact_part((wide)right * fy + (wide)ahead * fx, long2),
                   exact_part((wide)ahead * fy - (wide)right * fx, long2));
}

static bool oval(const struct piece *p, struct region *out) {
    bool across = p->a > p->b;
    int64_t half = (across ? p->a - p->b : p->b - p->a) / 2;
    struct spot v = across ? faced(p, half, 0) : faced(p, 0, half);
    const struct spot ends[] = {{p->x - v.x, p->y - v.y}, {p->x + v.x, p->y + v.y}};
    *out = exact_hull(ends, 2);
    out->width = across ? p->b : p->a;
    return p->a > 0 && p->b > 0;
}

static bool oblong(const struct piece *p, struct region *out) {
    struct spot v = faced(p, p->a / 2, p->b / 2), w = faced(p, p->a / 2, -(p->b / 2));
    const struct spot at[] = {{p->x + v.x, p->y + v.y},
                              {p->x + w.x, p->y + w.y},
                              {p->x - v.x, p->y - v.y},
                              {p->x - w.x, p->y - w.y}};
    *out = exact_hull(at, 4);
    return p->a > 0 && p->b > 0 && out->count == 4;
}

static bool polygon(const struct piece *p, struct region *out) {
    *out = (struct region){.count = 0, .solid = true};
    for (int i = 0; i < p->corners; i++) {
        out->at[out->count++] = spot_at(p->x + p->corner[2 * i], p->y + p->corner[2 * i + 1]);
    }
    return piece_is_simple(p);
}

bool exact_region(const struct piece *p, struct region *out) {
    bool fine = true;
    struct spot here = spot_at(p->x, p->y);
    switch ((enum form)p->form) {
    case ROUND:
        *out = exact_hull(&here, 1);
        out->width = p->a;
        fine = p->a >= 0;
        break;
    case BOX:
        if (p->a < 0 || p->b < 0) return false;
        *out = exact_box(p->x, p->y, p->x + p->a, p->y + p->b);
        break;
    case OVAL: fine = oval(p, out); break;
    case OBLONG: fine = oblong(p, out); break;
    case WEDGE: {
        const struct spot at[] = {here, {p->x + p->a, p->y}, {p->x, p->y + p->b}};
        *out = exact_hull(at, 3);
        fine = out->count == 3;
        break;
    }
    case POLYGON: fine = polygon(p, out); break;
    case FORMS: return false;
    }
    out->width += 2 * p->grown;
    out->solid = out->solid || out->width > 0;
    return fine && p->grown >= 0;
}

/* ---- triangles ---- */

struct part {
    int count; /* 1, 2 or 3, counter-clockwise */
    struct spot at[3];
};
struct parts {
    int count;
    struct part part[REGION];
};

static bool in_triangle(struct spot p, struct spot a, struct spot b, struct spot c) {
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

/* An ear: a triangle of three corners in a row that has no other corner in it. */
static bool is_ear(const struct spot *at, int count, int i) {
    struct spot a = at[(i + count - 1) % count], b = at[i], c = at[(i + 1) % count];
    if (turn(a, b, c) <= 0) return false;
    for (int k = 0; k < count; k++) {
        if (same(at[k], a) || same(at[k], b) || same(at[k], c)) continue;
        if (in_triangle(at[k], a, b, c)) return false;
    }
    return true;
}

static void drop(struct spot *at, int *count, int i) {
    (*count)--;
    for (int k = i; k < *count; k++) at[k] = at[k + 1];
}

static void drop_flat(struct spot *at, int *count) {
    for (int i = 0; i<*count && * count> 3;) {
        int n = *count;
        if (turn(at[(i + n - 1) % n], at[i], at[(i + 1) % n]) == 0) {
            drop(at, count, i);
            i = 0;
        } else {
            i++;
        }
    }
}

static struct parts parts_of(const struct region *r) {
    struct parts out = {.count = 0};
    struct spot at[REGION];
    int count = r->count;
    wide area = 0;
    if (count < 3) {
        out.part[out.count++] = (struct part){count, {r->at[0], r->at[count - 1]}};
        return out;
    }
    for (int i = 0; i < count; i++) {
        struct spot a = r->at[i], b = r->at[(i + 1) % count];
        area += (wide)a.x * b.y - (wide)a.y * b.x;
    }
    for (int i = 0; i < count; i++) at[i] = r->at[area > 0 ? i : count - 1 - i];
    drop_flat(at, &count);
    while (count >= 3) {
        int i = 0;
        while (i < count && !is_ear(at, count, i)) i++;
        if (i == count) abort();
        out.part[out.count++] =
            (struct part){3, {at[(i + count - 1) % count], at[i], at[(i + 1) % count]}};
        drop(at, &count, i);
        if (count > 3) drop_flat(at, &count);
    }
    return out;
}

/* ---- distance ---- */

static struct ratio far_of_line(struct spot p, struct spot a, struct spot b) {
    int64_t dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    int64_t along = px * dx + py * dy, long2 = dx * dx + dy * dy;
    if (along > 0 && along < long2) {
        wide side = turn(a, b, p);
        return (struct ratio){side * side, long2};
    }
    if (along > 0) px -= dx, py -= dy;
    return (struct ratio){px * px + py * py, 1};
}

static int compare(struct ratio p, struct ratio q) {
    mpz_t a, b, c;
    if (p.d == q.d) return (p.n > q.n) - (p.n < q.n);
    mpz_inits(a, b, c, NULL);
    set_wide(a, p.n);
    set_wide(c, q.d);
    mpz_mul(a, a, c);
    set_wide(b, q.n);
    set_wide(c, p.d);
    mpz_mul(b, b, c);
    int order = mpz_cmp(a, b);
    mpz_clears(a, b, c, NULL);
    return (order > 0) - (order < 0);
}

static bool part_has(const struct part *part, struct spot p) {
    return part->count == 3 && in_triangle(p, part->at[0], part->at[1], part->at[2]);
}

static struct ratio far_of_parts(const struct part *a, const struct part *b) {
    struct ratio best = {-1, 1};
    if (part_has(a, b->at[0]) || part_has(b, a->at[0])) return (struct ratio){0, 1};
    for (int i = 0; i < a->count; i++) {
        struct spot a0 = a->at[i], a1 = a->at[(i + 1) % a->count];
        for (int k = 0; k < b->count; k++) {
            struct spot b0 = b->at[k], b1 = b->at[(k + 1) % b->count];
            if (sign_of(turn(a0, a1, b0)) * sign_of(turn(a0, a1, b1)) < 0 &&
                sign_of(turn(b0, b1, a0)) * sign_of(turn(b0, b1, a1)) < 0) {
                return (struct ratio){0, 1};
            }
            const struct ratio far[] = {far_of_line(a0, b0, b1), far_of_line(b0, a0, a1)};
            for (int n = 0; n < 2; n++) {
                if (best.n < 0 || compare(far[n], best) < 0) best = far[n];
            }
        }
    }
    return best;
}

struct ratio exact_far2(const struct region *a, const struct region *b) {
    struct parts p = parts_of(a), q = parts_of(b);
    struct ratio best = {-1, 1};
    for (int i = 0; i < p.count; i++) {
        for (int k = 0; k < q.count; k++) {
            struct ratio far = far_of_parts(&p.part[i], &q.part[k]);
            if (best.n < 0 || compare(far, best) < 0) best = far;
        }
    }
    return best;
}

int exact_gap_against(const struct region *a, const struct region *b, int64_t halves) {
    wide m = a->width + b->width + halves;
    struct ratio far2 = exact_far2(a, b);
    if (m < 0) return 1;
    return compare((struct ratio){4 * far2.n, far2.d}, (struct ratio){m * m, 1});
}

/* sqrt(4 p) - w < sqrt(4 q) - v, all fractions. */
static bool roots_less(struct ratio p, int64_t w, struct ratio q, int64_t v) {
    mpq_t a, b, k, left, right;
    mpq_inits(a, b, k, left, right, NULL);
    set_wide(mpq_numref(a), 4 * p.n);
    set_wide(mpq_denref(a), p.d);
    mpq_canonicalize(a);
    set_wide(mpq_numref(b), 4 * q.n);
    set_wide(mpq_denref(b), q.d);
    mpq_canonicalize(b);
    mpq_set_si(k, w - v, 1);
    bool swapped = w < v; /* sqrt(a) < sqrt(b) + k with k >= 0, or not sqrt(b) <= sqrt(a) - k */
    if (swapped) mpq_swap(a, b), mpq_neg(k, k);
    /* sqrt(a) against sqrt(b) + k: a - b - k^2 against 2 k sqrt(b) */
    mpq_mul(right, k, k);
    mpq_sub(left, a, b);
    mpq_sub(left, left, right);
    mpq_mul(right, right, b);
    mpq_set_si(k, 4, 1);
    mpq_mul(right, right, k);
    int order = -1;
    if (mpq_sgn(left) >= 0) {
        mpq_mul(left, left, left);
        order = mpq_cmp(left, right);
    }
    mpq_clears(a, b, k, left, right, NULL);
    return swapped ? order > 0 : order < 0;
}

/* Rounded up to a quarter. */
static struct ratio quarters(struct ratio r) {
    return (struct ratio){(4 * r.n + r.d - 1) / r.d, 4};
}

bool exact_gap_less(const struct region *a, const struct region *b, const struct region *c,
                    const struct region *d) {
    return roots_less(quarters(exact_far2(a, b)), a->width + b->width, quarters(exact_far2(c, d)),
                      c->width + d->width);
}

/* ---- inner points in common ---- */

/* Some edge of a triangle has all of the other on its outer side. */
static bool parted_by(const struct part *a, const struct part *b) {
    for (int i = 0; i < 3; i++) {
        struct spot p = a->at[i], q = a->at[(i + 1) % 3];
        if (turn(p, q, b->at[0]) <= 0 && turn(p, q, b->at[1]) <= 0 && turn(p, q, b->at[2]) <= 0)
            return true;
    }
    return false;
}

bool exact_overlap(const struct region *a, const struct region *b) {
    if (!a->solid || !b->solid) return false;
    if (a->width + b->width > 0) return exact_gap_against(a, b, 0) < 0;
    struct parts p = parts_of(a), q = parts_of(b);
    for (int i = 0; i < p.count; i++) {
        for (int k = 0; k < q.count; k++) {
            const struct part *x = &p.part[i], *y = &q.part[k];
            if (x->count < 3 || y->count < 3) continue;
            if (!parted_by(x, y) && !parted_by(y, x)) return true;
        }
    }
    return false;
}

/* ---- one within the other ---- */

/* The part of the line from a to b that lies in a triangle, as two fractions of it; false: none. */
static bool clip(struct spot a, struct spot b, const struct part *in, struct ratio *from,
                 struct ratio *to) {
    *from = (struct ratio){0, 1};
    *to = (struct ratio){1, 1};
    for (int i = 0; i < 3; i++) {
        int64_t s = turn(in->at[i], in->at[(i + 1) % 3], a);
        int64_t e = turn(in->at[i], in->at[(i + 1) % 3], b);
        if (s < 0 && e < 0) return false;
        if (s >= 0 && e >= 0) continue;
        struct ratio at = s < 0 ? (struct ratio){-s, (wide)e - s} : (struct ratio){s, (wide)s - e};
        if (s < 0 && compare(at, *from) > 0) *from = at;
        if (e < 0 && compare(at, *to) < 0) *to = at;
    }
    return compare(*from, *to) <= 0;
}

static bool covered(struct spot a, struct spot b, const struct parts *by) {
    struct ratio from, to, done = {0, 1};
    bool any = false;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < by->count; i++) {
            if (!clip(a, b, &by->part[i], &from, &to) || compare(from, done) > 0) continue;
            any = true;
            if (compare(to, done) > 0) done = to, more = true;
        }
    }
    return any && compare(done, (struct ratio){1, 1}) == 0;
}

static bool is_convex(const struct region *r) {
    bool left = false, right = false;
    for (int i = 0; i < r->count && r->count > 2; i++) {
        int64_t t = turn(r->at[i], r->at[(i + 1) % r->count], r->at[(i + 2) % r->count]);
        left = left || t > 0;
        right = right || t < 0;
    }
    return !(left && right);
}

/* Of a region with inner points: c without its width is in it, half of `apart` from its edges. */
static bool well_inside(const struct region *c, const struct region *o, int64_t apart) {
    struct parts parts = parts_of(o);
    for (int i = 0; i < c->count; i++) {
        if (!covered(c->at[i], c->at[(i + 1) % c->count], &parts)) return false;
    }
    for (int i = 0; i < o->count && apart > 0; i++) {
        struct region edge = {.count = 2, .at = {o->at[i], o->at[(i + 1) % o->count]}};
        struct region core = *c;
        core.width = 0;
        if (exact_gap_against(&core, &edge, apart) < 0) return false;
    }
    return true;
}

int exact_within(const struct region *c, const struct region *o) {
    int64_t spare = o->width - c->width;
    if (o->width > 0 && !is_convex(o)) return -1;
    if (spare < 0 || o->width == 0) {
        if (o->count > 2) return well_inside(c, o, -spare);
        if (spare < 0) return 0;
    }
    struct region bare = *o;
    bare.width = 0;
    for (int i = 0; i < c->count; i++) {
        struct region one = {.count = 1, .at = {c->at[i]}};
        if (exact_gap_against(&one, &bare, spare) > 0) return 0;
    }
    return 1;
}
