/* The command mutate: alters each number, row, condition and limit of the rules, one at a time, and
 * lists the alterations that no example notices. An example notices an alteration if it fails with
 * the altered rules. */
#include "cmd.h"

#include <string.h>

#include "../vm/host.h"
#include "../vm/run.h"
#include "alter.h"
#include "crew.h"
#include "trial.h"

enum {
    /* how many of the examples near an alteration are tried first, in an image without the
     * others */
    FIRST_EXAMPLES = 24,
    /* an example with an altered rule that takes more steps counts as endless, and fails */
    LOOP_STEPS = 1000000,
    LINE_MOST = 110,
    JOBS_MOST = 256
};

/* The fate of an alteration, in this order: the altered rules are invalid; their image is the same
 * as before; an example failed with them; all examples passed with them. */
enum fate { FATE_ILL, FATE_SAME, FATE_NOTICED, FATE_MISSED };

struct mutate {
    struct cmd *c;
    struct source s;
    struct alter a;
    uint64_t hash; /* hash of the image of the unaltered rules */
    int32_t examples;
    int32_t *example;   /* by example: its declaration, an index into alter.decl */
    uint64_t **reached; /* by example: a bit for each spot (source.spot) that the example runs */
    int32_t *weight;    /* by example: how many spots the example runs */
    uint8_t *can_run;   /* by spot: 1 if the spot has code */
    uint8_t *wanted; /* by declaration: 1 if the example is to be in the image (see alter_image) */
    /* By declaration, for the alteration at hand: `tried` is 1 if the example has been run,
     * `is_near` if it is in `near`. */
    uint8_t *tried, *is_near;
    /* The examples that run the altered text or, for a force's limit, have a roster (`nears` of
     * them), those that run the fewest spots first. */
    int32_t *near;
    int32_t nears;
    struct {
        uint32_t file, line;
    } told; /* the line of rule text that was printed last */
    bool json;
    int64_t jobs;
    char fate; /* in a worker process: the fate of the alteration that it tried last */
    /* how many alterations met each fate; `other` counts those with the same image as before or no
     * valid rules */
    int32_t noticed, missed, other;
    struct arena scratch;
};

/* ---- Which examples run what --------------------------------------------------------------- */

static bool runs(const struct mutate *v, int32_t example, int32_t first, int32_t count) {
    const uint64_t *bits = v->reached[example];
    for (int32_t i = first; i < first + count;) {
        uint64_t word = bits[i >> 6] >> (i & 63);
        if (!word)
            i = (i | 63) + 1;
        else if (word & 1)
            return true;
        else
            i++;
    }
    return false;
}

static void note_example(struct mutate *v, int32_t decl, const struct source_run *run) {
    int32_t words = (v->s.spots + 63) / 64, e = v->examples++;
    v->example[e] = decl;
    v->reached[e] = NEW_ARRAY(&v->c->arena, (size_t)words + 1, uint64_t);
    for (int32_t i = 0; i < v->s.spots; i++) {
        if (!run->spots[i]) continue;
        v->reached[e][i >> 6] |= UINT64_C(1) << (i & 63);
        v->weight[e]++;
    }
}

static int32_t decl_of(const struct mutate *v, const struct node *n) {
    for (int32_t i = 0; i < v->a.decls; i++)
        if (v->a.decl[i] == n) return i;
    ASSERT(false);
    return -1;
}

/* Runs all examples of the unaltered rules and notes which spots each runs. Returns false if some
 * fail; a message has named each. */
