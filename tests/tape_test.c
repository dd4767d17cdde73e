/* Tapes: what is written reads back as the same answers; what was cut, altered or is of
 * other rules is refused with its line. */
#include "arena.h"
#include "tape.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static const char *texts[] = {"d10", "fate", "blank", "/home/a/rules/duel/fighting.myth"};
static const struct image_face faces[] = {
    {2, FACE_NAMED + 2}, {2, FACE_NAMED + 2}, {-1, 1}, {-1, 2}};
static const struct image_die dice[] = {{0, 10, -1, -1}, {1, 4, 0, -1}};
static const struct image_place places[] = {{0, 20, 5}};
static const char *files[] = {"/home/a/rules/duel/fighting.myth"};

static struct image image(void) {
    struct image img = {.texts = texts, .texts_count = 4, .files = files, .files_count = 1};
    img.faces = (struct image_face *)(uintptr_t)faces;
    img.faces_count = 4;
    img.dice = (struct image_die *)(uintptr_t)dice;
    img.dice_count = 2;
    img.places = (struct image_place *)(uintptr_t)places;
    img.places_count = 1;
    return img;
}

static struct question ask(enum ask_kind kind, int64_t count) {
    return (struct question){.kind = kind,
                             .who = NONE,
                             .place = 0,
                             .choice = -1,
                             .prompt = "",
                             .die = 0,
                             .count = count,
                             .least = 1,
                             .most = 1};
}

static int64_t spot(int64_t x, int64_t y) {
    return (int64_t)((uint64_t)x << 32 | (uint32_t)(uint64_t)y);
}

/* Names for tests: labels, else a candidate is called by its value, an index into `called`. */
static const struct ask_name called[] = {{"Chief", 5, "red"},
                                         {"Chief", 5, "blue"},
                                         {"Guards 2", 6, "red"},
                                         {"Troop", 5, ""},
                                         {"Troop", 5, ""},
                                         {"Say \"no\" # 1\\", 14, ""},
                                         {"of", 2, ""},
                                         {"Spears 1", 6, "blue"},
                                         {"\xc3\x97"
                                          "2",
                                          3, ""},
                                         {"", 0, ""},
                                         {"6\"", 2, ""},
                                         {"Slingers 1", 8, "red"},
                                         {"Slingers 2", 8, "red"},
                                         {"@1", 2, ""},
                                         {"/1", 2, ""},
                                         {"Two\nlines", 9, ""}};
