/* All that is kept of what the fuzzers have found (tests/fuzz/corpus), once through the same
 * function: what was found once stays found. Linked with all of tests/fuzz, whose functions have
 * the names of their files here. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

typedef int fuzz_function(const uint8_t *bytes, size_t size);
fuzz_function fuzz_expression, fuzz_rules, fuzz_save, fuzz_syntax, fuzz_tape;

static const struct target {
    const char *name;
    fuzz_function *run;
} targets[] = {{"expression", fuzz_expression},
               {"rules", fuzz_rules},
               {"save", fuzz_save},
               {"syntax", fuzz_syntax},
               {"tape", fuzz_tape}};

static fuzz_function *target_of(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(targets); i++)
        if (strcmp(targets[i].name, name) == 0) return targets[i].run;
    return NULL;
}

/* Gives each file to the target; how many there are. */
static int run_files(struct arena *arena, const char *folder, fuzz_function *run) {
    enum { ROOM = 1 << 16 };
    int files = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.') continue;
        struct arena_mark mark = arena_mark(arena);
        const char *path = arena_print(arena, "%s/%s", folder, e->d_name);
        uint8_t *bytes = arena_new(arena, ROOM);
        FILE *f = fopen(path, "rb");
        const size_t size = f ? fread(bytes, 1, ROOM, f) : 0;
        if (f) fclose(f);
        /* The last input that was read stands in what it said before it died. */
        fprintf(stderr, "%s\n", path);
        run(bytes, size);
        arena_reset(arena, mark);
        files++;
    }
    if (d) closedir(d);
    return files;
}

TEST what_was_found_stays_found(void) {
    struct arena arena = {0};
    DIR *d = opendir("tests/fuzz/corpus");
    int folders = 0;
    ASSERTm("there is no tests/fuzz/corpus", d != NULL);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.') continue;
        fuzz_function *run = target_of(e->d_name);
        ASSERTm(e->d_name, run != NULL);
        const char *folder = arena_print(&arena, "tests/fuzz/corpus/%s", e->d_name);
        ASSERTm(folder, run_files(&arena, folder, run) > 0);
        folders++;
    }
    closedir(d);
    ASSERT_EQ_FMT((int)ARRAY_LEN(targets), folders, "%d");
    arena_free(&arena);
    PASS();
}

SUITE(corpus) {
    RUN_TEST(what_was_found_stays_found);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(corpus);
    GREATEST_MAIN_END();
}
