/*
 * state_tell: the journal of things, and values as a person reads them.
 */
#ifndef MYTH_VM_STATE_TELL_H
#define MYTH_VM_STATE_TELL_H

#include "state_thing.h"

/* Whether the journal is kept. */
static inline bool state_tells(const struct state *s) {
    return !s->journal.off;
}
/* Begins an entry with the present place. */
MYTH_SELDOM void state_tell(struct state *s, enum journal_kind kind);
void state_tell_value(struct state *s, struct image_type type, int64_t value);
void state_tell_thing(struct state *s, int64_t thing);
void state_tell_models(struct state *s, int64_t group); /* and their places */
void state_tell_template(struct state *s, int32_t tmpl, const int64_t *holes);
void state_told(struct state *s); /* ends the entry; the header keeps the journal's length */

/* The text of a value as a person reads it, without rules; used for prompts. */
size_t state_text(const struct state *s, struct image_type type, int64_t value, char *out,
                  size_t size);
size_t state_template(const struct state *s, int32_t tmpl, const int64_t *holes, char *out,
                      size_t size);

#endif
