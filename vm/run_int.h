/*
 * run_int: shared by the files of run (run*.c) and included by them alone: the struct battle, and
 * the functions of the dispatch, of the course of events, and of decisions.
 *
 * A mark is a place in code where a statement begins: whatever has to wait is run again from there.
 * `inside` means answered by the machine itself, by a stream or a policy.
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
    OUT_AGAIN, /* a look at dice was answered, or lists have moved, so the statement is run again */
    OUT_END,   /* the body has ended */
    OUT_STOP,  /* the body was stopped */
    OUT_GO,    /* frames have changed, so the one on top is looked at */
    OUT_ASK,   /* a question waits in battle.question */
    OUT_FAIL   /* an error; state.error says why */
};

enum { TEMPS_ALL = 256 * (MAX_DEPTH_NUMBERS + 8), FINDINGS_MAX = 256 };

/* The parts of the present question about a place or way. Its candidates are made from them by
 * index, and judged one by one. */
struct geometry {
    int32_t choice;
    bool path;
    /* true: `head` and `line` say which choice it is; false: a body asks, and the choice's `where`
     * gets `captured` */
    bool of_head;
    struct head head;
    int32_t line;
    struct agenda_geometry g;
    uint32_t frame; /* frame whose code asks */
    int64_t captured[MAX_CHOICE_NAMES];
    int32_t captured_count;
    int64_t dice; /* of a choice among dice: the look that has them; otherwise NONE */
    /* of a place: no candidate of the usual grid was legal, so those of a finer grid are offered */
    bool fine_grid;
    int64_t first; /* index of the first legal candidate; -1: not looked for, or there is none */
    /* index of the candidate that was found legal last for this question; -1: none yet */
    int64_t legal;
};

/* The actions that may be open in the present offer, numbered in the order of the rules. Each was
 * judged open, and then is a candidate of the question, or was judged closed, or was not judged
 * yet. A policy that draws may draw among all of them until it hits an open one: see
 * run_offer.c. */
struct offers {
    int64_t count; /* number of offers; 0: the present question is no offer */
    bool few;      /* not all of the candidates were judged, so some may not be open */
    /* for each offer its candidate, or OFFER_CLOSED, or OFFER_UNKNOWN (not judged yet) */
    int64_t *at;
    size_t capacity;
    /* three words for each offer, as agenda_offer lists them; lies behind `at` in the same
     * memory */
    int64_t *offer_rows;
};
enum { OFFER_CLOSED = -1, OFFER_UNKNOWN = -2 };
/* The things that the candidates of a pick stand for, where some are equal. Parts of one block of
 * memory: `many` of the question, and for each thing in the order of the set that is chosen from
 * the thing and the number of its candidate. The others are room for finding equal things; `take`
 * also for a number of each candidate. */
struct many {
    int64_t *words, *many, *thing, *candidate, *take, *hash, *table;
    int64_t things;
    size_t capacity, table_size; /* a power of two, at least twice the things */
    bool grouped;                /* some candidate stands for several things */
};
/* An answer to a choice that judges sets as a whole, while one after the other is looked at: how
 * many of each candidate, and the same as an answer. Zeroed: the first is yet to come. */
struct many_set {
    int64_t of[64], indices[64], count;
    bool begun;
};
/* An action that was found open as it was offered: its frame, 0 if there is none. It is still open
 * if the World's `turns` and the clock (state_now) are those noted here, so that nothing was
 * written since. */
struct found_open {
    uint32_t frame;
    uint64_t turns, at;
};

/* The kept answers of a battle (options.answers), and the World before the first of them: see
 * run_kept.c. For each answer: the number of its question, the position of the stream from which it
 * may have been drawn, its number of values together with PASS and SPELLED, and the values. */
struct kept {
    /* the World before the first answer; its block is NULL until answers are kept */
    struct world begin;
    int64_t *words;
    size_t count, capacity;
    bool again; /* the answers are being played again, up to question `until` */
    size_t at;  /* index in `words` of the answer to be played next */
    uint64_t until;
};

/* A test at the beginning of a walk's condition that is answered without running its code: see
 * run_walk.c. It tests the member, mostly against another value. */
