/*
 * run_battle: the functions of run.h: making a battle, setting it up, running it, taking answers,
 * reading its state, undo, copies, and the results of blocks.
 */
#include <stdio.h>
#include <string.h>

#include "frame_named.h"
#include "run_int.h"

/* ---- Making and clearing -------------------------------- */

/* Allots at once the memory that a battle of a few hundred questions mostly needs, so that little
 * has to be allotted while it runs. */
static void make_room(struct battle *b) {
#ifndef MYTH_HOSTILE
    struct state *s = &b->s;
    struct world *w = &s->w;
    struct journal *j = &s->journal;
    s->roots = memory_grow(s->roots, &s->roots_capacity, 2048, sizeof *s->roots);
    s->scratch = memory_grow(s->scratch, &s->scratch_capacity, 1 << 15, sizeof *s->scratch);
    b->values = memory_grow(b->values, &b->values_capacity, 256, sizeof *b->values);
    b->list = memory_grow(b->list, &b->list_capacity, 256, sizeof *b->list);
    b->faces = memory_grow(b->faces, &b->faces_capacity, 256, 1);
    if (!j->off) j->words = memory_grow(j->words, &j->capacity, 1 << 15, sizeof *j->words);
    if (!b->options.history) return;
    b->marks = memory_grow(b->marks, &b->marks_capacity, 1 << 10, sizeof *b->marks);
    w->log = memory_grow(w->log, &w->log_capacity, 1 << 16, sizeof *w->log);
#else
    (void)b;
#endif
}

static void begin_anew(struct battle *b, const struct run_options *options) {
    b->options = *options;
    if (options->history) b->s.w.lazy = false;
    struct run_inside inside = {.own = NONE};
    memcpy(inside.policy, options->policy, sizeof inside.policy);
    battle_inside(b, &inside);
    b->s.journal.off = !options->journal;
    b->s.accounts = options->journal ? ACCOUNTS_OWN : ACCOUNTS_NONE;
    b->s.steps = b->s.pure = 0;
    b->most_steps = options->steps ? options->steps : MAX_STEPS;
    b->most_pure = options->steps ? options->steps : MAX_PURE;
    b->temps_used = b->init = 0;
    b->asking = b->answered = b->pushed = b->ended = b->failed = false;
    b->open.dice = b->open.asked = false;
    b->last = 0;
    b->findings_count = 0;
    b->error.place = b->error.limit = -1;
    b->error.text[0] = b->error.where[0] = '\0';
    b->asked_player = NONE;
    b->mute = NONE;
    b->outside = NULL;
    b->outside_count = b->s.outside_count = 0;
    b->outside_env = NULL;
    b->port = NULL;
    b->observer.answered = NULL;
    make_room(b);
}

struct battle *battle_new(const struct image *img, const struct run_options *options) {
    struct battle *b = memory_new(sizeof *b);
    state_open(&b->s, img);
    b->s.evaluate = run_evaluate_from;
    b->s.quantity = rows_value;
    b->s.leaf = run_leaf;
    b->s.outside_value = run_outside_value;
    /* An instruction may read all of its operands, even those that it does not use, so there is
     * room behind the last temp. */
    b->temps = memory_new((TEMPS_ALL + UINT8_MAX) * sizeof *b->temps);
    b->walks = memory_new(WALKS * sizeof *b->walks);
    b->purpose = memory_new(((size_t)img->events_count + 1) * sizeof *b->purpose);
    for (int32_t i = 0; i < img->events_count; i++) {
        /* The purpose is made from the name, so that one event more or less does not change the
         * dice of others. */
        const char *name = image_text(img, img->events[i].name);
        b->purpose[i] = base_hash(name, strlen(name), 1) >> 4;
    }
    begin_anew(b, options);
    return b;
}

void battle_free(struct battle *b) {
    if (!b) return;
    battle_witness(b, NULL, NULL);
    prim_map_close(b->s.map);
    state_close(&b->s);
    memory_free(b->temps);
    memory_free(b->walks);
    run_indexes_free(b);
    memory_free(b->purpose);
    memory_free(b->offered);
    memory_free(b->many.words);
    memory_free(b->offers.at);
    memory_free(b->values);
    memory_free(b->faces);
    memory_free(b->marks);
    memory_free(b->list);
    memory_free(b->look);
    run_kept_close(b);
    if (b->formed.block) world_close(&b->formed);
    memory_free(b);
}

