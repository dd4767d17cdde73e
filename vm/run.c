#include "run_op.h"

#include <stdio.h>
#include <string.h>

/*
 * The dispatch: `run` does the frequent instructions, and one switch in `step` does all others and
 * those that `run` refuses. Temps, the registers of the code, are C memory that lives for one
 * statement; slots are words of the World. A statement that has to wait for an answer is run again
 * from its mark.
 */

static struct image_type slot_type(const struct machine *m, int32_t func, int32_t slot) {
    return image_slot_of(m->img, func, slot)->type;
}

static bool op_load(struct machine *m, const struct image_code *i) {
    const struct image_slot *slot = &m->img->slots[m->fn->first_slot + i->d];
    int64_t value = frame_slots(m->s, m->frame)[i->d];
    /* A hidden slot holds the set of a walk. It stays as it was when the walk began, with the
     * things that have left play since. */
    if (slot->name < 0 && slot->type.class == V_SET) {
        m->t[i->a] = value;
        return true;
    }
    return run_op_load_value(m, slot->type, value, &m->t[i->a]);
}

static bool op_role(struct machine *m, const struct image_code *i) {
    if (MYTH_UNLIKELY(!m->env.roles)) return run_op_fail(m, "no event is at hand here");
    int32_t event = m->env.event;
    struct image_type type = {V_VOID, 0, -1};
    if (event >= 0) type = slot_type(m, m->img->events[event].func, i->d);
    return run_op_load_value(m, type, m->env.roles[i->d], &m->t[i->a]);
}

static bool op_set_role(struct machine *m, const struct image_code *i) {
    uint32_t about = frame_about(m->s, m->frame);
    if (!about) return run_op_fail(m, "no event is at hand here");
    return run_slot(m->b, about, frame_func(m->s, about), i->d, m->t[i->a]);
}

static bool op_nearest(struct machine *m, const struct image_code *i) {
    struct env env;
    if (!frame_reach(m->s, &m->env, i->d, &env)) {
        m->t[i->a] = NONE;
        return true;
    }
    return run_op_load_value(m, slot_type(m, m->img->events[i->d].func, i->b), env.roles[i->b],
                             &m->t[i->a]);
}

static bool op_set_nearest(struct machine *m, const struct image_code *i) {
    uint32_t f = frame_nearest(m->s, m->frame, i->d);
    if (!f) return run_op_fail(m, "the event that is written to is not running");
    return run_slot(m->b, f, frame_func(m->s, f), i->b, m->t[i->a]);
}

/* ---- Truths about things -------------------------------- */

/* Whether a thing was made from a blueprint; a unit with options counts as made from the one
 * without. */
static bool is_made_from(const struct machine *m, int64_t thing, int32_t blueprint) {
    int32_t made = state_blueprint(m->s, thing);
    return made >= 0 && m->img->blueprints[made].form_of == blueprint;
}

/* STILL_KIND, STILL_OF: fails if a thing is no longer what the text has found it to be before. */
static bool op_still(struct machine *m, const struct image_code *i) {
    const int64_t thing = m->t[i->a];
    if (thing <= 0) return true;
    const bool so =
        i->op == CODE_STILL_KIND ? state_is(m->s, thing, i->d) : is_made_from(m, thing, i->d);
    return so || run_op_fail(m, "this names another thing by now, and not one as was asked for");
}

static bool has_feature(struct machine *m, const struct image_code *i, bool of_kind) {
    struct state *s = m->s;
    int64_t thing = m->t[i->b];
    m->t[i->a] = 0;
    if (thing == NONE || thing <= 0) return true;
    struct view v = state_borne(s, thing);
    for (int64_t k = 0; k < v.count; k++) {
        int64_t f = v.at[k];
        if (of_kind ? !state_is(s, f, i->d) : state_blueprint(s, f) != i->d) continue;
        bool same = true;
        uint32_t first = (uint32_t)m->img->kinds[state_kind(s, f)].words;
        for (int32_t a = 0; !of_kind && a < i->c; a++) {
            same &= state_word(s, f, first + (uint32_t)a) == m->t[i->b + 1 + a];
        }
        bool yes;
        if (!same) continue;
        if (!rows_in_force(s, f, m->env.accounts, &yes)) return false;
        if (!yes) continue;
        m->t[i->a] = 1;
        return true;
    }
    return true;
}

static bool op_field(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    int64_t thing = m->t[i->b];
    const struct image_field *f = &m->img->fields[i->d];
    if (thing == NONE) {
        bool list = f->type.class == V_SET;
        m->t[i->a] = list ? 0 : NONE;
        return true;
    }
    /* T_PLACE is left out, because the place of a group is that of its first member. */
    bool plain = f->quantity < 0 && f->how == FIELD_STORED && f->slot != T_PLACE;
    if (MYTH_LIKELY(plain)) {
        m->t[i->a] = state_word(s, thing, (uint32_t)f->slot);
    } else if (f->quantity >= 0 && f->type.class != V_SET && thing > 0) {
        /* `run` has found already that the value is not remembered, so it is computed */
        if (!rows_anew(s, f->quantity, &m->env, &thing, 1, &m->t[i->a])) return false;
    } else if (!rows_field(s, i->d, &m->env, thing, &m->t[i->a])) {
        return false;
    }
    bool members = thing > 0 && m->img->kinds[state_kind(s, thing)].members == i->d;
    if (f->type.class == V_SET && f->type.elem == V_THING && m->t[i->a] > 0 && !members) {
        m->t[i->a] = state_present(s, m->t[i->a]);
    }
    return true;
}

static bool op_chart(struct machine *m, const struct image_code *i) {
    const struct image_chart *c = &m->img->charts[i->d];
    int64_t row = m->t[i->b], column = i->c > 1 ? m->t[i->b + 1] : c->left;
    if (row == NONE || column == NONE) return run_op_fail(m, "none stands in no row of a chart");
    if (!num_sub(row, c->least, &row) || row < 0 || row >= c->rows) {
        return run_op_fail(m, "the chart has no such row");
    }
    if (!num_sub(column, c->left, &column) || column < 0 || column >= c->columns) {
        return run_op_fail(m, "the chart has no such column");
    }
    m->t[i->a] = m->img->constants[c->first_cell + row * c->columns + column];
    return true;
}

/* ---- Changes -------------------------------- */

