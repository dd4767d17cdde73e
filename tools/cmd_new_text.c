/* The texts that the command new writes: a card like one that the rules have, lines that bring it
 * into play, an example, a variant, a script. */
#include "cmd_new.h"
#include "wording.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../dsl/lex.h"

enum { MOST_FIELDS = 24, MOST_MEMBERS = 32 };

void fresh_say(struct fresh *f, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t len = strlen(f->text ? f->text : "");
    int more = vsnprintf(NULL, 0, format, args);
    char *at = NEW_ARRAY(&f->c->arena, len + (size_t)more + 1, char);
    if (len) memcpy(at, f->text, len);
    vsnprintf(at + len, (size_t)more + 1, format, again);
    f->text = at;
    va_end(again);
    va_end(args);
}

static const char *text_of(struct fresh *f, struct span s) {
    return arena_text(&f->c->arena, s.at, s.len);
}

/* Returns what is written at a node, with all below it. */
static const char *written(struct fresh *f, struct node *n) {
    struct stretch e = source_extent(n);
    struct span text = diag_text(f->s.diags, e.file);
    return arena_text(&f->c->arena, text.at + e.from, e.to - e.from);
}

/* ---- The card to follow ---------------------------------------- */

/* A card to follow, and all that brings it into play. */
struct model {
    const struct blueprint_decl *card;
    const struct blueprint_decl *bearer; /* a card, or a member of one, that lists it; NULL */
    const struct event_decl *maker;      /* an event that creates it on a pile; NULL */
    struct node *pile;                   /* that pile */
    const struct force_decl *force;      /* a force that it is drawn from; NULL */
    /* a roster that has the card, or the one that lists it, and the name of that; NULL */
    const struct roster_decl *roster;
    const struct blueprint_decl *unit;
    int worth, words; /* how well it serves, how long it is */
};

static bool for_examples(const struct node *n) {
    return n && (n->flags & FLAG_FOR_EXAMPLES) != 0;
}

static bool lists(const struct blueprint_decl *b, const struct blueprint_decl *card) {
    for (const struct given *g = b->given; g; g = g->next) {
        if (!g->field->type || g->field->type->class != CLASS_SET) continue;
        for (int32_t i = 0; i < g->count; i++) {
            if (g->values[i]->kind == NODE_NAME && g->values[i]->meaning == card) return true;
        }
    }
    return false;
}

static const struct blueprint_decl *bearer_of(const struct names *n,
                                              const struct blueprint_decl *card) {
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *b = n->blueprints[i];
        const struct blueprint_decl *top = b->outer ? b->outer : b;
        if (!top->form_of && !b->form_of && !for_examples(top->node) && lists(b, card)) return b;
    }
    return NULL;
}

/* A search for a `create CARD on PILE` in the body of an event. */
struct made {
    const struct blueprint_decl *card;
    struct node *pile;
};

static enum walk find_made(struct node *n, void *user) {
    struct made *m = user;
    if (n->kind != NODE_CREATE || !n->create.pile) return WALK_ON;
    const struct node *what = n->create.what, *pile = n->create.pile;
    bool role = pile->kind == NODE_DOT && pile->dot.of->kind == NODE_NAME &&
                pile->dot.of->mark == MEAN_ROLE;
    if (role && what->mark == MEAN_BLUEPRINT && what->meaning == m->card) m->pile = n->create.pile;
    return WALK_ON;
}

static const struct event_decl *maker_of(const struct names *n, struct model *m) {
    for (int32_t i = 0; i < n->events_count; i++) {
        struct made made = {m->card, NULL};
        if (n->events[i]->body && !n->events[i]->action && !for_examples(n->events[i]->node))
            tree_walk(n->events[i]->body, find_made, &made);
        m->pile = made.pile;
        if (made.pile) return n->events[i];
    }
    return NULL;
}