void battle_reset(struct battle *b, const struct run_options *options) {
    state_clear(&b->s);
    begin_anew(b, options);
}

void battle_times(struct battle *b, uint64_t *times) {
    b->s.reached.times = times;
    state_watch(&b->s);
    /* guards are not asked while instructions are counted, so what is known by guards is dropped */
    b->s.silent_turns = 0;
}

void battle_reached(struct battle *b, uint8_t *code, uint8_t *rules) {
    b->s.reached.code = code;
    b->s.reached.rules = rules;
    state_watch(&b->s);
    b->s.silent_turns = 0;
}

/* ---- Setting up -------------------------------- */

bool run_keep_error(struct battle *b) {
    struct state *s = &b->s;
    b->error.place = s->error.place;
    b->error.limit = s->error.limit;
    snprintf(b->error.text, sizeof b->error.text, "%s", s->error.text);
    b->error.where[0] = '\0';
    return false;
}

int64_t battle_player(const struct battle *b, int32_t number) {
    return state_player(&b->s, number);
}

int32_t battle_player_number(const struct battle *b, int64_t thing) {
    const int32_t number = state_player_number(&b->s, thing);
    return number >= 0 && state_player(&b->s, number) == thing ? number : -1;
}

void battle_ruling(struct battle *b, int32_t ruling, int32_t reading) {
    state_ruling_set(&b->s, ruling, reading);
}

int64_t battle_create(struct battle *b, int32_t blueprint, int64_t owner) {
    b->s.place = b->s.img->blueprints[blueprint].place;
    int64_t id = run_make(b, blueprint, owner, NONE, NULL);
    if (id == NONE) run_keep_error(b);
    return id;
}

void battle_title(struct battle *b, int64_t thing, int32_t text) {
    struct state *s = &b->s;
    if (!state_tells(s)) return;
    state_tell(s, J_NAMED);
    state_tell_thing(s, thing);
    journal_word(&s->journal, text);
    state_told(s);
}

bool battle_muster(struct battle *b, int32_t roster, int64_t owner) {
    const struct image_roster *r = &b->s.img->rosters[roster];
    for (int32_t i = 0; i < r->entries; i++) {
        const int32_t *entry = &b->s.img->lists[r->first_entry + 4 * i];
        for (int32_t k = 0; k < entry[0]; k++) {
            const int64_t thing = battle_create(b, entry[1], owner);
            if (thing == NONE) return false;
            if (entry[2] >= 0) battle_title(b, thing, entry[2]);
        }
    }
    return true;
}

bool battle_scenario(struct battle *b, int32_t blueprint) {
    return run_lay_out(b, blueprint) || run_keep_error(b);
}

void battle_take_part(struct battle *b, uint64_t players) {
    run_take_part(b, players);
}

void battle_set_side(struct battle *b, int64_t player, int64_t side) {
    const struct image *img = b->s.img;
    for (int32_t f = 0; f < img->fields_count; f++) {
        const bool is = img->fields[f].slot == b->s.side_word;
        if (is && image_kind_is(img, img->root[ROOT_PLAYER], img->fields[f].kind))
            state_write(&b->s, player, f, side);
    }
}

void battle_table(struct battle *b, int64_t width, int64_t depth) {
    state_lay_table(&b->s, state_spot((int32_t)width, (int32_t)depth));
}

bool battle_place(struct battle *b, int64_t thing, int64_t place) {
    return prim_stand(&b->s, thing, place) || run_keep_error(b);
}

const char *battle_place_refused(struct battle *b, int64_t thing, int64_t place) {
    return prim_set_up_refused(&b->s, thing, place);
}

bool battle_set(struct battle *b, int64_t thing, int32_t field, int64_t value) {
    struct state *s = &b->s;
    if (s->img->fields[field].how != FIELD_STORED) {
        state_fail(s, "this field is computed and cannot be written");
        return run_keep_error(b);
    }
    if (s->img->fields[field].slot == T_HOLDER) {
        state_fail(s, "whose member a thing is, or who bears it, cannot be written");
        return run_keep_error(b);
    }
    state_write(s, thing, field, value);
    return true;
}

