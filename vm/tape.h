/*
 * tape: the answers of a run as a text that people can read and cut. It has a head (rules, script,
 * seed, rulings, policies), then an answer a line, checks of the World between answers, and an end
 * for each battle. The writer fills a buffer. The reader takes a whole text, names each mistake
 * with its line, and reports the first difference between what was recorded and what the rules ask.
 * A tape contains no addresses, times or absolute paths.
 *
 *   myth tape 2
 *   rules duel 91ac5501aa3411fe 1        name, hash, version
 *   script 5be1a0c4b8a80011 scenarios/first_duel.lua
 *   variant harsh                        the one that the command line chose
 *   scenario open_field
 *   seed 1
 *   ruling who_starts the_older
 *   policy red random
 *   pick "Guards 2" of 5
 *   place 45720 5080   # Where to?
 *   check 0123456789abcdef
 *   roll 1 3 4 5 9 10
 *   end fedcba9876543210                 of a battle; `left` instead if a session was left
 *
 * An answer is one of: roll FACE…, pick NAME… of N, random NAME of N, pass, yes, no, place X Y
 * and path X Y X Y … (in units), candidate N (of a place or path, from 1), count N,
 * sum N. Behind # stands a comment for people.
 *
 * NAME is what the candidate is called, between quotes if it has blanks or begins oddly, with \"
 * and \\ in them. Of several of one name it is that of its owner before it, "blue Guards 2", and
 * if that is not enough /2 behind it: the second of them. What has no name is @3, the third
 * candidate. Of equal things several are one candidate: Troop ×3. N is the number of candidates, a
 * check.
 *
 * The hash in a check or an end covers the World and all lines above, head and answers alike,
 * without comments and blanks. So nothing that counts can be altered unnoticed, not even a die at
 * which no rule has looked.
 */
#ifndef MYTH_VM_TAPE_H
#define MYTH_VM_TAPE_H

#include "arena.h"
#include "ask.h"
#include "base.h"
#include "image.h"

enum { TAPE_CHECK_EVERY = 16, TAPE_WHY = 700 };

struct tape_pair { /* a ruling and its reading, or a player and his policy */
    const char *name, *value;
    int32_t line; /* line in the text of the tape; 0: not read from a text */
};
struct tape_rules { /* a ruleset that the script has used, in the order of first use */
    const char *name, *version;
    uint64_t hash;
    int32_t line; /* line in the text of the tape; 0: not read from a text */
};
struct tape_head {
    const struct tape_rules *rules;
    int32_t rules_count;
    /* path of the script, of which only the last name is written if it is absolute, and the
     * scenario; NULL: none */
    const char *script, *scenario;
    const char *variant; /* the variant that the command line chose; NULL: none */
    uint64_t script_hash, seed;
    const struct tape_pair *rulings, *policies;
    int32_t rulings_count, policies_count;
    int32_t script_line; /* line in the text of the tape; 0: not read from a text */
};

/* ---- Writing. A zeroed writer is empty. One writer may be used for one battle after the other. */
struct tape_writer {
    char *head, *body;
    size_t head_len, head_room, body_len, body_room;
    int32_t since; /* number of answers since the last check */
};
/* Sets the head of the tape. It may be called at any time; the last head is the one that counts. */
void tape_write_head(struct tape_writer *w, const struct tape_head *head);
/* Writes a line with an answer. `img` has the names of faces, `names` those of candidates.
 * `comment` is for people; NULL: none. */
void tape_write_answer(struct tape_writer *w, const struct image *img,
                       const struct ask_names *names, const struct question *q,
                       const struct answer *a, const char *comment);
/* Whether a check should be written before the answer to q. Checks stand only before choices:
 * between choices a World that has rolled by itself and one that was told its dice may differ in
 * where they would go on. */
bool tape_check_due(const struct tape_writer *w, const struct question *q);
/* `hash` is that of the World at the question */
void tape_write_check(struct tape_writer *w, uint64_t hash);
/* `hash` is that of the World after the battle */
void tape_write_end(struct tape_writer *w, uint64_t hash);
/* The whole text, with the seals filled in. It lies in memory of the writer, good until the next
 * write. */
const char *tape_text(struct tape_writer *w, size_t *len);
/* The whole text with a line `left` at its end, for a battle that stops at a question. That line is
 * not kept: answers written later follow the last answer. */
const char *tape_text_left(struct tape_writer *w, uint64_t hash, size_t *len);
void tape_writer_free(struct tape_writer *w);

static inline bool tape_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
/* reads a hash of 16 digits; false if it is none */
bool tape_hash(struct span digits, uint64_t *out);
/* The part of a line of the body before its comment; a # between quotes begins none. */
struct span tape_said(struct span line);
/* Takes the next word off a line: up to a blank, or from quote to quote. Returns false at the end
 * of the line. */
bool tape_next_word(struct span *line, struct span *out);
/* Returns the seal of all lines including this one. `lines` is the seal of those above it (0 for
 * the first line). Only the words of a line count, not the blanks between them. */
uint64_t tape_seal_line(uint64_t lines, struct span line);
/* The number that stands in a check: it combines the seal of the lines above with the hash of the
 * World. */
uint64_t tape_seal(uint64_t lines, uint64_t world);

/* ---- Reading. What is read lies in the arena, but for the faces of rolls, which are read from the
 * text when they are asked for. So the text and the name must last as long as the reader. */
/* whether a text begins like a tape, of whatever format */
bool tape_is(const char *text, size_t len);
struct tape_line;
struct tape_reader {
    const char *name; /* name of the file, for messages */
    struct tape_head head;
    const struct tape_line *lines;
    int32_t count, at; /* `at`: index of the line to be used next */
    int32_t answers;   /* number of answers in the tape */
    bool left;         /* the tape ends with `left`: its battle stopped at a question */
    /* The rules are others than those of the tape: neither checks nor numbers of candidates are
     * held against it. To be set after tape_read. */
    bool other_rules;
    int64_t *values; /* memory for the values of an answer */
    char why[TAPE_WHY];
};
/* Reads a tape. Returns NULL, or its first mistake as a message: "duel.tape:17: …". */
const char *tape_read(struct tape_reader *r, struct arena *arena, const char *name,
                      const char *text, size_t len);
/* Returns NULL if the tape was made with these rules, otherwise the reason why not. tape_of_script
 * does so for the script. */
const char *tape_of_rules(struct tape_reader *r, const char *name, uint64_t hash,
                          const char *version);
const char *tape_of_script(struct tape_reader *r, uint64_t hash);
/* Sets *out to the answer to the present question, good until the next call. Returns false if the
 * tape has none that fits: *why is the first difference. `hash` is that of the World at the
 * question; checks that stand before the answer are compared with it. */
bool tape_next(struct tape_reader *r, const struct image *img, const struct ask_names *names,
               const struct question *q, uint64_t hash, struct answer *out, const char **why);
/* To be called when a battle is over. Returns NULL if the tape has its end here and the hash in it
 * fits, otherwise what is wrong. `hash` is that of the World. */
const char *tape_end(struct tape_reader *r, uint64_t hash);
/* To be called when the run is over. Returns NULL, or a message if the tape goes on. */
const char *tape_close(struct tape_reader *r);
/* To be called at a question when all answers of the tape are used up. Returns NULL, or why the
 * lines that are left do not fit. */
const char *tape_left(struct tape_reader *r, uint64_t hash);
/* Returns the message that the rules refuse the answer read last; `reason` is what run_answer
 * returned. */
const char *tape_refused(struct tape_reader *r, const char *reason);

#endif
