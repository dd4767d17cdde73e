/*
 * agenda: what may happen next: which rules speak in a moment of an event, whether the event is
 * forbidden, which actions are open and why not, what a head still offers, limits, and what lasts
 * until something ends. It decides and reports; the machine does it.
 */
#ifndef MYTH_VM_AGENDA_H
#define MYTH_VM_AGENDA_H

#include "frame.h"
#include "rows.h"
#include "state.h"

/* Writes the rules that speak in a moment of a frame's event to its agenda, in order. False: an
 * error. */
bool agenda_settle(struct state *s, uint32_t frame, enum rule_what what);
/* Whether a rule of the agenda still speaks: its instance is in force, and its `when` holds. */
bool agenda_speaks(struct state *s, uint32_t frame, int32_t rule, int64_t self, bool *yes);
/* Whether any rule speaks of an event with these roles, which does not run yet. */
bool agenda_heard(struct state *s, int32_t event, const int64_t *roles, enum rule_what what,
                  bool *yes);
/* Collects the rules that could fire after this event, as far as guards tell; valid while only
 * positions change. False: not known, or a rule may speak before the event. */
bool agenda_listen(struct state *s, int32_t event, const int64_t *roles,
                   struct rows_candidates *candidates);
/* Whether one of the collected rules speaks. */
bool agenda_hears(struct state *s, int32_t event, const int64_t *roles,
                  const struct rows_candidates *candidates, bool *yes);
/* The label of a rule that forbids the event as env sees it; NULL: none does; "": it has no
 * label. */
bool agenda_forbidden(struct state *s, int32_t event, const struct env *env, const char **label);

/* ---- Actions ------------------------------------------------------------------ */

struct head { /* an action whose head is being judged, with imagined slots */
    int32_t event;
    int64_t slots[MAX_SLOTS];
    uint64_t given[(MAX_SLOTS + 63) / 64]; /* bits of the slots filled by arguments */
    struct env env;
    bool judged;  /* only openness is asked: a limit within an event that does not run is no bar */
    bool unasked; /* the caller does not need the reason why it is closed */
    char why
        [160]; /* the first reason why it is not open; only that there is one, where nobody asks */
    int32_t place; /* place of the reason; -1 */
    bool unbarred; /* no rule that reads only its roles forbids it: that is known */
    struct {
        int64_t thing, sum;
        int32_t field;
    } paid[MAX_PAYMENTS];
    int32_t payments;
};
/* The rule that forbids it with its answers so far: its label, and its place (image.places, -1). */
bool agenda_barred(struct state *s, struct head *h, const char **label, int32_t *place);
/* Whether it is forbidden whatever its head is answered with; no where that is not certain. */
bool agenda_shut(struct state *s, struct head *h, bool *yes);
void agenda_head(struct state *s, struct head *h, int32_t event, int64_t self, const int64_t *args,
                 int32_t count);
/* The head of a running action, with what its frame has answered so far. */
void agenda_head_of(struct state *s, struct head *h, uint32_t frame);
/* Whether some chain of answers leads from that line to the end of the head. */
bool agenda_open(struct state *s, struct head *h, int32_t line, bool *yes);
/* The legal answers to a choice of the head, as a scratch list. */
bool agenda_picks(struct state *s, struct head *h, int32_t line, int64_t *list);
/* Whether a place or way answers a choice of the head legally, and leaves the rest of it open. */
bool agenda_spot(struct state *s, struct head *h, int32_t line, int64_t value, bool *yes);
/* The parts of a choice of a place or way in a head. */
struct agenda_geometry {
    int64_t mover, zone, far, of, up_to;
};
bool agenda_geometry(struct state *s, struct head *h, int32_t line, struct agenda_geometry *out);
/* Pays and counts as the answered head of a frame says. */
bool agenda_pay(struct state *s, uint32_t frame);
/* Judges the needs of a head again, after `before` rules; the head's `why` names one that fails. */
bool agenda_needs(struct state *s, uint32_t frame, struct head *h, bool *hold);
/* Lists actions declared during `event` that may be open to `player` for `whom` (NONE: for all that
 * he has): rows of three words (action, thing or NONE, instance whose action it is or NONE) in a
 * scratch list. agenda_offered says whether a row is open. */
void agenda_offer(struct state *s, int32_t event, int64_t player, int64_t whom,
                  int64_t *offer_rows);
bool agenda_offered(struct state *s, const int64_t *three, bool *yes);

/* ---- What lasts until ----------------------------------------------------------- */

/* The words of an entry in G_WAITING or G_WHILE before its captured values: feature; until; and for
 * `until next E ends`, how many E that had begun when it was given have not ended yet. */
enum { WAIT_WORDS = 3 };
bool agenda_until(struct state *s, uint32_t frame, int64_t feature, int32_t until,
                  const int64_t *captured);
/* Takes the next feature off the list that ends because the event of this frame begins or ends
 * (what: UNTIL_NEXT_BEGINS, UNTIL_NEXT_ENDS), or whose `while` no longer holds (frame 0,
 * UNTIL_WHILE). NONE: there are no more. */
bool agenda_ended(struct state *s, uint32_t frame, int32_t what, int64_t *feature);

#endif
