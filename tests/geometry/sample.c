/* Samples are drawn, written, read and made smaller: see sample.h. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const form_names[FORMS] = {"round", "box", "oval", "oblong", "wedge", "polygon"};
/* How many numbers after x and y a form has: a, b, facing. */
static const int form_numbers[FORMS] = {1, 2, 4, 4, 2, 0};
static const char group_names[GROUPS] = {'u', 'v', 'w'};

/* ---- drawing ---- */

static uint64_t mixed(uint64_t x) {
    x ^= x >> 31;
    x *= UINT64_C(0x7fb5d329728ea185);
    x ^= x >> 27;
    x *= UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

uint64_t draw_next(struct draw *d) {
    d->count++;
    return mixed(mixed(d->count * UINT64_C(0x9e3779b97f4a7c15) ^ d->seed) + d->count);
}

int64_t draw_in(struct draw *d, int64_t low, int64_t high) {
    return low + (int64_t)(draw_next(d) % (uint64_t)(high - low + 1));
}

/* How large the field is, how large what stands on it. */
struct scale {
    int64_t low, high, size;
};
static const struct scale scales[] = {
    {0, 12, 8},       {0, 12, 8},        {0, 150, 80},     {0, 150, 80},
    {0, 91440, 4000}, {0, 91440, 15000}, {0, 30000, 4000}, {-(1 << 26), 1 << 26, 1 << 25},
};

static int64_t turn_of(const int64_t *p, const int64_t *q, const int64_t *r) {
    int64_t t = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    return (t > 0) - (t < 0);
}

static bool on_edge(const int64_t *p, const int64_t *q, const int64_t *r) {
    return turn_of(p, q, r) == 0 && (r[0] - p[0]) * (r[0] - q[0]) <= 0 &&
           (r[1] - p[1]) * (r[1] - q[1]) <= 0;
}

static bool edges_meet(const int64_t *p, const int64_t *q, const int64_t *r, const int64_t *s) {
    if (on_edge(p, q, r) || on_edge(p, q, s) || on_edge(r, s, p) || on_edge(r, s, q)) return true;
    return turn_of(p, q, r) * turn_of(p, q, s) < 0 && turn_of(r, s, p) * turn_of(r, s, q) < 0;
}

bool piece_is_simple(const struct piece *p) {
    int n = (int)p->corners;
    const int64_t *c = p->corner;
    for (int i = 0; i < n; i++) {
        const int64_t *a = c + 2 * i, *b = c + 2 * ((i + 1) % n), *next = c + 2 * ((i + 2) % n);
        if (turn_of(a, b, next) == 0 && !on_edge(a, next, b)) return false;
        if (turn_of(a, b, next) == 0 && (a[0] == b[0]) && a[1] == b[1]) return false;
        for (int k = i + 2; k < n; k++) {
            if (i == 0 && k == n - 1) continue;
            if (edges_meet(a, b, c + 2 * k, c + 2 * ((k + 1) % n))) return false;
        }
    }
    return n >= 3;
}

static void draw_polygon(struct draw *d, const struct scale *scale, struct piece *p) {
    for (int tries = 0; tries < 40; tries++) {
        p->corners = draw_in(d, 3, tries < 30 ? CORNERS : 3);
        for (int i = 0; i < 2 * p->corners; i++) p->corner[i] = draw_in(d, 0, scale->size);
        if (piece_is_simple(p)) return;
    }
    const int64_t triangle[] = {0, 0, scale->size, 0, 0, scale->size};
    p->corners = 3;
    memcpy(p->corner, triangle, sizeof triangle);
}

static void draw_piece(struct draw *d, const struct scale *scale, unsigned forms, struct piece *p) {
    *p = (struct piece){.form = ROUND};
    do {
        p->form = draw_in(d, 0, FORMS - 1);
    } while ((forms >> p->form & 1) == 0);
    p->x = draw_in(d, scale->low, scale->high);
    p->y = draw_in(d, scale->low, scale->high);
    if (p->form == POLYGON) {
        draw_polygon(d, scale, p);
    } else {
        p->a = draw_in(d, 0, scale->size);
        p->b = draw_in(d, 0, scale->size);
        if (draw_next(d) % 8 == 0) p->b = p->a;
        if (p->form == WEDGE && draw_next(d) % 2) p->a = -p->a;
        if (p->form == WEDGE && draw_next(d) % 2) p->b = -p->b;
        p->fx = draw_in(d, -16, 16);
        p->fy = draw_in(d, -16, 16);
        if (draw_next(d) % 4 == 0) p->fx = 0;
    }
    if (forms & GROWN && draw_next(d) % 3 == 0) p->grown = draw_in(d, 0, scale->size / 4);
}

void sample_draw(struct draw *d, const struct wish wish[GROUPS], struct sample *out) {
    const struct scale *scale = &scales[draw_next(d) % (sizeof scales / sizeof *scales)];
    memset(out, 0, sizeof *out);
    for (int g = 0; g < GROUPS; g++) {
        struct group *group = &out->group[g];
        group->count = draw_in(d, wish[g].least, wish[g].most);
        for (int i = 0; i < group->count; i++) {
            draw_piece(d, scale, wish[g].forms, &group->piece[i]);
            /* Many shapes of a group are alike. */
            if (i > 0 && draw_next(d) % 2) {
                struct piece *p = &group->piece[i];
                int64_t x = p->x, y = p->y;
                *p = group->piece[0];
                p->x = x, p->y = y;
            }
        }
    }
    for (int i = 0; i < NUMBERS; i++) out->number[i] = draw_in(d, scale->low, scale->high);
}

/* ---- as a line ---- */

static void add(char *out, size_t room, const char *word) {
    size_t at = strlen(out);
    snprintf(out + at, room - at, "%s%s", at > 0 ? " " : "", word);
}

static void add_number(char *out, size_t room, int64_t number) {
    char word[32];
    snprintf(word, sizeof word, "%lld", (long long)number);
    add(out, room, word);
}

void sample_write(const char *name, const struct sample *s, char *out, size_t room) {
    out[0] = 0;
    add(out, room, name);
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < s->group[g].count; i++) {
            const struct piece *p = &s->group[g].piece[i];
            const int64_t *numbers[] = {&p->a, &p->b, &p->fx, &p->fy};
            const char group[2] = {group_names[g], 0};
            add(out, room, group);
            add(out, room, form_names[p->form]);
            add_number(out, room, p->x);
            add_number(out, room, p->y);
            for (int k = 0; k < form_numbers[p->form]; k++) add_number(out, room, *numbers[k]);
            for (int k = 0; k < 2 * p->corners; k++) add_number(out, room, p->corner[k]);
            if (p->grown) add(out, room, "grown"), add_number(out, room, p->grown);
        }
    }
    add(out, room, "n");
    for (int i = 0; i < NUMBERS; i++) add_number(out, room, s->number[i]);
}

