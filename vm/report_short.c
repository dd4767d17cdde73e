/*
 * The short answer to `why`: of dice and numbers those that belong together, with the rows; of an
 * event what the story tells of it; of any other entry what the story tells just before it. Then
 * the few events around the entry that a reader knows from the story, and the last choices.
 */
#include "report_inner.h"

#include <inttypes.h>
#include <stdio.h>

/* The most of each that is printed: lines of the story inside of an event, before an entry and
 * about a thing, numbers of a roll, dice and numbers of an event that the story does not tell,
 * choices. */
enum {
    LINES_INSIDE = 6,
    LINES_BEFORE = 3,
    LINES_ABOUT = 12,
    NUMBERS = 2,
    DICE_INSIDE = 6,
    CHOICES = 3
};

/* ---- Dice and numbers */

/* Returns the last dice that were rolled directly in an event; NULL if there are none. */
static const struct report_node *dice_in(const struct report_node *event) {
    const struct report_node *c = event->e.kind == J_BEGIN ? event->last : NULL;
    while (c && c->e.kind != J_ROLL && c->e.kind != J_REROLL) c = c->before;
    return c;
}

/* Returns the dice to which a number or count belongs: they were rolled before it in the same
 * event, or in an event just before it, and nothing but numbers and counts stands between. Returns
 * NULL if there are none. */
static const struct report_node *dice_before(const struct report_node *node) {
    for (const struct report_node *c = node; c; c = c->before) {
        if (c->e.kind == J_ROLL || c->e.kind == J_REROLL) return c;
        if (!report_is_dice(c)) return dice_in(c);
    }
    return NULL;
}

/* Returns the next count of the dice to which `node` belongs; NULL if they were not counted. */
static const struct report_node *count_of(const struct report_node *node) {
    const struct report_node *c = node;
    if (node->next == NULL && node->e.kind == J_ROLL && node->parent) c = node->parent;
    for (c = c->next; c && report_is_dice(c) && c->e.kind != J_ROLL; c = c->next)
        if (c->e.kind == J_COUNT) return c;
    return NULL;
}

/* Prints the numbers with rows among the entries from `first` up to but not including `stop`; of
 * more than NUMBERS the last. If none has rows, prints the last that is no bare field. */
static void print_numbers(struct report *r, const struct report_node *first,
                          const struct report_node *stop) {
    const struct report_node *plain = NULL;
    size_t found = 0, skip;
    for (const struct report_node *c = first; c && c != stop && report_is_dice(c); c = c->next) {
        found += journal_has_rows(&c->e);
        if (c->e.kind == J_ACCOUNT && !report_is_bare(r, c)) plain = c;
    }
    skip = found > NUMBERS ? found - NUMBERS : 0;
    for (const struct report_node *c = first; c && c != stop && report_is_dice(c); c = c->next) {
        if (!journal_has_rows(&c->e)) continue;
        if (skip)
            skip--;
        else
            report_print_account(r, c, NULL);
    }
    if (!found && plain) report_print_account(r, plain, NULL);
}

/* Prints the end of the event around dice that were compared and not counted, if it kept anything:
 * whether a test was passed. */
static void print_outcome(struct report *r, const struct report_node *node) {
    const struct report_node *event = node->parent;
    if (node->next == NULL && node->e.kind == J_ROLL && event->parent) event = event->parent;
    const struct image_event *e = report_event(r, &event->e);
    if (event->end && e && e->kept > e->roles) report_print_entry(r, event->end, 0);
}

/* Prints dice, a count or a number, and what belongs to it. */
static void print_dice(struct report *r, const struct report_node *node) {
    const struct report_node *dice = dice_before(node), *count = count_of(node);
    const struct report_node *after =
        dice == node && !node->next && node->parent ? node->parent : node;
    if (node->e.kind == J_ACCOUNT)
        report_print_account(r, node, NULL);
    else
        report_print_entry(r, node, 0);
    if (dice && dice != node) report_print_entry(r, dice, 0);
    if (node->e.kind == J_COUNT && dice)
        print_numbers(r, dice->parent == node->parent ? dice->next : dice->parent->next, node);
    if (node->e.kind == J_ROLL || node->e.kind == J_REROLL) print_numbers(r, after->next, count);
    if (count && node->e.kind != J_COUNT) report_print_entry(r, count, 0);
    if (!count && dice && node->e.kind != J_COUNT) print_outcome(r, node);
}

