/* The command compare: plays a script by two rulesets, A and B, with the same seeds, and tells
 * which figures differ and whether that is chance. */
#include <inttypes.h>
#include <string.h>

#include "../vm/image.h"
#include "cmd_bulk.h"

/* The sums of one figure of A and B over all seeds. The figure is a column of the tables, or
 * whether a certain player, a set of players together, or nobody wins. */
struct paired {
    const char *name;
    uint64_t winners; /* the players who win together, a bit for each; 0: it is another figure */
    /* a truth, of which shares are told; else a number */
    bool share;
    int64_t yes[2];               /* for a share: how often the truth held by A and by B */
    struct tally of[2], b_less_a; /* for a number: the sums by A, by B, and of B less A */
    /* seeds in which the truth held only by A, or the number was higher by A; the same of B */
    int64_t only_a, only_b;
    /* the probability p (tally_chance), in units of 1 / TALLY_ONE; set when all seeds are in */
    int64_t chance;
};
struct compare {
    struct bulk b;
    const char *rules[2];
    struct bulk_player *player[2]; /* used in the worker processes */
    /* The result of a seed, put together in a worker process. */
    char *text;
    size_t len, room;
    struct bulk_table table[2]; /* the tables of the first seed, by A and by B */
    /* The figures, `count` of them; NULL before the first seed: of each player and of nobody, of
     * `sides` sets of several players in ascending order, of the columns. */
    struct paired *paired;
    int count, sides;
    int64_t equal; /* seeds in which no figure differs */
    enum cmd_exit code;
};

/* ---- A seed, in a worker ------------------------------------------------------------------- */

static void put(struct compare *k, struct span text, char end) {
    k->text = memory_grow(k->text, &k->room, k->len + text.len + 1, 1);
    memcpy(k->text + k->len, text.at, text.len);
    k->text[k->len + text.len] = end;
    k->len += text.len + 1;
}

/* Plays a seed by A and by B, in a worker process. `text` is set to, for A and then for B, the
 * table, an empty line, the row and a line end. Returns 0, or the exit code if one of them
 * failed. */
static int play_both(void *user, int64_t seed, struct span *text) {
    struct compare *k = user;
    k->len = 0;
    for (int i = 0; i < 2; i++) {
        struct span table, row;
        enum cmd_exit code = bulk_play(k->player[i], (uint64_t)seed, &table, &row);
        if (code) {
            cmd_say(k->b.c, "that was by %s", k->rules[i]);
            return (int)code;
        }
        put(k, table, '\n');
        put(k, row, '\n');
    }
    *text = (struct span){k->text, k->len};
    return 0;
}

/* ---- Seed by seed -------------------------------------------------------------------------- */

static struct span behind_line(struct span text) {
    const char *end = memchr(text.at, '\n', text.len);
    size_t len = (size_t)(end - text.at) + 1;
    return (struct span){text.at + len, text.len - len};
}

static void open_sums(struct paired *p) {
    tally_open(&p->of[0]);
    tally_open(&p->of[1]);
    tally_open(&p->b_less_a);
}

/* Opens the sums of all figures. Returns false after a message if the rulesets differ in their
 * players or figures, so that they cannot be compared. */
static bool begin_sums(struct compare *k) {
    struct cmd *c = k->b.c;
    const struct bulk_table *t = &k->table[0];
    struct span a = behind_line(k->table[0].text), b = behind_line(k->table[1].text);
    if (!span_equal(a, b)) {
        cmd_say(c,
                "%s and %s have other players or figures, which cannot be compared:", k->rules[0],
                k->rules[1]);
        fprintf(stderr, "--- %s\n%.*s--- %s\n%.*s", k->rules[0], (int)a.len, a.at, k->rules[1],
                (int)b.len, b.at);
        return false;
    }
    k->paired =
        NEW_ARRAY(&c->arena, (size_t)(t->players + 1 + BULK_SIDES + t->columns), struct paired);
    for (int i = 0; i <= t->players; i++)
        k->paired[k->count++] = (struct paired){
            .name = arena_print(&c->arena, "%s wins", i < t->players ? t->player[i] : "nobody"),
            .share = true};
    for (int i = 0; i < t->columns; i++)
        k->paired[k->count++] =
            (struct paired){.name = t->column[i].name, .share = t->column[i].truth};
    for (int i = 0; i < k->count; i++) open_sums(&k->paired[i]);
    return true;
}

