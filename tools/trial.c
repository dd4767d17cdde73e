#include "trial.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "journal.h"

/* One example while it runs. */
struct trial {
    struct battle *b;
    const struct image *img;
    const struct image_block *block;
    struct arena *arena;
    struct trial_result *out;
    /* The link at which the next fault is added. */
    struct trial_fault **end;
    struct trial_fault *last; /* the fault that was added last; NULL: none was */
    /* how many of the named dice and rows of picks have been used; a line on a question (`offered`,
     * `asked` …) has two rows */
    int32_t roll, pick;
    const char *rolled; /* the last roll, "6 d10 in …"; NULL: nothing was rolled */
    /* Room for the values of one answer. */
    int64_t *values;
    size_t capacity;
};

static void fault(struct trial *t, int32_t place, const char *format, ...) MYTH_PRINTF(3, 4);
static void fault(struct trial *t, int32_t place, const char *format, ...) {
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct trial_fault *f = NEW(t->arena, struct trial_fault);
    f->text = arena_text(t->arena, text, strlen(text));
    f->place = place;
    *t->end = t->last = f;
    t->end = &f->next;
    t->out->passed = false;
}

/* ---- Dice ---------------------------------------------------------------------------------- */

static bool has_face(const struct image *img, int32_t die, int64_t face) {
    const struct image_die *d = &img->dice[die];
    if (d->first_face < 0) return face >= 1 && face <= d->sides;
    for (int32_t i = 0; i < d->sides; i++) {
        if (img->faces[d->first_face + i].value == face) return true;
    }
    return false;
}

static const char *face_text(const struct trial *t, int64_t face) {
    if (face >= FACE_NAMED && face < FACE_NAMED + t->img->texts_count)
        return image_text(t->img, (int32_t)(face - FACE_NAMED));
    return arena_print(t->arena, "%" PRId64, face);
}

/* Returns the named dice that have not been used, as the example writes them, with blanks
 * between. */
static const char *faces_left(const struct trial *t) {
    const char *text = "";
    for (int32_t i = t->roll; i < t->block->rolls; i++) {
        const char *face = face_text(t, t->img->constants[t->block->first_roll + i]);
        text = arena_print(t->arena, "%s%s%s", text, i > t->roll ? " " : "", face);
    }
    return text;
}

/* Returns the place of the named die `i`, from 0; where there is none, of the last one before it,
 * and of the example if it names no dice. */
static int32_t die_place(const struct trial *t, int32_t i) {
    const struct image_block *k = t->block;
    if (i >= k->rolls) i = k->rolls - 1;
    return i < 0 ? k->place : t->img->lists[k->first_roll_place + i];
}

/* Returns " in EVENT, in EVENT, at FILE:LINE": what runs, and where its text rolls or asks. */
static const char *where_now(const struct trial *t, int32_t place) {
    char running[400], text[120];
    battle_running(t->b, 2, running, sizeof running);
    journal_place_text(t->img, journal_root(t->img), place, text, sizeof text);
    return arena_print(t->arena, "%s%s%s%s", *running ? " " : "", running, *text ? ", at " : "",
                       text);
}

/* Adds a fault if fewer dice are named than are rolled: "6 d10 are rolled". Returns false then. */
static bool enough_dice(struct trial *t, const struct question *q, int64_t count,
                        const char *what) {
    const struct image_block *k = t->block;
    const int left = (int)(k->rolls - t->roll);
    if (count <= left) return true;
    const char *where = where_now(t, q->place);
    const int32_t place = die_place(t, t->roll);
    if (k->rolls == 0)
        fault(t, place, "the example names no dice, and %s%s", what, where);
    else if (left == 0)
        fault(t, place, "of the %d named dice none is left, and %s%s", (int)k->rolls, what, where);
    else
        fault(t, place, "of the %d named dice %d %s left, %s, and %s%s", (int)k->rolls, left,
              left == 1 ? "is" : "are", faces_left(t), what, where);
    return false;
}

