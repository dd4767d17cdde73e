#include "odds_graph.h"

#include <string.h>

#include "arena.h"

enum { BITS_MAX = 1 << 28 }; /* the most bits that the weights of one distribution have together */

void odds_graph_open(struct odds_graph *g) {
    memset(g, 0, sizeof *g);
}

void odds_mass_clear(struct odds_mass *m) {
    if (m->is) mpz_clear(m->num);
    memory_free(m->exponent);
    memset(m, 0, sizeof *m);
}

void odds_graph_close(struct odds_graph *g) {
    for (size_t i = 0; i < g->weights; i++) mpz_clear(g->weight[i]);
    for (size_t i = 0; i < g->bases; i++) {
        for (size_t k = 0; k < g->base[i].count; k++) mpz_clear(g->base[i].power[k]);
        memory_free(g->base[i].power);
    }
    for (size_t i = 0; g->mass && i < g->nodes; i++) odds_mass_clear(&g->mass[i]);
    odds_mass_clear(&g->rest);
    void *const all[] = {g->node, g->edge,       g->dist, g->value, g->weight, g->factor,
                         g->base, g->dist_table, g->mass, g->order, g->circle, g->chosen};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) memory_free(all[i]);
    memset(g, 0, sizeof *g);
}

/* ---- Bases --------------------------------------------------------------- */

/* Returns base number `base` raised to the power `exponent`. */
static const mpz_t *power_of(struct odds_graph *g, size_t base, uint32_t exponent) {
    struct odds_base *b = &g->base[base];
    while (b->count <= exponent) {
        b->power = memory_grow(b->power, &b->capacity, b->count + 1, sizeof *b->power);
        mpz_init(b->power[b->count]);
        mpz_mul(b->power[b->count], b->power[b->count - 1], b->power[1]);
        b->count++;
    }
    return (const mpz_t *)&b->power[exponent];
}

/* Returns the number of a base; adds the base if it is new. */
static uint32_t base_add(struct odds_graph *g, const mpz_t value) {
    for (size_t i = 0; i < g->bases; i++) {
        if (mpz_cmp(g->base[i].power[1], value) == 0) return (uint32_t)i;
    }
    g->base = memory_grow(g->base, &g->base_capacity, g->bases + 1, sizeof *g->base);
    struct odds_base *b = &g->base[g->bases];
    memset(b, 0, sizeof *b);
    b->power = memory_grow(NULL, &b->capacity, 2, sizeof *b->power);
    mpz_init_set_ui(b->power[0], 1);
    mpz_init_set(b->power[1], value);
    b->count = 2;
    return (uint32_t)g->bases++;
}

static void factor_add(struct odds_graph *g, const mpz_t base, uint32_t exponent) {
    if (exponent == 0) return;
    g->factor = memory_grow(g->factor, &g->factor_capacity, g->factors + 1, sizeof *g->factor);
    g->factor[g->factors++] = (struct odds_factor){base_add(g, base), exponent};
}

/* Sets the factors of a distribution to n^exponent: as powers of primes up to 1000, and of what is
 * left of n once it is divided by these. */
static void factors_of(struct odds_graph *g, struct odds_dist *d, const mpz_t n,
                       uint32_t exponent) {
    mpz_t p, left;
    mpz_init(p);
    mpz_init_set(left, n);
    d->first_factor = (uint32_t)g->factors;
    for (unsigned long prime = 2; prime <= 1000 && mpz_cmp_ui(left, prime * prime) >= 0; prime++) {
        if (!mpz_divisible_ui_p(left, prime)) continue;
        mpz_set_ui(p, prime);
        factor_add(g, p, (uint32_t)mpz_remove(left, left, p) * exponent);
    }
    if (mpz_cmp_ui(left, 1) > 0) factor_add(g, left, exponent);
    d->factors = (uint32_t)(g->factors - d->first_factor);
    mpz_clear(p);
    mpz_clear(left);
}

static void factors_of_word(struct odds_graph *g, struct odds_dist *d, uint64_t n,
                            uint32_t exponent) {
    mpz_t whole;
    mpz_init_set_ui(whole, (unsigned long)n);
    factors_of(g, d, whole, exponent);
    mpz_clear(whole);
}

/* ---- Distributions --------------------------------------------------------- */

static uint64_t key_hash(const uint64_t key[4]) {
    uint64_t h = 1;
    for (int i = 0; i < 4; i++) h = base_mix((h ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15) + 1);
    return h;
}

static void dist_table_put(struct odds_graph *g, uint32_t dist) {
    size_t at = (size_t)key_hash(g->dist[dist].key) & (g->dist_slots - 1);
    while (g->dist_table[at]) at = (at + 1) & (g->dist_slots - 1);
    g->dist_table[at] = dist + 1;
}

