/*
 * From rule text to an image: the duel's facts reckoned by hand from its text, small
 * functions instruction by instruction, and for every function of a text that uses
 * each statement the order that the machine relies on: looks, one change, stores.
 */
#include "arena.h"
#include "check.h"
#include "diag.h"
#include "emit.h"
#include "grammar.h"
#include "image.h"
#include "names.h"
#include "ruleset.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#undef ASSERT
#undef SKIP
#include "greatest.h"

/* ---- Helpers ------------------------------------------------------------ */

static struct arena arena;

static struct image *compiled(const char *text, struct diags **diags) {
    struct diags *d = diags_new(&arena);
    if (diags) *diags = d;
    struct span span = {arena_text(&arena, text, strlen(text)), strlen(text)};
    struct node *file = grammar_parse(&arena, d, diag_file(d, "a.myth", span));
    struct names *names = names_new(&arena, d);
    if (!check_ruleset(names, &file, 1)) {
        diag_print(d, stdout, false);
        return NULL;
    }
    return emit_image(names, d);
}

static int32_t named(const struct image *img, const char *name, const char *texts_of, int32_t count,
                     size_t stride) {
    for (int32_t i = 0; i < count; i++) {
        int32_t text;
        memcpy(&text, texts_of + (size_t)i * stride, sizeof text);
        if (strcmp(image_text(img, text), name) == 0) return i;
    }
    return -1;
}
/* The row of a table by its name: in each of them the first word. */
#define FIND(img, table, name) \
    named(img, name, (const char *)(img)->table, (img)->table##_count, sizeof *(img)->table)

static const struct image_rule *labelled(const struct image *img, const char *label) {
    for (int32_t i = 0; i < img->rules_count; i++)
        if (strcmp(image_text(img, img->rules[i].label), label) == 0) return &img->rules[i];
    return NULL;
}

struct printed {
    char text[20000];
    size_t len;
};

static void collect(void *user, const char *text) {
    struct printed *p = user;
    size_t len = strlen(text);
    if (p->len + len >= sizeof p->text) return;
    memcpy(p->text + p->len, text, len + 1);
    p->len += len;
}

static const char *disassembled(const struct image *img, int32_t func) {
    struct printed *p = NEW(&arena, struct printed);
    image_disassemble(img, func, (struct image_sink){collect, p});
    return p->text;
}

static const char *body_of(const struct image *img, const char *event) {
    return disassembled(img, img->events[FIND(img, events, event)].func);
}

#define HEAD                                                                                     \
    "ruleset small \"Small\" { version \"1\"; players red, blue; ranks core, low }\n"            \
    "kind unit, units is piece { aim number 1..9 = 3; shaken number 0..9 = 0; done yes_no = no " \
    "}\n"                                                                                        \
    "kind talent is feature of unit ranked low\n"

/* ---- The duel ----------------------------------------------------------- */

static struct image *duel(void) {
    enum ruleset_result result;
    return ruleset_load(&arena, diags_new(&arena), "rules/duel", &result);
}

TEST the_duels_rows_are_found(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    const struct image_quantity *hit = &img->quantities[FIND(img, quantities, "hit")];
    /* obscured, moving target, long range, aimed, at least 1; from elsewhere: dreadful */
    ASSERT_EQ_FMT(5, hit->loose, "%d");
    ASSERT_EQ_FMT(1, hit->keyed, "%d");
    ASSERTm("ruled", hit->ruled);
    int32_t at_least = 0;
    for (int32_t i = 0; i < hit->loose; i++)
        at_least += img->rules[img->lists[hit->first_loose + i]].op == ROW_AT_LEAST;
    ASSERT_EQ_FMT(1, at_least, "%d");
    const struct image_rule *dreadful = &img->rules[img->lists[hit->first_keyed]];
    ASSERT_STR_EQ("dreadful", image_text(img, dreadful->label));
    ASSERT_EQ_FMT(1, dreadful->key, "%d"); /* target is the second role of volley */
    ASSERT_EQ_FMT((int)VIA_SELF, dreadful->via, "%d");
    ASSERT_EQ_FMT(FIND(img, blueprints, "dreadful"), dreadful->blueprint, "%d");
    ASSERT_STR_EQ("pure dreadful: 0 params, 1 temps\n"
                  "   0 NUMBER t0 -1\n"
                  "   1 RETURN t0\n",
                  disassembled(img, dreadful->body));
    /* shaken, friends near, at least 1; facing the dreadful and led have no `is bearer` */
    const struct image_quantity *mettle = &img->quantities[FIND(img, quantities, "mettle")];
    ASSERT_EQ_FMT(5, mettle->loose, "%d");
    ASSERT_EQ_FMT(0, mettle->keyed, "%d");
    image_free(img);
    PASS();
}

TEST the_duels_rules_have_their_keys(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    const struct image_rule *fled = labelled(img, "it has fled");
    ASSERT_EQ_FMT((int)RULE_FORBID, fled->what, "%d");
    ASSERT_EQ_FMT(-1, fled->target, "%d"); /* any action */
    ASSERT_EQ_FMT(0, fled->key, "%d");
    ASSERT_EQ_FMT(-1, fled->when, "%d"); /* nothing is left of its condition */
    int32_t falls = FIND(img, events, "falls");
    const struct image_event *e = &img->events[falls];
    ASSERT_EQ_FMT(1, e->rules[RULE_INSTEAD], "%d");
    const struct image_rule *shields = &img->rules[img->lists[e->first_rules[RULE_INSTEAD]]];
    ASSERT_EQ_FMT(0, shields->key, "%d");
    ASSERT_EQ_FMT((int)VIA_GROUP, shields->via, "%d");
    ASSERT_STR_EQ("pure when: 0 params, 2 temps\n"
                  "   0 ROLE t1 missiles\n"
                  "   1 JUMP_NOT t1 ->4\n"
                  "   2 NUMBER t0 1\n"
                  "   3 RETURN t0\n"
                  "   4 NUMBER t0 0\n"
                  "   5 RETURN t0\n",
                  disassembled(img, shields->when));
    const struct image_event *charge = &img->events[FIND(img, events, "charge_move")];
    ASSERT_EQ_FMT(1, charge->rules[RULE_BEFORE], "%d");
    ASSERT_EQ_FMT(1, img->rules[img->lists[charge->first_rules[RULE_BEFORE]]].key, "%d");
    ASSERT_EQ_FMT(0, charge->rules[RULE_AFTER], "%d");
    image_free(img);
    PASS();
}

TEST the_duels_events_and_heads(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    const struct image_event *volley = &img->events[FIND(img, events, "volley")];
    ASSERT_EQ_FMT(3, volley->roles, "%d");
    ASSERT_EQ_FMT(7, volley->kept, "%d");                   /* far, rolled, hits, lost */
    ASSERT_EQ_FMT(8, img->funcs[volley->func].slots, "%d"); /* and the let `saved` */
    ASSERT_EQ_FMT(-1, img->defaults[volley->first_default + 1], "%d");
    ASSERTm("aimed has a default", img->defaults[volley->first_default + 2] >= 0);
    ASSERTm("no action", !volley->action);
    const struct image_event *shoot = &img->events[FIND(img, events, "shoot")];
    ASSERTm("an action", shoot->action);
    const int heads[] = {HEAD_NEEDS, HEAD_NEEDS, HEAD_PAY, HEAD_LIMIT, HEAD_CHOOSE};
    ASSERT_EQ_FMT(5, shoot->head, "%d");
    for (int i = 0; i < 5; i++)
        ASSERT_EQ_FMT(heads[i], img->heads[shoot->first_head + i].what, "%d");
    const struct image_head *choose = &img->heads[shoot->first_head + 4];
    ASSERT_EQ_FMT(1, choose->slot, "%d"); /* actor, then target */
    ASSERT_EQ_FMT((int)CHOICE_PICK, img->choices[choose->choice].what, "%d");
    ASSERT_EQ_FMT(1, shoot->during, "%d");
    ASSERT_EQ_FMT(FIND(img, events, "activation"), img->lists[shoot->first_during], "%d");
    const struct image_event *walk = &img->events[FIND(img, events, "walk")];
    const struct image_head *way = &img->heads[walk->first_head + 2];
    ASSERT_EQ_FMT((int)CHOICE_PATH, img->choices[way->choice].what, "%d");
    ASSERT_EQ_FMT(1, img->funcs[img->choices[way->choice].where].params, "%d");
    ASSERT_EQ_FMT(FIND(img, events, "battle"), img->battle, "%d");
    image_free(img);
    PASS();
}

TEST the_duels_whenever_wake_by_fields(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    ASSERT_EQ_FMT(2, img->whenevers, "%d");
    ASSERTm("both read fields of their unit only", img->whenever_all == 0);
    int32_t shaken = FIND(img, fields, "shaken"), nerve = FIND(img, fields, "nerve");
    ASSERT_EQ_FMT(2, (int)img->fields[shaken].wakes, "%d");
    ASSERT_EQ_FMT(2, (int)img->fields[nerve].wakes, "%d");
    ASSERT_EQ_FMT(1, (int)img->fields[FIND(img, fields, "models")].wakes, "%d");
    ASSERT_EQ_FMT(0, (int)img->fields[FIND(img, fields, "aim")].wakes, "%d");
    ASSERT_EQ_FMT(-1, img->fields[shaken].quantity, "%d"); /* no row speaks of it */
    ASSERT_EQ_FMT(9, (int)img->fields[shaken].most, "%d");
    image_free(img);
    PASS();
}

TEST the_duels_blocks_and_forces(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    ASSERT_EQ_FMT(96, img->blocks_count, "%d");
    const struct image_block *long_range = &img->blocks[0], *odds = &img->blocks[4];
    const int64_t faces[] = {1, 3, 4, 5, 9, 10, 2, 9, 10, 9, 9};
    ASSERT_EQ_FMT(11, long_range->rolls, "%d");
    for (int i = 0; i < 11; i++)
        ASSERT_EQ_FMT((int)faces[i], (int)img->constants[long_range->first_roll + i], "%d");
    ASSERTm("the last is of chances", odds->chances && !long_range->chances);
    ASSERT_EQ_FMT(2, odds->shows, "%d");
    ASSERT_STR_EQ("b.strength", image_text(img, img->lists[odds->first_show + 1]));
    ASSERT_EQ_FMT((int)PICK_LABEL, img->picks[img->blocks[2].first_pick].what, "%d");
    ASSERT_EQ_FMT((int)PICK_PASS, img->picks[img->blocks[3].first_pick].what, "%d");
    const struct image_force *force = &img->forces[0];
    ASSERT_EQ_FMT(3, force->from, "%d");
    ASSERT_EQ_FMT(3, img->rosters[0].entries, "%d");
    ASSERT_EQ_FMT(2, img->lists[img->rosters[0].first_entry + 8], "%d"); /* two slingers */
    image_free(img);
    PASS();
}

TEST the_duels_zones_lie_on_their_sides(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    int32_t strips = 0, sides[2] = {-1, -1};
    for (int32_t i = 0; i < img->shapes_count; i++) {
        if (img->shapes[i].what != SHAPE_STRIP) continue;
        ASSERT_EQ_FMT(8 * UNITS_PER_INCH, (int)img->shapes[i].a, "%d");
        if (strips < 2) sides[strips] = img->shapes[i].side;
        strips++;
    }
    ASSERT_EQ_FMT(2, strips, "%d");
    ASSERT_EQ_FMT((int)SIDE_SOUTH, sides[0], "%d");
    ASSERT_EQ_FMT((int)SIDE_NORTH, sides[1], "%d");
    image_free(img);
    PASS();
}

/* A group stands where its first member does: it is asked, not read. */
TEST the_place_of_a_group_is_asked(void) {
    struct image *img = duel();
    ASSERTm("the duel compiles", img != NULL);
    const struct image_quantity *reserve = &img->quantities[FIND(img, quantities, "reserve")];
    ASSERT_STR_EQ("pure reserve: 1 params, 8 temps\n"
                  "   0 EXTENT t2 unit\n"
                  "   1 GATHER t3 t2\n"
                  "   2 FIRST_OF t4 t2\n"
                  "   3 NEXT_OF t5 t4 t2 ->12\n"
                  "   4 FIELD t7 t5 thing.owner\n"
                  "   5 SAME t6 t7 t0\n"
                  "   6 JUMP_NOT t6 ->3\n"
                  "   7 PRIMITIVE t7 t5 1 19\n" /* last_place: the twentieth of prim.def */
                  "   8 IS_NONE t6 t7\n"
                  "   9 JUMP_NOT t6 ->3\n"
                  "  10 APPEND t3 t5\n"
                  "  11 JUMP ->3\n"
                  "  12 RETURN t3\n",
                  disassembled(img, reserve->start));
    image_free(img);
    PASS();
}

/* ---- Small functions, instruction by instruction ------------------------ */

TEST a_roll_in_an_expression_is_a_stretch_of_its_own(void) {
    struct image *img =
        compiled(HEAD "event e(u: unit) { keep n = 1 + count(roll 2 d6 <= u.aim) }\n", NULL);
    ASSERTm("it compiles", img != NULL);
    ASSERT_STR_EQ("body e: 3 slots, 6 temps\n"
                  "   0 STATEMENT line 4\n"
                  "   1 NUMBER t1 2\n"
                  "   2 ROLL t0 t1 d6\n"
                  "   3 STORE t0 #2\n"
                  "   4 STATEMENT line 4\n"
                  "   5 NUMBER t1 1\n"
                  "   6 LOAD t3 #2\n"
                  "   7 LOAD t5 u\n"
                  "   8 FIELD t4 t5 unit.aim\n"
                  /* function 11: behind the bodies of the language's own events */
                  "   9 POOL_COUNT t2 t3 t4 11\n"
                  "  10 ADD t0 t1 t2\n"
                  "  11 STORE t0 n\n"
                  "  12 CLEAR #2\n"
                  "  13 END\n",
                  body_of(img, "e"));
    image_free(img);
    PASS();
}

/* A single argument is read where it lies, what is negated is asked for as it is, and who would
 * jump to the end ends there. */
TEST what_need_not_be_moved_or_turned_is_not(void) {
    struct image *img =
        compiled(HEAD "truth tired(u: unit) { yes when u.done }\n"
                      "value like_it(u: unit): set of unit = units where it.aim = u.aim\n"
                      "truth fit(u: unit) = like_it(u) is not empty and not tired(u)\n",
                 NULL);
    ASSERTm("it compiles", img != NULL);
    const struct image_quantity *fit = &img->quantities[FIND(img, quantities, "fit")];
    ASSERT_STR_EQ("pure fit: 1 params, 4 temps\n"
                  "   0 QUANTITY t3 t0 1 like_it\n"
                  "   1 IS_EMPTY t2 t3\n"
                  "   2 JUMP_IF t2 ->7\n"
                  "   3 QUANTITY t2 t0 1 tired\n"
                  "   4 JUMP_IF t2 ->7\n"
                  "   5 NUMBER t1 1\n"
                  "   6 RETURN t1\n"
                  "   7 NUMBER t1 0\n"
                  "   8 RETURN t1\n",
                  disassembled(img, fit->start));
    image_free(img);
    PASS();
}

TEST what_and_may_not_look_at_is_not_rolled(void) {
    struct image *img =
        compiled(HEAD "event e(u: unit) { if u.done and roll d6 = 6 { u.shaken += 1 } }\n", NULL);
    ASSERTm("it compiles", img != NULL);
    ASSERT_STR_EQ("body e: 3 slots, 3 temps\n"
                  "   0 STATEMENT line 4\n"
                  "   1 LOAD t1 u\n"
                  "   2 FIELD t0 t1 unit.done\n"
                  "   3 NOT t0 t0\n"
                  "   4 NOT t0 t0\n"
                  "   5 STORE t0 #1\n"
                  "   6 STATEMENT line 4\n"
                  "   7 LOAD t0 #1\n"
                  "   8 JUMP_NOT t0 ->17\n"
                  "   9 STATEMENT line 4\n"
                  "  10 ROLL_ONE t0 d6\n"
                  "  11 STORE t0 #2\n"
                  "  12 STATEMENT line 4\n"
                  "  13 LOAD t1 #2\n"
                  "  14 NUMBER t2 6\n"
                  "  15 EQUAL t0 t1 t2\n"
                  "  16 STORE t0 #1\n"
                  "  17 STATEMENT line 4\n"
                  "  18 LOAD t0 #1\n"
                  "  19 JUMP_NOT t0 ->29\n"
                  "  20 CLEAR #2\n"
                  "  21 CLEAR #1\n"
                  "  22 STATEMENT line 4\n"
                  "  23 LOAD t0 u\n"
                  "  24 STORED t1 t0 unit.shaken\n"
                  "  25 NUMBER t2 1\n"
                  "  26 ADD t1 t1 t2\n"
                  "  27 SET_FIELD t0 t1 unit.shaken\n"
                  "  28 JUMP ->31\n"
                  "  29 CLEAR #2\n"
                  "  30 CLEAR #1\n"
                  "  31 END\n",
                  body_of(img, "e"));
    image_free(img);
    PASS();
}

TEST a_let_is_cleared_where_its_block_ends(void) {
    struct image *img =
        compiled(HEAD "event e(u: unit) { repeat 2 { let a = u.aim; u.shaken = a } }\n", NULL);
    ASSERTm("it compiles", img != NULL);
    ASSERT_STR_EQ("body e: 3 slots, 3 temps\n"
                  "   0 STATEMENT line 4\n"
                  "   1 NUMBER t0 2\n"
                  "   2 STORE t0 #1\n"
                  "   3 STATEMENT line 4\n"
                  "   4 LOAD t0 #1\n"
                  "   5 NUMBER t1 0\n"
                  "   6 LESS t2 t1 t0\n"
                  "   7 JUMP_NOT t2 ->21\n"
                  "   8 NUMBER t1 1\n"
                  "   9 SUBTRACT t0 t0 t1\n"
                  "  10 STORE t0 #1\n"
                  "  11 STATEMENT line 4\n"
                  "  12 LOAD t1 u\n"
                  "  13 FIELD t0 t1 unit.aim\n"
                  "  14 STORE t0 a\n"
                  "  15 STATEMENT line 4\n"
                  "  16 LOAD t0 u\n"
                  "  17 LOAD t1 a\n"
                  "  18 SET_FIELD t0 t1 unit.shaken\n"
                  "  19 CLEAR a\n"
                  "  20 JUMP ->3\n"
                  "  21 CLEAR #1\n"
                  "  22 END\n",
                  body_of(img, "e"));
    image_free(img);
    PASS();
}

TEST what_an_until_names_is_captured_but_its_event(void) {
    struct image *img = compiled(
        HEAD "talent slow \"Slow\"\n"
             "event turn(who: unit) { stop }\n"
             "event e(u: unit) { give slow to u until next turn begins when turn.who is u }\n",
        NULL);
    ASSERTm("it compiles", img != NULL);
    ASSERT_STR_EQ("body e: 1 slots, 3 temps\n"
                  "   0 STATEMENT line 6\n"
                  "   1 LOAD t1 u\n"
                  "   2 LOAD t2 u\n"
                  "   3 GIVE t0 t1 t0 slow\n"
                  "   4 UNTIL t0 t2 0\n"
                  "   5 END\n",
                  body_of(img, "e"));
    ASSERT_EQ_FMT((int)UNTIL_NEXT_BEGINS, img->untils[0].what, "%d");
    ASSERT_EQ_FMT(1, img->untils[0].captured, "%d");
    ASSERT_STR_EQ("pure condition: 1 params, 3 temps\n"
                  "   0 ROLE t2 who\n"
                  "   1 SAME t1 t2 t0\n"
                  "   2 RETURN t1\n",
                  disassembled(img, img->untils[0].when));
    image_free(img);
    PASS();
}

TEST only_what_is_read_of_a_finished_event_is_copied(void) {
    struct image *img = compiled(HEAD "event f(u: unit) { keep a = 1; keep b = 2 }\n"
                                      "event e(u: unit) { let r = do f(u)\n"
                                      "    if r is done and r.b > 1 { stop } }\n",
                                 NULL);
    ASSERTm("it compiles", img != NULL);
    const struct image_call *call = NULL;
    int32_t f = FIND(img, events, "f"), e = FIND(img, events, "e");
    for (int32_t i = 0; i < img->calls_count; i++)
        if (img->calls[i].event == f) call = &img->calls[i];
    ASSERTm("f is called", call != NULL);
    const int32_t *results = &img->lists[call->first_result];
    ASSERT_EQ_FMT(2, call->results, "%d");
    ASSERT_EQ_FMT(2, results[0], "%d"); /* u, a, b: b is slot 2 */
    ASSERT_EQ_FMT(1, results[1], "%d");
    ASSERT_EQ_FMT(-1, results[2], "%d");
    ASSERT_EQ_FMT(2, results[3], "%d");
    const struct image_func *body = &img->funcs[img->events[e].func];
    ASSERT_EQ_FMT(3, body->slots, "%d");
    ASSERT_EQ_FMT((int)V_STATUS, img->slots[body->first_slot + 2].type.class, "%d");
    image_free(img);
    PASS();
}

TEST like_shares_functions_but_not_rules(void) {
    struct image *img =
        compiled(HEAD "number hit(u: unit) = 1\n"
                      "talent brave \"Brave\" { +1 to hit when u is bearer \"brave\" }\n"
                      "talent bolder \"Bolder\" like brave { +2 to hit \"bold\" }\n",
                 NULL);
    ASSERTm("it compiles", img != NULL);
    const struct image_blueprint *brave = &img->blueprints[FIND(img, blueprints, "brave")];
    const struct image_blueprint *bolder = &img->blueprints[FIND(img, blueprints, "bolder")];
    ASSERT_EQ_FMT(1, brave->rules, "%d");
    ASSERT_EQ_FMT(2, bolder->rules, "%d");
    const struct image_rule *a = &img->rules[brave->first_rule];
    const struct image_rule *b = &img->rules[bolder->first_rule];
    ASSERT_EQ_FMT(a->body, b->body, "%d");
    ASSERT_EQ_FMT(FIND(img, blueprints, "bolder"), b->blueprint, "%d");
    ASSERT_EQ_FMT(0, b->key, "%d");
    ASSERT_STR_EQ("bold", image_text(img, b[1].label));
    const struct image_quantity *hit = &img->quantities[FIND(img, quantities, "hit")];
    ASSERT_EQ_FMT(2, hit->keyed, "%d");
    ASSERT_EQ_FMT(1, hit->loose, "%d");
    image_free(img);
    PASS();
}

/* ---- What holds of every function --------------------------------------- */

static const char everything[] = HEAD
    "kind spell, spells is card { cost number = 1 }\n"
    "kind player { hand pile of spell secret; mana number = 3 }\n"
    "die fate \"Fate\" { blank, 1..3, skull }\n"
    "talent slow \"Slow\"\n"
    "number hit of volley { start shooter.aim; -1 when aimed \"aimed\" }\n"
    "event volley(shooter: unit, target: unit, aimed: yes_no = no) {\n"
    "    keep dice = roll shooter.aim d10\n"
    "    keep hits = count(dice where it <= hit and it > 1)\n"
    "    let again = reroll dice where it = 1\n"
    "    keep total = sum(roll 2 d6) + highest(best 2 of again) + (roll d6 if aimed else 0)\n"
    "    let f = roll fate\n"
    "    if f is skull or count(roll 3 d6 = 6) > 0 { target.shaken += roll d6 }\n"
    "    for face in again { if face > 5 { stop } }\n"
    "    while roll d6 > 3 { target.shaken += 1 }\n"
    "    do volley(target, shooter, roll d6 > 3)\n"
    "    let c = random(units)\n"
    "    say \"{c} and {total}\"\n"
    "}\n"
    "event e(u: unit) {\n"
    "    for p in players {\n"
    "        ask p {\n"
    "            choose v in units where v.owner is p \"Which?\" { v.done = yes } else { say "
    "\"no\" }\n"
    "            may choose w in units \"And?\"\n"
    "            choose up to 2 x in units \"Two?\"\n"
    "            choose place spot for u within 6\" of u where distance(u, first(x)) > 1\" "
    "\"Where?\"\n"
    "        }\n"
    "        place u at spot\n"
    "        draw 1 from p.hand to p.hand\n"
    "        shuffle p.hand\n"
    "    }\n"
    "    ask each p in players {\n"
    "        choose a in units \"A?\"\n"
    "        may choose b in units \"B?\"\n"
    "        a.shaken += 1\n"
    "        if b is not none { destroy b }\n"
    "    }\n"
    "    choose one \"Which?\" { \"Left\" when u.done { say \"l\" }\n\"Right\" { remove u } }\n"
    "    may \"Really\" { give slow to u while u.shaken > 0 } else { take slow from u }\n"
    "    let sure = may \"Sure?\"\n"
    "    let pool = roll 3 d6\n"
    "    ask red {\n"
    "        choose up to 2 some in pool \"Which?\"\n"
    "        divide 3 among pool as share \"How much?\" { pool = pool - it + (it + share) }\n"
    "        divide 2 among units as hits \"How many?\" { it.shaken += hits }\n"
    "    }\n"
    "    pool = (reroll some) + 1\n"
    "    score 1 to red \"x\"\n"
    "    win red \"y\"\n"
    "}\n";

static bool stores(int op) {
    return op == CODE_STORE || op == CODE_CLEAR || op == CODE_SET_ROLE || op == CODE_SET_NEAREST ||
           op == CODE_SET_FIELD || op == CODE_SET_MEMORY || op == CODE_UNTIL;
}

/* HOLES fills a prompt, which is no part of the World. */
static bool changes(int op) {
    if (op == CODE_HOLES) return false;
    return op == CODE_ROLL || op == CODE_ROLL_ONE || op == CODE_ROLL_SUM || op == CODE_REROLL ||
           op == CODE_RANDOM || (op >= CODE_DO && !stores(op));
}

/* The instruction at which a function breaks the order, -1. Between two STATEMENT marks
 * nothing may wait, and nothing else may change, once something has changed. */
static int32_t out_of_order(const struct image *img, const struct image_func *f) {
    bool changed = false, stored = false;
    for (int32_t i = f->first; i < f->first + f->count; i++) {
        int op = img->code[i].op;
        const enum code_does does = image_opcode((enum opcode)op)->does;
        bool asks = does == DOES_LOOKS || does == DOES_ASKS;
        if (op == CODE_STATEMENT) changed = stored = false;
        if ((changed || stored) && (asks || (changes(op) && op != CODE_SHOWN))) return i;
        /* ASK may stand beside another store: it only says who is asked. */
        if (changes(op) && op != CODE_ASK) changed = true;
        if (stores(op)) stored = true;
    }
    return -1;
}

TEST looks_come_before_the_one_change(void) {
    struct image *img = compiled(everything, NULL);
    ASSERTm("it compiles", img != NULL);
    for (int32_t i = 0; i < img->funcs_count; i++) {
        if (img->funcs[i].pure) continue;
        int32_t at = out_of_order(img, &img->funcs[i]);
        if (at >= 0) printf("%sat %d\n", disassembled(img, i), at - img->funcs[i].first);
        ASSERT_EQ_FMT(-1, at, "%d");
    }
    image_free(img);
    img = duel();
    for (int32_t i = 0; i < img->funcs_count; i++)
        ASSERT_EQ_FMT(-1, img->funcs[i].pure ? -1 : out_of_order(img, &img->funcs[i]), "%d");
    image_free(img);
    PASS();
}

/* A comment moves lines, and no rule. */
TEST a_comment_keeps_the_hash(void) {
    struct image *a = compiled(HEAD "event e(u: unit) { u.shaken = 1 }\n", NULL);
    struct image *b = compiled("# so\n\n" HEAD "event e(u: unit) { u.shaken = 1 }\n", NULL);
    struct image *c = compiled(HEAD "event e(u: unit) { u.shaken = 2 }\n", NULL);
    ASSERTm("they compile", a && b && c);
    ASSERTm("a comment is no rule", a->hash == b->hash);
    ASSERTm("a number is", a->hash != c->hash);
    /* However far it moves what follows from what stands before. */
    image_free(a);
    char text[20000];
    for (int far = 0; far < 120; far++) {
        snprintf(text, sizeof text,
                 HEAD "truth near(u: unit, v: unit) = u.aim < 6 or not (v.aim < 2)\n"
                      "number hit of e {\n    start (u.aim if near(u, u) else 1)\n#%*s\n"
                      "    -1 per u.shaken \"hurt\"\n    +u.aim when u.shaken > 3 \"weak\"\n}\n"
                      "event e(u: unit) { if hit > 2 and u is in_play { u.shaken = 1 } }\n"
                      "after e when u.shaken > 0 { do e(u) }\n",
                 far, "");
        struct image *moved = compiled(text, NULL);
        if (far == 0) a = moved;
        ASSERT_EQm("nor is a longer one", a->hash, moved->hash);
        if (far > 0) image_free(moved);
    }
    image_free(a), image_free(b), image_free(c);
    PASS();
}

/* ---- What is refused ---------------------------------------------------- */

TEST too_many_values_are_refused_with_their_place(void) {
    struct diags *d;
    size_t len = strlen(HEAD), room = len + 300 * 12 + 100;
    char *text = arena_new(&arena, room);
    memcpy(text, HEAD, len);
    int n = snprintf(text + len, room - len, "event e(u: unit) {\n");
    len += (size_t)n;
    for (int i = 0; i < 300; i++) {
        n = snprintf(text + len, room - len, "let a%d=1;", i);
        if (n > 0) len += (size_t)n;
    }
    snprintf(text + len, room - len, "}\n");
    struct image *img = compiled(text, &d);
    ASSERTm("no image", img == NULL);
    ASSERT_EQ_FMT(1u, diag_errors(d), "%u");
    bool said = false;
    for (uint32_t i = 0; i < diag_kept(d); i++) said |= diag_kept_id(d, i) == DIAG_SLOTS_FULL;
    ASSERTm("by name", said);
    PASS();
}

/* ---- Files -------------------------------------------------------------- */

static void put_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    if (!f) return;
    fputs(text, f);
    fclose(f);
}

