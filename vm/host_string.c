/*
 * host_string: the libraries string, utf8 and table as scripts see them. Work is charged by the
 * length of texts and tables, tables are read without metamethods, and sorting is stable.
 */
#include <lualib.h>
#include <string.h>

#include "host_inner.h"

/* ---- Texts: work is charged by their length ------------------------------------------------ */

int host_counted(lua_State *L) {
    uint64_t len = 0;
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        if (lua_type(L, i) == LUA_TSTRING) len += lua_rawlen(L, i);
    }
    host_charge(L, len / 16);
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Calls Lua's own function like host_counted, which charges for its arguments, and raises an error
 * if the text that it returns holds a zero byte. */
static int made(lua_State *L) {
    int n = host_counted(L);
    size_t len;
    const char *text = lua_tolstring(L, -1, &len);
    if (memchr(text, 0, len)) return luaL_error(L, HOST_NO_ZERO);
    return n;
}

static int text_rep(lua_State *L) {
    size_t len, between;
    luaL_checklstring(L, 1, &len);
    lua_Integer n = host_integer(L, 2);
    luaL_optlstring(L, 3, "", &between);
    lua_Integer one = (lua_Integer)len + (lua_Integer)between;
    if (n > 0 && one > 0 && n > MAX_SCRIPT_TEXT / one + 1)
        return host_doom(L, DOOM_LIMIT, LIMIT_SCRIPT_TEXT);
    if (one == 0 || n <= 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    host_charge(L, (uint64_t)n / 8);
    return host_counted(L);
}

/* Steps charged for one conversion of string.format, which may write hundreds of digits. */
enum { CONVERSION = 50 };

/* string.format. It must show no address: %p is refused, and for %s host_text makes a text without
 * one. */
static int text_format(lua_State *L) {
    size_t len;
    const char *format = luaL_checklstring(L, 1, &len);
    int argument = 1, n = lua_gettop(L);
    for (const char *p = format; p < format + len; p++) {
        if (*p != '%') continue;
        if (*++p == '%') continue;
        while (*p && strchr("-+ #0123456789.", *p)) p++;
        if (++argument > n) break; /* the library itself reports a missing argument */
        host_charge(L, CONVERSION);
        if (*p == 'p') return luaL_error(L, "a format of a script has no %%p");
        if (*p == 's') {
            host_text(L, argument, NULL);
            lua_replace(L, argument);
        }
    }
    return made(L);
}

/* The step of utf8.codes; its upvalue is Lua's own step. Lua passes over bytes that begin no
 * character, so they are charged here. */
static int codes_step(lua_State *L) {
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    lua_Integer at = host_integer(L, 2);
    size_t from = at < 0 || (size_t)at > len ? len : (size_t)at, to = from;
    while (to < len && (text[to] & 0xc0) == 0x80) to++;
    host_charge(L, (to - from) / 8);
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int utf8_codes(lua_State *L) {
    int n = host_counted(L);
    lua_pushvalue(L, -n);
    lua_pushcclosure(L, codes_step, 1);
    lua_replace(L, -n - 1);
    return n;
}

/* ---- Tables -------------------------------------------------------------------------------- */

/* Returns the length of the table at a stack index. */
static lua_Integer length(lua_State *L, int index) {
    luaL_checktype(L, index, LUA_TTABLE);
    return (lua_Integer)lua_rawlen(L, index);
}

static int table_insert(lua_State *L) {
    lua_Integer n = length(L, 1), at;
    if (n == LUA_MAXINTEGER) return luaL_error(L, "too many elements");
    at = ++n;
    if (lua_gettop(L) == 3) {
        at = host_integer(L, 2);
        luaL_argcheck(L, at >= 1 && at <= n, 2, "position out of bounds");
    } else if (lua_gettop(L) != 2) {
        return luaL_error(L, "wrong number of arguments to 'insert'");
    }
    host_charge(L, (uint64_t)(n - at) / 4);
    for (lua_Integer i = n; i > at; i--) {
        lua_rawgeti(L, 1, i - 1);
        lua_rawseti(L, 1, i);
    }
    lua_rawseti(L, 1, at);
    return 0;
}

static int table_remove(lua_State *L) {
    lua_Integer n = length(L, 1), at = host_integer_or(L, 2, n);
    if (!lua_isnoneornil(L, 2))
        luaL_argcheck(L, (at >= 1 && at - 1 <= n) || (n == 0 && at == 0), 2,
                      "position out of bounds");
    lua_rawgeti(L, 1, at);
    host_charge(L, n > at ? (uint64_t)(n - at) / 4 : 0);
    for (; at < n; at++) {
        lua_rawgeti(L, 1, at + 1);
        lua_rawseti(L, 1, at);
    }
    lua_pushnil(L);
    lua_rawseti(L, 1, at);
    return 1;
}

static int table_concat(lua_State *L) {
    lua_Integer n = length(L, 1);
    const char *between = luaL_optstring(L, 2, "");
    lua_Integer i = host_integer_or(L, 3, 1), last = host_integer_or(L, 4, n);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (bool first = true; i <= last; i++, first = false) {
        if (!first) luaL_addstring(&b, between);
        host_charge(L, 1);
        lua_rawgeti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'",
                              luaL_typename(L, -1), (LUAI_UACINT)i);
        luaL_addvalue(&b);
        if (i == LUA_MAXINTEGER) break;
    }
    luaL_pushresult(&b);
    return 1;
}

static int table_unpack(lua_State *L) {
    lua_Integer i = host_integer_or(L, 2, 1), last = luaL_opt(L, host_integer, 3, length(L, 1));
    luaL_checktype(L, 1, LUA_TTABLE);
    if (i > last) return 0;
    lua_Unsigned n = (lua_Unsigned)last - (lua_Unsigned)i;
    if (n >= 8000 || !lua_checkstack(L, (int)n + 1))
        return luaL_error(L, "too many results to unpack");
    host_charge(L, n);
    for (; i < last; i++) lua_rawgeti(L, 1, i);
    lua_rawgeti(L, 1, last);
    return (int)n + 1;
}

static int table_pack(lua_State *L) {
    int n = lua_gettop(L);
    lua_createtable(L, n, 1);
    lua_insert(L, 1);
    for (int i = n; i >= 1; i--) lua_rawseti(L, 1, i);
    lua_pushinteger(L, n);
    lua_setfield(L, 1, "n");
    return 1;
}

static int table_move(lua_State *L) {
    lua_Integer from = host_integer(L, 2), last = host_integer(L, 3), to = host_integer(L, 4);
    int other = lua_isnoneornil(L, 5) ? 1 : 5;
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, other, LUA_TTABLE);
    if (last >= from) {
        luaL_argcheck(L, from > 0 || last < LUA_MAXINTEGER + from, 3, "too many elements to move");
        lua_Integer n = last - from + 1;
        luaL_argcheck(L, to <= LUA_MAXINTEGER - n + 1, 4, "destination wrap around");
        host_charge(L, (uint64_t)n);
        bool upward = to > last || to <= from || other != 1;
        for (lua_Integer k = 0; k < n; k++) {
            lua_Integer i = upward ? k : n - 1 - k;
            lua_rawgeti(L, 1, from + i);
            lua_rawseti(L, other, to + i);
        }
    }
    lua_pushvalue(L, other);
    return 1;
}