static int64_t size_of(const struct roster_decl *r) {
    int64_t all = 0;
    for (const struct node *e = r->node->roster.entries; e; e = e->next) all += e->number;
    return all;
}

/* Returns the smallest roster that has this card; of any card if it is NULL. */
static const struct roster_decl *roster_with(const struct names *n,
                                             const struct blueprint_decl *card) {
    const struct roster_decl *best = NULL;
    for (int32_t i = 0; i < n->rosters_count; i++) {
        const struct roster_decl *r = n->rosters[i];
        bool has = !card;
        if (for_examples(r->node)) continue;
        for (const struct node *e = r->node->roster.entries; e; e = e->next)
            has = has || e->meaning == card;
        if (has && (!best || size_of(r) < size_of(best))) best = r;
    }
    return best;
}

static const struct force_decl *force_with(const struct names *n,
                                           const struct blueprint_decl *card) {
    for (int32_t i = 0; i < n->forces_count; i++) {
        for (const struct force_line *l = n->forces[i]->from; l; l = l->next)
            if (l->node->meaning == card) return n->forces[i];
    }
    return NULL;
}

/* Whether another card can be written as this one is: it stands by itself, and all that it says
 * stands in its own braces or its row. */
static bool can_follow(const struct blueprint_decl *b, const struct kind_decl *kind) {
    return b->kind == kind && !b->outer && !b->form_of && !for_examples(b->node) && !b->like &&
           !b->more && !b->params && b->node &&
           (b->node->kind == NODE_THING || b->node->kind == NODE_TABLE_ROW);
}

static struct lexer *lexer_at(struct fresh *f, uint32_t file, uint32_t at) {
    struct lexer *l = NEW(&f->c->arena, struct lexer);
    struct diags *quiet = diags_apart(&f->c->arena, f->s.diags);
    if (!lex_start(l, &f->c->arena, quiet, file)) return NULL;
    if (at) lex_rewind(l, at);
    return l;
}

/* Returns the offset behind the last brace of a declaration that begins at `from`, or behind its
 * line if it has none; sets *words to how many words it has. */
static uint32_t end_of(struct fresh *f, uint32_t file, uint32_t from, int *words) {
    struct lexer *l = lexer_at(f, file, from);
    struct token t;
    uint32_t end = from;
    int depth = 0;
    *words = 0;
    for (int id; l && (id = lex_next(l, &t)) != 0;) {
        if (id == T_NL && depth == 0) break;
        if (id == T_NL) continue;
        end = t.at + t.len;
        *words += id != T_CITE;
        depth += (id == T_LB) - (id == T_RB);
        if (id == T_RB && depth == 0) break;
    }
    return end;
}

static struct model model_of(struct fresh *f, const struct blueprint_decl *card) {
    const struct names *n = f->s.names;
    struct model m = {.card = card, .unit = card};
    m.bearer = bearer_of(n, card);
    m.maker = maker_of(n, &m);
    if (m.bearer) m.unit = m.bearer->outer ? m.bearer->outer : m.bearer;
    m.force = force_with(n, m.unit);
    m.roster = roster_with(n, m.unit);
    bool rules = card->rules || !(names_is_borne(card->kind) || m.maker);
    m.worth = (m.bearer || m.maker || m.force) * 4 + rules * 2 + (m.roster != NULL);
    if (card->node->kind == NODE_THING)
        end_of(f, card->place.file, card->node->thing.kind->place.at, &m.words);
    return m;
}

static bool is_better(const struct model *a, const struct model *b) {
    if (a->worth != b->worth) return a->worth > b->worth;
    if (a->words != b->words) return a->words < b->words;
    return a->roster && b->roster && size_of(a->roster) < size_of(b->roster);
}

/* Returns the card of that kind which a new one is modelled on: one that comes into play and does
 * something, and of those the shortest; without a card if there is none. */
