/* check_kind: what the language itself brings, then kinds, enumerations and fields of the rules,
 * and types in the text. */
#include <string.h>

#include "check_int.h"

static struct span of_text(const char *text) {
    return (struct span){text, strlen(text)};
}

/* Whether no kind, enumeration, chart, die, ruling or player has the word yet; if one has, reports
 * that. `first` is set to its place, or to `place` if it has none of its own. */
bool check_declared(struct check *c, struct word *w, struct place place, struct place *first) {
    struct place at = place;
    bool taken = true;
    if (w->kind || w->plural) {
        at = w->kind ? w->kind->place : w->plural->place;
    } else if (w->values || w->values_plural) {
        at = w->values ? w->values->place : w->values_plural->place;
    } else if (w->chart) {
        at = w->chart->place;
    } else if (w->die) {
        at = w->die->place;
    } else if (w->ruling) {
        at = w->ruling->place;
    } else if (!w->player) {
        taken = false;
    }
    *first = at;
    if (taken) {
        struct diag *d = diag_add(c->diags, DIAG_TWICE, place, w->text);
        if (at.len && (at.at != place.at || at.file != place.file)) {
            diag_also(c->diags, d, at, "the first");
        }
    }
    return !taken;
}

void check_too_many_alike(struct check *c, struct word *w, struct place place) {
    diag_add(c->diags, DIAG_TOO_MANY, place, MAX_SAME_NAME, "things of one name", "SAME_NAME");
    w->lost = true;
}

/* Whether one more kind, die or enumeration fits beside `count` others, as types name them in 16
 * bits; if not, reports that there are too many `what`. */
bool check_room_for_kind(struct check *c, int32_t count, struct place place, const char *what) {
    if (count < MAX_KINDS) {
        return true;
    }
    diag_add(c->diags, DIAG_TOO_MANY, place, MAX_KINDS, what, "KINDS");
    return false;
}

/* ---- What the language itself brings */

static struct kind_decl *new_kind(struct check *c, struct span name, struct span plural,
                                  struct kind_decl *parent, struct place place) {
    struct kind_decl *k = NEW(c->arena, struct kind_decl);
    k->name = name;
    k->plural = plural;
    k->parent = parent;
    k->place = place;
    k->base = parent ? parent->base : BASE_THING;
    struct type *t = NEW(c->arena, struct type);
    t->class = CLASS_THING;
    t->kind = k;
    k->type = t;
    t = NEW(c->arena, struct type);
    t->class = CLASS_BLUEPRINT;
    t->kind = k;
    k->blueprint = t;
    ADD(c, kinds, k);
    names_word(c->n, name)->kind = k;
    if (plural.len) {
        names_word(c->n, plural)->plural = k;
    }
    return k;
}

static struct field_decl *new_field(struct check *c, struct kind_decl *k, struct span name,
                                    const struct type *type, struct place place) {
    struct field_decl *f = NEW(c->arena, struct field_decl);
    struct word *w = names_word(c->n, name);
    f->name = name;
    f->type = type;
    f->kind = k;
    f->slot = -1;
    f->least = NUM_MIN;
    f->most = NUM_MAX;
    f->place = place;
    f->next_of_name = w->fields;
    w->fields = f;
    if (k->last_field) {
        k->last_field->next_in_kind = f;
    } else {
        k->fields = f;
    }
    k->last_field = f;
    k->field_count++;
    return f;
}

static struct field_decl *native(struct check *c, enum base_kind base, const char *name,
                                 const struct type *type, enum native_field what, int32_t slot) {
    struct field_decl *f =
        new_field(c, c->n->base[base], of_text(name), type, (struct place){0, 0, 0});
    f->native = what;
    f->slot = slot;
    f->none_ok = true;
    return f;
}

static void native_kinds(struct check *c) {
    static const char *const rows[BASE_COUNT_][2] = {
        [BASE_THING] = {"thing", "things"}, [BASE_PLAYER] = {"player", "players"},
        [BASE_GAME] = {"game", ""},         [BASE_PIECE] = {"piece", "pieces"},
        [BASE_GROUP] = {"group", ""},       [BASE_FEATURE] = {"feature", ""},
        [BASE_ITEM] = {"item", ""},         [BASE_CARD] = {"card", "cards"},
        [BASE_ZONE] = {"zone", "zones"},    [BASE_TERRAIN] = {"terrain", "terrains"},
        [BASE_AREA] = {"area", "areas"},    [BASE_BORDER] = {"border", "borders"},
    };
    struct kind_decl **base = c->n->base;
    for (int b = 0; b < BASE_COUNT_; b++) {
        base[b] = new_kind(c, of_text(rows[b][0]), of_text(rows[b][1]), b ? base[BASE_THING] : NULL,
                           (struct place){0, 0, 0});
        base[b]->base = (enum base_kind)b;
    }
    c->thing = base[BASE_THING]->type;
    c->player = base[BASE_PLAYER]->type;
    if (c->n->on_map) {
        c->place = base[BASE_AREA]->type;
        c->far = c->number;
        c->n->plain[CLASS_PATH]->elem = c->place;
    }
}

