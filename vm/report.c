/*
 * The whole report: title, sides, the parts of the battle with their paragraphs, and the end.
 *
 * A part is an event directly inside of `battle`; in a journal without a battle, an event without a
 * subject. A paragraph is an event in a part, as the turn of one unit. Loose entries stand between
 * paragraphs.
 */
#include "report_inner.h"

#include <string.h>

/* ---- Title and sides */

const struct report_node *report_battle(const struct report *r) {
    for (const struct report_node *n = r->top->child; n; n = n->next)
        if (n->e.kind == J_BEGIN && n->e.count > 0 && n->e.words[0] == r->img->battle) return n;
    return NULL;
}

static void print_title(struct report *r) {
    struct report_text t = {0};
    const struct report_node *battle = report_battle(r);
    report_put_title(r, &t, r->img->title, r->img->name);
    struct journal_item item;
    if (battle && report_slot(r, battle, 0, &item)) {
        report_put(&t, ": ");
        report_put_item(r, &t, &item);
    }
    report_heading(r, &t, '=');
    report_text_free(&t);
}

/* Whether a thing is listed among those of a player: a group, or a piece without a group, that has
 * a blueprint. */
static bool is_side(const struct report *r, const struct report_thing *thing, int32_t owner) {
    struct journal_name n = journal_name_unpack(r->img, thing->word);
    if (n.owner != owner || n.kind < 0 || n.kind >= r->img->kinds_count) return false;
    if (n.blueprint < 0) return false;
    int32_t root = r->img->kinds[n.kind].root;
    bool alone = root == ROOT_PIECE && thing->holder == NONE;
    return root == ROOT_GROUP || alone;
}

/* Puts the number of members of a group behind its name. `after`: the battle is over, so losses are
 * told, too. */
static void put_members(const struct report *r, struct report_text *t,
                        const struct report_thing *thing, bool after) {
    if (after && thing->gone) {
        report_put(t, " (");
        report_put_style(t, STYLE_LOSS);
        report_put(t, "destroyed");
        report_put_style(t, STYLE_END);
        report_put(t, ")");
        return;
    }
    if (thing->members < 2 || thing->member_kind < 0) return;
    const struct image_kind *k = &r->img->kinds[thing->member_kind];
    report_put(t, " (");
    if (after && thing->left != thing->members) {
        report_put_number(r, t, thing->left);
        report_put(t, " of ");
    }
    report_put_number(r, t, thing->members);
    report_put(t, " ");
    report_put_title(r, t, -1, k->plural >= 0 ? k->plural : k->name);
    report_put(t, ")");
}

/* The list of the things of one player, while it is put together, in the order in which the journal
 * first names them. */
struct sides {
    const struct report *r;
    struct report_text *t;
    int32_t owner;
    bool after, any;            /* after: losses are told; any: a thing was put already */
    struct report_thing **seen; /* things that were put */
    size_t count;
};

static void put_side_thing(void *user, int64_t word) {
    struct sides *s = user;
    struct report_thing *thing = report_thing(s->r, word);
    if (!thing || !is_side(s->r, thing, s->owner)) return;
    for (size_t i = 0; i < s->count; i++)
        if (s->seen[i] == thing) return;
    s->seen[s->count++] = thing;
    report_put(s->t, s->any ? "; " : "");
    s->any = true;
    const struct image *img = s->r->img;
    char text[200];
    if (thing->title >= 0)
        report_put_foreign(s->t, image_text(img, thing->title));
    else
        report_put_foreign(s->t, journal_name_text(img, thing->word, text, sizeof text));
    put_members(s->r, s->t, thing, s->after);
}

static const struct report_node *first_event(const struct report *r) {
    const struct report_node *n = r->top->child;
    while (n && n->e.kind != J_BEGIN) n = n->next;
    return n;
}

/* Returns how many entries, from the first on, tell which things the sides begin with. If things
 * are created before the first event, these are the entries before it. Otherwise all entries count,
 * so that every thing that the journal names is listed; 0 if there is no event `battle` either. */
