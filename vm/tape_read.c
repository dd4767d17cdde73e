/*
 * Reads a tape. First the whole text is split into lines, and each is judged as far as that is
 * possible without a question. Then the answers are given to one question after the other.
 */
#include "tape_inner.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    SHOWN = 40,           /* most bytes of a foreign word that a message shows */
    TAKEN_MOST = 1 << 20, /* most things in one answer */
    ROOM = 500            /* bytes of a message for what was asked, and its candidates */
};

enum line_what {
    L_ROLL,
    L_PICK,
    L_PASS,
    L_YES,
    L_NO,
    L_PLACE,
    L_PATH,
    L_CANDIDATE,
    L_RANDOM,
    L_COUNT,
    L_SUM,
    L_CHECK,
    L_END,
    L_LEFT,
    L_HEAD
};

struct tape_line {
    int32_t number; /* number of the line in the text, from 1 */
    enum line_what what;
    int32_t count;
    const struct span *words; /* the words behind the first, as written; used for a roll */
    /* what is named, `count` of them; used for pick and random */
    const struct tape_word *named;
    int64_t taken; /* how many that are; several of one thing count as often */
    int64_t among; /* number of candidates; -1: not said */
    /* for all other lines: the numbers behind the first word; a hash as its bits */
    const int64_t *values;
    uint64_t sealed; /* the seal of all lines above */
};

static const struct word_row {
    const char *name;
    enum line_what what;
    int32_t least, most;
} word_rows[] = {{"roll", L_ROLL, 1, INT32_MAX},
                 {"pick", L_PICK, 0, INT32_MAX},
                 {"pass", L_PASS, 0, 0},
                 {"yes", L_YES, 0, 0},
                 {"no", L_NO, 0, 0},
                 {"place", L_PLACE, 2, 2},
                 {"path", L_PATH, 2, INT32_MAX},
                 {"candidate", L_CANDIDATE, 1, 1},
                 {"random", L_RANDOM, 1, INT32_MAX},
                 {"count", L_COUNT, 1, 1},
                 {"sum", L_SUM, 1, 1},
                 {"check", L_CHECK, 1, 1},
                 {"end", L_END, 1, 1},
                 {"left", L_LEFT, 1, 1},
                 {"rules", L_HEAD, 2, INT32_MAX},
                 {"script", L_HEAD, 2, INT32_MAX},
                 {"scenario", L_HEAD, 1, INT32_MAX},
                 {"variant", L_HEAD, 1, INT32_MAX},
                 {"seed", L_HEAD, 1, 1},
                 {"ruling", L_HEAD, 2, 2},
                 {"policy", L_HEAD, 2, 2}};

struct parser {
    struct tape_reader *r;
    struct arena *arena;
    const char *at, *end;
    int32_t line;
    struct tape_line *lines;
    int32_t line_room;
    struct tape_rules *rules;
    struct tape_pair *rulings, *policies;
    int32_t body; /* number of the first line behind the head; 0: there was none yet */
    bool seed;
    uint64_t sealed; /* the seal of all lines so far */
};

static const char *fail(struct tape_reader *r, int32_t line, const char *format, ...)
    MYTH_PRINTF(3, 4);

static const char *fail(struct tape_reader *r, int32_t line, const char *format, ...) {
    int n = line > 0 ? snprintf(r->why, sizeof r->why, "%s:%" PRId32 ": ", r->name, line)
                     : snprintf(r->why, sizeof r->why, "%s: ", r->name);
    size_t used = n < 0 ? 0 : (size_t)n < sizeof r->why ? (size_t)n : sizeof r->why - 1;
    va_list args;
    va_start(args, format);
    vsnprintf(r->why + used, sizeof r->why - used, format, args);
    va_end(args);
    return r->why;
}

/* Takes the next word off a line. Returns false at the end of the line. */
static bool next_word(struct span *line, struct span *out) {
    while (line->len && tape_blank(*line->at)) {
        line->at++;
        line->len--;
    }
    out->at = line->at;
    while (line->len && !tape_blank(*line->at)) {
        line->at++;
        line->len--;
    }
    out->len = (size_t)(line->at - out->at);
    return out->len > 0;
}

static bool read_number(struct span w, int64_t *out) {
    bool minus = w.len > 1 && *w.at == '-';
    int64_t n = 0;
    for (size_t i = minus; i < w.len; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') return false;
        if (!num_mul(n, 10, &n) || !num_add(n, w.at[i] - '0', &n)) return false;
    }
    *out = minus ? -n : n;
    return w.len > 0;
}

