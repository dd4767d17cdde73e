/*
 * run_choice: the instructions that have a player choose: things, sets, places, ways, labels, and
 * yes or no. Of things or labels nobody is asked if there is only one answer.
 */
#include "run_op.h"

#include <stdio.h>
#include <string.h>

/* ---- Choices -------------------------------- */

static bool who_asked(struct machine *m, int64_t *who) {
    *who = frame_word(m->s, m->frame, F_ASKED);
    if (*who > 0) return run_speaker(m->b, who);
    return run_op_fail(m, "nobody is asked here: say 'ask P { … }'");
}

static void nothing_chosen(struct machine *m, const struct image_choice *c) {
    if (c->otherwise >= 0)
        m->at = m->code + c->otherwise - 1;
    else
        m->out = OUT_STOP;
}

static bool bounds_of(struct machine *m, const struct image_choice *c, const struct image_code *i,
                      int64_t count, int64_t *least, int64_t *most) {
    *least = *most = 1;
    if (c->mode == MODE_ONE) return true;
    *least = 0;
    *most = count;
    if (c->mode == MODE_ANY) return true;
    if (!run_op_numbers(m, m->t[i->c], m->t[i->c + 1])) return false;
    *least = m->t[i->c] < 0 ? 0 : m->t[i->c];
    if (m->t[i->c + 1] < *most) *most = m->t[i->c + 1] < 0 ? 0 : m->t[i->c + 1];
    if (*least > *most && *least > count) *least = *most;
    return *least <= *most || run_op_fail(m, "the least to be chosen is more than the most");
}

static bool capture(struct machine *m, const struct image_choice *c, int32_t row) {
    struct geometry *g = &m->b->geometry;
    g->frame = m->frame;
    g->captured_count = c->where >= 0 ? m->img->funcs[c->where].params - 1 : 0;
    if (g->captured_count > (int32_t)ARRAY_LEN(g->captured)) {
        return state_limit(m->s, LIMIT_CHOICE_NAMES);
    }
    for (int32_t k = 0; k < g->captured_count; k++) g->captured[k] = m->t[row + k];
    return true;
}

static int64_t chosen_of(struct machine *m, const int64_t *indices, int64_t count) {
    int64_t out = state_scratch(m->s, count);
    run_chosen(m->b, indices, count, out);
    return out;
}

/* Whether no card among which a player chooses still lies in an open order that he may not know.
 * Otherwise the next of them is asked for, and the statement runs again. */
static bool face_down(struct machine *m, const struct image_choice *c, int64_t list) {
    const int64_t who = frame_word(m->s, m->frame, F_ASKED);
    if (c->type.class != V_THING || !run_ask_face_down(m->b, who, list)) return true;
    if (!run_op_decided(m)) return false;
    run_face_down(m->b);
    m->out = OUT_AGAIN;
    return false;
}

/* Puts equal things of the set that is chosen from together. Sets *count to the number of
 * candidates. Returns false if the statement is to be run again first. */
static bool group(struct machine *m, const struct image_choice *c, int64_t set, int64_t *count) {
    struct battle *b = m->b;
    int64_t who = frame_word(m->s, m->frame, F_ASKED);
    *count = state_list(m->s, set).count;
    b->many.grouped = false;
    if (c->type.class != V_THING || !run_alike(b, set)) return true;
    if (!run_op_tidy(m, who) || (who > 0 && !run_speaker(b, &who))) return false;
    *count = run_group(b, who);
    return true;
}

/* Chooses a set that the rules judge as a whole. If only one set is legal and it may not be
 * declined, nobody is asked. */
