/*
 * From a path to an image: finds and reads the files of rule text, follows a variant to the rules
 * that it is a variant of, and runs all stages over their trees. Whatever cannot be read gets a
 * message.
 */
#include "ruleset.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../vm/image.h"
#include "check.h"
#include "clauses.h"
#include "emit.h"
#include "grammar.h"
#include "names.h"
#include "variant.h"

enum { MAX_FOLDERS = 32 }; /* how deep folders of rules may be nested */
/* In bytes: memory that reading may take besides MAX_TEXT_MEMORY bytes for each byte of text. */
enum { MEMORY_BESIDES = 44 * 1024 * 1024 };

/* The paths of files that were found. */
struct paths {
    struct arena *arena;
    const char **at;
    size_t count, room;
};

/* Reports something about a path as a whole, as a message about an empty text of that path. why:
 * for DIAG_CANNOT_READ the reason; otherwise not used. */
static void say(struct diags *d, const char *path, enum diag_id id, const char *why) {
    struct place place = {diag_file(d, path, (struct span){"", 0}), 0, 0};
    if (id == DIAG_CANNOT_READ)
        diag_add(d, id, place, why);
    else if (id == DIAG_FOLDERS_TOO_DEEP)
        diag_add(d, id, place, (int)MAX_FOLDERS);
    else if (id == DIAG_TOO_LONG_FILE)
        diag_add(d, id, place, (int64_t)MAX_SOURCE_BYTES);
    else
        diag_add(d, id, place);
}

static void add_path(struct paths *p, const char *path) {
    if (p->count == p->room) {
        size_t wider = p->room ? p->room * 2 : 32;
        const char **at = NEW_ARRAY(p->arena, wider, const char *);
        if (p->count) memcpy(at, p->at, p->count * sizeof *at);
        p->at = at;
        p->room = wider;
    }
    p->at[p->count++] = path;
}

/* Whether a file of that name is rule text: NAME.myth. */
static bool is_rule_text(const char *name) {
    size_t len = strlen(name);
    return len > 5 && strcmp(name + len - 5, ".myth") == 0;
}

static bool look_into(struct paths *p, struct diags *d, const char *folder, int depth);

/* Looks at one name in a folder: adds the path of a file of rule text, and goes into a folder. A
 * link to a folder is not followed, because it may lead back; a name that begins with a dot is
 * passed over. Returns false if something could not be read (reported). */
static bool look_at(struct paths *p, struct diags *d, const char *folder, const char *name,
                    int depth) {
    if (name[0] == '.') return true;
    const char *path = arena_print(p->arena, "%s/%s", folder, name);
    struct stat is;
    if (lstat(path, &is) != 0) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    if (S_ISDIR(is.st_mode)) return look_into(p, d, path, depth + 1);
    if (is_rule_text(name)) add_path(p, path);
    return true;
}

/* Adds the paths of the rule texts of a folder and of the folders in it. depth: how many folders,
 * from the one that the user named, stand around it. Returns false if something could not be read
 * (reported). */
