/*
 * host_pattern: string.find, match, gmatch and gsub, with patterns as in the manual of Lua 5.4
 * (6.4.1). Each step of a match is charged, so that no match outlasts the script's budget of
 * instructions.
 *
 * In the functions below s is a position in the subject and p one in the pattern. A function that
 * matches returns the end of the match in the subject, or NULL if there is none. `after` is the end
 * of a single-character item, such as [a-z], that begins at p.
 */
#include <ctype.h>
#include <string.h>

#include "host_inner.h"

/* The most captures, and the deepest nesting of match_here. OPEN, POSITION: stand for the length of
 * a capture that is not closed yet, and of one that captures a position. */
enum { CAPTURES = 32, DEPTH = 180, OPEN = -1, POSITION = -2 };

struct match {
    lua_State *L;
    const char *text, *end; /* the subject: the text that is searched */
    const char *pattern, *p_end;
    uint64_t steps; /* steps that are not charged yet */
    int depth;      /* how deep match_here is nested now */
    int level;      /* number of captures, closed and open */
    struct {
        const char *at;
        ptrdiff_t len;
    } capture[CAPTURES];
};

static const char *match_here(struct match *m, const char *s, const char *p);

/* Counts one step; charges for all counted steps now and then. */
static void step(struct match *m) {
    if (++m->steps < 256) return;
    host_charge(m->L, m->steps);
    m->steps = 0;
}

/* Returns the end of the single-character item that begins at p. */
static const char *class_end(struct match *m, const char *p) {
    if (*p++ == '%') {
        if (p == m->p_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 1;
    }
    if (p[-1] != '[') return p;
    if (p < m->p_end && *p == '^') p++;
    do {
        if (p == m->p_end) luaL_error(m->L, "malformed pattern (missing ']')");
        if (*p++ == '%' && p < m->p_end) p++;
    } while (p == m->p_end || *p != ']');
    return p + 1;
}

/* Whether a character is in the class %a, %d … whose letter is `class`. */
static bool in_class(int c, int class) {
    bool yes;
    switch (tolower(class)) {
    case 'a': yes = isalpha(c); break;
    case 'c': yes = iscntrl(c); break;
    case 'd': yes = isdigit(c); break;
    case 'g': yes = isgraph(c); break;
    case 'l': yes = islower(c); break;
    case 'p': yes = ispunct(c); break;
    case 's': yes = isspace(c); break;
    case 'u': yes = isupper(c); break;
    case 'w': yes = isalnum(c); break;
    case 'x': yes = isxdigit(c); break;
    default: return class == c;
    }
    return isupper(class) ? !yes : yes;
}

/* Whether a character is in the set from the '[' at p to the matching ']' at end. */
static bool in_set(int c, const char *p, const char *end) {
    bool wanted = true;
    if (p[1] == '^') {
        wanted = false;
        p++;
    }
    while (++p < end) {
        if (*p == '%') {
            p++;
            if (in_class(c, (unsigned char)*p)) return wanted;
        } else if (p[1] == '-' && p + 2 < end) {
            p += 2;
            if ((unsigned char)p[-2] <= c && c <= (unsigned char)*p) return wanted;
        } else if ((unsigned char)*p == c) {
            return wanted;
        }
    }
    return !wanted;
}

/* Whether the character at s matches the item at p. */
static bool single(struct match *m, const char *s, const char *p, const char *after) {
    m->steps += (uint64_t)(after - p) / 8; /* a set is searched through, which is work, too */
    step(m);
    if (s >= m->end) return false;
    int c = (unsigned char)*s;
    switch (*p) {
    case '.': return true;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(c, p, after - 1);
    default: return (unsigned char)*p == c;
    }
}

/* Matches %b, whose two characters are at p. */
static const char *balance(struct match *m, const char *s, const char *p) {
    if (p + 1 >= m->p_end) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->end || *s != *p) return NULL;
    const char open = *p, close = p[1];
    int depth = 1;
    while (++s < m->end) {
        step(m);
        if (*s == close) {
            if (--depth == 0) return s + 1;
        } else if (*s == open) {
            depth++;
        }
    }
    return NULL;
}

/* Matches the item at p as often as possible such that what follows its suffix matches, too. */
static const char *longest(struct match *m, const char *s, const char *p, const char *after) {
    ptrdiff_t i = 0;
    while (single(m, s + i, p, after)) i++;
    for (; i >= 0; i--) {
        const char *end = match_here(m, s + i, after + 1);
        if (end) return end;
    }
    return NULL;
}

