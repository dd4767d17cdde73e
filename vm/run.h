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

/* What is answered inside the machine; run_next hands all other questions out. */
enum run_chance {
    CHANCE_STREAM, /* drawn at once from streams keyed by the seed */
    CHANCE_ASK,    /* dice are questions, for all faces at once: tapes, examples, persons */
    CHANCE_LAZY    /* dice are questions only as far as rules look: the enumerator */
};
enum run_policy { POLICY_ASK, POLICY_RANDOM, POLICY_FIRST };
enum { RUN_PLAYERS = MAX_PLAYERS };

struct run_options {
    uint64_t seed;
    enum run_chance chance;
    enum run_policy policy[RUN_PLAYERS]; /* by player; 0 is the first of the ruleset's head */
    bool journal;                        /* keep a journal */
    bool history;                        /* keep the log, so that every question can be undone */
    bool answers;  /* keep the answers: a question is undone by playing them again */
    int64_t steps; /* lower limits STEPS and PURE; 0: those of limit.def */
};

enum run_status { RUN_QUESTION, RUN_ENDED, RUN_FAILED };
struct run_error {
    int32_t place; /* index into image.places; -1 */
    int32_t limit; /* enum limit_id of the limit that was passed; -1: none */
    char text[240];
};

struct battle;
struct battle *battle_new(const struct image *img, const struct run_options *options);
void battle_free(struct battle *b);
/* Empties World and journal for another battle. A battle of the same course as an earlier one needs
 * no further memory. */
void battle_reset(struct battle *b, const struct run_options *options);

/* ---- Setting up, before battle_start. Things are ids; NONE: it was not done, battle_error says
 * why. */
/* 0 is the first of the ruleset's head */
int64_t battle_player(const struct battle *b, int32_t number);
/* Which of the players it is, by number; -1: none who takes part. */
int32_t battle_player_number(const struct battle *b, int64_t thing);
void battle_ruling(struct battle *b, int32_t ruling, int32_t reading);
int64_t battle_create(struct battle *b, int32_t blueprint, int64_t owner);
void battle_title(struct battle *b, int64_t thing, int32_t text);    /* its name on a roster */
bool battle_muster(struct battle *b, int32_t roster, int64_t owner); /* all that it lists */
bool battle_scenario(struct battle *b,
                     /* table, zones and terrain; the event `battle` gives it to the game */
                     int32_t blueprint);
void battle_table(struct battle *b, int64_t width, int64_t depth);
bool battle_place(struct battle *b, int64_t thing, int64_t place);
/* Why a piece or group may not stand there, which battle_place does not ask: it would lie off the
 * table, or on something that stands already. NULL: no reason is known. */
const char *battle_place_refused(struct battle *b, int64_t thing, int64_t place);
bool battle_set(struct battle *b, int64_t thing, int32_t field, int64_t value);
/* Runs an event as the outermost one; its arguments are in the order of its roles. */
bool battle_start(struct battle *b, int32_t event, const int64_t *args, int32_t count);
/* Or runs a block of an example or of chances. */
bool battle_block(struct battle *b, int32_t block);

/* ---- Running */
enum run_status run_next(struct battle *b, const struct question **q);
/* Takes an answer to the present question. NULL, or why it is refused; then nothing has changed. */
const char *run_answer(struct battle *b, const struct answer *a);
/* Only says why it would be refused, or NULL. */
const char *run_refused(struct battle *b, const struct answer *a);
/* The i-th candidate of a PLACE or PATH question: one place, or the places of a way. False: it is
 * not legal. */
bool run_candidate(struct battle *b, int64_t i, const int64_t **values, int64_t *count);
/* Sets which questions are answered inside from here on; battle_new and battle_reset take this from
 * their options. */
