/*
 * host_event: e, the event that a handler gets: its roles, and what a rule in Lua may do. Each call
 * that acts is a request to the machine (struct outside_want), made by host_want.
 */
#include <stdio.h>
#include <string.h>

#include "host_inner.h"

void host_push_event(lua_State *L, const struct host_event *e) {
    struct host_event *own = lua_newuserdatauv(L, sizeof *own, 0);
    *own = *e;
    luaL_setmetatable(L, HOST_MT_EVENT);
}

/* Returns the e at index 1. An error if it is no e, if its handler is over, or if another handler
 * runs inside that one. */
static struct host_event *at_hand(lua_State *L) {
    struct host_event *e = luaL_testudata(L, 1, HOST_MT_EVENT);
    if (!e) host_wrong(L, 1, "the event at hand is expected: e:name(…), with a colon");
    if (!e->hb || !e->hb->b || host_of(L)->event != e) luaL_argerror(L, 1, "this rule is over");
    return e;
}

static const char *event_name(const struct host_event *e) {
    return e->event < 0 ? "this" : image_text(e->hb->img, e->hb->img->events[e->event].name);
}

/* ---- Reading ------------------------------------------------------------------------------- */

static int primitive(lua_State *L) {
    return host_primitive(L, at_hand(L)->hb, (int32_t)lua_tointeger(L, lua_upvalueindex(1)));
}

static int event_value(lua_State *L) {
    return host_quantity(L, at_hand(L)->hb);
}

/* The __index of e: pushes a role or kept value, `it`, a method of the table that is the upvalue,
 * what a battle would give for the name, or a primitive. */
static int event_index(lua_State *L) {
    struct host_event *e = at_hand(L);
    const char *name = luaL_checkstring(L, 2);
    int32_t slot = e->event >= 0 ? host_slot(e->hb->img, e->event, name) : -1;
    if (slot >= 0) {
        host_push(L, e->hb, host_slot_type(e->hb->img, e->event, slot),
                  host_see_role(L, e->hb, slot));
        return 1;
    }
    if (e->pure && e->arg_count == 1 && strcmp(name, "it") == 0) {
        host_push_thing(L, e->hb, e->args[0]);
        return 1;
    }
    if (e->it != NONE && strcmp(name, "it") == 0) {
        host_push_thing(L, e->hb, e->it);
        return 1;
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    if (host_read(L, e->hb, name)) return 1;
    int32_t n = host_find_primitive(name);
    if (n < 0)
        return luaL_error(L, "%s has no role '%s', and a rule no such word", event_name(e), name);
    lua_pushinteger(L, n);
    lua_pushcclosure(L, primitive, 1);
    return 1;
}

/* ---- Acting -------------------------------------------------------------------------------- */

/* Appends a text to that of a request. */
static void put_text(lua_State *L, struct outside_want *want, const char *text) {
    size_t used = strlen(want->text), len = strlen(text);
    if (used + len >= sizeof want->text)
        luaL_error(L, "a text of at most %d bytes is expected here", (int)sizeof want->text - 1);
    memcpy(want->text + used, text, len + 1);
}

/* Writes a role or kept value of the event; its name and value are at these stack indices. */
static void set_role(lua_State *L, struct host_event *e, int name, int value) {
    const char *role = luaL_checkstring(L, name);
    int32_t slot = e->event >= 0 ? host_slot(e->hb->img, e->event, role) : -1;
    if (slot < 0) luaL_error(L, "%s has no role '%s'", event_name(e), role);
    struct outside_want want = {.what = WANT_SET_ROLE, .count = 2};
    want.args[0] = slot;
    want.args[1] = host_take(L, e->hb, host_slot_type(e->hb->img, e->event, slot), value, role);
    host_want(L, e, &want);
}

static int event_newindex(lua_State *L) {
    set_role(L, at_hand(L), 2, 3);
    return 0;
}

static int event_set_role(lua_State *L) {
    set_role(L, at_hand(L), 2, 3);
    return 0;
}

static void push_face(lua_State *L, struct host_event *e, int32_t die, int64_t face) {
    host_push(L, e->hb, (struct image_type){V_FACE, 0, (int16_t)die}, face);
}

/* e:roll: rolls each die in a request of its own, because the script sees every face. */
static int event_roll(lua_State *L) {
    struct host_event *e = at_hand(L);
    bool one = lua_type(L, 2) == LUA_TSTRING;
    lua_Integer n = one ? 1 : host_integer(L, 2);
    int32_t die = host_find_die(L, e->hb->img, luaL_checkstring(L, one ? 2 : 3));
    luaL_argcheck(L, n >= 0 && n <= MAX_RULE_CALLS, 2, "too many dice");
    struct outside_want want = {.what = WANT_ROLL, .count = 1};
    want.args[0] = die;
    if (one) {
        push_face(L, e, die, host_want(L, e, &want));
        return 1;
    }
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        push_face(L, e, die, host_want(L, e, &want));
        lua_rawseti(L, -2, i);
    }
    return 1;
}

