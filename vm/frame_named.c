/*
 * Walks over all words that name things: of other things, of frames, of globals.
 */
#include "frame_named.h"

void frame_named(const struct frame_names *n, int64_t id, uint64_t how) {
    if (id <= 0 || id >= n->end || !n->mark[id]) return;
    int64_t *sign = &n->sign[n->mark[id] - 1];
    *sign = (int64_t)((uint64_t)*sign + frame_mixed(how, (uint64_t)HEAD_USED));
}

/* A list tells apart what it has from what it has not; `ordered` also where it has it. */
static void named_in_list(const struct frame_names *n, int64_t handle, uint64_t how, bool ordered) {
    if (handle <= 0) return;
    const struct view list = state_list(n->s, handle);
    for (int64_t i = 0; i < list.count; i++)
        frame_named(n, list.at[i], ordered ? frame_mixed(how, (uint64_t)i + 1) : how);
}

static void named_by(const struct frame_names *n, addr at, struct image_type type) {
    const int64_t word = world_get(&n->s->w, at);
    if (type.class == V_THING) frame_named(n, word, frame_mixed(at, 1));
    if (type.class == V_SET && type.elem == V_THING)
        named_in_list(n, word, frame_mixed(at, 2), false);
    if (type.class == V_PATH) named_in_list(n, word, frame_mixed(at, 3), true);
}

void frame_named_by_thing(const struct frame_names *n, int64_t id) {
    const struct state *s = n->s;
    const int64_t *words = frame_record(s, id);
    const struct state_sweeps *of = &s->sweeps[words[T_KIND]];
    const int32_t blueprint = HEAD_BLUEPRINT(words[T_HEAD]);
    for (int32_t i = 0; i < of->all; i++) {
        const struct state_swept *word = &s->swept[of->first + i];
        if (words[word->word]) named_by(n, state_at(s, id, word->word), word->type);
    }
    /* of a group: the member that left it last */
    if (s->img->kinds[words[T_KIND]].root == ROOT_GROUP)
        frame_named(n, words[T_HOLDER], frame_mixed(state_at(s, id, T_HOLDER), 1));
    if (blueprint < 0 || !of->keeps) return;
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    const uint32_t first = (uint32_t)s->img->kinds[words[T_KIND]].words;
    for (int32_t i = 0; i < bp->memories; i++)
        named_by(n, state_at(s, id, first + (uint32_t)i),
                 s->img->memory[bp->first_memory + i].type);
}

/* An entry of what lasts until something happens names the feature that lasts. It is told apart by
 * what the entry says of it, not by where it stands; and maybe things in its captured values. */
static void named_by_waiting(const struct frame_names *n, uint32_t global) {
    enum { FEATURE, UNTIL, RUNNING };
    const struct state *s = n->s;
    const struct view v = state_list(s, state_global(s, global));
    for (int64_t i = 0; i < v.count;) {
        const int64_t *entry = v.at + i;
        const int64_t captured = s->img->untils[entry[UNTIL]].captured;
        uint64_t how =
            frame_mixed(frame_mixed(global, (uint64_t)entry[UNTIL]), (uint64_t)entry[RUNNING]);
        for (int64_t k = 0; k < captured; k++) {
            how = frame_mixed(how, (uint64_t)entry[3 + k]);
            frame_named(n, entry[3 + k], frame_mixed(frame_mixed(global, 7), (uint64_t)(i + k)));
        }
        frame_named(n, entry[FEATURE], how);
        i += 3 + captured;
    }
}

static void named_by_scopes(const struct frame_names *n, uint32_t f) {
    const struct view v = state_list(n->s, frame_word(n->s, f, F_SCOPES));
    for (int64_t i = 0; i + SCOPE_WORDS <= v.count; i += SCOPE_WORDS) {
        const int64_t *entry = v.at + i;
        const uint64_t how = frame_mixed(ADDR(SEG_STACK, f + F_SCOPES), (uint64_t)entry[0]);
        if (entry[0] == SCOPE_UNTIL)
            frame_named(n, entry[1], how);
        else
            frame_named(n, entry[2],
                        frame_mixed(frame_mixed(how, (uint64_t)entry[1]), (uint64_t)entry[3]));
    }
}

