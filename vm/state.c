/*
 * state: derives the tables that battles of an image share, opens and clears the state of a battle,
 * and makes, writes and removes things.
 */
#include "state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

uint32_t state_global_words(const struct image *img) {
    return (uint32_t)(G_EXTENTS + img->kinds_count + img->blueprints_count + img->rulings_count);
}

static int32_t piles_before(const struct image *img, int32_t field) {
    int32_t n = 0;
    for (int32_t f = 0; f < field; f++) n += img->fields[f].pile;
    return n;
}

uint32_t state_stream(const struct image *img, enum stream_use use, int32_t of, int32_t player) {
    int32_t events = img->events_count + 1, players = img->players + 1, at = of;
    switch (use) {
    case STREAM_DICE: break;
    case STREAM_RANDOM: at = events + of; break;
    case STREAM_PICKS: at = 2 * events + player; break;
    case STREAM_PILE: at = 2 * events + players * (1 + piles_before(img, of)) + player; break;
    }
    return (uint32_t)at;
}

uint32_t state_header_words(const struct image *img) {
    return H_STREAMS + state_stream(img, STREAM_PILE, img->fields_count, 0);
}

uint32_t state_ruling_at(const struct state *s, int32_t ruling) {
    return (uint32_t)(G_EXTENTS + s->img->kinds_count + s->img->blueprints_count + ruling);
}

static uint64_t all_whenevers(const struct image *img) {
    return img->whenevers >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << img->whenevers) - 1;
}

static size_t fresh_words(const struct image *img, uint32_t stride) {
    return (size_t)img->kinds_count * stride;
}

static void fill_fresh(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    s->fresh = NEW_ARRAY(a, fresh_words(img, s->stride), int64_t);
    for (int32_t k = 0; k < img->kinds_count; k++) {
        int64_t *words = s->fresh + (size_t)k * s->stride;
        words[T_KIND] = k;
        words[T_OWNER] = words[T_HOLDER] = words[T_PLACE] = words[T_PILE] = NONE;
        words[T_NOTED] = (int64_t)(all_whenevers(img) & ~img->whenever_wide);
    }
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        if (field->how != FIELD_STORED || field->slot < T_WORDS) continue;
        bool list = image_is_list(field->type);
        for (int32_t k = field->kind; k < img->kinds[field->kind].end; k++) {
            s->fresh[(size_t)k * s->stride + (size_t)field->slot] = list ? 0 : field->first;
        }
    }
}

static void fill_read_as(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    uint8_t *read_as = NEW_ARRAY(a, (size_t)img->kinds_count * s->stride, uint8_t);
    for (int32_t k = 0; k < img->kinds_count; k++) {
        uint8_t *row = read_as + (size_t)k * s->stride;
        const bool borne = image_kind_borne(img, k);
        for (uint32_t i = 0; i < s->stride; i++) {
            row[i] = i < T_WORDS ? READS_OTHER : READS_MEMORIES;
        }
        row[T_HEAD] = row[T_KIND] = (uint8_t)image_kind_gone(img, k);
        row[T_OWNER] = READS_OWNERS;
        row[T_HOLDER] = borne ? READS_BEARERS : READS_HOLDERS;
        row[T_PLACE] = READS_PLACES;
        row[T_PILE] = READS_PILES;
    }
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        if (field->how != FIELD_STORED || field->slot < T_WORDS) continue;
        for (int32_t k = field->kind; k < img->kinds[field->kind].end; k++) {
            _Static_assert(READS_COUNT_ <= UINT8_MAX + 1, "each in a byte");
            read_as[(size_t)k * s->stride + (size_t)field->slot] = (uint8_t)field->reads;
        }
    }
    s->read_as = read_as;
}

/* Lists, for each kind, the words of a record that are links: fields by which numbers search for
 * the things that name a given thing. */
static void fill_links(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    size_t all = (size_t)img->kinds_count, used = 0;
    int32_t linking = 0;
    int32_t *fields = NEW_ARRAY(a, (size_t)img->fields_count + 1, int32_t);
    for (int32_t f = 0; f < img->fields_count; f++) {
        const int32_t kind = img->fields[f].kind;
        if (!img->fields[f].link) continue;
        all += (size_t)(img->kinds[kind].end - kind);
        fields[linking++] = f;
    }
    int32_t *links = NEW_ARRAY(a, all + 1, int32_t);
    int32_t *first_link = NEW_ARRAY(a, (size_t)img->kinds_count, int32_t);
    for (int32_t k = 0; k < img->kinds_count; k++) {
        first_link[k] = (int32_t)used;
        for (int32_t n = 0; n < linking; n++) {
            const struct image_field *field = &img->fields[fields[n]];
            if (image_kind_is(img, k, field->kind)) links[used++] = field->slot;
        }
        used++;
    }
    s->links = links;
    s->first_link = first_link;
}

static bool asks_answers(const struct image *img, const int32_t *rules, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (img->rules[rules[i]].latest >= 0) return true;
    }
    return false;
}

static size_t moments_count(const struct image *img) {
    return ((size_t)img->events_count + 1) * MOMENTS;
}

/* Lays out state.speaks: the rules of each moment of an event get consecutive entries. Also sets in
 * heard[] which sorts of rules an event has. */
static void fill_moments(struct state *s, struct arena *a, uint8_t *heard) {
    const struct image *img = s->img;
    int32_t count = 0;
    s->moments = NEW_ARRAY(a, moments_count(img), struct state_moment);
    for (int32_t i = 0; i < img->events_count; i++) {
        const struct image_event *e = &img->events[i];
        for (int32_t what = RULE_BEFORE; what < RULE_WHENEVER; what++) {
            const int32_t any = e->action ? s->first_any[what + 1] - s->first_any[what] : 0;
            const int32_t own = e->rules[what];
            s->moments[i * MOMENTS + what - RULE_BEFORE] =
                (struct state_moment){0, count, own, own + any};
            heard[i] |= (uint8_t)((own + any > 0) << what);
            count += own + any;
        }
    }
    s->speaks_count = (size_t)count + 1;
}