/* Has a figure for the set of players who win together. In the seeds before, they did not. A set
 * for which there is no room counts for its players alone, as in bulk_sums_add. */
static void find_side(struct compare *k, uint64_t winners) {
    const struct bulk_table *t = &k->table[0];
    if ((winners & (winners - 1)) == 0) return;
    int at = t->players + 1;
    const int end = at + k->sides;
    while (at < end && k->paired[at].winners < winners) at++;
    if ((at < end && k->paired[at].winners == winners) || k->sides == BULK_SIDES) return;
    memmove(k->paired + at + 1, k->paired + at, (size_t)(k->count - at) * sizeof *k->paired);
    k->paired[at] = (struct paired){
        .name = bulk_who_win(k->b.c, t, winners), .winners = winners, .share = true};
    open_sums(&k->paired[at]);
    k->sides++;
    k->count++;
}

static bool add(struct paired *p, int64_t a, int64_t b) {
    if (p->share) {
        p->yes[0] += a;
        p->yes[1] += b;
    } else {
        tally_add(&p->of[0], a);
        tally_add(&p->of[1], b);
        tally_add_less(&p->b_less_a, b, a);
    }
    p->only_a += a > b;
    p->only_b += b > a;
    return a == b;
}

static void add_pair(struct compare *k, const struct bulk_row row[2]) {
    const struct bulk_table *t = &k->table[0];
    bool equal = true;
    int n = 0;
    for (int s = 0; s < 2; s++) find_side(k, row[s].winners);
    for (int i = 0; i <= t->players; i++) {
        int64_t won[2];
        for (int s = 0; s < 2; s++)
            won[s] = i < t->players ? (row[s].winners >> i & 1) != 0 : row[s].winners == 0;
        equal = add(&k->paired[n++], won[0], won[1]) && equal;
    }
    for (int i = 0; i < k->sides; i++, n++)
        equal = add(&k->paired[n], row[0].winners == k->paired[n].winners,
                    row[1].winners == k->paired[n].winners) &&
                equal;
    for (int i = 0; i < t->columns; i++)
        equal = add(&k->paired[n++], row[0].value[i], row[1].value[i]) && equal;
    k->equal += equal;
}

static bool take_pair(void *user, int64_t seed, const char *text, size_t len) {
    struct compare *k = user;
    struct bulk_row row[2];
    bool first = !k->table[0].columns;
    size_t at = 0;
    for (int i = 0; i < 2; i++) {
        size_t end = at;
        while (text[end] != '\n' || text[end + 1] != '\n') end++;
        struct span table = {text + at, end + 1 - at};
        at = end + 2;
        for (end = at; text[end] != '\n';) end++;
        struct span line = {text + at, end - at};
        at = end + 1;
        if (!bulk_same_table(&k->b, seed, table, &k->table[i])) {
            k->code = CMD_MISTAKES;
            return false;
        }
        bool good = bulk_read_row(&k->table[i], line, &row[i]);
        ASSERT(good && at <= len);
    }
    if (first && !begin_sums(k)) {
        k->code = CMD_MISTAKES;
        return false;
    }
    add_pair(k, row);
    return true;
}

/* ---- What came of it ----------------------------------------------------------------------- */

enum verdict { SAME, CHANCE, DIFFERS };

/* Returns the verdict on a figure: SAME if it has the same value by A and by B in every seed;
 * DIFFERS if p is below one in twenty divided by the number of figures (Bonferroni); else
 * CHANCE. */
static enum verdict verdict_of(const struct compare *k, const struct paired *p) {
    if (p->only_a + p->only_b == 0) return SAME;
    return p->chance < TALLY_ONE / 20 / k->count ? DIFFERS : CHANCE;
}

static const char *chance_text(struct cmd *c, int64_t chance, int places) {
    int64_t unit = TALLY_ONE;
    for (int i = 0; i < places; i++) unit /= 10;
    int64_t n = (chance + unit / 2) / unit, one = TALLY_ONE / unit;
    return arena_print(&c->arena, "%" PRId64 ".%0*" PRId64, n / one, places, n % one);
}

static const char *short_chance(struct cmd *c, int64_t chance) {
    if (chance < TALLY_ONE / 1000000) return "< 0.000001";
    return chance_text(c, chance, chance < TALLY_ONE / 1000 ? 6 : 4);
}

static void name(FILE *to, const char *text, int width) {
    fprintf(to, "%s%*s", text, width - base_columns(text), "");
}

