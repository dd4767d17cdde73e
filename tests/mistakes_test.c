/* The texts of tests/mistakes have one mistake each: the checker must give its code, on its line,
 * and nothing else. A text without a code is good, and an image must come of it. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "emit.h"
#include "grammar.h"
#include "image.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

enum { MOST = 200, LINES = 64 };

static struct arena arena;

static char *whole(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    size_t room = 1 << 20;
    char *text = arena_new(&arena, room);
    text[fread(text, 1, room - 1, in)] = 0;
    fclose(in);
    return text;
}

static int lines_of(const char *text, size_t len) {
    int n = 0;
    for (size_t i = 0; i < len; i++) n += text[i] == '\n';
    return n;
}

/* The codes that are said, by lines of the text behind the prelude: "3:E0211 4:E0209 ". */
static const char *said_of(const char *prelude, const char *text) {
    struct diags *d = diags_new(&arena);
    const char *all = arena_print(&arena, "%s\n%s", prelude, text), *out = "";
    int before = lines_of(prelude, strlen(prelude)) + 1;
    struct node *file =
        grammar_parse(&arena, d, diag_file(d, "t.myth", (struct span){all, strlen(all)}));
    struct names *names = names_new(&arena, d);
    struct image *img = check_ruleset(names, &file, 1) ? emit_image(names, d) : NULL;
    for (uint32_t i = 0; i < diag_kept(d); i++) {
        const struct diag_row *row = diag_row(diag_kept_id(d, i));
        if (row->severity != DIAG_ERROR) continue;
        int line = (int)diag_where(d, diag_kept_place(d, i)).line - before;
        out = arena_print(&arena, "%s%d:%s ", out, line, row->code);
    }
    if (!*out && !img) out = "no image ";
    image_free(img);
    return out;
}

static const char *wanted_of(const char *text) {
    const char *out = "";
    int line = 1;
    for (const char *at = text; *at; line++) {
        size_t len = strcspn(at, "\n");
        const char *mark = strstr(at, "#! ");
        if (mark && mark < at + len) {
            out =
                arena_print(&arena, "%s%d:%.*s ", out, line, (int)(at + len - mark - 3), mark + 3);
        }
        at += len + (at[len] == '\n');
    }
    return out;
}

static int wrong_in(const char *path) {
    const char *prelude = whole("tests/mistakes/prelude.myth");
    char *all = whole(path);
    if (!prelude || !all) return -1;
    int wrong = 0, count = 0;
    struct arena_mark mark = arena_mark(&arena);
    for (char *text = all; *text;) {
        char *end = strstr(text, "\n\n");
        char *next = end ? end + 2 : text + strlen(text);
        if (end) end[1] = 0;
        const char *want = wanted_of(text), *got = said_of(prelude, text);
        if (strcmp(want, got) != 0) {
            printf("%s\nwanted %s\nsaid   %s\n%s\n", path, want, got, text);
            wrong++;
        }
        count++;
        arena_reset(&arena, mark);
        text = next;
    }
    return count > 0 ? wrong : -1;
}

TEST expressions(void) {
    int wrong = wrong_in("tests/mistakes/expressions.txt");
    ASSERT_EQ_FMT(0, wrong, "%d");
    PASS();
}

TEST declarations(void) {
    int wrong = wrong_in("tests/mistakes/declarations.txt");
    ASSERT_EQ_FMT(0, wrong, "%d");
    PASS();
}

TEST bodies(void) {
    int wrong = wrong_in("tests/mistakes/bodies.txt");
    ASSERT_EQ_FMT(0, wrong, "%d");
    PASS();
}

TEST examples(void) {
    int wrong = wrong_in("tests/mistakes/examples.txt");
    ASSERT_EQ_FMT(0, wrong, "%d");
    PASS();
}

SUITE(mistakes) {
    RUN_TEST(bodies);
    RUN_TEST(examples);
    RUN_TEST(declarations);
    RUN_TEST(expressions);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(mistakes);
    arena_free(&arena);
    GREATEST_MAIN_END();
}
