/*
 * The first line of a journal in JSON Lines: what many entries name, told once. A survey of the
 * whole journal finds what is named, numbers it in the order of first mention, and finds which
 * account dice were counted against.
 */
#include <string.h>

#include "journal_inner.h"

/* ---- Things ---- */

/* A thing without id has a number only if its name says which one it is. */
static size_t same_name(const struct json *o, int64_t word) {
    size_t i = 0;
    while (i < o->things_count && o->things[i].word != word) i++;
    return i;
}

int64_t json_thing(const struct json *o, int64_t word) {
    const struct journal_name n = journal_name_unpack(o->img, word);
    if (n.id > 0) return (size_t)n.id < o->by_id_room ? o->by_id[n.id] : 0;
    if (n.blueprint < 0) return 0;
    const size_t i = same_name(o, journal_names_word(&o->names, word));
    return i < o->things_count ? (int64_t)i + 1 : 0;
}

static void add_thing(struct json *o, int64_t word, int32_t id) {
    o->things = memory_grow(o->things, &o->things_room, o->things_count + 1, sizeof *o->things);
    o->things[o->things_count++] =
        (struct json_thing){.word = journal_names_word(&o->names, word), .title = -1, .spot = NONE};
    if (id > 0) o->by_id[id] = (int32_t)o->things_count;
}

int64_t json_spot(const struct json *o, int64_t thing) {
    return thing > 0 && (size_t)thing <= o->things_count ? o->things[thing - 1].spot : NONE;
}

void json_stands(struct json *o, int64_t thing, int64_t spot) {
    if (thing > 0 && (size_t)thing <= o->things_count) o->things[thing - 1].spot = spot;
}

static bool is_player(const struct json *o, int32_t kind) {
    return kind >= 0 && kind < o->img->kinds_count && o->img->kinds[kind].root == ROOT_PLAYER;
}

/* Whether the thing that has an id now is another one than the thing of this number, which had it:
 * one of another sort, or one that enters play when the other has entered, or has left it. */
static bool is_other(const struct json *o, int64_t number, struct journal_name now,
                     enum journal_kind kind) {
    const struct json_thing *t = &o->things[number - 1];
    const struct journal_name then = journal_name_unpack(o->img, t->word);
    if (now.id == 0) return false;
    return then.blueprint != now.blueprint || then.kind != now.kind ||
           (kind == J_CREATE && t->created) || (kind == J_GIVE && t->gone);
}

/* Numbers a thing at its first mention. `kind`: that of the entry, if the thing is the first that
 * it names; otherwise J_COUNT_. */
static void note_thing(struct json *o, int64_t word, enum journal_kind kind) {
    if (word == NONE) return;
    const struct journal_name n = journal_name_unpack(o->img, word);
    if (is_player(o, n.kind) || (n.id == 0 && n.blueprint < 0)) return;
    if (n.id > 0)
        o->by_id = memory_grow_zeroed(o->by_id, &o->by_id_room, (size_t)n.id + 1, sizeof *o->by_id);
    int64_t number = json_thing(o, word);
    if (number == 0 || is_other(o, number, n, kind)) {
        add_thing(o, word, n.id);
        number = (int64_t)o->things_count;
    }
    struct json_thing *t = &o->things[number - 1];
    if (kind == J_CREATE || kind == J_GIVE) t->created = true;
    if (kind == J_TAKE || kind == J_DESTROY || kind == J_REMOVE) t->gone = true;
}

/* ---- Places ---- */

int32_t json_place(const struct json *o, int32_t place) {
    return place >= 0 && place < o->img->places_count ? o->place_number[place] : 0;
}

static void note_place(struct json *o, int32_t place) {
    char text[8];
    if (place < 0 || place >= o->img->places_count || o->place_number[place]) return;
    if (!*journal_place_text(o->img, o->root, place, text, sizeof text)) return;
    o->places[o->places_count++] = place;
    o->place_number[place] = o->places_count;
}

/* ---- What an entry names ---- */

static void mark(bool *table, int64_t i, int32_t count) {
    if (i >= 0 && i < count) table[i] = true;
}

