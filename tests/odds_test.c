/* odds: the weights and the graph that odds.c solves, fed with small graphs
 * whose chances are known by hand, and with chance ones that a naive second way
 * walks path by path. Whole rulesets are compared with tests/brute.c elsewhere. */
#include "odds_graph.h"

#include "stream.h"

#undef ASSERT
#include "greatest.h"

static char text[400];

/* "3/10" of a mass. */
static const char *fraction_of(struct odds_graph *g, const struct odds_mass *m) {
    mpz_t num, den;
    mpz_init(num);
    mpz_init(den);
    odds_mass_fraction(g, m, num, den);
    gmp_snprintf(text, sizeof text, "%Zd/%Zd", num, den);
    mpz_clear(num);
    mpz_clear(den);
    return text;
}

static const char *weights_of(const struct odds_graph *g, uint32_t dist) {
    size_t at = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < g->dist[dist].outcomes; i++) {
        at += (size_t)gmp_snprintf(text + at, sizeof text - at, "%d:%Zd ",
                                   (int)odds_outcome(g, dist, i),
                                   g->weight[g->dist[dist].first_weight + i]);
    }
    return text;
}

/* A node with these targets, all as likely (0 where there is no more). */
static void even(struct odds_graph *g, uint32_t node, uint32_t n, const uint32_t *targets) {
    uint32_t dist;
    odds_dist_even(g, n, &dist);
    odds_graph_chance(g, node, dist, targets);
}

static uint32_t end_of(struct odds_graph *g) {
    const uint32_t node = odds_graph_node(g);
    odds_graph_end(g, node);
    return node;
}

/* ---- Distributions -------------------------------------------------------- */

TEST counts_have_binomial_weights(void) {
    struct odds_graph g;
    uint32_t d, e;
    odds_graph_open(&g);
    ASSERT(odds_dist_count(&g, 3, 5, 5, &d)); /* halves */
    ASSERT_STR_EQ("0:1 1:3 2:3 3:1 ", weights_of(&g, d));
    ASSERT(odds_dist_count(&g, 2, 4, 6, &d)); /* 2 in 5 */
    ASSERT_STR_EQ("0:9 1:12 2:4 ", weights_of(&g, d));
    ASSERT(odds_dist_count(&g, 2, 2, 3, &e));
    ASSERT_EQ(d, e);
    ASSERT(odds_dist_count(&g, 2, 3, 2, &e));
    ASSERT_STR_EQ("0:4 1:12 2:9 ", weights_of(&g, e));
    ASSERT_FALSE(odds_dist_count(&g, 20000, 1, 1, &d));
    odds_graph_close(&g);
    PASS();
}

TEST sums_have_the_weights_of_their_dice(void) {
    const int64_t d6[] = {1, 2, 3, 4, 5, 6}, odd[] = {-2, 0, 0, 5};
    struct odds_graph g;
    uint32_t d;
    odds_graph_open(&g);
    ASSERT(odds_dist_sum(&g, 2, d6, 6, 1, &d));
    ASSERT_STR_EQ("2:1 3:2 4:3 5:4 6:5 7:6 8:5 9:4 10:3 11:2 12:1 ", weights_of(&g, d));
    ASSERT(odds_dist_sum(&g, 2, odd, 4, 2, &d));
    ASSERT_STR_EQ("-4:1 -2:4 0:4 3:2 5:4 10:1 ", weights_of(&g, d));
    ASSERT(odds_dist_sum(&g, 1, odd, 4, 2, &d));
    ASSERT_STR_EQ("-2:1 0:2 5:1 ", weights_of(&g, d));
    ASSERT(odds_dist_sum(&g, 0, d6, 6, 1, &d));
    ASSERT_STR_EQ("0:1 ", weights_of(&g, d));
    odds_graph_close(&g);
    PASS();
}

/* None or one of three, or two: sizes 1 and 2 have three sets each, 0 one. */
TEST sets_are_drawn_by_size_first(void) {
    struct odds_graph g;
    uint32_t d;
    odds_graph_open(&g);
    ASSERT(odds_dist_sets(&g, 3, 0, 2, &d));
    ASSERT_STR_EQ("0:3 1:1 2:1 3:1 4:1 5:1 6:1 ", weights_of(&g, d));
    ASSERT_FALSE(odds_dist_sets(&g, 40, 20, 20, &d));
    odds_graph_close(&g);
    PASS();
}

