/* check_is: checks `x is y`. It means identity, a kind, a feature borne, a truth, a value of a
 * field, a reading or a state, depending on what stands on its two sides. */
#include "check_int.h"

/* One possible meaning of `x is word`. */
struct reading {
    enum is_how how;
    /* meaning of the right node; MEAN_UNKNOWN: the word names a field or truth of x */
    enum meaning right;
    void *record; /* what n->meaning of the IS becomes: a field or quantity; NULL */
    void *right_record;
    int32_t slot;
    const char *words; /* says the reading in words, for a message about two readings */
};

enum { MAX_READINGS = 8 };
struct readings {
    struct reading of[MAX_READINGS];
    int32_t count;
    bool never; /* the word has a meaning, but none that this thing could have */
};

static void add_reading(struct readings *r, struct reading one) {
    if (r->count < MAX_READINGS) {
        r->of[r->count++] = one;
    }
}

static bool related(const struct kind_decl *a, const struct kind_decl *b) {
    return !a || !b || names_kind_is(a, b) || names_kind_is(b, a);
}

static void read_kind(const struct word *w, const struct type *left, struct readings *r) {
    struct kind_decl *k = w->kind;
    if (!k) {
        return;
    }
    struct reading one = {IS_KIND, MEAN_KIND, NULL, k, -1, "a kind"};
    if (!related(left->kind, k)) {
        one.how = IS_HAS_KIND;
        if (!names_is_borne(k)) {
            r->never = true;
            return;
        }
    }
    add_reading(r, one);
}

static void read_blueprint(struct check *c, struct node *right, struct word *w,
                           const struct type *left, struct readings *r) {
    struct blueprint_decl *bp = w->blueprints;
    if (!bp) {
        return;
    }
    bp->is_asked = true;
    struct reading one = {IS_OF, MEAN_BLUEPRINT, NULL, bp, -1, "a blueprint"};
    if (bp->named) {
        struct blueprint_decl *which = check_one_named(c, right, bp, &one.slot);
        one.how = IS_SAME;
        one.right = MEAN_NAMED;
        one.right_record = which ? which : bp;
        add_reading(r, one);
        return;
    }
    if (bp->next_of_name) {
        check_several(c, bp, right);
    }
    if (names_is_borne(bp->kind) && !(left->kind && names_is_borne(left->kind))) {
        bool plain = left->kind == c->n->base[BASE_THING] || !left->kind;
        one.how = plain ? IS_OF_OR_HAS : IS_HAS;
        one.words = "a feature";
    } else if (!related(left->kind, bp->kind)) {
        r->never = true;
        return;
    }
    add_reading(r, one);
}

static void read_fields(struct check *c, struct word *w, const struct type *left,
                        struct readings *r) {
    struct field_decl *own = check_field_of(w, left->kind ? left->kind : c->n->base[BASE_THING]);
    for (struct field_decl *f = w->fields; f; f = f->next_of_name) {
        if (f == own || (!own && left->kind && names_kind_is(f->kind, left->kind))) {
            const struct type *t =
                f->type ? f->type : check_quantity_type(c, f->quantity, f->place);
            if (t->class == CLASS_TRUTH) {
                add_reading(r, (struct reading){IS_FIELD, MEAN_UNKNOWN, f, NULL, -1, "a field"});
            }
        } else {
            r->never = true;
        }
    }
}

static bool is_truth_of(const struct quantity_decl *q, const struct type *left) {
    if (q->sort != SORT_TRUTH || q->param_count != 1 || q->event) {
        return false;
    }
    const struct type *t = q->params[0].type;
    return check_fits(left, t) || (q->kind && check_fits(t, left));
}

static void read_truths(struct check *c, struct word *w, struct node *left, struct node *is,
                        struct readings *r) {
    for (struct quantity_decl *q = w->quantities; q; q = q->next_of_name) {
        if (is_truth_of(q, left->type)) {
            if (left->mark == MEAN_PARAM && left->kind == NODE_NAME) {
                check_reads(c, q, is->place);
            }
            add_reading(r, (struct reading){IS_TRUTH, MEAN_UNKNOWN, q, NULL, -1, "a truth"});
        } else {
            r->never = true;
        }
    }
}

