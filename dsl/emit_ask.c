/* emit_ask: questions: choose, may, offer, divide, and which player is asked. A hidden slot is a
 * slot of the frame without a name in the text, taken for a statement and given back after it. */
#include <string.h>

#include "emit_int.h"

static const struct text_holes *holes_of(const struct node *label) {
    return label && label->flags & FLAG_HOLES ? label->meaning : NULL;
}

int32_t emit_ask_template(struct emit *e, const struct node *label) {
    const struct text_holes *holes = holes_of(label);
    int32_t count = holes ? holes->count : 0, first = -1, types = e->img->hole_types_count;
    if (count > MAX_HOLES) {
        emit_refuse(e, label->place, "a text with more than 16 names (limit HOLES)");
        count = MAX_HOLES;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t type = emit_row_hole_types(e);
        struct image_type *to = &e->img->hole_types[type];
        *to = emit_type(holes->holes[i]->type);
        if (to->class == V_POOL) *to = (struct image_type){V_SET, V_FACE, to->of};
    }
    for (int32_t i = 0; i <= count; i++) {
        int32_t part = emit_text(e, holes ? holes->texts[i] : label->text);
        int32_t at = emit_list(e, &part, 1);
        if (i == 0) first = at;
    }
    int32_t row = emit_row_templates(e);
    e->img->templates[row].first_text = first;
    e->img->templates[row].texts = count + 1;
    e->img->templates[row].first_hole = types;
    return row;
}

/* Computes what stands in a hole of a prompt or label; dice stand there by their faces. */
static void hole_into(struct emit *e, struct node *hole, int32_t temp) {
    emit_expr_into(e, hole, temp);
    if (emit_expr_type(hole)->class == CLASS_POOL)
        emit_func_op(e, CODE_POOL_FACES, temp, temp, 0, 0);
}

/* Emits code that computes what stands in the holes of a choice's prompt, in the statement that
 * asks. For a prompt without holes no code is needed. */
void emit_ask_holes(struct emit *e, int32_t choice, const struct node *label) {
    const struct text_holes *holes = holes_of(label);
    if (!holes || holes->count == 0 || holes->count > MAX_HOLES) return;
    int32_t mark = emit_func_mark(e), first = e->f->top;
    for (int32_t i = 0; i < holes->count; i++) {
        hole_into(e, holes->holes[i], emit_func_temp(e));
    }
    emit_func_op(e, CODE_HOLES, 0, first, 0, e->img->choices[choice].prompt);
    emit_func_release(e, mark);
}

int32_t emit_ask_choice(struct emit *e, struct node *n, enum choice_what what, struct node *label) {
    int32_t prompt = label ? emit_ask_template(e, label) : -1, cites, cite_count;
    emit_cites(e, n->cites, &cites, &cite_count);
    int32_t row = emit_row_choices(e);
    struct image_choice *c = &e->img->choices[row];
    c->what = (int32_t)what;
    c->mode = MODE_ONE;
    c->type = (struct image_type){V_VOID, V_VOID, -1};
    c->prompt = prompt;
    c->where = c->otherwise = c->event = c->first_hole = -1;
    c->may = (n->flags & FLAG_MAY) != 0;
    c->place = emit_place(e, n->place);
    c->cites = cites;
    c->cite_count = cite_count;
    return row;
}

enum choice_mode emit_ask_mode(const struct node *n) {
    switch ((enum node_op)n->op) {
    case OP_COUNT: return MODE_EXACT;
    case OP_SPAN: return MODE_RANGE;
    case OP_UP_TO: return MODE_UP_TO;
    case OP_ANY: return MODE_ANY;
    case OP_SET_OF: return n->choose.where ? MODE_SET : MODE_ANY;
    default: return MODE_ONE;
    }
}

void emit_ask_offer(struct emit *e, struct node *n, int32_t temp) {
    const struct event_decl *event = n->meaning;
    int32_t mark = emit_func_mark(e);
    int32_t choice = emit_ask_choice(e, n, CHOICE_OFFER, n->offer.label);
    struct image_choice *c = &e->img->choices[choice];
    c->event = event->index;
    c->may = !(n->flags & FLAG_MUST);
    c->type.class = V_EVENT;
    emit_ask_holes(e, choice, n->offer.label);
    int32_t player = emit_expr_operand(e, n->offer.player), thing;
    if (n->offer.actor) {
        thing = emit_expr_operand(e, n->offer.actor);
    } else {
        thing = emit_func_temp(e);
        emit_expr_number(e, thing, NONE);
    }
    emit_func_op(e, CODE_OFFER, temp, player, thing, choice);
    emit_func_release(e, mark);
}

/* ---- choose ------------------------------------------------------------- */

/* The parts of a statement `choose`, `choose place` or `choose path`. */
struct choosing {
    struct node *n, *label, *body, *other, *where;
    struct binding *binding;
    int32_t choice;
    struct image_type type; /* type of what the choice binds */
};

