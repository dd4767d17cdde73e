/*
 * run_ask: questions and decisions. It puts a question, answers it inside by a stream or a policy,
 * or hands it out (run_decide); it makes and judges places and ways by index, tells the journal of
 * choices, and answers the heads of actions.
 */
#include <stdio.h>
#include <string.h>

#include "run_int.h"

/* ---- Streams -------------------------------- */

/* A random stream: the index of its position in the header, and its purpose, which is part of its
 * key. The purpose is made from the name of an event or pile and from the number of a player, so
 * that one event or pile more or less does not change the numbers of others. */
struct chance {
    uint32_t at;
    uint64_t purpose;
};

static struct chance stream_of(const struct battle *b, enum stream_use use, int32_t of,
                               int32_t player) {
    const struct image *img = b->s.img;
    const uint64_t tail = UINT64_C(1) << 60;
    struct chance c = {H_STREAMS + state_stream(img, use, of, player), 0};
    if (use == STREAM_PICKS) {
        c.purpose = tail + 1 + (uint64_t)player;
    } else if (use == STREAM_PILE) {
        const char *name = image_text(img, img->fields[of].name);
        c.purpose = 4 * tail + (base_hash(name, strlen(name), 2 + (uint64_t)player) >> 4);
    } else {
        c.purpose = of < img->events_count ? b->purpose[of] : tail;
        if (use == STREAM_RANDOM) c.purpose += 2 * tail;
    }
    return c;
}

/* Returns the event whose dice are rolled, which is the innermost running one; events_count if none
 * is running. */
static int32_t running_event(const struct battle *b) {
    const struct state *s = &b->s;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        uint32_t about = frame_about(s, f);
        /* a frame without an event, from which only `whenever` rules look, is passed over */
        if (about && frame_event(s, about) >= 0) return frame_event(s, about);
    }
    return s->img->events_count;
}

static int32_t player_index(const struct battle *b, int64_t player) {
    int32_t number = state_player_number(&b->s, player);
    return number < 0 ? b->s.img->players : number;
}

/* The stream from which the present question to chance is answered. */
static struct chance chance_stream(const struct battle *b) {
    const struct question *q = &b->question;
    if (q->pile >= 0) return stream_of(b, STREAM_PILE, q->pile, player_index(b, q->holder));
    enum stream_use use = q->kind == ASK_RANDOM ? STREAM_RANDOM : STREAM_DICE;
    return stream_of(b, use, running_event(b), 0);
}

static struct chance pick_stream(const struct battle *b, int64_t who) {
    return stream_of(b, STREAM_PICKS, 0, player_index(b, who));
}

static uint64_t counter_of(const struct battle *b, struct chance c) {
    return (uint64_t)world_get(&b->s.w, ADDR(SEG_HEADER, c.at));
}

static struct chance question_stream(const struct battle *b) {
    bool chance = ask_row(b->question.kind)->chance;
    return chance ? chance_stream(b) : pick_stream(b, b->question.who);
}

int64_t run_counter(const struct battle *b) {
    return (int64_t)counter_of(b, question_stream(b));
}

void run_counter_set(struct battle *b, int64_t counter) {
    world_set(&b->s.w, ADDR(SEG_HEADER, question_stream(b).at), counter);
}

static void counter_keep(struct battle *b, struct chance c, uint64_t counter) {
    world_set(&b->s.w, ADDR(SEG_HEADER, c.at), (int64_t)counter);
}

uint64_t battle_draw(struct battle *b, int32_t player) {
    const struct chance c = stream_of(b, STREAM_PICKS, 0, player);
    uint64_t counter = counter_of(b, c), word = stream_word(b->options.seed, c.purpose, &counter);
    counter_keep(b, c, counter);
    return word;
}

static uint32_t draw_from(struct battle *b, struct chance c, uint64_t n) {
    uint64_t counter = counter_of(b, c);
    uint32_t r = stream_below_kept(&b->kept, b->options.seed, c.purpose, &counter, n);
    counter_keep(b, c, counter);
    return r;
}

uint32_t run_draw(struct battle *b, uint64_t n) {
    return draw_from(b, pick_stream(b, b->question.who), n);
}

int64_t run_will_draw(struct battle *b, int64_t who, uint64_t *ahead, uint64_t n) {
    if (run_policy_of(b, who) != POLICY_RANDOM) return -1;
    const struct chance c = pick_stream(b, who);
    const uint64_t now = counter_of(b, c);
    uint64_t counter = now + *ahead;
    uint32_t r = stream_below_kept(&b->kept, b->options.seed, c.purpose, &counter, n);
    *ahead = counter - now;
    return r;
}

/* ---- Questions -------------------------------- */

