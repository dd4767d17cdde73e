/*
 * host_inner: what the files of the host share: its state, the fence around a script, and how
 * values of a battle look in Lua. No other room includes it.
 */
#ifndef MYTH_VM_HOST_INNER_H
#define MYTH_VM_HOST_INNER_H

#include <lauxlib.h>
#include <lua.h>

#include "host.h"

/* The reason why a script is over, which its own pcall cannot stop. */
enum host_doom {
    DOOM_NONE,
    DOOM_LIMIT,   /* `why` names it */
    DOOM_STOPPED, /* ^C */
    DOOM_RULES,   /* an error in the rules while they ran */
    DOOM_MISSING, /* a ruleset or tape could not be read */
    DOOM_USAGE,   /* the options name something that is not there; `why` says what */
    DOOM_MISTAKE, /* a mistake in a row in Lua; `why` says it */
    /* not over: a handler waits for the machine, so its stack is thrown away, up to the start of
     * the handler */
    DOOM_WANT
};

struct host_battle;
enum { HOST_HOOK_STEPS = 1000, HOST_CLASSES = 32 };
struct host {
    struct host_options options;
    struct host_port port;
    lua_State *L;
    lua_State *running; /* the coroutine that called into C; handlers run in it */
    struct outside_want wanted;
    uint64_t unlooked; /* steps since the port was last asked whether to stop */
    /* instructions of Lua, and work done in C in proportion to its size */
    uint64_t steps, steps_most;
    size_t bytes, bytes_most;
    size_t text_head; /* bytes that Lua keeps for a text besides its characters */
    /* how many large blocks there are, by powers of two; [0] others, [1] texts */
    int32_t large[2][HOST_CLASSES];
    int32_t largest[2]; /* the largest class of block since the last hook */
    enum host_doom doom;
    int32_t doom_limit;       /* enum limit_id */
    int32_t doom_line;        /* line of the script; 0: not known */
    int32_t in_rule;          /* number of handlers that are running, one inside the other */
    struct host_event *event; /* the innermost of these */
    int64_t *seen;            /* what that handler has read since its last call */
    size_t seen_count, seen_capacity;
    uint64_t draws; /* position in the script's own random stream */
    /* position in the stream of its policies, which a replay does not call */
    uint64_t policy_draws;
    bool in_policy;
    struct host_mind *minds;   /* thinkers for policies: one for each ruleset */
    struct host_battle *first; /* all open battles */
    int32_t battles;
    bool leaves; /* this host only computes leaves: functions to act on battles are not there */
    bool rule_failed;
    const struct image *rule_image;
    struct run_error rule_error;
    char why[600];
};

/* A ruleset with the rules that a script has added. Userdata; its user value is a table: handlers
 * by number, and in [0] the hand. */
enum { HOST_RULES = 64 };
struct host_rules {
    struct host *host;
    const struct image *img;
    int32_t count;
    int32_t rank;
    bool closed; /* a battle was made of it, so no more rules may be added */
    struct outside_rule rule[HOST_RULES];
    int32_t line[HOST_RULES];
    struct host_battle *hand; /* the object that stands for the battle in which a handler runs */
    struct outside_port port;
    /* registry reference that keeps it alive: a battle may outlive the script's variable */
    int reference;
};

struct host_mind {
    struct host_mind *next;
    const struct image *img;
    struct thinker *thinker;
};

/* A battle object. Userdata; its user value is a table: things by id, "rules", "policies". */
struct host_battle {
    struct host *host;
    struct host_battle *next, **back; /* links of host.first; back NULL: it is a hand */
    struct battle *b;                 /* NULL: it was closed, or is a hand while no handler runs */
    const struct image *img;
    struct host_rules *rules;
    const struct question *q;          /* the present question; NULL */
    struct policy policy[RUN_PLAYERS]; /* used for a player without a function of the script */
    bool from_options[RUN_PLAYERS];    /* whether the command line set it */
    bool hand, begun, told, fork;
    /* shows only what a player may know, or is a fork of such: it is on no tape and in no report */
    bool view;
    uint32_t depth;   /* depth (battle_depth) of the question that was answered last */
    int32_t scenario; /* blueprint; -1: none */
    uint64_t draws;   /* position in the random stream for questions that only the script asks */
    uint64_t seed;    /* of a view made for answering: the seed with which it was drawn */
    int32_t figures;  /* number of names of figures given so far */
};
struct host_thing { /* a thing; userdata whose user value is its battle */
    struct host_battle *hb;
    int64_t id;
};

