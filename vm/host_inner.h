/*
 * host_inner: what the files of the host share: its state, the fence around a
 * script, and how values of a battle look in Lua. Nobody else includes it.
 */
#ifndef MYTH_VM_HOST_INNER_H
#define MYTH_VM_HOST_INNER_H

#include <lauxlib.h>
#include <lua.h>

#include "host.h"

/* Why a script is over, whatever its own pcall thinks of it. */
enum host_doom {
    DOOM_NONE,
    DOOM_LIMIT,   /* `why` names it */
    DOOM_STOPPED, /* ^C */
    DOOM_RULES,   /* the rules failed while they ran */
    DOOM_MISSING, /* a ruleset or tape */
    DOOM_USAGE,   /* the options name what is not there: `why` */
    DOOM_MISTAKE, /* of a row in Lua: `why` says it */
    DOOM_WANT     /* not over: a handler waits, its stack is thrown away; ends at the handler */
};

struct host_battle;
enum { HOST_HOOK_STEPS = 1000, HOST_CLASSES = 32 };
struct host {
    struct host_options options;
    struct host_port port;
    lua_State *L;
    lua_State *running; /* the coroutine that called into C, for handlers */
    struct outside_want wanted;
    uint64_t unlooked;          /* steps since it was asked whether to stop */
    uint64_t steps, steps_most; /* instructions, and work in C by its size */
    size_t bytes, bytes_most;
    size_t text_head;               /* what Lua keeps beside the bytes of a text */
    int32_t large[2][HOST_CLASSES]; /* blocks by powers of two; [1] texts */
    int32_t largest[2];             /* since the last hook */
    enum host_doom doom;
    int32_t doom_limit;       /* enum limit_id */
    int32_t doom_line;        /* of the script, 0: it is not known */
    int32_t in_rule;          /* handlers that run, one inside the other */
    struct host_event *event; /* the innermost of them */
    int64_t *seen;            /* what it has seen since its last call */
    size_t seen_count, seen_capacity;
    uint64_t draws;        /* where the script's own stream stands */
    uint64_t policy_draws; /* and that of its policies, whom a replay does not call */
    bool in_policy;
    struct host_mind *minds;   /* who thinks for policies: one for each rules */
    struct host_battle *first; /* all that are open */
    int32_t battles;
    bool leaves; /* only functions that compute: what a script may do besides is not there */
    bool rule_failed;
    const struct image *rule_image;
    struct run_error rule_error;
    char why[600];
};

/* A ruleset with the rules that a script has added to it. Userdata; its user value is a table:
 * the handlers by number, and in [0] the hand. */
enum { HOST_RULES = 64 };
struct host_rules {
    struct host *host;
    const struct image *img;
    int32_t count;
    int32_t rank;
    bool closed; /* a battle was made of it */
    struct outside_rule rule[HOST_RULES];
    int32_t line[HOST_RULES];
    struct host_battle *hand; /* the battle at hand of a handler */
    struct outside_port port;
    int reference; /* in the registry: a battle outlives what the script calls it */
};

struct host_mind {
    struct host_mind *next;
    const struct image *img;
    struct thinker *thinker;
};

/* A battle. Userdata; its user value is a table: things by id, "rules", "policies". */
struct host_battle {
    struct host *host;
    struct host_battle *next, **back; /* in host.first; back NULL: a hand */
    struct battle *b;                 /* NULL: closed, or a hand at rest */
    const struct image *img;
    struct host_rules *rules;
    const struct question *q;          /* at hand */
    struct policy policy[RUN_PLAYERS]; /* where there is no function */
    bool from_options[RUN_PLAYERS];    /* the command line has said it */
    bool hand, begun, told, fork;
    bool view;        /* what a player may know, or a fork of it: on no tape, in no report */
    uint32_t depth;   /* of the question that was answered last: battle_depth */
    int32_t scenario; /* blueprint, -1 */
    uint64_t draws;   /* of chance that only the script asks for */
    uint64_t seed;    /* of a view that answers for a player: how it was drawn */
    int32_t figures;  /* how many names it has been given */
};
struct host_thing { /* userdata; its user value is its battle */
    struct host_battle *hb;
    int64_t id;
};