void run_ask(struct battle *b, enum ask_kind kind, int64_t who, int32_t choice) {
    memset(&b->question, 0, sizeof b->question);
    b->question.kind = kind;
    b->question.who = who;
    b->question.choice = choice;
    b->question.place = b->s.place;
    b->question.prompt = "";
    if (who != NONE) b->asked_player = who, b->asked_choice = choice;
    b->question.die = b->question.pile = -1;
    b->question.holder = NONE;
    b->question.least = b->question.most = 1;
    b->question.mover = b->question.zone = b->question.up_to = NONE;
    b->geometry.legal = -1;
    b->offers.count = 0;
    uint32_t top = frame_top(&b->s);
    int64_t self = top ? frame_word(&b->s, top, F_THIS) : 0;
    if (self > 0 && !ask_row(kind)->chance) {
        int64_t pile = state_word(&b->s, self, T_PILE);
        b->question.secret = pile != NONE && b->s.img->fields[pile].secret;
    }
}

void run_ask_count(struct battle *b, const struct dice_want *want) {
    run_ask(b, ASK_COUNT, NONE, -1);
    b->question.die = want->die;
    b->question.count = want->count;
    b->question.from = want->from;
    b->question.wanted = want->wanted;
}

void run_holes(struct battle *b, int32_t tmpl, int32_t at, const int64_t *holes) {
    int32_t count = b->s.img->templates[tmpl].texts - 1;
    for (int32_t i = 0; i < count && at + i < MAX_HOLES; i++) b->holes[at + i] = holes[i];
}

/* Computes the holes of a prompt in the head of an action. Returns false on an error. */
static bool head_holes(struct battle *b, const struct image_choice *c, const struct env *env) {
    struct state *s = &b->s;
    int32_t count = c->prompt < 0 ? 0 : s->img->templates[c->prompt].texts - 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t func = s->img->lists[c->first_hole + i];
        if (!s->evaluate(s, func, 0, env, NULL, 0, &b->holes[i])) return false;
    }
    return true;
}

void run_offered(struct battle *b, int64_t list) {
    struct view v = state_list(&b->s, list);
    size_t count = (size_t)v.count;
    b->offered = memory_grow(b->offered, &b->offered_capacity, count + 1, sizeof *b->offered);
    if (count) memcpy(b->offered, v.at, count * sizeof *b->offered);
    b->question.values = b->offered;
}

void run_prompt(struct battle *b, int32_t tmpl) {
    const struct run_observer *o = &b->observer;
    const bool inside = run_policy_of(b, b->question.who) != POLICY_ASK;
    b->question.prompt = "";
    if (tmpl < 0 || (inside && (!o->answered || o->brief))) return; /* nobody reads the prompt */
    state_template(&b->s, tmpl, b->holes, b->prompt, sizeof b->prompt);
    b->question.prompt = b->prompt;
}

static int64_t *values_for(struct battle *b, int64_t count) {
    b->values = memory_grow(b->values, &b->values_capacity, (size_t)count + 1, sizeof *b->values);
    return b->values;
}

static int64_t face_of(struct battle *b, int32_t die, uint32_t index) {
    return dice_face_value(b->s.img, die, (int32_t)index);
}

/* Draws the faces of dice, in batches: the same faces as drawn one by one. */
static void draw_faces(struct battle *b, struct chance stream, int32_t die, int64_t count,
                       int64_t *values) {
    enum { AT_ONCE = 32, FEW = 2 };
    uint32_t some[AT_ONCE], sides = (uint32_t)b->s.img->dice[die].sides;
    if (count <= FEW) {
        for (int64_t i = 0; i < count; i++)
            values[i] = face_of(b, die, draw_from(b, stream, sides));
        return;
    }
    uint64_t counter = counter_of(b, stream);
    for (int64_t i = 0; i < count; i += AT_ONCE) {
        int64_t n = count - i < AT_ONCE ? count - i : AT_ONCE;
        stream_many(b->options.seed, stream.purpose, &counter, sides, some, (size_t)n);
        bool plain = b->s.img->dice[die].first_face < 0;
        for (int64_t k = 0; k < n; k++) {
            values[i + k] = plain ? (int64_t)some[k] + 1 : face_of(b, die, some[k]);
        }
    }
    counter_keep(b, stream, counter);
}

/* Draws a member, each as often as its weight says. */
static int64_t random_member(struct battle *b, struct chance stream) {
    const struct question *q = &b->question;
    int64_t n = draw_from(b, stream, (uint64_t)run_things(b)), i = 0;
    if (!q->many) return n;
    while (n >= q->many[i]) n -= q->many[i++];
    return i;
}

