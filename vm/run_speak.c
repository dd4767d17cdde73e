/*
 * run_speak: who answers for a player. The head of the ruleset may name a value that says who does
 * (`answers speaks_for`), as for one whom nobody plays. A player who is out of the battle, or for
 * whom nobody answers, is asked nothing: what he may decline is declined, of all else the first
 * answer that is legal is taken, and no answer is told or recorded.
 */
#include <stdio.h>
#include <string.h>

#include "run_int.h"

/* Keeps the error that players answer for one another in a circle. Always returns false. */
static bool circle(struct battle *b, const int64_t *chain, int32_t count) {
    struct state *s = &b->s;
    char text[160] = "";
    size_t used = 0;
    for (int32_t i = 0; i < count && used < sizeof text; i++) {
        const int32_t player = state_player_number(s, chain[i]);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", then " : "",
                                 image_player(s->img, player));
    }
    return state_fail(s, "who answers for whom goes in a circle: %s", text);
}

bool run_speaker(struct battle *b, int64_t *who) {
    struct state *s = &b->s;
    const int32_t value = s->img->answers;
    int64_t chain[MAX_PLAYERS + 1];
    int32_t count = 0;
    b->mute = NONE;
    for (; value >= 0 && state_player_number(s, *who) >= 0; count++) {
        int64_t next;
        chain[count] = *who;
        if (!prim_ask_quiet(s, value, who, 1, &next)) return false;
        if (next == NONE) b->mute = *who;
        if (next == NONE || next == *who) break;
        for (int32_t i = 0; i <= count; i++) {
            if (chain[i] != next) continue;
            chain[count + 1] = next;
            return circle(b, chain + i, count + 2 - i);
        }
        *who = next;
    }
    if (state_player_number(s, *who) >= 0 && !state_in_play(s, *who)) b->mute = *who;
    return true;
}

/* Whoever answers for nobody now, as who is asked would fail, is told to answer for himself. */
static void tell_answering(struct battle *b) {
    struct state *s = &b->s;
    const struct image_type type = {V_THING, 0, (int16_t)s->img->root[ROOT_PLAYER]};
    const int64_t mute = b->mute;
    for (int32_t i = 0; i < s->img->players; i++) {
        int64_t who = state_player(s, i);
        if (!state_in_play(s, who)) continue;
        if (!run_speaker(b, &who)) who = state_player(s, i);
        const int32_t number = b->mute == NONE ? state_player_number(s, who) : -1;
        if (number == b->answering.who[i]) continue;
        b->answering.who[i] = number;
        state_tell(s, J_ANSWERS);
        state_tell_value(s, type, state_player(s, i));
        state_tell_value(s, type, number < 0 ? NONE : who);
        state_told(s);
    }
    b->mute = mute;
    s->error.text[0] = '\0'; /* the battle goes on: whoever is asked next may be somebody else */
}

/* Reads from the journal what it has told. */
static void read_answering(struct battle *b) {
    const struct state *s = &b->s;
    struct journal_entry e;
    for (int32_t i = 0; i < MAX_PLAYERS; i++) b->answering.who[i] = i;
    for (size_t at = 0; journal_next(&s->journal, &at, &e);) {
        struct journal_item player, who;
        size_t word = 0;
        if (e.kind != J_ANSWERS || !journal_item(&e, &word, &player) ||
            !journal_item(&e, &word, &who))
            continue;
        const int32_t number = journal_name_unpack(s->img, player.values[0]).owner;
        const bool some = who.values[0] != NONE;
        b->answering.who[number] = some ? journal_name_unpack(s->img, who.values[0]).owner : -1;
    }
}

void run_tell_answering(struct battle *b) {
    struct journal *j = &b->s.journal;
    if (b->s.img->answers < 0 || !state_tells(&b->s)) return;
    if (j->least <= b->answering.end) read_answering(b);
    j->least = SIZE_MAX;
    tell_answering(b);
    b->answering.end = j->count;
}

/* Takes the last label of a pick between yes and no, and declines what may be declined. Returns
 * false if an answer has to be given. */
static bool declines(const struct question *q, int64_t *value, struct answer *out) {
    const bool yes_no = q->kind == ASK_PICK && q->type.class == V_TRUTH && q->labels;
    *value = q->count - 1;
    out->pass = q->may_pass;
    out->count = yes_no;
    return yes_no || q->may_pass || (q->kind == ASK_PICK && q->least == 0 && !q->together);
}

bool run_unasked(struct battle *b, bool *good) {
    struct question *q = &b->question;
    if (MYTH_LIKELY(b->mute == NONE) || q->who != b->mute || b->answered) return false;
    static const struct answer none = {0};
    b->answer = none;
    b->values = memory_grow(b->values, &b->values_capacity, 1, sizeof *b->values);
    b->answer.values = b->values;
    *good = true;
    if (!declines(q, b->values, &b->answer)) *good = run_policy_answer(b, POLICY_FIRST, &b->answer);
    return true;
}