static void note_value(struct json *o, struct image_type type, int64_t value) {
    if (value == NONE || value == UNKEPT) return;
    if (type.class == V_THING) note_thing(o, value, J_COUNT_);
    if (type.class == V_BLUEPRINT) mark(o->blueprints, value, o->img->blueprints_count);
    if (type.class == V_EVENT) mark(o->events, value, o->img->events_count);
}

static bool note_item(struct json *o, const struct journal_entry *e, size_t *at) {
    struct journal_item item;
    if (!journal_item(e, at, &item)) return false;
    for (int64_t i = 0; i < item.count; i++) note_value(o, item.each, item.values[i]);
    return true;
}

static void note_rows(struct json *o, const struct journal_entry *e, size_t *at) {
    struct journal_account_row row;
    struct journal_item amount;
    while (journal_account_row(e, at, &row, &amount)) {
        for (int64_t i = 0; i < amount.count; i++) note_value(o, amount.each, amount.values[i]);
        if (row.rule >= 0 && row.rule < o->img->rules_count)
            note_place(o, o->img->rules[row.rule].place);
    }
}

/* Notes what stands in one word. Returns how many values follow that belong to it. */
static int64_t note_word(struct json *o, char letter, int64_t word) {
    const struct image *img = o->img;
    switch (letter) {
    case 'e': mark(o->events, word, img->events_count); break;
    case 'q': mark(o->quantities, word, img->quantities_count); break;
    case 'f': mark(o->fields, word, img->fields_count); break;
    case 'D': mark(o->dice, word, img->dice_count); break;
    case 'A': return word;
    default: break;
    }
    return 0;
}

/* Passes over a template, whose holes are told in words. */
static void pass_template(const struct json *o, const struct journal_entry *e, size_t *at) {
    struct journal_item item;
    const int64_t tmpl = *at < e->count ? e->words[(*at)++] : -1;
    if (tmpl < 0 || tmpl >= o->img->templates_count) return;
    for (int32_t i = 1; i < o->img->templates[tmpl].texts; i++) journal_item(e, at, &item);
}

static void note_payload(struct json *o, const struct journal_entry *e) {
    const char *p = journal_row(e->kind)->payload;
    size_t at = 0;
    for (char letter; (letter = *p);) {
        const bool skipped = !o->options->open && strncmp(p, "V open", 6) == 0;
        int64_t n = 0;
        switch (letter) {
        case 'R': note_rows(o, e, &at); break;
        case 'z': at += journal_words_count(e, at); break;
        case 't': pass_template(o, e, &at); break;
        case 'v':
        case 'T': note_item(o, e, &at); break;
        case 'V':
        case 'M':
            while (!skipped && note_item(o, e, &at)) {
            }
            break;
        default:
            if (at < e->count) n = note_word(o, letter, e->words[at++]);
            while (n > 0 && note_item(o, e, &at)) n--;
        }
        for (p += 2; *p && *p != ' ';) p++;
        if (*p) p++;
    }
}

static void note_things(struct json *o, const struct journal_entry *e) {
    const bool first = e->kind == J_CREATE || e->kind == J_GIVE || e->kind == J_TAKE ||
                       e->kind == J_DESTROY || e->kind == J_REMOVE;
    struct journal_item item;
    size_t at = 0;
    if (first && journal_item(e, &at, &item)) note_thing(o, item.values[0], e->kind);
    note_payload(o, e);
    at = 0;
    if (e->kind != J_NAMED || !journal_item(e, &at, &item)) return;
    const int64_t number = json_thing(o, item.values[0]);
    if (number > 0 && at < e->count) o->things[number - 1].title = (int32_t)e->words[at];
}

/* ---- Rolls, and what dice are counted against ---- */

static void note_roll(struct json *o, const struct journal_entry *e, int64_t begin, int64_t n) {
    const bool again = e->kind == J_REROLL;
    o->rolls = memory_grow(o->rolls, &o->rolls_room, o->rolls_count + 1, sizeof *o->rolls);
    o->rolls[o->rolls_count++] =
        (struct json_roll){.mark = begin,
                           .n = n,
                           .die = (int32_t)e->words[1],
                           .count = e->words[2],
                           .again = again,
                           .of = again ? e->words[3] : -1,

                           .rolled = again ? (uint64_t)e->words[e->count - 1] : 0};
}

