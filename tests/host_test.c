/* The sandbox of scripts: what it refuses, what it bounds, and what it must not show; and
 * battles and rules in Lua, on the duel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "host.h"
#include "odds.h"
#include "ruleset.h"

#undef ASSERT
#undef SKIP
#include "greatest.h"

struct talk {
    char out[20000];
    size_t used;
    bool stop;
};

static void take(void *user, const char *text, size_t len) {
    struct talk *t = user;
    if (len > sizeof t->out - 1 - t->used) len = sizeof t->out - 1 - t->used;
    memcpy(t->out + t->used, text, len);
    t->used += len;
}

static const struct image *no_rules(void *user, const char *name, enum host_end *end, char *why,
                                    size_t size) {
    (void)user;
    *end = HOST_MISSING;
    snprintf(why, size, "there are no rules '%s'", name);
    return NULL;
}

static bool stopped(void *user) {
    return ((struct talk *)user)->stop;
}

static struct talk talk;
static char why[700];

static enum host_end run_with(const char *script, uint64_t steps, uint64_t bytes) {
    struct host_options o = {.seed = 1, .steps = steps, .bytes = bytes};
    struct host_port p = {.rules = no_rules, .print = take, .stopped = stopped, .user = &talk};
    memset(&talk.out, 0, sizeof talk.out);
    talk.used = 0;
    struct host *h = host_new(&o, &p);
    enum host_end end = host_run(h, "test.lua", script, strlen(script));
    snprintf(why, sizeof why, "%s", host_why(h));
    host_free(h);
    return end;
}

/* A budget of ten million: a tenth of a second. */
static enum host_end run(const char *script) {
    return run_with(script, 10000000, 16000000);
}

#define PRINTS(script, text)              \
    do {                                  \
        enum host_end end_ = run(script); \
        ASSERT_STR_EQ("", why);           \
        ASSERT_EQ(HOST_GOOD, end_);       \
        ASSERT_STR_EQ(text, talk.out);    \
    } while (0)

#define FAILS(script, text)               \
    do {                                  \
        enum host_end end_ = run(script); \
        ASSERT_STR_EQ(text, why);         \
        ASSERT_EQ(HOST_MISTAKE, end_);    \
    } while (0)

/* Ends by the named limit, whatever the script tries. */
#define BOUNDED(script, limit)                    \
    do {                                          \
        enum host_end end_ = run(script);         \
        ASSERTm(why, strstr(why, limit) != NULL); \
        ASSERT_EQ(HOST_LIMIT, end_);              \
    } while (0)

/* Spends a budget of half a million: at worst a second or two, and not minutes. */
#define SPENT(script)                                            \
    do {                                                         \
        enum host_end end_ = run_with(script, 500000, 64000000); \
        ASSERTm(why, strstr(why, "SCRIPT_STEPS") != NULL);       \
        ASSERT_EQ(HOST_LIMIT, end_);                             \
    } while (0)
/* By the manual of Lua 5.4. */
TEST tables_and_texts_do_as_the_manual_says(void) {
    PRINTS("local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) table.insert(t, 3, 9) "
           "print(table.concat(t, ' '))",
           "0 1 9 2 3 4\n");
    PRINTS(
        "local t = {1, 2, 3, 4} print(table.remove(t), table.remove(t, 1), table.concat(t, ' '), "
        "table.remove({}))",
        "4\t1\t2 3\tnil\n");
    PRINTS("local p = table.pack(7, nil, 8) print(p.n, p[1], p[2], p[3])", "3\t7\tnil\t8\n");
    PRINTS("print(table.unpack({4, 5, 6}, 2)) print(table.unpack({4, 5, 6}, 2, 4)) "
           "print(select('#', table.unpack({}, 1, 3)))",
           "5\t6\n5\t6\tnil\n3\n");
    PRINTS("local t = {1, 2, 3, 4, 5} print(table.concat(table.move(t, 2, 4, 1), ' ')) "
           "print(table.concat(table.move({1, 2, 3}, 1, 3, 3), ' ')) "
           "print(table.concat(table.move({1, 2}, 1, 2, 2, {9}), ' '))",
           "2 3 4 4 5\n1 2 1 2 3\n9 1 2\n");
    PRINTS("local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) "
           "print(table.concat(t, ' ')) table.sort(t) print(table.concat(t, ' '))",
           "3 2 1\n1 2 3\n");
    PRINTS("print(('x'):rep(3, '-'), ('x'):rep(0), ('x'):rep(-1) == '', (''):rep(5))",
           "x-x-x\t\ttrue\t\n");
    PRINTS("print(0/0 ~= 0/0, tostring(0/0), 1e15, 2^53 == 2^53 + 1.0)",
           "true\tnan\t1e+15\ttrue\n");
    PRINTS("print(next({})) print(next({5})) print(rawlen({1, 2}), rawequal('a', 'a'))",
           "nil\n1\t5\n2\ttrue\n");
    FAILS("print(next({[{}] = 1}))", "test.lua:1: a table with a table as key has no order");
    PASS();
}

TEST patterns_do_as_the_manual_says(void) {
    PRINTS(
        "print(('a1 b2'):match('^%a%d'), ('  x'):find('%S'), ('K9'):match('%u%d'), "
        "('k'):match('%l'), ('.'):match('%p'), ('\\t'):match('%c') == '\\t', ('fF0'):match('%x+'), "
        "('a b'):match('%g+'), ('_w1'):match('%w+'), ('a'):match('%A'))",
        "a1\t3\tK9\tk\t.\ttrue\tfF0\ta\tw1\tnil\n");
    PRINTS("print(('hello'):match('[^h]+'), ('b-c'):match('[a-c]-'), ('x-y'):match('[a%-x]+'), "
           "('m'):match('[a-c]'), (']'):match('[]]'))",
           "ello\t\tx-\tnil\t]\n");
    PRINTS("print(('aXb'):find('X', -2), ('aXb'):find('X', 3), ('abc'):find('b', -10), "
           "('abc'):find('', 10), ('a.b'):find('.', 2, true))",
           "2\tnil\t2\tnil\t2\t2\n");
    PRINTS("print(('color colour'):gsub('colou?r', 'x'))", "x x\t2\n");
    PRINTS("print(('abc'):gsub('%w', '%0%0'), ('abc'):gsub('b', '%%'), ('hello'):gsub('l', {l = "
           "'L'}, 1), "
           "('abc'):gsub('.', function(c) if c == 'b' then return false end return c:upper() end))",
           "aabbcc\ta%c\theLlo\tAbC\t3\n");
    PRINTS("print(('f(a(b)c)d'):match('%b()'), ('THE (quick) fox'):find('%((%a+)%)'), "
           "('aa bb'):match('(%a)%1'), ('x'):match('()'))",
           "(a(b)c)\t5\ta\t1\n");
    PRINTS("for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do print(k, v) end", "a\t1\nb\t2\n");
    FAILS("('x'):gsub('x', '%9')", "test.lua:1: invalid capture index %9");
    FAILS("('x'):gsub('x', '%a')", "test.lua:1: invalid use of '%' in replacement string");
    FAILS("('x'):match('%1')", "test.lua:1: invalid capture index %1 in pattern");
    FAILS("('x'):match('[a')", "test.lua:1: malformed pattern (missing ']')");
    FAILS("('x'):match('%')", "test.lua:1: malformed pattern (ends with '%')");
    FAILS("('x'):gsub('x', function() return {} end)",
          "test.lua:1: invalid replacement value (a table)");
    PASS();
}

