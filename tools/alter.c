#include "alter.h"

#include <inttypes.h>
#include <string.h>

#include "../dsl/check.h"
#include "../dsl/emit.h"

/* A node on the path from a file to the node that the walk stands at, with the spots of code in its
 * text: `spots` spots from `spot` on; 0: none, or not looked up. */
struct up {
    const struct up *outer;
    struct node *node;
    int32_t spot, spots;
};
struct alter_inner {
    struct alter_only only;
    struct arena *arena;
    size_t at_room, node_room;
    /* every node of the trees and every node that an alteration puts in; what the checker noted on
     * them is wiped before each image */
    struct node **node;
    size_t nodes;
    /* how many nodes on the path of the walk (struct up) cite the wanted clause */
    int cited;
    bool file_wanted;
};

/* ---- As an author would write it ----------------------------------------------------------- */

enum { WORDS_MOST = 90 };

/* Returns a text on one line: runs of blanks become one blank, those at the ends none. A text that
 * then has WORDS_MOST bytes or more is cut and ends in "...". */
static const char *one_line(struct alter *a, struct span text) {
    char line[WORDS_MOST + 8];
    size_t n = 0;
    for (size_t i = 0; i < text.len && n < WORDS_MOST; i++) {
        char c = text.at[i];
        bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (blank && (n == 0 || line[n - 1] == ' ')) continue;
        line[n++] = blank ? ' ' : c;
    }
    bool cut = n == WORDS_MOST;
    while (cut && n > 0 && ((unsigned char)line[n - 1] & 0xc0) == 0x80) n--;
    if (cut && n > 0 && (unsigned char)line[n - 1] >= 0xc0) n--;
    while (n > 0 && line[n - 1] == ' ') n--;
    return arena_print(a->inner->arena, "%.*s%s", (int)n, line, cut ? "..." : "");
}

/* Returns the text of an expression. The place of a node leaves out the parentheses around its
 * first and last operand, so a parenthesis may be missing at either end; the missing one is looked
 * for in the text before or after the place. */
static const char *expression(struct alter *a, const struct node *n) {
    struct span text = diag_text(a->s->diags, n->place.file);
    size_t from = n->place.at, to = from + n->place.len;
    int closed = 0, open = 0;
    for (size_t i = from; i < to; i++) {
        if (text.at[i] == '(') open++;
        if (text.at[i] == ')' && open-- == 0) closed++, open = 0;
    }
    for (; closed > 0 && from > 0; from--) closed -= text.at[from - 1] == '(';
    for (; open > 0 && to < text.len; to++) open -= text.at[to] == ')';
    return one_line(a, (struct span){text.at + from, to - from});
}

/* Returns the text of a row, rule or statement on one line: up to its braces, citation or comment
 * or, if it has none, to the line end, `;` or `}` behind it. */
static const char *statement(struct alter *a, struct node *n) {
    struct stretch e = source_extent(n);
    struct span text = diag_text(a->s->diags, e.file);
    size_t end = e.from;
    bool quoted = false;
    for (; end < text.len; end++) {
        char c = text.at[end];
        if (c == '"' && (quoted || end == 0 || text.at[end - 1] < '0' || text.at[end - 1] > '9'))
            quoted = !quoted;
        if (quoted) continue;
        if (c == '{' || c == '#' || (c == '[' && end > e.from)) break;
        if (end >= e.to && (c == '\n' || c == ';' || c == '}')) break;
    }
    return one_line(a, (struct span){text.at + e.from, end - e.from});
}

static bool in_mm(const struct alter *a, const struct node *n) {
    struct span text = diag_span(a->s->diags, n->place);
    return text.len > 2 && memcmp(text.at + text.len - 2, "mm", 2) == 0;
}

/* Returns a length in millimetres, of which a unit is a hundredth: "25", "0.1". */
static const char *hundredths(struct alter *a, int64_t units) {
    const int64_t whole = units / UNITS_PER_MM, part = units % UNITS_PER_MM;
    if (!part) return arena_print(a->inner->arena, "%" PRId64, whole);
    if (part % 10 == 0)
        return arena_print(a->inner->arena, "%" PRId64 ".%" PRId64, whole, part / 10);
    return arena_print(a->inner->arena, "%" PRId64 ".%02" PRId64, whole, part);
}

