/* Prints the result of many battles: as a page, JSON, all rows, or a piece for merge. */
#include <inttypes.h>
#include <string.h>

#include "cmd_bulk.h"

/* ---- Sums ---------------------------------------------------------------------------------- */

void bulk_sums_open(struct bulk_sums *s) {
    memset(s, 0, sizeof *s);
    for (int i = 0; i < BULK_COLUMNS; i++) tally_open(&s->of[i]);
}

void bulk_sums_close(struct bulk_sums *s) {
    for (int i = 0; i < BULK_COLUMNS; i++) tally_close(&s->of[i]);
}

static void add_side(struct bulk_sums *s, uint64_t winners) {
    int at = 0;
    while (at < s->sides && s->side[at].winners < winners) at++;
    if (at == s->sides || s->side[at].winners != winners) {
        if (s->sides == BULK_SIDES) return;
        memmove(s->side + at + 1, s->side + at, (size_t)(s->sides - at) * sizeof *s->side);
        s->sides++;
        s->side[at].winners = winners;
        s->side[at].won = 0;
    }
    s->side[at].won++;
}

void bulk_sums_add(struct bulk_sums *s, const struct bulk_table *t, const struct bulk_row *row) {
    s->battles++;
    for (int i = 0; i < t->players; i++) s->won[i] += (row->winners >> i & 1) != 0;
    s->won[t->players] += row->winners == 0;
    if (row->winners & (row->winners - 1)) add_side(s, row->winners);
    for (int i = 0; i < t->columns; i++) {
        if (t->column[i].truth)
            s->yes[i] += row->value[i];
        else
            tally_add(&s->of[i], row->value[i]);
    }
}

uint64_t bulk_hash(const char *bytes, size_t len, uint64_t hash) {
    for (size_t i = 0; i < len; i++)
        hash = base_mix((hash + (unsigned char)bytes[i] + 1) * UINT64_C(0x9e3779b97f4a7c15));
    return hash;
}

void bulk_piece(const struct bulk_head *h, int64_t *first, int64_t *count) {
    /* The battles are cut into `of` pieces whose sizes differ by one battle at most: each of the
     * first `more` pieces has one more than the others. */
    int64_t each = h->count / h->of, more = h->count % h->of, before = h->shard - 1;
    int64_t from = each * before + (before < more ? before : more);
    *first = h->first + from;
    *count = each + (before < more);
}

/* ---- A page -------------------------------------------------------------------------------- */

static void pad(FILE *to, const char *text, int width) {
    fprintf(to, "%s%*s", text, width - base_columns(text), "");
}

/* Returns a name such as "red wins", or "nobody wins". */
static const char *who_wins(struct cmd *c, const struct bulk_table *t, int i) {
    return arena_print(&c->arena, "%s wins", i < t->players ? t->player[i] : "nobody");
}

const char *bulk_who_win(struct cmd *c, const struct bulk_table *t, uint64_t winners) {
    const char *text = "";
    for (int i = 0; i < t->players; i++) {
        if (!(winners >> i & 1)) continue;
        const bool last = winners >> i == 1;
        text = arena_print(&c->arena, "%s%s%s", text,
                           !*text ? ""
                           : last ? " and "
                                  : ", ",
                           t->player[i]);
    }
    return arena_print(&c->arena, "%s win", text);
}

static int widest_name(struct cmd *c, const struct bulk_table *t, const struct bulk_sums *s) {
    int most = 0;
    for (int i = 0; i < s->sides; i++) {
        int n = base_columns(bulk_who_win(c, t, s->side[i].winners));
        if (n > most) most = n;
    }
    for (int i = 0; i <= t->players; i++) {
        int n = base_columns(who_wins(c, t, i));
        if (n > most) most = n;
    }
    for (int i = 0; i < t->columns; i++) {
        int n = base_columns(t->column[i].name);
        if (n > most) most = n;
    }
    return most + 2;
}

/* Prints an interval such as "98.00 to 99.00" at the right of its column, 22 wide; prints blanks if
 * there is no interval. */
static void page_interval(FILE *to, const struct tally_text *t) {
    int width = t->low[0] ? (int)(strlen(t->low) + strlen(t->high) + 4) : 0;
    fprintf(to, "%*s%s%s%s", width < 22 ? 22 - width : 0, "", t->low, t->low[0] ? " to " : "",
            t->high);
}

static void page_share(FILE *to, const char *name, int width, int64_t k, int64_t n) {
    struct tally_text share;
    tally_share(k, n, 100, 2, &share);
    pad(to, name, width);
    fprintf(to, "%10" PRId64 "%9s %%", k, share.at);
    page_interval(to, &share);
    fputs(" %\n", to);
}

