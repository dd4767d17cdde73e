/* check_thing: the contents of blueprints: what they are `like`, memory, fields that are set,
 * parts, and the tables that write several of them as rows. */
#include <string.h>

#include "check_int.h"

/* ---- `like` */

static struct node *like_of(const struct blueprint_decl *bp) {
    switch ((int)bp->node->kind) {
    case NODE_THING: return bp->node->thing.like;
    case NODE_MEMBER: return bp->node->member.like;
    default: return NULL;
    }
}

static void link_like(struct check *c, struct blueprint_decl *bp) {
    struct node *like = like_of(bp);
    if (!like || bp->form_of) {
        return;
    }
    struct blueprint_decl *from = check_word(c, like)->blueprints;
    while (from && from == bp && from->next_of_name) {
        from = from->next_of_name;
    }
    if (from == bp) {
        diag_add(c->diags, DIAG_LIKE_CIRCLE, like->place, like->text);
    } else if (!from) {
        check_missing(c, DIAG_NO_BLUEPRINT, like->place, like->text, SUGGEST_BLUEPRINT);
    } else if (from->kind != bp->kind) {
        diag_add(c->diags, DIAG_LIKE_KIND, like->place, like->text, from->kind->name,
                 bp->kind->name);
    } else {
        bp->like = from;
    }
}

static void break_like_circles(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        struct blueprint_decl *bp = n->blueprints[i];
        while (bp && bp->state == 0) {
            bp->state = 1;
            bp = bp->like;
        }
        struct blueprint_decl *circle = bp && bp->state == 1 ? bp : NULL;
        for (bp = n->blueprints[i]; bp && bp->state == 1; bp = bp->like) {
            bp->state = 2;
        }
        if (circle) {
            diag_add(c->diags, DIAG_LIKE_CIRCLE, circle->place, circle->name);
            circle->like = NULL;
        }
    }
}

static void *blueprint_at(const struct names *n, int32_t i) {
    return n->blueprints[i];
}

static void *liked_by(const void *bp) {
    return ((const struct blueprint_decl *)bp)->like;
}

static int32_t *depth_of(void *bp) {
    return &((struct blueprint_decl *)bp)->depth;
}

static int32_t like_cut(struct check *c, void *blueprint) {
    struct blueprint_decl *bp = blueprint;
    diag_add(c->diags, DIAG_TOO_MANY, bp->place, MAX_DEPTH_KINDS,
             "blueprints one of which is like the next", "DEPTH_KINDS");
    bp->like = NULL;
    return 1;
}

static void bound_likes(struct check *c) {
    const struct check_chains likes = {c->n->blueprints_count, blueprint_at, liked_by, depth_of,
                                       like_cut};
    check_bound_chains(c, &likes);
}

/* ---- Memory */

static struct memory_decl *add_memory(struct blueprint_decl *bp, struct memory_decl *m) {
    m->blueprint = bp;
    m->index = bp->memories++;
    m->next = NULL;
    if (bp->last_memory) {
        bp->last_memory->next = m;
    } else {
        bp->memory = m;
    }
    bp->last_memory = m;
    return m;
}

static void new_memory(struct check *c, struct blueprint_decl *bp, struct node *name,
                       const struct memory_decl *said) {
    struct memory_decl *old = check_memory(bp, check_word(c, name));
    struct field_decl *field = check_field_of(check_word(c, name), bp->kind);
    if (old || (field && !said->param)) {
        struct diag *d = diag_add(c->diags, DIAG_TWICE, name->place, name->text);
        diag_also(c->diags, d, old ? old->place : field->place, "the first");
        return;
    }
    if (bp->kind->words + bp->memories >= MAX_FIELDS) {
        diag_add(c->diags, DIAG_TOO_MANY, bp->place, MAX_FIELDS, "words of one thing", "FIELDS");
        check_word(c, name)->lost = true;
        return;
    }
    struct memory_decl *m = NEW(c->arena, struct memory_decl);
    *m = *said;
    m->name = name->text;
    m->place = name->place;
    add_memory(bp, m);
    bp->params += m->param;
}

static void own_params(struct check *c, struct blueprint_decl *bp) {
    struct node *list = bp->node->kind == NODE_THING ? bp->node->thing.params : NULL;
    if (list && bp->like && bp->like->memories) {
        diag_add(c->diags, DIAG_LIKE_PARAMS, list->place, bp->name);
        return;
    }
    for (struct node *p = list; p; p = p->next) {
        struct span_limits limits;
        const struct type *type = check_type(c, p->param.type, &limits);
        const struct memory_decl said = {.type = type,
                                         .param = true,
                                         .least = limits.least,
                                         .most = limits.most,
                                         .value = p->param.value};
        new_memory(c, bp, p, &said);
    }
}