/* Two of a sort and one of another: the three things taken singly, two and two alike told apart. By
 * size, of none to two: a third each; of one 2 : 1; of two the two alike in one of three ways. */
TEST equal_things_weigh_as_many(void) {
    const int64_t many[] = {2, 1}, picked[] = {0, 1, 1, 2, 2, -1};
    const int64_t pick[] = {-1, -1, 0, -1, 1, -1, 0, 0, 0, 1};
    struct odds_picks p = {.many = many,
                           .pick = pick,
                           .picked = picked,
                           .count = 2,
                           .width = 2,
                           .picks = 5,
                           .by_size = true};
    struct odds_graph g;
    uint32_t d, e;
    odds_graph_open(&g);
    odds_dist_picks(&g, &p, &d);
    ASSERT_STR_EQ("0:3 1:2 2:1 3:1 4:2 ", weights_of(&g, d));
    odds_dist_picks(&g, &p, &e);
    ASSERT_EQ(d, e);
    p.by_size = false; /* each set of things as likely as any other */
    odds_dist_picks(&g, &p, &d);
    ASSERT_STR_EQ("0:1 1:2 2:1 3:1 4:2 ", weights_of(&g, d));
    p.picks = 6; /* declining is one more */
    odds_dist_picks(&g, &p, &d);
    ASSERT_STR_EQ("0:1 1:2 2:1 3:1 4:2 5:1 ", weights_of(&g, d));
    ASSERT(odds_dist_weights(&g, many, 2, &d));
    ASSERT_STR_EQ("0:2 1:1 ", weights_of(&g, d));
    odds_graph_close(&g);
    PASS();
}

/* ---- Flow ----------------------------------------------------------------- */

/* A d6 shows more than 4: a coin; else a d4 of which three faces lead where the
 * coin's head leads. 1/3 * 1/2 + 2/3 * 3/4 = 2/3. */
TEST ways_that_meet_are_added(void) {
    struct odds_graph g;
    uint32_t d;
    odds_graph_open(&g);
    const uint32_t root = odds_graph_node(&g), coin = odds_graph_node(&g), d4 = odds_graph_node(&g),
                   yes = end_of(&g), no = end_of(&g);
    ASSERT(odds_dist_count(&g, 1, 2, 4, &d));
    odds_graph_chance(&g, root, d, (uint32_t[]){d4, coin});
    even(&g, coin, 2, (uint32_t[]){yes, no});
    even(&g, d4, 4, (uint32_t[]){yes, no, yes, yes});
    odds_graph_flow(&g, root);
    ASSERT_STR_EQ("2/3", fraction_of(&g, &g.mass[yes]));
    ASSERT_STR_EQ("1/3", fraction_of(&g, &g.mass[no]));
    ASSERT_STR_EQ("0/1", fraction_of(&g, &g.rest));
    odds_graph_close(&g);
    PASS();
}

/* Breadth first, a node may be found early and be reached late as well. */
TEST order_is_by_what_leads_where_and_not_by_number(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t root = odds_graph_node(&g), early = odds_graph_node(&g),
                   late = odds_graph_node(&g), end = end_of(&g), other = end_of(&g);
    even(&g, root, 2, (uint32_t[]){early, late});
    even(&g, early, 2, (uint32_t[]){end, other});
    even(&g, late, 3, (uint32_t[]){early, early, other});
    odds_graph_flow(&g, root);
    ASSERT_STR_EQ("5/12", fraction_of(&g, &g.mass[end]));
    ASSERT_STR_EQ("7/12", fraction_of(&g, &g.mass[other]));
    odds_graph_close(&g);
    PASS();
}

TEST what_is_open_is_the_rest(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t root = odds_graph_node(&g), open = odds_graph_node(&g), end = end_of(&g);
    even(&g, root, 6, (uint32_t[]){open, end, end, end, open, end});
    odds_graph_flow(&g, root);
    ASSERT_STR_EQ("2/3", fraction_of(&g, &g.mass[end]));
    ASSERT_STR_EQ("1/3", fraction_of(&g, &g.rest));
    odds_graph_close(&g);
    PASS();
}