static struct choosing choosing(struct emit *e, struct node *n) {
    struct choosing c = {.n = n, .binding = n->meaning, .choice = -1};
    enum choice_what what = CHOICE_PICK;
    switch ((enum node_kind)n->kind) {
    case NODE_CHOOSE_PLACE:
        what = CHOICE_PLACE;
        c.label = n->choose_place.label, c.body = n->choose_place.body;
        c.other = n->choose_place.other, c.where = n->choose_place.where;
        break;
    case NODE_CHOOSE_PATH:
        what = CHOICE_PATH;
        c.label = n->choose_path.label, c.body = n->choose_path.body;
        c.other = n->choose_path.other, c.where = n->choose_path.where;
        break;
    default:
        c.label = n->choose.label, c.body = n->choose.body;
        c.other = n->choose.other, c.where = n->choose.where;
        break;
    }
    const struct type *type = NULL;
    if (c.binding->how == BIND_LOCAL)
        type = c.binding->local->type;
    else if (c.binding->how == BIND_SLOT)
        type = c.binding->slot->type;
    else
        type = c.binding->memory->type;
    c.type = emit_type(type);
    c.choice = emit_ask_choice(e, n, what, c.label);
    struct image_choice *choice = &e->img->choices[c.choice];
    choice->type = c.type;
    if (what == CHOICE_PICK) {
        choice->mode = (int32_t)emit_ask_mode(n);
        if (c.type.class == V_POOL)
            choice->type = (struct image_type){V_FACE, V_VOID, c.type.of};
        else if (choice->mode != MODE_ONE)
            choice->type = (struct image_type){c.type.elem, V_VOID, c.type.of};
    }
    return c;
}

static void bound(struct emit *e, const struct choosing *c, int32_t temp) {
    int32_t mark = emit_func_mark(e), this;
    switch (c->binding->how) {
    case BIND_LOCAL: {
        const struct home *h = c->binding->local->emit;
        emit_func_op(e, CODE_STORE, temp, 0, 0, h->index);
        break;
    }
    case BIND_SLOT: emit_body_store_slot(e, c->binding->slot, temp); break;
    case BIND_MEMORY:
        this = emit_func_temp(e);
        emit_expr_this(e, this);
        emit_func_op(e, CODE_SET_MEMORY, this, temp, c->binding->memory->index, 0);
        break;
    }
    emit_func_release(e, mark);
}

static void pick(struct emit *e, struct choosing *c, int32_t temp) {
    struct node *n = c->n;
    int32_t set = emit_func_temp(e), bounds = 0;
    int32_t mode = e->img->choices[c->choice].mode;
    bool together = mode == MODE_SET, dice = c->type.class == V_POOL;
    enum opcode op = dice ? CODE_CHOOSE_DICE : CODE_CHOOSE;
    if (dice && n->choose.where && !together)
        emit_set_pool_where(e, n->choose.set, n->choose.where, c->binding->candidate,
                            CODE_POOL_WHERE, set);
    else if (dice)
        emit_expr_into(e, n->choose.set, set);
    else
        emit_set_gather(e, n->choose.set, together ? NULL : n->choose.where, c->binding->candidate,
                        set);
    if (together) {
        int32_t func =
            emit_func_capturing(e, n->choose.where, c->binding->candidate, 1, NULL, &bounds);
        e->img->choices[c->choice].where = func;
        emit_func_op(e, op, temp, set, bounds, c->choice);
        return;
    }
    if (mode != MODE_ONE && mode != MODE_ANY) {
        bounds = emit_func_temp(e);
        int32_t most = emit_func_temp(e);
        if (mode == MODE_UP_TO)
            emit_expr_number(e, bounds, 0);
        else
            emit_expr_into(e, n->choose.low, bounds);
        if (mode == MODE_EXACT)
            emit_func_op(e, CODE_MOVE, most, bounds, 0, 0);
        else
            emit_expr_into(e, n->choose.high, most);
    }
    emit_func_op(e, op, temp, set, bounds, c->choice);
}

static void optional(struct emit *e, struct node *n) {
    int32_t temp = emit_func_temp(e);
    if (n)
        emit_expr_into(e, n, temp);
    else
        emit_expr_number(e, temp, NONE);
}

static void geometry(struct emit *e, struct choosing *c, int32_t temp) {
    struct node *n = c->n;
    bool place = n->kind == NODE_CHOOSE_PLACE;
    int32_t who = emit_func_temp(e);
    emit_func_release(e, who);
    optional(e, place ? n->choose_place.who : n->choose_path.who);
    int32_t row = e->f->top;
    if (place) {
        optional(e, n->choose_place.zone);
        optional(e, n->choose_place.reach);
        optional(e, n->choose_place.of);
    } else {
        optional(e, n->choose_path.reach);
    }
    if (c->where) {
        int32_t first;
        int32_t func = emit_func_capturing(e, c->where, c->binding->candidate, 1, NULL, &first);
        e->img->choices[c->choice].where = func;
    }
    emit_func_op(e, place ? CODE_CHOOSE_PLACE : CODE_CHOOSE_PATH, temp, who, row, c->choice);
}

/* Emits a choice of a way by steps: a loop that asks for one area after another. The way so far
 * waits in a hidden slot; when a question leaves it as long as it was, it is the way chosen. Leaves
 * that in the temp that it returns, of a new statement; *waits is the slot. */