/* Errors that are caught, coroutines that are begun, left and closed, tables with a metatable. */
TEST control_goes_as_the_manual_says(void) {
    PRINTS("print(pcall(error, 'no')) print(pcall(function() return 1, 2 end)) "
           "print(xpcall(function() error('so', 0) end, function(m) return m .. '!' end)) "
           "print(xpcall(function(a) return a end, print, 7))",
           "false\tno\ntrue\t1\t2\nfalse\tso!\ntrue\t7\n");
    PRINTS(
        "local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error(b, 0) end) "
        "print(coroutine.resume(co, 1)) print(coroutine.status(co)) print(coroutine.resume(co, "
        "'x')) "
        "print(coroutine.status(co)) print(coroutine.close(co))",
        "true\t2\nsuspended\nfalse\tx\ndead\ntrue\n");
    PRINTS("local f = coroutine.wrap(function() for i = 1, 2 do coroutine.yield(i) end end) "
           "print(f(), f(), f())",
           "1\t2\n");
    PRINTS("local co co = coroutine.create(function() print(pcall(coroutine.close, co)) end) "
           "coroutine.resume(co)",
           "false\tcannot close a running coroutine\n");
    PRINTS("local t = setmetatable({}, {__index = function(_, k) return k .. '?' end, __call = "
           "function(_, a) return a * 2 end}) print(t.x, t(4)) setmetatable(t, nil) print(t.x)",
           "x?\t8\nnil\n");
    PASS();
}

TEST plain_lua_runs(void) {
    PRINTS("local t = {} for i = 1, 3 do t[#t + 1] = i * i end print(table.concat(t, ' '))",
           "1 4 9\n");
    PRINTS("print(('x'):rep(3, '-'), #'abc', ('%5.2f|%s|%q'):format(1.5, nil, 'a'))",
           "x-x-x\t3\t 1.50|nil|\"a\"\n");
    PRINTS("print(pcall(error, 'no')) print(select('#', 1, nil)) print(math.max(3, 7) // 2)",
           "false\tno\n2\n3\n");
    PRINTS("print(utf8.len('h\xc3\xa9'), utf8.char(233))", "2\t\xc3\xa9\n");
    PASS();
}

TEST what_is_not_allowed_is_not_there(void) {
    PRINTS("for _, n in ipairs{'load', 'loadstring', 'loadfile', 'dofile', 'require', "
           "'collectgarbage', 'io', 'os', "
           "'debug', 'package', 'rawset', 'rawget', '_G', 'warn'} do if _ENV[n] ~= nil then "
           "print(n) end end",
           "");
    PRINTS("print(string.dump, math.random, math.sin, table.foo, os)", "nil\tnil\tnil\tnil\tnil\n");
    FAILS("getmetatable('').__index = nil", "test.lua:1: attempt to index a boolean value");
    PASS();
}

TEST no_address_is_seen(void) {
    PRINTS("print({}, print, coroutine.create(print))", "table\tfunction\tthread\n");
    PRINTS("print(('%s %s'):format({}, print))", "table function\n");
    FAILS("print(('%p'):format({}))", "test.lua:1: a format of a script has no %p");
    FAILS("print(('%5p'):format({}))", "test.lua:1: a format of a script has no %p");
    FAILS("error({})", "test.lua: table");
    FAILS("error('no place', 0)", "test.lua: no place");
    PRINTS("print(pcall(error, {}))", "false\ttable\n");
    PRINTS("print(tostring(setmetatable({}, {__tostring = function() return 'me' end})))", "me\n");
    PRINTS("print(select(2, pcall(function() return {} < {} end)))",
           "test.lua:1: attempt to compare two table values\n");
    PASS();
}

TEST keys_come_in_one_order(void) {
    PRINTS("local t = {z = 1, a = 1, [10] = 1, [2] = 1, [1.5] = 1, [true] = 1, [-1] = 1, b = 1} "
           "for k in pairs(t) do print(k) end",
           "-1\n1.5\n2\n10\na\nb\nz\ntrue\n");
    PRINTS("local t = {3, 4, c = 1, b = 2} local k, v repeat k, v = next(t, k) print(k, v) until k "
           "== nil",
           "1\t3\n2\t4\nb\t2\nc\t1\nnil\tnil\n");
    PRINTS("local t = {a = 1, b = 2, c = 3} for k in pairs(t) do t.b = nil print(k) end", "a\nc\n");
    FAILS("for k in pairs({[{}] = 1}) do end", "test.lua:1: a table with a table as key has no "
                                               "order; pairs takes numbers, texts and things");
    PRINTS("local t = {} for i = 1, 9 do t[i] = {i % 3, i} end table.sort(t, function(a, b) return "
           "a[1] < b[1] end) "
           "local s = '' for _, p in ipairs(t) do s = s .. p[2] end print(s)",
           "369147258\n");
    PRINTS("local t = {'b', 'a', 'C'} table.sort(t) print(table.concat(t))", "Cab\n");
    PASS();
}

TEST a_loop_ends(void) {
    BOUNDED("while true do end", "SCRIPT_STEPS");
    BOUNDED("repeat pcall(function() while true do end end) until false", "SCRIPT_STEPS");
    BOUNDED("while true do xpcall(function() while true do end end, function() while true do end "
            "end) end",
            "SCRIPT_STEPS");
    BOUNDED(
        "while true do local co = coroutine.wrap(function() while true do end end) pcall(co) end",
        "SCRIPT_STEPS");
    BOUNDED("local t = setmetatable({}, {__index = function() while true do end end}) while true "
            "do pcall(function() "
            "return t.x end) end",
            "SCRIPT_STEPS");
    BOUNDED("for i = 1, math.huge do pcall(string.rep) end", "SCRIPT_STEPS");
    BOUNDED("local function f() return pcall(f) end while true do f() end", "SCRIPT_STEPS");
    BOUNDED("table.sort({3, 2, 1, 5, 4}, function(a, b) while true do end end)", "SCRIPT_STEPS");
    BOUNDED("('x'):gsub('x', function() while true do end end)", "SCRIPT_STEPS");
    PASS();
}

TEST work_in_c_is_counted(void) {
    BOUNDED("local s = ('a'):rep(200) s:find(('a*'):rep(30) .. 'b')", "SCRIPT_STEPS");
    BOUNDED("local s = ('a'):rep(30000) while true do s:match('.-b') end", "SCRIPT_STEPS");
    BOUNDED("local s = ('('):rep(20000) s:gsub('%b()', '')", "SCRIPT_STEPS");
    BOUNDED("table.move({}, 1, 1 << 60, 2)", "SCRIPT_STEPS");
    BOUNDED("local s = ('x'):rep(200000) while true do local t = s:upper() end", "SCRIPT_STEPS");
    BOUNDED("local s = ('x'):rep(200000) while true do local t = #(s .. s) end", "SCRIPT_");
    BOUNDED("local t = {} for i = 1, 100000 do t[i] = i end while true do next(t, 5) end",
            "SCRIPT_STEPS");
    FAILS("table.unpack({}, 1, 1 << 40)", "test.lua:1: too many results to unpack");
    FAILS("table.concat({}, 'x', 1, 1 << 60)",
          "test.lua:1: invalid value (nil) at index 1 in table for 'concat'");
    PASS();
}

