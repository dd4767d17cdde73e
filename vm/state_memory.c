/* The memory of steady numbers (struct state_memory). It is a table without chains: a result that
 * another has displaced is computed again. */
#include "state.h"

#include <string.h>

/* PLACES: results that fit into the table; WORDS_MOST: words of remembered lists; THINGS: ids for
 * which there is room from the beginning */
enum { PLACES_BITS = 13, PLACES = 1 << PLACES_BITS, WORDS_MOST = 1 << 15, THINGS = 1024 };

/* Returns the index in `places` for a number and its arguments. Ids and numbers are small, so each
 * is multiplied by a factor of its own; the high bits of the sum are the index. */
MYTH_INLINE size_t place_of(int32_t quantity, const int64_t *args, int32_t count) {
    static const uint64_t spread[STATE_REMEMBERED_ARGS] = {
        UINT64_C(0xbf58476d1ce4e5b9), UINT64_C(0x94d049bb133111eb), UINT64_C(0xd6e8feb86659fd93),
        UINT64_C(0xa0761d6478bd642f)};
    uint64_t h = ((uint64_t)quantity + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (int32_t i = 0; i < count; i++) h += (uint64_t)args[i] * spread[i];
    return (size_t)(h >> (64 - PLACES_BITS));
}

/* Returns the clock when one of these sorts changed last, and keeps it in r->last. */
static uint64_t last_change(const struct state_memory *m, struct state_sorts *r) {
    uint64_t last = r->last;
    for (size_t i = 0; i < READS_COUNT_ / 64; i++) {
        for (uint64_t bits = r->what[i]; bits; bits &= bits - 1) {
            uint64_t changed = m->changed[64 * i + (size_t)__builtin_ctzll(bits)];
            if (changed > last) last = changed;
        }
    }
    r->at = m->clock;
    return r->last = last;
}

static inline bool changed_since(const struct state_memory *m, struct state_sorts *r, uint64_t at) {
    return (r->at == m->clock ? r->last : last_change(m, r)) > at;
}

/* Whether an argument may be the id of a thing that was made after clock `at`. */
static inline bool born_since(const struct state_memory *m, const int64_t *args, int32_t count,
                              uint64_t at) {
    for (int32_t i = 0; i < count; i++) {
        if (args[i] > 0 && args[i] < (int64_t)m->born_room && m->born[args[i]] > at) return true;
    }
    return false;
}

/* Whether an argument was touched after clock `at`. An argument that is no thing always counts as
 * touched, because nothing notes when a thing begins or ceases to name it. */
static inline bool touched_since(const struct state_memory *m, const int64_t *args, int32_t count,
                                 uint64_t at) {
    if (WITHOUT_TOUCHED) return true;
    for (int32_t i = 0; i < count; i++) {
        const bool thing = args[i] > 0 && args[i] < (int64_t)m->touched_room;
        if (!thing || m->touched[args[i]] > at) return true;
    }
    return false;
}

/* Returns the entry that holds the result of a number for these arguments, whether the result is
 * still valid or not. Returns NULL if there is none, or if it was forgotten (state_forget). */
MYTH_INLINE struct state_remembered *entry_at(const struct state_memory *m, int32_t quantity,
                                              const int64_t *args, int32_t count) {
    struct state_remembered *r = &m->places[place_of(quantity, args, count)];
    if (r->quantity != quantity || r->at < m->begun) return NULL;
    for (int32_t i = 0; i < count; i++) {
        if (r->args[i] != args[i]) return NULL;
    }
    return r;
}
/* Does entry_at, compiled once more for one and for two arguments, which most numbers have. */
static inline struct state_remembered *entry_of(const struct state_memory *m, int32_t quantity,
                                                const int64_t *args, int32_t count) {
    if (count == 1) return entry_at(m, quantity, args, 1);
    if (count == 2) return entry_at(m, quantity, args, 2);
    return entry_at(m, quantity, args, count);
}

static bool reads_as(const uint64_t *sorts, enum reads_what what) {
    return (sorts[what / 64] >> what % 64 & 1) != 0;
}

/* Whether these sorts contain READS_NEAR, but not READS_PLACES. */
static bool reads_near(const uint64_t *sorts) {
    return reads_as(sorts, READS_NEAR) && !reads_as(sorts, READS_PLACES);
}

/* Adds the sort of all places to sorts that contain nearness, for a reader that does not compare
 * its box with moves. */
static void reads_places(uint64_t *sorts) {
    if (reads_as(sorts, READS_NEAR)) state_sort_add(sorts, READS_PLACES);
}

/* Whether the rules have a shape that lies around some thing (a ring), so that terrain or a zone
 * moves along with it. */
static bool goes_along(const struct image *img) {
    for (int32_t i = 0; i < img->shapes_count; i++) {
        if (img->shapes[i].what == SHAPE_RING) return true;
    }
    return false;
}

/* Fills what a number reads: `all` its sorts, `wide` those that it reads of other things than its
 * arguments. `along`: terrain or a zone may move along with a thing, so nearness depends on more
 * than a box. */
static void read_open(struct state_read *r, const struct image_reads *all,
                      const struct image_reads *wide, bool along) {
    memset(r, 0, sizeof *r);
    memcpy(r->wide.what, wide->bits, sizeof wide->bits);
    for (size_t i = 0; i < ARRAY_LEN(all->bits); i++) {
        r->own.what[i] = all->bits[i] & ~wide->bits[i];
        r->owns |= r->own.what[i] != 0;
    }
    if (along || WITHOUT_NEAR) reads_places(r->wide.what);
    r->near = !along && !WITHOUT_NEAR && reads_near(all->bits);
}

/* Returns how a number's result may be found without computing it. The truths of the language are
 * not remembered unless rows change them, because finding them is as quick as recalling them. */
static enum state_way way_of(const struct image_quantity *q) {
    const bool kept = q->steady && q->sibling < 0 && q->params <= STATE_REMEMBERED_ARGS &&
                      !(WITHOUT_UNLESS && q->unless);
    if (kept && (!q->builtin || q->ruled)) return WAY_KEPT;
    if (q->ruled || q->sibling >= 0) return WAY_ANEW;
    if (q->builtin == BUILTIN_ENEMY) return WAY_FOES;
    return q->builtin == BUILTIN_FRIENDLY ? WAY_FRIENDS : WAY_ANEW;
}

static struct state_number number_facts(const struct image_quantity *q, enum state_way way,
                                        bool near) {
    return (struct state_number){
        .start = q->builtin || q->leaf >= 0 ? -1 : q->start,
        .event = q->event,
        .way = (uint8_t)way,
        .siblings = q->sibling >= 0,
        .itself = q->builtin && !q->ruled,
        .field = q->what == QUANTITY_FIELD,
        .ruled = q->ruled,
        .near = near,
        .list = image_is_list(q->type),
    };
}

static size_t reads_count(const struct image *img) {
    return (size_t)img->quantities_count + 1;
}

static size_t looks_count(const struct image *img) {
    return (size_t)img->whenevers + 1;
}

void state_memory_derive(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    struct state_memory *m = &s->memory;
    const bool along = goes_along(img);
    struct state_number *numbers =
        NEW_ARRAY(a, (size_t)img->quantities_count + 1, struct state_number);
    m->reads = NEW_ARRAY(a, reads_count(img), struct state_read);
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        const enum state_way way = way_of(q);
        read_open(&m->reads[i], &q->reads, &q->wide, along);
        m->reads[i].near &= way == WAY_KEPT;
        m->reads[i].unless = q->unless;
        numbers[i] = number_facts(q, way, m->reads[i].near);
    }
    m->numbers = numbers;
    m->looks = NEW_ARRAY(a, looks_count(img), struct state_look);
    for (int32_t i = 0; i < img->whenevers; i++) {
        const struct image_rule *rule = &img->rules[img->lists[img->first_whenever + i]];
        memcpy(m->looks[i].reads.what, rule->reads.bits, sizeof rule->reads.bits);
        memcpy(m->looks[i].wide.what, rule->wide.bits, sizeof rule->wide.bits);
        reads_places(m->looks[i].reads.what);
        reads_places(m->looks[i].wide.what);
    }
    m->begun = m->clock = 1;
    m->running = UINT64_MAX;
}