static void fill_any(struct state *s, struct arena *a) {
    int32_t count = 0;
    int32_t *all = NEW_ARRAY(a, (size_t)s->img->rules_count + 1, int32_t);
    for (int32_t what = RULE_BEFORE; what < RULE_WHENEVER; what++) {
        s->first_any[what] = count;
        for (int32_t i = 0; i < s->img->rules_count; i++) {
            const struct image_rule *r = &s->img->rules[i];
            if (r->what == what && r->target < 0) all[count++] = i;
        }
    }
    s->first_any[RULE_WHENEVER] = count;
    s->any = all;
    const int32_t *forbids = s->any + s->first_any[RULE_FORBID];
    const int32_t forbid = s->first_any[RULE_FORBID + 1] - s->first_any[RULE_FORBID];
    const bool any_asks = asks_answers(s->img, forbids, forbid);
    _Static_assert(RULE_WHENEVER < 8, "a bit each");
    uint8_t *heard = NEW_ARRAY(a, (size_t)s->img->events_count + 1, uint8_t);
    for (int32_t i = 0; i < s->img->events_count; i++) {
        const struct image_event *e = &s->img->events[i];
        const int32_t *own = s->img->lists + e->first_rules[RULE_FORBID];
        if (any_asks || asks_answers(s->img, own, e->rules[RULE_FORBID])) {
            heard[i] |= HEARD_ANSWERS;
        }
    }
    fill_moments(s, a, heard);
    s->heard = heard;
}

static struct state_during during_of(const struct image *img, int32_t event) {
    const struct image_event *e = &img->events[event];
    struct state_during d = {event, e->blueprint, -1};
    if (e->roles == 0 || e->func < 0) return d;
    const struct image_type type = image_slot_of(img, e->func, 0)->type;
    if (type.class == V_THING) d.role = type.of;
    return d;
}

/* Lists the actions that are offered during each event, by a counting sort. At first first[i + 2]
 * counts the actions of event i; once these counts are added up, first[i + 1] is where the actions
 * of event i begin; writing them moves it to where those of event i + 1 begin. */
static void fill_during(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    size_t all = 0;
    int32_t *first = NEW_ARRAY(a, (size_t)img->events_count + 2, int32_t);
    for (int32_t action = 0; action < img->events_count; action++) {
        const struct image_event *e = &img->events[action];
        const int32_t *during = img->lists + e->first_during;
        for (int32_t k = 0; k < e->during; k++) first[during[k] + 2]++;
        all += (size_t)e->during;
    }
    struct state_during *actions = NEW_ARRAY(a, all + 1, struct state_during);
    for (int32_t i = 0; i < img->events_count; i++) first[i + 2] += first[i + 1];
    for (int32_t action = 0; action < img->events_count; action++) {
        const struct image_event *e = &img->events[action];
        const int32_t *during = img->lists + e->first_during;
        for (int32_t k = 0; k < e->during; k++) {
            actions[first[during[k] + 1]++] = during_of(img, action);
        }
    }
    s->during = actions;
    s->first_during = first;
}

/* Whether geometry reads this word in records of a kind. */
static bool is_site(const struct state_site *kind, int32_t word) {
    return word >= T_WORDS && (word == kind->shape || word == kind->facing ||
                               word == kind->blocks_sight || word == kind->blocks_move);
}
static bool is_sited(const struct state *s, int64_t thing, int32_t word) {
    return is_site(&s->sites[state_kind(s, thing)], word);
}

static void keep_named(const struct image *img, struct image_type type, bool *kept) {
    bool things = image_is_of_things(type);
    for (int32_t k = 0; things && k < img->kinds_count; k++)
        kept[k] |= type.of < 0 || image_kind_is(img, k, type.of);
}

static void fill_kept(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    bool *kept = NEW_ARRAY(a, (size_t)img->kinds_count + 1, bool);
    for (int32_t f = 0; f < img->fields_count; f++) {
        if (img->fields[f].secret && !img->fields[f].pile)
            keep_named(img, img->fields[f].type, kept);
    }
    for (int32_t m = 0; m < img->memory_count; m++) {
        if (img->memory[m].secret) keep_named(img, img->memory[m].type, kept);
    }
    /* a player is known by his id, so it is never given again, even if he is out of the battle */
    keep_named(img, (struct image_type){V_THING, 0, (int16_t)img->root[ROOT_PLAYER]}, kept);
    s->kept = kept;
}

/* Whether a value of this type may name a thing of a kind that is alike. */
static bool may_name_alike(const struct image *img, struct image_type type) {
    if (type.class == V_PATH || (type.class == V_SET && !type.elem)) return true;
    if (!image_is_of_things(type)) return false;
    for (int32_t k = 0; k < img->kinds_count; k++) {
        if (!(img->kinds[k].traits & KIND_ALIKE)) continue;
        if (type.of < 0 || image_kind_is(img, k, type.of) || image_kind_is(img, type.of, k))
            return true;
    }
    return false;
}

/* To be called when the words are known that a sweep looks at. */
static void fill_alike(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    bool *names = NEW_ARRAY(a, (size_t)img->kinds_count + 1, bool);
    for (int32_t k = 0; k < img->kinds_count; k++) {
        const struct state_sweeps *of = &s->sweeps[k];
        s->alike |= (img->kinds[k].traits & KIND_ALIKE) != 0;
        for (int32_t i = 0; i < of->all; i++)
            names[k] |= may_name_alike(img, s->swept[of->first + i].type);
        names[k] |= of->keeps || img->kinds[k].root == ROOT_GROUP;
    }
    s->names_alike = names;
}

