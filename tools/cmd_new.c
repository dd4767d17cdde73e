/* The command new: writes the beginning of a variant, a ruleset, or a card of any kind of a
 * ruleset, and a script that plays it. Nothing is written over. */
#include "cmd_new.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../dsl/form.h"
#include "../dsl/lex.h"
#include "../vm/run.h"
#include "trial.h"

enum { MOST_NAME = 40, MOST_FILES = 512 };

/* ---- Names and paths ---------------------------------------- */

/* Returns the name as a title: "Old guard" of old_guard. */
static const char *title_of(struct cmd *c, const char *name) {
    char *title = arena_text(&c->arena, name, strlen(name));
    for (char *at = title; *at; at++)
        if (*at == '_') *at = ' ';
    if (*title >= 'a' && *title <= 'z') *title = (char)(*title - 'a' + 'A');
    return title;
}

static bool is_name(const char *name) {
    size_t len = strlen(name);
    if (!len || len > MOST_NAME || name[0] < 'a' || name[0] > 'z') return false;
    for (size_t i = 0; i < len; i++) {
        bool good = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9');
        if (!good && name[i] != '_') return false;
    }
    for (uint32_t i = 0; i < lex_words(); i++)
        if (strcmp(lex_word(i)->word, name) == 0) return false;
    return true;
}

/* Whether the rules have something of this name, so that a card may not have it. What lies on the
 * table of a scenario does not count: its name may be given again. */
static bool is_taken(const struct fresh *f) {
    const struct word *w = names_find(f->s.names, (struct span){f->name, strlen(f->name)});
    const bool blueprint = w && w->blueprints && !w->blueprints->named;
    return w && (w->kind || w->plural || w->values || w->fields || blueprint || w->quantities ||
                 w->event || w->chart || w->die || w->ruling || w->force || w->roster ||
                 w->value_uses || w->player || w->function || w->primitive || w->special);
}

/* Whether the rules have a variant of this name, which clashes with no other sort of name. */
static bool is_variant(struct fresh *f) {
    struct source s;
    enum ruleset_result result;
    if (!source_open(&s, &f->c->arena, arena_print(&f->c->arena, "%s+%s", f->s.path, f->name),
                     &result))
        return false;
    source_close(&s);
    return true;
}

