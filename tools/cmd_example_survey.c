/* Of the command example: lists all that an example of one event could give (struct atom) and
 * expect (struct fact). What is given is what differs between the battle as the event begins and
 * one in which scenario and things were made anew; what is expected, what differs between the
 * battle before the event and after it. */
#include "cmd_example.h"

#include <inttypes.h>
#include <string.h>

/* ---- Looking ------------------------------------------------------------------------------- */

bool example_is(const struct page *w, int32_t kind, enum kind_root root) {
    return kind >= 0 && w->img->root[root] >= 0 && image_kind_is(w->img, kind, w->img->root[root]);
}

int64_t example_group(const struct page *w, struct battle *b, int64_t thing) {
    int64_t holder = battle_word(b, thing, T_HOLDER);
    return holder > 0 && example_is(w, battle_kind(b, holder), ROOT_GROUP) ? holder : NONE;
}

/* Returns a copy of a list of a battle. The list itself is good only until the next list is asked
 * for. */
static const int64_t *copy_of(const struct page *w, const int64_t *at, int64_t count) {
    int64_t *copy = NEW_ARRAY(&w->m->c->arena, (size_t)count + 1, int64_t);
    for (int64_t i = 0; i < count; i++) copy[i] = at[i];
    return copy;
}

static const int64_t *list(const struct page *w, struct battle *b, int64_t thing, uint32_t word,
                           int64_t *count) {
    const int64_t *at = battle_list(b, battle_word(b, thing, word), count);
    return copy_of(w, at, *count);
}

const int64_t *example_members(const struct page *w, struct battle *b, int64_t group,
                               int64_t *count) {
    const struct image_kind *k = &w->img->kinds[battle_kind(b, group)];
    return list(w, b, group, (uint32_t)w->img->fields[k->members].slot, count);
}

int32_t example_atom(const struct page *w, int64_t thing) {
    for (int32_t i = 0; i < w->atoms; i++) {
        const struct atom *a = &w->atom[i];
        bool makes = a->what == ATOM_THING || a->what == ATOM_LAID || a->what == ATOM_CARD;
        if (makes && a->thing == thing) return i;
    }
    return -1;
}

static bool is_said(const struct image *img, int32_t kind, int32_t field) {
    const struct image_field *f = &img->fields[field];
    return image_kind_is(img, kind, f->kind) && f->how == FIELD_STORED && f->place >= 0 &&
           !f->pile && f->type.class != V_SET && f->type.class != V_PATH && f->slot >= T_WORDS;
}

/* Whether a field is said of a thing: also the owner of a zone and of what else a scenario lays
 * out. */
static bool is_said_of(const struct page *w, int64_t thing, int32_t field) {
    const struct image_field *f = &w->img->fields[field];
    int32_t kind = battle_kind(w->b, thing), made = battle_blueprint(w->b, thing);
    if (is_said(w->img, kind, field)) return true;
    return f->slot == T_OWNER && image_kind_is(w->img, kind, f->kind) && made >= 0 &&
           w->img->blueprints[made].outer >= 0 && example_group(w, w->b, thing) == NONE;
}

static int bears(struct battle *b, int64_t thing, int32_t blueprint) {
    int64_t count;
    const int64_t *at = battle_list(b, battle_word(b, thing, T_BORNE), &count);
    int n = 0;
    for (int64_t i = 0; i < count; i++) n += battle_blueprint(b, at[i]) == blueprint;
    return n;
}

/* ---- What could be given ------------------------------------------------------------------- */

static struct atom *add_atom(struct page *w, struct atom atom) {
    if (w->atoms == w->atom_room) {
        int32_t room = w->atom_room ? 2 * w->atom_room : 128;
        struct atom *to = NEW_ARRAY(&w->m->c->arena, (size_t)room, struct atom);
        if (w->atoms) memcpy(to, w->atom, (size_t)w->atoms * sizeof *to);
        w->atom = to, w->atom_room = room;
    }
    w->atom[w->atoms] = atom;
    return &w->atom[w->atoms++];
}

