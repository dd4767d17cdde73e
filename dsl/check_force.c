/* check_force: forces and rosters: which blueprints a roster may be drawn from, and whether it
 * keeps the limits of its force. A limit is a line such as `at most 2 archers per 100 points`. */
#include <string.h>

#include "check_int.h"

static struct blueprint_decl *force_blueprint(struct check *c, struct node *n, struct span text) {
    struct blueprint_decl *bp = names_word(c->n, text)->blueprints;
    const struct value_use *u = names_word(c->n, text)->value_uses;
    const struct field_decl *f = u ? u->values->fields : NULL;
    const struct blueprint_decl *as = NULL;
    for (int32_t i = 0; f && !as && i < c->n->blueprints_count; i++)
        if (names_kind_is(c->n->blueprints[i]->kind, f->kind) &&
            !(c->n->blueprints[i]->node->flags & FLAG_FOR_EXAMPLES))
            as = c->n->blueprints[i];
    if (!bp) {
        struct diag *d = check_missing(c, DIAG_NO_BLUEPRINT, n->place, text, SUGGEST_BLUEPRINT);
        if (f && as)
            diag_hint(c->diags, d,
                      "'%t' is a value of %t: 'from' names each %t, as in from %t; a limit may "
                      "count it, at most 3 %t",
                      text, f->name, f->kind->name, as->name, text);
    } else {
        check_lists(c, n, bp);
    }
    return bp;
}

/* ---- What a limit counts ------------------------------------------------------------------ */

static void count_blueprint(struct node *n, struct blueprint_decl *bp) {
    bool borne = names_is_borne(bp->kind);
    bp->is_given = bp->is_asked = true;
    n->meaning = bp;
    n->mark = borne ? FORCE_BY_BORNE : FORCE_BY_BLUEPRINT;
}

/* Offers the name of a field, if a limit may count it, or of the values that it may hold. */
static void counted_field(struct check *c, const struct field_decl *f, struct nearest *near) {
    const struct type *t = f->type;
    const struct type *one = t && t->class == CLASS_SET ? t->elem : t;
    bool sums = t && !f->derived && (t->class == CLASS_NUMBER || t->class == CLASS_TRUTH);
    if (sums) check_candidate(near, f->name, f->place);
    for (int32_t i = 0; one && one->class == CLASS_ENUM && i < one->values->count; i++)
        check_candidate(near, one->values->values[i], one->values->place);
    (void)c;
}

/* Finds out what a limit counts. `n` is the FORCE_LIMIT, or the NAME after `per`. Sets n->mark to a
 * FORCE_BY_… and n->meaning to what is counted; after a message n->mark is UINT32_MAX. */
static void check_counted(struct check *c, struct node *n, const struct kind_decl *kind) {
    struct word *w = check_word(c, n);
    struct field_decl *f = kind ? check_field_of(w, kind) : w->fields;
    enum type_class class = f && f->type && !f->derived ? f->type->class : CLASS_VOID;
    n->meaning = NULL;
    n->mark = FORCE_BY_VALUE;
    if (w->blueprints) {
        count_blueprint(n, w->blueprints);
    } else if (class == CLASS_NUMBER || class == CLASS_TRUTH) {
        n->meaning = f;
        n->mark = class == CLASS_NUMBER ? FORCE_BY_FIELD : FORCE_BY_TRUTH;
    } else if (w->kind || w->plural) {
        n->meaning = w->kind ? w->kind : w->plural;
        n->mark = FORCE_BY_KIND;
    } else if (!w->value_uses) {
        struct diag *d = diag_add(c->diags, DIAG_NOTHING_COUNTED, n->place, n->text);
        struct nearest near = diag_nearest(n->text);
        for (const struct kind_decl *k = d ? kind : NULL; k; k = k->parent) {
            for (f = k->fields; f; f = f->next_in_kind) counted_field(c, f, &near);
        }
        for (int32_t i = 0; d && i < c->n->blueprints_count; i++)
            check_candidate(&near, c->n->blueprints[i]->name, c->n->blueprints[i]->place);
        diag_hint(c->diags, d,
                  "counted are cards, kinds, talents and the like, values of fields, and number "
                  "fields, by name");
        check_suggest_near(c, d, &near, SUGGEST_KIND);
        n->mark = UINT32_MAX;
    }
}

