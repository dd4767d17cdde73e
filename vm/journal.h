/*
 * journal: the append-only record of what happened and why, as words in one
 * buffer outside the World. Entries name things, never ids. The report, `why`
 * and every viewer read it and nothing else. A battle undone takes the journal
 * back to where it stood (its length lies in the header of the World).
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
/* Why an event was not done. */
enum journal_why { WHY_GONE, WHY_FORBIDDEN, WHY_CANCELLED };

struct journal {
    int64_t *words;
    size_t count, capacity;
    size_t open; /* start of the entry under way */
    bool off;    /* nothing is written: begin, word, value, list and end do nothing */
};
struct journal_row {
    const char *name, *payload, *sentence;
};
const struct journal_row *journal_row(enum journal_kind kind);
/* The buffer is kept by journal_cut(j, 0), for another battle. */
void journal_free(struct journal *j);
void journal_cut(struct journal *j, size_t count);

/* One entry: begin, words and values, end. */
void journal_begin(struct journal *j, enum journal_kind kind, int32_t depth, int32_t place);
void journal_word(struct journal *j, int64_t word);
void journal_value(struct journal *j, struct image_type type, int64_t value);
void journal_list(struct journal *j, struct image_type type, const int64_t *values, int64_t count);
void journal_words(struct journal *j, const char *text);
void journal_end(struct journal *j);
/* Such a text back: at most size - 1 bytes and a zero; the words that it takes. */
size_t journal_words_read(const int64_t *words, size_t count, char *out, size_t size);

/* A thing as the journal names it: blueprint (or kind), ordinal (0: the only
 * one of its sort), owner (player number from 0, -1 nobody). A player is his
 * kind and himself as owner. NONE is nothing, and stays NONE when packed. */
struct journal_name {
    int32_t blueprint; /* -1: a thing of a kind without blueprint */
    int32_t kind;      /* below 32768, as in image_type */
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
/* The entry at *at; moves *at to the next. False at the end. */
bool journal_next(const struct journal *j, size_t *at, struct journal_entry *out);
/* One v of a payload from word *at on; moves *at past it. False at the end. */
struct journal_item {
    struct image_type type; /* of the whole: V_SET, V_PATH for a list */
    struct image_type each; /* of a member; of what is no list the type itself */
    const int64_t *values;
    int64_t count; /* 1 where it is no list */
    bool list;
};
bool journal_item(const struct journal_entry *e, size_t *at, struct journal_item *out);
/* How many words of an entry a text takes that begins there (journal_words). */
size_t journal_words_count(const struct journal_entry *e, size_t at);

/* The journal as a player (0 the first) may read it, into another one: what is hidden from him is
 * left out or without a name. Equal for all that he cannot tell apart. */
void journal_view(const struct journal *from, const struct image *img, int32_t player,
                  struct journal *to);

/* ---- Words for people, shared by JSON, the report and messages. Each writes at
 * most size bytes, zero-ended, into out and gives it back. */

/* The title of its blueprint and its ordinal: "Chief", "Guards 2"; a player: his name. */
const char *journal_name_text(const struct image *img, int64_t word, char *out, size_t size);
/* 18", 2.5", -0.01": exact where a hundredth of an inch is, else the nearest hundredth. */
const char *journal_length_text(int64_t units, char *out, size_t size);
/* The name of a field, event, quantity, kind or blueprint for people: its title or label, else its
 * name with blanks for underscores. */
const char *journal_title(const struct image *img, int32_t title, int32_t name, char *out,
                          size_t size);
/* A value of any class that is no list; utf8: with signs beyond ASCII. "none" for none. */
const char *journal_value_text(const struct image *img, struct image_type type, int64_t value,
                               bool utf8, char *out, size_t size);
/* How many bytes of each file's path are the folder that all files share: places are
 * named without it, so that nothing tells where a ruleset lies. */
size_t journal_root(const struct image *img);
/* "fighting.myth:14"; "" for -1. */
const char *journal_place_text(const struct image *img, size_t root, int32_t place, char *out,
                               size_t size);
/* The clauses that an entry cites: first and count in image.cites. */
struct journal_cites {
    int32_t first, count;
};
struct journal_cites journal_entry_cites(const struct image *img, const struct journal_entry *e);
/* Every thing that some value of the entry names. */
void journal_things(const struct image *img, const struct journal_entry *e,
                    void (*visit)(void *user, int64_t word), void *user);
/* A name's ordinal may be 0 in one entry and 1 in a later one, when others of its
 * sort have come. Over a whole journal it is 0 for the only one of its sort and owner,
 * and above 0 for all others. */
struct journal_names {
    const struct image *img;
    uint32_t *many; /* by blueprint, then by kind: a bit for each owner, the lowest for nobody */
};
void journal_names_open(struct journal_names *n, const struct journal *j, const struct image *img);
void journal_names_close(struct journal_names *n);
int64_t journal_names_word(const struct journal_names *n, int64_t word);

/* JSON Lines, format version 1: a header, then an object an entry, whose "n"
 * counts entries from 1, behind so many of the battles before, as `why` and the
 * verbose report do. Its keys after "n", "depth" and "kind" are the names in
 * journal.def. */
void journal_json(const struct journal *j, const struct image *img, int64_t before,
                  struct image_sink sink);

/* A row of an account, from *at on: its rule, -1 of one from outside; what it gave; the label of
 * one from outside. */
struct journal_account_row {
    int64_t rule;
    char label[80];
};
bool journal_account_row(const struct journal_entry *e, size_t *at, struct journal_account_row *row,
                         struct journal_item *amount);

#endif