static bool take_word(const char **at, char word[64]) {
    int used = 0;
    if (sscanf(*at, "%63s%n", word, &used) != 1) return false;
    *at += used;
    return true;
}

static bool take_number(const char **at, int64_t *out) {
    long long number;
    int used = 0;
    if (sscanf(*at, "%lld%n", &number, &used) != 1) return false;
    *at += used;
    *out = number;
    return true;
}

static bool take_piece(const char **at, struct piece *p) {
    char word[64];
    int64_t *numbers[] = {&p->a, &p->b, &p->fx, &p->fy};
    *p = (struct piece){.form = FORMS};
    if (!take_word(at, word)) return false;
    for (int i = 0; i < FORMS; i++) {
        if (strcmp(word, form_names[i]) == 0) p->form = i;
    }
    if (p->form == FORMS || !take_number(at, &p->x) || !take_number(at, &p->y)) return false;
    for (int k = 0; k < form_numbers[p->form]; k++) {
        if (!take_number(at, numbers[k])) return false;
    }
    for (int k = 0; p->form == POLYGON && k < 2 * CORNERS && take_number(at, &p->corner[k]); k++) {
        p->corners = (k + 1) / 2;
    }
    const char *next = *at;
    if (take_word(&next, word) && strcmp(word, "grown") == 0) {
        *at = next;
        return take_number(at, &p->grown);
    }
    return true;
}

