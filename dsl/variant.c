/*
 * Finds the target of each change of a variant by going over all trees of the base, and changes the
 * tree in place. A declaration, labelled row or field of a kind that was removed leaves a REMOVE
 * node behind, so that the checker can say where a name went.
 */
#include "variant.h"

#include <string.h>

/* The spaces of names that a change may refer to. A change looks for its target only among the
 * declarations of one space. */
enum space {
    SPACE_NONE,
    SPACE_KIND,
    SPACE_THING,
    SPACE_QUANTITY,
    SPACE_EVENT,
    SPACE_CHART,
    SPACE_DIE,
    SPACE_RULING,
    SPACE_FORCE,
    SPACE_ROSTER,
    SPACE_EXAMPLE
};

/* A change that was made. What it changed may not be changed a second time. */
struct change {
    struct change *next;
    struct span key; /* names what was changed: "number hit of shot" */
    struct place place;
    /* the declaration or member in the braces of which it was made, which has FLAG_CHANGED; NULL:
     * a whole declaration was changed, or a row that stands in no braces */
    const struct node *in;
};

/* The work of applying variants to the trees of a base. */
struct variant_work {
    struct arena *arena;
    struct diags *diags;
    struct node **files;
    int count;
    struct change *made;
    struct place now; /* of the change that is being made */
    /* how many nodes and earlier changes were gone over so far; MAX_TEXT_STEPS is the most */
    int64_t steps;
    /* `steps` went above MAX_TEXT_STEPS (reported), so nothing more is changed */
    bool stopped;
};

/* ---- Words ------------------------------------------------------------------------------ */

/* Returns the space of names to which the name of a declaration belongs; SPACE_NONE: n declares no
 * name. */
static enum space space_of(const struct node *n) {
    switch ((int)n->kind) {
    case NODE_KIND: return SPACE_KIND;
    case NODE_THING:
    case NODE_TABLE_ROW: return SPACE_THING;
    case NODE_QUANTITY: return SPACE_QUANTITY;
    case NODE_EVENT:
    case NODE_ACTION: return SPACE_EVENT;
    case NODE_CHART: return SPACE_CHART;
    case NODE_DIE_DECL: return SPACE_DIE;
    case NODE_RULING: return SPACE_RULING;
    case NODE_FORCE: return SPACE_FORCE;
    case NODE_ROSTER: return SPACE_ROSTER;
    case NODE_EXAMPLE: return SPACE_EXAMPLE;
    default: return SPACE_NONE;
    }
}

/* Returns the space of names that the word before a name stands for, as in `remove number hit`. Any
 * other word is taken for the kind of a blueprint. */
static enum space space_named(struct span word) {
    static const struct {
        const char *word;
        enum space space;
    } words[] = {{"kind", SPACE_KIND},       {"number", SPACE_QUANTITY}, {"truth", SPACE_QUANTITY},
                 {"value", SPACE_QUANTITY},  {"figure", SPACE_QUANTITY}, {"event", SPACE_EVENT},
                 {"action", SPACE_EVENT},    {"chart", SPACE_CHART},     {"die", SPACE_DIE},
                 {"ruling", SPACE_RULING},   {"force", SPACE_FORCE},     {"roster", SPACE_ROSTER},
                 {"example", SPACE_EXAMPLE}, {"chances", SPACE_EXAMPLE}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (span_is(word, words[i].word)) return words[i].space;
    }
    return SPACE_THING;
}

static struct span name_of(const struct node *n) {
    if (n->kind == NODE_EXAMPLE) return n->example.label->text;
    return n->text;
}

static struct span plain(const char *text) {
    return (struct span){text, strlen(text)};
}

/* Returns the word by which an author would call a declaration: "number", "unit", "event". table:
 * the TABLE if n is a row of one. */
static struct span sort_of(const struct node *n, const struct node *table) {
    switch ((int)n->kind) {
    case NODE_KIND: return plain("kind");
    case NODE_THING: return n->thing.kind->text;
    case NODE_TABLE_ROW: return table ? table->text : plain("row");
    case NODE_QUANTITY:
    case NODE_EXAMPLE: return plain(node_op_text((enum node_op)n->op));
    case NODE_EVENT: return plain("event");
    case NODE_ACTION: return plain("action");
    case NODE_CHART: return plain("chart");
    case NODE_DIE_DECL: return plain("die");
    case NODE_RULING: return plain("ruling");
    case NODE_FORCE: return plain("force");
    case NODE_ROSTER: return plain("roster");
    default: return plain("rule");
    }
}

/* ---- Going over the base ----------------------------------------------------------------- */

/* The position of a node in a tree: the link that points to it, the node in whose braces it stands,
 * and its table. */
struct found {
    struct node **link;
    /* the THING, ADD_TO, MEMBER or QUANTITY around the node; NULL: the node stands in no braces */
    struct node *owner;
    struct node *table; /* the TABLE of which the node is a row; NULL: it is none */
};
/* A function that is called for each node that may be changed, with what it needs. */
struct visit {
    void (*see)(struct visit *v, struct found at);
    struct variant_work *work;
    void *user;
};

static void go_over(struct visit *v, struct node **list, struct node *owner, struct node *table);

/* Visits what stands in the braces of a node. owner: the owner of the node itself, which is also
 * that of the members of a MEMBERS and of the rows of a TABLE. */
static void go_into(struct visit *v, struct node *n, struct node *owner) {
    switch ((int)n->kind) {
    case NODE_THING: go_over(v, &n->thing.items, n, NULL); break;
    case NODE_ADD_TO: go_over(v, &n->add_to.items, n, NULL); break;
    case NODE_MEMBERS: go_over(v, &n->members.items, owner, NULL); break;
    case NODE_MEMBER: go_over(v, &n->member.items, n, NULL); break;
    case NODE_QUANTITY: go_over(v, &n->quantity.rows, n, NULL); break;
    case NODE_TABLE: go_over(v, &n->table.rows, owner, n); break;
    default: break;
    }
}

/* Visits each node of a list, and what stands in its braces. It recurses as deep as the text is
 * nested, which the parser bounds. */
static void go_over(struct visit *v, struct node **list, struct node *owner, struct node *table) {
    for (struct node **link = list; *link; link = &(*link)->next) {
        v->work->steps++;
        v->see(v, (struct found){link, owner, table});
        go_into(v, *link, owner);
    }
}