static bool dist_find(const struct odds_graph *g, const uint64_t key[4], uint32_t *dist) {
    if (g->dist_slots == 0) return false;
    size_t at = (size_t)key_hash(key) & (g->dist_slots - 1);
    for (; g->dist_table[at]; at = (at + 1) & (g->dist_slots - 1)) {
        *dist = g->dist_table[at] - 1;
        if (memcmp(g->dist[*dist].key, key, sizeof g->dist[*dist].key) == 0) return true;
    }
    return false;
}

static uint32_t dist_new(struct odds_graph *g, const uint64_t key[4]) {
    g->dist = memory_grow(g->dist, &g->dist_capacity, g->dists + 1, sizeof *g->dist);
    struct odds_dist *d = &g->dist[g->dists];
    memset(d, 0, sizeof *d);
    memcpy(d->key, key, sizeof d->key);
    d->first_weight = (uint32_t)g->weights;
    const uint32_t made = (uint32_t)g->dists++;
    if (g->dists * 2 > g->dist_slots) {
        memory_free(g->dist_table);
        g->dist_slots = g->dist_slots ? g->dist_slots * 2 : 64;
        g->dist_table = memory_new(g->dist_slots * sizeof *g->dist_table);
        for (uint32_t i = 0; i < g->dists; i++) dist_table_put(g, i);
    } else {
        dist_table_put(g, made);
    }
    return made;
}

static mpz_t *outcome_add(struct odds_graph *g, struct odds_dist *d, int64_t value) {
    g->weight = memory_grow(g->weight, &g->weight_capacity, g->weights + 1, sizeof *g->weight);
    g->value = memory_grow(g->value, &g->value_capacity, g->weights + 1, sizeof *g->value);
    g->value[g->weights] = value;
    mpz_init(g->weight[g->weights]);
    d->outcomes++;
    return &g->weight[g->weights++];
}

bool odds_dist_even(struct odds_graph *g, int64_t n, uint32_t *dist) {
    const uint64_t key[4] = {1, (uint64_t)n, 0, 0};
    ASSERT(n > 0);
    if (n > MAX_OUTCOMES) return false;
    if (dist_find(g, key, dist)) return true;
    *dist = dist_new(g, key);
    struct odds_dist *d = &g->dist[*dist];
    for (int64_t i = 0; i < n; i++) mpz_set_ui(*outcome_add(g, d, i), 1);
    factors_of_word(g, d, (uint64_t)n, 1);
    return true;
}

/* Returns how many sets of this size n things have; MAX_OUTCOMES + 1 if more than MAX_OUTCOMES. */
static int64_t sets_of(int64_t n, int64_t size) {
    int64_t sets = 1;
    if (size > n - size) size = n - size;
    for (int64_t i = 1; i <= size && sets <= MAX_OUTCOMES; i++) sets = sets * (n - size + i) / i;
    return sets <= MAX_OUTCOMES ? sets : MAX_OUTCOMES + 1;
}

bool odds_dist_sets(struct odds_graph *g, int64_t n, int64_t least, int64_t most, uint32_t *dist) {
    const uint64_t key[4] = {4, (uint64_t)n, (uint64_t)least, (uint64_t)most};
    ASSERT(least >= 0 && least <= most && most <= n);
    if (dist_find(g, key, dist)) return true;
    int64_t all = 0;
    if (n > MAX_OUTCOMES) return false;
    for (int64_t size = least; size <= most; size++) {
        all += sets_of(n, size);
        if (all > MAX_OUTCOMES) return false;
    }
    *dist = dist_new(g, key);
    struct odds_dist *d = &g->dist[*dist];
    mpz_t common, one;
    mpz_init_set_ui(common, 1);
    mpz_init(one);
    for (int64_t size = least; size <= most; size++) {
        mpz_lcm_ui(common, common, (unsigned long)sets_of(n, size));
    }
    for (int64_t size = least, i = 0; size <= most; size++) {
        const int64_t sets = sets_of(n, size);
        mpz_divexact_ui(one, common, (unsigned long)sets);
        for (int64_t k = 0; k < sets; k++) mpz_set(*outcome_add(g, d, i++), one);
    }
    mpz_mul_ui(common, common, (unsigned long)(most - least + 1));
    factors_of(g, d, common, 1);
    mpz_clear(common);
    mpz_clear(one);
    return true;
}

bool odds_dist_weights(struct odds_graph *g, const int64_t *weights, int64_t n, uint32_t *dist) {
    uint64_t sum = 0, key[4] = {5, (uint64_t)n, 0, 0};
    ASSERT(n > 0);
    if (n > MAX_OUTCOMES) return false;
    for (int64_t i = 0; i < n; i++) sum += (uint64_t)weights[i];
    key[2] = base_hash_words(weights, (size_t)n, 1);
    key[3] = base_hash_words(weights, (size_t)n, sum);
    if (dist_find(g, key, dist)) return true;
    *dist = dist_new(g, key);
    struct odds_dist *d = &g->dist[*dist];
    for (int64_t i = 0; i < n; i++) mpz_set_ui(*outcome_add(g, d, i), (unsigned long)weights[i]);
    factors_of_word(g, d, sum, 1);
    return true;
}

