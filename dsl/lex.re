/*
 * The lexer: patterns of tokens for re2c, and around them what needs a look back or ahead: where
 * lines end, which brackets are open, which words are words of the language.
 */
#include "lex.h"

#include <string.h>

enum { ENDS = LEX_ENDS, BEGINS = LEX_BEGINS };

static const struct lex_word words[] = {
#define WORD(TOKEN, word, flags, sentence) {word, sentence, T_##TOKEN, flags},
#include "word.def"
#undef WORD
};

/* BAD_BYTE takes the place of a byte that is no text, in the lexer's copy. Within a name it reads
 * as a letter, elsewhere as a blank. FACES_OF_A_DIE is the most faces that a die dN may have. */
enum { BAD_BYTE = 0x1a, FACES_OF_A_DIE = 1000000 };

uint32_t lex_words(void) {
    return ARRAY_LEN(words);
}

const struct lex_word *lex_word(uint32_t n) {
    ASSERT(n < ARRAY_LEN(words));
    return &words[n];
}

const struct lex_word *lex_word_of(int token) {
    for (uint32_t i = 0; i < ARRAY_LEN(words); i++) {
        if (words[i].token == token) return &words[i];
    }
    return NULL;
}

static uint32_t word_hash(const char *at, size_t len) {
    uint32_t first = (unsigned char)at[0], second = (unsigned char)at[len > 1];
    uint32_t last = (unsigned char)at[len - 1];
    return (first * 37 + second * 101 + last * 13 + (uint32_t)len * 59) % LEX_TABLE;
}

/* Enters the words of the language in the lexer's hash table. */
static void words_enter(struct lexer *l) {
    _Static_assert(ARRAY_LEN(words) < LEX_TABLE / 2 && ARRAY_LEN(words) < UINT8_MAX,
                   "the table of words is too full");
    for (uint32_t i = 0; i < ARRAY_LEN(words); i++) {
        uint32_t h = word_hash(words[i].word, strlen(words[i].word));
        while (l->words[h]) h = (h + 1) % LEX_TABLE;
        l->words[h] = (uint8_t)(i + 1);
    }
}

/* Returns the word of the language with these characters; NULL: they are none. */
static const struct lex_word *word_find(const struct lexer *l, const char *at, size_t len) {
    uint32_t h = word_hash(at, len);
    for (; l->words[h]; h = (h + 1) % LEX_TABLE) {
        const struct lex_word *w = &words[l->words[h] - 1];
        if (strncmp(w->word, at, len) == 0 && w->word[len] == 0) return w;
    }
    return NULL;
}

/* Returns the offset in the file of a place in the lexer's text. */
static uint32_t offset(const struct lexer *l, const char *p) {
    return l->base + (uint32_t)(p - l->text);
}

static struct place place_of(const struct lexer *l, const char *from, const char *to) {
    struct place p = {l->file, offset(l, from), (uint32_t)(to - from)};
    return p;
}

/* ---- Bytes that are no text */

/* Returns the number of bytes of the UTF-8 character at p; 0 if the bytes at p are no such
 * character. */
static size_t utf8_length(const unsigned char *p, const unsigned char *end) {
    size_t n = *p < 0x80 ? 1 : *p >= 0xc2 && *p < 0xe0 ? 2 : (*p & 0xf0) == 0xe0 ? 3
             : *p >= 0xf0 && *p < 0xf5                 ? 4
                                                       : 0;
    if (n == 0 || (size_t)(end - p) < n) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
    }
    if (n == 3 && ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0))) return 0;
    if (n == 4 && ((*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90))) return 0;
    return n;
}

/* Whether the byte is a control character other than a tab, a line end, or the \r of a line end. */
static bool is_control(const unsigned char *p, const unsigned char *end) {
    if (*p == '\r') return p + 1 == end || p[1] != '\n';
    return *p == 0x7f || (*p < 0x20 && *p != '\n' && *p != '\t');
}

/* Whether eight bytes are all printable ASCII characters or line ends. They are tested together, as
 * one word. Once no byte has its highest bit set, no sum carries into the next byte. */
