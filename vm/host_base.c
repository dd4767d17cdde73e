/*
 * host_base: Lua's base library, coroutines and math as scripts see them. No text has an address,
 * pairs and next go over keys in one order, and when the script is over no pcall or coroutine keeps
 * it going.
 */
#include <lualib.h>
#include <string.h>

#include "host_inner.h"

/* ---- Texts --------------------------------------------------------------------------------- */

const char *host_text(lua_State *L, int index, size_t *len) {
    index = lua_absindex(L, index);
    if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        lua_pushvalue(L, index);
        lua_call(L, 1, 1);
        if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
        return lua_tolstring(L, -1, len);
    }
    switch (lua_type(L, index)) {
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TSTRING: lua_pushvalue(L, index); break;
    case LUA_TNUMBER:
        if (!lua_isinteger(L, index) && lua_tonumber(L, index) != lua_tonumber(L, index))
            lua_pushliteral(L, "nan");
        else {
            lua_pushvalue(L, index);
            lua_tostring(L, -1);
        }
        break;
    default: lua_pushstring(L, luaL_typename(L, index)); break;
    }
    return lua_tolstring(L, -1, len);
}

static int base_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    host_text(L, 1, NULL);
    return 1;
}

static int base_print(lua_State *L) {
    struct host *h = host_of(L);
    host_refuse_in_rule(L, "print");
    int n = lua_gettop(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int i = 1; i <= n; i++) {
        size_t len;
        if (i > 1) luaL_addchar(&b, '\t');
        host_text(L, i, &len);
        luaL_addvalue(&b);
    }
    luaL_addchar(&b, '\n');
    luaL_pushresult(&b);
    size_t len;
    const char *text = lua_tolstring(L, -1, &len);
    host_charge(L, 100 + len * 8);
    h->port.print(h->port.user, text, len);
    return 0;
}

/* ---- Keys in one order --------------------------------------------------------------------- */

/* Returns the class of a key: 0 number, 1 text, 2 truth, 3 thing of a battle; 4: a value that has
 * no order. */
static int key_class(lua_State *L, int index) {
    switch (lua_type(L, index)) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2;
    case LUA_TUSERDATA: return luaL_testudata(L, index, HOST_MT_THING) ? 3 : 4;
    default: return 4;
    }
}

int host_order(lua_State *L, int a, int b) {
    int ca = key_class(L, a), cb = key_class(L, b);
    if (ca != cb) return ca < cb ? -1 : 1;
    if (ca == 0) return lua_rawequal(L, a, b) ? 0 : lua_compare(L, a, b, LUA_OPLT) ? -1 : 1;
    if (ca == 2) return lua_toboolean(L, a) - lua_toboolean(L, b);
    if (ca == 3) {
        const struct host_thing *x = lua_touserdata(L, a), *y = lua_touserdata(L, b);
        return (x->id > y->id) - (x->id < y->id);
    }
    size_t la, lb;
    const char *x = lua_tolstring(L, a, &la), *y = lua_tolstring(L, b, &lb);
    host_charge(L, (la < lb ? la : lb) / 64);
    int c = memcmp(x, y, la < lb ? la : lb);
    return c ? c : (la > lb) - (la < lb);
}

/* Merges two sorted stretches of a list, from … middle - 1 and middle … to - 1, into `spare`. */
static void merge_keys(lua_State *L, int list, int spare, lua_Integer from, lua_Integer middle,
                       lua_Integer to) {
    lua_Integer i = from, j = middle;
    for (lua_Integer k = from; k < to; k++) {
        bool left = j >= to;
        if (!left && i < middle) {
            lua_rawgeti(L, list, i);
            lua_rawgeti(L, list, j);
            left = host_order(L, -2, -1) <= 0;
            lua_pop(L, 2);
        }
        lua_rawgeti(L, list, left ? i++ : j++);
        lua_rawseti(L, spare, k);
    }
}

/* Charges for finding the next key of a table: if all keys collide, Lua walks over all of them. */
static void charge_key(lua_State *L) {
    host_charge(L, host_price(host_of(L)));
}

/* Charges for the room of a table, which a walk goes over: keys that were removed still take room.
 * The room of one table is not known, so all memory of the script is charged. */
static void charge_room(lua_State *L) {
    host_charge(L, host_of(L)->bytes / 8192);
}

