/*
 * state_list: lists in the heap and in scratch, and the sweep over everything that holds lists or
 * names things.
 */
#include <string.h>

#include "state.h"

/* A list in the heap begins with a word that holds its room in the high half and its count in the
 * low half; the words of the list follow, and zeros up to the room. Once the heap is in form, the
 * room is what room_for returns for the count. */
static int64_t room_for(int64_t count) {
    return count <= 4 ? 4 : INT64_C(1) << (64 - __builtin_clzll((uint64_t)count - 1));
}
#define LIST_ROOM(head) ((int64_t)((uint64_t)(head) >> 32))
#define LIST_COUNT(head) ((int64_t)((uint64_t)(head)&0xffffffffu))
#define LIST_HEAD(room, count) ((int64_t)((uint64_t)(room) << 32 | (uint64_t)(count)))

int64_t state_scratch(struct state *s, int64_t room) {
    ASSERT(room >= 0);
    size_t need = s->scratch_used + (size_t)room + 1;
    if (MYTH_UNLIKELY(need > s->scratch_capacity)) {
        s->scratch = memory_grow(s->scratch, &s->scratch_capacity, need, sizeof *s->scratch);
    }
    int64_t handle = SCRATCH_BIT | (int64_t)s->scratch_used;
    s->scratch[s->scratch_used] = 0;
    s->scratch_used = need;
    return handle;
}

int64_t state_scratch_copy(struct state *s, const int64_t *words, int64_t count) {
    /* `words` may lie in scratch, which may move when the copy gets its room */
    ASSERT(words || !count);
    bool inside = s->scratch && words >= s->scratch && words < s->scratch + s->scratch_capacity;
    ptrdiff_t at = inside ? words - s->scratch : 0;
    int64_t handle = state_scratch(s, count);
    int64_t *head = s->scratch + (handle & ~SCRATCH_BIT);
    if (count) memcpy(head + 1, inside ? s->scratch + at : words, (size_t)count * sizeof *words);
    head[0] = count;
    return handle;
}

int64_t state_present(struct state *s, int64_t handle) {
    struct view v = state_list(s, handle);
    int64_t at = 0;
    while (at < v.count && (v.at[at] <= 0 || state_in_play(s, v.at[at]))) at++;
    if (at == v.count) return handle;
    int64_t out = state_scratch(s, v.count);
    v = state_list(s, handle);
    for (at = 0; at < v.count; at++) {
        if (v.at[at] <= 0 || state_in_play(s, v.at[at])) state_scratch_add(s, out, v.at[at]);
    }
    return out;
}

bool state_has(struct view v, int64_t word) {
    for (int64_t i = 0; i < v.count; i++) {
        if (v.at[i] == word) return true;
    }
    return false;
}

/* Notes that the word at `at` holds another list now, or none, or one that needs another room.
 * G_UNTIDY decides whether a question sweeps, so it may depend only on what lists hold, never on
 * where they lie: a sweep that was put off leaves lists elsewhere. */
static void heap_untidy(struct state *s, addr at) {
    state_untidy(s, ADDR_SEGMENT(at) == SEG_STACK ? UNTIDY_FRAMES : UNTIDY_ALL);
}

static int64_t heap_new(struct state *s, addr of, int64_t room) {
    uint32_t at = world_used(&s->w, SEG_HEAP), end = at + 1 + (uint32_t)room;
    ASSERT(room < 4 * MAX_HEAP_WORDS); /* the limit HEAP_WORDS is tested before each statement */
    world_need(&s->w, SEG_HEAP, end);
    world_used_set(&s->w, SEG_HEAP, end);
    heap_untidy(s, of);
    return at;
}

static void heap_free(struct state *s, addr of, int64_t handle) {
    uint32_t at = (uint32_t)handle;
    int64_t head = s->w.base[SEG_HEAP][at];
    world_zero_words(&s->w, ADDR(SEG_HEAP, at), 1 + (size_t)LIST_COUNT(head));
    uint32_t end = at + 1 + (uint32_t)LIST_ROOM(head);
    const bool last = end == world_used(&s->w, SEG_HEAP);
    if (last) world_used_set(&s->w, SEG_HEAP, at);
    if (!last || ADDR_SEGMENT(of) != SEG_STACK) heap_untidy(s, of);
}

