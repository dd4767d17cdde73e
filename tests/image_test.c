/*
 * An image made by hand: image_verify takes it, and refuses each kind of damage with
 * the table and the row where it is; image_disassemble prints what stands in it.
 */
#include "image.h"

#include <string.h>
#undef ASSERT
#undef SKIP
#include "greatest.h"

enum { EVENTS = EVENT_BUILTIN_COUNT_ + 1, OWN = EVENT_BUILTIN_COUNT_ };
enum { BODY, PURE, ROW };

/* All of the image's tables, as arrays that a test may damage. */
struct sample {
    struct image img;
    const char *texts[12];
    const char *files[1];
    struct image_place places[2];
    int64_t constants[2];
    int32_t lists[6];
    int32_t cites[1];
    struct image_kind kinds[2];
    struct image_field fields[1];
    struct image_blueprint blueprints[1];
    struct image_memory memory[1];
    struct image_code code[16];
    int32_t code_place[16];
    struct image_slot slots[3];
    struct image_func funcs[3];
    struct image_quantity quantities[1];
    struct image_rule rules[2];
    struct image_event events[EVENTS];
    int32_t defaults[1];
    struct image_head heads[1];
    struct image_call calls[1];
    struct image_template templates[1];
    struct image_type hole_types[1];
    struct image_die dice[1];
};

static void fill_texts(struct sample *s) {
    const char *const texts[] = {"thing", "token", "tally", "seal",  "clash", "odds",
                                 "left",  "right", "it: ",  " pips", "d6",    "rule"};
    memcpy(s->texts, texts, sizeof texts);
    s->files[0] = "a.myth";
    s->places[0] = (struct image_place){0, 3, 1};
    s->places[1] = (struct image_place){0, 4, 5};
    s->constants[0] = INT64_C(5000000000);
    s->constants[1] = 7;
    /* 0..1: a template's texts; 2: a call's roles; 3..4: a result; 5: a rule */
    const int32_t lists[] = {8, 9, 0, -1, 2, 0};
    memcpy(s->lists, lists, sizeof lists);
}

static void fill_things(struct sample *s) {
    s->kinds[0] = (struct image_kind){.name = 0,
                                      .plural = -1,
                                      .label = -1,
                                      .parent = -1,
                                      .end = 2,
                                      .of = -1,
                                      .rank = -1,
                                      .members = -1,
                                      .words = T_WORDS,
                                      .place = -1};
    s->kinds[1] = (struct image_kind){.name = 1,
                                      .plural = -1,
                                      .label = -1,
                                      .parent = 0,
                                      .end = 2,
                                      .of = -1,
                                      .rank = 0,
                                      .members = -1,
                                      .words = T_WORDS + 1,
                                      .place = 0};
    s->fields[0] = (struct image_field){.name = 2,
                                        .label = -1,
                                        .type = {V_NUMBER, V_VOID, -1},
                                        .kind = 1,
                                        .how = FIELD_STORED,
                                        .slot = T_WORDS,
                                        .quantity = -1,
                                        .least = 0,
                                        .most = 9,
                                        .place = 0};
    s->blueprints[0] = (struct image_blueprint){.name = 3,
                                                .title = -1,
                                                .kind = 1,
                                                .rank = 0,
                                                .outer = -1,
                                                .params = 1,
                                                .words = T_WORDS + 2,
                                                .init = -1,
                                                .first_rule = 1,
                                                .rules = 1,
                                                .memories = 1,
                                                .place = 0,
                                                .speaks = true};
    s->memory[0] = (struct image_memory){.name = 2, .type = {V_NUMBER, V_VOID, -1}};
}