struct walk_ask {
    enum {
        WALK_WORD, /* whether a word of the member is the other value */
        WALK_FIELD,
        WALK_SAME,
        WALK_KIND,
        /* whether the member is friend or enemy of the other thing; this test and those above
         * always have an answer */
        WALK_SIDE,
        WALK_HAS,
        WALK_RECALLED,
        WALK_NEAR,
        WALK_REACH
    } asked;
    /* WALK_FIELD: the instruction that compares a word of the member with the other value */
    enum opcode compare;
    bool first;   /* the word, or the member, stands on the left */
    bool refused; /* a member is passed over if the test comes out so */
    /* the other value and the length are each found by one instruction at most; `by` holds these
     * two */
    bool direct;
    int32_t of; /* the word, kind, blueprint, number, side or primitive that the test is about */
    struct image_code by[2];
    int32_t z, far; /* temps in which the other value and the length lie; -1: there is none */
    /* temp in which the member lies; the code that computes the two does not read it */
    int32_t member;
    /* The code that computes the two, from `from` to before `to`. Empty: they lie in their temps
     * before the walk. */
    const struct image_code *from, *to;
};
enum { WALK_ASKS = 3, WALK_RECKONED = 12 };
struct walk {
    /* the NEXT_OF at which the walk begins; NULL: the entry is empty */
    const struct image_code *code;
    int32_t count; /* number of tests that are known; 0: none */
    int32_t words; /* how many of the first tests are WALK_WORD */
    /* The instruction with which the code goes on for a member that has passed all tests; NULL: the
     * first test. If that code reads what a test has loaded, word `shows` of the member has to be
     * put into temp `shown`; -1: nothing has to. */
    const struct image_code *behind;
    int32_t shown, shows;
    /* The action of the walk on such a member, if that is nothing but one instruction: CODE_APPEND,
     * CODE_ADD, CODE_HIGHER or CODE_LOWER to temp `into`, with the member, with its word `word`, or
     * (`word` -1) with temp `of`. CODE_RETURN: something else. */
    enum opcode does;
    int32_t into, word, of;
    struct walk_ask asks[WALK_ASKS];
};
enum { WALKS = 1024 };

/* Which dice of a look another look took, in one statement: those that show one of `faces`, or
 * `kept` of them, as in J_SUM. For the journal. */
struct run_taken {
    int64_t look; /* handle of the look that was made */
    const struct image_func *fn;
    int32_t mark;
    uint64_t faces;
    int64_t kept, count;
};

/* Which things of a kind have a value in a word (run_index.c). */
struct word_index {
    int32_t kind;
    uint32_t word;
    int32_t walks;      /* how often it was asked for since something was written */
    uint64_t turns, at; /* the World's `turns` and the clock of changes for which it holds */
    bool made;
    /* by value, which is below `ids`: 1 + the place in the list of the first thing with that value;
     * by place: 1 + that of the next with the same value; 0: there is none */
    int32_t *first, *next;
    int64_t ids;
    size_t ids_capacity, capacity;
};
enum { WORD_INDEXES = 8 };

