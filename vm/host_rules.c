/*
 * host_rules: rules in Lua: adding them to a ruleset, and running their handlers for the machine. A
 * handler is the Lua function of a rule.
 */
#include <stdio.h>
#include <string.h>

#include "host_inner.h"

/* ---- The object `rules` -------------------------------------------------------------------- */

/* Makes and pushes the object for a ruleset. Its user value lists the handlers from 1 on, and has
 * the hand at 0. An entry in the registry keeps the object alive, because battles refer to it. */
struct host_rules *host_new_rules(lua_State *L, const struct image *img) {
    struct host_rules *r = lua_newuserdatauv(L, sizeof *r, 1);
    memset(r, 0, sizeof *r);
    r->host = host_of(L);
    r->img = img;
    r->rank = img->ranks > 0 ? img->ranks - 1 : 0;
    luaL_setmetatable(L, HOST_MT_RULES);
    lua_newtable(L);
    r->hand = host_new_battle(L, img);
    r->hand->hand = true;
    r->hand->begun = true;
    r->hand->rules = r;
    lua_rawseti(L, -2, 0);
    lua_setiuservalue(L, -2, 1);
    r->port = (struct outside_port){host_handle, host_handle_value, r};
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, r);
    return r;
}

struct host_rules *host_to_rules(lua_State *L, int index) {
    struct host_rules *r = luaL_testudata(L, index, HOST_MT_RULES);
    if (!r) host_wrong(L, index, "rules are expected: myth.rules(NAME)");
    return r;
}

/* Returns the ruleset to which a function rules.NAME adds a rule; it is the upvalue of the
 * function. An error if no more rules can be added. */
static struct host_rules *adding(lua_State *L) {
    struct host_rules *r = lua_touserdata(L, lua_upvalueindex(1));
    host_refuse_in_rule(L, "adding a rule");
    if (r->closed) luaL_error(L, "a battle has been made of these rules: rules are added before");
    if (r->count == HOST_RULES) luaL_error(L, "at most %d rules in Lua", HOST_RULES);
    return r;
}

/* Adds a rule whose handler is at index 2. */
static int add(lua_State *L, struct host_rules *r, enum outside_moment moment, int32_t target) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    r->rule[r->count] = (struct outside_rule){moment, target, r->rank, r->count, -1};
    r->line[r->count] = host_line(L);
    lua_getiuservalue(L, lua_upvalueindex(1), 1);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, r->count + 1);
    r->count++;
    return 0;
}

static int trigger(lua_State *L, enum outside_moment moment) {
    struct host_rules *r = adding(L);
    return add(L, r, moment, host_find_event(L, r->img, luaL_checkstring(L, 1)));
}

static int rules_before(lua_State *L) {
    return trigger(L, OUTSIDE_BEFORE);
}

static int rules_instead(lua_State *L) {
    return trigger(L, OUTSIDE_INSTEAD);
}

static int rules_after(lua_State *L) {
    return trigger(L, OUTSIDE_AFTER);
}

static int quantity(lua_State *L, enum outside_moment moment, bool truth) {
    struct host_rules *r = adding(L);
    const char *name = luaL_checkstring(L, 1);
    int32_t q = host_find_quantity(L, r->img, name);
    int class = r->img->quantities[q].type.class;
    if ((class == V_TRUTH) != truth || (!truth && class != V_NUMBER && class != V_LENGTH))
        return luaL_error(L, "%s is no %s", name, truth ? "truth" : "number");
    return add(L, r, moment, q);
}

static int rules_number(lua_State *L) {
    return quantity(L, OUTSIDE_NUMBER, false);
}

static int rules_truth(lua_State *L) {
    return quantity(L, OUTSIDE_TRUTH, true);
}

static int rules_forbid(lua_State *L) {
    return trigger(L, OUTSIDE_FORBID);
}

static int rules_allow(lua_State *L) {
    return trigger(L, OUTSIDE_ALLOW);
}

/* rules.whenever(KIND, WHEN, HANDLER): adds two rules, first one for the condition WHEN, then the
 * one that acts, which refers to the first. */
