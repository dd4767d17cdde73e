/* The option --strict of the command coverage: takes cited text out of the rules, and runs the
 * examples that cite the same clause. A citation is without effect if none of them notices: then
 * the clause is cited where it is not played. */
#include "cmd_cover.h"

#include <string.h>

#include "../vm/host.h"
#include "../vm/run.h"
#include "alter.h"
#include "crew.h"
#include "trial.h"

enum {
    LOOP_STEPS = 1000000, /* an example that takes more steps counts as endless, and fails */
    JOBS_MOST = 256
};

struct strict {
    struct cover *v;
    struct alter a;
    struct cite **cite; /* the citations to try */
    int32_t cites;
    int32_t *decl;   /* by row of image.blocks: the block's declaration, an index into alter.decl */
    uint8_t *wanted; /* by declaration: 1 if it is an example that cites the clause at hand */
    char effect;     /* in a worker process: the effect of the citation that it tried last */
    struct arena scratch;
};

/* ---- What is tried ------------------------------------------------------------------------- */

/* Whether the kind of a clause is one that rule text must play. Definitions, gaps and the like are
 * settled by being said. */
static bool is_played(const struct clause *k) {
    static const char *const kinds[] = {"rule", "number", "flow"};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (strcmp(k->kind, kinds[i]) == 0) return true;
    }
    return false;
}

static bool is_row_or_statement(const struct node *n) {
    switch ((enum node_kind)n->kind) {
    case NODE_ROW:
    case NODE_TRIGGER:
    case NODE_WHENEVER:
    case NODE_PERMIT:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_LET:
    case NODE_CHOOSE: return true;
    default: return alter_is_step(n);
    }
}

static bool is_tried(const struct cover *v, const struct cite *x) {
    const char *only = cmd_option(v->c, "--only");
    if (only && strncmp(x->clause->id, only, strlen(only)) != 0) return false;
    if (x->block >= 0 || x->ruling >= 0 || x->chart >= 0 || x->clause->left_out) return false;
    return is_played(x->clause) && is_row_or_statement(x->node);
}

/* Whether an alteration takes the node out: the node is left out, or its condition never holds. */
static bool takes_out(const struct alteration *x, const struct node *n) {
    if (x->node == n && !*x->became) return true;
    return n->kind == NODE_IF && x->node == n->if_.cond && strcmp(x->became, "never") == 0;
}

static bool lies_in(const struct alteration *x, struct stretch of) {
    return x->place.file == of.file && x->place.at >= of.from && x->place.at < of.to;
}

/* ---- One citation -------------------------------------------------------------------------- */

/* Marks the examples that pass and cite the clause. Returns whether there are any. */
static bool want_examples(struct strict *t, const struct clause *k) {
    bool any = false;
    memset(t->wanted, 0, (size_t)t->a.decls);
    for (const struct cite *x = k->cites; x; x = x->next) {
        if (x->block < 0 || t->v->s.img->blocks[x->block].chances || !t->v->passed[x->block])
            continue;
        t->wanted[t->decl[x->block]] = 1;
        any = true;
    }
    return any;
}

/* Whether an example fails with the alteration. `ill` is set to whether the altered text is no
 * ruleset. */
static bool is_noticed(struct strict *t, const struct alteration *x, bool *ill) {
    struct names *names;
    struct battle *b = NULL;
    bool failed = false;
    char why[300];
    arena_reset(&t->scratch, (struct arena_mark){0});
    struct image *img = alter_image(&t->a, x, t->wanted, &t->scratch, &names);
    *ill = img == NULL;
    if (!img) return false;
    if (host_leaves(img, why, sizeof why)) b = trial_battle(img);
    for (int32_t i = 0; b && i < img->blocks_count && !failed; i++) {
        struct trial_result r;
        if (img->blocks[i].chances) continue;
        trial_example_within(b, i, LOOP_STEPS, &t->scratch, &r);
        failed = !r.passed;
    }
    if (b) battle_free(b);
    image_free(img);
    return failed;
}

/* Tries the alterations that take the cited text out; if no valid rules are left by these, all
 * alterations within it. */