/* Returns the player whom a call names at `index`. If it names none, returns the role `actor` if
 * that is a player, otherwise its owner. */
static int64_t asked(lua_State *L, struct host_event *e, int index) {
    if (!lua_isnoneornil(L, index)) return host_player_thing(L, e->hb, index);
    const struct image *img = e->hb->img;
    int32_t slot = e->event >= 0 ? img->events[e->event].actor : -1;
    if (slot < 0)
        return luaL_error(L, "who is asked? %s has no role actor: name a player", event_name(e));
    int64_t actor = host_see_role(L, e->hb, slot), owner = actor;
    int32_t kind = host_see_kind(L, e->hb, actor);
    if (image_kind_is(img, kind, img->root[ROOT_PLAYER])) return actor;
    if (!host_see_field(L, e->hb, actor, host_find_field(L, img, kind, "owner"), &owner) ||
        owner == NONE)
        return luaL_error(L, "who is asked? the actor has no owner: name a player");
    return owner;
}

/* Puts the members of the list at `from` into a request for a pick, as its candidates. They must be
 * of one sort: texts, things or numbers. */
static void put_candidates(lua_State *L, struct host_event *e, int from,
                           struct outside_want *want) {
    int64_t n = (int64_t)lua_rawlen(L, from);
    int64_t most = (int64_t)ARRAY_LEN(want->args) - 3;
    if (n < 1 || n > most) luaL_error(L, "a question has 1 to %d candidates", (int)most);
    struct image_type type = {V_NUMBER, 0, -1};
    for (int64_t i = 0; i < n; i++) {
        lua_rawgeti(L, from, i + 1);
        uint8_t class = lua_type(L, -1) == LUA_TSTRING ? V_TEXT
                        : lua_isinteger(L, -1)         ? V_NUMBER
                                                       : V_THING;
        if (i && class != type.class)
            luaL_error(L, "candidates are of one sort: texts, things or numbers");
        type.class = class;
        if (class == V_TEXT) {
            if (strchr(lua_tostring(L, -1), '\n')) luaL_error(L, "a candidate is one line");
            put_text(L, want, "\n");
            put_text(L, want, lua_tostring(L, -1));
            want->args[3 + i] = i;
        } else {
            want->args[3 + i] = host_take(L, e->hb, type, -1, "a candidate");
        }
        lua_pop(L, 1);
    }
    want->args[1] = type.class;
    want->args[2] = -1;
    want->count = (int32_t)n + 3;
}

static int event_ask(lua_State *L) {
    struct host_event *e = at_hand(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    struct outside_want want = {.what = WANT_PICK};
    lua_getfield(L, 2, "player");
    want.args[0] = asked(L, e, 3);
    lua_getfield(L, 2, "prompt");
    put_text(L, &want, luaL_optstring(L, 4, ""));
    if (strchr(want.text, '\n')) return luaL_error(L, "a prompt is one line");
    lua_getfield(L, 2, "from");
    luaL_checktype(L, 5, LUA_TTABLE);
    put_candidates(L, e, 5, &want);
    int64_t i = host_want(L, e, &want);
    lua_rawgeti(L, 5, i + 1);
    return 1;
}

static int event_may(lua_State *L) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.what = WANT_MAY, .count = 1};
    put_text(L, &want, luaL_checkstring(L, 2));
    want.args[0] = asked(L, e, 3);
    lua_pushboolean(L, host_want(L, e, &want) != 0);
    return 1;
}

static int event_do(lua_State *L) {
    struct host_event *e = at_hand(L);
    const struct image *img = e->hb->img;
    int32_t event = host_find_event(L, img, luaL_checkstring(L, 2)), found = 0;
    struct outside_want want = {.what = WANT_DO, .count = 1};
    want.args[0] = event;
    lua_settop(L, 3);
    if (!lua_isnil(L, 3)) luaL_checktype(L, 3, LUA_TTABLE);
    for (int32_t i = 0; lua_istable(L, 3) && i < img->events[event].roles; i++) {
        const char *name = image_text(img, image_slot_of(img, img->events[event].func, i)->name);
        if (lua_getfield(L, 3, name) != LUA_TNIL) {
            if (want.count + 2 > (int32_t)ARRAY_LEN(want.args))
                return luaL_error(L, "too many roles");
            want.args[want.count++] = i;
            want.args[want.count++] = host_take(L, e->hb, host_slot_type(img, event, i), -1, name);
            found++;
        }
        lua_pop(L, 1);
    }
    int32_t given = 0;
    lua_pushnil(L);
    while (lua_istable(L, 3) && lua_next(L, 3)) {
        given++;
        lua_pop(L, 1);
    }
    if (given != found)
        return luaL_error(L, "%s was given a role that it does not have", lua_tostring(L, 2));
    lua_pushstring(L, host_status(host_want(L, e, &want)));
    return 1;
}