static struct model best_model(struct fresh *f, const struct kind_decl *kind) {
    struct model best = {0};
    for (int32_t i = 0; i < f->s.names->blueprints_count; i++) {
        const struct blueprint_decl *b = f->s.names->blueprints[i];
        if (!can_follow(b, kind)) continue;
        struct model m = model_of(f, b);
        if (!best.card || is_better(&m, &best)) best = m;
    }
    return best;
}

/* ---- The card ---------------------------------------- */

/* The names and labels that a copy changes. */
struct renaming {
    struct span old[MOST_MEMBERS + 1];
    const char *now[MOST_MEMBERS + 1];
    int count;
    struct span title, member_title; /* labels that become the new title; empty: none */
    const char *new_title;
    bool everywhere; /* a label is replaced in any case of its first letter */
};

static char lower(char ch) {
    return ch >= 'A' && ch <= 'Z' ? (char)(ch - 'A' + 'a') : ch;
}

/* Whether a label says a title, perhaps with a small first letter. */
static bool says_title(struct span label, struct span title) {
    return title.len && label.len == title.len && lower(label.at[0]) == lower(title.at[0]) &&
           memcmp(label.at + 1, title.at + 1, title.len - 1) == 0;
}

/* Returns a token as it stands in the copy. */
static const char *token_text(struct fresh *f, struct lexer *l, const struct renaming *r, int id,
                              struct token t) {
    struct span text = lex_span(l, t);
    for (int i = 0; id == T_NAME && i < r->count; i++) {
        if (span_equal(text, r->old[i])) return r->now[i];
    }
    if (id == T_STRING && text.len > 2) {
        struct span label = {text.at + 1, text.len - 2};
        if (says_title(label, r->title) || says_title(label, r->member_title)) {
            bool small = label.at[0] != r->title.at[0] && says_title(label, r->title);
            char first = small ? lower(r->new_title[0]) : r->new_title[0];
            return arena_print(&f->c->arena, "\"%c%s\"", first, r->new_title + 1);
        }
    }
    return text_of(f, text);
}

/* Adds what stands between two tokens, without comments. */
static void say_gap(struct fresh *f, struct span text, uint32_t from, uint32_t to) {
    bool comment = false;
    for (uint32_t i = from; i < to; i++) {
        if (text.at[i] == '#') comment = true;
        if (text.at[i] == '\n') comment = false;
        if (!comment) fresh_say(f, "%c", text.at[i]);
    }
}

/* Whether a token is of a note, which a copy does not share, as one of its texts or a comma between
 * them. `before`: T_NOTE behind that word, T_STRING and T_COMMA within the note; 0 elsewhere. */
static bool is_of_note(int *before, int id) {
    const int last = *before;
    const bool of =
        id == T_STRING ? last == T_NOTE || last == T_COMMA : id == T_COMMA && last == T_STRING;
    *before = of || id == T_NOTE ? id : 0;
    return of;
}

static const char new_note[] = "\"Write here what its card prints.\"";

/* Adds a copy of the text of a file from one offset to another, without citations and with another
 * note. */
static void say_copy(struct fresh *f, uint32_t file, uint32_t from, uint32_t to,
                     const struct renaming *r) {
    struct lexer *l = lexer_at(f, file, from);
    struct span text = diag_text(f->s.diags, file);
    struct token t;
    uint32_t before = from;
    int note = 0;
    for (int id; l && (id = lex_next(l, &t)) != 0 && t.at < to;) {
        if (id == T_NL) continue;
        const bool first = note == T_NOTE;
        const bool noted = is_of_note(&note, id);
        if (!noted || first) say_gap(f, text, before, t.at);
        before = t.at + t.len;
        if (noted && first) fresh_say(f, "%s", new_note);
        if (noted) continue;
        if (id != T_CITE) fresh_say(f, "%s", token_text(f, l, r, id, t));
    }
}

