/* emit_block: examples, chances, forces and rosters. */
#include <string.h>

#include "emit_int.h"

enum {
    /* the greatest number of `and` in one `expect` that divide it into conditions reported
     * singly */
    EXPECT_JOINED = 32,
    EXPECT_SLOT = 126
};

static struct local *given_name(const struct block_decl *b, const struct node *n) {
    if (n->text.len == 0) return NULL;
    for (struct local *l = b->names; l; l = l->next_in_block)
        if (span_equal(l->name, n->text)) return l;
    ASSERT(false);
    return NULL;
}

static int32_t given_slot(const struct block_decl *b, const struct node *n, int32_t other) {
    const struct local *local = given_name(b, n);
    const struct home *h = local ? local->emit : NULL;
    return h ? h->index : other;
}

/* ---- given -------------------------------------------------------------- */

/* Emits code that puts a card on a pile: one stretch makes the card and keeps it in a slot, a
 * second one puts it on the pile. */
static void given_card(struct emit *e, struct node *n, int32_t slot) {
    const struct blueprint_decl *b = n->given_has.what->meaning;
    struct node *pile = n->given_has.owner;
    const struct field_decl *field = pile->meaning;
    emit_func_statement(e, n->place);
    int32_t card = emit_func_temp(e), nobody = emit_func_temp(e);
    emit_expr_number(e, nobody, NONE);
    int32_t args = e->f->top;
    emit_body_arguments(e, b->form_of ? b->node : n->given_has.what, b);
    emit_func_op(e, CODE_CREATE, card, nobody, b->params > 0 ? args : 0, b->index);
    emit_func_op(e, CODE_STORE, card, 0, 0, slot);
    emit_func_statement(e, n->place);
    card = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, card, 0, 0, slot);
    emit_func_op(e, CODE_GIVEN_FILL, card, emit_expr_operand(e, pile->dot.of), 0, field->index);
}

static void given_feature(struct emit *e, struct node *n, int32_t slot) {
    struct node *what = n->given_has.what;
    const struct blueprint_decl *b = what->meaning;
    emit_func_statement(e, n->place);
    int32_t feature = emit_func_temp(e), taker = emit_expr_operand(e, n->given_has.owner);
    int32_t args = e->f->top;
    emit_body_arguments(e, what, b);
    emit_func_op(e, CODE_GIVE, feature, taker, b->params > 0 ? args : 0, b->index);
    emit_func_op(e, CODE_STORE, feature, 0, 0, slot);
}

static void given_thing(struct emit *e, struct node *n, int32_t slot) {
    const struct blueprint_decl *b = n->given_has.what->meaning;
    emit_func_statement(e, n->place);
    int32_t thing = emit_func_temp(e), owner = emit_expr_operand(e, n->given_has.owner);
    int32_t args = e->f->top;
    emit_body_arguments(e, b->form_of ? b->node : n->given_has.what, b);
    emit_func_op(e, CODE_CREATE, thing, owner, b->params > 0 ? args : 0, b->index);
    emit_func_op(e, CODE_STORE, thing, 0, 0, slot);
    if (!n->given_has.spot) return;
    emit_func_statement(e, n->place);
    thing = emit_func_temp(e);
    emit_func_op(e, CODE_LOAD, thing, 0, 0, slot);
    if (!n->given_has.spot->next) {
        emit_func_op(e, CODE_GIVEN_PLACE, thing, emit_expr_operand(e, n->given_has.spot), 0, 0);
        return;
    }
    int32_t first = e->f->top, spots = 0;
    for (struct node *spot = n->given_has.spot; spot; spot = spot->next, spots++)
        emit_expr_as(e, spot, NULL, emit_func_temp(e));
    emit_func_op(e, CODE_GIVEN_MODELS, thing, first, spots, 0);
}

/* Whether the line gives a thing a place. If it does, n->slot keeps the thing's slot, and
 * given_stands tests the place when all is given. */
static bool is_placed(const struct node *n) {
    return n->kind == NODE_GIVEN_HAS && n->given_has.spot && n->number > 0;
}

static void given_has(struct emit *e, const struct block_decl *b, struct node *n) {
    const struct blueprint_decl *what = n->given_has.what->meaning;
    struct image_type type = {V_THING, V_VOID, (int16_t)what->kind->index};
    int32_t hidden = -1, slot;
    if (n->text.len == 0) hidden = emit_func_hidden_of(e, type);
    slot = given_slot(b, n, hidden);
    bool borne = names_is_borne(what->kind);
    for (int64_t i = 0; i < n->number; i++) {
        if (n->given_has.owner->kind == NODE_DOT)
            given_card(e, n, slot);
        else if (borne)
            given_feature(e, n, slot);
        else
            given_thing(e, n, slot);
    }
    n->slot = slot;
    if (hidden >= 0 && !is_placed(n)) emit_func_give_back(e, hidden);
}

