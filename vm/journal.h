/*
 * journal: the append-only record of what happened and why, as words in one buffer outside the
 * World. Entries name things, never ids. The report, `why` and every viewer read the journal and
 * nothing else of a battle. Undoing a battle cuts the journal back to its length at that point,
 * which lies in the header of the World.
 */
#ifndef MYTH_VM_JOURNAL_H
#define MYTH_VM_JOURNAL_H

#include "base.h"
#include "image.h"

enum journal_kind {
#define J(name, text, payload, sentence) J_##name,
#include "journal.def"
#undef J
    J_COUNT_
};
/* The reason why an event was not done. */
enum journal_why { WHY_GONE, WHY_FORBIDDEN, WHY_CANCELLED };

struct journal {
    int64_t *words;
    size_t count, capacity;
    size_t open; /* where the entry that is being written begins */
    bool off;    /* nothing is written: begin, word, value, list and end do nothing */
};
struct journal_row {
    const char *name, *payload, *sentence;
};
const struct journal_row *journal_row(enum journal_kind kind);
/* Frees the buffer; journal_cut(j, 0) keeps it for another battle. */
void journal_free(struct journal *j);
void journal_cut(struct journal *j, size_t count);

/* Writing one entry: begin, then words and values, then end. */
void journal_begin(struct journal *j, enum journal_kind kind, int32_t depth, int32_t place);
void journal_word(struct journal *j, int64_t word);
void journal_value(struct journal *j, struct image_type type, int64_t value);
void journal_list(struct journal *j, struct image_type type, const int64_t *values, int64_t count);
void journal_words(struct journal *j, const char *text);
void journal_end(struct journal *j);
/* Reads a text that journal_words wrote: writes at most size - 1 bytes and a zero, and returns how
 * many words it takes. */
size_t journal_words_read(const int64_t *words, size_t count, char *out, size_t size);

/* A thing as the journal names it: blueprint (or kind), ordinal (0 for the only one of its sort),
 * owner (player number from 0, -1 nobody). A player is named by his kind, with himself as owner.
 * NONE names nothing; packed, it stays NONE. */
struct journal_name {
    int32_t blueprint; /* -1: the thing has a kind but no blueprint */
    int32_t kind;      /* below 32768, since it must fit into image_type */
    int32_t ordinal;
    int32_t owner;
};
int64_t journal_name_pack(struct journal_name name);
struct journal_name journal_name_unpack(int64_t word);
int64_t journal_type_pack(struct image_type type);
struct image_type journal_type_unpack(int64_t word);

/* Reading. */
struct journal_entry {
    enum journal_kind kind;
    int32_t depth, place;
    const int64_t *words; /* the payload */
    size_t count;
};
/* Reads the entry at *at and moves *at to the next one. False at the end. */
bool journal_next(const struct journal *j, size_t *at, struct journal_entry *out);
/* Reads a value (letter v of a payload) at word *at, and moves *at past it. False at the end. */
struct journal_item {
    struct image_type type; /* V_SET or V_PATH for a list */
    struct image_type each; /* type of each member; of a value that is no list, its own type */
    const int64_t *values;
    int64_t count; /* number of values; 1 for a value that is no list */
    bool list;
};
bool journal_item(const struct journal_entry *e, size_t *at, struct journal_item *out);
/* The number of words that a text of journal_words takes which begins at word `at` of an entry. */
size_t journal_words_count(const struct journal_entry *e, size_t at);

/* Writes into `to` the journal as one player (0 the first) may read it: what is hidden from him is
 * left out or loses its name. Two battles that he cannot tell apart give the same journal. */
void journal_view(const struct journal *from, const struct image *img, int32_t player,
                  struct journal *to);

/* ---- Words for people, shared by JSON, the report and messages. Each function writes at most
 * `size` bytes, zero-ended, into `out` and returns it. */

/* A thing by the title of its blueprint and its ordinal: "Chief", "Guards 2"; a player by his
 * name. */
const char *journal_name_text(const struct image *img, int64_t word, char *out, size_t size);
/* 18", 2.5", -0.01": exact if the length is a whole number of hundredths of an inch, otherwise
 * rounded to one. */
const char *journal_length_text(int64_t units, char *out, size_t size);
/* The name for people of a field, event, quantity, kind or blueprint: its title or label, otherwise
 * its name with blanks for underscores. */
const char *journal_title(const struct image *img, int32_t title, int32_t name, char *out,
                          size_t size);
/* A value of any class but lists; "none" for none. utf8: signs beyond ASCII may be used. */
const char *journal_value_text(const struct image *img, struct image_type type, int64_t value,
                               bool utf8, char *out, size_t size);
/* The length of the folder that begins the path of every file. Places are named without it, so that
 * no output tells where a ruleset lies. */
size_t journal_root(const struct image *img);
/* "fighting.myth:14"; "" for -1. */
const char *journal_place_text(const struct image *img, size_t root, int32_t place, char *out,
                               size_t size);
/* The clauses that an entry cites: first and count in image.cites. */
struct journal_cites {
    int32_t first, count;
};
struct journal_cites journal_entry_cites(const struct image *img, const struct journal_entry *e);
/* Calls `visit` for each name of a thing in the entry's values. */
void journal_things(const struct image *img, const struct journal_entry *e,
                    void (*visit)(void *user, int64_t word), void *user);
/* Within a journal the same thing may have ordinal 0 in one entry and 1 in a later one, when others
 * of its sort have come. This table makes names equal over a whole journal: ordinal 0 for the only
 * one of its sort and owner, above 0 for all others. */
struct journal_names {
    const struct image *img;
    /* by blueprint, then by kind: one bit for each owner of whom there are several, the lowest for
     * nobody */
    uint32_t *many;
};
void journal_names_open(struct journal_names *n, const struct journal *j, const struct image *img);
void journal_names_close(struct journal_names *n);
int64_t journal_names_word(const struct journal_names *n, int64_t word);

/* Writes the journal as JSON Lines: a header, then one object for each entry. "n" counts entries
 * from 1, plus the `before` entries of earlier battles, as `why` and the verbose report do. The
 * keys after "n", "depth" and "kind" are the names in journal.def. */
void journal_json(const struct journal *j, const struct image *img, int64_t before,
                  struct image_sink sink);

/* Reads one row of an ACCOUNT at word *at: its rule (-1: a rule in Lua), its amount, and the label
 * of a rule in Lua. */
struct journal_account_row {
    int64_t rule;
    char label[80];
};
bool journal_account_row(const struct journal_entry *e, size_t *at, struct journal_account_row *row,
                         struct journal_item *amount);

#endif
