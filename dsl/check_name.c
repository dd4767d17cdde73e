/* check_name: resolves a name in its context and `x.name`, narrows by `is`, and reports names that
 * have no meaning, with suggestions. A lost word is one that may be declared on a line that could
 * not be read. */
#include "check_int.h"

/* ---- Suggestions */

static bool is_suggested(const struct word *w, unsigned what) {
    bool value = w->plural || w->values_plural || w->blueprints || w->quantities || w->player ||
                 w->value_uses || w->face_uses;
    bool type = w->special >= WORD_NUMBER && w->special <= WORD_SHAPE;
    return ((what & SUGGEST_KIND) && (w->kind || w->values || type)) ||
           ((what & SUGGEST_EVENT) && w->event) ||
           ((what & SUGGEST_QUANTITY) && (w->quantities || w->fields)) ||
           ((what & SUGGEST_VALUE) && value) ||
           ((what & SUGGEST_CALL) &&
            (w->quantities || w->blueprints || w->chart || w->primitive || w->function)) ||
           ((what & SUGGEST_BLUEPRINT) && w->blueprints) || ((what & SUGGEST_FORCE) && w->force) ||
           ((what & SUGGEST_RANK) && w->rank) || ((what & SUGGEST_RULING) && w->ruling);
}

static struct place where_declared(const struct word *w, unsigned what) {
    if ((what & SUGGEST_EVENT) && w->event) {
        return w->event->place;
    }
    if ((what & SUGGEST_FORCE) && w->force) {
        return w->force->place;
    }
    if (what == SUGGEST_RANK) {
        return (struct place){0, 0, 0};
    }
    return w->quantities   ? w->quantities->place
           : w->fields     ? w->fields->place
           : w->kind       ? w->kind->place
           : w->plural     ? w->plural->place
           : w->blueprints ? w->blueprints->place
           : w->values     ? w->values->place
           : w->value_uses ? w->value_uses->values->place
           : w->chart      ? w->chart->place
           : w->ruling     ? w->ruling->place
                           : (struct place){0, 0, 0};
}

void check_candidate(struct nearest *near, struct span name, struct place place) {
    if (!place.len) {
        place.file = UINT32_MAX;
    }
    diag_candidate(near, name, place);
}

void check_suggest_near(struct check *c, struct diag *d, struct nearest *near, unsigned what) {
    for (size_t i = 0; d && i < c->n->words_room; i++) {
        for (const struct word *w = c->n->words[i]; w; w = w->chain) {
            if (is_suggested(w, what)) {
                check_candidate(near, w->text, where_declared(w, what));
            }
        }
    }
    diag_did_you_mean(c->diags, d, near);
}

void check_suggest(struct check *c, struct diag *d, struct span word, unsigned what) {
    if (d) {
        struct nearest near = diag_nearest(word);
        check_suggest_near(c, d, &near, what);
    }
}

bool check_is_lost(struct check *c, struct span text) {
    return names_word(c->n, text)->lost;
}

/* Whether a missing name is not to be reported here: it is lost, or was reported in this context.
 * If lines could not be read, it is enough that it was reported in any context. Otherwise notes
 * that it is reported here and returns false. */
static bool said_missing(struct check *c, struct word *w) {
    uint32_t here = c->cx ? c->cx->id : UINT32_MAX;
    if (w->lost || w->missed == here || (c->lossy && w->missed)) {
        return true;
    }
    w->missed = here;
    return false;
}

bool check_missed(struct check *c, struct node *n) {
    return c->lossy && said_missing(c, check_word(c, n));
}

/* The message that reported a missing name. It also shows a second place that uses the name, and
 * the number of further ones. */
struct missing {
    struct diag *said;
    enum diag_id id;
    const void *of; /* the type that has no such field; NULL: the name means nothing at all */
    /* the message stands at the variant that removed the name, and shows the first use in
     * `again` */
    bool first;
    struct place again;
    int more;
};

bool check_kind_lost(const struct kind_decl *k) {
    while (k && !k->lost) {
        k = k->parent;
    }
    return k != NULL;
}

bool check_missing_again(struct check *c, const struct word *w, enum diag_id id, const void *of,
                         struct place place) {
    struct missing *m = w->missing;
    if (!m || m->id != id || m->of != of) {
        return false;
    }
    if (!m->first && !m->more) {
        m->again = place;
    }
    const int others = m->more++ + m->first;
    const char *here = m->first ? "here" : "and here";
    diag_also(c->diags, m->said, m->again,
              !others ? here
                      : arena_print(c->arena, "%s, and in %d more place%s", here, others,
                                    others == 1 ? "" : "s"));
    return true;
}

void check_missing_said(struct check *c, struct word *w, enum diag_id id, const void *of,
                        struct diag *d) {
    if (d) {
        w->missing = w->missing ? w->missing : NEW(c->arena, struct missing);
        *w->missing = (struct missing){.said = d, .id = id, .of = of};
    }
}

/* Whether a variant removed the declaration of this name. If it did, reports that: the message
 * stands at the variant's line and shows `place`, where the name is used. */
bool check_removed(struct check *c, struct word *w, struct place place) {
    if (!w->removed.len) {
        return false;
    }
    w = w->removed_with ? w->removed_with : w;
    if (!check_missing_again(c, w, DIAG_REMOVED_USED, NULL, place)) {
        struct diag *d = diag_add(c->diags, DIAG_REMOVED_USED, w->removed, w->text);
        diag_also(c->diags, d, place, "here");
        check_missing_said(c, w, DIAG_REMOVED_USED, NULL, d);
        if (d) {
            w->missing->first = true;
            w->missing->again = place;
        }
    }
    return true;
}

/* Whether a name is this title in small letters, with _ for blanks: charge_home for "Charge
 * home". */
static bool is_titled(struct span title, struct span name) {
    bool same = title.len == name.len && title.len > 0;
    for (size_t i = 0; same && i < name.len; i++) {
        char t = title.at[i] == ' ' ? '_' : title.at[i];
        if (t >= 'A' && t <= 'Z') t = (char)(t - 'A' + 'a');
        same = t == name.at[i];
    }
    return same;
}

