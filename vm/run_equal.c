/*
 * run_equal: which candidates of a choice are equal, that is, which things nothing can tell apart.
 * Equal things have the same kind, blueprint, owner, holder, pile and place, the same words in all
 * fields, parameters and memories, and bear equal things; and whatever else names one of them names
 * the other in the same way: fields of other things, slots of what runs, limits, `until`. A set
 * that has both tells them apart as little as the order in which they came into play, their number
 * in their name, or where among their likes they lie in a hand.
 *
 * Things that something hidden from the player who is asked might tell apart are not taken as
 * equal, whether it does or not. So what he is asked tells him nothing.
 *
 * Nearly always no two candidates are equal, mostly as they stand at different places. So first
 * candidates are compared by a hash of a few words; only where two are equal in all words of their
 * own are those sought that name them.
 */
#include <string.h>

#include "frame_named.h"
#include "run_int.h"

/* ---- Equal by their own words ------------------------------------------------------- */

/* A hash of the fields, parameters and memories of a card that are no lists. A deck may have
 * thousands of cards of one blueprint, all in one place; so they are compared by more words than
 * things on a table. */
static uint64_t hash_of_card(const struct state *s, const int64_t *w, uint64_t hash) {
    const struct state_sweeps *of = &s->sweeps[w[T_KIND]];
    const struct state_swept *const list = s->swept + of->first, *const end = list + of->lists;
    const uint32_t words = of->keeps ? (uint32_t)s->img->kinds[w[T_KIND]].words : s->stride;
    for (uint32_t i = T_WORDS; i < words; i++) {
        const struct state_swept *at = list;
        while (at < end && at->word != i) at++;
        if (at == end) hash = frame_mixed(hash, (uint64_t)w[i]);
    }
    return hash;
}

static uint64_t quick_hash(const struct state *s, int64_t id) {
    const int64_t *w = frame_record(s, id);
    const uint64_t place = (uint64_t)w[T_PLACE] * UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t hash =
        frame_mixed((uint64_t)frame_head(w) ^ place,
                    (uint64_t)w[T_OWNER] << 48 ^ (uint64_t)w[T_HOLDER] << 24 ^ (uint64_t)w[T_KIND]);
    return w[T_PILE] == NONE ? hash : hash_of_card(s, w, hash);
}

static bool same_list(const struct state *s, int64_t a, int64_t b) {
    const struct view x = state_list(s, a), y = state_list(s, b);
    return x.count == y.count &&
           (x.count == 0 || memcmp(x.at, y.at, (size_t)x.count * sizeof *x.at) == 0);
}

/* Whether the fields, parameters and memories of two things of one kind and blueprint are equal. */
static bool same_fields(const struct state *s, const int64_t *a, const int64_t *b) {
    const struct state_sweeps *of = &s->sweeps[a[T_KIND]];
    const struct state_swept *list = s->swept + of->first, *const end = list + of->lists;
    const int32_t blueprint = HEAD_BLUEPRINT(a[T_HEAD]);
    const uint32_t words = (uint32_t)s->img->kinds[a[T_KIND]].words;
    for (uint32_t i = T_WORDS; i < words; i++) {
        if (a[i] == b[i]) continue;
        /* words of lists stand in order of fields, which need not be that of words */
        const struct state_swept *at = list;
        while (at < end && at->word != i) at++;
        if (at == end || !same_list(s, a[i], b[i])) return false;
    }
    if (blueprint < 0) return true;
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    for (int32_t i = 0; i < bp->memories; i++) {
        const uint32_t at = words + (uint32_t)i;
        if (a[at] == b[at]) continue;
        if (!image_is_list(s->img->memory[bp->first_memory + i].type) ||
            !same_list(s, a[at], b[at]))
            return false;
    }
    return true;
}

enum { DEEP = 3 }; /* what is borne may bear things, and these; nothing deeper is compared */

/* Whether two things are equal in all words of their own, and so are the things that they bear.
 * `borne`: they are borne themselves, by two that are compared. */
