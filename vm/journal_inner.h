/* journal_inner: what the files of the room share to write a journal as JSON Lines. */
#ifndef MYTH_VM_JOURNAL_INNER_H
#define MYTH_VM_JOURNAL_INNER_H

#include "arena.h"
#include "journal.h"

enum { JSON_DEPTHS = 256, JSON_ACCOUNTS = 8, JSON_BUFFER = 16384 };

/* A thing that the journal names, in the order of their first mention. */
struct json_thing {
    int64_t word;  /* its packed name at its first mention */
    int32_t title; /* text: its own title from a roster; -1 */
    bool created;  /* its create was told, or the first give of a feature */
    bool gone;     /* it has left play */
    int64_t spot;  /* where it stood last, as far as it was told; NONE */
};
struct json_roll {
    int64_t mark, n; /* journal_mark of the entry, and its number */
    int32_t die;
    int64_t count;
    bool again; /* dice rolled anew */
    /* then: of which roll (journal_mark), and the faces that were rolled anew; 0: not by faces */
    int64_t of;
    uint64_t rolled;
};
/* A number that was read, as long as dice might be counted against it. */
struct json_account {
    int64_t n, result;
    int32_t depth;
    bool rows;
};

struct json {
    const struct image *img;
    const struct journal_json_options *options;
    struct image_sink sink;
    struct journal_names names;
    size_t root; /* bytes of each path that are left out: journal_root */
    struct arena arena;
    const struct journal *j;
    int64_t die; /* the die of the entry that is being written, for a set of its faces */

    struct json_thing *things;
    size_t things_count, things_room;
    int32_t *by_id; /* by id: the number of the thing that has it now; 0: none yet */
    size_t by_id_room;
    int32_t *place_number; /* by place: its number from 1; 0: no entry has it */
    int32_t *places;       /* in the order of their numbers */
    int32_t places_count;
    /* by index: whether an entry names it */
    bool *events, *quantities, *fields, *blueprints, *dice;
    /* by index: whether another one of its name is told, that stands before it */
    bool *other_quantities, *other_fields;
    int32_t side_field;        /* the field `side` of players; -1: there is none */
    int64_t side[MAX_PLAYERS]; /* by player: his side when the battle began; NONE */
    uint64_t away;             /* a bit for each player who takes no part */
    bool begun;                /* the survey has met the begin of the battle */
    int64_t scenario;          /* the blueprint with which the battle began; -1: it is not told */

    struct json_roll *rolls;
    size_t rolls_count, rolls_room;
    /* by number of an entry: of a count the account against which faces were counted; of such an
     * account -1; otherwise 0 */
    int64_t *against;
    size_t against_room;
    struct json_account accounts[JSON_ACCOUNTS]; /* a ring */
    size_t accounts_count;

    /* the events that run, by depth */
    struct journal_entry begin[JSON_DEPTHS];
    int64_t begin_n[JSON_DEPTHS];

    int64_t
        written; /* the number of the entry that was written last; -1: none of this battle was */
    int32_t running; /* how many events run behind it, as far as entries were written */

    size_t len;
    char buf[JSON_BUFFER];
};

void json_raw(struct json *o, const char *text);
void json_number(struct json *o, int64_t n);
void json_string(struct json *o, const char *text);
/* Writes a comma and a key. */
void json_key(struct json *o, const char *name);

/* ---- Tables (journal_tables.c) */

/* Goes through the journal once and fills the tables. */
void json_survey(struct json *o, const struct journal *j);
void json_forget(struct json *o);
/* Writes the first line. */
void json_head(struct json *o);
/* Reads the next entry, and numbers the things that it is the first to name. */
bool json_next(struct json *o, const struct journal *j, size_t *at, struct journal_entry *e,
               int64_t *n);
/* Whether entry n is written. */
bool json_told(const struct json *o, const struct journal_entry *e, int64_t n);
/* Returns the number of a thing; 0: it has none, as it may not be known which one it is. */
int64_t json_thing(const struct json *o, int64_t word);
/* Returns the number of a place; 0: there is none. */
int32_t json_place(const struct json *o, int32_t place);
/* Whether a quantity ('q') or field ('f') is the first of its name among those that are told: then
 * the first line has its title. */
bool json_first_of_name(const struct json *o, char letter, int64_t which);
/* Returns the begin of the event that a J_END ends; NULL if it is not known. */
const struct journal_entry *json_begin_of(const struct json *o, const struct journal_entry *e);
/* Returns how many answers were open, whose values begin at word `at` of the payload. */
int64_t json_count_open(const struct journal_entry *e, size_t at);
/* Returns the number of the entry of a roll (letter r). */
int64_t json_roll_number(const struct json *o, int64_t mark);
/* Returns where the thing of this number stood last; NONE. */
int64_t json_spot(const struct json *o, int64_t thing);
void json_stands(struct json *o, int64_t thing, int64_t spot);

/* ---- Odds (journal_odds.c) */

/* Writes the exact odds of a count, or of a sum, as far as they are known. */
void json_count_odds(struct json *o, const struct journal_entry *e);
void json_sum_odds(struct json *o, const struct journal_entry *e);
/* Returns the roll that an entry names (letter r); NULL. */
const struct json_roll *json_roll_at(const struct json *o, int64_t mark);
/* Writes against what account the faces of count n were counted. */
void json_counted(struct json *o, int64_t n);

#endif