/* To be called before a list is written: its sort has changed, and its thing is touched. Lists of
 * frames belong to no thing. Lists of the things of a kind and of what is borne are announced by
 * the code that changes them (recount). No number reads the other lists of globals, except for the
 * ledger. */
static inline void list_changed(struct state *s, addr at) {
    if (ADDR_SEGMENT(at) == SEG_THINGS) {
        const uint32_t word = ADDR_INDEX(at) % s->stride;
        const int64_t thing = ADDR_INDEX(at) / s->stride;
        if (word == T_BORNE) return;
        state_changed(s, state_read_as(s, state_kind(s, thing), word));
        state_touched(s, thing);
    } else if (at == ADDR(SEG_GLOBALS, G_LEDGER)) {
        state_changed(s, READS_OTHER);
    }
}

void state_list_free(struct state *s, addr at) {
    int64_t handle = world_get(&s->w, at);
    if (handle == 0) return;
    list_changed(s, at);
    world_set(&s->w, at, 0);
    heap_free(s, at, handle);
}

void state_list_store(struct state *s, addr at, struct view words) {
    int64_t old = world_get(&s->w, at);
    struct view had = state_list(s, old);
    if (had.at == words.at && had.count == words.count) return;
    if (had.count == words.count &&
        (words.count == 0 || memcmp(had.at, words.at, (size_t)words.count * 8) == 0)) {
        return;
    }
    /* Words that lie in the heap may move when the new list is made, so they are copied first. */
    const int64_t *world = s->w.block, *end = s->w.base[SEG_HEAP] + s->w.capacity[SEG_HEAP];
    const bool stays = words.at < world || words.at >= end;
    int64_t copy = stays ? 0 : state_scratch_copy(s, words.at, words.count);
    list_changed(s, at);
    state_list_free(s, at);
    if (words.count == 0) return;
    int64_t room = room_for(words.count), handle = heap_new(s, at, room);
    world_set(&s->w, ADDR(SEG_HEAP, handle), LIST_HEAD(room, words.count));
    struct view from = stays ? words : state_list(s, copy);
    world_set_words(&s->w, ADDR(SEG_HEAP, handle + 1), from.at, (size_t)from.count);
    world_set(&s->w, at, handle);
}

void state_list_append(struct state *s, addr at, int64_t word) {
    list_changed(s, at);
    int64_t handle = world_get(&s->w, at);
    int64_t head = handle ? s->w.base[SEG_HEAP][handle] : 0, count = LIST_COUNT(head);
    if (count == LIST_ROOM(head)) {
        int64_t room = room_for(count + 1), fresh = heap_new(s, at, room);
        const int64_t *had = s->w.base[SEG_HEAP] + handle + 1;
        world_set_words(&s->w, ADDR(SEG_HEAP, fresh + 1), had, (size_t)count);
        world_set(&s->w, ADDR(SEG_HEAP, fresh), LIST_HEAD(room, count));
        if (handle) heap_free(s, at, handle);
        world_set(&s->w, at, fresh);
        handle = fresh;
    } else if (count == room_for(count)) {
        /* the room that is left would have been cut off if the heap had been brought into form */
        heap_untidy(s, at);
    }
    world_set(&s->w, ADDR(SEG_HEAP, handle + 1 + count), word);
    /* one more in the count, which is the low half */
    world_set(&s->w, ADDR(SEG_HEAP, handle), s->w.base[SEG_HEAP][handle] + 1);
}

