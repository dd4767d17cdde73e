/*
 * Why an entry of the journal is as it is (report_why): first what it was made of, then where it
 * stands and what was chosen before it; or everything about it.
 */
#include "report_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { EVENTS_BEFORE = 4 };

bool report_is_dice(const struct report_node *n) {
    return n->e.kind == J_ROLL || n->e.kind == J_REROLL || n->e.kind == J_ACCOUNT ||
           n->e.kind == J_COUNT;
}

void report_print_heading(struct report *r, const char *text) {
    struct report_text t = {0};
    report_blank(r);
    report_put_style(&t, STYLE_HEAD);
    report_put(&t, text);
    report_put_style(&t, STYLE_END);
    report_flush(r, &t, 0, 0);
    report_text_free(&t);
}

/* Puts the things that made row `number` of an account count: ": Guards 2, wood"; of more of them
 * than the row adds: ": among Guards 2, wood". */
static void put_behind(const struct report *r, struct report_text *t,
                       const struct report_node *node, int32_t number,
                       const struct journal_item *amount) {
    const struct journal_behind *all = r->options.behind;
    size_t low = 0, high = r->options.behind_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (all[middle].entry < (int64_t)node->number)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < r->options.behind_count && all[low].entry == (int64_t)node->number; low++) {
        if (all[low].row != number) continue;
        const int64_t by = amount->type.class == V_NUMBER ? amount->values[0] : NUM_MAX;
        const int64_t size = by < 0 ? -by : by;
        const bool more = all[low].count > size;
        for (int32_t i = 0; i < all[low].count; i++) {
            report_put(t, i ? ", " : more ? ": among " : ": ");
            report_put_name(r, t, all[low].name[i], false);
        }
        if (all[low].more && all[low].count && all[low].count < size)
            report_put(t, r->options.utf8 ? ", \u2026" : ", ...");
    }
}

/* Prints a row in a line: amount, label, the things behind it, the blueprint in which it stands,
 * place, clauses. */
static void print_row(struct report *r, const struct report_node *node, int32_t number,
                      const struct journal_account_row *any, const struct journal_item *amount) {
    if (any->rule >= r->img->rules_count) return;
    struct report_text t = {0};
    report_put_any_row(r, &t, any, amount);
    put_behind(r, &t, node, number, amount);
    if (any->rule < 0) {
        report_put(&t, ", a rule in Lua");
        report_flush(r, &t, REPORT_COLUMNS + 6, REPORT_COLUMNS + 10);
        report_text_free(&t);
        return;
    }
    const struct image_rule *row = &r->img->rules[any->rule];
    if (row->blueprint >= 0 && row->blueprint < r->img->blueprints_count) {
        const struct image_blueprint *b = &r->img->blueprints[row->blueprint];
        report_put(&t, ", a rule of ");
        report_put_title(r, &t, b->title, b->name);
    }
    report_put_source(r, &t, row->place, (struct journal_cites){row->cites, row->cite_count});
    report_flush(r, &t, REPORT_COLUMNS + 6, REPORT_COLUMNS + 10);
    report_text_free(&t);
}

void report_print_account(struct report *r, const struct report_node *node, const char *lead) {
    struct report_text t = {0};
    char label[200];
    if (lead)
        report_put(&t, lead);
    else
        report_put_number_column(r, &t, node);
    report_put_quantity(r, &t, &node->e);
    int64_t q = node->e.count ? node->e.words[0] : -1;
    bool known = q >= 0 && q < r->img->quantities_count;
    report_put_source(r, &t, known ? r->img->quantities[q].place : -1,
                      journal_entry_cites(r->img, &node->e));
    report_flush(r, &t, 0, REPORT_COLUMNS + 6);
    size_t at = journal_account_start(&node->e);
    struct journal_item start, result, amount;
    if (!known || !journal_item(&node->e, &at, &start)) return;
    if (!journal_item(&node->e, &at, &result)) return;
    report_put(&t, "start: ");
    report_start_label(r, (int32_t)q, label, sizeof label);
    report_put_foreign(&t, label);
    report_put(&t, *label ? " " : "");
    report_put_item(r, &t, &start);
    report_flush(r, &t, REPORT_COLUMNS + 6, REPORT_COLUMNS + 10);
    struct journal_account_row row;
    for (int32_t i = 0; journal_account_row(&node->e, &at, &row, &amount); i++)
        print_row(r, node, i, &row, &amount);
    report_text_free(&t);
}

