/* The command cards: prints each blueprint of a ruleset as a card, kind by kind: its note, its
 * fields, its rows and rules as rule text, what else names it, its clauses and where it stands. */
#include "cmd.h"

#include <string.h>

#include "../vm/run.h"
#include "card.h"
#include "source.h"
#include "wording.h"

enum { WIDTH = 100, NAMED_MOST = 4 };

/* A place where rules name a blueprint, outside of cards, forces and rosters. */
struct named {
    struct named *next;
    struct place place;
};
struct cards {
    struct cmd *c;
    struct source s;
    struct card_reader reader;
    struct arena page;                  /* what is made for one card */
    struct named **named, **named_last; /* by blueprint: where it is named; the last of these */
    const struct blueprint_decl *now;   /* while places are collected: whose braces they are in */
    bool *wanted;                       /* by blueprint */
    bool json;
    int told; /* how many cards have been printed */
};

/* One card as it is printed. All texts lie in the arena. */
struct page {
    const struct blueprint_decl *bp;
    const char *head; /* what stands behind its title: parameters, `of`, `like` */
    const char *note; /* "": none */
    struct card_field *fields;
    struct card_members *members;
    const char *rules; /* as rule text, line by line; "": none */
    const char **cite;
    int32_t cites, room;
};

static struct arena *arena_of(const struct cards *v) {
    return (struct arena *)(uintptr_t)&v->page; /* what is const is what is read */
}

static const char *text_of(const struct cards *v, struct span s) {
    return arena_text(arena_of(v), s.at, s.len);
}

static const char *title_of(const struct blueprint_decl *bp, const struct cards *v) {
    return text_of(v, bp->title.len ? bp->title : bp->name);
}

/* ---- Which there are ----------------------------------------------------------------------- */

/* Whether a blueprint has a card of its own: forms are other shapes of one, members and zones stand
 * on that of their thing. */
static bool has_card(const struct blueprint_decl *bp) {
    return !bp->form_of && !bp->outer && !(bp->node->flags & FLAG_FOR_EXAMPLES);
}

static const struct blueprint_decl *outermost(const struct blueprint_decl *bp) {
    while (bp->outer || bp->form_of) bp = bp->outer ? bp->outer : bp->form_of;
    return bp;
}

static bool same_letters(struct span a, const char *b) {
    if (a.len != strlen(b)) return false;
    for (size_t i = 0; i < a.len; i++) {
        const int x = a.at[i] | (a.at[i] >= 'A' && a.at[i] <= 'Z' ? 32 : 0);
        const int y = b[i] | (b[i] >= 'A' && b[i] <= 'Z' ? 32 : 0);
        if (x != y) return false;
    }
    return true;
}

/* Whether a name is that of a kind: its own, its plural, or that with an s where it has none. */
static bool is_kind(const struct cards *v, const struct kind_decl *k, const char *name) {
    const struct span plural =
        k->plural.len
            ? k->plural
            : (struct span){arena_print(arena_of(v), "%.*ss", (int)k->name.len, k->name.at),
                            k->name.len + 1};
    return same_letters(k->name, name) || same_letters(plural, name);
}

/* Marks the cards that a name means: those of a kind; or else the card of that name; or else those
 * of that title. Returns how many. */
static int32_t want(struct cards *v, const char *name) {
    const struct names *n = v->s.names;
    int32_t found = 0;
    for (int how = 0; how < 3 && found == 0; how++) {
        for (int32_t i = 0; i < n->blueprints_count; i++) {
            const struct blueprint_decl *bp = n->blueprints[i];
            bool meant = how == 1 ? span_is(bp->name, name) : same_letters(bp->title, name);
            for (const struct kind_decl *k = how == 0 ? bp->kind : NULL; k; k = k->parent)
                meant |= is_kind(v, k, name);
            if (!meant || !has_card(outermost(bp)) || (how == 0 && bp->outer)) continue;
            v->wanted[outermost(bp)->index] = true;
            found++;
        }
    }
    return found;
}

static enum cmd_exit no_card(const struct cards *v, const char *name) {
    const struct names *n = v->s.names;
    struct nearest near = diag_nearest((struct span){name, strlen(name)});
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        if (!has_card(n->blueprints[i])) continue;
        diag_candidate(&near, n->blueprints[i]->name, n->blueprints[i]->place);
        if (n->blueprints[i]->title.len)
            diag_candidate(&near, n->blueprints[i]->title, n->blueprints[i]->place);
        diag_candidate(&near, n->blueprints[i]->kind->name, n->blueprints[i]->kind->place);
    }
    cmd_say(v->c, "%s has no card '%s', and no cards of such a kind%s%.*s%s", v->c->word[0], name,
            near.best.len ? "; did you mean '" : "", (int)near.best.len,
            near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
    return CMD_INPUT;
}

