/* The parts of the command diff that run something: the examples and the `chances` blocks of two
 * rulesets, matched by their titles. A block that only one of the rulesets has is a difference of
 * their text, and not told here. */
#include <string.h>

#include "../vm/host.h"
#include "cmd_diff.h"
#include "trial.h"

static const char letter[] = {'A', 'B'};

/* Returns the block of `img` that is of the same sort and has the same title as `block` of `of`;
 * -1 if there is none. Of several with one title the first counts. */
static int32_t same_block(const struct image *img, const struct image *of, int32_t block) {
    const struct image_block *k = &of->blocks[block];
    for (int32_t i = 0; i < img->blocks_count; i++) {
        if (img->blocks[i].chances == k->chances &&
            strcmp(image_text(img, img->blocks[i].title), image_text(of, k->title)) == 0)
            return i;
    }
    return -1;
}

/* ---- Examples ------------------------------------------------------------------------------ */

/* An example that both rulesets have and that passes by one alone. */
struct turned {
    const char *title;
    int fails; /* by which of the two: 0 or 1 */
    const char *text, *place;
};

static void print_turned(struct cmd *c, const struct turned *t, bool first) {
    if (!cmd_option(c, "--json")) {
        printf("\"%s\" fails by %c, passes by %c: %s (%s)\n", t->title, letter[t->fails],
               letter[!t->fails], t->text, t->place);
        return;
    }
    fputs(first ? "\n  {\"title\": " : ",\n  {\"title\": ", stdout);
    cmd_json(stdout, t->title);
    printf(", \"fails_by\": \"%c\", \"why\": ", letter[t->fails]);
    cmd_json(stdout, t->text);
    fputs(", \"place\": ", stdout);
    cmd_json(stdout, t->place);
    putchar('}');
}

static void turned_of(struct cmd *c, const struct image *img, const struct trial_fault *fault,
                      struct turned *out) {
    out->text = fault ? fault->text : "it fails";
    out->place = cmd_place(c, img, fault ? fault->place : -1);
}

enum cmd_exit cmd_diff_examples(struct cmd *c, const struct source side[2], int *count) {
    struct battle *b[2] = {trial_battle(side[0].img), trial_battle(side[1].img)};
    const struct image *one = side[0].img, *other = side[1].img;
    const int before = *count;
    bool limit = false;
    for (int32_t i = 0; i < one->blocks_count && !cmd_stopped(); i++) {
        int32_t k = one->blocks[i].chances ? -1 : same_block(other, one, i);
        if (k < 0) continue;
        struct trial_result r[2];
        trial_example(b[0], i, &c->arena, &r[0]);
        trial_example(b[1], k, &c->arena, &r[1]);
        limit = limit || r[0].limit >= 0 || r[1].limit >= 0;
        if (r[0].passed == r[1].passed) continue;
        struct turned t = {.title = image_text(one, one->blocks[i].title), .fails = r[0].passed};
        turned_of(c, side[t.fails].img, r[t.fails].faults, &t);
        print_turned(c, &t, *count == before);
        ++*count;
    }
    battle_free(b[0]);
    battle_free(b[1]);
    return cmd_stopped() ? CMD_STOPPED : limit ? CMD_LIMIT : CMD_GOOD;
}

/* ---- Odds ---------------------------------------------------------------------------------- */

static bool same_fraction(const struct odds_fraction *a, const struct odds_fraction *b) {
    return strcmp(a->numerator, b->numerator) == 0 && strcmp(a->denominator, b->denominator) == 0;
}

/* A shown value by A and by B: the columns of both, and the text of each of their values. */
struct valued {
    struct cmd *c;
    const struct image *img[2];
    const struct odds_column *col[2];
    const char **text[2];
};

static struct valued valued_of(struct cmd *c, const struct source side[2],
                               const struct odds_column *one, const struct odds_column *other) {
    struct valued v = {.c = c, .img = {side[0].img, side[1].img}, .col = {one, other}};
    for (int i = 0; i < 2; i++) {
        v.text[i] = NEW_ARRAY(&c->arena, (size_t)v.col[i]->rows + 1, const char *);
        for (int32_t k = 0; k < v.col[i]->rows; k++)
            v.text[i][k] = cmd_odds_value(c, v.img[i], v.col[i]->type, v.col[i]->row[k].value);
    }
    return v;
}

/* Returns the row in which side `i` has this value; NULL if it has not. */
static const struct odds_row *row_of(const struct valued *v, int i, const char *value) {
    for (int32_t k = 0; k < v->col[i]->rows; k++)
        if (strcmp(v->text[i][k], value) == 0) return &v->col[i]->row[k];
    return NULL;
}

