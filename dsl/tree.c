/* Nodes and their kinds: making, walking and printing. The tables of kinds come from node.def. */
#include "tree.h"

#include <string.h>

static const struct {
    const char *name;
    const char *children; /* names of the children: "cond, then, other" */
    const char *sentence;
    uint8_t kids; /* how many children */
} kinds[] = {
#define LEAF(KIND, sentence) {#KIND, "", sentence, 0},
#define KIDS(...) #__VA_ARGS__
#define NODE(KIND, member, kids, sentence) \
    {#KIND, kids, sentence, sizeof(((struct node *)0)->member) / sizeof(struct node *)},
#include "node.def"
#undef LEAF
#undef KIDS
#undef NODE
};

static const char *const op_texts[] = {
#define LEAF(KIND, sentence)
#define NODE(KIND, member, kids, sentence)
#define OP(NAME, text) text,
#include "node.def"
#undef OP
#undef LEAF
#undef NODE
};

struct node *node_new(struct arena *arena, enum node_kind kind, struct place place) {
    struct node *n =
        arena_new(arena, offsetof(struct node, kid) + kinds[kind].kids * sizeof(struct node *));
    n->kind = (uint8_t)kind;
    n->place = place;
    return n;
}

struct place node_name_place(const struct node *n) {
    struct place p = n->place;
    uint32_t len = (uint32_t)n->text.len;
    if (n->kind == NODE_DOT) {
        p.at += p.len - len;
        p.len = len;
    } else if (n->kind == NODE_CALL || n->kind == NODE_ARG_NAMED || n->kind == NODE_ARG_IN) {
        p.len = len;
    }
    return p;
}

const char *node_name(enum node_kind kind) {
    ASSERT(kind < NODE_COUNT_);
    return kinds[kind].name;
}

const char *node_sentence(enum node_kind kind) {
    ASSERT(kind < NODE_COUNT_);
    return kinds[kind].sentence;
}

int node_kids(enum node_kind kind) {
    ASSERT(kind < NODE_COUNT_);
    return kinds[kind].kids;
}

const char *node_op_text(enum node_op op) {
    ASSERT(op < OP_COUNT_);
    return op_texts[op];
}

bool tree_is_blank(const struct node *text) {
    size_t len = text->text.len;
    while (len && strchr(" \n", text->text.at[len - 1])) len--;
    return len == 0;
}

struct node **tree_note(struct node *n) {
    switch ((int)n->kind) {
    case NODE_KIND: return &n->kind_.note;
    case NODE_QUANTITY: return &n->quantity.note;
    case NODE_EVENT: return &n->event.note;
    case NODE_ACTION: return &n->action.note;
    case NODE_CHART: return &n->chart.note;
    case NODE_DIE_DECL: return &n->die_decl.note;
    case NODE_FORCE: return &n->force.note;
    case NODE_ROSTER: return &n->roster.note;
    case NODE_RULING: return &n->ruling.note;
    default: return NULL;
    }
}

bool tree_walk(struct node *n, enum walk (*visit)(struct node *n, void *user), void *user) {
    if (!n) return true;
    enum walk how = visit(n, user);
    if (how != WALK_ON) return how == WALK_SKIP;
    for (int i = 0; i < kinds[n->kind].kids; i++) {
        for (struct node *kid = n->kid[i]; kid; kid = kid->next) {
            if (!tree_walk(kid, visit, user)) return false;
        }
    }
    return true;
}

/* ---- Dump */

struct dump {
    struct arena *arena;
    char *at;
    size_t len, room;
};

/* Adds characters to the text that is printed, which grows as needed. */
static void dump_bytes(struct dump *d, const char *text, size_t len) {
    if (d->room - d->len < len + 1) {
        size_t room = 2 * (d->room + len + 1);
        char *at = arena_new(d->arena, room);
        if (d->len) memcpy(at, d->at, d->len);
        d->at = at;
        d->room = room;
    }
    if (len) memcpy(d->at + d->len, text, len);
    d->len += len;
}

static void dump_text(struct dump *d, const char *text) {
    dump_bytes(d, text, strlen(text));
}

/* Whether the number of a node is printed. Kinds from NODE_OR on are expressions, which keep their
 * depth in it. */
static bool has_number(const struct node *n) {
    return n->kind < NODE_OR && (n->number != 0 || n->kind == NODE_NUMBER ||
                                 n->kind == NODE_LENGTH || n->kind == NODE_TRUTH);
}

/* Prints one node without its children, as a line. */
static void dump_head(struct dump *d, const struct node *n) {
    static const char *const flags[] = {"secret", "even_gone", "body",       "may",    "must",
                                        "not",    "any",       "or_one_row", "parens", "holes"};
    dump_text(d, kinds[n->kind].name);
    if (n->op) {
        dump_text(d, " ");
        dump_text(d, op_texts[n->op]);
    }
    if (n->kind != NODE_NUMBER && n->kind != NODE_LENGTH && (n->text.len || n->kind == NODE_TEXT)) {
        dump_text(d, n->kind == NODE_TEXT ? " \"" : " ");
        dump_bytes(d, n->text.at, n->text.len);
        if (n->kind == NODE_TEXT) dump_text(d, "\"");
    }
    if (has_number(n)) dump_text(d, arena_print(d->arena, " %lld", (long long)n->number));
    for (size_t i = 0; i < ARRAY_LEN(flags); i++) {
        if (!(n->flags & 1u << i)) continue;
        dump_text(d, " ");
        dump_text(d, flags[i]);
    }
    for (const struct node *c = n->cites; c; c = c->next) {
        dump_text(d, " [");
        dump_bytes(d, c->text.at, c->text.len);
        dump_text(d, "]");
    }
    dump_text(d, "\n");
}

/* Prints a node and all below it; `depth` is how far its line is indented. */
static void dump(struct dump *d, const struct node *n, int depth) {
    dump_head(d, n);
    const char *name = kinds[n->kind].children;
    for (int i = 0; i < kinds[n->kind].kids; i++) {
        size_t len = strcspn(name, ",");
        for (const struct node *kid = n->kid[i]; kid; kid = kid->next) {
            for (int k = 0; k <= depth; k++) dump_text(d, "  ");
            dump_bytes(d, name, len);
            dump_text(d, ": ");
            dump(d, kid, depth + 1);
        }
        name += len + strspn(name + len, ", ");
    }
}

struct span tree_dump(struct arena *arena, const struct node *n) {
    struct dump d = {arena, NULL, 0, 0};
    dump(&d, n, 0);
    struct span s = {d.at, d.len};
    return s;
}
