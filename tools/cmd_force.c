/* The command force: prints the rosters, forces and units of a ruleset; or reads a force list,
 * tells each limit that the list breaks, and prints the list as a page of cards. */
#include "cmd.h"

#include <string.h>

#include "../dsl/check.h"
#include "../dsl/grammar.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "../vm/run.h"
#include "trial.h"

enum { NAME_MOST = 200, LINE_MOST = 1500 };

struct force {
    struct cmd *c;
    struct diags *diags;
    struct names *names;
    struct image *img;
    struct battle *b;
    uint32_t file; /* the file of the list; UINT32_MAX: the list is a roster of the ruleset */
    /* the line that append adds to, `used` bytes of it; what would make it longer than LINE_MOST is
     * cut */
    char line[LINE_MOST];
    size_t used;
};

/* ---- What stands on a card ----------------------------------------------------------------- */

static void append(struct force *v, const char *text) {
    size_t len = strlen(text), room = LINE_MOST - 1 - v->used;
    if (len > room) len = room;
    memcpy(v->line + v->used, text, len);
    v->used += len;
    v->line[v->used] = 0;
}

static void append_between(struct force *v, const char *between) {
    if (v->used) append(v, between);
}

static const char *title_of(const struct image *img, int32_t blueprint) {
    const struct image_blueprint *p = &img->blueprints[blueprint];
    return image_text(img, p->title >= 0 ? p->title : p->name);
}

/* Adds the arguments with which a thing's blueprint was used, as " (2)"; adds nothing if the
 * blueprint has no parameters. */
static void append_arguments(struct force *v, int64_t thing, int32_t made) {
    const struct image_blueprint *p = &v->img->blueprints[made];
    uint32_t first = (uint32_t)v->img->kinds[p->kind].words;
    char text[NAME_MOST];
    for (int32_t i = 0; i < p->params; i++) {
        int64_t value = battle_word(v->b, thing, first + (uint32_t)i);
        battle_text(v->b, v->img->memory[p->first_memory + i].type, value, text, sizeof text);
        append(v, i ? ", " : " (");
        append(v, text);
        if (i + 1 == p->params) append(v, ")");
    }
}

/* Adds the members of a list to the line. A thing is named by the title of its blueprint, with the
 * arguments; any other value, and a thing without a blueprint, in words. */
static void append_list(struct force *v, struct image_type type, int64_t value) {
    int64_t count;
    const int64_t *at = battle_list(v->b, value, &count);
    struct image_type elem = {type.elem, 0, type.of};
    for (int64_t i = 0; i < count; i++) {
        char text[NAME_MOST];
        int32_t made = elem.class == V_THING ? battle_blueprint(v->b, at[i]) : -1;
        if (i) append(v, ", ");
        if (made < 0) battle_text(v->b, elem, at[i], text, sizeof text);
        append(v, made < 0 ? text : title_of(v->img, made));
        if (made >= 0) append_arguments(v, at[i], made);
    }
}

/* Whether a field is left off the card: if it is an empty set, no or none; or if it has its
 * default, and that is 0 or a word of an enumeration. */
static bool is_empty(struct force *v, const struct image_field *f, int64_t value) {
    int64_t count;
    if (f->type.class == V_SET) return battle_list(v->b, value, &count), count == 0;
    if (value == NONE || (f->type.class == V_TRUTH && !value)) return true;
    bool plain = f->type.class == V_ENUM || value == 0;
    return plain && f->has_default && value == f->first;
}

static bool is_on_cards(const struct image *img, const struct image_kind *k, int32_t field) {
    const struct image_field *f = &img->fields[field];
    if (f->place < 0 || f->secret || f->pile || field == k->members) return false;
    if (f->how != FIELD_STORED && f->how != FIELD_BORNE) return false;
    return f->label >= 0 || f->type.class == V_SET;
}

