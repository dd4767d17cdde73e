/* variant: the image of a variant is the image of the rules as somebody would write them
 * out by hand; folders find their base; each mistake is said where it stands. */
#include "variant.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "check.h"
#include "emit.h"
#include "grammar.h"
#include "image.h"
#include "names.h"
#include "ruleset.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

static struct arena arena;

/* The rules that all cases vary, in five pieces, of which the hand-written ones have others. */
#define HEAD                                                                                \
    "ruleset game \"Game\" { version \"1\"; players red, blue; ranks core, card }\n"        \
    "kind unit, units is piece { aim, fight number = 3; pace length = 6\"; slow yes_no }\n" \
    "kind talent is feature of unit ranked card\nkind weapon is item\n"                     \
    "kind unit { talents set of talent }\nkind weapon { range length = 0\"; plus number = 0 }\n"
#define SHOTS                                                                              \
    "event shot(shooter: unit, target: unit) { keep n = hit; keep s = save_of(target) }\n" \
    "after shot when n > 3 \"loud\" { target.aim = 1 }\n"                                  \
    "after shot { target.fight = 2 }\n"
#define HIT                                                                                \
    "number hit of shot { start shooter.aim; -1 when shooter.slow \"slow\"; +1 \"near\"; " \
    "+2 when n_big \"near\"; at least 1 }\ntruth n_big of shot = target.aim > 4\n"
#define SAVE "number save_of(u: unit) { start u.fight; halve rounded up when u.slow \"slow\" }\n"
#define CARDS                                                                                     \
    "talent dim \"Dim\" { -1 to hit when target is bearer \"dim\"; -1 to aim of unit when it is " \
    "bearer }\n"                                                                                  \
    "unit guard \"Guard\" { aim 4; fight 5; talents dim }\n"                                      \
    "unit scout like guard { slow }\n"
#define TABLE "table weapon (label, range) {\n bow \"Bow\" 10\"\n sling \"Sling\" 8\" }\n"
#define DOUBT                                                                       \
    "ruling doubt \"How?\" { strict \"so\"; loose \"otherwise\"; lax \"or so\" }\n" \
    "truth easy = doubt is loose\n"
#define BASE HEAD SHOTS HIT SAVE CARDS TABLE DOUBT

static struct node *read_text(struct diags *d, const char *text) {
    return grammar_parse(&arena, d, diag_file(d, "rules", (struct span){text, strlen(text)}));
}

/* The hash of the image, 0 with mistakes (printed). Places are no part of it. */
static uint64_t hash_of(const char *text, bool variant) {
    struct diags *d = diags_new(&arena);
    struct node *file = read_text(d, text);
    struct variant_work *w = variant_start(&arena, d, &file, 1);
    if (variant) variant_apply(w, (struct span){"v", 1});
    struct names *names = names_new(&arena, d);
    struct image *img = NULL;
    if (check_ruleset(names, &file, 1) && diag_errors(d) == 0) img = emit_image(names, d);
    if (!img) diag_print(d, stdout, false);
    uint64_t hash = img ? img->hash : 0;
    image_free(img);
    return hash;
}

/* Whether the base with `change` is the same image as the rules written out by hand. */
static bool is_as(const char *change, const char *by_hand) {
    uint64_t base = hash_of(BASE, false), want = hash_of(by_hand, false);
    const char *text = arena_print(&arena, BASE "variant v of game { %s }\n", change);
    /* A variant changes nothing for those who do not ask for it. */
    return base && want && want != base && hash_of(text, true) == want &&
           hash_of(text, false) == base;
}

TEST a_declaration_is_replaced_removed_and_added(void) {
    ASSERT(is_as("replace number save_of(u: unit) = u.aim",
                 HEAD SHOTS HIT "number save_of(u: unit) = u.aim\n" CARDS TABLE DOUBT));
    ASSERT(is_as("number more = 3", BASE "number more = 3\n"));
    ASSERT(is_as(
        "remove unit scout", HEAD SHOTS HIT SAVE
        "talent dim \"Dim\" { -1 to hit when target is bearer \"dim\"; -1 to aim of unit "
        "when it is bearer }\nunit guard \"Guard\" { aim 4; fight 5; talents dim }\n" TABLE DOUBT));
    ASSERT(is_as("replace event shot(shooter: unit, target: unit) { keep n = 4; keep s = 5 }",
                 HEAD "event shot(shooter: unit, target: unit) { keep n = 4; keep s = 5 }\n"
                      "after shot when n > 3 \"loud\" { target.aim = 1 }\n"
                      "after shot { target.fight = 2 }\n" HIT SAVE CARDS TABLE DOUBT));
    ASSERT(is_as("replace weapon sling \"Sling\" { range 9\"; plus 1 }",
                 HEAD SHOTS HIT SAVE CARDS "table weapon (label, range) {\n bow \"Bow\" 10\" }\n"
                                           "weapon sling \"Sling\" { range 9\"; plus 1 }\n" DOUBT));
    ASSERT(is_as("-2 to hit \"rain\"", BASE "-2 to hit \"rain\"\n"));
    PASS();
}