static bool is_folder(const char *path) {
    struct stat is;
    return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

/* Returns the folder in which a file or folder lies, with its last slash: "" for this one. */
static const char *around(struct cmd *c, const char *path) {
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/') len--;
    while (len > 0 && path[len - 1] != '/') len--;
    return arena_text(&c->arena, path, len);
}

/* Returns the path of the script: in `scenarios` beside the folder `rules` in which the rules lie,
 * or else beside the rules. */
static const char *script_path(struct cmd *c, const char *folder, const char *name) {
    const char *beside = around(c, folder);
    size_t len = strlen(beside);
    bool in_rules =
        len >= 6 && strcmp(beside + len - 6, "rules/") == 0 && (len == 6 || beside[len - 7] == '/');
    if (in_rules)
        return arena_print(&c->arena, "%.*sscenarios/%s.lua", (int)(len - 6), beside, name);
    return arena_print(&c->arena, "%s%s.lua", beside, name);
}

/* ---- Writing ---------------------------------------- */

/* The files to be written: all of them, or none. */
struct out {
    const char *path[MOST_FILES], *text[MOST_FILES];
    size_t len[MOST_FILES];
    int count, written;
    const char *folder; /* the folder that is made for it; NULL: none is */
    bool made_folder;
    const char *made_beside; /* the folder of the script, if it was made; NULL */
};

static void put(struct out *o, const char *path, const char *text, size_t len) {
    ASSERT(o->count < MOST_FILES);
    o->path[o->count] = path;
    o->text[o->count] = text;
    o->len[o->count++] = len;
}

/* Whether something of a file's or folder's name is there; if so, says so. */
static bool is_there_already(struct cmd *c, const struct out *o) {
    const char *there = o->folder && cmd_is_there(o->folder) ? o->folder : NULL;
    for (int i = 0; i < o->count && !there; i++)
        if (cmd_is_there(o->path[i])) there = o->path[i];
    if (there) cmd_say(c, "%s is there already; nothing was written", there);
    return there != NULL;
}

static void take_back(struct out *o) {
    while (o->written > 0) unlink(o->path[--o->written]);
    if (o->made_folder) rmdir(o->folder);
    if (o->made_beside) rmdir(o->made_beside);
}

static bool make_folder(struct cmd *c, const char *path) {
    if (mkdir(path, 0777) == 0) return true;
    cmd_say(c, "%s: %s", path, strerror(errno));
    return false;
}

/* Writes all files. Returns false after a message, with nothing left behind, if one cannot be. */
static bool write_all(struct cmd *c, struct out *o) {
    bool good = true;
    if (o->folder) good = o->made_folder = make_folder(c, o->folder);
    for (int i = 0; i < o->count && good; i++) {
        const char *folder = around(c, o->path[i]);
        struct cmd_file file;
        if (*folder && !is_folder(folder)) {
            good = make_folder(c, folder);
            if (good) o->made_beside = folder;
        }
        good = good && cmd_create(c, o->path[i], &file);
        if (!good) break;
        fwrite(o->text[i], 1, o->len[i], file.to);
        good = cmd_finish(c, &file);
        o->written += good;
    }
    if (!good) take_back(o);
    return good;
}

/* ---- What is written ---------------------------------------- */

/* Returns rule text in its one shape. */
static struct span shaped(struct fresh *f, const char *path) {
    struct span text = {f->text, strlen(f->text)}, shape;
    struct diags *d = diags_new(&f->c->arena);
    return form_text(&f->c->arena, d, diag_file(d, path, text), &shape) ? shape : text;
}

static void put_script(struct fresh *f, struct out *o, const char *folder) {
    const char *path = script_path(f->c, folder, f->name), *script = fresh_script(f, path);
    if (script) put(o, path, script, strlen(script));
}

static enum cmd_exit new_variant(struct fresh *f, struct out *o) {
    const struct ruleset_text *t = &f->s.text;
    const char *base = t->folder[t->folders - 1];
    if (t->steps)
        return (enum cmd_exit)cmd_usage(f->c, "--of names the rules without a variant: %.*s",
                                        (int)strcspn(f->of, "+"), f->of);
    size_t len = strlen(base);
    while (len > 1 && base[len - 1] == '/') len--;
    o->folder = arena_print(&f->c->arena, "%.*s_%s", (int)len, base, f->name);
    if (cmd_ends_in(base, ".myth"))
        o->folder = arena_print(&f->c->arena, "%s%s", around(f->c, base), f->name);
    const char *path = arena_print(&f->c->arena, "%s/ruleset.myth", o->folder);
    fresh_variant(f);
    struct span text = shaped(f, path);
    put(o, path, text.at, text.len);
    f->rules = arena_print(&f->c->arena, "%s+%s", f->of, f->name);
    put_script(f, o, base);
    return CMD_GOOD;
}

/* Adds the files of the rules, with another head; and what else lies in their folder: lists of
 * clauses, Lua. */
static enum cmd_exit new_ruleset(struct fresh *f, struct out *o) {
    struct cmd *c = f->c;
    const struct ruleset_text *t = &f->s.text;
    const char *base = t->folder[0];
    if (t->steps || !is_folder(base))
        return (enum cmd_exit)cmd_usage(c, "--of names a folder of rules, without a variant");
    size_t len = strlen(base);
    while (len > 1 && base[len - 1] == '/') len--;
    o->folder = arena_print(&c->arena, "%s%s", around(c, base), f->name);
    for (int i = 0; i < t->count; i++) {
        const char *path = diag_path(f->s.diags, t->files[i]->place.file);
        if (strchr(path + len + 1, '/') || i >= MOST_FILES / 2)
            return (enum cmd_exit)cmd_usage(c, "%s has folders within, or more than %d files", base,
                                            MOST_FILES / 2);
        const char *text = fresh_renamed(f, t->files[i]->place.file, f->s.names->name);
        put(o, arena_print(&c->arena, "%s/%s", o->folder, path + len + 1), text, strlen(text));
    }
    DIR *dir = opendir(base);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL && o->count < MOST_FILES - 1;) {
        const char *path = arena_print(&c->arena, "%s/%s", base, e->d_name);
        struct stat is;
        struct span text;
        bool other = e->d_name[0] != '.' && !cmd_ends_in(path, ".myth") && stat(path, &is) == 0 &&
                     S_ISREG(is.st_mode);
        if (other && cmd_read(c, path, &text))
            put(o, arena_print(&c->arena, "%s/%s", o->folder, e->d_name), text.at, text.len);
    }
    if (dir) closedir(dir);
    bool named = strcmp(around(c, base), "rules/") == 0;
    f->rules = named ? f->name : o->folder;
    put_script(f, o, base);
    return CMD_GOOD;
}

