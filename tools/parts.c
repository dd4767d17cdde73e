#include "parts.h"

#include <string.h>

struct parts {
    struct arena *arena;
    const struct diags *diags;
};
/* A list of parts that grows: its first part (NULL: it is empty) and where the next part is linked
 * in. */
struct part_list {
    struct said *first, **end;
};

/* ---- Text ---------------------------------------------------------------------------------- */

static enum walk widen(struct node *n, void *user) {
    struct place *p = user;
    if (n->place.file != p->file || n->place.len == 0) return WALK_ON;
    uint32_t end = p->at + p->len, other = n->place.at + n->place.len;
    if (n->place.at < p->at) p->at = n->place.at;
    p->len = (other > end ? other : end) - p->at;
    return WALK_ON;
}

/* Returns the stretch of text from the first to the last byte of a list of nodes. Nodes of other
 * files are passed over. */
static struct place extent(const struct node *list) {
    struct place p = list->place;
    for (const struct node *n = list; n; n = n->next) {
        struct node *one = (struct node *)(uintptr_t)n; /* widen only reads it */
        tree_walk(one, widen, &p);
    }
    return p;
}

/* Returns a stretch of text on one line, without comments and citations. Outside of quotes runs of
 * blanks become one blank. */
static const char *one_line(const struct parts *x, struct span text, uint32_t from, uint32_t to) {
    char *out = arena_new(x->arena, (size_t)(to - from) + 1);
    size_t n = 0;
    bool quoted = false;
    for (uint32_t i = from; i < to; i++) {
        char c = text.at[i];
        if (c == '\\' && quoted && i + 1 < to) {
            out[n++] = c;
            out[n++] = text.at[++i];
            continue;
        }
        if (c == '"' && !(i > from && text.at[i - 1] >= '0' && text.at[i - 1] <= '9' && !quoted))
            quoted = !quoted;
        if (!quoted && c == '#')
            while (i < to && text.at[i] != '\n') i++;
        if (!quoted && c == '[')
            while (i < to && text.at[i] != ']') i++;
        if (i >= to) break;
        c = text.at[i];
        bool blank = c == '\n' || c == ' ' || c == '\t' || c == '\r' || (c == ']' && !quoted);
        if (!blank || quoted)
            out[n++] = c;
        else if (n && out[n - 1] != ' ')
            out[n++] = ' ';
    }
    while (n && out[n - 1] == ' ') n--;
    out[n] = 0;
    return out;
}

/* Returns the text of a list of values. Closing parentheses of the last value that lie behind its
 * place are added. */
static const char *values_text(const struct parts *x, const struct node *list) {
    struct place p = extent(list);
    struct span text = diag_text(x->diags, p.file);
    uint32_t to = p.at + p.len;
    int open = 0;
    for (uint32_t i = p.at; i < to; i++) open += (text.at[i] == '(') - (text.at[i] == ')');
    while (open > 0 && to < text.len) open -= text.at[to++] == ')';
    return one_line(x, text, p.at, to);
}

/* Returns where a declaration begins behind the word `replace`, with which a variant may introduce
 * it in text[from … to). */
static uint32_t behind_replace(struct span text, uint32_t from, uint32_t to) {
    static const char word[] = "replace";
    const uint32_t len = sizeof word - 1;
    uint32_t at = from;
    while (at < to && strchr(" \t", text.at[at])) at++;
    const bool stands = to - at > len && memcmp(text.at + at, word, len) == 0;
    return stands && strchr(" \t", text.at[at + len]) ? at + len : from;
}

/* Returns the text of a statement, row or line, from where its line or the text behind the last `;`
 * or brace begins (without the word `replace`), up to its braces, citation, comment or end. If it
 * has a label (not NULL) that stands in this text, the text ends before the label, because the
 * label is a part of its own or a key. */
static const char *head_text(const struct parts *x, const struct node *n,
                             const struct node *label) {
    struct place p = n->place;
    struct span text = diag_text(x->diags, p.file);
    uint32_t from = p.at, to = p.at + p.len;
    while (from > 0 && !strchr("\n;{}", text.at[from - 1])) from--;
    from = behind_replace(text, from, p.at);
    bool quoted = false, ended = false;
    int open = 0;
    for (uint32_t i = from; i < text.len && !ended; i++) {
        char c = text.at[i];
        to = i;
        if (c == '"' && !(i > 0 && text.at[i - 1] >= '0' && text.at[i - 1] <= '9' && !quoted))
            quoted = !quoted;
        open += quoted ? 0 : (c == '(') - (c == ')');
        ended = !quoted && open <= 0 && strchr("\n;{}#[", c) && i >= p.at;
        if (!ended) to = i + 1;
    }
    bool apart = label && label->place.file == p.file && label->place.at >= from;
    return one_line(x, text, from, apart && label->place.at < to ? label->place.at : to);
}