TEST a_row_is_replaced_and_removed_by_its_label(void) {
    ASSERT(is_as(
        "remove row \"slow\" of hit", HEAD SHOTS
        "number hit of shot { start shooter.aim; +1 \"near\"; +2 when n_big "
        "\"near\"; at least 1 }\ntruth n_big of shot = target.aim > 4\n" SAVE CARDS TABLE DOUBT));
    /* All of a label are meant; the new ones stand where the first stood. */
    ASSERT(is_as("replace row \"near\" of hit { +3 \"close\"; -1 when n_big \"big\" }", HEAD SHOTS
                 "number hit of shot { start shooter.aim; -1 when shooter.slow \"slow\"; +3 "
                 "\"close\"; -1 when n_big \"big\"; at least 1 }\ntruth n_big of shot = "
                 "target.aim > 4\n" SAVE CARDS TABLE DOUBT));
    ASSERT(is_as("replace row \"dim\" of dim { -2 to hit when target is bearer \"dim\" }",
                 HEAD SHOTS HIT SAVE
                 "talent dim \"Dim\" { -2 to hit when target is bearer \"dim\"; -1 to aim of unit "
                 "when it is bearer }\nunit guard \"Guard\" { aim 4; fight 5; talents dim }\nunit "
                 "scout like guard { slow }\n" TABLE DOUBT));
    /* A row that replaces another need not name the number again. */
    ASSERT(is_as("replace row \"dim\" of dim { -2 when target is bearer \"dim\" }",
                 HEAD SHOTS HIT SAVE
                 "talent dim \"Dim\" { -2 to hit when target is bearer \"dim\"; -1 to aim of unit "
                 "when it is bearer }\nunit guard \"Guard\" { aim 4; fight 5; talents dim }\nunit "
                 "scout like guard { slow }\n" TABLE DOUBT));
    ASSERT(
        is_as("remove row \"loud\" of shot", HEAD
              "event shot(shooter: unit, target: unit) { keep n = hit; keep s = "
              "save_of(target) }\nafter shot { target.fight = 2 }\n" HIT SAVE CARDS TABLE DOUBT));
    PASS();
}

TEST a_field_is_set_added_and_removed(void) {
    ASSERT(is_as("guard.aim = 2", HEAD SHOTS HIT SAVE
                 "talent dim \"Dim\" { -1 to hit when target is bearer \"dim\"; -1 to aim of unit "
                 "when it is bearer }\nunit guard \"Guard\" { aim 2; fight 5; talents dim }\nunit "
                 "scout like guard { slow }\n" TABLE DOUBT));
    ASSERT(is_as("remove guard.aim; guard.pace = 7\"", HEAD SHOTS HIT SAVE
                 "talent dim \"Dim\" { -1 to hit when target is bearer \"dim\"; -1 to aim of unit "
                 "when it is bearer }\nunit guard \"Guard\" { fight 5; talents dim; pace 7\" "
                 "}\nunit scout like guard { slow }\n" TABLE DOUBT));
    ASSERT(is_as("sling.range = 12\"; bow.plus = 2", HEAD SHOTS HIT SAVE CARDS
                 "table weapon (label, range) {\n bow \"Bow\" 10\"\n sling \"Sling\" 12\" }\n" DOUBT
                 "add to bow { plus 2 }\n"));
    /* Of fields that were declared together one has another default. */
    ASSERT(
        is_as("unit.fight = 7",
              "ruleset game \"Game\" { version \"1\"; players red, blue; ranks core, card }\n"
              "kind unit, units is piece { aim number = 3; fight number = 7; pace length = 6\"; "
              "slow yes_no }\nkind talent is feature of unit ranked card\nkind weapon is "
              "item\nkind unit { talents set of talent }\nkind weapon { range length = 0\"; plus "
              "number = 0 }\n" SHOTS HIT SAVE CARDS TABLE DOUBT));
    PASS();
}

TEST a_ruling_has_another_default(void) {
    ASSERT(is_as("ruling doubt = lax", HEAD SHOTS HIT SAVE CARDS TABLE
                 "ruling doubt \"How?\" { lax \"or so\"; strict \"so\"; loose \"otherwise\" }\n"
                 "truth easy = doubt is loose\n"));
    PASS();
}

/* ---- Folders ------------------------------------------------------------------------------- */

static void put_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    if (!f) return;
    fputs(text, f);
    fclose(f);
}

struct image *load(const char *path, struct diags **d) {
    enum ruleset_result result;
    *d = diags_new(&arena);
    return ruleset_load(&arena, *d, path, &result);
}

