/* Any bytes as the one text of a ruleset: mistakes with places, or an image that the
 * machine takes, whose examples pass, fail or reach a limit, and whose battle is as it
 * was when they are over. Read for play, its examples passed over, it is the same rules. */
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

static struct image *image_of(struct arena *arena, struct diags *d, struct span text,
                              bool for_play) {
    const uint32_t at = diag_file(d, "input", text);
    struct node *file =
        for_play ? grammar_parse_for_play(arena, d, at) : grammar_parse(arena, d, at);
    struct names *names = names_new(arena, d);
    names->for_play = for_play;
    const bool checked = check_ruleset(names, &file, 1) && diag_errors(d) == 0;
    struct image *img = checked ? emit_image(names, d) : NULL;
    must(img || diag_errors(d) > 0);
    return img;
}

static void must_be_good(const struct image *img) {
    const char *what;
    must(image_verify(img, &what) < 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags *d = diags_new(&arena), *of_play = diags_new(&arena);
    const struct span text = {(const char *)bytes, size};
    struct image *img = image_of(&arena, d, text, false);
    struct image *play = image_of(&arena, of_play, text, true);
    diag_printed(d, &arena, true);
    diag_printed(of_play, &arena, true);
    if (play) {
        must_be_good(play);
        must(play->blocks_count == 0);
    }
    if (img) {
        must_be_good(img);
        must(play && play->hash == img->hash);
        run_examples(img, &arena);
    }
    image_free(img);
    image_free(play);
    arena_free(&arena);
    return 0;
}
