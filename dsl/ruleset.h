/*
 * ruleset: makes an image of the rule text of a path. A ruleset is every *.myth file of a folder
 * and of the folders in it, in byte order of their paths, or one single file.
 *
 * A path that ends in +NAME is the ruleset with its variant NAME. A folder whose text has a
 * `variant` block but no head is a variant of other rules, which lie beside it.
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
    RULESET_MISTAKES,  /* the text has mistakes: exit code 1 */
    RULESET_UNREADABLE /* the text cannot be read: exit code 3 */
};

/* Returns the image of a path, or NULL after messages in `d`, and sets *result. Trees, names,
 * source texts and messages lie in `scratch`. The image has its own memory, which image_free gives
 * back. */
struct image *ruleset_load(struct arena *scratch, struct diags *d, const char *path,
                           enum ruleset_result *result);

/* Returns the image like ruleset_load, but without examples and `chances`: all that a battle needs,
 * with the same hash. If the rules have mistakes, the whole text is read as ruleset_load does, so
 * that the messages are the same. Events that nothing does, and features that nothing gives, are
 * not reported, because an example might do or give them. */
struct image *ruleset_load_for_play(struct arena *scratch, struct diags *d, const char *path,
                                    enum ruleset_result *result);

enum { RULESET_FOLDERS = 8 }; /* most folders of one ruleset: variants of variants */
/* The text of a ruleset, parsed, as it lies on the disk: the files of its folder, then, if that is
 * a variant, those of the folder that it is a variant of, and so on. */
struct ruleset_text {
    struct node **files; /* FILE nodes, in the order in which the files were given to diag_file */
    int count;           /* how many files */
    /* folders: how many; first: index in `files` of the first file of each folder */
    int folders, first[RULESET_FOLDERS];
    const char *folder[RULESET_FOLDERS]; /* path of each; that of a single file is the file */
    const char *path;                    /* the path as it was given to ruleset_read */
    /* names of the chosen variants that are blocks in the text, "a+b"; NULL: none */
    const char *chosen;
    bool for_play; /* examples and `chances` were passed over */
};
/* ruleset_begin and ruleset_end bound the memory that reading may take (TEXT_MEMORY). Calls of
 * ruleset_read, ruleset_resolve, ruleset_image and ruleset_clauses must stand between the two. The
 * functions ruleset_load… call both themselves. */
void ruleset_begin(void);
void ruleset_end(void);
/* Reads and parses the text of a path. Returns false if something could not be read, which was
 * reported. Returns true if all was parsed, perhaps with mistakes. */
bool ruleset_read(struct arena *scratch, struct diags *d, const char *path, struct ruleset_text *t);
/* Applies variants. The trees `files` are those of t, or others in the same order, made of altered
 * text. Returns the trees of plain rules, in the order of the text, and sets *count to how many.
 * The given trees are taken apart. */
struct node **ruleset_resolve(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                              struct node **files, int *count);
/* Returns the image of trees that were checked, with the text of its Lua functions; NULL after
 * messages. */
struct image *ruleset_image(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                            struct names *names);
/* Reads the lists of clauses that the head names into *c, and reports each citation in these trees
 * that is in none of them. Returns how many such citations there are. If several folders of a
 * variant have a list of one name, all of these are read. */
int ruleset_clauses(struct arena *scratch, struct diags *d, const struct ruleset_text *t,
                    const struct names *names, struct node **files, int count, struct clauses *c);
/* Returns the path of a file beside the rules: in their folder, or else in that of the rules that
 * they are a variant of. If it is nowhere, returns where it would be in the last of these
 * folders. */
const char *ruleset_beside(struct arena *scratch, const struct ruleset_text *t, const char *file);

/* What ruleset_load_told tells besides the image: the variants in the text, each of which
 * `path+NAME` would choose. None are listed if the path has chosen some. */
struct ruleset_told {
    struct arena *arena; /* memory for the names */
    const char *variants[MAX_VARIANTS];
    int count;
    size_t bytes; /* length of the text in bytes */
    /* the folder of the ruleset that the path, a single file, is a part of; NULL: it is no such
     * part */
    const char *part_of;
};
/* Does what ruleset_load does, and fills in *told. */
struct image *ruleset_load_told(struct arena *scratch, struct diags *d, const char *path,
                                enum ruleset_result *result, struct ruleset_told *told);

#endif
