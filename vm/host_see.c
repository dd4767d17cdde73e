/* Reading and acting by a handler in Lua, through its log. A handler is run again from its start
 * after each of its calls into the rules; the World has changed by then, so what it read before its
 * last call is given from the log, and so is the result of the call.
 *
 * The log consists of entries: for a call its fingerprint and result; for a reading its
 * fingerprint, the number of words, and the words. A fingerprint holds the sort of access and the
 * line of the script, for the message when a later run disagrees with the log. */
#include <string.h>

#include "host_inner.h"

enum { LOG_WORDS = 65536 };
enum sight {
    SEE_FIELD = WANT_SCORE + 1,
    SEE_KIND,
    SEE_BLUEPRINT,
    SEE_IN_PLAY,
    SEE_POINTS,
    SEE_ROLE,
    SEE_LIST,
    SEE_EXTENT,
    SEE_QUANTITY,
    SEE_PRIMITIVE
};
static const char *const sorts[] = {
    "roll",       "ask_one", "may",     "do_event", "create",   "place",
    "give",       "take",    "destroy", "set",      "set_role", "say",
    "cancel",     "stop",    "score",   "a field",  "a kind",   "a blueprint",
    "in_play",    "points",  "a role",  "a list",   "a plural", "a number or truth",
    "a primitive"};
_Static_assert(ARRAY_LEN(sorts) == SEE_PRIMITIVE + 1, "a name for each sort");

static int64_t fingerprint(lua_State *L, int sort, const int64_t *words, int64_t n,
                           const char *text) {
    uint64_t hash = base_hash_words(words, (size_t)n, (uint64_t)sort);
    hash = base_hash(text, strlen(text), hash);
    uint64_t line = (uint64_t)host_line(L) & 0xffff;
    return (int64_t)((hash & UINT64_C(0x1ffffffffff)) << 22 | line << 6 | (uint64_t)sort);
}

static const char *told(lua_State *L, int64_t print) {
    size_t sort = (size_t)(print & 63);
    return lua_pushfstring(L, "'%s' at line %d", sort < ARRAY_LEN(sorts) ? sorts[sort] : "?",
                           (int)(print >> 6 & 0xffff));
}

static void disagree(lua_State *L, int64_t before, int64_t now) {
    bool same = (before & 0x3fffff) == (now & 0x3fffff);
    luaL_error(L, "a rule must do the same each time it is run: before it was %s, now it is %s%s",
               told(L, before), told(L, now), same ? " of something else" : "");
}

/* The handler whose log must be used, if one is running; NULL. */
static struct host_event *logged(struct host_battle *hb) {
    struct host_event *e = hb->host->event;
    return hb->hand && e && !e->pure && e->hb == hb ? e : NULL;
}

/* True: this was read in an earlier run, and `words` are its words in the log. */
static bool recall(lua_State *L, struct host_event *e, int64_t print, const int64_t **words,
                   int64_t *n) {
    if (e->at >= e->log_count) return false;
    if (e->log[e->at] != print) disagree(L, e->log[e->at], print);
    *n = e->log[e->at + 1];
    *words = e->log + e->at + 2;
    e->at += 2 + *n;
    return true;
}

static void record(lua_State *L, struct host_event *e, int64_t print, const int64_t *words,
                   int64_t n) {
    struct host *h = e->hb->host;
    if (e->log_count + (int64_t)h->seen_count + n > LOG_WORDS)
        host_doom(L, DOOM_LIMIT, LIMIT_RULE_CALLS);
    size_t need = h->seen_count + 2 + (size_t)n;
    h->seen = memory_grow(h->seen, &h->seen_capacity, need, sizeof *h->seen);
    h->seen[h->seen_count] = print;
    h->seen[h->seen_count + 1] = n;
    if (n) memcpy(h->seen + h->seen_count + 2, words, sizeof *words * (size_t)n);
    h->seen_count = need;
}

/* Reads one word: from the log if it is there, otherwise *value as it is now. `ok` false: there is
 * no value; it may only be false at the first reading. */
static bool see(lua_State *L, struct host_battle *hb, int sort, const int64_t *key, int64_t keys,
                bool ok, int64_t *value) {
    struct host_event *e = logged(hb);
    if (!e) return ok;
    const int64_t *words;
    int64_t n, print = fingerprint(L, sort, key, keys, "");
    if (recall(L, e, print, &words, &n)) {
        if (n == 1) *value = words[0];
        return n == 1;
    }
    record(L, e, print, value, ok);
    return ok;
}