/* ---- Lines of the story */

/* Prints a line of the story with the number of its entry, and before it the thing that it is about
 * unless that is `actor`. */
static void print_told(struct report *r, const struct report_told_line *line, int64_t actor) {
    struct report_text t = {0};
    const struct report_node *node = r->nodes[line->entry - 1];
    report_put_number_column(r, &t, node);
    const size_t from = t.len;
    const bool head = line->actor != NONE && line->actor != actor;
    if (head) {
        report_put_name(r, &t, line->actor, true);
        report_capital(&t, from);
        report_put(&t, *line->text == ':' ? "" : ": ");
    }
    report_put(&t, line->text);
    if (!head) report_capital(&t, from);
    report_put_source(r, &t, node->e.place, (struct journal_cites){0});
    report_flush(r, &t, 0, REPORT_COLUMNS + 6);
    report_text_free(&t);
}

/* Says how many lines were left out, and by which they are told. */
static void print_left_out(struct report *r, size_t n, const char *by) {
    struct report_text t = {0};
    char text[80];
    if (!n) return;
    snprintf(text, sizeof text, "(%zu more%s%s)", n, *by ? ": " : "", by);
    report_put(&t, text);
    report_flush(r, &t, REPORT_COLUMNS + 2, REPORT_COLUMNS + 6);
    report_text_free(&t);
}

/* Prints the numbers with rows against which dice were thrown, among the entries from `first` to
 * `last`; of more than NUMBERS the first. Returns how many it has printed. */
static size_t print_reckoned(struct report *r, size_t first, size_t last) {
    size_t printed = 0;
    for (size_t i = first; i <= last && printed < NUMBERS; i++) {
        const struct report_node *node = r->nodes[i - 1];
        if (!journal_has_rows(&node->e) || !dice_before(node)) continue;
        report_print_account(r, node, NULL);
        printed++;
    }
    return printed;
}

/* Whether a line of the story tells an entry. */
static bool is_told(const struct report_told *story, size_t entry) {
    for (size_t i = 0; i < story->count; i++)
        if (*story->at[i].text && story->at[i].entry == entry) return true;
    return false;
}

/* Prints the lines of the story that tell what happened in an event; of an event of which the story
 * tells nothing, the dice and numbers in it. `asked`: the event, or its END, which is what was
 * asked about. Returns how many numbers it has printed with their rows. */
static size_t print_event(struct report *r, const struct report_node *event,
                          const struct report_node *asked, const struct report_told *story) {
    size_t lines = 0, last = report_last_number(event);
    if (asked != event || !is_told(story, event->number)) report_print_entry(r, asked, 0);
    for (size_t i = 0; i < story->count; i++) {
        const struct report_told_line *l = &story->at[i];
        if (!*l->text || l->entry < event->number || l->entry > last) continue;
        if (lines++ < LINES_INSIDE) print_told(r, l, report_actor(r, event));
    }
    print_left_out(r, lines > LINES_INSIDE ? lines - LINES_INSIDE : 0, "");
    if (lines) return lines == 1 ? print_reckoned(r, event->number, last) : 0;
    for (const struct report_node *c = event->child; c; c = c->next) {
        if (!report_is_dice(c) || (c->e.kind == J_ACCOUNT && !journal_has_rows(&c->e))) continue;
        if (lines++ < DICE_INSIDE) report_print_entry(r, c, 0);
    }
    print_left_out(r, lines > DICE_INSIDE ? lines - DICE_INSIDE : 0, "all");
    const struct image_event *e = report_event(r, &event->e);
    if (asked == event && event->end && e && e->kept > e->roles)
        report_print_entry(r, event->end, 0);
    return 0;
}