static void visit_all(struct visit *v) {
    for (int i = 0; i < v->work->count; i++) go_over(v, &v->work->files[i]->file.decls, NULL, NULL);
}

/* ---- Changes that were made --------------------------------------------------------------- */

/* Whether this is the first change of what `key` names. A second change is reported, with both
 * places. */
static bool first_change(struct variant_work *w, const char *key, struct place place) {
    struct span k = plain(key);
    for (struct change *c = w->made; c; c = c->next) {
        w->steps++;
        if (!span_equal(c->key, k)) continue;
        struct diag *d = diag_add(w->diags, DIAG_CHANGED_TWICE, place, key);
        diag_also(w->diags, d, c->place, "changed here already");
        return false;
    }
    struct change *c = NEW(w->arena, struct change);
    *c = (struct change){w->made, k, place, NULL};
    w->made = c;
    return true;
}

/* Notes of the last change in which declaration it was made. */
static void changed_in(struct variant_work *w, struct node *n) {
    if (!n) return;
    w->made->in = n;
    n->flags |= FLAG_CHANGED;
}

/* Finds in a declaration the node in which a change was made. */
static enum walk find_changed(struct node *n, void *user) {
    const struct node **found = user;
    if (n->flags & FLAG_CHANGED && !*found) *found = n;
    return *found ? WALK_SKIP : WALK_ON;
}

/* Whether something in a declaration was changed before, so that to replace or remove it undoes
 * that change. If so, reports it with both places. */
static bool undoes(struct variant_work *w, struct node *decl, const char *key, struct place place) {
    const struct node *in = NULL;
    tree_walk(decl, find_changed, &in);
    for (const struct change *c = in ? w->made : NULL; c; c = c->next) {
        w->steps++;
        if (c->in != in) continue;
        struct diag *d = diag_add(w->diags, DIAG_CHANGED_TWICE, place, key);
        diag_also(w->diags, d, c->place, "this change of it would be lost");
        return true;
    }
    return false;
}

/* Says of a change that has no target, reported by d, where an earlier change took that away: the
 * earlier one has this key, or the key of a declaration of this name. Returns whether there is
 * one. */
static bool say_taken_away(struct variant_work *w, struct diag *d, const char *key,
                           struct span name) {
    for (const struct change *c = w->made; c; c = c->next) {
        w->steps++;
        if (c->place.file == w->now.file && c->place.at == w->now.at) continue; /* itself */
        const char *blank = memchr(c->key.at, ' ', c->key.len);
        size_t from = blank ? (size_t)(blank - c->key.at) + 1 : 0, len = from;
        while (len < c->key.len && c->key.at[len] != ' ') len++;
        struct span of = {c->key.at + from, len - from};
        if (!span_is(c->key, key) && !(blank && name.len && span_equal(of, name))) continue;
        diag_also(w->diags, d, c->place, "this took it away");
        return true;
    }
    return false;
}

static const char *text_of(struct variant_work *w, struct span s) {
    return arena_text(w->arena, s.at, s.len);
}

/* Returns the names of a list for a message: " of shot, blow"; "" for no names. */
static const char *names_text(struct variant_work *w, const struct node *list) {
    const char *text = "";
    for (const struct node *n = list; n; n = n->next)
        text = arena_print(w->arena, "%s%s%s", text, *text ? ", " : " of ", text_of(w, n->text));
    return text;
}

/* Returns what names a declaration in a message: "number hit of shot". */
static const char *decl_text(struct variant_work *w, struct span sort, struct span name,
                             const struct node *of) {
    bool quoted = space_named(sort) == SPACE_EXAMPLE;
    return arena_print(w->arena, quoted ? "%s \"%s\"%s" : "%s %s%s", text_of(w, sort),
                       text_of(w, name), names_text(w, of));
}

/* ---- Declarations ------------------------------------------------------------------------- */

/* A search for a declaration: what is looked for, and what was found. */
struct search {
    enum space space;
    struct span sort, name;
    /* the events or the kind behind `of`, a list of NAME; NULL: not written */
    const struct node *of;
    struct found at;     /* the first match; its link is NULL if there is none */
    struct node *second; /* another match; NULL */
    struct node *other;  /* a declaration of that name and space, but of another kind; NULL */
    /* set for a second search after nothing matched: near names are collected */
    bool nears;
    struct nearest near;
};

static bool same_names(const struct node *a, const struct node *b) {
    while (a && b && span_equal(a->text, b->text)) {
        a = a->next;
        b = b->next;
    }
    return !a && !b;
}

/* Whether a node is a KIND that only continues a kind which is declared elsewhere: it has neither a
 * parent nor values. */
static bool goes_on(const struct node *n) {
    return n->kind == NODE_KIND && !n->kind_.parent && !n->kind_.values;
}

/* Whether a blueprint is of the kind that is looked for. True for all other declarations. */
static bool same_sort(const struct search *s, struct found at) {
    const struct node *n = *at.link;
    return s->space != SPACE_THING || span_equal(sort_of(n, at.table), s->sort);
}

static void see_decl(struct visit *v, struct found at) {
    struct search *s = v->user;
    struct node *n = *at.link;
    if (space_of(n) != s->space || goes_on(n) || (n->kind == NODE_THING && at.owner)) return;
    if (s->nears && same_sort(s, at)) diag_candidate(&s->near, name_of(n), n->place);
    if (!span_equal(name_of(n), s->name)) return;
    if (n->kind == NODE_QUANTITY && s->of && !same_names(n->quantity.of, s->of)) return;
    if (!same_sort(s, at))
        s->other = n;
    else if (!s->at.link)
        s->at = at;
    else if (!s->second)
        s->second = n;
}

static struct search search_decl(struct variant_work *w, struct span sort, enum space space,
                                 struct span name, const struct node *of) {
    struct search s = {
        .space = space, .sort = sort, .name = name, .of = of, .near = diag_nearest(name)};
    struct visit v = {see_decl, w, &s};
    visit_all(&v);
    return s;
}

/* Returns the one declaration that a change means. If there is none, or several, reports it at
 * `place` and returns no link. */