/* Calls that cost Lua's machine one instruction and a C function much work. Uncharged, each would
 * go on for hours; the budget is spent in seconds. */
TEST work_in_c_that_looks_small_is_counted(void) {
    /* A set of a hundred thousand letters, none of them in the text. */
    BOUNDED("local s, p = ('b'):rep(100000), '[' .. ('a'):rep(100000) .. ']' while true do "
            "s:find(p) end",
            "SCRIPT_STEPS");
    BOUNDED("local s, p = ('b'):rep(100000), '%f[' .. ('a'):rep(100000) .. ']' while true do "
            "s:find(p) end",
            "SCRIPT_STEPS");
    BOUNDED("local p = ('a'):rep(200000) while true do (''):find(p) end", "SCRIPT_STEPS");
    /* Nothing, a hundred thousand times over for each letter. */
    BOUNDED("local s, t = ('b'):rep(200000), ('%1'):rep(100000) while true do s:gsub('(a*)', t) "
            "end",
            "SCRIPT_STEPS");
    BOUNDED("local s = ('1'):rep(200000) while true do tonumber(s) end", "SCRIPT_STEPS");
    /* Texts that differ in their last byte. */
    BOUNDED("local s, t = ('x'):rep(200000), {} for i = 1, 9 do t[s .. i] = i end while true do "
            "pairs(t) end",
            "SCRIPT_STEPS");
    /* The room of a hundred thousand keys that have gone. */
    BOUNDED("local t = {} for i = 1, 100000 do t['k' .. i] = 1 end for i = 1, 100000 do t['k' .. "
            "i] = nil end while true do pcall(next, t) end",
            "SCRIPT_STEPS");
    /* A hundred keys and a length of 2^63 - 1. */
    static const char longest[] =
        "local t = {} for i = 0, 62 do t[1 << i] = 1 t[(1 << i) + 1] = 1 end "
        "t[math.maxinteger] = 1 print(#t == math.maxinteger) ";
    char script[400];
    PRINTS(longest, "true\n");
    snprintf(script, sizeof script, "%s table.sort(t)", longest);
    BOUNDED(script, "SCRIPT_STEPS");
    snprintf(script, sizeof script, "%s pcall(table.remove, t, 1)", longest);
    BOUNDED(script, "SCRIPT_STEPS");
    snprintf(script, sizeof script, "%s table.insert(t, 1)", longest);
    FAILS(script, "test.lua:1: too many elements");
    PASS();
}

/* Work that Lua does within one instruction or call, where nothing counts it: each of these once
 * went on for minutes to days. */
TEST one_instruction_cannot_do_much(void) {
    /* Texts that differ nowhere, and in their last byte. */
    SPENT("local a, b = ('a'):rep(200000), ('a'):rep(100000) .. ('a'):rep(100000) "
          "while true do if a == b then end end");
    SPENT("local a = ('a'):rep(200000) local b = a .. 'b' while true do if a < b then end end");
    SPENT("local a, b = ('a'):rep(200000), ('a'):rep(100000) .. ('a'):rep(100000) "
          "local t = {[a] = 1} while true do local x = t[b] end");
    /* Digits. */
    SPENT("local s = '-' .. ('9'):rep(200000) while true do for i = 1, s do end end");
    SPENT("local s = ('9'):rep(200000) while true do math.abs(s) end");
    SPENT("local s = ('0'):rep(200000) while true do select(s .. 1) end");
    SPENT("local s = ('9'):rep(200000) while true do pcall(table.insert, {}, s, 1) end");
    SPENT("local s = ('9'):rep(200000) while true do pcall(error, 'x', s) end");
    SPENT("local s = ('9'):rep(200000) while true do pcall(string.find, 'x', 'x', s) end");
    /* Keys that all fall on one place. */
    SPENT("local t = {} for i = 1, 4000 do t[i * 4095] = i end while true do local x = "
          "t[4095 * 5000] end");
    SPENT("local t = {} for i = 1, 4000 do t[i * 4095] = i end while true do pairs(t) end");
    /* Two thousand tables, one behind the other; a table that is called by way of itself. */
    SPENT("local t = {} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end "
          "while true do local x = t.x end");
    SPENT("local t = {} for i = 1, 1900 do t = setmetatable({}, {__newindex = t}) end "
          "while true do t.x = nil end");
    FAILS("local t = {} setmetatable(t, {__index = t}) print(t.x)",
          "test.lua:1: '__index' chain too long; possibly a loop");
    FAILS("local t = {} setmetatable(t, {__call = t}) t()",
          "test.lua:1: '__call' must be a function");
    /* A hundred thousand values, handed on. */
    SPENT("local function g() end local function f(...) while true do g(...) end end "
          "f(('x'):rep(100000):byte(1, -1))");
    SPENT("local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...) end f()");
    PASS();
}

TEST one_call_cannot_do_much(void) {
    SPENT("local f, t = ('%99.99f'):rep(500), {} for i = 1, 500 do t[i] = 1.7e308 end "
          "while true do f:format(table.unpack(t)) end");
    SPENT("while true do ('x'):rep(200000) end");
    SPENT("while true do ('x'):rep(2, ('-'):rep(200000)) end");
    SPENT("local s = 'a' .. ('\\x80'):rep(200000) local f = utf8.codes(s) while true do "
          "pcall(f, s, 1) end");
    SPENT("local s = ('a'):rep(200000) while true do utf8.len(s) end");
    SPENT("local s = ('a'):rep(200000) while true do utf8.offset(s, 199999) end");
    SPENT("local t = {} for i = 1, 50000 do t[i] = 1 end while true do table.move(t, 1, 50000, 2)"
          " end");
    SPENT("local t = {} for i = 1, 5000 do t[i] = i end while true do table.sort(t, function() "
          "return true end) end");
    SPENT("local t = {} for i = 1, 5000 do t[i] = 1.7e308 / i end while true do "
          "table.concat(t) end");
    /* Coroutines that end before a thousand instructions. */
    SPENT("while true do coroutine.wrap(function() for i = 1, 300 do end end)() end");
    SPENT("local function f() return coroutine.wrap(f)() end while true do pcall(f) end");
    SPENT("local function f() return ('x'):gsub('x', f) end while true do pcall(f) end");
    SPENT("local function f(a, b) table.sort({2, 1}, f) return a < b end while true do pcall(f) "
          "end");
    SPENT("local t = setmetatable({}, {}) local m = {__tostring = function(x) return tostring(x) "
          "end} setmetatable(t, m) while true do pcall(tostring, t) end");
    /* The text of an error is asked for after the script has ended. */
    SPENT("error(setmetatable({}, {__tostring = function() while true do end end}))");
    SPENT("::again:: goto again");
    PASS();
}

