/*
 * check_card: warnings of cards that can be read and cannot be meant: fields that were forgotten,
 * groups without members, rows of a feature that forget its bearer, what nothing brings into play.
 */
#include "check_int.h"

/* Whether all that the blueprint sets is known, and its author wrote it for battles: a form is made
 * of another blueprint, which is judged itself, and examples may be given odd cards. */
static bool known(const struct blueprint_decl *bp) {
    return bp->kind && !bp->doubtful && !bp->form_of && !check_kind_lost(bp->kind) &&
           !(bp->node->flags & FLAG_FOR_EXAMPLES);
}

/* ---- Fields that most cards of a kind say */

/* Whether a card that leaves the field out has none of it, or a 0 that nobody wrote. */
static bool is_lacked(const struct field_decl *f) {
    if (f->native != NATIVE_NOT) return f->native == NATIVE_BASE;
    if (f->derived) return false;
    const bool counted = f->type->class == CLASS_NUMBER || f->type->class == CLASS_LENGTH;
    return counted && (!f->value || f->none_ok);
}

/* Whether so few leave a field out that they have forgotten it. A piece without a base is a point,
 * which is seldom meant; a number may be none of some. */
static bool is_forgotten(const struct field_decl *f, int32_t with, int32_t without) {
    if (f->native == NATIVE_BASE) return with >= 2 * without;
    return with >= 8 * without || (without == 1 && with >= 3);
}

/* The blueprints of one kind. What is `like` another is not among them: it leaves out what the
 * other leaves out. */
struct cards {
    struct blueprint_decl **of;
    int32_t count;
    int32_t *with; /* how many set a field, by its index in names.fields */
};

static bool sets(const struct blueprint_decl *bp, const struct field_decl *f) {
    const struct given *g = bp->given;
    while (g && g->field != f) g = g->next;
    return g && (g->count > 0 || g->said_in);
}

static void say_lacking(struct check *c, const struct cards *k, const struct field_decl *f) {
    for (int32_t i = 0; i < k->count; i++) {
        const struct blueprint_decl *bp = k->of[i];
        if (sets(bp, f)) continue;
        if (f->native == NATIVE_BASE) {
            diag_add(c->diags, DIAG_BASELESS, bp->place, bp->name);
        } else {
            struct diag *d = diag_add(c->diags, DIAG_UNSAID, bp->place, bp->name, f->name);
            diag_also(c->diags, d, f->place, "its field");
        }
    }
}

static void say_unsaid(struct check *c, const struct cards *k) {
    for (int32_t i = 0; i < k->count; i++) {
        for (const struct given *g = k->of[i]->given; g; g = g->next)
            k->with[g->field->index] += g->count > 0 || g->said_in;
    }
    for (const struct kind_decl *kind = k->of[0]->kind; kind; kind = kind->parent) {
        for (const struct field_decl *f = kind->fields; f; f = f->next_in_kind) {
            const int32_t with = k->with[f->index], without = k->count - with;
            if (with < k->count && is_lacked(f) && is_forgotten(f, with, without))
                say_lacking(c, k, f);
        }
    }
    for (int32_t i = 0; i < k->count; i++)
        for (const struct given *g = k->of[i]->given; g; g = g->next) k->with[g->field->index] = 0;
}

/* ---- Groups without members */

static bool is_member(const struct blueprint_decl *group, const struct part *p) {
    return group->kind->of && names_kind_is(p->blueprint->kind, group->kind->of);
}

static bool has_members(const struct blueprint_decl *bp) {
    const struct part *p = bp->parts;
    while (p && !is_member(bp, p)) p = p->next;
    return p != NULL;
}

/* Warns of groups without members where others of their kind have some: they would be gone before
 * the first event. */
static void say_empty_groups(struct check *c, const struct cards *k) {
    bool some = false;
    if (k->of[0]->kind->base != BASE_GROUP) return;
    for (int32_t i = 0; i < k->count; i++) some |= has_members(k->of[i]);
    for (int32_t i = 0; some && i < k->count; i++)
        if (!has_members(k->of[i]))
            diag_add(c->diags, DIAG_EMPTY_GROUP, k->of[i]->place, k->of[i]->name,
                     k->of[i]->kind->of->name);
}

/* ---- All cards, kind by kind */

static bool is_own(const struct blueprint_decl *bp) {
    return known(bp) && !bp->like;
}

/* Sorts the blueprints by their kinds. Sets end[k] to the end of those of kind k, which begin where
 * those of the kind before it end. */
static struct blueprint_decl **by_kind(struct check *c, int32_t *end) {
    const struct names *n = c->n;
    struct blueprint_decl **sorted =
        NEW_ARRAY(c->arena, (size_t)n->blueprints_count + 1, struct blueprint_decl *);
    for (int32_t i = 0; i < n->blueprints_count; i++)
        if (is_own(n->blueprints[i])) end[n->blueprints[i]->kind->index]++;
    for (int32_t k = 0, begin = 0; k < n->kinds_count; k++) {
        const int32_t count = end[k];
        end[k] = begin;
        begin += count;
    }
    for (int32_t i = 0; i < n->blueprints_count; i++)
        if (is_own(n->blueprints[i]))
            sorted[end[n->blueprints[i]->kind->index]++] = n->blueprints[i];
    return sorted;
}

void check_cards(struct check *c) {
    const struct names *n = c->n;
    if (c->lossy) return;
    int32_t *end = NEW_ARRAY(c->arena, (size_t)n->kinds_count + 1, int32_t);
    struct blueprint_decl **sorted = by_kind(c, end);
    struct cards cards = {.with = NEW_ARRAY(c->arena, (size_t)n->fields_count + 1, int32_t)};
    for (int32_t k = 0, begin = 0; k < n->kinds_count; begin = end[k++]) {
        cards.of = sorted + begin;
        cards.count = end[k] - begin;
        if (cards.count == 0) continue;
        say_unsaid(c, &cards);
        say_empty_groups(c, &cards);
    }
}