/* From here on a battle is under way: undo leads back to this point at most. */
static void begins(struct battle *b) {
    world_forget(&b->s.w);
    b->first_mark = 0;
    b->last = 0;
    b->failed = false;
    run_kept_begin(b);
}

static void into_play(struct battle *b) {
    struct state *s = &b->s;
    int64_t scenario = state_global(s, G_SCENARIO);
    if (scenario == NONE || state_word(s, scenario, T_HOLDER) != NONE) return;
    state_bear(s, state_global(s, G_GAME), scenario);
}

bool battle_start(struct battle *b, int32_t event, const int64_t *args, int32_t count) {
    struct state *s = &b->s;
    int64_t roles[64];
    uint64_t given = 0;
    if (count > 64) return false;
    s->place = -1;
    for (int32_t i = 0; i < count; i++) {
        roles[i] = args[i];
        given |= (uint64_t)(args[i] != NONE) << i;
    }
    if (event == s->img->battle) {
        into_play(b);
        if (state_global(s, G_SCENARIO) != NONE && s->img->events[event].roles > 0) {
            roles[0] = state_global(s, G_SCENARIO);
            given |= 1;
        }
    }
    if (!run_do(b, event, roles, given, -1, NONE)) return run_keep_error(b);
    begins(b);
    return true;
}

bool battle_block(struct battle *b, int32_t block) {
    const struct image_block *row = &b->s.img->blocks[block];
    if (!frame_push(&b->s, FRAME_BLOCK, row->func, -1, 0, NONE, NONE)) return run_keep_error(b);
    b->s.accounts = b->options.journal ? ACCOUNTS_ALL : ACCOUNTS_NONE;
    begins(b);
    return true;
}

/* ---- Running -------------------------------- */

static void forget_hand(struct battle *b) {
    b->back = b->open.asked = b->asking = b->answered = b->pushed = b->ended = false;
    b->s.scratch_used = 0;
    b->s.depth_pure = 0;
    b->temps_used = b->init = 0;
    b->s.steps = b->s.pure = 0;
}

/* To be called when nothing runs, so that no list is in use: brings the World into form, if that
 * was put off. */
static void form_at_rest(struct battle *b) {
    if (!(state_global(&b->s, G_UNTIDY) & ~(int64_t)UNTIDY_DUE)) return;
    frame_form(&b->s);
    world_forget(&b->s.w);
}

/* Ends a call with an error. The World goes back to its last question. */
static enum run_status failed(struct battle *b) {
    struct state *s = &b->s;
    run_keep_error(b);
    run_tell_where(b);
    world_undo(&s->w, b->last);
    /* Without a journal nothing is cut: the World may be a copy of one with a longer journal. */
    if (!s->journal.off)
        journal_cut(&s->journal, (size_t)world_get(&s->w, ADDR(SEG_HEADER, H_JOURNAL)));
    forget_hand(b);
    form_at_rest(b);
    b->failed = true;
    return RUN_FAILED;
}

enum run_status run_next(struct battle *b, const struct question **q) {
    struct state *s = &b->s;
    if (q) *q = NULL;
    if (b->failed) return RUN_FAILED;
    if (b->asking && !b->answered) {
        if (q) *q = &b->question;
        return RUN_QUESTION;
    }
    s->error.text[0] = b->none[0] = b->judged[0] = '\0';
    run_open_answer(b);
    for (;;) {
        uint32_t frame = frame_top(s);
        if (state_global(s, G_OVER) || !frame) {
            frame_sweep(s);
            return RUN_ENDED;
        }
        b->pushed = false;
        enum outcome out = run_spend(b) ? run_event(b, frame) : OUT_FAIL;
        if (out == OUT_FAIL) return failed(b);
        if (out != OUT_ASK) continue;
        if (q) *q = &b->question;
        return RUN_QUESTION;
    }
}