/* Suggests an event or blueprint that cards and reports show under this name, written as a title
 * (is_titled). In the rules it has another name. */
static void suggest_titled(struct check *c, struct diag *d, struct span text, unsigned what) {
    const struct names *n = c->n;
    for (int32_t i = 0; d && (what & SUGGEST_EVENT) && i < n->events_count; i++) {
        const struct event_decl *e = n->events[i];
        if (is_titled(e->title, text)) {
            diag_hint(c->diags, d, "did you mean '%t' (%p)?", e->name, e->place);
        }
    }
    for (int32_t i = 0; d && (what & SUGGEST_BLUEPRINT) && i < n->blueprints_count; i++) {
        const struct blueprint_decl *b = n->blueprints[i];
        if (is_titled(b->title, text)) {
            diag_hint(c->diags, d, "did you mean '%t' (%p)?", b->name, b->place);
        }
    }
}

struct diag *check_missing(struct check *c, enum diag_id id, struct place place, struct span text,
                           unsigned what) {
    struct word *w = names_word(c->n, text);
    if (check_removed(c, w, place)) {
        return NULL;
    }
    if (check_missing_again(c, w, id, NULL, place) || said_missing(c, w)) {
        return NULL;
    }
    struct diag *d = diag_add(c->diags, id, place, text);
    check_suggest(c, d, text, what);
    suggest_titled(c, d, text, what);
    check_missing_said(c, w, id, NULL, d);
    return d;
}

static struct slot_decl *slot_of(const struct event_decl *e, const struct word *w) {
    struct slot_decl *s = e->slots;
    while (s && s->word != w) {
        s = s->next;
    }
    return s;
}

/* Lists the roles of the context's first event in the message if the name is a role of another
 * event. Then the name is not misspelt, but used in the wrong event. */
static void roles_here(struct check *c, struct diag *d, const struct word *w) {
    enum { SHOWN = 6 };
    struct context *cx = c->cx;
    const struct event_decl *e = cx->event_count ? cx->events[0] : NULL, *other = NULL;
    const struct quantity_decl *number = NULL;
    for (int32_t i = 0; d && e && !number && i < c->n->quantities_count; i++) {
        const struct quantity_decl *q = c->n->quantities[i];
        const struct slot_decl *s = q->event ? slot_of(q->event, w) : NULL;
        if (s && s->role) number = q;
    }
    if (number) other = number->event;
    for (int32_t i = 0; d && e && !other && i < c->n->events_count; i++) {
        const struct slot_decl *s = slot_of(c->n->events[i], w);
        if (s && s->role) other = c->n->events[i];
    }
    if (!other) {
        return;
    }
    const char *text = "";
    int32_t n = 0;
    for (const struct slot_decl *s = e->slots; s && s->role && n <= SHOWN; s = s->next, n++) {
        text = n == SHOWN ? arena_print(c->arena, "%s, …", text)
                          : arena_print(c->arena, "%s%s%.*s", text, n ? ", " : "", (int)s->name.len,
                                        s->name.at);
    }
    if (n) {
        diag_hint(c->diags, d, "the roles of '%t' are %s; '%t' is one of '%t'%s", e->name, text,
                  w->text, other->name,
                  number ? arena_print(c->arena, ", with the number '%.*s'", (int)number->name.len,
                                       number->name.at)
                         : "");
    }
}

/* Reports a name that has no meaning in this context. All names that are visible here are
 * candidates for "did you mean". */
void check_no_name(struct check *c, struct node *n, enum diag_id id) {
    const struct block_decl *b = c->cx->block;
    if (check_row_of_field(c, n)) {
        return;
    }
    if (b && b->when && !b->record) {
        return; /* the event of `when` is not known, so neither is what it keeps */
    }
    struct diag *d = check_missing(c, id, n->place, n->text, 0);
    if (!d) {
        return;
    }
    struct context *cx = c->cx;
    struct nearest near = diag_nearest(n->text);
    for (const struct local *l = cx->scope; l; l = l->next_in_scope) {
        check_candidate(&near, l->name, l->place);
    }
    for (int32_t e = 0; e < cx->event_count; e++) {
        for (const struct slot_decl *s = cx->events[e]->slots; s; s = s->next) {
            check_candidate(&near, s->name, s->place);
        }
    }
    for (int32_t i = 0; i < cx->param_count; i++) {
        check_candidate(&near, cx->params[i].name, cx->params[i].place);
    }
    for (const struct memory_decl *m = cx->blueprint ? cx->blueprint->memory : NULL; m;
         m = m->next) {
        check_candidate(&near, m->name, m->place);
    }
    if (cx->blueprint && names_is_borne(cx->blueprint->kind)) {
        diag_candidate_word(&near, "bearer");
    }
    check_suggest_near(c, d, &near,
                       id == DIAG_NO_FUNCTION ? SUGGEST_CALL
                       : b                    ? SUGGEST_VALUE | SUGGEST_CALL | SUGGEST_EVENT
                                              : SUGGEST_VALUE | SUGGEST_CALL);
    if (n == c->written && !near.best.len) {
        diag_hint(c->diags, d, "a new name begins with 'let': let %t = …", n->text);
        return;
    }
    roles_here(c, d, names_word(c->n, n->text));
    for (const struct local *l = cx->scope; l; l = l->next_in_scope) {
        bool it = span_is(l->name, "it") && l->type->class == CLASS_THING;
        if (it && l->type->kind && check_field_of(check_word(c, n), l->type->kind)) {
            diag_hint(c->diags, d, "of each that is gone through: it.%t", n->text);
            return;
        }
    }
}

/* ---- Roles, memory */

/* Returns the role or kept value of this name if all events of the context have it; NULL if not. If
 * the types differ, returns the one with the wider type, or, of kinds that only share an ancestor,
 * the one of the later event (role_type has the ancestor). If the types do not fit together,
 * reports that. */
