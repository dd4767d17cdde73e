/* check_decl: the head of a ruleset and all declarations except kinds. check_declare enters their
 * names, check_shapes then their shapes, which other text relies on: parameters, roles, kept
 * values, and the events and kinds that numbers are of. */
#include <string.h>

#include "check_int.h"

#define EACH_DECL(c, n)                                       \
    for (int32_t file_ = 0; file_ < (c)->file_count; file_++) \
        for (struct node *n = (c)->files[file_]->file.decls; n; n = n->next)

static struct span label_of(const struct node *label) {
    return label && label->kind == NODE_TEXT ? label->text : (struct span){"", 0};
}

/* Returns a title as it stands where nothing is at hand to fill its holes: the last name in each
 * takes its place. */
static struct span title_of(struct check *c, const struct node *label) {
    const struct span text = label_of(label);
    if (!label || !(label->flags & FLAG_HOLES)) return text;
    char *out = NEW_ARRAY(c->arena, text.len + 1, char);
    size_t len = 0, hole = 0;
    bool in = false;
    for (size_t i = 0; i < text.len; i++) {
        const char t = text.at[i];
        if (t == '{') in = true, hole = len;
        if (in && (t == '.' || t == ' ' || t == '{')) len = hole;
        if (in && t == '}') in = false;
        if (t == '{' || t == '}' || (in && (t == '.' || t == ' '))) continue;
        out[len++] = in && t == '_' ? ' ' : t;
    }
    return (struct span){out, len};
}

/* ---- The head */

static int32_t at_most_players(struct check *c, const struct node *s, int32_t count,
                               const char *what) {
    if (count <= MAX_PLAYERS) {
        return count;
    }
    diag_add(c->diags, DIAG_TOO_MANY, s->place, MAX_PLAYERS, what, "PLAYERS");
    return MAX_PLAYERS;
}

static void head_players(struct check *c, struct node *s) {
    struct names *n = c->n;
    for (struct node *v = s->setting.values; v; v = v->next) {
        n->player_count++;
    }
    n->player_count = at_most_players(c, s, n->player_count, "players");
    n->players = NEW_ARRAY(c->arena, (size_t)n->player_count, struct span);
    int16_t i = 0;
    for (struct node *v = s->setting.values; v && i < n->player_count; v = v->next, i++) {
        struct word *w = check_word(c, v);
        if (v->kind != NODE_NAME || w->player) {
            diag_add(c->diags, v->kind == NODE_NAME ? DIAG_TWICE : DIAG_HEAD_NAMES, v->place,
                     v->text);
            continue;
        }
        n->players[i] = v->text;
        w->player = (int16_t)(i + 1);
    }
}

static void head_ranks(struct check *c, struct node *s) {
    struct names *n = c->n;
    n->rank_count = 0;
    for (struct node *v = s->setting.values; v; v = v->next) {
        n->rank_count++;
    }
    n->rank_count = at_most_players(c, s, n->rank_count, "ranks");
    n->ranks = NEW_ARRAY(c->arena, (size_t)n->rank_count, struct span);
    int16_t i = 0;
    for (struct node *v = s->setting.values; v && i < n->rank_count; v = v->next, i++) {
        struct word *w = check_word(c, v);
        if (v->kind != NODE_NAME || w->rank) {
            diag_add(c->diags, v->kind == NODE_NAME ? DIAG_TWICE : DIAG_HEAD_NAMES, v->place,
                     v->text);
            continue;
        }
        n->ranks[i] = v->text;
        w->rank = (int16_t)(i + 1);
    }
}

/* Reports what the head does not know, or knows with another sort of value. */
static void head_mistake(struct check *c, const struct node *s) {
    static const struct {
        const char *word, *form;
    } known[] = {{"version", "version \"1\""},        {"players", "players red, blue"},
                 {"ranks", "ranks core, talent"},     {"order", "order active_player"},
                 {"answers", "answers speaks_for"},   {"step", "step 1\""},
                 {"clauses", "clauses \"game.tsv\""}, {"note", "note \"…\""}};
    struct nearest near = diag_nearest(s->text);
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        if (span_is(s->text, known[i].word)) {
            diag_add(c->diags, DIAG_HEAD_FORM, s->place, s->text, known[i].form);
            return;
        }
        diag_candidate_word(&near, known[i].word);
    }
    struct diag *d = diag_add(c->diags, DIAG_HEAD_SETTING, s->place, s->text);
    diag_did_you_mean(c->diags, d, &near);
}

static void head_setting(struct check *c, struct node *s) {
    struct names *n = c->n;
    struct node *v = s->setting.values;
    if (span_is(s->text, "version") && v && v->kind == NODE_TEXT) {
        n->version = v->text;
    } else if (span_is(s->text, "players") && v) {
        head_players(c, s);
    } else if (span_is(s->text, "ranks") && v) {
        head_ranks(c, s);
    } else if (span_is(s->text, "step") && v && v->kind == NODE_LENGTH) {
        n->step = v->number;
        if (n->on_map) diag_add(c->diags, DIAG_ON_A_MAP, s->place, s->text);
    } else if (span_is(s->text, "clauses") && v && v->kind == NODE_TEXT) {
        n->clauses = v;
    } else if (span_is(s->text, "order") && v) {
        n->order_node = v;
    } else if (span_is(s->text, "answers") && v) {
        n->answers_node = v;
    } else if (span_is(s->text, "note") && v && v->kind == NODE_TEXT) {
        struct diag *d = n->note ? diag_add(c->diags, DIAG_NOTE_TWICE, s->place, n->name) : NULL;
        if (d) diag_also(c->diags, d, n->note->place, "the first");
        n->note = s;
    } else {
        head_mistake(c, s);
    }
}

