/*
 * grammar: which lines of rule text are well formed (grammar.y). It reads one file into a tree; the
 * actions of the grammar build nodes, and report little more than text that is nested too deep.
 *
 * After a mistake, reading goes on behind the statement, row or declaration in which the mistake
 * stands. So one reading reports mistakes in several places, each with what was expected there.
 */
#ifndef MYTH_DSL_GRAMMAR_H
#define MYTH_DSL_GRAMMAR_H

#include "../vm/arena.h"
#include "diag.h"
#include "tree.h"

/* Reads a source text into a FILE node. A part that could not be read is a MISTAKE node in the list
 * where it stands. diag_errors(d) has grown if there were mistakes. */
struct node *grammar_parse(struct arena *arena, struct diags *d, uint32_t file);

/* Reads a source text into a FILE node, but only as far as play needs it: examples and `chances`
 * may come out empty, so that mistakes in them are not found. Examples that may name options are
 * read all the same, because a thing made with options is a blueprint of its own. If a mistake is
 * found, the whole text is read as by grammar_parse. */
struct node *grammar_parse_for_play(struct arena *arena, struct diags *d, uint32_t file);

/* Splits a TEXT node with FLAG_HOLES into a chain of nodes: TEXT for stretches that are printed as
 * they are, and an expression for each hole, which stands in braces. A mistake in a hole is
 * reported; a MISTAKE node stands in its place. */
struct node *grammar_text_parts(struct arena *arena, struct diags *d, const struct node *text);

#endif
