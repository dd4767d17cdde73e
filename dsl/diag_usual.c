/* diag_usual: fills in the places of a hint that are left open, with the word that the texts use
 * most at such a place, as behind `during` the event that most actions belong to. It reads texts as
 * words, since they may not be well formed, and comes when a hint is printed, because only then all
 * texts have been read. */
#include <string.h>

#include "diag.h"

enum { CANDIDATES = 16 }; /* words that are counted; one that is met later is passed over */

struct tally {
    struct span word[CANDIDATES];
    uint32_t times[CANDIDATES];
    uint32_t count;
};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void count_word(struct tally *t, struct span word) {
    uint32_t i = 0;
    while (i < t->count && !span_equal(t->word[i], word)) i++;
    if (i == CANDIDATES) return;
    if (i == t->count) t->word[t->count] = word, t->times[t->count++] = 0;
    t->times[i]++;
}

static size_t blanks(struct span line, size_t at) {
    while (at < line.len && line.at[at] == ' ') at++;
    return at;
}

/* Returns the name at an offset of a line, with dots; of no length: none stands there. */
static struct span name_at(struct span line, size_t at) {
    size_t to = at;
    if (at < line.len && line.at[at] >= '0' && line.at[at] <= '9') return (struct span){line.at, 0};
    while (to < line.len && (is_letter(line.at[to]) || (to > at && line.at[to] == '.'))) to++;
    while (to > at && line.at[to - 1] == '.') to--;
    return (struct span){line.at + at, to - at};
}

/* Returns the offset behind the words of `key`, if they stand at this offset of a line, else 0. A
 * blank stands for one or more, a * for a word. */
static size_t behind(struct span line, size_t at, struct span key) {
    if (at > 0 && is_letter(line.at[at - 1]) && is_letter(key.at[0])) return 0;
    for (size_t k = 0; k < key.len; k++) {
        size_t from = at;
        if (key.at[k] == ' ')
            at = blanks(line, at);
        else if (key.at[k] == '*')
            while (at < line.len && line.at[at] != ' ') at++;
        else if (at < line.len && line.at[at] == key.at[k])
            at++;
        if (at == from) return 0;
    }
    return at;
}

static void count_behind(struct tally *t, struct span line, struct span key) {
    for (size_t at = 0; at < line.len; at++) {
        size_t to = behind(line, at, key);
        size_t from = blanks(line, to);
        if (!to || (from == to && is_letter(key.at[key.len - 1]))) continue;
        struct span name = name_at(line, from);
        if (name.len) count_word(t, name);
    }
}

static void count_before(struct tally *t, struct span line, struct span key) {
    for (size_t at = 0; at < line.len; at++) {
        size_t to = at, from;
        if (!behind(line, at, key)) continue;
        while (to > 0 && line.at[to - 1] == ' ') to--;
        for (from = to; from > 0 && is_letter(line.at[from - 1]);) from--;
        struct span name = name_at(line, from);
        if (from < to && to < at && name.len) count_word(t, name);
    }
}

/* Counts the first word of a line that declares the name `key`: `unit guard "Guard"`. */
static void count_sort(struct tally *t, struct span line, struct span key) {
    struct span sort = name_at(line, blanks(line, 0));
    size_t at = blanks(line, (size_t)(sort.at - line.at) + sort.len);
    struct span name = name_at(line, at);
    at = blanks(line, at + name.len);
    bool declares = at < line.len
                        ? strchr("\"{(=", line.at[at]) || span_is(name_at(line, at), "of") ||
                              span_is(name_at(line, at), "like")
                        : sort.at == line.at;
    if (sort.len && declares && span_equal(name, key) && !span_is(sort, "remove"))
        count_word(t, sort);
}

/* Returns the word that the texts use most at a place; of no length: none. how: the first byte of a
 * place left open. */
static struct span usual(const struct diags *d, char how, struct span key) {
    struct tally t = {.count = 0};
    for (uint32_t f = 0; f < diag_files(d) && key.len; f++) {
        struct span text = diag_text(d, f);
        for (size_t from = 0, to; from < text.len; from = to + 1) {
            for (to = from; to < text.len && text.at[to] != '\n';) to++;
            struct span line = {text.at + from, to - from};
            const char *comment = memchr(line.at, '#', line.len);
            if (comment) line.len = (size_t)(comment - line.at);
            if (how == DIAG_OPEN_BEHIND[0])
                count_behind(&t, line, key);
            else if (how == DIAG_OPEN_BEFORE[0])
                count_before(&t, line, key);
            else
                count_sort(&t, line, key);
        }
    }
    uint32_t best = 0;
    for (uint32_t i = 1; i < t.count; i++)
        if (t.times[i] > t.times[best]) best = i;
    return t.count ? t.word[best] : (struct span){"", 0};
}

const char *diag_filled(const struct diags *d, struct arena *arena, const char *hint) {
    static const char opens[] = DIAG_OPEN_BEHIND DIAG_OPEN_BEFORE DIAG_OPEN_SORT;
    const char *said = "";
    for (;;) {
        size_t plain = strcspn(hint, opens);
        const char *open = hint + plain, *bar = strchr(open, DIAG_OPEN_ELSE[0]);
        const char *end = bar ? strchr(bar, DIAG_OPEN_END[0]) : NULL;
        said = arena_print(arena, "%s%.*s", said, (int)plain, hint);
        if (!*open) return said;
        if (!end) return arena_print(arena, "%s%s", said, open + 1);
        struct span other = {bar + 1, (size_t)(end - bar) - 1};
        struct span word = usual(d, *open, (struct span){open + 1, (size_t)(bar - open) - 1});
        if (!word.len || word.len > 60) word = other;
        said = arena_print(arena, "%s%.*s", said, (int)word.len, word.at);
        hint = end + 1;
    }
}
