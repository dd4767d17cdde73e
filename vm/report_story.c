/*
 * One paragraph of the story: an event and all that happened inside of it, as lines.
 *
 * A line has a head (what was done, and by which thing), then sentences (about dice, choices, texts
 * of rules), then effects, grouped by the thing that they happened to. An event inside of another
 * gets a line of its own if there is something to tell of it beyond losses. Otherwise what it does
 * is told in the line of the event around it.
 */
#include "report_inner.h"

#include <stdio.h>
#include <string.h>

/* ACCOUNTS: the most accounts that are kept; one more makes those kept be forgotten. PLAIN_DICE:
 * the most faces that tell_dice lists in the order in which they fell. */
enum { ACCOUNTS = 8, PLAIN_DICE = 8 };

/* Something that happened to a thing. */
struct effect {
    int64_t whom;
    const char *text; /* NULL: `lost` is told, or the effect was told already */
    int32_t lost;     /* how many members `whom` lost, if there is no text */
    int64_t field;    /* the field that was set; NONE */
    bool plain;       /* no colon stands before the text: "Guards at …" */
    bool destroyed;   /* `whom` itself was destroyed */
    /* how many cards the player `whom` drew one after the other, and how many of these are named;
     * 0: this is about something else */
    int64_t drawn, named;
    const char *cards; /* their names, a line each */
};
struct story {
    struct report *r;
    struct report_lines *lines;
    int64_t actor;           /* the thing that the paragraph is about; NONE */
    struct report_own *open; /* the event whose line is being written; NULL: no line is */
    size_t serial;           /* lines begun so far */
    /* number of the last entry that does not belong to the making of things: see born() */
    size_t run;
    size_t now;        /* number of the entry that is being told */
    size_t line;       /* number of the entry that the open line tells: see report_lines.entry */
    size_t from, last; /* numbers of the paragraph's first and last entry */
    struct report_text head, body, scratch; /* head and sentences of the open line; for any use */
    struct effect *effects;                 /* of the open line */
    size_t effect_count, effect_room;
    /* the dice that were rolled last; NULL: none, or they were told */
    const struct report_node *roll;
    int64_t *faces; /* of these dice */
    size_t face_room;
    int64_t face_count;
    bool told; /* a sentence about a count has told these dice */
    const struct journal_entry
        *accounts[ACCOUNTS]; /* numbers read since the last sentence on dice */
    /* account_rolled: how many of the accounts came before the dice */
    size_t account_count, account_rolled;
};

/* ---- Lines */

/* Returns a copy of t in the report's arena, and empties t. */
static const char *kept_text(struct report *r, struct report_text *t) {
    const char *text = arena_text(&r->arena, t->at ? t->at : "", t->len);
    t->len = 0;
    return text;
}

/* Adds t, which tells the entry `number`, to the lines of the paragraph, and empties t; an empty t
 * adds nothing. */
static void add_line(struct story *s, struct report_text *t, size_t number) {
    struct report_lines *lines = s->lines;
    if (t->len == 0) return;
    lines->at = memory_grow(lines->at, &lines->room, lines->count + 1, sizeof *lines->at);
    lines->entry =
        memory_grow(lines->entry, &lines->entry_room, lines->count + 1, sizeof *lines->entry);
    lines->entry[lines->count] = number;
    lines->at[lines->count++] = kept_text(s->r, t);
}

static int32_t kind_name(const struct image *img, int32_t kind, bool many) {
    const struct image_kind *k = &img->kinds[kind];
    return many && k->plural >= 0 ? k->plural : k->name;
}

/* Puts losses: "2 models lost, 3 left". If the group is destroyed in the same line, how many are
 * left is not put. */
static void put_lost(struct story *s, struct report_text *t, const struct effect *f,
                     bool destroyed) {
    struct report *r = s->r;
    struct report_thing *group = report_thing(r, f->whom);
    char noun[100] = "";
    report_put_style(t, STYLE_LOSS);
    report_put_number(r, t, f->lost);
    report_put(t, " ");
    if (group && group->member_kind >= 0)
        journal_title(r->img, -1, kind_name(r->img, group->member_kind, f->lost != 1), noun,
                      sizeof noun);
    report_put_foreign(t, noun);
    report_put(t, " lost");
    report_put_style(t, STYLE_END);
    if (!group || destroyed) return;
    report_put(t, ", ");
    if (group->left > 0)
        report_put_number(r, t, group->left);
    else
        report_put(t, "none");
    report_put(t, " left");
}

/* Whether a thing is destroyed in this line. Sets *alone to whether it is a group that only ever
 * had one member: then the loss of this member need not be told besides. */
static bool is_destroyed(const struct story *s, int64_t whom, bool *alone) {
    const struct report_thing *thing = report_thing(s->r, whom);
    *alone = thing && thing->members == 1;
    for (size_t i = 0; i < s->effect_count; i++)
        if (s->effects[i].whom == whom && s->effects[i].destroyed) return true;
    return false;
}

/* Puts effect i and all later effects on the same thing, and marks them as told. */
static void put_effects_of(struct story *s, struct report_text *t, size_t i) {
    int64_t whom = s->effects[i].whom;
    bool more = false, alone, destroyed = is_destroyed(s, whom, &alone);
    for (; i < s->effect_count; i++) {
        struct effect *f = &s->effects[i];
        if (f->whom != whom || (!f->text && !f->lost)) continue;
        bool same = f->lost && destroyed && alone;
        if (more && !same) report_put(t, ", ");
        more = more || !same;
        if (f->text)
            report_put(t, f->text);
        else if (!same)
            put_lost(s, t, f, destroyed);
        f->text = NULL;
        f->lost = 0;
    }
}