/* The event at hand of a handler: userdata, e. Good while the handler runs. */
struct host_event {
    struct host_battle *hb; /* the hand; NULL when the handler is over */
    int32_t rule;           /* its number */
    int32_t event;          /* of whose roles it reads, -1 */
    bool pure;              /* a number, truth or condition: reads only */
    int64_t it;             /* on what a `whenever` acts, NONE */
    const int64_t *args;    /* pure: its arguments */
    int32_t arg_count;
    const int64_t *log;
    int64_t log_count, at; /* how far it has been read again */
    int64_t calls;
    struct outside_want *want;
};

/* Names of metatables in the registry. */
#define HOST_MT_RULES "myth rules"
#define HOST_MT_BATTLE "myth battle"
#define HOST_MT_THING "myth thing"
#define HOST_MT_QUESTION "myth question"
#define HOST_MT_EVENT "myth event"

/* The names of the leaves, in the registry. */
#define HOST_NAMES "myth names"

/* ---- host.c: the fence */
/* The budget of instructions holds from here on, also outside of host_run. */
void host_fence(struct host *h);
struct host *host_of(lua_State *L);
/* Work done in C, as so many instructions; ends the script when there are too many. */
void host_charge(lua_State *L, uint64_t steps);
/* What an instruction costs, by the largest blocks that are there. */
uint64_t host_price(struct host *h);
/* An argument that is a whole number, or a text that stands for one: its length is charged. */
lua_Integer host_integer(lua_State *L, int index);
lua_Integer host_integer_or(lua_State *L, int index, lua_Integer otherwise);
/* Ends the script, from wherever it is. Never returns. */
int host_doom(lua_State *L, enum host_doom doom, int32_t limit);
/* Whether an error must go on to the top though the script has caught it. */
static inline bool host_doomed(const struct host *h) {
    return h->doom != DOOM_NONE;
}
/* ", did you mean 'x'?", or "" when nothing is near, of n names. */
const char *host_nearest(lua_State *L, const char *word, int32_t n,
                         const char *(*name)(const void *of, int32_t i), const void *of);
/* luaL_argerror, said to those who look for null pointers. */
MYTH_NORETURN void host_wrong(lua_State *L, int index, const char *text);
/* The line of the script that called into C; 0 if none did. */
int32_t host_line(lua_State *L);
/* Pushes a text for any value, without an address. */
const char *host_text(lua_State *L, int index, size_t *len);
/* How two keys of a table are ordered: numbers, texts, truths, things. */
int host_order(lua_State *L, int a, int b);
void host_refuse_in_rule(lua_State *L, const char *what);

/* ---- host_source.c
 * Lua compares texts piece by piece, parted by bytes 0, and spends a thousand times as long on
 * one of many: no text has any. */
#define HOST_NO_ZERO "a text of a script has no byte 0"
enum source_end {
    SOURCE_GOOD,
    SOURCE_ZERO, /* a text gets one in that line */
    SOURCE_LOOKS /* the limit SCRIPT_LOOKS is passed there */
};
/* Whether Lua may compile a script; else the line where not. */
enum source_end host_source(const char *text, size_t len, int32_t *line);

/* ---- the libraries */
/* Upvalue: a function of Lua's own library; what it does is charged by the length of its texts. */
int host_counted(lua_State *L);
void host_open_base(lua_State *L);   /* into the table at the top */
void host_open_string(lua_State *L); /* the same */
void host_open_table(lua_State *L);
void host_open_pattern(lua_State *L); /* find, match, gmatch, gsub, into the library string */
void host_open_battle(lua_State *L);
void host_open_read(lua_State *L);
void host_open_rules(lua_State *L);
void host_open_event(lua_State *L);

/* ---- host_value.c: values */
const char *host_player(const struct image *img, int32_t number);
int32_t host_player_number(lua_State *L, const struct host_battle *hb, int index);
/* -1 when there is none, with what is near pushed as host_nearest does. */
int32_t host_player_named(lua_State *L, const struct image *img, const char *name);
int64_t host_player_thing(lua_State *L, struct host_battle *hb, int index);
int32_t host_find_blueprint(lua_State *L, const struct image *img, const char *name);
int32_t host_find_kind(lua_State *L, const struct image *img, const char *name);
int32_t host_find_event(lua_State *L, const struct image *img, const char *name);
int32_t host_find_field(lua_State *L, const struct image *img, int32_t kind, const char *name);
int32_t host_find_quantity(lua_State *L, const struct image *img, const char *name, bool must);
int32_t host_find_roster(lua_State *L, const struct image *img, const char *name);
int32_t host_find_die(lua_State *L, const struct image *img, const char *name);
int32_t host_find_rank(lua_State *L, const struct image *img, const char *name);
/* The slot of an event's role or kept value, -1. */
int32_t host_slot(const struct image *img, int32_t event, const char *name);
struct image_type host_slot_type(const struct image *img, int32_t event, int32_t slot);
void host_push(lua_State *L, struct host_battle *hb, struct image_type type, int64_t value);
int64_t host_take(lua_State *L, struct host_battle *hb, struct image_type type, int index,
                  const char *what);
