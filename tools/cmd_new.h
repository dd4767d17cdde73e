/*
 * cmd_new: what `myth new` writes. All of it is derived from the ruleset's own declarations: which
 * kinds there are, how a card of a kind is written, and by what a card like it comes into play.
 */
#ifndef MYTH_TOOLS_CMD_NEW_H
#define MYTH_TOOLS_CMD_NEW_H

#include "cmd.h"
#include "source.h"

/* Something new that is being written. */
struct fresh {
    struct cmd *c;
    struct source s;
    const char *name;  /* as it is called in rule text */
    const char *title; /* the name as a title: "Old guard" of old_guard */
    const char *of;    /* the rules, as they were named on the command line */
    const char *base;  /* what these rules are called, with their variants */
    const char *rules; /* the name under which a script finds them with what is new */
    const char *text;  /* the rule text so far; NULL or "": none */
    /* a roster that has what is new, the scenario that is new; NULL: none */
    const char *roster, *scenario;
    /* what a new scenario is modelled on; NULL */
    const struct blueprint_decl *model;
};

/* Adds to the rule text. */
void fresh_say(struct fresh *f, const char *format, ...) MYTH_PRINTF(2, 3);
/* Writes a card of a kind, modelled on one that the rules have, what brings it into play, and an
 * example. Returns NULL, or why it cannot. */
const char *fresh_card(struct fresh *f, const struct kind_decl *kind);
/* Writes the block of a variant, with changes to these rules as comments. */
void fresh_variant(struct fresh *f);
/* Returns a script that plays a battle with what is new, and will lie at `path`; NULL: the rules
 * have no scenario or no roster. */
const char *fresh_script(struct fresh *f, const char *path);
/* Returns a text with each word `old` of the language replaced by `name`, and the label of the head
 * of the ruleset by `title`. */
const char *fresh_renamed(struct fresh *f, uint32_t file, struct span old);

#endif
