/*
 * Makes a view: a copy of a battle with what one player may know. What is hidden from him is drawn
 * anew or, where nothing can be drawn, gets a value that says nothing. The view depends on nothing
 * hidden, not even through an id, an order or a counter: two Worlds that differ only in hidden
 * things give equal views for equal seeds.
 *
 * Hidden from a player are: cards in secret piles of others, unless they were shown, and cards that
 * left play from there unseen; which of the cards that were shuffled together lie where, also in
 * his own piles, but not where that is open in the World itself (state_pile.h); secret fields and
 * memories of things that are not his; answers of others to an `ask each` that is not over; how
 * many questions were asked and how much chance was used; and all chance to come. What is `secret`
 * is hidden from other sides, what is `secret own` from all others; he for whom the player answers
 * is no other. While a rule of a card or thing is running, or a `whenever` acts on it, it is not
 * hidden.
 */
#include <string.h>

#include "run_int.h"

struct veil {
    struct battle *b;
    struct state *s;
    int64_t player;
    /* by enum image_secret: the players whose secrets the player knows, a bit for each */
    uint64_t open[SECRET_OWN + 1];
    uint64_t seed, counter;
    /* list in scratch: the hidden cards, sorted by id; deal takes cards from it */
    int64_t cards;
    /* list in scratch: the hidden cards again, by where they lie: first those in piles, pile by
     * pile, then those that have left play */
    int64_t spots;
    /* list in scratch: for each entry of `spots`, the card that takes its place in the view */
    int64_t drawn;
    int64_t naming; /* list in scratch: the stored fields that may name things, except piles */
    /* list in scratch: for each entry of `spots` the number of its lot, 0 if he may not know which
     * cards are in it */
    int64_t lots;
    int64_t lot; /* the number of the lot gathered last */
};

static int64_t *words_of(struct veil *v, int64_t list) {
    return v->s->scratch + (list & ~SCRATCH_BIT) + 1;
}
static int64_t list_length(const struct veil *v, int64_t list) {
    return state_list(v->s, list).count;
}
static uint32_t draw_below(struct veil *v, int64_t n) {
    const uint64_t purpose = UINT64_C(5) << 60;
    return stream_below_kept(&v->b->kept, v->seed, purpose, &v->counter, (uint64_t)n);
}
/* Whether what is secret so and belongs to this player, or to nobody, is hidden from somebody who
 * knows the secrets of the players in `open`. */
static bool others(const struct state *s, const uint64_t *open, int64_t owner,
                   enum image_secret secret) {
    const int32_t number = state_player_number(s, owner);
    return number < 0 || !(open[secret] >> number & 1);
}

/* Fills in whose secrets are known that a side knows: those of the sides of the players all of
 * whose secrets are known. */
static void open_sides(const struct state *s, uint64_t *open) {
    for (int32_t i = 0; i < s->img->players; i++) {
        for (int32_t k = 0; k < s->img->players; k++) {
            const bool known = (open[SECRET_OWN] >> k & 1) != 0;
            if (known && state_friends(s, state_player(s, i), state_player(s, k)))
                open[SECRET_SIDE] |= UINT64_C(1) << i;
        }
    }
}

/* Finds out whose secrets the player knows: his own and those of whom he answers for, and of their
 * sides. */
static void look_open(struct veil *v) {
    struct state *s = v->s;
    for (int32_t i = 0; i < s->img->players; i++) {
        int64_t who = state_player(s, i);
        const bool his = who == v->player;
        const bool answers = !his && s->img->answers >= 0 && run_speaker(v->b, &who);
        if (his || (answers && who == v->player)) v->open[SECRET_OWN] |= UINT64_C(1) << i;
    }
    s->error.text[0] = '\0'; /* whoever answers for nobody is no mistake of this player's */
    open_sides(s, v->open);
}

/* ---- Which cards are hidden -------------------------------- */

/* Whether a rule of the card is running, or a `whenever` that acts on the card. Then all players
 * see which card it is. */
static bool speaks_now(const struct state *s, int64_t card) {
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        if (frame_word(s, f, F_THIS) == card) return true;
        if (frame_kind(s, f) == FRAME_WHENEVER && frame_word(s, f, F_NEXT) == card) return true;
    }
    return false;
}