static bool look_into(struct paths *p, struct diags *d, const char *folder, int depth) {
    if (depth > MAX_FOLDERS) {
        say(d, folder, DIAG_FOLDERS_TOO_DEEP, NULL);
        return false;
    }
    DIR *dir = opendir(folder);
    if (!dir) {
        if (errno == ENOMEM) memory_exhausted();
        say(d, folder, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    bool ok = true;
    struct dirent *entry;
    while (errno = 0, (entry = readdir(dir)) != NULL)
        ok = look_at(p, d, folder, entry->d_name, depth) && ok;
    if (errno != 0) { /* reading the folder failed, so files may be missing from the list */
        say(d, folder, DIAG_CANNOT_READ, strerror(errno));
        ok = false;
    }
    closedir(dir);
    return ok;
}

/* Sorts paths by their bytes. room: an array of the same length, for use while sorting. */
static void sort_paths(const char **at, const char **room, size_t count) {
    if (count < 2) return;
    size_t half = count / 2, a = 0, b = half, n = 0;
    sort_paths(at, room, half);
    sort_paths(at + half, room, count - half);
    while (a < half && b < count) room[n++] = strcmp(at[a], at[b]) <= 0 ? at[a++] : at[b++];
    while (a < half) room[n++] = at[a++];
    while (b < count) room[n++] = at[b++];
    memcpy(at, room, count * sizeof *at);
}

/* Reads at most `size` bytes of an open file, the size that it had when it was opened, and sets
 * *got to how many there were. What was added to the file since is not read. Returns false, with
 * errno set, if reading failed. */
static bool read_all(int file, char *to, size_t size, size_t *got) {
    *got = 0;
    while (*got < size) {
        ssize_t n = read(file, to + *got, size - *got);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        if (n == 0) break;
        *got += (size_t)n;
    }
    return true;
}

/* Reads an open file into *text. Returns false, with a message, if it is no regular file, too long
 * or cannot be read. */
static bool read_open(struct arena *arena, struct diags *d, const char *path, int file,
                      struct span *text) {
    struct stat is;
    if (fstat(file, &is) != 0) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    if (!S_ISREG(is.st_mode)) {
        say(d, path, DIAG_CANNOT_READ, "it is no file");
        return false;
    }
    if (is.st_size > MAX_SOURCE_BYTES) {
        say(d, path, DIAG_TOO_LONG_FILE, NULL);
        return false;
    }
    memory_bound_more((size_t)is.st_size * MAX_TEXT_MEMORY);
    char *at = arena_new(arena, (size_t)is.st_size + 1);
    if (!read_all(file, at, (size_t)is.st_size, &text->len)) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    text->at = at;
    return true;
}

/* Reads a file into *text. Returns false after a message. O_NONBLOCK makes a pipe without a writer
 * open at once, so that it can be refused and does not make the program wait. */
static bool read_file(struct arena *arena, struct diags *d, const char *path, struct span *text) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    bool ok = read_open(arena, d, path, file, text);
    close(file);
    return ok;
}

/* Finds the files of a path, in the order in which they are read: all rule texts of a folder,
 * sorted, or the one file. Returns false, after a message, if something could not be read or a
 * folder has no rule text. */
static bool find_files(struct paths *p, struct diags *d, const char *path) {
    struct stat is;
    if (stat(path, &is) != 0) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    if (!S_ISDIR(is.st_mode)) {
        add_path(p, arena_text(p->arena, path, strlen(path)));
        return true;
    }
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/') len--;
    const char *folder = arena_text(p->arena, path, len);
    if (!look_into(p, d, folder, 0)) return false;
    if (p->count == 0) {
        say(d, folder, DIAG_NO_RULES, NULL);
        return false;
    }
    sort_paths(p->at, NEW_ARRAY(p->arena, p->count, const char *), p->count);
    return true;
}

/* ---- A folder, and the rules that it is a variant of --------------------------------------- */

/* A variant that a path names. */
struct named {
    struct span name;
    const char
        *folder; /* the folder of its own in which it lies; NULL: it is a block in the text */
};
/* A path split into rules and variants. "rules/duel+harsh" means the folder rules/duel with its
 * variant harsh, unless a file or folder has that whole name. */
struct chosen {
    const char *path;
    struct named *named;
    int count;
};

static bool is_there(const char *path) {
    struct stat is;
    return stat(path, &is) == 0;
}

/* Whether a line of a text begins with `word`, a blank and, unless `name` is empty, that name. */
static bool begins_line(struct span text, const char *word, struct span name) {
    const char *end = text.at + text.len;
    size_t len = strlen(word);
    for (const char *at = text.at; at && (size_t)(end - at) > len + name.len;) {
        bool same = memcmp(at, word, len) == 0 && at[len] == ' ';
        const char *next = at + len + 1;
        if (same && !name.len) return true;
        if (same && (size_t)(end - next) > name.len && next[name.len] == ' ' &&
            memcmp(next, name.at, name.len) == 0)
            return true;
        at = memchr(at, '\n', (size_t)(end - at));
        if (at) at++;
    }
    return false;
}

/* Whether some file of rule text in a folder has a line that begins so. Nothing is reported. */
static bool folder_says(struct arena *arena, const char *folder, const char *word,
                        struct span name) {
    struct paths p = {.arena = arena};
    struct diags *d = diags_new(arena);
    bool says = false;
    look_into(&p, d, folder, 0);
    for (size_t i = 0; i < p.count && !says; i++) {
        struct span text;
        says = read_file(arena, d, p.at[i], &text) && begins_line(text, word, name);
    }
    return says;
}

/* Returns the folder of the variant with that name; NULL: there is none. The folder is called after
 * a folder of c, the one named last first, or after what the path of the rules is called after
 * (mythic_earth_late of mythic_earth); or it lies beside the rules and is called NAME. */
static const char *folder_named(struct arena *arena, const struct chosen *c, struct span name) {
    const char *plain = arena_text(arena, name.at, name.len), *folder;
    struct span none = {"", 0};
    for (int i = c->count; i >= 0; i--) {
        const char *before = i > 0 ? c->named[i - 1].folder : c->path;
        if (!before) continue;
        folder = arena_print(arena, "%s_%s", before, plain);
        if (is_there(folder) && folder_says(arena, folder, "variant", none)) return folder;
    }
    const char *slash = strrchr(c->path, '/'), *own = slash ? slash + 1 : c->path;
    for (size_t len = strlen(own); len-- > 1;) {
        size_t all = (size_t)(own - c->path) + len;
        if (own[len] != '_' || !is_there(arena_text(arena, c->path, all))) continue;
        folder = arena_print(arena, "%.*s_%s", (int)all, c->path, plain);
        if (is_there(folder) && folder_says(arena, folder, "variant", name)) return folder;
    }
    folder = arena_print(arena, "%.*s%s", (int)(own - c->path), c->path, plain);
    bool beside = strcmp(folder, c->path) != 0 && is_there(folder);
    return beside && folder_says(arena, folder, "variant", name) ? folder : NULL;
}

/* Splits a path at each + of its last part. A path without a +, and one that exists as it stands,
 * is not split. */
static struct chosen choose(struct arena *arena, const char *path) {
    const char *slash = strrchr(path, '/'), *plus = strchr(slash ? slash : path, '+');
    if (!plus || is_there(path)) return (struct chosen){path, NULL, 0};
    struct chosen c = {arena_text(arena, path, (size_t)(plus - path)), NULL, 0};
    size_t most = strlen(plus);
    c.named = NEW_ARRAY(arena, most, struct named);
    while (*plus == '+') {
        struct span name = {plus + 1, strcspn(plus + 1, "+")};
        const char *folder = folder_named(arena, &c, name);
        c.named[c.count++] = (struct named){name, folder};
        plus += 1 + name.len;
    }
    return c;
}

/* Returns the path of the rules of that name: a folder or file beside `path`, or a folder
 * rules/NAME under the working directory, whichever is there first. Returns NULL if there is
 * none. */
static const char *beside(struct arena *arena, const char *path, struct span name) {
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/') len--;
    while (len > 0 && path[len - 1] != '/') len--;
    const char *folder = arena_text(arena, path, len),
               *plain = arena_text(arena, name.at, name.len);
    const char *tries[] = {arena_print(arena, "%s%s", folder, plain),
                           arena_print(arena, "%s%s.myth", folder, plain),
                           arena_print(arena, "rules/%s", plain)};
    for (size_t i = 0; i < ARRAY_LEN(tries); i++) {
        if (is_there(tries[i])) return tries[i];
    }
    return NULL;
}

/* Reads and parses all files of a path and adds their trees to t, as one more folder. Returns false
 * if a file could not be read (reported). */
static bool read_folder(struct arena *scratch, struct diags *d, const char *path,
                        struct ruleset_text *t) {
    struct paths p = {.arena = scratch};
    if (!find_files(&p, d, path)) return false;
    struct span *texts = NEW_ARRAY(scratch, p.count, struct span);
    bool ok = true;
    for (size_t i = 0; i < p.count; i++) ok = read_file(scratch, d, p.at[i], &texts[i]) && ok;
    if (!ok) return false;
    struct node **files = NEW_ARRAY(scratch, (size_t)t->count + p.count, struct node *);
    if (t->count) memcpy(files, t->files, (size_t)t->count * sizeof *files);
    struct node *(*parse)(struct arena *, struct diags *, uint32_t) =
        t->for_play ? grammar_parse_for_play : grammar_parse;
    for (size_t i = 0; i < p.count; i++)
        files[(size_t)t->count + i] = parse(scratch, d, diag_file(d, p.at[i], texts[i]));
    t->files = files;
    t->folder[t->folders] = path;
    t->first[t->folders++] = t->count;
    t->count += (int)p.count;
    return true;
}

/* Returns how many bytes of a path stand before its last slash; 0 if it has none. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* Whether all heads of rulesets among the files stand in one folder. Heads in several folders are
 * several rulesets, which is reported. */
static bool is_one(struct arena *scratch, struct diags *d, const char *path, struct node **files,
                   int count) {
    const char *all = "", *last = NULL;
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (!variant_head(files + i, 1)) continue;
        const char *of = diag_path(d, files[i]->place.file);
        size_t len = folder_length(of);
        if (last && folder_length(last) == len && memcmp(last, of, len) == 0) continue;
        all = arena_print(scratch, "%s%s%.*s", all, found++ ? ", " : "", (int)len, of);
        last = of;
    }
    if (found < 2) return true;
    struct place place = {diag_file(d, path, (struct span){"", 0}), 0, 0};
    diag_add(d, DIAG_SEVERAL_RULESETS, place, all);
    return false;
}

