/* Prints the exact odds of what an answer leads to, in the person's view. They reach up to the next
 * choice outside of what the answer begins; choices within that are answered by the policy
 * `first`. */
#include <inttypes.h>
#include <string.h>

#include "../vm/image.h"
#include "../vm/odds.h"
#include "cmd_play.h"

/* STATES: how many Worlds are looked at, because more would keep the person waiting. GROUPS: how
 * many groups are told of, because more would fill more than a page. */
enum { STATES = 5000, GROUPS = 40 };

/* The columns of the odds: the models of each group (`groups` columns), then the points of each
 * player (`players` columns), then the figures of the rules. `count` is how many columns there
 * are. */
struct figures {
    int64_t *of;  /* by column: its group or player; not set for figures of the rules */
    int64_t *now; /* by column: how many models its group has now; 0 for a player */
    struct odds_column *column;
    int32_t groups, players, count;
};

/* ---- What is looked at --------------------------------------------------------------------- */

/* Returns the number of models of a group that are in play. */
static int64_t models_of(struct battle *b, int64_t group) {
    int64_t count, n = 0;
    const int64_t *piece = battle_extent(b, battle_image(b)->root[ROOT_PIECE], &count);
    for (int64_t k = 0; k < count; k++) n += battle_word(b, piece[k], T_HOLDER) == group;
    return n;
}

static void add(struct play_session *s, struct figures *f, int64_t thing, bool group) {
    char name[PLAY_NAME], owner[PLAY_NAME] = "";
    int64_t of = battle_word(s->eye, thing, T_OWNER);
    battle_name(s->eye, thing, name, sizeof name);
    if (of != NONE && of != thing) battle_name(s->eye, of, owner, sizeof owner);
    f->of[f->count] = thing;
    f->now[f->count] = group ? models_of(s->eye, thing) : 0;
    f->column[f->count++] = (struct odds_column){
        .name = arena_print(&s->turn, "%s%s%s", owner, *owner ? " " : "", name),
        .type = {V_NUMBER, 0, -1}};
}

/* Adds a column for a figure of the rules, called as "Rounds" or, if it has a value for each
 * player, as "Losses, red". */
static void add_figure(struct play_session *s, struct figures *f, const struct image_figure *figure,
                       int32_t player) {
    const struct image *img = battle_image(s->eye);
    const struct image_quantity *q = &img->quantities[figure->quantity];
    f->column[f->count++] = (struct odds_column){
        .name =
            arena_print(&s->turn, "%s%s%s", image_text(img, q->label >= 0 ? q->label : q->name),
                        figure->each ? ", " : "", figure->each ? image_player(img, player) : ""),
        .type = q->type};
}

static void choose_figures(struct play_session *s, struct figures *f) {
    const struct image *img = battle_image(s->eye);
    int64_t count;
    const int64_t *at = battle_extent(s->eye, img->root[ROOT_GROUP], &count);
    int64_t groups = count < GROUPS ? count : GROUPS;
    size_t most = (size_t)(groups + img->players + image_figure_values(img));
    f->of = NEW_ARRAY(&s->turn, most, int64_t);
    f->now = NEW_ARRAY(&s->turn, most, int64_t);
    f->column = NEW_ARRAY(&s->turn, most, struct odds_column);
    int64_t *copy = NEW_ARRAY(&s->turn, (size_t)groups + 1, int64_t);
    for (int64_t i = 0; i < groups; i++) copy[i] = at[i];
    for (int64_t i = 0; i < groups; i++) add(s, f, copy[i], true);
    f->groups = f->count;
    for (int32_t i = 0; i < img->players; i++) add(s, f, battle_player(s->eye, i), false);
    f->players = img->players;
    for (int32_t i = 0; i < img->figures_count; i++)
        for (int32_t p = 0; p < (img->figures[i].each ? img->players : 1); p++)
            add_figure(s, f, &img->figures[i], p);
}

static bool look(void *user, struct battle *b, int64_t *values, struct run_error *why) {
    const struct figures *f = user;
    const int32_t before = f->groups + f->players;
    for (int32_t i = 0; i < f->groups; i++) values[i] = models_of(b, f->of[i]);
    for (int32_t i = f->groups; i < before; i++) values[i] = battle_points(b, f->of[i], -1);
    if (battle_figures(b, values + before)) return true;
    *why = *battle_error(b);
    return false;
}

/* ---- Saying it ----------------------------------------------------------------------------- */

/* Prints a decimal with six places such as "0.482253" as 48.2253 %, the digits before the point at
 * least `wide` columns wide. */
static void print_percent(int wide, const char *decimal) {
    int64_t n = 0;
    for (const char *p = decimal; *p; p++)
        if (*p >= '0' && *p <= '9') n = n * 10 + (*p - '0');
    printf("%*" PRId64 ".%04" PRId64 " %%", wide, n / 10000, n % 10000);
}

