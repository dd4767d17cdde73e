/*
 * state_changed: what is noted whenever the World is written, so that nothing that is kept beside
 * the World is used after it has become stale. Four kinds of things are kept: remembered numbers
 * (state_memory.h), what geometry has gathered (state_site.h), which ids a thing names, and which
 * things `whenever` rules have to look at.
 *
 * A sort (enum reads_what) is a class of words, for example all owners. A write advances the clock
 * of its sort, and touches the thing that was written. A number that reads words of this sort of
 * any things then becomes stale; a number that reads them only of its arguments becomes stale if
 * one of these was touched.
 */
#ifndef MYTH_VM_STATE_CHANGED_H
#define MYTH_VM_STATE_CHANGED_H

#include "state_thing.h"

static inline void state_forget_stood(struct state *s, size_t thing) {
    if (thing < s->stood_capacity) s->stood[thing].since = 0;
}
/* To be called when the list of moved things (state_index.moved) is full. Drops repeated things
 * from the list and adds this one; if there are none, gives the index up. Does nothing if the index
 * is given up already. */
void state_moved_more(struct state *s, size_t thing);
static inline void state_forget_place(struct state *s, size_t thing) {
    struct state_index *x = &s->index;
    state_forget_stood(s, thing);
    if (x->moved_count > 0 && x->moved[x->moved_count - 1] == (int64_t)thing) return;
    if (x->moved_count < INDEX_MOVED)
        x->moved[x->moved_count++] = (int64_t)thing;
    else
        state_moved_more(s, thing);
}
/* Forgets what geometry has gathered of things that moved in a stretch which was undone. To be
 * called before anything gathered is used. */
static inline void state_undone(struct state *s) {
    for (size_t thing; world_undone(&s->w, &thing);) {
        state_forget_place(s, thing);
        s->index.since = 0;
    }
}
/* The sort to which a word of records of a kind belongs. For T_HEAD: the sort of whether a thing of
 * the kind is still in play. */
static inline enum reads_what state_read_as(const struct state *s, int32_t kind, uint32_t word) {
    return (enum reads_what)s->read_as[(uint32_t)kind * s->stride + word];
}
static inline void state_sort_add(uint64_t *sorts, enum reads_what what) {
    sorts[what / 64] |= UINT64_C(1) << what % 64;
}
/* To be called when words of a sort were written. The thing that was written must be touched as
 * well; words of the sorts READS_OTHER and READS_PLACES may belong to no thing. Only the first call
 * after something was remembered has an effect. */
static inline void state_changed(struct state *s, enum reads_what what) {
    struct state_memory *m = &s->memory;
    if (m->changed[what] > m->last) return;
    m->changed[what] = ++m->clock;
}
/* Advances the clock by a change that belongs to no sort. */
static inline uint64_t state_tick(struct state *s) {
    struct state_memory *m = &s->memory;
    m->clock++;
    return m->clock;
}
/* Touching a thing notes when it was written, for numbers that read words of their arguments only.
 * state_touch_alone touches one thing; state_touch_far one whose id has no entry yet. */
void state_touch_far(struct state *s, int64_t thing); /* makes room first */
static inline void state_touch_alone(struct state *s, int64_t thing) {
    struct state_memory *m = &s->memory;
    if (thing <= 0) return;
    if (MYTH_UNLIKELY((size_t)thing >= m->touched_room)) {
        state_touch_far(s, thing);
        return;
    }
    /* so that the touch is later than all that is remembered */
    if (m->clock == m->last) state_tick(s);
    m->touched[thing] = m->clock;
}
/* To be called before a word of a thing is written, unless the word names a thing: touches the
 * thing and all things that it names in a field that is a link (image_field.link). */
static inline void state_touched_plain(struct state *s, int64_t thing) {
    state_touch_alone(s, thing);
    const int32_t *link = s->links + s->first_link[state_kind(s, thing)];
    for (; *link; link++) state_touch_alone(s, state_word(s, thing, (uint32_t)*link));
}
/* To be called before a word is written that may name a thing: touches the thing and its links like
 * state_touched_plain, and forgets which ids it is known not to name (state_memory.unnamed). */
