/*
 * For journal_test and report_test: a small ruleset as an image, written by hand, and functions
 * (fx_…) that write a journal of it. The ruleset has two sides, groups of models, an action that
 * throws dice, a test, and a flight.
 */
#ifndef MYTH_TESTS_JOURNAL_FIXTURE_H
#define MYTH_TESTS_JOURNAL_FIXTURE_H

#include "arena.h"
#include "image.h"
#include "journal.h"

#include <string.h>

enum {
    KIND_THING,
    KIND_PLAYER,
    KIND_GAME,
    KIND_PIECE,
    KIND_MODEL,
    KIND_GROUP,
    KIND_UNIT,
    KIND_FEATURE,
    KIND_STATUS,
    KIND_SCENARIO,
    KINDS
};
enum {
    BP_SLINGERS,
    BP_SLINGER,
    BP_SPEARS,
    BP_SPEAR,
    BP_CHIEF,
    BP_FLED,
    BP_MARK,
    BP_FIELD,
    BLUEPRINTS
};
enum {
    EV_BATTLE = EVENT_BUILTIN_COUNT_,
    EV_TURN,
    EV_ACTIVATION,
    EV_SHOOT,
    EV_VOLLEY,
    EV_CASUALTIES,
    EV_FALLS,
    EV_NERVE,
    EV_FLIGHT,
    EVENTS
};
enum { FIELD_AIM, FIELD_NERVE, FIELD_SHAKEN, FIELD_DONE, FIELDS };
enum { Q_HIT, Q_METTLE, QUANTITIES };
enum { RULE_LONG, RULE_AIMED, RULE_SHAKEN, RULE_LEAST, RULES };
enum { TEXTS = 200, LISTS = 100, CODE = 20 };
enum {
    PLACE_HIT = 0,
    PLACE_LONG,
    PLACE_COUNT,
    PLACE_SAVE,
    PLACE_TURN,
    PLACE_VOLLEY,
    PLACE_NERVE,
    PLACE_WHOM,
    PLACE_SHAKEN,
    PLACES
};

struct fixture {
    struct image img;
    struct journal j;
    const char *texts[TEXTS];
    int32_t lists[LISTS];
    const char *files[2];
    struct image_place places[PLACES];
    int32_t cites[4];
    struct image_kind kinds[KINDS];
    struct image_blueprint blueprints[BLUEPRINTS];
    struct image_field fields[FIELDS];
    struct image_event events[EVENTS];
    struct image_func funcs[EVENTS + 3];
    struct image_slot slots[60];
    struct image_quantity quantities[QUANTITIES];
    struct image_rule rules[RULES];
    struct image_die dice[1];
    struct image_head heads[1];
    struct image_choice choices[1];
    struct image_template templates[4];
    struct image_enum enums[1];
    struct image_code code[CODE];
    int32_t code_place[CODE];
    int32_t slot_count, list_count, text_count;
};

static inline int32_t fx_text(struct fixture *f, const char *text) {
    for (int32_t i = 0; i < f->text_count; i++)
        if (strcmp(f->texts[i], text) == 0) return i;
    f->texts[f->text_count] = text;
    return f->text_count++;
}

static inline void fx_kind(struct fixture *f, int32_t k, const char *name, const char *plural,
                           int32_t end, int32_t root) {
    struct image_kind *kind = &f->kinds[k];
    *kind = (struct image_kind){
        .name = fx_text(f, name), .plural = -1, .label = -1, .end = end, .root = root};
    if (plural) kind->plural = fx_text(f, plural);
}

static inline void fx_blueprint(struct fixture *f, int32_t b, const char *name, const char *title,
                                int32_t kind) {
    f->blueprints[b] =
        (struct image_blueprint){.name = fx_text(f, name), .title = -1, .kind = kind};
    if (title) f->blueprints[b].title = fx_text(f, title);
}

static inline void fx_field(struct fixture *f, int32_t n, const char *name, const char *label) {
    f->fields[n] = (struct image_field){.name = fx_text(f, name),
                                        .label = label ? fx_text(f, label) : -1,
                                        .type = {V_NUMBER, 0, -1},
                                        .kind = KIND_UNIT};
}

/* Fills in event e. `slots` has the names of its slots: first the `roles` roles, then the other
 * kept values, `kept` in all. */
