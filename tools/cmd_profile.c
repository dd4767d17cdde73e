/* The counts of `myth run --profile`: the instructions of battles, by the places of the rules that
 * they belong to. */
#include <inttypes.h>
#include <string.h>

#include "../vm/image.h"
#include "../vm/run.h"
#include "cmd.h"

/* The counts of one place of the rules, summed over all functions with that place. */
struct spent {
    /* row of image.places; -1: of functions without a place in the text */
    int32_t place;
    /* a function with that place in words, such as "number hit" or "when of before move" */
    const char *what;
    /* how many instructions ran, and how often the first instruction of a function did */
    int64_t instructions, runs;
};
struct profiled { /* the counts of all battles of one ruleset */
    struct profiled *next;
    const struct image *img;
    /* by row of image.code: how often the instruction ran */
    uint64_t *times;
    int32_t battles;
};
struct profile {
    struct cmd *c;
    struct profiled *rules;
};

static void made(void *user, struct battle *b) {
    struct profile *p = user;
    const struct image *img = battle_image(b);
    struct profiled *r = p->rules;
    while (r && r->img != img) r = r->next;
    if (!r) {
        r = NEW(&p->c->arena, struct profiled);
        r->img = img;
        r->times = NEW_ARRAY(&p->c->arena, (size_t)img->code_count + 1, uint64_t);
        r->next = p->rules;
        p->rules = r;
    }
    r->battles++;
    battle_times(b, r->times);
}

struct profile *cmd_profile(struct cmd *c, struct cmd_watch *watch) {
    struct profile *p = NEW(&c->arena, struct profile);
    p->c = c;
    *watch = (struct cmd_watch){.made = made, .user = p};
    return p;
}

/* ---- What a function is ---------------------------------------------------- */

static const char *of_rule(struct cmd *c, const struct image *img, const struct image_rule *r,
                           bool when) {
    static const char *const words[] = {
        [RULE_BEFORE] = "before", [RULE_INSTEAD] = "instead of", [RULE_AFTER] = "after",
        [RULE_FORBID] = "forbid", [RULE_ALLOW] = "allow",        [RULE_WHENEVER] = "whenever",
        [RULE_ROW] = "row of",
    };
    const char *of = when && r->what != RULE_FORBID && r->what != RULE_ALLOW ? "when of " : "";
    const char *name = "any action";
    if (r->what == RULE_WHENEVER) return arena_print(&c->arena, "%swhenever", of);
    if (r->what == RULE_ROW) name = image_text(img, img->quantities[r->target].name);
    if (r->what != RULE_ROW && r->target >= 0) name = image_text(img, img->events[r->target].name);
    return arena_print(&c->arena, "%s%s %s", of, words[r->what], name);
}

static void name_it(const char **what, int32_t func, const char *name) {
    if (func >= 0 && !what[func]) what[func] = name;
}

static void name_event(struct cmd *c, const struct image *img, const struct image_event *e,
                       const char **what) {
    const char *name = image_text(img, e->name);
    name_it(what, e->func, arena_print(&c->arena, "%s %s", e->action ? "action" : "event", name));
    for (int32_t i = 0; i < e->head; i++) {
        const struct image_head *l = &img->heads[e->first_head + i];
        const char *head = arena_print(&c->arena, "head of %s", name);
        name_it(what, l->func, head);
        name_it(what, l->whose, head);
        name_it(what, l->reach, head);
        name_it(what, l->near, head);
    }
}

static const char **names_of(struct cmd *c, const struct image *img) {
    static const char *const sorts[] = {"number", "truth", "value", "field"};
    const char **what = NEW_ARRAY(&c->arena, (size_t)img->funcs_count + 1, const char *);
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        name_it(what, r->body, of_rule(c, img, r, false));
        name_it(what, r->when, of_rule(c, img, r, true));
        name_it(what, r->set, of_rule(c, img, r, true));
    }
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        const char *name = image_text(img, q->name);
        name_it(what, q->start, arena_print(&c->arena, "%s %s", sorts[q->what], name));
    }
    for (int32_t i = 0; i < img->events_count; i++) name_event(c, img, &img->events[i], what);
    for (int32_t i = 0; i < img->funcs_count; i++) {
        name_it(what, i, image_text(img, img->funcs[i].name));
    }
    return what;
}