struct battle {
    /* first, so that a port, which gets the state, can find the battle (battle_of) */
    struct state s;
    struct run_options options;
    int64_t *temps;
    int32_t temps_used;
    /* WALKS entries, indexed by the address of their code; an entry that another has displaced is
     * read off the code again */
    struct walk *walks;
    struct word_index indexes[WORD_INDEXES];
    struct run_witness *witness; /* what battle_witness notes; NULL: nothing */
    struct run_trace *look;      /* what battle_looks follows; NULL: it was never called */
    /* how many inits of blueprints are running, one inside the other; inits cause no events */
    int32_t init;
    /* the limits of s.steps and s.pure */
    int64_t most_steps, most_pure;
    /* the present question, and below its answer once there is one */
    struct question question;
    char prompt[256];
    /* values of the holes of the present prompt, then of those of its labels */
    int64_t holes[MAX_HOLES];
    const char *labels[MAX_LABELS];
    char label_text[2048];
    struct geometry geometry;
    struct offers offers;
    struct found_open found;
    struct {            /* battle_wants */
        int32_t action; /* its number + 1; 0: none is known */
        bool missed;    /* an offer put no question: */
        int32_t offer, place;
        struct run_refusal refusal;
    } wanted;
    struct run_inside inside;
    int64_t inside_used;   /* number of choices answered inside since battle_inside */
    uint32_t inside_depth; /* battle_depth when the last of these choices was put */
    struct kept kept_answers;
    bool asking, answered;
    struct answer answer;
    /* memory for the candidates of the question; scratch may move while the question waits */
    int64_t *offered;
    size_t offered_capacity;
    struct many many; /* what the candidates stand for, where question.many is set */
    int64_t *values;  /* memory for the values of the answer */
    size_t values_capacity;
    /* who answers for whom as the journal has told it, up to word `end`: of each player the number
     * of who does, -1: nobody */
    struct {
        size_t end;
        int32_t who[MAX_PLAYERS];
    } answering;
    uint8_t *faces; /* memory for the faces of a roll, as indices of faces */
    size_t faces_capacity;
    bool back; /* no question was answered since battle_stand_again */
    struct {
        /* before a choice of player `to` (NONE: of anybody) unknown dice that he sees are asked
         * for */
        bool dice;
        int64_t to;
        bool asked; /* the question at hand is about such dice, and stands in place of a choice */
        struct dice_want want; /* the dice and faces about which that question asks */
    } open;
    /* an event was done without a frame, as no rule speaks of it; `whenever` rules may be due */
    bool ended;
    /* a feature that GIVE found on its bearer already and that has an end; NONE */
    int64_t given_again;
    struct run_taken taken;
    size_t told; /* length of the journal at the mark of the present statement */
    bool pushed; /* a frame was pushed within a statement; it runs at the next mark */
    bool failed;
    struct run_error error;
    /* for an error: which value was none where one was expected, and of what event that does not
     * run, such as an action that is judged before it is offered, something was computed; "": not
     * known, or none */
    char none[240], judged[200];
    /* for an error: the player who was asked last, and the choice as of question.choice; NONE:
     * nobody was asked yet */
    int64_t asked_player;
    int64_t mute; /* the player to whom the present question goes and who is asked nothing; NONE */
    int32_t asked_choice;
    uint64_t *purpose; /* by event: the purpose of its stream of dice */
    struct stream_kept kept;
    /* by question: the mark of the log at which it was put */
    world_mark *marks;
    size_t marks_capacity;
    uint64_t first_mark; /* no question before this one can be undone */
    world_mark last;     /* the mark at which the last question was put */
    /* the copy that run_formed brings into form; its block is NULL until one is needed */
    struct world formed;
    struct run_observer observer;
    struct run_finding findings[FINDINGS_MAX];
    int32_t findings_count;
    /* rules in Lua, as battle_outside got them */
    const struct outside_port *port;
    const struct outside_rule *outside;
    int32_t outside_count;
    bool outside_whenever; /* one of these rules is a WHENEVER */
    /* the event and roles that the row in Lua that is being computed reads; NULL: none is
     * computed */
    const struct env *outside_env;
    int64_t *list; /* memory for battle_list, battle_extent, run_candidate */
    size_t list_capacity;
};

/* Whether a rule in Lua of this sort speaks of an event: then its target is that event. */
static inline bool run_of_event(enum outside_moment moment) {
    return moment <= OUTSIDE_AFTER || moment == OUTSIDE_FORBID || moment == OUTSIDE_ALLOW;
}

/* Whether `whenever` rules, or ends of features, may be due when an event has ended. */
static inline bool run_looks(const struct battle *b) {
    const struct state *s = &b->s;
    return state_global(s, G_NOTED) || s->img->whenever_all || state_global(s, G_WHILE) ||
           MYTH_UNLIKELY(b->outside_whenever);
}

/* Tells in b->error.where what runs, as it stands now: run_where.c. */
void run_tell_where(struct battle *b);
/* Writes the name of a thing with its owner, "red Guards 2". */
void run_thing_text(const struct state *s, int64_t thing, char *out, size_t size);
/* Writes an event with its roles, "Greeting (who red Guards 2)". slots: the values of the roles. */
void run_event_text(const struct state *s, int32_t event, const int64_t *slots, char *out,
                    size_t size);

