/* check_example: checks the lines of examples and chances blocks: what is given, done, rolled,
 * picked, expected and shown. */
#include "check_int.h"

static struct local *given_name(struct check *c, struct block_decl *b, struct node *n,
                                const struct type *type) {
    struct local *l = check_bind(c, LOCAL_GIVEN, n->text, type, n->place);
    if (b->last_name) {
        b->last_name->next_in_block = l;
    } else {
        b->names = l;
    }
    b->last_name = l;
    n->type = type;
    return l;
}

/* Checks `PLAYER has UNIT as NAME`, `NAME has FEATURE` or `PLAYER.PILE has CARD`. */
static void given_has(struct check *c, struct block_decl *b, struct node *n) {
    struct node *what = n->given_has.what;
    struct node *owner = n->given_has.owner;
    struct word *w =
        what->kind == NODE_NAME || what->kind == NODE_CALL ? check_word(c, what) : NULL;
    struct field_decl *pile = NULL;
    const struct type *who = c->error;
    if (owner->kind == NODE_DOT) {
        pile = check_pile(c, owner);
        who = owner->type;
    } else if (check_value(c, owner, c->thing)) {
        who = owner->type;
    }
    for (struct node *spot = n->given_has.spot; spot; spot = spot->next) {
        check_value(c, spot, c->place);
    }
    if (!w || !w->blueprints) {
        check_missing(c, DIAG_NO_BLUEPRINT, what->place, what->text, SUGGEST_BLUEPRINT);
        what->type = c->error;
        if (!span_equal(n->text, (struct span){"", 0})) {
            given_name(c, b, n, c->error);
        }
        return;
    }
    const struct kind_decl *k = w->blueprints->kind;
    if (check_names_options(what) && !w->blueprints->params) {
        what->meaning = check_form(c, w->blueprints, what->call.args);
        what->mark = MEAN_BLUEPRINT;
        what->type = what->meaning ? k->blueprint : c->error;
        w->blueprints->is_given = true;
    } else {
        check_expr(c, what, k->blueprint);
    }
    if (pile && !check_fits(k->type, pile->type)) {
        diag_add(c->diags, DIAG_WRONG_TYPE, what->place, check_text(c, pile->type->elem),
                 check_text(c, k->type));
    }
    bool feature = names_is_borne(k);
    if (feature) check_bears(c, what, who);
    if (!pile && !feature && !check_is_error(who) && !check_fits(who, c->player)) {
        diag_add(c->diags, DIAG_GIVEN_WHO, owner->place, w->text);
    }
    if (n->text.len) {
        check_made_from(c, given_name(c, b, n, k->type), w->blueprints);
    }
}

/* Checks `given RULING READING`: that reading holds in the example, whatever the default is. */
static void given_reading(struct check *c, struct node *n, struct ruling_decl *ruling) {
    struct nearest near = diag_nearest(n->text);
    n->mark = MEAN_READING;
    n->meaning = ruling;
    n->slot = 0;
    for (struct node *r = ruling->node->ruling.readings; r; r = r->next, n->slot++) {
        if (span_equal(r->text, n->text)) return;
        check_candidate(&near, r->text, r->place);
    }
    if (check_is_lost(c, n->text)) return;
    struct diag *d = diag_add(c->diags, DIAG_NO_READING, n->place, ruling->name, n->text);
    diag_hint(c->diags, d, "its readings are %s", check_list_readings(c, ruling->node));
    diag_did_you_mean(c->diags, d, &near);
}

static void given_named(struct check *c, struct node *n) {
    const struct word *first = check_word(c, n->given_named.kind);
    if (first->ruling) {
        given_reading(c, n, first->ruling);
        return;
    }
    const struct node *what = n->given_named.kind;
    /* the word before the name is no kind, so the name is not looked up either */
    if (!first->kind) {
        check_missing(c, DIAG_NO_KIND, what->place, what->text, SUGGEST_KIND | SUGGEST_RULING);
        return;
    }
    struct kind_decl *kind = check_kind_named(c, what, what->text);
    struct blueprint_decl *bp = check_word(c, n)->blueprints;
    if (!bp) {
        check_missing(c, DIAG_NO_BLUEPRINT, n->place, n->text, SUGGEST_BLUEPRINT);
        return;
    }
    n->meaning = bp;
    bp->is_given = true;
    if (kind && (!names_kind_is(bp->kind, kind) || kind->base != BASE_FEATURE)) {
        diag_add(c->diags, DIAG_GIVEN_NAMED, n->place, kind->name, n->text);
    }
}

