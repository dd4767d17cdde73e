/* check: runs the phases of the checker in their order (check_ruleset). It opens and closes
 * contexts (a context is one function of rule text: a body, a row, a number) and scopes, and says
 * which types fit which. */
#include "check.h"

#include <string.h>

#include "check_int.h"

void check_add(struct check *c, void ***table, int32_t *count, int32_t *room, void *record) {
    if (*count == *room) {
        int32_t more = *room ? *room * 2 : 64;
        void **grown = NEW_ARRAY(c->arena, (size_t)more, void *);
        if (*count) {
            memcpy(grown, *table, (size_t)*count * sizeof(void *));
        }
        *table = grown;
        *room = more;
    }
    (*table)[(*count)++] = record;
}

/* ---- Contexts and scopes */

void check_enter(struct check *c, struct context *cx, enum context_how how) {
    *cx = (struct context){.id = ++c->contexts, .how = how, .outer = c->cx};
    c->cx = cx;
    c->depth++;
    c->pool_condition = false;
}

void check_leave(struct check *c, struct context *cx) {
    ASSERT(c->cx == cx);
    check_scope_end(c, NULL);
    c->cx = cx->outer;
    c->depth--;
}

struct local *check_bind(struct check *c, enum local_how how, struct span name,
                         const struct type *type, struct place place) {
    struct word *w = names_word(c->n, name);
    struct local *l = NEW(c->arena, struct local);
    l->how = how;
    l->name = name;
    l->type = type;
    l->place = place;
    l->home = -1;
    l->word = w;
    l->context = c->cx->id;
    l->hidden = w->local;
    w->local = l;
    l->next_in_scope = c->cx->scope;
    c->cx->scope = l;
    return l;
}

void check_scope_end(struct check *c, struct local *scope) {
    while (c->cx->scope != scope) {
        struct local *l = c->cx->scope;
        ASSERT(l->word->local == l);
        l->word->local = l->hidden;
        c->cx->scope = l->next_in_scope;
    }
}

struct local *check_local(const struct check *c, const struct word *w) {
    return w->local && w->local->context == c->cx->id ? w->local : NULL;
}

struct word *check_word(struct check *c, const struct node *n) {
    return names_word(c->n, n->text);
}

const char *check_text(struct check *c, const struct type *t) {
    return names_type_text(c->n, t);
}

/* ---- Types */

static bool kinds_related(const struct kind_decl *have, const struct kind_decl *want) {
    return !want || !have || names_kind_is(have, want);
}

bool check_fits(const struct type *have, const struct type *want) {
    if (have == want || have->class == CLASS_ERROR || want->class == CLASS_ERROR) {
        return true;
    }
    if (have->class == CLASS_NONE) {
        return want->class != CLASS_VOID && want->class != CLASS_RECORD;
    }
    if (want->class == CLASS_SET) {
        if (have->class == CLASS_SET) {
            return !have->elem || !want->elem || check_fits(have->elem, want->elem);
        }
        return !want->elem || (have->class != CLASS_POOL && check_fits(have, want->elem));
    }
    if (have->class != want->class) {
        return false;
    }
    switch ((int)want->class) {
    case CLASS_THING:
    case CLASS_BLUEPRINT: return kinds_related(have->kind, want->kind);
    case CLASS_ENUM: return have->values == want->values;
    case CLASS_FACE:
    case CLASS_POOL: return !want->die || have->die == want->die;
    case CLASS_RECORD: return have->event == want->event;
    default: return true;
    }
}

static bool is_letter(char ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}

static bool is_digit(char ch) {
    return ch >= '0' && ch <= '9';
}

/* Returns the unit (mm, cm, " or ') of the number that stands at `at`, after one or more blanks or
 * `(`. Returns NULL if no blank or `(` stands there, or no number with a unit follows. */
static const char *unit_at(struct span text, size_t at) {
    static const char *const units[] = {"mm", "cm", "\"", "'"};
    size_t from = at;
    while (at < text.len && strchr(" (", text.at[at])) at++;
    if (at == from) return NULL;
    size_t amount = at;
    while (at < text.len && (is_digit(text.at[at]) || text.at[at] == '.')) at++;
    for (size_t i = 0; i < ARRAY_LEN(units) && at > amount; i++) {
        size_t len = strlen(units[i]);
        if (text.len - at >= len && memcmp(text.at + at, units[i], len) == 0) return units[i];
    }
    return NULL;
}