/* Sets *folder to the folder to which a card of these rules is added. Returns false after a message
 * if there is none. */
static bool card_folder(struct fresh *f, const char **folder) {
    const struct ruleset_text *t = &f->s.text;
    int k = t->steps ? t->step[t->steps - 1].folder : t->folders - 1;
    if (k < 0) {
        struct span name = t->step[t->steps - 1].name;
        cmd_usage(f->c,
                  "the variant %.*s is a block in the text of the rules: write into it, or "
                  "name one that has a folder of its own (myth new variant)",
                  (int)name.len, name.at);
        return false;
    }
    *folder = t->folder[k];
    if (is_folder(*folder)) return true;
    cmd_usage(f->c, "%s is a single file: a new file beside it is no part of it", *folder);
    return false;
}

static enum cmd_exit new_card(struct fresh *f, struct out *o, const char *what) {
    const struct names *n = f->s.names;
    struct nearest near = diag_nearest((struct span){what, strlen(what)});
    const struct kind_decl *kind = NULL;
    for (int32_t i = 0; i < n->kinds_count; i++) {
        if (!n->kinds[i]->node) continue;
        if (span_is(n->kinds[i]->name, what)) kind = n->kinds[i];
        diag_candidate(&near, n->kinds[i]->name, n->kinds[i]->place);
    }
    diag_candidate_word(&near, "variant");
    diag_candidate_word(&near, "ruleset");
    if (!kind)
        return (enum cmd_exit)cmd_usage(f->c,
                                        "new writes a variant, a ruleset, or a card of a kind of "
                                        "%s: '%s' is none%s%.*s%s",
                                        f->of, what, near.best.len ? "; did you mean '" : "",
                                        (int)near.best.len, near.best.len ? near.best.at : "",
                                        near.best.len ? "'?" : "");
    const char *folder, *why;
    if (!card_folder(f, &folder)) return CMD_USAGE;
    why = fresh_card(f, kind);
    if (why) return (enum cmd_exit)cmd_usage(f->c, "%s", why);
    const char *path = arena_print(&f->c->arena, "%s/%s.myth", folder, f->name);
    struct span text = shaped(f, path);
    put(o, path, text.at, text.len);
    f->rules = f->of;
    put_script(f, o, folder);
    return CMD_GOOD;
}

/* The titles of examples that fail. */
struct failing {
    const char **title;
    int count;
};

static bool is_among(const struct failing *list, const char *title) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->title[i], title) == 0) return true;
    return false;
}

/* Returns the examples of an image that fail, without those of `before`. */
static struct failing failing(struct cmd *c, const struct image *img,
                              const struct failing *before) {
    struct failing list = {NEW_ARRAY(&c->arena, (size_t)img->blocks_count + 1, const char *), 0};
    struct battle *b = trial_battle(img);
    for (int32_t i = 0; i < img->blocks_count; i++) {
        const char *title = image_text(img, img->blocks[i].title);
        struct trial_result r;
        if (img->blocks[i].chances || (before && is_among(before, title))) continue;
        trial_example(b, i, &c->arena, &r);
        if (!r.passed) list.title[list.count++] = arena_text(&c->arena, title, strlen(title));
    }
    battle_free(b);
    return list;
}

/* Adds to the file of a card in the folder of a variant that the variant removes the examples which
 * the card makes come out otherwise. */
