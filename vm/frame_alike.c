/*
 * frame_alike: things of kinds that are `alike` get ids by what they are (frame_named.h). The World
 * stays the same but for names of things: every word that named one names it by its new id. So no
 * mistake here could change what happens; two Worlds might at worst not be found equal.
 *
 * A thing's key is made of its own words and of how it is named. Where words name others that are
 * alike, their keys of the round before stand for them; after ROUNDS rounds a thing has heard of
 * what is so many steps away.
 */
#include <string.h>

#include "frame_named.h"
#include "state_pile.h"

enum { ROUNDS = 3 };

struct alike {
    struct state *s;
    struct frame_names names; /* mark[id] is 1 + the number of a thing that is alike */
    int64_t count;
    int64_t *id;         /* by number */
    uint64_t *key, *was; /* by number: key of this round and of the round before */
    int64_t *order;      /* numbers, sorted by key */
    int64_t *room;       /* as long, for sorting */
    int64_t *to;         /* by number: the new id */
    int64_t *copy;       /* the records, in their new order */
};

static bool is_alike(const struct state *s, int64_t id) {
    return state_word(s, id, T_HEAD) && (s->img->kinds[state_kind(s, id)].traits & KIND_ALIKE);
}

static int64_t number_of(const struct alike *a, int64_t id) {
    return id > 0 && id < a->names.end ? a->names.mark[id] - 1 : -1;
}

static int64_t renamed(const struct alike *a, int64_t id) {
    const int64_t number = number_of(a, id);
    return number < 0 ? id : a->to[number];
}

/* ---- Keys ------------------------------------------------------- */

/* A word that names a thing adds to a key what is known of the thing. */
static uint64_t known_of(const struct alike *a, int64_t id) {
    const int64_t number = number_of(a, id);
    return number < 0 ? (uint64_t)id : frame_mixed(a->was[number], 11);
}

static bool is_of_things(struct image_type type) {
    return type.class == V_SET && (type.elem == V_THING || !type.elem);
}

/* The members of a set count, not their order; of any other list the order counts, too. */
static uint64_t key_of_list(const struct alike *a, int64_t handle, struct image_type type) {
    const struct view list = state_list(a->s, handle);
    uint64_t key = (uint64_t)list.count, sum = 0;
    for (int64_t i = 0; i < list.count; i++) {
        const bool thing = is_of_things(type) || (type.class == V_PATH && i == 0);
        const uint64_t word = thing ? known_of(a, list.at[i]) : (uint64_t)list.at[i];
        sum += frame_mixed(word, 12);
        if (!is_of_things(type)) key = frame_mixed(key, word);
    }
    return frame_mixed(key, sum);
}

static uint64_t key_of_word(const struct alike *a, int64_t word, struct image_type type) {
    if (image_is_list(type)) return word > 0 ? key_of_list(a, word, type) : 0;
    return type.class == V_THING ? known_of(a, word) : (uint64_t)word;
}

static const struct image_type things_type = {V_SET, V_THING, -1};

/* The type of a word behind T_WORDS that holds a list or names a thing; a number for any other. */
static struct image_type type_of(const struct state *s, const int64_t *words, uint32_t word) {
    const struct state_sweeps *of = &s->sweeps[words[T_KIND]];
    const int32_t blueprint = HEAD_BLUEPRINT(words[T_HEAD]);
    const int32_t own = (int32_t)word - s->img->kinds[words[T_KIND]].words;
    for (int32_t i = 0; own < 0 && i < of->all; i++) {
        if (s->swept[of->first + i].word == word) return s->swept[of->first + i].type;
    }
    if (own >= 0 && blueprint >= 0 && own < s->img->blueprints[blueprint].memories)
        return s->img->memory[s->img->blueprints[blueprint].first_memory + own].type;
    return (struct image_type){V_NUMBER, 0, -1};
}

static uint64_t key_of(const struct alike *a, int64_t number) {
    static const uint32_t plain[] = {T_OWNER, T_PLACE, T_NOTED, T_PILE};
    const struct state *s = a->s;
    const int64_t *words = frame_record(s, a->id[number]);
    uint64_t key = (uint64_t)a->names.sign[number] ^ (uint64_t)frame_head(words);
    for (size_t i = 0; i < ARRAY_LEN(plain); i++) key = frame_mixed(key, (uint64_t)words[plain[i]]);
    key = frame_mixed(key, known_of(a, words[T_HOLDER]));
    key = frame_mixed(key, key_of_word(a, words[T_BORNE], things_type));
    for (uint32_t w = T_WORDS; w < s->stride; w++) {
        const struct image_type type = type_of(s, words, w);
        key = frame_mixed(key, key_of_word(a, words[w], type));
    }
    return key;
}