static const int64_t everyone[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static bool name_of(const void *user, const struct question *q, int64_t i, struct ask_name *out) {
    (void)user;
    if (!q->labels && !q->values) return false;
    if (!q->labels) *out = called[q->values[i]];
    if (q->labels) *out = (struct ask_name){.owner = ""};
    if (q->labels) snprintf(out->text, sizeof out->text, "%s", q->labels[i]);
    if (q->labels) out->bare = strlen(out->text);
    return true;
}
static const struct ask_names names = {name_of, NULL};

static struct question whom(int64_t count) {
    struct question q = ask(ASK_PICK, count);
    q.values = everyone;
    return q;
}

enum { STEPS = 14 };
struct step {
    struct question q;
    struct answer a;
    const char *line;
};
static const char *const yes_no[] = {"yes", "no"}, *const labels[] = {"Flank", "Charge\nhome"};

/* One of each, with the line that it should be. */
static int steps(struct step *s) {
    static const int64_t rolled[] = {1, 3, 10}, fate[] = {FACE_NAMED + 2, 2}, one[] = {1},
                         two[] = {0, 2}, none = 0, twice[] = {1, 1, 2}, many[] = {1, 3, 1, 2};
    static int64_t at[1], way[2];
    int n = 0;
    at[0] = spot(45720, -12);
    way[0] = spot(1, 2);
    way[1] = spot(-3, 4);
    s[n++] = (struct step){ask(ASK_ROLL, 3), {.count = 3, .values = rolled}, "roll 1 3 10\n"};
    s[n] = (struct step){ask(ASK_ROLL, 2), {.count = 2, .values = fate}, "roll blank 2\n"};
    s[n++].q.die = 1;
    s[n++] = (struct step){ask(ASK_PICK, 4), {.count = 1, .values = one}, "pick @2 of 4\n"};
    s[n] = (struct step){ask(ASK_PICK, 4), {.count = 2, .values = two}, "pick @1 @3 of 4\n"};
    s[n++].q.most = 2;
    s[n] = (struct step){ask(ASK_PICK, 4),
                         {.count = 3, .values = twice},
                         "pick @2 \xc3\x97"
                         "2 @3 of 4\n"};
    s[n].q.many = many;
    s[n++].q.most = 3;
    s[n] = (struct step){ask(ASK_PICK, 4), {.pass = true, .values = &none}, "pass\n"};
    s[n++].q.may_pass = true;
    s[n] = (struct step){ask(ASK_PICK, 2), {.count = 1, .values = one}, "no\n"};
    s[n++].q.labels = yes_no;
    s[n] =
        (struct step){ask(ASK_PICK, 2), {.count = 1, .values = one}, "pick \"Charge home\" of 2\n"};
    s[n++].q.labels = labels;
    s[n++] = (struct step){
        ask(ASK_PLACE, 9), {.spelled = true, .count = 1, .values = at}, "place 45720 -12\n"};
    s[n++] = (struct step){ask(ASK_PLACE, 9), {.count = 1, .values = one}, "candidate 2\n"};
    s[n++] = (struct step){
        ask(ASK_PATH, 9), {.spelled = true, .count = 2, .values = way}, "path 1 2 -3 4\n"};
    s[n++] = (struct step){ask(ASK_RANDOM, 4), {.count = 1, .values = one}, "random @2 of 4\n"};
    s[n++] = (struct step){ask(ASK_COUNT, 3), {.count = 1, .values = one}, "count 1\n"};
    s[n++] = (struct step){ask(ASK_SUM, 3), {.count = 1, .values = one}, "sum 1\n"};
    return n;
}

static const struct tape_rules rules = {"duel", "1", UINT64_C(0xab), 0};
static const struct tape_pair ruling = {"shaken_guard", "drops", 0}, policy = {"red", "random", 0};
static const struct tape_head head = {.rules = &rules,
                                      .rules_count = 1,
                                      .script = "scenarios/first duel.lua",
                                      .scenario = "open_field",
                                      .script_hash = 0x12,
                                      .seed = UINT64_MAX,
                                      .rulings = &ruling,
                                      .policies = &policy,
                                      .rulings_count = 1,
                                      .policies_count = 1};
#define HEAD                                             \
    "myth tape 2\n"                                      \
    "rules duel 00000000000000ab 1\n"                    \
    "script 0000000000000012 scenarios/first duel.lua\n" \
    "scenario open_field\n"                              \
    "seed 18446744073709551615\n"                        \
    "ruling shaken_guard drops\n"                        \
    "policy red random\n"
#define END "end 00000000000000ff\n"

TEST what_is_written_reads_back(void) {
    struct image img = image();
    struct tape_writer w = {0};
    struct step s[STEPS];
    int n = steps(s);
    ASSERT_EQ_FMT(STEPS, n, "%d");
    for (int i = 0; i < n; i++) {
        size_t before = w.body_len;
        tape_write_answer(&w, &img, &names, &s[i].q, &s[i].a, NULL);
        ASSERT_STR_EQ(s[i].line, w.body + before);
    }
    tape_write_end(&w, 0xff);
    tape_write_head(&w, &head);
    size_t len;
    const char *text = tape_text(&w, &len);
    ASSERT_EQ_FMT(strlen(text), len, "%zu");
    ASSERT_EQ_FMT(0, strncmp(HEAD, text, strlen(HEAD)), "%d");

    struct arena arena = {0};
    struct tape_reader r;
    const char *why = tape_read(&r, &arena, "t", text, len);
    ASSERT_EQm(why, NULL, why);
    ASSERT_EQ_FMT(STEPS, (int)r.answers, "%d");
    ASSERT_STR_EQ("scenarios/first duel.lua", r.head.script);
    ASSERT_STR_EQ("open_field", r.head.scenario);
    ASSERT_STR_EQ("drops", r.head.rulings[0].value);
    ASSERT_STR_EQ("random", r.head.policies[0].value);
    ASSERTm("seed", r.head.seed == UINT64_MAX);
    for (int i = 0; i < n; i++) {
        struct answer a;
        ASSERTm(r.why, tape_next(&r, &img, &names, &s[i].q, 0, &a, &why));
        ASSERT_EQ(s[i].a.pass, a.pass);
        ASSERT_EQ(s[i].a.spelled, a.spelled);
        ASSERT_EQ(s[i].a.count, a.count);
        for (int64_t k = 0; k < a.count; k++) ASSERTm(s[i].line, s[i].a.values[k] == a.values[k]);
    }
    ASSERT_EQ(NULL, tape_end(&r, 0xff));
    ASSERT_EQ(NULL, tape_close(&r));
    arena_free(&arena);
    tape_writer_free(&w);
    PASS();
}

TEST an_absolute_path_is_never_written(void) {
    struct tape_writer w = {0};
    struct tape_head h = head;
    size_t len;
    h.script = "/home/a/duel.lua";
    tape_write_head(&w, &h);
    const char *text = tape_text(&w, &len);
    ASSERTm("only its last name", strstr(text, "script 0000000000000012 duel.lua\n"));
    ASSERTm("nothing of the folder", !strstr(text, "home"));
    tape_writer_free(&w);
    PASS();
}

TEST checks_are_due_every_sixteen_answers_before_a_choice(void) {
    struct image img = image();
    struct tape_writer w = {0};
    int64_t one = 0;
    struct question pick = ask(ASK_PICK, 4), roll = ask(ASK_ROLL, 1);
    struct answer a = {.count = 1, .values = &one};
    for (int i = 0; i < 16; i++) {
        ASSERT_EQ(false, tape_check_due(&w, &pick));
        tape_write_answer(&w, &img, &names, &pick, &a, NULL);
    }
    ASSERT_EQ(true, tape_check_due(&w, &pick));
    ASSERT_EQ(false, tape_check_due(&w, &roll));
    tape_write_check(&w, 1);
    ASSERT_EQ(false, tape_check_due(&w, &pick));
    tape_writer_free(&w);
    PASS();
}

struct bad {
    const char *text, *why;
};

TEST mistakes_are_named_with_their_line(void) {
    static const struct bad bad[] = {
        {"hello\n", "t:1: this is no tape: its first line is not 'myth tape 2'"},
        {"myth tape 1\nrules a 00000000000000ab 1\nseed 1\npick 1\n" END,
         "t:1: a tape of format 1; this program reads format 2, in which answers stand by name"},
        {HEAD "rol 1\n" END, "t:8: 'rol' is no word of a tape"},
        {HEAD "sum one\n" END, "t:8: 'one' is no number"},
        {HEAD "sum 99999999999999999999\n" END, "t:8: '99999999999999999999' is no number"},
        {HEAD "pick \"Chief\n" END,
         "t:8: the name that begins here is not closed by a quote: \"Chief"},
        {HEAD "pick \"Chief\\\" of 2\n" END,
         "t:8: the name that begins here is not closed by a quote: \"Chief\\\" of 2"},
        {HEAD "pick \"Chief\"2\n" END,
         "t:8: a blank is missing behind the name between quotes: \"Chief\"2"},
        {HEAD "pick \"\"\n" END, "t:8: there is no name between the quotes: \"\""},
        {HEAD "pick Chief of many\n" END,
         "t:8: behind 'of' stands how many there were, not 'many'"},
        {HEAD "pick Chief of 0\n" END, "t:8: behind 'of' stands how many there were, not '0'"},
        {HEAD "pick Chief of\n" END,
         "t:8: behind 'of' stands how many there were, as the last word"},
        {HEAD "pick of 2 Chief\n" END,
         "t:8: behind 'of' stands how many there were, as the last word"},
        {HEAD "pick /2 of 2\n" END, "t:8: '/2' stands behind a name, once"},
        {HEAD "pick Troop /2 /2 of 2\n" END, "t:8: '/2' stands behind a name, once"},
        {HEAD "pick \xc3\x97"
              "2 of 2\n" END,
         "t:8: '\xc3\x97"
         "2' stands behind a name, once, and is 2 or more"},
        {HEAD "pick Troop \xc3\x97"
              "1 of 2\n" END,
         "t:8: '\xc3\x97"
         "1' stands behind a name, once, and is 2 or more"},
        {HEAD "pick a \xc3\x97"
              "900000 b \xc3\x97"
              "900000 of 2\n" END,
         "t:8: more is taken here than there can be"},
        {HEAD "random Troop Chief of 2\n" END, "t:8: 'random' is followed by one name"},
        {HEAD "random of 2\n" END, "t:8: 'random' is followed by one name"},
        {HEAD "roll\n" END, "t:8: 'roll' is followed by at least one number"},
        {HEAD "place 1\n" END, "t:8: 'place' is followed by an x and a y of each place"},
        {HEAD "path 1 2 3\n" END, "t:8: 'path' is followed by an x and a y of each place"},
        {HEAD "place 1 4294967296\n" END, "t:8: '4294967296' is beyond any table"},
        {HEAD "pass 1\n" END, "t:8: nothing follows 'pass'"},
        {HEAD "check ab\n" END, "t:8: 'ab' is no hash: it has 16 digits 0 to 9, a to f"},
        {HEAD "pass\nseed 2\n" END, "t:9: 'seed' belongs to the head, before the answers"},
        {HEAD "seed 2\n" END, "t:8: the seed stands here a second time"},
        {HEAD "policy red first\n" END, "t:8: 'red' stands here a second time"},
        {"myth tape 2\nrules duel\n",
         "t:2: rules is followed by a name, a hash of 16 digits and a version"},
        {"myth tape 2\nseed -1\n", "t:2: '-1' is no seed: it is a number from 0 on"},
        {"myth tape 2\nseed 1\n" END, "t:3: the tape does not say of which rules it is"},
        {"myth tape 2\nrules a 00000000000000ab 1\n" END, "t:3: the tape does not say its seed"},
        {HEAD "pick 1\n", "t:8: the tape is cut off: its last line is not an 'end'"},
        {HEAD "check 01", "t:8: the tape is cut off in the middle of this line"},
        {HEAD "pick 1", "t:8: the tape is cut off in the middle of this line"},
    };
    struct arena arena = {0};
    struct tape_reader r;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        const char *why = tape_read(&r, &arena, "t", bad[i].text, strlen(bad[i].text));
        ASSERTm(bad[i].why, why != NULL);
        ASSERT_STR_EQ(bad[i].why, why);
    }
    ASSERT_STR_EQ("t: this is no tape: it is empty", tape_read(&r, &arena, "t", "", 0));
    static const char zero[] = HEAD "pick 1\0\n" END;
    ASSERT_STR_EQ("t:8: a byte of zero: this is no text",
                  tape_read(&r, &arena, "t", zero, sizeof zero - 1));
    arena_free(&arena);
    PASS();
}