static void fill_rules(struct sample *s) {
    s->quantities[0] = (struct image_quantity){.name = 5,
                                               .label = -1,
                                               .what = QUANTITY_NUMBER,
                                               .type = {V_NUMBER, V_VOID, -1},
                                               .event = OWN,
                                               .field = -1,
                                               .start = PURE,
                                               .leaf = -1,
                                               .ruled = true,
                                               .first_loose = 5,
                                               .loose = 1,
                                               .place = 1};
    s->rules[0] = (struct image_rule){.what = RULE_ROW,
                                      .target = 0,
                                      .op = ROW_ADD,
                                      .when = -1,
                                      .body = ROW,
                                      .set = -1,
                                      .blueprint = -1,
                                      .rank = 0,
                                      .key = -1,
                                      .label = -1,
                                      .silences = -1,
                                      .place = 1};
    s->rules[1] = s->rules[0];
    s->rules[1].blueprint = 0;
    s->rules[1].key = 1;
    s->templates[0] = (struct image_template){.first_text = 0, .texts = 2};
    s->hole_types[0] = (struct image_type){V_NUMBER, V_VOID, -1};
    s->dice[0] = (struct image_die){.name = 10, .sides = 6, .first_face = -1, .place = -1};
    s->calls[0] = (struct image_call){
        .event = OWN, .first_arg = 2, .args = 1, .first_result = 3, .results = 1, .place = 0};
    s->heads[0] = (struct image_head){.what = HEAD_NEEDS,
                                      .func = PURE,
                                      .whose = -1,
                                      .field = -1,
                                      .slot = -1,
                                      .choice = -1,
                                      .reach = -1,
                                      .near = -1,
                                      .label = 11};
}

static void fill_code(struct sample *s) {
    const struct image_code code[16] = {
        /* BODY */
        {CODE_STATEMENT, 0, 0, 0, 0},
        {CODE_LOAD, 0, 0, 0, 0},
        {CODE_JUMP_NOT, 0, 0, 0, 9},
        {CODE_NUMBER, 1, 0, 0, -4},
        {CODE_FIELD, 2, 0, 0, 0},
        {CODE_DO, 2, 0, 0, 0},
        {CODE_STATEMENT, 0, 0, 0, 1},
        {CODE_SAY, 0, 1, 0, 0},
        {CODE_STORE, 1, 0, 0, 2},
        {CODE_END, 0, 0, 0, 0},
        /* PURE */
        {CODE_ROLE, 0, 0, 0, 1},
        {CODE_RETURN, 0, 0, 0, 0},
        /* ROW */
        {CODE_CONSTANT, 0, 0, 0, 0},
        {CODE_QUANTITY, 1, 0, 0, 0},
        {CODE_ADD, 0, 0, 1, 0},
        {CODE_RETURN, 0, 0, 0, 0},
    };
    memcpy(s->code, code, sizeof code);
    s->slots[0] = (struct image_slot){6, {V_THING, V_VOID, 1}, true, 0};
    s->slots[1] = (struct image_slot){7, {V_NUMBER, V_VOID, -1}, true, 0};
    s->slots[2] = (struct image_slot){-1, {V_NUMBER, V_VOID, -1}, false, 0};
    s->funcs[BODY] = (struct image_func){4, 0, 10, 0, 3, 0, 3, -1, 0, false};
    s->funcs[PURE] = (struct image_func){5, 10, 2, 0, 1, 0, 0, OWN, 0, true};
    s->funcs[ROW] = (struct image_func){11, 12, 4, 0, 2, 0, 0, OWN, 1, true};
    s->defaults[0] = -1;
    for (int32_t i = 0; i < EVENTS; i++)
        s->events[i] = (struct image_event){.name = 4,
                                            .title = -1,
                                            .told = -1,
                                            .roles = 1,
                                            .func = BODY,
                                            .kept = 2,
                                            .actor = -1,
                                            .blueprint = -1,
                                            .place = 0};
    s->events[OWN].head = 1;
}

static void fill(struct sample *s) {
    memset(s, 0, sizeof *s);
    fill_texts(s);
    fill_things(s);
    fill_rules(s);
    fill_code(s);
    struct image *img = &s->img;
    img->name = 0;
    img->title = img->version = img->order = -1;
    img->battle = OWN;
    img->thing_words = T_WORDS + 2;
    img->ranks = 1;
    img->in_force = img->enemy = img->friendly = img->blocks_sight = img->blocks_move = -1;
#define TABLE(name)      \
    img->name = s->name; \
    img->name##_count = (int32_t)ARRAY_LEN(s->name)
    TABLE(texts), TABLE(files), TABLE(places), TABLE(constants), TABLE(lists), TABLE(cites);
    TABLE(kinds), TABLE(fields), TABLE(blueprints), TABLE(memory), TABLE(code), TABLE(code_place);
    TABLE(slots), TABLE(funcs), TABLE(quantities), TABLE(rules), TABLE(events), TABLE(defaults);
    TABLE(heads), TABLE(calls), TABLE(templates), TABLE(hole_types), TABLE(dice);
#undef TABLE
}

