/* check_hint: what to write instead, where a value of another type is wanted, a name has no
 * meaning, or two things cannot be compared. A hint only adds to a message. */
#include <string.h>

#include "check_int.h"

/* ---- Lists */

const char *check_listed(struct check *c, const char *list, int32_t n, struct span name) {
    if (n > LISTED) return list;
    if (n == LISTED) return arena_print(c->arena, "%s, \xe2\x80\xa6", list);
    return arena_print(c->arena, "%s%s%.*s", list, n ? ", " : "", (int)name.len, name.at);
}

const char *check_list_values(struct check *c, const struct enum_decl *e) {
    const char *list = "";
    for (int32_t i = 0; i < e->count; i++) list = check_listed(c, list, i, e->values[i]);
    return list;
}

const char *check_list_readings(struct check *c, const struct node *ruling) {
    const char *list = "";
    int32_t n = 0;
    for (const struct node *r = ruling->ruling.readings; r; r = r->next)
        list = check_listed(c, list, n++, r->text);
    return list;
}

/* ---- Fields that lead to a thing of another kind */

/* Returns the field of kind k, or of a kind that k is, which holds a thing of kind `to`, as the
 * `unit` of a member does; NULL if there is none. */
static const struct field_decl *field_to(const struct kind_decl *k, const struct kind_decl *to) {
    for (; k; k = k->parent) {
        for (const struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            const struct type *t = f->type;
            if (t && t->class == CLASS_THING && t->kind && names_kind_is(t->kind, to)) return f;
        }
    }
    return NULL;
}

/* Returns the field that lists features or items of kind `held`; that of kind `of` comes first.
 * NULL if there is none. */
static const struct field_decl *field_holding(struct check *c, const struct kind_decl *held,
                                              const struct kind_decl *of) {
    const struct field_decl *any = NULL;
    for (int32_t i = 0; i < c->n->kinds_count; i++) {
        const struct kind_decl *k = c->n->kinds[i];
        for (const struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            const struct type *t = f->type;
            bool holds = t && t->class == CLASS_SET && t->elem && t->elem->kind && held &&
                         names_kind_is(held, t->elem->kind) && f->borne;
            if (holds && of && names_kind_is(of, k)) return f;
            if (holds && !any) any = f;
        }
    }
    return any;
}

static struct span span_of(const struct check *c, const struct node *n) {
    return diag_span(c->diags, n->place);
}

void check_hint_things(struct check *c, struct diag *d, const struct node *left,
                       const struct node *right) {
    const struct kind_decl *a = check_typed(left)->kind, *b = check_typed(right)->kind;
    const struct blueprint_decl *bp = c->cx->blueprint;
    if (!a || !b) return;
    if (right->mark == MEAN_BEARER && bp && names_kind_is(bp->kind, a)) {
        diag_hint(c->diags, d, "the %t itself is 'this'", bp->kind->name);
        return;
    }
    const struct field_decl *f = field_to(b, a);
    if (f) {
        diag_hint(c->diags, d, "did you mean '%t.%t'?", span_of(c, right), f->name);
        return;
    }
    f = field_to(a, b);
    if (f) diag_hint(c->diags, d, "did you mean '%t.%t'?", span_of(c, left), f->name);
}

void check_hint_bearer(struct check *c, struct diag *d, const struct kind_decl *taker,
                       const struct kind_decl *of) {
    const struct field_decl *f = taker ? field_to(taker, of) : NULL;
    if (f) diag_hint(c->diags, d, "to its %t? \xe2\x80\xa6.%t", of->name, f->name);
}

/* ---- Another type is wanted */

static void hint_amount(struct check *c, struct diag *d, const struct node *n) {
    const char *unit = check_unit_before(c, n->place);
    if (unit)
        diag_hint(c->diags, d, "did you mean %l%s?", n->number, unit);
    else
        diag_hint(c->diags, d, "write %l\" or %lmm", n->number, n->number);
}