void state_list_remove(struct state *s, addr at, int64_t word) {
    int64_t handle = world_get(&s->w, at);
    struct view v = state_list(s, handle);
    int64_t i = v.count - 1; /* mostly the word added last is removed first */
    while (i >= 0 && v.at[i] != word) i--;
    if (i < 0) return;
    list_changed(s, at);
    if (v.count == 1) {
        state_list_free(s, at);
        return;
    }
    world_set_words(&s->w, ADDR(SEG_HEAP, handle + 1 + i), v.at + i + 1, (size_t)(v.count - 1 - i));
    world_set(&s->w, ADDR(SEG_HEAP, handle + v.count), 0);
    int64_t room = LIST_ROOM(s->w.base[SEG_HEAP][handle]);
    world_set(&s->w, ADDR(SEG_HEAP, handle), LIST_HEAD(room, v.count - 1));
    if (room_for(v.count - 1) != room_for(v.count)) heap_untidy(s, at);
}

/* ---- Sweeping: freeing tombstones, and the form -------------------------------- */

/* A walk over the words of the World that hold lists or name things, either to find which
 * tombstones are named (mark_word) or to move all lists into one order (move_list). */
struct visit {
    struct state *s;
    void (*word)(struct visit *v, addr at, struct image_type type);
    /* when lists are moved: a list in scratch in which the heap is built anew, from word `from`
     * on */
    int64_t heap;
    int64_t from; /* lists before this word of the heap lie where they should already */
    int64_t used;
    /* The following lie in one block of scratch, so nothing else may be allotted in scratch
     * meanwhile. */
    uint64_t *unnamed; /* a bit for each tombstone for which no name was found yet */
    /* the lowest id that may be a tombstone: the ids below are players, which never leave play */
    int64_t least;
    int64_t end; /* number of ids */
    /* tombstones for which a name was found; what they name themselves is still to be counted */
    int64_t *found;
    int64_t found_count;
    int64_t *gone; /* the tombstones that may be freed, by id */
    int64_t gone_count;
    int64_t *there; /* the things in play that may name a tombstone */
    int64_t there_count;
    int64_t left;   /* number of tombstones for which no name was found yet */
    uint32_t roots; /* the root kinds of the tombstones that may be freed, a bit each */
    uint64_t names; /* state_name_bit of all ids that the visited thing names */
};
static const struct image_type numbers_type = {V_SET, V_NUMBER, -1};
static const struct image_type things_type = {V_SET, V_THING, -1};
static const struct image_type words_type = {V_SET, V_VOID, -1};

static void visit_globals(struct visit *v) {
    /* the ledger names players only, which never leave play */
    v->word(v, ADDR(SEG_GLOBALS, G_LEDGER), numbers_type);
    v->word(v, ADDR(SEG_GLOBALS, G_WAITING), words_type);
    v->word(v, ADDR(SEG_GLOBALS, G_WHILE), words_type);
}

static void visit_extents(struct visit *v) { /* these lists name only things in play */
    int32_t extents = v->s->img->kinds_count + v->s->img->blueprints_count;
    for (int32_t i = 0; i < extents; i++) {
        if (state_global(v->s, (uint32_t)(G_EXTENTS + i)) == 0) continue;
        v->word(v, ADDR(SEG_GLOBALS, G_EXTENTS + i), things_type);
    }
}

static void visit_roots(struct visit *v, const struct state_root *roots, size_t count) {
    for (size_t i = 0; i < count; i++) v->word(v, roots[i].at, roots[i].type);
}

static inline bool is_unnamed(const struct visit *v, int64_t id) {
    return (v->unnamed[id / 64] & state_name_bit(id)) != 0;
}

static inline void name_word(struct visit *v, int64_t word) {
    if (word < v->least) return;
    v->names |= state_name_bit(word);
    if (word >= v->end || !is_unnamed(v, word)) return;
    v->unnamed[word / 64] &= ~state_name_bit(word);
    v->found[v->found_count++] = word;
    v->left--;
}

/* Takes the tombstones that a word names off the unnamed ones; of a word that holds a list, those
 * that the list names. A word of a list without a type counts as a name if it could be the id of a
 * tombstone. */
static void mark_word(struct visit *v, addr at, struct image_type type) {
    int64_t word = world_get(&v->s->w, at);
    if (type.class == V_THING) name_word(v, word);
    if (type.class == V_PATH || (type.class == V_SET && (type.elem == V_THING || !type.elem))) {
        struct view list = state_list(v->s, word);
        for (int64_t i = 0; i < list.count; i++) name_word(v, list.at[i]);
    }
}

