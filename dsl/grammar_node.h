/*
 * grammar_node: the functions with which the actions of grammar.y build nodes. Only grammar.y
 * includes it.
 */
#ifndef MYTH_DSL_GRAMMAR_NODE_H
#define MYTH_DSL_GRAMMAR_NODE_H

#include "grammar_int.h"

/* A chain of nodes that is being built; both members are NULL for none. */
struct list {
    struct node *first, *last;
};

/* The end of a line: a label, or NULL, and citations. */
struct tail {
    struct node *label;
    struct list cites;
};

/* The end of a declaration on one line: citations, and a note or NULL. */
struct noted {
    struct node *note;
    struct list cites;
};

/* The title of an event, and the sentence by which the report tells it; each may be NULL. */
struct told {
    struct node *label, *told;
};

/* Two nodes that the action of one production of the grammar hands up. */
struct pair {
    struct node *a, *b;
};

/* ---- Lists */

static inline struct list list_of(struct node *n) {
    struct list l = {n, n};
    return l;
}

static inline struct list list_none(void) {
    return list_of(NULL);
}

static inline struct list list_add(struct list l, struct node *n) {
    if (!l.first) return list_of(n);
    l.last->next = n;
    l.last = n;
    return l;
}

static inline struct node *joined(struct list a, struct list b) {
    if (!a.first) return b.first;
    a.last->next = b.first;
    return a.first;
}

/* ---- Nodes */

/* Makes a node whose place and text are those of a token. */
static inline struct node *at(struct grammar_parse *p, enum node_kind kind, struct token t) {
    struct node *n = node_new(p->arena, kind, grammar_place(p, t));
    n->text = lex_span(p->lex, t);
    return n;
}

/* Makes a node at the place of a token, such as a word of the language. The node gets no text. */
static inline struct node *word(struct grammar_parse *p, enum node_kind kind, struct token t) {
    return node_new(p->arena, kind, grammar_place(p, t));
}

/* Makes the MISTAKE node for a declaration that could not be read. The place of the node is the
 * whole declaration, if that was left out as a whole, otherwise the token at which reading goes
 * on. */
static inline struct node *given_up(struct grammar_parse *p) {
    struct node *n = word(p, NODE_MISTAKE, p->given_up.len ? p->given_up : p->token);
    p->given_up.len = 0;
    return n;
}

static inline struct node *with_op(struct node *n, enum node_op op) {
    n->op = (uint8_t)op;
    return n;
}

static inline struct node *with_flag(struct node *n, unsigned flag) {
    n->flags = (uint16_t)(n->flags | flag);
    return n;
}

static inline struct node *with_cites(struct node *n, struct list a, struct list b) {
    n->cites = joined(a, b);
    return n;
}

static inline struct node *number(struct grammar_parse *p, enum node_kind kind, struct token t) {
    struct node *n = at(p, kind, t);
    n->number = t.number;
    return n;
}

/* Gives a number its sign. A sign that does not touch the digits is reported. */
static inline struct node *with_sign(struct grammar_parse *p, struct token sign, struct node *n,
                                     bool negative) {
    if (sign.at + 1 != n->place.at) {
        struct diag *m = diag_add(p->diags, DIAG_UNEXPECTED, grammar_place(p, sign), "this sign",
                                  "one that touches its digits");
        diag_hint(p->diags, m, "here stand values, not sums");
    }
    n->place.len += n->place.at - sign.at;
    n->place.at = sign.at;
    if (negative) n->number = -n->number;
    return n;
}

static inline struct node *text(struct grammar_parse *p, struct token t) {
    struct node *n = word(p, NODE_TEXT, t);
    n->text = lex_unquote(p->arena, p->lex, t);
    if (t.number & TEXT_HOLES) n->flags = FLAG_HOLES;
    return n;
}

static inline struct node *cite(struct grammar_parse *p, struct token t) {
    struct node *n = at(p, NODE_CITE, t);
    n->text.at++;
    n->text.len -= n->text.len > 1 && n->text.at[n->text.len - 2] == ']' ? 2 : 1;
    return n;
}