/* Notes what may hide things from players, and which piles are drawn from. */
static void fill_secrets(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    bool *drawn = NEW_ARRAY(a, (size_t)img->fields_count + 1, bool);
    for (int32_t f = 0; f < img->fields_count; f++) {
        s->piles |= img->fields[f].pile;
        s->secrets |= img->fields[f].secret && !img->fields[f].pile;
    }
    for (int32_t m = 0; m < img->memory_count; m++) s->secrets |= img->memory[m].secret;
    for (int32_t i = 0; i < img->code_count; i++) {
        if (img->code[i].op == CODE_DRAW) drawn[img->code[i].d >> 16] = true;
    }
    s->drawn = drawn;
}

static void fill_plain(struct state *s, struct arena *a) {
    int32_t *slots = NEW_ARRAY(a, (size_t)s->img->fields_count + 1, int32_t);
    for (int32_t i = 0; i < s->img->fields_count; i++) {
        const struct image_field *f = &s->img->fields[i];
        /* the place of a group is that of its first member */
        const bool of_group = f->slot == T_PLACE && s->img->root[ROOT_GROUP] >= 0 &&
                              image_kind_is(s->img, s->img->root[ROOT_GROUP], f->kind);
        bool plain =
            f->quantity < 0 && f->how == FIELD_STORED && !of_group && f->type.class != V_SET;
        slots[i] = plain ? f->slot : -1;
    }
    s->plain = slots;
}

static bool geometry_reads(const struct state *s, const struct image_field *f) {
    for (int32_t k = f->kind; k < s->img->kinds[f->kind].end; k++) {
        if (is_site(&s->sites[k], f->slot)) return true;
    }
    return false;
}

/* Finds the fields that write_bare may write (state.bare). To be called after the words that
 * geometry reads (fill_sites) are known. */
static void fill_bare(struct state *s, struct arena *a) {
    bool *bare = NEW_ARRAY(a, (size_t)s->img->fields_count + 1, bool);
    for (int32_t i = 0; i < s->img->fields_count; i++) {
        const struct image_field *f = &s->img->fields[i];
        bare[i] = f->how == FIELD_STORED && !image_is_list(f->type) && f->type.class != V_SHAPE &&
                  !f->link && f->slot != T_OWNER && !geometry_reads(s, f);
    }
    s->bare = bare;
}

static void fill_owns(struct state *s, struct arena *a) {
    uint64_t *all = NEW_ARRAY(a, (size_t)s->img->funcs_count + 1, uint64_t);
    for (int32_t f = 0; f < s->img->funcs_count; f++) {
        const struct image_func *fn = &s->img->funcs[f];
        for (int32_t i = 0; i < fn->slots; i++) {
            const struct image_slot *slot = &s->img->slots[fn->first_slot + i];
            const bool owns = image_is_owned(slot->type) || slot->range > 0;
            all[f] |= (uint64_t)owns << (i < 63 ? i : 63);
        }
    }
    s->owns = all;
}

/* Returns the word in records of a kind that holds the stored field of this name and class; 0 if
 * there is none. If the kind and its ancestors declare several, the one declared nearest to the
 * kind counts. */
static int32_t word_named(const struct image *img, int32_t kind, uint8_t class, const char *name) {
    int32_t best = -1;
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        if (field->type.class != class || field->how != FIELD_STORED) continue;
        if (field->slot < T_WORDS || !image_kind_is(img, kind, field->kind)) continue;
        if (strcmp(image_text(img, field->name), name) != 0) continue;
        if (best < 0 || field->kind > img->fields[best].kind) best = f;
    }
    return best < 0 ? 0 : img->fields[best].slot;
}

/* Whether the word says to whom a thing belongs: its owner, its holder (bearer, group or player
 * with the pile), or its pile. */
static bool is_tie(uint32_t word) {
    return word == T_OWNER || word == T_HOLDER || word == T_PILE;
}

static void fill_sites(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    struct state_site *sites = NEW_ARRAY(a, (size_t)img->kinds_count, struct state_site);
    s->sites = sites;
    for (int32_t k = 0; k < img->kinds_count; k++) {
        struct state_site *site = &sites[k];
        site->piece = image_kind_is(img, k, img->root[ROOT_PIECE]);
        site->shape = word_named(img, k, V_SHAPE, site->piece ? "base" : "outline");
        site->facing = word_named(img, k, V_NUMBER, "facing");
        site->stands = site->piece || site->shape || image_kind_is(img, k, img->root[ROOT_GROUP]);
        if (!image_kind_is(img, k, img->root[ROOT_TERRAIN])) continue;
        site->blocks_sight = word_named(img, k, V_TRUTH, "blocks_sight");
        site->blocks_move = word_named(img, k, V_TRUTH, "blocks_move");
    }
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        bool place = field->how == FIELD_STORED && field->slot == T_PLACE;
        if (place || field->how == FIELD_LAST_PLACE) s->place_wakes |= field->wakes;
        if (field->how == FIELD_STORED && is_tie((uint32_t)field->slot)) {
            s->tie_wakes |= field->wakes;
        }
        if (field->how == FIELD_BORNE) s->borne_wakes |= field->wakes;
    }
    s->tie_wakes |= img->bears_wakes;
    s->borne_wakes |= img->bears_wakes;
}

/* Returns the root kinds, a bit each, of the things that a value of this type may name; all bits if
 * any thing may be named. A way names its mover, which may be of any kind. */
static uint32_t names_of(const struct image *img, struct image_type type) {
    const bool things = image_is_of_things(type);
    if (type.class == V_PATH || (type.class == V_SET && !type.elem)) return ~0u;
    if (!things) return 0;
    if (type.of < 0 || img->kinds[type.of].root == ROOT_THING) return ~0u;
    return 1u << img->kinds[type.of].root;
}