static size_t set_up(const struct report *r) {
    const struct report_node *first = first_event(r);
    for (size_t i = 0; first && i + 1 < first->number; i++)
        if (r->nodes[i]->e.kind == J_CREATE) return first->number - 1;
    return report_battle(r) ? r->count : 0;
}

/* Prints a line for each player with his things: as they came, or (after) with their losses. In a
 * battle, which an example is not, who takes part and came with nothing has a line, too, if one
 * before him came with something. */
static void print_sides(struct report *r, bool after) {
    const struct image *img = r->img;
    struct report_text t = {0};
    const uint64_t absent = report_absent(r);
    int widest = 0;
    for (int32_t p = 0; p < img->players; p++) {
        int n = base_columns(image_player(img, p));
        if (n > widest && !(absent >> p & 1)) widest = n;
    }
    struct report_thing **seen = NEW_ARRAY(&r->arena, r->thing_count + 1, struct report_thing *);
    size_t came = set_up(r);
    bool anybody = false;
    for (int32_t p = 0; p < img->players; p++) {
        struct sides s = {r, &t, p, after, false, seen, 0};
        report_put_player(r, &t, p);
        report_capital(&t, 0);
        int n = base_columns(image_player(img, p));
        for (; n < widest + 2; n++) report_put(&t, " ");
        for (size_t i = 0; i < (after ? r->count : came); i++)
            journal_things(img, &r->nodes[i]->e, put_side_thing, &s);
        if (!s.any && anybody && !after && report_battle(r) && !(absent >> p & 1)) {
            report_put(&t, "nobody");
            s.any = true;
        }
        anybody = anybody || s.any;
        if (s.any) report_flush(r, &t, 2, widest + 4);
        t.len = 0;
    }
    report_text_free(&t);
}

/* ---- Score */

void report_put_score(const struct report *r, struct report_text *t,
                      const struct journal_entry *e) {
    size_t at = 0;
    report_put_name(r, t, report_word(e, &at), false);
    report_put(t, " scores ");
    if (at >= e->count) return;
    report_put_number(r, t, e->words[at++]);
    size_t before = t->len;
    report_put(t, ": ");
    report_put_template(r, t, e, &at);
    struct journal_item label;
    if (journal_item(e, &at, &label)) report_put_item(r, t, &label);
    if (t->len == before + 2) t->len = before; /* no reason was given, so the colon is taken back */
    t->at[t->len] = 0;
}

static void put_points(struct report *r, struct report_text *t) {
    const struct image *img = r->img;
    int64_t points[32] = {0};
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        const struct journal_entry *e = &r->nodes[i]->e;
        size_t at = 0;
        if (e->kind != J_SCORE) continue;
        struct journal_name n = journal_name_unpack(r->img, report_word(e, &at));
        if (n.owner < 0 || n.owner >= (int32_t)ARRAY_LEN(points) || at >= e->count) continue;
        any = num_add(points[n.owner], e->words[at], &points[n.owner]) || any;
    }
    if (!any) return;
    report_put(t, " Points: ");
    const uint64_t absent = report_absent(r);
    const char *between = "";
    for (int32_t p = 0; p < img->players; p++) {
        if (absent >> p & 1) continue;
        report_put(t, between);
        between = ", ";
        report_put_player(r, t, p);
        report_put(t, " ");
        report_put_number(r, t, points[p]);
    }
    report_put(t, ".");
}

static void put_figure(struct report *r, struct report_text *t, int32_t quantity, int64_t value) {
    if (r->img->quantities[quantity].type.class == V_TRUTH)
        report_put(t, value ? "yes" : "no");
    else
        report_put_number(r, t, value);
}