static bool answer_roll(struct trial *t, const struct question *q, struct answer *a) {
    const struct image_block *k = t->block;
    const char *die = image_text(t->img, t->img->dice[q->die].name);
    const char *what = arena_print(t->arena, "%" PRId64 " %s", q->count, die);
    const char *rolls = arena_print(t->arena, "%s %s rolled", what, q->count == 1 ? "is" : "are");
    if (!enough_dice(t, q, q->count, rolls)) return false;
    t->values = memory_grow(t->values, &t->capacity, (size_t)q->count, sizeof *t->values);
    for (int64_t i = 0; i < q->count; i++) {
        int64_t face = t->img->constants[k->first_roll + t->roll++];
        if (!has_face(t->img, q->die, face)) {
            fault(t, die_place(t, t->roll - 1),
                  "a %s has no %s: this is die %" PRId64 " of %s rolled%s", die, face_text(t, face),
                  i + 1, what, where_now(t, q->place));
            return false;
        }
        t->values[i] = face;
    }
    t->rolled = arena_print(t->arena, "%s%s", what, where_now(t, q->place));
    a->count = q->count;
    a->values = t->values;
    return true;
}

/* Answers a question of `random` among n by the next named die, which must show 1 to n. Returns
 * false after noting a fault if it does not or none is left. */
static bool answer_random(struct trial *t, const struct question *q, struct answer *a) {
    const char *what = arena_print(t->arena, "one of %" PRId64 " is drawn", q->count);
    if (!enough_dice(t, q, 1, what)) return false;
    int64_t face = t->img->constants[t->block->first_roll + t->roll++];
    if (face < 1 || face > q->count) {
        fault(t, die_place(t, t->roll - 1), "%s is not from 1 to %" PRId64 ": %s%s",
              face_text(t, face), q->count, what, where_now(t, q->place));
        return false;
    }
    t->rolled = arena_print(t->arena, "one of %" PRId64 "%s", q->count, where_now(t, q->place));
    t->values = memory_grow(t->values, &t->capacity, 1, sizeof *t->values);
    t->values[0] = face - 1;
    a->count = 1;
    a->values = t->values;
    return true;
}

/* ---- Picks --------------------------------------------------------------------------------- */

static const char *pick_text(const struct trial *t, const struct image_pick *p) {
    const struct image_type place = {V_PLACE, V_VOID, -1};
    char text[100];
    switch ((enum pick_what)p->what) {
    case PICK_PASS: return "pass";
    case PICK_YES: return "yes";
    case PICK_NO: return "no";
    case PICK_LABEL: return arena_print(t->arena, "\"%s\"", image_text(t->img, (int32_t)p->value));
    case PICK_EVENT: return image_text(t->img, t->img->events[p->value].name);
    case PICK_SLOT:
        return image_text(t->img,
                          t->img->slots[t->img->funcs[t->block->func].first_slot + p->value].name);
    case PICK_NUMBER: return arena_print(t->arena, "%" PRId64, p->value);
    case PICK_PLACE:
        journal_value_text(t->img, place, p->value, true, text, sizeof text);
        return arena_text(t->arena, text, strlen(text));
    case PICK_ENUM: return "a value";
    case PICK_BLUEPRINT: return image_text(t->img, t->img->blueprints[p->value].name);
    case PICK_PLAYER: return image_player(t->img, (int32_t)p->value);
    case SAID_OFFERED:
    case SAID_NOT_OFFERED:
    case SAID_ASKED:
    case SAID_NOT_ASKED: break;
    }
    return "";
}

static bool fits(const struct trial *t, const struct question *q, int64_t i,
                 const struct image_pick *p) {
    switch ((enum pick_what)p->what) {
    case PICK_YES: return q->labels && i == 0;
    case PICK_NO: return q->labels && i == 1;
    case PICK_LABEL:
        return q->labels && strcmp(q->labels[i], image_text(t->img, (int32_t)p->value)) == 0;
    case PICK_EVENT: return q->type.class == V_EVENT && q->values[i] == p->value;
    case PICK_SLOT:
        return q->type.class == V_THING &&
               (battle_candidate(t->b, battle_given(t->b, (int32_t)p->value)) == i ||
                (q->choice < 0 &&
                 battle_bearer(t->b, q->values[i]) == battle_given(t->b, (int32_t)p->value)));
    case PICK_NUMBER:
    case PICK_ENUM: return !q->labels && q->type.class != V_THING && q->values[i] == p->value;
    case PICK_BLUEPRINT:
        if (q->type.class == V_BLUEPRINT) return q->values[i] == p->value;
        return q->type.class == V_THING && battle_blueprint(t->b, q->values[i]) == p->value;
    case PICK_PLACE: return q->type.class == V_PLACE && q->values[i] == p->value;
    case PICK_PLAYER:
        return q->type.class == V_THING && q->values[i] == battle_player(t->b, (int32_t)p->value);
    case PICK_PASS:
    case SAID_OFFERED:
    case SAID_NOT_OFFERED:
    case SAID_ASKED:
    case SAID_NOT_ASKED: break;
    }
    return false;
}

