/*
 * dice: pools of dice in the World, revealed only as far as rules look at them.
 *
 * A pool is a set of cells; a cell is (die, faces still possible, re-rolled or not, which living
 * pools hold it, how many). The dice of a cell are exchangeable. A question about a pool either has
 * an answer in what is known, or names the cell and the faces to be asked first ("how many of these
 * n show a face in T?"). The answer splits the cell, and the question is put again. Cells lie
 * sorted in SEG_DICE, equal ones joined, so equal worlds are equal words.
 *
 * A face is meant by its index, 0 … sides-1, as one bit of a mask; faces that repeat are different
 * indices of one value.
 */
#ifndef MYTH_VM_DICE_H
#define MYTH_VM_DICE_H

#include "base.h"
#include "image.h"
#include "world.h"

/* The words of a cell. They lie in SEG_DICE behind the words that say which pools are alive and of
 * which die. Without living pools the segment is empty. */
enum dice_cell_word {
    CELL_HEAD,  /* die in the low 16 bits; above them 1 bit: re-rolled; the count from bit 32 on */
    CELL_FACES, /* mask of the faces still possible */
    CELL_HOLDERS, /* mask of the pools that hold these dice */
    CELL_WORDS
};

/* Some dice, as one expression looks at them: stretches of the dice of cells. Valid until cells
 * change. The memory is the caller's: dice_cells(w) parts suffice for each look. */
struct dice_part {
    uint32_t cell, from, count; /* dice from … from + count - 1 of the cell */
};
struct dice_look {
    int32_t die; /* -1: dice of several kinds together */
    uint32_t parts;
    struct dice_part *part; /* ascending by cell, then `from` */
};
uint32_t dice_cells(const struct world *w); /* upper bound of a look's parts */
int32_t dice_cell_die(const struct world *w, uint32_t cell);

struct dice_want { /* what must be asked before the question has an answer */
    uint32_t cell;
    int32_t die;
    int64_t count;
    uint64_t from, wanted;
};

/* Makes a pool: a number from 1 to MAX_POOLS. 0: the limit is passed, and nothing has changed.
 * Every pool must be released with dice_let_go. */
uint32_t dice_new(struct world *w, int32_t die, uint64_t all_faces, int64_t count);
uint32_t dice_rolled(struct world *w, int32_t die, const uint8_t *face_index, int64_t count);
/* A pool that holds exactly these dice, which other pools may hold, too. */
uint32_t dice_hold(struct world *w, const struct dice_look *look);
void dice_let_go(struct world *w, uint32_t pool);
void dice_of(const struct world *w, uint32_t pool, struct dice_look *out);
int64_t dice_size(const struct dice_look *look);

/* The questions: true with the result, or false with what must be asked first. */
bool dice_count(const struct world *w, const struct dice_look *in, uint64_t faces, int64_t *n,
                struct dice_want *want);
bool dice_where(const struct world *w, const struct dice_look *in, uint64_t faces,
                struct dice_look *out, struct dice_want *want);
bool dice_best(const struct world *w, const struct image *img, const struct dice_look *in,
               int64_t k, bool worst, struct dice_look *out, struct dice_want *want);
bool dice_sum(const struct world *w, const struct image *img, const struct dice_look *in,
              int64_t *sum, bool *in_range, struct dice_want *want);
bool dice_extreme(const struct world *w, const struct image *img, const struct dice_look *in,
                  bool lowest, int64_t *face, struct dice_want *want);
/* Writes the faces as values, lowest first, to `out`, which has room for dice_size of them. */
bool dice_faces(const struct world *w, const struct image *img, const struct dice_look *in,
                int64_t *out, struct dice_want *want);
void dice_join(const struct dice_look *a, const struct dice_look *b, struct dice_look *out);
void dice_without(const struct dice_look *a, const struct dice_look *b, struct dice_look *out);

/* Takes the answer to a want: k of the cell's dice show one of the wanted faces. */
void dice_answer(struct world *w, const struct dice_want *want, int64_t k);

/* Which faces rules may still read: those of dice in these pools, a bit each; of dice that were
 * never re-rolled, and of those that were. */
struct dice_read {
    uint64_t fresh, again;
};
void dice_read_of(struct dice_read *read, uint32_t pool, bool fresh, bool again);
/* Faces that nothing can read are unknown again. True: cells have changed. */
bool dice_forget(struct world *w, const struct image *img, const struct dice_read *read);
/* Whether some die's face may be read and is not known: then what is to be asked next. */
bool dice_unknown(const struct world *w, const struct image *img, const struct dice_read *read,
                  struct dice_want *want);

/* dice_fresh: how many dice of `again` may be rolled anew, since they were never re-rolled.
 * dice_reroll: the pool `in` with those rolled anew: with the given faces, or unknown ones (NULL).
 * If there are any, in->die is one die. */
int64_t dice_fresh(const struct world *w, const struct dice_look *in,
                   const struct dice_look *again);
uint32_t dice_reroll(struct world *w, const struct dice_look *in, const struct dice_look *again,
                     uint64_t all_faces, const uint8_t *face_index);
bool dice_any_rerolled(const struct world *w, const struct dice_look *in);

/* The value of a face of a die of the image, by its index. */
int64_t dice_face_value(const struct image *img, int32_t die, int32_t index);
/* A mask of all faces; 0: there are more than MAX_FACES, so its dice cannot lie in a pool. */
uint64_t dice_all_faces(const struct image *img, int32_t die);

#endif
