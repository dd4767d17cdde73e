/*
 * Builds the journal as a tree of events, and the table of things that it names.
 */
#include "report_inner.h"

#include <string.h>

/* Returns the index in the table of things at which a packed name stands, or would stand. */
static size_t thing_slot(const struct report *r, int64_t word) {
    size_t at = (size_t)base_mix((uint64_t)word) & (r->thing_room - 1);
    while (r->things[at].word != NONE && r->things[at].word != word)
        at = (at + 1) & (r->thing_room - 1);
    return at;
}

struct report_thing *report_thing(const struct report *r, int64_t word) {
    if (word == NONE || r->thing_room == 0) return NULL;
    word = journal_names_word(&r->names, word);
    struct report_thing *t = &r->things[thing_slot(r, word)];
    return t->word == NONE ? NULL : t;
}

/* Makes the table of things larger. */
static void thing_table(struct report *r, size_t room) {
    struct report_thing *old = r->things;
    size_t old_room = r->thing_room;
    r->things = NEW_ARRAY(&r->arena, room, struct report_thing);
    r->thing_room = room;
    for (size_t i = 0; i < room; i++) r->things[i].word = NONE;
    for (size_t i = 0; i < old_room; i++)
        if (old[i].word != NONE) r->things[thing_slot(r, old[i].word)] = old[i];
}

/* Returns the thing of a packed name; adds it to the table if it is new. Returns NULL for NONE. */
static struct report_thing *thing_named(struct report *r, int64_t word) {
    struct report_thing *t = report_thing(r, word);
    if (t || word == NONE) return t;
    word = journal_names_word(&r->names, word);
    if ((r->thing_count + 1) * 2 > r->thing_room)
        thing_table(r, r->thing_room ? r->thing_room * 2 : 64);
    t = &r->things[thing_slot(r, word)];
    *t = (struct report_thing){.word = word, .holder = NONE, .title = -1, .member_kind = -1};
    r->thing_count++;
    struct journal_name n = journal_name_unpack(r->img, word);
    /* A name without an owner does not count, because a thing may belong to nobody before it gets
     * its owner. */
    if (n.blueprint >= 0 && n.blueprint < r->img->blueprints_count && n.owner >= 0) {
        int32_t *owner = &r->owner_of[n.blueprint];
        if (*owner == OWNER_UNSEEN) *owner = n.owner;
        if (*owner != n.owner) *owner = OWNER_MANY;
    }
    return t;
}

static void name_thing(void *user, int64_t word) {
    thing_named(user, word);
}

int64_t report_word(const struct journal_entry *e, size_t *at) {
    struct journal_item item;
    if (!journal_item(e, at, &item) || item.list) return NONE;
    return item.values[0];
}

/* Follows an entry that sets the owner of a thing, if the thing is the only one of its blueprint:
 * owner_of becomes the new owner. Otherwise the names before and after the entry would count as
 * things of two owners. */
static void note_owner(struct report *r, const struct journal_entry *e) {
    size_t at = 0;
    if (e->kind != J_SET) return;
    const int64_t word = report_word(e, &at);
    const int64_t field = at < e->count ? e->words[at++] : -1, old = report_word(e, &at);
    if (field < 0 || field >= r->img->fields_count || r->img->fields[field].slot != T_OWNER) return;
    struct journal_name n = journal_name_unpack(r->img, word);
    const int32_t now = n.owner;
    n.owner = old == NONE ? -1 : journal_name_unpack(r->img, old).owner;
    if (n.blueprint < 0 || n.blueprint >= r->img->blueprints_count || n.owner < 0) return;
    int32_t *owner = &r->owner_of[n.blueprint];
    n = journal_name_unpack(r->img, journal_names_word(&r->names, journal_name_pack(n)));
    if (*owner == n.owner && n.ordinal == 0) *owner = now < 0 ? OWNER_UNSEEN : now;
}

/* Notes the holder, members and title that an entry gives to a thing. */
static void note_thing(struct report *r, const struct report_node *node) {
    const struct journal_entry *e = &node->e;
    size_t at = 0;
    if (e->kind == J_CREATE) {
        int64_t word = report_word(e, &at);
        int64_t holder = report_word(e, &at);
        thing_named(r, holder);
        /* both things are in the table now, so it no longer moves and pointers into it hold */
        struct report_thing *t = thing_named(r, word);
        struct report_thing *group = report_thing(r, holder);
        if (!t) return;
        t->holder = holder == NONE ? NONE : journal_names_word(&r->names, holder);
        struct journal_name n = journal_name_unpack(r->img, word);
        if (!group || n.kind < 0 || n.kind >= r->img->kinds_count) return;
        if (r->img->kinds[n.kind].root != ROOT_PIECE) return;
        group->left = ++group->members;
        group->member_kind = n.kind;
    } else if (e->kind == J_NAMED) {
        struct report_thing *t = thing_named(r, report_word(e, &at));
        if (t && at < e->count) t->title = (int32_t)e->words[at];
    } else if (e->kind == J_TITLED) {
        struct report_thing *t = thing_named(r, report_word(e, &at));
        struct report_titled *titled = NEW(&r->arena, struct report_titled);
        if (!t) return;
        *titled = (struct report_titled){node, t->titled};
        t->titled = titled;
    }
}

