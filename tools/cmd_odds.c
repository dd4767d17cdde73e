/* The command odds: prints the exact odds of an expression, or of the chances blocks of a
 * ruleset. */
#include <inttypes.h>
#include <string.h>

#include "../dsl/diag.h"
#include "cmd.h"
#include "trial.h"

/* ---- Printing ------------------------------------------------------------------------------ */

static const char *fraction(struct cmd *c, const struct odds_fraction *f) {
    if (strcmp(f->denominator, "1") == 0) return f->numerator;
    return arena_print(&c->arena, "%s/%s", f->numerator, f->denominator);
}

const char *cmd_odds_value(struct cmd *c, const struct image *img, struct image_type type,
                           int64_t v) {
    if (v == NONE) return "none";
    switch ((enum value_class)type.class) {
    case V_TRUTH: return v ? "yes" : "no";
    case V_TEXT: return image_text(img, (int32_t)v);
    case V_ENUM: return image_text(img, img->lists[img->enums[type.of].first_value + (int32_t)v]);
    case V_BLUEPRINT: return image_text(img, img->blueprints[v].name);
    case V_FACE:
        if (v >= FACE_NAMED && v < FACE_NAMED + img->texts_count)
            return image_text(img, (int32_t)(v - FACE_NAMED));
        break;
    case V_LENGTH:
        if (v % UNITS_PER_INCH == 0)
            return arena_print(&c->arena, "%" PRId64 "\"", v / UNITS_PER_INCH);
        if (v % UNITS_PER_MM == 0) return arena_print(&c->arena, "%" PRId64 "mm", v / UNITS_PER_MM);
        break;
    default: break;
    }
    return arena_print(&c->arena, "%" PRId64, v);
}

static void json_value(struct cmd *c, const struct image *img, struct image_type type, int64_t v) {
    if (v == NONE)
        fputs("null", stdout);
    else if (type.class == V_TRUTH)
        fputs(v ? "true" : "false", stdout);
    else if (type.class == V_NUMBER || type.class == V_LENGTH ||
             (type.class == V_FACE && v > FACE_NAMED + img->texts_count))
        printf("%" PRId64, v);
    else
        cmd_json(stdout, cmd_odds_value(c, img, type, v));
}

void cmd_odds_json(struct cmd *c, const struct image *img, const struct odds_column *col) {
    fputc('[', stdout);
    for (int32_t k = 0; k < col->rows; k++) {
        fputs(k ? ", {\"value\": " : "{\"value\": ", stdout);
        json_value(c, img, col->type, col->row[k].value);
        printf(", \"odds\": \"%s\"}", fraction(c, &col->row[k].odds));
    }
    fputc(']', stdout);
}

static void print_json(struct cmd *c, const struct image *img, const char *title,
                       const struct odds_table *t) {
    fputs("{\"title\": ", stdout);
    cmd_json(stdout, title);
    fputs(", \"show\": {", stdout);
    for (int32_t i = 0; i < t->columns; i++) {
        const struct odds_column *col = &t->column[i];
        if (i) fputs(", ", stdout);
        cmd_json(stdout, col->name);
        fputs(": ", stdout);
        cmd_odds_json(c, img, col);
    }
    fputc('}', stdout);
    if (t->limit >= 0) printf(", \"rest\": \"%s\"", fraction(c, &t->rest));
    fputs("}\n", stdout);
}

/* Returns a decimal such as "0.123456" or "1.000000" as a number of millionths. */
static int32_t millionths(const char *decimal) {
    int64_t n = 0;
    int places = -1;
    for (const char *p = decimal; *p && places < 6; p++) {
        if (*p == '.')
            places = 0;
        else if (*p >= '0' && *p <= '9') {
            n = n * 10 + (*p - '0');
            if (places >= 0) places++;
        }
    }
    for (; places < 6; places++) n *= 10;
    return (int32_t)n;
}

const char *cmd_odds_share(struct cmd *c, const struct odds_fraction *odds) {
    const int32_t n = millionths(odds->decimal);
    return arena_print(&c->arena, "%d.%04d %%", (int)(n / 10000), (int)(n % 10000));
}

static void bar(const struct cmd *c, int32_t of_million, int32_t most) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int32_t room = 30;
    int64_t n = most ? (int64_t)of_million * room * 8 / most : 0;
    int32_t used = 0;
    for (; n >= 8; n -= 8, used++) fputs(c->utf8 ? "█" : "#", stdout);
    if (c->utf8 && n) {
        fputs(eighths[n], stdout);
        used++;
    }
    for (; used < room; used++) fputc(' ', stdout);
}