/* Whether a folder is called NAME, or SOMETHING_NAME. */
static bool is_called(const char *folder, struct span name) {
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/') len--;
    if (len < name.len || memcmp(folder + len - name.len, name.at, name.len) != 0) return false;
    char before = len > name.len ? folder[len - name.len - 1] : '/';
    return before == '/' || before == '_';
}

/* Returns the block that makes a folder a variant of other rules: the one that was named by +NAME
 * or that the folder is called after, else one in its ruleset.myth, else the first. Returns NULL if
 * the files have a head or no block. named: the NAME; an empty one: none. */
static struct node *own_block(const struct diags *d, const char *folder, struct node **files,
                              int count, struct span named) {
    struct node *blocks[MAX_VARIANTS], *best = NULL;
    int n = variant_head(files, count) ? 0 : variant_blocks(files, count, blocks, MAX_VARIANTS);
    int worth = -1;
    for (int i = 0; i < n && i < MAX_VARIANTS; i++) {
        const char *file = diag_path(d, blocks[i]->place.file), *slash = strrchr(file, '/');
        int w = span_equal(blocks[i]->text, named)   ? 3
                : is_called(folder, blocks[i]->text) ? 2
                : strcmp(slash ? slash + 1 : file, "ruleset.myth") == 0 ? 1
                                                                        : 0;
        if (w > worth) best = blocks[i];
        if (w > worth) worth = w;
    }
    return best;
}

