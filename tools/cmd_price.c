/* The command price: what a card costs by the formula of the rules, their number `price`, row by
 * row, beside what the card says. */
#include "cmd.h"

#include <string.h>

#include "../vm/report.h"
#include "../vm/run.h"
#include "source.h"

static const char formula[] = "price";

struct price {
    struct cmd *c;
    struct source s;
    struct battle *b;
    int32_t quantity, kind;         /* the formula, and the kind of which it is */
    const struct field_decl *field; /* what cards say that they cost; NULL: nothing */
};

/* Finds the number `price` of one thing. Returns false if the rules have none. */
static bool find_formula(struct price *p) {
    const struct image *img = p->s.img;
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        if (q->what != QUANTITY_NUMBER || q->event >= 0 || q->params != 1) continue;
        if (strcmp(image_text(img, q->name), formula) != 0) continue;
        const struct image_type type = img->hole_types[q->first_param];
        if (type.class != V_THING) continue;
        p->quantity = i;
        p->kind = type.of;
        return true;
    }
    return false;
}

/* Finds the field that says what a card costs: the one that a limit of a force adds up, or that an
 * option is paid in. */
static void find_field(struct price *p) {
    const struct names *n = p->s.names;
    for (int32_t i = 0; i < n->forces_count && !p->field; i++) {
        for (const struct force_line *l = n->forces[i]->limits; l && !p->field; l = l->next)
            if (l->node->mark == FORCE_BY_FIELD) p->field = l->node->meaning;
    }
    for (int32_t i = 0; i < n->blueprints_count && !p->field; i++) {
        for (const struct node *o = n->blueprints[i]->items; o && !p->field; o = o->next) {
            const struct node *name = o->kind == NODE_OPTION ? o->option.field : NULL;
            const struct word *w = name ? names_find(n, name->text) : NULL;
            if (w) p->field = w->fields;
        }
    }
}

static bool is_priced(const struct price *p, const struct blueprint_decl *bp) {
    const struct image *img = p->s.img;
    return !bp->outer && !bp->form_of && image_kind_is(img, bp->kind->index, p->kind) &&
           !(bp->node && (bp->node->flags & FLAG_FOR_EXAMPLES));
}

/* Computes the price of a card by the formula, and what the card says; *says is NONE if it says
 * nothing. The journal then tells the formula's rows. Returns false if the rules failed. */
static bool compute(struct price *p, const struct blueprint_decl *bp, int64_t *by, int64_t *says) {
    struct run_options o = {.seed = 1, .chance = CHANCE_ASK, .journal = true};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    battle_reset(p->b, &o);
    int64_t thing = battle_create(p->b, bp->index, battle_player(p->b, 0));
    *says = NONE;
    if (thing == NONE) return false;
    const bool has = p->field && names_kind_is(bp->kind, p->field->kind);
    if (has && !battle_field(p->b, thing, p->field->index, says)) return false;
    journal_cut(battle_journal(p->b), 0);
    return battle_account(p->b, p->quantity, &thing, 1, by);
}

static const char *title_of(const struct price *p, const struct blueprint_decl *bp) {
    const struct span s = bp->title.len ? bp->title : bp->name;
    return arena_text(&p->c->arena, s.at, s.len);
}

/* Returns what the card says beside the formula: "90 on the card". */
static const char *beside(const struct price *p, int64_t by, int64_t says) {
    struct arena *a = &p->c->arena;
    if (says == NONE) return "";
    const char *card = arena_print(a, ", %lld on the card", (long long)says);
    if (by == says) return card;
    return arena_print(a, "%s (%lld %s)", card, (long long)(says > by ? says - by : by - says),
                       says > by ? "more" : "less");
}

static enum cmd_exit price_one(struct price *p, const struct blueprint_decl *bp) {
    struct report_options how = {.level = REPORT_VERBOSE,
                                 .width = p->c->width ? p->c->width : 100,
                                 .colour = p->c->colour_out,
                                 .utf8 = p->c->utf8};
    int64_t by, says;
    if (!compute(p, bp, &by, &says)) return cmd_failed(p->c, p->s.img, battle_error(p->b));
    printf("%s: %lld by the formula%s\n\n", title_of(p, bp), (long long)by, beside(p, by, says));
    report_accounts(battle_journal(p->b), p->s.img, how, cmd_sink(stdout));
    return CMD_GOOD;
}

static enum cmd_exit price_all(struct price *p) {
    const struct names *n = p->s.names;
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        int64_t by, says;
        if (!is_priced(p, bp)) continue;
        if (!compute(p, bp, &by, &says)) return cmd_failed(p->c, p->s.img, battle_error(p->b));
        printf("%.*s: %lld by the formula%s\n", (int)bp->name.len, bp->name.at, (long long)by,
               beside(p, by, says));
    }
    return CMD_GOOD;
}

static enum cmd_exit price_named(struct price *p, const char *name) {
    const struct names *n = p->s.names;
    struct nearest near = diag_nearest((struct span){name, strlen(name)});
    for (int32_t i = 0; i < n->blueprints_count; i++) {
        const struct blueprint_decl *bp = n->blueprints[i];
        if (!is_priced(p, bp)) continue;
        if (span_is(bp->name, name)) return price_one(p, bp);
        diag_candidate(&near, bp->name, bp->place);
    }
    const struct image *img = p->s.img;
    return (enum cmd_exit)cmd_usage(p->c, "%s has no %s '%s'%s%.*s%s", p->c->word[0],
                                    image_text(img, img->kinds[p->kind].name), name,
                                    near.best.len ? "; did you mean '" : "", (int)near.best.len,
                                    near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
}

enum cmd_exit cmd_price(struct cmd *c) {
    enum cmd_exit code = CMD_GOOD;
    struct price p = {.c = c};
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(c, "price wants a ruleset, and perhaps the name of a card");
    if (!cmd_source(c, c->word[0], &p.s, &code)) return code;
    if (find_formula(&p)) {
        struct run_options o = {.seed = 1, .chance = CHANCE_ASK, .journal = true};
        find_field(&p);
        p.b = battle_new(p.s.img, &o);
        code = c->words > 1 ? price_named(&p, c->word[1]) : price_all(&p);
        battle_free(p.b);
    } else {
        code = (enum cmd_exit)cmd_usage(
            c, "%s has no formula for what a card costs: number %s(u: KIND) { start …; + … }",
            c->word[0], formula);
    }
    source_close(&p.s);
    return code;
}
