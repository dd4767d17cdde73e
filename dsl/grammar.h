/*
 * grammar: which lines are well formed (grammar.y). Reads one file into a tree; its actions only
 * build nodes. After a mistake, reading goes on behind the statement, row or declaration that has
 * it, so that every mistake of a text is reported, each once, with what was expected there.
 */
#ifndef MYTH_DSL_GRAMMAR_H
#define MYTH_DSL_GRAMMAR_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

/* Reads a source text into a FILE node. Parts that could not be read are MISTAKE nodes in its list;
 * diag_errors tells whether there were any. */
struct node *grammar_parse(struct arena *arena, struct diags *d, uint32_t file);

/* The same for play: examples and `chances` may come out empty, and mistakes in them unreported.
 * Examples that may name options are read, since a thing made with options is a blueprint of its
 * own. */
struct node *grammar_parse_for_play(struct arena *arena, struct diags *d, uint32_t file);

/* Splits a text with FLAG_HOLES into a chain by `next`: TEXT for stretches that are printed as they
 * are, expressions for what stands in braces. A mistake in one is reported and leaves a MISTAKE. */
struct node *grammar_text_parts(struct arena *arena, struct diags *d, const struct node *text);

#endif