/* Whether the question is a `may`. Its two candidates are yes and no; a pick whose label is the
 * question's prompt means yes. */
static bool is_may(const struct trial *t, const struct question *q) {
    return q->choice >= 0 && t->img->choices[q->choice].what == CHOICE_MAY;
}

/* How often an answer names candidate i. */
static int64_t times_named(const struct answer *a, int64_t i) {
    int64_t times = 0;
    for (int64_t k = 0; k < a->count; k++) times += a->values[k] == i;
    return times;
}

/* Returns the first candidate that the pick may mean and of which the answer `a` (NULL: none was
 * begun) has not taken all; -1 if there is none. */
static int64_t candidate_of(const struct trial *t, const struct question *q,
                            const struct image_pick *p, const struct answer *a) {
    if (is_may(t, q) && p->what == PICK_LABEL)
        return strcmp(q->prompt, image_text(t->img, (int32_t)p->value)) == 0 ? 0 : -1;
    for (int64_t i = 0; i < q->count; i++) {
        if (fits(t, q, i, p) && (!a || times_named(a, i) < ask_many(q, i))) return i;
    }
    return -1;
}

/* Returns the name that the example gave a thing, else the name of the thing's blueprint; the name
 * of a player, who has none. */
static const char *thing_text(const struct trial *t, int64_t thing) {
    const struct image_func *f = &t->img->funcs[t->block->func];
    for (int32_t i = 0; i < f->slots; i++) {
        const struct image_slot *slot = &t->img->slots[f->first_slot + i];
        if (slot->name >= 0 && slot->type.class == V_THING && battle_given(t->b, i) == thing)
            return image_text(t->img, slot->name);
    }
    char name[200];
    int32_t blueprint = battle_blueprint(t->b, thing);
    if (blueprint >= 0) return image_text(t->img, t->img->blueprints[blueprint].name);
    battle_name(t->b, thing, name, sizeof name); /* a player has no blueprint */
    return arena_text(t->arena, name, strlen(name));
}

/* Returns a candidate in the words in which an example names it. */
static const char *candidate_text(const struct trial *t, const struct question *q, int64_t i) {
    char text[200];
    if (q->labels) return arena_print(t->arena, "\"%s\"", q->labels[i]);
    switch ((enum value_class)q->type.class) {
    case V_EVENT: return image_text(t->img, t->img->events[q->values[i]].name);
    case V_BLUEPRINT: return image_text(t->img, t->img->blueprints[q->values[i]].name);
    case V_THING: return thing_text(t, q->values[i]);
    default:
        journal_value_text(t->img, q->type, q->values[i], true, text, sizeof text);
        return arena_text(t->arena, text, strlen(text));
    }
}

/* Returns the candidates of a question as " (of a, b, c)", each name once; behind eight names "…",
 * and ", or pass" if it may be passed. Returns " (yes or no)" for a `may`, "" for a question of
 * places, ways or chance and for one without candidates. */
static const char *candidates_text(const struct trial *t, const struct question *q) {
    enum { MOST = 8 };
    const char *seen[MOST], *text = " (of ";
    int32_t count = 0;
    if (is_may(t, q)) return " (yes or no)";
    if ((q->kind != ASK_PICK && q->pile < 0) || q->count == 0) return "";
    for (int64_t i = 0; i < q->count && count <= MOST; i++) {
        const char *name = candidate_text(t, q, i);
        bool known = false;
        for (int32_t k = 0; k < count && k < MOST; k++) known |= strcmp(seen[k], name) == 0;
        if (known) continue;
        if (count < MOST) seen[count] = name;
        text = arena_print(t->arena, "%s%s%s", text, count ? ", " : "", count < MOST ? name : "…");
        count++;
    }
    return arena_print(t->arena, "%s%s)", text, q->may_pass ? ", or pass" : "");
}

static const char *asked_text(const struct trial *t, const struct question *q) {
    const char *name = *q->prompt ? arena_print(t->arena, "'%s'", q->prompt) : "a choice";
    return arena_print(t->arena, "%s%s", name, candidates_text(t, q));
}

/* Makes the answer `a` for a pick that is the point `to`. A question for a place is answered by the
 * point; a question for a way by an offered way that ends there or, if there is none, by the
 * straight way from the start of the offered ways. */
