/* The function under construction: its instructions, labels, temps, slots and captured values. A
 * temp lives within one statement; a slot lies in the frame and outlives statements. A captured
 * value is one of the surrounding function that an inner pure function gets as an additional
 * parameter. */
#include "emit_int.h"

#include <string.h>

const char emit_key_this = 't';

/* Returns an array with room for one element more than `count`: `at` itself, or a copy of twice the
 * size. *room is how many elements fit. */
static void *room_for(struct emit *e, void *at, size_t *room, size_t count, size_t size) {
    if (count < *room) return at;
    size_t wider = *room ? *room * 2 : 32;
    void *to = arena_array(&e->scratch, wider, size);
    ASSERT(count == 0 || at);
    if (count) memcpy(to, at, count * size);
    *room = wider;
    return to;
}

void emit_func_begin(struct emit *e, struct func *f, const struct func_frame *frame) {
    memset(f, 0, sizeof *f);
    f->outer = e->f;
    f->room = e->idle ? e->idle : NEW(&e->scratch, struct func_room);
    e->idle = f->room->next;
    f->serial = ++e->serial;
    f->event = frame->event;
    f->own = frame->own;
    f->blueprint = frame->blueprint;
    f->row.name = frame->text.len > 0
                      ? emit_text(e, frame->text)
                      : emit_text(e, (struct span){frame->name, strlen(frame->name)});
    f->row.params = frame->pure ? frame->params : 0;
    f->row.pure = frame->pure;
    f->row.event = frame->event ? frame->event->index : -1;
    f->row.place = f->place = emit_place(e, frame->place);
    f->own_params = f->row.params;
    f->top = f->row.params;
    f->row.temps = f->top;
    e->f = f;
}

int32_t emit_func_end(struct emit *e) {
    struct func *f = e->f;
    struct image *img = e->img;
    f->row.first = img->code_count;
    for (int32_t i = 0; i < f->row.count; i++) {
        int32_t row = emit_row_code(e);
        img->code[row] = f->room->code[i];
        row = emit_row_code_place(e);
        img->code_place[row] = f->room->places[i];
    }
    f->row.first_slot = img->slots_count;
    for (int32_t i = 0; i < f->row.slots; i++) {
        int32_t row = emit_row_slots(e);
        img->slots[row].name = f->room->slots[i].name;
        img->slots[row].type = f->room->slots[i].type;
        img->slots[row].kept = f->room->slots[i].kept;
        img->slots[row].range = f->room->slots[i].range;
    }
    int32_t row = emit_row_funcs(e);
    memcpy(&img->funcs[row], &f->row, sizeof f->row);
    for (int32_t i = img->askings_count - 1; i >= 0; i--)
        if (img->askings[i].func == -f->serial) img->askings[i].func = row;
    f->room->next = e->idle;
    e->idle = f->room;
    e->f = f->outer;
    return row;
}

/* ---- Instructions ------------------------------------------------------- */

void emit_func_op(struct emit *e, enum opcode op, int32_t a, int32_t b, int32_t c, int32_t d) {
    struct func *f = e->f;
    ASSERT(a >= 0 && b >= 0 && c >= 0 && a <= UINT8_MAX && b <= UINT8_MAX && c <= UINT8_MAX);
    size_t count = (size_t)f->row.count;
    f->room->code = room_for(e, f->room->code, &f->room->code_room, count, sizeof *f->room->code);
    f->room->places =
        room_for(e, f->room->places, &f->room->places_room, count, sizeof *f->room->places);
    f->room->code[count] = (struct image_code){(uint8_t)op, (uint8_t)a, (uint8_t)b, (uint8_t)c, d};
    f->room->places[count] = f->place;
    f->row.count++;
}

/* Returns the last instruction, which may then be altered or taken back. Returns NULL if there is
 * none, or if a label is bound behind it, so that a jump leads there. */
static struct image_code *last_alone(const struct func *f) {
    const bool alone = f->row.count > 0 && f->bound < f->row.count;
    return alone ? &f->room->code[f->row.count - 1] : NULL;
}

