/*
 * clauses: the lists of what the printed rules say, a clause a line, of which rule text cites
 * those that it settles. A list is a file beside the rules, columns parted by tabs: id, kind,
 * source, clause, note; a first line that begins with `id` names them. Several lists are one:
 * no id stands twice.
 */
#ifndef MYTH_DSL_CLAUSES_H
#define MYTH_DSL_CLAUSES_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

struct clause_row {
    struct span id, kind, source, text;
    struct place place; /* of the id */
};
struct clauses {
    struct clause_row *row;
    int32_t count, room;
    int32_t *bucket; /* of a hash table by id: 1 + the row; 0: none */
    uint32_t buckets;
    const char *lists; /* their paths, as a message names them; "": there is none */
};

/* One more list: a text that was entered as `file`. Its lines that are none get messages. */
void clauses_read(struct clauses *c, struct arena *arena, struct diags *d, uint32_t file);
/* The row of an id, -1. */
int32_t clauses_find(const struct clauses *c, struct span id);
/* Says that no list has the clause that is named at a place, with what is near. */
void clauses_missing(const struct clauses *c, struct diags *d, struct place place, struct span id);
/* Says so of each citation in these trees; how many there were. */
int clauses_check(const struct clauses *c, struct diags *d, struct node **files, int count);

/* Columns of a line, the rest empty; how many there were. For other lists of the same shape. */
enum { CLAUSE_COLUMNS = 5 };
int clauses_columns(struct span line, struct span column[CLAUSE_COLUMNS]);
/* The next line of a text, without its end; false: there is none. */
bool clauses_line(struct span *text, struct span *line);

#endif