int64_t host_take_place(lua_State *L, int index);
void host_push_place(lua_State *L, int64_t place);
void host_push_thing(lua_State *L, struct host_battle *hb, int64_t id);
struct host_thing *host_to_thing(lua_State *L, int index, struct host_battle *hb);
const char *host_status(int64_t status);

/* ---- host_battle.c, host_read.c */
struct host_battle *host_new_battle(lua_State *L, const struct image *img);
struct host_battle *host_to_battle(lua_State *L, int index);
void host_close_battle(struct host_battle *hb);
void host_push_battle(lua_State *L, struct host_battle *hb);
/* Makes the table of methods at the top the __index of the metatable below it. */
void host_index_battle(lua_State *L);
/* Reads a name of a battle or of a handler's event: pushes one value, or gives false. */
bool host_read(lua_State *L, struct host_battle *hb, const char *name);
/* Calls the primitive of that number with the values from index 2 on. */
int host_primitive(lua_State *L, struct host_battle *hb, int32_t primitive);
int32_t host_find_primitive(const char *name);
int host_quantity(lua_State *L, struct host_battle *hb);
void host_push_question(lua_State *L, struct host_battle *hb);
/* The value at the top as an answer to the question at hand. */
void host_parse_answer(lua_State *L, struct host_battle *hb, struct answer *out);
int host_odds(lua_State *L);
int host_value(lua_State *L);
int host_score(lua_State *L);
int host_roll(lua_State *L); /* myth.roll, its arguments from index 1 */
uint64_t host_draw(struct host *h, uint64_t n);

/* ---- host_see.c: what is read of a World, as the log of a handler says if it has been read
 * before. All reading goes through these. */
bool host_see_field(lua_State *L, struct host_battle *hb, int64_t thing, int32_t field,
                    int64_t *value);
int32_t host_see_kind(lua_State *L, struct host_battle *hb, int64_t thing);
int32_t host_see_blueprint(lua_State *L, struct host_battle *hb, int64_t thing);
bool host_see_in_play(lua_State *L, struct host_battle *hb, int64_t thing);
int64_t host_see_points(lua_State *L, struct host_battle *hb, int64_t player, int32_t reason);
int64_t host_see_role(lua_State *L, struct host_battle *hb, int32_t slot);
const int64_t *host_see_list(lua_State *L, struct host_battle *hb, int64_t value, int64_t *count);
const int64_t *host_see_extent(lua_State *L, struct host_battle *hb, int32_t kind, int64_t *count);
bool host_see_quantity(lua_State *L, struct host_battle *hb, int32_t quantity, const int64_t *args,
                       int32_t count, int64_t *value);
bool host_see_primitive(lua_State *L, struct host_battle *hb, int32_t primitive,
                        const int64_t *args, int32_t count, int64_t *value);
/* A call of a handler: its result, if the log has it; else the handler waits, and this
 * does not return. */
int64_t host_want(lua_State *L, struct host_event *e, struct outside_want *want);

/* ---- host_rules.c, host_event.c */
void host_push_event(lua_State *L, const struct host_event *e);
struct host_rules *host_new_rules(lua_State *L, const struct image *img);
struct host_rules *host_to_rules(lua_State *L, int index);
/* Runs a handler; the machine's port. Protected: nothing is thrown past it. */
enum outside_request host_handle(void *user, struct battle *b, int32_t number, const int64_t *log,
                                 int64_t log_count, struct outside_want *want);
bool host_handle_value(void *user, struct battle *b, int32_t number, const int64_t *args,
                       int32_t count, int64_t *value, char *label, size_t size);

#endif
