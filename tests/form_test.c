/* A battle that nobody observes puts off bringing its World into form. That must not show: beside
 * each battle that plays alone goes one that hands out all its questions and so puts nothing off.
 * At each choice both must be the same, and so must everything that is made of them. */
#include <inttypes.h>

#include "battles_fixture.h"
#include "state.h"
#include "stream.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

struct beside {
    struct battle *other, *fork, *view; /* the one beside; what is made of both in turn */
    const struct world *own, *forked;   /* where those lie at rest that play alone, or are forked */
    struct bytes saved;
    uint64_t choices, copies; /* so often; and so often its form had been put off */
    const char *differs;
    bool looks; /* at every choice */
};

static struct run_options quietly(uint64_t seed, enum who who) {
    struct run_options o = options(seed, who);
    o.journal = false;
    return o;
}

/* To its next choice, dice by its own streams. */
static bool to_choice(struct battle *b) {
    const struct question *q;
    struct answer a;
    while (run_next(b, &q) == RUN_QUESTION) {
        if (!ask_row(q->kind)->chance) return true;
        run_chance_answer(b, &a);
        if (run_answer(b, &a)) return false;
    }
    return false;
}

static uint64_t view_of(struct beside *s, struct battle *b) {
    return battle_view(s->view, b, s->choices % 2 ? RED : BLUE, s->choices) ? battle_hash(s->view)
                                                                            : 0;
}

static const char *look(struct beside *s, struct battle *b) {
    struct battle *other = s->other;
    if (!world_equal(battle_world(b), battle_world(other))) return "the World";
    if (battle_hash(b) != battle_hash(other)) return "the hash";
    s->copies += battle_world(b) != s->own;
    if (s->choices % 7) return NULL;
    battle_copy(s->fork, b);
    if (battle_world(s->fork) != s->forked) return "at rest a fork is no copy";
    if (!world_equal(battle_world(s->fork), battle_world(other))) return "a fork";
    if (view_of(s, b) != view_of(s, other)) return "a view";
    s->saved.count = battle_save_size(b);
    s->saved.at = memory_grow(s->saved.at, &s->saved.room, s->saved.count, 1);
    battle_save(b, s->saved.at);
    if (!battle_load(s->fork, s->saved.at, s->saved.count)) return "a save: it does not load";
    return battle_hash(s->fork) == battle_hash(other) ? NULL : "a save";
}

static void beside(void *user, struct battle *b, const struct question *q, const struct answer *a) {
    struct beside *s = user;
    if (ask_row(q->kind)->chance || s->differs) return;
    s->choices++;
    if (!to_choice(s->other))
        s->differs = "the course";
    else if (s->looks)
        s->differs = look(s, b);
    if (run_answer(s->other, a)) s->differs = "what is offered";
}

static const char *played_beside(const struct game *game, uint64_t seeds, bool looks) {
    struct image *duel = played;
    at_play = game;
    if (game != &games[DUEL]) played = load(game->folder);
    struct battle *b = fresh(played);
    struct beside s = {fresh(played), fresh(played), fresh(played), .looks = looks};
    s.own = battle_world(b);
    s.forked = battle_world(s.fork);
    for (uint64_t seed = 1; seed <= seeds && !s.differs; seed++) {
        const struct run_options alone = quietly(seed, ALONE), asked = quietly(seed, ASKED);
        const struct question *q;
        begin(b, &alone);
        begin(s.other, &asked);
        battle_observe(b, (struct run_observer){.answered = beside, .user = &s});
        if (run_next(b, &q) != RUN_ENDED) s.differs = "it does not end";
        if (!s.differs && to_choice(s.other)) s.differs = "the end";
        if (!s.differs && battle_world(b) != s.own) s.differs = "at rest it is no copy";
        if (!s.differs && !world_equal(battle_world(b), battle_world(s.other)))
            s.differs = "the last World";
    }
    if (!s.differs && looks && s.copies < s.choices / 4) s.differs = "nothing was put off";
    battle_free(b);
    battle_free(s.other);
    battle_free(s.fork);
    battle_free(s.view);
    memory_free(s.saved.at);
    if (played != duel) image_free(played);
    at_play = &games[DUEL];
    played = duel;
    return s.differs;
}

TEST what_is_put_off_nobody_sees(void) {
    for (int looks = 0; looks < 2; looks++) {
        for (int i = 0; i < GAMES; i++) {
            const char *differs = played_beside(&games[i], i == DUEL ? 40 : 4, looks);
            ASSERTm(differs, !differs);
        }
    }
    PASS();
}

/* ---- When the next question sweeps -------------------------------- */

enum { THINGS = 6 };

/* One of those words, one of a few things in and out of its list. */
static void change(struct state *s, const int64_t *things, uint64_t step) {
    uint64_t at = 8 * step;
    const uint32_t which = stream_below(9, 0, &at, THINGS), how = stream_below(9, 0, &at, 8);
    const int64_t other = things[stream_below(9, 0, &at, THINGS)];
    const addr word = state_at(s, things[which], T_BORNE);
    const struct view had = state_list(s, world_get(&s->w, word));
    if (how == 0)
        state_list_free(s, word);
    else if (how == 1)
        state_list_store(s, word, (struct view){things, stream_below(9, 0, &at, THINGS)});
    else if (how < 5 || had.count > 40)
        state_list_remove(s, word, other);
    else
        state_list_append(s, word, other);
}

/* Whether it sweeps may hang on what lists hold, and not on where they lie and in how much room:
 * what goes then gives its id back, and that everybody sees. */
TEST both_sweep_at_the_same_moments(void) {
    struct state formed, left;
    int64_t things[THINGS];
    uint64_t due = 0, moved = 0;
    state_open(&formed, played);
    state_open(&left, played);
    for (int i = 0; i < THINGS; i++) {
        things[i] = state_create(&formed, played->root[ROOT_PLAYER], -1, NONE);
        ASSERT_EQ(things[i], state_create(&left, played->root[ROOT_PLAYER], -1, NONE));
    }
    for (uint64_t step = 0; step < 20000; step++) {
        change(&formed, things, step);
        change(&left, things, step);
        const int64_t untidy = state_global(&left, G_UNTIDY) & UNTIDY_DUE;
        ASSERT_EQ_FMT(state_global(&formed, G_UNTIDY), untidy, "%" PRId64);
        due += untidy != 0;
        if (step % 3) continue;
        state_sweep(&formed, NULL, 0);
        state_form(&formed, NULL, 0);
        state_sweep(&left, NULL, 0);
        moved += !world_equal(&formed.w, &left.w);
        if (step % 999 == 0) state_form(&left, NULL, 0);
        if (step % 999 == 0) ASSERT(world_equal(&formed.w, &left.w));
    }
    ASSERT(due > 5000 && due < 15000);
    ASSERT_GT(moved, 5000);
    state_close(&formed);
    state_close(&left);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    played = load(games[DUEL].folder);
    GREATEST_MAIN_BEGIN();
    RUN_TEST(what_is_put_off_nobody_sees);
    RUN_TEST(both_sweep_at_the_same_moments);
    image_free(played);
    arena_free(&loaded);
    GREATEST_MAIN_END();
}
