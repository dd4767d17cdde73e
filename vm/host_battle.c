/*
 * host_battle: battles as scripts see them: making a battle, setting it up, running it, forks and
 * views. An object of class HOST_MT_BATTLE is a struct host_battle.
 *
 * A question is answered by the first of these that does: the port (a tape or a person), chance, a
 * function of the script for the player, the player's policy. Policies `random` and `first` are
 * mostly answered inside the machine (players_inside).
 */
#include <stdio.h>
#include <string.h>

#include "base_near.h"
#include "host_inner.h"
#include "stream.h"

#define BATTLES "myth battles"

/* ---- The script's own random numbers
 * ------------------------------------------------------------ */

/* The names of the two random streams of a script: its own, and that of its policies. */
static const uint64_t SCRIPT_PURPOSE = UINT64_C(0x7363726970740001);
static const uint64_t POLICY_PURPOSE = UINT64_C(0x7363726970740002);

uint64_t host_draw(struct host *h, uint64_t n) {
    if (h->in_policy) return stream_below(h->options.seed, POLICY_PURPOSE, &h->policy_draws, n);
    return stream_below(h->options.seed, SCRIPT_PURPOSE, &h->draws, n);
}

/* Returns the number of faces of the die whose name, such as "d6", is at a stack index. */
static lua_Integer faces_of(lua_State *L, int index) {
    const char *name = luaL_checkstring(L, index);
    lua_Integer n = 0;
    const char *p = name + 1;
    for (; name[0] == 'd' && *p >= '0' && *p <= '9' && n <= 1000000; p++) n = n * 10 + (*p - '0');
    if (name[0] != 'd' || *p || n < 1 || n > 1000000)
        return luaL_error(L, "'%s' is no die: \"d6\", \"d10\", up to \"d1000000\"", name);
    return n;
}

int host_roll(lua_State *L) {
    lua_Integer n = host_integer(L, 1), faces = faces_of(L, 2);
    luaL_argcheck(L, n >= 0 && n <= 10000, 1, "0 to 10000 dice");
    host_refuse_in_rule(L, "this roll");
    host_charge(L, (uint64_t)n);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_pushinteger(L, (lua_Integer)host_draw(host_of(L), (uint64_t)faces) + 1);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

static int myth_roll(lua_State *L) {
    return host_roll(L);
}

static int myth_random(lua_State *L) {
    lua_Integer n = host_integer(L, 1);
    luaL_argcheck(L, n >= 1 && n <= INT32_MAX, 1, "1 or more");
    host_refuse_in_rule(L, "myth.random");
    lua_pushinteger(L, (lua_Integer)host_draw(host_of(L), (uint64_t)n) + 1);
    return 1;
}

/* Pushes the length at index 1 in units. It is given in inches or millimetres, as `what` says, each
 * of which is `each` units. A length that does not come out as a whole number of units is an
 * error. */
static int units(lua_State *L, lua_Integer each, const char *what) {
    if (lua_isinteger(L, 1)) {
        lua_Integer n = lua_tointeger(L, 1);
        luaL_argcheck(L, n > -1000000 && n < 1000000, 1, "too long");
        lua_pushinteger(L, n * each);
        return 1;
    }
    lua_pushnumber(L, luaL_checknumber(L, 1) * (lua_Number)each);
    int whole;
    lua_Integer n = lua_tointegerx(L, -1, &whole);
    if (!whole)
        return luaL_error(L, "%s %s are no whole number of units", host_text(L, 1, NULL), what);
    lua_pushinteger(L, n);
    return 1;
}

static int myth_inch(lua_State *L) {
    return units(L, UNITS_PER_INCH, "inches");
}

static int myth_mm(lua_State *L) {
    return units(L, UNITS_PER_MM, "millimetres");
}

static int myth_rules(lua_State *L) {
    struct host *h = host_of(L);
    const char *name = luaL_checkstring(L, 1);
    host_refuse_in_rule(L, "myth.rules");
    char why[400] = "";
    enum host_end end = HOST_MISSING;
    const struct image *img = h->port.rules(h->port.user, name, &end, why, sizeof why);
    if (!img && why[0] && end == HOST_MISTAKE) return luaL_error(L, "%s", why);
    if (!img) {
        snprintf(h->why, sizeof h->why, "%s", why);
        h->rule_error.limit = end == HOST_LIMIT ? 0 : -1;
        return host_doom(L,
                         end == HOST_MISSING ? DOOM_MISSING
                         : end == HOST_USAGE ? DOOM_USAGE
                                             : DOOM_RULES,
                         -1);
    }
    host_new_rules(L, img);
    return 1;
}

/* ---- Making and closing battles
 * ----------------------------------------------------------------------- */

/* Takes a battle out of the list of open battles. Does nothing for a hand, which is not in it. */
static void unlink_battle(struct host_battle *hb) {
    if (!hb->back) return;
    *hb->back = hb->next;
    if (hb->next) hb->next->back = hb->back;
    hb->back = NULL;
    hb->host->battles--;
}

void host_close_battle(struct host_battle *hb) {
    unlink_battle(hb);
    if (hb->b && !hb->hand) battle_free(hb->b);
    hb->b = NULL;
    hb->q = NULL;
}

static int battle_gc(lua_State *L) {
    host_close_battle(lua_touserdata(L, 1));
    return 0;
}

/* Enters the battle object on top in the table in which host_push_battle finds it. The table's
 * values are weak, so it keeps no battle alive. */
static void remember(lua_State *L, struct host_battle *hb) {
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, BATTLES) == 0) {
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "v");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
    }
    lua_pushvalue(L, -2);
    lua_rawsetp(L, -2, hb);
    lua_pop(L, 1);
}

void host_push_battle(lua_State *L, struct host_battle *hb) {
    lua_getfield(L, LUA_REGISTRYINDEX, BATTLES);
    lua_rawgetp(L, -1, hb);
    lua_replace(L, -2);
}