static void print_heading(struct cmd *c, const struct odds_column *col) {
    printf("\n  %s", col->name);
    if (col->has_mean) {
        bool exact = strlen(col->mean.denominator) < 16 && strcmp(col->mean.denominator, "1") != 0;
        printf("%s mean %s%s%s", c->utf8 ? "  ·  " : "  -  ", col->mean.decimal, exact ? " = " : "",
               exact ? fraction(c, &col->mean) : "");
    }
    putchar('\n');
}

static void print_column(struct cmd *c, const struct image *img, const struct odds_column *col) {
    int32_t wide = 0, most = 0;
    for (int32_t k = 0; k < col->rows; k++) {
        int32_t len = (int32_t)strlen(cmd_odds_value(c, img, col->type, col->row[k].value));
        int32_t n = millionths(col->row[k].odds.decimal);
        if (len > wide) wide = len;
        if (n > most) most = n;
    }
    print_heading(c, col);
    for (int32_t k = 0; k < col->rows; k++) {
        const struct odds_row *r = &col->row[k];
        int32_t n = millionths(r->odds.decimal);
        const char *exact = fraction(c, &r->odds);
        printf("  %*s  %10s  ", (int)wide + 2, cmd_odds_value(c, img, col->type, r->value),
               cmd_odds_share(c, &r->odds));
        bar(c, n, most);
        if (strlen(exact) <= 40) printf("  %s", exact);
        putchar('\n');
    }
}

static void print_table(struct cmd *c, const struct image *img, const char *title,
                        const struct odds_table *t) {
    printf(c->colour_out ? "\033[1m%s\033[0m\n" : "%s\n", title);
    for (int32_t i = 0; i < t->columns; i++) print_column(c, img, &t->column[i]);
    if (t->limit >= 0)
        printf("\n  cut off by the limit %s: at most %s of all is not in the table\n",
               base_limit((enum limit_id)t->limit)->name, t->rest.decimal);
}

/* ---- Running ------------------------------------------------------------------------------- */

static enum cmd_exit one_block(struct cmd *c, const struct image *img, struct battle *b,
                               int32_t block, const struct trial_odds *how, bool first) {
    struct odds_table table = {0};
    const char *title = image_text(img, img->blocks[block].title);
    bool missing;
    enum odds_result result = trial_chances(b, block, how, &c->arena, &table, &missing);
    if (missing) {
        struct nearest near = diag_nearest((struct span){how->best, strlen(how->best)});
        const struct image_block *k = &img->blocks[block];
        for (int32_t i = 0; i < k->shows; i++)
            diag_candidate_word(&near, image_text(img, img->lists[k->first_show + i]));
        return (enum cmd_exit)cmd_usage(c, "\"%s\" does not show '%s'%s%.*s%s", title, how->best,
                                        near.best.len ? "; did you mean '" : "", (int)near.best.len,
                                        near.best.len ? near.best.at : "",
                                        near.best.len ? "'?" : "");
    }
    if (result == ODDS_CHOICE) {
        cmd_say(c, "%s: \"%s\" comes to a choice: '%s'", cmd_place(c, img, table.error.place),
                title, table.error.text);
        return (enum cmd_exit)cmd_usage(
            c, how->best ? "--best answers for the first role's side alone: name --policy first or "
                           "random for the others (best play of both sides is not solved yet)"
                         : "name who chooses: --policy first, --policy random, or --best and a "
                           "shown value");
    }
    if (result == ODDS_FAILED) return cmd_failed(c, img, &table.error);
    if (how->expression && table.columns) table.column[0].name = "value";
    if (cmd_option(c, "--json")) {
        print_json(c, img, title, &table);
    } else {
        if (!first) putchar('\n');
        print_table(c, img, title, &table);
    }
    if (result == ODDS_CUT) {
        cmd_say(c, "\"%s\": the limit %s was reached", title,
                table.limit >= 0 ? base_limit((enum limit_id)table.limit)->name : "STATES");
        return CMD_LIMIT;
    }
    return CMD_GOOD;
}