static const char *number_text(struct alter *a, const struct node *n, int64_t number) {
    const char *sign = number < 0 ? "-" : "";
    int64_t size = number < 0 ? -number : number;
    if (n->kind == NODE_DIE) return arena_print(a->inner->arena, "d%" PRId64, size);
    if (n->kind != NODE_LENGTH) return arena_print(a->inner->arena, "%s%" PRId64, sign, size);
    int64_t quarters = size * 4 / UNITS_PER_INCH;
    static const char *const parts[] = {"", ".25", ".5", ".75"};
    if (in_mm(a, n) || quarters * UNITS_PER_INCH != size * 4)
        return arena_print(a->inner->arena, "%s%smm", sign, hundredths(a, size));
    return arena_print(a->inner->arena, "%s%" PRId64 "%s\"", sign, quarters / 4,
                       parts[quarters % 4]);
}

/* ---- Noting -------------------------------------------------------------------------------- */

static struct alteration *note(struct alter *a, const struct up *up, struct alteration x) {
    struct alter_inner *in = a->inner;
    if (!in->file_wanted || (in->only.clause && !in->cited)) return NULL;
    a->at = memory_grow(a->at, &in->at_room, (size_t)a->count + 1, sizeof *a->at);
    if (!x.place.len) x.place = x.node->place;
    for (const struct up *u = up; u && !x.of_force; u = u->outer)
        x.of_force = u->node->kind == NODE_FORCE_LIMIT;
    while (up->outer && !up->spots) up = up->outer;
    x.spot = up->spot;
    x.spots = up->spots;
    a->at[a->count] = x;
    return &a->at[a->count++];
}

static void keep_node(struct alter *a, struct node *n) {
    struct alter_inner *in = a->inner;
    in->node = memory_grow(in->node, &in->node_room, in->nodes + 1, sizeof(struct node *));
    in->node[in->nodes++] = n;
}

static void note_number(struct alter *a, const struct up *up, struct node *n, int64_t to) {
    note(a, up,
         (struct alteration){.what = ALTER_NUMBER,
                             .node = n,
                             .number = to,
                             .was = number_text(a, n, n->number),
                             .became = number_text(a, n, to)});
}

static void note_op(struct alter *a, const struct up *up, struct node *n, enum node_op to,
                    const char *was, const char *became) {
    note(a, up,
         (struct alteration){
             .what = ALTER_OP, .node = n, .number = to, .was = was, .became = became});
}

/* Notes the alteration in which the node at `link` is replaced by `to`, or left out (NULL). */
static void note_put(struct alter *a, const struct up *up, struct node **link, struct node *to,
                     const char *was, const char *became) {
    note(a, up,
         (struct alteration){.what = ALTER_PUT,
                             .node = *link,
                             .link = link,
                             .put = to,
                             .was = was,
                             .became = became});
}

static void note_left_out(struct alter *a, const struct up *up, struct node **link) {
    bool whole = up->outer && up->outer->node->kind == NODE_FILE;
    struct alteration *x = note(a, up,
                                (struct alteration){.what = whole ? ALTER_DROP : ALTER_PUT,
                                                    .node = *link,
                                                    .link = link,
                                                    .was = statement(a, *link),
                                                    .became = ""});
    if (x) x->put = (*link)->next;
}

/* Notes the alteration in which an optional part of a rule (a condition, `per`) is left out. Does
 * nothing if *link is NULL: then there is none. `word` is the keyword before the part in the text;
 * `became` is the word that is shown in its place. */
static void note_unconditional(struct alter *a, const struct up *up, struct node **link,
                               const char *word, const char *became) {
    if (!*link) return;
    note_put(a, up, link, NULL, arena_print(a->inner->arena, "%s %s", word, expression(a, *link)),
             became);
}

static void note_part(struct alter *a, const struct up *up, struct node **link, struct node *part) {
    note_put(a, up, link, part, expression(a, *link), expression(a, part));
}

/* ---- Expressions --------------------------------------------------------------------------- */

static void note_each_side(struct alter *a, const struct up *up, struct node **link) {
    note_part(a, up, link, (*link)->kid[0]);
    note_part(a, up, link, (*link)->kid[1]);
}