static bool op_do(struct machine *m, const struct image_code *i) {
    const struct image_call *call = &m->img->calls[i->d];
    int64_t roles[64];
    uint64_t given = 0;
    if (m->img->events[call->event].roles > 64)
        return run_op_fail(m, "an event with more than 64 roles");
    for (int32_t k = 0; k < call->args; k++) {
        int32_t role = m->img->lists[call->first_arg + k];
        if (role >= 64) return run_op_fail(m, "an event with more than 64 roles");
        roles[role] = m->t[i->a + k];
        given |= UINT64_C(1) << role;
    }
    bool native = call->event < EVENT_BUILTIN_COUNT_;
    if (native && call->results == 0 && !run_spoken(m->b, call->event)) {
        return run_native_event(m->b, call->event, roles, call->args);
    }
    if (!run_do(m->b, call->event, roles, given, i->d, NONE)) return false;
    m->b->pushed = true;
    return true;
}

static bool op_give(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    bool computed = i->op == CODE_GIVE_OF;
    int64_t of = computed ? m->t[i->c] : i->d;
    if (of == NONE) return run_op_fail(m, "'give' of none");
    int32_t params = m->img->blueprints[of].params;
    if (computed && params > 0) {
        return run_op_fail(m, "'give' of a blueprint that wants arguments");
    }
    int64_t feature;
    bool until = i[1].op == CODE_UNTIL;
    b->given_again = NONE;
    const int32_t memory = m->img->blueprints[of].first_memory;
    for (int32_t k = 0; k < params; k++)
        m->t[i->c + k] = image_held(m->img, m->img->memory[memory + k].range, m->t[i->c + k]);
    if (!run_give(b, (int32_t)of, m->t[i->b], m->t + i->c, params, b->init > 0, &feature))
        return false;
    if (b->given_again != NONE && !until) run_given_for_good(b, feature);
    m->t[i->a] = feature;
    return true;
}

static bool op_create(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    int64_t outer = b->init > 0 && m->env.self != NONE ? m->env.self : NONE;
    int64_t id;
    if (i->op == CODE_CREATE_OF) {
        int64_t of = m->t[i->c];
        if (of == NONE) return run_op_fail(m, "'create' of none");
        if (m->img->blueprints[of].params > 0) {
            return run_op_fail(m, "'create' of a blueprint that wants arguments");
        }
        id = run_make(b, (int32_t)of, m->t[i->b], outer, NULL);
    } else if (i->op == CODE_CREATE) {
        id = run_make(b, i->d, m->t[i->b], outer, m->t + i->c);
    } else {
        id = state_create(m->s, i->d, -1, m->t[i->b]);
    }
    m->t[i->a] = id;
    if (id == NONE) return false;
    if (b->init > 0) return true;
    b->ended = true; /* the event `create` has ended, even if no rule speaks of it; `whenever`
                      * rules may be due */
    if (!run_spoken(b, EVENT_CREATE)) return true;
    return run_native_event(b, EVENT_CREATE, &id, 1);
}

static bool op_native(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    m->s->place = run_event_place(m->s, m->frame);
    bool steps = i->d == EVENT_MOVE && (frame_word(m->s, m->frame, F_NEXT) != 0 || run_in_steps(b));
    if (!steps) return run_native(b, i->d, frame_slots(m->s, m->frame)) && run_moved(b, m->frame);
    switch (run_steps(b, m->frame)) {
    case OUT_GO:
        /* What the step has pushed or ended comes first; then this instruction runs again from the
         * mark. */
        if (frame_top(m->s) != m->frame) b->pushed = true;
        m->at = m->code + m->mark - 1;
        return true;
    case OUT_STOP: m->out = OUT_STOP; return true;
    case OUT_END: return true;
    default: return false;
    }
}

static bool op_set_field(struct machine *m, const struct image_code *i) {
    int64_t thing = m->t[i->a];
    if (thing == NONE || thing <= 0) {
        run_tell_operand(m, i->a, "none");
        return run_op_fail(m, "a field of none cannot be written");
    }
    const struct image_field *f = &m->img->fields[i->d];
    if (f->how != FIELD_STORED)
        return run_op_fail(m, "this field is computed and cannot be written");
    state_write(m->s, thing, i->d, m->t[i->b]);
    return true;
}

static bool op_set_memory(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    int64_t thing = m->t[i->a];
    if (thing == NONE || thing <= 0) {
        run_tell_operand(m, i->a, "none");
        return run_op_fail(m, "a memory of none cannot be written");
    }
    uint32_t word = (uint32_t)(m->img->kinds[state_kind(s, thing)].words + i->c);
    int32_t bp = state_blueprint(s, thing);
    /* The text has asked from what blueprint the thing is made, and STILL_OF has tested it again,
     * so the thing has this memory. */
    ASSERT(bp >= 0 && i->c < m->img->blueprints[bp].memories);
    const struct image_memory *memory = &m->img->memory[m->img->blueprints[bp].first_memory + i->c];
    if (!state_fresh(s, thing)) state_changed(s, READS_MEMORIES);
    state_touched(s, thing);
    addr at = state_at(s, thing, word);
    if (image_is_list(memory->type)) {
        state_list_store(s, at, state_list(s, m->t[i->b]));
    } else {
        world_set(&s->w, at, image_held(m->img, memory->range, m->t[i->b]));
    }
    return true;
}

static bool op_score(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    int64_t points = m->t[i->a], player = m->t[i->b];
    bool label = i->op == CODE_SCORE_AS;
    if (!run_op_numbers(m, points, 0)) return false;
    if (!state_is_root(s, player, ROOT_PLAYER)) {
        if (player == NONE) run_tell_operand(m, i->b, "none");
        return run_op_fail(m, player == NONE ? "nobody scores: the player is none"
                                             : "only a player scores");
    }
    int64_t reason = label ? m->t[i->c] : NONE;
    if (!label && i->d >= 0) reason = m->img->lists[m->img->templates[i->d].first_text];
    addr at = ADDR(SEG_GLOBALS, G_LEDGER);
    state_list_append(s, at, player);
    state_list_append(s, at, points);
    state_list_append(s, at, reason);
    if (state_tells(s)) {
        state_tell(s, J_SCORE);
        state_tell_thing(s, player);
        journal_word(&s->journal, points);
        state_tell_template(s, label ? -1 : i->d, m->t + i->c);
        if (label) state_tell_value(s, (struct image_type){V_TEXT, 0, -1}, reason);
        state_told(s);
    }
    m->b->ended = true; /* the event `score` has ended, even if no rule speaks of it; `whenever`
                         * rules may be due */
    if (!run_spoken(m->b, EVENT_SCORE)) return true;
    const int64_t roles[2] = {points, player};
    return run_native_event(m->b, EVENT_SCORE, roles, 2);
}

