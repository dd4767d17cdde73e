#include "ruleset.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../vm/image.h"
#include "check.h"
#include "emit.h"
#include "grammar.h"
#include "names.h"

enum { MAX_FOLDERS = 32 };

struct paths {
    struct arena *arena;
    const char **at;
    size_t count, room;
};

/* A message about a path as a whole: an empty text stands for it. */
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

static bool is_rule_text(const char *name) {
    size_t len = strlen(name);
    return len > 5 && strcmp(name + len - 5, ".myth") == 0;
}

static bool look_into(struct paths *p, struct diags *d, const char *folder, int depth);

/* Of what a folder holds: rule texts, and folders that are no links (a link may lead
 * back). A name that begins with a dot is nobody's rule. */
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

static bool look_into(struct paths *p, struct diags *d, const char *folder, int depth) {
    if (depth > MAX_FOLDERS) {
        say(d, folder, DIAG_FOLDERS_TOO_DEEP, NULL);
        return false;
    }
    DIR *dir = opendir(folder);
    if (!dir) {
        say(d, folder, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    bool fine = true;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        fine = look_at(p, d, folder, entry->d_name, depth) && fine;
    closedir(dir);
    return fine;
}

/* Stable, by the bytes of the path. */
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

/* All that a descriptor has, up to the size that it had; what grew meanwhile is cut. */
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
    char *at = arena_new(arena, (size_t)is.st_size + 1);
    if (!read_all(file, at, (size_t)is.st_size, &text->len)) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    text->at = at;
    return true;
}

/* O_NONBLOCK: a pipe that nobody writes to opens at once, and is refused. */
static bool read_file(struct arena *arena, struct diags *d, const char *path, struct span *text) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        say(d, path, DIAG_CANNOT_READ, strerror(errno));
        return false;
    }
    bool fine = read_open(arena, d, path, file, text);
    close(file);
    return fine;
}

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

struct node **ruleset_parse(struct arena *scratch, struct diags *d, const char *path, int *count) {
    struct paths p = {.arena = scratch};
    if (!find_files(&p, d, path)) return NULL;
    struct span *texts = NEW_ARRAY(scratch, p.count, struct span);
    bool fine = true;
    for (size_t i = 0; i < p.count; i++) fine = read_file(scratch, d, p.at[i], &texts[i]) && fine;
    if (!fine) return NULL;
    struct node **files = NEW_ARRAY(scratch, p.count, struct node *);
    for (size_t i = 0; i < p.count; i++)
        files[i] = grammar_parse(scratch, d, diag_file(d, p.at[i], texts[i]));
    *count = (int)p.count;
    return files;
}

struct names *ruleset_check(struct arena *scratch, struct diags *d, const char *path,
                            enum ruleset_result *result) {
    int count = 0;
    struct node **files = ruleset_parse(scratch, d, path, &count);
    *result = files ? RULESET_MISTAKES : RULESET_UNREADABLE;
    if (!files) return NULL;
    struct names *names = names_new(scratch, d);
    if (!check_ruleset(names, files, count) || diag_errors(d) > 0) return NULL;
    *result = RULESET_GOOD;
    return names;
}

/* leaves.lua in the folder of the rules, or beside their one file. */
static bool leaves(struct arena *scratch, struct diags *d, const char *path, struct image *img) {
    struct stat is;
    struct span text;
    size_t len = strlen(path);
    if (stat(path, &is) != 0) return false;
    if (S_ISDIR(is.st_mode)) {
        while (len > 1 && path[len - 1] == '/') len--;
    } else {
        while (len > 0 && path[len - 1] != '/') len--;
        if (len > 0) len--;
    }
    const char *folder = len > 0 ? arena_text(scratch, path, len) : ".";
    const char *name = arena_print(scratch, "%s/leaves.lua", folder);
    if (stat(name, &is) != 0 || !read_file(scratch, d, name, &text)) return false;
    img->leaves.path = arena_text(&img->arena, name, strlen(name));
    img->leaves.text = arena_text(&img->arena, text.at, text.len);
    img->leaves.len = text.len;
    img->hash = image_hash(img);
    return true;
}

struct image *ruleset_load(struct arena *scratch, struct diags *d, const char *path,
                           enum ruleset_result *result) {
    struct names *names = ruleset_check(scratch, d, path, result);
    struct image *img = names ? emit_image(names, d) : NULL;
    if (img && names->leaf && !leaves(scratch, d, path, img)) {
        diag_add(d, DIAG_NO_LEAVES, names->leaf->place);
        image_free(img);
        img = NULL;
    }
    if (names && !img) *result = RULESET_MISTAKES;
    return img;
}
