/*
 * run_int: shared by the files of run, and included by run*.c alone: the battle, the dispatch, the
 * course of events, decisions.
 */
#ifndef MYTH_VM_RUN_INT_H
#define MYTH_VM_RUN_INT_H

#include "agenda.h"
#include "dice.h"
#include "frame.h"
#include "prim.h"
#include "rows.h"
#include "run.h"
#include "state.h"
#include "stream.h"

enum outcome {
    OUT_AGAIN, /* a look at dice was answered, so the statement is run again */
    OUT_END,   /* a body has ended */
    OUT_STOP,  /* a body was stopped */
    OUT_GO,    /* frames have changed: the top one is looked at again */
    OUT_ASK,   /* a question waits in battle.question */
    OUT_FAIL   /* state.error says why */
};

enum { TEMPS_ALL = 256 * (MAX_DEPTH_NUMBERS + 8), FINDINGS_MAX = 256 };

/* The parts of the present question about a place or way, from which its candidates are made by
 * index. */
struct geometry {
    int32_t choice;
    bool path;
    /* set: head and line say the choice; otherwise the choice's `where` with what it captured */
    bool of_head;
    struct head head;
    int32_t line;
    struct agenda_geometry g;
    uint32_t frame; /* the frame whose code asks */
    int64_t captured[MAX_CHOICE_NAMES];
    int32_t captured_count;
    bool fine_grid; /* of a place: no candidate was legal, so those of the fine grid are offered */
    int64_t first;  /* the first legal candidate, once it was looked for; -1 */
    int64_t legal;  /* the last candidate that was found legal; -1 */
};

/* The actions that may be open in the present offer. Each row of agenda_offer is an offer: a
 * candidate of the question, closed, or not judged yet. A policy that draws may draw among all
 * offers until one is open: see run_offer.c. */
struct offers {
    int64_t count; /* 0: the present question is no offer */
    int64_t *at;   /* for each offer its candidate, LOT_CLOSED or LOT_UNKNOWN */
    size_t capacity;
    int64_t *offer_rows; /* what they are, by agenda_offer; behind `at` */
};
enum { OFFER_CLOSED = -1, OFFER_UNKNOWN = -2 };
/* The frame of an action that was found open as it was offered, 0: it is open as long as nothing is
 * written, in that World since that moment (state_now). */
struct found_open {
    uint32_t frame;
    uint64_t turns, at;
};

/* The answers of a battle that keeps no log, and the World before the first of them: see
 * run_kept.c. Of each answer: the number of its question, the position of the stream from which it
 * may have been drawn, how many values it has and their meaning, the values. */
struct kept {
    struct world begin; /* without memory: nothing has been kept yet */
    int64_t *words;
    size_t count, capacity;
    bool again; /* they are being played again, up to question `until` */
    size_t at;  /* position of the next one */
    uint64_t until;
};

/* A test at the beginning of a walk's condition that can be made without running the code: see
 * run_walk.c. */
struct walk_ask {
    enum {
        WALK_WORD, /* whether the member is a given value */
        WALK_FIELD,
        WALK_SAME,
        WALK_KIND,
        WALK_SIDE, /* up to here the result is always known */
        WALK_HAS,
        WALK_RECALLED,
        WALK_NEAR,
        WALK_REACH
    } asked;
    enum opcode compare; /* compares a field with another value */
    bool first;          /* the field, or the member, stands on the left */
    bool refused;        /* the result with which a member is passed over */
    bool direct;         /* the other value and a length are each found by a single instruction: */
    int32_t of;          /* the word, kind, blueprint, number, side or primitive */
    struct image_code by[2];
    int32_t z, far; /* temps of the other value and of the length; -1 */
    int32_t member; /* the temp of the member, which the code that finds these two does not read */
    /* The code that finds them for each member, up to before `to`; empty: they lie in their
     * temps. */
    const struct image_code *from, *to;
};
enum { WALK_ASKS = 3, WALK_RECKONED = 12 };
struct walk {
    const struct image_code *code; /* the NEXT_OF that this was read off; NULL */
    int32_t count;                 /* 0: nothing is known */
    int32_t words;                 /* number of tests at the beginning that compare words */
    /* Resume point for accepted members; NULL: the first test. If the code there reads what was
     * tested, word `shows` of the member must be put into temp `shown`; -1: it does not. */
    const struct image_code *behind;
    int32_t shown, shows;
    /* What the walk does with each accepted member, if it is nothing else: CODE_APPEND, CODE_ADD,
     * CODE_HIGHER or CODE_LOWER to temp `into`, of the member, of its word `word`, or (-1) of temp
     * `of`. CODE_RETURN: something else. */
    enum opcode does;
    int32_t into, word, of;
    struct walk_ask asks[WALK_ASKS];
};
enum { WALKS = 1024 };