struct run_inside {
    enum run_policy policy[RUN_PLAYERS]; /* by player; POLICY_ASK: his questions are handed out */
    int64_t own;    /* questions to this player at `depth` or farther out are handed out, too … */
    uint32_t depth; /* … depth as of battle_depth; own NONE: no player's */
    int64_t most;   /* after so many choices answered inside, the next is handed out; 0: never */
};
void battle_inside(struct battle *b, const struct run_inside *by);
/* The depth of the choice answered last inside since then; false: there was none. */
bool battle_answered_inside(const struct battle *b, uint32_t *depth);
/* Whether these candidates, by index, may be picked together. */
bool run_set_good(struct battle *b, const int64_t *indices, int64_t count, bool *yes);
/* One answer to the present question by a policy; RANDOM draws from the player's stream. For
 * callers that answer some questions themselves. False: the rules failed at a candidate
 * (battle_error), or no candidate is legal. */
bool run_policy_answer(struct battle *b, enum run_policy policy, struct answer *out);
/* The answer of the streams to a question of chance. */
void run_chance_answer(struct battle *b, struct answer *out);
const struct run_error *battle_error(const struct battle *b);

/* Told of each answer, wherever it came from: for recorders. */
struct run_observer {
    void (*answered)(void *user, struct battle *b, const struct question *q,
                     const struct answer *a);
    void *user;
    /* Told that an event is about to begin, before anything is asked for it and before any rule has
     * spoken; or that it has ended, or was not done. `frame` tells it from the events around it.
     * NULL: not wanted. */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* `answered` looks only at the answer. Then other candidates need not be found out for it: of a
     * question answered inside, `values` may hold more than was open, and the prompt is empty. */
    bool brief;
};
void battle_observe(struct battle *b, struct run_observer observer);
/* From here on, through resets, too, marks what has run: the byte of an instruction or rule becomes
 * 1 when it has run or spoken. The arrays are as long as image.code and image.rules; NULL: stop. */
void battle_reached(struct battle *b, uint8_t *code, uint8_t *rules);
/* For a profile: from here on counts how often each instruction runs; NULL: stop. */
void battle_times(struct battle *b, uint64_t *times);

/* ---- Looking */
const struct image *battle_image(const struct battle *b);
/* The World in form, as are its hash and what is saved or copied: equal states are equal words. It
 * may only be read. An observer may get a copy, which is valid until the next call. */
struct world *battle_world(struct battle *b);
struct journal *battle_journal(struct battle *b);
uint64_t battle_hash(struct battle *b);
uint64_t battle_seed(const struct battle *b);
uint64_t battle_questions(const struct battle *b); /* number answered since the start */
bool battle_over(const struct battle *b);
int64_t battle_winner(const struct battle *b); /* NONE: a tie, or not over */
int64_t battle_points(struct battle *b, int64_t player, int32_t reason_text); /* reason -1: all */
/* Reading the state, with rows, as rule text reads it. */
bool battle_in_play(const struct battle *b, int64_t thing);
int32_t battle_kind(const struct battle *b, int64_t thing);
int64_t battle_bearer(const struct battle *b, int64_t thing); /* of a feature or item; NONE */
int32_t battle_blueprint(const struct battle *b, int64_t thing);
bool battle_field(struct battle *b, int64_t thing, int32_t field, int64_t *value);
int32_t battle_reading(const struct battle *b, int32_t ruling); /* the one that holds */
/* A word of a thing's record (enum thing_word, image_field.slot), as stored. */
int64_t battle_word(const struct battle *b, int64_t thing, uint32_t word);
/* The words of a list value (set, path), valid until the next call. */
const int64_t *battle_list(struct battle *b, int64_t value, int64_t *count);
/* Makes a list (set, path) for arguments, in scratch: valid until rules run. */
int64_t battle_list_of(struct battle *b, const int64_t *words, int64_t count);
const int64_t *battle_extent(struct battle *b, int32_t kind, int64_t *count);
/* Writes "Spears 2" to a buffer; the owner's name is added where it tells two apart. */
const char *battle_name(const struct battle *b, int64_t thing, char *out, size_t size);
/* Writes a value as a person reads it; returns the length. */
size_t battle_text(const struct battle *b, struct image_type type, int64_t value, char *out,
                   size_t size);