/* ---- Sorting: stable, by merging ----------------------------------------------------------- */

/* Whether the value on top is less than the one below it, by the function at index 2 or, if that is
 * nil, by `<`, which compares texts byte by byte here. */
static bool later_is_less(lua_State *L) {
    if (lua_isnil(L, 2)) {
        bool text = lua_type(L, -1) == LUA_TSTRING && lua_type(L, -2) == LUA_TSTRING;
        if (text) return host_order(L, -1, -2) < 0;
        return lua_compare(L, -1, -2, LUA_OPLT);
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -4);
    lua_call(L, 2, 1);
    bool less = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return less;
}

/* Merges two sorted stretches of the list at index 3, from … middle - 1 and middle … to - 1, into
 * the list at index 4. */
static void merge_values(lua_State *L, lua_Integer from, lua_Integer middle, lua_Integer to) {
    lua_Integer i = from, j = middle;
    for (lua_Integer k = from; k < to; k++) {
        bool right = i >= middle;
        if (!right && j < to) {
            lua_rawgeti(L, 3, i);
            lua_rawgeti(L, 3, j);
            right = later_is_less(L);
            lua_pop(L, 2);
        }
        lua_rawgeti(L, 3, right ? j++ : i++);
        lua_rawseti(L, 4, k);
    }
}

