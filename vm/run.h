/*
 * run: the machine, and the only room that executes code. A battle is an image, a World, and what
 * is said about who answers. It runs to the next question or to its end, takes an answer, and goes
 * on. At each question all of the battle lies in the World: fork, undo, save and replay are copies
 * of it.
 *
 * Battles share nothing but the image, which is only read. So battles of one image may be played in
 * several threads, unless a leaf (a number computed by Lua) belongs to the image: the Lua state is
 * one for all its battles. Memory is accounted for each thread (arena.h), so a battle stays in its
 * thread.
 */
#ifndef MYTH_VM_RUN_H
#define MYTH_VM_RUN_H

#include "arena.h"
#include "ask.h"
#include "image.h"
#include "journal.h"
#include "world.h"

/* How questions of chance are answered. */
enum run_chance {
    CHANCE_STREAM, /* at once, inside the machine, by streams keyed by the seed */
    CHANCE_ASK,    /* by the caller, for all faces at once: tapes, examples, persons */
    CHANCE_LAZY    /* by the caller, and only as far as rules look at the dice: the enumerator */
};
enum run_policy { POLICY_ASK, POLICY_RANDOM, POLICY_FIRST };
enum { RUN_PLAYERS = MAX_PLAYERS };

struct run_options {
    uint64_t seed;
    enum run_chance chance;
    enum run_policy policy[RUN_PLAYERS]; /* by player; 0 is the first of the ruleset's head */
    bool journal;                        /* a journal is kept */
    /* the journal need not say which actions were open, so those that nobody sees are not judged */
    bool brief;
    bool history; /* the log is kept, so that every question can be undone */
    /* the answers are kept: a question is undone by playing them again from the beginning */
    bool answers;
    int64_t steps; /* takes the place of the limits STEPS and PURE; 0: those of limit.def */
};

enum run_status { RUN_QUESTION, RUN_ENDED, RUN_FAILED };
struct run_error {
    int32_t place; /* index into image.places; -1: there is no place */
    int32_t limit; /* enum limit_id of the limit that was passed; -1: none */
    char text[240];
    /* where the battle stood: which value was none, the events that were running, what was asked
     * last; a line each. Empty if the error is none of running rules */
    char where[640];
};

struct battle;
struct battle *battle_new(const struct image *img, const struct run_options *options);
void battle_free(struct battle *b);
/* Empties World and journal for another battle. If that runs like an earlier one, it asks for no
 * further memory. */
void battle_reset(struct battle *b, const struct run_options *options);

/* ---- Setting up, before battle_start. Things are ids. If battle_create returns NONE, or another
 * function false, it has failed, and battle_error says why. What it had made by then is not taken
 * back. */
/* The player with this number in the ruleset's head, counted from 0; NONE if there is none. */
int64_t battle_player(const struct battle *b, int32_t number);
/* The number of a player, from 0; -1 if the thing is no player. */
int32_t battle_player_number(const struct battle *b, int64_t thing);
void battle_ruling(struct battle *b, int32_t ruling, int32_t reading);
int64_t battle_create(struct battle *b, int32_t blueprint, int64_t owner);
/* tells the journal the thing's name on a roster */
void battle_title(struct battle *b, int64_t thing, int32_t text);
/* makes all that the roster lists */
bool battle_muster(struct battle *b, int32_t roster, int64_t owner);
/* Lays out a scenario: its table, zones and terrain. The scenario itself is given to the game when
 * the event `battle` begins. */
bool battle_scenario(struct battle *b, int32_t blueprint);
/* battle_take_part: takes those players out of the battle whose bits the mask lacks.
 * battle_set_side: NONE: the player stands for himself. Both before the battle has begun. */
void battle_take_part(struct battle *b, uint64_t players);
void battle_set_side(struct battle *b, int64_t player, int64_t side);
void battle_table(struct battle *b, int64_t width, int64_t depth);
bool battle_place(struct battle *b, int64_t thing, int64_t place);
/* Returns why a piece or group may not stand at a place: it would lie off the table, or on
 * something that stands there. NULL if no reason is known. battle_place does not ask this. */