/* Offers the NAME of each folder BASE_NAME beside the base as a candidate for "did you mean". */
static void near_folders(struct arena *scratch, const char *base, struct nearest *near) {
    const char *slash = strrchr(base, '/'), *own = slash ? slash + 1 : base;
    DIR *dir = opendir(slash ? arena_text(scratch, base, (size_t)(own - base)) : ".");
    size_t len = strlen(own);
    if (!dir && errno == ENOMEM) memory_exhausted();
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (strncmp(e->d_name, own, len) == 0 && e->d_name[len] == '_')
            diag_candidate_word(
                near, arena_text(scratch, e->d_name + len + 1, strlen(e->d_name + len + 1)));
    }
    if (dir) closedir(dir);
}

/* Reports a variant that the path names and that is nowhere. blocks: all variants that there are,
 * `count` of them. */
static void no_variant(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                       struct span name, struct node **blocks, int count) {
    struct nearest near = diag_nearest(name);
    for (int i = 0; i < count; i++) diag_candidate(&near, blocks[i]->text, blocks[i]->place);
    near_folders(scratch, t->folder[t->folders - 1], &near);
    const char *path = arena_text(scratch, t->path, strlen(t->path));
    struct place place = {diag_file(d, path, (struct span){"", 0}), 0, 0};
    struct diag *m = diag_add(d, DIAG_NO_VARIANT, place, name);
    if (span_equal(near.best, name))
        diag_hint(d, m, "the folder of that name says no `variant %t of`", name);
    else
        diag_did_you_mean(d, m, &near);
}