static bool run_examples(struct mutate *v) {
    const struct image *img = v->s.img;
    struct arena *arena = &v->c->arena;
    struct battle *b = trial_battle(img);
    struct source_run run = source_run_new(&v->s);
    size_t blocks = (size_t)img->blocks_count + 1;
    int failed = 0;
    v->example = NEW_ARRAY(arena, blocks, int32_t);
    v->weight = NEW_ARRAY(arena, blocks, int32_t);
    v->near = NEW_ARRAY(arena, blocks, int32_t);
    v->reached = NEW_ARRAY(arena, blocks, uint64_t *);
    memset(run.code, 1, (size_t)img->code_count);
    source_run_spots(&v->s, &run);
    v->can_run = NEW_ARRAY(arena, (size_t)v->s.spots + 1, uint8_t);
    memcpy(v->can_run, run.spots, (size_t)v->s.spots);
    battle_reached(b, run.code, run.rules);
    for (int32_t i = 0; i < img->blocks_count; i++) {
        struct trial_result r;
        if (img->blocks[i].chances) continue;
        source_run_clear(&v->s, &run);
        struct arena_mark mark = arena_mark(arena);
        trial_example(b, i, arena, &r);
        arena_reset(arena, mark);
        if (!r.passed) {
            failed++;
            cmd_say(v->c, "the example \"%s\" fails as it is (%s)",
                    image_text(img, img->blocks[i].title),
                    cmd_place(v->c, img, img->blocks[i].place));
        }
        source_run_spots(&v->s, &run);
        note_example(v, decl_of(v, v->s.names->blocks[i]->node), &run);
    }
    battle_free(b);
    return !failed;
}

static bool has_roster(const struct mutate *v, int32_t example) {
    const struct node *n = v->a.decl[v->example[example]]->example.lines;
    while (n && n->kind != NODE_ROSTER) n = n->next;
    return n != NULL;
}

/* Sets `near` to the examples that run the altered text, those that run the fewest spots first. If
 * a force's limit is altered, sets it to the examples with a roster, in the same order. */
static void find_near(struct mutate *v, const struct alteration *x) {
    v->nears = 0;
    for (int32_t e = 0; e < v->examples; e++) {
        bool near = x->of_force ? has_roster(v, e) : runs(v, e, x->spot, x->spots);
        if (!near) continue;
        int32_t at = v->nears++;
        for (; at > 0 && v->weight[v->near[at - 1]] > v->weight[e]; at--)
            v->near[at] = v->near[at - 1];
        v->near[at] = e;
    }
}

/* ---- One alteration ------------------------------------------------------------------------ */

/* Runs those examples of an image that were not tried yet, the near ones first, until one fails.
 * Returns true if one failed. */
static bool fails(struct mutate *v, struct image *img, const struct names *names) {
    struct battle *b = NULL;
    bool failed = false;
    /* not printed: the unaltered rules have read the same leaves (their parts in Lua) without
     * error */
    char why[300];
    for (int others = 0; others < 2; others++) {
        for (int32_t i = 0, decl = 0; i < img->blocks_count && !failed; i++) {
            struct trial_result r;
            /* blocks and declarations are both in the order of the text */
            while (v->a.decl[decl] != names->blocks[i]->node) decl++;
            /* the examples near the alteration run in the first round, the others in the second */
            bool later = v->is_near[decl] == others;
            if (img->blocks[i].chances || v->tried[decl] || later) continue;
            if (!b && !host_leaves(img, why, sizeof why)) return false;
            if (!b) b = trial_battle(img);
            trial_example_within(b, i, LOOP_STEPS, &v->scratch, &r);
            failed = !r.passed;
            v->tried[decl] = 1;
        }
    }
    if (b) battle_free(b);
    return failed;
}

static enum fate try_with(struct mutate *v, const struct alteration *x, const uint8_t *wanted) {
    struct names *names;
    enum fate fate = FATE_MISSED;
    arena_reset(&v->scratch, (struct arena_mark){0});
    struct image *img = alter_image(&v->a, x, wanted, &v->scratch, &names);
    if (!img) return FATE_ILL;
    if (!wanted && !x->of_force && img->hash == v->hash)
        fate = FATE_SAME;
    else if (fails(v, img, names))
        fate = FATE_NOTICED;
    image_free(img);
    return fate;
}

static enum fate try_one(struct mutate *v, const struct alteration *x) {
    enum fate fate = FATE_MISSED;
    memset(v->tried, 0, (size_t)v->a.decls);
    memset(v->wanted, 0, (size_t)v->a.decls);
    memset(v->is_near, 0, (size_t)v->a.decls);
    find_near(v, x);
    for (int32_t i = 0; i < v->nears; i++) v->is_near[v->example[v->near[i]]] = 1;
    for (int32_t i = 0; i < v->nears && i < FIRST_EXAMPLES; i++)
        v->wanted[v->example[v->near[i]]] = 1;
    if (v->nears) fate = try_with(v, x, v->wanted);
    return fate == FATE_MISSED ? try_with(v, x, NULL) : fate;
}