TEST a_sound_image_is_taken(void) {
    struct sample s;
    fill(&s);
    const char *what = "untouched";
    ASSERT_EQ_FMT(-1, image_verify(&s.img, &what), "%d");
    ASSERT_EQ_FMT((const void *)NULL, (const void *)what, "%p");
    PASS();
}

/* Each damage: where it is found, in which row. */
#define DAMAGE(row, says, ...)                                 \
    do {                                                       \
        fill(&s);                                              \
        __VA_ARGS__;                                           \
        ASSERT_EQ_FMT(row, image_verify(&s.img, &what), "%d"); \
        ASSERT_STR_EQ(says, what);                             \
    } while (0)

TEST damaged_code_is_refused(void) {
    struct sample s;
    const char *what;
    DAMAGE(4, "code: no such instruction", s.code[4].op = CODE_COUNT_);
    DAMAGE(1, "code: a temp out of range", s.code[1].a = 3);
    DAMAGE(14, "code: a temp out of range", s.code[14].c = 2);
    DAMAGE(14, "code: a temp out of range", s.code[14].b = 2);
    DAMAGE(3, "code: a temp out of range", s.code[3].b = 1);
    DAMAGE(2, "code: the last operand out of range", s.code[2].d = 10);
    DAMAGE(2, "code: the last operand out of range", s.code[2].d = -1);
    DAMAGE(4, "code: the last operand out of range", s.code[4].d = 1);
    DAMAGE(12, "code: the last operand out of range", s.code[12].d = 2);
    DAMAGE(9, "code: the last operand out of range", s.code[9].d = 1);
    DAMAGE(6, "code: the last operand out of range", s.code[6].d = 2);
    DAMAGE(1, "code: a slot out of range", s.code[1].d = 3);
    DAMAGE(8, "code: a slot out of range", s.code[8].d = -1);
    DAMAGE(10, "code: a slot out of range", s.code[10].d = 2);
    DAMAGE(5, "code: a row of temps out of range", s.calls[0].args = 2; s.lists[3] = 0);
    DAMAGE(7, "code: a row of temps out of range", s.code[7].b = 3);
    DAMAGE(13, "code: an operand that it cannot have", s.code[13].c = 1);
    DAMAGE(10, "code: it stands in a pure function",
           s.code[10] = (struct image_code){CODE_SAY, 0, 0, 0, -1});
    DAMAGE(10, "code: it stands in a pure function",
           s.code[10] = (struct image_code){CODE_END, 0, 0, 0, 0});
    DAMAGE(12, "code: it stands in a pure function",
           s.code[12] = (struct image_code){CODE_ROLL_ONE, 0, 0, 0, 0});
    DAMAGE(9, "code: it stands in a body",
           s.code[9] = (struct image_code){CODE_RETURN, 0, 0, 0, 0});
    DAMAGE(9, "code: the function runs on past its end", s.code[9] = s.code[8]);
    DAMAGE(8, "code_place: out of range", s.code_place[8] = 2);
    PASS();
}

TEST damaged_functions_are_refused(void) {
    struct sample s;
    const char *what;
    DAMAGE(0, "funcs: a function's frame", s.funcs[BODY].count = 17);
    DAMAGE(2, "funcs: a function's frame", s.funcs[ROW].count = 0);
    DAMAGE(1, "funcs: a function's frame", s.funcs[PURE].temps = MAX_TEMPS + 1);
    DAMAGE(2, "funcs: a function's frame", s.funcs[ROW].params = 3);
    DAMAGE(1, "funcs: a function's frame", s.funcs[PURE].slots = 1);
    DAMAGE(1, "funcs: a function's frame", s.funcs[PURE].event = EVENTS);
    DAMAGE(0, "events", s.slots[0].kept = false);
    DAMAGE(2, "slots: a kept one behind one that is not",
           (s.slots[1].kept = false, s.slots[2].kept = true, s.code[10].d = 0, s.rules[1].key = 0);
           for (int i = 0; i < EVENTS; i++) s.events[i].kept = 1);
    DAMAGE(2, "slots: name or type", s.slots[2].type.class = V_CLASS_COUNT_);
    DAMAGE(0, "slots: name or type", s.slots[0].type.of = 2);
    DAMAGE(0, "code_place: its length", s.img.code_place_count = 15);
    PASS();
}