static bool is_head(const struct node *n) {
    return n->kind == NODE_THING && span_is(n->thing.kind->text, "ruleset");
}

void check_head(struct check *c) {
    struct names *n = c->n;
    static struct span const core = {"core", 4};
    n->ranks = NEW(c->arena, struct span);
    n->ranks[0] = core;
    n->rank_count = 1;
    EACH_DECL(c, d) {
        if (!is_head(d)) {
            continue;
        }
        if (n->head) {
            struct diag *said = diag_add(c->diags, DIAG_HEAD_TWICE, d->place);
            diag_also(c->diags, said, n->head->place, "the first");
            continue;
        }
        n->head = d;
        n->name = d->text;
        n->title = label_of(d->thing.label);
        for (struct node *s = d->thing.items; s; s = s->next) {
            if (s->kind == NODE_SETTING) {
                head_setting(c, s);
            } else if (s->kind != NODE_MISTAKE) {
                diag_add(c->diags, DIAG_HEAD_SETTING, s->place, s->text);
            }
        }
    }
    if (n->rank_count == 1 && !names_word(n, n->ranks[0])->rank) {
        names_word(n, n->ranks[0])->rank = 1;
    }
}

/* ---- Names */

static void declare_event(struct check *c, struct node *n, struct blueprint_decl *bp) {
    struct word *w = check_word(c, n);
    if (w->event) {
        struct diag *d = diag_add(c->diags, DIAG_TWICE, n->place, n->text);
        if (w->event->native) {
            diag_hint(c->diags, d, "the language itself brings it");
        } else {
            diag_also(c->diags, d, w->event->place, "the first");
        }
        return;
    }
    struct event_decl *e = NEW(c->arena, struct event_decl);
    e->name = n->text;
    e->node = n;
    e->place = n->place;
    e->blueprint = bp;
    e->action = n->kind == NODE_ACTION;
    e->title = title_of(c, e->action ? n->action.label : n->event.label);
    e->body = e->action ? n->action.body : n->event.body;
    e->index = c->n->events_count;
    ADD(c, events, e);
    w->event = e;
    n->meaning = e;
}

static struct quantity_decl *new_quantity(struct check *c, struct span name,
                                          enum quantity_sort sort, struct place place) {
    struct quantity_decl *q = NEW(c->arena, struct quantity_decl);
    q->family = q->sibling = q;
    q->name = name;
    q->sort = (uint8_t)sort;
    q->place = place;
    q->index = c->n->quantities_count;
    ADD(c, quantities, q);
    return q;
}

/* Whether the word names a function of the language, which the rules could no longer call if it
 * named something else that takes arguments; if so, reports that. */
static bool is_function(struct check *c, const struct word *w, struct place place) {
    if (!w->primitive && !w->function) {
        return false;
    }
    struct diag *d = diag_add(c->diags, DIAG_TWICE, place, w->text);
    diag_hint(c->diags, d, "it is a function of the language: take another name");
    return true;
}

static void declare_quantity(struct check *c, struct node *n, struct blueprint_decl *bp) {
    struct place first;
    struct word *w = check_word(c, n);
    if (w->blueprints && !w->blueprints->outer) {
        struct diag *d = diag_add(c->diags, DIAG_TWICE, n->place, n->text);
        diag_also(c->diags, d, w->blueprints->place, "the first");
        return;
    }
    if (!check_declared(c, w, n->place, &first)) {
        return;
    }
    if (n->quantity.params && is_function(c, w, n->place)) {
        return;
    }
    const bool figure = n->op == OP_FIGURE;
    enum quantity_sort sort = n->op == OP_TRUTH             ? SORT_TRUTH
                              : n->op == OP_VALUE || figure ? SORT_VALUE
                                                            : SORT_NUMBER;
    int32_t alike = 0;
    struct quantity_decl **end = &w->quantities;
    while (*end) {
        end = &(*end)->next_of_name;
        alike++;
    }
    if (alike >= MAX_SAME_NAME) {
        check_too_many_alike(c, w, n->place);
        return;
    }
    struct quantity_decl *q = new_quantity(c, n->text, sort, n->place);
    q->node = n;
    q->label = label_of(n->quantity.label);
    q->blueprint = bp;
    n->meaning = q;
    *end = q;
    if (figure) {
        ADD(c, figures, q);
    }
}

/* Returns the quantity of a field, which computes a derived field or holds the rows that change a
 * stored one. The quantity is made when it is first needed. */
struct quantity_decl *check_field_quantity(struct check *c, struct field_decl *f) {
    if (f->quantity) {
        return f->quantity;
    }
    struct quantity_decl *q = new_quantity(c, f->name, SORT_FIELD, f->place);
    q->type = f->type;
    q->kind = f->kind;
    q->field = f;
    q->params = NEW(c->arena, struct param_decl);
    q->params[0].name = (struct span){"it", 2};
    q->params[0].word = c->special[WORD_IT];
    q->params[0].type = f->kind->type;
    q->params[0].least = NUM_MIN;
    q->params[0].most = NUM_MAX;
    q->param_count = 1;
    f->quantity = q;
    return q;
}

struct rule_decl *check_new_rule(struct check *c, struct node *n, enum rule_sort sort,
                                 struct blueprint_decl *bp) {
    struct rule_decl *r = NEW(c->arena, struct rule_decl);
    r->sort = sort;
    r->node = n;
    r->blueprint = bp;
    r->index = c->n->rules_count;
    ADD(c, rules, r);
    n->meaning = r;
    if (bp) {
        r->rank = bp->rank;
        if (bp->last_rule) {
            bp->last_rule->next_in_blueprint = r;
        } else {
            bp->rules = r;
        }
        bp->last_rule = r;
    }
    return r;
}