/* ---- Around */

/* Whether an event around an entry is one that a reader of the story knows: a part of the battle,
 * the turn of a thing, an action. */
static bool is_landmark(const struct report *r, const struct report_node *n) {
    const struct image_event *event = report_event(r, &n->e);
    if (!event || report_is_shell(n) || n == report_battle(r)) return false;
    return event->action || report_actor(r, n) != NONE ||
           (n->parent == (report_battle(r) ? report_battle(r) : r->top) &&
            report_is_part(r, n, report_battle(r) != NULL));
}

/* Prints the lines of the story before an entry in the action or turn of a thing around it, that of
 * the entry itself included; of more than LINES_BEFORE the last. */
static void print_before(struct report *r, const struct report_node *node,
                         const struct report_told *story) {
    const struct report_node *in = node->parent;
    size_t lines = 0;
    while (in && in->parent && !is_landmark(r, in)) in = in->parent;
    if (!in || !in->parent || in->parent == report_battle(r)) return;
    for (int pass = 0; pass < 2; pass++) {
        if (pass && lines) report_print_heading(r, "In the report");
        size_t skip = lines > LINES_BEFORE ? lines - LINES_BEFORE : 0;
        for (size_t i = 0; i < story->count; i++) {
            const struct report_told_line *l = &story->at[i];
            if (!*l->text || l->entry < in->number || l->entry > node->number) continue;
            if (node->e.kind == J_BEGIN && l->entry == node->number) continue;
            if (pass == 0)
                lines++;
            else if (skip)
                skip--;
            else
                print_told(r, l, l->actor);
        }
    }
}

/* Prints the landmarks around an entry, from the outermost, and the event in which it stands. */
static void print_around(struct report *r, const struct report_node *inner,
                         const struct report_node *node, int *depth) {
    if (!node->parent) return;
    print_around(r, inner, node->parent, depth);
    if (!is_landmark(r, node) && (node != inner || report_is_shell(node))) return;
    if (*depth == 0) report_print_heading(r, "In");
    report_print_plainly(r, node, 2 * (*depth)++);
}

/* Prints the choices between the event before an entry and the entry, or else those before the
 * event around it, and so on outwards; of more than CHOICES the last. */
static void print_chosen(struct report *r, const struct report_node *node) {
    for (; node->parent; node = node->parent) {
        const struct report_node *first = NULL;
        size_t count = 0;
        for (const struct report_node *c = node->before; c && c->e.kind != J_BEGIN; c = c->before) {
            if (c->e.kind != J_CHOICE || count == CHOICES) continue;
            first = c;
            count++;
        }
        if (!first) continue;
        report_print_heading(r, "Chosen");
        for (; first && first != node; first = first->next)
            if (first->e.kind == J_CHOICE) report_print_entry(r, first, 0);
        return;
    }
}

void report_short(struct report *r, const struct report_node *node,
                  const struct report_node *told) {
    struct report_told story = {0};
    int depth = 0;
    if (report_is_dice(node)) {
        print_dice(r, node);
    } else {
        report_collect(r, &story);
        if (node->e.kind == J_BEGIN) {
            const size_t numbers = print_event(r, node, told, &story);
            const struct image_event *event = report_event(r, &node->e);
            if (event && !event->action && numbers < NUMBERS) print_before(r, node, &story);
        } else {
            report_print_entry(r, told, 0);
            print_before(r, node, &story);
        }
    }
    if (node->parent) print_around(r, node->parent, node->parent, &depth);
    print_chosen(r, node);
    report_told_free(&story);
}

void report_short_lines(struct report *r, const struct report_node *scope,
                        const struct report_told *lines) {
    const size_t skip = lines->count > LINES_ABOUT ? lines->count - LINES_ABOUT : 0;
    int depth = 0;
    print_left_out(r, skip, "before");
    for (size_t i = skip; i < lines->count; i++)
        print_told(r, &lines->at[i], scope ? report_actor(r, scope) : NONE);
    if (scope) print_around(r, scope, scope, &depth);
}