const char *battle_place_refused(struct battle *b, int64_t thing, int64_t place);
bool battle_set(struct battle *b, int64_t thing, int32_t field, int64_t value);
/* Begins an event as the outermost one. `args` are in the order of its roles; NONE: the role gets
 * its default. Returns false on an error. */
bool battle_start(struct battle *b, int32_t event, const int64_t *args, int32_t count);
/* Begins a block (an example or `chances`) instead of an event. Returns false on an error. */
bool battle_block(struct battle *b, int32_t block);

/* ---- Running */
enum run_status run_next(struct battle *b, const struct question **q);
/* Takes an answer to the present question. Returns NULL, or why the answer is refused; then nothing
 * has changed. */
const char *run_answer(struct battle *b, const struct answer *a);
/* Returns why an answer would be refused, or NULL. Nothing changes. */
const char *run_refused(struct battle *b, const struct answer *a);
/* Sets *values to the i-th candidate of a PLACE or PATH question: one place, or the places of a
 * way. Returns false if this candidate is not legal. */
bool run_candidate(struct battle *b, int64_t i, const int64_t **values, int64_t *count);
/* Says which questions are answered inside the machine, from battle_inside on. battle_new and
 * battle_reset take the policies from their options. */
struct run_inside {
    enum run_policy policy[RUN_PLAYERS]; /* by player; POLICY_ASK: his questions are handed out */
    /* a player some of whose questions are handed out all the same: those at depth `depth` or
     * farther out; NONE: no player */
    int64_t own;
    uint32_t depth; /* as of battle_depth */
    /* after so many choices were answered inside, all further ones are handed out; 0: no such
     * limit */
    int64_t most;
};
void battle_inside(struct battle *b, const struct run_inside *by);
/* Sets *depth to the depth of the last choice that was answered inside since battle_inside. Returns
 * false if there was none. */
bool battle_answered_inside(const struct battle *b, uint32_t *depth);
/* Sets *yes to whether these candidates, by index, may be picked together. Returns false on an
 * error. */
bool run_set_good(struct battle *b, const int64_t *indices, int64_t count, bool *yes);
/* The number of the candidate of the present pick that is this value, or that stands for it among
 * equal things; -1 if there is none. */
int64_t battle_candidate(const struct battle *b, int64_t value);
/* Writes candidate i of the present pick as a person reads it, "Spears 2", or "Troop ×6" where it
 * stands for six things, to `out`. Returns how long the name is without " ×6". */
size_t battle_candidate_text(const struct battle *b, int64_t i, char *out, size_t size);
/* Makes one answer to the present choice by a policy, for callers that answer some questions
 * themselves. POLICY_RANDOM draws from the player's stream. Returns false if no candidate is legal,
 * or if the rules failed while one was judged (battle_error). */
bool run_policy_answer(struct battle *b, enum run_policy policy, struct answer *out);
/* Makes the answer of the streams to the present question of chance. */
void run_chance_answer(struct battle *b, struct answer *out);
const struct run_error *battle_error(const struct battle *b);

/* An observer: it is told of each answer, wherever the answer comes from. Recorders are
 * observers. */
struct run_observer {
    void (*answered)(void *user, struct battle *b, const struct question *q,
                     const struct answer *a);
    void *user;
    /* Called when an event is about to begin, before anything is asked for it and before any rule
     * speaks, and again (`ended`) when it has ended or was not done. `frame` identifies the event
     * among those that run in one another. NULL: not wanted. */
    void (*event)(void *user, struct battle *b, int32_t event, uint32_t frame, bool ended);
    /* `answered` looks at nothing but the answer, so other candidates need not be judged for it. Of
     * a question answered inside, `values` may then hold more than was open, and the prompt is
     * empty. */
    bool brief;
};
void battle_observe(struct battle *b, struct run_observer observer);
/* Marks what runs from now on, through resets, too: the byte of an instruction or rule becomes 1
 * when it has run or spoken. The arrays are as long as image.code and image.rules. NULL: nothing is
 * marked any longer. */