/* Sets *mask to the players who win: one, or all of a set. Returns false if nobody would. */
static bool winners(struct machine *m, const struct image_code *i, uint64_t *mask) {
    struct state *s = m->s;
    const struct view one = {&m->t[i->a], 1}, all = i->c ? state_list(s, m->t[i->a]) : one;
    *mask = 0;
    for (int64_t k = 0; k < all.count; k++) {
        const int32_t number = state_player_number(s, all.at[k]);
        if (number < 0) return run_op_fail(m, "only a player wins");
        *mask |= UINT64_C(1) << number;
    }
    return *mask || run_op_fail(m, "nobody wins, as the set is empty: say 'tie'");
}

static bool op_win(struct machine *m, const struct image_code *i, bool tie) {
    struct state *s = m->s;
    uint64_t won = NOBODY;
    if (!tie && !winners(m, i, &won)) return false;
    if (state_tells(s)) {
        struct image_type players = {V_SET, V_THING, (int16_t)s->img->root[ROOT_PLAYER]};
        state_tell(s, tie ? J_TIE : J_WIN);
        if (!tie && i->c) state_tell_value(s, players, m->t[i->a]);
        if (!tie && !i->c) state_tell_thing(s, m->t[i->a]);
        state_tell_template(s, i->d, m->t + i->b);
        state_told(s);
    }
    state_global_set(s, G_WINNERS, (int64_t)won);
    state_changed(s, READS_OTHER);
    m->out = OUT_GO;
    uint32_t block = frame_block(s);
    if (!block) {
        state_global_set(s, G_OVER, tie ? 2 : 1);
        return true;
    }
    /* What the block has tried ends here; the block itself goes on with what it expects. */
    while (frame_top(s) != block) {
        uint32_t trigger = (uint32_t)frame_word(s, frame_top(s), F_RULE);
        bool continued = frame_kind(s, frame_top(s)) == FRAME_EVENT && trigger;
        if (continued) {
            frame_put(s, frame_top(s), F_RULE, 0);
            state_global_set(s, G_TOP, trigger);
        }
        const uint32_t top = frame_top(s);
        bool tried = frame_kind(s, top) == FRAME_EVENT && frame_back(s, top) == block;
        if (tried && !run_hand_back(m->b, top, STATUS_STOPPED)) return false;
        frame_pop(s);
    }
    return true;
}

static bool op_say(struct machine *m, const struct image_code *i) {
    if (!state_tells(m->s)) return true;
    state_tell(m->s, J_SAY);
    state_tell_template(m->s, i->d, m->t + i->b);
    state_told(m->s);
    return true;
}

static bool op_needs(struct machine *m, const struct image_code *i) {
    if (m->t[i->a] == 1) return true;
    if (state_tells(m->s)) {
        state_tell(m->s, J_NEEDS);
        journal_word(&m->s->journal, i->d);
        state_told(m->s);
    }
    m->out = OUT_STOP;
    return true;
}

static void tell_shown(struct machine *m, int64_t thing, int32_t name, struct image_type type,
                       int64_t value) {
    struct state *s = m->s;
    if (!state_tells(s)) return;
    state_tell(s, J_SHOWN);
    state_tell_thing(s, thing);
    journal_word(&s->journal, name);
    state_tell_value(s, type, value);
    state_told(s);
}

static bool op_reveal(struct machine *m, const struct image_code *i) {
    int64_t thing = m->t[i->a];
    if (thing == NONE) return true;
    if (i->op == CODE_REVEAL && i->d < 0) return run_native_event(m->b, EVENT_REVEAL, &thing, 1);
    struct state *s = m->s;
    const struct image_blueprint *bp = &m->img->blueprints[state_blueprint(s, thing)];
    int64_t value;
    if (i->op == CODE_REVEAL) {
        if (!rows_field(s, i->d, &m->env, thing, &value)) return false;
        tell_shown(m, thing, m->img->fields[i->d].name, m->img->fields[i->d].type, value);
        return true;
    }
    const struct image_memory *memory = &m->img->memory[bp->first_memory + i->c];
    value = state_word(s, thing, (uint32_t)(m->img->kinds[bp->kind].words + i->c));
    tell_shown(m, thing, memory->name, memory->type, value);
    return true;
}

/* ---- The switch -------------------------------- */

/* Whether a coordinate fits into a place. The least number is left out, because it could make the
 * word NONE. */
static bool is_spot(int64_t units) {
    return units > INT32_MIN && units <= INT32_MAX;
}

static bool op_is_open(struct machine *m, const struct image_code *i) {
    struct head h;
    bool open;
    if (!run_op_open(m, i, &open, &h)) return false;
    m->t[i->a] = open;
    return true;
}

static void op_memory(struct machine *m, const struct image_code *i) {
    int64_t thing = m->t[i->b];
    m->t[i->a] = NONE;
    if (thing <= 0) return;
    int32_t words = m->img->kinds[state_kind(m->s, thing)].words, bp = state_blueprint(m->s, thing);
    /* Rules may have put a thing of another blueprint there since the text has asked. Then the
     * result is none. */
    if (bp < 0 || i->c >= m->img->blueprints[bp].memories) return;
    m->t[i->a] = state_word(m->s, thing, (uint32_t)(words + i->c));
    const struct image_blueprint *b = &m->img->blueprints[state_blueprint(m->s, thing)];
    struct image_type type = m->img->memory[b->first_memory + i->c].type;
    if (type.class == V_SET && type.elem == V_THING && m->t[i->a] > 0) {
        m->t[i->a] = state_present(m->s, m->t[i->a]);
    }
}

static void op_named(const struct machine *m, const struct image_code *i) {
    struct view v = state_instances(m->s, i->d);
    m->t[i->a] = v.count > 0 ? v.at[0] : NONE;
}

static void op_asked(struct machine *m, const struct image_code *i) {
    int64_t who = m->frame ? frame_word(m->s, m->frame, F_ASKED) : 0;
    m->t[i->a] = who ? who : NONE;
}

static void op_running(const struct machine *m, const struct image_code *i) {
    struct env env;
    m->t[i->a] = frame_reach(m->s, &m->env, i->d, &env);
}

static void op_end_of(struct machine *m, const struct image_code *i) {
    struct view v = state_list(m->s, m->t[i->b]);
    m->t[i->a] = v.count == 0 ? NONE : v.at[i->op == CODE_FIRST ? 0 : v.count - 1];
}