/* Whether the text has all variants that the path names, and names none twice. The first one that
 * is wrong is reported. If part of the text could not be read, the answer is yes, because the
 * variant may stand there. */
static bool are_there(struct arena *scratch, struct diags *d, const struct ruleset_text *t) {
    struct node *blocks[MAX_VARIANTS];
    int n = t->steps ? variant_blocks(t->files, t->count, blocks, MAX_VARIANTS) : 0;
    if (n > MAX_VARIANTS) n = MAX_VARIANTS;
    for (int k = 0; k < t->steps && !diag_unread(d); k++) {
        struct span name = t->step[k].name;
        bool there = t->step[k].folder >= 0;
        for (int i = 0; i < n; i++) there = there || span_equal(blocks[i]->text, name);
        if (!there) {
            no_variant(scratch, d, t, name, blocks, n);
            return false;
        }
        for (int i = 0; i < k; i++) {
            if (!span_equal(t->step[i].name, name)) continue;
            const char *path = arena_text(scratch, t->path, strlen(t->path));
            struct place place = {diag_file(d, path, (struct span){"", 0}), 0, 0};
            diag_add(d, DIAG_VARIANT_TWICE, place, name);
            return false;
        }
    }
    return true;
}

/* Reports if the text has more than MAX_VARIANTS variants. */
static void too_many_variants(struct diags *d, const struct ruleset_text *t) {
    struct node *blocks[MAX_VARIANTS + 1];
    if (variant_blocks(t->files, t->count, blocks, MAX_VARIANTS + 1) > MAX_VARIANTS)
        diag_add(d, DIAG_TOO_MANY, blocks[MAX_VARIANTS]->place, MAX_VARIANTS,
                 "variants in the text of one ruleset", "VARIANTS");
}

/* Reads the folder of a variant that the path names. Returns false, after a message, if it cannot
 * be read or is none. */
static bool read_named(struct arena *scratch, struct diags *d, const struct named *v,
                       struct ruleset_text *t) {
    if (t->folders == RULESET_FOLDERS - 1) {
        say(d, t->path, DIAG_CANNOT_READ, "it names variants in more than 7 folders");
        return false;
    }
    if (!read_folder(scratch, d, v->folder, t)) return false;
    int first = t->first[t->folders - 1];
    if (!is_one(scratch, d, v->folder, t->files + first, t->count - first)) return false;
    if (diag_unread(d) || own_block(d, v->folder, t->files + first, t->count - first, v->name))
        return true;
    no_variant(scratch, d, t, v->name, NULL, 0);
    return false;
}

/* Reads the text of the rules: their folder, and as long as that is a variant of other rules, the
 * folder of those. Sets the first steps, and *steps to how many there are. Returns false, after a
 * message, if something cannot be read or found, or if a folder holds several rulesets. */
static bool read_rules(struct arena *scratch, struct diags *d, const char *path,
                       struct ruleset_text *t) {
    const struct span none = {"", 0};
    while (read_folder(scratch, d, path, t)) {
        int k = t->folders - 1, first = t->first[k];
        if (!is_one(scratch, d, path, t->files + first, t->count - first)) return false;
        struct node *block = own_block(d, path, t->files + first, t->count - first, none);
        if (!block) return true;
        const struct node *of = block->variant.of;
        const char *base = beside(scratch, path, of->text);
        if (!base || t->folders == RULESET_FOLDERS) {
            diag_add(d, DIAG_NO_BASE, of->place, of->text);
            return false;
        }
        /* the rules that are varied come to lie behind: their steps come first */
        memmove(t->step + 1, t->step, (size_t)t->steps * sizeof *t->step);
        t->step[0] = (struct ruleset_step){block->text, k};
        t->steps++;
        path = base;
    }
    return false;
}

/* Reads the text of a path: the folders of the variants that it names, the last one first, and
 * those of the rules. Returns false after a message. */