static bool seed_of(struct span w, uint64_t *out) {
    uint64_t n = 0;
    for (size_t i = 0; i < w.len; i++) {
        uint64_t digit = (uint64_t)(unsigned char)w.at[i] - '0';
        if (digit > 9 || n > (UINT64_MAX - digit) / 10) return false;
        n = n * 10 + digit;
    }
    *out = n;
    return w.len > 0;
}

bool tape_hash(struct span w, uint64_t *out) {
    static const char digits[] = "0123456789abcdef";
    uint64_t n = 0;
    for (size_t i = 0; i < w.len; i++) {
        const char *digit = memchr(digits, w.at[i], 16);
        if (!digit) return false;
        n = n << 4 | (uint64_t)(digit - digits);
    }
    *out = n;
    return w.len == 16;
}

static int shown(struct span w) {
    return w.len < SHOWN ? (int)w.len : SHOWN;
}

static const char *copied(struct parser *p, struct span w) {
    return arena_text(p->arena, w.at, w.len);
}

/* The rest of a line, without the blanks around it. */
static struct span rest_of(struct span line) {
    while (line.len && tape_blank(*line.at)) {
        line.at++;
        line.len--;
    }
    while (line.len && tape_blank(line.at[line.len - 1])) line.len--;
    return line;
}

/* ---- The head */

static const char *add_pair(struct parser *p, struct tape_pair **pairs, int32_t *count,
                            struct span name, struct span value) {
    for (int32_t i = 0; *pairs && i < *count; i++)
        if (span_is(name, (*pairs)[i].name))
            return fail(p->r, p->line, "'%.*s' stands here a second time", shown(name), name.at);
    struct tape_pair *more = NEW_ARRAY(p->arena, (size_t)*count + 1, struct tape_pair);
    if (*pairs) memcpy(more, *pairs, (size_t)*count * sizeof *more);
    more[*count] = (struct tape_pair){copied(p, name), copied(p, value), p->line};
    *pairs = more;
    ++*count;
    return NULL;
}

static const char *take_rules(struct parser *p, struct span name, struct span line) {
    struct tape_head *h = &p->r->head;
    struct span word;
    struct tape_rules rules = {copied(p, name), NULL, 0, p->line};
    if (!next_word(&line, &word) || !tape_hash(word, &rules.hash))
        return fail(p->r, p->line,
                    "rules is followed by a name, a hash of 16 digits and a version");
    rules.version = copied(p, rest_of(line));
    struct tape_rules *more = NEW_ARRAY(p->arena, (size_t)h->rules_count + 1, struct tape_rules);
    if (p->rules) memcpy(more, p->rules, (size_t)h->rules_count * sizeof *more);
    more[h->rules_count++] = rules;
    h->rules = p->rules = more;
    return NULL;
}

static const char *take_head(struct parser *p, struct span word, struct span line) {
    struct tape_head *h = &p->r->head;
    struct span first, second;
    struct span whole = rest_of(line);
    if (p->body)
        return fail(p->r, p->line, "'%.*s' belongs to the head, before the answers", shown(word),
                    word.at);
    if (!next_word(&line, &first))
        return fail(p->r, p->line, "nothing follows '%.*s'", shown(word), word.at);
    if (span_is(word, "rules")) return take_rules(p, first, line);
    if (span_is(word, "scenario")) {
        if (h->scenario) return fail(p->r, p->line, "the scenario stands here a second time");
        h->scenario = copied(p, whole);
        return NULL;
    }
    if (span_is(word, "variant")) {
        if (h->variant) return fail(p->r, p->line, "the variant stands here a second time");
        h->variant = copied(p, whole);
        return NULL;
    }
    if (span_is(word, "seed")) {
        if (p->seed) return fail(p->r, p->line, "the seed stands here a second time");
        p->seed = true;
        if (!seed_of(first, &h->seed) || rest_of(line).len)
            return fail(p->r, p->line, "'%.*s' is no seed: it is a number from 0 on", shown(whole),
                        whole.at);
        return NULL;
    }
    if (span_is(word, "script")) {
        if (h->script) return fail(p->r, p->line, "the script stands here a second time");
        struct span path = rest_of(line);
        if (!tape_hash(first, &h->script_hash) || !path.len)
            return fail(p->r, p->line, "script is followed by a hash of 16 digits and a path");
        h->script = copied(p, path);
        h->script_line = p->line;
        return NULL;
    }
    if (!next_word(&line, &second) || rest_of(line).len)
        return fail(p->r, p->line, "'%.*s' is followed by two names", shown(word), word.at);
    if (span_is(word, "ruling")) {
        const char *why = add_pair(p, &p->rulings, &h->rulings_count, first, second);
        h->rulings = p->rulings;
        return why;
    }
    const char *why = add_pair(p, &p->policies, &h->policies_count, first, second);
    h->policies = p->policies;
    return why;
}