/* Puts all effects of the line, those on one thing together behind the name of this thing. */
static void put_effects(struct story *s, struct report_text *t) {
    bool first = true;
    for (size_t i = 0; i < s->effect_count; i++) {
        struct effect *f = &s->effects[i];
        if (!f->text && !f->lost) continue; /* it was told with an earlier effect on this thing */
        if (!first) report_put(t, "; ");
        if (!s->open || f->whom != s->open->about) {
            report_put_name(s->r, t, f->whom, s->open && s->open->form == FORM_LOOSE);
            report_put(t, f->plain ? " " : ": ");
        }
        first = false;
        put_effects_of(s, t, i);
    }
    s->effect_count = 0;
}

/* Ends the open line: puts head, sentences and effects together. */
static void close_line(struct story *s) {
    struct report_text *t = &s->scratch;
    struct report_text effects = {0};
    if (!s->open) return;
    t->len = 0;
    if (s->open->again && s->body.len == 0) { /* then the effects say enough by themselves */
        s->head.len = 0;
        s->open->about = NONE;
    }
    /* If the first effect is not on the thing that the head is about, the effects are a sentence of
     * their own. */
    bool others = s->effect_count > 0 && s->effects[0].whom != s->open->about;
    put_effects(s, &effects);
    if (s->head.len) report_put(t, s->head.at);
    if (s->body.len) {
        if (t->len) report_put(t, ". ");
        size_t from = t->len;
        report_put(t, s->body.at);
        if (from) report_capital(t, from);
    }
    if (effects.len) {
        bool apart = t->len && (s->body.len || others);
        if (t->len) report_put(t, apart ? ". " : ": ");
        size_t from = t->len;
        report_put(t, effects.at);
        if (apart) report_capital(t, from);
    }
    bool ended = t->len > 0 && strchr(".!?", t->at[t->len - 1]) != NULL;
    if (t->len && !ended) report_put(t, ".");
    add_line(s, t, s->line);
    s->head.len = s->body.len = 0;
    s->open = NULL;
    report_text_free(&effects);
}

/* ---- Sentences */

/* Makes a line of this event the open line, unless it is already. */
static void open_line(struct story *s, struct report_own *own) {
    if (s->open == own) return;
    const struct image_event *event = report_event(s->r, &own->event->e);
    close_line(s);
    s->open = own;
    own->about = own->subject;
    if (report_in_words(event, own) && !report_begins_with_subject(s->r, event)) own->about = NONE;
    s->line = own->form == FORM_HEADED && !own->started ? own->event->number : s->now;
    own->again = own->started && own->form == FORM_HEADED && event && event->told >= 0;
    report_put_own_head(s->r, s->actor, false, &s->head, own);
    own->started = true;
    own->serial = ++s->serial;
}

/* Begins a sentence in a line of this event, and returns the text to put it into. */
static struct report_text *sentence(struct story *s, struct report_own *own) {
    open_line(s, own);
    if (s->body.len) report_put(&s->body, ". ");
    return &s->body;
}

/* Ends the sentence that begins at byte `from` of the body: capitalises it, unless it begins the
 * body, and takes off full stops. */
static void end_sentence(struct story *s, size_t from) {
    if (from) report_capital(&s->body, from);
    while (s->body.len && s->body.at[s->body.len - 1] == '.') s->body.at[--s->body.len] = 0;
}

/* Adds an effect on a thing to a line of this event. */
static struct effect *effect(struct story *s, struct report_own *own, int64_t whom) {
    open_line(s, own);
    s->effects = memory_grow(s->effects, &s->effect_room, s->effect_count + 1, sizeof *s->effects);
    struct effect *f = &s->effects[s->effect_count++];
    *f = (struct effect){.whom = whom, .field = NONE};
    if (whom != NONE) f->whom = journal_names_word(&s->r->names, whom);
    return f;
}

/* ---- Dice */

/* Returns the edge of a set of faces (a bit each) of a die with faces 1 … sides: 5 for "5 or less",
 * with *low true, and for "5 or more", with *low false. Returns NONE for other sets. */
static int64_t mask_edge(const struct image *img, int32_t die, uint64_t mask, bool *low) {
    const struct image_die *d = &img->dice[die];
    if (d->first_face >= 0 || d->sides > MAX_FACES) return NONE;
    uint64_t all = d->sides == 64 ? UINT64_MAX : (UINT64_C(1) << d->sides) - 1;
    int64_t n = 0;
    *low = (mask & (mask + 1)) == 0;
    if (*low) {
        while (n < d->sides && (mask >> n & 1)) n++;
        return n;
    }
    uint64_t rest = all & ~mask;
    if ((rest & (rest + 1)) != 0) return NONE;
    while (rest >> n & 1) n++;
    return n + 1;
}

/* Returns the result of a number that was read. */
static int64_t account_result(const struct journal_entry *account) {
    size_t at = journal_account_start(account);
    report_word(account, &at);
    return report_word(account, &at);
}

/* Returns the account that explains account i best. A number without rows may only hand on the
 * result of another number that was read before it and that has rows. So this goes back from
 * account i over accounts with the same result, and returns the first one with rows; if none has
 * rows, the earliest of them. */
static const struct journal_entry *telling(const struct story *s, size_t i) {
    int64_t result = account_result(s->accounts[i]);
    while (!journal_has_rows(s->accounts[i])) {
        if (i == 0 || account_result(s->accounts[i - 1]) != result) break;
        i--;
    }
    return s->accounts[i];
}

/* Returns the start of a number that was read. */
static int64_t account_start(const struct journal_entry *account) {
    size_t at = journal_account_start(account);
    return report_word(account, &at);
}

/* Returns the account of the number against which the dice were thrown. This is the first number
 * read after the dice, or the last one before them if none was read after. If the next number
 * starts with its result, the next one is taken, and so on. If the number that was found has no
 * rows, returns the account that explains it (telling). */
static const struct journal_entry *thrown_against(const struct story *s) {
    size_t i = s->account_rolled < s->account_count ? s->account_rolled : s->account_count - 1;
    while (i + 1 < s->account_count &&
           account_start(s->accounts[i + 1]) == account_result(s->accounts[i]))
        i++;
    return telling(s, i);
}