static void spell(struct trial *t, const struct question *q, int64_t to, struct answer *a) {
    int64_t start = to;
    t->values = memory_grow(t->values, &t->capacity, 2, sizeof *t->values);
    t->values[0] = to;
    *a = (struct answer){.values = t->values, .count = 1, .spelled = q->kind == ASK_PLACE};
    for (int64_t i = 0; q->kind == ASK_PATH && i < q->count; i++) {
        const int64_t *at;
        int64_t n;
        if (!run_candidate(t->b, i, &at, &n) || n == 0) continue;
        start = at[0];
        if (at[n - 1] != to) continue;
        t->values[0] = i;
        return;
    }
    if (q->kind == ASK_PLACE) return;
    t->values[0] = start;
    t->values[1] = to;
    a->count = 2;
    a->spelled = true;
}

/* ---- What is said of a question ------------------------------------------------------------ */

/* Whether an action may be taken during an event (-1: none). */
static bool is_during(const struct trial *t, int64_t action, int32_t event) {
    const struct image_event *e = &t->img->events[action];
    for (int32_t i = 0; i < e->during; i++)
        if (t->img->lists[e->first_during + i] == event) return true;
    return false;
}

/* Whether an action may be taken during the event that the question's offer names. */
static bool is_of_offer(const struct trial *t, const struct question *q, int64_t event) {
    return is_during(t, event, q->choice >= 0 ? t->img->choices[q->choice].event : -1);
}

/* Whether things of a kind (-1: unknown) could be among the candidates: the question's type is any
 * thing, this kind, or a kind above or below it. */
static bool is_among(const struct trial *t, const struct question *q, int32_t kind) {
    const int32_t of = q->type.of;
    return of < 0 || kind < 0 || image_kind_is(t->img, kind, of) || image_kind_is(t->img, of, kind);
}

/* Whether a question of this type could offer the pick at all, whatever its candidates are now. */
static bool could_offer(const struct trial *t, const struct question *q,
                        const struct image_pick *p) {
    bool spot = q->kind == ASK_PLACE || q->kind == ASK_PATH, label = q->labels != NULL;
    uint8_t class = q->type.class;
    bool thing = !spot && !label && class == V_THING;
    switch ((enum pick_what)p->what) {
    case PICK_PASS: return true;
    case PICK_YES:
    case PICK_NO:
    case PICK_LABEL: return label;
    case PICK_EVENT: return !spot && !label && class == V_EVENT && is_of_offer(t, q, p->value);
    case PICK_SLOT: {
        int64_t given = battle_given(t->b, (int32_t)p->value);
        return thing && is_among(t, q, given > 0 ? battle_kind(t->b, given) : -1);
    }
    case PICK_PLAYER: return thing && is_among(t, q, t->img->root[ROOT_PLAYER]);
    case PICK_NUMBER: return !spot && !label && (class == V_NUMBER || class == V_LENGTH);
    case PICK_PLACE: return spot || (!label && class == V_PLACE);
    case PICK_ENUM: return !spot && !label && class == V_ENUM;
    case PICK_BLUEPRINT:
        return (thing || (!spot && !label && class == V_BLUEPRINT)) &&
               is_among(t, q, t->img->blueprints[p->value].kind);
    case SAID_OFFERED:
    case SAID_NOT_OFFERED:
    case SAID_ASKED:
    case SAID_NOT_ASKED: break;
    }
    return false;
}

static bool is_offered(struct trial *t, const struct question *q, const struct image_pick *p) {
    if (p->what == PICK_PASS) return q->may_pass || q->least == 0;
    if (q->kind != ASK_PLACE && q->kind != ASK_PATH) return candidate_of(t, q, p, NULL) >= 0;
    struct answer a;
    spell(t, q, p->value, &a);
    return !run_refused(t->b, &a);
}

/* Returns the reason why the offer has not an action among its candidates; "" if the pick is no
 * action. */
static const char *closed_why(const struct trial *t, const struct image_pick *p,
                              bool *nothing_runs) {
    *nothing_runs = false;
    if (p->what != PICK_EVENT) return "";
    struct run_refusal r = battle_offer_refusal(t->b, (int32_t)p->value);
    *nothing_runs = r.nothing_runs;
    return arena_text(t->arena, r.why, strlen(r.why));
}