/* Pushes the sorted list of a table's keys and returns their number. A key that has no order is an
 * error. */
static lua_Integer sorted_keys(lua_State *L, int table) {
    lua_Integer n = 0;
    charge_room(L);
    lua_newtable(L);
    int list = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        charge_key(L);
        if (key_class(L, -1) == 4)
            luaL_error(
                L, "a table with a %s as key has no order; pairs takes numbers, texts and things",
                luaL_typename(L, -1));
        lua_pushvalue(L, -1);
        lua_rawseti(L, list, ++n);
    }
    host_charge(L, (uint64_t)n);
    lua_newtable(L);
    for (lua_Integer width = 1; width < n; width *= 2) {
        for (lua_Integer from = 1; from <= n; from += 2 * width) {
            lua_Integer middle = from + width < n + 1 ? from + width : n + 1;
            lua_Integer to = from + 2 * width < n + 1 ? from + 2 * width : n + 1;
            merge_keys(L, list, list + 1, from, middle, to);
        }
        host_charge(L, (uint64_t)n);
        lua_insert(L, list); /* exchanges the two lists */
    }
    lua_settop(L, list);
    return n;
}

/* The step of pairs. Its upvalues are the sorted list of keys and how many of them were passed.
 * Keys that were removed meanwhile are left out. */
static int pairs_step(lua_State *L) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
    luaL_checktype(L, 1, LUA_TTABLE);
    for (;;) {
        lua_rawgeti(L, lua_upvalueindex(1), ++at);
        if (lua_isnil(L, -1)) return 1;
        lua_pushvalue(L, -1);
        lua_rawget(L, 1);
        if (!lua_isnil(L, -1)) break;
        lua_pop(L, 2);
    }
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    return 2;
}

static int base_pairs(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    sorted_keys(L, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 2);
    lua_pushvalue(L, 1);
    return 2;
}

/* next(table, key): goes over all keys and returns the least one behind `key` (nil: the least of
 * all) with its value; nil if there is none. */
static int base_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    uint64_t n = 0;
    charge_room(L);
    lua_pushnil(L); /* index 3: the best key so far */
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        charge_key(L);
        n++;
        if (key_class(L, -1) == 4)
            luaL_error(L, "a table with a %s as key has no order", luaL_typename(L, -1));
        if ((lua_isnil(L, 2) || host_order(L, -1, 2) > 0) &&
            (lua_isnil(L, 3) || host_order(L, -1, 3) < 0)) {
            lua_pushvalue(L, -1);
            lua_replace(L, 3);
        }
    }
    host_charge(L, n);
    if (lua_isnil(L, 3)) return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

/* ---- Metatables ---------------------------------------------------------------------------- */

/* The events that a metatable of a script may have, and those that it may not. */
static const char *const events[] = {
    "__index", "__newindex", "__call",   "__tostring", "__add",  "__sub", "__mul",  "__div",
    "__mod",   "__pow",      "__unm",    "__idiv",     "__band", "__bor", "__bxor", "__shl",
    "__shr",   "__bnot",     "__concat", "__len",      "__eq",   "__lt",  "__le"};
static const char *const refused[] = {"__gc", "__mode", "__close", "__pairs", "__name"};

/* ---- Tables behind tables
 *
 * Within one instruction Lua follows __index and __newindex through up to two thousand tables, and
 * __call without end. Therefore a table given as __index or __newindex is replaced by a function
 * (through_index, through_newindex) that charges each step; __call must be a function. */

enum { BEHIND_MOST = 2000 };

/* Whether the table at `at` has a table of the script for an event (its handler is `through`). If
 * so, that table replaces the one at `at`. Otherwise pushes the handler of the event; nil if there
 * is none. */
static bool behind(lua_State *L, int at, const char *event, lua_CFunction through) {
    if (luaL_getmetafield(L, at, event) == LUA_TNIL) {
        lua_pushnil(L);
        return false;
    }
    if (lua_tocfunction(L, -1) != through) return false;
    lua_getupvalue(L, -1, 1);
    lua_replace(L, at);
    lua_pop(L, 1);
    return true;
}

/* Raises the error "attempt to index" if the value on top cannot be indexed. The error that Lua
 * itself would raise has no line when C does the indexing. */
static void must_index(lua_State *L, const char *event) {
    if (lua_istable(L, -1)) return;
    if (luaL_getmetafield(L, -1, event) == LUA_TNIL) {
        luaL_error(L, "attempt to index a %s value", luaL_typename(L, -1));
    }
    lua_pop(L, 1);
}