/* Whether things of a kind cannot be made by `given PLAYER has NAME`: players, features, items,
 * cards, zones and the like. */
static bool is_other(const struct page *w, int32_t kind) {
    static const enum kind_root roots[] = {ROOT_PLAYER,  ROOT_GAME, ROOT_FEATURE,
                                           ROOT_ITEM,    ROOT_CARD, ROOT_ZONE,
                                           ROOT_TERRAIN, ROOT_AREA, ROOT_BORDER};
    for (size_t i = 0; i < ARRAY_LEN(roots); i++)
        if (example_is(w, kind, roots[i])) return true;
    return false;
}

/* The one thing that is the game; NONE. */
static int64_t the_game(struct battle *b) {
    int64_t games;
    const int64_t *game = battle_extent(b, battle_image(b)->root[ROOT_GAME], &games);
    return games ? game[0] : NONE;
}

/* Lists the scenario, which the game bears, and lays it out in `fresh`. Returns its atom; -1: there
 * is none. */
static int32_t scenario(struct page *w) {
    int64_t game = the_game(w->b), count = 0;
    const int64_t *at = game != NONE ? list(w, w->b, game, T_BORNE, &count) : NULL;
    int32_t atom = -1;
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(w->b, at[i]);
        if (made < 0) continue;
        battle_scenario(w->fresh, made);
        atom = w->atoms;
        add_atom(w, (struct atom){.what = ATOM_SCENARIO, .row = made, .of = -1, .thing = NONE});
    }
    return atom;
}

static void readings(struct page *w) {
    for (int32_t i = 0; i < w->img->rulings_count; i++) {
        int32_t now = battle_reading(w->b, i);
        if (now == w->img->rulings[i].chosen) continue;
        add_atom(w, (struct atom){ATOM_READING, .row = i, .of = -1, .thing = NONE, .value = now});
        battle_ruling(w->fresh, i, now);
    }
}

/* Notes where a thing stands: of a group, where each model on its card stands, as far as models are
 * left. `fresh` is the same thing with all its models. */
static void note_places(struct page *w, struct atom *a, int64_t fresh) {
    int64_t spot = battle_word(w->b, a->thing, T_PLACE), count, all;
    if (!example_is(w, battle_kind(w->b, a->thing), ROOT_GROUP)) {
        a->spot = copy_of(w, &spot, 1);
        a->spots = spot != NONE;
        a->whole = true;
        return;
    }
    const int64_t *now = example_members(w, w->b, a->thing, &count);
    const int64_t *was = example_members(w, w->fresh, fresh, &all);
    int64_t *to = NEW_ARRAY(&w->m->c->arena, (size_t)all + 1, int64_t), k = 0;
    bool on = false;
    for (int64_t i = 0; i < count; i++) on = on || battle_word(w->b, now[i], T_PLACE) != NONE;
    a->whole = count == all;
    if (!on && a->whole) return;
    for (int64_t i = 0; i < all && (k < count || i < 2); i++) {
        bool here =
            k < count && battle_blueprint(w->b, now[k]) == battle_blueprint(w->fresh, was[i]);
        int64_t at = here ? battle_word(w->b, now[k], T_PLACE) : NONE;
        if (here && at == NONE) a->cannot = "a model is off the table";
        to[a->spots++] = at;
        k += here;
    }
    a->spot = to;
    if (k < count) a->cannot = "a unit has other models than its card";
}

/* Lists a thing that the example makes, and makes it in `fresh`. Returns the new thing. */
static int64_t add_thing(struct page *w, int64_t thing, int32_t made) {
    int32_t number = battle_player_number(w->b, battle_word(w->b, thing, T_OWNER));
    /* A thing of nobody is given to the first player. If that matters, running the example shows
     * it. */
    if (number < 0) number = 0;
    int64_t fresh = battle_create(w->fresh, made, battle_player(w->fresh, number));
    struct atom *a = add_atom(w, (struct atom){.what = ATOM_THING,
                                               .row = made,
                                               .of = -1,
                                               .thing = thing,
                                               .player = number,
                                               .cannot = "a thing could not be made anew"});
    if (fresh == NONE) return NONE;
    a->cannot = NULL;
    note_places(w, a, fresh);
    return fresh;
}

