/*
 * tape: the answers of a run as a text that people can read and cut. It holds a head (which rules
 * and script, which seed, rulings and policies), then an answer a line, checks of the World between
 * them, and an end for each battle. The writer fills a buffer; the reader takes a whole text, names
 * every mistake with its line, and says the first difference between what was recorded and what the
 * rules ask. No addresses, times or absolute paths stand in a tape.
 *
 *   myth tape 1
 *   rules duel 91ac5501aa3411fe 1        name, hash, version
 *   script 5be1a0c4b8a80011 scenarios/first_duel.lua
 *   variant harsh                        the one that the command line chose
 *   scenario open_field
 *   seed 1
 *   ruling who_starts the_older
 *   policy red random
 *   pick 2   # Guards
 *   place 45720 5080
 *   check 0123456789abcdef
 *   roll 1 3 4 5 9 10
 *   end fedcba9876543210                 of a battle; `left` instead where a session was left
 *
 * An answer is one of: roll FACE…, pick N… (candidates are counted from 1), pass, yes, no, place X
 * Y and path X Y X Y … (in units), candidate N (of a place or path, from 1), random N and shuffle
 * N… (from 1), count N, sum N. A comment for people follows #.
 *
 * The hash in a check or an end covers the World and all lines above it, head and answers alike,
 * without comments and blanks: nothing that counts can be altered unnoticed, not even a die that no
 * rule looked at.
 */
#ifndef MYTH_VM_TAPE_H
#define MYTH_VM_TAPE_H

#include "arena.h"
#include "ask.h"
#include "base.h"
#include "image.h"

enum { TAPE_CHECK_EVERY = 16, TAPE_WHY = 400 };

struct tape_pair { /* a ruling and its reading, or a player and his policy */
    const char *name, *value;
    int32_t line; /* line of the text; 0: not read from a text */
};
struct tape_rules { /* a ruleset that the script used, in order of first use */
    const char *name, *version;
    uint64_t hash;
    int32_t line; /* line of the text; 0: not read from a text */
};
struct tape_head {
    const struct tape_rules *rules;
    int32_t rules_count;
    /* NULL: none. Of an absolute path only the last name is written */
    const char *script, *scenario;
    const char *variant; /* NULL: none */
    uint64_t script_hash, seed;
    const struct tape_pair *rulings, *policies;
    int32_t rulings_count, policies_count;
    int32_t script_line; /* line of the text; 0: not read from a text */
};

/* ---- Writing. A zeroed writer is empty; one writer is kept from battle to battle. */
struct tape_writer {
    char *head, *body;
    size_t head_len, head_room, body_len, body_room;
    int32_t since; /* answers since the last check */
};
/* May be called at any time; the last head given is the one that is written. */
void tape_write_head(struct tape_writer *w, const struct tape_head *head);
/* img names the dice and labels in the question. comment is for people; NULL: none. */
void tape_write_answer(struct tape_writer *w, const struct image *img, const struct question *q,
                       const struct answer *a, const char *comment);
/* Whether a check should stand before the answer to q. Only before choices: between choices, a
 * World that rolled by itself and one that was told its dice may differ in where they would go
 * on. */
bool tape_check_due(const struct tape_writer *w, const struct question *q);
/* hash: of the World at the question */
void tape_write_check(struct tape_writer *w, uint64_t hash);
void tape_write_end(struct tape_writer *w, uint64_t hash); /* hash: of the World after the battle */
/* Head and answers with their seals, in memory of the writer that is good until the next write. */
const char *tape_text(struct tape_writer *w, size_t *len);
/* The same with a line `left` for a battle that stops at a question. The line is not kept: answers
 * written later follow the last answer. */
const char *tape_text_left(struct tape_writer *w, uint64_t hash, size_t *len);
void tape_writer_free(struct tape_writer *w);

static inline bool tape_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
bool tape_hash(struct span digits, uint64_t *out); /* reads 16 digits; false: that is no hash */
/* Takes the next line, by its words, into the running seal of all lines (0 before the first). */
uint64_t tape_seal_line(uint64_t lines, struct span line);
/* The number in a check: it combines the seal of the lines above with the hash of the World. */
uint64_t tape_seal(uint64_t lines, uint64_t world);

/* ---- Reading. Everything that is read lies in the arena. */
bool tape_is(const char *text, size_t len); /* whether a text begins like a tape of any format */
struct tape_line;
struct tape_reader {
    const char *name; /* name of the file, for messages */
    struct tape_head head;
    const struct tape_line *lines;
    int32_t count, at; /* at: the next line to be used */
    int32_t answers;   /* number of answers in the tape */
    bool left;         /* the tape ends with `left`: a battle stopped at a question */
    int64_t *values;   /* the values of the last answer that was given */
    char why[TAPE_WHY];
};
/* Reads a tape. Returns NULL, or the first mistake: "duel.tape:17: …". */
const char *tape_read(struct tape_reader *r, struct arena *arena, const char *name,
                      const char *text, size_t len);
/* Whether the tape was made with these rules: NULL, or the reason why not. Rulesets are looked up
 * by name. */
const char *tape_of_rules(struct tape_reader *r, const char *name, uint64_t hash,
                          const char *version);
const char *tape_of_script(struct tape_reader *r, uint64_t hash);
/* Gives the answer to the present question, good until the next call. False: *why is the first
 * difference. `hash` is that of the World at the question; a check before the answer is compared
 * with it. */
bool tape_next(struct tape_reader *r, const struct image *img, const struct question *q,
               uint64_t hash, struct answer *out, const char **why);
/* To be called when a battle is over: NULL, or what the tape has instead of its end. */
const char *tape_end(struct tape_reader *r, uint64_t hash);
/* To be called when the run is over: NULL, or what the tape still holds. */
const char *tape_close(struct tape_reader *r);
/* To be called at a question after all answers of the tape: NULL, or why its last lines do not fit
 * that. */
const char *tape_left(struct tape_reader *r, uint64_t hash);
/* Makes a message of the reason for which run_answer refused an answer, with the line just read. */
const char *tape_refused(struct tape_reader *r, const char *reason);

#endif
