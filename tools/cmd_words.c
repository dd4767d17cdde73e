/* Prints the words of the language and the forms of statements for `myth doc`. This is a file of
 * its own because the names of tokens would clash with the names of a thing's words (state.h). */
#include <string.h>

#include "../dsl/lex.h"
#include "../dsl/tree.h"
#include "cmd.h"

void cmd_words(void) {
    for (uint32_t i = 0; i < lex_words(); i++) {
        const struct lex_word *w = lex_word(i);
        printf("  %-12s %s\n", w->word, w->sentence);
    }
}

/* Prints the form of a statement, which is how its sentence in node.def begins. A note on the tree
 * in parentheses between blanks, and what follows a semicolon or a last parenthesis, are left
 * out. */
static void form(const char *sentence) {
    fputs("  ", stdout);
    for (const char *p = sentence; *p && *p != ';'; p++) {
        const char *close = *p == '(' ? strchr(p, ')') : NULL;
        bool inner = close && p > sentence && p[-1] == ' ';
        if (inner && close[1] == ' ') {
            p = close + 1;
            continue;
        }
        if (inner && !close[1]) break;
        putchar(*p);
    }
    putchar('\n');
}

/* Prints the forms of the kinds of node that are statements: those from LET to ASK_EACH but for
 * UNTIL, CASE and MAY_ASK, which are parts of other statements. */
void cmd_statements(void) {
    for (int i = NODE_LET; i <= NODE_ASK_EACH; i++) {
        if (i == NODE_UNTIL || i == NODE_CASE || i == NODE_MAY_ASK) continue;
        form(node_sentence((enum node_kind)i));
    }
}