/* ---- Where it is named --------------------------------------------------------------------- */

static enum walk see_named(struct node *n, void *user) {
    struct cards *v = user;
    if (n->kind == NODE_SETTING || n->kind == NODE_ITEM_ADD || n->kind == NODE_ITEM_REMOVE)
        return WALK_SKIP;
    if ((n->kind != NODE_NAME && n->kind != NODE_CALL) || n->mark != MEAN_BLUEPRINT) return WALK_ON;
    const struct blueprint_decl *bp = outermost(n->meaning);
    if (bp == v->now || bp != n->meaning) return WALK_ON;
    const struct named *last = v->named_last[bp->index];
    const uint32_t line = diag_where(v->s.diags, n->place).line;
    if (last && last->place.file == n->place.file &&
        diag_where(v->s.diags, last->place).line == line)
        return WALK_ON;
    struct named *to = NEW(&v->c->arena, struct named);
    to->place = n->place;
    *(last ? &v->named_last[bp->index]->next : &v->named[bp->index]) = to;
    v->named_last[bp->index] = to;
    return WALK_ON;
}

/* Returns the blueprint in whose braces a declaration stands, or which it goes on with. */
static const struct blueprint_decl *owner_of(const struct cards *v, const struct node *n) {
    const struct names *all = v->s.names;
    if (n->kind == NODE_THING) return n->meaning;
    for (int32_t i = 0; n->kind == NODE_ADD_TO && i < all->blueprints_count; i++) {
        for (const struct node *m = all->blueprints[i]->more; m; m = m->meaning)
            if (m == n) return all->blueprints[i];
    }
    return NULL;
}

static void collect_named(struct cards *v) {
    const size_t count = (size_t)v->s.names->blueprints_count + 1;
    v->named = NEW_ARRAY(&v->c->arena, count, struct named *);
    v->named_last = NEW_ARRAY(&v->c->arena, count, struct named *);
    for (int i = 0; i < v->s.files; i++) {
        for (struct node *n = v->s.file[i]->file.decls; n; n = n->next) {
            if (n->kind == NODE_EXAMPLE || n->kind == NODE_FORCE || n->kind == NODE_ROSTER ||
                n->flags & FLAG_FOR_EXAMPLES)
                continue;
            v->now = owner_of(v, n);
            tree_walk(n, see_named, v);
        }
    }
}

/* ---- Rules as text ------------------------------------------------------------------------- */

static void add_cite(struct cards *v, struct page *p, struct span id) {
    for (int32_t i = 0; i < p->cites; i++)
        if (span_is(id, p->cite[i])) return;
    if (p->cites == p->room) {
        const char **more = NEW_ARRAY(arena_of(v), (size_t)p->room * 2 + 8, const char *);
        if (p->cites) memcpy(more, p->cite, (size_t)p->cites * sizeof *more);
        p->cite = more;
        p->room = p->room * 2 + 8;
    }
    p->cite[p->cites++] = text_of(v, id);
}

static void add_cites(struct cards *v, struct page *p, const struct node *cites) {
    for (; cites; cites = cites->next) add_cite(v, p, cites->text);
}

struct citing {
    struct cards *v;
    struct page *p;
};

static void see_cite(void *user, struct span id) {
    struct citing *to = user;
    add_cite(to->v, to->p, id);
}

/* Whether an item is rule text of the card, and not on it in another way. `plain`: the card has no
 * line of fields, so these are rule text, too. */
static bool is_rule_text(const struct node *n, bool plain) {
    switch ((int)n->kind) {
    case NODE_MEMBERS:
    case NODE_OPTION:
    case NODE_MISTAKE: return false;
    case NODE_SETTING: return plain && !(span_is(n->text, "note") && n->setting.values);
    case NODE_TABLE_SIZE: return plain;
    default: return true;
    }
}

static const char *items_text(struct cards *v, struct page *p, const struct node *items,
                              bool plain) {
    const char *all = "";
    for (const struct node *n = items; n; n = n->next) {
        if (n->kind == NODE_MEMBERS) {
            for (const struct node *m = n->members.items; m; m = m->next)
                if (m->kind == NODE_MEMBER)
                    all = arena_print(arena_of(v), "%s%s", all,
                                      items_text(v, p, m->member.items, false));
        }
        if (!is_rule_text(n, plain)) continue;
        struct citing to = {v, p};
        all = arena_print(arena_of(v), "%s%s\n", all,
                          wording_item(arena_of(v), v->s.diags, n, see_cite, &to));
    }
    return all;
}