/* Two throw coins in turn for the first head: 2/3 and 1/3, as the second has half the chance. */
TEST a_small_circle_is_solved_exactly(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t a = odds_graph_node(&g), b = odds_graph_node(&g), a_wins = end_of(&g),
                   b_wins = end_of(&g);
    even(&g, a, 2, (uint32_t[]){a_wins, b});
    even(&g, b, 2, (uint32_t[]){b_wins, a});
    odds_graph_flow(&g, a);
    ASSERT_STR_EQ("2/3", fraction_of(&g, &g.mass[a_wins]));
    ASSERT_STR_EQ("1/3", fraction_of(&g, &g.mass[b_wins]));
    ASSERT_STR_EQ("0/1", fraction_of(&g, &g.rest));
    ASSERT_FALSE(g.circles);
    odds_graph_close(&g);
    PASS();
}

/* A six is thrown again: each other face has 1/5. Then a second such die. */
TEST a_world_that_leads_to_itself_is_solved(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t one = odds_graph_node(&g), two = odds_graph_node(&g), end = end_of(&g),
                   other = end_of(&g);
    even(&g, one, 6, (uint32_t[]){one, two, two, other, other, other});
    even(&g, two, 6, (uint32_t[]){two, end, other, other, other, other});
    odds_graph_flow(&g, one);
    ASSERT_STR_EQ("2/25", fraction_of(&g, &g.mass[end]));
    ASSERT_STR_EQ("23/25", fraction_of(&g, &g.mass[other]));
    odds_graph_close(&g);
    PASS();
}

/* A ring of 100 from each of which a coin leads out or on: after 200 rounds of
 * it, that is 200 coins, 2^-200 is still going round. */
TEST a_large_circle_is_followed_to_a_bound(void) {
    struct odds_graph g;
    mpz_t num, den, two;
    odds_graph_open(&g);
    for (int i = 0; i < 100; i++) odds_graph_node(&g);
    const uint32_t end = end_of(&g);
    for (uint32_t i = 0; i < 100; i++) even(&g, i, 2, (uint32_t[]){end, (i + 1) % 100});
    odds_graph_flow(&g, 0);
    ASSERTm("said", g.circles);
    mpz_init(num);
    mpz_init(den);
    mpz_init(two);
    mpz_ui_pow_ui(two, 2, MAX_ROUNDS);
    odds_mass_fraction(&g, &g.rest, num, den);
    ASSERTm("the bound", mpz_cmp_ui(num, 1) == 0 && mpz_cmp(den, two) == 0);
    odds_mass_fraction(&g, &g.mass[end], num, den);
    mpz_sub(two, den, num);
    ASSERTm("all the rest", mpz_cmp_ui(two, 1) == 0);
    mpz_clear(num);
    mpz_clear(den);
    mpz_clear(two);
    odds_graph_close(&g);
    PASS();
}

static bool stop_after(void *user) {
    int *left = user;
    return --*left < 0;
}

/* Whether it goes on is asked before each part that may take long, until the first no. */
TEST what_is_stopped_flows_no_farther(void) {
    for (uint32_t size = 40; size <= 100; size += 60) { /* solved, followed */
        int wanted = 1 << 20;
        for (int most = wanted; most >= 0;) {
            struct odds_graph g;
            int left = most;
            odds_graph_open(&g);
            g.stop = stop_after;
            g.stop_user = &left;
            for (uint32_t i = 0; i < size; i++) odds_graph_node(&g);
            const uint32_t end = end_of(&g);
            for (uint32_t i = 0; i < size; i++) {
                even(&g, i, 2, (uint32_t[]){end, (i + 1) % size});
            }
            odds_graph_flow(&g, 0);
            const int asked = most - left;
            ASSERT_EQ(most < wanted, g.stopped);
            ASSERT_EQ_FMT(most < wanted ? most + 1 : asked, asked, "%d");
            odds_graph_close(&g);
            if (most == 1 << 20) {
                ASSERTm("once for each of the circle, at least", asked > (int)size);
                wanted = asked;
            }
            most = most == 1 << 20 ? asked - 1 : most - 1;
        }
    }
    PASS();
}