/* Returns the account of the number against which faces were counted: the last one whose result is
 * the edge of the set of faces that counted (or lies beyond the die where the edge is the end of
 * the die), or the account that explains that one (telling). NULL if there is none. */
static const struct journal_entry *account_for(const struct story *s, int32_t die, uint64_t mask) {
    bool low = false;
    int64_t edge = mask_edge(s->r->img, die, mask, &low);
    for (size_t i = s->account_count; i-- > 0 && edge != NONE;) {
        int64_t result = account_result(s->accounts[i]);
        bool past = low && ((edge == 0 && result < 0) ||
                            (edge == s->r->img->dice[die].sides && result > edge));
        if (result == edge || past) return telling(s, i);
    }
    return NULL;
}

/* Whether an event kept a truth, such as whether a test was passed. */
static bool kept_truth(const struct report *r, const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    struct journal_item item;
    for (int32_t slot = event ? event->roles : 0; event && slot < event->kept; slot++)
        if (report_slot(r, node, slot, &item) && item.type.class == V_TRUTH) return true;
    return false;
}

/* Whether an event does nothing but throw dice, and the event around it counts or compares them
 * right afterwards, or keeps a truth. Then the dice are told as if the event around had thrown
 * them. */
static bool throws_only(const struct report *r, const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    bool throws = false;
    if (node->e.kind != J_BEGIN || !event || event->action || report_event_builtin(&node->e))
        return false;
    for (const struct report_node *c = node->child; c; c = c->next) {
        if (c->e.kind != J_ROLL && c->e.kind != J_HELD && c->e.kind != J_END) return false;
        throws = throws || c->e.kind == J_ROLL;
    }
    const struct report_node *next = node->next;
    bool compared = next && (next->e.kind == J_ACCOUNT || next->e.kind == J_COUNT);
    return throws && node->parent && report_event(r, &node->parent->e) &&
           (compared || kept_truth(r, node->parent));
}

static void forget_dice(struct story *s) {
    s->roll = NULL;
    s->face_count = 0;
    s->told = false;
    s->account_count = s->account_rolled = 0;
}

static void put_dice_number(struct story *s, struct report_text *t, int64_t n) {
    report_put_number(s->r, t, n);
    report_put(t, n == 1 ? " die" : " dice");
}

/* Puts the start and rows of a number in brackets: " (Skill 7, −1 tired)". */
static void put_reason(struct story *s, struct report_text *t,
                       const struct journal_entry *account) {
    char label[200];
    bool named = account->count > 0 &&
                 *report_start_label(s->r, (int32_t)account->words[0], label, sizeof label);
    /* without a label or rows there is only the number itself, which stands before the bracket */
    if (!named && !journal_has_rows(account)) return;
    report_put(t, " (");
    report_put_style(t, STYLE_REASON);
    report_put_account(s->r, t, account);
    report_put_style(t, STYLE_END);
    report_put(t, ")");
}

/* Whether the sentence of an event has a hole for a slot. */
static bool names_slot(const struct report *r, const struct image_event *event, int32_t slot) {
    int32_t holes = event->told >= 0 ? r->img->templates[event->told].texts - 1 : 0;
    for (int32_t i = 0; i < holes; i++)
        if (r->img->lists[event->first_told + i] == slot) return true;
    return false;
}

/* Puts what an event kept of the dice that it threw, but nothing that its sentence names: the
 * truths, as whether a test was passed, and of several dice the numbers, unless dice were counted:
 * ": total 9, passed", ": not passed". */
static void put_outcome(struct story *s, struct report_text *t, const struct report_node *node) {
    const struct image_event *event = report_event(s->r, &node->e);
    bool first = true, several = s->face_count > 1;
    char name[100];
    struct journal_item item;
    if (!event || node->e.kind != J_BEGIN) return;
    for (const struct report_node *c = node->child; c; c = c->next)
        several = several && c->e.kind != J_COUNT;
    for (int32_t slot = event->roles; slot < event->kept; slot++) {
        if (!report_slot(s->r, node, slot, &item) || names_slot(s->r, event, slot)) continue;
        int64_t value = item.count == 1 ? item.values[0] : NONE;
        bool truth = item.type.class == V_TRUTH && (value == 0 || value == 1);
        bool number = several && item.type.class == V_NUMBER && value != NONE && value != UNKEPT;
        if (!truth && !number) continue;
        report_put(t, first ? ": " : ", ");
        first = false;
        if (truth && !value) report_put(t, "not ");
        report_put_foreign(t, report_slot_name(s->r, event, slot, name, sizeof name));
        if (number) report_put(t, " ");
        if (number) report_put_item(s->r, t, &item);
    }
}

/* Whether dice of the event are rolled anew or raised after this node: then what it kept of its
 * dice is told behind the last of these. */
static bool changes_later(const struct report_node *node) {
    for (node = node->next; node; node = node->next)
        if (node->e.kind == J_REROLL || node->e.kind == J_RAISE) return true;
    return false;
}

/* Tells the last dice if no count has told them: "Rolled 9 against 6 (Skill 7, −1 tired): not
 * passed". Forgets the dice and the accounts in any case. */