static bool offer_holds(struct trial *t, const struct question *q, const struct image_pick *said) {
    const struct image_pick *p = said + 1;
    const char *name = pick_text(t, p), *by = asked_text(t, q);
    if (!could_offer(t, q, p)) {
        fault(t, said->place, "%s is nothing that could be offered by %s", name, by);
        return false;
    }
    bool offered = is_offered(t, q, p), wanted = said->what == SAID_OFFERED, nothing_runs = false;
    const char *why = offered ? "" : closed_why(t, p, &nothing_runs);
    if (offered && !wanted)
        fault(t, said->place, "%s is offered by %s", name, by);
    else if (!offered && wanted)
        fault(t, said->place, "%s is not offered by %s%s%s", name, by, *why ? "; closed: " : "",
              why);
    else if (said->value != NONE && strcmp(why, image_text(t->img, (int32_t)said->value)) != 0)
        fault(t, said->place, "%s is not offered, but for another reason: %s", name,
              *why ? why : "it is no action");
    else if (nothing_runs && said->value == NONE)
        fault(t, said->place,
              "%s is not offered, but only because %s, which this example would have to play", name,
              why);
    else
        return true;
    return false;
}

static bool asking_holds(struct trial *t, const struct question *q, const struct image_pick *said) {
    const struct image_pick *p = said + 1;
    bool is = p->what == PICK_PLAYER
                  ? q->who == battle_player(t->b, (int32_t)p->value)
                  : strcmp(q->prompt, image_text(t->img, (int32_t)p->value)) == 0;
    if (is == (said->what == SAID_ASKED)) return true;
    fault(t, said->place, "%s is %sasked here: %s is put to %s", pick_text(t, p), is ? "" : "not ",
          asked_text(t, q), q->who == NONE ? "nobody" : thing_text(t, q->who));
    return false;
}

/* Checks the lines (`offered`, `not offered`, `asked`, `not asked`) that stand before the next
 * pick. They speak of the question at hand, which that pick answers. Returns false at the first
 * line that does not hold, after noting a fault. */
static bool said_holds(struct trial *t, const struct question *q) {
    for (; t->pick < t->block->picks; t->pick += 2) {
        const struct image_pick *said = &t->img->picks[t->block->first_pick + t->pick];
        bool offer = said->what == SAID_OFFERED || said->what == SAID_NOT_OFFERED;
        if (said->what < SAID_OFFERED) break;
        if (!(offer ? offer_holds(t, q, said) : asking_holds(t, q, said))) return false;
    }
    return true;
}

/* Checks the lines (`offered`, `not offered`, `asked`, `not asked`) that come next when the battle
 * puts no more questions. Then nothing is asked or offered, so `not asked`, and `not offered`
 * without a reason, hold; every other line is a fault. */
static void said_of_nothing(struct trial *t) {
    for (; t->pick < t->block->picks; t->pick += 2) {
        const struct image_pick *said = &t->img->picks[t->block->first_pick + t->pick];
        bool asked = said->what == SAID_ASKED, offered = said->what == SAID_OFFERED;
        if (said->what < SAID_OFFERED) return;
        if (asked || offered || said->value != NONE)
            fault(t, said->place, "nothing more is asked, so it cannot be seen %s %s is %s",
                  said->value != NONE ? "why" : "that", pick_text(t, said + 1),
                  asked     ? "asked"
                  : offered ? "offered"
                            : "not offered");
    }
}

/* Returns the place of the last pick; of the example if it names none. */
static int32_t last_pick_place(const struct trial *t) {
    const struct image_block *k = t->block;
    const int32_t place = k->picks ? t->img->picks[k->first_pick + k->picks - 1].place : -1;
    return place >= 0 ? place : k->place;
}

static const struct image_pick *next_pick(struct trial *t, const struct question *q) {
    if (!said_holds(t, q)) return NULL;
    if (t->pick < t->block->picks) return &t->img->picks[t->block->first_pick + t->pick++];
    fault(t, last_pick_place(t), "%s is asked%s, and no pick is left to answer it",
          asked_text(t, q), where_now(t, q->place));
    return NULL;
}

static const char *no_action_during(const struct trial *t, int32_t event) {
    return arena_print(t->arena, "it is no action during %s",
                       image_text(t->img, t->img->events[event].name));
}

/* Returns the reason why an action that the offer at hand has not among its candidates is none of
 * them, as "; …"; "" for a pick of another sort. */
static const char *not_among(const struct trial *t, const struct question *q,
                             const struct image_pick *p) {
    bool nothing_runs;
    if (p->what != PICK_EVENT || q->type.class != V_EVENT || q->choice < 0) return "";
    if (!is_of_offer(t, q, p->value))
        return arena_print(t->arena, "; %s", no_action_during(t, t->img->choices[q->choice].event));
    const char *why = closed_why(t, p, &nothing_runs);
    return *why ? arena_print(t->arena, "; it is closed: %s", why) : "";
}

