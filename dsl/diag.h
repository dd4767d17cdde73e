/*
 * diag: messages about rule text. Owns the source texts, places in them as byte offsets (lines and
 * columns are counted only when something is printed), the codes with their pages (diag.def), "did
 * you mean", sorting, the cap of MAX_MISTAKES, and the printing with excerpt, underline and
 * suggestion.
 *
 * A mistake is reported once: of two messages with equal code and place the first is kept, and a
 * line that is not well formed (E01xx) gets no other messages. To bound memory, at most MAX_KEPT
 * messages of each file are kept, those that come first in its text; the rest are counted.
 */
#ifndef MYTH_DSL_DIAG_H
#define MYTH_DSL_DIAG_H

#include <stdio.h>

#include "../vm/arena.h"
#include "../vm/base.h"

/* A stretch of a source text. */
struct place {
    uint32_t file; /* the number that diag_file gave */
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
/* The row of a code as a user may write it ("E0203", "e0203", "203"); NULL: there is none. */
const struct diag_row *diag_find(const char *code);

struct diags; /* collects the messages of one run */
struct diag;  /* one message that was kept */

struct diags *diags_new(struct arena *arena);
/* A sink over the same texts that only counts messages, to try one way of reading. */
struct diags *diags_apart(struct arena *arena, const struct diags *d);

/* Enters a source text and gives its number. The text must stay where it is and may hold any bytes.
 * Files are entered in the order in which their messages are to be printed. */
uint32_t diag_file(struct diags *d, const char *path, struct span text);
/* Says that only this part of the file was typed by a user, as one line; the rest is the program's
 * own. All messages, at most one error, then point into the part. */
void diag_part(struct diags *d, uint32_t file, uint32_t from, uint32_t len);
uint32_t diag_files(const struct diags *d);
const char *diag_path(const struct diags *d, uint32_t file);
struct span diag_text(const struct diags *d, uint32_t file);

/* Line and column from 1, the column in characters. */
struct line_column {
    uint32_t line, column;
};
struct line_column diag_where(const struct diags *d, struct place place);
struct span diag_span(const struct diags *d, struct place place); /* its bytes */

/* Adds a message. Further arguments are those of the row's format, in order: %s a const char *, %t
 * a struct span, %d an int, %l an int64_t, %p a struct place (printed as file:line). NULL if the
 * message was not kept (reported already, or past the cap); diag_hint and diag_also then do
 * nothing. */
struct diag *diag_add(struct diags *d, enum diag_id id, struct place place, ...);
/* Whether a message at this place would be kept. If not, its words need not be made. */
bool diag_room(const struct diags *d, struct place place);
/* Sets the hint behind the underline, by the same format; a second hint replaces the first. */
void diag_hint(struct diags *d, struct diag *to, const char *format, ...);
/* The hint for a sign or word of another language at this place or just before it; NULL: there is
 * none. Messages about form and unknown names get it by themselves. */
const char *diag_foreign(struct span text, size_t at, size_t len);
/* Adds a second place with a few words, printed as a line of its own below. */
void diag_also(struct diags *d, struct diag *to, struct place place, const char *words);

/* Whether some text was not well formed, so that not all declarations are known. */
bool diag_unread(const struct diags *d);
/* Whether the line of this place is not well formed, so that its meaning is not known. */
bool diag_bad_line(const struct diags *d, struct place place);
uint32_t diag_errors(const struct diags *d); /* all that were added, kept or not */
uint32_t diag_warnings(const struct diags *d);

/* Prints all messages, sorted by file and place; at equal places errors come before warnings. */
void diag_print(struct diags *d, FILE *out, bool colour);
/* The same, as text in memory. */
struct span diag_printed(struct diags *d, struct arena *arena, bool colour);
/* For golden tests and the viewer: the n-th message in the order of printing. */
uint32_t diag_kept(const struct diags *d);
enum diag_id diag_kept_id(struct diags *d, uint32_t n);
struct place diag_kept_place(struct diags *d, uint32_t n);

/* "Did you mean": is given the candidates one by one and keeps the nearest, of equals the first. A
 * candidate is near if at most a third of the word's letters must change; swapping two neighbours
 * counts as one change. */
struct nearest {
    struct span word;
    struct span best; /* empty: no candidate is near */
    uint32_t distance;
    struct place place; /* place of the best candidate */
};
struct nearest diag_nearest(struct span word);
void diag_candidate(struct nearest *n, struct span candidate, struct place place);
void diag_candidate_word(struct nearest *n, const char *candidate);
/* Adds the hint "did you mean 'hit' (units.myth:3)?", or none if no candidate is near. */
void diag_did_you_mean(struct diags *d, struct diag *to, const struct nearest *n);

#endif