struct slot_decl *check_role(struct check *c, const struct word *w, struct place place) {
    struct context *cx = c->cx;
    if (cx->any_action) {
        return w == c->n->any_actor->word ? c->n->any_actor : NULL;
    }
    if (!cx->event_count) {
        return NULL;
    }
    struct slot_decl *s = slot_of(cx->events[0], w);
    for (int32_t i = 1; s && i < cx->event_count; i++) {
        struct slot_decl *other = slot_of(cx->events[i], w);
        if (!other) {
            return NULL;
        }
        const struct type *a = check_slot_type(c, s, place);
        const struct type *b = check_slot_type(c, other, place);
        if (a != b && !check_is_error(a) && !check_is_error(b)) {
            if (!check_join(c, a, b) || a->class != b->class) {
                diag_add(c->diags, DIAG_ROLES_DIFFER, place, w->text, check_text(c, a),
                         check_text(c, b));
                return s;
            }
            s = check_fits(b, a) ? s : other;
        }
    }
    return s;
}

/* Returns the type that a role of this name has in each event of the context: if the kinds differ,
 * that of the nearest kind which all of them are. */
static const struct type *role_type(struct check *c, const struct word *w, struct slot_decl *s,
                                    struct place place) {
    const struct context *cx = c->cx;
    const struct type *type = check_slot_type(c, s, place);
    for (int32_t i = 0; !cx->any_action && i < cx->event_count; i++) {
        struct slot_decl *other = slot_of(cx->events[i], w);
        const struct type *both =
            other ? check_join(c, type, check_slot_type(c, other, place)) : NULL;
        if (both) type = both;
    }
    return type;
}

struct memory_decl *check_memory(const struct blueprint_decl *bp, const struct word *w) {
    for (struct memory_decl *m = bp ? bp->memory : NULL; m; m = m->next) {
        if (span_equal(m->name, w->text)) {
            return m;
        }
    }
    return NULL;
}

/* Returns the type of an expression if the kind of its node shows it, without checking it; NULL if
 * not. */
static const struct type *plain_guess(struct check *c, const struct node *v) {
    if (v && diag_bad_line(c->diags, v->place)) {
        return c->error;
    }
    switch (v ? (int)v->kind : NODE_MISTAKE) {
    case NODE_NUMBER: return c->number;
    case NODE_LENGTH: return c->length;
    case NODE_TRUTH:
    case NODE_OR:
    case NODE_AND:
    case NODE_NOT:
    case NODE_COMPARE:
    case NODE_IS:
    case NODE_IS_IN:
    case NODE_IS_TO:
    case NODE_IS_WITHIN:
    case NODE_MAY_ASK: return c->truth;
    case NODE_TEXT: return c->text;
    case NODE_CALL: return span_is(v->text, "count") ? c->number : NULL;
    default: return NULL;
    }
}

/* Guesses the type of a number whose start reads the number itself, from the other parts of the
 * start. Returns NULL if they show none. check_quantity tests later whether the guess was right. */
static const struct type *guess_around(struct check *c, const struct quantity_decl *q,
                                       const struct node *v) {
    const struct type *t = plain_guess(c, v);
    if (t || !v) {
        return t;
    }
    switch ((int)v->kind) {
    case NODE_CHOICE:
        t = guess_around(c, q, v->choice.then);
        return t ? t : guess_around(c, q, v->choice.other);
    case NODE_NEGATE: return guess_around(c, q, v->negate.of);
    case NODE_ARITH:
        t = guess_around(c, q, v->arith.left);
        if (!t || (t->class == CLASS_NUMBER && v->op == OP_TIMES)) {
            const struct type *right = guess_around(c, q, v->arith.right);
            t = right ? right : t;
        }
        return t;
    case NODE_CALL:
        if (span_is(v->text, "highest") || span_is(v->text, "lowest")) {
            for (const struct node *arg = v->call.args; arg && !t; arg = arg->next) {
                t = guess_around(c, q, arg);
            }
        }
        return t;
    case NODE_NAME:
        for (int32_t i = 0; i < q->param_count; i++) {
            if (span_equal(q->params[i].name, v->text)) {
                return q->params[i].type;
            }
        }
        return NULL;
    default: return NULL;
    }
}

/* Bounds on recursion. To know the type of one thing, the checker may have to check another thing
 * first, and so on; all of this lies on the C stack. DEPTH_OF_CONTEXTS bounds the contexts that are
 * open, NESTING_OF_CONTEXTS the depth of expressions and statements over all of them. */
enum { DEPTH_OF_CONTEXTS = 200, NESTING_OF_CONTEXTS = 2000 };

static bool may_go_deeper(const struct check *c) {
    return c->depth < DEPTH_OF_CONTEXTS && c->nesting < NESTING_OF_CONTEXTS;
}

const struct type *check_slot_type(struct check *c, struct slot_decl *s, struct place place) {
    if (!s->type && s->node && s->node->kind == NODE_KEEP) {
        s->type = plain_guess(c, s->node->keep.value);
    }
    if (!s->type && s->event && s->event->state == 0 && may_go_deeper(c)) {
        check_event_body(c, s->event);
    }
    if (!s->type) {
        bool deep = s->event && s->event->state == 0;
        diag_add(c->diags, deep ? DIAG_TYPE_DEEP : DIAG_TYPE_UNKNOWN, place, s->name,
                 DEPTH_OF_CONTEXTS);
        return c->error;
    }
    return s->type;
}

const struct type *check_quantity_type(struct check *c, struct quantity_decl *q,
                                       struct place place) {
    ASSERT(q);
    if (q->family != q) {
        q->type = check_quantity_type(c, q->family, place);
        return q->type;
    }
    if (!q->type && q->start) {
        q->type = plain_guess(c, q->start);
    }
    if (!q->type && q->state == 0 && may_go_deeper(c)) {
        check_quantity(c, q);
    } else if (!q->type && q->state == 1 && q->param_count && q->start && q->sort == SORT_NUMBER) {
        q->type = guess_around(c, q, q->start);
    }
    if (!q->type) {
        diag_add(c->diags, q->state ? DIAG_CIRCLE_TYPE : DIAG_TYPE_DEEP, place, q->name,
                 DEPTH_OF_CONTEXTS);
        q->type = c->error;
        return c->error;
    }
    return q->type;
}