static int32_t by_steps(struct emit *e, struct choosing *c, bool goes_on, struct label *other,
                        int32_t *waits) {
    const struct node *n = c->n;
    struct label top = LABEL;
    const int32_t slot = emit_func_hidden_of(e, emit_type(e->names->plain[CLASS_PATH]));
    emit_func_statement(e, n->place);
    int32_t way = emit_func_temp(e);
    emit_func_op(e, CODE_EMPTY, way, 0, 0, 0);
    emit_func_op(e, CODE_STORE, way, 0, 0, slot);
    emit_func_bind(e, &top);
    emit_func_statement(e, n->place);
    way = emit_func_temp(e);
    const int32_t before = emit_func_temp(e), after = emit_func_temp(e);
    emit_ask_holes(e, c->choice, c->label);
    if (goes_on) emit_func_otherwise(e, c->choice, other);
    const int32_t who = emit_func_temp(e);
    emit_func_release(e, who);
    optional(e, n->choose_path.who);
    const int32_t row = e->f->top;
    optional(e, n->choose_path.reach);
    const int32_t so_far = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, so_far, 0, 0, slot);
    if (c->where) {
        int32_t first;
        e->img->choices[c->choice].where =
            emit_func_capturing(e, c->where, c->binding->candidate, 1, NULL, &first);
    }
    const int32_t length = emit_primitive(e, "way_length");
    emit_func_op(e, CODE_PRIMITIVE, before, so_far, 1, length);
    emit_func_op(e, CODE_CHOOSE_STEP, way, who, row, c->choice);
    emit_func_op(e, CODE_PRIMITIVE, after, way, 1, length);
    emit_func_op(e, CODE_EQUAL, after, before, after, 0);
    emit_func_op(e, CODE_STORE, way, 0, 0, slot);
    emit_func_jump(e, CODE_JUMP_NOT, after, &top);
    emit_func_statement(e, n->place);
    way = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, way, 0, 0, slot);
    *waits = slot;
    return way;
}

void emit_ask_choose(struct emit *e, struct node *n) {
    struct choosing c = choosing(e, n);
    struct label other = LABEL, end = LABEL;
    struct rolls rolls;
    bool may = (n->flags & FLAG_MAY) != 0, goes_on = c.body || c.other || may;
    for (int i = 0; i < node_kids((enum node_kind)n->kind); i++)
        if (n->kid[i] && n->kid[i]->kind != NODE_BLOCK) emit_roll_hoist(e, n->kid[i], false);
    int32_t scope = emit_func_scope(e);
    if (c.binding->how == BIND_LOCAL) emit_func_open_slot(e, c.binding->local, c.type);
    const bool steps = (n->flags & FLAG_STEPS) != 0;
    int32_t temp, waits = -1;
    if (steps) {
        temp = by_steps(e, &c, goes_on, &other, &waits);
    } else {
        emit_func_statement(e, n->place);
        temp = emit_func_temp(e);
        emit_ask_holes(e, c.choice, c.label);
        if (goes_on) emit_func_otherwise(e, c.choice, &other);
        if (n->kind == NODE_CHOOSE)
            pick(e, &c, temp);
        else
            geometry(e, &c, temp);
    }
    bound(e, &c, temp);
    if (steps) emit_func_give_back(e, waits);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    if (c.body) {
        emit_body_block(e, c.body);
        emit_func_scope_end(e, scope);
    }
    if (!goes_on) return;
    emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &other);
    emit_roll_zero(e, &rolls);
    if (c.other) {
        emit_body_block(e, c.other);
    } else if (!c.body) {
        emit_func_statement(e, n->place);
        temp = emit_func_temp(e);
        emit_func_op(e, c.type.class == V_SET ? CODE_EMPTY : CODE_LOAD_NONE, temp, 0, 0, 0);
        bound(e, &c, temp);
    }
    emit_func_bind(e, &end);
}

/* ---- may, choose one ---------------------------------------------------- */

void emit_ask_may(struct emit *e, struct node *n) {
    struct label no = LABEL, end = LABEL;
    emit_func_statement(e, n->place);
    int32_t temp = emit_func_temp(e);
    int32_t choice = emit_ask_choice(e, n, CHOICE_MAY, n->may.label);
    emit_ask_holes(e, choice, n->may.label);
    emit_func_op(e, CODE_MAY, temp, 0, 0, choice);
    emit_func_jump(e, CODE_JUMP_NOT, temp, &no);
    emit_body_block(e, n->may.body);
    if (n->may.other) emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &no);
    if (n->may.other) emit_body_block(e, n->may.other);
    emit_func_bind(e, &end);
}

/* Emits code that computes what stands in the holes of the labels of a `choose one`, for each case
 * that is open. These holes are numbered on from those of the prompt. `open` is the first of the
 * temps that say which case is open. */
static void label_holes(struct emit *e, const struct node *n, const int32_t *templates,
                        int32_t open) {
    const struct text_holes *prompt = holes_of(n->choose_one.label);
    int32_t before = prompt ? prompt->count : 0, k = 0;
    for (const struct node *c = n->choose_one.cases; c && k < MAX_TEMPS; c = c->next, k++) {
        const struct text_holes *holes = holes_of(c->case_.label);
        if (!holes || holes->count == 0) continue;
        struct label closed = LABEL;
        int32_t mark = emit_func_mark(e), first = e->f->top;
        if (before + holes->count > MAX_HOLES) {
            emit_refuse(e, c->case_.label->place,
                        "a choice with more than 16 names in its prompt and labels (limit HOLES)");
            return;
        }
        emit_func_jump(e, CODE_JUMP_NOT, open + k, &closed);
        for (int32_t i = 0; i < holes->count; i++) {
            hole_into(e, holes->holes[i], emit_func_temp(e));
        }
        emit_func_op(e, CODE_HOLES, 0, first, before, templates[k]);
        emit_func_bind(e, &closed);
        emit_func_release(e, mark);
        before += holes->count;
    }
}

