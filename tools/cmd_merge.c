/* The command merge: puts the pieces of a run of bulk together and prints the whole. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cmd_bulk.h"

/* A piece that is read; see BULK_FIRST_LINE for its form. */
struct piece {
    const char *path;
    struct span rest; /* the part of the file that has not been read yet */
    int64_t line;     /* how many lines have been read */
    struct bulk_head head;
    struct bulk_table table;
    /* the text of the rows */
    struct span rows;
    int64_t rows_line; /* the number of the line with the first row */
};

/* ---- Reading a piece ----------------------------------------------------------------------- */

static bool damaged(struct cmd *c, const struct piece *p, int64_t line, const char *why) {
    cmd_say(c, "%s:%" PRId64 ": %s", p->path, line, why);
    return false;
}

static bool next_line(struct piece *p, struct span *line) {
    const char *end = p->rest.len ? memchr(p->rest.at, '\n', p->rest.len) : NULL;
    if (!end) return false;
    *line = (struct span){p->rest.at, (size_t)(end - p->rest.at)};
    p->rest = (struct span){end + 1, p->rest.len - line->len - 1};
    p->line++;
    return true;
}

/* Reads the next line if it begins with a word, and returns what follows the word and a blank. Else
 * returns NULL and does not read the line. */
static const char *line_of(struct cmd *c, struct piece *p, const char *word) {
    size_t len = strlen(word);
    struct piece before = *p;
    struct span line;
    if (next_line(p, &line) && line.len > len + 1 && memcmp(line.at, word, len) == 0 &&
        line.at[len] == ' ')
        return arena_text(&c->arena, line.at + len + 1, line.len - len - 1);
    *p = before;
    return NULL;
}

static bool hexadecimal(const char *text, uint64_t *out) {
    *out = 0;
    for (int i = 0; i < 16; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *d = text[i] ? strchr(digits, text[i]) : NULL;
        if (!d) return false;
        *out = *out << 4 | (uint64_t)(d - digits);
    }
    return true;
}

/* Reads a text of two numbers such as "12 34". Returns false for any other text and for NULL. */
static bool two_numbers(const char *text, int64_t *a, int64_t *b) {
    int64_t n[2] = {0, 0};
    int i = 0;
    for (const char *p = text; p && *p; p++) {
        if (*p == ' ' && i == 0 && p != text && p[1])
            i = 1;
        else if (*p < '0' || *p > '9' || !num_mul(n[i], 10, &n[i]) ||
                 !num_add(n[i], *p - '0', &n[i]))
            return false;
    }
    *a = n[0];
    *b = n[1];
    return text && i == 1;
}

static bool read_head(struct cmd *c, struct piece *p) {
    struct bulk_head *h = &p->head;
    struct span line;
    if (!next_line(p, &line) || line.len + 1 != strlen(BULK_FIRST_LINE) ||
        memcmp(line.at, BULK_FIRST_LINE, line.len) != 0)
        return damaged(c, p, 1, "this is no piece of a run: myth bulk … --shard K/N writes such");
    const char *script = line_of(c, p, "script");
    if (!script || strlen(script) < 18 || !hexadecimal(script, &h->hash))
        return damaged(c, p, p->line + 1, "here the script and its hash are expected");
    h->script = script + 17;
    int64_t last;
    if (!two_numbers(line_of(c, p, "seeds"), &h->first, &h->count) || h->count < 1 ||
        !num_add(h->first, h->count - 1, &last))
        return damaged(c, p, p->line + 1, "here the first seed and their number are expected");
    if (!two_numbers(line_of(c, p, "shard"), &h->shard, &h->of) || h->shard < 1 ||
        h->shard > h->of || h->of > h->count)
        return damaged(c, p, p->line + 1, "here it should say which piece this is");
    h->policy = line_of(c, p, "policy");
    h->variant = line_of(c, p, "variant");
    for (const char *ruling; (ruling = line_of(c, p, "ruling")) != NULL;) {
        const char **more = NEW_ARRAY(&c->arena, (size_t)h->rulings + 1, const char *);
        for (int i = 0; i < h->rulings; i++) more[i] = h->ruling[i];
        more[h->rulings++] = ruling;
        h->ruling = more;
    }
    return true;
}

