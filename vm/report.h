/*
 * report: a journal for people. It prints a battle as a story, at three levels of detail, or
 * everything about one entry (`why`). All words of a game come from the titles and labels of the
 * image; only the grammar of the sentences is in the code. The report reads the journal and the
 * image and nothing else.
 */
#ifndef MYTH_VM_REPORT_H
#define MYTH_VM_REPORT_H

#include "image.h"
#include "journal.h"

enum report_level {
    REPORT_QUIET,  /* the sides, the losses in each part of the battle, the winner */
    REPORT_NORMAL, /* what each thing did, what was rolled and why it counted, what was lost */
    /* every entry, with the number that `why --at N` and JSON give it, except begin and end of
     * events of the language (enum builtin_event): what such an event did has an entry of its own.
     * The numbers of those left out are missing. */
    REPORT_VERBOSE
};
struct report_options {
    enum report_level level;
    int32_t width; /* columns after which lines are broken; 0: lines are not broken */
    bool colour;   /* styles are printed as ANSI escapes; otherwise they are left out */
    /* signs beyond ASCII in the report's own words; titles are always printed as they are */
    bool utf8;
    bool view;      /* the journal is a view: whatever has a name in it, its reader may know */
    bool under_way; /* no end is printed if the journal ends before the battle does */
    /* how many entries the journals of earlier battles had; the first entry is numbered before +
     * 1 */
    int64_t before;
    /* how many words of the journal were reported before: of the story only what is new since then
     * is printed; 0: everything is printed */
    size_t told;
    /* report_why names these things behind their rows, as battle_witness has noted them; in the
     * order of the entries */
    const struct journal_behind *behind;
    size_t behind_count;
    bool all;     /* report_why prints everything about the entry */
    bool numbers; /* each line of the story ends with the number of the entry that it tells: #352 */
    /* the values of the ruleset's figures, as battle_figures gives them; NULL: none is printed */
    const int64_t *figures;
};

/* Prints a whole journal. */
void report_print(const struct journal *j, const struct image *img, struct report_options options,
                  struct image_sink sink);

/* Answers why entry n of this journal, counted from 1, is as it is: what it was made of, with start
 * and every row of a number, clauses and place in the rule text, or the lines of the story that
 * tell what happened in it or before it; then the events in which it stands, and the choices that
 * led to it. With options.all prints everything about it: also all dice and numbers between the
 * choices and the entry. Returns false if there is no such entry. */
bool report_why(const struct journal *j, const struct image *img, int64_t n,
                struct report_options options, struct image_sink sink);

/* The begin of paragraph `item` of turn `turn`, both counted from 1. A turn is the part of the
 * battle that comes most often, as a round; its paragraphs are the turns of things that have a line
 * in the story. */
struct report_turn {
    int64_t entry; /* 0: there is none */
    int32_t turns; /* how many turns the battle has */
    int32_t items; /* how many paragraphs that turn has */
    int32_t event; /* the event that is a turn; -1: no part of the battle comes twice */
};
struct report_turn report_find_turn(const struct journal *j, const struct image *img, int32_t turn,
                                    int32_t item);

/* Answers what entry n (0: the whole journal) has to do with the things of this name, as the report
 * prints it: prints the lines of the story in that event, or around that entry, which are about
 * them or, if there is but one, its answer. Returns false if there is nothing about them. */
bool report_about(const struct journal *j, const struct image *img, int64_t n, const char *name,
                  struct report_options options, struct image_sink sink);
/* Takes the names that report_about knows at entry n: of groups and lone pieces. */
void report_names(const struct journal *j, const struct image *img, int64_t n,
                  void (*take)(void *user, const char *name), void *user);

/* A line of the story as data. */
enum report_line_level { REPORT_BATTLE, REPORT_TURN, REPORT_ACTIVATION, REPORT_STEP };
struct report_line {
    int64_t from, to; /* the entries that it covers */
    /* of the battle as a whole; the heading of a part, as a round; the name of the thing whose turn
     * it is; what was done */
    enum report_line_level level;
    int32_t side; /* number of the player whose thing it is about; -1: nobody's */
    const char *text;
};
typedef void report_take(void *user, const struct report_line *line);
/* Gives the lines of the story, headings before what they head, in order. Of the options only
 * `before` and `view` count. A line is valid during the call. */
void report_data(const struct journal *j, const struct image *img, struct report_options options,
                 report_take *take, void *user);

/* Prints the numbers that a journal tells (J_ACCOUNT), each with its start and every row that
 * counted: the last one first, then those read for it, from the outside in. Equal ones are printed
 * once, with how many there are; a field with which no row counted is left out. */
void report_accounts(const struct journal *j, const struct image *img,
                     struct report_options options, struct image_sink sink);

#endif
