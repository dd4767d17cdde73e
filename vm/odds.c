/*
 * The enumerator: it expands worlds breadth first (expand_all), keeps each distinct one as a node
 * of a graph (odds_graph.h), and makes the table from the weights of the ends.
 */
#include "odds.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "odds_graph.h"

/* ---- Distinct worlds ------------------------------------------------------- */

/* A node of the graph: a world at a question, or an end. A world is kept as a string of bytes, the
 * difference from the root. For each word that differs, in order of addresses, there is the
 * distance from the address before and the difference of the values, in bytes of seven bits each.
 * Equal worlds have equal bytes. */
struct kept {
    uint64_t hash;
    size_t first;   /* index into `bytes`; of an end: into `ends` */
    uint32_t count; /* number of bytes; of an end: COUNT_OF_END */
    uint32_t depth; /* the least number of answers that lead from the root to this node */
};
#define COUNT_OF_END UINT32_MAX

struct search {
    struct battle *b;
    const struct image *img;
    const struct odds_options *options;
    struct odds_table *table;
    struct odds_look look;
    int32_t columns;
    struct odds_graph graph;
    /* root: the World at the first question; here: the world that is being expanded */
    struct world root, here;
    struct kept *kept; /* by node */
    uint8_t *bytes;
    int64_t *ends;  /* the values of ends, `columns` for each */
    uint32_t *slot; /* hash table: node + 1 */
    size_t kept_capacity, bytes_count, bytes_capacity, ends_count, ends_capacity, slots;
    /* the answers to the present question */
    uint32_t *target; /* the node that each answer leads to */
    int64_t *pick;    /* WIDTH indices of candidates for each answer */
    int64_t *picked;  /* number of indices of each answer; -1: the player declines */
    int64_t *face;    /* values of the faces of a die */
    size_t face_capacity, target_capacity, pick_capacity, picked_capacity;
    uint64_t max_states;
    uint32_t depth; /* kept.depth of the nodes that are found now */
    enum odds_result result;
};

static enum odds_result fail(struct search *s, enum odds_result result, int32_t place,
                             const char *format, ...) MYTH_PRINTF(4, 5);
static enum odds_result fail(struct search *s, enum odds_result result, int32_t place,
                             const char *format, ...) {
    struct run_error *e = &s->table->error;
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    e->place = place;
    e->limit = -1;
    s->result = result;
    return result;
}

/* ---- Bytes of kept worlds ---- */

static void byte_add(struct search *s, uint8_t byte) {
    if (s->bytes_count == s->bytes_capacity) {
        s->bytes = memory_grow(s->bytes, &s->bytes_capacity, s->bytes_count + 1, 1);
    }
    s->bytes[s->bytes_count++] = byte;
}

/* Appends a number in bytes of seven bits each, the lowest first; the top bit says that more bytes
 * follow. */
static void number_add(struct search *s, uint64_t v) {
    for (; v >= 0x80; v >>= 7) byte_add(s, (uint8_t)(v | 0x80));
    byte_add(s, (uint8_t)v);
}

static uint64_t number_take(const uint8_t **at) {
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
        const uint8_t byte = *(*at)++;
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return v;
    }
}

/* Appends a word that differs from the root's, and moves *last to its address. */
static void word_add(struct search *s, addr *last, addr at, int64_t value, int64_t root) {
    const uint64_t less = (uint64_t)value - (uint64_t)root;
    number_add(s, at - *last);
    number_add(s, less << 1 ^ (less >> 63 ? UINT64_MAX : 0));
    *last = at;
}

static int64_t word_at(const struct world *w, int segment, uint32_t i) {
    return i < w->capacity[segment] ? w->base[segment][i] : 0;
}

/* Appends the differences of w from the root to the kept bytes. Returns how many bytes were
 * appended. */