/* Calls `take` for each pile in which cards lie. */
static void each_pile(struct alike *a,
                      void (*take)(struct alike *a, int64_t holder, int32_t pile)) {
    const struct image *img = a->s->img;
    for (int32_t f = 0; f < img->fields_count; f++) {
        if (!img->fields[f].pile) continue;
        for (int64_t i = 0; i < state_extent(a->s, img->fields[f].kind).count; i++) {
            const int64_t holder = state_extent(a->s, img->fields[f].kind).at[i];
            if (state_pile(a->s, holder, f).count > 0) take(a, holder, f);
        }
    }
}

/* Cards are told apart by the lot in which they lie. */
static void named_by_pile(struct alike *a, int64_t holder, int32_t pile) {
    const struct state *s = a->s;
    const struct view cards = state_pile(s, holder, pile);
    const addr at = state_at(s, holder, (uint32_t)s->img->fields[pile].slot);
    for (int64_t from = 0, end; from < cards.count; from = end) {
        end = state_lot_end(s, cards, from);
        for (int64_t i = from; i < end; i++)
            frame_named(&a->names, cards.at[i], frame_mixed(frame_mixed(at, 13), (uint64_t)from));
    }
}

static void form_pile(struct alike *a, int64_t holder, int32_t pile) {
    state_pile_form(a->s, holder, pile);
}

/* Finds keys. Things that name one another in circles are told apart as far as ROUNDS go. */
static void find_keys(struct alike *a) {
    const struct state *s = a->s;
    for (int64_t id = 1; id < a->names.end; id++) {
        if (state_word(s, id, T_HEAD) && !a->names.mark[id] && s->names_alike[state_kind(s, id)])
            frame_named_by_thing(&a->names, id);
    }
    frame_named_by_all(&a->names, NONE);
    each_pile(a, named_by_pile);
    for (int64_t i = 0; i < a->count; i++) a->was[i] = (uint64_t)state_kind(s, a->id[i]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int64_t i = 0; i < a->count; i++) a->key[i] = key_of(a, i);
        memcpy(a->was, a->key, (size_t)a->count * sizeof *a->key);
    }
}

/* ---- Order ------------------------------------------------------- */

/* Whether thing x comes before thing y, by their numbers. Of equal keys the one in force first. */
static bool before(const struct alike *a, int64_t x, int64_t y) {
    const int64_t *p = frame_record(a->s, a->id[x]), *q = frame_record(a->s, a->id[y]);
    if (p[T_KIND] != q[T_KIND]) return p[T_KIND] < q[T_KIND];
    if (frame_head(p) != frame_head(q)) return frame_head(p) < frame_head(q);
    if (p[T_OWNER] != q[T_OWNER]) return p[T_OWNER] < q[T_OWNER];
    if (a->key[x] != a->key[y]) return a->key[x] < a->key[y];
    if (p[T_SINCE] != q[T_SINCE]) return p[T_SINCE] < q[T_SINCE];
    return x < y;
}

/* A merge sort, bottom up. */
static void sort_things(struct alike *a) {
    for (int64_t i = 0; i < a->count; i++) a->order[i] = i;
    for (int64_t width = 1; width < a->count; width *= 2) {
        for (int64_t from = 0; from < a->count; from += 2 * width) {
            const int64_t middle = from + width < a->count ? from + width : a->count;
            const int64_t end = from + 2 * width < a->count ? from + 2 * width : a->count;
            int64_t i = from, j = middle;
            for (int64_t k = from; k < end; k++) {
                const bool left = i < middle && (j == end || !before(a, a->order[j], a->order[i]));
                a->room[k] = left ? a->order[i++] : a->order[j++];
            }
        }
        memcpy(a->order, a->room, (size_t)a->count * sizeof *a->order);
    }
}

/* Gives out the lowest ids that are free or belong to things that are alike. Returns whether some
 * thing gets another id. */
static bool give_ids(struct alike *a) {
    bool other = false;
    int64_t id = 0;
    for (int64_t i = 0; i < a->count; i++) {
        do id++;
        while (state_word(a->s, id, T_HEAD) && !a->names.mark[id]);
        a->to[a->order[i]] = id;
        other |= id != a->id[a->order[i]];
    }
    return other;
}

/* ---- Renaming ------------------------------------------------------- */

