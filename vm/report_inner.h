/*
 * Declarations that the files of the report share: the journal as a tree of events, the things that
 * the journal names, and text that is being put together. "Puts" means: appends to a struct
 * report_text. No other room includes this header.
 */
#ifndef MYTH_VM_REPORT_INNER_H
#define MYTH_VM_REPORT_INNER_H

#include "arena.h"
#include "report.h"

/* ---- Text. A style is one byte below 0x20 in the text; it takes no column. In text of the image
 * such bytes become blanks when it is put in. */

enum report_style {
    STYLE_END = 1, /* back to plain */
    STYLE_HEAD,    /* a heading */
    STYLE_COUNTS,  /* a face that counted */
    STYLE_LOSS,
    STYLE_REASON,
    STYLE_PLAYER = 0x0e /* plus the number of a player: his colour */
};
struct report_text {
    char *at;
    size_t len, capacity;
};

/* ---- The journal as a tree */

struct report_node {
    struct journal_entry e;
    size_t number; /* number of the entry, from 1; 0: the root of the tree */
    struct report_node *parent, *child, *last, *next, *before;
    /* of a BEGIN: the node of its END, which is no child; NULL if the journal has none */
    struct report_node *end;
};

/* Whether an entry tells no part of the story, but more about the entries around it: sums,
 * titles. */
static inline bool report_is_aside(const struct journal_entry *e) {
    return e->kind == J_SUM || e->kind == J_TITLED;
}

/* A title of a thing (J_TITLED). */
struct report_titled {
    const struct report_node *node;
    const struct report_titled *before; /* the title that it had before; NULL */
};

struct report_thing { /* a thing that the journal names */
    int64_t
        word; /* packed name, as journal_names_word gives it; NONE: an empty slot of the table */
    int64_t holder; /* group, bearer, or owner of the pile, as in J_CREATE; NONE */
    int32_t title;  /* text: the thing's own title from a roster (J_NAMED); -1: it has none */
    const struct report_titled *titled; /* the title that it gets last; NULL: it never has one */
    int32_t members;                    /* of a group: how many members it ever had */
    int32_t left;        /* of a group: how many members are left at this point of the story */
    int32_t member_kind; /* of a group: kind of its members; -1: the thing had no members */
    bool gone;           /* it was destroyed before this point of the story */
    size_t born; /* story.run at the entry by which the thing entered play; 0: it has not yet */
};

/* Lines of a report that were printed before. */
struct report_told {
    struct report_told_line {
        size_t entry;     /* report_lines.entry */
        int64_t actor;    /* the thing that the paragraph of the line is about; NONE */
        const char *text; /* "": the entry is a part, and its heading was printed */
        size_t before;    /* 1 + the line of the same entry that was noted before; 0: none was */
    } * at;
    size_t count, room;
    size_t *last; /* by entry: 1 + its line that was noted last; 0: it has none */
    size_t last_room;
    struct arena arena;
};

struct report {
    const struct journal *j;
    const struct image *img;
    struct report_options options;
    struct image_sink sink;
    struct arena arena;
    size_t root; /* bytes of each path that are left out: journal_root */
    struct journal_names names;

    struct report_node *top;    /* the root of the tree, which is no entry */
    struct report_node **nodes; /* by number - 1, END entries included */
    size_t count;               /* entries of the journal */
    /* number of the entry that is being told: titles are as they were then; 0: at the end */
    size_t now;

    struct report_thing *things; /* hash table with open addressing */
    size_t thing_room, thing_count;
    /* by blueprint: the player who owns all things of this blueprint that the journal names, or
     * OWNER_MANY, or OWNER_UNSEEN */
    int32_t *owner_of;
    /* by row of image.places: the index in code[] of the first instruction of this place, -1 */
    int32_t *place_code;
    struct report_text out;   /* used by report_flush alone */
    struct report_text later; /* a heading that is printed only if a line follows it */
    struct report_told *told; /* NULL: everything is printed */
    bool noting;              /* nothing is printed: the lines are noted in `told` */
    int64_t actor;            /* the thing that the paragraph being printed is about; NONE */
    bool begun;               /* something new was printed */
};
/* OWNER_UNSEEN: the journal names no thing of the blueprint that has an owner. */
enum { OWNER_UNSEEN = -3, OWNER_MANY = -2 };

void report_open(struct report *r, const struct journal *j, const struct image *img,
                 struct report_options options, struct image_sink sink);
void report_close(struct report *r);
/* Returns the thing of a packed name; NULL if the journal does not name it. */
struct report_thing *report_thing(const struct report *r, int64_t word);

/* Text */