TEST a_tape_cut_at_any_byte_is_refused(void) {
    static const char text[] = HEAD "pick 1   # Spears\ncheck 0123456789abcdef\nroll 1 2\n" END;
    struct arena arena = {0};
    struct tape_reader r;
    for (size_t n = 0; n + 1 < sizeof text; n++)
        ASSERTm("a cut tape was taken", tape_read(&r, &arena, "t", text, n) != NULL);
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, sizeof text - 1));
    arena_free(&arena);
    PASS();
}

TEST a_tape_may_be_written_by_hand(void) {
    static const char text[] =
        "myth tape 2\r\n# mine\r\n\r\nrules duel 00000000000000ab 1 beta\r\nseed 7\r\n"
        "  pick\t@2   # Spears\r\n" END;
    struct image img = image();
    struct arena arena = {0};
    struct tape_reader r;
    struct question q = ask(ASK_PICK, 2);
    struct answer a;
    const char *why = tape_read(&r, &arena, "t", text, sizeof text - 1);
    ASSERT_EQm(why, NULL, why);
    ASSERT_STR_EQ("1 beta", r.head.rules[0].version);
    ASSERT_EQ(true, tape_next(&r, &img, &names, &q, 0, &a, &why));
    ASSERT_EQ(1, a.values[0]);
    arena_free(&arena);
    PASS();
}

