/* The text of a script before Lua reads it: whether a text in it would have a byte 0. */
#include <ctype.h>
#include <string.h>

#include "host_inner.h"

struct reader {
    const char *at, *end;
};

/* At `[`: the level of a long bracket, -1: it is none. */
static int level_of(const struct reader *r) {
    const char *p = r->at + 1;
    while (p < r->end && *p == '=') p++;
    return p < r->end && *p == '[' ? (int)(p - r->at - 1) : -1;
}

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

/* Behind a backslash: whether byte 0 is meant. */
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

/* At a quotation mark; true: a byte 0 before the next. */
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

static const char *find_zero(const char *text, size_t len) {
    struct reader r = {text, text + len};
    const char *plain = len ? memchr(text, 0, len) : NULL;
    if (plain) return plain;
    while (r.at < r.end) {
        if (*r.at == '"' || *r.at == '\'') {
            if (quoted(&r)) return r.at;
        } else if (*r.at == '-' && r.at + 1 < r.end && r.at[1] == '-') {
            skip_comment(&r);
        } else if (*r.at == '[' && level_of(&r) >= 0) {
            skip_long(&r, level_of(&r));
        } else {
            r.at++;
        }
    }
    return NULL;
}

int32_t host_source_zero(const char *text, size_t len) {
    const char *zero = find_zero(text, len);
    int32_t line = 1;
    for (const char *p = text; zero && p < zero; p++) line += *p == '\n';
    return zero ? line : 0;
}