static inline void fx_event(struct fixture *f, int32_t e, const char *name, const char *title,
                            int32_t roles, int32_t kept, const char *const *slots) {
    f->events[e] = (struct image_event){.name = fx_text(f, name),
                                        .title = title ? fx_text(f, title) : -1,
                                        .told = -1,
                                        .roles = roles,
                                        .kept = kept,
                                        .func = e,
                                        .actor = -1,
                                        .place = -1};
    f->funcs[e] = (struct image_func){.first_slot = f->slot_count, .slots = kept, .event = e};
    for (int32_t i = 0; i < kept; i++)
        f->slots[f->slot_count++] = (struct image_slot){.name = fx_text(f, slots[i]), .kept = true};
}

static inline void fx_events(struct fixture *f) {
    const char *const none[] = {"thing", "spot", "taker"};
    for (int32_t e = 0; e < EVENT_BUILTIN_COUNT_; e++) fx_event(f, e, "native", NULL, 1, 1, none);
    const char *const battle[] = {"scenario"}, *const turn[] = {"round"},
                      *const activation[] = {"actor"};
    const char *const shoot[] = {"actor", "target"}, *const who[] = {"who", "cause"};
    const char *const volley[] = {"shooter", "target", "aimed", "far", "rolled", "hits", "lost"};
    const char *const nerve[] = {"who", "passed"};
    fx_event(f, EV_BATTLE, "battle", "Battle", 1, 1, battle);
    fx_event(f, EV_TURN, "turn", "Turn", 1, 1, turn);
    fx_event(f, EV_ACTIVATION, "activation", "Activation", 1, 1, activation);
    fx_event(f, EV_SHOOT, "shoot", "Shoot", 1, 2, shoot);
    fx_event(f, EV_VOLLEY, "volley", "Volley", 3, 7, volley);
    fx_event(f, EV_CASUALTIES, "casualties", "Casualties", 2, 2, who);
    fx_event(f, EV_FALLS, "falls", "Falls", 2, 2, who);
    fx_event(f, EV_NERVE, "nerve_test", "Nerve test", 1, 2, nerve);
    fx_event(f, EV_FLIGHT, "flight", "Flight", 2, 2, who);
    f->events[EV_ACTIVATION].actor = 0;
    f->events[EV_SHOOT].action = true;
    f->events[EV_SHOOT].actor = 0;
    f->events[EV_SHOOT].head = 1;
    f->events[EV_VOLLEY].place = PLACE_VOLLEY;
    f->events[EV_VOLLEY].cites = 0;
    f->events[EV_VOLLEY].cite_count = 1;
    f->heads[0] = (struct image_head){.what = HEAD_CHOOSE, .slot = 1};
}

static inline void fx_code(struct fixture *f, int32_t at, enum opcode op, uint8_t a, uint8_t b,
                           uint8_t c, int32_t d, int32_t place) {
    f->code[at] = (struct image_code){(uint8_t)op, a, b, c, d};
    f->code_place[at] = place;
}

/* Makes the code of the numbers and of the volley. The number hit starts at shooter.aim, mettle at
 * who.nerve. The body of volley counts dice twice: the first count is kept as hits; the second
 * compares with a field, and is kept only as part of a sum. */