static void check_limit_line(struct check *c, struct node *limit, const struct kind_decl *kind) {
    check_counted(c, limit, kind);
    if (!limit->force_limit.per) {
        return;
    }
    check_counted(c, limit->force_limit.per, kind);
    if (limit->force_limit.per_count->number < 1) {
        diag_add(c->diags, DIAG_PER_NOTHING, limit->force_limit.per_count->place);
    }
}

/* ---- What is added and removed ------------------------------------------------------------ */

/* Whether applying limits to rosters, or additions to forces, has taken more than MAX_TEXT_STEPS
 * steps. The first time, reports that. A step is one thing looked at: for a roster an entry, a part
 * of the entry's blueprint or a value that it lists, or a name that the force is drawn `from`; for
 * what is added to a force a line of it. */
static bool gone_too_far(struct check *c, struct place place) {
    if (c->steps <= MAX_TEXT_STEPS) {
        return false;
    }
    if (!c->stopped) {
        diag_add(c->diags, DIAG_TOO_MANY, place, MAX_TEXT_STEPS,
                 "parts of the rules are gone over for forces and the limits of rosters",
                 "TEXT_STEPS");
    }
    c->stopped = true;
    return true;
}

/* Whether two limits count the same: both at most, or both at least or exactly so many of one name,
 * per the same. */
static bool same_counted(const struct node *a, const struct node *b) {
    const struct node *x = a->force_limit.per, *y = b->force_limit.per;
    return a->op == b->op && span_equal(a->text, b->text) && !x == !y &&
           (!x || (span_equal(x->text, y->text) &&
                   a->force_limit.per_count->number == b->force_limit.per_count->number));
}

/* Whether a line says the same as n, which is a limit or has the name of a card; or, if `whole` is
 * false, limits the same. */
static bool is_line(const struct node *old, const struct node *n, bool whole) {
    bool limit = n->kind == NODE_FORCE_LIMIT;
    if ((old->kind == NODE_FORCE_LIMIT) != limit) {
        return false;
    }
    return limit ? same_counted(old, n) && (!whole || old->number == n->number)
                 : span_equal(old->text, n->text);
}

/* Returns the link to the line of a list that says the same as n, or, if `whole` is false, limits
 * the same; if there is none, the end of the list. */
static struct force_line **line_of(struct check *c, struct force_line **list, const struct node *n,
                                   bool whole) {
    for (; *list && !is_line((*list)->node, n, whole); list = &(*list)->next) {
        c->steps++;
    }
    return list;
}

static void put_line(struct check *c, struct force_line **end, struct node *n) {
    *end = NEW(c->arena, struct force_line);
    **end = (struct force_line){NULL, n};
}

static void add_line(struct check *c, struct force_decl *force, struct node *n) {
    bool limit = n->kind == NODE_FORCE_LIMIT;
    struct force_line **at = line_of(c, limit ? &force->limits : &force->from, n, false);
    if (!*at) {
        put_line(c, at, n);
        return;
    }
    static const char from[] = "from";
    struct diag *d = limit ? diag_add(c->diags, DIAG_LIMIT_TWICE, n->place, n->text, force->name)
                           : diag_add(c->diags, DIAG_HELD_ONCE, n->place,
                                      (struct span){from, sizeof from - 1}, force->name);
    diag_also(c->diags, d, (*at)->node->place, "the first");
}