/* Sets `ways` to the number of sets of things for which answer i stands. */
static void ways_of_pick(const struct odds_picks *p, int64_t i, mpz_t ways, mpz_t some) {
    const int64_t *at = p->pick + i * p->width, *const end =
                                                    at + (p->picked[i] < 0 ? 0 : p->picked[i]);
    mpz_set_ui(ways, 1);
    while (at < end) {
        const int64_t *from = at;
        while (at < end && *at == *from) at++;
        mpz_bin_uiui(some, (unsigned long)p->many[*from], (unsigned long)(at - from));
        mpz_mul(ways, ways, some);
    }
}

static uint64_t hash_of_picks(const struct odds_picks *p, uint64_t hash) {
    hash = base_hash_words(p->many, (size_t)p->count, hash);
    for (int64_t i = 0; i < p->picks; i++) {
        const int64_t count = p->picked[i] < 0 ? 0 : p->picked[i];
        hash = base_hash_words(&p->picked[i], 1, hash);
        hash = base_hash_words(p->pick + i * p->width, (size_t)count, hash);
    }
    return hash;
}

/* The number of answers that are as long as answer `from`; answers of one length stand together. */
static int64_t as_long(const struct odds_picks *p, int64_t from) {
    int64_t i = from;
    while (i < p->picks && (!p->by_size || p->picked[i] == p->picked[from])) i++;
    return i - from;
}

void odds_dist_picks(struct odds_graph *g, const struct odds_picks *p, uint32_t *dist) {
    const uint64_t key[4] = {p->by_size ? 6 : 7, (uint64_t)p->picks, hash_of_picks(p, 1),
                             hash_of_picks(p, 2)};
    if (dist_find(g, key, dist)) return;
    *dist = dist_new(g, key);
    struct odds_dist *d = &g->dist[*dist];
    mpz_t common, sum, ways, some;
    mpz_inits(common, sum, ways, some, NULL);
    mpz_set_ui(common, 1);
    unsigned long sizes = 0;
    /* twice over the sizes: first for a common denominator, then for the weights */
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t from = 0, n; from < p->picks; from += n) {
            n = as_long(p, from);
            mpz_set_ui(sum, 0);
            for (int64_t i = from; i < from + n; i++) {
                ways_of_pick(p, i, ways, some);
                mpz_add(sum, sum, ways);
            }
            if (pass == 0) {
                mpz_lcm(common, common, sum);
                sizes++;
                continue;
            }
            mpz_divexact(sum, common, sum);
            for (int64_t i = from; i < from + n; i++) {
                ways_of_pick(p, i, ways, some);
                mpz_mul(*outcome_add(g, d, i), ways, sum);
            }
        }
    }
    mpz_mul_ui(common, common, sizes);
    factors_of(g, d, common, 1);
    mpz_clears(common, sum, ways, some, NULL);
}

