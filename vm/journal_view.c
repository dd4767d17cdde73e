/*
 * A journal as one player, the reader, may read it. It is made from the journal alone, without the
 * World.
 *
 * - A card in another player's secret pile is hidden: it has no name but its sort of cards (the
 *   kind directly below `card`) until it is revealed, or put into a pile that the reader sees. So
 *   is a card that another player draws, from where the draw begins. What
 *   is `secret` he sees of his side as it is then, what is `secret own` of nobody else. A player
 *   for whom he answers at that point is no other.
 * - Secret choices of other players and writes to their secret fields are left out.
 * - Entries whose place lies in the text of a card that may be in a secret pile lose their place;
 *   numbers and needs from there are left out.
 */
#include <string.h>

#include "journal.h"

/* A card in somebody's secret pile, or one that is on its way. */
struct unseen {
    int64_t name;
    int64_t owner; /* whose pile; NONE: it is on its way, and hidden from the reader */
    enum image_secret secret;
};
struct eyes {
    const struct image *img;
    int32_t player;               /* the reader's number, from 0 */
    int32_t side_field;           /* the field `side` of players; -1: there is none */
    int64_t side[MAX_PLAYERS];    /* by player: his side, as the journal has told so far */
    int32_t answers[MAX_PLAYERS]; /* by player: the number of who answers for him; -1: nobody */
    bool his;                     /* the J_ANSWERS entry that is being read is about him */
    const struct journal *from;
    struct journal *to;
    struct unseen *cards; /* in secret piles of others at this point */
    size_t count, capacity;
    /* for each row of image.places: whether the place lies in the text of a card that may be in a
     * secret pile */
    bool *secret;
    /* the rolls that were copied: for each where it begins in `from`, and where in `to` */
    int64_t *rolls;
    size_t rolls_count, rolls_capacity;
    /* the last titles of cards that were hidden when they got them */
    struct journal_entry *titles;
    size_t titles_count, titles_capacity;
    const struct journal_entry *e; /* the entry that is being read */
    /* at: index of the next word to read in the payload of e; next: index in `from` at which the
     * following entry begins */
    size_t at, next;
};

/* ---- Places in the texts of cards -------------------------------- */

/* Whether things of a blueprint may lie in a secret pile. */
static bool may_hide(const struct image *img, int32_t blueprint) {
    if (blueprint < 0) return false;
    for (int32_t f = 0; f < img->fields_count; f++) {
        const struct image_field *field = &img->fields[f];
        if (!field->pile || !field->secret) continue;
        if (image_kind_is(img, img->blueprints[blueprint].kind, field->type.of)) return true;
    }
    return false;
}

static void mark_func(struct eyes *v, int32_t func) {
    if (func < 0) return;
    const struct image_func *f = &v->img->funcs[func];
    for (int32_t i = 0; i < f->count; i++) {
        int32_t place = v->img->code_place[f->first + i];
        if (place >= 0) v->secret[place] = true;
    }
}

static void mark_places(struct eyes *v) {
    const struct image *img = v->img;
    v->secret = memory_new((size_t)img->places_count + 1);
    for (int32_t i = 0; i < img->rules_count; i++) {
        if (!may_hide(img, img->rules[i].blueprint)) continue;
        if (img->rules[i].place >= 0) v->secret[img->rules[i].place] = true;
        mark_func(v, img->rules[i].body);
        mark_func(v, img->rules[i].when);
    }
}

/* ---- Names -------------------------------- */

/* Takes a card out of those that lie in secret piles of others. */
static void show(struct eyes *v, int64_t name) {
    size_t i = 0;
    while (i < v->count && v->cards[i].name != name) i++;
    if (i < v->count) v->cards[i] = v->cards[--v->count];
}

static void hide(struct eyes *v, int64_t name, int64_t owner, enum image_secret secret) {
    show(v, name);
    v->cards = memory_grow(v->cards, &v->capacity, v->count + 1, sizeof *v->cards);
    v->cards[v->count++] = (struct unseen){name, owner, secret};
}

/* Whether the reader is the player of this number, or answers for him. */
static bool speaks(const struct eyes *v, int32_t player) {
    return player == v->player || (player >= 0 && v->answers[player] == v->player);
}