static struct found the_decl(struct variant_work *w, struct place place, struct span sort,
                             enum space space, struct span name, const struct node *of) {
    struct search s = search_decl(w, sort, space, name, of);
    /* An earlier change may have made the number one of other events. So the only number of that
     * name is taken, if there is just one. */
    if (!s.at.link && of && space == SPACE_QUANTITY) {
        struct search any = search_decl(w, sort, space, name, NULL);
        if (any.at.link && !any.second) return any.at;
        s = any;
    }
    if (s.at.link && !s.second) return s.at;
    struct diag *d = diag_add(w->diags, s.second ? DIAG_WHICH_CHANGED : DIAG_NOTHING_CHANGED, place,
                              decl_text(w, sort, name, NULL));
    if (d && !s.second && !s.other) {
        struct visit v = {see_decl, w, &s};
        s.nears = true;
        visit_all(&v);
    }
    if (s.second) {
        ASSERT(s.at.link);
        diag_also(w->diags, d, (*s.at.link)->place, "one of them");
    } else if (s.other) {
        diag_also(w->diags, d, s.other->place, "there is something else of this name");
    } else if (!say_taken_away(w, d, decl_text(w, sort, name, of), (struct span){"", 0})) {
        diag_did_you_mean(w->diags, d, &s.near);
    }
    return (struct found){0};
}

/* Adds a declaration at the end of the last file. */
static void append(struct variant_work *w, struct node *n) {
    struct node **end = &w->files[w->count - 1]->file.decls;
    for (; *end; end = &(*end)->next) w->steps++;
    n->next = NULL;
    *end = n;
}

/* Leaves a REMOVE_DECL node for something removed. With it the checker can say of text that still
 * refers to the name that a variant removed it. */
static void remember(struct variant_work *w, struct place place, struct span name) {
    struct node *n = node_new(w->arena, NODE_REMOVE_DECL, place);
    n->text = name;
    append(w, n);
}

/* Leaves a REMOVE_ROW node for a row that was removed or replaced. */
static void remember_row(struct variant_work *w, const struct node *row, struct node *of) {
    struct node *n = node_new(w->arena, NODE_REMOVE_ROW, row->place);
    n->remove_row.row = node_new(w->arena, NODE_TEXT, row->place);
    n->remove_row.row->text = row->text;
    n->remove_row.of = of;
    append(w, n);
}

static bool has_name(const struct node *n) {
    return space_of(n) != SPACE_NONE && n->kind != NODE_TABLE_ROW;
}

static const struct node *of_list(const struct node *n) {
    return n->kind == NODE_QUANTITY ? n->quantity.of : NULL;
}

/* Adds a declaration of a variant at the end of the base. It is reported, and not added, if the
 * base has a declaration of that name already; an example, a kind that is continued, and a number
 * for other events are added all the same. A variant within a variant is reported, too. */
static void add_decl(struct variant_work *w, struct node *n) {
    if (n->kind == NODE_VARIANT) {
        diag_add(w->diags, DIAG_NOT_CHANGED, n->place, "a variant in a variant",
                 "put it beside this one");
        return;
    }
    if (has_name(n) && n->kind != NODE_EXAMPLE && !goes_on(n)) {
        struct search s = search_decl(w, sort_of(n, NULL), space_of(n), name_of(n), of_list(n));
        bool same = s.at.link && (n->kind != NODE_QUANTITY ||
                                  same_names((*s.at.link)->quantity.of, n->quantity.of));
        if (same) {
            struct diag *d = diag_add(w->diags, DIAG_THERE_ALREADY, n->place,
                                      decl_text(w, sort_of(n, NULL), name_of(n), of_list(n)));
            diag_hint(w->diags, d,
                      "give yours another name; or, to put it in place of that: " DIAG_VARIANT_HEAD
                      " { replace %s \xe2\x80\xa6 }",
                      decl_text(w, sort_of(n, NULL), name_of(n), of_list(n)));
            diag_also(w->diags, d, (*s.at.link)->place, "it is declared here");
            return;
        }
    }
    append(w, n);
}

/* Puts n in place of the node at a position. In place of a row of a table, n is put behind the
 * table. */
static void put_for(struct found at, struct node *n) {
    struct node *old = *at.link, *rest = old->next;
    if (at.table) {
        *at.link = rest;
        n->next = at.table->next;
        at.table->next = n;
        return;
    }
    n->next = rest;
    *at.link = n;
}

/* Replaces the blueprints that are rows of the table, wherever they are declared, by those of the
 * table. */
static void replace_table(struct variant_work *w, struct node *table) {
    for (struct node *row = table->table.rows; row; row = row->next) {
        if (row->kind != NODE_TABLE_ROW) continue;
        const char *key = decl_text(w, table->text, row->text, NULL);
        struct found at = the_decl(w, row->place, table->text, SPACE_THING, row->text, NULL);
        if (at.link && !undoes(w, *at.link, key, row->place) && first_change(w, key, row->place))
            *at.link = (*at.link)->next;
    }
    append(w, table);
}

static void replace_decl(struct variant_work *w, struct node *n) {
    if (n->kind == NODE_TABLE) {
        replace_table(w, n);
    } else if (n->kind == NODE_MISTAKE) {
        return;
    } else if (!has_name(n) || goes_on(n)) {
        diag_add(w->diags, DIAG_NOT_CHANGED, n->place, "to replace what has no name",
                 "a labelled row is replaced by replace row \"its label\" of …");
    } else {
        struct span sort = sort_of(n, NULL);
        struct found at = the_decl(w, n->place, sort, space_of(n), name_of(n), of_list(n));
        const char *key = decl_text(w, sort, name_of(n), of_list(n));
        if (at.link && !undoes(w, *at.link, key, n->place) && first_change(w, key, n->place))
            put_for(at, n);
    }
}

/* Leaves a REMOVE_DECL node for each member in `items`, the braces of a group that was removed by
 * the REMOVE_DECL node n. */
static void remember_members(struct variant_work *w, struct node *n, const struct node *items) {
    for (; items; items = items->next) {
        if (items->kind != NODE_MEMBERS) continue;
        for (const struct node *m = items->members.items; m; m = m->next) {
            struct node *went = node_new(w->arena, NODE_REMOVE_DECL, n->place);
            went->text = m->text;
            went->remove_decl.of = node_new(w->arena, NODE_NAME, n->place);
            went->remove_decl.of->text = n->text;
            append(w, went);
        }
    }
}