/* Returns the greatest common divisor. */
static uint64_t common_part(uint64_t a, uint64_t b) {
    while (b) {
        const uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static uint64_t bits_of(uint64_t v) {
    uint64_t n = 0;
    for (; v; v >>= 1) n++;
    return n;
}

/* Adds the outcomes first … last of the sum of n throws. The weights of one throw are a polynomial,
 * written as one long number: `one` has the weight of the i-th lowest value in the bits from i *
 * width on. Then the bits of the n-th power of this number are the weights of the sums. */
static void outcomes_of_power(struct odds_graph *g, struct odds_dist *d, const mpz_t one, int64_t n,
                              uint64_t width, int64_t first, int64_t last) {
    mpz_t all, digit;
    mpz_init(all);
    mpz_init(digit);
    mpz_pow_ui(all, one, (unsigned long)n);
    for (int64_t v = first; v <= last; v++) {
        mpz_fdiv_q_2exp(digit, all, (mp_bitcnt_t)((uint64_t)(v - first) * width));
        mpz_fdiv_r_2exp(digit, digit, (mp_bitcnt_t)width);
        if (mpz_sgn(digit) != 0) mpz_set(*outcome_add(g, d, v), digit);
    }
    mpz_clear(all);
    mpz_clear(digit);
}

static bool power_fits(int64_t n, int64_t outcomes, uint64_t width) {
    return n <= MAX_OUTCOMES && outcomes <= MAX_OUTCOMES && (uint64_t)outcomes * width <= BITS_MAX;
}

bool odds_dist_count(struct odds_graph *g, int64_t n, uint64_t a, uint64_t b, uint32_t *dist) {
    ASSERT(n >= 0 && a > 0 && b > 0);
    const uint64_t part = common_part(a, b);
    a /= part;
    b /= part;
    const uint64_t key[4] = {2, (uint64_t)n, a, b};
    if (dist_find(g, key, dist)) return true;
    if (n > MAX_OUTCOMES) return false;
    const uint64_t width = (uint64_t)n * bits_of(a + b) + 1;
    if (!power_fits(n, n + 1, width)) return false;
    *dist = dist_new(g, key);
    struct odds_dist *d = &g->dist[*dist];
    mpz_t one;
    mpz_init_set_ui(one, (unsigned long)a);
    mpz_mul_2exp(one, one, (mp_bitcnt_t)width);
    mpz_add_ui(one, one, (unsigned long)b);
    outcomes_of_power(g, d, one, n, width, 0, n);
    mpz_clear(one);
    factors_of_word(g, d, a + b, (uint32_t)n);
    return true;
}

bool odds_dist_sum(struct odds_graph *g, int64_t n, const int64_t *values, int64_t count,
                   uint64_t key_of_values, uint32_t *dist) {
    const uint64_t key[4] = {3, (uint64_t)n, key_of_values, 0};
    ASSERT(n >= 0 && count > 0);
    if (dist_find(g, key, dist)) return true;
    int64_t least = values[0], most = values[0], range, first, last;
    for (int64_t i = 1; i < count; i++) {
        if (values[i] < least) least = values[i];
        if (values[i] > most) most = values[i];
    }
    if (n > MAX_OUTCOMES || !num_sub(most, least, &range) || range >= MAX_OUTCOMES) return false;
    if (!num_mul(least, n, &first) || !num_mul(most, n, &last)) return false;
    const uint64_t width = (uint64_t)n * bits_of((uint64_t)count) + 1;
    if (!power_fits(n, range * n + 1, width)) return false;
    *dist = dist_new(g, key);
    mpz_t one, face;
    mpz_init(one);
    mpz_init(face);
    for (int64_t i = 0; i < count; i++) {
        mpz_set_ui(face, 1);
        mpz_mul_2exp(face, face, (mp_bitcnt_t)((uint64_t)(values[i] - least) * width));
        mpz_add(one, one, face);
    }
    outcomes_of_power(g, &g->dist[*dist], one, n, width, first, last);
    mpz_clear(one);
    mpz_clear(face);
    factors_of_word(g, &g->dist[*dist], (uint64_t)count, (uint32_t)n);
    return true;
}

/* ---- Nodes -------------------------------------------------------------------- */

uint32_t odds_graph_node(struct odds_graph *g) {
    g->node = memory_grow(g->node, &g->node_capacity, g->nodes + 1, sizeof *g->node);
    memset(&g->node[g->nodes], 0, sizeof *g->node);
    return (uint32_t)g->nodes++;
}

void odds_graph_end(struct odds_graph *g, uint32_t node) {
    g->node[node].what = NODE_END;
}

static void edges_add(struct odds_graph *g, uint32_t node, const uint32_t *targets,
                      uint32_t count) {
    g->edge = memory_grow(g->edge, &g->edge_capacity, g->edges + count, sizeof *g->edge);
    memcpy(g->edge + g->edges, targets, count * sizeof *targets);
    g->node[node].first_edge = g->edges;
    g->node[node].edges = count;
    g->edges += count;
}

void odds_graph_chance(struct odds_graph *g, uint32_t node, uint32_t dist,
                       const uint32_t *targets) {
    edges_add(g, node, targets, g->dist[dist].outcomes);
    g->node[node].what = NODE_CHANCE;
    g->node[node].dist = dist;
}

void odds_graph_best(struct odds_graph *g, uint32_t node, const uint32_t *targets, uint32_t count) {
    ASSERT(count > 0);
    edges_add(g, node, targets, count);
    g->node[node].what = NODE_BEST;
}

/* ---- Masses ---------------------------------------------------------------------- */

static void mass_room(struct odds_mass *m, size_t bases) {
    if (m->bases >= bases) return;
    const size_t had = m->bases;
    size_t capacity = had;
    m->exponent = memory_grow(m->exponent, &capacity, bases, sizeof *m->exponent);
    memset(m->exponent + had, 0, (capacity - had) * sizeof *m->exponent);
    m->bases = capacity;
}

static void mass_init(struct odds_mass *m) {
    if (m->is) return;
    mpz_init(m->num);
    m->is = true;
}

void odds_int64(mpz_t out, int64_t v) {
    const uint64_t size = v < 0 ? -(uint64_t)v : (uint64_t)v;
    mpz_set_ui(out, (unsigned long)(size >> 32));
    mpz_mul_2exp(out, out, 32);
    mpz_add_ui(out, out, (unsigned long)(size & UINT32_MAX));
    if (v < 0) mpz_neg(out, out);
}

static void mass_set(struct odds_mass *m, int64_t v) {
    mass_init(m);
    odds_int64(m->num, v);
}

static uint32_t exponent_of(const struct odds_mass *m, size_t base) {
    return base < m->bases ? m->exponent[base] : 0;
}

/* A part of a mass: m times `weight`, divided by the product of the factors of `dist`. */
struct share {
    const struct odds_mass *m;
    const mpz_t *weight;          /* NULL: 1 */
    const struct odds_dist *dist; /* NULL: no further factors */
};

/* Adds a share to *to. The new denominator is the least one that both denominators divide. */
static void mass_add_share(struct odds_graph *g, struct odds_mass *to, struct share s,
                           mpz_t spare) {
    if (!s.m->is || mpz_sgn(s.m->num) == 0) return;
    const size_t bases = g->bases;
    const bool first = !to->is || mpz_sgn(to->num) == 0;
    mass_init(to);
    mass_room(to, bases);
    mpz_set(spare, s.m->num);
    if (s.weight) mpz_mul(spare, spare, *s.weight);
    const uint32_t factors = s.dist ? s.dist->factors : 0;
    const struct odds_factor *f = factors > 0 ? g->factor + s.dist->first_factor : NULL;
    for (size_t b = 0; b < bases; b++) {
        uint32_t e = exponent_of(s.m, b);
        for (uint32_t i = 0; i < factors; i++) {
            if (f[i].base == b) e += f[i].exponent;
        }
        uint32_t *mine = &to->exponent[b];
        if (first) {
            *mine = e;
        } else if (e > *mine) {
            mpz_mul(to->num, to->num, *power_of(g, b, e - *mine));
            *mine = e;
        } else if (e < *mine) {
            mpz_mul(spare, spare, *power_of(g, b, *mine - e));
        }
    }
    if (first) {
        mpz_set(to->num, spare);
    } else {
        mpz_add(to->num, to->num, spare);
    }
}

void odds_mass_add(struct odds_graph *g, struct odds_mass *to, const struct odds_mass *m) {
    mpz_t spare;
    mpz_init(spare);
    mass_add_share(g, to, (struct share){m, NULL, NULL}, spare);
    mpz_clear(spare);
}

void odds_mass_times(struct odds_mass *m, int64_t k) {
    if (!m->is) return;
    mpz_t by;
    mpz_init(by);
    odds_int64(by, k);
    mpz_mul(m->num, m->num, by);
    mpz_clear(by);
}

/* Sets q to the mass as a reduced fraction. */
static void mass_quotient(struct odds_graph *g, const struct odds_mass *m, mpq_t q) {
    mpq_set_ui(q, 0, 1);
    if (!m->is) return;
    mpz_set(mpq_numref(q), m->num);
    for (size_t b = 0; b < g->bases; b++) {
        const uint32_t e = exponent_of(m, b);
        if (e) mpz_mul(mpq_denref(q), mpq_denref(q), *power_of(g, b, e));
    }
    mpq_canonicalize(q);
}

void odds_mass_fraction(struct odds_graph *g, const struct odds_mass *m, mpz_t num, mpz_t den) {
    mpq_t q;
    mpq_init(q);
    mass_quotient(g, m, q);
    mpz_set(num, mpq_numref(q));
    mpz_set(den, mpq_denref(q));
    mpq_clear(q);
}

/* ---- Order: Tarjan's search for circles, without recursion --------------------------- */

struct walk {
    struct odds_graph *g;
    /* number: by node, the order of first visits, from 1; 0: not visited. low: by node, the least
     * number of a node that is known to be in one circle with the node; UINT32_MAX: the circle is
     * closed */
    uint32_t *number, *low;
    uint32_t *stack; /* nodes whose circle is not closed yet */
    struct step {
        uint32_t node, edge;
    } * path;
    size_t stacked, depth, path_capacity;
    uint32_t last_number;
};

static void walk_into(struct walk *w, uint32_t node) {
    w->path = memory_grow(w->path, &w->path_capacity, w->depth + 1, sizeof *w->path);
    w->path[w->depth++] = (struct step){node, 0};
    w->number[node] = w->low[node] = ++w->last_number;
    w->stack[w->stacked++] = node;
}

/* Appends the circle of which `node` was visited first to graph.order. */
static void circle_close(struct walk *w, uint32_t node) {
    struct odds_graph *g = w->g;
    const size_t first = g->ordered;
    uint32_t member;
    do {
        member = w->stack[--w->stacked];
        w->low[member] = UINT32_MAX;
        g->order[g->ordered++] = member;
    } while (member != node);
    g->circle[first] = (uint32_t)(g->ordered - first);
}

static void walk_back(struct walk *w) {
    const uint32_t node = w->path[--w->depth].node;
    const uint32_t low = w->low[node];
    if (low == w->number[node]) circle_close(w, node);
    if (w->depth == 0) return;
    const uint32_t from = w->path[w->depth - 1].node;
    if (w->low[from] > low && w->low[node] != UINT32_MAX) w->low[from] = low;
}

/* Fills graph.order and graph.circle with the nodes that `root` leads to. */
static void order_from(struct odds_graph *g, uint32_t root) {
    struct walk w = {.g = g};
    if (!g->order) g->order = memory_new(g->nodes * sizeof *g->order);
    if (!g->circle) g->circle = memory_new(g->nodes * sizeof *g->circle);
    w.number = memory_new(g->nodes * sizeof *w.number);
    w.low = memory_new(g->nodes * sizeof *w.low);
    w.stack = memory_new(g->nodes * sizeof *w.stack);
    g->ordered = 0;
    walk_into(&w, root);
    while (w.depth > 0) {
        struct step *s = &w.path[w.depth - 1];
        const struct odds_node *n = &g->node[s->node];
        if (s->edge == n->edges) {
            walk_back(&w);
            continue;
        }
        const uint32_t to = g->edge[n->first_edge + s->edge++];
        if (w.number[to] == 0) {
            walk_into(&w, to);
        } else if (w.low[to] != UINT32_MAX && w.number[to] < w.low[s->node]) {
            w.low[s->node] = w.number[to];
        }
    }
    memory_free(w.number);
    memory_free(w.low);
    memory_free(w.stack);
    memory_free(w.path);
}

static bool has_edge_to(const struct odds_graph *g, uint32_t from, uint32_t to) {
    const struct odds_node *n = &g->node[from];
    for (uint32_t i = 0; i < n->edges; i++) {
        if (g->edge[n->first_edge + i] == to) return true;
    }
    return false;
}

/* Whether the circle that begins at this index of graph.order really goes round: it has several
 * nodes, or one node with an edge to itself. */
static bool goes_round(const struct odds_graph *g, size_t at) {
    return g->circle[at] > 1 || has_edge_to(g, g->order[at], g->order[at]);
}

/* ---- Choices: the worth of ends flows back ----------------------------------------- */

static int mass_compare(struct odds_graph *g, const struct odds_mass *a,
                        const struct odds_mass *b) {
    mpq_t x, y;
    mpq_init(x);
    mpq_init(y);
    mass_quotient(g, a, x);
    mass_quotient(g, b, y);
    const int order = mpq_cmp(x, y);
    mpq_clear(x);
    mpq_clear(y);
    return order;
}

/* Computes the worth of a node from those of the nodes that its edges lead to: the best of them, or
 * the mean. Notes the best edge. */
static void worth_of(struct odds_graph *g, uint32_t node, struct odds_mass *worth, mpz_t spare) {
    const struct odds_node *n = &g->node[node];
    const uint32_t *to = g->edge + n->first_edge;
    if (n->what == NODE_BEST) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < n->edges; i++) {
            if (mass_compare(g, &worth[to[i]], &worth[to[best]]) > 0) best = i;
        }
        g->chosen[node] = best;
        mass_set(&worth[node], 0);
        odds_mass_add(g, &worth[node], &worth[to[best]]);
        return;
    }
    const struct odds_dist *d = &g->dist[n->dist];
    mass_set(&worth[node], 0);
    for (uint32_t i = 0; i < n->edges; i++) {
        const mpz_t *weight = (const mpz_t *)&g->weight[d->first_weight + i];
        mass_add_share(g, &worth[node], (struct share){&worth[to[i]], weight, d}, spare);
    }
}

