/* The journal: what is written is read back word for word; names and types survive
 * packing; JSON Lines say all of it, without a path or an address. */
#include "journal_fixture.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct fixture fx;
static struct fx_sink out;

static const char *json(void) {
    out.len = 0;
    out.text[0] = 0;
    journal_json(&fx.j, &fx.img, &(struct journal_json_options){.open = true},
                 (struct image_sink){fx_write, &out});
    return out.text;
}

/* The line of entry n, 0 the header; in the sink's own text. */
static const char *line(int n) {
    char *at = out.text;
    while (n-- > 0 && at) at = strchr(at, '\n') + 1;
    char *end = strchr(at, '\n');
    if (end) *end = 0;
    return at;
}

TEST names_survive_packing(void) {
    static const struct journal_name names[] = {{-1, 0, 0, -1, 0},
                                                {0, 5, 0, 0, 1},
                                                {524287, 5, 131071, 31, 1048575},
                                                {7, 5, 2, 1, 65536},
                                                {-1, 32767, 5, 15, 9}};
    struct image_blueprint *all = memory_new(524288 * sizeof *all);
    const struct image img = {.blueprints = all, .blueprints_count = 524288};
    for (int i = 0; i < 524288; i++) all[i].kind = 5;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        int64_t word = journal_name_pack(names[i]);
        struct journal_name back = journal_name_unpack(&img, word);
        ASSERTm("a name is never none", word >= 0);
        ASSERT_EQ_FMT(names[i].blueprint, back.blueprint, "%d");
        ASSERT_EQ_FMT(names[i].kind, back.kind, "%d");
        ASSERT_EQ_FMT(names[i].ordinal, back.ordinal, "%d");
        ASSERT_EQ_FMT(names[i].owner, back.owner, "%d");
        ASSERT_EQ_FMT(names[i].id, back.id, "%d");
    }
    memory_free(all);
    /* A number that does not fit is left out; the name never becomes another one. */
    const int64_t large = journal_name_pack((struct journal_name){1 << 19, 4, 0, 0, 1});
    ASSERT_EQ_FMT(-1, journal_name_unpack(&img, large).blueprint, "%d");
    ASSERT_EQ_FMT(4, journal_name_unpack(NULL, large).kind, "%d");
    PASS();
}

TEST types_survive_packing(void) {
    for (int class = 0; class < V_CLASS_COUNT_; class ++) {
        struct image_type t = {(uint8_t) class, V_THING, (int16_t)(class % 2 ? -1 : 32767)};
        struct image_type back = journal_type_unpack(journal_type_pack(t));
        ASSERT_EQ(t.class, back.class);
        ASSERT_EQ(t.elem, back.elem);
        ASSERT_EQ(t.of, back.of);
    }
    PASS();
}

TEST entries_are_read_as_written(void) {
    struct journal j = {0};
    struct image_type number = {V_NUMBER, 0, -1};
    int64_t members[] = {5, NONE, -7};
    journal_begin(&j, J_SAY, 3, 17);
    journal_word(&j, -9);
    journal_end(&j);
    size_t first = j.count;
    journal_begin(&j, J_TIE, 0, -1);
    journal_value(&j, number, NUM_MIN);
    journal_list(&j, number, members, 3);
    journal_list(&j, (struct image_type){V_PATH, 0, -1}, members, 0);
    journal_end(&j);

    size_t at = 0, word = 0;
    struct journal_entry e;
    struct journal_item item;
    ASSERT_EQ(true, journal_next(&j, &at, &e));
    ASSERT_EQ(J_SAY, e.kind);
    ASSERT_EQ_FMT(3, e.depth, "%d");
    ASSERT_EQ_FMT(17, e.place, "%d");
    ASSERT_EQ_FMT((size_t)1, e.count, "%zu");
    ASSERT_EQ(-9, e.words[0]);
    ASSERT_EQ(true, journal_next(&j, &at, &e));
    ASSERT_EQ_FMT(-1, e.place, "%d");
    ASSERT_EQ(true, journal_item(&e, &word, &item));
    ASSERTm("the least number", !item.list && item.values[0] == NUM_MIN);
    ASSERT_EQ(true, journal_item(&e, &word, &item));
    ASSERTm("three members", item.list && item.count == 3 && item.each.class == V_NUMBER);
    ASSERTm("as they are", memcmp(item.values, members, sizeof members) == 0);
    ASSERT_EQ(true, journal_item(&e, &word, &item));
    ASSERTm("an empty way", item.list && item.count == 0 && item.each.class == V_PLACE);
    ASSERT_EQ(false, journal_item(&e, &word, &item));
    ASSERT_EQ(false, journal_next(&j, &at, &e));

    journal_cut(&j, first);
    at = 0;
    ASSERT_EQ(true, journal_next(&j, &at, &e));
    ASSERT_EQ(false, journal_next(&j, &at, &e));
    uint64_t before = memory_count();
    journal_cut(&j, 0);
    journal_begin(&j, J_SAY, 0, -1);
    journal_end(&j);
    ASSERTm("memory is kept for the next battle", memory_count() == before);
    journal_free(&j);
    PASS();
}

