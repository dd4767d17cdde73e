/*
 * host_read: reading a battle from Lua: its things and fields, its questions, primitives,
 * quantities (numbers, truths and values of its rules), and its odds. Answers of scripts are read
 * here, too.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host_inner.h"

/* ---- Things -------------------------------------------------------------------------------- */

/* The __index of a thing: one of its fields, or in_play, name, blueprint, kind. */
static int thing_index(lua_State *L) {
    struct host_thing *t = host_to_thing(L, 1, NULL);
    const char *name = luaL_checkstring(L, 2);
    struct host_battle *hb = t->hb;
    const struct image *img = hb->img;
    int32_t kind = host_see_kind(L, hb, t->id), blueprint = host_see_blueprint(L, hb, t->id);
    if (strcmp(name, "in_play") == 0) {
        lua_pushboolean(L, host_see_in_play(L, hb, t->id));
    } else if (strcmp(name, "name") == 0) {
        char buffer[200];
        lua_pushstring(L, battle_name(hb->b, t->id, buffer, sizeof buffer));
    } else if (strcmp(name, "blueprint") == 0) {
        lua_pushstring(L, blueprint >= 0 ? image_text(img, img->blueprints[blueprint].name) : NULL);
    } else if (strcmp(name, "kind") == 0) {
        lua_pushstring(L, image_text(img, img->kinds[kind].name));
    } else {
        int64_t value;
        int32_t field = host_find_field(L, img, kind, name);
        if (!host_see_field(L, hb, t->id, field, &value)) {
            const struct run_error *e = battle_error(hb->b);
            return luaL_error(L, "%s: %s", name, e ? e->text : "cannot be read");
        }
        host_push(L, hb, img->fields[field].type, value);
    }
    return 1;
}

static int thing_newindex(lua_State *L) {
    return luaL_error(
        L, "a thing is not written like this: battle:set(thing, \"%s\", value), in a rule e:set(…)",
        luaL_checkstring(L, 2));
}

static int thing_text(lua_State *L) {
    struct host_thing *t = luaL_checkudata(L, 1, HOST_MT_THING);
    char buffer[200];
    lua_pushstring(L, t->hb->b ? battle_name(t->hb->b, t->id, buffer, sizeof buffer)
                               : "a thing of a battle that is over");
    return 1;
}

/* ---- A battle's names ---------------------------------------------------------------------- */

/* Pushes a table of each player's points in the ledger, by name. */
static void push_points(lua_State *L, struct host_battle *hb) {
    lua_createtable(L, 0, hb->img->players);
    for (int32_t i = 0; i < hb->img->players; i++) {
        lua_pushinteger(L, host_see_points(L, hb, battle_player(hb->b, i), -1));
        lua_setfield(L, -2, image_player(hb->img, i));
    }
}

/* Pushes a list of all things in play of a kind. Pushing a thing may move the words that list them,
 * so the words are copied into the table first. */
static void push_extent(lua_State *L, struct host_battle *hb, int32_t kind) {
    int64_t n;
    const int64_t *at = host_see_extent(L, hb, kind, &n);
    lua_createtable(L, (int)n, 0);
    for (int64_t i = 0; i < n; i++) {
        lua_pushinteger(L, at[i]);
        lua_rawseti(L, -2, i + 1);
    }
    host_charge(L, (uint64_t)n);
    for (int64_t i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        int64_t id = lua_tointeger(L, -1);
        lua_pop(L, 1);
        host_push_thing(L, hb, id);
        lua_rawseti(L, -2, i);
    }
}

static void push_winners(lua_State *L, const struct host_battle *hb) {
    const uint64_t all = battle_over(hb->b) ? battle_winners(hb->b) : 0;
    lua_Integer n = 0;
    lua_createtable(L, 2, 0);
    for (int32_t i = 0; i < hb->img->players; i++) {
        if (!(all >> i & 1)) continue;
        lua_pushstring(L, image_player(hb->img, i));
        lua_rawseti(L, -2, ++n);
    }
}