static void op_pool_size(struct machine *m, const struct image_code *i) {
    struct dice_look look;
    run_look(m->b, m->t[i->b], &look);
    m->t[i->a] = dice_size(&look);
}

/* Begins a statement. What the statement before has pushed or ended comes first: then m->out
 * becomes OUT_GO, and this statement begins again later. */
static bool at_mark(struct machine *m, int32_t pc) {
    struct battle *b = m->b;
    struct state *s = m->s;
    if (m->frame && b->init == 0) {
        const bool looks = b->ended && !b->pushed && run_looks(b);
        b->ended = false;
        if (looks && !run_look_about(b)) return false;
        if (looks || b->pushed) {
            frame_pc_set(s, m->frame, pc);
            b->pushed = false;
            m->out = OUT_GO;
            return true;
        }
        s->scratch_used = 0;
    }
    if (MYTH_UNLIKELY(world_used(&s->w, SEG_HEAP) > MAX_HEAP_WORDS) && m->frame && b->init == 0) {
        /* No temp is alive here, so lists may move. If the heap is too large even in form, the
         * limit is passed. */
        frame_form(s);
        run_op_refresh(m);
        if (world_used(&s->w, SEG_HEAP) > MAX_HEAP_WORDS) return state_limit(s, LIMIT_HEAP_WORDS);
    }
    m->mark = pc;
    if (m->frame) b->told = s->journal.count;
    return run_spend(b);
}

static bool op_number(struct machine *m, const struct image_code *i) {
    const int64_t x = m->t[i->b], y = i->op == CODE_NEGATE ? 0 : m->t[i->c];
    int64_t *out = &m->t[i->a];
    if (!run_op_numbers(m, x, y)) return false;
    switch ((enum opcode)i->op) {
    case CODE_ADD: return run_op_in_range(m, num_add(x, y, out));
    case CODE_SUBTRACT: return run_op_in_range(m, num_sub(x, y, out));
    case CODE_MULTIPLY: return run_op_in_range(m, num_mul(x, y, out));
    case CODE_NEGATE: return run_op_in_range(m, num_sub(0, x, out));
    default:
        if (y == 0) {
            run_tell_operand(m, i->c, "0");
            return run_op_fail(m, "a division by 0");
        }
        return run_op_in_range(m, num_div(x, y, i->d != 0, out));
    }
}

static bool op_point(struct machine *m, const struct image_code *i) {
    const int64_t x = m->t[i->b], y = m->t[i->c];
    if (x != NONE && y != NONE && !(is_spot(x) && is_spot(y))) {
        return run_op_fail(m, "this place is out of range");
    }
    m->t[i->a] = x == NONE || y == NONE ? NONE : state_spot((int32_t)x, (int32_t)y);
    return true;
}

/* The higher or lower of two numbers; of none and a number the number. */
static void op_bound(struct machine *m, const struct image_code *i) {
    const int64_t x = m->t[i->b], y = m->t[i->c];
    bool other = x == NONE || (y != NONE && (i->op == CODE_HIGHER ? y > x : y < x));
    m->t[i->a] = other ? y : x;
}

/* Does one instruction that `run` does not know or has refused. One switch has all of these, so
 * that each is one jump away. */
