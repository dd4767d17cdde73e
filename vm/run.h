/*
 * run: the machine. A battle is an image, a World, and who answers; it runs to
 * the next question or to its end, takes an answer, and goes on. All that it is
 * lies in the World at each question: fork, undo, save and replay are copies of
 * it. The only room that executes code.
 *
 * Nothing here is shared between battles but the image, which is read only: battles of one image
 * may be played in several threads, unless a leaf of it is computed by Lua, whose state is one for
 * the image. Memory is accounted for each thread (arena.h): a battle stays with its thread.
 */
#ifndef MYTH_VM_RUN_H
#define MYTH_VM_RUN_H

#include "arena.h"
#include "ask.h"
#include "image.h"
#include "journal.h"
#include "world.h"

/* Who answers what inside the machine; the rest is handed out by run_next. */
enum run_chance {
    CHANCE_STREAM, /* dice and shuffles come from streams keyed by the seed, at once */
    CHANCE_ASK,    /* dice are questions, all faces at once: tapes, examples, persons */
    CHANCE_LAZY    /* dice are questions only as far as rules look: the enumerator */
};
enum run_policy { POLICY_ASK, POLICY_RANDOM, POLICY_FIRST };
enum { RUN_PLAYERS = MAX_PLAYERS };

struct run_options {
    uint64_t seed;
    enum run_chance chance;
    enum run_policy policy[RUN_PLAYERS]; /* by player, 0 the first of the head */
    bool journal;                        /* keep one */
    bool history;                        /* keep the log: undo to any question */
    bool answers;  /* keep the answers: undo to any question, by playing them again */
    int64_t steps; /* limits STEPS and PURE where they are to be lower; 0: as they are */
};

enum run_status { RUN_QUESTION, RUN_ENDED, RUN_FAILED };
struct run_error {
    int32_t place; /* image.places, -1 */
    int32_t limit; /* enum limit_id if a limit was passed, else -1 */
    char text[240];
};

struct battle;
struct battle *battle_new(const struct image *img, const struct run_options *options);
void battle_free(struct battle *b);
/* An empty World and journal again, for another battle: no memory is asked for
 * that an earlier one of the same course did not ask for. */
void battle_reset(struct battle *b, const struct run_options *options);

/* ---- Setting up, before battle_start. Things are ids; NONE: not done, see battle_error. */
int64_t battle_player(const struct battle *b, int32_t number); /* 0 the first of the head */
/* Which of the players it is, by number; -1: none who takes part. */
int32_t battle_player_number(const struct battle *b, int64_t thing);
void battle_ruling(struct battle *b, int32_t ruling, int32_t reading);
int64_t battle_create(struct battle *b, int32_t blueprint, int64_t owner);
void battle_title(struct battle *b, int64_t thing, int32_t text);    /* the name on a roster */
bool battle_muster(struct battle *b, int32_t roster, int64_t owner); /* all that it lists */
bool battle_scenario(struct battle *b,
                     int32_t blueprint); /* table, zones, terrain; given to game by `battle` */
void battle_table(struct battle *b, int64_t width, int64_t depth);
bool battle_place(struct battle *b, int64_t thing, int64_t place);
/* Why a piece or group may not stand there (which battle_place does not ask): it would lie off the
 * table, or upon what stands already; NULL: nothing is known against it. */
const char *battle_place_refused(struct battle *b, int64_t thing, int64_t place);
bool battle_set(struct battle *b, int64_t thing, int32_t field, int64_t value);
/* Runs an event as the outermost one; its arguments in order of roles. */
bool battle_start(struct battle *b, int32_t event, const int64_t *args, int32_t count);
/* Or an example's or chances' block. */
bool battle_block(struct battle *b, int32_t block);

/* ---- Running */
enum run_status run_next(struct battle *b, const struct question **q);
/* Takes an answer to the question at hand. NULL, or why it is refused: then
 * nothing has changed. */
const char *run_answer(struct battle *b, const struct answer *a);
/* Only why it would be refused, or NULL. */
const char *run_refused(struct battle *b, const struct answer *a);
/* The i-th candidate of a PLACE or PATH question: false if it is not legal.
 * values: one place, or the places of a way. */