static const char *text_of(const struct parts *x, struct span s) {
    return arena_text(x->arena, s.at, s.len);
}

static const char *quoted(const struct parts *x, const struct node *label) {
    return label ? arena_print(x->arena, "\"%s\"", text_of(x, label->text)) : "";
}

static const char *names_text(const struct parts *x, const struct node *list, const char *before) {
    const char *text = "";
    for (const struct node *n = list; n; n = n->next)
        text = arena_print(x->arena, "%s%s%s", text, *text ? ", " : before, text_of(x, n->text));
    return text;
}

/* ---- Building ------------------------------------------------------------------------------- */

static struct said *add(const struct parts *x, struct part_list *l, struct said part) {
    struct said *p = NEW(x->arena, struct said);
    *p = part;
    *l->end = p;
    l->end = &p->next;
    if (!l->first) l->first = p;
    return p;
}

static void add_values(const struct parts *x, struct part_list *l, const char *sort,
                       const char *key, const struct node *values, struct place place) {
    if (!values) return;
    add(x, l,
        (struct said){.sort = sort,
                      .key = key,
                      .values = values,
                      .text = values_text(x, values),
                      .place = place});
}

static void add_title(const struct parts *x, struct part_list *l, const struct node *label) {
    if (label) add_values(x, l, "title", "title", label, label->place);
}

/* Adds the note that a declaration keeps; that of a blueprint is a field among others. */
static void add_note(const struct parts *x, struct part_list *l, const struct node *n) {
    struct node *decl = (struct node *)(uintptr_t)n; /* it is only read */
    struct node **note = tree_note(decl);
    if (note && *note) add_values(x, l, "field", "note", (*note)->setting.values, (*note)->place);
}

static struct part_list list_in(struct said **first) {
    *first = NULL;
    return (struct part_list){NULL, first};
}

static void add_statements(const struct parts *x, struct part_list *l, const struct node *list);

/* Adds the blocks of a statement to the body of its part: the statements of the first block and the
 * cases directly; the statements of any other block, and an `if` behind `else`, in a part
 * "else". */
static void add_blocks(const struct parts *x, struct said *p, const struct node *n) {
    struct part_list l = list_in(&p->body);
    bool first = true;
    for (int i = 0; i < node_kids(n->kind); i++) {
        const struct node *kid = n->kid[i];
        if (!kid) continue;
        if (kid->kind == NODE_CASE) {
            add_statements(x, &l, kid);
        } else if (kid->kind == NODE_BLOCK && first) {
            add_statements(x, &l, kid->block.statements);
            first = false;
        } else if (kid->kind == NODE_BLOCK || (n->kind == NODE_IF && i == 2)) {
            struct said *other =
                add(x, &l,
                    (struct said){.sort = "else", .key = "else", .text = "", .place = kid->place});
            struct part_list rest = list_in(&other->body);
            add_statements(x, &rest, kid->kind == NODE_BLOCK ? kid->block.statements : kid);
        }
    }
}

/* Recursion is as deep as the text is nested, which the parser bounds. */
static void add_statements(const struct parts *x, struct part_list *l, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        struct said *p = add(x, l,
                             (struct said){.sort = "statement",
                                           .key = "",
                                           .node = n,
                                           .text = head_text(x, n, NULL),
                                           .place = n->place});
        add_blocks(x, p, n);
    }
}

/* ---- Rules ---------------------------------------------------------------------------------- */

static const struct node *label_of(const struct node *n) {
    switch ((int)n->kind) {
    case NODE_ROW: return n->row.label;
    case NODE_TRIGGER: return n->trigger.label;
    case NODE_PERMIT: return n->permit.label;
    case NODE_WHENEVER: return n->whenever.label;
    default: return NULL;
    }
}

/* Adds a row, trigger, permission or whenever, with its label as the key. A row that sets the first
 * value of a number becomes a part "start" instead. Triggers and whenevers have their statements as
 * the body. */
