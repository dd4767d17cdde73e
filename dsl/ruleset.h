/*
 * ruleset: the files of a ruleset, in order, from the file system to an image. A
 * ruleset is every *.myth file of a folder and the folders in it, in byte order of
 * the path, or one single file. Reads regular files only: what is missing, a pipe, a
 * device or too large is a message with a place, never a hang.
 */
#ifndef MYTH_DSL_RULESET_H
#define MYTH_DSL_RULESET_H

#include "../vm/arena.h"
#include "diag.h"

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

/* The trees in the order of the text, for who looks at text only (form).
 * NULL: nothing could be read; else *count trees, parsed with messages in `d`. */
struct node **ruleset_parse(struct arena *scratch, struct diags *d, const char *path, int *count);
/* And their names, checked; NULL after errors. */
struct names *ruleset_check(struct arena *scratch, struct diags *d, const char *path,
                            enum ruleset_result *result);

#endif