/* ---- The body */

static const char *take_values(struct parser *p, struct tape_line *l, const struct span *words) {
    int64_t *values = NEW_ARRAY(p->arena, (size_t)l->count + 1, int64_t);
    for (int32_t i = 0; i < l->count; i++) {
        uint64_t hash;
        bool checks = l->what == L_CHECK || l->what == L_END || l->what == L_LEFT;
        if (checks && !tape_hash(words[i], &hash))
            return fail(p->r, p->line, "'%.*s' is no hash: it has 16 digits 0 to 9, a to f",
                        shown(words[i]), words[i].at);
        if (checks)
            memcpy(&values[i], &hash, sizeof hash);
        else if (!read_number(words[i], &values[i]))
            return fail(p->r, p->line, "'%.*s' is no number", shown(words[i]), words[i].at);
        bool spot = l->what == L_PLACE || l->what == L_PATH;
        if (spot && (values[i] < INT32_MIN || values[i] > INT32_MAX))
            return fail(p->r, p->line, "'%.*s' is beyond any table", shown(words[i]), words[i].at);
    }
    l->values = values;
    return NULL;
}

/* Reads the number behind a mark, "/2" or "×3". Returns false if there is none from 1 on. */
static bool read_mark(struct span word, const char *mark, int64_t *out) {
    const size_t len = strlen(mark);
    if (word.len < len || memcmp(word.at, mark, len) != 0) return false;
    return read_number((struct span){word.at + len, word.len - len}, out) && *out > 0 &&
           *out <= TAKEN_MOST;
}

/* Takes a word of a pick: a name, an index, or a mark behind a name. `last` is the name before it;
 * NULL: there is none. */
static const char *take_named(struct parser *p, struct tape_line *l, struct span word,
                              struct tape_word *named, char *room) {
    struct tape_word *last = l->count ? &named[l->count - 1] : NULL;
    int64_t n;
    if (read_mark(word, TAPE_TIMES, &n)) {
        if (!last || last->times != 1 || n == 1)
            return fail(p->r, p->line, "'%.*s' stands behind a name, once, and is 2 or more",
                        shown(word), word.at);
        last->times = n;
        return NULL;
    }
    if (read_mark(word, "/", &n)) {
        if (!last || last->nth || last->index || last->times > 1)
            return fail(p->r, p->line, "'%.*s' stands behind a name, once", shown(word), word.at);
        last->nth = n;
        return NULL;
    }
    const char *why = tape_read_word(word, room, &named[l->count]);
    if (read_mark(word, "@", &n)) named[l->count].index = n;
    if (why) return fail(p->r, p->line, "%s: %.*s", why, shown(word), word.at);
    l->count++;
    return NULL;
}

/* Reads the words of a pick or random: names, and how many candidates there were. */
static const char *take_names(struct parser *p, const struct word_row *row, struct tape_line *l,
                              struct span *words, int32_t count) {
    struct tape_word *named = NEW_ARRAY(p->arena, (size_t)count + 1, struct tape_word);
    const char *why = NULL;
    l->named = named;
    l->count = 0;
    l->among = -1;
    if (count >= 2 && span_is(words[count - 2], "of")) {
        count -= 2;
        if (!read_number(words[count + 1], &l->among) || l->among < 1)
            return fail(p->r, p->line, "behind 'of' stands how many there were, not '%.*s'",
                        shown(words[count + 1]), words[count + 1].at);
    }
    for (int32_t i = 0; !why && i < count; i++) {
        if (span_is(words[i], "of"))
            return fail(p->r, p->line, "behind 'of' stands how many there were, as the last word");
        why = take_named(p, l, words[i], named, arena_new(p->arena, words[i].len + 1));
    }
    for (int32_t i = 0; i < l->count && l->taken <= TAKEN_MOST; i++) l->taken += named[i].times;
    if (!why && l->taken > TAKEN_MOST)
        return fail(p->r, p->line, "more is taken here than there can be");
    if (!why && row->what == L_RANDOM && l->taken != 1)
        return fail(p->r, p->line, "'%s' is followed by one name", row->name);
    return why;
}