static inline struct node *size(struct grammar_parse *p, struct token t) {
    struct node *n = at(p, NODE_SIZE, t), *wide = at(p, NODE_LENGTH, t),
                *deep = at(p, NODE_LENGTH, t);
    lex_size(p->lex, t, &wide->number, &deep->number);
    n->size.wide = wide;
    n->size.deep = deep;
    return n;
}

static inline struct node *truth(struct grammar_parse *p, struct token t, bool yes) {
    struct node *n = word(p, NODE_TRUTH, t);
    n->number = yes;
    return n;
}

static inline struct node *span(struct grammar_parse *p, struct node *low, struct node *high) {
    struct place place = low->place;
    place.len = high->place.at + high->place.len - low->place.at;
    struct node *n = node_new(p->arena, NODE_SPAN, place);
    n->span.low = low;
    n->span.high = high;
    return n;
}

/* Makes the type of a parameter that is written as a range: `1..6` is `number 1..6`. */
static inline struct node *span_type(struct grammar_parse *p, struct node *span) {
    struct node *n = node_new(p->arena, NODE_TYPE_NAME, span->place);
    const char *name = span->span.low->kind == NODE_LENGTH ? "length" : "number";
    n->text = (struct span){name, 6};
    n->type_name.span = span;
    return n;
}

/* ---- Expressions */

/* Returns how deep an expression is nested. A node with operands keeps the depth in `number`; the
 * depth of a name or a value is 0. */
static inline int64_t depth(const struct node *n) {
    return n && n->kind >= NODE_OR && n->kind <= NODE_POINT ? n->number : 0;
}

/* Makes a node whose place is the text from offset `from` to offset `to`. */
static inline struct node *spread(struct grammar_parse *p, enum node_kind kind, uint32_t from,
                                  uint32_t to) {
    struct place place = {p->lex->file, from, to - from};
    return node_new(p->arena, kind, place);
}

static inline uint32_t end_of(const struct node *n) {
    return n->place.at + n->place.len;
}

static inline uint32_t end_at(struct token t) {
    return t.at + t.len;
}

/* Sets the depth of node n, one more than that of its deeper part. A depth beyond MAX_DEPTH_TEXT is
 * reported. */
static inline struct node *deepened(struct grammar_parse *p, struct node *n, const struct node *a,
                                    const struct node *b) {
    int64_t x = depth(a), y = depth(b);
    n->number = 1 + (x > y ? x : y);
    if (n->number > MAX_DEPTH_TEXT) grammar_too_deep(p, p->token);
    return n;
}

/* Makes a node for two operands, which are the first two children of `kind`. */
static inline struct node *binary(struct grammar_parse *p, enum node_kind kind, struct node *a,
                                  struct node *b) {
    struct node *n = spread(p, kind, a->place.at, end_of(b));
    n->kid[0] = a;
    n->kid[1] = b;
    return deepened(p, n, a, b);
}

static inline struct node *divided(struct grammar_parse *p, struct node *a, struct node *b,
                                   struct token dir, bool up) {
    struct node *n = with_op(binary(p, NODE_ARITH, a, b), up ? OP_DIV_UP : OP_DIV_DOWN);
    n->place.len = end_at(dir) - n->place.at;
    return n;
}

static inline struct node *negated(struct grammar_parse *p, struct token sign, struct node *of) {
    bool literal =
        (of->kind == NODE_NUMBER || of->kind == NODE_LENGTH) && !(of->flags & FLAG_PARENS);
    if (literal && of->number > 0 && of->place.at == end_at(sign))
        return with_sign(p, sign, of, true);
    struct node *n = spread(p, NODE_NEGATE, sign.at, end_of(of));
    n->negate.of = of;
    return deepened(p, n, of, NULL);
}