/* In an `ask each` others have not answered yet, as far as the one who is asked knows: returns the
 * words of the list in `slot` that are his, as far as he has answered already. Returns false if the
 * slot holds no such answers, but what is to be looked at whole. */
static bool own_answers(const struct frame_names *n, uint32_t f, int32_t slot, int64_t who) {
    const struct state *s = n->s;
    const int32_t pc = frame_pc(s, f);
    for (int32_t i = 0; i < s->img->askings_count; i++) {
        const struct image_asking *a = &s->img->askings[i];
        if (a->func != frame_func(s, f) || pc < a->first || pc >= a->end) continue;
        const struct view people = state_list(s, frame_slots(s, f)[a->people]);
        for (int32_t k = 0; k < a->answers; k++) {
            const int32_t *of = s->img->lists + a->first_answer + k * ASKING_WORDS;
            if (of[0] != slot) continue;
            const uint64_t how = frame_mixed(ADDR(SEG_STACK, f + F_WORDS + (uint32_t)slot), 4);
            const struct view given = state_list(s, frame_slots(s, f)[slot]);
            const struct view by = of[1] < 0 ? people : state_list(s, frame_slots(s, f)[of[1]]);
            bool his = of[2] >= 0 && of[2] < people.count && people.at[of[2]] == who;
            for (int64_t g = 0; g < given.count; g++) {
                if (his || (of[2] < 0 && g < by.count && by.at[g] == who))
                    frame_named(n, given.at[g], how);
            }
            return true;
        }
    }
    return false;
}

/* The rules of a moment that are still to come, with whose they are; in a handler's frame the log
 * of its calls. */
static void named_in_agenda(const struct frame_names *n, uint32_t f) {
    const uint64_t how = frame_mixed(ADDR(SEG_STACK, f), F_AGENDA);
    const int64_t list = frame_word(n->s, f, F_AGENDA);
    if (list <= 0) return;
    if (frame_kind(n->s, f) == FRAME_OUTSIDE) {
        named_in_list(n, list, how, true);
        return;
    }
    const struct view agenda = state_list(n->s, list);
    for (int64_t i = 0; i + 1 < agenda.count; i += 2) {
        const bool open = f == n->order && i >= n->from && i < n->to;
        const uint64_t where = frame_mixed(how, open ? 0 : (uint64_t)i + 1);
        frame_named(n, agenda.at[i + 1], frame_mixed(where, (uint64_t)agenda.at[i]));
    }
}

static void named_by_frame(const struct frame_names *n, uint32_t f, int64_t who) {
    const struct state *s = n->s;
    const int32_t func = frame_func(s, f), slots = (int32_t)frame_slots_of(s, f);
    const addr at = ADDR(SEG_STACK, f);
    frame_named(n, frame_word(s, f, F_THIS), frame_mixed(at, F_THIS));
    frame_named(n, frame_word(s, f, F_ASKED), frame_mixed(at, F_ASKED));
    if (frame_kind(s, f) == FRAME_WHENEVER || frame_kind(s, f) == FRAME_OUTSIDE)
        frame_named(n, frame_word(s, f, F_NEXT), frame_mixed(at, F_NEXT));
    named_in_agenda(n, f);
    named_by_scopes(n, f);
    for (int32_t i = 0; i < slots; i++) {
        const struct image_slot *slot = image_slot_of(s->img, func, i);
        const addr word = ADDR(SEG_STACK, f + F_WORDS + (uint32_t)i);
        const bool list = image_is_list(slot->type);
        if (list && world_get(&s->w, word) <= 0) continue;
        if (list && who != NONE && own_answers(n, f, i, who)) continue;
        /* A list without a name is one that a loop goes through: its order says what comes next. */
        if (list && slot->name < 0)
            named_in_list(n, world_get(&s->w, word), frame_mixed(word, 5), true);
        else
            named_by(n, word, slot->type);
    }
}

void frame_named_by_all(const struct frame_names *n, int64_t who) {
    const struct state *s = n->s;
    const uint32_t top = world_used(&s->w, SEG_STACK);
    for (uint32_t f = 1; f < top; f += F_WORDS + frame_slots_of(s, f)) named_by_frame(n, f, who);
    named_by_waiting(n, G_WAITING);
    named_by_waiting(n, G_WHILE);
}