/* The fields of areas and borders, and what a piece has besides on a map: its place by another
 * name. */
static void native_fields_of_map(struct check *c) {
    native(c, BASE_PIECE, "area", c->place, NATIVE_PLACE, RECORD_PLACE);
    native(c, BASE_GROUP, "area", c->place, NATIVE_PLACE, RECORD_PLACE);
    native(c, BASE_AREA, "capacity", c->number, NATIVE_CAPACITY, -1);
    native(c, BASE_AREA, "centre", c->point, NATIVE_OF_MAP, -1);
    native(c, BASE_AREA, "outline", c->shape, NATIVE_OF_MAP, -1);
    native(c, BASE_BORDER, "a", c->place, NATIVE_OF_MAP, -1);
    native(c, BASE_BORDER, "b", c->place, NATIVE_OF_MAP, -1);
    native(c, BASE_BORDER, "one_way", c->truth, NATIVE_OF_MAP, -1)->none_ok = false;
}

static void native_fields(struct check *c) {
    native(c, BASE_THING, "owner", c->player, NATIVE_OWNER, RECORD_OWNER);
    native(c, BASE_PLAYER, "side", c->number, NATIVE_SIDE, -1);
    native(c, BASE_PLAYER, "points", c->number, NATIVE_POINTS, -1)->none_ok = false;
    native(c, BASE_PIECE, "place", c->place, NATIVE_PLACE, RECORD_PLACE);
    native(c, BASE_PIECE, "base", c->shape, NATIVE_BASE, -1);
    native(c, BASE_PIECE, "facing", c->number, NATIVE_FACING, -1);
    native(c, BASE_PIECE, "height", c->length, NATIVE_HEIGHT, -1);
    native(c, BASE_GROUP, "place", c->place, NATIVE_PLACE, RECORD_PLACE);
    native(c, BASE_GROUP, "starting_strength", c->number, NATIVE_STARTING, -1)->none_ok = false;
    native(c, BASE_FEATURE, "bearer", c->thing, NATIVE_HOLDER, RECORD_HOLDER);
    native(c, BASE_ITEM, "bearer", c->thing, NATIVE_HOLDER, RECORD_HOLDER);
    native(c, BASE_ZONE, "outline", c->shape, NATIVE_OUTLINE, -1);
    native(c, BASE_TERRAIN, "outline", c->shape, NATIVE_OUTLINE, -1);
    native(c, BASE_TERRAIN, "height", c->length, NATIVE_HEIGHT, -1);
    if (c->n->on_map) native_fields_of_map(c);
}

static struct slot_decl *native_slot(struct check *c, struct event_decl *e, const char *name,
                                     const struct type *type) {
    struct slot_decl *s = NEW(c->arena, struct slot_decl);
    s->name = of_text(name);
    s->word = names_word(c->n, s->name);
    s->type = type;
    s->event = e;
    s->role = true;
    s->least = NUM_MIN;
    s->most = NUM_MAX;
    s->index = e->roles++;
    e->kept++;
    if (e->last_slot) {
        e->last_slot->next = s;
    } else {
        e->slots = s;
    }
    e->last_slot = s;
    return s;
}

/* Adds a kept value to an event of the language, behind its roles. */
static void native_kept(struct check *c, struct event_decl *e, const char *name,
                        const struct type *type) {
    native_slot(c, e, name, type)->role = false;
    e->roles--;
}

