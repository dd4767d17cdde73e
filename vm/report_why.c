/*
 * Entries one by one: all entries in numbered lines (REPORT_VERBOSE), and everything about one
 * entry (report_why).
 */
#include "report_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_COLUMNS = 6, DEEPEST_INDENT = 40, EVENTS_BEFORE = 4 };

/* ---- One entry in one line */

struct piece { /* the payload of an entry while it is put into a text */
    const struct report *r;
    struct report_text *t;
    const struct journal_entry *e;
    size_t at;
};

/* Puts the next value of the payload. Returns false if there is none. */
static bool next_item(struct piece *p) {
    struct journal_item item;
    if (!journal_item(p->e, &p->at, &item)) return false;
    report_put_item(p->r, p->t, &item);
    return true;
}

/* Returns the next word of the payload; -1 if there is none. */
static int64_t next_word(struct piece *p) {
    return p->at < p->e->count ? p->e->words[p->at++] : -1;
}

static void put_event(struct piece *p) {
    const struct image_event *event = report_event(p->r, p->e);
    if (event) report_put_title(p->r, p->t, event->title, event->name);
    p->at = 1;
}

static void put_field(struct piece *p) {
    int64_t field = next_word(p);
    if (field < 0 || field >= p->r->img->fields_count) return;
    report_put_title(p->r, p->t, p->r->img->fields[field].label, p->r->img->fields[field].name);
}

static void put_text(struct piece *p, const char *before) {
    int64_t text = next_word(p);
    if (text < 0 || text >= p->r->img->texts_count) return;
    report_put(p->t, before);
    report_put_foreign(p->t, image_text(p->r->img, (int32_t)text));
}

/* Puts a choice, or (pass) that a player declined: "red, \"Whom?\": Guards 2 (of Guards 1, Guards
 * 2)". */
static void put_choice(struct piece *p, bool pass) {
    next_item(p);
    bool secret = next_word(p) == 1;
    size_t before = p->t->len;
    report_put(p->t, ", \"");
    report_put_template(p->r, p->t, p->e, &p->at);
    if (p->t->len == before + 3)
        p->t->len = before;
    else
        report_put(p->t, "\"");
    report_put(p->t, secret ? " in secret: " : ": ");
    if (pass)
        report_put(p->t, "declined");
    else
        next_item(p);
    struct journal_item open;
    bool any = false;
    while (journal_item(p->e, &p->at, &open)) {
        report_put(p->t, any ? ", " : " (of ");
        report_put_item(p->r, p->t, &open);
        any = true;
    }
    if (any) report_put(p->t, ")");
}

static void put_dice(struct report *r, struct piece *p, const char *verb) {
    int64_t count;
    const int64_t *faces = report_faces(r, p->e, &count);
    if (p->e->count < 3) return;
    report_put(p->t, verb);
    report_put_number(r, p->t, p->e->words[2]);
    report_put(p->t, " ");
    int64_t die = p->e->words[1];
    if (die >= 0 && die < r->img->dice_count)
        report_put_foreign(p->t, image_text(r->img, r->img->dice[die].name));
    report_put(p->t, ": ");
    report_put_faces(r, p->t, faces, count, (int32_t)die, 0);
}

/* Puts a number and its result, and if `rows` the start and rows: "Aim 2: Aim 3, −1 long range". */
static void put_quantity(struct piece *p, bool rows) {
    const struct image *img = p->r->img;
    int64_t q = next_word(p);
    struct journal_item start, result;
    if (q < 0 || q >= img->quantities_count) return;
    if (!journal_item(p->e, &p->at, &start) || !journal_item(p->e, &p->at, &result)) return;
    report_put_title(p->r, p->t, img->quantities[q].label, img->quantities[q].name);
    report_put(p->t, result.type.class == V_TRUTH && !rows ? ": " : " ");
    report_put_item(p->r, p->t, &result);
    if (!rows) return;
    report_put(p->t, ": ");
    report_put_account(p->r, p->t, p->e);
}

static void put_count(struct piece *p) {
    if (p->e->count < 4) return;
    report_put_number(p->r, p->t, p->e->words[2]);
    report_put(p->t, " of ");
    report_put_number(p->r, p->t, p->e->words[1]);
    int64_t die = p->e->words[0];
    if (die < 0 || die >= p->r->img->dice_count) return;
    report_put(p->t, " with ");
    if (p->r->img->dice[die].sides <= MAX_FACES)
        report_put_mask(p->r, p->t, (int32_t)die, (uint64_t)p->e->words[3]);
    else
        report_put(p->t, "what was wanted");
}