/* ---- The list -------------------------------------------------------------- */

static bool before(const struct spent *x, const struct spent *y) {
    if (x->instructions != y->instructions) return x->instructions > y->instructions;
    return x->place < y->place;
}

/* Moves the entries with instructions that ran to the front, those with the most first, and drops
 * the others. Returns how many they are. */
static int32_t sort(struct spent *all, int32_t count) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        const struct spent moved = all[i];
        int32_t k = kept;
        if (moved.instructions == 0) continue;
        for (; k > 0 && before(&moved, &all[k - 1]); k--) all[k] = all[k - 1];
        all[k] = moved;
        kept++;
    }
    return kept;
}

/* Sums up the counts by place and returns them sorted; sets `count` to the number of places where
 * something ran. Functions that have no place in the text come together as place -1. */
static struct spent *list_of(struct cmd *c, const struct profiled *r, int32_t *count) {
    const struct image *img = r->img;
    const char **what = names_of(c, img);
    struct spent *all = NEW_ARRAY(&c->arena, (size_t)img->places_count + 1, struct spent);
    for (int32_t f = 0; f < img->funcs_count; f++) {
        const struct image_func *fn = &img->funcs[f];
        struct spent *s = &all[fn->place + 1];
        s->place = fn->place;
        if (!s->what || s->instructions == 0) s->what = what[f];
        s->runs += (int64_t)r->times[fn->first];
        for (int32_t i = 0; i < fn->count; i++) {
            s->instructions += (int64_t)r->times[fn->first + i];
        }
    }
    *count = sort(all, img->places_count + 1);
    return all;
}

static const char *grouped(struct cmd *c, int64_t n) {
    if (n < 1000) return arena_print(&c->arena, "%" PRId64, n);
    return arena_print(&c->arena, "%s,%03" PRId64, grouped(c, n / 1000), n % 1000);
}

static void print_list(struct cmd *c, const struct profiled *r, const struct spent *list,
                       int32_t count) {
    enum { SHOWN = 40 };
    int64_t all = 0;
    for (int32_t i = 0; i < count; i++) all += list[i].instructions;
    printf("%s, %" PRId32 " %s: %s instructions\n\n", image_text(r->img, r->img->title), r->battles,
           r->battles == 1 ? "battle" : "battles", grouped(c, all));
    printf("  instructions    share        runs    each\n");
    for (int32_t i = 0; i < count && i < SHOWN; i++) {
        const struct spent *s = &list[i];
        int64_t tenths = (1000 * s->instructions + all / 2) / all;
        printf("  %12s  %3" PRId64 ".%" PRId64 " %%  %10s  %6" PRId64 "  %s  %s\n",
               grouped(c, s->instructions), tenths / 10, tenths % 10, grouped(c, s->runs),
               s->runs ? s->instructions / s->runs : 0,
               s->place < 0 ? "the language" : cmd_place(c, r->img, s->place), s->what);
    }
    if (count > SHOWN) printf("  and %" PRId32 " places more\n", count - SHOWN);
}

static void print_json(struct cmd *c, const struct profiled *r, const struct spent *list,
                       int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const struct spent *s = &list[i];
        fputs("{\"rules\": ", stdout);
        cmd_json(stdout, image_text(r->img, r->img->name));
        fputs(", \"place\": ", stdout);
        if (s->place < 0)
            fputs("null", stdout);
        else
            cmd_json(stdout, cmd_place(c, r->img, s->place));
        fputs(", \"what\": ", stdout);
        cmd_json(stdout, s->what);
        printf(", \"instructions\": %" PRId64 ", \"runs\": %" PRId64 "}\n", s->instructions,
               s->runs);
    }
}

void cmd_profile_print(struct profile *p) {
    for (const struct profiled *r = p->rules; r; r = r->next) {
        int32_t count;
        const struct spent *list = list_of(p->c, r, &count);
        if (cmd_option(p->c, "--json"))
            print_json(p->c, r, list, count);
        else
            print_list(p->c, r, list, count);
    }
}