bool run_candidate(struct battle *b, int64_t i, const int64_t **values, int64_t *count);
/* Says who answers inside from here on; battle_new and battle_reset take it from their options. */
struct run_inside {
    enum run_policy policy[RUN_PLAYERS]; /* by player; POLICY_ASK: his questions are handed out */
    int64_t own;    /* what this player is asked at `depth` or farther out is handed out, too; */
    uint32_t depth; /* see battle_depth. NONE: nobody is */
    int64_t most;   /* after so many answers inside a choice is handed out; 0: never */
};
void battle_inside(struct battle *b, const struct run_inside *by);
/* The depth of the last choice that was answered inside since then; false: none was. */
bool battle_answered_inside(const struct battle *b, uint32_t *depth);
/* Whether these candidates, by index, may be picked together. */
bool run_set_good(struct battle *b, const int64_t *indices, int64_t count, bool *yes);
/* One answer of the named kind to the question at hand: `policy` RANDOM draws
 * from player's stream. For callers that answer some questions themselves.
 * False: the rules failed at a candidate (battle_error), or none is legal. */
bool run_policy_answer(struct battle *b, enum run_policy policy, struct answer *out);
/* Faces (or whatever chance gives) from the streams for a chance question. */
void run_chance_answer(struct battle *b, struct answer *out);
const struct run_error *battle_error(const struct battle *b);

/* Called after each answer, from wherever it came: recorders. */
struct run_observer {
    void (*answered)(void *user, struct battle *b, const struct question *q,
                     const struct answer *a);
    void *user;
    /* An event is about to begin, before anything is asked for it and any rule has spoken; or it
     * has ended, or was not done. `frame` tells it from those around it. NULL: nobody looks. */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* `answered` looks at no more than the answer. What else could be picked need not be found out
     * for it: of a question that was answered inside `values` may hold more than was open, and its
     * prompt is empty. */
    bool brief;
};
void battle_observe(struct battle *b, struct run_observer observer);
/* From here on, through resets too, notes what has run: the byte of an instruction or of a rule
 * becomes 1 when it has run or spoken. As many as image.code and image.rules; NULL: no longer. */
void battle_reached(struct battle *b, uint8_t *code, uint8_t *rules);
/* For a profile: how often each instruction has run is added here; NULL: no longer. */
void battle_times(struct battle *b, uint64_t *times);

/* ---- Looking */
const struct image *battle_image(const struct battle *b);
/* In form, as are its hash and what is saved or copied: equal states are equal words. To be read;
 * an observer may be given a copy, good until the next one asks. */
struct world *battle_world(struct battle *b);
struct journal *battle_journal(struct battle *b);
uint64_t battle_hash(struct battle *b);
uint64_t battle_seed(const struct battle *b);
uint64_t battle_questions(const struct battle *b); /* answered since the start */
bool battle_over(const struct battle *b);
int64_t battle_winner(const struct battle *b); /* NONE: a tie, or not over */
int64_t battle_points(struct battle *b, int64_t player, int32_t reason_text); /* -1: all */
/* Reading state: rows apply, as for rule text. */
bool battle_in_play(const struct battle *b, int64_t thing);
int32_t battle_kind(const struct battle *b, int64_t thing);
int64_t battle_bearer(const struct battle *b, int64_t thing); /* of a feature or item, NONE */
int32_t battle_blueprint(const struct battle *b, int64_t thing);
bool battle_field(struct battle *b, int64_t thing, int32_t field, int64_t *value);
int32_t battle_reading(const struct battle *b, int32_t ruling); /* the one in force */
/* A word of its record (enum thing_word, image_field.slot), as it is stored. */
int64_t battle_word(const struct battle *b, int64_t thing, uint32_t word);
/* A list value (set, path) as words, good until the next call. */
const int64_t *battle_list(struct battle *b, int64_t value, int64_t *count);
/* A list (set, path) for arguments, in scratch: good until rules run. */
int64_t battle_list_of(struct battle *b, const int64_t *words, int64_t count);
const int64_t *battle_extent(struct battle *b, int32_t kind, int64_t *count);
/* "Spears 2" into a buffer; with the owner's name where it tells apart. */
const char *battle_name(const struct battle *b, int64_t thing, char *out, size_t size);
/* Any value as a person reads it; how long it is. */
size_t battle_text(const struct battle *b, struct image_type type, int64_t value, char *out,
                   size_t size);