static void given_set(struct check *c, struct node *n) {
    struct node *target = n->given_set.target;
    const struct type *t = check_expr(c, target, NULL);
    struct field_decl *f = target->mark == MEAN_FIELD ? target->meaning : NULL;
    if (f) f->is_set = true;
    bool stored =
        f && f->slot >= 0 && f->native != NATIVE_MEMBERS && !f->pile && !names_is_place_of_group(f);
    if (!check_is_error(t) && !stored) {
        struct diag *d = diag_add(c->diags, DIAG_NOT_WRITABLE, target->place, target->text);
        check_say_computed(c, d, f);
    }
    check_value(c, n->given_set.value, t);
}

static void check_when_line(struct check *c, struct block_decl *b, struct node *n) {
    struct node *call = n->when_.call;
    if (b->when) {
        diag_add(c->diags, DIAG_WHEN_TWICE, n->place);
        return;
    }
    b->when = call;
    if (!call || call->kind != NODE_CALL) {
        return;
    }
    struct event_decl *e = check_event_named(c, call, call->text);
    n->meaning = call->meaning = e;
    call->type = c->nothing;
    if (!e) {
        return;
    }
    struct formal formals[MAX_FORMALS];
    e->is_done = true;
    int32_t count = check_formals_roles(e, formals, true);
    check_args(c, call->call.args, formals, count, call->text, call->place);
    struct local *l = NEW(c->arena, struct local);
    l->how = LOCAL_RECORD;
    l->type = names_record_type(c->n, e);
    l->home = -1;
    b->record = l;
}

static void check_pick_word(struct check *c, struct node *v) {
    struct word *w = check_word(c, v);
    struct local *l = check_local(c, w);
    v->type = c->nothing;
    if (w->special == WORD_PASS) {
        v->mark = MEAN_PASS;
    } else if (l) {
        v->mark = MEAN_LOCAL;
        v->meaning = l;
        v->type = l->type;
    } else if (w->event && !w->blueprints) {
        v->mark = MEAN_EVENT;
        v->meaning = w->event;
    } else if (w->value_uses) {
        v->mark = MEAN_ENUM_VALUE;
        v->meaning = w->value_uses->values;
        v->slot = w->value_uses->index;
        v->type = w->value_uses->values->type;
    } else {
        check_name(c, v, NULL);
    }
}

static void check_pick(struct check *c, struct node *v) {
    if (v->kind == NODE_NAME) {
        check_pick_word(c, v);
    } else if (v->kind == NODE_CALL) {
        struct diag *d = diag_add(c->diags, DIAG_LATER_PICK, v->place);
        diag_hint(c->diags, d, "by its name in given, or by its blueprint alone");
    } else {
        check_expr(c, v, NULL);
    }
}

/* Checks a statement that `picks` makes about the next question: `PICK is offered`, `PLAYER is
 * asked` or `TEXT is asked`, each also with `not`. `why` is the reason that is written behind it;
 * NULL: none. Only `ACTION is not offered` may have a reason. */
