/*
 * The command watch: checks a ruleset and runs its examples whenever a file of it is saved, and
 * prints what has changed since the last time.
 */
#include "cmd.h"

#include <dirent.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>

#include "../dsl/diag.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "../vm/image.h"
#include "../vm/run.h"
#include "trial.h"

enum { LOOK_MS = 100, FOLDERS_MOST = 16, PATH_MOST = 4096 };

/* An example that failed: its title, and the faults as they are printed. */
struct failure {
    struct failure *next;
    const char *title, *text;
};
/* The findings of one look at the rules. They lie in an arena of their own, so that two looks can
 * be compared. */
struct look {
    struct arena arena;
    /* the messages about mistakes, as they are printed; "" if there are none */
    const char *said;
    bool good; /* the rules have no mistakes, so the examples were run */
    int passed, failed;
    struct failure *failures;
    const char *near; /* the title most similar to the one that was asked for; "" if none is */
    /* the folders of all files that were read; the first is the ruleset's own, or the file's */
    const char *folder[FOLDERS_MOST];
    int folders;
};

/* ---- Whether a file has changed ------------------------------------------------------------- */

static uint64_t file_print(const char *path, uint64_t hash) {
    struct stat s;
    hash = base_hash(path, strlen(path), hash);
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode)) return hash;
    const int64_t about[] = {(int64_t)s.st_mtim.tv_sec, (int64_t)s.st_mtim.tv_nsec,
                             (int64_t)s.st_size, (int64_t)s.st_ino};
    return base_hash((const char *)about, sizeof about, hash);
}

/* Returns a number that is another one as soon as a file of the folder has been written, made or
 * removed. The order in which the folder lists its files has no say. */
static uint64_t folder_print(const char *folder) {
    char path[PATH_MOST];
    uint64_t sum = 0;
    DIR *d = opendir(folder);
    if (!d) return file_print(folder, 1);
    for (struct dirent *e; (e = readdir(d));) {
        const int n = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.' && n > 0 && n < PATH_MOST) sum += file_print(path, 1);
    }
    closedir(d);
    return sum;
}

static uint64_t print_of(const struct look *l) {
    uint64_t hash = 0;
    for (int i = 0; i < l->folders; i++) hash = base_mix(hash + folder_print(l->folder[i]));
    return hash;
}

static void nap(void) {
    poll(NULL, 0, LOOK_MS);
}

/* Waits until a file changes, and then until none changes any more: an editor may write several.
 * Returns false when ^C was typed. */
static bool wait_for_change(const struct look *l, uint64_t *print) {
    uint64_t now = *print;
    while (!cmd_stopped() && now == *print) {
        nap();
        now = print_of(l);
    }
    while (!cmd_stopped() && now != *print) {
        *print = now;
        nap();
        now = print_of(l);
    }
    return !cmd_stopped();
}

/* ---- One look -------------------------------------------------------------------------------- */

static void add_folder(struct look *l, const char *path, size_t len) {
    for (int i = 0; i < l->folders; i++)
        if (strlen(l->folder[i]) == len && memcmp(l->folder[i], path, len) == 0) return;
    if (l->folders < FOLDERS_MOST) l->folder[l->folders++] = arena_text(&l->arena, path, len);
}

static void add_folder_of(struct look *l, const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash)
        add_folder(l, path, (size_t)(slash - path));
    else
        add_folder(l, ".", 1);
}

static void note_failure(struct cmd *c, struct look *l, const struct image *img, int32_t block,
                         const struct trial_result *r, struct failure ***end) {
    struct failure *f = NEW(&l->arena, struct failure);
    f->title = arena_print(&l->arena, "%s", image_text(img, img->blocks[block].title));
    f->text = cmd_faults(c, &l->arena, img, block, r, false);
    **end = f;
    *end = &f->next;
}

static void run_examples(struct cmd *c, struct look *l, const struct image *img,
                         const char *title) {
    struct failure **end = &l->failures;
    struct nearest near =
        diag_nearest((struct span){title ? title : "", title ? strlen(title) : 0});
    struct battle *b = trial_battle(img);
    for (int32_t i = -1; !cmd_stopped() && cmd_next_example(img, title, &near, &i);) {
        struct trial_result r;
        struct arena_mark mark = arena_mark(&c->arena);
        trial_example(b, i, &c->arena, &r);
        l->passed += r.passed;
        l->failed += !r.passed;
        if (!r.passed) note_failure(c, l, img, i, &r, &end);
        arena_reset(&c->arena, mark);
    }
    battle_free(b);
    l->near = arena_text(&l->arena, near.best.at, near.best.len);
}