void check_reads(struct check *c, struct quantity_decl *q, struct place place) {
    struct quantity_decl *from = c->cx->quantity;
    if (!from || c->cx->guarded) {
        return;
    }
    from = from->family;
    q = q->family;
    struct reads *r = NEW(c->arena, struct reads);
    *r = (struct reads){from, q, place, from->reads};
    from->reads = r;
}

/* ---- Narrowing: after `x is K and`, x is read as a K */

static bool same_path(const struct node *a, const struct node *b) {
    while (a->kind == NODE_DOT && b->kind == NODE_DOT && span_equal(a->text, b->text)) {
        a = a->dot.of;
        b = b->dot.of;
    }
    return a->kind == NODE_NAME && b->kind == NODE_NAME && a->mark == b->mark &&
           a->meaning == b->meaning && span_equal(a->text, b->text);
}

const struct type *check_narrowed(struct check *c, struct node *n, const struct type *t) {
    if (n == c->written) return t;
    for (const struct narrow *w = c->cx->narrow; w && t->class == CLASS_THING; w = w->outer) {
        if (same_path(n, w->path) && check_fits(w->type, t)) {
            t = w->type;
        }
    }
    return t;
}

/* Returns the blueprint that a name or dot is known to be made from: that of `this`, that of a name
 * with MEAN_NAMED if it is the only one, or B after `x is B and`. Returns NULL if none is known. */
static struct blueprint_decl *narrowed_blueprint(struct check *c, const struct node *n) {
    if (n->kind == NODE_NAME && n->mark == MEAN_THIS) {
        return c->cx->blueprint;
    }
    if (n->kind == NODE_NAME && n->mark == MEAN_NAMED) {
        return n->slot == NAMED_WHICHEVER ? NULL : n->meaning;
    }
    for (const struct narrow *w = c->cx->narrow; w; w = w->outer) {
        if (w->blueprint && same_path(n, w->path)) {
            return w->blueprint;
        }
    }
    return NULL;
}

static void push_narrow(struct check *c, struct node *path, const struct type *type,
                        struct blueprint_decl *blueprint) {
    struct narrow *w = NEW(c->arena, struct narrow);
    *w = (struct narrow){path, type, blueprint, c->cx->narrow};
    c->cx->narrow = w;
}

void check_made_from(struct check *c, struct local *l, struct blueprint_decl *bp) {
    struct node *name = node_new(c->arena, NODE_NAME, l->place);
    name->text = l->name;
    name->mark = MEAN_LOCAL;
    name->meaning = l;
    push_narrow(c, name, bp->kind->type, bp);
}

static void narrow_by(struct check *c, struct node *cond, bool holds) {
    while (cond->kind == NODE_NOT) {
        cond = cond->not_.of;
        holds = !holds;
    }
    if (cond->kind == NODE_AND && holds) {
        narrow_by(c, cond->and_.left, holds);
        narrow_by(c, cond->and_.right, holds);
    } else if (cond->kind == NODE_OR && !holds) {
        narrow_by(c, cond->or_.left, holds);
        narrow_by(c, cond->or_.right, holds);
    } else if (cond->kind == NODE_IS && holds != ((cond->flags & FLAG_NOT) != 0)) {
        struct node *left = cond->is.left;
        struct node *right = cond->is.right;
        if (left->kind != NODE_NAME && left->kind != NODE_DOT) {
            return;
        }
        struct blueprint_decl *bp = right->meaning;
        if (cond->mark == IS_KIND && right->mark == MEAN_KIND) {
            push_narrow(c, left, ((const struct kind_decl *)right->meaning)->type, NULL);
        } else if ((cond->mark == IS_OF && right->mark == MEAN_BLUEPRINT) ||
                   (cond->mark == IS_SAME && right->mark == MEAN_NAMED)) {
            const bool any = right->mark == MEAN_NAMED && right->slot == NAMED_WHICHEVER;
            push_narrow(c, left, bp->kind->type, any ? NULL : bp);
        } else if (right->type && check_is_error(right->type)) {
            /* the right side is a mistake, so no field of the left side is reported as missing */
            push_narrow(c, left, c->error, NULL);
        }
    }
}

/* Narrows by a checked condition that holds, or does not hold if `holds` is false. Returns the
 * narrowing that held before. */
struct narrow *check_narrow(struct check *c, struct node *cond, bool holds) {
    struct narrow *before = c->cx->narrow;
    if (cond->type && check_typed(cond)->class == CLASS_TRUTH) {
        narrow_by(c, cond, holds);
    }
    return before;
}

static enum walk writes_name(struct node *n, void *user) {
    struct span *name = user;
    bool binds = n->kind == NODE_CHOOSE || n->kind == NODE_CHOOSE_PLACE ||
                 n->kind == NODE_CHOOSE_PATH || n->kind == NODE_KEEP;
    const struct node *target = n->kind == NODE_ASSIGN ? n->assign.target : binds ? n : NULL;
    if (target && target->kind != NODE_DOT && span_equal(target->text, *name)) {
        name->len = 0;
        return WALK_STOP;
    }
    return WALK_ON;
}

/* Narrows by a condition that holds when `body` begins. A name that the body writes does not stay
 * narrowed, nor does a dot (`x.f`), because the condition may cease to hold before the end of the
 * body. Returns the narrowing that held before. */