static void given_set(struct emit *e, struct node *n) {
    struct node *target = n->given_set.target;
    const struct field_decl *field = target->meaning;
    emit_func_statement(e, n->place);
    if (target->mark != MEAN_FIELD) {
        emit_refuse(e, n->place, "'given' of this");
        return;
    }
    int32_t thing = emit_expr_operand(e, target->dot.of);
    int32_t value = emit_expr_as_temp(e, n->given_set.value, field->none_ok ? NULL : field->type);
    emit_func_op(e, CODE_SET_FIELD, thing, value, 0, field->index);
}

static void lower_given(struct emit *e, const struct block_decl *b, struct node *n) {
    const struct blueprint_decl *named = n->meaning;
    const struct ruling_decl *ruling = n->meaning;
    switch ((enum node_kind)n->kind) {
    case NODE_GIVEN_HAS: given_has(e, b, n); break;
    case NODE_GIVEN_SET: given_set(e, n); break;
    case NODE_GIVEN_NAMED:
        emit_func_statement(e, n->place);
        if (n->mark == MEAN_READING)
            emit_func_op(e, CODE_GIVEN_READING, 0, n->slot, 0, ruling->index);
        else
            emit_func_op(e, CODE_SCENARIO, 0, 0, 0, named->index);
        break;
    default: break;
    }
}

/* ---- expect, show ------------------------------------------------------- */

/* Loads the arguments of a call of an action into temps from the top on, up to the first that is
 * left out. Returns their number. */
static int32_t called_with(struct emit *e, struct node *call) {
    const struct event_decl *action = call->meaning;
    const struct slot_decl *role = action->slots;
    int32_t count = 0;
    for (int32_t i = 0; i < action->kept; i++, role = role->next) {
        struct node *arg = names_arg(call, i);
        if (!arg) break;
        emit_expr_as(e, arg, role->type, emit_func_temp(e));
        count++;
    }
    return count;
}

static void expect_closed(struct emit *e, struct node *n) {
    struct node *call = n->expect.cond->is.left;
    const struct event_decl *action = call->meaning;
    emit_func_statement(e, n->place);
    int32_t first = e->f->top, count = called_with(e, call);
    int32_t why = emit_func_temp(e);
    emit_expr_number(e, why, n->expect.label ? emit_label(e, n->expect.label) : NONE);
    emit_func_op(e, CODE_EXPECT_CLOSED, count > 0 ? first : 0, count, why, action->index);
}

/* Returns the text of an expression as it is written. A parenthesis at an end of the expression may
 * belong to a part of it and so lie outside `place`; such parentheses are added, until as many are
 * closed as are opened. */
static struct span text_as_written(struct emit *e, struct place place) {
    struct span all = diag_text(e->diags, place.file), s = diag_span(e->diags, place);
    int32_t open = 0, left = 0;
    for (size_t i = 0; i < s.len; i++) {
        open += s.at[i] == '(' ? 1 : s.at[i] == ')' ? -1 : 0;
        if (open < left) left = open;
    }
    for (open -= left; open > 0 && s.at + s.len < all.at + all.len; s.len++) {
        if (s.at[s.len] == ')')
            open--;
        else if (s.at[s.len] != ' ')
            break;
    }
    for (; left < 0 && s.at > all.at; s.at--, s.len++) {
        if (s.at[-1] == '(')
            left++;
        else if (s.at[-1] != ' ')
            break;
    }
    return s;
}

/* Whether the value of one side of a comparison is worth reporting when the comparison fails: it is
 * an amount, enumeration value or face that the text itself does not show. */
static bool is_telling(const struct node *side) {
    bool said = side->kind == NODE_NUMBER || side->kind == NODE_LENGTH ||
                (side->kind == NODE_NAME && side->mark == MEAN_ENUM_VALUE);
    switch ((enum value_class)emit_type(side->type).class) {
    case V_NUMBER:
    case V_LENGTH:
    case V_ENUM:
    case V_FACE: return !said;
    default: return false;
    }
}

/* Computes one side of a comparison into a hidden slot, for the message, and returns the slot; -1
 * if the side need not be reported. */
