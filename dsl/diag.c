#include "diag.h"

#include <stdarg.h>
#include <string.h>

#include "../vm/base_near.h"

enum { MAX_KEPT = MAX_MISTAKES, WINDOW = 100, BEFORE_MARK = 60 };

struct diag {
    enum diag_id id;
    struct place place;
    const char *message;
    const char *hint; /* what is printed behind the underline; NULL: nothing */
    /* what is printed with the second place `also`; NULL: there is no second place */
    const char *words;
    struct place also;
};

struct source {
    const char *path;
    struct span text;
    uint32_t from, to; /* the part that a user typed, see diag_part; `to` 0: all of it */
    uint32_t *lines;   /* offsets at which lines begin; NULL until first needed */
    uint32_t line_count;
    uint32_t kept; /* number of messages kept, which stand in the order of the text */
    struct diag *messages[MAX_KEPT];
};

struct diags {
    struct arena *arena;
    /* the struct diags whose texts this one reads; this one then only counts messages. NULL: it has
     * texts of its own and keeps messages */
    const struct diags *of;
    struct source **sources;
    uint32_t count, room;
    uint32_t errors, warnings;
};

static const struct diag_row rows[] = {
#define DIAG(code, NAME, severity, message, page) {#code, #NAME, severity, message, page},
#include "diag.def"
#undef DIAG
};

const struct diag_row *diag_row(enum diag_id id) {
    ASSERT(id < DIAG_COUNT_);
    return &rows[id];
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

const struct diag_row *diag_find(const char *code) {
    bool bare = *code >= '0' && *code <= '9';
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *a = rows[i].code + (bare && rows[i].code[0] == 'E'), *b = code;
        while (bare && *b == '0') b++;
        while (bare && *a == '0') a++;
        while (*a && lower(*a) == lower(*b)) a++, b++;
        if (*a == 0 && *b == 0) return &rows[i];
    }
    return NULL;
}

/* ---- Sources */

struct diags *diags_new(struct arena *arena) {
    struct diags *d = NEW(arena, struct diags);
    d->arena = arena;
    return d;
}

struct diags *diags_apart(struct arena *arena, const struct diags *of) {
    struct diags *d = diags_new(arena);
    d->of = of->of ? of->of : of;
    return d;
}

uint32_t diag_file(struct diags *d, const char *path, struct span text) {
    if (d->count == d->room) {
        uint32_t room = d->room ? d->room * 2 : 8;
        struct source **more = NEW_ARRAY(d->arena, room, struct source *);
        if (d->count) memcpy(more, d->sources, d->count * sizeof *more);
        d->sources = more;
        d->room = room;
    }
    struct source *s = NEW(d->arena, struct source);
    s->path = path;
    s->text = text;
    d->sources[d->count] = s;
    return d->count++;
}

void diag_part(struct diags *d, uint32_t file, uint32_t from, uint32_t len) {
    ASSERT(file < d->count && from <= d->sources[file]->text.len);
    ASSERT(len <= d->sources[file]->text.len - from);
    d->sources[file]->from = from;
    d->sources[file]->to = from + len;
}

static struct source *source_of(const struct diags *d, uint32_t file) {
    const struct diags *whose = d->of ? d->of : d;
    ASSERT(file < whose->count);
    return whose->sources[file];
}

uint32_t diag_files(const struct diags *d) {
    return d->count;
}

const char *diag_path(const struct diags *d, uint32_t file) {
    return source_of(d, file)->path;
}

struct span diag_text(const struct diags *d, uint32_t file) {
    return source_of(d, file)->text;
}

struct span diag_span(const struct diags *d, struct place place) {
    struct span text = diag_text(d, place.file);
    ASSERT(place.at <= text.len && place.len <= text.len - place.at);
    struct span s = {text.at + place.at, place.len};
    return s;
}

/* ---- Lines */

static void lines_count(struct arena *arena, struct source *s) {
    uint32_t n = 1;
    for (size_t i = 0; i < s->text.len; i++) n += s->text.at[i] == '\n';
    s->lines = NEW_ARRAY(arena, n, uint32_t);
    s->line_count = 1;
    for (size_t i = 0; i < s->text.len; i++) {
        if (s->text.at[i] == '\n') s->lines[s->line_count++] = (uint32_t)i + 1;
    }
}