/* Whether a card is hidden from somebody who knows the secrets of the players in `open`, a mask for
 * each enum image_secret. */
static bool hidden_from(const struct state *s, const uint64_t *open, int64_t card) {
    int64_t pile = state_word(s, card, T_PILE), holder = state_word(s, card, T_HOLDER);
    if (!state_in_play(s, card))
        return state_flag(s, card, THING_UNSEEN) &&
               others(s, open, state_owner(s, card), SECRET_OWN);
    if (pile == NONE || speaks_now(s, card)) return false;
    int64_t mixed = state_mixed(s, card);
    if (mixed && mixed == state_pile_key(holder, pile)) return true;
    bool shown = state_flag(s, card, THING_SHOWN);
    const enum image_secret secret = (enum image_secret)s->img->fields[pile].secret;
    return secret && !shown && others(s, open, holder, secret);
}

bool run_hidden(const struct state *s, int64_t player, int64_t card) {
    uint64_t open[SECRET_OWN + 1] = {0};
    const int32_t number = state_player_number(s, player);
    if (number >= 0) open[SECRET_OWN] = UINT64_C(1) << number;
    open_sides(s, open);
    return hidden_from(s, open, card);
}

static bool hidden(const struct veil *v, int64_t card) {
    return hidden_from(v->s, v->open, card);
}

/* Returns the class of a hidden card. Cards that lie in piles change places within a class. Of one
 * class are cards of one kind, as far as the kinds directly below `card` tell them apart, that were
 * shuffled into the same pile or, if they were not shuffled, have the same owner. */
static int64_t class_of(const struct state *s, int64_t card) {
    int32_t kind = state_kind(s, card);
    while (s->img->kinds[kind].parent != s->img->root[ROOT_CARD]) kind = s->img->kinds[kind].parent;
    int64_t mixed = state_mixed(s, card), owner = state_owner(s, card);
    int64_t by = mixed ? INT64_C(1) << 40 | mixed : owner == NONE ? 0 : owner;
    return (int64_t)kind << 42 | by;
}

static void gather_pile(struct veil *v, int64_t holder, int32_t field) {
    struct state *s = v->s;
    uint32_t slot = (uint32_t)s->img->fields[field].slot;
    struct view pile = state_list(s, state_word(s, holder, slot));
    const enum image_secret how = (enum image_secret)s->img->fields[field].secret;
    const bool secret = how && others(s, v->open, holder, how);
    for (int64_t i = 0; i < pile.count; i++) {
        v->lot += !state_joined(s, pile.at[i]);
        if (!hidden(v, pile.at[i])) continue;
        state_scratch_add(s, v->spots, pile.at[i]);
        state_scratch_add(s, v->lots, secret ? 0 : v->lot);
    }
}

/* Takes out of the spots those cards of which the player knows all but their order within one lot:
 * no other hidden card could lie there. Returns how many of the spots left lie in piles. */
static int64_t leave_open_lots(struct veil *v, int64_t lying) {
    struct state *s = v->s;
    const int64_t all = list_length(v, v->spots);
    /* three words for each class: the class, a lot of it, whether it has spots elsewhere */
    const int64_t classes = state_scratch(s, 3 * all);
    int64_t *spots = words_of(v, v->spots), *lots = words_of(v, v->lots);
    int64_t *row = words_of(v, classes), rows = 0, kept = 0, kept_lying = 0;
    for (int64_t i = 0; i < all; i++) {
        const int64_t class = class_of(s, spots[i]), lot = i < lying ? lots[i] : 0;
        int64_t r = rows - 1;
        while (r >= 0 && row[3 * r] != class) r--;
        if (r < 0) {
            r = rows++;
            row[3 * r] = class;
            row[3 * r + 1] = lot;
            row[3 * r + 2] = !lot;
        }
        if (row[3 * r + 1] != lot) row[3 * r + 2] = 1;
    }
    for (int64_t i = 0; i < all; i++) {
        const int64_t class = class_of(s, spots[i]);
        int64_t r = 0;
        while (row[3 * r] != class) r++;
        if (!row[3 * r + 2]) continue;
        spots[kept++] = spots[i];
        kept_lying += i < lying;
    }
    s->scratch[v->spots & ~SCRATCH_BIT] = kept;
    return kept_lying;
}

