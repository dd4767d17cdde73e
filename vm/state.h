/*
 * state: the World as things, lists and ledger, in as many headers as it has subjects. A file that
 * needs any of them includes this one. This room evaluates no rule: for that it calls the port
 * `evaluate` (state_core.h), which `run` fills.
 *
 *   state_layout.h    where things lie in the World
 *   state_memory.h    remembered results of numbers, as they lie in memory
 *   state_site.h      what geometry keeps of things
 *   state_guard.h     guards of rules, and which rules are about an event
 *   state_core.h      the state of a battle, with all of these
 *   state_list.h      lists, in the heap and in scratch memory
 *   state_thing.h     things: records, bearers, groups, owners
 *   state_pile.h      piles of cards, known as far as rules have looked
 *   state_changed.h   what is noted when something is written
 *   state_recall.h    recalling and remembering numbers
 *   state_tell.h      entries of the journal; values as text
 *   state_sweep.h     what a sweep frees; the form of a World at rest
 */
#ifndef MYTH_VM_STATE_H
#define MYTH_VM_STATE_H

#include "state_changed.h"
#include "state_core.h"
#include "state_guard.h"
#include "state_layout.h"
#include "state_list.h"
#include "state_memory.h"
#include "state_pile.h"
#include "state_recall.h"
#include "state_site.h"
#include "state_sweep.h"
#include "state_tell.h"
#include "state_thing.h"

#endif
