/*
 * journal: the record of what happened in a battle and why. It is a sequence of entries, kept as
 * 64-bit words in one buffer outside the World. Entries refer to things by packed names
 * (struct journal_name). The report, `why` and every viewer read the journal and
 * nothing else of a battle. Entries are only appended, but undo cuts the journal back to the length
 * that it had: the header of the World holds this length.
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

/* Whether entries of a kind tell what code read, and no change. */
static inline bool journal_only_read(enum journal_kind kind) {
    return kind == J_ACCOUNT || kind == J_COUNT || kind == J_SUM;
}

struct journal {
    int64_t *words;
    size_t count, capacity;
    size_t open;  /* index of the first word of the entry that is being written */
    size_t least; /* to how few words it was cut since somebody set this to SIZE_MAX */
    bool off;     /* the functions that write do nothing */
};
/* A row of journal.def. */
struct journal_row {
    const char *name, *payload, *sentence;
};
const struct journal_row *journal_row(enum journal_kind kind);
/* Frees the buffer. */
void journal_free(struct journal *j);
/* Drops all words from index `count` on. The buffer keeps its size. */
void journal_cut(struct journal *j, size_t count);

/* Functions that write one entry: journal_begin, then words, values, lists and texts as the payload
 * in journal.def says, then journal_end. `depth` counts running events; `place` is an index into
 * image.places, or -1. */
void journal_begin(struct journal *j, enum journal_kind kind, int32_t depth, int32_t place);
void journal_word(struct journal *j, int64_t word);
/* Writes a value: a word for the type, then the value's word. */
void journal_value(struct journal *j, struct image_type type, int64_t value);
/* Writes a value that is a list: a word for the type, the count, the members. If `type` is no list,
 * it is the type of the members of a set. */
void journal_list(struct journal *j, struct image_type type, const int64_t *values, int64_t count);
/* Writes a text: its length in bytes, then its bytes, eight to a word. */
void journal_words(struct journal *j, const char *text);
/* Returns the word that stands for the entry which is written next, for letter r. */
static inline int64_t journal_mark(const struct journal *j) {
    return (int64_t)j->count;
}
void journal_end(struct journal *j);
/* Reads a text that journal_words wrote, from the `count` words that are left of an entry. Writes
 * at most size - 1 bytes and a zero to `out`, and returns how many words the text takes. */
size_t journal_words_read(const int64_t *words, size_t count, char *out, size_t size);

/* The name by which the journal refers to a thing. A player is named by his kind, with himself as
 * owner. Packed into one word it is never NONE, which names nothing. */
struct journal_name {
    int32_t blueprint; /* -1: the thing has a kind but no blueprint */
    int32_t kind;      /* that of the blueprint, if there is one */
    /* number among the things of one blueprint and owner; 0: the only one so far */
    int32_t ordinal;
    int32_t owner; /* number of the player, from 0; -1: nobody */
    /* the thing's id in the World, which another thing may have once this one is gone; 0: it may
     * not be known which thing this is */
    int32_t id;
};
int64_t journal_name_pack(struct journal_name name);
/* `img`: NULL, or where kinds of blueprints are found. */
struct journal_name journal_name_unpack(const struct image *img, int64_t word);
int64_t journal_type_pack(struct image_type type);
struct image_type journal_type_unpack(int64_t word);

/* An entry as it is read. */
struct journal_entry {
    enum journal_kind kind;
    int32_t depth, place;
    const int64_t *words; /* the payload */
    size_t count;         /* words of the payload */
};
/* Reads the entry at word *at of the journal and moves *at to the next entry. Returns false if no
 * entry is left. */
bool journal_next(const struct journal *j, size_t *at, struct journal_entry *out);
/* Returns how many entries the journal has. */
int64_t journal_entries(const struct journal *j);
/* A value in a payload (letter v), which may be a list. */
struct journal_item {
    struct image_type type; /* V_SET or V_PATH for a list */
    struct image_type each; /* type of each member; of a value that is no list, its own type */
    const int64_t *values;
    int64_t count; /* number of values; 1 for a value that is no list */
    bool list;
};
/* Reads the value at word *at of an entry's payload, and moves *at past it. Returns false if the
 * payload has no whole value there. */
bool journal_item(const struct journal_entry *e, size_t *at, struct journal_item *out);
/* Returns how many words a text takes that journal_words wrote at word `at` of an entry's payload;
 * never more than the payload has left. */
size_t journal_words_count(const struct journal_entry *e, size_t at);

/* Writes into `to` the journal as one player (0 is the first) may read it: entries that he may not
 * know are left out, and cards that he may not know lose their names. Entries from the texts of
 * such cards lose their places. Two battles that he cannot tell apart give the same journal. */
void journal_view(const struct journal *from, const struct image *img, int32_t player,
                  struct journal *to);
/* The same; also writes to `numbers`, which has room for one of each entry of `from`, the number in
 * `from` of each entry that is in `to`. */
void journal_view_numbered(const struct journal *from, const struct image *img, int32_t player,
                           struct journal *to, int64_t *numbers);

/* ---- Texts for people, shared by JSON, the report and messages. Each function with a parameter
 * `out` writes at most `size` bytes, the zero at the end included, into `out` and returns `out`. */

