/* What primitives and instructions read is what prim.def and code.def say of them: each is asked,
 * in a World with something of every sort in it, before and after a change of each sort. What they
 * do not claim to read changes no answer; and what the machine remembers of them is, after each
 * change, what a battle finds that remembers nothing. The rules are tests/reads/rules.myth, and
 * tests/reads/map.myth for what is asked of a map. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "diag.h"
#include "emit.h"
#include "grammar.h"
#include "names.h"
#include "prim.h"
#include "run.h"
#include "state.h"
#undef ASSERT
#undef SKIP
#include "greatest.h"

/* ---- Claims: a bit for each word of the two columns */

#define CODE(WORD) (UINT64_C(1) << CODE_READS_##WORD)
#define PRIM_BIT(WORD) (UINT64_C(1) << (32 + (WORD)))
#define PRIM(WORD) PRIM_BIT(PRIM_READS_##WORD)

#define WORDS (CODE(FIELD) | CODE(STORED))
#define STANDING (PRIM(PLACES) | PRIM(NEARNESS) | PRIM(SIGHT) | PRIM(WAYS))
#define THERE (STANDING | CODE(EXTENT) | CODE(NAMED) | CODE(PRESENCE) | WORDS)

enum { QUESTION = 40 }; /* changes are numbers up to this; one more is none of the text's */
struct change {
    int number;
    const char *what;
    uint64_t told; /* what may come to something else */
};
static const struct change changes[] = {
    {0, "nothing", 0},
    {1, "a field of the game", WORDS},
    {2, "a field of a model", WORDS},
    {3, "what sight asks", WORDS | PRIM(SIGHT)},
    {4, "what ways ask", WORDS | PRIM(WAYS)},
    {5, "who is an enemy", WORDS | PRIM(SIDES)},
    {6, "the ledger", WORDS | PRIM(LEDGER)},
    {7, "where a unit stands", STANDING | WORDS},
    {8, "where a model stands", STANDING | WORDS},
    {9, "a base", STANDING | WORDS},
    {10, "a facing", STANDING | WORDS},
    {11, "a model more", THERE},
    {12, "a member less", THERE},
    {13, "a model less", THERE},
    {14, "whether terrain blocks ways", WORDS | PRIM(WAYS)},
    {15, "whether terrain blocks sight", WORDS | PRIM(SIGHT)},
    {16, "an outline", STANDING | WORDS},
    {17, "whose a zone is", STANDING | WORDS},
    {18, "who bears a feature", WORDS | CODE(BORNE) | CODE(BORNE_KIND)},
    {19, "a card more", WORDS},
    {20, "in which pile a card lies", WORDS},
    {21, "what an instance remembers", CODE(MEMORY)},
    {22, "whose a model is", WORDS | STANDING | PRIM(SIDES)},
    {23, "what runs", CODE(RUNNING) | CODE(NEAREST)},
    {24, "a list", WORDS},
    {25, "what is in force", WORDS | CODE(BORNE) | CODE(BORNE_KIND)},
    {26, "a way", WORDS},
    {27, "a zone less", THERE},
    {28, "what names a model", WORDS},
    {29, "who has won", PRIM(LEDGER)},
    {30, "that nobody has", PRIM(LEDGER)},
    {31, "whether a model stands", STANDING | WORDS},
    {32, "where a member stands", STANDING | WORDS},
    {33, "of which side players are", WORDS | PRIM(SIDES)},
    {QUESTION + 1, "a doubt", CODE(RULING)},
    {QUESTION + 2, "the table", STANDING},
};

static const struct change on_map[] = {
    {0, "nothing", 0},
    {1, "a field of the game", WORDS},
    {2, "a field of a model", WORDS},
    {3, "what room asks", WORDS | PRIM(WAYS)},
    {4, "what ways ask", WORDS | PRIM(WAYS)},
    {5, "who is an enemy", WORDS | PRIM(SIDES)},
    {6, "the ledger", WORDS | PRIM(LEDGER)},
    {7, "where a unit stands", STANDING | WORDS},
    {8, "where a model stands", STANDING | WORDS},
    {11, "two models more", THERE},
    {12, "a member less", THERE},
    {13, "a model less", THERE},
    {14, "whether areas may be entered", WORDS | PRIM(WAYS)},
    {15, "what borders cost", WORDS | PRIM(WAYS)},
    {16, "how many an area holds", WORDS | PRIM(WAYS)},
    {17, "what rows make of that", WORDS | PRIM(WAYS)},
    {18, "who bears a feature", WORDS | CODE(BORNE) | CODE(BORNE_KIND)},
    {22, "whose a model is", WORDS | STANDING | PRIM(SIDES)},
    {23, "what runs", CODE(RUNNING) | CODE(NEAREST)},
    {26, "a way", WORDS},
    {28, "what names a model", WORDS},
    {29, "who has won", PRIM(LEDGER)},
    {30, "that nobody has", PRIM(LEDGER)},
    {31, "whether a model stands", STANDING | WORDS},
    {32, "where a member stands", STANDING | WORDS},
    {33, "of which side players are", WORDS | PRIM(SIDES)},
};

