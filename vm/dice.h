/*
 * dice: pools of dice in the World, whose faces are known only as far as rules have looked at them.
 *
 * A pool is a set of dice that rules hold, such as those of one roll. It lives until it is
 * released. Dice lie in cells: a cell counts dice of the same kind (d6, d10 …), with the same faces
 * still possible, held by the same pools, and either all re-rolled or all not. The dice of a cell
 * are exchangeable.
 *
 * A look is some dice of a pool, as one expression sees them. A question about a look (dice_count,
 * dice_best …) either has an answer in what is known, or gives a want: a cell and some of its
 * faces, with the meaning "how many dice of the cell show one of these faces?". dice_answer splits
 * the cell by the answer, and the caller puts the question again. Cells lie sorted in SEG_DICE, and
 * equal cells are joined, so equal worlds are equal words.
 *
 * A face is named by its index from 0 to sides - 1, and is bit index of a mask. Several faces of a
 * die may have the same value.
 */
#ifndef MYTH_VM_DICE_H
#define MYTH_VM_DICE_H

#include "base.h"
#include "image.h"
#include "world.h"

/* The words of a cell. Cells lie in SEG_DICE behind the words that say which pools are living and
 * of which die each is. Without living pools the segment is empty. */
enum dice_cell_word {
    /* die in the low 16 bits; bit 16: the dice were re-rolled; bits 17 to 31, with a sign: by how
     * much they show more than their faces; number of dice from bit 32 on */
    CELL_HEAD,
    CELL_FACES,   /* mask of the faces still possible */
    CELL_HOLDERS, /* mask of the pools that hold these dice: bit i for pool i + 1 */
    CELL_WORDS
};

/* A look: parts, each a stretch of the dice of one cell. Valid until cells change. The caller
 * provides the memory: room for dice_cells(w) parts suffices for each look. */
struct dice_part {
    uint32_t cell, from, count; /* dice from … from + count - 1 of the cell */
};
struct dice_look {
    /* the die of all dice in the look; -1 if they are of several kinds, or some show more than
     * their faces */
    int32_t die;
    uint32_t parts;
    struct dice_part *part; /* ascending by cell, then `from` */
};
uint32_t dice_cells(const struct world *w); /* upper bound of a look's parts */
int32_t dice_cell_die(const struct world *w, uint32_t cell);
/* Returns by how much the dice of a cell show more than their faces (dice_raise). */
int64_t dice_cell_more(const struct world *w, uint32_t cell);
/* Returns the die of all dice in a look, however much more they show than their faces; -1 if they
 * are of several kinds or there are none. */
int32_t dice_one_die(const struct world *w, const struct dice_look *look);
uint64_t dice_cell_holders(const struct world *w, uint32_t cell);

/* A want: a question that must be asked first. It asks how many of the `count` dice of a cell show
 * one of the faces in `wanted`; `from` are the faces that are still possible. */
struct dice_want {
    uint32_t cell;
    int32_t die;
    int64_t count;
    uint64_t from, wanted;
};

/* dice_new makes a pool of `count` dice whose faces are unknown (all_faces: the mask of
 * dice_all_faces), dice_rolled a pool of `count` dice that show the faces with the indices
 * face_index. Both return the number of the pool, 1 … MAX_POOLS; or 0, with nothing changed, if
 * there are MAX_POOLS living pools. Every pool must be released by dice_let_go. */
uint32_t dice_new(struct world *w, int32_t die, uint64_t all_faces, int64_t count);
uint32_t dice_rolled(struct world *w, int32_t die, const uint8_t *face_index, int64_t count);
/* Makes a pool that holds exactly the dice of a look; the pools that hold them now go on holding
 * them. Returns its number, or 0 if there are MAX_POOLS living pools. */
uint32_t dice_hold(struct world *w, const struct dice_look *look);
/* Releases a pool. Dice that no other pool holds are removed. */
void dice_let_go(struct world *w, uint32_t pool);
/* Sets *out to the look that has all dice of a pool. */
void dice_of(const struct world *w, uint32_t pool, struct dice_look *out);
int64_t dice_size(const struct dice_look *look);