/* Adds a card that is written as a row of a table is, with braces. */
static void say_row(struct fresh *f, const struct model *m) {
    const struct node *table = NULL;
    for (int i = 0; i < f->s.files && !table; i++) {
        for (const struct node *n = f->s.file[i]->file.decls; n; n = n->next) {
            const struct node *row = n->kind == NODE_TABLE ? n->table.rows : NULL;
            while (row && row != m->card->node) row = row->next;
            if (row) table = n;
        }
    }
    fresh_say(f, "%s %s \"%s\" {\n", text_of(f, m->card->kind->name), f->name, f->title);
    const struct node *column = table ? table->table.columns : NULL;
    for (struct node *cell = m->card->node->table_row.cells; cell && column;
         cell = cell->next, column = column->next) {
        if (span_is(column->text, "label")) continue;
        struct node *one = cell->kind == NODE_CELL_SET ? cell->cell_set.values : cell;
        if (!one) continue;
        fresh_say(f, "%s", text_of(f, column->text));
        if (span_is(column->text, "note") && one->kind == NODE_TEXT) {
            fresh_say(f, " %s\n", new_note);
            continue;
        }
        for (; one; one = cell->kind == NODE_CELL_SET ? one->next : NULL)
            fresh_say(f, " %s%s", written(f, one),
                      cell->kind == NODE_CELL_SET && one->next ? "," : "");
        fresh_say(f, "\n");
    }
    fresh_say(f, "}\n");
}

/* Whether things stand in the card that rules may name: zones, terrain. A copy would have to call
 * them otherwise, so a new card is `like` such a one. */
static bool has_things(const struct blueprint_decl *b) {
    return b->first_inner && b->first_inner->node->kind == NODE_THING;
}

static void say_like(struct fresh *f, const struct model *m) {
    struct node *n = m->card->node;
    fresh_say(f, "%s %s \"%s\" like %s {\n", text_of(f, m->card->kind->name), f->name, f->title,
              text_of(f, m->card->name));
    fresh_say(f, "# All that %s has is here, too. More is written as it is there:\n",
              text_of(f, m->card->name));
    for (struct node *i = n->thing.items; i; i = i->next) {
        if (i->kind != NODE_THING) continue;
        const char *line = source_line(&f->s, i->place, 400);
        size_t len = strcspn(line, "[");
        while (len && line[len - 1] == ' ') len--;
        fresh_say(f, "#     %.*s\n", (int)len, line);
    }
    fresh_say(f, "}\n");
}

static void say_card(struct fresh *f, const struct model *m) {
    if (m->card->node->kind == NODE_TABLE_ROW) {
        say_row(f, m);
        return;
    }
    if (has_things(m->card)) {
        say_like(f, m);
        return;
    }
    struct renaming r = {.title = m->card->title, .new_title = f->title};
    r.old[0] = m->card->name;
    r.now[r.count++] = f->name;
    const struct blueprint_decl *one = m->card->first_inner;
    if (one && (one->node->kind != NODE_MEMBER || one->next_inner)) one = NULL;
    if (one) r.member_title = one->title;
    for (const struct blueprint_decl *b = m->card->first_inner; b; b = b->next_inner) {
        if (b->node->kind != NODE_MEMBER || r.count > MOST_MEMBERS) continue;
        r.old[r.count] = b->name;
        r.now[r.count] =
            one ? arena_print(&f->c->arena, "%s_%s", f->name, text_of(f, b->kind->name))
                : arena_print(&f->c->arena, "%s_%s_%d", f->name, text_of(f, b->kind->name),
                              r.count);
        r.count++;
    }
    int words;
    uint32_t from = m->card->node->thing.kind->place.at;
    say_copy(f, m->card->place.file, from, end_of(f, m->card->place.file, from, &words), &r);
    fresh_say(f, "\n");
}

