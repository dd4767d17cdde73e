/*
 * cmd_example: the command example, which writes a moment of a battle as an example of the rules.
 * It plays the tape until all events around the wanted entry of the journal have ended, and keeps
 * the World before and after each of them (cmd_example.c). Of one event it lists all that an
 * example could give and expect (cmd_example_survey.c), and looks for as little of that as shows
 * the same (cmd_example_slice.c): it writes examples with less and less (cmd_example_page.c), and
 * runs many of them with one reading of the rules (cmd_example_try.c).
 */
#ifndef MYTH_TOOLS_CMD_EXAMPLE_H
#define MYTH_TOOLS_CMD_EXAMPLE_H

#include "../vm/journal.h"
#include "../vm/run.h"
#include "cmd.h"

enum { LEVELS = MAX_DEPTH_EVENTS + 8, SLOTS = 64, ANSWERS_MOST = 400 };

/* One die or pick of an answer. */
struct said {
    struct said *next;
    /* die: a die, else a pick; first: the first die of its answer; cannot: an example has no way to
     * name it */
    bool die, first, cannot;
    /* its text; "" of a thing, whose name is known only when the example is written, and of a
     * place; NULL if `cannot` is set because the value has no words */
    const char *text;
    /* thing: the thing that was picked, NONE if it is no thing; spot: the place that was picked,
     * NONE; who: the player who answered, NONE for chance */
    int64_t thing, spot, who;
};
/* An event that was running at the wanted entry, with the World before and after it. */
struct level {
    uint32_t frame;
    int32_t event;
    bool ended;
    struct world begin, end;
    /* the event's slots, the roles first, then the kept values: as the event began, and as it
     * ended */
    int64_t role[SLOTS], kept[SLOTS];
    /* the answers given in the event: from the one that `from` links to, up to that which `to`
     * links to, exclusive; how many there are */
    struct said **from, **to;
    int32_t answers;
    size_t journal_at;   /* where its entries begin in the journal */
    const char *numbers; /* example_numbers of these entries */
};
/* The moment of the battle that is written as an example. */
struct moment {
    struct cmd *c;
    /* the entry that is wanted, counted from 1 over all battles; how many entries have been seen */
    int64_t wanted, entries;
    size_t journal_at, entry_at; /* where the next entry begins in the journal; the wanted one */
    /* found: the wanted entry has been seen; done: the outermost event around it has ended; begun:
     * an event of its battle had begun before it */
    bool found, done, begun;
    /* what the wanted entry tells of: its kind; the field that it sets, the blueprint that it gives
     * or takes, -1 */
    enum journal_kind kind;
    int32_t field, blueprint;
    /* of an account of a number, which number, and the labels of its rows, as an example names
     * them; -1, NULL */
    int32_t number;
    const char *labels;
    const char *where; /* its place in the rules, as "turn.myth:3: "; "": it has none */
    const char *rules; /* the name by which the battle asked for its ruleset */
    uint64_t hash;
    struct level level[LEVELS];
    int32_t levels;
    struct said *said, **end;
    int64_t who; /* the player who answers now; NONE: chance */
};

/* ---- What an example could say ------------------------------------------------------------- */

enum atom_what {
    ATOM_SCENARIO, /* row: its blueprint */
    ATOM_READING,  /* row: a ruling, value: its reading */
    ATOM_THING,    /* a thing that the example makes; row: its blueprint */
    ATOM_LAID,     /* a thing that the scenario lays out; it is in the example if the scenario is */
    ATOM_CARD,     /* a card; row: the field of the player whose pile it lies on */
    ATOM_FIELD,    /* value of field `row` of the thing */
    ATOM_FEATURE   /* feature `value` of the thing; row: its blueprint */
};
/* A line `given` that an example may have or do without. */
struct atom {
    enum atom_what what;
    int32_t row;
    /* the atom that makes the thing of which this speaks, or by which it is there; -1: none */
    int32_t of;
    int64_t thing, value;
    int32_t player; /* number of the player who has the thing, or who is the thing; -1 */
    /* Of a thing: where it stands, or each model on its card, NONE for one that has fallen. whole:
     * no model is missing. cannot: why no example can make it; NULL: one can. */
    const int64_t *spot;
    int32_t spots;
    bool whole;
    const char *cannot;
};