void check_hint_blueprint(struct check *c, struct diag *d, const struct blueprint_decl *bp) {
    if (c->cx->how == AT_BLOCK) {
        diag_hint(c->diags, d, "one of them has a name: given PLAYER has %t as NAME", bp->name);
    } else if (bp->kind->plural.len && !c->cx->pure && c->cx->how <= AT_TRIGGER) {
        struct span plural = bp->kind->plural, one = {plural.at, 1};
        diag_hint(c->diags, d, "for each of those in play: for %t in %t where %t is %t { … %t … }",
                  one, plural, one, bp->name, one);
    } else if (bp->kind->plural.len) {
        diag_hint(c->diags, d, "those in play: %t where it is %t", bp->kind->plural, bp->name);
    }
}

/* Returns the role of an event that runs which holds a thing of this kind; NULL: none does. */
static const struct slot_decl *role_with(const struct check *c, const struct kind_decl *kind) {
    for (int32_t i = 0; i < c->cx->event_count; i++)
        for (const struct slot_decl *s = c->cx->events[i]->slots; s && s->role; s = s->next)
            if (s->type && s->type->class == CLASS_THING && s->type->kind &&
                names_kind_is(kind, s->type->kind))
                return s;
    return NULL;
}

/* Says of a blueprint or value that stands where a truth is wanted of what it is asked: of what is
 * asked before an `or`, of a role, or of something that the hint leaves open. */
static void hint_is(struct check *c, struct diag *d, const struct node *n) {
    const struct node *left = c->beside;
    const struct blueprint_decl *bp = n->mark == MEAN_BLUEPRINT ? n->meaning : NULL;
    while (left && left->kind == NODE_AND) left = left->and_.right;
    if (left && left->kind == NODE_IS) {
        struct span of = span_of(c, left->is.left);
        diag_hint(c->diags, d, "say both, in parentheses: (%t or %t is %t)", span_of(c, left), of,
                  span_of(c, n));
        return;
    }
    const struct slot_decl *role = bp ? role_with(c, bp->kind) : NULL;
    struct span name = bp && bp == c->cx->blueprint ? (struct span){"this", 4} : span_of(c, n);
    if (role)
        diag_hint(c->diags, d, "ask of it: %t is %t", role->name, name);
    else
        diag_hint(c->diags, d, "who or what is it? \xe2\x80\xa6 is %t", span_of(c, n));
}

/* Says of a truth that is wanted how what stands there is asked. */
static void hint_truth(struct check *c, struct diag *d, const struct node *n) {
    const struct type *have = n->type;
    if (n->kind == NODE_NUMBER) {
        diag_hint(c->diags, d, n->number ? "write yes" : "write no");
    } else if (have->class == CLASS_NUMBER) {
        diag_hint(c->diags, d, "compare it: %t > 0", span_of(c, n));
    } else if (have->class == CLASS_LENGTH) {
        diag_hint(c->diags, d, "compare it: %t > 0\"", span_of(c, n));
    } else if (have->class == CLASS_BLUEPRINT || have->class == CLASS_ENUM) {
        hint_is(c, d, n);
    } else if (have->class == CLASS_THING) {
        diag_hint(c->diags, d, "ask something of it: %t is not none", span_of(c, n));
    } else if (have->class == CLASS_SET) {
        diag_hint(c->diags, d, "ask something of it: %t is not empty", span_of(c, n));
    }
}

/* Says of a blueprint that is wanted how it is named, if its title stands there, and where a
 * blueprint of another kind would stand. */
