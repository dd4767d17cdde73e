/* The command rulings: prints each ruling (a doubt that the rules settle) with its readings and,
 * for each reading, the examples that pass and show it. */
#include "cmd.h"

#include <string.h>

#include "../dsl/diag.h"
#include "../vm/run.h"
#include "source.h"
#include "trial.h"
#include "wording.h"

/* The way in which an example shows a ruling. */
enum shows {
    SHOWS_NOTHING,
    /* the example passes and runs code that asks for the ruling, and names no reading */
    SHOWS_ASKED,
    SHOWS_GIVEN /* the example passes and names a reading: given RULING READING */
};
struct rulings {
    struct cmd *c;
    struct source s;
    uint8_t *shows; /* by ruling, then by block: an enum shows */
    /* by ruling, then by block: the reading that holds in the block, counted from 0 */
    int32_t *reading;
    int32_t only; /* the one ruling that is printed; -1: all */
    /* how many rulings have been printed */
    int told;
};

static uint8_t *cell(const struct rulings *v, int32_t ruling, int32_t block) {
    return &v->shows[ruling * v->s.img->blocks_count + block];
}

static int32_t *reading_of(const struct rulings *v, int32_t ruling, int32_t block) {
    return &v->reading[ruling * v->s.img->blocks_count + block];
}

/* Notes which readings an example names by lines `given RULING READING`. */
static void learn_given(struct rulings *v, int32_t block) {
    const struct node *example = v->s.names->blocks[block]->node;
    for (const struct node *n = example->example.lines; n; n = n->next) {
        if (n->kind != NODE_GIVEN_NAMED || n->mark != MEAN_READING) continue;
        const struct ruling_decl *ruling = n->meaning;
        *cell(v, ruling->index, block) = SHOWS_GIVEN;
        *reading_of(v, ruling->index, block) = n->slot;
    }
}

static void learn_asked(struct rulings *v, int32_t block, const uint8_t *code) {
    const struct image *img = v->s.img;
    for (int32_t i = 0; i < img->code_count; i++) {
        if (!code[i] || img->code[i].op != CODE_RULING) continue;
        uint8_t *shows = cell(v, img->code[i].d, block);
        if (*shows == SHOWS_NOTHING) *shows = SHOWS_ASKED;
    }
}

static void run_examples(struct rulings *v) {
    const struct image *img = v->s.img;
    struct arena *arena = &v->c->arena;
    struct battle *b = trial_battle(img);
    struct source_run run = source_run_new(&v->s);
    size_t cells = (size_t)img->blocks_count * (size_t)img->rulings_count + 1;
    v->shows = NEW_ARRAY(arena, cells, uint8_t);
    v->reading = NEW_ARRAY(arena, cells, int32_t);
    battle_reached(b, run.code, run.rules);
    for (int32_t i = 0; i < img->blocks_count; i++) {
        struct trial_result r;
        for (int32_t k = 0; k < img->rulings_count; k++)
            *reading_of(v, k, i) = img->rulings[k].chosen;
        if (img->blocks[i].chances) continue;
        source_run_clear(&v->s, &run);
        struct arena_mark mark = arena_mark(arena);
        trial_example(b, i, arena, &r);
        arena_reset(arena, mark);
        if (!r.passed) continue;
        learn_given(v, i);
        learn_asked(v, i, run.code);
    }
    battle_free(b);
}

/* ---- Telling ------------------------------------------------------------------------------- */

static const char *reading_name(const struct image *img, int32_t ruling, int32_t reading) {
    return image_text(img, img->lists[img->rulings[ruling].first_reading + 2 * reading]);
}

static const char *reading_text(const struct image *img, int32_t ruling, int32_t reading) {
    return image_text(img, img->lists[img->rulings[ruling].first_reading + 2 * reading + 1]);
}

enum { TITLES_MOST = 3 };

static void print_examples(const struct rulings *v, int32_t ruling, int32_t reading) {
    const struct image *img = v->s.img;
    int given = 0, asked = 0;
    for (int32_t i = 0; i < img->blocks_count; i++) {
        uint8_t shows = *cell(v, ruling, i);
        if (shows == SHOWS_NOTHING || *reading_of(v, ruling, i) != reading) continue;
        asked += shows == SHOWS_ASKED;
        given += shows == SHOWS_GIVEN;
        if (shows == SHOWS_GIVEN && given <= TITLES_MOST)
            printf("        \"%s\"\n", image_text(img, img->blocks[i].title));
    }
    if (given > TITLES_MOST) printf("        and %d more that name it\n", given - TITLES_MOST);
    if (asked)
        printf("        %s%d %s it without naming it\n", given ? "and " : "", asked,
               asked == 1 ? "example that asks for" : "examples that ask for");
    if (!given && !asked) printf("        no example\n");
}

static const char *note_of(const struct rulings *v, const struct ruling_decl *decl) {
    return wording_note(&v->c->arena, decl->node->ruling.note);
}

static void print_cites(const struct node *n) {
    for (const struct node *c = n->cites; c; c = c->next)
        printf(" [%.*s]", (int)c->text.len, c->text.at);
}