static bool choose_together(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    const int64_t set = m->t[i->b], things = state_list(m->s, set).count;
    int64_t count;
    if (things > 63) return run_op_fail(m, "a set is chosen from more than 63 things");
    int64_t who = frame_word(m->s, m->frame, F_ASKED);
    if (!face_down(m, c, set)) return false;
    if (!capture(m, c, i->c)) return false;
    if (!b->answered) {
        if (!group(m, c, set, &count)) return false;
        if (who > 0 && !run_speaker(b, &who)) return false;
        run_ask(b, ASK_PICK, who, i->d);
        run_prompt(b, c->prompt);
        b->geometry.choice = i->d;
        b->geometry.dice = NONE;
        b->question.count = count;
        b->question.least = 0;
        b->question.most = things;
        b->question.type = c->type;
        b->question.may_pass = c->may;
        b->question.together = true;
        run_offered(b, set);
        run_offer_group(b);
        struct many_set first = {.begun = false};
        m->s->error.text[0] = '\0';
        bool some = run_next_set(b, &first);
        struct many_set other = first;
        bool more = some && run_next_set(b, &other);
        if (m->s->error.text[0]) return false;
        if (!some) {
            nothing_chosen(m, c);
            return true;
        }
        if (!more && !c->may) {
            m->t[i->a] = chosen_of(m, first.indices, first.count);
            return true;
        }
        if (!who_asked(m, &who)) return false;
    }
    if (!run_op_decided(m)) return false;
    run_tell_choice(b, b->answer.values, b->answer.count);
    if (b->answer.pass) {
        nothing_chosen(m, c);
        return true;
    }
    m->t[i->a] = chosen_of(m, b->answer.values, b->answer.count);
    return true;
}

/* The list itself, or a copy of its first members. */
static int64_t first_of(struct machine *m, int64_t list, int64_t count) {
    if (count == state_list(m->s, list).count) return list;
    return state_scratch_copy(m->s, state_list(m->s, list).at, count);
}

bool run_op_choose(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    struct state *s = m->s;
    const struct image_choice *c = &m->img->choices[i->d];
    if (c->mode == MODE_SET) return choose_together(m, i);
    const int64_t things = state_list(s, m->t[i->b]).count;
    int64_t least, most, count;
    if (!bounds_of(m, c, i, things, &least, &most)) return false;
    bool one = c->mode == MODE_ONE;
    if (one && things == 0) {
        nothing_chosen(m, c);
        return true;
    }
    if (!face_down(m, c, m->t[i->b]) || !group(m, c, m->t[i->b], &count)) return false;
    if (one && count == 1 && !c->may) {
        m->t[i->a] = view_at(state_list(s, m->t[i->b]), 0);
        return true;
    }
    bool forced = least == most && (least == things || count == 1) && !c->may;
    if (!one && (forced || most == 0)) {
        m->t[i->a] = most == 0 ? 0 : first_of(m, m->t[i->b], least);
        return true;
    }
    int64_t who;
    if (!who_asked(m, &who)) return false;
    run_ask(b, ASK_PICK, who, i->d);
    run_prompt(b, c->prompt);
    b->question.count = things;
    b->question.least = least;
    b->question.most = most;
    b->question.type = c->type;
    b->question.may_pass = c->may;
    run_offered(b, m->t[i->b]);
    run_offer_group(b);
    if (!run_op_decided(m)) return false;
    run_tell_choice(b, b->answer.values, b->answer.count);
    if (b->answer.pass) {
        nothing_chosen(m, c);
        return true;
    }
    if (one) {
        m->t[i->a] = b->question.values[b->answer.values[0]];
        return true;
    }
    m->t[i->a] = chosen_of(m, b->answer.values, b->answer.count);
    return true;
}

/* ---- Choices among dice -------------------------------- */

/* Returns a look that has take[i] of the dice for which candidate i stands. */
static int64_t dice_taken_of(struct battle *b, int64_t *take) {
    struct dice_look in, out;
    const int64_t handle = run_look_new(b, -1, &out);
    run_look(b, b->geometry.dice, &in);
    dice_taken(&b->s.w, b->s.img, &in, b->question.values, take, b->question.count, &out);
    run_look_close(b, handle, &out);
    return handle;
}

int64_t run_dice_chosen(struct battle *b, const int64_t *indices, int64_t count) {
    int64_t take[MAX_FACES] = {0};
    ASSERT(b->question.count <= MAX_FACES);
    for (int64_t k = 0; k < count; k++) take[indices[k]]++;
    return dice_taken_of(b, take);
}

/* Makes the faces of a look, all of which are known, the candidates of the question, with how many
 * dice show each. */
