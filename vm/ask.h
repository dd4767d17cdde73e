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
    int64_t who;        /* the player who is asked (thing), NONE for chance */
    int32_t place;      /* of the rule that asks: image.places; -1 */
    int32_t choice;     /* image.choices, -1 for chance */
    const char *prompt; /* filled in; "" */
    bool secret;        /* put by a rule of a secret thing */
    /* chance */
    int32_t die;           /* ROLL, COUNT, SUM */
    int64_t count;         /* dice; RANDOM, SHUFFLE: how many; PICK, PLACE, PATH: candidates */
    int32_t pile;          /* SHUFFLE: the field; -1 */
    int64_t holder;        /* SHUFFLE: whose pile */
    uint64_t from, wanted; /* COUNT: faces still possible, by index; faces that count */
    /* choices */
    struct image_type type; /* of a candidate */
    /* PICK: the candidates, all legal; labels: templates; an offer: actions */
    const int64_t *values;
    const char *const *labels; /* PICK among labels, a may (yes, no): their texts; else NULL */
    int64_t least, most;       /* how many are picked; 1, 1 as a rule */
    bool together;             /* PICK: a rule judges what is picked as a whole */
    bool may_pass;             /* an answer without values declines */
    int64_t mover;             /* PLACE, PATH: the thing */
    int64_t zone;              /* PLACE: the thing that it must lie in, NONE */
    int64_t up_to;             /* PATH: length */
};

struct answer {
    bool pass;
    bool spelled; /* PLACE, PATH: values are places, not the index of a candidate */
    int64_t count;
    const int64_t *values; /* ROLL: faces as values; COUNT, SUM, RANDOM: one number (RANDOM from 0);
                               SHUFFLE: a permutation from 0; PICK: indices, ascending; PLACE, PATH:
                               an index, or places when spelled */
};

#endif