/* Appends a node to the children of another. */
static void hang(struct report_node *parent, struct report_node *node) {
    node->parent = parent;
    node->before = parent->last;
    if (parent->last)
        parent->last->next = node;
    else
        parent->child = node;
    parent->last = node;
}

/* Makes a node for each entry. An event is the parent of all entries up to its END; the END itself
 * is no child. What stands aside is none either, so the entries around it follow one another. */
static void grow_tree(struct report *r) {
    size_t at = 0;
    struct journal_entry e;
    while (journal_next(r->j, &at, &e)) r->count++;
    r->nodes = NEW_ARRAY(&r->arena, r->count + 1, struct report_node *);
    r->top = NEW(&r->arena, struct report_node);
    struct report_node *open = r->top;
    at = 0;
    for (size_t n = 0; journal_next(r->j, &at, &e); n++) {
        struct report_node *node = NEW(&r->arena, struct report_node);
        node->e = e;
        node->number = n + 1;
        r->nodes[n] = node;
        if (report_is_aside(&e)) {
            node->parent = open;
            node->before = open->last;
            continue;
        }
        if (e.kind == J_END && open != r->top) {
            node->parent = open;
            open->end = node;
            open = open->parent;
            continue;
        }
        hang(open, node);
        if (e.kind == J_BEGIN) open = node;
    }
}

/* Finds the first instruction of each place: r->place_code. */
static void index_code(struct report *r) {
    const struct image *img = r->img;
    r->place_code = NEW_ARRAY(&r->arena, (size_t)img->places_count + 1, int32_t);
    for (int32_t i = 0; i < img->places_count; i++) r->place_code[i] = -1;
    for (int32_t i = img->code_place_count - 1; i >= 0; i--) {
        int32_t place = img->code_place[i];
        if (place >= 0 && place < img->places_count) r->place_code[place] = i;
    }
}

void report_open(struct report *r, const struct journal *j, const struct image *img,
                 struct report_options options, struct image_sink sink) {
    *r = (struct report){.j = j, .img = img, .options = options, .sink = sink, .actor = NONE};
    r->root = journal_root(img);
    r->owner_of = NEW_ARRAY(&r->arena, (size_t)img->blueprints_count + 1, int32_t);
    for (int32_t i = 0; i < img->blueprints_count; i++) r->owner_of[i] = OWNER_UNSEEN;
    journal_names_open(&r->names, j, img);
    index_code(r);
    grow_tree(r);
    for (size_t i = 0; i < r->count; i++) {
        note_owner(r, &r->nodes[i]->e);
        journal_things(img, &r->nodes[i]->e, name_thing, r);
        note_thing(r, r->nodes[i]);
    }
}

void report_close(struct report *r) {
    report_text_free(&r->out);
    report_text_free(&r->later);
    journal_names_close(&r->names);
    arena_free(&r->arena);
}

const struct image_event *report_event(const struct report *r, const struct journal_entry *e) {
    if (e->count == 0 || e->words[0] < 0 || e->words[0] >= r->img->events_count) return NULL;
    return &r->img->events[e->words[0]];
}

bool report_event_builtin(const struct journal_entry *e) {
    return e->count > 0 && e->words[0] < EVENT_BUILTIN_COUNT_;
}

bool report_slot(const struct report *r, const struct report_node *node, int32_t slot,
                 struct journal_item *out) {
    const struct image_event *event = report_event(r, &node->e);
    if (!event || node->e.kind != J_BEGIN || slot < 0) return false;
    bool role = slot < event->roles;
    if (!role && !node->end) return false;
    const struct journal_entry *e = role ? &node->e : &node->end->e;
    size_t at = role ? 1 : 2;
    for (int32_t i = 0; i <= slot; i++)
        if (!journal_item(e, &at, out)) return false;
    return true;
}

const char *report_slot_name(const struct report *r, const struct image_event *event, int32_t slot,
                             char *out, size_t size) {
    *out = 0;
    if (event->func < 0 || event->func >= r->img->funcs_count) return out;
    const struct image_func *f = &r->img->funcs[event->func];
    if (slot >= f->slots || f->first_slot + slot >= r->img->slots_count) return out;
    return journal_title(r->img, -1, r->img->slots[f->first_slot + slot].name, out, size);
}