static void remove_decl(struct variant_work *w, struct node *n) {
    struct span sort = n->remove_decl.kind->text;
    enum space space = space_named(sort);
    const char *key = decl_text(w, sort, n->text, n->remove_decl.of);
    if (!first_change(w, key, n->place)) return;
    struct found at = the_decl(w, n->place, sort, space, n->text, n->remove_decl.of);
    if (!at.link || undoes(w, *at.link, key, n->place)) return;
    const struct node *gone = *at.link;
    *at.link = gone->next;
    if (space == SPACE_EXAMPLE) return;
    remember(w, n->place, n->text);
    if (gone->kind == NODE_THING) remember_members(w, n, gone->thing.items);
}

/* ---- Labelled rows ------------------------------------------------------------------------ */

/* A search for labelled rows and rules: what is looked for, and what was found. */
struct row_search {
    struct span label;
    const struct node *of; /* a NUMREF: the number, event or thing to which the rows belong */
    struct found at;       /* the first match; its link is NULL if there is none */
    bool elsewhere;        /* another match stands in other braces than the first */
    bool known;            /* something of the name in `of` exists */
    struct node *bare;     /* the first rule that would match if it had a label; NULL */
    /* a row of that label and number which stands in the braces of a blueprint; NULL */
    struct node *in_card;
    struct span card; /* the name of that blueprint */
    struct nearest near, near_of;
};

/* Returns the label of a row or rule; NULL: it has none. */
static struct node *label_of(const struct node *n) {
    switch ((int)n->kind) {
    case NODE_ROW: return n->row.label;
    case NODE_TRIGGER: return n->trigger.label;
    case NODE_PERMIT: return n->permit.label;
    case NODE_WHENEVER: return n->whenever.label;
    default: return NULL;
    }
}

static bool names_it(const struct node *list, struct span name) {
    for (; list; list = list->next) {
        if (span_equal(list->text, name)) return true;
    }
    return false;
}

/* Whether a search is for rows of a number with this name, of the events `of` (NULL: of none). If
 * the search names an event, it must be among them, unless there are none. */
static bool is_of(const struct row_search *s, struct span name, const struct node *of) {
    if (!span_equal(name, s->of->text)) return false;
    return !s->of->numref.of || !of || names_it(of, s->of->numref.of->text);
}

/* Whether a row or rule that stands in no braces belongs to what the search names: a row to its
 * target, a trigger or permission to its events, a `whenever` to its set. */
static bool speaks_of(const struct row_search *s, const struct node *n) {
    if (n->kind == NODE_ROW && n->row.target)
        return is_of(s, n->row.target->text, n->row.target->numref.of);
    if (n->kind == NODE_TRIGGER) return names_it(n->trigger.events, s->of->text);
    if (n->kind == NODE_WHENEVER)
        return n->whenever.set->kind == NODE_NAME && span_equal(n->whenever.set->text, s->of->text);
    return n->kind == NODE_PERMIT && names_it(n->permit.events, s->of->text);
}

/* Whether a row or rule belongs to what the search names: by its braces, or else by what it speaks
 * of. */
static bool row_is_meant(const struct row_search *s, struct found at) {
    const struct node *owner = at.owner, *n = *at.link;
    if (!owner) return speaks_of(s, n);
    if (owner->kind == NODE_QUANTITY) return is_of(s, owner->text, owner->quantity.of);
    return span_equal(owner->text, s->of->text);
}

static void see_row(struct visit *v, struct found at) {
    struct row_search *s = v->user;
    struct node *n = *at.link, *label = label_of(n);
    if (space_of(n) != SPACE_NONE) {
        diag_candidate(&s->near_of, name_of(n), n->place);
        s->known = s->known || span_equal(name_of(n), s->of->text);
    }
    if (!label) {
        bool rule = n->kind == NODE_TRIGGER || n->kind == NODE_PERMIT || n->kind == NODE_WHENEVER;
        if (rule && !s->bare && row_is_meant(s, at)) s->bare = n;
        return;
    }
    if (!row_is_meant(s, at)) {
        bool card = at.owner && at.owner->kind != NODE_QUANTITY && speaks_of(s, n);
        if (card && span_equal(label->text, s->label)) {
            s->in_card = n;
            s->card = at.owner->text;
        }
        return;
    }
    s->known = true;
    diag_candidate(&s->near, label->text, label->place);
    if (!span_equal(label->text, s->label)) return;
    if (!s->at.link)
        s->at = at;
    else if (at.owner != s->at.owner)
        s->elsewhere = true;
}

static struct row_search search_row(struct variant_work *w, struct span label,
                                    const struct node *of) {
    struct row_search s = {.label = label, .of = of};
    s.near = diag_nearest(label);
    s.near_of = diag_nearest(of->text);
    struct visit v = {see_row, w, &s};
    visit_all(&v);
    return s;
}

static const char *row_text(struct variant_work *w, const struct node *row, const struct node *of) {
    return arena_print(w->arena, "row \"%s\" of %s%s", text_of(w, row->text), text_of(w, of->text),
                       names_text(w, of->numref.of));
}

/* Finds the first labelled row that is meant. Returns false, and reports it, if there is none. */
static bool find_row(struct variant_work *w, const struct node *row, const struct node *of,
                     struct row_search *s) {
    *s = search_row(w, row->text, of);
    if (s->at.link) return true;
    if (!s->known && !s->bare) {
        struct diag *d = diag_add(w->diags, DIAG_NOTHING_CHANGED, of->place,
                                  arena_print(w->arena, "%s", text_of(w, of->text)));
        if (!say_taken_away(w, d, "", of->text)) diag_did_you_mean(w->diags, d, &s->near_of);
        return false;
    }
    struct diag *d = diag_add(w->diags, DIAG_NO_LABEL, row->place, of->text, row->text);
    if (s->in_card) {
        diag_hint(w->diags, d, "write: of %t", s->card);
        diag_also(w->diags, d, s->in_card->place, "it stands here");
    } else if (!say_taken_away(w, d, row_text(w, row, of), (struct span){"", 0})) {
        diag_did_you_mean(w->diags, d, &s->near);
        if (s->bare && !s->near.best.len)
            diag_also(w->diags, d, s->bare->place, "this one has no label: give it one here");
    }
    return false;
}