TEST no_text_has_byte_zero(void) {
    FAILS("local s =\n'a\\0b'", "test.lua:2: a text of a script has no byte 0");
    FAILS("local s = \"\\x00\"", "test.lua:1: a text of a script has no byte 0");
    FAILS("local s = '\\\\\\u{000}'", "test.lua:1: a text of a script has no byte 0");
    FAILS("local s = '\\z\n \\0001'", "test.lua:2: a text of a script has no byte 0");
    FAILS("string.char(65, 0)", "test.lua:1: a text of a script has no byte 0");
    FAILS("utf8.char(0)", "test.lua:1: a text of a script has no byte 0");
    FAILS("('%c'):format(0)", "test.lua:1: a text of a script has no byte 0");
    PRINTS("print('\\\\0', '\\048', '\\x01' == '\\1', [[\\0]], [==[ ]] '\\0' ]==]) -- '\\0'\n"
           "--[[ '\\0'\n ]] print(\"it's\", '\\u{30}') --[=[ ]] '\\0' ]=]",
           "\\0\t0\ttrue\t\\0\t ]] '\\0' \nit's\t0\n");
    PASS();
}

TEST tables_behind_tables(void) {
    PRINTS("local a = {x = 1} local b = setmetatable({y = 2}, {__index = a}) "
           "local c = setmetatable({}, {__index = b}) print(c.x, c.y, c.z, rawlen(c))",
           "1\t2\tnil\t0\n");
    PRINTS("local a = setmetatable({}, {__index = function(t, k) return k .. '!' end}) "
           "local b = setmetatable({}, {__index = a}) print(b.x, b.x == a.x)",
           "x!\ttrue\n");
    PRINTS("local a = {} local b = setmetatable({}, {__newindex = a}) "
           "local c = setmetatable({}, {__newindex = b}) c.x = 1 b.y = 2 "
           "print(a.x, b.x, c.x, a.y)",
           "1\tnil\tnil\t2\n");
    PRINTS("local seen local a = setmetatable({}, {__newindex = function(t, k, v) seen = k end}) "
           "local b = setmetatable({}, {__newindex = a}) b.x = 1 print(seen)",
           "x\n");
    PRINTS("local Unit = {} Unit.__index = Unit function Unit:name() return self.n end "
           "print(setmetatable({n = 'Ann'}, Unit):name())",
           "Ann\n");
    PRINTS("local a = setmetatable({}, {__index = 'a text'}) "
           "local b = setmetatable({}, {__index = a}) print(b.len('four'))",
           "4\n");
    FAILS("local t = {} setmetatable(t, {__newindex = t}) t.x = 1",
          "test.lua:1: '__newindex' chain too long; possibly a loop");
    FAILS("local a = setmetatable({}, {__newindex = 5}) "
          "local b = setmetatable({}, {__newindex = a}) b.x = 1",
          "test.lua:1: attempt to index a number value");
    FAILS("local a = setmetatable({}, {__index = true}) "
          "local b = setmetatable({}, {__index = a}) print(b.x)",
          "test.lua:1: attempt to index a boolean value");
    PASS();
}

TEST memory_is_bounded(void) {
    BOUNDED("local t = {} while true do t[#t + 1] = {} end", "SCRIPT_BYTES");
    BOUNDED("local t = {} while true do pcall(function() while true do t[#t + 1] = {1, 2, 3} end "
            "end) end",
            "SCRIPT_BYTES");
    BOUNDED("local s = 'x' while true do s = s .. s end", "SCRIPT_TEXT");
    BOUNDED("local s = ('x'):rep(1 << 40)", "SCRIPT_TEXT");
    BOUNDED("while true do print('flood') end", "SCRIPT_STEPS");
    /* A stack that deep makes all that is done on it dear. */
    BOUNDED("local function f() return 1 + f() end f()", "SCRIPT_STEPS");
    BOUNDED("local function f() return 1 + f() end while true do pcall(f) end", "SCRIPT_STEPS");
    PASS();
}

/* Each error that is caught makes Lua go over all calls under way, here three thousand. */
TEST a_caught_error_costs_what_is_under_way(void) {
    SPENT("local function f(n) if n > 0 then return 1 + f(n - 1) end "
          "for i = 1, 1000 do pcall(error) end return 0 end f(3000)");
    SPENT("local function f(n) if n > 0 then return 1 + f(n - 1) end "
          "for i = 1, 1000 do xpcall(error, type) end return 0 end f(3000)");
    SPENT("local function f() pcall(f) return 1 + f() end f()");
    PASS();
}

/* The host's end of a script: so many pieces between two texts. */
static enum host_end run_row(const char *before, int n, const char *piece, const char *after) {
    size_t size = strlen(before) + (size_t)n * strlen(piece) + strlen(after) + 1;
    char *text = malloc(size), *at = text + snprintf(text, size, "%s", before);
    for (int i = 0; i < n; i++) at += snprintf(at, size - (size_t)(at - text), "%s", piece);
    snprintf(at, size - (size_t)(at - text), "%s", after);
    enum host_end end = run_with(text, 0, 0);
    free(text);
    return end;
}

#define LOOKS_BACK(place, before, n, piece, after)                                       \
    do {                                                                                 \
        static const char said[] = place ": the script passed the limit SCRIPT_LOOKS ("; \
        ASSERT_EQ(HOST_LIMIT, run_row(before, n, piece, after));                         \
        why[sizeof said - 1] = 0;                                                        \
        ASSERT_STR_EQ(said, why);                                                        \
    } while (0)

/* Lua's compiler would be at each of these for minutes. The kth jump looks at k - 1, and each name
 * behind the first 200 at 200: the first line where the sum is more than a thousand million. */
TEST a_text_that_lua_compiles_slowly_is_refused_with_its_line(void) {
    LOOKS_BACK("test.lua:44327", "local x\nif x then\n", 300000, "elseif x then\n", "end");
    LOOKS_BACK("test.lua:44524", "local x = x\n", 300000, "and x\n", "");
    LOOKS_BACK("test.lua:44524", "local x = x\n", 300000, "or x\n", "");
    LOOKS_BACK("test.lua:44326", "while x do\n", 100000, "if x then break end\n", "end");
    LOOKS_BACK("test.lua:44522", "::a::\n", 100000, "goto a\n", "");
    LOOKS_BACK("test.lua:44723", "local x = {\n", 100000, "1234567.5,\n", "}");
    PASS();
}

/* Fifty functions one in the other, with four names each, the first with three. For a name in the
 * innermost there are 199 around, 4 + 8 + … + 200 upvalues and 200 of its own: 5,499, so that not
 * quite 181,851 fit into a thousand million. */
TEST names_inside_many_functions_are_bounded(void) {
    char before[2000] = "", after[300] = "";
    for (int i = 0; i < 50; i++) strcat(before, "local a local function f() ");
    for (int i = 0; i < 50; i++) strcat(after, "end ");
    ASSERT_EQ(HOST_GOOD, run_row(before, 181000, "a = 1 ", after));
    ASSERT_EQ(HOST_LIMIT, run_row(before, 182000, "a = 1 ", after));
    ASSERTm(why, strstr(why, "SCRIPT_LOOKS"));
    PASS();
}