/* Whether the card, or a member of it, sets a field. */
static bool is_set(const struct blueprint_decl *b, const struct field_decl *field) {
    for (const struct given *g = b->given; g; g = g->next)
        if (g->field == field) return true;
    for (const struct blueprint_decl *m = b->first_inner; m; m = m->next_inner)
        if (is_set(m, field)) return true;
    return false;
}

/* Whether a field is one that cards speak of: it has a label, or some card sets it. */
static bool is_of_cards(const struct names *n, const struct field_decl *field) {
    if (field->label.len) return true;
    for (int32_t i = 0; i < n->blueprints_count; i++)
        if (is_set(n->blueprints[i], field)) return true;
    return false;
}

/* Returns the type of a field as it is written. */
static const char *type_of(struct fresh *f, const struct field_decl *d) {
    const char *text = written(f, d->node->field.type);
    return strchr(text, '(') && !strchr(text, ')') ? arena_print(&f->c->arena, "%s)", text) : text;
}

/* Adds as comments the fields of a kind that a card does not set. */
static void say_fields(struct fresh *f, const struct blueprint_decl *b, const struct kind_decl *k,
                       int *said) {
    for (; k; k = k->parent) {
        for (const struct field_decl *d = k->fields; d && *said < MOST_FIELDS;
             d = d->next_in_kind) {
            if (!d->node || d->node->kind != NODE_FIELD || d->pile || d->derived || is_set(b, d) ||
                !is_of_cards(f->s.names, d))
                continue;
            if (!(*said)++)
                fresh_say(f,
                          "# What such a card may say besides, and what holds unless it does:\n");
            fresh_say(f, "#   %s  %s%s%s%s%s\n", text_of(f, d->name), type_of(f, d),
                      d->node->field.value ? " = " : "",
                      d->node->field.value ? written(f, d->node->field.value) : "",
                      d->label.len ? "   " : "", text_of(f, d->label));
        }
    }
}

/* ---- What brings it into play ---------------------------------------- */

/* The option by which a card is bought that is borne. */
static const char *option_of(struct fresh *f) {
    return arena_print(&f->c->arena, "With %s", f->title);
}

static void say_option(struct fresh *f, const struct model *m) {
    const struct blueprint_decl *b = m->bearer;
    fresh_say(f, "\n# Who may have it: a choice of this card, which a roster buys.\n");
    fresh_say(f, "add to %s {\noption \"%s\" { ", text_of(f, m->unit->name), option_of(f));
    if (b->outer && b->outer->kind->members)
        fresh_say(f, "%s { %lld %s { add %s } }", text_of(f, b->outer->kind->members->name),
                  (long long)b->how_many, text_of(f, b->name), f->name);
    else
        fresh_say(f, "add %s", f->name);
    fresh_say(f, " }\n}\n");
}

static void say_forces(struct fresh *f, const struct model *m) {
    const struct names *n = f->s.names;
    fresh_say(f, "\n# The forces that it may be drawn for.\n");
    for (int32_t i = 0; i < n->forces_count; i++) {
        bool has = false;
        for (const struct force_line *l = n->forces[i]->from; l; l = l->next)
            has = has || l->node->meaning == m->card;
        if (has) fresh_say(f, "add to %s { from %s }\n", text_of(f, n->forces[i]->name), f->name);
    }
}

/* Adds a roster like one that the rules have, in which what is new takes part. */
static void say_roster(struct fresh *f, const struct model *m) {
    const struct roster_decl *r = m->roster;
    f->roster = arena_print(&f->c->arena, "%s_list", f->name);
    fresh_say(f, "\nroster %s \"%s: a list\" of %s {\n", f->roster, f->title,
              text_of(f, r->node->roster.force->text));
    for (const struct node *e = r->node->roster.entries; e; e = e->next) {
        bool it = e->meaning == m->unit;
        fresh_say(f, "%lld %s", (long long)e->number,
                  it && !m->bearer ? f->name : text_of(f, e->text));
        if (e->roster_entry.label && !it)
            fresh_say(f, " \"%s\"", text_of(f, e->roster_entry.label->text));
        if (it && m->bearer) fresh_say(f, " { option \"%s\" }", option_of(f));
        const struct node *o = it ? NULL : e->roster_entry.options;
        if (o) fresh_say(f, " {");
        for (; o; o = o->next)
            fresh_say(f, " option \"%s\"%s", text_of(f, o->text), o->next ? ";" : " }");
        fresh_say(f, "\n");
    }
    fresh_say(f, "}\n");
}