static inline void name_list(struct visit *v, int64_t handle) {
    if (!handle) return;
    struct view list = state_list(v->s, handle);
    for (int64_t i = 0; i < list.count; i++) name_word(v, list.at[i]);
}

/* Takes the tombstones that a thing's fields, parameters and memories name, also in lists, off the
 * unnamed ones. */
static void name_fields_of(struct visit *v, int64_t id) {
    struct state *s = v->s;
    const struct image *img = s->img;
    const int64_t *words = s->w.base[SEG_THINGS] + (size_t)id * s->stride;
    const struct state_sweeps *of = &s->sweeps[words[T_KIND]];
    const struct state_swept *swept = s->swept + of->first;
    for (int32_t i = 0; i < of->lists; i++) {
        if (words[swept[i].word]) mark_word(v, state_at(s, id, swept[i].word), swept[i].type);
    }
    for (int32_t i = of->lists; i < of->all; i++) name_word(v, words[swept[i].word]);
    int32_t blueprint = HEAD_BLUEPRINT(words[T_HEAD]);
    if (blueprint < 0) return;
    const struct image_blueprint *b = &img->blueprints[blueprint];
    for (int32_t i = 0; i < b->memories; i++) {
        uint32_t slot = (uint32_t)(img->kinds[b->kind].words + i);
        if (words[slot]) mark_word(v, state_at(s, id, slot), img->memory[b->first_memory + i].type);
    }
}

/* Takes the tombstones that a thing names off the unnamed ones: its owner, its holder, what it
 * bears. Its fields are looked at only if they may name one of the tombstones sought, or if `all`
 * is set. */
static inline void name_words_of(struct visit *v, int64_t id, bool all) {
    const struct state *s = v->s;
    const int64_t *words = s->w.base[SEG_THINGS] + (size_t)id * s->stride;
    const struct state_sweeps *of = &s->sweeps[words[T_KIND]];
    name_word(v, words[T_OWNER]);
    name_word(v, words[T_HOLDER]);
    if (words[T_BORNE]) name_list(v, words[T_BORNE]);
    if (all || (of->names & v->roots) || of->keeps) name_fields_of(v, id);
}

static void list_tombstone(struct visit *v, int64_t id) {
    const struct state *s = v->s;
    if (state_stays(s, id)) {
        v->found[v->found_count++] = id;
        return;
    }
    v->gone[v->gone_count++] = id;
    v->unnamed[id / 64] |= state_name_bit(id);
    v->roots |= 1u << s->img->kinds[state_kind(s, id)].root;
    v->left++;
}

/* Lists the tombstones, with no name found yet, and the things in play that may name one. A thing
 * that was not written since an earlier sweep names what that sweep has found (state_unnamed), so
 * it is left out if that is no tombstone. */
static void list_things(struct visit *v) {
    struct state *s = v->s;
    v->end = world_used(&s->w, SEG_THINGS) / s->stride;
    v->least = s->img->players + 1;
    const uint64_t *unnamed = state_unnamed(s, v->end), gone = s->memory.gone;
    /* allotted last, because scratch may move when it grows */
    int64_t room = state_scratch(s, 4 * v->end);
    v->found = s->scratch + (room & ~SCRATCH_BIT) + 1;
    v->gone = v->found + v->end;
    v->there = v->gone + v->end;
    v->unnamed = (uint64_t *)(v->there + v->end);
    for (int64_t i = 0; i <= v->end / 64; i++) v->unnamed[i] = 0;
    for (int64_t id = 1; id < v->end; id++) {
        if (!WITHOUT_UNNAMED && !(gone & ~unnamed[id])) continue;
        const int64_t head = state_word(s, id, T_HEAD);
        if (head & HEAD_FLAG(THING_GONE)) {
            list_tombstone(v, id);
        } else if (head) {
            v->there[v->there_count++] = id;
        }
    }
}

