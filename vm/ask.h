/*
 * ask: what a question and an answer are. Whatever rules do not determine is a question: a die, a
 * pick, a place, a way. Rules never know who answers: chance, a player, a tape. A question is data
 * that is valid until the battle goes on; the machine can make it again from the World.
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
/* A row of ask.def: a kind of question. */
struct ask_row {
    const char *name;
    bool chance; /* chance answers; otherwise a player */
    const char *sentence;
};
const struct ask_row *ask_row(enum ask_kind kind);

struct question {
    enum ask_kind kind;
    int64_t who;   /* the player who is asked (a thing); NONE: chance answers */
    int32_t place; /* place of the rule that asks: index into image.places; -1: none */
    /* index into image.choices; -1: the question stands for no choice of the rule text, as those of
     * chance and of rules in Lua */
    int32_t choice;
    const char *prompt; /* the text of the question, its holes filled in; "" if there is none */
    bool secret;        /* a rule of a secret thing asks, so others may not see the answer */
    /* Members for questions to chance. */
    int32_t die; /* ROLL, COUNT, SUM: index into image.dice */
    /* ROLL, COUNT, SUM: number of dice; RANDOM: of members; PICK, PLACE, PATH: of candidates */
    int64_t count;
    int32_t pile;   /* RANDOM: the field that is the pile from which a card comes; -1: none */
    int64_t holder; /* RANDOM: the thing whose pile that is */
    /* COUNT: faces that the dice may still show, and faces that count; bit i stands for the i-th
     * face */
    uint64_t from, wanted;
    /* Members for questions to players. */
    struct image_type type; /* type of one candidate */
    /* PICK: the candidates, all legal: values of `type`; for a pick among labels, numbers of the
     * labels; between yes and no, 1 and 0; for an offer, the events that are the actions */
    const int64_t *values;
    /* PICK: how many equal things each candidate stands for, so how often it may be picked; RANDOM:
     * the weight of each member, as if there were so many of it. NULL: one each */
    const int64_t *many;
    /* PICK among labels, or between yes and no: the text of each candidate; otherwise NULL */
    const char *const *labels;
    /* the least and the greatest number of things that may be picked, equal ones counted singly;
     * mostly 1 and 1 */
    int64_t least, most;
    /* PICK: the `where` of the choice judges the picked set as a whole, so not every set of
     * candidates need be legal */
    bool together;
    bool may_pass; /* the player may decline: the answer `pass` */
    /* PLACE, PATH: the thing that is placed or moved; PICK of an offer: the thing for which it is
     * made; NONE otherwise */
    int64_t mover;
    int64_t zone;  /* PLACE: the thing inside which the place must lie; NONE: anywhere */
    int64_t up_to; /* PATH: greatest length of the way, in units */
};

struct answer {
    bool pass;     /* the player declines */
    bool spelled;  /* PLACE, PATH: `values` are places, not the index of a candidate */
    int64_t count; /* number of values */
    /* ROLL: the value of each face. COUNT: how many dice show a face in `wanted`. SUM: the sum.
     * RANDOM: the number of a member, from 0. PICK: numbers of candidates from 0, ascending; number
     * i stands there up to many[i] times. PLACE, PATH: the number of one candidate from 0; if
     * `spelled`, a place or the corners of a way. */
    const int64_t *values;
};

/* How many things candidate i of a pick stands for; the weight of member i of a RANDOM. */
static inline int64_t ask_many(const struct question *q, int64_t i) {
    return q->many ? q->many[i] : 1;
}

/* ---- Names. A tape, a person and a host name what they answer by what it is called. */

enum { ASK_NAME = 240 };
/* The name of a candidate of a PICK or RANDOM. */
struct ask_name {
    char text[ASK_NAME]; /* as messages and the report say it: "Guards 2", "Charge", "6" */
    size_t bare;         /* length of the text without its number: "Guards"; else its length */
    const char *owner;   /* name of the player who owns the thing; "": there is none */
};
/* Where names of candidates come from. `of` returns false if candidate i has no name. */
struct ask_names {
    bool (*of)(const void *user, const struct question *q, int64_t i, struct ask_name *out);
    const void *user;
};

#endif