/* Adds a reading for each field that may hold this value and that the thing has, or that it would
 * have if it were of a narrower kind. */
static void read_values(const struct word *w, const struct type *left, struct readings *r) {
    for (struct value_use *u = w->value_uses; u; u = u->next) {
        bool found = false;
        for (struct field_decl *f = u->values->fields; f; f = f->next_of_enum) {
            if (related(left->kind, f->kind)) {
                found = true;
                add_reading(r, (struct reading){IS_VALUE, MEAN_ENUM_VALUE, f, u->values, u->index,
                                                "a value"});
            }
        }
        r->never = r->never || !found;
    }
}

static const struct type *set_meaning(struct node *is, struct node *right,
                                      const struct reading *one, struct check *c) {
    is->mark = one->how;
    is->meaning = one->record;
    is->slot = one->slot;
    right->mark = one->right;
    right->meaning = one->right_record;
    right->slot = one->slot;
    right->type = c->nothing;
    if (one->right == MEAN_NAMED) {
        right->type = ((struct blueprint_decl *)one->right_record)->kind->type;
    }
    return c->truth;
}

static void two_readings(struct check *c, struct node *is, const struct readings *r) {
    struct diag *d = diag_add(c->diags, DIAG_IS_AMBIGUOUS, is->is.right->place, is->is.right->text,
                              r->of[0].words, r->of[1].words);
    for (int32_t i = 0; i < r->count; i++) {
        if (r->of[i].how == IS_VALUE || r->of[i].how == IS_FIELD) {
            const struct field_decl *f = r->of[i].record;
            diag_hint(c->diags, d, r->of[i].how == IS_VALUE ? "such as: ….%t = …" : "such as: ….%t",
                      f->name);
            return;
        }
    }
}

/* Checks the arguments in `x is leader(8")` against the blueprint's parameters. */
static void right_args(struct check *c, struct node *right, struct blueprint_decl *bp) {
    struct formal formals[MAX_FORMALS];
    if (right->kind == NODE_CALL) {
        int32_t count = check_formals_memory(c, bp, formals);
        check_args(c, right->call.args, formals, count, right->text, right->place);
    }
}

static bool inner_name(struct check *c, const struct node *right, struct word *w) {
    if (right->kind != NODE_NAME) {
        return false;
    }
    if (check_local(c, w) || check_role(c, w, right->place) || check_memory(c->cx->blueprint, w) ||
        w->player || (w->special >= WORD_IT && w->special <= WORD_GAME)) {
        return true;
    }
    for (int32_t i = 0; i < c->cx->param_count; i++) {
        if (c->cx->params[i].word == w) {
            return true;
        }
    }
    return false;
}

static bool is_pile(const struct node *n) {
    const struct field_decl *f = n->kind == NODE_DOT && n->mark == MEAN_FIELD ? n->meaning : NULL;
    return f && f->pile;
}

/* Whether this asks which pile a value is (`draw.pile`), which then stands on the left. */
static bool is_which_pile(struct node *is, const struct type *left, const struct type *right) {
    struct node *of = is->is.left;
    if (right->class == CLASS_PILE && is_pile(of)) {
        is->is.left = is->is.right;
        is->is.right = of;
        return true;
    }
    return left->class == CLASS_PILE && is_pile(is->is.right);
}