/* Lists the things that have a field of this kind: those in play, and of players all, as one who is
 * out of the battle keeps his secrets. */
static int64_t holders_of(struct state *s, int32_t kind) {
    const struct view all = state_extent(s, kind);
    if (kind != s->img->root[ROOT_PLAYER]) return state_scratch_copy(s, all.at, all.count);
    const int64_t list = state_scratch(s, s->img->players);
    for (int32_t i = 0; i < s->img->players; i++) state_scratch_add(s, list, state_player(s, i));
    return list;
}

static void in_order(int64_t *words, int64_t count) {
    for (int64_t i = 1; i < count; i++) {
        int64_t word = words[i], at = i;
        for (; at > 0 && words[at - 1] > word; at--) words[at] = words[at - 1];
        words[at] = word;
    }
}

/* Fills v->spots and v->cards with the hidden cards, and makes room for v->drawn. Returns how many
 * of the hidden cards lie in piles. If there is no card that could be hidden, returns 0 and makes
 * no lists. */
static int64_t gather_hidden(struct veil *v) {
    struct state *s = v->s;
    const struct image *img = s->img;
    struct view cards = state_extent(s, img->root[ROOT_CARD]);
    int64_t end = world_used(&s->w, SEG_THINGS) / s->stride, most = cards.count, gone = 0;
    for (int64_t id = 1; id < end; id++) gone += state_flag(s, id, THING_UNSEEN);
    if (most + gone == 0) return 0;
    v->spots = state_scratch(s, most + gone);
    v->cards = state_scratch(s, most + gone);
    v->drawn = state_scratch(s, most + gone);
    v->lots = state_scratch(s, most + gone);
    for (int32_t f = 0; f < img->fields_count; f++) {
        if (!img->fields[f].pile) continue;
        const int64_t holders = holders_of(s, img->fields[f].kind);
        for (int64_t i = 0; i < state_list(s, holders).count; i++)
            gather_pile(v, state_list(s, holders).at[i], f);
    }
    int64_t lying = list_length(v, v->spots);
    for (int64_t id = 1; id < end; id++) {
        if (state_flag(s, id, THING_UNSEEN) && hidden(v, id)) state_scratch_add(s, v->spots, id);
    }
    lying = leave_open_lots(v, lying);
    int64_t count = list_length(v, v->spots);
    for (int64_t i = 0; i < count; i++) state_scratch_add(s, v->cards, words_of(v, v->spots)[i]);
    in_order(words_of(v, v->cards), count);
    return lying;
}

/* ---- Which card lies where -------------------------------- */

static bool fits(const struct veil *v, int64_t spot, int64_t card) {
    const struct state *s = v->s;
    int64_t pile = state_word(s, spot, T_PILE);
    if (class_of(s, spot) != class_of(s, card)) return false;
    return image_kind_is(s->img, state_kind(s, card), s->img->fields[pile].type.of);
}

/* Fills v->drawn. Draws, for each place in a pile, one of the remaining cards that may lie there,
 * each equally likely; the cards that then remain take the places of those that have left play.
 * Takes all cards that it places in piles out of v->cards (0 stays). Returns false if no card is
 * left that may lie in some place. */
static bool deal(struct veil *v, int64_t lying) {
    struct state *s = v->s;
    const int64_t *spots = words_of(v, v->spots);
    int64_t *left = words_of(v, v->cards), count = list_length(v, v->cards);
    s->scratch[v->drawn & ~SCRATCH_BIT] = 0;
    for (int64_t i = 0; i < lying; i++) {
        int64_t many = 0, nth = 0, at = 0;
        for (int64_t k = 0; k < count; k++) many += left[k] && fits(v, spots[i], left[k]);
        if (!many) return false;
        nth = draw_below(v, many);
        for (; !left[at] || !fits(v, spots[i], left[at]) || nth-- > 0;) at++;
        state_scratch_add(s, v->drawn, left[at]);
        left[at] = 0;
    }
    for (int64_t k = 0; k < count; k++) {
        if (left[k]) state_scratch_add(s, v->drawn, left[k]);
    }
    return true;
}