/* Matches the item at p as seldom as possible such that what follows its suffix matches, too. */
static const char *shortest(struct match *m, const char *s, const char *p, const char *after) {
    for (;;) {
        const char *end = match_here(m, s, after + 1);
        if (end) return end;
        if (!single(m, s, p, after)) return NULL;
        s++;
    }
}

/* Opens a capture at s (what: OPEN or POSITION), then matches the pattern from p on. */
static const char *open_capture(struct match *m, const char *s, const char *p, ptrdiff_t what) {
    if (m->level >= CAPTURES) luaL_error(m->L, "too many captures");
    m->capture[m->level].at = s;
    m->capture[m->level++].len = what;
    const char *end = match_here(m, s, p);
    if (!end) m->level--;
    return end;
}

/* Closes the last open capture at s, then matches the pattern from p on. */
static const char *close_capture(struct match *m, const char *s, const char *p) {
    int i = m->level;
    while (--i >= 0 && m->capture[i].len != OPEN) {
    }
    if (i < 0) luaL_error(m->L, "invalid pattern capture");
    m->capture[i].len = s - m->capture[i].at;
    const char *end = match_here(m, s, p);
    if (!end) m->capture[i].len = OPEN;
    return end;
}

/* Matches at s the same text as an earlier capture, whose digit is given. */
static const char *back_reference(struct match *m, const char *s, int digit) {
    int i = digit - '1';
    if (i < 0 || i >= m->level || m->capture[i].len < 0)
        luaL_error(m->L, "invalid capture index %%%d in pattern", i + 1);
    const char *at = m->capture[i].at;
    size_t len = (size_t)m->capture[i].len;
    if (!at) return NULL;
    m->steps += len / 16;
    return (size_t)(m->end - s) >= len && memcmp(at, s, len) == 0 ? s + len : NULL;
}

/* Whether s is where a stretch of characters of the set at p begins (%f). Before the text and
 * behind it a character 0 is taken to stand. */
static bool frontier(struct match *m, const char *s, const char *p, const char *after) {
    m->steps += (uint64_t)(after - p) / 4;
    step(m);
    int before = s == m->text ? 0 : (unsigned char)s[-1];
    int here = s < m->end ? (unsigned char)*s : 0;
    return !in_set(before, p, after - 1) && in_set(here, p, after - 1);
}

/* Matches %b, %f or a back reference at *p. Returns false, with nothing changed, if *p is none of
 * these. Otherwise *p becomes its end, and *s the end of the match, NULL if there is none. */
static bool special(struct match *m, const char **s, const char **p) {
    const char *at = *p + 1;
    if (at >= m->p_end) return false;
    if (*at == 'b') {
        *s = balance(m, *s, at + 1);
        *p += 4;
    } else if (*at == 'f') {
        at++;
        if (at >= m->p_end || *at != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
        const char *after = class_end(m, at);
        if (!frontier(m, *s, at, after)) *s = NULL;
        *p = after;
    } else if (isdigit((unsigned char)*at)) {
        *s = back_reference(m, *s, *at);
        *p += 2;
    } else {
        return false;
    }
    return true;
}

/* Matches the pattern from p to its end. */
static const char *match_items(struct match *m, const char *s, const char *p) {
    while (s && p != m->p_end) {
        if (*p == '(')
            return p + 1 < m->p_end && p[1] == ')' ? open_capture(m, s, p + 2, POSITION)
                                                   : open_capture(m, s, p + 1, OPEN);
        if (*p == ')') return close_capture(m, s, p + 1);
        if (*p == '$' && p + 1 == m->p_end) return s == m->end ? s : NULL;
        if (*p == '%' && special(m, &s, &p)) continue;
        const char *after = class_end(m, p);
        int suffix = after < m->p_end ? *after : 0;
        if (suffix == '*') return longest(m, s, p, after);
        if (suffix == '-') return shortest(m, s, p, after);
        bool one = single(m, s, p, after);
        if (suffix == '+') return one ? longest(m, s + 1, p, after) : NULL;
        if (suffix == '?') {
            const char *end = one ? match_here(m, s + 1, after + 1) : NULL;
            if (end) return end;
            p = after + 1;
            continue;
        }
        if (!one) return NULL;
        s++;
        p = after;
    }
    return s;
}

/* Matches the pattern from p to its end, as match_items does, and counts a step. Nesting deeper
 * than DEPTH is an error. */
static const char *match_here(struct match *m, const char *s, const char *p) {
    if (++m->depth > DEPTH) luaL_error(m->L, "pattern too complex");
    step(m);
    const char *end = match_items(m, s, p);
    m->depth--;
    return end;
}

/* ---- Results of a match ---------------------------------------------------- */

/* Pushes capture i of the match from s to end; without captures, number 0 is the whole match. */
static void push_capture(struct match *m, int i, const char *s, const char *end) {
    if (i >= m->level) {
        if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->L, s, (size_t)(end - s));
        return;
    }
    if (m->capture[i].len == OPEN) luaL_error(m->L, "unfinished capture");
    if (m->capture[i].len == POSITION)
        lua_pushinteger(m->L, m->capture[i].at - m->text + 1);
    else
        lua_pushlstring(m->L, m->capture[i].at, (size_t)m->capture[i].len);
}

