/*
 * host_value: values of a battle as Lua sees them, in both directions, and finding blueprints,
 * events, fields and so on of the image by their names.
 */
#include <stdio.h>
#include <string.h>

#include "host_inner.h"

/* ---- Names --------------------------------------------------------------------------------- */

/* Raises an error if a name that was not found is the title of something: at(img, i) is the i-th
 * title, name(img, i) the name of its owner. */
static void refuse_title(lua_State *L, const struct image *img, const char *what, const char *text,
                         int32_t n, int32_t (*at)(const struct image *, int32_t),
                         const char *(*name)(const void *, int32_t)) {
    for (int32_t i = 0; i < n; i++) {
        if (at(img, i) >= 0 && strcmp(image_text(img, at(img, i)), text) == 0)
            luaL_error(L, "'%s' is the title of the %s '%s': write its name", text, what,
                       name(img, i));
    }
}

/* Returns the number of a name in a table of the image that has n names; at(img, i) is the i-th. If
 * the name is not there, raises an error that suggests a near one. `what`: what is looked for. */
static int32_t find(lua_State *L, const struct image *img, const char *what, const char *name,
                    int32_t n, const char *(*at)(const void *, int32_t)) {
    for (int32_t i = 0; i < n; i++) {
        if (strcmp(at(img, i), name) == 0) return i;
    }
    return luaL_error(L, "there is no %s '%s'%s", what, name, host_nearest(L, name, n, at, img));
}

static const char *kind_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->kinds[i].name);
}
static const char *blueprint_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->blueprints[i].name);
}
static const char *event_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->events[i].name);
}
static const char *roster_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->rosters[i].name);
}
static const char *quantity_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->quantities[i].name);
}
static const char *field_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->fields[i].name);
}
static const char *die_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->dice[i].name);
}
static const char *rank_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->lists[img->first_rank + i]);
}
static const char *player_name(const void *of, int32_t i) {
    return image_player(of, i);
}
static int32_t blueprint_title(const struct image *img, int32_t i) {
    return img->blueprints[i].title;
}
static int32_t roster_title(const struct image *img, int32_t i) {
    return img->rosters[i].title;
}
static bool is_name(const struct image *img, const char *name, int32_t n,
                    const char *(*at)(const void *, int32_t)) {
    for (int32_t i = 0; i < n; i++)
        if (strcmp(at(img, i), name) == 0) return true;
    return false;
}
int32_t host_find_blueprint(lua_State *L, const struct image *img, const char *name) {
    const int32_t n = img->blueprints_count;
    if (!is_name(img, name, n, blueprint_name))
        refuse_title(L, img, "blueprint", name, n, blueprint_title, blueprint_name);
    return find(L, img, "blueprint", name, img->blueprints_count, blueprint_name);
}
int32_t host_find_event(lua_State *L, const struct image *img, const char *name) {
    return find(L, img, "event", name, img->events_count, event_name);
}
int32_t host_find_kind(lua_State *L, const struct image *img, const char *name) {
    return find(L, img, "kind", name, img->kinds_count, kind_name);
}
int32_t host_find_roster(lua_State *L, const struct image *img, const char *name) {
    const int32_t n = img->rosters_count;
    if (!is_name(img, name, n, roster_name))
        refuse_title(L, img, "roster", name, n, roster_title, roster_name);
    return find(L, img, "roster", name, img->rosters_count, roster_name);
}
int32_t host_find_die(lua_State *L, const struct image *img, const char *name) {
    return find(L, img, "die", name, img->dice_count, die_name);
}
int32_t host_find_rank(lua_State *L, const struct image *img, const char *name) {
    return find(L, img, "rank", name, img->ranks, rank_name);
}

int32_t host_find_quantity(lua_State *L, const struct image *img, const char *name) {
    return find(L, img, "number, truth or value", name, img->quantities_count, quantity_name);
}

int32_t host_find_field(lua_State *L, const struct image *img, int32_t kind, const char *name) {
    for (int32_t i = 0; i < img->fields_count; i++) {
        if (image_kind_is(img, kind, img->fields[i].kind) && strcmp(field_name(img, i), name) == 0)
            return i;
    }
    return luaL_error(L, "a %s has no field '%s'%s", image_text(img, img->kinds[kind].name), name,
                      host_nearest(L, name, img->fields_count, field_name, img));
}