static inline void fx_numbers(struct fixture *f) {
    int32_t hit = EVENTS, mettle = EVENTS + 1, test = EVENTS + 2;
    fx_code(f, 0, CODE_ROLE, 0, 0, 0, 0, PLACE_HIT);
    fx_code(f, 1, CODE_FIELD, 1, 0, 0, FIELD_AIM, PLACE_HIT);
    fx_code(f, 2, CODE_RETURN, 1, 0, 0, 0, PLACE_HIT);
    fx_code(f, 3, CODE_ROLE, 0, 0, 0, 0, -1);
    fx_code(f, 4, CODE_FIELD, 1, 0, 0, FIELD_NERVE, -1);
    fx_code(f, 5, CODE_RETURN, 1, 0, 0, 0, -1);
    fx_code(f, 6, CODE_STATEMENT, 0, 0, 0, 0, PLACE_COUNT);
    fx_code(f, 7, CODE_QUANTITY, 2, 0, 0, Q_HIT, PLACE_COUNT);
    fx_code(f, 8, CODE_LOAD, 1, 0, 0, 4, PLACE_COUNT);
    fx_code(f, 9, CODE_POOL_COUNT, 0, 1, 2, test, PLACE_COUNT);
    fx_code(f, 10, CODE_STORE, 0, 0, 0, 5, PLACE_COUNT);
    fx_code(f, 11, CODE_STATEMENT, 0, 0, 0, 0, PLACE_SAVE);
    fx_code(f, 12, CODE_FIELD, 2, 0, 0, FIELD_NERVE, PLACE_SAVE);
    fx_code(f, 13, CODE_POOL_COUNT, 0, 1, 2, test, PLACE_SAVE);
    fx_code(f, 14, CODE_SUBTRACT, 0, 3, 0, 0, PLACE_SAVE);
    fx_code(f, 15, CODE_STORE, 0, 0, 0, 6, PLACE_SAVE);
    fx_code(f, 16, CODE_END, 0, 0, 0, 0, PLACE_SAVE);
    f->funcs[hit] = (struct image_func){.first = 0, .count = 3, .pure = true};
    f->funcs[mettle] = (struct image_func){.first = 3, .count = 3, .pure = true};
    f->funcs[test] = (struct image_func){.first = 17, .count = 0, .params = 2, .pure = true};
    f->funcs[EV_VOLLEY].first = 6;
    f->funcs[EV_VOLLEY].count = 11;
    struct image_type number = {V_NUMBER, 0, -1};
    f->quantities[Q_HIT] = (struct image_quantity){.name = fx_text(f, "hit"),
                                                   .label = fx_text(f, "To hit"),
                                                   .what = QUANTITY_NUMBER,
                                                   .type = number,
                                                   .start = hit,
                                                   .field = -1,
                                                   .place = PLACE_HIT,
                                                   .cites = 0,
                                                   .cite_count = 0};
    f->quantities[Q_METTLE] = (struct image_quantity){.name = fx_text(f, "mettle"),
                                                      .label = fx_text(f, "To stand"),
                                                      .what = QUANTITY_NUMBER,
                                                      .type = number,
                                                      .start = mettle,
                                                      .field = -1,
                                                      .place = -1};
    struct image_rule row = {.what = RULE_ROW,
                             .op = ROW_ADD,
                             .blueprint = -1,
                             .label = -1,
                             .silences = -1,
                             .place = -1,
                             .cites = -1};
    for (int32_t i = 0; i < RULES; i++) f->rules[i] = row;
    f->rules[RULE_LONG].label = fx_text(f, "long range");
    f->rules[RULE_LONG].place = PLACE_LONG;
    f->rules[RULE_LONG].cites = 1;
    f->rules[RULE_LONG].cite_count = 1;
    f->rules[RULE_AIMED].label = fx_text(f, "aimed");
    f->rules[RULE_SHAKEN].label = fx_text(f, "shaken");
    f->rules[RULE_LEAST].op = ROW_AT_LEAST;
}

static inline void fx_words(struct fixture *f) {
    const char *const template_texts[] = {"Whom?", "the head of ", "", "the stronger at the end"};
    for (int32_t i = 0; i < 4; i++) f->lists[f->list_count + i] = fx_text(f, template_texts[i]);
    f->templates[0] = (struct image_template){f->list_count, 1, 0};
    f->templates[1] = (struct image_template){f->list_count + 1, 2, 0};
    f->templates[2] = (struct image_template){f->list_count + 3, 1, 0};
    f->list_count += 4;
    f->cites[0] = fx_text(f, "du.volley.1");
    f->cites[1] = fx_text(f, "du.range.2");
    f->files[0] = "/home/somebody/rules/duel/fighting.myth";
    f->files[1] = "/home/somebody/rules/duel/turn.myth";
    f->places[PLACE_HIT] = (struct image_place){0, 3, 5};
    f->places[PLACE_LONG] = (struct image_place){0, 7, 5};
    f->places[PLACE_COUNT] = (struct image_place){0, 15, 5};
    f->places[PLACE_SAVE] = (struct image_place){0, 20, 5};
    f->places[PLACE_TURN] = (struct image_place){1, 40, 5};
    f->places[PLACE_VOLLEY] = (struct image_place){0, 12, 1};
    f->places[PLACE_NERVE] = (struct image_place){0, 50, 1};
    f->places[PLACE_WHOM] = (struct image_place){1, 60, 9};
    f->places[PLACE_SHAKEN] = (struct image_place){0, 52, 5};
    f->choices[0] = (struct image_choice){.place = PLACE_WHOM, .cites = 1, .cite_count = 1};
    f->dice[0] =
        (struct image_die){.name = fx_text(f, "d10"), .sides = 10, .first_face = -1, .place = -1};
}