static bool eight_plain(const unsigned char *p) {
    const uint64_t each = UINT64_C(0x0101010101010101), high = each * 0x80;
    uint64_t eight;
    memcpy(&eight, p, sizeof eight);
    if (eight & high) return false;
    uint64_t printed = eight + each * 0x60, last = eight + each;
    uint64_t other = (eight ^ each * '\n') + each * 0x7f;
    return ((last | (~printed & other)) & high) == 0;
}

/* Reports each run of bytes that are no text, and replaces these bytes by BAD_BYTE. */
static void look_over(struct lexer *l, char *text, size_t len) {
    unsigned char *p = (unsigned char *)text, *end = p + len;
    while (p < end) {
        while (end - p >= 8 && eight_plain(p)) p += 8;
        if (p == end) break;
        if (MYTH_LIKELY((*p >= 0x20 && *p < 0x7f) || *p == '\n')) {
            p++;
            continue;
        }
        size_t n = utf8_length(p, end);
        unsigned char *from = p;
        int first = *p;
        if (n > 1 || (n == 1 && !is_control(p, end))) {
            p += n;
            continue;
        }
        while (p < end && utf8_length(p, end) == n && (n == 0 || is_control(p, end))) {
            *p++ = BAD_BYTE;
        }
        struct place place = {l->file, (uint32_t)(from - (unsigned char *)text),
                              (uint32_t)(p - from)};
        if (n == 0) {
            diag_add(l->diags, DIAG_BAD_UTF8, place);
        } else {
            diag_add(l->diags, DIAG_CONTROL_CHARACTER, place, first);
        }
    }
}

static void reset(struct lexer *l, struct diags *d, uint32_t file) {
    memset(l, 0, sizeof *l);
    words_enter(l);
    l->diags = d;
    l->file = file;
    l->fresh = true;
    l->lost = NO_OFFSET;
}

bool lex_start(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file) {
    reset(l, d, file);
    struct span source = diag_text(d, file);
    if (source.len > MAX_SOURCE_BYTES) {
        struct place start = {file, 0, 0};
        diag_add(d, DIAG_TOO_LONG_FILE, start, (int64_t)MAX_SOURCE_BYTES);
        return false;
    }
    char *text = arena_text(arena, source.at, source.len);
    look_over(l, text, source.len);
    l->text = l->cursor = text;
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) l->cursor += 3;
    l->line_at = l->first_at = offset(l, l->cursor);
    return true;
}

void lex_within(struct lexer *l, struct arena *arena, struct diags *d, uint32_t file, uint32_t from,
                uint32_t to) {
    reset(l, d, file);
    l->text = l->cursor = arena_text(arena, diag_text(d, file).at + from, to - from);
    l->base = l->line_at = l->first_at = from;
}

void lex_rewind(struct lexer *l, uint32_t at) {
    l->cursor = l->text + (at - l->base);
    l->line_at = l->first_at = at;
    l->fresh = true;
    l->may_end = false;
    l->last = 0;
    l->depth = l->braces = l->parens = 0;
}

uint32_t lex_indent(const struct lexer *l) {
    return l->first_at - l->line_at;
}

/* ---- Numbers and texts */

/* Reads digits from *p on, and appends them to the decimal number in *value. Returns false if the
 * number is out of range. *p moves behind all digits in either case. */
static bool digits(const char **p, int64_t *value) {
    bool fits = true;
    for (; **p >= '0' && **p <= '9'; (*p)++) {
        fits = fits && num_mul(*value, 10, value) && num_add(*value, **p - '0', value);
    }
    return fits;
}

/* Returns the length of the unit at p, in units of the machine (2540 to the inch). */
static int64_t unit_of(const char *p) {
    switch (*p) {
    case '"':
        return UNITS_PER_INCH;
    case '\'':
        return INT64_C(12) * UNITS_PER_INCH;
    case 'c':
        return INT64_C(10) * UNITS_PER_MM;
    default:
        ASSERT(*p == 'm');
        return UNITS_PER_MM;
    }
}

/* Returns the length at `from` in units (2540 to the inch). A length that is no whole number of
 * units, or is too big, is reported and counts as 0. */
