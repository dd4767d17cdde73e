/* diag_foreign: hints for signs and words that would be right in another language (foreign.def). */
#include <string.h>

#include "diag.h"

static const struct {
    const char *theirs, *hint;
} foreign[] = {
#define FOREIGN(theirs, hint) {theirs, hint},
#include "foreign.def"
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_word_letter(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_sign(char c) {
    return c && strchr("=!<>&|+-/*", c);
}

static const char *hint_of(struct span s) {
    for (size_t i = 0; i < ARRAY_LEN(foreign); i++) {
        if (strlen(foreign[i].theirs) == s.len && memcmp(foreign[i].theirs, s.at, s.len) == 0)
            return foreign[i].hint;
    }
    return NULL;
}

/* Returns the stretch of characters of one sort around a place. */
static struct span around(struct span text, size_t at, bool (*sort)(char)) {
    size_t from = at, to = at;
    while (from > 0 && sort(text.at[from - 1])) from--;
    while (to < text.len && sort(text.at[to])) to++;
    return (struct span){text.at + from, to - from};
}

/* Whether a stretch of text looks like 2d6: digits, a d, digits. */
static bool looks_like_dice(struct span s) {
    size_t i = 0, k;
    while (i < s.len && is_digit(s.at[i])) i++;
    if (i == 0 || i == s.len || s.at[i] != 'd') return false;
    for (k = i + 1; k < s.len && is_digit(s.at[k]);) k++;
    return k == s.len && k > i + 1;
}

const char *diag_foreign(struct span text, size_t at, size_t len) {
    if (at >= text.len) return NULL;
    struct span own = {text.at + at, len < text.len - at ? len : text.len - at};
    if (looks_like_dice(own))
        return own.at[0] == '1' && own.at[1] == 'd' ? "a die is rolled: roll d6"
                                                    : "dice are rolled: roll 2 d6";
    const char *hint = hint_of(own);
    if (!hint && is_sign(text.at[at])) hint = hint_of(around(text, at, is_sign));
    if (hint) return hint;
    /* The mistake is often found only at the word after the foreign one, so the word before is
     * tried, too. */
    while (at > 0 && text.at[at - 1] == ' ') at--;
    return at > 0 && is_word_letter(text.at[at - 1]) ? hint_of(around(text, at - 1, is_word_letter))
                                                     : NULL;
}

void diag_unquoted(struct diags *d, struct diag *m, struct place quote) {
    struct span text = diag_text(d, quote.file);
    size_t at = quote.at, from = at, to = at + 1;
    /* The quote behind a word, as in `unit guard City Guard" {`, is the second of its text. The
     * first two words are taken for a kind and a name. */
    if (m && at > 0 && is_word_letter(text.at[at - 1]) && !is_digit(text.at[at - 1])) {
        while (from > 0 && (is_word_letter(text.at[from - 1]) || text.at[from - 1] == ' ')) from--;
        size_t end = from;
        for (int words = 0; words < 2; words++) {
            while (end < at && text.at[end] == ' ') end++;
            while (end < at && text.at[end] != ' ') end++;
        }
        if (end < at) from = end;
        while (from < at && text.at[from] == ' ') from++;
        diag_hint(d, m, "was its first quote forgotten? \"%t\"",
                  (struct span){text.at + from, at - from});
        return;
    }
    while (to < text.len && !strchr("\n{}\"", text.at[to])) to++;
    if (to == text.len || (text.at[to] != '{' && text.at[to] != '}')) return;
    const char *brace = text.at[to] == '{' ? "{" : "}";
    while (to > at + 1 && text.at[to - 1] == ' ') to--;
    diag_hint(d, m, "was its second quote forgotten? %t\" %s", (struct span){text.at + at, to - at},
              brace);
}
