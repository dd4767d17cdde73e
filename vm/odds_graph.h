/*
 * odds_graph: exact odds over a graph of worlds. It is part of the room `odds` and knows nothing of
 * battles.
 *
 * A node is an end, or has an edge for each outcome of a distribution, or is a choice of which the
 * best edge is taken; until it becomes one of these it is open. The mass of a node is the odds that
 * a battle comes there. Mass flows from the root to the ends in topological order. Before that, the
 * worth of ends flows back to the choices and decides which edges are the best. A circle is a set
 * of nodes that lead back to each other; small circles are solved exactly.
 *
 * A mass is a whole number over a product of powers of known bases, mostly the prime factors of
 * dice. So no fraction needs to be reduced on the way.
 */
#ifndef MYTH_VM_ODDS_GRAPH_H
#define MYTH_VM_ODDS_GRAPH_H

#include <gmp.h>

#include "base.h"

/* A power of a base; `base` is an index into odds_graph.base. */
struct odds_factor {
    uint32_t base, exponent;
};
/* A distribution: outcomes with whole numbers as weights. The sum of the weights is the product of
 * the factors. */
struct odds_dist {
    uint32_t first_weight, outcomes; /* weight[] and value[] of the graph */
    uint32_t first_factor, factors;  /* factor[] of the graph */
    uint64_t key[4];                 /* the arguments from which the distribution was made */
};

enum odds_node_what { NODE_OPEN, NODE_END, NODE_CHANCE, NODE_BEST };
struct odds_node {
    enum odds_node_what what;
    uint32_t dist; /* NODE_CHANCE: the distribution; edge i is taken on its outcome i */
    uint32_t edges;
    size_t first_edge;
};

struct odds_mass {
    mpz_t num;
    uint32_t *exponent; /* of the denominator, by base; 0 for bases from `bases` on */
    size_t bases;
    bool is; /* false: the mass is 0, and the other members are not set */
};

/* A base: the powers of it that were needed so far. power[1] is the base itself. */
struct odds_base {
    mpz_t *power;
    size_t count, capacity;
};

struct odds_graph {
    struct odds_node *node;
    size_t nodes, node_capacity;
    uint32_t *edge; /* the node that the edge leads to */
    size_t edges, edge_capacity;
    struct odds_dist *dist;
    size_t dists, dist_capacity;
    int64_t *value; /* by index of a weight: the outcome that has this weight */
    mpz_t *weight;
    size_t weights, weight_capacity, value_capacity;
    struct odds_factor *factor;
    size_t factors, factor_capacity;
    struct odds_base *base;
    size_t bases, base_capacity;
    uint32_t *dist_table; /* hash table by odds_dist.key: index into dist + 1 */
    size_t dist_slots;
    /* made by odds_graph_flow: */
    struct odds_mass *mass; /* by node; in the end only ends have mass */
    struct odds_mass rest;  /* mass that came to no end: it is in open nodes or still in circles */
    /* the nodes that the root leads to; nodes that a node leads to stand before it, unless they are
     * in one circle with it */
    uint32_t *order;
    /* by index in `order`: how many nodes the circle has that begins at this index (1: a node by
     * itself); 0 for its other nodes */
    uint32_t *circle;
    size_t ordered; /* nodes in `order` */
    /* asked now and then whether to stop; NULL: never. After it returned true the masses are not
     * complete */
    bool (*stop)(void *user);
    void *stop_user;
    bool stopped;
    bool circles;     /* some circle was not solved but followed for at most MAX_ROUNDS rounds */
    uint32_t *chosen; /* by node, for NODE_BEST: the index of the best edge among the node's */
};

void odds_graph_open(struct odds_graph *g);
void odds_graph_close(struct odds_graph *g);
/* Asks whether to stop. Once the answer was yes it stays so. */
static inline bool odds_graph_stops(struct odds_graph *g) {
    g->stopped = g->stopped || (g->stop && g->stop(g->stop_user));
    return g->stopped;
}

/* ---- Distributions. Each function sets *dist to a distribution with these outcomes, which is made
 * only if the graph has none yet. Returns false if there are more than MAX_OUTCOMES outcomes or the
 * weights are too large. */

/* The outcomes are 0 … n-1, equally likely. */
bool odds_dist_even(struct odds_graph *g, int64_t n, uint32_t *dist);
/* The outcomes are sets drawn from n things, numbered from 0 in order of their size. First a size
 * from `least` to `most` is drawn, then a set of that size; both draws are even. */
bool odds_dist_sets(struct odds_graph *g, int64_t n, int64_t least, int64_t most, uint32_t *dist);
/* The outcomes are members, numbered from 0; each is as likely as its weight says. */
bool odds_dist_weights(struct odds_graph *g, const int64_t *weights, int64_t n, uint32_t *dist);
/* The outcomes are answers to a pick whose candidates stand for `many` things each. Answer i names
 * picked[i] candidates (-1: it declines, which counts as one set), with repeats, from pick[i *
 * width] on. Each set of things is equally likely; with `by_size` first the size of the set is
 * drawn, each equally likely. */
struct odds_picks {
    const int64_t *many, *pick, *picked;
    int64_t count, width, picks;
    bool by_size;
};
void odds_dist_picks(struct odds_graph *g, const struct odds_picks *p, uint32_t *dist);
/* The outcome is how many of n independent events happen. Each happens with odds of a to b: a
 * chances for it, b against it. */
bool odds_dist_count(struct odds_graph *g, int64_t n, uint64_t a, uint64_t b, uint32_t *dist);
/* The outcome is the sum of n draws from the `count` values, all equally likely in each draw. `key`
 * identifies the list of values. */
bool odds_dist_sum(struct odds_graph *g, int64_t n, const int64_t *values, int64_t count,
                   uint64_t key, uint32_t *dist);
/* Returns the value of outcome number i. */
static inline int64_t odds_outcome(const struct odds_graph *g, uint32_t dist, uint32_t i) {
    return g->value[g->dist[dist].first_weight + i];
}

/* ---- Nodes. A new node is open, until it gets edges or is made an end. */
uint32_t odds_graph_node(struct odds_graph *g);
void odds_graph_end(struct odds_graph *g, uint32_t node);
/* Makes a node one of chance: each outcome of a distribution leads to a node, its target. */
void odds_graph_chance(struct odds_graph *g, uint32_t node, uint32_t dist, const uint32_t *targets);
/* Makes a node a choice between `count` targets. */
void odds_graph_best(struct odds_graph *g, uint32_t node, const uint32_t *targets, uint32_t count);

/* ---- Solving */

/* Chooses in each node of kind NODE_BEST the edge with the highest mean of `worth`, which is given
 * by node for each end. Node 0 is the root. Returns false if the best is not known, because some
 * node that the root leads to is open or lies in a circle. */
bool odds_graph_choose(struct odds_graph *g, const int64_t *worth);
/* Lets a mass of 1 flow from the root. Sets mass, rest and circles of the graph. */
void odds_graph_flow(struct odds_graph *g, uint32_t root);

/* ---- Masses */

/* Adds m to *to. */
void odds_mass_add(struct odds_graph *g, struct odds_mass *to, const struct odds_mass *m);
void odds_mass_times(struct odds_mass *m, int64_t k);
/* Sets num and den to the mass as a reduced fraction. */
void odds_mass_fraction(struct odds_graph *g, const struct odds_mass *m, mpz_t num, mpz_t den);
void odds_mass_clear(struct odds_mass *m);

/* Sets a GMP integer to v. GMP's own function takes a long, which need not have 64 bits. */
void odds_int64(mpz_t out, int64_t v);

#endif