/* Whether a thing is a zone, a piece of terrain or the like that the scenario lays out. */
static bool is_laid_out(const struct page *w, int64_t thing) {
    static const enum kind_root roots[] = {ROOT_ZONE, ROOT_TERRAIN, ROOT_AREA, ROOT_BORDER};
    bool of = false;
    for (size_t i = 0; i < ARRAY_LEN(roots); i++)
        of = of || example_is(w, battle_kind(w->b, thing), roots[i]);
    return of && w->img->blueprints[battle_blueprint(w->b, thing)].outer >= 0;
}

/* Returns the thing that the scenario lays out in `fresh` in place of one of the battle; NONE: it
 * lays out none. */
static int64_t laid_out(struct page *w, int64_t thing) {
    int64_t count, fresh = NONE;
    const int64_t *at = battle_extent(w->fresh, battle_kind(w->b, thing), &count);
    for (int64_t i = 0; i < count; i++)
        if (battle_blueprint(w->fresh, at[i]) == battle_blueprint(w->b, thing)) fresh = at[i];
    return fresh;
}

/* Lists a field that differs from that of `fresh`, which is the same thing made anew. `of`: the
 * atom of the thing, -1. */
static void fields(struct page *w, int64_t thing, int64_t fresh, int32_t of) {
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        if (!is_said_of(w, thing, i)) continue;
        uint32_t slot = (uint32_t)w->img->fields[i].slot;
        int64_t now = battle_word(w->b, thing, slot);
        if (now == battle_word(w->fresh, fresh, slot)) continue;
        add_atom(w, (struct atom){ATOM_FIELD, .row = i, .of = of, .thing = thing, .value = now,
                                  .player = battle_player_number(w->b, thing)});
    }
}

static void features(struct page *w, int64_t thing, int64_t fresh, int32_t of) {
    int64_t count;
    const int64_t *at = list(w, w->b, thing, T_BORNE, &count);
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(w->b, at[i]);
        if (made < 0 || bears(w->fresh, fresh, made)) continue;
        add_atom(w, (struct atom){ATOM_FEATURE, .row = made, .of = of, .thing = thing,
                                  .value = at[i], .player = -1});
    }
}

static void things(struct page *w, enum kind_root root, int32_t laid) {
    int64_t count;
    const int64_t *at = battle_extent(w->b, w->img->root[root], &count);
    at = copy_of(w, at, count);
    for (int64_t i = 0; i < count; i++) {
        int32_t made = battle_blueprint(w->b, at[i]), of = w->atoms;
        if (example_atom(w, at[i]) >= 0 || example_group(w, w->b, at[i]) != NONE) continue;
        if (made < 0) continue;
        if (is_other(w, battle_kind(w->b, at[i])) && (laid < 0 || !is_laid_out(w, at[i]))) continue;
        int64_t fresh;
        if (w->img->blueprints[made].outer < 0) {
            fresh = add_thing(w, at[i], made);
        } else {
            add_atom(w, (struct atom){ATOM_LAID, .row = made, .of = laid, .thing = at[i]});
            fresh = laid_out(w, at[i]);
        }
        if (fresh <= 0) continue;
        fields(w, at[i], fresh, of);
        features(w, at[i], fresh, of);
    }
}

static void piles(struct page *w, int32_t number) {
    int64_t player = battle_player(w->b, number);
    int32_t kind = battle_kind(w->b, player);
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        const struct image_field *f = &w->img->fields[i];
        int64_t count;
        if (!f->pile || !image_kind_is(w->img, kind, f->kind)) continue;
        const int64_t *at = list(w, w->b, player, (uint32_t)f->slot, &count);
        for (int64_t k = 0; k < count; k++) {
            int32_t made = battle_blueprint(w->b, at[k]), of = w->atoms;
            if (made < 0) continue;
            add_atom(
                w, (struct atom){ATOM_CARD, .row = i, .of = -1, .thing = at[k], .player = number});
            int64_t fresh = battle_create(w->fresh, made, NONE);
            if (fresh != NONE) fields(w, at[k], fresh, of);
        }
    }
}

