/*
 * base_without: switches that take out of a build mechanisms that only make the machine faster. A
 * build without a mechanism computes again what the mechanism would have kept. -DWITHOUT_NAME
 * leaves the mechanism NAME out; -DWITHOUT_ALL leaves out all of them, except the last one below.
 *
 * In battles every build gives the same answers, Worlds and journals; the gate tests/gates/plain
 * checks this. The table "What is not computed twice" in vm/README.md says of each mechanism where
 * it is, why it is right and what it gains; `make bench-ablate` counts the gains. A mechanism that
 * gains less than 2 % on every game is not worth its lines.
 *
 * Each switch WITHOUT_NAME is 0 or 1 and is asked by `if` where the mechanism begins: with 1 the
 * plain way is taken. The comment above a switch says what the mechanism does while the switch
 * is 0.
 */
#ifndef MYTH_VM_BASE_WITHOUT_H
#define MYTH_VM_BASE_WITHOUT_H

#ifdef WITHOUT_ALL
#define WITHOUT_EACH 1
#else
#define WITHOUT_EACH 0
#endif
_Static_assert(WITHOUT_EACH <= 1, "a switch is 0 or 1: each is asked by `if`");

/* Remembers the results of steady numbers: numbers that read only their arguments and words of the
 * World, no dice and no frames (state_memory.c). */
#ifndef WITHOUT_MEMORY
#define WITHOUT_MEMORY WITHOUT_EACH
#endif
/* Keeps a remembered number that asks only how near things are until a piece moves into or out of
 * the region that it asked about (state_stepped). */
#ifndef WITHOUT_NEAR
#define WITHOUT_NEAR WITHOUT_EACH
#endif
/* Remembers also numbers that ask whether some event runs, as long as no such event runs. */
#ifndef WITHOUT_UNLESS
#define WITHOUT_UNLESS WITHOUT_EACH
#endif
/* Keeps a remembered number past writes to things that are not among its arguments, if it reads
 * the words written only of its arguments (touched_since in state_memory.c). */
#ifndef WITHOUT_TOUCHED
#define WITHOUT_TOUCHED WITHOUT_EACH
#endif
/* Asks, before the choices of an action are tried, whether a rule forbids the action for its roles
 * alone, whatever the answers to the choices will be (agenda_shut). */
#ifndef WITHOUT_SHUT
#define WITHOUT_SHUT WITHOUT_EACH
#endif
/* Does not judge an action a second time as its head begins, if the action was found open when it
 * was offered and nothing was written since (run_found_open). */
#ifndef WITHOUT_FOUND_OPEN
#define WITHOUT_FOUND_OPEN WITHOUT_EACH
#endif
/* Tries the shortest ways first where the caller needs only some legal way: the shortest have the
 * least in their way and are judged soonest (prim_path_tried). */
#ifndef WITHOUT_TRIED
#define WITHOUT_TRIED WITHOUT_EACH
#endif
/* Looks for no way if rules ask only whether `reach` is at most some length, and the gap is wider
 * than that length (board_plane_out_of_reach), or more borders lie between than it pays for. */
#ifndef WITHOUT_ENOUGH
#define WITHOUT_ENOUGH WITHOUT_EACH
#endif
/* Jumps from each instruction straight to the code of the next one, instead of through one `switch`
 * (run.c). */
#ifndef WITHOUT_LABELS
#define WITHOUT_LABELS WITHOUT_EACH
#endif
/* Does not look again at a `whenever` rule that found nothing, or looks again only at the things
 * that were written since (looks_of in run_event.c). */
#ifndef WITHOUT_LOOKS
#define WITHOUT_LOOKS WITHOUT_EACH
#endif
/* Passes over the members of a set that the first tests of a condition refuse, without running the
 * code of the condition (run_walk.c). */
#ifndef WITHOUT_WALKS
#define WITHOUT_WALKS WITHOUT_EACH
#endif
/* Finds the members of a long list that have a value in a word without looking at the others
 * (run_index.c). */
#ifndef WITHOUT_INDEXES
#define WITHOUT_INDEXES WITHOUT_EACH
#endif
/* Passes over the members of a set that lie outside of a box, without measuring their distance
 * (prim_about_of). */
#ifndef WITHOUT_ABOUT
#define WITHOUT_ABOUT WITHOUT_EACH
#endif
/* Answers the guards of a rule's condition, or of a truth that a walk asks, without running code. A
 * guard is a test at the beginning of a condition that only reads words (rows_guard.c). */
#ifndef WITHOUT_GUARDS
#define WITHOUT_GUARDS WITHOUT_EACH
#endif
/* Remembers of which kinds no row of in_force speaks (silent_of_kind in rows_guard.c). */
#ifndef WITHOUT_SILENT
#define WITHOUT_SILENT WITHOUT_EACH
#endif
/* Keeps the rules that are about a moment of an event together, with the rulings that mute them
 * (rules_about in agenda.c). */
#ifndef WITHOUT_MOMENTS
#define WITHOUT_MOMENTS WITHOUT_EACH
#endif
/* Asks once a move, not once a step, which rules may be about the steps of the move
 * (agenda_listen). */
#ifndef WITHOUT_EARS
#define WITHOUT_EARS WITHOUT_EACH
#endif
/* Makes steps of a move one after another within one statement, while no rule is about them
 * (goes_on in run_move.c). */
#ifndef WITHOUT_GOES_ON
#define WITHOUT_GOES_ON WITHOUT_EACH
#endif
/* Keeps the last block of random numbers of a stream, which holds four draws
 * (stream_below_kept). */
#ifndef WITHOUT_STREAMS
#define WITHOUT_STREAMS WITHOUT_EACH
#endif
/* Computes the hash of the World only when somebody asks for it, where dice are thrown at once and
 * nothing is undone (world.lazy). */
#ifndef WITHOUT_LAZY
#define WITHOUT_LAZY WITHOUT_EACH
#endif
/* Leaves the World out of form while nobody sees it. In form, lists have one order and no holes
 * (puts_off in run_ask.c). */
#ifndef WITHOUT_FORM
#define WITHOUT_FORM WITHOUT_EACH
#endif
/* Judges, of an offer that nobody else sees, only the actions that a policy draws (judge_some in
 * run_offer.c). */
#ifndef WITHOUT_OFFERS
#define WITHOUT_OFFERS WITHOUT_EACH
#endif
/* Spares a sweep the things that are known to name nothing that has gone (state_unnamed). */
#ifndef WITHOUT_UNNAMED
#define WITHOUT_UNNAMED WITHOUT_EACH
#endif

/* Forgets, with lazy dice, what no code can read any more (frame_live.c). Not among the mechanisms
 * above: the Worlds at which odds rest differ without it, only the odds are the same
 * (tests/gates/forgotten). So WITHOUT_ALL leaves it in, and battles do not use it. */
#ifndef WITHOUT_LIVENESS
#define WITHOUT_LIVENESS 0
#endif
/* Takes Worlds as equal, while odds are computed, that differ only in the order of things that are
 * alike (frame_alike.c). Not among the mechanisms above, for the same reason. */
#ifndef WITHOUT_ALIKE
#define WITHOUT_ALIKE 0
#endif

#endif