/* Pushes all captures and returns their number; without captures the whole match, unless s is
 * NULL. */
static int push_captures(struct match *m, const char *s, const char *end) {
    int n = m->level == 0 && s ? 1 : m->level;
    luaL_checkstack(m->L, n, "too many captures");
    for (int i = 0; i < n; i++) push_capture(m, i, s, end);
    return n;
}

static void prepare(struct match *m, lua_State *L, const char *text, size_t len,
                    const char *pattern, size_t p_len) {
    memset(m, 0, sizeof *m);
    m->L = L;
    m->text = text;
    m->end = text + len;
    m->pattern = pattern;
    m->p_end = pattern + p_len;
}

/* Begins a new attempt to match the pattern from p on at s. */
static const char *attempt(struct match *m, const char *s, const char *p) {
    m->level = 0;
    m->depth = 0;
    return match_here(m, s, p);
}

/* Returns the position, from 1, that a script means by `at`: 0 stands for 1; a negative one counts
 * from the end, and is at least 1. A position behind the end is returned as it is. */
static size_t first_index(lua_Integer at, size_t len) {
    if (at > 0) return (size_t)at;
    if (at == 0) return 1;
    return at < -(lua_Integer)len ? 1 : len + (size_t)at + 1;
}

static int plain_find(lua_State *L, const char *text, size_t len, const char *what, size_t size,
                      size_t init) {
    host_charge(L, (len - init) / 8 + (uint64_t)size * (len - init) / 64);
    for (size_t i = init; size <= len && i <= len - size; i++) {
        if (memcmp(text + i, what, size) != 0) continue;
        lua_pushinteger(L, (lua_Integer)i + 1);
        lua_pushinteger(L, (lua_Integer)i + (lua_Integer)size);
        return 2;
    }
    luaL_pushfail(L);
    return 1;
}

static int find_or_match(lua_State *L, bool find) {
    size_t len, p_len;
    const char *text = luaL_checklstring(L, 1, &len), *pattern = luaL_checklstring(L, 2, &p_len);
    size_t init = first_index(host_integer_or(L, 3, 1), len) - 1;
    if (init > len) {
        luaL_pushfail(L);
        return 1;
    }
    bool plain = true;
    host_charge(L, p_len / 8);
    for (size_t i = 0; i < p_len; i++) plain = plain && !strchr("^$*+?.([%-", pattern[i]);
    if (find && (plain || lua_toboolean(L, 4)))
        return plain_find(L, text, len, pattern, p_len, init);
    bool anchor = p_len && *pattern == '^';
    struct match m;
    prepare(&m, L, text, len, pattern, p_len);
    for (const char *s = text + init; s <= m.end; s++) {
        const char *end = attempt(&m, s, pattern + anchor);
        if (end) host_charge(L, m.steps);
        if (end && !find) return push_captures(&m, s, end);
        if (end) {
            lua_pushinteger(L, s - text + 1);
            lua_pushinteger(L, end - text);
            return push_captures(&m, NULL, NULL) + 2;
        }
        if (anchor) break;
    }
    host_charge(L, m.steps);
    luaL_pushfail(L);
    return 1;
}

static int text_find(lua_State *L) {
    return find_or_match(L, true);
}

