/*
 * report: what a journal says, for people. A battle as a story by level of
 * detail, and the whole story of one entry. All words of a game come from the
 * titles and labels of the image; the grammar here is everybody's. Reads the
 * journal and the image and nothing else.
 */
#ifndef MYTH_VM_REPORT_H
#define MYTH_VM_REPORT_H

#include "image.h"
#include "journal.h"

enum report_level {
    REPORT_QUIET,  /* who came, what each part of the battle cost, who won */
    REPORT_NORMAL, /* who did what, what was rolled and why it counted, what was lost */
    /* Every entry, numbered as `why --at N` and JSON number them; of the language's own
     * events only the entry that says what they did. */
    REPORT_VERBOSE
};
struct report_options {
    enum report_level level;
    int32_t width;  /* columns; 0: lines are not broken */
    bool colour;    /* ANSI escapes */
    bool utf8;      /* signs beyond ASCII of our own; titles are printed as they are */
    bool under_way; /* of a battle that goes on: how it stands is not said at the end */
    int64_t before; /* entries of the battles told before this one: their numbers go on */
};

void report_print(const struct journal *j, const struct image *img, struct report_options options,
                  struct image_sink sink);

/* The whole story of entry n of this journal, counted from 1: the events around it, the choice that
 * led to it, the dice before it, and for each number its start and every row that
 * counted, with clause and place in the text. False: there is no such entry. */
bool report_why(const struct journal *j, const struct image *img, int64_t n,
                struct report_options options, struct image_sink sink);

#endif