static bool append_field(struct force *v, int64_t thing, int32_t field) {
    const struct image_field *f = &v->img->fields[field];
    const char *label = image_text(v->img, f->label >= 0 ? f->label : f->name);
    char text[NAME_MOST];
    int64_t value;
    if (!battle_field(v->b, thing, field, &value)) return false;
    if (is_empty(v, f, value)) return true;
    append_between(v, f->type.class == V_SET ? "; " : ", ");
    append(v, label);
    if (f->type.class == V_TRUTH) return true;
    append(v, " ");
    battle_text(v->b, f->type, value, text, sizeof text);
    if (f->type.class == V_SET)
        append_list(v, f->type, value);
    else
        append(v, text);
    return true;
}

/* Writes what a thing's card says to `line`: single values first, then lists. Returns false if the
 * rules failed over a value. */
static bool write_card(struct force *v, int64_t thing) {
    const struct image_kind *k = &v->img->kinds[battle_kind(v->b, thing)];
    v->used = 0;
    v->line[0] = 0;
    for (int lists = 0; lists < 2; lists++) {
        for (int32_t i = 0; i < v->img->fields_count; i++) {
            const struct image_field *f = &v->img->fields[i];
            bool list = f->type.class == V_SET;
            if (!image_kind_is(v->img, (int32_t)(k - v->img->kinds), f->kind)) continue;
            if (list == (lists == 1) && is_on_cards(v->img, k, i) && !append_field(v, thing, i))
                return false;
        }
    }
    return true;
}

/* ---- A page -------------------------------------------------------------------------------- */

static bool is_group(const struct force *v, int64_t thing) {
    return v->img->kinds[battle_kind(v->b, thing)].members >= 0;
}

/* Prints the models of a unit. Neighbours whose cards are alike share a line. Returns false if the
 * rules failed over a value. */
static bool print_members(struct force *v, int64_t unit) {
    const struct image_kind *k = &v->img->kinds[battle_kind(v->b, unit)];
    struct arena *arena = &v->c->arena;
    int64_t list, count;
    if (!battle_field(v->b, unit, k->members, &list)) return false;
    const int64_t *at = battle_list(v->b, list, &count);
    int64_t *member = NEW_ARRAY(arena, (size_t)count + 1, int64_t);
    const char **card = NEW_ARRAY(arena, (size_t)count + 1, const char *);
    if (count) memcpy(member, at, (size_t)count * sizeof *at);
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(v->b, member[i]);
        if (!write_card(v, member[i])) return false;
        card[i] = arena_print(arena, "%s%s%s", made < 0 ? "" : title_of(v->img, made),
                              v->used ? ": " : "", v->line);
    }
    for (int64_t i = 0, alike; i < count; i += alike) {
        for (alike = 1; i + alike < count && strcmp(card[i], card[i + alike]) == 0;) alike++;
        cmd_wrap(stdout, arena_print(arena, "%d %s", (int)alike, card[i]), 4, 100);
    }
    return true;
}

static bool print_entry(struct force *v, const int32_t *entry, const struct node *node) {
    struct arena *arena = &v->c->arena;
    const char *title = entry[2] >= 0 ? image_text(v->img, entry[2]) : title_of(v->img, entry[1]);
    int64_t thing = battle_create(v->b, entry[1], battle_player(v->b, 0));
    if (thing == NONE || !write_card(v, thing)) return false;
    if (entry[0] == 1)
        printf("\n%s\n", title);
    else
        printf("\n%d x %s, each\n", (int)entry[0], title);
    if (v->used) cmd_wrap(stdout, v->line, 2, 100);
    for (const struct node *o = node ? node->roster_entry.options : NULL; o; o = o->next)
        cmd_wrap(stdout, arena_print(arena, "with %.*s", (int)o->text.len, o->text.at), 2, 100);
    return !is_group(v, thing) || print_members(v, thing);
}

static int64_t sum_of(const struct roster_decl *r, const struct node *limit, struct force *v) {
    const struct image_roster *to = &v->img->rosters[r->index];
    int64_t sum = 0, each = 0, all;
    if (limit->mark != FORCE_BY_FIELD) return check_force_count(r, limit).has;
    for (int32_t i = 0; i < to->entries; i++) {
        const int32_t *e = &v->img->lists[to->first_entry + 4 * i];
        const struct field_decl *f = limit->meaning;
        int64_t thing = battle_create(v->b, e[1], battle_player(v->b, 0));
        if (thing == NONE || !battle_field(v->b, thing, f->index, &each)) return -1;
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
            printf("%s", title_of(v->img, bp->index));
        else
            printf("%.*s", (int)n->text.len, n->text.at);
        if (sum >= 0) printf(": %lld", (long long)sum);
        putchar('\n');
    }
}