static void tell_dice(struct story *s, struct report_own *own) {
    if (!s->roll || s->told) {
        forget_dice(s);
        return;
    }
    s->now = s->roll->number;
    struct report_text *t = sentence(s, own);
    size_t from = t->len;
    const bool anew = s->roll->e.kind == J_REROLL, plain = s->face_count <= PLAIN_DICE && !anew;
    report_put(t, anew ? "rerolled " : "rolled ");
    report_put_were(s->r, t, &s->roll->e);
    if (!plain) report_put_faces(s->r, t, s->faces, s->face_count, (int32_t)s->roll->e.words[1], 0);
    for (int64_t i = 0; plain && i < s->face_count; i++) {
        if (i) report_put(t, ", ");
        report_put_value(s->r, t, (struct image_type){V_FACE, 0, -1}, s->faces[i]);
    }
    if (anew) report_put_card(s->r, t, s->roll->e.place, " (", ")");
    const struct journal_entry *account = s->account_count ? thrown_against(s) : NULL;
    size_t at = account ? journal_account_start(account) : 0;
    struct journal_item start, result;
    if (account && journal_item(account, &at, &start) && journal_item(account, &at, &result) &&
        result.type.class == V_NUMBER) {
        report_put(t, " against ");
        report_put_item(s->r, t, &result);
        put_reason(s, t, account);
    }
    const struct report_node *thrower = s->roll->parent;
    if (thrower && throws_only(s->r, thrower)) thrower = thrower->parent;
    if (thrower && !changes_later(s->roll)) put_outcome(s, t, thrower);
    end_sentence(s, from);
    forget_dice(s);
}

/* Tells that dice show more, or less, than they did: "Raised 3 3 → 4 4". */
static void tell_raise(struct story *s, struct report_own *own, const struct report_node *node) {
    const struct journal_entry *e = &node->e;
    struct report_text *t = sentence(s, own);
    const size_t from = t->len;
    size_t at = 4;
    struct journal_item now, were;
    if (!journal_item(e, &at, &now) || !journal_item(e, &at, &were) || now.count == 0) return;
    /* the greatest, as faces with names, which never change, are the least of all numbers */
    const bool lower = now.values[now.count - 1] < were.values[now.count - 1];
    report_put(t, lower ? "lowered " : "raised ");
    report_put_were(s->r, t, e);
    report_put_faces(s->r, t, now.values, now.count, (int32_t)e->words[1], 0);
    s->face_count = 2; /* raised dice are some of several */
    if (node->parent && !changes_later(node)) put_outcome(s, t, node->parent);
    s->face_count = 0;
    end_sentence(s, from);
}

/* Takes dice as the last ones, and tells the dice before them. Single dice that are thrown one
 * after the other are taken together. */
static void take_roll(struct story *s, struct report_own *own, const struct report_node *node) {
    int64_t count;
    const int64_t *faces = report_faces(s->r, &node->e, &count);
    bool same = s->roll && !s->told && s->account_count == 0 && s->roll->parent == node->parent &&
                s->roll->e.kind == node->e.kind && s->roll->e.words[1] == node->e.words[1] &&
                node->e.kind == J_ROLL && count == 1 && node->next && node->next->e.kind != J_COUNT;
    if (!same) tell_dice(s, own);
    size_t need = (size_t)(s->face_count + count);
    s->faces = memory_grow(s->faces, &s->face_room, need, sizeof *s->faces);
    for (int64_t i = 0; i < count; i++) s->faces[s->face_count++] = faces[i];
    s->roll = node;
    if (!same) s->account_rolled = s->account_count;
}

/* Tells a count of dice: "5 dice: 1 2 4 5 6 — 4 or less (Aim 4): 3 hits". */
static void tell_count(struct story *s, struct report_own *own, const struct report_node *node) {
    const struct journal_entry *e = &node->e;
    if (e->count < 4 || e->words[0] < 0 || e->words[0] >= s->r->img->dice_count) return;
    int32_t die = (int32_t)e->words[0];
    uint64_t mask = (uint64_t)e->words[3];
    char noun[100], against[100];
    struct report_text *t = sentence(s, own);
    size_t from = t->len;
    if (s->roll && !s->told && s->face_count == e->words[1]) {
        put_dice_number(s, t, s->face_count);
        report_put(t, ": ");
        report_put_faces(s->r, t, s->faces, s->face_count, die, mask);
        report_put(t, " ");
        report_put(t, report_dash(s->r));
        report_put(t, " ");
    }
    if (s->r->img->dice[die].sides <= MAX_FACES) report_put_mask(s->r, t, die, mask);
    report_count_names(s->r, e->place, noun, against, sizeof noun);
    const struct journal_entry *account = account_for(s, die, mask);
    if (account) {
        put_reason(s, t, account);
    } else if (*against) {
        report_put(t, " (");
        report_put_foreign(t, against);
        report_put(t, ")");
    }
    report_put(t, ": ");
    if (*noun) {
        report_put_counted(s->r, t, e->words[2], noun);
    } else {
        report_put_number(s->r, t, e->words[2]);
        report_put(t, " of ");
        report_put_number(s->r, t, e->words[1]);
    }
    end_sentence(s, from);
    s->told = true;
    s->account_count = s->account_rolled = 0;
}

/* Tells the numbers and lengths that an event with counts of dice kept, except those that a count
 * has named: "Lost 2". A 0 is told only if there were two counts or more. */
static void tell_kept(struct story *s, struct report_own *own, const struct report_node *node) {
    const struct image_event *event = report_event(s->r, &node->e);
    char name[100], noun[100], against[100];
    int counts = 0;
    bool first = true;
    size_t from = 0;
    if (!event || node->e.kind != J_BEGIN) return;
    for (const struct report_node *c = node->child; c; c = c->next) counts += c->e.kind == J_COUNT;
    for (int32_t slot = event->roles; counts && slot < event->kept; slot++) {
        struct journal_item item;
        if (report_said_slot(s->r, event, slot) || !report_slot(s->r, node, slot, &item)) continue;
        if (item.type.class != V_NUMBER && item.type.class != V_LENGTH) continue;
        int64_t value = item.values[0];
        if (value == NONE || value == UNKEPT || (value == 0 && counts < 2)) continue;
        report_slot_name(s->r, event, slot, name, sizeof name);
        bool named = false;
        for (const struct report_node *c = node->child; c; c = c->next) {
            if (c->e.kind != J_COUNT) continue;
            report_count_names(s->r, c->e.place, noun, against, sizeof noun);
            named = named || strcmp(noun, name) == 0;
        }
        if (named) continue;
        struct report_text *t = first ? sentence(s, own) : &s->body;
        if (first) from = t->len;
        if (!first) report_put(t, ", ");
        first = false;
        report_put_foreign(t, name);
        report_put(t, " ");
        report_put_item(s->r, t, &item);
    }
    if (!first) end_sentence(s, from);
}

