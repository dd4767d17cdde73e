/*
 * A sample is what a property of geometry is tried on: up to three groups of shapes and some
 * numbers, all plain integers, so that it can be drawn, made smaller, written as a line and read
 * again. It knows nothing of what is tested.
 */
#ifndef MYTH_TESTS_GEOMETRY_SAMPLE_H
#define MYTH_TESTS_GEOMETRY_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum form { ROUND, BOX, OVAL, OBLONG, WEDGE, POLYGON, FORMS };
enum { CORNERS = 6, PIECES = 14, GROUPS = 3, NUMBERS = 8 };

struct piece {
    int64_t form, x, y, a, b;
    int64_t fx, fy; /* of an oval and an oblong: its facing */
    int64_t grown;  /* on all sides */
    int64_t corners, corner[2 * CORNERS];
};

struct group {
    int64_t count;
    struct piece piece[PIECES];
};

struct sample {
    struct group group[GROUPS];
    int64_t number[NUMBERS];
};

/* The groups that a property wants: how many pieces, of which forms (bits). */
struct wish {
    int64_t least, most;
    unsigned forms;
};
enum {
    ROUNDS = 1 << ROUND,
    BASES = ROUNDS | 1 << OVAL | 1 << OBLONG,
    ANY = (1 << FORMS) - 1,
    GROWN = 1 << FORMS, /* now and then with a width */
};

/* Of a polygon: no two edges have a point in common, but for neighbours their corner. */
bool piece_is_simple(const struct piece *p);

struct draw {
    uint64_t count, seed;
};
uint64_t draw_next(struct draw *d);
int64_t draw_in(struct draw *d, int64_t low, int64_t high);

/* Fields of all sizes: on the small ones shapes meet, coincide and touch; the largest is all
 * that the plane takes. */
void sample_draw(struct draw *d, const struct wish wish[GROUPS], struct sample *out);

/* `name u round 0 0 5 v box 1 2 3 4 n 7 8`: to be kept in found.txt. */
void sample_write(const char *name, const struct sample *s, char *out, size_t room);
/* False: it is not such a line. The name is the first word. */
bool sample_read(const char *line, char name[64], struct sample *out);

/* Makes the sample smaller as long as it stays bad: fewer pieces, nearer to (0, 0), smaller. */
typedef bool sample_judge(const struct sample *s, const void *with);
void sample_shrink(struct sample *s, sample_judge *is_bad, const void *with);

#endif
