/*
 * state: the World as things, lists and ledger, in as many headers as it has subjects; a file that
 * needs it includes this one. It evaluates no rule: whoever needs one evaluated calls the port
 * `evaluate` (state_core.h), which the machine fills.
 *
 *   state_layout.h    where what lies in the World
 *   state_memory.h    what is kept of what numbers came to
 *   state_site.h      what geometry keeps of things
 *   state_guard.h     what is read off rules, so that they need not be run
 *   state_core.h      the state of a battle, with all of these
 *   state_list.h      lists, in the heap and in scratch memory
 *   state_thing.h     things: records, what they bear and hold, whose they are
 *   state_changed.h   what is noted when something is written
 *   state_recall.h    recalling and remembering numbers
 *   state_tell.h      telling the journal; values as text
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
#include "state_recall.h"
#include "state_site.h"
#include "state_sweep.h"
#include "state_tell.h"
#include "state_thing.h"

#endif
