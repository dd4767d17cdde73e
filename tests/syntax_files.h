/* syntax_files: calls a function for every rule text that the tests of the dsl read: the duel, the
 * tour, the pieces of tests/language. Paths are from the root of the tree. */
#ifndef MYTH_TESTS_SYNTAX_FILES_H
#define MYTH_TESTS_SYNTAX_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "base.h"

static inline struct span file_read(struct arena *arena, const char *path) {
    struct span s = {NULL, 0};
    FILE *f = fopen(path, "rb");
    if (!f) return s;
    size_t room = 1 << 16, got;
    char *at = arena_new(arena, room);
    while ((got = fread(at + s.len, 1, room - s.len, f)) > 0) {
        s.len += got;
        if (s.len < room) continue;
        char *more = arena_new(arena, room * 2);
        memcpy(more, at, s.len);
        at = more;
        room *= 2;
    }
    fclose(f);
    s.at = at;
    return s;
}

/* Calls `each` for all *.myth files of a folder. Returns how many there were. */
static inline int files_in(const char *folder,
                           void (*each)(const char *path, struct span text, void *user),
                           void *user) {
    DIR *dir = opendir(folder);
    int count = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t len = strlen(e->d_name);
        if (len < 5 || strcmp(e->d_name + len - 5, ".myth") != 0) continue;
        struct arena arena = {0};
        const char *path = arena_print(&arena, "%s/%s", folder, e->d_name);
        each(path, file_read(&arena, path), user);
        arena_free(&arena);
        count++;
    }
    if (dir) closedir(dir);
    return count;
}

/* How many files of each there should be. */
enum { DUEL_FILES = 9, TOUR_FILES = 81, LANGUAGE_FILES = 10 };

static inline int files_all(void (*each)(const char *path, struct span text, void *user),
                            void *user) {
    return files_in("rules/duel", each, user) + files_in("tests/tour/midgard", each, user) +
           files_in("tests/tour/mythic-earth", each, user) +
           files_in("tests/tour/mythoz", each, user) + files_in("tests/tour/pantheon", each, user) +
           files_in("tests/language", each, user);
}

#endif