static int text_match(lua_State *L) {
    return find_or_match(L, false);
}

/* The step of gmatch. Its upvalues are the text, the pattern, where to go on, and where the last
 * match ended (-1: none yet); the last two count from 0. */
static int gmatch_step(lua_State *L) {
    size_t len, p_len;
    const char *text = lua_tolstring(L, lua_upvalueindex(1), &len);
    const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &p_len);
    lua_Integer from = lua_tointeger(L, lua_upvalueindex(3)),
                last = lua_tointeger(L, lua_upvalueindex(4));
    struct match m;
    prepare(&m, L, text, len, pattern, p_len);
    for (const char *s = text + from; s <= m.end; s++) {
        const char *end = attempt(&m, s, pattern);
        if (!end || end - text == last) continue;
        host_charge(L, m.steps);
        lua_pushinteger(L, end - text);
        lua_copy(L, -1, lua_upvalueindex(3));
        lua_replace(L, lua_upvalueindex(4));
        return push_captures(&m, s, end);
    }
    host_charge(L, m.steps);
    return 0;
}

static int text_gmatch(lua_State *L) {
    luaL_checkstring(L, 1);
    luaL_checkstring(L, 2);
    lua_settop(L, 2);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, gmatch_step, 4);
    return 1;
}

/* Adds the replacement text at index 3 for a match, with %0, %1 … replaced by captures. */
static void add_template(struct match *m, luaL_Buffer *b, const char *s, const char *end) {
    size_t len;
    const char *t = lua_tolstring(m->L, 3, &len);
    host_charge(m->L, len / 2);
    for (size_t i = 0; i < len; i++) {
        if (t[i] != '%') {
            luaL_addchar(b, t[i]);
            continue;
        }
        i++;
        if (i < len && t[i] == '%')
            luaL_addchar(b, '%');
        else if (i < len && t[i] == '0')
            luaL_addlstring(b, s, (size_t)(end - s));
        else if (i < len && isdigit((unsigned char)t[i])) {
            push_capture(m, t[i] - '1', s, end);
            luaL_tolstring(m->L, -1, NULL);
            lua_remove(m->L, -2);
            luaL_addvalue(b);
        } else
            luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
}

/* Adds to b what gsub puts in place of the match from s to end. `type` is the Lua type of the
 * replacement at index 3. Returns false if the match itself was added, because the function or
 * table gave nil or false. */
static bool add_value(struct match *m, luaL_Buffer *b, const char *s, const char *end, int type) {
    lua_State *L = m->L;
    if (type == LUA_TSTRING || type == LUA_TNUMBER) {
        add_template(m, b, s, end);
        return true;
    }
    if (type == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, push_captures(m, s, end), 1);
    } else {
        push_capture(m, 0, s, end);
        lua_gettable(L, 3);
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, s, (size_t)(end - s));
        return false;
    }
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(b);
    return true;
}

static int text_gsub(lua_State *L) {
    size_t len, p_len;
    const char *text = luaL_checklstring(L, 1, &len), *pattern = luaL_checklstring(L, 2, &p_len);
    int type = lua_type(L, 3);
    lua_Integer most = host_integer_or(L, 4, (lua_Integer)len + 1), n = 0;
    luaL_argexpected(L,
                     type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION ||
                         type == LUA_TTABLE,
                     3, "string/function/table");
    bool anchor = p_len && *pattern == '^';
    struct match m;
    prepare(&m, L, text, len, pattern, p_len);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    const char *s = text, *last = NULL;
    while (n < most) {
        const char *end = attempt(&m, s, pattern + anchor);
        if (end && end != last) {
            n++;
            add_value(&m, &b, s, end, type);
            s = last = end;
        } else if (s < m.end) {
            luaL_addchar(&b, *s++);
        } else {
            break;
        }
        if (anchor) break;
    }
    host_charge(L, m.steps);
    luaL_addlstring(&b, s, (size_t)(m.end - s));
    luaL_pushresult(&b);
    lua_pushinteger(L, n);
    return 2;
}

void host_open_pattern(lua_State *L) {
    static const luaL_Reg own[] = {{"find", text_find},
                                   {"match", text_match},
                                   {"gmatch", text_gmatch},
                                   {"gsub", text_gsub},
                                   {NULL, NULL}};
    luaL_setfuncs(L, own, 0);
}
