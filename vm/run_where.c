/*
 * run_where: tells where in a battle an error happened: which value was none or 0, of what thing,
 * and what may be asked first; which loop did not end; which events were running, with their roles;
 * and what was asked last. It looks at the machine as it stands at the error, before the World goes
 * back to its last question.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run_op.h"

/* ---- Words */

/* Appends to a text of `size` bytes; what does not fit is left out. */
static void put(char *to, size_t size, const char *format, ...) MYTH_PRINTF(3, 4);
static void put(char *to, size_t size, const char *format, ...) {
    size_t len = strlen(to);
    va_list args;
    va_start(args, format);
    vsnprintf(to + len, size - len, format, args);
    va_end(args);
}

/* Appends the name of a thing, with its owner before it: "red Guards 2". */
static void put_thing(const struct state *s, char *to, size_t size, int64_t thing) {
    char text[120];
    if (thing == NONE || thing <= 0) {
        put(to, size, "none");
        return;
    }
    const struct journal_name name = state_name(s, thing);
    if (name.owner >= 0 && !state_is_root(s, thing, ROOT_PLAYER))
        put(to, size, "%s ", image_player(s->img, name.owner));
    state_text(s, (struct image_type){V_THING, 0, -1}, thing, text, sizeof text);
    put(to, size, "%s", text);
}

static void put_value(const struct state *s, char *to, size_t size, struct image_type type,
                      int64_t value) {
    char text[120];
    if (type.class == V_THING)
        put_thing(s, to, size, value);
    else
        put(to, size, "%s", journal_value_text(s->img, type, value, false, text, sizeof text));
}

/* ---- What was none, or 0 */

/* Returns the last instruction before `at` in the same function whose result is the temp r; NULL if
 * there is none, so that r is a parameter. */
static const struct image_code *writer_of(const struct machine *m, const struct image_code *at,
                                          uint8_t r) {
    const struct image_code *first = m->img->code + m->fn->first;
    while (at > first) {
        at--;
        const char *a = image_opcode((enum opcode)at->op)->a;
        if (at->a == r && strcmp(a, "out") == 0) return at;
    }
    return NULL;
}

/* Sets *value to what the temp r held before `at`. Returns false if that is not known any more. */
static bool value_before(const struct machine *m, const struct image_code *at, uint8_t r,
                         int64_t *value) {
    const struct image_code *by = writer_of(m, at, r);
    const bool now = writer_of(m, m->at, r) == by; /* nothing has written the temp since */
    if (now) *value = m->t[r];
    if (now || !by) return now;
    if (by->op == CODE_LOAD && m->frame) *value = m->slots[by->d];
    if (by->op == CODE_ROLE && m->env.roles) *value = m->env.roles[by->d];
    return (by->op == CODE_LOAD && m->frame) || (by->op == CODE_ROLE && m->env.roles);
}

/* Appends what an instruction reads, as the text has it: "lord", "who.markers"; "…" for what has
 * no name there. by: the instruction; NULL: nothing is known of it. */
static void put_path(const struct machine *m, const struct image_code *by, char *to, size_t size) {
    const struct image *img = m->img;
    int32_t name = -1;
    if (by && (by->op == CODE_FIELD || by->op == CODE_STORED)) {
        put_path(m, writer_of(m, by, by->b), to, size);
        put(to, size, ".%s", image_text(img, img->fields[by->d].name));
        return;
    }
    if (by && by->op == CODE_LOAD && m->fn->slots > by->d) {
        name = img->slots[m->fn->first_slot + by->d].name;
    } else if (by && by->op == CODE_ROLE && m->env.event >= 0) {
        const struct image_func *f = &img->funcs[img->events[m->env.event].func];
        name = img->slots[f->first_slot + by->d].name;
    }
    put(to, size, "%s", name >= 0 ? image_text(img, name) : "\xe2\x80\xa6");
}

/* Appends where the card stands of which a thing is made, if what the instruction reads of it is
 * computed: then what is missing is missing there. Returns whether it did. */
