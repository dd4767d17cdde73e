/*
 * What the files of report share: the journal as a tree of events, the things it
 * names, and text under way. Nobody else includes it.
 */
#ifndef MYTH_VM_REPORT_INNER_H
#define MYTH_VM_REPORT_INNER_H

#include "arena.h"
#include "report.h"

/* ---- Text under way. A style is one byte below 0x20 in it, with no width; text of
 * the image is cleaned of such bytes when it is put. */

enum report_style {
    STYLE_END = 1, /* back to plain */
    STYLE_HEAD,    /* a heading */
    STYLE_COUNTS,  /* a face that counted */
    STYLE_LOSS,
    STYLE_REASON,
    STYLE_PLAYER = 0x0e /* and so many above it: a player's colour */
};
struct report_text {
    char *at;
    size_t len, capacity;
};

/* ---- The journal as a tree */

struct report_node {
    struct journal_entry e;
    size_t number; /* of the entry, from 1; 0: the root above all */
    struct report_node *parent, *child, *last, *next, *before;
    struct report_node *end; /* of a BEGIN: its END, which is in no list; NULL if it was cut off */
};

struct report_thing { /* a thing that the journal names */
    int64_t word;     /* its name, as journal_names_word has it; NONE: a free place of the table */
    int64_t holder;   /* its group, bearer …; NONE */
    int32_t title;    /* its own name, text; -1 */
    int32_t members;  /* of a group: how many it was given */
    int32_t left;     /* of a group: how many are left where the story stands */
    int32_t member_kind; /* of a group: kind of its members, -1 */
    bool gone;
    size_t born; /* the run of entries in which the story saw it enter play; 0 */
};

struct report {
    const struct journal *j;
    const struct image *img;
    struct report_options options;
    struct image_sink sink;
    struct arena arena;
    size_t root; /* of file names: journal_root */
    struct journal_names names;

    struct report_node *top;
    struct report_node **nodes; /* by number - 1: END entries too */
    size_t count;

    struct report_thing *things; /* open addressing */
    size_t thing_room, thing_count;
    int32_t *owner_of;   /* by blueprint: the one owner of all named things of it, or OWNER_MANY */
    int32_t *place_code; /* by place: the first instruction of a statement there, -1 */
    struct report_text out;   /* scratch of report_flush */
    struct report_text later; /* a heading that is written before the next line, if one comes */
};
enum { OWNER_UNSEEN = -3, OWNER_MANY = -2 };

void report_open(struct report *r, const struct journal *j, const struct image *img,
                 struct report_options options, struct image_sink sink);
void report_close(struct report *r);
struct report_thing *report_thing(const struct report *r, int64_t word); /* NULL: never named */

/* Text */
void report_put(struct report_text *t, const char *text);         /* ours */
void report_put_foreign(struct report_text *t, const char *text); /* of the image */
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
/* The template at word *at of the entry, its holes filled; moves *at past it. */
void report_put_template(const struct report *r, struct report_text *t,
                         const struct journal_entry *e, size_t *at);
/* The words of an entry from one on, and what stands before them; false: there are none. */
bool report_put_words(struct report_text *t, const struct journal_entry *e, size_t at,
                      const char *before);
void report_put_signed(const struct report *r, struct report_text *t, struct image_type type,
                       int64_t value); /* +1, −1 */
void report_capital(struct report_text *t, size_t from);
void report_text_free(struct report_text *t);
const char *report_dash(const struct report *r);  /* — or - */
const char *report_arrow(const struct report *r); /* → or -> */
const char *report_times(const struct report *r); /* × or x */
/* Writes t as lines of options.width, the first indented by `indent`, the others by
 * `hang`; empties t. */
void report_flush(struct report *r, struct report_text *t, int indent, int hang);
void report_blank(struct report *r);
void report_heading(struct report *r, struct report_text *t, char underline);
void report_heading_later(struct report *r, struct report_text *t);

/* Geometry in words: 6" north-east. False: it did not move. */
bool report_put_way(struct report_text *t, int64_t from, const int64_t *way, int64_t count);

/* Dice */
void report_put_faces(const struct report *r, struct report_text *t, const int64_t *faces,
                      int64_t count, int32_t die, uint64_t mask);
/* "2 or less", "6", "1, 3 or 5"; "no face", "any face". */
void report_put_mask(const struct report *r, struct report_text *t, int32_t die, uint64_t mask);
/* Faces of a ROLL or REROLL, as values, in arena memory. */
const int64_t *report_faces(struct report *r, const struct journal_entry *e, int64_t *count);

/* What the code says of itself: names for numbers that have no label. */
const char *report_start_label(const struct report *r, int32_t quantity, char *out, size_t size);
/* The count that the statement at place makes: the name of the slot that it is kept in, and
 * the label of what was counted against. "" where there is none. */
void report_count_names(const struct report *r, int32_t place, char *slot, char *against,
                        size_t size);
/* A count and its noun: "1 hit", "3 hits". */
void report_put_counted(const struct report *r, struct report_text *t, int64_t n, const char *noun);

/* "−1 long range": a row that counted. */
void report_put_any_row(const struct report *r, struct report_text *t,
                        const struct journal_account_row *row, const struct journal_item *amount);
void report_put_row(const struct report *r, struct report_text *t, const struct image_rule *rule,
                    const struct journal_item *amount);
/* "Aim 3, −1 long range": start and rows of an ACCOUNT. */
void report_put_account(const struct report *r, struct report_text *t,
                        const struct journal_entry *e);
/* "red scores 5: the head of Guards" of a SCORE. */
void report_put_score(const struct report *r, struct report_text *t, const struct journal_entry *e);
/* One entry in one line, without its number. */
void report_put_entry(struct report *r, struct report_text *t, const struct report_node *node);
void report_verbose(struct report *r);

/* ---- The story of one paragraph, as lines */

struct report_lines {
    const char **at; /* texts in the report's arena, their first letter as it is within a
                        sentence; the table is kept for the next paragraph */
    size_t count, room;
    bool passed; /* somebody declined something */
};
enum report_form {
    FORM_HEADED, /* each line by its event */
    FORM_ACTOR,  /* what the event itself does stands for its actor, without a head */
    FORM_LOOSE   /* what the event itself does stands for itself */
};
/* The lines of what stands in node from child `first` up to but not including `stop`
 * (NULL: to its end), added to `lines`. actor: for whom they stand where the form is
 * FORM_ACTOR; NONE. */
void report_story(struct report *r, const struct report_node *node, const struct report_node *first,
                  const struct report_node *stop, enum report_form form, int64_t actor,
                  struct report_lines *lines);
/* The thing in the first role of an event; NONE. */
int64_t report_subject(const struct report *r, const struct report_node *node);
/* "Shot, Guards 2, dice 3, far": title and roles of a BEGIN. */
void report_put_head(const struct report *r, struct report_text *t, const struct report_node *node);

/* ---- Events */

bool report_event_builtin(const struct journal_entry *e);
/* The value of slot `slot` of a BEGIN node: a role, or what was kept when it ended. */
bool report_slot(const struct report *r, const struct report_node *node, int32_t slot,
                 struct journal_item *out);
const char *report_slot_name(const struct report *r, const struct image_event *event, int32_t slot,
                             char *out, size_t size);
/* The one value of the v at word 0 (after so many plain words): NONE if it is a list. */
int64_t report_word(const struct journal_entry *e, size_t *at);
const struct image_event *report_event(const struct report *r, const struct journal_entry *e);

#endif