void battle_reached(struct battle *b, uint8_t *code, uint8_t *rules);
/* Counts how often each instruction runs from now on, for a profile. NULL: nothing is counted any
 * longer. */
void battle_times(struct battle *b, uint64_t *times);

typedef void run_witnessed(void *user, struct battle *b, const struct journal_behind *behind);
/* Calls `take` from now on for each row of which it is known what made it count. NULL: no more. */
void battle_witness(struct battle *b, run_witnessed *take, void *user);

/* One time that the condition of a rule was asked, and what it came to. */
struct run_look {
    int32_t rule;
    bool held;
    int64_t amount;    /* of a row that held: its amount */
    const char *why;   /* the tests that made it so, with values; "": there are no words */
    int32_t place;     /* of the last of these tests; -1: not known */
    const char *event; /* the event of which it was asked, with its roles; "": of none */
    const char *whose; /* the bearer of the card on which the rule stands, or of a `whenever` the
                        * thing of which it was asked; "": there is none */
};
typedef void run_looked(void *user, struct battle *b, const struct run_look *look);
/* Calls `looked` from now on, through resets, too, whenever the condition of one of these rules has
 * come to its result. rule_of: by function of the image, 1 + the rule whose condition it is (its
 * `when`, or the `body` of a row); 0: none that is wanted. NULL: no more. */
void battle_looks(struct battle *b, const int32_t *rule_of, run_looked *looked, void *user);

/* ---- Looking */
const struct image *battle_image(const struct battle *b);
/* The World in form: lists lie in one order, so equal states are equal words. battle_hash,
 * battle_save and battle_copy see it in form, too. It may only be read. Where bringing the World
 * into form was put off, as it may be while an observer is called, this is a copy, valid until the
 * next call. */
struct world *battle_world(struct battle *b);
struct journal *battle_journal(struct battle *b);
uint64_t battle_hash(struct battle *b);
uint64_t battle_seed(const struct battle *b);
/* number of questions answered since the beginning */
uint64_t battle_questions(const struct battle *b);
bool battle_over(const struct battle *b);
/* battle_winners: who has won, a bit for each player, bit 0 for the first; 0: a tie, or the battle
 * is not over. battle_winner: the one who has won; NONE also if several have. */
uint64_t battle_winners(const struct battle *b);
/* battle_winners, and with each winner those of his side who are out of the battle. */
uint64_t battle_winning_sides(const struct battle *b);
int64_t battle_winner(const struct battle *b);
/* reason_text -1: for whatever reason */
int64_t battle_points(struct battle *b, int64_t player, int32_t reason_text);
/* Reading the state as rule text reads it, fields with their rows. */
bool battle_in_play(const struct battle *b, int64_t thing);
int32_t battle_kind(const struct battle *b, int64_t thing);
/* bearer of a feature or item; NONE: none, or it is neither */
int64_t battle_bearer(const struct battle *b, int64_t thing);
int32_t battle_blueprint(const struct battle *b, int64_t thing);
bool battle_field(struct battle *b, int64_t thing, int32_t field, int64_t *value);
/* number of the reading that holds */
int32_t battle_reading(const struct battle *b, int32_t ruling);
/* A word of a thing's record (enum thing_word, image_field.slot), as stored. */
int64_t battle_word(const struct battle *b, int64_t thing, uint32_t word);
/* The words of a list value (set, path), valid until the next such call. */
const int64_t *battle_list(struct battle *b, int64_t value, int64_t *count);
/* Makes a list value (set, path) for use as an argument. It lies in scratch, so it is valid until
 * rules run. */