/* Fills state.swept: for each kind, the words of a record that hold lists, then those that name a
 * thing. */
static void fill_sweeps(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    int32_t used = 0;
    size_t all = 0;
    for (int32_t f = 0; f < img->fields_count; f++) {
        all += (size_t)(img->kinds[img->fields[f].kind].end - img->fields[f].kind);
    }
    struct state_sweeps *sweeps = NEW_ARRAY(a, (size_t)img->kinds_count, struct state_sweeps);
    struct state_swept *swept = NEW_ARRAY(a, all + 1, struct state_swept);
    for (int32_t k = 0; k < img->kinds_count; k++) {
        sweeps[k].first = used;
        for (int things = 0; things < 2; things++) {
            for (int32_t f = 0; f < img->fields_count; f++) {
                const struct image_field *field = &img->fields[f];
                bool wanted = things ? field->type.class == V_THING : image_is_list(field->type);
                if (!wanted || field->how != FIELD_STORED || field->slot < T_WORDS) continue;
                if (!image_kind_is(img, k, field->kind)) continue;
                swept[used++] = (struct state_swept){(uint32_t)field->slot, field->type};
                sweeps[k].names |= names_of(img, field->type);
            }
            if (!things) sweeps[k].lists = used - sweeps[k].first;
        }
        sweeps[k].all = used - sweeps[k].first;
    }
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        const struct image_blueprint *b = &img->blueprints[i];
        for (int32_t m = 0; m < b->memories; m++) {
            const struct image_type type = img->memory[b->first_memory + m].type;
            sweeps[b->kind].keeps |= names_of(img, type) != 0 || image_is_list(type);
        }
    }
    s->sweeps = sweeps;
    s->swept = swept;
}

static void fill_shapes(struct state *s, struct arena *a) {
    const struct image *img = s->img;
    int32_t *corners = NEW_ARRAY(a, ((size_t)img->constants_count + 1) * 2, int32_t);
    for (int32_t i = 0; i < img->shapes_count; i++) {
        const struct image_shape *shape = &img->shapes[i];
        for (int32_t k = shape->first_point; k < shape->first_point + shape->points; k++) {
            corners[2 * k] = state_x(img->constants[k]);
            corners[2 * k + 1] = state_y(img->constants[k]);
        }
    }
    s->corners = corners;
}

static int32_t draws_near(const struct image *img) {
    for (int32_t i = 0; i < img->quantities_count; i++) {
        const struct image_quantity *q = &img->quantities[i];
        bool fits = q->params == 2 && q->event < 0 && q->type.class == V_LENGTH;
        if (fits && strcmp(image_text(img, q->name), "draws_near") == 0) return i;
    }
    return -1;
}

static int32_t strength_of_groups(const struct image *img) {
    int32_t found = -1;
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        bool of_group = field->kind == img->root[ROOT_GROUP] && field->how == FIELD_STORED;
        if (of_group && strcmp(image_text(img, field->name), "starting_strength") == 0) found = f;
    }
    return found;
}

struct state *state_derive(struct image *img) {
    struct arena *a = &img->arena;
    struct state *s = NEW(a, struct state);
    s->img = img;
    s->stride = (uint32_t)(img->thing_words > T_WORDS ? img->thing_words : T_WORDS);
    fill_fresh(s, a);
    fill_read_as(s, a);
    fill_links(s, a);
    fill_sites(s, a);
    fill_sweeps(s, a);
    fill_shapes(s, a);
    fill_any(s, a);
    fill_during(s, a);
    state_memory_derive(s, a);
    fill_owns(s, a);
    fill_kept(s, a);
    fill_secrets(s, a);
    fill_alike(s, a);
    fill_plain(s, a);
    fill_bare(s, a);
    s->draws_near = draws_near(img);
    s->strength_field = strength_of_groups(img);
    s->side_word = word_named(img, img->root[ROOT_PLAYER], V_NUMBER, "side");
    if (!s->side_word) s->side_word = T_ORDINAL; /* no two players share it, so nobody has allies */
    s->error.place = s->error.limit = -1;
    img->derived = s;
    return s;
}

static void *copied(const void *from, size_t size) {
    return memcpy(memory_new(size), from, size);
}

void state_open(struct state *s, const struct image *img) {
    ASSERT(img->derived != NULL);
    *s = *img->derived;
    uint32_t capacity[SEG_COUNT_] = {0};
    capacity[SEG_HEADER] = state_header_words(img);
    capacity[SEG_GLOBALS] = state_global_words(img);
#ifdef MYTH_HOSTILE
    capacity[SEG_THINGS] = s->stride, capacity[SEG_DICE] = 1;
    capacity[SEG_STACK] = 1, capacity[SEG_HEAP] = 1;
#else
    capacity[SEG_THINGS] = 128 * s->stride;
    capacity[SEG_DICE] = 64, capacity[SEG_STACK] = 2048, capacity[SEG_HEAP] = 16384;
#endif
    world_open(&s->w, capacity);
    s->fresh = copied(s->fresh, fresh_words(img, s->stride) * sizeof *s->fresh);
    s->moments = copied(s->moments, moments_count(img) * sizeof *s->moments);
    s->speaks = memory_new(s->speaks_count * sizeof *s->speaks);
    s->silent = memory_new((size_t)img->kinds_count);
    s->muted = memory_new((size_t)img->rules_count + 1);
    state_memory_open(s);
    state_clear(s);
}