static void remove_line(struct check *c, struct force_decl *force, struct node *n) {
    bool limit = n->kind == NODE_FORCE_LIMIT;
    struct force_line **list = limit ? &force->limits : &force->from;
    struct force_line **at = line_of(c, list, n, true);
    if (*at) {
        *at = (*at)->next;
        put_line(c, line_of(c, &force->gone, n, true), n);
        return;
    }
    const struct force_line *gone = *line_of(c, &force->gone, n, true);
    struct diag *d = diag_add(c->diags, DIAG_NOT_IN_FORCE, n->place, force->name, n->text);
    if (gone) {
        diag_also(c->diags, d, gone->node->place, "removed here already");
        return;
    }
    struct nearest near = diag_nearest(n->text);
    for (const struct force_line *l = *list; l; l = l->next) {
        if (limit && span_equal(l->node->text, n->text)) {
            diag_also(c->diags, d, l->node->place, "this is the limit that it has");
            return;
        }
        check_candidate(&near, l->node->text, l->node->place);
    }
    diag_did_you_mean(c->diags, d, &near);
}

/* Applies one item of an `add to` of a force. */
static void add_item(struct check *c, struct force_decl *force, struct node *n) {
    if (n->kind == NODE_FORCE_LIMIT) {
        add_line(c, force, n);
    } else if (n->kind == NODE_FORCE_FROM && force->open) {
        diag_add(c->diags, DIAG_FORCE_ITEM, n->place, force->name,
                 "it has no `from`, so it may be drawn from everything already");
    } else if (n->kind == NODE_FORCE_FROM) {
        for (struct node *f = n->force_from.names; f; f = f->next) {
            add_line(c, force, f);
        }
    } else if (n->kind == NODE_ITEM_REMOVE) {
        for (struct node *v = n->item_remove.values; v; v = v->next) {
            if (v->kind == NODE_NAME || v->kind == NODE_FORCE_LIMIT) {
                remove_line(c, force, v);
            } else {
                diag_add(c->diags, DIAG_FORCE_ITEM, v->place, force->name,
                         "`remove` names a card that it is drawn from, or one of its limits");
            }
        }
    } else if (n->kind != NODE_MISTAKE) {
        diag_add(c->diags, DIAG_FORCE_ITEM, n->place, force->name,
                 "only `from`, limits and `remove` are added to one");
    }
}

/* Collects the lines of a force: its own, then what is added and removed, in the order of the
 * text. */
static void collect_lines(struct check *c, struct force_decl *force) {
    struct force_line **from = &force->from, **limit = &force->limits;
    force->open = true;
    for (struct node *n = force->node->force.limits; n; n = n->next) {
        for (struct node *f = n->kind == NODE_FORCE_FROM ? n->force_from.names : NULL; f;
             f = f->next) {
            force->open = false;
            put_line(c, from, f);
            from = &(*from)->next;
        }
        if (n->kind == NODE_FORCE_LIMIT) {
            put_line(c, limit, n);
            limit = &(*limit)->next;
        }
    }
    for (struct node *more = force->more; more; more = more->meaning) {
        for (struct node *n = more->add_to.items; n && !gone_too_far(c, n->place); n = n->next) {
            add_item(c, force, n);
        }
    }
}

static void check_force(struct check *c, struct force_decl *force) {
    const struct kind_decl *kind = NULL;
    collect_lines(c, force);
    for (struct force_line *l = force->from; l; l = l->next) {
        struct blueprint_decl *bp = force_blueprint(c, l->node, l->node->text);
        l->node->meaning = bp;
        kind = bp ? bp->kind : kind;
    }
    for (struct force_line *l = force->limits; l; l = l->next) {
        check_limit_line(c, l->node, kind);
    }
}

/* ---- Counting ------------------------------------------------------------------------------- */

static const struct blueprint_decl *root(const struct blueprint_decl *bp) {
    return bp && bp->form_of ? bp->form_of : bp;
}

static const struct node *setting_of_field(const struct blueprint_decl *bp,
                                           const struct field_decl *f) {
    const struct node *v = f->value;
    for (const struct given *g = bp->given; g; g = g->next) {
        v = g->field == f && g->count == 1 ? g->values[0] : v;
    }
    return v;
}

