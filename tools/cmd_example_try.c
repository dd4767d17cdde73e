/* Of the command example: runs examples, many with one reading of the rules, and says which ran as
 * the moment did: with the same answers to the same questions, with the same rows on the same
 * numbers, and with what was expected. */
#include "cmd_example.h"

#include <inttypes.h>
#include <string.h>

#include "../dsl/check.h"
#include "../dsl/grammar.h"
#include "../dsl/ruleset.h"
#include "../vm/host.h"
#include "trial.h"

/* An image of the rules, with examples of one text as their last file. */
struct reading {
    struct arena scratch;
    struct image *img;
    const char *why; /* why there is no image */
    bool always;     /* that is so whatever the examples are */
};

/* Says why there is no image of rules that were read: a mistake in the examples, which are the last
 * file, or in the rules themselves. */
static void say_mistake(struct reading *r, struct diags *d, uint32_t own) {
    r->why = "it is no example of these rules";
    r->always = false;
    for (uint32_t n = 0; n < diag_kept(d); n++) {
        if (diag_row(diag_kept_id(d, n))->severity != DIAG_ERROR) continue;
        struct place at = diag_kept_place(d, n);
        r->always = at.file != own;
        if (r->always)
            r->why = arena_print(&r->scratch, "the rules have a mistake: %s:%" PRIu32,
                                 diag_path(d, at.file), diag_where(d, at).line);
        return;
    }
}

static struct reading read_with(const char *rules, struct span text, bool alone) {
    struct reading r = {.why = "the rules cannot be read again", .always = true};
    struct ruleset_text t;
    struct diags *d = diags_new(&r.scratch);
    ruleset_begin();
    bool good = alone ? ruleset_read_for_play(&r.scratch, d, rules, &t)
                      : ruleset_read(&r.scratch, d, rules, &t);
    if (good) {
        struct node **files = NEW_ARRAY(&r.scratch, (size_t)t.count + 1, struct node *);
        int count;
        memcpy(files, t.files, (size_t)t.count * sizeof *files);
        uint32_t own = diag_file(d, "example", text);
        files[t.count++] = grammar_parse(&r.scratch, d, own);
        t.files = files;
        struct node **file = ruleset_resolve(&r.scratch, d, &t, files, &count);
        struct names *names = names_new(&r.scratch, d);
        if (check_ruleset(names, file, count) && !diag_errors(d))
            r.img = ruleset_image(&r.scratch, d, &t, names);
        if (!r.img) say_mistake(&r, d, own);
        char leaves[300];
        if (r.img && !host_leaves(r.img, leaves, sizeof leaves)) {
            r.why = arena_print(&r.scratch, "the Lua leaves cannot be read: %s", leaves);
            image_free(r.img);
            r.img = NULL;
        }
    }
    ruleset_end();
    return r;
}

static void close_reading(struct reading *r) {
    if (r->img) image_free(r->img);
    arena_free(&r->scratch);
}

/* Whether a place lies in the text of the examples, which is the last file. */
static bool is_own(const struct image *img, int32_t place) {
    return place >= 0 && img->places[place].file == img->files_count - 1;
}

/* Returns the row of image.blocks behind `block` (-1: the first) that is one of the examples; -1:
 * none is left. A variant's own may come later. */
static int32_t next_own(const struct image *img, int32_t block) {
    while (++block < img->blocks_count)
        if (is_own(img, img->blocks[block].place)) return block;
    return -1;
}

/* ---- One that runs ------------------------------------------------------------------------- */

/* Watches for the event that an example does. */
struct seen {
    const char *event;
    bool begun, ended;
    uint32_t frame;
    size_t from, to; /* its entries in the journal */
};

static void at_event(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended) {
    struct seen *s = user;
    const struct image *img = battle_image(b);
    if (strcmp(image_text(img, img->events[event].name), s->event) != 0) return;
    if (!s->begun && !ended) {
        s->begun = true;
        s->frame = frame;
        s->from = battle_journal(b)->count;
    } else if (s->begun && !s->ended && ended && s->frame == frame) {
        s->ended = true;
        s->to = battle_journal(b)->count;
    }
}

/* Whether a text has all these lines, in their order; it may have others between. */
static bool has_lines(const char *text, const char *lines) {
    while (*lines) {
        size_t len = strcspn(lines, "\n") + 1;
        while (*text && strncmp(text, lines, len) != 0) text += strcspn(text, "\n") + 1;
        if (!*text) return false;
        text += len, lines += len;
    }
    return true;
}