const struct json_roll *json_roll_at(const struct json *o, int64_t begin) {
    size_t from = 0, to = o->rolls_count;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (o->rolls[mid].mark < begin)
            from = mid + 1;
        else
            to = mid;
    }
    return from < o->rolls_count && o->rolls[from].mark == begin ? &o->rolls[from] : NULL;
}

int64_t json_roll_number(const struct json *o, int64_t begin) {
    const struct json_roll *roll = json_roll_at(o, begin);
    return roll ? o->options->before + roll->n : 0;
}

static void note_account(struct json *o, const struct journal_entry *e, int64_t n) {
    struct journal_item start, result;
    size_t at = journal_account_start(e);
    if (!journal_item(e, &at, &start) || !journal_item(e, &at, &result) || result.list) return;
    o->accounts[o->accounts_count++ % JSON_ACCOUNTS] =
        (struct json_account){n, result.values[0], e->depth, at < e->count};
}

/* Returns the number at the edge of a set of faces, as 4 of "4 or less"; NONE if it has no such
 * edge. */
static int64_t edge_of(const struct image *img, int64_t die, uint64_t mask) {
    if (die < 0 || die >= img->dice_count || img->dice[die].first_face >= 0 || !mask) return NONE;
    const int32_t sides = img->dice[die].sides;
    if (sides > MAX_FACES) return NONE;
    const uint64_t all = sides == 64 ? UINT64_MAX : (UINT64_C(1) << sides) - 1;
    if ((mask & (mask + 1)) == 0) return __builtin_popcountll(mask);
    const uint64_t rest = all ^ mask;
    return (rest & (rest + 1)) == 0 ? __builtin_popcountll(rest) + 1 : NONE;
}

/* Notes the account of the number against which faces are counted: the last one in this event whose
 * result is the edge of the faces. One without rows may only hand on the result of another. */
static void note_count(struct json *o, const struct journal_entry *e, int64_t n) {
    const int64_t edge = edge_of(o->img, e->words[0], (uint64_t)e->words[3]);
    const struct json_account *found = NULL;
    const size_t kept = o->accounts_count < JSON_ACCOUNTS ? o->accounts_count : JSON_ACCOUNTS;
    const int64_t begun = e->depth < JSON_DEPTHS ? o->begin_n[e->depth] : 0;
    for (size_t i = 1; i <= kept && edge != NONE; i++) {
        const struct json_account *a = &o->accounts[(o->accounts_count - i) % JSON_ACCOUNTS];
        if (a->depth != e->depth || a->n < begun) continue;
        if (a->result == edge && (!found || a->rows)) found = a;
        if (found && (found->rows || a->result != edge)) break;
    }
    if (!found) return;
    o->against =
        memory_grow_zeroed(o->against, &o->against_room, (size_t)n + 1, sizeof *o->against);
    o->against[n] = found->n;
    o->against[found->n] = -1;
}

bool json_told(const struct json *o, const struct journal_entry *e, int64_t n) {
    if (e->kind != J_ACCOUNT || journal_has_rows(e)) return true;
    return (size_t)n < o->against_room && o->against[n] < 0;
}

void json_counted(struct json *o, int64_t n) {
    const int64_t against = (size_t)n < o->against_room ? o->against[n] : 0;
    if (against <= 0) return;
    json_key(o, "against");
    json_number(o, o->options->before + against);
}

/* ---- Going through the journal ---- */

const struct journal_entry *json_begin_of(const struct json *o, const struct journal_entry *e) {
    if (e->depth >= JSON_DEPTHS) return NULL;
    const struct journal_entry *begin = &o->begin[e->depth];
    return begin->count && e->count && begin->words[0] == e->words[0] ? begin : NULL;
}

int64_t json_count_open(const struct journal_entry *e, size_t at) {
    struct journal_item item;
    int64_t n = 0;
    while (journal_item(e, &at, &item)) n++;
    return n;
}

static void keep_begin(struct json *o, const struct journal_entry *e, int64_t n) {
    if (e->kind != J_BEGIN || e->depth >= JSON_DEPTHS) return;
    o->begin[e->depth] = *e;
    o->begin_n[e->depth] = n;
}