bool host_read(lua_State *L, struct host_battle *hb, const char *name) {
    const struct image *img = hb->img;
    if (strcmp(name, "winner") == 0) {
        int64_t who = battle_over(hb->b) ? battle_winner(hb->b) : NONE;
        const int32_t number = battle_player_number(hb->b, who);
        lua_pushstring(L, number < 0 ? NULL : image_player(img, number)); /* NULL pushes nil */
    } else if (strcmp(name, "winners") == 0) {
        push_winners(L, hb);
    } else if (strcmp(name, "over") == 0) {
        lua_pushboolean(L, hb->begun && battle_over(hb->b));
    } else if (strcmp(name, "points") == 0) {
        push_points(L, hb);
    } else if (strcmp(name, "questions") == 0) {
        lua_pushinteger(L, (lua_Integer)battle_questions(hb->b));
    } else if (strcmp(name, "question") == 0) {
        if (hb->q)
            host_push_question(L, hb);
        else
            lua_pushnil(L);
    } else if (strcmp(name, "hash") == 0) {
        char hash[24];
        snprintf(hash, sizeof hash, "%016" PRIx64, battle_hash(hb->b));
        lua_pushstring(L, hash);
    } else {
        const int32_t number = image_player_named(img, name);
        if (number >= 0) {
            host_push_thing(L, hb, battle_player(hb->b, number));
            return true;
        }
        for (int32_t i = 0; i < img->kinds_count; i++) {
            if (strcmp(image_text(img, img->kinds[i].plural), name) != 0) continue;
            push_extent(L, hb, i);
            return true;
        }
        return false;
    }
    return true;
}

static int call_primitive(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    return host_primitive(L, hb, (int32_t)lua_tointeger(L, lua_upvalueindex(1)));
}

static int no_such_word(lua_State *L, const struct image *img, const char *name);

/* The __index of a battle: a method of the table that is the upvalue, a name that host_read knows,
 * or a primitive. */
static int battle_index(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    struct host_battle *hb = host_to_battle(L, 1);
    const char *name = luaL_checkstring(L, 2);
    if (host_read(L, hb, name)) return 1;
    int32_t primitive = host_find_primitive(name);
    if (primitive < 0) return no_such_word(L, hb->img, name);
    lua_pushinteger(L, primitive);
    lua_pushcclosure(L, call_primitive, 1);
    return 1;
}

static int battle_newindex(lua_State *L) {
    return luaL_error(L, "a battle has nothing that is written like this");
}

void host_index_battle(lua_State *L) {
    lua_pushcclosure(L, battle_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, battle_newindex);
    lua_setfield(L, -2, "__newindex");
}

/* ---- Primitives ---------------------------------------------------------------------------- */

static const struct {
    const char *name, *arguments, *result;
} primitives[] = {
#define PRIM(id, name, arguments, result, reads, boards, sentence) {name, arguments, result},
#include "prim.def"
#undef PRIM
};

#define HOST_MYTH(name)
#define HOST_THING(name)
#define HOST_QUESTION(name)
#define HOST_RULES(name)
#define HOST_EVENT(name)
#define HOST_LUA(name)
#define HOST_BATTLE(name) #name,
#define HOST(section, name, function, form, sentence) HOST_##section(name)
static const char *const battle_words[] = {
#include "host.def"
};

/* Returns the i-th of all names that may follow the dot or colon of a battle: methods and fields,
 * primitives, players, plurals of kinds. For suggestions. */
static const char *battle_word_named(const void *of, int32_t i) {
    const struct image *img = of;
    const int32_t words = (int32_t)ARRAY_LEN(battle_words),
                  own = words + (int32_t)ARRAY_LEN(primitives);
    if (i < words) return battle_words[i];
    if (i < own) return primitives[i - words].name;
    if (i < own + img->players) return image_player(img, i - own);
    return image_text(img, img->kinds[i - own - img->players].plural);
}

static int no_such_word(lua_State *L, const struct image *img, const char *name) {
    int32_t n = (int32_t)ARRAY_LEN(battle_words) + (int32_t)ARRAY_LEN(primitives) + img->players +
                img->kinds_count;
    return luaL_error(L, "a battle has no '%s'%s", name,
                      host_nearest(L, name, n, battle_word_named, img));
}