struct host_battle *host_new_battle(lua_State *L, const struct image *img) {
    struct host_battle *hb = lua_newuserdatauv(L, sizeof *hb, 1);
    memset(hb, 0, sizeof *hb);
    hb->host = host_of(L);
    hb->img = img;
    hb->scenario = -1;
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    remember(L, hb);
    return hb;
}

/* Makes an object for a battle of the script, that is no hand, and pushes it. The object is counted
 * and linked; collecting it closes the battle. */
static struct host_battle *new_open(lua_State *L, const struct image *img) {
    struct host *h = host_of(L);
    if (h->battles >= 64 && h->battles % 64 == 0) lua_gc(L, LUA_GCCOLLECT);
    if (h->battles >= MAX_SCRIPT_BATTLES) host_doom(L, DOOM_LIMIT, LIMIT_SCRIPT_BATTLES);
    struct host_battle *hb = host_new_battle(L, img);
    luaL_setmetatable(L, HOST_MT_BATTLE);
    hb->next = h->first;
    hb->back = &h->first;
    if (h->first) h->first->back = &hb->next;
    h->first = hb;
    h->battles++;
    return hb;
}

struct host_battle *host_to_battle(lua_State *L, int index) {
    struct host_battle *hb = luaL_testudata(L, index, HOST_MT_BATTLE);
    if (!hb) host_wrong(L, index, "a battle is expected: battle:name(…), with a colon");
    host_refuse_in_rule(L, "a battle of the script");
    if (!hb->b) luaL_argerror(L, index, "this battle is closed");
    return hb;
}

/* Raises an error for a call that could not set something up; this is a mistake in the script. */
static int not_done(lua_State *L, struct host_battle *hb, const char *what) {
    const struct run_error *e = battle_error(hb->b);
    return luaL_error(L, "%s: %s", what, e && e->text[0] ? e->text : "the rules do not allow it");
}

/* Ends the script because the rules of a battle have failed; the first such error is kept. */
static int rules_failed(lua_State *L, struct host_battle *hb, const struct run_error *e) {
    struct host *h = host_of(L);
    if (!h->rule_failed && e) {
        h->rule_failed = true;
        h->rule_image = hb->img;
        h->rule_error = *e;
    }
    return host_doom(L, DOOM_RULES, -1);
}

/* ---- Setting up ---------------------------------------------------------------------------- */

static const char *policy_name(const void *of, int32_t i) {
    (void)of;
    return policy_row((enum policy_kind)i)->name;
}

/* Returns the thinker for battles of a ruleset, which is made when it is needed first. */
static struct thinker *thinker_of(struct host *h, const struct image *img) {
    struct host_mind *m = h->minds;
    while (m && m->img != img) m = m->next;
    if (m) return m->thinker;
    m = memory_new(sizeof *m);
    *m = (struct host_mind){h->minds, img, thinker_new(img)};
    thinker_stop(m->thinker, h->port.stopped, h->port.user);
    h->minds = m;
    return m->thinker;
}

/* Returns NULL if a policy can play by these rules; otherwise why it cannot. */
static const char *policy_lacks(struct host *h, const struct image *img, struct policy p) {
    enum run_policy inside;
    return policy_inside(p, &inside) ? NULL : thinker_lacks(thinker_of(h, img));
}

/* Pushes and returns a suggestion: the policy whose name is nearest, or a list of all policies. */
static const char *near_policy(lua_State *L, const char *name) {
    const char *near = host_nearest(L, name, POLICY_KIND_COUNT_, policy_name, NULL);
    if (*near) return near;
    near = "; there are ";
    for (int32_t i = 0; i < POLICY_KIND_COUNT_; i++) {
        const char *between = i == 0 ? "" : i + 1 < POLICY_KIND_COUNT_ ? ", " : " and ";
        near = lua_pushfstring(L, "%s%s%s", near, between, policy_name(NULL, i));
    }
    return near;
}

/* Reads the policy at a stack index: its name; or a function, for which `random` is returned and is
 * not used. */
static struct policy battle_policy(lua_State *L, struct host_battle *hb, int index,
                                   const char *player) {
    struct policy p = {POLICY_KIND_RANDOM, 0};
    char why[200];
    if (lua_isfunction(L, index)) return p;
    if (lua_type(L, index) != LUA_TSTRING)
        luaL_error(L, "the policy of %s is the name of one (myth doc lua) or a function", player);
    const char *name = lua_tostring(L, index);
    if (policy_read(name, strlen(name), &p, why, sizeof why)) {
        bool known = memcmp(why, "there", 5) != 0;
        luaL_error(L, "%s%s", why, known ? "" : near_policy(L, name));
    }
    const char *lacks = policy_lacks(hb->host, hb->img, p);
    if (lacks) luaL_error(L, "the policy of %s is '%s', but %s", player, name, lacks);
    return p;
}

/* Sets the policies of a battle: `random` for all players, then those of a script's table at
 * `index` (PLAYER = policy; or nil), then those of the command line. */
static void set_policies(lua_State *L, struct host_battle *hb, int index) {
    const struct host_options *o = &hb->host->options;
    for (int32_t i = 0; i < hb->img->players; i++)
        hb->policy[i] = (struct policy){POLICY_KIND_RANDOM, 0};
    if (lua_istable(L, index)) {
        lua_pushnil(L);
        while (lua_next(L, index)) {
            if (lua_type(L, -2) != LUA_TSTRING) luaL_error(L, "policies = { PLAYER = policy, … }");
            int32_t n = host_player_number(L, hb, -2);
            hb->policy[n] = battle_policy(L, hb, -1, lua_tostring(L, -2));
            lua_pop(L, 1);
        }
        host_push_battle(L, hb);
        lua_getiuservalue(L, -1, 1);
        lua_pushvalue(L, index);
        lua_setfield(L, -2, "policies");
        lua_pop(L, 2);
    } else if (!lua_isnil(L, index)) {
        luaL_error(L, "policies = { PLAYER = policy, … }");
    }
    for (int32_t i = 0; i < o->policy_count; i++) {
        int32_t n = host_player_named(L, hb->img, o->policies[i].player);
        if (n < 0) {
            snprintf(hb->host->why, sizeof hb->host->why, "there is no player '%s'%s",
                     o->policies[i].player, lua_tostring(L, -1));
            host_doom(L, DOOM_USAGE, -1);
        }
        const char *lacks = policy_lacks(hb->host, hb->img, o->policies[i].policy);
        if (lacks) {
            char name[40];
            snprintf(hb->host->why, sizeof hb->host->why, "the policy of %s is '%s', but %s",
                     o->policies[i].player, policy_text(o->policies[i].policy, name, sizeof name),
                     lacks);
            host_doom(L, DOOM_USAGE, -1);
        }
        hb->policy[n] = o->policies[i].policy;
        hb->from_options[n] = true;
    }
}