struct battle {
    struct state s; /* first, so that a port, which gets the state, finds the battle */
    struct run_options options;
    int64_t *temps;
    int32_t temps_used;
    /* WALKS entries, found by their code; an entry is read off the code again when another took its
     * place */
    struct walk *walks;
    int32_t init; /* number of blueprint inits that are running: these fire no events */
    /* which quantities are told to the journal: 0 none, 1 those read by bodies, 2 all */
    int32_t account;
    /* the most that s.steps and s.pure may be between two questions */
    int64_t most_steps, most_pure;
    /* the present question, and its answer once there is one */
    struct question question;
    char prompt[256];
    int64_t holes[MAX_HOLES]; /* holes of the prompt of the present statement */
    const char *labels[MAX_LABELS];
    char label_text[2048];
    struct geometry geometry;
    struct offers offers;
    struct found_open found;
    struct run_inside inside;
    int64_t inside_used;   /* number of choices answered since battle_inside */
    uint32_t inside_depth; /* depth of the last of these */
    struct kept kept_answers;
    bool asking, answered;
    struct answer answer;
    /* candidates of the question, unless they are fixed: scratch may move meanwhile */
    int64_t *offered;
    size_t offered_capacity;
    int64_t *values; /* values of the answer */
    size_t values_capacity;
    uint8_t *faces; /* faces of a roll, by index */
    size_t faces_capacity;
    bool back; /* nothing was answered since battle_stand_again */
    struct {
        bool dice; /* before a choice of `to` (NONE: of anybody) dice that he sees are asked for */
        int64_t to;
        bool asked;            /* the question at hand stands in place of such a choice */
        struct dice_want want; /* what it asks */
    } open;
    bool ended;          /* an event was done without a frame, as no rule speaks of it */
    int64_t given_again; /* a feature that GIVE found on its bearer, with an end of its own */
    size_t told;         /* length of the journal at the mark of the present statement */
    bool pushed;         /* a frame was pushed within a statement: it runs at the next mark */
    bool failed;
    struct run_error error;
    uint64_t *purpose; /* purpose of each event's stream of dice */
    struct stream_kept kept;
    /* marks: positions of the log before each answer */
    world_mark *marks;
    size_t marks_capacity;
    uint64_t first_mark; /* questions before this one cannot be undone */
    world_mark last;     /* the mark at the last question */
    struct world formed; /* used by run_formed; without memory: not asked for yet */
    struct run_observer observer;
    struct run_finding findings[FINDINGS_MAX];
    int32_t findings_count;
    /* rules in Lua */
    const struct outside_port *port;
    const struct outside_rule *outside;
    int32_t outside_count;
    bool outside_whenever; /* one of them is a WHENEVER */
    /* the environment of the row in Lua that is being computed; NULL */
    const struct env *outside_env;
    int64_t *list; /* memory for battle_list, battle_extent, run_candidate */
    size_t list_capacity;
};

/* Whether a rule in Lua speaks of an event, which is its target then. */
static inline bool run_of_event(enum outside_moment moment) {
    return moment <= OUTSIDE_AFTER || moment == OUTSIDE_FORBID || moment == OUTSIDE_ALLOW;
}

