/*
 * host_inner: what the files of the host share: the state of a host, the fence around a script, and
 * how values of a battle look in Lua. No other room includes it.
 *
 * A handler is the Lua function of a rule in Lua. It gets `e`, the event at hand, and reads the
 * battle through the hand: a battle object that stands for whatever battle runs the handler. A
 * handler is run again from its start after each of its calls into the rules (host_see.c).
 *
 * The script is doomed when something has ended it for good, such as a limit, ^C or an error in the
 * rules (enum host_doom): then every error goes on to the top, and pcall does not catch it.
 */
#ifndef MYTH_VM_HOST_INNER_H
#define MYTH_VM_HOST_INNER_H

#include <lauxlib.h>
#include <lua.h>

#include "host.h"

/* Why the script is over. */
enum host_doom {
    DOOM_NONE,    /* the script is not over */
    DOOM_LIMIT,   /* the script passed the limit doom_limit */
    DOOM_STOPPED, /* the port asked to stop, as after ^C */
    DOOM_RULES,   /* an error in the rules while they ran */
    DOOM_MISSING, /* a ruleset or tape could not be read */
    DOOM_USAGE,   /* the options name something that is not there; `why` says what */
    DOOM_MISTAKE, /* a rule in Lua that gives a value has failed; `why` says how */
    /* the script is not over: a handler waits for the machine, so its Lua stack is thrown away, up
     * to the start of the handler */
    DOOM_WANT
};

struct host_battle;
enum { HOST_HOOK_STEPS = 1000, HOST_CLASSES = 32 };
struct host {
    struct host_options options;
    struct host_port port;
    lua_State *L;
    lua_State *running;         /* the coroutine that called into C; handlers run in it */
    struct outside_want wanted; /* the request that a handler waits for (DOOM_WANT) */
    uint64_t unlooked;          /* steps since the port was last asked whether to stop */
    /* instructions of Lua, and work done in C, counted in instructions; used so far, and allowed */
    uint64_t steps, steps_most;
    size_t bytes, bytes_most; /* memory of Lua: held now, and allowed */
    size_t text_head;         /* bytes that Lua keeps for a text besides its characters */
    /* number of large blocks of memory of 2^n to 2^(n + 1) - 1 bytes, by n; [1]: of texts, [0]: of
     * all else but lists */
    int32_t large[2][HOST_CLASSES];
    int32_t largest[2]; /* the greatest n of a block made since the last hook */
    enum host_doom doom;
    int32_t doom_limit;       /* enum limit_id */
    int32_t doom_line;        /* line of the script at which it passed the limit; 0: not known */
    int32_t in_rule;          /* number of handlers that are running, one inside the other */
    struct host_event *event; /* the event of the innermost handler */
    /* words for the log: what the innermost handler has read since its last call */
    int64_t *seen;
    size_t seen_count, seen_capacity;
    uint64_t draws; /* position in the script's own random stream */
    /* position in the random stream of the script's policies; a stream of their own, because a
     * replay of a tape does not call policies */
    uint64_t policy_draws;
    bool in_policy;            /* a Lua function is answering for a player */
    struct host_mind *minds;   /* thinkers for policies: one for each ruleset */
    struct host_battle *first; /* list of all open battles */
    int32_t battles;           /* number of open battles */
    bool leaves; /* this host only computes leaves: scripts have no table `myth` in it */
    /* whether an error in the rules has ended the script; the image and the error of those rules */
    bool rule_failed;
    const struct image *rule_image;
    struct run_error rule_error;
    char why[600]; /* the message about the end of the script */
};

/* A ruleset with the rules that a script has added. Userdata; its user value is a table: handlers
 * by number from 1 on, and in [0] the hand. */
enum { HOST_RULES = 64 };
struct host_rules {
    struct host *host;
    const struct image *img;
    int32_t count; /* number of added rules */
    int32_t rank;  /* rank of rules that are added next */
    bool closed;   /* a battle was made of the ruleset, so no more rules may be added */
    struct outside_rule rule[HOST_RULES];
    int32_t line[HOST_RULES]; /* line of the script that added the rule */
    struct host_battle *hand; /* the object that stands for the battle in which a handler runs */
    struct outside_port port; /* through which the machine runs the handlers */
};