static void own_memory(struct check *c, struct blueprint_decl *bp, struct node *items) {
    for (struct node *n = items; n; n = n->next) {
        if (n->kind != NODE_MEMORY) {
            continue;
        }
        struct span_limits limits;
        const struct type *type = check_type(c, n->memory.type, &limits);
        const struct memory_decl said = {.type = type,
                                         .secret = check_secret(n),
                                         .least = limits.least,
                                         .most = limits.most,
                                         .value = n->memory.value};
        for (struct node *name = n->memory.names; name; name = name->next) {
            new_memory(c, bp, name, &said);
        }
    }
}

static struct node *more_items(struct node **more) {
    struct node *add = *more;
    *more = add->meaning;
    return add->add_to.items;
}

static void check_memories(struct check *c, struct blueprint_decl *bp) {
    if (bp->like) {
        for (struct memory_decl *m = bp->like->memory; m; m = m->next) {
            struct memory_decl *copy = NEW(c->arena, struct memory_decl);
            *copy = *m;
            add_memory(bp, copy);
            bp->params += m->param;
        }
    }
    own_params(c, bp);
    own_memory(c, bp, bp->items);
    for (struct node *more = bp->more; more;) {
        own_memory(c, bp, more_items(&more));
    }
    struct context cx;
    check_enter(c, &cx, AT_CONSTANT);
    cx.pure++;
    for (struct memory_decl *m = bp->memory; m; m = m->next) {
        if (m->value && !m->value->type && check_value(c, m->value, m->type)) {
            check_bounds(c, m->value, m->name, (struct span_limits){m->least, m->most});
        }
        m->none_ok = m->value && m->value->type && check_typed(m->value)->class == CLASS_NONE;
    }
    check_leave(c, &cx);
}

/* ---- Fields that are set */

/* Returns the link to the blueprint's values for a field. If it has none, the link is NULL: the end
 * of the list, where they would be added. */
static struct given **given_at(struct blueprint_decl *bp, const struct field_decl *f) {
    struct given **at = &bp->given;
    while (*at && (*at)->field != f) {
        at = &(*at)->next;
    }
    return at;
}

struct given *check_given_of(struct check *c, struct blueprint_decl *bp, struct field_decl *f) {
    struct given **at = given_at(bp, f);
    if (!*at) {
        *at = NEW(c->arena, struct given);
        (*at)->field = f;
    }
    return *at;
}

static void give_value(struct check *c, struct given *g, struct node *value) {
    /* the array is full, or shared with the blueprint that this one is `like` */
    if (g->count == g->room) {
        g->room = g->count ? 2 * g->count : 1;
        struct node **values = NEW_ARRAY(c->arena, (size_t)g->room, struct node *);
        if (g->count) {
            memcpy(values, g->values, (size_t)g->count * sizeof *values);
        }
        g->values = values;
    }
    g->values[g->count++] = value;
}

static const struct type *value_type(const struct field_decl *f) {
    const struct type *t = f->type;
    if (t->class == CLASS_SET && t->elem) {
        return f->borne && t->elem->kind ? t->elem->kind->blueprint : t->elem;
    }
    return t;
}

static void check_setting_value(struct check *c, const struct blueprint_decl *bp,
                                const struct field_decl *f, struct node *v) {
    if (v->type) {
        return; /* the value was checked before */
    }
    if (!check_value(c, v, value_type(f))) return;
    if (v->mark == MEAN_BLUEPRINT) check_lists(c, v, v->meaning);
    check_bounds(c, v, f->name, (struct span_limits){f->least, f->most});
    if (f->borne) check_bears(c, v, bp->kind->type);
}