TEST a_long_text_is_compiled(void) {
    ASSERT_EQ(HOST_GOOD, run_row("local x if x then\n", 8000, "elseif x then\n", "end"));
    ASSERT_EQ(HOST_GOOD, run_row("local x local t = {\n", 50000,
                                 "{x = 1, y = 12.5, -- or or or\n 'and and', [[goto goto]]},\n",
                                 "} return #t"));
    ASSERT_EQ(HOST_GOOD, run_row("local x\n", 50000,
                                 "x = function(a, b) if a or b then return a and x end end\n", ""));
    PASS();
}

TEST metatables_cannot_reach_past_the_end(void) {
    FAILS("setmetatable({}, {__gc = print})",
          "test.lua:1: a metatable of a script cannot have __gc");
    FAILS("setmetatable({}, {__mode = 'k'})",
          "test.lua:1: a metatable of a script cannot have __mode");
    FAILS("setmetatable({}, {__close = print})",
          "test.lua:1: a metatable of a script cannot have __close");
    FAILS("local m = {} local t = setmetatable({}, m) m.__close = print local x <close> = t",
          "test.lua:1: variable 'x' got a non-closable value");
    FAILS("setmetatable(setmetatable({}, {__metatable = 1}), {})",
          "test.lua:1: cannot change a protected metatable");
    PRINTS("local m = {__index = {a = 1}} local t = setmetatable({}, m) print(t.a, getmetatable(t) "
           "== m)",
           "1\ttrue\n");
    FAILS("setmetatable(print, {})",
          "test.lua:1: bad argument #1 to 'setmetatable' (table expected, got function)");
    PASS();
}

TEST patterns_are_those_of_the_manual(void) {
    PRINTS("print(('key = value'):match('^(%w+)%s*=%s*(%w+)$'))", "key\tvalue\n");
    PRINTS("print(('hello world'):find('o w'), ('a.b'):find('.', 1, true), ('abc'):find('b()'))",
           "5\t2\t2\t2\t3\n");
    PRINTS("print(('a,b,,c'):gsub(',', ';'), ('abc'):gsub('', '-'))", "a;b;;c\t-a-b-c-\t4\n");
    PRINTS("print(('THE (quick) fox'):find('%((%a+)%)'), ('f(a(b)c)d'):match('%b()'))",
           "5\t(a(b)c)\n");
    PRINTS("print(('THE END'):gsub('%f[%a]%a+', string.lower), ('x'):gsub('x', '%0%0'))",
           "the end\txx\t1\n");
    PRINTS("for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do print(k, v) end", "a\t1\nb\t2\n");
    PRINTS("print(('abcabc'):match('(a)(b)(c)%1'), ('[x]'):match('[]x[]+'), ('-'):match('[a%-z]'))",
           "a\t[x]\t-\n");
    PRINTS("print(('$name is {x}'):gsub('%$(%w+)', {name = 'Ann'}), ('aaa'):match('a-$'), "
           "('aXb'):match('%u'))",
           "Ann is {x}\taaa\tX\n");
    FAILS("('x'):find('[a')", "test.lua:1: malformed pattern (missing ']')");
    FAILS("('x'):find('%')", "test.lua:1: malformed pattern (ends with '%')");
    FAILS("('x'):find('(')", "test.lua:1: unfinished capture");
    PASS();
}

TEST coroutines_work(void) {
    PRINTS("local co = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 "
           "end) print(co(1), co(5))",
           "2\t10\n");
    PRINTS("local co = coroutine.create(function() error('x', 0) end) print(coroutine.resume(co)) "
           "print(coroutine.status(co), coroutine.close(co))",
           "false\tx\ndead\ttrue\n");
    PRINTS("local co = coroutine.wrap(function() print(pcall(function() coroutine.yield(1) "
           "error('late', 0) end)) end) "
           "co() co()",
           "false\tlate\n");
    PASS();
}

TEST messages_have_a_place(void) {
    FAILS("local x =\n\nnil + 1", "test.lua:3: attempt to perform arithmetic on a nil value");
    FAILS("local x = = 1", "test.lua:1: unexpected symbol near '='");
    FAILS("\x1bLua", "test.lua: attempt to load a binary chunk (mode is 't')");
    FAILS("myth.battle { }", "test.lua:1: myth.battle needs rules = NAME");
    FAILS("myth.roll(2, 'd')", "test.lua:1: 'd' is no die: \"d6\", \"d10\", up to \"d1000000\"");
    FAILS("myth.inch(0.00001)", "test.lua:1: 1e-05 inches are no whole number of units");
    ASSERT_EQ(HOST_MISSING, run("myth.rules('nowhere')"));
    ASSERT_STR_EQ("there are no rules 'nowhere'", why);
    PASS();
}

TEST chance_is_the_seeds(void) {
    ASSERT_EQ(HOST_GOOD, run("print(table.concat(myth.roll(8, 'd10'), ' '), myth.random(100))"));
    char first[sizeof talk.out];
    memcpy(first, talk.out, sizeof first);
    ASSERT_EQ(HOST_GOOD, run("print(table.concat(myth.roll(8, 'd10'), ' '), myth.random(100))"));
    ASSERT_STR_EQ(first, talk.out);
    PRINTS("print(myth.inch(6), myth.inch(2.5), myth.mm(32), myth.seed)", "15240\t6350\t3200\t1\n");
    PRINTS("for _, f in ipairs(myth.roll(1000, 'd6')) do if f < 1 or f > 6 then print(f) end end",
           "");
    PASS();
}

TEST interrupted(void) {
    talk.stop = true;
    enum host_end end = run("while true do pcall(function() while true do end end) end");
    talk.stop = false;
    ASSERT_EQ(HOST_STOPPED, end);
    PASS();
}

SUITE(sandbox) {
    RUN_TEST(tables_and_texts_do_as_the_manual_says);
    RUN_TEST(patterns_do_as_the_manual_says);
    RUN_TEST(control_goes_as_the_manual_says);
    RUN_TEST(plain_lua_runs);
    RUN_TEST(what_is_not_allowed_is_not_there);
    RUN_TEST(no_address_is_seen);
    RUN_TEST(keys_come_in_one_order);
    RUN_TEST(a_loop_ends);
    RUN_TEST(work_in_c_is_counted);
    RUN_TEST(work_in_c_that_looks_small_is_counted);
    RUN_TEST(one_instruction_cannot_do_much);
    RUN_TEST(one_call_cannot_do_much);
    RUN_TEST(no_text_has_byte_zero);
    RUN_TEST(tables_behind_tables);
    RUN_TEST(memory_is_bounded);
    RUN_TEST(a_caught_error_costs_what_is_under_way);
    RUN_TEST(a_text_that_lua_compiles_slowly_is_refused_with_its_line);
    RUN_TEST(names_inside_many_functions_are_bounded);
    RUN_TEST(a_long_text_is_compiled);
    RUN_TEST(metatables_cannot_reach_past_the_end);
    RUN_TEST(patterns_are_those_of_the_manual);
    RUN_TEST(coroutines_work);
    RUN_TEST(messages_have_a_place);
    RUN_TEST(chance_is_the_seeds);
    RUN_TEST(interrupted);
}

/* ---- Battles of the duel ---------------------------------------------------------- */

static struct image *duel;