/* A board, the rules that are played on it, and their changes. */
static const struct ground {
    const char *file;
    enum prim_of board;
    const struct change *changes;
    size_t count;
} grounds[] = {{"tests/reads/rules.myth", PRIM_OF_TABLE, changes, ARRAY_LEN(changes)},
               {"tests/reads/map.myth", PRIM_OF_MAP, on_map, ARRAY_LEN(on_map)}};
static const struct ground *on = grounds;

/* ---- The rules */

static struct arena arena;

/* The words by which rules name the type of an argument or a result. */
static const char *type_text(char letter, bool argument) {
    const bool map = on->board == PRIM_OF_MAP;
    switch (letter) {
    case 'l': return map ? "number" : "length";
    case 'n': return "number";
    case 'b': return "yes_no";
    case 'p': return map ? "area" : "place";
    case 'P': return "player";
    case 'z': return map ? "area" : "zone";
    case 'w': return argument ? "model" : "path";
    case 'g': return argument ? "model" : "leg";
    case 'G': return "set of leg";
    case 'q': return "set of area";
    case 'B': return "border";
    case 'e': return "thing";
    default: return argument ? "thing" : "set of thing";
    }
}

/* Gives an argument as it is handed on: of a model its way, or the first leg of that. */
static const char *handed(char letter) {
    return letter == 'w' ? "p%d.route" : letter == 'g' ? "first(p%d.route.legs)" : "p%d";
}

static struct span rules_of(const char *without) {
    char *text = NULL, line[400];
    size_t len = 0, room = 0;
    FILE *f = fopen(on->file, "r");
    if (!f) exit(1);
    while (fgets(line, sizeof line, f)) {
        const char *mark = strrchr(line, '#');
        if (mark && strncmp(mark + 2, without, strlen(without)) == 0) line[0] = '\n', line[1] = 0;
        text = memory_grow(text, &room, len + strlen(line) + 1, 1);
        memcpy(text + len, line, strlen(line) + 1);
        len += strlen(line);
    }
    fclose(f);
    for (int i = 0; i < PRIM_COUNT_; i++) {
        const struct prim_row *p = prim_row((enum prim_id)i);
        if (p->reads == PRIM_READS_DICE) continue;
        if (!(p->boards & on->board)) continue;
        char params[200] = "", args[200] = "", one[80];
        int n = 0;
        for (const char *a = p->args; *a;) {
            const char *type = strchr(a, ':') + 1, *end = strchr(type, ',');
            const bool needed = type[1] != '=';
            if (needed) {
                snprintf(one, sizeof one, "%sp%d: %s", n ? ", " : "", n, type_text(*type, true));
                strcat(params, one);
                if (n) strcat(args, ", ");
                snprintf(one, sizeof one, handed(*type), n);
                strcat(args, one);
                n++;
            }
            a = end ? end + 2 : type + strlen(type);
        }
        char row[600];
        snprintf(row, sizeof row, "value asked_%s(%s): %s = %s(%s)\n", p->name, params,
                 type_text(p->result[0], false), p->name, args);
        text = memory_grow(text, &room, len + strlen(row) + 1, 1);
        memcpy(text + len, row, strlen(row) + 1);
        len += strlen(row);
    }
    struct span span = {arena_text(&arena, text, len), len};
    memory_free(text);
    return span;
}

static struct image *compiled(const char *without) {
    struct diags *d = diags_new(&arena);
    struct node *file = grammar_parse(&arena, d, diag_file(d, "reads.myth", rules_of(without)));
    struct names *names = names_new(&arena, d);
    struct image *img = check_ruleset(names, &file, 1) ? emit_image(names, d) : NULL;
    if (img) return img;
    diag_print(d, stdout, false);
    exit(1);
}