int32_t host_find_primitive(const char *name) {
    for (int32_t i = 0; i < (int32_t)ARRAY_LEN(primitives); i++) {
        if (strcmp(primitives[i].name, name) == 0) return i;
    }
    return -1;
}

/* Makes a list of the machine from the Lua list of things, or the one thing, at a stack index.
 * Returns its handle. */
static int64_t take_set(lua_State *L, struct host_battle *hb, int index, const char *name) {
    int64_t words[256], n = 0;
    if (!lua_istable(L, index)) {
        words[n++] = host_to_thing(L, index, hb)->id;
    } else {
        int64_t len = (int64_t)lua_rawlen(L, index);
        if (len > (int64_t)ARRAY_LEN(words))
            luaL_error(L, "%s: at most %d things", name, (int)ARRAY_LEN(words));
        for (; n < len; n++) {
            lua_rawgeti(L, index, n + 1);
            words[n] = host_to_thing(L, -1, hb)->id;
            lua_pop(L, 1);
        }
    }
    return battle_list_of(hb->b, words, n);
}

/* Makes a way of the machine (a list: mover, then places) from the Lua table at a stack index. */
static int64_t take_way(lua_State *L, struct host_battle *hb, int index) {
    int64_t words[256], n = 1, len = (int64_t)lua_rawlen(L, index);
    luaL_checktype(L, index, LUA_TTABLE);
    if (len >= (int64_t)ARRAY_LEN(words))
        luaL_error(L, "a way has at most %d places", (int)ARRAY_LEN(words) - 1);
    lua_getfield(L, index, "mover");
    words[0] = host_to_thing(L, -1, hb)->id;
    lua_pop(L, 1);
    for (; n <= len; n++) {
        lua_rawgeti(L, index, n);
        words[n] = host_take_spot(L, hb, -1);
        lua_pop(L, 1);
    }
    return battle_list_of(hb->b, words, n);
}

/* Converts the argument of a primitive at a stack index, by the letter of its type in prim.def. An
 * argument that is nil or missing is NONE. */
static int64_t take_argument(lua_State *L, struct host_battle *hb, char letter, int index,
                             const char *name) {
    if (lua_isnoneornil(L, index)) return NONE;
    switch (letter) {
    case 't':
    case 'z':
    case 'e': return host_to_thing(L, index, hb)->id;
    case 'P': return host_player_thing(L, hb, index);
    case 'n':
    case 'g':
    case 'l': return host_integer(L, index);
    case 'b': return lua_toboolean(L, index);
    case 'p': return host_take_spot(L, hb, index);
    case 'u':
    case 's': return take_set(L, hb, index, name);
    case 'w': return take_way(L, hb, index);
    default:
        return luaL_error(L, "%s: a value of this sort cannot be handed over from Lua yet", name);
    }
}

/* Pushes the result of a primitive, by the letter of its type in prim.def. */
static void push_result(lua_State *L, struct host_battle *hb, char letter, int64_t value) {
    struct image_type type = {V_NUMBER, 0, -1};
    switch (letter) {
    case 't':
    case 'e':
    case 'P': type.class = V_THING; break;
    case 'l': type.class = V_LENGTH; break;
    case 'b': type.class = V_TRUTH; break;
    case 'B': type.class = V_THING; break;
    case 'p': type.class = hb->img->on_map ? V_THING : V_PLACE; break;
    case 'w':
        type.class = V_PATH;
        if (hb->img->on_map) type.elem = V_THING;
        break;
    case 'q':
    case 'u':
    case 's':
        type.class = V_SET;
        type.elem = V_THING;
        break;
    case 'G':
        type.class = V_SET;
        type.elem = V_NUMBER;
        break;
    default: break;
    }
    host_push(L, hb, type, value);
}

static int cannot(lua_State *L, struct host_battle *hb, const char *name) {
    const struct run_error *e = battle_error(hb->b);
    return luaL_error(L, "%s: %s", name, e && e->text[0] ? e->text : "it cannot be computed");
}