void emit_ask_one(struct emit *e, struct node *n) {
    struct label end = LABEL;
    int32_t choice = emit_ask_choice(e, n, CHOICE_LABEL, n->choose_one.label);
    emit_func_statement(e, n->place);
    emit_ask_holes(e, choice, n->choose_one.label);
    int32_t chosen = emit_func_temp(e), first = e->f->top, count = 0;
    int32_t labels[2 * MAX_TEMPS], texts[MAX_TEMPS];
    for (struct node *c = n->choose_one.cases; c && count < MAX_TEMPS; c = c->next) {
        int32_t open = emit_func_temp(e);
        if (c->case_.when) {
            emit_expr_into(e, c->case_.when, open);
            emit_func_op(e, CODE_NOT, open, open, 0, 0);
            emit_func_op(e, CODE_NOT, open, open, 0, 0);
        } else
            emit_expr_number(e, open, 1);
        texts[count] = emit_text(e, c->case_.label->text);
        labels[count++] = emit_ask_template(e, c->case_.label);
    }
    label_holes(e, n, labels, first);
    /* The journal tells the chosen label as it is written, so the list holds the texts behind the
     * templates. */
    memcpy(labels + count, texts, (size_t)count * sizeof *texts);
    int32_t list = emit_list(e, labels, 2 * count);
    e->img->choices[choice].first_label = list;
    e->img->choices[choice].labels = count;
    emit_func_op(e, CODE_CHOOSE_LABEL, chosen, first, 0, choice);
    int32_t number = 0;
    for (struct node *c = n->choose_one.cases; c; c = c->next, number++) {
        struct label next = LABEL;
        emit_expr_number(e, first, number);
        emit_func_op(e, CODE_SAME, first, first, chosen, 0);
        emit_func_jump(e, CODE_JUMP_NOT, first, &next);
        if (c->case_.body) emit_body_block(e, c->case_.body);
        emit_func_jump(e, CODE_JUMP, 0, &end);
        emit_func_bind(e, &next);
    }
    emit_func_bind(e, &end);
}

/* ---- Which player is asked ------------------------------------------------------- */

static void ask_again(struct emit *e, struct place place, int32_t before) {
    emit_func_statement(e, place);
    int32_t temp = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, temp, 0, 0, before);
    emit_func_op(e, CODE_ASK, temp, 0, 0, 0);
}

void emit_ask_player(struct emit *e, struct node *n) {
    int32_t before = emit_func_hidden(e, V_THING);
    emit_func_statement(e, n->place);
    int32_t asked = emit_func_temp(e);
    emit_func_op(e, CODE_ASKED, asked, 0, 0, 0);
    emit_func_op(e, CODE_ASK, emit_expr_operand(e, n->ask.player), 0, 0, 0);
    emit_func_op(e, CODE_STORE, asked, 0, 0, before);
    emit_body_statements(e, n->ask.body->block.statements, -1);
    ask_again(e, n->place, before);
    emit_func_give_back(e, before);
}

enum { MAX_ANSWERED = 16, MAX_ASKED = 8 };
/* A name that the head of an `ask each` binds, and where the answers wait until all players have
 * answered. The answers are kept in one list, in the order of the players. If an answer may be
 * none, `who` lists the players who gave one. An answer that is a set, way or pool has no room in a
 * list: a slot for each player holds it. */
struct answered {
    struct local *local;
    /* what is written with the answer once all players have answered; NULL: nothing */
    struct binding *written;
    struct image_type type;
    bool may_be_none;
    /* hidden slots; `at` is the position in `values` when the answers are read again */
    int32_t values, who, at;
    int32_t each[MAX_ASKED]; /* of a set, way or pool: hidden slots, one for each player */
    int32_t people;          /* number of slots in `each`; 0: the answers are in a list */
};

/* An `ask each` that is emitted. Its head, the first n->slot statements of the body, is run for one
 * player after the other. When all have answered, the rest of the body is run for each player. */
struct asking {
    struct node *n;
    struct local *player;
    struct image_type type;
    /* hidden slots: the set of players, the position in it, the player who was asked before */
    int32_t people, index, before;
    struct answered answered[MAX_ANSWERED];
    int32_t count;
};

/* Returns the local that a line of the head of an `ask each` binds; NULL if it binds none.
 * *may_be_none becomes whether the answer may be none. A role, kept value or memory is written only
 * when all have answered. Until then a local of the same name, made here, has the answer, and
 * *written is what is written then; NULL for any other line. */
static struct local *head_name(struct emit *e, struct node *s, bool *may_be_none,
                               struct binding **written) {
    *may_be_none = true;
    *written = NULL;
    if (s->kind == NODE_LET && s->mark == BIND_LOCAL) return s->meaning;
    if (s->kind != NODE_CHOOSE && s->kind != NODE_CHOOSE_PLACE && s->kind != NODE_CHOOSE_PATH)
        return NULL;
    struct binding *b = s->meaning;
    *may_be_none = (s->flags & FLAG_MAY) != 0;
    bool block = s->kind == NODE_CHOOSE         ? s->choose.body != NULL
                 : s->kind == NODE_CHOOSE_PLACE ? s->choose_place.body != NULL
                                                : s->choose_path.body != NULL;
    if (block) return NULL;
    if (b->how == BIND_LOCAL) return b->local;
    struct binding *own = NEW(&e->scratch, struct binding);
    *written = b;
    *own = (struct binding){.how = BIND_LOCAL, .candidate = b->candidate};
    own->local = NEW(&e->scratch, struct local);
    own->local->how = LOCAL_LET;
    own->local->name = s->text;
    own->local->type = b->how == BIND_SLOT ? b->slot->type : b->memory->type;
    s->meaning = own;
    return own->local;
}