static void native_events(struct check *c) {
    static const char *const rows[NATIVE_EVENT_COUNT_] = {
        [NATIVE_CREATE] = "create", [NATIVE_PUT_AT] = "place",  [NATIVE_MOVE] = "move",
        [NATIVE_STEP] = "step",     [NATIVE_REMOVE] = "remove", [NATIVE_DESTROY] = "destroy",
        [NATIVE_GIVE] = "give",     [NATIVE_TAKE] = "take",     [NATIVE_DRAW] = "draw",
        [NATIVE_REVEAL] = "reveal", [NATIVE_SCORE] = "score",
    };
    for (int i = 0; i < NATIVE_EVENT_COUNT_; i++) {
        struct event_decl *e = NEW(c->arena, struct event_decl);
        e->index = i;
        e->name = of_text(rows[i]);
        e->native = e->is_done = true;
        names_word(c->n, e->name)->event = e;
        ADD(c, events, e);
    }
    struct event_decl **e = c->n->events;
    const struct type *card = c->n->base[BASE_CARD]->type;
    const struct type *feature = c->n->base[BASE_FEATURE]->type;
    for (int i = NATIVE_CREATE; i <= NATIVE_DESTROY; i++) {
        native_slot(c, e[i], "thing", c->thing);
    }
    native_slot(c, e[NATIVE_PUT_AT], "spot", c->place)->none_ok = true;
    native_slot(c, e[NATIVE_MOVE], "path", c->path)->none_ok = true;
    native_kept(c, e[NATIVE_MOVE], "gone", c->far);
    native_slot(c, e[NATIVE_STEP], "spot", c->place);
    native_slot(c, e[NATIVE_GIVE], "feature", feature);
    native_slot(c, e[NATIVE_GIVE], "taker", c->thing);
    native_slot(c, e[NATIVE_TAKE], "feature", feature);
    native_slot(c, e[NATIVE_TAKE], "bearer", c->thing);
    native_slot(c, e[NATIVE_DRAW], "card", card)->none_ok = true;
    native_slot(c, e[NATIVE_DRAW], "source", c->thing);
    native_slot(c, e[NATIVE_DRAW], "taker", c->thing);
    native_kept(c, e[NATIVE_DRAW], "pile", c->pile);
    native_slot(c, e[NATIVE_REVEAL], "thing", c->thing);
    native_slot(c, e[NATIVE_SCORE], "points", c->number);
    native_slot(c, e[NATIVE_SCORE], "player", c->player);
}

static void native_truth(struct check *c, enum native_quantity which, const char *name,
                         struct kind_decl *of, const char *const *params) {
    struct quantity_decl *q = NEW(c->arena, struct quantity_decl);
    q->family = q->sibling = q;
    q->name = of_text(name);
    q->sort = SORT_TRUTH;
    q->native = (uint8_t)which;
    q->type = c->truth;
    q->kind = of;
    int32_t count = 0;
    while (params[count]) {
        count++;
    }
    q->param_count = count;
    q->params = NEW_ARRAY(c->arena, (size_t)count, struct param_decl);
    for (int32_t i = 0; i < count; i++) {
        q->params[i].name = of_text(params[i]);
        q->params[i].word = names_word(c->n, q->params[i].name);
        q->params[i].type = c->thing;
        q->params[i].index = i;
        q->params[i].least = NUM_MIN;
        q->params[i].most = NUM_MAX;
    }
    struct word *w = names_word(c->n, q->name);
    q->next_of_name = w->quantities;
    w->quantities = q;
    q->index = c->n->quantities_count;
    ADD(c, quantities, q);
    c->n->native[which] = q;
}

void check_native(struct check *c) {
    static const char *const it[] = {"it", NULL};
    static const char *const two[] = {"a", "b", NULL};
    static const char *const sight[] = {"thing", "seer", "seen", NULL};
    static const char *const move[] = {"thing", "mover", NULL};
    native_kinds(c);
    native_fields(c);
    native_events(c);
    native_truth(c, NATIVE_IN_FORCE, "in_force", c->n->base[BASE_THING], it);
    native_truth(c, NATIVE_ENEMY, "enemy", NULL, two);
    native_truth(c, NATIVE_FRIENDLY, "friendly", NULL, two);
    native_truth(c, NATIVE_BLOCKS_SIGHT, "blocks_sight", NULL, sight);
    native_truth(c, NATIVE_BLOCKS_MOVE, "blocks_move", NULL, move);
    struct slot_decl *s = NEW(c->arena, struct slot_decl);
    s->name = of_text("actor");
    s->word = names_word(c->n, s->name);
    s->type = c->thing;
    s->role = true;
    c->n->any_actor = s;
}

/* ---- Kinds */

struct kind_decl *check_kind_named(struct check *c, const struct node *at, struct span text) {
    struct word *w = names_word(c->n, text);
    if (!w->kind) {
        check_missing(c, DIAG_NO_KIND, at->place, text, SUGGEST_KIND);
        return NULL;
    }
    if (!c->n->on_map && (w->kind->base == BASE_AREA || w->kind->base == BASE_BORDER)) {
        diag_add(c->diags, DIAG_NO_MAP, at->place, text);
        return NULL;
    }
    return w->kind;
}

int32_t check_rank(struct check *c, const struct node *ranked) {
    if (!ranked) {
        return -1;
    }
    int32_t rank = names_word(c->n, ranked->text)->rank - 1;
    if (rank < 0) {
        check_missing(c, DIAG_NO_RANK, ranked->place, ranked->text, SUGGEST_RANK);
    }
    return rank;
}