/* ---- Effects */

/* Tells that a thing was destroyed; of a member, that its group lost it. */
static void tell_lost(struct story *s, struct report_own *own, int64_t word) {
    struct report_thing *thing = report_thing(s->r, word);
    struct report_thing *group = thing ? report_thing(s->r, thing->holder) : NULL;
    if (!group || group->member_kind < 0) {
        struct effect *f = effect(s, own, word);
        report_put_style(&s->scratch, STYLE_LOSS);
        report_put(&s->scratch, "destroyed");
        report_put_style(&s->scratch, STYLE_END);
        f->text = kept_text(s->r, &s->scratch);
        f->destroyed = true;
        if (thing) thing->gone = true;
        return;
    }
    thing->gone = true;
    group->left--;
    open_line(s, own);
    for (size_t i = 0; i < s->effect_count; i++) {
        if (s->effects[i].whom != group->word || !s->effects[i].lost) continue;
        s->effects[i].lost++;
        return;
    }
    effect(s, own, group->word)->lost = 1;
}

/* Whether a SET entry is told. The entry is not told if the field has no label, because such a
 * field is taken as bookkeeping. */
static bool is_told(const struct report *r, const struct journal_entry *set) {
    size_t at = 0;
    report_word(set, &at);
    int64_t field = at < set->count ? set->words[at] : -1;
    return field >= 0 && field < r->img->fields_count && r->img->fields[field].label >= 0;
}

static void tell_set(struct story *s, struct report_own *own, const struct journal_entry *e) {
    size_t at = 0;
    int64_t thing = report_word(e, &at);
    struct journal_item from, to;
    if (!is_told(s->r, e)) return;
    int64_t field = e->words[at++];
    if (!journal_item(e, &at, &from) || !journal_item(e, &at, &to)) return;
    /* Consecutive changes of one field are told together: 0 → 1 → 0. */
    struct effect *f = s->open == own && s->effect_count ? &s->effects[s->effect_count - 1] : NULL;
    bool again = f && f->field == field && f->whom == journal_names_word(&s->r->names, thing);
    if (!again) f = effect(s, own, thing);
    struct report_text *t = &s->scratch;
    t->len = 0; /* only after effect(), which may close a line and uses the same text for that */
    if (again) {
        report_put(t, f->text);
    } else {
        report_put_foreign(t, image_text(s->r->img, s->r->img->fields[field].label));
        report_put(t, " ");
        report_put_item(s->r, t, &from);
    }
    report_put(t, " ");
    report_put(t, report_arrow(s->r));
    report_put(t, " ");
    report_put_item(s->r, t, &to);
    f->text = kept_text(s->r, t);
    f->field = field;
}

/* Whether two GIVE or TAKE entries are about the same feature and the same bearer. */
static bool same_feature(const struct report *r, const struct journal_entry *e,
                         const struct journal_entry *other) {
    for (size_t at = 0, to = 0, i = 0; i < 2; i++) {
        int64_t a = report_word(e, &at), b = report_word(other, &to);
        if (journal_names_word(&r->names, a) != journal_names_word(&r->names, b)) return false;
    }
    return true;
}

/* Whether the feature of a GIVE or TAKE lasts no longer than the paragraph: it is given and taken
 * again in it, or given and its bearer destroyed. Then neither entry is told. */
static bool passing(const struct story *s, const struct report_node *node) {
    bool give = node->e.kind == J_GIVE;
    size_t from = give ? node->number + 1 : s->from, to = give ? s->last : node->number - 1;
    for (size_t n = from; n <= to; n++) {
        const struct journal_entry *e = &s->r->nodes[n - 1]->e;
        if (e->kind == (give ? J_TAKE : J_GIVE) && same_feature(s->r, e, &node->e)) return true;
        size_t at = 0, second = 2;
        int64_t gone = give && e->kind == J_DESTROY ? report_word(e, &at) : NONE;
        if (gone != NONE && journal_names_word(&s->r->names, gone) ==
                                journal_names_word(&s->r->names, report_word(&node->e, &second)))
            return true;
    }
    return false;
}

static void tell_feature(struct story *s, struct report_own *own, const struct report_node *node) {
    size_t at = 0;
    int64_t feature = report_word(&node->e, &at), bearer = report_word(&node->e, &at);
    struct journal_name n = journal_name_unpack(s->r->img, feature);
    if (n.blueprint < 0 || n.blueprint >= s->r->img->blueprints_count || passing(s, node)) return;
    const struct image_blueprint *b = &s->r->img->blueprints[n.blueprint];
    if (b->title < 0) return; /* a feature without a title is taken as bookkeeping */
    struct effect *f = effect(s, own, bearer);
    s->scratch.len = 0;
    report_put(&s->scratch, node->e.kind == J_GIVE ? "now " : "no longer ");
    report_put_title(s->r, &s->scratch, b->title, b->name);
    f->text = kept_text(s->r, &s->scratch);
}

static void tell_move(struct story *s, struct report_own *own, const struct journal_entry *e) {
    size_t at = 0;
    int64_t thing = report_word(e, &at), from = report_word(e, &at);
    struct journal_item way;
    struct report_text t = {0};
    const bool there = journal_item(e, &at, &way);
    if (there && (s->r->img->on_map ? report_put_areas(s->r, &t, &way)
                                    : report_put_way(&t, from, way.values, way.count))) {
        struct effect *f = effect(s, own, thing);
        f->text = kept_text(s->r, &t);
        f->plain = true;
    }
    report_text_free(&t);
}

