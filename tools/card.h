/*
 * card: what stands on the card of a thing: the fields that have a label or hold a list, with their
 * values in words, and of a group its members. The values are read off a thing that was made of the
 * blueprint, so defaults and what rows of cards do are in them.
 */
#ifndef MYTH_TOOLS_CARD_H
#define MYTH_TOOLS_CARD_H

#include "../vm/arena.h"
#include "../vm/image.h"

struct battle;
struct node;

/* A battle in which things are made to be read. All that the functions return lies in the arena. */
struct card_reader {
    struct arena *arena;
    const struct image *img;
    struct battle *b;
};

/* Makes the battle, or sets it back; battle_free frees it. */
void card_reader_reset(struct card_reader *v);

/* A field that stands on a card. */
struct card_field {
    struct card_field *next;
    const char *name, *label; /* label: the name where the rules give none */
    const char *value;        /* in words; "": a truth that is yes */
    bool list;                /* the value is a set */
};
/* Sets `first` to the fields of a thing's card, single values before lists. Left off are empty
 * sets, no and none, and defaults that are 0 or a word of an enumeration. Returns false if the
 * rules failed over a value; battle_error says how. */
bool card_fields(const struct card_reader *v, int64_t thing, struct card_field **first);
/* Returns the fields as one line: "Pace 5", Aim 4; arms Rod". */
const char *card_line(struct arena *arena, const struct card_field *first);

/* Members of a group whose cards are alike and that stand side by side. */
struct card_members {
    struct card_members *next;
    int64_t count;
    int32_t blueprint; /* row of image.blueprints; -1: none */
    const char *title; /* "" without a blueprint */
    struct card_field *fields;
};
/* Sets `first` to the members of a thing; none if it is no group. Returns false if the rules failed
 * over a value. */
bool card_members(const struct card_reader *v, int64_t thing, struct card_members **first);
/* Returns the members as one line: "5 Runner: Pace 5"". */
const char *card_members_line(struct arena *arena, const struct card_members *m);

/* Returns the title of a blueprint, or its name if it has none. */
const char *card_title(const struct image *img, int32_t blueprint);
/* Returns the head of an OPTION as it is listed: "option "Shields" 10 points". */
const char *card_option(struct arena *arena, const struct node *option);

#endif