/* To be called when the World was replaced: the question at hand is gone, and nothing before can be
 * undone. */
void run_stands(struct battle *b);

static inline struct battle *battle_of(struct state *s) {
    return (struct battle *)(void *)s;
}

/* Tests the limit RECORD_WORDS on what accumulates during a battle: log, journal, scratch, kept
 * answers. */
static inline bool run_records_fit(struct battle *b) {
    size_t words =
        2 * b->s.w.log_count + b->s.journal.count + b->s.scratch_used + b->kept_answers.count;
    if (MYTH_UNLIKELY(words > (size_t)MAX_RECORD_WORDS))
        return state_limit(&b->s, LIMIT_RECORD_WORDS);
    return true;
}

/* Counts a statement, a phase of an event or a step of a move against the limit STEPS. Whatever can
 * go round for ever comes by here. */
static inline bool run_spend(struct battle *b) {
    if (MYTH_UNLIKELY(++b->s.steps > b->most_steps)) return state_limit(&b->s, LIMIT_STEPS);
    return run_records_fit(b);
}

/* Counts a function that is computed, or a member of a set that is looked at, against the limit
 * PURE. Pure code always ends, but maybe not within a lifetime. Results that are recalled are not
 * counted, so no rule may rely on where exactly this limit lies. */
static inline bool run_spend_pure(struct battle *b) {
    if (MYTH_UNLIKELY(++b->s.pure > b->most_pure)) return state_limit(&b->s, LIMIT_PURE);
    return run_records_fit(b);
}

/* Counts the comparisons of looking for each member of one list in another; eight of them count as
 * one member. */
static inline bool run_spend_looks(struct battle *b, int64_t count, int64_t among) {
    b->s.pure += (count * among) / 8; /* cannot overflow: lists are shorter than HEAP_WORDS */
    return run_spend_pure(b);
}

/* run.c */
enum outcome run_code(struct battle *b, uint32_t frame);
bool run_evaluate(struct state *s, int32_t func, const struct env *env, const int64_t *args,
                  int32_t count, int64_t *result);
/* Runs a function from instruction `begin` on: see state_evaluate. */
bool run_evaluate_from(struct state *s, int32_t func, int32_t begin, const struct env *env,
                       const int64_t *args, int32_t count, int64_t *result);
/* Runs a function that may change the World and asks nothing: the init of a blueprint, with `self`
 * as `this`. Returns false on an error. */
bool run_init(struct battle *b, int32_t func, int64_t self);

/* run_event.c: the course of events */
enum outcome run_event(struct battle *b, uint32_t frame);
/* To be called at a mark, after events without a frame have ended: pushes a frame from which
 * `whenever` rules look. */
bool run_look_about(struct battle *b);
/* Pushes the frame of an event. `given` has a bit for each slot that `roles` gives: for roles, and
 * of an action for choices of its head. The other roles get their defaults. `call`: the image_call
 * that lists the results wanted; -1: none. `self`: the instance whose event it is; NONE. Returns
 * false on an error. */
bool run_do(struct battle *b, int32_t event, const int64_t *roles, uint64_t given, int32_t call,
            int64_t self);
/* Gives the results of a finished event to the frame that did it: its status, and the roles and
 * kept values that the call asks for. */
bool run_hand_back(struct battle *b, uint32_t frame, enum event_status status);
bool run_spoken(const struct battle *b, int32_t event);
/* run_map.c: puts the question of a place or way on a map as a pick among the areas of all
 * candidates that are legal. run_map_value sets *value to the place, or to the way that leads to
 * the area; NONE stays NONE. Both return false on an error. */
bool run_map_put(struct battle *b);
/* Whether the rules' condition allows a place or way; sets *yes. Returns false on an error. */
bool run_spot_good(struct battle *b, int64_t value, bool *yes);
/* Of a way by steps: puts the question for the area that comes behind the way `so_far`, which is
 * empty at first. Candidates are the areas behind which a way of at most `up_to` is still to be had
 * that the rules' condition allows. Sets *ends to whether it allows that the way ends here. */
