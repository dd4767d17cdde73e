/*
 * api: the library's public header (include "myth.h"). Reads rules from a folder or a file and runs
 * a battle of them from question to question, which the caller answers. All types are opaque; hosts
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
struct myth_battle; /* keeps a reference to its ruleset, which must outlive it */

/* Reads a ruleset. Each mistake is given to `say` as a text of one or more lines; NULL if there are
 * mistakes. */
struct myth *myth_load(const char *path, void (*say)(void *user, const char *text), void *user);
void myth_free(struct myth *rules);

/* Makes an empty battle. Its dice are drawn from the seed; its players are asked. */
struct myth_battle *myth_battle(struct myth *rules, uint64_t seed);
void myth_battle_free(struct myth_battle *b);
/* Set up and begin a battle. False: not done, and myth_why says why. */
bool myth_scenario(struct myth_battle *b, const char *name);
bool myth_roster(struct myth_battle *b, const char *player, const char *name);
bool myth_start(struct myth_battle *b);
const char *myth_why(const struct myth_battle *b);

struct myth_question {
    const char *player, *prompt; /* good until the next step */
    int64_t count;               /* candidates */
    bool may_pass;
};
/* Runs to the next question; false: the battle has ended (myth_why is ""), or the rules failed
 * (myth_why says why). */
bool myth_next(struct myth_battle *b, struct myth_question *out);
/* The name of candidate i, counted from 0; NULL if it is not legal, as places and ways may be. */
const char *myth_candidate(struct myth_battle *b, int64_t i, char *out, size_t size);
/* Answer with candidate i (-1: decline), or as the policy "first" or "random" does. */
bool myth_answer(struct myth_battle *b, int64_t i);
bool myth_answer_as(struct myth_battle *b, const char *policy);

/* myth_undo goes back to where n questions had been answered, dice among them. myth_fork makes
 * another battle that stands where this one stands. */
bool myth_undo(struct myth_battle *b, uint64_t n);
struct myth_battle *myth_fork(struct myth_battle *b);
/* myth_save gives the size of the saved battle and writes it to `out` if it fits. Answers given
 * since the last myth_next are not in it. myth_restore reads it into a battle of the same rules,
 * which goes on from there with the same dice; false, and nothing is changed, if a byte was
 * altered: myth_why says where. It detects accidents, not intent: from strangers take tapes. */
size_t myth_save(const struct myth_battle *b, uint8_t *out, size_t room);
bool myth_restore(struct myth_battle *b, const uint8_t *bytes, size_t count);
uint64_t myth_questions(const struct myth_battle *b);
uint64_t myth_hash(const struct myth_battle *b);
/* The winner's name, NULL while there is none or after a tie; the points of a player. */
const char *myth_winner(struct myth_battle *b);
int64_t myth_points(struct myth_battle *b, const char *player);
/* Gives `say` the report so far, in pieces of text. */
void myth_report(struct myth_battle *b, void (*say)(void *user, const char *text), void *user);

#endif