static const char *take_answer(struct parser *p, const struct word_row *row, struct span line) {
    struct tape_line *l = &p->lines[p->r->count++];
    *l = (struct tape_line){.number = p->line, .what = row->what, .sealed = p->sealed};
    if (!p->body) p->body = p->line;
    struct span word, count = line;
    while (tape_next_word(&count, &word)) l->count++;
    struct span *words = NEW_ARRAY(p->arena, (size_t)l->count + 1, struct span);
    for (int32_t i = 0; i < l->count; i++) tape_next_word(&line, &words[i]);
    if (row->what == L_PICK || row->what == L_RANDOM) {
        p->r->answers++;
        return take_names(p, row, l, words, l->count);
    }
    l->taken = l->count;
    bool odd = row->what == L_PATH && l->count % 2 != 0;
    if (l->count < row->least || l->count > row->most || odd) {
        if (row->most == 0) return fail(p->r, p->line, "nothing follows '%s'", row->name);
        return fail(p->r, p->line, "'%s' is followed by %s", row->name,
                    row->what == L_PATH || row->what == L_PLACE ? "an x and a y of each place"
                    : row->most == 1                            ? "one number"
                                                                : "at least one number");
    }
    if (row->what != L_CHECK && row->what != L_END && row->what != L_LEFT) p->r->answers++;
    l->words = words;
    return row->what == L_ROLL ? NULL : take_values(p, l, words);
}

static const char *take_line(struct parser *p, struct span line) {
    struct span whole = line, word;
    if (memchr(line.at, 0, line.len)) return fail(p->r, p->line, "a byte of zero: this is no text");
    line = tape_said(line);
    const struct span said = line;
    if (p->line == 1) {
        whole = rest_of(whole);
        p->sealed = tape_seal_line(0, whole);
        if (span_is(whole, "myth tape 2")) return NULL;
        if (tape_is(whole.at, whole.len))
            return fail(p->r, 1,
                        "a tape of format %.*s; this program reads format 2, in which answers "
                        "stand by name",
                        shown((struct span){whole.at + 10, whole.len - 10}), whole.at + 10);
        return fail(p->r, 1, "this is no tape: its first line is not 'myth tape 2'");
    }
    if (!next_word(&line, &word)) return NULL;
    for (size_t i = 0; i < ARRAY_LEN(word_rows); i++) {
        if (!span_is(word, word_rows[i].name)) continue;
        /* In the head # begins no comment, because a path or a version may contain it. */
        if (word_rows[i].what == L_HEAD) {
            line.len = (size_t)(whole.at + whole.len - line.at);
            p->sealed = tape_seal_line(p->sealed, whole);
            return take_head(p, word, line);
        }
        const char *why = take_answer(p, &word_rows[i], line);
        p->sealed = tape_seal_line(p->sealed, said);
        return why;
    }
    return fail(p->r, p->line, "'%.*s' is no word of a tape", shown(word), word.at);
}

bool tape_is(const char *text, size_t len) {
    return len > 10 && memcmp(text, "myth tape ", 10) == 0;
}