static void check_said(struct check *c, struct node *said, struct node *why) {
    struct node *left = said->is.left, *right = said->is.right;
    int16_t word = right->kind == NODE_NAME ? check_word(c, right)->special : WORD_IT;
    said->type = right->type = c->nothing;
    said->mark = word == WORD_ASKED ? IS_ASKED : IS_OFFERED;
    if (word == WORD_OFFERED) {
        check_pick(c, left);
    } else if (word != WORD_ASKED) {
        struct nearest near = diag_nearest(right->text);
        diag_candidate_word(&near, "offered");
        diag_candidate_word(&near, "asked");
        struct diag *d = diag_add(c->diags, DIAG_PICK_SAYS, right->place);
        diag_did_you_mean(c->diags, d, &near);
        return;
    } else if (left->kind != NODE_TEXT && !check_is_error(check_expr(c, left, NULL)) &&
               left->mark != MEAN_PLAYER) {
        diag_add(c->diags, DIAG_ASKED_WHO, left->place);
    }
    const struct event_decl *action = left->mark == MEAN_EVENT ? left->meaning : NULL;
    if (why && !(word == WORD_OFFERED && said->flags & FLAG_NOT && action && action->action)) {
        diag_add(c->diags, DIAG_OFFERED_WHY, why->place);
    }
}

static void check_picks(struct check *c, struct node *n) {
    for (struct node *v = n->picks.values; v; v = v->next) {
        struct node *said = v->kind == NODE_SAID_WHY ? v->said_why.said : v;
        if (said->kind == NODE_IS) {
            check_said(c, said, v == said ? NULL : v->said_why.why);
        } else if (v != said) {
            diag_add(c->diags, DIAG_OFFERED_WHY, v->said_why.why->place);
        } else {
            check_pick(c, v);
        }
    }
}

static void check_rolls(struct check *c, struct node *n) {
    for (struct node *f = n->rolls.faces; f; f = f->next) {
        struct word *w = f->kind == NODE_NAME ? check_word(c, f) : NULL;
        if (w && !w->face_uses && !c->lossy) {
            diag_add(c->diags, DIAG_NO_FACE, f->place, f->text);
        } else if (w && w->face_uses) {
            f->mark = MEAN_FACE;
            f->meaning = w->face_uses->die;
            f->slot = w->face_uses->face;
        }
    }
}

/* Notes `given roster of FORCE { … }`. check_forces judges the roster later, when all is known. */
static void given_roster(struct check *c, struct block_decl *b, struct node *n) {
    if (b->roster) {
        diag_add(c->diags, DIAG_GIVEN_ROSTER_TWICE, n->place);
        return;
    }
    b->roster = NEW(c->arena, struct roster_decl);
    b->roster->node = n;
    b->roster->place = n->place;
    b->roster->index = -1;
}

/* Deals with `expect legal` and `expect broken LIMIT`, which speak of the example's roster and need
 * no `when` before them. Returns true if the line is one of these and the example has a roster; or
 * if the example has no `when` and either the line is one of these, or it is another `expect NAME`
 * and there is a roster, both of which are reported. */
static bool expects_of_roster(struct check *c, const struct block_decl *b, struct node *n) {
    const struct node *said = n->kind == NODE_EXPECT ? n->expect.cond : NULL;
    bool named = said && said->kind == NODE_NAME;
    bool legal = named && span_is(said->text, "legal");
    bool broken = named && span_is(said->text, "broken");
    if ((legal || broken) && !b->roster && !b->when) {
        diag_add(c->diags, DIAG_NO_ROSTER, said->place, said->text);
        return true;
    }
    if (!named || !b->roster || (b->when && !legal && !broken)) {
        return false;
    }
    if (!legal && !broken) {
        struct nearest near = diag_nearest(said->text);
        diag_candidate_word(&near, "legal");
        diag_candidate_word(&near, "broken");
        struct diag *d = diag_add(c->diags, DIAG_ROSTER_IS, said->place);
        diag_did_you_mean(c->diags, d, &near);
    } else if (legal && n->expect.label) {
        diag_add(c->diags, DIAG_ROSTER_IS, n->expect.label->place);
    } else {
        n->mark = legal ? EXPECT_LEGAL : EXPECT_BROKEN;
    }
    return true;
}

/* Reports a line that may stand only in the other sort of block, such as `rolls` in a chances block
 * or `show` in an example. Returns true if it did. */