/* Whether the reader owns a thing, or is the player of this name, or answers for him. */
static bool his(const struct eyes *v, int64_t name) {
    return name != NONE && speaks(v, journal_name_unpack(v->img, name).owner);
}

/* Whether the reader sees what is secret so and belongs to the owner, or player, of this name. */
static bool sees(const struct eyes *v, int64_t name, enum image_secret secret) {
    if (name == NONE || his(v, name)) return name != NONE;
    const int32_t owner = journal_name_unpack(v->img, name).owner;
    if (secret != SECRET_SIDE || owner < 0 || v->side[owner] == NONE) return false;
    for (int32_t i = 0; i < v->img->players; i++)
        if (speaks(v, i) && v->side[i] == v->side[owner]) return true;
    return false;
}

static bool is_hidden(const struct eyes *v, int64_t name) {
    size_t i = 0;
    while (i < v->count && v->cards[i].name != name) i++;
    if (i == v->count) return false;
    return v->cards[i].owner == NONE || !sees(v, v->cards[i].owner, v->cards[i].secret);
}

/* Returns the kind directly below `card` that a kind of cards belongs to: all that the reader is
 * told of a hidden card. */
static int32_t sort_of_card(const struct image *img, int32_t kind) {
    while (kind >= 0 && img->kinds[kind].parent != img->root[ROOT_CARD])
        kind = img->kinds[kind].parent;
    return kind;
}

/* Returns the name that the reader sees: a hidden card loses blueprint and ordinal. */
static int64_t seen_name(const struct eyes *v, int64_t name) {
    if (name == NONE || !is_hidden(v, name)) return name;
    struct journal_name n = journal_name_unpack(v->img, name);
    n.kind = sort_of_card(v->img, n.kind);
    n.blueprint = -1;
    n.ordinal = n.id = 0;
    return journal_name_pack(n);
}

/* ---- Copying -------------------------------- */

static int64_t take_word(struct eyes *v) {
    return v->at < v->e->count ? v->e->words[v->at++] : 0;
}

static void copy_word(struct eyes *v) {
    if (v->at < v->e->count) journal_word(v->to, take_word(v));
}

/* Copies a value. The name of a hidden card is replaced, and the kind in the value's type too,
 * because the kind could tell which card it is. */
static void copy_value(struct eyes *v) {
    struct journal_item item;
    if (!journal_item(v->e, &v->at, &item)) {
        v->at = v->e->count;
        return;
    }
    struct image_type type = item.type;
    bool things = item.each.class == V_THING, unseen = false;
    for (int64_t i = 0; things && i < item.count; i++)
        unseen |= seen_name(v, item.values[i]) != item.values[i];
    if (unseen && type.of >= 0) type.of = (int16_t)sort_of_card(v->img, type.of);
    journal_word(v->to, journal_type_pack(type));
    if (item.list) journal_word(v->to, item.count);
    for (int64_t i = 0; i < item.count; i++)
        journal_word(v->to, things ? seen_name(v, item.values[i]) : item.values[i]);
}

/* Copies what refers to a roll; -1 if that is not copied. */
static void copy_roll(struct eyes *v) {
    const int64_t roll = take_word(v);
    size_t i = v->rolls_count;
    while (i > 0 && v->rolls[2 * (i - 1)] != roll) i--;
    journal_word(v->to, i ? v->rolls[2 * i - 1] : -1);
}

static void note_roll(struct eyes *v, size_t from) {
    if (v->e->kind != J_ROLL && v->e->kind != J_REROLL) return;
    v->rolls = memory_grow(v->rolls, &v->rolls_capacity, 2 * v->rolls_count + 2, sizeof *v->rolls);
    v->rolls[2 * v->rolls_count] = (int64_t)from;
    v->rolls[2 * v->rolls_count++ + 1] = journal_mark(v->to);
}

static void copy_words(struct eyes *v) {
    for (size_t n = journal_words_count(v->e, v->at); n > 0; n--) copy_word(v);
}

/* Copies the reason of a J_NOT_DONE entry. If the action was another player's, the reason becomes
 * "" unless it is a text of the ruleset, word for word. A reason that was put together from values
 * may tell what only that player knows. */
