/* The command bulk: plays a script with many seeds, in several processes. Also what bulk and
 * compare share to do so. */
#include "cmd_bulk.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "../vm/run.h"

/* ---- Options ------------------------------------------------------------------------------- */

enum { JOBS_MOST = 256 };

bool bulk_begin(struct cmd *c, struct bulk *b, const char *path, const char *battles,
                enum cmd_exit *code) {
    *b = (struct bulk){.c = c, .first = 1, .jobs = crew_processors()};
    b->script.path = path;
    int64_t jobs = b->jobs;
    *code = CMD_USAGE;
    if (!cmd_option(c, battles)) {
        cmd_usage(c, "how many? %s N", battles);
        return false;
    }
    if (!cmd_number(c, "--seed", 0, NUM_MAX, &b->first) ||
        !cmd_number(c, battles, 1, NUM_MAX, &b->count) ||
        !cmd_number(c, "--jobs", 1, JOBS_MOST, &jobs))
        return false;
    b->jobs = (int)jobs;
    int64_t last;
    if (!num_add(b->first, b->count - 1, &last)) {
        cmd_usage(c, "seeds end at %" PRId64 ": so many from %" PRId64 " on there are not", NUM_MAX,
                  b->first);
        return false;
    }
    if (!cmd_take_policies(c, b->policies, &b->script.policy_count) ||
        !cmd_take_rulings(c, &b->script.readings, &b->script.reading_count))
        return false;
    b->script.policies = b->policies;
    *code = CMD_INPUT;
    if (!cmd_read_script(c, path, &b->script.text, code)) return false;
    b->hash = bulk_hash(b->script.text.at, b->script.text.len, 1);
    const struct cmd_modules *m = cmd_read_modules(c, path, b->script.text);
    *code = m->trouble;
    if (*code != CMD_GOOD) return false;
    b->hash = cmd_modules_hash(m, b->hash);
    *code = CMD_GOOD;
    return true;
}

const char *bulk_quoted(struct cmd *c, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=,./:@%";
    if (*word && !word[strspn(word, plain)]) return word;
    const char *out = "'";
    for (; *word; word++) {
        out = *word == '\'' ? arena_print(&c->arena, "%s'\\''", out)
                            : arena_print(&c->arena, "%s%c", out, *word);
    }
    return arena_print(&c->arena, "%s'", out);
}

const char *bulk_options(struct cmd *c) {
    static const char *const names[] = {"--policy", "--variant"};
    const char *out = "";
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const bool has = i == 0 || strcmp(c->command, "bulk") == 0;
        const char *value = has ? cmd_option(c, names[i]) : NULL;
        if (value) out = arena_print(&c->arena, "%s %s %s", out, names[i], bulk_quoted(c, value));
    }
    for (int i = 0; i < c->rulings; i++)
        out = arena_print(&c->arena, "%s --ruling %s", out, bulk_quoted(c, c->ruling[i]));
    return out;
}

/* ---- Spreading ----------------------------------------------------------------------------- */

/* The data of the callbacks that are given to the crew (crew.h). */
struct spread {
    const struct bulk_work *work;
    bool terminal;
    /* the progress that was printed last, in thousandths of all battles (of less than 1,000: in
     * battles); -1: none was printed */
    int64_t shown;
};

static int spread_work(void *user, int64_t number, struct span *text) {
    const struct spread *s = user;
    return s->work->work(s->work->user, number, text);
}

static bool spread_take(void *user, int64_t number, const char *text, size_t len) {
    const struct spread *s = user;
    return s->work->take(s->work->user, number, text, len);
}

static bool spread_stopped(void *user) {
    (void)user;
    return cmd_stopped();
}

static void spread_done(void *user, int64_t done) {
    struct spread *s = user;
    int64_t thousandths = s->work->count / 1000 ? done / (s->work->count / 1000) : done;
    if (!s->terminal || thousandths == s->shown) return;
    s->shown = thousandths;
    fprintf(stderr, "\r%" PRId64 " of %" PRId64 " battles", done, s->work->count);
    fflush(stderr);
}

static enum cmd_exit say_failure(struct bulk *b, const struct bulk_work *work,
                                 const struct crew_failure *f) {
    struct cmd *c = b->c;
    enum cmd_exit code = f->code ? (enum cmd_exit)f->code : CMD_MISTAKES;
    if (code == CMD_STOPPED) return code;
    fputs(f->said, stderr);
    /* every seed would fail in the same way, so no seed is named */
    if (code == CMD_USAGE) return code;
    if (f->code) {
        cmd_say(c, "that was seed %" PRId64 ". By itself:", f->number);
    } else if (f->signal) {
        cmd_say(c, "what played seed %" PRId64 " died of signal %d (%s). By itself:", f->number,
                f->signal, strsignal(f->signal));
    } else {
        cmd_say(c, "what played seed %" PRId64 " went away. By itself:", f->number);
    }
    fprintf(stderr, "      %s%" PRId64 "%s\n", work->alone, f->number, work->after);
    return code;
}