const char *tape_read(struct tape_reader *r, struct arena *arena, const char *name,
                      const char *text, size_t len) {
    *r = (struct tape_reader){.name = name};
    struct parser p = {.r = r, .arena = arena, .at = text, .end = text + len};
    if (len == 0) return fail(r, 0, "this is no tape: it is empty");
    size_t lines = 1;
    for (size_t i = 0; i < len; i++) lines += text[i] == '\n';
    if (lines > INT32_MAX / 2) return fail(r, 0, "this tape is too long to be one");
    p.lines = NEW_ARRAY(arena, lines, struct tape_line);
    while (p.at < p.end) {
        const char *stop = memchr(p.at, '\n', (size_t)(p.end - p.at));
        struct span line = {p.at, (size_t)((stop ? stop : p.end) - p.at)};
        p.line++;
        /* A last line without a line end is reported as cut off, whatever its words say. */
        const char *why = stop || p.line == 1 ? take_line(&p, line) : NULL;
        if (why) return why;
        if (!stop) return fail(r, p.line, "the tape is cut off in the middle of this line");
        p.at = stop + 1;
    }
    r->lines = p.lines;
    if (r->head.rules_count == 0)
        return fail(r, p.line, "the tape does not say of which rules it is");
    if (!p.seed) return fail(r, p.line, "the tape does not say its seed");
    for (int32_t i = 0; i + 1 < r->count; i++)
        if (p.lines[i].what == L_LEFT)
            return fail(r, p.lines[i].number, "a tape that was left ends there; here it goes on");
    if (r->count == 0 ||
        (p.lines[r->count - 1].what != L_END && p.lines[r->count - 1].what != L_LEFT))
        return fail(r, p.line, "the tape is cut off: its last line is not an 'end'");
    r->left = p.lines[r->count - 1].what == L_LEFT;
    int64_t most = 1;
    for (int32_t i = 0; i < r->count; i++)
        if (p.lines[i].taken > most) most = p.lines[i].taken;
    r->values = NEW_ARRAY(arena, (size_t)most, int64_t);
    return NULL;
}

/* ---- Whether the tape belongs to these rules and this script */

const char *tape_of_rules(struct tape_reader *r, const char *name, uint64_t hash,
                          const char *version) {
    const struct tape_rules *known = NULL;
    for (int32_t i = 0; i < r->head.rules_count; i++)
        if (strcmp(r->head.rules[i].name, name) == 0) known = &r->head.rules[i];
    if (!known)
        return fail(r, r->head.rules[0].line, "this tape is of the rules '%s', not of '%s'",
                    r->head.rules[0].name, name);
    if (known->hash == hash) return NULL;
    if (strcmp(known->version, version) != 0)
        return fail(r, known->line,
                    "this tape is of '%s' version %s, and these rules are version %s", name,
                    known->version, version);
    return fail(r, known->line,
                "this tape is of other rules: '%s' had the hash %016" PRIx64 " and has %016" PRIx64
                " now: its text was changed since",
                name, known->hash, hash);
}

const char *tape_of_script(struct tape_reader *r, uint64_t hash) {
    if (!r->head.script || r->head.script_hash == hash) return NULL;
    return fail(r, r->head.script_line,
                "this tape is of another script: '%s' had the hash %016" PRIx64
                " and has %016" PRIx64 " now",
                r->head.script, r->head.script_hash, hash);
}

/* ---- Answering */

static const char *const answer_words[] = {[L_ROLL] = "a roll of",
                                           [L_PICK] = "a pick of",
                                           [L_PASS] = "a pass",
                                           [L_YES] = "yes",
                                           [L_NO] = "no",
                                           [L_PLACE] = "a place",
                                           [L_PATH] = "a way",
                                           [L_CANDIDATE] = "a candidate",
                                           [L_RANDOM] = "one at random",
                                           [L_COUNT] = "a count",
                                           [L_SUM] = "a sum"};

static void put_answer(const struct tape_line *l, char *out, size_t size) {
    bool counted = l->what == L_ROLL || l->what == L_PICK;
    const char *noun = l->what != L_ROLL ? "" : l->count == 1 ? " die" : " dice";
    if (l->what == L_PICK && l->count == 1 && !l->named->index)
        snprintf(out, size, "a pick of '%.*s'", shown(l->named->name), l->named->name.at);
    else if (counted)
        snprintf(out, size, "%s %" PRId64 "%s", answer_words[l->what], l->taken, noun);
    else
        snprintf(out, size, "%s", answer_words[l->what]);
}

static void put_place(const struct image *img, int32_t place, char *out, size_t size) {
    *out = 0;
    if (place < 0 || place >= img->places_count) return;
    const struct image_place *at = &img->places[place];
    if (at->file < 0 || at->file >= img->files_count) return;
    const char *path = img->files[at->file], *last = strrchr(path, '/');
    snprintf(out, size, " (%s:%" PRId32 ")", last ? last + 1 : path, at->line);
}