static const struct type *is_same(struct check *c, struct node *is, const struct type *left) {
    struct node *right = is->is.right;
    const struct type *t = check_expr(c, right, left);
    is->mark = IS_SAME;
    if (check_is_error(left) || check_is_error(t)) {
        return c->truth;
    }
    if (left->class == CLASS_BLUEPRINT && right->mark == MEAN_BLUEPRINT) {
        is->mark = IS_BLUEPRINT;
    } else if (left->class == CLASS_THING && t->class == CLASS_BLUEPRINT &&
               related(left->kind, t->kind)) {
        is->mark = IS_MADE_OF;
    } else if (is_which_pile(is, left, t)) {
        is->mark = IS_PILE;
    } else if (t->class == CLASS_SET || left->class == CLASS_SET || left->class == CLASS_POOL ||
               !check_join(c, left, t)) {
        struct diag *d = diag_add(c->diags, DIAG_CANNOT_COMPARE, is->place, check_text(c, left),
                                  check_text(c, t));
        if (left->class == CLASS_THING && t->class == CLASS_BLUEPRINT && names_is_borne(t->kind))
            diag_hint(c->diags, d, "what it bears is asked by name, as `%t is NAME`",
                      is->is.left->text);
    } else if (left->class == CLASS_THING && !related(left->kind, t->kind)) {
        struct diag *d = diag_add(c->diags, DIAG_CANNOT_COMPARE, is->place, check_text(c, left),
                                  check_text(c, t));
        check_hint_things(c, d, is->is.left, right);
    }
    return c->truth;
}

/* Checks `thing is word`, where the word is no local, role or other inner name. Returns NULL if the
 * word has no meaning after `is`; the caller then reads it as an expression. */
static const struct type *is_one_word(struct check *c, struct node *is, struct word *w) {
    struct node *left = is->is.left;
    struct node *right = is->is.right;
    struct readings r = {.count = 0};
    if (right->kind == NODE_NAME) {
        read_kind(w, left->type, &r);
        read_fields(c, w, left->type, &r);
        read_truths(c, w, left, is, &r);
        read_values(w, left->type, &r);
    }
    read_blueprint(c, right, w, left->type, &r);
    if (r.count > 1) {
        two_readings(c, is, &r);
    }
    if (r.count) {
        set_meaning(is, right, &r.of[0], c);
        if (right->kind == NODE_CALL && r.of[0].right == MEAN_BLUEPRINT) {
            right_args(c, right, r.of[0].right_record);
        }
        return c->truth;
    }
    if (r.never && w->blueprints && check_kind_lost(w->blueprints->kind)) {
        right->type = c->error;
        return c->error;
    }
    if (r.never) {
        diag_add(c->diags, DIAG_IS_NEVER, right->place, check_text(c, left->type), right->text);
        right->type = c->error;
        return c->error;
    }
    return NULL;
}

static const struct type *is_status(struct check *c, struct node *is, struct word *w) {
    static const struct {
        int16_t special;
        enum status_word status;
    } rows[] = {{WORD_DONE, STATUS_IS_DONE},
                {WORD_STOPPED, STATUS_IS_STOPPED},
                {WORD_CANCELLED, STATUS_IS_CANCELLED},
                {WORD_FORBIDDEN, STATUS_IS_FORBIDDEN}};
    struct node *left = is->is.left;
    struct node *right = is->is.right;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].special == w->special) {
            is->mark = IS_STATUS;
            right->mark = MEAN_STATUS;
            right->slot = is->slot = (int32_t)rows[i].status;
            right->type = c->status;
            if (left->kind == NODE_NAME && left->mark == MEAN_LOCAL) {
                ((struct local *)left->meaning)->status_read = true;
            }
            return c->truth;
        }
    }
    diag_add(c->diags, DIAG_IS_NEVER, right->place, check_text(c, left->type), right->text);
    return c->error;
}

/* Checks `is` if its left side is no value but a ruling, an event, or an action with arguments.
 * Returns NULL if the left side is a value, which the caller checks. */