/* ---- A battle at the question before a change */

struct table {
    struct image *img;
    struct battle *b, *other;
    int64_t unit[2], c, d, guardsman, watchman, zone;
};

static int32_t blueprint(const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->blueprints_count; i++)
        if (strcmp(image_text(img, img->blueprints[i].name), name) == 0) return i;
    printf("there is no '%s'\n", name);
    exit(1);
}

static int64_t instance(const struct table *t, const char *name) {
    int64_t count;
    const int64_t *things = battle_extent(t->b, t->img->root[ROOT_THING], &count);
    for (int64_t i = 0; i < count; i++)
        if (battle_blueprint(t->b, things[i]) == blueprint(t->img, name)) return things[i];
    return NONE;
}

/* A place: the area of that name, or so many inches from the corner of the table. */
static int64_t spot(const struct table *t, const char *area, int32_t x, int32_t y) {
    if (on->board == PRIM_OF_MAP) return instance(t, area);
    return state_spot(x * UNITS_PER_INCH, y * UNITS_PER_INCH);
}

static int64_t made(struct table *t, const char *name, int32_t player, int64_t at) {
    const int64_t id = battle_create(t->b, blueprint(t->img, name), battle_player(t->b, player));
    if (id == NONE || !battle_place(t->b, id, at)) exit(1);
    return id;
}

static void answer(struct battle *b, int64_t n) {
    const struct answer a = {.count = 1, .values = &n};
    const char *why = run_answer(b, &a);
    if (why) printf("%s\n", why), exit(1);
}

static void must_ask(struct battle *b) {
    const struct question *q;
    if (run_next(b, &q) == RUN_QUESTION) return;
    if (battle_over(b)) return;
    printf("%s\n", battle_error(b)->text);
    exit(1);
}

static void begin(struct table *t) {
    const struct run_options o = {.seed = 1, .chance = CHANCE_ASK};
    battle_reset(t->b, &o);
    const int64_t scenario = blueprint(t->img, "field");
    if (!battle_scenario(t->b, (int32_t)scenario)) exit(1);
    t->unit[0] = made(t, "guard", 0, spot(t, "nw", 10, 12));
    t->unit[1] = made(t, "watch", 1, spot(t, "ne", 20, 12));
    t->c = made(t, "guardsman", 0, spot(t, "sw", 10, 20));
    t->d = made(t, "rider", 1, spot(t, "n", 24, 16));
    const int64_t args[] = {scenario, t->unit[0], t->unit[1], t->c, t->d};
    if (!battle_start(t->b, t->img->battle, args, 5)) exit(1);
    must_ask(t->b);
    t->guardsman = instance(t, "guardsman");
    t->zone = on->board == PRIM_OF_MAP ? NONE : instance(t, "nook");
    t->watchman = instance(t, "watchman");
}

static void change(struct table *t, const struct change *c) {
    if (c->number <= QUESTION) {
        answer(t->b, c->number);
        must_ask(t->b);
        return;
    }
    if (c->number == QUESTION + 1) battle_ruling(t->b, 0, 1);
    if (c->number == QUESTION + 2)
        battle_table(t->b, (int64_t)13 * UNITS_PER_INCH, (int64_t)22 * UNITS_PER_INCH);
}

/* ---- Asking */

enum { ARGS = 4, MOST = 3, WORDS_MOST = 60, ASKED_MOST = 4000 };
struct asked {
    int32_t quantity, count;
    int64_t args[ARGS];
    int64_t before[WORDS_MOST], before_count;
    bool changed;
};
static struct asked all[ASKED_MOST];
static size_t all_count;

static void ask(struct battle *b, const struct asked *a, int64_t *words, int64_t *count) {
    int64_t value = 0;
    if (!battle_quantity(b, a->quantity, a->args, a->count, &value)) {
        printf("%s\n", battle_error(b)->text);
        exit(1);
    }
    const uint8_t class = battle_image(b)->quantities[a->quantity].type.class;
    const bool list = (class == V_SET || class == V_PATH) && value != NONE;
    const int64_t *at = list ? battle_list(b, value, count) : &value;
    if (!list) *count = 1;
    if (*count > WORDS_MOST) exit(1);
    if (*count) memcpy(words, at, (size_t)*count * sizeof *words);
}

