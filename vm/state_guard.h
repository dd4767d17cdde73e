/*
 * state_guard: what is read off the rules once, so that they need not be run: the guards of
 * conditions, and which rules are about an event. Filled and used by the rooms rows and agenda.
 */
#ifndef MYTH_VM_STATE_GUARD_H
#define MYTH_VM_STATE_GUARD_H

#include "image.h"

/* A guard: a test at the beginning of a rule's condition that is answered without running code, or
 * left open if that cannot be. rows_guard.c reads the guards off the code and answers them. `of`,
 * a, b and c are members of struct state_guard; a, b and c are the operands of the test. */
enum state_guard_what {
    GUARD_BORNE,   /* blueprint `of` has an instance (if it has, the guard is left open) */
    GUARD_RUNNING, /* event `of` runs */
    GUARD_KIND,    /* a is of kind `of` */
    GUARD_MADE,    /* a was made from blueprint `of` */
    GUARD_SIDE,    /* a and b are friends, or enemies, as the builtin truth `of` says */
    GUARD_HAS,     /* a bears an instance of blueprint `of` in force */
    /* truth `of`, for the arguments a and b (`count` of them), as far as its result is
     * remembered */
    GUARD_TRUTH,
    /* the reach from a to b is at most c, or less than c (only a no is told here, by the
     * distance) */
    GUARD_REACH,
    GUARD_COMPARE /* a compares with b as the instruction `of` says; if not `first`, b with a */
};
/* The source of an operand's value. Words may be read from there: a word of the thing that this
 * value is, and a word of the thing that is found there. */
enum state_operand_from {
    OPERAND_NUMBER,  /* `value` itself */
    OPERAND_ARG,     /* argument `value` */
    OPERAND_ROLE,    /* slot `value` of the event about which the rule is */
    OPERAND_THIS,    /* the instance to which the rule belongs */
    OPERAND_GLOBAL,  /* the global word `value`, the reading of a ruling */
    OPERAND_NEAREST, /* slot `value` of the nearest running event `of` */
    OPERAND_RECALLED /* number `of` of argument `value`, as far as its result is remembered */
};
enum { OPERAND_WORDS = 2 };
struct state_operand {
    int64_t value;
    /* `words`: how many words are read. `end`: CODE_FIRST, CODE_LAST or CODE_COUNT asks for the
     * first member of a group, the last one, or how many there are; 0: the value itself. */
    uint8_t from, words, end;
    int32_t of;
    /* the words to read, each in the record of the thing found before; with `end`, the last one is
     * the list of members, which is the field `members` */
    int32_t word[OPERAND_WORDS];
    int32_t members;
};
enum state_guard_rank { GUARD_OF_ALL, GUARD_OF_ONE, GUARD_LATE };
struct state_guard {
    struct state_operand a, b, c;
    int32_t of;
    uint8_t what, rank, count;
    bool yes; /* the answer with which the rule goes on; with the other one it does not apply */
    bool first;
    bool quick; /* the guard reads one word at most, and compares it with a number or a kind */
    /* the guard compares a word of an argument with an argument, or asks whether the reach from one
     * argument to another is at most what a number of one argument was remembered to be */
    bool of_args;
};
enum { HEARD_ANSWERS = 1 << RULE_ROW };

/* A rule about an event, looked up under the present rulings (agenda.c). `of`: the global that
 * lists the instances of the rule's blueprint; 0: the rule has none. `bears`: the global that lists
 * the instances of a feature that some role must bear; 0: no role must. */
struct state_speaks {
    int32_t rule, of, bears;
    /* muted: a ruling makes the rule refuse everything; latest: the rule reads answers of the
     * action's head */
    bool muted, latest;
};
/* The rules of one moment of an event, that is, of one sort from RULE_BEFORE to RULE_ALLOW. They
 * lie in state.speaks from `first` on: `own` rules about this event, then up to `all` rules about
 * any action. */
enum { MOMENTS = RULE_WHENEVER - RULE_BEFORE };
struct state_moment {
    uint32_t settled; /* rows_settled when these rules were looked up */
    int32_t first, own, all;
};

/* An action that may be done during an event: its blueprint, -1 if it has none; the kind of the
 * thing in its first role, -1 if that is no thing. */
struct state_during {
    int32_t event, blueprint, role;
};

#endif