static bool step(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    struct state *s = m->s;
    int64_t *t = m->t;
    switch ((enum opcode)i->op) {
    case CODE_STATEMENT: s->place = i->d; return at_mark(m, (int32_t)(i - m->code));
    case CODE_JUMP_SILENT:
        if (b->options.chance == CHANCE_LAZY) m->at = m->code + i->d - 1;
        break;
    case CODE_END:
        if (!at_mark(m, (int32_t)(i - m->code))) return false;
        if (m->out != OUT_GO) m->out = OUT_END;
        break;
    /* `run` refuses NEXT_OF only if a limit is passed, so this fails again */
    case CODE_NEXT_OF: return run_spend_pure(b);
    case CODE_STORE: return run_slot(m->b, m->frame, m->func, i->d, t[i->a]);
    case CODE_CLEAR: frame_slot_clear(s, m->frame, m->func, i->d); break;
    case CODE_ROLE: return op_role(m, i);
    case CODE_SET_ROLE: return op_set_role(m, i);
    case CODE_SET_NEAREST: return op_set_nearest(m, i);
    case CODE_ADD:
    case CODE_SUBTRACT:
    case CODE_MULTIPLY:
    case CODE_DIVIDE:
    case CODE_NEGATE: return op_number(m, i);
    case CODE_HIGHER:
    case CODE_LOWER: op_bound(m, i); return true;
    case CODE_HOLD: t[i->a] = image_held(m->img, i->d + 1, t[i->b]); return true;
    case CODE_POINT: return op_point(m, i);
    case CODE_SINGLE: {
        int64_t one = t[i->b];
        t[i->a] = one == NONE ? 0 : state_scratch_copy(s, &one, 1);
        return true;
    }
    case CODE_RANGE: return run_op_range(m, i);
    case CODE_VALUES: run_op_values(m, i); return true;
    case CODE_BLUEPRINTS: run_op_blueprints(m, i); return true;
    case CODE_UNION: return run_op_set(m, i, true);
    case CODE_WITHOUT: return run_op_set(m, i, false);
    case CODE_REVERSED: run_op_reversed(m, i); return true;
    case CODE_SORTED: run_op_sorted(m, i); return true;
    case CODE_WITHIN_SET: return run_op_contains_all(m, t[i->b], t[i->c], &t[i->a]);
    case CODE_IS_MADE_OF:
        t[i->a] = t[i->b] > 0 && t[i->c] != NONE && is_made_from(m, t[i->b], (int32_t)t[i->c]);
        return true;
    case CODE_IS_BLUEPRINT: t[i->a] = t[i->b] == i->d; return true;
    case CODE_HAS: return has_feature(m, i, false);
    case CODE_HAS_KIND: return has_feature(m, i, true);
    case CODE_STORED:
        t[i->a] = t[i->b] > 0 ? state_word(s, t[i->b], (uint32_t)m->img->fields[i->d].slot) : NONE;
        return true;
    case CODE_MEMORY: op_memory(m, i); return true;
    case CODE_STILL_KIND:
    case CODE_STILL_OF: return op_still(m, i);
    case CODE_SET_FIELD: return op_set_field(m, i);
    case CODE_SET_MEMORY: return op_set_memory(m, i);
    case CODE_CHART: return op_chart(m, i);
    case CODE_WANTED:
    /* WANTED and ENOUGH do nothing themselves; the primitive behind them reads them (bounds_of) */
    case CODE_ENOUGH: return true;
    case CODE_LOAD:
    case CODE_FIELD:
    /* LOAD, FIELD and NEAREST: `run` has called their function already, and it failed */
    case CODE_NEAREST: return false;
    case CODE_PRIMITIVE: return i->d == PRIM_REROLLED && run_op_rerolled(m, i);
    case CODE_OPEN: return op_is_open(m, i);
    case CODE_ASKED: op_asked(m, i); return true;
    case CODE_POOL_WHERE: return run_op_pool_where(m, i);
    case CODE_POOL_COUNT: return run_op_pool_count(m, i);
    case CODE_POOL_SIZE: op_pool_size(m, i); return true;
    case CODE_POOL_SUM:
    case CODE_POOL_HIGHEST:
    case CODE_POOL_LOWEST: return run_op_pool_number(m, i);
    case CODE_POOL_BEST:
    case CODE_POOL_WORST: return run_op_pool_best(m, i);
    case CODE_POOL_JOIN:
    case CODE_POOL_WITHOUT: run_op_pool_two(m, i); return true;
    case CODE_POOL_FACES: return run_op_pool_faces(m, i);
    case CODE_ROLL: return run_op_roll(m, i);
    case CODE_ROLL_BY:
    case CODE_ROLL_ONE_BY: return run_op_roll_by(m, i);
    case CODE_ROLL_ONE: return run_op_roll_one(m, i);
    case CODE_ROLL_SUM: return run_op_roll_sum(m, i);
    case CODE_REROLL: return run_op_reroll(m, i);
    case CODE_RAISE: return run_op_raise(m, i);
    case CODE_RANDOM: return run_op_random(m, i);
    case CODE_TOP:
    case CODE_BOTTOM: return run_op_top(m, i);
    case CODE_DO: return op_do(m, i);
    case CODE_OFFER: return run_op_offer(m, i);
    case CODE_CHOOSE: return run_op_choose(m, i);
    case CODE_CHOOSE_DICE: return run_op_choose_dice(m, i);
    case CODE_CHOOSE_PLACE: return run_op_choose_spot(m, i, false);
    case CODE_CHOOSE_PATH: return run_op_choose_spot(m, i, true);
    case CODE_CHOOSE_STEP: return run_op_choose_step(m, i);
    case CODE_CHOOSE_LABEL: return run_op_choose_label(m, i);
    case CODE_HOLES: run_holes(b, i->d, i->c, t + i->b); return true;
    case CODE_MAY: return run_op_may(m, i);
    case CODE_ASK: frame_put(m->s, m->frame, F_ASKED, t[i->a] == NONE ? 0 : t[i->a]); return true;
    case CODE_GIVE:
    case CODE_GIVE_OF: return op_give(m, i);
    case CODE_GIVE_THING: {
        const int64_t roles[2] = {t[i->a], t[i->b]};
        return run_native_event(b, EVENT_GIVE, roles, 2);
    }
    case CODE_UNTIL:
        return t[i->a] == NONE || agenda_until(m->s, m->frame, t[i->a], i->d, t + i->b);
    case CODE_TAKE: return run_take_all(b, t[i->a], i->d);
    case CODE_TAKE_THING:
        if (t[i->a] == NONE) return true;
        run_given_for_good(b, t[i->a]); /* The thing is taken now, whatever ends were set for it:
                                         * run_take would leave it in play as long as one of them is
                                         * still to come. */
        return run_take(b, t[i->a]);
    case CODE_CREATE:
    case CODE_CREATE_OF:
    case CODE_CREATE_KIND: return op_create(m, i);
    case CODE_PLACE: {
        const int64_t roles[2] = {t[i->a], t[i->b]};
        return run_native_event(b, EVENT_PLACE, roles, 2);
    }
    case CODE_REMOVE: return run_native_event(b, EVENT_REMOVE, &t[i->a], 1);
    case CODE_DESTROY: return run_native_event(b, EVENT_DESTROY, &t[i->a], 1);
    case CODE_PUT: return run_put(b, t[i->a], t[i->b], i->d, i->c ? PUT_UNDER : PUT_ON);
    case CODE_SHUFFLE: return run_op_shuffle(m, i);
    case CODE_DRAW: return run_op_draw(m, i);
    case CODE_REVEAL:
    case CODE_REVEAL_MEMORY: return op_reveal(m, i);
    case CODE_SCORE:
    case CODE_SCORE_AS: return op_score(m, i);
    case CODE_WIN: return op_win(m, i, false);
    case CODE_TIE: return op_win(m, i, true);
    case CODE_SAY: return op_say(m, i);
    case CODE_NEEDS: return op_needs(m, i);
    case CODE_STOP: m->out = OUT_STOP; return true;
    case CODE_STOP_EVENT:
        frame_pc_set(m->s, m->frame, (int32_t)(i - m->code) + 1);
        run_stop_event(b, i->d);
        m->out = OUT_GO;
        return true;
    case CODE_CANCEL:
        frame_status_set(m->s, frame_about(m->s, m->frame), STATUS_CANCELLED);
        m->out = OUT_STOP;
        return true;
    case CODE_CONTINUE: {
        frame_pc_set(m->s, m->frame, (int32_t)(i - m->code) + 1);
        m->out = run_continue(b, m->frame, &m->img->calls[i->d], t + i->a);
        return m->out != OUT_FAIL;
    }
    case CODE_NATIVE: return op_native(m, i);
    case CODE_TABLE: state_lay_table(s, m->img->constants[i->d]); return true;
    case CODE_TAKE_PART: run_take_part(m->b, (uint64_t)m->img->constants[i->d]); return true;
    case CODE_GIVEN_READING: state_ruling_set(m->s, i->d, i->b); return true;
    case CODE_SCENARIO: return run_lay_out(m->b, i->d);
    case CODE_GIVEN_PLACE: return prim_stand(s, t[i->a], t[i->b]);
    case CODE_GIVEN_STANDS: return run_op_given_stands(m, i);
    case CODE_GIVEN_MODELS: return run_stand_models(m->b, t[i->a], t + i->b, i->c);
    case CODE_GIVEN_FILL: return run_put(m->b, t[i->a], t[i->b], i->d, PUT_UNDER);
    case CODE_EXPECT: run_op_expect(m, i); return true;
    case CODE_EXPECT_ROWS: run_op_expect_rows(m, i); return true;
    case CODE_EXPECT_CLOSED: return run_op_expect_closed(m, i);
    case CODE_MUST_OPEN: return run_op_must_open(m, i);
    case CODE_SHOWN:
        state_global_set(s, G_OVER, 3);
        m->out = OUT_GO;
        return true;
    default: return run_op_fail(m, "an instruction that this machine does not know");
    }
    return true;
}