static bool settable(struct check *c, const struct blueprint_decl *bp, const struct field_decl *f,
                     struct node *at) {
    const struct kind_decl *of = bp->kind->base == BASE_GROUP ? bp->kind->of : NULL;
    const struct field_decl *own = of ? check_field_of(check_word(c, at), of) : NULL;
    const struct blueprint_decl *members = own && !own->derived ? bp->first_inner : NULL;
    bool stored = !f->derived && !f->pile && f->native != NATIVE_HOLDER &&
                  f->native != NATIVE_MEMBERS && f->native != NATIVE_POINTS &&
                  f->native != NATIVE_STARTING;
    if (!stored) {
        struct diag *d = diag_add(c->diags, DIAG_NOT_WRITABLE, at->place, at->text);
        check_say_computed(c, d, f);
        struct span text = diag_text(c->diags, at->place.file);
        bool dotted = at->place.at > 0 && text.at[at->place.at - 1] == '.';
        if (f->derived && members && dotted)
            diag_hint(c->diags, d, "each of its members has its own: %t.%t.%t = …", bp->name,
                      members->name, f->name);
        else if (f->derived && members)
            diag_hint(c->diags, d, "each of its members has its own; in the braces of %t: %t …",
                      members->name, f->name);
    }
    return stored;
}

static struct field_decl *setting_field(struct check *c, struct blueprint_decl *bp,
                                        struct node *n) {
    ASSERT(bp->kind);
    struct field_decl *f = check_field_of(check_word(c, n), bp->kind);
    if (!f && check_kind_lost(bp->kind)) {
        return NULL;
    }
    struct word *w = check_word(c, n);
    const struct type *t = bp->kind->type;
    bool said = !f && (check_missed(c, n) || check_removed(c, w, n->place) ||
                       check_missing_again(c, w, DIAG_NO_FIELD, t, n->place));
    if (said) {
        return NULL;
    }
    if (!f) {
        struct diag *d = diag_add(c->diags, DIAG_NO_FIELD, n->place, check_text(c, t), n->text);
        check_missing_said(c, w, DIAG_NO_FIELD, t, d);
        struct nearest near = diag_nearest(n->text);
        const char *list = "";
        int32_t count = 0;
        for (const struct kind_decl *k = d ? bp->kind : NULL; k; k = k->parent) {
            for (f = k->fields; f; f = f->next_in_kind) {
                check_candidate(&near, f->name, f->place);
                if (f->derived || !f->node) continue;
                list = check_listed(c, list, count++, f->name);
            }
        }
        if (count && count <= LISTED) diag_hint(c->diags, d, "its card may say %s", list);
        diag_did_you_mean(c->diags, d, &near);
        return NULL;
    }
    return settable(c, bp, f, n) ? f : NULL;
}

/* Returns the values of a field, which `n` is about to set, and notes that `n` in the list `in`
 * sets them. `in` is the list of items in one pair of braces, or a table. If the same list set the
 * field of this blueprint before, reports that. What is `like` a blueprint, a form and an `add to`
 * have lists of their own, so they may set it anew. */
static struct given *said_once(struct check *c, struct blueprint_decl *bp, struct field_decl *f,
                               const struct node *in, const struct node *n) {
    struct given *g = check_given_of(c, bp, f);
    if (g->said_in == in) {
        struct diag *d = diag_add(c->diags, DIAG_SAID_TWICE, n->place, f->name, bp->name);
        diag_also(c->diags, d, g->said_at, "the first");
    }
    f->is_set = true;
    g->said_in = in;
    g->said_at = n->place;
    return g;
}

/* Reports a value that is listed twice for a set that holds each value once. Items, and features
 * that stack, may be listed more than once. Only the first COMPARED values are compared. */
static void check_held_once(struct check *c, const struct blueprint_decl *bp,
                            const struct field_decl *f, const struct node *values) {
    enum { COMPARED = 64 };
    const struct type *elem = f->type->class == CLASS_SET ? f->type->elem : NULL;
    const struct kind_decl *kind = elem ? elem->kind : NULL;
    if (!elem || (kind && (kind->base != BASE_FEATURE || kind->stacks))) return;
    int32_t count = 1;
    for (const struct node *v = values ? values->next : NULL; v && count < COMPARED;
         v = v->next, count++) {
        const struct node *old = values;
        while (old != v && !check_same_tree(old, v)) old = old->next;
        if (old == v) continue;
        struct diag *d = diag_add(c->diags, DIAG_HELD_ONCE, v->place, f->name, bp->name);
        diag_also(c->diags, d, old->place, "the first");
    }
}

/* Takes a note, `texts` of the SETTING or cell n, as what the card prints. */
static void check_note(struct check *c, struct blueprint_decl *bp, const struct node *in,
                       const struct node *n, struct node *texts) {
    if (bp->note_in == in) {
        struct diag *d = diag_add(c->diags, DIAG_NOTE_TWICE, n->place, bp->name);
        diag_also(c->diags, d, bp->note->place, "the first");
    }
    for (struct node *v = texts; v; v = v->next) {
        if (v->kind != NODE_TEXT)
            diag_add(c->diags, DIAG_WRONG_TYPE, v->place, "a text", "none");
        else if (tree_is_blank(v))
            diag_add(c->diags, DIAG_NOTE_EMPTY, v->place);
    }
    bp->note = n;
    bp->note_in = in;
}