/* Returns the unit that rule text writes elsewhere after a certain word: the word that stands right
 * before `place`. All files are searched, `WORD 6"` counts and so does `WORD length 6"`. Returns
 * NULL if the word has no unit anywhere. */
const char *check_unit_before(struct check *c, struct place place) {
    struct span text = diag_text(c->diags, place.file);
    size_t to = place.at, from;
    while (to > 0 && strchr(" (", text.at[to - 1])) to--;
    for (from = to; from > 0 && is_letter(text.at[from - 1]); from--) {
    }
    struct span word = {text.at + from, to - from};
    const char *unit = NULL;
    for (uint32_t f = 0; f < diag_files(c->diags) && word.len && !unit; f++) {
        struct span in = diag_text(c->diags, f);
        for (size_t at = 0; at + word.len < in.len && !unit; at++) {
            bool same = in.at[at] == *word.at && memcmp(in.at + at, word.at, word.len) == 0;
            if (!same || (at > 0 && is_letter(in.at[at - 1]))) continue;
            size_t behind = at + word.len, type = behind;
            while (type < in.len && in.at[type] == ' ') type++;
            bool declared = in.len - type > 6 && memcmp(in.at + type, "length", 6) == 0;
            unit = unit_at(in, declared ? type + 6 : behind);
        }
    }
    return unit;
}

bool check_want(struct check *c, struct node *n, const struct type *want) {
    const struct type *have = n->type;
    if (check_fits(have, want)) {
        return true;
    }
    const struct type *thing = want->class == CLASS_SET && want->elem ? want->elem : want;
    /* The name of a scenario stands for the thing that is made from it, as the name of a zone does.
     * A battle has one such thing at most. */
    struct blueprint_decl *of = n->mark == MEAN_BLUEPRINT ? n->meaning : NULL;
    bool scenario = of && of->kind->of && of->kind->of->base == BASE_GAME;
    if (scenario && n->kind == NODE_NAME && check_fits(of->kind->type, want)) {
        n->mark = MEAN_NAMED;
        n->type = of->kind->type;
        return true;
    }
    if (have->class == CLASS_BLUEPRINT && thing->class == CLASS_THING) {
        struct diag *d =
            diag_add(c->diags, DIAG_BLUEPRINT_FOR_THING, n->place, check_text(c, want), n->text);
        if (of) check_hint_blueprint(c, d, of);
    } else {
        struct diag *d =
            diag_add(c->diags, DIAG_WRONG_TYPE, n->place, check_text(c, want), check_text(c, have));
        check_hint_want(c, d, n, want);
    }
    n->type = c->error;
    return false;
}

static const struct kind_decl *common_kind(const struct kind_decl *a, const struct kind_decl *b) {
    while (a && b && !names_kind_is(b, a)) {
        a = a->parent;
    }
    return b ? a : NULL;
}

const struct type *check_join(struct check *c, const struct type *a, const struct type *b) {
    if (check_is_error(a) || check_is_error(b)) {
        return c->error;
    }
    if (check_fits(a, b)) {
        return b;
    }
    if (check_fits(b, a)) {
        return a;
    }
    if (a->class == CLASS_THING && b->class == CLASS_THING) {
        const struct kind_decl *k = common_kind(a->kind, b->kind);
        return k ? k->type : c->thing;
    }
    if (a->class == CLASS_SET || b->class == CLASS_SET) {
        const struct type *x = a->class == CLASS_SET ? a->elem : a;
        const struct type *y = b->class == CLASS_SET ? b->elem : b;
        const struct type *elem = check_join(c, x, y);
        return elem ? names_set_of(c->n, elem) : NULL;
    }
    if ((a->class == CLASS_FACE && b->class == CLASS_NUMBER) ||
        (a->class == CLASS_NUMBER && b->class == CLASS_FACE)) {
        return a->class == CLASS_FACE ? a : b;
    }
    return NULL;
}

const struct type *check_set_elem(struct check *c, const struct type *t) {
    if (t->class == CLASS_SET) {
        return t->elem ? t->elem : c->thing;
    }
    if (t->class == CLASS_THING || t->class == CLASS_ENUM || t->class == CLASS_BLUEPRINT ||
        check_is_error(t)) {
        return t;
    }
    return NULL;
}

