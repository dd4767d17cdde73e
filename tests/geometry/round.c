/* How good the ways round are: against the shortest over a net of many points round each thing in
 * the way. The net may take fractions: it is a measure, not the judge of what is legal. A way is
 * found, not proven shortest: of a thousand a few are longer. */
#include "property.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { AROUND = 48, NET = 2 + PIECES * AROUND };
struct knot {
    double x, y, far;
    bool done;
};
struct net {
    int count;
    struct knot at[NET];
    const struct shapes *w;
    double own; /* the mover's half width */
};

/* Half of both widths, of the mover and of the k-th in the way. */
static double ring(const struct net *net, size_t k) {
    return net->own + (double)net->w->region[k].width / 2;
}

static double off_leg(double px, double py, double qx, double qy, double x, double y) {
    double dx = qx - px, dy = qy - py, long2 = dx * dx + dy * dy;
    double t = long2 > 0 ? ((x - px) * dx + (y - py) * dy) / long2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px + t * dx - x, py + t * dy - y);
}

static bool is_open(const struct net *net, double px, double py, double qx, double qy) {
    for (size_t k = 0; k < net->w->count; k++) {
        struct spot c = net->w->region[k].at[0];
        if (off_leg(px, py, qx, qy, (double)c.x, (double)c.y) < ring(net, k) + 0.5) return false;
    }
    return true;
}

static void lay(struct net *net) {
    for (size_t k = 0; k < net->w->count; k++) {
        struct spot c = net->w->region[k].at[0];
        /* So far out that the line between two neighbours is open. */
        double radius = (ring(net, k) + 5) / cos(3.14159265358979 / AROUND);
        for (int i = 0; i < AROUND; i++) {
            double turn = 6.28318530717959 * i / AROUND;
            net->at[net->count++] =
                (struct knot){(double)c.x + radius * cos(turn), (double)c.y + radius * sin(turn),
                              INFINITY, false};
        }
    }
}

/* The shortest over the net until the disc at `goal` is so near; infinite: there is none. */
static double shortest(struct net *net, struct spot goal, double contact) {
    double best = INFINITY;
    for (;;) {
        int here = -1;
        for (int i = 0; i < net->count; i++) {
            if (!net->at[i].done && (here < 0 || net->at[i].far < net->at[here].far)) here = i;
        }
        if (here < 0 || net->at[here].far >= best) return best;
        struct knot *k = &net->at[here];
        k->done = true;
        double gx = (double)goal.x - k->x, gy = (double)goal.y - k->y, far = hypot(gx, gy);
        double part = far > contact ? (far - contact) / far : 0;
        if (is_open(net, k->x, k->y, k->x + part * gx, k->y + part * gy) &&
            k->far + part * far < best) {
            best = k->far + part * far;
        }
        for (int i = 0; i < net->count; i++) {
            struct knot *n = &net->at[i];
            double length = k->far + hypot(n->x - k->x, n->y - k->y);
            if (n->done || length >= n->far || !is_open(net, k->x, k->y, n->x, n->y)) continue;
            n->far = length;
        }
    }
}

/* A single disc among discs; at most a twentieth longer than over the net. */
static enum verdict near_shortest(const struct sample *s, char said[SAID]) {
    enum { SIDE = 1 << 25 };
    struct shapes u, v, w;
    struct plane_way way;
    if (!shapes_of(&s->group[0], &u) || !shapes_of(&s->group[1], &v)) return NO_SAMPLE;
    if (!shapes_of(&s->group[2], &w) || u.count != 1 || v.count != 1) return NO_SAMPLE;
    const struct region *a = &u.region[0], *b = &v.region[0];
    /* Real bases on a real table; the clearance of a few units would count on smaller ones. */
    if (a->at[0].x < 0 || a->at[0].x > 100000 || a->width < 200) return NO_SAMPLE;
    if (exact_gap_against(a, b, 2 * PLANE_TOUCH) <= 0) return NO_SAMPLE;
    struct net net = {.count = 1, .w = &w, .own = (double)a->width / 2};
    net.at[0] = (struct knot){(double)a->at[0].x, (double)a->at[0].y, 0, false};
    lay(&net);
    double least = shortest(&net, b->at[0], (double)(a->width + b->width) / 2);
    if (isinf(least)) return NO_SAMPLE;
    /* Far from the edges of a large table. */
    (void)plane_shift(u.at, 1, SIDE / 2, SIDE / 2);
    (void)plane_shift(v.at, 1, SIDE / 2, SIDE / 2);
    (void)plane_shift(w.at, w.count, SIDE / 2, SIDE / 2);
    const struct plane_ground ground = {{SIDE, SIDE}, {w.at, w.count}, {NULL, 0}, NULL};
    enum plane_code code = plane_way_into(set_of(&u), set_of(&v), PLANE_FAR, &ground, &way);
    int64_t is = plane_way_length(way.points, way.count), most = (int64_t)(least * 1.05) + 20;
    if (code != PLANE_OK) return same(said, "no way is found; one as long as", 0, (int64_t)least);
    return is <= most ? HOLDS : same(said, "the way is longer than", is, most);
}

const struct property rounds[] = {
    {"near_shortest", {{1, 1, ROUNDS}, {1, 1, ROUNDS}, {1, 5, ROUNDS}}, near_shortest, 10, 10},
};
const size_t rounds_count = sizeof rounds / sizeof *rounds;
