/*
 * run_int: what the files of run share: the battle, the dispatch, the course of
 * events, decisions. For run*.c only.
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
    OUT_AGAIN, /* a look at dice was answered: the statement is run again */
    OUT_END,   /* a body has ended */
    OUT_STOP,  /* a body has stopped */
    OUT_GO,    /* frames have changed: look at the top one again */
    OUT_ASK,   /* a question waits in battle.question */
    OUT_FAIL   /* state.error says why */
};

enum { TEMPS_ALL = 256 * (MAX_DEPTH_NUMBERS + 8), FINDINGS_MAX = 256 };

/* What the question at hand was made from, for candidates by index. */
struct geometry {
    int32_t choice;
    bool path;
    bool of_head; /* head and line; else where with what it captured */
    struct head head;
    int32_t line;
    struct agenda_geometry g;
    uint32_t frame; /* whose code asks */
    int64_t captured[MAX_CHOICE_NAMES];
    int32_t captured_count;
    bool fine;     /* of a place: no candidate was legal, so those of the fine grid are asked */
    int64_t first; /* the first legal candidate, once it was looked for; -1 */
    int64_t legal; /* the last that was found to be; -1 */
};

/* What may be open to who is offered actions; each is a candidate of the question at hand or is
 * none. Who draws does so among all of them until one is open: see run_offer.c. */
struct lots {
    int64_t count; /* 0: the question at hand is another one */
    int64_t *at;   /* of each: which candidate it is, or as below */
    size_t capacity;
    int64_t *threes; /* what they are, by agenda_offer; behind `at` */
};
enum { LOT_CLOSED = -1, LOT_UNKNOWN = -2 };
/* The frame of an action that was found open as it was offered, 0: it is open as long as nothing is
 * written, in that World since that moment (state_now). */
struct found_open {
    uint32_t frame;
    uint64_t turns, at;
};

/* The answers of a battle without a log, and the World in which the first of them was given: see
 * run_kept.c. Of each: the number of its question, where the stream stood from which it may have
 * been drawn, how many values and how they are meant, the values. */
struct kept {
    struct world begin; /* without a block: nothing was kept yet */
    int64_t *words;
    size_t count, capacity;
    bool again; /* they are being played again, up to question `until`; */
    size_t at;  /* the next one */
    uint64_t until;
};

/* What is asked first of each member of a walk, one after the other, where that is known: see
 * run_walk.c. */
struct walk_ask {
    enum {
        WALK_WORD, /* whether it is the same as another */
        WALK_FIELD,
        WALK_SAME,
        WALK_KIND,
        WALK_SIDE, /* up to here the answer is always known */
        WALK_HAS,
        WALK_RECALLED,
        WALK_NEAR,
        WALK_REACH
    } asked;
    enum opcode compare; /* of a field with another value */
    bool first;          /* the field, or the member, stands left */
    bool refused;        /* what is found of those that are passed over */
    bool direct;         /* the other value and a length are found by one instruction each: */
    int32_t of;          /* the word, kind, blueprint, number, which side, the primitive */
    struct image_code by[2];
    int32_t z, far; /* the temps of these two, -1 */
    int32_t member; /* the temp that the walk fills, which nothing that finds them reads */
    /* What finds them for each member, before `to`; none: they lie there. */
    const struct image_code *from, *to;
};
enum { WALK_ASKS = 3, WALK_RECKONED = 12 };
struct walk {
    const struct image_code *code; /* the NEXT_OF of which this was read, NULL */
    int32_t count;                 /* 0: nothing is known */
    int32_t words;                 /* so many first ones ask for words */
    /* Where who is let through goes on; NULL: at the first question. What that one reads of what
     * was asked, the word `shows` of the member, is in temp `shown`, -1. */
    const struct image_code *behind;
    int32_t shown, shows;
    /* What is done with whom all that lets through, if it is nothing else: CODE_APPEND, CODE_ADD,
     * CODE_HIGHER or CODE_LOWER to temp `into`, of the member or of its word `word`, -1: of temp
     * `of`. CODE_RETURN: it is more. */
    enum opcode does;
    int32_t into, word, of;
    struct walk_ask asks[WALK_ASKS];
};
enum { WALKS = 1024 };