bool odds_graph_choose(struct odds_graph *g, const int64_t *worth_of_end) {
    struct odds_mass *worth = memory_new(g->nodes * sizeof *worth);
    mpz_t spare;
    mpz_init(spare);
    if (!g->chosen) g->chosen = memory_new(g->nodes * sizeof *g->chosen);
    bool known = true;
    order_from(g, 0);
    for (size_t i = 0; i < g->ordered && known; i++) {
        const uint32_t node = g->order[i];
        if (g->node[node].what == NODE_OPEN || goes_round(g, i)) {
            known = false;
        } else if (g->node[node].what == NODE_END) {
            mass_set(&worth[node], worth_of_end[node]);
        } else {
            worth_of(g, node, worth, spare);
        }
    }
    for (size_t i = 0; i < g->nodes; i++) odds_mass_clear(&worth[i]);
    memory_free(worth);
    mpz_clear(spare);
    return known;
}

/* ---- Flow ------------------------------------------------------------------------- */

/* How mass is handed on along edges. */
struct flow {
    struct odds_graph *g;
    mpz_t spare;
    /* by node, while a circle is worked on: the node's number in this circle + 1, or 0; NULL: no
     * circle is worked on */
    uint32_t *inside;
    /* by number in the circle: what edges hand to nodes of the circle is added here; NULL: it is
     * dropped */
    struct odds_mass *within;
};