static int64_t length_of(const struct lexer *l, const char *from) {
    const char *p = from;
    int64_t whole = 0, parts = 0, scale = 1;
    bool fits = digits(&p, &whole), exact = true;
    if (*p == '.') {
        const char *last = ++p;
        for (const char *q = p; *q >= '0' && *q <= '9'; q++) {
            if (*q != '0') last = q + 1;
        }
        for (; p < last && exact; p++) {
            exact = num_mul(scale, 10, &scale) && num_mul(parts, 10, &parts) &&
                    num_add(parts, *p - '0', &parts);
        }
        while (*p >= '0' && *p <= '9') p++;
    }
    int64_t unit = unit_of(p);
    const char *end = *p == '"' || *p == '\'' ? p + 1 : p + 2;
    struct place place = place_of(l, from, end);
    /* A fraction that comes to whole units has few digits. One that is too long to be multiplied
     * does not. */
    if (exact && (parts > INT64_MAX / unit || parts * unit % scale != 0)) exact = false;
    if (!exact) {
        struct span text = {from, (size_t)(end - from)};
        diag_add(l->diags, DIAG_LENGTH_NOT_EXACT, place, text);
        return 0;
    }
    if (!fits || !num_mul(whole, unit, &whole) || !num_add(whole, parts * unit / scale, &whole)) {
        diag_add(l->diags, DIAG_NUMBER_TOO_BIG, place);
        return 0;
    }
    return whole;
}

/* Returns the whole number at `from`; one that is too big is reported and counts as 0. */
static int64_t number_of(const struct lexer *l, const char *from) {
    const char *p = from;
    int64_t value = 0;
    if (digits(&p, &value)) return value;
    diag_add(l->diags, DIAG_NUMBER_TOO_BIG, place_of(l, from, p));
    return 0;
}

/* Returns the N of a die dN; one that no die may have is reported and counts as 1. */
static int64_t faces_of(const struct lexer *l, const char *from, const char *to) {
    const char *p = from + 1;
    int64_t value = 0;
    if (digits(&p, &value) && value >= 1 && value <= FACES_OF_A_DIE) return value;
    struct span text = {from, (size_t)(to - from)};
    diag_add(l->diags, DIAG_BAD_DIE, place_of(l, from, to), text);
    return 1;
}

void lex_size(const struct lexer *l, struct token size, int64_t *wide, int64_t *deep) {
    const char *p = l->text + (size.at - l->base);
    *wide = size.number;
    while (*p != 'x') p++;
    for (p++; *p == ' ' || *p == '\t'; p++) {}
    *deep = length_of(l, p);
}

/* Returns TEXT_ESCAPES and TEXT_HOLES for a text that has such. Reports an escape that does not
 * exist. */
static int64_t text_parts(const struct lexer *l, const char *from, const char *to) {
    int64_t parts = 0;
    for (const char *p = from; p < to; p++) {
        if (*p == '{' || *p == '}') parts |= TEXT_HOLES;
        if (*p != '\\') continue;
        parts |= TEXT_ESCAPES;
        p++;
        if (*p == '"' || *p == '\\' || *p == 'n') continue;
        const char *end = p + 1;
        while (end < to && ((unsigned char)*end & 0xc0) == 0x80) end++;
        struct span escape = {p - 1, (size_t)(end - p + 1)};
        diag_add(l->diags, DIAG_BAD_ESCAPE, place_of(l, p - 1, end), escape);
    }
    return parts;
}

struct span lex_unquote(struct arena *arena, const struct lexer *l, struct token t) {
    struct span raw = lex_span(l, t);
    raw.at++;
    raw.len--;
    /* a text without an end (reported) has no closing quote */
    if (raw.len && raw.at[raw.len - 1] == '"') raw.len--;
    if (!(t.number & TEXT_ESCAPES)) return raw;
    char *to = arena_new(arena, raw.len + 1);
    struct span plain = {to, 0};
    for (size_t i = 0; i < raw.len; i++) {
        char c = raw.at[i];
        if (c == '\\' && i + 1 < raw.len) {
            c = raw.at[++i];
            if (c == 'n') c = '\n';
        }
        to[plain.len++] = c;
    }
    return plain;
}

/* ---- Brackets */