/* Puts the end of an event with the values that it kept: "Shot ends: hits 3". */
static void put_end(struct piece *p, const struct report_node *node) {
    const struct report *r = p->r;
    put_event(p);
    int64_t status = next_word(p);
    report_put(p->t, status == STATUS_STOPPED ? " is stopped" : " ends");
    const struct report_node *begin = node->parent;
    const struct image_event *event = report_event(r, p->e);
    if (!event || !begin || begin->end != node) return;
    bool any = false;
    char name[100];
    for (int32_t slot = event->roles; slot < event->kept; slot++) {
        struct journal_item item;
        if (!report_slot(r, begin, slot, &item) || item.type.class == V_VOID) continue;
        if (!item.list && (item.values[0] == NONE || item.values[0] == UNKEPT)) continue;
        report_put(p->t, any ? ", " : ": ");
        any = true;
        report_put_foreign(p->t, report_slot_name(r, event, slot, name, sizeof name));
        report_put(p->t, " ");
        report_put_item(r, p->t, &item);
    }
}

static const char *const why_words[] = {"what it is done to is gone", "forbidden", "cancelled"};

static void put_not_done(struct piece *p) {
    put_event(p);
    int64_t why = next_word(p);
    report_put(p->t, " is not done: ");
    report_put(p->t, why >= 0 && why < 3 ? why_words[why] : "?");
    report_put_words(p->t, p->e, p->at, ", ");
}

/* Puts a SET, HELD or PAID entry: "Guards: strength 3 → 2". */
static void put_change(struct piece *p, enum journal_kind kind) {
    next_item(p);
    report_put(p->t, ": ");
    put_field(p);
    report_put(p->t, " ");
    if (kind == J_HELD) {
        report_put(p->t, "would be ");
        next_item(p);
        report_put(p->t, ", is held to ");
        next_item(p);
    } else if (kind == J_PAID) {
        report_put(p->t, "pays ");
        report_put_number(p->r, p->t, next_word(p));
    } else {
        next_item(p);
        report_put(p->t, " ");
        report_put(p->t, report_arrow(p->r));
        report_put(p->t, " ");
        next_item(p);
    }
}

static void put_move(struct piece *p) {
    struct journal_item from, way;
    next_item(p);
    if (!journal_item(p->e, &p->at, &from) || !journal_item(p->e, &p->at, &way)) return;
    report_put(p->t, ": ");
    if (from.list || !report_put_way(p->t, from.values[0], way.values, way.count)) {
        report_put(p->t, "does not move");
        return;
    }
    report_put(p->t, ", to ");
    report_put_value(p->r, p->t, way.each, way.values[way.count - 1]);
}

/* Puts the next value of the payload and a text behind it: "Guards 2 enters play". */
static void put_two(struct piece *p, const char *word) {
    next_item(p);
    report_put(p->t, word);
}

static void put_win(struct piece *p, bool tie) {
    if (tie)
        report_put(p->t, "nobody wins");
    else
        put_two(p, " wins");
    size_t before = p->t->len;
    report_put(p->t, ": ");
    report_put_template(p->r, p->t, p->e, &p->at);
    if (p->t->len == before + 2) p->t->len = before;
}

static void put_place_entry(struct piece *p) {
    struct journal_item spot;
    next_item(p);
    if (!journal_item(p->e, &p->at, &spot)) return;
    bool off = !spot.list && spot.values[0] == NONE;
    report_put(p->t, off ? " is taken off the table" : " stands at ");
    if (!off) report_put_item(p->r, p->t, &spot);
}

/* Puts a group and its models, each model with its place. */
static void put_stands(struct piece *p) {
    struct journal_item item;
    next_item(p);
    for (bool model = true; journal_item(p->e, &p->at, &item); model = !model) {
        report_put(p->t, model ? ", " : " at ");
        report_put_item(p->r, p->t, &item);
    }
}

static void put_created(struct piece *p) {
    struct journal_item holder;
    put_two(p, " enters play");
    if (!journal_item(p->e, &p->at, &holder) || holder.list || holder.values[0] == NONE) return;
    report_put(p->t, ", of ");
    report_put_item(p->r, p->t, &holder);
}