void state_close(struct state *s) {
    world_close(&s->w);
    journal_free(&s->journal);
    memory_free(s->scratch);
    memory_free(s->fresh);
    memory_free(s->stood);
    memory_free(s->index.pieces);
    memory_free(s->index.ranks);
    memory_free(s->index.sites);
    memory_free(s->stood_shapes);
    memory_free(s->roots);
    memory_free(s->moments);
    memory_free(s->speaks);
    memory_free(s->silent);
    memory_free(s->muted);
    state_memory_close(s);
    memory_free(s->outside);
    memset(s, 0, sizeof *s);
}

void state_clear(struct state *s) {
    world_clear(&s->w);
    journal_cut(&s->journal, 0);
    s->scratch_used = s->stood_used = 0;
    s->index.since = s->index.sites_since = 0;
    if (s->stood) memset(s->stood, 0, s->stood_capacity * sizeof *s->stood);
    s->depth_pure = 0;
    s->place = -1;
    s->error.place = s->error.limit = -1;
    s->error.text[0] = '\0';
    /* the record of id 0 is in use, so no thing has the id 0 */
    world_used_set(&s->w, SEG_THINGS, s->stride);
    /* handle 0 is the empty list, so no list may begin at word 0 */
    world_used_set(&s->w, SEG_HEAP, 1);
    world_used_set(&s->w, SEG_STACK, 1); /* index 0 means that there is no frame */
    state_global_set(s, G_WINNERS, NONE);
    state_global_set(s, G_TABLE, NONE);
    state_global_set(s, G_SCENARIO, NONE);
    for (int32_t i = 0; i < s->img->rulings_count; i++) {
        state_ruling_set(s, i, s->img->rulings[i].chosen);
    }
    for (int32_t i = 0; i < s->img->players; i++) {
        int64_t p = state_create(s, s->img->root[ROOT_PLAYER], -1, NONE);
        state_put(s, p, T_OWNER, p);
        state_put(s, p, T_ORDINAL, i + 1);
    }
    int64_t game = state_create(s, s->img->root[ROOT_GAME], -1, NONE);
    state_global_set(s, G_GAME, game);
    world_forget(&s->w);
}

bool state_fail(struct state *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(s->error.text, sizeof s->error.text, format, args);
    va_end(args);
    s->error.place = s->place;
    s->error.limit = -1;
    return false;
}

bool state_limit(struct state *s, enum limit_id limit) {
    const struct limit_row *row = base_limit(limit);
    state_fail(s, "the limit %s (%lld) is passed: %s", row->name, (long long)row->value,
               row->sentence);
    s->error.limit = (int32_t)limit;
    return false;
}

bool state_reading_same(const struct state_reading *a, const struct state_reading *b) {
    if (a->quantity != b->quantity || a->frame != b->frame || a->count != b->count) return false;
    int32_t kept = a->count < STATE_READING_ARGS ? a->count : STATE_READING_ARGS;
    return memcmp(a->args, b->args, (size_t)kept * sizeof *a->args) == 0;
}

bool state_circle(struct state *s, int32_t from) {
    char round[160] = "";
    size_t used = 0;
    for (int32_t i = from; i <= s->depth_pure && used < sizeof round; i++) {
        int32_t name = s->img->quantities[s->reading[i].quantity].name;
        int n = snprintf(round + used, sizeof round - used, "%s%s", i > from ? " reads " : "",
                         image_text(s->img, name));
        used += n > 0 ? (size_t)n : 0;
    }
    return state_fail(s, "a number is read while it is computed: %s", round);
}

/* ---- Things -------------------------------------------------------------- */

void state_moved_more(struct state *s, size_t thing) {
    struct state_index *x = &s->index;
    int32_t kept = 0;
    if (x->since == 0 && x->sites_since == 0) return;
    for (int32_t i = 0; i < x->moved_count; i++) {
        int32_t k = 0;
        while (k < kept && x->moved[k] != x->moved[i]) k++;
        if (k == kept) x->moved[kept++] = x->moved[i];
    }
    x->moved_count = kept;
    x->moved_sites = 0;
    if (kept == INDEX_MOVED)
        x->since = x->sites_since = 0;
    else
        x->moved[x->moved_count++] = (int64_t)thing;
}

/* Whether a word of a thing is a link, that is, numbers search for the things whose word names a
 * given thing. */
static bool is_link(const struct state *s, int64_t thing, uint32_t word) {
    const int32_t *link = s->links + s->first_link[state_kind(s, thing)];
    while (*link && (uint32_t)*link != word) link++;
    return *link != 0;
}

void state_put(struct state *s, int64_t thing, uint32_t word, int64_t value) {
    bool moves = word == T_PLACE || word == T_HOLDER
                     ? s->sites[state_kind(s, thing)].stands
                     : word >= T_WORDS && is_sited(s, thing, (int32_t)word);
    const bool read = word != T_NOTED && word != T_SINCE;
    if (read && !state_fresh(s, thing)) {
        state_changed(s, state_read_as(s, state_kind(s, thing), word));
    }
    if (word == T_PLACE) {
        state_touched_plain(s, thing);
    } else if (read) {
        state_touched(s, thing);
    }
    const bool steps = word == T_PLACE && value != NONE && state_word(s, thing, T_PLACE) != NONE;
    if (moves && steps && s->sites[state_kind(s, thing)].piece) {
        state_stepped(s, thing, value);
        state_moved_near(s, thing);
    } else if (moves) {
        state_moved(s, thing);
    }
    world_set(&s->w, state_at(s, thing, word), value);
    /* geometry hears of the new group as well */
    if (moves && word == T_HOLDER) state_moved(s, thing);
    if (read && is_link(s, thing, word)) state_touch_alone(s, value);
    if (!is_tie(word)) return;
    if (word == T_OWNER) s->numbered.turns = 0;
    state_note(s, thing, s->tie_wakes);
}

void state_step(struct state *s, int64_t piece, int64_t spot) {
    state_touched(s, piece);
    state_stepped(s, piece, spot);
    state_moved_near(s, piece);
    world_set(&s->w, state_at(s, piece, T_PLACE), spot);
}