/* Writes the name of a thing (a packed journal_name): the title of the blueprint, or without one of
 * the kind, and the ordinal, as "Chief" or "Guards 2"; of a player the player's name; "none" for
 * NONE. */
const char *journal_name_text(const struct image *img, int64_t word, char *out, size_t size);
/* Writes a length in inches, as 18", 2.5" or -0.01", rounded to hundredths of an inch. */
const char *journal_length_text(int64_t units, char *out, size_t size);
/* Writes the name for people of what has a title and a name, such as a field, role, event,
 * quantity, kind, blueprint or ruleset: text `title`, or if this is empty or -1 text `name` with
 * blanks for underscores. */
const char *journal_title(const struct image *img, int32_t title, int32_t name, char *out,
                          size_t size);
/* Writes a value as text; "none" for NONE and UNKEPT, and for a list or a pool of dice. utf8: signs
 * beyond ASCII may be used. */
const char *journal_value_text(const struct image *img, struct image_type type, int64_t value,
                               bool utf8, char *out, size_t size);
/* Returns how many bytes at the beginning of the path of every source file are the folder that all
 * files share. Places are printed without this folder, so that no output tells where a ruleset
 * lies. */
size_t journal_root(const struct image *img);
/* Writes a place in the rule text, as "fighting.myth:14"; "" for -1. `root` is what journal_root
 * returns. */
const char *journal_place_text(const struct image *img, size_t root, int32_t place, char *out,
                               size_t size);
/* Rows of image.cites: the clauses of a rulebook that something cites. */
struct journal_cites {
    int32_t first, count;
};
/* Returns the clauses that the event, quantity or choice of an entry cites; count 0: none. */
struct journal_cites journal_entry_cites(const struct image *img, const struct journal_entry *e);
/* Calls `visit` for each packed name of a thing in the entry's values, NONE excepted. The rows of
 * an account are not looked at. */
void journal_things(const struct image *img, const struct journal_entry *e,
                    void (*visit)(void *user, int64_t word), void *user);
/* A table that makes the names of a thing equal over a whole journal. Within a journal the same
 * thing may have ordinal 0 in one entry and 1 in a later one, because another thing of the same
 * blueprint and owner has come between. With the table, ordinal 0 stands only for a thing that is
 * the only one of its blueprint and owner in the whole journal. */
struct journal_names {
    const struct image *img;
    /* a word for each blueprint, then one for each kind (of things without blueprint): one bit for
     * each owner who has several such things; bit 0 is for things that nobody owns */
    uint32_t *many;
};
/* Fills the table from a whole journal. */
void journal_names_open(struct journal_names *n, const struct journal *j, const struct image *img);
void journal_names_close(struct journal_names *n);
/* Returns a packed name with the ordinal that it has over the whole journal. */
int64_t journal_names_word(const struct journal_names *n, int64_t word);

/* Returns the field `side` of players; -1 if there is none. */
int32_t journal_side_field(const struct image *img);
/* Returns the player whose field `side` an entry writes, and sets *side to what it becomes; returns
 * -1 of any other entry. side_field: what journal_side_field returns. */
int32_t journal_side_set(const struct image *img, const struct journal_entry *e, int32_t side_field,
                         int64_t *side);

struct journal_json_options {
    int64_t before; /* how many entries earlier battles had: the first entry is before + 1 */
    bool open;      /* choices have the list of what was open, not only how much it was */
    /* Returns the line of rule text at a place, or (whole) the whole declaration that begins there;
     * NULL: it is not known. NULL: no text is told. */
    const char *(*text)(void *user, int32_t place, bool whole);
    void *user;
    const char *(*primitive)(int64_t number); /* returns its name; NULL: none is told */
};
/* Writes the journal as JSON Lines: a first line with what many entries name, then one object for
 * each entry. vm/journal.schema.json has its form. Key "n" is the number of the entry, as `why` and
 * the verbose report number entries; it and "depth" are left out where they follow from the entry
 * before. After "kind" come the names in journal.def as keys, but that a move has "ways", and last
 * "at", the place. */
void journal_json(const struct journal *j, const struct image *img,
                  const struct journal_json_options *options, struct image_sink sink);

/* Returns the word of a J_ACCOUNT entry's payload at which the start of the number stands: behind
 * what the number is of and what was measured for it. */
size_t journal_account_start(const struct journal_entry *e);
/* A row of a J_ACCOUNT entry. */
struct journal_account_row {
    int64_t rule;   /* index into image.rules; -1: a rule in Lua */
    char label[80]; /* of a rule in Lua; otherwise "" */
};
/* Reads the row and its amount at word *at of the payload, and moves *at past it. Returns false if
 * no row is left. */
bool journal_account_row(const struct journal_entry *e, size_t *at, struct journal_account_row *row,
                         struct journal_item *amount);
/* Whether a row counted for the number of a J_ACCOUNT entry; false of an entry of another kind. */
bool journal_has_rows(const struct journal_entry *e);

/* The things that made a row of a number count: those that a walk of its condition or amount has
 * found, but for those about which it asks. */
enum { JOURNAL_BEHIND = 8 };
struct journal_behind {
    int64_t entry; /* of the journal of the battle, from 1: a J_ACCOUNT */
    int32_t row;   /* which of its rows, from 0 */
    int32_t count;
    int64_t name[JOURNAL_BEHIND]; /* packed; of more things the first */
    bool more;                    /* there are more */
};

#endif