/* Puts the title of the event that an entry begins, ends or did not do, with the holes filled from
 * its roles. Returns a bit for each role that the title names. */
uint64_t report_put_event(const struct report *r, struct report_text *t,
                          const struct journal_entry *e);
/* Puts a text of this program as it is. */
void report_put(struct report_text *t, const char *text);
/* Puts a text of the image, with blanks for bytes below 0x20 and for 0x7f. */
void report_put_foreign(struct report_text *t, const char *text);
void report_put_number(const struct report *r, struct report_text *t, int64_t n);
void report_put_style(struct report_text *t, int style);
/* Puts the name of a thing. Its owner stands before it if `with_owner`, or if things of this
 * blueprint have several owners. */
void report_put_name(const struct report *r, struct report_text *t, int64_t word, bool with_owner);
void report_put_player(const struct report *r, struct report_text *t, int32_t number);
void report_put_value(const struct report *r, struct report_text *t, struct image_type type,
                      int64_t value);
/* report_absent: the players who take no part, a bit for each. report_sides: prints a line with the
 * sides, if the battle began with any; `listed`: behind the list of who came with what. */
uint64_t report_absent(const struct report *r);
void report_sides(struct report *r, bool listed);
/* Puts who wins, by the entry of a victory: "red wins", "red and green win". */
void report_put_winners(const struct report *r, struct report_text *t,
                        const struct journal_entry *e, size_t *at);
void report_put_item(const struct report *r, struct report_text *t,
                     const struct journal_item *item);
void report_put_title(const struct report *r, struct report_text *t, int32_t title, int32_t name);
void report_put_place(const struct report *r, struct report_text *t, int32_t place);
void report_put_cites(const struct report *r, struct report_text *t, struct journal_cites cites);
/* Puts the template at word *at of an entry, with the holes filled, and moves *at past it. */
void report_put_template(const struct report *r, struct report_text *t,
                         const struct journal_entry *e, size_t *at);
/* Puts `before` and the text (journal_words) that begins at word `at` of an entry. Puts nothing and
 * returns false if there is no text or an empty one. */
bool report_put_words(struct report_text *t, const struct journal_entry *e, size_t at,
                      const char *before);
/* Puts a value with its sign: +1, −1. */
void report_put_signed(const struct report *r, struct report_text *t, struct image_type type,
                       int64_t value);
/* Makes the first letter from byte `from` on a capital, if it is a letter of ASCII. */
void report_capital(struct report_text *t, size_t from);
void report_text_free(struct report_text *t);
const char *report_dash(const struct report *r);  /* — or - */
const char *report_arrow(const struct report *r); /* → or -> */
const char *report_times(const struct report *r); /* × or x */
/* Prints t, broken into lines of options.width columns, and empties t. The first line is indented
 * by `indent` blanks, the others by `hang`. */
void report_flush(struct report *r, struct report_text *t, int indent, int hang);
/* Prints an empty line. */
void report_blank(struct report *r);
/* Prints t as a heading over a line of `underline`, and empties t. */
void report_heading(struct report *r, struct report_text *t, char underline);
/* Keeps t as a heading to be printed before the next line, and empties t. */
void report_heading_later(struct report *r, struct report_text *t);

/* Puts the length and direction of a way that begins at the place `from`: 6" north-east. Puts
 * nothing and returns false if the way has length 0. */
/* Puts a way over a map: "to South, by West and Middle". Returns false if it leads nowhere. */
bool report_put_areas(const struct report *r, struct report_text *t,
                      const struct journal_item *way);
bool report_put_way(struct report_text *t, int64_t from, const int64_t *way, int64_t count);

/* Dice */

/* Puts the faces of dice, sorted; those in `mask`, a bit for each face of the die, are marked. Of
 * many dice puts how many show each face (3× 6), or, if the die has more than MAX_FACES faces, the
 * faces unsorted. */
void report_put_faces(const struct report *r, struct report_text *t, const int64_t *faces,
                      int64_t count, int32_t die, uint64_t mask);
/* Puts a set of faces, a bit each: "2 or less", "a 6", "1, 3 or 5"; "no face", "any face". */
void report_put_mask(const struct report *r, struct report_text *t, int32_t die, uint64_t mask);
/* Puts what showed the dice whose place those of a REROLL take: "1 5 → "; nothing of a ROLL. */
void report_put_were(const struct report *r, struct report_text *t, const struct journal_entry *e);
/* Returns the values of the faces of a ROLL or REROLL, in memory of the arena, and sets *count. */
const int64_t *report_faces(struct report *r, const struct journal_entry *e, int64_t *count);

/* ---- Names found in the code, for numbers that have no label */

