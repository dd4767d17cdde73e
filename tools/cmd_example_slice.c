/* Of the command example: looks for the shortest example of an event. It begins with what fills the
 * roles of the event and adds as much as is needed for the event to run as it did in the battle;
 * then it takes out of that, many things at a time, whatever can be spared. */
#include "cmd_example.h"

#include <string.h>

#include "../dsl/form.h"
#include "../dsl/grammar.h"

enum {
    TOGETHER = 64,      /* examples that are tried with one reading of the rules */
    SAID_MOST = 6,      /* facts that are expected */
    WORK_MOST = 2500000 /* of all examples that are tried (verdict.work) */
};

/* One thing that makes an example shorter or plainer. */
struct change {
    enum { CHANGE_OUT, CHANGE_FORM, CHANGE_ROUND } what;
    const int32_t *atom; /* the atoms that go, or whose places are written otherwise */
    int32_t atoms;
    enum formed form;
};
struct slice {
    struct page *w;
    const char *path;
    struct choice best; /* the shortest example that was found to be good */
    int64_t work;
};

/* ---- Choices ------------------------------------------------------------------------------- */

static struct choice empty(struct page *w) {
    struct arena *arena = &w->m->c->arena;
    size_t n = (size_t)w->atoms + 1;
    struct choice c = {.in = NEW_ARRAY(arena, n, bool),
                       .form = NEW_ARRAY(arena, n, uint8_t),
                       .round = NEW_ARRAY(arena, n, bool),
                       .said = NEW_ARRAY(arena, (size_t)w->facts + 1, bool)};
    memset(c.in, 0, n);
    memset(c.form, 0, n);
    memset(c.round, 0, n);
    memset(c.said, 0, (size_t)w->facts + 1);
    return c;
}

static struct choice copy(struct page *w, const struct choice *of) {
    struct choice c = empty(w);
    memcpy(c.in, of->in, (size_t)w->atoms * sizeof *c.in);
    memcpy(c.form, of->form, (size_t)w->atoms * sizeof *c.form);
    memcpy(c.round, of->round, (size_t)w->atoms * sizeof *c.round);
    memcpy(c.said, of->said, (size_t)w->facts * sizeof *c.said);
    c.rounded = of->rounded, c.joined = of->joined;
    return c;
}

static void apply(struct choice *c, const struct change *x) {
    for (int32_t i = 0; i < x->atoms; i++) {
        int32_t atom = x->atom[i];
        if (x->what == CHANGE_OUT) c->in[atom] = false;
        if (x->what == CHANGE_FORM) c->form[atom] = (uint8_t)x->form;
        if (x->what == CHANGE_ROUND) c->round[atom] = true;
    }
    if (x->what == CHANGE_ROUND && x->atoms != 1) c->rounded = true;
}

static bool has_time(const struct slice *s) {
    return s->work < WORK_MOST;
}

/* The facts that the best example expects. */
static uint64_t must(const struct slice *s) {
    uint64_t bits = 0;
    for (int32_t i = 0; i < s->w->facts && i < FACTS_MOST; i++)
        if (s->best.said[i]) bits |= UINT64_C(1) << i;
    return bits;
}

/* Tries examples that may be better than the best one. good[i] says whether example i shows what
 * the moment does; if only the first that does is wanted, false for those behind it. */
static void try_all(struct slice *s, const struct choice *with, int32_t count, bool first,
                    bool *good) {
    struct verdict v[TOGETHER];
    for (int32_t from = 0; from < count; from += TOGETHER) {
        int32_t n = count - from < TOGETHER ? count - from : TOGETHER;
        memset(v, 0, sizeof v);
        if (has_time(s)) example_try(s->w, s->path, with + from, n, must(s), first, v);
        for (int32_t i = 0; i < n; i++) {
            good[from + i] = v[i].good;
            s->work += v[i].work;
        }
    }
}

/* ---- Making it smaller --------------------------------------------------------------------- */

/* Several changes of one sort as one. */
static struct change merged(struct slice *s, const struct change *x, int32_t count) {
    struct change all = *x;
    int32_t *atom, n = 0;
    for (int32_t i = 0; i < count; i++) n += x[i].atoms;
    all.atom = atom = NEW_ARRAY(&s->w->m->c->arena, (size_t)n + 1, int32_t);
    all.atoms = n;
    for (int32_t i = 0; i < count; i++) {
        memcpy(atom, x[i].atom, (size_t)x[i].atoms * sizeof *atom);
        atom += x[i].atoms;
    }
    return all;
}