static int rules_whenever(lua_State *L) {
    struct host_rules *r = adding(L);
    if (r->count + 2 > HOST_RULES) return luaL_error(L, "at most %d rules in Lua", HOST_RULES);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    int32_t kind = host_find_kind(L, r->img, luaL_checkstring(L, 1));
    add(L, r, OUTSIDE_CONDITION, -1);
    lua_remove(L, 2);
    add(L, r, OUTSIDE_WHENEVER, kind);
    r->rule[r->count - 1].when = r->count - 2;
    return 0;
}

static int rules_rank(lua_State *L) {
    struct host_rules *r = adding(L);
    r->rank = host_find_rank(L, r->img, luaL_checkstring(L, 1));
    return 0;
}

/* ---- Running a handler --------------------------------------------------------------------- */

/* A call of a handler. The members from `out` on are for a handler that gives a value. */
struct handling {
    struct host_rules *rules;
    struct host_event *e;
    struct outside_value *out; /* set to what the handler gives */
    bool applies;              /* false: the handler gives nil, so its row does not apply */
    int top;                   /* height of the Lua stack before the handler was called */
};

/* Pushes the ruleset, its list of handlers and the handler; the caller uses only the last. */
static void push_handler(lua_State *L, const struct handling *x) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, x->rules);
    lua_getiuservalue(L, -1, 1);
    lua_rawgeti(L, -1, x->e->rule + 1);
}

/* Calls a handler that acts. An error if it ends before it has used its log: it then did not do
 * what it did in an earlier run. Called by lua_pcall. */
static int run_handler(lua_State *L) {
    struct handling *x = lua_touserdata(L, 1);
    push_handler(L, x);
    host_push_event(L, x->e);
    struct host_event *e = lua_touserdata(L, -1);
    x->rules->host->event = e;
    lua_insert(L, -2);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
    e = lua_touserdata(L, -1);
    if (e->at < e->log_count)
        return luaL_error(L, "a rule must do the same each time it is run: it has left out a call");
    e->hb = NULL;
    return 0;
}

/* Copies a label that a handler gives. Returns 1, which stands for true. */
static int64_t take_label(lua_State *L, struct handling *x, const char *label) {
    if (strlen(label) >= sizeof x->out->label)
        luaL_error(L, "a label has at most %d bytes", (int)sizeof x->out->label - 1);
    memcpy(x->out->label, label, strlen(label) + 1);
    return 1;
}

/* Calls a handler that gives a number, a truth or a reason, and perhaps a label. Called by
 * lua_pcall. */
static int run_number(lua_State *L) {
    struct handling *x = lua_touserdata(L, 1);
    push_handler(L, x);
    host_push_event(L, x->e);
    x->rules->host->event = lua_touserdata(L, -1);
    lua_call(L, 1, 2);
    take_label(L, x, luaL_optstring(L, -1, ""));
    lua_pop(L, 1);
    x->applies = !lua_isnil(L, -1);
    if (!x->applies) return 0;
    if (lua_isboolean(L, -1))
        x->out->value = lua_toboolean(L, -1);
    else if (lua_isinteger(L, -1))
        x->out->value = lua_tointeger(L, -1);
    else if (x->rules->rule[x->e->rule].moment == OUTSIDE_FORBID && lua_type(L, -1) == LUA_TSTRING)
        x->out->value = take_label(L, x, lua_tostring(L, -1));
    else
        return luaL_error(L, "a number in Lua gives a whole number, a truth true or false; or nil");
    return 0;
}

/* Calls a C function by lua_pcall while the hand stands for the battle b, and returns the status. A
 * handler may run inside another, so the hand and h->event are put back. */
static int at_hand(struct handling *x, struct battle *b, lua_CFunction function) {
    struct host *h = x->rules->host;
    lua_State *L = h->running ? h->running : h->L;
    struct battle *was = x->rules->hand->b;
    struct host_event *event = h->event;
    x->top = lua_gettop(L);
    if (!lua_checkstack(L, 8)) return LUA_ERRMEM;
    x->rules->hand->b = b;
    h->in_rule++;
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, x);
    int status = lua_pcall(L, 1, 0, 0);
    h->in_rule--;
    x->rules->hand->b = was;
    h->event = event;
    if (status == LUA_OK) lua_settop(L, x->top);
    return status;
}

/* Writes the error with which at_hand has ended to `out`, and pops all that the handler has
 * left. */
static void say_error(const struct handling *x, int status, char *out, size_t size) {
    struct host *h = x->rules->host;
    lua_State *L = h->running ? h->running : h->L;
    const char *text = status == LUA_ERRMEM ? "no memory" : lua_tostring(L, -1);
    snprintf(out, size, "%s", text ? text : "an error");
    lua_settop(L, x->top);
}

