/*
 * api: the library's public header (include "myth.h"). It reads rules from a folder or a file and
 * runs a battle of them from question to question; the caller answers. All types are opaque; hosts
 * that want more can include the headers of vm/.
 *
 *     struct myth *rules = myth_load("rules/duel", print, NULL);
 *     struct myth_battle *b = myth_battle(rules, 1);
 *     myth_scenario(b, "open_field"); myth_roster(b, "red", "northerners"); …
 *     myth_start(b);
 *     struct myth_question q;
 *     while (myth_next(b, &q)) myth_answer_as(b, "random");
 *     const char *winner = myth_winner(b);
 *     puts(winner ? winner : "a tie");
 */
#ifndef MYTH_TOOLS_API_H
#define MYTH_TOOLS_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct myth;        /* a ruleset */
struct myth_battle; /* a battle; its ruleset must outlive it */

/* Reads a ruleset without its examples. `say` (may be NULL) is given each message (mistakes and
 * warnings) as a text of one or more lines. Returns NULL if there are mistakes or the rules cannot
 * be read. */
struct myth *myth_load(const char *path, void (*say)(void *user, const char *text), void *user);
void myth_free(struct myth *rules);

/* Makes an empty battle, which myth_battle_free frees. Its dice are drawn from the seed; each
 * choice is put to the caller. */
struct myth_battle *myth_battle(struct myth *rules, uint64_t seed);
void myth_battle_free(struct myth_battle *b);
/* Three steps set up and begin a battle: myth_scenario chooses the scenario, myth_roster musters a
 * roster for a player, myth_start begins. Each returns false if the step was not done; then
 * myth_why says why. */
bool myth_scenario(struct myth_battle *b, const char *name);
bool myth_roster(struct myth_battle *b, const char *player, const char *name);
bool myth_start(struct myth_battle *b);
const char *myth_why(const struct myth_battle *b);

struct myth_question {
    /* both texts are good until the next call; `player` is NULL if nobody owns the question */
    const char *player, *prompt;
    int64_t count; /* how many candidates it has */
    bool may_pass;
};
/* Runs to the next question and returns true. Returns false if the battle has ended (myth_why is
 * "") or the rules failed (myth_why says why). */
bool myth_next(struct myth_battle *b, struct myth_question *out);
/* Writes the name of candidate i, counted from 0, to `out` and returns it. A place, or the end of a
 * way, is written as "(x, y)" in units of length. Returns NULL if no question is at hand, if there
 * is no such candidate, or if it is a place or way that is not legal. */
const char *myth_candidate(struct myth_battle *b, int64_t i, char *out, size_t size);
/* myth_answer answers the question at hand with candidate i (-1: declines), myth_answer_as as the
 * policy "first" or "random" does. Both return false if the answer is refused or no question is at
 * hand; myth_why says why. */
bool myth_answer(struct myth_battle *b, int64_t i);
bool myth_answer_as(struct myth_battle *b, const char *policy);

/* myth_undo goes back to where n questions had been answered, questions of dice included. It
 * returns false if fewer were answered, or if the battle cannot go back so far: not to before a
 * myth_restore or, in a fork, to before the myth_fork. myth_fork makes another battle that stands
 * where this one stands; it is freed by itself. */
bool myth_undo(struct myth_battle *b, uint64_t n);
struct myth_battle *myth_fork(struct myth_battle *b);
/* myth_save returns the size of the saved battle in bytes and writes it to `out` if `room` is
 * enough. An answer given since the last myth_next is not in it. myth_restore reads a saved battle
 * into a battle of the same rules, which goes on from there with the same dice. It returns false
 * and changes nothing if a byte was altered; myth_why says where. This detects accidents and not
 * intent: from strangers take tapes. */
size_t myth_save(const struct myth_battle *b, uint8_t *out, size_t room);
bool myth_restore(struct myth_battle *b, const uint8_t *bytes, size_t count);
/* myth_questions returns how many questions have been answered, dice among them; myth_hash a hash
 * of the battle's state. */
uint64_t myth_questions(const struct myth_battle *b);
uint64_t myth_hash(const struct myth_battle *b);
/* myth_winner returns the winner's name; NULL while the battle is not over, and if it ended without
 * a winner or with several. myth_has_won says whether a player has won, alone or with others.
 * myth_points returns the points of a player; 0 if there is no player of that name. */
const char *myth_winner(struct myth_battle *b);
bool myth_has_won(struct myth_battle *b, const char *player);
int64_t myth_points(struct myth_battle *b, const char *player);
/* Gives `say` the report of all that has happened so far, in pieces of text. */
void myth_report(struct myth_battle *b, void (*say)(void *user, const char *text), void *user);

#endif