/* Whether a setting or a column is the note; a field of that name comes first. */
static bool is_note(struct check *c, const struct blueprint_decl *bp, struct node *n) {
    return span_is(n->text, "note") && !check_field_of(check_word(c, n), bp->kind);
}

static void check_setting(struct check *c, struct blueprint_decl *bp, const struct node *items,
                          struct node *n) {
    const struct node *text = n->setting.values;
    if (text && text->kind == NODE_TEXT && is_note(c, bp, n)) {
        check_note(c, bp, items, n, n->setting.values);
        return;
    }
    if (check_side_setting(c, bp, items, n)) return;
    struct field_decl *f = setting_field(c, bp, n);
    if (!f || check_is_error(f->type)) {
        return;
    }
    struct given *g = said_once(c, bp, f, items, n);
    struct node *first = n->setting.values;
    g->count = g->room = 0;
    g->values = NULL;
    for (struct node *v = first; v; v = v->next) {
        check_setting_value(c, bp, f, v);
        give_value(c, g, v);
    }
    check_held_once(c, bp, f, first);
    bool many = f->type->class == CLASS_SET;
    if (!first && f->type->class != CLASS_TRUTH) {
        diag_add(c->diags, DIAG_SETTING_EMPTY, n->place, f->name, check_text(c, f->type));
    } else if (first && first->next && !many) {
        diag_add(c->diags, DIAG_SETTING_MANY, first->next->place, f->name, check_text(c, f->type));
    }
}

/* Returns the field of the blueprint's kind whose set the value v belongs in, and checks v against
 * it. Returns NULL after a message if no field fits. */
static struct field_decl *set_for(struct check *c, struct blueprint_decl *bp, struct node *v) {
    struct word *w = v->kind == NODE_NAME ? check_word(c, v) : NULL;
    ASSERT(bp->kind);
    for (const struct kind_decl *k = bp->kind; k; k = k->parent) {
        for (struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            const struct type *elem = f->type && f->type->class == CLASS_SET ? f->type->elem : NULL;
            if (!elem || f->pile || f->derived) {
                continue;
            }
            for (struct value_use *u = w ? w->value_uses : NULL; u; u = u->next) {
                if (elem->class == CLASS_ENUM && u->values == elem->values) {
                    check_expr(c, v, elem);
                    return f;
                }
            }
            struct word *head = v->kind == NODE_CALL ? check_word(c, v) : w;
            struct blueprint_decl *of = head ? head->blueprints : NULL;
            if (f->borne && of && names_kind_is(of->kind, elem->kind)) {
                check_expr(c, v, elem->kind->blueprint);
                check_bears(c, v, bp->kind->type);
                return f;
            }
        }
    }
    diag_add(c->diags, DIAG_NO_SET_FOR, v->place, bp->kind->name);
    return NULL;
}

static void remove_value(struct check *c, struct blueprint_decl *bp, struct node *v,
                         struct node *with) {
    if (v->kind == NODE_FORCE_LIMIT) {
        return; /* it was reported where the items were declared */
    }
    struct field_decl *f = set_for(c, bp, v);
    if (with) {
        struct field_decl *to = set_for(c, bp, with);
        f = to == f ? f : NULL;
        if (!f) {
            return;
        }
    }
    if (!f) {
        return;
    }
    struct given *g = check_given_of(c, bp, f);
    struct node **values = NEW_ARRAY(c->arena, (size_t)g->count + 1, struct node *);
    int32_t count = 0;
    bool found = false;
    for (int32_t i = 0; i < g->count; i++) {
        if (!found && check_same_tree(g->values[i], v)) {
            found = true;
            if (with) {
                values[count++] = with;
            }
        } else {
            values[count++] = g->values[i];
        }
    }
    if (!found) {
        diag_add(c->diags, DIAG_NOT_IN_SET, v->place, bp->name, f->name);
    }
    g->values = values;
    g->count = count;
    g->room = count;
}

