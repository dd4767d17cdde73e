/*
 * ruleset: the way from files to an image. A ruleset is every *.myth file of a folder and the
 * folders in it, in byte order of the path, or one single file. A path that ends in +NAME is the
 * ruleset with that `variant` of it; a folder without a head whose text has a `variant` block is a
 * variant of the rules that lie beside it. Only regular files are read: a file that is missing, too
 * large, a pipe or a device gets a message, and never makes the program hang.
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

/* Gives the image, or NULL after messages in `d`. Trees, names, source texts and messages lie in
 * `scratch`; the image has its own memory, which image_free gives back. */
struct image *ruleset_load(struct arena *scratch, struct diags *d, const char *path,
                           enum ruleset_result *result);

/* The same without examples and `chances`: all that a battle needs, with the same hash. If the
 * rules have mistakes, all of the text is read as above, so that the messages are the same; but it
 * is not reported that nothing does an event or gives a feature. */
struct image *ruleset_load_for_play(struct arena *scratch, struct diags *d, const char *path,
                                    enum ruleset_result *result);

/* The texts of a ruleset as they lie on the disk: those of its folder, then, if that is a variant,
 * those of the folder that it is a variant of, and so on. */
enum { RULESET_FOLDERS = 8 };
struct ruleset_text {
    struct node **files; /* trees, in the order of diag_file */
    int count;
    int folders, first[RULESET_FOLDERS]; /* number of each folder's first file */
    const char *folder[RULESET_FOLDERS];
    const char *path;   /* as it was given */
    const char *chosen; /* names of the chosen variants, "a+b"; NULL: none */
    bool for_play;      /* examples are passed over */
};
/* All that follows must stand between these two calls, which bound the memory that reading may take
 * (TEXT_MEMORY). */
void ruleset_begin(void);
void ruleset_end(void);
/* Reads and parses a path. False: something could not be read, and was reported. True: it was
 * parsed, perhaps with mistakes. */
bool ruleset_read(struct arena *scratch, struct diags *d, const char *path, struct ruleset_text *t);
/* Applies variants: from trees in the order of `t->files` (those, or others made of altered text)
 * it makes the trees of plain rules, in the order of the text. The given trees are taken apart. */
struct node **ruleset_resolve(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                              struct node **files, int *count);
/* Makes the image from trees that were checked, with the text of its Lua leaves; NULL after
 * messages. */
struct image *ruleset_image(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                            struct names *names);
/* Reads the lists of clauses that the head names, and reports each citation in these trees that is
 * in none; returns how many. A list that lies in several folders of a variant is read from each. */
int ruleset_clauses(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                    const struct names *names, struct node **files, int count, struct clauses *c);
/* The path of a file beside the rules: in their folder, or in that of their base. */
const char *ruleset_beside(struct arena *scratch, const struct ruleset_text *t, const char *file);

/* The same as ruleset_load; besides, it lists the variants in the text, each of which `path+NAME`
 * would choose. It lists none if the path has already chosen some. */
struct ruleset_told {
    struct arena *arena; /* memory for the names */
    const char *variants[MAX_VARIANTS];
    int count;
    size_t bytes; /* length of the text */
    /* set if the path is one file that is part of a ruleset: the folder of that; NULL */
    const char *part_of;
};
struct image *ruleset_load_told(struct arena *scratch, struct diags *d, const char *path,
                                enum ruleset_result *result, struct ruleset_told *told);

#endif