static uint32_t difference_take(struct search *s, const struct world *w) {
    enum { RUN = 16 };
    const size_t before = s->bytes_count;
    addr last = 0;
    for (int g = SEG_GLOBALS; g < SEG_COUNT_; g++) {
        const uint32_t mine = world_used(w, (enum segment)g);
        const uint32_t root = world_used(&s->root, (enum segment)g);
        const uint32_t both = mine < root ? mine : root, all = mine < root ? root : mine;
        uint32_t i = 0;
        while (i < both) {
            const uint32_t n = both - i < RUN ? both - i : RUN;
            const int64_t *a = w->base[g] + i, *b = s->root.base[g] + i;
            if (memcmp(a, b, n * sizeof *a) != 0) {
                for (uint32_t k = 0; k < n; k++) {
                    if (a[k] != b[k]) word_add(s, &last, ADDR(g, i + k), a[k], b[k]);
                }
            }
            i += n;
        }
        for (; i < all; i++) {
            const int64_t v = word_at(w, g, i), was = word_at(&s->root, g, i);
            if (v != was) word_add(s, &last, ADDR(g, i), v, was);
        }
    }
    return (uint32_t)(s->bytes_count - before);
}

static void slots_put(struct search *s, uint32_t node) {
    size_t at = (size_t)base_mix(s->kept[node].hash) & (s->slots - 1);
    while (s->slot[at]) at = (at + 1) & (s->slots - 1);
    s->slot[at] = node + 1;
}

static uint32_t node_new(struct search *s, uint64_t hash, size_t first, uint32_t count) {
    const uint32_t node = odds_graph_node(&s->graph);
    s->kept = memory_grow(s->kept, &s->kept_capacity, (size_t)node + 1, sizeof *s->kept);
    s->kept[node] = (struct kept){hash, first, count, s->depth};
    if (((size_t)node + 1) * 2 > s->slots) {
        memory_free(s->slot);
        s->slots = s->slots ? s->slots * 2 : 1024;
        s->slot = memory_new(s->slots * sizeof *s->slot);
        for (uint32_t i = 0; i <= node; i++) slots_put(s, i);
    } else {
        slots_put(s, node);
    }
    return node;
}

/* Returns the node of the World at which the battle stands, which is at a question, of dice or of
 * a player; makes the node if no node has an equal World. */
static uint32_t node_of_world(struct search *s) {
    if (s->options->alike) battle_alike(s->b);
    const struct world *w = battle_world(s->b);
    const size_t first = s->bytes_count;
    const uint32_t count = difference_take(s, w);
    const uint64_t hash = world_hash(w);
    for (size_t at = (size_t)base_mix(hash) & (s->slots - 1); s->slots && s->slot[at];
         at = (at + 1) & (s->slots - 1)) {
        const struct kept *k = &s->kept[s->slot[at] - 1];
        if (k->hash != hash || k->count != count) continue;
        if (count && memcmp(s->bytes + k->first, s->bytes + first, count) != 0) continue;
        s->bytes_count = first;
        return s->slot[at] - 1;
    }
    return node_new(s, hash, first, count);
}

/* Returns the node of an end with these values; makes the node if there is none. */
static uint32_t node_of_end(struct search *s, const int64_t *values) {
    const size_t size = (size_t)s->columns * sizeof *values;
    uint64_t hash = 2;
    for (int32_t i = 0; i < s->columns; i++) {
        hash = base_mix((hash ^ (uint64_t)values[i]) * UINT64_C(0x9e3779b97f4a7c15) + 1);
    }
    for (size_t at = (size_t)base_mix(hash) & (s->slots - 1); s->slots && s->slot[at];
         at = (at + 1) & (s->slots - 1)) {
        const struct kept *k = &s->kept[s->slot[at] - 1];
        if (k->hash != hash || k->count != COUNT_OF_END) continue;
        if (memcmp(s->ends + k->first, values, size) == 0) return s->slot[at] - 1;
    }
    const size_t first = s->ends_count;
    s->ends =
        memory_grow(s->ends, &s->ends_capacity, first + (size_t)s->columns + 1, sizeof *s->ends);
    memcpy(s->ends + first, values, size);
    s->ends_count += (size_t)s->columns;
    const uint32_t node = node_new(s, hash, first, COUNT_OF_END);
    odds_graph_end(&s->graph, node);
    return node;
}