static int64_t free_id(struct state *s) {
    uint32_t used = world_used(&s->w, SEG_THINGS);
    if (state_global(s, G_FREE) > 0) {
        if (s->taken_turns != s->w.turns + 1) s->taken = 0;
        s->taken_turns = s->w.turns + 1;
        const int64_t *head = s->w.base[SEG_THINGS] + T_HEAD + (s->taken + 1) * s->stride;
        for (int64_t id = s->taken + 1; id < used / s->stride; id++, head += s->stride) {
            if (*head != 0) continue;
            state_global_set(s, G_FREE, state_global(s, G_FREE) - 1);
            return s->taken = id;
        }
        base_assert_failed("a free id is counted, so it is there", __FILE__, __LINE__);
    }
    if (used / s->stride >= MAX_THINGS) return NONE;
    world_need(&s->w, SEG_THINGS, used + s->stride);
    world_used_set(&s->w, SEG_THINGS, used + s->stride);
    return used / s->stride;
}

void state_free(struct state *s, int64_t thing) {
    if (s->sites[state_kind(s, thing)].stands) state_moved(s, thing);
    world_zero_words(&s->w, state_at(s, thing, 0), s->stride);
    if (thing <= s->taken) s->taken = thing - 1;
    s->numbered.turns = 0;
    state_born(s, thing);
}

/* Returns the ordinal of a new thing: one more than the highest among the things of its blueprint
 * and owner, so the first has 1. Returns 0 for features, items, what a map is made of, things
 * without a blueprint and those that are alike, which are not numbered. */
static int64_t next_ordinal(const struct state *s, int32_t kind, int32_t blueprint, int64_t owner) {
    const struct image_kind *k = &s->img->kinds[kind];
    if (blueprint < 0 || k->root == ROOT_FEATURE || k->root == ROOT_ITEM) return 0;
    if (k->traits & KIND_ALIKE) return 0;
    if (k->root == ROOT_AREA || k->root == ROOT_BORDER) return 0;
    const struct state_numbered *last = &s->numbered;
    if (last->turns == s->w.turns + 1 && last->blueprint == blueprint && last->owner == owner)
        return last->ordinal + 1;
    int64_t highest = 0, end = world_used(&s->w, SEG_THINGS) / s->stride;
    if (state_global(s, G_GONE) == 0 && !s->kept[kind] && k->root != ROOT_CARD) {
        /* There are no tombstones of this kind, so all its things that have an ordinal are in
         * play. */
        const struct view all = state_instances(s, blueprint);
        for (int64_t i = 0; i < all.count; i++) {
            if (state_word(s, all.at[i], T_OWNER) != owner) continue;
            const int64_t ordinal = state_word(s, all.at[i], T_ORDINAL);
            if (ordinal > highest) highest = ordinal;
        }
        return highest + 1;
    }
    for (int64_t id = 1; id < end; id++) {
        if (HEAD_BLUEPRINT(state_word(s, id, T_HEAD)) != blueprint) continue;
        if (state_word(s, id, T_OWNER) != owner) continue;
        int64_t ordinal = state_word(s, id, T_ORDINAL);
        if (ordinal > highest) highest = ordinal;
    }
    return highest + 1;
}

/* To be called when there is one thing more or less of a kind, or when a thing has another bearer:
 * the sorts of its blueprint, its kind and all kinds above have changed. The caller touches the
 * thing itself by writing its words (state_put). */
static void recount(struct state *s, int32_t kind, int32_t blueprint) {
    const struct image *img = s->img;
    if (blueprint >= 0) state_changed(s, (enum reads_what)img->blueprints[blueprint].reads);
    for (int32_t k = kind; k >= 0; k = img->kinds[k].parent) {
        state_changed(s, (enum reads_what)img->kinds[k].reads);
    }
}

/* Writes the record of a new thing. Only geometry and the things that the record names have to hear
 * of it: no number has read it yet, and all `whenever` rules will look at it anyway. */
static void lay_record(struct state *s, int64_t id, int32_t kind, int64_t head, int64_t owner,
                       int64_t ordinal) {
    const bool stands = s->sites[kind].stands;
    int64_t *fresh = s->fresh + (size_t)kind * s->stride;
    fresh[T_HEAD] = head;
    fresh[T_OWNER] = owner;
    fresh[T_ORDINAL] = ordinal;
    if (stands) state_moved(s, id);
    world_set_words(&s->w, state_at(s, id, 0), fresh, s->stride);
    state_touched(s, id);
}

int64_t state_create(struct state *s, int32_t kind, int32_t blueprint, int64_t owner) {
    int64_t ordinal = next_ordinal(s, kind, blueprint, owner);
    int64_t id = free_id(s);
    if (id == NONE) {
        state_limit(s, LIMIT_THINGS);
        return NONE;
    }
    state_born(s, id);
    /* a new piece becomes the last one in rank, so the ranks of the index are wrong */
    if (s->sites[kind].piece) s->index.since = 0;
    recount(s, kind, blueprint);
    lay_record(s, id, kind, HEAD_USED | (blueprint + 1), owner, ordinal);
    if (ordinal > 0)
        s->numbered = (struct state_numbered){blueprint, owner, ordinal, s->w.turns + 1};
    for (int32_t k = kind; k >= 0; k = s->img->kinds[k].parent) {
        state_list_append(s, ADDR(SEG_GLOBALS, G_EXTENTS + k), id);
    }
    if (blueprint >= 0) {
        state_list_append(s, ADDR(SEG_GLOBALS, state_instances_at(s, blueprint)), id);
        const struct image_kind *k = &s->img->kinds[kind];
        bool at_once = k->root != ROOT_FEATURE && k->root != ROOT_CARD;
        if (at_once && s->img->blueprints[blueprint].speaks) state_into_force(s, id);
    }
    state_wake(s, all_whenevers(s->img));
    return id;
}