TEST damaged_tables_are_refused(void) {
    struct sample s;
    const char *what;
    DAMAGE(0, "kinds", s.kinds[0].parent = 0);
    DAMAGE(0, "kinds", s.kinds[0].end = 3);
    DAMAGE(1, "kinds", s.kinds[0].end = 1); /* then its child reaches past it */
    DAMAGE(1, "kinds", s.kinds[1].words = T_WORDS + 3);
    DAMAGE(0, "fields", s.fields[0].slot = T_WORDS + 2);
    DAMAGE(0, "fields", s.fields[0].how = FIELD_DERIVED);
    DAMAGE(0, "blueprints", s.blueprints[0].init = PURE);
    DAMAGE(0, "blueprints", s.blueprints[0].words = T_WORDS + 1);
    DAMAGE(0, "blueprints", s.blueprints[0].rules = 2);
    DAMAGE(0, "memory", s.memory[0].name = 12);
    DAMAGE(0, "quantities", s.quantities[0].start = BODY);
    DAMAGE(0, "quantities", s.lists[5] = 2);
    struct image_figure figure = {.quantity = 1};
    DAMAGE(0, "figures", s.img.figures = &figure; s.img.figures_count = 1);
    figure.quantity = 0; /* it is of an event */
    DAMAGE(0, "figures", s.img.figures = &figure; s.img.figures_count = 1);
    /* What nothing reads at the first mark of the body: its first slot. */
    struct image_rest rests[2] = {{.at = 0}, {.at = 1}};
    uint64_t unread[4] = {1, 0, 0, 0};
#define RESTS(count, words)                           \
    s.img.rests = rests, s.img.rests_count = (count); \
    s.img.unread = unread, s.img.unread_count = (words)
    fill(&s);
    RESTS(2, 4);
    ASSERT_EQ(-1, image_verify(&s.img, &what));
    DAMAGE(1, "rests: their order", RESTS(2, 4); rests[1].at = 0);
    rests[1].at = 1;
    DAMAGE(0, "rests", RESTS(2, 0));
    DAMAGE(1, "rests", RESTS(2, 4); rests[1].first = 4);
    rests[1].first = 0;
    DAMAGE(0, "rests", RESTS(2, 4); unread[0] = 8); /* it has three slots */
    unread[0] = 1;
    DAMAGE(1, "rests", RESTS(2, 4); rests[1].pools = 2);
    rests[1].pools = 1;
    DAMAGE(1, "rests", RESTS(2, 4); unread[1] = 1); /* that is no pool */
    unread[1] = 0;
    rests[1] = (struct image_rest){.at = s.funcs[PURE].first};
    DAMAGE(1, "rests", RESTS(2, 4)); /* a pure function rests nowhere */
#undef RESTS
    DAMAGE(0, "rules", s.rules[0].target = 1);
    DAMAGE(0, "rules", s.rules[0].body = BODY);
    DAMAGE(0, "rules", s.rules[0].key = 0); /* nobody would bear it */
    DAMAGE(1, "rules", s.rules[1].key = 2);
    DAMAGE(1, "rules", s.rules[1].rank = 1);
    DAMAGE(11, "events", s.events[OWN].kept = 4);
    DAMAGE(3, "events", s.events[3].func = PURE);
    DAMAGE(11, "events", s.events[OWN].head = 2);
    DAMAGE(11, "events", s.events[OWN].told = 1);
    DAMAGE(11, "events", s.events[OWN].told = 0; s.events[OWN].first_told = 6);
    DAMAGE(11, "events", s.events[OWN].told = 0; s.events[OWN].first_told = 0); /* slot 8 of 2 */
    DAMAGE(0, "events: the language's own", s.img.events_count = 5; s.events[4].func = 0;
           s.img.battle = -1; s.quantities[0].event = 1; s.calls[0].event = 1);
    DAMAGE(0, "defaults", s.defaults[0] = BODY);
    DAMAGE(0, "heads", s.heads[0].what = HEAD_PAY);
    DAMAGE(0, "calls", s.lists[2] = 2);
    DAMAGE(0, "calls", s.calls[0].results = 2);
    DAMAGE(0, "templates", s.lists[1] = 12);
    DAMAGE(0, "hole_types", s.hole_types[0].class = V_SET; s.hole_types[0].elem = V_POOL);
    DAMAGE(0, "dice", s.dice[0].sides = 0);
    DAMAGE(0, "cites", s.cites[0] = 12);
    DAMAGE(1, "places", s.places[1].file = 1);
    DAMAGE(0, "the head", s.img.battle = EVENTS);
    PASS();
}

