/*
 * host_side: which players take part in a battle of a script, and of which sides they are:
 * `players = { "red", "green" }` and `sides = { { "red" }, { "green" } }` of myth.battle. They come
 * after the scenario, and in the place of what it says of them.
 */
#include "host_inner.h"

/* Reads the name of a player on top of the stack. Raises an error if it names none, or one whose
 * bit the set has already; adds his bit. */
static int32_t take_player(lua_State *L, const struct host_battle *hb, const char *what,
                           uint64_t *named) {
    if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "%s names players", what);
    const char *name = lua_tostring(L, -1);
    const int32_t number = host_player_number(L, hb, lua_gettop(L));
    if (*named >> number & 1) luaL_error(L, "%s names '%s' twice", what, name);
    *named |= UINT64_C(1) << number;
    return number;
}

void host_take_part(lua_State *L, struct host_battle *hb, int index) {
    static const char form[] = "players = { \"NAME\", … }";
    uint64_t named = 0;
    if (lua_isnil(L, index)) return;
    if (!lua_istable(L, index) || lua_rawlen(L, index) == 0) luaL_error(L, "%s", form);
    for (lua_Integer i = 1; lua_rawgeti(L, index, i) != LUA_TNIL; i++) {
        const int32_t number = take_player(L, hb, "players", &named);
        if (!battle_in_play(hb->b, battle_player(hb->b, number)))
            luaL_error(L, "players: '%s' takes no part in the scenario", lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    battle_take_part(hb->b, named);
}

/* Sets the side of the players in the list on top of the stack. */
static void form_side(lua_State *L, struct host_battle *hb, lua_Integer side, uint64_t *named) {
    const int list = lua_gettop(L);
    if (!lua_istable(L, list) || lua_rawlen(L, list) == 0)
        luaL_error(L, "sides: the %I. of them is to be a list of players", (LUAI_UACINT)side);
    for (lua_Integer i = 1; lua_rawgeti(L, list, i) != LUA_TNIL; i++) {
        const int32_t number = take_player(L, hb, "sides", named);
        const int64_t player = battle_player(hb->b, number);
        if (!battle_in_play(hb->b, player))
            luaL_error(L, "sides: '%s' takes no part in this battle", lua_tostring(L, -1));
        battle_set_side(hb->b, player, side);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void host_form_sides(lua_State *L, struct host_battle *hb, int index) {
    uint64_t named = 0;
    if (lua_isnil(L, index)) return;
    if (!lua_istable(L, index) || lua_rawlen(L, index) == 0)
        luaL_error(L, "sides = { { \"NAME\", … }, { \"NAME\", … } }");
    for (int32_t i = 0; i < hb->img->players; i++)
        battle_set_side(hb->b, battle_player(hb->b, i), NONE);
    for (lua_Integer i = 1; lua_rawgeti(L, index, i) != LUA_TNIL; i++) {
        form_side(L, hb, i, &named);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}