static bool put_card(const struct machine *m, const struct image_code *by, int64_t thing, char *to,
                     size_t size) {
    const struct image *img = m->img;
    char text[120];
    const int32_t bp = thing > 0 ? state_blueprint(m->s, thing) : -1;
    if (img->fields[by->d].quantity < 0 || bp < 0) return false;
    put(to, size, ": its card, %s, does not say %s, or what that is computed from",
        journal_place_text(img, journal_root(img), img->blueprints[bp].place, text, sizeof text),
        image_text(img, img->fields[by->d].name));
    return true;
}

void run_tell_operand(struct machine *m, uint8_t r, const char *what) {
    const struct image *img = m->img;
    const struct image_code *by = writer_of(m, m->at, r);
    char *to = m->b->none, text[120];
    const size_t size = sizeof m->b->none;
    int64_t thing = NONE;
    to[0] = '\0';
    if (!by) return;
    if (by->op == CODE_FIELD || by->op == CODE_STORED) {
        put(to, size, "%s", image_text(img, img->fields[by->d].name));
        if (value_before(m, by, by->b, &thing)) {
            put(to, size, " of ");
            put_thing(m->s, to, size, thing);
        }
    } else if (by->op == CODE_QUANTITY) {
        const struct image_quantity *q = &img->quantities[by->d];
        put(to, size, "%s", journal_title(img, q->label, q->name, text, sizeof text));
    } else if (by->op == CODE_LOAD || by->op == CODE_ROLE) {
        put_path(m, by, to, size);
        if (strcmp(to, "\xe2\x80\xa6") == 0) to[0] = '\0';
    }
    if (!to[0]) return;
    put(to, size, " is %s", what);
    const bool field = by->op == CODE_FIELD || by->op == CODE_STORED;
    const bool none = strcmp(what, "none") == 0;
    if ((none && field && put_card(m, by, thing, to, size)) || !m->frame || by->op == CODE_QUANTITY)
        return;
    put(to, size, "; ask first: if ");
    put_path(m, by, to, size);
    put(to, size, " %s { \xe2\x80\xa6 }", none ? "is not none" : "> 0");
}

/* ---- Loops that do not end */

/* Appends what the head of a loop reads of things, as far as slots of the frame lead to them:
 * "who.markers is 0". from, to: the instructions of the head. Returns whether it read anything. */
static bool put_reads(const struct state *s, uint32_t frame, const struct image_func *fn,
                      int32_t from, int32_t to, char *out, size_t size) {
    const struct image *img = s->img;
    const struct image_code *code = img->code + fn->first;
    const int64_t *slots = frame_slots(s, frame);
    int told = 0;
    for (int32_t i = from + 1; i < to; i++) {
        const struct image_code *base = &code[i - 1], *read = &code[i];
        if ((read->op != CODE_FIELD && read->op != CODE_STORED) || base->op != CODE_LOAD) continue;
        const int32_t slot = s->plain[read->d], name = img->slots[fn->first_slot + base->d].name;
        const int64_t thing = slots[base->d];
        if (base->a != read->b || slot < 0 || name < 0 || thing <= 0) continue;
        put(out, size, "%s%s.%s is ", told++ ? ", " : "", image_text(img, name),
            image_text(img, img->fields[read->d].name));
        put_value(s, out, size, img->fields[read->d].type, state_word(s, thing, (uint32_t)slot));
    }
    return told > 0;
}

/* If a limit on work was passed in a loop with a condition, appends what the condition reads now.
 * Whether the loop would have ended is not known. */
static void put_loop(const struct battle *b, char *to, size_t size) {
    const struct state *s = &b->s;
    const uint32_t frame = frame_top(s);
    if ((b->error.limit != LIMIT_STEPS && b->error.limit != LIMIT_RECORD_WORDS) || !frame) return;
    const struct image_func *fn = &s->img->funcs[frame_func(s, frame)];
    const struct image_code *code = s->img->code + fn->first;
    int32_t at = 0, end, head;
    while (at < fn->count && !(code[at].op == CODE_STATEMENT && code[at].d == b->error.place)) at++;
    for (end = at; end < fn->count && !(code[end].op == CODE_JUMP && code[end].d <= at);) end++;
    if (end >= fn->count) return;
    for (head = code[end].d + 1; head < end && code[head].op != CODE_STATEMENT;) head++;
    char reads[160] = "";
    if (!put_reads(s, frame, fn, code[end].d, head, reads, sizeof reads)) return;
    put(to, size, "in a loop that has not ended; its head reads that %s\n", reads);
}

