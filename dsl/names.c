/*
 * The records behind names.h: interned words in a hash table, types that exist once each, and the
 * words of primitives and of functions over sets.
 */
#include "names.h"

#include "../vm/prim_board.h"

#include <string.h>

/* ---- Words */

static uint64_t word_hash(struct span text) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.len; i++) {
        h = (h ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
    }
    return base_mix(h);
}

/* Returns the word of this text; NULL: it has not been interned. */
static struct word *word_in(const struct names *n, struct span text, uint64_t hash) {
    struct word *w = n->words[hash & (n->words_room - 1)];
    while (w && (w->hash != hash || !span_equal(w->text, text))) {
        w = w->chain;
    }
    return w;
}

struct word *names_find(const struct names *n, struct span text) {
    return word_in(n, text, word_hash(text));
}

/* Doubles the size of the hash table of words. */
static void words_grow(struct names *n) {
    size_t room = n->words_room * 2;
    struct word **table = NEW_ARRAY(n->word_arena, room, struct word *);
    for (size_t i = 0; i < n->words_room; i++) {
        struct word *next;
        for (struct word *w = n->words[i]; w; w = next) {
            next = w->chain;
            w->chain = table[w->hash & (room - 1)];
            table[w->hash & (room - 1)] = w;
        }
    }
    n->words = table;
    n->words_room = room;
}

struct word *names_word(struct names *n, struct span text) {
    uint64_t hash = word_hash(text);
    struct word *w = word_in(n, text, hash);
    if (w) {
        return w;
    }
    if (n->words_count >= n->words_room) {
        words_grow(n);
    }
    w = NEW(n->word_arena, struct word);
    w->text = text;
    w->hash = hash;
    w->chain = n->words[hash & (n->words_room - 1)];
    n->words[hash & (n->words_room - 1)] = w;
    n->words_count++;
    return w;
}

/* ---- Types */

const struct type *names_type(const struct names *n, enum type_class class) {
    ASSERT(class <= CLASS_ERROR);
    return n->plain[class];
}

const struct type *names_set_of(struct names *n, const struct type *elem) {
    if (!elem) {
        return n->no_set;
    }
    if (elem->class == CLASS_ERROR) {
        return elem;
    }
    /* A type lies in memory that may be written, although it is handed around as const. So the type
     * "set of these" may be kept in the type of the members. */
    struct type **kept = &((struct type *)(uintptr_t)(const void *)elem)->set;
    if (!*kept) {
        *kept = NEW(n->arena, struct type);
        (*kept)->class = CLASS_SET;
        (*kept)->elem = elem;
    }
    return *kept;
}

const struct type *names_enum_type(struct names *n, struct enum_decl *values) {
    if (!values->type) {
        struct type *t = NEW(n->arena, struct type);
        t->class = CLASS_ENUM;
        t->values = values;
        values->type = t;
    }
    return values->type;
}

const struct type *names_record_type(struct names *n, struct event_decl *event) {
    if (!event->record) {
        struct type *t = NEW(n->arena, struct type);
        t->class = CLASS_RECORD;
        t->event = event;
        event->record = t;
    }
    return event->record;
}

bool names_kind_is(const struct kind_decl *k, const struct kind_decl *ancestor) {
    return !ancestor || (k && k->index >= ancestor->index && k->index < ancestor->end);
}

bool names_is_place_of_group(const struct field_decl *f) {
    return f->native == NATIVE_PLACE && f->kind->base == BASE_GROUP;
}

static const char *enum_text(struct names *n, const struct enum_decl *e) {
    if (e->name.len) {
        return arena_print(n->arena, "a %.*s", (int)e->name.len, e->name.at);
    }
    const char *text = "one of (";
    for (int32_t i = 0; i < e->count && i < 4; i++) {
        text = arena_print(n->arena, "%s%s%.*s", text, i ? ", " : "", (int)e->values[i].len,
                           e->values[i].at);
    }
    return arena_print(n->arena, "%s%s)", text, e->count > 4 ? ", …" : "");
}

/* Returns the name with "a" or "an" before it. */
static const char *with_article(struct names *n, struct span name) {
    bool vowel = name.len && strchr("aeioAEIO", name.at[0]);
    return arena_print(n->arena, "%s %.*s", vowel ? "an" : "a", (int)name.len, name.at);
}

/* Returns words for a type of which no more than the class is to be said. */
static const char *class_text(enum type_class class) {
    static const char *const words[CLASS_ERROR + 1] = {
        [CLASS_VOID] = "nothing",
        [CLASS_NUMBER] = "a number",
        [CLASS_LENGTH] = "a length",
        [CLASS_TRUTH] = "yes or no",
        [CLASS_TEXT] = "a text",
        [CLASS_DIE] = "a die",
        [CLASS_PLACE] = "a place",
        [CLASS_SIZE] = "a size",
        [CLASS_SHAPE] = "a shape",
        [CLASS_EVENT] = "an event",
        [CLASS_STATUS] = "how an event ended",
        [CLASS_PATH] = "a path",
        [CLASS_POOL] = "a pool of dice",
        [CLASS_NONE] = "none",
        [CLASS_PILE] = "a pile of cards",
        [CLASS_RULING] = "a ruling",
        [CLASS_LEG] = "a leg",
        [CLASS_SET] = "a set",
        [CLASS_ENUM] = "a value",
        [CLASS_FACE] = "a face",
        [CLASS_BLUEPRINT] = "a blueprint",
        [CLASS_THING] = "a thing",
        [CLASS_RECORD] = "a finished event",
        [CLASS_ERROR] = "a mistake",
    };
    return words[class];
}