/* Any quantity, primitive or action's openness, as rule text would compute it. */
bool battle_quantity(struct battle *b, int32_t quantity, const int64_t *args, int32_t count,
                     int64_t *value);
bool battle_primitive(struct battle *b, int32_t primitive, const int64_t *args, int32_t count,
                      int64_t *value);
/* A figure of the rules (image.figures) where the battle stands, also when it is over: a number, or
 * a truth as 0 or 1. `player` is a thing, not looked at where the battle has one value. False: the
 * rules failed, or it is none: battle_error. */
bool battle_figure(struct battle *b, int32_t figure, int64_t player, int64_t *value);
/* The values of all figures in order; of one that each player has, a value for each in turn. */
bool battle_figures(struct battle *b, int64_t *values);

/* ---- Why an action is closed to a thing (its first role), at the question at hand. */
enum run_gate {
    GATE_OPEN,
    GATE_NEEDS,
    GATE_PAY,
    GATE_LIMIT,
    GATE_CHOICE,    /* there is nothing to choose from, or what is chosen is not among it */
    GATE_FORBIDDEN, /* a rule forbids it */
    GATE_NOBODYS,   /* it stands on a card that the thing has not, or not in force */
    GATE_FAILED     /* the rules failed: battle_error */
};
struct run_refusal {
    enum run_gate gate;
    int32_t place; /* of the line or rule that refuses, -1 */
    bool first;    /* CHOICE: what refuses is asked of each before all else, and measures nothing */
    char why[240];
};
/* `chosen`: the answer to the first choice of its head; NONE: none is given. */
struct run_refusal battle_refusal(struct battle *b, int32_t action, int64_t first, int64_t chosen);
/* What the first choice of its head chooses from: a thing's kind; -1: it has none of things. */
int32_t battle_choosable(const struct battle *b, int32_t action);

/* ---- Time */
/* Back to a question: 0 is the first. With options.history by the log. With options.answers the
 * battle is played again from where it began, and keeps the log from then on; observers are not
 * told of it. False: there is no way back, or a limit was reached on it (run_next says so). */
bool battle_undo(struct battle *b, uint64_t question);
/* dst (same image) becomes as src is: the World, who answers, the journal if both keep one. */
void battle_copy(struct battle *dst, const struct battle *src);
/* dst (same image) becomes what a player (0 the first) may know of src: what is hidden from him is
 * drawn anew from this seed, and so is all chance to come; nobody answers inside, and there is
 * neither journal nor history. Equal for all that he cannot tell apart. False: the rules failed. */
bool battle_view(struct battle *dst, const struct battle *src, int32_t player, uint64_t seed);
/* From here on. */
void battle_chance(struct battle *b, enum run_chance chance);
/* From here on, with lazy dice: before this player chooses (NONE: before anybody does) all dice on
 * the table that he sees become known, as far as rules can still read their faces. */
void battle_open_dice(struct battle *b, int64_t player);
/* The next word of the stream of a player's policy, which is what his picks are drawn from. */
uint64_t battle_draw(struct battle *b, int32_t player);
/* Where the question at hand was put among events that run one in another: less is farther out. */
uint32_t battle_depth(const struct battle *b);
/* The battle stands where this World does (of the same image): its question is
 * made again by the next run_next. Nothing before can be undone. */
void battle_stand(struct battle *b, const struct world *at);
/* The same of a World in which such a battle was asked: it is in form and has forgotten. */
void battle_stand_again(struct battle *b, const struct world *at);

/* ---- Saved form: where a battle stands, with its rules by their hash and its seed. Neither who
 * answers nor the journal is in it: that of who loads it begins there. An answer that run_next has
 * not taken yet is not in it either: its question is asked again. */
size_t battle_save_size(struct battle *b);
void battle_save(struct battle *b, uint8_t *out);
/* Into a battle of the same rules, and with the same ones from outside. False: battle_error says
 * what is wrong with it, and in which bytes; then nothing has changed. What the seals of a World
 * keep from, and what not, see world.h. */
bool battle_load(struct battle *b, const uint8_t *in, size_t size);