/* Makes s->here the world of a node. */
static void go_to(struct search *s, uint32_t node) {
    const struct kept *k = &s->kept[node];
    world_copy(&s->here, &s->root);
    if (k->count == 0) return;
    const uint8_t *byte = s->bytes + k->first, *const end = byte + k->count;
    addr at = 0;
    while (byte < end) {
        at += (addr)number_take(&byte);
        const uint64_t folded = number_take(&byte);
        const uint64_t more = folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0);
        world_need(&s->here, (enum segment)ADDR_SEGMENT(at), ADDR_INDEX(at) + 1);
        world_set(&s->here, at, (int64_t)((uint64_t)world_get(&s->here, at) + more));
    }
    ASSERT(world_hash(&s->here) == k->hash);
}

/* ---- Answers ----------------------------------------------------------------- */

enum { WIDTH = 64 }; /* the most candidates that one answer to a choice may name */

static bool too_many(struct search *s, const struct question *q) {
    const struct limit_row *limit = base_limit(LIMIT_OUTCOMES);
    fail(s, ODDS_FAILED, q->place,
         "this question has more than %lld answers, too many for exact odds (limit %s)",
         (long long)limit->value, limit->name);
    s->table->error.limit = LIMIT_OUTCOMES;
    return false;
}

static uint32_t bits_in(uint64_t mask) {
    uint32_t n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

/* Makes the distribution of n dice. With `summed`, the outcomes are sums of faces, in which named
 * faces count 0. Otherwise n is 1, and the outcomes are the values of faces, or the indices of
 * faces if the die has named ones. */
static bool dist_of_faces(struct search *s, const struct question *q, int64_t n, bool summed,
                          uint32_t *dist) {
    const int32_t sides = s->img->dice[q->die].sides;
    bool named = false;
    if (sides > MAX_OUTCOMES) return too_many(s, q);
    s->face = memory_grow(s->face, &s->face_capacity, (size_t)sides, sizeof *s->face);
    int64_t *values = s->face;
    for (int32_t f = 0; f < sides; f++) {
        values[f] = dice_face_value(s->img, q->die, f);
        if (values[f] < FACE_NAMED || values[f] > FACE_NAMED + INT32_MAX) continue;
        named = true;
        if (summed) values[f] = 0;
    }
    /* odds_dist_sum takes only values that lie near each other. The value of a named face is far
     * from all numbers, so the outcomes are indices of faces instead. */
    const bool by_index = named && !summed;
    for (int32_t f = 0; f < sides && by_index; f++) values[f] = f;
    const uint64_t key = (uint64_t)q->die * 4 + (summed ? 1 : 0);
    if (!odds_dist_sum(&s->graph, n, values, sides, key, dist)) return too_many(s, q);
    return true;
}

/* Returns the value of the face that an outcome of dist_of_faces stands for. */
static int64_t face_of_outcome(const struct search *s, const struct question *q, int64_t outcome) {
    const struct image_die *die = &s->img->dice[q->die];
    for (int32_t f = 0; f < die->sides && die->first_face >= 0; f++) {
        const int64_t v = dice_face_value(s->img, q->die, f);
        if (v >= FACE_NAMED && v <= FACE_NAMED + INT32_MAX) {
            return dice_face_value(s->img, q->die, (int32_t)outcome);
        }
    }
    return outcome;
}

/* Makes the distribution of the answers to a question of chance. Returns false if exact odds cannot
 * answer the question. */
static bool dist_of_chance(struct search *s, const struct question *q, uint32_t *dist) {
    struct odds_graph *g = &s->graph;
    switch (q->kind) {
    case ASK_COUNT: {
        const uint64_t yes = bits_in(q->wanted & q->from), no = bits_in(q->from & ~q->wanted);
        return odds_dist_count(g, q->count, yes, no, dist) || too_many(s, q);
    }
    case ASK_SUM: return dist_of_faces(s, q, q->count, true, dist);
    case ASK_ROLL:
        if (q->count == 1) return dist_of_faces(s, q, 1, false, dist);
        fail(s, ODDS_FAILED, q->place,
             "%lld dice are thrown at once here, each face to be known: exact odds cannot do that "
             "for a die of more than %d faces",
             (long long)q->count, MAX_FACES);
        return false;
    case ASK_RANDOM:
        if (!q->many) return odds_dist_even(g, q->count, dist) || too_many(s, q);
        return odds_dist_weights(g, q->many, q->count, dist) || too_many(s, q);
    default: break;
    }
    fail(s, ODDS_FAILED, q->place, "exact odds do not know this kind of question: %s",
         ask_row(q->kind)->name);
    return false;
}

/* Makes the answer to a question of chance from an outcome of the question's distribution. */
static void chance_answer(const struct search *s, const struct question *q, int64_t outcome,
                          int64_t *value, struct answer *a) {
    *a = (struct answer){.count = 1, .values = value};
    *value = q->kind == ASK_ROLL ? face_of_outcome(s, q, outcome) : outcome;
}

/* Adds an answer to a choice: `count` candidates by their indices, or -1 for declining. *n counts
 * the answers. */
static bool pick_add(struct search *s, const struct question *q, size_t *n, const int64_t *indices,
                     int64_t count) {
    if (*n >= MAX_OUTCOMES || count > WIDTH) return too_many(s, q);
    s->pick = memory_grow(s->pick, &s->pick_capacity, (*n + 1) * WIDTH, sizeof *s->pick);
    s->picked = memory_grow(s->picked, &s->picked_capacity, *n + 1, sizeof *s->picked);
    if (count > 0) memcpy(s->pick + *n * WIDTH, indices, (size_t)count * sizeof *indices);
    s->picked[(*n)++] = count;
    return true;
}

/* Fills an answer from position `at` on with the candidates from `i` on, each as often as there are
 * things of it. Returns false if there are too few. */
static bool fill_pick(const struct question *q, int64_t *index, int64_t at, int64_t size,
                      int64_t i) {
    for (int64_t used = 0; at < size; at++, used++) {
        if (i < q->count && used == ask_many(q, i)) i++, used = 0;
        if (i >= q->count) return false;
        index[at] = i;
    }
    return true;
}

/* Goes on to the next answer of this size, in order of its numbers. Returns false if it was the
 * last. */
static bool next_pick(const struct question *q, int64_t *index, int64_t size) {
    for (int64_t at = size - 1; at >= 0; at--) {
        if (fill_pick(q, index, at, size, index[at] + 1)) return true;
    }
    return false;
}

/* Adds as answers all sets of `size` things, in order of their candidates, one for each way to take
 * so many of each; if the question judges sets as a whole (`together`), only the legal ones. */
static bool picks_of_size(struct search *s, const struct question *q, size_t *n, int64_t size) {
    int64_t index[WIDTH];
    if (size > WIDTH) return size <= q->count || q->many ? too_many(s, q) : true;
    for (bool more = fill_pick(q, index, 0, size, 0); more; more = next_pick(q, index, size)) {
        bool good = true;
        if (q->together && !run_set_good(s->b, index, size, &good)) return too_many(s, q);
        if (good && !pick_add(s, q, n, index, size)) return false;
    }
    return true;
}

/* Sets the answers to a choice to all legal ones, and *n to their number. If `declines` is set,
 * declining is an answer too, the last. */
static bool picks_all(struct search *s, const struct question *q, bool declines, size_t *n) {
    *n = 0;
    if (q->kind == ASK_PICK) {
        for (int64_t size = q->least; size <= q->most; size++) {
            if (!picks_of_size(s, q, n, size)) return false;
        }
    } else {
        const int64_t *values, count = q->count;
        int64_t words;
        for (int64_t i = 0; i < count; i++) {
            if (!run_candidate(s->b, i, &values, &words)) continue;
            if (!pick_add(s, q, n, &i, 1)) return false;
        }
    }
    if (declines && !pick_add(s, q, n, NULL, -1)) return false;
    if (*n > 0) return true;
    fail(s, ODDS_FAILED, q->place, "a choice without any legal answer: \"%s\"", q->prompt);
    return false;
}

/* ---- Expanding ------------------------------------------------------------------ */

/* Gives the battle an answer (none if `a` is NULL) and runs it to the next question or end. Sets
 * *target to the node of this question or end; a choice that is not deeper than options.depth
 * counts as an end. Returns false if the battle fails. */
static bool run_on(struct search *s, const struct answer *a, const struct question *q,
                   uint32_t *target) {
    if (a) {
        const char *refused = run_answer(s->b, a);
        if (refused) {
            fail(s, ODDS_FAILED, q->place, "an answer of the enumerator was refused: %s", refused);
            return false;
        }
    }
    const struct question *next;
    switch (run_next(s->b, &next)) {
    case RUN_QUESTION:
        if (next->who != NONE && battle_depth(s->b) <= s->options->depth) break;
        *target = node_of_world(s);
        return true;
    case RUN_FAILED:
        s->table->error = *battle_error(s->b);
        s->result = ODDS_FAILED;
        return false;
    case RUN_ENDED: break;
    }
    int64_t values[MAX_SLOTS];
    if (!s->look.look(s->look.user, s->b, values, &s->table->error)) {
        s->result = ODDS_FAILED;
        return false;
    }
    *target = node_of_end(s, values);
    return true;
}

/* Sets the battle back to the world s->here, and *q to the question at which it stands. */
static bool back_here(struct search *s, const struct question **q) {
    battle_stand_again(s->b, &s->here);
    if (run_next(s->b, q) == RUN_QUESTION) return true;
    fail(s, ODDS_FAILED, -1, "the question was not there a second time");
    return false;
}

static void targets_room(struct search *s, size_t n) {
    s->target = memory_grow(s->target, &s->target_capacity, n, sizeof *s->target);
}

/* Gives a node one edge for each outcome of chance. */
static bool expand_chance(struct search *s, uint32_t node, const struct question *q) {
    uint32_t dist;
    int64_t value;
    struct answer a;
    if (!dist_of_chance(s, q, &dist)) return false;
    const uint32_t n = s->graph.dist[dist].outcomes;
    targets_room(s, n);
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0 && !back_here(s, &q)) return false;
        chance_answer(s, q, odds_outcome(&s->graph, dist, i), &value, &a);
        if (!run_on(s, &a, q, &s->target[i])) return false;
    }
    odds_graph_chance(&s->graph, node, dist, s->target);
    return true;
}