/* Declares an event, action, quantity, row, trigger, permission, whenever or chart: what may stand
 * in a blueprint (bp) as well as alone (bp is NULL). Returns false if the node is none of these. */
static bool declare_common(struct check *c, struct node *n, struct blueprint_decl *bp) {
    struct place first;
    struct word *w;
    switch ((int)n->kind) {
    case NODE_EVENT:
    case NODE_ACTION: declare_event(c, n, bp); return true;
    case NODE_QUANTITY: declare_quantity(c, n, bp); return true;
    case NODE_ROW: check_new_rule(c, n, SORT_ROW, bp); return true;
    case NODE_TRIGGER:
        check_new_rule(c, n,
                       n->op == OP_BEFORE  ? SORT_BEFORE
                       : n->op == OP_AFTER ? SORT_AFTER
                                           : SORT_INSTEAD,
                       bp);
        return true;
    case NODE_PERMIT:
        check_new_rule(c, n, n->op == OP_FORBID ? SORT_FORBID : SORT_ALLOW, bp);
        return true;
    case NODE_WHENEVER: check_new_rule(c, n, SORT_WHENEVER, bp); return true;
    case NODE_CHART:
        w = check_word(c, n);
        if (check_declared(c, w, n->place, &first)) {
            struct chart_decl *chart = NEW(c->arena, struct chart_decl);
            chart->name = n->text;
            chart->node = n;
            chart->place = n->place;
            chart->index = c->n->charts_count;
            ADD(c, charts, chart);
            w->chart = chart;
            n->meaning = chart;
        }
        return true;
    default: return false;
    }
}

static void declare_items(struct check *c, struct blueprint_decl *bp, struct node *items);

static struct blueprint_decl *new_blueprint(struct check *c, struct node *n, struct kind_decl *kind,
                                            struct blueprint_decl *outer) {
    struct word *w = check_word(c, n);
    struct place first;
    if (!check_declared(c, w, n->place, &first)) {
        return NULL;
    }
    if ((w->blueprints && !(w->blueprints->outer && outer)) || w->quantities) {
        struct diag *d = diag_add(c->diags, DIAG_TWICE, n->place, n->text);
        diag_also(c->diags, d, w->blueprints ? w->blueprints->place : w->quantities->place,
                  "the first");
        return NULL;
    }
    struct blueprint_decl *bp = NEW(c->arena, struct blueprint_decl);
    bp->name = n->text;
    bp->kind = kind;
    bp->of = kind->of;
    bp->rank = kind->rank;
    bp->outer = outer;
    bp->node = n;
    bp->cites = n->cites;
    bp->place = n->place;
    bp->how_many = 1;
    bp->index = c->n->blueprints_count;
    ADD(c, blueprints, bp);
    bp->next_of_name = w->blueprints;
    w->blueprints = bp;
    n->meaning = bp;
    if (outer) {
        if (outer->last_inner) {
            outer->last_inner->next_inner = bp;
        } else {
            outer->first_inner = bp;
        }
        outer->last_inner = bp;
    }
    return bp;
}

/* Marks as lost the names in a thing whose kind is not known, so that they are not reported as
 * missing where they are used. */
static enum walk lose_declared(struct node *n, void *user) {
    struct check *c = user;
    if (n->kind == NODE_THING || n->kind == NODE_MEMBER || n->kind == NODE_MEMORY) {
        check_word(c, n)->lost = true;
    }
    return WALK_ON;
}

static void declare_thing(struct check *c, struct node *n, struct blueprint_decl *outer) {
    struct kind_decl *kind = check_kind_named(c, n->thing.kind, n->thing.kind->text);
    if (!kind) {
        tree_walk(n, lose_declared, c);
        return;
    }
    struct blueprint_decl *bp = new_blueprint(c, n, kind, outer);
    if (!bp) {
        return;
    }
    bp->title = title_of(c, n->thing.label);
    bp->label = n->thing.label;
    bp->items = n->thing.items;
    bp->named = outer != NULL;
    if (n->thing.ranked) {
        int32_t rank = check_rank(c, n->thing.ranked);
        bp->rank = rank < 0 ? bp->rank : rank;
    }
    if (n->thing.of) {
        struct kind_decl *of = check_kind_named(c, n->thing.of, n->thing.of->text);
        if (of && kind->base != BASE_FEATURE) {
            diag_add(c->diags, DIAG_OF_KIND, n->thing.of->place, kind->name);
        } else if (of) {
            bp->of = of;
        }
    }
    declare_items(c, bp, n->thing.items);
}

static void declare_member(struct check *c, struct node *n, struct blueprint_decl *group) {
    if (n->kind == NODE_SETTING && n->setting.values && n->setting.values->kind == NODE_TEXT) {
        diag_add(c->diags, DIAG_NOTE_WHERE, n->place);
    }
    if (n->kind != NODE_MEMBER) {
        return;
    }
    struct blueprint_decl *bp = new_blueprint(c, n, group->kind->of, group);
    if (!bp) {
        return;
    }
    bp->title = title_of(c, n->member.label);
    bp->label = n->member.label;
    bp->items = n->member.items;
    bp->how_many = n->number;
    declare_items(c, bp, n->member.items);
}

/* Whether an item can only belong to a force: `from`, a limit, or the removal of a limit. */
static bool is_of_force(const struct node *n) {
    return n->kind == NODE_FORCE_FROM || n->kind == NODE_FORCE_LIMIT ||
           (n->kind == NODE_ITEM_REMOVE && n->item_remove.values &&
            n->item_remove.values->kind == NODE_FORCE_LIMIT);
}