/* The __index of a table whose script gave a table for it, which is the upvalue. */
static int through_index(lua_State *L) {
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    for (int n = 0; n < BEHIND_MOST; n++) {
        host_charge(L, 1);
        lua_pushvalue(L, 2);
        if (lua_rawget(L, 3) != LUA_TNIL) return 1;
        lua_pop(L, 1);
        if (behind(L, 3, "__index", through_index)) continue;
        if (lua_isnil(L, -1)) return 1;
        if (!lua_isfunction(L, -1)) {
            must_index(L, "__index");
            lua_pushvalue(L, 2);
            lua_gettable(L, -2);
            return 1;
        }
        lua_pushvalue(L, 3);
        lua_pushvalue(L, 2);
        lua_call(L, 2, 1);
        return 1;
    }
    return luaL_error(L, "'__index' chain too long; possibly a loop");
}

/* The __newindex of a table whose script gave a table for it, which is the upvalue. */
static int through_newindex(lua_State *L) {
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(1));
    for (int n = 0; n < BEHIND_MOST; n++) {
        host_charge(L, 1);
        lua_pushvalue(L, 2);
        bool there = lua_rawget(L, 4) != LUA_TNIL;
        lua_pop(L, 1);
        if (!there && behind(L, 4, "__newindex", through_newindex)) continue;
        if (there || lua_isnil(L, -1)) {
            lua_settop(L, 4);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, 3);
            lua_rawset(L, 4);
        } else if (lua_isfunction(L, -1)) {
            lua_pushvalue(L, 4);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, 3);
            lua_call(L, 3, 0);
        } else {
            must_index(L, "__newindex");
            lua_pushvalue(L, 2);
            lua_pushvalue(L, 3);
            lua_settable(L, -3);
        }
        return 0;
    }
    return luaL_error(L, "'__newindex' chain too long; possibly a loop");
}

/* The value on top is what a script gives as the handler of an event. A table given for __index or
 * __newindex is replaced by the function that follows it. A __call that is no function is an
 * error. */
static void guard_event(lua_State *L, const char *event) {
    if (strcmp(event, "__call") == 0 && !lua_isfunction(L, -1))
        luaL_error(L, "'__call' must be a function");
    if (!lua_istable(L, -1)) return;
    if (strcmp(event, "__index") == 0)
        lua_pushcclosure(L, through_index, 1);
    else if (strcmp(event, "__newindex") == 0)
        lua_pushcclosure(L, through_newindex, 1);
}

/* setmetatable(table, metatable): gives the table a copy of the metatable, with the events in
 * `events`. Those in `refused` are an error: they would show when memory is collected, run code
 * outside the fence, or change how pairs or messages work. Unless the metatable has a __metatable
 * of its own, getmetatable still returns the script's metatable, which the copy holds as
 * __metatable. */
static int base_setmetatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    lua_settop(L, 2);
    if (lua_getmetatable(L, 1)) {
        lua_pushliteral(L, "protected");
        if (lua_rawget(L, -2) != LUA_TNIL)
            return luaL_error(L, "cannot change a protected metatable");
        lua_settop(L, 2);
    }
    if (lua_isnil(L, 2)) {
        lua_setmetatable(L, 1);
        lua_settop(L, 1);
        return 1;
    }
    lua_createtable(L, 0, 4);
    for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
        lua_pushstring(L, refused[i]);
        if (lua_rawget(L, 2) != LUA_TNIL)
            return luaL_error(L, "a metatable of a script cannot have %s", refused[i]);
        lua_pop(L, 1);
    }
    for (size_t i = 0; i < ARRAY_LEN(events); i++) {
        lua_pushstring(L, events[i]);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 2) == LUA_TNIL) {
            lua_pop(L, 2);
            continue;
        }
        guard_event(L, events[i]);
        lua_rawset(L, 3);
    }
    lua_pushliteral(L, "__metatable");
    if (lua_rawget(L, 2) != LUA_TNIL) {
        lua_pushboolean(L, 1);
        lua_setfield(L, 3, "protected");
    } else {
        lua_pop(L, 1);
        lua_pushvalue(L, 2);
    }
    lua_setfield(L, 3, "__metatable");
    lua_setmetatable(L, 1);
    lua_settop(L, 1);
    return 1;
}