/* ---- Telling ------------------------------------------------------------------------------- */

static const char *place_text(const struct mutate *v, struct place place) {
    struct line_column at = diag_where(v->s.diags, place);
    return arena_print(&v->c->arena, "%s:%u:%u", diag_path(v->s.diags, place.file),
                       (unsigned)at.line, (unsigned)at.column);
}

/* Whether an example of the unaltered rules runs the text that is altered. Also true if that text
 * makes no code. */
static bool is_run(const struct mutate *v, const struct alteration *x) {
    if (!x->spots || !memchr(v->can_run + x->spot, 1, (size_t)x->spots)) return true;
    for (int32_t e = 0; e < v->examples; e++)
        if (runs(v, e, x->spot, x->spots)) return true;
    return false;
}

/* Prints an alteration, below the line of rule text that it is in. That line is printed once for
 * all alterations in it that follow one another. */
static void print_alteration(struct mutate *v, const struct alteration *x) {
    struct line_column at = diag_where(v->s.diags, x->place);
    bool same = v->told.file == x->place.file && v->told.line == at.line;
    v->told.file = x->place.file;
    v->told.line = at.line;
    if (!same)
        printf("%s: %s\n", source_where(&v->s, x->place), source_line(&v->s, x->place, LINE_MOST));
    printf("    :%-3u %s", (unsigned)at.column, x->was);
    if (*x->became)
        printf(" %s %s", v->c->utf8 ? "→" : "->", x->became);
    else
        printf(": left out");
    printf("%s\n", !is_run(v, x) ? "  (no example runs it)" : "");
}

static void print_alteration_json(const struct mutate *v, const struct alteration *x) {
    printf("%s\n  {\"place\": ", v->missed > 1 ? "," : "");
    cmd_json(stdout, place_text(v, x->place));
    printf(", \"was\": ");
    cmd_json(stdout, x->was);
    printf(", \"became\": ");
    cmd_json(stdout, x->became);
    printf(", \"run\": %s}", is_run(v, x) ? "true" : "false");
}

/* Returns the share of noticed alterations, among those noticed and not noticed, in tenths of a
 * percent. The share is rounded down, so that 100 % means all. With no alteration it is 100 %. */
static int64_t tenths(const struct mutate *v) {
    int64_t all = (int64_t)v->noticed + v->missed;
    return all ? (int64_t)v->noticed * 1000 / all : 1000;
}

static void close_json(const struct mutate *v) {
    int64_t share = tenths(v);
    printf("%s], \"for_examples\": %d, \"noticed\": %d, \"not_noticed\": %d, \"percent\": %d.%d}\n",
           v->missed ? "\n" : "", (int)v->a.for_examples, (int)v->noticed, (int)v->missed,
           (int)(share / 10), (int)(share % 10));
}

static void close_text(const struct mutate *v) {
    int64_t share = tenths(v);
    if (v->missed) putchar('\n');
    if (v->a.for_examples)
        printf("left alone, declared for examples: %d\n", (int)v->a.for_examples);
    printf("%d noticed, %d not noticed: %d.%d %%\n", (int)v->noticed, (int)v->missed,
           (int)(share / 10), (int)(share % 10));
}

static void count(struct mutate *v, const struct alteration *x, enum fate fate) {
    switch (fate) {
    case FATE_ILL:
    case FATE_SAME: v->other++; break;
    case FATE_NOTICED: v->noticed++; break;
    case FATE_MISSED:
        v->missed++;
        if (v->json)
            print_alteration_json(v, x);
        else
            print_alteration(v, x);
        break;
    }
}

/* ---- By several processes ------------------------------------------------------------------ */

/* Called in a worker process: tries alteration `number` and sets `text` to one byte, its fate.
 * Returns 0. */
static int try_number(void *user, int64_t number, struct span *text) {
    struct mutate *v = user;
    v->fate = (char)try_one(v, &v->a.at[number]);
    *text = (struct span){&v->fate, 1};
    return 0;
}

static bool take_fate(void *user, int64_t number, const char *text, size_t len) {
    struct mutate *v = user;
    ASSERT(len == 1);
    count(v, &v->a.at[number], (enum fate)text[0]);
    return true;
}

static bool stopped(void *user) {
    (void)user;
    return cmd_stopped();
}