TEST nothing_is_written_when_off(void) {
    struct journal j = {.off = true};
    journal_begin(&j, J_ROLL, 0, 0);
    journal_word(&j, 1);
    journal_value(&j, (struct image_type){V_NUMBER, 0, -1}, 1);
    journal_list(&j, (struct image_type){V_SET, V_NUMBER, -1}, (const int64_t[]){1}, 1);
    journal_end(&j);
    ASSERT_EQ_FMT((size_t)0, j.count, "%zu");
    ASSERTm("nor memory asked for", j.words == NULL);
    PASS();
}

TEST lengths_are_exact_to_a_hundredth(void) {
    static const struct {
        int64_t units;
        const char *text;
    } lengths[] = {{0, "0\""},
                   {45720, "18\""},
                   {6350, "2.5\""},
                   {2667, "1.05\""},
                   {-2540, "-1\""},
                   {2539, "1\""},
                   {-25, "-0.01\""},
                   {12, "0\""},
                   {13, "0.01\""},
                   {-12, "0\""},
                   {3200, "1.26\""},
                   {2540 * 4 - 13, "3.99\""},
                   {2540 * 4 - 12, "4\""}};
    char text[40];
    for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
        ASSERT_STR_EQ(lengths[i].text, journal_length_text(lengths[i].units, text, sizeof text));
    journal_length_text(NUM_MAX, text, sizeof text);
    journal_length_text(NUM_MIN, text, sizeof text);
    ASSERT_EQ('-', text[0]);
    PASS();
}

