/*
 * agenda: what may happen next: which rules speak in a moment of an event, whether an event is
 * forbidden, which actions are open and why not, which choices an action still offers, and which
 * features end with something. This room decides and reports; the machine (run) carries it out.
 *
 * A moment of an event is before, instead of or after it, or its being forbidden or allowed (enum
 * rule_what). A rule speaks in a moment if its instance is in force and its `when` holds; an
 * instance is a thing of the blueprint in which the rule stands. The agenda of a frame (F_AGENDA)
 * lists the rules that speak in the present moment.
 *
 * A bool function returns false after an error of the rules, unless its comment says otherwise; an
 * answer is in *yes.
 */
#ifndef MYTH_VM_AGENDA_H
#define MYTH_VM_AGENDA_H

#include "frame.h"
#include "rows.h"
#include "state.h"

/* Writes the rules that speak in a moment of a frame's event to the frame's agenda, in the order in
 * which they act. */
bool agenda_settle(struct state *s, uint32_t frame, enum rule_what what);
/* Sets *yes to whether a rule of the agenda still speaks: its instance `self` (NONE if the rule has
 * none) is in force, and its `when` holds. */
bool agenda_speaks(struct state *s, uint32_t frame, int32_t rule, int64_t self, bool *yes);
/* Sets *yes to whether any rule of the rule text (not of Lua) speaks in a moment of an event with
 * these roles that does not run yet. */
bool agenda_heard(struct state *s, int32_t event, const int64_t *roles, enum rule_what what,
                  bool *yes);
/* Collects the rules, with their instances, that may speak after this event: those whose guards
 * (the tests of a condition that need no code) do not refuse. They stay valid while only positions
 * change. Returns false if guards cannot tell which these are, if they are too many, if there are
 * rules in Lua, or if a rule may speak before or instead of the event or forbid it; the rules must
 * then be asked for each event anew. */
bool agenda_listen(struct state *s, int32_t event, const int64_t *roles,
                   struct rows_candidates *candidates);
/* Sets *yes to whether one of the rules that agenda_listen collected speaks. */
bool agenda_hears(struct state *s, int32_t event, const int64_t *roles,
                  const struct rows_candidates *candidates, bool *yes);
/* Sets *label to the label of the rule that forbids the event with the roles of `env`: "" if that
 * rule has no label, NULL if no rule forbids the event. */
bool agenda_forbidden(struct state *s, int32_t event, const struct env *env, const char **label);

/* ---- Actions ------------------------------------------------------------------ */

/* The head of an action is its lines of needs, pay, limit, let and choose (struct image_head). A
 * struct head is a head that is being judged in imagined slots: nothing is written to the World. An
 * action is open if some chain of answers to its choices leads to the end of its head, with all
 * needs met, all payments possible, all limits kept, and no rule that forbids the action. */
struct head {
    int32_t event;            /* the action */
    int64_t slots[MAX_SLOTS]; /* roles and kept values, as the answers so far would fill them */
    /* a bit for each slot that arguments, or the running action, have filled */
    uint64_t given[(MAX_SLOTS + 63) / 64];
    /* The environment for code of the head: `slots` are its roles. Its accounts are ACCOUNTS_NONE,
     * because judging tells the journal nothing; agenda_pay and agenda_needs, which are for a
     * running action, set them otherwise. */
    struct env env;
    /* true: a limit per event closes nothing while no such event runs; false: the limit then closes
     * the action */
    bool judged;
    bool unasked; /* the caller does not need the reason why the action is closed */
    /* the reason noted first why the action, or one candidate of a choice, was not open; "" if none
     * was noted; "?" in place of any reason if `unasked` */
    char why[160];
    int32_t place;     /* place in the text of that reason; -1: none */
    bool nothing_runs; /* that reason is a limit that counts within no event that runs */
    /* agenda_shut has found that no rule which reads only roles forbids the action */
    bool unbarred;
    struct { /* the payments of the head so far: the sum taken from each field of each thing */
        int64_t thing, sum;
        int32_t field;
    } paid[MAX_PAYMENTS];
    int32_t payments;
};
/* Sets *label to the label of the rule that forbids the action with its answers so far (NULL: none
 * does), and *place to the place of that rule (image.places, -1: not known). */
