/* Emits the head of an action, its first statements (`needs`, `pay`, `limit`, `let`, `choose`), as
 * a table of lines (struct image_head). From these lines the machine judges whether the action is
 * open without running its body. The head of any other event is the limits with which it begins. */
#include "emit_int.h"

static struct func_frame frame_of(const struct event_decl *event, const struct node *n) {
    return (struct func_frame){.name = "head",
                               .place = n->place,
                               .event = event,
                               .blueprint = event->blueprint,
                               .pure = true};
}

/* Makes a pure function without parameters that computes the expression n; it reads the action's
 * slots by ROLE. The value is made one of `type`, unless `type` is NULL. Returns the index of the
 * function; -1 if n is NULL. */
static int32_t value(struct emit *e, const struct event_decl *event, struct node *n,
                     const struct type *type) {
    if (!n) return -1;
    struct func_frame frame = frame_of(event, n);
    return emit_func_of(e, &frame, n, type, NULL);
}

/* Makes the pure function that gives the candidates of a `choose`: those members of the set for
 * which the `where` holds. Returns the index of the function. */
static int32_t narrowed(struct emit *e, const struct event_decl *event, struct node *n) {
    const struct binding *b = n->meaning;
    struct func f;
    struct func_frame frame = frame_of(event, n);
    emit_func_begin(e, &f, &frame);
    int32_t set = emit_func_temp(e);
    emit_set_gather(e, n->choose.set, n->choose.where, b->candidate, set);
    emit_func_return(e, set);
    return emit_func_end(e);
}

/* Makes the pure function that tests one candidate, its only parameter, by the `where` of a choice.
 * The function reads the action's slots by ROLE. Returns its index; -1 if there is no condition. */
static int32_t where(struct emit *e, const struct event_decl *event, struct node *cond,
                     struct local *candidate) {
    if (!cond) return -1;
    struct func_frame frame = frame_of(event, cond);
    frame.params = 1;
    return emit_func_of(e, &frame, cond, NULL, candidate);
}

/* Makes a pure function for each hole of a prompt, and enters the list of them with the choice.
 * Does nothing if the prompt has no holes. */
static void holes(struct emit *e, const struct event_decl *event, int32_t choice,
                  const struct node *label) {
    const struct text_holes *t = label && label->flags & FLAG_HOLES ? label->meaning : NULL;
    int32_t funcs[MAX_HOLES];
    if (!t || t->count == 0 || t->count > MAX_HOLES) return;
    for (int32_t i = 0; i < t->count; i++) funcs[i] = value(e, event, t->holes[i], NULL);
    e->img->choices[choice].first_hole = emit_list(e, funcs, t->count);
}

static void choose(struct emit *e, const struct event_decl *event, struct node *n,
                   struct image_head *h) {
    const struct binding *b = n->meaning;
    ASSERT(b->how == BIND_SLOT);
    h->what = HEAD_CHOOSE;
    h->slot = b->slot->index;
    int32_t func = -1;
    struct image_type type = emit_type(b->slot->type);
    if (n->kind == NODE_CHOOSE_PLACE) {
        h->choice = emit_ask_choice(e, n, CHOICE_PLACE, n->choose_place.label);
        h->whose = value(e, event, n->choose_place.who, NULL);
        h->func = value(e, event, n->choose_place.zone, NULL);
        h->reach = value(e, event, n->choose_place.reach, NULL);
        h->near = value(e, event, n->choose_place.of, NULL);
        func = where(e, event, n->choose_place.where, b->candidate);
    } else if (n->kind == NODE_CHOOSE_PATH) {
        h->choice = emit_ask_choice(e, n, CHOICE_PATH, n->choose_path.label);
        h->whose = value(e, event, n->choose_path.who, NULL);
        h->func = value(e, event, n->choose_path.reach, NULL);
        func = where(e, event, n->choose_path.where, b->candidate);
    } else {
        if (type.class == V_POOL)
            emit_refuse(e, n->place, "a choice among dice in the head of an action");
        h->choice = emit_ask_choice(e, n, CHOICE_PICK, n->choose.label);
        h->func = narrowed(e, event, n);
    }
    holes(e, event, h->choice,
          n->kind == NODE_CHOOSE_PLACE  ? n->choose_place.label
          : n->kind == NODE_CHOOSE_PATH ? n->choose_path.label
                                        : n->choose.label);
    e->img->choices[h->choice].where = func;
    e->img->choices[h->choice].type = type;
    e->img->choices[h->choice].mode = MODE_ONE;
}