bool run_map_step(struct battle *b, int64_t so_far, bool *ends);
bool run_map_value(struct battle *b, int64_t area, int64_t *value);
/* Sets *why to the reason for which the language's own event may not be done on a map: an area that
 * is entered is full; NULL if it may. Returns false on an error. */
bool run_entry(struct battle *b, int32_t event, const int64_t *roles, const char **why);
/* The place to name for an event: where the rules declare it; for one of the language's own events,
 * the statement that did it. */
int32_t run_event_place(const struct state *s, uint32_t frame);
void run_tell_not_done(struct battle *b, uint32_t frame, enum journal_why why, const char *reason);
/* Pushes an event `step` whose thing stands at the end of the step already: only its `after` rules
 * are still to speak. */
bool run_stepped(struct battle *b, const int64_t *roles);
enum outcome run_code_ended(struct battle *b, uint32_t frame, enum outcome how);
void run_stop_event(struct battle *b, int32_t event);
enum outcome run_continue(struct battle *b, uint32_t trigger, const struct image_call *call,
                          const int64_t *args);
/* Stores the value of a temp in a slot of a frame. A look at dice becomes a pool that the slot
 * owns. */
bool run_slot(struct battle *b, uint32_t frame, int32_t func, int32_t slot, int64_t value);

/* run_native.c: what the language's own events and statements do */
bool run_native(struct battle *b, int32_t event, const int64_t *roles);
/* Does one of the language's own events: with a frame if some rule speaks of it, otherwise at
 * once. */
bool run_native_event(struct battle *b, int32_t event, const int64_t *roles, int32_t count);
/* Makes a thing of a blueprint. `outer`: the group that it joins; NONE. `args`: values of its
 * parameters; NULL: they become NONE. Returns NONE on an error. */
int64_t run_make(struct battle *b, int32_t blueprint, int64_t owner, int64_t outer,
                 const int64_t *args);
bool run_give(struct battle *b, int32_t blueprint, int64_t bearer, const int64_t *args,
              int32_t count, bool silent, int64_t *feature);
bool run_take_all(struct battle *b, int64_t bearer, int32_t blueprint);
bool run_take(struct battle *b, int64_t feature);
void run_given_for_good(struct battle *b, int64_t feature);
bool run_stand_models(struct battle *b, int64_t group, const int64_t *spots, int32_t count);
void run_gone_borne(struct battle *b, int64_t thing);
/* Where a card comes to lie: on a pile, under it, or in the lot on top (state_pile.h). */
enum run_put { PUT_ON, PUT_UNDER, PUT_AMONG };
bool run_put(struct battle *b, int64_t card, int64_t holder, int32_t field, enum run_put where);
bool run_lay_out(struct battle *b, int32_t scenario);
/* Takes the players out of the battle whose bits the mask lacks; bit 0 is the first player's. */
void run_take_part(struct battle *b, uint64_t players);

/* run_pile.c: a player who chooses among cards that he may not look at takes one of those that lie
 * face down before him, in an order that chance has settled; else their order would tell him which
 * is which. run_ask_face_down puts the question which card lies first, as long as the order of some
 * of a list is open; run_face_down does what was answered. */
bool run_ask_face_down(struct battle *b, int64_t who, int64_t list);
void run_face_down(struct battle *b);

/* run_dice.c */
bool run_dice_sums(const struct battle *b, int32_t die, int64_t count, int64_t *least,
                   int64_t *most);
/* run_move.c: moves whose steps rules speak of */
bool run_in_steps(const struct battle *b);
enum outcome run_steps(struct battle *b, uint32_t frame);
void run_step_failed(struct battle *b, uint32_t step);
bool run_steps_over(struct battle *b, uint32_t frame);
bool run_moved(struct battle *b, uint32_t frame);
static inline bool run_steps_told(struct battle *b, uint32_t frame) {
    return frame_event(&b->s, frame) != EVENT_MOVE || run_steps_over(b, frame);
}