/* ---- What was running */

/* Appends an event with its roles: "Greeting (who red Guards 2, whom blue Chief)". Roles that
 * are none are left out. slots: the values of the roles. */
static void put_event(const struct state *s, char *to, size_t size, int32_t event,
                      const int64_t *slots) {
    const struct image *img = s->img;
    const struct image_event *e = &img->events[event];
    const struct image_func *f = &img->funcs[e->func];
    char text[120];
    int told = 0;
    put(to, size, "%s", journal_title(img, e->title, e->name, text, sizeof text));
    for (int32_t i = 0; i < e->roles && told < 4; i++) {
        const struct image_slot *slot = &img->slots[f->first_slot + i];
        const bool plain = slot->type.class != V_SET && slot->type.class != V_POOL &&
                           slot->type.class != V_PATH && slot->name >= 0;
        if (!plain || slots[i] == NONE || slots[i] == UNKEPT) continue;
        put(to, size, "%s%s ", told++ ? ", " : " (", image_text(img, slot->name));
        put_value(s, to, size, slot->type, slots[i]);
    }
    if (told) put(to, size, ")");
}

void run_tell_judged(struct machine *m) {
    struct battle *b = m->b;
    b->judged[0] = '\0';
    if (m->env.event < 0 || m->env.frame || !m->env.roles) return;
    put(b->judged, sizeof b->judged, "judging ");
    put_event(m->s, b->judged, sizeof b->judged, m->env.event, m->env.roles);
}

void run_thing_text(const struct state *s, int64_t thing, char *out, size_t size) {
    out[0] = '\0';
    put_thing(s, out, size, thing);
}

void run_event_text(const struct state *s, int32_t event, const int64_t *slots, char *out,
                    size_t size) {
    out[0] = '\0';
    put_event(s, out, size, event, slots);
}

/* Appends the innermost events and rules that run, at most `most`, with `between` between them. */
static void put_running(const struct state *s, char *to, size_t size, int most,
                        const char *between) {
    int told = 0;
    for (uint32_t f = frame_top(s); f && told < most; f = frame_back(s, f)) {
        const int64_t self = frame_word(s, f, F_THIS);
        if (frame_kind(s, f) == FRAME_EVENT && frame_event(s, f) >= 0) {
            put(to, size, "%sin ", told++ ? between : "");
            put_event(s, to, size, frame_event(s, f), frame_slots(s, f));
        } else if (frame_kind(s, f) != FRAME_EVENT && self > 0) {
            put(to, size, "%sin a rule of ", told++ ? between : "");
            put_thing(s, to, size, self);
        }
    }
}

const char *battle_running(const struct battle *b, int most, char *out, size_t size) {
    out[0] = '\0';
    put_running(&b->s, out, size, most, ", ");
    return out;
}

/* Appends the question that a player was asked last. Its text is told as it is written, because
 * what fills its holes may be gone. */
static void put_asked(const struct battle *b, char *to, size_t size) {
    const struct image *img = b->s.img;
    if (b->asked_player == NONE) return; /* then there may be no choices at all */
    const int32_t prompt = b->asked_choice >= 0 ? img->choices[b->asked_choice].prompt : -1;
    put(to, size, "\nlast asked: ");
    put_thing(&b->s, to, size, b->asked_player);
    if (prompt >= 0)
        put(to, size, ", \"%s\"", image_text(img, img->lists[img->templates[prompt].first_text]));
    else
        put(to, size, ", what to do");
}

void run_tell_where(struct battle *b) {
    char *to = b->error.where;
    const size_t size = sizeof b->error.where;
    to[0] = '\0';
    put_loop(b, to, size);
    if (b->none[0]) put(to, size, "%s\n", b->none);
    if (b->judged[0]) put(to, size, "%s\n", b->judged);
    put_running(&b->s, to, size, 4, "\n");
    put_asked(b, to, size);
    size_t len = strlen(to);
    while (len > 0 && to[len - 1] == '\n') to[--len] = '\0';
}