static const char *ruling_name(const void *of, int32_t i) {
    const struct image *img = of;
    return image_text(img, img->rulings[i].name);
}

/* Pushes and returns a list of the readings of a ruling, as a suggestion. */
static const char *near_reading(lua_State *L, const struct image *img,
                                const struct image_ruling *r) {
    for (int32_t k = 0; k < r->readings; k++) {
        const char *reading = image_text(img, img->lists[r->first_reading + 2 * k]);
        lua_pushfstring(L, "%s%s%s", k ? lua_tostring(L, -1) : "; it has ", k ? ", " : "", reading);
    }
    return lua_tostring(L, -1);
}

/* Reports a ruling or reading that does not exist: as an error of the script, or, if `options`, as
 * a wrong option of the command line, which ends the script. */
static void no_ruling(lua_State *L, struct host_battle *hb, bool options, const char *text) {
    if (!options) luaL_error(L, "%s", text);
    snprintf(hb->host->why, sizeof hb->host->why, "%s", text);
    host_doom(L, DOOM_USAGE, -1);
}

static void set_ruling(lua_State *L, struct host_battle *hb, const char *name, const char *reading,
                       bool options) {
    const struct image *img = hb->img;
    for (int32_t i = 0; i < img->rulings_count; i++) {
        const struct image_ruling *r = &img->rulings[i];
        if (strcmp(image_text(img, r->name), name) != 0) continue;
        for (int32_t k = 0; k < r->readings; k++) {
            if (strcmp(image_text(img, img->lists[r->first_reading + 2 * k]), reading) != 0)
                continue;
            battle_ruling(hb->b, i, k);
            return;
        }
        no_ruling(L, hb, options,
                  lua_pushfstring(L, "the ruling '%s' has no reading '%s'%s", name, reading,
                                  near_reading(L, img, r)));
    }
    no_ruling(L, hb, options,
              lua_pushfstring(L, "there is no ruling '%s'%s", name,
                              host_nearest(L, name, img->rulings_count, ruling_name, img)));
}

/* Sets the rulings of a battle from a script's table at `index` (NAME = READING), then those of the
 * command line. */
static void set_rulings(lua_State *L, struct host_battle *hb, int index) {
    const struct host_options *o = &hb->host->options;
    if (lua_istable(L, index)) {
        lua_pushnil(L);
        while (lua_next(L, index)) {
            if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING)
                luaL_error(L, "rulings = { NAME = READING, … }");
            set_ruling(L, hb, lua_tostring(L, -2), lua_tostring(L, -1), false);
            lua_pop(L, 1);
        }
    } else if (!lua_isnil(L, index)) {
        luaL_error(L, "rulings = { NAME = READING, … }");
    }
    for (int32_t i = 0; i < o->reading_count; i++)
        set_ruling(L, hb, o->readings[i].ruling, o->readings[i].reading, true);
}

/* Makes the things of a roster for a player. */
static void muster(lua_State *L, struct host_battle *hb, int32_t player, const char *name) {
    const int32_t roster = host_find_roster(L, hb->img, name);
    if (!battle_in_play(hb->b, battle_player(hb->b, player)))
        luaL_error(L, "'%s' takes no part in this battle", image_player(hb->img, player));
    if (!battle_muster(hb->b, roster, battle_player(hb->b, player))) not_done(L, hb, name);
}

/* The names that myth.battle { … } takes, besides those of players. */
static const char *const settings[] = {"rules",   "scenario", "seed",    "policies",
                                       "rulings", "dice",     "players", "sides"};

static const char *setting_name(const void *of, int32_t i) {
    const struct image *img = of;
    int32_t n = (int32_t)ARRAY_LEN(settings);
    return i < n ? settings[i] : image_player(img, i - n);
}

/* Raises an error if the table at index 1 has a name that myth.battle does not take. */
static void check_settings(lua_State *L, const struct image *img) {
    int32_t n = (int32_t)ARRAY_LEN(settings) + img->players;
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "myth.battle takes names: { rules = …, scenario = … }");
        const char *name = lua_tostring(L, -1);
        int32_t i = 0;
        while (i < n && strcmp(setting_name(img, i), name) != 0) i++;
        if (i == n)
            luaL_error(L, "a battle has no '%s'%s", name,
                       host_nearest(L, name, n, setting_name, img));
    }
}

/* Makes the battle of an object. Dice are drawn from streams, unless `asked` or the options say
 * that faces are asked for. An undo plays the kept answers again (`answers`). Rules in Lua could
 * tell that they run again, so a battle with such rules keeps a log for undo instead
 * (`history`). */
static void open_battle(lua_State *L, struct host_battle *hb, uint64_t seed, bool asked) {
    struct host *h = hb->host;
    struct run_options o = {.seed = seed,
                            .chance = asked || h->options.dice_asked ? CHANCE_ASK : CHANCE_STREAM,
                            .journal = h->options.journal,
                            .brief = h->options.brief,
                            .history = hb->rules->count > 0,
                            .answers = true};
    hb->b = battle_new(hb->img, &o);
    if (h->port.made && !hb->view) h->port.made(h->port.user, hb->b);
    if (hb->rules->count)
        battle_outside(hb->b, &hb->rules->port, hb->rules->rule, hb->rules->count);
    (void)L;
}

