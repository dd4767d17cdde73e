#include "source.h"

#include <stdio.h>
#include <string.h>

#include "../dsl/check.h"
#include "../vm/host.h"

/* ---- Places of the image as offsets -------------------------------------------------------- */

static uint32_t *line_starts(struct arena *arena, struct span text, int32_t *count) {
    int32_t n = 1;
    for (size_t i = 0; i < text.len; i++) n += text.at[i] == '\n';
    uint32_t *at = NEW_ARRAY(arena, (size_t)n, uint32_t);
    *count = 1;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\n') at[(*count)++] = (uint32_t)i + 1;
    }
    return at;
}

/* Returns the offset in bytes of a column in the line that begins at offset `line`. A column counts
 * characters and not bytes. */
static uint32_t offset_of(struct span text, uint32_t line, int32_t column) {
    uint32_t at = line;
    while (column > 1 && at < text.len) {
        at++;
        while (at < text.len && ((unsigned char)text.at[at] & 0xc0) == 0x80) at++;
        column--;
    }
    return at;
}

static bool spot_before(const struct source_spot *a, const struct source_spot *b) {
    return a->file != b->file ? a->file < b->file : a->at < b->at;
}

/* Sorts indices of spots by the order of the spots in the text; equal ones keep their order. `room`
 * is scratch memory for `count` of them. */
static void sort_rows(int32_t *at, int32_t *room, int32_t count, const struct source_spot *spot) {
    if (count < 2) return;
    int32_t half = count / 2, a = 0, b = half, n = 0;
    sort_rows(at, room, half, spot);
    sort_rows(at + half, room, count - half, spot);
    while (a < half && b < count)
        room[n++] = spot_before(&spot[at[b]], &spot[at[a]]) ? at[b++] : at[a++];
    while (a < half) room[n++] = at[a++];
    while (b < count) room[n++] = at[b++];
    memcpy(at, room, (size_t)count * sizeof *at);
}