static bool holds(const struct blueprint_decl *bp, const struct field_decl *f) {
    for (const struct given *g = bp->given; g; g = g->next) {
        if (g->field == f) {
            return g->count == 0 || (g->values[0]->kind == NODE_TRUTH && g->values[0]->number);
        }
    }
    return f->value && f->value->kind == NODE_TRUTH && f->value->number;
}

/* Whether some field of the blueprint lists the feature or item, or has the value, that `what`
 * counts. Adds the number of values looked at to `*steps`. */
static bool lists(int64_t *steps, const struct blueprint_decl *bp, const struct node *what) {
    for (const struct given *g = bp->given; g; g = g->next) {
        *steps += g->count;
        for (int32_t i = 0; i < g->count; i++) {
            const struct node *v = g->values[i];
            bool word = v->kind == NODE_NAME || v->kind == NODE_CALL;
            if (word && what->mark == FORCE_BY_BORNE && v->meaning == what->meaning) {
                return true;
            }
            if (v->kind == NODE_NAME && v->mark == MEAN_ENUM_VALUE &&
                what->mark == FORCE_BY_VALUE && span_equal(v->text, what->text)) {
                return true;
            }
        }
    }
    return false;
}

static bool lists_within(int64_t *steps, const struct blueprint_decl *bp, const struct node *what) {
    if (lists(steps, bp, what)) {
        return true;
    }
    for (const struct part *p = what->mark == FORCE_BY_BORNE ? bp->parts : NULL; p; p = p->next) {
        (*steps)++;
        if (lists(steps, p->blueprint, what)) {
            return true;
        }
    }
    return false;
}

/* Returns how many members of a unit are made from the blueprint `member` or from a form of it. */
static int64_t members_made_from(int64_t *steps, const struct blueprint_decl *bp,
                                 const struct blueprint_decl *member) {
    int64_t sum = 0;
    for (const struct part *p = bp->parts; p; p = p->next) {
        (*steps)++;
        if (root(p->blueprint) == member && !num_add(sum, p->count, &sum)) {
            return NUM_MAX;
        }
    }
    return sum;
}

/* Returns how much one unit that is made from bp counts toward a limit. `what` is the FORCE_LIMIT,
 * or the NAME after `per`. */
static int64_t unit_counts(int64_t *steps, const struct blueprint_decl *bp,
                           const struct node *what) {
    const struct node *v;
    const struct blueprint_decl *made;
    switch (what->mark) {
    case FORCE_BY_BLUEPRINT:
        made = what->meaning;
        return made->outer ? members_made_from(steps, bp, made) : root(bp) == made;
    case FORCE_BY_FIELD:
        v = setting_of_field(bp, what->meaning);
        return v && v->kind == NODE_NUMBER ? v->number : 0;
    case FORCE_BY_KIND: return names_kind_is(bp->kind, what->meaning);
    case FORCE_BY_TRUTH: return holds(bp, what->meaning);
    case FORCE_BY_BORNE:
    case FORCE_BY_VALUE: return lists_within(steps, bp, what);
    default: return 0;
    }
}

/* Returns how much all units of a roster count toward a limit; NUM_MAX if the sum is out of
 * range. */
static int64_t roster_sum(int64_t *steps, const struct roster_decl *r, const struct node *what) {
    int64_t sum = 0;
    for (const struct node *e = r->node->roster.entries; e; e = e->next) {
        (*steps)++;
        const struct blueprint_decl *bp = e->kind == NODE_ROSTER_ENTRY ? e->meaning : NULL;
        int64_t all = 0;
        if (!num_mul(e->number, bp ? unit_counts(steps, bp, what) : 0, &all) ||
            !num_add(sum, all, &sum)) {
            return NUM_MAX;
        }
    }
    return sum;
}

static struct force_count force_count(int64_t *steps, const struct roster_decl *r,
                                      const struct node *limit) {
    struct force_count n = {roster_sum(steps, r, limit), limit->number};
    const struct node *per = limit->force_limit.per;
    if (!per) {
        return n;
    }
    int64_t times = limit->force_limit.per_count->number;
    /* rounded down: `per 100 points` counts whole hundreds only */
    times = times > 0 ? roster_sum(steps, r, per) / times : 0;
    if (!num_mul(limit->number, times, &n.limit)) {
        n.limit = NUM_MAX;
    }
    return n;
}