/* Makes the hidden slots for the names that the head of an `ask each` binds. Returns false if a
 * name was refused: it has no slot, so the rest cannot be emitted. */
static bool head_names(struct emit *e, struct asking *a) {
    struct node *s = a->n->ask_each.body->block.statements;
    for (int32_t i = 0; i < a->n->slot && s; i++, s = s->next) {
        bool may_be_none;
        struct binding *written;
        struct local *local = head_name(e, s, &may_be_none, &written);
        if (!local) continue;
        struct image_type type = emit_type(local->type);
        bool list = type.class >= V_SET;
        if (a->count == MAX_ANSWERED || (list && e->names->player_count > MAX_ASKED)) {
            emit_refuse(e, s->place, "so many names in the head of 'ask each'");
            return false;
        }
        struct answered *r = &a->answered[a->count++];
        *r = (struct answered){local, written, type, may_be_none && !list, -1, -1, -1, {0}, 0};
        if (list) r->people = e->names->player_count;
        for (int32_t k = 0; k < r->people; k++) r->each[k] = emit_func_hidden_of(e, type);
        if (list) continue;
        r->values = emit_func_hidden_of(e, (struct image_type){V_SET, type.class, type.of});
        r->at = emit_func_hidden(e, V_NUMBER);
        if (r->may_be_none)
            r->who = emit_func_hidden_of(e, (struct image_type){V_SET, a->type.class, a->type.of});
    }
    return true;
}

/* Emits code that goes on to the next player, who is then asked, and binds the name for him; after
 * the last player it jumps to `end`. */
static void next_player(struct emit *e, struct asking *a, struct label *top, struct label *end) {
    emit_func_bind(e, top);
    emit_func_statement(e, a->n->place);
    int32_t set = emit_func_temp(e), index = emit_func_temp(e), one = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, set, 0, 0, a->people);
    emit_func_op(e, CODE_LOAD, index, 0, 0, a->index);
    emit_func_next(e, one, index, set, end);
    emit_func_op(e, CODE_ASK, one, 0, 0, 0);
    emit_func_op(e, CODE_STORE, one, 0, 0, emit_func_open_slot(e, a->player, a->type));
    emit_func_op(e, CODE_STORE, index, 0, 0, a->index);
}

/* Emits code that appends the word in `temp` to the list in a slot. UNION is not used, because it
 * would drop a word that is in the list already. */
static void append_word(struct emit *e, const struct asking *a, int32_t temp, int32_t slot) {
    struct loop w;
    int32_t old = emit_func_temp(e), room = emit_func_temp(e), list = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, old, 0, 0, slot);
    emit_func_op(e, CODE_LOAD, room, 0, 0, a->people);
    emit_func_op(e, CODE_GATHER, list, room, 0, 0);
    emit_set_loop(e, &w, old, NULL);
    emit_func_op(e, CODE_APPEND, list, w.member, 0, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_APPEND, list, temp, 0, 0);
    emit_func_op(e, CODE_STORE, list, 0, 0, slot);
}

/* Emits code that copies an answer that is a set, way or pool between the slot of its name and the
 * slot in `each` of the present player: to the name if `back` is true, otherwise from it. */
static void set_of_player(struct emit *e, const struct asking *a, const struct answered *r,
                          int32_t slot, bool back) {
    struct label end = LABEL;
    emit_func_statement(e, a->n->place);
    int32_t index = emit_func_temp(e), number = emit_func_temp(e), set = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, index, 0, 0, a->index);
    for (int32_t k = 0; k < r->people; k++) {
        struct label other = LABEL;
        emit_expr_number(e, number, k);
        emit_func_op(e, CODE_SAME, number, number, index, 0);
        emit_func_jump(e, CODE_JUMP_NOT, number, &other);
        emit_func_op(e, CODE_LOAD, set, 0, 0, back ? r->each[k] : slot);
        emit_func_op(e, CODE_STORE, set, 0, 0, back ? slot : r->each[k]);
        emit_func_jump(e, CODE_JUMP, 0, &end);
        emit_func_bind(e, &other);
    }
    emit_func_bind(e, &end);
}

static void collect(struct emit *e, const struct asking *a, const struct answered *r) {
    const struct home *player = a->player->emit, *value = r->local->emit;
    if (r->people > 0) {
        set_of_player(e, a, r, value->index, false);
        return;
    }
    emit_func_statement(e, a->n->place);
    int32_t temp = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, temp, 0, 0, value->index);
    append_word(e, a, temp, r->values);
    if (!r->may_be_none) return;
    struct label none = LABEL;
    emit_func_statement(e, a->n->place);
    temp = emit_func_temp(e);
    int32_t test = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, temp, 0, 0, value->index);
    emit_func_op(e, CODE_IS_NONE, test, temp, 0, 0);
    emit_func_jump(e, CODE_JUMP_IF, test, &none);
    emit_func_op(e, CODE_LOAD, temp, 0, 0, player->index);
    append_word(e, a, temp, r->who);
    emit_func_bind(e, &none);
}

