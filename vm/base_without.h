/*
 * base_without: switches that take out of a build mechanisms that only make it faster: what is
 * asked twice is then computed twice. -DWITHOUT_NAME leaves out one, -DWITHOUT_ALL all of them.
 * Every build gives the same answers, Worlds and journals: tests/gates/plain holds that. What each
 * gains `make bench-ablate` counts; its invariant, and where it is, stand in the table of
 * vm/README.md ("What is not computed twice"). A mechanism that gains less than 2 % on every game
 * is not worth its lines.
 *
 * Each is asked where the mechanism is entered: if (WITHOUT_NAME) the plain way is taken.
 */
#ifndef MYTH_VM_BASE_WITHOUT_H
#define MYTH_VM_BASE_WITHOUT_H

#ifdef WITHOUT_ALL
#define WITHOUT_EACH 1
#else
#define WITHOUT_EACH 0
#endif
_Static_assert(WITHOUT_EACH <= 1, "a switch is 0 or 1: each is asked by `if`");

/* What steady numbers came to is remembered (state_memory.c). */
#ifndef WITHOUT_MEMORY
#define WITHOUT_MEMORY WITHOUT_EACH
#endif
/* A remembered number that asks how near things are outlives moves elsewhere (state_stepped). */
#ifndef WITHOUT_NEAR
#define WITHOUT_NEAR WITHOUT_EACH
#endif
/* Numbers that ask whether an event runs are remembered while it does not. */
#ifndef WITHOUT_UNLESS
#define WITHOUT_UNLESS WITHOUT_EACH
#endif
/* What a remembered number reads of its arguments alone is good until one of them is written. */
#ifndef WITHOUT_TOUCHED
#define WITHOUT_TOUCHED WITHOUT_EACH
#endif
/* What forbids an action whatever it is answered with is asked before its choices. */
#ifndef WITHOUT_SHUT
#define WITHOUT_SHUT WITHOUT_EACH
#endif
/* An action that was found open as it was offered is not judged again as its head begins. */
#ifndef WITHOUT_FOUND_OPEN
#define WITHOUT_FOUND_OPEN WITHOUT_EACH
#endif
/* Where nobody asks why not, ways are tried in an order in which little is in the way. */
#ifndef WITHOUT_TRIED
#define WITHOUT_TRIED WITHOUT_EACH
#endif
/* A way is not looked for if only `reach` at most so much is asked, and a gap is wider. */
#ifndef WITHOUT_ENOUGH
#define WITHOUT_ENOUGH WITHOUT_EACH
#endif
/* Instructions go from one straight to the code of the next, not by one switch. */
#ifndef WITHOUT_LABELS
#define WITHOUT_LABELS WITHOUT_EACH
#endif
/* A `whenever` is not looked at again while nothing that it reads changes. */
#ifndef WITHOUT_LOOKS
#define WITHOUT_LOOKS WITHOUT_EACH
#endif
/* Members of a set that a walk refuses at once are passed over (run_walk.c). */
#ifndef WITHOUT_WALKS
#define WITHOUT_WALKS WITHOUT_EACH
#endif
/* A walk passes over who is outside of a box without measuring. */
#ifndef WITHOUT_ABOUT
#define WITHOUT_ABOUT WITHOUT_EACH
#endif
/* What a condition asks first of words is asked without running it (rows_guard.c). */
#ifndef WITHOUT_GUARDS
#define WITHOUT_GUARDS WITHOUT_EACH
#endif
/* Of which kinds no row of in_force speaks is known. */
#ifndef WITHOUT_SILENT
#define WITHOUT_SILENT WITHOUT_EACH
#endif
/* The rules of a moment are looked up once, with what mutes them. */
#ifndef WITHOUT_MOMENTS
#define WITHOUT_MOMENTS WITHOUT_EACH
#endif
/* Who may speak of the steps of a move is asked once a move (agenda_listen). */
#ifndef WITHOUT_EARS
#define WITHOUT_EARS WITHOUT_EACH
#endif
/* Steps of a move that nobody hears follow one another without a statement. */
#ifndef WITHOUT_GOES_ON
#define WITHOUT_GOES_ON WITHOUT_EACH
#endif
/* The last block of random numbers of a stream is kept. */
#ifndef WITHOUT_STREAMS
#define WITHOUT_STREAMS WITHOUT_EACH
#endif
/* The hash of the World is not kept from question to question where nobody asks. */
#ifndef WITHOUT_LAZY
#define WITHOUT_LAZY WITHOUT_EACH
#endif
/* A World is brought into form only where somebody sees it. */
#ifndef WITHOUT_FORM
#define WITHOUT_FORM WITHOUT_EACH
#endif
/* Of an offer that nobody sees no more is judged than is drawn. */
#ifndef WITHOUT_LOTS
#define WITHOUT_LOTS WITHOUT_EACH
#endif
/* A sweep does not ask again what names nothing that has gone. */
#ifndef WITHOUT_UNNAMED
#define WITHOUT_UNNAMED WITHOUT_EACH
#endif
/* A sweep leaves lists alone that are in order. */
#ifndef WITHOUT_TIDY
#define WITHOUT_TIDY WITHOUT_EACH
#endif

#endif