static void hint_named(struct check *c, struct diag *d, const struct node *n,
                       const struct type *want) {
    const struct kind_decl *of = c->cx->blueprint ? c->cx->blueprint->kind : NULL;
    const struct field_decl *f = check_typed(n)->class == CLASS_BLUEPRINT
                                     ? field_holding(c, check_typed(n)->kind, of)
                                     : NULL;
    const struct blueprint_decl *of_name = n->mark == MEAN_BLUEPRINT ? n->meaning : NULL;
    const struct kind_decl *bears = of_name ? of_name->of : NULL;
    for (int32_t i = 0; n->kind == NODE_TEXT && i < c->n->blueprints_count; i++) {
        const struct blueprint_decl *bp = c->n->blueprints[i];
        if (!span_equal(bp->title, n->text) || (want->kind && !names_kind_is(bp->kind, want->kind)))
            continue;
        diag_hint(c->diags, d, "that is its title; its name is %t", bp->name);
        return;
    }
    if (n->kind == NODE_TEXT) diag_hint(c->diags, d, "a name stands here, without quotes");
    if (f)
        diag_hint(c->diags, d, "it stands behind %t of %t: %t %t", f->name,
                  bears ? bears->name : f->kind->name, f->name, span_of(c, n));
}

void check_hint_want(struct check *c, struct diag *d, const struct node *n,
                     const struct type *want) {
    const struct type *have = n->type;
    const struct type *one = want->class == CLASS_SET && want->elem ? want->elem : want;
    if (!d) return;
    if (have->class == CLASS_THING && one->class == CLASS_THING && have->kind && one->kind &&
        names_kind_is(one->kind, have->kind)) {
        diag_hint(c->diags, d, "ask first: \xe2\x80\xa6 is %t and \xe2\x80\xa6", one->kind->name);
        return;
    }
    if (have->class == CLASS_THING && one->class == CLASS_THING && have->kind && one->kind) {
        const struct field_decl *f = field_to(have->kind, one->kind);
        if (f) diag_hint(c->diags, d, "did you mean '%t.%t'?", span_of(c, n), f->name);
        return;
    }
    switch ((int)one->class) {
    case CLASS_LENGTH:
        if (n->kind == NODE_NUMBER) hint_amount(c, d, n);
        break;
    case CLASS_NUMBER:
        if (have->class == CLASS_LENGTH)
            diag_hint(c->diags, d, "how many: %t / 1\" rounded down", span_of(c, n));
        else if (have->class == CLASS_SET || have->class == CLASS_POOL)
            diag_hint(c->diags, d, "how many: count(%t)", span_of(c, n));
        break;
    case CLASS_TRUTH: hint_truth(c, d, n); break;
    case CLASS_SHAPE:
        if (have->class == CLASS_LENGTH) diag_hint(c->diags, d, "as in circle(%t)", span_of(c, n));
        break;
    case CLASS_PLACE:
        if (have->class == CLASS_LENGTH)
            diag_hint(c->diags, d, "a place is two lengths: (24\", 12\")");
        break;
    case CLASS_BLUEPRINT: hint_named(c, d, n, one); break;
    default: break;
    }
}

void check_hint_compare(struct check *c, struct diag *d, const struct node *left,
                        const struct node *right) {
    const struct node *number = check_typed(left)->class == CLASS_LENGTH ? right : left;
    const struct node *length = number == left ? right : left;
    const struct node *die = check_typed(left)->class == CLASS_DIE ? left : right;
    if (check_typed(die)->class == CLASS_DIE && die->kind == NODE_NAME)
        diag_hint(c->diags, d, "a die has a number when it is rolled: let %t = roll \xe2\x80\xa6",
                  span_of(c, die));
    if (check_typed(length)->class != CLASS_LENGTH || check_typed(number)->class != CLASS_NUMBER)
        return;
    if (number->kind == NODE_NUMBER)
        diag_hint(c->diags, d, "write %l\"", number->number);
    else
        diag_hint(c->diags, d, "as a length: %t * 1\"", span_of(c, number));
}

/* ---- Arguments that are missing */