/* Puts the figures of the ruleset: " Rounds: 4. Losses: red 3, blue 5." */
static void put_figures(struct report *r, struct report_text *t) {
    const struct image *img = r->img;
    const int64_t *value = r->options.figures;
    const uint64_t absent = report_absent(r);
    for (int32_t i = 0; value && i < img->figures_count; i++) {
        const struct image_figure *f = &img->figures[i];
        const struct image_quantity *q = &img->quantities[f->quantity];
        report_put(t, " ");
        report_put_foreign(t, image_text(img, q->label >= 0 ? q->label : q->name));
        report_put(t, ":");
        const char *between = " ";
        for (int32_t p = 0; p < (f->each ? img->players : 1); p++, value++) {
            if (f->each && absent >> p & 1) continue;
            report_put(t, between);
            between = ", ";
            if (f->each) report_put_player(r, t, p);
            if (f->each) report_put(t, " ");
            put_figure(r, t, f->quantity, *value);
        }
        report_put(t, ".");
    }
}

/* Prints who won, the points, the figures, and the sides with their losses. Prints nothing if the
 * journal has no battle, or with options.under_way if the battle has not ended. */
static void print_end(struct report *r) {
    struct report_text t = {0};
    size_t decided_by = 0;
    const struct report_node *battle = report_battle(r);
    if (!battle || (r->options.under_way && !battle->end)) return;
    report_blank(r);
    for (size_t i = 0; i < r->count; i++) {
        const struct journal_entry *e = &r->nodes[i]->e;
        size_t at = 0;
        if (e->kind != J_WIN && e->kind != J_TIE) continue;
        t.len = 0;
        decided_by = i + 1;
        if (e->kind == J_WIN) {
            report_put_winners(r, &t, e, &at);
            report_capital(&t, 0);
        } else {
            report_put(&t, "Nobody wins");
        }
        size_t before = t.len;
        report_put(&t, ": ");
        report_put_template(r, &t, e, &at);
        if (t.len == before + 2) t.len = before;
        report_put(&t, ".");
    }
    bool decided = t.len > 0;
    if (!decided)
        report_put(&t, battle->end ? "The battle is over." : "The battle is not over yet.");
    put_points(r, &t);
    put_figures(r, &t);
    report_put_entry_number(r, &t, decided_by);
    report_flush(r, &t, 0, 2);
    print_sides(r, true);
    report_text_free(&t);
}

/* ---- Paragraphs and parts */

/* Prints one line of a paragraph behind or under its head. more: it was printed before, without
 * what is printed now. */
static void print_line(struct report *r, struct report_text *t, const char *line, bool more,
                       size_t number, int indent) {
    size_t from = t->len;
    if (more) report_put(t, r->options.utf8 ? "… " : "... ");
    report_put(t, line);
    if (!from && !more) report_capital(t, 0);
    report_put_entry_number(r, t, number);
    report_flush(r, t, indent, indent + 4);
}

/* Prints the lines of a paragraph under its head, which is of the entry `number`; a single line
 * stands in the line of the head. */
static void print_lines(struct report *r, struct report_text *head, size_t number,
                        const struct report_lines *lines) {
    const bool single = lines->count == 1 && head->len;
    const int indent = head->len && !single ? 2 : 0;
    bool more;
    for (size_t i = 0; i < lines->count; i++) {
        const char *line = report_news(r, lines->entry[i], lines->at[i], &more);
        if (!line) continue;
        if (single) {
            /* A line with a head of its own is set off by a dash, because it may hold a colon
             * itself. */
            bool titled =
                *line >= 'A' && *line <= 'Z' && (strstr(line, ": ") || strstr(line, ". "));
            report_put(head, titled ? " " : ": ");
            if (titled) report_put(head, report_dash(r));
            if (titled) report_put(head, " ");
        } else if (head->len) {
            report_put_entry_number(r, head, number);
            report_flush(r, head, 0, 2);
        }
        print_line(r, head, line, more, lines->entry[i], indent);
    }
    head->len = 0;
}

int64_t report_actor(const struct report *r, const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    bool turn = event && event->actor == 0 && !event->action;
    return turn ? report_subject(r, node) : NONE;
}

/* Prints an event as a paragraph: the actor as head, and what was done as lines. The nodes from
 * `prelude` up to `node`, in which the actor lost features just before, are told in it, too. */