/* The thinker for policies that look ahead in battles of one ruleset. */
struct host_mind {
    struct host_mind *next;
    const struct image *img;
    struct thinker *thinker;
};

/* A battle object. Userdata; its user value is a table: things by id, the views made for answering
 * by -1 - number of the player, and "rules", "policies", "figures". */
struct host_battle {
    struct host *host;
    struct host_battle *next, **back; /* links of host.first; back is NULL in a hand */
    struct battle *b; /* NULL: the battle was closed, or is a hand while no handler runs */
    const struct image *img;
    struct host_rules *rules;
    const struct question *q;          /* the present question; NULL: there is none */
    struct policy policy[RUN_PLAYERS]; /* answers for a player without a function of the script */
    bool from_options[RUN_PLAYERS];    /* the command line has set that policy */
    /* hand: stands for the battle in which a handler runs, or that battle:odds has ended; begun:
     * the battle has begun; told: the port was told that it is over; fork: made by battle:fork */
    bool hand, begun, told, fork;
    /* the battle shows only what a player may know, or is a fork of such a battle: it is on no tape
     * and in no report */
    bool view;
    uint32_t depth;   /* depth (battle_depth) of the choice that was answered last */
    int32_t scenario; /* blueprint of the scenario; -1: none was named */
    uint64_t seed;    /* the seed with which a view made for answering was drawn */
    int32_t figures;  /* number of names of figures given so far */
};
/* A thing of a battle. Userdata; its user value is the battle object. */
struct host_thing {
    struct host_battle *hb;
    int64_t id;
};

/* The event that a handler gets as e. Userdata, valid while the handler runs. */
struct host_event {
    struct host_battle *hb; /* the hand; NULL once the handler is over */
    int32_t rule;           /* number of the handler's rule */
    int32_t event;          /* the event whose roles the handler reads; -1: none */
    bool pure;              /* the handler gives a number, truth or reason, and may only read */
    int64_t it;             /* the thing on which a `whenever` acts; NONE: no `whenever` */
    const int64_t *args;    /* the arguments of a pure handler */
    int32_t arg_count;
    const int64_t *log;    /* words that say what earlier runs have read and done */
    int64_t log_count, at; /* number of words of the log; how many this run has used */
    int64_t calls;         /* number of calls into the rules in this run */
    struct outside_want *want;
};

/* Names of metatables in the registry. */
#define HOST_MT_RULES "myth rules"
#define HOST_MT_BATTLE "myth battle"
#define HOST_MT_THING "myth thing"
#define HOST_MT_QUESTION "myth question"
#define HOST_MT_EVENT "myth event"

/* The key in the registry under which a host that computes leaves has the table of its globals: the
 * functions of leaves are in it. */
#define HOST_NAMES "myth names"
/* The keys of the table of a script's globals, and of that of what `require` has given by name. */
#define HOST_GLOBALS "myth globals"
#define HOST_MODULES "myth modules"

/* ---- host.c: the fence */
/* Switches on the counting of instructions for calls that are made outside of host_run. */
void host_fence(struct host *h);
/* Returns the host to which a Lua state belongs. */
struct host *host_of(lua_State *L);
/* Charges work done in C as so many instructions; ends the script if the budget is used up. */
void host_charge(lua_State *L, uint64_t steps);
/* Returns for how many steps one instruction counts. The price rises with the largest blocks of
 * memory that exist. */
uint64_t host_price(struct host *h);
/* Returns an argument that is a whole number, or a text that stands for one; reading a text is
 * charged by its length. host_integer_or returns `otherwise` if there is no argument. */
lua_Integer host_integer(lua_State *L, int index);
lua_Integer host_integer_or(lua_State *L, int index, lua_Integer otherwise);
/* Ends the script, from wherever it is. Never returns. */
int host_doom(lua_State *L, enum host_doom doom, int32_t limit);
/* Whether the script is over, or a handler waits (DOOM_WANT). A pcall of the script then passes
 * every error on, so that the Lua stack is unwound. */