/* ---- What could be expected ---------------------------------------------------------------- */

/* Whether the wanted entry tells of such a change. */
static bool is_wanted(const struct page *w, enum fact_what what, int32_t row) {
    switch (w->m->kind) {
    case J_SET:
    case J_HELD: return what == FACT_FIELD && row == w->m->field;
    case J_GIVE:
    case J_TAKE: return what == FACT_FEATURE && row == w->m->blueprint;
    case J_MOVE:
    case J_PLACE: return what == FACT_PLACE;
    case J_REMOVE:
    case J_DESTROY: return what == FACT_GONE || what == FACT_COUNT;
    case J_PUT:
    case J_DRAW: return what == FACT_PILE;
    default: return false;
    }
}

static void add_fact(struct page *w, struct fact fact) {
    if (w->facts == w->fact_room) {
        int32_t room = w->fact_room ? 2 * w->fact_room : 64;
        struct fact *to = NEW_ARRAY(&w->m->c->arena, (size_t)room, struct fact);
        if (w->facts) memcpy(to, w->fact, (size_t)w->facts * sizeof *to);
        w->fact = to, w->fact_room = room;
    }
    if (is_wanted(w, fact.what, fact.row)) fact.rank -= 10000;
    int32_t at = w->facts++;
    for (; at > 0 && w->fact[at - 1].rank > fact.rank; at--) w->fact[at] = w->fact[at - 1];
    w->fact[at] = fact;
}

/* How soon what changed about a thing is told: first of what fills a role of the event, then of
 * what it kept, then of what was picked in it, then of others. */
static int32_t rank_of(const struct page *w, int64_t thing) {
    const struct image_event *e = &w->img->events[w->level->event];
    const struct image_slot *slot = &w->img->slots[w->img->funcs[e->func].first_slot];
    for (int32_t i = 0; i < e->kept && i < SLOTS; i++) {
        int64_t of = i < e->roles ? w->level->role[i] : w->level->kept[i];
        if (slot[i].type.class != V_THING || of <= 0) continue;
        if (of == thing || (battle_in_play(w->b, of) && example_group(w, w->b, of) == thing))
            return 100 + 10 * i;
    }
    for (struct said **at = w->level->from; at != w->level->to; at = &(*at)->next)
        if ((*at)->thing == thing) return 1000;
    return 2000;
}

static void kept_facts(struct page *w) {
    const struct image_event *e = &w->img->events[w->level->event];
    const struct image_slot *slot = &w->img->slots[w->img->funcs[e->func].first_slot];
    for (int32_t i = e->roles; i < e->kept && i < SLOTS; i++) {
        uint8_t class = slot[i].type.class;
        bool fit = class == V_NUMBER || class == V_TRUTH || class == V_LENGTH || class == V_ENUM ||
                   class == V_THING;
        if (fit && w->level->kept[i] != NONE)
            add_fact(w, (struct fact){FACT_KEPT, .row = i, .thing = NONE, .rank = i});
    }
}

static void field_facts(struct page *w, int64_t thing, int32_t rank) {
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        if (!is_said_of(w, thing, i)) continue;
        uint32_t slot = (uint32_t)w->img->fields[i].slot;
        if (battle_word(w->b, thing, slot) != battle_word(w->after, thing, slot))
            add_fact(w, (struct fact){FACT_FIELD, .row = i, .thing = thing, .rank = rank});
    }
}