bool agenda_barred(struct state *s, struct head *h, const char **label, int32_t *place);
/* Sets *yes to true if it is certain that the action is forbidden whatever its choices are answered
 * with, and to false if it is not certain. */
bool agenda_shut(struct state *s, struct head *h, bool *yes);
/* Begins a head whose first `count` slots are given as arguments. `self`: the instance in whose
 * blueprint the action stands; NONE: it stands in none. */
void agenda_head(struct state *s, struct head *h, int32_t event, int64_t self, const int64_t *args,
                 int32_t count);
/* Begins a head with the slots of the running action `frame`, as far as they are filled. */
void agenda_head_of(struct state *s, struct head *h, uint32_t frame);
/* Sets *yes to whether some chain of answers leads from line number `line` of the head, from 0, to
 * its end. */
bool agenda_open(struct state *s, struct head *h, int32_t line, bool *yes);
/* Sets *list to a scratch list of the candidates of a choice that is a pick with which the rest of
 * the head is open. */
bool agenda_picks(struct state *s, struct head *h, int32_t line, int64_t *list);
/* Sets *yes to whether the place or way `value` is an answer to a choice that its `where` allows
 * and that leaves the rest of the head open. */
bool agenda_spot(struct state *s, struct head *h, int32_t line, int64_t value, bool *yes);
/* The parts of a choice of a place or way; NONE for a part that the choice does not have.
 * mover: the thing that is placed or moved. zone: the thing inside which the place must lie.
 * far, of: the place must lie within the length `far` of the thing `of`.
 * up_to: the greatest length of the way.
 * agenda_geometry computes them. `accounts`: which numbers read for them are told to the
 * journal. */
struct agenda_geometry {
    int64_t mover, zone, far, of, up_to;
};
bool agenda_geometry(struct state *s, const struct head *h, int32_t line, enum accounts accounts,
                     struct agenda_geometry *out);
/* Makes the payments of the action `frame`, whose head is answered, and counts a use of each limit
 * in its head: in the nearest running event of the limit, or else in the block in which all runs.
 * Without either nothing is counted. */
bool agenda_pay(struct state *s, uint32_t frame);
/* Gives back the uses of limits that the cancelled event `frame` has counted, if it is an action:
 * what does not happen uses nothing up. What it has paid stays paid. */
bool agenda_unused(struct state *s, uint32_t frame);
/* Judges the needs of the action `frame` again, after its `before` rules have acted, and sets *hold
 * to whether all are met; if not, h->why names the first that is not. */
bool agenda_needs(struct state *s, uint32_t frame, struct head *h, bool *hold);
/* Sets *offer_rows to a scratch list of the actions declared `during` an event that may be open to
 * a player, for the thing `whom` or (NONE) for all that he has. Three words a row: action, thing
 * that fills its first role or NONE, instance in whose blueprint the action stands or NONE.
 * agenda_offered sets *yes to whether the action of such a row is open. */
void agenda_offer(struct state *s, int32_t event, int64_t player, int64_t whom,
                  int64_t *offer_rows);
bool agenda_offered(struct state *s, const int64_t *three, bool *yes);

/* ---- What lasts until ----------------------------------------------------------- */

/* The words of an entry in G_WAITING or G_WHILE before its captured values (those that its
 * condition reads): the feature; index into image.untils; and for `until next E ends` the number of
 * events E that ran when the feature was given and have not ended since. */
enum { WAIT_WORDS = 3 };
/* Notes how long the feature lasts that is given in `frame`: as row `until` of image.untils says.
 * `captured` are the values that the condition of this row reads, as many as the row says. */
bool agenda_until(struct state *s, uint32_t frame, int64_t feature, int32_t until,
                  const int64_t *captured);
/* Removes one entry from G_WAITING or G_WHILE that has come to its end, and sets *feature to its
 * feature, or to NONE if there are no more. Entries of features that have left play, or whose
 * bearer has, are removed without being reported. `what` is UNTIL_NEXT_BEGINS or UNTIL_NEXT_ENDS if
 * the event of `frame` begins or ends; or UNTIL_WHILE, with frame 0, for features whose `while` no
 * longer holds. */
bool agenda_ended(struct state *s, uint32_t frame, int32_t what, int64_t *feature);

#endif
