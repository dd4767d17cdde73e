/*
 * host.c: the fence around a script (what instructions, memory and texts cost, and how a script is
 * ended), running a script, and the reference of what a script may call.
 */
#include "host.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>

#include "base_near.h"
#include "host_inner.h"

enum { BYTES_PER_STEP = 64 };

/* ---- The fence ------------------------------------------------------------ */

struct host *host_of(lua_State *L) {
    return *(struct host **)lua_getextraspace(L);
}

/* Notes why the script is over, unless it is over already. DOOM_WANT, with which a handler waits,
 * is replaced. */
static void set_doom(struct host *h, enum host_doom doom, int32_t limit) {
    if (h->doom != DOOM_NONE && h->doom != DOOM_WANT) return;
    h->doom = doom;
    h->doom_limit = limit;
}

int host_doom(lua_State *L, enum host_doom doom, int32_t limit) {
    set_doom(host_of(L), doom, limit);
    lua_pushliteral(L, "the script is over");
    return lua_error(L);
}

/* Counts steps, and notes that the script is over if there are too many. When LOOK_STEPS steps were
 * counted since the last time, the port is asked whether to stop, so that ^C is noticed in the
 * midst of long work. */
static void count_steps(struct host *h, uint64_t steps) {
    enum { LOOK_STEPS = 100000 };
    h->steps += steps;
    h->unlooked += steps;
    if (h->steps > h->steps_most) set_doom(h, DOOM_LIMIT, LIMIT_SCRIPT_STEPS);
    if (h->unlooked < LOOK_STEPS) return;
    h->unlooked = 0;
    if (h->port.stopped && h->port.stopped(h->port.user)) set_doom(h, DOOM_STOPPED, -1);
}

/* A block of TAGGED bytes or more has TAG bytes before it; the first of them says what the block is
 * for, because Lua does not say so when it frees the block. */
enum { TAGGED = 2048, TAG = 16 };

/* The purposes of a block: a text, a list (a block that Lua has resized), or anything else. */
enum { OTHER, TEXT, LIST };

/* Makes a block of Lua's memory, and counts it in h->large if it is large and no list. */
static void *block_new(struct host *h, size_t size, unsigned char kind) {
    if (size < TAGGED) return memory_new(size);
    unsigned char *at = memory_new(size + TAG);
    int32_t class = base_top_bit(size);
    at[0] = kind;
    if (kind != LIST) h->large[kind][class]++;
    if (kind != LIST && class > h->largest[kind]) h->largest[kind] = class;
    return at + TAG;
}

static void block_free(struct host *h, void *block, size_t size) {
    unsigned char *at = block;
    if (size >= TAGGED) {
        at -= TAG;
        if (at[0] != LIST) h->large[at[0]][base_top_bit(size)]--;
    }
    memory_free(at);
}

/* One instruction of Lua may compare two texts to their last byte, read a text as a number, walk
 * over all keys of a table that were made to collide, or copy all arguments of a function. The host
 * cannot see which. But each of these goes over one block of memory, so every instruction costs
 * more while a large block exists. Lists, the blocks that Lua resizes, do not count: an instruction
 * reads only one member of a list. */
uint64_t host_price(struct host *h) {
    /* Bytes that add one step to the price: [0] of blocks that are no texts, [1] of texts. Fewer
     * bytes of a text do, because an instruction may go over a text more than once. */
    static const int32_t unit[2] = {32768, TAGGED};
    uint64_t price = 1;
    for (int text = 0; text < 2; text++) {
        int32_t class = h->largest[text];
        for (int32_t c = class + 1; c < HOST_CLASSES; c++)
            if (h->large[text][c]) class = c;
        price += (UINT64_C(1) << class) / (uint64_t)unit[text];
    }
    return price;
}

/* Whether a block of `held` bytes (0: a new block) may grow to `size`: within the limits of memory,
 * of the length of a text (`text`) and of steps, and if nobody has asked to stop. If not, the
 * script is over. The new bytes are charged as steps, too, because the library of Lua does work in
 * C in proportion to the memory that it asks for. */
static bool may_grow(struct host *h, size_t held, size_t size, bool text) {
    bool much = size > h->bytes_most || h->bytes - held > h->bytes_most - size;
    bool lengthy = text && size > MAX_SCRIPT_TEXT + h->text_head;
    if (much) set_doom(h, DOOM_LIMIT, LIMIT_SCRIPT_BYTES);
    count_steps(h, (size - held) / BYTES_PER_STEP);
    if (lengthy) set_doom(h, DOOM_LIMIT, LIMIT_SCRIPT_TEXT);
    return !much && !lengthy && h->steps <= h->steps_most && h->doom != DOOM_STOPPED;
}

