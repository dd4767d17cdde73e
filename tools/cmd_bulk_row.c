/* Plays a battle, measures it, and writes the result as a row of figures. Also reads tables and
 * rows. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "../vm/image.h"
#include "../vm/run.h"
#include "cmd_bulk.h"

/* A text in memory that grows. */
struct text {
    char *at;
    size_t len, room;
};
/* A figure that the script gave of a battle. */
struct figure {
    struct figure *next;
    /* The battle; NULL: the one that was played to its end, which has been freed. */
    const struct battle *of;
    const char *name;
    bool truth;
    int64_t value;
};
struct measure { /* the results of a battle that was played to its end */
    uint64_t winners;
    int64_t points[RUN_PLAYERS], questions;
    int64_t *figures;     /* the values of the rules' figures; NULL: reading them failed */
    struct run_error why; /* the error, if reading them failed */
    uint64_t seed;
};
struct bulk_player {
    struct bulk *b;
    struct cmd_script *script;
    struct arena arena; /* emptied at each seed */
    struct text table, row;
    struct figure *figures; /* the figures of the script, in the order in which they were given */
    /* The battle that was played to its end; NULL: none, or it has been freed. */
    const struct battle *played;
    /* The rules of that battle. */
    const struct image *img;
    struct measure is;
    int ended; /* how many battles have ended, forks not counted */
};

/* ---- Measuring ----------------------------------------------------------------------------- */

static void measure(struct bulk_player *p, struct battle *b) {
    const struct image *img = battle_image(b);
    p->img = img;
    p->is = (struct measure){.winners = battle_winning_sides(b)};
    for (int32_t i = 0; i < img->players; i++)
        p->is.points[i] = battle_points(b, battle_player(b, i), -1);
    p->is.questions = (int64_t)battle_questions(b);
    p->is.seed = battle_seed(b);
    p->is.figures = NEW_ARRAY(&p->arena, (size_t)image_figure_values(img) + 1, int64_t);
    if (battle_figures(b, p->is.figures)) return;
    p->is.figures = NULL;
    p->is.why = *battle_error(b);
}

/* ---- Looking on ---------------------------------------------------------------------------- */

/* Called when a battle was made. If it lies where a freed battle lay, the figures noted for that
 * address are the freed battle's: they are dropped or, if that was the battle that was played to
 * its end, kept with `of` NULL. */
static void on_made(void *user, struct battle *b) {
    struct bulk_player *p = user;
    for (struct figure **at = &p->figures; *at;) {
        struct figure *f = *at;
        if (f->of == b && p->played == b) f->of = NULL;
        if (f->of == b)
            *at = f->next;
        else
            at = &f->next;
    }
    if (p->played == b) p->played = NULL;
}

static void on_ended(void *user, struct battle *b) {
    struct bulk_player *p = user;
    if (p->ended++ > 0) return;
    p->played = b;
    measure(p, b);
}