static inline void state_touched(struct state *s, int64_t thing) {
    state_touched_plain(s, thing);
    if ((size_t)thing < s->memory.unnamed_room) s->memory.unnamed[thing] = 0;
}
/* To be called when an id is given to a new thing, or becomes free: what is remembered for this id
 * as an argument is no longer used. */
void state_born(struct state *s, int64_t thing);
/* Whether nothing was remembered since the thing was made, so that no remembered number has read
 * it. */
static inline bool state_fresh(const struct state *s, int64_t thing) {
    const struct state_memory *m = &s->memory;
    return (size_t)thing < m->born_room && m->born[thing] > m->last;
}
/* Forgets all remembered numbers. */
static inline void state_forget(struct state *s) {
    s->memory.begun = state_tick(s);
    s->memory.words_used = 0;
}
/* To be called when a thing's place, base, members, or a field of terrain that geometry reads are
 * written: forgets what was gathered of the thing and of its group. state_put and state_write do
 * this for the words that they write. state_moved_near leaves out the sort READS_NEAR, for moves
 * that state_stepped has noted. */
static inline void state_moved_near(struct state *s, int64_t thing) {
    int64_t holder = state_word(s, thing, T_HOLDER);
    state_changed(s, READS_PLACES);
    state_undone(s);
    state_forget_place(s, (size_t)thing);
    world_note(&s->w, (size_t)thing);
    if (holder <= 0) return;
    state_forget_stood(s, (size_t)holder);
    world_note(&s->w, (size_t)holder);
}
static inline void state_moved(struct state *s, int64_t thing) {
    state_changed(s, READS_NEAR);
    state_moved_near(s, thing);
}
/* Notes that a piece which stands moves to another place. A number that only asks whether things
 * are near compares its box with these moves; the sort READS_NEAR is not changed by them. */
void state_stepped(struct state *s, int64_t piece, int64_t to);
static inline void state_near_grow(struct state_near *near, int64_t west, int64_t south,
                                   int64_t east, int64_t north) {
    near->anywhere |=
        west < INT32_MIN || south < INT32_MIN || east > INT32_MAX || north > INT32_MAX;
    if (west < near->west) near->west = (int32_t)west;
    if (south < near->south) near->south = (int32_t)south;
    if (east > near->east) near->east = (int32_t)east;
    if (north > near->north) near->north = (int32_t)north;
}
/* Widens the box outside of which no thing matters to the number that is being computed, so that it
 * holds this box, too; does nothing if no such box is wanted. state_near_anywhere notes that any
 * thing anywhere may matter. */
static inline void state_near_box(struct state *s, int64_t west, int64_t south, int64_t east,
                                  int64_t north) {
    if (s->memory.near) state_near_grow(s->memory.near, west, south, east, north);
}
static inline void state_near_anywhere(struct state *s) {
    if (s->memory.near) s->memory.near->anywhere = true;
}
/* Adds the box of a number to that of the number that reads it. */
static inline void state_near_join(struct state *s, const struct state_near *near) {
    if (near->anywhere) state_near_anywhere(s);
    if (near->west <= near->east)
        state_near_box(s, near->west, near->south, near->east, near->north);
}
/* Notes that words of a thing were written which `whenever` rules read; `wakes` has a bit for each
 * of these rules. A rule that reads only the one thing x looks at this thing again (T_NOTED).
 * G_NOTED collects the bits of all things, and of rules that read more than x. */
void state_note(struct state *s, int64_t thing, uint64_t wakes);
/* Notes a change that belongs to no thing: the rules in `wakes` have something to look at. */
static inline void state_wake(struct state *s, uint64_t wakes) {
    if (wakes) state_global_set(s, G_NOTED, (int64_t)((uint64_t)state_global(s, G_NOTED) | wakes));
}

#endif
