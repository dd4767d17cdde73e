/* Finds and reads rulesets for all commands. The commands check and fmt. */
#include "cmd.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../dsl/check.h"
#include "../dsl/diag.h"
#include "../dsl/emit.h"
#include "../dsl/form.h"
#include "../dsl/grammar.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "../vm/image.h"
#include "../vm/report.h"
#include "../vm/run.h"
#include "../vm/tape.h"
#include "source.h"
#include "trial.h"

/* ---- Finding ------------------------------------------------------------------------------- */

bool cmd_is_there(const char *path) {
    struct stat about;
    return stat(path, &about) == 0;
}

bool cmd_is_no_tape(const char *path) {
    struct stat about;
    char begin[40];
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0) return false;
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(begin, 1, sizeof begin, f) : 0;
    if (f) fclose(f);
    return !tape_is(begin, n);
}

static const char *rules_folder(struct cmd *c, const char *name, bool beside) {
    if (!beside) return arena_print(&c->arena, "rules/%s", name);
    return c->home ? arena_print(&c->arena, "%s/../rules/%s", c->home, name) : NULL;
}

static void near_rules(struct cmd *c, struct nearest *near) {
    for (int k = 0; k < 2; k++) {
        const char *folder = rules_folder(c, "", k);
        DIR *d = folder ? opendir(folder) : NULL;
        if (folder && !d && errno == ENOMEM) memory_exhausted();
        for (struct dirent *e; d && (e = readdir(d));) {
            if (e->d_name[0] != '.')
                diag_candidate_word(near, arena_text(&c->arena, e->d_name, strlen(e->d_name)));
        }
        if (d) closedir(d);
    }
}