static void put_question(const struct image *img, const struct question *q, char *out,
                         size_t size) {
    char place[200];
    put_place(img, q->place, place, sizeof place);
    const char *die =
        q->die >= 0 && q->die < img->dice_count ? image_text(img, img->dice[q->die].name) : "";
    switch (q->kind) {
    case ASK_ROLL: snprintf(out, size, "a roll of %" PRId64 " %s%s", q->count, die, place); break;
    case ASK_COUNT:
        snprintf(out, size, "a count among %" PRId64 " %s%s", q->count, die, place);
        break;
    case ASK_SUM: snprintf(out, size, "a sum of %" PRId64 " %s%s", q->count, die, place); break;
    case ASK_RANDOM: snprintf(out, size, "one of %" PRId64 " at random%s", q->count, place); break;
    case ASK_PICK:
        if (q->labels && q->count == 2 && strcmp(q->labels[0], "yes") == 0)
            snprintf(out, size, "yes or no%s", place);
        else if (q->least == 1 && q->most == 1)
            snprintf(out, size, "a pick of 1 from %" PRId64 "%s", q->count, place);
        else
            snprintf(out, size, "a pick of %" PRId64 " to %" PRId64 " from %" PRId64 "%s", q->least,
                     q->most, q->count, place);
        break;
    case ASK_PLACE: snprintf(out, size, "a place%s", place); break;
    case ASK_PATH: snprintf(out, size, "a way%s", place); break;
    case ASK_COUNT_: break;
    }
}

/* The question to which a line of the tape is the answer. */
struct asked {
    const struct image *img;
    const struct ask_names *names;
    const struct question *q;
};

/* Writes a question, and of a pick the candidates. */
static void put_asked(const struct asked *to, char *out, size_t size) {
    put_question(to->img, to->q, out, size);
    const size_t used = strlen(out);
    const bool named = to->q->kind == ASK_PICK && !(to->q->labels && to->q->count == 2);
    if (!named || used + 3 >= size) return;
    snprintf(out + used, size - used, ": ");
    tape_put_candidates(to->names, to->q, out + used + 2, size - used - 2);
}

static bool differs(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                    const char **why) {
    char said[120], asked[ROOM];
    put_answer(l, said, sizeof said);
    put_asked(to, asked, sizeof asked);
    *why = fail(r, l->number, "this line answers with %s, but the rules ask for %s", said, asked);
    return false;
}

static bool bad(struct tape_reader *r, const struct tape_line *l, const char *what, int64_t n,
                const char **why) {
    *why = fail(r, l->number, what, n);
    return false;
}

/* Reads a face of a die, by its number or name. Returns false if the die has no such face. */
static bool face_of(const struct image *img, int32_t die, struct span word, int64_t *out) {
    const struct image_die *d = &img->dice[die];
    int64_t n = 0;
    bool number = read_number(word, &n);
    if (d->first_face < 0) {
        *out = n;
        return number && n >= 1 && n <= d->sides;
    }
    for (int32_t i = 0; i < d->sides; i++) {
        const struct image_face *f = &img->faces[d->first_face + i];
        *out = f->value;
        bool named = f->value < FACE_NAMED / 2;
        if (named ? span_is(word, image_text(img, f->name)) : number && n == f->value) return true;
    }
    return false;
}

static bool take_faces(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                       const char **why) {
    const struct image *img = to->img;
    const struct question *q = to->q;
    if (l->what != L_ROLL || l->count != q->count) return differs(r, to, l, why);
    for (int32_t i = 0; i < l->count; i++) {
        if (q->die >= 0 && q->die < img->dice_count &&
            face_of(img, q->die, l->words[i], &r->values[i]))
            continue;
        const char *die = q->die >= 0 && q->die < img->dice_count
                              ? image_text(img, img->dice[q->die].name)
                              : "die";
        *why = fail(r, l->number, "'%.*s' is no face of a %s", shown(l->words[i]), l->words[i].at,
                    die);
        return false;
    }
    return true;
}

/* Turns numbers from 1 to `most` into indices from 0. Returns false, with *why set, if one is out
 * of range. */
static bool take_indices(struct tape_reader *r, const struct tape_line *l, int64_t most,
                         const char **why) {
    for (int32_t i = 0; i < l->count; i++) {
        if (l->values[i] < 1 || l->values[i] > most)
            return bad(r, l, "there is no %" PRId64 " among what may be answered here",
                       l->values[i], why);
        r->values[i] = l->values[i] - 1;
    }
    return true;
}