/* ---- Errors -------------------------------------------------------------------------------- */

/* Called after a protected call has caught an error: if the script is over, raises the error again,
 * up to the top. */
static void go_on(lua_State *L) {
    if (!host_doomed(host_of(L))) return;
    lua_pushliteral(L, "the script is over");
    lua_error(L);
}

/* Charges for catching an error: Lua goes over all calls under way to find the one that catches
 * it. */
static void charge_catch(lua_State *L) {
    enum { STEPS = 20, CALLS_PER_STEP = 4 };
    lua_Debug at;
    int calls = 64;
    while (lua_getstack(L, calls, &at)) calls *= 4;
    host_charge(L, STEPS + (uint64_t)calls / CALLS_PER_STEP);
}

/* Packs what pcall and xpcall keep until they return: how many values of their own lie below the
 * results, and whether a policy was answering when they were called. If the error that they catch
 * has ended a policy, that policy answers no longer. */
enum { IN_POLICY = 256 };
static lua_KContext entered(lua_State *L, int own) {
    return own + (host_of(L)->in_policy ? IN_POLICY : 0);
}
static int below(lua_KContext at) {
    return (int)(at % IN_POLICY);
}
static void caught(lua_State *L, lua_KContext at) {
    host_of(L)->in_policy = at >= IN_POLICY;
}

/* The end of pcall: pushes what pcall returns. Lua calls this itself if the called function has
 * yielded meanwhile. */
static int finish_pcall(lua_State *L, int status, lua_KContext at) {
    if (status != LUA_OK && status != LUA_YIELD) {
        caught(L, at);
        go_on(L);
        if (status == LUA_ERRMEM) return host_doom(L, DOOM_LIMIT, LIMIT_SCRIPT_BYTES);
        charge_catch(L);
        lua_pushboolean(L, 0);
        lua_pushvalue(L, -2);
        return 2;
    }
    return lua_gettop(L) - below(at);
}

static int base_pcall(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    const lua_KContext at = entered(L, 0);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, at, finish_pcall);
    return finish_pcall(L, status, at);
}

/* The end of xpcall. The handler is called after the error was caught, not while it is raised: an
 * error raised by the hook that ends a script would call the handler inside the hook, where no
 * instructions are counted. */
static int finish_xpcall(lua_State *L, int status, lua_KContext at) {
    if (status != LUA_OK && status != LUA_YIELD) {
        caught(L, at);
        go_on(L);
        if (status == LUA_ERRMEM) return host_doom(L, DOOM_LIMIT, LIMIT_SCRIPT_BYTES);
        charge_catch(L);
        lua_pushvalue(L, 2); /* the handler that xpcall was given */
        lua_pushvalue(L, -2);
        lua_call(L, 1, LUA_MULTRET);
        lua_pushboolean(L, 0);
        lua_replace(L, 3);
        lua_remove(L, 4); /* the error, which the handler has got */
        return lua_gettop(L) - 2;
    }
    return lua_gettop(L) - below(at);
}

static int base_xpcall(lua_State *L) {
    int n = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    const lua_KContext at = entered(L, 2);
    int status = lua_pcallk(L, n - 2, LUA_MULTRET, 0, at, finish_xpcall);
    return finish_xpcall(L, status, at);
}

/* ---- Coroutines ---------------------------------------------------------------------------- */

/* Resumes a coroutine with the n values on top as arguments, and pushes its results. Returns their
 * number; or -1, with the error pushed. */
static int resume(lua_State *L, lua_State *co, int n) {
    int results;
    if (!lua_checkstack(co, n)) return luaL_error(L, "too many arguments to resume");
    lua_xmove(L, co, n);
    const bool in_policy = host_of(L)->in_policy;
    int status = lua_resume(co, L, n, &results);
    host_of(L)->in_policy = in_policy;
    go_on(L);
    if (status == LUA_OK || status == LUA_YIELD) {
        if (!lua_checkstack(L, results + 1)) return luaL_error(L, "too many results to resume");
        lua_xmove(co, L, results);
        return results;
    }
    if (status == LUA_ERRMEM) return host_doom(L, DOOM_LIMIT, LIMIT_SCRIPT_BYTES);
    lua_xmove(co, L, 1);
    return -1;
}

static lua_State *to_thread(lua_State *L) {
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    return co;
}