/* Emits code that puts the present player's own answer into the slot of its name. */
static void recall(struct emit *e, const struct asking *a, const struct answered *r) {
    struct label none = LABEL, end = LABEL;
    const struct home *player = a->player->emit;
    int32_t slot = emit_func_open_slot(e, r->local, r->type);
    if (r->people > 0) {
        set_of_player(e, a, r, slot, true);
        return;
    }
    emit_func_statement(e, a->n->place);
    int32_t temp = emit_func_temp(e), list = emit_func_temp(e), at = emit_func_temp(e);
    if (r->may_be_none) {
        emit_func_op(e, CODE_LOAD, temp, 0, 0, player->index);
        emit_func_op(e, CODE_LOAD, list, 0, 0, r->who);
        emit_func_op(e, CODE_CONTAINS, at, temp, list, 0);
        emit_func_jump(e, CODE_JUMP_NOT, at, &none);
    }
    emit_func_op(e, CODE_LOAD, list, 0, 0, r->values);
    emit_func_op(e, CODE_LOAD, at, 0, 0, r->at);
    emit_func_next(e, temp, at, list, &none);
    emit_func_op(e, CODE_STORE, temp, 0, 0, slot);
    emit_func_op(e, CODE_STORE, at, 0, 0, r->at);
    emit_func_jump(e, CODE_JUMP, 0, &end);
    emit_func_bind(e, &none);
    emit_expr_number(e, temp, NONE);
    emit_func_op(e, CODE_STORE, temp, 0, 0, slot);
    emit_func_bind(e, &end);
}

/* Emits code that writes the present player's answer to the role, kept value or memory that the
 * choice names. */
static void write_answer(struct emit *e, const struct asking *a, const struct answered *r) {
    if (!r->written) return;
    const struct home *h = r->local->emit;
    const struct choosing c = {.n = a->n, .binding = r->written};
    emit_func_statement(e, a->n->place);
    int32_t temp = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, temp, 0, 0, h->index);
    bound(e, &c, temp);
}

static void from_the_first(struct emit *e, const struct asking *a) {
    int32_t index = emit_func_temp(e);
    emit_expr_number(e, index, -1);
    emit_func_op(e, CODE_STORE, index, 0, 0, a->index);
    for (int32_t i = 0; i < a->count; i++) {
        if (a->answered[i].people == 0) emit_func_op(e, CODE_STORE, index, 0, 0, a->answered[i].at);
    }
}

static void give_back(struct emit *e, const struct asking *a) {
    for (int32_t i = 0; i < a->count; i++) {
        const struct answered *r = &a->answered[i];
        for (int32_t k = 0; k < r->people; k++) emit_func_give_back(e, r->each[k]);
        if (r->people > 0) continue;
        emit_func_give_back(e, r->values);
        emit_func_give_back(e, r->at);
        if (r->may_be_none) emit_func_give_back(e, r->who);
    }
    emit_func_give_back(e, a->people);
    emit_func_give_back(e, a->index);
    emit_func_give_back(e, a->before);
}

/* Adds a row of image.askings that says where the answers are kept, since players may not see what
 * others have answered. The function under construction has no index yet: its serial number,
 * negated, is put in, and emit_func_end replaces it. */
static void told_apart(struct emit *e, const struct asking *a, int32_t first, int32_t end) {
    int32_t answers = 0, at = e->img->lists_count;
    for (int32_t i = 0; i < a->count; i++) {
        const struct answered *r = &a->answered[i];
        const int32_t list[ASKING_WORDS] = {r->values, r->may_be_none ? r->who : -1, -1};
        for (int32_t k = 0; k < r->people; k++, answers++) {
            const int32_t each[ASKING_WORDS] = {r->each[k], -1, k};
            emit_list(e, each, ASKING_WORDS);
        }
        if (r->people > 0) continue;
        emit_list(e, list, ASKING_WORDS);
        answers++;
    }
    int32_t row = emit_row_askings(e);
    e->img->askings[row] = (struct image_asking){.func = -e->f->serial,
                                                 .first = first,
                                                 .end = end,
                                                 .people = a->people,
                                                 .index = a->index,
                                                 .first_answer = at,
                                                 .answers = answers};
}

void emit_ask_each(struct emit *e, struct node *n) {
    struct asking a = {.n = n, .player = n->meaning};
    struct label top = LABEL, end = LABEL, again = LABEL, over = LABEL;
    struct node *statements = n->ask_each.body->block.statements, *rest = statements;
    for (int32_t i = 0; i < n->slot && rest; i++) rest = rest->next;
    a.type = emit_type(a.player->type);
    a.people = emit_func_hidden_of(e, (struct image_type){V_SET, a.type.class, a.type.of});
    a.index = emit_func_hidden(e, V_NUMBER);
    a.before = emit_func_hidden(e, V_THING);
    if (!head_names(e, &a)) {
        give_back(e, &a);
        return;
    }
    emit_func_statement(e, n->place);
    int32_t set = emit_func_temp(e), asked = emit_func_temp(e);
    emit_set_gather(e, n->ask_each.set, n->ask_each.where, a.player, set);
    emit_func_op(e, CODE_ASKED, asked, 0, 0, 0);
    emit_func_op(e, CODE_STORE, set, 0, 0, a.people);
    emit_func_op(e, CODE_STORE, asked, 0, 0, a.before);
    from_the_first(e, &a);
    int32_t scope = emit_func_scope(e);
    next_player(e, &a, &top, &end);
    emit_body_statements(e, statements, n->slot);
    for (int32_t i = 0; i < a.count; i++) collect(e, &a, &a.answered[i]);
    emit_func_scope_end(e, scope);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    told_apart(e, &a, top.at, end.at);
    emit_func_statement(e, n->place);
    from_the_first(e, &a);
    next_player(e, &a, &again, &over);
    for (int32_t i = 0; i < a.count; i++) recall(e, &a, &a.answered[i]);
    for (int32_t i = 0; i < a.count; i++) write_answer(e, &a, &a.answered[i]);
    emit_body_statements(e, rest, -1);
    emit_func_scope_end(e, scope);
    emit_func_jump(e, CODE_JUMP, 0, &again);
    emit_func_bind(e, &over);
    ask_again(e, n->place, a.before);
    give_back(e, &a);
}