/* Runs an example. `line` is the line of the whole text on which it begins, counted from 0. */
static void run(struct page *w, struct battle *b, int32_t block, int32_t line,
                const struct sheet *sheet, struct verdict *v) {
    const struct image *img = battle_image(b);
    struct trial_result r;
    struct seen seen = {.event = image_text(w->img, w->img->events[w->level->event].name)};
    v->why = NULL;
    battle_observe(b, (struct run_observer){.event = at_event, .user = &seen});
    trial_example(b, block, w->arena, &r);
    v->work = (int64_t)(battle_questions(b) + 1) * (sheet->weight + 1);
    for (const struct trial_fault *f = r.faults; f; f = f->next) {
        bool missed = false;
        for (int32_t i = 0; i < sheet->expects && is_own(img, f->place); i++) {
            if (img->places[f->place].line != line + sheet->line[i] + 1) continue;
            missed = strncmp(f->text, "expected: ", 10) == 0;
            if (missed) v->missed |= UINT64_C(1) << sheet->fact[i];
        }
        if (!missed && !v->why) v->why = f->text;
    }
    if (v->why) return;
    const struct journal *j = battle_journal(b);
    if (!seen.ended) seen.to = j->count;
    const char *accounts = example_accounts(w->arena, img, j, seen.from, seen.to);
    v->ran = seen.begun && has_lines(accounts, w->level->numbers);
    if (!v->ran) v->why = "it reads other numbers than the battle did";
}

/* Runs the examples of a text, `count` sheets of which those that could be written are in it. */
static void run_all(struct page *w, const char *path, const struct sheet *sheet, int32_t count,
                    uint64_t must, bool first, struct verdict *out) {
    size_t len = 0;
    for (int32_t i = 0; i < count; i++) len += sheet[i].cannot ? 0 : sheet[i].len;
    if (len == 0) return;
    char *text = arena_new(w->arena, len + 1), *to = text;
    for (int32_t i = 0; i < count; i++) {
        if (sheet[i].cannot) continue;
        memcpy(to, sheet[i].text, sheet[i].len);
        to += sheet[i].len;
    }
    struct reading r = read_with(path, (struct span){text, len}, true);
    struct battle *b = r.img ? trial_battle(r.img) : NULL;
    int32_t block = -1, line = 0;
    for (int32_t i = 0; i < count && b; i++) {
        if (sheet[i].cannot) continue;
        block = next_own(r.img, block);
        if (block < 0) break;
        run(w, b, block, line, &sheet[i], &out[i]);
        out[i].good = out[i].ran && (out[i].missed & must) == 0;
        if (out[i].why) out[i].why = arena_text(&w->m->c->arena, out[i].why, strlen(out[i].why));
        if (first && out[i].good) break;
        line += sheet[i].lines;
    }
    bool stop = b || r.always || count == 1;
    for (int32_t i = 0; i < count && !b && stop; i++)
        if (!sheet[i].cannot) out[i].why = arena_text(&w->m->c->arena, r.why, strlen(r.why));
    battle_free(b);
    close_reading(&r);
    if (stop) return;
    /* one that is no example keeps the others from being read */
    run_all(w, path, sheet, count / 2, must, first, out);
    run_all(w, path, sheet + count / 2, count - count / 2, must, first, out + count / 2);
}

void example_try(struct page *w, const char *path, const struct choice *with, int32_t count,
                 uint64_t must, bool first, struct verdict *out) {
    struct arena arena = {0}, *outer = w->arena;
    w->arena = &arena;
    struct sheet *sheet = NEW_ARRAY(&arena, (size_t)count, struct sheet);
    for (int32_t i = 0; i < count; i++) {
        example_write(w, &with[i], arena_print(&arena, "candidate %d", (int)i), &sheet[i]);
        out[i] = (struct verdict){.why = sheet[i].cannot ? sheet[i].cannot : "it was not run"};
        for (int32_t k = 0; k < w->facts && k < FACTS_MOST; k++)
            if (with[i].said[k]) out[i].missed |= UINT64_C(1) << k;
        for (int32_t k = 0; k < sheet[i].expects; k++)
            out[i].missed &= ~(UINT64_C(1) << sheet[i].fact[k]);
    }
    run_all(w, path, sheet, count, must, first, out);
    w->arena = outer;
    arena_free(&arena);
}

const char *example_passes(struct page *w, const char *path, struct span text) {
    struct reading r = read_with(path, text, false);
    const char *why = r.why;
    int32_t own = r.img ? next_own(r.img, -1) : -1;
    if (own >= 0) {
        struct trial_result t;
        struct battle *b = trial_battle(r.img);
        trial_example(b, own, w->arena, &t);
        why = t.passed ? NULL : t.faults ? t.faults->text : "it fails";
        battle_free(b);
    }
    if (why) why = arena_text(&w->m->c->arena, why, strlen(why));
    close_reading(&r);
    return why;
}