/* Whether `whenever` rules must look when an event has ended. */
static inline bool run_looks(const struct battle *b) {
    const struct state *s = &b->s;
    return state_global(s, G_NOTED) || s->img->whenever_all || state_global(s, G_WHILE) ||
           MYTH_UNLIKELY(b->outside_whenever);
}

/* To be called when the World was replaced: the present question is gone, and nothing before can be
 * undone. */
void run_stands(struct battle *b);

static inline struct battle *battle_of(struct state *s) {
    return (struct battle *)(void *)s;
}

/* Limits what accumulates during a battle: log, journal, scratch, kept answers. */
static inline bool run_records_fit(struct battle *b) {
    size_t words =
        2 * b->s.w.log_count + b->s.journal.count + b->s.scratch_used + b->kept_answers.count;
    if (MYTH_UNLIKELY(words > (size_t)MAX_RECORD_WORDS))
        return state_limit(&b->s, LIMIT_RECORD_WORDS);
    return true;
}

/* Called for each statement, phase of an event and step of a move: everything that can go round for
 * ever comes by here. */
static inline bool run_spend(struct battle *b) {
    if (MYTH_UNLIKELY(++b->s.steps > b->most_steps)) return state_limit(&b->s, LIMIT_STEPS);
    return run_records_fit(b);
}

/* Called for each function that is computed, and each member of a set that is looked at. Pure code
 * always ends, but not always within a lifetime. What is found without computing it is not counted,
 * so no rule may rely on where exactly this limit lies. */
static inline bool run_spend_pure(struct battle *b) {
    if (MYTH_UNLIKELY(++b->s.pure > b->most_pure)) return state_limit(&b->s, LIMIT_PURE);
    return run_records_fit(b);
}

/* Called when each member of one list is looked for in another: eight comparisons count as one. */
static inline bool run_spend_looks(struct battle *b, int64_t count, int64_t among) {
    b->s.pure += (count * among) / 8; /* lists are shorter than HEAP_WORDS */
    return run_spend_pure(b);
}

/* run.c */
enum outcome run_code(struct battle *b, uint32_t frame);
bool run_evaluate(struct state *s, int32_t func, const struct env *env, const int64_t *args,
                  int32_t count, int64_t *result);
/* The same from an instruction on: see state_evaluate. */
bool run_evaluate_from(struct state *s, int32_t func, int32_t begin, const struct env *env,
                       const int64_t *args, int32_t count, int64_t *result);
/* Runs a function without a frame that may change the World and asks nothing: the init of a
 * blueprint. */
bool run_init(struct battle *b, int32_t func, int64_t self);

/* run_event.c: the course of events */
enum outcome run_event(struct battle *b, uint32_t frame);
/* At a mark: what has ended had no frame. `whenever` looks about from one that is pushed now. */
bool run_look_about(struct battle *b);
/* Pushes an event with these roles; those not given have their defaults. */
bool run_do(struct battle *b, int32_t event, const int64_t *roles, uint64_t given, int32_t call,
            int64_t self);
/* Copies the roles and kept values of a finished event into the slots of the frame that did it. */
bool run_hand_back(struct battle *b, uint32_t frame, enum event_status status);
bool run_spoken(const struct battle *b, int32_t event);
/* The place at which an event was done; for one of the language's own, where its statement
 * stands. */
int32_t run_event_place(const struct state *s, uint32_t frame);
void run_tell_not_done(struct battle *b, uint32_t frame, enum journal_why why, const char *reason);
/* An event `step` whose thing stands at its end already: continues with its `after` rules. */
bool run_stepped(struct battle *b, const int64_t *roles);
enum outcome run_code_ended(struct battle *b, uint32_t frame, enum outcome how);
void run_stop_event(struct battle *b, int32_t event);
enum outcome run_continue(struct battle *b, uint32_t trigger, const struct image_call *call,
                          const int64_t *args);