int32_t host_slot(const struct image *img, int32_t event, const char *name) {
    const struct image_func *f = &img->funcs[img->events[event].func];
    for (int32_t i = 0; i < img->events[event].kept; i++) {
        if (strcmp(image_text(img, img->slots[f->first_slot + i].name), name) == 0) return i;
    }
    return -1;
}

struct image_type host_slot_type(const struct image *img, int32_t event, int32_t slot) {
    return image_slot_of(img, img->events[event].func, slot)->type;
}

/* ---- Players ------------------------------------------------------------------------------- */

int32_t host_player_named(lua_State *L, const struct image *img, const char *name) {
    const int32_t number = image_player_named(img, name);
    if (number >= 0) return number;
    luaL_checkstack(L, RUN_PLAYERS + 4, NULL);
    const char *near = host_nearest(L, name, img->players, player_name, img);
    for (int32_t i = 0; !*near && i < img->players; i++) /* no name is near, so all are listed */
        lua_pushfstring(L, "%s%s%s", i ? lua_tostring(L, -1) : "; there ",
                        i == 0                 ? img->players > 1 ? "are " : "is "
                        : i + 1 < img->players ? ", "
                                               : " and ",
                        player_name(img, i));
    return -1;
}

int32_t host_player_number(lua_State *L, const struct host_battle *hb, int index) {
    if (lua_type(L, index) == LUA_TSTRING) {
        const char *name = lua_tostring(L, index);
        int32_t n = host_player_named(L, hb->img, name);
        return n >= 0 ? n : luaL_error(L, "there is no player '%s'%s", name, lua_tostring(L, -1));
    }
    const struct host_thing *t = luaL_testudata(L, index, HOST_MT_THING);
    const int32_t number = t && hb->b ? battle_player_number(hb->b, t->id) : -1;
    if (number >= 0) return number;
    return luaL_argerror(L, index, "a player or its name is expected");
}

int64_t host_player_thing(lua_State *L, struct host_battle *hb, int index) {
    return battle_player(hb->b, host_player_number(L, hb, index));
}

/* ---- Things -------------------------------------------------------------------------------- */