static bool read_text(struct arena *scratch, struct diags *d, const char *path, bool for_play,
                      struct ruleset_text *t) {
    struct chosen c = choose(scratch, path);
    *t = (struct ruleset_text){.path = path, .for_play = for_play};
    t->step = NEW_ARRAY(scratch, (size_t)c.count + RULESET_FOLDERS, struct ruleset_step);
    int *folder = NEW_ARRAY(scratch, (size_t)c.count + 1, int);
    for (int i = c.count; i-- > 0;) {
        folder[i] = c.named[i].folder ? t->folders : -1;
        if (c.named[i].folder && !read_named(scratch, d, &c.named[i], t)) return false;
    }
    if (!read_rules(scratch, d, c.path, t)) return false;
    for (int i = 0; i < c.count; i++)
        t->step[t->steps++] = (struct ruleset_step){c.named[i].name, folder[i]};
    if (!are_there(scratch, d, t)) return false;
    too_many_variants(d, t);
    return true;
}

bool ruleset_read(struct arena *scratch, struct diags *d, const char *path,
                  struct ruleset_text *t) {
    return read_text(scratch, d, path, false, t);
}

bool ruleset_read_for_play(struct arena *scratch, struct diags *d, const char *path,
                           struct ruleset_text *t) {
    return read_text(scratch, d, path, true, t);
}

/* Returns the label of a variant, that of its first block which has one; NULL: none has. */
static struct node *label_of(struct node **files, int count, struct span name) {
    for (int i = 0; i < count; i++) {
        for (struct node *n = files[i]->file.decls; n; n = n->next) {
            if (n->kind == NODE_VARIANT && span_equal(n->text, name) && n->variant.label)
                return n->variant.label;
        }
    }
    return NULL;
}

/* Applies the variant of that name, and adds it to the rules' name and title, if the text of the
 * rules has such a block. */
static void choose_variant(struct variant_work *w, struct node **files, int count,
                           struct span name) {
    struct node *blocks[MAX_VARIANTS];
    int n = variant_blocks(files, count, blocks, MAX_VARIANTS);
    for (int i = 0; i < n && i < MAX_VARIANTS; i++) {
        if (!span_equal(blocks[i]->text, name)) continue;
        variant_apply(w, name);
        variant_name(w, name, label_of(files, count, name));
        return;
    }
}

/* Returns the block of a step that has a folder of its own. */
static struct node *block_of(const struct diags *d, const struct ruleset_text *t,
                             struct node **files, const struct ruleset_step *step) {
    int k = step->folder;
    return own_block(d, t->folder[k], files + t->first[k], t->first[k + 1] - t->first[k],
                     step->name);
}

/* Whether the rules that a block varies are those in a folder of the text. */
static bool is_of_folder(const struct ruleset_text *t, const struct node *block) {
    for (int k = 0; k < t->folders; k++) {
        const char *slash = strrchr(t->folder[k], '/');
        if (span_is(block->variant.of->text, slash ? slash + 1 : t->folder[k])) return true;
    }
    return false;
}

struct node **ruleset_resolve(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                              struct node **files, int *count) {
    struct node **all = NEW_ARRAY(scratch, (size_t)t->count, struct node *);
    int last = t->folders - 1, base = t->count - t->first[last];
    memcpy(all, files + t->first[last], (size_t)base * sizeof *all);
    *count = base;
    /* Some text is not well formed, so not all declarations may be known. No variant is applied
     * then, because a change might not find its target and be reported without reason. */
    if (diag_unread(d)) return all;
    struct variant_work *w = variant_start(scratch, d, all, base);
    struct node **block = NEW_ARRAY(scratch, (size_t)t->steps + 1, struct node *);
    for (int s = 0; s < t->steps; s++) {
        int k = t->step[s].folder;
        if (k < 0) continue;
        block[s] = block_of(d, t, files, &t->step[s]);
        for (int i = t->first[k]; i < t->first[k + 1]; i++)
            variant_keep_others(w, files[i], block[s]->text);
    }
    for (int s = 0; s < t->steps; s++) {
        int k = t->step[s].folder;
        if (k < 0) choose_variant(w, all, base, t->step[s].name);
        if (k < 0 || (!is_of_folder(t, block[s]) && !variant_is_of(w, block[s]))) continue;
        struct node *label =
            label_of(files + t->first[k], t->first[k + 1] - t->first[k], block[s]->text);
        for (int i = t->first[k]; i < t->first[k + 1]; i++)
            variant_apply_file(w, files[i], block[s]->text);
        variant_name(w, block[s]->text, label);
    }
    return all;
}