static bool remove_examples(struct fresh *f, struct out *o, const struct failing *list) {
    const struct ruleset_text *t = &f->s.text;
    size_t len = strcspn(f->base, "+");
    struct span own = t->step[t->steps - 1].name;
    struct cmd_file file;
    fresh_say(f,
              "\n# With it these examples of the rules come out otherwise: write your own.\n"
              "variant %.*s of %.*s {\n",
              (int)own.len, own.at, (int)len, f->base);
    for (int i = 0; i < list->count; i++) fresh_say(f, "remove example \"%s\"\n", list->title[i]);
    fresh_say(f, "}\n");
    struct span text = shaped(f, o->path[0]);
    if (!cmd_create(f->c, o->path[0], &file)) return false;
    fwrite(text.at, 1, text.len, file.to);
    return cmd_finish(f->c, &file);
}

static void say_written(const struct fresh *f, const struct out *o) {
    for (int i = 0; i < o->count; i++) {
        bool one = !o->folder || i == 0 || cmd_ends_in(o->path[i], ".lua");
        if (one) printf("wrote %s\n", o->folder && i == 0 ? o->folder : o->path[i]);
    }
    printf("myth check %s\nmyth test %s\n", f->rules, f->rules);
    const char *last = o->path[o->count - 1];
    if (cmd_ends_in(last, ".lua")) printf("myth run %s\n", last);
}

/* Checks the rules with what was written and runs their examples; takes back what was written if
 * the rules have mistakes now. before: the examples that failed without it. */
static enum cmd_exit look_at(struct fresh *f, struct out *o, const struct failing *before) {
    enum cmd_exit code = CMD_GOOD;
    struct image *img = cmd_load(f->c, f->rules, &code);
    if (!img) {
        cmd_say(f->c, "so '%s' cannot be written as the others are; nothing was", f->name);
        take_back(o);
        return code;
    }
    struct failing list = failing(f->c, img, before);
    image_free(img);
    const bool own = !o->folder && f->s.text.steps > 0;
    if (list.count && own && !remove_examples(f, o, &list)) {
        take_back(o);
        return CMD_INPUT;
    }
    for (int i = 0; i < list.count && !own; i++)
        cmd_say(f->c, "the example \"%s\" comes out otherwise now", list.title[i]);
    say_written(f, o);
    return CMD_GOOD;
}

enum cmd_exit cmd_new(struct cmd *c) {
    enum cmd_exit code = CMD_GOOD;
    const char *of = cmd_option(c, "--of");
    if (c->words != 2 || !of)
        return (enum cmd_exit)cmd_usage(c, "new wants what, its name, and --of RULESET");
    if (!is_name(c->word[1]))
        return (enum cmd_exit)cmd_usage(
            c,
            "'%s' is not a name: small letters, digits and _, at most %d, "
            "and no word of the language (myth doc language)",
            c->word[1], MOST_NAME);
    size_t len = strlen(of);
    while (len > 1 && of[len - 1] == '/') len--;
    of = arena_text(&c->arena, of, len);
    struct fresh f = {.c = c, .name = c->word[1], .title = title_of(c, c->word[1]), .of = of};
    if (!cmd_source(c, of, &f.s, &code)) return code;
    f.base = arena_text(&c->arena, f.s.names->name.at, f.s.names->name.len);
    struct out *o = NEW(&c->arena, struct out);
    if (strcmp(c->word[0], "variant") == 0)
        code = is_variant(&f)
                   ? (enum cmd_exit)cmd_usage(c, "%s has a variant '%s' already", of, f.name)
                   : new_variant(&f, o);
    else if (strcmp(c->word[0], "ruleset") == 0)
        code = new_ruleset(&f, o);
    else if (is_taken(&f))
        code = (enum cmd_exit)cmd_usage(c, "%s has something called '%s' already: myth refs %s %s",
                                        of, f.name, of, f.name);
    else
        code = new_card(&f, o, c->word[0]);
    struct failing before = {0};
    if (code == CMD_GOOD && is_there_already(c, o)) code = CMD_USAGE;
    if (code == CMD_GOOD) before = failing(c, f.s.img, NULL);
    source_close(&f.s);
    if (code != CMD_GOOD) return code;
    return write_all(c, o) ? look_at(&f, o, &before) : CMD_INPUT;
}