static void copy_reason(struct eyes *v) {
    const size_t end = v->at + journal_words_count(v->e, v->at);
    size_t behind = end;
    struct journal_item first;
    char text[512];
    bool thing = journal_item(v->e, &behind, &first) && first.each.class == V_THING && !first.list;
    bool others = thing && first.values[0] != NONE && !his(v, first.values[0]) &&
                  journal_name_unpack(v->img, first.values[0]).owner >= 0;
    journal_words_read(v->e->words + v->at, v->e->count - v->at, text, sizeof text);
    bool written = false;
    for (int32_t i = 0; others && i < v->img->texts_count && !written; i++)
        written = strcmp(image_text(v->img, i), text) == 0;
    if (!others || written) {
        copy_words(v);
        return;
    }
    v->at = end;
    journal_words(v->to, "");
}

static void copy_template(struct eyes *v) {
    int64_t tmpl = v->at < v->e->count ? v->e->words[v->at] : -1;
    copy_word(v);
    for (int32_t i = 1; tmpl >= 0 && i < v->img->templates[tmpl].texts; i++) copy_value(v);
}

/* Copies a row of an account. A row from the text of a card that may be hidden becomes a row of a
 * rule in Lua with the label "hidden", so only its amount is told. */
static void copy_row(struct eyes *v) {
    int64_t rule = take_word(v);
    bool unseen = rule >= 0 && may_hide(v->img, v->img->rules[rule].blueprint);
    journal_word(v->to, unseen ? -1 : rule);
    copy_value(v);
    if (rule < 0)
        copy_words(v);
    else if (unseen)
        journal_words(v->to, "hidden");
}

static void copy_arguments(struct eyes *v) {
    if (v->at >= v->e->count) return;
    const int64_t count = v->e->words[v->at];
    copy_word(v);
    for (int64_t i = 0; i < count; i++) copy_value(v);
}

/* Returns the word of the payload of a choice at which what was open begins. */
static size_t choice_open(const struct image *img, const struct journal_entry *e) {
    struct journal_item item;
    size_t at = 3;
    const int64_t tmpl = at < e->count ? e->words[at++] : -1;
    for (int32_t i = 1; tmpl >= 0 && i < img->templates[tmpl].texts; i++)
        journal_item(e, &at, &item);
    for (int i = 0; e->kind == J_CHOICE && i < 2; i++) journal_item(e, &at, &item);
    for (int64_t n = at < e->count ? e->words[at++] : 0; n > 0; n--) journal_item(e, &at, &item);
    return at + 1; /* behind `most` */
}

/* Whether an entry is a choice of another player among cards that the reader does not see. What was
 * open to him, and which of it is equal, would tell what they are. */
static bool among_unseen(const struct eyes *v) {
    const struct journal_entry *e = v->e;
    struct journal_item item;
    size_t at = 0;
    bool unseen = false;
    if ((e->kind != J_CHOICE && e->kind != J_PASS) || !journal_item(e, &at, &item)) return false;
    if (item.list || his(v, item.values[0])) return false;
    /* the prompt and numbers in between name no cards that are hidden */
    for (at = choice_open(v->img, e); journal_item(e, &at, &item);)
        for (int64_t i = 0; item.each.class == V_THING && i < item.count; i++)
            unseen = unseen || is_hidden(v, item.values[i]);
    return unseen;
}

static void copy_payload(struct eyes *v) {
    const bool unseen = among_unseen(v);
    v->at = 0;
    for (const char *p = journal_row(v->e->kind)->payload; *p;) {
        switch (*p) {
        case 'v':
        case 'T': copy_value(v); break;
        case 'A':
            if (unseen) {
                journal_word(v->to, 0);
                journal_word(v->to, 0);
                v->at = v->e->count;
            }
            copy_arguments(v);
            break;
        case 'r': copy_roll(v); break;
        case 't': copy_template(v); break;
        case 'z':
            if (v->e->kind == J_NOT_DONE)
                copy_reason(v);
            else
                copy_words(v);
            break;
        case 'V':
        case 'M':
            while (v->at < v->e->count) copy_value(v);
            break;
        case 'R':
            while (v->at < v->e->count) copy_row(v);
            break;
        default: copy_word(v);
        }
        /* skips the letter and the name of this value */
        for (int blanks = 0; *p && blanks < 2; p++) blanks += *p == ' ';
    }
}