struct printed {
    char text[1000];
    size_t len;
};

static void collect(void *user, const char *text) {
    struct printed *p = user;
    size_t len = strlen(text);
    if (p->len + len >= sizeof p->text) return;
    memcpy(p->text + p->len, text, len + 1);
    p->len += len;
}

TEST a_function_is_printed_a_line_each(void) {
    struct sample s;
    fill(&s);
    struct printed p = {.len = 0};
    image_disassemble(&s.img, BODY, (struct image_sink){collect, &p});
    ASSERT_STR_EQ("body clash: 3 slots, 3 temps\n"
                  "   0 STATEMENT line 3\n"
                  "   1 LOAD t0 left\n"
                  "   2 JUMP_NOT t0 ->9\n"
                  "   3 NUMBER t1 -4\n"
                  "   4 FIELD t2 t0 token.tally\n"
                  "   5 DO t2 clash\n"
                  "   6 STATEMENT line 4\n"
                  "   7 SAY t1 \"it: {} pips\"\n"
                  "   8 STORE t1 #2\n"
                  "   9 END\n",
                  p.text);
    p.len = 0;
    image_disassemble(&s.img, ROW, (struct image_sink){collect, &p});
    ASSERT_STR_EQ("pure rule: 0 params, 2 temps\n"
                  "   0 CONSTANT t0 5000000000\n"
                  "   1 QUANTITY t1 t0 0 odds\n"
                  "   2 ADD t0 t0 t1\n"
                  "   3 RETURN t0\n",
                  p.text);
    p.len = 0;
    image_disassemble(&s.img, PURE, (struct image_sink){collect, &p});
    ASSERT_STR_EQ("pure odds: 0 params, 1 temps\n   0 ROLE t0 right\n   1 RETURN t0\n", p.text);
    PASS();
}

/* The hash changes with everything that a battle depends on, and not with places in the text. */
TEST the_hash_is_of_the_rules(void) {
    struct sample s;
    fill(&s);
    uint64_t hash = image_hash(&s.img);
    s.files[0] = "b.myth";
    s.places[0].line = 30;
    s.code_place[3] = 1;
    ASSERTm("places and files are no rules", hash == image_hash(&s.img));
    s.code[3].d = -3;
    ASSERTm("code is", hash != image_hash(&s.img));
    fill(&s);
    s.texts[11] = "other";
    ASSERTm("texts are", hash != image_hash(&s.img));
    fill(&s);
    s.fields[0].most = 8;
    ASSERTm("tables are", hash != image_hash(&s.img));
    fill(&s);
    s.fields[0].wakes = UINT64_C(1) << 63;
    ASSERTm("the last member is", hash != image_hash(&s.img));
    fill(&s);
    s.kinds[1].traits = KIND_ALIKE;
    ASSERTm("a byte is", hash != image_hash(&s.img));
    fill(&s);
    s.quantities[0].type.of = 0;
    ASSERTm("a type is", hash != image_hash(&s.img));
    fill(&s);
    s.img.step = 2540;
    ASSERTm("the head is", hash != image_hash(&s.img));
    PASS();
}

TEST an_opcode_knows_its_row(void) {
    ASSERT_STR_EQ("STATEMENT", image_opcode(CODE_STATEMENT)->name);
    ASSERT_STR_EQ("SHOWN", image_opcode(CODE_SHOWN)->name);
    ASSERT_STR_EQ("slot", image_opcode(CODE_STORE)->d);
    PASS();
}

SUITE(image_suite) {
    RUN_TEST(a_sound_image_is_taken);
    RUN_TEST(damaged_code_is_refused);
    RUN_TEST(damaged_functions_are_refused);
    RUN_TEST(damaged_tables_are_refused);
    RUN_TEST(a_function_is_printed_a_line_each);
    RUN_TEST(the_hash_is_of_the_rules);
    RUN_TEST(an_opcode_knows_its_row);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(image_suite);
    GREATEST_MAIN_END();
}