static inline bool host_doomed(const struct host *h) {
    return h->doom != DOOM_NONE;
}
/* Pushes and returns ", did you mean 'x'?" for the name nearest to `word` among n names, or "" if
 * none is near. name(of, i) gives the i-th name. */
const char *host_nearest(lua_State *L, const char *word, int32_t n,
                         const char *(*name)(const void *of, int32_t i), const void *of);
/* Raises the error of luaL_argerror; declared as never returning, so that analysers know it. */
MYTH_NORETURN void host_wrong(lua_State *L, int index, const char *text);
/* Returns the line of the script that called into C; 0 if none did. */
int32_t host_line(lua_State *L);
/* Pushes and returns a text for any value, as tostring does, but never with an address in it. */
const char *host_text(lua_State *L, int index, size_t *len);
/* Compares two keys of a table, which are numbers, texts, truths or things. Returns a negative
 * number if a stands before b, 0 if they are equal, otherwise a positive number. Numbers stand
 * first, then texts, truths, and things by id. */
int host_order(lua_State *L, int a, int b);
/* Raises an error if a handler is running: `what` is not for a rule. */
void host_refuse_in_rule(lua_State *L, const char *what);

/* ---- host_source.c
 *
 * No text of a script may hold a zero byte. Lua compares texts piece by piece between zero bytes,
 * so a text of many zero bytes would take a thousand times as long to compare as another. */
#define HOST_NO_ZERO "a text of a script has no byte 0"
enum source_end {
    SOURCE_GOOD,
    SOURCE_ZERO, /* a text in that line would hold a zero byte */
    SOURCE_LOOKS /* the limit SCRIPT_LOOKS is passed in that line: compiling would take too long */
};
/* Returns SOURCE_GOOD if Lua may compile a script; otherwise why not, with *line set to the line of
 * the trouble. */
enum source_end host_source(const char *text, size_t len, int32_t *line);

/* ---- the libraries */
/* Calls the function of Lua's own library that is its upvalue, after charging for the length of all
 * arguments that are texts. */
int host_counted(lua_State *L);
/* The functions host_open_… add to the table of globals that is on top of the stack;
 * host_open_pattern adds find, match, gmatch and gsub to the library string that is on top. */
void host_open_base(lua_State *L);
void host_open_string(lua_State *L);
void host_open_table(lua_State *L);
void host_open_pattern(lua_State *L);
void host_open_battle(lua_State *L);
void host_open_read(lua_State *L);
void host_open_rules(lua_State *L);
void host_open_event(lua_State *L);

/* ---- host_side.c: who takes part, and the sides */
/* host_take_part: takes those out of a battle whom the list at `index` does not name; nil: nobody.
 * host_form_sides: forms the sides that the list of lists at `index` names; nil: those of the
 * scenario. Both raise an error if the list is no such list. */
void host_take_part(lua_State *L, struct host_battle *hb, int index);
void host_form_sides(lua_State *L, struct host_battle *hb, int index);

/* ---- host_value.c: values */
const char *image_player(const struct image *img, int32_t number);
/* host_player_number returns the number of the player at a stack index, who is given by name or as
 * a thing, and host_player_thing his thing; both raise an error if there is no such player. */
int32_t host_player_number(lua_State *L, const struct host_battle *hb, int index);
/* Returns the number of the player with a name; or -1, with a suggestion pushed, if there is no
 * such player. */
int32_t host_player_named(lua_State *L, const struct image *img, const char *name);
int64_t host_player_thing(lua_State *L, struct host_battle *hb, int index);
/* The functions host_find_… return the number of what has a name in the image, and raise an error
 * that suggests a near name if nothing has. */