static void add_rule(const struct parts *x, struct part_list *l, const struct node *n) {
    const struct node *label = label_of(n);
    if (n->kind == NODE_ROW && n->op == OP_START) {
        add_values(x, l, "start", "start", n->row.amount, n->place);
        return;
    }
    struct said *p = add(x, l,
                         (struct said){.sort = n->kind == NODE_ROW ? "row" : "rule",
                                       .key = quoted(x, label),
                                       .node = n,
                                       .text = head_text(x, n, label),
                                       .place = n->place});
    if (n->kind == NODE_TRIGGER || n->kind == NODE_WHENEVER) add_blocks(x, p, n);
}

static bool is_rule(const struct node *n) {
    return n->kind == NODE_ROW || n->kind == NODE_TRIGGER || n->kind == NODE_PERMIT ||
           n->kind == NODE_WHENEVER;
}

/* ---- Declarations --------------------------------------------------------------------------- */

static void add_decl(const struct parts *x, struct part_list *l, const struct node *n);
static void add_items(const struct parts *x, struct part_list *l, const struct node *list);

static void add_line(const struct parts *x, struct part_list *l, const char *sort,
                     const struct node *n) {
    add(x, l,
        (struct said){
            .sort = sort, .key = "", .node = n, .text = head_text(x, n, NULL), .place = n->place});
}

static void add_lines(const struct parts *x, struct part_list *l, const char *sort,
                      const struct node *list) {
    for (const struct node *n = list; n; n = n->next) add_line(x, l, sort, n);
}

static struct said *add_head(const struct parts *x, struct part_list *l, const char *sort,
                             const char *key, const struct node *n, const struct node *label) {
    struct said *p = add(x, l,
                         (struct said){.sort = sort,
                                       .key = key,
                                       .node = n,
                                       .text = head_text(x, n, label),
                                       .place = n->place});
    struct part_list own = list_in(&p->body);
    add_title(x, &own, label);
    add_note(x, &own, n);
    return p;
}

/* Returns a list to add parts with behind those that the body of p has already. */
static struct part_list more_of(struct said *p) {
    struct part_list l = {p->body, &p->body};
    while (*l.end) l.end = &(*l.end)->next;
    return l;
}

static void add_member(const struct parts *x, struct part_list *l, const struct node *n) {
    struct said *p = add_head(x, l, "member", text_of(x, n->text), n, n->member.label);
    p->text = arena_print(x->arena, "%d %s", (int)n->number, text_of(x, n->text));
    struct part_list own = more_of(p);
    add_items(x, &own, n->member.items);
}

/* Returns the type, default and label of a line of fields and whether they are secret, without the
 * names of the fields. */
static const char *field_text(const struct parts *x, const struct node *n) {
    bool memory = n->kind == NODE_MEMORY;
    const struct node *type = memory ? n->memory.type : n->field.type,
                      *value = memory ? n->memory.value : n->field.value,
                      *label = memory ? n->memory.label : n->field.label;
    return arena_print(x->arena, "%s%s%s%s%s%s", values_text(x, type),
                       n->flags & FLAG_OWN      ? " secret own"
                       : n->flags & FLAG_SECRET ? " secret"
                                                : "",
                       value ? " = " : "", value ? values_text(x, value) : "", label ? " " : "",
                       quoted(x, label));
}

static void add_fields(const struct parts *x, struct part_list *l, const struct node *n,
                       const struct node *names) {
    for (const struct node *k = names; k; k = k->next)
        add(x, l,
            (struct said){.sort = n->kind == NODE_MEMORY ? "keep" : "field",
                          .key = text_of(x, k->text),
                          .node = n,
                          .text = field_text(x, n),
                          .place = k->place});
}

static void add_items(const struct parts *x, struct part_list *l, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        if (is_rule(n)) {
            add_rule(x, l, n);
        } else if (n->kind == NODE_SETTING && n->setting.values) {
            add_values(x, l, "field", text_of(x, n->text), n->setting.values, n->place);
        } else if (n->kind == NODE_SETTING) {
            add(x, l,
                (struct said){.sort = "field",
                              .key = text_of(x, n->text),
                              .node = n,
                              .text = "yes",
                              .place = n->place});
        } else if (n->kind == NODE_MEMORY) {
            add_fields(x, l, n, n->memory.names);
        } else if (n->kind == NODE_MEMBERS) {
            add_items(x, l, n->members.items);
        } else if (n->kind == NODE_MEMBER) {
            add_member(x, l, n);
        } else if (n->kind == NODE_OPTION) {
            struct said *p = add_head(x, l, "option", quoted(x, n->option.label), n, NULL);
            struct part_list own = more_of(p);
            add_items(x, &own, n->option.items);
        } else if (n->kind == NODE_TABLE_SIZE) {
            add_values(x, l, "field", "table", n->table_size.size, n->place);
        } else if (n->kind == NODE_ITEM_ADD || n->kind == NODE_ITEM_REMOVE ||
                   n->kind == NODE_ITEM_REPLACE) {
            add_line(x, l, "change", n);
        } else if (n->kind == NODE_FORCE_FROM || n->kind == NODE_FORCE_LIMIT) {
            add_line(x, l, "line", n);
        } else {
            add_decl(x, l, n);
        }
    }
}