bool check_is_land(const struct check *c, const struct type *t) {
    return t->class != CLASS_THING || !t->kind || t->kind == c->n->base[BASE_THING] ||
           t->kind->base == BASE_ZONE || t->kind->base == BASE_TERRAIN;
}

static const struct type *die_type(struct check *c, struct die_decl *die, enum type_class class) {
    struct type *t = NEW(c->arena, struct type);
    t->class = class;
    t->die = die;
    return t;
}

const struct type *check_pool_of(struct check *c, struct die_decl *die) {
    if (!die || !die->named) {
        return names_type(c->n, CLASS_POOL);
    }
    if (!die->pool) {
        die->pool = die_type(c, die, CLASS_POOL);
    }
    return die->pool;
}

const struct type *check_face_of(struct check *c, struct die_decl *die) {
    if (!die || !die->named) {
        return c->number;
    }
    if (!die->face) {
        die->face = die_type(c, die, CLASS_FACE);
    }
    return die->face;
}

/* ---- Ranges */

const char *check_amount(struct check *c, int64_t value, bool length) {
    if (!length) return arena_print(c->arena, "%lld", (long long)value);
    /* An amount that is a whole number of twentieths of an inch is written in inches, any other in
     * mm. */
    bool inches = value % (UNITS_PER_INCH / 20) == 0;
    int64_t parts = inches ? value / (UNITS_PER_INCH / 20) * 5 : value;
    int64_t whole = parts / UNITS_PER_MM, rest = parts % UNITS_PER_MM;
    if (rest < 0) rest = -rest;
    const char *sign = parts < 0 && whole == 0 ? "-" : "";
    const char *point = rest == 0 ? "" : arena_print(c->arena, ".%02d", (int)rest);
    if (rest % 10 == 0 && rest) point = arena_print(c->arena, ".%d", (int)rest / 10);
    return arena_print(c->arena, "%s%lld%s%s", sign, (long long)whole, point, inches ? "\"" : "mm");
}

void check_outside(struct check *c, struct place place, struct span name, struct span_limits range,
                   bool length) {
    diag_add(c->diags, DIAG_OUT_OF_RANGE, place, name, check_amount(c, range.least, length),
             check_amount(c, range.most, length));
}

void check_bounds(struct check *c, const struct node *value, struct span name,
                  struct span_limits range) {
    bool written = value->kind == NODE_NUMBER || value->kind == NODE_LENGTH;
    if (written && (value->number < range.least || value->number > range.most))
        check_outside(c, value->place, name, range, value->kind == NODE_LENGTH);
}

/* ---- Trees */

static bool same_list(const struct node *a, const struct node *b) {
    while (a && b && check_same_tree(a, b)) {
        a = a->next;
        b = b->next;
    }
    return !a && !b;
}

/* Whether two nodes say the same; also true for NULL and NULL. Names and texts are compared as
 * written; numbers, lengths (1" is 25.4mm), truths and dice (`d6`) by value; `a.b` and calls with
 * plain or named arguments part by part. Two nodes of any other kind count as different, even if
 * both are the same node. */
bool check_same_tree(const struct node *a, const struct node *b) {
    if (!a || !b || a->kind != b->kind || a->number != b->number) {
        return a == b;
    }
    switch ((int)a->kind) {
    case NODE_NAME:
    case NODE_TEXT: return span_equal(a->text, b->text);
    case NODE_NUMBER:
    case NODE_LENGTH:
    case NODE_TRUTH:
    case NODE_DIE: return true;
    case NODE_DOT: return span_equal(a->text, b->text) && check_same_tree(a->dot.of, b->dot.of);
    case NODE_CALL: return span_equal(a->text, b->text) && same_list(a->call.args, b->call.args);
    case NODE_ARG_NAMED:
        return span_equal(a->text, b->text) &&
               check_same_tree(a->arg_named.value, b->arg_named.value);
    default: return false;
    }
}

/* ---- Chains */

