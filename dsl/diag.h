/*
 * diag: messages about rule text. Owns the source texts, places in them as byte offsets (lines and
 * columns are counted only when something is printed), the codes with their pages (diag.def), "did
 * you mean", sorting, and printing with excerpt, underline and hint.
 *
 * A mistake is reported once. Of two messages with equal code and place the first is kept, and a
 * line that is not well formed (a message E01xx) gets no other messages. At most MAX_MISTAKES
 * messages are printed. To bound memory, only so many are kept of each file, those that come first
 * in its text; the rest are counted.
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
    const char *code; /* such as "E0203" */
    const char *name; /* such as "NO_NUMBER" */
    enum diag_severity severity;
    const char *message; /* a format for the further arguments of diag_add */
    const char *page;
};
const struct diag_row *diag_row(enum diag_id id);
/* Returns the row of a code as a user may write it ("E0203", "e0203", "203"); NULL if there is
 * none. */
const struct diag_row *diag_find(const char *code);

struct diags; /* collects the messages of one run */
struct diag;  /* one message that was kept */

struct diags *diags_new(struct arena *arena);
/* Makes a sink over the same texts that only counts messages. With it, one way of reading a text
 * can be tried. */
struct diags *diags_apart(struct arena *arena, const struct diags *d);

/* Enters a source text and returns its number. The text must stay where it is and may hold any
 * bytes. Messages are printed file by file, in the order in which the files were entered. */
uint32_t diag_file(struct diags *d, const char *path, struct span text);
/* Says that a user typed only this part of the file, as one line, and that the program made the
 * rest. At most one error is then kept, no warning, and it points into the part. */
void diag_part(struct diags *d, uint32_t file, uint32_t from, uint32_t len);
uint32_t diag_files(const struct diags *d);
const char *diag_path(const struct diags *d, uint32_t file);
struct span diag_text(const struct diags *d, uint32_t file);

/* Line and column from 1; columns count characters, not bytes. */
struct line_column {
    uint32_t line, column;
};
struct line_column diag_where(const struct diags *d, struct place place);
struct span diag_span(const struct diags *d, struct place place); /* the bytes of the place */

/* Adds a message. Further arguments are those of the row's format, in order: %s a const char *, %t
 * a struct span, %d an int, %l an int64_t, %p a struct place (printed as file:line). Returns NULL
 * if the message is not kept: it was reported already, follows from a worse mistake on its line, is
 * past the cap, or the sink only counts. diag_hint and diag_also then do nothing. */
struct diag *diag_add(struct diags *d, enum diag_id id, struct place place, ...);
/* Whether the cap leaves room for a message at this place; always false in a sink that only counts.
 * If false, the words of the message need not be made. */
bool diag_room(const struct diags *d, struct place place);
/* Sets the hint behind the underline; its format is that of diag_add. A second hint replaces the
 * first. */
void diag_hint(struct diags *d, struct diag *to, const char *format, ...);
/* Returns a hint for a sign or word of another language that stands at this place or just before
 * it; NULL if there is none. diag_add gives it to messages about form and about unknown names. */
const char *diag_foreign(struct span text, size_t at, size_t len);
/* Adds a second place with a few words, printed as a line of its own below the message. A second
 * call replaces the first. */
void diag_also(struct diags *d, struct diag *to, struct place place, const char *words);

/* Whether some text was not well formed (it has a message E01xx), so that not all declarations are
 * known. */
bool diag_unread(const struct diags *d);
/* Whether the line of this place is not well formed (it has a message E01xx), so that its meaning
 * is not known. */
bool diag_bad_line(const struct diags *d, struct place place);
/* Number of errors, kept or not. A message that diag_add dropped as repeated, or as a consequence
 * of another, is not counted. */
uint32_t diag_errors(const struct diags *d);
uint32_t diag_warnings(const struct diags *d);

/* Prints all messages, sorted by file and place; at equal places errors come before warnings. */
void diag_print(struct diags *d, FILE *out, bool colour);
/* Returns what diag_print prints, as text in memory. */
struct span diag_printed(struct diags *d, struct arena *arena, bool colour);
/* The number of messages that are printed, and code and place of the n-th of them, from 0. */
uint32_t diag_kept(const struct diags *d);
enum diag_id diag_kept_id(struct diags *d, uint32_t n);
struct place diag_kept_place(struct diags *d, uint32_t n);

/* A search for the candidate nearest to a misspelt word, for "did you mean" (base_near.h), that
 * knows where the candidates stand. */
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
