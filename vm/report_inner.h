/*
 * What the files of the report share: the journal as a tree of events, the things it names, and
 * text that is being put together. No other room includes it.
 */
#ifndef MYTH_VM_REPORT_INNER_H
#define MYTH_VM_REPORT_INNER_H

#include "arena.h"
#include "report.h"

/* ---- Text. A style is one byte below 0x20 in the text, of no width; such bytes are removed from
 * foreign text when it is put in. */

enum report_style {
    STYLE_END = 1, /* back to plain */
    STYLE_HEAD,    /* a heading */
    STYLE_COUNTS,  /* a face that counted */
    STYLE_LOSS,
    STYLE_REASON,
    STYLE_PLAYER = 0x0e /* … plus a player's number: his colour */
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
    /* of a BEGIN: its END entry, which is no child; NULL if the journal ends before it */
    struct report_node *end;
};

struct report_thing { /* a thing that the journal names */
    int64_t word;   /* its name as journal_names_word gives it; NONE: an empty place of the table */
    int64_t holder; /* its group, bearer or the like; NONE */
    int32_t title;  /* text: a title of its own, as against its blueprint's; -1 */
    int32_t members;     /* of a group: how many members it ever had */
    int32_t left;        /* of a group: how many are left at this point of the story */
    int32_t member_kind; /* of a group: kind of its members; -1 */
    bool gone;
    size_t born; /* number of the run of entries (story.run) in which it entered play; 0: none */
};

struct report {
    const struct journal *j;
    const struct image *img;
    struct report_options options;
    struct image_sink sink;
    struct arena arena;
    size_t root; /* length of the folder left out of file names: journal_root */
    struct journal_names names;

    struct report_node *top;
    struct report_node **nodes; /* by number - 1, END entries included */
    size_t count;

    struct report_thing *things; /* hash table with open addressing */
    size_t thing_room, thing_count;
    /* by blueprint: the owner of all things of it that the journal names, or OWNER_MANY */
    int32_t *owner_of;
    int32_t *place_code;      /* by place: the first instruction of a statement there, -1 */
    struct report_text out;   /* used by report_flush alone */
    struct report_text later; /* a heading that is written only if a line follows it */
};
enum { OWNER_UNSEEN = -3, OWNER_MANY = -2 };

void report_open(struct report *r, const struct journal *j, const struct image *img,
                 struct report_options options, struct image_sink sink);
void report_close(struct report *r);
/* NULL: the journal does not name it */
struct report_thing *report_thing(const struct report *r, int64_t word);

/* Text */
void report_put(struct report_text *t, const char *text); /* text of this program */
/* text of the image, which may hold any byte */
void report_put_foreign(struct report_text *t, const char *text);
void report_put_number(const struct report *r, struct report_text *t, int64_t n);
void report_put_style(struct report_text *t, int style);
void report_put_name(const struct report *r, struct report_text *t, int64_t word, bool with_owner);
void report_put_player(const struct report *r, struct report_text *t, int32_t number);
void report_put_value(const struct report *r, struct report_text *t, struct image_type type,
                      int64_t value);
void report_put_item(const struct report *r, struct report_text *t,
                     const struct journal_item *item);
void report_put_title(const struct report *r, struct report_text *t, int32_t title, int32_t name);
void report_put_place(const struct report *r, struct report_text *t, int32_t place);
void report_put_cites(const struct report *r, struct report_text *t, struct journal_cites cites);
/* Puts the template at word *at of the entry with its holes filled; moves *at past it. */
void report_put_template(const struct report *r, struct report_text *t,
                         const struct journal_entry *e, size_t *at);
/* Puts the text that begins at word `at` of an entry, with `before` in front of it; false: there is
 * none. */
bool report_put_words(struct report_text *t, const struct journal_entry *e, size_t at,
                      const char *before);
void report_put_signed(const struct report *r, struct report_text *t, struct image_type type,
                       int64_t value); /* +1, −1 */
void report_capital(struct report_text *t, size_t from);
void report_text_free(struct report_text *t);
const char *report_dash(const struct report *r);  /* — or - */
const char *report_arrow(const struct report *r); /* → or -> */
const char *report_times(const struct report *r); /* × or x */
/* Writes t in lines of options.width columns, the first indented by `indent`, the others by `hang`;
 * empties t. */
