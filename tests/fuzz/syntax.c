/* Any bytes: they parse or are told off, never both nor neither; what parses has one
 * shape, with the same tokens, and that shape is its own. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "diag.h"
#include "form.h"
#include "lex.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void must_have_equal_tokens(struct arena *arena, struct span a, struct span b) {
    struct diags *d = diags_new(arena);
    struct lexer *x = NEW(arena, struct lexer), *y = NEW(arena, struct lexer);
    lex_start(x, arena, d, diag_file(d, "a", a));
    lex_start(y, arena, d, diag_file(d, "b", b));
    for (int id = -1; id != 0;) {
        struct token s, t;
        id = lex_next(x, &s);
        must(lex_next(y, &t) == id);
        must(id == T_NL || span_equal(lex_span(x, s), lex_span(y, t)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags *d = diags_new(&arena);
    struct span text = {(const char *)bytes, size}, once, twice;
    bool good = form_text(&arena, d, diag_file(d, "input", text), &once);
    must(good == (diag_errors(d) == 0));
    diag_printed(d, &arena, true);
    if (good) {
        must_have_equal_tokens(&arena, text, once);
        must(form_text(&arena, d, diag_file(d, "once", once), &twice));
        must(span_equal(once, twice));
    }
    arena_free(&arena);
    return 0;
}