void state_memory_open(struct state *s) {
    struct state_memory *m = &s->memory;
    const size_t line = sizeof *m->places, reads = reads_count(s->img) * sizeof *m->reads;
    const size_t looks = looks_count(s->img) * sizeof *m->looks;
    _Static_assert(sizeof *m->places == 64, "a cache line each");
    m->room = memory_new((PLACES + 1) * line);
    m->places = (void *)((char *)m->room + (line - (uintptr_t)m->room % line) % line);
    m->reads = memcpy(memory_new(reads), m->reads, reads);
    m->looks = memcpy(memory_new(looks), m->looks, looks);
    /* Memory that is not cleared: it is read only where an entry of `places` says that it is
     * filled. */
    m->words = memory_resize(NULL, WORDS_MOST * sizeof *m->words);
    m->nears = memory_resize(NULL, PLACES * sizeof *m->nears);
}

void state_memory_close(struct state *s) {
    memory_free(s->memory.room);
    memory_free(s->memory.reads);
    memory_free(s->memory.looks);
    memory_free(s->memory.words);
    memory_free(s->memory.born);
    memory_free(s->memory.touched);
    memory_free(s->memory.unnamed);
    memory_free(s->memory.nears);
}

static void room_for_thing(struct state_memory *m, int64_t thing) {
    const size_t need = thing < THINGS ? THINGS : (size_t)thing + 1;
    m->born = memory_grow_zeroed(m->born, &m->born_room, need, sizeof *m->born);
    m->touched = memory_grow_zeroed(m->touched, &m->touched_room, need, sizeof *m->touched);
}