/* ---- The example ---------------------------------------- */

static void say_seen(struct fresh *f, const struct kind_decl *kind) {
    fresh_say(f, "\nfor examples\n\n");
    fresh_say(f, "# Nothing happens; the example says what is so.\nevent %s_seen", f->name);
    if (kind) fresh_say(f, "(it_is: %s)", text_of(f, kind->name));
    fresh_say(f, " \"For the examples\" {}\n");
}

/* Adds an example in which a player has the card, or one that bears it. */
static void say_example(struct fresh *f, const struct model *m) {
    const struct kind_decl *kind = m->unit->kind;
    const char *player = text_of(f, f->s.names->players[0]);
    say_seen(f, kind);
    fresh_say(f, "example \"%s: it is there\" {\ngiven %s has ", f->title, player);
    if (m->bearer)
        fresh_say(f, "%s(\"%s\")", text_of(f, m->unit->name), option_of(f));
    else
        fresh_say(f, "%s", f->name);
    fresh_say(f, " as a\nwhen %s_seen(a)\nexpect ", f->name);
    if (m->bearer && m->bearer->outer && kind->members)
        fresh_say(f, "any(m in a.%s where m is %s)\n}\n", text_of(f, kind->members->name), f->name);
    else if (!m->bearer && kind->members) {
        int64_t all = 0;
        for (const struct part *p = m->card->parts; p; p = p->next) all += p->count;
        fresh_say(f, "a is %s and count(a.%s) = %lld\n}\n", f->name,
                  text_of(f, kind->members->name), (long long)all);
    } else {
        fresh_say(f, "a is %s\n}\n", f->name);
    }
}

/* Adds a trigger by which a card comes to the pile to which the model comes, and an example. */
static void say_made(struct fresh *f, const struct model *m) {
    const struct event_decl *e = m->maker;
    const char *pile = written(f, m->pile);
    fresh_say(f, "\n# It comes to the others of its sort.\nafter %s { create %s on %s }\n",
              text_of(f, e->name), f->name, pile);
    const struct slot_decl *role = e->roles == 1 ? e->slots : NULL;
    if (!role || !role->type || role->type->kind != f->s.names->base[BASE_PLAYER]) return;
    const char *player = text_of(f, f->s.names->players[0]);
    fresh_say(f, "\nfor examples\n\nexample \"%s: it is among them\" {\nwhen %s(%s)\n", f->title,
              text_of(f, e->name), player);
    fresh_say(f, "expect any(card in %s.%s where card is %s)\n}\n", player,
              text_of(f, m->pile->text), f->name);
}

/* Adds an example of a feature of the game, by what stands in it. */
static void say_scenario(struct fresh *f, const struct model *m) {
    f->scenario = f->name;
    f->model = m->card;
    const struct blueprint_decl *b = m->card->first_inner;
    while (b && !b->kind->plural.len) b = b->next_inner;
    if (!b) return;
    const struct kind_decl *kind = b->kind;
    int all = 0;
    for (; b; b = b->next_inner) all += names_kind_is(b->kind, kind);
    say_seen(f, NULL);
    fresh_say(f, "example \"%s: it is laid out\" {\ngiven %s %s\nwhen %s_seen()\n", f->title,
              text_of(f, m->card->kind->name), f->name, f->name);
    fresh_say(f, "expect count(%s) = %d\n}\n", text_of(f, kind->plural), all);
}