/* Hands mass m of a node on along the node's edges. Mass of an end stays there; mass of an open
 * node goes to graph.rest. */
static void hand_on(struct flow *f, uint32_t node, const struct odds_mass *m) {
    struct odds_graph *g = f->g;
    const struct odds_node *n = &g->node[node];
    if (n->what == NODE_OPEN || n->what == NODE_END) {
        struct odds_mass *to = n->what == NODE_END ? &g->mass[node] : &g->rest;
        if (to != m) mass_add_share(g, to, (struct share){m, NULL, NULL}, f->spare);
        return;
    }
    const struct odds_dist *d = n->what == NODE_CHANCE ? &g->dist[n->dist] : NULL;
    for (uint32_t i = 0; i < n->edges; i++) {
        if (!d && i != g->chosen[node]) continue;
        const uint32_t target = g->edge[n->first_edge + i];
        const uint32_t number = f->inside ? f->inside[target] : 0;
        if (number && !f->within)
            continue; /* the circle was solved, so only mass that leaves it is handed on */
        const mpz_t *weight = d ? (const mpz_t *)&g->weight[d->first_weight + i] : NULL;
        struct odds_mass *to = number ? &f->within[number - 1] : &g->mass[target];
        mass_add_share(g, to, (struct share){m, weight, d}, f->spare);
    }
}