struct narrow *check_narrow_body(struct check *c, struct node *cond, struct node *body) {
    struct narrow *before = check_narrow(c, cond, true);
    struct narrow **at = &c->cx->narrow;
    while (*at != before) {
        struct span name = (*at)->path->text;
        if ((*at)->path->kind == NODE_NAME) {
            tree_walk(body, writes_name, &name);
        } else {
            name.len = 0;
        }
        if (name.len) {
            at = &(*at)->outer;
        } else {
            *at = (*at)->outer;
        }
    }
    return before;
}

/* ---- Names */

static const struct type *means(struct node *n, enum meaning meaning, void *record, int32_t slot,
                                const struct type *type) {
    n->mark = meaning;
    n->meaning = record;
    n->slot = slot;
    n->type = type;
    return type;
}

static struct value_use *value_in(const struct word *w, const struct enum_decl *e) {
    struct value_use *u = w->value_uses;
    while (u && u->values != e) {
        u = u->next;
    }
    return u;
}

static const struct type *unknown(struct node *n, struct check *c) {
    return means(n, MEAN_UNKNOWN, NULL, -1, c->error);
}

/* Notes in the local that stands for a finished event that its role or kept value `s` is read. */
static void use_result(struct check *c, struct local *record, struct slot_decl *s) {
    for (int32_t i = 0; i < record->result_count; i++) {
        if (record->results[i] == s) {
            return;
        }
    }
    int32_t room = record->result_count; /* few, so each addition makes a new array */
    check_add(c, (void ***)(void *)&record->results, &record->result_count, &room, s);
}

/* Returns the parameters of the truth may_cross, of which the last is the goal; NULL: there is
 * none. */
static const struct param_decl *goal_asked(const struct check *c) {
    const struct quantity_decl *q = c->n->native[NATIVE_MAY_CROSS];
    return q ? q->params : NULL;
}

/* Resolves a name as a local, role, kept value, parameter or memory, the innermost first, or as a
 * result of the event that the `when` of an example does. Returns its type; NULL if it is none. */
static const struct type *name_inner(struct check *c, struct node *n, struct word *w) {
    struct context *cx = c->cx;
    struct local *l = check_local(c, w);
    if (l) {
        means(n, MEAN_LOCAL, l, -1, l->type);
        return n->type = check_narrowed(c, n, l->type);
    }
    struct slot_decl *s = check_role(c, w, n->place);
    if (s) {
        means(n, MEAN_ROLE, s, s->index, role_type(c, w, s, n->place));
        return n->type = check_narrowed(c, n, n->type);
    }
    for (int32_t i = 0; i < cx->param_count; i++) {
        if (cx->params[i].word == w) {
            means(n, MEAN_PARAM, &cx->params[i], i, cx->params[i].type);
            if (i == 3 && cx->params == goal_asked(c)) c->n->goals = true;
            return n->type = check_narrowed(c, n, n->type);
        }
    }
    struct memory_decl *m = check_memory(cx->blueprint, w);
    if (m) {
        means(n, MEAN_MEMORY, m, m->index, m->type);
        return n->type = check_narrowed(c, n, n->type);
    }
    if (cx->block && cx->block->record) {
        struct slot_decl *r = slot_of(cx->block->record->type->event, w);
        if (r) {
            use_result(c, cx->block->record, r);
            return means(n, MEAN_RESULT, r, r->index, check_slot_type(c, r, n->place));
        }
    }
    return NULL;
}

/* Returns the kind of things that bear a feature or item of kind k; NULL if it is not known. */
static const struct kind_decl *bearer_of(const struct kind_decl *k) {
    while (k && !k->of) {
        k = k->parent;
    }
    return k ? k->of : NULL;
}

static const struct kind_decl *bearer_kind(const struct blueprint_decl *bp) {
    return bp->of ? bp->of : bearer_of(bp->kind);
}

/* Refuses a feature that is given to what can never be its bearer. What is computed, and what may
 * be a thing of any kind, is left to its author; items are listed by units for models, too. */
void check_bears(struct check *c, const struct node *feature, const struct type *taker) {
    const struct blueprint_decl *bp = feature->mark == MEAN_BLUEPRINT ? feature->meaning : NULL;
    if (bp && feature->kind == NODE_NAME) {
        struct formal formals[MAX_FORMALS];
        check_args(c, NULL, formals, check_formals_memory(c, bp, formals), bp->name,
                   feature->place);
    }
    const struct kind_decl *k = taker ? taker->kind : NULL;
    const struct kind_decl *of = bp && bp->kind->base == BASE_FEATURE ? bearer_kind(bp) : NULL;
    if (!of || !k || names_kind_is(of, k) || names_kind_is(k, of)) {
        return;
    }
    struct diag *d = diag_add(c->diags, DIAG_WRONG_BEARER, feature->place, bp->name, of->name,
                              check_text(c, taker));
    check_hint_bearer(c, d, k, of);
}

/* Reports an `it` where nothing is it, and the name of the innermost thing that has one. */
static void no_it(struct check *c, const struct node *n) {
    struct diag *d = diag_add(c->diags, DIAG_NO_IT, n->place);
    const struct local *l = c->cx->scope;
    if (l && l->type && l->type->class == CLASS_THING && l->name.len)
        diag_hint(c->diags, d, "here it is called %t", l->name);
}

static const struct type *name_special(struct check *c, struct node *n, enum special_word special) {
    struct blueprint_decl *bp = c->cx->blueprint;
    switch ((int)special) {
    case WORD_NONE: return means(n, MEAN_NONE, NULL, -1, c->none);
    case WORD_GAME: return means(n, MEAN_GAME, NULL, -1, c->n->base[BASE_GAME]->type);
    case WORD_IT: no_it(c, n); return unknown(n, c);
    default: break;
    }
    if (!bp && check_missed(c, n)) {
        return unknown(n, c);
    }
    if (!bp) {
        diag_add(c->diags, DIAG_NO_THIS, n->place, n->text);
        return unknown(n, c);
    }
    if (special == WORD_THIS) {
        return means(n, MEAN_THIS, bp, -1, bp->kind->type);
    }
    const struct kind_decl *k = bearer_kind(bp);
    if (special == WORD_ME && k && k->base == BASE_GAME) {
        diag_add(c->diags, DIAG_NO_OWNER, n->place, bp->kind->name);
        return unknown(n, c);
    }
    if (special == WORD_ME) {
        return means(n, MEAN_ME, NULL, -1, c->player);
    }
    if (check_kind_lost(bp->kind)) {
        return unknown(n, c);
    }
    if (!names_is_borne(bp->kind)) {
        diag_add(c->diags, DIAG_NO_BEARER, n->place, bp->kind->name);
        return unknown(n, c);
    }
    const struct type *t = means(n, MEAN_BEARER, NULL, -1, k ? k->type : c->thing);
    return n->type = check_narrowed(c, n, t);
}