enum outside_request host_handle(void *user, struct battle *b, int32_t number, const int64_t *log,
                                 int64_t log_count, struct outside_want *want) {
    struct host_rules *r = user;
    struct host *h = r->host;
    const struct outside_rule *rule = &r->rule[number];
    struct host_event e = {.hb = r->hand,
                           .rule = number,
                           .event = rule->moment == OUTSIDE_WHENEVER ? -1 : rule->target,
                           .it = battle_outside_thing(b),
                           .log = log,
                           .log_count = log_count,
                           .want = want};
    struct handling x = {.rules = r, .e = &e};
    h->seen_count = 0;
    int status = at_hand(&x, b, run_handler);
    if (status == LUA_OK) return OUTSIDE_DONE;
    say_error(&x, status, want->text, sizeof want->text);
    if (h->doom != DOOM_WANT) return OUTSIDE_FAILED;
    h->doom = DOOM_NONE;
    want->text[0] = 0;
    *want = h->wanted;
    return OUTSIDE_WAITS;
}

/* Whether a rule of this moment forbids or allows an event, whose roles it then reads. */
static bool speaks_of_roles(enum outside_moment moment) {
    return moment == OUTSIDE_FORBID || moment == OUTSIDE_ALLOW;
}

bool host_handle_value(void *user, struct battle *b, int32_t number, const int64_t *args,
                       int32_t count, struct outside_value *out) {
    struct host_rules *r = user;
    enum outside_moment moment = r->rule[number].moment;
    bool number_or_truth = moment == OUTSIDE_NUMBER || moment == OUTSIDE_TRUTH;
    bool of_event = number_or_truth ? r->img->quantities[r->rule[number].target].event >= 0
                                    : speaks_of_roles(moment);
    struct host_event e = {.hb = r->hand,
                           .rule = number,
                           .event = of_event ? battle_role_event(b) : -1,
                           .pure = true,
                           .args = args,
                           .arg_count = count,
                           .it = NONE};
    struct handling x = {.rules = r, .e = &e, .out = out};
    int status = at_hand(&x, b, run_number);
    if (status == LUA_OK) return x.applies;
    struct host *h = r->host;
    char text[300];
    say_error(&x, status, text, sizeof text);
    /* The machine has no way to report that a rule in Lua which gives a value has failed. So the
     * script is doomed, and ends with this message when the machine has returned to the host. */
    if (h->doom == DOOM_NONE) {
        snprintf(h->why, sizeof h->why, "%s", text);
        h->doom = DOOM_MISTAKE;
    }
    return false;
}

/* ---- Opening ------------------------------------------------------------------------------- */

#define none NULL
#define HOST_MYTH(name, function)
#define HOST_BATTLE(name, function)
#define HOST_THING(name, function)
#define HOST_QUESTION(name, function)
#define HOST_EVENT(name, function)
#define HOST_LUA(name, function)
#define HOST_RULES(name, function) {#name, function},
#define HOST(section, name, function, form, sentence) HOST_##section(name, function)
static const struct {
    const char *name;
    lua_CFunction function;
} functions[] = {
#include "host.def"
};

/* The i-th name of a function, for suggestions. */
static const char *function_name(const void *of, int32_t i) {
    (void)of;
    return functions[i].name;
}

/* The __index of a ruleset: returns a closure over the ruleset, because rules.before(…) is called
 * without a colon. */
static int rules_index(lua_State *L) {
    host_to_rules(L, 1);
    const char *name = luaL_checkstring(L, 2);
    for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
        if (strcmp(functions[i].name, name) != 0) continue;
        lua_pushvalue(L, 1);
        lua_pushcclosure(L, functions[i].function, 1);
        return 1;
    }
    if (strcmp(name, "action") == 0)
        return luaL_error(L, "an action is declared in rule text; rules.instead_of(NAME, …) is its "
                             "body");
    return luaL_error(L, "rules have no '%s'%s", name,
                      host_nearest(L, name, (int32_t)ARRAY_LEN(functions), function_name, NULL));
}

void host_open_rules(lua_State *L) {
    luaL_newmetatable(L, HOST_MT_RULES);
    lua_pushcfunction(L, rules_index);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