void run_chance_answer(struct battle *b, struct answer *out) {
    const struct question *q = &b->question;
    const struct chance stream = chance_stream(b);
    memset(out, 0, sizeof *out);
    int64_t *values = values_for(b, q->count);
    out->values = values;
    out->count = 1;
    switch (q->kind) {
    case ASK_ROLL:
        out->count = q->count;
        draw_faces(b, stream, q->die, q->count, values);
        break;
    case ASK_COUNT: {
        int64_t n = 0;
        for (int64_t i = 0; i < q->count; i++) {
            uint32_t among = draw_from(b, stream, (uint64_t)__builtin_popcountll(q->from));
            uint64_t left = q->from;
            while (among--) left &= left - 1;
            n += (left & (~left + 1) & q->wanted) != 0;
        }
        values[0] = n;
        break;
    }
    case ASK_SUM:
        values[0] = 0;
        for (int64_t i = 0; i < q->count; i++) {
            int64_t face =
                face_of(b, q->die, draw_from(b, stream, (uint64_t)b->s.img->dice[q->die].sides));
            if (face > FACE_NAMED / 2) values[0] += face;
        }
        break;
    case ASK_RANDOM: values[0] = random_member(b, stream); break;
    case ASK_PICK:
    case ASK_PLACE:
    case ASK_PATH:
    case ASK_COUNT_: base_assert_failed("chance answers chance only", __FILE__, __LINE__);
    }
}

/* Throws dice without a question, if they come from a stream, no log is kept for undo, and nobody
 * records answers. Returns false otherwise, and if an answer is there already. */
bool run_throw(struct battle *b, int32_t die, int64_t count) {
    if (b->options.chance != CHANCE_STREAM || b->options.history || b->observer.answered ||
        b->answered) {
        return false;
    }
    int64_t *values = values_for(b, count);
    draw_faces(b, stream_of(b, STREAM_DICE, running_event(b), 0), die, count, values);
    b->answer = (struct answer){.count = count, .values = values};
    addr questions = ADDR(SEG_HEADER, H_QUESTIONS);
    world_set(&b->s.w, questions, world_get(&b->s.w, questions) + 1);
    return true;
}

/* ---- Policies -------------------------------- */

/* Whether the i-th place or way is legal. If the rules fail while it is judged, this is false and
 * the error has a text. */
static bool spot_legal(struct battle *b, int64_t i) {
    int64_t value;
    size_t mark = b->s.scratch_used;
    bool legal = run_geometry(b, i, &value);
    b->s.scratch_used = mark;
    return legal;
}

/* Draws a legal candidate, each equally likely. It draws until one is legal; after 64 misses it
 * goes through all. Returns -1 if none is legal or the rules failed. */
static int64_t draw_legal(struct battle *b, int64_t count,
                          bool (*legal)(struct battle *b, int64_t i)) {
    const struct chance stream = pick_stream(b, b->question.who);
    b->s.error.text[0] = '\0';
    for (int tries = 0; tries < 64; tries++) {
        int64_t i = draw_from(b, stream, (uint64_t)count);
        if (legal(b, i)) return i;
        if (b->s.error.text[0]) return -1;
    }
    int64_t found = 0, at = -1;
    for (int64_t i = 0; i < count; i++) {
        if (legal(b, i) && draw_from(b, stream, (uint64_t)++found) == 0) at = i;
        if (b->s.error.text[0]) return -1;
    }
    return at;
}

int64_t run_geometry_first(struct battle *b) {
    b->s.error.text[0] = '\0';
    for (int64_t i = 0; i < b->question.count; i++) {
        if (spot_legal(b, i)) return i;
        if (b->s.error.text[0]) return -1;
    }
    return -1;
}

static int64_t spot_first(struct battle *b) {
    return b->geometry.first >= 0 ? b->geometry.first : run_geometry_first(b);
}

/* Whether an offer is open. The number after the last offer stands for declining, which is always
 * legal. */
static bool offer_legal(struct battle *b, int64_t i) {
    bool open = i == b->offers.count;
    return open || (run_offer_open(b, i, &open) && open);
}

static int64_t offer_first(struct battle *b) {
    int64_t i = 0;
    while (i < b->offers.count && !offer_legal(b, i) && !b->s.error.text[0]) i++;
    return b->s.error.text[0] ? -1 : i;
}

static void pick_offer(struct battle *b, enum run_policy policy, struct answer *out,
                       int64_t *value) {
    const int64_t count = b->offers.count, all = count + b->question.may_pass;
    b->s.error.text[0] = '\0';
    int64_t i = policy == POLICY_RANDOM ? draw_legal(b, all, offer_legal) : offer_first(b);
    out->pass = i == count;
    out->count = !out->pass;
    *value = i < 0 || out->pass ? -1 : b->offers.at[i];
}

/* Whether a policy found no answer: it draws among candidates that are not judged yet, so none may
 * turn out legal, and the rules may fail. */
static bool answer_failed(const struct battle *b, const struct answer *a) {
    bool spot = b->question.kind == ASK_PLACE || b->question.kind == ASK_PATH;
    return (spot || b->offers.count > 0) && !a->pass && !a->spelled && a->values[0] < 0;
}