static inline struct node *unary(struct grammar_parse *p, enum node_kind kind, struct token first,
                                 struct node *of) {
    struct node *n = spread(p, kind, first.at, end_of(of));
    n->kid[0] = of;
    return deepened(p, n, of, NULL);
}

static inline struct node *compared(struct grammar_parse *p, enum node_op op, struct node *a,
                                    struct node *b) {
    return with_op(binary(p, NODE_COMPARE, a, b), op);
}

static inline struct node *choice(struct grammar_parse *p, struct node *then, struct node *cond,
                                  struct node *other) {
    struct node *n = binary(p, NODE_CHOICE, then, other);
    n->choice.then = then;
    n->choice.cond = cond;
    n->choice.other = other;
    return deepened(p, n, depth(cond) > depth(then) ? cond : then, other);
}

/* Makes the node for what stands behind `is`. The function is() fills in the left side later. */
static inline struct node *said(struct grammar_parse *p, enum node_kind kind, struct node *right,
                                struct node *of) {
    struct node *n = spread(p, kind, right->place.at, end_of(of ? of : right));
    n->kid[1] = right;
    if (of) n->is_within.of = of;
    return deepened(p, n, right, of);
}

static inline struct node *said_to(struct grammar_parse *p, struct token name, struct node *to) {
    struct node *n = said(p, NODE_IS_TO, to, NULL);
    n->text = lex_span(p->lex, name);
    return n;
}

static inline struct node *is(struct grammar_parse *p, struct node *left, struct node *n,
                              unsigned flag) {
    n->place.len += n->place.at - left->place.at;
    n->place.at = left->place.at;
    n->kid[0] = left;
    if (depth(left) >= n->number) deepened(p, n, left, NULL);
    return with_flag(n, flag);
}

static inline struct node *text_is(struct grammar_parse *p, struct token left, struct token right,
                                   unsigned flag) {
    return is(p, text(p, left), said(p, NODE_IS, at(p, NODE_NAME, right), NULL), flag);
}

static inline struct node *rolled(struct grammar_parse *p, struct token first, struct node *count,
                                  struct node *die) {
    struct node *n = spread(p, NODE_ROLL, first.at, end_of(die));
    n->roll.count = count;
    n->roll.die = die;
    return deepened(p, n, count, die);
}

static inline struct node *best(struct grammar_parse *p, struct token first, struct node *count,
                                struct node *pool) {
    struct node *n = spread(p, NODE_BEST, first.at, end_of(pool));
    n->best.count = count;
    n->best.pool = pool;
    return deepened(p, n, count, pool);
}

static inline struct node *rerolled(struct grammar_parse *p, struct token first, struct node *pool,
                                    struct node *where) {
    struct node *n = spread(p, NODE_REROLL, first.at, end_of(where ? where : pool));
    n->reroll.pool = pool;
    n->reroll.where = where;
    return deepened(p, n, pool, where);
}

static inline struct node *dot(struct grammar_parse *p, struct node *of, struct token name) {
    struct node *n = spread(p, NODE_DOT, of->place.at, end_at(name));
    n->text = lex_span(p->lex, name);
    n->dot.of = of;
    return deepened(p, n, of, NULL);
}

static inline struct node *call(struct grammar_parse *p, struct token name, struct list args,
                                struct token end) {
    struct node *n = spread(p, NODE_CALL, name.at, end_at(end)), *deepest = NULL;
    n->text = lex_span(p->lex, name);
    n->call.args = args.first;
    for (struct node *arg = args.first; arg; arg = arg->next) {
        if (depth(arg) > depth(deepest)) deepest = arg;
    }
    return deepened(p, n, deepest, NULL);
}

static inline struct node *point(struct grammar_parse *p, struct token from, struct node *x,
                                 struct node *y, struct token to) {
    struct node *n = spread(p, NODE_POINT, from.at, end_at(to));
    n->point.x = x;
    n->point.y = y;
    return deepened(p, n, x, y);
}

