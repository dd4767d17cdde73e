/*
 * state_changed: what is noted where something is written, so that nothing stale is recalled:
 * clocks of sorts, touched things, what geometry forgets, what `whenever` rules should look at.
 */
#ifndef MYTH_VM_STATE_CHANGED_H
#define MYTH_VM_STATE_CHANGED_H

#include "state_thing.h"

static inline void state_forget_stood(struct state *s, size_t thing) {
    if (thing < s->stood_capacity) s->stood[thing].since = 0;
}
/* The list of moved things is full: drops repeated ones, or gives the index up. */
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
/* Forgets what was gathered in a stretch that has been undone. To be called before anything
 * gathered is used. */
static inline void state_undone(struct state *s) {
    for (size_t thing; world_undone(&s->w, &thing);) {
        state_forget_place(s, thing);
        s->index.since = 0;
    }
}
/* The sort that numbers read when they read this word; T_HEAD: when they ask which things there
 * are. */
static inline enum reads_what state_read_as(const struct state *s, int32_t kind, uint32_t word) {
    return (enum reads_what)s->read_as[(uint32_t)kind * s->stride + word];
}
static inline void state_sort_add(uint64_t *sorts, enum reads_what what) {
    sorts[what / 64] |= UINT64_C(1) << what % 64;
}
/* To be called when words of a sort were written: of a thing that was touched, or of none
 * (READS_OTHER, READS_PLACES). Only the first call after something was remembered has an effect. */
static inline void state_changed(struct state *s, enum reads_what what) {
    struct state_memory *m = &s->memory;
    if (m->changed[what] > m->last) return;
    m->changed[what] = ++m->clock;
}
/* A change that belongs to no sort. */
static inline uint64_t state_tick(struct state *s) {
    struct state_memory *m = &s->memory;
    m->clock++;
    return m->clock;
}
/* To be called before and after words of a thing are written: touches the thing, and all that it
 * names in a field that is a link (image_field.link). */
void state_touch_far(struct state *s, int64_t thing); /* makes room for its entry first */
static inline void state_touch_alone(struct state *s, int64_t thing) {
    struct state_memory *m = &s->memory;
    if (thing <= 0) return;
    if (MYTH_UNLIKELY((size_t)thing >= m->touched_room)) {
        state_touch_far(s, thing);
        return;
    }
    if (m->clock == m->last) state_tick(s); /* so that it is later than everything remembered */
    m->touched[thing] = m->clock;
}
/* no word that names a thing is written */
static inline void state_touched_plain(struct state *s, int64_t thing) {
    state_touch_alone(s, thing);
    const int32_t *link = s->links + s->first_link[state_kind(s, thing)];
    for (; *link; link++) state_touch_alone(s, state_word(s, thing, (uint32_t)*link));
}
static inline void state_touched(struct state *s, int64_t thing) {
    state_touched_plain(s, thing);
    if ((size_t)thing < s->memory.unnamed_room) s->memory.unnamed[thing] = 0;
}
/* From now on the id names something else, or nothing: forgets what is remembered of it. */
void state_born(struct state *s, int64_t thing);
/* True: nothing was remembered since the thing was made, so no remembered number has read it. */
static inline bool state_fresh(const struct state *s, int64_t thing) {
    const struct state_memory *m = &s->memory;
    return (size_t)thing < m->born_room && m->born[thing] > m->last;
}
/* Forgets everything that is remembered. */
static inline void state_forget(struct state *s) {
    s->memory.begun = state_tick(s);
    s->memory.words_used = 0;
}
/* To be called when a thing's place, base, terrain field or members are written: what was gathered
 * of it and of its group is forgotten. state_put does so for the words of its own. */
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
/* To be called when a piece that stands is moved: numbers that only ask what is near compare their
 * box with this. */
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
/* For the number being computed: its result depends only on things inside this box; or on things
 * anywhere. */
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
/* Notes that something of a thing was written which the rules of `whenever` in `wakes`, a bit each,
 * read: they must look at it again (T_NOTED). G_NOTED collects the bits of all things, and of rules
 * that look at all things. */
void state_note(struct state *s, int64_t thing, uint64_t wakes);
/* The same for a change that belongs to no thing: wakes rules that look at all things. */
static inline void state_wake(struct state *s, uint64_t wakes) {
    if (wakes) state_global_set(s, G_NOTED, (int64_t)((uint64_t)state_global(s, G_NOTED) | wakes));
}

#endif
