/* The command diff: prints what differs between two rulesets, in an author's words. It compares the
 * parts of both (parts.h): two parts that stand for the same thing are matched, and what is not
 * matched was added or removed. With --play it goes on with what examples, odds and battles come
 * to. */
#include <string.h>

#include "../dsl/check.h"
#include "../dsl/diag.h"
#include "../dsl/names.h"
#include "../dsl/ruleset.h"
#include "cmd_bulk.h"
#include "cmd_diff.h"
#include "parts.h"

/* One of the two rulesets. */
struct diff_side {
    struct diags *diags;
    struct said *parts;
};
struct differ {
    struct cmd *c;
    struct diff_side a, b;
    const char *where; /* the part whose body is compared, as "number hit" */
    /* how many differences have been printed */
    int count;
};

enum change { ADDED, REMOVED, CHANGED, MOVED };
static const char *const change_words[] = {"added", "removed", "changed", "moved"};

/* ---- Reading ------------------------------------------------------------------------------- */

static enum cmd_exit open_side(struct cmd *c, struct diff_side *s, const char *name) {
    const char *path = cmd_find_rules(c, name, false);
    if (!path) return CMD_INPUT;
    struct ruleset_text text;
    int count = 0;
    s->diags = diags_new(&c->arena);
    struct node **files = NULL;
    ruleset_begin();
    if (ruleset_read(&c->arena, s->diags, path, &text)) {
        files = ruleset_resolve(&c->arena, s->diags, &text, text.files, &count);
        s->parts = parts_of(&c->arena, s->diags, files, count);
        check_ruleset(names_new(&c->arena, s->diags), files, count);
    }
    ruleset_end();
    if (files && diag_errors(s->diags) == 0) return CMD_GOOD;
    fflush(stdout);
    diag_print(s->diags, stderr, c->colour_err);
    return CMD_INPUT;
}

/* ---- Telling ------------------------------------------------------------------------------- */

/* Returns the name of a file, with its folder if another file of the rules has the same name. */
static const char *file_of(const struct diff_side *s, uint32_t file) {
    const char *path = diag_path(s->diags, file), *name = cmd_last_name(path);
    for (uint32_t i = 0; i < diag_files(s->diags); i++) {
        if (i == file || strcmp(cmd_last_name(diag_path(s->diags, i)), name) != 0) continue;
        if (name > path) name--;
        while (name > path && name[-1] != '/') name--;
        return name;
    }
    return name;
}

static const char *place_of(const struct differ *x, const struct diff_side *s,
                            const struct said *p) {
    return arena_print(&x->c->arena, "%s:%u", file_of(s, p->place.file),
                       (unsigned)diag_where(s->diags, p->place).line);
}

/* Returns the name of a part, as "row \"obscured\"" or "aim"; "" if it has none. Then its text is
 * printed instead. */
static const char *name_of(const struct differ *x, const struct said *p) {
    bool plain = strcmp(p->sort, "field") == 0 || strcmp(p->sort, p->key) == 0;
    if (!*p->key) return "";
    return plain ? p->key : arena_print(&x->c->arena, "%s %s", p->sort, p->key);
}

/* Cuts off the end of both texts from " when " on or, if they differ there, from " per " on, if
 * that end is the same in both. */
static void shorten(const struct differ *x, const char **from, const char **to) {
    static const char *const ends[] = {" when ", " per "};
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        const char *a = strstr(*from, ends[i]), *b = strstr(*to, ends[i]);
        if (!a || !b || strcmp(a, b) != 0) continue;
        *from = arena_text(&x->c->arena, *from, (size_t)(a - *from));
        *to = arena_text(&x->c->arena, *to, (size_t)(b - *to));
        return;
    }
}

static void print_change_json(const struct differ *x, enum change how, const char *what,
                              const char *from, const char *to, const char *place) {
    printf("%s\n  {\"what\": ", x->count > 1 ? "," : "");
    cmd_json(stdout, x->where);
    if (*what) printf(", \"part\": "), cmd_json(stdout, what);
    printf(", \"change\": \"%s\"", change_words[how]);
    if (from && *from) printf(", \"from\": "), cmd_json(stdout, from);
    if (to && *to) printf(", \"to\": "), cmd_json(stdout, to);
    printf(", \"place\": ");
    cmd_json(stdout, place);
    putchar('}');
}