/* The allocator that Lua calls. If `old` is NULL, old_size is not a size: it says what the new
 * block is for, for example LUA_TSTRING. Returns NULL if the script may not have the memory. */
static void *allocate(void *user, void *old, size_t old_size, size_t size) {
    struct host *h = user;
    size_t held = old ? old_size : 0;
    bool text = !old && old_size == LUA_TSTRING;
    unsigned char kind = old ? LIST : text ? TEXT : OTHER;
    if (size > held && !may_grow(h, held, size, text)) return NULL;
    void *at = size ? block_new(h, size, kind) : NULL;
    if (old && size) memcpy(at, old, held < size ? held : size);
    if (old) block_free(h, old, held);
    h->bytes = h->bytes - held + size;
    return at;
}

/* Called by Lua after every HOST_HOOK_STEPS instructions; charges for them. Once the script is
 * over, it is called after every instruction and raises an error each time, so that no pcall of the
 * script can go on. */
static void hook(lua_State *L, lua_Debug *at) {
    (void)at;
    struct host *h = host_of(L);
    count_steps(h, HOST_HOOK_STEPS * host_price(h));
    h->largest[OTHER] = h->largest[TEXT] = 0;
    if (!host_doomed(h)) return;
    lua_sethook(L, hook, LUA_MASKCOUNT, 1);
    host_doom(L, h->doom, h->doom_limit);
}

void host_charge(lua_State *L, uint64_t steps) {
    struct host *h = host_of(L);
    count_steps(h, steps);
    if (h->steps > h->steps_most || h->doom == DOOM_STOPPED) host_doom(L, h->doom, h->doom_limit);
}

/* Charges for an argument that is a text and stands for a number, because Lua reads it to its
 * end. */
static void charge_number(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TSTRING) host_charge(L, lua_rawlen(L, index) / 16);
}

lua_Integer host_integer(lua_State *L, int index) {
    charge_number(L, index);
    return luaL_checkinteger(L, index);
}

lua_Integer host_integer_or(lua_State *L, int index, lua_Integer otherwise) {
    charge_number(L, index);
    return luaL_optinteger(L, index, otherwise);
}

void host_wrong(lua_State *L, int index, const char *text) {
    luaL_argerror(L, index, text);
    base_assert_failed("luaL_argerror never returns", __FILE__, __LINE__);
}

int32_t host_line(lua_State *L) {
    lua_Debug at;
    for (int level = 0; lua_getstack(L, level, &at); level++) {
        lua_getinfo(L, "l", &at);
        if (at.currentline > 0) return at.currentline;
    }
    return 0;
}

void host_refuse_in_rule(lua_State *L, const char *what) {
    if (host_of(L)->in_rule)
        luaL_error(L, "%s is not for a rule: it reads and acts through its e", what);
}

/* ---- Names that are near ---------------------------------------------------- */

const char *host_nearest(lua_State *L, const char *word, int32_t n,
                         const char *(*name)(const void *of, int32_t i), const void *of) {
    const struct span wrong = {word, strlen(word)};
    uint32_t fewer = base_near(wrong);
    const char *best = NULL;
    for (int32_t i = 0; i < n; i++) {
        const char *other = name(of, i);
        if (other && base_nearer(wrong, (struct span){other, strlen(other)}, &fewer)) best = other;
    }
    return best ? lua_pushfstring(L, ", did you mean '%s'?", best) : lua_pushliteral(L, "");
}

/* ---- Starting and running ---------------------------------------------------- */

/* Measures how many bytes Lua keeps for a text besides its characters, because the headers of Lua
 * do not say so. The text is so long that Lua makes a new block for it. */
static void weigh_text(lua_State *L) {
    static const char text[64];
    struct host *h = host_of(L);
    lua_gc(L, LUA_GCSTOP);
    size_t before = h->bytes;
    lua_pushlstring(L, text, sizeof text);
    h->text_head = h->bytes - before - sizeof text;
    lua_pop(L, 1);
    lua_gc(L, LUA_GCRESTART);
}

/* Pushes the table of all names that a script may use. */
static int open_all(lua_State *L) {
    weigh_text(L);
    lua_createtable(L, 0, 32);
    host_open_base(L);
    host_open_string(L);
    host_open_table(L);
    host_open_rules(L);
    host_open_event(L);
    host_open_read(L);
    host_open_battle(L);
    return 1;
}