static void use_value(struct check *c, struct enum_decl *e, int32_t value, struct node *v) {
    struct word *w = check_word(c, v);
    struct value_use *last = w->value_uses;
    if (last && last->values == e) {
        diag_add(c->diags, DIAG_TWICE, v->place, v->text);
        return;
    }
    if (last && last->nth >= MAX_SAME_NAME) {
        check_too_many_alike(c, w, v->place);
        return;
    }
    struct value_use *use = NEW(c->arena, struct value_use);
    *use = (struct value_use){e, value, last ? last->nth + 1 : 1, last};
    w->value_uses = use;
}

static struct enum_decl *new_enum(struct check *c, struct node *values, struct place place) {
    struct enum_decl *e = NEW(c->arena, struct enum_decl);
    for (struct node *v = values; v; v = v->next) {
        e->count++;
    }
    e->values = NEW_ARRAY(c->arena, (size_t)e->count, struct span);
    e->labels = NEW_ARRAY(c->arena, (size_t)e->count, struct span);
    e->place = place;
    e->index = c->n->enums_count;
    if (check_room_for_kind(c, c->n->enums_count, place, "enumerations")) {
        ADD(c, enums, e);
    }
    int32_t i = 0;
    for (struct node *v = values; v; v = v->next, i++) {
        use_value(c, e, i, v);
        e->values[i] = v->text;
        if (v->kind == NODE_ENUM_VALUE && v->enum_value.label) {
            e->labels[i] = v->enum_value.label->text;
        }
    }
    names_enum_type(c->n, e);
    return e;
}

static void enter_named_enum(struct check *c, struct node *n) {
    struct place first;
    struct node *name = n->kind_.names;
    struct enum_decl *e = new_enum(c, n->kind_.values, name->place);
    e->name = name->text;
    if (check_declared(c, check_word(c, name), name->place, &first)) {
        check_word(c, name)->values = e;
    }
    if (name->next) {
        e->plural = name->next->text;
        if (check_declared(c, check_word(c, name->next), name->next->place, &first)) {
            check_word(c, name->next)->values_plural = e;
        }
    }
}

static void enter_kind(struct check *c, struct node *n) {
    struct place first;
    struct node *name = n->kind_.names;
    if (n->kind_.values) {
        enter_named_enum(c, n);
        return;
    }
    if (!n->kind_.parent) {
        return; /* a NODE_KIND without a parent continues a kind: check_fields adds its fields */
    }
    if (!check_declared(c, check_word(c, name), name->place, &first)) {
        return;
    }
    if (!check_room_for_kind(c, c->n->kinds_count, name->place, "kinds")) {
        check_word(c, name)->lost = true;
        return;
    }
    struct node *plural = name->next;
    if (plural && !check_declared(c, check_word(c, plural), plural->place, &first)) {
        plural = NULL;
    }
    struct kind_decl *k =
        new_kind(c, name->text, plural ? plural->text : (struct span){"", 0}, NULL, name->place);
    k->node = n;
    n->meaning = k;
    if (n->kind_.label) {
        k->label = n->kind_.label->text;
    }
}

static void link_kind(struct check *c, struct kind_decl *k) {
    struct node *n = k->node;
    k->rank = check_rank(c, n->kind_.ranked);
    k->parent = check_kind_named(c, n->kind_.parent, n->kind_.parent->text);
    if (!k->parent) {
        k->parent = c->n->base[BASE_THING];
        k->lost = true;
    }
    if (n->kind_.of) {
        k->of = check_kind_named(c, n->kind_.of, n->kind_.of->text);
    }
}

/* Breaks circles in which kinds are each other's parents. Reports each circle once and makes one
 * kind in it a kind of `thing`. A negative index says in which walk a kind was seen. */
static void break_circles(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = BASE_COUNT_; i < n->kinds_count; i++) {
        int32_t steps = 0;
        struct kind_decl *k = n->kinds[i];
        while (k && k->index == 0) {
            k->index = -1 - i;
            k = k->parent;
            steps++;
        }
        if (k && k->index == -1 - i && steps) {
            diag_add(c->diags, DIAG_KIND_CIRCLE, k->place, k->name);
            k->parent = n->base[BASE_THING];
        }
    }
}

static void *kind_at(const struct names *n, int32_t i) {
    return n->kinds[i];
}

static void *kind_above(const void *kind) {
    return ((const struct kind_decl *)kind)->parent;
}

static int32_t *kind_depth(void *kind) {
    return &((struct kind_decl *)kind)->depth;
}

static int32_t kind_cut(struct check *c, void *kind) {
    struct kind_decl *k = kind;
    diag_add(c->diags, DIAG_TOO_MANY, k->place, MAX_DEPTH_KINDS, "kinds one of which is the next",
             "DEPTH_KINDS");
    k->parent = c->n->base[BASE_THING];
    k->lost = true;
    return 2;
}