/* Returns the odds of the value 0 in a column as a decimal; NULL if that value has no row. */
static const char *of_none(const struct odds_column *c) {
    for (int32_t k = 0; k < c->rows; k++)
        if (c->row[k].value == 0) return c->row[k].odds.decimal;
    return NULL;
}

/* Prints the mean of column i: of models, rounded to two places, as "0.50 of 1 left"; of points as
 * "points, mean 0.500000"; of figures as "mean 0.500000"; of a truth as a percentage. */
static void print_mean(const struct figures *f, int32_t i, const struct odds_column *c) {
    int64_t n = 0;
    for (const char *p = c->mean.decimal; *p; p++)
        if (*p >= '0' && *p <= '9') n = n * 10 + (*p - '0');
    n = (n + 5000) / 10000;
    if (i < f->groups)
        printf("%" PRId64 ".%02" PRId64 " of %" PRId64 " left", n / 100, n % 100, f->now[i]);
    else if (c->type.class != V_TRUTH)
        printf("%smean %s", i < f->groups + f->players ? "points, " : "", c->mean.decimal);
    else
        print_percent(1, c->mean.decimal);
}

static void tell(const struct odds_table *t, const struct figures *f) {
    bool any = false;
    for (int32_t i = 0; i < t->columns; i++) {
        const struct odds_column *c = &t->column[i];
        if (c->rows < 2) continue;
        any = true;
        printf("  %s: ", c->name);
        if (c->has_mean)
            print_mean(f, i, c);
        else if (i < f->groups + f->players)
            fputs(i < f->groups ? "left" : "points", stdout);
        putchar('\n');
        for (int32_t k = 0; k < c->rows && c->type.class != V_TRUTH; k++) {
            printf("%8" PRId64 "  ", c->row[k].value);
            print_percent(3, c->row[k].odds.decimal);
            putchar('\n');
        }
    }
    if (!any) puts("Neither models nor points nor figures hang on chance before the next choice.");
}

/* Prints the means of those columns that depend on chance, each on a line below the answer, with
 * the odds that no model of a group is left. Prints the end of the answer's line first. */
static void tell_means(const struct odds_table *t, const struct figures *f) {
    bool any = false;
    for (int32_t i = 0; i < t->columns; i++) {
        const struct odds_column *c = &t->column[i];
        if (c->rows < 2 || !c->has_mean) continue;
        if (!any) putchar('\n');
        any = true;
        printf("        %s: ", c->name);
        print_mean(f, i, c);
        if (i < f->groups && of_none(c)) {
            fputs(", none: ", stdout);
            print_percent(1, of_none(c));
        }
        putchar('\n');
    }
    if (!any) puts(": nothing that hangs on chance");
}

/* ---- The whole ----------------------------------------------------------------------------- */

static bool stopped(void *user) {
    (void)user;
    return cmd_stopped();
}

/* Computes the odds of an answer to the question at hand: sets `f` to the columns and `t` to the
 * odds. Returns NULL, or why there are none. */
static const char *reckon(struct play_session *s, const struct answer *a, struct figures *f,
                          struct odds_table *t) {
    struct run_options o = {.seed = s->seed, .chance = CHANCE_LAZY};
    struct odds_options how = {.policy = ODDS_FIRST,
                               .best = -1,
                               .best_player = NONE,
                               .max_states = STATES,
                               .stop = stopped};
    const struct question *q;
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    struct battle *b = battle_new(battle_image(s->eye), &o);
    choose_figures(s, f);
    battle_copy(b, s->view);
    battle_chance(b, CHANCE_LAZY);
    const char *why = s->eye != s->view || run_next(b, &q) != RUN_QUESTION
                          ? "this question hangs on what you do not see"
                          : NULL;
    how.depth = battle_depth(b);
    if (!why) why = run_answer(b, a);
    if (!why) {
        enum odds_result result =
            odds_ends(b, f->column, f->count, (struct odds_look){look, f}, &how, &s->turn, t);
        if (result == ODDS_CUT) why = "there are too many ways that it may go";
        if (result == ODDS_STOPPED || result == ODDS_FAILED || result == ODDS_CHOICE)
            why = t->error.text;
    }
    battle_free(b);
    return why;
}

void play_tell_odds(struct play_session *s, const struct answer *a) {
    struct odds_table table = {0};
    struct figures *f = NEW(&s->turn, struct figures);
    const char *why = reckon(s, a, f, &table);
    if (why)
        play_say(s, "No exact odds: %s.", why);
    else
        tell(&table, f);
}

void play_tell_all_odds(struct play_session *s) {
    const struct question *q = s->seen;
    for (int64_t i = 0; i < q->count && !cmd_stopped(); i++) {
        struct odds_table table = {0};
        struct figures *f = NEW(&s->turn, struct figures);
        const struct answer a = {.count = 1, .values = &i};
        printf("%4" PRId64 "  %s", i + 1, play_candidate(s, i));
        const char *why = run_refused(s->eye, &a);
        if (!why) why = reckon(s, &a, f, &table);
        if (why)
            printf(": no exact odds: %s\n", why);
        else
            tell_means(&table, f);
    }
}