enum fact_what {
    FACT_YES,
    FACT_ROWS,
    FACT_KEPT,
    FACT_GONE,
    FACT_COUNT,
    FACT_PLACE,
    FACT_FIELD,
    FACT_FEATURE,
    FACT_PILE
};
/* Something that came of the event and can be expected. */
struct fact {
    enum fact_what what;
    int32_t
        row; /* ROWS: the number; KEPT: the slot; FIELD, PILE: the field; FEATURE: the blueprint */
    int64_t thing; /* NONE: of no thing */
    int64_t value; /* FEATURE: whether it is borne now */
    int32_t rank;  /* the less, the sooner it is said */
};

/* One event, and all that its example could say. Battle `b` stands where the event begins, `after`
 * where it has ended. In `fresh`, which is empty at first, the scenario and the things are made
 * anew, to see what their cards say. */
struct page {
    struct moment *m;
    const struct image *img;
    const struct level *level;
    struct battle *b, *after, *fresh;
    struct arena *arena; /* for texts that are written now */
    struct atom *atom;
    int32_t atoms, atom_room;
    /* what may be expected, what matters most first */
    struct fact *fact;
    int32_t facts, fact_room;
    bool idle;          /* nothing came of it that an example could expect */
    const char *cannot; /* why the event cannot be written as an example; NULL: it can */
};

/* Lists all that an example of the event w->level could say. Returns false if there is none;
 * w->cannot then says why. */
bool example_survey(struct page *w);
/* The atom that makes a thing; -1: none does. */
int32_t example_atom(const struct page *w, int64_t thing);
/* A list of a battle that stays (the battle's is good only until the next is asked for): a group's
 * members. */
const int64_t *example_members(const struct page *w, struct battle *b, int64_t group,
                               int64_t *count);
/* The group of a thing; NONE: it is in none. */
int64_t example_group(const struct page *w, struct battle *b, int64_t thing);
/* A row for each number that these entries of a journal account for: what it is, what it starts
 * with, what comes of it, the rows that counted. */
const char *example_accounts(struct arena *arena, const struct image *img, const struct journal *j,
                             size_t from, size_t to);
/* The rows, as above, of those numbers that made something else of what they began with in an event
 * that throws dice, and that of the entry at word `wanted`: what the example has to show, too. */
const char *example_numbers(struct arena *arena, const struct image *img, const struct journal *j,
                            size_t from, size_t to, size_t wanted);
bool example_is(const struct page *w, int32_t kind, enum kind_root root);

/* Returns the words of a value in rule text ("none" for NONE); NULL if its type (a thing, a set …)
 * has no words there. */
const char *example_plain(struct arena *arena, const struct image *img, struct image_type type,
                          int64_t value);

/* ---- An example written -------------------------------------------------------------------- */

/* How a thing is placed: where all its models stand; by its first or last model alone, the others
 * beside it; nowhere. */
enum formed { FORM_EACH, FORM_FIRST, FORM_LAST, FORM_OFF };
/* Which of the atoms and facts an example has. */
struct choice {
    bool *in;      /* by atom */
    uint8_t *form; /* by atom: enum formed */
    bool *round;   /* by atom: its places are rounded to whole inches */
    bool *said;    /* by fact: it is expected */
    bool joined;   /* lines that speak of one thing are one; else each stands alone */
    bool rounded;  /* places that are picked and expected are rounded to whole inches */
};
enum { FACTS_MOST = 32 };
/* The text of an example. */
struct sheet {
    const char *text, *cannot; /* why it could not be written; NULL: it was */
    size_t len;
    int32_t lines;
    int32_t weight; /* things and models that it makes */
    /* by number of a line that expects: the line in the text, counted from 0; the fact */
    int32_t line[FACTS_MOST], fact[FACTS_MOST], expects;
};
void example_write(struct page *w, const struct choice *with, const char *title, struct sheet *out);

/* ---- An example tried ---------------------------------------------------------------------- */

/* How an example came out. */
struct verdict {
    bool ran;        /* it ran as the moment did, apart from what was expected */
    uint64_t missed; /* the facts that did not hold, a bit each */
    bool good;       /* it ran so, and of these facts those that must hold did */
    const char *why; /* why it did not run so */
    int64_t work;    /* about how long it took, in no unit of time */
};
/* Writes and runs many examples, with one reading of the rules at `path`. `must`: the facts that
 * must hold, a bit each. `first`: those behind the first good one are not run. */
void example_try(struct page *w, const char *path, const struct choice *with, int32_t count,
                 uint64_t must, bool first, struct verdict *out);
/* Runs an example among all the others of the rules. Returns NULL if it passes, else why not. */
const char *example_passes(struct page *w, const char *path, struct span text);

/* Looks for an example of the event that is as short as can be. Returns NULL and sets *shape to its
 * text, or why there is none. */
const char *example_slice(struct page *w, const char *path, const char *title, struct span *shape);

#endif