int host_primitive(lua_State *L, struct host_battle *hb, int32_t primitive) {
    int64_t args[8], result = NONE;
    int32_t n = 0;
    const char *name = primitives[primitive].name;
    for (const char *p = strchr(primitives[primitive].arguments, ':'); p && n < 8;
         p = strchr(p + 1, ':')) {
        args[n] = take_argument(L, hb, p[1], n + 2, name);
        n++;
    }
    if (lua_gettop(L) > n + 1)
        return luaL_error(L, "%s(%s)", name, primitives[primitive].arguments);
    host_charge(L, 50);
    if (!host_see_primitive(L, hb, primitive, args, n, &result)) return cannot(L, hb, name);
    push_result(L, hb, primitives[primitive].result[0], result);
    return 1;
}

/* ---- Quantities ---------------------------------------------------------------------------- */

int host_quantity(lua_State *L, struct host_battle *hb) {
    const struct image *img = hb->img;
    const char *name = luaL_checkstring(L, 2);
    int32_t q = host_find_quantity(L, img, name);
    int64_t args[16], value = NONE;
    int32_t n = lua_gettop(L) - 2;
    if (n != img->quantities[q].params || n > (int32_t)ARRAY_LEN(args))
        return luaL_error(L, "%s takes %d argument%s, not %d", name, (int)img->quantities[q].params,
                          img->quantities[q].params == 1 ? "" : "s", (int)n);
    for (int32_t i = 0; i < n; i++) {
        struct image_type type = {V_NUMBER, 0, -1};
        if (luaL_testudata(L, i + 3, HOST_MT_THING)) type.class = V_THING;
        if (lua_type(L, i + 3) == LUA_TSTRING) type.class = V_THING;
        if (lua_isboolean(L, i + 3)) type.class = V_TRUTH;
        if (lua_istable(L, i + 3)) type.class = V_PLACE;
        args[i] = host_take(L, hb, type, i + 3, name);
        const int32_t range = img->quantities[q].first_range;
        if (range >= 0) args[i] = image_held(img, range + i + 1, args[i]);
    }
    host_charge(L, 50);
    if (!host_see_quantity(L, hb, q, args, n, &value)) return cannot(L, hb, name);
    host_push(L, hb, img->quantities[q].type, value);
    return 1;
}

int host_value(lua_State *L) {
    return host_quantity(L, host_to_battle(L, 1));
}

int host_score(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    int64_t player = host_player_thing(L, hb, 2);
    int32_t reason = -1;
    if (!lua_isnoneornil(L, 3))
        reason = (int32_t)host_take(L, hb, (struct image_type){V_TEXT, 0, -1}, 3, "the reason");
    lua_pushinteger(L, host_see_points(L, hb, player, reason));
    return 1;
}

/* ---- Questions ----------------------------------------------------------------------------- */

static int question_candidate(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, 1, "battle");
    struct host_battle *hb = host_to_battle(L, -1);
    lua_Integer i = host_integer(L, 2);
    if (!hb->q || (hb->q->kind != ASK_PLACE && hb->q->kind != ASK_PATH))
        return luaL_error(L, "only a place or a path has candidates to be judged");
    luaL_argcheck(L, i >= 1 && i <= hb->q->count, 2, "1 to question.count");
    const int64_t *values;
    int64_t n;
    if (!run_candidate(hb->b, i - 1, &values, &n)) {
        lua_pushnil(L);
    } else if (hb->q->kind == ASK_PLACE) {
        host_push_place(L, values[0]);
    } else {
        lua_createtable(L, (int)n, 0);
        for (int64_t k = 0; k < n; k++) {
            host_push_place(L, values[k]);
            lua_rawseti(L, -2, k + 1);
        }
    }
    return 1;
}

