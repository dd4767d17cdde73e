/* The command example: plays a tape until all events around the wanted entry of the journal have
 * ended, keeps the World before and after each of them, and prints the innermost one that can be
 * told as an example. */
#include "cmd_example.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../vm/host.h"
#include "trial.h"

/* ---- Watching the battle ------------------------------------------------------------------- */

/* Notes which rows counted for a number, if that can be expected. */
static void look_at_rows(struct moment *m, const struct image *img, const struct journal_entry *e,
                         size_t at) {
    struct journal_item result, amount;
    struct journal_account_row row;
    const struct image_quantity *q = &img->quantities[e->words[0]];
    const char *labels = "";
    if (q->what != QUANTITY_NUMBER || q->place < 0 || !journal_item(e, &at, &result)) return;
    while (journal_account_row(e, &at, &row, &amount)) {
        int32_t label = row.rule >= 0 ? img->rules[row.rule].label : -1;
        if (label < 0) continue;
        labels = arena_print(&m->c->arena, "%s%s\"%s\"", labels, *labels ? ", " : "",
                             image_text(img, label));
    }
    if (!*labels) return;
    m->number = (int32_t)e->words[0];
    m->labels = labels;
}

/* Notes what the wanted entry tells of. */
static void look_at_entry(struct moment *m, const struct image *img,
                          const struct journal_entry *e) {
    struct journal_item thing;
    size_t at = 0;
    char where[200];
    journal_place_text(img, journal_root(img), e->place, where, sizeof where);
    if (*where) m->where = arena_print(&m->c->arena, "%s: ", where);
    m->kind = e->kind;
    at = e->kind == J_ACCOUNT ? journal_account_start(e) : 0;
    if (!journal_item(e, &at, &thing)) return;
    if (e->kind == J_ACCOUNT) look_at_rows(m, img, e, at);
    if ((e->kind == J_SET || e->kind == J_HELD) && at < e->count) m->field = (int32_t)e->words[at];
    if (e->kind == J_GIVE || e->kind == J_TAKE)
        m->blueprint = journal_name_unpack(img, thing.values[0]).blueprint;
}

static void look_at_journal(struct moment *m, struct battle *b) {
    struct journal_entry e;
    while (m->entries < m->wanted) {
        m->entry_at = m->journal_at;
        if (!journal_next(battle_journal(b), &m->journal_at, &e)) break;
        if (++m->entries == m->wanted) look_at_entry(m, battle_image(b), &e);
    }
    m->found = m->entries >= m->wanted;
}

static void copy_world(struct world *to, struct battle *b) {
    if (!to->block) world_open(to, battle_world(b)->capacity);
    world_copy(to, battle_world(b));
}

static void copy_slots(struct battle *b, int32_t event, int64_t *to) {
    const struct image_event *e = &battle_image(b)->events[event];
    for (int32_t i = 0; i < e->kept && i < SLOTS; i++) to[i] = battle_role(b, i);
}

static void begins(struct moment *m, struct battle *b, int32_t event, uint32_t frame) {
    m->begun = true;
    while (m->levels && m->level[m->levels - 1].frame >= frame) m->levels--;
    if (m->levels == LEVELS) return;
    struct level *l = &m->level[m->levels++];
    l->frame = frame;
    l->event = event;
    l->ended = false;
    l->from = m->end;
    l->answers = 0;
    l->journal_at = battle_journal(b)->count;
    copy_world(&l->begin, b);
    copy_slots(b, event, l->role);
}

static void ends(struct moment *m, struct battle *b, int32_t event, uint32_t frame) {
    for (int32_t i = m->levels - 1; i >= 0; i--) {
        struct level *l = &m->level[i];
        if (l->frame != frame || l->event != event || l->ended) continue;
        if (!m->found) {
            m->levels = i;
            return;
        }
        l->ended = true;
        l->to = m->end;
        for (struct said **at = l->from; at != l->to; at = &(*at)->next) l->answers++;
        const struct journal *j = battle_journal(b);
        l->numbers =
            example_numbers(&m->c->arena, battle_image(b), j, l->journal_at, j->count, m->entry_at);
        copy_world(&l->end, b);
        copy_slots(b, event, l->kept);
        m->done = i == 0;
        return;
    }
}

static void at_event(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended) {
    struct moment *m = user;
    if (!m->found) look_at_journal(m, b);
    if (ended)
        ends(m, b, event, frame);
    else if (!m->found)
        begins(m, b, event, frame);
}

/* ---- What was answered --------------------------------------------------------------------- */

static struct said *new_said(struct moment *m, bool die, bool first) {
    struct said *s = NEW(&m->c->arena, struct said);
    *s = (struct said){
        .die = die, .first = first, .thing = NONE, .spot = NONE, .who = m->who, .text = ""};
    *m->end = s;
    m->end = &s->next;
    return s;
}

/* Returns a copy of a text (NULL: NULL), because the image by which the tape was played is freed
 * before the example is written. */
static const char *own_text(struct moment *m, const char *text) {
    return text ? arena_text(&m->c->arena, text, strlen(text)) : NULL;
}

static void say_dice(struct moment *m, const struct image *img, const struct question *q,
                     const struct answer *a) {
    for (int64_t i = 0; i < a->count; i++) {
        struct said *s = new_said(m, true, i == 0);
        struct image_type face = {V_FACE, 0, -1};
        s->cannot = q->kind != ASK_ROLL && q->kind != ASK_RANDOM;
        s->text = own_text(
            m, example_plain(&m->c->arena, img, face, a->values[i] + (q->kind == ASK_RANDOM)));
    }
}