static const char *refuse_pick(struct battle *b, const struct answer *a) {
    const struct question *q = &b->question;
    int64_t same = 0;
    bool yes;
    if (a->pass) return q->may_pass ? NULL : "this cannot be declined";
    if (a->count < q->least || a->count > q->most) return "that is not how many may be picked";
    for (int64_t i = 0; i < a->count; i++) {
        if (a->values[i] < 0 || a->values[i] >= q->count) return "there is no such candidate";
        same = i > 0 && a->values[i] == a->values[i - 1] ? same + 1 : 1;
        if (i > 0 && a->values[i] < a->values[i - 1]) return "picks are named in order";
        if (same > ask_many(q, a->values[i]))
            return q->many ? "there are not so many of them" : "picks are named once, in order";
    }
    if (q->together && (!run_set_good(b, a->values, a->count, &yes) || !yes)) {
        return "these may not be picked together";
    }
    return NULL;
}

static const char *refuse_roll(struct battle *b, const struct answer *a) {
    const struct question *q = &b->question;
    if (a->count != q->count) return "that is not how many dice are rolled";
    int32_t sides = b->s.img->dice[q->die].sides;
    bool plain = b->s.img->dice[q->die].first_face < 0;
    for (int64_t i = 0; i < a->count; i++) {
        bool known = plain && a->values[i] >= 1 && a->values[i] <= sides;
        for (int32_t f = 0; !plain && f < sides && !known; f++) {
            known = dice_face_value(b->s.img, q->die, f) == a->values[i];
        }
        if (!known) return "the die has no such face";
    }
    return NULL;
}

static const char *refuse_spot(struct battle *b, const struct answer *a) {
    const struct question *q = &b->question;
    int64_t value;
    size_t mark = b->s.scratch_used;
    if (a->pass) return q->may_pass ? NULL : "this cannot be declined";
    const char *why = NULL;
    if (a->spelled) {
        why = run_spelled(b, a, &value);
    } else {
        if (a->count != 1 || a->values[0] < 0 || a->values[0] >= q->count) {
            return "there is no such candidate";
        }
        if (!run_geometry(b, a->values[0], &value)) why = "that is not a legal place or way";
    }
    b->s.scratch_used = mark;
    /* An error of the rules that judged the answer is not one of the battle, so it is cleared. */
    b->s.error.text[0] = '\0';
    return why;
}

static int64_t *list_room(struct battle *b, int64_t count) {
    b->list = memory_grow(b->list, &b->list_capacity, (size_t)count + 1, sizeof *b->list);
    return b->list;
}

/* Returns why these dice cannot have that sum, or NULL. Only the least and the greatest sum are
 * tested. */
static const char *refuse_sum(const struct battle *b, const struct answer *a) {
    int64_t least, most;
    if (a->count != 1) return "one sum is asked for";
    bool fits = run_dice_sums(b, b->question.die, b->question.count, &least, &most) &&
                a->values[0] >= least && a->values[0] <= most;
    return fits ? NULL : "these dice have no such sum";
}

const char *run_refused(struct battle *b, const struct answer *a) {
    const struct question *q = &b->question;
    if (!b->asking) return "nothing is asked";
    switch (q->kind) {
    case ASK_ROLL: return refuse_roll(b, a);
    case ASK_COUNT:
        return a->count == 1 && a->values[0] >= 0 && a->values[0] <= q->count
                   ? NULL
                   : "there are not so many";
    case ASK_SUM: return refuse_sum(b, a);
    case ASK_RANDOM:
        return a->count == 1 && a->values[0] >= 0 && a->values[0] < q->count
                   ? NULL
                   : "there is no such one";
    case ASK_PICK: return refuse_pick(b, a);
    case ASK_PLACE:
    case ASK_PATH: return refuse_spot(b, a);
    case ASK_COUNT_: break;
    }
    return "an unknown kind of question";
}

const char *run_answer(struct battle *b, const struct answer *a) {
    const char *why = run_refused(b, a);
    if (why) return why;
    if (a->values != b->values) {
        size_t n = (size_t)a->count;
        b->values = memory_grow(b->values, &b->values_capacity, n + 1, sizeof *b->values);
        if (n) memcpy(b->values, a->values, n * sizeof *b->values);
    }
    b->answer = *a;
    b->answer.values = b->values;
    b->answered = true;
    return NULL;
}