static bool same(const int64_t *a, int64_t n, const int64_t *b, int64_t m) {
    return n == m && (n <= 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0);
}

/* The arguments that a parameter is given, one after the other. */
static int64_t argument(const struct table *t, const struct image_type *type, int32_t param,
                        int n) {
    const int64_t things[][MOST] = {{t->unit[0], t->c, t->guardsman},
                                    {t->unit[1], t->d, t->watchman}};
    const int64_t models[] = {t->c, t->d, t->guardsman};
    const int64_t spots[] = {spot(t, "ne", 21, 12), spot(t, "s", 12, 21), spot(t, "pit", 14, 9)};
    const int64_t numbers[] = {1, 2, 9};
    const int64_t lengths[] = {UNITS_PER_INCH, 6 * UNITS_PER_INCH, 12 * UNITS_PER_INCH};
    const struct image *img = t->img;
    switch ((enum value_class)type->class) {
    case V_LENGTH: return lengths[n];
    case V_PLACE: return spots[(n + param) % MOST];
    case V_NUMBER: return numbers[n];
    default: break;
    }
    if (type->of == img->root[ROOT_PLAYER]) return battle_player(t->b, n % 2);
    if (type->of == img->root[ROOT_ZONE]) return t->zone;
    if (type->of == img->root[ROOT_AREA]) return spots[(n + param) % MOST];
    if (type->of != img->root[ROOT_THING]) return models[n];
    return things[param % 2][n];
}

static void ask_all(struct table *t) {
    all_count = 0;
    for (int32_t q = 0; q < t->img->quantities_count; q++) {
        const struct image_quantity *row = &t->img->quantities[q];
        const char *name = image_text(t->img, row->name);
        if (strncmp(name, "asked_", 6) != 0 && strncmp(name, "n_", 2) != 0) continue;
        int ways = 1;
        for (int32_t i = 0; i < row->params; i++) ways *= MOST;
        for (int way = 0; way < ways; way++) {
            struct asked *a = &all[all_count++];
            *a = (struct asked){.quantity = q, .count = row->params};
            for (int32_t i = 0, left = way; i < row->params; i++, left /= MOST)
                a->args[i] = argument(t, &t->img->hole_types[row->first_param + i], i, left % MOST);
            /* A group is not placed so: that is an error of the rules. */
            if (strcmp(name, "asked_place_by") == 0 && a->args[0] == t->unit[0]) {
                all_count--;
                continue;
            }
            ask(t->b, a, a->before, &a->before_count);
        }
    }
}

/* ---- What a number claims: the words of its own instructions, and of what they hand on to */

static uint64_t claims(const struct image *img, int32_t quantity, int depth);
static uint64_t claims_of(const struct image *img, int32_t func, int depth) {
    uint64_t claimed = 0;
    for (int32_t i = 0; func >= 0 && i < img->funcs[func].count; i++) {
        const struct image_code *c = &img->code[img->funcs[func].first + i];
        const enum code_reads reads = image_opcode((enum opcode)c->op)->reads;
        if (reads == CODE_READS_PRIMITIVE)
            claimed |= PRIM_BIT(prim_row((enum prim_id)c->d)->reads);
        else if (reads == CODE_READS_QUANTITY)
            claimed |= claims(img, c->d, depth + 1);
        else if (reads != CODE_READS_NOTHING)
            claimed |= UINT64_C(1) << reads;
    }
    return claimed;
}

static uint64_t claims(const struct image *img, int32_t quantity, int depth) {
    const struct image_quantity *q = &img->quantities[quantity];
    if (depth > 4 || q->builtin) return ~UINT64_C(0);
    uint64_t claimed = claims_of(img, q->start, depth);
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        const int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        claimed |= claims_of(img, img->rules[img->lists[at]].body, depth);
    }
    return claimed;
}

/* ---- The tests */

static void open_table(struct table *t, const char *without) {
    const struct run_options o = {.seed = 1, .chance = CHANCE_ASK};
    *t = (struct table){.img = compiled(without)};
    t->b = battle_new(t->img, &o);
    t->other = battle_new(t->img, &o);
}

static void close_table(struct table *t) {
    battle_free(t->b);
    battle_free(t->other);
    image_free(t->img);
}

static void tell(const struct table *t, const struct asked *a, const char *what,
                 const struct change *c) {
    printf("%s: %s after %s\n", image_text(t->img, t->img->quantities[a->quantity].name), what,
           c->what);
}