/* The message that one line draws from one question; the empty text if it is taken. */
static const char *answered(struct tape_reader *r, struct arena *arena, const char *line,
                            struct question q) {
    struct image img = image();
    struct answer a;
    const char *why = "";
    char *text = arena_print(arena, HEAD "%s\n" END, line);
    const char *read = tape_read(r, arena, "t", text, strlen(text));
    if (read) return read;
    return tape_next(r, &img, &names, &q, 0, &a, &why) ? "" : why;
}

TEST the_first_difference_is_named(void) {
    struct arena arena = {0};
    struct tape_reader r;
    struct question may = ask(ASK_PICK, 2), two = ask(ASK_PICK, 5), fate = ask(ASK_ROLL, 1);
    may.labels = yes_no;
    two.most = 3;
    fate.die = 1;
    ASSERT_STR_EQ("t:8: this line answers with a roll of 3 dice, but the rules ask for a pick of 1 "
                  "from 4 (fighting.myth:20): @1, @2, @3 and @4",
                  answered(&r, &arena, "roll 1 2 3", ask(ASK_PICK, 4)));
    ASSERT_STR_EQ(
        "t:8: this line answers with a roll of 1 die, but the rules ask for a roll of 2 d10 "
        "(fighting.myth:20)",
        answered(&r, &arena, "roll 1", ask(ASK_ROLL, 2)));
    ASSERT_STR_EQ("t:8: '11' is no face of a d10",
                  answered(&r, &arena, "roll 11", ask(ASK_ROLL, 1)));
    ASSERT_STR_EQ("t:8: '3' is no face of a fate", answered(&r, &arena, "roll 3", fate));
    ASSERT_STR_EQ("", answered(&r, &arena, "roll blank", fate));
    ASSERT_STR_EQ("t:8: there is no @5 here (fighting.myth:20): what may be answered is @1, @2, @3 "
                  "and @4",
                  answered(&r, &arena, "pick @5", ask(ASK_PICK, 4)));
    ASSERT_STR_EQ("t:8: '@2' is picked twice", answered(&r, &arena, "pick @2 @2", two));
    ASSERT_STR_EQ("", answered(&r, &arena, "pick @4 @2", two));
    const int64_t many[] = {1, 2, 1, 1, 1};
    two.many = many;
    ASSERT_STR_EQ("", answered(&r, &arena,
                               "pick @3 @2 \xc3\x97"
                               "2",
                               two));
    ASSERT_STR_EQ("t:8: '@2' is picked \xc3\x97"
                  "3 here, and it stands for 2",
                  answered(&r, &arena,
                           "pick @2 \xc3\x97"
                           "3",
                           two));
    ASSERT_STR_EQ("t:8: '@3' is picked \xc3\x97"
                  "2 here, and it stands for 1",
                  answered(&r, &arena,
                           "pick @3 \xc3\x97"
                           "2",
                           two));
    two.many = NULL;
    ASSERT_STR_EQ("t:8: this was answered among 6, and here there are 5: @1, @2, @3, @4 and @5",
                  answered(&r, &arena, "pick @2 @1 of 6", two));
    ASSERT_STR_EQ(
        "t:8: this line answers with a pass, but the rules ask for a pick of 1 to 3 from 5 "
        "(fighting.myth:20): @1, @2, @3, @4 and @5",
        answered(&r, &arena, "pass", two));
    ASSERT_STR_EQ(
        "t:8: this line answers with a place, but the rules ask for yes or no (fighting.myth:20)",
        answered(&r, &arena, "place 1 2", may));
    ASSERT_STR_EQ("", answered(&r, &arena, "yes", may));
    ASSERT_STR_EQ("t:8: a count of 4 is more than there are dice",
                  answered(&r, &arena, "count 4", ask(ASK_COUNT, 3)));
    ASSERT_STR_EQ("t:9: here the tape ends, but the rules ask for a way (fighting.myth:20)",
                  answered(&r, &arena, "# nothing", ask(ASK_PATH, 3)));
    arena_free(&arena);
    PASS();
}