static struct choice changed(struct slice *s, const struct change *x, int32_t count) {
    struct choice c = copy(s->w, &s->best);
    for (int32_t i = 0; i < count; i++) apply(&c, &x[i]);
    return c;
}

/* Applies as many of these changes, each of which is good alone, as are good together; `done` says
 * which. */
static void combine(struct slice *s, struct change *x, int32_t count, bool *done) {
    enum { STEPS = 8 };
    bool whole = true; /* first all together, as mostly they go together */
    while (count > 0 && has_time(s)) {
        struct choice c[STEPS];
        int32_t many[STEPS], n = 0, at = 0;
        bool good[STEPS];
        for (int32_t k = count; k > 0 && n<STEPS; k = k> 8 ? k * 3 / 4 : k / 2) many[n++] = k;
        if (whole) n = 1;
        for (int32_t i = 0; i < n; i++) c[i] = changed(s, x, many[i]);
        try_all(s, c, n, true, good);
        while (at < n && !good[at]) at++;
        if (at == n && whole) {
            whole = false;
            continue;
        }
        int32_t taken = at < n ? many[at] : 1; /* none: the first of them is given up */
        for (int32_t i = 0; i < taken; i++) done[i] = at < n;
        if (at < n) s->best = c[at];
        x += taken, done += taken, count -= taken;
    }
}

/* Tries to apply these changes in parts of so many, and drops from the list those that were
 * applied. Returns how many are left. */
static int32_t by_parts(struct slice *s, struct change *x, int32_t count, int32_t size) {
    struct arena *arena = &s->w->m->c->arena;
    int32_t parts = (count + size - 1) / size, n = 0, left = 0;
    struct change *part = NEW_ARRAY(arena, (size_t)parts + 1, struct change);
    struct choice *c = NEW_ARRAY(arena, (size_t)parts + 1, struct choice);
    bool *good = NEW_ARRAY(arena, (size_t)parts + 1, bool);
    bool *done = NEW_ARRAY(arena, (size_t)parts + 1, bool);
    int32_t *from = NEW_ARRAY(arena, (size_t)parts + 1, int32_t);
    bool *gone = NEW_ARRAY(arena, (size_t)count + 1, bool);
    for (int32_t i = 0; i < parts; i++) {
        int32_t many = count - i * size < size ? count - i * size : size;
        part[i] = merged(s, x + i * size, many);
        c[i] = changed(s, &part[i], 1);
    }
    try_all(s, c, parts, false, good);
    for (int32_t i = 0; i < parts; i++) {
        if (!good[i]) continue;
        part[n] = part[i];
        from[n++] = i;
    }
    memset(done, 0, (size_t)parts + 1);
    memset(gone, 0, (size_t)count + 1);
    combine(s, part, n, done);
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = from[i] * size; k < count && k < (from[i] + 1) * size; k++)
            gone[k] = done[i];
    for (int32_t k = 0; k < count; k++)
        if (!gone[k]) x[left++] = x[k];
    return left;
}

/* Applies as many of these changes as is good: all at once, or in ever smaller parts. */
static void make_smaller(struct slice *s, struct change *x, int32_t count) {
    bool good = false;
    if (count == 0) return;
    struct choice all = changed(s, x, count);
    try_all(s, &all, 1, true, &good);
    if (good) {
        s->best = all;
        return;
    }
    int32_t size = count > 8 ? (count + 3) / 4 : 1;
    while (count > 0) {
        count = by_parts(s, x, count, size);
        if (size == 1) break;
        size = size > 4 ? size / 4 : 1;
    }
}

static bool is_made(const struct page *w, int32_t i) {
    return w->atom[i].what == ATOM_THING || w->atom[i].what == ATOM_CARD;
}

/* Whether two things could be told by one line: cards of one pile, things of one blueprint and
 * player. */
static bool is_alike(const struct page *w, int32_t i, int32_t k) {
    const struct atom *a = &w->atom[i], *b = &w->atom[k];
    if (a->what != b->what || a->player != b->player) return false;
    return a->row == b->row;
}