static void print_ruling(const struct rulings *v, int32_t i) {
    const struct image *img = v->s.img;
    const struct image_ruling *r = &img->rulings[i];
    const struct ruling_decl *decl = v->s.names->rulings[i];
    const struct node *reading = decl->node->ruling.readings;
    printf("%s%s", v->told ? "\n" : "", image_text(img, r->name));
    if (r->label >= 0) printf(" \"%s\"", image_text(img, r->label));
    printf("\n  %s", source_where(&v->s, decl->place));
    print_cites(decl->node);
    putchar('\n');
    if (*note_of(v, decl)) cmd_wrap(stdout, note_of(v, decl), 2, 100);
    for (int32_t k = 0; k < r->readings; k++, reading = reading ? reading->next : NULL) {
        printf("    %s%s: %s", reading_name(img, i, k), k == r->chosen ? " (holds)" : "",
               reading_text(img, i, k));
        if (reading) print_cites(reading);
        putchar('\n');
        print_examples(v, i, k);
    }
}

static void json_examples(const struct rulings *v, int32_t ruling, int32_t reading,
                          enum shows wanted) {
    const struct image *img = v->s.img;
    bool first = true;
    for (int32_t i = 0; i < img->blocks_count; i++) {
        if (*cell(v, ruling, i) != wanted || *reading_of(v, ruling, i) != reading) continue;
        if (!first) printf(", ");
        first = false;
        cmd_json(stdout, image_text(img, img->blocks[i].title));
    }
}

static void json_one(const struct rulings *v, int32_t i) {
    const struct image *img = v->s.img;
    const struct image_ruling *r = &img->rulings[i];
    const struct ruling_decl *decl = v->s.names->rulings[i];
    printf("%s\n  {\"name\": ", v->told ? "," : "");
    cmd_json(stdout, image_text(img, r->name));
    printf(", \"question\": ");
    cmd_json(stdout, image_text(img, r->label));
    if (*note_of(v, decl)) {
        printf(", \"note\": ");
        cmd_json(stdout, note_of(v, decl));
    }
    printf(", \"place\": ");
    cmd_json(stdout, source_where(&v->s, decl->place));
    printf(", \"clauses\": [");
    for (const struct node *c = decl->node->cites; c; c = c->next) {
        cmd_json(stdout, arena_text(&v->c->arena, c->text.at, c->text.len));
        if (c->next) printf(", ");
    }
    printf("], \"holds\": ");
    cmd_json(stdout, reading_name(img, i, r->chosen));
    printf(", \"readings\": [");
    for (int32_t k = 0; k < r->readings; k++) {
        printf("%s\n    {\"name\": ", k ? "," : "");
        cmd_json(stdout, reading_name(img, i, k));
        printf(", \"text\": ");
        cmd_json(stdout, reading_text(img, i, k));
        printf(", \"named_by\": [");
        json_examples(v, i, k, SHOWS_GIVEN);
        printf("], \"asked_by\": [");
        json_examples(v, i, k, SHOWS_ASKED);
        printf("]}");
    }
    printf("]}");
}

static void print_rulings(struct rulings *v) {
    const struct image *img = v->s.img;
    int readings = 0, shown = 0;
    bool json = cmd_option(v->c, "--json") != NULL;
    if (json) {
        printf("{\"ruleset\": ");
        cmd_json(stdout, image_text(img, img->name));
        printf(", \"rulings\": [");
    }
    for (int32_t i = 0; i < img->rulings_count; i++) {
        if (v->only >= 0 && i != v->only) continue;
        if (json)
            json_one(v, i);
        else
            print_ruling(v, i);
        v->told++;
        for (int32_t k = 0; k < img->rulings[i].readings; k++, readings++) {
            bool any = false;
            for (int32_t b = 0; b < img->blocks_count && !any; b++)
                any = *cell(v, i, b) != SHOWS_NOTHING && *reading_of(v, i, b) == k;
            shown += any;
        }
    }
    if (json)
        printf("%s]}\n", v->told ? "\n" : "");
    else if (v->only < 0)
        printf("%srulings: %d; readings: %d, of which shown by an example: %d\n",
               img->rulings_count ? "\n" : "", (int)img->rulings_count, readings, shown);
}

static bool find_only(struct rulings *v, const char *name) {
    const struct image *img = v->s.img;
    struct nearest near = diag_nearest((struct span){name, strlen(name)});
    for (int32_t i = 0; i < img->rulings_count; i++) {
        if (strcmp(image_text(img, img->rulings[i].name), name) == 0) v->only = i;
        diag_candidate_word(&near, image_text(img, img->rulings[i].name));
    }
    if (v->only >= 0) return true;
    if (near.best.len)
        cmd_usage(v->c, "there is no ruling '%s'; did you mean '%.*s'?", name, (int)near.best.len,
                  near.best.at);
    else
        cmd_usage(v->c, "there is no ruling '%s': myth rulings %s lists them", name, v->c->word[0]);
    return false;
}

enum cmd_exit cmd_rulings(struct cmd *c) {
    struct rulings v = {.c = c, .only = -1};
    if (c->words < 1 || c->words > 2)
        return (enum cmd_exit)cmd_usage(c, "rulings wants a ruleset, or a ruleset and a name");
    enum cmd_exit code;
    if (!cmd_source(c, c->word[0], &v.s, &code)) return code;
    if (c->words == 2 && !find_only(&v, c->word[1])) {
        source_close(&v.s);
        return CMD_USAGE;
    }
    run_examples(&v);
    print_rulings(&v);
    source_close(&v.s);
    return CMD_GOOD;
}