/* ---- divide ------------------------------------------------------------- */

/* A `divide`. Its hidden slots hold the set, the position in it, how much is left, the list of
 * shares, and the position in that list when the block runs. */
struct dividing {
    struct node *n;
    struct local *it, *share;
    struct image_type type;
    bool dice; /* among the dice of a pool: `rest` is a pool, those that are still to come */
    int32_t among, rest, index, left, shares, at;
};

/* Returns the prompt of one share. A label with holes is taken as it is. To a label without
 * holes the name of the member is added that the share is for; without a label that name is the
 * prompt. */
static struct node *prompt_of(struct emit *e, struct dividing *d) {
    struct node *said = d->n->divide.label;
    if (said && said->flags & FLAG_HOLES) return said;
    struct node *it = NEW(&e->scratch, struct node), *label = NEW(&e->scratch, struct node);
    struct text_holes *holes = NEW(&e->scratch, struct text_holes);
    it->kind = NODE_NAME;
    it->mark = MEAN_LOCAL;
    it->meaning = d->it;
    it->type = d->it->type;
    label->kind = NODE_TEXT;
    label->place = d->n->place;
    label->flags = FLAG_HOLES;
    label->meaning = holes;
    holes->count = 1;
    holes->texts = NEW_ARRAY(&e->scratch, 2, struct span);
    holes->holes = NEW_ARRAY(&e->scratch, 1, struct node *);
    const char *before = "";
    if (said) before = arena_print(&e->scratch, "%.*s: ", (int)said->text.len, said->text.at);
    holes->texts[0] = (struct span){before, strlen(before)};
    holes->texts[1] = (struct span){"", 0};
    holes->holes[0] = it;
    return label;
}

static void start_again(struct emit *e, const struct dividing *d) {
    emit_func_statement(e, d->n->place);
    int32_t index = emit_func_temp(e);
    emit_expr_number(e, index, -1);
    emit_func_op(e, CODE_STORE, index, 0, 0, d->index);
    emit_func_op(e, CODE_STORE, index, 0, 0, d->at);
    if (!d->dice) return;
    emit_func_statement(e, d->n->place);
    int32_t pool = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, pool, 0, 0, d->among);
    emit_func_op(e, CODE_STORE, pool, 0, 0, d->rest);
}

/* Emits code that puts the lowest die of those to come into the slot of `it`, a pool of one; after
 * the last die it jumps to `end`. */
static void next_die(struct emit *e, const struct dividing *d, struct label *end) {
    emit_func_statement(e, d->n->place);
    int32_t rest = emit_func_temp(e), one = emit_func_temp(e), die = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, rest, 0, 0, d->rest);
    emit_func_op(e, CODE_POOL_SIZE, die, rest, 0, 0);
    emit_expr_number(e, one, 1);
    emit_func_op(e, CODE_AT_MOST, die, one, die, 0);
    emit_func_jump(e, CODE_JUMP_NOT, die, end);
    emit_func_op(e, CODE_POOL_WORST, die, rest, one, 0);
    emit_func_op(e, CODE_STORE, die, 0, 0, emit_func_open_slot(e, d->it, d->type));
    const struct home *it = d->it->emit;
    emit_func_statement(e, d->n->place);
    rest = emit_func_temp(e), die = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, rest, 0, 0, d->rest);
    emit_func_op(e, CODE_LOAD, die, 0, 0, it->index);
    emit_func_op(e, CODE_POOL_WITHOUT, rest, rest, die, 0);
    emit_func_op(e, CODE_STORE, rest, 0, 0, d->rest);
}

/* Emits code that puts the next member of the set into the slot of `it`; after the last member it
 * jumps to `end`. */
static void next_of_them(struct emit *e, const struct dividing *d, struct label *top,
                         struct label *end) {
    emit_func_bind(e, top);
    if (d->dice) {
        next_die(e, d, end);
        return;
    }
    emit_func_statement(e, d->n->place);
    int32_t set = emit_func_temp(e), index = emit_func_temp(e), one = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, set, 0, 0, d->among);
    emit_func_op(e, CODE_LOAD, index, 0, 0, d->index);
    emit_func_next(e, one, index, set, end);
    emit_func_op(e, CODE_STORE, one, 0, 0, emit_func_open_slot(e, d->it, d->type));
    emit_func_op(e, CODE_STORE, index, 0, 0, d->index);
}

/* Emits code that asks for the share of one member, a number from 0 to what is left. The last
 * member takes what is left, and nobody is asked. */
