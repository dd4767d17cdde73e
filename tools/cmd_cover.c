/* The command coverage: tells of each clause of a ruleset where the rules cite it, which examples
 * show it, and whether tapes have played it. */
#include "cmd_cover.h"

#include <string.h>
#include <sys/stat.h>

#include "../vm/run.h"
#include "trial.h"

/* ---- The lists ----------------------------------------------------------------------------- */

static const char *text_of(struct cover *v, struct span s) {
    return arena_text(&v->c->arena, s.at, s.len);
}

static struct clause *find_clause(const struct cover *v, struct span id) {
    int32_t at = clauses_find(&v->s.clauses, id);
    return at >= 0 ? &v->clause[at] : NULL;
}

/* Reads a file that lies beside the rules and gives it a number, `file`, so that messages can point
 * into it. Returns false after a message if it cannot be read. */
static bool enter(struct cover *v, const char *path, uint32_t *file) {
    struct span text;
    if (!cmd_read(v->c, path, &text)) return false;
    *file = diag_file(v->s.diags, path, text);
    return true;
}

/* Makes the table of clauses. The lists that the head of the ruleset names have been read already;
 * if the head names none, `clauses.tsv` beside the rules is read here. Returns false after a
 * message if that cannot be read. If it has mistakes, they are in the diags, and v->clause stays
 * NULL. */
static bool read_clauses(struct cover *v) {
    struct clauses *list = &v->s.clauses;
    uint32_t file;
    if (!v->s.names->clauses) {
        if (!enter(v, ruleset_beside(&v->c->arena, &v->s.text, "clauses.tsv"), &file)) return false;
        clauses_read(list, &v->c->arena, v->s.diags, file);
        if (diag_errors(v->s.diags)) return true;
        v->s.unknown = clauses_check(list, v->s.diags, v->s.file, v->s.files);
    }
    v->clauses = list->count;
    v->clause = NEW_ARRAY(&v->c->arena, (size_t)list->count + 1, struct clause);
    for (int32_t i = 0; i < list->count; i++) {
        const struct clause_row *row = &list->row[i];
        v->clause[i] = (struct clause){.id = text_of(v, row->id),
                                       .kind = text_of(v, row->kind),
                                       .source = text_of(v, row->source),
                                       .text = text_of(v, row->text)};
    }
    return true;
}

/* Reads a file left_out.tsv: ids of clauses and the reasons why they are left out.
 * Mistakes in it are added to the diags. */
static void read_reasons(struct cover *v, const char *path) {
    struct diags *d = v->s.diags;
    struct span line, column[CLAUSE_COLUMNS];
    uint32_t file;
    if (!enter(v, path, &file)) return;
    struct span text = diag_text(d, file);
    const char *start = text.at;
    for (bool first = true; clauses_line(&text, &line); first = false) {
        struct place place = {file, (uint32_t)(line.at - start), (uint32_t)line.len};
        int count = clauses_columns(line, column);
        struct clause *k = find_clause(v, column[0]);
        if (!line.len || (first && span_is(column[0], "id"))) continue;
        if (count < 2 || !column[1].len) {
            diag_add(d, DIAG_LEFT_OUT_LINE, place);
        } else if (!k) {
            place.len = (uint32_t)column[0].len;
            clauses_missing(&v->s.clauses, d, place, column[0]);
            v->s.unknown++;
        } else {
            k->left_out = text_of(v, column[1]);
        }
    }
}

/* Reads left_out.tsv of each folder that has one: a variant adds its own to those of its base. */
static void read_left_out(struct cover *v) {
    const char *before = NULL;
    for (int k = 0; k < v->s.text.folders; k++) {
        const char *path = ruleset_in_folder(&v->c->arena, &v->s.text, k, "left_out.tsv");
        if ((before && strcmp(before, path) == 0) || !cmd_is_there(path)) continue;
        read_reasons(v, path);
        before = path;
    }
}

/* ---- Citations ----------------------------------------------------------------------------- */