/* Returns the flags of `secret own`; reports any other word behind `secret`. */
static inline int secret_own(struct grammar_parse *p, struct token t) {
    const struct span said = lex_span(p->lex, t);
    if (!span_is(said, "own")) {
        const char *text = arena_print(p->arena, "'%.*s'", (int)said.len, said.at);
        diag_add(p->diags, DIAG_UNEXPECTED, grammar_place(p, t), text,
                 "'own' (hidden from his side, too), a default or the end of the line");
    }
    return FLAG_SECRET | FLAG_OWN;
}

/* Makes a pair in brackets the players of a side, of whom `more` are the third and later ones. */
static inline struct node *point_more(struct grammar_parse *p, struct node *n, struct node *more) {
    n->point.more = more;
    for (struct node *v = more; v; v = v->next) n = deepened(p, n, v, NULL);
    return n;
}

/* Splits an expression `S where C` into set (a) and condition (b, NULL: none). An expression in
 * parentheses is not split. */
static inline struct pair set_of(struct node *e) {
    struct pair s = {e, NULL};
    if (e->kind == NODE_WITH && !(e->flags & FLAG_PARENS)) {
        s.a = e->with.set;
        s.b = e->with.where;
    }
    return s;
}

static inline struct node *arg_named(struct grammar_parse *p, struct token name,
                                     struct node *value) {
    struct node *n = spread(p, NODE_ARG_NAMED, name.at, end_of(value));
    n->text = lex_span(p->lex, name);
    n->arg_named.value = value;
    return deepened(p, n, value, NULL);
}

static inline struct node *arg_in(struct grammar_parse *p, struct token name, struct node *set) {
    struct node *n = spread(p, NODE_ARG_IN, name.at, end_of(set));
    struct pair s = set_of(set);
    n->text = lex_span(p->lex, name);
    n->arg_in.set = s.a;
    n->arg_in.where = s.b;
    return deepened(p, n, set, NULL);
}

static inline struct node *arg_for(struct grammar_parse *p, struct node *value, struct token name,
                                   struct node *set) {
    struct node *n = spread(p, NODE_ARG_FOR, value->place.at, end_of(set));
    struct pair s = set_of(set);
    n->text = lex_span(p->lex, name);
    n->arg_for.value = value;
    n->arg_for.set = s.a;
    n->arg_for.where = s.b;
    return deepened(p, n, value, set);
}

/* ---- Declarations and statements that several rules build */

static inline struct node *quantity(struct grammar_parse *p, enum node_op op, struct token name,
                                    struct list params, struct list of, struct tail tail) {
    struct node *n = with_op(at(p, NODE_QUANTITY, name), op);
    n->quantity.params = params.first;
    n->quantity.of = of.first;
    n->quantity.label = tail.label;
    n->cites = tail.cites.first;
    return n;
}

static inline void more_cites(struct node *n, struct list cites) {
    struct node **to = &n->cites;
    while (*to) to = &(*to)->next;
    *to = cites.first;
}

/* Makes the SETTING that a note is. Reports a text in it that says nothing. */
static inline struct node *note(struct grammar_parse *p, struct token first, struct list texts,
                                struct list cites) {
    struct node *n = at(p, NODE_SETTING, first);
    n->setting.values = texts.first;
    n->cites = cites.first;
    for (const struct node *t = texts.first; t; t = t->next)
        if (tree_is_blank(t)) diag_add(p->diags, DIAG_NOTE_EMPTY, t->place);
    return n;
}

/* Joins citations with a note and its own, which are the declaration's. */
static inline struct noted noted(struct node *note, struct list cites) {
    struct noted end = {note, cites};
    for (struct node *c = note ? note->cites : NULL, *next; c; c = next) {
        next = c->next;
        c->next = NULL;
        end.cites = list_add(end.cites, c);
    }
    if (note) note->cites = NULL;
    return end;
}

/* Takes the notes out of what stands in the braces of a declaration, and gives it the first one,
 * with its citations. Reports one more than the declaration may have. */