/* Takes out the row that was found, and the rows of the same label that stand behind it in the same
 * list. */
static void take_row(struct row_search *s) {
    struct node *owner = s->at.owner;
    struct node **link = s->at.link;
    *link = (*link)->next;
    while (*link) {
        struct node *label = label_of(*link);
        struct found at = {link, owner, NULL};
        if (label && span_equal(label->text, s->label) && row_is_meant(s, at))
            *link = (*link)->next;
        else
            link = &(*link)->next;
    }
}

static void remove_row(struct variant_work *w, struct node *n) {
    struct row_search s;
    if (!first_change(w, row_text(w, n->remove_row.row, n->remove_row.of), n->place)) return;
    if (!find_row(w, n->remove_row.row, n->remove_row.of, &s)) return;
    for (; s.at.link; s = search_row(w, n->remove_row.row->text, n->remove_row.of)) {
        changed_in(w, s.at.owner);
        take_row(&s);
    }
    remember_row(w, n->remove_row.row, n->remove_row.of);
}

/* Fits a new row to the position where it replaces `old`. In the braces of a number a row has no
 * target, so a target that names that number is taken away. Elsewhere a row without a target gets
 * that of `old`. Returns false, and reports it, if the row or rule still does not fit. */
static bool shape_row(struct variant_work *w, const struct row_search *s, struct node *old,
                      struct node *row) {
    bool inside = s->at.owner && s->at.owner->kind == NODE_QUANTITY;
    bool is_row = row->kind == NODE_ROW;
    if (inside && is_row && row->row.target && is_of(s, row->row.target->text, NULL))
        row->row.target = NULL;
    if (!inside && is_row && !row->row.target && old->kind == NODE_ROW) {
        struct node *to = node_new(w->arena, NODE_NUMREF, row->place);
        to->text = old->row.target->text;
        to->numref.of = old->row.target->numref.of;
        row->row.target = to;
    }
    bool fits = inside ? is_row && !row->row.target : !is_row || row->row.target;
    if (fits) return true;
    struct diag *d = diag_add(w->diags, DIAG_ROW_SHAPE, row->place,
                              inside ? "a row of this number" : "a rule: a row says `to` what");
    diag_also(w->diags, d, old->place, "what it would replace");
    return false;
}

static void replace_row(struct variant_work *w, struct node *n) {
    struct node *label = n->replace_row.row, *of = n->replace_row.of;
    struct row_search s;
    if (!find_row(w, label, of, &s) || !first_change(w, row_text(w, label, of), n->place)) return;
    if (s.elsewhere) {
        struct diag *d =
            diag_add(w->diags, DIAG_WHICH_CHANGED, label->place, row_text(w, label, of));
        diag_also(w->diags, d, (*s.at.link)->place, "one of them");
        return;
    }
    struct node *old = *s.at.link, *last = NULL;
    for (struct node *row = n->replace_row.rows; row; row = row->next) {
        if (row->kind == NODE_MISTAKE || !shape_row(w, &s, old, row)) return;
        last = row;
    }
    ASSERT(last); /* the grammar requires at least one row */
    changed_in(w, s.at.owner);
    take_row(&s);
    last->next = *s.at.link;
    *s.at.link = n->replace_row.rows;
    remember_row(w, label, of);
}

/* ---- Fields --------------------------------------------------------------------------------- */

/* A search for the thing or kind whose field a change means. */
struct thing_search {
    const struct node *path; /* NAME, or DOT of a NAME: the thing whose field is meant */
    struct span field;
    struct found at;
    struct node *second;
    struct nearest near, says; /* says: of those that say the field */
};

static bool has_fields(const struct node *n) {
    return n->kind == NODE_THING || n->kind == NODE_TABLE_ROW || n->kind == NODE_MEMBER ||
           n->kind == NODE_KIND;
}

/* Whether a KIND declares the field in its braces. */
static bool declares_field(const struct node *kind, struct span name) {
    for (const struct node *f = kind->kind_.fields; f; f = f->next) {
        if (f->kind == NODE_FIELD ? names_it(f->field.names, name) : span_equal(f->text, name))
            return true;
    }
    return false;
}

/* Returns the list in the braces of a THING or MEMBER; NULL for any other node. */
static struct node **items_of(struct node *n) {
    if (n->kind == NODE_THING) return &n->thing.items;
    return n->kind == NODE_MEMBER ? &n->member.items : NULL;
}

static struct node **setting_in(struct node **items, struct span name) {
    for (; *items; items = &(*items)->next) {
        if ((*items)->kind == NODE_SETTING && span_equal((*items)->text, name)) return items;
    }
    return NULL;
}

/* Returns the link to the cell of a row in the column of that name; NULL: there is none. */
static struct node **cell_under(struct node *row, const struct node *table, struct span name) {
    struct node **cell = &row->table_row.cells;
    for (const struct node *c = table->table.columns; c && *cell; c = c->next) {
        if (span_equal(c->text, name)) return cell;
        cell = &(*cell)->next;
    }
    return NULL;
}

static void see_thing(struct visit *v, struct found at) {
    struct thing_search *s = v->user;
    struct node *n = *at.link;
    const struct node *of = s->path->kind == NODE_DOT ? s->path->dot.of : NULL;
    if (!has_fields(n)) return;
    if (goes_on(n) && !declares_field(n, s->field)) return;
    /* what says this field is meant sooner */
    struct node **items = items_of(n);
    bool says =
        (items && setting_in(items, s->field)) || (at.table && cell_under(n, at.table, s->field));
    if (!of) diag_candidate(says ? &s->says : &s->near, n->text, n->place);
    if (!span_equal(n->text, s->path->text)) return;
    if (of && (!at.owner || !span_equal(at.owner->text, of->text))) return;
    if (s->at.link && goes_on(*s->at.link)) return;
    /* of a kind, the node that continues it and has this field is preferred */
    if (!s->at.link || goes_on(n))
        s->at = at;
    else if (!s->second)
        s->second = n;
}

static const char *path_text(struct variant_work *w, const struct node *path) {
    if (path->kind != NODE_DOT) return text_of(w, path->text);
    return arena_print(w->arena, "%s.%s", path_text(w, path->dot.of), text_of(w, path->text));
}