bool run_policy_answer(struct battle *b, enum run_policy policy, struct answer *out) {
    const struct question *q = &b->question;
    memset(out, 0, sizeof *out);
    int64_t *values = values_for(b, q->kind == ASK_PICK ? run_things(b) : 1);
    out->values = values;
    out->count = 1;
    if (q->together) {
        (policy == POLICY_RANDOM ? run_set_random : run_set_first)(b, values, out);
    } else if (q->kind == ASK_PICK && b->offers.count > 0) {
        pick_offer(b, policy, out, values);
    } else if (q->kind == ASK_PICK && policy == POLICY_RANDOM) {
        run_pick_random(b, values, out);
    } else if (q->kind == ASK_PICK) {
        out->count = run_pick_first(b, values);
    } else {
        values[0] = policy == POLICY_RANDOM ? draw_legal(b, q->count, spot_legal) : spot_first(b);
    }
    if (!answer_failed(b, out)) return true;
    if (!b->s.error.text[0]) state_fail(&b->s, "no candidate is legal");
    return run_keep_error(b);
}

enum run_policy run_policy_of(const struct battle *b, int64_t who) {
    const struct run_inside *by = &b->inside;
    int32_t number = state_player_number(&b->s, who);
    if (number < 0 || (by->most > 0 && b->inside_used >= by->most)) return POLICY_ASK;
    return who == by->own && battle_depth(b) <= by->depth ? POLICY_ASK : by->policy[number];
}

void battle_inside(struct battle *b, const struct run_inside *by) {
    b->inside = *by;
    b->inside_used = 0;
}

bool battle_answered_inside(const struct battle *b, uint32_t *depth) {
    if (b->inside_used > 0) *depth = b->inside_depth;
    return b->inside_used > 0;
}

static bool inline_answer(struct battle *b) {
    const struct question *q = &b->question;
    if (run_kept_over(b)) return false;
    if (b->kept_answers.again && run_kept_answer(b)) return true;
    if (ask_row(q->kind)->chance) {
        if (b->options.chance != CHANCE_STREAM) return false;
        run_chance_answer(b, &b->answer);
        return true;
    }
    enum run_policy policy = run_policy_of(b, q->who);
    if (policy == POLICY_ASK) return false;
    run_policy_answer(b, policy, &b->answer);
    b->inside_used++;
    b->inside_depth = battle_depth(b);
    return true;
}

/* ---- Deciding -------------------------------- */

void run_keep_mark(struct battle *b) {
    struct world *w = &b->s.w;
    const size_t number = (size_t)battle_questions(b);
    if (!b->options.history) {
        /* Where dice are thrown at once, Worlds are not compared. The hash is rarely wanted there,
         * so it is dropped rather than brought up to date (world.lazy). */
        w->lazy = !WITHOUT_LAZY && b->options.chance == CHANCE_STREAM;
        world_forget(w);
        b->last = 0;
        return;
    }
    w->lazy = false;
    b->last = world_now(w);
    b->marks = memory_grow(b->marks, &b->marks_capacity, number + 1, sizeof *b->marks);
    b->marks[number] = b->last;
}

/* The length that the journal has when the present statement is run again from its mark: entries at
 * its end that only tell what it read are cut, because it will read and tell it again.
 * pc below 0: nothing is run again, and nothing is cut. */
static size_t told_before(const struct battle *b, int32_t pc) {
    const struct journal *j = &b->s.journal;
    size_t at = b->told, told = b->told;
    struct journal_entry e;
    if (pc < 0 || told >= j->count) return j->count;
    while (journal_next(j, &at, &e)) {
        if (!journal_only_read(e.kind)) told = at;
    }
    return told;
}

static void tell_again(struct battle *b, size_t told) {
    if (told == b->s.journal.count) return;
    journal_cut(&b->s.journal, told);
    world_set(&b->s.w, ADDR(SEG_HEADER, H_JOURNAL), (int64_t)told);
}

void run_tell_again(struct battle *b, int32_t pc) {
    tell_again(b, told_before(b, pc));
}

/* Sets the mark of a question, with the length of the journal that it has when the statement is run
 * again. */
static void keep_mark_before(struct battle *b, size_t told) {
    const addr length = ADDR(SEG_HEADER, H_JOURNAL);
    const int64_t now = world_get(&b->s.w, length);
    if (told < b->s.journal.count) world_set(&b->s.w, length, (int64_t)told);
    run_keep_mark(b);
    world_set(&b->s.w, length, now);
}

/* Whether bringing the World into form may be put off. It may if nobody can see its form: dice are
 * thrown at once, nothing can be undone, and the question is answered inside. Not while
 * instructions are counted, because sweeping makes a statement run again. */