static void add_cite(struct cover *v, struct node *n, const struct node *cite) {
    struct clause *k = find_clause(v, cite->text);
    if (!k) return; /* the clause is in no list: a message says so */
    struct cite *x = NEW(&v->c->arena, struct cite);
    *x = (struct cite){.node = n,
                       .place = cite->place,
                       .block = v->block,
                       .ruling = v->ruling,
                       .chart = v->chart,
                       .clause = k,
                       .rule = -1};
    source_spots(&v->s, source_extent(n), &x->spot, &x->spots);
    bool speaks = n->kind == NODE_ROW || n->kind == NODE_TRIGGER || n->kind == NODE_WHENEVER ||
                  n->kind == NODE_PERMIT;
    if (speaks) x->rule = source_rule(&v->s, n, -1);
    x->by_rules = x->rule >= 0;
    if (k->last)
        k->last->next = x;
    else
        k->cites = x;
    k->last = x;
    v->cite[v->cites++] = x;
}

static enum walk count_cites(struct node *n, void *user) {
    struct cover *v = user;
    for (const struct node *c = n->cites; c; c = c->next) v->cites++;
    return WALK_ON;
}

static enum walk gather(struct node *n, void *user) {
    struct cover *v = user;
    struct names *names = v->s.names;
    if (n->kind == NODE_RULING) {
        for (int32_t i = 0; i < names->rulings_count; i++)
            if (names->rulings[i]->node == n) v->ruling = i;
    } else if (n->kind == NODE_CHART) {
        for (int32_t i = 0; i < names->charts_count; i++)
            if (names->charts[i]->node == n) v->chart = i;
    } else if (n->kind != NODE_READING && n->kind != NODE_CHART_CASE) {
        v->ruling = v->chart = -1;
    }
    for (const struct node *c = n->cites; c; c = c->next) add_cite(v, n, c);
    return WALK_ON;
}

static void gather_all(struct cover *v) {
    struct names *names = v->s.names;
    for (int i = 0; i < v->s.files; i++) tree_walk(v->s.file[i], count_cites, v);
    v->cite = NEW_ARRAY(&v->c->arena, (size_t)v->cites + 1, struct cite *);
    v->cites = 0;
    for (int i = 0; i < v->s.files; i++) {
        for (struct node *n = v->s.file[i]->file.decls; n; n = n->next) {
            v->block = v->ruling = v->chart = -1;
            for (int32_t k = 0; n->kind == NODE_EXAMPLE && k < names->blocks_count; k++)
                if (names->blocks[k]->node == n) v->block = k;
            /* tree_walk does not tell `gather` in which declaration a node lies. So the
             * declarations are walked one by one, and v->block is set before each. */
            tree_walk(n, gather, v);
        }
    }
}

/* ---- What has run -------------------------------------------------------------------------- */

static void gather_asks(struct cover *v) {
    const struct image *img = v->s.img;
    v->asks = NEW_ARRAY(&v->c->arena, (size_t)img->code_count, int32_t);
    for (int32_t i = 0; i < img->code_count; i++) {
        const bool one = img->code[i].op == CODE_RULING || img->code[i].op == CODE_CHART;
        if (one) v->asks[v->asks_count++] = i;
    }
}

static bool ran(const struct cover *v, const struct source_run *run, enum opcode op, int32_t d) {
    for (int32_t i = 0; i < v->asks_count; i++) {
        const struct image_code *code = &v->s.img->code[v->asks[i]];
        if (run->code[v->asks[i]] && code->op == op && code->d == d) return true;
    }
    return false;
}

static enum reach reached(const struct cover *v, const struct cite *x,
                          const struct source_run *run) {
    if (x->block >= 0) return REACH_NOTHING;
    if (x->ruling >= 0) return ran(v, run, CODE_RULING, x->ruling) ? REACH_YES : REACH_NO;
    if (x->chart >= 0) return ran(v, run, CODE_CHART, x->chart) ? REACH_YES : REACH_NO;
    if (x->by_rules) {
        for (int32_t r = x->rule; r >= 0; r = source_rule(&v->s, x->node, r))
            if (run->rules[r]) return REACH_YES;
        return REACH_NO;
    }
    if (!x->spots) return REACH_NOTHING;
    return memchr(run->spots + x->spot, 1, (size_t)x->spots) ? REACH_YES : REACH_NO;
}