static bool deal_all(struct veil *v, int64_t lying) {
    enum { TRIES = 64 };
    struct state *s = v->s;
    for (int tries = 0; tries < TRIES; tries++) {
        if (deal(v, lying)) return true;
        memcpy(words_of(v, v->cards), words_of(v, v->spots),
               (size_t)list_length(v, v->cards) * sizeof *s->scratch);
        in_order(words_of(v, v->cards), list_length(v, v->cards));
    }
    return false;
}

static int64_t instead_of(const struct veil *v, int64_t card) {
    struct view spots = state_list(v->s, v->spots), drawn = state_list(v->s, v->drawn);
    for (int64_t i = 0; i < spots.count; i++) {
        if (spots.at[i] == card) return drawn.at[i];
    }
    return card;
}

static void out_of_extents(struct state *s, int64_t card) {
    for (int32_t k = state_kind(s, card); k >= 0; k = s->img->kinds[k].parent)
        state_list_remove(s, ADDR(SEG_GLOBALS, G_EXTENTS + k), card);
    int32_t of = s->img->kinds_count + state_blueprint(s, card);
    if (state_blueprint(s, card) >= 0)
        state_list_remove(s, ADDR(SEG_GLOBALS, G_EXTENTS + of), card);
}

static void into_extents(struct state *s, int64_t card) {
    int32_t blueprint = state_blueprint(s, card);
    for (int32_t k = state_kind(s, card); k >= 0; k = s->img->kinds[k].parent)
        state_list_append(s, ADDR(SEG_GLOBALS, G_EXTENTS + k), card);
    if (blueprint < 0) return;
    state_list_append(s, ADDR(SEG_GLOBALS, G_EXTENTS + s->img->kinds_count + blueprint), card);
    if (s->img->blueprints[blueprint].speaks) state_into_force(s, card);
}

/* Gives a card the fields and memories that it had when it was made, because what it has kept since
 * is hidden with it. Its parameters stay. Returns false on an error in the rules. */
static bool as_made(struct veil *v, int64_t card) {
    struct state *s = v->s;
    const struct image *img = s->img;
    int32_t kind = state_kind(s, card), blueprint = state_blueprint(s, card);
    const struct image_blueprint *bp = blueprint >= 0 ? &img->blueprints[blueprint] : NULL;
    uint32_t words = (uint32_t)img->kinds[kind].words;
    uint32_t end = bp ? (uint32_t)bp->words : words, params = bp ? (uint32_t)bp->params : 0;
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        bool list = image_is_list(field->type);
        if (!list || field->how != FIELD_STORED || field->slot < T_WORDS) continue;
        if (image_kind_is(img, kind, field->kind))
            state_list_free(s, state_at(s, card, (uint32_t)field->slot));
    }
    for (uint32_t i = T_WORDS; i < words; i++)
        state_put(s, card, i, s->fresh[(size_t)kind * s->stride + i]);
    for (uint32_t i = words + params; i < end; i++) {
        struct image_type type = img->memory[bp->first_memory + (int32_t)(i - words)].type;
        if (image_is_list(type))
            state_list_free(s, state_at(s, card, i));
        else
            state_put(s, card, i, 0);
    }
    return !bp || bp->init < 0 || run_init(v->b, bp->init, card);
}

/* Puts each card into the place that was drawn for it: it gets the pile, holder, owner, mark of
 * shuffling and lot of the card that was there. Takes the cards that lay in piles out of the
 * extents; the caller puts in those that lie there now. */