static bool no_such(struct trial *t, const struct question *q, const struct image_pick *p) {
    fault(t, p->place >= 0 ? p->place : q->place, "%s is no answer to %s%s", pick_text(t, p),
          asked_text(t, q), not_among(t, q, p));
    return false;
}

static bool answer_pick(struct trial *t, const struct question *q, struct answer *a) {
    int64_t most = q->most < 1 ? 1 : q->most;
    t->values = memory_grow(t->values, &t->capacity, (size_t)most, sizeof *t->values);
    a->values = t->values;
    while (a->count < most) {
        if (a->count >= q->least && a->count > 0 && t->pick >= t->block->picks) break;
        const struct image_pick *p = next_pick(t, q);
        if (!p) return false;
        if (p->what == PICK_PASS && (q->may_pass || a->count >= q->least || is_may(t, q))) {
            if (is_may(t, q) && !q->may_pass)
                t->values[a->count++] = 1;
            else if (a->count == 0)
                a->pass = q->may_pass;
            break;
        }
        int64_t i = candidate_of(t, q, p, a);
        if (i < 0) return no_such(t, q, p);
        int64_t at = a->count++;
        for (; at > 0 && t->values[at - 1] > i; at--) t->values[at] = t->values[at - 1];
        t->values[at] = i;
    }
    return true;
}

/* Answers which card comes from a shuffled pile: the next pick names it. What is said of a question
 * (`asked`, `offered` …) is said of those to players, so it cannot stand there. */
static bool answer_draw(struct trial *t, const struct question *q, struct answer *a) {
    const struct image_block *k = t->block;
    const char *from = image_text(t->img, t->img->fields[q->pile].name);
    const struct image_pick *p = NULL;
    if (t->pick < k->picks) p = &t->img->picks[k->first_pick + t->pick];
    if (!p || p->what >= SAID_OFFERED) {
        fault(t, last_pick_place(t), "a card comes from the shuffled %s%s%s, and no pick names it",
              from, candidates_text(t, q), where_now(t, q->place));
        return false;
    }
    const int64_t i = candidate_of(t, q, p, NULL);
    t->pick++;
    if (i < 0) {
        fault(t, p->place >= 0 ? p->place : q->place,
              "%s is none of the cards that may come from the shuffled %s%s%s", pick_text(t, p),
              from, candidates_text(t, q), where_now(t, q->place));
        return false;
    }
    t->values = memory_grow(t->values, &t->capacity, 1, sizeof *t->values);
    t->values[0] = i;
    *a = (struct answer){.count = 1, .values = t->values};
    return true;
}

static bool answer_geometry(struct trial *t, const struct question *q, struct answer *a) {
    const struct image_pick *p = next_pick(t, q);
    if (!p) return false;
    if (p->what == PICK_PASS && q->may_pass) {
        a->pass = true;
        return true;
    }
    if (p->what != PICK_PLACE) return no_such(t, q, p);
    spell(t, q, p->value, a);
    return true;
}

static bool answer(struct trial *t, const struct question *q, struct answer *a) {
    switch (q->kind) {
    case ASK_ROLL: return answer_roll(t, q, a);
    case ASK_RANDOM: return q->pile < 0 ? answer_random(t, q, a) : answer_draw(t, q, a);
    case ASK_PICK: return answer_pick(t, q, a);
    case ASK_PLACE:
    case ASK_PATH: return answer_geometry(t, q, a);
    case ASK_COUNT:
    case ASK_SUM:
    case ASK_COUNT_: break;
    }
    fault(t, q->place, "an example has no answer to a question of this kind");
    return false;
}

/* ---- An example ---------------------------------------------------------------------------- */

static struct run_options asking(int64_t steps) {
    struct run_options o = {.seed = 1, .chance = CHANCE_ASK, .journal = true, .steps = steps};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    return o;
}

struct battle *trial_battle(const struct image *img) {
    struct run_options o = asking(0);
    return battle_new(img, &o);
}

static void failed(struct trial *t) {
    const struct run_error *e = battle_error(t->b);
    const char *where = e ? e->where : "", *lines = "";
    while (*where) {
        const size_t len = strcspn(where, "\n");
        lines = arena_print(t->arena, "%s\n        %.*s", lines, (int)len, where);
        where += len + (where[len] == '\n');
    }
    fault(t, e ? e->place : -1, "%s%s", e && e->text[0] ? e->text : "the rules failed", lines);
    t->out->limit = e ? e->limit : -1;
}