void state_note(struct state *s, int64_t thing, uint64_t wakes) {
    if (!wakes) return;
    /* no number reads T_NOTED, so state_changed is not called */
    const addr at = state_at(s, thing, T_NOTED);
    const uint64_t of_thing = wakes & ~s->img->whenever_wide;
    world_set(&s->w, at, (int64_t)((uint64_t)world_get(&s->w, at) | of_thing));
    state_wake(s, wakes);
}

void state_known(struct state *s, int64_t card, bool shown, int64_t mixed) {
    const int64_t about = (int64_t)(((UINT64_C(1) << MIXED_BITS) - 1) << MIXED_SHIFT);
    int64_t head = state_word(s, card, T_HEAD) & ~about & ~HEAD_FLAG(THING_SHOWN);
    state_put(s, card, T_HEAD, head | mixed << MIXED_SHIFT | (shown ? HEAD_FLAG(THING_SHOWN) : 0));
}

static void leave_pile(struct state *s, int64_t card) {
    int64_t pile = state_word(s, card, T_PILE), holder = state_word(s, card, T_HOLDER);
    if (pile == NONE) return;
    /* Which card has left the secret pile stays hidden, so its tombstone stays as long as the
     * battle lasts. */
    if (s->img->fields[pile].secret && !state_flag(s, card, THING_SHOWN))
        state_put(s, card, T_HEAD, state_word(s, card, T_HEAD) | HEAD_FLAG(THING_UNSEEN));
    state_pile_off(s, card);
    state_put(s, card, T_PILE, NONE);
    state_note(s, holder, s->img->fields[pile].wakes);
}

static void leave_group(struct state *s, int64_t member) {
    int64_t group = state_word(s, member, T_HOLDER);
    if (!state_is_root(s, group, ROOT_GROUP)) return;
    int32_t field = s->img->kinds[state_kind(s, group)].members;
    addr members = state_at(s, group, (uint32_t)s->img->fields[field].slot);
    state_moved(s, member);
    state_list_remove(s, members, member);
    state_note(s, group, s->img->fields[field].wakes);
    /* A group without members stands where its last member did. */
    bool in_group = state_is_root(s, state_word(s, group, T_HOLDER), ROOT_GROUP);
    if (world_get(&s->w, members) == 0 && !in_group) state_put(s, group, T_HOLDER, member);
}

void state_leave(struct state *s, int64_t thing) {
    ASSERT(state_in_play(s, thing));
    int32_t kind = state_kind(s, thing), blueprint = state_blueprint(s, thing);
    if (state_is_root(s, thing, ROOT_CARD)) leave_pile(s, thing);
    if (state_is_root(s, thing, ROOT_PIECE)) leave_group(s, thing);
    if (s->sites[kind].stands) state_moved(s, thing);
    recount(s, kind, blueprint);
    for (int32_t k = kind; k >= 0; k = s->img->kinds[k].parent) {
        state_list_remove(s, ADDR(SEG_GLOBALS, G_EXTENTS + k), thing);
    }
    if (blueprint >= 0) {
        state_list_remove(s, ADDR(SEG_GLOBALS, state_instances_at(s, blueprint)), thing);
    }
    state_put(s, thing, T_HEAD, state_word(s, thing, T_HEAD) | HEAD_FLAG(THING_GONE));
    if (!state_stays(s, thing)) state_global_set(s, G_GONE, state_global(s, G_GONE) + 1);
    s->memory.gone |= state_name_bit(thing);
    state_untidy(s, UNTIDY_ALL);
    state_wake(s, s->img->whenever_wide);
}

static int64_t held_to_range(const struct image_field *f, int64_t value) {
    bool counts = f->type.class == V_NUMBER || f->type.class == V_LENGTH;
    if (!counts || value == NONE) return value;
    if (value < f->least) return f->least;
    return value > f->most ? f->most : value;
}

static void tell_write(struct state *s, enum journal_kind kind, int64_t thing, int32_t field,
                       int64_t from, int64_t to) {
    struct image_type type = s->img->fields[field].type;
    state_tell(s, kind);
    state_tell_thing(s, thing);
    journal_word(&s->journal, field);
    state_tell_value(s, type, from);
    state_tell_value(s, type, to);
    state_told(s);
}

/* Tells that a field was written, and what the thing is called now, if that is another title. */
static void tell_set(struct state *s, int64_t thing, int32_t field, int64_t from, int64_t to) {
    tell_write(s, J_SET, thing, field, from, to);
    if (s->img->titled_count) state_tell_title(s, thing, field);
}

static bool same_lists(struct view a, struct view b) {
    if (a.count != b.count) return false;
    if (a.count == 0) return true;
    ASSERT(a.at && b.at);
    return memcmp(a.at, b.at, (size_t)a.count * sizeof *a.at) == 0;
}

void state_lay_table(struct state *s, int64_t size) {
    state_global_set(s, G_TABLE, size);
    /* 0: no thing has moved, but what geometry has gathered depends on the table */
    state_moved(s, 0);
    if (!state_tells(s)) return;
    state_tell(s, J_TABLE);
    state_tell_value(s, (struct image_type){V_SIZE, 0, -1}, size);
    state_told(s);
}

/* Touches a thing before the word of this field is written. The field is no list. */
static inline void touched_by(struct state *s, int64_t thing, const struct image_field *f) {
    if (f->type.class == V_THING) {
        state_touched(s, thing);
    } else {
        state_touched_plain(s, thing);
    }
}

/* Writes a field of which only remembered numbers and `whenever` rules have to hear
 * (state.bare). */
