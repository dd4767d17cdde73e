/*
 * host_see: how a handler in Lua reads the World and calls into the rules, through its log. A
 * handler is run again from its start after each of its calls. The World may have changed by then,
 * so the log answers for everything that an earlier run has read and done.
 *
 * The log consists of entries: for a call its fingerprint and result; for a reading its
 * fingerprint, the number of words, and the words. A fingerprint is a hash of the access with its
 * sort and the line of the script. If a later run does not do what the log has, the fingerprints
 * differ, and a message can name both.
 */
#include <string.h>

#include "host_inner.h"

/* The most words of a log. */
enum { LOG_WORDS = 65536 };
/* Sorts of readings; the sorts of calls before them are those of struct outside_want. */
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

/* Makes a fingerprint: 6 bits of sort, 16 of line, above them a hash of the words and the text. */
static int64_t fingerprint(lua_State *L, int sort, const int64_t *words, int64_t n,
                           const char *text) {
    uint64_t hash = base_hash_words(words, (size_t)n, (uint64_t)sort);
    hash = base_hash(text, strlen(text), hash);
    uint64_t line = (uint64_t)host_line(L) & 0xffff;
    return (int64_t)((hash & UINT64_C(0x1ffffffffff)) << 22 | line << 6 | (uint64_t)sort);
}

/* Pushes and returns the sort and line of a fingerprint, for a message. */
static const char *told(lua_State *L, int64_t print) {
    size_t sort = (size_t)(print & 63);
    return lua_pushfstring(L, "'%s' at line %d", sort < ARRAY_LEN(sorts) ? sorts[sort] : "?",
                           (int)(print >> 6 & 0xffff));
}

/* Raises the error that a handler now does something else than its log says. */
static void disagree(lua_State *L, int64_t before, int64_t now) {
    bool same = (before & 0x3fffff) == (now & 0x3fffff);
    luaL_error(L, "a rule must do the same each time it is run: before it was %s, now it is %s%s",
               told(L, before), told(L, now), same ? " of something else" : "");
}

/* Returns the event of the running handler if hb is its hand, so that the log must be used. Returns
 * NULL for other battles, and for handlers that only give a value, which have no log. */
static struct host_event *logged(struct host_battle *hb) {
    struct host_event *e = hb->host->event;
    return hb->hand && e && !e->pure && e->hb == hb ? e : NULL;
}

/* Returns true if an earlier run has made this reading; *words are then its *n words in the log. */
static bool recall(lua_State *L, struct host_event *e, int64_t print, const int64_t **words,
                   int64_t *n) {
    if (e->at >= e->log_count) return false;
    if (e->log[e->at] != print) disagree(L, e->log[e->at], print);
    *n = e->log[e->at + 1];
    *words = e->log + e->at + 2;
    e->at += 2 + *n;
    return true;
}

/* Adds a reading to h->seen, which the machine appends to the log at the next call. */
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

/* Makes a reading of one word. If an earlier run has made it, *value becomes what the log has;
 * otherwise *value, as it is now, is recorded. `ok` false: there is no value. Returns whether there
 * is (or was) a value. */
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

/* Makes a reading of a list. Returns its words: those of the log, or `at`. */
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

/* The handle of a list (`value`) differs from run to run, so it is not part of the fingerprint. */
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

/* Arguments may be handles of lists, which differ from run to run. So the fingerprint has only the
 * quantity and the number of arguments. */
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