/* Pushes and returns the ruleset that the table at index 1 gives as `rules`, by name or object. */
static struct host_rules *rules_of(lua_State *L) {
    lua_getfield(L, 1, "rules");
    if (lua_type(L, -1) == LUA_TSTRING) {
        lua_pushcfunction(L, myth_rules);
        lua_insert(L, -2);
        lua_call(L, 1, 1);
    } else if (lua_isnil(L, -1)) {
        lua_pushnil(L);
        while (lua_next(L, 1)) {
            lua_pop(L, 1);
            const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
            uint32_t fewer = 2;
            if (name &&
                base_nearer((struct span){name, strlen(name)}, (struct span){"rules", 5}, &fewer))
                luaL_error(L, "a battle has no '%s', did you mean 'rules'?", name);
        }
        luaL_error(L, "myth.battle needs rules = NAME");
    }
    return host_to_rules(L, -1);
}

static int myth_battle(lua_State *L) {
    struct host *h = host_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    host_refuse_in_rule(L, "myth.battle");
    struct host_rules *rules = rules_of(L); /* at stack index 2 */
    const struct image *img = rules->img;
    check_settings(L, img);
    struct host_battle *hb = new_open(L, img); /* at stack index 3 */
    hb->rules = rules;
    rules->closed = true;
    lua_getiuservalue(L, 3, 1);
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, "rules");
    lua_settop(L, 3);
    lua_getfield(L, 1, "seed");
    uint64_t seed = lua_isnil(L, -1) ? h->options.seed : (uint64_t)host_integer(L, -1);
    lua_getfield(L, 1, "dice");
    const char *dice = lua_tostring(L, -1);
    if (dice && strcmp(dice, "asked") != 0) luaL_error(L, "dice = \"asked\", or nothing");
    open_battle(L, hb, seed, dice != NULL);
    lua_settop(L, 3);
    lua_getfield(L, 1, "policies");
    set_policies(L, hb, 4);
    lua_settop(L, 3);
    lua_getfield(L, 1, "rulings");
    set_rulings(L, hb, 4);
    lua_settop(L, 3);
    if (lua_getfield(L, 1, "scenario") != LUA_TNIL) {
        hb->scenario = host_find_blueprint(L, img, luaL_checkstring(L, -1));
        if (!battle_scenario(hb->b, hb->scenario)) not_done(L, hb, lua_tostring(L, -1));
    }
    lua_settop(L, 3);
    lua_getfield(L, 1, "players");
    host_take_part(L, hb, 4);
    lua_getfield(L, 1, "sides");
    host_form_sides(L, hb, 5);
    for (int32_t i = 0; i < img->players; i++) {
        lua_settop(L, 3);
        if (lua_getfield(L, 1, image_player(img, i)) != LUA_TNIL)
            muster(L, hb, i, luaL_checkstring(L, -1));
    }
    lua_settop(L, 3);
    return 1;
}

/* Returns the battle at index 1, and raises an error if it has begun. */
static struct host_battle *setting_up(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    if (hb->begun) luaL_error(L, "the battle has begun; only its rules act in it now");
    return hb;
}

static int battle_make(lua_State *L) {
    struct host_battle *hb = setting_up(L);
    const char *name = luaL_checkstring(L, 2);
    int64_t owner = lua_isnoneornil(L, 3) ? NONE : host_player_thing(L, hb, 3);
    if (owner != NONE && !battle_in_play(hb->b, owner))
        return luaL_error(L, "'%s' takes no part in this battle",
                          image_player(hb->img, battle_player_number(hb->b, owner)));
    int64_t thing = battle_create(hb->b, host_find_blueprint(L, hb->img, name), owner);
    if (thing == NONE) return not_done(L, hb, name);
    host_push_thing(L, hb, thing);
    return 1;
}

static int battle_roster(lua_State *L) {
    struct host_battle *hb = setting_up(L);
    muster(L, hb, host_player_number(L, hb, 2), luaL_checkstring(L, 3));
    return 0;
}

/* Whether a script that gave this place probably gave inches, not units: the place lies within an
 * inch of the table's corner, where nothing is put on purpose. */
static bool meant_inches(int64_t place) {
    int64_t x = place >> 32, y = (int32_t)(uint32_t)(uint64_t)place;
    return place != NONE && x >= 0 && x < UNITS_PER_INCH && y >= 0 && y < UNITS_PER_INCH;
}

static int battle_put(lua_State *L) {
    struct host_battle *hb = setting_up(L);
    int64_t thing = host_to_thing(L, 2, hb)->id, place = host_take_spot(L, hb, 3);
    const char *why = battle_place_refused(hb->b, thing, place);
    char name[100];
    if (why)
        return luaL_error(L, "battle:place: %s cannot stand there: %s%s",
                          battle_name(hb->b, thing, name, sizeof name), why,
                          !hb->img->on_map && meant_inches(place)
                              ? "; a place is in units, 24 inches are myth.inch(24)"
                              : "");
    if (!battle_place(hb->b, thing, place)) return not_done(L, hb, "battle:place");
    return 0;
}

static int battle_write(lua_State *L) {
    struct host_battle *hb = setting_up(L);
    int64_t thing = host_to_thing(L, 2, hb)->id;
    const char *name = luaL_checkstring(L, 3);
    int32_t field = host_find_field(L, hb->img, battle_kind(hb->b, thing), name);
    int64_t value = host_take(L, hb, hb->img->fields[field].type, 4, name);
    if (!battle_set(hb->b, thing, field, value)) return not_done(L, hb, name);
    return 0;
}

static int battle_board(lua_State *L) {
    struct host_battle *hb = setting_up(L);
    lua_Integer w = host_integer(L, 2), d = host_integer(L, 3);
    luaL_argcheck(L, w > 0 && w < INT32_MAX && d > 0 && d < INT32_MAX, 2,
                  "a table is at least a unit wide and deep");
    battle_table(hb->b, w, d);
    return 0;
}