/* Whether a thing is a piece or a group. */
static bool on_board(const struct report *r, int64_t word) {
    struct journal_name n = journal_name_unpack(r->img, word);
    if (word == NONE || n.kind < 0 || n.kind >= r->img->kinds_count) return false;
    int32_t root = r->img->kinds[n.kind].root;
    return root == ROOT_PIECE || root == ROOT_GROUP;
}

static void tell_place(struct story *s, struct report_own *own, const struct journal_entry *e) {
    size_t at = 0;
    int64_t thing = report_word(e, &at), spot = report_word(e, &at);
    const struct report_thing *known = report_thing(s->r, thing);
    if (!on_board(s->r, thing) || (known && known->holder != NONE)) return;
    /* If the last effect is on this thing ("enters play"), the place is told in the same line. */
    bool enters = s->effect_count > 0 &&
                  s->effects[s->effect_count - 1].whom == journal_names_word(&s->r->names, thing);
    if (own->form == FORM_LOOSE && !enters) close_line(s);
    struct effect *f = effect(s, own, thing);
    s->scratch.len = 0;
    f->plain = true;
    const bool map = s->r->img->on_map;
    if (spot == NONE) {
        report_put(&s->scratch, map ? "off the map" : "off the table");
    } else {
        const struct image_type type = {map ? V_THING : V_PLACE, 0, -1};
        report_put(&s->scratch, map ? "in " : "at ");
        report_put_value(s->r, &s->scratch, type, spot);
    }
    f->text = kept_text(s->r, &s->scratch);
    if (own->form == FORM_LOOSE) close_line(s);
}

/* Tells a fixed text of the thing that the entry names first: "Ace: revealed", or, if the text has
 * a verb, "Ace enters play". */
static void tell_word(struct story *s, struct report_own *own, const struct journal_entry *e,
                      const char *word, bool verb) {
    size_t at = 0;
    int64_t thing = report_word(e, &at);
    struct effect *f = effect(s, own, thing);
    f->text = word;
    f->plain = verb;
}

/* Whether the card of a DRAW entry may be named: readers of a view may know each card that has a
 * name in it, all others a card that does not go to a secret pile. */
static bool names_card(const struct story *s, const struct report_node *draw, int64_t card) {
    const struct report *r = s->r;
    const struct journal_entry *put = draw->before ? &draw->before->e : NULL;
    if (journal_name_unpack(r->img, card).blueprint < 0) return false;
    if (r->options.view) return true;
    if (!put || put->kind != J_PUT || put->count < 5) return false;
    const int64_t pile = put->words[4];
    return pile >= 0 && pile < r->img->fields_count && !r->img->fields[pile].secret;
}

/* Puts names, a line each, with commas between them, equal ones as one: "Ace, King ×2". */
static void put_cards(struct story *s, struct report_text *t, const char *cards) {
    const char *between = "";
    for (const char *at = cards; *at; at += strcspn(at, "\n") + 1) {
        const size_t len = strcspn(at, "\n") + 1;
        int64_t count = 0;
        bool before = false;
        for (const char *other = cards; *other; other += strcspn(other, "\n") + 1) {
            const bool same = strncmp(other, at, len) == 0;
            before = before || (same && other < at);
            count += same;
        }
        if (before) continue;
        report_put(t, between);
        between = ", ";
        report_put_foreign(t, arena_text(&s->r->arena, at, len - 1));
        if (count == 1) continue;
        report_put(t, " ");
        report_put(t, report_times(s->r));
        report_put_number(s->r, t, count);
    }
}

/* Puts the text of draws one after the other: "draws Ace", "draws 4 cards", "draws 3 cards (Ace,
 * King ×2)", "draws 3 cards (Ace among them)". */
static void put_drawn(struct story *s, struct report_text *t, const struct effect *f) {
    report_put(t, "draws ");
    if (f->drawn == 1 && f->named == 0) {
        report_put(t, "a card");
        return;
    }
    if (f->drawn > 1) {
        report_put_number(s->r, t, f->drawn);
        report_put(t, f->named ? " cards (" : " cards");
    }
    if (f->named) put_cards(s, t, f->cards);
    if (f->drawn > 1 && f->named) report_put(t, f->named < f->drawn ? " among them)" : ")");
}

/* Tells that a player drew a card. Draws of his that follow one another are told together. A card
 * is named by its title alone: its number may change while more of its like become known. */
static void tell_draw(struct story *s, struct report_own *own, const struct report_node *node) {
    size_t at = 0;
    const int64_t who = report_word(&node->e, &at), card = report_word(&node->e, &at);
    struct effect *f = s->open == own && s->effect_count ? &s->effects[s->effect_count - 1] : NULL;
    if (!f || !f->drawn || f->whom != journal_names_word(&s->r->names, who))
        f = effect(s, own, who);
    struct report_text *t = &s->scratch;
    t->len = 0; /* only after effect(), which may close a line and uses the same text for that */
    f->drawn++;
    if (names_card(s, node, card)) {
        struct journal_name n = journal_name_unpack(s->r->img, card);
        char name[200];
        n.ordinal = n.id = 0;
        if (f->named++) report_put(t, f->cards);
        report_put(t, journal_name_text(s->r->img, journal_name_pack(n), name, sizeof name));
        report_put(t, "\n");
        f->cards = kept_text(s->r, t);
    }
    put_drawn(s, t, f);
    f->text = kept_text(s->r, t);
}

static void tell_shown(struct story *s, struct report_own *own, const struct journal_entry *e) {
    size_t at = 0;
    int64_t thing = report_word(e, &at);
    struct journal_item value;
    if (at >= e->count) return;
    int64_t name = e->words[at++];
    if (!journal_item(e, &at, &value) || name < 0 || name >= s->r->img->texts_count) return;
    struct report_text *t = &s->scratch;
    struct effect *f = effect(s, own, thing);
    t->len = 0;
    report_put_foreign(t, image_text(s->r->img, (int32_t)name));
    report_put(t, " revealed: ");
    report_put_item(s->r, t, &value);
    f->text = kept_text(s->r, t);
}