/* Each candidate is written by the shortest word that means no other, and found by it. */
TEST names_are_written_so_that_they_are_found(void) {
    static const char *const words[] = {"\"red Chief\"",
                                        "\"blue Chief\"",
                                        "\"Guards 2\"",
                                        "Troop /1",
                                        "Troop /2",
                                        "\"Say \\\"no\\\" # 1\\\\\"",
                                        "\"of\"",
                                        "\"Spears 1\"",
                                        ("\"\xc3\x97"
                                         "2\""),
                                        "@10",
                                        "6\"",
                                        "\"Slingers 1\"",
                                        "\"Slingers 2\"",
                                        "\"@1\"",
                                        "\"/1\"",
                                        "\"Two lines\""};
    struct image img = image();
    struct arena arena = {0};
    struct tape_writer w = {0};
    struct tape_reader r;
    const struct question q = whom(ARRAY_LEN(words));
    const char *why;
    size_t len;
    tape_write_head(&w, &head);
    for (int64_t i = 0; i < q.count; i++) {
        const size_t before = w.body_len;
        tape_write_answer(&w, &img, &names, &q, &(struct answer){.count = 1, .values = &i}, NULL);
        ASSERT_STR_EQ(arena_print(&arena, "pick %s of 16\n", words[i]), w.body + before);
    }
    tape_write_end(&w, 0xff);
    const char *text = tape_text(&w, &len);
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, len));
    for (int64_t i = 0; i < q.count; i++) {
        struct answer a;
        why = "";
        ASSERTm(why, tape_next(&r, &img, &names, &q, 0, &a, &why));
        ASSERT_EQ_FMT((int)i, (int)a.values[0], "%d");
    }
    ASSERT_EQ(NULL, tape_end(&r, 0xff));
    arena_free(&arena);
    tape_writer_free(&w);
    PASS();
}

TEST a_name_that_means_none_or_several_is_refused(void) {
    struct arena arena = {0};
    struct tape_reader r;
    struct question two = whom(3);
    two.most = 2;
    ASSERT_STR_EQ("", answered(&r, &arena, "pick \"red Chief\" of 3", whom(3)));
    ASSERT_STR_EQ("", answered(&r, &arena, "pick Guards", whom(3)));
    ASSERT_STR_EQ("", answered(&r, &arena, "pick Chief /2", whom(3)));
    ASSERT_STR_EQ("", answered(&r, &arena, "pick \"red Guards 2\" \"red Chief\"", two));
    ASSERT_STR_EQ("t:8: 'Chief' names 2 of what is offered here (fighting.myth:20): what may be "
                  "answered is \"red Chief\", \"blue Chief\" and \"Guards 2\"",
                  answered(&r, &arena, "pick Chief", whom(3)));
    ASSERT_STR_EQ("t:8: 'Slingers' names 2 of what is offered here (fighting.myth:20): what may be "
                  "answered is \"red Chief\", \"blue Chief\", \"Guards 2\", Troop /1, Troop /2, "
                  "\"Say \\\"no\\\" # 1\\\\\", \"of\", \"Spears 1\", \"\xc3\x97"
                  "2\", @10, 6\", "
                  "\"Slingers 1\", \"Slingers 2\", \"@1\", \"/1\" and \"Two lines\"",
                  answered(&r, &arena, "pick Slingers", whom(16)));
    ASSERT_STR_EQ("t:8: 'Chief' /3 is not offered here (fighting.myth:20): what may be answered is "
                  "\"red Chief\", \"blue Chief\" and \"Guards 2\"",
                  answered(&r, &arena, "pick Chief /3", whom(3)));
    ASSERT_STR_EQ("t:8: 'Chef' is not offered here (fighting.myth:20): what may be answered is "
                  "\"red Chief\" and \"blue Chief\"",
                  answered(&r, &arena, "pick Chef", whom(2)));
    ASSERT_STR_EQ("t:8: 'Chief' is picked twice",
                  answered(&r, &arena, "pick \"Chief\" /1 Chief /1", two));
    arena_free(&arena);
    PASS();
}

/* Under other rules what is named counts, and neither how many there were nor any check. */
TEST other_rules_are_asked_for_what_is_named(void) {
    struct image img = image();
    struct arena arena = {0};
    struct tape_reader r;
    struct answer a;
    const struct question q = whom(3);
    const char *why = "", *text = HEAD "check 0123456789abcdef\npick \"Guards 2\" of 9\n" END;
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, strlen(text)));
    ASSERT_EQ(false, tape_next(&r, &img, &names, &q, 0, &a, &why));
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, strlen(text)));
    r.other_rules = true;
    ASSERTm(why, tape_next(&r, &img, &names, &q, 0, &a, &why));
    ASSERT_EQ(2, a.values[0]);
    ASSERT_EQ(NULL, tape_end(&r, 1));
    arena_free(&arena);
    PASS();
}

