/* The command refs: lists the lines where a name of the rules is declared, changed, done,
 * forbidden, filled in and read. */
#include "cmd.h"

#include <string.h>

#include "source.h"

enum { LINE_MOST = 200 };

/* How the name is used at a place, in the order in which the lists are printed. */
enum ref {
    REF_DECLARED,
    REF_NOTE,    /* what the card of the name prints */
    REF_ROW,     /* a row of the named number, outside of its declaration */
    REF_CHANGED, /* written, given, taken, created … */
    REF_DONE,    /* the name is an event: done or offered */
    REF_FORBIDDEN,
    REF_ALLOWED,
    REF_BEFORE,
    REF_INSTEAD,
    REF_AFTER,
    REF_CARD, /* the name is a field: a blueprint or the like sets it */
    REF_READ,
    REF_EXAMPLE,
    REF_COUNT_
};
static const char *const headings[] = {
    "declared",  "its card says", "changed by a row", "changed",       "done or offered",
    "forbidden", "allowed",       "before it",        "instead of it", "after it",
    "on cards",  "read",          "in examples"};

struct place_list {
    struct place *at;
    size_t room;
    int32_t count;
};
struct refs {
    struct cmd *c;
    struct source s;
    struct span name;
    struct nearest near;
    struct place_list list[REF_COUNT_];
    /* the nodes that the statement visited last writes; they are not listed as read */
    const struct node *written[2];
    /* the node that declares the name (the last of several); it is not listed as read */
    const struct node *declared;
    /* the walk is in an example */
    bool example;
};

static void note(struct refs *v, enum ref ref, struct place place) {
    struct place_list *l = &v->list[v->example ? REF_EXAMPLE : ref];
    uint32_t line = diag_where(v->s.diags, place).line;
    if (l->count) { /* a line of text is listed once */
        struct place last = l->at[l->count - 1];
        if (last.file == place.file && diag_where(v->s.diags, last).line == line) return;
    }
    l->at = memory_grow(l->at, &l->room, (size_t)l->count + 1, sizeof *l->at);
    l->at[l->count++] = place;
}

static bool is_name(const struct refs *v, const struct node *n) {
    return n && n->text.len && span_equal(n->text, v->name);
}

/* ---- What declares ------------------------------------------------------------------------- */

/* Lists the notes in the braces of a blueprint or of an `add to`. */
static void declare_notes(struct refs *v, const struct node *items) {
    for (const struct node *n = items; n; n = n->next) {
        const bool says = n->kind == NODE_SETTING && span_is(n->text, "note");
        if (says && n->setting.values && n->setting.values->kind == NODE_TEXT)
            note(v, REF_NOTE, n->place);
    }
}

static void declares(struct refs *v, struct node *n) {
    struct node **own = tree_note(n);
    diag_candidate(&v->near, n->text, n->place);
    if (!is_name(v, n)) return;
    note(v, REF_DECLARED, node_name_place(n));
    v->declared = n;
    if (own && *own) note(v, REF_NOTE, (*own)->place);
    if (n->kind == NODE_THING) declare_notes(v, n->thing.items);
    if (n->kind == NODE_MEMBER) declare_notes(v, n->member.items);
}

static void declare_list(struct refs *v, struct node *n) {
    for (; n; n = n->next) declares(v, n);
}

static void declaration(struct refs *v, struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_KIND:
        declare_list(v, n->kind_.names);
        if (is_name(v, n) && n->kind_.note) note(v, REF_NOTE, n->kind_.note->place);
        break;
    case NODE_ADD_TO:
        if (is_name(v, n)) declare_notes(v, n->add_to.items);
        break;
    case NODE_FIELD: declare_list(v, n->field.names); break;
    case NODE_MEMORY: declare_list(v, n->memory.names); break;
    case NODE_DERIVE:
    case NODE_THING:
    case NODE_TABLE_ROW:
    case NODE_QUANTITY:
    case NODE_EVENT:
    case NODE_ACTION:
    case NODE_CHART:
    case NODE_DIE_DECL:
    case NODE_FORCE:
    case NODE_ROSTER:
    case NODE_RULING:
    case NODE_READING:
    case NODE_ENUM_VALUE:
    case NODE_MEMBER:
    case NODE_PARAM:
    case NODE_KEEP:
        if (n->text.len) declares(v, n);
        break;
    default: break;
    }
}

/* ---- What speaks of it --------------------------------------------------------------------- */

static void of_events(struct refs *v, const struct node *events, enum ref ref) {
    for (const struct node *e = events; e; e = e->next)
        if (is_name(v, e)) note(v, ref, e->place);
}

/* Notes that a statement changes its target, if the target has the wanted name: a name, a field
 * behind a dot, or a call. `which` (0, 1) is the target's index in v->written. */
static void writes(struct refs *v, const struct node *target, int which) {
    v->written[which] = target;
    if (target &&
        (target->kind == NODE_NAME || target->kind == NODE_DOT || target->kind == NODE_CALL) &&
        is_name(v, target))
        note(v, REF_CHANGED, node_name_place(target));
}