void emit_func_negate(struct emit *e, int32_t temp, int32_t of) {
    struct image_code *last = last_alone(e->f);
    bool number = last && last->op == CODE_NUMBER && last->a == of;
    if (number && last->d != INT32_MIN) {
        last->a = (uint8_t)temp;
        last->d = -last->d;
        return;
    }
    emit_func_op(e, CODE_NEGATE, temp, of, 0, 0);
}

bool emit_func_unturned(struct emit *e, int32_t temp) {
    const struct image_code *last = last_alone(e->f);
    if (!last || last->op != CODE_NOT || last->a != temp || last->b != temp) return false;
    e->f->row.count--;
    return true;
}

/* Emits RETURN of a temp. If the last instruction only moved the value into this temp, it is taken
 * back and the value is returned from where it lay. A plain JUMP that leads to this RETURN becomes
 * a RETURN itself. */
void emit_func_return(struct emit *e, int32_t temp) {
    struct func *f = e->f;
    const struct image_code *last = last_alone(f);
    if (last && last->op == CODE_MOVE && last->a == temp) {
        temp = last->b;
        f->row.count--;
    }
    for (int32_t i = 0; i < f->row.count; i++) {
        struct image_code *jump = &f->room->code[i];
        if (jump->op == CODE_JUMP && jump->d == f->row.count)
            *jump = (struct image_code){CODE_RETURN, (uint8_t)temp, 0, 0, 0};
    }
    emit_func_op(e, CODE_RETURN, temp, 0, 0, 0);
}

void emit_func_statement(struct emit *e, struct place place) {
    struct func *f = e->f;
    f->place = emit_place(e, place);
    f->top = f->row.params;
    emit_func_op(e, CODE_STATEMENT, 0, 0, 0, f->place);
}

/* Makes the last instruction, a jump, lead to a label. If the label is not bound yet, the jump
 * joins the chain of jumps that wait for the label: d of the jump holds the index of the one that
 * waited before. */
static void aim(struct emit *e, struct label *to) {
    struct image_code *last = &e->f->room->code[e->f->row.count - 1];
    if (to->at >= 0) {
        last->d = to->at;
    } else {
        last->d = to->jumps;
        to->jumps = e->f->row.count - 1;
    }
}

void emit_func_jump(struct emit *e, enum opcode op, int32_t temp, struct label *to) {
    emit_func_op(e, op, temp, 0, 0, 0);
    aim(e, to);
}

void emit_func_next(struct emit *e, int32_t member, int32_t walk, int32_t set, struct label *end) {
    emit_func_op(e, CODE_NEXT_OF, member, walk, set, 0);
    aim(e, end);
}

void emit_func_otherwise(struct emit *e, int32_t choice, struct label *to) {
    ASSERT(to->choice == -1 && to->at == -1);
    to->choice = choice;
    e->img->choices[choice].otherwise = -1;
}

void emit_func_bind(struct emit *e, struct label *label) {
    ASSERT(label->at == -1);
    label->at = e->f->bound = e->f->row.count;
    for (int32_t i = label->jumps; i >= 0;) {
        int32_t before = e->f->room->code[i].d;
        e->f->room->code[i].d = label->at;
        i = before;
    }
    if (label->choice >= 0) e->img->choices[label->choice].otherwise = label->at;
}

/* Reports that the present function needs more temps or slots than there may be (`most`). `place`
 * is a row of the image's places, -1 for none. An image with such a function is never run. */
static void past_limit(struct emit *e, enum diag_id id, int32_t place, int most) {
    e->refused = true;
    struct place at = {0, 0, 0};
    if (place >= 0)
        at = (struct place){(uint32_t)e->img->places[place].file, e->place_keys[place].at, 1};
    diag_add(e->diags, id, at, most);
}