enum cmd_exit bulk_spread(struct bulk *b, const struct bulk_work *work) {
    struct spread s = {work, isatty(STDERR_FILENO) != 0, -1};
    struct crew crew = {.first = work->first,
                        .count = work->count,
                        .jobs = b->jobs,
                        .work = spread_work,
                        .take = spread_take,
                        .done = spread_done,
                        .stopped = spread_stopped,
                        .user = &s};
    struct crew_failure failure;
    cmd_catch();
    enum crew_end end = crew_run(&crew, &b->c->arena, &failure);
    if (s.terminal) fprintf(stderr, "\r%60s\r", "");
    switch (end) {
    case CREW_GOOD:
    case CREW_ENOUGH: return CMD_GOOD;
    case CREW_FAILED: return say_failure(b, work, &failure);
    case CREW_STOPPED: return CMD_STOPPED;
    case CREW_TROUBLE: cmd_say(b->c, "no processes to be had: %s", failure.why); return CMD_LIMIT;
    }
    return CMD_LIMIT;
}

/* ---- bulk ---------------------------------------------------------------------------------- */

/* One run of bulk: what its rows are gathered in. */
struct gather {
    struct bulk *b;
    struct bulk_player *player; /* used in the worker processes */
    char *text;
    size_t room;
    struct bulk_table table; /* the table of the first seed */
    struct bulk_sums sums;
    /* The rows, a line each, in a file without a name. */
    FILE *rows;
    enum cmd_exit code;
};

/* Plays a seed, in a worker process. `text` is set to the table, an empty line and the row. Returns
 * 0, or the exit code if the seed failed. */
static int play_one(void *user, int64_t seed, struct span *text) {
    struct gather *g = user;
    struct span table, row;
    enum cmd_exit code = bulk_play(g->player, (uint64_t)seed, &table, &row);
    if (code) return (int)code;
    size_t len = table.len + 1 + row.len;
    g->text = memory_grow(g->text, &g->room, len, 1);
    memcpy(g->text, table.at, table.len);
    g->text[table.len] = '\n';
    memcpy(g->text + table.len + 1, row.at, row.len);
    *text = (struct span){g->text, len};
    return 0;
}

/* Returns the first line of `these` that is not among the lines of `those`, without its end; "" if
 * all are. Each line ends with a line end. */
static struct span line_of_one(struct span these, struct span those) {
    while (these.len) {
        const char *end = memchr(these.at, '\n', these.len);
        struct span line = {these.at, (size_t)(end - these.at) + 1}, rest = those;
        bool found = false;
        while (rest.len && !found) {
            end = memchr(rest.at, '\n', rest.len);
            struct span other = {rest.at, (size_t)(end - rest.at) + 1};
            found = span_equal(line, other);
            rest = (struct span){rest.at + other.len, rest.len - other.len};
        }
        if (!found) return (struct span){line.at, line.len - 1};
        these = (struct span){these.at + line.len, these.len - line.len};
    }
    return (struct span){"", 0};
}

static void say_other_table(struct bulk *b, int64_t seed, struct span first, struct span other) {
    struct cmd *c = b->c;
    struct span lacks = line_of_one(first, other), more = line_of_one(other, first);
    if (lacks.len > 6 && memcmp(lacks.at, "rules ", 6) == 0) {
        cmd_say(c,
                "seed %" PRId64 " has other rules than seed %" PRId64 ": have they been changed?",
                seed, b->first);
        return;
    }
    struct span line = lacks.len ? lacks : more;
    const char *name = line.len ? memchr(line.at, ' ', line.len) : NULL;
    int len = name ? (int)(line.len - (size_t)(name + 1 - line.at)) : 0;
    if (!name)
        cmd_say(c, "seed %" PRId64 " gives its figures in another order than seed %" PRId64, seed,
                b->first);
    else
        cmd_say(c,
                "%s: seed %" PRId64 " %s the figure '%.*s', and seed %" PRId64
                " %s: each gives the same ones, as numbers or as truths",
                b->script.path, seed, lacks.len ? "has not" : "has", len, name + 1, b->first,
                lacks.len ? "has" : "has not");
}

bool bulk_same_table(struct bulk *b, int64_t seed, struct span table, struct bulk_table *kept) {
    struct arena *a = &b->c->arena;
    if (kept->columns) {
        if (span_equal(table, kept->text)) return true;
        say_other_table(b, seed, kept->text, table);
        return false;
    }
    int at;
    bool good =
        bulk_read_table(a, (struct span){arena_text(a, table.at, table.len), table.len}, kept, &at);
    ASSERT(good);
    return true;
}

