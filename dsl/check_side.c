/* check_side: which players take part in a scenario, and of which sides they are:
 * `players red, blue, green` and `sides (red, green), (blue)`. */
#include "check_int.h"

/* The players that a list has named so far: the node that names each, by number; NULL. */
struct named {
    const struct node *at[MAX_PLAYERS];
};

/* Notes that v names a player; reports one who is no player, or was named before. */
static void name_player(struct check *c, struct named *all, struct node *v) {
    const struct word *w = v->kind == NODE_NAME ? check_word(c, v) : NULL;
    if (!w || !w->player) {
        struct span text = v->text.len ? v->text : (struct span){"this", 4};
        struct diag *d = diag_add(c->diags, DIAG_NO_PLAYER, v->place, text);
        struct nearest near = diag_nearest(text);
        for (int32_t i = 0; i < c->n->player_count; i++)
            check_candidate(&near, c->n->players[i], (struct place){0, 0, 0});
        diag_did_you_mean(c->diags, d, &near);
        return;
    }
    if (all->at[w->player - 1]) {
        struct diag *d = diag_add(c->diags, DIAG_PLAYER_TWICE, v->place, v->text);
        if (d) diag_also(c->diags, d, all->at[w->player - 1]->place, "the first");
        return;
    }
    all->at[w->player - 1] = v;
    check_value(c, v, c->player);
}

static void name_side(struct check *c, struct named *all, struct node *v) {
    if (v->kind != NODE_POINT) {
        name_player(c, all, v);
        return;
    }
    name_player(c, all, v->point.x);
    name_player(c, all, v->point.y);
    for (struct node *k = v->point.more; k; k = k->next) name_player(c, all, k);
}

bool check_side_setting(struct check *c, struct blueprint_decl *bp, const struct node *in,
                        struct node *n) {
    const bool players = span_is(n->text, "players"), sides = span_is(n->text, "sides");
    const struct kind_decl *of = bp->kind->of;
    if ((!players && !sides) || !of || of->base != BASE_GAME) return false;
    if (check_field_of(check_word(c, n), bp->kind)) return false;
    struct node **to = players ? &bp->players : &bp->sides;
    struct node *old = *to;
    for (const struct node *k = in; k && old; k = k->next) {
        if (k != old) continue;
        struct diag *d = diag_add(c->diags, DIAG_SAID_TWICE, n->place, n->text, bp->name);
        if (d) diag_also(c->diags, d, old->place, "the first");
    }
    *to = n;
    struct named all = {{NULL}};
    if (!n->setting.values) diag_add(c->diags, DIAG_NO_PLAYERS, n->place, n->text);
    for (struct node *v = n->setting.values; v; v = v->next)
        players ? name_player(c, &all, v) : name_side(c, &all, v);
    return true;
}

/* Whether the SETTING `players` names the player whom v names. */
static bool takes_part(const struct node *players, const struct node *v) {
    const struct node *p = players->setting.values;
    while (p && !span_equal(p->text, v->text)) p = p->next;
    return p != NULL;
}

static void must_take_part(struct check *c, const struct blueprint_decl *bp, const struct node *v) {
    if (v->mark != MEAN_PLAYER || takes_part(bp->players, v)) return;
    struct diag *d = diag_add(c->diags, DIAG_PLAYER_OUT, v->place, v->text, bp->name);
    if (d) diag_also(c->diags, d, bp->players->place, "who does");
}

void check_side_players(struct check *c, struct blueprint_decl *bp) {
    if (!bp->players || !bp->sides) return;
    for (const struct node *v = bp->players->setting.values; v; v = v->next)
        if (v->mark != MEAN_PLAYER) return; /* whoever was meant there may be among the sides */
    for (const struct node *v = bp->sides->setting.values; v; v = v->next) {
        if (v->kind != NODE_POINT) {
            must_take_part(c, bp, v);
            continue;
        }
        must_take_part(c, bp, v->point.x);
        must_take_part(c, bp, v->point.y);
        for (const struct node *k = v->point.more; k; k = k->next) must_take_part(c, bp, k);
    }
}