int32_t emit_func_temp(struct emit *e) {
    struct func *f = e->f;
    if (f->top >= MAX_TEMPS) {
        past_limit(e, DIAG_TOO_MANY_VALUES, f->place, MAX_TEMPS);
        f->top = f->row.params;
    }
    int32_t temp = f->top++;
    if (f->top > f->row.temps) f->row.temps = f->top;
    return temp;
}

/* ---- Slots -------------------------------------------------------------- */

static bool same_type(struct image_type a, struct image_type b) {
    return a.class == b.class && a.elem == b.elem && a.of == b.of;
}

int32_t emit_func_slot(struct emit *e, struct span name, struct image_type type, bool kept) {
    struct func *f = e->f;
    ASSERT(!f->row.pure);
    int32_t text = emit_text_or_none(e, name);
    for (int32_t i = 0; !kept && i < f->row.slots; i++) {
        if (!f->room->slot_free[i] || f->room->slots[i].name != text ||
            !same_type(f->room->slots[i].type, type))
            continue;
        f->room->slot_free[i] = false;
        return i;
    }
    if (f->row.slots >= MAX_SLOTS) {
        past_limit(e, DIAG_SLOTS_FULL, f->row.place, MAX_SLOTS);
        return 0;
    }
    size_t count = (size_t)f->row.slots;
    f->room->slots =
        room_for(e, f->room->slots, &f->room->slots_room, count, sizeof *f->room->slots);
    f->room->slot_free =
        room_for(e, f->room->slot_free, &f->room->free_room, count, sizeof *f->room->slot_free);
    f->room->slots[count] = (struct image_slot){text, type, kept, 0};
    f->room->slot_free[count] = false;
    return f->row.slots++;
}

void emit_func_slot_range(struct emit *e, int32_t slot, int64_t least, int64_t most) {
    e->f->room->slots[slot].range = emit_range(e, least, most);
}

int32_t emit_func_hidden_of(struct emit *e, struct image_type type) {
    return emit_func_slot(e, (struct span){NULL, 0}, type, false);
}

int32_t emit_func_hidden(struct emit *e, enum value_class class) {
    return emit_func_hidden_of(e, (struct image_type){(uint8_t) class, V_VOID, -1});
}

void emit_func_give_back(struct emit *e, int32_t slot) {
    emit_func_op(e, CODE_CLEAR, 0, 0, 0, slot);
    e->f->room->slot_free[slot] = true;
}

/* ---- Where locals live -------------------------------------------------- */

static struct home *bind(struct emit *e, struct local *local, bool slot, int32_t index) {
    struct home *h = NEW(&e->scratch, struct home);
    h->f = e->f;
    h->slot = slot;
    h->index = index;
    h->status = -1;
    local->emit = h;
    return h;
}

void emit_func_bind_temp(struct emit *e, struct local *local, int32_t temp) {
    if (local) (void)bind(e, local, false, temp);
}

void emit_func_bind_slot(struct emit *e, struct local *local, int32_t slot) {
    if (local) (void)bind(e, local, true, slot);
}

void emit_func_unbind(struct local *local) {
    if (local) local->emit = NULL;
}

static void push_open(struct emit *e, struct local *local, int32_t slot) {
    struct func *f = e->f;
    f->open = room_for(e, f->open, &f->open_room, (size_t)f->open_count, sizeof *f->open);
    f->open[f->open_count].local = local;
    f->open[f->open_count].slot = slot;
    f->open_count++;
}

/* Opens slots for a record, the finished event that a `let t = do E` names. The record itself has
 * no slot. Each of the roles and kept values that are read later has a slot, and so has the status,
 * if it is read. */
static void open_record(struct emit *e, struct local *local) {
    struct home *h = bind(e, local, true, -1);
    h->results = NEW_ARRAY(&e->scratch, (size_t)local->result_count + 1, int32_t);
    for (int32_t i = 0; i < local->result_count; i++) {
        const struct slot_decl *s = local->results[i];
        h->results[i] = emit_func_slot(e, s->name, emit_type(s->type), false);
        push_open(e, i == 0 ? local : NULL, h->results[i]);
    }
    if (local->status_read) {
        h->status = emit_func_hidden(e, V_STATUS);
        push_open(e, local, h->status);
    }
}