static void note_other_op(struct alter *a, const struct up *up, struct node *n, enum node_op to,
                          const char *text) {
    note_op(a, up, n, to, expression(a, n),
            arena_print(a->inner->arena, "%s %s %s", expression(a, n->kid[0]), text,
                        expression(a, n->kid[1])));
}

static void of_compare(struct alter *a, const struct up *up, struct node *n) {
    static const struct {
        enum node_op from, to;
    } row[] = {{OP_EQ, OP_NE}, {OP_NE, OP_EQ}, {OP_LT, OP_LE},
               {OP_LE, OP_LT}, {OP_GT, OP_GE}, {OP_GE, OP_GT}};
    /* Beside a whole number <, <=, > and >= are not altered: `> 1` altered to `>= 1` would say what
     * `> 0` says, which is noted as an altered number. */
    bool edge = n->op != OP_EQ && n->op != OP_NE &&
                (n->compare.left->kind == NODE_NUMBER || n->compare.right->kind == NODE_NUMBER);
    for (size_t i = 0; i < ARRAY_LEN(row) && !edge; i++)
        if (n->op == row[i].from) note_other_op(a, up, n, row[i].to, node_op_text(row[i].to));
}

static bool is_one(const struct node *n) {
    return n->kind == NODE_NUMBER && n->number == 1;
}

static void of_arith(struct alter *a, const struct up *up, struct node **link) {
    struct node *n = *link;
    switch ((enum node_op)n->op) {
    case OP_PLUS: note_other_op(a, up, n, OP_MINUS, "-"); break;
    case OP_MINUS: note_other_op(a, up, n, OP_PLUS, "+"); break;
    case OP_TIMES:
        if (!is_one(n->arith.right)) note_part(a, up, link, n->arith.left);
        if (!is_one(n->arith.left)) note_part(a, up, link, n->arith.right);
        break;
    case OP_DIV_UP:
        note_op(a, up, n, OP_DIV_DOWN, expression(a, n), "rounded down");
        note_part(a, up, link, n->arith.left);
        break;
    case OP_DIV_DOWN:
        note_op(a, up, n, OP_DIV_UP, expression(a, n), "rounded up");
        note_part(a, up, link, n->arith.left);
        break;
    default: break;
    }
}

static void note_negated(struct alter *a, const struct up *up, struct node *n) {
    const char *was = expression(a, n);
    note(a, up,
         (struct alteration){.what = ALTER_FLAG,
                             .node = n,
                             .number = FLAG_NOT,
                             .was = was,
                             .became = arena_print(a->inner->arena, "not (%s)", was)});
}

/* Notes a number or length one step more and, unless it is 0, one step less; one that is above 0
 * does not go below 0. The step of a length is an inch, or 25 mm if the length is written in mm. */
static void of_number(struct alter *a, const struct up *up, struct node *n) {
    int64_t step = n->kind == NODE_NUMBER ? 1 : in_mm(a, n) ? 25 * UNITS_PER_MM : UNITS_PER_INCH;
    int64_t less = n->number - step;
    if (n->number > 0 && less < 0) less = 0;
    note_number(a, up, n, n->number + step);
    if (n->number != 0) note_number(a, up, n, less);
}

static void of_expression(struct alter *a, const struct up *up, struct node **link) {
    struct node *n = *link;
    switch ((enum node_kind)n->kind) {
    case NODE_NUMBER:
    case NODE_LENGTH: of_number(a, up, n); break;
    case NODE_DIE:
        if (n->number > 1) note_number(a, up, n, n->number - 1);
        break;
    case NODE_TRUTH:
        note(a, up,
             (struct alteration){.what = ALTER_NUMBER,
                                 .node = n,
                                 .number = !n->number,
                                 .was = n->number ? "yes" : "no",
                                 .became = n->number ? "no" : "yes"});
        break;
    case NODE_OR:
    case NODE_AND: note_each_side(a, up, link); break;
    case NODE_NOT: note_part(a, up, link, n->not_.of); break;
    case NODE_NEGATE: note_part(a, up, link, n->negate.of); break;
    case NODE_COMPARE: of_compare(a, up, n); break;
    case NODE_IS:
    case NODE_IS_IN:
    case NODE_IS_TO:
    case NODE_IS_WITHIN: note_negated(a, up, n); break;
    case NODE_ARITH: of_arith(a, up, link); break;
    case NODE_CHOICE:
        note_part(a, up, link, n->choice.then);
        note_part(a, up, link, n->choice.other);
        break;
    case NODE_WITH: note_part(a, up, link, n->with.set); break;
    case NODE_REROLL: note_unconditional(a, up, &n->reroll.where, "where", "all of them"); break;
    case NODE_BEST: {
        bool best = n->op == OP_BEST;
        note_op(a, up, n, best ? OP_WORST : OP_BEST, expression(a, n), best ? "worst" : "best");
        break;
    }
    case NODE_ARG_IN: note_unconditional(a, up, &n->arg_in.where, "where", "all of them"); break;
    case NODE_ARG_FOR: note_unconditional(a, up, &n->arg_for.where, "where", "all of them"); break;
    default: break;
    }
}