static void take_away(const char *folder, const char *const names[], size_t count) {
    for (size_t i = 0; i < count; i++) remove(arena_print(&arena, "%s/%s", folder, names[i]));
    remove(folder);
}

static enum ruleset_result loaded(const char *path, struct diags **d) {
    enum ruleset_result result = RULESET_GOOD;
    *d = diags_new(&arena);
    struct image *img = ruleset_load(&arena, *d, path, &result);
    image_free(img);
    return result;
}

TEST files_are_read_in_byte_order_of_the_path(void) {
    char folder[] = "/tmp/myth-emit-XXXXXX";
    ASSERTm("a folder", mkdtemp(folder) != NULL);
    mkdir(arena_print(&arena, "%s/b", folder), 0700);
    mkdir(arena_print(&arena, "%s/.git", folder), 0700);
    put_file(arena_print(&arena, "%s/c.myth", folder), "event last { stop }\n");
    put_file(arena_print(&arena, "%s/b/z.myth", folder), "event middle { stop }\n");
    put_file(arena_print(&arena, "%s/a.myth", folder), HEAD "event early { stop }\n");
    put_file(arena_print(&arena, "%s/b/notes.txt", folder), "no rule");
    put_file(arena_print(&arena, "%s/.git/x.myth", folder), "no rule");
    struct diags *d = diags_new(&arena);
    enum ruleset_result result;
    struct image *img = ruleset_load(&arena, d, arena_print(&arena, "%s//", folder), &result);
    ASSERTm("it compiles", img != NULL);
    ASSERT_EQ_FMT(3, img->files_count, "%d");
    ASSERT_STR_EQ(arena_print(&arena, "%s/a.myth", folder), img->files[0]);
    ASSERT_STR_EQ(arena_print(&arena, "%s/b/z.myth", folder), img->files[1]);
    static const char *const made[] = {"c.myth",      "b/z.myth", "a.myth", "b/notes.txt",
                                       ".git/x.myth", "b",        ".git"};
    take_away(folder, made, ARRAY_LEN(made));
    ASSERTm("in order of text", FIND(img, events, "early") < FIND(img, events, "middle") &&
                                    FIND(img, events, "middle") < FIND(img, events, "last"));
    image_free(img);
    PASS();
}