static int event_create(lua_State *L) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.what = WANT_CREATE, .count = 2};
    want.args[0] = host_find_blueprint(L, e->hb->img, luaL_checkstring(L, 2));
    want.args[1] = lua_isnoneornil(L, 3) ? NONE : host_player_thing(L, e->hb, 3);
    host_push_thing(L, e->hb, host_want(L, e, &want));
    return 1;
}

static int event_place(lua_State *L) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.what = WANT_PLACE_THING, .count = 2};
    want.args[0] = host_to_thing(L, 2, e->hb)->id;
    want.args[1] = host_take_spot(L, e->hb, 3);
    lua_pushboolean(L, host_want(L, e, &want) != 0);
    return 1;
}

static int event_give(lua_State *L) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.what = WANT_GIVE, .count = 3};
    want.args[0] = host_find_blueprint(L, e->hb->img, luaL_checkstring(L, 2));
    want.args[1] = host_to_thing(L, 3, e->hb)->id;
    want.args[2] =
        lua_isnoneornil(L, 4) ? -1 : host_find_event(L, e->hb->img, luaL_checkstring(L, 4));
    host_push_thing(L, e->hb, host_want(L, e, &want));
    return 1;
}

/* Takes a feature or destroys a thing (what: WANT_TAKE, WANT_DESTROY). */
static int with_thing(lua_State *L, int what) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.count = 1};
    want.what = what == WANT_TAKE ? WANT_TAKE : WANT_DESTROY;
    want.args[0] = host_to_thing(L, 2, e->hb)->id;
    lua_pushboolean(L, host_want(L, e, &want) != 0);
    return 1;
}

static int event_take(lua_State *L) {
    return with_thing(L, WANT_TAKE);
}

static int event_destroy(lua_State *L) {
    return with_thing(L, WANT_DESTROY);
}

static int event_set(lua_State *L) {
    struct host_event *e = at_hand(L);
    const struct image *img = e->hb->img;
    struct outside_want want = {.what = WANT_SET, .count = 3};
    want.args[0] = host_to_thing(L, 2, e->hb)->id;
    const char *name = luaL_checkstring(L, 3);
    int32_t field = host_find_field(L, img, host_see_kind(L, e->hb, want.args[0]), name);
    want.args[1] = field;
    want.args[2] = host_take(L, e->hb, img->fields[field].type, 4, name);
    host_push(L, e->hb, img->fields[field].type, host_want(L, e, &want));
    return 1;
}

static int event_say(lua_State *L) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.what = WANT_SAY};
    put_text(L, &want, host_text(L, 2, NULL));
    host_want(L, e, &want);
    return 0;
}

static int event_score(lua_State *L) {
    struct host_event *e = at_hand(L);
    struct outside_want want = {.what = WANT_SCORE, .count = 2};
    want.args[0] = host_player_thing(L, e->hb, 2);
    want.args[1] = host_integer(L, 3);
    put_text(L, &want, luaL_optstring(L, 4, ""));
    host_want(L, e, &want);
    return 0;
}

static int event_cancel(lua_State *L) {
    struct outside_want want = {.what = WANT_CANCEL};
    host_want(L, at_hand(L), &want);
    return 0;
}

static int event_stop(lua_State *L) {
    struct outside_want want = {.what = WANT_STOP};
    host_want(L, at_hand(L), &want);
    return 0;
}

/* ---- Opening ------------------------------------------------------------------------------- */

#define none NULL
#define HOST_MYTH(name, function)
#define HOST_BATTLE(name, function)
#define HOST_THING(name, function)
#define HOST_QUESTION(name, function)
#define HOST_RULES(name, function)
#define HOST_LUA(name, function)
#define HOST_EVENT(name, function) {#name, function},
#define HOST(section, name, function, form, sentence) HOST_##section(name, function)
static const struct {
    const char *name;
    lua_CFunction function;
} methods[] = {
#include "host.def"
};

void host_open_event(lua_State *L) {
    luaL_newmetatable(L, HOST_MT_EVENT);
    lua_newtable(L);
    for (size_t i = 0; i < ARRAY_LEN(methods); i++) {
        if (!methods[i].function) continue;
        lua_pushcfunction(L, methods[i].function);
        lua_setfield(L, -2, methods[i].name);
    }
    lua_pushcclosure(L, event_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, event_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