static inline void fx_open(struct fixture *f) {
    memset(f, 0, sizeof *f);
    f->lists[0] = fx_text(f, "red");
    f->lists[1] = fx_text(f, "blue");
    f->list_count = 2;
    fx_kind(f, KIND_THING, "thing", NULL, KINDS, ROOT_THING);
    fx_kind(f, KIND_PLAYER, "player", "players", KIND_GAME, ROOT_PLAYER);
    fx_kind(f, KIND_GAME, "game", NULL, KIND_PIECE, ROOT_GAME);
    fx_kind(f, KIND_PIECE, "piece", "pieces", KIND_GROUP, ROOT_PIECE);
    fx_kind(f, KIND_MODEL, "model", "models", KIND_GROUP, ROOT_PIECE);
    fx_kind(f, KIND_GROUP, "group", NULL, KIND_FEATURE, ROOT_GROUP);
    fx_kind(f, KIND_UNIT, "unit", "units", KIND_FEATURE, ROOT_GROUP);
    fx_kind(f, KIND_FEATURE, "feature", NULL, KINDS, ROOT_FEATURE);
    fx_kind(f, KIND_STATUS, "status", NULL, KIND_SCENARIO, ROOT_FEATURE);
    fx_kind(f, KIND_SCENARIO, "scenario", NULL, KINDS, ROOT_FEATURE);
    fx_blueprint(f, BP_SLINGERS, "slingers", "Slingers", KIND_UNIT);
    fx_blueprint(f, BP_SLINGER, "slinger", "Slinger", KIND_MODEL);
    fx_blueprint(f, BP_SPEARS, "spears", "Spears", KIND_UNIT);
    fx_blueprint(f, BP_SPEAR, "spear", "Spear", KIND_MODEL);
    fx_blueprint(f, BP_CHIEF, "chief", "Chief", KIND_UNIT);
    fx_blueprint(f, BP_FLED, "fled", "Fled", KIND_STATUS);
    fx_blueprint(f, BP_MARK, "charging", "Charging", KIND_STATUS);
    fx_blueprint(f, BP_FIELD, "open_field", "Open field", KIND_SCENARIO);
    fx_field(f, FIELD_AIM, "aim", "Aim");
    fx_field(f, FIELD_NERVE, "nerve", "Nerve");
    fx_field(f, FIELD_SHAKEN, "shaken", "Shaken");
    fx_field(f, FIELD_DONE, "done", NULL);
    fx_events(f);
    fx_numbers(f);
    fx_words(f);
    struct image *img = &f->img;
    img->name = fx_text(f, "duel");
    img->title = fx_text(f, "The Duel");
    img->version = fx_text(f, "1");
    img->first_player = 0;
    img->players = 2;
    img->battle = EV_BATTLE;
#define TABLE(name, n) img->name = f->name, img->name##_count = (n)
    TABLE(texts, f->text_count);
    TABLE(lists, f->list_count);
    TABLE(files, 2);
    TABLE(places, PLACES);
    TABLE(cites, 2);
    TABLE(kinds, KINDS);
    TABLE(blueprints, BLUEPRINTS);
    TABLE(fields, FIELDS);
    TABLE(events, EVENTS);
    TABLE(funcs, EVENTS + 3);
    TABLE(slots, f->slot_count);
    TABLE(quantities, QUANTITIES);
    TABLE(rules, RULES);
    TABLE(dice, 1);
    TABLE(heads, 1);
    TABLE(choices, 1);
    TABLE(templates, 3);
    TABLE(code, 17);
    TABLE(code_place, 17);
#undef TABLE
}

static inline void fx_close(struct fixture *f) {
    journal_free(&f->j);
}

/* ---- Writing a journal */

