/*
 * Thinkers. A thinker lists possible answers to a question, plays on from each, and ranks them.
 */
#include "policy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "ask.h"
#include "stream.h"

static const struct policy_row rows[] = {
#define POLICY(name, text, least, first, sentence) {text, sentence, least, first},
#include "policy.def"
#undef POLICY
};

const struct policy_row *policy_row(enum policy_kind kind) {
    ASSERT((size_t)kind < ARRAY_LEN(rows));
    return &rows[kind];
}

bool policy_inside(struct policy p, enum run_policy *as) {
    *as = p.kind == POLICY_KIND_RANDOM  ? POLICY_RANDOM
          : p.kind == POLICY_KIND_FIRST ? POLICY_FIRST
                                        : POLICY_ASK;
    return *as != POLICY_ASK;
}

/* ---- Names -------------------------------- */

enum { BUDGET_MOST = 1000000 }; /* the greatest budget that may be named */

const char *policy_read(const char *text, size_t len, struct policy *out, char *why, size_t size) {
    const char *colon = memchr(text, ':', len);
    size_t name = colon ? (size_t)(colon - text) : len;
    size_t k = 0;
    while (k < ARRAY_LEN(rows) &&
           (strlen(rows[k].name) != name || memcmp(rows[k].name, text, name) != 0))
        k++;
    if (k == ARRAY_LEN(rows)) {
        snprintf(why, size, "there is no policy '%.*s'", (int)name, text);
        return why;
    }
    *out = (struct policy){(enum policy_kind)k, rows[k].first};
    if (!colon) return NULL;
    int64_t budget = 0;
    bool digits = len > name + 1;
    for (size_t i = name + 1; i < len && digits; i++) {
        digits = text[i] >= '0' && text[i] <= '9' && budget <= BUDGET_MOST;
        budget = budget * 10 + (text[i] - '0');
    }
    out->budget = budget;
    if (rows[k].first == 0)
        snprintf(why, size, "the policy '%s' has no budget", rows[k].name);
    else if (!digits || budget < rows[k].least || budget > BUDGET_MOST)
        snprintf(why, size, "the budget of '%s' is a number from %" PRId64 " to %d, not '%.*s'",
                 rows[k].name, rows[k].least, BUDGET_MOST, (int)(len - name - 1), colon + 1);
    else
        return NULL;
    return why;
}

const char *policy_text(struct policy p, char *out, size_t size) {
    const struct policy_row *r = policy_row(p.kind);
    if (r->first)
        snprintf(out, size, "%s:%" PRId64, r->name, p.budget);
    else
        snprintf(out, size, "%s", r->name);
    return out;
}

/* ---- Forks -------------------------------- */

/* A possible answer, which is tried. */
struct trial {
    bool pass;            /* the answer is to decline */
    int64_t first, count; /* `count` words of thinker.values from `first` on: the picked
                           * candidates */
    int64_t sum;          /* of the worths found by playing on from this answer */
};
struct thinker {
    const struct image *img;
    int32_t worth; /* the quantity `worth`; -1: the rules have none */
    /* view: the battle as the player may know it; fork: the copy of `view` that is played on */
    struct battle *view, *fork;
    struct trial *trials;
    size_t trials_capacity;
    int64_t trials_count;
    int64_t *values;
    size_t values_capacity;
    int64_t values_count;
    int64_t *order; /* of trials, while they are ranked */
    size_t order_capacity;
    bool (*stop)(void *user); /* asked whether to stop; NULL: never */
    void *stop_user;
    bool stopped;           /* `stop` returned true */
    bool failed;            /* the thinker was stopped, or the rules failed in the battle, view or
                             * fork */
    struct run_error error; /* of the rules, if `failed` and not `stopped` */
};

/* Returns the ruleset's number `worth` with one parameter; -1 if there is none. */
static int32_t number_worth(const struct image *img) {
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        bool fits = q->what == QUANTITY_NUMBER && q->event < 0 && q->params == 1;
        if (fits && strcmp(image_text(img, q->name), "worth") == 0) return i;
    }
    return -1;
}