int32_t host_find_blueprint(lua_State *L, const struct image *img, const char *name);
int32_t host_find_kind(lua_State *L, const struct image *img, const char *name);
int32_t host_find_event(lua_State *L, const struct image *img, const char *name);
int32_t host_find_field(lua_State *L, const struct image *img, int32_t kind, const char *name);
int32_t host_find_quantity(lua_State *L, const struct image *img, const char *name);
int32_t host_find_roster(lua_State *L, const struct image *img, const char *name);
int32_t host_find_die(lua_State *L, const struct image *img, const char *name);
int32_t host_find_rank(lua_State *L, const struct image *img, const char *name);
/* Returns the slot of the role or kept value of an event that has a name; -1 if there is none. */
int32_t host_slot(const struct image *img, int32_t event, const char *name);
struct image_type host_slot_type(const struct image *img, int32_t event, int32_t slot);
/* host_push pushes a value of the battle as a value of Lua. host_take converts the other way, and
 * raises an error that names `what` if the value at `index` is not of the type. NONE is nil. */
void host_push(lua_State *L, struct host_battle *hb, struct image_type type, int64_t value);
int64_t host_take(lua_State *L, struct host_battle *hb, struct image_type type, int index,
                  const char *what);
int64_t host_take_place(lua_State *L, int index);
/* Converts a place of a battle: on a map an area, or its name; on a table a point. */
int64_t host_take_spot(lua_State *L, struct host_battle *hb, int index);
void host_push_place(lua_State *L, int64_t place);
void host_push_thing(lua_State *L, struct host_battle *hb, int64_t id);
struct host_thing *host_to_thing(lua_State *L, int index, struct host_battle *hb);
const char *host_status(int64_t status);

/* ---- host_battle.c, host_read.c */
struct host_battle *host_new_battle(lua_State *L, const struct image *img);
struct host_battle *host_to_battle(lua_State *L, int index);
void host_close_battle(struct host_battle *hb);
void host_push_battle(lua_State *L, struct host_battle *hb);
/* Sets __index and __newindex of the battle's metatable, which lies below the table of methods on
 * top, and pops that table. */
void host_index_battle(lua_State *L);
/* Pushes what a name of a battle stands for (a field of host.def, a player, the things of a kind).
 * Returns false, with nothing pushed, if it is no such name. */
bool host_read(lua_State *L, struct host_battle *hb, const char *name);
/* Calls a primitive with the arguments from stack index 2 on, and pushes its result. */
int host_primitive(lua_State *L, struct host_battle *hb, int32_t primitive);
int32_t host_find_primitive(const char *name); /* -1: there is none with this name */
/* Computes the number, truth or value of the rules whose name is at index 2, with the arguments
 * from index 3 on, and pushes the result. */
int host_quantity(lua_State *L, struct host_battle *hb);
void host_push_question(lua_State *L, struct host_battle *hb);
/* Sets *out to the value on top of the stack, read as an answer to the present question; raises an
 * error if it is none. */
void host_parse_answer(lua_State *L, struct host_battle *hb, struct answer *out);
int host_odds(lua_State *L);
int host_value(lua_State *L);
int host_score(lua_State *L);
int host_roll(lua_State *L); /* myth.roll; its arguments begin at index 1 */
/* Draws a number from 0 to n - 1 from the stream of the script, or of its policies while one
 * answers. */
uint64_t host_draw(struct host *h, uint64_t n);

/* ---- host_see.c: reading the World. All reading goes through these functions, because what a
 * handler has read in an earlier run is answered from its log. */
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
/* Makes a call of a handler into the rules. Returns the result if the log has it. Otherwise the
 * handler has to wait until the machine has done it, and this function does not return. */
int64_t host_want(lua_State *L, struct host_event *e, struct outside_want *want);

/* ---- host_rules.c, host_event.c */
void host_push_event(lua_State *L, const struct host_event *e);
struct host_rules *host_new_rules(lua_State *L, const struct image *img);
struct host_rules *host_to_rules(lua_State *L, int index);
/* Run a handler for the machine: the functions of struct outside_port. host_handle runs one that
 * acts, host_handle_value one that gives a value. No error of Lua gets past them. */
enum outside_request host_handle(void *user, struct battle *b, int32_t number, const int64_t *log,
                                 int64_t log_count, struct outside_want *want);
bool host_handle_value(void *user, struct battle *b, int32_t number, const int64_t *args,
                       int32_t count, struct outside_value *out);

#endif