/* run_outside.c: rules in Lua, by replay */
MYTH_SELDOM enum outcome run_outside(struct battle *b, uint32_t frame);
void run_outside_done(struct battle *b, uint32_t frame, enum event_status status);
/* Whether the condition of a WHENEVER in Lua holds for a thing. */
bool run_outside_due(struct battle *b, const struct outside_rule *o, int64_t thing);
bool run_leaf(struct state *s, int32_t quantity, const int64_t *args, int64_t *result);
MYTH_SELDOM bool run_outside_value(struct state *s, int32_t number, const struct env *env,
                                   const int64_t *args, int32_t count, struct outside_value *out);

/* run_trace.c: follows how a condition comes to its result */
enum {
    RUN_PART = 240,
    RUN_WHY = 480,
    TRACE_TESTS = 24,
    TRACE_WALKS = 4,
    TRACE_DEPTH = 3,
    TRACE_ARGS = 4,
    TRACE_CODE = 768 /* instructions of a function that are followed; those behind are not */
};
/* A test that was made: a jump on a truth, with the words for what it found. */
struct trace_test {
    int32_t other; /* the instruction to which the other result would have led; -1: to none */
    int32_t place; /* row of image.code_place */
    uint32_t when; /* run_trace.clock then */
    bool plain;    /* it measures nothing */
    bool is_first; /* it was the first test of its member */
    char text[RUN_PART];
};
/* A walk over the members of a set. */
struct trace_walk {
    int32_t next, end;   /* its instructions: NEXT_OF, and the one behind its last */
    int32_t first;       /* the first test that was made of the present member */
    bool refused;        /* the last jump led back to NEXT_OF: the present member is refused */
    bool over;           /* it came to its end; otherwise a member has settled it */
    int32_t members;     /* how many members were refused */
    char text[RUN_PART]; /* the first of these, each with what refused it; or who settled it */
};
struct run_trace {
    /* It follows the walk that gathers a set, for what keeps `member` out of it; or, if rule_of or
     * quantity is set, the whole of a function. */
    int64_t member;
    const int32_t *rule_of; /* by function: 1 + the rule whose condition it is; 0: it is none's */
    run_looked *looked;     /* called when such a function has come to its result */
    void *user;
    int32_t quantity; /* the truth whose start and rows are followed; -1: none */
    int32_t depth;    /* of how many truths that asked for one another this is the innermost */

    char why[RUN_WHY]; /* what is found so far, as text; "" if it cannot be put into words */
    int32_t place;     /* place in the text of the last test that is told; -1 */
    bool first;        /* the last refusal was the first test of the member, and measures nothing */
    bool yes;          /* the truth that `why` explains, where one is followed */

    const int64_t *t; /* temps of the function that is followed; NULL: none is */
    int32_t func, rule;
    int32_t from, end;               /* the instructions that are followed */
    uint32_t clock, ran[TRACE_CODE]; /* by instruction: the clock when it ran last; 0: never */
    int32_t last;                    /* the instruction before this one */
    int32_t asked, arg_count;        /* the instruction that computed a number or field last */
    int64_t args[TRACE_ARGS];        /* … and its arguments */
    int32_t tests, walks;
    bool dropped; /* there were more tests than are kept, or tests behind TRACE_CODE */
    struct trace_test test[TRACE_TESTS];
    struct trace_walk walk[TRACE_WALKS],
        left; /* those that run, the inner ones last; the last over */
};
void run_trace_begin(struct run_trace *x);

/* Sets *open to whether offer i is open (run_offer.c), judging it if it was not judged yet. Returns
 * false on an error. */
bool run_offer_open(struct battle *b, int64_t i, bool *open);
/* Whether the action of a frame was found open as it was offered, and nothing was written since.
 * Forgets this, so it is true once. */
bool run_found_open(struct battle *b, uint32_t frame);
/* Keeps for battle_missed whether the action that is wanted is open to `whom`, in an offer of the
 * actions of the event `offer` that puts no question. */
void run_note_missed(struct battle *b, int32_t offer, int64_t whom);
void run_offers_room(struct offers *l, int64_t count);

/* run_hand.c: takes over the question at hand of another battle, whose World is the same */
void run_take_hand(struct battle *b, const struct battle *from);