/* Sets told->variants to the variants of the text, and told->bytes to the length of all its files.
 * No variants are listed if the path itself chooses variants that are blocks in the text. */
static void tell_variants(struct arena *scratch, const struct diags *d,
                          const struct ruleset_text *t, struct ruleset_told *told) {
    struct node **blocks = NEW_ARRAY(scratch, MAX_VARIANTS, struct node *);
    told->count = 0;
    told->bytes = 0;
    for (uint32_t i = 0; i < diag_files(d); i++) told->bytes += diag_text(d, i).len;
    for (int k = 0; k < t->steps; k++) {
        if (t->step[k].folder < 0) return;
    }
    int all = t->folders > 1 ? t->first[t->folders - 1] : t->count;
    int n = variant_blocks(t->files, all, blocks, MAX_VARIANTS);
    for (int i = 0; i < n && i < MAX_VARIANTS; i++) {
        bool own = false;
        for (int k = 0; k < t->steps; k++) own |= span_equal(t->step[k].name, blocks[i]->text);
        if (own) continue;
        told->variants[told->count++] =
            arena_text(told->arena, blocks[i]->text.at, blocks[i]->text.len);
    }
}

/* Returns the path itself if it is a folder, otherwise the folder that the file lies in. */
static const char *folder_of(struct arena *arena, const char *path) {
    struct stat is;
    size_t len = strlen(path);
    if (stat(path, &is) == 0 && S_ISDIR(is.st_mode)) {
        while (len > 1 && path[len - 1] == '/') len--;
    } else {
        while (len > 0 && path[len - 1] != '/') len--;
        if (len > 0) len--;
    }
    return len > 0 ? arena_text(arena, path, len) : ".";
}

/* Sets told->part_of to the folder of a path that is one file without a head, if a file in that
 * folder has one; otherwise to NULL. */
static void tell_part(struct arena *scratch, const struct ruleset_text *t,
                      struct ruleset_told *told) {
    struct stat is;
    told->part_of = NULL;
    if (t->folders != 1 || t->count != 1 || variant_head(t->files, 1)) return;
    if (stat(t->folder[0], &is) != 0 || S_ISDIR(is.st_mode)) return;
    const char *folder = folder_of(scratch, t->folder[0]);
    if (folder_says(scratch, folder, "ruleset", (struct span){"", 0}))
        told->part_of = arena_text(told->arena, folder, strlen(folder));
}

const char *ruleset_in_folder(struct arena *scratch, const struct ruleset_text *t, int folder,
                              const char *file) {
    return arena_print(scratch, "%s/%s", folder_of(scratch, t->folder[folder]), file);
}

const char *ruleset_beside(struct arena *scratch, const struct ruleset_text *t, const char *file) {
    const char *name = NULL;
    for (int k = 0; k < t->folders; k++) {
        name = ruleset_in_folder(scratch, t, k, file);
        if (is_there(name)) break;
    }
    return name;
}

/* Reads the list of clauses of that name from each folder of t that has such a file, but not twice
 * from one folder. Returns whether there was one. */
static bool read_list(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                      const struct node *named, struct clauses *c) {
    const char *file = arena_text(scratch, named->text.at, named->text.len), *before = NULL;
    bool any = false;
    for (int k = 0; k < t->folders && named->kind == NODE_TEXT; k++) {
        struct span text;
        const char *folder = folder_of(scratch, t->folder[k]);
        const char *path = arena_print(scratch, "%s/%s", folder, file);
        if ((before && strcmp(before, folder) == 0) || !is_there(path)) continue;
        before = folder;
        any = true;
        if (read_file(scratch, d, path, &text))
            clauses_read(c, scratch, d, diag_file(d, path, text));
    }
    return any;
}

int ruleset_clauses(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                    const struct names *names, struct node **files, int count, struct clauses *c) {
    *c = (struct clauses){.lists = ""};
    for (const struct node *n = names->clauses; n; n = n->next) {
        struct span name = n->kind == NODE_TEXT ? n->text : diag_span(d, n->place);
        if (!read_list(scratch, d, t, n, c)) diag_add(d, DIAG_NO_CLAUSES, n->place, name);
    }
    return *c->lists && !diag_errors(d) ? clauses_check(c, d, files, count) : 0;
}