/* Hands the mass in a circle on round by round, at most MAX_ROUNDS times. Mass that is then still
 * in the circle is added to graph.rest. */
static void follow_circle(struct flow *f, const uint32_t *member, uint32_t n) {
    struct odds_graph *g = f->g;
    struct odds_mass *now = memory_new(n * sizeof *now), *next = memory_new(n * sizeof *next);
    for (uint32_t i = 0; i < n; i++) odds_mass_add(g, &now[i], &g->mass[member[i]]);
    for (int round = 0; round < MAX_ROUNDS && !odds_graph_stops(g); round++) {
        f->within = next;
        for (uint32_t i = 0; i < n; i++) {
            if (now[i].is) hand_on(f, member[i], &now[i]);
            odds_mass_clear(&now[i]);
        }
        struct odds_mass *swap = now;
        now = next;
        next = swap;
    }
    for (uint32_t i = 0; i < n; i++) {
        odds_mass_add(g, &g->rest, &now[i]);
        odds_mass_clear(&now[i]);
    }
    f->within = NULL;
    g->circles = true;
    memory_free(now);
    memory_free(next);
}

/* The equations of a circle of n nodes. The unknowns are the visits: how often, in the mean, a
 * battle comes to each node. The visits to a node are the mass that comes to it from outside of the
 * circle, plus what the visits to the nodes of the circle hand on to it. */
struct equations {
    uint32_t n;
    mpq_t *cell; /* n rows of n + 1 cells; the last column is the mass from outside */
};

static mpq_t *cell_of(const struct equations *e, uint32_t row, uint32_t column) {
    return &e->cell[(size_t)row * (e->n + 1) + column];
}

static void equations_open(struct flow *f, const uint32_t *member, struct equations *e) {
    struct odds_graph *g = f->g;
    mpq_t chance;
    mpq_init(chance);
    e->cell = memory_new((size_t)e->n * (e->n + 1) * sizeof *e->cell);
    for (size_t i = 0; i < (size_t)e->n * (e->n + 1); i++) mpq_init(e->cell[i]);
    for (uint32_t i = 0; i < e->n; i++) {
        mpq_set_ui(*cell_of(e, i, i), 1, 1);
        mass_quotient(g, &g->mass[member[i]], *cell_of(e, i, e->n));
    }
    for (uint32_t i = 0; i < e->n; i++) {
        const struct odds_node *node = &g->node[member[i]];
        const struct odds_dist *d = node->what == NODE_CHANCE ? &g->dist[node->dist] : NULL;
        for (uint32_t k = 0; k < node->edges; k++) {
            const uint32_t to = f->inside[g->edge[node->first_edge + k]];
            if (!to || (!d && k != g->chosen[member[i]])) continue;
            struct odds_mass one = {.is = false};
            struct odds_mass share = {.is = false};
            mass_set(&one, 1);
            const mpz_t *weight = d ? (const mpz_t *)&g->weight[d->first_weight + k] : NULL;
            mass_add_share(g, &share, (struct share){&one, weight, d}, f->spare);
            mass_quotient(g, &share, chance);
            mpq_sub(*cell_of(e, to - 1, i), *cell_of(e, to - 1, i), chance);
            odds_mass_clear(&one);
            odds_mass_clear(&share);
        }
    }
    mpq_clear(chance);
}