/* ---- Entries -------------------------------- */

/* Returns value number n (from 0) of an entry that begins with values; NONE if there are fewer or
 * this one is a list. */
static int64_t named(const struct journal_entry *e, size_t n) {
    struct journal_item item;
    size_t at = 0;
    for (size_t i = 0; i <= n; i++) {
        if (!journal_item(e, &at, &item)) return NONE;
    }
    return item.list ? NONE : item.values[0];
}

/* Takes note of an entry that puts a card, of this name, on a pile. The field, word 4 of the
 * payload, follows two values of two words each. */
static void notice_put(struct eyes *v, const struct journal_entry *e, int64_t name) {
    if (e->count < 5) return;
    const enum image_secret secret = (enum image_secret)v->img->fields[e->words[4]].secret;
    const int64_t owner = named(e, 1);
    const bool own = owner != NONE && journal_name_unpack(v->img, owner).owner == v->player;
    if (secret && !own)
        hide(v, name, owner, secret);
    else
        show(v, name);
}

/* Takes note of an entry that makes a card, of this name. If the next entry puts it into a secret
 * pile, it is hidden from the moment when it is made. */
static void notice_made(struct eyes *v, int64_t name) {
    struct journal_entry then;
    size_t at = v->next;
    show(v, name);
    if (!journal_next(v->from, &at, &then) || then.kind != J_PUT) return;
    struct journal_name one = journal_name_unpack(v->img, name);
    struct journal_name other = journal_name_unpack(v->img, named(&then, 0));
    if (one.blueprint == other.blueprint && one.ordinal == other.ordinal)
        notice_put(v, &then, name);
}

/* Hides the card of a draw that another player makes, from where the draw begins: only what follows
 * says whether it comes to a secret pile. */
static void notice_draw(struct eyes *v) {
    const struct journal_entry *e = v->e;
    struct journal_item card, source, taker;
    size_t at = 1;
    if ((e->kind != J_BEGIN && e->kind != J_NOT_DONE) || e->count < 2 || e->words[0] != EVENT_DRAW)
        return;
    if (e->kind == J_NOT_DONE) at = 2 + journal_words_count(e, 2);
    if (!journal_item(e, &at, &card) || !journal_item(e, &at, &source) ||
        !journal_item(e, &at, &taker) || card.values[0] == NONE || taker.values[0] == NONE) {
        return;
    }
    const bool hidden = may_hide(v->img, journal_name_unpack(v->img, card.values[0]).blueprint);
    if (hidden && !his(v, taker.values[0])) hide(v, card.values[0], NONE, SECRET_OWN);
}

/* Takes note of who answers for the player of this name from here on. */
static void notice_answers(struct eyes *v, int64_t name) {
    const int32_t player = journal_name_unpack(v->img, name).owner;
    const int64_t who = named(v->e, 1);
    const int32_t now = who == NONE ? -1 : journal_name_unpack(v->img, who).owner;
    if (player < 0) return;
    v->his = v->answers[player] == v->player || now == v->player;
    v->answers[player] = now;
}

/* Brings what the reader knows up to date with the entry that is being read. */
static void notice(struct eyes *v) {
    notice_draw(v);
    int64_t side;
    const int32_t player = journal_side_set(v->img, v->e, v->side_field, &side);
    if (player >= 0) v->side[player] = side;
    int64_t name = named(v->e, 0);
    if (name == NONE) return;
    if (v->e->kind == J_ANSWERS) notice_answers(v, name);
    if (v->e->kind == J_PUT) notice_put(v, v->e, name);
    if (v->e->kind == J_REVEAL) show(v, name);
    if (v->e->kind == J_CREATE) notice_made(v, name);
}

/* Whether a title is filled with a field that the reader does not see. */
static bool fills_secret(const struct eyes *v, const struct journal_entry *e) {
    const int64_t name = named(e, 0);
    const struct image_titled *t =
        image_titled_card(v->img, journal_name_unpack(v->img, name).blueprint);
    for (int32_t i = 0; t && i + 1 < v->img->templates[t->title].texts; i++) {
        const uint8_t secret = v->img->fields[v->img->lists[t->first + i]].secret;
        if (secret && !sees(v, name, (enum image_secret)secret)) return true;
    }
    return false;
}

