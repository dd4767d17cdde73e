/*
 * host_source: looks at the source of a script before Lua compiles it: whether a text in it would
 * hold a zero byte, and whether the compiler would take too long. It reads words, numerals, texts
 * and comments only as far as these two questions need.
 */
#include <ctype.h>
#include <string.h>

#include "host_inner.h"

/* The most locals and upvalues of one function that the compiler goes through for a name. */
enum { LOCALS = 200, UPVALUES = 255 };
/* Reading ends at this depth of blocks: the compiler refuses such a source anyway, at a depth of
 * LUAI_MAXCCALLS, 200. */
enum { NEST = 256 };
/* There are too few shorter numerals for many of them to collide in the table of constants. */
enum { LONG_NUMERAL = 8 };

/* A function whose end was not reached yet. */
struct open_function {
    int64_t names, jumps;  /* number of names and of jumps met so far */
    int64_t locals_around; /* most locals of all functions around this one together */
    /* most entries that the compiler looks at in the functions around this one, for a name that is
     * none of its own */
    int64_t looks_around;
};

struct reader {
    const char *at, *end;
    int64_t looks, numerals;         /* entries that the compiler looks at; long numerals met */
    int32_t blocks, functions;       /* number of open blocks and functions */
    bool is_function[NEST];          /* for each open block: whether a function opened it */
    struct open_function open[NEST]; /* open[0] is the source itself */
};

/* Returns the level of the long bracket at r->at, which is a `[`: its number of `=`; -1 if it is no
 * long bracket. */
static int level_of(const struct reader *r) {
    const char *p = r->at + 1;
    while (p < r->end && *p == '=') p++;
    return p < r->end && *p == '[' ? (int)(p - r->at - 1) : -1;
}

/* Passes over a text or comment in long brackets of a level. */
static void skip_long(struct reader *r, int level) {
    for (r->at += level + 2; r->at < r->end; r->at++) {
        const char *p = r->at + 1;
        if (*r->at != ']') continue;
        while (p < r->end && *p == '=') p++;
        if (p == r->end || *p != ']' || p - r->at - 1 != level) continue;
        r->at = p + 1;
        return;
    }
}

/* Whether the escape sequence behind the backslash stands for a zero byte. */
static bool is_zero(const struct reader *r) {
    const char *p = r->at;
    ptrdiff_t left = r->end - p, digits = 0;
    if (*p == 'x') return left > 2 && p[1] == '0' && p[2] == '0';
    if (*p == 'u') {
        if (left < 2 || p[1] != '{') return false;
        for (p += 2; p < r->end && *p == '0'; p++) continue;
        return p < r->end && *p == '}';
    }
    while (digits < 3 && digits < left && p[digits] == '0') digits++;
    return digits == 3 || (digits && (digits == left || !isdigit((unsigned char)p[digits])));
}

/* Passes over a text from its first quotation mark to its last. Returns true, and stops there, if
 * the text would hold a zero byte. */
static bool quoted(struct reader *r) {
    for (char mark = *r->at++; r->at < r->end && *r->at != mark; r->at++) {
        if (*r->at != '\\' || r->at + 1 == r->end) continue;
        r->at++;
        if (is_zero(r)) return true;
    }
    r->at++;
    return false;
}

static void skip_comment(struct reader *r) {
    r->at += 2;
    int level = r->at < r->end && *r->at == '[' ? level_of(r) : -1;
    if (level >= 0) skip_long(r, level);
    while (level < 0 && r->at < r->end && *r->at != '\n') r->at++;
}

/* ---- How often the compiler looks back ------------------------------------------------------
 *
 * Some work of Lua's compiler is quadratic in a source that is made for it. For each jump it
 * follows the list of earlier jumps to the same place, and for each goto or label the list of
 * those. For each name it goes through the locals and upvalues of each function around. For each
 * number it may go through all earlier ones, because numbers are keys of one table and all may
 * collide. r->looks counts at least as many entries as the compiler looks at, up to the first
 * mistake in the source. */

static int64_t at_most(int64_t n, int64_t most) {
    return n < most ? n : most;
}