static bool puts_off(const struct battle *b, int64_t who) {
    return !WITHOUT_FORM && b->options.chance == CHANCE_STREAM && !b->options.history &&
           !b->s.reached.times && run_policy_of(b, who) != POLICY_ASK && !state_shapeless(&b->s);
}

bool run_sweep(struct battle *b, int64_t who) {
    struct state *s = &b->s;
    if (!state_global(s, G_UNTIDY)) return false;
    if (puts_off(b, who)) {
        frame_free_gone(s);
        return false;
    }
    frame_sweep(s);
    return true;
}

/* With lazy dice, takes out of the World what nothing can read any more, because there Worlds are
 * compared. Returns true if lists or dice have moved. */
static bool forgets(struct battle *b) {
    return b->options.chance == CHANCE_LAZY && !b->back && frame_forget(&b->s);
}

/* Before a choice made by somebody who is to see the dice on the table (battle_open_dice): asks, in
 * place of the choice, about dice whose faces are not known yet and can still be read. Returns
 * DECIDED if there are no such dice, or nobody is to see dice before this choice. */
static enum decision open_dice(struct battle *b, uint32_t frame, int32_t pc) {
    struct dice_want want;
    if (!b->open.dice || b->answered || b->options.chance != CHANCE_LAZY) return DECIDED;
    if (b->open.to != NONE && b->open.to != b->question.who) return DECIDED;
    if (pc >= 0) frame_pc_set(&b->s, frame, pc);
    if (!frame_unseen(&b->s, b->question.who, &want)) return DECIDED;
    run_ask_count(b, &want);
    const enum decision out = run_decide(b, frame, pc);
    b->open.asked = out == WAITING;
    b->open.want = want;
    return out;
}

void run_open_answer(struct battle *b) {
    const struct dice_want want = b->open.want;
    if (!b->answered || !b->open.asked) return;
    b->open.asked = false;
    const enum decision out = run_decide(b, 0, -1);
    ASSERT(out == DECIDED);
    dice_answer(&b->s.w, &want, b->answer.values[0]);
}

/* Decides b->question; see enum decision. `pc` is the mark at which `frame` goes on; with frame 0
 * or pc below 0 the World says already where to go on. */
enum decision run_decide(struct battle *b, uint32_t frame, int32_t pc) {
    struct state *s = &b->s;
    bool chance = ask_row(b->question.kind)->chance;
    bool outward = chance ? b->options.chance != CHANCE_STREAM : true, good;
    if (!chance && run_unasked(b, &good)) return good ? DECIDED : FAILED;
    if (!chance) {
        const enum decision out = open_dice(b, frame, pc);
        if (out != DECIDED) return out;
    }
    if (!b->answered) {
        bool marked = outward || b->options.history;
        if (marked && pc >= 0) frame_pc_set(s, frame, pc);
        const size_t told = told_before(b, pc);
        if (!chance || b->options.chance == CHANCE_LAZY) {
            const bool moved = forgets(b);
            if (run_sweep(b, b->question.who) || moved) {
                tell_again(b, told);
                return AGAIN;
            }
        }
        if (marked) keep_mark_before(b, told);
        if (!inline_answer(b)) {
            tell_again(b, told);
            b->s.steps = b->s.pure = 0;
            b->asking = true;
            return WAITING;
        }
        if (answer_failed(b, &b->answer)) return FAILED;
    }
    b->back = false;
    run_keep_answer(b);
    /* while `answered` is called, a recorder may ask about candidates of the question */
    b->asking = true;
    if (b->observer.answered) b->observer.answered(b->observer.user, b, &b->question, &b->answer);
    b->asking = b->answered = false;
    /* Steps are counted from choice to choice, so dice alone do not begin a new count: rolling for
     * ever reaches the limit. */
    if (!chance) s->steps = s->pure = 0;
    addr count = ADDR(SEG_HEADER, H_QUESTIONS);
    world_set(&s->w, count, world_get(&s->w, count) + 1);
    return DECIDED;
}

/* ---- Geometry by index -------------------------------- */

/* Judging a candidate tells the journal nothing. */
bool run_spot_good(struct battle *b, int64_t value, bool *yes) {
    struct geometry *g = &b->geometry;
    if (g->of_head) return agenda_spot(&b->s, &g->head, g->line, value, yes);
    const struct image_choice *c = &b->s.img->choices[g->choice];
    int64_t args[1 + MAX_CHOICE_NAMES] = {value}, good = 1;
    memcpy(args + 1, g->captured, (size_t)g->captured_count * sizeof *args);
    struct env env = frame_env(&b->s, g->frame);
    env.accounts = ACCOUNTS_NONE;
    if (c->where >= 0 && !run_evaluate(&b->s, c->where, &env, args, 1 + g->captured_count, &good)) {
        return false;
    }
    *yes = good == 1;
    return true;
}