static void add_kind(const struct parts *x, struct part_list *l, const struct node *n) {
    const char *key = text_of(x, n->text);
    struct said *p = NULL;
    bool goes_on = !n->kind_.parent && !n->kind_.values;
    for (struct said *o = goes_on ? l->first : NULL; o && !p; o = o->next)
        if (strcmp(o->sort, "kind") == 0 && strcmp(o->key, key) == 0) p = o;
    if (!p) p = add_head(x, l, "kind", key, n, n->kind_.label);
    struct part_list own = more_of(p);
    for (const struct node *f = n->kind_.fields; f; f = f->next) {
        if (f->kind == NODE_FIELD)
            add_fields(x, &own, f, f->field.names);
        else if (f->kind == NODE_DERIVE)
            add_values(x, &own, "derive", text_of(x, f->text), f->derive.value, f->place);
    }
}

/* Returns the part of a text before its first `=` outside of parentheses; the whole text if there
 * is none. */
static const char *before_equals(const struct parts *x, const char *text) {
    int open = 0;
    for (const char *at = text; *at; at++) {
        open += (*at == '(') - (*at == ')');
        if (open > 0 || *at != '=') continue;
        while (at > text && at[-1] == ' ') at--;
        return arena_text(x->arena, text, (size_t)(at - text));
    }
    return text;
}

static void add_quantity(const struct parts *x, struct part_list *l, const struct node *n) {
    const char *key =
        arena_print(x->arena, "%s%s", text_of(x, n->text), names_text(x, n->quantity.of, " of "));
    struct said *p = add_head(x, l, node_op_text((enum node_op)n->op), key, n, n->quantity.label);
    p->text = before_equals(x, p->text);
    struct part_list own = more_of(p);
    add_values(x, &own, "start", "start", n->quantity.value, n->place);
    add_values(x, &own, "start", "start", n->quantity.lua, n->place);
    for (const struct node *r = n->quantity.rows; r; r = r->next) add_rule(x, &own, r);
}

/* Returns a copy of a node, without the nodes that follow it. */
static const struct node *alone(const struct parts *x, const struct node *n) {
    struct node *one = node_new(x->arena, (enum node_kind)n->kind, n->place);
    one->op = n->op;
    one->flags = n->flags;
    one->text = n->text;
    one->number = n->number;
    for (int i = 0; i < node_kids(n->kind); i++) one->kid[i] = n->kid[i];
    return one;
}

/* Adds each row of a table as a thing, with the cells as fields and a cell of the column `label` as
 * title, as if the thing were written in braces. */
static void add_table(const struct parts *x, struct part_list *l, const struct node *table) {
    for (const struct node *row = table->table.rows; row; row = row->next) {
        struct said *p = add(x, l,
                             (struct said){.sort = text_of(x, table->text),
                                           .key = text_of(x, row->text),
                                           .text = "",
                                           .place = row->place});
        struct part_list own = list_in(&p->body);
        const struct node *column = table->table.columns, *cell = row->table_row.cells;
        for (; column && cell; column = column->next, cell = cell->next) {
            bool title = span_is(column->text, "label");
            const struct node *values =
                cell->kind == NODE_CELL_SET ? cell->cell_set.values : alone(x, cell);
            add_values(x, &own, title ? "title" : "field",
                       title ? "title" : text_of(x, column->text), values, cell->place);
        }
    }
}