/* ---- Rows, rules and statements ------------------------------------------------------------ */

static const char *signed_other(struct alter *a, const char *sign, const char *row) {
    return arena_print(a->inner->arena, "%s%s", sign, row + 1);
}

static void of_row(struct alter *a, const struct up *up, struct node **link) {
    struct node *n = *link;
    const char *was = statement(a, n);
    switch ((enum node_op)n->op) {
    case OP_PLUS: note_op(a, up, n, OP_MINUS, was, signed_other(a, "-", was)); break;
    case OP_MINUS: note_op(a, up, n, OP_PLUS, was, signed_other(a, "+", was)); break;
    case OP_HALVE_UP: note_op(a, up, n, OP_HALVE_DOWN, was, "rounded down"); break;
    case OP_HALVE_DOWN: note_op(a, up, n, OP_HALVE_UP, was, "rounded up"); break;
    case OP_YES: note_op(a, up, n, OP_NO, was, "no"); break;
    case OP_NO: note_op(a, up, n, OP_YES, was, "yes"); break;
    default: break;
    }
    note_unconditional(a, up, &n->row.per, "per", "once");
    note_unconditional(a, up, &n->row.when, "when", "always");
    if (n->op != OP_START) note_left_out(a, up, link);
}

static struct node *new_truth(struct alter *a, const struct node *where, bool yes) {
    struct node *n = node_new(a->inner->arena, NODE_TRUTH, where->place);
    n->number = yes;
    keep_node(a, n);
    return n;
}

static void of_condition(struct alter *a, const struct up *up, struct node **link, const char *word,
                         bool always) {
    const char *was = arena_print(a->inner->arena, "%s %s", word, expression(a, *link));
    if (always) note_put(a, up, link, new_truth(a, *link, true), was, "always");
    note_put(a, up, link, new_truth(a, *link, false), was, "never");
}

static void of_choosing(struct alter *a, const struct up *up, struct node **where) {
    note_unconditional(a, up, where, "where", "any of them");
}

static void of_rule(struct alter *a, const struct up *up, struct node **link) {
    struct node *n = *link;
    switch ((enum node_kind)n->kind) {
    case NODE_ROW: of_row(a, up, link); return;
    case NODE_TRIGGER: note_unconditional(a, up, &n->trigger.when, "when", "always"); break;
    case NODE_PERMIT: note_unconditional(a, up, &n->permit.when, "when", "always"); break;
    case NODE_WHENEVER: of_choosing(a, up, &n->whenever.where); break;
    default: return;
    }
    note_left_out(a, up, link);
}

/* Notes a force's limit with each of the other two of `exactly`, `at most` and `at least`, and left
 * out. The node's place covers only the word that the limit counts, so the text of the whole limit
 * is put together here. */
static void of_bound(struct alter *a, const struct up *up, struct node **link) {
    struct node *n = *link;
    const struct node *per = n->force_limit.per;
    const char *word = node_op_text((enum node_op)n->op);
    const char *was = arena_print(a->inner->arena, "%s %" PRId64 " %.*s%s", word, n->number,
                                  (int)n->text.len, n->text.at, per ? " per " : "");
    if (per)
        was = arena_print(a->inner->arena, "%s%" PRId64 " %.*s", was,
                          n->force_limit.per_count->number, (int)per->text.len, per->text.at);
    const enum node_op to[] = {OP_EXACTLY, OP_AT_MOST, OP_AT_LEAST};
    for (size_t i = 0; i < ARRAY_LEN(to); i++)
        if (n->op != to[i]) note_op(a, up, n, to[i], word, node_op_text(to[i]));
    note_put(a, up, link, n->next, was, "");
}

