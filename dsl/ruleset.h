/*
 * ruleset: the files of a ruleset, in order, from the file system to an image. A
 * ruleset is every *.myth file of a folder and the folders in it, in byte order of
 * the path, or one single file. A path that ends in +NAME is the ruleset with that
 * `variant` of it; a folder without a head whose text has a `variant` block is a
 * variant of the rules that lie beside it. Reads regular files only: what is missing,
 * a pipe, a device or too large is a message with a place, never a hang.
 */
#ifndef MYTH_DSL_RULESET_H
#define MYTH_DSL_RULESET_H

#include "../vm/arena.h"
#include "diag.h"

struct clauses;
struct image;
struct names;

enum ruleset_result {
    RULESET_GOOD,
    RULESET_MISTAKES,  /* the text has errors: exit code 1 */
    RULESET_UNREADABLE /* there is no text: exit code 3 */
};

/* The image, or NULL after messages in `d`. Trees, names and source texts lie in
 * `scratch`, as long as the messages; the image is its own and is given back by
 * image_free. */
struct image *ruleset_load(struct arena *scratch, struct diags *d, const char *path,
                           enum ruleset_result *result);

/* The same without examples and `chances`: what a battle needs, with the same hash. If anything
 * is to be said of the rules, all of them are read as above, so that it is what is said elsewhere;
 * that nothing does an event or gives a feature is not. */
struct image *ruleset_load_for_play(struct arena *scratch, struct diags *d, const char *path,
                                    enum ruleset_result *result);

/* The texts of a ruleset as they lie there: its folder, then, if that is a variant, the
 * folder of which it is one, and so on. */
enum { RULESET_FOLDERS = 8 };
struct ruleset_text {
    struct node **files; /* trees, in the order of diag_file */
    int count;
    int folders, first[RULESET_FOLDERS]; /* where the files of each begin */
    const char *folder[RULESET_FOLDERS];
    const char *path;   /* as it was said */
    const char *chosen; /* variants by name, "a+b"; NULL: none */
    bool for_play;      /* examples are passed over */
};
/* Around what follows, in whole or in part: what it may take is bounded (TEXT_MEMORY). */
void ruleset_begin(void);
void ruleset_end(void);
/* False: something could not be read, with messages; else parsed, perhaps with messages. */
bool ruleset_read(struct arena *scratch, struct diags *d, const char *path, struct ruleset_text *t);
/* Trees in the order of `t->files` (these, or others of altered text), which are taken
 * apart, as the trees of plain rules in the order of the text. */
struct node **ruleset_resolve(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                              struct node **files, int *count);
/* The image of such trees once they are checked, with the text of its Lua leaves; NULL after
 * messages. */
struct image *ruleset_image(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                            struct names *names);
/* Reads the lists of clauses that the head names, and looks up each citation in these trees. A list
 * that several folders of a variant have is read from each. How many are in none of them. */
int ruleset_clauses(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                    const struct names *names, struct node **files, int count, struct clauses *c);
/* The path of a file that lies beside the rules: in their folder, or that of their base. */
const char *ruleset_beside(struct arena *scratch, const struct ruleset_text *t, const char *file);

/* ruleset_load, and the variants that the rules tell of, in order, which `path+NAME` would choose;
 * of a path that has chosen some, none. */
struct ruleset_told {
    struct arena *arena; /* of the names */
    const char *variants[MAX_VARIANTS];
    int count;
    size_t bytes;        /* of the text */
    const char *part_of; /* the folder of which the one file is a part, NULL */
};
struct image *ruleset_load_told(struct arena *scratch, struct diags *d, const char *path,
                                enum ruleset_result *result, struct ruleset_told *told);

#endif
