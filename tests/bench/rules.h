/*
 * rules: what benches share that play whole battles: the rules of a folder and what stands in them
 * by name. Each ends the bench with a message if it finds nothing.
 */
#ifndef MYTH_TESTS_BENCH_RULES_H
#define MYTH_TESTS_BENCH_RULES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dsl/diag.h"
#include "../../dsl/ruleset.h"
#include "../../vm/image.h"
#include "../../vm/run.h"

static inline void bench_fail(const char *what, const char *name) {
    fprintf(stderr, "bench: %s '%s'\n", what, name);
    exit(1);
}

static inline struct image *bench_rules(struct arena *scratch, const char *folder) {
    enum ruleset_result result;
    struct image *img = ruleset_load_for_play(scratch, diags_new(scratch), folder, &result);
    if (!img) bench_fail("there are mistakes in", folder);
    return img;
}

#define BENCH_FIND(table, what)                                               \
    for (int32_t i = 0; i < img->table##_count; i++) {                        \
        if (strcmp(image_text(img, img->table[i].name), name) == 0) return i; \
    }                                                                         \
    bench_fail("there is no " what, name);                                    \
    return -1

static inline int32_t bench_blueprint(const struct image *img, const char *name) {
    BENCH_FIND(blueprints, "blueprint");
}
static inline int32_t bench_kind(const struct image *img, const char *name) {
    BENCH_FIND(kinds, "kind");
}

#endif
