/* The command force: prints the rosters, forces and units of a ruleset; or reads a force list,
 * tells each limit that the list breaks, and prints the list as a page of cards. */
#include "cmd.h"

#include <string.h>

#include "../dsl/check.h"
#include "../dsl/grammar.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "../vm/run.h"
#include "card.h"

struct force {
    struct cmd *c;
    struct diags *diags;
    struct names *names;
    struct image *img;
    struct card_reader cards;
    uint32_t file; /* the file of the list; UINT32_MAX: the list is a roster of the ruleset */
};

/* ---- A page -------------------------------------------------------------------------------- */

/* Makes a thing of a blueprint, and prints its fields. Returns it; NONE if the rules failed over a
 * value. */
static int64_t print_card(struct force *v, int32_t blueprint) {
    struct card_field *fields;
    int64_t thing = battle_create(v->cards.b, blueprint, battle_player(v->cards.b, 0));
    if (thing == NONE || !card_fields(&v->cards, thing, &fields)) return NONE;
    if (fields) cmd_wrap(stdout, card_line(&v->c->arena, fields), 2, 100);
    return thing;
}

/* Prints the members of a group. Returns false if the rules failed over a value. */
static bool print_members(struct force *v, int64_t thing) {
    struct card_members *m;
    if (!card_members(&v->cards, thing, &m)) return false;
    for (; m; m = m->next) cmd_wrap(stdout, card_members_line(&v->c->arena, m), 4, 100);
    return true;
}

static bool print_entry(struct force *v, const int32_t *entry, const struct node *node) {
    struct arena *arena = &v->c->arena;
    const char *title = entry[2] >= 0 ? image_text(v->img, entry[2]) : card_title(v->img, entry[1]);
    if (entry[0] == 1)
        printf("\n%s\n", title);
    else
        printf("\n%d x %s, each\n", (int)entry[0], title);
    int64_t thing = print_card(v, entry[1]);
    if (thing == NONE) return false;
    for (const struct node *o = node ? node->roster_entry.options : NULL; o; o = o->next)
        cmd_wrap(stdout, arena_print(arena, "with %.*s", (int)o->text.len, o->text.at), 2, 100);
    return print_members(v, thing);
}

static int64_t sum_of(const struct roster_decl *r, const struct node *limit, struct force *v) {
    const struct image_roster *to = &v->img->rosters[r->index];
    int64_t sum = 0, each = 0, all;
    if (limit->mark != FORCE_BY_FIELD) return check_force_count(r, limit).has;
    for (int32_t i = 0; i < to->entries; i++) {
        const int32_t *e = &v->img->lists[to->first_entry + 4 * i];
        const struct field_decl *f = limit->meaning;
        int64_t thing = battle_create(v->cards.b, e[1], battle_player(v->cards.b, 0));
        if (thing == NONE || !battle_field(v->cards.b, thing, f->index, &each)) return -1;
        if (!num_mul(each, e[0], &all) || !num_add(sum, all, &sum)) return -1;
    }
    return sum;
}

/* Prints each limit of a roster's force, and how much of it the roster has used, unless that cannot
 * be computed. */
static void print_limits(struct force *v, const struct roster_decl *r) {
    for (const struct force_line *l = r->force->limits; l; l = l->next) {
        const struct node *n = l->node;
        const struct blueprint_decl *bp = n->mark == FORCE_BY_BLUEPRINT ? n->meaning : NULL;
        int64_t sum = sum_of(r, n, v);
        printf("  %s %lld ", node_op_text((enum node_op)n->op),
               (long long)check_force_count(r, n).limit);
        if (bp)
            printf("%s", card_title(v->img, bp->index));
        else
            printf("%.*s", (int)n->text.len, n->text.at);
        if (sum >= 0) printf(": %lld", (long long)sum);
        putchar('\n');
    }
}