static void bound_depth(struct check *c) {
    const struct check_chains kinds = {c->n->kinds_count, kind_at, kind_above, kind_depth,
                                       kind_cut};
    check_bound_chains(c, &kinds);
}

static void number_kinds(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = n->kinds_count - 1; i > 0; i--) {
        struct kind_decl *k = n->kinds[i];
        k->next_sibling = k->parent->first_child;
        k->parent->first_child = k;
    }
    int32_t count = n->kinds_count;
    struct kind_decl **order = NEW_ARRAY(c->arena, (size_t)count, struct kind_decl *);
    struct kind_decl *k = n->kinds[0];
    int32_t at = 0;
    while (k) {
        k->index = at;
        order[at++] = k;
        if (k->parent && k->parent != n->base[BASE_THING]) {
            k->base = k->parent->base;
        }
        if (k->first_child) {
            k = k->first_child;
            continue;
        }
        k->end = at;
        while (k && !k->next_sibling) {
            k = k->parent;
            if (k) {
                k->end = at;
            }
        }
        k = k ? k->next_sibling : NULL;
    }
    memcpy(n->kinds, order, (size_t)at * sizeof *order);
}

/* Whether things of this sort may be taken one for the other. */
static bool may_be_alike(enum base_kind base) {
    return base == BASE_THING || base == BASE_PIECE || base == BASE_GROUP || base == BASE_FEATURE ||
           base == BASE_ITEM || base == BASE_CARD;
}

/* Fills in what a kind inherits from its parent, and adds the fields that link groups and members.
 * Parents must be finished before their children. */
static void finish_kind(struct check *c, struct kind_decl *k) {
    if (k->rank < 0) {
        k->rank = k->parent ? k->parent->rank : 0;
    }
    k->stacks = (k->node && (k->node->flags & FLAG_STACKS)) || (k->parent && k->parent->stacks);
    if (k->stacks && k->base != BASE_FEATURE) {
        diag_add(c->diags, DIAG_STACKS_WHERE, k->place, k->name);
    }
    const bool told = k->node && (k->node->flags & FLAG_ALIKE);
    k->alike = told || (k->parent && k->parent->alike);
    if (told && !may_be_alike(k->base)) diag_add(c->diags, DIAG_ALIKE_WHERE, k->place, k->name);
    bool takes_of = k->base == BASE_GROUP || k->base == BASE_FEATURE;
    if (!k->of && k->parent) {
        k->of = k->parent->of;
    } else if (k->node && k->node->kind_.of && !takes_of) {
        diag_add(c->diags, DIAG_OF_KIND, k->node->kind_.of->place, k->name);
    }
    if (k->base != BASE_GROUP || !k->node) {
        return;
    }
    if (!k->of) {
        if (!k->node->kind_.of) {
            diag_add(c->diags, DIAG_GROUP_OF, k->place, k->name);
        }
        return;
    }
    ASSERT(k->parent); /* only `thing` has no parent */
    if (k->parent->base == BASE_GROUP && k->parent->members && k->of == k->parent->of) {
        k->members = k->parent->members;
        return;
    }
    struct span list = k->of->plural.len ? k->of->plural : of_text("members");
    struct field_decl *members = new_field(c, k, list, names_set_of(c->n, k->of->type), k->place);
    members->native = NATIVE_MEMBERS;
    k->members = members;
    if (!k->of->group) {
        struct field_decl *holder = new_field(c, k->of, k->name, k->type, k->place);
        holder->native = NATIVE_HOLDER;
        holder->slot = RECORD_HOLDER;
        holder->none_ok = true;
        k->of->group = k;
    }
}

#define EACH_DECL(c, n)                                       \
    for (int32_t file_ = 0; file_ < (c)->file_count; file_++) \
        for (struct node *n = (c)->files[file_]->file.decls; n; n = n->next)

void check_kinds(struct check *c) {
    EACH_DECL(c, n) {
        if (n->kind == NODE_KIND) {
            enter_kind(c, n);
        }
    }
    struct names *n = c->n;
    for (int32_t i = BASE_COUNT_; i < n->kinds_count; i++) {
        link_kind(c, n->kinds[i]);
    }
    break_circles(c);
    bound_depth(c);
    number_kinds(c);
    for (int32_t i = 0; i < n->kinds_count; i++) {
        finish_kind(c, n->kinds[i]);
    }
}

/* ---- Types */