/* Enters within which events a limit counts: those that it names and, for `any action`, all
 * actions. */
static void limit_per(struct emit *e, struct node *n, struct image_head *h) {
    int32_t count = 0;
    for (struct node *per = n->limit.scope; per; per = per->next)
        count += per->flags & FLAG_ANY ? e->names->events_count : 1;
    int32_t *events = NEW_ARRAY(&e->scratch, (size_t)count, int32_t);
    for (struct node *per = n->limit.scope; per; per = per->next) {
        const struct event_decl *named = per->meaning;
        if (named) events[h->pers++] = named->index;
        for (int32_t i = 0; !named && i < e->names->events_count; i++)
            if (e->names->events[i]->action) events[h->pers++] = i;
    }
    h->first_per = emit_list(e, events, h->pers);
}

static void limit(struct emit *e, const struct event_decl *event, struct node *n,
                  struct image_head *h) {
    struct node *times = n->limit.times;
    h->what = HEAD_LIMIT;
    if (times->kind != NODE_NUMBER || times->number != 1) h->func = value(e, event, times, NULL);
    h->whose = value(e, event, n->limit.who, NULL);
    limit_per(e, n, h);
    h->group = n->slot;
}

/* Fills in one line of a head from the statement n. Returns false if a statement of that kind
 * cannot stand in a head. */
static bool line(struct emit *e, const struct event_decl *event, struct node *n,
                 struct image_head *h) {
    const struct slot_decl *slot = n->meaning;
    const struct field_decl *field;
    switch ((enum node_kind)n->kind) {
    case NODE_NEEDS:
        h->what = HEAD_NEEDS;
        h->func = value(e, event, n->needs.cond, names_type(e->names, CLASS_TRUTH));
        h->label = emit_label(e, n->needs.label);
        /* A reason with holes is stored as the prompt of a choice, which is never asked. */
        if (n->needs.label && n->needs.label->flags & FLAG_HOLES) {
            h->choice = emit_ask_choice(e, n, CHOICE_LABEL, n->needs.label);
            holes(e, event, h->choice, n->needs.label);
        }
        return true;
    case NODE_PAY:
        h->what = HEAD_PAY;
        h->func = value(e, event, n->pay.amount, NULL);
        h->whose = value(e, event, n->pay.source->dot.of, NULL);
        field = n->pay.source->meaning;
        h->field = field->index;
        return true;
    case NODE_LIMIT: limit(e, event, n, h); return true;
    case NODE_LET:
        h->what = HEAD_LET;
        h->func = value(e, event, n->let.value, slot->type);
        h->slot = slot->index;
        return true;
    case NODE_CHOOSE:
    case NODE_CHOOSE_PLACE:
    case NODE_CHOOSE_PATH: choose(e, event, n, h); return true;
    default: return false;
    }
}

/* Fills in a line that says whether the way by steps with which the body begins leads anywhere. */
static void leads(struct emit *e, const struct event_decl *event, struct node *n,
                  struct image_head *h) {
    const struct binding *b = n->meaning;
    h->what = HEAD_LEADS;
    h->whose = value(e, event, n->choose_path.who, NULL);
    h->func = value(e, event, n->choose_path.reach, NULL);
    h->near = where(e, event, n->choose_path.where, b->candidate);
}

void emit_head_lines(struct emit *e, const struct event_decl *event) {
    e->img->events[event->index].first_head = e->img->heads_count;
    e->img->events[event->index].head = event->head + event->leads;
    if (!event->body) return;
    struct node *n = event->body->block.statements;
    for (int32_t i = 0; i < event->head + event->leads && n; i++, n = n->next) {
        struct image_head h = {.func = -1,
                               .whose = -1,
                               .field = -1,
                               .slot = -1,
                               .choice = -1,
                               .reach = -1,
                               .near = -1,
                               .label = -1};
        if (i == event->head)
            leads(e, event, n, &h);
        else if (!line(e, event, n, &h))
            emit_refuse(e, n->place, "this line in the head of an action");
        h.place = emit_place(e, n->place);
        emit_cites(e, n->cites, &h.cites, &h.cite_count);
        int32_t row = emit_row_heads(e);
        e->img->heads[row] = h;
    }
}