/* Computes a quantity or primitive as rule text would. */
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

/* ---- Why an action is closed to a thing (its first role), at the present question. */
enum run_gate {
    GATE_OPEN,
    GATE_NEEDS,
    GATE_PAY,
    GATE_LIMIT,
    GATE_CHOICE,    /* there is nothing to choose from, or the chosen thing is not among it */
    GATE_FORBIDDEN, /* a rule forbids it */
    GATE_NOBODYS,   /* it stands on a card that the thing does not have, or not in force */
    GATE_FAILED     /* the rules failed: battle_error */
};
struct run_refusal {
    enum run_gate gate;
    int32_t place; /* place of the line or rule that refuses; -1 */
    /* CHOICE: what refuses is tested for each candidate before everything else, and measures
     * nothing */
    bool first;
    char why[240];
};
/* `chosen`: the answer to the first choice of its head; NONE: not given. */
struct run_refusal battle_refusal(struct battle *b, int32_t action, int64_t first, int64_t chosen);
/* The kind of the things that the first choice of an action's head is among; -1: it has no such
 * choice. */
int32_t battle_choosable(const struct battle *b, int32_t action);

/* ---- Time */
/* Goes back to a question; 0 is the first. With options.history, by the log. With options.answers
 * the battle is played again from its beginning, and keeps the log from then on; observers are not
 * told of this. False: there is no way back, or a limit was reached on it (run_next says so). */
bool battle_undo(struct battle *b, uint64_t question);
/* Makes dst (of the same image) equal to src: the World, what is answered inside, and the journal
 * if both keep one. */
void battle_copy(struct battle *dst, const struct battle *src);
/* Makes dst (of the same image) what a player (0 the first) may know of src: everything hidden from
 * him is drawn anew from this seed, and so is all chance to come; no question is answered inside,
 * and there is neither journal nor history. Battles that he cannot tell apart give equal views.
 * False: the rules failed. */
bool battle_view(struct battle *dst, const struct battle *src, int32_t player, uint64_t seed);
/* Sets how chance is answered from here on. */
void battle_chance(struct battle *b, enum run_chance chance);
/* From here on, with lazy dice: before this player chooses (NONE: before anybody does) all dice on
 * the table that he sees become known, as far as rules can still read their faces. */
void battle_open_dice(struct battle *b, int64_t player);
/* The next word of the stream from which a player's policy draws. */
uint64_t battle_draw(struct battle *b, int32_t player);
/* The depth, among events that run in one another, at which the present question was put; less is
 * farther out. */
uint32_t battle_depth(const struct battle *b);
/* Makes the battle stand where this World (of the same image) does: the next run_next makes its
 * question again. Nothing before can be undone. */
void battle_stand(struct battle *b, const struct world *at);
/* The same of a World in which such a battle was asked: it is in form and has forgotten. */
void battle_stand_again(struct battle *b, const struct world *at);

/* ---- Saved form: where a battle stands, with the hash of its rules and its seed. It contains
 * neither what is answered inside nor the journal, which begins anew after loading; nor an answer
 * that run_next has not taken yet: its question is asked again. */
size_t battle_save_size(struct battle *b);
void battle_save(struct battle *b, uint8_t *out);
/* Loads into a battle of the same rules, the rules in Lua included. False: battle_error says what
 * is wrong, and in which bytes; then nothing has changed. world.h says what the seals protect
 * from. */
bool battle_load(struct battle *b, const uint8_t *in, size_t size);