/* Stores a value from a temp in a slot: a look at dice becomes a pool. */
bool run_slot(struct battle *b, uint32_t frame, int32_t func, int32_t slot, int64_t value);

/* run_native.c: what the language's own events and statements do */
bool run_native(struct battle *b, int32_t event, const int64_t *roles, uint32_t frame);
/* Does one of the language's events: with a frame if some rule speaks of it, otherwise at once. */
bool run_native_event(struct battle *b, int32_t event, const int64_t *roles, int32_t count);
/* args: values of its parameters; NULL: not known. */
int64_t run_make(struct battle *b, int32_t blueprint, int64_t owner, int64_t outer,
                 const int64_t *args);
bool run_give(struct battle *b, int32_t blueprint, int64_t bearer, const int64_t *args,
              int32_t count, bool silent, int64_t *feature);
bool run_take_all(struct battle *b, int64_t bearer, int32_t blueprint);
bool run_take(struct battle *b, int64_t feature);
void run_given_for_good(struct battle *b, int64_t feature);
bool run_stand_models(struct battle *b, int64_t group, const int64_t *spots, int32_t count);
void run_gone_borne(struct battle *b, int64_t thing);
bool run_put(struct battle *b, int64_t card, int64_t holder, int32_t field, bool under);
bool run_lay_out(struct battle *b, int32_t scenario);

/* run_dice.c */
bool run_dice_sums(const struct battle *b, int32_t die, int64_t count, int64_t *least,
                   int64_t *most);
/* run_move.c: moves whose steps rules speak of */
bool run_in_steps(const struct battle *b);
enum outcome run_steps(struct battle *b, uint32_t frame);
void run_step_failed(struct battle *b, uint32_t step);
bool run_steps_over(struct battle *b, uint32_t frame);
static inline bool run_steps_told(struct battle *b, uint32_t frame) {
    return frame_event(&b->s, frame) != EVENT_MOVE || run_steps_over(b, frame);
}

/* run_outside.c: rules by replay */
MYTH_SELDOM enum outcome run_outside(struct battle *b, uint32_t frame);
void run_outside_done(struct battle *b, uint32_t frame, enum event_status status);
/* Whether the condition of a WHENEVER holds for a thing. */
bool run_outside_due(struct battle *b, const struct outside_rule *o, int64_t thing);
bool run_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result);
MYTH_SELDOM bool run_outside_value(struct state *s, int32_t number, const struct env *env,
                                   const int64_t *args, int32_t count, int64_t *value, char *label,
                                   size_t size);

/* run_trace.c: finds out what keeps a thing out of a set while the set is built. */
enum { RUN_WHY = 200 };
struct run_trace {
    int64_t member;    /* the thing */
    char why[RUN_WHY]; /* "": nothing that can be put into words refused it */
    int32_t place;     /* place of the last refusal; -1 */
    bool first;        /* it was the first test, and measures nothing */
    const int64_t *t;  /* temps of the present walk; NULL: there is none */
    int32_t func;      /* the walk's function … */
    int32_t next, end; /* … and the instructions from its NEXT_OF to behind its last */
    /* of alternatives, of which any would do: the instruction to which those that hold jump; -1 */
    int32_t aside_to;
    char aside[RUN_WHY]; /* the alternatives found so far */
};

/* run_offer.c: whether an offer is open; it is judged if that is not known */
bool run_offer_open(struct battle *b, int64_t i, bool *open);
/* Whether the action of a frame was found open as it was offered, and nothing was written since. */
bool run_found_open(struct battle *b, uint32_t frame);
void run_lots_room(struct offers *l, int64_t count);

/* run_hand.c: the question at hand of another battle, whose World is the same */
void run_take_hand(struct battle *b, const struct battle *from);

/* Where the World stands a question is put: undo leads here. */
void run_keep_mark(struct battle *b);

