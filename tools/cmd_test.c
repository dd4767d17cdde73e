/* The command test: runs the examples of a ruleset, and tells what happened in them. */
#include "cmd_test.h"

#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "../vm/journal.h"
#include "../vm/report.h"
#include "../vm/run.h"
#include "trial.h"

bool cmd_next_example(const struct image *img, const char *title, struct nearest *near,
                      int32_t *block) {
    while (++*block < img->blocks_count) {
        const char *name = image_text(img, img->blocks[*block].title);
        if (img->blocks[*block].chances) continue;
        cmd_near_title(near, name);
        if (!title || strcmp(name, title) == 0) return true;
    }
    return false;
}

const char *cmd_faults(struct cmd *c, struct arena *arena, const struct image *img, int32_t block,
                       const struct trial_result *r, bool colour) {
    const struct image_block *k = &img->blocks[block];
    const char *text = arena_print(arena, "%sfailed%s \"%s\" (%s)\n", colour ? "\033[31m" : "",
                                   colour ? "\033[0m" : "", image_text(img, k->title),
                                   cmd_place(c, img, k->place));
    for (const struct trial_fault *f = r->faults; f; f = f->next)
        text = arena_print(arena, "%s    %s: %s\n", text, cmd_place(c, img, f->place), f->text);
    return text;
}

static struct report_options story_options(const struct cmd *c) {
    return (struct report_options){.level =
                                       cmd_option(c, "--verbose") ? REPORT_VERBOSE : REPORT_NORMAL,
                                   .width = c->width,
                                   .colour = c->colour_out,
                                   .utf8 = c->utf8,
                                   .numbers = cmd_option(c, "--numbers") != NULL,
                                   .all = cmd_option(c, "--verbose") != NULL,
                                   .under_way = true};
}

/* Prints what happened in the example that has just been run, or all about the entry that --why
 * names. Returns false after a message if there is no such entry. */
static bool tell_story(struct cmd *c, struct battle *b, const char *title,
                       const struct cmd_behind *behind) {
    int64_t at = 0;
    struct report_options options = story_options(c);
    options.behind = behind->at;
    options.behind_count = behind->count;
    if (!cmd_number(c, "--why", 1, INT32_MAX, &at)) return false;
    const struct image_sink to = cmd_sink(stdout);
    const bool numbered = cmd_option(c, "--verbose") || cmd_option(c, "--numbers");
    if (at == 0) {
        report_print(battle_journal(b), battle_image(b), story_options(c), to);
        printf("(%s--why N tells all about %s, --rule NAME why a rule counted or not)\n",
               numbered ? "" : "--numbers writes its entry behind each line; ",
               numbered ? "entry N" : "one");
    } else if (!report_why(battle_journal(b), battle_image(b), at, options, to)) {
        cmd_usage(c, "\"%s\" has no entry %" PRId64 ": --story --numbers numbers them", title, at);
        return false;
    }
    return true;
}

/* The examples of the rules that a variant changes, and that fail by it. */
struct turned {
    const char *of;  /* the folder or file of these rules; NULL: no variant was named */
    const char *all; /* lines that take them out, ready to paste */
};

static struct turned turned_of(struct cmd *c) {
    const char *plus = strchr(c->word[0], '+');
    const char *name = plus ? arena_text(&c->arena, c->word[0], (size_t)(plus - c->word[0])) : NULL;
    return (struct turned){.of = name ? cmd_find_rules(c, name, true) : NULL, .all = ""};
}

static void add_turned(struct cmd *c, struct turned *t, const struct image *img, int32_t block) {
    const struct image_block *k = &img->blocks[block];
    const char *file = img->files[img->places[k->place].file];
    const size_t len = t->of ? strlen(t->of) : 0;
    if (!len || strncmp(file, t->of, len) != 0 || (file[len] && file[len] != '/')) return;
    t->all =
        arena_print(&c->arena, "%s    remove example \"%s\"\n", t->all, image_text(img, k->title));
}