struct battle {
    struct state s; /* first: the ports are given a state and find the battle */
    struct run_options options;
    int64_t *temps;
    int32_t temps_used;
    struct walk *walks; /* WALKS, by their code: read once, unless another took the place */
    int32_t init;       /* inits of blueprints that run just now: they fire no events */
    int32_t account;    /* 0 no accounts, 1 of numbers read by bodies, 2 of all */
    int64_t most_steps, most_pure; /* s.steps and s.pure may be so many between two questions */
    /* the question at hand, and its answer once there is one */
    struct question question;
    char prompt[256];
    int64_t holes[MAX_HOLES]; /* of the prompt of the statement at hand */
    const char *labels[MAX_LABELS];
    char label_text[2048];
    struct geometry geometry;
    struct lots lots;
    struct found_open found;
    struct run_inside inside;
    int64_t inside_used;   /* answers of choices since battle_inside, */
    uint32_t inside_depth; /* and the depth of the last of them */
    struct kept kept_answers;
    bool asking, answered;
    struct answer answer;
    int64_t *offered; /* question.values, unless they are fixed: scratch may move meanwhile */
    size_t offered_capacity;
    int64_t *values; /* of the answer */
    size_t values_capacity;
    uint8_t *faces; /* of a roll, by index */
    size_t faces_capacity;
    bool back; /* nothing was answered since battle_stand_again */
    struct {
        bool dice; /* before a choice of `to` (NONE: of anybody) dice that he sees are asked for */
        int64_t to;
        bool asked;            /* the question at hand stands in place of such a choice */
        struct dice_want want; /* what it asks */
    } open;
    bool ended;          /* an event that nobody speaks of was done without a frame */
    int64_t given_again; /* a feature that GIVE found there, with an end of its own */
    size_t told;         /* how long the journal was at the mark of the statement at hand */
    bool pushed;         /* a frame was pushed in mid-statement: it runs at the next mark */
    bool failed;
    struct run_error error;
    uint64_t *purpose; /* of each event's dice */
    struct stream_kept kept;
    /* marks: where the log stood before each answer */
    world_mark *marks;
    size_t marks_capacity;
    uint64_t first_mark; /* questions before it are not here to go back to */
    world_mark last;     /* at the last question */
    struct world formed; /* of run_formed; without a block: nobody has asked */
    struct run_observer observer;
    struct run_finding findings[FINDINGS_MAX];
    int32_t findings_count;
    /* rules from outside */
    const struct outside_port *port;
    const struct outside_rule *outside;
    int32_t outside_count;
    bool outside_whenever;         /* one of them */
    const struct env *outside_env; /* where a row from outside is read just now, NULL */
    int64_t *list;                 /* of battle_list, battle_extent, run_candidate */
    size_t list_capacity;
};

/* Whether a rule from outside speaks of an event: then it is its target. */
static inline bool run_of_event(enum outside_moment moment) {
    return moment <= OUTSIDE_AFTER || moment == OUTSIDE_FORBID || moment == OUTSIDE_ALLOW;
}

/* Whether `whenever` has something to look at once an event has ended. */
static inline bool run_looks(const struct battle *b) {
    const struct state *s = &b->s;
    return state_global(s, G_NOTED) || s->img->whenever_all || state_global(s, G_WHILE) ||
           MYTH_UNLIKELY(b->outside_whenever);
}

/* The World is another one: what was at hand is not of it, and nothing before can be undone. */
void run_stands(struct battle *b);

static inline struct battle *battle_of(struct state *s) {
    return (struct battle *)(void *)s;
}

/* What is left behind by all that may go on for long is measured: log, journal, scratch. */
static inline bool run_records_fit(struct battle *b) {
    size_t words =
        2 * b->s.w.log_count + b->s.journal.count + b->s.scratch_used + b->kept_answers.count;
    if (MYTH_UNLIKELY(words > (size_t)MAX_RECORD_WORDS))
        return state_limit(&b->s, LIMIT_RECORD_WORDS);
    return true;
}

/* Each statement, phase of an event and step of a move: whatever can go round for ever passes
 * here. */
static inline bool run_spend(struct battle *b) {
    if (MYTH_UNLIKELY(++b->s.steps > b->most_steps)) return state_limit(&b->s, LIMIT_STEPS);
    return run_records_fit(b);
}