/* Renames what a list names. Of a set those that are alike come last, in order of their ids. */
static void rename_list(struct alike *a, int64_t handle, bool set) {
    struct state *s = a->s;
    if (handle <= 0) return;
    const struct view list = state_list(s, handle);
    int64_t others = 0, mine = 0;
    const addr at = ADDR(SEG_HEAP, handle + 1);
    for (int64_t i = 0; i < list.count; i++) a->room[i] = renamed(a, list.at[i]);
    if (!set) {
        world_set_words(&s->w, at, a->room, (size_t)list.count);
        return;
    }
    int64_t *sorted = a->room + list.count;
    for (int64_t i = 0; i < list.count; i++) others += number_of(a, list.at[i]) < 0;
    for (int64_t i = 0, other = 0; i < list.count; i++) {
        if (number_of(a, list.at[i]) < 0) {
            sorted[other++] = a->room[i];
            continue;
        }
        int64_t k = others + mine++;
        for (; k > others && sorted[k - 1] > a->room[i]; k--) sorted[k] = sorted[k - 1];
        sorted[k] = a->room[i];
    }
    world_set_words(&s->w, at, sorted, (size_t)list.count);
}

static void rename_word(struct alike *a, addr at, struct image_type type, bool set) {
    struct state *s = a->s;
    const int64_t word = world_get(&s->w, at);
    if (type.class == V_THING) {
        if (number_of(a, word) >= 0) world_set(&s->w, at, renamed(a, word));
    } else if (is_of_things(type)) {
        rename_list(a, word, set);
    } else if (type.class == V_PATH && word > 0 && state_list(s, word).count > 0) {
        const int64_t mover = state_list(s, word).at[0]; /* a way begins with who goes it */
        world_set(&s->w, ADDR(SEG_HEAP, word + 1), renamed(a, mover));
    }
}

static void rename_thing(struct alike *a, int64_t id) {
    const struct state *s = a->s;
    const struct image *img = s->img;
    const int64_t kind = state_kind(s, id);
    const struct state_sweeps *of = &s->sweeps[kind];
    const int32_t blueprint = state_blueprint(s, id);
    rename_word(a, state_at(s, id, T_HOLDER), (struct image_type){V_THING, 0, -1}, false);
    rename_list(a, state_word(s, id, T_BORNE), true);
    if (!s->names_alike[kind]) return;
    for (int32_t i = 0; i < of->all; i++) {
        const struct state_swept *word = &s->swept[of->first + i];
        bool pile = false;
        for (int32_t f = 0; f < img->fields_count && image_is_list(word->type) && !pile; f++) {
            pile = img->fields[f].pile && img->fields[f].slot == (int32_t)word->word &&
                   image_kind_is(img, (int32_t)kind, img->fields[f].kind);
        }
        rename_word(a, state_at(s, id, word->word), word->type, !pile);
    }
    for (int32_t i = 0; blueprint >= 0 && i < img->blueprints[blueprint].memories; i++) {
        const uint32_t word = (uint32_t)(img->kinds[kind].words + i);
        rename_word(a, state_at(s, id, word),
                    img->memory[img->blueprints[blueprint].first_memory + i].type, true);
    }
}

static void rename_entry(struct alike *a, int64_t handle, int64_t i) {
    const addr at = ADDR(SEG_HEAP, handle + 1 + i);
    world_set(&a->s->w, at, renamed(a, world_get(&a->s->w, at)));
}

static void rename_frame(struct alike *a, uint32_t f) {
    struct state *s = a->s;
    const struct image_type thing = {V_THING, 0, -1};
    const int64_t agenda = frame_word(s, f, F_AGENDA), scopes = frame_word(s, f, F_SCOPES);
    rename_word(a, ADDR(SEG_STACK, f + F_THIS), thing, false);
    if (frame_kind(s, f) == FRAME_WHENEVER)
        rename_word(a, ADDR(SEG_STACK, f + F_NEXT), thing, false);
    for (int64_t i = 1; i < state_list(s, agenda).count; i += 2) rename_entry(a, agenda, i);
    for (int64_t i = 0; i + SCOPE_WORDS <= state_list(s, scopes).count; i += SCOPE_WORDS)
        rename_entry(a, scopes, i + (state_list(s, scopes).at[i] == SCOPE_UNTIL ? 1 : 2));
    for (uint32_t i = 0; i < frame_slots_of(s, f); i++) {
        const struct image_slot *slot = image_slot_of(s->img, frame_func(s, f), (int32_t)i);
        rename_word(a, ADDR(SEG_STACK, f + F_WORDS + i), slot->type, slot->name >= 0);
    }
}

static void rename_all(struct alike *a) {
    struct state *s = a->s;
    const int32_t extents = s->img->kinds_count + s->img->blueprints_count;
    const uint32_t top = world_used(&s->w, SEG_STACK);
    for (int64_t id = 1; id < a->names.end; id++) {
        if (state_word(s, id, T_HEAD)) rename_thing(a, id);
    }
    for (int32_t i = 0; i < extents; i++)
        rename_list(a, state_global(s, (uint32_t)(G_EXTENTS + i)), true);
    for (uint32_t f = 1; f < top; f += F_WORDS + frame_slots_of(s, f)) rename_frame(a, f);
    for (int k = 0; k < 2; k++) {
        const int64_t list = state_global(s, k ? G_WHILE : G_WAITING);
        for (int64_t i = 0; i < state_list(s, list).count;) {
            rename_entry(a, list, i);
            i += 3 + s->img->untils[state_list(s, list).at[i + 1]].captured;
        }
    }
}