static void declare_items(struct check *c, struct blueprint_decl *bp, struct node *items) {
    for (struct node *n = items; n; n = n->next) {
        if (declare_common(c, n, bp)) {
            continue;
        }
        if (is_of_force(n)) {
            diag_add(c->diags, DIAG_FORCE_LINE, n->place, bp->name);
        } else if (n->kind == NODE_THING) {
            declare_thing(c, n, bp);
        } else if (n->kind == NODE_MEMBER) {
            diag_add(c->diags, DIAG_MEMBERS_WHERE, n->place, bp->kind->name);
        } else if (n->kind == NODE_MEMBERS) {
            struct field_decl *members = bp->kind->members;
            if (!members || !bp->kind->of) {
                if (!c->lossy) {
                    diag_add(c->diags, DIAG_MEMBERS_WHERE, n->place, bp->kind->name);
                }
            } else if (!span_equal(members->name, n->text)) {
                struct diag *d =
                    diag_add(c->diags, DIAG_MEMBERS_NAME, n->place, bp->kind->name, members->name);
                diag_hint(c->diags, d, "write '%t'", members->name);
            } else {
                for (struct node *m = n->members.items; m; m = m->next) {
                    declare_member(c, m, bp);
                }
            }
        }
    }
}

/* Declares what stands in the options of a form, a blueprint with chosen options. A member in them
 * that has the name and kind of a member of the original is a form of that member. Such a form gets
 * no name of its own: the name goes on meaning the original. */
void check_declare_form(struct check *c, struct blueprint_decl *form) {
    declare_items(c, form, form->items);
    for (struct blueprint_decl *inner = form->first_inner; inner; inner = inner->next_inner) {
        struct word *w = check_word(c, inner->node);
        struct blueprint_decl *old = form->form_of->first_inner;
        while (old && !span_equal(old->name, inner->name)) {
            old = old->next_inner;
        }
        if (old && inner->kind == old->kind) {
            inner->form_of = inner->like = old;
            inner->named = false;
            w->blueprints = w->blueprints == inner ? inner->next_of_name : w->blueprints;
        }
    }
}

static void declare_table(struct check *c, struct node *n) {
    struct kind_decl *kind = check_kind_named(c, n, n->text);
    n->meaning = kind;
    for (struct node *row = n->table.rows; row; row = row->next) {
        if (row->kind == NODE_TABLE_ROW && !kind) {
            check_word(c, row)->lost = true;
        } else if (row->kind == NODE_TABLE_ROW) {
            new_blueprint(c, row, kind, NULL);
        }
    }
}

static void declare_rest(struct check *c, struct node *n) {
    struct place first;
    struct word nameless = {0};
    struct word *w = n->text.len ? check_word(c, n) : &nameless;
    switch ((int)n->kind) {
    case NODE_DIE_DECL:
        if (check_declared(c, w, n->place, &first) &&
            check_room_for_kind(c, c->n->dice_count, n->place, "dice")) {
            w->die = NEW(c->arena, struct die_decl);
            w->die->name = n->text;
            w->die->node = n;
            w->die->place = n->place;
            w->die->index = c->n->dice_count;
            ADD(c, dice, w->die);
        }
        break;
    case NODE_RULING:
        if (check_declared(c, w, n->place, &first)) {
            w->ruling = NEW(c->arena, struct ruling_decl);
            w->ruling->name = n->text;
            w->ruling->node = n;
            w->ruling->place = n->place;
            w->ruling->index = c->n->rulings_count;
            ADD(c, rulings, w->ruling);
        }
        break;
    case NODE_EXAMPLE: {
        struct block_decl *b = NEW(c->arena, struct block_decl);
        b->node = n;
        b->chances = n->op == OP_CHANCES;
        b->index = c->n->blocks_count;
        ADD(c, blocks, b);
        break;
    }
    case NODE_FORCE:
        if (w->force) {
            diag_also(c->diags, diag_add(c->diags, DIAG_TWICE, n->place, n->text), w->force->place,
                      "the first");
            break;
        }
        w->force = NEW(c->arena, struct force_decl);
        w->force->name = n->text;
        w->force->node = n;
        w->force->place = n->place;
        w->force->index = c->n->forces_count;
        ADD(c, forces, w->force);
        break;
    case NODE_ROSTER:
        if (w->roster) {
            diag_also(c->diags, diag_add(c->diags, DIAG_TWICE, n->place, n->text), w->roster->place,
                      "the first");
            break;
        }
        w->roster = NEW(c->arena, struct roster_decl);
        w->roster->name = n->text;
        w->roster->node = n;
        w->roster->place = n->place;
        w->roster->index = c->n->rosters_count;
        ADD(c, rosters, w->roster);
        break;
    case NODE_REMOVE_DECL:
        w->removed = n->place;
        w->removed_with = n->remove_decl.of ? check_word(c, n->remove_decl.of) : NULL;
        break;
    default: break;
    }
}

static void attach_to_force(struct force_decl *force, struct node *n) {
    if (force->last_more) {
        force->last_more->meaning = n;
    } else {
        force->more = n;
    }
    force->last_more = n;
}

/* Attaches what is added to a blueprint or a force. Forces have names of their own: if both have
 * this name, lines that only a force has decide. */