static bool event_at_hand(const struct context *cx, const struct event_decl *e) {
    for (int32_t i = 0; i < cx->event_count; i++) {
        if (cx->events[i] == e) {
            return true;
        }
    }
    return false;
}

/* Returns the quantity of this name that may be read without arguments; NULL if there is none. One
 * of an event of the context comes first. If two others are possible, reports that. */
static struct quantity_decl *bare_quantity(struct check *c, struct node *n, struct word *w) {
    struct quantity_decl *best = NULL;
    struct quantity_decl *other = NULL;
    for (struct quantity_decl *q = w->quantities; q; q = q->next_of_name) {
        if (q->kind || q->param_count) {
            continue;
        }
        if (q->event && event_at_hand(c->cx, q->event)) {
            return q->family;
        }
        if (q->family != q) {
            continue;
        }
        other = best;
        best = q;
    }
    if (best && other) {
        diag_add(c->diags, DIAG_AMBIGUOUS, n->place, n->text,
                 other->event ? other->event->name : other->name,
                 best->event ? best->event->name : best->name);
    }
    return best;
}

static const struct type *name_quantity(struct check *c, struct node *n, struct word *w) {
    struct quantity_decl *q = bare_quantity(c, n, w);
    if (!q) {
        return NULL;
    }
    const struct type *t = check_quantity_type(c, q, n->place);
    check_reads(c, q, n->place);
    return means(n, MEAN_QUANTITY, q, -1, t);
}

void check_several(struct check *c, const struct blueprint_decl *bp, const struct node *n) {
    const struct blueprint_decl *put = bp;
    while (put && !(put->node->flags & FLAG_OF_VARIANT)) {
        put = put->next_of_name;
    }
    if (put && !(n->flags & FLAG_OF_VARIANT)) {
        struct diag *d = diag_add(c->diags, DIAG_BLUEPRINT_TWICE, put->place, n->text);
        diag_also(c->diags, d, n->place, "then it is not clear which is meant here");
    } else {
        struct diag *d = diag_add(c->diags, DIAG_BLUEPRINT_TWICE, n->place, n->text);
        diag_also(c->diags, d, bp->next_of_name->place, "another");
    }
}

/* Whether all blueprints of one name are things of one kind in scenarios. A battle has one scenario
 * at most, so at most one of them is in play, and the name means that one. */
static bool in_scenarios(const struct blueprint_decl *first) {
    for (const struct blueprint_decl *bp = first; bp; bp = bp->next_of_name) {
        const struct kind_decl *of = bp->outer ? bp->outer->kind->of : NULL;
        if (!bp->named || bp->kind != first->kind || !of || of->base != BASE_GAME) {
            return false;
        }
    }
    return true;
}

struct blueprint_decl *check_one_named(struct check *c, const struct node *n,
                                       struct blueprint_decl *first, int32_t *slot) {
    *slot = -1;
    if (!first->next_of_name) {
        return first;
    }
    for (const struct blueprint_decl *in = c->cx->blueprint; in; in = in->outer) {
        for (struct blueprint_decl *bp = first; bp; bp = bp->next_of_name) {
            if (bp->outer == in) {
                return bp;
            }
        }
    }
    if (!in_scenarios(first)) {
        check_several(c, first, n);
        return NULL;
    }
    *slot = NAMED_WHICHEVER;
    return first;
}

static const struct type *name_blueprint(struct check *c, struct node *n, struct word *w,
                                         const struct type *want) {
    int32_t slot = -1;
    struct blueprint_decl *bp = w->blueprints;
    if (!bp) {
        return NULL;
    }
    const bool thing = bp->named && !(want && want->class == CLASS_BLUEPRINT);
    if (thing) {
        bp = check_one_named(c, n, bp, &slot);
        return bp ? means(n, MEAN_NAMED, bp, slot, bp->kind->type) : unknown(n, c);
    }
    if (bp->next_of_name) {
        check_several(c, bp, n);
        return unknown(n, c);
    }
    check_names(c, n, bp);
    return means(n, MEAN_BLUEPRINT, bp, -1, bp->kind->blueprint);
}

static const struct type *name_value(struct check *c, struct node *n, struct word *w) {
    if (w->value_uses && !w->value_uses->next) {
        struct enum_decl *e = w->value_uses->values;
        return means(n, MEAN_ENUM_VALUE, e, w->value_uses->index, e->type);
    }
    if (w->value_uses) {
        diag_add(c->diags, DIAG_VALUE_AMBIGUOUS, n->place, n->text);
        return unknown(n, c);
    }
    if (w->face_uses) {
        struct face_use *u = w->face_uses;
        return means(n, MEAN_FACE, u->die, u->face, check_face_of(c, u->die));
    }
    if (w->die) {
        return means(n, MEAN_DIE, w->die, -1, c->die);
    }
    return NULL;
}

static const struct type *name_declared(struct check *c, struct node *n, struct word *w,
                                        const struct type *want) {
    if (w->player) {
        return means(n, MEAN_PLAYER, NULL, w->player - 1, c->player);
    }
    if (w->plural) {
        return means(n, MEAN_EXTENT, w->plural, -1, names_set_of(c->n, w->plural->type));
    }
    if (w->values_plural) {
        return means(n, MEAN_VALUES, w->values_plural, -1,
                     names_set_of(c->n, w->values_plural->type));
    }
    const struct type *t = name_quantity(c, n, w);
    t = t ? t : name_blueprint(c, n, w, want);
    t = t ? t : name_value(c, n, w);
    if (t) {
        return t;
    }
    if (w->event && want && want->class == CLASS_EVENT) {
        return means(n, MEAN_EVENT, w->event, -1, c->event);
    }
    return NULL;
}