struct force_count check_force_count(const struct roster_decl *r, const struct node *limit) {
    int64_t steps = 0;
    return force_count(&steps, r, limit);
}

/* ---- Rosters -------------------------------------------------------------------------------- */

static const char *limit_text(struct check *c, const struct node *limit) {
    const char *text = arena_print(c->arena, "%s %lld %.*s", node_op_text((enum node_op)limit->op),
                                   (long long)limit->number, (int)limit->text.len, limit->text.at);
    const struct node *per = limit->force_limit.per;
    return per ? arena_print(c->arena, "%s per %lld %.*s", text,
                             (long long)limit->force_limit.per_count->number, (int)per->text.len,
                             per->text.at)
               : text;
}

static bool is_kept(const struct node *limit, struct force_count of) {
    return limit->op == OP_EXACTLY   ? of.has == of.limit
           : limit->op == OP_AT_MOST ? of.has <= of.limit
                                     : of.has >= of.limit;
}

static bool is_from(struct check *c, const struct force_decl *force,
                    const struct blueprint_decl *bp) {
    for (const struct force_line *l = force->from; l; l = l->next) {
        c->steps++;
        if (l->node->meaning == bp) {
            return true;
        }
    }
    return force->open;
}

static struct force_breach *breach(struct check *c, struct force_breach ***end, struct node *n) {
    struct force_breach *b = NEW(c->arena, struct force_breach);
    b->node = n;
    **end = b;
    *end = &b->next;
    return b;
}

/* Returns the breaches of a roster: entries that its force may not be drawn from, then limits that
 * it does not keep. Limits are counted only if `known` is true: all blueprints that it names are
 * known. */
static struct force_breach *breaches_of(struct check *c, const struct roster_decl *r, bool known) {
    struct force_breach *first = NULL, **end = &first;
    for (struct node *e = r->node->roster.entries; e && !gone_too_far(c, r->place); e = e->next) {
        const struct blueprint_decl *bp = e->kind == NODE_ROSTER_ENTRY ? e->meaning : NULL;
        if (bp && !is_from(c, r->force, root(bp))) {
            breach(c, &end, e)->text =
                arena_print(c->arena, "%.*s is not among what %.*s is drawn from", (int)e->text.len,
                            e->text.at, (int)r->force->name.len, r->force->name.at);
        }
    }
    for (struct force_line *l = known ? r->force->limits : NULL; l; l = l->next) {
        struct node *n = l->node;
        if (gone_too_far(c, r->place)) {
            break;
        }
        if (n->mark == UINT32_MAX) {
            continue;
        }
        struct force_count of = force_count(&c->steps, r, n);
        if (!is_kept(n, of)) {
            struct force_breach *b = breach(c, &end, n);
            b->text = limit_text(c, n);
            b->has = of.has;
            b->limit = of.limit;
        }
    }
    return first;
}

/* Resolves the names in a roster and reports unknown ones. Sets r->force to NULL if the force is
 * not known. Returns false if a blueprint is not known. */
static bool resolve_roster(struct check *c, struct roster_decl *r) {
    struct node *name = r->node->roster.force;
    bool known = true;
    r->force = check_word(c, name)->force;
    if (!r->force) {
        check_missing(c, DIAG_NO_FORCE, name->place, name->text, SUGGEST_FORCE);
    }
    for (struct node *e = r->node->roster.entries; e; e = e->next) {
        if (e->kind == NODE_ROSTER_ENTRY) {
            force_blueprint(c, e, e->text);
            known = known && e->meaning;
        }
    }
    return known;
}

/* Adds to a name in a list for a message; it names no more than eight. */
static const char *named(struct check *c, const char *list, int32_t n, struct span name) {
    if (n >= 8) return n == 8 ? arena_print(c->arena, "%s, …", list) : list;
    return arena_print(c->arena, "%s%s%.*s", list, n ? ", " : "", (int)name.len, name.at);
}