static const struct image *the_duel(void *user, const char *name, enum host_end *end, char *text,
                                    size_t size) {
    (void)user;
    if (strcmp(name, "duel") == 0) return duel;
    *end = HOST_MISSING;
    snprintf(text, size, "there are no rules '%s'", name);
    return NULL;
}

struct ends {
    bool (*look)(void *looker, struct battle *ended, int64_t *key);
    void *looker;
};

static bool look_at(void *user, struct battle *ended, int64_t *values, struct run_error *error) {
    struct ends *e = user;
    (void)error;
    return e->look(e->looker, ended, values);
}

static bool odds_of(void *user, const struct host_odds *what, char *text, size_t size) {
    struct run_options o = {.seed = 1, .chance = CHANCE_LAZY};
    struct odds_options options = {.policy = ODDS_FIRST, .best = -1, .best_player = NONE};
    struct odds_column column = {.name = "value", .type = {V_NUMBER, 0, -1}};
    struct ends ends = {what->look, what->looker};
    struct odds_table table = {0};
    struct arena arena = {0};
    (void)user;
    for (int i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    struct battle *b = battle_new(battle_image(what->from), &o);
    if (what->rules_count) battle_outside(b, what->outside, what->rules, what->rules_count);
    battle_stand(b, battle_world(what->from));
    bool good = odds_ends(b, &column, 1, (struct odds_look){look_at, &ends}, &options, &arena,
                          &table) == ODDS_GOOD;
    if (!good) snprintf(text, size, "%s", table.error.text);
    for (int32_t i = 0; good && i < table.column[0].rows; i++) {
        char fraction[200];
        const struct odds_row *r = &table.column[0].row[i];
        snprintf(fraction, sizeof fraction, "%s/%s", r->odds.numerator, r->odds.denominator);
        what->outcome(what->looker, r->value, fraction);
    }
    battle_free(b);
    arena_free(&arena);
    return good;
}

static bool rule_failed;
static char rule_text[300];

/* Runs a script on the duel; the prelude sets up six slingers and five spears, 18" apart. */
static enum host_end battle_with(const char *script) {
    static const char prelude[] = "local rules = myth.rules('duel')\n"
                                  "local function two(more) local t = {rules = rules} for k, v in "
                                  "pairs(more or {}) do t[k] = v end\n"
                                  "local b = myth.battle(t) local u, v = b:create('slingers', "
                                  "'red'), b:create('spears', 'blue')\n"
                                  "b:place(u, {myth.inch(18), myth.inch(2)}) b:place(v, "
                                  "{myth.inch(18), myth.inch(20)}) return b, u, v end ";
    struct host_options o = {.seed = 1};
    struct host_port p = {.rules = the_duel, .print = take, .odds = odds_of, .user = &talk};
    char text[4000];
    memset(&talk.out, 0, sizeof talk.out);
    talk.used = 0;
    int n = snprintf(text, sizeof text, "%s%s", prelude, script);
    struct host *h = host_new(&o, &p);
    enum host_end end = host_run(h, "test.lua", text, (size_t)n);
    const struct image *img;
    struct run_error error;
    snprintf(why, sizeof why, "%s", host_why(h));
    rule_failed = host_rule_error(h, &img, &error);
    snprintf(rule_text, sizeof rule_text, "%s", rule_failed ? error.text : "");
    host_free(h);
    return end;
}

#define PLAYS(script, text)                       \
    do {                                          \
        enum host_end end_ = battle_with(script); \
        ASSERT_STR_EQ("", why);                   \
        ASSERT_STR_EQ("", rule_text);             \
        ASSERT_EQ(HOST_GOOD, end_);               \
        ASSERT_STR_EQ(text, talk.out);            \
    } while (0)

#define REFUSED(script, text)                     \
    do {                                          \
        enum host_end end_ = battle_with(script); \
        ASSERT_STR_EQ(text, why);                 \
        ASSERT_EQ(HOST_MISTAKE, end_);            \
    } while (0)

TEST things_are_read_by_name(void) {
    PLAYS("local b, u, v = two() print(u, u.kind, u.blueprint, u.strength, u.aim, u.owner == "
          "b.red, #u.models)",
          "Slingers 1\tunit\tslingers\t6\t5\ttrue\t6\n");
    /* 18" between the places; bases of 32 mm: two radii of 1600 units less. */
    PLAYS("local b, u, v = two() print(b:distance(u, v), u.models[1].place.x, u.models[1].place.y, "
          "#b.units, b.points.red)",
          "42520\t45720\t5080\t2\t0\n");
    PLAYS("local b, u, v = two() print(b:value('engaged', u), b:value('targets', u)[1] == v, "
          "b:opponent('red') == b.blue)",
          "false\ttrue\ttrue\n");
    PLAYS("local b, u = two() b:set(u, 'shaken', 3) print(u.shaken) b:set(u, 'shaken', 99) "
          "print(u.shaken)",
          "3\n9\n");
    PLAYS("local b, u, v = two() local t = {[v] = 'v', [u] = 'u'} for k, n in pairs(t) do print(n) "
          "end",
          "u\nv\n");
    PASS();
}

TEST what_is_misspelt_is_named(void) {
    REFUSED("local b, u = two() print(u.strenth)",
            "test.lua:4: a unit has no field 'strenth', did you mean 'strength'?");
    REFUSED("local b = two() b:create('slinger_s')",
            "test.lua:4: there is no blueprint 'slinger_s', did you mean 'slingers'?");
    REFUSED("local b = two() b:start('voley')",
            "test.lua:4: there is no event 'voley', did you mean 'volley'?");
    REFUSED("local b, u = two() b:start('volley', {shoter = u})",
            "test.lua:4: volley has no role 'shoter'");
    REFUSED("rules.before('volly', print)",
            "test.lua:4: there is no event 'volly', did you mean 'volley'?");
    REFUSED("local b, u = two() b:place(u, {1.5, 2})",
            "test.lua:4: a place is {x, y}, both whole numbers of units");
    REFUSED("local b, u = two() u.aim = 3",
            "test.lua:4: a thing is not written like this: battle:set(thing, \"aim\", value), in a "
            "rule e:set(…)");
    PASS();
}

/* A rule in Lua that is wrong, and a word of what is said of it. */
TEST mistakes_in_rules_are_said(void) {
    static const struct {
        const char *handler, *said;
    } wrong[] = {
        {"e.zzz = 3", "volley has no role 'zzz'"},
        {"return e.zzz", "volley has no role 'zzz', and a rule no such word"},
        {"e:do_event('volley', {whom = e.target})", "was given a role that it does not have"},
        {"e:do_event('volley', 3)", "table expected, got number"},
        {"e:ask_one{player = 'red', from = {}}", "a question has 1 to"},
        {"e:ask_one{player = 'red', from = {1, 'x'}}", "candidates are of one sort"},
        {"e:ask_one{player = 'red', from = {'a\\nb'}}", "a candidate is one line"},
        {"e:ask_one{player = 'red', prompt = 'a\\nb', from = {1}}", "a prompt is one line"},
        {"e:ask_one{player = 'green', from = {1}}", "there is no player 'green'"},
        {"e:may('Sure?')", "who is asked? volley has no role actor: name a player"},
        {"e:say(string.rep('x', 5000))", "a text of at most"},
        {"e:roll(1000000, 'd10')", "too many dice"},
        {"e:roll('d7')", "d7"},
        {"e:set(e.target, 'zzz', 3)", "a unit has no field 'zzz'"},
        {"e:give('dreadful', e.target, 'melee')", "an event that is not running"},
        {"e:give('zzz', e.target)", "there is no blueprint 'zzz'"},
        {"e:value('zzz')", "there is no number"},
        {"e:in_zone(e.target, e.shooter)", "in_zone: a group has no outline"},
        {"e:value('worth', 1, 2)", "takes 1 argument"},
        {"e.say('x')", "the event at hand is expected"},
        {"stray = 3", "a rule cannot write the global 'stray'"},
        {"print('x')", "print is not for a rule"},
    };
    int bad = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char script[600];
        snprintf(script, sizeof script,
                 "rules.before('volley', function(e) %s end) local b, u, v = two() "
                 "b:start('volley', {shooter = u, target = v, aimed = false}) b:play()",
                 wrong[i].handler);
        battle_with(script);
        bool said = strstr(rule_text, wrong[i].said) != NULL;
        if (!said) printf("%s\n    is said to be: %s\n", wrong[i].handler, rule_text);
        bad += !said;
    }
    ASSERT_EQ_FMT(0, bad, "%d");
    PASS();
}