static void look(struct cmd *c, struct look *l, const char *path, const char *title) {
    char why[300];
    struct arena scratch = {0};
    struct diags *d = diags_new(&scratch);
    enum ruleset_result result = RULESET_GOOD;
    struct ruleset_told told = {.arena = &l->arena};
    struct image *img = ruleset_load_told(&scratch, d, path, &result, &told);
    const struct span said = diag_printed(d, &scratch, c->colour_out);
    l->said = arena_text(&l->arena, said.at, said.len);
    for (uint32_t i = 0; i < diag_files(d); i++) add_folder_of(l, diag_path(d, i));
    if (img && !host_leaves(img, why, sizeof why)) {
        l->said = arena_print(&l->arena, "%s\n", why);
        image_free(img);
        img = NULL;
    }
    l->good = img != NULL;
    if (img) run_examples(c, l, img, title);
    image_free(img);
    arena_free(&scratch);
}

/* ---- What has changed ------------------------------------------------------------------------ */

static const struct failure *failure_of(const struct look *l, const struct failure *like) {
    const struct failure *f = l->failures;
    while (f && strcmp(f->title, like->title) != 0) f = f->next;
    return f;
}

/* Prints what differs from the last look without mistakes, and closes with a line that tells how
 * the rules stand. Of examples that fail as they did before, only their number is printed. */
static void print_change(const struct look *before, const struct look *now) {
    int as_before = 0;
    for (const struct failure *f = now->failures; f; f = f->next) {
        const struct failure *old = failure_of(before, f);
        if (old && strcmp(old->text, f->text) == 0)
            as_before++;
        else
            fputs(f->text, stdout);
    }
    for (const struct failure *f = before->failures; f; f = f->next)
        if (!failure_of(now, f)) printf("passes again, or is gone: \"%s\"\n", f->title);
    printf("%d passed, %d failed", now->passed, now->failed);
    if (as_before > 0) printf(" (%d as before)", as_before);
    putchar('\n');
}

/* Prints what a look has found. `told` is a hash of the messages that were printed last. */
static void tell(const struct look *before, const struct look *now, const char *title,
                 uint64_t *told) {
    const uint64_t said = base_hash(now->said, strlen(now->said), 1);
    if (said != *told) fputs(now->said, stdout);
    *told = said;
    if (!now->good)
        puts("mistakes: no example was run");
    else if (title && now->passed + now->failed == 0)
        printf("there is no example \"%s\"%s%s%s\n", title, *now->near ? "; did you mean \"" : "",
               now->near, *now->near ? "\"?" : "");
    else
        print_change(before, now);
    fflush(stdout);
}

static void forget(struct look *l) {
    arena_free(&l->arena);
    *l = (struct look){.said = ""};
}

enum cmd_exit cmd_watch(struct cmd *c) {
    /* the look that is taken, and the last one without mistakes */
    struct look looks[2] = {{.said = ""}, {.said = ""}}, *now = &looks[0], *before = &looks[1];
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(c, "watch wants one ruleset, and at most a title");
    const char *path = cmd_find_rules(c, c->word[0], false);
    const char *title = c->words > 1 ? c->word[1] : NULL;
    if (!path) return CMD_INPUT;
    cmd_catch();
    printf("watching %s; ^C ends\n", path);
    uint64_t print = 0, told = base_hash("", 0, 1);
    do {
        const int folders = now->folders;
        if (now->good) {
            struct look *last = before;
            before = now;
            now = last;
        }
        forget(now);
        look(c, now, path, title);
        /* A save during a look is seen at once, except in a folder that this look has found.
         * Whoever saves on what is told is seen in any case. */
        if (now->folders != folders) print = print_of(now);
        if (!cmd_stopped()) tell(before, now, title, &told);
    } while (wait_for_change(now, &print));
    forget(now);
    forget(before);
    return CMD_STOPPED;
}