static const struct type *named_type(struct check *c, struct node *n) {
    if (!n->text.len) {
        struct node *low = n->type_name.span->span.low;
        return low->kind == NODE_LENGTH ? c->length : c->number;
    }
    struct word *w = check_word(c, n);
    switch (w->special) {
    case WORD_NUMBER: return c->number;
    case WORD_LENGTH: return c->length;
    case WORD_YES_NO: return c->truth;
    case WORD_TEXT: return c->text;
    case WORD_DIE: return c->die;
    case WORD_POOL: return names_type(c->n, CLASS_POOL);
    case WORD_PLACE: return c->place;
    case WORD_PATH: return c->path;
    case WORD_SHAPE: return c->shape;
    default: break;
    }
    if (w->values) {
        return w->values->type;
    }
    if (w->die) {
        return check_face_of(c, w->die);
    }
    if (c->n->on_map && !w->kind && span_is(n->text, "leg")) return c->leg;
    struct kind_decl *k = check_kind_named(c, n, n->text);
    return k ? k->type : c->error;
}

static void type_limits(struct check *c, struct node *span, const struct type *t,
                        struct span_limits *limits) {
    struct node *low = span->span.low;
    struct node *high = span->span.high;
    enum node_kind fits = t->class == CLASS_LENGTH ? NODE_LENGTH : NODE_NUMBER;
    if (t->class != CLASS_NUMBER && t->class != CLASS_LENGTH) {
        if (!check_is_error(t)) {
            diag_add(c->diags, DIAG_RANGE_TYPE, span->place, check_text(c, t));
        }
    } else if (low->kind != fits || high->kind != fits) {
        diag_add(c->diags, DIAG_WRONG_TYPE, span->place, check_text(c, t),
                 fits == NODE_LENGTH ? "a range of numbers" : "a range of lengths");
    } else if (low->number > high->number) {
        diag_add(c->diags, DIAG_RANGE_EMPTY, span->place);
    } else {
        limits->least = low->number;
        limits->most = high->number;
    }
}

const struct type *check_type(struct check *c, struct node *n, struct span_limits *limits) {
    *limits = (struct span_limits){NUM_MIN, NUM_MAX};
    const struct type *t = c->error;
    if (n->kind == NODE_TYPE_NAME) {
        t = named_type(c, n);
        if (n->type_name.span) {
            type_limits(c, n->type_name.span, t, limits);
        }
    } else if (n->kind == NODE_TYPE_ENUM) {
        t = new_enum(c, n->type_enum.values, n->place)->type;
    } else if (n->kind == NODE_TYPE_SET) {
        struct span_limits unused;
        const struct type *elem = check_type(c, n->type_set.of, &unused);
        if (elem->class == CLASS_POOL || elem->class == CLASS_PATH) {
            diag_add(c->diags, DIAG_SET_OF, n->place, check_text(c, elem));
        } else {
            t = names_set_of(c->n, elem);
        }
    } else if (n->kind == NODE_TYPE_OF) {
        struct kind_decl *k = NULL;
        if (span_is(n->text, "blueprint"))
            k = check_kind_named(c, n->type_of.of, n->type_of.of->text);
        else
            check_kind_named(c, n, n->text);
        n->type_of.of->type = k ? k->type : c->error;
        if (k) t = k->blueprint;
    } else if (n->kind == NODE_TYPE_PILE) {
        struct kind_decl *k = check_kind_named(c, n, n->text);
        if (k && k->base != BASE_CARD) {
            diag_add(c->diags, DIAG_PILE_OF, n->place, n->text);
        } else if (k) {
            t = names_set_of(c->n, k->type);
        }
    }
    n->type = t;
    return t;
}

/* ---- Fields */

struct field_decl *check_field_of(const struct word *w, const struct kind_decl *k) {
    for (struct field_decl *f = w->fields; f; f = f->next_of_name) {
        if (names_kind_is(k, f->kind)) {
            return f;
        }
    }
    return NULL;
}

/* Collects the fields of `it` that an expression reads, as a list for a message. */
struct made_of {
    struct check *c;
    const struct kind_decl *kind; /* of the thing `it` */
    const char *list;
    int32_t n;
};

static enum walk note_field(struct node *n, void *user) {
    struct made_of *made = user;
    if (n->kind != NODE_DOT || n->dot.of->kind != NODE_NAME || !span_is(n->dot.of->text, "it"))
        return WALK_ON;
    const struct field_decl *f = check_field_of(names_word(made->c->n, n->text), made->kind);
    bool own = f && !f->derived && f->native == NATIVE_NOT;
    if (own && strstr(made->list, arena_text(made->c->arena, n->text.at, n->text.len)))
        return WALK_ON;
    if (own && made->n < 4)
        made->list = arena_print(made->c->arena, "%s%s%.*s", made->list, made->n ? ", " : "",
                                 (int)n->text.len, n->text.at);
    made->n += own;
    return WALK_ON;
}