/* Writes the label of the field or number with which a quantity starts; "" if there is none. */
const char *report_start_label(const struct report *r, int32_t quantity, char *out, size_t size);
/* Finds names for the count of dice made by the statement at `place`. Writes to `slot` the name of
 * the slot that keeps the count, and to `against` the label of the number that the dice are
 * compared with; "" if there is none. */
void report_count_names(const struct report *r, int32_t place, char *slot, char *against,
                        size_t size);
/* Puts a count and a noun in the plural, of which a count of 1 takes the s away: "1 hit", "3
 * hits". */
void report_put_counted(const struct report *r, struct report_text *t, int64_t n, const char *noun);

/* Puts the card on which the rule stands whose text has this place, with a text before it and one
 * behind; nothing if it stands on no card. */
void report_put_card(const struct report *r, struct report_text *t, int32_t place,
                     const char *before, const char *after);

/* Puts a row that counted, of the ruleset or of a rule in Lua: "−1 long range". */
void report_put_any_row(const struct report *r, struct report_text *t,
                        const struct journal_account_row *row, const struct journal_item *amount);
/* Puts a row of the ruleset that counted. */
void report_put_row(const struct report *r, struct report_text *t, const struct image_rule *rule,
                    const struct journal_item *amount);
/* Puts the start and rows of an ACCOUNT: "Aim 3, −1 long range". */
void report_put_account(const struct report *r, struct report_text *t,
                        const struct journal_entry *e);
/* Puts the number of an entry, by which `why` finds it, behind a line of the story if
 * options.numbers: " #352". Puts nothing for entry 0. */
void report_put_entry_number(const struct report *r, struct report_text *t, size_t number);
/* Puts a SCORE: "red scores 5: the head of Guards". */
void report_put_score(const struct report *r, struct report_text *t, const struct journal_entry *e);
/* Whether an event is a part of the battle, with a heading of its own; in_battle: it stands
 * directly in the event `battle`. */
bool report_is_part(const struct report *r, const struct report_node *c, bool in_battle);
/* Returns the event `battle`; NULL if the journal has none. */
const struct report_node *report_battle(const struct report *r);
/* Returns the actor of an event that is a turn: the first role is called `actor`, and the event is
 * no action itself, as the activation of a unit. Returns NONE for any other event. */
int64_t report_actor(const struct report *r, const struct report_node *node);
/* Puts one entry as one line, without its number. */
void report_put_entry(struct report *r, struct report_text *t, const struct report_node *node);
/* Prints the entries of REPORT_VERBOSE. */
void report_verbose(struct report *r);

/* ---- Why */

/* Prints the short answer: what the entry `told` was made of, where it stands, what was chosen
 * before it. `node` is the event that it ends, if it is an END, else the entry itself. */
void report_short(struct report *r, const struct report_node *node, const struct report_node *told);
/* Prints lines of the story, of many the last, and where the event `scope` (NULL: the journal) in
 * which they lie stands. */
void report_short_lines(struct report *r, const struct report_node *scope,
                        const struct report_told *lines);
/* Returns the number of the last entry inside of an event, its END included. */
size_t report_last_number(const struct report_node *node);
void report_print_heading(struct report *r, const char *text);
/* Whether an entry tells dice, a count of dice, or a number that was read. */
bool report_is_dice(const struct report_node *n);
/* Prints a number that was read, then its start and each row in a line of its own. lead: what is
 * printed before it; NULL: the number of the entry. */
void report_print_account(struct report *r, const struct report_node *node, const char *lead);
/* Whether a number that was read is a field with which no row counted. */
bool report_is_bare(const struct report *r, const struct report_node *n);

/* ---- Entries in lines with numbers */

enum { REPORT_COLUMNS = 6 }; /* of the number of an entry */
/* Puts a place in the rule text and clauses behind a line. */
void report_put_source(const struct report *r, struct report_text *t, int32_t place,
                       struct journal_cites cites);
/* Returns the number under which an entry is printed. */
int64_t report_number(const struct report *r, const struct report_node *node);
void report_put_number_column(const struct report *r, struct report_text *t,
                              const struct report_node *node);
/* Prints an entry in one line, with its number, place and clauses. */
void report_print_entry(struct report *r, const struct report_node *node, int indent);
/* The same without clauses. */
void report_print_plainly(struct report *r, const struct report_node *node, int indent);
/* Returns how many events that are not of the language stand around an entry. An END counts as
 * standing beside its BEGIN. */
int report_depth(const struct report_node *node);
/* Whether an entry is the BEGIN or END of an event of the language. Such entries are left out,
 * because an entry between the two says what the event did, if it did anything. */