bool json_next(struct json *o, const struct journal *j, size_t *at, struct journal_entry *e,
               int64_t *n) {
    if (!journal_next(j, at, e)) return false;
    ++*n;
    keep_begin(o, e, *n);
    if (json_told(o, e, *n)) note_things(o, e);
    return true;
}

static void note_scenario(struct json *o, const struct journal_entry *e) {
    struct journal_item item;
    size_t at = 1;
    if (e->kind != J_BEGIN || e->count == 0 || e->words[0] != o->img->battle) return;
    if (o->scenario >= 0 || !journal_item(e, &at, &item) || item.values[0] == NONE) return;
    if (item.type.class == V_BLUEPRINT) o->scenario = item.values[0];
    if (item.type.class == V_THING)
        o->scenario = journal_name_unpack(o->img, item.values[0]).blueprint;
}

/* Notes the sides of players, and who takes no part, up to the begin of the battle. */
static void note_players(struct json *o, const struct journal_entry *e) {
    struct journal_item item;
    size_t at = 0;
    int64_t side;
    if (e->kind == J_BEGIN) o->begun = true;
    if (o->begun) return;
    const int32_t player = journal_side_set(o->img, e, o->side_field, &side);
    if (player >= 0) o->side[player] = side;
    if (e->kind != J_REMOVE || !journal_item(e, &at, &item)) return;
    const struct journal_name name = journal_name_unpack(o->img, item.values[0]);
    if (is_player(o, name.kind) && name.owner >= 0) o->away |= UINT64_C(1) << name.owner;
}

/* Marks whatever has the name of another one before it, among those that are told. */
static void mark_others(const struct json *o, char letter, const bool *told, bool *other,
                        int32_t count) {
    const struct image *img = o->img;
    for (int32_t i = 0; i < count; i++) {
        const int32_t name = letter == 'q' ? img->quantities[i].name : img->fields[i].name;
        for (int32_t k = 0; told[i] && k < i && !other[i]; k++)
            other[i] =
                told[k] && name == (letter == 'q' ? img->quantities[k].name : img->fields[k].name);
    }
}

bool json_first_of_name(const struct json *o, char letter, int64_t which) {
    return letter == 'q' ? !o->other_quantities[which] : !o->other_fields[which];
}

static bool *flags(struct json *o, int32_t count) {
    return NEW_ARRAY(&o->arena, (size_t)count + 1, bool);
}

void json_survey(struct json *o, const struct journal *j) {
    const struct image *img = o->img;
    struct journal_entry e;
    int64_t n = 0;
    o->j = j;
    o->scenario = -1;
    o->side_field = journal_side_field(img);
    for (int32_t i = 0; i < MAX_PLAYERS; i++) o->side[i] = NONE;
    o->place_number = NEW_ARRAY(&o->arena, (size_t)img->places_count + 1, int32_t);
    o->places = NEW_ARRAY(&o->arena, (size_t)img->places_count + 1, int32_t);
    o->events = flags(o, img->events_count);
    o->quantities = flags(o, img->quantities_count);
    o->fields = flags(o, img->fields_count);
    o->other_quantities = flags(o, img->quantities_count);
    o->other_fields = flags(o, img->fields_count);
    o->blueprints = flags(o, img->blueprints_count);
    o->dice = flags(o, img->dice_count);
    for (size_t at = 0, begin = 0; journal_next(j, &at, &e); begin = at) {
        n++;
        keep_begin(o, &e, n);
        note_scenario(o, &e);
        note_players(o, &e);
        if (e.kind == J_ROLL || e.kind == J_REROLL) note_roll(o, &e, (int64_t)begin, n);
        if (e.kind == J_ACCOUNT) note_account(o, &e, n);
        if (e.kind == J_COUNT) note_count(o, &e, n);
    }
    n = 0;
    for (size_t at = 0; json_next(o, j, &at, &e, &n);)
        if (json_told(o, &e, n)) note_place(o, e.place);
    for (size_t i = 0; i < o->things_count; i++) {
        const int32_t blueprint = journal_name_unpack(img, o->things[i].word).blueprint;
        mark(o->blueprints, blueprint, img->blueprints_count);
    }
    mark_others(o, 'q', o->quantities, o->other_quantities, img->quantities_count);
    mark_others(o, 'f', o->fields, o->other_fields, img->fields_count);
    if (o->scenario >= 0) mark(o->blueprints, o->scenario, img->blueprints_count);
}