static inline void take_note(struct grammar_parse *p, struct node *n, struct list *in,
                             struct node **of) {
    struct list rest = list_none();
    for (struct node *l = in->first, *next; l; l = next) {
        next = l->next;
        l->next = NULL;
        if (l->kind != NODE_SETTING) {
            rest = list_add(rest, l);
        } else if (*of) {
            struct diag *d = diag_add(p->diags, DIAG_NOTE_TWICE, l->place, n->text);
            diag_also(p->diags, d, (*of)->place, "the first");
        } else {
            *of = l;
            more_cites(n, list_of(l->cites));
        }
    }
    *in = rest;
}

static inline void take_note_of_block(struct grammar_parse *p, struct node *n, struct node *block,
                                      struct node **of) {
    struct list statements = list_of(block->block.statements);
    take_note(p, n, &statements, of);
    block->block.statements = statements.first;
}

static inline struct node *quantity_rows(struct grammar_parse *p, struct node *n, struct list rows,
                                         struct list cites) {
    take_note(p, n, &rows, &n->quantity.note);
    n->quantity.rows = rows.first;
    more_cites(n, cites);
    return with_flag(n, FLAG_BODY);
}

static inline struct node *quantity_value(struct node *n, struct node *value, struct node *lua,
                                          struct noted end) {
    n->quantity.value = value;
    n->quantity.lua = lua;
    n->quantity.note = end.note;
    more_cites(n, end.cites);
    return n;
}

/* Fills in the parts of a row that stand behind its amount: per, when, label and citations. */
static inline struct node *row_end(struct node *n, struct node *per, struct node *when,
                                   struct tail tail) {
    n->row.per = per;
    n->row.when = when;
    n->row.label = tail.label;
    n->cites = tail.cites.first;
    return n;
}

static inline struct node *row_amount(struct grammar_parse *p, struct token t, enum node_op op,
                                      struct node *amount) {
    struct node *n = with_op(spread(p, NODE_ROW, t.at, end_of(amount)), op);
    n->row.amount = amount;
    return n;
}

static inline struct node *row_word(struct grammar_parse *p, struct token t, enum node_op op) {
    return with_op(word(p, NODE_ROW, t), op);
}

/* The step, to whole numbers of which it rounds, may be missing. */
static inline struct node *row_halve(struct grammar_parse *p, struct token t, bool up,
                                     struct node *step) {
    enum node_op op = up ? OP_HALVE_UP : OP_HALVE_DOWN;
    return step ? row_amount(p, t, op, step) : row_word(p, t, op);
}

static inline struct node *row_to(struct node *row, struct node *target) {
    row->row.target = target;
    return row;
}

/* Reports a comparison `b = c`, without parentheses, as the value of an assignment. Such a
 * comparison is most likely a mistake: if the value behind `a =` is forgotten, the next line `b =
 * c` is read as the value. */
static inline struct node *kept(struct grammar_parse *p, struct node *value) {
    if (value->kind != NODE_COMPARE || value->op != OP_EQ || value->flags & FLAG_PARENS)
        return value;
    const struct node *left = value->compare.left;
    bool path = (left->kind == NODE_NAME || left->kind == NODE_DOT) && !(left->flags & FLAG_PARENS);
    if (path) diag_add(p->diags, DIAG_BARE_COMPARISON, value->place);
    return value;
}

static inline struct node *assigned(struct grammar_parse *p, struct node *target, enum node_op op,
                                    struct node *value) {
    struct node *n = with_op(node_new(p->arena, NODE_ASSIGN, target->place), op);
    n->assign.target = target;
    n->assign.value = value;
    return n;
}

static inline struct node *limited(struct grammar_parse *p, struct token t, struct node *times,
                                   struct list scope, struct pair rest) {
    struct node *n = word(p, NODE_LIMIT, t);
    n->limit.times = times;
    n->limit.scope = scope.first;
    n->limit.who = rest.a;
    n->limit.share = rest.b;
    return n;
}