static void write_bare(struct state *s, int64_t thing, const struct image_field *f, int64_t value) {
    const addr at = state_at(s, thing, (uint32_t)f->slot);
    const int64_t held = held_to_range(f, value);
    if (held == world_get(&s->w, at)) return;
    touched_by(s, thing, f);
    world_set(&s->w, at, held);
    if (!state_fresh(s, thing)) {
        state_changed(s, state_read_as(s, state_kind(s, thing), (uint32_t)f->slot));
    }
    if (f->wakes) state_note(s, thing, f->wakes);
}

void state_write(struct state *s, int64_t thing, int32_t field, int64_t value) {
    const struct image_field *f = &s->img->fields[field];
    if (MYTH_LIKELY(s->bare[field]) && !state_tells(s)) {
        write_bare(s, thing, f, value);
        return;
    }
    ASSERT(f->how == FIELD_STORED);
    addr at = state_at(s, thing, (uint32_t)f->slot);
    if (image_is_list(f->type) || f->type.class == V_SHAPE) {
        state_moved(s, thing);
    } else if (f->type.class == V_TRUTH && is_sited(s, thing, f->slot)) {
        state_moved(s, thing);
    } else if (is_sited(s, thing, f->slot)) {
        state_changed(s, READS_PLACES);
        state_changed(s, READS_NEAR);
    }
    if (image_is_list(f->type)) {
        int64_t old = world_get(&s->w, at);
        if (state_tells(s) && !same_lists(state_list(s, old), state_list(s, value)))
            tell_write(s, J_SET, thing, field, old, value);
        state_list_store(s, at, state_list(s, value));
    } else {
        int64_t old = world_get(&s->w, at), held = held_to_range(f, value);
        if (state_tells(s) && held != value) tell_write(s, J_HELD, thing, field, value, held);
        if (held == old) return;
        touched_by(s, thing, f);
        world_set(&s->w, at, held);
        if (!state_fresh(s, thing)) {
            state_changed(s, state_read_as(s, state_kind(s, thing), (uint32_t)f->slot));
        }
        if (f->link) state_touch_alone(s, held);
        if (f->slot == T_OWNER) s->numbered.turns = 0;
        if (state_tells(s)) tell_set(s, thing, field, old, held);
    }
    state_note(s, thing, f->wakes);
}

struct view state_extent(const struct state *s, int32_t kind) {
    return state_list(s, state_global(s, (uint32_t)(G_EXTENTS + kind)));
}

void state_bear(struct state *s, int64_t bearer, int64_t borne) {
    const int64_t owner = state_owner(s, bearer);
    state_put(s, borne, T_HOLDER, bearer);
    if (state_word(s, borne, T_OWNER) != owner) state_put(s, borne, T_OWNER, owner);
    state_list_append(s, state_at(s, bearer, T_BORNE), borne);
    int32_t blueprint = state_blueprint(s, borne);
    recount(s, state_kind(s, borne), blueprint);
    state_touched(s, bearer);
    if (blueprint >= 0 && s->img->blueprints[blueprint].speaks) state_into_force(s, borne);
    state_note(s, bearer, s->borne_wakes);
}

void state_unbear(struct state *s, int64_t borne) {
    int64_t bearer = state_word(s, borne, T_HOLDER);
    state_list_remove(s, state_at(s, bearer, T_BORNE), borne);
    recount(s, state_kind(s, borne), state_blueprint(s, borne));
    state_touched(s, bearer);
    state_note(s, bearer, s->borne_wakes);
}

void state_join(struct state *s, int64_t group, int64_t member) {
    int32_t field = s->img->kinds[state_kind(s, group)].members;
    ASSERT(field >= 0);
    state_put(s, member, T_HOLDER, group);
    const int64_t holder = state_word(s, group, T_HOLDER);
    if (holder == NONE) {
        state_note(s, group, s->tie_wakes);
    } else if (!state_is_root(s, holder, ROOT_GROUP)) {
        state_put(s, group, T_HOLDER, NONE);
    }
    state_list_append(s, state_at(s, group, (uint32_t)s->img->fields[field].slot), member);
    state_note(s, group, s->img->fields[field].wakes);
}

void state_into_force(struct state *s, int64_t thing) {
    int64_t since = state_global(s, G_SINCE) + 1;
    state_global_set(s, G_SINCE, since);
    /* the number that the thing had before leaves a gap */
    if (state_word(s, thing, T_SINCE) != 0) state_untidy(s, UNTIDY_ALL);
    state_put(s, thing, T_SINCE, since);
}

int64_t state_player(const struct state *s, int32_t number) {
    return number >= 0 && number < s->img->players ? number + 1 : NONE;
}

int32_t state_player_number(const struct state *s, int64_t player) {
    return player >= 1 && player <= s->img->players ? (int32_t)player - 1 : -1;
}

int64_t state_owner(const struct state *s, int64_t thing) {
    return thing > 0 ? state_word(s, thing, T_OWNER) : NONE;
}

int32_t state_ruling(const struct state *s, int32_t ruling) {
    return (int32_t)state_global(s, state_ruling_at(s, ruling));
}

void state_ruling_set(struct state *s, int32_t ruling, int32_t reading) {
    state_global_set(s, state_ruling_at(s, ruling), reading);
    state_changed(s, READS_OTHER);
    s->silent_turns = 0;
    state_wake(s, s->img->whenever_wide);
}

int64_t state_points(const struct state *s, int64_t player, int64_t reason) {
    struct view ledger = state_list(s, state_global(s, G_LEDGER));
    int64_t sum = 0;
    for (int64_t i = 0; i + 2 < ledger.count; i += 3) {
        if (ledger.at[i] != player) continue;
        if (reason != NONE && ledger.at[i + 2] != reason) continue;
        if (!num_add(sum, ledger.at[i + 1], &sum)) return NONE;
    }
    return sum;
}