static void offer_faces(struct machine *m, const struct dice_look *look) {
    struct battle *b = m->b;
    struct dice_want want;
    const int64_t things = dice_size(look), handle = m->b->geometry.dice;
    struct many *many = run_many_room(b, things);
    int64_t faces = state_scratch(m->s, things), list = state_scratch(m->s, things), last = NONE;
    struct dice_look again;
    run_look(b, handle, &again);
    const bool known =
        dice_faces(&m->s->w, m->img, &again, m->s->scratch + (faces & ~SCRATCH_BIT) + 1, &want);
    ASSERT(known);
    const int64_t *face = m->s->scratch + (faces & ~SCRATCH_BIT) + 1;
    int64_t classes = 0;
    for (int64_t k = 0; k < things; k++) {
        if (k == 0 || face[k] != last) {
            last = face[k];
            many->many[classes++] = 0;
            state_scratch_add(m->s, list, last);
        }
        many->many[classes - 1]++;
        many->thing[k] = last;
        many->candidate[k] = classes - 1;
    }
    b->question.count = classes;
    b->question.many = things > classes ? many->many : NULL;
    /* dice that show more may show what is no face of their die */
    b->question.type = (struct image_type){V_FACE, 0, (int16_t)look->die};
    run_offered(b, list);
}

/* Puts the question which dice are chosen. *asked is false if there is only one answer, which
 * m->t[i->a] then is, or none at all. Returns false on an error. */
static bool put_dice(struct machine *m, const struct image_code *i, const struct dice_look *look,
                     bool *asked) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    const bool together = c->mode == MODE_SET;
    int64_t things = dice_size(look), least = 0, most = things;
    int64_t who = frame_word(m->s, m->frame, F_ASKED);
    if (!together && !bounds_of(m, c, i, things, &least, &most)) return false;
    if (who > 0 && !run_speaker(b, &who)) return false;
    run_ask(b, ASK_PICK, who, i->d);
    run_prompt(b, c->prompt);
    offer_faces(m, look);
    b->geometry.choice = i->d;
    b->question.least = least;
    b->question.most = most;
    b->question.may_pass = c->may;
    b->question.together = together;
    struct many_set first = {.begun = false};
    int64_t *take = first.of, left = least;
    bool some = c->mode != MODE_ONE || things > 0;
    bool only = most == 0 || (least == most && (least == things || b->question.count == 1));
    if (together) {
        m->s->error.text[0] = '\0';
        some = run_next_set(b, &first);
        struct many_set other = first;
        only = some && !run_next_set(b, &other);
        if (m->s->error.text[0]) return false;
    } else {
        for (int64_t k = 0; k < b->question.count && only; left -= take[k++])
            take[k] = ask_many(&b->question, k) < left ? ask_many(&b->question, k) : left;
    }
    *asked = some && !(only && !c->may);
    if (!some) nothing_chosen(m, c);
    if (*asked) return who_asked(m, &who);
    if (some) m->t[i->a] = dice_taken_of(b, take);
    return true;
}

bool run_op_choose_dice(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    struct dice_look look;
    bool asked = true;
    run_look(b, m->t[i->b], &look);
    if (look.parts > 0 && dice_one_die(&m->s->w, &look) < 0)
        return run_op_several_dice(m, &look, "chosen among");
    if (!run_op_all_known(m, &look)) return false;
    b->geometry.dice = m->t[i->b];
    if (c->mode == MODE_SET && !capture(m, c, i->c)) return false;
    if (!b->answered && !put_dice(m, i, &look, &asked)) return false;
    if (!asked) return true;
    if (!run_op_decided(m)) return false;
    run_tell_choice(b, b->answer.values, b->answer.count);
    if (b->answer.pass)
        nothing_chosen(m, c);
    else
        m->t[i->a] = run_dice_chosen(b, b->answer.values, b->answer.count);
    return true;
}

/* ---- Places and ways -------------------------------- */

/* Looks for the first legal candidate: g->first is its index, -1 if there is none. If no place of
 * the usual grid is legal, a finer one is tried. Returns false if the rules failed. */