static bool same_words(const struct state *s, int64_t x, int64_t y, int depth, bool borne) {
    const int64_t *a = frame_record(s, x), *b = frame_record(s, y);
    static const uint32_t own[] = {T_KIND, T_OWNER, T_PLACE, T_NOTED, T_PILE};
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        if (a[own[i]] != b[own[i]]) return false;
    }
    if (frame_head(a) != frame_head(b)) return false;
    if (!borne && a[T_HOLDER] != b[T_HOLDER]) return false;
    if (!same_fields(s, a, b)) return false;
    const struct view c = state_borne(s, x), d = state_borne(s, y);
    if (c.count != d.count || (c.count && depth == DEEP)) return false;
    for (int64_t i = 0; i < c.count; i++) {
        if (!same_words(s, c.at[i], d.at[i], depth + 1, true)) return false;
    }
    return true;
}

/* Whether things of this sort may be equal at all: not those that the language itself tells
 * apart. */
static bool may_be_equal(const struct state *s, int64_t id) {
    if (id <= 0) return false;
    switch ((enum kind_root)s->img->kinds[state_kind(s, id)].root) {
    case ROOT_PLAYER:
    case ROOT_GAME:
    case ROOT_AREA:
    case ROOT_BORDER: return false;
    default: return true;
    }
}

/* Puts thing i into the class of the first thing before it that is equal to it, or into a class of
 * its own. The table finds a thing by its hash. Returns whether one was found. */
static bool put_in_class(const struct state *s, struct many *m, int64_t i) {
    const size_t mask = m->table_size - 1;
    m->candidate[i] = i;
    m->hash[i] = 0;
    if (!may_be_equal(s, m->thing[i])) return false;
    m->hash[i] = (int64_t)quick_hash(s, m->thing[i]);
    size_t at = (size_t)m->hash[i] & mask;
    for (; m->table[at]; at = (at + 1) & mask) {
        const int64_t k = m->table[at] - 1;
        if (m->hash[k] != m->hash[i] || m->thing[k] == m->thing[i]) continue;
        if (!same_words(s, m->thing[k], m->thing[i], 0, false)) continue;
        m->candidate[i] = k;
        return true;
    }
    m->table[at] = i + 1;
    return false;
}

bool run_alike(struct battle *b, int64_t list) {
    const struct view v = state_list(&b->s, list);
    bool some = false;
    if (v.count < 2) return false;
    struct many *m = run_many_room(b, v.count);
    memcpy(m->thing, v.at, (size_t)v.count * sizeof *v.at);
    memset(m->table, 0, m->table_size * sizeof *m->table);
    for (int64_t i = 0; i < v.count; i++) some |= put_in_class(&b->s, m, i);
    return some;
}

/* ---- What names them ------------------------------------------------------- */

/* Cards that are drawn in order are told apart by what lies between them: of cards of one class
 * only those that lie together, or in one lot (state_pile.h), are equal; to a player all that were
 * shuffled in since they were seen, as he may not know where such a one lies. */
static void named_by_piles(const struct frame_names *n, const struct many *m, int64_t who) {
    const struct state *s = n->s;
    for (int64_t i = 0; i < m->things; i++) {
        const int64_t card = m->thing[i];
        if (m->candidate[i] == i && !n->mark[card]) continue;
        const int64_t pile = state_word(s, card, T_PILE), holder = state_word(s, card, T_HOLDER);
        if (pile == NONE || !s->drawn[pile]) continue;
        const bool mixed_in =
            state_mixed(s, card) && state_mixed(s, card) == state_pile_key(holder, pile);
        if (mixed_in && who != NONE) continue;
        const struct view cards = state_pile(s, holder, pile);
        int64_t at = 0;
        while (cards.at[at] != card) at++;
        const int64_t from = state_lot_begin(s, cards, at), end = state_lot_end(s, cards, from);
        uint64_t run = 0;
        for (int64_t k = 0; k < end; k++) {
            const int32_t mark = n->mark[cards.at[k]];
            const bool like = mark && m->candidate[mark - 1] == m->candidate[i];
            /* others in its own lot tell it apart from what lies before the lot */
            if (!like && k < from) run += 2;
            if (!like && k >= from) run |= 1;
        }
        frame_named(n, card, frame_mixed(run, 6));
    }
}

/* ---- What is hidden ------------------------------------------------------- */

