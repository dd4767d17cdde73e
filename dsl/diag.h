/*
 * diag: messages about rule text. Owns the source texts, places in them as byte offsets (the lines
 * of a text are found when first asked for), the codes with their pages (diag.def), "did you mean",
 * sorting, and printing with excerpt, underline and hint.
 *
 * A mistake is reported once. Of two messages with equal code and place the first is kept (but a
 * roster may break several limits at one place). Once a line is known to be not well formed (it has
 * a message E01xx), further messages about it are dropped, unless they have such a code, too. At
 * most MAX_MISTAKES messages are printed. To bound memory, only so many are kept of each file,
 * those that come first in its text; the rest are counted.
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
/* Returns the row of a code as a user may write it: "E0203" or "e0203", and for an error also
 * "203", with or without zeros in front. Returns NULL if there is no such code. */
const struct diag_row *diag_find(const char *code);

struct diags; /* collects the messages of one run */
struct diag;  /* one message that was kept */

struct diags *diags_new(struct arena *arena);
/* Makes a struct diags that reads the texts of d, but keeps no message and only counts them. With
 * it a text can be read for a trial, without messages to the user. */
struct diags *diags_apart(struct arena *arena, const struct diags *d);

/* Enters a source text and returns its number. The text must stay where it is and may hold any
 * bytes. Messages are printed file by file, in the order in which the files were entered. */
uint32_t diag_file(struct diags *d, const char *path, struct span text);
/* Says that of this file the user typed only the `len` bytes at `from`, as one line, and that the
 * program made the rest. From then on a message about the file is kept only if it is an error and
 * `d` has counted no error before. A place outside the typed part is moved into it. */
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
 * past the cap, is not the first error about a text of which the user typed a part (diag_part), or
 * the struct diags only counts. NULL may be handed to diag_hint and diag_also, which then do
 * nothing. */
struct diag *diag_add(struct diags *d, enum diag_id id, struct place place, ...);
/* Whether the cap leaves room for a message at this place; always false in a struct diags that only
 * counts. If false, the words of the message need not be made. */
bool diag_room(const struct diags *d, struct place place);
/* Sets the hint behind the underline; its format is that of diag_add. A second hint replaces the
 * first. */
void diag_hint(struct diags *d, struct diag *to, const char *format, ...);
/* A place of a hint that is left open: when the hint is printed it is filled with the word that the
 * texts use most at such a place, or with `other` if none does. BEHIND: the word behind some words,
 * of which * stands for any; BEFORE: the word before a piece of text; SORT: the first word of the
 * line that declares a name. */
#define DIAG_OPEN_BEHIND "\1"
#define DIAG_OPEN_BEFORE "\2"
#define DIAG_OPEN_SORT "\3"
#define DIAG_OPEN_ELSE "\4"
#define DIAG_OPEN_END "\5"
#define DIAG_BEHIND(words, other) DIAG_OPEN_BEHIND words DIAG_OPEN_ELSE other DIAG_OPEN_END
#define DIAG_BEFORE(piece, other) DIAG_OPEN_BEFORE piece DIAG_OPEN_ELSE other DIAG_OPEN_END
#define DIAG_SORT(name, other) DIAG_OPEN_SORT name DIAG_OPEN_ELSE other DIAG_OPEN_END
/* `variant NAME of RULES`, as it begins here. */
#define DIAG_VARIANT_HEAD \
    "variant " DIAG_BEHIND("variant", "ours") " of " DIAG_BEHIND("ruleset", "RULES")
/* Returns a hint with what it leaves open filled in. */
const char *diag_filled(const struct diags *d, struct arena *arena, const char *hint);
/* Returns a hint for what looks like another language: dice such as 2d6 at this place, a sign or
 * word at this place, or the word before it. Returns NULL if there is none. diag_add gives the hint
 * to messages about form (E01xx) and about unknown names. */
const char *diag_foreign(struct span text, size_t at, size_t len);
/* Adds a hint to a message about a text that has no end, or a brace too many: which quote was
 * probably forgotten, and the text as it was meant. Adds none if nothing shows it. */
void diag_unquoted(struct diags *d, struct diag *to, struct place quote);
/* Adds a second place with a few words, printed as a line of its own below the message. A second
 * call replaces the first. */
void diag_also(struct diags *d, struct diag *to, struct place place, const char *words);

/* Whether some text was not well formed (a message E01xx about it was kept), so that not all
 * declarations are known. */
bool diag_unread(const struct diags *d);
/* Whether the line of this place is not well formed (a message E01xx about it was kept), so that
 * its meaning is not known. */
bool diag_bad_line(const struct diags *d, struct place place);
/* Number of errors, kept or not. Not counted is what diag_add dropped as repeated, as a
 * consequence of another mistake, or for diag_part. A struct diags that only counts also counts
 * repeated ones. */
uint32_t diag_errors(const struct diags *d);
uint32_t diag_warnings(const struct diags *d);

/* Prints the kept messages, MAX_MISTAKES at most, sorted by file and place, and then how many more
 * there were. At equal places errors come before warnings. */
void diag_print(struct diags *d, FILE *out, bool colour);
/* Makes the text that diag_print prints: the kept messages, sorted, and how many more there were.
 * The text lies in `arena`. */
struct span diag_printed(struct diags *d, struct arena *arena, bool colour);
/* diag_kept returns how many messages are printed; the other two the code and the place of the n-th
 * of them, from 0. */
uint32_t diag_kept(const struct diags *d);
enum diag_id diag_kept_id(struct diags *d, uint32_t n);
struct place diag_kept_place(struct diags *d, uint32_t n);

/* A search for the candidate nearest to a misspelt word, for "did you mean"; base_near.h says how
 * near a candidate must be. It is given the candidates one by one, each with its place. */
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