/* Sets the mark to which an undo to the present question leads. */
void run_keep_mark(struct battle *b);

/* run_kept.c: the answers that are kept for an undo */
/* To be called when a battle begins, or its World was replaced: drops the answers that were kept,
 * and copies the World if answers are to be kept. */
void run_kept_begin(struct battle *b);
void run_kept_close(struct battle *b);
/* Keeps the present answer, if answers are kept. */
void run_keep_answer(struct battle *b);
/* Whether the question at hand is the one up to which the answers were to be played again. */
static inline bool run_kept_over(const struct battle *b) {
    return MYTH_UNLIKELY(b->kept_answers.again) && b->kept_answers.until == battle_questions(b);
}
/* Takes the kept answer to the present question. Returns false if none is kept. */
bool run_kept_answer(struct battle *b);
/* Plays the kept answers again up to `question`, with the log from the beginning on. Returns false
 * if that question was not reached. */
bool run_kept_play(struct battle *b, uint64_t question);

/* run_ask.c: decisions. DECIDED: the answer is in battle.answer. WAITING: the question goes out.
 * AGAIN: lists have moved, so the statement is to be run again. FAILED: an error was kept. */
enum decision { DECIDED, WAITING, AGAIN, FAILED };
enum decision run_decide(struct battle *b, uint32_t frame, int32_t pc);
/* Sweeps before a question to this player. Returns true if lists have moved. They have not if there
 * was nothing to do, or if bringing them into form was put off. */
bool run_sweep(struct battle *b, int64_t who);
/* Prepares to run the present statement again from its mark: takes those entries out of the journal
 * that it will tell again. */
void run_tell_again(struct battle *b, int32_t pc);
/* Copies the error of the state to battle_error. Always returns false. */
bool run_keep_error(struct battle *b);
/* The World in form: the World itself, or, if bringing it into form was put off, a copy that is
 * valid until the next call. */
struct world *run_formed(struct battle *b);
void run_ask(struct battle *b, enum ask_kind kind, int64_t who, int32_t choice);
/* Sets *who, a player, to the one who answers for him. To be called before a question to a player
 * is put. Returns false on an error. */
bool run_speaker(struct battle *b, int64_t *who);
/* Tells in the journal who answers for whom, where that is not as it was told last. */
void run_tell_answering(struct battle *b);
/* Answers the present question if it goes to a player who is asked nothing, and returns whether it
 * does. *good: there is an answer; otherwise an error was kept. */
bool run_unasked(struct battle *b, bool *good);
/* To be called when unknown dice were asked for in place of a choice, and the answer is there:
 * notes what the dice show. The choice is put next. */
void run_open_answer(struct battle *b);
/* Asks how many of the wanted dice show one of the wanted faces. */
void run_ask_count(struct battle *b, const struct dice_want *want);
/* Throws dice without a question, if they come from a stream, no log is kept for undo, and nobody
 * records answers. Returns true if the faces are in battle.answer, false if they must be asked
 * for. */
bool run_throw(struct battle *b, int32_t die, int64_t count);
/* Sets the values of the holes of the next prompt, or of one of its labels; `at` holes stand before
 * these. */
void run_holes(struct battle *b, int32_t tmpl, int32_t at, const int64_t *holes);
void run_offered(struct battle *b, int64_t list); /* sets the candidates of a PICK */
/* The position of the stream from which the present question may be answered. */
int64_t run_counter(const struct battle *b);
void run_counter_set(struct battle *b, int64_t counter);
/* The number of the offer that belongs to a candidate of the present offer. */
int64_t run_offer_of(const struct battle *b, int64_t candidate);
void run_prompt(struct battle *b, int32_t tmpl);
enum outcome run_head(struct battle *b, uint32_t frame);
enum run_policy run_policy_of(const struct battle *b, int64_t who);
/* Predicts a policy's draws without using them up: returns the number below n that the policy of
 * `who` draws next; in further calls the numbers after it. *ahead is to be 0 before the first call.
 * Returns -1 if the policy does not draw. */
