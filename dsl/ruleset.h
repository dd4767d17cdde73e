/*
 * ruleset: makes an image of the rule text of a path. A ruleset is every *.myth file of a folder
 * and of the folders in it, in byte order of their paths, or one single file.
 *
 * A path that ends in +NAME, unless something of that whole name exists, is the ruleset with its
 * variant NAME; several may be named, and are applied in that order. A variant is a block in the
 * text, or lies in a folder of its own: RULESET_NAME, or NAME beside the ruleset. A folder whose
 * text has a `variant` block but no head is a variant of other rules, which are sought beside it
 * and then in rules/. If it has blocks of several names, its own is the one that was named or that
 * the folder is called after, else one in its ruleset.myth, else the first. The others may be
 * named, too.
 *
 * Only regular files are read. A file that is missing, too large, a pipe or a device gets a
 * message, and never makes the program wait.
 */
#ifndef MYTH_DSL_RULESET_H
#define MYTH_DSL_RULESET_H

#include "../vm/arena.h"
#include "diag.h"

struct clauses;
struct image;
struct names;

/* What came of loading a ruleset. */
enum ruleset_result {
    RULESET_GOOD,
    RULESET_MISTAKES, /* the text has mistakes, or cannot be run: exit code 1 */
    /* something cannot be read or found: a file, a variant, the rules varied: exit code 3 */
    RULESET_UNREADABLE
};

/* Returns the image of a path, or NULL after messages in `d`, and sets *result. Trees, names and
 * the bytes of the source texts lie in `scratch`. The image has its own memory, which image_free
 * gives back. */
struct image *ruleset_load(struct arena *scratch, struct diags *d, const char *path,
                           enum ruleset_result *result);

/* Returns the image that ruleset_load would return, with the same hash, but without examples and
 * `chances`: all that a battle needs. If anything is reported on the way, the whole text is read
 * once more with its examples, so that the messages are those of ruleset_load. Events that nothing
 * does, and features that nothing gives, are not reported on the way, because an example might do
 * or give them. */
struct image *ruleset_load_for_play(struct arena *scratch, struct diags *d, const char *path,
                                    enum ruleset_result *result);

enum { RULESET_FOLDERS = 8 }; /* most folders of one ruleset: its own and those of variants */
/* A variant that is applied. */
struct ruleset_step {
    struct span name;
    int folder; /* the folder that holds it; -1: it is a block in the text */
};
/* The text of a ruleset, parsed, as it lies on the disk: the files of folders of variants, the one
 * that is applied last first, then those of the folder of the ruleset. */
struct ruleset_text {
    struct node **files; /* FILE nodes, in the order in which the files were given to diag_file */
    int count;           /* how many files */
    /* folders: how many; first: index in `files` of the first file of each folder */
    int folders, first[RULESET_FOLDERS];
    const char *folder[RULESET_FOLDERS]; /* path of each; that of a single file is the file */
    const char *path;                    /* the path as it was given to ruleset_read */
    /* the variants, in the order in which they are applied */
    struct ruleset_step *step;
    int steps;
    bool for_play; /* examples and `chances` were passed over */
};
/* ruleset_begin and ruleset_end bound the memory that reading may take (TEXT_MEMORY). Calls of
 * ruleset_read…, ruleset_resolve, ruleset_image and ruleset_clauses must stand between the two. The
 * functions ruleset_load… call both themselves. */
void ruleset_begin(void);
void ruleset_end(void);
/* Reads and parses the text of a path. Returns false, after a message, if something could not be
 * read or found: a file, the rules that a folder varies, a variant that the path names; or if the
 * path holds several rulesets. Returns true if all was parsed, perhaps with mistakes. */
bool ruleset_read(struct arena *scratch, struct diags *d, const char *path, struct ruleset_text *t);
/* Does the same, and passes over examples and `chances`. */
bool ruleset_read_for_play(struct arena *scratch, struct diags *d, const char *path,
                           struct ruleset_text *t);
/* Applies variants. The trees `files` are those of t, or others in the same order, made of altered
 * text. Returns the trees of the varied rules (the files of the last folder of t), in the order of
 * the text, and sets *count to how many there are. The given trees are taken apart. If some text is
 * not well formed (a message E01xx), the trees are returned without variants. */
struct node **ruleset_resolve(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                              struct node **files, int *count);
/* Returns the image of the rules that were checked into `names`, with the text of leaves.lua
 * (sought by `t`) if they name Lua functions; NULL after messages in `d`. image_free frees it. */
struct image *ruleset_image(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                            struct names *names);
/* Reads the lists of clauses that the head names into *c, and reports each citation in these trees
 * that is in none of them. Returns how many such citations there are; 0, without looking at
 * citations, if no list was read or `d` has errors. If several folders of a variant have a list of
 * one name, all of these are read. */
int ruleset_clauses(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                    const struct names *names, struct node **files, int count, struct clauses *c);
/* Returns the path of a file beside the rules: in the first folder of t that has it, so in the
 * variant's own folder before that of the rules varied. If none has it, returns where it would be
 * in the last of these folders. */
const char *ruleset_beside(struct arena *scratch, const struct ruleset_text *t, const char *file);
/* Returns the path of a file in the folder of that number, whether it is there or not. */
const char *ruleset_in_folder(struct arena *scratch, const struct ruleset_text *t, int folder,
                              const char *file);

/* What ruleset_load_told tells besides the image: the variants in the text, each of which
 * `path+NAME` would choose. None are listed if the path itself chooses such variants. */
struct ruleset_told {
    struct arena *arena; /* memory for the names */
    const char *variants[MAX_VARIANTS];
    int count;
    size_t bytes; /* length of all files that were read, in bytes */
    /* the folder of the ruleset that the path, a single file, is a part of; NULL: it is no such
     * part */
    const char *part_of;
};
/* Returns the image of a path, or NULL after messages, as ruleset_load does. If `told` is not NULL
 * and the text could be read, also fills in *told, whose member `arena` the caller has set. */
struct image *ruleset_load_told(struct arena *scratch, struct diags *d, const char *path,
                                enum ruleset_result *result, struct ruleset_told *told);

#endif