static inline int64_t fx_name(int32_t blueprint, int32_t kind, int32_t ordinal, int32_t owner) {
    return journal_name_pack((struct journal_name){blueprint, kind, ordinal, owner, 0});
}
static inline int64_t fx_player(int32_t number) {
    return fx_name(-1, KIND_PLAYER, 0, number);
}
static inline void fx_thing(struct fixture *f, int64_t name) {
    journal_value(&f->j, (struct image_type){V_THING, 0, KIND_THING}, name);
}
static inline void fx_number(struct fixture *f, int64_t n) {
    journal_value(&f->j, (struct image_type){V_NUMBER, 0, -1}, n);
}
static inline void fx_truth(struct fixture *f, int64_t n) {
    journal_value(&f->j, (struct image_type){V_TRUTH, 0, -1}, n);
}
static inline int64_t fx_spot(int64_t x_inches, int64_t y_inches) {
    return (int64_t)((uint64_t)(x_inches * UNITS_PER_INCH) << 32 |
                     (uint32_t)(y_inches * UNITS_PER_INCH));
}
static inline void fx_place(struct fixture *f, int64_t spot) {
    journal_value(&f->j, (struct image_type){V_PLACE, 0, -1}, spot);
}
static inline void fx_enter(struct fixture *f, enum journal_kind kind, int32_t place) {
    journal_begin(&f->j, kind, 1, place);
}
static inline void fx_done(struct fixture *f) {
    journal_end(&f->j);
}
static inline void fx_one(struct fixture *f, enum journal_kind kind, int64_t a) {
    fx_enter(f, kind, -1);
    fx_thing(f, a);
    fx_done(f);
}
static inline void fx_two(struct fixture *f, enum journal_kind kind, int64_t a, int64_t b) {
    fx_enter(f, kind, -1);
    fx_thing(f, a);
    fx_thing(f, b);
    fx_done(f);
}
/* Writes that an event begins. Its first two roles are the things a and b, a third one is no. */
static inline void fx_begin(struct fixture *f, int32_t event, int64_t a, int64_t b) {
    fx_enter(f, J_BEGIN, f->events[event].place);
    journal_word(&f->j, event);
    fx_thing(f, a);
    if (f->events[event].roles > 1) fx_thing(f, b);
    if (f->events[event].roles > 2) fx_truth(f, 0);
    fx_done(f);
}
static inline void fx_end(struct fixture *f, int32_t event, int64_t a, int64_t b) {
    fx_enter(f, J_END, -1);
    journal_word(&f->j, event);
    journal_word(&f->j, STATUS_DONE);
    fx_thing(f, a);
    if (f->events[event].kept > 1) fx_thing(f, b);
    fx_done(f);
}
static inline void fx_roll(struct fixture *f, int32_t event, const int64_t *faces, int64_t n) {
    fx_enter(f, J_ROLL, PLACE_COUNT);
    journal_word(&f->j, event);
    journal_word(&f->j, 0);
    journal_word(&f->j, n);
    journal_word(&f->j, -1);
    journal_list(&f->j, (struct image_type){V_FACE, 0, -1}, faces, n);
    fx_done(f);
}
static inline void fx_count(struct fixture *f, int32_t place, int64_t of, int64_t n, int64_t mask) {
    fx_enter(f, J_COUNT, place);
    journal_word(&f->j, 0);
    journal_word(&f->j, of);
    journal_word(&f->j, n);
    journal_word(&f->j, mask);
    journal_word(&f->j, -1);
    fx_done(f);
}
static inline void fx_account(struct fixture *f, int32_t q, int64_t start, int64_t result,
                              int32_t rule, int64_t amount) {
    fx_enter(f, J_ACCOUNT, f->quantities[q].place);
    journal_word(&f->j, q);
    journal_word(&f->j, 0); /* of nothing */
    journal_word(&f->j, 0); /* nothing was measured */
    fx_number(f, start);
    fx_number(f, result);
    if (rule >= 0) {
        journal_word(&f->j, rule);
        fx_number(f, amount);
    }
    fx_done(f);
}
static inline void fx_set(struct fixture *f, int64_t thing, int32_t field, int64_t from,
                          int64_t to) {
    fx_enter(f, J_SET, -1);
    fx_thing(f, thing);
    journal_word(&f->j, field);
    fx_number(f, from);
    fx_number(f, to);
    fx_done(f);
}
static inline void fx_make(struct fixture *f, int32_t blueprint, int32_t member, int32_t members,
                           int32_t owner) {
    int64_t group = fx_name(blueprint, KIND_UNIT, 1, owner);
    fx_two(f, J_CREATE, group, NONE);
    for (int32_t i = 1; i <= members; i++)
        fx_two(f, J_CREATE, fx_name(member, KIND_MODEL, i, owner), group);
}

/* ---- Reading what was written */

struct fx_sink {
    char text[20000];
    size_t len;
};
static inline void fx_write(void *user, const char *text) {
    struct fx_sink *s = user;
    size_t n = strlen(text);
    if (s->len + n >= sizeof s->text) n = sizeof s->text - 1 - s->len;
    memcpy(s->text + s->len, text, n);
    s->text[s->len += n] = 0;
}

#endif