static bool is_of_game(const struct fresh *f, const struct blueprint_decl *b) {
    return b->of && b->of == f->s.names->base[BASE_GAME];
}

const char *fresh_card(struct fresh *f, const struct kind_decl *kind) {
    struct model m = best_model(f, kind);
    if (!m.card)
        return arena_print(&f->c->arena, "no card of kind %s stands in these rules to follow",
                           text_of(f, kind->name));
    int said = 0;
    fresh_say(f, "# %s: written as %s is (%s).\n", f->title, text_of(f, m.card->name),
              source_where(&f->s, m.card->place));
    say_fields(f, m.card, kind, &said);
    if (kind->members && kind->of) say_fields(f, m.card, kind->of, &said);
    fresh_say(f, "\n");
    say_card(f, &m);
    if (is_of_game(f, m.card)) {
        say_scenario(f, &m);
    } else if (m.maker) {
        say_made(f, &m);
    } else {
        bool table = kind->base == BASE_PIECE || kind->members;
        if (m.bearer) say_option(f, &m);
        if (!m.bearer && m.force) say_forces(f, &m);
        if (m.roster && (m.bearer || m.force)) say_roster(f, &m);
        if (m.bearer || table) say_example(f, &m);
        if (!m.bearer && !m.force)
            fresh_say(f, "# Nothing brings it into play yet: a rule gives or creates it.\n");
    }
    return NULL;
}

/* ---- A variant ---------------------------------------- */

static void pass_over(void *user, struct span id) {
    (void)user;
    (void)id;
}

/* Returns the text with each run of blanks outside of quotes as one blank. */
static const char *squeezed(struct fresh *f, const char *text) {
    char *out = arena_new(&f->c->arena, strlen(text) + 1), *to = out;
    bool quoted = false;
    for (const char *p = text; *p; p++) {
        if (*p == '"') quoted = !quoted;
        if (quoted || *p != ' ' || p[1] != ' ') *to++ = *p;
    }
    *to = 0;
    return out;
}

static void say_row_change(struct fresh *f) {
    const struct names *n = f->s.names;
    for (int32_t i = 0; i < n->rules_count; i++) {
        const struct rule_decl *r = n->rules[i];
        if (r->sort != SORT_ROW || !r->own || !r->node->row.label || !r->target) continue;
        const char *label = text_of(f, r->node->row.label->text), *to = text_of(f, r->target->name);
        const char *row = wording_item(&f->c->arena, f->s.diags, r->node, pass_over, NULL);
        if (strchr(row, '\n')) continue;
        fresh_say(f, "#     remove row \"%s\" of %s\n", label, to);
        fresh_say(f, "#     replace row \"%s\" of %s { %s }\n", label, to, squeezed(f, row));
        return;
    }
}

static void say_field_change(struct fresh *f) {
    const struct names *n = f->s.names;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *b = n->blueprints[i];
        if (b->outer || b->form_of || !force_with(n, b)) continue;
        for (const struct given *g = b->given; g; g = g->next) {
            if (g->count != 1 || g->field->type->class != CLASS_NUMBER) continue;
            fresh_say(f, "#     %s.%s = %s\n", text_of(f, b->name), text_of(f, g->field->name),
                      written(f, g->values[0]));
            return;
        }
    }
}

void fresh_variant(struct fresh *f) {
    const struct names *n = f->s.names;
    fresh_say(f,
              "# What is different from %s. What stands beside this block, and in other files "
              "of this folder, is added.\n",
              n->title.len ? text_of(f, n->title) : text_of(f, n->name));
    fresh_say(f, "# Changes are written in its braces; these would leave things as they are, or "
                 "take out what is there:\n#\n");
    say_field_change(f);
    if (n->rulings_count)
        fresh_say(f, "#     ruling %s = %s\n", text_of(f, n->rulings[0]->name),
                  text_of(f, n->rulings[0]->node->ruling.readings->text));
    say_row_change(f);
    size_t len = strcspn(text_of(f, n->name), "+");
    fresh_say(f, "\nvariant %s of %.*s \"%s\" {\n}\n", f->name, (int)len, n->name.at, f->title);
}

