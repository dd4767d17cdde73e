/*
 * state_guard: what is read off rules once, so that they need not be run: guards of conditions,
 * and who hears of an event. Filled and asked by rows and agenda.
 */
#ifndef MYTH_VM_STATE_GUARD_H
#define MYTH_VM_STATE_GUARD_H

#include "image.h"

/* A guard: a test at the beginning of a rule's condition that needs no code to be run. `rows` fills
 * and asks them. */
enum state_guard_what {
    GUARD_BORNE,   /* blueprint `of` has an instance */
    GUARD_RUNNING, /* event `of` runs */
    GUARD_KIND,    /* a is of kind `of` */
    GUARD_MADE,    /* a was made from blueprint `of` */
    GUARD_SIDE,    /* a and b are friends, or enemies, as the builtin truth `of` says */
    GUARD_HAS,     /* a bears an instance of blueprint `of` in force */
    GUARD_TRUTH,   /* truth `of` of the first `count` arguments, if it is remembered */
    GUARD_COMPARE  /* a and b compare as the instruction `of` says; b and a if not `first` */
};
/* An operand of a guard: a value, or words read one from the other, beginning at a known place. */
enum state_operand_from {
    OPERAND_NUMBER, /* `value` itself */
    OPERAND_ARG,    /* argument `value` */
    OPERAND_ROLE,   /* slot `value` of the event at hand */
    OPERAND_THIS,   /* the instance to which the rule belongs */
    OPERAND_GLOBAL, /* word `value` of the globals, which is the reading of a ruling */
    OPERAND_NEAREST /* slot `value` of the nearest event `of` */
};
enum { OPERAND_WORDS = 2 };
struct state_operand {
    int64_t value;
    /* end: CODE_FIRST, CODE_LAST or CODE_COUNT of the members; 0: the value itself */
    uint8_t from, words, end;
    int32_t of;
    /* words of the records on the way; then, for `end`, the field of the members */
    int32_t word[OPERAND_WORDS];
    int32_t members;
};
enum state_guard_rank { GUARD_OF_ALL, GUARD_OF_ONE, GUARD_LATE };
struct state_guard {
    struct state_operand a, b;
    int32_t of;
    uint8_t what, rank, count;
    bool yes; /* the answer for which the guard lets the rule pass */
    bool first;
    bool quick; /* reads one word at most, and compares it with a number or a kind */
};
enum { HEARD_ANSWERS = 1 << RULE_ROW };

/* A rule about an event, its own or one about any action, prepared since rulings were settled last
 * (agenda). `of`: the global that lists the instances of its blueprint; `bears`: for a rule at the
 * top of a file, the one that lists those of the feature that a role must bear. 0: none. */
struct state_speaks {
    int32_t rule, of, bears;
    /* muted: a ruling refuses it; latest: it reads what the head was answered with */
    bool muted, latest;
};
/* The rules of one moment of an event: in state.speaks from `first` on, first those of the event
 * itself, then up to `all` those about any action. */
enum { MOMENTS = RULE_WHENEVER - RULE_BEFORE };
struct state_moment {
    uint32_t settled; /* rows_settled when they were prepared */
    int32_t first, own, all;
};

/* An action; its blueprint, -1; the kind of its first role, -1 if that is no thing. */
struct state_during {
    int32_t event, blueprint, role;
};

#endif