static int32_t keep_side(struct emit *e, struct node *side) {
    if (!side || !is_telling(side)) return -1;
    int32_t slot = emit_func_hidden_of(e, emit_type(side->type));
    emit_func_statement(e, side->place);
    emit_func_op(e, CODE_STORE, emit_expr_as_temp(e, side, side->type), 0, 0, slot);
    return slot;
}

/* Emits one of the conditions of an `expect` that are joined by `and`. One that holds is reported
 * only if it is the last. If one fails, the code jumps to `end`. */
static void expect_one(struct emit *e, struct node *cond, bool last, struct label *end) {
    bool compares = cond->kind == NODE_COMPARE;
    int32_t left = keep_side(e, compares ? cond->compare.left : NULL);
    int32_t right = keep_side(e, compares ? cond->compare.right : NULL);
    int32_t first = left >= 0 ? left : right, other = left >= 0 ? right : -1;
    /* EXPECT has no room for the number of a later slot, so that side is not reported */
    if (other > EXPECT_SLOT) other = -1;
    emit_func_statement(e, cond->place);
    int32_t holds = emit_expr_operand(e, cond);
    int32_t text = emit_text(e, text_as_written(e, cond->place));
    emit_func_op(e, CODE_EXPECT, holds, (last ? 0 : 1) + 2 * (other + 1), first + 1, text);
    if (!last) emit_func_jump(e, CODE_JUMP_NOT, holds, end);
    if (right >= 0) emit_func_give_back(e, right);
    if (left >= 0) emit_func_give_back(e, left);
}

static void expect(struct emit *e, struct node *n) {
    struct node *cond = n->expect.cond, *joined[EXPECT_JOINED];
    bool not = (cond->flags & FLAG_NOT) != 0;
    if (cond->kind == NODE_IS && cond->mark == IS_CLOSED && !not ) {
        expect_closed(e, n);
        return;
    }
    struct label end = LABEL;
    int32_t count = 0;
    for (; cond->kind == NODE_AND && count < EXPECT_JOINED; cond = cond->and_.left)
        joined[count++] = cond->and_.right;
    expect_one(e, cond, count == 0, &end);
    while (count-- > 0) expect_one(e, joined[count], count == 0, &end);
    emit_func_bind(e, &end);
}

/* Whether an `expect broken` of the example names this breach, or names none and so allows any. */
static bool is_named(const struct block_decl *b, const struct force_breach *breach) {
    for (const struct node *n = b->node->example.lines; n; n = n->next) {
        if (n->kind != NODE_EXPECT || n->mark != EXPECT_BROKEN) continue;
        if (!n->expect.label || span_is(n->expect.label->text, breach->text)) return true;
    }
    return false;
}

/* Whether a line about the roster is fulfilled. `expect legal` is fulfilled if the roster has no
 * breaches. `expect broken` is fulfilled if the roster has a breach that the line names (any, if
 * the line names none), and no breach that no such line of the example names. */
static bool is_as_said(const struct block_decl *b, const struct node *n) {
    bool broken = false;
    if (n->mark == EXPECT_LEGAL) return !b->breaches;
    for (const struct force_breach *f = b->breaches; f; f = f->next) {
        if (!is_named(b, f)) return false;
        broken = broken || !n->expect.label || span_is(n->expect.label->text, f->text);
    }
    return broken;
}

static const char *breaches_text(struct emit *e, const struct force_breach *f) {
    const char *text = f ? "" : "the roster keeps every limit";
    for (bool first = true; f; f = f->next, first = false) {
        text =
            arena_print(&e->scratch, "%s%s%s", text, first ? "the roster breaks: " : ", ", f->text);
        if (f->node->kind != NODE_FORCE_LIMIT) continue;
        if (f->node->force_limit.per)
            text = arena_print(&e->scratch, "%s (which makes %lld; it has %lld)", text,
                               (long long)f->limit, (long long)f->has);
        else
            text = arena_print(&e->scratch, "%s (it has %lld)", text, (long long)f->has);
    }
    return text;
}

/* Emits an expectation about the roster. The roster's breaches are known now, so the machine only
 * counts and reports whether it held. */
static void expect_of_roster(struct emit *e, const struct block_decl *b, struct node *n) {
    bool holds = is_as_said(b, n);
    const char *text = n->mark == EXPECT_LEGAL ? "legal" : "broken";
    if (n->expect.label)
        text = arena_print(&e->scratch, "%s \"%.*s\"", text, (int)n->expect.label->text.len,
                           n->expect.label->text.at);
    if (!holds) text = arena_print(&e->scratch, "%s; %s", text, breaches_text(e, b->breaches));
    emit_func_statement(e, n->expect.cond->place);
    int32_t is = emit_func_temp(e);
    emit_expr_number(e, is, holds);
    emit_func_op(e, CODE_EXPECT, is, 0, 0, emit_text(e, (struct span){text, strlen(text)}));
}