TEST a_check_that_differs_is_named(void) {
    struct image img = image();
    struct arena arena = {0};
    struct tape_reader r;
    struct question q = ask(ASK_PICK, 4);
    struct answer a;
    struct answer one = {.count = 1, .values = &(int64_t){0}};
    struct tape_writer w = {0};
    const char *why;
    size_t len;
    tape_write_head(&w, &head);
    tape_write_check(&w, 1);
    tape_write_answer(&w, &img, &names, &q, &one, NULL);
    tape_write_check(&w, 2);
    tape_write_end(&w, 0xff);
    const char *text = tape_text(&w, &len);
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, len));
    ASSERT_EQ(false, tape_next(&r, &img, &names, &q, 9, &a, &why));
    ASSERTm(why, strstr(why, "t:8: the hash of this line is "));
    ASSERTm(why, strstr(why, ": something in the lines 1 to 8 was altered"));
    ASSERT_EQ(true, tape_next(&r, &img, &names, &q, 1, &a, &why));
    ASSERT_STR_EQ("t:9: the rules refuse this answer: not there", tape_refused(&r, "not there"));
    ASSERT_STR_EQ("t:10: the battle is over, but the tape goes on", tape_end(&r, 2));
    ASSERT_STR_EQ("t:10: the script has ended, but the tape goes on", tape_close(&r));
    ASSERT_EQ(false, tape_next(&r, &img, &names, &q, 3, &a, &why));
    ASSERTm(why, strstr(why, "t:10: ") && strstr(why, "in the lines 9 to 10 was altered"));
    tape_writer_free(&w);
    arena_free(&arena);
    PASS();
}

/* A tape of one battle, of one pick: where the rules go on behind it, and where the script plays a
 * second battle, in which nothing is asked. */
TEST an_end_that_comes_too_early_is_named(void) {
    struct image img = image();
    struct arena arena = {0};
    struct tape_reader r;
    const struct question pick = ask(ASK_PICK, 4);
    struct answer a, one = {.count = 1, .values = &(int64_t){0}};
    struct tape_writer w = {0};
    const char *why;
    size_t len;
    tape_write_head(&w, &head);
    tape_write_answer(&w, &img, &names, &pick, &one, NULL);
    tape_write_end(&w, 5);
    const char *text = tape_text(&w, &len);
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, len));
    ASSERT_EQ(true, tape_next(&r, &img, &names, &pick, 5, &a, &why));
    ASSERT_STR_EQ("t:9: here a battle ends, but the rules go on", tape_left(&r, 5));
    ASSERT_EQ(NULL, tape_end(&r, 5));
    ASSERT_STR_EQ("t:9: the tape ends before this battle does", tape_end(&r, 5));
    tape_writer_free(&w);
    arena_free(&arena);
    PASS();
}

/* The tape of one pick and one roll, whose World is 5 at the end whatever was rolled. */
static const char *replayed(struct arena *arena, const char *text, size_t len) {
    struct image img = image();
    struct tape_reader r;
    struct answer a;
    const char *why = tape_read(&r, arena, "t", text, len);
    const struct question pick = whom(16), roll = ask(ASK_ROLL, 2);
    if (why || !tape_next(&r, &img, &names, &pick, 5, &a, &why)) return why;
    if (!tape_next(&r, &img, &names, &roll, 5, &a, &why)) return why;
    why = tape_end(&r, 5);
    return why ? why : tape_close(&r);
}

/* The same of a tape that was left before the roll. */
static const char *gone_on(struct arena *arena, const char *text, size_t len) {
    struct image img = image();
    struct tape_reader r;
    struct answer a;
    const char *why = tape_read(&r, arena, "t", text, len);
    const struct question pick = whom(16);
    if (why || !tape_next(&r, &img, &names, &pick, 5, &a, &why)) return why;
    return r.answers == 1 ? tape_left(&r, 5) : "t: other answers";
}

/* The parts of a tape that count: the words of each line, without what is for people. */
static const char *words_of(struct arena *arena, const char *text, size_t len) {
    static const char *const heads[] = {"myth ", "rules ",  "script ", "scenario ",
                                        "seed ", "ruling ", "policy "};
    char *out = arena_new(arena, 2 * len + 2), *to = out;
    for (size_t at = 0; at < len;) {
        const char *stop = memchr(text + at, '\n', len - at);
        const size_t end = stop ? (size_t)(stop - text) : len;
        char *line = to;
        for (; at < end; at++) {
            const bool blank = text[at] == ' ' || text[at] == '\t' || text[at] == '\r';
            bool of_head = false;
            /* blanks and number signs between quotes are part of a name */
            const bool quote = text[at] == '"' && (at == 0 || strchr(" \t\r", text[at - 1]));
            if (quote && strncmp(line, "pick ", 5) == 0) {
                do {
                    if (text[at] == '\\' && at + 1 < end) *to++ = text[at++];
                    *to++ = text[at++];
                } while (at < end && text[at] != '"');
                if (at == end) break;
            }
            if (text[at] == '#') {
                for (size_t i = 0; i < ARRAY_LEN(heads); i++)
                    of_head |= strncmp(line, heads[i], strlen(heads[i])) == 0;
                if (!of_head) break;
            }
            if (!blank)
                *to++ = text[at];
            else if (to > line && to[-1] != ' ')
                *to++ = ' ';
        }
        at = end + 1;
        if (to > line && to[-1] == ' ') to--;
        if (to > line) *to++ = '\n';
        *to = 0;
    }
    return out;
}