static void print_paragraph(struct report *r, const struct report_node *node,
                            const struct report_node *prelude, struct report_lines *lines) {
    struct report_text head = {0};
    int64_t actor = report_actor(r, node);
    lines->count = 0;
    lines->passed = false;
    r->actor = actor;
    if (prelude != node) report_story(r, node->parent, prelude, node, FORM_ACTOR, actor, lines);
    report_story(r, node, node->child, NULL, actor != NONE ? FORM_ACTOR : FORM_HEADED, actor,
                 lines);
    if (actor != NONE) {
        report_put_style(&head, STYLE_HEAD);
        report_put_name(r, &head, actor, true);
        report_put_style(&head, STYLE_END);
        report_capital(&head, 0);
    }
    bool more;
    if (lines->count == 0 && lines->passed && actor != NONE) {
        if (report_news(r, node->number, ": nothing.", &more))
            print_line(r, &head, ": nothing.", false, node->number, 0);
    } else if (lines->count) {
        print_lines(r, &head, node->number, lines);
    }
    report_text_free(&head);
    r->actor = NONE;
}

/* Whether a node is an event, but none of the language (enum builtin_event). Such an event is told
 * as a paragraph of its own, unless it is a part or a round (is_round). */
static bool is_paragraph(const struct report_node *c) {
    return c->e.kind == J_BEGIN && !report_event_builtin(&c->e);
}

/* Whether a node does nothing but take features from this thing. */
static bool only_takes_from(const struct report *r, const struct report_node *c, int64_t thing) {
    size_t bearer = 2;
    if (c->e.kind == J_TAKE)
        return journal_names_word(&r->names, report_word(&c->e, &bearer)) == thing;
    if (c->e.kind != J_BEGIN || is_paragraph(c)) return false;
    for (const struct report_node *in = c->child; in; in = in->next)
        if (!only_takes_from(r, in, thing)) return false;
    return c->child != NULL;
}

/* Returns the first node of the prelude of a paragraph: of the nodes right before it, but not
 * before `from`, that only take features from its actor. Returns `node` if there is no prelude. */
static const struct report_node *prelude_of(const struct report *r, const struct report_node *node,
                                            const struct report_node *from) {
    int64_t actor = report_actor(r, node);
    while (actor != NONE && node != from && only_takes_from(r, node->before, actor))
        node = node->before;
    return node;
}

/* Prints loose entries of an event: its children from `first` up to but not including `stop`. */
static void print_loose(struct report *r, const struct report_node *node,
                        const struct report_node *first, const struct report_node *stop,
                        struct report_lines *lines) {
    struct report_text t = {0};
    lines->count = 0;
    report_story(r, node, first, stop, FORM_LOOSE, NONE, lines);
    print_lines(r, &t, 0, lines);
    report_text_free(&t);
}

/* Puts the title of an event and its roles that are numbers, values of enumerations, things or
 * blueprints: "Round 3". */
void report_put_part_heading(const struct report *r, struct report_text *t,
                             const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    if (!event) return;
    const uint64_t told = report_put_event(r, t, &node->e);
    for (int32_t slot = 0; slot < event->roles; slot++) {
        struct journal_item item;
        if (slot < 64 && told >> slot & 1) continue;
        if (!report_slot(r, node, slot, &item) || item.list) continue;
        bool plain = item.type.class == V_NUMBER || item.type.class == V_ENUM;
        bool named = item.type.class == V_THING || item.type.class == V_BLUEPRINT;
        if ((!plain && !named) || item.values[0] == NONE) continue;
        report_put(t, named ? ", " : " ");
        report_put_item(r, t, &item);
    }
}

/* Whether an event is only a frame for the turns of things, as a round or the turn of a player:
 * then each event in it is a paragraph, and the event itself is none. Its subject must be a player
 * or nothing. An event without a title is always such a frame, if its subject is one of these and
 * it is no action. */