static void name_in_play(struct visit *v) {
    uint64_t *unnamed = v->s->memory.unnamed;
    for (int64_t i = 0; i < v->there_count && v->left; i++) {
        const int64_t id = v->there[i];
        const bool known = unnamed[id] != 0 && !WITHOUT_UNNAMED;
        v->names = 0;
        name_words_of(v, id, !known);
        if (!known) unnamed[id] = ~v->names;
    }
}

/* Frees the tombstones that nothing names. What keeps a tombstone is a name in a global, in a
 * frame, in a thing in play, or in a tombstone that is kept itself. So two that name only each
 * other (a unit and the last of its members) are freed together. */
static void free_tombstones(struct state *s, const struct state_root *roots, size_t count) {
    struct visit v = {.s = s, .word = mark_word};
    list_things(&v);
    visit_globals(&v);
    visit_roots(&v, roots, count);
    name_in_play(&v);
    while (v.found_count && v.left) name_words_of(&v, v.found[--v.found_count], false);
    s->memory.gone = 0;
    for (int64_t i = 0; i < v.gone_count; i++) {
        if (!is_unnamed(&v, v.gone[i])) {
            s->memory.gone |= state_name_bit(v.gone[i]);
            continue;
        }
        state_free(s, v.gone[i]);
        state_global_set(s, G_GONE, state_global(s, G_GONE) - 1);
        state_global_set(s, G_FREE, state_global(s, G_FREE) + 1);
    }
    /* Free ids at the end are cut off: the segment becomes shorter, as if they had never been
     * used. */
    for (int64_t end = v.end; end > 1 && !state_word(s, end - 1, T_HEAD); end--) {
        world_used_set(&s->w, SEG_THINGS, (uint32_t)(end - 1) * s->stride);
        state_global_set(s, G_FREE, state_global(s, G_FREE) - 1);
    }
}

static void move_to_next(struct visit *v, addr at, int64_t handle) {
    struct state *s = v->s;
    const int64_t *list = s->w.base[SEG_HEAP] + handle;
    const int64_t count = LIST_COUNT(*list), room = room_for(count);
    if (count == 0) {
        world_set(&s->w, at, 0);
        return;
    }
    bool there = v->from == v->used && handle == v->used;
    if (there && LIST_ROOM(*list) == room) {
        v->from = v->used += 1 + room;
        return;
    }
    int64_t *to = s->scratch + (v->heap & ~SCRATCH_BIT) + 1 + (v->used - v->from);
    *to = LIST_HEAD(room, count);
    for (int64_t i = 1; i <= count; i++) to[i] = list[i];
    for (int64_t i = count + 1; i <= room; i++) to[i] = 0;
    world_set(&s->w, at, v->used);
    v->used += 1 + room;
}

static void move_list(struct visit *v, addr at, struct image_type type) {
    int64_t handle = world_get(&v->s->w, at);
    if (handle != 0 && image_is_list(type)) move_to_next(v, at, handle);
}

static void move_lists_of(struct visit *v, int64_t id) {
    struct state *s = v->s;
    const struct image *img = s->img;
    const struct state_sweeps *of = &s->sweeps[state_kind(s, id)];
    const struct state_swept *swept = s->swept + of->first;
    const int64_t *words = s->w.base[SEG_THINGS] + (size_t)id * s->stride;
    if (words[T_BORNE]) move_to_next(v, state_at(s, id, T_BORNE), words[T_BORNE]);
    for (int32_t i = 0; i < of->lists; i++) {
        int64_t handle = words[swept[i].word];
        if (handle) move_to_next(v, state_at(s, id, swept[i].word), handle);
    }
    int32_t blueprint = HEAD_BLUEPRINT(words[T_HEAD]);
    if (blueprint < 0 || !of->keeps) return;
    const struct image_blueprint *b = &img->blueprints[blueprint];
    for (int32_t i = 0; i < b->memories; i++) {
        uint32_t slot = (uint32_t)(img->kinds[b->kind].words + i);
        move_list(v, state_at(s, id, slot), img->memory[b->first_memory + i].type);
    }
}