/* Returns the number of the line in which an offset lies, from 0. */
static uint32_t line_of(const struct diags *d, struct source *s, uint32_t at) {
    if (!s->lines) lines_count(d->arena, s);
    uint32_t low = 0, high = s->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->lines[middle] <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the offset at which a message for offset `at` is shown. A message at the end of the text
 * is shown at the end of the last line that has any characters. */
static uint32_t shown_at(const struct source *s, uint32_t at) {
    if (at < s->text.len) return at;
    at = (uint32_t)s->text.len;
    while (at > 0 && (s->text.at[at - 1] == '\n' || s->text.at[at - 1] == '\r')) at--;
    return at;
}

static bool begins_character(char c) {
    return ((unsigned char)c & 0xc0) != 0x80;
}

struct line_column diag_where(const struct diags *d, struct place place) {
    struct source *s = source_of(d, place.file);
    uint32_t at = shown_at(s, place.at), line = line_of(d, s, at), column = 1;
    if (s->to && at > s->to) at = s->to;
    for (uint32_t i = s->to ? s->from : s->lines[line]; i < at; i++)
        column += begins_character(s->text.at[i]);
    if (line == 0 && at >= 3 && strncmp(s->text.at, "\xef\xbb\xbf", 3) == 0) column--;
    struct line_column where = {s->to ? 1 : line + 1, column};
    return where;
}

/* ---- Messages */

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The most bytes that a message shows of a name, which may be as long as the text. */
enum { LONGEST_WORD = 60 };

static const char *printed_span(struct arena *arena, struct span s) {
    if (s.len <= LONGEST_WORD) return arena_text(arena, s.at, s.len);
    size_t cut = LONGEST_WORD;
    while (cut > 0 && !begins_character(s.at[cut])) cut--;
    return arena_print(arena, "%.*s\xe2\x80\xa6", (int)cut, s.at);
}

static const char *format_one(struct diags *d, char what, va_list *args) {
    switch (what) {
    case 's': return va_arg(*args, const char *);
    case 't': return printed_span(d->arena, va_arg(*args, struct span));
    case 'd': return arena_print(d->arena, "%d", va_arg(*args, int));
    case 'l': return arena_print(d->arena, "%lld", (long long)va_arg(*args, int64_t));
    case 'p': {
        struct place p = va_arg(*args, struct place);
        return arena_print(d->arena, "%s:%u", base_name(diag_path(d, p.file)),
                           diag_where(d, p).line);
    }
    default: ASSERT(what == '%'); return "%";
    }
}

static const char *formatted(struct diags *d, const char *format, va_list *args) {
    const char *said = "";
    while (*format) {
        size_t plain = strcspn(format, "%");
        const char *more = format[plain] ? format_one(d, format[plain + 1], args) : "";
        said = arena_print(d->arena, "%s%.*s%s", said, (int)plain, format, more);
        format += plain + (format[plain] ? 2 : 0);
    }
    return said;
}

static int compare(const struct diag *a, const struct diag *b) {
    if (a->place.at != b->place.at) return a->place.at < b->place.at ? -1 : 1;
    return (int)rows[a->id].severity - (int)rows[b->id].severity;
}

static bool said_already(const struct source *s, enum diag_id id, struct place place) {
    if (id == DIAG_ROSTER_BREACH) return false; /* a roster may break several limits */
    for (uint32_t i = 0; i < s->kept; i++) {
        const struct diag *m = s->messages[i];
        if (m->id == id && m->place.at == place.at && m->place.len == place.len) return true;
    }
    return false;
}

/* Whether a message is about form: codes E01xx. */
static bool is_form(enum diag_id id) {
    return strncmp(rows[id].code, "E01", 3) == 0;
}

/* Whether a message is most likely a consequence of its line not being well formed: it is not about
 * form itself, and the line has a message E01xx. */
static bool caused_by_form(const struct diags *d, enum diag_id id, struct place place) {
    return !is_form(id) && diag_bad_line(d, place);
}

bool diag_bad_line(const struct diags *d, struct place place) {
    struct source *s = source_of(d, place.file);
    for (uint32_t i = 0; i < s->kept; i++) {
        const struct diag *m = s->messages[i];
        if (is_form(m->id) && line_of(d, s, m->place.at) == line_of(d, s, place.at)) return true;
    }
    return false;
}

/* Whether an "unexpected" message is most likely a consequence of bytes on its line that are not
 * UTF-8. */
static bool caused_by_bytes(const struct diags *d, enum diag_id id, struct place place) {
    struct source *s = source_of(d, place.file);
    if (id != DIAG_UNEXPECTED) return false;
    for (uint32_t i = 0; i < s->kept; i++) {
        const struct diag *m = s->messages[i];
        if (m->id == DIAG_BAD_UTF8 && line_of(d, s, m->place.at) == line_of(d, s, place.at))
            return true;
    }
    return false;
}

bool diag_unread(const struct diags *d) {
    const struct diags *whose = d->of ? d->of : d;
    for (uint32_t i = 0; i < whose->count; i++)
        for (uint32_t k = 0; k < whose->sources[i]->kept; k++)
            if (is_form(whose->sources[i]->messages[k]->id)) return true;
    return false;
}

bool diag_room(const struct diags *d, struct place place) {
    const struct source *s = source_of(d, place.file);
    return !d->of && (s->kept < MAX_KEPT || place.at < s->messages[MAX_KEPT - 1]->place.at);
}

/* Returns the place in the part that the user typed at which a message is shown whose own place
 * lies outside: the end of the part if the message is that something was expected
 * (DIAG_UNEXPECTED), otherwise the whole part. */
static struct place part_place(const struct source *s, struct place place, enum diag_id id) {
    uint32_t at = id == DIAG_UNEXPECTED ? s->to : s->from;
    return (struct place){place.file, at, s->to - at};
}

static const char *ends_early(struct diags *d, va_list *args) {
    (void)va_arg(*args, const char *); /* skips the word found, which is the program's own text */
    return arena_print(d->arena, "it ends here; expected is %s", va_arg(*args, const char *));
}

struct diag *diag_add(struct diags *d, enum diag_id id, struct place place, ...) {
    struct source *s = source_of(d, place.file);
    struct diag new = {.id = id, .place = place};
    if (!d->of && (said_already(s, id, place) || caused_by_form(d, id, place))) return NULL;
    if (!d->of && caused_by_bytes(d, id, place)) return NULL;
    bool behind = s->to && place.at >= s->to;
    if (!d->of && s->to && (d->errors || rows[id].severity != DIAG_ERROR)) return NULL;
    if (behind || place.at < s->from) new.place = part_place(s, place, id);
    if (rows[id].severity == DIAG_ERROR) {
        d->errors++;
    } else {
        d->warnings++;
    }
    if (d->of) return NULL;
    uint32_t to = s->kept;
    while (to > 0 && compare(&new, s->messages[to - 1]) < 0) to--;
    if (to == MAX_KEPT) return NULL;
    struct diag *m = NEW(d->arena, struct diag);
    *m = new;
    if (s->kept < MAX_KEPT) s->kept++;
    for (uint32_t i = s->kept - 1; i > to; i--) s->messages[i] = s->messages[i - 1];
    s->messages[to] = m;
    va_list args;
    va_start(args, place);
    m->message = behind && id == DIAG_UNEXPECTED ? ends_early(d, &args)
                                                 : formatted(d, rows[id].message, &args);
    va_end(args);
    if ((is_form(id) || id == DIAG_NO_NAME) && !s->to)
        m->hint = diag_foreign(s->text, place.at, place.len);
    return m;
}

void diag_hint(struct diags *d, struct diag *to, const char *format, ...) {
    if (!to) return;
    va_list args;
    va_start(args, format);
    to->hint = formatted(d, format, &args);
    va_end(args);
}

void diag_also(struct diags *d, struct diag *to, struct place place, const char *words) {
    if (!to) return;
    to->also = place;
    to->words = arena_text(d->arena, words, strlen(words));
}

uint32_t diag_errors(const struct diags *d) {
    return d->errors;
}

uint32_t diag_warnings(const struct diags *d) {
    return d->warnings;
}

static uint32_t kept_in_all(const struct diags *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->count; i++) n += d->sources[i]->kept;
    return n;
}