void json_forget(struct json *o) {
    memory_free(o->things);
    memory_free(o->by_id);
    memory_free(o->rolls);
    memory_free(o->against);
    arena_free(&o->arena);
}

/* ---- The first line ---- */

static void put_cites(struct json *o, int32_t first, int32_t count) {
    if (first < 0 || count <= 0) return;
    json_key(o, "cites");
    for (int32_t i = 0; i < count; i++) {
        json_raw(o, i ? "," : "[");
        json_string(o, image_text(o->img, o->img->cites[first + i]));
    }
    json_raw(o, "]");
}

/* Writes a row of a table whose rows have names: a title, and clauses. */
static void put_row(struct json *o, bool *first, int32_t name, int32_t title, int32_t cites,
                    int32_t cite_count) {
    json_raw(o, *first ? "" : ",");
    *first = false;
    json_string(o, image_text(o->img, name));
    json_raw(o, ":{\"title\":");
    char text[200];
    json_string(o, journal_title(o->img, title, name, text, sizeof text));
    put_cites(o, cites, cite_count);
    json_raw(o, "}");
}

static void put_tables(struct json *o) {
    const struct image *img = o->img;
    bool first = true;
    json_raw(o, ",\"events\":{");
    for (int32_t i = 0; i < img->events_count; i++) {
        const struct image_event *e = &img->events[i];
        if (o->events[i]) put_row(o, &first, e->name, e->title, e->cites, e->cite_count);
    }
    first = true;
    json_raw(o, "},\"numbers\":{");
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        if (o->quantities[i] && json_first_of_name(o, 'q', i))
            put_row(o, &first, q->name, q->label, q->cites, q->cite_count);
    }
    first = true;
    json_raw(o, "},\"fields\":{");
    for (int32_t i = 0; i < img->fields_count; i++)
        if (o->fields[i] && json_first_of_name(o, 'f', i))
            put_row(o, &first, img->fields[i].name, img->fields[i].label, -1, 0);
    first = true;
    json_raw(o, "},\"blueprints\":{");
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        const struct image_blueprint *b = &img->blueprints[i];
        if (o->blueprints[i]) put_row(o, &first, b->name, b->title, b->cites, b->cite_count);
    }
    json_raw(o, "}");
}

static void put_dice(struct json *o) {
    const struct image *img = o->img;
    bool first = true;
    json_raw(o, ",\"dice\":{");
    for (int32_t i = 0; i < img->dice_count; i++) {
        if (!o->dice[i]) continue;
        json_raw(o, first ? "" : ",");
        first = false;
        json_string(o, image_text(img, img->dice[i].name));
        json_raw(o, ":{\"sides\":");
        json_number(o, img->dice[i].sides);
        json_raw(o, "}");
    }
    json_raw(o, "}");
}

static void put_thing_row(struct json *o, const struct json_thing *t) {
    const struct image *img = o->img;
    const struct journal_name n = journal_name_unpack(img, t->word);
    char text[200];
    json_raw(o, "{\"name\":");
    json_string(o, journal_name_text(img, t->word, text, sizeof text));
    if (t->title >= 0) {
        json_key(o, "title");
        json_string(o, image_text(img, t->title));
    }
    if (n.owner >= 0 && n.owner < img->players) {
        json_key(o, "owner");
        json_string(o, image_player(img, n.owner));
    }
    if (n.blueprint >= 0 && n.blueprint < img->blueprints_count) {
        json_key(o, "blueprint");
        json_string(o, image_text(img, img->blueprints[n.blueprint].name));
    }
    if (n.kind >= 0 && n.kind < img->kinds_count) {
        json_key(o, "kind");
        json_string(o, image_text(img, img->kinds[n.kind].name));
    }
    json_raw(o, "}");
}

static void put_rule_text(struct json *o, int32_t place, bool whole) {
    const struct journal_json_options *how = o->options;
    const char *text = how->text && place >= 0 ? how->text(how->user, place, whole) : NULL;
    if (!text || !*text) return;
    json_key(o, "text");
    json_string(o, text);
}