/* Notes a bracket as open. Returns false if brackets are nested too deep (reported). */
static bool open_bracket(struct lexer *l, const char *at, bool paren) {
    if (l->depth == MAX_DEPTH_TEXT) {
        diag_add(l->diags, DIAG_TOO_DEEP, place_of(l, at, at + 1), MAX_DEPTH_TEXT);
        l->too_deep = true;
        return false;
    }
    struct lex_open o = {offset(l, at), paren, INDENT_UNKNOWN};
    l->open[l->depth++] = o;
    if (paren) {
        l->parens++;
    } else {
        l->braces++;
        l->parens = 0;
    }
    return true;
}

/* Takes the open parentheses inside the innermost brace as closed, and notes in l->lost that they
 * never were. Must be called at a brace, and at a word that can only begin a line, because neither
 * can stand in parentheses. */
static void lose_parens(struct lexer *l) {
    if (l->parens == 0) return;
    l->lost = l->open[l->depth - 1].at;
    l->depth -= l->parens;
    l->parens = 0;
}

static void close_paren(struct lexer *l) {
    if (l->parens == 0) return;
    l->parens--;
    l->depth--;
}

static void close_brace(struct lexer *l) {
    lose_parens(l);
    if (l->braces == 0) return;
    l->braces--;
    l->depth--;
    for (uint32_t i = l->depth; i > 0 && l->open[i - 1].paren; i--) l->parens++;
}

/* ---- Blocks that are passed over */

/* Whether the quote at p is the inch sign of a length: digits stand before it that do not end a
 * name. */
static bool is_inch(const char *text, const char *p) {
    const char *from = p;
    while (from > text && ((from[-1] >= '0' && from[-1] <= '9') || from[-1] == '.')) from--;
    if (from == p) return false;
    char before = from > text ? from[-1] : ' ';
    return !((before >= 'A' && before <= 'Z') || (before >= 'a' && before <= 'z') || before == '_');
}

/* Returns the quote that ends the text which begins at p; NULL if its line ends first. */
static const char *text_end(const char *p) {
    for (p++; *p != '"'; p++) {
        if (*p == '\\') p++;
        if (*p == '\n' || *p == 0) return NULL;
    }
    return p;
}

void lex_skip_block(struct lexer *l) {
    const char *p = l->cursor;
    uint32_t line = l->line_at;
    for (;; p++) {
        p += strcspn(p, "\n\"#(}{");
        if (*p == '}' || *p == '{' || *p == 0) break;
        if (*p == '#') p += strcspn(p, "\n");
        if (*p == '\n') line = offset(l, p + 1);
        if (*p == 0) break;
        if (*p == '(' && p[1 + strspn(p + 1, " \t\r\n")] == '"') break;
        if (*p == '"' && !is_inch(l->text, p) && !(p = text_end(p))) break;
    }
    if (!p || *p != '}') return;
    l->cursor = p;
    l->line_at = line;
    l->fresh = true;
}

/* ---- Tokens */

/* Skips empty lines and comments from a line's end on. Returns whether the line has ended for the
 * grammar. The line goes on if it may not end after its last token, if a parenthesis is open, or if
 * the next line begins with a citation. */
static bool line_ends(struct lexer *l, const char *p) {
    for (;; p++) {
        if (*p == '\n') {
            l->line_at = offset(l, p + 1);
        } else if (*p == '#') {
            while (p[1] != '\n' && p[1] != 0) p++;
        } else if (*p != ' ' && *p != '\t' && *p != '\r' && *p != BAD_BYTE) {
            break;
        }
    }
    l->cursor = p;
    l->fresh = true;
    return l->may_end && l->parens == 0 && *p != '[';
}

/* Notes that a token at `at` is the first of its line. */
static void begin_line(struct lexer *l, const char *at) {
    l->fresh = false;
    l->first_at = offset(l, at);
    if (l->depth && l->open[l->depth - 1].indented == INDENT_UNKNOWN) {
        l->open[l->depth - 1].indented = lex_indent(l) > 0 ? INDENT_YES : INDENT_NO;
    }
}

/* Gives a token: fills in *out, notes it as the last token, and returns it. */
static int give(struct lexer *l, struct token *out, int token, const char *from, const char *to,
                bool may_end) {
    if (l->fresh) begin_line(l, from);
    out->at = offset(l, from);
    out->len = (uint32_t)(to - from);
    l->cursor = to;
    l->may_end = may_end;
    l->last = token;
    l->end_at = offset(l, to);
    return token;
}