static bool first_spot(struct battle *b, bool path) {
    struct geometry *g = &b->geometry;
    g->fine_grid = false;
    for (;; g->fine_grid = true) {
        b->question.count = run_geometry_count(b);
        if (b->question.count < 0) return false;
        g->first = run_geometry_first(b);
        if (b->s.error.text[0]) return false;
        if (g->first >= 0 || path || g->fine_grid) return true;
    }
}

/* Chooses a place or way on a map. If there is only one and it may not be declined, nobody is
 * asked, as of things. */
static bool choose_area(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    int64_t who = frame_word(m->s, m->frame, F_ASKED), area = NONE;
    bool asked = true;
    if (!b->answered) {
        run_ask(b, ASK_PICK, who > 0 ? who : NONE, i->d);
        run_prompt(b, c->prompt);
        b->question.mover = b->geometry.g.mover;
        b->question.up_to = b->geometry.g.up_to;
        b->question.may_pass = c->may;
        if (!run_map_put(b)) return false;
        asked = b->question.count > 1 || (b->question.count == 1 && c->may);
        if (b->question.count > 0) area = b->question.values[0];
        if (asked && !who_asked(m, &who)) return false;
    }
    if (asked) {
        if (!run_op_decided(m)) return false;
        run_tell_choice(b, b->answer.values, b->answer.count);
        area = b->answer.pass ? NONE : b->question.values[b->answer.values[0]];
    }
    if (area == NONE) nothing_chosen(m, c);
    return area == NONE || run_map_value(b, area, &m->t[i->a]);
}

/* Returns a way with one area more; a way without areas begins where the mover stands. */
static int64_t longer_way(struct state *s, int64_t so_far, int64_t mover, int64_t area) {
    const int64_t count = state_list(s, so_far).count;
    const int64_t way = state_scratch(s, count + 3);
    const struct view before = state_list(s, so_far);
    for (int64_t i = 0; i < count; i++) state_scratch_add(s, way, before.at[i]);
    if (count == 0) {
        state_scratch_add(s, way, mover);
        state_scratch_add(s, way, prim_place_of(s, mover));
    }
    state_scratch_add(s, way, area);
    return way;
}

bool run_op_choose_step(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    struct geometry *g = &b->geometry;
    const int64_t mover = m->t[i->b], so_far = m->t[i->c + 1];
    int64_t who = frame_word(m->s, m->frame, F_ASKED), area = NONE;
    bool asked = true, ends;
    if (!run_op_tidy(m, who)) return false;
    const bool first = state_list(m->s, so_far).count == 0;
    g->choice = i->d;
    g->path = true;
    g->of_head = false;
    g->g = (struct agenda_geometry){mover, NONE, NONE, NONE, m->t[i->c]};
    if (!capture(m, c, i->c + 2)) return false;
    if (!b->answered) {
        run_ask(b, ASK_PICK, who > 0 ? who : NONE, i->d);
        run_prompt(b, c->prompt);
        b->question.mover = mover;
        b->question.up_to = m->t[i->c];
        if (!run_map_step(b, so_far, &ends)) return false;
        const int64_t count = b->question.count;
        b->question.may_pass = first ? c->may : ends;
        asked = count > 1 || (count == 1 && b->question.may_pass);
        if (count > 0) area = b->question.values[0];
        if (asked && !who_asked(m, &who)) return false;
    }
    if (asked) {
        if (!run_op_decided(m)) return false;
        run_tell_choice(b, b->answer.values, b->answer.count);
        area = b->answer.pass ? NONE : b->question.values[b->answer.values[0]];
    }
    m->t[i->a] = area == NONE ? so_far : longer_way(m->s, so_far, mover, area);
    if (area == NONE && first) nothing_chosen(m, c);
    return true;
}