bool alter_is_step(const struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_NEEDS:
    case NODE_PAY:
    case NODE_LIMIT:
    case NODE_ASSIGN:
    case NODE_OFFER:
    case NODE_CREATE:
    case NODE_GIVE:
    case NODE_TAKE:
    case NODE_PLACE:
    case NODE_PUT:
    case NODE_REMOVE:
    case NODE_DESTROY:
    case NODE_SHUFFLE:
    case NODE_REVEAL:
    case NODE_SCORE:
    case NODE_WIN:
    case NODE_TIE:
    case NODE_STOP:
    case NODE_CANCEL:
    case NODE_DO: return true;
    default: return false;
    }
}

static void of_statement(struct alter *a, const struct up *up, struct node **link) {
    struct node *n = *link;
    /* a `do` that is the value of a `let` lies in no block and stays */
    if (alter_is_step(n) && up->outer->node->kind == NODE_BLOCK) note_left_out(a, up, link);
    switch ((enum node_kind)n->kind) {
    case NODE_IF: of_condition(a, up, &n->if_.cond, "if", true); break;
    case NODE_WHILE: of_condition(a, up, &n->while_.cond, "while", false); break;
    case NODE_FOR: of_choosing(a, up, &n->for_.where); break;
    case NODE_ASK_EACH: of_choosing(a, up, &n->ask_each.where); break;
    case NODE_CHOOSE: of_choosing(a, up, &n->choose.where); break;
    case NODE_CHOOSE_FACING: of_choosing(a, up, &n->choose_facing.where); break;
    case NODE_CHOOSE_PLACE: of_choosing(a, up, &n->choose_place.where); break;
    case NODE_CHOOSE_PATH: of_choosing(a, up, &n->choose_path.where); break;
    case NODE_CASE: note_unconditional(a, up, &n->case_.when, "when", "always"); break;
    case NODE_UNTIL: note_unconditional(a, up, &n->until.when, "when", "always"); break;
    case NODE_FORCE_LIMIT:
        note_number(a, up, n, n->number + 1);
        if (n->number > 0) note_number(a, up, n, n->number - 1);
        of_bound(a, up, link);
        break;
    case NODE_MEMBER:
        note_number(a, up, n, n->number + 1);
        if (n->number > 1) note_number(a, up, n, n->number - 1);
        break;
    default: break;
    }
}

/* ---- The walk ------------------------------------------------------------------------------ */

static bool is_head(const struct node *n) {
    return n->kind == NODE_THING && n->thing.kind && span_is(n->thing.kind->text, "ruleset");
}

/* Whether nothing is altered in a declaration, because of what it is: an example, a chances block,
 * a roster, a variant, a ruling, a mistake, a removal, the line `for examples`, or the head of the
 * ruleset. */
static bool is_left_alone(const struct node *n) {
    return n->kind == NODE_EXAMPLE || n->kind == NODE_FOR_EXAMPLES || n->kind == NODE_ROSTER ||
           n->kind == NODE_VARIANT || n->kind == NODE_RULING || n->kind == NODE_MISTAKE ||
           n->kind == NODE_REMOVE_DECL || n->kind == NODE_REMOVE_ROW || is_head(n);
}

static bool cites_wanted(const struct alter *a, const struct node *n) {
    const char *clause = a->inner->only.clause;
    if (!clause) return false;
    for (const struct node *c = n->cites; c; c = c->next) {
        if (c->text.len >= strlen(clause) && memcmp(c->text.at, clause, strlen(clause)) == 0)
            return true;
    }
    return false;
}

/* Whether a node is a point given by two lengths, as on a drawn map. Where such a point lies is no
 * rule, so its lengths are not altered. */
static bool is_drawn(const struct node *n) {
    return n->kind == NODE_POINT && n->point.x->kind == NODE_LENGTH &&
           n->point.y->kind == NODE_LENGTH;
}

