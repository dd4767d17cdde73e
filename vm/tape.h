/*
 * tape: the answers of a run as a text that people can read and cut. A head (of
 * which rules and script, which seed, rulings and policies), then an answer a line,
 * checks of the World between them, an end for each battle. Writes into a buffer;
 * reads a whole text, every mistake with its line. Says the first difference
 * between what was recorded and what the rules ask. No addresses, times or
 * absolute paths stand in a tape.
 *
 *   myth tape 1
 *   rules duel 91ac5501aa3411fe 1        name, hash, version
 *   script 5be1a0c4b8a80011 scenarios/first_duel.lua
 *   variant harsh                        which the command line chose of them
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
 * An answer is one of: roll FACE…, pick N… (candidates are counted from 1), pass, yes,
 * no, place X Y and path X Y X Y … (in units), candidate N (of a place or path, from
 * 1), random N and shuffle N… (from 1), count N, sum N. What follows # is for people.
 *
 * The hash of a check and of an end is of the World and of all lines above it, head
 * and answers alike, without comments and blanks: nothing that counts can be altered
 * unnoticed, not even a die that no rule looked at.
 */
#ifndef MYTH_VM_TAPE_H
#define MYTH_VM_TAPE_H

#include "arena.h"
#include "ask.h"
#include "base.h"
#include "image.h"

enum { TAPE_CHECK_EVERY = 16, TAPE_WHY = 400 };

struct tape_pair { /* ruling and reading, player and policy */
    const char *name, *value;
    int32_t line; /* where it was read; 0: nowhere */
};
struct tape_rules { /* a ruleset that the script used, in order of first use */
    const char *name, *version;
    uint64_t hash;
    int32_t line; /* where it was read; 0: nowhere */
};
struct tape_head {
    const struct tape_rules *rules;
    int32_t rules_count;
    const char *script, *scenario; /* NULL: none. An absolute path is written as its last name */
    const char *variant;           /* NULL: none */
    uint64_t script_hash, seed;
    const struct tape_pair *rulings, *policies;
    int32_t rulings_count, policies_count;
    int32_t script_line; /* where it was read; 0: nowhere */
};

/* ---- Writing. A zeroed writer is empty; one is kept from battle to battle. */
struct tape_writer {
    char *head, *body;
    size_t head_len, head_room, body_len, body_room;
    int32_t since; /* answers since the last check */
};
/* At any time; the last one holds. */
void tape_write_head(struct tape_writer *w, const struct tape_head *head);
/* img: of the dice and labels in the question. comment: for people, NULL. */
void tape_write_answer(struct tape_writer *w, const struct image *img, const struct question *q,
                       const struct answer *a, const char *comment);
/* Whether a check should stand before the answer to q. Only before choices: between
 * them a World that rolled by itself and one that was told its dice may differ in
 * where they would go on. */
bool tape_check_due(const struct tape_writer *w, const struct question *q);
void tape_write_check(struct tape_writer *w, uint64_t hash); /* of the World at the question */
void tape_write_end(struct tape_writer *w, uint64_t hash); /* of the World when a battle is over */
/* Head and answers, sealed, in the writer's memory; good until the next write. */
const char *tape_text(struct tape_writer *w, size_t *len);
/* The same of a battle that is left at a question: what follows goes on without that line. */
const char *tape_text_left(struct tape_writer *w, uint64_t hash, size_t *len);
void tape_writer_free(struct tape_writer *w);

static inline bool tape_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
bool tape_hash(struct span digits, uint64_t *out); /* 16 of them; false: it is none */
/* The seal: of all lines so far (0: none yet) and the next one, by its words. */
uint64_t tape_seal_line(uint64_t lines, struct span line);
/* What stands in a check: of the lines above it, and of the World. */
uint64_t tape_seal(uint64_t lines, uint64_t world);

/* ---- Reading. Everything lies in the arena. */
bool tape_is(const char *text, size_t len); /* by how it begins, of whatever format */
struct tape_line;
struct tape_reader {
    const char *name; /* of the file, for messages */
    struct tape_head head;
    const struct tape_line *lines;
    int32_t count, at; /* the next line */
    int32_t answers;   /* in all */
    bool left;         /* a battle was left behind the last of them */
    int64_t *values;   /* of the last answer */
    char why[TAPE_WHY];
};
/* NULL, or the first mistake: "duel.tape:17: …". */
const char *tape_read(struct tape_reader *r, struct arena *arena, const char *name,
                      const char *text, size_t len);
/* Whether the tape was made with these rules: NULL, or why not. Rulesets are asked for
 * by the name they have. */
const char *tape_of_rules(struct tape_reader *r, const char *name, uint64_t hash,
                          const char *version);
const char *tape_of_script(struct tape_reader *r, uint64_t hash);
/* The answer to the question at hand, good until the next call; else *why is the first
 * difference. hash: of the World at the question: a check that stands before the answer
 * is held against it. */
bool tape_next(struct tape_reader *r, const struct image *img, const struct question *q,
               uint64_t hash, struct answer *out, const char **why);
/* A battle is over: NULL, or what the tape says instead. */
const char *tape_end(struct tape_reader *r, uint64_t hash);
/* The run is over: NULL, or what the tape still holds. */
const char *tape_close(struct tape_reader *r);
/* All its answers have been given, and the battle is at a question: NULL, or what its last lines
 * say to that. */
const char *tape_left(struct tape_reader *r, uint64_t hash);
/* What run_answer refused: a message that names the line just read. */
const char *tape_refused(struct tape_reader *r, const char *reason);

#endif