typedef const char *replay(struct arena *arena, const char *text, size_t len);
struct tries {
    struct arena arena;
    replay *play;
    const char *text;
    size_t len, refused, same;
};

/* Whether it is refused with its line, or says the same. */
static bool withstands(struct tries *t, const char *other, size_t len) {
    struct arena_mark mark = arena_mark(&t->arena);
    const char *why = t->play(&t->arena, other, len);
    bool good =
        why ? strncmp(why, "t:", 2) == 0
            : strcmp(words_of(&t->arena, t->text, t->len), words_of(&t->arena, other, len)) == 0;
    if (why)
        t->refused++;
    else
        t->same++;
    if (!good) printf("%s\n%.*s\n", why ? why : "taken:", (int)len, other);
    arena_reset(&t->arena, mark);
    return good;
}

/* Bytes: each becomes another, goes, or another stands before it; the text is cut there. */
static enum greatest_test_res alter_bytes(struct tries *t, char *other) {
    static const char others[] = "0123456789abcdefgz#- \n\t\r\0\x7f\x80\xff";
    for (size_t i = 0; i < t->len; i++) {
        for (size_t k = 0; k < sizeof others - 1 + 8; k++) {
            char now = k < 8 ? (char)(t->text[i] ^ 1 << k) : others[k - 8];
            memcpy(other, t->text, t->len);
            other[i] = now;
            if (now != t->text[i]) ASSERTm("another byte", withstands(t, other, t->len));
            memcpy(other + i + 1, t->text + i, t->len - i);
            ASSERTm("one more", withstands(t, other, t->len + 1));
        }
        memcpy(other, t->text, i);
        memcpy(other + i, t->text + i + 1, t->len - i - 1);
        ASSERTm("one less", withstands(t, other, t->len - 1));
        ASSERTm("cut", withstands(t, t->text, i));
    }
    PASS();
}

static struct span line_at(const char *text, int n) {
    for (; n > 0; n--) text = strchr(text, '\n') + 1;
    return (struct span){text, (size_t)(strchr(text, '\n') + 1 - text)};
}

/* Lines: each goes, stands twice, or trades places with each other one. */
static enum greatest_test_res alter_lines(struct tries *t, char *other) {
    int lines = 0;
    for (size_t i = 0; i < t->len; i++) lines += t->text[i] == '\n';
    for (int a = 0; a < lines; a++) {
        for (int b = a; b < lines; b++) {
            size_t len = 0, without = 0;
            for (int k = 0; k < lines; k++) {
                struct span line = line_at(t->text, k == a ? b : k == b ? a : k);
                memcpy(other + len, line.at, line.len);
                len += line.len;
                if (a == b && k == a) { /* twice */
                    memcpy(other + len, line.at, line.len);
                    len += line.len;
                    without = line.len;
                }
            }
            ASSERTm("lines", withstands(t, other, len));
            if (a != b) continue;
            size_t at = (size_t)(line_at(t->text, a).at - t->text);
            memcpy(other, t->text, at);
            memcpy(other + at, t->text + at + without, t->len - at - without);
            ASSERTm("a line less", withstands(t, other, t->len - without));
        }
    }
    PASS();
}

static enum greatest_test_res alter_all(replay *play, bool left) {
    struct image img = image();
    struct tape_writer w = {0};
    const struct question pick = whom(16), roll = ask(ASK_ROLL, 2);
    struct answer one = {.count = 1, .values = &(int64_t){5}};
    struct answer two = {.count = 2, .values = (int64_t[]){3, 7}};
    struct tries t = {.play = play};
    tape_write_check(&w, 5);
    tape_write_answer(&w, &img, &names, &pick, &one, "Guards # 1");
    if (!left) tape_write_answer(&w, &img, &names, &roll, &two, NULL);
    if (!left) tape_write_end(&w, 5);
    tape_write_head(&w, &head);
    t.text = left ? tape_text_left(&w, 5, &t.len) : tape_text(&w, &t.len);
    const char *why = play(&t.arena, t.text, t.len);
    ASSERT_EQm(why, NULL, why);
    char *other = arena_new(&t.arena, 2 * t.len);
    CHECK_CALL(alter_bytes(&t, other));
    CHECK_CALL(alter_lines(&t, other));
    printf("%zu bytes: %zu alterations refused, %zu say the same\n", t.len, t.refused, t.same);
    ASSERTm("what is for people", t.same > 100 && t.same < t.refused / 10);
    tape_writer_free(&w);
    arena_free(&t.arena);
    PASS();
}

