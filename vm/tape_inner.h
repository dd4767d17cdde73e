/* tape_inner: names of candidates as words of a tape; for the files of the room alone. */
#ifndef MYTH_VM_TAPE_INNER_H
#define MYTH_VM_TAPE_INNER_H

#include "tape.h"

/* Between a name and how many of it were taken: the sign of multiplication, in UTF-8. */
#define TAPE_TIMES "\xc3\x97"

/* Room for a name as a word: each byte may need a backslash, and then come quotes and a number. */
enum { TAPE_WORD = 3 * ASK_NAME };

/* A name of an answer, as it is read. */
struct tape_word {
    struct span name; /* without quotes and backslashes */
    int64_t nth;      /* of several of this name, from 1; 0: not said */
    int64_t index;    /* number of a candidate from 1, in place of a name; 0: there is a name */
    int64_t times;    /* how many of it are taken */
};
/* Reads a word that names something, without its quotes, into `out`, which has room for as many
 * bytes. Returns NULL, or what is wrong with it. */
const char *tape_read_word(struct span word, char *out, struct tape_word *to);
/* Writes the word for candidate i to `out`, of TAPE_WORD bytes. */
void tape_put_word(const struct ask_names *names, const struct question *q, int64_t i, char *out);
/* Sets *out to the candidate that a word names. Returns how many candidates it names: 0 if there is
 * none of this name, more than 1 if it is not clear which is meant. */
int64_t tape_find(const struct ask_names *names, const struct question *q,
                  const struct tape_word *word, int64_t *out);
/* Writes the names of candidates, parted by commas, as far as there is room: "Chief, Spears and 3
 * more". */
void tape_put_candidates(const struct ask_names *names, const struct question *q, char *out,
                         size_t size);

#endif