/* What one loading of a path needs, and what comes of it. */
struct loading {
    const char *path;
    bool for_play; /* without examples and `chances` */
    struct ruleset_text text;
    struct ruleset_told *told; /* what is told besides the image; NULL: nothing */
    enum ruleset_result result;
};

/* Reads the text, applies variants, and checks the rules and their citations. Returns the checked
 * names, or NULL after messages; sets l->result. */
static struct names *check(struct arena *scratch, struct arena *words, struct diags *d,
                           struct loading *l) {
    struct ruleset_text *t = &l->text;
    l->result = RULESET_UNREADABLE;
    if (!read_text(scratch, d, l->path, l->for_play, t)) return NULL;
    if (l->told) tell_variants(scratch, d, t, l->told);
    if (l->told) tell_part(scratch, t, l->told);
    int count = 0;
    struct node **files = ruleset_resolve(scratch, d, t, t->files, &count);
    l->result = RULESET_MISTAKES;
    struct names *names = names_new_apart(scratch, words, d);
    names->for_play = l->for_play;
    if (!check_ruleset(names, files, count) || diag_errors(d) > 0) return NULL;
    struct clauses clauses = {0};
    ruleset_clauses(scratch, d, t, names, files, count, &clauses);
    if (diag_errors(d) > 0) return NULL;
    l->result = RULESET_GOOD;
    return names;
}

/* Puts leaves.lua, the file of Lua functions that compute numbers, into the image, and computes
 * the hash of the image anew. Returns false if the file is nowhere beside the rules or cannot be
 * read. */
static bool leaves(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                   struct image *img) {
    struct span text;
    const char *name = ruleset_beside(scratch, t, "leaves.lua");
    if (!is_there(name) || !read_file(scratch, d, name, &text)) return false;
    img->leaves.path = arena_text(&img->arena, name, strlen(name));
    img->leaves.text = arena_text(&img->arena, text.at, text.len);
    img->leaves.len = text.len;
    img->hash = image_hash(img);
    return true;
}

struct image *ruleset_image(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                            struct names *names) {
    struct image *img = emit_image(names, d);
    if (!img || !names->leaf || leaves(scratch, d, t, img)) return img;
    diag_add(d, DIAG_NO_LEAVES, names->leaf->place);
    image_free(img);
    return NULL;
}

struct image *ruleset_load(struct arena *scratch, struct diags *d, const char *path,
                           enum ruleset_result *result) {
    return ruleset_load_told(scratch, d, path, result, NULL);
}

void ruleset_begin(void) {
    memory_bound(MEMORY_BESIDES);
}

void ruleset_end(void) {
    memory_bound(0);
}

static struct image *load(struct arena *scratch, struct diags *d, struct loading *l) {
    ruleset_begin();
    /* words take a third of the memory; they are given back before the image grows */
    struct arena words = {0};
    struct names *names = check(scratch, &words, d, l);
    arena_free(&words);
    struct image *img = names ? ruleset_image(scratch, d, &l->text, names) : NULL;
    if (names && !img) l->result = RULESET_MISTAKES;
    ruleset_end();
    return img;
}

struct image *ruleset_load_told(struct arena *scratch, struct diags *d, const char *path,
                                enum ruleset_result *result, struct ruleset_told *told) {
    struct loading l = {.path = path, .told = told};
    struct image *img = load(scratch, d, &l);
    *result = l.result;
    return img;
}

struct image *ruleset_load_for_play(struct arena *scratch, struct diags *d, const char *path,
                                    enum ruleset_result *result) {
    struct loading l = {.path = path, .for_play = true};
    struct arena_mark mark = arena_mark(scratch);
    struct diags *said = diags_new(scratch);
    struct image *img = load(scratch, said, &l);
    *result = l.result;
    if (img && diag_kept(said) == 0) return img;
    image_free(img);
    arena_reset(scratch, mark);
    return ruleset_load(scratch, d, path, result);
}