/* Adds a blueprint, or the head of the ruleset. */
static void add_thing(const struct parts *x, struct part_list *l, const struct node *n) {
    /* the name and the title of a ruleset are not compared */
    bool head = span_is(n->thing.kind->text, "ruleset");
    struct said *p = add(x, l,
                         (struct said){.sort = text_of(x, n->thing.kind->text),
                                       .key = head ? "head" : text_of(x, n->text),
                                       .text = "",
                                       .place = n->place});
    struct part_list own = list_in(&p->body);
    if (!head) add_title(x, &own, n->thing.label);
    add_values(x, &own, "parameters", "parameters", n->thing.params, n->place);
    add_values(x, &own, "of", "of", n->thing.of, n->place);
    add_values(x, &own, "like", "like", n->thing.like, n->place);
    add_values(x, &own, "ranked", "ranked", n->thing.ranked, n->place);
    add_items(x, &own, n->thing.items);
}

static void add_event(const struct parts *x, struct part_list *l, const struct node *n) {
    bool action = n->kind == NODE_ACTION;
    const struct node *body = action ? n->action.body : n->event.body;
    struct said *p = add_head(x, l, action ? "action" : "event", text_of(x, n->text), n,
                              action ? n->action.label : n->event.label);
    const struct node *told = action ? n->action.told : n->event.told;
    struct part_list own = more_of(p);
    if (told) add_values(x, &own, "told", "told", told, told->place);
    if (body) add_statements(x, &own, body->block.statements);
}

/* Adds the name of the reading that holds, which is the first of a ruling's list of readings. */
static void add_first(const struct parts *x, struct part_list *l, const struct node *reading) {
    if (!reading) return;
    struct node *name = node_new(x->arena, NODE_NAME, reading->place);
    name->text = reading->text;
    add_values(x, l, "holds", "holds", name, reading->place);
}

static void add_decl(const struct parts *x, struct part_list *l, const struct node *n) {
    const char *key = text_of(x, n->text);
    struct part_list own;
    switch ((int)n->kind) {
    case NODE_KIND: add_kind(x, l, n); return;
    case NODE_THING: add_thing(x, l, n); return;
    case NODE_TABLE: add_table(x, l, n); return;
    case NODE_QUANTITY: add_quantity(x, l, n); return;
    case NODE_EVENT:
    case NODE_ACTION: add_event(x, l, n); return;
    case NODE_CHART:
        own = more_of(add_head(x, l, "chart", key, n, n->chart.label));
        add_lines(x, &own, "line", n->chart.cases);
        return;
    case NODE_DIE_DECL: add_head(x, l, "die", key, n, n->die_decl.label); return;
    case NODE_FORCE:
        own = more_of(add_head(x, l, "force", key, n, n->force.label));
        add_lines(x, &own, "line", n->force.limits);
        return;
    case NODE_ROSTER:
        own = more_of(add_head(x, l, "roster", key, n, n->roster.label));
        add_lines(x, &own, "line", n->roster.entries);
        return;
    case NODE_RULING:
        own = more_of(add_head(x, l, "ruling", key, n, n->ruling.label));
        add_first(x, &own, n->ruling.readings);
        for (const struct node *r = n->ruling.readings; r; r = r->next)
            add_values(x, &own, "reading", text_of(x, r->text), r->reading.label, r->place);
        return;
    case NODE_EXAMPLE:
        own = more_of(add_head(x, l, node_op_text((enum node_op)n->op), quoted(x, n->example.label),
                               n, NULL));
        add_lines(x, &own, "line", n->example.lines);
        return;
    default: return;
    }
}

/* Returns the blueprint of that name in a list of declarations, or the member of one; NULL. */
static struct said *find_thing(struct said *list, struct span name) {
    for (struct said *s = list; s; s = s->next) {
        bool thing = s->body || !s->node;
        if (thing && span_is(name, s->key)) return s;
    }
    for (; list; list = list->next) {
        for (struct said *s = list->body; s; s = s->next) {
            if (strcmp(s->sort, "member") == 0 && span_is(name, s->key)) return s;
        }
    }
    return NULL;
}