bool run_candidate(struct battle *b, int64_t i, const int64_t **values, int64_t *count) {
    size_t mark = b->s.scratch_used;
    int64_t value;
    bool legal = b->asking && i >= 0 && i < b->question.count && run_geometry(b, i, &value);
    if (legal && b->question.kind == ASK_PATH) {
        struct view v = state_list(&b->s, value);
        int64_t *out = list_room(b, v.count);
        ASSERT(v.at);
        memcpy(out, v.at + 1, (size_t)(v.count - 1) * sizeof *out);
        *values = out;
        *count = v.count - 1;
    } else if (legal) {
        list_room(b, 1)[0] = value;
        *values = b->list;
        *count = 1;
    }
    b->s.scratch_used = mark;
    b->s.error.text[0] = '\0';
    return legal;
}

const struct run_error *battle_error(const struct battle *b) {
    return &b->error;
}

void battle_observe(struct battle *b, struct run_observer observer) {
    b->observer = observer;
}

/* ---- Looking -------------------------------- */

/* Returns the World in form: the World itself, unless bringing it into form was put off. Then a
 * copy is brought into form, because lists of the World itself may be in use: an observer may call
 * this while a statement runs. */
struct world *run_formed(struct battle *b) {
    struct state *s = &b->s;
    if (!(state_global(s, G_UNTIDY) & ~(int64_t)UNTIDY_DUE)) return &s->w;
    if (!b->formed.block) world_open(&b->formed, s->w.capacity);
    world_copy(&b->formed, &s->w);
    const struct world w = s->w;
    s->w = b->formed;
    frame_form(s);
    b->formed = s->w;
    s->w = w;
    return &b->formed;
}

const struct image *battle_image(const struct battle *b) {
    return b->s.img;
}
struct world *battle_world(struct battle *b) {
    return run_formed(b);
}
struct journal *battle_journal(struct battle *b) {
    return &b->s.journal;
}
uint64_t battle_hash(struct battle *b) {
    return world_hash(run_formed(b));
}
uint64_t battle_seed(const struct battle *b) {
    return b->options.seed;
}
uint64_t battle_questions(const struct battle *b) {
    return (uint64_t)world_get(&b->s.w, ADDR(SEG_HEADER, H_QUESTIONS));
}
uint32_t battle_depth(const struct battle *b) {
    return frame_top(&b->s);
}
bool battle_over(const struct battle *b) {
    return state_global(&b->s, G_OVER) != 0 || frame_top(&b->s) == 0;
}
uint64_t battle_winners(const struct battle *b) {
    return state_global(&b->s, G_OVER) == 1 ? (uint64_t)state_global(&b->s, G_WINNERS) : 0;
}
uint64_t battle_winning_sides(const struct battle *b) {
    const struct state *s = &b->s;
    const uint64_t won = battle_winners(b);
    uint64_t all = won;
    for (int32_t i = 0; won && i < s->img->players; i++) {
        const int64_t one = state_player(s, i);
        for (int32_t k = 0; k < s->img->players && !state_in_play(s, one); k++)
            if ((won >> k & 1) && state_friends(s, one, state_player(s, k)))
                all |= UINT64_C(1) << i;
    }
    return all;
}
int64_t battle_winner(const struct battle *b) {
    const uint64_t all = battle_winners(b);
    return all && !(all & (all - 1)) ? battle_player(b, __builtin_ctzll(all)) : NONE;
}
int64_t battle_points(struct battle *b, int64_t player, int32_t reason_text) {
    return state_points(&b->s, player, reason_text < 0 ? NONE : reason_text);
}
bool battle_in_play(const struct battle *b, int64_t thing) {
    return state_thing(&b->s, thing) && state_in_play(&b->s, thing);
}
int32_t battle_kind(const struct battle *b, int64_t thing) {
    return state_thing(&b->s, thing) ? state_kind(&b->s, thing) : -1;
}
int64_t battle_bearer(const struct battle *b, int64_t thing) {
    bool borne =
        state_is_root(&b->s, thing, ROOT_FEATURE) || state_is_root(&b->s, thing, ROOT_ITEM);
    return borne ? state_word(&b->s, thing, T_HOLDER) : NONE;
}
int32_t battle_blueprint(const struct battle *b, int64_t thing) {
    return state_thing(&b->s, thing) ? state_blueprint(&b->s, thing) : -1;
}