static enum cmd_exit print_roster(struct force *v, const struct roster_decl *r) {
    const struct image_roster *to = &v->img->rosters[r->index];
    const struct image_force *force = &v->img->forces[to->force];
    const struct node *node = r->node->roster.entries;
    int64_t units = 0;
    card_reader_reset(&v->cards);
    for (int32_t i = 0; i < to->entries; i++) units += v->img->lists[to->first_entry + 4 * i];
    printf("%s\n  %s, %lld in all\n", image_text(v->img, to->title >= 0 ? to->title : to->name),
           image_text(v->img, force->title >= 0 ? force->title : force->name), (long long)units);
    print_limits(v, r);
    for (int32_t i = 0; i < to->entries; i++, node = node ? node->next : NULL) {
        if (!print_entry(v, &v->img->lists[to->first_entry + 4 * i], node))
            return cmd_failed(v->c, v->img, battle_error(v->cards.b));
    }
    return CMD_GOOD;
}

/* ---- All that there is --------------------------------------------------------------------- */

static const char *roster_title(const struct force *v, const struct image_roster *r) {
    return image_text(v->img, r->title >= 0 ? r->title : r->name);
}

static const char *force_title(const struct force *v, const struct image_force *f) {
    return image_text(v->img, f->title >= 0 ? f->title : f->name);
}

static void print_rosters(struct force *v) {
    if (v->img->rosters_count) puts("Rosters");
    for (int32_t i = 0; i < v->img->rosters_count; i++) {
        const struct image_roster *r = &v->img->rosters[i];
        long long units = 0;
        for (int32_t k = 0; k < r->entries; k++) units += v->img->lists[r->first_entry + 4 * k];
        printf("  %s: %s, of %s, %lld in all\n", image_text(v->img, r->name), roster_title(v, r),
               force_title(v, &v->img->forces[r->force]), units);
    }
}

static void print_forces(struct force *v) {
    if (v->img->forces_count) printf("%sForces\n", v->img->rosters_count ? "\n" : "");
    for (int32_t i = 0; i < v->img->forces_count; i++) {
        const struct image_force *f = &v->img->forces[i];
        const char *line =
            arena_print(&v->c->arena, "%s: %s", image_text(v->img, f->name), force_title(v, f));
        for (int32_t k = 0; k < f->from; k++) {
            int32_t of = v->img->lists[f->first_from + k];
            line = arena_print(&v->c->arena, "%s%s%s", line, k ? ", " : ", from ",
                               image_text(v->img, v->img->blueprints[of].name));
        }
        cmd_wrap(stdout, line, 2, 100);
    }
}

static void print_options(struct force *v, const struct node *items) {
    for (const struct node *n = items; n; n = n->next)
        if (n->kind == NODE_OPTION) printf("  %s\n", card_option(&v->c->arena, n));
}

static bool print_unit(struct force *v, const struct blueprint_decl *bp) {
    printf("\n%.*s: %s\n", (int)bp->name.len, bp->name.at, card_title(v->img, bp->index));
    int64_t thing = print_card(v, bp->index);
    if (thing == NONE || !print_members(v, thing)) return false;
    print_options(v, bp->items);
    for (const struct node *more = bp->more; more; more = more->meaning)
        print_options(v, more->add_to.items);
    return true;
}

static bool is_from(const struct image *img, int32_t blueprint) {
    for (int32_t i = 0; i < img->forces_count; i++) {
        const struct image_force *f = &img->forces[i];
        for (int32_t k = 0; k < f->from; k++)
            if (img->lists[f->first_from + k] == blueprint) return true;
    }
    return false;
}

/* Prints the rosters and forces of the rules, and a card of each unit that is named in the `from`
 * of a force. */
static enum cmd_exit print_all(struct force *v) {
    enum cmd_exit code = CMD_GOOD;
    card_reader_reset(&v->cards);
    print_rosters(v);
    print_forces(v);
    for (int32_t i = 0; i < v->names->blueprints_count && code == CMD_GOOD; i++) {
        const struct blueprint_decl *bp = v->names->blueprints[i];
        if (is_from(v->img, bp->index) && !print_unit(v, bp))
            code = cmd_failed(v->c, v->img, battle_error(v->cards.b));
    }
    battle_free(v->cards.b);
    if (v->img->forces_count == 0 && v->img->rosters_count == 0)
        cmd_say(v->c, "%s declares no force: force NAME \"Title\" { from UNIT, UNIT }",
                v->c->word[0]);
    return code;
}