static void print_change(struct differ *x, enum change how, const char *what, const struct said *a,
                         const struct said *b) {
    const char *from = a ? a->text : NULL, *to = b ? b->text : NULL;
    const char *place = b ? place_of(x, &x->b, b) : place_of(x, &x->a, a);
    x->count++;
    if (how == CHANGED) shorten(x, &from, &to);
    if (cmd_option(x->c, "--json")) {
        print_change_json(x, how, what, from, to, place);
        return;
    }
    printf("%s: %s%s", x->where, what, *what ? " " : "");
    if (how == CHANGED)
        printf("%s %s %s", from, x->c->utf8 ? "→" : "->", to);
    else
        printf("%s", change_words[how]);
    const char *text = to ? to : from;
    if (how != CHANGED && *text) printf(": %s", text);
    printf(" (%s)\n", place);
}

/* ---- Matching ------------------------------------------------------------------------------ */

static bool is_ordered(const struct said *p) {
    static const char *const ordered[] = {"row", "rule", "statement", "line", "change"};
    for (size_t i = 0; i < ARRAY_LEN(ordered); i++)
        if (strcmp(p->sort, ordered[i]) == 0) return true;
    return false;
}

static void differ_in(struct differ *x, struct said *a, struct said *b);

/* Prints what differs between two parts that stand for the same thing. */
static void differ_one(struct differ *x, struct said *a, struct said *b) {
    a->met = b->met = true;
    const char *name = name_of(x, b);
    if (!said_alike(a, b)) {
        /* said in another way, but shown alike, as a row of a table now in braces: not printed */
        bool alike = strcmp(a->text, b->text) == 0;
        if (!alike) print_change(x, CHANGED, name, a, b);
    }
    if (!a->body && !b->body) return;
    const char *outer = x->where;
    x->where = arena_print(&x->c->arena, "%s: %s", outer, *name ? name : b->text);
    differ_in(x, a->body, b->body);
    x->where = outer;
}

static int length(const struct said *p) {
    int n = 0;
    for (; p; p = p->next) n++;
    return n;
}

static void meet(struct said *p, struct said *q) {
    p->met = q->met = true;
}

/* Matches equal parts at the beginning and at the end of two lists, and reduces `n` and `m` to the
 * number of parts in between. Returns how many were matched at the beginning. */
static size_t meet_ends(struct said **a, size_t *n, struct said **b, size_t *m) {
    size_t first = 0;
    for (; first < *n && first < *m && said_same(a[first], b[first]); first++)
        meet(a[first], b[first]);
    for (; *n > first && *m > first && said_same(a[*n - 1], b[*m - 1]); --*n, --*m)
        meet(a[*n - 1], b[*m - 1]);
    *n -= first;
    *m -= first;
    return first;
}

/* Matches those ordered parts (is_ordered) of two lists that make their longest common subsequence
 * of equal parts. If the lists are too long to compute it, matches only the equal parts at both
 * ends, and leaves the others to meet_moved. */
static void meet_in_order(struct differ *x, struct said *a, struct said *b) {
    enum { MOST = 4000000 };
    size_t n = 0, m = 0;
    struct said **at[2];
    struct said *list[2] = {a, b};
    size_t count[2];
    for (int s = 0; s < 2; s++) {
        at[s] = NEW_ARRAY(&x->c->arena, (size_t)length(list[s]) + 1, struct said *);
        count[s] = 0;
        for (struct said *p = list[s]; p; p = p->next)
            if (is_ordered(p)) at[s][count[s]++] = p;
    }
    n = count[0];
    m = count[1];
    const size_t first = meet_ends(at[0], &n, at[1], &m);
    at[0] += first;
    at[1] += first;
    if (n == 0 || m == 0 || (n + 1) * (m + 1) > MOST) return;
    struct arena_mark mark = arena_mark(&x->c->arena);
    uint16_t *best = NEW_ARRAY(&x->c->arena, (n + 1) * (m + 1), uint16_t);
    uint8_t *same = NEW_ARRAY(&x->c->arena, n * m, uint8_t);
    for (size_t i = n; i-- > 0;) {
        for (size_t k = m; k-- > 0;) {
            same[i * m + k] = said_same(at[0][i], at[1][k]);
            uint16_t down = best[(i + 1) * (m + 1) + k], right = best[i * (m + 1) + k + 1];
            uint16_t most = down > right ? down : right;
            if (same[i * m + k]) most = (uint16_t)(best[(i + 1) * (m + 1) + k + 1] + 1);
            best[i * (m + 1) + k] = most;
        }
    }
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (same[i * m + k])
            meet(at[0][i++], at[1][k++]);
        else if (best[(i + 1) * (m + 1) + k] >= best[i * (m + 1) + k + 1])
            i++;
        else
            k++;
    }
    arena_reset(&x->c->arena, mark);
}

