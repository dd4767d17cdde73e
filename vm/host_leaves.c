/*
 * host_leaves: leaves are numbers, truths and values of rule text that Lua computes, by functions
 * of a file leaves.lua. Each ruleset has a host of its own for its leaves. A leaf reads the battle
 * that asks for it, and changes nothing.
 */
#include <stdio.h>
#include <string.h>

#include "host_inner.h"

struct leaves {
    struct host *host;
    struct host_rules *rules; /* rules->hand stands for the battle that asks */
    struct image *img;
    int32_t quantity; /* the leaf that is being computed, with its arguments and its result */
    const int64_t *args;
    int64_t *value;
};

/* The function `rules` that every port must have: a leaf cannot name a ruleset. */
static const struct image *no_rules(void *user, const char *name, enum host_end *end, char *why,
                                    size_t size) {
    (void)user, (void)name;
    *end = HOST_MISSING;
    snprintf(why, size, "leaves name no rules");
    return NULL;
}

static void print_nothing(void *user, const char *text, size_t len) {
    (void)user, (void)text, (void)len;
}

static const char *leaf_name(const struct image *img, int32_t quantity) {
    return image_text(img, img->quantities[quantity].leaf);
}

/* Takes the set that a leaf gives: a list, of which a member that comes again counts once. */
static int64_t take_set(lua_State *L, struct leaves *l, struct image_type type, const char *name) {
    const struct image_type one = {type.elem, 0, type.of};
    if (lua_type(L, -1) != LUA_TTABLE)
        luaL_error(L, "%s: a list is expected, got %s", name, host_text(L, -1, NULL));
    const int list = lua_gettop(L);
    const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    int64_t *member = lua_newuserdatauv(L, (size_t)count * sizeof *member, 0), members = 0;
    lua_newtable(L); /* the members that were taken, as keys */
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, list, i);
        const int64_t value = host_take(L, l->rules->hand, one, -1, name);
        if (value == NONE) luaL_error(L, "%s: nil is no member of a set", name);
        lua_pop(L, 1);
        if (lua_rawgeti(L, -1, value) == LUA_TNIL) {
            member[members++] = value;
            lua_pushboolean(L, true);
            lua_rawseti(L, -3, value);
        }
        lua_pop(L, 1);
    }
    const int64_t set = battle_list_of(l->rules->hand->b, member, members);
    lua_settop(L, list);
    return set;
}

/* Calls the Lua function of a leaf, with its arguments and then e. Called by lua_pcall. */
static int call_leaf(lua_State *L) {
    struct leaves *l = lua_touserdata(L, 1);
    const struct image_quantity *q = &l->img->quantities[l->quantity];
    const char *name = leaf_name(l->img, l->quantity);
    struct host_event e = {.hb = l->rules->hand, .event = -1, .pure = true, .it = NONE};
    host_push_event(L, &e);
    l->host->event = lua_touserdata(L, -1);
    lua_getfield(L, LUA_REGISTRYINDEX, HOST_NAMES);
    lua_getfield(L, -1, name);
    for (int32_t i = 0; i < q->params; i++) {
        host_push(L, l->rules->hand, l->img->hole_types[q->first_param + i], l->args[i]);
    }
    lua_pushvalue(L, 2); /* e, through which it reads the battle */
    lua_call(L, q->params + 1, 1);
    *l->value = q->type.class == V_SET ? take_set(L, l, q->type, name)
                                       : host_take(L, l->rules->hand, q->type, -1, name);
    return 0;
}

/* Computes a leaf for the battle b. A leaf may ask for another one, so what this sets in l, in the
 * hand and as the event at hand is put back. Returns false, with `why` set, if the Lua function
 * fails. */
static bool compute_leaf(void *user, struct battle *b, int32_t quantity, const int64_t *args,
                         int64_t *value, char *why, size_t size) {
    struct leaves *l = user;
    const struct leaves before = *l;
    struct host *h = l->host;
    struct battle *was = l->rules->hand->b;
    struct host_event *event = h->event;
    lua_State *L = h->L;
    if (!lua_checkstack(L, 8)) {
        snprintf(why, size, "the Lua leaf '%s': no memory", leaf_name(l->img, quantity));
        return false;
    }
    l->quantity = quantity;
    l->args = args;
    l->value = value;
    l->rules->hand->b = b;
    if (h->in_rule++ == 0) h->steps = 0;
    int top = lua_gettop(L);
    lua_pushcfunction(L, call_leaf);
    lua_pushlightuserdata(L, l);
    int status = lua_pcall(L, 1, 0, 0);
    if (status != LUA_OK) {
        const char *text = status == LUA_ERRMEM ? "no memory" : lua_tostring(L, -1);
        if (h->doom == DOOM_LIMIT) text = "it passed a limit of scripts";
        snprintf(why, size, "the Lua leaf '%s': %s", leaf_name(l->img, quantity),
                 text ? text : "an error");
        h->doom = DOOM_NONE;
        host_fence(h); /* after a limit the hook is called at every instruction; this undoes it */
    }
    lua_settop(L, top);
    h->in_rule--;
    h->event = event;
    *l = before;
    l->rules->hand->b = was;
    return status == LUA_OK;
}

static void close_leaves(void *user) {
    struct leaves *l = user;
    host_free(l->host);
    memory_free(l);
}

/* Called when the file has run: makes the hand, through which leaves read a battle, and raises an
 * error if the file has no function for some leaf. */
static int require_leaves(lua_State *L) {
    struct leaves *l = lua_touserdata(L, 1);
    l->rules = host_new_rules(L, l->img);
    lua_getfield(L, LUA_REGISTRYINDEX, HOST_NAMES);
    for (int32_t i = 0; i < l->img->quantities_count; i++) {
        if (l->img->quantities[i].leaf < 0) continue;
        const char *name = leaf_name(l->img, i);
        if (lua_getfield(L, -1, name) != LUA_TFUNCTION)
            return luaL_error(L, "%s: there is no function '%s', which '%s' asks for",
                              l->img->leaves.path, name,
                              image_text(l->img, l->img->quantities[i].name));
        lua_pop(L, 1);
    }
    return 0;
}

bool host_leaves(struct image *img, char *why, size_t size) {
    static const struct host_options options = {.seed = 1};
    const struct host_port port = {.rules = no_rules, .print = print_nothing};
    if (!img->leaves.text) return true;
    struct leaves *l = memory_new(sizeof *l);
    l->img = img;
    l->host = host_new(&options, &port);
    l->host->leaves = true;
    if (host_run(l->host, img->leaves.path, img->leaves.text, img->leaves.len) != HOST_GOOD) {
        snprintf(why, size, "%s", host_why(l->host));
        close_leaves(l);
        return false;
    }
    lua_State *L = l->host->L;
    lua_pushcfunction(L, require_leaves);
    lua_pushlightuserdata(L, l);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        snprintf(why, size, "%s", lua_tostring(L, -1));
        close_leaves(l);
        return false;
    }
    host_fence(l->host);
    img->leaves.value = compute_leaf;
    img->leaves.close = close_leaves;
    img->leaves.user = l;
    return true;
}
