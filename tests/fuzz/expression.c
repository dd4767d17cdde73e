/* Any line as the expression of `myth odds`: mistakes with places, or an image that the machine
 * takes, and odds that come to exactly 1, unless a limit, a choice or the rules end them. */
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "diag.h"
#include "emit.h"
#include "grammar.h"
#include "image.h"
#include "trial.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void add(mpq_t to, const struct odds_fraction *f) {
    mpq_t q;
    mpq_init(q);
    must(mpz_set_str(mpq_numref(q), f->numerator, 10) == 0);
    must(mpz_set_str(mpq_denref(q), f->denominator, 10) == 0);
    must(mpz_sgn(mpq_denref(q)) > 0 && mpz_sgn(mpq_numref(q)) > 0);
    mpq_canonicalize(q);
    mpq_add(to, to, q);
    mpq_clear(q);
}

static void must_be_one(const struct odds_column *c) {
    mpq_t sum;
    mpq_init(sum);
    for (int32_t i = 0; i < c->rows; i++) {
        must(i == 0 || c->row[i - 1].value < c->row[i].value);
        add(sum, &c->row[i].odds);
    }
    must(mpq_cmp_ui(sum, 1, 1) == 0);
    mpq_clear(sum);
}

/* Quick: a rule that goes round ends soon, and so does what has too many worlds. */
static void reckon(const struct image *img, int32_t block, struct arena *arena) {
    struct run_options o = {.seed = 1, .chance = CHANCE_LAZY, .steps = 100000};
    struct odds_options how = {
        .policy = ODDS_RANDOM, .best = -1, .best_player = NONE, .max_states = 500};
    struct odds_table table = {0};
    for (int i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    struct battle *b = battle_new(img, &o);
    battle_reset(b, &o);
    if (battle_block(b, block)) {
        enum odds_result result = odds_block(b, block, &how, arena, &table);
        for (int32_t i = 0; result == ODDS_GOOD && i < table.columns; i++)
            must_be_one(&table.column[i]);
        must(result != ODDS_FAILED || table.error.text[0]);
    }
    battle_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct span typed = {(const char *)bytes, size};
    /* A word of a command line has no zero, and an expression is one line. */
    if (size == 0 || memchr(bytes, 0, size) || memchr(bytes, '\n', size) ||
        memchr(bytes, '\r', size))
        return 0;
    struct span text = trial_expression(&arena, &typed);
    struct diags *d = diags_new(&arena);
    uint32_t number = diag_file(d, "expression", text);
    diag_part(d, number, (uint32_t)(typed.at - text.at), (uint32_t)typed.len);
    struct node *file = grammar_parse(&arena, d, number);
    struct names *names = diag_errors(d) == 0 ? names_new(&arena, d) : NULL;
    struct image *img = names && check_ruleset(names, &file, 1) ? emit_image(names, d) : NULL;
    must(img || diag_errors(d) > 0);
    diag_printed(d, &arena, true);
    if (img) {
        const char *what;
        must(image_verify(img, &what) < 0);
        for (int32_t i = 0; i < img->blocks_count; i++) {
            if (img->blocks[i].chances) reckon(img, i, &arena);
        }
        image_free(img);
    }
    arena_free(&arena);
    return 0;
}