/* Whether a value of this type may name a thing of a kind. */
static bool could_name(const struct image *img, struct image_type type, int32_t kind) {
    if (type.class == V_PATH) return true;
    const bool thing = type.class == V_THING || (type.class == V_SET && type.elem == V_THING);
    if (!thing) return false;
    return type.of < 0 || image_kind_is(img, kind, type.of) || image_kind_is(img, type.of, kind);
}

/* Whether a thing of the kinds at and below `above` may name, in a field of its own, a thing of
 * kind `kind`. With `secret` only secret fields count. */
static bool kinds_could_name(const struct image *img, int32_t above, int32_t kind, bool secret) {
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        const bool here =
            image_kind_is(img, field->kind, above) || image_kind_is(img, above, field->kind);
        if (!here || field->how != FIELD_STORED || field->slot < T_WORDS || field->pile) continue;
        if ((field->secret || !secret) && could_name(img, field->type, kind)) return true;
    }
    for (int32_t i = 0; i < img->blueprints_count; i++) {
        const struct image_blueprint *bp = &img->blueprints[i];
        if (!image_kind_is(img, bp->kind, above)) continue;
        for (int32_t m = 0; m < bp->memories; m++) {
            const struct image_memory *memory = &img->memory[bp->first_memory + m];
            if ((memory->secret || !secret) && could_name(img, memory->type, kind)) return true;
        }
    }
    return false;
}

/* Whether a thing has a field or memory that only its owner, or his side, may know. */
static bool has_secrets(const struct state *s, int64_t id) {
    const struct image *img = s->img;
    const int32_t kind = state_kind(s, id), blueprint = state_blueprint(s, id);
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        if (field->secret && !field->pile && image_kind_is(img, kind, field->kind)) return true;
    }
    for (int32_t m = 0; blueprint >= 0 && m < img->blueprints[blueprint].memories; m++) {
        if (img->memory[img->blueprints[blueprint].first_memory + m].secret) return true;
    }
    return false;
}

/* Whether something that may be hidden from the player could name a thing of a kind: a card that he
 * does not see, or a secret field of somebody else. Depends only on what he knows: that there are
 * such cards, not which. */
static bool may_be_named_in_secret(const struct state *s, int64_t who, int32_t kind) {
    const struct image *img = s->img;
    const int32_t root = img->root[ROOT_CARD];
    const int64_t end = world_used(&s->w, SEG_THINGS) / s->stride;
    int32_t last = -1; /* mostly the cards that lie together are of one kind */
    if (s->secrets && kinds_could_name(img, img->root[ROOT_THING], kind, true)) return true;
    if (root >= 0 && !kinds_could_name(img, root, kind, false)) return false; /* no card can */
    for (int64_t id = 1; id < end && root >= 0; id++) {
        if (!state_word(s, id, T_HEAD) || !state_is(s, id, root)) continue;
        int32_t above = state_kind(s, id);
        while (img->kinds[above].parent != root && above != root) above = img->kinds[above].parent;
        if (above == last || !run_hidden(s, who, id)) continue;
        if (kinds_could_name(img, above, kind, false)) return true;
        last = above;
    }
    return false;
}

/* The last answer of may_be_named_in_secret, and of which kind; -1: there is none yet. */
struct named_last {
    int32_t kind;
    bool secret;
};

/* Whether the player may not know what tells this thing apart from others. */
static bool is_secret(const struct state *s, int64_t who, int64_t id, struct named_last *last) {
    const int32_t kind = state_kind(s, id);
    const int64_t pile = state_word(s, id, T_PILE);
    if (!s->secrets && !s->piles) return false;
    const bool his = state_owner(s, id) == who;
    if (!his && s->secrets && has_secrets(s, id)) return true;
    if (pile != NONE && s->img->fields[pile].secret && run_hidden(s, who, id) &&
        state_word(s, id, T_HOLDER) != who)
        return true;
    if (last->kind != kind) *last = (struct named_last){kind, may_be_named_in_secret(s, who, kind)};
    return last->secret;
}

/* ---- Classes ------------------------------------------------------- */

/* Dissolves the classes of things that something hidden might tell apart. Returns whether some
 * class has two things or more still. */