/* Whether the reader may not see the entry at all. */
static bool left_out(const struct eyes *v) {
    const struct journal_entry *e = v->e;
    const bool of_card = e->place >= 0 && v->secret[e->place];
    switch (e->kind) {
    case J_CHOICE:
    case J_PASS: return e->count > 2 && e->words[2] && !his(v, named(e, 0));
    case J_SET:
    case J_HELD:
        if (is_hidden(v, named(e, 0))) return true;
        return e->count > 2 && v->img->fields[e->words[2]].secret &&
               !sees(v, named(e, 0), (enum image_secret)v->img->fields[e->words[2]].secret);
    case J_ANSWERS: return !v->his;
    case J_TITLED: return is_hidden(v, named(e, 0)) || fills_secret(v, e);
    case J_ACCOUNT:
    case J_NEEDS: return of_card;
    default: return false;
    }
}

/* ---- Titles of hidden cards -------------------------------- */

static size_t title_of(const struct eyes *v, int64_t name) {
    size_t i = 0;
    while (i < v->titles_count && named(&v->titles[i], 0) != name) i++;
    return i;
}

/* Keeps a title that is left out because its card is hidden. */
static void keep_title(struct eyes *v) {
    const size_t i = title_of(v, named(v->e, 0));
    if (i == v->titles_count) {
        v->titles =
            memory_grow(v->titles, &v->titles_capacity, v->titles_count + 1, sizeof *v->titles);
        v->titles_count++;
    }
    v->titles[i] = *v->e;
}

/* Finds the title that was kept of a card which an entry shows to the reader, and forgets it.
 * Returns false if there is none. */
static bool shown_title(struct eyes *v, struct journal_entry *out) {
    const int64_t name = named(v->e, 0);
    if (v->e->kind != J_PUT && v->e->kind != J_REVEAL) return false;
    const size_t i = title_of(v, name);
    if (i == v->titles_count || is_hidden(v, name)) return false;
    *out = v->titles[i];
    v->titles[i] = v->titles[--v->titles_count];
    return true;
}

/* Marks a choice as not secret. `start` is where the payload of the copied entry begins. Only the
 * reader's own secret choices are copied, and to him they are no secret. */
static void open_his(struct eyes *v, size_t start) {
    bool choice = v->e->kind == J_CHOICE || v->e->kind == J_PASS;
    if (choice && v->e->count > 2) v->to->words[start + 2] = 0;
}

static void copy_entry(struct eyes *v) {
    const int32_t place = v->e->place;
    journal_begin(v->to, v->e->kind, v->e->depth, place >= 0 && v->secret[place] ? -1 : place);
    const size_t start = v->to->count;
    copy_payload(v);
    open_his(v, start);
    journal_end(v->to);
}

void journal_view_numbered(const struct journal *from, const struct image *img, int32_t player,
                           struct journal *to, int64_t *numbers) {
    int64_t number = 0;
    struct eyes v = {.img = img, .player = player, .from = from, .to = to};
    struct journal_entry e;
    journal_cut(to, 0);
    v.side_field = journal_side_field(img);
    for (int32_t i = 0; i < MAX_PLAYERS; i++) {
        v.side[i] = NONE;
        v.answers[i] = i;
    }
    mark_places(&v);
    v.e = &e;
    for (size_t begin = 0; journal_next(from, &v.next, &e); begin = v.next) {
        notice(&v);
        number++;
        if (e.kind == J_TITLED && is_hidden(&v, named(&e, 0))) keep_title(&v);
        if (left_out(&v)) continue;
        if (numbers) *numbers++ = number;
        note_roll(&v, begin);
        copy_entry(&v);
        struct journal_entry title;
        if (!shown_title(&v, &title)) continue;
        title.depth = e.depth;
        v.e = &title;
        if (numbers) *numbers++ = number;
        copy_entry(&v);
        v.e = &e;
    }
    memory_free(v.titles);
    memory_free(v.cards);
    memory_free(v.rolls);
    memory_free(v.secret);
}

void journal_view(const struct journal *from, const struct image *img, int32_t player,
                  struct journal *to) {
    journal_view_numbered(from, img, player, to, NULL);
}