TEST json_says_who_what_and_where(void) {
    int64_t slingers = fx_name(BP_SLINGERS, KIND_UNIT, 1, 0),
            spears = fx_name(BP_SPEARS, KIND_UNIT, 2, 1);
    fx_open(&fx);
    fx_begin(&fx, EV_VOLLEY, slingers, spears);
    fx_roll(&fx, EV_VOLLEY, (const int64_t[]){3, 10}, 2);
    fx_account(&fx, Q_HIT, 3, 2, RULE_LONG, -1);
    fx_count(&fx, PLACE_COUNT, 2, 1, 0x7);
    fx_set(&fx, spears, FIELD_SHAKEN, 0, 1);
    json();
    fx_close(&fx);
    ASSERTm("no absolute path", !strstr(out.text, "/home"));
    ASSERT_STR_EQ("{\"kind\":\"set\",\"thing\":2,\"field\":\"shaken\","
                  "\"old\":0,\"new\":1}",
                  line(5));
    ASSERT_STR_EQ("{\"kind\":\"count\",\"die\":\"d10\",\"of\":2,\"counted\":1,"
                  "\"faces\":[1,2,3],\"at\":2}",
                  line(4));
    ASSERT_STR_EQ("{\"kind\":\"account\",\"quantity\":\"hit\",\"start\":3,"
                  "\"result\":2,\"rows\":[{\"op\":\"add\",\"amount\":-1,\"label\":\"long range\","
                  "\"at\":3}],\"at\":4}",
                  line(3));
    ASSERT_STR_EQ("{\"kind\":\"roll\",\"event\":\"volley\",\"die\":\"d10\","
                  "\"count\":2,\"faces\":[3,10],\"at\":2}",
                  line(2));
    ASSERT_STR_EQ("{\"n\":1,\"kind\":\"begin\",\"event\":\"volley\",\"roles\":"
                  "{\"shooter\":{\"thing\":1},\"target\":{\"thing\":2},\"aimed\":false},\"at\":1}",
                  line(1));
    ASSERT_STR_EQ(
        "{\"format\":\"myth journal\",\"version\":3,\"ruleset\":\"duel\",\"title\":\"The Duel\","
        "\"ruleset_version\":\"1\",\"players\":[\"red\",\"blue\"],\"things\":["
        "{\"name\":\"Slingers\",\"owner\":\"red\",\"blueprint\":\"slingers\",\"kind\":\"unit\"},"
        "{\"name\":\"Spears 2\",\"owner\":\"blue\",\"blueprint\":\"spears\",\"kind\":\"unit\"}],"
        "\"events\":{\"volley\":{\"title\":\"Volley\",\"cites\":[\"du.volley.1\"]}},"
        "\"numbers\":{\"hit\":{\"title\":\"To "
        "hit\"}},\"fields\":{\"shaken\":{\"title\":\"Shaken\"}},"
        "\"blueprints\":{\"slingers\":{\"title\":\"Slingers\"},\"spears\":{\"title\":\"Spears\"}},"
        "\"dice\":{\"d10\":{\"sides\":10}},\"places\":[{\"at\":\"fighting.myth:12\"},"
        "{\"at\":\"fighting.myth:15\"},{\"at\":\"fighting.myth:7\",\"cites\":[\"du.range.2\"]},"
        "{\"at\":\"fighting.myth:3\"}]}",
        line(0));
    PASS();
}

/* A count names its roll, and the number against which it was counted; the chance of each die, the
 * mean, and how likely so many or more were: of 3 dice that count at 2 of 10 faces 1 - (4/5)^3. */
TEST json_says_of_which_roll_a_count_is(void) {
    fx_open(&fx);
    const int64_t slingers = fx_name(BP_SLINGERS, KIND_UNIT, 0, 0);
    fx_begin(&fx, EV_VOLLEY, slingers, slingers);
    fx_account(&fx, Q_HIT, 2, 2, -1, 0);
    fx_account(&fx, Q_HIT, 4, 4, -1, 0);
    const int64_t roll = journal_mark(&fx.j);
    fx_roll(&fx, EV_VOLLEY, (const int64_t[]){3, 1, 10}, 3);
    fx_account(&fx, Q_HIT, 3, 2, RULE_LONG, -1);
    const int64_t counted[] = {0, 3, 1, 3, roll};
    fx_enter(&fx, J_COUNT, -1);
    for (int i = 0; i < 5; i++) journal_word(&fx.j, counted[i]);
    fx_done(&fx);
    fx_enter(&fx, J_REROLL, -1);
    journal_word(&fx.j, EV_VOLLEY);
    journal_word(&fx.j, 0);
    journal_word(&fx.j, 1);
    journal_word(&fx.j, roll);
    journal_list(&fx.j, (struct image_type){V_FACE, 0, -1}, (const int64_t[]){9}, 1);
    journal_list(&fx.j, (struct image_type){V_FACE, 0, -1}, (const int64_t[]){3}, 1);
    journal_word(&fx.j, 0);
    fx_done(&fx);
    fx_end(&fx, EV_VOLLEY, slingers, slingers);
    json();
    fx_close(&fx);
    ASSERT_STR_EQ("{\"kind\":\"reroll\",\"event\":\"volley\",\"die\":\"d10\","
                  "\"count\":1,\"of\":4,\"faces\":[9],\"were\":[3]}",
                  line(5));
    ASSERT_STR_EQ("{\"kind\":\"count\",\"die\":\"d10\",\"of\":3,\"counted\":1,"
                  "\"faces\":[1,2],\"roll\":4,\"against\":5,"
                  "\"odds\":{\"each\":\"1/5\",\"mean\":\"3/5\",\"least\":\"61/125\"}}",
                  line(4));
    /* accounts without rows are left out: entry 4 stands in line 2 */
    ASSERTm("left out", strstr(line(2), "{\"n\":4,\"kind\":\"roll\""));
    PASS();
}