struct thinker *thinker_new(const struct image *img) {
    struct thinker *t = memory_new(sizeof *t);
    struct run_options o = {.seed = 1, .chance = CHANCE_STREAM};
    t->img = img;
    t->worth = number_worth(img);
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    t->view = battle_new(img, &o);
    t->fork = battle_new(img, &o);
    return t;
}

void thinker_free(struct thinker *t) {
    if (!t) return;
    battle_free(t->view);
    battle_free(t->fork);
    memory_free(t->trials);
    memory_free(t->values);
    memory_free(t->order);
    memory_free(t);
}

const char *thinker_lacks(const struct thinker *t) {
    return t->worth >= 0 ? NULL
                         : "these rules do not say what a battle is worth to a player: number "
                           "worth(p: player) { … }";
}

/* ---- Possible answers -------------------------------- */

static struct trial *new_trial(struct thinker *t, const int64_t *values, int64_t count) {
    size_t want = (size_t)t->trials_count + 1, words = (size_t)(t->values_count + count) + 1;
    t->trials = memory_grow(t->trials, &t->trials_capacity, want, sizeof *t->trials);
    t->values = memory_grow(t->values, &t->values_capacity, words, sizeof *t->values);
    struct trial *trial = &t->trials[t->trials_count++];
    *trial = (struct trial){.first = t->values_count, .count = count};
    if (count) memcpy(t->values + t->values_count, values, (size_t)count * sizeof *values);
    t->values_count += count;
    return trial;
}

/* Whether a set of candidates is among the trials already. */
static bool tried(const struct thinker *t, const int64_t *values, int64_t count) {
    for (int64_t i = 0; i < t->trials_count; i++) {
        const struct trial *o = &t->trials[i];
        bool same = !o->pass && o->count == count;
        for (int64_t k = 0; same && k < count; k++) same = t->values[o->first + k] == values[k];
        if (same) return true;
    }
    return false;
}

/* Lists some of the possible sets, because there may be too many to try all: the set that
 * POLICY_FIRST picks, and those of 23 random draws. */
static void list_sets(struct thinker *t) {
    enum { DRAWN = 24 };
    struct answer a;
    for (int i = 0; i < DRAWN; i++) {
        if (!run_policy_answer(t->view, i ? POLICY_RANDOM : POLICY_FIRST, &a)) continue;
        if (!a.pass && !tried(t, a.values, a.count)) new_trial(t, a.values, a.count);
    }
}

/* If there are more places or ways than this, fewer than twice this many are tried, evenly spread
 * over all candidates. */
enum { SPOTS_MOST = 48 };

static void list_spots(struct thinker *t, const struct question *q) {
    const int64_t *values, step = q->count > SPOTS_MOST ? q->count / SPOTS_MOST : 1;
    int64_t n, at = -1;
    for (int64_t i = 0; i < q->count; i += step) {
        /* the first legal candidate from i on stands for all candidates of this step */
        for (at = at < i ? i : at; at < q->count && !run_candidate(t->view, at, &values, &n);) at++;
        if (at == q->count) return;
        if (at < i + step) new_trial(t, &at, 1);
    }
}

/* Lists the answers to the present question of the view that are tried. */
static void list_trials(struct thinker *t, const struct question *q) {
    t->trials_count = t->values_count = 0;
    bool one = q->kind == ASK_PICK && !q->together && q->least == 1 && q->most == 1;
    for (int64_t i = 0; one && i < q->count; i++) new_trial(t, &i, 1);
    if (q->kind != ASK_PICK)
        list_spots(t, q);
    else if (!one)
        list_sets(t);
    if (q->may_pass) new_trial(t, NULL, 0)->pass = true;
}

static struct answer answer_of(const struct thinker *t, const struct trial *trial) {
    return (struct answer){
        .pass = trial->pass, .count = trial->count, .values = t->values + trial->first};
}

/* ---- Playing on -------------------------------- */