/* Reads a table { ROLE = VALUE, … } into args[], in the order of the event's roles. Roles that are
 * not named become NONE. Returns the number of roles. */
static int32_t take_roles(lua_State *L, struct host_battle *hb, int32_t event, int index,
                          int64_t *args) {
    const struct image *img = hb->img;
    int32_t n = img->events[event].roles;
    for (int32_t i = 0; i < n; i++) args[i] = NONE;
    if (lua_isnoneornil(L, index)) return n;
    luaL_checktype(L, index, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        int32_t slot = host_slot(img, event, name);
        if (slot < 0 || slot >= n)
            luaL_error(L, "%s has no role '%s'", image_text(img, img->events[event].name),
                       host_text(L, -2, NULL));
        args[slot] = host_take(L, hb, host_slot_type(img, event, slot), -1, name);
        lua_pop(L, 1);
    }
    return n;
}

static void begin_battle(lua_State *L, struct host_battle *hb, int32_t event, const int64_t *args,
                         int32_t count) {
    hb->begun = true;
    if (!battle_start(hb->b, event, args, count)) rules_failed(L, hb, battle_error(hb->b));
}

/* Raises an error if an action that a script begins with is not open: nothing would be done. */
static void need_open(lua_State *L, const struct host_battle *hb, int32_t event, int64_t first) {
    const struct image_event *e = &hb->img->events[event];
    if (!e->action) return;
    struct run_refusal r = battle_refusal(hb->b, event, first, NONE);
    if (r.gate == GATE_OPEN || r.gate == GATE_FAILED) return;
    luaL_error(L, "%s is not open here, so nothing would be done: %s",
               image_text(hb->img, e->title >= 0 ? e->title : e->name),
               *r.why ? r.why : "it stands in what nobody has here");
}

/* Raises an error if the event `battle` cannot begin: the rules have none, or it needs a scenario
 * and none is known. */
static void need_scenario(lua_State *L, const struct host_battle *hb) {
    if (hb->img->battle < 0) luaL_error(L, "these rules have no event 'battle'");
    const struct image_event *e = &hb->img->events[hb->img->battle];
    if (hb->scenario < 0 && e->roles && !(e->none_ok & 1))
        luaL_error(L, "no scenario is named: myth.battle { scenario = NAME, … }, "
                      "or battle:start(EVENT, { ROLE = VALUE, … })");
}

static int battle_begin(lua_State *L) {
    struct host_battle *hb = setting_up(L);
    int64_t args[256];
    if (lua_isnoneornil(L, 2)) {
        need_scenario(L, hb);
        int64_t scenario = hb->scenario >= 0 ? hb->scenario : NONE;
        begin_battle(L, hb, hb->img->battle, &scenario,
                     hb->img->events[hb->img->battle].roles ? 1 : 0);
        return 0;
    }
    int32_t event = host_find_event(L, hb->img, luaL_checkstring(L, 2));
    int32_t n = take_roles(L, hb, event, 3, args);
    need_open(L, hb, event, n > 0 ? args[0] : NONE);
    begin_battle(L, hb, event, args, n);
    return 0;
}

/* ---- Running ------------------------------------------------------------------------------- */

/* Runs a battle to the next question that is handed out, which becomes hb->q, and begins the battle
 * first if necessary. `by` says which questions are answered inside. Returns false if the battle is
 * over. */
static bool advance(lua_State *L, struct host_battle *hb, const struct run_inside *by) {
    struct host *h = hb->host;
    if (!hb->begun) {
        need_scenario(L, hb);
        lua_pushcfunction(L, battle_begin);
        host_push_battle(L, hb);
        lua_call(L, 1, 0);
    }
    if (h->port.stopped && h->port.stopped(h->port.user)) host_doom(L, DOOM_STOPPED, -1);
    hb->q = NULL;
    lua_State *was = h->running;
    h->running = L;
    battle_inside(hb->b, by);
    enum run_status status = run_next(hb->b, &hb->q);
    h->running = was;
    (void)battle_answered_inside(hb->b, &hb->depth);
    if (host_doomed(h)) host_doom(L, h->doom, h->doom_limit); /* a handler ended the script */
    if (status == RUN_FAILED) rules_failed(L, hb, battle_error(hb->b));
    if (status == RUN_QUESTION) return true;
    hb->q = NULL;
    if (!hb->told && !hb->view && h->port.played) h->port.played(h->port.user, hb->b, hb->fork);
    hb->told = true;
    return false;
}

/* Answers the present question. An answer that the rules refuse is an error, which names `who` gave
 * it. */
static void give_answer(lua_State *L, struct host_battle *hb, const struct answer *a,
                        const char *who) {
    lua_State *was = hb->host->running;
    hb->host->running = L;
    bool geometric = hb->q->kind == ASK_PLACE || hb->q->kind == ASK_PATH;
    hb->depth = battle_depth(hb->b);
    const char *why = run_answer(hb->b, a);
    hb->host->running = was;
    const char *mark = *hb->q->prompt ? "'" : "";
    if (why)
        luaL_error(L, "%s: this is no answer to %s%s%s: %s%s", who, mark,
                   *mark ? hb->q->prompt : "what is asked", mark, why,
                   geometric && !a->spelled ? "; question:candidate(I) is nil for such" : "");
    hb->q = NULL;
}

/* Pushes the function of the script that answers for a player. Returns false, with nothing pushed,
 * if there is none, or if the command line has set a policy for him. */