static void expect_rows(struct emit *e, struct node *n) {
    const struct quantity_decl *q = n->expect_rows.number->meaning;
    emit_func_statement(e, n->place);
    int32_t first = e->f->top, count = 0;
    for (struct node *l = n->expect_rows.labels; l && l->kind == NODE_TEXT; l = l->next, count++)
        emit_expr_number(e, emit_func_temp(e), emit_label(e, l));
    int32_t any = n->expect_rows.number->mark == NUMREF_SIBLINGS;
    emit_func_op(e, CODE_EXPECT_ROWS, count > 0 ? first : 0, count, any, q->index);
}

/* Emits code that computes the shown values into the last slots of the frame, and returns the first
 * of their texts in lists[]. No slot may be taken after them. */
static int32_t shows(struct emit *e, const struct block_decl *b, int32_t *count) {
    int32_t texts = e->img->lists_count, first = e->f->row.slots;
    *count = 0;
    for (struct node *n = b->node->example.lines; n; n = n->next) {
        for (struct node *v = n->kind == NODE_SHOW ? n->show.values : NULL; v; v = v->next) {
            int32_t text = emit_text(e, text_as_written(e, v->place));
            emit_list(e, &text, 1);
            emit_func_slot(e, (struct span){NULL, 0}, emit_type(v->type), true);
            (*count)++;
        }
    }
    for (int32_t s = first; s < e->f->row.slots; s++) e->f->room->slots[s].kept = false;
    int32_t slot = first;
    for (struct node *n = b->node->example.lines; n; n = n->next) {
        for (struct node *v = n->kind == NODE_SHOW ? n->show.values : NULL; v; v = v->next) {
            emit_func_statement(e, v->place);
            int32_t value = emit_expr_as_temp(e, v, v->type);
            emit_func_op(e, CODE_STORE, value, 0, 0, slot++);
        }
    }
    ASSERT(e->f->row.slots == first + *count);
    return texts;
}

/* ---- rolls, picks ------------------------------------------------------- */

static void rolls(struct emit *e, const struct block_decl *b, struct image_block *to) {
    int32_t room = 0, count = 0;
    for (struct node *n = b->node->example.lines; n; n = n->next)
        for (struct node *f = n->kind == NODE_ROLLS ? n->rolls.faces : NULL; f; f = f->next) room++;
    int64_t *faces = NEW_ARRAY(&e->scratch, (size_t)room + 1, int64_t);
    to->first_roll_place = e->img->lists_count;
    for (struct node *n = b->node->example.lines; n; n = n->next)
        for (struct node *f = n->kind == NODE_ROLLS ? n->rolls.faces : NULL; f; f = f->next) {
            if (!emit_const_fold(e, f, &faces[count])) continue;
            const int32_t place = emit_place(e, f->place);
            emit_list(e, &place, 1);
            count++;
        }
    to->first_roll = e->img->constants_count;
    to->rolls = count;
    /* the faces must lie side by side, so they are not interned as other constants are */
    for (int32_t i = 0; i < count; i++) {
        int32_t row = emit_row_constants(e);
        e->img->constants[row] = faces[i];
    }
}

static void add_pick(struct emit *e, const struct image_pick *p) {
    int32_t row = emit_row_picks(e);
    struct image_pick *to = &e->img->picks[row];
    to->what = p->what;
    to->value = p->value;
    to->place = p->place;
}