void report_flush(struct report *r, struct report_text *t, int indent, int hang);
void report_blank(struct report *r);
void report_heading(struct report *r, struct report_text *t, char underline);
void report_heading_later(struct report *r, struct report_text *t);

/* Puts a way in words: 6" north-east. False: it does not move. */
bool report_put_way(struct report_text *t, int64_t from, const int64_t *way, int64_t count);

/* Dice */
void report_put_faces(const struct report *r, struct report_text *t, const int64_t *faces,
                      int64_t count, int32_t die, uint64_t mask);
/* Puts a mask of faces: "2 or less", "6", "1, 3 or 5"; "no face", "any face". */
void report_put_mask(const struct report *r, struct report_text *t, int32_t die, uint64_t mask);
/* The faces of a ROLL or REROLL, as values, in memory of the arena. */
const int64_t *report_faces(struct report *r, const struct journal_entry *e, int64_t *count);

/* ---- Names found in the code, for numbers that have no label. */
const char *report_start_label(const struct report *r, int32_t quantity, char *out, size_t size);
/* Finds names for the count made by the statement at `place`: the name of the slot that keeps it,
 * and the label of the number it was counted against. "" where there is none. */
void report_count_names(const struct report *r, int32_t place, char *slot, char *against,
                        size_t size);
/* Puts a count and its noun: "1 hit", "3 hits". */
void report_put_counted(const struct report *r, struct report_text *t, int64_t n, const char *noun);

/* Puts a row that counted: "−1 long range". */
void report_put_any_row(const struct report *r, struct report_text *t,
                        const struct journal_account_row *row, const struct journal_item *amount);
void report_put_row(const struct report *r, struct report_text *t, const struct image_rule *rule,
                    const struct journal_item *amount);
/* Puts the start and rows of an ACCOUNT: "Aim 3, −1 long range". */
void report_put_account(const struct report *r, struct report_text *t,
                        const struct journal_entry *e);
/* Puts a SCORE: "red scores 5: the head of Guards". */
void report_put_score(const struct report *r, struct report_text *t, const struct journal_entry *e);
/* Puts one entry as one line, without its number. */
void report_put_entry(struct report *r, struct report_text *t, const struct report_node *node);
void report_verbose(struct report *r);

/* ---- The story of one paragraph, as lines */

struct report_lines {
    /* texts in the report's arena, beginning as within a sentence, not capitalised; the table is
     * reused for the next paragraph */
    const char **at;
    size_t count, room;
    bool passed; /* somebody declined to do something */
};
enum report_form {
    FORM_HEADED, /* each line begins with its event */
    FORM_ACTOR,  /* what the event itself does belongs to its actor, so such a line has no head */
    FORM_LOOSE   /* what the event itself does is told of the things concerned, without a head */
};
/* Adds to `lines` the lines for the children of `node` from `first` up to but not including `stop`
 * (NULL: to the end). actor: the thing that FORM_ACTOR's lines are about; NONE. */
void report_story(struct report *r, const struct report_node *node, const struct report_node *first,
                  const struct report_node *stop, enum report_form form, int64_t actor,
                  struct report_lines *lines);
/* The thing in the first role of an event; NONE if there is none. */
int64_t report_subject(const struct report *r, const struct report_node *node);
/* Puts title and roles of a BEGIN: "Shot, Guards 2, dice 3, far". */
void report_put_head(const struct report *r, struct report_text *t, const struct report_node *node);

/* ---- Events */

bool report_event_builtin(const struct journal_entry *e);
/* The value of a slot of a BEGIN node: a role, or a value kept when the event ended. */
bool report_slot(const struct report *r, const struct report_node *node, int32_t slot,
                 struct journal_item *out);
const char *report_slot_name(const struct report *r, const struct image_event *event, int32_t slot,
                             char *out, size_t size);
/* The value at word *at of the entry, NONE if it is a list; moves *at past it. */
int64_t report_word(const struct journal_entry *e, size_t *at);
const struct image_event *report_event(const struct report *r, const struct journal_entry *e);

#endif