static bool push_policy(lua_State *L, struct host_battle *hb, int32_t player) {
    if (player < 0 || hb->from_options[player]) return false;
    host_push_battle(L, hb);
    lua_getiuservalue(L, -1, 1);
    lua_getfield(L, -1, "policies");
    if (lua_istable(L, -1)) {
        lua_getfield(L, -1, image_player(hb->img, player));
        if (lua_isfunction(L, -1)) {
            lua_replace(L, -4);
            lua_pop(L, 2);
            return true;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 3);
    return false;
}

/* Whether the port is asked for answers in a battle; never in a view. A tape (dice_asked) has
 * answers for forks, too. A person is not asked in forks, in which a script only tries what would
 * happen. */
static bool asks_port(const struct host_battle *hb) {
    const struct host *h = hb->host;
    return h->port.answer && !hb->view && (!hb->fork || h->options.dice_asked);
}

/* Has the port answer the present question. Returns false if the port leaves the question to the
 * script. */
static bool port_answers(lua_State *L, struct host_battle *hb) {
    struct host *h = hb->host;
    if (!asks_port(hb)) return false;
    struct answer a = {0};
    char why[300] = "";
    int done = h->port.answer(h->port.user, hb->b, hb->q, &a, why, sizeof why);
    if (done < 0) {
        snprintf(h->why, sizeof h->why, "%s", why);
        host_doom(L, DOOM_MISSING, -1);
    }
    if (!done) return false;
    if (!ask_row(hb->q->kind)->chance) hb->depth = battle_depth(hb->b);
    const char *refused = run_answer(hb->b, &a);
    if (refused) {
        const char *text = h->port.refused ? h->port.refused(h->port.user, refused) : refused;
        snprintf(h->why, sizeof h->why, "%s", text);
        host_doom(L, DOOM_MISSING, -1);
    }
    hb->q = NULL;
    return true;
}

/* ---- Forks and views ------------------------------------------------------------ */

/* Makes and pushes another battle of the same rules, which is still empty. `view`: it becomes a
 * view. */
static struct host_battle *another(lua_State *L, struct host_battle *from, bool view) {
    struct host_battle *hb = new_open(L, from->img);
    hb->rules = from->rules;
    hb->view = view || from->view;
    open_battle(L, hb, hb->host->options.seed, false);
    hb->begun = from->begun;
    hb->scenario = from->scenario;
    host_push_battle(L, from);
    lua_getiuservalue(L, -1, 1);
    lua_getiuservalue(L, -3, 1);
    lua_getfield(L, -2, "rules");
    lua_setfield(L, -2, "rules");
    /* A view gets no policies of the script, because these would make views in turn. */
    if (!hb->view) {
        lua_getfield(L, -2, "policies");
        lua_setfield(L, -2, "policies");
        memcpy(hb->policy, from->policy, sizeof hb->policy);
        memcpy(hb->from_options, from->from_options, sizeof hb->from_options);
    }
    lua_pop(L, 3);
    return hb;
}

static int battle_fork(lua_State *L) {
    struct host_battle *from = host_to_battle(L, 1);
    lua_settop(L, 1);
    struct host_battle *hb = another(L, from, false);
    hb->fork = true;
    battle_copy(hb->b, from->b);
    hb->told = from->told;
    hb->depth = from->depth;
    return 1;
}

/* Makes the battle `view` a view of `from`: what the player may know of it, with the rest drawn
 * anew from `seed`. Objects of the script for things of `view` stay valid. */
static void look_into(lua_State *L, struct host_battle *view, const struct host_battle *from,
                      int32_t player, uint64_t seed) {
    struct host *h = view->host;
    lua_State *was = h->running;
    view->q = NULL;
    h->running = L;
    bool good = battle_view(view->b, from->b, player, seed) &&
                (!from->q || run_next(view->b, &view->q) == RUN_QUESTION);
    h->running = was;
    if (host_doomed(h)) host_doom(L, h->doom, h->doom_limit);
    if (!good) rules_failed(L, view, battle_error(view->b));
}

static int battle_seen(lua_State *L) {
    struct host_battle *from = host_to_battle(L, 1);
    int32_t player = host_player_number(L, from, 2);
    lua_settop(L, 2);
    struct host_battle *hb = another(L, from, true);
    uint64_t seed = host_draw(hb->host, UINT64_C(1) << 32);
    look_into(L, hb, from, player, seed << 32 | host_draw(hb->host, UINT64_C(1) << 32));
    return 1;
}

/* Returns the view that the function which answers for a player is given. Each battle has one such
 * view for each player, which is drawn anew at each question. */
static struct host_battle *seen_by(lua_State *L, struct host_battle *hb, int32_t player) {
    const uint64_t seed = battle_draw(hb->b, player);
    host_push_battle(L, hb);
    lua_getiuservalue(L, -1, 1);
    if (lua_rawgeti(L, -1, -1 - player) == LUA_TNIL) {
        lua_pop(L, 1);
        another(L, hb, true);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, -1 - player);
    }
    struct host_battle *view = lua_touserdata(L, -1);
    lua_pop(L, 3);
    view->seed = seed;
    look_into(L, view, hb, player, seed);
    return view;
}

/* Draws a view again, from the same seed, if the function that answers has played on in it. An
 * error if the function has closed it. */
static void put_again(lua_State *L, struct host_battle *view, struct host_battle *hb,
                      int32_t player) {
    if (!view->b) luaL_error(L, "this battle is closed");
    if (!view->q || battle_questions(view->b) > 0) look_into(L, view, hb, player, view->seed);
}

/* Sets *a to the answer of a policy to the present question. Rules in Lua may run in the forks that
 * a policy makes. */
static void think(lua_State *L, struct host_battle *hb, struct policy p, struct answer *a) {
    struct host *h = hb->host;
    enum run_policy inside;
    if (policy_inside(p, &inside)) {
        if (!run_policy_answer(hb->b, inside, a)) rules_failed(L, hb, battle_error(hb->b));
        return;
    }
    lua_State *was = h->running;
    h->running = L;
    struct thinker *t = thinker_of(h, hb->img);
    bool thought = thinker_answer(t, p, hb->b, a);
    h->running = was;
    if (host_doomed(h)) host_doom(L, h->doom, h->doom_limit);
    if (!thought && thinker_error(t)) rules_failed(L, hb, thinker_error(t));
    if (!thought) host_doom(L, DOOM_STOPPED, -1);
}