static bool same_column(const struct valued *v) {
    if (v->col[0]->rows != v->col[1]->rows) return false;
    for (int32_t k = 0; k < v->col[0]->rows; k++) {
        if (strcmp(v->text[0][k], v->text[1][k]) != 0 ||
            !same_fraction(&v->col[0]->row[k].odds, &v->col[1]->row[k].odds))
            return false;
    }
    return true;
}

static const struct odds_column *shown(const struct odds_table *t, const char *name) {
    for (int32_t i = 0; i < t->columns; i++)
        if (strcmp(t->column[i].name, name) == 0) return &t->column[i];
    return NULL;
}

static void print_odds_row(const char *value, const char *one, const char *other) {
    printf("  %-24s%16s%16s\n", value, one, other);
}

/* Prints the means, if both have one, and each value with its odds by A and by B. Values come in
 * the order of A, and behind them those that only B has. */
static void print_odds_page(const struct valued *v, const char *title) {
    struct cmd *c = v->c;
    const struct odds_column *one = v->col[0], *other = v->col[1];
    printf("\"%s\", %s\n", title, one->name);
    print_odds_row("", "A", "B");
    if (one->has_mean && other->has_mean)
        print_odds_row("mean", one->mean.decimal, other->mean.decimal);
    for (int32_t k = 0; k < one->rows; k++) {
        const struct odds_row *by_b = row_of(v, 1, v->text[0][k]);
        print_odds_row(v->text[0][k], cmd_odds_share(c, &one->row[k].odds),
                       by_b ? cmd_odds_share(c, &by_b->odds) : "never");
    }
    for (int32_t k = 0; k < other->rows; k++)
        if (!row_of(v, 0, v->text[1][k]))
            print_odds_row(v->text[1][k], "never", cmd_odds_share(c, &other->row[k].odds));
}

static void print_odds_json(const struct valued *v, const char *title, bool first) {
    fputs(first ? "\n  {\"title\": " : ",\n  {\"title\": ", stdout);
    cmd_json(stdout, title);
    fputs(", \"show\": ", stdout);
    cmd_json(stdout, v->col[0]->name);
    for (int i = 0; i < 2; i++) {
        printf(", \"%c\": ", i ? 'b' : 'a');
        cmd_odds_json(v->c, v->img[i], v->col[i]);
    }
    putchar('}');
}

/* Sets `out` to the odds of a block of one side, with the first answer to each choice. Sets *code,
 * and returns false after a message, if they cannot be known. */
static bool odds_of(struct cmd *c, const struct source *s, struct battle *b, int32_t block,
                    struct odds_table *out, enum cmd_exit *code) {
    const struct trial_odds how = {.policy = ODDS_FIRST};
    const char *title = image_text(s->img, s->img->blocks[block].title);
    bool missing;
    *out = (struct odds_table){0};
    enum odds_result result = trial_chances(b, block, &how, &c->arena, out, &missing);
    if (result == ODDS_GOOD) return true;
    if (result == ODDS_CUT) {
        cmd_say(c, "by %s the limit %s cuts \"%s\" off, and it is not compared", s->path,
                out->limit >= 0 ? base_limit((enum limit_id)out->limit)->name : "STATES", title);
        *code = CMD_LIMIT;
        return false;
    }
    enum cmd_exit why = cmd_failed(c, s->img, &out->error);
    if (why > *code) *code = why;
    return false;
}

enum cmd_exit cmd_diff_odds(struct cmd *c, const struct source side[2], int *count, int *left_out) {
    const struct image *one = side[0].img, *other = side[1].img;
    struct battle *b[2] = {trial_odds_battle(one), trial_odds_battle(other)};
    enum cmd_exit code = CMD_GOOD;
    const int before = *count;
    for (int32_t i = 0; i < one->blocks_count && !cmd_stopped(); i++) {
        int32_t k = one->blocks[i].chances ? same_block(other, one, i) : -1;
        struct odds_table t[2];
        if (k < 0) continue;
        if (!odds_of(c, &side[0], b[0], i, &t[0], &code) ||
            !odds_of(c, &side[1], b[1], k, &t[1], &code)) {
            ++*left_out;
            continue;
        }
        const char *title = image_text(one, one->blocks[i].title);
        for (int32_t n = 0; n < t[0].columns; n++) {
            const struct odds_column *by_b = shown(&t[1], t[0].column[n].name);
            if (!by_b) continue;
            const struct valued v = valued_of(c, side, &t[0].column[n], by_b);
            if (same_column(&v)) continue;
            if (cmd_option(c, "--json"))
                print_odds_json(&v, title, *count == before);
            else
                print_odds_page(&v, title);
            ++*count;
        }
    }
    battle_free(b[0]);
    battle_free(b[1]);
    return cmd_stopped() ? CMD_STOPPED : code;
}