int64_t battle_list_of(struct battle *b, const int64_t *words, int64_t count);
const int64_t *battle_extent(struct battle *b, int32_t kind, int64_t *count);
/* Writes the name of a thing to `out`, for example "Spears 2", and returns `out`. */
const char *battle_name(const struct battle *b, int64_t thing, char *out, size_t size);
/* The names of the candidates of a question of this battle: of a PICK, or of a RANDOM that has
 * values. battle_candidate_name is the function behind them. */
struct ask_names battle_names(const struct battle *b);
bool battle_candidate_name(const void *battle, const struct question *q, int64_t i,
                           struct ask_name *out);
/* Writes a value as a person reads it, and returns the length of the whole text. */
size_t battle_text(const struct battle *b, struct image_type type, int64_t value, char *out,
                   size_t size);
/* Writes which events and rules run now, the innermost first and at most `most`, to `out`, as "in
 * Strike (who red Guards 2), in a rule of red Chief"; "" if none does. Returns `out`. */
const char *battle_running(const struct battle *b, int most, char *out, size_t size);
/* Computes a quantity or primitive as rule text would. Returns false on an error. */
bool battle_quantity(struct battle *b, int32_t quantity, const int64_t *args, int32_t count,
                     int64_t *value);
/* Does the same, and tells each number that is read on the way in the journal (J_ACCOUNT). */
bool battle_account(struct battle *b, int32_t quantity, const int64_t *args, int32_t count,
                    int64_t *value);
bool battle_primitive(struct battle *b, int32_t primitive, const int64_t *args, int32_t count,
                      int64_t *value);
/* Computes a figure of the rules (image.figures) for the present World, also when the battle is
 * over: a number, or a truth as 0 or 1. `player` is a thing; it is not looked at if the battle has
 * a single value. Returns false if the rules failed or the figure is none (battle_error). */
bool battle_figure(struct battle *b, int32_t figure, int64_t player, int64_t *value);
/* Computes all figures, in order; a figure of each player has a value for each player in turn. */
bool battle_figures(struct battle *b, int64_t *values);

/* ---- Why an action is closed to a thing (its first role), at the present question. A gate is what
 * refuses. */
enum run_gate {
    GATE_OPEN,
    GATE_NEEDS,
    GATE_PAY,
    GATE_LIMIT,
    GATE_CHOICE,    /* there is nothing to choose from, or the chosen thing is not among it */
    GATE_FORBIDDEN, /* a rule forbids it */
    /* the action stands on a card that the thing does not have, or that is not in force */
    GATE_NOBODYS,
    GATE_FAILED /* the rules failed: battle_error */
};
struct run_refusal {
    enum run_gate gate;
    int32_t place; /* place in the text of the line or rule that refuses; -1: not known */
    /* GATE_CHOICE: the test that refuses comes before all other tests of a candidate, and measures
     * nothing */
    bool first;
    /* GATE_LIMIT: no event runs within which the limit counts */
    bool nothing_runs;
    bool several; /* battle_offer_refusal: of several things, each with a reason of its own */
    char why[480];
};
/* Judges an action as an offer would. `first` is the thing in its first role. `chosen` is the
 * answer to the first choice of its head; NONE: not given. */
struct run_refusal battle_refusal(struct battle *b, int32_t action, int64_t first, int64_t chosen);
/* Why the offer that is put now has not this action among its candidates. If it was judged for
 * several things, `why` is the reason that all have or, where they differ, names each with its
 * own. */
struct run_refusal battle_offer_refusal(struct battle *b, int32_t action);
/* Says which action will be picked next (-1: none that is known). If an offer puts no question,
 * battle_missed returns whether that action was open by its own lines, and why not, and sets *offer
 * to the event whose actions were offered and *place to the place of the offer. Returns NULL if
 * there was no such offer. */
void battle_wants(struct battle *b, int32_t action);
const struct run_refusal *battle_missed(const struct battle *b, int32_t *offer, int32_t *place);
/* The kind of the things from which the first choice of an action's head picks; -1 if it has no
 * choice that picks things. */