void host_push_thing(lua_State *L, struct host_battle *hb, int64_t id) {
    if (id == NONE) {
        lua_pushnil(L);
        return;
    }
    host_push_battle(L, hb);
    lua_getiuservalue(L, -1, 1);
    if (lua_rawgeti(L, -1, id) == LUA_TNIL) {
        lua_pop(L, 1);
        struct host_thing *t = lua_newuserdatauv(L, sizeof *t, 1);
        t->hb = hb;
        t->id = id;
        lua_pushvalue(L, -3);
        lua_setiuservalue(L, -2, 1);
        luaL_setmetatable(L, HOST_MT_THING);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, id);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

struct host_thing *host_to_thing(lua_State *L, int index, struct host_battle *hb) {
    struct host_thing *t = luaL_testudata(L, index, HOST_MT_THING);
    if (!t)
        host_wrong(L, index,
                   lua_pushfstring(L, "a thing is expected, got %s", luaL_typename(L, index)));
    if (hb && t->hb != hb)
        luaL_argerror(L, index, "this thing is of another battle; battle:thing(x) gives it here");
    if (!t->hb->b) luaL_argerror(L, index, "this thing is of a battle or rule that is over");
    return t;
}

/* ---- Places -------------------------------------------------------------------------------- */

/* Reads a coordinate of a place from a table: by name (x, y) or by number (1, 2). */
static int64_t coordinate(lua_State *L, int table, const char *name, int number) {
    if (lua_getfield(L, table, name) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_rawgeti(L, table, number);
    }
    int whole;
    lua_Integer v = lua_tointegerx(L, -1, &whole);
    if (!whole || v < INT32_MIN || v > INT32_MAX)
        luaL_error(L, "a place is {x, y}, both whole numbers of units");
    lua_pop(L, 1);
    return v;
}

int64_t host_take_place(lua_State *L, int index) {
    index = lua_absindex(L, index);
    if (lua_isnoneornil(L, index)) return NONE;
    luaL_checktype(L, index, LUA_TTABLE);
    int64_t x = coordinate(L, index, "x", 1), y = coordinate(L, index, "y", 2);
    return (int64_t)((uint64_t)x << 32 | (uint64_t)(uint32_t)y);
}

int64_t host_take_spot(lua_State *L, struct host_battle *hb, int index) {
    if (!hb->img->on_map || lua_isnoneornil(L, index)) return host_take_place(L, index);
    if (lua_type(L, index) != LUA_TSTRING) {
        if (!luaL_testudata(L, index, HOST_MT_THING))
            luaL_error(L, "a place on a map is an area, or its name");
        return host_to_thing(L, index, hb)->id;
    }
    const int32_t blueprint = host_find_blueprint(L, hb->img, lua_tostring(L, index));
    int64_t count;
    const int64_t *area = battle_extent(hb->b, hb->img->root[ROOT_AREA], &count);
    for (int64_t i = 0; i < count; i++)
        if (battle_blueprint(hb->b, area[i]) == blueprint) return area[i];
    return luaL_error(L, "there is no area '%s' on this map", lua_tostring(L, index));
}

void host_push_place(lua_State *L, int64_t place) {
    if (place == NONE) {
        lua_pushnil(L);
        return;
    }
    lua_createtable(L, 0, 2);
    lua_pushinteger(L, place >> 32);
    lua_setfield(L, -2, "x");
    lua_pushinteger(L, (int32_t)(uint32_t)((uint64_t)place & UINT32_MAX));
    lua_setfield(L, -2, "y");
}

/* ---- Any value ----------------------------------------------------------------------------- */

static const char *const statuses[] = {"running", "done", "stopped", "cancelled", "forbidden"};

const char *host_status(int64_t status) {
    return status >= 0 && status < (int64_t)ARRAY_LEN(statuses) ? statuses[status] : "unknown";
}

static const char *enum_value(const struct image *img, int32_t e, int64_t value) {
    const struct image_enum *en = &img->enums[e];
    return value >= 0 && value < en->values
               ? image_text(img, img->lists[en->first_value + (int32_t)value])
               : "";
}

/* Pushes a set as a list of its members; a way as a list of its places, with its mover in the field
 * `mover`. */
static void push_list(lua_State *L, struct host_battle *hb, struct image_type type, int64_t value) {
    int64_t n;
    const int64_t *at = host_see_list(L, hb, value, &n);
    /* Pushing a value may move the list, so its words are copied into the table first. */
    lua_createtable(L, (int)n, 0);
    for (int64_t i = 0; i < n; i++) {
        lua_pushinteger(L, at[i]);
        lua_rawseti(L, -2, i + 1);
    }
    luaL_checkstack(L, 8, NULL);
    for (int64_t i = 0; i < n; i++) {
        struct image_type one = {type.elem, 0, type.of};
        if (type.class == V_PATH && type.elem != V_THING)
            one = (struct image_type){i ? V_PLACE : V_THING, 0, -1};
        else if (type.class == V_PATH && i == 0)
            one = (struct image_type){V_THING, 0, -1};
        lua_rawgeti(L, -1, i + 1);
        int64_t word = lua_tointeger(L, -1);
        lua_pop(L, 1);
        host_push(L, hb, one, word);
        lua_rawseti(L, -2, i + 1);
    }
    if (type.class != V_PATH || n == 0) return;
    lua_rawgeti(L, -1, 1);
    lua_setfield(L, -2, "mover");
    for (int64_t i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i + 1);
        lua_rawseti(L, -2, i);
    }
}