/* Gives a node the one edge that POLICY_FIRST takes. */
static bool expand_first(struct search *s, uint32_t node, const struct question *q) {
    struct answer a;
    uint32_t dist;
    run_policy_answer(s->b, POLICY_FIRST, &a);
    targets_room(s, 1);
    if (!run_on(s, &a, q, s->target)) return false;
    odds_dist_even(&s->graph, 1, &dist);
    odds_graph_chance(&s->graph, node, dist, s->target);
    return true;
}

/* Makes the odds with which POLICY_RANDOM gives each of the n answers. All sets of things are
 * equally likely, except in a choice of several from a list, unless it judges sets as a whole
 * (`together`): there the number of things is drawn first. An answer that names candidates which
 * stand for several things is so many sets. */
static bool dist_of_random(struct search *s, const struct question *q, size_t n, uint32_t *dist) {
    const bool one = q->least == 1 && q->most == 1;
    if (q->kind == ASK_PICK && q->many) {
        const struct odds_picks picks = {.many = q->many,
                                         .count = q->count,
                                         .pick = s->pick,
                                         .width = WIDTH,
                                         .picked = s->picked,
                                         .picks = (int64_t)n,
                                         .by_size = !one && !q->together};
        odds_dist_picks(&s->graph, &picks, dist);
        return true;
    }
    if (q->kind != ASK_PICK || one || q->together)
        return odds_dist_even(&s->graph, (int64_t)n, dist);
    const int64_t most = q->most < q->count ? q->most : q->count;
    return odds_dist_sets(&s->graph, q->count, q->least, most, dist);
}