static int co_resume(lua_State *L) {
    int n = resume(L, to_thread(L), lua_gettop(L) - 1);
    lua_pushboolean(L, n >= 0);
    lua_insert(L, n >= 0 ? -(n + 1) : -2);
    return n >= 0 ? n + 1 : 2;
}

/* The function that coroutine.wrap returns; its upvalue is the coroutine. */
static int wrapped(lua_State *L) {
    int n = resume(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L));
    return n >= 0 ? n : lua_error(L);
}

static int co_create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    /* A coroutine may end before its first HOST_HOOK_STEPS instructions, which would then not be
     * counted, so they are charged here. */
    host_charge(L, HOST_HOOK_STEPS);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    return 1;
}

static int co_wrap(lua_State *L) {
    co_create(L);
    lua_pushcclosure(L, wrapped, 1);
    return 1;
}

static int co_close(lua_State *L) {
    lua_State *co = to_thread(L);
    if (co == L || (lua_status(co) == LUA_OK && lua_gettop(co) != 0 && co != L)) {
        lua_Debug at;
        if (co == L || lua_getstack(co, 0, &at))
            return luaL_error(L, "cannot close a running coroutine");
    }
    lua_resetthread(co);
    lua_pushboolean(L, 1);
    return 1;
}

/* ---- Opening ------------------------------------------------------------------------------- */

/* Functions that are written here, and functions of Lua's own that are kept as they are. */
static const luaL_Reg own[] = {{"tostring", base_tostring},
                               {"print", base_print},
                               {"pairs", base_pairs},
                               {"next", base_next},
                               {"setmetatable", base_setmetatable},
                               {"pcall", base_pcall},
                               {"xpcall", base_xpcall},
                               {NULL, NULL}};
static const char *const kept[] = {"assert", "error",        "ipairs",   "rawequal", "rawlen",
                                   "select", "getmetatable", "tonumber", "type"};
static const luaL_Reg own_coroutine[] = {{"create", co_create},
                                         {"resume", co_resume},
                                         {"wrap", co_wrap},
                                         {"close", co_close},
                                         {NULL, NULL}};
static const char *const kept_coroutine[] = {"yield", "status", "isyieldable", "running"};
static const char *const kept_math[] = {"abs", "ceil",       "floor",     "fmod",       "huge",
                                        "max", "maxinteger", "min",       "mininteger", "modf",
                                        "pi",  "sqrt",       "tointeger", "type",       "ult"};

/* Functions of Lua that may read a text of many digits to its end, which is charged. */
static const char *const reads_numbers[] = {"error", "select", "tonumber"};

/* Replaces the function `name` of the table on top by one that charges for its work. */
static void count_field(lua_State *L, const char *name) {
    if (lua_getfield(L, -1, name) == LUA_TFUNCTION) {
        lua_pushcclosure(L, host_counted, 1);
        lua_setfield(L, -2, name);
    } else {
        lua_pop(L, 1);
    }
}

/* Opens one of Lua's libraries where scripts cannot reach it, and copies the allowed names into the
 * table on top. */
static void keep(lua_State *L, lua_CFunction open, const char *name, const char *const *names,
                 size_t n) {
    lua_pushcfunction(L, open);
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
    for (size_t i = 0; i < n; i++) {
        lua_getfield(L, -1, names[i]);
        lua_setfield(L, -3, names[i]);
    }
    lua_pop(L, 1);
}

void host_open_base(lua_State *L) {
    keep(L, luaopen_base, "_G", kept, ARRAY_LEN(kept));
    for (size_t i = 0; i < ARRAY_LEN(reads_numbers); i++) count_field(L, reads_numbers[i]);
    luaL_setfuncs(L, own, 0);
    lua_pushliteral(L, "Lua 5.4");
    lua_setfield(L, -2, "_VERSION");
    lua_newtable(L);
    keep(L, luaopen_coroutine, "coroutine", kept_coroutine, ARRAY_LEN(kept_coroutine));
    luaL_setfuncs(L, own_coroutine, 0);
    lua_setfield(L, -2, "coroutine");
    lua_newtable(L);
    keep(L, luaopen_math, "math", kept_math, ARRAY_LEN(kept_math));
    for (size_t i = 0; i < ARRAY_LEN(kept_math); i++) count_field(L, kept_math[i]);
    lua_setfield(L, -2, "math");
}