/* The event that a handler gets as e; userdata, valid while the handler runs. */
struct host_event {
    struct host_battle *hb; /* the hand; NULL once the handler is over */
    int32_t rule;           /* number of the handler's rule */
    int32_t event;          /* the event whose roles it reads; -1 */
    bool pure;              /* a number, truth or condition: it may only read */
    int64_t it;             /* of a `whenever`: the thing that it acts on; NONE */
    const int64_t *args;    /* of a pure handler: its arguments */
    int32_t arg_count;
    const int64_t *log;
    int64_t log_count, at; /* at: how much of the log has been used in this run */
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
/* From here on the budget of instructions holds, outside of host_run, too. */
void host_fence(struct host *h);
struct host *host_of(lua_State *L);
/* Charges work done in C as so many instructions; ends the script if they are too many. */
void host_charge(lua_State *L, uint64_t steps);
/* The price of one instruction, which depends on the largest blocks that exist. */
uint64_t host_price(struct host *h);
/* Takes an argument that is a whole number, or a text that stands for one; its length is
 * charged. */
lua_Integer host_integer(lua_State *L, int index);
lua_Integer host_integer_or(lua_State *L, int index, lua_Integer otherwise);
/* Ends the script, from wherever it is. Never returns. */
int host_doom(lua_State *L, enum host_doom doom, int32_t limit);
/* Whether the script is over, so that an error goes on to the top though the script has caught
 * it. */
static inline bool host_doomed(const struct host *h) {
    return h->doom != DOOM_NONE;
}
/* Pushes ", did you mean 'x'?" for the nearest of n names, or "" if none is near. */
const char *host_nearest(lua_State *L, const char *word, int32_t n,
                         const char *(*name)(const void *of, int32_t i), const void *of);
/* luaL_argerror, declared as never returning, so that analysers know it. */
MYTH_NORETURN void host_wrong(lua_State *L, int index, const char *text);
/* The line of the script that called into C; 0 if none did. */
int32_t host_line(lua_State *L);
/* Pushes a text for any value, without an address. */
const char *host_text(lua_State *L, int index, size_t *len);
/* Orders two keys of a table: numbers, texts, truths, things. */
int host_order(lua_State *L, int a, int b);
void host_refuse_in_rule(lua_State *L, const char *what);

/* ---- host_source.c
 *
 * Lua compares texts in pieces between zero bytes, and takes a thousand times as long for a text of
 * many. So no text of a script may hold one. */
#define HOST_NO_ZERO "a text of a script has no byte 0"
enum source_end {
    SOURCE_GOOD,
    SOURCE_ZERO, /* a text in that line would hold a zero byte */
    SOURCE_LOOKS /* the limit SCRIPT_LOOKS is passed in that line */
};
/* Whether Lua may compile a script; if not, *line says which line forbids it. */
enum source_end host_source(const char *text, size_t len, int32_t *line);

/* ---- the libraries */
/* Upvalue: a function of Lua's own library. Its work is charged by the length of its texts. */
int host_counted(lua_State *L);
void host_open_base(lua_State *L);   /* into the table at the top of the stack */
void host_open_string(lua_State *L); /* the same */
void host_open_table(lua_State *L);
void host_open_pattern(lua_State *L); /* adds find, match, gmatch and gsub to the library string */
void host_open_battle(lua_State *L);
void host_open_read(lua_State *L);
void host_open_rules(lua_State *L);
void host_open_event(lua_State *L);

/* ---- host_value.c: values */
const char *image_player(const struct image *img, int32_t number);
int32_t host_player_number(lua_State *L, const struct host_battle *hb, int index);
/* -1: there is none; then a suggestion is pushed as by host_nearest. */
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
/* The slot of a role or kept value of an event; -1. */
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
/* Makes the table of methods on top the __index of the metatable below it. */
void host_index_battle(lua_State *L);
/* Reads a name of a battle or of a handler's event: pushes one value, or returns false. */
bool host_read(lua_State *L, struct host_battle *hb, const char *name);
/* Calls a primitive with the values from index 2 on. */
int host_primitive(lua_State *L, struct host_battle *hb, int32_t primitive);
int32_t host_find_primitive(const char *name);
int host_quantity(lua_State *L, struct host_battle *hb);
void host_push_question(lua_State *L, struct host_battle *hb);
/* Takes the value on top as the answer to the present question. */
void host_parse_answer(lua_State *L, struct host_battle *hb, struct answer *out);
int host_odds(lua_State *L);
int host_value(lua_State *L);
int host_score(lua_State *L);
int host_roll(lua_State *L); /* myth.roll; its arguments begin at index 1 */
uint64_t host_draw(struct host *h, uint64_t n);

/* ---- host_see.c: reading a World. What a handler has read in an earlier run is given from its
 * log, so all reading goes through these functions. */
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
/* A call of a handler: returns its result if the log has it; otherwise the handler waits, and this
 * never returns. */
int64_t host_want(lua_State *L, struct host_event *e, struct outside_want *want);

/* ---- host_rules.c, host_event.c */
void host_push_event(lua_State *L, const struct host_event *e);
struct host_rules *host_new_rules(lua_State *L, const struct image *img);
struct host_rules *host_to_rules(lua_State *L, int index);
/* Runs a handler, for the machine. It is protected: no error of Lua gets past it. */
enum outside_request host_handle(void *user, struct battle *b, int32_t number, const int64_t *log,
                                 int64_t log_count, struct outside_want *want);
bool host_handle_value(void *user, struct battle *b, int32_t number, const int64_t *args,
                       int32_t count, int64_t *value, char *label, size_t size);

#endif