uint32_t diag_kept(const struct diags *d) {
    uint32_t n = kept_in_all(d);
    return n < MAX_MISTAKES ? n : MAX_MISTAKES;
}

static struct diag *kept(const struct diags *d, uint32_t n) {
    ASSERT(n < kept_in_all(d));
    uint32_t i = 0;
    for (; n >= d->sources[i]->kept; i++) n -= d->sources[i]->kept;
    return d->sources[i]->messages[n];
}

enum diag_id diag_kept_id(struct diags *d, uint32_t n) {
    return kept(d, n)->id;
}

struct place diag_kept_place(struct diags *d, uint32_t n) {
    return kept(d, n)->place;
}

/* ---- Printing */

struct out {
    struct arena *arena;
    char *at;
    size_t len, room;
    bool colour;
};

static void put_bytes(struct out *o, const char *text, size_t len) {
    if (o->room - o->len < len + 1) {
        size_t room = 2 * (o->room + len + 1);
        char *at = arena_new(o->arena, room);
        if (o->len) memcpy(at, o->at, o->len);
        o->at = at;
        o->room = room;
    }
    if (len) memcpy(o->at + o->len, text, len);
    o->len += len;
}

static void put_text(struct out *o, const char *text) {
    put_bytes(o, text, strlen(text));
}

