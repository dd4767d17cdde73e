/*
 * The primitives that need no board, and the dispatch of the others to the board.
 */
#include "prim.h"

const struct prim_row *prim_row(enum prim_id id) {
    static const struct prim_row rows[] = {
#define PRIM(name, text, args, result, reads, boards, sentence) \
    {text, args, result, sentence, PRIM_READS_##reads, PRIM_OF_##boards},
#include "prim.def"
#undef PRIM
    };
    ASSERT((size_t)id < ARRAY_LEN(rows));
    return &rows[id];
}

bool prim_given(struct state *s, enum prim_id id, int64_t value, const char *what) {
    return value != NONE || state_fail(s, "%s: its %s is none", prim_row(id)->name, what);
}

/* ---- What the rules say ---- */

bool prim_ruled(const struct state *s, int32_t quantity) {
    return quantity >= 0 && s->img->quantities[quantity].ruled;
}

/* Asks with ACCOUNTS_NONE, so no account is written to the journal. Otherwise the journal would
 * depend on what the board happens to remember. */
bool prim_ask_quiet(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    int64_t *value) {
    struct env env = {NULL, -1, (uint32_t)state_global(s, G_TOP), NONE, ACCOUNTS_NONE};
    if (MYTH_UNLIKELY(s->judged != NULL)) {
        env.roles = s->judged->roles;
        env.event = s->judged->event;
    }
    return s->quantity(s, quantity, &env, args, count, value);
}

bool prim_ask_truth(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    bool *yes) {
    int64_t value;
    if (!prim_ask_quiet(s, quantity, args, count, &value)) return false;
    *yes = value == 1;
    return true;
}

/* ---- players ---- */

/* Sets *yes to whether two players are enemies, by the rules if they have rows for `enemy`. */
static bool are_enemies(struct state *s, int64_t a, int64_t b, bool *yes) {
    const int64_t args[] = {a, b};
    if (prim_ruled(s, s->img->enemy)) {
        return prim_ask_truth(s, s->img->enemy, args, ARRAY_LEN(args), yes);
    }
    *yes = state_foes(s, a, b);
    return true;
}

/* Returns the index of a player in the order of turns; of one who takes no part, or is out of the
 * battle, that of the next who is in it. Players are in the order of their ids. */
static int64_t turn_of(struct view players, int64_t player) {
    int64_t i = 0;
    while (i < players.count && players.at[i] < player) i++;
    return i < players.count && player != NONE ? i : 0;
}

static bool opponent(struct state *s, const int64_t *args, int64_t *result) {
    struct view players = state_extent(s, s->img->root[ROOT_PLAYER]);
    int64_t from = turn_of(players, args[0]);
    *result = NONE;
    for (int64_t i = 0; i < players.count && args[0] != NONE; i++) {
        int64_t other = players.at[(from + i) % players.count];
        bool yes = false;
        if (other == args[0]) continue;
        if (!are_enemies(s, args[0], other, &yes)) return false;
        if (!yes) continue;
        *result = other;
        return true;
    }
    return true;
}

static bool turn_order(struct state *s, const int64_t *args, int64_t *result) {
    struct view players = state_extent(s, s->img->root[ROOT_PLAYER]);
    int64_t from = turn_of(players, args[0]);
    *result = state_scratch(s, players.count);
    for (int64_t i = 0; i < players.count; i++) {
        state_scratch_add(s, *result, players.at[(from + i) % players.count]);
    }
    return true;
}

static bool has_won(const struct state *s, int64_t player) {
    const int64_t winners = state_global(s, G_WINNERS);
    const int32_t number = state_player_number(s, player);
    return winners != NONE && number >= 0 && ((uint64_t)winners >> number & 1) != 0;
}

/* Lists the players who are friends of a player, by the rules if they have rows for `friendly`, and
 * himself, in the order of turns from him on. */
static bool allies(struct state *s, const int64_t *args, int64_t *result) {
    const struct view players = state_extent(s, s->img->root[ROOT_PLAYER]);
    const int64_t from = turn_of(players, args[0]), count = players.count;
    *result = state_scratch(s, count);
    for (int64_t i = 0; i < count && args[0] != NONE; i++) {
        const int64_t other = state_extent(s, s->img->root[ROOT_PLAYER]).at[(from + i) % count];
        const int64_t both[] = {args[0], other};
        bool yes = other == args[0] || state_friends(s, args[0], other);
        if (other != args[0] && prim_ruled(s, s->img->friendly) &&
            !prim_ask_truth(s, s->img->friendly, both, ARRAY_LEN(both), &yes))
            return false;
        if (yes) state_scratch_add(s, *result, other);
    }
    return true;
}

static bool points(struct state *s, const int64_t *args, int64_t *result) {
    *result = state_points(s, args[0], args[1]);
    return *result != NONE || state_fail(s, "points: their sum is out of range");
}

/* ---- sorts ---- */

/* Returns the blueprint of a thing; -1 for a thing without one, and if the word names no thing. */
static int32_t sort_of(const struct state *s, int64_t thing) {
    return state_thing(s, thing) ? state_blueprint(s, thing) : -1;
}

static bool sorts(struct state *s, const int64_t *args, int64_t *result) {
    int64_t count = state_list(s, args[0]).count;
    *result = state_scratch(s, count);
    struct view of = state_list(s, args[0]);
    for (int64_t i = 0; i < count; i++) {
        int32_t sort = sort_of(s, of.at[i]);
        struct view found = state_list(s, *result);
        int64_t k = 0;
        while (k < found.count && sort_of(s, found.at[k]) != sort) k++;
        if (sort >= 0 && k == found.count) state_scratch_add(s, *result, of.at[i]);
    }
    return true;
}

static bool same_sort(struct state *s, const int64_t *args, int64_t *result) {
    int32_t sort = sort_of(s, args[0]);
    *result = sort >= 0 && sort == sort_of(s, args[1]);
    return true;
}

/* ---- asking ---- */

/* Computes a primitive that needs no board. Sets *is to whether `id` is one of these; if not, it
 * returns false and the board must be asked. */
static bool ask_world(struct state *s, enum prim_id id, const int64_t *args, int64_t *result,
                      bool *is) {
    const size_t mark = s->scratch_used;
    bool ok = true;
    *is = true;
    switch (id) {
    case PRIM_TURN_ORDER: return turn_order(s, args, result);
    case PRIM_ALLIES: return allies(s, args, result);
    case PRIM_SORTS: return sorts(s, args, result);
    case PRIM_OPPONENT: ok = opponent(s, args, result); break;
    case PRIM_POINTS: ok = points(s, args, result); break;
    case PRIM_HAS_WON: *result = has_won(s, args[0]); break;
    case PRIM_TIED: *result = state_global(s, G_WINNERS) == NOBODY; break;
    case PRIM_SAME_SORT: ok = same_sort(s, args, result); break;
    case PRIM_REROLLED:
        ok = state_fail(s, "%s: only the machine has the dice", prim_row(id)->name);
        break;
    default: *is = false; return false;
    }
    s->scratch_used =
        mark; /* the result is a plain word, so no scratch memory is needed any more */
    return ok;
}

enum { ARGS = 10 }; /* the most arguments of a primitive */

bool prim_call_within(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
                      const struct prim_bounds *only, int64_t *result) {
    if ((id == PRIM_WITHIN && count == 3) || (id == PRIM_TOUCHING && count == 2)) {
        return prim_board(s)->answer_near(s, id, args, result);
    }
    int64_t given[ARGS];
    ASSERT(count >= 0 && count <= ARGS);
    for (int32_t i = 0; i < ARGS; i++) given[i] = i < count ? args[i] : NONE;
    bool is;
    const bool ok = ask_world(s, id, given, result, &is);
    return is ? ok : prim_board(s)->answer(s, id, given, only, result);
}

bool prim_call(struct state *s, enum prim_id id, const int64_t *args, int32_t count,
               int64_t *result) {
    static const struct prim_bounds all = {NONE, NONE};
    return prim_call_within(s, id, args, count, &all, result);
}