static bool read_table(struct cmd *c, struct piece *p) {
    struct span text = {p->rest.at, 0}, line;
    int64_t first = p->line + 1;
    int at = 0;
    while (next_line(p, &line) && line.len) text.len += line.len + 1;
    if (!bulk_read_table(&c->arena, text, &p->table, &at))
        return damaged(c, p, first + at, "here rules, players and figures are expected");
    return true;
}

/* Checks the last line, which has the hash of all lines before it, and sets where the rows lie.
 * Returns false after a message if the piece was cut or altered. */
static bool read_end(struct cmd *c, struct piece *p, struct span whole) {
    static const size_t len = 4 + 16 + 1;
    int64_t last = whole.at[whole.len - 1] != '\n';
    for (size_t i = 0; i < whole.len; i++) last += whole.at[i] == '\n';
    uint64_t hash;
    if (p->rest.len < len || memcmp(whole.at + whole.len - len, "end ", 4) != 0 ||
        !hexadecimal(whole.at + whole.len - len + 4, &hash) || whole.at[whole.len - 1] != '\n')
        return damaged(c, p, last, "here 'end' and a hash are expected: it was cut, or altered");
    if (bulk_hash(whole.at, whole.len - len, 1) != hash)
        return damaged(c, p, last,
                       "this is not the hash of the lines above: something in them was altered");
    p->rows = (struct span){p->rest.at, p->rest.len - len};
    p->rows_line = p->line + 1;
    return true;
}

static bool read_piece(struct cmd *c, struct piece *p) {
    struct span whole;
    if (!cmd_read(c, p->path, &whole)) return false;
    p->rest = whole;
    return read_head(c, p) && read_table(c, p) && read_end(c, p, whole);
}

/* ---- Pieces that belong together ----------------------------------------------------------- */

static bool apart(struct cmd *c, const struct piece *a, const struct piece *b, const char *what,
                  const char *of_a, const char *of_b) {
    cmd_say(c, "%s and %s are no pieces of one run: %s: %s and %s", a->path, b->path, what, of_a,
            of_b);
    return false;
}

static bool same_text(struct cmd *c, const struct piece *a, const struct piece *b, const char *what,
                      const char *of_a, const char *of_b) {
    if (!of_a) of_a = "none";
    if (!of_b) of_b = "none";
    return strcmp(of_a, of_b) == 0 || apart(c, a, b, what, of_a, of_b);
}

static const char *rulings_of(struct cmd *c, const struct bulk_head *h) {
    const char *out = h->rulings ? "" : "none";
    for (int i = 0; i < h->rulings; i++)
        out = arena_print(&c->arena, "%s%s%s", out, i ? ", " : "", h->ruling[i]);
    return out;
}

static const char *columns_of(struct cmd *c, const struct bulk_table *t) {
    const char *out = "";
    for (int i = 0; i < t->players; i++)
        out = arena_print(&c->arena, "%s%s%s", out, i ? ", " : "", t->player[i]);
    for (int i = 0; i < t->columns; i++)
        out = arena_print(&c->arena, "%s, %s%s", out, t->column[i].name,
                          t->column[i].truth ? " (a truth)" : "");
    return out;
}

static const char *number(struct cmd *c, int64_t n) {
    return arena_print(&c->arena, "%" PRId64, n);
}

static bool together(struct cmd *c, const struct piece *a, const struct piece *b) {
    const struct bulk_head *x = &a->head, *y = &b->head;
    struct arena *m = &c->arena;
    if (x->hash != y->hash)
        return apart(c, a, b, "other scripts",
                     arena_print(m, "%s (%016" PRIx64 ")", x->script, x->hash),
                     arena_print(m, "%s (%016" PRIx64 ")", y->script, y->hash));
    return same_text(c, a, b, "other rules", a->table.rules, b->table.rules) &&
           same_text(c, a, b, "another variant", x->variant, y->variant) &&
           same_text(c, a, b, "other policies", x->policy, y->policy) &&
           same_text(c, a, b, "other rulings", rulings_of(c, x), rulings_of(c, y)) &&
           same_text(c, a, b, "another first seed", number(c, x->first), number(c, y->first)) &&
           same_text(c, a, b, "other numbers of battles", number(c, x->count),
                     number(c, y->count)) &&
           same_text(c, a, b, "cut into other numbers of pieces", number(c, x->of),
                     number(c, y->of)) &&
           same_text(c, a, b, "other figures", columns_of(c, &a->table), columns_of(c, &b->table));
}