static void pick(struct emit *e, struct node *v) {
    struct image_pick p = {.what = PICK_NUMBER, .place = emit_place(e, v->place)};
    const struct local *local = v->meaning;
    const struct home *home;
    if (v->kind == NODE_NAME && v->mark == MEAN_PASS)
        p.what = PICK_PASS;
    else if (v->kind == NODE_NAME && v->mark == MEAN_LOCAL) {
        home = local->emit;
        p.what = PICK_SLOT;
        p.value = home->index;
    } else if (v->kind == NODE_NAME && v->mark == MEAN_PLAYER) {
        p.what = PICK_PLAYER;
        p.value = v->slot;
    } else if (v->kind == NODE_NAME && v->mark == MEAN_NAMED) {
        /* a thing of the scenario, an area say, of which there is but one */
        p.what = PICK_BLUEPRINT;
        p.value = ((const struct blueprint_decl *)v->meaning)->index;
    } else if (!emit_const_fold(e, v, &p.value))
        emit_refuse(e, v->place, "this pick");
    else if (v->kind == NODE_TRUTH)
        p.what = v->number ? PICK_YES : PICK_NO;
    else if (v->kind == NODE_TEXT)
        p.what = PICK_LABEL;
    else if (v->kind == NODE_POINT)
        p.what = PICK_PLACE;
    else if (v->kind == NODE_NAME && v->mark == MEAN_EVENT)
        p.what = PICK_EVENT;
    else if (v->kind == NODE_NAME && v->mark == MEAN_ENUM_VALUE)
        p.what = PICK_ENUM;
    else if (v->kind == NODE_NAME && v->mark == MEAN_BLUEPRINT)
        p.what = PICK_BLUEPRINT;
    add_pick(e, &p);
}

/* Adds a statement that `picks` makes about a question. It takes two rows: the statement, then what
 * the statement is about. */
static void statement_rows(struct emit *e, struct node *is, const struct node *why) {
    struct image_pick p = {.what = is->mark == IS_ASKED ? SAID_ASKED : SAID_OFFERED,
                           .value = why ? emit_label(e, why) : NONE,
                           .place = emit_place(e, is->place)};
    if (is->flags & FLAG_NOT) p.what = is->mark == IS_ASKED ? SAID_NOT_ASKED : SAID_NOT_OFFERED;
    add_pick(e, &p);
    pick(e, is->is.left);
}

static void picks(struct emit *e, const struct block_decl *b, struct image_block *to) {
    to->first_pick = e->img->picks_count;
    for (struct node *n = b->node->example.lines; n; n = n->next)
        for (struct node *v = n->kind == NODE_PICKS ? n->picks.values : NULL; v; v = v->next) {
            if (v->kind == NODE_SAID_WHY)
                statement_rows(e, v->said_why.said, v->said_why.why);
            else if (v->kind == NODE_IS)
                statement_rows(e, v, NULL);
            else
                pick(e, v);
        }
    to->picks = e->img->picks_count - to->first_pick;
}

/* ---- Blocks ------------------------------------------------------------- */

static enum walk rolls_in(struct node *n, void *user) {
    return emit_roll_is_effect(n) ? (*(bool *)user = true, WALK_STOP) : WALK_ON;
}

/* Emits code that requires the action of `when` to be open. An event that is no action is not
 * tested, nor is an action that is called with a roll, because it cannot be judged beforehand. */
static void must_open(struct emit *e, struct node *n) {
    struct node *call = n->when_.call;
    const struct event_decl *action = call->meaning;
    bool rolls = false;
    tree_walk(call, rolls_in, &rolls);
    if (!action->action || rolls) return;
    emit_func_statement(e, n->place);
    int32_t first = e->f->top, count = called_with(e, call);
    emit_func_op(e, CODE_MUST_OPEN, count > 0 ? first : 0, count, 0, action->index);
}

static void names_begin(struct emit *e, const struct block_decl *b) {
    for (struct local *l = b->names; l; l = l->next_in_block)
        emit_func_bind_slot(e, l, emit_func_slot(e, l->name, emit_type(l->type), true));
    for (int32_t s = 0; s < e->f->row.slots; s++) e->f->room->slots[s].kept = false;
    e->record = b->record;
    if (b->record) emit_func_open_slot(e, b->record, emit_type(b->record->type));
}

/* Emits code that requires each thing that was given a place to be able to stand there, with all
 * its models. This is tested when all is given, since what is given later may allow the place. Of
 * several things in one line only the last is tested. */
static void given_stands(struct emit *e, const struct block_decl *b) {
    for (struct node *n = b->node->example.lines; n && n->kind != NODE_WHEN; n = n->next) {
        if (!is_placed(n)) continue;
        emit_func_statement(e, n->place);
        int32_t thing = emit_func_temp(e);
        emit_func_op(e, CODE_LOAD, thing, 0, 0, n->slot);
        emit_func_op(e, CODE_GIVEN_STANDS, thing, 0, 0, 0);
        if (n->text.len == 0) emit_func_give_back(e, n->slot);
    }
}

static bool is_reading(const struct node *n) {
    return n->kind == NODE_GIVEN_NAMED && n->mark == MEAN_READING;
}

