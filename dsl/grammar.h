/*
 * grammar: which lines are well formed (grammar.y). Reads one file into a tree;
 * its actions only build nodes. After a mistake it goes on behind the statement,
 * row or declaration in which it stands, so that every mistake of a text is
 * reported, each once, and each with what was expected there.
 */
#ifndef MYTH_DSL_GRAMMAR_H
#define MYTH_DSL_GRAMMAR_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

/* The FILE node of a source text; what could not be read is a MISTAKE in its list.
 * Whether there were mistakes is told by diag_errors. */
struct node *grammar_parse(struct arena *arena, struct diags *d, uint32_t file);

/* The same for play: examples and `chances` may be left empty, and mistakes in them unsaid. Read
 * are those that may name options: what is made with them is a blueprint of its own. */
struct node *grammar_parse_for_play(struct arena *arena, struct diags *d, uint32_t file);

/* A text with FLAG_HOLES in its parts, in a chain by `next`: TEXT for what is
 * printed as it is, expressions for what stood in braces. A mistake in one is
 * reported and leaves a MISTAKE. */
struct node *grammar_text_parts(struct arena *arena, struct diags *d, const struct node *text);

#endif