/* Opens a block. A function begins with what is around it: of the enclosing function at most LOCALS
 * locals, and at most UPVALUES upvalues. */
static void open_block(struct reader *r, bool function) {
    r->is_function[r->blocks++] = function;
    if (!function) return;
    const struct open_function *outer = &r->open[r->functions - 1];
    struct open_function *f = &r->open[r->functions++];
    int64_t locals = at_most(outer->names, LOCALS), around = outer->locals_around + locals;
    *f = (struct open_function){.locals_around = around,
                                .looks_around =
                                    outer->looks_around + locals + at_most(around + 1, UPVALUES)};
}

static void close_block(struct reader *r) {
    if (r->blocks > 0 && r->is_function[--r->blocks]) r->functions--;
}

/* Whether a word is in a list of words, each ended by a zero byte. */
static bool is_one_of(const char *words, const char *word, size_t len) {
    for (const char *at = words; *at; at += strlen(at) + 1) {
        if (strlen(at) == len && memcmp(at, word, len) == 0) return true;
    }
    return false;
}

/* Counts a jump: the compiler may follow all earlier jumps of the function. */
static void take_jump(struct reader *r) {
    r->looks += r->open[r->functions - 1].jumps++;
}

/* Passes over a word, and counts it as a jump, a begin or end of a block, or a name. */
static void take_word(struct reader *r) {
    const char *from = r->at;
    struct open_function *f = &r->open[r->functions - 1];
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_')) r->at++;
    size_t len = (size_t)(r->at - from);
    if (is_one_of("and\0break\0elseif\0goto\0or\0", from, len)) {
        take_jump(r);
    } else if (is_one_of("do\0function\0if\0repeat\0", from, len)) {
        open_block(r, *from == 'f');
    } else if (is_one_of("end\0until\0", from, len)) {
        close_block(r);
    } else {
        f->names++;
        r->looks += f->looks_around + at_most(f->names, LOCALS);
    }
}

/* Passes over a numeral, and counts it if it is long. */
static void take_numeral(struct reader *r) {
    const char *from = r->at;
    char power = r->end - from > 1 && *from == '0' && (from[1] | ' ') == 'x' ? 'p' : 'e';
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '.')) {
        bool may_sign = (*r->at++ | ' ') == power;
        if (may_sign && r->at < r->end && (*r->at == '+' || *r->at == '-')) r->at++;
    }
    if (r->at - from >= LONG_NUMERAL) r->looks += r->numerals++;
}

/* Passes over a word, a numeral, or one character; not called at a text or comment. */
static void take_other(struct reader *r) {
    char c = *r->at, next = r->end - r->at > 1 ? r->at[1] : ' ';
    if (isalpha((unsigned char)c) || c == '_') {
        take_word(r);
    } else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)next))) {
        take_numeral(r);
    } else if (c == ':' && next == ':') {
        take_jump(r);
        r->at += 2;
    } else {
        r->at++;
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static enum source_end read_all(struct reader *r) {
    while (r->at < r->end && r->blocks < NEST && r->looks <= MAX_SCRIPT_LOOKS) {
        char c = *r->at, next = r->end - r->at > 1 ? r->at[1] : ' ';
        if (c == '"' || c == '\'') {
            if (quoted(r)) return SOURCE_ZERO;
        } else if (c == '-' && next == '-') {
            skip_comment(r);
        } else if (c == '[' && level_of(r) >= 0) {
            skip_long(r, level_of(r));
        } else {
            take_other(r);
        }
    }
    return r->looks > MAX_SCRIPT_LOOKS ? SOURCE_LOOKS : SOURCE_GOOD;
}

enum source_end host_source(const char *text, size_t len, int32_t *line) {
    struct reader r = {.at = text, .end = text + len, .functions = 1};
    const char *zero = len ? memchr(text, 0, len) : NULL;
    enum source_end end = zero ? SOURCE_ZERO : read_all(&r);
    *line = 1;
    for (const char *p = text; p < (zero ? zero : r.at); p++) *line += *p == '\n';
    return end;
}