/* ---- Blocks: the findings of an example, in order. */
enum run_finding_what { FINDING_TRUTH, FINDING_ROWS, FINDING_CLOSED };
struct run_finding {
    bool holds;
    enum run_finding_what what;
    int32_t text; /* text of the expectation; name of the number; title of the action */
    int32_t place;
    char why[400]; /* what was found instead; "" */
};
const struct run_finding *battle_findings(const struct battle *b, int32_t *count);
bool battle_shown(const struct battle *b);
/* The value of a slot of the block's frame: a thing that the block has named. */
int64_t battle_given(struct battle *b, int32_t slot);
/* The first role of the event that a block does, while it runs; NONE: it has none. */
int64_t battle_first_role(struct battle *b);
/* The i-th shown value of a chances block that has ended. */
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
    OUTSIDE_CONDITION /* of a WHENEVER, which names it as `when` */
};
enum outside_request {
    OUTSIDE_DONE,  /* the handler has run to its end */
    OUTSIDE_WAITS, /* it waits until `want` is done; then it is called again, with a longer log */
    OUTSIDE_FAILED /* text says why */
};
/* a request of a handler: its args, and after the dash the result that goes to the log */
struct outside_want {
    enum {
        WANT_ROLL, /* die - the face of one die, as a value */
        /* player, class, of, candidates… - index of the one picked, from 0; text: the prompt.
         * Labels: class is V_TEXT, the candidates are 0, 1, …, and the text is the prompt and each
         * label, separated by line ends */
        WANT_PICK,
        WANT_MAY,         /* player - 1 or 0; text: the prompt */
        WANT_DO,          /* event, then pairs of slot and value - enum event_status */
        WANT_CREATE,      /* blueprint, owner - the thing */
        WANT_PLACE_THING, /* thing, place (NONE: off the table) - 1 */
        WANT_GIVE,        /* blueprint, taker, event that ends it or -1 - the feature */
        WANT_TAKE,        /* feature - 1 */
        WANT_DESTROY,     /* thing - 1 */
        WANT_SET,         /* thing, field, value - what is stored */
        WANT_SET_ROLE,    /* slot, value - the value */
        WANT_SAY,         /* text - 1 */
        WANT_CANCEL,      /* nothing; the handler is not called again */
        WANT_STOP,        /* nothing; likewise */
        WANT_SCORE        /* player, points - 1; text: the reason */
    } what;
    /* To be written to the log once the request is done: first the words that the handler has read
     * of the World since its last call (valid until it is run again; they are copied when it
     * waits), then the fingerprint, then the result. */
    const int64_t *seen;
    int64_t seen_count;
    int64_t fingerprint;
    int64_t args[64];
    int32_t count;
    char text[400];
};
struct outside_port {
    /* Runs handler `number` for the event of the present frame. `log` holds the results of its
     * calls so far, each as outside_want says; log_count counts words. */
    enum outside_request (*run)(void *user, struct battle *b, int32_t number, const int64_t *log,
                                int64_t log_count, struct outside_want *want);
    /* Computes a number, truth, forbid, allow or condition; it may only read. `label` is "" without
     * one. False: it does not apply. */
    bool (*value)(void *user, struct battle *b, int32_t number, const int64_t *args, int32_t count,
                  int64_t *value, char *label, size_t size);
    void *user;
};
struct outside_rule {
    enum outside_moment moment;
    int32_t target; /* event or quantity; WHENEVER: kind of the things that are looked at */
    int32_t rank;
    int32_t number; /* number of the handler */
    int32_t when;   /* WHENEVER: the handler of its condition, which reads the thing; -1 */
};
/* Sets the rules in Lua for the battle; to be called before battle_start. */
void battle_outside(struct battle *b, const struct outside_port *port,
                    const struct outside_rule *rules, int32_t count);
/* For handlers: a role or kept value of the present event, by slot. */
int64_t battle_role(struct battle *b, int32_t slot);
/* The thing on which a WHENEVER acts; NONE. */
int64_t battle_outside_thing(const struct battle *b);
/* The event whose roles a row in Lua reads; -1. */
int32_t battle_role_event(const struct battle *b);

#endif
