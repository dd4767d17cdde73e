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
