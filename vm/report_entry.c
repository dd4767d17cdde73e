/*
 * Entries one by one: each in one line, and all of them in numbered lines (REPORT_VERBOSE).
 */
#include "report_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_INDENT = 40 };

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
    report_put_event(p->r, p->t, p->e);
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

/* Puts what was chosen; of an action whose title has holes also who does it, in its title. */
static void put_chosen(struct piece *p) {
    const struct image *img = p->r->img;
    struct journal_item chosen, by;
    if (!journal_item(p->e, &p->at, &chosen) || !journal_item(p->e, &p->at, &by)) return;
    const bool action = !chosen.list && chosen.type.class == V_EVENT;
    const struct image_titled *t = action ? image_titled_event(img, chosen.values[0]) : NULL;
    if (!t || by.values[0] == NONE) {
        report_put_item(p->r, p->t, &chosen);
        return;
    }
    const struct image_template *text = &img->templates[t->title];
    const int32_t slots = img->funcs[img->events[t->event].func].first_slot;
    char name[100];
    for (int32_t i = 0; i < text->texts; i++) {
        report_put_foreign(p->t, image_text(img, img->lists[text->first_text + i]));
        if (i + 1 == text->texts) break;
        const int32_t slot = img->lists[t->first + i];
        if (slot == 0)
            report_put_item(p->r, p->t, &by);
        else
            report_put_foreign(
                p->t, journal_title(img, -1, img->slots[slots + slot].name, name, sizeof name));
    }
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
        put_chosen(p);
    struct journal_item open, many;
    const int64_t counted = p->at < p->e->count ? p->e->words[p->at++] : 0;
    size_t at = p->at;
    bool any = false;
    for (int64_t i = 0; i < counted; i++) journal_item(p->e, &p->at, &open);
    next_word(p);
    for (int64_t i = 0; journal_item(p->e, &p->at, &open); i++) {
        report_put(p->t, any ? ", " : " (of ");
        report_put_item(p->r, p->t, &open);
        any = true;
        if (i >= counted || !journal_item(p->e, &at, &many) || many.values[0] < 2) continue;
        report_put(p->t, p->r->options.utf8 ? " \u00d7" : " x");
        report_put_number(p->r, p->t, many.values[0]);
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
    report_put_were(r, p->t, p->e);
    report_put_faces(r, p->t, faces, count, (int32_t)die, 0);
}

/* Puts a number and its result, and if `rows` the start and rows: "Aim 2: Aim 3, −1 long range". */
static void put_quantity(struct piece *p, bool rows) {
    const struct image *img = p->r->img;
    int64_t q = next_word(p);
    struct journal_item start, result;
    if (q < 0 || q >= img->quantities_count) return;
    if (p->e->kind == J_ACCOUNT) p->at = journal_account_start(p->e);
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

/* Puts dice that were added up: "8: the sum of 2 d10, the 2 highest of 3". */
static void put_sum(struct piece *p) {
    if (p->e->count < 4) return;
    const int64_t die = p->e->words[0], of = p->e->words[1], kept = p->e->words[2];
    report_put_number(p->r, p->t, p->e->words[3]);
    report_put(p->t, ": the sum of ");
    report_put_number(p->r, p->t, !kept ? of : kept < 0 ? -kept : kept);
    report_put(p->t, " ");
    if (die >= 0 && die < p->r->img->dice_count)
        report_put_foreign(p->t, image_text(p->r->img, p->r->img->dice[die].name));
    if (!kept) return;
    report_put(p->t, kept < 0 ? ", the lowest of " : ", the highest of ");
    report_put_number(p->r, p->t, of);
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
    if (p->r->img->on_map) {
        report_put(p->t, " ");
        if (!report_put_areas(p->r, p->t, &way)) report_put(p->t, "does not move");
        return;
    }
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
        report_put_winners(p->r, p->t, p->e, &p->at);
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
    const bool map = p->r->img->on_map;
    report_put(p->t, off   ? map ? " is taken off the map" : " is taken off the table"
                     : map ? " stands in "
                           : " stands at ");
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

/* Puts who answers for a player: "blue answers for ghost", "nobody answers for ghost". */
static void put_answers(struct piece *p) {
    struct journal_item player, who;
    if (!journal_item(p->e, &p->at, &player) || !journal_item(p->e, &p->at, &who)) return;
    if (who.values[0] == NONE)
        report_put(p->t, "nobody");
    else
        report_put_item(p->r, p->t, &who);
    report_put(p->t, " answers for ");
    report_put_item(p->r, p->t, &player);
}

/* Puts a secret field or memory that was revealed, and its value. */
static void put_shown(struct piece *p) {
    put_two(p, ": ");
    report_put_foreign(p->t, image_text(p->r->img, (int32_t)next_word(p)));
    report_put(p->t, " is revealed: ");
    next_item(p);
}

static void put_titled(struct piece *p) {
    next_item(p);
    report_put(p->t, " is called ");
    report_put_template(p->r, p->t, p->e, &p->at);
}

static void put_named(struct piece *p) {
    next_item(p);
    put_text(p, " is called ");
}

void report_put_entry(struct report *r, struct report_text *t, const struct report_node *node) {
    struct piece p = {r, t, &node->e, 0};
    r->now = node->number;
    switch (node->e.kind) {
    case J_BEGIN: report_put_head(r, t, node); break;
    case J_END: put_end(&p, node); break;
    case J_NOT_DONE: put_not_done(&p); break;
    case J_ROLL: put_dice(r, &p, ""); break;
    case J_REROLL:
        put_dice(r, &p, "rolled anew: ");
        report_put_card(r, t, node->e.place, ", a rule of ", "");
        break;
    case J_RAISE: put_dice(r, &p, "raised: "); break;
    case J_ACCOUNT: put_quantity(&p, true); break;
    case J_COUNT: put_count(&p); break;
    case J_SUM: put_sum(&p); break;
    case J_CHOICE: put_choice(&p, false); break;
    case J_PASS: put_choice(&p, true); break;
    case J_ANSWERS: put_answers(&p); break;
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
    case J_SHOWN: put_shown(&p); break;
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
    case J_NAMED: put_named(&p); break;
    case J_TITLED:
        r->now = node->number - 1; /* what it was called before */
        put_titled(&p);
        break;
    case J_COUNT_: break;
    }
    if (t->at) t->at[t->len] = 0;
}

/* ---- Lines with numbers */

void report_put_source(const struct report *r, struct report_text *t, int32_t place,
                       struct journal_cites cites) {
    if (place < 0 && cites.count <= 0) return;
    report_put(t, place < 0 ? " " : "  ");
    report_put_style(t, STYLE_REASON);
    report_put_place(r, t, place);
    report_put_cites(r, t, cites);
    report_put_style(t, STYLE_END);
}

int64_t report_number(const struct report *r, const struct report_node *node) {
    return r->options.before + (int64_t)node->number;
}

void report_put_number_column(const struct report *r, struct report_text *t,
                              const struct report_node *node) {
    char text[32];
    snprintf(text, sizeof text, "%*" PRId64 "  ", REPORT_COLUMNS, report_number(r, node));
    report_put(t, text);
}

static void print_entry(struct report *r, const struct report_node *node, int indent,
                        struct journal_cites cites) {
    struct report_text t = {0};
    if (indent > DEEPEST_INDENT) indent = DEEPEST_INDENT;
    report_put_number_column(r, &t, node);
    for (int i = 0; i < indent; i++) report_put(&t, " ");
    report_put_entry(r, &t, node);
    report_put_source(r, &t, node->e.place, cites);
    report_flush(r, &t, 0, REPORT_COLUMNS + 2 + indent + 4);
    report_text_free(&t);
}

void report_print_entry(struct report *r, const struct report_node *node, int indent) {
    print_entry(r, node, indent, journal_entry_cites(r->img, &node->e));
}

void report_print_plainly(struct report *r, const struct report_node *node, int indent) {
    print_entry(r, node, indent, (struct journal_cites){0});
}

int report_depth(const struct report_node *node) {
    int depth = 0;
    bool end = node->e.kind == J_END && node->parent->end == node;
    for (const struct report_node *n = end ? node->parent->parent : node->parent; n->parent;
         n = n->parent)
        depth += !report_event_builtin(&n->e);
    return depth;
}

bool report_is_shell(const struct report_node *node) {
    bool around = node->e.kind == J_BEGIN || node->e.kind == J_END;
    return around && report_event_builtin(&node->e);
}

/* Prints every entry in order, except BEGIN and END of events of the language. Also counts the
 * members that groups have left, because the end of the report tells them. */
void report_verbose(struct report *r) {
    report_blank(r);
    for (size_t i = 0; i < r->count; i++) {
        const struct report_node *node = r->nodes[i];
        if (!report_is_shell(node)) report_print_entry(r, node, 2 * report_depth(node));
        if (node->e.kind != J_DESTROY) continue;
        size_t at = 0;
        struct report_thing *thing = report_thing(r, report_word(&node->e, &at));
        struct report_thing *group = thing ? report_thing(r, thing->holder) : NULL;
        if (thing) thing->gone = true;
        if (group) group->left--;
    }
}

void report_put_quantity(const struct report *r, struct report_text *t,
                         const struct journal_entry *e) {
    struct piece p = {r, t, e, 0};
    put_quantity(&p, false);
}