/* ---- One card ------------------------------------------------------------------------------ */

static const char *member_note(const struct cards *v, const struct card_members *m) {
    return m->blueprint < 0 ? ""
                            : wording_note(arena_of(v), v->s.names->blueprints[m->blueprint]->note);
}

static const char *head_text(const struct cards *v, const struct blueprint_decl *bp) {
    const char *head = "";
    const struct node *n = bp->node;
    if (bp->kind->base == BASE_FEATURE && n->kind == NODE_THING && n->thing.of)
        head = arena_print(arena_of(v), ", of %s", text_of(v, bp->of->name));
    if (bp->like) head = arena_print(arena_of(v), "%s, like %s", head, title_of(bp->like, v));
    return head;
}

/* Returns the name of a blueprint with its parameters, as "leader(reach_of: length)". */
static const char *name_text(const struct cards *v, const struct blueprint_decl *bp) {
    const char *name = text_of(v, bp->name);
    struct node *first = bp->node->kind == NODE_THING ? bp->node->thing.params : NULL;
    if (!first) return name;
    struct stretch all = source_extent(first);
    for (struct node *p = first->next; p; p = p->next) all.to = source_extent(p).to;
    const struct span text = diag_text(v->s.diags, all.file);
    return arena_print(arena_of(v), "%s(%.*s)", name, (int)(all.to - all.from), text.at + all.from);
}

/* Whether a thing can be made of the blueprint, and its fields read off it. */
static bool can_be_made(const struct blueprint_decl *bp) {
    switch (bp->kind->base) {
    case BASE_THING:
    case BASE_PIECE:
    case BASE_GROUP:
    case BASE_ITEM:
    case BASE_CARD: return bp->params == 0;
    default: return false;
    }
}

/* Fills in the page of a card. Returns false if the rules failed over a value. */
static bool read_page(struct cards *v, const struct blueprint_decl *bp, struct page *p) {
    const bool made = can_be_made(bp);
    *p = (struct page){
        .bp = bp, .head = head_text(v, bp), .note = wording_note(arena_of(v), bp->note)};
    add_cites(v, p, bp->cites);
    if (made) {
        card_reader_reset(&v->reader);
        const int64_t owner = battle_player(v->reader.b, 0);
        const int64_t thing = battle_create(v->reader.b, bp->index, owner);
        if (thing == NONE || !card_fields(&v->reader, thing, &p->fields)) return false;
        if (!card_members(&v->reader, thing, &p->members)) return false;
    }
    const char *items = items_text(v, p, bp->items, !made);
    for (const struct node *more = bp->more; more; more = more->meaning) {
        add_cites(v, p, more->cites);
        items =
            arena_print(arena_of(v), "%s%s", items, items_text(v, p, more->add_to.items, !made));
    }
    p->rules = wording_formed(arena_of(v), items);
    return true;
}

/* ---- For a person -------------------------------------------------------------------------- */

/* Returns how many bytes of a line fit in so many columns, up to a blank that is not within quotes
 * nor before a brace that ends the line; all, if no blank comes. */
static size_t fitting(const char *line, size_t columns) {
    size_t last = 0, column = 0;
    bool quoted = false;
    for (size_t i = 0; line[i]; i++) {
        if (line[i] == '"' && !(i && line[i - 1] >= '0' && line[i - 1] <= '9' && !quoted))
            quoted = !quoted;
        column += ((unsigned char)line[i] & 0xc0) != 0x80;
        if (column > columns && last) return last;
        const bool begins = line[i] == ' ' && !quoted && (i == 0 || line[i - 1] != ' ');
        const char *next = line + i + strspn(line + i, " ");
        if (begins && strcmp(next, "{") != 0 && strcmp(next, "}") != 0) last = i;
    }
    return strlen(line);
}

/* Returns a line of rule text without its columns: of many blanks two are left. */
static const char *narrow(const struct cards *v, const char *line) {
    const size_t indent = strspn(line, " ");
    const char *plain = arena_print(arena_of(v), "%.*s", (int)indent, line);
    for (const char *at = line + indent; *at;) {
        const size_t word = strcspn(at, " "), gap = strspn(at + word, " ");
        const char *between = !gap || !at[word + gap] ? "" : gap > 1 ? "  " : " ";
        plain = arena_print(arena_of(v), "%s%.*s%s", plain, (int)word, at, between);
        at += word + gap;
    }
    return plain;
}