static void lay(struct veil *v, int64_t lying) {
    enum { PLACE_WORDS = 5 };
    struct state *s = v->s;
    const int64_t count = list_length(v, v->spots), had = state_scratch(s, count * PLACE_WORDS);
    const int64_t about = (int64_t)(~(uint64_t)0 << MIXED_SHIFT) | HEAD_FLAG(THING_JOINED);
    for (int64_t i = 0; i < count; i++) {
        int64_t card = words_of(v, v->spots)[i], at = 0, pile = state_word(s, card, T_PILE);
        int64_t holder = state_word(s, card, T_HOLDER);
        if (i < lying) {
            addr list = state_at(s, holder, (uint32_t)s->img->fields[pile].slot);
            struct view in = state_list(s, world_get(&s->w, list));
            while (in.at[at] != card) at++;
            at += world_get(&s->w, list) + 1;
        }
        const int64_t place[] = {state_word(s, card, T_HEAD) & about, state_owner(s, card), holder,
                                 pile, at};
        for (int k = 0; k < PLACE_WORDS; k++) state_scratch_add(s, had, place[k]);
    }
    for (int64_t i = 0; i < lying; i++) out_of_extents(s, words_of(v, v->spots)[i]);
    for (int64_t i = 0; i < count; i++) {
        const int64_t *place = words_of(v, had) + i * PLACE_WORDS;
        const int64_t card = words_of(v, v->drawn)[i];
        int64_t head = (state_word(s, card, T_HEAD) & 0xffffffff) | HEAD_USED | place[0];
        if (i >= lying) head |= HEAD_FLAG(THING_GONE) | HEAD_FLAG(THING_UNSEEN);
        state_put(s, card, T_HEAD, head);
        state_put(s, card, T_OWNER, place[1]);
        state_put(s, card, T_HOLDER, place[2]);
        state_put(s, card, T_PILE, place[3]);
        state_put(s, card, T_SINCE, 0);
        if (i < lying) world_set(&s->w, ADDR(SEG_HEAP, place[4]), card);
    }
}

/* ---- References to the cards -------------------------------- */

/* Takes the rules of hidden cards out of the agenda of a moment (`frame`), because that they speak
 * would tell which cards they are. Moves F_NEXT back by those that were taken out before it. */
static void unsettle(struct veil *v, uint32_t frame) {
    struct state *s = v->s;
    struct view agenda = state_list(s, frame_word(s, frame, F_AGENDA));
    int64_t kept = state_scratch(s, agenda.count), next = frame_word(s, frame, F_NEXT), late = next;
    agenda = state_list(s, frame_word(s, frame, F_AGENDA));
    for (int64_t i = 0; i + 1 < agenda.count; i += 2) {
        bool one = agenda.at[i] >= 0 && state_has(state_list(s, v->drawn), agenda.at[i + 1]);
        if (one) {
            if (i < next) late -= 2;
            continue;
        }
        state_scratch_add(s, kept, agenda.at[i]);
        state_scratch_add(s, kept, agenda.at[i + 1]);
    }
    state_list_store(s, ADDR(SEG_STACK, frame + F_AGENDA), state_list(s, kept));
    frame_put(s, frame, F_NEXT, late);
}

static void rename_word(struct veil *v, addr at, struct image_type type) {
    struct state *s = v->s;
    int64_t word = world_get(&s->w, at);
    if (type.class == V_THING) {
        if (word > 0) world_set(&s->w, at, instead_of(v, word));
    } else if (type.class == V_SET && type.elem == V_THING && word > 0) {
        for (int64_t i = 0; i < state_list(s, word).count; i++) {
            int64_t to = instead_of(v, state_list(s, word).at[i]);
            world_set(&s->w, ADDR(SEG_HEAP, word + 1 + i), to);
        }
    }
}

static void rename_frame(struct veil *v, uint32_t frame) {
    const struct state *s = v->s;
    int32_t func = frame_func(s, frame), slots = func >= 0 ? s->img->funcs[func].slots : 0;
    for (int32_t i = 0; i < slots; i++) {
        struct image_type type = image_slot_of(s->img, func, i)->type;
        rename_word(v, ADDR(SEG_STACK, frame + F_WORDS + (uint32_t)i), type);
    }
}

/* Replaces each hidden card that a field or memory of thing `id` names by the card that has its
 * place in the view. The thing is no hidden card. Piles have been filled by `lay` already. */