/* Whether some code sets the field, other than the code that fills in a blueprint's own fields and
 * the code of examples and chances blocks. */
static bool is_written(const struct image *img, int32_t field) {
    for (int32_t k = 0; k < img->funcs_count; k++) {
        const struct image_func *f = &img->funcs[k];
        bool card = false;
        for (int32_t i = f->first; i < f->first + f->count; i++) {
            if (img->code[i].op != CODE_SET_FIELD || img->code[i].d != field) continue;
            for (int32_t n = 0; n < img->blueprints_count && !card; n++)
                card = img->blueprints[n].init == k;
            for (int32_t n = 0; n < img->blocks_count && !card; n++)
                card = img->blocks[n].func == k;
            if (!card) return true;
        }
    }
    return false;
}

/* Whether nothing changes the fields of a declaration in play: no code of the rules sets one, and
 * none is derived or changed by rows. Then their range only binds the cards and is no rule of
 * play. */
static bool is_fixed(const struct alter *a, const struct node *field) {
    const struct image *img = a->s->img;
    for (int32_t f = 0; f < img->fields_count; f++) {
        int32_t place = img->fields[f].place;
        if (place < 0) continue;
        const struct source_spot *at = &a->s->spot[a->s->spot_of[place]];
        bool named = false;
        for (const struct node *n = field->field.names; n; n = n->next)
            named = named || (at->file == n->place.file && at->at == n->place.at);
        if (!named) continue;
        if (img->fields[f].quantity >= 0) return false;
        if (is_written(img, f)) return false;
    }
    return true;
}

/* Whether the spots of code in a node's text are looked up. They are not for a block, a text, and
 * an operation or call (the kinds from NODE_OR on): an alteration in such a node takes the spots of
 * the nearest node around it that has some. */
static bool may_run(const struct node *n) {
    return n->kind < NODE_OR && n->kind != NODE_BLOCK && n->kind != NODE_TEXT;
}

static void walk(struct alter *a, const struct up *outer, struct node **link) {
    struct node *n = *link;
    struct up up = {.outer = outer, .node = n};
    if (may_run(n)) source_spots(a->s, source_extent(n), &up.spot, &up.spots);
    bool cited = cites_wanted(a, n);
    a->inner->cited += cited;
    if (n->kind >= NODE_OR || n->kind == NODE_NUMBER || n->kind == NODE_LENGTH ||
        n->kind == NODE_DIE || n->kind == NODE_TRUTH)
        of_expression(a, &up, link);
    else if (n->kind == NODE_ROW || n->kind == NODE_TRIGGER || n->kind == NODE_PERMIT ||
             n->kind == NODE_WHENEVER)
        of_rule(a, &up, link);
    else
        of_statement(a, &up, link);
    bool fixed = n->kind == NODE_FIELD && is_fixed(a, n);
    for (int i = 0; i < node_kids(n->kind) && !is_drawn(n); i++) {
        bool skip = fixed && n->kid[i] == n->field.type;
        for (struct node **kid = &n->kid[i]; *kid && !skip; kid = &(*kid)->next) walk(a, &up, kid);
    }
    a->inner->cited -= cited;
}

static enum walk gather(struct node *n, void *user) {
    keep_node(user, n);
    return WALK_ON;
}

static bool ends_in(const char *text, const char *end) {
    size_t a = strlen(text), b = strlen(end);
    return b <= a && strcmp(text + a - b, end) == 0 && (a == b || text[a - b - 1] == '/');
}

void alter_open(struct alter *a, struct source *s, struct alter_only only) {
    *a = (struct alter){.s = s, .inner = NEW(s->arena, struct alter_inner)};
    a->inner->arena = s->arena;
    a->inner->only = only;
    for (int i = 0; i < s->files; i++)
        for (const struct node *n = s->file[i]->file.decls; n; n = n->next) a->decls++;
    a->decl = NEW_ARRAY(s->arena, (size_t)a->decls + 1, struct node *);
    a->end = NEW_ARRAY(s->arena, (size_t)s->files, int32_t);
    a->decls = 0;
    for (int i = 0; i < s->files; i++) {
        struct node *file = s->file[i];
        struct up up = {.node = file};
        tree_walk(file, gather, a);
        for (struct node **link = &file->file.decls; *link; link = &(*link)->next) {
            const char *path = diag_path(s->diags, (*link)->place.file);
            a->inner->file_wanted = !only.file || ends_in(path, only.file);
            a->decl[a->decls++] = *link;
            if (is_left_alone(*link)) continue;
            const bool apart = (*link)->flags & FLAG_FOR_EXAMPLES;
            a->for_examples += apart && a->inner->file_wanted && !only.clause;
            if (!apart || only.with_examples) walk(a, &up, link);
        }
        a->end[i] = a->decls;
    }
}