const char *names_type_text(struct names *n, const struct type *type) {
    if (type->class == CLASS_THING && type->kind) {
        return with_article(n, type->kind->name);
    }
    if (type->class == CLASS_BLUEPRINT && type->kind) {
        return arena_print(n->arena, "a blueprint of %.*s", (int)type->kind->name.len,
                           type->kind->name.at);
    }
    if (type->class == CLASS_ENUM) {
        return enum_text(n, type->values);
    }
    if (type->class == CLASS_FACE && type->die) {
        return arena_print(n->arena, "a face of %.*s", (int)type->die->name.len,
                           type->die->name.at);
    }
    if (type->class == CLASS_SET && type->elem) {
        const struct type *e = type->elem;
        if (e->class == CLASS_THING && e->kind) {
            return arena_print(n->arena, "a set of %.*s", (int)e->kind->name.len, e->kind->name.at);
        }
        return arena_print(n->arena, "a set, each %s", names_type_text(n, e));
    }
    if (type->class == CLASS_RECORD) {
        return arena_print(n->arena, "a finished %.*s", (int)type->event->name.len,
                           type->event->name.at);
    }
    return class_text(type->class);
}

/* ---- Primitives */

static const struct primitive_row primitives[] = {
#define PRIM(NAME, name, arguments, result, reads, boards, sentence) \
    {name, arguments, result, sentence},
#include "../vm/prim.def"
#undef PRIM
};

int32_t names_primitive_count(void) {
    return (int32_t)ARRAY_LEN(primitives);
}

const struct primitive_row *names_primitive(int32_t primitive) {
    ASSERT(primitive >= 0 && primitive < names_primitive_count());
    return &primitives[primitive];
}

bool names_primitive_on(int32_t primitive, bool map) {
    return (prim_row((enum prim_id)primitive)->boards & (map ? PRIM_OF_MAP : PRIM_OF_TABLE)) != 0;
}

/* ---- Arguments */

struct slot_decl *names_event_slot(const struct event_decl *event, struct span name) {
    struct slot_decl *s = event->slots;
    while (s && !span_equal(s->name, name)) {
        s = s->next;
    }
    return s;
}

struct node *names_arg_value(struct node *arg) {
    return arg && arg->kind == NODE_ARG_NAMED ? arg->arg_named.value : arg;
}

struct node *names_arg(const struct node *call, int32_t index) {
    int32_t at = 0;
    for (struct node *a = call->kind == NODE_DO ? call->do_.args : call->call.args; a;
         a = a->next) {
        if ((a->kind == NODE_ARG_NAMED ? a->slot : at) == index) {
            return names_arg_value(a);
        }
        at++;
    }
    return NULL;
}

/* ---- The whole */

/* Enters the names of primitives and of functions over sets as words. */
static void enter_primitives(struct names *n) {
    for (int32_t i = 0; i < names_primitive_count(); i++) {
        const char *name = primitives[i].name;
        names_word(n, (struct span){name, strlen(name)})->primitive = (int16_t)(i + 1);
    }
    static const char *const functions[FUNCTION_COUNT_] = {
        [FUNCTION_COUNT] = "count",     [FUNCTION_ANY] = "any",
        [FUNCTION_EVERY] = "every",     [FUNCTION_NO] = "none",
        [FUNCTION_HIGHEST] = "highest", [FUNCTION_LOWEST] = "lowest",
        [FUNCTION_SUM] = "sum",         [FUNCTION_WITH_HIGHEST] = "with_highest",
        [FUNCTION_SORTED] = "sorted",   [FUNCTION_FIRST] = "first",
        [FUNCTION_LAST] = "last",       [FUNCTION_REVERSED] = "reversed",
        [FUNCTION_RANDOM] = "random",   [FUNCTION_JOINED] = "joined",
    };
    for (int32_t i = 0; i < FUNCTION_COUNT_; i++) {
        const char *name = functions[i];
        names_word(n, (struct span){name, strlen(name)})->function = (int16_t)(i + 1);
    }
}

struct names *names_new(struct arena *arena, struct diags *diags) {
    return names_new_apart(arena, arena, diags);
}

struct names *names_new_apart(struct arena *arena, struct arena *words, struct diags *diags) {
    struct names *n = NEW(arena, struct names);
    n->arena = arena;
    n->word_arena = words;
    n->diags = diags;
    n->words_room = 4096;
    n->words = NEW_ARRAY(n->word_arena, n->words_room, struct word *);
    for (int c = 0; c <= CLASS_ERROR; c++) {
        n->plain[c] = NEW(arena, struct type);
        n->plain[c]->class = (enum type_class)c;
    }
    n->no_set = n->plain[CLASS_SET];
    enter_primitives(n);
    return n;
}
