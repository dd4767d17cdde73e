/*
 * odds_graph: exact whole-number weights over a graph of worlds. A node is an
 * end, or has outcomes with their odds, or is a choice that is made for the best.
 * Mass flows from the root to the ends in topological order; the worth of ends
 * flows back to the choices. Small circles are solved exactly. Part of the room
 * `odds`; knows nothing of battles.
 *
 * A mass is a whole number over a product of powers of known bases (mostly the
 * prime factors of dice), so that nothing is reduced on the way.
 */
#ifndef MYTH_VM_ODDS_GRAPH_H
#define MYTH_VM_ODDS_GRAPH_H

#include <gmp.h>

#include "base.h"

/* A distribution: outcomes with whole weights. Their sum is the product of its factors. */
struct odds_factor {
    uint32_t base, exponent;
};
struct odds_dist {
    uint32_t first_weight, outcomes;
    uint32_t first_factor, factors;
    uint64_t key[4]; /* the arguments that it was made from */
};

enum odds_node_what { NODE_OPEN, NODE_END, NODE_CHANCE, NODE_BEST };
struct odds_node {
    enum odds_node_what what;
    uint32_t dist; /* its distribution, if it is NODE_CHANCE */
    uint32_t edges;
    size_t first_edge;
};

struct odds_mass {
    mpz_t num;
    uint32_t *exponent; /* by base; 0 for bases from `bases` on */
    size_t bases;
    bool is; /* false: the mass is 0, and the other members are not set */
};

/* The powers of one base that were needed so far. */
struct odds_base {
    mpz_t *power;
    size_t count, capacity;
};

struct odds_graph {
    struct odds_node *node;
    size_t nodes, node_capacity;
    uint32_t *edge;
    size_t edges, edge_capacity;
    struct odds_dist *dist;
    size_t dists, dist_capacity;
    int64_t *value; /* for each weight the outcome that has it */
    mpz_t *weight;
    size_t weights, weight_capacity, value_capacity;
    struct odds_factor *factor;
    size_t factors, factor_capacity;
    struct odds_base *base;
    size_t bases, base_capacity;
    uint32_t *dist_table; /* hash table by key: index + 1 */
    size_t dist_slots;
    /* made by odds_graph_flow: */
    struct odds_mass *mass; /* by node; only ends keep theirs, all other mass moves on */
    struct odds_mass rest;  /* mass that came to no known end */
    uint32_t *order;        /* the nodes; those reachable from a node stand before it */
    uint32_t *circle;       /* by place in order: so many nodes from here on are one circle */
    size_t ordered;
    /* Asked now and then whether to stop; NULL: never. After a yes the masses are not complete. */
    bool (*stop)(void *user);
    void *stop_user;
    bool stopped;
    bool circles;     /* some circle was not solved but followed for MAX_ROUNDS */
    uint32_t *chosen; /* by node: the edge of the best choice */
};

void odds_graph_open(struct odds_graph *g);
void odds_graph_close(struct odds_graph *g);
static inline bool odds_graph_stops(struct odds_graph *g) {
    g->stopped = g->stopped || (g->stop && g->stop(g->stop_user));
    return g->stopped;
}

/* ---- Distributions; equal ones exist once. False: more than MAX_OUTCOMES. */
bool odds_dist_even(struct odds_graph *g, int64_t n, uint32_t *dist);
/* A set out of n: each size from least to most is as likely, and then each set of that size. The
 * sets are numbered in the order of their size. */
bool odds_dist_sets(struct odds_graph *g, int64_t n, int64_t least, int64_t most, uint32_t *dist);
/* How many of n come true, each with a chances for it and b against. */
bool odds_dist_count(struct odds_graph *g, int64_t n, uint64_t a, uint64_t b, uint32_t *dist);
/* The sum of n draws from these values; key identifies the list of values. */
bool odds_dist_sum(struct odds_graph *g, int64_t n, const int64_t *values, int64_t count,
                   uint64_t key, uint32_t *dist);
static inline int64_t odds_outcome(const struct odds_graph *g, uint32_t dist, uint32_t i) {
    return g->value[g->dist[dist].first_weight + i];
}

/* ---- Nodes: open until they get edges or are declared an end. */
uint32_t odds_graph_node(struct odds_graph *g);
void odds_graph_end(struct odds_graph *g, uint32_t node);
/* Gives a node a target for each outcome of a distribution. */
void odds_graph_chance(struct odds_graph *g, uint32_t node, uint32_t dist, const uint32_t *targets);
void odds_graph_best(struct odds_graph *g, uint32_t node, const uint32_t *targets, uint32_t count);

/* ---- Solving. worth: of each end, by node; NULL: no choice is to be made. False: a choice stands
 * in a circle, or some node is still open, so it is not known which answer is best. */
bool odds_graph_choose(struct odds_graph *g, const int64_t *worth);
void odds_graph_flow(struct odds_graph *g, uint32_t root);

/* ---- Masses */
void odds_mass_add(struct odds_graph *g, struct odds_mass *to, const struct odds_mass *m);
void odds_mass_times(struct odds_mass *m, int64_t k);
/* The mass as a reduced fraction. */
void odds_mass_fraction(struct odds_graph *g, const struct odds_mass *m, mpz_t num, mpz_t den);
void odds_mass_clear(struct odds_mass *m);

/* Sets a GMP integer. GMP itself takes longs, which need not have 64 bits. */
void odds_int64(mpz_t out, int64_t v);

#endif