int32_t emit_func_open_slot(struct emit *e, struct local *local, struct image_type type) {
    if (local && local->type && local->type->class == CLASS_RECORD) {
        open_record(e, local);
        return -1;
    }
    int32_t slot = emit_func_slot(e, local ? local->name : (struct span){NULL, 0}, type, false);
    if (local) emit_func_bind_slot(e, local, slot);
    push_open(e, local, slot);
    return slot;
}

int32_t emit_func_scope(const struct emit *e) {
    return e->f->open_count;
}

void emit_func_scope_end(struct emit *e, int32_t scope) {
    struct func *f = e->f;
    while (f->open_count > scope) {
        struct open_slot *o = &f->open[--f->open_count];
        emit_func_give_back(e, o->slot);
        emit_func_unbind(o->local);
    }
}

/* ---- Captures ----------------------------------------------------------- */

static void capture(struct emit *e, struct func *inner, const void *key, struct node *n) {
    for (int32_t i = 0; i < inner->captured_count; i++)
        if (inner->captured[i].key == key) return;
    /* more would leave no room for the parameters of the condition */
    if (inner->captured_count >= MAX_TEMPS / 2) {
        emit_refuse(e, n->place, "a condition that speaks of so many names");
        return;
    }
    struct captured *wider =
        NEW_ARRAY(&e->scratch, (size_t)inner->captured_count + 1, struct captured);
    if (inner->captured_count)
        memcpy(wider, inner->captured, (size_t)inner->captured_count * sizeof *wider);
    wider[inner->captured_count].key = key;
    wider[inner->captured_count++].node = n;
    inner->captured = wider;
}

const int32_t *emit_func_result(const struct emit *e, const struct node *n) {
    const struct local *record = n->kind == NODE_DOT ? n->dot.of->meaning : e->record;
    const struct home *h = record->emit;
    ASSERT(h);
    for (int32_t i = 0; i < record->result_count; i++)
        if (record->results[i] == n->meaning) return &h->results[i];
    ASSERT(false);
    return NULL;
}

struct capturing {
    struct emit *e;
    struct func *inner;
};

static enum walk capture_name(struct node *n, void *user) {
    struct capturing *c = user;
    if (n->kind == NODE_IS && n->mark == IS_STATUS) {
        const struct local *record = n->is.left->meaning;
        capture(c->e, c->inner, &((const struct home *)record->emit)->status, n);
        return WALK_SKIP;
    }
    if (n->kind != NODE_NAME && n->kind != NODE_DOT) return WALK_ON;
    const struct local *l = n->meaning;
    switch ((enum meaning)n->mark) {
    /* A local that is bound inside the condition has no home (local->emit) yet and is not
     * captured. */
    case MEAN_LOCAL:
        if (n->kind == NODE_NAME && l->emit) capture(c->e, c->inner, l, n);
        break;
    case MEAN_RESULT: capture(c->e, c->inner, emit_func_result(c->e, n), n); return WALK_SKIP;
    case MEAN_ROLE:
    case MEAN_PARAM: capture(c->e, c->inner, n->meaning, n); break;
    case MEAN_THIS:
    case MEAN_ME:
    case MEAN_BEARER: capture(c->e, c->inner, &emit_key_this, n); break;
    case MEAN_MEMORY:
        if (n->kind == NODE_NAME) capture(c->e, c->inner, &emit_key_this, n);
        break;
    default: break;
    }
    return WALK_ON;
}

void emit_func_captures(struct emit *e, struct func *inner, struct node *tree) {
    if (!tree) return;
    struct capturing c = {e, inner};
    tree_walk(tree, capture_name, &c);
}

int32_t emit_func_captured(const struct emit *e, const void *key) {
    const struct func *f = e->f;
    for (int32_t i = 0; i < f->captured_count; i++)
        if (f->captured[i].key == key) return f->own_params + i;
    return -1;
}