/* Takes out things, with what is said of them: first all of a sort, then one by one. */
static void fewer_things(struct slice *s, bool sorts) {
    struct page *w = s->w;
    struct arena *arena = &w->m->c->arena;
    struct change *x = NEW_ARRAY(arena, (size_t)w->atoms + 1, struct change);
    int32_t count = 0;
    for (int32_t i = 0; i < w->atoms; i++) {
        if (!s->best.in[i] || (!is_made(w, i) && w->atom[i].what != ATOM_SCENARIO)) continue;
        int32_t *atom = NEW_ARRAY(arena, (size_t)w->atoms + 1, int32_t), n = 0;
        bool first = true;
        for (int32_t k = 0; k < w->atoms && sorts; k++) {
            if (!s->best.in[k] || !is_alike(w, i, k)) continue;
            first = first && k >= i;
            atom[n++] = k;
        }
        if (!sorts) atom[n++] = i;
        if (!first) continue;
        int32_t makers = n;
        for (int32_t k = 0; k < w->atoms; k++)
            for (int32_t m = 0; m < makers; m++)
                if (w->atom[k].of == atom[m] && s->best.in[k]) atom[n++] = k;
        x[count++] = (struct change){CHANGE_OUT, atom, n, FORM_EACH};
    }
    make_smaller(s, x, count);
}

/* Takes out what is said of things, of players and of the game: first a field of all who have it,
 * then one by one. */
static void fewer_states(struct slice *s, bool sorts) {
    struct page *w = s->w;
    struct arena *arena = &w->m->c->arena;
    struct change *x = NEW_ARRAY(arena, (size_t)w->atoms + 1, struct change);
    int32_t count = 0;
    for (int32_t i = 0; i < w->atoms; i++) {
        enum atom_what what = w->atom[i].what;
        if (!s->best.in[i] || is_made(w, i) || what == ATOM_LAID || what == ATOM_SCENARIO) continue;
        int32_t *atom = NEW_ARRAY(arena, (size_t)w->atoms + 1, int32_t), n = 0;
        bool first = true;
        for (int32_t k = 0; k < w->atoms && sorts; k++) {
            if (!s->best.in[k] || w->atom[k].what != what || w->atom[k].row != w->atom[i].row)
                continue;
            first = first && k >= i;
            atom[n++] = k;
        }
        if (!sorts) atom[n++] = i;
        if (first) x[count++] = (struct change){CHANGE_OUT, atom, n, FORM_EACH};
    }
    make_smaller(s, x, count);
}

static void place_plainly(struct slice *s, enum formed form) {
    struct page *w = s->w;
    struct arena *arena = &w->m->c->arena;
    struct change *x = NEW_ARRAY(arena, (size_t)w->atoms + 1, struct change);
    int32_t count = 0;
    for (int32_t i = 0; i < w->atoms; i++) {
        const struct atom *a = &w->atom[i];
        if (!s->best.in[i] || a->spots == 0 || s->best.form[i] != FORM_EACH) continue;
        if (form != FORM_OFF && (!a->whole || a->spots == 1)) continue;
        int32_t *atom = NEW(arena, int32_t);
        *atom = i;
        x[count++] = (struct change){CHANGE_FORM, atom, 1, form};
    }
    make_smaller(s, x, count);
}

/* Rounds places to whole inches: all, those that are picked and expected too; else one thing's
 * after the other's. */
static void round_places(struct slice *s) {
    struct page *w = s->w;
    struct arena *arena = &w->m->c->arena;
    struct change *x = NEW_ARRAY(arena, (size_t)w->atoms + 1, struct change);
    int32_t *atom = NEW_ARRAY(arena, (size_t)w->atoms + 1, int32_t), count = 0;
    for (int32_t i = 0; i < w->atoms; i++) {
        if (!s->best.in[i] || w->atom[i].spots == 0 || s->best.form[i] == FORM_OFF) continue;
        atom[count] = i;
        x[count] = (struct change){CHANGE_ROUND, &atom[count], 1, FORM_EACH};
        count++;
    }
    struct choice all = copy(w, &s->best);
    struct change whole = {CHANGE_ROUND, atom, count, FORM_EACH};
    bool good;
    apply(&all, &whole);
    all.rounded = true;
    try_all(s, &all, 1, true, &good);
    if (good)
        s->best = all;
    else
        make_smaller(s, x, count);
}