bool report_is_shell(const struct report_node *node);
/* Puts a number that was read and its result: "Aim 2". */
void report_put_quantity(const struct report *r, struct report_text *t,
                         const struct journal_entry *e);

/* ---- What was told before */

/* Returns what is to be printed of a line of the story that tells an entry: the whole text, or only
 * its end if it was printed without that (then sets *more), or NULL if it was printed before or
 * report.noting is set. */
const char *report_news(struct report *r, size_t entry, const char *text, bool *more);
/* Puts the title of an event and its roles that are numbers, values of enumerations, things or
 * blueprints: "Round 3". */
void report_put_part_heading(const struct report *r, struct report_text *t,
                             const struct report_node *node);
/* Notes the lines of the whole story. */
void report_collect(struct report *r, struct report_told *to);
void report_told_free(struct report_told *t);

/* ---- The story of one paragraph, as lines */

/* The lines of a paragraph. The table is used again for the next paragraph. */
struct report_lines {
    const char **at; /* texts in the report's arena; the first letter is not capitalised yet */
    /* of each line the entry that it tells: the event that its head names, else the first entry
     * that is told in it */
    size_t *entry;
    size_t count, room, entry_room;
    bool passed; /* a player declined a choice in this paragraph */
};
/* The head of the lines that tell what an event itself does, apart from the events inside of it. */
enum report_form {
    FORM_HEADED, /* the title of the event, and the things in its roles */
    FORM_ACTOR,  /* no head: the line belongs to the actor of the paragraph */
    FORM_LOOSE   /* no head: the line begins with the thing that something happens to */
};
/* An event that is being told. Its lines begin with its head. */
struct report_own {
    const struct report_node *event;
    int64_t subject; /* report_subject, or the actor of the paragraph; NONE */
    /* the thing whose name is left out before effects on it, because the head of the line begins
     * with it: the subject, or NONE after a sentence of the rules that begins otherwise */
    int64_t about;
    bool again;   /* a line of it was told before, by the sentence of the event */
    bool started; /* a line of this event was begun */
    enum report_form form;
    size_t serial; /* story.serial when the event, or its last line, was begun */
};
/* Adds to `lines` the lines that tell the children of `node`, from `first` up to but not including
 * `stop` (NULL: to the end). `actor` is the thing that the paragraph is about; NONE. */
void report_story(struct report *r, const struct report_node *node, const struct report_node *first,
                  const struct report_node *stop, enum report_form form, int64_t actor,
                  struct report_lines *lines);
/* Returns the thing in the first role of an event, its subject; NONE if the first role holds no
 * thing. */
int64_t report_subject(const struct report *r, const struct report_node *node);
/* Puts title and roles of a BEGIN: "Shot, Guards 2, dice 3, far". */
void report_put_head(const struct report *r, struct report_text *t, const struct report_node *node);
/* Puts the head of an event: its sentence, if the rules have one for it, otherwise the title, the
 * subject, and the roles. If the subject is the actor, it is put only if the head names another
 * thing, too. `all`: the title and roles of all classes are put, as numbers; in the story they are
 * left out, because the sentences tell them. */
void report_put_own_head(const struct report *r, int64_t actor, bool all, struct report_text *t,
                         const struct report_own *own);
/* Whether the next line of an event begins with its sentence: the first does, if the rules have a
 * sentence for the event. */
bool report_in_words(const struct image_event *event, const struct report_own *own);
/* Whether the sentence of an event begins with its subject. */
bool report_begins_with_subject(const struct report *r, const struct image_event *event);
/* Returns the name of the thing in a value; NONE if the value is no thing. */
int64_t report_thing_of(const struct report *r, const struct journal_item *item);
/* Whether a slot is a role, or is chosen in the head of an action. */
bool report_said_slot(const struct report *r, const struct image_event *event, int32_t slot);

/* ---- Events */

/* Whether an entry is about an event of the language (enum builtin_event). The first word of the
 * entry must be an event. */
bool report_event_builtin(const struct journal_entry *e);
/* Sets *out to the value of a slot of a BEGIN node: a role, or a value that the event kept, which
 * stands in its END. Returns false if the journal has no such value. */
bool report_slot(const struct report *r, const struct report_node *node, int32_t slot,
                 struct journal_item *out);
const char *report_slot_name(const struct report *r, const struct image_event *event, int32_t slot,
                             char *out, size_t size);
/* Returns the value at word *at of an entry, or NONE if it is a list, and moves *at past it. */
int64_t report_word(const struct journal_entry *e, size_t *at);
/* Returns the event that the first word of an entry names; NULL if it is none. */
const struct image_event *report_event(const struct report *r, const struct journal_entry *e);

#endif