static enum cmd_exit try_all(struct mutate *v) {
    struct crew crew = {.count = v->a.count,
                        .jobs = (int)v->jobs,
                        .work = try_number,
                        .take = take_fate,
                        .stopped = stopped,
                        .user = v};
    struct crew_failure failure;
    if (v->jobs == 1 || v->a.count < 2) {
        for (int32_t i = 0; i < v->a.count && !cmd_stopped(); i++)
            count(v, &v->a.at[i], try_one(v, &v->a.at[i]));
        return cmd_stopped() ? CMD_STOPPED : CMD_GOOD;
    }
    switch (crew_run(&crew, &v->c->arena, &failure)) {
    case CREW_GOOD:
    case CREW_ENOUGH: return CMD_GOOD;
    case CREW_STOPPED: return CMD_STOPPED;
    case CREW_FAILED:
        fputs(failure.said, stderr);
        cmd_say(v->c, "the process that tried %s at %s ended before its time",
                v->a.at[failure.number].was, place_text(v, v->a.at[failure.number].place));
        return CMD_LIMIT;
    case CREW_TROUBLE:
        cmd_say(v->c, "no processes to be had: %s; try --jobs 1", failure.why);
        return CMD_LIMIT;
    }
    return CMD_LIMIT;
}

/* ---- The command --------------------------------------------------------------------------- */

static enum cmd_exit mutate(struct mutate *v, struct alter_only only, int64_t at_least) {
    v->hash = v->s.img->hash;
    alter_open(&v->a, &v->s, only);
    if (!v->a.count && v->a.for_examples && cmd_option(v->c, "--only"))
        return (enum cmd_exit)cmd_usage(v->c,
                                        "nothing to alter: all that %s declares is for examples",
                                        cmd_option(v->c, "--only"));
    if (!v->a.count && cmd_option(v->c, "--only"))
        return (enum cmd_exit)cmd_usage(v->c,
                                        "nothing to alter: %s is no file of these rules, and "
                                        "no citation begins so",
                                        cmd_option(v->c, "--only"));
    if (!run_examples(v)) return CMD_MISTAKES;
    v->wanted = NEW_ARRAY(&v->c->arena, (size_t)v->a.decls + 1, uint8_t);
    v->tried = NEW_ARRAY(&v->c->arena, (size_t)v->a.decls + 1, uint8_t);
    v->is_near = NEW_ARRAY(&v->c->arena, (size_t)v->a.decls + 1, uint8_t);
    cmd_catch();
    if (v->json) {
        printf("{\"ruleset\": ");
        cmd_json(stdout, image_text(v->s.img, v->s.img->name));
        printf(", \"not_noticed_at\": [");
    }
    enum cmd_exit end = try_all(v);
    if (v->json)
        close_json(v);
    else
        close_text(v);
    if (end != CMD_GOOD) return end;
    return tenths(v) >= at_least * 10 ? CMD_GOOD : CMD_MISTAKES;
}

/* Returns what --only limits the alterations to: to a file if its argument `text` ends in .myth,
 * else to clauses whose id begins with `text`. NULL (no --only): no limit. */
static struct alter_only only_of(const char *text) {
    size_t len = text ? strlen(text) : 0;
    bool file = len > 5 && strcmp(text + len - 5, ".myth") == 0;
    return (struct alter_only){.file = file ? text : NULL, .clause = file ? NULL : text};
}

enum cmd_exit cmd_mutate(struct cmd *c) {
    struct mutate v = {.c = c};
    int64_t at_least = 100;
    v.jobs = crew_processors();
    v.json = cmd_option(c, "--json") != NULL;
    if (c->words != 1) return (enum cmd_exit)cmd_usage(c, "mutate wants one ruleset");
    if (!cmd_number(c, "--at-least", 0, 100, &at_least)) return CMD_USAGE;
    if (!cmd_number(c, "--jobs", 1, JOBS_MOST, &v.jobs)) return CMD_USAGE;
    enum cmd_exit code;
    if (!cmd_source(c, c->word[0], &v.s, &code)) return code;
    code = mutate(&v, only_of(cmd_option(c, "--only")), at_least);
    alter_close(&v.a);
    arena_free(&v.scratch);
    source_close(&v.s);
    return code;
}