/* Matches equal ordered parts that are not matched yet, and prints that each has moved. */
static void meet_moved(struct differ *x, struct said *a, struct said *b) {
    for (struct said *p = a; p; p = p->next) {
        for (struct said *q = b; q && !p->met && is_ordered(p); q = q->next) {
            if (q->met || !said_same(p, q)) continue;
            meet(p, q);
            print_change(x, MOVED, name_of(x, q), p, q);
        }
    }
}

static struct said *named_so(struct said *list, const struct said *like) {
    for (; list; list = list->next) {
        if (!list->met && strcmp(list->sort, like->sort) == 0 && strcmp(list->key, like->key) == 0)
            return list;
    }
    return NULL;
}

/* Returns the counterpart in b of part p of a, which has no name; NULL if there is none. It is the
 * first unmatched part behind the part of b that equals the last matched part before p (from the
 * start of b if no part does), provided that it has no name either and is of the same sort and kind
 * of node. */
static struct said *in_its_place(struct said *a, struct said *b, const struct said *p) {
    struct said *after = NULL; /* the last matched part before p */
    for (struct said *q = a; q; q = q->next) {
        if (q == p) break;
        if (q->met) after = q;
    }
    struct said *q = b;
    for (struct said *k = b; k && after; k = k->next)
        if (k->met && said_same(k, after)) q = k->next;
    while (q && q->met) q = q->next;
    bool fits = q && !*q->key && strcmp(q->sort, p->sort) == 0 && q->node && p->node &&
                q->node->kind == p->node->kind;
    return fits ? q : NULL;
}

static void differ_in(struct differ *x, struct said *a, struct said *b) {
    meet_in_order(x, a, b);
    meet_moved(x, a, b);
    for (struct said *p = a; p; p = p->next) {
        struct said *q = p->met ? NULL : *p->key ? named_so(b, p) : in_its_place(a, b, p);
        if (q)
            differ_one(x, p, q);
        else if (!p->met)
            print_change(x, REMOVED, name_of(x, p), p, NULL);
    }
    for (struct said *q = b; q; q = q->next)
        if (!q->met) print_change(x, ADDED, name_of(x, q), NULL, q);
}

/* Prints that only one side has a declaration, by its sort and name without its text. */
static void print_declaration(struct differ *x, enum change how, struct said *p) {
    x->where = arena_print(&x->c->arena, "%s %s", p->sort, p->key);
    p->text = "";
    print_change(x, how, "", how == REMOVED ? p : NULL, how == ADDED ? p : NULL);
}

/* Compares the declarations of both sides by their sorts and names, whatever their order, and
 * prints what differs. */
static void differ_all(struct differ *x) {
    for (struct said *p = x->a.parts; p; p = p->next) {
        struct said *q = named_so(x->b.parts, p);
        if (!q) {
            print_declaration(x, REMOVED, p);
            continue;
        }
        x->where = arena_print(&x->c->arena, "%s %s", p->sort, p->key);
        meet(p, q);
        if (!said_alike(p, q) && strcmp(p->text, q->text) != 0) print_change(x, CHANGED, "", p, q);
        differ_in(x, p->body, q->body);
    }
    for (struct said *q = x->b.parts; q; q = q->next) {
        if (!q->met) print_declaration(x, ADDED, q);
    }
}

/* Prints what differs in the text. */
static void text_part(struct differ *x) {
    const bool json = cmd_option(x->c, "--json") != NULL;
    if (json) putchar('[');
    differ_all(x);
    if (json) fputs(x->count ? "\n]" : "]", stdout);
}