/* ---- A script ---------------------------------------- */

/* Returns the scenario with which a battle is played, or what a new one is modelled on: a blueprint
 * of the kind that the event `battle` wants; NULL: there is none. */
static const struct blueprint_decl *scenario_of(const struct fresh *f) {
    const struct names *n = f->s.names;
    if (f->model) return f->model;
    const struct slot_decl *role = n->battle && n->battle->roles ? n->battle->slots : NULL;
    for (int32_t i = 0; role && role->type && i < n->blueprints_count; i++) {
        const struct blueprint_decl *b = n->blueprints[i];
        if (!b->outer && b->kind == role->type->kind && !for_examples(b->node)) return b;
    }
    return NULL;
}

/* Whether a scenario lets this player take part. */
static bool plays_in(const struct blueprint_decl *scenario, struct span player) {
    if (!scenario->players) return true;
    const struct node *v = scenario->players->setting.values;
    while (v && !span_equal(v->text, player)) v = v->next;
    return v != NULL;
}

const char *fresh_script(struct fresh *f, const char *path) {
    const struct names *n = f->s.names;
    const struct blueprint_decl *scenario = scenario_of(f);
    const struct roster_decl *small = roster_with(n, NULL), *other = small;
    if (!scenario || !small || !n->player_count) return NULL;
    for (int32_t i = 0; i < n->rosters_count; i++) {
        const struct roster_decl *r = n->rosters[i];
        bool better = other == small || size_of(r) < size_of(other);
        if (r->force != small->force && better && !for_examples(r->node)) other = r;
    }
    const char *first = f->roster ? f->roster : text_of(f, small->name), *script;
    script = arena_print(&f->c->arena,
                         "-- %s. myth run %s; myth doc lua says what else a script may do.\n"
                         "local battle = myth.battle {\n    rules = \"%s\",\n"
                         "    scenario = \"%s\",\n",
                         f->title, path, f->rules,
                         f->scenario ? f->scenario : text_of(f, scenario->name));
    for (int32_t i = 0; i < n->player_count; i++) {
        if (!plays_in(scenario, n->players[i])) continue;
        script = arena_print(&f->c->arena, "%s    %s = \"%s\",\n", script,
                             text_of(f, n->players[i]), i ? text_of(f, other->name) : first);
    }
    return arena_print(&f->c->arena, "%s}\nbattle:play()\n", script);
}

/* ---- A ruleset ---------------------------------------- */

const char *fresh_renamed(struct fresh *f, uint32_t file, struct span old) {
    struct lexer *l = lexer_at(f, file, 0);
    struct span text = diag_text(f->s.diags, file);
    struct token t;
    uint32_t before = 0;
    int last = 0, head = 0; /* head: 1 behind `ruleset`, 2 behind its name */
    f->text = NULL;
    for (int id; l && (id = lex_next(l, &t)) != 0; last = id) {
        if (id == T_NL) continue;
        struct span is = lex_span(l, t);
        bool name = id == T_NAME && span_equal(is, old);
        bool label = id == T_STRING && head == 2;
        head = id == T_NAME && span_is(is, "ruleset") && (last == 0 || last == T_NL) ? 1
               : head == 1 && name                                                   ? 2
                                                                                     : 0;
        if (!name && !label) continue;
        fresh_say(f, "%.*s", (int)(t.at - before), text.at + before);
        fresh_say(f, label ? "\"%s\"" : "%s", label ? f->title : f->name);
        before = t.at + t.len;
    }
    fresh_say(f, "%.*s", (int)(text.len - before), text.at + before);
    return f->text;
}
