/*
 * clauses: lists of the clauses of the printed rules, one a line; rule text cites the clauses that
 * it settles. A list is a file beside the rules with columns parted by tabs: id, kind, source,
 * clause, note; a first line that begins with `id` names the columns. Several lists count as one:
 * no id may stand in two of them.
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
    const char *lists; /* paths of the lists, for messages; "": there is no list */
};

/* Adds the list in a text that was entered as `file`. A line that is no clause gets a message. */
void clauses_read(struct clauses *c, struct arena *arena, struct diags *d, uint32_t file);
/* The number of an id's row, -1. */
int32_t clauses_find(const struct clauses *c, struct span id);
/* Reports that no list has the clause cited at a place, and suggests a near one. */
void clauses_missing(const struct clauses *c, struct diags *d, struct place place, struct span id);
/* Reports each citation in these trees that no list has; returns how many these are. */
int clauses_check(const struct clauses *c, struct diags *d, struct node **files, int count);

/* Splits a line into columns, missing ones empty; returns how many there were. Also used for other
 * lists of this form. */
enum { CLAUSE_COLUMNS = 5 };
int clauses_columns(struct span line, struct span column[CLAUSE_COLUMNS]);
/* Takes the next line off a text, without its line end; false: there is none. */
bool clauses_line(struct span *text, struct span *line);

#endif