TEST answers_hang_on_what_is_claimed(const char *without) {
    struct table t;
    int wrong = 0;
    open_table(&t, without);
    for (size_t n = 0; n < on->count; n++) {
        const struct change *c = &on->changes[n];
        begin(&t);
        ask_all(&t);
        change(&t, c);
        battle_copy(t.other, t.b);
        for (size_t i = 0; i < all_count; i++) {
            struct asked *a = &all[i];
            int64_t now[WORDS_MOST], count, fresh[WORDS_MOST], fresh_count;
            ask(t.b, a, now, &count);
            ask(t.other, a, fresh, &fresh_count);
            if (!same(now, count, fresh, fresh_count)) {
                tell(&t, a, "what was remembered is wrong", c);
                wrong++;
            }
            if (same(fresh, fresh_count, a->before, a->before_count)) continue;
            if ((claims(t.img, a->quantity, 0) & c->told) == 0) {
                tell(&t, a, "it has read what it does not claim", c);
                wrong++;
            }
        }
    }
    close_table(&t);
    ASSERT_EQ_FMT(0, wrong, "%d");
    PASS();
}

static void note_func(const struct image *img, int32_t func, bool *prims, bool *codes) {
    for (int32_t i = 0; func >= 0 && i < img->funcs[func].count; i++) {
        const struct image_code *c = &img->code[img->funcs[func].first + i];
        codes[c->op] = true;
        if (c->op == CODE_PRIMITIVE) prims[c->d] = true;
    }
}

static void note(const struct image *img, int32_t quantity, bool *prims, bool *codes) {
    const struct image_quantity *q = &img->quantities[quantity];
    note_func(img, q->start, prims, codes);
    for (int32_t i = 0; i < q->loose + q->keyed; i++) {
        const int32_t at = i < q->loose ? q->first_loose + i : q->first_keyed + i - q->loose;
        note_func(img, img->rules[img->lists[at]].body, prims, codes);
    }
}

/* Else the test above says nothing of it: what is asked for does change, and is remembered. */
TEST each_is_asked_for_something_that_changes(void) {
    struct table t;
    bool prims[PRIM_COUNT_] = {false}, codes[CODE_COUNT_] = {false};
    open_table(&t, "plain");
    for (size_t n = 0; n < on->count; n++) {
        begin(&t);
        ask_all(&t);
        change(&t, &on->changes[n]);
        battle_copy(t.other, t.b);
        for (size_t i = 0; i < all_count; i++) {
            struct asked *a = &all[i];
            int64_t now[WORDS_MOST], count;
            ask(t.other, a, now, &count);
            if (same(now, count, a->before, a->before_count)) continue;
            const uint64_t asks = PRIM(SIGHT) | PRIM(WAYS) | PRIM(SIDES);
            const uint64_t claimed = claims(t.img, a->quantity, 0);
            /* Of those that ask the rules, by what these were changed in. */
            if ((claimed & asks) && (on->changes[n].told & STANDING) == STANDING) continue;
            note(t.img, a->quantity, prims, codes);
        }
    }
    close_table(&t);
    int missing = 0;
    for (int i = 0; i < PRIM_COUNT_; i++) {
        const struct prim_row *p = prim_row((enum prim_id)i);
        const bool still = p->reads == PRIM_READS_NOTHING || p->reads == PRIM_READS_PLAYERS ||
                           p->reads == PRIM_READS_DICE || !(p->boards & on->board);
        if (!still && !prims[i]) printf("no change tells of %s\n", p->name), missing++;
    }
    for (int i = 0; on->board == PRIM_OF_TABLE && i < CODE_COUNT_; i++) {
        const struct opcode_row *row = image_opcode((enum opcode)i);
        const bool things = row->reads > CODE_READS_NOTHING && row->reads < CODE_READS_SELF;
        if (things && !codes[i]) printf("no change tells of %s\n", row->name), missing++;
    }
    ASSERT_EQ_FMT(0, missing, "%d");
    PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    for (; on < grounds + ARRAY_LEN(grounds); on++) {
        RUN_TEST1(answers_hang_on_what_is_claimed, "plain");
        RUN_TEST1(answers_hang_on_what_is_claimed, "ruled");
        RUN_TEST(each_is_asked_for_something_that_changes);
    }
    arena_free(&arena);
    GREATEST_MAIN_END();
}