void check_bound_chains(struct check *c, const struct check_chains *chains) {
    void **chain = NEW_ARRAY(c->arena, (size_t)chains->count + 1, void *);
    for (int32_t i = 0; i < chains->count; i++) {
        int32_t count = 0;
        void *x = chains->at(c->n, i);
        for (; x && !*chains->depth(x); x = chains->above(x)) {
            chain[count++] = x;
        }
        for (int32_t depth = x ? *chains->depth(x) : 0; count > 0;) {
            x = chain[--count];
            if (++depth > MAX_DEPTH_KINDS) {
                depth = chains->cut(c, x);
            }
            *chains->depth(x) = depth;
        }
    }
}

/* ---- The phases */

static void prepare_types(struct check *c) {
    struct names *n = c->n;
    c->number = names_type(n, CLASS_NUMBER);
    c->length = names_type(n, CLASS_LENGTH);
    c->truth = names_type(n, CLASS_TRUTH);
    c->text = names_type(n, CLASS_TEXT);
    c->die = names_type(n, CLASS_DIE);
    c->place = c->point = names_type(n, CLASS_PLACE);
    c->far = c->length;
    c->leg = names_type(n, CLASS_LEG);
    c->size = names_type(n, CLASS_SIZE);
    c->shape = names_type(n, CLASS_SHAPE);
    c->event = names_type(n, CLASS_EVENT);
    c->status = names_type(n, CLASS_STATUS);
    c->path = names_type(n, CLASS_PATH);
    c->none = names_type(n, CLASS_NONE);
    c->pile = names_type(n, CLASS_PILE);
    c->ruling = names_type(n, CLASS_RULING);
    c->error = names_type(n, CLASS_ERROR);
    c->nothing = names_type(n, CLASS_VOID);
}

static void prepare_words(struct check *c) {
    static const char *const words[WORD_SPECIAL_COUNT_] = {
        [WORD_IT] = "it",
        [WORD_THIS] = "this",
        [WORD_ME] = "me",
        [WORD_BEARER] = "bearer",
        [WORD_NONE] = "none",
        [WORD_GAME] = "game",
        [WORD_EMPTY] = "empty",
        [WORD_IN_PLAY] = "in_play",
        [WORD_RUNNING] = "running",
        [WORD_OPEN] = "open",
        [WORD_CLOSED] = "closed",
        [WORD_OFFERED] = "offered",
        [WORD_ASKED] = "asked",
        [WORD_DONE] = "done",
        [WORD_STOPPED] = "stopped",
        [WORD_CANCELLED] = "cancelled",
        [WORD_FORBIDDEN] = "forbidden",
        [WORD_PASS] = "pass",
        [WORD_NUMBER] = "number",
        [WORD_LENGTH] = "length",
        [WORD_YES_NO] = "yes_no",
        [WORD_TEXT] = "text",
        [WORD_DIE] = "die",
        [WORD_POOL] = "pool",
        [WORD_PLACE] = "place",
        [WORD_PATH] = "path",
        [WORD_SHAPE] = "shape",
        [WORD_CIRCLE] = "circle",
        [WORD_OVAL] = "oval",
        [WORD_RECTANGLE] = "rectangle",
        [WORD_STRIP] = "strip",
        [WORD_CORNER] = "corner",
        [WORD_POLYGON] = "polygon",
        [WORD_RING] = "ring",
        [WORD_HALF] = "half",
        [WORD_QUARTER] = "quarter",
        [WORD_SOUTH] = "south",
        [WORD_NORTH] = "north",
        [WORD_WEST] = "west",
        [WORD_EAST] = "east",
        [WORD_CENTRE] = "centre",
        [WORD_SOUTH_WEST] = "south_west",
        [WORD_SOUTH_EAST] = "south_east",
        [WORD_NORTH_WEST] = "north_west",
        [WORD_NORTH_EAST] = "north_east",
    };
    for (int i = 1; i < WORD_SPECIAL_COUNT_; i++) {
        if (words[i]) {
            c->special[i] = names_word(c->n, (struct span){words[i], strlen(words[i])});
            c->special[i]->special = (int16_t)i;
        }
    }
}

/* Primitives that ask of a map have their names only where there is one, and those that measure a
 * table only where there is none: other rules may use these names for numbers of their own. */
static void prepare_map_words(struct check *c) {
    for (int32_t i = 0; i < names_primitive_count(); i++) {
        if (names_primitive_on(i, c->n->on_map)) continue;
        const char *name = names_primitive(i)->name;
        struct word *w = names_word(c->n, (struct span){name, strlen(name)});
        w->primitive = 0;
        if (w->special == 0) w->special = WORD_OF_OTHER_BOARD;
    }
}