/* run_kept.c: the answers kept for an undo */
/* the World is at the beginning of a battle, or is another one */
void run_kept_begin(struct battle *b);
void run_kept_close(struct battle *b);
/* Keeps the present answer to the present question, if answers are kept. */
void run_keep_answer(struct battle *b);
/* Whether playing again ends at the present question. */
static inline bool run_kept_over(const struct battle *b) {
    return MYTH_UNLIKELY(b->kept_answers.again) && b->kept_answers.until == battle_questions(b);
}
/* Makes the kept answer to the present question the answer; false: none is kept. */
bool run_kept_answer(struct battle *b);
/* Plays the kept answers up to that question, with a log from the beginning on. */
bool run_kept_play(struct battle *b, uint64_t question);

/* run_ask.c: decisions */
enum decision { DECIDED, WAITING, AGAIN, FAILED };
enum decision run_decide(struct battle *b, uint32_t frame, int32_t pc);
/* Sweeps before a question to this player. True: lists have moved. False: they have not; bringing
 * them into form may have been put off. */
bool run_sweep(struct battle *b, int64_t who);
/* Prepares to run the present statement again from its mark, and to tell its entries again. */
void run_tell_again(struct battle *b, int32_t pc);
/* Makes the state's error the battle's; returns false. */
bool run_keep_error(struct battle *b);
/* The World in form: itself or, if that was put off, a copy that is valid until the next call. */
struct world *run_formed(struct battle *b);
void run_ask(struct battle *b, enum ask_kind kind, int64_t who, int32_t choice);
/* Dice that were asked for in place of a choice are known now; then that is put. */
void run_open_answer(struct battle *b);
/* How many of these dice show one of these faces. */
void run_ask_count(struct battle *b, const struct dice_want *want);
/* Throws dice. True: their faces are in the answer. False: they must be asked for. */
bool run_throw(struct battle *b, int32_t die, int64_t count);
/* Sets holes of the next prompt, or of one of its labels; `at`: how many holes stand before. */
void run_holes(struct battle *b, int32_t tmpl, int32_t at, const int64_t *holes);
void run_offered(struct battle *b, int64_t list); /* sets the candidates of a PICK */
/* The position of the stream from which the present question may be answered. */
int64_t run_counter(const struct battle *b);
void run_counter_set(struct battle *b, int64_t counter);
/* Of an offer: the offer of a candidate. */
int64_t run_offer_of(const struct battle *b, int64_t candidate);
void run_prompt(struct battle *b, int32_t tmpl);
enum outcome run_head(struct battle *b, uint32_t frame);
enum run_policy run_policy_of(const struct battle *b, int64_t who);
/* The number below n that a policy inside will draw next; called again, the one after that. *ahead
 * is 0 before the first call. -1: the policy does not draw. */
int64_t run_will_draw(struct battle *b, int64_t who, uint64_t *ahead, uint64_t n);
/* NULL, or why the answer is refused. */
const char *run_spelled(struct battle *b, const struct answer *a, int64_t *value);
int64_t run_geometry_count(struct battle *b);
bool run_geometry_answer(struct battle *b, int64_t *value);
bool run_geometry(struct battle *b, int64_t i, int64_t *value);
/* The first legal candidate; -1: there is none, or an error was kept. */
int64_t run_geometry_first(struct battle *b);
/* The next legal set for a choice of a set, from `mask` on (a bit for each candidate). False: there
 * is none (*mask is then past the last), or an error was kept. */
bool run_next_set(struct battle *b, uint64_t *mask);
void run_tell_choice(struct battle *b, const int64_t *chosen, int64_t count);

/* Looks at dice: a scratch list that holds the die and then the parts. */
#define POOL_BIT (INT64_C(1) << 41) /* in a temp: the number of a new pool */
void run_look(struct battle *b, int64_t handle, struct dice_look *out);
int64_t run_look_new(struct battle *b, int32_t die, struct dice_look *out);
void run_look_close(struct battle *b, int64_t handle, const struct dice_look *look);
int64_t run_look_of(struct battle *b, int64_t pool);

#endif