/* ---- Blocks: what an example found, in order. */
enum run_finding_what { FINDING_TRUTH, FINDING_ROWS, FINDING_CLOSED };
struct run_finding {
    bool holds;
    enum run_finding_what what;
    int32_t text; /* of the expectation; the name of the number; the title of the action */
    int32_t place;
    char why[400]; /* what was there instead, or "" */
};
const struct run_finding *battle_findings(const struct battle *b, int32_t *count);
bool battle_shown(const struct battle *b);
/* What a slot of the block's own frame holds: the things that it has named. */
int64_t battle_given(struct battle *b, int32_t slot);
/* The first role of the event that a block does, while it runs; NONE: it has none. */
int64_t battle_first_role(struct battle *b);
/* The i-th show of a chances block that has ended. */
int64_t battle_show(const struct battle *b, int32_t i, struct image_type *type);

/* ---- Rules from outside (Lua), run by replay: see SEMANTICS 31 and 32. */
enum outside_moment {
    OUTSIDE_BEFORE,
    OUTSIDE_INSTEAD,
    OUTSIDE_AFTER,
    OUTSIDE_WHENEVER,
    OUTSIDE_NUMBER,
    OUTSIDE_TRUTH,
    OUTSIDE_FORBID,
    OUTSIDE_ALLOW,
    OUTSIDE_CONDITION /* of a WHENEVER: its `when` names it */
};
enum outside_request {
    OUTSIDE_DONE,  /* the handler has run to its end */
    OUTSIDE_WAITS, /* it wants `want` done; it is called again, its log one entry longer */
    OUTSIDE_FAILED /* text says why */
};
struct outside_want { /* args and, behind the dash, the result that the log gets */
    enum {
        WANT_ROLL, /* die - the face of one die, as a value */
        WANT_PICK, /* player, class, of, candidates… - index of the one picked, from 0; text: the
                       prompt. Labels: class is V_TEXT, the candidates are 0, 1, …, and the text is
                       the prompt and each label, parted by line ends */
        WANT_MAY,  /* player - 1 or 0; text: the prompt */
        WANT_DO,   /* event, then pairs of slot and value - enum event_status */
        WANT_CREATE,      /* blueprint, owner - the thing */
        WANT_PLACE_THING, /* thing, place (NONE: off the table) - 1 */
        WANT_GIVE,        /* blueprint, taker, event that ends it or -1 - the feature */
        WANT_TAKE,        /* feature - 1 */
        WANT_DESTROY,     /* thing - 1 */
        WANT_SET,         /* thing, field, value - what is stored */
        WANT_SET_ROLE,    /* slot, value - the value */
        WANT_SAY,         /* text - 1 */
        WANT_CANCEL,      /* nothing; the handler is not called again */
        WANT_STOP,        /* the same */
        WANT_SCORE        /* player, points - 1; text: the reason */
    } what;
    /* For the log, to be written once what is wanted is done: first the words that the handler
     * has seen of the World since its last call (good until the handler is run again; they are
     * copied when it waits), then the fingerprint, then the result. */
    const int64_t *seen;
    int64_t seen_count;
    int64_t fingerprint;
    int64_t args[64];
    int32_t count;
    char text[400];
};
struct outside_port {
    /* Runs handler `number` for the event whose frame is at hand. `log` is what its calls
     * so far came to: for each what outside_want says is written; log_count counts words. */
    enum outside_request (*run)(void *user, struct battle *b, int32_t number, const int64_t *log,
                                int64_t log_count, struct outside_want *want);
    /* A number, truth, forbid, allow or condition: pure; its label, "" without. False: does
     * not apply. */
    bool (*value)(void *user, struct battle *b, int32_t number, const int64_t *args, int32_t count,
                  int64_t *value, char *label, size_t size);
    void *user;
};
struct outside_rule {
    enum outside_moment moment;
    int32_t target; /* event or quantity; WHENEVER: the kind of the things looked at */
    int32_t rank;
    int32_t number; /* the handler's */
    int32_t when;   /* WHENEVER: the handler of its condition, which reads the thing; -1 */
};
/* Rules stay for the battle; to be set before battle_start. */
void battle_outside(struct battle *b, const struct outside_port *port,
                    const struct outside_rule *rules, int32_t count);
/* For handlers: a role or kept value of the event at hand, by slot. */
int64_t battle_role(struct battle *b, int32_t slot);
/* The thing on which a WHENEVER acts, NONE. */
int64_t battle_outside_thing(const struct battle *b);
/* Of which event that is, in a row; -1. */
int32_t battle_role_event(const struct battle *b);

#endif