TEST what_goes_round_for_ever_is_the_rest(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t root = odds_graph_node(&g), a = odds_graph_node(&g), b = odds_graph_node(&g),
                   end = end_of(&g);
    even(&g, root, 3, (uint32_t[]){a, end, end});
    even(&g, a, 2, (uint32_t[]){b, b});
    even(&g, b, 1, (uint32_t[]){a});
    odds_graph_flow(&g, root);
    ASSERT_STR_EQ("1/3", fraction_of(&g, &g.rest));
    ASSERT_STR_EQ("2/3", fraction_of(&g, &g.mass[end]));
    ASSERTm("said", g.circles);
    odds_graph_close(&g);
    PASS();
}

/* ---- Choices ---------------------------------------------------------------- */

/* A sure 3, or a d6 that gives 0 … 5 with a choice to throw it again after it:
 * again is worth 5/2, so 3, 4, 5 are kept: (3 * 5/2 + 3 + 4 + 5) / 6 = 13/4. */
TEST the_best_choice_looks_ahead(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t root = odds_graph_node(&g), first = odds_graph_node(&g),
                   again = odds_graph_node(&g);
    uint32_t keep[6], ends[6];
    int64_t worth[32] = {0};
    for (int i = 0; i < 6; i++) {
        keep[i] = odds_graph_node(&g);
        ends[i] = end_of(&g);
        worth[ends[i]] = i;
    }
    odds_graph_best(&g, root, (uint32_t[]){ends[3], first}, 2);
    even(&g, first, 6, keep);
    even(&g, again, 6, ends);
    for (int i = 0; i < 6; i++) odds_graph_best(&g, keep[i], (uint32_t[]){ends[i], again}, 2);
    ASSERT(odds_graph_choose(&g, worth));
    ASSERT_EQ(1, g.chosen[root]);
    for (int i = 0; i < 6; i++) ASSERT_EQ(i < 3 ? 1u : 0u, g.chosen[keep[i]]);
    odds_graph_flow(&g, root);
    struct odds_mass mean = {.is = false};
    for (int i = 0; i < 6; i++) {
        odds_mass_times(&g.mass[ends[i]], i);
        odds_mass_add(&g, &mean, &g.mass[ends[i]]);
    }
    ASSERT_STR_EQ("13/4", fraction_of(&g, &mean));
    odds_mass_clear(&mean);
    odds_graph_close(&g);
    PASS();
}

TEST of_equal_choices_the_first_and_the_least_loss(void) {
    struct odds_graph g;
    odds_graph_open(&g);
    const uint32_t root = odds_graph_node(&g), same = odds_graph_node(&g), low = end_of(&g),
                   high = end_of(&g);
    const int64_t worth[] = {0, 0, -7, -2};
    odds_graph_best(&g, root, (uint32_t[]){low, same, high}, 3);
    odds_graph_best(&g, same, (uint32_t[]){low, high, low}, 3);
    ASSERT(odds_graph_choose(&g, worth));
    ASSERT_EQ(1, g.chosen[root]);
    ASSERT_EQ(1, g.chosen[same]);
    odds_graph_flow(&g, root);
    ASSERT_STR_EQ("1/1", fraction_of(&g, &g.mass[high]));
    odds_graph_close(&g);
    PASS();
}

TEST the_best_is_not_known_in_a_circle_or_beyond_a_limit(void) {
    struct odds_graph g;
    const int64_t worth[] = {0, 0, 0};
    odds_graph_open(&g);
    uint32_t root = odds_graph_node(&g), open = odds_graph_node(&g), end = end_of(&g);
    odds_graph_best(&g, root, (uint32_t[]){open, end}, 2);
    ASSERT_FALSE(odds_graph_choose(&g, worth));
    odds_graph_close(&g);
    odds_graph_open(&g);
    root = odds_graph_node(&g);
    open = odds_graph_node(&g);
    end = end_of(&g);
    odds_graph_best(&g, root, (uint32_t[]){open, end}, 2);
    even(&g, open, 2, (uint32_t[]){root, end});
    ASSERT_FALSE(odds_graph_choose(&g, worth));
    odds_graph_close(&g);
    PASS();
}