static void page_mean(FILE *to, const char *name, int width, const struct tally *t) {
    struct tally_text mean;
    tally_mean(t, 2, &mean);
    pad(to, name, width);
    fprintf(to, "%10s", mean.at);
    page_interval(to, &mean);
    fprintf(to, "%9" PRId64 "%9" PRId64 "\n", t->least, t->most);
}

static void page_head(const struct bulk_head *h, const struct bulk_table *t, FILE *to) {
    fprintf(to, "%s: %" PRId64 " battle%s, seed%s %" PRId64, h->script, h->count,
            h->count == 1 ? "" : "s", h->count == 1 ? "" : "s", h->first);
    if (h->count > 1) fprintf(to, " to %" PRId64, h->first + h->count - 1);
    const char *version = strchr(t->rules, ' '), *name = version ? strchr(version + 1, ' ') : NULL;
    fprintf(to, "\nRules: %s", name ? name + 1 : t->rules);
    for (int i = 0; i < h->rulings; i++)
        fprintf(to, "%s%s", i ? ", " : "; rulings: ", h->ruling[i]);
    if (h->policy) fprintf(to, "; policies: %s", h->policy);
    fputs("\n\n", to);
}

static void page(struct cmd *c, const struct bulk_result *r, FILE *to) {
    const struct bulk_table *t = r->table;
    const struct bulk_sums *s = r->sums;
    int width = widest_name(c, t, s);
    page_head(r->head, t, to);
    fprintf(to, "%*s%10s%11s%24s\n", width, "", "battles", "share", "95% interval");
    for (int i = 0; i <= t->players; i++)
        page_share(to, who_wins(c, t, i), width, s->won[i], s->battles);
    for (int i = 0; i < s->sides; i++)
        page_share(to, bulk_who_win(c, t, s->side[i].winners), width, s->side[i].won, s->battles);
    for (int i = 0; i < t->columns; i++)
        if (t->column[i].truth) page_share(to, t->column[i].name, width, s->yes[i], s->battles);
    fprintf(to, "\n%*s%10s%22s%9s%9s\n", width, "", "mean", "95% interval", "least", "most");
    for (int i = 0; i < t->columns; i++)
        if (!t->column[i].truth) page_mean(to, t->column[i].name, width, &s->of[i]);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

void bulk_json_winners(FILE *to, const struct bulk_table *t, uint64_t winners) {
    const char *before = ", \"winners\": [";
    for (int i = 0; i < t->players; i++) {
        if (!(winners >> i & 1)) continue;
        fputs(before, to);
        cmd_json(to, t->player[i]);
        before = ", ";
    }
    if (winners) fputc(']', to);
}

/* Prints a share; `winners` with it if it is that of several players who win together. */
static void json_share(FILE *to, const char *name, const struct bulk_table *t, uint64_t winners,
                       int64_t k, int64_t n) {
    struct tally_text share;
    tally_share(k, n, 1, 6, &share);
    fputs("{\"name\": ", to);
    cmd_json(to, name);
    bulk_json_winners(to, t, winners);
    fprintf(to, ", \"battles\": %" PRId64 ", \"share\": %s, \"low\": %s, \"high\": %s}", k,
            share.at, share.low, share.high);
}

static void json_mean(FILE *to, const char *name, const struct tally *t) {
    struct tally_text mean;
    tally_mean(t, 6, &mean);
    bool any = mean.low[0] != 0;
    fputs("{\"name\": ", to);
    cmd_json(to, name);
    gmp_fprintf(to, ", \"sum\": %Zd, \"squares\": %Zd", t->sum, t->squares);
    fprintf(to,
            ", \"mean\": %s, \"low\": %s, \"high\": %s, \"least\": %" PRId64 ", \"most\": %" PRId64
            "}",
            mean.at, any ? mean.low : "null", any ? mean.high : "null", t->least, t->most);
}

static void json_text(FILE *to, const char *name, const char *text) {
    fprintf(to, ", \"%s\": ", name);
    if (text)
        cmd_json(to, text);
    else
        fputs("null", to);
}

static void json(struct cmd *c, const struct bulk_result *r, FILE *to) {
    const struct bulk_head *h = r->head;
    const struct bulk_table *t = r->table;
    const struct bulk_sums *s = r->sums;
    fputs("{\"script\": ", to);
    cmd_json(to, h->script);
    json_text(to, "rules", t->rules);
    json_text(to, "variant", h->variant);
    json_text(to, "policy", h->policy);
    fputs(", \"rulings\": [", to);
    for (int i = 0; i < h->rulings; i++) {
        fputs(i ? ", " : "", to);
        cmd_json(to, h->ruling[i]);
    }
    fprintf(to, "], \"seed\": %" PRId64 ", \"battles\": %" PRId64 ",\n \"shares\": [", h->first,
            h->count);
    for (int i = 0; i <= t->players; i++) {
        fputs(i ? ",\n  " : "\n  ", to);
        json_share(to, who_wins(c, t, i), t, 0, s->won[i], s->battles);
    }
    for (int i = 0; i < s->sides; i++) {
        fputs(",\n  ", to);
        json_share(to, bulk_who_win(c, t, s->side[i].winners), t, s->side[i].winners,
                   s->side[i].won, s->battles);
    }
    for (int i = 0; i < t->columns; i++) {
        if (!t->column[i].truth) continue;
        fputs(",\n  ", to);
        json_share(to, t->column[i].name, t, 0, s->yes[i], s->battles);
    }
    fputs("\n ],\n \"means\": [", to);
    bool first = true;
    for (int i = 0; i < t->columns; i++) {
        if (t->column[i].truth) continue;
        fputs(first ? "\n  " : ",\n  ", to);
        first = false;
        json_mean(to, t->column[i].name, &s->of[i]);
    }
    fputs("\n ]}\n", to);
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static void csv_name(FILE *to, const char *name) {
    if (!strpbrk(name, ",\"")) {
        fputs(name, to);
        return;
    }
    fputc('"', to);
    for (; *name; name++) {
        if (*name == '"') fputc('"', to);
        fputc(*name, to);
    }
    fputc('"', to);
}

/* Copies all rows, which are the whole file `from`. Returns the bulk_hash of the bytes that `hash`
 * stands for with theirs behind them. */
static uint64_t copy_rows(FILE *from, FILE *to, uint64_t hash) {
    char bytes[65536];
    rewind(from);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, from)) > 0;) {
        fwrite(bytes, 1, n, to);
        hash = bulk_hash(bytes, n, hash);
    }
    return hash;
}