static bool is_round(const struct report *r, const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    int64_t subject = report_subject(r, node);
    bool player =
        subject != NONE && journal_name_unpack(r->img, subject).kind == r->img->root[ROOT_PLAYER];
    if (!event || event->action || (subject != NONE && !player)) return false;
    if (event->title < 0) return true; /* an event without a title is bookkeeping */
    for (const struct report_node *c = node->child; c; c = c->next)
        if (is_paragraph(c) && (report_actor(r, c) != NONE || is_round(r, c))) return true;
    return false;
}

/* Prints the children of a part: events as paragraphs, and loose entries between them. */
static void print_children(struct report *r, const struct report_node *node,
                           struct report_lines *lines) {
    const struct report_node *stop;
    for (const struct report_node *c = node->child; c; c = stop ? stop->next : NULL) {
        stop = c;
        while (stop && !is_paragraph(stop)) stop = stop->next;
        const struct report_node *prelude = stop ? prelude_of(r, stop, c) : NULL;
        if (c != prelude) print_loose(r, node, c, prelude, lines);
        if (stop && is_round(r, stop))
            print_children(r, stop, lines);
        else if (stop)
            print_paragraph(r, stop, prelude, lines);
    }
}

/* Whether the heading of a part was printed before. */
static bool was_headed(const struct report *r, const struct report_node *node) {
    for (size_t i = 0; r->told && i < r->told->count; i++)
        if (r->told->at[i].entry == node->number && !*r->told->at[i].text) return true;
    return false;
}

static void print_part(struct report *r, const struct report_node *node,
                       struct report_lines *lines) {
    struct report_text t = {0};
    report_put_part_heading(r, &t, node);
    if (!was_headed(r, node)) report_heading_later(r, &t);
    print_children(r, node, lines);
    bool more, headed = r->later.len == 0;
    if (r->noting && headed) report_news(r, node->number, "", &more);
    r->later.len = 0;
    report_text_free(&t);
}

/* ---- Quiet: the losses of a part in one line */

/* Notes in s->seen each thing or group that lost something in an event, and prints the points that
 * were scored in it. */
static void count_lost(struct report *r, const struct report_node *node, struct sides *s) {
    for (const struct report_node *c = node->child; c; c = c->next) {
        if (c->e.kind == J_BEGIN) count_lost(r, c, s);
        size_t at = 0;
        struct report_text t = {0};
        if (c->e.kind == J_SCORE) {
            report_put_score(r, &t, &c->e);
            report_capital(&t, 0);
            report_put(&t, ".");
            report_put_entry_number(r, &t, c->number);
            report_flush(r, &t, 0, 2);
        }
        report_text_free(&t);
        if (c->e.kind != J_DESTROY) continue;
        struct report_thing *thing = report_thing(r, report_word(&c->e, &at));
        struct report_thing *group = thing ? report_thing(r, thing->holder) : NULL;
        if (thing) thing->gone = true;
        bool member = group && group->member_kind >= 0;
        if (member) group->left--;
        if (member) thing = group;
        bool seen = thing == NULL;
        for (size_t i = 0; i < s->count && !seen; i++) seen = s->seen[i] == thing;
        if (!seen) s->seen[s->count++] = thing;
    }
}

static void print_part_quiet(struct report *r, const struct report_node *node) {
    struct report_text t = {0};
    struct sides s = {.r = r};
    s.seen = NEW_ARRAY(&r->arena, r->thing_count + 1, struct report_thing *);
    report_put_part_heading(r, &t, node);
    report_heading_later(r, &t);
    count_lost(r, node, &s);
    for (size_t i = 0; i < s.count; i++) {
        report_put(&t, i ? "; " : "");
        report_put_name(r, &t, s.seen[i]->word, false);
        report_put(&t, " ");
        if (s.seen[i]->gone) {
            report_put(&t, "destroyed");
        } else {
            report_put_number(r, &t, s.seen[i]->left);
            report_put(&t, " of ");
            report_put_number(r, &t, s.seen[i]->members);
        }
    }
    if (s.count) {
        struct report_text line = {0};
        report_put(&line, "Losses: ");
        report_put(&line, t.at);
        report_put(&line, ".");
        report_put_entry_number(r, &line, node->number);
        report_flush(r, &line, 0, 2);
        report_text_free(&line);
    }
    r->later.len = 0;
    report_text_free(&t);
}