void alter_close(struct alter *a) {
    memory_free(a->at);
    memory_free(a->inner->node);
    a->at = NULL;
    a->inner->node = NULL;
}

/* ---- An altered image ---------------------------------------------------------------------- */

/* Links the wanted declarations of each file, in their order. If a force's limit is altered, the
 * rosters are left out: `check` would refuse those that break the limit, and then no example could
 * be run. No `link` that apply follows is spoilt, because each leads into a declaration. Those that
 * lead from one declaration to the next belong to ALTER_DROP, which this function carries out. */
static void chain(struct alter *a, const struct alteration *x, const uint8_t *wanted) {
    int32_t k = 0;
    for (int i = 0; i < a->s->files; i++) {
        struct node *file = a->s->file[i], **link = &file->file.decls;
        for (; k < a->end[i]; k++) {
            struct node *n = a->decl[k];
            if (x && x->what == ALTER_DROP && x->node == n) continue;
            if (n->kind == NODE_EXAMPLE && wanted && !wanted[k]) continue;
            if (n->kind == NODE_ROSTER && x && x->of_force) continue;
            *link = n;
            link = &n->next;
        }
        *link = NULL;
    }
}

static void forget_meaning(const struct alter *a) {
    for (size_t i = 0; i < a->inner->nodes; i++) {
        struct node *n = a->inner->node[i];
        n->type = NULL;
        n->meaning = NULL;
        n->slot = 0;
        n->mark = 0;
    }
}

/* The values that apply has overwritten, for put_back. */
struct saved {
    int64_t number;
    uint8_t op;
    struct node *next; /* ALTER_PUT: the node that followed the one that was put in */
};

static void apply(const struct alteration *x, struct saved *was) {
    *was = (struct saved){x->node->number, x->node->op, NULL};
    switch (x->what) {
    case ALTER_NUMBER: x->node->number = x->number; break;
    case ALTER_OP: x->node->op = (uint8_t)x->number; break;
    case ALTER_FLAG: x->node->flags ^= (uint16_t)x->number; break;
    case ALTER_PUT:
        *x->link = x->put;
        if (x->put && x->put != x->node->next) {
            was->next = x->put->next;
            x->put->next = x->node->next;
        }
        break;
    case ALTER_DROP: break;
    }
}

static void put_back(const struct alteration *x, const struct saved *was) {
    switch (x->what) {
    case ALTER_NUMBER: x->node->number = was->number; break;
    case ALTER_OP: x->node->op = was->op; break;
    case ALTER_FLAG: x->node->flags ^= (uint16_t)x->number; break;
    case ALTER_PUT:
        if (x->put && x->put != x->node->next) x->put->next = was->next;
        *x->link = x->node;
        break;
    case ALTER_DROP: break;
    }
}

struct image *alter_image(struct alter *a, const struct alteration *x, const uint8_t *wanted,
                          struct arena *scratch, struct names **names) {
    struct diags *d = diags_new(scratch);
    struct saved was = {0};
    struct image *img = NULL;
    for (uint32_t i = 0; i < diag_files(a->s->diags); i++)
        diag_file(d, diag_path(a->s->diags, i), diag_text(a->s->diags, i));
    forget_meaning(a);
    chain(a, x, wanted);
    if (x) apply(x, &was);
    *names = names_new(scratch, d);
    if (check_ruleset(*names, a->s->file, a->s->files) && !diag_errors(d))
        img = emit_image(*names, d);
    if (x) put_back(x, &was);
    const struct image_leaves *l = &a->s->img->leaves;
    if (img && l->text) {
        img->leaves = (struct image_leaves){.path = l->path, .text = l->text, .len = l->len};
        img->hash = image_hash(img);
    }
    return img;
}