/* Gives a node one edge for each legal answer to a choice: weighed as POLICY_RANDOM draws them, or
 * (best) as a node where the best edge is chosen later. POLICY_RANDOM declines only choices of one
 * from a list. */
static bool expand_picks(struct search *s, uint32_t node, const struct question *q, bool best) {
    size_t n;
    uint32_t dist = 0;
    const bool one = q->kind == ASK_PICK && q->least == 1 && q->most == 1;
    if (!picks_all(s, q, q->may_pass && (best || one), &n)) return false;
    if (!best && !dist_of_random(s, q, n, &dist)) return too_many(s, q);
    targets_room(s, n);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && !back_here(s, &q)) return false;
        const struct answer a = {.pass = s->picked[i] < 0,
                                 .count = s->picked[i] < 0 ? 0 : s->picked[i],
                                 .values = s->pick + i * WIDTH};
        if (!run_on(s, &a, q, &s->target[i])) return false;
    }
    if (best) {
        odds_graph_best(&s->graph, node, s->target, (uint32_t)n);
    } else {
        odds_graph_chance(&s->graph, node, dist, s->target);
    }
    return true;
}

static bool expand(struct search *s, uint32_t node) {
    const struct odds_options *o = s->options;
    const struct question *q;
    go_to(s, node);
    if (!back_here(s, &q)) return false;
    if (ask_row(q->kind)->chance) return expand_chance(s, node, q);
    const bool mine = o->best_player == NONE || o->best_player == q->who;
    if (o->best >= 0 && mine) return expand_picks(s, node, q, true);
    if (o->policy == ODDS_RANDOM) return expand_picks(s, node, q, false);
    if (o->policy == ODDS_FIRST) return expand_first(s, node, q);
    fail(s, ODDS_CHOICE, q->place, "%s", q->prompt);
    return false;
}