static bool dissolve_secret(struct battle *b, int64_t who) {
    struct many *m = &b->many;
    bool some = false;
    struct named_last last = {-1, false};
    for (int64_t i = 0; i < m->things; i++) m->take[i] = -1; /* not known yet, by first of class */
    for (int64_t i = 0; i < m->things; i++) {
        const int64_t first = m->candidate[i];
        if (first == i) continue;
        if (m->take[first] < 0) m->take[first] = is_secret(&b->s, who, m->thing[first], &last);
        if (m->take[first]) m->candidate[i] = i;
        some |= !m->take[first];
    }
    return some;
}

/* Marks a thing and what it bears, and notes in *roots which root kinds these have. */
static void mark_borne(const struct frame_names *n, int64_t id, int32_t number, uint32_t *roots) {
    n->mark[id] = number + 1;
    *roots |= 1u << n->s->img->kinds[state_kind(n->s, id)].root;
    const struct view borne = state_borne(n->s, id);
    for (int64_t i = 0; i < borne.count; i++) mark_borne(n, borne.at[i], number, roots);
}

/* Finds how each thing of a class of several is named. */
static void gather_names(struct battle *b, int64_t who, const struct run_order *order) {
    struct state *s = &b->s;
    struct many *m = &b->many;
    struct frame_names n = {.s = s, .end = world_used(&s->w, SEG_THINGS) / s->stride};
    if (order) {
        n.order = order->frame;
        n.from = order->from;
        n.to = order->to;
    }
    uint32_t roots = 0;
    const size_t scratch = s->scratch_used;
    const int64_t room = state_scratch(s, n.end / 2 + 1);
    n.mark = (int32_t *)(void *)(s->scratch + (room & ~SCRATCH_BIT) + 1);
    n.sign = m->hash;
    memset(n.mark, 0, (size_t)n.end * sizeof *n.mark);
    memset(m->hash, 0, (size_t)m->things * sizeof *m->hash);
    for (int64_t i = 0; i < m->things; i++) {
        if (m->candidate[i] == i) continue;
        mark_borne(&n, m->thing[i], (int32_t)i, &roots);
        mark_borne(&n, m->thing[m->candidate[i]], (int32_t)m->candidate[i], &roots);
    }
    for (int64_t id = 1; id < n.end; id++) {
        if (state_word(s, id, T_HEAD) && frame_may_name(s, state_kind(s, id), roots))
            frame_named_by_thing(&n, id);
    }
    frame_named_by_all(&n, who);
    named_by_piles(&n, m, who);
    s->scratch_used = scratch;
}

int64_t run_group(struct battle *b, int64_t who) {
    return run_group_ordered(b, who, NULL);
}

int64_t run_group_ordered(struct battle *b, int64_t who, const struct run_order *order) {
    struct many *m = &b->many;
    int64_t count = 0;
    m->grouped = false;
    if (who != NONE && !dissolve_secret(b, who)) return m->things;
    gather_names(b, who, order);
    /* Candidates are numbered in order of their first things. Of each class of equal words there is
     * a chain of candidates that are named differently: `take` is the first thing of the next. */
    for (int64_t i = 0; i < m->things; i++) m->take[i] = -1;
    for (int64_t i = 0; i < m->things; i++) {
        int64_t at = m->candidate[i];
        while (m->hash[at] != m->hash[i] && m->take[at] >= 0) at = m->take[at];
        const bool first = m->hash[at] != m->hash[i] || at == i;
        if (first && at != i) m->take[at] = i;
        m->table[i] = first ? count : m->table[at];
        if (first) m->many[count++] = 0;
        m->many[m->table[i]]++;
    }
    for (int64_t i = 0; i < m->things; i++) m->candidate[i] = m->table[i];
    m->grouped = count < m->things;
    return count;
}

void run_offer_group(struct battle *b) {
    struct question *q = &b->question;
    struct many *m = &b->many;
    if (!m->grouped) return;
    int64_t count = 0;
    for (int64_t i = 0; i < m->things; i++) {
        if (m->candidate[i] == count) b->offered[count++] = m->thing[i];
    }
    q->count = count;
    q->values = b->offered;
    q->many = m->many;
}