/* Answers the present question as `play` does: by the port, chance, a function or a policy. */
static void answer_by_policy(lua_State *L, struct host_battle *hb) {
    struct answer a = {0};
    if (port_answers(L, hb)) return;
    if (hb->q->who == NONE) {
        run_chance_answer(hb->b, &a);
        give_answer(L, hb, &a, "chance");
        return;
    }
    int top = lua_gettop(L);
    int32_t player = battle_player_number(hb->b, hb->q->who);
    luaL_checkstack(L, 12, NULL);
    if (push_policy(L, hb, player)) {
        struct host_battle *view = seen_by(L, hb, player);
        const uint64_t number = battle_questions(hb->b);
        host_push_question(L, view);
        hb->host->in_policy = true;
        lua_call(L, 1, 1);
        hb->host->in_policy = false;
        if (!hb->b || !hb->q || battle_questions(hb->b) != number)
            luaL_error(L, "the policy of %s took the battle elsewhere than to what it is asked",
                       image_player(hb->img, player));
        if (lua_isnil(L, -1))
            luaL_error(L,
                       "the policy of %s gave no answer to '%s': it returns a number from 1 to "
                       "q.count%s",
                       image_player(hb->img, player), hb->q->prompt ? hb->q->prompt : "",
                       hb->q->may_pass ? ", or \"pass\"" : "");
        put_again(L, view, hb, player);
        host_parse_answer(L, view, &a);
        give_answer(L, hb, &a,
                    lua_pushfstring(L, "the policy of %s", image_player(hb->img, player)));
    } else {
        const struct policy random = {POLICY_KIND_RANDOM, 0};
        think(L, hb, player >= 0 ? hb->policy[player] : random, &a);
        give_answer(L, hb, &a, "the policy");
    }
    lua_settop(L, top);
}

/* After so many choices that the machine has answered inside, one is handed out, so that the port
 * can be asked whether to stop. */
enum { INSIDE_MOST = 4096 };
/* All questions are handed out. */
static const struct run_inside handed_out = {.own = NONE};

/* Returns which players the machine answers for inside: those whose policy it knows (random, first)
 * and for whom neither the port nor a function of the script is to be asked. */
static struct run_inside players_inside(lua_State *L, struct host_battle *hb) {
    struct run_inside by = {.own = NONE, .most = INSIDE_MOST};
    for (int32_t i = 0; i < hb->img->players && !asks_port(hb); i++) {
        const bool function = push_policy(L, hb, i);
        if (function)
            lua_pop(L, 1);
        else
            (void)policy_inside(hb->policy[i], &by.policy[i]);
    }
    return by;
}

static int battle_play(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    if (!hb->view) hb->host->in_policy = false;
    lua_settop(L, 1);
    luaL_checkstack(L, 12, NULL);
    for (;;) {
        const struct run_inside by = players_inside(L, hb);
        if (!hb->q && !advance(L, hb, &by)) break;
        answer_by_policy(L, hb);
    }
    host_read(L, hb, "winner");
    return 1;
}

/* battle:play_on(POLICY, PLAYER): answers the present question, if there is one, and those that
 * follow by a policy, up to the next one for PLAYER whose depth is not greater than that of the
 * present question or, without one, of the choice that was answered last. So that question is no
 * part of what this choice has begun. */
static int battle_play_on(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    luaL_checktype(L, 2, LUA_TSTRING);
    struct policy by = battle_policy(L, hb, 2, "battle:play_on");
    int64_t player = lua_isnoneornil(L, 3) ? NONE : host_player_thing(L, hb, 3);
    const uint32_t depth = hb->q ? battle_depth(hb->b) : hb->depth;
    bool at_hand = hb->q != NULL;
    struct run_inside inside = {.own = player, .depth = depth, .most = INSIDE_MOST};
    for (int32_t i = 0; i < RUN_PLAYERS && !asks_port(hb); i++)
        (void)policy_inside(by, &inside.policy[i]);
    lua_settop(L, 3);
    for (; hb->q || advance(L, hb, &inside); at_hand = false) {
        struct answer a = {0};
        bool asked = player != NONE && hb->q->who == player && battle_depth(hb->b) <= depth;
        if (asked && !at_hand) {
            host_push_question(L, hb);
            return 1;
        }
        if (port_answers(L, hb)) continue;
        if (hb->q->who == NONE)
            run_chance_answer(hb->b, &a);
        else
            think(L, hb, by, &a);
        give_answer(L, hb, &a, "the policy");
    }
    lua_pushnil(L);
    return 1;
}

static int battle_step(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    lua_settop(L, 1);
    if (!hb->q && !advance(L, hb, &handed_out)) {
        lua_pushnil(L);
        return 1;
    }
    host_push_question(L, hb);
    return 1;
}

static int battle_reply(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    if (!hb->q) return luaL_error(L, "there is no question at hand: battle:next() goes on to one");
    if (lua_gettop(L) < 2) {
        answer_by_policy(L, hb);
        return 0;
    }
    lua_settop(L, 2);
    struct answer a = {0};
    if (port_answers(L, hb)) return 0;
    host_parse_answer(L, hb, &a);
    give_answer(L, hb, &a, "battle:answer");
    return 0;
}

/* battle:ask: a question of the script itself, not of the rules, so no tape has it. The function
 * that answers for a player picks a member of a list. For a player without one, the policy `first`
 * picks the first member, and any other policy a drawn one. */
static int battle_ask(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_getfield(L, 2, "player");
    int32_t player = host_player_number(L, hb, 3);
    lua_getfield(L, 2, "from");
    luaL_checktype(L, 4, LUA_TTABLE);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 4), i = 1;
    if (n == 0) return 0;
    if (push_policy(L, hb, player)) {
        lua_createtable(L, 0, 6);
        lua_pushliteral(L, "script");
        lua_setfield(L, -2, "kind");
        lua_pushvalue(L, 4);
        lua_setfield(L, -2, "candidates");
        lua_pushinteger(L, n);
        lua_setfield(L, -2, "count");
        lua_getfield(L, 2, "prompt");
        lua_setfield(L, -2, "prompt");
        lua_pushstring(L, image_player(hb->img, player));
        lua_setfield(L, -2, "player");
        lua_pushvalue(L, 1);
        lua_setfield(L, -2, "battle");
        lua_call(L, 1, 1);
        i = host_integer(L, -1);
        if (i < 1 || i > n)
            return luaL_error(L, "the policy of %s: 1 to %I is expected",
                              image_player(hb->img, player), (LUAI_UACINT)n);
    } else if (hb->policy[player].kind != POLICY_KIND_FIRST) {
        i = (lua_Integer)host_draw(hb->host, (uint64_t)n) + 1;
    }
    lua_rawgeti(L, 4, i);
    return 1;
}

