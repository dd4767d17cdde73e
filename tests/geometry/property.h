/*
 * A property is a sentence of plane.h that is tried on drawn samples: plane answers, the exact
 * reference says whether that is so.
 */
#ifndef MYTH_TESTS_GEOMETRY_PROPERTY_H
#define MYTH_TESTS_GEOMETRY_PROPERTY_H

#include "plane.h"

#include "exact.h"
#include "sample.h"

enum verdict { NO_SAMPLE, HOLDS, BROKEN }; /* NO_SAMPLE: it cannot be tried on this one */
enum { SAID = 200 };

struct property {
    const char *name;
    struct wish wish[GROUPS];
    enum verdict (*judge)(const struct sample *s, char said[SAID]);
    int rare;    /* only each so-many-th sample, as it is slow; 0: each */
    int allowed; /* of a thousand samples that it can be tried on, this many may break it */
};

/* A group both as shapes of plane and as regions. */
struct shapes {
    size_t count;
    struct plane_shape at[PIECES];
    struct region region[PIECES];
    struct plane_point corners[PIECES][CORNERS];
};
/* False: not all of them are shapes. Polygons point into *out: it stays where it is. */
bool shapes_of(const struct group *group, struct shapes *out);
static inline struct plane_set set_of(const struct shapes *s) {
    return (struct plane_set){s->at, s->count};
}
struct plane_point spot_of(int64_t x, int64_t y);
/* A table on which most of what was drawn stands, or one that lies across it. */
struct plane_table table_of(const struct sample *s);

/* HOLDS if both are the same; else what was asked, and both. */
enum verdict same(char said[SAID], const char *what, int64_t is, int64_t should);

extern const struct property relations[], ways[], motions[], rounds[];
extern const size_t relations_count, ways_count, motions_count, rounds_count;

#endif