/* ---- The list ------------------------------------------------------------------------------ */

/* Reads a ruleset, with the file `list` behind the ruleset's own files (NULL: no file). Returns
 * false if a text cannot be read. If a text has mistakes, returns true and leaves v->img NULL;
 * v->diags has the mistakes. */
static bool read_all(struct force *v, const char *rules, const char *list) {
    struct ruleset_text text;
    struct arena *arena = &v->c->arena;
    v->diags = diags_new(arena);
    v->file = UINT32_MAX;
    if (!ruleset_read(arena, v->diags, rules, &text)) return false;
    if (list) {
        struct node **files = NEW_ARRAY(arena, (size_t)text.count + 1, struct node *);
        struct span span;
        if (!cmd_read(v->c, list, &span)) return false;
        memcpy(files, text.files, (size_t)text.count * sizeof *files);
        v->file = diag_file(v->diags, list, span);
        files[text.count++] = grammar_parse(arena, v->diags, v->file);
        text.files = files;
    }
    int count;
    struct node **file = ruleset_resolve(arena, v->diags, &text, text.files, &count);
    v->names = names_new(arena, v->diags);
    if (!check_ruleset(v->names, file, count) || diag_errors(v->diags)) return true;
    v->img = ruleset_image(arena, v->diags, &text, v->names);
    return true;
}

static enum cmd_exit no_list(struct force *v, const char *name) {
    struct nearest near = diag_nearest((struct span){name, strlen(name)});
    for (int32_t i = 0; i < v->names->rosters_count; i++)
        diag_candidate(&near, v->names->rosters[i]->name, v->names->rosters[i]->place);
    cmd_say(v->c, "%s has no roster '%s', and there is no file of that name%s%.*s%s", v->c->word[0],
            name, near.best.len ? "; did you mean '" : "", (int)near.best.len,
            near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
    return CMD_INPUT;
}

static enum cmd_exit tell_lists(struct force *v, const char *list) {
    enum cmd_exit code = CMD_GOOD;
    int told = 0;
    card_reader_reset(&v->cards);
    for (int32_t i = 0; i < v->names->rosters_count && code == CMD_GOOD; i++) {
        const struct roster_decl *r = v->names->rosters[i];
        bool wanted = v->file == UINT32_MAX ? span_is(r->name, list) : r->place.file == v->file;
        if (!wanted) continue;
        if (told++) putchar('\n');
        code = print_roster(v, r);
    }
    battle_free(v->cards.b);
    if (told) return code;
    if (v->file == UINT32_MAX) return no_list(v, list);
    cmd_say(v->c, "%s: there is no roster in it: roster NAME \"Title\" of FORCE { 1 UNIT; 2 UNIT }",
            list);
    return CMD_INPUT;
}

enum cmd_exit cmd_force(struct cmd *c) {
    struct force v = {.c = c};
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(
            c, "force wants a ruleset, and perhaps a list: a roster, or a file");
    const char *path = cmd_find_rules(c, c->word[0], false);
    const char *list = c->words > 1 ? c->word[1] : NULL;
    if (!path) return CMD_INPUT;
    bool file = list && (strchr(list, '/') || strchr(list, '.') || strcmp(list, "-") == 0);
    ruleset_begin();
    bool read = read_all(&v, path, file ? list : NULL);
    ruleset_end();
    if (!read) {
        diag_print(v.diags, stderr, c->colour_err);
        return CMD_INPUT;
    }
    diag_print(v.diags, stderr, c->colour_err);
    if (!v.img) return CMD_MISTAKES;
    char why[300];
    if (!host_leaves(v.img, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        image_free(v.img);
        return CMD_MISTAKES;
    }
    v.cards = (struct card_reader){&c->arena, v.img, NULL};
    enum cmd_exit code = list ? tell_lists(&v, list) : print_all(&v);
    image_free(v.img);
    return code;
}