static void say_picks(struct moment *m, const struct image *img, const struct question *q,
                      const struct answer *a) {
    for (int64_t i = 0; i < a->count; i++) {
        struct said *s = new_said(m, false, false);
        int64_t at = a->values[i], value = q->values ? q->values[at] : at;
        bool may = q->choice >= 0 && img->choices[q->choice].what == CHOICE_MAY;
        if (q->labels)
            s->text =
                may ? (at == 0 ? "yes" : "no") : arena_print(&m->c->arena, "\"%s\"", q->labels[at]);
        else if (q->type.class == V_THING)
            s->thing = value;
        else
            s->text = own_text(m, example_plain(&m->c->arena, img, q->type, value));
        s->cannot = !s->text;
    }
    if (a->pass || a->count < q->most) new_said(m, false, false)->text = "pass";
}

static bool at_answer(void *user, struct battle *b, const struct question *q,
                      const struct answer *a) {
    struct moment *m = user;
    const struct image *img = battle_image(b);
    const int64_t *at = a->values;
    int64_t count = a->count;
    if (!m->found) look_at_journal(m, b);
    m->who = q->who;
    if (q->kind == ASK_PICK || (q->kind == ASK_RANDOM && q->pile >= 0)) {
        say_picks(m, img, q, a);
    } else if (q->kind != ASK_PLACE && q->kind != ASK_PATH) {
        say_dice(m, img, q, a);
    } else if (a->pass) {
        new_said(m, false, false)->text = "pass";
    } else {
        if (!a->spelled && !run_candidate(b, a->values[0], &at, &count)) count = 0;
        struct said *s = new_said(m, false, false);
        s->cannot = count == 0;
        if (count) s->spot = at[count - 1];
    }
    return !m->done;
}

/* ---- Telling it ---------------------------------------------------------------------------- */

/* Prints the example of the innermost event that can be written, passes, and changes something that
 * an example can expect. If there is none, prints that of the innermost event that can be written
 * and passes. If there is none either, says why. */
static enum cmd_exit write_example(struct moment *m, const struct image *img, const char *path) {
    struct page w = {.m = m, .img = img, .arena = &m->c->arena};
    const char *first = NULL;
    struct span shape = {NULL, 0};
    bool good = false;
    w.b = trial_battle(img), w.after = trial_battle(img), w.fresh = trial_battle(img);
    for (int idle = 0; idle < 2; idle++) {
        for (int32_t i = m->levels - 1; i >= 0 && !good; i--) {
            const struct image_event *e = &img->events[m->level[i].event];
            w.level = &m->level[i];
            if (m->level[i].event < EVENT_BUILTIN_COUNT_) continue;
            const char *title =
                arena_print(&m->c->arena, "%s, entry %" PRId64,
                            image_text(img, e->title >= 0 ? e->title : e->name), m->wanted);
            const char *why = !w.level->ended ? "it did not end" : NULL;
            if (!why) why = example_survey(&w) ? NULL : w.cannot;
            if (!why && w.idle != idle) continue;
            if (!why) why = example_slice(&w, path, title, &shape);
            good = !why;
            if (why && !first)
                first = arena_print(&m->c->arena, "%s: %s", image_text(img, e->name), why);
        }
    }
    if (good) fwrite(shape.at, 1, shape.len, stdout);
    if (!m->levels)
        cmd_say(m->c, "%sentry %" PRId64 " %s, and an example does an event", m->where, m->wanted,
                m->begun ? "stands behind an event that had ended, and in none"
                         : "stands before the first event: it is of the set-up");
    else if (!good)
        cmd_say(m->c,
                "%sno event around entry %" PRId64 " can be said as an example that passes (%s)",
                m->where, m->wanted, first ? first : "there is none");
    battle_free(w.b), battle_free(w.after), battle_free(w.fresh);
    return good ? CMD_GOOD : CMD_MISTAKES;
}

static enum cmd_exit example(struct moment *m) {
    enum cmd_exit code;
    struct image *img = cmd_load_for_play(m->c, m->rules, &code);
    if (!img) return code;
    code = CMD_INPUT;
    if (img->hash != m->hash)
        cmd_say(m->c, "the rules %s have changed since", m->rules);
    else
        code = write_example(m, img, cmd_find_rules(m->c, m->rules, true));
    image_free(img);
    return code;
}

static void made(void *user, struct battle *b) {
    struct moment *m = user;
    if (m->found) return;
    m->hash = battle_image(b)->hash;
    m->journal_at = 0;
    m->levels = 0;
    m->begun = false;
}

static void played(void *user, struct battle *b) {
    struct moment *m = user;
    if (!m->found) look_at_journal(m, b);
}

enum cmd_exit cmd_example(struct cmd *c) {
    struct moment *m = NEW(&c->arena, struct moment);
    m->c = c;
    m->end = &m->said;
    m->field = m->blueprint = m->number = -1;
    m->where = "";
    struct cmd_watch watch = {.made = made,
                              .answers = at_answer,
                              .played = played,
                              .event = at_event,
                              .user = m,
                              .rules = &m->rules};
    if (c->words != 1 || !cmd_option(c, "--at"))
        return (enum cmd_exit)cmd_usage(c, "example wants one tape, and --at N");
    if (!cmd_number(c, "--at", 1, NUM_MAX, &m->wanted)) return CMD_USAGE;
    enum cmd_exit code = cmd_watch_tape(c, c->word[0], &watch);
    if (code == CMD_GOOD && !m->found)
        code = (enum cmd_exit)cmd_usage(c, "the journal has no entry %" PRId64 ": it has %" PRId64,
                                        m->wanted, m->entries);
    if (code == CMD_GOOD) code = example(m);
    for (int32_t i = 0; i < LEVELS; i++) {
        if (m->level[i].begin.block) world_close(&m->level[i].begin);
        if (m->level[i].end.block) world_close(&m->level[i].end);
    }
    return code;
}