static int table_sort(lua_State *L) {
    lua_Integer n = length(L, 1);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    /* The length is charged before memory is asked for, because a table with few keys may have any
     * length. */
    host_charge(L, (uint64_t)n);
    lua_createtable(L, (int)(n < 1 << 20 ? n : 0), 0);
    lua_newtable(L);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, 3, i);
    }
    for (lua_Integer width = 1; width < n; width *= 2) {
        for (lua_Integer from = 1; from <= n; from += 2 * width) {
            lua_Integer middle = from + width < n + 1 ? from + width : n + 1;
            lua_Integer to = from + 2 * width < n + 1 ? from + 2 * width : n + 1;
            merge_values(L, from, middle, to);
        }
        host_charge(L, (uint64_t)n);
        lua_insert(L, 3);
    }
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 3, i);
        lua_rawseti(L, 1, i);
    }
    return 0;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static const luaL_Reg own_table[] = {{"insert", table_insert}, {"remove", table_remove},
                                     {"concat", table_concat}, {"unpack", table_unpack},
                                     {"pack", table_pack},     {"move", table_move},
                                     {"sort", table_sort},     {NULL, NULL}};
static const char *const text_kept[] = {"byte", "len", "lower", "reverse", "sub", "upper"};
static const char *const utf8_kept[] = {"codepoint", "len", "offset"};

/* Adds to the table on top, under `name`, the function `with`, whose upvalue is the function of
 * that name in the library at stack index `library`. */
static void wrap(lua_State *L, int library, const char *name, lua_CFunction with) {
    lua_getfield(L, library, name);
    lua_pushcclosure(L, with, 1);
    lua_setfield(L, -2, name);
}

void host_open_string(lua_State *L) {
    lua_pushcfunction(L, luaopen_string);
    lua_call(L, 0, 1);
    int library = lua_gettop(L);
    lua_newtable(L);
    for (size_t i = 0; i < ARRAY_LEN(text_kept); i++) wrap(L, library, text_kept[i], host_counted);
    wrap(L, library, "char", made);
    wrap(L, library, "rep", text_rep);
    wrap(L, library, "format", text_format);
    host_open_pattern(L);
    /* So that ("x"):rep(2) works: the metatable of texts, which scripts cannot reach, has the
     * library as __index. */
    lua_pushliteral(L, "");
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    lua_setfield(L, -3, "string");
    lua_pop(L, 1);
    lua_pushcfunction(L, luaopen_utf8);
    lua_call(L, 0, 1);
    library = lua_gettop(L);
    lua_newtable(L);
    for (size_t i = 0; i < ARRAY_LEN(utf8_kept); i++) wrap(L, library, utf8_kept[i], host_counted);
    wrap(L, library, "char", made);
    wrap(L, library, "codes", utf8_codes);
    lua_getfield(L, library, "charpattern");
    lua_setfield(L, -2, "charpattern");
    lua_setfield(L, -3, "utf8");
    lua_pop(L, 1);
}

void host_open_table(lua_State *L) {
    luaL_newlib(L, own_table);
    lua_setfield(L, -2, "table");
}