static void put_back(struct visit *v, uint32_t had) {
    enum { AT_ONCE = 16 };
    struct state *s = v->s;
    const int64_t *heap = s->scratch + (v->heap & ~SCRATCH_BIT) + 1;
    world_need(&s->w, SEG_HEAP, (uint32_t)v->used);
    if (v->used > had) world_used_set(&s->w, SEG_HEAP, (uint32_t)v->used);
    const int64_t *now = s->w.base[SEG_HEAP];
    for (int64_t i = v->from; i < v->used; i += AT_ONCE) {
        int64_t n = v->used - i < AT_ONCE ? v->used - i : AT_ONCE;
        const int64_t *then = heap + (i - v->from);
        if (memcmp(now + i, then, (size_t)n * sizeof *now) == 0) continue;
        world_set_words(&s->w, ADDR(SEG_HEAP, i), then, (size_t)n);
    }
    if (v->used < had) world_zero_words(&s->w, ADDR(SEG_HEAP, v->used), (size_t)(had - v->used));
    world_used_set(&s->w, SEG_HEAP, (uint32_t)v->used);
}

/* Moves all lists of the heap into one order without holes: first the lists of globals and of
 * things, then those of frames. */
static void compact_heap(struct state *s, const struct state_root *roots, size_t count) {
    struct visit v = {.s = s, .word = move_list, .from = 1, .used = 1};
    const uint32_t had = world_used(&s->w, SEG_HEAP);
    const int64_t end = world_used(&s->w, SEG_THINGS) / s->stride;
    v.heap = state_scratch(s, ((int64_t)had - 1) * 2 + 8);
    visit_globals(&v);
    visit_extents(&v);
    for (int64_t id = 1; id < end; id++) {
        if (state_word(s, id, T_HEAD)) move_lists_of(&v, id);
    }
    visit_roots(&v, roots, count);
    put_back(&v, had);
}

/* Makes the numbers of coming into force 1, 2, … in the order that they have; no two things share
 * one. Takes such numbers, and the notes for `whenever` rules, from things that have left play. */
static void renumber_force(struct state *s) {
    const int64_t end = world_used(&s->w, SEG_THINGS) / s->stride, last = state_global(s, G_SINCE);
    int64_t list = state_scratch(s, last + 1), *id_of = s->scratch + (list & ~SCRATCH_BIT) + 1;
    int64_t count = 0;
    memset(id_of, 0, (size_t)(last + 1) * sizeof *id_of);
    for (int64_t id = 1; id < end; id++) {
        /* A thing that has left play is not in force, and no `whenever` looks at it, so both words
         * are cleared. */
        if (!state_in_play(s, id)) {
            if (state_word(s, id, T_SINCE)) state_put(s, id, T_SINCE, 0);
            if (state_word(s, id, T_NOTED)) state_put(s, id, T_NOTED, 0);
        }
        const int64_t since = state_word(s, id, T_SINCE);
        ASSERT(since >= 0 && since <= last);
        id_of[since] = id;
        count += since != 0;
    }
    if (count == last) return;
    for (int64_t since = 1, number = 0; since <= last; since++) {
        if (id_of[since]) state_put(s, id_of[since], T_SINCE, ++number);
    }
    state_global_set(s, G_SINCE, count);
}

void state_sweep(struct state *s, const struct state_root *roots, size_t count) {
    const size_t scratch = s->scratch_used;
    const int64_t untidy = state_global(s, G_UNTIDY);
    if (state_frees(s)) free_tombstones(s, roots, count);
    state_global_set(s, G_UNTIDY, (untidy & ~UNTIDY_DUE) | (untidy & UNTIDY_DUE) << UNTIDY_LATER);
    s->scratch_used = scratch;
}

void state_form(struct state *s, const struct state_root *roots, size_t count) {
    const size_t scratch = s->scratch_used;
    const int64_t untidy = state_global(s, G_UNTIDY);
    compact_heap(s, roots, count);
    renumber_force(s);
    state_global_set(s, G_UNTIDY, untidy & UNTIDY_ALL);
    s->formed = world_used(&s->w, SEG_HEAP);
    s->scratch_used = scratch;
}