static void find_spots(struct source *s) {
    const struct image *img = s->img;
    int32_t n = img->places_count, lines = 0;
    uint32_t files = diag_files(s->diags);
    uint32_t **starts = NEW_ARRAY(s->arena, files + 1, uint32_t *);
    for (uint32_t i = 0; i < files; i++)
        starts[i] = line_starts(s->arena, diag_text(s->diags, i), &lines);
    struct source_spot *row = NEW_ARRAY(s->arena, (size_t)n + 1, struct source_spot);
    int32_t *order = NEW_ARRAY(s->arena, (size_t)n + 1, int32_t);
    for (int32_t i = 0; i < n; i++) {
        const struct image_place *p = &img->places[i];
        uint32_t file = (uint32_t)p->file;
        row[i].file = file;
        row[i].at = offset_of(diag_text(s->diags, file), starts[file][p->line - 1], p->column);
        order[i] = i;
    }
    sort_rows(order, NEW_ARRAY(s->arena, (size_t)n + 1, int32_t), n, row);
    s->spot = NEW_ARRAY(s->arena, (size_t)n + 1, struct source_spot);
    s->spot_of = NEW_ARRAY(s->arena, (size_t)n + 1, int32_t);
    for (int32_t i = 0; i < n; i++) {
        s->spot[i] = row[order[i]];
        s->spot_of[order[i]] = i;
    }
    s->spots = n;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static bool read_rules(struct source *s, enum ruleset_result *result) {
    *result = RULESET_UNREADABLE;
    if (!ruleset_read(s->arena, s->diags, s->path, &s->text)) return false;
    s->file = ruleset_resolve(s->arena, s->diags, &s->text, s->text.files, &s->files);
    *result = RULESET_MISTAKES;
    s->names = names_new(s->arena, s->diags);
    if (!check_ruleset(s->names, s->file, s->files) || diag_errors(s->diags) > 0) return false;
    s->unknown =
        ruleset_clauses(s->arena, s->diags, &s->text, s->names, s->file, s->files, &s->clauses);
    if (diag_errors(s->diags) > 0) return false;
    s->img = ruleset_image(s->arena, s->diags, &s->text, s->names);
    return s->img != NULL;
}

bool source_open(struct source *s, struct arena *arena, const char *path,
                 enum ruleset_result *result) {
    *s = (struct source){.arena = arena, .path = path, .diags = diags_new(arena)};
    ruleset_begin();
    bool good = read_rules(s, result);
    ruleset_end();
    if (!good) return false;
    char why[300];
    if (!host_leaves(s->img, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        source_close(s);
        return false;
    }
    *result = RULESET_GOOD;
    find_spots(s);
    return true;
}

void source_close(struct source *s) {
    image_free(s->img);
    s->img = NULL;
}

/* ---- Text and image ------------------------------------------------------------------------ */

static enum walk widen(struct node *n, void *user) {
    struct stretch *e = user;
    /* a node of another file does not widen the stretch */
    if (n->place.file != e->file) return WALK_ON;
    if (n->place.at < e->from) e->from = n->place.at;
    if (n->place.at + n->place.len > e->to) e->to = n->place.at + n->place.len;
    return WALK_ON;
}

struct stretch source_extent(struct node *n) {
    struct stretch e = {n->place.file, n->place.at, n->place.at + n->place.len};
    tree_walk(n, widen, &e);
    return e;
}

/* Returns the index of the first spot that is not before an offset of a file. */
static int32_t lower(const struct source *s, uint32_t file, uint32_t at) {
    struct source_spot key = {file, at};
    int32_t low = 0, high = s->spots;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (spot_before(&s->spot[middle], &key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void source_spots(const struct source *s, struct stretch of, int32_t *first, int32_t *count) {
    *first = lower(s, of.file, of.from);
    *count = lower(s, of.file, of.to) - *first;
}

const char *source_where(const struct source *s, struct place place) {
    struct line_column at = diag_where(s->diags, place);
    return arena_print(s->arena, "%s:%u", diag_path(s->diags, place.file), (unsigned)at.line);
}

const char *source_line(const struct source *s, struct place place, size_t most) {
    struct span text = diag_text(s->diags, place.file);
    size_t from = place.at, to = place.at;
    while (from > 0 && text.at[from - 1] != '\n') from--;
    while (to < text.len && text.at[to] != '\n') to++;
    while (from < to && text.at[from] == ' ') from++;
    size_t len = to - from;
    bool cut = len > most;
    if (cut) len = most;
    while (cut && len > 0 && ((unsigned char)text.at[from + len] & 0xc0) == 0x80) len--;
    return arena_print(s->arena, "%.*s%s", (int)len, text.at + from, cut ? "..." : "");
}

int32_t source_rule(const struct source *s, const struct node *n, int32_t after) {
    for (int32_t i = after + 1; i < s->img->rules_count; i++) {
        int32_t place = s->img->rules[i].place;
        if (place < 0) continue;
        const struct source_spot *at = &s->spot[s->spot_of[place]];
        if (at->file == n->place.file && at->at == n->place.at) return i;
    }
    return -1;
}

/* ---- What has run -------------------------------------------------------------------------- */

struct source_run source_run_new(const struct source *s) {
    return (struct source_run){NEW_ARRAY(s->arena, (size_t)s->img->code_count + 1, uint8_t),
                               NEW_ARRAY(s->arena, (size_t)s->img->rules_count + 1, uint8_t),
                               NEW_ARRAY(s->arena, (size_t)s->spots + 1, uint8_t)};
}

void source_run_clear(const struct source *s, struct source_run *run) {
    memset(run->code, 0, (size_t)s->img->code_count);
    memset(run->rules, 0, (size_t)s->img->rules_count);
}

void source_run_spots(const struct source *s, struct source_run *run) {
    memset(run->spots, 0, (size_t)s->spots);
    for (int32_t i = 0; i < s->img->code_count; i++) {
        int32_t place = s->img->code_place[i];
        if (run->code[i] && place >= 0) run->spots[s->spot_of[place]] = 1;
    }
}