/* Puts the bearer, which is the second value of a GIVE or TAKE, a text, and the feature, which is
 * the first. */
static void put_borne(struct piece *p, const char *between) {
    struct piece who = {p->r, p->t, p->e, 2};
    next_item(&who);
    report_put(p->t, between);
    next_item(p);
}

void report_put_entry(struct report *r, struct report_text *t, const struct report_node *node) {
    struct piece p = {r, t, &node->e, 0};
    switch (node->e.kind) {
    case J_BEGIN: report_put_head(r, t, node); break;
    case J_END: put_end(&p, node); break;
    case J_NOT_DONE: put_not_done(&p); break;
    case J_ROLL: put_dice(r, &p, ""); break;
    case J_REROLL: put_dice(r, &p, "rolled anew: "); break;
    case J_ACCOUNT: put_quantity(&p, true); break;
    case J_COUNT: put_count(&p); break;
    case J_CHOICE: put_choice(&p, false); break;
    case J_PASS: put_choice(&p, true); break;
    case J_SET:
    case J_HELD:
    case J_PAID: put_change(&p, node->e.kind); break;
    case J_GIVE:
    case J_TAKE: put_borne(&p, node->e.kind == J_GIVE ? ": now " : ": no longer "); break;
    case J_CREATE: put_created(&p); break;
    case J_PLACE: put_place_entry(&p); break;
    case J_MOVE: put_move(&p); break;
    case J_STANDS: put_stands(&p); break;
    case J_TABLE:
        report_put(t, "The table: ");
        next_item(&p);
        break;
    case J_REMOVE: put_two(&p, " is removed"); break;
    case J_DESTROY: put_two(&p, " is destroyed"); break;
    case J_PUT:
        put_two(&p, " on ");
        put_two(&p, " ");
        put_field(&p);
        break;
    case J_DRAW:
        put_two(&p, " draws ");
        next_item(&p);
        break;
    case J_SHUFFLE:
        put_two(&p, " shuffles ");
        put_field(&p);
        break;
    case J_SHOWN:
        put_two(&p, ": ");
        report_put_foreign(t, image_text(r->img, (int32_t)next_word(&p)));
        report_put(t, " is revealed: ");
        next_item(&p);
        break;
    case J_REVEAL: put_two(&p, " is revealed"); break;
    case J_SCORE: report_put_score(r, t, &node->e); break;
    case J_SAY: report_put_template(r, t, &node->e, &p.at); break;
    case J_WORDS: report_put_words(t, &node->e, 0, ""); break;
    case J_NEEDS: put_text(&p, "stops: "); break;
    case J_WIN: put_win(&p, false); break;
    case J_TIE: put_win(&p, true); break;
    case J_ERROR:
        report_put(t, "a rule failed");
        put_text(&p, ": ");
        break;
    case J_NAMED:
        next_item(&p);
        put_text(&p, " is called ");
        break;
    case J_COUNT_: break;
    }
    if (t->at) t->at[t->len] = 0;
}

/* ---- Lines with numbers */

/* Puts a place in the rule text and clauses behind a line. */
static void put_source(const struct report *r, struct report_text *t, int32_t place,
                       struct journal_cites cites) {
    if (place < 0 && cites.count <= 0) return;
    report_put(t, place < 0 ? " " : "  ");
    report_put_style(t, STYLE_REASON);
    report_put_place(r, t, place);
    report_put_cites(r, t, cites);
    report_put_style(t, STYLE_END);
}

/* Returns the number under which an entry is printed. */
static int64_t told_as(const struct report *r, const struct report_node *node) {
    return r->options.before + (int64_t)node->number;
}

static void put_entry_number(const struct report *r, struct report_text *t,
                             const struct report_node *node) {
    char text[32];
    snprintf(text, sizeof text, "%*" PRId64 "  ", NUMBER_COLUMNS, told_as(r, node));
    report_put(t, text);
}

/* Prints an entry in one line, with its number, place and clauses. */
static void print_numbered(struct report *r, const struct report_node *node, int indent) {
    struct report_text t = {0};
    if (indent > DEEPEST_INDENT) indent = DEEPEST_INDENT;
    put_entry_number(r, &t, node);
    for (int i = 0; i < indent; i++) report_put(&t, " ");
    report_put_entry(r, &t, node);
    put_source(r, &t, node->e.place, journal_entry_cites(r->img, &node->e));
    report_flush(r, &t, 0, NUMBER_COLUMNS + 2 + indent + 4);
    report_text_free(&t);
}