/* ---- The whole */

/* Whether a node is told as a part, with a heading: an event directly in `battle`; without a
 * battle, an event that has no subject. */
bool report_is_part(const struct report *r, const struct report_node *c, bool in_battle) {
    return is_paragraph(c) && (in_battle || report_subject(r, c) == NONE);
}

/* Returns the last of the nodes from c on that are one draw of a card and nothing else; NULL if c
 * begins no such draw. Sets *who to who draws. */
static const struct report_node *draw_end(const struct report *r, const struct report_node *c,
                                          int64_t *who) {
    size_t at = 0;
    while (c && c->e.kind == J_ANSWERS) c = c->next;
    if (c && c->e.kind == J_BEGIN && c->end && c->e.count && c->e.words[0] == EVENT_DRAW) {
        const struct report_node *in = draw_end(r, c->child, who);
        return in && !in->next ? c : NULL;
    }
    if (c && c->e.kind == J_PUT) c = c->next;
    if (!c || c->e.kind != J_DRAW) return NULL;
    *who = journal_names_word(&r->names, report_word(&c->e, &at));
    return c;
}

/* Returns the last of the nodes from c on that are told together: draws of one player; c if there
 * are none. */
static const struct report_node *last_together(const struct report *r,
                                               const struct report_node *c) {
    int64_t first = NONE, who = NONE;
    const struct report_node *last = draw_end(r, c, &first), *next = last;
    while (next && (next = draw_end(r, next->next, &who)) != NULL && who == first) last = next;
    return last ? last : c;
}

/* Prints all parts and, unless the report is quiet, what stands between them. `battle` is the event
 * `battle` or NULL. The entries that set the battle up are skipped, because the list of the sides
 * tells them. */
static void print_story(struct report *r, const struct report_node *battle) {
    struct report_lines lines = {0};
    bool quiet = r->options.level == REPORT_QUIET;
    const struct report_node *first = first_event(r);
    if (!battle && first && !report_is_part(r, first, false) && !r->told) report_blank(r);
    for (const struct report_node *c = battle ? battle->child : first; c; c = c->next) {
        if (report_is_part(r, c, battle != NULL)) {
            if (quiet)
                print_part_quiet(r, c);
            else
                print_part(r, c, &lines);
            continue;
        }
        if (quiet) continue;
        if (is_paragraph(c)) {
            print_paragraph(r, c, c, &lines);
            continue;
        }
        const struct report_node *last = last_together(r, c);
        print_loose(r, battle ? battle : r->top, c, last->next, &lines);
        c = last;
    }
    memory_free(lines.at);
    memory_free(lines.entry);
}

void report_collect(struct report *r, struct report_told *to) {
    /* the story may have been collected before: it begins with whole groups */
    for (size_t i = 0; i < r->thing_room; i++) {
        r->things[i].left = r->things[i].members;
        r->things[i].gone = false;
    }
    r->told = to;
    r->noting = true;
    r->options.level = REPORT_NORMAL;
    print_story(r, report_battle(r));
    r->told = NULL;
    r->noting = false;
}

void report_print(const struct journal *j, const struct image *img, struct report_options options,
                  struct image_sink sink) {
    struct report r;
    struct report_told told = {0};
    if (options.told) {
        struct journal before = *j;
        before.count = options.told < j->count ? options.told : j->count;
        report_open(&r, &before, img, options, sink);
        report_collect(&r, &told);
        report_close(&r);
    }
    report_open(&r, j, img, options, sink);
    if (options.told) {
        r.told = &told;
    } else {
        print_title(&r);
        if (set_up(&r) > 0) {
            report_blank(&r);
            print_sides(&r, false);
        }
        report_sides(&r, set_up(&r) > 0);
    }
    if (options.level == REPORT_VERBOSE)
        report_verbose(&r);
    else
        print_story(&r, report_battle(&r));
    print_end(&r);
    report_close(&r);
    report_told_free(&told);
}