bool battle_field(struct battle *b, int64_t thing, int32_t field, int64_t *value) {
    struct env env = frame_env(&b->s, frame_top(&b->s));
    const struct image_field *f = &b->s.img->fields[field];
    if (f->how == FIELD_LEDGER) {
        *value = state_points(&b->s, thing, NONE);
        return true;
    }
    return rows_field(&b->s, field, &env, thing, value) || run_keep_error(b);
}

const int64_t *battle_list(struct battle *b, int64_t value, int64_t *count) {
    struct view v = state_list(&b->s, value);
    int64_t *out = list_room(b, v.count);
    if (v.count) memcpy(out, v.at, (size_t)v.count * sizeof *out);
    *count = v.count;
    return out;
}

int64_t battle_list_of(struct battle *b, const int64_t *words, int64_t count) {
    return state_scratch_copy(&b->s, words, count);
}

const int64_t *battle_extent(struct battle *b, int32_t kind, int64_t *count) {
    return battle_list(b, state_global(&b->s, (uint32_t)(G_EXTENTS + kind)), count);
}

const char *battle_name(const struct battle *b, int64_t thing, char *out, size_t size) {
    state_text(&b->s, (struct image_type){V_THING, 0, -1}, thing, out, size);
    return out;
}

int32_t battle_reading(const struct battle *b, int32_t ruling) {
    return state_ruling(&b->s, ruling);
}

int64_t battle_word(const struct battle *b, int64_t thing, uint32_t word) {
    return state_word(&b->s, thing, word);
}

size_t battle_text(const struct battle *b, struct image_type type, int64_t value, char *out,
                   size_t size) {
    return state_text(&b->s, type, value, out, size);
}

bool battle_quantity(struct battle *b, int32_t quantity, const int64_t *args, int32_t count,
                     int64_t *value) {
    struct env env = frame_env(&b->s, frame_top(&b->s));
    b->s.steps = b->s.pure = 0; /* steps of earlier readings at the same question do not count */
    return rows_value(&b->s, quantity, &env, args, count, value) || run_keep_error(b);
}

bool battle_account(struct battle *b, int32_t quantity, const int64_t *args, int32_t count,
                    int64_t *value) {
    struct env env = frame_env(&b->s, frame_top(&b->s));
    env.accounts = ACCOUNTS_ALL;
    b->s.steps = b->s.pure = 0;
    return rows_value(&b->s, quantity, &env, args, count, value) || run_keep_error(b);
}

bool battle_primitive(struct battle *b, int32_t primitive, const int64_t *args, int32_t count,
                      int64_t *value) {
    return prim_call(&b->s, (enum prim_id)primitive, args, count, value) || run_keep_error(b);
}

bool battle_figure(struct battle *b, int32_t figure, int64_t player, int64_t *value) {
    const struct image *img = b->s.img;
    const struct image_figure *f = &img->figures[figure];
    const struct image_quantity *q = &img->quantities[f->quantity];
    if (!battle_quantity(b, f->quantity, &player, f->each, value)) return false;
    if (*value != NONE) return true;
    b->s.place = q->place;
    state_fail(&b->s, "the figure '%s' is none, and battles are counted by numbers and truths",
               image_text(img, q->name));
    return run_keep_error(b);
}

bool battle_figures(struct battle *b, int64_t *values) {
    const struct image *img = b->s.img;
    for (int32_t i = 0; i < img->figures_count; i++) {
        int32_t count = img->figures[i].each ? img->players : 1;
        for (int32_t p = 0; p < count; p++)
            if (!battle_figure(b, i, battle_player(b, p), values++)) return false;
    }
    return true;
}

/* ---- Time -------------------------------- */