static struct prim_place_ask place_asked(const struct geometry *g) {
    return (struct prim_place_ask){g->g.mover, g->g.zone, g->g.far, g->g.of, g->fine_grid};
}

static bool spot_there(struct battle *b, int64_t i, int64_t *value) {
    struct geometry *g = &b->geometry;
    struct prim_place_ask place = place_asked(g);
    return g->path ? prim_path_candidate(&b->s, g->g.mover, g->g.up_to, i, value)
                   : prim_place_candidate(&b->s, &place, i, value);
}

/* Makes the candidate that was found legal last once more, without judging it. */
static bool spot_again(struct battle *b, int64_t *value) {
    struct geometry *g = &b->geometry;
    struct prim_place_ask place = place_asked(g);
    return g->path ? prim_path_again(&b->s, g->g.mover, g->g.up_to, g->legal, value)
                   : prim_place_again(&b->s, &place, g->legal, value);
}

/* Makes the i-th place or way of the present question. Returns true if it is legal. */
bool run_geometry(struct battle *b, int64_t i, int64_t *value) {
    bool yes = false, legal = spot_there(b, i, value) && run_spot_good(b, *value, &yes) && yes;
    if (legal) b->geometry.legal = i;
    return legal;
}

/* Judges a place or way that the answer spells out instead of naming a candidate. Returns NULL and
 * sets *value, or returns why it is refused. */
const char *run_spelled(struct battle *b, const struct answer *a, int64_t *value) {
    struct geometry *g = &b->geometry;
    struct state *s = &b->s;
    const char *why;
    bool yes = false;
    if (!g->path) {
        struct prim_place_ask place = place_asked(g);
        if (a->count != 1) return "one place is asked for";
        why = prim_place_refused(s, &place, a->values[0]);
        *value = a->values[0];
    } else {
        *value = state_scratch(s, a->count + 1);
        state_scratch_add(s, *value, g->g.mover);
        for (int64_t i = 0; i < a->count; i++) state_scratch_add(s, *value, a->values[i]);
        why = prim_path_refused(s, g->g.mover, g->g.up_to, *value);
    }
    if (why) return why;
    if (!run_spot_good(b, *value, &yes)) return "the rules fail to judge it";
    if (yes) return NULL;
    return g->path ? "that way is not what the choice allows"
                   : "that place is not what the choice allows";
}

int64_t run_geometry_count(struct battle *b) {
    struct geometry *g = &b->geometry;
    struct prim_place_ask place = place_asked(g);
    return g->path ? prim_path_count(&b->s, g->g.mover, g->g.up_to)
                   : prim_place_count(&b->s, &place);
}

/* Sets *value to the place or way that was decided on; a way lies in scratch. Returns false if it
 * is not legal. */
bool run_geometry_answer(struct battle *b, int64_t *value) {
    if (b->answer.spelled) return !run_spelled(b, &b->answer, value);
    /* this candidate was judged and found legal for this very question */
    if (b->answer.values[0] == b->geometry.legal) return spot_again(b, value);
    return run_geometry(b, b->answer.values[0], value);
}

/* ---- Telling -------------------------------- */

static void tell_option(struct battle *b, int64_t i) {
    struct state *s = &b->s;
    const struct question *q = &b->question;
    if (q->choice >= 0 && s->img->choices[q->choice].what == CHOICE_LABEL) {
        const struct image_choice *c = &s->img->choices[q->choice];
        /* A label is told as it is written in the rules; these texts stand behind the templates. */
        int32_t text = s->img->lists[c->first_label + c->labels + (int32_t)q->values[i]];
        state_tell_value(s, (struct image_type){V_TEXT, 0, -1}, text);
    } else {
        state_tell_value(s, q->type, q->values[i]);
    }
}

/* Adds how many equal things each answer stands for; nothing if each stands for one. */
static void tell_many(struct state *s, const struct question *q) {
    const int64_t count = q->kind == ASK_PICK && q->many ? q->count : 0;
    int64_t most = 1;
    for (int64_t i = 0; i < count; i++) most = q->many[i] > most ? q->many[i] : most;
    journal_word(&s->journal, most > 1 ? count : 0);
    for (int64_t i = 0; most > 1 && i < count; i++)
        state_tell_value(s, (struct image_type){V_NUMBER, 0, -1}, q->many[i]);
}