/* Whether two accounts are equal word for word, but for what they are of and what was measured. */
static bool same_account(const struct report_node *a, const struct report_node *b) {
    if (a->e.kind != J_ACCOUNT || b->e.kind != J_ACCOUNT) return false;
    if (a->e.words[0] != b->e.words[0]) return false;
    const size_t at = journal_account_start(&a->e), other = journal_account_start(&b->e);
    const size_t count = a->e.count - at;
    return b->e.count - other == count &&
           memcmp(a->e.words + at, b->e.words + other, count * sizeof *a->e.words) == 0;
}

/* Returns the last of the accounts that follow `node` directly and equal it, up to the entry number
 * `up_to`; `node` itself if none does. */
static const struct report_node *last_alike(const struct report_node *node, size_t up_to) {
    const struct report_node *n = node->next;
    for (; n && n->number <= up_to && n->e.kind == J_ACCOUNT; node = n, n = n->next) {
        if (!same_account(n, node)) break;
    }
    return node;
}

/* Prints accounts that are equal: the first one, and the number of the last. */
static void print_accounts(struct report *r, const struct report_node *first,
                           const struct report_node *last) {
    char text[64];
    report_print_account(r, first, NULL);
    if (last == first) return;
    struct report_text t = {0};
    snprintf(text, sizeof text, "the same up to %" PRId64, report_number(r, last));
    report_put(&t, text);
    report_flush(r, &t, REPORT_COLUMNS + 6, REPORT_COLUMNS + 10);
    report_text_free(&t);
}

/* Prints the dice and numbers that stand directly in an event, up to the entry number `up_to`.
 * Returns whether there are any. */
static bool print_dice(struct report *r, const struct report_node *event, size_t up_to) {
    bool any = false;
    const size_t end = report_last_number(event) < up_to ? report_last_number(event) : up_to;
    for (size_t n = event->number; n < end; n++) {
        const struct report_node *c = r->nodes[n];
        if (c->parent != event || !(report_is_dice(c) || report_is_aside(&c->e))) continue;
        any = true;
        if (c->e.kind == J_ACCOUNT) {
            const struct report_node *last = last_alike(c, up_to);
            print_accounts(r, c, last);
            n = last->number - 1;
        } else {
            report_print_entry(r, c, 0);
        }
    }
    return any;
}

static bool has_dice(const struct report_node *event, size_t up_to) {
    for (const struct report_node *c = event->child; c && c->number <= up_to; c = c->next)
        if (report_is_dice(c)) return true;
    return false;
}

/* Returns the number of the last entry that belongs to the dice or number `node`: the numbers read
 * and counts made directly after it belong to it. Returns the number of any other `node` itself. */
static size_t end_of_dice(const struct report_node *node) {
    if (!report_is_dice(node)) return node->number;
    const struct report_node *last = node;
    for (const struct report_node *c = node->next; c; c = c->next) {
        if (c->e.kind != J_ACCOUNT && c->e.kind != J_COUNT) break;
        last = c;
    }
    return last->number;
}

/* Prints the events around, from the outermost to `node`. */
static void print_around(struct report *r, const struct report_node *node) {
    if (!node->parent) return; /* the root of the tree is no entry */
    print_around(r, node->parent);
    if (!report_is_shell(node)) report_print_entry(r, node, 2 * report_depth(node));
}

/* Prints the choices that led to an entry. These are the choices that stand between the event
 * before and the entry itself; if there are none, those between the event before and the event
 * around the entry, and so on outwards. Returns the event in which the choices stand; NULL if there
 * are none. */
static const struct report_node *print_choices(struct report *r, const struct report_node *node) {
    const struct report_node *on_way = node;
    for (; on_way->parent; on_way = on_way->parent) {
        const struct report_node *first = NULL;
        for (const struct report_node *c = on_way->before; c && c->e.kind != J_BEGIN; c = c->before)
            if (c->e.kind == J_CHOICE) first = c;
        if (!first) continue;
        report_print_heading(r, "Chosen");
        for (; first && first != on_way; first = first->next)
            if (first->e.kind == J_CHOICE) report_print_entry(r, first, 0);
        return on_way->parent;
    }
    return NULL;
}

/* Prints the dice and numbers of one event under the line of the event. The first time, sets *any
 * and prints a heading before. */