/* Marks each word in the bytes [at, end) of a file as lost. These bytes could not be read, so a
 * name in them may be declared there; it is not reported as missing later. */
static void lose_words(struct check *c, uint32_t file, size_t at, size_t end) {
    struct span text = diag_text(c->diags, file);
    end = end < text.len ? end : text.len;
    while (at < end) {
        size_t from = at;
        while (at < end && (is_letter(text.at[at]) ||
                            (at > from && text.at[at] >= '0' && text.at[at] <= '9'))) {
            at++;
        }
        if (at > from) {
            names_word(c->n, (struct span){text.at + from, at - from})->lost = true;
        } else {
            at++;
        }
    }
}

static size_t line_begin(struct span text, size_t at) {
    while (at > 0 && text.at[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* Returns the offset of the line at which reading failed, for a MISTAKE node or a message at
 * `place`. That is the line of the last kept message at or before `place`, or the line before it if
 * `place` is its first word; it is the first line if no message stands there. */
static size_t failed_before(struct check *c, struct place place) {
    struct span text = diag_text(c->diags, place.file);
    size_t at = 0;
    for (uint32_t i = 0; i < diag_kept(c->diags); i++) {
        struct place said = diag_kept_place(c->diags, i);
        if (said.file == place.file && said.at <= place.at && said.at > at) {
            at = said.at;
        }
    }
    at = line_begin(text, at < text.len ? at : text.len);
    /* If `place` is the first word of that line, the cause may be in the line before: that begins
     * earlier. */
    size_t first = at;
    while (first < text.len && (text.at[first] == ' ' || text.at[first] == '\t')) {
        first++;
    }
    return at > 0 && first == place.at ? line_begin(text, at - 1) : at;
}

/* How far the words of one file have been marked as lost: up to the offset `to`. Only the first
 * messages of a file are kept, so each mistake behind the last of them would otherwise have the
 * words since that message marked again. */
struct losing {
    struct check *c;
    size_t to;
};

static enum walk lose_mistake(struct node *n, void *user) {
    struct losing *l = user;
    if (n->kind == NODE_MISTAKE) {
        size_t from = failed_before(l->c, n->place), at = n->place.at, end = at + n->place.len;
        from = from < at ? from : at;
        lose_words(l->c, n->place.file, from > l->to ? from : l->to, end);
        l->to = end > l->to ? end : l->to;
    }
    return WALK_ON;
}

/* Marks as lost the words of each line that has a message (and of the line before, if the message
 * stands at the first word), and the words that the parser skipped after a mistake. */
static void lose_lines(struct check *c) {
    c->lossy = true;
    for (uint32_t i = 0; i < diag_kept(c->diags); i++) {
        struct place at = diag_kept_place(c->diags, i);
        struct span text = diag_text(c->diags, at.file);
        size_t end = at.at < text.len ? at.at : text.len;
        while (end < text.len && text.at[end] != '\n') {
            end++;
        }
        lose_words(c, at.file, failed_before(c, at), end);
    }
    for (int32_t i = 0; i < c->file_count; i++) {
        struct losing l = {c, 0};
        tree_walk(c->files[i], lose_mistake, &l);
    }
}

bool check_ruleset(struct names *n, struct node *files[], int count) {
    struct check *c = NEW(n->arena, struct check);
    c->n = n;
    c->arena = n->arena;
    c->diags = n->diags;
    c->files = files;
    c->file_count = count;
    prepare_types(c);
    prepare_words(c);
    if (diag_errors(c->diags)) {
        lose_lines(c);
    }
    check_map_find(c);
    prepare_map_words(c);
    check_native(c);
    check_head(c);
    check_kinds(c);
    check_declare(c);
    check_map_numbers(c);
    check_fields(c);
    check_shapes(c);
    check_record_slots(c);
    check_field_values(c);
    check_blueprints(c);
    check_map_things(c);
    check_quantities(c);
    check_map_declared(c);
    check_figures(c);
    check_all_titles(c);
    check_order(c);
    check_answers(c);
    check_events(c);
    check_rules(c);
    check_blocks(c);
    check_forces(c);
    check_silences(c);
    check_circles(c);
    check_apart(c);
    check_warnings(c);
    return diag_errors(c->diags) == 0;
}