static bool is_of_other(struct check *c, const struct block_decl *b, struct node *n) {
    bool shows = n->kind == NODE_SHOW;
    bool trials = n->kind == NODE_ROLLS || n->kind == NODE_PICKS || n->kind == NODE_EXPECT ||
                  n->kind == NODE_EXPECT_ROWS || n->kind == NODE_ROSTER;
    if (b->chances && trials) {
        diag_add(c->diags, DIAG_NOT_IN_CHANCES, n->place, diag_span(c->diags, n->place));
    } else if (!b->chances && shows) {
        diag_add(c->diags, DIAG_NOT_IN_EXAMPLE, n->place);
    } else {
        return false;
    }
    return true;
}

static void check_line(struct check *c, struct block_decl *b, struct node *n) {
    if (is_of_other(c, b, n) || expects_of_roster(c, b, n)) {
        return;
    }
    bool after = n->kind == NODE_EXPECT || n->kind == NODE_SHOW || n->kind == NODE_EXPECT_ROWS;
    if (after && !b->when) {
        if (!c->lossy) {
            diag_add(c->diags, DIAG_NO_WHEN, n->place);
        }
        return;
    }
    switch ((int)n->kind) {
    case NODE_GIVEN_HAS: given_has(c, b, n); break;
    case NODE_GIVEN_NAMED: given_named(c, n); break;
    case NODE_GIVEN_SET: given_set(c, n); break;
    case NODE_ROSTER: given_roster(c, b, n); break;
    case NODE_WHEN: check_when_line(c, b, n); break;
    case NODE_ROLLS: check_rolls(c, n); break;
    case NODE_PICKS: check_picks(c, n); break;
    case NODE_EXPECT: check_truth(c, n->expect.cond); break;
    case NODE_EXPECT_ROWS:
        check_numref(c, n->expect_rows.number, false);
        if (n->expect_rows.labels->kind == NODE_NAME &&
            !span_is(n->expect_rows.labels->text, "none")) {
            diag_add(c->diags, DIAG_ROWS_ARE, n->expect_rows.labels->place);
        }
        break;
    case NODE_SHOW:
        for (struct node *v = n->show.values; v; v = v->next) {
            const struct type *t = check_expr(c, v, NULL);
            if (t->class == CLASS_RECORD || t->class == CLASS_POOL || t->class == CLASS_PATH) {
                diag_add(c->diags, DIAG_WRONG_TYPE, v->place, "a value", check_text(c, t));
            }
        }
        break;
    default: break;
    }
}

/* Reports a title that two examples share, or two chances blocks: a variant removes and replaces
 * them by their titles. */
static void check_titles(struct check *c) {
    uint32_t buckets = 16;
    while (buckets < 2 * (uint32_t)c->n->blocks_count) buckets *= 2;
    const struct block_decl **bucket = NEW_ARRAY(c->arena, buckets, const struct block_decl *);
    for (int32_t i = 0; i < c->n->blocks_count; i++) {
        const struct block_decl *b = c->n->blocks[i], *other;
        const struct node *label = b->node->example.label;
        uint32_t at = (uint32_t)base_hash(label->text.at, label->text.len, 1 + b->chances);
        for (at &= buckets - 1; (other = bucket[at]); at = (at + 1) & (buckets - 1)) {
            const struct node *title = other->node->example.label;
            if (other->chances == b->chances && span_equal(title->text, label->text)) break;
        }
        bucket[at] = other ? other : b;
        if (!other) continue;
        struct diag *d = diag_add(c->diags, DIAG_TITLE_TWICE, label->place);
        diag_also(c->diags, d, other->node->example.label->place, "the first");
    }
}

void check_blocks(struct check *c) {
    if (!c->n->for_play) check_titles(c);
    c->in_block = true;
    for (int32_t i = 0; i < c->n->blocks_count && !c->n->for_play; i++) {
        struct block_decl *b = c->n->blocks[i];
        struct context cx;
        check_enter(c, &cx, AT_BLOCK);
        cx.pure++;
        cx.block = b;
        for (struct node *n = b->node->example.lines; n; n = n->next) {
            check_line(c, b, n);
        }
        check_leave(c, &cx);
    }
    c->in_block = false;
}