/* Whether a thing was created, and since then only entries came by which things are made: CREATE,
 * SET, GIVE, HELD, and events of the language around these. Then what is set or given is part of
 * the making of the thing and is not told: "enters play" says enough. */
static bool born(const struct story *s, int64_t word) {
    const struct report_thing *thing = report_thing(s->r, word);
    return thing && thing->born != 0 && thing->born == s->run;
}

static void tell_enters(struct story *s, struct report_own *own, const struct journal_entry *e) {
    size_t at = 0;
    int64_t thing = report_word(e, &at), holder = report_word(e, &at);
    struct report_thing *known = report_thing(s->r, thing);
    if (known) known->born = s->run;
    if (on_board(s->r, thing) && holder == NONE) tell_word(s, own, e, "enters play", true);
}

/* ---- Words */

static void tell_score(struct story *s, struct report_own *own, const struct journal_entry *e) {
    struct report_text t = {0};
    close_line(s);
    (void)own;
    report_put_score(s->r, &t, e);
    report_put(&t, ".");
    add_line(s, &t, s->now);
    s->serial++;
    report_text_free(&t);
}

static void tell_choice(struct story *s, struct report_own *own, const struct journal_entry *e) {
    size_t at = 0;
    int64_t who = report_word(e, &at);
    if (at >= e->count || e->words[at++]) return; /* a secret choice is not told */
    struct report_text prompt = {0};
    report_put_template(s->r, &prompt, e, &at);
    struct journal_item chosen;
    if (journal_item(e, &at, &chosen) && !chosen.list) {
        bool agreed = chosen.type.class == V_TRUTH && chosen.values[0] == 1 && prompt.len;
        bool label = chosen.type.class == V_TEXT;
        if (agreed || label) {
            struct report_text *t = sentence(s, own);
            size_t from = t->len;
            if (who != NONE) {
                report_put_name(s->r, t, who, false);
                report_put(t, ": ");
            }
            if (label)
                report_put_item(s->r, t, &chosen);
            else
                report_put(t, prompt.at);
            end_sentence(s, from);
        }
    }
    report_text_free(&prompt);
}

/* Tells that an event with a title was forbidden or cancelled, and why. */
static void tell_not_done(struct story *s, struct report_own *own, const struct journal_entry *e) {
    const struct image_event *event = report_event(s->r, e);
    if (!event || e->count < 3 || event->title < 0 || e->words[1] == WHY_GONE) return;
    struct report_text *t = sentence(s, own);
    size_t from = t->len;
    report_put_event(s->r, t, e);
    report_put(t, " does not happen");
    report_put_words(t, e, 2, ": ");
    end_sentence(s, from);
}

/* Tells a text that a rule says, or an error. */
static void tell_text(struct story *s, struct report_own *own, const struct journal_entry *e) {
    struct report_text *t = sentence(s, own);
    size_t from = t->len, at = 0;
    if (e->kind == J_SAY) {
        report_put_template(s->r, t, e, &at);
    } else if (e->kind == J_WORDS) {
        report_put_words(t, e, 0, "");
    } else {
        report_put(t, "a rule failed");
        if (e->count && e->words[0] >= 0) {
            report_put(t, ": ");
            report_put_foreign(t, image_text(s->r->img, (int32_t)e->words[0]));
        }
    }
    end_sentence(s, from);
}

/* ---- Walking */

/* Whether a node is an event without a title that is no action. It is taken as bookkeeping: its
 * effects are told as those of the event around it. */
static bool untitled(const struct report *r, const struct report_node *node) {
    const struct image_event *event = report_event(r, &node->e);
    return event && event->title < 0 && !event->action;
}

/* Whether an event itself, apart from the events inside of it, has dice, changes or texts to tell;
 * losses do not count. What an untitled event, one of the language or one that only throws dice
 * does counts as done by the event around it. */
static bool has_own(const struct report *r, const struct report_node *node) {
    for (const struct report_node *c = node->child; c; c = c->next) {
        switch (c->e.kind) {
        case J_ROLL:
        case J_REROLL:
        case J_RAISE:
        case J_COUNT:
        case J_GIVE:
        case J_TAKE:
        case J_MOVE:
        case J_PLACE:
        case J_WORDS:
        case J_SAY: return true;
        case J_SET:
            if (is_told(r, &c->e)) return true;
            break;
        case J_BEGIN:
            if (throws_only(r, c)) return true;
            if ((report_event_builtin(&c->e) || untitled(r, c)) && has_own(r, c)) return true;
            break;
        default: break;
        }
    }
    return false;
}

/* Whether the event `node` may be told under the head of `own`. It must be no action, have no
 * sentence that `own` lacks, have the same subject, and its other roles must name no thing but the
 * actor and those that the head of `own` names. */
static bool merges(const struct story *s, const struct report_own *own,
                   const struct report_node *node) {
    const struct report *r = s->r;
    const struct image_event *event = report_event(r, &node->e);
    const struct image_event *around = report_event(r, &own->event->e);
    if (own->form != FORM_HEADED || !event || !around || report_subject(r, node) != own->subject)
        return false;
    if (event->action || (event->told >= 0 && around->told < 0)) return false;
    struct journal_item item, known;
    for (int32_t slot = 1; slot < event->roles; slot++) {
        if (!report_slot(r, node, slot, &item)) continue;
        int64_t thing = report_thing_of(r, &item);
        bool found = thing == NONE || thing == s->actor;
        for (int32_t k = 0; !found && k < around->kept; k++)
            found = report_said_slot(r, around, k) && report_slot(r, own->event, k, &known) &&
                    report_thing_of(r, &known) == thing;
        if (!found) return false;
    }
    return true;
}

static void walk(struct story *s, const struct report_node *node, struct report_own *own);