/* Takes out the fields of a thing that an `add to` says anew. */
static void drop_old_fields(struct said *thing) {
    for (struct said **at = &thing->body; *at;) {
        const struct said *later = strcmp((*at)->sort, "field") == 0 ? (*at)->next : NULL;
        while (later && (strcmp(later->sort, "field") != 0 || strcmp(later->key, (*at)->key) != 0))
            later = later->next;
        if (later)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
}

struct said *parts_of(struct arena *arena, const struct diags *d, struct node **files, int count) {
    struct parts x = {arena, d};
    struct said *first;
    struct part_list l = list_in(&first);
    for (int i = 0; i < count; i++)
        for (const struct node *n = files[i]->file.decls; n; n = n->next)
            if (!is_rule(n)) add_decl(&x, &l, n);
    struct said *rules = add(
        &x, &l,
        (struct said){.sort = "rules", .key = "outside of braces", .text = "", .place = {0, 0, 0}});
    struct part_list own = list_in(&rules->body);
    for (int i = 0; i < count; i++) {
        for (const struct node *n = files[i]->file.decls; n; n = n->next) {
            struct said *p = n->kind == NODE_ADD_TO ? find_thing(first, n->text) : NULL;
            struct part_list more;
            if (p) more = more_of(p);
            if (p) add_items(&x, &more, n->add_to.items);
            if (p) drop_old_fields(p);
            if (is_rule(n)) add_rule(&x, &own, n);
        }
    }
    return first;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* Returns a set of bits: bit i is set if child i of a node is not compared with the node itself,
 * because the key of the part or parts in its body tell it (names, labels, bodies). */
static unsigned told_apart(const struct node *n) {
    switch ((int)n->kind) {
    case NODE_KIND: return 1U << 5 | 1U << 6 | 1U << 7; /* label, fields, note */
    case NODE_FIELD:                                    /* names */
    case NODE_MEMORY: return 1U << 0;                   /* names */
    case NODE_QUANTITY: return 0xf8;                    /* label, rows, value, lua, note */
    case NODE_EVENT: return 1U << 1 | 1U << 2 | 1U << 3 | 1U << 4; /* label, body, sentence, note */
    case NODE_ACTION: return 1U << 2 | 1U << 3 | 1U << 4 | 1U << 5;
    case NODE_CHART: return 1U << 1 | 1U << 2 | 1U << 3;
    case NODE_DIE_DECL: return 1U << 0 | 1U << 2;
    case NODE_FORCE: return 1U << 0 | 1U << 1 | 1U << 2;
    case NODE_ROSTER: return 1U << 0 | 1U << 2 | 1U << 3;
    case NODE_RULING: return 1U << 0 | 1U << 1 | 1U << 2;
    case NODE_EXAMPLE: return 1U << 0 | 1U << 1;
    case NODE_OPTION: return 1U << 3;
    case NODE_MEMBER: return 1U << 0 | 1U << 2;
    case NODE_IF: return 1U << 1 | 1U << 2;
    default: return 0;
    }
}

static bool says_by_number(const struct node *n) {
    return n->kind == NODE_NUMBER || n->kind == NODE_LENGTH || n->kind == NODE_DIE ||
           n->kind == NODE_TRUTH;
}

static bool same_list(const struct node *a, const struct node *b);

static bool in_body(const struct node *kid) {
    return kid && (kid->kind == NODE_BLOCK || kid->kind == NODE_CASE);
}

/* Recursion is as deep as the text is nested, which the parser bounds. */
static bool same_node(const struct node *a, const struct node *b, bool head) {
    unsigned apart = head ? told_apart(a) : 0;
    unsigned flags =
        FLAG_BODY | FLAG_PARENS | FLAG_HOLES | FLAG_OF_VARIANT | FLAG_FOR_EXAMPLES | FLAG_CHANGED;
    if (a->kind != b->kind || a->op != b->op || a->number != b->number ||
        ((a->flags ^ b->flags) & ~flags) != 0)
        return false;
    bool text = !says_by_number(a) && a->kind != NODE_FIELD && a->kind != NODE_MEMORY;
    if (text && !span_equal(a->text, b->text)) return false;
    for (int i = 0; i < node_kids(a->kind); i++) {
        if (apart >> i & 1 || (head && (in_body(a->kid[i]) || in_body(b->kid[i])))) continue;
        if (!same_list(a->kid[i], b->kid[i])) return false;
    }
    return true;
}

static bool same_list(const struct node *a, const struct node *b) {
    while (a && b && same_node(a, b, false)) {
        a = a->next;
        b = b->next;
    }
    return !a && !b;
}

bool said_alike(const struct said *a, const struct said *b) {
    if (strcmp(a->sort, b->sort) != 0 || strcmp(a->key, b->key) != 0) return false;
    if (!a->node != !b->node || !a->values != !b->values) return false;
    if (a->node && !same_node(a->node, b->node, true)) return false;
    return same_list(a->values, b->values);
}

bool said_same(const struct said *a, const struct said *b) {
    const struct said *p = a->body, *q = b->body;
    if (!said_alike(a, b)) return false;
    while (p && q && said_same(p, q)) {
        p = p->next;
        q = q->next;
    }
    return !p && !q;
}