bool battle_undo(struct battle *b, uint64_t question) {
    struct state *s = &b->s;
    uint64_t now = battle_questions(b) + (b->asking ? 1 : 0);
    if (!b->options.history && !b->options.answers) return false;
    if (question >= now || question < b->first_mark) return false;
    /* The question at hand needs no replay: even without history, the log leads back to it. */
    const bool at_hand = b->asking && question == battle_questions(b);
    if (!b->options.history && !at_hand && !run_kept_play(b, question)) return false;
    if (b->options.history) b->last = b->marks[question];
    world_undo(&s->w, b->last);
    /* Without a journal nothing is cut: the World may be a copy of one with a longer journal. */
    if (!s->journal.off)
        journal_cut(&s->journal, (size_t)world_get(&s->w, ADDR(SEG_HEADER, H_JOURNAL)));
    forget_hand(b);
    b->failed = false;
    return true;
}

void run_stands(struct battle *b) {
    b->first_mark = battle_questions(b);
    forget_hand(b);
    b->failed = false;
    b->last = 0;
    form_at_rest(b); /* bringing the copied World into form may have been put off */
    run_kept_begin(b);
}

void battle_stand(struct battle *b, const struct world *at) {
    world_copy(&b->s.w, at);
    run_stands(b);
}

void battle_stand_again(struct battle *b, const struct world *at) {
    battle_stand(b, at);
    b->back = true;
}

void battle_copy(struct battle *dst, const struct battle *src) {
    ASSERT(dst->s.img == src->s.img);
    dst->options = src->options;
    dst->s.accounts = src->s.accounts;
    battle_inside(dst, &src->inside);
    battle_stand(dst, &src->s.w);
    battle_outside(dst, src->port, src->outside, src->outside_count);
    struct journal *to = &dst->s.journal;
    const struct journal *from = &src->s.journal;
    to->off = from->off;
    to->words = memory_grow(to->words, &to->capacity, from->count, sizeof *to->words);
    if (from->count) memcpy(to->words, from->words, from->count * sizeof *to->words);
    to->count = from->count;
    to->least = 0;
    run_take_hand(dst, src);
}

void battle_chance(struct battle *b, enum run_chance chance) {
    /* chance is answered otherwise from now on, so a waiting question to chance is forgotten; the
     * next run_next puts it anew or answers it */
    if (b->asking && ask_row(b->question.kind)->chance) forget_hand(b);
    b->options.chance = chance;
}

void battle_alike(struct battle *b) {
    if (b->s.alike && !WITHOUT_ALIKE) frame_alike(&b->s);
}

void battle_open_dice(struct battle *b, int64_t player) {
    b->open.dice = true;
    b->open.to = player;
}

/* ---- Blocks -------------------------------- */

const struct run_finding *battle_findings(const struct battle *b, int32_t *count) {
    *count = b->findings_count;
    return b->findings;
}

bool battle_shown(const struct battle *b) {
    return state_global(&b->s, G_OVER) == 3;
}

int64_t battle_first_role(struct battle *b) {
    const struct state *s = &b->s;
    uint32_t block = frame_block(s), first = 0;
    for (uint32_t f = frame_top(s); f && f != block; f = frame_back(s, f)) first = f;
    if (!block || !first || frame_kind(s, first) != FRAME_EVENT) return NONE;
    /* a frame without an event, from which only `whenever` rules look, has no roles */
    if (frame_event(s, first) < 0) return NONE;
    const struct image_event *e = &s->img->events[frame_event(s, first)];
    if (e->roles == 0 || image_slot_of(s->img, e->func, 0)->type.class != V_THING) return NONE;
    return frame_slots(s, first)[0];
}

int64_t battle_given(struct battle *b, int32_t slot) {
    uint32_t frame = frame_block(&b->s);
    return frame ? frame_slots(&b->s, frame)[slot] : NONE;
}

int64_t battle_show(const struct battle *b, int32_t i, struct image_type *type) {
    const struct state *s = &b->s;
    uint32_t frame = frame_block(s);
    ASSERT(frame);
    const struct image_func *fn = &s->img->funcs[frame_func(s, frame)];
    int32_t shows = 0;
    for (int32_t k = 0; k < s->img->blocks_count; k++) {
        if (s->img->blocks[k].func == frame_func(s, frame)) shows = s->img->blocks[k].shows;
    }
    int32_t slot = fn->slots - shows + i;
    if (type) *type = s->img->slots[fn->first_slot + slot].type;
    return frame_slots(s, frame)[slot];
}