static void statement(struct refs *v, const struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_ASSIGN: writes(v, n->assign.target, 0); break;
    case NODE_PAY: writes(v, n->pay.source, 0); break;
    case NODE_GIVE: writes(v, n->give.feature, 0); break;
    case NODE_TAKE: writes(v, n->take.feature, 0); break;
    case NODE_CREATE: writes(v, n->create.what, 0); break;
    case NODE_PUT: writes(v, n->put.pile, 0); break;
    case NODE_DRAW: writes(v, n->draw.source, 0), writes(v, n->draw.taker, 1); break;
    case NODE_SHUFFLE: writes(v, n->shuffle.what, 0); break;
    case NODE_REVEAL: writes(v, n->reveal.what, 0); break;
    case NODE_DO:
    case NODE_OFFER:
        if (is_name(v, n)) note(v, REF_DONE, n->place);
        break;
    case NODE_PERMIT:
        of_events(v, n->permit.events, n->op == OP_FORBID ? REF_FORBIDDEN : REF_ALLOWED);
        break;
    case NODE_TRIGGER:
        of_events(v, n->trigger.events,
                  n->op == OP_BEFORE    ? REF_BEFORE
                  : n->op == OP_INSTEAD ? REF_INSTEAD
                                        : REF_AFTER);
        break;
    case NODE_ROW:
        v->written[0] = n->row.target;
        if (is_name(v, n->row.target)) note(v, REF_ROW, n->place);
        break;
    case NODE_SETTING:
        if (is_name(v, n)) note(v, REF_CARD, n->place);
        break;
    default: break;
    }
}

/* Notes a node that reads the wanted name. Not noted are local names of the same spelling, the node
 * that declares the name, and nodes that a statement writes. */
static void reading(struct refs *v, const struct node *n) {
    bool word = n->kind == NODE_NAME || n->kind == NODE_DOT || n->kind == NODE_CALL ||
                n->kind == NODE_IS_TO || n->kind == NODE_NUMREF || n->kind == NODE_TYPE_NAME ||
                n->kind == NODE_TYPE_PILE || n->kind == NODE_LIMIT || n->kind == NODE_UNTIL ||
                n->kind == NODE_GIVEN_NAMED || n->kind == NODE_STOP ||
                n->kind == NODE_FORCE_LIMIT || n->kind == NODE_ROSTER_ENTRY;
    bool own = n->kind == NODE_NAME && n->mark == MEAN_LOCAL;
    bool written = n == v->written[0] || n == v->written[1] || n == v->declared;
    if (word && !own && !written && is_name(v, n)) note(v, REF_READ, node_name_place(n));
}

static enum walk see_node(struct node *n, void *user) {
    struct refs *v = user;
    declaration(v, n);
    statement(v, n);
    reading(v, n);
    return WALK_ON;
}

static void see_all(struct refs *v) {
    for (int i = 0; i < v->s.files; i++) {
        for (struct node *n = v->s.file[i]->file.decls; n; n = n->next) {
            v->example = n->kind == NODE_EXAMPLE;
            tree_walk(n, see_node, v);
        }
    }
}

/* ---- Telling ------------------------------------------------------------------------------- */

static void print_line(const struct refs *v, struct place place) {
    printf("  %s: %s\n", source_where(&v->s, place), source_line(&v->s, place, LINE_MOST));
}

static void print_refs(const struct refs *v) {
    bool first = true;
    for (int ref = 0; ref < REF_COUNT_; ref++) {
        const struct place_list *l = &v->list[ref];
        if (!l->count) continue;
        printf("%s%s", first ? "" : "\n", headings[ref]);
        first = false;
        if (ref == REF_EXAMPLE && !cmd_option(v->c, "--examples")) {
            printf(": %d lines (--examples lists them)\n", (int)l->count);
            continue;
        }
        printf(": %d\n", (int)l->count);
        for (int32_t i = 0; i < l->count; i++) print_line(v, l->at[i]);
    }
}

static void print_line_json(const struct refs *v, int ref, struct place place, bool first) {
    struct line_column at = diag_where(v->s.diags, place);
    printf("%s\n  {\"how\": ", first ? "" : ",");
    cmd_json(stdout, headings[ref]);
    printf(", \"file\": ");
    cmd_json(stdout, diag_path(v->s.diags, place.file));
    printf(", \"line\": %u, \"column\": %u}", (unsigned)at.line, (unsigned)at.column);
}

static void print_refs_json(const struct refs *v) {
    bool first = true;
    printf("{\"name\": ");
    cmd_json(stdout, arena_text(&v->c->arena, v->name.at, v->name.len));
    printf(", \"refs\": [");
    for (int ref = 0; ref < REF_COUNT_; ref++) {
        for (int32_t i = 0; i < v->list[ref].count; i++, first = false)
            print_line_json(v, ref, v->list[ref].at[i], first);
    }
    printf("%s]}\n", first ? "" : "\n");
}

static enum cmd_exit refs(struct refs *v) {
    int32_t found = 0;
    see_all(v);
    for (int ref = 0; ref < REF_COUNT_; ref++) found += v->list[ref].count;
    if (!found) {
        cmd_say(v->c, "%s speaks of nothing that is called '%.*s'%s%.*s%s", v->c->word[0],
                (int)v->name.len, v->name.at, v->near.best.len ? "; did you mean '" : "",
                (int)v->near.best.len, v->near.best.len ? v->near.best.at : "",
                v->near.best.len ? "'?" : "");
        return CMD_INPUT;
    }
    if (cmd_option(v->c, "--json"))
        print_refs_json(v);
    else
        print_refs(v);
    return CMD_GOOD;
}

enum cmd_exit cmd_refs(struct cmd *c) {
    struct refs v = {.c = c};
    if (c->words != 2) return (enum cmd_exit)cmd_usage(c, "refs wants a ruleset and a name of it");
    enum cmd_exit code;
    if (!cmd_source(c, c->word[0], &v.s, &code)) return code;
    v.name = (struct span){c->word[1], strlen(c->word[1])};
    v.near = diag_nearest(v.name);
    code = refs(&v);
    for (int ref = 0; ref < REF_COUNT_; ref++) memory_free(v.list[ref].at);
    source_close(&v.s);
    return code;
}