/* ---- By chance ------------------------------------------------------------------ */

static uint64_t chance_at;
static uint32_t chance(uint32_t n) {
    return stream_below(5, 6, &chance_at, n);
}

enum { NODES = 24, ENDS = 4 };

/* Edges lead to higher numbers only; the last few are ends. */
static void make_graph(struct odds_graph *g) {
    uint32_t targets[10], dist;
    odds_graph_open(g);
    for (uint32_t i = 0; i < NODES; i++) odds_graph_node(g);
    for (uint32_t i = 0; i < NODES; i++) {
        if (i >= NODES - ENDS) {
            odds_graph_end(g, i);
            continue;
        }
        const int64_t n = 1 + chance(4);
        if (chance(2)) {
            odds_dist_count(g, n, 1 + chance(5), 1 + chance(5), &dist);
        } else {
            odds_dist_even(g, 1 + n, &dist);
        }
        for (uint32_t k = 0; k < g->dist[dist].outcomes; k++) {
            targets[k] = i + 1 + chance(NODES - 1 - i);
        }
        odds_graph_chance(g, i, dist, targets);
    }
}

/* From the ends back, with fractions: the chance to come from a node to an end. */
static void naive_chance(const struct odds_graph *g, uint32_t end, mpq_t to_end[NODES]) {
    mpq_t part, all;
    mpq_init(part);
    mpq_init(all);
    for (uint32_t i = NODES; i-- > 0;) {
        const struct odds_node *n = &g->node[i];
        mpq_set_ui(to_end[i], i == end, 1);
        mpq_set_ui(all, 0, 1);
        for (uint32_t k = 0; k < n->edges; k++) {
            mpq_set_z(part, g->weight[g->dist[n->dist].first_weight + k]);
            mpq_add(all, all, part);
            mpq_mul(part, part, to_end[g->edge[n->first_edge + k]]);
            mpq_add(to_end[i], to_end[i], part);
        }
        if (n->edges) mpq_div(to_end[i], to_end[i], all);
    }
    mpq_clear(part);
    mpq_clear(all);
}

TEST flow_agrees_with_fractions_from_behind(void) {
    mpq_t to_end[NODES], got;
    mpq_init(got);
    for (int i = 0; i < NODES; i++) mpq_init(to_end[i]);
    for (int round = 0; round < 200; round++) {
        struct odds_graph g;
        make_graph(&g);
        odds_graph_flow(&g, 0);
        for (uint32_t end = NODES - ENDS; end < NODES; end++) {
            naive_chance(&g, end, to_end);
            odds_mass_fraction(&g, &g.mass[end], mpq_numref(got), mpq_denref(got));
            ASSERTm("the same fraction", mpq_equal(got, to_end[0]));
        }
        odds_graph_close(&g);
    }
    mpq_clear(got);
    for (int i = 0; i < NODES; i++) mpq_clear(to_end[i]);
    PASS();
}

SUITE(weights) {
    RUN_TEST(counts_have_binomial_weights);
    RUN_TEST(sums_have_the_weights_of_their_dice);
    RUN_TEST(sets_are_drawn_by_size_first);
    RUN_TEST(equal_things_weigh_as_many);
    RUN_TEST(ways_that_meet_are_added);
    RUN_TEST(order_is_by_what_leads_where_and_not_by_number);
    RUN_TEST(what_is_open_is_the_rest);
    RUN_TEST(a_small_circle_is_solved_exactly);
    RUN_TEST(a_world_that_leads_to_itself_is_solved);
    RUN_TEST(a_large_circle_is_followed_to_a_bound);
    RUN_TEST(what_is_stopped_flows_no_farther);
    RUN_TEST(what_goes_round_for_ever_is_the_rest);
    RUN_TEST(the_best_choice_looks_ahead);
    RUN_TEST(of_equal_choices_the_first_and_the_least_loss);
    RUN_TEST(the_best_is_not_known_in_a_circle_or_beyond_a_limit);
    RUN_TEST(flow_agrees_with_fractions_from_behind);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(weights);
    GREATEST_MAIN_END();
}