static void csv(const struct bulk_result *r, FILE *to) {
    fputs("seed,winner", to);
    for (int i = 0; i < r->table->columns; i++) {
        fputc(',', to);
        csv_name(to, r->table->column[i].name);
    }
    fputc('\n', to);
    copy_rows(r->rows, to, 0);
}

/* ---- A piece ------------------------------------------------------------------------------- */

static void piece(struct cmd *c, const struct bulk_result *r, FILE *to) {
    const struct bulk_head *h = r->head;
    const char *text = arena_print(&c->arena,
                                   BULK_FIRST_LINE "script %016" PRIx64 " %s\nseeds %" PRId64
                                                   " %" PRId64 "\nshard %" PRId64 " %" PRId64 "\n",
                                   h->hash, h->script, h->first, h->count, h->shard, h->of);
    if (h->policy) text = arena_print(&c->arena, "%spolicy %s\n", text, h->policy);
    if (h->variant) text = arena_print(&c->arena, "%svariant %s\n", text, h->variant);
    for (int i = 0; i < h->rulings; i++)
        text = arena_print(&c->arena, "%sruling %s\n", text, h->ruling[i]);
    text = arena_print(&c->arena, "%s%.*s\n", text, (int)r->table->text.len, r->table->text.at);
    fputs(text, to);
    uint64_t hash = copy_rows(r->rows, to, bulk_hash(text, strlen(text), 1));
    fprintf(to, "end %016" PRIx64 "\n", hash);
}

void bulk_print(struct cmd *c, const struct bulk_result *r, enum bulk_form form, FILE *to) {
    switch (form) {
    case BULK_PAGE: page(c, r, to); break;
    case BULK_JSON: json(c, r, to); break;
    case BULK_CSV: csv(r, to); break;
    case BULK_PIECE: piece(c, r, to); break;
    }
}

bool bulk_open_out(struct cmd *c, struct bulk_out *o) {
    const char *path = cmd_option(c, "--out");
    *o = (struct bulk_out){.to = stdout};
    if (!path) return true;
    if (!cmd_create(c, path, &o->file)) return false;
    o->to = o->file.to;
    return true;
}

bool bulk_close_out(struct cmd *c, struct bulk_out *o, bool good) {
    if (o->to == stdout) return good;
    if (good) return cmd_finish(c, &o->file);
    cmd_discard(&o->file);
    return false;
}