static struct run_options no_options(void) {
    struct run_options o = {.seed = 1, .chance = CHANCE_ASK};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    return o;
}

static enum cmd_exit print_roster(struct force *v, const struct roster_decl *r) {
    const struct image_roster *to = &v->img->rosters[r->index];
    const struct image_force *force = &v->img->forces[to->force];
    const struct node *node = r->node->roster.entries;
    struct run_options o = no_options();
    int64_t units = 0;
    battle_reset(v->b, &o);
    for (int32_t i = 0; i < to->entries; i++) units += v->img->lists[to->first_entry + 4 * i];
    printf("%s\n  %s, %lld in all\n", image_text(v->img, to->title >= 0 ? to->title : to->name),
           image_text(v->img, force->title >= 0 ? force->title : force->name), (long long)units);
    print_limits(v, r);
    for (int32_t i = 0; i < to->entries; i++, node = node ? node->next : NULL) {
        if (!print_entry(v, &v->img->lists[to->first_entry + 4 * i], node))
            return cmd_failed(v->c, v->img, battle_error(v->b));
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
        v->used = 0;
        append(v, image_text(v->img, f->name));
        append(v, ": ");
        append(v, force_title(v, f));
        for (int32_t k = 0; k < f->from; k++) {
            int32_t of = v->img->lists[f->first_from + k];
            append(v, k ? ", " : ", from ");
            append(v, image_text(v->img, v->img->blueprints[of].name));
        }
        cmd_wrap(stdout, v->line, 2, 100);
    }
}

static void print_options(struct force *v, const struct node *items) {
    for (const struct node *n = items; n; n = n->next) {
        if (n->kind != NODE_OPTION) continue;
        const struct node *price = n->option.price, *field = n->option.field;
        const char *label =
            arena_text(&v->c->arena, n->option.label->text.at, n->option.label->text.len);
        printf("  option \"%s\"", label);
        if (price) printf(" %lld", (long long)price->number);
        if (price && field) printf(" %.*s", (int)field->text.len, field->text.at);
        putchar('\n');
    }
}

static bool print_unit(struct force *v, const struct blueprint_decl *bp) {
    int64_t thing = battle_create(v->b, bp->index, battle_player(v->b, 0));
    if (thing == NONE || !write_card(v, thing)) return false;
    printf("\n%.*s: %s\n", (int)bp->name.len, bp->name.at, title_of(v->img, bp->index));
    if (v->used) cmd_wrap(stdout, v->line, 2, 100);
    if (is_group(v, thing) && !print_members(v, thing)) return false;
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
    struct run_options o = no_options();
    enum cmd_exit code = CMD_GOOD;
    v->b = trial_battle(v->img);
    battle_reset(v->b, &o);
    print_rosters(v);
    print_forces(v);
    for (int32_t i = 0; i < v->names->blueprints_count && code == CMD_GOOD; i++) {
        const struct blueprint_decl *bp = v->names->blueprints[i];
        if (is_from(v->img, bp->index) && !print_unit(v, bp))
            code = cmd_failed(v->c, v->img, battle_error(v->b));
    }
    battle_free(v->b);
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
    v->b = trial_battle(v->img);
    for (int32_t i = 0; i < v->names->rosters_count && code == CMD_GOOD; i++) {
        const struct roster_decl *r = v->names->rosters[i];
        bool wanted = v->file == UINT32_MAX ? span_is(r->name, list) : r->place.file == v->file;
        if (!wanted) continue;
        if (told++) putchar('\n');
        code = print_roster(v, r);
    }
    battle_free(v->b);
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
    enum cmd_exit code = list ? tell_lists(&v, list) : print_all(&v);
    image_free(v.img);
    return code;
}