/* Each function that is computed, and each member of a set that is looked at: pure code comes to an
 * end by itself, but not always within anybody's life. What is found without computing it is not
 * counted, so no rule may rely on where exactly this limit lies. */
static inline bool run_spend_pure(struct battle *b) {
    if (MYTH_UNLIKELY(++b->s.pure > b->most_pure)) return state_limit(&b->s, LIMIT_PURE);
    return run_records_fit(b);
}

/* Each member of one list is looked for in another: eight comparisons count as one look. */
static inline bool run_spend_looks(struct battle *b, int64_t count, int64_t among) {
    b->s.pure += (count * among) / 8; /* lists have fewer words than HEAP_WORDS */
    return run_spend_pure(b);
}

/* run.c */
enum outcome run_code(struct battle *b, uint32_t frame);
bool run_evaluate(struct state *s, int32_t func, const struct env *env, const int64_t *args,
                  int32_t count, int64_t *result);
/* The same from an instruction on: see state_evaluate. */
bool run_evaluate_from(struct state *s, int32_t func, int32_t begin, const struct env *env,
                       const int64_t *args, int32_t count, int64_t *result);
/* A function without a frame that may change the World and cannot ask: a blueprint's init. */
bool run_init(struct battle *b, int32_t func, int64_t self);

/* run_event.c: the course of events */
enum outcome run_event(struct battle *b, uint32_t frame);
/* At a mark: what has ended had no frame. `whenever` looks about from one that is pushed now. */
bool run_look_about(struct battle *b);
/* Pushes the event with these roles (missing ones by their defaults). */
bool run_do(struct battle *b, int32_t event, const int64_t *roles, uint64_t given, int32_t call,
            int64_t self);
/* The roles and kept values of an event into the slots of who did it. */
bool run_hand_back(struct battle *b, uint32_t frame, enum event_status status);
bool run_spoken(const struct battle *b, int32_t event);
/* Where an event stands in the rules; one of the language's own: where it is done. */
int32_t run_event_place(const struct state *s, uint32_t frame);
void run_tell_not_done(struct battle *b, uint32_t frame, enum journal_why why, const char *reason);
/* An event `step` whose thing stands there already: from its `after` on. */
bool run_stepped(struct battle *b, const int64_t *roles);
enum outcome run_code_ended(struct battle *b, uint32_t frame, enum outcome how);
void run_stop_event(struct battle *b, int32_t event);
enum outcome run_continue(struct battle *b, uint32_t trigger, const struct image_call *call,
                          const int64_t *args);
/* A value from a temp into a slot: a look at dice becomes a pool. */
bool run_slot(struct battle *b, uint32_t frame, int32_t func, int32_t slot, int64_t value);

/* run_native.c: what the language's own events and statements do */
bool run_native(struct battle *b, int32_t event, const int64_t *roles, uint32_t frame);
/* As the event if anybody speaks of it, else at once. */
bool run_native_event(struct battle *b, int32_t event, const int64_t *roles, int32_t count);
/* args: what fills its parameters, NULL: none of them is known. */
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
/* Whether the condition of a WHENEVER holds of a thing. */
bool run_outside_due(struct battle *b, const struct outside_rule *o, int64_t thing);
bool run_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result);
MYTH_SELDOM bool run_outside_value(struct state *s, int32_t number, const struct env *env,
                                   const int64_t *args, int32_t count, int64_t *value, char *label,
                                   size_t size);

/* run_trace.c: what refuses a thing while a set is built. */
enum { RUN_WHY = 200 };
struct run_trace {
    int64_t member;      /* the thing */
    char why[RUN_WHY];   /* "": nothing that has words refused it */
    int32_t place;       /* of the last that did, -1 */
    bool first;          /* it was asked before all others, and is not measured */
    const int64_t *t;    /* the temps of the walk at hand, NULL: none is */
    int32_t func;        /* its function, */
    int32_t next, end;   /* and its instructions in it: NEXT_OF, and behind the last */
    int32_t aside_to;    /* of several parts any would do: where those jump that held, -1 */
    char aside[RUN_WHY]; /* what was found of these so far */
};

/* run_offer.c: whether a lot is open, which is judged if it is not known */
bool run_lot(struct battle *b, int64_t i, bool *open);
/* Whether the action of a frame was found open as it was offered, and nothing was written since. */
bool run_found_open(struct battle *b, uint32_t frame);
void run_lots_room(struct lots *l, int64_t count);