/* Returns how many events that are not of the language stand around an entry. An END counts as
 * standing beside its BEGIN. */
static int depth_of(const struct report_node *node) {
    int depth = 0;
    bool end = node->e.kind == J_END && node->parent->end == node;
    for (const struct report_node *n = end ? node->parent->parent : node->parent; n->parent;
         n = n->parent)
        depth += !report_event_builtin(&n->e);
    return depth;
}

/* Whether an entry is the BEGIN or END of an event of the language. Such entries are left out,
 * because an entry between the two says what the event did, if it did anything. */
static bool is_shell(const struct report_node *node) {
    bool around = node->e.kind == J_BEGIN || node->e.kind == J_END;
    return around && report_event_builtin(&node->e);
}

/* Prints every entry in order, except BEGIN and END of events of the language. Also counts the
 * members that groups have left, because the end of the report tells them. */
void report_verbose(struct report *r) {
    report_blank(r);
    for (size_t i = 0; i < r->count; i++) {
        const struct report_node *node = r->nodes[i];
        if (!is_shell(node)) print_numbered(r, node, 2 * depth_of(node));
        if (node->e.kind != J_DESTROY) continue;
        size_t at = 0;
        struct report_thing *thing = report_thing(r, report_word(&node->e, &at));
        struct report_thing *group = thing ? report_thing(r, thing->holder) : NULL;
        if (thing) thing->gone = true;
        if (group) group->left--;
    }
}

/* ---- Why */

static bool is_dice(const struct report_node *n) {
    return n->e.kind == J_ROLL || n->e.kind == J_REROLL || n->e.kind == J_ACCOUNT ||
           n->e.kind == J_COUNT;
}

static void print_heading(struct report *r, const char *text) {
    struct report_text t = {0};
    report_blank(r);
    report_put_style(&t, STYLE_HEAD);
    report_put(&t, text);
    report_put_style(&t, STYLE_END);
    report_flush(r, &t, 0, 0);
    report_text_free(&t);
}

/* Prints a row in a line: amount, label, the blueprint in which it stands, place, clauses. */
static void print_row(struct report *r, const struct journal_account_row *any,
                      const struct journal_item *amount) {
    if (any->rule >= r->img->rules_count) return;
    struct report_text t = {0};
    report_put_any_row(r, &t, any, amount);
    if (any->rule < 0) {
        report_put(&t, ", a rule in Lua");
        report_flush(r, &t, NUMBER_COLUMNS + 6, NUMBER_COLUMNS + 10);
        report_text_free(&t);
        return;
    }
    const struct image_rule *row = &r->img->rules[any->rule];
    if (row->blueprint >= 0 && row->blueprint < r->img->blueprints_count) {
        const struct image_blueprint *b = &r->img->blueprints[row->blueprint];
        report_put(&t, ", a rule of ");
        report_put_title(r, &t, b->title, b->name);
    }
    put_source(r, &t, row->place, (struct journal_cites){row->cites, row->cite_count});
    report_flush(r, &t, NUMBER_COLUMNS + 6, NUMBER_COLUMNS + 10);
    report_text_free(&t);
}

/* Prints a number that was read, then its start and each row in a line of its own. lead: what is
 * printed before it; NULL: the number of the entry. */
static void print_account(struct report *r, const struct report_node *node, const char *lead) {
    struct report_text t = {0};
    struct piece p = {r, &t, &node->e, 0};
    char label[200];
    if (lead)
        report_put(&t, lead);
    else
        put_entry_number(r, &t, node);
    put_quantity(&p, false);
    int64_t q = node->e.count ? node->e.words[0] : -1;
    bool known = q >= 0 && q < r->img->quantities_count;
    put_source(r, &t, known ? r->img->quantities[q].place : -1,
               journal_entry_cites(r->img, &node->e));
    report_flush(r, &t, 0, NUMBER_COLUMNS + 6);
    size_t at = 1;
    struct journal_item start, result, amount;
    if (!known || !journal_item(&node->e, &at, &start)) return;
    if (!journal_item(&node->e, &at, &result)) return;
    report_put(&t, "start: ");
    report_start_label(r, (int32_t)q, label, sizeof label);
    report_put_foreign(&t, label);
    report_put(&t, *label ? " " : "");
    report_put_item(r, &t, &start);
    report_flush(r, &t, NUMBER_COLUMNS + 6, NUMBER_COLUMNS + 10);
    struct journal_account_row row;
    while (journal_account_row(&node->e, &at, &row, &amount)) print_row(r, &row, &amount);
    report_text_free(&t);
}