static void check_items(struct check *c, struct blueprint_decl *bp, struct node *items) {
    for (struct node *n = items; n; n = n->next) {
        switch ((int)n->kind) {
        case NODE_SETTING: check_setting(c, bp, items, n); break;
        case NODE_ITEM_ADD:
            for (struct node *v = n->item_add.values; v; v = v->next) {
                struct field_decl *f = set_for(c, bp, v);
                if (f) {
                    give_value(c, check_given_of(c, bp, f), v);
                }
            }
            break;
        case NODE_ITEM_REMOVE:
            for (struct node *v = n->item_remove.values; v; v = v->next) {
                remove_value(c, bp, v, NULL);
            }
            break;
        case NODE_ITEM_REPLACE:
            remove_value(c, bp, n->item_replace.old, n->item_replace.with);
            break;
        case NODE_TABLE_SIZE:
            bp->table_size = n->table_size.size;
            if (c->n->on_map)
                diag_add(c->diags, DIAG_ON_A_MAP, n->place, (struct span){"table", 5});
            break;
        case NODE_OPTION:
            if (bp->outer) {
                diag_add(c->diags, DIAG_OPTION_WHERE, n->place);
            }
            break;
        default: break;
        }
    }
}

static void check_cells(struct check *c, struct blueprint_decl *bp, struct node *table) {
    struct node *column = table->table.columns;
    struct node *cell = bp->node->table_row.cells;
    for (; column && cell; column = column->next, cell = cell->next) {
        struct word *w = check_word(c, column);
        struct field_decl *f = check_field_of(w, bp->kind);
        if (!f && span_is(column->text, "label")) {
            if (cell->kind == NODE_TEXT) {
                bp->title = cell->text;
                bp->label = NULL;
            } else {
                diag_add(c->diags, DIAG_WRONG_TYPE, cell->place, "a text", "none");
            }
            continue;
        }
        if (cell->kind == NODE_TEXT && is_note(c, bp, column)) {
            if (!tree_is_blank(cell)) check_note(c, bp, table, cell, NULL);
            continue;
        }
        f = setting_field(c, bp, column);
        if (!f) {
            /* each row reports the column again; a message of equal code and place is kept once */
            continue;
        }
        struct given *g = said_once(c, bp, f, table, column);
        for (struct node *v = cell->kind == NODE_CELL_SET ? cell->cell_set.values : cell; v;
             v = cell->kind == NODE_CELL_SET ? v->next : NULL) {
            check_setting_value(c, bp, f, v);
            give_value(c, g, v);
        }
    }
    if (column || cell) {
        struct diag *d = diag_add(c->diags, DIAG_TABLE_CELLS, bp->place, bp->name);
        int32_t columns = 0, cells = 0;
        for (struct node *n = table->table.columns; n; n = n->next) columns++;
        for (struct node *n = bp->node->table_row.cells; n; n = n->next) cells++;
        if (column)
            diag_hint(c->diags, d, "%d of %d cells: '%t' has none", (int)cells, (int)columns,
                      column->text);
        else
            diag_hint(c->diags, d, "%d cells for %d columns", (int)cells, (int)columns);
    }
}

static void add_part(struct check *c, struct part ***end, int64_t count,
                     struct blueprint_decl *bp) {
    **end = NEW(c->arena, struct part);
    (**end)->count = count;
    (**end)->blueprint = bp;
    *end = &(**end)->next;
}

/* Returns the member of bp, a form, that is a form of `member`; NULL if no option changes
 * `member`. */
static struct blueprint_decl *form_in(const struct blueprint_decl *bp,
                                      const struct blueprint_decl *member) {
    struct blueprint_decl *inner = bp->first_inner;
    while (inner && inner->form_of != member) {
        inner = inner->next_inner;
    }
    return inner;
}

bool check_must_be_said(const struct field_decl *f) {
    bool amount = f->type && (f->type->class == CLASS_NUMBER || f->type->class == CLASS_LENGTH);
    return amount && !f->derived && !f->native && !f->value && (f->least > 0 || f->most < 0);
}

/* Reports all fields together that a card must set (check_must_be_said) and does not. For a
 * blueprint that is `like` another, they are reported at that other one. */
static void check_complete(struct check *c, struct blueprint_decl *bp) {
    const char *all = "";
    const struct field_decl *first = NULL;
    int32_t lacking = 0;
    bool known = !bp->like && !bp->doubtful && !c->lossy && !check_kind_lost(bp->kind);
    for (const struct kind_decl *k = known ? bp->kind : NULL; k; k = k->parent) {
        for (struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            if (!check_must_be_said(f) || check_given_of(c, bp, f)->count) continue;
            all = arena_print(c->arena, "%s%s'%.*s'", all, lacking ? ", " : "", (int)f->name.len,
                              f->name.at);
            first = first ? first : f;
            lacking++;
        }
    }
    if (!lacking) return;
    struct diag *d = diag_add(c->diags, DIAG_FIELD_MISSING, bp->place, bp->kind->name, bp->name,
                              all, lacking == 1 ? "has" : "have");
    bool length = first->type->class == CLASS_LENGTH;
    diag_hint(c->diags, d, "'%t' is %s..%s", first->name, check_amount(c, first->least, length),
              check_amount(c, first->most, length));
    diag_also(c->diags, d, first->place, "its field");
}