static void attach_additions(struct check *c) {
    EACH_DECL(c, n) {
        if (n->kind != NODE_ADD_TO) {
            continue;
        }
        struct word *w = check_word(c, n);
        struct blueprint_decl *bp = w->blueprints;
        const struct node *line = n->add_to.items;
        while (line && !is_of_force(line)) {
            line = line->next;
        }
        if (w->force && (line || !bp)) {
            attach_to_force(w->force, n);
            continue;
        }
        if (!bp && line) {
            check_missing(c, DIAG_NO_FORCE, n->place, n->text, SUGGEST_FORCE);
            continue;
        }
        if (!bp) {
            check_missing(c, DIAG_NO_BLUEPRINT, n->place, n->text,
                          SUGGEST_BLUEPRINT | SUGGEST_FORCE);
            continue;
        }
        if (bp->last_more) {
            bp->last_more->meaning = n;
        } else {
            bp->more = n;
        }
        bp->last_more = n;
        int32_t first = c->n->rules_count;
        declare_items(c, bp, n->add_to.items);
        for (int32_t i = first; n->cites && i < c->n->rules_count; i++) {
            c->n->rules[i]->cited = true;
        }
    }
}

/* ---- Shapes: dice, parameters, roles, the events and kinds that numbers are of */

static void add_face(struct check *c, struct die_decl *die, struct node *face, int32_t at) {
    if (face->kind == NODE_NAME) {
        struct word *w = check_word(c, face);
        struct face_use *use = NEW(c->arena, struct face_use);
        *use = (struct face_use){die, at, w->face_uses};
        if (!w->face_uses || w->face_uses->die != die) {
            w->face_uses = use; /* a face that the die has several times is entered once */
        }
        die->face_names[at] = face->text;
        die->named = true;
    }
    die->faces[at] = face->kind == NODE_NUMBER ? face->number : 0;
}

static void shape_die(struct check *c, struct die_decl *die) {
    int64_t sides = 0;
    for (struct node *f = die->node->die_decl.faces; f; f = f->next) {
        int64_t width = 1;
        if (f->kind == NODE_SPAN) {
            width = f->span.high->number - f->span.low->number;
            if (width < 0) {
                diag_add(c->diags, DIAG_RANGE_EMPTY, f->place);
                width = 0;
            }
            width = width >= MAX_FACES ? MAX_FACES + 1 : width + 1;
        }
        sides += width;
        if (sides > MAX_FACES) {
            diag_add(c->diags, DIAG_TOO_MANY_FACES, die->place, die->name, MAX_FACES);
            return;
        }
    }
    if (!sides) {
        diag_add(c->diags, DIAG_TOO_MANY_FACES, die->place, die->name, MAX_FACES);
        return;
    }
    die->sides = (int32_t)sides;
    die->face_names = NEW_ARRAY(c->arena, (size_t)sides, struct span);
    die->faces = NEW_ARRAY(c->arena, (size_t)sides, int64_t);
    int32_t at = 0;
    for (struct node *f = die->node->die_decl.faces; f; f = f->next) {
        if (f->kind != NODE_SPAN) {
            add_face(c, die, f, at++);
            continue;
        }
        for (int64_t v = f->span.low->number; v <= f->span.high->number; v++) {
            die->faces[at++] = v;
        }
    }
}

void check_declare(struct check *c) {
    EACH_DECL(c, n) {
        if (declare_common(c, n, NULL) || is_head(n)) {
            continue;
        }
        if (n->kind == NODE_THING) {
            declare_thing(c, n, NULL);
        } else if (n->kind == NODE_TABLE) {
            declare_table(c, n);
        } else {
            declare_rest(c, n);
        }
    }
    attach_additions(c);
    check_declare_options(c);
    for (int32_t i = 0; i < c->n->dice_count; i++) {
        shape_die(c, c->n->dice[i]);
    }
    struct word *battle = names_find(c->n, (struct span){"battle", 6});
    c->n->battle = battle ? battle->event : NULL;
}

struct param_decl *check_params(struct check *c, struct node *list, int32_t *count) {
    *count = 0;
    for (struct node *p = list; p; p = p->next) {
        ++*count;
    }
    if (*count > MAX_FORMALS) {
        diag_add(c->diags, DIAG_TOO_MANY_ROLES, list->place, MAX_FORMALS);
        *count = MAX_FORMALS;
    }
    struct param_decl *params =
        *count ? NEW_ARRAY(c->arena, (size_t)*count, struct param_decl) : NULL;
    int32_t i = 0;
    for (struct node *p = list; p && i < *count; p = p->next, i++) {
        struct span_limits limits;
        params[i].name = p->text;
        params[i].word = check_word(c, p);
        params[i].type = check_type(c, p->param.type, &limits);
        params[i].least = limits.least;
        params[i].most = limits.most;
        params[i].index = i;
        params[i].value = p->param.value;
        params[i].place = p->place;
        for (int32_t j = 0; j < i; j++) {
            if (params[j].word == params[i].word) {
                diag_add(c->diags, DIAG_TWICE, p->place, p->text);
            }
        }
    }
    return params;
}

static void quantity_twice(struct check *c, struct quantity_decl *q) {
    for (struct quantity_decl *o = check_word(c, q->node)->quantities; o != q;
         o = o->next_of_name) {
        if (o->event == q->event && o->kind == q->kind) {
            struct diag *d = diag_add(c->diags, DIAG_TWICE, q->place, q->name);
            if (o->native) {
                diag_hint(c->diags, d, "the language itself brings it");
            } else {
                diag_also(c->diags, d, o->place, "the first");
            }
            return;
        }
    }
}

/* Resolves a number of several events. The quantity itself belongs to the first event. Each further
 * event gets a sibling: a quantity of the same name and text. */