static void run_examples(struct cover *v) {
    const struct image *img = v->s.img;
    struct battle *b = trial_battle(img);
    int32_t *last = NEW_ARRAY(&v->c->arena, (size_t)v->clauses + 1, int32_t);
    v->run = source_run_new(&v->s);
    gather_asks(v);
    v->passed = NEW_ARRAY(&v->c->arena, (size_t)img->blocks_count + 1, bool);
    battle_reached(b, v->run.code, v->run.rules);
    for (int32_t i = 0; i < img->blocks_count; i++) {
        struct trial_result r;
        if (img->blocks[i].chances) continue;
        v->examples++;
        source_run_clear(&v->s, &v->run);
        struct arena_mark mark = arena_mark(&v->c->arena);
        trial_example(b, i, &v->c->arena, &r);
        arena_reset(&v->c->arena, mark);
        v->passed[i] = r.passed;
        v->failed += !r.passed;
        if (!r.passed) continue;
        source_run_spots(&v->s, &v->run);
        for (int32_t k = 0; k < v->cites; k++) {
            struct cite *x = v->cite[k];
            struct clause *clause = x->clause;
            enum reach now = reached(v, x, &v->run);
            if (now > clause->examples) clause->examples = now;
            bool counts = now == REACH_YES && last[clause - v->clause] != i + 1;
            if (counts) clause->run++, last[clause - v->clause] = i + 1;
            if (x->block == i) clause->shown++;
        }
    }
    battle_free(b);
}

/* ---- Tapes --------------------------------------------------------------------------------- */

static void made(void *user, struct battle *b) {
    struct cover *v = user;
    if (battle_image(b)->hash != v->s.img->hash) return;
    v->battles++;
    battle_reached(b, v->play.code, v->play.rules);
}

static enum cmd_exit play_tape(struct cover *v, const char *tape) {
    struct cmd_watch watch = {.made = made, .user = v};
    v->battles = 0;
    enum cmd_exit code = cmd_watch_tape(v->c, tape, &watch);
    if (code != CMD_GOOD || v->battles) return code;
    cmd_say(v->c, "%s: no battle on it was played by %s", tape, v->s.path);
    return CMD_INPUT;
}

static enum cmd_exit play_tapes(struct cover *v) {
    struct cmd *c = v->c;
    const char *first = cmd_option(c, "--tapes");
    v->play = source_run_new(&v->s);
    if (!first) return CMD_GOOD;
    enum cmd_exit code = play_tape(v, first);
    for (int i = 1; i < c->words && code == CMD_GOOD; i++) code = play_tape(v, c->word[i]);
    if (code != CMD_GOOD) return code;
    source_run_spots(&v->s, &v->play);
    for (int32_t k = 0; k < v->cites; k++) {
        enum reach now = reached(v, v->cite[k], &v->play);
        if (now > v->cite[k]->clause->play) v->cite[k]->clause->play = now;
    }
    return CMD_GOOD;
}

/* ---- Telling ------------------------------------------------------------------------------- */

/* Whether a clause needs an example. For a definition it is enough that it is cited. */
static bool wants_example(const struct clause *k) {
    return strcmp(k->kind, "definition") != 0;
}

static bool is_cited(const struct clause *k) {
    return k->cites != NULL;
}

static bool is_shown(const struct clause *k) {
    return k->shown > 0 || k->run > 0;
}

static bool chosen(const struct cover *v, const struct clause *k) {
    const char *only = cmd_option(v->c, "--only");
    return !only || strncmp(k->id, only, strlen(only)) == 0;
}

struct sums {
    const char *kind;
    int clauses, cited, named, run, play, out;
};

static void count(struct sums *s, const struct clause *k) {
    s->clauses++;
    s->cited += is_cited(k);
    s->named += k->shown > 0;
    s->run += is_shown(k);
    s->play += k->play == REACH_YES;
    s->out += k->left_out != NULL;
}

static void print_row(const struct cover *v, const struct sums *s) {
    printf("  %-12s %8d %8d %8d %8d", s->kind, s->clauses, s->cited, s->named, s->run);
    if (cmd_option(v->c, "--tapes")) printf(" %8d", s->play);
    printf(" %8d\n", s->out);
}

