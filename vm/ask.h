/*
 * ask: questions and answers. Whatever rules do not determine is a question;
 * rules never know who answers. A question is data that lives until the next
 * step; it can be made again from the World at any time.
 */
#ifndef MYTH_VM_ASK_H
#define MYTH_VM_ASK_H

#include "base.h"
#include "image.h"

enum ask_kind {
#define ASK(name, text, chance, sentence) ASK_##name,
#include "ask.def"
#undef ASK
    ASK_COUNT_
};
struct ask_row {
    const char *name;
    bool chance;
    const char *sentence;
};
const struct ask_row *ask_row(enum ask_kind kind);

struct question {
    enum ask_kind kind;
    int64_t who;        /* the player who is asked (a thing); NONE for chance */
    int32_t place;      /* place of the rule that asks: index into image.places; -1 */
    int32_t choice;     /* index into image.choices; -1 for chance */
    const char *prompt; /* with its holes filled in; "" if there is none */
    bool secret;        /* a rule of a secret thing asks, so others may not see the answer */
    /* questions to chance */
    int32_t die; /* ROLL, COUNT, SUM */
    /* number of dice; RANDOM, SHUFFLE: of members; PICK, PLACE, PATH: of candidates */
    int64_t count;
    int32_t pile;   /* SHUFFLE: the field that is the pile; -1 */
    int64_t holder; /* SHUFFLE: the thing that has the pile */
    /* COUNT: faces still possible, faces that count; bit i stands for the i-th face */
    uint64_t from, wanted;
    /* questions to players */
    struct image_type type; /* type of one candidate */
    /* PICK: the candidates, all legal. Among labels: indices of templates; of an offer: events */
    const int64_t *values;
    /* PICK among labels, or a may (yes, no): the texts; otherwise NULL */
    const char *const *labels;
    int64_t least, most; /* how many are to be picked; mostly 1 and 1 */
    /* PICK: a rule judges the picked set as a whole, so not every set of candidates is legal */
    bool together;
    bool may_pass; /* an answer may decline: `pass` */
    int64_t mover; /* PLACE, PATH: the thing that is placed or moved */
    int64_t zone;  /* PLACE: the thing in which it must lie; NONE */
    int64_t up_to; /* PATH: greatest length */
};

struct answer {
    bool pass;
    bool spelled; /* PLACE, PATH: values are places, not the index of a candidate */
    int64_t count;
    /* ROLL: faces as values. COUNT, SUM, RANDOM: one number (of RANDOM from 0). SHUFFLE: a
     * permutation from 0. PICK: indices, ascending. PLACE, PATH: one index, or places if spelled */
    const int64_t *values;
};

#endif
