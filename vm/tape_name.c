/*
 * Names of candidates in a tape. A word is the shortest that names one candidate and no other: what
 * it is called, with its owner, or as the second of that name. A reader takes each of these forms,
 * and a name without its number, so that a word still finds what it means where rules have changed
 * what else is offered.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tape_inner.h"

/* How well a word names a candidate; a better way goes before all others. */
enum rank { RANK_NONE, RANK_BARE, RANK_NAME, RANK_WHOLE };

/* Returns false if the candidate has no name. Control characters become blanks. */
static bool name_of(const struct ask_names *names, const struct question *q, int64_t i,
                    struct ask_name *out) {
    if (!names || !names->of(names->user, q, i, out) || !*out->text) return false;
    for (char *c = out->text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = ' ';
    return true;
}

static bool is_text(struct span word, const char *text, size_t len) {
    return word.len == len && memcmp(word.at, text, len) == 0;
}

static enum rank rank_of(const struct ask_name *n, struct span word) {
    const size_t len = strlen(n->text), owner = strlen(n->owner);
    if (is_text(word, n->text, len)) return owner ? RANK_NAME : RANK_WHOLE;
    if (is_text(word, n->text, n->bare)) return RANK_BARE;
    if (!owner || word.len != owner + 1 + len || word.at[owner] != ' ') return RANK_NONE;
    const struct span rest = {word.at + owner + 1, len};
    word.len = owner;
    return is_text(word, n->owner, owner) && is_text(rest, n->text, len) ? RANK_WHOLE : RANK_NONE;
}

int64_t tape_find(const struct ask_names *names, const struct question *q,
                  const struct tape_word *word, int64_t *out) {
    struct ask_name n;
    enum rank best = RANK_BARE;
    int64_t count = 0, found = 0;
    if (word->index) {
        *out = word->index - 1;
        return word->index <= q->count;
    }
    for (int64_t i = 0; i < q->count; i++) {
        const enum rank rank = name_of(names, q, i, &n) ? rank_of(&n, word->name) : RANK_NONE;
        if (rank < best) continue;
        if (rank > best) count = found = 0;
        best = rank;
        if (++count != word->nth && (word->nth || count > 1)) continue;
        *out = i;
        found = 1;
    }
    return word->nth ? found : count;
}

/* ---- Writing ---- */

static bool names_only(const struct ask_names *names, const struct question *q, const char *text,
                       int64_t i) {
    const struct tape_word word = {.name = {text, strlen(text)}};
    int64_t found;
    return tape_find(names, q, &word, &found) == 1 && found == i;
}

/* Returns how many candidates up to this one have this name, their owner's before it. */
static int64_t nth_of(const struct ask_names *names, const struct question *q, const char *whole,
                      int64_t i) {
    struct ask_name n;
    const struct span word = {whole, strlen(whole)};
    int64_t count = 0;
    for (int64_t k = 0; k <= i; k++)
        count += name_of(names, q, k, &n) && rank_of(&n, word) == RANK_WHOLE;
    return count;
}

/* Whether a name can stand without quotes: no other word can be read in its place. */
static bool bare(const char *name) {
    if (!*name || strchr("\"/@", *name) || strcmp(name, "of") == 0) return false;
    return strncmp(name, TAPE_TIMES, strlen(TAPE_TIMES)) != 0 && !strpbrk(name, " #");
}

static char *put_quoted(char *out, const char *name) {
    const bool quotes = !bare(name);
    if (quotes) *out++ = '"';
    for (; *name; name++) {
        if (quotes && (*name == '"' || *name == '\\')) *out++ = '\\';
        *out++ = *name;
    }
    if (quotes) *out++ = '"';
    *out = '\0';
    return out;
}

void tape_put_word(const struct ask_names *names, const struct question *q, int64_t i, char *out) {
    struct ask_name n;
    char whole[ASK_NAME + ASK_NAME / 4];
    if (!name_of(names, q, i, &n)) {
        snprintf(out, TAPE_WORD, "@%" PRId64, i + 1);
        return;
    }
    if (names_only(names, q, n.text, i)) {
        put_quoted(out, n.text);
        return;
    }
    snprintf(whole, sizeof whole, "%s%s%s", n.owner, *n.owner ? " " : "", n.text);
    char *end = put_quoted(out, whole);
    if (names_only(names, q, whole, i)) return;
    snprintf(end, (size_t)(TAPE_WORD - (end - out)), " /%" PRId64, nth_of(names, q, whole, i));
}

void tape_put_candidates(const struct ask_names *names, const struct question *q, char *out,
                         size_t size) {
    char word[TAPE_WORD];
    size_t used = 0;
    *out = '\0';
    for (int64_t i = 0; i < q->count; i++) {
        tape_put_word(names, q, i, word);
        const bool last = i + 1 == q->count;
        if (used + strlen(word) + 40 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%s",
                                     i == 0 ? ""
                                     : last ? " and "
                                            : ", ",
                                     word);
            continue;
        }
        snprintf(out + used, size - used, "%s%" PRId64 " %s", i ? " and " : "", q->count - i,
                 i ? "more" : "of them");
        return;
    }
}

/* ---- Reading ---- */

static const char *unquoted(struct span word, char *out, struct tape_word *to) {
    size_t n = 0, i = 1;
    for (; i < word.len && word.at[i] != '"'; i++) {
        if (word.at[i] == '\\' && ++i == word.len) break;
        out[n++] = word.at[i];
    }
    if (i >= word.len) return "the name that begins here is not closed by a quote";
    if (i + 1 < word.len) return "a blank is missing behind the name between quotes";
    if (n == 0) return "there is no name between the quotes";
    to->name = (struct span){out, n};
    return NULL;
}

const char *tape_read_word(struct span word, char *out, struct tape_word *to) {
    *to = (struct tape_word){.times = 1};
    if (*word.at == '"') return unquoted(word, out, to);
    memcpy(out, word.at, word.len);
    to->name = (struct span){out, word.len};
    return NULL;
}