int64_t run_will_draw(struct battle *b, int64_t who, uint64_t *ahead, uint64_t n);
/* Judges a place or way that the answer spells out. Returns NULL and sets *value, or returns why it
 * is refused. */
const char *run_spelled(struct battle *b, const struct answer *a, int64_t *value);
int64_t run_geometry_count(struct battle *b);
bool run_geometry_answer(struct battle *b, int64_t *value);
bool run_geometry(struct battle *b, int64_t i, int64_t *value);
/* Index of the first legal candidate; -1: there is none, or an error was kept. */
int64_t run_geometry_first(struct battle *b);
void run_tell_choice(struct battle *b, const int64_t *chosen, int64_t count);
/* Whether a card, in play or not, is hidden from a player: run_view.c. */
bool run_hidden(const struct state *s, int64_t player, int64_t card);

/* ---- Indexes (run_index.c) ------------------------------- */

/* Returns an index of a list by a word of its members; NULL if there is none, as the list is not
 * that of all things of a kind, is short, or was not asked for often enough since something was
 * written. It holds until something is written. */
const struct word_index *run_indexed(struct battle *b, int64_t list, struct view v, uint32_t word);
void run_indexes_free(struct battle *b);
/* Draws a number below n from the stream of the player who is asked. */
uint32_t run_draw(struct battle *b, uint64_t n);

/* run_many.c: candidates that stand for several equal things */
/* How many things the candidates stand for; the sum of the weights of a RANDOM. */
int64_t run_things(const struct battle *b);
/* Appends to a list in scratch the things that an answer picks, in the order of the set that is
 * chosen from; of equal things the first. */
void run_chosen(struct battle *b, const int64_t *indices, int64_t count, int64_t list);
/* Makes room in battle.many for so many things. */
struct many *run_many_room(struct battle *b, int64_t things);
/* Returns a look that has the dice which an answer to a choice among dice names. */
int64_t run_dice_chosen(struct battle *b, const int64_t *indices, int64_t count);
void run_take_many(struct battle *b, const struct battle *from);
/* run_equal.c: the candidates of a choice among a list of things are found in two steps. run_alike
 * returns whether some things of the list are equal in all words of their own. If so, a sweep that
 * is due comes next; then run_group, for the player who is asked (NONE: for chance), puts what
 * nothing tells apart together and returns how many candidates there are; run_offer_group puts them
 * into the question, whose candidates were all things of the list (run_offered). */
bool run_alike(struct battle *b, int64_t list);
int64_t run_group(struct battle *b, int64_t who);
/* The same where the player puts rules in order that stand in the agenda of a frame, from position
 * `from` up to `to`: where these stand now tells nothing apart. */
struct run_order {
    uint32_t frame;
    int64_t from, to;
};
int64_t run_group_ordered(struct battle *b, int64_t who, const struct run_order *order);
void run_offer_group(struct battle *b);
/* Answers by policies; `values` has room for run_things words. run_set_… are of a choice that
 * judges sets as a whole. */
void run_pick_random(struct battle *b, int64_t *values, struct answer *out);
int64_t run_pick_first(const struct battle *b, int64_t *values);
void run_set_random(struct battle *b, int64_t *values, struct answer *out);
void run_set_first(struct battle *b, int64_t *values, struct answer *out);
/* Goes on to the next legal answer to a choice that judges sets as a whole. Returns false if there
 * is none, or on an error. */
bool run_next_set(struct battle *b, struct many_set *set);

/* A look at dice, while a statement runs: a scratch list that holds the die and then parts of cells
 * (dice.h). */
/* set in a temp that holds not a look but the number of a new pool */
#define POOL_BIT (INT64_C(1) << 41)
void run_look(struct battle *b, int64_t handle, struct dice_look *out);
int64_t run_roll_of(const struct battle *b, const struct dice_look *look);
/* Notes for the journal in which roll the dice of a pool fell; -1: it is not known. */
void run_note_roll(struct battle *b, int64_t pool, int64_t roll);
int64_t run_look_new(struct battle *b, int32_t die, struct dice_look *out);
void run_look_close(struct battle *b, int64_t handle, const struct dice_look *look);
int64_t run_look_of(struct battle *b, int64_t pool);

#endif