/* A search for the kind that declares a field. */
struct field_search {
    struct span name;
    const struct node *kind; /* the first KIND that declares the field */
};

static void see_field(struct visit *v, struct found at) {
    struct field_search *s = v->user;
    const struct node *n = *at.link;
    if (n->kind == NODE_KIND && !s->kind && declares_field(n, s->name)) s->kind = n;
}

/* A search for a declaration of any sort that has a certain name. */
struct any_search {
    struct span name;
    struct node *found;
    struct span sort; /* the word by which an author would call it */
};

static void see_any(struct visit *v, struct found at) {
    struct any_search *s = v->user;
    struct node *n = *at.link;
    bool other = has_name(n) && n->kind != NODE_EXAMPLE && !has_fields(n);
    if (!other || s->found || !span_equal(name_of(n), s->name)) return;
    s->found = n;
    s->sort = sort_of(n, at.table);
}

/* Reports a change of a field of something that has no fields, such as a force or a number, with
 * the changes that can be made of it. Returns whether the name is that of such a thing. */
static bool said_of_other(struct variant_work *w, const struct node *path, struct span field) {
    struct any_search s = {.name = path->text};
    struct visit v = {see_any, w, &s};
    if (path->kind == NODE_DOT) return false;
    visit_all(&v);
    if (!s.found) return false;
    const char *sort = text_of(w, s.sort), *name = text_of(w, s.name);
    struct diag *d = diag_add(w->diags, DIAG_NOT_CHANGED, path->place,
                              arena_print(w->arena, "to set '%s' of a %s", text_of(w, field), sort),
                              arena_print(w->arena, "a %s has no fields", sort));
    if (s.found->kind == NODE_RULING)
        diag_hint(w->diags, d, "ruling %s = READING", name);
    else if (s.found->kind == NODE_FORCE)
        diag_hint(w->diags, d, "add to %s { from NAME; remove NAME; at most 1 NAME }", name);
    else
        diag_hint(w->diags, d,
                  "replace %s %s \xe2\x80\xa6 writes it anew, remove %s %s takes it out", sort,
                  name, sort, name);
    diag_also(w->diags, d, s.found->place, "it is declared here");
    return true;
}

/* Adds the hint for a change of a field of something that was not found. If the name is a kind of
 * the language (`piece`), it is not misspelt: the author means a field, so the hint says which kind
 * has that field. Otherwise it is "did you mean". */
static void hint_whose(struct variant_work *w, struct diag *d, struct span thing, struct span field,
                       const struct nearest *near) {
    static const char *const own[] = {"game", "player", "thing", "piece",   "group",
                                      "card", "item",   "zone",  "feature", "terrain"};
    bool meant = false;
    for (size_t i = 0; i < ARRAY_LEN(own); i++) meant |= span_is(thing, own[i]);
    struct field_search s = {field, NULL};
    struct visit v = {see_field, w, &s};
    if (meant)
        visit_all(&v);
    else
        diag_did_you_mean(w->diags, d, near);
    if (!s.kind) return;
    const char *kind = text_of(w, s.kind->text), *name = text_of(w, field);
    diag_hint(w->diags, d, "'%s' is a field of %s: write %s.%s%s", name, kind, kind, name,
              goes_on(s.kind) ? "" : arena_print(w->arena, " for all, or NAME.%s for one", name));
}

/* Returns the thing whose field a change means. If there is none, or several, reports it and
 * returns no link. */
static struct found the_thing(struct variant_work *w, const struct node *path, struct span field) {
    struct thing_search s = {.path = path, .field = field, .near = diag_nearest(path->text)};
    s.says = s.near;
    struct visit v = {see_thing, w, &s};
    visit_all(&v);
    if (s.at.link && !s.second) return s.at;
    if (!s.second && said_of_other(w, path, field)) return (struct found){0};
    struct diag *d = diag_add(w->diags, s.second ? DIAG_WHICH_CHANGED : DIAG_NOTHING_CHANGED,
                              path->place, path_text(w, path));
    if (s.second) {
        ASSERT(s.at.link);
        diag_hint(w->diags, d, "say whose: OWNER.%t", path->text);
        diag_also(w->diags, d, (*s.at.link)->place, "one of them");
    } else {
        if (!say_taken_away(w, d, "", path->text))
            hint_whose(w, d, path->text, field, s.says.best.len ? &s.says : &s.near);
    }
    return (struct found){0};
}

/* Returns the link to the setting of a field in the braces of a thing, or in an `add to` of the
 * thing; NULL: there is none. */
static struct node **setting_of(struct variant_work *w, struct node *thing, struct span name) {
    struct node **items = items_of(thing), **at = items ? setting_in(items, name) : NULL;
    for (int i = 0; !at && i < w->count; i++) {
        for (struct node *n = w->files[i]->file.decls; n && !at; n = n->next) {
            w->steps++;
            if (n->kind == NODE_ADD_TO && span_equal(n->text, thing->text))
                at = setting_in(&n->add_to.items, name);
        }
    }
    return at;
}

/* Makes the SETTING of a change that gives a field a value. */
static struct node *setting(struct variant_work *w, const struct node *n) {
    struct node *s = node_new(w->arena, NODE_SETTING, n->place);
    s->text = n->text;
    s->setting.values = n->set_field.values;
    s->cites = n->cites;
    return s;
}

static void set_cell(struct variant_work *w, struct node **cell, const struct node *n) {
    struct node *value = n->set_field.values;
    if (value->next) {
        value = node_new(w->arena, NODE_CELL_SET, n->place);
        value->cell_set.values = n->set_field.values;
    }
    value->next = (*cell)->next;
    *cell = value;
}

/* Returns the FIELD node of a kind that declares this field and no other. If the field is declared
 * together with others on one line, it is split off from that line first. Returns NULL if the kind
 * has no such field. */