void run_tell_choice(struct battle *b, const int64_t *chosen, int64_t count) {
    struct state *s = &b->s;
    const struct question *q = &b->question;
    if (!state_tells(s) || q->choice < 0 || q->who == b->mute) return;
    run_tell_answering(b);
    bool pass = b->answer.pass;
    state_tell(s, pass ? J_PASS : J_CHOICE);
    state_tell_thing(s, q->who);
    journal_word(&s->journal, q->secret);
    state_tell_template(s, s->img->choices[q->choice].prompt, b->holes);
    if (!pass) {
        if (q->kind != ASK_PICK) {
            state_tell_value(s, q->type, chosen[0]);
        } else if (q->least == 1 && q->most == 1) {
            tell_option(b, chosen[0]);
        } else {
            struct image_type type = {V_SET, q->type.class, q->type.of};
            int64_t list = state_scratch(s, count);
            run_chosen(b, chosen, count, list);
            state_tell_value(s, type, list);
        }
    }
    const bool offer = b->offers.count > 0 && q->type.class == V_EVENT,
               few = offer && b->offers.few;
    if (!pass)
        state_tell_thing(s,
                         offer ? b->offers.offer_rows[3 * run_offer_of(b, chosen[0]) + 1] : NONE);
    tell_many(s, q);
    journal_word(&s->journal, few ? q->count : 0);
    for (int64_t i = 0; !few && q->kind == ASK_PICK && i < q->count; i++) tell_option(b, i);
    state_told(s);
}

/* ---- The head of an action -------------------------------- */

static enum outcome head_closed(struct battle *b, uint32_t frame, const char *why) {
    struct state *s = &b->s;
    frame_status_set(s, frame, STATUS_FORBIDDEN);
    frame_flag_set(s, frame, FRAME_QUIET, true);
    frame_put(s, frame, F_NEXT, 0);
    frame_phase_set(s, frame, PHASE_END);
    run_tell_not_done(b, frame, WHY_FORBIDDEN, why);
    return OUT_GO;
}

/* Puts the question of a pick in a head. Nothing is asked if there is nothing to pick, or a single
 * candidate that may not be declined: then *asked is false, and *value is NONE or that candidate.
 * Returns false on an error. */
static bool put_pick(struct battle *b, uint32_t frame, struct head *h, int32_t line, bool *asked,
                     int64_t *value) {
    struct state *s = &b->s;
    const int32_t choice = s->img->heads[s->img->events[h->event].first_head + line].choice;
    const struct image_choice *c = &s->img->choices[choice];
    int64_t list;
    if (!agenda_picks(s, h, line, &list)) return false;
    const int64_t things = state_list(s, list).count;
    int64_t count = things, who = frame_word(s, frame, F_ASKED);
    bool known = false; /* who answers for him */
    *asked = true;
    if (c->type.class == V_THING && run_ask_face_down(b, who, list)) return true;
    b->many.grouped = false;
    if (c->type.class == V_THING && run_alike(b, list)) {
        if (!run_speaker(b, &who)) return false;
        known = true;
        count = run_group(b, who);
    }
    *asked = count > 1 || (count == 1 && c->may);
    *value = count == 0 ? NONE : state_list(s, list).at[0];
    if (!*asked) return true;
    struct env env = h->env;
    env.accounts = state_accounts_aside(s);
    if (!head_holes(b, c, &env) || (!known && !run_speaker(b, &who))) return false;
    run_ask(b, ASK_PICK, who, choice);
    run_prompt(b, c->prompt);
    b->question.count = things;
    run_offered(b, list);
    run_offer_group(b);
    b->question.type = c->type;
    b->question.may_pass = c->may;
    return true;
}

static enum outcome head_pick(struct battle *b, uint32_t frame, struct head *h, int32_t line,
                              const struct image_head *l) {
    struct state *s = &b->s;
    bool asked = true;
    int64_t value = NONE;
    if (!b->answered && !put_pick(b, frame, h, line, &asked, &value)) return OUT_FAIL;
    if (asked) {
        switch (run_decide(b, frame, -1)) {
        case WAITING: return OUT_ASK;
        case AGAIN: return OUT_GO;
        case FAILED: return OUT_FAIL;
        case DECIDED: break;
        }
        if (b->question.kind == ASK_RANDOM) {
            run_face_down(b);
            return OUT_GO;
        }
        value = b->answer.pass ? NONE : b->question.values[b->answer.values[0]];
        run_tell_choice(b, b->answer.values, b->answer.count);
    }
    if (!run_slot(b, frame, frame_func(s, frame), l->slot, value)) return OUT_FAIL;
    frame_put(s, frame, F_NEXT, line + 1);
    return OUT_GO;
}