static inline bool quick_number(const struct image_code *i, int64_t *t) {
    int64_t x = t[i->b], y = t[i->c];
    if (!run_op_both(x, y)) return false;
    switch (i->op) {
    case CODE_ADD: return num_add(x, y, &t[i->a]);
    case CODE_SUBTRACT: return num_sub(x, y, &t[i->a]);
    default: return num_mul(x, y, &t[i->a]);
    }
}

/* Whether a slot owns nothing and has no range, so that its word is the value that is stored. */
static inline bool plain_slot(const struct image_slot *row) {
    return !image_is_owned(row->type) && row->range == 0;
}

static inline bool quick_field(const struct machine *m, const struct image_code *i, int64_t *t) {
    const int64_t thing = t[i->b];
    const struct image_field *f = &m->img->fields[i->d];
    int32_t slot = i->op == CODE_STORED ? f->slot : m->s->plain[i->d];
    if (thing <= 0) return false;
    if (slot < 0) {
        return i->op == CODE_FIELD && f->quantity >= 0 && f->type.class != V_SET &&
               rows_recalled(m->s, f->quantity, m->env.accounts, &thing, 1, &t[i->a]);
    }
    t[i->a] = state_word(m->s, thing, (uint32_t)slot);
    return true;
}

/* Whether a thing bears nothing of that blueprint or kind, in force or not, so that the answer is
 * no. */
static inline bool quick_lacks(const struct state *s, const struct image_code *i, int64_t thing) {
    if (thing <= 0) return true;
    return i->op == CODE_HAS ? !state_bears(s, thing, i->d) : !state_bears_kind(s, thing, i->d);
}

static inline bool quick_contains(const struct state *s, const struct image_code *i,
                                  const int64_t *t) {
    return t[i->b] != NONE && state_has(state_list(s, t[i->c]), t[i->b]);
}

static inline bool quick_store(struct machine *m, const struct image_code *i, int64_t value) {
    if (state_may_own(m->own_owner_bits, i->d) && !plain_slot(m->own_rows + i->d)) return false;
    frame_put(m->s, m->frame, F_WORDS + (uint32_t)i->d, value);
    return true;
}

/* Writes a field that is no list, so that the World does not grow. Returns false if it is another
 * sort of field, or there is no thing. */
static inline bool quick_write(const struct machine *m, const struct image_code *i,
                               const int64_t *t) {
    if (t[i->a] <= 0 || !m->s->bare[i->d]) return false;
    state_write(m->s, t[i->a], i->d, t[i->b]);
    return true;
}

/* The bounds that the instructions WANTED and ENOUGH, which stand in this order right before a
 * primitive, set for it. */
static struct prim_bounds bounds_of(const struct machine *m, const struct image_code *i) {
    struct prim_bounds only = {NONE, NONE};
    if (i > m->code && i[-1].op == CODE_ENOUGH) only.enough = m->t[(--i)->b];
    if (i > m->code && i[-1].op == CODE_WANTED) only.kind = i[-1].d;
    return only;
}

/* Does an instruction that calls a function, may fail and changes nothing. */
static bool quick_call(struct machine *m, const struct image_code *i) {
    m->at = i;
    switch ((enum opcode)i->op) {
    case CODE_LOAD: return op_load(m, i);
    case CODE_FIELD: return op_field(m, i);
    case CODE_NEAREST: return op_nearest(m, i);
    default: break;
    }
    const struct prim_bounds only = bounds_of(m, i);
    if (MYTH_UNLIKELY(m->s->measures != NULL)) return run_measure(m, i, &only);
    return prim_call_within(m->s, (enum prim_id)i->d, m->t + i->b, i->c, &only, &m->t[i->a]);
}

/* Finds a quantity that is remembered, or that the sides of two things decide. Returns false if it
 * has to be computed. */
static inline bool quick_quantity(struct machine *m, const struct image_code *i, int64_t *t) {
    struct state *s = m->s;
    const enum state_way way = (enum state_way)s->memory.numbers[i->d].way;
    if (way == WAY_KEPT) {
        return state_recalls(s, m->env.accounts) && state_recall(s, i->d, t + i->b, i->c, &t[i->a]);
    }
    if (way == WAY_ANEW || s->outside_count) return false; /* rules in Lua may change sides */
    t[i->a] = way == WAY_FRIENDS ? state_friends(s, t[i->b], t[i->b + 1])
                                 : state_foes(s, t[i->b], t[i->b + 1]);
    return true;
}

/* Begins a statement if nothing was pushed, no event has ended since the last mark, and the heap is
 * not too large. Returns false otherwise, and if a limit is passed. */
static inline bool quick_mark(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    struct state *s = m->s;
    bool plain =
        m->frame &&
        (b->init > 0 || (!b->pushed && !b->ended && world_used(&s->w, SEG_HEAP) <= MAX_HEAP_WORDS));
    if (!plain) return false;
    s->place = i->d;
    if (b->init == 0) s->scratch_used = 0;
    m->mark = (int32_t)(i - m->code);
    b->told = s->journal.count;
    return run_spend(b);
}

static inline bool quick_next(struct machine *m, const struct image_code **at, bool watched) {
    const struct image_code *i = *at;
    int64_t *t = m->t;
    const struct view v = state_list(m->s, t[i->c]);
    if (!watched && v.count - t[i->b] > 2 && run_walk(m, at, v)) return run_spend_pure(m->b);
    if (!run_spend_pure(m->b)) return false;
    if (++t[i->b] >= v.count)
        *at = m->code + i->d - 1;
    else
        t[i->a] = v.at[t[i->b]];
    return true;
}

/* Does the less frequent instructions of those that `run` knows. */
static inline void quick_rare(const struct machine *m, const struct image_code *i, int64_t *t) {
    const struct state *s = m->s;
    switch ((enum opcode)i->op) {
    case CODE_RUNNING: op_running(m, i); break;
    case CODE_PLAYER: t[i->a] = state_player(s, i->d); break;
    case CODE_NAMED: op_named(m, i); break;
    case CODE_GAME: t[i->a] = state_global(s, G_GAME); break;
    case CODE_FACE_NUMBER: {
        const bool named = t[i->b] != NONE && t[i->b] <= FACE_NAMED / 2;
        t[i->a] = named ? 0 : t[i->b];
        break;
    }
    case CODE_IS_OF: t[i->a] = t[i->b] > 0 && is_made_from(m, t[i->b], i->d); break;
    default: t[i->a] = 0; break; /* EMPTY: the empty set */
    }
}