static const struct type *is_special(struct check *c, struct node *is) {
    struct node *left = is->is.left;
    struct node *right = is->is.right;
    struct word *w =
        left->kind == NODE_NAME || left->kind == NODE_CALL ? check_word(c, left) : NULL;
    if (!w || right->kind != NODE_NAME) {
        return NULL;
    }
    int16_t said = check_word(c, right)->special;
    right->type = left->type = c->nothing;
    if (left->kind == NODE_CALL && w->event && (said == WORD_OPEN || said == WORD_CLOSED)) {
        struct formal formals[MAX_FORMALS];
        if (!w->event->action && w->event->head == 0) {
            diag_add(c->diags, DIAG_NOT_ACTION, left->place, left->text);
        }
        left->mark = MEAN_ACTION;
        left->meaning = w->event;
        is->mark = said == WORD_OPEN ? IS_OPEN : IS_CLOSED;
        int32_t count = check_formals_roles(w->event, formals, false);
        check_args(c, left->call.args, formals, count, left->text, left->place);
        return c->truth;
    }
    if (left->kind == NODE_NAME && said == WORD_RUNNING && w->event) {
        left->mark = MEAN_EVENT;
        left->meaning = w->event;
        is->mark = IS_RUNNING;
        return c->truth;
    }
    if (left->kind == NODE_NAME && w->ruling && !check_local(c, w) &&
        !check_role(c, w, left->place)) {
        left->mark = MEAN_RULING;
        left->meaning = w->ruling;
        left->type = c->ruling;
        is->mark = IS_READING;
        int32_t slot = 0;
        struct nearest near = diag_nearest(right->text);
        for (struct node *r = w->ruling->node->ruling.readings; r; r = r->next, slot++) {
            if (span_equal(r->text, right->text)) {
                right->mark = MEAN_READING;
                right->meaning = w->ruling;
                right->slot = is->slot = slot;
                return c->truth;
            }
            check_candidate(&near, r->text, r->place);
        }
        if (!check_is_lost(c, right->text)) {
            struct diag *d =
                diag_add(c->diags, DIAG_NO_READING, right->place, left->text, right->text);
            diag_hint(c->diags, d, "its readings are %s", check_list_readings(c, w->ruling->node));
            diag_did_you_mean(c->diags, d, &near);
        }
        return c->error;
    }
    return NULL;
}

static const struct type *is_event(struct check *c, struct node *is, struct word *w) {
    struct node *right = is->is.right;
    if (!w->event) {
        check_missing(c, DIAG_NO_EVENT, right->place, right->text, SUGGEST_EVENT);
        return c->error;
    }
    is->mark = IS_EVENT;
    right->mark = MEAN_EVENT;
    right->meaning = w->event;
    right->type = c->event;
    return c->truth;
}

static const struct type *is_none_or_empty(struct check *c, struct node *is, int16_t special) {
    struct node *right = is->is.right;
    const struct type *t = is->is.left->type;
    bool many = t->class == CLASS_SET || t->class == CLASS_POOL;
    right->type = c->none;
    right->mark = MEAN_NONE;
    if (special == WORD_NONE) {
        is->mark = many && t->class == CLASS_SET ? IS_EMPTY : IS_NONE;
        return c->truth;
    }
    is->mark = IS_EMPTY;
    if (!many && !check_is_error(t)) {
        diag_add(c->diags, DIAG_NOT_A_SET, is->is.left->place, check_text(c, t));
        return c->error;
    }
    return c->truth;
}

const struct type *check_is(struct check *c, struct node *n) {
    const struct type *special = is_special(c, n);
    if (special) {
        return special;
    }
    struct node *left = n->is.left;
    struct node *right = n->is.right;
    const struct type *t = check_expr(c, left, NULL);
    bool named = right->kind == NODE_NAME || right->kind == NODE_CALL;
    struct word *w = named ? check_word(c, right) : NULL;
    if (right->kind == NODE_NAME && (w->special == WORD_NONE || w->special == WORD_EMPTY)) {
        return is_none_or_empty(c, n, w->special);
    }
    if (check_is_error(t)) {
        right->type = c->error;
        return c->error;
    }
    if (right->kind == NODE_NAME && t->class == CLASS_RECORD) {
        return is_status(c, n, w);
    }
    if (right->kind == NODE_NAME && t->class == CLASS_EVENT && !inner_name(c, right, w)) {
        return is_event(c, n, w);
    }
    if (t->class == CLASS_THING && right->kind == NODE_NAME && w->special == WORD_IN_PLAY) {
        n->mark = IS_IN_PLAY;
        right->type = c->nothing;
        return c->truth;
    }
    if (t->class == CLASS_THING && named && !inner_name(c, right, w)) {
        const struct type *done = is_one_word(c, n, w);
        if (done) {
            return done;
        }
    }
    return is_same(c, n, t);
}