struct host *host_new(const struct host_options *options, const struct host_port *port) {
    struct host *h = memory_new(sizeof *h);
    h->options = *options;
    h->port = *port;
    h->steps_most = options->steps ? options->steps : MAX_SCRIPT_STEPS;
    h->bytes_most = options->bytes ? (size_t)options->bytes : MAX_SCRIPT_BYTES;
    h->L = lua_newstate(allocate, h);
    if (h->L) *(struct host **)lua_getextraspace(h->L) = h;
    return h;
}

void host_free(struct host *h) {
    if (!h) return;
    while (h->first) host_close_battle(h->first);
    if (h->L) lua_close(h->L);
    for (struct host_mind *m = h->minds, *next; m; m = next) {
        next = m->next;
        thinker_free(m->thinker);
        memory_free(m);
    }
    memory_free(h->seen);
    memory_free(h);
}

struct script {
    const char *path, *text; /* name for messages; the text of the script, `len` bytes */
    size_t len;
};

/* The __newindex of the globals. Refuses a global that a handler writes: the handler is run again
 * after each of its calls, and would then find the global already written. */
static int new_global(lua_State *L) {
    if (host_of(L)->in_rule)
        return luaL_error(L, "a rule cannot write the global '%s': it is run again after each call",
                          host_text(L, 2, NULL));
    lua_settop(L, 3);
    lua_rawset(L, lua_upvalueindex(1));
    return 0;
}

/* Pushes the table of all names, then the table of a script's globals. The latter stays empty: its
 * metatable reads names from, and writes new ones to, the former. */
static void push_names(lua_State *L) {
    open_all(L);
    lua_newtable(L);
    lua_createtable(L, 0, 3);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, new_global, 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

/* Pushes a text of Lua as a function, with the table of globals at `globals` as its own. Raises an
 * error if it is not well formed or may not be compiled. */
static void push_text(lua_State *L, const struct script *s, int globals) {
    int32_t line;
    globals = lua_absindex(L, globals);
    enum source_end end = host_source(s->text, s->len, &line);
    if (end == SOURCE_ZERO) {
        lua_pushfstring(L, "%s:%d: " HOST_NO_ZERO, s->path, (int)line);
        lua_error(L);
    }
    if (end == SOURCE_LOOKS) {
        host_of(L)->doom_line = line;
        host_doom(L, DOOM_LIMIT, LIMIT_SCRIPT_LOOKS);
    }
    lua_pushfstring(L, "@%s", s->path);
    if (luaL_loadbufferx(L, s->text, s->len, lua_tostring(L, -1), "t") != LUA_OK) lua_error(L);
    lua_remove(L, -2);
    lua_pushvalue(L, globals);
    lua_setupvalue(L, -2, 1);
}

/* require(NAME): runs a file beside the script, once, and gives what it gives. In the table of what
 * was given, a light userdata stands for a file that is being read; "@PATH" is a file that was. */
static int require(lua_State *L) {
    struct host *h = host_of(L);
    const char *name = luaL_checkstring(L, 1);
    struct script s = {0};
    struct span text;
    host_refuse_in_rule(L, "require");
    lua_settop(L, 1);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, HOST_MODULES);
    if (lua_getfield(L, 2, name) == LUA_TLIGHTUSERDATA)
        return luaL_error(L,
                          "'%s' is being read, or was not read to its end: files may not require "
                          "each other in a circle",
                          name);
    if (!lua_isnil(L, -1)) return 1;
    s.path = h->port.module(h->port.user, name, &text);
    if (!s.path)
        return luaL_error(
            L,
            "there is no '%s' in the folder of the script: require \"NAME\", with the "
            "name written out, runs NAME.lua there, require \"FOLDER.NAME\" one in a "
            "folder of it",
            name);
    s.text = text.at;
    s.len = text.len;
    lua_pushlightuserdata(L, h);
    lua_setfield(L, 2, name);
    lua_pushfstring(L, "@%s", s.path);
    lua_pushboolean(L, 1);
    lua_rawset(L, 2);
    lua_getfield(L, LUA_REGISTRYINDEX, HOST_GLOBALS);
    push_text(L, &s, -1);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, 1);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, 2, name);
    return 1;
}

/* Reads and runs a script. Called by lua_pcall, because all of this may raise an error. */
static int run_script(lua_State *L) {
    const struct script *s = lua_touserdata(L, 1);
    push_names(L);
    if (host_of(L)->leaves) {
        lua_pushnil(L);
        lua_setfield(L, -3, "myth");
        lua_pushvalue(L, -2);
        lua_setfield(L, LUA_REGISTRYINDEX, HOST_NAMES);
    }
    if (host_of(L)->port.module) {
        lua_pushcfunction(L, require);
        lua_setfield(L, -3, "require");
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, HOST_GLOBALS);
    }
    push_text(L, s, -1);
    lua_sethook(L, hook, LUA_MASKCOUNT, HOST_HOOK_STEPS);
    lua_call(L, 0, 0);
    return 0;
}

