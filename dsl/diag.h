/*
 * diag: what is wrong with rule text. Owns the source texts, places in them as
 * byte offsets (lines and columns are counted only when something is printed),
 * the codes with their pages (diag.def), "did you mean", sorting, the cap of
 * MAX_MISTAKES and the printing with excerpt, underline and suggestion.
 *
 * A mistake that was reported is not reported again: of two messages with equal
 * code and place the first is kept, and a line that is not well formed (E01xx) gets
 * no others. Memory: at most MAX_KEPT messages of each
 * file are kept, those that come first in its text; the rest are counted.
 */
#ifndef MYTH_DSL_DIAG_H
#define MYTH_DSL_DIAG_H

#include <stdio.h>

#include "../vm/arena.h"
#include "../vm/base.h"

/* A stretch of a source text. */
struct place {
    uint32_t file; /* as diag_file gave it */
    uint32_t at;   /* byte offset */
    uint32_t len;
};

enum diag_severity { DIAG_ERROR, DIAG_WARNING };

enum diag_id {
#define DIAG(code, NAME, severity, message, page) DIAG_##NAME,
#include "diag.def"
#undef DIAG
    DIAG_COUNT_
};

struct diag_row {
    const char *code; /* "E0203" */
    const char *name; /* "NO_NUMBER" */
    enum diag_severity severity;
    const char *message; /* format, see diag_add */
    const char *page;
};
const struct diag_row *diag_row(enum diag_id id);
/* The row of a code as a user writes it ("E0203", "e0203", "203"), or NULL. */
const struct diag_row *diag_find(const char *code);

struct diags; /* the sink of one run */
struct diag;  /* one message that was kept */

struct diags *diags_new(struct arena *arena);
/* A sink of its own over the same texts, which only counts: to try a reading. */
struct diags *diags_apart(struct arena *arena, const struct diags *d);

/* Enters a source text, which must stay where it is, in the order in which the
 * messages are to be sorted; gives its number. The text may hold anything. */
uint32_t diag_file(struct diags *d, const char *path, struct span text);
/* The file is ours but for this part, one line that somebody typed: messages, one error at
 * most, are about it alone. */
void diag_part(struct diags *d, uint32_t file, uint32_t from, uint32_t len);
uint32_t diag_files(const struct diags *d);
const char *diag_path(const struct diags *d, uint32_t file);
struct span diag_text(const struct diags *d, uint32_t file);

/* Line and column from 1, the column in characters. */
struct line_column {
    uint32_t line, column;
};
struct line_column diag_where(const struct diags *d, struct place place);
struct span diag_span(const struct diags *d, struct place place); /* the bytes of it */

/* Adds a message. The rest are what the row's format asks for, in its order:
 * %s a const char *, %t a struct span, %d an int, %l an int64_t, %p a struct
 * place (printed as file:line). NULL if it was not kept (said already, or past
 * the cap); the two below then do nothing. */
struct diag *diag_add(struct diags *d, enum diag_id id, struct place place, ...);
/* Whether a message there would be kept; if not, its words need not be made. */
bool diag_room(const struct diags *d, struct place place);
/* What stands behind the underline; the same format. A second one replaces the first. */
void diag_hint(struct diags *d, struct diag *to, const char *format, ...);
/* What to write instead of a sign or word of other languages that stands there, or before it;
 * NULL: it is none. Mistakes of form and names that mean nothing get it by themselves. */
const char *diag_foreign(struct span text, size_t at, size_t len);
/* A second place with a few words about it: a line of its own below. */
void diag_also(struct diags *d, struct diag *to, struct place place, const char *words);

/* Whether some text was not well formed, so that not all that it declares is known. */
bool diag_unread(const struct diags *d);
/* Whether the line of this place is not: what it means is not known then. */
bool diag_bad_line(const struct diags *d, struct place place);
uint32_t diag_errors(const struct diags *d); /* all that were said, kept or not */
uint32_t diag_warnings(const struct diags *d);

/* Sorted by file and place: errors before warnings only at equal places. */
void diag_print(struct diags *d, FILE *out, bool colour);
/* The same into memory. */
struct span diag_printed(struct diags *d, struct arena *arena, bool colour);
/* For golden tests and the viewer: the n-th message as it will be printed. */
uint32_t diag_kept(const struct diags *d);
enum diag_id diag_kept_id(struct diags *d, uint32_t n);
struct place diag_kept_place(struct diags *d, uint32_t n);

/* "Did you mean": offered the candidates one at a time, keeps the nearest; of
 * equals the first. Nothing is near that needs more than a third of the word's
 * letters changed; neighbours swapped count as one change. */
struct nearest {
    struct span word;
    struct span best; /* empty: none is near */
    uint32_t distance;
    struct place place; /* of the best */
};
struct nearest diag_nearest(struct span word);
void diag_candidate(struct nearest *n, struct span candidate, struct place place);
void diag_candidate_word(struct nearest *n, const char *candidate);
/* "did you mean 'hit' (units.myth:3)?", or nothing when none is near. */
void diag_did_you_mean(struct diags *d, struct diag *to, const struct nearest *n);

#endif