bool host_see_field(lua_State *L, struct host_battle *hb, int64_t thing, int32_t field,
                    int64_t *value) {
    int64_t key[] = {thing, field};
    *value = NONE;
    bool ok = battle_field(hb->b, thing, field, value);
    return see(L, hb, SEE_FIELD, key, 2, ok, value);
}

int32_t host_see_kind(lua_State *L, struct host_battle *hb, int64_t thing) {
    int64_t value = battle_kind(hb->b, thing);
    see(L, hb, SEE_KIND, &thing, 1, true, &value);
    return (int32_t)value;
}

int32_t host_see_blueprint(lua_State *L, struct host_battle *hb, int64_t thing) {
    int64_t value = battle_blueprint(hb->b, thing);
    see(L, hb, SEE_BLUEPRINT, &thing, 1, true, &value);
    return (int32_t)value;
}

bool host_see_in_play(lua_State *L, struct host_battle *hb, int64_t thing) {
    int64_t value = battle_in_play(hb->b, thing);
    see(L, hb, SEE_IN_PLAY, &thing, 1, true, &value);
    return value != 0;
}

int64_t host_see_points(lua_State *L, struct host_battle *hb, int64_t player, int32_t reason) {
    int64_t key[] = {player, reason}, value = battle_points(hb->b, player, reason);
    see(L, hb, SEE_POINTS, key, 2, true, &value);
    return value;
}

int64_t host_see_role(lua_State *L, struct host_battle *hb, int32_t slot) {
    int64_t key = slot, value = battle_role(hb->b, slot);
    see(L, hb, SEE_ROLE, &key, 1, true, &value);
    return value;
}

static const int64_t *see_list(lua_State *L, struct host_battle *hb, int sort, int64_t key,
                               const int64_t *at, int64_t *count) {
    struct host_event *e = logged(hb);
    if (!e) return at;
    const int64_t *words;
    int64_t print = fingerprint(L, sort, &key, 1, "");
    if (recall(L, e, print, &words, count)) return words;
    record(L, e, print, at, *count);
    return at;
}

/* A list has another handle in the next run, so the handle is not part of the fingerprint. */
const int64_t *host_see_list(lua_State *L, struct host_battle *hb, int64_t value, int64_t *count) {
    struct host_event *e = logged(hb);
    const int64_t *at = NULL;
    *count = 0;
    if (!e || e->at >= e->log_count) at = battle_list(hb->b, value, count);
    return see_list(L, hb, SEE_LIST, 0, at, count);
}

const int64_t *host_see_extent(lua_State *L, struct host_battle *hb, int32_t kind, int64_t *count) {
    const int64_t *at = battle_extent(hb->b, kind, count);
    return see_list(L, hb, SEE_EXTENT, kind, at, count);
}

/* Arguments may be handles of lists, so the fingerprint holds only the quantity and their
 * number. */
bool host_see_quantity(lua_State *L, struct host_battle *hb, int32_t quantity, const int64_t *args,
                       int32_t count, int64_t *value) {
    int64_t key[] = {quantity, count};
    struct host_event *e = logged(hb);
    bool ok = true;
    *value = NONE;
    if (!e || e->at >= e->log_count) ok = battle_quantity(hb->b, quantity, args, count, value);
    return see(L, hb, SEE_QUANTITY, key, 2, ok, value);
}

bool host_see_primitive(lua_State *L, struct host_battle *hb, int32_t primitive,
                        const int64_t *args, int32_t count, int64_t *value) {
    int64_t key[] = {primitive, count};
    struct host_event *e = logged(hb);
    bool ok = true;
    *value = NONE;
    if (!e || e->at >= e->log_count) ok = battle_primitive(hb->b, primitive, args, count, value);
    return see(L, hb, SEE_PRIMITIVE, key, 2, ok, value);
}

int64_t host_want(lua_State *L, struct host_event *e, struct outside_want *want) {
    struct host *h = host_of(L);
    if (!e->hb) return luaL_error(L, "this rule is over");
    if (e->pure)
        return luaL_error(L, "a number or truth only reads: it rolls, asks and does nothing");
    int64_t print = fingerprint(L, (int)want->what, want->args, want->count, want->text);
    if (++e->calls > MAX_RULE_CALLS) host_doom(L, DOOM_LIMIT, LIMIT_RULE_CALLS);
    if (e->at < e->log_count) {
        if (e->log[e->at] != print) disagree(L, e->log[e->at], print);
        int64_t result = e->log[e->at + 1];
        e->at += 2;
        return result;
    }
    want->fingerprint = print;
    want->seen = h->seen;
    want->seen_count = (int64_t)h->seen_count;
    h->wanted = *want;
    return host_doom(L, DOOM_WANT, -1);
}