static void quantity_of_several(struct check *c, struct quantity_decl *q, struct node *of) {
    int32_t count = 0;
    struct quantity_decl *last = q;
    for (struct node *n = of; n; n = n->next) {
        count++;
    }
    if (count > MAX_SAME_NAME) {
        check_too_many_alike(c, check_word(c, q->node), of->place);
        q->lost = true;
        return;
    }
    q->events = NEW_ARRAY(c->arena, (size_t)count, struct event_decl *);
    for (struct node *n = of; n; n = n->next) {
        struct event_decl *event = check_event_named(c, n, n->text);
        if (!event) {
            q->lost = true;
            continue;
        }
        q->events[q->event_count++] = event;
        if (n == of) {
            q->event = event;
            continue;
        }
        struct quantity_decl *s = new_quantity(c, q->name, q->sort, n->place);
        s->node = q->node;
        s->event = event;
        s->family = q;
        s->sibling = q;
        last->sibling = s;
        s->next_of_name = last->next_of_name;
        last->next_of_name = s;
        last = s;
    }
}

static void quantity_of(struct check *c, struct quantity_decl *q, struct node *of) {
    struct word *w = check_word(c, of);
    if (of->next) {
        quantity_of_several(c, q, of);
    } else if (w->kind) {
        q->kind = check_kind_named(c, of, of->text);
    } else if (w->event) {
        q->event = w->event;
    } else {
        check_missing(c, DIAG_NO_OF, of->place, of->text, SUGGEST_KIND | SUGGEST_EVENT);
        q->lost = true;
    }
}

static struct quantity_within *ranges_of(struct check *c, struct quantity_decl *q) {
    if (!q->within) {
        q->within = NEW(c->arena, struct quantity_within);
        *q->within = (struct quantity_within)NO_QUANTITY_WITHIN;
    }
    return q->within;
}

static void quantity_span(struct check *c, struct quantity_decl *q, struct node *row) {
    int64_t low = row->row.amount->span.low->number;
    int64_t high = row->row.amount->span.high->number;
    bool each = row->op == OP_ROWS_WITHIN;
    struct quantity_within *within = ranges_of(c, q);
    if (low > high) {
        diag_add(c->diags, DIAG_RANGE_EMPTY, row->row.amount->place);
    } else if ((each ? within->row_least : within->sum_least) != NUM_MIN) {
        diag_add(c->diags, DIAG_ROW_TWICE, row->place, each ? "rows within" : "together within");
    } else if (each) {
        within->row_least = low;
        within->row_most = high;
    } else {
        within->sum_least = low;
        within->sum_most = high;
        within->sum_or_one_row = (row->flags & FLAG_OR_ONE_ROW) != 0;
    }
}

static void quantity_rows(struct check *c, struct quantity_decl *q) {
    for (struct node *row = q->node->quantity.rows; row; row = row->next) {
        if (row->kind != NODE_ROW) {
            continue;
        }
        if (row->op == OP_START) {
            if (q->start) {
                diag_add(c->diags, DIAG_ROW_TWICE, row->place, "start");
                continue;
            }
            q->start = row->row.amount;
        } else if (row->op == OP_ROWS_WITHIN || row->op == OP_TOGETHER_WITHIN) {
            quantity_span(c, q, row);
        } else {
            struct rule_decl *r = check_new_rule(c, row, SORT_ROW, NULL);
            r->own = true;
            r->target = q;
            r->of_all = q->sibling != q;
        }
    }
}

/* Copies what the declaration of a quantity says to its siblings, which stand for its other
 * events. */
static void shape_siblings(struct quantity_decl *q) {
    for (struct quantity_decl *s = q->sibling; s != q; s = s->sibling) {
        s->label = q->label;
        s->blueprint = q->blueprint;
        s->params = q->params;
        s->param_count = q->param_count;
        s->start = q->start;
        s->within = q->within;
        s->lost = q->lost;
    }
}

static void shape_quantity(struct check *c, struct quantity_decl *q) {
    struct node *n = q->node;
    struct span_limits limits;
    if (!n || n->kind != NODE_QUANTITY) {
        return;
    }
    if (n->quantity.of) {
        quantity_of(c, q, n->quantity.of);
    }
    quantity_twice(c, q);
    for (struct quantity_decl *s = q->sibling; s != q; s = s->sibling) {
        quantity_twice(c, s);
    }
    q->params = check_params(c, n->quantity.params, &q->param_count);
    if (q->kind && q->param_count) {
        diag_add(c->diags, DIAG_KIND_AND_PARAMS, n->quantity.params->place, q->name);
    }
    if (q->kind) {
        q->params = NEW(c->arena, struct param_decl);
        q->params[0].name = (struct span){"it", 2};
        q->params[0].word = c->special[WORD_IT];
        q->params[0].type = q->kind->type;
        q->params[0].least = NUM_MIN;
        q->params[0].most = NUM_MAX;
        q->param_count = 1;
    }
    if (q->sort == SORT_TRUTH) {
        q->type = c->truth;
    } else if (n->quantity.type) {
        q->type = check_type(c, n->quantity.type, &limits);
        if (limits.least != NUM_MIN || limits.most != NUM_MAX) {
            ranges_of(c, q)->least = limits.least;
            q->within->most = limits.most;
        }
    }
    q->start = n->quantity.value;
    if (n->quantity.lua) {
        q->type = q->type ? q->type : c->number;
        c->n->leaf = c->n->leaf ? c->n->leaf : n->quantity.lua;
        return;
    }
    quantity_rows(c, q);
    if (!q->start && q->sort != SORT_TRUTH && c->lossy) {
        q->type = q->type ? q->type : c->error;
    } else if (!q->start && q->sort != SORT_TRUTH) {
        struct diag *d = diag_add(c->diags, DIAG_NO_START, q->place, q->name);
        diag_hint(c->diags, d, "its first row: start VALUE");
        q->type = q->type ? q->type : c->error;
    }
}