static void rename_thing(struct veil *v, int64_t id) {
    const struct state *s = v->s;
    const struct image *img = s->img;
    int32_t kind = state_kind(s, id), blueprint = state_blueprint(s, id);
    const struct view naming = state_list(s, v->naming);
    for (int64_t i = 0; i < naming.count; i++) {
        const struct image_field *field = &img->fields[naming.at[i]];
        if (image_kind_is(img, kind, field->kind))
            rename_word(v, state_at(s, id, (uint32_t)field->slot), field->type);
    }
    for (int32_t i = 0; blueprint >= 0 && i < img->blueprints[blueprint].memories; i++) {
        uint32_t word = (uint32_t)(img->kinds[kind].words + i);
        rename_word(v, state_at(s, id, word),
                    img->memory[img->blueprints[blueprint].first_memory + i].type);
    }
}

/* Brings the lots of all piles into order again. */
static void form_piles(struct veil *v) {
    struct state *s = v->s;
    for (int32_t f = 0; f < s->img->fields_count; f++) {
        if (!s->img->fields[f].pile) continue;
        for (int64_t i = 0; i < state_extent(s, s->img->fields[f].kind).count; i++)
            state_pile_form(s, state_extent(s, s->img->fields[f].kind).at[i], f);
    }
}

static void list_naming_fields(struct veil *v) {
    const struct image *img = v->s->img;
    v->naming = state_scratch(v->s, img->fields_count);
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        const struct image_type type = field->type;
        bool names = type.class == V_THING || (type.class == V_SET && type.elem == V_THING);
        if (names && !field->pile && field->how == FIELD_STORED && field->slot >= T_WORDS)
            state_scratch_add(v->s, v->naming, f);
    }
}

static bool shuffle_hidden(struct veil *v) {
    struct state *s = v->s;
    int64_t lying = gather_hidden(v);
    if (lying == 0 || !deal_all(v, lying)) return true;
    lay(v, lying);
    form_piles(v);
    list_naming_fields(v);
    int64_t end = world_used(&s->w, SEG_THINGS) / s->stride;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        /* in a handler's frame the word F_AGENDA holds the log of its calls, which is left as it
         * is */
        if (frame_kind(s, f) != FRAME_OUTSIDE && frame_word(s, f, F_AGENDA)) unsettle(v, f);
        rename_frame(v, f);
    }
    for (int64_t id = 1; id < end; id++) {
        if (state_word(s, id, T_HEAD) && !state_has(state_list(s, v->drawn), id))
            rename_thing(v, id);
    }
    for (int64_t i = 0; i < list_length(v, v->drawn); i++) {
        int64_t card = words_of(v, v->drawn)[i];
        if (!as_made(v, card)) return false;
        if (i < lying) into_extents(s, card);
        state_put(s, card, T_NOTED, 0);
        if (i < lying && s->img->whenevers) state_note(s, card, ~s->img->whenever_wide);
    }
    state_untidy(s, UNTIDY_ALL);
    return true;
}

/* ---- Secret fields and memories -------------------------------- */

/* Draws a value for a secret field or memory, each possible one equally likely: yes or no, a thing
 * of the kind in play, a value of the enumeration, a number of a range that is not too wide. Of any
 * other sort of value, and of a number without such a range, returns the value that the field has
 * in a new thing; of a memory NONE. */
static int64_t drawn_value(struct veil *v, struct image_type type,
                           const struct image_field *field) {
    enum { WIDEST = 1 << 16 };
    struct state *s = v->s;
    int64_t first = field ? field->first : NONE;
    switch ((enum value_class)type.class) {
    case V_TRUTH: return draw_below(v, 2);
    case V_ENUM: return draw_below(v, s->img->enums[type.of].values);
    case V_THING: {
        struct view all = state_extent(s, type.of >= 0 ? type.of : 0);
        return all.count ? view_at(all, draw_below(v, all.count)) : NONE;
    }
    case V_NUMBER:
    case V_LENGTH:
        if (!field || field->least == NUM_MIN || field->most == NUM_MAX) return first;
        if (field->most - field->least >= WIDEST) return first;
        return field->least + draw_below(v, field->most - field->least + 1);
    default: return first;
    }
}

