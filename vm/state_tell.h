/*
 * state_tell: writing entries of the journal, and values as text for persons.
 */
#ifndef MYTH_VM_STATE_TELL_H
#define MYTH_VM_STATE_TELL_H

#include "state_thing.h"

/* Whether the journal is kept. */
static inline bool state_tells(const struct state *s) {
    return !s->journal.off;
}
/* The types of a place and of a way: points of a plane, or areas of a map. */
static inline struct image_type state_place_type(const struct state *s) {
    if (!s->img->on_map) return (struct image_type){V_PLACE, 0, -1};
    return (struct image_type){V_THING, 0, (int16_t)s->img->root[ROOT_AREA]};
}
static inline struct image_type state_path_type(const struct state *s) {
    if (!s->img->on_map) return (struct image_type){V_PATH, 0, -1};
    return (struct image_type){V_PATH, V_THING, (int16_t)s->img->root[ROOT_AREA]};
}
/* Begins an entry of the journal, with the depth of events (G_DEPTH) and the place of the present
 * statement or row in the text of the rules. The functions that follow add words to the entry, and
 * state_told ends it. */
MYTH_SELDOM void state_tell(struct state *s, enum journal_kind kind);
void state_tell_value(struct state *s, struct image_type type, int64_t value);
void state_tell_thing(struct state *s, int64_t thing);
/* adds each member of a group and its place; nothing if the thing is no group */
void state_tell_models(struct state *s, int64_t group);
void state_tell_template(struct state *s, int32_t tmpl, const int64_t *holes);
/* Tells the title of a thing with its holes filled, if this field fills one of them. */
void state_tell_title(struct state *s, int64_t thing, int32_t field);
/* ends the entry; the World's header gets the length of the journal */
void state_told(struct state *s);

/* Writes a value as a person reads it, by what is stored, without rows. Returns the length that the
 * whole text has, even if it is cut off to fit `size`. */
size_t state_text(const struct state *s, struct image_type type, int64_t value, char *out,
                  size_t size);
size_t state_template(const struct state *s, int32_t tmpl, const int64_t *holes, char *out,
                      size_t size);

#endif