/* ---- Where to begin ------------------------------------------------------------------------ */

/* Whether a thing fills a role of the event, was picked in it, or is in what is expected. */
static bool is_named(const struct page *w, const struct choice *c, int64_t thing) {
    const struct image_event *e = &w->img->events[w->level->event];
    const struct image_slot *slot = &w->img->slots[w->img->funcs[e->func].first_slot];
    for (int32_t i = 0; i < e->kept && i < SLOTS; i++) {
        int64_t of = i < e->roles ? w->level->role[i] : w->level->kept[i];
        if (slot[i].type.class != V_THING || of <= 0 || !battle_in_play(w->b, of)) continue;
        if (of == thing || example_group(w, w->b, of) == thing) return true;
    }
    for (struct said **at = w->level->from; at != w->level->to; at = &(*at)->next) {
        int64_t of = (*at)->thing;
        if (of == NONE || !battle_in_play(w->b, of)) continue;
        if (of == thing || example_group(w, w->b, of) == thing) return true;
    }
    for (int32_t i = 0; i < w->facts; i++)
        if (c->said[i] && w->fact[i].thing == thing) return true;
    return false;
}

/* How much an example has to begin with: what is named, with what is said of it; with that of the
 * players; with the scenario; with both; with all that is no group; with groups of which nothing is
 * said; with groups as they are, those that are near first; with all there is. */
enum seed {
    SEED_NAMED,
    SEED_STATES,
    SEED_PLAYERS,
    SEED_SCENARIO,
    SEED_BOTH,
    SEED_PIECES,
    SEED_BARE,
    SEED_NEAR,
    SEED_ALL = SEED_NEAR + 4,
    SEEDS
};

/* How far a thing stands from those that are named, of which `far` is 0. */
static int64_t distance(const struct page *w, const int64_t *far, int32_t i) {
    const struct atom *a = &w->atom[i];
    int64_t least = INT64_MAX;
    for (int32_t k = 0; k < w->atoms; k++) {
        const struct atom *b = &w->atom[k];
        if (b->what != ATOM_THING || b->spots == 0 || far[k] != 0) continue;
        int64_t x = (a->spot[0] >> 32) - (b->spot[0] >> 32);
        int64_t y = (int64_t)(int32_t)(uint32_t)(uint64_t)a->spot[0] -
                    (int64_t)(int32_t)(uint32_t)(uint64_t)b->spot[0];
        int64_t way = (x < 0 ? -x : x) + (y < 0 ? -y : y) + 1;
        if (way < least) least = way;
    }
    return least;
}

/* By atom that makes a thing, how far that is from those to begin with; 0: it is one of these. */
static const int64_t *distances(const struct page *w, const struct choice *c) {
    int64_t *far = NEW_ARRAY(&w->m->c->arena, (size_t)w->atoms + 1, int64_t);
    for (int32_t i = 0; i < w->atoms; i++)
        far[i] = is_named(w, c, w->atom[i].thing) ? 0 : INT64_MAX;
    for (int32_t i = 0; i < w->atoms; i++)
        if (w->atom[i].what == ATOM_THING && far[i] && w->atom[i].spots)
            far[i] = distance(w, far, i);
    return far;
}

/* Whether a thing is among the nearest `part` eighths. */
static bool is_near(const struct page *w, const int64_t *far, int32_t i, int32_t part) {
    int32_t nearer = 0, all = 0;
    for (int32_t k = 0; k < w->atoms; k++) {
        if (w->atom[k].what != ATOM_THING) continue;
        all++;
        nearer += far[k] < far[i];
    }
    return nearer * 8 < all * part;
}