/* Prints a line of rule text. One that is too wide has no columns, and goes on in the next line. */
static void print_rule_line(const struct cards *v, const char *line) {
    const size_t indent = strspn(line, " ");
    if (strlen(line) > WIDTH - 4) line = narrow(v, line);
    for (size_t pad = 4, len; *line; pad = indent + 8) {
        len = fitting(line, WIDTH - pad);
        printf("%*s%.*s\n", (int)pad, "", (int)len, line);
        line += len + strspn(line + len, " ");
    }
}

static void print_options(const struct cards *v, const struct node *items) {
    for (const struct node *n = items; n; n = n->next)
        if (n->kind == NODE_OPTION) printf("  %s\n", card_option(arena_of(v), n));
}

/* Prints the line of rule text in which a place lies, without its citations; what does not fit is
 * cut. */
static void print_line_of(const struct cards *v, struct place place, const char *where) {
    const char *line = source_line(&v->s, place, SIZE_MAX);
    const char *cite = strstr(line, " [");
    size_t len = cite && place.len ? (size_t)(cite - line) : strlen(line);
    line = narrow(v, arena_text(arena_of(v), line, len));
    const int room = WIDTH - 6 - (int)strlen(where);
    len = strlen(line);
    const bool cut = len > (size_t)room;
    if (cut) len = fitting(line, (size_t)room - 4);
    printf("    %s: %.*s%s\n", where, (int)len, line, cut ? " ..." : "");
}

static void print_named(const struct cards *v, const struct blueprint_decl *bp) {
    int count = 0;
    for (const struct named *n = v->named[bp->index]; n; n = n->next) {
        if (count++ == 0) puts("  Named in");
        if (count > NAMED_MOST) continue;
        const char *where = cmd_last_name(source_where(&v->s, n->place));
        print_line_of(v, n->place, where);
    }
    if (count > NAMED_MOST)
        printf("    and %d more: myth refs %s %s\n", count - NAMED_MOST, v->c->word[0],
               text_of(v, bp->name));
}

static void print_page(const struct cards *v, const struct page *p) {
    const struct blueprint_decl *bp = p->bp;
    const bool bold = v->c->colour_out;
    printf("\n%s%s: %s%s%s  %s\n", bold ? "\033[1m" : "", name_text(v, bp), title_of(bp, v),
           bold ? "\033[0m" : "", p->head, source_where(&v->s, bp->place));
    if (*p->note) cmd_wrap(stdout, p->note, 2, WIDTH);
    if (p->fields) cmd_wrap(stdout, card_line(arena_of(v), p->fields), 2, WIDTH);
    for (const struct card_members *m = p->members; m; m = m->next) {
        cmd_wrap(stdout, card_members_line(arena_of(v), m), 4, WIDTH);
        if (*member_note(v, m)) cmd_wrap(stdout, member_note(v, m), 6, WIDTH);
    }
    print_options(v, bp->items);
    for (const struct node *more = bp->more; more; more = more->meaning)
        print_options(v, more->add_to.items);
    for (const char *at = p->rules; *at;) {
        const size_t len = strcspn(at, "\n");
        print_rule_line(v, arena_text(arena_of(v), at, len));
        at += len + 1;
    }
    print_named(v, bp);
    const char *cites = "";
    for (int32_t i = 0; i < p->cites; i++)
        cites = arena_print(arena_of(v), "%s%s[%s]", cites, i ? " " : "", p->cite[i]);
    if (*cites) cmd_wrap(stdout, cites, 2, WIDTH);
}

/* ---- For a program ------------------------------------------------------------------------- */

static void json_pair(const char *before, const char *key, const char *value) {
    printf("%s\"%s\": ", before, key);
    cmd_json(stdout, value);
}

static void json_fields(const struct card_field *f) {
    printf("\"fields\": [");
    for (; f; f = f->next) {
        json_pair("{", "name", f->name);
        json_pair(", ", "label", f->label);
        json_pair(", ", "value", *f->value ? f->value : "yes");
        printf("}%s", f->next ? ", " : "");
    }
    putchar(']');
}

static void json_members(const struct cards *v, const struct card_members *m) {
    printf(",\n   \"members\": [");
    for (; m; m = m->next) {
        printf("{\"count\": %lld", (long long)m->count);
        json_pair(", ", "title", m->title);
        if (*member_note(v, m)) json_pair(", ", "note", member_note(v, m));
        printf(", ");
        json_fields(m->fields);
        printf("}%s", m->next ? ", " : "");
    }
    putchar(']');
}