/* Writes a sum of the dice of a roll, or (kept) of so many highest of them, below 0 lowest. */
static void add_up(int64_t of, int64_t kept, int64_t sum, int64_t roll) {
    const int64_t words[] = {0, of, kept, sum, roll};
    fx_enter(&fx, J_SUM, -1);
    for (int i = 0; i < 5; i++) journal_word(&fx.j, words[i]);
    fx_done(&fx);
}

/* The sum of two dice of ten faces is 14 or more in 28 of 100 ways, 14 or less in 79; of the higher
 * of two the mean is the sum of k (2k - 1) over 100, and it is 7 or less in 49 of 100. Of three
 * dice all show 10 in one of 1,000 ways, and the two highest add up to 20 in 28: 1 + 3 x 9. The two
 * lowest of three add up to 2 in as many. */
TEST json_has_the_odds_of_sums(void) {
    fx_open(&fx);
    const int64_t two = journal_mark(&fx.j);
    fx_roll(&fx, EV_VOLLEY, (const int64_t[]){7, 7}, 2);
    add_up(2, 0, 14, two);
    add_up(2, 1, 7, two);
    add_up(2, -1, 7, two);
    const int64_t three = journal_mark(&fx.j);
    fx_roll(&fx, EV_VOLLEY, (const int64_t[]){10, 10, 1}, 3);
    add_up(3, 2, 20, three);
    add_up(3, -2, 2, three);
    add_up(2, 0, 20, three);
    json();
    fx_close(&fx);
    ASSERTm("two of three, nobody knows why", !strstr(line(8), "odds"));
    ASSERTm("the lowest",
            strstr(line(7), "\"kept\":-2,\"sum\":2,\"roll\":5,\"odds\":{\"mean\":\"") &&
                strstr(line(7), "\"least\":\"1/1\",\"most\":\"7/250\"}"));
    ASSERTm("the highest", strstr(line(6), "\"least\":\"7/250\",\"most\":\"1/1\"}"));
    ASSERTm("the lower",
            strstr(line(4), "{\"mean\":\"77/20\",\"least\":\"4/25\",\"most\":\"91/100\"}"));
    ASSERTm("the higher",
            strstr(line(3), "{\"mean\":\"143/20\",\"least\":\"16/25\",\"most\":\"49/100\"}"));
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"sum\",\"die\":\"d10\",\"of\":2,\"sum\":14,\"roll\":1,"
                  "\"odds\":{\"mean\":\"11/1\",\"least\":\"7/25\",\"most\":\"79/100\"}}",
                  line(2));
    PASS();
}

/* Rolls some of three dice anew, those that showed a face of the mask, and counts twos and less. */
static void roll_anew(int64_t count, uint64_t rolled) {
    const int64_t roll = journal_mark(&fx.j);
    fx_roll(&fx, EV_VOLLEY, (const int64_t[]){3, 1, 10}, 3);
    const int64_t again = journal_mark(&fx.j);
    fx_enter(&fx, J_REROLL, -1);
    journal_word(&fx.j, EV_VOLLEY);
    journal_word(&fx.j, 0);
    journal_word(&fx.j, count);
    journal_word(&fx.j, roll);
    journal_list(&fx.j, (struct image_type){V_FACE, 0, -1}, (const int64_t[]){9, 2}, count);
    journal_list(&fx.j, (struct image_type){V_FACE, 0, -1}, (const int64_t[]){3, 10}, count);
    journal_word(&fx.j, (int64_t)rolled);
    fx_done(&fx);
    const int64_t counted[] = {0, 3, 2, 3, again};
    fx_enter(&fx, J_COUNT, -1);
    for (int i = 0; i < 5; i++) journal_word(&fx.j, counted[i]);
    fx_done(&fx);
}