static enum cover_effect effect_of(struct strict *t, const struct cite *x) {
    const struct stretch of = source_extent(x->node);
    enum cover_effect effect = EFFECT_UNTRIED;
    if (!want_examples(t, x->clause)) return EFFECT_NONE;
    for (int within = 0; within < 2 && effect == EFFECT_UNTRIED; within++) {
        for (int32_t i = 0; i < t->a.count && effect != EFFECT_SEEN; i++) {
            const struct alteration *at = &t->a.at[i];
            bool ill;
            if (within ? !lies_in(at, of) : !takes_out(at, x->node)) continue;
            if (is_noticed(t, at, &ill))
                effect = EFFECT_SEEN;
            else if (!ill)
                effect = EFFECT_NONE;
        }
    }
    return effect;
}

/* ---- All of them --------------------------------------------------------------------------- */

/* Called in a worker process: tries citation `number` and sets `text` to one byte, its effect. */
static int try_number(void *user, int64_t number, struct span *text) {
    struct strict *t = user;
    t->effect = (char)effect_of(t, t->cite[number]);
    *text = (struct span){&t->effect, 1};
    return 0;
}

static bool take_effect(void *user, int64_t number, const char *text, size_t len) {
    struct strict *t = user;
    struct cite *x = t->cite[number];
    ASSERT(len == 1);
    x->effect = (enum cover_effect)text[0];
    t->v->tried += x->effect != EFFECT_UNTRIED;
    if (x->effect == EFFECT_NONE) x->clause->without_effect = true;
    return true;
}

static bool stopped(void *user) {
    (void)user;
    return cmd_stopped();
}

static enum cmd_exit try_all(struct strict *t, int64_t jobs) {
    struct cmd *c = t->v->c;
    struct crew_failure failure;
    const struct crew crew = {.count = t->cites,
                              .jobs = (int)jobs,
                              .work = try_number,
                              .take = take_effect,
                              .stopped = stopped,
                              .user = t};
    for (int32_t i = 0; (jobs == 1 || t->cites < 2) && i < t->cites && !cmd_stopped(); i++) {
        struct span text;
        try_number(t, i, &text);
        take_effect(t, i, text.at, text.len);
    }
    if (jobs == 1 || t->cites < 2) return cmd_stopped() ? CMD_STOPPED : CMD_GOOD;
    switch (crew_run(&crew, &c->arena, &failure)) {
    case CREW_GOOD:
    case CREW_ENOUGH: return CMD_GOOD;
    case CREW_STOPPED: return CMD_STOPPED;
    case CREW_FAILED:
        fputs(failure.said, stderr);
        cmd_say(c, "the process that tried the citation at %s ended before its time",
                source_where(&t->v->s, t->cite[failure.number]->place));
        return CMD_LIMIT;
    case CREW_TROUBLE:
        cmd_say(c, "no processes to be had: %s; try --jobs 1", failure.why);
        return CMD_LIMIT;
    }
    return CMD_LIMIT;
}

/* Finds the declaration of each block. Blocks and declarations are both in the order of the
 * text. */
static void find_blocks(struct strict *t) {
    const struct source *s = &t->v->s;
    t->decl = NEW_ARRAY(&t->v->c->arena, (size_t)s->img->blocks_count + 1, int32_t);
    for (int32_t i = 0, decl = 0; i < s->img->blocks_count; i++) {
        while (t->a.decl[decl] != s->names->blocks[i]->node) decl++;
        t->decl[i] = decl;
    }
}

enum cmd_exit cmd_cover_strict(struct cover *v) {
    struct strict t = {.v = v};
    struct arena *arena = &v->c->arena;
    int64_t jobs = crew_processors();
    if (!cmd_number(v->c, "--jobs", 1, JOBS_MOST, &jobs)) return CMD_USAGE;
    alter_open(&t.a, &v->s, (struct alter_only){.with_examples = true});
    find_blocks(&t);
    t.wanted = NEW_ARRAY(arena, (size_t)t.a.decls + 1, uint8_t);
    t.cite = NEW_ARRAY(arena, (size_t)v->cites + 1, struct cite *);
    for (int32_t i = 0; i < v->cites; i++) {
        if (is_tried(v, v->cite[i])) t.cite[t.cites++] = v->cite[i];
    }
    cmd_catch();
    const enum cmd_exit code = try_all(&t, jobs);
    alter_close(&t.a);
    arena_free(&t.scratch);
    return code;
}
