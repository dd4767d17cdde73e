/*
 * agenda: what is to happen. Who speaks in a moment of an event, whether it is
 * forbidden, which actions are open and why not, what a head still offers,
 * limits, and what lasts until something ends. Decides and hands back; the
 * machine does it.
 */
#ifndef MYTH_VM_AGENDA_H
#define MYTH_VM_AGENDA_H

#include "frame.h"
#include "rows.h"
#include "state.h"

/* The rules that speak in a moment of the event of a frame, in order, written to
 * its agenda. False: an error. */
bool agenda_settle(struct state *s, uint32_t frame, enum rule_what what);
/* Whether a settled rule still speaks: its instance in force, its `when` yes. */
bool agenda_speaks(struct state *s, uint32_t frame, int32_t rule, int64_t self, bool *yes);
/* Whether any rule speaks of an event with these roles that is only imagined. */
bool agenda_heard(struct state *s, int32_t event, const int64_t *roles, enum rule_what what,
                  bool *yes);
/* Collects rules that could fire after this event, by what guards ask; valid while only positions
 * change. False: that is not known, or a rule may speak before the event. */
bool agenda_listen(struct state *s, int32_t event, const int64_t *roles, struct rows_ears *ears);
/* Whether one of those does. */
bool agenda_hears(struct state *s, int32_t event, const int64_t *roles,
                  const struct rows_ears *ears, bool *yes);
/* The label of what forbids the event as env sees it: NULL nothing does; "" no label. */
bool agenda_forbidden(struct state *s, int32_t event, const struct env *env, const char **label);

/* ---- Actions ------------------------------------------------------------------ */

struct head { /* an action whose head is looked at, in imagined slots */
    int32_t event;
    int64_t slots[MAX_SLOTS];
    uint64_t given[(MAX_SLOTS + 63) / 64]; /* slots that arguments have filled */
    struct env env;
    bool judged;  /* only asked whether it is open: a limit whose event does not run is no bar */
    bool unasked; /* nobody asks why it is not open */
    char why
        [160]; /* the first reason why it is not open; only that there is one, where nobody asks */
    int32_t place; /* where that stands, -1 */
    bool unbarred; /* it is known that nothing that reads its roles alone forbids it */
    struct {
        int64_t thing, sum;
        int32_t field;
    } paid[MAX_PAYMENTS];
    int32_t payments;
};
/* What forbids it as it has been answered, and where that rule stands: image.places, -1. */
bool agenda_barred(struct state *s, struct head *h, const char **label, int32_t *place);
/* Whether it is forbidden whatever its head is answered with. Where it is not sure: no. */
bool agenda_shut(struct state *s, struct head *h, bool *yes);
void agenda_head(struct state *s, struct head *h, int32_t event, int64_t self, const int64_t *args,
                 int32_t count);
/* The action's head with what its frame has answered so far. */
void agenda_head_of(struct state *s, struct head *h, uint32_t frame);
/* Whether some chain of answers leads from that line through the head. */
bool agenda_open(struct state *s, struct head *h, int32_t line, bool *yes);
/* What a choice of the head may be answered with: legal picks as a scratch list. */
bool agenda_picks(struct state *s, struct head *h, int32_t line, int64_t *list);
/* A place or way in a head's choice: legal, and the rest of the head is open. */
bool agenda_spot(struct state *s, struct head *h, int32_t line, int64_t value, bool *yes);
/* Parts of a geometric choice in a head. */
struct agenda_geometry {
    int64_t mover, zone, far, of, up_to;
};
bool agenda_geometry(struct state *s, struct head *h, int32_t line, struct agenda_geometry *out);
/* Pays and counts what the answered head of a frame says. */
bool agenda_pay(struct state *s, uint32_t frame);
/* The needs of a head, looked at again after `before`; in the head's `why` which does not hold. */
bool agenda_needs(struct state *s, uint32_t frame, struct head *h, bool *hold);
/* Actions declared during `event` that may be open to `player` for `whom` (NONE: for what he
 * has): threes (action, thing or NONE, instance whose action it is or NONE) in a scratch list.
 * Whether one is, agenda_offered tells. */
void agenda_offer(struct state *s, int32_t event, int64_t player, int64_t whom, int64_t *threes);
bool agenda_offered(struct state *s, const int64_t *three, bool *yes);

/* ---- What lasts until ----------------------------------------------------------- */

/* The words of an entry of G_WAITING or G_WHILE before its captured values: feature, until, and
 * of `until next E ends` how many of the E that had begun when it was given have not ended. */
enum { WAIT_WORDS = 3 };
bool agenda_until(struct state *s, uint32_t frame, int64_t feature, int32_t until,
                  const int64_t *captured);
/* The first feature that ends because the event of this frame begins or ends (what:
 * UNTIL_NEXT_BEGINS, UNTIL_NEXT_ENDS), or whose `while` no longer holds (frame 0,
 * UNTIL_WHILE): taken off the list; NONE: no more. */
bool agenda_ended(struct state *s, uint32_t frame, int32_t what, int64_t *feature);

#endif