/* ---- Events: roles, then what is kept */

static struct slot_decl *add_slot(struct check *c, struct event_decl *e, struct node *n,
                                  const struct type *type) {
    struct slot_decl *s = NEW(c->arena, struct slot_decl);
    s->name = n->text;
    s->word = check_word(c, n);
    s->type = type;
    s->event = e;
    s->index = e->kept++;
    s->least = NUM_MIN;
    s->most = NUM_MAX;
    s->node = n;
    s->place = n->place;
    /* slots above the limit stay out of the list, because it is searched for each name */
    if (e->kept > MAX_SLOTS) {
        if (!e->full) {
            diag_add(c->diags, DIAG_TOO_MANY_SLOTS, n->place, e->name, MAX_SLOTS);
        }
        e->full = true;
        e->kept = MAX_SLOTS;
        s->word->lost = true;
        return s;
    }
    if (e->last_slot) {
        e->last_slot->next = s;
    } else {
        e->slots = s;
    }
    e->last_slot = s;
    return s;
}

static struct slot_decl *find_slot(struct event_decl *e, const struct word *w) {
    struct slot_decl *s = e->slots;
    while (s && s->word != w) {
        s = s->next;
    }
    return s;
}

static enum walk asks_or_rolls(struct node *n, void *user) {
    bool *found = user;
    bool random = n->kind == NODE_CALL && span_is(n->text, "random");
    if (n->kind == NODE_ROLL || n->kind == NODE_REROLL || n->kind == NODE_MAY_ASK ||
        n->kind == NODE_DO || n->kind == NODE_OFFER || n->kind == NODE_CREATE ||
        n->kind == NODE_DRAW || random) {
        *found = true;
        return WALK_STOP;
    }
    return WALK_ON;
}

static bool in_head(struct node *n) {
    bool found = false;
    switch ((int)n->kind) {
    case NODE_NEEDS:
    case NODE_PAY:
    case NODE_LIMIT: return true;
    case NODE_LET: tree_walk(n->let.value, asks_or_rolls, &found); return !found;
    /* Which sets of candidates leave a head open is not judged: a choice of several is the first
     * statement of the body. */
    case NODE_CHOOSE: return !n->choose.body && n->op == OP_ONE;
    case NODE_CHOOSE_PLACE: return !n->choose_place.body;
    case NODE_CHOOSE_PATH: return !n->choose_path.body && !(n->flags & FLAG_STEPS);
    default: return false;
    }
}

/* Whether an action is closed when the way with which its body begins leads nowhere. If one may
 * decline to choose it, or the rules say what is done else, it is not; neither if dice say how far
 * it may lead. */
static bool must_lead(struct node *n) {
    bool found = false;
    if (!n || n->kind != NODE_CHOOSE_PATH || !(n->flags & FLAG_STEPS)) return false;
    if (n->flags & FLAG_MAY || n->choose_path.body || n->choose_path.other) return false;
    tree_walk(n, asks_or_rolls, &found);
    return !found;
}

static void collect_keep(struct check *c, struct event_decl *e, struct node *n) {
    struct span_limits limits = {NUM_MIN, NUM_MAX};
    struct slot_decl *s = find_slot(e, check_word(c, n));
    const struct type *type = n->keep.type ? check_type(c, n->keep.type, &limits) : NULL;
    if (!s) {
        s = add_slot(c, e, n, type);
        s->none_ok = type != NULL;
        s->least = limits.least;
        s->most = limits.most;
    } else if (s->role || (type && s->type && s->type != type) ||
               (type && (s->least != limits.least || s->most != limits.most))) {
        struct diag *d = diag_add(c->diags, DIAG_TWICE, n->place, n->text);
        diag_also(c->diags, d, s->place, "the first");
        s = NULL;
    } else if (type) {
        s->type = type;
    }
    n->meaning = s;
}

/* Collects the values that a list of statements keeps, and those of the statements inside them.
 * Expressions hold no `keep`. */
static void collect_kept(struct check *c, struct event_decl *e, struct node *first) {
    for (struct node *n = first; n; n = n->next) {
        switch ((int)n->kind) {
        case NODE_KEEP: collect_keep(c, e, n); break;
        case NODE_BLOCK: collect_kept(c, e, n->block.statements); break;
        case NODE_IF:
            collect_kept(c, e, n->if_.then);
            collect_kept(c, e, n->if_.other);
            break;
        case NODE_MAY:
            collect_kept(c, e, n->may.body);
            collect_kept(c, e, n->may.other);
            break;
        case NODE_CHOOSE:
            collect_kept(c, e, n->choose.body);
            collect_kept(c, e, n->choose.other);
            break;
        case NODE_CHOOSE_PLACE:
            collect_kept(c, e, n->choose_place.body);
            collect_kept(c, e, n->choose_place.other);
            break;
        case NODE_CHOOSE_PATH:
            collect_kept(c, e, n->choose_path.body);
            collect_kept(c, e, n->choose_path.other);
            break;
        case NODE_CHOOSE_ONE:
            for (struct node *k = n->choose_one.cases; k; k = k->next) {
                if (k->kind == NODE_CASE) {
                    collect_kept(c, e, k->case_.body);
                }
            }
            break;
        case NODE_WHILE: collect_kept(c, e, n->while_.body); break;
        case NODE_REPEAT: collect_kept(c, e, n->repeat.body); break;
        case NODE_FOR: collect_kept(c, e, n->for_.body); break;
        case NODE_DIVIDE: collect_kept(c, e, n->divide.body); break;
        case NODE_ASK: collect_kept(c, e, n->ask.body); break;
        case NODE_ASK_EACH: collect_kept(c, e, n->ask_each.body); break;
        default: break;
        }
    }
}