static void print_part(struct report *r, const struct report_node *event, size_t up_to, bool *any) {
    if (!event->parent || !has_dice(event, up_to)) return;
    if (!*any) report_print_heading(r, "Dice and numbers");
    *any = true;
    report_print_entry(r, event, 0);
    print_dice(r, event, up_to);
}

/* Prints the events with dice that stand before `node` in the same event, at most the last
 * EVENTS_BEFORE of them. */
static void print_before(struct report *r, const struct report_node *node, bool *any) {
    const struct report_node *found[EVENTS_BEFORE];
    size_t count = 0;
    for (const struct report_node *c = node->before; c && count < EVENTS_BEFORE; c = c->before)
        if (c->e.kind == J_BEGIN && has_dice(c, SIZE_MAX)) found[count++] = c;
    while (count-- > 0) print_part(r, found[count], SIZE_MAX, any);
}

/* Prints the dice and numbers between the choice and the entry: of each event around the entry, up
 * to `chosen_in` (the event of the choice), of the last events before the entry in each of these,
 * and of the entry itself if it is an event. */
static void print_numbers(struct report *r, const struct report_node *node,
                          const struct report_node *chosen_in) {
    const struct report_node *way[MAX_DEPTH_EVENTS + 2];
    size_t count = 0, up_to = end_of_dice(node);
    bool any = false;
    for (const struct report_node *n = node; n->parent && n->parent != chosen_in; n = n->parent)
        if (count < ARRAY_LEN(way)) way[count++] = n;
    while (count-- > 0) {
        print_part(r, way[count]->parent, up_to, &any);
        print_before(r, way[count], &any);
    }
    if (node->e.kind == J_BEGIN) print_part(r, node, SIZE_MAX, &any);
}

/* Prints the entries inside of an event, except dice, numbers and choices, and then its END. */
static void print_inside(struct report *r, const struct report_node *node) {
    bool any = false;
    for (const struct report_node *c = node->child; c; c = c->next) {
        if (report_is_dice(c) || c->e.kind == J_CHOICE) continue;
        if (!any) report_print_heading(r, "In it");
        any = true;
        report_print_entry(r, c, 0);
    }
    if (node->end) report_print_entry(r, node->end, 0);
}

bool report_is_bare(const struct report *r, const struct report_node *n) {
    size_t at = journal_account_start(&n->e);
    struct journal_item item;
    struct journal_account_row row;
    int64_t q = n->e.kind == J_ACCOUNT && n->e.count ? n->e.words[0] : -1;
    if (q < 0 || q >= r->img->quantities_count) return false;
    if (r->img->quantities[q].what != QUANTITY_FIELD) return false;
    return journal_item(&n->e, &at, &item) && journal_item(&n->e, &at, &item) &&
           !journal_account_row(&n->e, &at, &row, &item);
}

void report_accounts(const struct journal *j, const struct image *img,
                     struct report_options options, struct image_sink sink) {
    struct report r;
    report_open(&r, j, img, options, sink);
    for (size_t i = r.count; i-- > 0;) {
        size_t alike = 0, later = 0;
        for (size_t k = 0; k < r.count; k++) {
            const bool same = same_account(r.nodes[k], r.nodes[i]);
            alike += same;
            later += same && k > i;
        }
        char lead[32] = "        ";
        if (report_is_bare(&r, r.nodes[i])) continue;
        if (alike > 1) snprintf(lead, sizeof lead, "%*zu x  ", REPORT_COLUMNS - 2, alike);
        if (alike && !later) report_print_account(&r, r.nodes[i], lead);
    }
    report_close(&r);
}

bool report_why(const struct journal *j, const struct image *img, int64_t n,
                struct report_options options, struct image_sink sink) {
    struct report r;
    report_open(&r, j, img, options, sink);
    bool found = n >= 1 && (uint64_t)n <= r.count;
    if (found) {
        const struct report_node *node = r.nodes[n - 1];
        const struct report_node *around = node; /* for an END: the event that it ends */
        if (node->e.kind == J_END && node->parent->end == node) around = node->parent;
        if (!options.all) {
            report_short(&r, around, node);
            report_close(&r);
            return true;
        }
        report_print_entry(&r, node, 0);
        if (report_depth(node) > 0) {
            report_print_heading(&r, "In");
            print_around(&r, around->parent);
        }
        node = around;
        const struct report_node *chosen_in = print_choices(&r, node);
        print_numbers(&r, node, chosen_in);
        if (node->e.kind == J_BEGIN) print_inside(&r, node);
    }
    report_close(&r);
    return found;
}