/* Sixteen rows in Lua may speak of a number at once. */
TEST rows_in_lua_have_a_bound(void) {
    PLAYS("for i = 1, 16 do rules.truth('engaged', function(e) return true end) end "
          "local b, u = two() print(b:value('engaged', u))",
          "true\n");
    REFUSED("for i = 1, 17 do rules.truth('engaged', function(e) return true end) end "
            "local b, u = two() print(b:value('engaged', u))",
            "test.lua:4: engaged: more than 16 rows in Lua apply to one number");
    PASS();
}

TEST battles_are_functions_of_their_seed(void) {
    PLAYS("local function h(s) local b, u, v = two{seed = s} b:start('volley', {shooter = u, "
          "target = v, aimed = false}) b:play() "
          "return b.hash end local other = 0 for s = 1, 20 do if h(s) ~= h(5) then other = other + "
          "1 end end "
          "print(h(5) == h(5), other > 0)",
          "true\ttrue\n");
    PASS();
}

/* Six slingers, aim 5, long range -1: each hits by 4 of 10. Who was hit at all is shaken: the odds
 * of no hit are (6/10)^6. */
TEST odds_are_exact(void) {
    PLAYS("rules.before('casualties', function(e) e:cancel() end) local b, u, v = two() "
          "b:start('volley', {shooter = u, target = v, aimed = false}) "
          "for _, o in ipairs(b:odds(function(e) return e:thing(v).shaken end)) do print(o.value, "
          "o.odds) end",
          "0\t729/15625\n1\t14896/15625\n");
    REFUSED("local b, u, v = two() b:start('volley', {shooter = u, target = v, aimed = false}) "
            "b:odds(function(e) error('not read') end)",
            "test.lua:4: not read");
    PASS();
}

TEST a_rule_in_lua_rolls_and_asks(void) {
    static const char rule[] =
        "rules.before('volley', function(e) "
        "local die = e:roll('d10') "
        "local edge = e:ask_one{player = 'red', prompt = 'Edge?', from = {'west', 'east'}} "
        "if edge == 'east' then e:set(e.target, 'shaken', die) end "
        "e:cancel() end) "
        "local b, u, v = two() b:start('volley', {shooter = u, target = v, aimed = false}) ";
    char script[3000];
    snprintf(script, sizeof script,
             "%s local q = b:next() print(q.prompt, q.player, q.candidates[2], b.questions) "
             "b:answer('east') b:play() "
             "print(b.over, v.shaken >= 1)",
             rule);
    PLAYS(script, "Edge?\tred\teast\t1\ntrue\ttrue\n");
    /* From between the roll and the choice back to the start, and to the same again. */
    snprintf(
        script, sizeof script,
        "%s b:next() local at = b.hash b:undo(0) local q = b:next() print(q.prompt, b.hash == at) "
        "local f = b:fork() f:next() f:answer('west') f:play() print(f:thing(v).shaken, b.hash == "
        "at)",
        rule);
    PLAYS(script, "Edge?\ttrue\n0\ttrue\n");
    /* From the start: a tenth each, by who takes the first answer, west: never shaken. */
    snprintf(script, sizeof script,
             "%s for _, o in ipairs(b:odds(function(e) return e:thing(v).shaken end)) do "
             "print(o.value, o.odds) end",
             rule);
    PLAYS(script, "0\t1/1\n");
    snprintf(script, sizeof script,
             "rules.before('volley', function(e) e:set(e.target, 'shaken', e:roll('d10')) "
             "e:cancel() end) "
             "local b, u, v = two() b:start('volley', {shooter = u, target = v, aimed = false}) "
             "local s = '' "
             "for _, o in ipairs(b:odds(function(e) return e:thing(v).shaken end)) do s = s .. "
             "o.value .. ':' .. o.odds .. ' ' end "
             "print(s)");
    /* Shaken is held to 9. */
    PLAYS(script, "1:1/10 2:1/10 3:1/10 4:1/10 5:1/10 6:1/10 7:1/10 8:1/10 9:1/5 \n");
    PASS();
}

TEST what_was_read_before_a_call_is_read_again_as_it_was(void) {
    PLAYS("rules.before('volley', function(e) local n = e.target.shaken e:set(e.target, 'shaken', "
          "n + 2) "
          "e:set(e.target, 'shaken', e.target.shaken + n + 1) e:cancel() end) "
          "local b, u, v = two() b:start('volley', {shooter = u, target = v, aimed = false}) "
          "b:play() print(v.shaken)",
          "3\n");
    PASS();
}

TEST a_rule_that_does_not_repeat_itself_is_found_out(void) {
    enum host_end end = battle_with("local n = 0 rules.before('volley', function(e) n = n + 1 if n "
                                    "== 1 then e:roll('d10') else e:may('Go?', 'red') end "
                                    "e:roll('d10') end) local b, u, v = two() b:start('volley', "
                                    "{shooter = u, target = v, aimed = false}) b:play()");
    ASSERT_EQ(HOST_MISTAKE, end);
    ASSERTm(
        rule_text,
        strstr(
            rule_text,
            "a rule must do the same each time it is run: before it was 'roll' at line 4, now it "
            "is 'may' at line 4"));
    end = battle_with("rules.before('volley', function(e) count = 1 end) local b, u, v = two() "
                      "b:start('volley', {shooter = u, target = v, aimed = false}) b:play()");
    ASSERT_EQ(HOST_MISTAKE, end);
    ASSERTm(rule_text, strstr(rule_text, "a rule cannot write the global 'count'"));
    end = battle_with(
        "local b, u, v rules.before('volley', function(e) print(b.units) end) b, u, v = two() "
        "b:start('volley', {shooter = u, target = v, aimed = false}) b:play()");
    ASSERT_EQ(HOST_MISTAKE, end);
    ASSERTm(rule_text, strstr(rule_text, "is not for a rule"));
    PASS();
}