/* Expands the worlds breadth first, all of them or up to the limits STATES and ANSWERS. Worlds that
 * many answers lead to tend to be unlikely, so a limit cuts off little of the odds. Returns false
 * after an error, or if the caller stops. */
static bool expand_all(struct search *s) {
    uint32_t root;
    const struct question *q;
    /* The root is the World at the first question, because all worlds have in common what came
     * before. */
    if (run_next(s->b, &q) == RUN_QUESTION) world_copy(&s->root, battle_world(s->b));
    if (!run_on(s, NULL, NULL, &root)) return false;
    ASSERT(root == 0);
    for (size_t node = 0; node < s->graph.nodes; node++) {
        if (s->graph.node[node].what == NODE_END) continue;
        if (s->kept[node].depth >= MAX_ANSWERS) {
            s->table->limit = LIMIT_ANSWERS;
            continue;
        }
        if (s->graph.nodes >= s->max_states) {
            s->table->limit = LIMIT_STATES;
            break;
        }
        if (odds_graph_stops(&s->graph)) return false;
        s->depth = s->kept[node].depth + 1;
        if (!expand(s, (uint32_t)node)) return false;
    }
    return true;
}

/* ---- The table -------------------------------------------------------------------- */

static const char *number_text(struct arena *a, const mpz_t v) {
    char *text = arena_new(a, mpz_sizeinbase(v, 10) + 2);
    return mpz_get_str(text, 10, v);
}

/* Prints num / den with six places, halves rounded away from zero. Computes in whole numbers
 * only. */
static const char *decimal_text(struct arena *a, const mpz_t num, const mpz_t den) {
    enum { PLACES = 6 };
    mpz_t v, whole, part;
    mpz_init(v);
    mpz_init(whole);
    mpz_init(part);
    mpz_ui_pow_ui(part, 10, PLACES);
    mpz_abs(v, num);
    mpz_mul(v, v, part);
    mpz_mul_2exp(v, v, 1);
    mpz_add(v, v, den);
    mpz_fdiv_q(v, v, den);
    mpz_fdiv_q_2exp(v, v, 1);
    mpz_fdiv_qr(whole, part, v, part);
    const char *text = arena_print(a, "%s%s.%06lu", mpz_sgn(num) < 0 && mpz_sgn(v) > 0 ? "-" : "",
                                   number_text(a, whole), mpz_get_ui(part));
    mpz_clear(v);
    mpz_clear(whole);
    mpz_clear(part);
    return text;
}

static struct odds_fraction fraction(struct search *s, struct arena *a, const struct odds_mass *m) {
    mpz_t num, den;
    mpz_init(num);
    mpz_init(den);
    odds_mass_fraction(&s->graph, m, num, den);
    const struct odds_fraction f = {number_text(a, num), number_text(a, den),
                                    decimal_text(a, num, den)};
    mpz_clear(num);
    mpz_clear(den);
    return f;
}

struct value_node {
    int64_t value;
    uint32_t node;
};