/* Counts the names of figures that a script gives for a battle. More than MAX_FIGURES end the
 * script, even if the port takes no figures. The name is at index 2. */
static void count_figure(lua_State *L, struct host_battle *hb) {
    lua_getiuservalue(L, 1, 1);
    if (lua_getfield(L, -1, "figures") != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "figures");
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        if (hb->figures == MAX_FIGURES) host_doom(L, DOOM_LIMIT, LIMIT_FIGURES);
        hb->figures++;
        lua_pushvalue(L, 2);
        lua_pushboolean(L, 1);
        lua_rawset(L, -4);
    }
    lua_pop(L, 3);
}

/* Raises an error if a name is that of a figure of the rules, or that name and a player's, as the
 * columns of a figure `of player` are named. */
static void refuse_figure_of_rules(lua_State *L, const struct image *img, const char *name) {
    for (int32_t i = 0; i < img->figures_count; i++) {
        const struct image_figure *f = &img->figures[i];
        const struct image_quantity *q = &img->quantities[f->quantity];
        const char *own = image_text(img, q->name);
        size_t len = strlen(own);
        bool same = strcmp(name, own) == 0;
        if (!same && (!f->each || strncmp(name, own, len) != 0 || name[len] != ' ')) continue;
        for (int32_t p = 0; !same && p < img->players; p++)
            same = strcmp(name + len + 1, image_player(img, p)) == 0;
        if (!same) continue;
        const struct image_place *at = &img->places[q->place];
        luaL_error(L, "the rules have a figure '%s' (%s:%d): call this one otherwise", own,
                   img->files[at->file], (int)at->line);
    }
}

/* battle:figure(NAME, VALUE): hands a figure to the port. NAME is one line of text, VALUE a whole
 * number or a truth. */
static int battle_counted(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    struct host *h = hb->host;
    size_t len;
    const char *name = luaL_checklstring(L, 2, &len);
    luaL_argcheck(L, len >= 1 && len <= MAX_FIGURE_NAME, 2, "a name has 1 to 60 bytes");
    for (size_t i = 0; i < len; i++)
        luaL_argcheck(L, (unsigned char)name[i] >= ' ', 2, "a name is one line of plain text");
    refuse_figure_of_rules(L, hb->img, name);
    luaL_checkany(L, 3);
    bool truth = lua_isboolean(L, 3);
    int64_t value = truth ? lua_toboolean(L, 3) : host_integer(L, 3);
    luaL_argcheck(L, value >= NUM_MIN, 3, "a figure is a number of the rules, or a truth");
    count_figure(L, hb);
    if (h->port.figure) h->port.figure(h->port.user, hb->b, name, truth, value);
    return 0;
}

static int myth_roll_of(lua_State *L) {
    lua_remove(L, 1);
    return host_roll(L);
}

/* ---- Time ---------------------------------------------------------------------------------- */

static int battle_back(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    lua_Integer n = host_integer(L, 2);
    luaL_argcheck(L, n >= 0 && (uint64_t)n <= battle_questions(hb->b), 2,
                  "so many questions were not answered");
    hb->q = NULL;
    hb->told = false;
    if (battle_undo(hb->b, (uint64_t)n)) return 0;
    const struct run_error *e = battle_error(hb->b);
    if (e->limit >= 0) return rules_failed(L, hb, e);
    return luaL_error(L, "there is no way back to question %I", (LUAI_UACINT)n);
}

static int battle_same(lua_State *L) {
    struct host_battle *hb = host_to_battle(L, 1);
    struct host_thing *t = host_to_thing(L, 2, NULL);
    if (t->hb->img != hb->img) return luaL_error(L, "this thing is of other rules");
    host_push_thing(L, hb, t->id);
    return 1;
}

/* ---- Opening ------------------------------------------------------------------------------- */

#define none NULL
#define HOST_RULES(name, function)
#define HOST_THING(name, function)
#define HOST_QUESTION(name, function)
#define HOST_EVENT(name, function)
#define HOST_LUA(name, function)
#define HOST(section, name, function, form, sentence) HOST_##section(name, function)

void host_open_battle(lua_State *L) {
#define HOST_MYTH(name, function) {#name, function},
#define HOST_BATTLE(name, function)
    static const struct {
        const char *name;
        lua_CFunction function;
    } library[] = {
#include "host.def"
    };
#undef HOST_MYTH
#undef HOST_BATTLE
#define HOST_MYTH(name, function)
#define HOST_BATTLE(name, function) {#name, function},
    static const struct {
        const char *name;
        lua_CFunction function;
    } methods[] = {
#include "host.def"
    };
#undef HOST_MYTH
#undef HOST_BATTLE
    lua_newtable(L);
    for (size_t i = 0; i < ARRAY_LEN(library); i++) {
        if (!library[i].function) continue;
        lua_pushcfunction(L, library[i].function);
        lua_setfield(L, -2, library[i].name);
    }
    lua_pushinteger(L, (lua_Integer)host_of(L)->options.seed);
    lua_setfield(L, -2, "seed");
    lua_setfield(L, -2, "myth");
    luaL_newmetatable(L, HOST_MT_BATTLE);
    lua_pushcfunction(L, battle_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    for (size_t i = 0; i < ARRAY_LEN(methods); i++) {
        if (!methods[i].function) continue;
        lua_pushcfunction(L, methods[i].function);
        lua_setfield(L, -2, methods[i].name);
    }
    host_index_battle(L);
    lua_pop(L, 1);
}
