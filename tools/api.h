/*
 * api: the library's public header (include "myth.h"). Rules are read from a folder or a file, a
 * battle of them runs from question to question, and whoever holds it answers.
 * Opaque throughout; for hosts that want more, the headers below vm/ are open.
 *
 *     struct myth *rules = myth_load("rules/duel", print, NULL);
 *     struct myth_battle *b = myth_battle(rules, 1);
 *     myth_scenario(b, "open_field"); myth_roster(b, "red", "northerners"); …
 *     myth_start(b);
 *     struct myth_question q;
 *     while (myth_next(b, &q)) myth_answer_as(b, "random");
 *     puts(myth_winner(b));
 */
#ifndef MYTH_TOOLS_API_H
#define MYTH_TOOLS_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct myth;        /* a ruleset */
struct myth_battle; /* keeps a reference to its ruleset, which must outlive it */

/* Reads a ruleset; mistakes go to `say`, a line or several each. NULL if there was one. */
struct myth *myth_load(const char *path, void (*say)(void *user, const char *text), void *user);
void myth_free(struct myth *rules);

/* An empty battle; dice are drawn from the seed, players are asked. */
struct myth_battle *myth_battle(struct myth *rules, uint64_t seed);
void myth_battle_free(struct myth_battle *b);
/* What follows is false, and myth_why says why, when it was not done. */
bool myth_scenario(struct myth_battle *b, const char *name);
bool myth_roster(struct myth_battle *b, const char *player, const char *name);
bool myth_start(struct myth_battle *b);
const char *myth_why(const struct myth_battle *b);

struct myth_question {
    const char *player, *prompt; /* good until the next step */
    int64_t count;               /* candidates */
    bool may_pass;
};
/* Runs to the next question; false at the end, or when the rules failed: then myth_why
 * says why, and is empty otherwise. */
bool myth_next(struct myth_battle *b, struct myth_question *out);
/* What the i-th candidate, from 0, is called; NULL if it is not legal (a place or way). */
const char *myth_candidate(struct myth_battle *b, int64_t i, char *out, size_t size);
/* Answers with candidate i, -1 to decline; or as a policy does: "first", "random". */
bool myth_answer(struct myth_battle *b, int64_t i);
bool myth_answer_as(struct myth_battle *b, const char *policy);

/* Back to where n questions had been answered, dice among them; another battle that
 * stands where this one stands; what both are known by. */
bool myth_undo(struct myth_battle *b, uint64_t n);
struct myth_battle *myth_fork(struct myth_battle *b);
/* Where it stands, as bytes: how many; they are written if there is room for all. What was
 * answered since myth_next will be asked again. Read into a battle of the same rules, it goes on
 * from there, its dice included; false, and nothing is changed, if any byte was altered: myth_why
 * says where. From somebody who may have meant to alter them, take a tape. */
size_t myth_save(const struct myth_battle *b, uint8_t *out, size_t room);
bool myth_restore(struct myth_battle *b, const uint8_t *bytes, size_t count);
uint64_t myth_questions(const struct myth_battle *b);
uint64_t myth_hash(const struct myth_battle *b);
/* The winner's name, NULL while there is none; a player's points. */
const char *myth_winner(struct myth_battle *b);
int64_t myth_points(struct myth_battle *b, const char *player);
/* The report so far, as text. */
void myth_report(struct myth_battle *b, void (*say)(void *user, const char *text), void *user);

#endif