/* Says why a word does not name one candidate; it names `count` of them. */
static bool not_found(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                      const struct tape_word *word, int64_t count, const char **why) {
    char place[200], all[ROOM - 200];
    put_place(to->img, to->q->place, place, sizeof place);
    tape_put_candidates(to->names, to->q, all, sizeof all);
    if (word->index)
        *why = fail(r, l->number, "there is no @%" PRId64 " here%s: what may be answered is %s",
                    word->index, place, all);
    else if (word->nth)
        *why = fail(r, l->number,
                    "'%.*s' /%" PRId64 " is not offered here%s: what may be answered is %s",
                    shown(word->name), word->name.at, word->nth, place, all);
    else if (count > 1)
        *why = fail(r, l->number,
                    "'%.*s' names %" PRId64 " of what is offered here%s: what may be answered is "
                    "%s",
                    shown(word->name), word->name.at, count, place, all);
    else
        *why = fail(r, l->number, "'%.*s' is not offered here%s: what may be answered is %s",
                    shown(word->name), word->name.at, place, all);
    return false;
}

/* Puts candidate i, `times` times, in order among the first `count` values. Returns false if it
 * stands there already. */
static bool put_in_order(int64_t *values, int64_t count, int64_t i, int64_t times) {
    int64_t at = count;
    while (at > 0 && values[at - 1] > i) at--;
    if (at > 0 && values[at - 1] == i) return false;
    memmove(values + at + times, values + at, (size_t)(count - at) * sizeof *values);
    for (int64_t k = 0; k < times; k++) values[at + k] = i;
    return true;
}

/* Finds the candidates that a line names. Their number is `least` to `most`. */
static bool take_named_ones(struct tape_reader *r, const struct asked *to,
                            const struct tape_line *l, struct answer *out, const char **why) {
    char all[ROOM - 200];
    out->count = 0;
    for (int32_t i = 0; i < l->count; i++) {
        int64_t found;
        const struct tape_word *word = &l->named[i];
        const int64_t count = tape_find(to->names, to->q, word, &found);
        if (count != 1) return not_found(r, to, l, word, count, why);
        if (word->times > ask_many(to->q, found) && to->q->kind == ASK_PICK) {
            *why =
                fail(r, l->number,
                     "'%.*s' is picked " TAPE_TIMES "%" PRId64 " here, and it stands for %" PRId64,
                     shown(word->name), word->name.at, word->times, ask_many(to->q, found));
            return false;
        }
        if (!put_in_order(r->values, out->count, found, word->times)) {
            *why = fail(r, l->number, "'%.*s' is picked twice", shown(word->name), word->name.at);
            return false;
        }
        out->count += word->times;
    }
    if (l->among < 0 || l->among == to->q->count || r->other_rules) return true;
    tape_put_candidates(to->names, to->q, all, sizeof all);
    *why = fail(r, l->number,
                "this was answered among %" PRId64 ", and here there are %" PRId64 ": %s", l->among,
                to->q->count, all);
    return false;
}

static bool take_pick(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                      struct answer *out, const char **why) {
    const struct question *q = to->q;
    if (l->what == L_YES || l->what == L_NO) {
        const char *word = l->what == L_YES ? "yes" : "no";
        for (int64_t i = 0; q->labels && i < q->count; i++) {
            if (strcmp(q->labels[i], word) != 0) continue;
            r->values[0] = i;
            out->count = 1;
            return true;
        }
        return differs(r, to, l, why);
    }
    if (l->what != L_PICK || l->taken < q->least || l->taken > q->most)
        return differs(r, to, l, why);
    return take_named_ones(r, to, l, out, why);
}

static bool take_spots(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                       struct answer *out, const char **why) {
    const struct question *q = to->q;
    if (l->what == L_CANDIDATE) return take_indices(r, l, q->count, why);
    if (l->what != (q->kind == ASK_PLACE ? L_PLACE : L_PATH)) return differs(r, to, l, why);
    out->spelled = true;
    out->count = l->count / 2;
    for (int32_t i = 0; i < l->count / 2; i++)
        r->values[i] =
            (int64_t)((uint64_t)l->values[2 * i] << 32 | (uint32_t)(uint64_t)l->values[2 * i + 1]);
    return true;
}

static bool take_number(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                        const char **why) {
    const struct question *q = to->q;
    if (l->what != (q->kind == ASK_COUNT ? L_COUNT : L_SUM)) return differs(r, to, l, why);
    if (q->kind == ASK_COUNT && (l->values[0] < 0 || l->values[0] > q->count))
        return bad(r, l, "a count of %" PRId64 " is more than there are dice", l->values[0], why);
    r->values[0] = l->values[0];
    return true;
}