/* ---- Rules of a feature */

/* Whether the node stands for the feature itself, for what bears it, or for who owns it. */
static enum walk names_bearer(struct node *n, void *user) {
    bool *found = user;
    if (n->kind != NODE_NAME) return WALK_ON;
    const enum meaning mark = (enum meaning)n->mark;
    *found |= mark == MEAN_BEARER || mark == MEAN_THIS || mark == MEAN_ME || mark == MEAN_MEMORY;
    return *found ? WALK_STOP : WALK_ON;
}

/* Whether a feature of this kind is borne by one of several. The game is one: what it bears
 * concerns everybody. */
static bool has_bearers(const struct check *c, const struct blueprint_decl *bp) {
    return bp && bp->kind->base == BASE_FEATURE && bp->of && bp->of != c->n->base[BASE_GAME];
}

static const char *or_bearer(struct check *c, const char *before, struct span name) {
    return arena_print(c->arena, "%s%s`when %.*s is bearer`", before, *before ? " or " : "",
                       (int)name.len, name.at);
}

/* Returns the conditions by which a rule could ask for its bearer: a role or parameter of a kind
 * that may bear the feature. "" if there is none. */
static const char *asks_bearer(struct check *c, const struct rule_decl *r) {
    const struct type *of = r->blueprint->of->type;
    const struct quantity_decl *q = r->target;
    const struct event_decl *e = q ? q->event : r->event_count > 0 ? r->events[0] : NULL;
    const char *text = "";
    for (int32_t i = 0; q && i < q->param_count; i++)
        if (check_fits(q->params[i].type, of)) text = or_bearer(c, text, q->params[i].name);
    const struct slot_decl *s = e ? e->slots : NULL;
    for (; s && s->role; s = s->next)
        if (s->type && check_fits(s->type, of)) text = or_bearer(c, text, s->name);
    return text;
}

/* Warns of a row or trigger in the braces of a feature that asks nothing of its bearer: it counts
 * for everybody, and once for each that bears the feature. */
static void say_bearerless(struct check *c, const struct rule_decl *r) {
    bool found = false;
    if (!has_bearers(c, r->blueprint) || !known(r->blueprint)) return;
    tree_walk(r->node, names_bearer, &found);
    if (found) return;
    struct diag *d = diag_add(c->diags, DIAG_BEARERLESS, r->node->place, r->blueprint->name);
    const char *words = d ? asks_bearer(c, r) : "";
    if (*words) diag_hint(c->diags, d, "%s", words);
}

/* Warns of a feature that does nothing: it has no rule, and no rule asks who bears it. One with a
 * note is there to be read. */
static void say_idle(struct check *c, const struct blueprint_decl *bp) {
    const struct blueprint_decl *b = bp;
    if (!has_bearers(c, bp) || bp->outer || !known(bp) || bp->is_asked || bp->note) return;
    if (!bp->is_given && !c->n->for_play) return; /* that is said already */
    while (b && !b->rules) b = b->like;
    if (!b) diag_add(c->diags, DIAG_IDLE_FEATURE, bp->place, bp->name);
}

/* ---- Fields that nothing sets */

/* Warns of a field that begins with none and stays so: what compares it is always no. */
static void say_always_none(struct check *c, const struct field_decl *f) {
    const bool own = f->native == NATIVE_NOT && f->value && f->none_ok && !f->derived &&
                     !(f->node->flags & FLAG_FOR_EXAMPLES);
    const bool rows = f->quantity && f->quantity->rows;
    if (own && !f->is_set && !rows && !f->pile)
        diag_add(c->diags, DIAG_ALWAYS_NONE, f->place, f->name, f->kind->name);
}

/* ---- What nothing brings into play */

/* Whether rules could bring the blueprint into play by its name, and nothing else can. Zones,
 * terrain and scenarios are named by scripts, features have a warning of their own, members come
 * with their group. */
static bool wants_bringing(const struct blueprint_decl *bp) {
    switch (bp->kind->base) {
    case BASE_THING:
    case BASE_PIECE:
    case BASE_GROUP:
    case BASE_ITEM:
    case BASE_CARD: return known(bp) && !bp->outer && !bp->named;
    default: return false;
    }
}

void check_brought(struct check *c) {
    const struct names *n = c->n;
    for (int32_t i = 0; i < n->blueprints_count; i++)
        if (n->blueprints[i]->like) n->blueprints[i]->like->is_brought = true;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        if (wants_bringing(bp) && !bp->is_brought && bp->kind->listed)
            diag_add(c->diags, DIAG_NOT_BROUGHT, bp->place, bp->name);
    }
}

void check_features(struct check *c) {
    const struct names *n = c->n;
    /* an action, event or number in the braces of a feature is a rule of it */
    for (int32_t i = 0; i < n->events_count; i++)
        if (n->events[i]->blueprint) n->events[i]->blueprint->is_asked = true;
    for (int32_t i = 0; i < n->quantities_count; i++)
        if (n->quantities[i]->blueprint) n->quantities[i]->blueprint->is_asked = true;
    for (int32_t i = 0; i < n->rules_count; i++) say_bearerless(c, n->rules[i]);
    for (int32_t i = 0; i < n->blueprints_count; i++) say_idle(c, n->blueprints[i]);
    for (int32_t i = 0; i < n->fields_count; i++) say_always_none(c, n->fields[i]);
}