/* Writes the places, each with its line of rule text and the clauses that a rule or choice cites
 * there. */
static void put_places(struct json *o) {
    const struct image *img = o->img;
    struct journal_cites *cites =
        NEW_ARRAY(&o->arena, (size_t)img->places_count + 1, struct journal_cites);
    char text[400];
    for (int32_t i = 0; i < img->rules_count; i++) {
        const struct image_rule *r = &img->rules[i];
        if (r->place >= 0) cites[r->place] = (struct journal_cites){r->cites, r->cite_count};
    }
    for (int32_t i = 0; i < img->choices_count; i++) {
        const struct image_choice *c = &img->choices[i];
        if (c->place >= 0) cites[c->place] = (struct journal_cites){c->cites, c->cite_count};
    }
    json_raw(o, ",\"places\":[");
    for (int32_t i = 0; i < o->places_count; i++) {
        const int32_t place = o->places[i];
        json_raw(o, i ? ",{\"at\":" : "{\"at\":");
        json_string(o, journal_place_text(img, o->root, place, text, sizeof text));
        put_cites(o, cites[place].first, cites[place].count);
        put_rule_text(o, place, false);
        json_raw(o, "}");
    }
    json_raw(o, "]");
}

static void put_scenario(struct json *o) {
    const struct image *img = o->img;
    if (o->scenario < 0 || o->scenario >= img->blueprints_count) return;
    const struct image_blueprint *b = &img->blueprints[o->scenario];
    char text[200];
    json_raw(o, ",\"scenario\":{\"name\":");
    json_string(o, image_text(img, b->name));
    json_key(o, "title");
    json_string(o, journal_title(img, b->title, b->name, text, sizeof text));
    put_rule_text(o, b->place, true);
    json_raw(o, "}");
}

/* Whether a player takes part and is of the side of the one of this number. */
static bool is_with(const struct json *o, int32_t i, int32_t of) {
    return !(o->away >> i & 1) && o->side[i] == o->side[of];
}

static void put_players(struct json *o) {
    bool any = false;
    json_key(o, "players");
    json_raw(o, "[");
    for (int32_t i = 0; i < o->img->players; i++) {
        if (o->away >> i & 1) continue;
        if (any) json_raw(o, ",");
        any = true;
        json_string(o, image_player(o->img, i));
    }
    json_raw(o, "]");
}

/* Writes the sides of several players with which the battle begins, as lists of players. */
static void put_sides(struct json *o) {
    const int32_t players = o->img->players;
    bool any = false;
    for (int32_t i = 0; i < players; i++) {
        int32_t first = 0;
        if (o->side[i] == NONE || o->away >> i & 1) continue;
        while (!is_with(o, first, i)) first++;
        if (first < i) continue;
        if (!any) json_key(o, "sides");
        json_raw(o, any ? "," : "[");
        any = true;
        for (int32_t k = i; k < players; k++) {
            if (!is_with(o, k, i)) continue;
            json_raw(o, k > i ? "," : "[");
            json_string(o, image_player(o->img, k));
        }
        json_raw(o, "]");
    }
    if (any) json_raw(o, "]");
}

void json_head(struct json *o) {
    const struct image *img = o->img;
    json_raw(o, "{\"format\":\"myth journal\",\"version\":3,\"ruleset\":");
    json_string(o, image_text(img, img->name));
    if (img->title >= 0) {
        json_key(o, "title");
        json_string(o, image_text(img, img->title));
    }
    json_key(o, "ruleset_version");
    json_string(o, image_text(img, img->version));
    put_players(o);
    put_sides(o);
    put_scenario(o);
    json_raw(o, ",\"things\":[");
    for (size_t i = 0; i < o->things_count; i++) {
        if (i) json_raw(o, ",");
        put_thing_row(o, &o->things[i]);
    }
    json_raw(o, "]");
    put_tables(o);
    put_dice(o);
    put_places(o);
    json_raw(o, "}\n");
    /* The things are numbered again, entry by entry, as they are written. */
    o->things_count = 0;
    if (o->by_id_room) memset(o->by_id, 0, o->by_id_room * sizeof *o->by_id);
}