static void thing_facts(struct page *w, int64_t thing) {
    /* Of a thing without a role losses come before all else that changed. */
    int32_t rank = rank_of(w, thing), lost = rank < 600 ? rank : 600;
    int64_t was, now;
    if (!battle_in_play(w->after, thing) ||
        battle_blueprint(w->after, thing) != battle_blueprint(w->b, thing)) {
        add_fact(w, (struct fact){FACT_GONE, .thing = thing, .rank = lost});
        return;
    }
    if (example_is(w, battle_kind(w->b, thing), ROOT_GROUP)) {
        const int64_t *from = example_members(w, w->b, thing, &was),
                      *to = example_members(w, w->after, thing, &now);
        int64_t stands = now ? battle_word(w->after, to[0], T_PLACE) : NONE, stood = NONE;
        for (int64_t i = 0; i < was && now; i++)
            if (from[i] == to[0]) stood = battle_word(w->b, from[i], T_PLACE);
        if (was != now) add_fact(w, (struct fact){FACT_COUNT, .thing = thing, .rank = lost + 1});
        if (stands != NONE && stood != stands)
            add_fact(w, (struct fact){FACT_PLACE, .thing = thing, .rank = rank + 2});
    }
    field_facts(w, thing, rank + 4);
    for (int32_t k = 0; k < w->img->blueprints_count; k++) {
        const struct image_blueprint *p = &w->img->blueprints[k];
        if (!example_is(w, p->kind, ROOT_FEATURE) || p->params) continue;
        int had = bears(w->b, thing, k), has = bears(w->after, thing, k);
        if (had != has && (!had || !has))
            add_fact(w, (struct fact){FACT_FEATURE, .row = k, .thing = thing, .value = has,
                                      .rank = rank + 3});
    }
}

static void player_facts(struct page *w, int32_t number) {
    int64_t player = battle_player(w->b, number), was, now;
    int32_t rank = rank_of(w, player) + 1000;
    field_facts(w, player, rank);
    for (int32_t i = 0; i < w->img->fields_count; i++) {
        const struct image_field *f = &w->img->fields[i];
        if (!f->pile || !image_kind_is(w->img, battle_kind(w->b, player), f->kind)) continue;
        battle_list(w->b, battle_word(w->b, player, (uint32_t)f->slot), &was);
        battle_list(w->after, battle_word(w->after, player, (uint32_t)f->slot), &now);
        if (was != now)
            add_fact(w, (struct fact){FACT_PILE, .row = i, .thing = player, .rank = rank});
    }
}

bool example_survey(struct page *w) {
    struct run_options o = {.seed = 1, .chance = CHANCE_ASK};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    battle_reset(w->fresh, &o);
    battle_stand(w->b, &w->level->begin);
    battle_stand(w->after, &w->level->end);
    w->atoms = w->atom_room = w->facts = w->fact_room = 0, w->cannot = NULL;
    int32_t laid = scenario(w);
    readings(w);
    things(w, ROOT_GROUP, laid);
    things(w, ROOT_PIECE, laid);
    things(w, ROOT_THING, laid);
    for (int32_t i = 0; i < w->img->players; i++) piles(w, i);
    for (int32_t i = 0; i < w->img->players; i++)
        fields(w, battle_player(w->b, i), battle_player(w->fresh, i), -1);
    int64_t game = the_game(w->b), fresh = the_game(w->fresh);
    if (game != NONE && fresh != NONE) fields(w, game, fresh, -1);
    if (w->m->labels)
        add_fact(w, (struct fact){FACT_ROWS, .row = w->m->number, .thing = NONE, .rank = -20000});
    kept_facts(w);
    for (int32_t i = 0; i < w->atoms; i++) {
        const struct atom *a = &w->atom[i];
        if (a->what == ATOM_THING || a->what == ATOM_LAID) thing_facts(w, a->thing);
        if (a->what == ATOM_CARD) thing_facts(w, a->thing);
    }
    for (int32_t i = 0; i < w->img->players; i++) player_facts(w, i);
    if (game != NONE) field_facts(w, game, 5000);
    w->idle = w->facts == 0;
    if (w->idle) add_fact(w, (struct fact){FACT_YES, .thing = NONE});
    if (w->level->answers > ANSWERS_MOST)
        w->cannot = arena_print(&w->m->c->arena, "%d answers were given in it, and %d are the most",
                                (int)w->level->answers, ANSWERS_MOST);
    return !w->cannot;
}