uint64_t *state_unnamed(struct state *s, int64_t end) {
    struct state_memory *m = &s->memory;
    const size_t need = end < THINGS ? THINGS : (size_t)end;
    m->unnamed = memory_grow_zeroed(m->unnamed, &m->unnamed_room, need, sizeof *m->unnamed);
    state_now(s);
    if (m->unnamed_begun != m->begun) {
        m->unnamed_begun = m->begun;
        m->gone = UINT64_MAX; /* which ids are tombstones is not known either: any may be one */
        memset(m->unnamed, 0, m->unnamed_room * sizeof *m->unnamed);
    }
    return m->unnamed;
}

void state_born(struct state *s, int64_t thing) {
    struct state_memory *m = &s->memory;
    if (MYTH_UNLIKELY(thing >= (int64_t)m->born_room || thing >= (int64_t)m->touched_room)) {
        room_for_thing(m, thing);
    }
    /* so that the birth is later than all that is remembered */
    if (m->clock == m->last) state_tick(s);
    m->born[thing] = m->born_last = m->clock;
    if ((size_t)thing < m->unnamed_room) m->unnamed[thing] = 0;
}

void state_touch_far(struct state *s, int64_t thing) {
    room_for_thing(&s->memory, thing);
    state_touch_alone(s, thing);
}

static inline struct state_read *read_of(const struct state *s, int32_t quantity) {
    return &s->memory.reads[quantity];
}

/* ---- Nearness --------------------------------- */

/* A number that asks only whether things are within a distance stays valid when pieces move, unless
 * one leaves or enters the box around what the number has asked about. Geometry says what that box
 * is (state_near_box). The box is kept with the result, and compared with the boxes around the
 * moves since then. All other changes of places change the sort READS_NEAR. */

static void near_spot(struct state_near *near, int64_t spot, int64_t girth) {
    state_near_grow(near, state_x(spot) - girth, state_y(spot) - girth, state_x(spot) + girth,
                    state_y(spot) + girth);
}

/* Moves between two comparisons (undisturbed) share one box. */
void state_stepped(struct state *s, int64_t piece, int64_t to) {
    struct state_memory *m = &s->memory;
    const struct state_site *site = &s->sites[state_kind(s, piece)];
    const int64_t base = site->shape ? state_word(s, piece, (uint32_t)site->shape) : NONE;
    const int64_t from = state_word(s, piece, T_PLACE);
    int64_t girth = 0;
    if (base >= 0 && base < s->img->shapes_count) {
        const struct image_shape *shape = &s->img->shapes[base];
        girth = shape->what == SHAPE_CIRCLE ? shape->a : shape->a + shape->b;
    }
    if (m->settled == m->steps)
        m->step[m->steps++ % STATE_STEPS] = (struct state_near)STATE_NOWHERE;
    struct state_near *step = &m->step[(m->steps - 1) % STATE_STEPS];
    near_spot(step, from, girth);
    near_spot(step, to, girth);
}

/* Whether no piece has left or entered the box of a result since the result was remembered. */
static MYTH_APART bool undisturbed(struct state *s, const struct state_remembered *r) {
    struct state_memory *m = &s->memory;
    struct state_near *near = &m->nears[r - m->places];
    if (near->anywhere || m->steps - near->seen > STATE_STEPS) return false;
    for (uint64_t i = near->seen; i < m->steps; i++) {
        const struct state_near *step = &m->step[i % STATE_STEPS];
        if (step->anywhere) return false;
        if (step->west <= near->east && step->east >= near->west && step->south <= near->north &&
            step->north >= near->south)
            return false;
    }
    near->seen = m->settled = m->steps;
    return true;
}

static MYTH_APART void near_taken(struct state *s, const struct state_remembered *r) {
    if (read_of(s, r->quantity)->near) state_near_join(s, &s->memory.nears[r - s->memory.places]);
}

/* Whether the result may differ from the remembered one because an event runs for which the number
 * asks. */