/* Notes an error of the rules, which ends the thinking. It is not taken as a sign that an answer is
 * bad, because the ruleset itself is wrong. */
static void fails(struct thinker *t, const struct battle *where) {
    t->error = *battle_error(where);
    t->failed = true;
}

/* Added to the worth of a battle that the player has won, subtracted if another player has; before
 * that the worth is clamped to -WON / 2 … WON / 2. */
enum { WON = 1 << 30 };

/* Returns what the fork is worth to a player as it stands: at least WON / 2 if he has won, at most
 * -WON / 2 if another player has. If the rules fail or give no worth, returns -2 * WON, which is
 * less than for any loss. */
static int64_t worth_of(struct thinker *t, int64_t player) {
    const uint64_t winners = battle_over(t->fork) ? battle_winners(t->fork) : 0;
    const int32_t number = battle_player_number(t->fork, player);
    int64_t worth = 0;
    if (!battle_quantity(t->fork, t->worth, &player, 1, &worth)) fails(t, t->fork);
    if (t->failed || worth == NONE) return -2 * WON;
    if (worth > WON / 2) worth = WON / 2;
    if (worth < -WON / 2) worth = -WON / 2;
    if (winners) worth += winners >> number & 1 ? WON : -WON;
    return worth;
}

void thinker_stop(struct thinker *t, bool (*stopped)(void *user), void *user) {
    t->stop = stopped;
    t->stop_user = user;
}

static bool is_stopped(struct thinker *t) {
    t->stopped = t->stop && t->stop(t->stop_user);
    t->failed |= t->stopped;
    return t->stopped;
}

/* In a playout, at most so many choices are answered before `stop` is asked again. */
enum { ANSWERS_UNSTOPPED = 4096 };

/* Gives an answer in a copy of the view, and plays on by policy `by` for all players, until the
 * battle is over or the player is asked something that is not inside of the event in which the
 * present question stands. Returns what the fork is then worth to him; -2 * WON if the answer is
 * refused, the rules fail or the thinker is stopped. */
static int64_t play_on(struct thinker *t, const struct trial *trial, int64_t player,
                       enum run_policy by) {
    const struct question *q;
    struct run_inside inside = {
        .own = player, .depth = battle_depth(t->view), .most = ANSWERS_UNSTOPPED};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) inside.policy[i] = by;
    battle_copy(t->fork, t->view);
    battle_inside(t->fork, &inside);
    struct answer a = answer_of(t, trial);
    enum run_status status = run_next(t->fork, &q);
    if (status == RUN_QUESTION && run_answer(t->fork, &a)) return -2 * WON;
    while (!is_stopped(t) && (status = run_next(t->fork, &q)) == RUN_QUESTION) {
        if (q->who == player && battle_depth(t->fork) <= inside.depth) break;
        if (!run_policy_answer(t->fork, by, &a)) {
            status = RUN_FAILED;
            break;
        }
        if (run_answer(t->fork, &a)) return -2 * WON;
        battle_inside(t->fork, &inside);
    }
    if (status == RUN_FAILED) fails(t, t->fork);
    return t->failed ? -2 * WON : worth_of(t, player);
}

/* ---- Who thinks -------------------------------- */

/* Makes the view of a player from a seed, and sets *seen to the question of the view. Returns
 * whether this is the question that the battle puts. */
static bool view_asks(struct thinker *t, struct battle *b, int32_t player, uint64_t seed,
                      const struct question *q, const struct question **seen) {
    bool good = battle_view(t->view, b, player, seed);
    enum run_status status = good ? run_next(t->view, seen) : RUN_FAILED;
    if (status == RUN_FAILED) fails(t, t->view);
    return status == RUN_QUESTION && (*seen)->who == q->who && (*seen)->kind == q->kind &&
           (*seen)->choice == q->choice && (*seen)->count == q->count;
}

/* Plays on once from each trial, by POLICY_FIRST and all in one view. Returns the index of the best
 * trial, the first of equals. */