/* Returns the last of the accounts that follow `node` directly and equal it word for word, up to
 * the entry number `up_to`; `node` itself if none does. */
static const struct report_node *last_alike(const struct report_node *node, size_t up_to) {
    const struct report_node *n = node->next;
    for (; n && n->number <= up_to && n->e.kind == J_ACCOUNT; node = n, n = n->next) {
        if (n->e.count != node->e.count) break;
        if (memcmp(n->e.words, node->e.words, n->e.count * sizeof *n->e.words) != 0) break;
    }
    return node;
}

/* Prints accounts that are equal: the first one, and the number of the last. */
static void print_accounts(struct report *r, const struct report_node *first,
                           const struct report_node *last) {
    char text[64];
    print_account(r, first, NULL);
    if (last == first) return;
    struct report_text t = {0};
    snprintf(text, sizeof text, "the same up to %" PRId64, told_as(r, last));
    report_put(&t, text);
    report_flush(r, &t, NUMBER_COLUMNS + 6, NUMBER_COLUMNS + 10);
    report_text_free(&t);
}

/* Prints the dice and numbers that stand directly in an event, up to the entry number `up_to`.
 * Returns whether there are any. */
static bool print_dice(struct report *r, const struct report_node *event, size_t up_to) {
    bool any = false;
    for (const struct report_node *c = event->child; c && c->number <= up_to; c = c->next) {
        if (!is_dice(c)) continue;
        any = true;
        if (c->e.kind == J_ACCOUNT) {
            const struct report_node *last = last_alike(c, up_to);
            print_accounts(r, c, last);
            c = last;
        } else {
            print_numbered(r, c, 0);
        }
    }
    return any;
}

static bool has_dice(const struct report_node *event, size_t up_to) {
    for (const struct report_node *c = event->child; c && c->number <= up_to; c = c->next)
        if (is_dice(c)) return true;
    return false;
}

/* Returns the number of the last entry that belongs to the dice or number `node`: the numbers read
 * and counts made directly after it belong to it. Returns the number of any other `node` itself. */
static size_t end_of_dice(const struct report_node *node) {
    if (!is_dice(node)) return node->number;
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
    if (!is_shell(node)) print_numbered(r, node, 2 * depth_of(node));
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
        print_heading(r, "Chosen");
        for (; first && first != on_way; first = first->next)
            if (first->e.kind == J_CHOICE) print_numbered(r, first, 0);
        return on_way->parent;
    }
    return NULL;
}

/* Prints the dice and numbers of one event under the line of the event. The first time, sets *any
 * and prints a heading before. */
static void print_part(struct report *r, const struct report_node *event, size_t up_to, bool *any) {
    if (!event->parent || !has_dice(event, up_to)) return;
    if (!*any) print_heading(r, "Dice and numbers");
    *any = true;
    print_numbered(r, event, 0);
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
        if (is_dice(c) || c->e.kind == J_CHOICE) continue;
        if (!any) print_heading(r, "In it");
        any = true;
        print_numbered(r, c, 0);
    }
    if (node->end) print_numbered(r, node->end, 0);
}

static bool same_account(const struct report_node *a, const struct report_node *b) {
    return a->e.kind == J_ACCOUNT && b->e.kind == J_ACCOUNT && a->e.count == b->e.count &&
           memcmp(a->e.words, b->e.words, a->e.count * sizeof *a->e.words) == 0;
}

/* Whether a number that was read is a field with which no row counted. */
static bool is_bare_field(const struct report *r, const struct report_node *n) {
    size_t at = 1;
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
        if (is_bare_field(&r, r.nodes[i])) continue;
        if (alike > 1) snprintf(lead, sizeof lead, "%*zu x  ", NUMBER_COLUMNS - 2, alike);
        if (alike && !later) print_account(&r, r.nodes[i], lead);
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
        print_numbered(&r, node, 0);
        if (depth_of(node) > 0) {
            print_heading(&r, "In");
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