static void paint(struct out *o, const char *colour) {
    if (o->colour) put_text(o, colour);
}

#define PLAIN "\033[0m"
#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define GREEN "\033[1;32m"

/* Puts the next character of a line and returns its number of bytes. A control character other than
 * a tab, and a byte that is not UTF-8, comes out as U+FFFD. */
static size_t put_character(struct out *o, const char *p, const char *end) {
    unsigned char c = (unsigned char)*p;
    if (c == '\t' || (c >= 0x20 && c < 0x7f)) {
        put_bytes(o, p, 1);
        return 1;
    }
    size_t n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
    bool good = n > 1 && c < 0xf5 && (size_t)(end - p) >= n;
    for (size_t i = 1; good && i < n; i++) good = !begins_character(p[i]);
    if (good) {
        put_bytes(o, p, n);
        return n;
    }
    put_text(o, "\xef\xbf\xbd");
    return 1;
}

/* Returns the position `by` characters behind p, or before p if `by` is negative; it stays between
 * `start` and `end`. */
static const char *skip_characters(const char *p, int by, const char *start, const char *end) {
    for (; by > 0 && p < end; by--) {
        p++;
        while (p < end && !begins_character(*p)) p++;
    }
    for (; by < 0 && p > start; by++) {
        p--;
        while (p > start && !begins_character(*p)) p--;
    }
    return p;
}

static void put_excerpt(struct out *o, const struct diags *d, const struct diag *m) {
    struct source *s = source_of(d, m->place.file);
    uint32_t at = shown_at(s, m->place.at), line = line_of(d, s, at);
    const char *start = s->text.at + s->lines[line], *mark = s->text.at + at;
    const char *end =
        line + 1 < s->line_count ? s->text.at + s->lines[line + 1] - 1 : s->text.at + s->text.len;
    if (s->to) {
        start = s->text.at + s->from;
        end = s->text.at + s->to;
        line = 0;
    }
    while (end > start && (end[-1] == '\n' || end[-1] == '\r')) end--;
    if (mark > end) mark = end;
    if (line == 0 && end - start >= 3 && mark - start >= 3 &&
        strncmp(start, "\xef\xbb\xbf", 3) == 0)
        start += 3;
    const char *from = skip_characters(mark, -BEFORE_MARK, start, end);
    if (skip_characters(start, WINDOW, start, end) >= end) from = start;
    const char *to = skip_characters(from, WINDOW, start, end);
    put_text(o, arena_print(o->arena, "%4u | %s", line + 1, from > start ? "\xe2\x80\xa6" : ""));
    for (const char *p = from; p < to;) p += put_character(o, p, to);
    put_text(o, to < end ? "\xe2\x80\xa6\n     | " : "\n     | ");
    if (from > start) put_text(o, " ");
    for (const char *p = from; p < mark; p = skip_characters(p, 1, start, end))
        put_text(o, *p == '\t' ? "\t" : " ");
    paint(o, GREEN);
    put_text(o, "^");
    const char *under = mark + (m->place.at == at ? m->place.len : 0);
    for (const char *p = skip_characters(mark, 1, start, end); p < under && p < to;
         p = skip_characters(p, 1, start, end))
        put_text(o, "~");
    if (m->hint) {
        put_text(o, " ");
        put_text(o, diag_filled(d, o->arena, m->hint));
    }
    paint(o, PLAIN);
    put_text(o, "\n");
}

static void put_place(struct out *o, const struct diags *d, struct place place) {
    struct line_column w = diag_where(d, place);
    put_text(o, arena_print(o->arena, "%s:%u:%u: ", diag_path(d, place.file), w.line, w.column));
}