static void print_turned(const struct turned *t) {
    if (!*t->all) return;
    printf("If it is meant that these of %s come out otherwise, a variant says so\n"
           "(or gives them anew by replace example):\n%s",
           t->of, t->all);
}

/* Of each row that an example expected and that did not count: tells why, if the story is told, and
 * else how to ask. The example is run once more for that. */
static void tell_rows_missing(struct cmd *c, struct battle *b, int32_t block,
                              const struct trial_result *r, bool story) {
    for (const struct trial_fault *f = r->faults; f; f = f->next) {
        if (f->row && !story) printf("    --rule \"%s\" tells why that did not count\n", f->row);
        struct rule_story *rules =
            f->row && story ? cmd_test_rules(c, battle_image(b), f->row) : NULL;
        struct trial_result again;
        if (!rules) continue;
        cmd_test_rules_begin(rules, b);
        trial_example(b, block, &c->arena, &again);
        cmd_test_rules_print(rules, b);
    }
}

static enum cmd_exit run_examples(struct cmd *c, const struct image *img, const char *title) {
    const bool story = cmd_option(c, "--story") || cmd_option(c, "--why");
    const char *named = cmd_option(c, "--rule");
    struct rule_story *rules = named ? cmd_test_rules(c, img, named) : NULL;
    if (named && !rules) return CMD_USAGE;
    struct battle *b = trial_battle(img);
    struct cmd_behind behind = {0};
    if (cmd_option(c, "--why")) cmd_note_behind(&behind, b);
    struct nearest near =
        diag_nearest((struct span){title ? title : "", title ? strlen(title) : 0});
    struct turned turned = turned_of(c);
    int passed = 0, failed = 0;
    bool limit = false;
    for (int32_t i = -1; cmd_next_example(img, title, &near, &i);) {
        const char *name = image_text(img, img->blocks[i].title);
        struct trial_result r;
        if (rules) cmd_test_rules_begin(rules, b);
        trial_example(b, i, &c->arena, &r);
        limit = limit || r.limit >= 0;
        if (r.passed) {
            passed++;
            if (cmd_option(c, "--verbose")) printf("passed \"%s\"\n", name);
        } else {
            failed++;
            add_turned(c, &turned, img, i);
            fputs(cmd_faults(c, &c->arena, img, i, &r, c->colour_out), stdout);
        }
        if (story && (title || !r.passed) && !tell_story(c, b, name, &behind)) {
            battle_free(b);
            memory_free(behind.at);
            return CMD_USAGE;
        }
        if (rules && (title || !r.passed)) cmd_test_rules_print(rules, b);
        if (!rules && !cmd_option(c, "--why")) tell_rows_missing(c, b, i, &r, story);
    }
    battle_free(b);
    memory_free(behind.at);
    if (title && !passed && !failed)
        return (enum cmd_exit)cmd_usage(c, "%s has no example \"%s\"%s%.*s%s", c->word[0], title,
                                        near.best.len ? "; did you mean \"" : "",
                                        (int)near.best.len, near.best.len ? near.best.at : "",
                                        near.best.len ? "\"?" : "");
    if (!title) print_turned(&turned);
    printf("%d passed, %d failed\n", passed, failed);
    return limit ? CMD_LIMIT : failed ? CMD_MISTAKES : CMD_GOOD;
}

enum cmd_exit cmd_test(struct cmd *c) {
    enum cmd_exit code = CMD_GOOD;
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(c, "test wants one ruleset, and at most a title");
    if (c->words == 1 && cmd_option(c, "--why"))
        return (enum cmd_exit)cmd_usage(c, "--why wants the title of an example before it");
    struct image *img = cmd_load(c, c->word[0], &code);
    if (!img) return code;
    code = run_examples(c, img, c->words > 1 ? c->word[1] : NULL);
    image_free(img);
    return code;
}