/* Solves the equations by elimination; the last column becomes the visits. Rows need not be
 * exchanged, because in each column the cell on the diagonal is and stays at least the sum of the
 * sizes of the others. Returns false if such a cell becomes 0, which means that mass never leaves
 * the circle, or if the caller stopped. */
static bool equations_solve(struct odds_graph *g, const struct equations *e) {
    mpq_t times, part;
    mpq_init(times);
    mpq_init(part);
    bool solved = true;
    for (uint32_t c = 0; c < e->n && solved; c++) {
        solved = !odds_graph_stops(g) && mpq_sgn(*cell_of(e, c, c)) != 0;
        for (uint32_t r = 0; r < e->n && solved; r++) {
            if (r == c || mpq_sgn(*cell_of(e, r, c)) == 0) continue;
            mpq_div(times, *cell_of(e, r, c), *cell_of(e, c, c));
            for (uint32_t k = c; k <= e->n; k++) {
                mpq_mul(part, times, *cell_of(e, c, k));
                mpq_sub(*cell_of(e, r, k), *cell_of(e, r, k), part);
            }
        }
    }
    for (uint32_t r = 0; r < e->n && solved; r++) {
        mpq_div(*cell_of(e, r, e->n), *cell_of(e, r, e->n), *cell_of(e, r, r));
    }
    mpq_clear(times);
    mpq_clear(part);
    return solved;
}

/* Writes q as a mass with the denominator `common`, a multiple of q's. `common` is split into
 * powers of known bases; what is left becomes a new base. */
static void mass_over(struct odds_graph *g, struct odds_mass *m, const mpq_t q,
                      const mpz_t common) {
    mpz_t left;
    mpz_init_set(left, common);
    mass_init(m);
    mpz_divexact(m->num, common, mpq_denref(q));
    mpz_mul(m->num, m->num, mpq_numref(q));
    mass_room(m, g->bases + 1);
    for (size_t b = 0; b < g->bases; b++) {
        m->exponent[b] = (uint32_t)mpz_remove(left, left, g->base[b].power[1]);
    }
    if (mpz_cmp_ui(left, 1) > 0) {
        const uint32_t b = base_add(g, left);
        mass_room(m, (size_t)b + 1);
        m->exponent[b] = 1;
    }
    mpz_clear(left);
}

/* Solves a circle and hands on the mass that leaves it. Returns false, with nothing handed on, if
 * the circle has more than MAX_CIRCLE nodes, nothing leaves it, or the caller stopped. */
static bool solve_circle(struct flow *f, const uint32_t *member, uint32_t n) {
    struct equations e = {.n = n};
    if (n > MAX_CIRCLE) return false;
    equations_open(f, member, &e);
    const bool solved = equations_solve(f->g, &e);
    if (solved) {
        mpz_t common;
        mpz_init_set_ui(common, 1);
        for (uint32_t i = 0; i < n; i++) {
            mpz_lcm(common, common, mpq_denref(*cell_of(&e, i, n)));
        }
        for (uint32_t i = 0; i < n; i++) {
            struct odds_mass visits = {.is = false};
            mass_over(f->g, &visits, *cell_of(&e, i, n), common);
            hand_on(f, member[i], &visits);
            odds_mass_clear(&visits);
        }
        mpz_clear(common);
    }
    for (size_t i = 0; i < (size_t)n * (n + 1); i++) mpq_clear(e.cell[i]);
    memory_free(e.cell);
    return solved;
}

void odds_graph_flow(struct odds_graph *g, uint32_t root) {
    struct flow f = {.g = g};
    mpz_init(f.spare);
    order_from(g, root);
    g->mass = memory_new(g->nodes * sizeof *g->mass);
    mass_set(&g->mass[root], 1);
    uint32_t *inside = memory_new(g->nodes * sizeof *inside);
    size_t end = g->ordered;
    while (end > 0 && !odds_graph_stops(g)) {
        size_t at = end - 1;
        while (g->circle[at] == 0) at--;
        const uint32_t n = g->circle[at], *member = g->order + at;
        ASSERT(at + n == end);
        const bool round = goes_round(g, at);
        f.inside = round ? inside : NULL;
        for (uint32_t i = 0; i < n && round; i++) inside[member[i]] = i + 1;
        if (!round) {
            hand_on(&f, member[0], &g->mass[member[0]]);
        } else if (!solve_circle(&f, member, n)) {
            follow_circle(&f, member, n);
        }
        for (uint32_t i = 0; i < n; i++) {
            inside[member[i]] = 0;
            if (g->node[member[i]].what != NODE_END) odds_mass_clear(&g->mass[member[i]]);
        }
        end = at;
    }
    mpz_clear(f.spare);
    memory_free(inside);
}