static void print_sums(const struct cover *v) {
    struct sums all = {.kind = "all"}, by[32];
    size_t kinds = 0;
    for (int32_t i = 0; i < v->clauses; i++) {
        const struct clause *k = &v->clause[i];
        size_t at = 0;
        if (!chosen(v, k)) continue;
        while (at < kinds && strcmp(by[at].kind, k->kind) != 0) at++;
        if (at == kinds && kinds < ARRAY_LEN(by)) by[kinds++] = (struct sums){.kind = k->kind};
        if (at < kinds) count(&by[at], k);
        count(&all, k);
    }
    printf("%s: %d clauses, %d citations, %d examples", v->s.clauses.lists, all.clauses, v->cites,
           v->examples);
    if (v->failed) printf(", of which %d fail and show nothing", v->failed);
    printf("\n\n  %-12s %8s %8s %8s %8s", "kind", "clauses", "cited", "named", "run");
    if (cmd_option(v->c, "--tapes")) printf(" %8s", "played");
    printf(" %8s\n", "left out");
    for (size_t i = 0; i < kinds; i++) print_row(v, &by[i]);
    print_row(v, &all);
}

static void print_clause(const struct clause *k) {
    printf("  %s  (%s, %s)\n", k->id, k->kind, k->source);
    cmd_wrap(stdout, k->left_out ? k->left_out : k->text, 6, 100);
}

/* Prints the citations whose text can be taken out unnoticed, each with its line of rule text. */
static void print_without_effect(const struct cover *v) {
    enum { LINE_MOST = 90 };
    int n = 0;
    for (int32_t i = 0; i < v->clauses; i++) n += v->clause[i].without_effect;
    printf(
        "\nCited without effect, so that no example which cites the clause notices: %d (of %d rows "
        "and statements tried)\n",
        n, v->tried);
    for (int32_t i = 0; i < v->clauses; i++) {
        const struct clause *k = &v->clause[i];
        if (!k->without_effect) continue;
        putchar('\n');
        print_clause(k);
        for (const struct cite *x = k->cites; x; x = x->next) {
            if (x->effect != EFFECT_NONE) continue;
            printf("      %s: %s\n", source_where(&v->s, x->node->place),
                   source_line(&v->s, x->node->place, LINE_MOST));
        }
    }
}

static void print_list(const struct cover *v, const char *title,
                       bool (*wanted)(const struct clause *k)) {
    int n = 0;
    for (int32_t i = 0; i < v->clauses; i++) n += chosen(v, &v->clause[i]) && wanted(&v->clause[i]);
    if (!n) return;
    printf("\n%s: %d\n\n", title, n);
    for (int32_t i = 0; i < v->clauses; i++)
        if (chosen(v, &v->clause[i]) && wanted(&v->clause[i])) print_clause(&v->clause[i]);
}

static bool not_cited(const struct clause *k) {
    return !is_cited(k) && !k->left_out;
}
static bool not_shown(const struct clause *k) {
    return is_cited(k) && wants_example(k) && !is_shown(k) && !k->left_out;
}
static bool not_named(const struct clause *k) {
    return is_cited(k) && wants_example(k) && is_shown(k) && !k->shown && !k->left_out;
}
static bool left_out(const struct clause *k) {
    return k->left_out != NULL;
}
static bool not_played(const struct clause *k) {
    return k->play == REACH_NO && !k->left_out;
}

static void print_all(const struct cover *v) {
    const struct image *img = v->s.img;
    for (int32_t i = 0; i < v->clauses; i++) {
        const struct clause *k = &v->clause[i];
        if (!chosen(v, k)) continue;
        putchar('\n');
        print_clause(k);
        for (const struct cite *x = k->cites; x; x = x->next) {
            const char *where = source_where(&v->s, x->place);
            const struct image_block *block = &img->blocks[x->block < 0 ? 0 : x->block];
            if (x->block < 0)
                printf("      %s%s\n", where, x->effect == EFFECT_NONE ? "  (without effect)" : "");
            else
                printf("      %s  \"%s\"%s\n", where, image_text(img, block->title),
                       block->chances        ? ", chances"
                       : v->passed[x->block] ? ""
                                             : ", which fails");
        }
        if (k->run)
            printf("      run by %d %s\n", (int)k->run, k->run == 1 ? "example" : "examples");
        if (k->play) printf("      %s\n", k->play == REACH_YES ? "played" : "not played");
    }
}