static int64_t greedy(struct thinker *t, int64_t player) {
    int64_t best = 0;
    for (int64_t i = 0; i < t->trials_count && !t->failed; i++) {
        t->trials[i].sum = play_on(t, &t->trials[i], player, POLICY_FIRST);
        if (t->trials[i].sum > t->trials[best].sum) best = i;
    }
    return best;
}

/* Makes a view from the seed, and plays on in it by POLICY_RANDOM once from each of the first
 * `racing` trials of t->order. Returns `racing`, or 0 if the view does not put the question. */
static int64_t play_all(struct thinker *t, struct battle *b, const struct question *q,
                        int32_t player, int64_t racing, uint64_t seed) {
    const struct question *seen;
    if (!view_asks(t, b, player, seed, q, &seen)) return 0;
    for (int64_t i = 0; i < racing && !t->failed; i++) {
        struct trial *trial = &t->trials[t->order[i]];
        trial->sum += play_on(t, trial, q->who, POLICY_RANDOM);
    }
    return racing;
}

/* Sorts the first `racing` trials of t->order by the sum of worths, the highest first; equals keep
 * their order. */
static void rank(struct thinker *t, int64_t racing) {
    for (int64_t i = 1; i < racing; i++) {
        int64_t which = t->order[i], at = i;
        for (; at > 0 && t->trials[t->order[at - 1]].sum < t->trials[which].sum; at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = which;
    }
}

/* Plays on from the trials in rounds, with at most `budget` playouts. Only the first `budget`
 * trials take part. Each round plays on equally often from all trials that are left and then drops
 * the worse half. Returns the index of the trial that is left. */
static int64_t search(struct thinker *t, struct battle *b, const struct question *q, int32_t player,
                      int64_t budget, uint64_t seed) {
    int64_t racing = t->trials_count < budget ? t->trials_count : budget, rounds = 0, left = budget;
    t->order = memory_grow(t->order, &t->order_capacity, (size_t)racing, sizeof *t->order);
    for (int64_t i = 0; i < racing; i++) t->order[i] = i;
    for (int64_t n = racing; n > 1; n -= n / 2) rounds++;
    for (; rounds > 0 && racing > 1; rounds--) {
        int64_t share = left / rounds;
        for (int64_t n = 0; n == 0 || n + racing <= share; n += racing) {
            if (left < racing || t->failed) break;
            play_all(t, b, q, player, racing, ++seed);
            left -= racing;
        }
        rank(t, racing);
        racing -= racing / 2;
    }
    return t->order[0];
}

/* Sets *out to the answer of a policy of `run`. Returns false if the rules fail. */
static bool answers(struct thinker *t, struct battle *b, enum run_policy by, struct answer *out) {
    if (!run_policy_answer(b, by, out)) fails(t, b);
    return !t->failed;
}

bool thinker_answer(struct thinker *t, struct policy p, struct battle *b, struct answer *out) {
    const struct question *q, *seen;
    enum run_policy inside;
    t->failed = t->stopped = false;
    if (run_next(b, &q) != RUN_QUESTION) return false;
    if (policy_inside(p, &inside)) return answers(t, b, inside, out);
    int32_t player = 0;
    while (player < t->img->players && battle_player(b, player) != q->who) player++;
    if (player == t->img->players) /* the question is put to no player, so there is no view; it is
                                    * answered at random */
        return answers(t, b, POLICY_RANDOM, out);
    const uint64_t seed = battle_draw(b, player);
    int64_t best = -1;
    if (view_asks(t, b, player, seed, q, &seen)) {
        list_trials(t, seen);
        if (t->trials_count > 0)
            best = p.kind == POLICY_KIND_GREEDY ? greedy(t, q->who)
                                                : search(t, b, q, player, p.budget, seed);
    }
    if (t->failed) return false;
    if (best < 0) return answers(t, b, POLICY_FIRST, out);
    *out = answer_of(t, &t->trials[best]);
    return true;
}

const struct run_error *thinker_error(const struct thinker *t) {
    return t->failed && !t->stopped ? &t->error : NULL;
}