bool sample_read(const char *line, char name[64], struct sample *out) {
    const char *at = line;
    char word[64];
    memset(out, 0, sizeof *out);
    if (!take_word(&at, name)) return false;
    while (take_word(&at, word)) {
        const char *group = memchr(group_names, word[0], GROUPS);
        if (strcmp(word, "n") == 0) {
            for (int i = 0; i < NUMBERS && take_number(&at, &out->number[i]); i++) continue;
            return !take_word(&at, word);
        }
        if (word[1] != 0 || group == NULL) return false;
        struct group *g = &out->group[group - group_names];
        if (g->count == PIECES || !take_piece(&at, &g->piece[g->count++])) return false;
    }
    return true;
}

/* ---- smaller ---- */

static bool try_it(struct sample *s, const struct sample *smaller, sample_judge *is_bad,
                   const void *with) {
    if (memcmp(s, smaller, sizeof *s) == 0 || !is_bad(smaller, with)) return false;
    *s = *smaller;
    return true;
}

static bool fewer(struct sample *s, sample_judge *is_bad, const void *with) {
    bool any = false;
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < s->group[g].count; i++) {
            struct sample t = *s;
            struct group *group = &t.group[g];
            group->count--;
            for (int k = i; k < group->count; k++) group->piece[k] = group->piece[k + 1];
            memset(&group->piece[group->count], 0, sizeof group->piece[0]);
            if (try_it(s, &t, is_bad, with)) any = true, i--;
        }
    }
    return any;
}

/* One number: 0, half, or nearer to 0 by one. */
static bool lesser(struct sample *s, int64_t *number, sample_judge *is_bad, const void *with) {
    const int64_t was = *number;
    const int64_t to[] = {0, was / 2, was - was / 8, was > 0 ? was - 1 : was + 1};
    for (size_t i = 0; was != 0 && i < sizeof to / sizeof *to; i++) {
        struct sample t = *s;
        *(int64_t *)(void *)((char *)&t + ((char *)number - (char *)s)) = to[i];
        if (to[i] != was && try_it(s, &t, is_bad, with)) return true;
    }
    return false;
}

/* All of it moved so far: shapes that lie far off come near together. */
static bool nearer(struct sample *s, bool x, int64_t by, sample_judge *is_bad, const void *with) {
    struct sample t = *s;
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < s->group[g].count; i++) {
            struct piece *p = &t.group[g].piece[i];
            *(x ? &p->x : &p->y) -= by;
        }
    }
    return by != 0 && try_it(s, &t, is_bad, with);
}

static bool simpler(struct sample *s, sample_judge *is_bad, const void *with) {
    bool any = false;
    for (int i = 0; i < NUMBERS; i++) any |= lesser(s, &s->number[i], is_bad, with);
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < s->group[g].count; i++) {
            struct piece *p = &s->group[g].piece[i];
            int64_t *numbers[] = {&p->x, &p->y, &p->a, &p->b, &p->grown, &p->fx, &p->fy};
            for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
                any |= lesser(s, numbers[k], is_bad, with);
            }
            for (int k = 0; k < 2 * p->corners; k++) {
                any |= lesser(s, &p->corner[k], is_bad, with);
            }
        }
    }
    return any;
}

void sample_shrink(struct sample *s, sample_judge *is_bad, const void *with) {
    enum { ROUNDS_OF_IT = 300 };
    for (int i = 0; i < ROUNDS_OF_IT; i++) {
        bool any = fewer(s, is_bad, with);
        const struct piece *first = NULL;
        for (int g = 0; g < GROUPS && !first; g++) {
            if (s->group[g].count > 0) first = &s->group[g].piece[0];
        }
        if (first != NULL) {
            any |= nearer(s, true, first->x, is_bad, with);
            any |= nearer(s, false, first->y, is_bad, with);
        }
        if (!(simpler(s, is_bad, with) || any)) return;
    }
}
