/*
 * odds_graph: exact whole-number weights over a graph of worlds. A node is the
 * end, or has outcomes with their odds, or is a choice that is to be made best.
 * Mass flows from the root to the ends in topological order; the worth of ends
 * flows back to the choices. Circles are solved exactly while they are small.
 * What odds.c and odds_graph.c share; knows nothing of battles.
 *
 * A mass is a whole number over a product of powers of known bases (mostly the
 * prime factors of dice), so that nothing is reduced on the way.
 */
#ifndef MYTH_VM_ODDS_GRAPH_H
#define MYTH_VM_ODDS_GRAPH_H

#include <gmp.h>

#include "base.h"

/* Outcomes with whole weights; together they are base^exponent of each factor. */
struct odds_factor {
    uint32_t base, exponent;
};
struct odds_dist {
    uint32_t first_weight, outcomes;
    uint32_t first_factor, factors;
    uint64_t key[4]; /* what it was made from */
};

enum odds_node_what { NODE_OPEN, NODE_END, NODE_CHANCE, NODE_BEST };
struct odds_node {
    enum odds_node_what what;
    uint32_t dist; /* of NODE_CHANCE */
    uint32_t edges;
    size_t first_edge;
};

struct odds_mass {
    mpz_t num;
    uint32_t *exponent; /* by base; of bases from `bases` on it is 0 */
    size_t bases;
    bool is; /* else 0, and nothing of it is there */
};

/* Powers of one base, as far as they were wanted. */
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
    int64_t *value; /* one for each weight: what the outcome is */
    mpz_t *weight;
    size_t weights, weight_capacity, value_capacity;
    struct odds_factor *factor;
    size_t factors, factor_capacity;
    struct odds_base *base;
    size_t bases, base_capacity;
    uint32_t *dist_table; /* by key: index + 1 */
    size_t dist_slots;
    /* made by odds_graph_flow */
    struct odds_mass *mass; /* of ends; others are 0 when their mass has moved on */
    struct odds_mass rest;  /* what never came to an end that is known */
    uint32_t *order;        /* nodes, those that can be reached from a node before it */
    uint32_t *circle;       /* by place in order: how many nodes from here on are one circle */
    size_t ordered;
    /* Asked now and then by whoever goes on for long; NULL: nobody stops it. Once it has said yes
     * nothing that flows is whole. */
    bool (*stop)(void *user);
    void *stop_user;
    bool stopped;
    bool circles;     /* some circle was followed to the limit only */
    uint32_t *chosen; /* by node: the best edge */
};

void odds_graph_open(struct odds_graph *g);
void odds_graph_close(struct odds_graph *g);
static inline bool odds_graph_stops(struct odds_graph *g) {
    g->stopped = g->stopped || (g->stop && g->stop(g->stop_user));
    return g->stopped;
}

/* ---- Distributions; equal ones are made once. False: more than MAX_OUTCOMES. */
bool odds_dist_even(struct odds_graph *g, int64_t n, uint32_t *dist);
/* A set of n: its size from least to most, each as likely, then each set of that
 * size; sets in the order of size. */
bool odds_dist_sets(struct odds_graph *g, int64_t n, int64_t least, int64_t most, uint32_t *dist);
/* k of n, each with a chances for and b against. */
bool odds_dist_count(struct odds_graph *g, int64_t n, uint64_t a, uint64_t b, uint32_t *dist);
/* The sum of n times one of these; key tells them from others. */
bool odds_dist_sum(struct odds_graph *g, int64_t n, const int64_t *values, int64_t count,
                   uint64_t key, uint32_t *dist);
static inline int64_t odds_outcome(const struct odds_graph *g, uint32_t dist, uint32_t i) {
    return g->value[g->dist[dist].first_weight + i];
}

/* ---- Nodes: open until they are given edges or are an end. */
uint32_t odds_graph_node(struct odds_graph *g);
void odds_graph_end(struct odds_graph *g, uint32_t node);
/* One target for each outcome of the distribution. */
void odds_graph_chance(struct odds_graph *g, uint32_t node, uint32_t dist, const uint32_t *targets);
void odds_graph_best(struct odds_graph *g, uint32_t node, const uint32_t *targets, uint32_t count);

/* ---- Solving. worth: of each end, by node; NULL: no choice is to be made.
 * False: a choice stands in a circle, or some node is still open, so that what
 * is best is not known. */
bool odds_graph_choose(struct odds_graph *g, const int64_t *worth);
void odds_graph_flow(struct odds_graph *g, uint32_t root);

/* ---- Masses */
void odds_mass_add(struct odds_graph *g, struct odds_mass *to, const struct odds_mass *m);
void odds_mass_times(struct odds_mass *m, int64_t k);
/* The reduced fraction. */
void odds_mass_fraction(struct odds_graph *g, const struct odds_mass *m, mpz_t num, mpz_t den);
void odds_mass_clear(struct odds_mass *m);

/* A whole number: GMP's own integers are long, which need not have 64 bits. */
void odds_int64(mpz_t out, int64_t v);

#endif
