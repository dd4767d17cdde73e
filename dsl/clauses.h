/*
 * clauses: lists of the clauses of the printed rules, one a line; rule text cites the clauses that
 * it settles. A list is a file beside the rules with columns separated by tabs: id, kind, source,
 * clause, note; a first line that begins with `id` and a tab names the columns. Several lists count
 * as one: no id may stand in them twice.
 */
#ifndef MYTH_DSL_CLAUSES_H
#define MYTH_DSL_CLAUSES_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

struct clause_row {
    struct span id, kind, source, text;
    struct place place; /* place of the id */
};
struct clauses {
    struct clause_row *row;
    int32_t count, room;
    int32_t *bucket; /* hash table by id: 1 + number of the row; 0: empty */
    uint32_t buckets;
    const char *lists; /* paths of the lists, for messages; NULL or "": there is no list */
};

/* Adds the rows of a list, the text that was entered in `d` as `file`. Reports each line that has
 * fewer than four columns, has no id, or repeats an id. */
void clauses_read(struct clauses *c, struct arena *arena, struct diags *d, uint32_t file);
/* Returns the number of the row with this id, from 0; -1 if there is none. */
int32_t clauses_find(const struct clauses *c, struct span id);
/* Reports that no list has the clause `id`, which is cited at `place`, and suggests a near id. */
void clauses_missing(const struct clauses *c, struct diags *d, struct place place, struct span id);
/* Reports each citation in these trees that no list has, and returns their number. */
int clauses_check(const struct clauses *c, struct diags *d, struct node **files, int count);

enum { CLAUSE_COLUMNS = 5 };
/* Splits a line at its tabs into columns. Columns that are missing become empty, columns behind the
 * fifth are dropped. Returns how many there were, at most 5. The readers of other lists with tabs
 * call it, too. */
int clauses_columns(struct span line, struct span column[CLAUSE_COLUMNS]);
/* Takes the next line off `*text`, without its line end. Returns false if no text is left. */
bool clauses_line(struct span *text, struct span *line);

#endif