/* ---- With --play --------------------------------------------------------------------------- */

/* Begins a part of the page, or the member of that name of the JSON object. */
static void begin_part(const struct cmd *c, const char *page, const char *member) {
    if (cmd_option(c, "--json"))
        printf("%s\"%s\": ", strcmp(member, "text") == 0 ? "{" : ",\n ", member);
    else
        printf(c->colour_out ? "\033[1m%s\033[0m\n" : "%s\n", page);
}

/* Ends a part of which `count` differences were printed, and `left_out` things not compared. */
static void end_part(const struct cmd *c, int count, int left_out) {
    if (cmd_option(c, "--json")) return;
    if (left_out) printf("%d not compared\n", left_out);
    puts(count || left_out ? "" : "the same\n");
}

static enum cmd_exit run_parts(struct differ *x, const struct source side[2]) {
    struct cmd *c = x->c;
    int examples = 0, odds = 0, left_out = 0;
    const bool json = cmd_option(c, "--json") != NULL;
    begin_part(c, "Examples of both", "examples");
    if (json) putchar('[');
    enum cmd_exit code = cmd_diff_examples(c, side, &examples);
    if (json) putchar(']');
    end_part(c, examples, 0);
    begin_part(c, "Odds of both", "odds");
    if (json) putchar('[');
    enum cmd_exit of_odds = cmd_diff_odds(c, side, &odds, &left_out);
    if (json) putchar(']');
    end_part(c, odds, left_out);
    x->count += examples + odds;
    return of_odds > code ? of_odds : code;
}

/* Prints all parts: text, examples, odds, and the script played. */
static enum cmd_exit with_play(struct differ *x, const struct bulk *b) {
    struct cmd *c = x->c;
    struct source side[2];
    enum cmd_exit code = CMD_GOOD;
    if (!cmd_source(c, c->word[0], &side[0], &code)) return code;
    if (cmd_source(c, c->word[1], &side[1], &code)) {
        begin_part(c, "Text", "text");
        text_part(x);
        end_part(c, x->count, 0);
        code = run_parts(x, side);
        begin_part(c, "Play", "play");
        fflush(stdout);
        const bool json = cmd_option(c, "--json") != NULL;
        enum cmd_exit played = bulk_compare(b, c->word[0], c->word[1], json, stdout);
        if (json) puts(played == CMD_GOOD ? "}" : "null}");
        if (played > code) code = played;
        source_close(&side[1]);
    }
    source_close(&side[0]);
    return code != CMD_GOOD ? code : x->count ? CMD_MISTAKES : CMD_GOOD;
}

/* Whether the words and options of the command go together; if not, a message has said so. */
static bool words_fit(struct cmd *c) {
    static const char *const of_play[] = {"--seed", "--jobs", "--policy"};
    if (cmd_option(c, "--play")) {
        if (c->words != 3) cmd_usage(c, "diff with --play wants two rulesets and a script");
        return c->words == 3;
    }
    for (size_t i = 0; i < ARRAY_LEN(of_play); i++) {
        if (!cmd_option(c, of_play[i])) continue;
        cmd_usage(c, "%s goes with --play N", of_play[i]);
        return false;
    }
    if (c->words == 3)
        cmd_usage(c, "diff plays %s how often? --play N", c->word[2]);
    else if (c->words != 2)
        cmd_usage(c, "diff wants two rulesets");
    return c->words == 2;
}

enum cmd_exit cmd_diff(struct cmd *c) {
    struct differ x = {.c = c};
    struct bulk b;
    enum cmd_exit code = CMD_GOOD;
    if (!words_fit(c)) return CMD_USAGE;
    const bool play = cmd_option(c, "--play") != NULL;
    if (play && !bulk_begin(c, &b, c->word[2], "--play", &code)) return code;
    if (open_side(c, &x.a, c->word[0]) != CMD_GOOD) return CMD_INPUT;
    if (open_side(c, &x.b, c->word[1]) != CMD_GOOD) return CMD_INPUT;
    if (play) return with_play(&x, &b);
    text_part(&x);
    if (cmd_option(c, "--json")) putchar('\n');
    return x.count ? CMD_MISTAKES : CMD_GOOD;
}