/* A die that shows 3 or more is rolled anew: it comes to 2 or less in 2/10 + 8/10 x 2/10 = 9/25. Of
 * three at least two: 3 x (9/25)^2 x 16/25 + (9/25)^3. */
TEST json_has_the_odds_of_dice_rolled_anew(void) {
    fx_open(&fx);
    roll_anew(2, 0x3fc);
    roll_anew(1, 0x3fc); /* only one of them, so somebody chose */
    roll_anew(2, 0);
    json();
    fx_close(&fx);
    ASSERTm("not by faces", !strstr(line(9), "odds"));
    ASSERTm("not all of them", !strstr(line(6), "odds"));
    ASSERTm("the odds",
            strstr(line(3),
                   "\"odds\":{\"each\":\"9/25\",\"mean\":\"27/25\",\"least\":\"4617/15625\"}"));
    ASSERTm("which", strstr(line(2), "\"rolled\":[3,4,5,6,7,8,9,10]"));
    PASS();
}

/* An id goes from a thing that is gone to another one; a number in JSON does not. */
TEST json_numbers_each_thing(void) {
    fx_open(&fx);
    const int64_t one = journal_name_pack((struct journal_name){BP_CHIEF, KIND_UNIT, 1, 0, 5});
    const int64_t other = journal_name_pack((struct journal_name){BP_SPEARS, KIND_UNIT, 1, 0, 5});
    const int64_t hidden = fx_name(-1, KIND_UNIT, 0, 0);
    fx_two(&fx, J_CREATE, one, NONE);
    fx_one(&fx, J_DESTROY, one);
    fx_two(&fx, J_CREATE, one, fx_player(1));
    fx_one(&fx, J_REVEAL, one);
    fx_one(&fx, J_REVEAL, other);
    fx_one(&fx, J_REVEAL, hidden);
    json();
    fx_close(&fx);
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"reveal\",\"thing\":{\"kind\":\"unit\"}}", line(6));
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"reveal\",\"thing\":3}", line(5));
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"reveal\",\"thing\":2}", line(4));
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"create\",\"thing\":2,\"holder\":\"blue\"}", line(3));
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"destroy\",\"thing\":1}", line(2));
    ASSERT_STR_EQ("{\"n\":1,\"depth\":1,\"kind\":\"create\",\"thing\":1,\"holder\":null}", line(1));
    PASS();
}

TEST json_escapes_and_fills_in(void) {
    fx_open(&fx);
    fx.texts[fx.blueprints[BP_CHIEF].title] = "The \"Chief\"\\\n\x01";
    fx_enter(&fx, J_SCORE, -1);
    fx_thing(&fx, fx_player(1));
    journal_word(&fx.j, 5);
    journal_word(&fx.j, 1);
    fx_thing(&fx, fx_name(BP_CHIEF, KIND_UNIT, 1, 0));
    fx_done(&fx);
    fx_enter(&fx, J_PLACE, -1);
    fx_thing(&fx, fx_name(BP_CHIEF, KIND_UNIT, 1, -1));
    fx_place(&fx, NONE);
    fx_done(&fx);
    json();
    fx_close(&fx);
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"place\",\"thing\":1,\"spot\":null}", line(2));
    ASSERT_STR_EQ("{\"n\":1,\"depth\":1,\"kind\":\"score\",\"player\":\"blue\",\"points\":5,"
                  "\"reason\":\"the head of The \\\"Chief\\\"\\\\\\n\\u0001\"}",
                  line(1));
    ASSERTm("in the table", strstr(line(0), "[{\"name\":\"The \\\"Chief\\\"\\\\\\n\\u0001\","));
    PASS();
}