static void print_coverage_json(const struct cover *v) {
    bool first = true;
    printf("{\"ruleset\": ");
    cmd_json(stdout, image_text(v->s.img, v->s.img->name));
    printf(", \"clauses\": [");
    for (int32_t i = 0; i < v->clauses; i++) {
        const struct clause *k = &v->clause[i];
        const char *comma = "";
        if (!chosen(v, k)) continue;
        printf("%s\n  {\"id\": ", first ? "" : ",");
        first = false;
        cmd_json(stdout, k->id);
        printf(", \"kind\": ");
        cmd_json(stdout, k->kind);
        printf(", \"cited\": [");
        for (const struct cite *x = k->cites; x; x = x->next) {
            if (x->block >= 0) continue;
            printf("%s", comma);
            cmd_json(stdout, source_where(&v->s, x->place));
            comma = ", ";
        }
        printf("], \"examples\": [");
        comma = "";
        for (const struct cite *x = k->cites; x; x = x->next) {
            if (x->block < 0 || !v->passed[x->block]) continue;
            printf("%s", comma);
            cmd_json(stdout, image_text(v->s.img, v->s.img->blocks[x->block].title));
            comma = ", ";
        }
        printf("], \"run_by_examples\": %d, \"played\": %s", (int)k->run,
               k->play == REACH_YES  ? "true"
               : k->play == REACH_NO ? "false"
                                     : "null");
        if (cmd_option(v->c, "--strict"))
            printf(", \"without_effect\": %s", k->without_effect ? "true" : "false");
        if (k->left_out) printf(", \"left_out\": "), cmd_json(stdout, k->left_out);
        putchar('}');
    }
    printf("%s], \"unknown\": %d}\n", first ? "" : "\n", v->s.unknown);
}

static void print_coverage(const struct cover *v) {
    if (cmd_option(v->c, "--json")) {
        print_coverage_json(v);
        return;
    }
    print_sums(v);
    if (cmd_option(v->c, "--all")) {
        print_all(v);
        return;
    }
    print_list(v, "Not cited", not_cited);
    print_list(v, "Cited, but run by no example", not_shown);
    print_list(v, "Run by an example, but cited by none", not_named);
    if (cmd_option(v->c, "--strict")) print_without_effect(v);
    if (cmd_option(v->c, "--tapes")) print_list(v, "Not reached on the tapes", not_played);
    print_list(v, "Left out", left_out);
}

/* ---- The command --------------------------------------------------------------------------- */

static bool has_without_effect(const struct cover *v) {
    for (int32_t i = 0; i < v->clauses; i++) {
        if (v->clause[i].without_effect) return true;
    }
    return false;
}

static enum cmd_exit cover(struct cover *v) {
    struct cmd *c = v->c;
    if (!read_clauses(v)) return CMD_INPUT;
    if (v->clause) read_left_out(v);
    fflush(stdout);
    diag_print(v->s.diags, stderr, c->colour_err);
    if (diag_errors(v->s.diags)) return CMD_MISTAKES;
    gather_all(v);
    run_examples(v);
    enum cmd_exit code = play_tapes(v);
    if (code == CMD_GOOD && cmd_option(c, "--strict")) code = cmd_cover_strict(v);
    if (code != CMD_GOOD) return code;
    print_coverage(v);
    return v->s.unknown || has_without_effect(v) ? CMD_MISTAKES : CMD_GOOD;
}

enum cmd_exit cmd_coverage(struct cmd *c) {
    struct cover v = {.c = c};
    if (c->words < 1 || (c->words > 1 && !cmd_option(c, "--tapes")))
        return (enum cmd_exit)cmd_usage(c, "coverage wants one ruleset; tapes stand after --tapes");
    if (cmd_option(c, "--jobs") && !cmd_option(c, "--strict"))
        return (enum cmd_exit)cmd_usage(c, "--jobs goes with --strict");
    enum cmd_exit code;
    if (!cmd_source(c, c->word[0], &v.s, &code)) return code;
    code = cover(&v);
    source_close(&v.s);
    return code;
}