static void put_message(struct out *o, const struct diags *d, const struct diag *m) {
    const struct diag_row *row = &rows[m->id];
    paint(o, BOLD);
    put_place(o, d, m->place);
    paint(o, row->severity == DIAG_ERROR ? RED : YELLOW);
    put_text(o, row->severity == DIAG_ERROR ? "error " : "warning ");
    put_text(o, row->code);
    paint(o, PLAIN);
    put_text(o, ": ");
    put_text(o, m->message);
    if (source_of(d, m->place.file)->text.len == 0) { /* the message is about a path, not a text */
        if (m->hint) put_text(o, "; "), put_text(o, diag_filled(d, o->arena, m->hint));
        put_text(o, "\n");
        return;
    }
    put_text(o, "\n");
    put_excerpt(o, d, m);
    if (!m->words) return;
    put_text(o, "     | ");
    put_place(o, d, m->also);
    put_text(o, m->words);
    put_text(o, "\n");
}

struct span diag_printed(struct diags *d, struct arena *arena, bool colour) {
    struct out o = {arena, NULL, 0, 0, colour};
    uint32_t shown = diag_kept(d), all = d->errors + d->warnings;
    for (uint32_t i = 0; i < shown; i++) put_message(&o, d, kept(d, i));
    if (all > shown)
        put_text(&o, arena_print(arena, "and %u more (limit MISTAKES)\n", all - shown));
    struct span s = {o.at, o.len};
    return s;
}

void diag_print(struct diags *d, FILE *out, bool colour) {
    struct span s = diag_printed(d, d->arena, colour);
    if (s.len) fwrite(s.at, 1, s.len, out);
}

/* ---- Did you mean */

/* Returns from how many changes on a candidate is not near: of a short word two letters changed
 * make another word. */
static uint32_t too_far(struct span word) {
    return word.len <= 5 && base_near(word) > 2 ? 2 : base_near(word);
}

struct nearest diag_nearest(struct span word) {
    return (struct nearest){.word = word, .distance = too_far(word)};
}

/* Whether two words are related though they are not near: one begins with the other (`str` and
 * `strength`, `guards_of_old` and `guards`) or is a part of it (`end` and `game_end`), or most of
 * their letters are the same (`charge` and `charging`). */
static bool related(struct span word, struct span candidate) {
    size_t same = 0, least = word.len < candidate.len ? word.len : candidate.len;
    while (same < least && word.at[same] == candidate.at[same]) same++;
    if (same == word.len && same >= 3) return true;
    if (same == candidate.len && same >= 5) return word.at[same] == '_';
    const char *parted = memchr(candidate.at, '_', candidate.len);
    size_t head = parted ? (size_t)(parted - candidate.at) : candidate.len;
    if (same >= 4 && 3 * same >= 2 * word.len)
        return candidate.len <= word.len + 3 || (head >= same && head <= word.len + 1);
    return word.len >= 3 && candidate.len > word.len &&
           candidate.at[candidate.len - word.len - 1] == '_' &&
           memcmp(candidate.at + candidate.len - word.len, word.at, word.len) == 0;
}

/* Writes a word in small letters to `out`, which has room for LONGEST_WORD; longer ones are cut. */
static struct span in_small(struct span word, char *out) {
    size_t len = word.len < LONGEST_WORD ? word.len : LONGEST_WORD;
    for (size_t i = 0; i < len; i++) out[i] = lower(word.at[i]);
    return (struct span){out, len};
}

void diag_candidate(struct nearest *n, struct span candidate, struct place place) {
    char small[2][LONGEST_WORD];
    if (n->word.len == 0 || candidate.len == 0) return;
    const struct span word = in_small(n->word, small[0]), other = in_small(candidate, small[1]);
    /* the first letter of a short word is hardly ever the wrong one */
    bool swapped = word.len > 1 && other.len > 1 && word.at[0] == other.at[1];
    bool near = word.len > 5 || word.at[0] == other.at[0] || swapped;
    if (!near || !base_nearer(word, other, &n->distance)) {
        if (n->distance < too_far(n->word) || !related(word, other)) return;
        if (n->best.len && n->best.len <= candidate.len) return;
    }
    n->best = candidate;
    n->place = place;
}

void diag_candidate_word(struct nearest *n, const char *candidate) {
    struct span s = {candidate, strlen(candidate)};
    struct place none = {UINT32_MAX, 0, 0};
    diag_candidate(n, s, none);
}

void diag_did_you_mean(struct diags *d, struct diag *to, const struct nearest *n) {
    if (!to || n->best.len == 0 || span_equal(n->best, n->word)) return;
    /* a word that is only related says less than a hint that is there already */
    if (to->hint && n->distance == too_far(n->word)) return;
    if (n->place.file == UINT32_MAX) {
        diag_hint(d, to, "did you mean '%t'?", n->best);
    } else {
        diag_hint(d, to, "did you mean '%t' (%p)?", n->best, n->place);
    }
}