/* run_hand.c: the question at hand of another battle, whose World is the same */
void run_take_hand(struct battle *b, const struct battle *from);

/* Where the World stands a question is put: undo leads here. */
void run_keep_mark(struct battle *b);

/* run_kept.c: the answers kept for an undo */
void run_kept_begin(struct battle *b); /* the World is at its begin, or another one */
void run_kept_close(struct battle *b);
/* Keeps the answer at hand to the question at hand, if answers are kept. */
void run_keep_answer(struct battle *b);
/* Whether the question at hand is where playing again ends. */
static inline bool run_kept_over(const struct battle *b) {
    return MYTH_UNLIKELY(b->kept_answers.again) && b->kept_answers.until == battle_questions(b);
}
/* The kept answer to the question at hand becomes the answer; false: none is kept. */
bool run_kept_answer(struct battle *b);
/* To where that question is put, with a log from the begin on. */
bool run_kept_play(struct battle *b, uint64_t question);

/* run_ask.c: decisions */
enum decision { DECIDED, WAITING, AGAIN, FAILED };
enum decision run_decide(struct battle *b, uint32_t frame, int32_t pc);
/* Before a question to this player: sweeps. True: lists have moved; else their form may have been
 * put off. */
bool run_sweep(struct battle *b, int64_t who);
/* The statement of this mark is run again from it, and tells again what it has looked at. */
void run_tell_again(struct battle *b, int32_t pc);
/* The error at hand becomes the battle's; gives false. */
bool run_keep_error(struct battle *b);
/* The World in form: itself, or where it was put off a copy that is good until the next call. */
struct world *run_formed(struct battle *b);
void run_ask(struct battle *b, enum ask_kind kind, int64_t who, int32_t choice);
/* Dice that were asked for in place of a choice are known now; then that is put. */
void run_open_answer(struct battle *b);
/* How many of these dice show one of these faces. */
void run_ask_count(struct battle *b, const struct dice_want *want);
/* False: they have to be asked for. Else their faces are in the answer. */
bool run_throw(struct battle *b, int32_t die, int64_t count);
/* Of the next prompt, or of a label of it: `at` holes stand before. */
void run_holes(struct battle *b, int32_t tmpl, int32_t at, const int64_t *holes);
void run_offered(struct battle *b, int64_t list); /* the candidates of a PICK */
/* Where the stream stands from which the question at hand may be answered. */
int64_t run_counter(const struct battle *b);
void run_counter_set(struct battle *b, int64_t counter);
/* Of an offer: the lot of a candidate. */
int64_t run_lot_of(const struct battle *b, int64_t candidate);
void run_prompt(struct battle *b, int32_t tmpl);
enum outcome run_head(struct battle *b, uint32_t frame);
enum run_policy run_policy_of(const struct battle *b, int64_t who);
/* What a policy inside will draw of so many, one call after another; *ahead is 0 before the first.
 * -1: it does not draw. */
int64_t run_will_draw(struct battle *b, int64_t who, uint64_t *ahead, uint64_t n);
/* NULL, or why it is refused. */
const char *run_spelled(struct battle *b, const struct answer *a, int64_t *value);
int64_t run_geometry_count(struct battle *b);
bool run_geometry_answer(struct battle *b, int64_t *value);
bool run_geometry(struct battle *b, int64_t i, int64_t *value);
/* The first candidate that is legal, -1: none, or an error is kept. */
int64_t run_geometry_first(struct battle *b);
/* The next legal set of a choice of one, from `mask` on (a bit for each candidate); false:
 * there is none (*mask is then past the last), or an error was kept. */
bool run_next_set(struct battle *b, uint64_t *mask);
void run_tell_choice(struct battle *b, const int64_t *chosen, int64_t count);

/* Looks at dice: a scratch list, the die and then parts. */
#define POOL_BIT (INT64_C(1) << 41) /* a temp that is a fresh pool's number */
void run_look(struct battle *b, int64_t handle, struct dice_look *out);
int64_t run_look_new(struct battle *b, int32_t die, struct dice_look *out);
void run_look_close(struct battle *b, int64_t handle, const struct dice_look *look);
int64_t run_look_of(struct battle *b, int64_t pool);

#endif
