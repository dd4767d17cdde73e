/*
 * Properties of the geometry, against an exact reference that shares no code with it (tests/
 * geometry/exact.c). Drawn samples, MYTH_CASES (3,000) a property; `make matrix` takes a million.
 * A sample that breaks one is reduced as far as possible and printed as a line for
 * tests/geometry/found.txt, whose lines are tried first.
 *
 *   geometry_test [PROPERTY]     only this one
 *   geometry_test --names        which there are
 */
#include "geometry/property.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
    const struct property *at;
    size_t count;
};

static bool is_broken(const struct sample *s, const void *with) {
    char said[SAID];
    const struct property *p = with;
    return p->judge(s, said) == BROKEN;
}

static void show(const struct property *p, struct sample *s) {
    char line[8000], said[SAID] = "";
    sample_shrink(s, is_broken, p);
    (void)p->judge(s, said);
    sample_write(p->name, s, line, sizeof line);
    printf("%s: %s. For tests/geometry/found.txt:\n%s\n", p->name, said, line);
}

/* Tries it on drawn samples; false: it was broken. */
static bool try_drawn(const struct property *p, uint64_t cases) {
    struct draw d = {0, 1};
    struct sample s;
    char said[SAID];
    uint64_t tried = 0, broken = 0;
    if (p->rare > 0) cases /= (uint64_t)p->rare;
    for (uint64_t n = 0; n < cases; n++) {
        sample_draw(&d, p->wish, &s);
        enum verdict v = p->judge(&s, said);
        tried += v != NO_SAMPLE;
        if (v == BROKEN && 1000 * ++broken > (uint64_t)p->allowed * cases / 4) {
            show(p, &s);
            return false;
        }
    }
    if (1000 * broken > (uint64_t)p->allowed * tried) {
        printf("%s: %llu of %llu are broken, too many\n", p->name, (unsigned long long)broken,
               (unsigned long long)tried);
        return false;
    }
    if (tried < cases / 4) {
        printf("%s: only %llu of %llu samples could be tried\n", p->name, (unsigned long long)tried,
               (unsigned long long)cases);
        return false;
    }
    return true;
}

/* Tries it on what broke it once. */
static bool try_found(const struct property *p) {
    char line[8000], name[64], said[SAID];
    struct sample s;
    bool fine = true;
    FILE *file = fopen("tests/geometry/found.txt", "r");
    if (file == NULL) {
        printf("there is no tests/geometry/found.txt\n");
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n') continue;
        if (!sample_read(line, name, &s)) {
            printf("found.txt: this is no sample: %s", line);
            fine = false;
        } else if (strcmp(name, p->name) == 0 && p->judge(&s, said) == BROKEN) {
            show(p, &s);
            fine = false;
        }
    }
    fclose(file);
    return fine;
}

int main(int argc, char **argv) {
    const struct list lists[] = {{relations, relations_count},
                                 {ways, ways_count},
                                 {motions, motions_count},
                                 {rounds, rounds_count}};
    const char *set = getenv("MYTH_CASES");
    uint64_t cases = set ? strtoull(set, NULL, 10) : 3000;
    int good = 0, bad = 0;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        for (size_t i = 0; i < lists[l].count; i++) {
            const struct property *p = &lists[l].at[i];
            if (argc > 1 && strcmp(argv[1], "--names") == 0) {
                puts(p->name);
                continue;
            }
            if (argc > 1 && strcmp(argv[1], p->name) != 0) continue;
            bool found = try_found(p), drawn = try_drawn(p, cases);
            *(found && drawn ? &good : &bad) += 1;
        }
    }
    if (argc > 1 && strcmp(argv[1], "--names") == 0) return 0;
    printf("Pass: %d, fail: %d, skip: 0.\n", good, bad);
    return bad > 0 || good == 0;
}