/* Whether a name is one of the arguments in a text that has commas between them. */
static bool is_given(const char *given, const char *name) {
    const size_t len = strlen(name);
    for (const char *p = given; *p; p += strcspn(p, ", ")) {
        p += strspn(p, ", ");
        if (strncmp(p, name, len) == 0 && (!p[len] || strchr(", ", p[len]))) return true;
    }
    return false;
}

/* Returns what may stand for an argument: an amount, a role of the kind that is wanted and that no
 * other argument names, or else the name of the parameter. */
static const char *sample(struct check *c, const struct formal *f, const char *given) {
    const enum type_class want = f->type ? f->type->class : CLASS_ERROR;
    if (want == CLASS_LENGTH) return "6\"";
    if (want == CLASS_NUMBER)
        return arena_print(c->arena, "%lld", (long long)(f->least > 1 ? f->least : 1));
    for (int32_t i = 0; want == CLASS_THING && i < c->cx->event_count; i++) {
        for (const struct slot_decl *s = c->cx->events[i]->slots; s && s->role; s = s->next) {
            const char *name = arena_text(c->arena, s->name.at, s->name.len);
            if (s->type && check_fits(s->type, f->type) && !is_given(given, name)) return name;
        }
    }
    return arena_text(c->arena, f->word->text.at, f->word->text.len);
}

void check_hint_args(struct check *c, struct diag *d, struct span name, const struct node *list,
                     const struct formal *formals, int32_t count, const bool *given) {
    const char *all = "", *wanted = "";
    int32_t missing = 0;
    for (; list; list = list->next) {
        struct span s = span_of(c, list);
        all = arena_print(c->arena, "%s%s%.*s", all, *all ? ", " : "", (int)s.len, s.at);
    }
    for (int32_t i = 0; i < count; i++) {
        if (given[i] || formals[i].optional) continue;
        struct span s = formals[i].word->text;
        all = arena_print(c->arena, "%s%s%s", all, *all ? ", " : "", sample(c, &formals[i], all));
        wanted =
            arena_print(c->arena, "%s%s'%.*s'", wanted, missing++ ? " and " : "", (int)s.len, s.at);
    }
    if (missing > 1)
        diag_hint(c->diags, d, "%s are missing, as in %t(%s)", wanted, name, all);
    else
        diag_hint(c->diags, d, "as in %t(%s)", name, all);
}

/* ---- Names without a meaning */

struct slot_decl *check_role_of(const struct event_decl *e, const struct word *w) {
    struct slot_decl *s = e->slots;
    while (s && s->role && s->word != w) s = s->next;
    return s && s->role ? s : NULL;
}

/* Returns the number that an author probably meant by a row to `name` whose condition speaks of the
 * role w: of those of events with such a role the one with the nearest name. NULL if none is
 * near. */
static const struct quantity_decl *number_with_role(const struct check *c, struct span name,
                                                    const struct word *w) {
    const struct quantity_decl *best = NULL;
    struct nearest near = diag_nearest(name);
    for (int32_t i = 0; i < c->n->quantities_count; i++) {
        const struct quantity_decl *q = c->n->quantities[i];
        if (!q->event || !check_role_of(q->event, w)) continue;
        struct span before = near.best;
        diag_candidate(&near, q->name, q->place);
        if (near.best.at != before.at) best = q;
    }
    return best;
}

bool check_row_of_field(struct check *c, const struct node *n) {
    const struct rule_decl *r = c->cx->how == AT_RULE ? c->cx->rule : NULL;
    const struct quantity_decl *q = r ? r->target : NULL;
    struct word *w = check_word(c, n);
    const struct event_decl *e = NULL;
    if (!q || !q->field || q->event || !r->node->row.target) return false;
    for (int32_t i = 0; !e && i < c->n->events_count; i++)
        if (check_role_of(c->n->events[i], w)) e = c->n->events[i];
    if (!e) return false;
    const struct quantity_decl *meant = number_with_role(c, q->name, w);
    struct diag *d = diag_add(c->diags, DIAG_ROW_OF_FIELD, r->node->row.target->place, q->name,
                              q->field->kind->name, n->text);
    if (meant)
        diag_hint(c->diags, d,
                  "the number '%t' of '%t' has a role '%t': \xe2\x80\xa6 to %t when \xe2\x80\xa6",
                  meant->name, meant->event->name, n->text, meant->name);
    else
        diag_hint(c->diags, d, "'%t' is a role of '%t', which has numbers of its own", n->text,
                  e->name);
    return true;
}