/* Also one that leaves the same World: a die that no rule looked at, a seed. */
TEST whatever_is_altered_is_refused_or_says_the_same(void) {
    CHECK_CALL(alter_all(replayed, false));
    CHECK_CALL(alter_all(gone_on, true));
    PASS();
}

TEST blanks_and_comments_may_be_altered(void) {
    struct image img = image();
    struct arena arena = {0};
    struct tape_writer w = {0};
    const struct question pick = whom(16), roll = ask(ASK_ROLL, 2);
    struct answer one = {.count = 1, .values = &(int64_t){5}};
    struct answer two = {.count = 2, .values = (int64_t[]){3, 7}};
    size_t len;
    tape_write_head(&w, &head);
    tape_write_answer(&w, &img, &names, &pick, &one, "Guards");
    tape_write_answer(&w, &img, &names, &roll, &two, NULL);
    tape_write_end(&w, 5);
    const char *end = strstr(tape_text(&w, &len), "end ");
    const char *text = arena_print(
        &arena,
        HEAD "\r\n# by hand\n pick   \"Say \\\"no\\\" # 1\\\\\" of 16 # Me\nroll\t3  7 \r\n%s",
        end);
    const char *why = replayed(&arena, text, strlen(text));
    ASSERT_EQm(why, NULL, why);
    tape_writer_free(&w);
    arena_free(&arena);
    PASS();
}

/* In the head a # is part of a name, and sealed as such. */
TEST what_stands_behind_a_number_sign_in_the_head_counts(void) {
    struct image img = image();
    struct arena arena = {0};
    struct tape_writer w = {0};
    struct tape_head h = head;
    const struct question pick = whom(16), roll = ask(ASK_ROLL, 2);
    struct answer one = {.count = 1, .values = &(int64_t){5}};
    struct answer two = {.count = 2, .values = (int64_t[]){3, 7}};
    size_t len;
    h.script = "scenarios/duel #2.lua";
    tape_write_head(&w, &h);
    tape_write_answer(&w, &img, &names, &pick, &one, NULL);
    tape_write_answer(&w, &img, &names, &roll, &two, NULL);
    tape_write_end(&w, 5);
    const char *text = tape_text(&w, &len);
    const char *why = replayed(&arena, text, len);
    ASSERT_EQm(why, NULL, why);
    char *other = arena_print(&arena, "%s", text);
    *(strchr(other, '#') + 1) = '3';
    why = replayed(&arena, other, len);
    ASSERTm("another script", why && strstr(why, "was altered"));
    tape_writer_free(&w);
    arena_free(&arena);
    PASS();
}

TEST tapes_of_others_are_refused_by_name(void) {
    struct arena arena = {0};
    struct tape_reader r;
    static const char text[] = HEAD END;
    ASSERT_EQ(NULL, tape_read(&r, &arena, "t", text, sizeof text - 1));
    ASSERT_EQ(NULL, tape_of_rules(&r, "duel", 0xab, "1"));
    ASSERT_STR_EQ("t:2: this tape is of the rules 'duel', not of 'siege'",
                  tape_of_rules(&r, "siege", 0xab, "1"));
    ASSERT_STR_EQ("t:2: this tape is of 'duel' version 1, and these rules are version 2",
                  tape_of_rules(&r, "duel", 0xac, "2"));
    ASSERTm("same version, other text",
            strstr(tape_of_rules(&r, "duel", 0xac, "1"), "its text was changed since"));
    ASSERT_EQ(NULL, tape_of_script(&r, 0x12));
    ASSERTm("script",
            strstr(tape_of_script(&r, 0x13), "t:3: this tape is of another script: 'scenarios/"));
    arena_free(&arena);
    PASS();
}

SUITE(tape) {
    RUN_TEST(what_is_written_reads_back);
    RUN_TEST(an_absolute_path_is_never_written);
    RUN_TEST(checks_are_due_every_sixteen_answers_before_a_choice);
    RUN_TEST(mistakes_are_named_with_their_line);
    RUN_TEST(a_tape_cut_at_any_byte_is_refused);
    RUN_TEST(a_tape_may_be_written_by_hand);
    RUN_TEST(the_first_difference_is_named);
    RUN_TEST(names_are_written_so_that_they_are_found);
    RUN_TEST(a_name_that_means_none_or_several_is_refused);
    RUN_TEST(other_rules_are_asked_for_what_is_named);
    RUN_TEST(a_check_that_differs_is_named);
    RUN_TEST(an_end_that_comes_too_early_is_named);
    RUN_TEST(whatever_is_altered_is_refused_or_says_the_same);
    RUN_TEST(blanks_and_comments_may_be_altered);
    RUN_TEST(what_stands_behind_a_number_sign_in_the_head_counts);
    RUN_TEST(tapes_of_others_are_refused_by_name);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(tape);
    GREATEST_MAIN_END();
}