/* Sorts ends by their value in a column. It is a merge sort, bottom up; `spare` is room for n. */
static void sort_values(struct value_node *v, struct value_node *spare, size_t n) {
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t from = 0; from < n; from += 2 * width) {
            const size_t middle = from + width < n ? from + width : n;
            const size_t end = from + 2 * width < n ? from + 2 * width : n;
            size_t i = from, j = middle;
            for (size_t k = from; k < end; k++) {
                const bool left = i < middle && (j == end || v[i].value <= v[j].value);
                spare[k] = left ? v[i++] : v[j++];
            }
        }
        memcpy(v, spare, n * sizeof *v);
    }
}

static bool can_average(struct image_type type) {
    return type.class == V_NUMBER || type.class == V_LENGTH || type.class == V_TRUTH ||
           type.class == V_FACE;
}

/* Whether a value is a number: neither NONE nor a named face. */
static bool averages(int64_t value) {
    return value > FACE_NAMED + INT32_MAX;
}

/* Fills column number `number` from the masses of the ends. `v` and `spare` have room for all
 * nodes. */
static void column_fill(struct search *s, struct arena *a, struct odds_column *c, int32_t number,
                        struct value_node *v, struct value_node *spare) {
    size_t n = 0;
    struct odds_mass mean = {.is = false}, here = {.is = false};
    for (uint32_t i = 0; i < s->graph.nodes; i++) {
        if (s->graph.node[i].what != NODE_END || !s->graph.mass[i].is) continue;
        v[n++] = (struct value_node){s->ends[s->kept[i].first + (size_t)number], i};
    }
    sort_values(v, spare, n);
    for (size_t i = 0; i < n; i++) c->rows += i == 0 || v[i].value != v[i - 1].value;
    c->row = NEW_ARRAY(a, (size_t)c->rows, struct odds_row);
    c->has_mean = can_average(c->type) && s->table->limit < 0 && n > 0;
    for (size_t i = 0, r = 0; i < n; i++) {
        odds_mass_add(&s->graph, &here, &s->graph.mass[v[i].node]);
        if (i + 1 < n && v[i + 1].value == v[i].value) continue;
        c->row[r++] = (struct odds_row){v[i].value, fraction(s, a, &here)};
        c->has_mean = c->has_mean && averages(v[i].value);
        if (c->has_mean) {
            odds_mass_times(&here, v[i].value);
            odds_mass_add(&s->graph, &mean, &here);
        }
        odds_mass_clear(&here);
    }
    if (c->has_mean) c->mean = fraction(s, a, &mean);
    odds_mass_clear(&mean);
}

/* Whether the masses of all ends and the rest add up to one. */
static bool weighs_one(struct search *s) {
    struct odds_mass all = {.is = false};
    odds_mass_add(&s->graph, &all, &s->graph.rest);
    for (size_t i = 0; i < s->graph.nodes; i++) {
        if (s->graph.node[i].what != NODE_END) continue;
        odds_mass_add(&s->graph, &all, &s->graph.mass[i]);
    }
    mpz_t num, den;
    mpz_init(num);
    mpz_init(den);
    odds_mass_fraction(&s->graph, &all, num, den);
    const bool one = mpz_cmp_ui(num, 1) == 0 && mpz_cmp_ui(den, 1) == 0;
    mpz_clear(num);
    mpz_clear(den);
    odds_mass_clear(&all);
    return one;
}

/* Chooses the best edge of each node at which a player plays best. Returns false if the best is not
 * known, with the reason in the table. */
static bool choose_best(struct search *s) {
    const size_t n = s->graph.nodes;
    bool numbers = can_average(s->table->column[s->options->best].type);
    int64_t *worth = memory_new(n * sizeof *worth);
    for (size_t i = 0; i < n; i++) {
        if (s->graph.node[i].what != NODE_END) continue;
        worth[i] = s->ends[s->kept[i].first + (size_t)s->options->best];
        numbers = numbers && averages(worth[i]);
    }
    const bool known = numbers && odds_graph_choose(&s->graph, worth);
    memory_free(worth);
    if (known) return true;
    const char *name = s->table->column[s->options->best].name;
    if (!numbers) {
        fail(s, ODDS_FAILED, -1, "%s is not always a number, so it has no highest mean", name);
    } else if (s->table->limit >= 0) {
        const struct limit_row *limit = base_limit((enum limit_id)s->table->limit);
        fail(s, ODDS_FAILED, -1, "the best choice is not known: the limit %s (%lld) was reached",
             limit->name, (long long)limit->value);
        s->table->error.limit = s->table->limit;
    } else {
        fail(s, ODDS_FAILED, -1,
             "the best choice is not known: play goes round here, back to where it was before; "
             "best play of what may go on for ever is not solved yet (--policy is)");
    }
    return false;
}