/* Gives the token of a line's end. It lies at the line break, or, if a line end is inferred, where
 * the last token ended. */
static int give_line_end(struct lexer *l, struct token *out, uint32_t at, uint32_t len) {
    out->at = at;
    out->len = len;
    l->may_end = false;
    l->last = T_NL;
    return T_NL;
}

/* Whether a word touches a dot, which makes it a name. Two dots, which are a range, do not
 * count. */
static bool touches_dot(const struct lexer *l, const char *from, const char *to) {
    if (to[0] == '.' && to[1] != '.') return true;
    size_t before = (size_t)(from - l->text);
    return before > 0 && from[-1] == '.' && !(before > 1 && from[-2] == '.');
}

/* Whether a line end must be put before the word w. It must if w can only begin a line and is the
 * first of its line, but the line before has not ended: there a value was forgotten, and without a
 * line end the two lines would be one. After a comma it need not, because in a list of events such
 * words are names of events. */
static bool must_begin(const struct lexer *l, const struct lex_word *w) {
    if (!l->fresh || !(w->flags & BEGINS) || l->last == 0) return false;
    return l->parens > 0 || (l->last != T_NL && l->last != T_LB && l->last != T_COMMA);
}

/* Whether a text follows, after which `note` is a word; before anything else it is a name. */
static bool before_text(const char *p) {
    return p[strspn(p, " \t\r\n")] == '"';
}

static int give_word(struct lexer *l, struct token *out, const char *from, const char *to) {
    const struct lex_word *w = word_find(l, from, (size_t)(to - from));
    if (!w || touches_dot(l, from, to) || (w->token == T_NOTE && !before_text(to)))
        return give(l, out, T_NAME, from, to, true);
    if (must_begin(l, w)) {
        lose_parens(l);
        l->cursor = from;
        return give_line_end(l, out, l->end_at, 0);
    }
    return give(l, out, w->token, from, to, w->flags & ENDS);
}

static int give_text(struct lexer *l, struct token *out, const char *from, const char *to) {
    out->number = text_parts(l, from + 1, to - 1);
    return give(l, out, T_STRING, from, to, true);
}

static struct span span_of(const char *from, const char *to) {
    struct span s = {from, (size_t)(to - from)};
    return s;
}

/* Gives the end of the text: first the end of its last line, if that may end there, then 0. */
static int give_end(struct lexer *l, struct token *out, const char *at) {
    bool ends = l->may_end && l->parens == 0;
    give(l, out, 0, at, at, false);
    return ends ? T_NL : 0;
}

/* Adds a hint if a number is followed by a unit of length that other notations use, such as
 * `in`. */
static void hint_unit(const struct lexer *l, struct diag *m, const char *from, const char *to) {
    static const struct {
        const char *theirs, *ours;
    } units[] = {{"in", "\""}, {"inch", "\""}, {"inches", "\""}, {"ft", "'"},
                 {"foot", "'"}, {"feet", "'"},  {"mms", "mm"},    {"cms", "cm"}};
    static const char *const others[] = {"m", "yd", "yds", "yards", "metres", "meters"};
    const char *unit = from;
    while (unit < to && ((*unit >= '0' && *unit <= '9') || *unit == '.')) unit++;
    struct span amount = span_of(from, unit), said = span_of(unit, to);
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (span_is(said, units[i].theirs))
            diag_hint(l->diags, m, "write %t%s: a unit of length is \" ' mm or cm", amount,
                      units[i].ours);
    }
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (span_is(said, others[i]))
            diag_hint(l->diags, m, "a unit of length is \" (inches), ' (feet), mm or cm");
    }
}

