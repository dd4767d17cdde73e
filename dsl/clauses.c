#include "clauses.h"

#include <string.h>

bool clauses_line(struct span *text, struct span *line) {
    if (!text->len) return false;
    const char *end = memchr(text->at, '\n', text->len);
    line->at = text->at;
    line->len = end ? (size_t)(end - text->at) : text->len;
    size_t used = line->len + (end ? 1 : 0);
    text->at += used;
    text->len -= used;
    if (line->len && line->at[line->len - 1] == '\r') line->len--;
    return true;
}

int clauses_columns(struct span line, struct span column[CLAUSE_COLUMNS]) {
    int n = 0;
    for (int i = 0; i < CLAUSE_COLUMNS; i++) column[i] = (struct span){line.at, 0};
    while (n < CLAUSE_COLUMNS) {
        const char *tab = line.len ? memchr(line.at, '\t', line.len) : NULL;
        size_t len = tab ? (size_t)(tab - line.at) : line.len;
        column[n++] = (struct span){line.at, len};
        if (!tab) break;
        line.at += len + 1;
        line.len -= len + 1;
    }
    return n;
}

/* ---- The table */

static int32_t *bucket_of(const struct clauses *c, struct span id) {
    uint32_t at = (uint32_t)base_hash(id.at, id.len, 1) & (c->buckets - 1);
    for (; c->bucket[at]; at = (at + 1) & (c->buckets - 1)) {
        if (span_equal(id, c->row[c->bucket[at] - 1].id)) break;
    }
    return &c->bucket[at];
}

int32_t clauses_find(const struct clauses *c, struct span id) {
    return c->buckets ? *bucket_of(c, id) - 1 : -1;
}

/* Makes room for `more` further rows, and builds the hash table anew for them. */
static void make_room(struct clauses *c, struct arena *arena, int32_t more) {
    struct clause_row *row = NEW_ARRAY(arena, (size_t)(c->count + more) + 1, struct clause_row);
    if (c->count) memcpy(row, c->row, (size_t)c->count * sizeof *row);
    c->row = row;
    c->room = c->count + more;
    c->buckets = 16;
    while (c->buckets < 2 * (uint32_t)c->room + 2) c->buckets *= 2;
    c->bucket = NEW_ARRAY(arena, c->buckets, int32_t);
    for (int32_t i = 0; i < c->count; i++) *bucket_of(c, c->row[i].id) = i + 1;
}

static void add_line(struct clauses *c, struct diags *d, struct place place, struct span line) {
    struct span column[CLAUSE_COLUMNS];
    int count = clauses_columns(line, column);
    if (count < 4 || !column[0].len) {
        diag_add(d, DIAG_CLAUSE_LINE, place);
        return;
    }
    place.len = (uint32_t)column[0].len;
    int32_t *at = bucket_of(c, column[0]);
    if (*at) {
        struct diag *m = diag_add(d, DIAG_CLAUSE_TWICE, place, column[0]);
        diag_also(d, m, c->row[*at - 1].place, "the first");
        return;
    }
    c->row[c->count++] = (struct clause_row){column[0], column[1], column[2], column[3], place};
    *at = c->count;
}

void clauses_read(struct clauses *c, struct arena *arena, struct diags *d, uint32_t file) {
    struct span text = diag_text(d, file), line;
    const char *start = text.at;
    int32_t lines = 1;
    for (size_t i = 0; i < text.len; i++) lines += text.at[i] == '\n';
    make_room(c, arena, lines);
    const char *path = diag_path(d, file);
    c->lists = c->lists && *c->lists ? arena_print(arena, "%s, %s", c->lists, path) : path;
    for (bool first = true; clauses_line(&text, &line); first = false) {
        struct place place = {file, (uint32_t)(line.at - start), (uint32_t)line.len};
        bool head = first && line.len > 2 && memcmp(line.at, "id\t", 3) == 0;
        if (line.len && !head) add_line(c, d, place, line);
    }
}

/* ---- Citations */

void clauses_missing(const struct clauses *c, struct diags *d, struct place place, struct span id) {
    /* a message without room is counted but not kept, so it needs no words */
    bool room = diag_room(d, place);
    struct diag *m = diag_add(d, DIAG_NO_CLAUSE, place, id, room ? c->lists : "");
    struct nearest near = diag_nearest(id);
    for (int32_t i = 0; m && room && i < c->count; i++)
        diag_candidate(&near, c->row[i].id, c->row[i].place);
    diag_did_you_mean(d, m, &near);
}

struct looked {
    const struct clauses *c;
    struct diags *d;
    int unknown;
};

static enum walk look_up(struct node *n, void *user) {
    struct looked *l = user;
    for (const struct node *cite = n->cites; cite; cite = cite->next) {
        if (clauses_find(l->c, cite->text) >= 0) continue;
        clauses_missing(l->c, l->d, cite->place, cite->text);
        l->unknown++;
    }
    return WALK_ON;
}

int clauses_check(const struct clauses *c, struct diags *d, struct node **files, int count) {
    struct looked l = {c, d, 0};
    for (int i = 0; i < count; i++) tree_walk(files[i], look_up, &l);
    return l.unknown;
}