static inline bool astir(const struct state *s, int32_t quantity) {
    const uint64_t running = s->memory.running;
    return MYTH_UNLIKELY(running) && (read_of(s, quantity)->unless & running) != 0;
}

/* Gives a remembered result that is still valid. Returns false if computing it at the present depth
 * would pass the limit of depth: then it has to be computed, to fail as it would have. */
static inline bool taken(struct state *s, const struct state_remembered *r, int64_t *result) {
    const int32_t depth = s->depth_pure + r->depth, most = s->depth_most;
    if (MYTH_UNLIKELY(depth > MAX_DEPTH_NUMBERS)) return false;
    s->depth_most = depth > most ? depth : most;
    if (MYTH_UNLIKELY(s->memory.near != NULL)) near_taken(s, r);
    *result = r->value;
    if (r->words > 0) *result = state_scratch_copy(s, s->memory.words + r->value, r->words);
    return true;
}

/* Gives a remembered result if it is still valid although something has changed since. */
static inline bool older(struct state *s, struct state_remembered *r, const int64_t *args,
                         int32_t count, int64_t *result) {
    struct state_memory *m = &s->memory;
    struct state_read *read = read_of(s, r->quantity);
    if (changed_since(m, &read->wide, r->at)) return false;
    if (read->owns && touched_since(m, args, count, r->at) && changed_since(m, &read->own, r->at))
        return false;
    if (r->at < m->born_last && born_since(m, args, count, r->at)) return false;
    if (read->near && m->changed[READS_PLACES] > r->at && !undisturbed(s, r)) return false;
    r->at = m->last = m->clock; /* it is as good as computed now */
    return taken(s, r, result);
}

static MYTH_APART bool other_world(struct state *s) {
    s->memory.turns = s->w.turns;
    s->memory.running = UINT64_MAX;
    state_forget(s);
    return false;
}

uint64_t state_now(struct state *s) {
    struct state_memory *m = &s->memory;
    if (MYTH_UNLIKELY(m->turns != s->w.turns)) other_world(s);
    return m->last = m->clock;
}

bool state_still(struct state *s, struct state_sorts *sorts, uint64_t at) {
    struct state_memory *m = &s->memory;
    if (MYTH_UNLIKELY(m->turns != s->w.turns)) return other_world(s);
    return at >= m->begun && !changed_since(m, sorts, at);
}

bool state_recall(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                  int64_t *result) {
    struct state_memory *m = &s->memory;
    if (MYTH_UNLIKELY(m->turns != s->w.turns)) return other_world(s);
    if (MYTH_UNLIKELY(count > STATE_REMEMBERED_ARGS)) return false;
    struct state_remembered *r = entry_of(m, quantity, args, count);
    if (!r || astir(s, quantity)) return false;
    if (r->at == m->clock) return taken(s, r, result);
    return older(s, r, args, count, result);
}

/* Keeps the words of a list, and returns where they begin in state_memory.words; -1: the list is
 * too long. */
static int64_t keep_words(struct state *s, struct view v) {
    struct state_memory *m = &s->memory;
    if (v.count > WORDS_MOST / 4) return -1;
    if (m->words_used + (size_t)v.count > WORDS_MOST) state_forget(s);
    size_t used = m->words_used + (size_t)v.count;
    if (v.count) memcpy(m->words + m->words_used, v.at, (size_t)v.count * sizeof *m->words);
    m->words_used = used;
    return (int64_t)(used - (size_t)v.count);
}

void state_remember(struct state *s, int32_t quantity, const int64_t *args, int32_t count,
                    const struct state_cost *cost, int64_t *result) {
    struct state_memory *m = &s->memory;
    if (count > STATE_REMEMBERED_ARGS || astir(s, quantity)) return;
    int64_t value = *result, words = -1;
    if (m->numbers[quantity].list) {
        struct view v = state_list(s, value);
        words = v.count;
        value = words ? keep_words(s, v) : 0;
        if (value < 0) return;
    }
    s->scratch_used = cost->scratch;
    if (words >= 0) *result = words ? state_scratch_copy(s, m->words + value, words) : 0;
    struct state_remembered *r = &m->places[place_of(quantity, args, count)];
    for (int32_t i = 0; i < count; i++) r->args[i] = args[i];
    r->at = m->last = m->clock;
    r->value = value;
    r->quantity = quantity;
    r->words = (int32_t)words;
    r->depth = s->depth_most - s->depth_pure;
    if (!read_of(s, quantity)->near) return;
    ASSERT(m->near != NULL);
    m->nears[r - m->places] = *m->near;
    m->nears[r - m->places].seen = m->settled = m->steps;
}