static void shape_roles(struct check *c, struct event_decl *e, struct node *params) {
    for (struct node *p = params; p; p = p->next) {
        struct span_limits limits;
        const struct type *type = check_type(c, p->param.type, &limits);
        if (find_slot(e, check_word(c, p))) {
            diag_add(c->diags, DIAG_TWICE, p->place, p->text);
            continue;
        }
        if (e->roles == MAX_FORMALS) {
            diag_add(c->diags, DIAG_TOO_MANY_ROLES, p->place, MAX_FORMALS);
            return;
        }
        struct slot_decl *s = add_slot(c, e, p, type);
        s->role = true;
        s->even_gone = (p->flags & FLAG_EVEN_GONE) != 0;
        s->least = limits.least;
        s->most = limits.most;
        s->value = p->param.value;
        s->none_ok = s->value && s->value->kind == NODE_NAME && span_is(s->value->text, "none");
        e->roles++;
    }
    struct slot_decl *actor = find_slot(e, c->n->any_actor->word);
    e->actor = actor && actor->role ? actor : NULL;
}

static bool is_during(const struct event_decl *e, const struct event_decl *of) {
    for (int32_t i = 0; i < e->during_count; i++) {
        if (e->during[i] == of) return true;
    }
    return false;
}

/* Looks up the events during which an action is offered. One that is named twice counts once. */
static void shape_during(struct check *c, struct event_decl *e) {
    int32_t count = 0;
    for (struct node *d = e->node->action.during; d; d = d->next) {
        count++;
    }
    e->during = NEW_ARRAY(c->arena, (size_t)count, struct event_decl *);
    for (struct node *d = e->node->action.during; d; d = d->next) {
        struct event_decl *of = check_event_named(c, d, d->text);
        if (of && !is_during(e, of)) {
            e->during[e->during_count++] = of;
            of->offered = true;
        }
    }
}

static void shape_event(struct check *c, struct event_decl *e) {
    if (!e->node) {
        return;
    }
    shape_roles(c, e, e->action ? e->node->action.params : e->node->event.params);
    struct node *first = e->body ? e->body->block.statements : NULL;
    struct node *rest = first;
    if (e->action) {
        shape_during(c, e);
        e->is_done = true;
        for (; rest && in_head(rest); rest = rest->next) {
            bool binds =
                rest->kind != NODE_NEEDS && rest->kind != NODE_PAY && rest->kind != NODE_LIMIT;
            struct slot_decl *had = binds ? find_slot(e, check_word(c, rest)) : NULL;
            if (had && rest->kind == NODE_LET) {
                struct diag *d = diag_add(c->diags, DIAG_TWICE, rest->place, rest->text);
                diag_also(c->diags, d, had->place, "the first");
            } else if (binds && !had) {
                add_slot(c, e, rest, NULL);
            }
            e->head++;
        }
        e->leads = must_lead(rest);
    }
    for (; !e->action && rest && rest->kind == NODE_LIMIT; rest = rest->next) e->head++;
    collect_kept(c, e, rest);
}

struct ordered {
    struct rule_decl **to;
    int32_t count;
};

static enum walk order_rule(struct node *n, void *user) {
    struct ordered *o = user;
    switch ((int)n->kind) {
    case NODE_FILE:
    case NODE_THING:
    case NODE_ADD_TO:
    case NODE_MEMBERS:
    case NODE_MEMBER:
    case NODE_QUANTITY: return WALK_ON;
    case NODE_ROW:
    case NODE_TRIGGER:
    case NODE_PERMIT:
    case NODE_WHENEVER:
        if (n->meaning) {
            struct rule_decl *r = n->meaning;
            r->index = o->count;
            o->to[o->count++] = r;
        }
        return WALK_SKIP;
    default: return WALK_SKIP;
    }
}

/* Numbers the rules in the order in which the trees hold them. The rows in a number's own braces
 * were made after all other rules, so their numbers are not yet in this order. Places in the text
 * are not compared, so that a rule which a variant adds counts where the variant put it. */
static void order_rules(struct check *c) {
    int32_t count = c->n->rules_count;
    struct ordered o = {NEW_ARRAY(c->arena, (size_t)count + 1, struct rule_decl *), 0};
    for (int32_t i = 0; i < count; i++) {
        c->n->rules[i]->index = -1;
    }
    for (int32_t i = 0; i < c->file_count; i++) {
        tree_walk(c->files[i], order_rule, &o);
    }
    /* rules of forms come last: they are copies of the text of options, and stand in no file's
     * tree */
    for (int32_t i = 0; i < count; i++) {
        struct rule_decl *r = c->n->rules[i];
        if (r->index < 0) {
            r->index = o.count;
            o.to[o.count++] = r;
        }
    }
    ASSERT(o.count == count);
    for (int32_t i = 0; i < count; i++) {
        c->n->rules[i] = o.to[i];
    }
}

void check_shapes(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = 0; i < n->events_count; i++) {
        shape_event(c, n->events[i]);
    }
    /* counted before: shaping adds siblings, which are filled from the first quantity */
    int32_t count = n->quantities_count;
    for (int32_t i = 0; i < count; i++) {
        shape_quantity(c, n->quantities[i]);
        shape_siblings(n->quantities[i]);
    }
    for (int32_t i = 0; i < n->rulings_count; i++) {
        for (struct node *r = n->rulings[i]->node->ruling.readings; r; r = r->next) {
            n->rulings[i]->count++;
        }
    }
    order_rules(c);
}