static void json_options(const struct cards *v, const struct blueprint_decl *bp) {
    int count = 0;
    const struct node *items = bp->items, *more = bp->more;
    for (;; items = more->add_to.items, more = more->meaning) {
        for (const struct node *n = items; n; n = n->next) {
            if (n->kind != NODE_OPTION) continue;
            printf(count++ ? ", " : ",\n   \"options\": [");
            cmd_json(stdout, card_option(arena_of(v), n));
        }
        if (!more) break;
    }
    if (count) putchar(']');
}

static void json_page(const struct cards *v, const struct page *p) {
    const struct blueprint_decl *bp = p->bp;
    const struct line_column at = diag_where(v->s.diags, bp->place);
    const char *between = "";
    json_pair(v->told ? ",\n  {" : "\n  {", "kind", text_of(v, bp->kind->name));
    json_pair(", ", "name", text_of(v, bp->name));
    json_pair(", ", "title", title_of(bp, v));
    json_pair(", ", "file", diag_path(v->s.diags, bp->place.file));
    printf(", \"line\": %u", (unsigned)at.line);
    if (bp->like) json_pair(", ", "like", text_of(v, bp->like->name));
    if (*p->note) json_pair(",\n   ", "note", p->note);
    printf(",\n   ");
    json_fields(p->fields);
    if (p->members) json_members(v, p->members);
    json_options(v, bp);
    json_pair(",\n   ", "rules", p->rules);
    printf(",\n   \"named_in\": [");
    for (const struct named *n = v->named[bp->index]; n; n = n->next, between = ", ") {
        printf("%s", between);
        cmd_json(stdout, source_where(&v->s, n->place));
    }
    printf("], \"clauses\": [");
    for (int32_t i = 0; i < p->cites; i++) {
        if (i) printf(", ");
        cmd_json(stdout, p->cite[i]);
    }
    printf("]}");
}

/* ---- All of them --------------------------------------------------------------------------- */

static int32_t wanted_of(const struct cards *v, const struct kind_decl *kind) {
    const struct names *n = v->s.names;
    int32_t count = 0;
    for (int32_t i = 0; i < n->blueprints_count; i++)
        count += v->wanted[i] && n->blueprints[i]->kind == kind;
    return count;
}

static void print_heading(const struct cards *v, const struct kind_decl *kind, int32_t count) {
    const char *name = text_of(v, kind->plural.len && count > 1 ? kind->plural : kind->name);
    printf(v->c->colour_out ? "%s\033[1m%s\033[0m: %d\n" : "%s%s: %d\n", v->told ? "\n" : "", name,
           (int)count);
}

static enum cmd_exit print_cards(struct cards *v) {
    const struct names *n = v->s.names;
    if (v->json) putchar('[');
    for (int32_t k = 0; k < n->kinds_count; k++) {
        const int32_t count = wanted_of(v, n->kinds[k]);
        if (count && !v->json) print_heading(v, n->kinds[k], count);
        for (int32_t i = 0; count && i < n->blueprints_count; i++) {
            struct page p;
            if (!v->wanted[i] || n->blueprints[i]->kind != n->kinds[k]) continue;
            if (!read_page(v, n->blueprints[i], &p))
                return cmd_failed(v->c, v->s.img, battle_error(v->reader.b));
            if (v->json)
                json_page(v, &p);
            else
                print_page(v, &p);
            arena_reset(&v->page, (struct arena_mark){0});
            v->told++;
        }
    }
    if (v->json) puts(v->told ? "\n]" : "]");
    return CMD_GOOD;
}

static enum cmd_exit cards(struct cards *v) {
    const struct names *n = v->s.names;
    v->wanted = NEW_ARRAY(&v->c->arena, (size_t)n->blueprints_count + 1, bool);
    v->reader = (struct card_reader){arena_of(v), v->s.img, NULL};
    if (v->c->words == 2 && want(v, v->c->word[1]) == 0) return no_card(v, v->c->word[1]);
    for (int32_t i = 0; v->c->words == 1 && i < n->blueprints_count; i++)
        v->wanted[i] = has_card(n->blueprints[i]);
    collect_named(v);
    const enum cmd_exit code = print_cards(v);
    if (v->reader.b) battle_free(v->reader.b);
    if (v->told == 0 && !v->json)
        cmd_say(v->c, "%s declares no card: KIND NAME \"Title\" { … }", v->c->word[0]);
    return code;
}

enum cmd_exit cmd_cards(struct cmd *c) {
    struct cards v = {.c = c, .json = cmd_option(c, "--json") != NULL};
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(
            c, "cards wants a ruleset, and perhaps a card or a kind of cards");
    enum cmd_exit code;
    if (!cmd_source(c, c->word[0], &v.s, &code)) return code;
    code = cards(&v);
    arena_free(&v.page);
    source_close(&v.s);
    return code;
}