static void ask_share(struct emit *e, struct dividing *d, int32_t choice, struct node *prompt) {
    struct label last = LABEL, known = LABEL;
    emit_func_statement(e, d->n->place);
    int32_t share = emit_func_temp(e), left = emit_func_temp(e), set = emit_func_temp(e);
    int32_t index = emit_func_temp(e), one = emit_func_temp(e), all = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, all, 0, 0, d->among);
    /* all dice are looked at before something is written: a look may have the stretch run again */
    if (d->dice) emit_func_op(e, CODE_POOL_FACES, all, all, 0, 0);
    emit_ask_holes(e, choice, prompt);
    emit_func_op(e, CODE_LOAD, left, 0, 0, d->left);
    if (d->dice) {
        emit_func_op(e, CODE_LOAD, set, 0, 0, d->rest);
        emit_func_op(e, CODE_POOL_SIZE, set, set, 0, 0);
        emit_expr_number(e, one, 0);
        emit_func_op(e, CODE_SAME, one, one, set, 0);
        emit_func_jump(e, CODE_JUMP_IF, one, &last);
    } else {
        emit_func_op(e, CODE_LOAD, set, 0, 0, d->among);
        emit_func_op(e, CODE_LOAD, index, 0, 0, d->index);
        emit_func_op(e, CODE_COUNT, set, set, 0, 0);
        emit_expr_number(e, one, 1);
        emit_func_op(e, CODE_ADD, index, index, one, 0);
        emit_func_op(e, CODE_SAME, one, index, set, 0);
        emit_func_jump(e, CODE_JUMP_IF, one, &last);
    }
    emit_expr_number(e, one, 0);
    emit_func_op(e, CODE_RANGE, set, one, left, 0);
    emit_func_op(e, CODE_CHOOSE, share, set, 0, choice);
    emit_func_jump(e, CODE_JUMP, 0, &known);
    emit_func_bind(e, &last);
    emit_func_op(e, CODE_MOVE, share, left, 0, 0);
    emit_func_bind(e, &known);
    emit_func_op(e, CODE_SUBTRACT, left, left, share, 0);
    emit_func_op(e, CODE_STORE, left, 0, 0, d->left);
    struct loop w;
    int32_t old = emit_func_temp(e), list = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, old, 0, 0, d->shares);
    emit_func_op(e, CODE_GATHER, list, all, 0, 0);
    emit_set_loop(e, &w, old, NULL);
    emit_func_op(e, CODE_APPEND, list, w.member, 0, 0);
    emit_set_loop_end(e, &w);
    emit_func_op(e, CODE_APPEND, list, share, 0, 0);
    emit_func_op(e, CODE_STORE, list, 0, 0, d->shares);
}

static void read_share(struct emit *e, const struct dividing *d) {
    struct label none = LABEL;
    int32_t slot = emit_func_open_slot(e, d->share, (struct image_type){V_NUMBER, V_VOID, -1});
    emit_func_statement(e, d->n->place);
    int32_t list = emit_func_temp(e), at = emit_func_temp(e), share = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, list, 0, 0, d->shares);
    emit_func_op(e, CODE_LOAD, at, 0, 0, d->at);
    emit_func_next(e, share, at, list, &none);
    emit_func_op(e, CODE_STORE, share, 0, 0, slot);
    emit_func_op(e, CODE_STORE, at, 0, 0, d->at);
    emit_func_bind(e, &none);
}

/* Emits a `divide`. All shares are chosen before the block runs for the first member. */
void emit_ask_divide(struct emit *e, struct node *n) {
    struct dividing d = {.n = n, .it = n->meaning};
    struct label top = LABEL, end = LABEL, again = LABEL, over = LABEL;
    struct rolls rolls;
    d.share = d.it->twin;
    d.type = emit_type(d.it->type);
    d.dice = d.type.class == V_POOL;
    struct node *prompt = prompt_of(e, &d);
    int32_t choice = emit_ask_choice(e, n, CHOICE_PICK, prompt);
    e->img->choices[choice].type.class = V_NUMBER;
    const struct image_type set_of_them = {V_SET, d.type.class, d.type.of};
    d.among = emit_func_hidden_of(e, d.dice ? d.type : set_of_them);
    if (d.dice) d.rest = emit_func_hidden_of(e, d.type);
    d.shares = emit_func_hidden_of(e, (struct image_type){V_SET, V_NUMBER, -1});
    d.index = emit_func_hidden(e, V_NUMBER);
    d.left = emit_func_hidden(e, V_NUMBER);
    d.at = emit_func_hidden(e, V_NUMBER);
    emit_roll_hoist(e, n->divide.count, false);
    emit_roll_hoist(e, n->divide.among, false);
    emit_func_statement(e, n->place);
    int32_t set =
        d.dice ? emit_expr_operand(e, n->divide.among) : emit_expr_set(e, n->divide.among);
    int32_t count = emit_func_temp(e), nought = emit_func_temp(e);
    emit_expr_into(e, n->divide.count, count);
    emit_expr_number(e, nought, 0);
    emit_func_op(e, CODE_HIGHER, count, count, nought, 0);
    emit_func_op(e, CODE_STORE, set, 0, 0, d.among);
    emit_func_op(e, CODE_STORE, count, 0, 0, d.left);
    emit_roll_take(e, &rolls);
    emit_roll_zero(e, &rolls);
    start_again(e, &d);
    int32_t scope = emit_func_scope(e);
    next_of_them(e, &d, &top, &end);
    ask_share(e, &d, choice, prompt);
    emit_func_scope_end(e, scope);
    emit_func_jump(e, CODE_JUMP, 0, &top);
    emit_func_bind(e, &end);
    start_again(e, &d);
    next_of_them(e, &d, &again, &over);
    read_share(e, &d);
    emit_body_block(e, n->divide.body);
    emit_func_scope_end(e, scope);
    emit_func_jump(e, CODE_JUMP, 0, &again);
    emit_func_bind(e, &over);
    emit_func_give_back(e, d.among);
    if (d.dice) emit_func_give_back(e, d.rest);
    emit_func_give_back(e, d.shares);
    emit_func_give_back(e, d.index);
    emit_func_give_back(e, d.left);
    emit_func_give_back(e, d.at);
}