/* ---- The numbers that were read ------------------------------------------------------------ */

static const char *item_text(struct arena *arena, const struct journal_item *item) {
    const uint8_t class = item->type.class;
    bool plain = class == V_NUMBER || class == V_LENGTH || class == V_TRUTH || class == V_ENUM;
    return plain ? arena_print(arena, "%" PRId64, item->values[0]) : "-";
}

/* Texts put one behind the other. */
struct lines {
    char *text;
    size_t len, room;
};

static void add_text(struct lines *l, const char *text) {
    size_t len = strlen(text);
    l->text = memory_grow(l->text, &l->room, l->len + len + 1, 1);
    memcpy(l->text + l->len, text, len + 1);
    l->len += len;
}

static const char *done(struct lines *l, struct arena *arena) {
    const char *text = l->text ? arena_text(arena, l->text, l->len) : "";
    memory_free(l->text);
    return text;
}

static void add_account(struct lines *l, struct arena *arena, const struct image *img,
                        const struct journal_entry *e) {
    struct journal_item start, result, amount;
    struct journal_account_row row;
    size_t at = journal_account_start(e);
    if (!journal_item(e, &at, &start) || !journal_item(e, &at, &result)) return;
    add_text(l, image_text(img, img->quantities[e->words[0]].name));
    add_text(l, arena_print(arena, " %s %s", item_text(arena, &start), item_text(arena, &result)));
    while (journal_account_row(e, &at, &row, &amount)) {
        int32_t label = row.rule >= 0 ? img->rules[row.rule].label : -1;
        const char *name = label >= 0 ? image_text(img, label) : row.label;
        add_text(l, arena_print(arena, ", %s %s", item_text(arena, &amount), name));
    }
    add_text(l, "\n");
}

const char *example_accounts(struct arena *arena, const struct image *img, const struct journal *j,
                             size_t from, size_t to) {
    struct journal_entry e;
    struct lines l = {0};
    for (size_t at = from; at < to && journal_next(j, &at, &e);)
        if (e.kind == J_ACCOUNT) add_account(&l, arena, img, &e);
    return done(&l, arena);
}

/* The events of some entries of a journal: by number, whether dice are thrown or counted in it or
 * right within it; by depth, the number of the event that runs there. Number 0 is what stands
 * outside of these events. */
struct thrown {
    bool *dice;
    size_t room;
    int32_t events, at[LEVELS];
};

/* Notes an entry, and returns the number of the event in which it stands. */
static int32_t note_entry(struct thrown *t, const struct journal_entry *e) {
    int32_t depth = e->depth < 0 ? 0 : e->depth < LEVELS ? e->depth : LEVELS - 1;
    if (e->kind == J_BEGIN) t->at[depth] = ++t->events;
    t->dice = memory_grow_zeroed(t->dice, &t->room, (size_t)t->events + 1, sizeof *t->dice);
    if (e->kind == J_ROLL || e->kind == J_REROLL || e->kind == J_COUNT) {
        t->dice[t->at[depth]] = true;
        if (depth > 0) t->dice[t->at[depth - 1]] = true;
    }
    return t->at[depth];
}

const char *example_numbers(struct arena *arena, const struct image *img, const struct journal *j,
                            size_t from, size_t to, size_t wanted) {
    struct journal_entry e;
    struct lines l = {0};
    struct thrown t = {0}, again = {0};
    for (size_t at = from; at < to && journal_next(j, &at, &e);) note_entry(&t, &e);
    for (size_t at = from; at < to;) {
        size_t here = at;
        if (!journal_next(j, &at, &e)) break;
        int32_t event = note_entry(&again, &e);
        if (e.kind != J_ACCOUNT) continue;
        if (here == wanted || (t.dice[event] && journal_has_rows(&e)))
            add_account(&l, arena, img, &e);
    }
    memory_free(t.dice);
    memory_free(again.dice);
    return done(&l, arena);
}