bool run_op_choose_spot(struct machine *m, const struct image_code *i, bool path) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    struct geometry *g = &b->geometry;
    int64_t who;
    if (!run_op_tidy(m, frame_word(m->s, m->frame, F_ASKED))) return false;
    int32_t row = i->c + (path ? 1 : 3);
    g->choice = i->d;
    g->path = path;
    g->of_head = false;
    g->g = (struct agenda_geometry){m->t[i->b], NONE, NONE, NONE, NONE};
    if (path)
        g->g.up_to = m->t[i->c];
    else
        g->g.zone = m->t[i->c], g->g.far = m->t[i->c + 1], g->g.of = m->t[i->c + 2];
    if (!capture(m, c, row)) return false;
    if (MYTH_UNLIKELY(m->img->on_map)) return choose_area(m, i);
    if (!b->answered) {
        if (!who_asked(m, &who)) return false;
        run_ask(b, path ? ASK_PATH : ASK_PLACE, who, i->d);
        run_prompt(b, c->prompt);
        b->question.type = c->type;
        b->question.mover = g->g.mover;
        if (!g->path) b->question.zone = g->g.zone;
        b->question.up_to = g->g.up_to;
        b->question.may_pass = c->may;
        if (!first_spot(b, path)) return false;
        if (g->first < 0) {
            nothing_chosen(m, c);
            return true;
        }
    }
    if (!run_op_decided(m)) return false;
    if (b->answer.pass) {
        run_tell_choice(b, NULL, 0);
        nothing_chosen(m, c);
        return true;
    }
    if (!run_geometry_answer(b, &m->t[i->a])) return run_op_fail(m, "this place is not legal");
    run_tell_choice(b, &m->t[i->a], 1);
    return true;
}

static void label_texts(struct battle *b, const struct image_choice *c, const int64_t *which,
                        int64_t count) {
    const struct image *img = b->s.img;
    const int32_t *labels = img->lists + c->first_label;
    size_t used = 0;
    /* The values of holes lie one behind the other: those of the prompt, then those of each
     * label. */
    int32_t holes = c->prompt >= 0 ? img->templates[c->prompt].texts - 1 : 0;
    for (int32_t k = 0, n = 0; k < c->labels && n < count; k++) {
        if (which[n] == k) {
            char *out = b->label_text + used;
            size_t room = sizeof b->label_text - used;
            size_t length = state_template(&b->s, labels[k], b->holes + holes, out, room);
            b->labels[n++] = out;
            used += length + 1 < room ? length + 1 : room - 1;
        }
        holes += img->templates[labels[k]].texts - 1;
    }
    b->question.labels = b->labels;
}

bool run_op_choose_label(struct machine *m, const struct image_code *i) {
    struct battle *b = m->b;
    const struct image_choice *c = &m->img->choices[i->d];
    if (c->labels > (int32_t)ARRAY_LEN(b->labels)) return state_limit(m->s, LIMIT_LABELS);
    int64_t set = state_scratch(m->s, c->labels), who;
    for (int32_t k = 0; k < c->labels; k++) {
        if (m->t[i->b + k] == 1) state_scratch_add(m->s, set, k);
    }
    int64_t count = state_list(m->s, set).count;
    if (count == 0) {
        nothing_chosen(m, c);
        return true;
    }
    m->t[i->a] = state_list(m->s, set).at[0];
    if (count == 1) return true;
    if (!who_asked(m, &who)) return false;
    run_ask(b, ASK_PICK, who, i->d);
    run_prompt(b, c->prompt);
    b->question.count = count;
    b->question.type = (struct image_type){V_NUMBER, 0, -1};
    run_offered(b, set);
    label_texts(b, c, b->question.values, count);
    if (!run_op_decided(m)) return false;
    run_tell_choice(b, b->answer.values, 1);
    m->t[i->a] = b->question.values[b->answer.values[0]];
    return true;
}

bool run_op_may(struct machine *m, const struct image_code *i) {
    static const int64_t yes_no[] = {1, 0};
    static const char *const words[] = {"yes", "no"};
    struct battle *b = m->b;
    int64_t who;
    if (!who_asked(m, &who)) return false;
    run_ask(b, ASK_PICK, who, i->d);
    run_prompt(b, m->img->choices[i->d].prompt);
    b->question.count = 2;
    b->question.type = (struct image_type){V_TRUTH, 0, -1};
    b->question.values = yes_no;
    b->question.labels = words;
    if (!run_op_decided(m)) return false;
    b->question.values = yes_no;
    run_tell_choice(b, b->answer.values, 1);
    m->t[i->a] = yes_no[b->answer.values[0]];
    return true;
}