static void lines(struct emit *e, const struct block_decl *b) {
    /* Readings of rulings come first, since they may decide how things are made. */
    for (struct node *n = b->node->example.lines; n; n = n->next) {
        if (is_reading(n)) lower_given(e, b, n);
    }
    for (struct node *n = b->node->example.lines; n; n = n->next) {
        if (!is_reading(n)) lower_given(e, b, n);
        if (n->kind == NODE_WHEN) given_stands(e, b);
        if (n->kind == NODE_WHEN) must_open(e, n);
        if (n->kind == NODE_WHEN)
            emit_body_do(e, n, b->record);
        else if (n->kind == NODE_EXPECT && n->mark)
            expect_of_roster(e, b, n);
        else if (n->kind == NODE_EXPECT)
            expect(e, n);
        else if (n->kind == NODE_EXPECT_ROWS)
            expect_rows(e, n);
    }
}

static void block(struct emit *e, const struct block_decl *b) {
    struct node *n = b->node;
    struct image_block row = {.title = emit_label(e, n->example.label),
                              .chances = b->chances,
                              .place = emit_place(e, n->place)};
    struct func f;
    struct func_frame frame = {.name = "example", .place = n->place};
    emit_func_begin(e, &f, &frame);
    names_begin(e, b);
    lines(e, b);
    rolls(e, b, &row);
    picks(e, b, &row);
    row.first_show = shows(e, b, &row.shows);
    emit_func_op(e, b->chances ? CODE_SHOWN : CODE_END, 0, 0, 0, 0);
    for (struct local *l = b->names; l; l = l->next_in_block) emit_func_unbind(l);
    emit_func_unbind(b->record);
    e->record = NULL;
    row.func = emit_func_end(e);
    emit_cites(e, n->cites, &row.cites, &row.cite_count);
    int32_t at = emit_row_blocks(e);
    struct image_block *to = &e->img->blocks[at];
    to->title = row.title;
    to->func = row.func;
    to->chances = row.chances;
    to->first_roll = row.first_roll, to->rolls = row.rolls;
    to->first_roll_place = row.first_roll_place;
    to->first_pick = row.first_pick, to->picks = row.picks;
    to->first_show = row.first_show, to->shows = row.shows;
    to->place = row.place;
    to->cites = row.cites, to->cite_count = row.cite_count;
}

void emit_block_examples(struct emit *e) {
    for (int32_t i = 0; i < e->names->blocks_count; i++) block(e, e->names->blocks[i]);
}

/* ---- Forces and rosters ------------------------------------------------- */

static int32_t from(struct emit *e, const struct force_decl *d, int32_t *count) {
    int32_t first = e->img->lists_count;
    for (const struct force_line *l = d->from; l; l = l->next) {
        const struct blueprint_decl *b = l->node->meaning;
        emit_list(e, &b->index, 1);
        (*count)++;
    }
    return first;
}

static void force(struct emit *e, const struct force_decl *d) {
    int32_t name = emit_text(e, d->name), title = emit_label(e, d->node->force.label);
    int32_t from_count = 0;
    int32_t first_from = from(e, d, &from_count);
    int32_t row = emit_row_forces(e);
    struct image_force *to = &e->img->forces[row];
    ASSERT(row == d->index);
    to->name = name;
    to->title = title;
    to->first_from = first_from;
    to->from = from_count;
    to->place = emit_place(e, d->place);
}

static void roster(struct emit *e, const struct roster_decl *d) {
    int32_t name = emit_text(e, d->name), title = emit_label(e, d->node->roster.label);
    int32_t first = e->img->lists_count, count = 0;
    for (struct node *n = d->node->roster.entries; n; n = n->next, count++) {
        const struct blueprint_decl *b = n->meaning;
        if (n->number > INT32_MAX) emit_refuse(e, n->place, "so many of one sort");
        const int32_t four[] = {(int32_t)n->number, b->index, emit_label(e, n->roster_entry.label),
                                emit_place(e, n->place)};
        emit_list(e, four, 4);
    }
    int32_t row = emit_row_rosters(e);
    struct image_roster *to = &e->img->rosters[row];
    ASSERT(row == d->index);
    to->name = name;
    to->title = title;
    to->force = d->force->index;
    to->first_entry = first;
    to->entries = count;
    to->place = emit_place(e, d->place);
}

void emit_block_forces(struct emit *e) {
    for (int32_t i = 0; i < e->names->forces_count; i++) force(e, e->names->forces[i]);
    for (int32_t i = 0; i < e->names->rosters_count; i++) roster(e, e->names->rosters[i]);
}