static bool fill_answer(struct tape_reader *r, const struct asked *to, const struct tape_line *l,
                        struct answer *out, const char **why) {
    *out = (struct answer){.count = l->count, .values = r->values};
    if (l->what == L_PASS) {
        if (!to->q->may_pass) return differs(r, to, l, why);
        out->pass = true;
        return true;
    }
    switch (to->q->kind) {
    case ASK_ROLL: return take_faces(r, to, l, why);
    case ASK_COUNT:
    case ASK_SUM: return take_number(r, to, l, why);
    case ASK_RANDOM:
        if (l->what != L_RANDOM) return differs(r, to, l, why);
        return take_named_ones(r, to, l, out, why);
    case ASK_PICK: return take_pick(r, to, l, out, why);
    case ASK_PLACE:
    case ASK_PATH: return take_spots(r, to, l, out, why);
    case ASK_COUNT_: break;
    }
    return differs(r, to, l, why);
}

static const char *check(struct tape_reader *r, const struct tape_line *l, uint64_t hash) {
    uint64_t recorded, now = tape_seal(l->sealed, hash);
    int32_t first = 1;
    if (r->other_rules) return NULL;
    memcpy(&recorded, &l->values[0], sizeof recorded);
    if (recorded == now) return NULL;
    for (const struct tape_line *p = r->lines; p < l; p++)
        if (p->what == L_CHECK || p->what == L_END) first = p->number + 1;
    return fail(r, l->number,
                "the hash of this line is %016" PRIx64
                ", and of what was replayed it is %016" PRIx64 ": something in the lines %" PRId32
                " to %" PRId32 " was altered",
                recorded, now, first, l->number);
}

bool tape_next(struct tape_reader *r, const struct image *img, const struct ask_names *names,
               const struct question *q, uint64_t hash, struct answer *out, const char **why) {
    const struct asked to = {img, names, q};
    while (r->at < r->count && r->lines[r->at].what == L_CHECK) {
        *why = check(r, &r->lines[r->at], hash);
        if (*why) return false;
        r->at++;
    }
    if (r->at < r->count && r->lines[r->at].what == L_LEFT) {
        *why = check(r, &r->lines[r->at], hash);
        if (!*why)
            *why = fail(r, r->lines[r->at].number, "here the battle was left; myth play goes on");
        return false;
    }
    if (r->at == r->count || r->lines[r->at].what == L_END) {
        char asked[ROOM];
        int32_t line = r->lines[r->at == r->count ? r->count - 1 : r->at].number;
        put_asked(&to, asked, sizeof asked);
        *why = fail(r, line, "here the tape ends, but the rules ask for %s", asked);
        return false;
    }
    if (!fill_answer(r, &to, &r->lines[r->at], out, why)) return false;
    r->at++;
    return true;
}

const char *tape_left(struct tape_reader *r, uint64_t hash) {
    for (; r->at < r->count && r->lines[r->at].what != L_END; r->at++) {
        const char *why = check(r, &r->lines[r->at], hash);
        if (why) return why;
    }
    if (r->at == r->count) return NULL;
    return fail(r, r->lines[r->at].number, "here a battle ends, but the rules go on");
}

const char *tape_end(struct tape_reader *r, uint64_t hash) {
    char said[80];
    if (r->at == r->count)
        return fail(r, r->lines[r->count - 1].number, "the tape ends before this battle does");
    const struct tape_line *l = &r->lines[r->at];
    if (l->what == L_END) {
        r->at++;
        return check(r, l, hash);
    }
    if (l->what == L_CHECK || l->what == L_LEFT)
        return fail(r, l->number, "the battle is over, but the tape goes on");
    put_answer(l, said, sizeof said);
    return fail(r, l->number, "this line answers with %s, but the battle is over", said);
}

const char *tape_close(struct tape_reader *r) {
    if (r->at == r->count) return NULL;
    return fail(r, r->lines[r->at].number, "the script has ended, but the tape goes on");
}

const char *tape_refused(struct tape_reader *r, const char *reason) {
    int32_t line = r->at > 0 ? r->lines[r->at - 1].number : 0;
    char copy[TAPE_WHY];
    /* `reason` may lie in r->why, which fail overwrites */
    snprintf(copy, sizeof copy, "%s", reason);
    return fail(r, line, "the rules refuse this answer: %s", copy);
}