void host_push(lua_State *L, struct host_battle *hb, struct image_type type, int64_t value) {
    const struct image *img = hb->img;
    if (value == NONE || value == UNKEPT) {
        lua_pushnil(L);
        return;
    }
    switch ((enum value_class)type.class) {
    case V_NUMBER:
    case V_LENGTH: lua_pushinteger(L, value); return;
    case V_TRUTH: lua_pushboolean(L, value != 0); return;
    case V_TEXT: lua_pushstring(L, image_text(img, (int32_t)value)); return;
    case V_DIE: lua_pushstring(L, image_text(img, img->dice[value].name)); return;
    case V_PLACE:
    case V_SIZE: host_push_place(L, value); return;
    case V_ENUM: lua_pushstring(L, enum_value(img, type.of, value)); return;
    case V_FACE:
        if (value >= FACE_NAMED && value < FACE_NAMED + img->texts_count)
            lua_pushstring(L, image_text(img, (int32_t)(value - FACE_NAMED)));
        else
            lua_pushinteger(L, value);
        return;
    case V_BLUEPRINT: lua_pushstring(L, blueprint_name(img, (int32_t)value)); return;
    case V_EVENT: lua_pushstring(L, event_name(img, (int32_t)value)); return;
    case V_STATUS: lua_pushstring(L, host_status(value)); return;
    case V_THING: host_push_thing(L, hb, value); return;
    case V_SET:
    case V_PATH: push_list(L, hb, type, value); return;
    case V_SHAPE: luaL_error(L, "a shape cannot be read in Lua yet"); return;
    case V_POOL:
        luaL_error(L, "a pool of dice cannot be read in Lua yet; keep what is counted of it");
        return;
    case V_VOID:
    case V_CLASS_COUNT_: break;
    }
    lua_pushnil(L);
}

/* The functions take_… convert the Lua value at a stack index. A value that does not fit is an
 * error that names `what`. */
static int64_t take_enum(lua_State *L, const struct image *img, int32_t e, int index,
                         const char *what) {
    const char *name = luaL_checkstring(L, index);
    for (int32_t i = 0; i < img->enums[e].values; i++) {
        if (strcmp(enum_value(img, e, i), name) == 0) return i;
    }
    return luaL_error(L, "%s: '%s' is no value of %s", what, name,
                      image_text(img, img->enums[e].name));
}

static int64_t take_text(lua_State *L, const struct image *img, int index, const char *what) {
    const char *text = luaL_checkstring(L, index);
    for (int32_t i = 0; i < img->texts_count; i++) {
        if (strcmp(img->texts[i], text) == 0) return i;
    }
    return luaL_error(L, "%s: the rules have no text '%s'", what, text);
}

static int64_t take_thing(lua_State *L, struct host_battle *hb, struct image_type type, int index,
                          const char *what) {
    int64_t id = lua_type(L, index) == LUA_TSTRING ? host_player_thing(L, hb, index)
                                                   : host_to_thing(L, index, hb)->id;
    if (type.of >= 0 && !image_kind_is(hb->img, host_see_kind(L, hb, id), type.of))
        luaL_error(L, "%s: a %s is expected, got a %s", what,
                   image_text(hb->img, hb->img->kinds[type.of].name),
                   image_text(hb->img, hb->img->kinds[host_see_kind(L, hb, id)].name));
    return id;
}

int64_t host_take(lua_State *L, struct host_battle *hb, struct image_type type, int index,
                  const char *what) {
    const struct image *img = hb->img;
    index = lua_absindex(L, index);
    if (lua_isnoneornil(L, index)) return NONE;
    switch ((enum value_class)type.class) {
    case V_NUMBER:
    case V_LENGTH: {
        int whole;
        lua_Integer v = lua_tointegerx(L, index, &whole);
        if (!whole || lua_type(L, index) != LUA_TNUMBER || v < NUM_MIN)
            luaL_error(L, "%s: a whole number is expected, got %s", what,
                       host_text(L, index, NULL));
        return v;
    }
    case V_TRUTH:
        if (!lua_isboolean(L, index)) luaL_error(L, "%s: true or false is expected", what);
        return lua_toboolean(L, index);
    case V_TEXT: return take_text(L, img, index, what);
    case V_DIE: return host_find_die(L, img, luaL_checkstring(L, index));
    case V_PLACE:
    case V_SIZE: return host_take_place(L, index);
    case V_ENUM: return take_enum(L, img, type.of, index, what);
    case V_FACE:
        if (lua_type(L, index) == LUA_TSTRING) return FACE_NAMED + take_text(L, img, index, what);
        return host_integer(L, index);
    case V_BLUEPRINT: return host_find_blueprint(L, img, luaL_checkstring(L, index));
    case V_EVENT: return host_find_event(L, img, luaL_checkstring(L, index));
    case V_THING: return take_thing(L, hb, type, index, what);
    case V_SET:
    case V_PATH:
    case V_POOL:
    case V_SHAPE:
    case V_STATUS:
    case V_VOID:
    case V_CLASS_COUNT_: break;
    }
    return luaL_error(L, "%s: a value of this sort cannot be handed over from Lua yet", what);
}