/* Lists the kinds of features, items or cards that an author may declare, for a blueprint of kind
 * `of`: that kind itself, if the rules declare it, or up to three kinds that are of it and that the
 * taker of a `give` may bear. */
static const char *declared_as(struct check *c, const struct kind_decl *of) {
    const struct kind_decl *taker = c->taker;
    const char *list = "";
    int32_t n = 0;
    if (of->node) return arena_text(c->arena, of->name.at, of->name.len);
    for (int32_t i = 0; i < c->n->kinds_count && n < 3; i++) {
        const struct kind_decl *k = c->n->kinds[i];
        bool borne = !taker || !k->of || names_kind_is(k->of, taker) || names_kind_is(taker, k->of);
        if (k->node && k != of && names_kind_is(k, of) && borne)
            list = arena_print(c->arena, "%s%s%.*s", list, n++ ? " or " : "", (int)k->name.len,
                               k->name.at);
    }
    return n ? list : "KIND";
}

bool check_no_blueprint_named(struct check *c, struct node *n, const struct type *want) {
    const struct word *w = check_word(c, n);
    const struct kind_decl *of = want->kind;
    if (!of || w->event || w->ruling || w->quantities || w->kind || w->value_uses) return false;
    struct diag *d = check_missing(c, DIAG_NO_NAME, n->place, n->text, 0);
    if (!d) return true;
    struct nearest near = diag_nearest(n->text);
    const char *some = "";
    int32_t count = 0;
    for (int32_t i = 0; i < c->n->blueprints_count; i++) {
        const struct blueprint_decl *bp = c->n->blueprints[i];
        if (!names_kind_is(bp->kind, of)) continue;
        check_candidate(&near, bp->name, bp->place);
        if (bp->title.len && count++ < 3)
            some = arena_print(c->arena, "%s%s%.*s", some, count > 1 ? ", " : "", (int)bp->name.len,
                               bp->name.at);
    }
    if (near.best.len)
        diag_did_you_mean(c->diags, d, &near);
    else
        diag_hint(c->diags, d, "%s%s%sdeclare it: %s %t \"\xe2\x80\xa6\" { \xe2\x80\xa6 }",
                  count ? "there are " : "", some,
                  count > 3   ? ", \xe2\x80\xa6; or "
                  : count > 0 ? "; or "
                              : "",
                  declared_as(c, of), n->text);
    return true;
}

bool check_no_value_named(struct check *c, struct node *n, const struct enum_decl *e) {
    if (check_is_lost(c, n->text) || check_missed(c, n)) return true;
    if (check_removed(c, check_word(c, n), n->place)) return true;
    struct diag *d =
        diag_add(c->diags, DIAG_NO_ENUM_VALUE, n->place, n->text, check_list_values(c, e));
    struct nearest near = diag_nearest(n->text);
    for (int32_t i = 0; i < e->count; i++)
        diag_candidate(&near, e->values[i], (struct place){UINT32_MAX, 0, 0});
    for (const struct local *l = c->cx->scope; l; l = l->next_in_scope)
        check_candidate(&near, l->name, l->place);
    for (int32_t i = 0; i < c->cx->event_count; i++)
        for (const struct slot_decl *s = c->cx->events[i]->slots; s; s = s->next)
            check_candidate(&near, s->name, s->place);
    diag_did_you_mean(c->diags, d, &near);
    return true;
}