/* A shape is told with its measures, a group's place with those of its models. */
TEST json_says_where_all_stand(void) {
    static int64_t corners[] = {(int64_t)2540 << 32 | 5080, 0};
    static struct image_shape shapes[] = {{SHAPE_CIRCLE, 0, 1600, 0, (int64_t)7 << 32 | 9, 0, 0},
                                          {SHAPE_STRIP, SIDE_NORTH_WEST, 20320, 0, NONE, 0, 0},
                                          {SHAPE_POLYGON, 0, 0, 0, NONE, 0, 2},
                                          {SHAPE_OVAL, 0, 100, 200, NONE, 0, 0}};
    fx_open(&fx);
    fx.img.shapes = shapes;
    fx.img.shapes_count = ARRAY_LEN(shapes);
    fx.img.constants = corners;
    fx.img.constants_count = ARRAY_LEN(corners);
    fx_enter(&fx, J_CHOICE, -1);
    fx_thing(&fx, NONE);
    journal_word(&fx.j, 0);
    journal_word(&fx.j, -1);
    for (int64_t i = 0; i < 4; i++) {
        journal_value(&fx.j, (struct image_type){V_SHAPE, 0, -1}, i);
        if (i) continue;
        fx_thing(&fx, NONE);
        journal_word(&fx.j, 3); /* how many of each of the others */
        for (int64_t n = 1; n < 4; n++) fx_number(&fx, n);
        journal_word(&fx.j, 0);
    }
    fx_done(&fx);
    fx_enter(&fx, J_PLACE, -1);
    fx_thing(&fx, fx_name(BP_SPEARS, KIND_UNIT, 1, 0));
    fx_place(&fx, (int64_t)1 << 32 | 2);
    fx_thing(&fx, fx_name(BP_SPEAR, KIND_MODEL, 2, 0));
    fx_place(&fx, (int64_t)3 << 32 | 4);
    fx_done(&fx);
    fx_enter(&fx, J_TABLE, -1);
    journal_value(&fx.j, (struct image_type){V_SIZE, 0, -1}, (int64_t)5 << 32 | 6);
    fx_done(&fx);
    json();
    fx_close(&fx);
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"table\",\"size\":{\"width\":5,\"depth\":6}}", line(3));
    ASSERTm("the model of the group",
            strstr(line(2), "\"thing\":1,\"spot\":{\"x\":1,\"y\":2},\"models\":[[2,3,4]]}"));
    ASSERTm("all shapes",
            strstr(line(1),
                   "\"chosen\":{\"shape\":\"circle\",\"radius\":{\"units\":1600},"
                   "\"centre\":{\"x\":7,\"y\":9}},\"many\":[1,2,3],\"of\":3,\"open\":["
                   "{\"shape\":\"strip\",\"depth\":{\"units\":20320},\"side\":\"north west\"},"
                   "{\"shape\":\"polygon\",\"points\":[{\"x\":2540,\"y\":5080},"
                   "{\"x\":0,\"y\":0}]},{\"shape\":\"oval\","
                   "\"width\":{\"units\":100},\"depth\":{\"units\":200}}]}"));
    PASS();
}

/* A group goes from (1, 2) by (5, 2) to (5, 9); a second model stood 10 to the right, at first
 * unknown, and in the second move it was left behind in its last leg. A thing has one way. */