int32_t battle_choosable(const struct battle *b, int32_t action);

/* ---- Time */
/* Goes back to a question; 0 is the first. With options.history the log leads there. With
 * options.answers the battle is played again from its beginning, with the log from then on;
 * observers are not told of this. Returns false if there is no way back, or if a limit was reached
 * on the way (run_next says so). */
bool battle_undo(struct battle *b, uint64_t question);
/* Makes dst (of the same image) equal to src: the World, the question at hand, what is answered
 * inside, and the journal. */
void battle_copy(struct battle *dst, const struct battle *src);
/* Makes dst (of the same image) what a player (0 the first) may know of src. What is hidden from
 * him is drawn anew, from this seed; so is all chance to come. dst answers no choice inside, and
 * has neither journal nor history. Two battles that he cannot tell apart give equal views. Returns
 * false if the rules failed. */
bool battle_view(struct battle *dst, const struct battle *src, int32_t player, uint64_t seed);
/* Sets how chance is answered from now on. */
void battle_chance(struct battle *b, enum run_chance chance);
/* For CHANCE_LAZY, from now on: before this player chooses (NONE: before anybody does), all dice
 * that lie on the table for him to see become known, as far as rules can still read their faces. */
void battle_open_dice(struct battle *b, int64_t player);
/* Gives things of kinds that are `alike` the ids and places in lists that follow from what they are
 * (frame_alike), so that Worlds which differ only in their order are equal. For the enumerator, at
 * a question: the battle goes on only when it was stood again (battle_stand_again). */
void battle_alike(struct battle *b);
/* The next 64 random bits of the stream from which a player's policy draws. */
uint64_t battle_draw(struct battle *b, int32_t player);
/* How deep the frame lies that puts the present question. The number is only good for comparing:
 * events around others have less. */
uint32_t battle_depth(const struct battle *b);
/* Makes the battle stand where this World (of the same image) does: the next run_next puts the
 * question of that World again. Nothing before that can be undone. */
void battle_stand(struct battle *b, const struct world *at);
/* Makes the battle stand in a World in which a battle with CHANCE_LAZY has put a question. That
 * World is in form and has forgotten what nothing reads, so neither is done again. */
void battle_stand_again(struct battle *b, const struct world *at);

/* ---- Saved form: the World of a battle, with the hash of its rules and its seed. Neither what is
 * answered inside nor the journal is saved; the journal begins anew after loading. An answer that
 * run_next has not taken yet is not saved either: its question is put again. */
size_t battle_save_size(struct battle *b);
void battle_save(struct battle *b, uint8_t *out);
/* Loads into a battle of the same rules, those in Lua included. Returns false if it cannot:
 * battle_error says what is wrong and in which bytes, and nothing has changed. world.h says what
 * the seals protect from. */
bool battle_load(struct battle *b, const uint8_t *in, size_t size);

/* ---- Blocks: the findings of an example, in order. A finding is the outcome of one `expect`. */
enum run_finding_what { FINDING_TRUTH, FINDING_ROWS, FINDING_CLOSED };
struct run_finding {
    bool holds;
    enum run_finding_what what;
    int32_t text; /* text of the expectation; name of the number; title of the action */
    int32_t place;
    char why[400]; /* what was found instead; "" if the expectation holds */
};
const struct run_finding *battle_findings(const struct battle *b, int32_t *count);
bool battle_shown(const struct battle *b);
/* The value of a slot of the block's frame: a thing that the block has named. */
int64_t battle_given(struct battle *b, int32_t slot);
/* The thing in the first role of the event that a block does, while it runs; NONE if there is
 * none. */
int64_t battle_first_role(struct battle *b);
/* The i-th shown value of a `chances` block that has ended; *type is set unless NULL. */
int64_t battle_show(const struct battle *b, int32_t i, struct image_type *type);

/* ---- Rules from outside (Lua), run by replay: see SEMANTICS 31 and 32. A handler is the Lua
 * function of a rule. Each of its calls that changes or asks something ends it; the result goes to
 * a log, and the handler is run again from its start with the longer log. */