void host_fence(struct host *h) {
    lua_sethook(h->L, hook, LUA_MASKCOUNT, HOST_HOOK_STEPS);
}

/* Whether a message begins with the path and line of a file that was required. */
static bool begins_with_module(lua_State *L, const char *text) {
    const char *at = strchr(text, ':');
    if (!at || at[1] < '0' || at[1] > '9') return false;
    luaL_getsubtable(L, LUA_REGISTRYINDEX, HOST_MODULES);
    lua_pushliteral(L, "@");
    lua_pushlstring(L, text, (size_t)(at - text));
    lua_concat(L, 2);
    return lua_rawget(L, -2) != LUA_TNIL;
}

/* Makes the message h->why for the error at index 1; index 2 is the path of the script. Called by
 * lua_pcall, because making a text of a value may raise an error. */
static int describe(lua_State *L) {
    struct host *h = host_of(L);
    const char *path = lua_tostring(L, 2), *text = host_text(L, 1, NULL);
    bool located = strncmp(text, path, strlen(path)) == 0 || begins_with_module(L, text);
    snprintf(h->why, sizeof h->why, "%s%s%s", located ? "" : path, located ? "" : ": ", text);
    return 0;
}

/* Makes the message that the script has passed a limit. */
static void say_limit(struct host *h, const char *path, int32_t limit) {
    const struct limit_row *row = base_limit((enum limit_id)limit);
    char line[16] = "";
    if (h->doom_line) snprintf(line, sizeof line, ":%d", (int)h->doom_line);
    snprintf(h->why, sizeof h->why, "%s%s: the script passed the limit %s (%lld): %s", path, line,
             row->name, (long long)row->value, row->sentence);
}

/* Returns how a script has ended, and makes the message about it. `status`: what lua_pcall gave. */
static enum host_end end_of_script(struct host *h, const char *path, int status) {
    lua_State *L = h->L;
    switch (h->doom) {
    case DOOM_LIMIT: say_limit(h, path, h->doom_limit); return HOST_LIMIT;
    case DOOM_STOPPED: snprintf(h->why, sizeof h->why, "stopped"); return HOST_STOPPED;
    case DOOM_RULES: h->why[0] = 0; return h->rule_error.limit >= 0 ? HOST_LIMIT : HOST_MISTAKE;
    case DOOM_MISSING: return HOST_MISSING;
    case DOOM_USAGE: return HOST_USAGE;
    case DOOM_MISTAKE: return HOST_MISTAKE;
    case DOOM_WANT:
    case DOOM_NONE: break;
    }
    if (status == LUA_OK) return HOST_GOOD;
    if (status == LUA_ERRMEM) {
        say_limit(h, path, LIMIT_SCRIPT_BYTES);
        return HOST_LIMIT;
    }
    lua_pushcfunction(L, describe);
    lua_insert(L, -2);
    lua_pushstring(L, path);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        if (host_doomed(h)) return end_of_script(h, path, status);
        snprintf(h->why, sizeof h->why, "%s: an error", path);
    }
    return strstr(h->why, "stack overflow") ? HOST_LIMIT : HOST_MISTAKE;
}

enum host_end host_run(struct host *h, const char *path, const char *text, size_t len) {
    h->why[0] = 0;
    if (!h->L) {
        say_limit(h, path, LIMIT_SCRIPT_BYTES);
        return HOST_LIMIT;
    }
    struct script s = {path, text, len};
    h->doom = DOOM_NONE;
    h->doom_line = 0;
    lua_settop(h->L, 0);
    lua_pushcfunction(h->L, run_script);
    lua_pushlightuserdata(h->L, &s);
    int status = lua_pcall(h->L, 1, 0, 0);
    enum host_end end = end_of_script(h, path, status);
    lua_sethook(h->L, NULL, 0, 0);
    lua_settop(h->L, 0);
    return end;
}

const char *host_why(const struct host *h) {
    return h->why;
}

bool host_rule_error(const struct host *h, const struct image **img, struct run_error *error) {
    if (!h->rule_failed) return false;
    *img = h->rule_image;
    *error = h->rule_error;
    return true;
}

/* ---- The reference ------------------------------------------------------------ */

static const struct host_row rows[] = {
#define HOST(section, name, function, form, sentence) {#section, form, sentence},
#include "host.def"
#undef HOST
};

int32_t host_rows(void) {
    return (int32_t)ARRAY_LEN(rows);
}

struct host_row host_row(int32_t i) {
    ASSERT(i >= 0 && i < host_rows());
    return rows[i];
}