/* Tells the battle which action is picked next, so that it can say why that was closed. */
static void want(struct trial *t) {
    const struct image_pick *p = NULL;
    for (int32_t next = t->pick; next < t->block->picks; next += 2) {
        p = &t->img->picks[t->block->first_pick + next];
        if (p->what < SAID_OFFERED) break;
    }
    battle_wants(t->b, p && p->what == PICK_EVENT ? (int32_t)p->value : -1);
}

static void answers(struct trial *t) {
    const struct question *q;
    for (;;) {
        want(t);
        enum run_status status = run_next(t->b, &q);
        if (status == RUN_FAILED) failed(t);
        if (status != RUN_QUESTION) return;
        struct answer a = {0};
        if (!answer(t, q, &a)) return;
        const char *why = run_answer(t->b, &a);
        if (!why) continue;
        fault(t, q->place, "the answer named for '%s' is refused: %s", q->prompt, why);
        return;
    }
}

/* Adds a fault if the first event in the journal, which is the one that the example does, was not
 * done. Called when an expectation has failed: that the event was not done is why. */
static void was_done(struct trial *t) {
    static const char *const whys[] = {"what it is done to is gone", "it is not open", "cancelled"};
    struct journal_entry e;
    size_t at = 0;
    do
        if (!journal_next(battle_journal(t->b), &at, &e)) return;
    while (e.kind != J_BEGIN && e.kind != J_NOT_DONE);
    if (e.kind == J_BEGIN) return;
    const struct image_event *event = &t->img->events[e.words[0]];
    char name[200], reason[200];
    journal_words_read(e.words + 2, e.count - 2, reason, sizeof reason);
    fault(t, t->block->place, "%s was not done: %s",
          journal_title(t->img, event->title, event->name, name, sizeof name),
          *reason ? reason : whys[e.words[1]]);
}

/* Returns as "; …" why the action of the pick was closed in an offer that put no question; "" if
 * there was no such offer. */
static const char *missed(const struct trial *t, const struct image_pick *p) {
    int32_t offer, at;
    char place[120];
    const struct run_refusal *r = battle_missed(t->b, &offer, &at);
    if (p->what != PICK_EVENT || !r) return "";
    const bool during = is_during(t, p->value, offer);
    if (during && r->gate == GATE_OPEN) return "";
    journal_place_text(t->img, journal_root(t->img), at, place, sizeof place);
    return arena_print(t->arena, "; when %s was offered (%s): %s",
                       image_text(t->img, t->img->events[offer].name), place,
                       during ? r->why : no_action_during(t, offer));
}

/* Returns the label that stands first among the rows that are expected, and not among those that
 * counted: of `are "a", "b"; they are "a"` it is b. NULL: there is none. */
static const char *row_missing(const struct trial *t, const char *why) {
    const char *found = strstr(why, "\"; ");
    for (const char *from = strchr(why, '"'); found && from && from < found;) {
        const char *end = strchr(from + 1, '"');
        if (!end) return NULL;
        const char *label = arena_text(t->arena, from, (size_t)(end + 1 - from));
        if (!strstr(found + 1, label))
            return arena_text(t->arena, from + 1, (size_t)(end - from) - 1);
        from = strchr(end + 1, '"');
    }
    return NULL;
}

static void findings(struct trial *t) {
    int32_t n;
    const struct run_finding *f = battle_findings(t->b, &n);
    t->out->expectations = n;
    for (int32_t i = 0; i < n; i++) {
        if (f[i].holds) continue;
        static const char *const wanted[] = {"", "rows of ", "to be closed: "};
        const char *between = f[i].what == FINDING_ROWS ? " " : "; ";
        fault(t, f[i].place, "expected: %s%s%s%s", wanted[f[i].what], image_text(t->img, f[i].text),
              f[i].why[0] ? between : "", f[i].why);
        if (f[i].what == FINDING_ROWS) t->last->row = row_missing(t, f[i].why);
    }
    if (t->out->faults) was_done(t);
    if (t->roll < t->block->rolls)
        fault(t, die_place(t, t->roll), "of the %d named dice only %d were rolled; left is %s%s%s",
              (int)t->block->rolls, (int)t->roll, faces_left(t),
              t->rolled ? "; the last roll was " : "", t->rolled ? t->rolled : "");
    said_of_nothing(t);
    if (t->pick < t->block->picks) {
        const struct image_pick *p = &t->img->picks[t->block->first_pick + t->pick];
        fault(t, p->place >= 0 ? p->place : t->block->place, "nothing asked for the pick %s%s",
              pick_text(t, p), missed(t, p));
    }
}