/* Puts the question of a place or way in a head. Returns false on an error. */
static bool put_spot(struct battle *b, uint32_t frame, int32_t line, const struct image_head *l) {
    struct state *s = &b->s;
    const struct image_choice *c = &s->img->choices[l->choice];
    struct geometry *g = &b->geometry;
    g->choice = l->choice;
    g->path = c->what == CHOICE_PATH;
    g->of_head = true;
    g->line = line;
    g->frame = frame;
    g->first = -1;
    g->fine_grid = false;
    struct env env = g->head.env;
    env.accounts = state_accounts_aside(s);
    if (!agenda_geometry(s, &g->head, line, env.accounts, &g->g)) return false;
    if (!head_holes(b, c, &env)) return false;
    int64_t who = frame_word(s, frame, F_ASKED);
    if (!run_speaker(b, &who)) return false;
    run_ask(b, g->path ? ASK_PATH : ASK_PLACE, who, l->choice);
    run_prompt(b, c->prompt);
    b->question.mover = g->g.mover;
    b->question.up_to = g->g.up_to;
    if (s->img->on_map) return run_map_put(b);
    b->question.count = run_geometry_count(b);
    b->question.type = c->type;
    if (!g->path) b->question.zone = g->g.zone;
    return b->question.count >= 0;
}

static enum outcome head_spot(struct battle *b, uint32_t frame, const struct head *h, int32_t line,
                              const struct image_head *l) {
    struct state *s = &b->s;
    int64_t value;
    b->geometry.head = *h;
    b->geometry.head.env.roles = b->geometry.head.slots;
    if (!b->answered && !put_spot(b, frame, line, l)) return OUT_FAIL;
    const bool on_map = s->img->on_map, asked = !on_map || b->answered || b->question.count > 1;
    if (asked) {
        switch (run_decide(b, frame, -1)) {
        case WAITING: return OUT_ASK;
        case AGAIN: return OUT_GO;
        case FAILED: return OUT_FAIL;
        case DECIDED: break;
        }
    }
    if (on_map) {
        const int64_t chosen = asked ? b->answer.values[0] : 0;
        const bool some = b->question.count > 0 && !(asked && b->answer.pass);
        if (!run_map_value(b, some ? b->question.values[chosen] : NONE, &value)) return OUT_FAIL;
        if (asked) run_tell_choice(b, b->answer.values, b->answer.count);
    } else {
        if (!run_geometry_answer(b, &value)) return OUT_FAIL;
        run_tell_choice(b, &value, 1);
    }
    if (!run_slot(b, frame, frame_func(s, frame), l->slot, value)) return OUT_FAIL;
    frame_put(s, frame, F_NEXT, line + 1);
    return OUT_GO;
}

/* Whether a line of the head still has to put a question. */
static bool head_asks(const struct battle *b, const struct image_event *e, const struct head *h) {
    for (int32_t i = 0; i < e->head; i++) {
        const struct image_head *l = &b->s.img->heads[e->first_head + i];
        if (l->what == HEAD_CHOOSE && !(h->given[l->slot / 64] >> (l->slot % 64) & 1)) return true;
    }
    return false;
}

/* Answers the head of an action: lets, and choices one after the other; then the action is paid.
 * F_NEXT of the frame is the index of the line to go on with; while it is 0, it is not known yet
 * whether the action is open at all. */
enum outcome run_head(struct battle *b, uint32_t frame) {
    struct state *s = &b->s;
    const struct image_event *e = &s->img->events[frame_event(s, frame)];
    struct head h;
    s->scratch_used = 0;
    s->place = e->place;
    agenda_head_of(s, &h, frame);
    if (!b->answered && state_global(s, G_UNTIDY) && head_asks(b, e, &h) &&
        run_sweep(b, frame_word(s, frame, F_ASKED))) {
        agenda_head_of(s, &h, frame);
    }
    int32_t line = (int32_t)frame_word(s, frame, F_NEXT);
    /* With an answer from outside at hand, the action was found open when the question was put, so
     * it is not judged again. */
    if (line == 0 && !b->answered && !run_found_open(b, frame)) {
        bool yes;
        if (!agenda_open(s, &h, 0, &yes)) return OUT_FAIL;
        if (!yes) return head_closed(b, frame, h.why);
        agenda_head_of(s, &h, frame);
    }
    for (; line < e->head; line++) {
        const struct image_head *l = &s->img->heads[e->first_head + line];
        s->place = l->place;
        bool given = l->slot >= 0 && (h.given[l->slot / 64] >> (l->slot % 64) & 1) != 0;
        if (l->what == HEAD_LET) {
            int64_t value;
            struct env env = h.env;
            env.accounts = state_accounts_aside(s);
            if (!run_evaluate(s, l->func, &env, NULL, 0, &value)) return OUT_FAIL;
            if (!run_slot(b, frame, frame_func(s, frame), l->slot, value)) return OUT_FAIL;
            h.slots[l->slot] = value;
        } else if (l->what == HEAD_CHOOSE && !given) {
            bool pick = s->img->choices[l->choice].what == CHOICE_PICK;
            return pick ? head_pick(b, frame, &h, line, l) : head_spot(b, frame, &h, line, l);
        }
    }
    frame_put(s, frame, F_NEXT, 0);
    if (!agenda_pay(s, frame)) return OUT_FAIL;
    frame_phase_set(s, frame, PHASE_START);
    return OUT_GO;
}