int lex_next(struct lexer *l, struct token *out) {
    const char *p = l->cursor, *from, *marker;
    out->number = 0;
#define GIVE(token, may_end) return give(l, out, (token), from, p, (may_end))
#define REPORT(id, ...) (l->strays++, diag_add(l->diags, (id), place_of(l, from, p) __VA_ARGS__))
    for (;;) {
        from = p;
        /*!re2c
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYCURSOR = p;
        re2c:define:YYMARKER = marker;
        re2c:yyfill:enable = 0;
        re2c:yych:conversion = 1;

        end    = "\x00";
        blank  = [ \t\r]+;
        letter = [A-Za-z_\x1a];
        name   = [A-Za-z_] (letter | [0-9])*;
        digits = [0-9]+;
        amount = digits ("." digits)?;
        unit   = ['"] | "mm" | "cm";
        length = amount unit;
        inside = [^"\\\n\x00{}];
        any    = [^\\\n\x00"] | "\\" [^\n\x00];
        id     = [A-Za-z0-9_]+;

        end     { return give_end(l, out, from); }
        blank   { continue; }
        "\x1a"  { l->strays++; continue; }
        "\n"    {
            bool ended = line_ends(l, from);
            p = l->cursor;
            if (!ended) continue;
            return give_line_end(l, out, offset(l, from), 1);
        }
        "#" [^\n\x00]* { continue; }

        "d" digits { out->number = faces_of(l, from, p); GIVE(T_DIE_N, true); }
        name    { return give_word(l, out, from, p); }
        digits  { out->number = number_of(l, from); GIVE(T_NUM, true); }
        length  { out->number = length_of(l, from); GIVE(T_LEN, true); }
        length [ \t]* "x" [ \t]* length { out->number = length_of(l, from); GIVE(T_SIZE, true); }
        ["] inside* ["] { GIVE(T_STRING, true); }
        ["] any* ["]    { return give_text(l, out, from, p); }
        "[" id ("." id)* "]" { GIVE(T_CITE, true); }

        digits "." digits { REPORT(DIAG_FRACTION, , span_of(from, p)); GIVE(T_NUM, true); }
        amount name {
            struct diag *m = REPORT(DIAG_DIGIT_NAME, , span_of(from, p));
            hint_unit(l, m, from, p);
            GIVE(T_NAME, true);
        }
        amount ["] name [^"\n\x00]* ["] {
            REPORT(DIAG_LABEL_TOUCHES, , span_of(from, p));
            out->number = length_of(l, from);
            GIVE(T_LEN, true);
        }
        ["] any* {
            while (p[-1] == '\r') p--;
            struct diag *m = REPORT(DIAG_TEXT_NOT_ENDED, );
            diag_unquoted(l->diags, m, place_of(l, from, p));
            GIVE(T_STRING, true);
        }
        "[" [^\]\n\x00]* "]"? {
            while (p[-1] == '\r') p--;
            REPORT(DIAG_BAD_CITATION, );
            GIVE(T_CITE, true);
        }

        "("     {
            int t = give(l, out, T_LP, from, p, false);
            return open_bracket(l, from, true) ? t : give(l, out, 0, from, from, false);
        }
        "{"     {
            int t = give(l, out, T_LB, from, p, false);
            lose_parens(l);
            return open_bracket(l, from, false) ? t : give(l, out, 0, from, from, false);
        }
        ")"     { int t = give(l, out, T_RP, from, p, true); close_paren(l); return t; }
        "}"     { int t = give(l, out, T_RB, from, p, true); close_brace(l); return t; }
        ";"     { GIVE(T_NL, false); }
        ","     { GIVE(T_COMMA, false); }
        ":"     { GIVE(T_COLON, false); }
        "."     { GIVE(T_DOT, false); }
        ".."    { GIVE(T_DOTS, false); }
        "="     { GIVE(T_EQ, false); }
        "!="    { GIVE(T_NE, false); }
        "<"     { GIVE(T_LT, false); }
        "<="    { GIVE(T_LE, false); }
        ">"     { GIVE(T_GT, false); }
        ">="    { GIVE(T_GE, false); }
        "+"     { GIVE(T_PLUS, false); }
        "-"     { GIVE(T_MINUS, false); }
        "*"     { GIVE(T_STAR, false); }
        "/"     { GIVE(T_SLASH, false); }
        "+="    { GIVE(T_PLUS_EQ, false); }
        "-="    { GIVE(T_MINUS_EQ, false); }

        [\x80-\xff]+ | [$%&@?^`|~!]+ | [^] {
            REPORT(DIAG_STRAY_CHARACTER, , span_of(from, p));
            continue;
        }
        */
    }
#undef GIVE
#undef REPORT
}