/* ---- For play ------------------------------------------------------------ */

/* The first table in which an image for play is not what the whole one is before its examples. */
static const char *other_rules(const struct image *play, const struct image *whole) {
#define IMAGE_TABLE(type, name, layout)                                                          \
    if (play->name##_beside != 0) return #name " beside";                                        \
    if (play->name##_count != whole->name##_count - whole->name##_beside) return #name " count"; \
    for (int32_t i = 0; i < play->name##_count && *layout; i++)                                  \
        if (memcmp(&play->name[i], &whole->name[i], sizeof(type)) != 0) return #name;
#include "../vm/image_tables.def"
#undef IMAGE_TABLE
    for (int32_t i = 0; i < play->texts_count; i++)
        if (strcmp(play->texts[i], whole->texts[i]) != 0) return "what texts say";
    for (int32_t i = 0; i < play->code_count; i++) {
        int32_t at = play->code_place[i];
        if (at != whole->code_place[i]) return "places of code";
        if (at >= 0 && memcmp(&play->places[at], &whole->places[at], sizeof *play->places) != 0)
            return "places";
    }
    return play->hash != whole->hash ? "hash" : NULL;
}

/* What is wrong with the image for play of a ruleset; NULL: nothing. */
static const char *of_play(const char *path, bool has_examples) {
    enum ruleset_result result;
    struct diags *d = diags_new(&arena);
    struct image *whole = ruleset_load(&arena, d, path, &result);
    struct image *play = ruleset_load_for_play(&arena, diags_new(&arena), path, &result);
    const char *other = "there is none";
    if (whole && play) {
        other = other_rules(play, whole);
        if (!other && play->blocks_count != 0) other = "examples are there";
        if (!other && (whole->blocks_beside > 0) != has_examples) other = "none are there";
    }
    image_free(whole);
    image_free(play);
    return other;
}

TEST for_play_are_the_rules_without_their_examples(void) {
    static const char *const rules[] = {"rules/duel", "rules/mythic_earth",
                                        "rules/mythic_earth+condensed"};
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        const char *other = of_play(rules[i], true);
        ASSERTm(arena_print(&arena, "%s: %s", rules[i], other ? other : ""), other == NULL);
    }
    PASS();
}

/* Of one text, with and without what stands in examples: blueprints that only an example makes,
 * and signs in texts and comments that close or open nothing. */
TEST an_example_is_passed_over_to_its_end(void) {
    static const char *const examples[] = {
        "example \"one\" {\n given red has pikes(\"More\") as a\n when e(a)\n expect a.aim = "
        "4\n}\n",
        "example \"two } {\" [ME.1] { given red has pikes as a at (6\", 2\"); when e(a) # }\n"
        "    expect a.aim = 3 \"} \\\" {\"\n }\n",
        "example \"three\" {}\n",
        "example \"four\"\n    [ME.2] {\n given red has pikes as a1 at (6.5\", 2')\n"
        "    when e(a1); expect a1.aim = 3 \"}\"\n}\n",
        "chances \"five\" { given red has pikes as a; when e(a); show a.aim }\n",
    };
    const char *const rules = HEAD "unit pikes { aim 3; option \"More\" { aim 4 } }\n"
                                   "event e(u: unit) { u.shaken = 1 }\n"
                                   "event battle { for u in units { do e(u) } }\n";
    char folder[] = "/tmp/myth-emit-XXXXXX";
    ASSERTm("a folder", mkdtemp(folder) != NULL);
    const char *path = arena_print(&arena, "%s/a.myth", folder);
    for (size_t i = 0; i < ARRAY_LEN(examples); i++) {
        put_file(path, arena_print(&arena, "%s%snumber behind = 3\n", rules, examples[i]));
        const char *other = of_play(path, true);
        ASSERTm(arena_print(&arena, "%s%s", examples[i], other ? other : ""), other == NULL);
    }
    enum ruleset_result result;
    put_file(path, arena_print(&arena, "%s%s", rules, "example \"x\" {\n when f(u)\n}\n"));
    struct diags *d = diags_new(&arena);
    struct image *img = ruleset_load_for_play(&arena, d, path, &result);
    ASSERTm("a mistake in an example stops no play", img && diag_kept(d) == 0);
    image_free(img);
    put_file(path, arena_print(&arena, "%s%s", rules, "example \"x\" {\n when e(u\nevent f { }\n"));
    img = ruleset_load_for_play(&arena, d, path, &result);
    ASSERTm("one whose end is not clear does, and is said", !img && diag_errors(d) > 0);
    take_away(folder, (const char *const[]){"a.myth"}, 1);
    PASS();
}

TEST what_cannot_be_read_is_said(void) {
    char folder[] = "/tmp/myth-emit-XXXXXX";
    ASSERTm("a folder", mkdtemp(folder) != NULL);
    struct diags *d;
    ASSERT_EQ_FMT((int)RULESET_UNREADABLE, (int)loaded("/tmp/no/such/folder", &d), "%d");
    ASSERT_EQ_FMT((int)DIAG_CANNOT_READ, (int)diag_kept_id(d, 0), "%d");
    ASSERT_EQ_FMT((int)RULESET_UNREADABLE, (int)loaded(folder, &d), "%d");
    ASSERT_EQ_FMT((int)DIAG_NO_RULES, (int)diag_kept_id(d, 0), "%d");
    /* A pipe that nobody writes to: it must not hang. */
    ASSERT_EQ_FMT(0, mkfifo(arena_print(&arena, "%s/a.myth", folder), 0600), "%d");
    ASSERT_EQ_FMT((int)RULESET_UNREADABLE, (int)loaded(folder, &d), "%d");
    ASSERT_EQ_FMT((int)DIAG_CANNOT_READ, (int)diag_kept_id(d, 0), "%d");
    ASSERT_EQ_FMT((int)RULESET_UNREADABLE,
                  (int)loaded(arena_print(&arena, "%s/a.myth", folder), &d), "%d");
    unlink(arena_print(&arena, "%s/a.myth", folder));
    /* Longer than any source may be, though nothing is in it. */
    const char *path = arena_print(&arena, "%s/b.myth", folder);
    put_file(path, "");
    ASSERT_EQ_FMT(0, truncate(path, (off_t)MAX_SOURCE_BYTES + 1), "%d");
    ASSERT_EQ_FMT((int)RULESET_UNREADABLE, (int)loaded(path, &d), "%d");
    ASSERT_EQ_FMT((int)DIAG_TOO_LONG_FILE, (int)diag_kept_id(d, 0), "%d");
    put_file(path, "event e { nonsense }\n");
    ASSERT_EQ_FMT((int)RULESET_MISTAKES, (int)loaded(path, &d), "%d");
    static const char *const made[] = {"b.myth"};
    take_away(folder, made, ARRAY_LEN(made));
    PASS();
}

/* ---- What can still be read ---------------------------------------------- */

/* The n-th of the sets of an instruction, by names; "-": it has no such set. */
static const char *unread(const struct image *img, int32_t func, int32_t at, int32_t n) {
    struct printed *p = NEW(&arena, struct printed);
    const struct image_func *f = &img->funcs[func];
    const struct image_rest *row = image_rest_at(img, func, at);
    if (!row || (n > 0 && !row->pools)) return "-";
    const uint64_t *set = img->unread + row->first + n * image_slot_words(f);
    for (int32_t i = 0; i < f->slots; i++) {
        const int32_t name = img->slots[f->first_slot + i].name;
        if (!(set[i / 64] >> (i % 64) & 1)) continue;
        if (p->len > 0) collect(p, " ");
        collect(p, name < 0 ? "#" : image_text(img, name));
    }
    return p->text;
}

/* A rule reads `b` when the event is over. Reckoned by hand. */
TEST what_can_still_be_read_is_known_at_each_mark(void) {
    struct image *img = compiled(HEAD "event tries(who: unit) \"Tries\" {\n"
                                      "    keep a = who.aim\n"
                                      "    keep b = who.shaken\n"
                                      "    if a > 3 { who.shaken = b }\n"
                                      "    repeat 2 {\n"
                                      "        who.done = yes\n"
                                      "        b = b + a\n"
                                      "    }\n"
                                      "    let p = roll 3 d6\n"
                                      "    keep c = count(p > 2)\n"
                                      "    p = reroll p\n"
                                      "    who.shaken = c + count(p = 6)\n"
                                      "}\n"
                                      "after tries { who.aim = b }\n",
                                 NULL);
    ASSERTm("it compiles", img != NULL);
    static const struct {
        int32_t line;
        const char *slots, *fresh, *again;
    } marks[] = {
        {5, "a c # p", "p", "p"}, /* a is written before it is read */
        {6, "c # p", "p", "p"},   {7, "c # p", "p", "p"}, {7, "c # p", "p", "p"},
        {8, "c # p", "p", "p"},   {8, "c p", "p", "p"}, /* how often is left; a is read again */
        {9, "c p", "p", "p"},     {10, "c p", "p", "p"},  {12, "a c # p", "p", "p"}, /* a no more */
        {13, "a c #", "", ""}, /* the dice lie there and are looked at */
        {14, "a #", "p", ""},  /* all are rolled anew that were not before */
        {15, "a #", "", ""},
    };
    const int32_t func = img->events[FIND(img, events, "tries")].func;
    const struct image_func *f = &img->funcs[func];
    size_t n = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const struct image_code *code = &img->code[f->first + i];
        if (code->op != CODE_STATEMENT) continue;
        ASSERT(n < ARRAY_LEN(marks));
        ASSERT_EQ_FMT(marks[n].line, img->places[code->d].line, "%d");
        ASSERT_STR_EQ(marks[n].slots, unread(img, func, i, 0));
        ASSERT_STR_EQ(marks[n].fresh, unread(img, func, i, 1));
        ASSERT_STR_EQ(marks[n].again, unread(img, func, i, 2));
        n++;
    }
    ASSERT_EQ(ARRAY_LEN(marks), n);
    ASSERT_STR_EQ("a c # p", unread(img, func, f->count - 1, 0)); /* when it is over */
    image_free(img);
    PASS();
}

SUITE(emit_suite) {
    RUN_TEST(what_can_still_be_read_is_known_at_each_mark);
    RUN_TEST(the_duels_rows_are_found);
    RUN_TEST(the_duels_rules_have_their_keys);
    RUN_TEST(the_duels_events_and_heads);
    RUN_TEST(the_duels_whenever_wake_by_fields);
    RUN_TEST(the_duels_blocks_and_forces);
    RUN_TEST(the_duels_zones_lie_on_their_sides);
    RUN_TEST(the_place_of_a_group_is_asked);
    RUN_TEST(a_roll_in_an_expression_is_a_stretch_of_its_own);
    RUN_TEST(what_need_not_be_moved_or_turned_is_not);
    RUN_TEST(what_and_may_not_look_at_is_not_rolled);
    RUN_TEST(a_let_is_cleared_where_its_block_ends);
    RUN_TEST(what_an_until_names_is_captured_but_its_event);
    RUN_TEST(only_what_is_read_of_a_finished_event_is_copied);
    RUN_TEST(like_shares_functions_but_not_rules);
    RUN_TEST(looks_come_before_the_one_change);
    RUN_TEST(a_comment_keeps_the_hash);
    RUN_TEST(too_many_values_are_refused_with_their_place);
    RUN_TEST(files_are_read_in_byte_order_of_the_path);
    RUN_TEST(for_play_are_the_rules_without_their_examples);
    RUN_TEST(an_example_is_passed_over_to_its_end);
    RUN_TEST(what_cannot_be_read_is_said);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(emit_suite);
    arena_free(&arena);
    GREATEST_MAIN_END();
}