static inline struct node *count_of(struct grammar_parse *p, struct token t, int64_t count) {
    struct node *n = word(p, NODE_NUMBER, t);
    n->number = count;
    return n;
}

static inline struct node *chosen(struct grammar_parse *p, struct token name, enum node_op op,
                                  struct node *low, struct node *high) {
    struct node *n = with_op(at(p, NODE_CHOOSE, name), op);
    n->choose.low = low;
    n->choose.high = high;
    return n;
}

static inline struct node *chosen_from(struct node *n, struct node *set, struct node *label) {
    struct pair s = set_of(set);
    n->choose.set = s.a;
    n->choose.where = s.b;
    n->choose.label = label;
    return n;
}

/* Fills in what is done with the answer of a choice (body), and what without one (other). */
static inline struct node *choose_then(struct node *n, struct node *body, struct node *other) {
    switch (n->kind) {
    case NODE_CHOOSE:
        n->choose.body = body;
        n->choose.other = other;
        break;
    case NODE_CHOOSE_FACING:
        n->choose_facing.body = body;
        n->choose_facing.other = other;
        break;
    case NODE_CHOOSE_PLACE:
        n->choose_place.body = body;
        n->choose_place.other = other;
        break;
    default:
        ASSERT(n->kind == NODE_CHOOSE_PATH);
        n->choose_path.body = body;
        n->choose_path.other = other;
    }
    return n;
}

static inline struct node *block(struct grammar_parse *p, struct token from,
                                 struct list statements) {
    struct node *n = word(p, NODE_BLOCK, from);
    n->block.statements = statements.first;
    return n;
}

static inline struct node *looped(struct grammar_parse *p, enum node_kind kind, struct token t,
                                  struct node *of, struct list cites, struct node *body) {
    struct node *n = word(p, kind, t);
    n->kid[0] = of;
    n->kid[1] = body;
    n->cites = cites.first;
    return n;
}

static inline struct node *given_has(struct grammar_parse *p, struct node *owner, struct node *what,
                                     int64_t count) {
    struct node *n = node_new(p->arena, NODE_GIVEN_HAS, what->place);
    n->given_has.owner = owner;
    n->given_has.what = what;
    n->number = count;
    return n;
}

/* Whether the two words are `by steps`, which alone may stand behind the name of a way. */
static inline bool by_steps(struct grammar_parse *p, struct token by, struct token steps) {
    const bool yes = span_is(at(p, NODE_NAME, by)->text, "by") &&
                     span_is(at(p, NODE_NAME, steps)->text, "steps");
    if (!yes)
        diag_add(p->diags, DIAG_UNEXPECTED, grammar_place(p, by), "this word",
                 "`by steps` or `for`");
    return yes;
}

static inline struct node *with_items(struct node *n, struct node **items, struct list body) {
    *items = body.first;
    return with_flag(n, FLAG_BODY);
}

static inline struct node *setting(struct grammar_parse *p, struct token name, struct list values,
                                   struct list cites) {
    struct node *n = at(p, NODE_SETTING, name);
    n->setting.values = values.first;
    n->cites = cites.first;
    return n;
}

static inline struct node *thing(struct grammar_parse *p, struct token kind, struct token name,
                                 struct node *label, struct list cites) {
    struct node *n = at(p, NODE_THING, name);
    n->thing.kind = at(p, NODE_NAME, kind);
    n->thing.label = label;
    n->cites = cites.first;
    return n;
}

/* Makes a FORCE_LIMIT of the first word of a limit and its number; what it counts comes later. */
static struct node *bound(struct grammar_parse *p, struct token t, enum node_op op,
                          struct token number) {
    struct node *n = with_op(word(p, NODE_FORCE_LIMIT, t), op);
    n->number = number.number;
    return n;
}

/* Gives a FORCE_LIMIT the name of what it counts, where its place is. */
static struct node *limit(struct grammar_parse *p, struct node *n, struct token name) {
    n->text = lex_span(p->lex, name);
    n->place = grammar_place(p, name);
    return n;
}

#endif