static void draw_word(struct veil *v, addr at, struct image_type type,
                      const struct image_field *field) {
    if (image_is_list(type))
        state_list_free(v->s, at);
    else if (type.class != V_POOL)
        world_set(&v->s->w, at, drawn_value(v, type, field));
}

static void draw_fields(struct veil *v, int32_t f) {
    struct state *s = v->s;
    const struct image_field *field = &s->img->fields[f];
    if (!field->secret || field->pile || field->how != FIELD_STORED || field->slot < T_WORDS)
        return;
    const int64_t holders = holders_of(s, field->kind);
    for (int64_t i = 0; i < state_list(s, holders).count; i++) {
        int64_t id = state_list(s, holders).at[i];
        if (!others(v->s, v->open, state_owner(s, id), (enum image_secret)field->secret)) continue;
        if (speaks_now(s, id)) continue;
        draw_word(v, state_at(s, id, (uint32_t)field->slot), field->type, field);
        state_changed(s, (enum reads_what)field->reads);
        state_untidy(s, UNTIDY_ALL);
    }
}

static void draw_memories(struct veil *v, int32_t blueprint) {
    struct state *s = v->s;
    const struct image_blueprint *bp = &s->img->blueprints[blueprint];
    for (int32_t m = 0; m < bp->memories; m++) {
        const struct image_memory *memory = &s->img->memory[bp->first_memory + m];
        if (!memory->secret) continue;
        for (int64_t i = 0; i < state_instances(s, blueprint).count; i++) {
            int64_t id = state_instances(s, blueprint).at[i];
            if (!others(v->s, v->open, state_owner(s, id), (enum image_secret)memory->secret))
                continue;
            if (speaks_now(s, id)) continue;
            uint32_t word = (uint32_t)(s->img->kinds[bp->kind].words + m);
            draw_word(v, state_at(s, id, word), memory->type, NULL);
            state_changed(s, READS_MEMORIES);
            state_untidy(s, UNTIDY_ALL);
        }
    }
}

/* ---- Answers that are not shown yet -------------------------------- */

/* Drops the words of the list at `at` that are not this player's: people[i] is the player of word
 * i. Drops words from number `count` on, too. */
static void keep_his(struct veil *v, addr at, struct view people, int64_t count) {
    struct state *s = v->s;
    struct view list = state_list(s, world_get(&s->w, at));
    int64_t kept = state_scratch(s, list.count);
    list = state_list(s, world_get(&s->w, at));
    for (int64_t i = 0; i < list.count && i < count; i++) {
        if (!others(v->s, v->open, view_at(people, i), SECRET_OWN))
            state_scratch_add(s, kept, list.at[i]);
    }
    state_list_store(s, at, state_list(s, kept));
}

static void keep_answers(struct veil *v, uint32_t frame, const struct image_asking *a,
                         int64_t people, int64_t asked) {
    struct state *s = v->s;
    int32_t rank = 0;
    for (int32_t i = 0; i < a->answers; i++) {
        const int32_t *of = s->img->lists + a->first_answer + i * ASKING_WORDS;
        const addr at = ADDR(SEG_STACK, frame + F_WORDS + (uint32_t)of[0]);
        /* the answers are lists themselves: each player has a slot, in the order of `people` */
        if (of[2] >= 0) {
            bool his = of[2] < asked &&
                       !others(v->s, v->open, view_at(state_list(s, people), of[2]), SECRET_OWN);
            int64_t word = world_get(&s->w, at);
            if (of[2] == 0) rank = 0;
            if (his) {
                const int32_t slot = of[(rank++ - of[2]) * ASKING_WORDS];
                world_set(&s->w, at, 0);
                world_set(&s->w, ADDR(SEG_STACK, frame + F_WORDS + (uint32_t)slot), word);
            } else if (word > 0) {
                state_list_free(s, at);
            }
        } else if (of[1] < 0) {
            keep_his(v, at, state_list(s, people), asked);
        } else {
            const addr who = ADDR(SEG_STACK, frame + F_WORDS + (uint32_t)of[1]);
            struct view gave = state_list(s, world_get(&s->w, who));
            int64_t givers = state_scratch_copy(s, gave.at, gave.count);
            keep_his(v, at, state_list(s, givers), state_list(s, givers).count);
            keep_his(v, who, state_list(s, givers), state_list(s, givers).count);
        }
    }
}