/* A base, a variant of it in a folder beside it, and a variant within that. */
static const char *folders(void) {
    char *at = arena_text(&arena, "/tmp/myth-variant-XXXXXX", 24);
    if (!mkdtemp(at)) return NULL;
    mkdir(arena_print(&arena, "%s/game", at), 0700);
    mkdir(arena_print(&arena, "%s/wet", at), 0700);
    mkdir(arena_print(&arena, "%s/game_dry", at), 0700);
    put_file(arena_print(&arena, "%s/game_dry/ruleset.myth", at),
             "variant dry of game \"Dry\" { guard.aim = 5 }\n");
    put_file(arena_print(&arena, "%s/game/a.myth", at),
             BASE "variant v of game \"Vague\" { replace number save_of(u: unit) = u.aim }\n");
    put_file(arena_print(&arena, "%s/wet/b.myth", at), "number more = 3\n");
    put_file(arena_print(&arena, "%s/wet/ruleset.myth", at),
             "variant wet of game \"Wet\" { -2 to hit \"rain\" }\n"
             "variant cold of wet { remove row \"rain\" of hit }\n");
    return at;
}

static void take_away(const char *at) {
    static const char *const made[] = {"game/a.myth", "wet/b.myth", "wet/ruleset.myth",
                                       "game",        "wet",        "game_dry/ruleset.myth",
                                       "game_dry"};
    for (size_t i = 0; i < ARRAY_LEN(made); i++) remove(arena_print(&arena, "%s/%s", at, made[i]));
    remove(at);
}

static bool is_named(const char *path, const char *name, const char *title) {
    struct diags *d;
    struct image *img = load(path, &d);
    if (!img) diag_print(d, stdout, false);
    bool good = img && strcmp(image_text(img, img->name), name) == 0 &&
                strcmp(image_text(img, img->title), title) == 0;
    image_free(img);
    return good;
}

/* The only variant that the rules there tell of. */
static const char *told_of(const char *path) {
    struct ruleset_told told = {.arena = &arena};
    enum ruleset_result result;
    struct image *img = ruleset_load_told(&arena, diags_new(&arena), path, &result, &told);
    if (!img) return "no rules";
    image_free(img);
    return told.count == 1 ? told.variants[0] : told.count == 0 ? "" : "several";
}

TEST a_folder_is_a_variant_of_the_one_beside_it(void) {
    const char *at = folders();
    ASSERTm("a folder", at != NULL);
    ASSERT(is_named(arena_print(&arena, "%s/game", at), "game", "Game"));
    ASSERT(is_named(arena_print(&arena, "%s/game+v", at), "game+v", "Game: Vague"));
    ASSERT(is_named(arena_print(&arena, "%s/wet", at), "game+wet", "Game: Wet"));
    ASSERT(is_named(arena_print(&arena, "%s/wet/", at), "game+wet", "Game: Wet"));
    ASSERT(is_named(arena_print(&arena, "%s/wet+v+cold", at), "game+wet+v+cold",
                    "Game: Wet: Vague: cold"));
    /* Called after its base, it may be chosen as a block is. */
    ASSERT(is_named(arena_print(&arena, "%s/game+dry", at), "game+dry", "Game: Dry"));
    ASSERT(is_named(arena_print(&arena, "%s/game+dry+v", at), "game+dry+v", "Game: Dry: Vague"));
    struct diags *d;
    ASSERT_EQ(NULL, load(arena_print(&arena, "%s/game+dyr", at), &d));
    ASSERT_EQ((int)DIAG_NO_VARIANT, (int)diag_kept_id(d, 0));
    ASSERT(strstr(diag_printed(d, &arena, false).at, "did you mean 'dry'") != NULL);
    ASSERT_STR_EQ("cold", told_of(arena_print(&arena, "%s/wet", at)));
    ASSERT_STR_EQ("v", told_of(arena_print(&arena, "%s/game", at)));
    ASSERT_STR_EQ("", told_of(arena_print(&arena, "%s/game+v", at)));
    ASSERT_STR_EQ("", told_of(arena_print(&arena, "%s/game+dry", at)));
    take_away(at);
    PASS();
}

TEST two_variants_may_not_change_one_thing(void) {
    struct diags *d = diags_new(&arena);
    struct node *file = read_text(d, BASE "variant v of game { guard.aim = 2 }\n"
                                          "variant w of game { guard.aim = 3 }\n");
    struct variant_work *w = variant_start(&arena, d, &file, 1);
    variant_apply(w, (struct span){"v", 1});
    ASSERT_EQ_FMT(0u, diag_errors(d), "%u");
    variant_apply(w, (struct span){"w", 1});
    ASSERT_EQ_FMT(1u, diag_kept(d), "%u");
    ASSERT_EQ((int)DIAG_CHANGED_TWICE, (int)diag_kept_id(d, 0));
    PASS();
}

SUITE(variant_suite) {
    RUN_TEST(a_declaration_is_replaced_removed_and_added);
    RUN_TEST(a_row_is_replaced_and_removed_by_its_label);
    RUN_TEST(a_field_is_set_added_and_removed);
    RUN_TEST(a_ruling_has_another_default);
    RUN_TEST(a_folder_is_a_variant_of_the_one_beside_it);
    RUN_TEST(two_variants_may_not_change_one_thing);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(variant_suite);
    arena_free(&arena);
    GREATEST_MAIN_END();
}
