/*
 * The instructions of examples: whether a truth holds, which rows counted, whether an action is
 * open. Each `expect` adds a finding to the battle, for the caller that runs the example.
 */
#include <stdio.h>
#include <string.h>

#include "run_op.h"

bool run_op_open(struct machine *m, const struct image_code *i, bool *open, struct head *h) {
    agenda_head(m->s, h, i->d, NONE, m->t + i->b, i->c);
    h->judged = true;
    return agenda_open(m->s, h, 0, open);
}

static void finding(struct machine *m, enum run_finding_what what, bool holds, int32_t text,
                    const char *why) {
    struct battle *b = m->b;
    if (b->findings_count == FINDINGS_MAX) {
        /* Further findings are dropped; the last one is made to fail and says so. */
        b->findings[FINDINGS_MAX - 1].holds = false;
        snprintf(b->findings[FINDINGS_MAX - 1].why, sizeof b->findings[0].why,
                 "a block has at most %d expectations", FINDINGS_MAX);
        return;
    }
    struct run_finding *f = &b->findings[b->findings_count++];
    f->holds = holds;
    f->what = what;
    f->text = text;
    f->place = m->s->place;
    snprintf(f->why, sizeof f->why, "%s", why);
}

bool run_op_given_stands(struct machine *m, const struct image_code *i) {
    struct state *s = m->s;
    int64_t thing = m->t[i->a], one = thing;
    struct view who = {&one, 1};
    if (state_is_root(s, thing, ROOT_GROUP)) {
        int32_t members = s->img->kinds[state_kind(s, thing)].members;
        who = state_list(s, state_word(s, thing, (uint32_t)s->img->fields[members].slot));
    }
    for (int64_t k = 0; k < who.count; k++) {
        const char *no = prim_set_up_refused(s, who.at[k], prim_place_of(s, who.at[k]));
        if (no) return state_fail(s, "it cannot stand here: %s", no);
    }
    return true;
}

static void slot_text(const struct machine *m, int32_t slot, char *text, size_t room) {
    const struct image_func *fn = &m->img->funcs[frame_func(m->s, m->frame)];
    struct image_type type = m->img->slots[fn->first_slot + slot].type;
    journal_value_text(m->img, type, frame_slots(m->s, m->frame)[slot], true, text, room);
}

void run_op_expect(struct machine *m, const struct image_code *i) {
    bool holds = m->t[i->a] == 1;
    char why[160] = "", value[60], other[60];
    /* a part of `and` that holds is no finding; its last part stands for the whole */
    if (holds && i->b % 2 == 1) return;
    if (!holds && i->c > 0) {
        slot_text(m, i->c - 1, value, sizeof value);
        snprintf(why, sizeof why, "it is %s", value);
    }
    if (!holds && i->b / 2 > 0) {
        slot_text(m, i->b / 2 - 1, other, sizeof other);
        snprintf(why, sizeof why, "they are %s and %s", value, other);
    }
    finding(m, FINDING_TRUTH, holds, i->d, why);
}

/* Finds the last entry of the journal that accounts for a quantity. `siblings`: any quantity of the
 * same name will do. Returns false if there is none. */
static bool last_account(struct machine *m, int32_t quantity, bool siblings,
                         struct journal_entry *found) {
    struct journal_entry entry;
    bool any = false;
    for (size_t at = 0; journal_next(&m->s->journal, &at, &entry);) {
        if (entry.kind != J_ACCOUNT) continue;
        int64_t of = entry.words[0];
        if (siblings && m->img->quantities[of].name != m->img->quantities[quantity].name) continue;
        if (!siblings && of != quantity) continue;
        *found = entry;
        any = true;
    }
    return any;
}

/* Adds a label in quotes to a text; what does not fit into `room` is cut off. */
static void add_label(const struct machine *m, char *text, size_t room, const char *before,
                      int64_t label) {
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s\"%s\"", before, image_text(m->img, (int32_t)label));
}

void run_op_expect_rows(struct machine *m, const struct image_code *i) {
    struct journal_entry e;
    char why[400] = "are ", found[200] = "it was not read";
    bool holds = false;
    for (int32_t k = 0; k < i->b; k++)
        add_label(m, why, sizeof why / 2, k ? ", " : "", m->t[i->a + k]);
    if (last_account(m, i->d, i->c == 1, &e)) {
        size_t at = journal_account_start(&e);
        struct journal_account_row row;
        struct journal_item amount;
        journal_item(&e, &at, &amount); /* the start and the result */
        journal_item(&e, &at, &amount);
        int32_t labels = 0;
        holds = true;
        found[0] = '\0';
        while (journal_account_row(&e, &at, &row, &amount)) {
            if (row.rule < 0) continue; /* a row in Lua: examples run without rules in Lua */
            int32_t label = m->img->rules[row.rule].label;
            if (label < 0) continue;
            holds &= labels < i->b && m->t[i->a + labels] == label;
            add_label(m, found, sizeof found, labels++ ? ", " : "they are ", label);
        }
        holds &= labels == i->b;
        if (labels == 0) snprintf(found, sizeof found, "no row counted");
    }
    size_t used = strlen(why);
    snprintf(why + used, sizeof why - used, "%s; %s", i->b ? "" : "none", found);
    finding(m, FINDING_ROWS, holds, m->img->quantities[i->d].name, holds ? "" : why);
}

bool run_op_expect_closed(struct machine *m, const struct image_code *i) {
    struct head h;
    bool open;
    if (!run_op_open(m, &(struct image_code){.a = 0, .b = i->a, .c = i->b, .d = i->d}, &open, &h)) {
        return false;
    }
    char why[200] = "";
    int64_t wanted = m->t[i->c];
    bool holds =
        !open && (wanted == NONE || strcmp(h.why, image_text(m->img, (int32_t)wanted)) == 0);
    if (open)
        snprintf(why, sizeof why, "it is open");
    else if (!holds)
        snprintf(why, sizeof why, "it is closed because %s", h.why);
    finding(m, FINDING_CLOSED, holds, m->img->events[i->d].title, why);
    return true;
}

/* Fails if the action of a `chances` block is not open, because its odds would be odds of nothing.
 * h.judged stays false, so a limit within an event that does not run closes the action here, as it
 * does when the action is done. */
bool run_op_must_open(struct machine *m, const struct image_code *i) {
    struct head h;
    bool open;
    agenda_head(m->s, &h, i->d, NONE, m->t + i->a, i->b);
    if (!agenda_open(m->s, &h, 0, &open)) return false;
    if (open) return true;
    const struct image_event *e = &m->img->events[i->d];
    char place[120], text[400];
    journal_place_text(m->img, journal_root(m->img), h.place, place, sizeof place);
    snprintf(text, sizeof text, "%s is not open here, so nothing would be done: %s%s%s%s",
             image_text(m->img, e->title >= 0 ? e->title : e->name), h.why, *place ? " (" : "",
             place, *place ? ")" : "");
    return run_op_fail(m, text);
}