static void push_candidates(lua_State *L, struct host_battle *hb) {
    const struct question *q = hb->q;
    lua_createtable(L, (int)q->count, 0);
    for (int64_t i = 0; i < q->count; i++) {
        if (q->labels)
            lua_pushstring(L, q->labels[i]);
        else
            host_push(L, hb, q->type, q->values[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_count(lua_State *L, const char *name, int64_t n) {
    lua_pushinteger(L, n);
    lua_setfield(L, -2, name);
}

/* Sets `many` of the question on top: how many equal things each candidate stands for. */
static void push_many(lua_State *L, const struct question *q) {
    lua_createtable(L, (int)q->count, 0);
    for (int64_t i = 0; i < q->count; i++) {
        lua_pushinteger(L, q->many[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "many");
}

void host_push_question(lua_State *L, struct host_battle *hb) {
    const struct question *q = hb->q;
    lua_createtable(L, 0, 12);
    lua_pushstring(L, ask_row(q->kind)->name);
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, q->prompt ? q->prompt : "");
    lua_setfield(L, -2, "prompt");
    const int32_t who = battle_player_number(hb->b, q->who);
    if (who >= 0) {
        lua_pushstring(L, image_player(hb->img, who));
        lua_setfield(L, -2, "player");
    }
    push_count(L, "count", q->count);
    if (q->who != NONE) {
        push_count(L, "least", q->least);
        push_count(L, "most", q->most);
    }
    lua_pushboolean(L, q->may_pass);
    lua_setfield(L, -2, "may_pass");
    if (q->kind == ASK_PICK || q->kind == ASK_RANDOM) {
        push_candidates(L, hb);
        lua_setfield(L, -2, "candidates");
        if (q->many) push_many(L, q);
    }
    if ((q->kind == ASK_PLACE || q->kind == ASK_PATH) && q->mover != NONE) {
        host_push_thing(L, hb, q->mover);
        lua_setfield(L, -2, "mover");
    }
    if (q->kind == ASK_ROLL) {
        lua_pushstring(L, image_text(hb->img, hb->img->dice[q->die].name));
        lua_setfield(L, -2, "die");
    }
    host_push_battle(L, hb);
    lua_setfield(L, -2, "battle");
    luaL_setmetatable(L, HOST_MT_QUESTION);
}

/* ---- Answers ------------------------------------------------------------------------------- */

/* Returns the number, from 0, of the candidate that a Lua value names: by number from 1, which is
 * not checked; by the candidate itself or a thing for which it stands; by its label or the name of
 * its thing; or, among labels, by true for the first and false for the second. Returns -1 if the
 * value names none. */
static int64_t candidate_of(lua_State *L, struct host_battle *hb, int index) {
    const struct question *q = hb->q;
    const bool by_value = q->type.class == V_NUMBER || q->type.class == V_FACE;
    if (lua_isinteger(L, index) && (q->labels || !by_value)) return lua_tointeger(L, index) - 1;
    if (lua_isboolean(L, index) && q->labels) return lua_toboolean(L, index) ? 0 : 1;
    if (lua_type(L, index) == LUA_TSTRING && q->labels) {
        for (int64_t i = 0; i < q->count; i++) {
            if (strcmp(q->labels[i], lua_tostring(L, index)) == 0) return i;
        }
        return -1;
    }
    if (q->kind != ASK_PICK && q->kind != ASK_RANDOM) return -1;
    if (lua_type(L, index) == LUA_TSTRING && q->type.class == V_THING) {
        for (int64_t i = 0; i < q->count; i++) {
            char name[200];
            if (strcmp(battle_name(hb->b, q->values[i], name, sizeof name),
                       lua_tostring(L, index)) == 0)
                return i;
        }
        return -1;
    }
    return battle_candidate(hb->b, host_take(L, hb, q->type, index, "the answer"));
}

/* Pushes and returns memory for n words, which Lua collects when it is off the stack. */
static int64_t *buffer(lua_State *L, int64_t n) {
    int64_t *at = lua_newuserdatauv(L, sizeof(int64_t) * (size_t)(n ? n : 1), 0);
    return at;
}

/* Reads the table at a stack index as an answer: a place, or a list of places, faces, numbers of
 * members of a pile from 1, or candidates. */
static void parse_list(lua_State *L, struct host_battle *hb, int index, struct answer *out) {
    const struct question *q = hb->q;
    int64_t n = (int64_t)lua_rawlen(L, index);
    bool place = q->kind == ASK_PLACE, path = q->kind == ASK_PATH;
    int64_t *at = buffer(L, n);
    out->values = at;
    out->count = n;
    out->spelled = place || path;
    if (place) {
        out->count = 1;
        at[0] = host_take_place(L, index);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        lua_rawgeti(L, index, i + 1);
        struct image_type face = {V_FACE, 0, (int16_t)q->die};
        if (path)
            at[i] = host_take_place(L, -1);
        else if (q->kind == ASK_ROLL)
            at[i] = host_take(L, hb, face, -1, "a face");
        else
            at[i] = candidate_of(L, hb, -1);
        lua_pop(L, 1);
    }
    /* Numbers of candidates must ascend. There are few, so they are sorted by insertion. */
    for (int64_t i = 1; q->kind == ASK_PICK && i < n; i++) {
        for (int64_t k = i; k > 0 && at[k] < at[k - 1]; k--) {
            int64_t keep = at[k];
            at[k] = at[k - 1];
            at[k - 1] = keep;
        }
    }
}

void host_parse_answer(lua_State *L, struct host_battle *hb, struct answer *out) {
    const struct question *q = hb->q;
    int index = lua_gettop(L);
    *out = (struct answer){0};
    if (lua_isnoneornil(L, index))
        luaL_error(L, "an answer is expected: a candidate's number, a list, \"pass\" … (myth doc "
                      "lua, battle:answer)");
    const char *word = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    if (word && strcmp(word, "pass") == 0) {
        out->pass = true;
        return;
    }
    bool keyed = lua_istable(L, index) && lua_getfield(L, index, "x") != LUA_TNIL;
    lua_settop(L, index);
    if (lua_istable(L, index) && !(keyed && q->kind != ASK_PLACE)) {
        parse_list(L, hb, index, out);
        return;
    }
    int64_t *at = buffer(L, 1);
    out->values = at;
    out->count = 1;
    if (q->kind == ASK_ROLL)
        at[0] = host_take(L, hb, (struct image_type){V_FACE, 0, (int16_t)q->die}, index, "a face");
    else if (q->kind == ASK_PLACE || q->kind == ASK_PATH ||
             (q->kind == ASK_RANDOM && lua_isinteger(L, index)))
        at[0] = host_integer(L, index) - 1;
    else
        at[0] = candidate_of(L, hb, index);
    if ((q->kind == ASK_PICK || q->kind == ASK_RANDOM) && at[0] < 0)
        luaL_error(L, "%s is none of what may be picked for '%s'%s", host_text(L, index, NULL),
                   q->prompt ? q->prompt : "",
                   q->type.class == V_NUMBER ? ": of numbers, say the number itself" : "");
}

/* ---- Odds ---------------------------------------------------------------------------------- */

/* A call of battle:odds. Each value that READ gives gets a key, which is the index of the value in
 * the list of values at stack index 4; the table at 5 finds the key by the value. */
struct looker {
    lua_State *L;
    struct host_battle *end; /* the object that stands for a battle that has ended */
    int64_t failed;          /* not 0: an error was raised, which lies on top of the stack */
};

/* Calls READ with an ended battle, and pushes the key of the value that it gives. The arguments are
 * the five values at the bottom of host_odds's stack. Called by lua_pcall. */
static int look_inside(lua_State *L) {
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_call(L, 1, 1);
    int type = lua_type(L, -1);
    if (type != LUA_TBOOLEAN && type != LUA_TSTRING && !lua_isinteger(L, -1) && type != LUA_TNIL)
        return luaL_error(L, "battle:odds: READ gives a whole number, a truth or a text");
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushliteral(L, "none");
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 5) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_Integer n = (lua_Integer)lua_rawlen(L, 4) + 1;
        lua_pushvalue(L, -1);
        lua_rawseti(L, 4, n);
        lua_pushinteger(L, n);
        lua_rawset(L, 5);
        lua_pushinteger(L, n);
    }
    return 1;
}

/* The function `look` of struct host_odds: sets *key to the key of the value that READ gives for an
 * ended battle. */
static bool look_at_end(void *user, struct battle *ended, int64_t *key) {
    struct looker *k = user;
    lua_State *L = k->L;
    if (!lua_checkstack(L, 10)) return false;
    k->end->b = ended;
    int top = lua_gettop(L);
    lua_pushcfunction(L, look_inside);
    for (int i = 1; i <= 5; i++) lua_pushvalue(L, i);
    int status = lua_pcall(L, 5, 1, 0);
    k->end->b = NULL;
    if (status != LUA_OK) {
        k->failed = 1;
        return false;
    }
    *key = lua_tointeger(L, -1);
    lua_settop(L, top);
    return true;
}

/* The `outcome` of struct host_odds: adds a table { value, odds } to the list at stack index 6. */
static void outcome(void *user, int64_t key, const char *odds) {
    struct looker *k = user;
    lua_State *L = k->L;
    lua_createtable(L, 0, 2);
    lua_rawgeti(L, 4, key);
    lua_setfield(L, -2, "value");
    lua_pushstring(L, odds);
    lua_setfield(L, -2, "odds");
    lua_rawseti(L, 6, (lua_Integer)lua_rawlen(L, 6) + 1);
}

/* The function by which results are sorted: whether the value of the first is the lesser. */
static int by_value(lua_State *L) {
    lua_settop(L, 2);
    lua_getfield(L, 1, "value");
    lua_getfield(L, 2, "value");
    lua_pushboolean(L, host_order(L, 3, 4) < 0);
    return 1;
}

/* battle:odds(READ, POLICY). On the stack, from index 1 on: the battle, READ, the object for ended
 * battles, the list of values, the table of keys by value, the list of results. */
int host_odds(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    struct host *h = hb->host;
    luaL_checktype(L, 2, LUA_TFUNCTION);
    static const char *const policies[] = {"", "random", "first", NULL};
    int32_t policy = luaL_checkoption(L, 3, "", policies);
    lua_settop(L, 2);
    if (!h->port.odds) return luaL_error(L, "there are no odds here");
    struct host_battle *end = host_new_battle(L, hb->img);
    luaL_setmetatable(L, HOST_MT_BATTLE);
    end->hand = true;
    end->begun = true;
    end->rules = hb->rules;
    lua_newtable(L);
    lua_newtable(L);
    lua_newtable(L);
    struct looker k = {L, end, 0};
    char why[300] = "";
    const struct host_odds what = {.from = hb->b,
                                   .policy = policy,
                                   .outside = &hb->rules->port,
                                   .rules = hb->rules->rule,
                                   .rules_count = hb->rules->count,
                                   .look = look_at_end,
                                   .outcome = outcome,
                                   .looker = &k};
    bool done = h->port.odds(h->port.user, &what, why, sizeof why);
    if (host_doomed(h)) return host_doom(L, h->doom, h->doom_limit);
    if (k.failed) return lua_error(L);
    if (!done && h->port.stopped && h->port.stopped(h->port.user))
        return host_doom(L, DOOM_STOPPED, -1);
    if (!done) return luaL_error(L, "odds: %s", why);
    lua_settop(L, 6);
    lua_pushcfunction(L, by_value);
    lua_getfield(L, LUA_REGISTRYINDEX, "myth sort");
    lua_insert(L, -2);
    lua_pushvalue(L, 6);
    lua_insert(L, -2);
    lua_call(L, 2, 0);
    lua_settop(L, 6);
    return 1;
}

/* ---- Opening ------------------------------------------------------------------------------- */

void host_open_read(lua_State *L) {
    luaL_newmetatable(L, HOST_MT_THING);
    lua_pushcfunction(L, thing_index);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, thing_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, thing_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    luaL_newmetatable(L, HOST_MT_QUESTION);
    lua_newtable(L);
    lua_pushcfunction(L, question_candidate);
    lua_setfield(L, -2, "candidate");
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    lua_getfield(L, -1, "table");
    lua_getfield(L, -1, "sort");
    lua_setfield(L, LUA_REGISTRYINDEX, "myth sort");
    lua_pop(L, 1);
}