void check_say_computed(struct check *c, struct diag *d, const struct field_decl *f) {
    if (!f || !f->derived) {
        return;
    }
    const struct kind_decl *of = f->kind->base == BASE_GROUP ? f->kind->of : NULL;
    const struct field_decl *each = of ? check_field_of(names_word(c->n, f->name), of) : NULL;
    struct node *value = f->node && f->node->kind == NODE_DERIVE ? f->node->derive.value : NULL;
    if (each && !each->derived) {
        diag_hint(c->diags, d, "each %t has its own: %t is said of each of them", of->name,
                  f->name);
    } else if (value) {
        struct made_of made = {c, f->kind, "", 0};
        tree_walk(value, note_field, &made);
        if (made.n) diag_hint(c->diags, d, "say what it is computed from: %s", made.list);
    }
    diag_also(c->diags, d, f->place, "it is computed here");
}

static bool room_for_field(struct check *c, struct kind_decl *k, struct node *name) {
    if (k->field_count < MAX_FIELDS) {
        return true;
    }
    diag_add(c->diags, DIAG_TOO_MANY, k->place, MAX_FIELDS, "fields of one kind", "FIELDS");
    check_word(c, name)->lost = true;
    return false;
}

static bool field_is_new(struct check *c, struct kind_decl *k, struct node *name) {
    int32_t alike = 0;
    if (!room_for_field(c, k, name)) {
        return false;
    }
    for (struct field_decl *f = check_word(c, name)->fields; f; f = f->next_of_name) {
        if (++alike == MAX_SAME_NAME) {
            check_too_many_alike(c, check_word(c, name), name->place);
            return false;
        }
        if (names_kind_is(k, f->kind) || names_kind_is(f->kind, k)) {
            struct diag *d =
                diag_add(c->diags, DIAG_FIELD_TWICE, name->place, f->kind->name, name->text);
            if (f->place.len) {
                diag_also(c->diags, d, f->place, "the first");
            }
            return false;
        }
    }
    return true;
}

static void add_field(struct check *c, struct kind_decl *k, struct node *n, struct node *name,
                      const struct type *type, struct span_limits limits) {
    struct word *w = check_word(c, name);
    /* `owner player` in a kind of the rules declares nothing: every thing has that field. */
    if (w->fields && w->fields->native == NATIVE_OWNER && type == c->player) {
        return;
    }
    struct field_decl *inherited = check_field_of(w, k);
    if (inherited && inherited->native && inherited->type == type && n->field.value &&
        inherited->slot < 0) {
        struct kind_default *d = NEW(c->arena, struct kind_default);
        *d = (struct kind_default){inherited, n->field.value, k->defaults};
        k->defaults = d;
        inherited->value = inherited->value ? inherited->value : n->field.value;
        return;
    }
    if (!field_is_new(c, k, name)) {
        return;
    }
    struct field_decl *f = new_field(c, k, name->text, type, name->place);
    f->node = n;
    f->least = limits.least;
    f->most = limits.most;
    f->secret = check_secret(n);
    f->pile = n->field.type->kind == NODE_TYPE_PILE;
    f->value = n->field.value;
    f->label = n->field.label ? n->field.label->text : (struct span){"", 0};
    if (type->class == CLASS_SET && type->elem && type->elem->class == CLASS_THING && !f->pile) {
        enum base_kind base = type->elem->kind ? type->elem->kind->base : BASE_THING;
        f->borne = base == BASE_FEATURE || base == BASE_ITEM;
        if (base == BASE_ITEM) {
            struct kind_decl *item = type->elem->kind;
            item->of = !item->of || item->of == k ? k : c->n->base[BASE_THING];
        }
    }
    const struct type *elem = type->class == CLASS_SET && type->elem ? type->elem : type;
    if (elem->class == CLASS_ENUM) {
        f->next_of_enum = elem->values->fields;
        elem->values->fields = f;
    }
    if (f->pile && k->base != BASE_PLAYER && k->base != BASE_GAME) {
        diag_add(c->diags, DIAG_PILE_WHERE, name->place, name->text);
    }
}

static void add_derived(struct check *c, struct kind_decl *k, struct node *n) {
    if (!field_is_new(c, k, n)) {
        return;
    }
    struct field_decl *f = new_field(c, k, n->text, NULL, n->place);
    f->node = n;
    f->derived = true;
    f->label = n->derive.label ? n->derive.label->text : (struct span){"", 0};
    struct quantity_decl *q = check_field_quantity(c, f);
    q->node = n;
    q->start = n->derive.value;
    q->label = f->label;
    n->meaning = f;
}