static enum cmd_exit no_block(struct cmd *c, const struct image *img, const char *title) {
    struct nearest near = diag_nearest((struct span){title, strlen(title)});
    int32_t n = 0;
    for (int32_t i = 0; i < img->blocks_count; i++) {
        if (!img->blocks[i].chances) continue;
        n++;
        cmd_near_title(&near, image_text(img, img->blocks[i].title));
    }
    if (!n) {
        cmd_say(c, "%s has no chances blocks", c->word[0]);
        return CMD_INPUT;
    }
    return (enum cmd_exit)cmd_usage(c, "%s has no chances \"%s\"%s%.*s%s", c->word[0], title,
                                    near.best.len ? "; did you mean \"" : "", (int)near.best.len,
                                    near.best.len ? near.best.at : "", near.best.len ? "\"?" : "");
}

static enum cmd_exit blocks(struct cmd *c, const struct image *img, const struct trial_odds *how,
                            const char *title) {
    struct battle *b = trial_odds_battle(img);
    enum cmd_exit code = CMD_GOOD;
    int32_t done = 0;
    for (int32_t i = 0; i < img->blocks_count; i++) {
        if (!img->blocks[i].chances) continue;
        if (title && strcmp(image_text(img, img->blocks[i].title), title) != 0) continue;
        enum cmd_exit now = one_block(c, img, b, i, how, done++ == 0);
        if (now > code) code = now;
    }
    battle_free(b);
    return done ? code : no_block(c, img, title ? title : "");
}

static bool policy_of(struct cmd *c, struct trial_odds *how) {
    const char *name = cmd_option(c, "--policy");
    how->best = cmd_option(c, "--best");
    how->policy = ODDS_ASK;
    if (!name) return true;
    if (strcmp(name, "first") == 0)
        how->policy = ODDS_FIRST;
    else if (strcmp(name, "random") == 0)
        how->policy = ODDS_RANDOM;
    else {
        struct nearest near = diag_nearest((struct span){name, strlen(name)});
        diag_candidate_word(&near, "first");
        diag_candidate_word(&near, "random");
        cmd_usage(c, "--policy is first or random, not '%s'%s%.*s%s", name,
                  near.best.len ? "; did you mean '" : "", (int)near.best.len,
                  near.best.len ? near.best.at : "", near.best.len ? "'?" : "");
        return false;
    }
    return true;
}

/* Whether a word is dice without `roll` (d6, 2d6): neither a ruleset nor an expression. */
static bool is_dice(const char *word) {
    word += strspn(word, "0123456789");
    return *word == 'd' && word[1] && !word[1 + strspn(word + 1, "0123456789")];
}

/* Whether an argument is taken for an expression and not for a path: it has blanks, parentheses,
 * braces, quotes, commas or signs such as + and <. */
static bool is_expression(const char *word) {
    return strpbrk(word, " ()<>=*+,{}\"") != NULL;
}

static struct image *expression(struct cmd *c, const char *word, enum cmd_exit *code) {
    if (strpbrk(word, "\n\r")) {
        *code = (enum cmd_exit)cmd_usage(c, "an expression is one line");
        return NULL;
    }
    struct span typed = {word, strlen(word)};
    const char *text = trial_expression(&c->arena, &typed).at;
    return cmd_load_text(c, "expression", text, typed, code);
}

enum cmd_exit cmd_odds(struct cmd *c) {
    struct trial_odds how;
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(c, "odds wants an expression in quotes, or a ruleset");
    if (!policy_of(c, &how)) return CMD_USAGE;
    enum cmd_exit code = CMD_GOOD;
    bool text = c->words == 1 && is_expression(c->word[0]) && !cmd_find_rules(c, c->word[0], true);
    how.expression = text;
    if (!text && c->words == 1 && is_dice(c->word[0]) && !cmd_find_rules(c, c->word[0], true)) {
        int many = (int)strspn(c->word[0], "0123456789");
        const char *die = c->word[0] + many;
        return (enum cmd_exit)(many ? cmd_usage(c, "dice are rolled: myth odds 'sum(roll %.*s %s)'",
                                                many, c->word[0], die)
                                    : cmd_usage(c, "a die is rolled: myth odds 'roll %s'", die));
    }
    struct image *img = text ? expression(c, c->word[0], &code) : cmd_load(c, c->word[0], &code);
    if (!img) return code;
    code = blocks(c, img, &how, c->words > 1 ? c->word[1] : NULL);
    image_free(img);
    return code;
}