static bool is_in_seed(const struct page *w, const int64_t *far, enum seed seed, int32_t i) {
    static const int32_t part[] = {1, 2, 4, 6};
    const struct atom *a = &w->atom[i];
    if (seed == SEED_ALL) return true;
    bool battle = seed == SEED_PLAYERS || seed >= SEED_BOTH, field = seed >= SEED_SCENARIO;
    switch (a->what) {
    case ATOM_SCENARIO:
    case ATOM_READING: return field;
    case ATOM_LAID: return false;
    case ATOM_CARD: return battle || far[i] == 0;
    case ATOM_THING:
        if (far[i] == 0) return true;
        if (seed >= SEED_PIECES && !example_is(w, battle_kind(w->b, a->thing), ROOT_GROUP))
            return true;
        return seed == SEED_BARE ||
               (seed >= SEED_NEAR && is_near(w, far, i, part[seed - SEED_NEAR]));
    case ATOM_FIELD:
    case ATOM_FEATURE: break;
    }
    if (a->of < 0) return battle;
    if (w->atom[a->of].what == ATOM_LAID) return field;
    const struct atom *of = &w->atom[a->of];
    if (seed == SEED_BARE && of->what == ATOM_THING && far[a->of] != 0 &&
        example_is(w, battle_kind(w->b, of->thing), ROOT_GROUP))
        return false;
    return seed >= SEED_STATES && is_in_seed(w, far, seed, a->of);
}

/* Finds an example to begin with, and what of that which came of the event it expects: what matters
 * most or, if not all of that comes of any example, what does. Returns NULL, or why there is no
 * example. */
static const char *begin(struct slice *s) {
    struct page *w = s->w;
    struct choice c[SEEDS];
    struct verdict v[SEEDS];
    s->best = empty(w);
    /* which rows counted can be expected only of the last time when a number was read */
    for (int32_t i = 0; i < w->facts && i < SAID_MOST; i++)
        s->best.said[i] = w->fact[i].what != FACT_ROWS;
    const int64_t *far = distances(w, &s->best);
    for (int32_t k = 0; k < SEEDS; k++) {
        c[k] = copy(w, &s->best);
        for (int32_t i = 0; i < w->facts && i < FACTS_MOST; i++) c[k].said[i] = true;
        for (int32_t i = 0; i < w->atoms; i++) c[k].in[i] = is_in_seed(w, far, (enum seed)k, i);
    }
    example_try(w, s->path, c, SEEDS, must(s), true, v);
    int32_t best = -1, said = 0, most = 0;
    for (int32_t k = 0; k < SEEDS; k++) {
        int32_t holds = 0;
        s->work += v[k].work;
        for (int32_t i = 0; i < w->facts && i < FACTS_MOST; i++)
            holds += v[k].ran && !(v[k].missed >> i & 1);
        if (v[k].good || holds > most) best = k, most = holds;
    }
    if (best < 0)
        return v[SEED_ALL].why ? v[SEED_ALL].why
                               : "what came of it is not what an example comes to";
    s->best = c[best];
    for (int32_t i = 0; i < w->facts; i++) {
        bool holds = i < FACTS_MOST && said < SAID_MOST && !(v[best].missed >> i & 1);
        s->best.said[i] = holds;
        said += holds;
    }
    return NULL;
}

static const char *shaped(struct page *w, const struct sheet *sheet, struct span *shape) {
    struct diags *d = diags_new(w->arena);
    *shape = (struct span){sheet->text, sheet->len};
    uint32_t file = diag_file(d, "example", *shape);
    return form_text(w->arena, d, file, shape) ? NULL : "it is no rule text";
}

const char *example_slice(struct page *w, const char *path, const char *title, struct span *shape) {
    struct slice s = {.w = w, .path = path};
    const char *why = begin(&s);
    if (why) return why;
    struct choice before = copy(w, &s.best);
    fewer_things(&s, true);
    fewer_states(&s, true);
    fewer_things(&s, false);
    fewer_states(&s, false);
    place_plainly(&s, FORM_OFF);
    place_plainly(&s, FORM_FIRST);
    place_plainly(&s, FORM_LAST);
    round_places(&s);
    /* An example that ran in a row of others runs alone and among all examples of the rules, too;
     * should it not, the one from which it was made is told. */
    for (int k = 0; k < 2; k++) {
        struct sheet sheet;
        struct choice *with = k ? &before : &s.best;
        with->joined = true;
        example_write(w, with, title, &sheet);
        why = sheet.cannot ? sheet.cannot : shaped(w, &sheet, shape);
        if (!why) why = example_passes(w, path, *shape);
        if (!why) return NULL;
    }
    return why;
}