/* Lays the records where their new ids say. Free ids at the end are cut off. */
static void lay_records(struct alike *a) {
    struct state *s = a->s;
    const size_t stride = s->stride;
    int64_t end = 1, free_ids = 0;
    for (int64_t i = 0; i < a->count; i++)
        memcpy(a->copy + (size_t)i * stride, frame_record(s, a->id[i]), stride * sizeof *a->copy);
    for (int64_t i = 0; i < a->count; i++)
        world_zero_words(&s->w, state_at(s, a->id[i], 0), stride);
    for (int64_t i = 0; i < a->count; i++)
        world_set_words(&s->w, state_at(s, a->to[i], 0), a->copy + (size_t)i * stride, stride);
    for (int64_t id = 1; id < a->names.end; id++) {
        if (state_word(s, id, T_HEAD)) end = id + 1;
    }
    for (int64_t id = 1; id < end; id++) free_ids += !state_word(s, id, T_HEAD);
    world_used_set(&s->w, SEG_THINGS, (uint32_t)end * s->stride);
    state_global_set(s, G_FREE, free_ids);
}

/* ---- The whole ------------------------------------------------------- */

/* Whether words without a type might name a thing that is alike: values that an `until` has kept,
 * logs of rules in Lua. Then all stays as it is. */
static bool in_doubt(const struct alike *a) {
    const struct state *s = a->s;
    const uint32_t top = world_used(&s->w, SEG_STACK);
    for (uint32_t f = 1; f < top; f += F_WORDS + frame_slots_of(s, f)) {
        if (frame_kind(s, f) == FRAME_OUTSIDE) return true;
    }
    for (int k = 0; k < 2; k++) {
        const struct view v = state_list(s, state_global(s, k ? G_WHILE : G_WAITING));
        for (int64_t i = 0; i < v.count;) {
            const int64_t captured = s->img->untils[v.at[i + 1]].captured;
            for (int64_t c = 0; c < captured; c++) {
                if (number_of(a, v.at[i + 3 + c]) >= 0) return true;
            }
            i += 3 + captured;
        }
    }
    return false;
}

/* Allots a list of words in scratch, and returns where it begins. Scratch may move with the
 * next. */
static int64_t allot(struct state *s, int64_t words) {
    return (state_scratch(s, words) & ~SCRATCH_BIT) + 1;
}

/* Fills the numbers of things that are alike, with room for all else. Returns false if there are
 * none. */
static bool gather(struct alike *a) {
    struct state *s = a->s;
    const int64_t end = a->names.end;
    int64_t n = 0, longest = world_used(&s->w, SEG_HEAP);
    for (int64_t id = 1; id < end; id++) n += is_alike(s, id);
    if (n == 0) return false;
    const int64_t mark = allot(s, end / 2 + 1), words = allot(s, 6 * n + 1);
    const int64_t room = allot(s, 2 * longest + n + 1), copy = allot(s, n * s->stride);
    a->names.mark = (int32_t *)(void *)(s->scratch + mark);
    memset(a->names.mark, 0, (size_t)end * sizeof *a->names.mark);
    a->id = s->scratch + words;
    a->key = (uint64_t *)(void *)(a->id + n);
    a->was = a->key + n;
    a->order = a->id + 3 * n;
    a->to = a->order + n;
    a->names.sign = a->to + n;
    memset(a->names.sign, 0, (size_t)n * sizeof *a->names.sign);
    a->room = s->scratch + room;
    a->copy = s->scratch + copy;
    for (int64_t id = 1; id < end; id++) {
        if (!is_alike(s, id)) continue;
        a->id[a->count] = id;
        a->names.mark[id] = (int32_t)++a->count;
    }
    return true;
}

void frame_alike(struct state *s) {
    const size_t scratch = s->scratch_used;
    const int64_t untidy = state_global(s, G_UNTIDY);
    struct alike a = {.s = s};
    a.names.s = s;
    a.names.end = world_used(&s->w, SEG_THINGS) / s->stride;
    if (gather(&a) && !in_doubt(&a)) {
        find_keys(&a);
        sort_things(&a);
        const bool other = give_ids(&a);
        rename_all(&a);
        if (other) lay_records(&a);
        s->scratch_used = scratch;
        if (other) { /* lists lie in the order of the things to which they belong */
            each_pile(&a, form_pile);
            s->scratch_used = scratch;
            state_untidy(s, UNTIDY_ALL);
            frame_form(s);
            state_global_set(s, G_UNTIDY, untidy);
        }
    }
    s->scratch_used = scratch;
}