void trial_example_within(struct battle *b, int32_t block, int64_t steps, struct arena *arena,
                          struct trial_result *out) {
    *out = (struct trial_result){.passed = true, .limit = -1};
    struct trial t = {
        .b = b, .img = battle_image(b), .arena = arena, .out = out, .end = &out->faults};
    t.block = &t.img->blocks[block];
    struct run_options o = asking(steps);
    battle_reset(b, &o);
    if (battle_block(b, block))
        answers(&t);
    else
        failed(&t);
    if (out->passed || !out->faults) findings(&t);
    memory_free(t.values);
}

void trial_example(struct battle *b, int32_t block, struct arena *arena, struct trial_result *out) {
    trial_example_within(b, block, 0, arena, out);
}

/* ---- A chances block ----------------------------------------------------------------------- */

static struct run_options lazily(void) {
    struct run_options o = {.seed = 1, .chance = CHANCE_LAZY};
    for (int32_t i = 0; i < RUN_PLAYERS; i++) o.policy[i] = POLICY_ASK;
    return o;
}

struct battle *trial_odds_battle(const struct image *img) {
    struct run_options o = lazily();
    return battle_new(img, &o);
}

static int32_t column_of(const struct image *img, const struct image_block *k, const char *name) {
    for (int32_t i = 0; i < k->shows; i++) {
        if (strcmp(image_text(img, img->lists[k->first_show + i]), name) == 0) return i;
    }
    return -1;
}

/* Returns the player who chooses for --best: the thing in the first role of the block's event if
 * that is a player, else the owner of that thing. Returns NONE if there is neither, or if the block
 * ends before its first question; NONE means to odds_block that every player chooses so. */
static int64_t chooser(struct battle *b, int32_t block) {
    const struct image *img = battle_image(b);
    const struct question *q;
    struct run_options o = lazily();
    int64_t owner = NONE;
    battle_reset(b, &o);
    if (!battle_block(b, block) || run_next(b, &q) != RUN_QUESTION) return NONE;
    int64_t thing = battle_first_role(b);
    if (thing == NONE) return NONE;
    int32_t kind = battle_kind(b, thing);
    if (image_kind_is(img, kind, img->root[ROOT_PLAYER])) return thing;
    for (int32_t i = 0; i < img->fields_count; i++) {
        const struct image_field *f = &img->fields[i];
        if (f->slot != T_OWNER || f->how != FIELD_STORED || !image_kind_is(img, kind, f->kind))
            continue;
        if (battle_field(b, thing, i, &owner)) return owner;
    }
    return NONE;
}

enum odds_result trial_chances(struct battle *b, int32_t block, const struct trial_odds *how,
                               struct arena *arena, struct odds_table *out, bool *best_missing) {
    const struct image *img = battle_image(b);
    struct odds_options options = {
        .policy = how->policy, .best = -1, .best_player = NONE, .alike = true};
    *best_missing = false;
    if (how->best) {
        options.best = column_of(img, &img->blocks[block], how->best);
        *best_missing = options.best < 0;
        if (*best_missing) return ODDS_FAILED;
    }
    if (how->best) options.best_player = chooser(b, block);
    struct run_options o = lazily();
    battle_reset(b, &o);
    if (!battle_block(b, block)) {
        *out = (struct odds_table){.error = *battle_error(b), .limit = battle_error(b)->limit};
        return ODDS_FAILED;
    }
    return odds_block(b, block, &options, arena, out);
}

struct span trial_expression(struct arena *arena, struct span *typed) {
    static const char before[] =
        "ruleset expression \"An expression\" { version \"1\"; players red, blue }\n"
        "event reckoning {\n"
        "    keep result = ";
    char *title = arena_new(arena, 2 * typed->len + 1), *to = title;
    for (const char *p = typed->at; p < typed->at + typed->len; p++) {
        if (*p == '"' || *p == '\\') *to++ = '\\';
        *to++ = *p == '{'   ? '('
                : *p == '}' ? ')'
                            : *p; /* in a title a brace would begin a hole to fill in */
    }
    const char *text = arena_print(arena,
                                   "%s%.*s\n"
                                   "}\n"
                                   "chances \"%s\" {\n"
                                   "    when    reckoning()\n"
                                   "    show    result\n"
                                   "}\n",
                                   before, (int)typed->len, typed->at, title);
    typed->at = text + strlen(before);
    return (struct span){text, strlen(text)};
}