static void page_share(const struct compare *k, const struct paired *p, int width, FILE *to) {
    struct tally_text a, b;
    tally_share(p->yes[0], k->b.count, 100, 2, &a);
    tally_share(p->yes[1], k->b.count, 100, 2, &b);
    name(to, p->name, width);
    fprintf(to, "%9s %%%9s %%%*s%9" PRId64 "%9" PRId64 "%12s\n", a.at, b.at, 33, "", p->only_a,
            p->only_b, short_chance(k->b.c, p->chance));
}

static void page_mean(const struct compare *k, const struct paired *p, int width, FILE *to) {
    struct tally_text a, b, less;
    tally_mean(&p->of[0], 2, &a);
    tally_mean(&p->of[1], 2, &b);
    tally_mean(&p->b_less_a, 2, &less);
    const char *interval =
        less.low[0] ? arena_print(&k->b.c->arena, "%s to %s", less.low, less.high) : "";
    name(to, p->name, width);
    fprintf(to, "%11s%11s%11s%22s%9" PRId64 "%9" PRId64 "%12s\n", a.at, b.at, less.at, interval,
            p->only_a, p->only_b, short_chance(k->b.c, p->chance));
}

/* Prints the names of all figures with verdict `v`, behind `words`. */
static void page_verdict(const struct compare *k, enum verdict v, const char *words, FILE *to) {
    struct cmd *c = k->b.c;
    const char *line = NULL;
    for (int i = 0; i < k->count; i++) {
        if (verdict_of(k, &k->paired[i]) != v) continue;
        line = line ? arena_print(&c->arena, "%s, %s", line, k->paired[i].name) : k->paired[i].name;
    }
    if (line) cmd_wrap(to, arena_print(&c->arena, "%s: %s.", words, line), 2, 96);
}

static void page_words(const struct compare *k, FILE *to) {
    struct cmd *c = k->b.c;
    fprintf(to, "\n");
    page_verdict(k, DIFFERS, "Not chance", to);
    page_verdict(k, CHANCE, "May be chance", to);
    page_verdict(k, SAME, "The same in every battle", to);
    fprintf(to, "\n");
    cmd_wrap(to,
             arena_print(&c->arena,
                         "%" PRId64 " of %" PRId64 " seeds came out alike in all of this. A seed "
                         "is played by A and by B; of each figure only those seeds count in which "
                         "it differs. Had the rules no part in it, A would be ahead in as many of "
                         "them as B: p is how likely a split at least as uneven as this would then "
                         "be (sign test, of shares McNemar's; exact, two-sided).",
                         k->equal, k->b.count),
             2, 96);
    cmd_wrap(to,
             arena_print(&c->arena,
                         "%d figures are looked at, so one is called not chance only where p is "
                         "below 0.05 / %d = %s: of twenty comparisons of rules that make no "
                         "difference at most one should name any.",
                         k->count, k->count, chance_text(c, TALLY_ONE / 20 / k->count, 4)),
             2, 96);
}