/* Counts an instruction for coverage and profiles, and shows it to a trace. */
static void watch(const struct machine *m, const struct image_code *i) {
    const struct state *s = m->s;
    if (s->reached.code) s->reached.code[i - m->img->code] = 1;
    if (s->reached.times) s->reached.times[i - m->img->code]++;
    if (s->reached.trace) run_trace_see(m, i);
    if (s->reached.witness) run_witness_see(m, i);
}

enum { NOT_YET = -1 };

/* The instructions that `run` does itself; `step` does all others, and those of these that `run`
 * refuses. */
/* clang-format off */
#define QUICK(X) \
    X(STATEMENT) X(JUMP) X(JUMP_IF) X(JUMP_NOT) X(NUMBER) X(CONSTANT) X(LOAD_NONE) X(MOVE) \
    X(THIS) X(FIRST_OF) X(NEXT_OF) X(LOAD) X(STORE) X(CLEAR) X(SET_FIELD) X(ROLE) X(FIELD) \
    X(STORED) X(NEAREST) X(QUANTITY) X(ADD) X(SUBTRACT) X(MULTIPLY) X(SAME) X(DIFFER) X(LESS) \
    X(AT_MOST) X(EQUAL) X(NOT) X(IS_NONE) X(IS_KIND) X(IN_PLAY) X(HAS) X(HAS_KIND) X(IS_EMPTY) \
    X(CONTAINS) X(EXTENT) X(COUNT) X(FIRST) X(LAST) X(GATHER) X(APPEND) X(PRIMITIVE) X(RULING) \
    X(RUNNING) X(PLAYER) X(NAMED) X(GAME) X(EMPTY) X(FACE_NUMBER) X(IS_OF) X(RETURN) \
    X(SKIP_ROW)
/* clang-format on */

/* With addresses of labels, each instruction jumps straight to the code of the next, and the
 * processor predicts each of these jumps by itself. A compiler without them, and the sanitized
 * build, use one switch. */
#if defined(__GNUC__) && !defined(MYTH_ONE_SWITCH) && !WITHOUT_LABELS
#define ADDRESSES 1
#else
#define ADDRESSES 0
#endif
#if ADDRESSES
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Woverride-init"
#define GO goto *to[i->op]
#else
#define GO goto by_switch
#endif
#define GO_ON \
    do {      \
        i++;  \
        GO;   \
    } while (0)
#define GO_ON_IF(ok)                        \
    if (MYTH_UNLIKELY(!(ok))) goto refused; \
    GO_ON
#define FOUND(yes)   \
    t[i->a] = (yes); \
    GO_ON

/* Runs instructions, to the end of a pure function (true; *m->result is set) or until `step` says
 * how a body has ended (m->out). The most frequent instructions are done here; they use temps,
 * words and scratch, and never make the World grow. If one of them refuses, it has failed, or is a
 * case that only `step` knows. Returns false if an instruction has failed, or waits: m->out then
 * says for what, and is NOT_YET if it has failed. */
static MYTH_APART bool run(struct machine *m, const struct image_code *i) {
    int64_t *const t = m->t;
    struct state *const s = m->s;
    const int64_t *block = s->w.block; /* where the World lay when m->slots and m->env were read */
    const bool watched = state_watched(s);
    /* a copy of i for functions that take its address, so that i itself stays in a register */
    const struct image_code *next;
/* clang-format off */
#if ADDRESSES
#define AT(name) [CODE_##name] = &&do_##name,
    static const void *const at[] = {[0 ... CODE_COUNT_ - 1] = &&refused, QUICK(AT)};
    static const void *const seen[] = {[0 ... CODE_COUNT_ - 1] = &&see};
    const void *const *const to = watched ? seen : at;
    GO;
see:
    watch(m, i);
    goto *at[i->op];
#else
#define AT(name) case CODE_##name: goto do_##name;
by_switch:
    if (watched) watch(m, i);
    switch ((enum opcode)i->op) { QUICK(AT) default: goto refused; }
#endif
/* clang-format on */
do_STATEMENT:
    GO_ON_IF(quick_mark(m, i));
do_JUMP:
    i = m->code + i->d;
    GO;
do_JUMP_IF:
    i = t[i->a] == 1 ? m->code + i->d : i + 1;
    GO;
do_JUMP_NOT:
    i = t[i->a] != 1 ? m->code + i->d : i + 1;
    GO;
do_NUMBER:
    t[i->a] = i->d;
    GO_ON;
do_CONSTANT:
    t[i->a] = m->img->constants[i->d];
    GO_ON;
do_LOAD_NONE:
    t[i->a] = NONE;
    GO_ON;
do_MOVE:
    t[i->a] = t[i->b];
    GO_ON;
do_THIS:
    t[i->a] = m->env.self;
    GO_ON;
do_FIRST_OF:
    t[i->a] = -1;
    GO_ON;
do_NEXT_OF:
    next = i;
    if (!quick_next(m, &next, watched)) goto refused;
    i = next;
    GO_ON;
do_LOAD:
    GO_ON_IF(run_op_quick_load(m, i, &t[i->a]) || quick_call(m, i));
do_STORE:
    GO_ON_IF(quick_store(m, i, t[i->a]));
do_CLEAR:
    GO_ON_IF(quick_store(m, i, 0));
do_SET_FIELD:
    GO_ON_IF(quick_write(m, i, t));
do_ROLE:
    GO_ON_IF(run_op_quick_role(m, i, &t[i->a]));
do_FIELD:
    GO_ON_IF(quick_field(m, i, t) || quick_call(m, i));
do_STORED:
    GO_ON_IF(quick_field(m, i, t));
do_NEAREST:
    GO_ON_IF(quick_call(m, i));
do_QUANTITY:
    if (quick_quantity(m, i, t)) GO_ON;
    m->at = i;
    if (!rows_anew(s, i->d, &m->env, t + i->b, i->c, &t[i->a])) return false;
    GO_ON;
do_ADD:
do_SUBTRACT:
do_MULTIPLY:
    GO_ON_IF(quick_number(i, t));
do_SAME:
    FOUND(t[i->b] == t[i->c]);
do_DIFFER:
    FOUND(image_compares(CODE_DIFFER, t[i->b], t[i->c]));
do_LESS:
    FOUND(image_compares(CODE_LESS, t[i->b], t[i->c]));
do_AT_MOST:
    FOUND(image_compares(CODE_AT_MOST, t[i->b], t[i->c]));
do_EQUAL:
    FOUND(image_compares(CODE_EQUAL, t[i->b], t[i->c]));
do_NOT:
    FOUND(t[i->b] != 1);
do_IS_NONE:
    FOUND(t[i->b] == NONE);
do_IS_KIND:
    FOUND(state_is(s, t[i->b], i->d));
do_IN_PLAY:
    FOUND(state_in_play(s, t[i->b]));
do_HAS:
do_HAS_KIND:
    if (!quick_lacks(s, i, t[i->b])) goto refused;
    FOUND(false);
do_IS_EMPTY:
    FOUND(state_list(s, t[i->b]).count == 0);
do_CONTAINS:
    FOUND(quick_contains(s, i, t));
do_EXTENT:
    t[i->a] = state_global(s, (uint32_t)(G_EXTENTS + i->d));
    GO_ON;
do_COUNT:
    t[i->a] = state_list(s, t[i->b]).count;
    GO_ON;
do_FIRST:
do_LAST:
    op_end_of(m, i);
    GO_ON;
do_GATHER:
    t[i->a] = state_scratch(s, state_list(s, t[i->b]).count + 1);
    GO_ON;
do_APPEND:
    if (t[i->b] != NONE) state_scratch_add(s, t[i->a], t[i->b]);
    GO_ON;
do_PRIMITIVE:
    GO_ON_IF(i->d != PRIM_REROLLED && quick_call(m, i));
do_RULING:
    t[i->a] = state_ruling(s, i->d);
    GO_ON;
do_RUNNING:
do_PLAYER:
do_NAMED:
do_GAME:
do_EMPTY:
do_FACE_NUMBER:
do_IS_OF:
    quick_rare(m, i, t);
    GO_ON;
do_RETURN:
    *m->result = t[i->a];
    return true;
do_SKIP_ROW:
    *m->result = SKIP;
    return true;
refused:
    m->at = i;
    const bool ok = step(m, i);
    if (MYTH_UNLIKELY(s->w.block != block)) {
        block = s->w.block;
        run_op_refresh(m);
    }
    if (MYTH_UNLIKELY(!ok || m->out != (enum outcome)NOT_YET)) return ok;
    i = m->at;
    GO_ON;
}
#undef QUICK
#undef AT
#undef GO
#undef GO_ON
#undef GO_ON_IF
#undef FOUND
#if ADDRESSES
#pragma GCC diagnostic pop
#endif
#undef ADDRESSES

