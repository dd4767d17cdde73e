/* The words of the language, for `myth doc`: apart from the rest, since tokens and the
 * words of a thing's record share their prefix. */
#include "../dsl/lex.h"
#include "cmd.h"

void cmd_words(void) {
    for (uint32_t i = 0; i < lex_words(); i++) {
        const struct lex_word *w = lex_word(i);
        printf("  %-12s %s\n", w->word, w->sentence);
    }
}