TEST json_has_a_way_for_each_model(void) {
    const int64_t way[] = {(int64_t)1 << 32 | 2, (int64_t)5 << 32 | 2, (int64_t)5 << 32 | 9};
    const int64_t back[] = {way[2], way[1], way[0]};
    const int64_t group = fx_name(BP_SPEARS, KIND_UNIT, 1, 0);
    fx_open(&fx);
    fx_enter(&fx, J_MOVE, -1);
    fx_thing(&fx, group);
    fx_place(&fx, way[0]);
    journal_list(&fx.j, (struct image_type){V_PATH, 0, -1}, way, 3);
    for (int i = 1; i < 3; i++) {
        fx_thing(&fx, fx_name(BP_SPEAR, KIND_MODEL, i, 0));
        fx_place(&fx, way[2] + ((int64_t)(10 * i - 10) << 32));
    }
    fx_done(&fx);
    fx_enter(&fx, J_MOVE, -1);
    fx_thing(&fx, group);
    fx_place(&fx, back[0]);
    journal_list(&fx.j, (struct image_type){V_PATH, 0, -1}, back, 3);
    fx_thing(&fx, fx_name(BP_SPEAR, KIND_MODEL, 1, 0));
    fx_place(&fx, back[2]);
    fx_thing(&fx, fx_name(BP_SPEAR, KIND_MODEL, 2, 0));
    fx_place(&fx, (int64_t)12 << 32 | 2);
    fx_done(&fx);
    fx_enter(&fx, J_MOVE, -1);
    fx_thing(&fx, fx_name(BP_CHIEF, KIND_UNIT, 1, 0));
    fx_place(&fx, way[0]);
    journal_list(&fx.j, (struct image_type){V_PATH, 0, -1}, way, 2);
    fx_done(&fx);
    json();
    fx_close(&fx);
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"move\",\"thing\":4,\"ways\":[[4,[1,2],[5,2]]]}",
                  line(3));
    ASSERT_STR_EQ("{\"depth\":1,\"kind\":\"move\",\"thing\":1,\"ways\":[[2,[5,9],[5,2],[1,2]],"
                  "[3,[15,9],[15,2],[12,2]]]}",
                  line(2));
    ASSERTm("the first", strstr(line(1), "[[2,[1,2],[5,2],[5,9]],[3,[11,2],[15,2],[15,9]]]"));
    PASS();
}

/* The first of a sort is number 0 while it is alone: over the whole journal it is 1. */
TEST a_name_is_one_name_throughout(void) {
    struct journal_names names;
    fx_open(&fx);
    fx_two(&fx, J_CREATE, fx_name(BP_SPEARS, KIND_UNIT, 0, 0), NONE);
    fx_two(&fx, J_CREATE, fx_name(BP_SPEARS, KIND_UNIT, 2, 0), NONE);
    fx_two(&fx, J_CREATE, fx_name(BP_SPEARS, KIND_UNIT, 1, 1), NONE);
    journal_names_open(&names, &fx.j, &fx.img);
    ASSERT_EQ(fx_name(BP_SPEARS, KIND_UNIT, 1, 0),
              journal_names_word(&names, fx_name(BP_SPEARS, KIND_UNIT, 0, 0)));
    ASSERT_EQ(fx_name(BP_SPEARS, KIND_UNIT, 2, 0),
              journal_names_word(&names, fx_name(BP_SPEARS, KIND_UNIT, 2, 0)));
    ASSERT_EQ(fx_name(BP_SPEARS, KIND_UNIT, 0, 1),
              journal_names_word(&names, fx_name(BP_SPEARS, KIND_UNIT, 1, 1)));
    ASSERT_EQ(NONE, journal_names_word(&names, NONE));
    journal_names_close(&names);
    fx_close(&fx);
    PASS();
}

/* Of each entry whose first value is a thing: who he reads it to be. */
static int seen_by(int32_t player, int64_t names[], int room) {
    struct journal seen = {0};
    struct journal_entry e;
    int n = 0;
    journal_view(&fx.j, &fx.img, player, &seen);
    for (size_t at = 0; n < room && journal_next(&seen, &at, &e);) {
        struct journal_item item;
        size_t word = 0;
        if (journal_item(&e, &word, &item)) names[n++] = item.values[0];
    }
    journal_free(&seen);
    return n;
}