static enum outcome dispatch(struct machine *m, int32_t pc) {
    m->mark = pc;
    m->result = NULL; /* verified code of bodies returns nothing */
    for (;;) {
        m->out = (enum outcome)NOT_YET;
        const bool ok = run(m, m->code + pc);
        if (!ok && m->out == (enum outcome)NOT_YET) return OUT_FAIL;
        if (ok || m->out != OUT_AGAIN) return ok || m->out == OUT_ASK ? m->out : OUT_FAIL;
        /* A look at dice was answered, or lists have moved: the statement is run again. */
        pc = m->mark;
        run_op_refresh(m);
    }
}

static inline void machine_open(struct machine *m, struct battle *b, int32_t func) {
    m->b = b;
    m->s = &b->s;
    m->img = b->s.img;
    m->func = func;
    m->fn = &m->img->funcs[func];
    m->code = m->img->code + m->fn->first;
    m->role_rows = NULL;
}

static MYTH_APART bool evaluate(struct battle *b, int32_t func, const struct env *env,
                                const int64_t *args, int32_t count, int32_t begin,
                                int64_t *result) {
    struct machine m;
    machine_open(&m, b, func);
    if (b->temps_used + m.fn->temps > TEMPS_ALL) return state_limit(&b->s, LIMIT_DEPTH_NUMBERS);
    if (!run_spend_pure(b)) return false;
    m.t = b->temps + b->temps_used;
    b->temps_used += m.fn->temps;
    const int32_t given = count < m.fn->params ? count : m.fn->params;
    for (int32_t i = 0; i < given; i++) m.t[i] = args[i];
    m.frame = 0; /* a pure function has no slots, and verified code reads none */
    state_env_copy(&m.env, env);
    m.out = (enum outcome)NOT_YET;
    m.result = result;
    const bool ok = run(&m, m.code + begin);
    b->temps_used -= m.fn->temps;
    return ok;
}

bool run_evaluate_from(struct state *s, int32_t func, int32_t begin, const struct env *env,
                       const int64_t *args, int32_t count, int64_t *result) {
    return evaluate(battle_of(s), func, env, args, count, begin, result);
}

bool run_evaluate(struct state *s, int32_t func, const struct env *env, const int64_t *args,
                  int32_t count, int64_t *result) {
    return evaluate(battle_of(s), func, env, args, count, 0, result);
}

enum outcome run_code(struct battle *b, uint32_t frame) {
    struct machine m;
    machine_open(&m, b, frame_func(&b->s, frame));
    int32_t base = b->temps_used;
    m.t = b->temps + base;
    b->temps_used += m.fn->temps;
    m.frame = frame;
    m.slots = frame_slots(&b->s, frame);
    m.own_rows = m.img->slots + m.fn->first_slot;
    m.own_owner_bits = b->s.owns[m.func];
    const struct env env = frame_env(&b->s, frame);
    state_env_copy(&m.env, &env);
    if (b->init == 0) m.env.accounts = b->s.accounts;
    enum outcome out = dispatch(&m, frame_pc(&b->s, frame));
    b->temps_used = base;
    if (b->init > 0 || (out != OUT_END && out != OUT_STOP)) return out;
    if (b->pushed) {
        /* The body stops, but the frame that it pushed comes first. */
        frame_pc_set(&b->s, frame, (int32_t)(m.at - m.code));
        b->pushed = false;
        return OUT_GO;
    }
    return run_code_ended(b, frame, out);
}

bool run_init(struct battle *b, int32_t func, int64_t self) {
    uint32_t frame = frame_push(&b->s, FRAME_TRIGGER, func, -1, 0, self, NONE);
    if (!frame) return false;
    b->init++;
    enum outcome out = run_code(b, frame);
    b->init--;
    if (out != OUT_END) return false;
    frame_pop(&b->s);
    return true;
}