static struct node *own_line(struct variant_work *w, struct node *kind, struct span name) {
    for (struct node *f = kind->kind_.fields; f; f = f->next) {
        if (f->kind != NODE_FIELD || !names_it(f->field.names, name)) continue;
        if (!f->field.names->next) return f;
        struct node **link = &f->field.names;
        while (!span_equal((*link)->text, name)) link = &(*link)->next;
        struct node *alone = node_new(w->arena, NODE_FIELD, f->place);
        alone->flags = f->flags;
        alone->cites = f->cites;
        alone->field = f->field;
        alone->field.names = *link;
        *link = (*link)->next;
        alone->field.names->next = NULL;
        alone->text = name;
        f->text = f->field.names->text;
        alone->next = f->next;
        f->next = alone;
        return alone;
    }
    return NULL;
}

/* Reports a change of a field that the thing does not have. list: the nodes that name its
 * fields. */
static void no_such_field(struct variant_work *w, const struct node *thing, const struct node *n,
                          const struct node *list) {
    struct nearest near = diag_nearest(n->text);
    for (; list; list = list->next) {
        if (list->kind == NODE_FIELD)
            for (const struct node *k = list->field.names; k; k = k->next)
                diag_candidate(&near, k->text, k->place);
        else if (list->kind == NODE_SETTING || list->kind == NODE_NAME)
            diag_candidate(&near, list->text, list->place);
    }
    struct diag *d = diag_add(w->diags, DIAG_NO_SUCH_SETTING, n->place, thing->text, n->text);
    diag_did_you_mean(w->diags, d, &near);
}

/* Returns what names a field in a message: "NAME.FIELD". */
static const char *field_text(struct variant_work *w, const struct node *path,
                              const struct node *n) {
    return arena_print(w->arena, "%s.%s", path_text(w, path), text_of(w, n->text));
}

static void set_kind_field(struct variant_work *w, struct node *kind, struct node *n) {
    struct node *f = own_line(w, kind, n->text);
    if (!f)
        no_such_field(w, kind, n, kind->kind_.fields);
    else if (n->set_field.values->next)
        diag_add(w->diags, DIAG_NOT_CHANGED, n->place, "a default of several values",
                 "replace the kind");
    else
        f->field.value = n->set_field.values;
}

/* A search for a declaration that keeps a note: a number, an event, a ruling. */
static void see_noted(struct visit *v, struct found at) {
    struct any_search *s = v->user;
    struct node *n = *at.link;
    if (!s->found && tree_note(n) && !goes_on(n) && span_equal(n->text, s->name)) s->found = n;
}

/* Sets the note of a declaration that keeps one, or takes it away (values NULL). Returns false if
 * there is none of this name: that of a blueprint is a field among others. */
static bool set_note(struct variant_work *w, const struct node *path, struct node *n,
                     struct node *values) {
    struct any_search s = {.name = path->text};
    struct visit v = {see_noted, w, &s};
    if (!span_is(n->text, "note") || path->kind != NODE_NAME) return false;
    if (n->kind == NODE_SET_FIELD && values->kind != NODE_TEXT) return false;
    visit_all(&v);
    struct node **note = s.found ? tree_note(s.found) : NULL;
    if (!note || !first_change(w, field_text(w, path, n), n->place)) return note != NULL;
    if (values && tree_is_blank(values)) diag_add(w->diags, DIAG_NOTE_EMPTY, values->place);
    changed_in(w, s.found);
    *note = values ? setting(w, n) : NULL;
    return true;
}

static void set_field(struct variant_work *w, struct node *n) {
    if (set_note(w, n->set_field.thing, n, n->set_field.values)) return;
    struct found at = the_thing(w, n->set_field.thing, n->text);
    if (!at.link || !first_change(w, field_text(w, n->set_field.thing, n), n->place)) return;
    changed_in(w, *at.link);
    struct node *thing = *at.link;
    struct node **cell = at.table ? cell_under(thing, at.table, n->text) : NULL;
    struct node **old = cell ? NULL : setting_of(w, thing, n->text);
    if (thing->kind == NODE_KIND) {
        set_kind_field(w, thing, n);
    } else if (cell) {
        set_cell(w, cell, n);
    } else if (old) {
        put_for((struct found){.link = old}, setting(w, n));
        /* the table has no such column, so the value goes into a new `add to` of the blueprint */
    } else if (at.table) {
        struct node *more = node_new(w->arena, NODE_ADD_TO, n->place);
        more->text = thing->text;
        more->add_to.items = setting(w, n);
        append(w, more);
    } else {
        struct node **end = items_of(thing);
        while (*end) end = &(*end)->next;
        *end = setting(w, n);
        thing->flags |= FLAG_BODY;
    }
}

static void remove_kind_field(struct variant_work *w, struct node *kind, struct node *n) {
    own_line(w, kind, n->text);
    for (struct node **f = &kind->kind_.fields; *f; f = &(*f)->next) {
        if (!span_equal((*f)->text, n->text)) continue;
        *f = (*f)->next;
        remember(w, n->place, n->text);
        return;
    }
    no_such_field(w, kind, n, kind->kind_.fields);
}

static void remove_field(struct variant_work *w, struct node *n) {
    if (set_note(w, n->remove_field.thing, n, NULL)) return;
    struct found at = the_thing(w, n->remove_field.thing, n->text);
    if (!at.link || !first_change(w, field_text(w, n->remove_field.thing, n), n->place)) return;
    changed_in(w, *at.link);
    struct node *thing = *at.link, **old = setting_of(w, thing, n->text);
    if (thing->kind == NODE_KIND)
        remove_kind_field(w, thing, n);
    else if (old)
        *old = (*old)->next;
    else if (at.table && cell_under(thing, at.table, n->text))
        diag_add(w->diags, DIAG_NOT_CHANGED, n->place, "to remove a cell of a table",
                 "give it another value");
    else
        no_such_field(w, thing, n, at.table ? at.table->table.columns : *items_of(thing));
}

/* ---- Rulings -------------------------------------------------------------------------------- */

/* Makes a reading of a ruling hold: moves it to the front, because the first reading is the one
 * that holds. */