static void page(const struct compare *k, FILE *to) {
    int width = 0;
    for (int i = 0; i < k->count; i++) {
        int n = base_columns(k->paired[i].name) + 2;
        if (n > width) width = n;
    }
    fprintf(to, "%s: %" PRId64 " battle%s by each, seed%s %" PRId64, k->b.script.path, k->b.count,
            k->b.count == 1 ? "" : "s", k->b.count == 1 ? "" : "s", k->b.first);
    if (k->b.count > 1) fprintf(to, " to %" PRId64, k->b.first + k->b.count - 1);
    fprintf(to, "\nA: %s\nB: %s\n\n", k->rules[0], k->rules[1]);
    fprintf(to, "%*s%11s%11s%33s%9s%9s%12s\n", width, "", "A", "B", "", "only A", "only B", "p");
    for (int i = 0; i < k->count; i++)
        if (k->paired[i].share) page_share(k, &k->paired[i], width, to);
    fprintf(to, "\n%*s%11s%11s%11s%22s%9s%9s%12s\n", width, "", "mean of A", "of B", "B less A",
            "95% interval", "more: A", "B", "p");
    for (int i = 0; i < k->count; i++)
        if (!k->paired[i].share) page_mean(k, &k->paired[i], width, to);
    page_words(k, to);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void json_figure(const struct compare *k, const struct paired *p, FILE *to) {
    struct tally_text a, b, less;
    fputs("{\"name\": ", to);
    cmd_json(to, p->name);
    if (p->winners) bulk_json_winners(to, &k->table[0], p->winners);
    if (p->share) {
        tally_share(p->yes[0], k->b.count, 1, 6, &a);
        tally_share(p->yes[1], k->b.count, 1, 6, &b);
        fprintf(to, ", \"share_a\": %s, \"share_b\": %s", a.at, b.at);
    } else {
        tally_mean(&p->of[0], 6, &a);
        tally_mean(&p->of[1], 6, &b);
        tally_mean(&p->b_less_a, 6, &less);
        bool any = less.low[0] != 0;
        fprintf(to, ", \"mean_a\": %s, \"mean_b\": %s, \"b_less_a\": %s, \"low\": %s, \"high\": %s",
                a.at, b.at, less.at, any ? less.low : "null", any ? less.high : "null");
    }
    fprintf(to, ", \"ahead_a\": %" PRId64 ", \"ahead_b\": %" PRId64 ", \"p\": %s, \"differs\": %s}",
            p->only_a, p->only_b, chance_text(k->b.c, p->chance, 12),
            verdict_of(k, p) == DIFFERS ? "true" : "false");
}

static void json(const struct compare *k, FILE *to) {
    fputs("{\"script\": ", to);
    cmd_json(to, k->b.script.path);
    for (int i = 0; i < 2; i++) {
        fprintf(to, ", \"%s\": ", i ? "b" : "a");
        cmd_json(to, k->table[i].rules);
    }
    fprintf(to,
            ", \"seed\": %" PRId64 ", \"battles\": %" PRId64 ", \"alike\": %" PRId64
            ",\n \"figures\": [",
            k->b.first, k->b.count, k->equal);
    for (int i = 0; i < k->count; i++) {
        fputs(i ? ",\n  " : "\n  ", to);
        json_figure(k, &k->paired[i], to);
    }
    fputs("\n ]}\n", to);
}

/* ---- compare ------------------------------------------------------------------------------- */

static enum cmd_exit play_all(struct compare *k) {
    struct cmd *c = k->b.c;
    struct bulk_work work = {
        .first = k->b.first,
        .count = k->b.count,
        .alone = arena_print(&c->arena, "myth compare %s %s %s --battles 1 --seed ",
                             bulk_quoted(c, k->rules[0]), bulk_quoted(c, k->rules[1]),
                             bulk_quoted(c, k->b.script.path)),
        .after = bulk_options(c),
        .work = play_both,
        .take = take_pair,
        .user = k};
    for (int i = 0; i < 2; i++) k->player[i] = bulk_player_new(&k->b, k->rules[i]);
    enum cmd_exit code = bulk_spread(&k->b, &work);
    for (int i = 0; i < 2; i++) bulk_player_free(k->player[i]);
    memory_free(k->text);
    return code == CMD_GOOD ? k->code : code;
}

enum cmd_exit bulk_compare(const struct bulk *b, const char *one, const char *other, bool as_json,
                           FILE *to) {
    struct compare k = {.b = *b, .rules = {one, other}};
    enum cmd_exit code = play_all(&k);
    for (int i = 0; i < k.count; i++)
        k.paired[i].chance = tally_chance(k.paired[i].only_a, k.paired[i].only_b);
    if (code == CMD_GOOD) (as_json ? json : page)(&k, to);
    for (int i = 0; i < k.count; i++) {
        tally_close(&k.paired[i].of[0]);
        tally_close(&k.paired[i].of[1]);
        tally_close(&k.paired[i].b_less_a);
    }
    return code;
}

enum cmd_exit cmd_compare(struct cmd *c) {
    enum cmd_exit code = CMD_GOOD;
    struct bulk b;
    if (c->words != 3)
        return (enum cmd_exit)cmd_usage(c, "compare wants two rulesets and a script");
    if (!bulk_begin(c, &b, c->word[2], "--battles", &code)) return code;
    for (int i = 0; i < 2; i++) {
        struct image *img = cmd_load_for_play(c, c->word[i], &code);
        if (!img) return code;
        image_free(img);
    }
    struct bulk_out out;
    if (!bulk_open_out(c, &out)) return CMD_INPUT;
    code = bulk_compare(&b, c->word[0], c->word[1], cmd_option(c, "--json") != NULL, out.to);
    if (!bulk_close_out(c, &out, code == CMD_GOOD) && code == CMD_GOOD) code = CMD_INPUT;
    return code;
}