const char *cmd_find_rules(struct cmd *c, const char *said, bool quiet) {
    if (*said && cmd_is_there(said)) return said;
    /* "duel+harsh" means the ruleset duel with its variant harsh. */
    const char *slash = strrchr(said, '/'), *plus = strchr(slash ? slash : said, '+');
    const char *name = plus ? arena_text(&c->arena, said, (size_t)(plus - said)) : said;
    if (plus && *name && cmd_is_there(name)) return said;
    for (int k = 0; k < 2 && *name && !strchr(name, '/'); k++) {
        const char *path = rules_folder(c, name, k);
        if (path && cmd_is_there(path))
            return plus ? arena_print(&c->arena, "%s%s", path, plus) : path;
    }
    if (quiet) return NULL;
    struct nearest near = diag_nearest((struct span){name, strlen(name)});
    near_rules(c, &near);
    cmd_say(
        c,
        "there is no ruleset '%s': no file or folder of that name, and none under rules/%s%.*s%s",
        name, near.best.len ? "; did you mean '" : "", (int)near.best.len,
        near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
    return NULL;
}

const char *cmd_place(struct cmd *c, const struct image *img, int32_t place) {
    if (place < 0 || place >= img->places_count) return image_text(img, img->name);
    const struct image_place *p = &img->places[place];
    return arena_print(&c->arena, "%s:%d:%d", img->files[p->file], (int)p->line, (int)p->column);
}

void cmd_near_title(struct nearest *near, const char *title) {
    const size_t len = near->word.len;
    const bool begins = len > 0 && strncmp(title, near->word.at, len) == 0 && title[len];
    /* keeps the first title that begins with the typed words */
    if (near->best.len && near->distance == 0) return;
    if (begins)
        near->best = (struct span){title, strlen(title)}, near->distance = 0;
    else
        diag_candidate_word(near, title);
}

enum cmd_exit cmd_failed(struct cmd *c, const struct image *img, const struct run_error *e) {
    fflush(stdout);
    fprintf(stderr, "%s: %serror%s: %s\n", cmd_place(c, img, e->place),
            c->colour_err ? "\033[31m" : "", c->colour_err ? "\033[0m" : "", e->text);
    for (const char *line = e->where; *line;) {
        const size_t len = strcspn(line, "\n");
        fprintf(stderr, "    %.*s\n", (int)len, line);
        line += len + (line[len] == '\n');
    }
    return e->limit >= 0 ? CMD_LIMIT : CMD_MISTAKES;
}

/* ---- Reading ------------------------------------------------------------------------------- */

static void say_mistakes(struct cmd *c, struct diags *d) {
    fflush(stdout);
    diag_print(d, stderr, c->colour_err);
}

/* Whether no output of the command would write over a file of the rules. Prints a message if one
 * would. */
static bool files_spared(const struct cmd *c, const struct image *img) {
    for (int32_t i = 0; i < img->files_count; i++)
        if (!cmd_spares(c, img->files[i], "a file of the rules")) return false;
    return true;
}

/* Prints how many warnings the rules have, for a command that plays; `myth check` prints the
 * warnings themselves. Such a command may read the same rules often: the message comes only if the
 * path or the number of warnings is another than at the last message. */
static void say_warnings(struct cmd *c, const struct diags *d, const char *path) {
    const uint32_t n = diag_warnings(d);
    const uint64_t rules = base_hash(path, strlen(path), n);
    if (n == 0 || c->warned == rules) return;
    c->warned = rules;
    cmd_say(c, "%u warning%s: myth check %s", n, n == 1 ? "" : "s", path);
}

/* Reads a ruleset and sets the exit code. With `told`, examples are read, all messages printed, and
 * `told` is filled in. `told` NULL: for play, without examples, and of warnings only their number
 * is printed. Returns NULL after a message if it failed. */
static struct image *load(struct cmd *c, const char *name, enum cmd_exit *code,
                          struct ruleset_told *told) {
    const char *path = cmd_find_rules(c, name, false);
    *code = CMD_INPUT;
    if (!path) return NULL;
    struct arena scratch = {0};
    struct diags *d = diags_new(&scratch);
    enum ruleset_result result = RULESET_GOOD;
    struct image *img = told ? ruleset_load_told(&scratch, d, path, &result, told)
                             : ruleset_load_for_play(&scratch, d, path, &result);
    if (told || !img)
        say_mistakes(c, d);
    else
        say_warnings(c, d, path);
    arena_free(&scratch);
    if (!img && told && told->part_of)
        cmd_say(c, "%s is one file of several, and knows only what it says itself: myth check %s",
                path, told->part_of);
    char why[300];
    if (img && !host_leaves(img, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        image_free(img);
        img = NULL;
        result = RULESET_MISTAKES;
    }
    *code = img ? CMD_GOOD : result == RULESET_UNREADABLE ? CMD_INPUT : CMD_MISTAKES;
    if (!img || files_spared(c, img)) return img;
    image_free(img);
    *code = CMD_USAGE;
    return NULL;
}

struct image *cmd_load(struct cmd *c, const char *name, enum cmd_exit *code) {
    struct ruleset_told told = {.arena = &c->arena};
    return load(c, name, code, &told);
}

struct image *cmd_load_for_play(struct cmd *c, const char *name, enum cmd_exit *code) {
    return load(c, name, code, NULL);
}

bool cmd_source(struct cmd *c, const char *name, struct source *s, enum cmd_exit *code) {
    enum ruleset_result result;
    const char *path = cmd_find_rules(c, name, false);
    *code = CMD_INPUT;
    if (!path) return false;
    bool good = source_open(s, &c->arena, path, &result);
    if (!good) say_mistakes(c, s->diags);
    *code = good ? CMD_GOOD : result == RULESET_UNREADABLE ? CMD_INPUT : CMD_MISTAKES;
    return good;
}

struct image *cmd_load_text(struct cmd *c, const char *name, const char *text, struct span typed,
                            enum cmd_exit *code) {
    struct arena scratch = {0};
    struct diags *d = diags_new(&scratch);
    uint32_t file = diag_file(d, name, (struct span){text, strlen(text)});
    diag_part(d, file, (uint32_t)(typed.at - text), (uint32_t)typed.len);
    struct node *tree = grammar_parse(&scratch, d, file);
    struct image *img = NULL;
    if (diag_errors(d) == 0) {
        struct names *names = names_new(&scratch, d);
        if (check_ruleset(names, &tree, 1)) img = emit_image(names, d);
    }
    if (!img) say_mistakes(c, d);
    arena_free(&scratch);
    *code = img ? CMD_GOOD : CMD_MISTAKES;
    return img;
}

/* ---- check --------------------------------------------------------------------------------- */

static void print_text(void *user, const char *text) {
    fputs(text, user);
}

static void print_code(const struct image *img) {
    for (int32_t i = 0; i < img->funcs_count; i++)
        image_disassemble(img, i, (struct image_sink){print_text, stdout});
}

static const char *number_of(struct cmd *c, int32_t n, const char *one, const char *many) {
    return arena_print(&c->arena, "%d %s", (int)n, n == 1 ? one : many);
}

static int32_t own_kinds(const struct image *img) {
    int32_t n = 0;
    for (int32_t i = 0; i < img->kinds_count; i++) n += img->kinds[i].place >= 0;
    return n;
}

static int32_t own_events(const struct image *img) {
    int32_t n = 0;
    for (int32_t i = EVENT_BUILTIN_COUNT_; i < img->events_count; i++) n++;
    return n;
}

static int32_t own_numbers(const struct image *img) {
    int32_t n = 0;
    for (int32_t i = 0; i < img->quantities_count; i++)
        n += img->quantities[i].what != QUANTITY_FIELD && !img->quantities[i].builtin;
    return n;
}

static int32_t examples(const struct image *img) {
    int32_t n = 0;
    for (int32_t i = 0; i < img->blocks_count; i++) n += !img->blocks[i].chances;
    return n;
}

static const char *summary(struct cmd *c, const struct image *img, const char *path) {
    return arena_print(&c->arena, "%s: %s, %s, %s, %s, %s, %s: no mistakes", path,
                       number_of(c, img->files_count, "file", "files"),
                       number_of(c, own_kinds(img), "kind", "kinds"),
                       number_of(c, own_events(img), "event", "events"),
                       number_of(c, own_numbers(img), "number", "numbers"),
                       number_of(c, img->rules_count, "rule", "rules"),
                       number_of(c, examples(img), "example", "examples"));
}

/* Checks each variant that the text of a ruleset declares, and leaves its summary in lines[] (NULL:
 * the variant has mistakes, or the limit VARIANT_BYTES was reached before it). Prints the mistakes
 * of a variant and not its warnings. The image of a variant is freed before the next one is read,
 * so that the number of variants costs no memory. */
static enum cmd_exit check_variants(struct cmd *c, const char *path,
                                    const struct ruleset_told *told, const char **lines) {
    enum cmd_exit code = CMD_GOOD;
    size_t bytes = 0;
    for (int i = 0; i < told->count; i++) {
        bytes += told->bytes;
        if (bytes > MAX_VARIANT_BYTES) {
            cmd_say(c,
                    "the variants from %s on have not been checked: each reads %zu bytes of text "
                    "again, together more than %d (limit VARIANT_BYTES); name them: %s+%s",
                    told->variants[i], told->bytes, MAX_VARIANT_BYTES, path, told->variants[i]);
            return CMD_LIMIT;
        }
        struct arena scratch = {0};
        struct diags *d = diags_new(&scratch);
        enum ruleset_result result = RULESET_GOOD;
        const char *whole = arena_print(&c->arena, "%s+%s", path, told->variants[i]);
        struct image *img = ruleset_load(&scratch, d, whole, &result);
        if (img) {
            lines[i] = summary(c, img, whole);
            image_free(img);
        } else {
            say_mistakes(c, d);
            cmd_say(c, "so %s has mistakes", whole);
            code = CMD_MISTAKES;
        }
        arena_free(&scratch);
    }
    return code;
}

/* Checks a ruleset with its variants and prints a summary of each; with --image, prints the
 * functions of the ruleset and does not check its variants. If any of them has mistakes, no summary
 * is printed, because each ends in "no mistakes". */
static enum cmd_exit check_one(struct cmd *c, const char *name) {
    struct ruleset_told told = {.arena = &c->arena};
    enum cmd_exit code = CMD_GOOD;
    struct image *img = load(c, name, &code, &told);
    if (!img) return code;
    const char *path = cmd_find_rules(c, name, true);
    const char *own = summary(c, img, path);
    const char **lines = NEW_ARRAY(&c->arena, (size_t)told.count + 1, const char *);
    const bool whole = !cmd_option(c, "--image");
    if (!whole) print_code(img);
    image_free(img);
    if (whole) code = check_variants(c, path, &told, lines);
    if (code == CMD_MISTAKES) {
        cmd_say(c, "%s without a variant has none", path);
        return code;
    }
    puts(own);
    for (int i = 0; i < told.count; i++) {
        if (lines[i]) puts(lines[i]);
    }
    return code;
}

enum cmd_exit cmd_check(struct cmd *c) {
    enum cmd_exit code = CMD_GOOD;
    if (c->words == 0)
        return (enum cmd_exit)cmd_usage(
            c, "check wants a ruleset: a folder, a file, or a name under rules/");
    for (int i = 0; i < c->words; i++) {
        enum cmd_exit now = check_one(c, c->word[i]);
        if (now > code) code = now;
    }
    return code;
}

/* ---- fmt ----------------------------------------------------------------------------------- */

static enum cmd_exit write_back(struct cmd *c, const char *path, struct span text) {
    struct cmd_file f;
    if (!cmd_create(c, path, &f)) return CMD_INPUT;
    fwrite(text.at, 1, text.len, f.to);
    return cmd_finish(c, &f) ? CMD_GOOD : CMD_INPUT;
}

static enum cmd_exit format_one(struct cmd *c, const char *path) {
    struct span text, shape;
    bool input = strcmp(path, "-") == 0;
    if (!cmd_read(c, path, &text)) return CMD_INPUT;
    struct diags *d = diags_new(&c->arena);
    uint32_t file = diag_file(d, input ? "input" : path, text);
    bool good = form_text(&c->arena, d, file, &shape);
    diag_print(d, stderr, c->colour_err);
    if (!good) return CMD_MISTAKES;
    bool same = span_equal(text, shape);
    if (cmd_option(c, "--check")) {
        if (!same) printf("%s\n", input ? "input" : path);
        return same ? CMD_GOOD : CMD_MISTAKES;
    }
    if (input) {
        fwrite(shape.at, 1, shape.len, stdout);
        return CMD_GOOD;
    }
    return same ? CMD_GOOD : write_back(c, path, shape);
}

enum cmd_exit cmd_fmt(struct cmd *c) {
    enum cmd_exit code = CMD_GOOD;
    if (c->words == 0) return (enum cmd_exit)cmd_usage(c, "fmt wants files, or - for the input");
    for (int i = 0; i < c->words; i++) {
        struct arena_mark mark = arena_mark(&c->arena);
        enum cmd_exit now = format_one(c, c->word[i]);
        if (now > code) code = now;
        arena_reset(&c->arena, mark);
    }
    return code;
}
