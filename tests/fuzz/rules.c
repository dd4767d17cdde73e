/* Any bytes as the one text of a ruleset: mistakes with places, or an image that the
 * machine takes, whose examples pass, fail or reach a limit, and whose battle is as it
 * was when they are over. */
#include <stdlib.h>

#include "arena.h"
#include "check.h"
#include "diag.h"
#include "emit.h"
#include "grammar.h"
#include "image.h"
#include "run.h"
#include "trial.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void run_examples(const struct image *img, struct arena *arena) {
    struct battle *b = trial_battle(img);
    for (int32_t i = 0; i < img->blocks_count; i++) {
        struct trial_result result;
        if (!img->blocks[i].chances) trial_example(b, i, arena, &result);
    }
    battle_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags *d = diags_new(&arena);
    struct span text = {(const char *)bytes, size};
    struct node *file = grammar_parse(&arena, d, diag_file(d, "input", text));
    struct names *names = names_new(&arena, d);
    bool checked = check_ruleset(names, &file, 1) && diag_errors(d) == 0;
    struct image *img = checked ? emit_image(names, d) : NULL;
    must(img || diag_errors(d) > 0);
    diag_printed(d, &arena, true);
    if (img) {
        const char *what;
        must(image_verify(img, &what) < 0);
        run_examples(img, &arena);
        image_free(img);
    }
    arena_free(&arena);
    return 0;
}