static void name_not_value(struct check *c, struct node *n, const struct word *w,
                           const struct type *want) {
    if (want && want->class == CLASS_ENUM && check_no_value_named(c, n, want->values)) {
        return;
    }
    if (want && want->class == CLASS_BLUEPRINT && check_no_blueprint_named(c, n, want)) {
        return;
    }
    const char *what = w->kind     ? "a kind"
                       : w->event  ? "an event"
                       : w->ruling ? "a ruling: ask which reading it is, with is"
                       : w->quantities || w->chart || w->primitive || w->function
                           ? "read with its arguments"
                           : NULL;
    if (w->quantities && w->quantities->kind) {
        what = "read of a thing: x.name";
    }
    if (what && check_missed(c, n)) {
        return;
    }
    if (what) {
        struct diag *d = diag_add(c->diags, DIAG_NO_VALUE, n->place, n->text, what);
        if (w->kind && w->kind->plural.len) {
            diag_hint(c->diags, d, "all of them are '%t'", w->kind->plural);
        } else if (w->event) {
            struct nearest near = diag_nearest(n->text);
            check_suggest_near(c, d, &near, SUGGEST_BLUEPRINT);
            if (!near.best.len)
                diag_hint(c->diags, d, "whether it is under way: %t is running", n->text);
        }
    } else {
        check_no_name(c, n, DIAG_NO_NAME);
    }
}

const struct type *check_name(struct check *c, struct node *n, const struct type *want) {
    struct word *w = check_word(c, n);
    const struct type *elem = want && want->class == CLASS_SET ? want->elem : want;
    const struct type *t = name_inner(c, n, w);
    if (elem && elem->class == CLASS_ENUM && w->value_uses && !(t && check_fits(t, want))) {
        struct value_use *u = value_in(w, elem->values);
        if (u) {
            return means(n, MEAN_ENUM_VALUE, u->values, u->index, elem);
        }
    }
    if (elem && elem->class == CLASS_FACE && elem->die && !t) {
        for (struct face_use *u = w->face_uses; u; u = u->next) {
            if (u->die == elem->die) {
                return means(n, MEAN_FACE, u->die, u->face, elem);
            }
        }
    }
    if (t) {
        return t;
    }
    if (w->special >= WORD_IT && w->special <= WORD_GAME) {
        return name_special(c, n, (enum special_word)w->special);
    }
    t = name_declared(c, n, w, want);
    if (!t) {
        name_not_value(c, n, w, elem);
        t = unknown(n, c);
    }
    return t;
}

/* ---- x.name */

static const struct type *field_type(struct check *c, struct field_decl *f,
                                     const struct kind_decl *k, struct place place) {
    if (f->native == NATIVE_HOLDER && k && names_is_borne(k)) {
        const struct kind_decl *bearer = bearer_of(k);
        return bearer ? bearer->type : c->thing;
    }
    return f->type ? f->type : check_quantity_type(c, f->quantity, place);
}

/* Whether `of` is a parameter of the quantity that is being checked. Only then is a read of its
 * fields and numbers noted for check_circles, which looks for numbers of one thing that read each
 * other. */
static bool reads_self(const struct check *c, const struct node *of) {
    return of->kind == NODE_NAME && of->mark == MEAN_PARAM && c->cx->quantity;
}

static const struct type *event_dot(struct check *c, struct node *n, struct event_decl *e) {
    struct slot_decl *s = slot_of(e, check_word(c, n));
    n->dot.of->type = c->nothing;
    n->dot.of->mark = MEAN_EVENT;
    n->dot.of->meaning = e;
    if (!s && (check_word(c, n)->missed || check_missed(c, n))) {
        return unknown(n, c);
    }
    if (!s) {
        struct diag *d = diag_add(c->diags, DIAG_NO_ROLE, n->place, e->name, n->text);
        struct nearest near = diag_nearest(n->text);
        for (s = e->slots; s; s = s->next) {
            check_candidate(&near, s->name, s->place);
        }
        diag_did_you_mean(c->diags, d, &near);
        return unknown(n, c);
    }
    bool own = event_at_hand(c->cx, e) && c->cx->until != e;
    means(n, own ? MEAN_ROLE : MEAN_NEAREST, s, s->index, check_slot_type(c, s, n->place));
    return n->type = check_narrowed(c, n, n->type);
}

static const struct type *record_dot(struct check *c, struct node *n, const struct type *record) {
    struct node *of = n->dot.of;
    struct slot_decl *s = slot_of(record->event, check_word(c, n));
    if (!s) {
        return event_dot(c, n, record->event);
    }
    if (of->kind == NODE_NAME && of->mark == MEAN_LOCAL) {
        use_result(c, of->meaning, s);
    }
    return means(n, MEAN_RESULT, s, s->index, check_slot_type(c, s, n->place));
}