enum outside_moment {
    OUTSIDE_BEFORE,
    OUTSIDE_INSTEAD,
    OUTSIDE_AFTER,
    OUTSIDE_WHENEVER,
    OUTSIDE_NUMBER,
    OUTSIDE_TRUTH,
    OUTSIDE_FORBID,
    OUTSIDE_ALLOW,
    OUTSIDE_CONDITION /* the condition of a WHENEVER, which names it as `when` */
};
enum outside_request {
    OUTSIDE_DONE, /* the handler has run to its end */
    /* the handler waits until `want` is done; then it is called again, with a longer log */
    OUTSIDE_WAITS,
    OUTSIDE_FAILED /* `text` says why */
};
/* A request of a handler. The comments list its args and, after the dash, the result that goes to
 * the log. */
struct outside_want {
    enum {
        WANT_ROLL, /* die - the face of one die, as a value */
        /* player, class, of, candidates… - index of the picked one, from 0; text: the prompt. For
         * labels class is V_TEXT, the candidates are 0, 1, …, and the text is the prompt and each
         * label, separated by line ends */
        WANT_PICK,
        WANT_MAY,         /* player - 1 or 0; text: the prompt */
        WANT_DO,          /* event, then pairs of slot and value - enum event_status */
        WANT_CREATE,      /* blueprint, owner - the thing */
        WANT_PLACE_THING, /* thing, place (NONE: off the table) - 1 */
        /* blueprint, taker, event at whose end the feature is taken or -1 - the feature */
        WANT_GIVE,
        WANT_TAKE,     /* feature - 1 */
        WANT_DESTROY,  /* thing - 1 */
        WANT_SET,      /* thing, field, value - what is stored */
        WANT_SET_ROLE, /* slot, value - the value */
        WANT_SAY,      /* text - 1 */
        WANT_CANCEL,   /* no args; the handler is not called again */
        WANT_STOP,     /* no args; the handler is not called again */
        WANT_SCORE     /* player, points - 1; text: the reason */
    } what;
    /* Written to the log once the request is done, before its result: first the words that the
     * handler has read of the World since its last call (valid until it runs again, so they are
     * copied when it waits), then the fingerprint, a hash of the request. */
    const int64_t *seen;
    int64_t seen_count;
    int64_t fingerprint;
    int64_t args[64];
    int32_t count;
    char text[400];
};
struct outside_port {
    /* Runs handler `number` for the event of the present frame. `log` holds log_count words: for
     * each earlier call what outside_want says. */
    enum outside_request (*run)(void *user, struct battle *b, int32_t number, const int64_t *log,
                                int64_t log_count, struct outside_want *want);
    /* Computes a number, truth, forbid, allow or condition; it may only read. Returns false if the
     * rule does not apply. */
    bool (*value)(void *user, struct battle *b, int32_t number, const int64_t *args, int32_t count,
                  struct outside_value *out);
    void *user;
};
struct outside_rule {
    enum outside_moment moment;
    int32_t target; /* event or quantity; WHENEVER: kind of the things at which it looks */
    int32_t rank;
    int32_t number; /* number by which the port knows the handler */
    int32_t when;   /* WHENEVER: the handler of its condition, which gets the thing; -1 */
};
/* Sets the rules in Lua for the battle; to be called before battle_start. */
void battle_outside(struct battle *b, const struct outside_port *port,
                    const struct outside_rule *rules, int32_t count);
/* A role or kept value of the present event, by slot; for handlers. NONE if there is no event. */
int64_t battle_role(struct battle *b, int32_t slot);
/* The thing on which the running WHENEVER acts; NONE: no WHENEVER runs. */
int64_t battle_outside_thing(const struct battle *b);
/* The event whose roles the row in Lua that is being computed reads; -1: none. */
int32_t battle_role_event(const struct battle *b);

#endif