TEST numbers_in_lua_are_pure(void) {
    /* One better: 5 of 10 hit, the odds of no hit are 1/64. */
    PLAYS("rules.number('hit', function(e) if e.shooter.strength == 6 then return 1 end end) "
          "rules.before('casualties', function(e) e:cancel() end) local b, u, v = two() "
          "b:start('volley', {shooter = u, target = v, aimed = false}) "
          "for _, o in ipairs(b:odds(function(e) return e:thing(v).shaken end)) do print(o.value, "
          "o.odds) end",
          "0\t1/64\n1\t63/64\n");
    enum host_end end = battle_with(
        "rules.number('hit', function(e) return e:roll('d10') end) local b, u, v = two() "
        "b:start('volley', {shooter = u, target = v, aimed = false}) b:play()");
    ASSERT_EQ(HOST_MISTAKE, end);
    ASSERTm(why, strstr(why, "a number or truth only reads"));
    PASS();
}

TEST a_rule_cannot_outlast_the_budget(void) {
    enum host_end end = battle_with(
        "rules.before('volley', function(e) while true do pcall(function() while true do end end) "
        "end end) "
        "local b, u, v = two() b:start('volley', {shooter = u, target = v, aimed = false}) "
        "while true do pcall(b.play, b) end");
    ASSERT_EQ(HOST_LIMIT, end);
    end = battle_with("rules.before('volley', function(e) while true do e:roll('d10') end end) "
                      "local b, u, v = two() b:start('volley', {shooter = u, target = v, aimed = "
                      "false}) b:play()");
    ASSERT_EQ(HOST_LIMIT, end);
    ASSERTm(why, strstr(why, "RULE_CALLS"));
    PASS();
}

TEST policies_in_lua(void) {
    PLAYS("local b = myth.battle{rules = rules, scenario = 'open_field', red = 'northerners', blue "
          "= 'northerners', "
          "policies = {red = function(q) return q.kind == 'place' and q.battle.questions * 0 + 1 "
          "or 1 end, blue = 'first'}} "
          "local q = b:next() print(q.kind, q.player, q.prompt, q.count, #q.candidates)",
          "pick\tred\tWhom do you place?\t4\t4\n");
    REFUSED("local b = myth.battle{rules = rules, scenario = 'open_field', red = 'northerners', "
            "blue = 'northerners', "
            "policies = {red = function(q) return 99 end}} b:play()",
            "test.lua:4: the policy of red: this is no answer to 'Whom do you place?': there is no "
            "such candidate");
    REFUSED("myth.battle{rules = rules, policies = {red = 'clever'}}",
            "test.lua:4: there is no policy 'clever'; there are random, first, greedy and search");
    REFUSED("local b = myth.battle{rules = rules} b:ply()",
            "test.lua:4: a battle has no 'ply', did you mean 'play'?");
    REFUSED("local b = myth.battle{rules = rules} print(#b.unit)",
            "test.lua:4: a battle has no 'unit', did you mean 'units'?");
    REFUSED("local b = myth.battle{rules = rules} b:something_else()",
            "test.lua:4: a battle has no 'something_else'");
    REFUSED("rules.bfore('volley', print)",
            "test.lua:4: rules have no 'bfore', did you mean 'before'?");
    PLAYS("for i = 1, 300 do myth.battle{rules = rules} end print('done')", "done\n");
    PASS();
}

#define OPEN_FIELD                                                                        \
    "local function field(red, blue) return myth.battle{rules = rules, scenario = "       \
    "'open_field', red = 'northerners', blue = 'northerners', seed = 3, policies = "      \
    "{red = red, blue = blue}} end local function state(b) return b.questions .. b.hash " \
    ".. tostring(b.winner) end "

TEST who_answers_inside_and_who_is_stepped_play_the_same(void) {
    PLAYS(OPEN_FIELD
          "for _, p in ipairs{{'random', 'first'}, {'random', 'random'}, {'greedy', 'random'}} do "
          "local b, c = field(p[1], p[2]), field(p[1], p[2]) b:play() "
          "while c:next() do c:answer() end print(state(b) == state(c)) "
          "local n, at = b.questions // 3, nil b:undo(n) c:undo(n) print(state(b) == state(c)) "
          "b:play_on(p[2], 'blue') c:play_on(p[2], 'blue') print(state(b) == state(c)) "
          "b:undo(2) c:undo(2) b:play() while c:next() do c:answer() end "
          "print(state(b) == state(c)) end",
          "true\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\n");
    /* A function that plays with its view does not change the battle. */
    PLAYS(OPEN_FIELD
          "local b, c = field('random', function(q) "
          "if q.kind == 'pick' then return 1 end for i = 1, q.count do if q:candidate(i) then "
          "return i end end end), field('random', 'first') b:play() c:play() "
          "print(b.winner == c.winner, b.questions == c.questions)",
          "true\ttrue\n");
    REFUSED(OPEN_FIELD "local b b = field(function(q) if b.questions > 4 then b:undo(1) end "
                       "return 1 end, 'random') b:play()",
            "test.lua:4: the policy of red took the battle elsewhere than to what it is asked");
    PASS();
}

/* What a script draws after it has caught the error of a policy comes from the script's own stream,
 * as if no policy had been asked. */
TEST a_policy_that_fails_does_not_change_what_the_script_draws(void) {
#define CAUGHT(catches)                                                                   \
    OPEN_FIELD                                                                            \
    "local b = field(function(q) myth.random(9) local x = nil + 1 end, 'first') " catches \
    " print(myth.random(1000000), myth.random(1000000))"
    char first[sizeof talk.out];
    ASSERT_EQ(HOST_GOOD, battle_with("print(myth.random(1000000), myth.random(1000000))"));
    memcpy(first, talk.out, sizeof first);
    PLAYS(CAUGHT("pcall(b.play, b)"), first);
    PLAYS(CAUGHT("xpcall(b.play, function() end, b)"), first);
    PLAYS(CAUGHT("coroutine.resume(coroutine.create(function() b:play() end))"), first);
    PASS();
}

SUITE(battles) {
    struct arena arena = {0};
    enum ruleset_result result;
    struct diags *d = diags_new(&arena);
    duel = ruleset_load(&arena, d, "rules/duel", &result);
    diag_print(d, stdout, false);
    if (duel) {
        RUN_TEST(things_are_read_by_name);
        RUN_TEST(what_is_misspelt_is_named);
        RUN_TEST(mistakes_in_rules_are_said);
        RUN_TEST(rows_in_lua_have_a_bound);
        RUN_TEST(battles_are_functions_of_their_seed);
        RUN_TEST(a_policy_that_fails_does_not_change_what_the_script_draws);
        RUN_TEST(odds_are_exact);
        RUN_TEST(a_rule_in_lua_rolls_and_asks);
        RUN_TEST(what_was_read_before_a_call_is_read_again_as_it_was);
        RUN_TEST(a_rule_that_does_not_repeat_itself_is_found_out);
        RUN_TEST(numbers_in_lua_are_pure);
        RUN_TEST(a_rule_cannot_outlast_the_budget);
        RUN_TEST(policies_in_lua);
        RUN_TEST(who_answers_inside_and_who_is_stepped_play_the_same);
        image_free(duel);
    }
    arena_free(&arena);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(sandbox);
    RUN_SUITE(battles);
    GREATEST_MAIN_END();
}