static struct kind_decl *kind_of_node(struct check *c, struct node *n) {
    if (n->kind_.values) {
        return NULL;
    }
    if (n->kind_.parent) {
        return n->meaning; /* NULL: the kind was declared twice, which was reported */
    }
    struct node *name = n->kind_.names;
    struct kind_decl *k = check_kind_named(c, name, name->text);
    if (k && k->rank <= 0 && n->kind_.ranked) {
        int32_t rank = check_rank(c, n->kind_.ranked);
        k->rank = rank < 0 ? 0 : rank;
    }
    return k;
}

void check_fields(struct check *c) {
    EACH_DECL(c, n) {
        if (n->kind != NODE_KIND) {
            continue;
        }
        struct kind_decl *k = kind_of_node(c, n);
        for (struct node *f = k ? n->kind_.fields : NULL; f; f = f->next) {
            if (f->kind == NODE_DERIVE) {
                add_derived(c, k, f);
            } else if (f->kind == NODE_FIELD) {
                struct span_limits limits;
                const struct type *type = check_type(c, f->field.type, &limits);
                for (struct node *name = f->field.names; name; name = name->next) {
                    add_field(c, k, f, name, type, limits);
                }
            }
        }
    }
}

void check_record_slots(struct check *c) {
    struct names *n = c->n;
    for (int32_t i = 0; i < n->kinds_count; i++) {
        struct kind_decl *k = n->kinds[i];
        k->words = k->parent ? k->parent->words : RECORD_WORDS;
        for (struct field_decl *f = k->fields; f; f = f->next_in_kind) {
            f->index = n->fields_count;
            ADD(c, fields, f);
            if (f->slot < 0 && !f->derived && !f->borne) {
                f->slot = k->words++;
            }
            if (k->words > MAX_FIELDS) {
                diag_add(c->diags, DIAG_TOO_MANY, k->place, MAX_FIELDS, "words of one thing",
                         "FIELDS");
            }
        }
    }
}

/* ---- Defaults: constants */

static bool is_constant(const struct node *n) {
    if (check_is_error(n->type)) {
        return true;
    }
    switch ((int)n->kind) {
    case NODE_NUMBER:
    case NODE_LENGTH:
    case NODE_TRUTH:
    case NODE_DIE:
    case NODE_TEXT:
    case NODE_SIZE: return true;
    case NODE_NEGATE: return is_constant(n->negate.of);
    case NODE_POINT: return is_constant(n->point.x) && is_constant(n->point.y);
    case NODE_NAME:
        return n->mark == MEAN_NONE || n->mark == MEAN_ENUM_VALUE || n->mark == MEAN_BLUEPRINT ||
               n->mark == MEAN_DIE || n->mark == MEAN_FACE;
    case NODE_CALL: return n->mark == MEAN_SHAPE;
    default: return false;
    }
}

static void check_default(struct check *c, const struct field_decl *f, struct node *v) {
    const uint32_t said = diag_errors(c->diags);
    if (v->type || !check_value(c, v, f->type) || check_is_error(f->type)) {
        /* v->type is set if v was checked before: fields declared on one line share their
         * default */
        return;
    }
    if (diag_errors(c->diags) > said) return;
    bool none = check_typed(v)->class == CLASS_NONE;
    if (!is_constant(v) || (f->type->class == CLASS_SET && !none)) {
        diag_add(c->diags, DIAG_NOT_CONSTANT, v->place);
    } else {
        check_bounds(c, v, f->name, (struct span_limits){f->least, f->most});
    }
}

struct diag *check_start_missing(struct check *c, struct place place, const struct kind_decl *k,
                                 const struct field_decl *f) {
    bool length = f->type && f->type->class == CLASS_LENGTH;
    return diag_add(c->diags, DIAG_START_MISSING, place, k->name, f->name,
                    check_amount(c, f->least, length), check_amount(c, f->most, length));
}

void check_field_values(struct check *c) {
    struct context cx;
    check_enter(c, &cx, AT_CONSTANT);
    cx.pure++;
    for (int32_t i = 0; i < c->n->fields_count; i++) {
        struct field_decl *f = c->n->fields[i];
        if (f->value) {
            check_default(c, f, f->value);
            f->none_ok = f->none_ok || check_typed(f->value)->class == CLASS_NONE;
        } else if (f->kind->base == BASE_PLAYER || f->kind->base == BASE_GAME) {
            if (f->least > 0 || f->most < 0) check_start_missing(c, f->place, f->kind, f);
        }
    }
    for (int32_t i = 0; i < c->n->kinds_count; i++) {
        for (struct kind_default *d = c->n->kinds[i]->defaults; d; d = d->next) {
            check_default(c, d->field, d->value);
        }
    }
    check_leave(c, &cx);
}
