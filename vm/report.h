/*
 * report: what a journal says, for people: a battle as a story, at three levels of detail, and the
 * whole story of one entry. All words of a game come from the titles and labels of the image; only
 * the grammar stands here. The report reads the journal and the image and nothing else.
 */
#ifndef MYTH_VM_REPORT_H
#define MYTH_VM_REPORT_H

#include "image.h"
#include "journal.h"

enum report_level {
    REPORT_QUIET,  /* who came, what each part of the battle cost, who won */
    REPORT_NORMAL, /* who did what, what was rolled and why it counted, what was lost */
    /* Every entry, with the number that `why --at N` and JSON give it. An event of the language
     * itself appears only as the entry that says what it did. */
    REPORT_VERBOSE
};
struct report_options {
    enum report_level level;
    int32_t width; /* columns to which lines are broken; 0: not at all */
    bool colour;   /* ANSI escapes */
    /* signs beyond ASCII in the report's own words; titles are always printed as they are */
    bool utf8;
    bool under_way; /* the battle goes on, so the end says nothing of its final state */
    /* number of entries of the battles reported before; this battle's entries are numbered after
     * them */
    int64_t before;
    /* The values of the rules' figures, as battle_figures gives them; NULL: none is printed. */
    const int64_t *figures;
};

void report_print(const struct journal *j, const struct image *img, struct report_options options,
                  struct image_sink sink);

/* Prints the whole story of entry n of this journal, counted from 1: the events around it, the
 * choice that led to it, the dice before it, and for each number its start and every row that
 * counted, with clause and place in the text. False: there is no such entry. */
bool report_why(const struct journal *j, const struct image *img, int64_t n,
                struct report_options options, struct image_sink sink);

#endif