static bool gather_row(void *user, int64_t seed, const char *text, size_t len) {
    struct gather *g = user;
    /* where the empty line behind the table begins, because no line of a table is empty */
    size_t end = 0;
    while (text[end] != '\n' || text[end + 1] != '\n') end++;
    struct span table = {text, end + 1}, line = {text + end + 2, len - end - 2};
    if (!bulk_same_table(g->b, seed, table, &g->table)) {
        g->code = CMD_MISTAKES;
        return false;
    }
    struct bulk_row values;
    bool good = bulk_read_row(&g->table, line, &values);
    ASSERT(good && values.seed == seed);
    bulk_sums_add(&g->sums, &g->table, &values);
    fwrite(line.at, 1, line.len, g->rows);
    fputc('\n', g->rows);
    return true;
}

/* Reads --shard, as in "2/8", into h->shard and h->of. Without the option both become 1. Returns
 * false after a message if the argument is wrong or there are fewer battles than pieces. */
static bool take_shard(struct cmd *c, struct bulk_head *h) {
    const char *text = cmd_option(c, "--shard");
    h->shard = h->of = 1;
    if (!text) return true;
    int64_t part[2] = {0, 0};
    int i = 0;
    bool good = true, digit = false;
    for (const char *p = text; good && *p; p++) {
        if (*p == '/' && i == 0 && digit) {
            i = 1;
            digit = false;
        } else {
            good = *p >= '0' && *p <= '9' && num_mul(part[i], 10, &part[i]) &&
                   num_add(part[i], *p - '0', &part[i]);
            digit = true;
        }
    }
    if (!good || i == 0 || !digit || part[0] < 1 || part[0] > part[1]) {
        cmd_usage(c, "--shard takes K/N, the K-th of N pieces, not '%s'", text);
        return false;
    }
    if (part[1] > h->count) {
        cmd_usage(c, "--shard %s: %" PRId64 " battle%s cannot be cut into so many pieces", text,
                  h->count, h->count == 1 ? "" : "s");
        return false;
    }
    h->shard = part[0];
    h->of = part[1];
    return true;
}

static enum cmd_exit gather(struct cmd *c, struct bulk *b, const struct bulk_head *h,
                            struct gather *g) {
    struct bulk_work work = {
        .alone = arena_print(&c->arena, "myth run %s --seed ", bulk_quoted(c, b->script.path)),
        .after = bulk_options(c),
        .work = play_one,
        .take = gather_row,
        .user = g};
    bulk_piece(h, &work.first, &work.count);
    b->first = work.first;
    g->rows = tmpfile();
    if (!g->rows) {
        if (errno == ENOMEM) memory_exhausted();
        cmd_say(c, "there is no room for the rows: no file can be made in /tmp");
        return CMD_INPUT;
    }
    g->player = bulk_player_new(b, NULL);
    enum cmd_exit code = bulk_spread(b, &work);
    bulk_player_free(g->player);
    if (code == CMD_GOOD) code = g->code;
    if (code == CMD_GOOD && (fflush(g->rows) != 0 || ferror(g->rows))) {
        cmd_say(c, "there is no room for the rows");
        code = CMD_INPUT;
    }
    return code;
}

enum cmd_exit cmd_bulk(struct cmd *c) {
    struct bulk b;
    enum cmd_exit code;
    if (c->words != 1) return (enum cmd_exit)cmd_usage(c, "bulk wants one script");
    bool as_json = cmd_option(c, "--json") != NULL, as_csv = cmd_option(c, "--csv") != NULL,
         shard = cmd_option(c, "--shard") != NULL;
    if (as_json + as_csv + shard > 1)
        return (enum cmd_exit)cmd_usage(
            c, shard ? "--shard writes a piece: myth merge prints it with --json or --csv"
                     : "--json or --csv, not both");
    if (!bulk_begin(c, &b, c->word[0], "--battles", &code)) return code;
    struct bulk_head head = {.script = b.script.path,
                             .hash = b.hash,
                             .first = b.first,
                             .count = b.count,
                             .policy = cmd_option(c, "--policy"),
                             .variant = cmd_option(c, "--variant"),
                             .ruling = c->ruling,
                             .rulings = c->rulings};
    if (!take_shard(c, &head)) return CMD_USAGE;
    b.script.variant = head.variant;
    struct bulk_out out;
    if (!bulk_open_out(c, &out)) return CMD_INPUT;
    struct gather *g = NEW(&c->arena, struct gather);
    g->b = &b;
    bulk_sums_open(&g->sums);
    code = gather(c, &b, &head, g);
    struct bulk_result result = {&head, &g->table, &g->sums, g->rows};
    enum bulk_form form = shard ? BULK_PIECE : as_json ? BULK_JSON : as_csv ? BULK_CSV : BULK_PAGE;
    if (code == CMD_GOOD) bulk_print(c, &result, form, out.to);
    if (!bulk_close_out(c, &out, code == CMD_GOOD) && code == CMD_GOOD) code = CMD_INPUT;
    bulk_sums_close(&g->sums);
    if (g->rows) fclose(g->rows);
    return code;
}