static void set_ruling(struct variant_work *w, struct node *n) {
    struct found at = the_decl(w, n->place, plain("ruling"), SPACE_RULING, n->text, NULL);
    if (!at.link || !first_change(w, decl_text(w, plain("ruling"), n->text, NULL), n->place))
        return;
    changed_in(w, *at.link);
    struct node *ruling = *at.link, *name = n->set_ruling.reading;
    struct nearest near = diag_nearest(name->text);
    for (struct node **r = &ruling->ruling.readings; *r; r = &(*r)->next) {
        struct node *reading = *r;
        diag_candidate(&near, reading->text, reading->place);
        if (!span_equal(reading->text, name->text)) continue;
        *r = reading->next;
        reading->next = ruling->ruling.readings;
        ruling->ruling.readings = reading;
        return;
    }
    struct diag *d = diag_add(w->diags, DIAG_NO_READING, name->place, n->text, name->text);
    const char *list = names_text(w, ruling->ruling.readings);
    diag_hint(w->diags, d, "its readings are %s", *list ? list + strlen(" of ") : list);
    diag_did_you_mean(w->diags, d, &near);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Whether too many nodes were visited. If so, it is reported once, and no further change is made.
 * There is such a bound because each change goes over all of the rules. */
static bool goes_too_far(struct variant_work *w, const struct node *n) {
    if (w->steps <= MAX_TEXT_STEPS) return false;
    if (!w->stopped)
        diag_add(w->diags, DIAG_TOO_MANY, n->place, MAX_TEXT_STEPS,
                 "parts of the rules are gone over for the changes of this variant", "TEXT_STEPS");
    w->stopped = true;
    return true;
}

static enum walk mark(struct node *n, void *user) {
    (void)user;
    n->flags |= FLAG_OF_VARIANT;
    return WALK_ON;
}

/* Makes one change of a variant. */
static void change(struct variant_work *w, struct node *n) {
    if (goes_too_far(w, n)) return;
    w->now = n->kind == NODE_REPLACE_DECL ? n->replace_decl.decl->place : n->place;
    tree_walk(n, mark, NULL);
    switch ((int)n->kind) {
    case NODE_REPLACE_DECL: replace_decl(w, n->replace_decl.decl); break;
    case NODE_REPLACE_ROW: replace_row(w, n); break;
    case NODE_REMOVE_ROW: remove_row(w, n); break;
    case NODE_REMOVE_DECL: remove_decl(w, n); break;
    case NODE_REMOVE_FIELD: remove_field(w, n); break;
    case NODE_SET_RULING: set_ruling(w, n); break;
    case NODE_SET_FIELD: set_field(w, n); break;
    case NODE_MISTAKE: break;
    default: add_decl(w, n); break;
    }
}

static void change_all(struct variant_work *w, struct node *list) {
    for (struct node *n = list, *next; n; n = next) {
        next = n->next; /* read before n is linked into the base */
        change(w, n);
    }
}

struct variant_work *variant_start(struct arena *arena, struct diags *d, struct node **files,
                                   int count) {
    struct variant_work *w = NEW(arena, struct variant_work);
    *w = (struct variant_work){.arena = arena, .diags = d, .files = files, .count = count};
    return w;
}

static bool is_block(const struct node *n, struct span name) {
    return n->kind == NODE_VARIANT && span_equal(n->text, name);
}

/* Whether a block is a variant of these rules; if not, it is reported. Rules whose name is
 * "base+variant", as a variant applied before leaves it, count as both. */
bool variant_is_of(struct variant_work *w, const struct node *block) {
    const struct node *head = variant_head(w->files, w->count), *of = block->variant.of;
    if (!head) return true;
    for (struct span name = head->text; name.len;) {
        size_t len = 0;
        while (len < name.len && name.at[len] != '+') len++;
        if (span_equal((struct span){name.at, len}, of->text)) return true;
        len += len < name.len;
        name = (struct span){name.at + len, name.len - len};
    }
    struct diag *d = diag_add(w->diags, DIAG_VARIANT_OF, of->place, of->text);
    struct nearest near = diag_nearest(of->text);
    struct span base = {head->text.at, 0};
    while (base.len < head->text.len && base.at[base.len] != '+') base.len++;
    diag_candidate(&near, base, head->place);
    diag_did_you_mean(w->diags, d, &near);
    diag_also(w->diags, d, head->place, "these are the rules that it is in");
    return false;
}

void variant_apply(struct variant_work *w, struct span name) {
    for (int i = 0; i < w->count; i++) {
        for (struct node *n = w->files[i]->file.decls; n; n = n->next) {
            if (!is_block(n, name) || !variant_is_of(w, n)) continue;
            struct node *list = n->variant.changes;
            n->variant.changes = NULL;
            change_all(w, list);
        }
    }
}

void variant_keep_others(struct variant_work *w, struct node *file, struct span name) {
    for (struct node **link = &file->file.decls; *link;) {
        struct node *n = *link;
        if (n->kind != NODE_VARIANT || is_block(n, name)) {
            link = &n->next;
            continue;
        }
        *link = n->next;
        append(w, n);
    }
}

void variant_apply_file(struct variant_work *w, struct node *file, struct span name) {
    struct node *list = file->file.decls;
    file->file.decls = NULL;
    for (struct node *n = list, *next; n; n = next) {
        next = n->next;
        if (is_block(n, name))
            change_all(w, n->variant.changes);
        else
            change(w, n);
    }
}

void variant_name(struct variant_work *w, struct span name, struct node *label) {
    struct node *head = variant_head(w->files, w->count);
    if (!head) return;
    struct span title = head->thing.label ? head->thing.label->text : head->text,
                more = label ? label->text : name;
    head->text = plain(arena_print(w->arena, "%s+%s", text_of(w, head->text), text_of(w, name)));
    struct node *text = node_new(w->arena, NODE_TEXT, label ? label->place : head->place);
    text->text = plain(arena_print(w->arena, "%s: %s", text_of(w, title), text_of(w, more)));
    head->thing.label = text;
}

struct node *variant_head(struct node **files, int count) {
    for (int i = 0; i < count; i++) {
        for (struct node *n = files[i]->file.decls; n; n = n->next) {
            if (n->kind == NODE_THING && span_is(n->thing.kind->text, "ruleset")) return n;
        }
    }
    return NULL;
}

int variant_blocks(struct node **files, int count, struct node **out, int room) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        for (struct node *n = files[i]->file.decls; n; n = n->next) {
            bool known = n->kind != NODE_VARIANT;
            for (int k = 0; k < found && k < room; k++)
                known = known || span_equal(out[k]->text, n->text);
            if (known) continue;
            if (found < room) out[found] = n;
            found++;
        }
    }
    return found;
}