/* Puts an `ask each` back to where this player alone has answered: the others who have answered are
 * asked again, after those who have not answered yet, and their answers are dropped. Does nothing
 * if nobody else has answered. */
static void unasked(struct veil *v, uint32_t frame, const struct image_asking *a) {
    struct state *s = v->s;
    const addr people = ADDR(SEG_STACK, frame + F_WORDS + (uint32_t)a->people);
    const addr index = ADDR(SEG_STACK, frame + F_WORDS + (uint32_t)a->index);
    int64_t asked = world_get(&s->w, index), his = 0;
    struct view all = state_list(s, world_get(&s->w, people));
    if (asked <= 0 || asked > all.count) return;
    int64_t old = state_scratch_copy(s, all.at, all.count), list = state_scratch(s, all.count);
    all = state_list(s, old);
    for (int64_t i = 0; i < asked; i++) {
        if (others(v->s, v->open, all.at[i], SECRET_OWN)) continue;
        state_scratch_add(s, list, all.at[i]);
        his++;
    }
    if (his == asked) return;
    for (int64_t i = asked; i < all.count; i++) state_scratch_add(s, list, all.at[i]);
    for (int64_t i = 0; i < asked; i++) {
        if (others(v->s, v->open, all.at[i], SECRET_OWN)) state_scratch_add(s, list, all.at[i]);
    }
    keep_answers(v, frame, a, old, asked);
    state_list_store(s, people, state_list(s, list));
    world_set(&s->w, index, his);
    state_untidy(s, UNTIDY_ALL);
}

static void hide_answers(struct veil *v) {
    struct state *s = v->s;
    for (uint32_t f = frame_top(s); f; f = frame_back(s, f)) {
        for (int32_t i = 0; i < s->img->askings_count; i++) {
            const struct image_asking *a = &s->img->askings[i];
            int32_t pc = frame_pc(s, f);
            if (a->func == frame_func(s, f) && pc >= a->first && pc < a->end) unasked(v, f, a);
        }
    }
}

/* ---- The whole -------------------------------- */

/* Sets the header to 0, because it tells how much chance was used and how many questions were
 * asked, which is hidden. */
static void forget_header(struct state *s) {
    const uint32_t words = world_used(&s->w, SEG_HEADER);
    for (uint32_t i = 0; i < words; i++) world_set(&s->w, ADDR(SEG_HEADER, i), 0);
}

bool battle_view(struct battle *dst, const struct battle *src, int32_t player, uint64_t seed) {
    struct state *s = &dst->s;
    const struct image *img = s->img;
    dst->options = src->options;
    dst->options.seed = base_mix(seed + 1);
    dst->options.chance = CHANCE_STREAM;
    dst->options.journal = dst->options.history = dst->options.answers = false;
    battle_stand(dst, &src->s.w);
    battle_inside(dst, &(struct run_inside){.own = NONE});
    s->accounts = ACCOUNTS_NONE;
    s->journal.off = true;
    dst->observer = (struct run_observer){0};
    battle_outside(dst, src->port, src->outside, src->outside_count);
    struct veil v = {.b = dst, .s = s, .player = state_player(s, player), .seed = seed};
    look_open(&v);
    hide_answers(&v);
    bool good = shuffle_hidden(&v);
    for (int32_t i = 0; good && i < img->fields_count; i++) draw_fields(&v, i);
    for (int32_t i = 0; good && i < img->blueprints_count; i++) draw_memories(&v, i);
    /* no word was changed, so the view stands at the same question as src */
    const bool same = s->w.log_count == 0;
    forget_header(s);
    /* lists were written without a call of state_changed, so no remembered number may be used any
     * more */
    state_forget(s);
    s->scratch_used = 0;
    frame_sweep(s);
    world_forget(&s->w);
    dst->first_mark = 0;
    dst->last = 0;
    if (good && same) run_take_hand(dst, src);
    return good || run_keep_error(dst);
}