static void on_figure(void *user, struct battle *b, const char *name, bool truth, int64_t value) {
    struct bulk_player *p = user;
    struct figure **at = &p->figures;
    while (*at && ((*at)->of != b || strcmp((*at)->name, name) != 0)) at = &(*at)->next;
    if (!*at) {
        *at = NEW(&p->arena, struct figure);
        (*at)->of = b;
        (*at)->name = arena_text(&p->arena, name, strlen(name));
    }
    (*at)->truth = truth;
    (*at)->value = value;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void put(struct text *t, const char *format, ...) MYTH_PRINTF(2, 3);
static void put(struct text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    memory_print(&t->at, &t->room, &t->len, format, args);
    va_end(args);
}

/* Adds a column, `NAME` or `NAME PLAYER` (`of` is the player, or NULL), to the table and its value
 * to the row. */
static void put_column(struct bulk_player *p, const char *name, const char *of, bool truth,
                       int64_t value) {
    put(&p->table, "%s %s%s%s\n", truth ? "truth" : "number", name, of ? " " : "", of ? of : "");
    if (truth)
        put(&p->row, value ? ",yes" : ",no");
    else
        put(&p->row, ",%" PRId64, value);
}

static void put_figures_of_rules(struct bulk_player *p) {
    const struct image *img = p->img;
    const int64_t *value = p->is.figures;
    for (int32_t i = 0; i < img->figures_count; i++) {
        const struct image_figure *f = &img->figures[i];
        const struct image_quantity *q = &img->quantities[f->quantity];
        bool truth = q->type.class == V_TRUTH;
        for (int32_t k = 0; k < (f->each ? img->players : 1); k++)
            put_column(p, image_text(img, q->name), f->each ? image_player(img, k) : NULL, truth,
                       *value++);
    }
}

/* Whether a script's figure is called `seed`, `winner`, or as a column of numbers that stands in
 * the table already: its lines are the first `own` bytes of the table. Figures of the rules need no
 * look, because the host refuses a figure of the script with such a name. */
static bool is_ours(const struct bulk_player *p, size_t own, const char *name) {
    size_t len = strlen(name);
    if (strcmp(name, "seed") == 0 || strcmp(name, "winner") == 0) return true;
    for (const char *at = p->table.at, *end = at + own; at < end;) {
        const char *line = at;
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        if ((size_t)(at - line) == 8 + len && memcmp(line, "number ", 7) == 0 &&
            memcmp(line + 7, name, len) == 0)
            return true;
    }
    return false;
}

static bool put_figures(struct bulk_player *p) {
    size_t own = p->table.len;
    for (struct figure *f = p->figures; f; f = f->next) {
        if (f->of && f->of != p->played) continue;
        if (is_ours(p, own, f->name)) {
            cmd_say(p->b->c, "%s: every battle has a figure '%s': call this one otherwise",
                    p->b->script.path, f->name);
            return false;
        }
        put_column(p, f->name, NULL, f->truth, f->value);
    }
    return true;
}

static bool put_battle(struct bulk_player *p, uint64_t seed) {
    const struct image *img = p->img;
    const struct measure *m = &p->is;
    put(&p->table, "rules %016" PRIx64 " %s %s\n", img->hash, image_text(img, img->version),
        image_text(img, img->name));
    put(&p->row, "%" PRIu64 ",", seed);
    const char *before = "";
    for (int32_t i = 0; i < img->players; i++) {
        if (!(m->winners >> i & 1)) continue;
        put(&p->row, "%s%s", before, image_player(img, i));
        before = "+";
    }
    for (int32_t i = 0; i < img->players; i++) put(&p->table, "player %s\n", image_player(img, i));
    for (int32_t i = 0; i < img->players; i++)
        put_column(p, "points", image_player(img, i), false, m->points[i]);
    put_column(p, "questions", NULL, false, m->questions);
    put_figures_of_rules(p);
    return put_figures(p);
}

/* ---- A seed -------------------------------------------------------------------------------- */

struct bulk_player *bulk_player_new(struct bulk *b, const char *rules) {
    struct bulk_player *p = NEW(&b->c->arena, struct bulk_player);
    struct cmd_script_options o = b->script;
    o.rules = rules;
    o.unrecorded = true;
    p->b = b;
    p->script = cmd_script_new(b->c, &o);
    return p;
}

void bulk_player_free(struct bulk_player *p) {
    cmd_script_free(p->script);
    arena_free(&p->arena);
    memory_free(p->table.at);
    memory_free(p->row.at);
}

enum cmd_exit bulk_play(struct bulk_player *p, uint64_t seed, struct span *table,
                        struct span *row) {
    struct cmd *c = p->b->c;
    arena_reset(&p->arena, (struct arena_mark){0});
    p->table.len = p->row.len = 0;
    p->figures = NULL;
    p->played = NULL;
    p->ended = 0;
    struct cmd_watch watch = {.made = on_made, .ended = on_ended, .figure = on_figure, .user = p};
    enum cmd_exit code = cmd_script_play(p->script, seed, &watch);
    if (code) return code;
    if (p->ended != 1) {
        cmd_say(c,
                p->ended ? "%s: %d battles were played to their end: of each seed one is wanted, "
                           "made without a seed of its own"
                         : "%s: no battle was played to its end: battle:play() does",
                p->b->script.path, p->ended);
        return CMD_MISTAKES;
    }
    if (p->is.seed != seed) {
        cmd_say(c,
                "%s: its battle has the seed %" PRIu64 ", whatever seed it is given: leave out "
                "`seed = `, and take what else depends on chance from myth.random",
                p->b->script.path, p->is.seed);
        return CMD_MISTAKES;
    }
    if (!p->is.figures) return cmd_failed(c, p->img, &p->is.why);
    if (!put_battle(p, seed)) return CMD_MISTAKES;
    *table = (struct span){p->table.at, p->table.len};
    *row = (struct span){p->row.at, p->row.len};
    return CMD_GOOD;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* Takes the next line from a text, without its line end, and moves `rest` behind it. Returns false
 * if `rest` is empty. */
static bool next_line(struct span *rest, struct span *line) {
    if (rest->len == 0) return false;
    const char *end = memchr(rest->at, '\n', rest->len);
    size_t len = end ? (size_t)(end - rest->at) : rest->len;
    *line = (struct span){rest->at, len};
    *rest = (struct span){rest->at + len + (end != NULL), rest->len - len - (end != NULL)};
    return true;
}

/* Returns what follows `word` and a blank at the beginning of a line; NULL if the line begins
 * otherwise or nothing follows. */
static const char *behind(struct arena *a, struct span line, const char *word) {
    size_t len = strlen(word);
    if (line.len <= len + 1 || memcmp(line.at, word, len) != 0 || line.at[len] != ' ') return NULL;
    return arena_text(a, line.at + len + 1, line.len - len - 1);
}

bool bulk_read_table(struct arena *a, struct span text, struct bulk_table *out, int *line_number) {
    memset(out, 0, sizeof *out);
    out->text = text;
    struct span line;
    *line_number = 0;
    for (; next_line(&text, &line); ++*line_number) {
        const char *name;
        if (*line_number == 0) {
            out->rules = behind(a, line, "rules");
            if (!out->rules) return false;
        } else if ((name = behind(a, line, "player")) != NULL) {
            if (out->columns || out->players == RUN_PLAYERS) return false;
            out->player[out->players++] = name;
        } else {
            const char *number = behind(a, line, "number");
            const char *truth = number ? NULL : behind(a, line, "truth");
            if ((!number && !truth) || out->columns == BULK_COLUMNS) return false;
            out->column[out->columns++] =
                (struct bulk_column){number ? number : truth, truth != NULL};
        }
    }
    return out->rules != NULL && out->columns > 0;
}

static bool read_number(struct span text, int64_t *out) {
    bool minus = text.len > 1 && text.at[0] == '-';
    int64_t n = 0;
    for (size_t i = minus; i < text.len; i++) {
        char d = text.at[i];
        if (d < '0' || d > '9' || !num_mul(n, 10, &n) || !num_sub(n, d - '0', &n)) return false;
    }
    if (!minus && !num_sub(0, n, &n)) return false;
    *out = n;
    return text.len > 0;
}

static bool next_field(struct span *rest, struct span *field) {
    if (!rest->at) return false;
    const char *end = rest->len ? memchr(rest->at, ',', rest->len) : NULL;
    size_t len = end ? (size_t)(end - rest->at) : rest->len;
    *field = (struct span){rest->at, len};
    *rest = end ? (struct span){end + 1, rest->len - len - 1} : (struct span){NULL, 0};
    return true;
}

/* Reads the names of winners, with + between them, as the index of each among the players. */
static bool read_winners(const struct bulk_table *t, struct span text, uint64_t *winners) {
    *winners = 0;
    while (text.len) {
        const char *plus = memchr(text.at, '+', text.len);
        const struct span name = {text.at, plus ? (size_t)(plus - text.at) : text.len};
        int i = 0;
        while (i < t->players && !span_is(name, t->player[i])) i++;
        if (i == t->players) return false;
        *winners |= UINT64_C(1) << i;
        const size_t read = name.len + (plus != NULL);
        text = (struct span){text.at + read, text.len - read};
    }
    return true;
}

bool bulk_read_row(const struct bulk_table *t, struct span line, struct bulk_row *out) {
    struct span field;
    if (!next_field(&line, &field) || !read_number(field, &out->seed)) return false;
    if (!next_field(&line, &field) || !read_winners(t, field, &out->winners)) return false;
    for (int i = 0; i < t->columns; i++) {
        if (!next_field(&line, &field)) return false;
        out->value[i] = span_is(field, "yes");
        bool good = t->column[i].truth ? out->value[i] || span_is(field, "no")
                                       : read_number(field, &out->value[i]);
        if (!good) return false;
    }
    return !line.at;
}