static void check_blueprint(struct check *c, struct blueprint_decl *bp, struct node *table) {
    const uint32_t said = diag_errors(c->diags);
    struct part **end = &bp->parts;
    struct given **last = &bp->given;
    if (bp->like) {
        for (const struct given *g = bp->like->given; g; g = g->next) {
            *last = NEW(c->arena, struct given);
            **last = *g;
            (*last)->room = (*last)->count;
            (*last)->next = NULL;
            last = &(*last)->next;
        }
        for (const struct part *p = bp->like->parts; p; p = p->next) {
            struct blueprint_decl *form = form_in(bp, p->blueprint);
            add_part(c, &end, form ? form->how_many : p->count, form ? form : p->blueprint);
        }
        bp->table_size = bp->like->table_size;
        bp->players = bp->like->players;
        bp->sides = bp->like->sides;
        if (!bp->title.len) bp->label = bp->like->label;
        bp->title = bp->title.len ? bp->title : bp->like->title;
        bp->note = bp->like->note;
    }
    for (struct blueprint_decl *inner = bp->first_inner; inner; inner = inner->next_inner) {
        if (!inner->form_of) {
            add_part(c, &end, inner->how_many, inner);
        }
    }
    for (const struct kind_decl *k = bp->like ? NULL : bp->kind; k; k = k->parent) {
        for (const struct kind_default *d = k->defaults; d; d = d->next) {
            struct given *g = check_given_of(c, bp, d->field);
            if (!g->count) {
                give_value(c, g, d->value);
            }
        }
    }
    struct context cx;
    check_enter(c, &cx, AT_CONSTANT);
    cx.pure++;
    cx.blueprint = bp;
    if (table) {
        check_cells(c, bp, table);
    }
    check_items(c, bp, bp->items);
    for (struct node *more = bp->more; more;) {
        check_items(c, bp, more_items(&more));
    }
    check_prices(c, bp);
    check_side_players(c, bp);
    check_leave(c, &cx);
    bp->doubtful = diag_errors(c->diags) > said || (like_of(bp) && !bp->like && !bp->form_of);
    check_complete(c, bp);
}

/* Calls `visit` once for each blueprint, after the one that it is `like`. `done` is the state of
 * those that were visited. A loop is used, not recursion, because chains of `like` may be long. */
static void each_after_like(struct check *c, uint8_t done,
                            void (*visit)(struct check *c, struct blueprint_decl *bp)) {
    struct names *n = c->n;
    struct blueprint_decl **chain =
        NEW_ARRAY(c->arena, (size_t)n->blueprints_count + 1, struct blueprint_decl *);
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        int32_t depth = 0;
        for (struct blueprint_decl *bp = n->blueprints[i]; bp && bp->state != done; bp = bp->like) {
            chain[depth++] = bp;
        }
        while (depth > 0) {
            struct blueprint_decl *bp = chain[--depth];
            bp->state = done;
            visit(c, bp);
        }
    }
}

static void visit_fields(struct check *c, struct blueprint_decl *bp) {
    if (bp->node->kind == NODE_TABLE_ROW) {
        check_blueprint(c, bp, bp->node->meaning == bp ? bp->table : NULL);
    } else {
        check_blueprint(c, bp, NULL);
    }
}

static void check_tables(struct check *c) {
    for (int32_t i = 0; i < c->file_count; i++) {
        for (struct node *n = c->files[i]->file.decls; n; n = n->next) {
            for (struct node *r = n->kind == NODE_TABLE ? n->table.rows : NULL; r; r = r->next) {
                struct blueprint_decl *bp = r->kind == NODE_TABLE_ROW ? r->meaning : NULL;
                if (bp) {
                    bp->table = n;
                }
            }
        }
    }
}

/* ---- All of them */

void check_blueprints(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        link_like(c, n->blueprints[i]);
    }
    break_like_circles(c);
    bound_likes(c);
    check_tables(c);
    each_after_like(c, 3, check_memories);
    each_after_like(c, 4, visit_fields);
    check_cards(c);
}