/* The questions about a look. Each returns true and sets its result if that is known; otherwise it
 * returns false and sets *want to what must be asked first.
 *
 * dice_count: how many dice show one of `faces`. dice_where: the dice that do. dice_best: the k
 * dice with the highest values, or the lowest if `worst`. dice_sum: the sum of the values;
 * *in_range is false if it is out of range, and *sum then has no meaning. dice_extreme: the highest
 * or lowest value, NONE if there are no dice. */
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
/* A question like those above: writes the value of each die, lowest first, to `out`, which has room
 * for dice_size(in) words. */
bool dice_faces(const struct world *w, const struct image *img, const struct dice_look *in,
                int64_t *out, struct dice_want *want);
/* A question like those above: whether the value of each die is known. */
bool dice_known(const struct world *w, const struct image *img, const struct dice_look *in,
                struct dice_want *want);
/* Takes dice out of a look by their values, all of which are known: of those that show values[k]
 * take[k], first those that were never re-rolled. take[k] becomes how many of them are missing. */
void dice_taken(const struct world *w, const struct image *img, const struct dice_look *in,
                const int64_t *values, int64_t *take, int64_t count, struct dice_look *out);
/* dice_join: the dice that are in a or b. dice_without: the dice of a that are not in b. */
void dice_join(const struct dice_look *a, const struct dice_look *b, struct dice_look *out);
void dice_without(const struct dice_look *a, const struct dice_look *b, struct dice_look *out);

/* Takes the answer to a want: k dice of the cell show one of the wanted faces. Splits the cell. */
void dice_answer(struct world *w, const struct dice_want *want, int64_t k);

/* The pools whose faces rules may still read, a bit each: `fresh` for their dice that were never
 * re-rolled, `again` for those that were. */
struct dice_read {
    uint64_t fresh, again;
};
/* Adds a pool to `read`. */
void dice_read_of(struct dice_read *read, uint32_t pool, bool fresh, bool again);
/* Makes the faces unknown again of all dice that nothing can read any more, as `read` says. Returns
 * true if cells have changed. */
bool dice_forget(struct world *w, const struct image *img, const struct dice_read *read);
/* Whether some die that can be read has a value that is not known. If so, *want is set to what is
 * to be asked next. */
bool dice_unknown(const struct world *w, const struct image *img, const struct dice_read *read,
                  struct dice_want *want);

/* Returns how many dice are both in `in` and in `again` and were never re-rolled: a die may be
 * re-rolled only once. */
int64_t dice_fresh(const struct world *w, const struct dice_look *in,
                   const struct dice_look *again);
/* Writes the values of the dice that dice_fresh counts, all of them known. */
void dice_fresh_faces(const struct world *w, const struct image *img, const struct dice_look *in,
                      const struct dice_look *again, int64_t *out);
/* Makes a pool of the dice of `in`, in which those that dice_fresh counts are replaced by new dice:
 * with the faces face_index, or with unknown faces (all_faces: the mask of dice_all_faces) if
 * face_index is NULL. If any are replaced, in->die must be a die, not -1. Returns the number of the
 * pool, or 0 if there are MAX_POOLS living pools. */
uint32_t dice_reroll(struct world *w, const struct dice_look *in, const struct dice_look *again,
                     uint64_t all_faces, const uint8_t *face_index);
bool dice_any_rerolled(const struct world *w, const struct dice_look *in);
/* Makes a pool of new dice, one for each of `in`, whose values are known. Each shows `more` more
 * than that die, also beyond the greatest face; a face with a name is what it is. Dice whose
 * originals were re-rolled count as re-rolled. Returns the number of the pool, or 0 if there are
 * MAX_POOLS living pools. The dice of `in` must allow it (dice_raises). */
uint32_t dice_raise(struct world *w, const struct dice_look *in, int64_t more);
/* Whether no die of a look then shows more than MAX_RAISE more, or less, than its face. */
bool dice_raises(const struct world *w, const struct dice_look *in, int64_t more);

/* Returns the value of the face `index` of a die of the image. */
int64_t dice_face_value(const struct image *img, int32_t die, int32_t index);
/* Returns a mask of all faces of a die; 0 if it has more than MAX_FACES, so that dice of this kind
 * cannot lie in a pool. */
uint64_t dice_all_faces(const struct image *img, int32_t die);

#endif