/* Tells an event inside of `own`: in the line of `own`, or in lines of its own. */
static void walk_event(struct story *s, const struct report_node *node, struct report_own *own) {
    const struct image_event *event = report_event(s->r, &node->e);
    if (!event || report_event_builtin(&node->e) || untitled(s->r, node)) {
        walk(s, node, own);
        return;
    }
    if (throws_only(s->r, node)) {
        for (const struct report_node *c = node->child; c; c = c->next)
            if (c->e.kind == J_ROLL || c->e.kind == J_REROLL) take_roll(s, own, c);
        return;
    }
    /* The event may be told in the line of `own` only if no other line was begun since. */
    bool mine = own->started ? s->open == own : s->serial == own->serial;
    bool empty = !own->started || (s->open == own && !s->body.len && !s->effect_count);
    bool under =
        mine && !event->action && (!has_own(s->r, node) || (empty && merges(s, own, node)));
    if (under) {
        walk(s, node, own);
        return;
    }
    struct report_own inner = {
        node, report_subject(s->r, node), NONE, false, false, FORM_HEADED, s->serial};
    walk(s, node, &inner);
    if (event->action && !inner.started && s->serial == inner.serial) open_line(s, &inner);
    /* `inner` goes out of scope here, so no open line may refer to it */
    if (s->open == &inner) close_line(s);
}

/* Tells one entry inside of the event `own`. */
static void walk_entry(struct story *s, const struct report_node *c, struct report_own *own) {
    const struct journal_entry *e = &c->e;
    bool makes = e->kind == J_CREATE || e->kind == J_SET || e->kind == J_GIVE || e->kind == J_HELD;
    bool shell = e->kind == J_BEGIN && report_event_builtin(e);
    if (!makes && !shell) s->run = c->number;
    s->now = c->number;
    s->r->now = c->number;
    switch (e->kind) {
    case J_BEGIN: walk_event(s, c, own); break;
    case J_ROLL:
    case J_REROLL: take_roll(s, own, c); break;
    case J_ACCOUNT:
        if (s->account_count == ACCOUNTS) s->account_count = s->account_rolled = 0;
        s->accounts[s->account_count++] = e;
        break;
    case J_RAISE: tell_raise(s, own, c); break;
    case J_COUNT: tell_count(s, own, c); break;
    case J_CHOICE: tell_choice(s, own, e); break;
    case J_SET:
        if (!born(s, report_word(e, &(size_t){0}))) tell_set(s, own, e);
        break;
    case J_GIVE:
    case J_TAKE:
        if (!born(s, report_word(e, &(size_t){2}))) tell_feature(s, own, c);
        break;
    case J_CREATE: tell_enters(s, own, e); break;
    case J_PLACE: tell_place(s, own, e); break;
    case J_MOVE: tell_move(s, own, e); break;
    case J_DESTROY: tell_lost(s, own, report_word(e, &(size_t){0})); break;
    case J_REMOVE:
        if (on_board(s->r, report_word(e, &(size_t){0}))) tell_word(s, own, e, "removed", false);
        break;
    case J_DRAW: tell_draw(s, own, c); break;
    case J_SHOWN: tell_shown(s, own, e); break;
    case J_REVEAL: tell_word(s, own, e, "revealed", false); break;
    case J_SCORE: tell_score(s, own, e); break;
    case J_SAY:
    case J_WORDS:
    case J_ERROR: tell_text(s, own, e); break;
    case J_NOT_DONE: tell_not_done(s, own, e); break;
    case J_PASS: s->lines->passed = true; break;
    case J_END:
    case J_HELD:
    case J_PUT:
    case J_SHUFFLE:
    case J_TITLED:
    case J_SUM:
    case J_NEEDS:
    case J_PAID:
    case J_WIN:
    case J_TIE:
    case J_NAMED:
    case J_ANSWERS:
    case J_STANDS:
    case J_TABLE:
    case J_COUNT_: break;
    }
}

/* Whether a node is about dice or numbers. */
static bool tells_dice(const struct report *r, const struct report_node *c) {
    return throws_only(r, c) || c->e.kind == J_ROLL || c->e.kind == J_REROLL ||
           c->e.kind == J_COUNT || c->e.kind == J_ACCOUNT;
}

/* Tells the children of `node` from `first` up to but not including `stop`. Dice are told before
 * the next entry that is not about dice, numbers or fields. */
static void walk_run(struct story *s, const struct report_node *node,
                     const struct report_node *first, const struct report_node *stop,
                     struct report_own *own) {
    const struct report_node *last_dice = NULL;
    for (const struct report_node *c = first; c != stop; c = c->next)
        if (tells_dice(s->r, c)) last_dice = c;
    for (const struct report_node *c = first; c != stop; c = c->next) {
        if (!tells_dice(s->r, c) && c->e.kind != J_SET && c->e.kind != J_HELD) tell_dice(s, own);
        walk_entry(s, c, own);
        if (c != last_dice) continue;
        tell_dice(s, own);
        tell_kept(s, own, node);
    }
}

static void walk(struct story *s, const struct report_node *node, struct report_own *own) {
    walk_run(s, node, node->child, NULL, own);
}

size_t report_last_number(const struct report_node *node) {
    while (!node->end && node->last) node = node->last;
    return node->end ? node->end->number : node->number;
}

void report_story(struct report *r, const struct report_node *node, const struct report_node *first,
                  const struct report_node *stop, enum report_form form, int64_t actor,
                  struct report_lines *lines) {
    struct story s = {.r = r, .lines = lines, .actor = actor};
    struct report_own own = {node, actor, NONE, false, false, form, 0};
    if (form == FORM_HEADED) own.subject = report_subject(r, node);
    if (first) {
        s.from = s.run = first->number;
        s.last = stop ? stop->number - 1 : report_last_number(node);
        walk_run(&s, node, first, stop, &own);
        close_line(&s);
    }
    report_text_free(&s.head);
    report_text_free(&s.body);
    report_text_free(&s.scratch);
    memory_free(s.effects);
    memory_free(s.faces);
}