/* Of a card in another's secret pile neither which one it is nor which of them. */
TEST a_hidden_card_has_neither_name_nor_number(void) {
    fx_open(&fx);
    fx.img.root[ROOT_CARD] = KIND_FEATURE;
    fx.kinds[KIND_THING].parent = -1;
    fx.kinds[KIND_STATUS].parent = KIND_FEATURE;
    fx.fields[FIELD_DONE].pile = true;
    fx.fields[FIELD_DONE].secret = SECRET_SIDE;
    fx.fields[FIELD_DONE].type = (struct image_type){V_THING, 0, KIND_STATUS};
    const int64_t card = journal_name_pack((struct journal_name){BP_FLED, KIND_STATUS, 3, 0, 7});
    const int64_t unseen = fx_name(-1, KIND_STATUS, 0, 0);
    int64_t names[5];
    fx_two(&fx, J_CREATE, card, fx_player(0));
    fx_enter(&fx, J_PUT, -1);
    fx_thing(&fx, card);
    fx_thing(&fx, fx_player(0));
    journal_word(&fx.j, FIELD_DONE);
    fx_done(&fx);
    fx_one(&fx, J_DESTROY, card);
    fx_one(&fx, J_REVEAL, card);
    ASSERT_EQ_FMT(4, seen_by(1, names, 5), "%d");
    for (int i = 0; i < 3; i++) ASSERT_EQ(unseen, names[i]);
    ASSERTm("until it is revealed", names[3] == card);
    ASSERT_EQ_FMT(4, seen_by(0, names, 5), "%d");
    for (int i = 0; i < 4; i++) ASSERTm("his own", names[i] == card);
    fx_close(&fx);
    PASS();
}

/* JSON reads payloads from journal.def: each letter there must be one that it knows. */
TEST payloads_are_letters_and_keys(void) {
    for (int kind = 0; kind < J_COUNT_; kind++) {
        const char *p = journal_row((enum journal_kind)kind)->payload;
        while (*p) {
            ASSERTm(p,
                    strchr("eqrxfDnswtmvTAVMRz", *p) && p[1] == ' ' && p[2] >= 'a' && p[2] <= 'z');
            bool last = strchr("VMR", *p) != NULL;
            p += 2;
            while (*p && *p != ' ') p++;
            if (*p == ' ') p++;
            ASSERTm("what goes to the end stands last", !last || !*p);
        }
    }
    PASS();
}

/* Behind a text of several words stand those that were meant: there are two of them. */
TEST names_are_found_behind_words(void) {
    fx_open(&fx);
    fx_enter(&fx, J_NOT_DONE, -1);
    journal_word(&fx.j, EV_SHOOT);
    journal_word(&fx.j, WHY_FORBIDDEN);
    journal_words(&fx.j, "a reason that is longer than a word");
    fx_thing(&fx, fx_name(BP_CHIEF, KIND_UNIT, 2, 0));
    fx_done(&fx);
    struct journal_names n;
    journal_names_open(&n, &fx.j, &fx.img);
    int64_t first = journal_names_word(&n, fx_name(BP_CHIEF, KIND_UNIT, 1, 0));
    journal_names_close(&n);
    fx_close(&fx);
    ASSERT_EQ_FMT(1, (int)journal_name_unpack(&fx.img, first).ordinal, "%d");
    PASS();
}

SUITE(journal) {
    RUN_TEST(names_are_found_behind_words);
    RUN_TEST(names_survive_packing);
    RUN_TEST(types_survive_packing);
    RUN_TEST(entries_are_read_as_written);
    RUN_TEST(nothing_is_written_when_off);
    RUN_TEST(lengths_are_exact_to_a_hundredth);
    RUN_TEST(json_says_who_what_and_where);
    RUN_TEST(json_says_of_which_roll_a_count_is);
    RUN_TEST(json_has_the_odds_of_sums);
    RUN_TEST(json_has_the_odds_of_dice_rolled_anew);
    RUN_TEST(json_has_a_way_for_each_model);
    RUN_TEST(json_numbers_each_thing);
    RUN_TEST(json_escapes_and_fills_in);
    RUN_TEST(json_says_where_all_stand);
    RUN_TEST(a_name_is_one_name_throughout);
    RUN_TEST(a_hidden_card_has_neither_name_nor_number);
    RUN_TEST(payloads_are_letters_and_keys);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(journal);
    GREATEST_MAIN_END();
}