/* Says in the message about a limit that is not kept what counts: of the roster if it has too much,
 * or else of what the force is drawn from. A sum of a number field needs no such list. */
static void hint_counting(struct check *c, struct diag *d, const struct roster_decl *r,
                          const struct force_breach *b) {
    const char *list = "";
    int32_t n = 0;
    int64_t steps = 0;
    if (b->node->mark == FORCE_BY_FIELD) return;
    if (b->has > b->limit) {
        for (const struct node *e = r->node->roster.entries; e; e = e->next) {
            const struct blueprint_decl *bp = e->kind == NODE_ROSTER_ENTRY ? e->meaning : NULL;
            if (bp && unit_counts(&steps, bp, b->node)) list = named(c, list, n++, e->text);
        }
    } else {
        for (const struct force_line *l = r->force->from; l; l = l->next) {
            const struct blueprint_decl *bp = l->node->meaning;
            if (bp && unit_counts(&steps, bp, b->node)) list = named(c, list, n++, l->node->text);
        }
    }
    if (n) diag_hint(c->diags, d, "as such count: %s", list);
}

/* Says in the message about an entry that the force `of` is not drawn from which force is, and how
 * this one would be. */
static void hint_other_force(struct check *c, struct diag *d, const struct force_decl *of,
                             const struct node *entry) {
    for (int32_t i = 0; i < c->n->forces_count; i++) {
        const struct force_decl *force = c->n->forces[i];
        for (const struct force_line *l = force->from; l; l = l->next) {
            if (l->node->meaning != root(entry->meaning)) continue;
            diag_hint(c->diags, d, "it is open to %t; to open it: add to %t { from %t }",
                      force->name, of->name, entry->text);
            return;
        }
    }
    diag_hint(c->diags, d, "to open it: add to %t { from %t }", of->name, entry->text);
}

static void report(struct check *c, const struct roster_decl *r, const struct force_breach *b) {
    if (b->node->kind == NODE_ROSTER_ENTRY) {
        /* A `from` line that could not be read may name this blueprint. */
        if (!diag_unread(c->diags)) {
            struct diag *d =
                diag_add(c->diags, DIAG_ROSTER_FROM, b->node->place, b->node->text, r->force->name);
            const struct force_line *gone = *line_of(c, &r->force->gone, b->node, true);
            if (gone) {
                diag_also(c->diags, d, gone->node->place, "removed here");
            } else {
                hint_other_force(c, d, r->force, b->node);
            }
        }
        return;
    }
    const char *text = b->node->force_limit.per ? arena_print(c->arena, "%s, which makes %lld",
                                                              b->text, (long long)b->limit)
                                                : b->text;
    struct diag *d = diag_add(c->diags, DIAG_ROSTER_BREACH, r->place, text, b->has);
    hint_counting(c, d, r, b);
    diag_also(c->diags, d, b->node->place, "the limit");
}

static void check_roster(struct check *c, struct roster_decl *r) {
    bool known = resolve_roster(c, r);
    for (const struct force_breach *b = r->force ? breaches_of(c, r, known) : NULL; b;
         b = b->next) {
        report(c, r, b);
    }
}

void check_forces(struct check *c) {
    for (int32_t i = 0; i < c->n->forces_count; i++) {
        check_force(c, c->n->forces[i]);
    }
    for (int32_t i = 0; i < c->n->rosters_count; i++) {
        check_roster(c, c->n->rosters[i]);
    }
    /* A breach of an example's roster is no mistake: the example says which breaches it expects. */
    c->in_block = true;
    for (int32_t i = 0; i < c->n->blocks_count; i++) {
        struct block_decl *b = c->n->blocks[i];
        if (b->roster && resolve_roster(c, b->roster) && b->roster->force) {
            b->breaches = breaches_of(c, b->roster, true);
        }
    }
    c->in_block = false;
}