static void no_field(struct check *c, struct node *n, const struct type *t, const struct word *w) {
    if (check_missed(c, n)) {
        return;
    }
    if (span_is(n->text, "area") && !c->n->on_map) {
        diag_add(c->diags, DIAG_NO_MAP, n->place, n->text);
        return;
    }
    if (t->class == CLASS_PLACE) {
        diag_add(c->diags, DIAG_PLACE_COMPUTED, n->place);
        return;
    }
    if (check_kind_lost(t->kind)) {
        return;
    }
    if (check_removed(c, check_word(c, n), n->place) ||
        check_missing_again(c, w, DIAG_NO_FIELD, t, n->place)) {
        return;
    }
    struct diag *d = diag_add(c->diags, DIAG_NO_FIELD, n->place, check_text(c, t), n->text);
    check_missing_said(c, check_word(c, n), DIAG_NO_FIELD, t, d);
    if (!d) {
        return;
    }
    if (t->class == CLASS_SET && t->elem && t->elem->class == CLASS_THING) {
        diag_hint(c->diags, d, "of each: sum(x.%t for x in …), any, every, highest", n->text);
        return;
    }
    if (t->class == CLASS_BLUEPRINT && n->dot.of->mark == MEAN_BLUEPRINT) {
        check_hint_blueprint(c, d, n->dot.of->meaning);
        return;
    }
    if (t->kind && t->kind->plural.len && span_is(n->text, "enemies")) {
        diag_hint(c->diags, d, "by a condition: x in %t where x is enemy to %t", t->kind->plural,
                  diag_span(c->diags, n->dot.of->place));
        return;
    }
    for (const struct field_decl *f = w->fields; f && t->kind; f = f->next_of_name) {
        if (names_kind_is(f->kind, t->kind)) {
            diag_hint(c->diags, d, "ask first: … is %t and …", f->kind->name);
            return;
        }
    }
    for (int32_t i = 0; t->kind && i < c->n->blueprints_count; i++) {
        const struct blueprint_decl *bp = c->n->blueprints[i];
        if (names_kind_is(bp->kind, t->kind) && check_memory(bp, w)) {
            bool borne = names_is_borne(bp->kind);
            /* x may be the feature itself or a thing that bears it */
            bool unsure = borne && t->kind->base == BASE_THING;
            diag_hint(c->diags, d, "ask first: … is %t and …", unsure ? bp->kind->name : bp->name);
            return;
        }
    }
    struct nearest near = diag_nearest(n->text);
    for (const struct kind_decl *k = t->kind; k; k = k->parent) {
        for (const struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            check_candidate(&near, f->name, f->place);
        }
    }
    for (int32_t i = 0; t->kind && i < c->n->quantities_count; i++) {
        const struct quantity_decl *q = c->n->quantities[i];
        if (q->kind && !q->field && names_kind_is(t->kind, q->kind)) {
            check_candidate(&near, q->name, q->place);
        }
    }
    diag_did_you_mean(c->diags, d, &near);
}

static const struct type *thing_dot(struct check *c, struct node *n, const struct type *t) {
    struct word *w = check_word(c, n);
    struct node *of = n->dot.of;
    struct field_decl *f = check_field_of(w, t->kind ? t->kind : c->n->base[BASE_THING]);
    if (f) {
        if (f->quantity && reads_self(c, of)) {
            check_reads(c, f->quantity, n->place);
        }
        means(n, MEAN_FIELD, f, f->slot, field_type(c, f, t->kind, n->place));
        return n->type = check_narrowed(c, n, n->type);
    }
    for (struct quantity_decl *q = w->quantities; q; q = q->next_of_name) {
        if (q->kind && !q->event && names_kind_is(t->kind, q->kind)) {
            if (reads_self(c, of)) {
                check_reads(c, q, n->place);
            }
            return means(n, MEAN_QUANTITY, q, -1, check_quantity_type(c, q, n->place));
        }
    }
    struct memory_decl *m = check_memory(narrowed_blueprint(c, of), w);
    if (m) {
        return means(n, MEAN_MEMORY, m, m->index, m->type);
    }
    no_field(c, n, t, w);
    return unknown(n, c);
}

/* Checks `b.cost` of a blueprint as a value: what its card says. What is computed, borne or listed
 * is read of a thing that was made from it. */
static const struct type *card_dot(struct check *c, struct node *n, const struct type *t) {
    struct field_decl *f = t->kind ? check_field_of(check_word(c, n), t->kind) : NULL;
    if (f && !f->derived && !f->native && f->type->class < CLASS_SET) {
        return means(n, MEAN_CARD_FIELD, f, -1, f->type);
    }
    if (f) {
        diag_add(c->diags, DIAG_CARD_FIELD, n->place, n->text);
    } else {
        no_field(c, n, t, check_word(c, n));
    }
    return unknown(n, c);
}

/* Whether what a name counts may be a thing, which has fields: numbers, truths and figures are
 * none. */
static bool may_be_thing(const struct word *w) {
    const struct quantity_decl *q = w->quantities;
    while (q && !(q->node->kind == NODE_QUANTITY && q->node->op == OP_VALUE)) q = q->next_of_name;
    return q != NULL;
}

/* Returns the event that the name before a dot means; NULL if the name is a value. */
static struct event_decl *event_before_dot(struct check *c, struct node *of) {
    if (of->kind != NODE_NAME) {
        return NULL;
    }
    struct word *w = check_word(c, of);
    if (!w->event || check_local(c, w) || check_role(c, w, of->place) ||
        check_memory(c->cx->blueprint, w)) {
        return NULL;
    }
    for (int32_t i = 0; i < c->cx->param_count; i++) {
        if (c->cx->params[i].word == w) {
            return NULL;
        }
    }
    return may_be_thing(w) ? NULL : w->event;
}

const struct type *check_dot(struct check *c, struct node *n, const struct type *want) {
    (void)want;
    struct event_decl *e = event_before_dot(c, n->dot.of);
    if (e) {
        return event_dot(c, n, e);
    }
    const struct type *t = check_expr(c, n->dot.of, NULL);
    switch ((int)t->class) {
    case CLASS_ERROR: return unknown(n, c);
    case CLASS_RECORD: return record_dot(c, n, t);
    case CLASS_PATH: return check_part(c, n, "way");
    case CLASS_LEG: return check_part(c, n, "leg");
    case CLASS_THING: return thing_dot(c, n, t);
    case CLASS_BLUEPRINT:
        if (n->dot.of->mark != MEAN_BLUEPRINT) return card_dot(c, n, t);
        no_field(c, n, t, check_word(c, n));
        return unknown(n, c);
    default: no_field(c, n, t, check_word(c, n)); return unknown(n, c);
    }
}