/* Sorts the pieces by their numbers into `ordered`. Returns false after a message if one is missing
 * or is there twice. */
static bool in_order(struct cmd *c, const struct piece *pieces, int n,
                     const struct piece **ordered) {
    int64_t of = pieces[0].head.of;
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && ordered[at - 1]->head.shard > pieces[i].head.shard; at--)
            ordered[at] = ordered[at - 1];
        ordered[at] = &pieces[i];
    }
    for (int i = 0; i < n; i++) {
        int64_t here = ordered[i]->head.shard, before = i ? ordered[i - 1]->head.shard : 0;
        if (here == before) {
            cmd_say(c, "%s and %s are both piece %" PRId64 " of %" PRId64, ordered[i - 1]->path,
                    ordered[i]->path, here, of);
            return false;
        }
        if (here != before + 1) {
            cmd_say(c, "piece %" PRId64 " of %" PRId64 " is missing", before + 1, of);
            return false;
        }
    }
    if (n == of) return true;
    cmd_say(c, "piece %d of %" PRId64 " is missing", n + 1, of);
    return false;
}

/* ---- Together ------------------------------------------------------------------------------ */

static bool add_rows(struct cmd *c, const struct piece *p, struct bulk_sums *sums, FILE *rows) {
    int64_t first, count;
    bulk_piece(&p->head, &first, &count);
    struct piece at = *p;
    at.rest = p->rows;
    at.line = p->rows_line - 1;
    struct span line;
    int64_t n = 0;
    for (; next_line(&at, &line); n++) {
        struct bulk_row row;
        if (!bulk_read_row(&p->table, line, &row) || row.seed != first + n || n == count)
            return damaged(c, p, at.line, "this is not the row of the seed that follows");
        bulk_sums_add(sums, &p->table, &row);
    }
    if (n != count || at.rest.len) return damaged(c, p, at.line, "rows are missing");
    fwrite(p->rows.at, 1, p->rows.len, rows);
    return true;
}

enum cmd_exit cmd_merge(struct cmd *c) {
    if (c->words == 0) return (enum cmd_exit)cmd_usage(c, "merge wants the pieces of a run");
    bool as_json = cmd_option(c, "--json") != NULL, as_csv = cmd_option(c, "--csv") != NULL;
    if (as_json && as_csv) return (enum cmd_exit)cmd_usage(c, "--json or --csv, not both");
    struct piece *pieces = NEW_ARRAY(&c->arena, (size_t)c->words, struct piece);
    const struct piece **ordered = NEW_ARRAY(&c->arena, (size_t)c->words, const struct piece *);
    for (int i = 0; i < c->words; i++) {
        pieces[i].path = c->word[i];
        if (!read_piece(c, &pieces[i])) return CMD_INPUT;
        if (i && !together(c, &pieces[0], &pieces[i])) return CMD_INPUT;
    }
    if (!in_order(c, pieces, c->words, ordered)) return CMD_INPUT;
    struct bulk_out out;
    if (!bulk_open_out(c, &out)) return CMD_INPUT;
    FILE *rows = tmpfile();
    if (!rows) {
        if (errno == ENOMEM) memory_exhausted();
        cmd_say(c, "there is no room for the rows: no file can be made in /tmp");
        bulk_close_out(c, &out, false);
        return CMD_INPUT;
    }
    struct bulk_sums *sums = NEW(&c->arena, struct bulk_sums);
    bulk_sums_open(sums);
    bool good = true;
    for (int i = 0; good && i < c->words; i++) good = add_rows(c, ordered[i], sums, rows);
    if (good && (fflush(rows) != 0 || ferror(rows))) {
        cmd_say(c, "there is no room for the rows");
        good = false;
    }
    struct bulk_result result = {&ordered[0]->head, &ordered[0]->table, sums, rows};
    if (good) bulk_print(c, &result, as_json ? BULK_JSON : as_csv ? BULK_CSV : BULK_PAGE, out.to);
    good = bulk_close_out(c, &out, good);
    bulk_sums_close(sums);
    fclose(rows);
    return good ? CMD_GOOD : CMD_INPUT;
}