static void table_fill(struct search *s, struct arena *a) {
    const size_t n = s->graph.nodes;
    odds_graph_flow(&s->graph, 0);
    if (s->graph.stopped) return;
    ASSERT(weighs_one(s));
    if (s->graph.circles && s->table->limit < 0) s->table->limit = LIMIT_ROUNDS;
    struct value_node *v = memory_new(2 * n * sizeof *v);
    for (int32_t c = 0; c < s->columns; c++) {
        column_fill(s, a, &s->table->column[c], c, v, v + n);
    }
    memory_free(v);
    s->table->rest = fraction(s, a, &s->graph.rest);
    s->table->states = n;
    s->table->edges = s->graph.edges;
    if (s->table->limit >= 0) s->result = ODDS_CUT;
}

static void search_close(struct search *s) {
    odds_graph_close(&s->graph);
    world_close(&s->root);
    world_close(&s->here);
    void *const all[] = {s->kept,   s->bytes, s->ends,   s->slot,
                         s->target, s->pick,  s->picked, s->face};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) memory_free(all[i]);
}

enum odds_result odds_ends(struct battle *b, const struct odds_column *columns, int32_t count,
                           struct odds_look look, const struct odds_options *options,
                           struct arena *a, struct odds_table *out) {
    ASSERT(count >= 0 && count <= MAX_SLOTS && options->best < count);
    struct search s = {.b = b,
                       .img = battle_image(b),
                       .options = options,
                       .table = out,
                       .look = look,
                       .columns = count,
                       .max_states = options->max_states ? options->max_states : MAX_STATES};
    *out = (struct odds_table){.columns = count, .limit = -1, .error = {.place = -1, .limit = -1}};
    out->column = NEW_ARRAY(a, (size_t)count + 1, struct odds_column);
    for (int32_t i = 0; i < count; i++) {
        out->column[i].name = columns[i].name;
        out->column[i].type = columns[i].type;
    }
    odds_graph_open(&s.graph);
    s.graph.stop = options->stop;
    s.graph.stop_user = options->stop_user;
    world_open(&s.root, battle_world(b)->capacity);
    world_open(&s.here, battle_world(b)->capacity);
    if (options->best >= 0) battle_open_dice(b, options->best_player);
    if (expand_all(&s) && (options->best < 0 || choose_best(&s))) table_fill(&s, a);
    if (s.graph.stopped) fail(&s, ODDS_STOPPED, -1, "stopped");
    search_close(&s);
    return s.result;
}

/* ---- Blocks ------------------------------------------------------------------------- */

/* Reads the values that a block has shown: an odds_look whose user is the image_block. */
static bool look_at_shows(void *user, struct battle *b, int64_t *values, struct run_error *why) {
    const struct image_block *block = user;
    struct image_type type;
    if (!battle_shown(b)) {
        *why = (struct run_error){.place = block->place, .limit = -1};
        snprintf(why->text, sizeof why->text, "the game is over before `show`");
        return false;
    }
    for (int32_t i = 0; i < block->shows; i++) values[i] = battle_show(b, i, &type);
    return true;
}

enum odds_result odds_block(struct battle *b, int32_t block, const struct odds_options *options,
                            struct arena *a, struct odds_table *out) {
    const struct image *img = battle_image(b);
    struct image_block row = img->blocks[block];
    const struct image_func *func = &img->funcs[row.func];
    struct odds_column *columns = NEW_ARRAY(a, (size_t)row.shows + 1, struct odds_column);
    for (int32_t i = 0; i < row.shows; i++) {
        const int32_t slot = func->first_slot + func->slots - row.shows + i;
        columns[i].name = image_text(img, img->lists[row.first_show + i]);
        columns[i].type = img->slots[slot].type;
    }
    const struct odds_look look = {look_at_shows, &row};
    return odds_ends(b, columns, row.shows, look, options, a, out);
}
